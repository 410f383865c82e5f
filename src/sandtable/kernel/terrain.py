"""Terrain: convex polygons, discs and lines in one record; how bases, points and lines of sight meet them.

A piece of terrain is one feature or several that follow one another (``part_of`` names the first): a
concave outline is split into convex parts, a road into one part a stretch, a rampart into its walls.
The inner borders between the parts of a piece are *seams*: they are no border of anything.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from enum import IntEnum
from itertools import pairwise
from typing import Any

import numpy as np
import shapely

from sandtable.compiler.decorators import kernel
from sandtable.errors import CapacityError, InputError
from sandtable.kernel.geometry import (
    TOUCH,
    Point,
    distance_to_point,
    distance_to_segment,
    touch_to_zero,
)
from sandtable.kernel.polygons import Corners, checked_number, checked_points, convex_parts, cross, is_convex
from sandtable.kernel.records import NONE, record
from sandtable.kernel.sweep import narrow, narrow_between

_SEAM = 1e-6
"""Points this close to a seam count as on it: more than rounding, far less than the lattice."""


class Shape(IntEnum):
    """The form of one feature."""

    POLYGON = 0  # convex, corners anticlockwise
    DISC = 1  # about the middle of its bounding box
    LINE = 2  # one straight wall without thickness, two corners


VERTEX = record(
    ("x", "f8"),
    ("y", "f8"),
    ("seam", "i4"),  # 1: the border from here to the next corner is an inner one between parts of a piece
)

FEATURE = record(
    ("x0", "f8"),  # bounding box
    ("y0", "f8"),
    ("x1", "f8"),
    ("y1", "f8"),
    ("radius", "f8"),  # of a disc, else 0
    ("kind", "i4"),  # the game's own kind of terrain
    ("shape", "i4"),  # a Shape
    ("first", "i4"),  # its corners in vertices; 0 and 0 for a disc
    ("count", "i4"),
    ("part_of", "i4"),  # index of the first part of its piece: its own index for that part
    ("hidden", "i4"),  # 1: not yet shown to all
)


def terrain_record(max_features: int, max_vertices: int) -> np.dtype[Any]:
    """Record dtype of a table's terrain with room for so many features and corners."""
    return record(
        ("features", FEATURE, (max_features,)),
        ("vertices", VERTEX, (max_vertices,)),
        ("n_features", "i4"),
        ("n_vertices", "i4"),
    )


# Building, in Python only


def _add_feature(terrain: Any, kind: int, shape: Shape, box: Sequence[float], part_of: int) -> int:
    """Claim the next feature; returns its index."""
    index = int(terrain.n_features)
    if index >= len(terrain.features):
        raise CapacityError(f"this table has room for {len(terrain.features)} terrain features and needs more")
    feature = terrain.features[index]
    feature.kind = kind
    feature.shape = int(shape)
    feature.first = 0
    feature.count = 0
    feature.radius = 0.0
    feature.x0, feature.y0, feature.x1, feature.y1 = box
    feature.part_of = index if part_of == NONE else part_of
    feature.hidden = 0
    terrain.n_features = index + 1
    return index


def _add_corners(terrain: Any, kind: int, shape: Shape, corners: Corners, seams: Sequence[int], part_of: int) -> int:
    """Add one convex part or wall with its corners; returns its index."""
    first = int(terrain.n_vertices)
    if first + len(corners) > len(terrain.vertices):
        raise CapacityError(f"this table has room for {len(terrain.vertices)} terrain corners and needs more")
    xs = [x for x, _ in corners]
    ys = [y for _, y in corners]
    index = _add_feature(terrain, kind, shape, (min(xs), min(ys), max(xs), max(ys)), part_of)
    feature = terrain.features[index]
    feature.first = first
    feature.count = len(corners)
    for offset, ((x, y), seam) in enumerate(zip(corners, seams, strict=True)):
        vertex = terrain.vertices[first + offset]
        vertex.x = x
        vertex.y = y
        vertex.seam = seam
    terrain.n_vertices = first + len(corners)
    return index


def _seams(parts: Sequence[Corners]) -> list[list[int]]:
    """For every part, for every side: 1 if another part has the same side the other way round."""
    sides = {(part[k], part[(k + 1) % len(part)]) for part in parts for k in range(len(part))}
    return [[int((part[(k + 1) % len(part)], part[k]) in sides) for k in range(len(part))] for part in parts]


