"""CARRY and BUMP: how one model is swept along, where it stops, and whom it knocks over."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.flash_flood.clauses import Clause, Code, Purpose
from sandtable.games.flash_flood.record import MAX_LEADS, Level
from sandtable.games.flash_flood.rules.charges import may_drop_charge
from sandtable.games.flash_flood.rules.sewer import (
    Place,
    kept_in_lane,
    place_in,
    point_of,
    way_of_die,
    ways_from_origin,
    ways_on,
)
from sandtable.games.flash_flood.rules.water import meets, stand_at, stands_in
from sandtable.games.flash_flood.switches import FailedBump
from sandtable.games.skirmish40k.rules.measuring import SLACK
from sandtable.games.skirmish40k.rules.testing import d6
from sandtable.kernel.dice import Source, throw_die
from sandtable.kernel.geometry import TOUCH
from sandtable.kernel.log import event, locate
from sandtable.kernel.records import NONE

CONTINUES = -1
ENDS = -2
"""What ``go_on`` and its parts say besides the figure that was knocked off and is swept first."""


@clause("FLOOD-CARRY-1", "FLOOD-CARRY-10", "FLOOD-CARRY-12", "FLOOD-CARRY-14", "FLOOD-NET-5")
@kernel
def lose_feet(b, water, i, dice, log):
    """Figure ``i`` loses its footing: nothing but water, walls and others decide from now on where it goes."""
    swimmer = water.swimmers[i]
    swimmer.x = b.figures[i].x
    swimmer.y = b.figures[i].y
    swimmer.moved = 0.0
    swimmer.left = 0.0
    swimmer.branch = NONE
    swimmer.again = 1
    swimmer.held = 0
    swimmer.struck = 0
    swimmer.lost = 1
    swimmer.adrift = 1
    b.figures[i].level = Level.FLOOR
    swimmer.sweeps += 1
    may_drop_charge(b, i, dice, log)
    if b.corridors[swimmer.corridor].flows == 0:
        event(log, Code.IN_SLACK_WATER, Clause.FLOOD_NET_5, i, NONE, 0)
    elif b.corridors[swimmer.corridor].up == b.flood.origin and swimmer.along <= SLACK:
        _enter_from_origin(b, water, i, dice, log)


@kernel
def go_on(b, water, i, dice, log):
    """Sweep figure ``i`` on until it knocks somebody off, who goes first and is returned, or ENDS."""
    if b.corridors[water.swimmers[i].corridor].flows == 0:
        return ENDS
    said = CONTINUES
    while said == CONTINUES:
        said = _draw_in(b, water, i, dice, log)
        if said == CONTINUES:
            said = _run(b, water, i, dice, log)
    return said


# Along the corridor


@clause("FLOOD-CARRY-9", "FLOOD-CARRY-15", "FLOOD-CARRY-20", "FLOOD-NET-9", "FLOOD-SET-5", "FLOOD-BUMP-11")
@kernel
def free_way(b, place, radius):
    """Inches from a place to what stops a base of this radius, and whether that is Impassable (else: the next node).

    A barrier stops the base's edge at its line, and nobody whose centre is at or beyond it; in the rubble of a cave-in
    nobody moves. A node from which nothing flows on is closed by a wall.
    """
    corridor = b.corridors[place.corridor]
    way = corridor.length - place.along
    hard = False
    if corridor.closed != 0:
        way += b.nodes[corridor.down].reach - radius
        hard = True
    for k in range(corridor.first_barrier, corridor.first_barrier + corridor.n_barriers):
        barrier = b.barriers[k]
        if place.along < barrier.near - SLACK:
            until = barrier.near - radius - place.along
        elif place.along < barrier.far - SLACK:
            until = 0.0
        else:
            continue
        if until < way + SLACK:
            way = until
            hard = True
    return max(way, 0.0), hard


@clause("FLOOD-CARRY-1", "FLOOD-CARRY-2", "FLOOD-CARRY-3", "FLOOD-CARRY-4", "FLOOD-CARRY-15")
@kernel
def _run(b, water, i, dice, log):
    """One straight piece of the way: to the end of the die, to somebody, to something hard, or to the next node."""
    swimmer = water.swimmers[i]
    corridor = b.corridors[swimmer.corridor]
    place = Place(swimmer.corridor, float(swimmer.along), float(swimmer.lane))
    way, hard = free_way(b, place, 0.5 * b.figures[i].width)
    limit = min(way, float(swimmer.left))
    meeting = meets(b, water, i, corridor.ux, corridor.uy, limit)
    at_barrier = hard and way <= TOUCH
    if swimmer.held != 0 and (meeting.way > limit or meeting.way > TOUCH):
        if swimmer.branch != NONE:
            return _pass_node(b, water, i, dice, log)
        swimmer.struck = int(at_barrier)
        return ENDS
    if meeting.way <= limit:
        _advance(b, water, i, meeting.way)
        said = _bump(b, water, i, meeting.who, dice, log)
        if said == ENDS and hard and way - meeting.way <= TOUCH:
            swimmer.struck = 1
        return said
    if hard and way <= swimmer.left + TOUCH:
        _advance(b, water, i, way)
        swimmer.struck = 1
        return ENDS
    if swimmer.left <= SLACK:
        if swimmer.again == 0:
            return ENDS
        die = d6(b, i, Purpose.CARRY, dice, log)
        swimmer.left = die
        swimmer.again = int(die == 6)
        return CONTINUES
    _advance(b, water, i, limit)
    if swimmer.left > SLACK:
        return _pass_node(b, water, i, dice, log)
    return CONTINUES


@clause("FLOOD-CARRY-4", "FLOOD-CARRY-8", "FLOOD-HIT-3")
@kernel
def _advance(b, water, i, way):
    """Carry figure ``i`` so far along its lane; only the way along the centre line counts."""
    swimmer = water.swimmers[i]
    swimmer.along += way
    swimmer.left = max(swimmer.left - way, 0.0)
    swimmer.moved += way
    x, y = point_of(b, Place(swimmer.corridor, float(swimmer.along), float(swimmer.lane)))
    stand_at(b, water, i, x, y)


# At nodes


@clause("FLOOD-CARRY-5", "FLOOD-CARRY-6")
@kernel
def _throw_for_way(b, i, ways, n, dice, log):
    """The branch that a die names; one way on needs none.

    In a tree of dice throwing again would have no end: there four ways are the faces of one die.
    """
    if n == 1:
        return ways[0]
    way = NONE
    while way == NONE:
        sides = 4 if n == 4 and dice.source == Source.TREE else 6
        way = way_of_die(ways, n, throw_die(dice, log, Purpose.BRANCH, b.figures[i].side, i, sides))
    event(log, Code.TAKES_BRANCH, Clause.FLOOD_CARRY_6, i, NONE, way)
    return way


@clause("FLOOD-CARRY-5", "FLOOD-NET-8")
@kernel
def _enter_from_origin(b, water, i, dice, log):
    """On the origin's node the water has no course yet: a die says where it takes figure ``i``."""
    ways = np.empty(MAX_LEADS, np.int64)
    n = ways_from_origin(b, ways)
    way = _throw_for_way(b, i, ways, n, dice, log)
    place = place_in(b, way, b.figures[i].x, b.figures[i].y)
    swimmer = water.swimmers[i]
    swimmer.corridor = way
    swimmer.along = place.along
    swimmer.lane = place.lane


