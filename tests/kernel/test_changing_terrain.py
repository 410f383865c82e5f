"""Terrain that cannot be: each mistake gets one clear sentence and leaves the table as it was."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sandtable.errors import CapacityError, InputError
from sandtable.kernel.terrain import (
    Shape,
    add_disc,
    add_line,
    add_polygon,
    add_strip,
    terrain_record,
)


def table(features=6, vertices=16):
    return np.zeros(1, terrain_record(features, vertices))[0]


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([(0, 0), (2, 2), (2, 0), (0, 2)], "crosses"),
        ([(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)], "touches itself"),
        ([(0, 0), (1, 1)], "at least 3"),
        ([(0, 0), (1, 1), (1, 1)], "at least 3"),
        ([(0, 0), (1, 0), (math.nan, 1)], "x of point 3 must be a finite number"),
        ([(0, 0), (1, math.inf), (1, 1)], "y of point 2 must be a finite number"),
        ([(0, 0), (1, 0, 5), (1, 1)], "point 2 must be two numbers"),
        ([(0, 0), 7, (1, 1)], "point 2 must be two numbers"),
        ([(0, 0), ("a", 1), (1, 1)], "must be a finite number"),
        ([(0, 0), (1, 1), (2, 2)], "itself|no area"),
        ([(0, 0), (0.01, 0), (0, 0.01)], "no area"),
    ],
)
def test_an_outline_that_cannot_be_one(points, words):
    t = table()
    with pytest.raises(InputError, match=words):
        add_polygon(t, 1, points)
    assert t.n_features == 0 and t.n_vertices == 0


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda t: add_disc(t, 1, 0.0, math.nan, 1.0), "y of a disc must be a finite number"),
        (lambda t: add_disc(t, 1, 0.0, 0.0, -1.0), "radius of a disc must be more than"),
        (lambda t: add_strip(t, 1, [(0, 0)], 1.0), "at least 2"),
        (lambda t: add_strip(t, 1, [(0, 0), (5, 0)], 0.0), "width of a strip must be more than"),
        (lambda t: add_strip(t, 1, [(0, 0), (5, 0), (0, 0.1)], 1.0), "turns back on itself at point 2"),
        (lambda t: add_strip(t, 1, [(0, 0), (0.2, 0), (0.2, 0.2), (0, 0.2)], 3.0), "bends too sharply"),
        (lambda t: add_line(t, 1, [(0, 0)]), "at least 2"),
        (lambda t: add_line(t, 1, [(0, 0), (9, 0)], [(2, 1, 4, 1)]), "gap 1 .* does not lie on the line"),
        (lambda t: add_line(t, 1, [(0, 0), (9, 0)], [(2, 0, 4, 0), (20, 0, 21, 0)]), "gap 2 .* does not lie"),
        (lambda t: add_line(t, 1, [(0, 0), (9, 0)], [(2, 0, 4)]), "gap 1 of a line must be x0, y0, x1, y1"),
        (lambda t: add_line(t, 1, [(0, 0), (9, 0)], [(-1, 0, 9, 0)]), "leave nothing"),
    ],
)
def test_other_features_that_cannot_be(build, words):
    t = table()
    with pytest.raises(InputError, match=words):
        build(t)
    assert t.n_features == 0 and t.n_vertices == 0


def test_a_full_table_says_what_it_has_room_for_and_keeps_what_it_has():
    t = table(features=2)
    add_disc(t, 1, 3.0, 3.0, 1.0)
    before = t.tobytes()
    with pytest.raises(CapacityError, match="room for 2 terrain features"):
        add_line(t, 1, [(0, 0), (9, 0)], [(2, 0, 4, 0)])
    assert (t.n_features, t.n_vertices) == (1, 0)
    add_disc(t, 1, 6.0, 6.0, 1.0)
    with pytest.raises(CapacityError, match="room for 2 terrain features"):
        add_polygon(t, 1, [(0, 0), (1, 0), (0, 1)])
    assert len(before) == len(t.tobytes())
    t = table(vertices=4)
    with pytest.raises(CapacityError, match="room for 4 terrain corners"):
        add_polygon(t, 1, [(0, 0), (4, 0), (4, 4), (2, 2), (0, 4)])
    assert (t.n_features, t.n_vertices) == (0, 0)


def test_a_camp_rampart_with_two_gates_is_six_walls():
    t = table(8, 16)
    first = add_line(t, 7, [(17, 2), (31, 2), (31, 9), (17, 9), (17, 2)], [(22.5, 9, 25.5, 9), (31, 4.5, 31, 6.5)])
    walls = [
        tuple((float(v.x), float(v.y)) for v in t.vertices[f.first : f.first + f.count])
        for f in t.features[: t.n_features]
    ]
    assert first == 0
    assert walls == [
        ((17.0, 2.0), (31.0, 2.0)),
        ((31.0, 2.0), (31.0, 4.5)),
        ((31.0, 6.5), (31.0, 9.0)),
        ((31.0, 9.0), (25.5, 9.0)),
        ((22.5, 9.0), (17.0, 9.0)),
        ((17.0, 9.0), (17.0, 2.0)),
    ]
    assert all(f.shape == Shape.LINE and f.kind == 7 and f.part_of == 0 for f in t.features[: t.n_features])


def test_a_bent_road_is_mitred_and_its_stretches_share_a_seam():
    t = table()
    add_strip(t, 1, [(0, 0), (10, 0), (10, 10)], 2.0)
    assert t.n_features == 2
    corners = [[(v.x, v.y, v.seam) for v in t.vertices[f.first : f.first + f.count]] for f in t.features[:2]]
    assert corners[0] == [(0, -1, 0), (11, -1, 1), (9, 1, 0), (0, 1, 0)]
    assert corners[1] == [(11, -1, 0), (11, 10, 0), (9, 10, 0), (9, 1, 1)]
