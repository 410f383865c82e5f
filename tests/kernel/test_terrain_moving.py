"""Terrain that moves, leaves and comes back: met where it stands, and by nobody while it is away."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from kernel.geometry_oracle import base, bases, corners, depth_of, examples, places
from sandtable.kernel.changing_terrain import carry_piece, is_away, take_away
from sandtable.kernel.discs import Disc, disc_gap_to_feature
from sandtable.kernel.geometry import TOUCH
from sandtable.kernel.sweep import Rigid, wheel_about
from sandtable.kernel.terrain import (
    add_disc,
    add_line,
    add_polygon,
    add_strip,
    free_distance_to_feature,
    gap_to_feature,
    overlaps_feature,
    point_in_feature,
    segment_crosses_feature,
    terrain_record,
)

ELL = [(0.0, 0.0), (4.0, 0.0), (4.0, 1.5), (1.5, 1.5), (1.5, 4.0), (0.0, 4.0)]


def table() -> Any:
    """A concave hut, a pond, a wall and a road, one piece each, and a second pond that stays."""
    t = np.zeros(1, terrain_record(16, 64))[0]
    add_polygon(t, 1, ELL)
    add_disc(t, 2, 6.0, 6.0, 0.7)
    add_line(t, 3, [(5.0, 0.0), (8.0, 0.0), (8.0, 3.0)])
    add_strip(t, 4, [(0.0, 8.0), (4.0, 8.0), (6.0, 10.0)], 1.0)
    add_disc(t, 5, 3.0, 6.0, 0.5)
    return t


def pieces(t: Any) -> list[int]:
    return sorted({int(feature.part_of) for feature in t.features[: t.n_features]})


@given(st.data(), st.integers(0, 35999).map(lambda h: h / 100), places, places, bases)
@examples(400)
def test_a_carried_piece_is_met_where_it_now_stands(data: Any, degrees: float, dx: float, dy: float, a: Any) -> None:
    t = table()
    turn = wheel_about(2.0, 2.0, degrees)
    rigid = Rigid(turn.c, turn.s, 2.0, 2.0, 2.0 + dx, 2.0 + dy)
    others = [bytes(feature.tobytes()) for feature in t.features[2 : t.n_features]]
    carry_piece(t, 0, rigid)
    assert [bytes(feature.tobytes()) for feature in t.features[2 : t.n_features]] == others
    angle = math.radians(degrees)
    c, s = math.cos(angle), math.sin(angle)
    there = [(2 + dx + c * (x - 2) + s * (y - 2), 2 + dy - s * (x - 2) + c * (y - 2)) for x, y in ELL]
    shape = shapely.Polygon(there)
    near = a._replace(x=there[0][0] + data.draw(places), y=there[0][1] + data.draw(places))
    for b in (a, near):
        distance = shape.distance(shapely.Polygon(corners(b)))
        if abs(distance - TOUCH) > 2e-3:  # the corners went onto the lattice
            expected = distance if distance > TOUCH else 0.0
            assert min(gap_to_feature(b, t, i) for i in (0, 1)) == pytest.approx(expected, abs=2e-3)
    x, y = data.draw(places) + dx + 2.0, data.draw(places) + dy + 2.0
    if shape.exterior.distance(shapely.Point(x, y)) > TOUCH + 2e-3:
        inside = any(point_in_feature(x, y, t, i) for i in range(2))
        assert inside == shape.contains(shapely.Point(x, y))


def test_a_shift_along_the_lattice_is_exact_and_can_be_taken_back() -> None:
    t = table()
    for piece in pieces(t):  # corners of a road are off the lattice until it first moves
        carry_piece(t, piece, Rigid(1.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    before = t.tobytes()
    for piece in pieces(t):
        carry_piece(t, piece, Rigid(1.0, 0.0, 0.0, 0.0, 12.25, -3.5))
    assert t.tobytes() != before
    for piece in pieces(t):
        carry_piece(t, piece, Rigid(1.0, 0.0, 0.0, 0.0, -12.25, 3.5))
    assert t.tobytes() == before


@pytest.mark.parametrize("piece", range(5))
def test_what_is_away_is_met_by_nobody(piece: int) -> None:
    t = table()
    first = pieces(t)[piece]
    parts = [i for i in range(t.n_features) if t.features[i].part_of == first]
    take_away(t, first)
    gone = t.tobytes()
    take_away(t, first)
    assert t.tobytes() == gone  # away is away
    everywhere = base(5.0, 5.0, 30.0, 40.0, 40.0)
    for i in parts:
        assert is_away(t.features[i])
        assert not overlaps_feature(everywhere, t, i)
        assert free_distance_to_feature(base(-3.0, 5.0, 90.0), 1.0, 0.0, 50.0, t, i) == 50.0
        assert not segment_crosses_feature(-50.0, -50.0, 60.0, 60.0, t, i)
        assert not point_in_feature(1.0, 1.0, t, i)
        assert gap_to_feature(everywhere, t, i) > 1e6 and disc_gap_to_feature(Disc(5.0, 5.0, 0.0, 1.0, 9.0), t, i) > 1e6
    assert sum(is_away(feature) for feature in t.features[: t.n_features]) == len(parts)


def test_a_piece_may_move_while_others_leave() -> None:
    t = table()
    take_away(t, pieces(t)[1])
    carry_piece(t, 0, Rigid(1.0, 0.0, 0.0, 0.0, 5.0, 5.0))  # the hut to where the pond was
    a = base(6.0, 6.0)
    assert (
        min(gap_to_feature(a, t, i) for i in (0, 1)) == 0.0
        and depth_of(corners(a), np.array([(5, 5), (9, 5), (9, 6.5), (5, 6.5)])) > TOUCH
    )