@clause("FLOOD-CARRY-7", "FLOOD-CARRY-8", "FLOOD-CARRY-17", "FLOOD-CARRY-4")
@kernel
def _pass_node(b, water, i, dice, log):
    """From the end of one centre line to the start of the next, left staying left; whoever is there is bumped first."""
    swimmer = water.swimmers[i]
    if swimmer.branch == NONE:
        ways = np.empty(MAX_LEADS, np.int64)
        n = ways_on(b, swimmer.corridor, ways)
        swimmer.branch = _throw_for_way(b, i, ways, n, dice, log)
    lane = kept_in_lane(b, swimmer.branch, float(swimmer.lane), 0.5 * b.figures[i].width)
    x, y = point_of(b, Place(swimmer.branch, 0.0, lane))
    meeting = stands_in(b, water, i, x, y)
    if meeting.way == 0.0:
        return _bump(b, water, i, meeting.who, dice, log)
    if swimmer.held != 0:
        return ENDS
    swimmer.corridor = swimmer.branch
    swimmer.branch = NONE
    swimmer.along = 0.0
    swimmer.lane = lane
    stand_at(b, water, i, x, y)
    return CONTINUES


# Sideways


@clause("FLOOD-CARRY-16", "FLOOD-CARRY-8")
@kernel
def _draw_in(b, water, i, dice, log):
    """A model further out than its lane may be is drawn in first, which costs no distance; whoever is met is bumped."""
    swimmer = water.swimmers[i]
    lane = kept_in_lane(b, swimmer.corridor, float(swimmer.lane), 0.5 * b.figures[i].width)
    way = abs(lane - swimmer.lane)
    if way <= SLACK:
        return CONTINUES
    corridor = b.corridors[swimmer.corridor]
    left = 1.0 if lane > swimmer.lane else -1.0
    meeting = meets(b, water, i, -left * corridor.uy, left * corridor.ux, way)
    if swimmer.held != 0 and meeting.way > min(way, TOUCH):
        return ENDS
    swimmer.lane += left * min(way, meeting.way)
    x, y = point_of(b, Place(swimmer.corridor, float(swimmer.along), float(swimmer.lane)))
    stand_at(b, water, i, x, y)
    if meeting.way <= way:
        return _bump(b, water, i, meeting.who, dice, log)
    return CONTINUES


