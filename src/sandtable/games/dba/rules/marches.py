"""MARCHES: how a move carries bases, row by row: straight displacements, wheels and turns; how long it is.

A way is a list of rows, ``f8[n, 6]``: (GO, dx, dy) straight, (WHEEL, px, py, degrees clockwise, cosine, sine) about a
pivot, (TURN, fx, fy) on the spot. Every mover has its own rows.

Rulings where the rulebook is silent (DBA-MOVE-7, WAD-MEAS-2):

- An element that turns does so in one of its straight parts, the one that suits it: it goes that part as it faced
  before or as it faces after, or swings in one arc from its start to its end. Turning on the spot sweeps nothing.
- Under ``measure = path`` a turn adds the way of the front corner on the spot to the straight parts.
- No wheel is of more than half a turn, because a wheel is measured by its chord.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.rules.groups import Front
from sandtable.games.dba.switches import Measure, MeasureCorners, WheelMeasure
from sandtable.kernel.geometry import (
    Base,
    Point,
    base_of,
    corner,
    degrees_of_facing,
    facing_of_degrees,
    placed,
    shorter_way,
    snap,
    turned,
)
from sandtable.kernel.records import Path
from sandtable.kernel.wheeling import turned_about

GO = 0.0
WHEEL = 1.0
TURN = 2.0

MAX_ROWS = 64
MAX_POSES = 512
POSE_STEP = 4.0
"""Paces of front-corner travel between two looks at a mover on its way: 1 mm in the 15 mm scale (WAD-RES-5)."""

BENDS = 0
EVERY_STEP = 1
"""How much of a way is noted as poses: where it bends and each step of a turn, or each step of straight parts too."""

FIT = 0.05
"""Paces by which the end of a march may be off from where its legs lead."""

UNTURNED = 0.99999999
"""Cosine above which an element ends facing as it started."""

MOST_WHEEL = 180.0


class Way(NamedTuple):
    """Where a move takes its leader."""

    start: Base
    end: Base  # on the lattices of places and facings
    is_turned: Any  # bool
    degrees: Any  # how far it turns, clockwise, over -180 to 180


@kernel
def way_of(b, action):
    """The Way that the action describes; its end is put on the lattices."""
    start = base_of(b.figures[action.actors[0]])
    cosine = action.fx * start.fx + action.fy * start.fy
    sine = action.fx * start.fy - action.fy * start.fx
    if cosine > 0.0 and abs(sine) <= 2e-5 * cosine:  # a thousandth of a degree: it faces as before
        return Way(
            start, placed(start, snap(action.x), snap(action.y), start.fx, start.fy), is_turned=False, degrees=0.0
        )
    towards = degrees_of_facing(action.fx, action.fy)
    facing = facing_of_degrees(towards)
    if facing.x * start.fx + facing.y * start.fy > UNTURNED:
        return Way(
            start, placed(start, snap(action.x), snap(action.y), start.fx, start.fy), is_turned=False, degrees=0.0
        )
    end = placed(start, snap(action.x), snap(action.y), facing.x, facing.y)
    return Way(start, end, is_turned=True, degrees=shorter_way(towards - degrees_of_facing(start.fx, start.fy)))


@kernel
def way_turned(b, action, degrees):
    """The Way of an action known to face ``degrees`` clockwise (over -180 to 180) of its leader, on the lattice."""
    start = base_of(b.figures[action.actors[0]])
    end = placed(start, snap(action.x), snap(action.y), action.fx, action.fy)
    return Way(start, end, degrees != 0.0, degrees)


@kernel
def end_of(b, way, i):
    """The base of element ``i`` at the end of a move in which its group keeps its formation."""
    base = base_of(b.figures[i])
    dx = base.x - way.start.x
    dy = base.y - way.start.y
    if not way.is_turned:
        return placed(base, snap(way.end.x + dx), snap(way.end.y + dy), base.fx, base.fy)
    forward = dx * way.start.fx + dy * way.start.fy
    aside = dx * way.start.fy - dy * way.start.fx
    return _seen_from(base, way.end.x, way.end.y, way.end.fx, way.end.fy, forward, aside)


@kernel
def _seen_from(base, x, y, fx, fy, forward, aside):
    """The base that is so far ahead and to the right of (x, y) for one who faces (fx, fy); it faces so too."""
    return placed(base, snap(x + fx * forward + fy * aside), snap(y + fy * forward - fx * aside), fx, fy)


# Rows


@kernel
def set_row(rows, n, kind, x, y, degrees):
    """Write row ``n``; returns the number of rows then. What finds no room is left out."""
    if n >= len(rows):
        return n
    rows[n, 0] = kind
    rows[n, 1] = x
    rows[n, 2] = y
    rows[n, 3] = degrees
    if kind == WHEEL:
        turn = facing_of_degrees(degrees)
        rows[n, 4] = turn.y
        rows[n, 5] = turn.x
    return n + 1


class Step(NamedTuple):
    """A small turn, clockwise, from the four operations alone: the same on every machine."""

    c: float
    s: float


@kernel
def small_turn(degrees, steps):
    """One of so many equal parts of a turn; all of them together miss it by less than a fiftieth of a degree."""
    half = degrees * (math.pi / 360.0) / steps
    scale = 1.0 / (1.0 + half * half)
    return Step((1.0 - half * half) * scale, 2.0 * half * scale)


@kernel
def stepped(base, px, py, step):
    """The base turned by a small step about (px, py), off the lattices."""
    return turned_about(base, px, py, step.c, step.s)


@kernel
def swung(base, px, py, degrees):
    """The base wheeled clockwise about (px, py), its facing on the lattice, its place off it."""
    turn = facing_of_degrees(degrees)
    there = turned_about(base, px, py, turn.y, turn.x)
    facing = turned(base.fx, base.fy, degrees)
    return placed(there, there.x, there.y, facing.x, facing.y)


@kernel
def after_row(base, rows, k):
    """Where row ``k`` takes the base, off the lattices."""
    kind = rows[k, 0]
    if kind == WHEEL:
        return turned_about(base, rows[k, 1], rows[k, 2], rows[k, 4], rows[k, 5])
    if kind == TURN:
        return placed(base, base.x, base.y, rows[k, 1], rows[k, 2])
    return Base(base.x + rows[k, 1], base.y + rows[k, 2], base.fx, base.fy, base.half_width, base.half_depth)


# Single elements


@kernel
def n_parts(action):
    """Straight parts of a single element's move."""
    return action.n_via + 1 if action.path == Path.VIA else 1


