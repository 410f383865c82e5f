"""Exactly the limit is exactly the limit off the grid too: at tenths and hundredths, in any direction."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.geometry_oracle import examples
from off_grid import ANGLES, Size, beside, laid
from sandtable.kernel.geometry import LATTICE, Base, gap
from sandtable.kernel.limits import is_as_far, is_as_near, is_at_least, is_less_than, is_more_than, is_within

INCHES = 2 * LATTICE
PACES = 0.04
HOUSES = st.sampled_from(
    [
        (INCHES, 100, [(1.0, 1.0), (1.5, 1.5)]),  # figures of an inch or so, lengths in hundredths
        (PACES, 10, [(80.0, 30.0), (80.0, 80.0)]),  # elements of many paces, lengths in tenths
    ]
)


def beside_it(x: float, y: float, own: float, other: float, towards: float, length: float, size: Size) -> Base:
    """A base of the same size, laid exactly ``length`` from one at (x, y): see ``off_grid.beside``."""
    return laid(*beside(x, y, own, size, other, size, towards, length), other, size)


@examples(2000)
@given(HOUSES, st.integers(0, 6000), st.integers(0, 6000), st.integers(5, 1600), ANGLES, ANGLES, ANGLES, st.data())
def test_a_gap_of_exactly_the_limit_is_neither_more_nor_less(house, x, y, length, own, other, towards, data):
    slack, parts, sizes = house
    size = data.draw(st.sampled_from(sizes))
    limit = length / parts
    a = laid(x / parts, y / parts, own, size)
    measured = gap(a, beside_it(x / parts, y / parts, own, other, towards, limit, size))
    assert is_within(measured, limit, slack) and not is_more_than(measured, limit, slack)
    assert is_at_least(measured, limit, slack) and not is_less_than(measured, limit, slack)
    hair = 1 / parts  # the least difference that anybody measures
    assert is_more_than(measured, limit - hair, slack) and not is_within(measured, limit - hair, slack)
    assert is_less_than(measured, limit + hair, slack) and not is_at_least(measured, limit + hair, slack)


@examples(2000)
@given(HOUSES, st.integers(0, 6000), st.integers(5, 1600), ANGLES, ANGLES, ANGLES, ANGLES, ANGLES, st.data())
def test_two_who_are_equally_far_are_equal(house, x, length, own, one, two, towards_one, towards_two, data):
    slack, parts, sizes = house
    size = data.draw(st.sampled_from(sizes))
    a = laid(x / parts, 12.34, own, size)
    first = gap(a, beside_it(x / parts, 12.34, own, one, towards_one, length / parts, size))
    second = gap(a, beside_it(x / parts, 12.34, own, two, towards_two, length / parts, size))
    assert is_as_near(first, second, slack) and is_as_near(second, first, slack)
    assert is_as_far(first, second, slack) and is_as_far(second, first, slack)
    farther = gap(a, beside_it(x / parts, 12.34, own, two, towards_two, (length + 1) / parts, size))
    assert not is_as_near(farther, first, slack) and not is_as_far(first, farther, slack)


def test_eight_inches_by_six_four_and_four_eight():
    """Base to base 4.8 east and 6.4 north: √(4.8² + 6.4²) = 8, though no such place lies on the lattice."""
    a = laid(29.9, 29.3, 0.0, (1.0, 1.0))
    b = laid(29.9 + 1 + 4.8, 29.3 + 1 + 6.4, 0.0, (1.0, 1.0))
    assert gap(a, b) != 8.0
    assert gap(a, b) == pytest.approx(8.0, abs=1e-3)
    assert is_within(gap(a, b), 8.0, INCHES) and is_at_least(gap(a, b), 8.0, INCHES)
