"""Round bases against Shapely: gaps, overlaps, covers, sight and straight ways, on the lattice and off it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from kernel.geometry_oracle import bases, examples, places, polygon
from sandtable.kernel.discs import (
    Disc,
    disc_beside_base,
    disc_beside_disc,
    disc_free_to_disc,
    disc_free_to_feature,
    disc_gap,
    disc_gap_to_feature,
    disc_gap_to_point,
    disc_hits_disc,
    disc_hits_feature,
    disc_is_on_table,
    disc_of,
    disc_overlaps_feature,
    disc_shifted,
    discs_overlap,
    nearest_points_of_discs,
    sight_blocked_by_disc,
)
from sandtable.kernel.geometry import TOUCH, facing_of_degrees
from sandtable.kernel.terrain import add_disc, add_line, add_polygon, add_strip, terrain_record

pytestmark = pytest.mark.bounds

SURE = 1e-7
"""Depths this close to TOUCH are left out: there rounding decides."""

HAIRS = [0.0, 0.0, 0.004, -0.004, 0.0098, 0.0102, -0.0098, -0.0102, 0.05, -0.05, 0.3, -0.3, 1.0]
radii = st.sampled_from([0.25, 0.3937, 0.5, 0.984, 1.25])
angles = st.one_of(st.sampled_from([0.0, 90.0, 180.0, 270.0, 45.0, 30.0]), st.floats(0.0, 360.0)).map(math.radians)
tenths = st.integers(-30, 30).map(lambda k: k / 10)
anywhere = st.one_of(places, tenths, st.floats(-3.0, 3.0).map(lambda x: round(x, 9)))  # no table has 1e-300 of an inch


def disc(x: float, y: float, radius: float) -> Disc:
    return Disc(float(x), float(y), 0.0, 1.0, float(radius))


discs = st.builds(disc, anywhere, anywhere, radii)


def point(d: Disc) -> Any:
    return shapely.Point(d.x, d.y)


@st.composite
def beside(draw: Any, of: Any) -> Disc:
    """A disc that touches a shape of Shapely's give or take a hair, at any angle from one of its points."""
    radius, angle, hair = draw(radii), draw(angles), draw(st.sampled_from(HAIRS))
    edge = of.exterior if of.geom_type == "Polygon" else of
    at = edge.interpolate(draw(st.floats(0.0, 1.0)), normalized=True) if edge.length else edge.centroid
    return disc(at.x + math.sin(angle) * (radius + hair), at.y + math.cos(angle) * (radius + hair), radius)


def agrees(got: float, distance: float) -> bool:
    """A gap is the true distance, or 0 where that is TOUCH or less."""
    if abs(distance - TOUCH) < SURE:
        return True
    return bool(got == (pytest.approx(distance, abs=1e-9) if distance > TOUCH else 0.0))


def overlaps(distance: float, reach: float) -> bool | None:
    """A centre so far from a shape reaches into it; None where rounding decides."""
    depth = reach - distance
    return None if abs(depth - TOUCH) < SURE else depth > TOUCH


# Two discs


@given(discs, radii, angles, st.sampled_from(HAIRS))
@examples(800)
def test_two_discs(a: Disc, radius: float, angle: float, hair: float) -> None:
    reach = a.radius + radius
    b = disc(a.x + math.sin(angle) * (reach + hair), a.y + math.cos(angle) * (reach + hair), radius)
    apart = point(a).distance(point(b))
    assert agrees(disc_gap(a, b), max(apart - reach, 0.0)) and disc_gap(a, b) == disc_gap(b, a)
    expected = overlaps(apart, reach)
    assume(expected is not None)
    assert discs_overlap(a, b) == discs_overlap(b, a) == expected
    line = nearest_points_of_discs(a, b)
    length = math.dist((line.x0, line.y0), (line.x1, line.y1))
    assert length == pytest.approx(max(apart - reach, 0.0), abs=1e-9)
    if length:
        assert math.dist((line.x0, line.y0), (a.x, a.y)) == pytest.approx(a.radius)
        assert math.dist((line.x1, line.y1), (b.x, b.y)) == pytest.approx(b.radius)