@kernel
def _place_after(action, way, part):
    """Where the mover's centre is after so many straight parts."""
    if part == 0:
        return Point(way.start.x, way.start.y)
    if part == n_parts(action):
        return Point(way.end.x, way.end.y)
    return Point(float(action.via[part - 1, 0]), float(action.via[part - 1, 1]))


@kernel
def n_manners(action, way):
    """In how many manners a single element may go its way: which part it turns in, and when; an arc is the last."""
    if not way.is_turned:
        return 1
    if action.path == Path.STRAIGHT and way.end.x == way.start.x and way.end.y == way.start.y:
        return 1  # on the spot: that sweeps nothing, whenever it turns
    return 2 * n_parts(action) + (1 if action.path == Path.STRAIGHT else 0)


GO_FIRST = 0
TURN_FIRST = 1
"""Manners of a mover that turns on the spot: where it ends, or before it goes."""


@kernel
def is_arc(action, manner):
    """In this manner the element swings from start to end in one arc."""
    return manner == 2 * n_parts(action)


@kernel
def arc_pivot(way):
    """The point about which one turn carries the start of the way to its end."""
    # The pivot lies on the middle line between the two centres, at distance half / tan(turn / 2) from between them.
    dx = way.end.x - way.start.x
    dy = way.end.y - way.start.y
    cosine = way.end.fx * way.start.fx + way.end.fy * way.start.fy
    sine = way.end.fx * way.start.fy - way.end.fy * way.start.fx  # positive: clockwise
    # tan(turn / 2) = sine / (1 + cosine) = (1 - cosine) / sine
    per = 0.0
    if abs(sine) > 1e-9:
        per = 0.5 * (1.0 + cosine) / sine
    return Point(way.start.x + 0.5 * dx + per * dy, way.start.y + 0.5 * dy - per * dx)


@kernel
def rows_of_single(action, way, manner, rows):
    """Fill ``rows`` for a single element that goes in this manner; returns how many."""
    if way.is_turned and is_arc(action, manner):
        pivot = arc_pivot(way)
        return set_row(rows, 0, WHEEL, pivot.x, pivot.y, way.degrees)
    n = 0
    part_of_turn = manner // 2
    for part in range(n_parts(action)):
        p = _place_after(action, way, part)
        q = _place_after(action, way, part + 1)
        turns = way.is_turned and part == part_of_turn
        if turns and manner % 2 == 1:
            n = set_row(rows, n, TURN, way.end.fx, way.end.fy, 0.0)
        n = set_row(rows, n, GO, q.x - p.x, q.y - p.y, 0.0)
        if turns and manner % 2 == 0:
            n = set_row(rows, n, TURN, way.end.fx, way.end.fy, 0.0)
    return n


