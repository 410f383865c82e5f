"""Round bases: how a disc meets discs, rectangles and terrain, standing and on a straight way, and what it hides.

A disc has a facing as any base has, and nothing of its geometry depends on it. Gaps, overlaps and ways mean what they
mean for rectangles (see geometry.py and sweep.py): apart by TOUCH or less is touching, overlap is deeper than that.
"""

from __future__ import annotations

import math
from enum import IntEnum
from typing import NamedTuple

from sandtable.compiler.decorators import kernel
from sandtable.kernel.geometry import (
    TOUCH,
    Point,
    Segment,
    nearest_on_base,
    point_to_segment,
    snap,
    touch_to_zero,
)
from sandtable.kernel.sweep import narrow_between
from sandtable.kernel.terrain import Shape, segment_crosses_feature


class Form(IntEnum):
    """The form of a base: what ``form`` says in the figures of a game that has both."""

    RECTANGLE = 0
    DISC = 1


class Disc(NamedTuple):
    """A round base: centre, facing (unit vector) and radius."""

    x: float
    y: float
    fx: float
    fy: float
    radius: float


@kernel
def is_off(figure, x, y, reach):
    """The centre of any record with x and y is farther than ``reach`` from a place in one direction alone.

    So most are: one question of two, as a processor that guesses the answer is nearly always right then.
    """
    return (abs(figure.x - x) > reach) | (abs(figure.y - y) > reach)


# Making and moving


@kernel
def disc_of(figure):
    """The round base of any record with x, y, fx, fy and width, which is its diameter."""
    return Disc(float(figure.x), float(figure.y), float(figure.fx), float(figure.fy), 0.5 * float(figure.width))


@kernel
def disc_placed(disc, x, y, fx, fy):
    """The same disc with its centre at (x, y), facing (fx, fy)."""
    return Disc(float(x), float(y), float(fx), float(fy), disc.radius)


@kernel
def disc_shifted(disc, dx, dy):
    """The same disc displaced by (dx, dy), facing kept."""
    return Disc(disc.x + dx, disc.y + dy, disc.fx, disc.fy, disc.radius)


@kernel
def disc_snapped(disc):
    """The disc with its centre on the lattice of places."""
    return Disc(snap(disc.x), snap(disc.y), disc.fx, disc.fy, disc.radius)


@kernel
def disc_beside_disc(disc, other, x, y):
    """Where ``disc`` stands, on the lattice, when it touches ``other`` on the side of the point (x, y)."""
    out = _unit(x - other.x, y - other.y)
    reach = disc.radius + other.radius
    return disc_snapped(disc_placed(disc, other.x + out.x * reach, other.y + out.y * reach, disc.fx, disc.fy))


@kernel
def disc_beside_base(disc, base, x, y):
    """Where ``disc`` stands, on the lattice, when it touches the rectangle at the point of it nearest to (x, y)."""
    foot = nearest_on_base(base, x, y)
    out = _unit(x - foot.x, y - foot.y)
    return disc_snapped(disc_placed(disc, foot.x + out.x * disc.radius, foot.y + out.y * disc.radius, disc.fx, disc.fy))


@kernel
def _unit(x, y):
    """The direction of a vector; north for none."""
    length = math.sqrt(x * x + y * y)
    if length == 0.0:
        return Point(0.0, 1.0)
    return Point(x / length, y / length)


# Distances


@kernel
def distance_of_points(x0, y0, x1, y1):
    """How far two points are from one another."""
    return math.sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0))


@kernel
def _point_from_segment(x, y, x0, y0, x1, y1):
    """The distance of a point from a segment."""
    foot = point_to_segment(x, y, x0, y0, x1, y1)
    return distance_of_points(x, y, foot.x, foot.y)


@kernel
def point_from_feature(x, y, terrain, i):
    """The distance of a point from feature ``i``, that part alone; 0 inside it."""
    feature = terrain.features[i]
    if feature.shape == Shape.DISC:
        middle_x = 0.5 * (feature.x0 + feature.x1)
        middle_y = 0.5 * (feature.y0 + feature.y1)
        return max(distance_of_points(x, y, middle_x, middle_y) - feature.radius, 0.0)
    best = math.inf
    inside = feature.shape == Shape.POLYGON
    last = terrain.vertices[feature.first + feature.count - 1]
    for k in range(feature.first, feature.first + feature.count):
        vertex = terrain.vertices[k]
        best = min(best, _point_from_segment(x, y, last.x, last.y, vertex.x, vertex.y))
        if (x - vertex.x) * (vertex.y - last.y) + (y - vertex.y) * (last.x - vertex.x) > 0.0:
            inside = False
        last = vertex
    return 0.0 if inside else best


