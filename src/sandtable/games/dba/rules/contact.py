"""CONTACT: who is in legal contact, whether a move may end so, lining up, and every place of contact (DBA-CONTACT)."""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import N_SIDES, Ground, Type, Verb
from sandtable.games.dba.rules.ground import is_barred_from, touches_ground
from sandtable.games.dba.rules.groups import is_one_wide
from sandtable.games.dba.rules.legal_contacts import (
    SAME_WAY,
    bases_may_touch,
    contact_on,
    meets_with_front,
    position_taken,
)
from sandtable.games.dba.rules.positions import are_enemies, camp_base, is_enemy_camp, is_in_open, put
from sandtable.games.dba.switches import Conforming, FlankStart, LinesOnFlanks, WarWagons
from sandtable.kernel.contact import are_linked, contact_place, corners_meet, front_on, is_aligned_on, overlap_by_corner
from sandtable.kernel.geometry import (
    TOUCH,
    ahead,
    base_of,
    corner,
    distance_between,
    edge_middle,
    is_west_of,
    overlap,
    placed,
    quarter_turned,
)
from sandtable.kernel.log import event, locate, reason
from sandtable.kernel.records import MAX_ACTORS, NONE, Path
from sandtable.kernel.terrain import is_on_table as is_base_on_table

# One base on an element


@clause("DBA-WWG-1", "WAD-WWG-8")
@kernel
def has_six_positions(b, j):
    """Element ``j`` is a War Wagon as the conventions have it: without front, flank and rear in combat."""
    return b.figures[j].type == Type.WWG and b.options.war_wagons == WarWagons.WADBAG


@clause("DBA-CONTACT-2", "WAD-WCC-3")
@kernel
def contact_if_at(b, base, j):
    """The legal ``Contact`` that an enemy whose base is ``base`` has with its front edge on element ``j``, or NONE."""
    other = base_of(b.figures[j])
    if has_six_positions(b, j):
        place = position_taken(base, other)
        return 4 + place if place != NONE else NONE
    return contact_on(base, other)


# Elements as they stand


@kernel
def may_touch(figure, other):
    """The two are near enough for their bases to touch: the cheap refusal."""
    reach = 0.5 * (figure.width + figure.depth + other.width + other.depth) + 1.0
    return abs(figure.x - other.x) <= reach and abs(figure.y - other.y) <= reach


@kernel
def may_meet(b, i, j):
    """Enemies in the open, near enough to touch."""
    figure = b.figures[i]
    other = b.figures[j]
    return are_enemies(figure, other) and may_touch(figure, other) and is_in_open(figure) and is_in_open(other)


@clause("DBA-CONTACT-2")
@kernel
def is_front(b, i, j):
    """Elements ``i`` and ``j`` stand front edge to front edge, both front corners meeting."""
    return may_meet(b, i, j) and is_aligned_on(base_of(b.figures[i]), base_of(b.figures[j]), 0)


@clause("WAD-WWG-8")
@kernel
def _may_beset(b, i, j):
    """Enemies near enough to touch, neither of them a War Wagon: it has neither front, flank nor rear in combat."""
    return may_meet(b, i, j) and not has_six_positions(b, i) and not has_six_positions(b, j)


@clause("DBA-CONTACT-2", "WAD-WWG-8")
@kernel
def is_flank(b, i, j):
    """The front edge of ``i`` is on a side edge of ``j``, their front corners together, left with left."""
    if not _may_beset(b, i, j):
        return False
    contact = contact_on(base_of(b.figures[i]), base_of(b.figures[j]))
    return contact == 1 or contact == 3


@clause("DBA-CONTACT-2", "WAD-WWG-8")
@kernel
def is_rear(b, i, j):
    """The front edge of ``i`` is on the rear edge of ``j``, corners meeting."""
    return _may_beset(b, i, j) and is_aligned_on(base_of(b.figures[i]), base_of(b.figures[j]), 2)