# Bumps


@clause("FLOOD-BUMP-1", "FLOOD-BUMP-3", "FLOOD-BUMP-4", "FLOOD-BUMP-5", "FLOOD-BUMP-6", "FLOOD-BUMP-7",
        "FLOOD-BUMP-9", "FLOOD-BUMP-10", "FLOOD-BUMP-12")  # fmt: skip
@kernel
def _bump(b, water, i, j, dice, log):
    """Figure ``i`` bumps into ``j`` (NONE: only into those it has met already). On 4 or more ``j`` is swept first.

    Returns ``j`` then, ENDS where ``i`` is stopped, and CONTINUES where others may be touched too.
    """
    swimmer = water.swimmers[i]
    if j == NONE:
        if swimmer.held == 0:
            event(log, Code.MEETS_AGAIN, Clause.FLOOD_BUMP_7, i, NONE, 0)
        return ENDS
    water.met[i, j] = swimmer.sweeps
    event(log, Code.BUMPS, Clause.FLOOD_BUMP_1, i, j, 0)
    if d6(b, j, Purpose.BUMP, dice, log) >= b.rules.bump:
        event(log, Code.IS_KNOCKED_OFF, Clause.FLOOD_BUMP_5, j, i, 0)
        return j
    event(log, Code.HOLDS_OUT, Clause.FLOOD_BUMP_6, j, i, 0)
    if b.options.failed_bump == FailedBump.STOPS or not _flows_past(b, water, i, j, log):
        swimmer.held = 1
    return CONTINUES


@clause("FLOOD-BUMP-6")
@kernel
def _flows_past(b, water, i, j, log):
    """House rule: figure ``i`` moves aside by as little as lets it pass ``j``, if there is room. True if it did."""
    swimmer = water.swimmers[i]
    corridor = b.corridors[swimmer.corridor]
    reach = 0.5 * (b.figures[i].width + b.figures[j].width)
    middle = place_in(b, swimmer.corridor, b.figures[j].x, b.figures[j].y).lane
    nearer = 1.0 if swimmer.lane >= middle else -1.0
    for turn in range(2):
        left = nearer if turn == 0 else -nearer
        lane = middle + left * reach
        if abs(kept_in_lane(b, swimmer.corridor, lane, 0.5 * b.figures[i].width) - lane) > SLACK:
            continue
        way = abs(lane - swimmer.lane)
        toward = 1.0 if lane > swimmer.lane else -1.0
        if meets(b, water, i, -toward * corridor.uy, toward * corridor.ux, way).way <= way:
            continue
        swimmer.lane = lane
        x, y = point_of(b, Place(swimmer.corridor, float(swimmer.along), lane))
        stand_at(b, water, i, x, y)
        event(log, Code.FLOWS_PAST, Clause.FLOOD_BUMP_6, i, j, 0)
        return True
    return False


@clause("FLOOD-CARRY-3", "FLOOD-CARRY-9", "FLOOD-HIT-3", "FLOOD-CARRY-1", "FLOOD-CARRY-15")
@kernel
def come_to_rest(b, water, i, by, log):
    """Figure ``i`` has come to rest: what happened to it, and by whom if it was knocked off."""
    swimmer = water.swimmers[i]
    swimmer.adrift = 0
    swimmer.carried += swimmer.moved
    swept = event(log, Code.IS_CARRIED, Clause.FLOOD_CARRY_1, i, by, int(100.0 * swimmer.moved + 0.5))
    locate(log, swept, swimmer.x, swimmer.y, b.figures[i].x, b.figures[i].y, swimmer.moved)
    if swimmer.struck == 0:
        return
    corridor = b.corridors[swimmer.corridor]
    if swimmer.along > corridor.length:
        event(log, Code.HITS_WALL, Clause.FLOOD_CARRY_9, i, NONE, 0)
    else:
        event(log, Code.HITS_BARRIER, Clause.FLOOD_CARRY_15, i, NONE, 0)
