"""Terrain against Shapely: polygons, discs, ramparts and outlines that must be split."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from kernel.geometry_oracle import (
    SURE,
    base,
    bases,
    corners,
    depth_of,
    examples,
    first_touch,
    moves,
    places,
    polygon,
    sure_sweep,
)
from sandtable.errors import InputError
from sandtable.kernel.geometry import TOUCH
from sandtable.kernel.polygons import convex_parts
from sandtable.kernel.terrain import (
    add_disc,
    add_line,
    add_polygon,
    add_strip,
    distance_to_feature,
    free_distance_to_feature,
    gap_to_feature,
    overlaps_feature,
    point_in_feature,
    segment_crosses_feature,
    sweep_hits_feature,
    terrain_record,
)

pytestmark = pytest.mark.bounds

TERRAIN = terrain_record(40, 160)


def table():
    """An empty table."""
    return np.zeros(1, TERRAIN)[0]


rings = st.lists(st.tuples(places, places), min_size=3, max_size=8)
radii = st.sampled_from([0.25, 0.75, 1.0, 2.5])


@st.composite
def near_edges(draw, ring):
    """A base whose front lies along one side of a ring give or take a hair, or anywhere."""
    if draw(st.booleans()):
        return draw(bases)
    k = draw(st.integers(0, len(ring) - 1))
    (ax, ay), (bx, by) = ring[k - 1], ring[k]
    along = draw(st.sampled_from([0.0, 0.3, 0.5, 1.0]))
    degrees = math.degrees(math.atan2(by - ay, ax - bx)) + draw(st.sampled_from([0.0, 90.0, 180.0, 30.0, 135.0]))
    a = base(0.0, 0.0, degrees, 1.0, 1.0)
    out = 0.5 + draw(st.sampled_from([0.0, 0.008, -0.008, -0.0125, -0.05, 0.05]))
    return a._replace(x=ax + along * (bx - ax) - a.fx * out, y=ay + along * (by - ay) - a.fy * out)


@given(st.data(), rings, moves, places, places, places, places)
@examples(500)
def test_a_convex_area_is_met_as_shapely_meets_it(data, ring, move, x0, y0, x1, y1):
    hull = shapely.MultiPoint(ring).convex_hull
    assume(hull.geom_type == "Polygon" and hull.area > 0.01)
    outline = [tuple(p) for p in shapely.get_coordinates(hull)[:-1]]
    t = table()
    assert add_polygon(t, 1, outline if data.draw(st.booleans()) else outline[::-1]) == 0
    assert t.n_features == 1
    a = data.draw(near_edges(outline))

    depth = depth_of(corners(a), outline)
    if abs(depth - TOUCH) > 1e-9:
        assert overlaps_feature(a, t, 0) == (depth > TOUCH)
    distance = polygon(a).distance(hull)
    assert distance_to_feature(a, t, 0) == pytest.approx(distance, abs=1e-9)
    if abs(distance - TOUCH) > 1e-9:
        assert gap_to_feature(a, t, 0) == (pytest.approx(distance, abs=1e-9) if distance > TOUCH else 0.0)

    dx, dy = move
    hits = sure_sweep(corners(a), outline, dx, dy)
    if hits is not None:
        assert sweep_hits_feature(a, dx, dy, t, 0) == hits
        length = math.hypot(dx, dy)
        if length > 0.0:
            free = free_distance_to_feature(a, dx / length, dy / length, length, t, 0)
            touch = first_touch(corners(a), outline, dx, dy) if hits else length
            assert free == pytest.approx(touch, abs=1e-6)

    inner, outer = (hull.buffer(-(TOUCH + step), join_style="mitre") for step in (SURE, -SURE))
    point = shapely.Point(x0, y0)
    if inner.contains(point):
        assert point_in_feature(x0, y0, t, 0)
    elif not outer.intersects(point):
        assert not point_in_feature(x0, y0, t, 0)
    line = shapely.LineString([(x0, y0), (x1, y1)]) if (x0, y0) != (x1, y1) else point
    if line.intersection(inner).length > 1e-6:
        assert segment_crosses_feature(x0, y0, x1, y1, t, 0)
    elif not outer.intersects(line):
        assert not segment_crosses_feature(x0, y0, x1, y1, t, 0)


@given(bases, places, places, radii, moves, places, places)
@examples(600)
def test_a_disc_is_met_as_shapely_meets_it(a, x, y, radius, move, px, py):
    t = table()
    add_disc(t, 1, x, y, radius)
    middle = shapely.Point(x, y)
    distance = polygon(a).distance(middle)
    if abs(distance - radius + TOUCH) > 1e-9:
        assert overlaps_feature(a, t, 0) == (distance < radius - TOUCH)
    apart = max(distance - radius, 0.0)
    if abs(apart - TOUCH) > 1e-9:
        assert gap_to_feature(a, t, 0) == (pytest.approx(apart, abs=1e-9) if apart > TOUCH else 0.0)
    dx, dy = move
    length = math.hypot(dx, dy)

    def swept(part):
        """Everything the base covers on the first part of its way."""
        return shapely.MultiPoint(np.concatenate([corners(a), corners(a) + np.array([dx, dy]) * part])).convex_hull

    nearest = swept(1.0).distance(middle)
    if abs(nearest - radius + TOUCH) > 1e-9:
        hits = nearest < radius - TOUCH
        assert sweep_hits_feature(a, dx, dy, t, 0) == hits
        if length > 0.0:
            free = free_distance_to_feature(a, dx / length, dy / length, length, t, 0)
            if not hits:
                assert free == length
            elif distance < radius:
                assert free == 0.0
            else:
                assert swept(free / length).distance(middle) == pytest.approx(radius, abs=1e-6)
    off = middle.distance(shapely.Point(px, py))
    if abs(off - radius + TOUCH) > 1e-9:
        assert point_in_feature(px, py, t, 0) == (off < radius - TOUCH)
    if (px, py) != (a.x, a.y):
        off = shapely.LineString([(px, py), (a.x, a.y)]).distance(middle)
        if abs(off - radius + TOUCH) > 1e-9:
            assert segment_crosses_feature(px, py, a.x, a.y, t, 0) == (off < radius - TOUCH)


@given(st.data(), places, places, places, places, moves)
@examples(500)
def test_a_wall_is_met_as_shapely_meets_it(data, x0, y0, x1, y1, move):
    assume(math.hypot(x1 - x0, y1 - y0) > 0.05)
    wall = [(x0, y0), (x1, y1)]
    t = table()
    add_line(t, 1, wall)
    a = data.draw(near_edges(wall))
    depth = depth_of(corners(a), wall)
    if abs(depth - TOUCH) > 1e-9:
        assert overlaps_feature(a, t, 0) == (depth > TOUCH)
    distance = polygon(a).distance(shapely.LineString(wall))
    assert distance_to_feature(a, t, 0) == pytest.approx(distance, abs=1e-9)
    dx, dy = move
    hits = sure_sweep(corners(a), wall, dx, dy)
    length = math.hypot(dx, dy)
    if hits is not None and length > 0.0:
        assert sweep_hits_feature(a, dx, dy, t, 0) == hits
        free = free_distance_to_feature(a, dx / length, dy / length, length, t, 0)
        assert free == pytest.approx(first_touch(corners(a), wall, dx, dy) if hits else length, abs=1e-6)
    if length > 0.0:
        sight = shapely.LineString([(a.x, a.y), (a.x + dx, a.y + dy)])
        line = shapely.LineString(wall)
        ends = [shapely.Point(p).distance(whole) for p, whole in ((wall[0], sight), (wall[1], sight))]
        ux, uy = (x1 - x0) / line.length, (y1 - y0) / line.length
        off = [abs((px - x0) * uy - (py - y0) * ux) for px, py in sight.coords]
        if min(*ends, *off) > TOUCH + SURE:
            assert segment_crosses_feature(a.x, a.y, a.x + dx, a.y + dy, t, 0) == sight.crosses(line)
        elif min(off) < TOUCH - SURE:
            assert not segment_crosses_feature(a.x, a.y, a.x + dx, a.y + dy, t, 0)
    assert not point_in_feature(0.5 * (x0 + x1), 0.5 * (y0 + y1), t, 0)


@st.composite
def stars(draw):
    """An outline around the origin that goes in and out: simple, mostly concave, sometimes with flat corners."""
    n = draw(st.integers(4, 11))
    reach = draw(st.lists(st.sampled_from([0.6, 1.0, 1.7, 3.0]), min_size=n, max_size=n))
    turn = draw(st.integers(0, 359))
    angles = [math.radians(turn + 360.0 * k / n) for k in range(n)]
    ring = [
        (round(r * math.cos(v) * 64) / 64, round(r * math.sin(v) * 64) / 64) for r, v in zip(reach, angles, strict=True)
    ]
    if draw(st.booleans()):
        k = draw(st.integers(0, n - 1))
        ring.insert(k, (0.5 * (ring[k - 1][0] + ring[k][0]), 0.5 * (ring[k - 1][1] + ring[k][1])))
    return ring


def seams(t):
    """Both ends of every inner border of the pieces on a table."""
    for feature in t.features[: t.n_features]:
        ring = t.vertices[feature.first : feature.first + feature.count]
        for k, vertex in enumerate(ring):
            if vertex.seam:
                after = ring[(k + 1) % len(ring)]
                yield (float(vertex.x), float(vertex.y)), (float(after.x), float(after.y))


@given(st.data(), stars(), moves, places, places, places, places)
@examples(250)
def test_a_concave_area_is_met_as_a_whole(data, ring, move, x0, y0, x1, y1):
    whole = shapely.Polygon(ring)
    assume(whole.is_valid and whole.area > 0.1)
    t = table()
    first = add_polygon(t, 1, ring)
    parts = range(t.n_features)
    assert first == 0 and all(t.features[i].part_of == 0 for i in parts)
    a = data.draw(near_edges(ring))

    def any_part(test, *args):
        return any(test(*args, t, i) for i in parts)

    core = whole.buffer(-(TOUCH + SURE), join_style="mitre")
    thin = a._replace(half_width=a.half_width - TOUCH - SURE, half_depth=a.half_depth - TOUCH - SURE)
    if polygon(thin).intersects(core):
        assert any_part(overlaps_feature, a)
    elif not polygon(a).intersects(whole):
        assert not any_part(overlaps_feature, a)
    distance = polygon(a).distance(whole)
    if abs(distance - TOUCH) > 1e-9:
        expected = pytest.approx(distance, abs=1e-9) if distance > TOUCH else 0.0
        assert min(gap_to_feature(a, t, i) for i in parts) == expected

    for (ax, ay), (bx, by) in seams(t):
        x, y = 0.5 * (ax + bx), 0.5 * (ay + by)
        if whole.exterior.distance(shapely.Point(x, y)) > TOUCH + SURE:
            assert any_part(point_in_feature, x, y)
            assert any_part(segment_crosses_feature, ax, ay, bx, by)

    dx, dy = move

    def swept(body):
        points = np.concatenate([corners(body), corners(body) + np.array([dx, dy])])
        return shapely.MultiPoint(points).convex_hull

    if swept(thin).intersects(core):
        assert any_part(sweep_hits_feature, a, dx, dy)
    elif not swept(a).intersects(whole):
        assert not any_part(sweep_hits_feature, a, dx, dy)

    point = shapely.Point(x0, y0)
    if whole.contains(point) and whole.exterior.distance(point) > TOUCH + SURE:
        assert any_part(point_in_feature, x0, y0)
    elif whole.distance(point) > 1e-5:
        assert not any_part(point_in_feature, x0, y0)
    line = shapely.LineString([(x0, y0), (x1, y1)]) if (x0, y0) != (x1, y1) else point
    if line.intersects(whole.buffer(-(TOUCH + SURE))):
        assert any_part(segment_crosses_feature, x0, y0, x1, y1)
    elif not line.intersects(whole):
        assert not any_part(segment_crosses_feature, x0, y0, x1, y1)


@given(stars())
@examples(150)
def test_an_outline_is_split_into_convex_parts_that_fill_it_once(ring):
    whole = shapely.Polygon(ring)
    assume(whole.is_valid and whole.area > 0.1)
    parts = [shapely.Polygon(part) for part in convex_parts(ring)]
    assert sum(part.area for part in parts) == pytest.approx(whole.area, abs=1e-9)
    assert shapely.union_all(parts).symmetric_difference(whole).area < 1e-9
    assert all(part.convex_hull.area == pytest.approx(part.area, abs=1e-9) for part in parts)
    assert all(part.exterior.is_ccw for part in parts)
    assert len(parts) <= 2 * len(ring)
    # The same outline from another corner, or the other way round, is the same area.
    again = [shapely.Polygon(part) for part in convex_parts(ring[::-1])]
    assert sum(part.area for part in again) == pytest.approx(whole.area, abs=1e-9)


@given(st.lists(st.tuples(places, places), min_size=2, max_size=5), st.sampled_from([0.5, 2.0]), places, places)
@examples(150)
def test_a_road_covers_what_lies_within_half_its_width(points, width, x, y):
    t = table()
    line = shapely.LineString(points) if len(set(points)) > 1 else None
    assume(line is not None)
    try:
        add_strip(t, 1, points, width)
    except ValueError:
        return
    # Beside a stretch and away from the mitred corners the road is exactly its half width to either side.
    on_road = any(point_in_feature(x, y, t, i) for i in range(t.n_features))
    off = line.distance(shapely.Point(x, y))
    foot = line.interpolate(line.project(shapely.Point(x, y)))
    at_corner = min(foot.distance(shapely.Point(p)) for p in points) <= 2.0 * TOUCH
    if off < 0.5 * width - TOUCH - SURE and not at_corner:
        assert on_road
    if off > 1.01 * width:
        assert not on_road


def test_an_outline_with_a_corner_beyond_all_tables_is_refused_without_a_warning() -> None:
    with pytest.raises(InputError, match="crosses or touches itself"):
        convex_parts([(16.0, 1e300), (30.0, 19.0), (30.0, 27.0), (16.0, 27.0)])
