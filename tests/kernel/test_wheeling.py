"""Wheels judged by the arcs of corners, against the stepwise judgement of the same wheels."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.walked_wheels import walked_wheel_hits, wheels_into
from sandtable.kernel.geometry import Base, facing_of_degrees
from sandtable.kernel.wheeling import turned_about


def based(x: float, y: float, degrees: float, width: float, depth: float) -> Base:
    """A base by its middle, its facing in degrees clockwise from north, and its sides."""
    facing = facing_of_degrees(degrees)
    return Base(x, y, facing.x, facing.y, 0.5 * width, 0.5 * depth)


def test_a_base_wheeling_away_from_its_neighbour_does_not_meet_it() -> None:
    a = based(0, 0, 0, 160, 60)
    neighbour = based(160, 0, 0, 160, 60)
    assert not wheels_into(a, 80, 30, 45, neighbour)  # clockwise about the corner they share
    # Anticlockwise about the other front corner its right rear corner, sqrt(160² + 60²) = 170.9 from the pivot, bulges
    # to x = 90.9, into the neighbour, who begins at x = 80.
    assert wheels_into(a, -80, 30, -45, neighbour)
    assert not wheels_into(a, -80, 30, -45, based(171.5, 0, 0, 160, 60))
    behind = based(0, -60, 0, 160, 60)
    assert wheels_into(a, -80, -30, 45, behind)  # about the left rear corner: its rear edge swings into who is behind


def test_a_thin_obstacle_in_the_middle_of_the_arc_is_met() -> None:
    a = based(0, 0, 0, 160, 60)
    # About (80, 30) by 90 degrees clockwise the left front corner goes from (-80, 30) over (-33, 143) to (80, 190).
    assert wheels_into(a, 80, 30, 90, based(-33, 143, 0, 4, 4))
    assert not wheels_into(a, 80, 30, 90, based(-45, 155, 0, 4, 4))
    assert wheels_into(a, 80, 30, 90, based(0, 60, 0, 2, 2))  # an edge passes over it, no corner does


@settings(max_examples=150, deadline=None)
@given(
    st.floats(-200, 200), st.floats(-200, 200), st.integers(0, 359), st.integers(-150, 150).filter(bool),
    st.sampled_from([(20.0, 10.0), (6.0, 12.0)]), st.booleans(),
)  # fmt: skip
def test_corner_arcs_agree_with_the_stepwise_judgement(
    x: float, y: float, facing: int, degrees: int, size: tuple[float, float], at_corner: bool
) -> None:
    a = based(0.0, 0.0, 30, 20, 8)
    b = based(x / 5, y / 5, facing, *size)
    px, py = (a.x + a.fx * 4 + a.fy * 10, a.y + a.fy * 4 - a.fx * 10) if at_corner else (25.0, -10.0)
    smaller = Base(b.x, b.y, b.fx, b.fy, b.half_width - 0.05, b.half_depth - 0.05)
    larger = Base(b.x, b.y, b.fx, b.fy, b.half_width + 0.05, b.half_depth + 0.05)
    if walked_wheel_hits(a, px, py, float(degrees), smaller):
        assert wheels_into(a, px, py, degrees, b)
    elif not walked_wheel_hits(a, px, py, float(degrees), larger):
        assert not wheels_into(a, px, py, degrees, b)


def test_turned_about_turns_clockwise() -> None:
    there = turned_about(based(0, 10, 0, 4, 2), 0.0, 0.0, 0.0, 1.0)
    assert (there.x, there.y, there.fx, there.fy) == pytest.approx((10, 0, 1, 0))
    assert math.hypot(there.fx, there.fy) == pytest.approx(1)
