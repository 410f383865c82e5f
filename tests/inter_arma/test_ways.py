"""What a way costs and where contact ends it: hills, borders at waypoints, enemies passed at arm's length."""

from __future__ import annotations

import math

import pytest

from inter_arma.field import CRAWL, FAR, RUN, WALK, Field, knight, man, skirmisher
from sandtable.games.inter_arma.record import Verb

HILL = [{"kind": "hill", "disc": [30, 50, 15]}]


def beside(x: float, y: float, degrees: float, ahead: float, aside: float) -> tuple[float, float]:
    """The place so far ahead and to the right of (x, y), looking along ``degrees`` clockwise from north."""
    way = math.radians(degrees)
    return (
        x + ahead * math.sin(way) + aside * math.cos(way),
        y + ahead * math.cos(way) - aside * math.sin(way),
    )


@pytest.mark.clause("IA-MOVE-31", "IA-TABLE-3")
@pytest.mark.parametrize("degrees", [0.0, 13.7, 45.0, 101.3, 180.0, 233.9, 290.1])
@pytest.mark.parametrize("hand", [-1, 1])
def test_who_is_passed_within_a_tenth_is_met(degrees: float, hand: int) -> None:
    """Two foot bases 2.1 cm apart touch (1 + 1 + 0.1), in passing as standing; 2.11 apart they do not."""
    to = beside(40, 40, degrees, 8.0, 0.0)
    for aside, touches in ((2.05, True), (2.09, True), (2.1, True), (2.11, False), (2.2, False)):
        foe = man(*beside(40, 40, degrees, 4.0, hand * aside))
        passing = Field([man(40, 40)], [foe, FAR]).cannot_move(0, to)
        standing = Field([man(*beside(40, 40, degrees, 4.0, 0.0))], [foe, FAR])
        assert passing == (["CONTACT_ENDS"] if touches else []), aside
        assert standing.cannot_move(0, to) == (["IS_IN_CONTACT"] if touches else []), aside


@pytest.mark.clause("IA-MOVE-31")
@pytest.mark.parametrize("degrees", [0.0, 37.0, 201.3])
def test_a_move_past_an_enemy_ends_abreast(degrees: float) -> None:
    """A group's order is carried out as far as it goes: 4 cm, where the enemy is nearest."""
    foe = man(*beside(40, 40, degrees, 4.0, 2.1))
    field = Field([man(40, 40), man(*beside(40, 40, degrees, -3.0, 0.0))], [foe, FAR])
    field.play(Verb.MOVE, 0, 1, to=beside(40, 40, degrees, 8.0, 0.0), mode=WALK)
    assert field.at(0) == pytest.approx(beside(40, 40, degrees, 4.0, 0.0), abs=0.002)
    assert field.told().count("REACHES") == 1


@pytest.mark.clause("IA-MOVE-31", "IA-TABLE-1")
def test_horses_are_passed_by_their_own_base() -> None:
    """1.5 + 1 + 0.1: a rider 2.6 from the way is met, one 2.61 from it is not."""
    for aside, reasons in ((2.6, ["CONTACT_ENDS"]), (2.61, [])):
        assert Field([knight(40, 40)], [man(40 + aside, 44), FAR]).cannot_move(0, (40, 52), RUN) == reasons


@pytest.mark.clause("IA-MOVE-21", "IA-TABLE-8", "IA-MOVE-26")
class TestUphill:
    """A hill about (30, 50); a man walks 8 cm, and 4 where any part of it is uphill."""

    def field(self, x: float, y: float, **options: str) -> Field:
        return Field([man(x, y)], ground=HILL, **options)

    @pytest.mark.parametrize("degrees", [0.0, 31.0, 90.0, 222.2])
    def test_over_the_top_costs_the_same_by_one_leg_as_by_two(self, degrees: float) -> None:
        start = beside(30, 50, degrees, -3.0, 0.0)
        for far, reasons in ((4.0, []), (4.1, ["MOVES_TOO_FAR"]), (6.0, ["MOVES_TOO_FAR"]), (7.9, ["MOVES_TOO_FAR"])):
            to = beside(*start, degrees, far, 0.0)
            assert self.field(*start).cannot_move(0, to) == reasons
            assert self.field(*start).cannot_move(0, to, via=[(30, 50)]) == reasons

    def test_down_and_along_the_slope_cost_nothing(self) -> None:
        """From 6 cm north of the top: away from it, and square to the way there; a little inwards costs."""
        field = self.field(30, 56)
        assert field.cannot_move(0, (30, 64)) == [] and field.cannot_move(0, (37.9, 56)) == []
        assert field.cannot_move(0, (37.9, 55.9)) == []  # nears the top by 0.0005 cm, less than can be told
        assert field.cannot_move(0, (37.8, 55.4)) == ["MOVES_TOO_FAR"]  # by 0.017 cm
        assert field.cannot_move(0, (25, 58), via=[(30, 58)]) == []

    def test_any_part_is_a_part_of_any_leg(self) -> None:
        """Down first and up again; and off the hill and on again."""
        field = self.field(30, 56)
        assert field.cannot_move(0, (30, 56), via=[(30, 58)]) == []  # 2 cm down and 2 up
        assert field.cannot_move(0, (30, 56), via=[(30, 58.1)]) == ["MOVES_TOO_FAR"]
        edge = self.field(30, 64)  # the hill ends at 65
        assert edge.cannot_move(0, (30, 64), via=[(30, 66)]) == []
        assert edge.cannot_move(0, (30, 64), via=[(30, 66.1)]) == ["MOVES_TOO_FAR"]

    def test_by_the_other_reading_a_leg_counts_by_its_ends(self) -> None:
        other = {"uphill": "whole_legs"}
        assert self.field(27, 50, **other).cannot_move(0, (34, 50)) == []
        assert self.field(27, 50, **other).cannot_move(0, (34, 50), via=[(30, 50)]) == ["MOVES_TOO_FAR"]
        assert self.field(27, 50, **other).cannot_move(0, (32.9, 50)) == ["MOVES_TOO_FAR"]
        assert self.field(30, 32, **other).cannot_move(0, (30, 39)) == ["MOVES_TOO_FAR"]  # onto the hill at 35

    def test_nobody_crawls_uphill_over_the_top(self) -> None:
        assert self.field(29, 50).cannot_move(0, (32, 50), CRAWL) == ["NOT_CRAWLING_UPHILL"]
        assert self.field(29, 50).cannot_move(0, (26, 50), CRAWL) == []
        assert self.field(29, 50, no_crawling_means="unreduced").cannot_move(0, (32, 50), CRAWL) == []
        assert self.field(29, 50, uphill="whole_legs").cannot_move(0, (32, 50), CRAWL) == []

    def test_the_centre_is_that_of_the_whole_hill(self) -> None:
        """An outline like an L is cut in two; its box is 20 to 40 by 40 to 60, so that (30, 50) is its centre."""
        hill = [{"kind": "hill", "outline": [[20, 40], [40, 40], [40, 45], [25, 45], [25, 60], [20, 60]]}]
        for start, to, reasons in (
            ((22, 58), (22, 51), ["MOVES_TOO_FAR"]),  # towards the centre's height
            ((22, 50), (22, 43), []),
            ((22, 50), (22, 57), []),
            ((38, 42), (31, 42), ["MOVES_TOO_FAR"]),
            ((30, 42), (37, 42), []),
        ):
            assert Field([man(*start)], ground=hill).cannot_move(0, to) == reasons, start