def _add_parts(terrain: Any, kind: int, parts: Sequence[Corners]) -> int:
    """Add the convex parts of one piece; returns the index of the first. All of them or none."""
    before = (int(terrain.n_features), int(terrain.n_vertices))
    piece = NONE
    try:
        for part, seams in zip(parts, _seams(parts), strict=True):
            index = _add_corners(terrain, kind, Shape.POLYGON, part, seams, piece)
            if piece == NONE:
                piece = index
    except CapacityError:
        terrain.n_features, terrain.n_vertices = before
        raise
    return piece


def add_polygon(terrain: Any, kind: int, points: Iterable[Sequence[float]]) -> int:
    """Add an area by its outline, convex or not, either way round; returns the index of its first part.

    Raises ``InputError`` for an outline that cannot be one, ``CapacityError`` when the record is full.
    """
    return _add_parts(terrain, kind, convex_parts(points))


def add_disc(terrain: Any, kind: int, x: float, y: float, radius: float) -> int:
    """Add a round area; returns its index. Raises ``InputError`` or ``CapacityError``."""
    x = checked_number(x, "x of a disc")
    y = checked_number(y, "y of a disc")
    radius = checked_number(radius, "the radius of a disc")
    if radius <= TOUCH:
        raise InputError(f"the radius of a disc must be more than {TOUCH}, got {radius}")
    index = _add_feature(terrain, kind, Shape.DISC, (x - radius, y - radius, x + radius, y + radius), NONE)
    terrain.features[index].radius = radius
    return index


def add_strip(terrain: Any, kind: int, points: Iterable[Sequence[float]], width: float) -> int:
    """Add a road or stream of one width along its middle line, one part a stretch, corners mitred.

    Returns the index of the first part. Raises ``InputError`` when it bends too sharply for its width.
    """
    middle = checked_points(points, "a strip", 2)
    width = checked_number(width, "the width of a strip")
    if width <= TOUCH:
        raise InputError(f"the width of a strip must be more than {TOUCH}, got {width}")
    normals = []
    for (ax, ay), (bx, by) in pairwise(middle):
        length = math.dist((ax, ay), (bx, by))
        normals.append(((ay - by) / length, (bx - ax) / length))  # to the left
    left = []
    right = []
    for index, (x, y) in enumerate(middle):
        before = normals[max(index - 1, 0)]
        after = normals[min(index, len(normals) - 1)]
        whole = 1.0 + before[0] * after[0] + before[1] * after[1]
        if whole < 0.5:
            raise InputError(f"a strip turns back on itself at point {index + 1}: at most 120 degrees can be drawn")
        mx = 0.5 * width * (before[0] + after[0]) / whole
        my = 0.5 * width * (before[1] + after[1]) / whole
        left.append((x + mx, y + my))
        right.append((x - mx, y - my))
    parts = []
    for k in range(len(normals)):
        part = [right[k], right[k + 1], left[k + 1], left[k]]
        if not shapely.Polygon(part).is_valid or not is_convex(part) or cross(*part[:3]) <= 0.0:
            raise InputError(f"a strip bends too sharply for its width between points {k + 1} and {k + 2}")
        parts.append(part)
    return _add_parts(terrain, kind, parts)


def _holes(
    start: tuple[float, float], end: tuple[float, float], gaps: Sequence[Sequence[float]], used: list[bool]
) -> list[tuple[float, float]]:
    """The stretches of one wall, from 0 to its length, that gates leave open, in order."""
    length = math.dist(start, end)
    ux = (end[0] - start[0]) / length
    uy = (end[1] - start[1]) / length
    holes = []
    for index, (x0, y0, x1, y1) in enumerate(gaps):
        off = [abs((x - start[0]) * uy - (y - start[1]) * ux) for x, y in ((x0, y0), (x1, y1))]
        if max(off) > TOUCH:
            continue
        low, high = sorted((x - start[0]) * ux + (y - start[1]) * uy for x, y in ((x0, y0), (x1, y1)))
        low = max(low, 0.0)
        high = min(high, length)
        if high - low > TOUCH:
            holes.append((low, high))
            used[index] = True
    return sorted(holes)