@clause("WAD-WCC-1", "WAD-WCC-3", "WAD-WCC-5")
@kernel
def wagon_position(b, i, wagon):
    """Which of the six places of the War Wagon the front edge of ``i`` fills, 0 to 5, or NONE."""
    if b.figures[wagon].type != Type.WWG or not may_meet(b, i, wagon):
        return NONE
    return position_taken(base_of(b.figures[i]), base_of(b.figures[wagon]))


@clause("DBA-CONTACT-3")
@kernel
def camp_contact(b, i, owner):
    """The front edge of ``i`` is on an edge of the camp of ``owner``, which an enemy occupies."""
    figure = b.figures[i]
    if not is_in_open(figure) or not is_enemy_camp(b, owner, figure.side):
        return False
    return front_on(base_of(figure), camp_base(b, owner)) != NONE


@kernel
def front_enemy_at(b, i, base):
    """The enemy in full front contact (or, of a War Wagon, in a legal one) with ``i`` if it stood at ``base``; or NONE.

    Camps are no elements; see ``camp_contact``.
    """
    figure = b.figures[i]
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == figure.side or not is_in_open(other):
            continue
        there = base_of(other)
        if not bases_may_touch(base, there):
            continue
        if has_six_positions(b, j):
            if position_taken(base, there) != NONE:
                return j
        elif has_six_positions(b, i):
            if position_taken(there, base) != NONE:
                return j
        elif is_aligned_on(base, there, 0):
            return j
    return NONE


@kernel
def is_in_front_contact(b, i):
    """Some enemy stands in full front contact with element ``i``, or it with a War Wagon on one of its positions."""
    base = base_of(b.figures[i])
    for j in range(b.n_figures):
        if may_meet(b, i, j):
            other = base_of(b.figures[j])
            if is_aligned_on(base, other, 0) or (has_six_positions(b, j) and position_taken(base, other) != NONE):
                return True
    return False


# Where there is room


@kernel
def stands_free(b, i, base):
    """Element ``i`` may stand at ``base``: on the board, off water, and where it is not barred from."""
    if not is_base_on_table(base, b.table_width, b.table_height):
        return False
    if touches_ground(b, base, Ground.WATERWAY):
        return False
    return not is_barred_from(b, b.figures[i], base)


@kernel
def end_base(b, action, ends, i):
    """The base of element ``i`` once the action's actors stand at ``ends``."""
    base = base_of(b.figures[i])
    for k in range(action.n_actors):
        if action.actors[k] == i:
            return placed(base, ends[k, 0], ends[k, 1], ends[k, 2], ends[k, 3])
    return base


# A lone element lines up


@kernel
def _is_actor(action, i):
    """Element ``i`` makes this move."""
    for k in range(action.n_actors):
        if action.actors[k] == i:
            return True
    return False


@kernel
def _is_lone(b, j):
    """No friend faces the same way in edge and corner contact with element ``j``: it is in no group."""
    figure = b.figures[j]
    for other in range(b.n_figures):
        friend = b.figures[other]
        if other == j or friend.side != figure.side or not is_in_open(friend) or not may_touch(figure, friend):
            continue
        if figure.fx * friend.fx + figure.fy * friend.fy > SAME_WAY and are_linked(base_of(figure), base_of(friend)):
            return False
    return True


@kernel
def _has_room(b, action, ends, j, place):
    """Element ``j`` may stand at ``place``, its base and as much again behind it free of all others and of camps."""
    if not stands_free(b, j, place):
        return False
    behind = ahead(place, -2.0 * place.half_depth)
    if not is_base_on_table(behind, b.table_width, b.table_height) or touches_ground(b, behind, Ground.WATERWAY):
        return False
    for other in range(b.n_figures):
        if other == j or not (is_in_open(b.figures[other]) or _is_actor(action, other)):
            continue
        there = end_base(b, action, ends, other)
        if overlap(there, place) or overlap(there, behind):
            return False
    for owner in range(N_SIDES):
        if b.camps[owner].present == 1:
            there = camp_base(b, owner)
            if overlap(there, place) or overlap(there, behind):
                return False
    return True


