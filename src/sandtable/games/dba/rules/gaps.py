"""GAPS: nobody slips sideways through a gap that is narrower than its front edge (DBA-GROUP-2).

Rulings where the rulebook is silent:

- A gap is passed where the middle of the mover crosses the shortest line between two things that are less than a base
  width apart. Of the many shortest lines between parallel edges the middle one counts. Who goes straight ahead or back
  needs its full width anyhow.
- Impassable features are waterways. Bad going that Artillery and War Wagons may not enter bars them no gap: they are
  as deep as wide, so that their base needs a base width in any case.
"""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.record import N_SIDES, Ground
from sandtable.games.dba.rules.move_context import half_diagonal, square_to_line
from sandtable.games.dba.rules.passing import CORNERS, may_pass_through
from sandtable.games.dba.rules.positions import SLACK, camp_base
from sandtable.kernel.geometry import (
    Segment,
    base_of,
    corner,
    distance_between,
    nearest_on_base,
    nearest_points,
    point_to_segment,
)
from sandtable.kernel.limits import is_at_least, is_within
from sandtable.kernel.terrain import distance_to_feature


@kernel
def _lines_cross(a, b):
    """The two Segments cross."""
    ax, ay = a.x1 - a.x0, a.y1 - a.y0
    bx, by = b.x1 - b.x0, b.y1 - b.y0
    one = ax * (b.y0 - a.y0) - ay * (b.x0 - a.x0)
    two = ax * (b.y1 - a.y0) - ay * (b.x1 - a.x0)
    three = bx * (a.y0 - b.y0) - by * (a.x0 - b.x0)
    four = bx * (a.y1 - b.y0) - by * (a.x1 - b.x0)
    return one * two < 0.0 and three * four < 0.0


@kernel
def _is_near_line(base, way, far):
    """The base may be within ``far`` of the way, a Segment."""
    dx, dy = way.x1 - way.x0, way.y1 - way.y0
    ex = base.x - way.x0
    ey = base.y - way.y0
    square = dx * dx + dy * dy
    t = 0.0
    if square > 0.0:
        t = min(max((ex * dx + ey * dy) / square, 0.0), 1.0)
    ex -= t * dx
    ey -= t * dy
    reach = far + half_diagonal(base)
    return ex * ex + ey * ey < reach * reach


@kernel
def _passes_from_point_to_edge(b, point, way, gap):
    """The way, a Segment, goes between the point and an edge of the board that is less than ``gap`` from it."""
    if point.x < gap and _lines_cross(way, Segment(0.0, point.y, point.x, point.y)):
        return True
    if b.table_width - point.x < gap:
        if _lines_cross(way, Segment(point.x, point.y, b.table_width, point.y)):
            return True
    if point.y < gap and _lines_cross(way, Segment(point.x, 0.0, point.x, point.y)):
        return True
    if b.table_height - point.y < gap:
        if _lines_cross(way, Segment(point.x, point.y, point.x, b.table_height)):
            return True
    return False


@kernel
def _passes_to_board_edge(b, base, way, gap):
    """The way, a Segment, goes between the base and an edge of the board that is less than ``gap`` from it."""
    for which in range(4):
        if _passes_from_point_to_edge(b, corner(base, which), way, gap):
            return True
    return False


@kernel
def _shortest_line(first, second):
    """The shortest line between two bases; of the many between parallel edges the one in their middle."""
    best = nearest_points(first, second)
    length = math.sqrt(_square(best))
    other = best
    most = 0.0
    for which in range(2 * CORNERS):
        tip = corner(second, which % CORNERS)
        foot = nearest_on_base(first, tip.x, tip.y)
        line = Segment(foot.x, foot.y, tip.x, tip.y)
        if which >= CORNERS:
            tip = corner(first, which % CORNERS)
            foot = nearest_on_base(second, tip.x, tip.y)
            line = Segment(tip.x, tip.y, foot.x, foot.y)
        away = (line.x0 - best.x0) * (line.x0 - best.x0) + (line.y0 - best.y0) * (line.y0 - best.y0)
        if away > most and is_within(math.sqrt(_square(line)), length, SLACK):
            most = away
            other = line
    return Segment(
        0.5 * (best.x0 + other.x0), 0.5 * (best.y0 + other.y0), 0.5 * (best.x1 + other.x1), 0.5 * (best.y1 + other.y1)
    )


# What a mover may not pass beside: the others within reach, after them the camps


@kernel
def _block(b, index, around):
    """The base of the ``index``-th other within reach; after them come the camps."""
    if index < around.n_others:
        return base_of(b.figures[around.others[index]])
    return camp_base(b, index - around.n_others)


@kernel
def _is_block(b, i, index, around):
    """That other, or camp, is an obstacle to element ``i``: not a friend whom it may pass through."""
    if index < around.n_others:
        j = around.others[index]
        return not may_pass_through(b, i, base_of(b.figures[i]), j)
    owner = index - around.n_others
    return b.camps[owner].present == 1 and owner != b.figures[i].camp


@kernel
def _is_water(b, t):
    """Feature ``t`` is a waterway, the one ground that is impassable to all."""
    return b.terrain.features[t].kind == Ground.WATERWAY


@kernel
def _is_near_feature(feature, way, far):
    """The way, a Segment, may come within ``far`` of the feature."""
    if max(way.x0, way.x1) < feature.x0 - far or min(way.x0, way.x1) > feature.x1 + far:
        return False
    return max(way.y0, way.y1) >= feature.y0 - far and min(way.y0, way.y1) <= feature.y1 + far