@pytest.mark.clause("IA-MOVE-21", "IA-MOVE-22", "IA-MOVE-23", "IA-MOVE-26")
class TestBordersAtWaypoints:
    """A border is crossed where the way leads over it, also where a leg ends or begins on it."""

    @pytest.mark.parametrize(("kind", "left"), [("heavy_wood", 5.0), ("hill", 4.0), ("stream", 3.0), ("ship", 3.0)])
    def test_into_it(self, kind: str, left: float) -> None:
        """A walk of 8 cm less 3, 4 or 5: from 2 cm before the border by a waypoint on it, and from the border."""
        ground = [{"kind": kind, "box": [10, 42, 50, 70]}]
        for via in ([], [(30, 42)], [(30, 41.5)], [(30, 42.3)], [(30, 41.995)], [(30, 42.005)]):
            field = Field([man(30, 40)], ground=ground)
            assert field.cannot_move(0, (30, 40 + left - 0.01), via=via) == [], via
            assert field.cannot_move(0, (30, 40 + left + 0.1), via=via) == ["MOVES_TOO_FAR"], via
        for y in (42.0, 42.005, 41.995):
            assert Field([man(30, y)], ground=ground).farthest(0, "N") == pytest.approx(left, abs=0.03)

    def test_off_a_ship(self) -> None:
        ground = [{"kind": "ship", "box": [10, 42, 50, 70]}]
        for via in ([], [(30, 42)], [(30, 42.005)], [(30, 41.9)]):
            assert Field([man(30, 43)], ground=ground).cannot_move(0, (30, 40.1), via=via) == [], via
            assert Field([man(30, 43)], ground=ground).cannot_move(0, (30, 39.9), via=via) == ["MOVES_TOO_FAR"], via
        assert Field([man(30, 46)], ground=ground).cannot_move(0, (30, 42)) == ["MOVES_TOO_FAR"]  # 4 cm to the rail

    def test_a_fence_on_a_border_is_crossed_once(self) -> None:
        """16 less 5 for the fence and 3 for the wood, which begins there, are 8: 3 before it and 5 behind it."""
        ground = [
            {"kind": "heavy_wood", "box": [10, 43, 50, 70]},
            {"kind": "low", "line": [[10, 43], [50, 43]]},
        ]
        assert Field([skirmisher(30, 40)], ground=ground).farthest(0, "N", RUN) == pytest.approx(8.0, abs=0.011)

    def test_standing_on_the_border_and_going_away_from_it_costs_nothing(self) -> None:
        for kind in ("heavy_wood", "hill", "stream", "ship"):
            field = Field([man(30, 42)], ground=[{"kind": kind, "box": [10, 42, 50, 70]}])
            assert field.farthest(0, "S") == pytest.approx(8.0, abs=0.011)
            assert field.cannot_move(0, (36, 42)) == []


@pytest.mark.clause("IA-GOAL-6", "IA-TABLE-10")
def test_a_herd_is_driven_through_nothing() -> None:
    """The herd, 3 cm across, would pass a hut of 1 cm on its way of 8; beside it there is room."""
    for x, reasons in ((40.0, ["HERD_WILL_NOT"]), (42.05, [])):
        field = Field(
            [man(38, 44)], ground=[{"kind": "building", "box": [x - 0.5, 38, x + 0.5, 39]}],
            case={"herds": [{"at": [40, 45.5], "owner": "foes"}]},
        )  # fmt: skip
        assert field.reasons(Verb.DRIVE, 0, target=0, to=(38, 36.5), mode=WALK) == reasons