@kernel
def _is_left_of(ends, k, other):
    """The k-th mover ends to the left of the other; NONE: there is no other. Nobody who ends nowhere does."""
    if other == NONE:
        return True
    if not (math.isfinite(ends[k, 0]) and math.isfinite(ends[k, 1])):
        return False
    east, north = ends[other, 0] - ends[k, 0], ends[other, 1] - ends[k, 1]
    return east * ends[k, 3] - north * ends[k, 2] > 0.0


@clause("DBA-CONTACT-8", "DBA-CONTACT-9")
@kernel
def who_makes_conform(b, action, ends, j):
    """The place in the action of the mover to whose front the lone enemy ``j`` lines up, or NONE.

    ``ends``: f8[n, 4], where the actors (a group, or two or more who land) end. Rulings: whom the group contacts in
    a legal way does not line up, as that contact stands; of several that touch it the one with the longest contact
    counts, of such the leftmost; an element in front contact never conforms, nor does a War Wagon of six positions.
    """
    if (
        b.options.conforming == Conforming.NOBODY
        or action.n_actors < 2
        or has_six_positions(b, j)
        or not _is_lone(b, j)
    ):
        return NONE
    enemy = base_of(b.figures[j])
    best = NONE
    longest = 0.0
    for k in range(action.n_actors):
        base = placed(base_of(b.figures[action.actors[k]]), ends[k, 0], ends[k, 1], ends[k, 2], ends[k, 3])
        if not bases_may_touch(base, enemy):
            continue
        if contact_on(base, enemy) != NONE:
            return NONE
        length = meets_with_front(base, enemy)
        if length > longest + TOUCH or (length > 0.0 and length > longest - TOUCH and _is_left_of(ends, k, best)):
            longest = max(length, longest)
            best = k
    if best == NONE or is_in_front_contact(b, j):
        return NONE
    base = placed(base_of(b.figures[action.actors[best]]), ends[best, 0], ends[best, 1], ends[best, 2], ends[best, 3])
    if not _has_room(b, action, ends, j, contact_place(enemy, base, 0)):
        return NONE
    return best


@clause("DBA-CONTACT-13")
@kernel
def arrive_together(b, action):
    """Those who moved together came to their places at the same tick of the contact clock."""
    for k in range(action.n_actors):
        b.figures[action.actors[k]].arrived = b.clock


@clause("DBA-CONTACT-8")
@kernel
def conform(b, action, log):
    """After a group's move, or a landing of two or more: lone enemies that it contacts line up with it at once.

    Its members count as having arrived together (``arrive_together``).
    RULING: of several enemies those farther west line up first, and whoever has room only then after them.
    """
    arrive_together(b, action)
    if action.n_actors < 2 or b.options.conforming == Conforming.NOBODY:
        return
    ends = np.empty((MAX_ACTORS, 4), np.float64)
    for k in range(action.n_actors):
        figure = b.figures[action.actors[k]]
        ends[k, 0] = figure.x
        ends[k, 1] = figure.y
        ends[k, 2] = figure.fx
        ends[k, 3] = figure.fy
    for _ in range(b.n_figures):
        j, k = _conforms_next(b, action, ends)
        if j == NONE:
            return
        mover = action.actors[k]
        place = contact_place(base_of(b.figures[j]), base_of(b.figures[mover]), 0)
        line = event(log, Code.CONFORMS, Clause.DBA_CONTACT_8, j, mover, 0)
        locate(log, line, b.figures[j].x, b.figures[j].y, place.x, place.y, 0.0)
        put(b, j, place)


@kernel
def _conforms_next(b, action, ends):
    """Of the lone enemies who line up now the one farthest west, or NONE, and the mover to whose front it does."""
    best = NONE
    mover = NONE
    for j in range(b.n_figures):
        figure = b.figures[j]
        if figure.side == b.figures[action.actors[0]].side or not is_in_open(figure):
            continue
        if best == NONE or is_west_of(figure, b.figures[best]):
            k = who_makes_conform(b, action, ends, j)
            if k != NONE:
                best = j
                mover = k
    return best, mover


# May a move end so?


