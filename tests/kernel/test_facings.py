"""The lattice of facings: every hundredth of a degree there and back, closed under quarter turns; and west to east."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.geometry_oracle import examples
from sandtable.compiler.decorators import COMPILED
from sandtable.kernel.geometry import (
    LATTICE,
    Point,
    degrees_of_facing,
    facing_of_degrees,
    is_west_of,
    quarter_turned,
    snap,
    snap_facing,
    turned,
)

STEP = 1 if COMPILED else 101


def test_every_hundredth_of_a_degree_comes_back_and_is_as_exact_as_its_grain():
    for hundredths in range(0, 36000, STEP):
        degrees = hundredths / 100
        facing = facing_of_degrees(degrees)
        assert degrees_of_facing(facing.x, facing.y) == degrees
        assert abs(facing.x - math.sin(math.radians(degrees))) < 2.0**-40
        assert abs(facing.y - math.cos(math.radians(degrees))) < 2.0**-40
        assert (facing.x * 2.0**40) % 1 == 0 and (facing.y * 2.0**40) % 1 == 0
        assert snap_facing(facing.x, facing.y) == facing


def test_the_lattice_is_closed_under_quarter_turns_and_mirrors():
    for hundredths in range(0, 9000, STEP):
        facing = facing_of_degrees(hundredths / 100)
        for quarters in range(-4, 5):
            assert quarter_turned(facing.x, facing.y, quarters) == facing_of_degrees(hundredths / 100 + 90.0 * quarters)
        mirrored = facing_of_degrees(-hundredths / 100)
        assert (mirrored.x, mirrored.y) == (-facing.x, facing.y)


def test_no_facing_holds_a_negative_zero():
    for quarters in range(-4, 5):
        for vector in (facing_of_degrees(90.0 * quarters), quarter_turned(0.0, 1.0, quarters)):
            assert all(math.copysign(1.0, v) > 0.0 for v in vector if v == 0.0)


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
@examples(500)
def test_any_vector_snaps_to_a_facing_within_half_a_hundredth(vx, vy):
    length = math.hypot(vx, vy)
    facing = snap_facing(vx, vy)
    if length < 1e-300:
        assert math.hypot(*facing) == pytest.approx(1.0, abs=1e-9)
        return
    assert math.hypot(facing.x - vx / length, facing.y - vy / length) < math.radians(0.00501)


@given(st.integers(0, 35999), st.integers(-72000, 72000))
@examples(500)
def test_turning_adds_degrees(start, turn):
    facing = turned(*facing_of_degrees(start / 100), turn / 100)
    assert degrees_of_facing(*facing) == ((start + turn) % 36000) / 100


@given(st.floats(-1e5, 1e5))
@examples(500)
def test_snapping_is_to_the_nearest_lattice_point_and_stays(v):
    there = snap(v)
    assert (there / LATTICE) % 1 == 0
    assert abs(there - v) <= LATTICE / 2
    assert snap(there) == there
    assert snap(-v) == -there


@pytest.mark.parametrize("wild", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_never_raises(wild):
    assert facing_of_degrees(wild) == (0.0, 1.0)
    snap(wild), snap_facing(wild, 1.0), degrees_of_facing(1.0, wild)


def test_of_two_the_one_farther_west_comes_first_and_of_such_the_one_farther_south():
    order = [Point(1.0, 9.0), Point(2.0, 3.0), Point(2.0, 4.0), Point(3.0, 0.0)]
    for at, one in enumerate(order):
        assert [is_west_of(one, other) for other in order] == [at < place for place in range(len(order))]
