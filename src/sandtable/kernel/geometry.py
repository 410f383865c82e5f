"""Bases as rectangles with a front: corners, facings, snapping, gaps and overlaps.

x grows to the east, y to the north; a base's place is its centre. A facing is a unit vector (fx, fy);
the hand to its right is (fy, -fx). Turns are clockwise. Lengths are in the game's own unit (inches).
"""

from __future__ import annotations

import math
from enum import IntEnum
from typing import NamedTuple

from sandtable.compiler.decorators import kernel

TOUCH = 0.01
"""Things no farther apart than this touch; bases overlap only if they penetrate by more than this.

Large against the lattice (corners placed on it are off by up to 0.0004), small against any base.
"""

LATTICE = 1 / 2048
"""Places are multiples of this after every displacement, so that replays end in the same bytes everywhere."""

PARALLEL = 0.01
"""Edges whose directions differ by less than this sine can lie along one another."""

_ROUND_PLACE = 1.5 * 2.0**52 * LATTICE  # adding and taking off this number leaves a multiple of LATTICE
_ROUND_FACING = 1.5 * 2.0**52 * 2.0**-40  # the same for multiples of 2**-40
_HUNDREDTH = math.pi / 18000.0  # of a degree
_EIGHTH = math.sqrt(2.0) - 1.0  # tangent of 22.5 degrees, the eighth of a half turn


class Base(NamedTuple):
    """A rectangle with a front: centre, facing (unit vector) and half its sides."""

    x: float
    y: float
    fx: float
    fy: float
    half_width: float  # along the front edge
    half_depth: float


class Point(NamedTuple):
    """A place, or a vector."""

    x: float
    y: float


class Segment(NamedTuple):
    """A straight line from (x0, y0) to (x1, y1)."""

    x0: float
    y0: float
    x1: float
    y1: float


class Edge(IntEnum):
    """The edges of a base clockwise from its front; edge e runs from corner e to corner e + 1."""

    FRONT = 0
    RIGHT = 1
    REAR = 2
    LEFT = 3


class Corner(IntEnum):
    """The corners of a base clockwise from its left front corner."""

    FRONT_LEFT = 0
    FRONT_RIGHT = 1
    REAR_RIGHT = 2
    REAR_LEFT = 3


# Making and moving bases


@kernel
def base_of(figure):
    """The base of any record with x, y, fx, fy, width and depth."""
    return Base(
        float(figure.x),
        float(figure.y),
        float(figure.fx),
        float(figure.fy),
        0.5 * float(figure.width),
        0.5 * float(figure.depth),
    )


@kernel
def placed(base, x, y, fx, fy):
    """The same base with its centre at (x, y), facing (fx, fy)."""
    return Base(float(x), float(y), float(fx), float(fy), base.half_width, base.half_depth)


@kernel
def shifted(base, dx, dy):
    """The same base displaced by (dx, dy), facing kept."""
    return Base(base.x + dx, base.y + dy, base.fx, base.fy, base.half_width, base.half_depth)


@kernel
def ahead(base, distance):
    """The same base ``distance`` straight to its front (negative: straight back)."""
    return shifted(base, base.fx * distance, base.fy * distance)


@kernel
def corner(base, which):
    """The place of one ``Corner``."""
    forward = base.half_depth
    right = base.half_width
    if which == Corner.REAR_RIGHT or which == Corner.REAR_LEFT:
        forward = -forward
    if which == Corner.FRONT_LEFT or which == Corner.REAR_LEFT:
        right = -right
    return Point(
        base.x + base.fx * forward + base.fy * right,
        base.y + base.fy * forward - base.fx * right,
    )