@clause("DBA-CONTACT-1", "DBA-WWG-2")
@kernel
def _keeps_clear(b, i, base, log):
    """Artillery and War Wagons end touching no enemy and no enemy-occupied camp: neither in contact nor overlap."""
    side = b.figures[i].side
    for j in range(b.n_figures):
        enemy = b.figures[j]
        if enemy.side == side or not is_in_open(enemy):
            continue
        other = base_of(enemy)
        if bases_may_touch(base, other) and distance_between(base, other) <= TOUCH:
            line = reason(log, Code.NEVER_MOVES_INTO_CONTACT, Clause.DBA_CONTACT_1, i, j, 0)
            locate(log, line, base.x, base.y, other.x, other.y, 0.0)
            return False
    for owner in range(N_SIDES):
        if is_enemy_camp(b, owner, side) and distance_between(base, camp_base(b, owner)) <= TOUCH:
            reason(log, Code.NEVER_ASSAULTS_CAMP, Clause.DBA_CONTACT_1, i, NONE, 0)
            return False
    return True


@clause("DBA-CONTACT-6")
@kernel
def starts_beyond(b, i, j, contact):
    """With ``flank_start = beyond_edge``: the mover starts wholly beyond the line of the edge that it contacts."""
    if b.options.flank_start == FlankStart.ANYWHERE or contact == 0 or contact > 3 or not is_in_open(b.figures[i]):
        return True
    base = base_of(b.figures[i])
    other = base_of(b.figures[j])
    out = quarter_turned(other.fx, other.fy, contact)
    middle = edge_middle(other, contact)
    for which in range(4):
        tip = corner(base, which)
        if (tip.x - middle.x) * out.x + (tip.y - middle.y) * out.y < -TOUCH:
            return False
    return True


@clause("DBA-CONTACT-6")
@kernel
def _may_meet_flank(b, action, contact):
    """With ``lines_on_flanks = no`` a flank or rear is for single elements and columns; not so for those who land."""
    if b.options.lines_on_flanks == LinesOnFlanks.YES or contact < 1 or contact > 3:
        return True
    return action.verb != Verb.MOVE or action.path == Path.COLUMN or is_one_wide(b, action)


@kernel
def meets_legally(b, i, base, j):
    """The contact, if any, between ``i`` at ``base`` and enemy ``j``: 1 a legal one, 0 none, -1 one that is not legal.

    Counted is any front edge, the mover's or the enemy's, that touches the other along an edge or at an angle.
    """
    other = base_of(b.figures[j])
    if not bases_may_touch(base, other):
        return 0
    if meets_with_front(base, other) > 0.0:
        return 1 if contact_if_at(b, base, j) != NONE else -1
    if meets_with_front(other, base) > 0.0:
        if has_six_positions(b, i):
            return 1 if position_taken(other, base) != NONE else -1
        return 1 if contact_on(other, base) != NONE else -1
    return 0


@kernel
def _may_meet_at(b, base, j):
    """Element ``j`` is in the open and near enough to touch the base: the cheap refusal."""
    other = b.figures[j]
    reach = base.half_width + base.half_depth + 0.5 * (other.width + other.depth) + 1.0
    return (abs(base.x - other.x) <= reach) & (abs(base.y - other.y) <= reach) and is_in_open(other)


@kernel
def _is_legal_somewhere(b, i, base):
    """Element ``i`` at ``base`` is in legal contact with some enemy, or its front edge on an enemy-occupied camp."""
    side = b.figures[i].side
    for j in range(b.n_figures):
        if b.figures[j].side != side and _may_meet_at(b, base, j) and meets_legally(b, i, base, j) == 1:
            return True
    for owner in range(N_SIDES):
        if is_enemy_camp(b, owner, side) and front_on(base, camp_base(b, owner)) != NONE:
            return True
    return False


