"""MOR: what follows an attack: who must test, in which order, and the retreats, with the fights that they bring."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Cause, Flat, Formation, Question, Role, State
from sandtable.games.batalist.record import SIDES
from sandtable.games.batalist.rules.damage import deal_damage, prepare_melee
from sandtable.games.batalist.rules.free_places import alight
from sandtable.games.batalist.rules.morale import flee, must_test_for_losses, take_test
from sandtable.games.batalist.rules.pending_question import ask
from sandtable.games.batalist.rules.roofs_and_decks import keeps_on_way
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.games.batalist.rules.traps import meets_traps, springs_on_way
from sandtable.games.batalist.rules.ways import is_base, is_impassable, is_level_with, length_for_price, touches
from sandtable.games.batalist.rules.wounded import suffer
from sandtable.games.batalist.switches import DeathOfLeader, Morale
from sandtable.kernel.geometry import (
    LATTICE,
    TOUCH,
    base_of,
    distance_between,
    is_west_of,
    placed,
    shifted,
    snap,
    snap_facing,
)
from sandtable.kernel.log import event, outcome
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import free_distance
from sandtable.kernel.terrain import free_distance_to_feature, is_on_table


@clause("BAT-MOR-9", "BAT-MOR-19")
@kernel
def nearest_enemy(b, i):
    """The enemy base nearest to battalion ``i``, or NONE. Wounded on their way are nobody's. See ``is_nearest``."""
    best, found = math.inf, NONE
    base = base_of(b.figures[i])
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side != b.figures[i].side and is_base(other) and other.healthy > 0:
            reach = best + base.half_width + base.half_depth + 0.5 * (other.width + other.depth)
            if abs(other.x - base.x) > reach or abs(other.y - base.y) > reach:
                continue  # it can only be farther away
            apart = distance_between(base, base_of(other))
            if apart < best:
                best, found = apart, j
    return found


@clause("BAT-MOR-19")
@kernel
def is_nearest(b, i, j):
    """No enemy base is nearer to battalion ``i`` than ``j`` is."""
    first = nearest_enemy(b, i)
    other = b.figures[j]
    if first == NONE or other.side == b.figures[i].side or not is_base(other) or other.healthy <= 0:
        return False
    base = base_of(b.figures[i])
    return distance_between(base, base_of(other)) <= distance_between(base, base_of(b.figures[first])) + TOUCH


@clause("BAT-MOR-19")
@kernel
def count_nearest(b, i):
    """How many enemies battalion ``i``, which falls back, may fall back from; 0 where it cannot at all."""
    u = b.figures[i]
    count = 0
    if u.formation != Formation.HEDGEHOG and u.boat == NONE:
        for j in range(b.n_figures):
            count += int(is_nearest(b, i, j))
    return count


@clause("BAT-MOR-1", "BAT-MOR-18")
@kernel
def note_losses(b):
    """Battalions that have lost half their number for the first time must test."""
    for i in range(b.n_figures):
        if must_test_for_losses(b, i):
            b.figures[i].half_lost = 1
            b.figures[i].tests |= 1 << Cause.HALF_LOST


@clause("BAT-MOR-2", "BAT-MOR-3")
@kernel
def note_a_death(b):
    """The next dead character for whom nobody has tested: who must test for it. False: there is none."""
    for c in range(b.n_characters):
        who = b.characters[c]
        if who.alive != 0 or who.mourned != 0:
            continue
        who.mourned = 1
        if b.options.morale != Morale.YES:
            continue
        for i in range(b.n_figures):
            u = b.figures[i]
            if u.side != who.side or u.state != State.FIELD or u.healthy <= 0:
                continue
            own = i == who.battalion
            leads = who.role == Role.GENERAL or who.role == Role.HERO
            if own or (leads and b.options.death_of_leader == DeathOfLeader.WHOLE_ARMY):
                u.tests |= 1 << (Cause.OWN_CHARACTER_DEAD if own else Cause.LEADER_DEAD)
        return True
    return False


@clause("BAT-MOR-18")
@kernel
def next_to_test(b, side):
    """The battalion of a side that tests next, or NONE. Those that cannot test need not.

    RULING: of several it is the one farthest west, of such the one farthest south.
    """
    found = NONE
    for i in range(b.n_figures):
        u = b.figures[i]
        if u.side == side and u.tests != 0:
            if u.state != State.FIELD or u.healthy <= 0:
                u.tests = 0
            elif found == NONE or is_west_of(u, b.figures[found]):
                found = i
    return found