@kernel
def edge_middle(base, edge):
    """The middle of one ``Edge``."""
    if edge == Edge.FRONT:
        return Point(base.x + base.fx * base.half_depth, base.y + base.fy * base.half_depth)
    if edge == Edge.RIGHT:
        return Point(base.x + base.fy * base.half_width, base.y - base.fx * base.half_width)
    if edge == Edge.REAR:
        return Point(base.x - base.fx * base.half_depth, base.y - base.fy * base.half_depth)
    return Point(base.x - base.fy * base.half_width, base.y + base.fx * base.half_width)


@kernel
def is_west_of(one, other):
    """Of two with x and y the first lies farther west, or as far and farther south: who comes first in any order."""
    return (one.x, one.y) < (other.x, other.y)


# The lattices of places and facings


@kernel
def snap(v):
    """The multiple of LATTICE nearest to ``v``; mirror images snap to mirror images. NaN stays NaN."""
    return (v + _ROUND_PLACE) - _ROUND_PLACE


@kernel
def snapped(base):
    """The base with its centre on the lattice; its facing is left as it is."""
    return Base(snap(base.x), snap(base.y), base.fx, base.fy, base.half_width, base.half_depth)


@kernel
def _cos_sin(angle):
    """Cosine and sine of an angle from 0 to pi / 4, from sums and products alone.

    The system's own functions differ in the last bit between machines; these do not.
    """
    square = angle * angle
    cosine = 1.0
    sine = 1.0
    for k in range(9, 0, -1):
        cosine = 1.0 - square * (1.0 / ((2 * k - 1) * (2 * k))) * cosine
        sine = 1.0 - square * (1.0 / ((2 * k) * (2 * k + 1))) * sine
    return cosine, angle * sine


@kernel
def _arctan(ratio):
    """Arc tangent of a ratio from 0 to 1, in radians, from the four operations alone; to one part in a billion."""
    start = 0.0
    t = ratio
    if ratio > 0.66817863791929892:  # tan 33.75 degrees: beyond it, measure from 45 degrees
        start = 0.25 * math.pi
        t = (ratio - 1.0) / (ratio + 1.0)
    elif ratio > 0.19891236737965800:  # tan 11.25 degrees: beyond it, measure from 22.5 degrees
        start = 0.125 * math.pi
        t = (ratio - _EIGHTH) / (1.0 + ratio * _EIGHTH)
    square = t * t
    total = 0.0
    for k in range(8, -1, -1):
        total = 1.0 / (2 * k + 1) - square * total
    return start + t * total


@kernel
def _facing_of_hundredths(hundredths):
    """The facing so many hundredths of a degree clockwise from north (0 to 35999)."""
    quarters = hundredths // 9000
    rest = hundredths - 9000 * quarters
    if rest <= 4500:
        cosine, sine = _cos_sin(rest * _HUNDREDTH)
    else:
        sine, cosine = _cos_sin((9000 - rest) * _HUNDREDTH)
    fx = (sine + _ROUND_FACING) - _ROUND_FACING
    fy = (cosine + _ROUND_FACING) - _ROUND_FACING
    return quarter_turned(fx, fy, quarters)


@kernel
def _hundredths_of_facing(fx, fy):
    """Hundredths of a degree (0 to 35999) clockwise from north nearest to the direction of (fx, fy)."""
    east = abs(fx)
    north = abs(fy)
    if not (east + north > 0.0 and east + north < math.inf):  # no direction, or no numbers
        return 0
    if east <= north:
        angle = _arctan(east / north)
    else:
        angle = 0.5 * math.pi - _arctan(north / east)
    rest = math.floor(angle / _HUNDREDTH + 0.5)
    if fy < 0.0:
        rest = 18000 - rest
    if fx < 0.0 and rest > 0:
        rest = 36000 - rest
    return rest


@kernel
def quarter_turned(fx, fy, quarters):
    """The vector turned clockwise by so many quarter turns (any integer), exactly."""
    q = quarters % 4
    if q == 0:
        return Point(fx, fy)
    if q == 1:
        return Point(fy, 0.0 - fx)  # 0.0 - v, not -v: a negative zero would change the battle's bytes
    if q == 2:
        return Point(0.0 - fx, 0.0 - fy)
    return Point(0.0 - fy, fx)


