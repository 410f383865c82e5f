"""MELEE-24 to MELEE-26, MASS-8: contacts as they are fixed once a turn, second ranks, and who fights together."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import Kind
from sandtable.games.inter_arma.rules.concealment import give_away
from sandtable.games.inter_arma.rules.leaving import touches_tower
from sandtable.games.inter_arma.rules.orders import must_be_able, refuse, refuse_apart
from sandtable.games.inter_arma.rules.positions import (
    SLACK,
    are_enemies,
    first_side_of,
    foes_of,
    is_able,
    is_fighter,
    may_strike_past,
    touch,
)
from sandtable.kernel.bitsets import bit, is_in, lowest, without
from sandtable.kernel.discs import disc_of, distance_of_points
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("IA-MASS-8", "IA-MASS-9", "IA-MASS-10", "IA-MASS-18")
@kernel
def reach_of(b, i):
    """The enemies whom figure ``i``, with spear, polearm or lance and no enemy of its own, reaches past a friend."""
    reached = 0
    if not may_strike_past(b, i) or b.figures[i].foes != 0:
        return reached
    for j in range(b.n_figures):
        if j != i and is_fighter(b.figures[j]) and not are_enemies(b, i, j) and b.figures[j].foes != 0:
            if touch(b, i, j):
                reached |= b.figures[j].foes
    return reached


@clause("IA-MELEE-26", "IA-AMBUSH-12", "IA-MASS-18")
@kernel
def fix_contacts(b):
    """Who touches whom, and who reaches whom from the second rank, now that nobody moves any more."""
    for i in range(b.n_figures):
        b.figures[i].foes = foes_of(b, i) if is_fighter(b.figures[i]) and b.figures[i].tower == NONE else 0
    for i in range(b.n_figures):
        b.figures[i].behind = reach_of(b, i)


RANKS = 2
"""In ``begun`` of the melee step: those of the second rank who reach two melees choose."""


@kernel
def may_fight(b, i):
    """Figure ``i`` is able and has not had its clash."""
    return is_fighter(b.figures[i]) and b.figures[i].fought == 0


@clause("IA-TABLE-11", "IA-TABLE-13")
@kernel
def tower_foes(b, i):
    """Enemies on top of a tower that figure ``i`` touches and may attack: it and they have had no clash."""
    found = 0
    figure = b.figures[i]
    if not may_fight(b, i) or figure.tower != NONE or figure.foes != 0 or figure.routing != 0 or figure.lying != 0:
        return found
    for j in range(b.n_figures):
        k = b.figures[j].tower
        if k != NONE and may_fight(b, j) and are_enemies(b, i, j):
            if touches_tower(b, disc_of(figure), k):
                found |= bit(j)
    return found


@kernel
def is_tower_held(b):
    """Somebody stands on top of a tower and has had no clash."""
    for j in range(b.n_figures):
        if b.figures[j].tower != NONE and may_fight(b, j):
            return True
    return False


@kernel
def ground_foes(b, i):
    """Enemies in contact with figure ``i`` whom it may fight now."""
    found = 0
    if not may_fight(b, i):
        return found
    foes = b.figures[i].foes
    while foes != 0:
        j = lowest(foes)
        foes = without(foes, j)
        if may_fight(b, j):
            found |= bit(j)
    return found


@kernel
def is_ground_melee_left(b):
    """A melee on the ground has still to be fought."""
    for i in range(b.n_figures):
        if ground_foes(b, i) != 0:
            return True
    return False


@clause("IA-SEQ-9", "IA-MELEE-25", "IA-TABLE-13")
@kernel
def choices_of(b, i, side):
    """The enemies whose melee with figure ``i`` the side may choose: to be next, or for a second rank to be in."""
    if b.figures[i].side != side:
        return 0
    if b.begun == RANKS:
        return b.figures[i].behind if is_torn(b, i) else 0
    found = ground_foes(b, i)
    if found == 0:
        found = tower_foes(b, i)
        if found != 0 and is_ground_melee_left(b):
            return 0
    return found


@clause("IA-SEQ-9", "IA-MELEE-25")
@kernel
def chooser_of_melee(b):
    """The side that chooses the next melee: the first in order of initiative that is in one; NONE: none is left."""
    if b.begun == RANKS:
        torn = first_torn(b)
        return b.figures[torn].side if torn != NONE else NONE
    on_ground = is_ground_melee_left(b)
    if not on_ground and not is_tower_held(b):
        return NONE
    for place in range(b.n_sides):
        side = b.order[place]
        for i in range(b.n_figures):
            if b.figures[i].side == side and (ground_foes(b, i) if on_ground else tower_foes(b, i)) != 0:
                return side
    return NONE


LEFT = 1
RIGHT = 2
"""Sides of a line, as bits."""


@clause("IA-MELEE-24")
@kernel
def _fronts(b, i, ux, uy):
    """On which sides of the line through figure ``i`` along (ux, uy) it has an enemy, within 45 degrees of square."""
    found = 0
    foes = ground_foes(b, i)
    while foes != 0:
        j = lowest(foes)
        foes = without(foes, j)
        dx, dy = b.figures[j].x - b.figures[i].x, b.figures[j].y - b.figures[i].y
        along, aside = dx * ux + dy * uy, ux * dy - uy * dx
        if is_within(abs(along), abs(aside), SLACK):
            found |= LEFT if aside > 0.0 else RIGHT
    return found


@clause("IA-MELEE-24")
@kernel
def are_side_by_side(b, i, j):
    """Two friends touch and each has an enemy to fight, on the same side of the line through the two."""
    if not touch(b, i, j):
        return False
    one, other = b.figures[i], b.figures[j]
    apart = distance_of_points(one.x, one.y, other.x, other.y)
    ux, uy = (other.x - one.x) / apart, (other.y - one.y) / apart
    return _fronts(b, i, ux, uy) & _fronts(b, j, ux, uy) != 0


@clause("IA-MELEE-24")
@kernel
def friends_in_rank(b, i):
    """Friends who stand side by side with figure ``i``, in one rank against their enemies."""
    found = 0
    for j in range(b.n_figures):
        if j != i and not are_enemies(b, i, j) and may_fight(b, j) and are_side_by_side(b, i, j):
            found |= bit(j)
    return found


@clause("IA-MELEE-24", "IA-MELEE-25")
@kernel
def set_of(b, i, j):
    """All who are joined by contact to the melee of ``i`` and ``j``, of their two teams, without second ranks.

    Contact joins enemies, and friends of the first rank who stand side by side.
    """
    members = bit(i) | bit(j)
    waiting = members
    one, other = b.sides[b.figures[i].side].team, b.sides[b.figures[j].side].team
    while waiting != 0:
        k = lowest(waiting)
        waiting = without(waiting, k)
        joined = ground_foes(b, k) | friends_in_rank(b, k)
        while joined != 0:
            m = lowest(joined)
            joined = without(joined, m)
            team = b.sides[b.figures[m].side].team
            if not is_in(members, m) and (team == one or team == other):
                members |= bit(m)
                waiting |= bit(m)
    return members


@clause("IA-MASS-18")
@kernel
def melee_before(b, i, j):
    """The melee of enemy ``j`` in which figure ``i`` of the second rank would be, past the friend whom it touches."""
    for k in range(b.n_figures):
        if k != i and is_in(b.figures[k].foes, j) and not are_enemies(b, i, k) and touch(b, i, k):
            return set_of(b, k, j)
    return bit(j)


@clause("IA-MASS-18")
@kernel
def is_torn(b, i):
    """Figure ``i`` reaches enemies of two melees from the second rank, and may be in one only."""
    behind = b.figures[i].behind
    if behind == 0 or behind == bit(lowest(behind)) or not may_fight(b, i):
        return False
    return behind & ~melee_before(b, i, lowest(behind)) != 0


@clause("IA-MASS-18", "IA-SEQ-10")
@kernel
def first_torn(b):
    """A figure that must choose its melee, of the first side in order of initiative that has one; or NONE."""
    for place in range(b.n_sides):
        for i in range(b.n_figures):
            if b.figures[i].side == b.order[place] and is_torn(b, i):
                return i
    return NONE


@clause("IA-MASS-18")
@kernel
def choose_melee(b, i, j, log):
    """Figure ``i`` of the second rank will be in the melee of ``j`` and in no other."""
    b.figures[i].behind = b.figures[i].behind & melee_before(b, i, j)
    event(log, Code.STANDS_BEHIND, Clause.MASS_18, i, j, 0)


@clause("IA-SEQ-9")
@kernel
def is_several(b, side):
    """The side has more than one melee to choose from, or more than one way to begin one."""
    for i in range(b.n_figures):
        foes = choices_of(b, i, side)
        if foes == 0:
            continue
        if not is_ground_melee_left(b):
            return _are_two_tower_fights(b, side)
        whole = set_of(b, i, lowest(foes))
        for k in range(b.n_figures):
            if choices_of(b, k, side) & ~whole != 0:
                return True
        return False
    return False


@kernel
def _are_two_tower_fights(b, side):
    """More than one pair may be named at the towers."""
    pairs = 0
    for i in range(b.n_figures):
        foes = choices_of(b, i, side)
        while foes != 0:
            foes = without(foes, lowest(foes))
            pairs += 1
    return pairs > 1


@clause("IA-MELEE-24", "IA-MASS-8", "IA-MASS-11", "IA-MASS-18", "IA-TABLE-13")
@kernel
def join(b, i, j):
    """Fill the present fight: the teams of ``i`` and ``j``, first ranks and second."""
    fight = b.fight
    fight.kind = Kind.ONE
    fight.one = NONE
    fight.first = NONE
    members = set_of(b, i, j)
    first_rank = members
    for k in range(b.n_figures):
        if b.figures[k].behind & first_rank != 0 and may_fight(b, k):
            members |= bit(k)
    fight.members[0] = 0
    fight.members[1] = 0
    for k in range(b.n_figures):
        if is_in(members, k):
            fight.members[0 if not are_enemies(b, i, k) else 1] |= bit(k)
            for side in range(b.n_sides):
                give_away(b, k, side)
    fight.sides[0] = first_side_of(b, fight.members[0])
    fight.sides[1] = first_side_of(b, fight.members[1])


@clause("IA-MORALE-27")
@kernel
def strikers(b, members):
    """Those of them who may strike: able, and not routing."""
    found = 0
    while members != 0:
        i = lowest(members)
        members = without(members, i)
        if is_able(b.figures[i]) and b.figures[i].routing == 0:
            found |= bit(i)
    return found


@clause("IA-MASS-8", "IA-MELEE-19", "IA-MELEE-21")
@kernel
def targets_of_one(b):
    """Whom the one of a melee may strike: the able first rank that touches it; not again whom it struck first."""
    fight = b.fight
    found = 0
    foes = b.figures[fight.one].foes & (fight.members[0] | fight.members[1])
    while foes != 0:
        j = lowest(foes)
        foes = without(foes, j)
        if is_able(b.figures[j]) and j != fight.first:
            found |= bit(j)
    return found


@clause("IA-SEQ-9", "IA-MELEE-25", "IA-TABLE-13")
@kernel
def judge_fight(b, action, log):
    """Verdict: may this melee be next."""
    if action.n_actors != 1 or action.target < 0 or action.target >= b.n_figures:
        return Verdict(refuse(log, Code.NAMES_NO_PAIR, Clause.SEQ_9, NONE, NONE), 0)
    i, j = action.actors[0], action.target
    side = chooser_of_melee(b)
    if is_in(choices_of(b, i, side), j):
        return Verdict(1, 0)
    if b.figures[i].side != side:
        return Verdict(refuse(log, Code.NOT_YOURS, Clause.SEQ_9, i, NONE), 0)
    if b.begun == RANKS:
        return Verdict(refuse_apart(b, log, Code.REACHES_NOT, Clause.MASS_18, i, j, b.rules.contact), 0)
    return Verdict(_why_no_melee(b, i, j, log), 0)


@clause("IA-COMBAT-3", "IA-MELEE-26", "IA-TABLE-13", "IA-WOUND-1")
@kernel
def _why_no_melee(b, i, j, log):
    """Why the melee of ``i`` and ``j`` cannot be next: one is out, or has had its clash, or they do not touch; 0."""
    if not are_enemies(b, i, j):
        return refuse(log, Code.IS_A_FRIEND, Clause.MELEE_24, i, j)
    if must_be_able(b, i, log) == 0 or must_be_able(b, j, log) == 0:
        return 0
    if b.figures[i].fought != 0:
        return refuse(log, Code.HAS_FOUGHT, Clause.COMBAT_3, i, NONE)
    if b.figures[j].fought != 0:
        return refuse(log, Code.HAS_FOUGHT, Clause.COMBAT_3, j, NONE)
    if b.figures[j].tower != NONE and is_ground_melee_left(b):
        return refuse(log, Code.GROUND_COMES_FIRST, Clause.TABLE_13, i, j)
    return refuse_apart(b, log, Code.DOES_NOT_TOUCH, Clause.MELEE_26, i, j, b.rules.contact)
