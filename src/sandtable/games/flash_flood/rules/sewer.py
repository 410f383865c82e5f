"""NET: the sewer as a graph. Which way the water flows, distances, branches, and places as corridor and lane."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.flash_flood.record import MAX_LEADS
from sandtable.games.skirmish40k.rules.measuring import SLACK
from sandtable.kernel.records import NONE

FAR = 1e9


class Place(NamedTuple):
    """A place in the sewer as the water sees it: ``S35:4:0``."""

    corridor: int
    along: float  # inches from the upstream end along the centre line
    lane: float  # inches to the left of the centre line, looking downstream


# Which way the water flows


@clause("FLOOD-NET-4", "FLOOD-NET-5", "FLOOD-NET-6", "FLOOD-CARRY-9")
@kernel
def let_flow(b, origin):
    """Let the water come from a node: the distance of every node, and the direction of every corridor.

    A corridor flows from the end nearer to the origin to the other; with both equally near it is slack water.
    """
    b.flood.origin = origin
    for n in range(b.n_nodes):
        b.nodes[n].distance = 0.0 if n == origin else FAR
    for _ in range(b.n_nodes):
        changed = False
        for c in range(b.n_corridors):
            corridor = b.corridors[c]
            first = b.nodes[corridor.first]
            second = b.nodes[corridor.second]
            if first.distance + corridor.length < second.distance - SLACK:
                second.distance = first.distance + corridor.length
                changed = True
            elif second.distance + corridor.length < first.distance - SLACK:
                first.distance = second.distance + corridor.length
                changed = True
        if not changed:
            break
    for c in range(b.n_corridors):
        _turn(b, b.corridors[c])
    ways = np.empty(MAX_LEADS, np.int64)
    for c in range(b.n_corridors):
        b.corridors[c].closed = int(ways_on(b, c, ways) == 0)


@clause("FLOOD-NET-5")
@kernel
def _turn(b, corridor):
    """Turn a corridor, and its barriers, the way its water flows."""
    first = b.nodes[corridor.first]
    second = b.nodes[corridor.second]
    corridor.flows = int(abs(first.distance - second.distance) > SLACK)
    forward = first.distance <= second.distance + SLACK
    corridor.up = corridor.first if forward else corridor.second
    corridor.down = corridor.second if forward else corridor.first
    up = b.nodes[corridor.up]
    down = b.nodes[corridor.down]
    corridor.x = up.x
    corridor.y = up.y
    corridor.ux = (down.x - up.x) / corridor.length
    corridor.uy = (down.y - up.y) / corridor.length
    for k in range(corridor.first_barrier, corridor.first_barrier + corridor.n_barriers):
        barrier = b.barriers[k]
        barrier.near = barrier.start if forward else corridor.length - barrier.end
        barrier.far = barrier.end if forward else corridor.length - barrier.start


@clause("FLOOD-CARRY-5", "FLOOD-CARRY-6", "FLOOD-CARRY-7", "FLOOD-NET-8")
@kernel
def ways_on(b, c, ways):
    """The corridors into which the water of corridor ``c`` runs on, the one that turns least first; returns how many.

    Of two equal turns the left one stands first. Nothing runs into a corridor that feeds the node, or into slack water.
    """
    corridor = b.corridors[c]
    node = b.nodes[corridor.down]
    turns = np.empty(MAX_LEADS)
    count = 0
    for k in range(node.n_leads):
        lead = b.corridors[node.leads[k]]
        if lead.flows == 0 or lead.up != corridor.down:
            continue
        cross = corridor.ux * lead.uy - corridor.uy * lead.ux
        turn = abs(math.atan2(cross, corridor.ux * lead.ux + corridor.uy * lead.uy))
        place = count
        while place > 0 and (turn < turns[place - 1] - 1e-6 or (turn < turns[place - 1] + 1e-6 and cross > 0.0)):
            turns[place] = turns[place - 1]
            ways[place] = ways[place - 1]
            place -= 1
        turns[place] = turn
        ways[place] = node.leads[k]
        count += 1
    return count


@clause("FLOOD-CARRY-6", "FLOOD-NET-8")
@kernel
def ways_from_origin(b, ways):
    """The corridors into which the water comes at its origin, in the order of the map; returns how many."""
    node = b.nodes[b.flood.origin]
    count = 0
    for k in range(node.n_leads):
        if b.corridors[node.leads[k]].flows != 0:
            ways[count] = node.leads[k]
            count += 1
    return count


@clause("FLOOD-CARRY-6")
@kernel
def way_of_die(ways, n, die):
    """The branch that a die names among ``n`` ways, or NONE: of four ways 5 and 6 are thrown again."""
    if n == 4:
        return ways[die - 1] if die <= 4 else NONE
    return ways[(die - 1) * n // 6]


# Places


@clause("FLOOD-NET-7")
@kernel
def point_of(b, place):
    """The table coordinates of a place."""
    corridor = b.corridors[place.corridor]
    x = corridor.x + place.along * corridor.ux - place.lane * corridor.uy
    y = corridor.y + place.along * corridor.uy + place.lane * corridor.ux
    return x, y


@kernel
def place_in(b, c, x, y):
    """A point as it lies to corridor ``c``, even before its beginning or beyond its end."""
    corridor = b.corridors[c]
    dx = x - corridor.x
    dy = y - corridor.y
    return Place(c, dx * corridor.ux + dy * corridor.uy, dy * corridor.ux - dx * corridor.uy)


@clause("FLOOD-NET-6")
@kernel
def place_of(b, x, y):
    """A point as the water sees it: to the nearest centre line; in a tie the upstream one, then the map's first."""
    best = 0
    least = FAR
    upstream = FAR
    for c in range(b.n_corridors):
        corridor = b.corridors[c]
        dx = x - corridor.x
        dy = y - corridor.y
        along = dx * corridor.ux + dy * corridor.uy
        lane = dy * corridor.ux - dx * corridor.uy
        over = along - min(max(along, 0.0), corridor.length)
        away = math.sqrt(over * over + lane * lane)
        if away > least + SLACK:
            continue
        distance = b.nodes[corridor.up].distance
        if away < least - SLACK or distance < upstream - SLACK:
            best = c
            least = away
            upstream = distance
    return place_in(b, best, x, y)


@clause("FLOOD-NET-6")
@kernel
def distance_along(b, place):
    """How far a place is from the origin as the water runs."""
    corridor = b.corridors[place.corridor]
    along = min(max(place.along, 0.0), corridor.length)
    if corridor.flows == 0:
        along = min(along, corridor.length - along)
    return b.nodes[corridor.up].distance + along


@clause("FLOOD-CARRY-8", "FLOOD-CARRY-16", "FLOOD-NET-7")
@kernel
def kept_in_lane(b, c, lane, radius):
    """A lane, limited so that a base of this radius stays inside the strip of corridor ``c``."""
    most = 0.5 * b.corridors[c].width - radius
    return min(max(lane, -most), most)


# Dry parts


@clause("FLOOD-NET-10", "FLOOD-TEST-9", "FLOOD-SET-4")
@kernel
def is_wholly_dry(b, x, y, radius):
    """A base at this place lies wholly within one dry part."""
    for k in range(b.n_dry):
        if lies_on(b.dry[k], x, y, radius):
            return True
    return False


@clause("FLOOD-NET-10")
@kernel
def lies_on(box, x, y, radius):
    """A base at this place lies wholly within a box."""
    return (
        x - radius >= box.x0 - SLACK
        and x + radius <= box.x1 + SLACK
        and y - radius >= box.y0 - SLACK
        and y + radius <= box.y1 + SLACK
    )