def test_exactly_touching_is_touching_on_the_grid_and_off_it() -> None:
    for x, y in ((1.0, 0.0), (0.6, 0.8), (0.1 + 0.2, math.sqrt(1 - 0.3**2)), (math.sin(0.7), math.cos(0.7))):
        a, b = disc(0.1, 0.7, 0.4), disc(0.1 + x, 0.7 + y, 0.6)  # 1 apart, radii 0.4 and 0.6
        assert disc_gap(a, b) == 0.0 and not discs_overlap(a, b)
        further, nearer = (disc(0.1 + x * k, 0.7 + y * k, 0.6) for k in (1.0101, 0.9899))
        assert disc_gap(a, further) == pytest.approx(0.0101) and not discs_overlap(a, further)
        assert disc_gap(a, nearer) == 0.0 and discs_overlap(a, nearer)
        for k in (1.0099, 0.9901):  # within TOUCH on either side
            near = disc(0.1 + x * k, 0.7 + y * k, 0.6)
            assert disc_gap(a, near) == 0.0 and not discs_overlap(a, near)


@given(discs, radii, anywhere, anywhere)
@examples(300)
def test_a_disc_put_beside_another_touches_it_on_that_side(other: Disc, radius: float, x: float, y: float) -> None:
    away = math.dist((x, y), (other.x, other.y))
    assume(away > 0.05)
    placed = disc_beside_disc(disc(9.0, 9.0, radius), other, x, y)
    assert placed.x * 2048 == round(placed.x * 2048) and placed.y * 2048 == round(placed.y * 2048)
    assert disc_gap(placed, other) == 0.0 and not discs_overlap(placed, other)
    along = ((placed.x - other.x) * (x - other.x) + (placed.y - other.y) * (y - other.y)) / away
    assert along == pytest.approx(radius + other.radius, abs=1e-3)


@given(discs, anywhere, anywhere)
@examples(300)
def test_how_far_a_point_is_from_a_disc(a: Disc, x: float, y: float) -> None:
    at = point(a).distance(shapely.Point(x, y))
    assume(abs(at - a.radius - TOUCH) > SURE)
    assert agrees(disc_gap_to_point(a, x, y), max(at - a.radius, 0.0))


# A disc and a rectangle


@given(bases, radii, anywhere, anywhere)
@examples(300)
def test_a_disc_put_beside_a_rectangle_touches_it_there(base: Any, radius: float, x: float, y: float) -> None:
    shape, aim = polygon(base), shapely.Point(x, y)
    assume(shape.distance(aim) > 0.05)
    placed = disc_beside_base(disc(9.0, 9.0, radius), base, x, y)
    assert shape.distance(point(placed)) == pytest.approx(radius, abs=TOUCH)
    foot = shapely.shortest_line(shape, aim).coords[0]
    assert math.dist(foot, (placed.x, placed.y)) == pytest.approx(radius, abs=1e-3)


# Straight ways, against the distance that Shapely finds from the whole way


def way(d: Disc, dx: float, dy: float) -> Any:
    return shapely.LineString([(d.x, d.y), (d.x + dx, d.y + dy)]) if math.hypot(dx, dy) > 1e-9 else point(d)


def first_within(shape: Any, d: Disc, ux: float, uy: float, most: float, reach: float) -> float:
    """How far the centre goes until it is ``reach`` from a convex shape, by halving between 0 and the nearest place."""
    nearest = shapely.line_locate_point(way(d, ux * most, uy * most), shapely.shortest_line(
        way(d, ux * most, uy * most), shape).interpolate(0.0))  # fmt: skip
    low, high = 0.0, float(nearest)

    def distance(t: float) -> float:
        return float(shape.distance(shapely.Point(d.x + ux * t, d.y + uy * t)))

    if distance(0.0) <= reach:
        return 0.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if distance(middle) > reach else (low, middle)
    return high


def check_way(shape: Any, d: Disc, reach: float, dx: float, dy: float, hits: bool, free: Any) -> None:
    """``hits`` and ``free(ux, uy, length)`` are what Shapely says of a way of a centre that keeps ``reach`` off."""
    expected = overlaps(shape.distance(way(d, dx, dy)), reach)
    assume(expected is not None)
    assert hits == expected
    length = math.hypot(dx, dy)
    if length < 1e-6:
        return
    ux, uy = dx / length, dy / length
    got = free(ux, uy, length)
    if not expected:
        assert got == length
    else:
        stop = first_within(shape, d, ux, uy, length, reach)
        at = shapely.Point(d.x + ux * got, d.y + uy * got)
        assert got == pytest.approx(stop, abs=1e-4) or shape.distance(at) == pytest.approx(reach, abs=1e-6)
        assert shape.distance(way(d, ux * got, uy * got)) > min(reach, shape.distance(point(d))) - 1e-6