@kernel
def _square(p, q):
    """The square of the distance of two points."""
    return (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y)


@kernel
def _distance(p, q):
    """Paces between two points."""
    return math.sqrt(_square(p, q))


@clause("WAD-MEAS-1", "WAD-MEAS-3", "DBA-MOVE-6")
@kernel
def corner_travel(base, end, corners):
    """The longest of the straight distances that the corners (a MeasureCorners) of a base cover."""
    longest = max(_square(corner(base, 0), corner(end, 0)), _square(corner(base, 1), corner(end, 1)))
    if corners == MeasureCorners.ALL:
        longest = max(longest, _square(corner(base, 2), corner(end, 2)))
        longest = max(longest, _square(corner(base, 3), corner(end, 3)))
    return math.sqrt(longest)


@kernel
def _turn_on_the_spot(b, base, degrees):
    """What turning about its middle adds for the front corner, by chord or arc."""
    radius = math.sqrt(base.half_width * base.half_width + base.half_depth * base.half_depth)
    return wheel_length(b, radius, degrees)


@clause("WAD-MEAS-4", "DBA-MOVE-6")
@kernel
def wheel_length(b, radius, degrees):
    """How long a wheel is for a corner at this radius: its chord, or its arc under ``wheel_measure = arc``."""
    if b.options.wheel_measure == WheelMeasure.ARC:
        return radius * abs(degrees) * (math.pi / 180.0)
    half = facing_of_degrees(0.5 * abs(degrees))
    return 2.0 * radius * half.x


@clause("WAD-MEAS-1", "WAD-MEAS-2", "DBA-MOVE-7")
@kernel
def length_of_single(b, action, way, manner):
    """How long a single element's move is: its straight parts, the turn measured in the part where it turns."""
    corners = b.options.measure_corners
    if not way.is_turned:
        if action.path != Path.VIA:
            dx = way.end.x - way.start.x
            dy = way.end.y - way.start.y
            return math.sqrt(dx * dx + dy * dy)
    elif action.path != Path.VIA and b.options.measure == Measure.DISPLACEMENT:
        return corner_travel(way.start, way.end, corners)
    length = 0.0
    for part in range(n_parts(action)):
        p = _place_after(action, way, part)
        q = _place_after(action, way, part + 1)
        if way.is_turned and part == manner // 2 and b.options.measure == Measure.DISPLACEMENT:
            before = placed(way.start, p.x, p.y, way.start.fx, way.start.fy)
            after = placed(way.start, q.x, q.y, way.end.fx, way.end.fy)
            length += corner_travel(before, after, corners)
        else:
            length += _distance(p, q)
    if way.is_turned and b.options.measure == Measure.PATH:
        length += _turn_on_the_spot(b, way.start, way.degrees)
    return length


# Groups, and single elements that march


@clause("DBA-GROUP-5")
@kernel
def one_wheel(way, front, legs):
    """Solve "ahead, one wheel, ahead" for the end of the way into ``legs`` (f8[n, 2]); returns how many.

    A clockwise turn goes about the right end of the front rank, an anticlockwise turn about the left. What comes
    out negative is no march; ``judge`` refuses it.
    """
    start = way.start
    end = way.end
    n = 2 if way.is_turned else 1
    legs[0, 1] = way.degrees
    cross = start.fx * end.fy - start.fy * end.fx
    if not way.is_turned:
        legs[0, 0] = (end.x - start.x) * start.fx + (end.y - start.y) * start.fy
        legs[0, 1] = 0.0
    elif abs(cross) < 1e-6:
        _half_turn(way, front, legs)
    else:
        gone = _way_of_pivot(way, front, way.degrees)
        legs[0, 0] = (gone.x * end.fy - gone.y * end.fx) / cross
        legs[1, 0] = (start.fx * gone.y - start.fy * gone.x) / cross
        legs[1, 1] = 0.0
    for k in range(n):
        if abs(legs[k, 0]) <= FIT:
            legs[k, 0] = 0.0
    return n


