"""Bases against Shapely: gaps, overlaps, contacts and moves of thousands of drawn pairs."""

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
    close_moves,
    close_pairs,
    corners,
    depth_of,
    examples,
    facings,
    first_touch,
    pairs,
    places,
    polygon,
    sides,
    sure_sweep,
)
from kernel.walked_wheels import wheels_into
from sandtable.kernel.contact import contact_place, edge_touching, front_on, is_aligned_on, is_front_contact
from sandtable.kernel.geometry import (
    TOUCH,
    ahead,
    contains_point,
    corner,
    degrees_of_facing,
    gap,
    gap_to_rectangle,
    gap_to_segment,
    is_inside_rectangle,
    nearest_points,
    overlap,
    segment_enters,
    shifted,
)
from sandtable.kernel.line_of_sight import sight_blocked_by_base, square_ahead
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import carried, free_distance, rigid_between, sweep_hits, wheel_about

pytestmark = pytest.mark.bounds


def agrees(got, distance):
    """A gap is the true distance, or 0 where that is TOUCH or less."""
    if abs(distance - TOUCH) < 1e-9:
        return True
    return got == (pytest.approx(distance, abs=1e-9) if distance > TOUCH else 0.0)


@given(pairs)
@examples(1400)
def test_gap_is_the_distance_between_the_rectangles(pair):
    a, b = pair
    assert agrees(gap(a, b), polygon(a).distance(polygon(b)))
    assert gap(b, a) == pytest.approx(gap(a, b), abs=1e-9)


@given(pairs)
@examples(1600)
def test_overlap_is_penetration_by_more_than_touch(pair):
    a, b = pair
    depth = depth_of(corners(a), corners(b))
    assume(abs(depth - TOUCH) > 1e-9)
    assert overlap(a, b) == (depth > TOUCH)
    assert overlap(b, a) == (depth > TOUCH)


@given(pairs)
@examples(300)
def test_nearest_points_join_the_two_bases_by_their_shortest_way(pair):
    a, b = pair
    line = nearest_points(a, b)
    start = shapely.Point(line.x0, line.y0)
    end = shapely.Point(line.x1, line.y1)
    distance = polygon(a).distance(polygon(b))
    assert polygon(a).distance(start) < 1e-9
    assert polygon(b).distance(end) < 1e-9
    assert start.distance(end) == pytest.approx(distance, abs=1e-9)


@given(close_moves())
@examples(1800)
def test_a_straight_move_hits_what_it_penetrates_anywhere_on_its_way(move):
    a, b, dx, dy = move
    expected = sure_sweep(corners(a), corners(b), dx, dy)
    assume(expected is not None)
    assert sweep_hits(a, dx, dy, b) == expected


@given(close_moves())
@examples(1000)
def test_a_move_is_free_up_to_where_the_bases_first_touch(move):
    a, b, dx, dy = move
    length = math.hypot(dx, dy)
    assume(length > 0.0)
    hits = sure_sweep(corners(a), corners(b), dx, dy)
    assume(hits is not None)
    free = free_distance(a, dx / length, dy / length, length, b)
    if not hits:
        assert free == length
    else:
        assert free == pytest.approx(first_touch(corners(a), corners(b), dx, dy), abs=1e-6)
        if depth_of(corners(a), corners(b)) < TOUCH - SURE:
            assert not sweep_hits(a, dx / length * free, dy / length * free, b)


@given(close_moves(), st.integers(2, 40))
@examples(200)
def test_a_sweep_agrees_with_standing_at_many_places_on_the_way(move, steps):
    a, b, dx, dy = move
    stands = [overlap(shifted(a, dx * k / steps, dy * k / steps), b) for k in range(steps + 1)]
    if any(stands):
        assert sweep_hits(shifted(a, 1e-12, 0.0), dx, dy, b) or sweep_hits(a, dx, dy, b)


def wheeled(a, px, py, degrees):
    """Corners of ``a`` turned clockwise about (px, py) by each of ``degrees``: [n, 4, 2]."""
    turn = np.radians(degrees)
    c, s = np.cos(turn)[:, None], np.sin(turn)[:, None]
    ex, ey = (corners(a) - [px, py]).T
    return np.stack([px + c * ex + s * ey, py - s * ex + c * ey], axis=-1)