@kernel
def facing_of_degrees(degrees):
    """The facing ``degrees`` clockwise from north, rounded to a hundredth of a degree; north for NaN.

    Components are multiples of 2**-40 and the lattice is closed under quarter turns.
    """
    turns = degrees / 360.0
    if not abs(turns) < 1e9:
        return Point(0.0, 1.0)
    hundredths = math.floor(degrees * 100.0 + 0.5) % 36000
    return _facing_of_hundredths(hundredths)


@kernel
def degrees_of_facing(fx, fy):
    """Degrees clockwise from north, in [0, 360), to two decimals; 0 for no direction."""
    return _hundredths_of_facing(fx, fy) / 100.0


@kernel
def snap_facing(vx, vy):
    """The facing of the lattice nearest to the direction of any vector; north for none."""
    return _facing_of_hundredths(_hundredths_of_facing(vx, vy))


@kernel
def turned(fx, fy, degrees):
    """The facing turned clockwise by ``degrees``, on the lattice of facings."""
    return facing_of_degrees(degrees_of_facing(fx, fy) + degrees)


@kernel
def turn_between(start, end):
    """How far a base turns, in degrees clockwise, the shorter way round: over -180 to 180."""
    return shorter_way(degrees_of_facing(end.fx, end.fy) - degrees_of_facing(start.fx, start.fy))


@kernel
def shorter_way(turn):
    """The same turn the shorter way round, in whole hundredths of a degree."""
    turn = math.floor(100.0 * turn + 0.5) / 100.0
    if turn > 180.0:
        return turn - 360.0
    if turn <= -180.0:
        return turn + 360.0
    return turn


@kernel
def angle_between(one, other):
    """Degrees between two directions, each in degrees from 0 to 360: 0 to 180.

    Remainders of floats (``%``) are slow: they took a seventh of the time of listing moves in Pursuit.
    """
    turn = one - other + 180.0
    if turn < 0.0:
        turn += 360.0
    elif turn >= 360.0:
        turn -= 360.0
    return abs(turn - 180.0)


# Distances


@kernel
def touch_to_zero(distance):
    """A gap is 0 when the two touch."""
    return distance if distance > TOUCH else 0.0


@kernel
def distance_to_point(base, x, y):
    """Exact distance from the rectangle to a point, not rounded to 0 on touching; 0 inside."""
    ex = x - base.x
    ey = y - base.y
    along = max(abs(ex * base.fx + ey * base.fy) - base.half_depth, 0.0)
    across = max(abs(ex * base.fy - ey * base.fx) - base.half_width, 0.0)
    return math.sqrt(along * along + across * across)


@kernel
def _closer(best, along, across, half_depth, half_width):
    """The smaller of ``best`` and the squared distance of a local point from the rectangle."""
    u = max(abs(along) - half_depth, 0.0)
    v = max(abs(across) - half_width, 0.0)
    return min(best, u * u + v * v)


@kernel
def distance_between(a, b):
    """Exact distance between two rectangles, not rounded to 0 on touching; 0 when they meet."""
    ex = b.x - a.x
    ey = b.y - a.y
    c = a.fx * b.fx + a.fy * b.fy
    s = a.fx * b.fy - a.fy * b.fx
    ac = abs(c)
    as_ = abs(s)
    along = ex * a.fx + ey * a.fy
    across = ex * a.fy - ey * a.fx
    u = max(abs(along) - (a.half_depth + b.half_depth * ac + b.half_width * as_), 0.0)
    v = max(abs(across) - (a.half_width + b.half_width * ac + b.half_depth * as_), 0.0)
    if s == 0.0 or c == 0.0:
        return math.sqrt(u * u + v * v)
    along_b = -(ex * b.fx + ey * b.fy)
    across_b = -(ex * b.fy - ey * b.fx)
    if (
        u == 0.0
        and v == 0.0
        and abs(along_b) <= b.half_depth + a.half_depth * ac + a.half_width * as_
        and abs(across_b) <= b.half_width + a.half_width * ac + a.half_depth * as_
    ):
        return 0.0
    best = math.inf
    for corner_sign in range(4):
        forward = 1.0 if corner_sign < 2 else -1.0
        right = 1.0 if corner_sign % 2 == 0 else -1.0
        d = b.half_depth * forward
        w = b.half_width * right
        best = _closer(best, along + d * c + w * s, across - d * s + w * c, a.half_depth, a.half_width)
        d = a.half_depth * forward
        w = a.half_width * right
        best = _closer(best, along_b + d * c - w * s, across_b + d * s + w * c, b.half_depth, b.half_width)
    return math.sqrt(best)