a_step = st.floats(-4.0, 4.0).map(lambda step: step if abs(step) > 1e-9 else 0.0)
"""No way in play is shorter than the lattice, and the squares of far shorter ones would be nothing."""
steps = st.tuples(a_step, a_step)


@st.composite
def slides(draw: Any, d: Disc, other: Any) -> tuple[float, float]:
    """A move anyhow, straight at a point, or tangent to it, give or take a hair."""
    x, y = draw(st.sampled_from([other, draw(steps)]))
    ex, ey = x - d.x, y - d.y
    if draw(st.booleans()):
        ex, ey = -ey, ex
    k = draw(st.sampled_from([1.0, -1.0, 2.0, 0.5]))
    return k * ex, k * ey


@given(st.data(), discs, radii, angles, st.sampled_from(HAIRS))
@examples(800)
def test_a_way_past_a_disc(data: Any, b: Disc, radius: float, angle: float, hair: float) -> None:
    reach = radius + b.radius
    a = disc(b.x + math.sin(angle) * (reach + hair), b.y + math.cos(angle) * (reach + hair), radius)
    a = data.draw(st.sampled_from([a, disc(data.draw(anywhere), data.draw(anywhere), radius)]))
    dx, dy = data.draw(slides(a, (b.x, b.y)))
    hits = disc_hits_disc(a, dx, dy, b)
    check_way(point(b), a, reach, dx, dy, hits, lambda ux, uy, most: disc_free_to_disc(a, ux, uy, most, b))


def test_a_disc_slides_along_what_it_touches_and_is_stopped_by_what_it_runs_into() -> None:
    a = disc(0.0, 0.0, 0.5)
    beside_it = disc(1.0, 0.0, 0.5)
    assert not disc_hits_disc(a, 0.0, 5.0, beside_it) and disc_free_to_disc(a, 0.0, 1.0, 5.0, beside_it) == 5.0
    # Straight at one 3 away: centres may come within 1, so it goes 2. At 30 degrees past it by 0.6: sqrt(1 - .36) = .8.
    assert disc_free_to_disc(a, 1.0, 0.0, 5.0, disc(3.0, 0.0, 0.5)) == pytest.approx(2.0)
    assert disc_free_to_disc(a, 1.0, 0.0, 5.0, disc(3.0, 0.6, 0.5)) == pytest.approx(2.2)
    facing = facing_of_degrees(37.3)
    at = disc(3.0 * facing.x, 3.0 * facing.y, 0.5)
    assert disc_free_to_disc(a, facing.x, facing.y, 5.0, at) == pytest.approx(2.0)
    tangent = disc(1.0 * facing.y, -1.0 * facing.x, 0.5)  # touches it to the right of its way
    assert disc_free_to_disc(a, facing.x, facing.y, 5.0, tangent) == 5.0


# Terrain

TERRAIN = terrain_record(40, 160)


def table() -> Any:
    return np.zeros(1, TERRAIN)[0]


rings = st.lists(st.tuples(places, places), min_size=3, max_size=7)


@st.composite
def features(draw: Any) -> tuple[Any, Any]:
    """Terrain that holds one convex feature, and the same as a shape of Shapely's."""
    t, kind = table(), draw(st.sampled_from(["area", "area", "disc", "wall"]))
    if kind == "disc":
        x, y, radius = draw(anywhere), draw(anywhere), draw(radii)
        add_disc(t, 1, x, y, radius)
        feature = t.features[0]
        return t, shapely.Point(0.5 * (feature.x0 + feature.x1), 0.5 * (feature.y0 + feature.y1)).buffer(0.0), radius
    if kind == "wall":
        ends = draw(st.tuples(st.tuples(anywhere, anywhere), st.tuples(anywhere, anywhere)))
        assume(math.dist(*ends) > 0.1)
        add_line(t, 1, ends)
        return t, shapely.LineString(ends), 0.0
    hull = shapely.MultiPoint(draw(rings)).convex_hull
    assume(hull.geom_type == "Polygon" and hull.area > 0.01)
    add_polygon(t, 1, [tuple(p) for p in shapely.get_coordinates(hull)[:-1]])
    return t, hull, 0.0


