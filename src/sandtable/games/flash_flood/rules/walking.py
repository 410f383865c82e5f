"""WALKING: ways through the sewer on foot: straight, round corners, and along them (NET-13, NET-14)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.flash_flood.record import MAX_BENDS
from sandtable.games.flash_flood.rules.sewer import FAR
from sandtable.games.skirmish40k.record import Going
from sandtable.kernel.discs import Disc, disc_hits_feature, disc_overlaps_feature, distance_of_points
from sandtable.kernel.geometry import LATTICE, TOUCH, snap
from sandtable.kernel.records import NONE

MAX_POINTS = MAX_BENDS + 2

CLOSER = 0.25
"""Inches, for each inch of the nest's radius and one more, by which a way may be shorter than corners tell.

It may end closer to the nest than they stand: half round it that is a sixth of its radius and the base's.
"""


class Spot(NamedTuple):
    """A place on a way, and the inches of the way to it; ``found`` 0: there is none."""

    found: int
    x: float
    y: float
    length: float


# ---------------------------------------------------------------- walls


@clause("FLOOD-NET-2", "FLOOD-NET-13")
@kernel
def is_clear(b, radius, x0, y0, x1, y1):
    """A base of this radius may go straight from one place to the other as far as walls and the nest are concerned."""
    disc = Disc(x0, y0, 0.0, 1.0, radius)
    for k in range(b.terrain.n_features):
        if disc_hits_feature(disc, x1 - x0, y1 - y0, b.terrain, k) and b.ground[k].going == Going.IMPASSABLE:
            return False
    return True


@clause("FLOOD-NET-13")
@kernel
def is_in_sewer(b, x, y, radius):
    """A whole base lies in the corridors lengthened at both ends, and the chambers; not on the nest."""
    inside = False
    for c in range(b.n_corridors):
        corridor = b.corridors[c]
        along = (x - corridor.x) * corridor.ux + (y - corridor.y) * corridor.uy
        lane = abs((y - corridor.y) * corridor.ux - (x - corridor.x) * corridor.uy)
        first = -b.nodes[corridor.up].reach - TOUCH
        last = corridor.length + b.nodes[corridor.down].reach + TOUCH
        if first <= along <= last and lane <= 0.5 * corridor.width + TOUCH:
            inside = True
    for k in range(b.n_chambers):
        box = b.chambers[k]
        if box.x0 - TOUCH <= x <= box.x1 + TOUCH and box.y0 - TOUCH <= y <= box.y1 + TOUCH:
            inside = True
    if not inside:
        return False
    disc = Disc(x, y, 0.0, 1.0, radius)
    for k in range(b.terrain.n_features):
        if disc_overlaps_feature(disc, b.terrain, k) and b.ground[k].going == Going.IMPASSABLE:
            return False
    return True


# ---------------------------------------------------------------- round corners


@kernel
def bends_for(b, radius):
    """Which of the two sets of corners is for bases of this radius."""
    return 0 if radius <= b.bends[0].radius + TOUCH else 1


@clause("FLOOD-NET-14")
@kernel
def shortest_way(b, radius, x0, y0, x1, y1, points):
    """The shortest way of a base's centre from one place to another: how many points it has, the last its end; 0: none.

    Straight where it can be, else over corners of walls: there it goes over the point as far from both walls as the
    base's radius. ``points``: f8[MAX_POINTS, 2].
    """
    if is_clear(b, radius, x0, y0, x1, y1):
        points[0, 0] = x1
        points[0, 1] = y1
        return 1
    bends = b.bends[bends_for(b, radius)]
    first, last = _bends_between(b, bends, radius, x0, y0, x1, y1)
    if first == NONE:
        return 0
    n = 0
    k = first
    while True:
        points[n, 0] = bends.x[k]
        points[n, 1] = bends.y[k]
        n += 1
        if k == last or n >= MAX_POINTS - 1:
            break
        k = _next_bend(bends, k, last)
    points[n, 0] = x1
    points[n, 1] = y1
    return n + 1


@kernel
def _bends_between(b, bends, radius, x0, y0, x1, y1):
    """The first and the last corner of the shortest way over corners between two places, or NONE for both.

    The corner over which the whole way would be shortest is looked at first; so most are never asked whether the
    straight way to them is clear, nor where the way from them on would end.
    """
    reckoned = np.empty((5, MAX_BENDS))
    to_start, to_end = reckoned[0], reckoned[1]
    whole = reckoned[2]  # of the way that begins at this corner, at least; FAR: there is none
    end = reckoned[3]  # the corner at which it would end, and then it is so long
    seen = reckoned[4]  # 1: the straight way from the start is clear
    for k in range(bends.n):
        to_start[k] = distance_of_points(x0, y0, bends.x[k], bends.y[k])
        to_end[k] = distance_of_points(bends.x[k], bends.y[k], x1, y1)
        end[k] = NONE
        seen[k] = NONE
    nearest = _nearest_bend(b, bends, radius, x1, y1, to_end)
    if nearest == NONE:
        return NONE, NONE
    closer = CLOSER * (1.0 + b.nest_radius) + 2.0 * (bends.radius - radius)  # a smaller base goes closer round walls
    for k in range(bends.n):
        steps = bends.ways[k, nearest]  # nobody is much nearer to the end than this corner and the rest tell
        whole[k] = FAR if steps == NONE else to_start[k] + steps * LATTICE - to_end[nearest] - closer
    while True:
        k = first_least(whole, bends.n)
        if whole[k] >= FAR:
            return NONE, NONE
        if end[k] == NONE:
            m, whole[k] = _best_end(bends, k, to_start[k], to_end)
            end[k] = m
            continue
        if seen[k] == NONE:
            if not is_clear(b, radius, x0, y0, bends.x[k], bends.y[k]):
                whole[k] = FAR
                continue
            seen[k] = 1
        m = int(end[k])
        if m == nearest or is_clear(b, radius, bends.x[m], bends.y[m], x1, y1):
            return k, m
        to_end[m] = FAR
        for other in range(bends.n):
            if end[other] == m:
                end[other] = NONE


@kernel
def _nearest_bend(b, bends, radius, x, y, apart):
    """The nearest corner from which the way to a place is clear, or NONE; nearer ones are now FAR ``apart`` from it."""
    if bends.n == 0:
        return NONE
    while True:
        m = first_least(apart, bends.n)
        if apart[m] >= FAR:
            return NONE
        if is_clear(b, radius, bends.x[m], bends.y[m], x, y):
            return m
        apart[m] = FAR


@kernel
def first_least(lengths, n):
    """The place of the least of ``n`` lengths, of equal ones the first; none is NaN, for which ``np.argmin`` asks."""
    best = 0
    for k in range(1, n):
        if lengths[k] < lengths[best]:
            best = k
    return best


@kernel
def _best_end(bends, k, start, to_end):
    """The corner at which the way from corner ``k`` on would end, and the inches of the whole way; FAR: nowhere."""
    best = FAR
    end = 0
    for m in range(bends.n):
        if bends.ways[k, m] != NONE:
            length = start + bends.ways[k, m] * LATTICE + to_end[m]
            if length < best:
                best = length
                end = m
    return end, best


@kernel
def _next_bend(bends, k, last):
    """The bend after ``k`` on the shortest way to ``last``: the nearest of those on it."""
    best = last
    for m in range(bends.n):
        if m == k or bends.ways[k, m] == NONE or bends.ways[m, last] == NONE:
            continue
        if bends.ways[k, m] + bends.ways[m, last] <= bends.ways[k, last] + 2 and bends.ways[k, m] < bends.ways[k, best]:
            best = m
    return best


@kernel
def length_of(points, n, x, y):
    """Inches of a way of ``n`` points that begins at (x, y)."""
    length = 0.0
    for k in range(n):
        length += distance_of_points(x, y, points[k, 0], points[k, 1])
        x = points[k, 0]
        y = points[k, 1]
    return length


@clause("FLOOD-NET-14", "FLOOD-MIS-14")
@kernel
def walking_distance(b, radius, x0, y0, x1, y1):
    """Inches of the shortest way on foot between two places; FAR: there is none."""
    points = np.empty((MAX_POINTS, 2))
    n = shortest_way(b, radius, x0, y0, x1, y1, points)
    return length_of(points, n, x0, y0) if n > 0 else FAR


@kernel
def spot_at(points, n, x, y, inches):
    """The place so many inches along a way that begins at (x, y), on the lattice; its end if it is shorter."""
    gone = 0.0
    for k in range(n):
        leg = distance_of_points(x, y, points[k, 0], points[k, 1])
        if gone + leg >= inches and leg > 0.0:
            share = (inches - gone) / leg
            return Spot(1, snap(x + share * (points[k, 0] - x)), snap(y + share * (points[k, 1] - y)), float(inches))
        gone += leg
        x = points[k, 0]
        y = points[k, 1]
    return Spot(1, snap(x), snap(y), gone)