def add_line(terrain: Any, kind: int, points: Iterable[Sequence[float]], gaps: Iterable[Sequence[float]] = ()) -> int:
    """Add a rampart or hedge along ``points``, left open where ``gaps`` (x0, y0, x1, y1) lie on it.

    Every stretch of wall that remains is one feature; returns the index of the first. Raises
    ``InputError`` when a gap does not lie on the line or nothing of it remains.
    """
    line = checked_points(points, "a line", 2)
    openings = [[checked_number(v, f"gap {k + 1} of a line") for v in gap] for k, gap in enumerate(gaps)]
    for k, opening in enumerate(openings):
        if len(opening) != 4:
            raise InputError(f"gap {k + 1} of a line must be x0, y0, x1, y1, got {len(opening)} numbers")
    used = [False] * len(openings)
    walls = []
    for start, end in pairwise(line):
        length = math.dist(start, end)
        reached = 0.0
        stretches = []
        for low, high in [*_holes(start, end, openings, used), (length, length)]:
            if low - reached > TOUCH:
                stretches.append((reached, low))
            reached = max(reached, high)
        for low, high in stretches:
            a, b = (
                (start[0] + (end[0] - start[0]) * (t / length), start[1] + (end[1] - start[1]) * (t / length))
                for t in (low, high)
            )
            walls.append((a, b))
    for k, was_used in enumerate(used):
        if not was_used:
            raise InputError(f"gap {k + 1} of a line, {tuple(openings[k])}, does not lie on the line")
    if not walls:
        raise InputError("the gaps leave nothing of a line")
    before = (int(terrain.n_features), int(terrain.n_vertices))
    piece = NONE
    try:
        for wall in walls:
            index = _add_corners(terrain, kind, Shape.LINE, wall, (0, 0), piece)
            if piece == NONE:
                piece = index
    except CapacityError:
        terrain.n_features, terrain.n_vertices = before
        raise
    return piece


# Meeting terrain


@kernel
def _boxes_apart(base, feature):
    """The upright boxes around base and feature do not overlap: the cheap refusal."""
    east = base.half_depth * abs(base.fx) + base.half_width * abs(base.fy)
    north = base.half_depth * abs(base.fy) + base.half_width * abs(base.fx)
    return (
        base.x + east <= feature.x0
        or base.x - east >= feature.x1
        or base.y + north <= feature.y0
        or base.y - north >= feature.y1
    )


@kernel
def _swept_boxes_apart(base, dx, dy, feature):
    """The same for a base on its way along (dx, dy)."""
    east = base.half_depth * abs(base.fx) + base.half_width * abs(base.fy)
    north = base.half_depth * abs(base.fy) + base.half_width * abs(base.fx)
    return (
        base.x + east + max(dx, 0.0) <= feature.x0
        or base.x - east + min(dx, 0.0) >= feature.x1
        or base.y + north + max(dy, 0.0) <= feature.y0
        or base.y - north + min(dy, 0.0) >= feature.y1
    )


@kernel
def meeting_time(base, dx, dy, end, terrain, feature, depth):
    """When a base, going (dx, dy) per unit of time from 0 to ``end``, is deeper than ``depth`` in a polygon or line.

    Returns t0 and t1; t0 >= t1: never. Along each axis the penetration must be more than ``depth``. That
    holds for seams too: a base so deep in the whole piece is so in the part around its deepest point.
    """
    t0 = 0.0
    t1 = end
    least_along = math.inf
    most_along = -math.inf
    least_across = math.inf
    most_across = -math.inf
    last = terrain.vertices[feature.first + feature.count - 1]
    for k in range(feature.first, feature.first + feature.count):
        vertex = terrain.vertices[k]
        # The border from the corner before to this one; its outward normal is to the right.
        nx = vertex.y - last.y
        ny = last.x - vertex.x
        scale = 1.0 / math.sqrt(nx * nx + ny * ny)
        nx *= scale
        ny *= scale
        reach = base.half_depth * abs(base.fx * nx + base.fy * ny) + base.half_width * abs(base.fy * nx - base.fx * ny)
        separation = (base.x - vertex.x) * nx + (base.y - vertex.y) * ny - reach
        t0, t1 = narrow(t0, t1, separation, dx * nx + dy * ny, depth)
        if t0 >= t1:
            return t0, t1
        ex = vertex.x - base.x
        ey = vertex.y - base.y
        along = ex * base.fx + ey * base.fy
        across = ex * base.fy - ey * base.fx
        least_along = min(least_along, along)
        most_along = max(most_along, along)
        least_across = min(least_across, across)
        most_across = max(most_across, across)
        last = vertex
    ahead = dx * base.fx + dy * base.fy
    aside = dx * base.fy - dy * base.fx
    t0, t1 = narrow(t0, t1, least_along - base.half_depth, -ahead, depth)
    t0, t1 = narrow(t0, t1, -most_along - base.half_depth, ahead, depth)
    t0, t1 = narrow(t0, t1, least_across - base.half_width, -aside, depth)
    t0, t1 = narrow(t0, t1, -most_across - base.half_width, aside, depth)
    return t0, t1