def shape_of(t: Any, shape: Any) -> tuple[Any, float]:
    """A feature's shape, and by how much a disc is larger than it: an exact disc instead of Shapely's polygon."""
    feature = t.features[0]
    if feature.radius > 0.0:
        return shapely.Point(0.5 * (feature.x0 + feature.x1), 0.5 * (feature.y0 + feature.y1)), float(feature.radius)
    return shape, 0.0


@given(st.data(), features())
@examples(1000)
def test_a_disc_and_terrain(data: Any, made: Any) -> None:
    t = made[0]
    shape, more = shape_of(t, made[1])
    d = data.draw(st.one_of(discs, beside(shape if more == 0.0 else shape.buffer(more))))
    apart = shape.distance(point(d))
    reach = d.radius + more
    assert agrees(disc_gap_to_feature(d, t, 0), max(apart - reach, 0.0))
    expected = overlaps(apart, reach)
    assume(expected is not None)
    assert disc_overlaps_feature(d, t, 0) == expected
    centre = (shape.centroid.x, shape.centroid.y)
    dx, dy = data.draw(slides(d, centre))
    hits = disc_hits_feature(d, dx, dy, t, 0)
    check_way(shape, d, reach, dx, dy, hits, lambda ux, uy, most: disc_free_to_feature(d, ux, uy, most, t, 0))


ELL = [(0.0, 0.0), (4.0, 0.0), (4.0, 1.5), (1.5, 1.5), (1.5, 4.0), (0.0, 4.0)]


def test_a_strip_is_met_over_its_bends() -> None:
    t = table()
    add_strip(t, 1, [(0.0, 0.0), (3.0, 0.0), (3.0, 3.0)], 1.0)
    assert disc_gap_to_feature(disc(1.5, 1.5, 0.5), t, 0) == pytest.approx(0.5)  # 1.5 - 0.5 - 0.5, from either stretch
    assert disc_gap_to_feature(disc(1.5, 1.5, 0.5), t, 1) == pytest.approx(0.5)
    assert disc_overlaps_feature(disc(3.0, 0.0, 0.25), t, 0) and disc_overlaps_feature(disc(3.0, 0.0, 0.25), t, 1)


# Sight, and the table's edge


@given(st.data(), discs, anywhere, anywhere)
@examples(500)
def test_sight_passes_a_disc_that_it_grazes(data: Any, d: Disc, x: float, y: float) -> None:
    dx, dy = data.draw(slides(disc(x, y, 0.5), (d.x, d.y)))
    line = way(disc(x, y, 0.5), dx, dy)
    expected = overlaps(line.distance(point(d)), d.radius)
    assume(expected is not None)
    assert sight_blocked_by_disc(x, y, x + dx, y + dy, d) == expected


def test_sight_along_the_rim_at_an_angle() -> None:
    facing = facing_of_degrees(63.7)
    for off, blocked in ((0.5, False), (0.4901, False), (0.4899, True), (0.51, False)):
        d = disc(facing.y * off, -facing.x * off, 0.5)  # its centre so far to the right of the line
        ends = (-3 * facing.x, -3 * facing.y, 3 * facing.x, 3 * facing.y)
        assert sight_blocked_by_disc(*ends, d) == blocked


EDGES = [(0.5, True), (0.491, True), (0.489, False), (9.5, True), (9.509, True), (9.511, False)]


@pytest.mark.parametrize(("x", "on"), EDGES)
def test_a_disc_may_touch_the_edge_of_the_table(x: float, on: bool) -> None:
    assert disc_is_on_table(disc(x, 5.0, 0.5), 10.0, 10.0) == on
    assert disc_is_on_table(disc(5.0, x, 0.5), 10.0, 10.0) == on


def test_a_disc_is_made_of_a_figure_whose_width_is_its_diameter() -> None:
    from sandtable.kernel.records import record

    figure = np.zeros(1, record(("x", "f8"), ("y", "f8"), ("fx", "f8"), ("fy", "f8"), ("width", "f8")))[0]
    figure.x, figure.y, figure.fy, figure.width = 1.5, 2.5, 1.0, 0.984
    assert disc_of(figure) == Disc(1.5, 2.5, 0.0, 1.0, 0.492)
    assert disc_shifted(disc_of(figure), 1.0, -1.0) == Disc(2.5, 1.5, 0.0, 1.0, 0.492)
