"""The shortest way on foot, held against a search of every pair of corners (NET-14)."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from sandtable.games.flash_flood.rules.walking import (
    MAX_POINTS,
    bends_for,
    is_clear,
    is_in_sewer,
    length_of,
    shortest_way,
)
from sandtable.kernel.geometry import LATTICE
from sandtable.kernel.records import NONE
from sandtable.table.scenarios import lay_table

PAIRS = 6
RADIUS = 0.5


def shortest_of_all(b: Any, start: tuple[float, float], end: tuple[float, float], radius: float = RADIUS) -> float:
    """Inches of the straight way, or else of the best over a first and a last corner; inf: there is none."""
    if is_clear(b, radius, *start, *end):
        return float(np.hypot(end[0] - start[0], end[1] - start[1]))
    bends = b.bends[bends_for(b, radius)]
    corners = [(float(bends.x[k]), float(bends.y[k])) for k in range(int(bends.n))]
    firsts = [k for k, at in enumerate(corners) if is_clear(b, radius, *start, *at)]
    lasts = [k for k, at in enumerate(corners) if is_clear(b, radius, *at, *end)]
    lengths = [
        float(np.hypot(corners[k][0] - start[0], corners[k][1] - start[1]))
        + int(bends.ways[k, m]) * LATTICE
        + float(np.hypot(end[0] - corners[m][0], end[1] - corners[m][1]))
        for k, m in itertools.product(firsts, lasts)
        if bends.ways[k, m] != NONE
    ]
    return min(lengths, default=np.inf)


@pytest.mark.clause("FLOOD-NET-14")
@pytest.mark.parametrize("scenario", ["charges-in-the-nest", "guard-in-the-drain", "old-cisterns"])
def test_no_pair_of_corners_gives_a_shorter_way(scenario: str) -> None:
    b = lay_table("flash-flood", scenario).record[0]
    chance = np.random.default_rng(3)
    spots: list[tuple[float, float]] = []
    while len(spots) < 2 * PAIRS:
        x, y = (float(v) for v in chance.uniform((0, 0), (float(b.width), float(b.height))))
        if is_in_sewer(b, x, y, RADIUS):
            spots.append((x, y))
    points = np.empty((MAX_POINTS, 2))
    round_corners = 0
    for start, end in zip(spots[::2], spots[1::2], strict=True):
        n = shortest_way(b, RADIUS, *start, *end, points)
        wanted = shortest_of_all(b, start, end)
        assert (n > 0) == (wanted < np.inf)
        if n > 0:
            # the ways between corners are kept in steps of the lattice, one for each leg
            assert length_of(points, n, *start) == pytest.approx(wanted, abs=n * LATTICE)
            round_corners += int(n > 1)
    assert round_corners > 0


@pytest.mark.clause("FLOOD-NET-14")
def test_a_base_smaller_than_its_corners_are_for_cuts_nearer_past_them() -> None:
    """1.2 inches across it goes by the corners for 1.6: by another than the one over which the way seems shortest."""
    b = lay_table("flash-flood", "guard-in-the-drain").record[0]
    start, end, radius = (52.375, 12.5), (42.25, 14.875), 0.6
    points = np.empty((MAX_POINTS, 2))
    n = shortest_way(b, radius, *start, *end, points)
    assert n > 1
    assert length_of(points, n, *start) == pytest.approx(shortest_of_all(b, start, end, radius), abs=n * LATTICE)