@kernel
def overlaps_feature(base, terrain, i):
    """The base penetrates feature ``i`` by more than TOUCH; of a line, the line passes through the base."""
    feature = terrain.features[i]
    if _boxes_apart(base, feature):
        return False
    if feature.shape == Shape.DISC:
        x = 0.5 * (feature.x0 + feature.x1)
        y = 0.5 * (feature.y0 + feature.y1)
        return distance_to_point(base, x, y) < feature.radius - TOUCH
    t0, t1 = meeting_time(base, 0.0, 0.0, 1.0, terrain, feature, TOUCH)
    return t0 < t1


@kernel
def sweep_hits_feature(base, dx, dy, terrain, i):
    """The base, moved straight by (dx, dy) without turning, overlaps feature ``i`` on the way or at either end."""
    feature = terrain.features[i]
    if _swept_boxes_apart(base, dx, dy, feature):
        return False
    if feature.shape == Shape.DISC:
        x = 0.5 * (feature.x0 + feature.x1)
        y = 0.5 * (feature.y0 + feature.y1)
        return distance_to_segment(base, x, y, x - dx, y - dy) < feature.radius - TOUCH
    t0, t1 = meeting_time(base, dx, dy, 1.0, terrain, feature, TOUCH)
    return t0 < t1


@kernel
def _enters_box(along, across, ahead, aside, half_depth, half_width):
    """When a point going (-ahead, -aside) comes within a box about the origin; infinite if it never does."""
    t0, t1 = narrow_between(-math.inf, math.inf, along, -ahead, half_depth)
    t0, t1 = narrow_between(t0, t1, across, -aside, half_width)
    return t0 if t0 < t1 and t1 > 0.0 else math.inf


@kernel
def free_distance_to_disc(base, ux, uy, distance, x, y, radius):
    """``free_distance`` to a disc: the disc's centre, going the other way, meets the base with its corners rounded."""
    if distance_to_segment(base, x, y, x - ux * distance, y - uy * distance) >= radius - TOUCH:
        return distance
    ex = x - base.x
    ey = y - base.y
    along = ex * base.fx + ey * base.fy
    across = ex * base.fy - ey * base.fx
    ahead = ux * base.fx + uy * base.fy
    aside = ux * base.fy - uy * base.fx
    free = _enters_box(along, across, ahead, aside, base.half_depth + radius, base.half_width)
    free = min(free, _enters_box(along, across, ahead, aside, base.half_depth, base.half_width + radius))
    for which in range(4):
        px = along - (base.half_depth if which < 2 else -base.half_depth)
        py = across - (base.half_width if which % 2 == 0 else -base.half_width)
        nearing = px * ahead + py * aside
        inside = nearing * nearing - (px * px + py * py - radius * radius)
        if inside > 0.0 and nearing + math.sqrt(inside) > 0.0:
            free = min(free, nearing - math.sqrt(inside))
    return min(max(free, 0.0), distance)