@kernel
def _way_of_pivot(way, front, degrees):
    """How far the end of the front rank about which a group wheels so is from where it is in the end, as a Point."""
    before = pivot_of(way.start, front, degrees)
    after = pivot_of(way.end, front, degrees)
    return Point(after.x - before.x, after.y - before.y)


@kernel
def _half_turn(way, front, legs):
    """The legs of a march that ends facing about: the shortest, by the hand that leads to its end if one does."""
    start = way.start
    for hand in (1.0, -1.0):
        gone = _way_of_pivot(way, front, hand)
        along = gone.x * start.fx + gone.y * start.fy
        legs[0, 0] = max(along, 0.0)
        legs[0, 1] = hand * MOST_WHEEL
        legs[1, 0] = max(-along, 0.0)
        legs[1, 1] = 0.0
        if abs(gone.x * start.fy - gone.y * start.fx) <= FIT:
            return


@kernel
def legs_of(action, way, front, legs):
    """The legs of a march in order into ``legs``: those the action names, or the one wheel that leads to its end."""
    if action.path == Path.STRAIGHT:
        return one_wheel(way, front, legs)
    n = action.n_via
    for k in range(n):
        legs[k, 0] = action.via[k, 0]
        legs[k, 1] = action.via[k, 1]
    return n


@kernel
def pivot_of(leader, front, degrees):
    """The end of the front rank about which a group wheels whose leader stands so."""
    aside = front.right if degrees > 0.0 else front.left
    return Point(
        leader.x + leader.fx * front.level + leader.fy * aside,
        leader.y + leader.fy * front.level - leader.fx * aside,
    )


@clause("DBA-GROUP-5")
@kernel
def where_legs_lead(start, front, legs, n):
    """The leader's base after these legs, off the lattice of places."""
    base = start
    for k in range(n):
        base = Base(
            base.x + base.fx * legs[k, 0],
            base.y + base.fy * legs[k, 0],
            base.fx,
            base.fy,
            base.half_width,
            base.half_depth,
        )
        if legs[k, 1] != 0.0:
            pivot = pivot_of(base, front, legs[k, 1])
            base = swung(base, pivot.x, pivot.y, legs[k, 1])
    return base


@kernel
def rows_of_march(start, end, front, legs, n, rows):
    """Rows of a march by legs that ends at ``end``, for every actor alike; returns how many.

    The last straight displacement takes up what remains to the end: rounding, or a slide.
    """
    base = start
    count = 0
    for k in range(n):
        is_last = k == n - 1 and legs[k, 1] == 0.0
        if not is_last and legs[k, 0] != 0.0:
            count = set_row(rows, count, GO, base.fx * legs[k, 0], base.fy * legs[k, 0], 0.0)
            base = after_row(base, rows, count - 1)
        if legs[k, 1] != 0.0:
            pivot = pivot_of(base, front, legs[k, 1])
            count = set_row(rows, count, WHEEL, pivot.x, pivot.y, legs[k, 1])
            base = after_row(base, rows, count - 1)
    if abs(end.x - base.x) > FIT or abs(end.y - base.y) > FIT:
        count = set_row(rows, count, GO, end.x - base.x, end.y - base.y, 0.0)
    return count


@kernel
def reach_of_base(base, px, py, corners):
    """The distance from a pivot of the farthest measured corner of a base."""
    point = Point(px, py)
    farthest = max(_distance(corner(base, 0), point), _distance(corner(base, 1), point))
    if corners == MeasureCorners.ALL:
        farthest = max(farthest, _distance(corner(base, 2), point))
        farthest = max(farthest, _distance(corner(base, 3), point))
    return farthest


@clause("WAD-MEAS-4", "DBA-GROUP-8", "DBA-CONTACT-5")
@kernel
def length_of_rows(b, base, rows, n):
    """How long these rows are for a base: straight parts, and wheels by the measured corner farthest from the pivot.

    A slide is part of its straight part, measured from corner to corner; under ``measure = path`` it adds.
    """
    corners = b.options.measure_corners
    length = 0.0
    for k in range(n):
        if rows[k, 0] == WHEEL:
            radius = reach_of_base(base, rows[k, 1], rows[k, 2], corners)
            if b.options.wheel_measure == WheelMeasure.ARC:
                length += wheel_length(b, radius, rows[k, 3])
            else:  # the same chord, from the cosine at hand
                length += radius * math.sqrt(max(2.0 - 2.0 * rows[k, 4], 0.0))
        elif rows[k, 0] == GO:
            if b.options.measure == Measure.DISPLACEMENT:
                length += math.sqrt(rows[k, 1] * rows[k, 1] + rows[k, 2] * rows[k, 2])
            else:
                length += abs(rows[k, 1] * base.fx + rows[k, 2] * base.fy)
                length += abs(rows[k, 1] * base.fy - rows[k, 2] * base.fx)
        base = after_row(base, rows, k)
    return length