@given(pairs, st.integers(0, 3), st.integers(-9000, 9000), st.sampled_from([0.0, 0.0, 1.0, 3.0]))
@examples(150)
def test_a_wheel_hits_what_it_penetrates_along_its_arc(pair, which, hundredths, beyond):
    a, b = pair
    pivot = corner(a, which)
    px, py = pivot.x + beyond * (pivot.x - a.x), pivot.y + beyond * (pivot.y - a.y)
    ways = np.linspace(0.0, hundredths / 100.0, 1500)
    thin = a._replace(half_width=a.half_width - 1.3 * TOUCH, half_depth=a.half_depth - 1.3 * TOUCH)
    thick = a._replace(half_width=a.half_width - 0.3 * TOUCH, half_depth=a.half_depth - 0.3 * TOUCH)
    hits = wheels_into(a, px, py, hundredths / 100.0, b)
    if shapely.intersects(shapely.polygons(wheeled(thin, px, py, ways)), polygon(b)).any():
        assert hits
    elif not shapely.intersects(shapely.polygons(wheeled(thick, px, py, ways)), polygon(b)).any():
        assert not hits


@given(bases, st.sampled_from([0, 1]), st.floats(5.0, 80.0), st.sampled_from([0.3, 0.9, 1.3, 2.0, 5.0]))
@examples(300)
def test_a_wheel_hits_what_the_swinging_corner_grazes(a, which, before, touches):
    """A wall of a base lies across the widest reach of the arc, ``touches`` times TOUCH inside it."""
    # About one of the front corners, the rear corner across from it swings widest.
    pivot = corner(a, which)
    side = 1.0 if which == 1 else -1.0  # clockwise about the right corner, anticlockwise about the left
    swinging = corner(a, which + 2)
    widest = math.hypot(swinging.x - pivot.x, swinging.y - pivot.y)
    start = math.degrees(math.atan2(swinging.x - pivot.x, swinging.y - pivot.y))
    turn = base(0.0, 0.0, start + side * before)
    wall = base(0.0, 0.0, start + side * before, 0.5, 0.5)
    out = widest - touches * TOUCH + wall.half_depth
    wall = wall._replace(x=pivot.x + turn.fx * out, y=pivot.y + turn.fy * out)
    hits = wheels_into(a, pivot.x, pivot.y, side * 85.0, wall)
    if touches > 1.25:
        assert hits
    else:
        ends = [wheeled(a, pivot.x, pivot.y, np.array([degrees]))[0] for degrees in (0.0, side * 85.0)]
        if max(depth_of(end, corners(wall)) for end in ends) < TOUCH - SURE:
            assert not hits


@given(bases, places, places, places, places)
@examples(900)
def test_points_segments_and_rectangles_near_a_base(a, x0, y0, x1, y1):
    assume((x0, y0) != (x1, y1))
    whole = polygon(a)
    distance = whole.distance(shapely.Point(x0, y0))
    assert contains_point(a, x0, y0) == (distance <= TOUCH) or abs(distance - TOUCH) < 1e-9
    line = shapely.LineString([(x0, y0), (x1, y1)])
    assert agrees(gap_to_segment(a, x0, y0, x1, y1), whole.distance(line))
    box = shapely.box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    assert agrees(gap_to_rectangle(a, x0, y0, x1, y1), whole.distance(box))
    core = polygon(a._replace(half_width=a.half_width - TOUCH, half_depth=a.half_depth - TOUCH))
    if line.intersection(core).length > 1e-6:
        assert sight_blocked_by_base(x0, y0, x1, y1, a)
    elif line.distance(core) > 1e-6:
        assert not sight_blocked_by_base(x0, y0, x1, y1, a)
    if line.distance(whole) > 1e-9:
        assert not segment_enters(a, x0, y0, x1, y1, 0.0)


@given(bases, places, places)
@examples(250)
def test_a_base_is_inside_a_rectangle_when_all_of_it_is(a, x, y):
    box = shapely.box(-abs(x), -abs(y), abs(x), abs(y))
    outside = max(0.0, np.abs(corners(a)[:, 0]).max() - abs(x), np.abs(corners(a)[:, 1]).max() - abs(y))
    assume(abs(outside - TOUCH) > 1e-9)
    assert is_inside_rectangle(a, -abs(x), -abs(y), abs(x), abs(y)) == (outside < TOUCH)
    if box.covers(polygon(a)):
        assert outside == 0.0


@given(pairs)
@examples(400)
def test_the_square_ahead_holds_what_has_a_part_in_it(pair):
    a, b = pair
    forward, right = np.array([a.fx, a.fy]), np.array([a.fy, -a.fx])
    front = np.array([a.x, a.y]) + forward * a.half_depth
    half, depth = right * a.half_width, 2.0 * a.half_width
    square = np.array([front - half, front + half, front + half + forward * depth, front - half + forward * depth])
    within = depth_of(square, corners(b))
    assume(abs(within - TOUCH) > 1e-9)
    assert overlap(square_ahead(a), b) == (within > TOUCH)


# Contact


def edge(a, which):
    """One edge as a Shapely line."""
    return shapely.LineString(corners(a)[[which, (which + 1) % 4]])