@kernel
def free_distance_to_feature(base, ux, uy, distance, terrain, i):
    """How far the base may go along the unit vector (ux, uy) before it runs into feature ``i``.

    At most ``distance``; where it is stopped it just touches. Sliding along a border is not stopped.
    """
    feature = terrain.features[i]
    if _swept_boxes_apart(base, ux * distance, uy * distance, feature):
        return distance
    if feature.shape == Shape.DISC:
        x = 0.5 * (feature.x0 + feature.x1)
        y = 0.5 * (feature.y0 + feature.y1)
        return free_distance_to_disc(base, ux, uy, distance, x, y, feature.radius)
    t0, t1 = meeting_time(base, ux, uy, distance, terrain, feature, TOUCH)
    if t0 >= t1:
        return distance
    t0, t1 = meeting_time(base, ux, uy, distance, terrain, feature, 0.0)
    return min(t0, distance)


@kernel
def distance_to_feature(base, terrain, i):
    """Exact distance from the base to feature ``i``, not rounded to 0 on touching; 0 when they meet."""
    feature = terrain.features[i]
    if feature.shape == Shape.DISC:
        x = 0.5 * (feature.x0 + feature.x1)
        y = 0.5 * (feature.y0 + feature.y1)
        return max(distance_to_point(base, x, y) - feature.radius, 0.0)
    best = math.inf
    inside = feature.shape == Shape.POLYGON
    last = terrain.vertices[feature.first + feature.count - 1]
    for k in range(feature.first, feature.first + feature.count):
        vertex = terrain.vertices[k]
        best = min(best, distance_to_segment(base, last.x, last.y, vertex.x, vertex.y))
        nx = vertex.y - last.y
        ny = last.x - vertex.x
        if (base.x - vertex.x) * nx + (base.y - vertex.y) * ny > 0.0:
            inside = False
        last = vertex
    return 0.0 if inside else best


@kernel
def gap_to_feature(base, terrain, i):
    """Shortest distance from the base to feature ``i`` (that part alone); 0 if they touch."""
    return touch_to_zero(distance_to_feature(base, terrain, i))


@kernel
def is_near_piece(base, terrain, i, gap):
    """The gap from the base to the whole piece of which feature ``i`` is a part is at most ``gap``."""
    piece = terrain.features[i].part_of
    around = gap + base.half_width + base.half_depth
    for k in range(piece, terrain.n_features):
        feature = terrain.features[k]
        if feature.part_of != piece:
            break
        if base.x < feature.x0 - around or base.x > feature.x1 + around:
            continue
        if base.y < feature.y0 - around or base.y > feature.y1 + around:
            continue
        if gap_to_feature(base, terrain, k) <= gap:
            return True
    return False


@kernel
def point_in_feature(x, y, terrain, i):
    """The point lies strictly inside feature ``i``: farther than TOUCH from its border. Never in a line.

    A point on a seam is inside both parts.
    """
    feature = terrain.features[i]
    if feature.shape == Shape.LINE:
        return False
    if x <= feature.x0 - TOUCH or x >= feature.x1 + TOUCH or y <= feature.y0 - TOUCH or y >= feature.y1 + TOUCH:
        return False
    if feature.shape == Shape.DISC:
        ex = x - 0.5 * (feature.x0 + feature.x1)
        ey = y - 0.5 * (feature.y0 + feature.y1)
        within = feature.radius - TOUCH
        return ex * ex + ey * ey < within * within
    last = terrain.vertices[feature.first + feature.count - 1]
    for k in range(feature.first, feature.first + feature.count):
        vertex = terrain.vertices[k]
        nx = vertex.y - last.y
        ny = last.x - vertex.x
        within = -TOUCH if last.seam == 0 else _SEAM
        if (x - vertex.x) * nx + (y - vertex.y) * ny >= within * math.sqrt(nx * nx + ny * ny):
            return False
        last = vertex
    return True


@kernel
def _crosses_line(x0, y0, x1, y1, a, b):
    """A segment goes from one side of a wall to the other, farther than TOUCH on both, through the wall or its end."""
    wx = b.x - a.x
    wy = b.y - a.y
    touch = TOUCH * math.sqrt(wx * wx + wy * wy)
    side0 = wx * (y0 - a.y) - wy * (x0 - a.x)
    side1 = wx * (y1 - a.y) - wy * (x1 - a.x)
    if not ((side0 > touch and side1 < -touch) or (side0 < -touch and side1 > touch)):
        return False
    dx = x1 - x0
    dy = y1 - y0
    end0 = dx * (a.y - y0) - dy * (a.x - x0)
    end1 = dx * (b.y - y0) - dy * (b.x - x0)
    return (end0 <= 0.0 and end1 >= 0.0) or (end0 >= 0.0 and end1 <= 0.0)


