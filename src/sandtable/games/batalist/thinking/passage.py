"""The way past the enemy to its edge: straight, or by one bend, past bases and over the best ground."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandtable.compiler.decorators import kernel
from sandtable.games.batalist.enums import Skill
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.reserves import ahead_of_edge
from sandtable.games.batalist.rules.speed import slowed_by_ground
from sandtable.games.batalist.rules.ways import is_base
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import Segment, distance_to_point
from sandtable.kernel.sweep import Box

BEYOND = 12.0
"""Steps beyond the edge that who is to leave by it is sent to."""

LANES = 30
"""Places along the edge for which ways are tried."""

BENDS = (6.0, 14.0, 24.0)
"""Steps ahead at which a way may bend; besides, it may go straight to the edge."""

ELBOW = 0.7
"""Steps that it keeps from other bases."""

BLOCKED = 14.0
"""Steps for which it goes round an enemy who stands in the way."""

IN_THE_WAY = 4.0
"""The same round a friend, who is likely to move off."""

SHUT = 60.0
"""The same round ground that nobody crosses."""


class Passage(NamedTuple):
    """A way to the enemy's edge: its first bend, where it ends, and how many steps it counts."""

    bend_x: float
    bend_y: float
    x: float
    y: float
    price: float


NO_WAY = Passage(0.0, 0.0, 0.0, 0.0, 0.0)


@kernel
def left_of_way(base, out):
    """Steps that are left of a way from where a base stands."""
    if (out.bend_y - base.y) * (out.y - base.y) > 0.0:
        rest = distance_of_points(out.bend_x, out.bend_y, out.x, out.y)
        return distance_to_point(base, out.bend_x, out.bend_y) + rest
    return distance_to_point(base, out.x, out.y)


@kernel
def part_within(leg, box):
    """The part, from 0 to 1, of a Segment that lies within an upright Box."""
    if max(leg.x0, leg.x1) <= box.x0 or min(leg.x0, leg.x1) >= box.x1:
        return 0.0
    if max(leg.y0, leg.y1) <= box.y0 or min(leg.y0, leg.y1) >= box.y1:
        return 0.0
    dx, dy = leg.x1 - leg.x0, leg.y1 - leg.y0
    start, end = 0.0, 1.0
    if abs(dx) < 1e-9:
        if leg.x0 <= box.x0 or leg.x0 >= box.x1:
            return 0.0
    else:
        a, c = (box.x0 - leg.x0) / dx, (box.x1 - leg.x0) / dx
        start, end = max(start, min(a, c)), min(end, max(a, c))
    if abs(dy) < 1e-9:
        if leg.y0 <= box.y0 or leg.y0 >= box.y1:
            return 0.0
    else:
        a, c = (box.y0 - leg.y0) / dy, (box.y1 - leg.y0) / dy
        start, end = max(start, min(a, c)), min(end, max(a, c))
    return max(end - start, 0.0)


@kernel
def price_of_leg(b, i, base, leg, left):
    """Steps that a leg, a Segment, counts for battalion ``i``: its length, slow ground, and who stands in it.

    It is not worked out further once it is more than ``left``.
    """
    dx, dy = leg.x1 - leg.x0, leg.y1 - leg.y0
    length = distance_of_points(0.0, 0.0, dx, dy)
    price = length
    along, across = (abs(dx) / length, abs(dy) / length) if length > 0.0 else (0.0, 1.0)
    wide = base.half_width * across + base.half_depth * along + ELBOW
    deep = base.half_width * along + base.half_depth * across + ELBOW
    if min(leg.x0, leg.x1) < wide - ELBOW or max(leg.x0, leg.x1) > b.width - wide + ELBOW:
        price += BLOCKED
    for k in range(b.terrain.n_features):
        feature = b.terrain.features[k]
        slow = slowed_by_ground(b, i, feature.kind)
        if slow != 1:
            box = Box(feature.x0 - wide, feature.y0 - deep, feature.x1 + wide, feature.y1 + deep)
            part = part_within(leg, box)
            if part > 0.0:
                price += SHUT if slow == 0 else (slow - 1) * part * length
                if price > left:
                    return price
    for j in range(b.n_figures):
        u = b.figures[j]
        if price > left:
            return price
        if j != i and is_base(u):
            east = 0.5 * (u.width * abs(u.fy) + u.depth * abs(u.fx)) + wide
            north = 0.5 * (u.width * abs(u.fx) + u.depth * abs(u.fy)) + deep
            if part_within(leg, Box(u.x - east, u.y - north, u.x + east, u.y + north)) > 0.0:
                price += IN_THE_WAY if u.side == b.figures[i].side else BLOCKED
    return price


@kernel
def price_of_bend(base, from_x, from_y, to_x, to_y):
    """What a wheel from one direction into another counts for a base."""
    one = distance_of_points(0.0, 0.0, from_x, from_y)
    other = distance_of_points(0.0, 0.0, to_x, to_y)
    if one == 0.0 or other == 0.0:
        return 0.0
    cosine = (from_x * to_x + from_y * to_y) / (one * other)
    return 2.0 * base.half_width * math.acos(min(max(cosine, -1.0), 1.0))


@kernel
def way_out(b, i, base):
    """The way by which battalion ``i``, standing so, comes past the enemy to the enemy's edge and over it."""
    ahead = ahead_of_edge(b, i)
    edge = b.height + BEYOND if ahead > 0.0 else -BEYOND
    best = Passage(base.x, edge, base.x, edge, math.inf)
    if has(b, i, Skill.FLYING):
        return Passage(best.x, edge, best.x, edge, abs(edge - base.y))
    for lane in range(-1, LANES):
        x = base.x if lane < 0 else (lane + 0.5) * b.width / LANES
        if x < base.half_width or x > b.width - base.half_width:
            continue
        for bend in range(len(BENDS) + 1):
            is_straight = bend == len(BENDS)
            y = edge if is_straight else base.y + ahead * BENDS[bend]
            if (lane < 0 and not is_straight) or (not is_straight and (edge - y) * ahead < BEYOND):
                continue
            length = distance_of_points(base.x, base.y, x, y) + abs(edge - y)
            if length >= best.price:
                continue
            price = price_of_bend(base, base.fx, base.fy, x - base.x, y - base.y)
            price += price_of_bend(base, x - base.x, y - base.y, 0.0, edge - y)
            if price + length >= best.price:
                continue
            price += price_of_leg(b, i, base, Segment(base.x, base.y, x, y), best.price - price)
            if not is_straight and price < best.price:
                price += price_of_leg(b, i, base, Segment(x, y, x, edge), best.price - price)
            if price < best.price:
                best = Passage(x, y, x, edge, price)
    return best