@given(close_pairs(), st.integers(0, 3), st.integers(0, 3))
@examples(1200)
def test_edges_touch_along_the_length_that_lies_within_touch(pair, edge_a, edge_b):
    a, b = pair
    normals = [(a.fx, a.fy), (a.fy, -a.fx), (-a.fx, -a.fy), (-a.fy, a.fx)]
    others = [(b.fx, b.fy), (b.fy, -b.fx), (-b.fx, -b.fy), (-b.fy, b.fx)]
    opposed = np.dot(normals[edge_a], others[edge_b]) < -math.cos(math.asin(TOUCH))
    length = edge_touching(a, edge_a, b, edge_b)
    if not opposed:
        assert length == 0.0
        return
    # What of edge b lies within TOUCH of the line of edge a and abreast of it.
    shares = [
        edge(b, edge_b).intersection(edge(a, edge_a).buffer(reach, cap_style="flat")).length
        for reach in (TOUCH - SURE, TOUCH + SURE)
    ]
    if max(shares) < TOUCH - SURE:
        assert length == 0.0
    elif min(shares) > TOUCH + SURE:
        assert min(shares) - 1e-3 <= length <= max(shares) + 1e-3
        if edge_a == 0:
            assert front_on(a, b) == edge_b


@given(close_pairs())
@examples(300)
def test_a_front_lies_on_the_edge_it_touches_and_on_no_other(pair):
    a, b = pair
    touched = [e for e in range(4) if edge_touching(a, 0, b, e) > 0.0]
    assert len(touched) <= 1
    assert front_on(a, b) == (touched[0] if touched else NONE)


@given(bases, sides, sides, st.integers(0, 3))
@examples(900)
def test_a_base_put_in_contact_is_aligned_touches_and_does_not_overlap(b, width, depth, edge_b):
    a = contact_place(base(0.0, 0.0, 0.0, width, depth), b, edge_b)
    assert (a.x * 2048) % 1 == 0 and (a.y * 2048) % 1 == 0
    assert is_aligned_on(a, b, edge_b)
    assert front_on(a, b) == edge_b
    assert gap(a, b) == 0.0
    assert not overlap(a, b)
    assert depth_of(corners(a), corners(b)) < 0.001
    assert not any(is_aligned_on(a, b, other) for other in range(4) if other != edge_b)
    if edge_b == 0:
        equal = abs(a.half_width - b.half_width) < TOUCH
        assert is_front_contact(a, b) == equal
    # Neither straight back nor sideways along the edge is it held; forward it is.
    assert not sweep_hits(a, -3.0 * a.fx, -3.0 * a.fy, b)
    assert not sweep_hits(a, 3.0 * a.fy, -3.0 * a.fx, b)
    assert sweep_hits(a, 3.0 * a.fx, 3.0 * a.fy, b)
    assert free_distance(a, a.fx, a.fy, 3.0, b) < 0.001


@given(st.tuples(places, places, facings), st.integers(2, 12), st.booleans())
@examples(250)
def test_a_line_or_column_of_snapped_bases_neither_overlaps_nor_blocks_itself(pose, n, column):
    ranks = [base(*pose)]
    step = ranks[0]
    for _ in range(n - 1):
        step = ahead(step, -1.0) if column else shifted(step, step.fy, -step.fx)
        ranks.append(step._replace(x=round(step.x * 2048) / 2048, y=round(step.y * 2048) / 2048))
    for a in ranks:
        for b in ranks:
            if a is not b:
                assert not overlap(a, b)
                if not column:
                    assert not sweep_hits(a, 4.0 * a.fx, 4.0 * a.fy, b)
    assert not sweep_hits(ranks[-1], ranks[-1].fy * 4.0, -ranks[-1].fx * 4.0, ranks[-2])


# Rigid displacements


@given(bases, bases, st.integers(0, 3))
@examples(250)
def test_a_rigid_displacement_keeps_every_place_in_the_block(start, end, quarters):
    end = end._replace(half_width=start.half_width, half_depth=start.half_depth)
    rigid = rigid_between(start, end)
    moved = carried(rigid, start)
    assert moved == end
    beside = shifted(start, start.fy * 2.0, -start.fx * 2.0)
    there = carried(rigid, beside)
    assert (there.fx, there.fy) == (end.fx, end.fy)
    assert math.hypot(there.x - end.x - end.fy * 2.0, there.y - end.y + end.fx * 2.0) < 0.0006


@given(bases, places, places, facings)
@examples(250)
def test_a_wheel_turns_clockwise_about_its_pivot(a, px, py, degrees):
    moved = carried(wheel_about(px, py, degrees), a)
    expected = wheeled(a, px, py, np.array([degrees]))[0]
    assert np.abs(corners(moved) - expected).max() < 0.0006
    turn = (degrees_of_facing(moved.fx, moved.fy) - degrees_of_facing(a.fx, a.fy) - degrees) % 360.0
    assert min(turn, 360.0 - turn) < 1e-9