@kernel
def disc_gap(a, b):
    """Shortest distance between two discs; 0 if they touch or overlap."""
    return touch_to_zero(max(distance_of_points(a.x, a.y, b.x, b.y) - (a.radius + b.radius), 0.0))


@kernel
def disc_gap_to_point(disc, x, y):
    """Shortest distance from a disc to a point; 0 if it covers or touches it."""
    return touch_to_zero(max(distance_of_points(disc.x, disc.y, x, y) - disc.radius, 0.0))


@kernel
def disc_gap_to_feature(disc, terrain, i):
    """Shortest distance from a disc to feature ``i``, that part alone; 0 if they touch."""
    return touch_to_zero(max(point_from_feature(disc.x, disc.y, terrain, i) - disc.radius, 0.0))


@kernel
def nearest_points_of_discs(a, b):
    """The shortest segment from ``a`` to ``b``; when they meet, a segment of no length where they do."""
    out = _unit(b.x - a.x, b.y - a.y)
    apart = distance_of_points(a.x, a.y, b.x, b.y)
    from_a = a.radius
    from_b = apart - b.radius
    if from_a > from_b:
        from_a = 0.5 * (from_a + from_b)
        from_b = from_a
    return Segment(a.x + out.x * from_a, a.y + out.y * from_a, a.x + out.x * from_b, a.y + out.y * from_b)


# Overlaps, and what covers what


@kernel
def discs_overlap(a, b):
    """The discs penetrate one another by more than TOUCH."""
    reach = a.radius + b.radius - TOUCH
    return (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y) < reach * reach


@kernel
def disc_overlaps_feature(disc, terrain, i):
    """The disc penetrates feature ``i`` by more than TOUCH; of a line, the line passes through the disc."""
    feature = terrain.features[i]
    if disc.x + disc.radius <= feature.x0 or disc.x - disc.radius >= feature.x1:
        return False
    if disc.y + disc.radius <= feature.y0 or disc.y - disc.radius >= feature.y1:
        return False
    return point_from_feature(disc.x, disc.y, terrain, i) < disc.radius - TOUCH


@kernel
def disc_is_on_table(disc, width, height):
    """The whole disc lies on a table of ``width`` by ``height``; it may touch the table's edge."""
    reach = disc.radius - TOUCH
    return disc.x >= reach and disc.x + reach <= width and disc.y >= reach and disc.y + reach <= height


@kernel
def sight_blocked_by_disc(x0, y0, x1, y1, disc):
    """The line of sight passes through the disc, deeper than TOUCH; one that grazes it is not blocked."""
    return _point_from_segment(disc.x, disc.y, x0, y0, x1, y1) < disc.radius - TOUCH


# Straight ways


@kernel
def _enters_disc(px, py, ux, uy, radius):
    """When a point at (px, py), going (ux, uy), a unit vector, comes within ``radius`` of the origin; or infinity."""
    nearing = -(px * ux + py * uy)
    inside = nearing * nearing - (px * px + py * py - radius * radius)
    if inside < 0.0 or nearing + math.sqrt(inside) < 0.0:
        return math.inf
    return max(nearing - math.sqrt(inside), 0.0)


@kernel
def _enters_band(x, y, ux, uy, a, b, radius):
    """When a point going (ux, uy) comes within ``radius`` of the stretch from ``a`` to ``b``; or infinity."""
    ex = b.x - a.x
    ey = b.y - a.y
    length = math.sqrt(ex * ex + ey * ey)
    time = min(_enters_disc(x - a.x, y - a.y, ux, uy, radius), _enters_disc(x - b.x, y - b.y, ux, uy, radius))
    if length == 0.0:
        return time
    ex /= length
    ey /= length
    along = (x - a.x) * ex + (y - a.y) * ey
    aside = (x - a.x) * ey - (y - a.y) * ex
    t0, t1 = narrow_between(0.0, math.inf, along - 0.5 * length, ux * ex + uy * ey, 0.5 * length)
    t0, t1 = narrow_between(t0, t1, aside, ux * ey - uy * ex, radius)
    return min(time, t0) if t0 < t1 else time


@kernel
def _segments_apart(x0, y0, x1, y1, a, b):
    """The distance between the segment from (x0, y0) to (x1, y1) and the one from ``a`` to ``b``."""
    dx = x1 - x0
    dy = y1 - y0
    wx = b.x - a.x
    wy = b.y - a.y
    side0 = wx * (y0 - a.y) - wy * (x0 - a.x)
    side1 = wx * (y1 - a.y) - wy * (x1 - a.x)
    end0 = dx * (a.y - y0) - dy * (a.x - x0)
    end1 = dx * (b.y - y0) - dy * (b.x - x0)
    if side0 * side1 < 0.0 and end0 * end1 < 0.0:
        return 0.0
    return min(
        min(_point_from_segment(x0, y0, a.x, a.y, b.x, b.y), _point_from_segment(x1, y1, a.x, a.y, b.x, b.y)),
        min(_point_from_segment(a.x, a.y, x0, y0, x1, y1), _point_from_segment(b.x, b.y, x0, y0, x1, y1)),
    )