@clause("DBA-CONTACT-2", "DBA-CONTACT-3", "DBA-CONTACT-4", "DBA-CONTACT-5", "DBA-CONTACT-11", "WAD-WCC-3", "WAD-WCC-4")
@kernel
def judge_contacts(b, action, ends, log):
    """As far as contact with enemies is concerned, the actors may end at ``ends`` (f8[n, 4]: x, y, fx, fy).

    No front edge may touch an enemy (nor an enemy's a mover) along an edge or at an angle in a way that is neither
    front, flank nor rear contact, nor one of a War Wagon's positions. Exempt: a mover that is in legal contact itself,
    so that its front edge may reach on along the next enemy's side; all members of a group of whom one is; and contact
    with an enemy who lines up. Any edge of an enemy-occupied camp is legal for a front edge.
    """
    fit = True
    group_legal = False
    if action.n_actors > 1:
        for k in range(action.n_actors):
            i = action.actors[k]
            if _is_legal_somewhere(b, i, end_base(b, action, ends, i)):
                group_legal = True
                break
    for k in range(action.n_actors):
        i = action.actors[k]
        base = placed(base_of(b.figures[i]), ends[k, 0], ends[k, 1], ends[k, 2], ends[k, 3])
        if b.rules.contacts[b.figures[i].type] == 0:
            fit = _keeps_clear(b, i, base, log) and fit
        else:
            fit = _judge_mover(b, action, ends, i, base, group_legal, log) and fit
        if not fit and log.keep == 0:
            return False
    return fit


@kernel
def _judge_mover(b, action, ends, i, base, group_legal, log):
    """The contacts of one mover that ends at ``base``; see ``judge_contacts``."""
    side = b.figures[i].side
    fit = True
    wrong = NONE
    exempt = group_legal
    for j in range(b.n_figures):
        enemy = b.figures[j]
        if enemy.side == side or not _may_meet_at(b, base, j):
            continue
        meets = meets_legally(b, i, base, j)
        if meets == 1:
            exempt = True
            if not _may_meet_flank(b, action, contact_if_at(b, base, j)):
                reason(log, Code.LINE_ON_FLANK, Clause.DBA_CONTACT_6, i, j, 0)
                fit = False
            if not starts_beyond(b, i, j, contact_if_at(b, base, j)):
                line = reason(log, Code.STARTED_NOT_BEYOND_EDGE, Clause.DBA_CONTACT_6, i, j, 0)
                locate(log, line, b.figures[i].x, b.figures[i].y, enemy.x, enemy.y, 0.0)
                fit = False
        elif meets == -1 and wrong == NONE and who_makes_conform(b, action, ends, j) == NONE:
            wrong = j
    if wrong != NONE and not exempt:
        for owner in range(N_SIDES):
            if is_enemy_camp(b, owner, side) and front_on(base, camp_base(b, owner)) != NONE:
                return fit
        if has_six_positions(b, wrong):
            line = reason(log, Code.NOT_ON_WAGON_PLACE, Clause.WAD_WCC_3, i, wrong, 0)
        else:
            line = reason(log, Code.CONTACT_NOT_LEGAL, Clause.DBA_CONTACT_4, i, wrong, 0)
        locate(log, line, base.x, base.y, b.figures[wrong].x, b.figures[wrong].y, 0.0)
        fit = False
    return fit


@clause("DBA-CONTACT-7")
@kernel
def whose_door_is_closed(b, i, base):
    """The enemy on whom element ``i`` closes the door by moving to ``base``, or NONE.

    It starts overlapping it, front corner on front corner, while a friend holds it in front contact; and it swings on
    that corner into flank contact. Nothing swings round the corner of a War Wagon of six positions.
    """
    figure = b.figures[i]
    if not is_in_open(figure) or b.rules.contacts[figure.type] == 0:
        return NONE
    here = base_of(figure)
    for j in range(b.n_figures):
        if not may_meet(b, i, j) or has_six_positions(b, j):
            continue
        other = base_of(b.figures[j])
        contact = contact_on(base, other)
        if (contact == 1 or contact == 3) and overlap_by_corner(here, other):
            which = 1 if contact == 1 else 0
            if corners_meet(here, which, other, which) and is_in_front_contact(b, j):
                return j
    return NONE