@kernel
def segment_crosses_feature(x0, y0, x1, y1, terrain, i):
    """The segment passes through the interior of feature ``i``, deeper than TOUCH, or from side to side of a line."""
    feature = terrain.features[i]
    if max(x0, x1) < feature.x0 or min(x0, x1) > feature.x1 or max(y0, y1) < feature.y0 or min(y0, y1) > feature.y1:
        return False
    dx = x1 - x0
    dy = y1 - y0
    if feature.shape == Shape.DISC:
        ex = 0.5 * (feature.x0 + feature.x1) - x0
        ey = 0.5 * (feature.y0 + feature.y1) - y0
        square = dx * dx + dy * dy
        t = 0.0
        if square > 0.0:
            t = min(max((ex * dx + ey * dy) / square, 0.0), 1.0)
        ex -= t * dx
        ey -= t * dy
        within = feature.radius - TOUCH
        return ex * ex + ey * ey < within * within
    if feature.shape == Shape.LINE:
        return _crosses_line(x0, y0, x1, y1, terrain.vertices[feature.first], terrain.vertices[feature.first + 1])
    t0 = 0.0
    t1 = 1.0
    last = terrain.vertices[feature.first + feature.count - 1]
    for k in range(feature.first, feature.first + feature.count):
        vertex = terrain.vertices[k]
        nx = vertex.y - last.y
        ny = last.x - vertex.x
        scale = 1.0 / math.sqrt(nx * nx + ny * ny)
        depth = TOUCH if last.seam == 0 else -_SEAM
        separation = ((x0 - vertex.x) * nx + (y0 - vertex.y) * ny) * scale
        t0, t1 = narrow(t0, t1, separation, (dx * nx + dy * ny) * scale, depth)
        if t0 >= t1:
            return False
        last = vertex
    return True


@kernel
def span_inside(x0, y0, x1, y1, terrain, i):
    """From where to where (0 to 1) a segment lies in the polygon or disc; no length: nowhere."""
    feature = terrain.features[i]
    dx = x1 - x0
    dy = y1 - y0
    if max(x0, x1) < feature.x0 or min(x0, x1) > feature.x1 or max(y0, y1) < feature.y0 or min(y0, y1) > feature.y1:
        return Point(1.0, 0.0)
    if feature.shape == Shape.DISC:
        px = x0 - 0.5 * (feature.x0 + feature.x1)
        py = y0 - 0.5 * (feature.y0 + feature.y1)
        square = dx * dx + dy * dy
        if square == 0.0:
            return Point(0.0, 1.0) if px * px + py * py < feature.radius * feature.radius else Point(1.0, 0.0)
        middle = -(px * dx + py * dy) / square
        inside = middle * middle - (px * px + py * py - feature.radius * feature.radius) / square
        if inside <= 0.0:
            return Point(1.0, 0.0)
        return Point(max(middle - math.sqrt(inside), 0.0), min(middle + math.sqrt(inside), 1.0))
    t0 = 0.0
    t1 = 1.0
    last = terrain.vertices[feature.first + feature.count - 1]
    for k in range(feature.first, feature.first + feature.count):
        vertex = terrain.vertices[k]
        nx = vertex.y - last.y
        ny = last.x - vertex.x
        ahead = (x0 - vertex.x) * nx + (y0 - vertex.y) * ny
        rate = dx * nx + dy * ny
        if rate == 0.0:
            if ahead >= 0.0:
                return Point(1.0, 0.0)
        elif rate > 0.0:
            t1 = min(t1, -ahead / rate)
        else:
            t0 = max(t0, -ahead / rate)
        last = vertex
    return Point(t0, t1)


@kernel
def is_on_table(base, width, height):
    """The whole base lies on a table of ``width`` by ``height``; an edge may lie on the table's edge."""
    east = base.half_depth * abs(base.fx) + base.half_width * abs(base.fy) - TOUCH
    north = base.half_depth * abs(base.fy) + base.half_width * abs(base.fx) - TOUCH
    return base.x >= east and base.x + east <= width and base.y >= north and base.y + north <= height
