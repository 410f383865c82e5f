"""Ways on foot that others stand in: who is met first, how far another way is, how a way goes on beyond its end."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from flash_flood.sewer_table import GAUNT, GUARD, ON_GANTRY, SEWER, WARRIOR, man
from flash_flood.turn_table import NONE, moment
from sandtable.games.flash_flood.rules import rejoining
from sandtable.games.flash_flood.rules.passing import first_enemy_on, way_past
from sandtable.games.flash_flood.rules.walking import MAX_POINTS, spot_at, walking_distance


def way(*points: tuple[float, float]) -> Any:
    """The points of a way, with room for more."""
    made = np.zeros((MAX_POINTS, 2))
    for k, point in enumerate(points):
        made[k] = point
    return made


class TestWhoIsMet:
    AHEAD, ASIDE = (28.8, 10.0), (28.9, 11.2)
    """From 32 westward: 1.2 inches until within an inch of the first, 3.1 - sqrt(4 - 1.44) = 1.5 of the second."""

    def _met(self, *points: tuple[float, float], **fields: Any) -> int:
        b = moment(man(GUARD, (32, 10)), man(GAUNT, self.ASIDE, side=1), man(GAUNT, self.AHEAD, side=1))
        for name, value in fields.items():
            b.figures[2][name] = value
        return int(first_enemy_on(b, 0, way(*points), len(points)))

    @pytest.mark.clause("FLOOD-WAY-2")
    def test_the_first_within_an_inch_of_whom_the_way_comes(self) -> None:
        assert self._met((20, 10)) == 2
        assert self._met((20, 10), wounds=0) == self._met((20, 10), side=0) == 1
        assert self._met((20, 10), level=ON_GANTRY) == 1

    @pytest.mark.clause("FLOOD-WAY-2", "C40-GEN-9")
    @pytest.mark.parametrize(("first", "second"), [((28, 9), (28, 11)), ((28, 11), (24, 9))])
    @pytest.mark.parametrize("turned", [False, True])
    def test_of_two_as_soon_that_farther_west_or_south(self, first: Any, second: Any, turned: bool) -> None:
        """But the later one is not met first, however far west it stands."""
        places = (second, first) if turned else (first, second)
        b = moment(man(GUARD, (32, 10)), *[man(GAUNT, place, side=1) for place in places])
        met = int(first_enemy_on(b, 0, way((20, 10)), 1))
        assert (b.figures[met].x, b.figures[met].y) == first

    @pytest.mark.clause("FLOOD-WAY-2")
    def test_one_within_an_inch_already_is_met_at_once(self) -> None:
        """0.92 inches off, rather than the one ahead who is within an inch after half of one."""
        b = moment(man(GUARD, (32, 10)), man(GAUNT, (29.5, 10), side=1), man(GAUNT, (30.5, 11.2), side=1))
        assert first_enemy_on(b, 0, way((20, 10)), 1) == 2

    @pytest.mark.clause("FLOOD-WAY-2")
    def test_on_whichever_leg_it_is(self) -> None:
        """Eastward first, away from both, and then back."""
        assert self._met((33, 10), (20, 10)) == 2
        assert self._met((33, 10), (31, 10)) == NONE
        assert self._met((31, 10)) == NONE and self._met((31, 10), x=29.5) == 2


class TestAnotherWay:
    @pytest.mark.clause("FLOOD-WAY-1", "FLOOD-WAY-17")
    @pytest.mark.parametrize(("longest", "found"), [(5.5, 0), (5.625, 1)])
    def test_past_an_enemy_at_the_wall(self, longest: float, found: int) -> None:
        """One at (28, 11.5), to be passed more than 2 inches off: at y 9.25, on the grid of 0.25.

        There 3 inches from (24, 10) are reached at x 26.75: 21 steps to the west of which 3 lead down, 18 / 4 and
        3 times 0.354, together 5.56 inches. It is one straight leg, which passes 2.05 inches from it.
        """
        b = moment(man(GUARD, (32, 10)), man(GAUNT, (28, 11.5), side=1))
        points = way()
        assert way_past(b, 0, 24.0, 10.0, 3.0, longest, points) == found
        if found:
            assert tuple(points[0]) == (26.75, 9.25)

    @pytest.mark.clause("FLOOD-WAY-1")
    def test_exactly_so_long_is_not_too_long(self) -> None:
        b = moment(man(GUARD, (32, 10)))
        assert way_past(b, 0, 24.0, 10.0, 4.0, 4.0, way()) == 1
        assert way_past(b, 0, 24.0, 10.0, 4.0, 3.75, way()) == 0
        points = way()
        assert way_past(b, 0, 30.0, 10.0, 2.0, 3.75, points) == 1 and tuple(points[0]) == (32, 10), (
            "near enough already"
        )

    @pytest.mark.clause("FLOOD-WAY-1", "FLOOD-WAY-17")
    @pytest.mark.parametrize(
        ("start", "to"), [((10, 18), (6, 18)), ((6, 18), (10, 18)), ((3, 27), (3, 23)), ((3, 23), (3, 27))]
    )
    def test_in_every_direction(self, start: tuple[float, float], to: tuple[float, float]) -> None:
        """4 inches up to the walls and the other way, along S15 and S12."""
        b = moment(man(GUARD, start), sewer_map=SEWER)
        points = way()
        assert way_past(b, 0, *map(float, to), 0.0, 5.0, points) == 1 and tuple(points[0]) == to


class TestBeyondTheEnd:
    """A way that leads up by 3 in 5 goes on until the base touches the wall at y 12, at 11.5 (WAY-4)."""

    @pytest.mark.clause("FLOOD-WAY-4")
    @pytest.mark.parametrize(
        ("more", "end"),
        [
            (0.0, (21.6, 10.2)),
            (1.1, (22.48, 10.86)),
            (2.1, (23.28, 11.46)),
            (2.2, (21.6 + 1.3 * 4 / 3, 11.5)),  # 1.3 up, and four thirds of that on
            (5.0, (21.6 + 1.3 * 4 / 3, 11.5)),
        ],
    )
    @pytest.mark.parametrize("before", [(), ((20.0, 9.0),)])
    def test_it_goes_on_straight_to_the_next_wall(self, more: float, end: Any, before: Any) -> None:
        b = moment(man(GUARD, (20, 9) if not before else (18, 9)))
        points = way(*before, (21.6, 10.2))
        n = len(before) + 1
        rejoining._lengthen(b, 0, points, n, more)
        assert tuple(points[n - 1]) == pytest.approx(end, abs=1e-4)
        assert not before or tuple(points[0]) == before[0]


@pytest.mark.clause("FLOOD-NET-14", "FLOOD-NET-11")
@pytest.mark.parametrize("radius", [0.5, 0.8])
def test_round_a_corner_each_base_goes_by_its_own_radius(radius: float) -> None:
    """From (25, 3) over the point so far from both walls of the corner (20, 5) to (18, 9)."""
    b = moment(man(GUARD, (25, 3)), man(WARRIOR, (3, 30), side=1), sewer_map=SEWER)
    corner = (20 - radius, 5 - radius)
    expected = math.dist((25, 3), corner) + math.dist(corner, (18, 9))
    assert walking_distance(b, radius, 25.0, 3.0, 18.0, 9.0) == pytest.approx(expected, abs=0.02)


@pytest.mark.clause("FLOOD-NET-14")
@pytest.mark.parametrize(
    ("inches", "at"), [(0.25, (0.25, 0.0)), (0.5, (0.5, 0.0)), (1.5, (0.5, 1.0)), (3.5, (0.5, 3.0)), (9.0, (0.5, 3.0))]
)
def test_so_many_inches_along_a_way_round_a_bend(inches: float, at: tuple[float, float]) -> None:
    spot = spot_at(way((0.5, 0.0), (0.5, 3.0)), 2, 0.0, 0.0, inches)
    assert (spot.x, spot.y) == at and spot.length == min(inches, 3.5)