@kernel
def _square(line):
    """The square of a segment's length."""
    return (line.x1 - line.x0) * (line.x1 - line.x0) + (line.y1 - line.y0) * (line.y1 - line.y0)


@kernel
def _line_to_border(x, y, terrain, t, best):
    """The shortest line from (x, y) to the border of area ``t``, or ``best`` if that is shorter."""
    begin = terrain.features[t].first
    last = terrain.vertices[begin + terrain.features[t].count - 1]
    for m in range(begin, begin + terrain.features[t].count):
        vertex = terrain.vertices[m]
        foot = point_to_segment(x, y, last.x, last.y, vertex.x, vertex.y)
        line = Segment(x, y, foot.x, foot.y)
        if _square(line) < _square(best):
            best = line
        last = vertex
    return best


@kernel
def _line_to_feature(base, terrain, t):
    """The shortest line from a base to an area of the terrain that it does not meet."""
    feature = terrain.features[t]
    best = Segment(0.0, 0.0, math.inf, 0.0)
    for k in range(feature.first, feature.first + feature.count):
        vertex = terrain.vertices[k]
        point = nearest_on_base(base, vertex.x, vertex.y)
        line = Segment(float(vertex.x), float(vertex.y), point.x, point.y)
        if _square(line) < _square(best):
            best = line
    for which in range(4):
        tip = corner(base, which)
        best = _line_to_border(tip.x, tip.y, terrain, t, best)
    return best


@kernel
def _line_from_corners(terrain, s, t):
    """The shortest line from a corner of area ``s`` to the border of area ``t``."""
    first = terrain.features[s].first
    best = Segment(0.0, 0.0, math.inf, 0.0)
    for k in range(first, first + terrain.features[s].count):
        tip = terrain.vertices[k]
        best = _line_to_border(float(tip.x), float(tip.y), terrain, t, best)
    return best


@kernel
def _passes_between_waters(b, way, gap, t, around):
    """The Segment goes between waterway ``t`` and another, or the edge of the board, less than ``gap`` apart."""
    for m in range(around.n_features):
        s = around.features[m]
        if s <= t or not _is_water(b, s) or b.terrain.features[s].part_of == b.terrain.features[t].part_of:
            continue
        line = _line_from_corners(b.terrain, s, t)
        other = _line_from_corners(b.terrain, t, s)
        if _square(other) < _square(line):
            line = other
        if _square(line) < gap * gap and _lines_cross(way, line):
            return True
    feature = b.terrain.features[t]
    for k in range(feature.first, feature.first + feature.count):
        if _passes_from_point_to_edge(b, b.terrain.vertices[k], way, gap):
            return True
    return False


@clause("DBA-GROUP-2")
@kernel
def _passes_beside_water(b, i, way, width, around):
    """Element ``i``, so wide, slips between a waterway and a base, a camp, another waterway, or the board's edge."""
    for m in range(around.n_features):
        t = around.features[m]
        if not _is_water(b, t) or not _is_near_feature(b.terrain.features[t], way, width):
            continue
        for one in range(around.n_others + N_SIDES):
            if not _is_block(b, i, one, around):
                continue
            other = _block(b, one, around)
            if not _is_near_line(other, way, width):
                continue
            if is_at_least(distance_to_feature(other, b.terrain, t), width, SLACK):
                continue
            line = _line_to_feature(other, b.terrain, t)
            if _lines_cross(way, line):
                return True
        if _passes_between_waters(b, way, width - SLACK, t, around):
            return True
    return False


@kernel
def _is_near_board_edge(b, base, gap):
    """The base may be less than ``gap`` from an edge of the board."""
    far = gap + half_diagonal(base)
    return (base.x < far) | (base.y < far) | (b.table_width - base.x < far) | (b.table_height - base.y < far)


@kernel
def slips(base, dx, dy):
    """The strip that a base sweeps, going (dx, dy), is narrower than its front: a sideways or slanting move."""
    square = dx * dx + dy * dy
    if square < 1.0:
        return False
    along = abs(dx * base.fx + dy * base.fy)
    across = abs(dx * base.fy - dy * base.fx)
    wide = 2.0 * (along * base.half_width + across * base.half_depth)
    front = 2.0 * base.half_width - SLACK
    return wide * wide < front * front * square


@clause("DBA-GROUP-2")
@kernel
def passes_narrow_gap(b, i, base, dx, dy, around):
    """Element ``i``, going (dx, dy), slips between two things less than a base width apart. Returns True if so.

    Only of use where it ``slips``.
    """
    width = 2.0 * base.half_width
    way = Segment(base.x, base.y, base.x + dx, base.y + dy)
    if _passes_beside_water(b, i, way, width, around):
        return True
    n = 0
    per = 1.0 / (dx * dx + dy * dy)
    for one in range(around.n_others + N_SIDES):
        if one < around.n_others:
            ex = around.circles[one, 0] - base.x
            ey = around.circles[one, 1] - base.y
            far = width + around.circles[one, 2]
            if square_to_line(ex, ey, dx, dy, per) >= far * far:
                continue
        if not _is_block(b, i, one, around):
            continue
        first = _block(b, one, around)
        if one >= around.n_others and not _is_near_line(first, way, width):
            continue
        if _is_near_board_edge(b, first, width):
            if _passes_to_board_edge(b, first, way, width - SLACK):
                return True
        around.beside[n] = one
        n += 1
    for one in range(n):
        first = _block(b, around.beside[one], around)
        for two in range(one + 1, n):
            second = _block(b, around.beside[two], around)
            if is_at_least(distance_between(first, second), width, SLACK):
                continue
            line = _shortest_line(first, second)
            if _lines_cross(way, line):
                return True
    return False