@kernel
def gap(a, b):
    """Shortest distance between two bases; 0 if they touch or overlap."""
    return touch_to_zero(distance_between(a, b))


@kernel
def point_to_segment(x, y, x0, y0, x1, y1):
    """The point of the segment nearest to (x, y)."""
    dx = x1 - x0
    dy = y1 - y0
    square = dx * dx + dy * dy
    if square == 0.0:
        return Point(x0, y0)
    t = min(max(((x - x0) * dx + (y - y0) * dy) / square, 0.0), 1.0)
    return Point(x0 + t * dx, y0 + t * dy)


@kernel
def _clip(t0, t1, p, v, half):
    """The part of the time from t0 to t1 during which abs(p + v t) < half; t0 >= t1 when there is none."""
    if v == 0.0:
        if abs(p) >= half:
            return 1.0, 0.0
        return t0, t1
    enter = (-half - p) / v
    leave = (half - p) / v
    if v < 0.0:
        enter, leave = leave, enter
    return max(t0, enter), min(t1, leave)


@kernel
def _time_inside(base, x0, y0, x1, y1, depth):
    """From when to when, of 0 to 1, a segment is farther than ``depth`` inside the base's edges; t0 >= t1: never."""
    ex = x0 - base.x
    ey = y0 - base.y
    dx = x1 - x0
    dy = y1 - y0
    t0, t1 = _clip(0.0, 1.0, ex * base.fx + ey * base.fy, dx * base.fx + dy * base.fy, base.half_depth - depth)
    return _clip(t0, t1, ex * base.fy - ey * base.fx, dx * base.fy - dy * base.fx, base.half_width - depth)


@kernel
def segment_enters(base, x0, y0, x1, y1, depth):
    """The segment passes through the base farther than ``depth`` inside its edges."""
    t0, t1 = _time_inside(base, x0, y0, x1, y1, depth)
    return t0 < t1


@kernel
def distance_to_segment(base, x0, y0, x1, y1):
    """Exact distance from the rectangle to a segment; 0 when they meet."""
    if segment_enters(base, x0, y0, x1, y1, 0.0):
        return 0.0
    best = min(distance_to_point(base, x0, y0), distance_to_point(base, x1, y1))
    for which in range(4):
        tip = corner(base, which)
        foot = point_to_segment(tip.x, tip.y, x0, y0, x1, y1)
        dx = tip.x - foot.x
        dy = tip.y - foot.y
        best = min(best, math.sqrt(dx * dx + dy * dy))
    return best


@kernel
def gap_to_segment(base, x0, y0, x1, y1):
    """Shortest distance from a base to a segment; 0 if they touch."""
    return touch_to_zero(distance_to_segment(base, x0, y0, x1, y1))


@kernel
def rectangle(x0, y0, x1, y1):
    """The rectangle with these opposite corners as a base facing north."""
    return Base(0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.0, 1.0, 0.5 * abs(x1 - x0), 0.5 * abs(y1 - y0))


@kernel
def gap_to_rectangle(base, x0, y0, x1, y1):
    """Shortest distance from a base to a rectangle whose sides run north and east; 0 if they touch."""
    return gap(base, rectangle(x0, y0, x1, y1))