# Looks on the way


@kernel
def _note_pose(poses, n, x, y, fx, fy):
    """Write one pose; the last place is kept for the end of the way."""
    if n >= MAX_POSES:
        n = MAX_POSES - 1
    poses[n, 0] = x
    poses[n, 1] = y
    poses[n, 2] = fx
    poses[n, 3] = fy
    return n + 1


@clause("WAD-RES-5")
@kernel
def poses_of_rows(base, rows, n, end, detail, poses):
    """Fill ``poses`` (f8[m, 4]: x, y, fx, fy) with the base on its way, start and end included; returns how many.

    ``detail``: BENDS or EVERY_STEP.
    """
    count = _note_pose(poses, 0, base.x, base.y, base.fx, base.fy)
    for k in range(n):
        if rows[k, 0] == WHEEL:
            radius = reach_of_base(base, rows[k, 1], rows[k, 2], MeasureCorners.FRONT)
            travel = radius * abs(rows[k, 3]) * (math.pi / 180.0)
            steps = int(travel / POSE_STEP) + 1
            turn = small_turn(rows[k, 3], steps)
            here = base
            for _ in range(1, steps):
                here = stepped(here, rows[k, 1], rows[k, 2], turn)
                count = _note_pose(poses, count, here.x, here.y, here.fx, here.fy)
        elif rows[k, 0] == GO and detail == EVERY_STEP:
            travel = math.sqrt(rows[k, 1] * rows[k, 1] + rows[k, 2] * rows[k, 2])
            steps = int(travel / POSE_STEP) + 1
            for step in range(1, steps):
                share = step / steps
                x = base.x + share * rows[k, 1]
                y = base.y + share * rows[k, 2]
                count = _note_pose(poses, count, x, y, base.fx, base.fy)
        base = after_row(base, rows, k)
        count = _note_pose(poses, count, base.x, base.y, base.fx, base.fy)
    _set_end(poses, count, end)
    return count


@kernel
def _set_end(poses, n, end):
    """The last pose is the end, exactly."""
    poses[n - 1, 0] = end.x
    poses[n - 1, 1] = end.y
    poses[n - 1, 2] = end.fx
    poses[n - 1, 3] = end.fy


@clause("WAD-MEAS-2", "WAD-RES-5")
@kernel
def poses_of_single(action, way, manner, rows, n_rows, detail, poses):
    """The same for a single element: in the part where it turns, its front's middle goes straight while it turns."""
    if not way.is_turned or is_arc(action, manner):
        return poses_of_rows(way.start, rows, n_rows, way.end, detail, poses)
    start = way.start
    count = _note_pose(poses, 0, start.x, start.y, start.fx, start.fy)
    fx = start.fx
    fy = start.fy
    out = start.half_depth
    for part in range(n_parts(action)):
        p = _place_after(action, way, part)
        q = _place_after(action, way, part + 1)
        turns = part == manner // 2
        gx = way.end.fx if turns else fx
        gy = way.end.fy if turns else fy
        mx = p.x + fx * out
        my = p.y + fy * out
        dx = q.x + gx * out - mx
        dy = q.y + gy * out - my
        travel = math.sqrt(dx * dx + dy * dy) if turns or detail == EVERY_STEP else 0.0
        if turns:
            travel += start.half_width * abs(way.degrees) * (math.pi / 180.0)
        steps = int(travel / POSE_STEP) + 1
        turn = small_turn(way.degrees if turns else 0.0, steps)
        hx = fx
        hy = fy
        for step in range(1, steps + 1):
            share = step / steps
            tx = turn.c * hx + turn.s * hy
            hy = turn.c * hy - turn.s * hx
            hx = tx
            count = _note_pose(poses, count, mx + share * dx - hx * out, my + share * dy - hy * out, hx, hy)
        fx = gx
        fy = gy
    _set_end(poses, count, way.end)
    return count


@clause("WAD-WWG-7")
@kernel
def whole_front(base):
    """The front rank of an element by itself."""
    return Front(base.half_depth, -base.half_width, base.half_width)
