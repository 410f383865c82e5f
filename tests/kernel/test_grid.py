"""The grid of neighbours: the right ones in order, at a cost that grows with the number of figures."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.geometry_oracle import examples
from sandtable.kernel.grid import make_grid, near
from sandtable.kernel.records import record

pytestmark = pytest.mark.bounds

FIGURE = record(("x", "f8"), ("y", "f8"), ("side", "i4"))


def army(places):
    figures = np.zeros(len(places), FIGURE)
    for figure, (x, y) in zip(figures, places, strict=True):
        figure["x"], figure["y"] = x, y
    return figures


def neighbours(figures, box, cell=4.0, width=48.0, height=36.0):
    out = np.full(len(figures) + 1, -9, np.int64)
    n = near(make_grid(figures, len(figures), cell, width, height), figures, *box, out)
    return list(out[:n])


coordinates = st.one_of(st.floats(0.0, 48.0), st.sampled_from([0.0, 4.0, 36.0, 48.0, -3.0, 60.0]))


@given(st.lists(st.tuples(coordinates, coordinates), max_size=150), *[coordinates] * 4)
@examples(500)
def test_neighbours_are_those_in_the_box_in_order(places, x0, y0, x1, y1):
    figures = army(places)
    box = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    expected = [i for i, (x, y) in enumerate(places) if box[0] <= x <= box[2] and box[1] <= y <= box[3]]
    assert neighbours(figures, box) == expected
    assert neighbours(figures, box, cell=100.0) == expected


def test_a_box_turned_inside_out_holds_nobody():
    assert neighbours(army([(10, 10), (20, 20)]), (30.0, 30.0, 5.0, 5.0)) == []


def test_only_the_first_n_figures_count_and_places_that_are_no_number_are_nowhere():
    figures = army([(10, 10), (np.nan, 10), (np.inf, 11), (11, 11), (12, 12)])
    out = np.zeros(6, np.int64)
    n = near(make_grid(figures, 4, 4.0, 48.0, 36.0), figures, 0.0, 0.0, 48.0, 36.0, out)
    assert list(out[:n]) == [0, 3]


class Counted:
    """Figures that count how often one of them is looked at."""

    def __init__(self, figures):
        self.figures = figures
        self.looks = 0

    def __getitem__(self, index):
        self.looks += 1
        return self.figures[index]


def looks(n):
    """How many figures are looked at when each of ``n``, spread evenly, asks who is within three inches."""
    side = 2.0 * n**0.5
    figures = army(np.random.default_rng(n).uniform(0.0, side, (n, 2)))
    counted = Counted(figures)
    plain_make, plain_near = getattr(make_grid, "py_func", make_grid), getattr(near, "py_func", near)
    grid = plain_make(counted, n, 4.0, side, side)
    assert counted.looks <= 2 * n
    out = np.zeros(n + 1, np.int64)
    for figure in figures:
        x, y = float(figure["x"]), float(figure["y"])
        plain_near(grid, counted, x - 3.0, y - 3.0, x + 3.0, y + 3.0, out)
    return counted.looks


def test_the_cost_of_all_neighbours_grows_in_proportion_to_the_army():
    few, many = looks(100), looks(1600)
    assert many / few < 16 * 1.6  # all against all would be 256 times as much
    assert many < 1600 * 60