@clause("BAT-MOR-18", "BAT-MOR-19", "BAT-MOR-1", "BAT-MOR-2", "BAT-MOR-3", "BAT-MOR-4")
@kernel
def run_tests(b, dice, log):
    """All tests that are due: the attacked player's battalions first, then the executor's, each carried out at once.

    True: the opponent must first name the enemy from which one falls back.
    """
    while True:
        note_losses(b)
        found = NONE
        for turn in range(SIDES):
            side = 1 - b.executor if turn == 0 else b.executor
            if found == NONE:
                found = next_to_test(b, side)
        if found == NONE:
            if not note_a_death(b):
                return False
            continue
        b.figures[found].tests = 0
        failures = take_test(b, found, dice, log)
        if failures == 2 and count_nearest(b, found) > 1:
            ask(b, Question.NEAREST, 1 - b.figures[found].side, found, NONE)
            return True
        if failures == 2:
            retreat(b, found, nearest_enemy(b, found), dice, log)


@clause("BAT-MOR-7", "BAT-MOR-9", "BAT-MOR-12", "BAT-FRM-5", "BAT-BOA-8", "BAT-EXE-9", "BAT-TRP-5")
@kernel
def retreat(b, i, away, dice, log):
    """Battalion ``i`` falls back its speed from this enemy, without turning: until ground or a base stops it."""
    u = b.figures[i]
    if away == NONE or u.formation == Formation.HEDGEHOG or u.boat != NONE:
        return
    way = snap_facing(u.x - b.figures[away].x, u.y - b.figures[away].y)
    base = base_of(u)
    speed = effective_speed(b, i)
    most = length_for_price(b, i, base, way.x, way.y, speed, speed)
    length, met = free_to_retreat(b, i, base, way.x, way.y, most)
    if not keeps_on_way(b, i, base, length * way.x, length * way.y):
        length, met = as_far_as_roofs(b, i, base, way.x, way.y, length), NONE
    end = shifted(base, length * way.x, length * way.y)
    leaves, meets = not is_on_table(end, b.width, b.height), meets_traps(b, i)
    if length > TOUCH and (meets or not leaves):
        event(log, Code.RETREATS, Clause.MOR_7, i, NONE, 0)
    if length > TOUCH and meets and springs_on_way(b, i, length * way.x, length * way.y, dice, log):
        return
    if leaves:
        outcome(log, Code.LEAVES_FIELD, Clause.MOR_12, i, NONE, 0)
        flee(b, i)
        return
    if length > TOUCH:
        u.moved = 1
        u.x = snap(end.x)
        u.y = snap(end.y)
        alight(b, i)
    if met != NONE and b.figures[met].side != u.side:
        fight_in_retreat(b, i, met, dice, log)


@clause("BAT-MOR-8", "BAT-LAD-4")
@kernel
def as_far_as_roofs(b, i, base, ux, uy, most):
    """How far battalion ``i`` keeps to roofs along (ux, uy), of a way that leads off them."""
    length, off = 0.0, most
    while off - length > LATTICE:
        middle = 0.5 * (length + off)
        if keeps_on_way(b, i, base, middle * ux, middle * uy):
            length = middle
        else:
            off = middle
    return length


@clause("BAT-MOR-8", "BAT-MOR-10", "BAT-MOR-11", "BAT-MOR-19")
@kernel
def free_to_retreat(b, i, base, ux, uy, most):
    """How far a retreat goes, and the base that stops it, or NONE. A flyer too is stopped by what it would end on.

    RULING: of bases met at once an enemy counts, of several the one farthest west.
    """
    length, met = most, NONE
    for k in range(b.terrain.n_features):
        if is_impassable(b, i, k):
            length = min(length, free_distance_to_feature(base, ux, uy, length, b.terrain, k))
    for j in range(b.n_figures):
        if j != i and is_base(b.figures[j]) and is_level_with(b, i, j):
            free = free_distance(base, ux, uy, length + 2.0 * TOUCH, base_of(b.figures[j]))
            sooner = met == NONE or free < length - 0.5 * TOUCH or _counts_before(b, i, j, met)
            if free < length + 0.5 * TOUCH and sooner:
                there = placed(base, base.x + free * ux, base.y + free * uy, base.fx, base.fy)
                if touches(there, base_of(b.figures[j])):
                    length, met = min(free, length), j
    return max(length, 0.0), met


@kernel
def _counts_before(b, i, j, met):
    """Of two bases that stop a retreat at once ``j`` counts before ``met``: an enemy, or as good and farther west."""
    one, other = b.figures[j], b.figures[met]
    if one.side != other.side:
        return one.side != b.figures[i].side
    return is_west_of(one, other)


@clause("BAT-MOR-11", "BAT-MOR-13", "BAT-MOD-17")
@kernel
def fight_in_retreat(b, i, j, dice, log):
    """A retreat into an enemy: both strike as in a reply, the retreating one with two less in its bracket; once."""
    event(log, Code.FIGHTS, Clause.MOR_11, i, j, 0)
    a = prepare_melee(b, i, j, ordered=False, reply=True)
    a.flats[Flat.RETREAT] = b.rules.retreat_melee
    dealt = deal_damage(b, dice, log)
    prepare_melee(b, j, i, ordered=False, reply=True)
    back = deal_damage(b, dice, log)
    suffer(b, j, dealt, log)
    suffer(b, i, back, log)