@kernel
def _way_from_feature(x0, y0, x1, y1, terrain, i):
    """The distance of a straight way from feature ``i``; 0 where it leads into it, deeper than TOUCH."""
    feature = terrain.features[i]
    if feature.shape == Shape.DISC:
        x = 0.5 * (feature.x0 + feature.x1)
        y = 0.5 * (feature.y0 + feature.y1)
        return max(_point_from_segment(x, y, x0, y0, x1, y1) - feature.radius, 0.0)
    if feature.shape == Shape.POLYGON and segment_crosses_feature(x0, y0, x1, y1, terrain, i):
        return 0.0
    best = math.inf
    sides = 1 if feature.shape == Shape.LINE else feature.count
    last = terrain.vertices[feature.first + feature.count - 1]
    for k in range(feature.first, feature.first + sides):
        vertex = terrain.vertices[k]
        best = min(best, _segments_apart(x0, y0, x1, y1, last, vertex))
        last = vertex
    return best


@kernel
def _lies_aside(disc, dx, dy, terrain, feature):
    """All corners of a feature lie farther than the disc's radius to one side of the line of its way, by (dx, dy)."""
    far = disc.radius * math.sqrt(dx * dx + dy * dy)
    left = True
    right = True
    for k in range(feature.first, feature.first + feature.count):
        vertex = terrain.vertices[k]
        aside = dx * (vertex.y - disc.y) - dy * (vertex.x - disc.x)
        left &= aside > far
        right &= aside < -far
    return left or right


@kernel
def disc_hits_disc(a, dx, dy, b):
    """``a``, moved straight by (dx, dy), overlaps ``b`` on the way or at either end; touching it is no hit."""
    return _point_from_segment(b.x, b.y, a.x, a.y, a.x + dx, a.y + dy) < a.radius + b.radius - TOUCH


@kernel
def disc_hits_feature(disc, dx, dy, terrain, i):
    """The disc, moved straight by (dx, dy), overlaps feature ``i`` on the way or at either end."""
    feature = terrain.features[i]
    if disc.x + disc.radius + max(dx, 0.0) <= feature.x0 or disc.x - disc.radius + min(dx, 0.0) >= feature.x1:
        return False
    if disc.y + disc.radius + max(dy, 0.0) <= feature.y0 or disc.y - disc.radius + min(dy, 0.0) >= feature.y1:
        return False
    return _hits_in_box(disc, dx, dy, terrain, i)


@kernel
def _hits_in_box(disc, dx, dy, terrain, i):
    """The same, where the way comes into the box about the feature."""
    feature = terrain.features[i]
    if feature.shape != Shape.DISC and _lies_aside(disc, dx, dy, terrain, feature):
        return False
    return _way_from_feature(disc.x, disc.y, disc.x + dx, disc.y + dy, terrain, i) < disc.radius - TOUCH


@kernel
def disc_free_to_disc(a, ux, uy, distance, b):
    """How far ``a`` may go along the unit vector (ux, uy) before it runs into ``b``; at most ``distance``.

    Where it is stopped it just touches; one that only slides along ``b`` is not stopped.
    """
    if not disc_hits_disc(a, ux * distance, uy * distance, b):
        return distance
    return min(_enters_disc(a.x - b.x, a.y - b.y, ux, uy, a.radius + b.radius), distance)


@kernel
def disc_free_to_feature(disc, ux, uy, distance, terrain, i):
    """How far the disc may go along the unit vector (ux, uy) before it runs into feature ``i``."""
    if not disc_hits_feature(disc, ux * distance, uy * distance, terrain, i):
        return distance
    feature = terrain.features[i]
    if feature.shape == Shape.DISC:
        x = 0.5 * (feature.x0 + feature.x1)
        y = 0.5 * (feature.y0 + feature.y1)
        return min(_enters_disc(disc.x - x, disc.y - y, ux, uy, disc.radius + feature.radius), distance)
    if point_from_feature(disc.x, disc.y, terrain, i) <= disc.radius:
        return 0.0
    free = distance
    last = terrain.vertices[feature.first + feature.count - 1]
    for k in range(feature.first, feature.first + feature.count):
        vertex = terrain.vertices[k]
        free = min(free, _enters_band(disc.x, disc.y, ux, uy, last, vertex, disc.radius))
        last = vertex
    return free