@kernel
def nearest_on_base(base, x, y):
    """The point of the base nearest to (x, y): the point itself when inside."""
    ex = x - base.x
    ey = y - base.y
    along = min(max(ex * base.fx + ey * base.fy, -base.half_depth), base.half_depth)
    across = min(max(ex * base.fy - ey * base.fx, -base.half_width), base.half_width)
    return Point(base.x + base.fx * along + base.fy * across, base.y + base.fy * along - base.fx * across)


@kernel
def nearest_points(a, b):
    """The shortest segment from ``a`` to ``b``; when they meet, a segment of no length where they do."""
    best = math.inf
    x0 = a.x
    y0 = a.y
    x1 = b.x
    y1 = b.y
    for which in range(4):
        tip = corner(b, which)
        foot = nearest_on_base(a, tip.x, tip.y)
        square = (tip.x - foot.x) * (tip.x - foot.x) + (tip.y - foot.y) * (tip.y - foot.y)
        if square < best:
            best = square
            x0, y0, x1, y1 = foot.x, foot.y, tip.x, tip.y
        tip = corner(a, which)
        foot = nearest_on_base(b, tip.x, tip.y)
        square = (tip.x - foot.x) * (tip.x - foot.x) + (tip.y - foot.y) * (tip.y - foot.y)
        if square < best:
            best = square
            x0, y0, x1, y1 = tip.x, tip.y, foot.x, foot.y
    if best > 0.0 and distance_between(a, b) == 0.0:
        # They cross without a corner of one inside the other: an edge of a runs through b.
        for which in range(4):
            p = corner(a, which)
            q = corner(a, (which + 1) % 4)
            t0, t1 = _time_inside(b, p.x, p.y, q.x, q.y, 0.0)
            if t0 < t1:
                t = 0.5 * (t0 + t1)
                x0 = p.x + (q.x - p.x) * t
                y0 = p.y + (q.y - p.y) * t
                x1 = x0
                y1 = y0
    return Segment(x0, y0, x1, y1)


# Overlaps


@kernel
def overlap(a, b):
    """The bases penetrate one another by more than TOUCH."""
    ex = b.x - a.x
    ey = b.y - a.y
    reach = (
        a.half_width * a.half_width
        + a.half_depth * a.half_depth
        + b.half_width * b.half_width
        + b.half_depth * b.half_depth
    )
    if ex * ex + ey * ey >= 2.0 * reach:  # 2 (p² + q²) is never less than (p + q)²: no square root needed
        return False
    c = abs(a.fx * b.fx + a.fy * b.fy)
    s = abs(a.fx * b.fy - a.fy * b.fx)
    if abs(ex * a.fx + ey * a.fy) >= a.half_depth + b.half_depth * c + b.half_width * s - TOUCH:
        return False
    if abs(ex * a.fy - ey * a.fx) >= a.half_width + b.half_width * c + b.half_depth * s - TOUCH:
        return False
    if abs(ex * b.fx + ey * b.fy) >= b.half_depth + a.half_depth * c + a.half_width * s - TOUCH:
        return False
    return abs(ex * b.fy - ey * b.fx) < b.half_width + a.half_width * c + a.half_depth * s - TOUCH


@kernel
def contains_point(base, x, y):
    """The base covers or touches the point."""
    return distance_to_point(base, x, y) <= TOUCH


@kernel
def is_inside_rectangle(base, x0, y0, x1, y1):
    """The whole base lies inside the rectangle with corners (x0, y0) and (x1, y1); touching its border is inside."""
    east = base.half_depth * abs(base.fx) + base.half_width * abs(base.fy) - TOUCH
    north = base.half_depth * abs(base.fy) + base.half_width * abs(base.fx) - TOUCH
    return base.x - east >= x0 and base.x + east <= x1 and base.y - north >= y0 and base.y + north <= y1
