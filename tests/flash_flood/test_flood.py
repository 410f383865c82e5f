"""The flood, clause by clause: when it comes, the order, tests and carries, with the worked examples."""

from __future__ import annotations

from typing import Any

import pytest

from flash_flood.sewer_table import (
    DRAIN,
    GAUNT,
    GUARD,
    MARINE,
    ON_GANTRY,
    UNHURT,
    WARRIOR,
    a_map,
    dice,
    events,
    falls,
    lives,
    man,
    run,
    sewer,
    stands,
    strengths,
    swept,
    used_up,
    where,
)
from flash_flood.test_sewer import triangle
from sandtable.games.flash_flood.clauses import Code
from sandtable.games.flash_flood.laying.sewer_file import SewerFile
from sandtable.games.flash_flood.record import Load
from sandtable.games.flash_flood.rules import trigger
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE


def order_of_tests(log: Any) -> list[int]:
    """Who was tested, in order."""
    tests = (Code.PASSES_TEST, Code.FAILS_TEST)
    return [int(log.entries[k].actor) for k in range(log.n) if log.entries[k].kind == Kind.EVENT
            and log.entries[k].code in tests]  # fmt: skip


class TestWhenItComes:
    """Example 1, and what the switches change."""

    def come(self, b: Any, turn: int, *throws: tuple[str, int, int]) -> int:
        thrown = dice(*throws)
        trigger.begin_turn(b, turn, thrown, new_log())
        assert used_up(thrown)
        return int(b.flood.due)

    @pytest.mark.clause(
        "FLOOD-TRIG-1", "FLOOD-TRIG-2", "FLOOD-TRIG-3", "FLOOD-TRIG-4", "FLOOD-TRIG-5", "FLOOD-TRIG-7", "FLOOD-TRIG-8"
    )
    @pytest.mark.parametrize(
        ("turn", "die", "comes"),
        [(1, None, 0), (2, 5, 0), (2, 6, 1), (3, 3, 0), (3, 4, 1), (4, 1, 0), (4, 2, 1), (5, None, 1), (6, None, 1)],
    )
    def test_by_the_turn(self, turn: int, die: int | None, comes: int) -> None:
        throws = [("FLOOD", NONE, die)] if die is not None else []
        assert self.come(sewer(), turn, *throws) == comes

    @pytest.mark.clause("FLOOD-TRIG-6")
    def test_once_in_a_game(self) -> None:
        b = sewer()
        trigger.note_flood(b, 3)
        assert [self.come(b, turn) for turn in (3, 4, 5, 6)] == [0, 0, 0, 0]

    @pytest.mark.clause("FLOOD-TRIG-6")
    def test_or_again_from_two_turns_later_on(self) -> None:
        b = sewer(repeat_floods="yes")
        trigger.note_flood(b, 2)
        assert self.come(b, 3) == 0
        assert self.come(b, 4, ("FLOOD", NONE, 5)) == 0
        assert self.come(b, 5, ("FLOOD", NONE, 4)) == 1

    @pytest.mark.clause("FLOOD-TRIG-7")
    def test_or_at_the_end_of_a_phase(self) -> None:
        b = sewer(flood_moment="random_phase")
        assert self.come(b, 3, ("FLOOD", NONE, 4), ("FLOOD_PHASE", NONE, 5)) == 6
        after = [(player, part) for player in range(2) for part in range(3) if trigger.comes_after(b, player, part)]
        assert after == [(1, 1)]  # 5: the second player's Shooting

    @pytest.mark.clause("FLOOD-TRIG-2", "C40-GEN-2")
    def test_its_die_has_six_faces(self) -> None:
        thrown = dice()
        trigger.begin_turn(sewer(), 2, thrown, new_log())
        assert thrown.missing_throw.sides == 6


class TestOrder:
    @pytest.mark.clause("FLOOD-TEST-5", "FLOOD-TEST-6", "FLOOD-TEST-10")
    def test_the_furthest_first_as_the_water_runs(self) -> None:
        """Example 2: distances 21, 32 and 25."""
        men = (man(MARINE, "S12:6:0"), man(MARINE, "S56:2:0", side=1), man(MARINE, "S35:10:0"))
        throws = (stands(0), stands(1), stands(2))
        assert order_of_tests(run(sewer(*men), *throws)) == [1, 2, 0]
        assert order_of_tests(run(sewer(*men, distance_metric="straight_line"), *throws)) == [1, 0, 2]

    @pytest.mark.clause("FLOOD-TEST-7")
    def test_equally_far_ones_throw(self) -> None:
        """Example 3: both at 25; with 0.05 between them nobody throws."""
        men = (man(MARINE, "S12:10:0"), man(MARINE, "S35:10:0"))
        throws = (stands(0), stands(1))
        assert order_of_tests(run(sewer(*men), ("ORDER", 0, 2), ("ORDER", 1, 5), *throws)) == [1, 0]
        assert order_of_tests(run(sewer(*men), ("ORDER", 0, 5), ("ORDER", 1, 2), *throws)) == [0, 1]
        again = (("ORDER", 0, 3), ("ORDER", 1, 3), ("ORDER", 0, 1), ("ORDER", 1, 2))
        assert order_of_tests(run(sewer(*men), *again, *throws)) == [1, 0]
        apart = (man(MARINE, "S12:10:0"), man(MARINE, "S35:10.05078125:0"))
        assert order_of_tests(run(sewer(*apart), *throws)) == [1, 0]

    @pytest.mark.clause("FLOOD-SET-3")
    def test_a_central_flood_takes_one_half_first(self) -> None:
        """From N5: the man in S15 (x = 8, distance 10) is nearer than the one in S56 (x = 30, distance 12)."""
        men = (man(MARINE, (8, 18)), man(MARINE, (30, 18)))
        throws = (stands(0), stands(1))
        west = run(sewer(*men, origin="central"), ("FIRST_HALF", NONE, 3), *throws)
        east = run(sewer(*men, origin="central"), ("FIRST_HALF", NONE, 4), *throws)
        assert (order_of_tests(west), order_of_tests(east)) == ([0, 1], [1, 0])

    @pytest.mark.clause("FLOOD-TEST-11", "FLOOD-TEST-12", "FLOOD-BUMP-4")
    def test_the_order_is_fixed_and_who_was_bumped_off_is_not_tested(self) -> None:
        """0 (A:20) stands; 1 (A:10) falls, is swept 6 + 3 = 9 to A:19 into contact, and bumps 0 off, which had stood.

        2 (A:5) is bumped by nobody and tested last, though 1 is now further than 0 was.
        """
        b = sewer(man(GUARD, "A:20:0"), man(GUARD, "A:10:0"), man(GUARD, "A:5:0"), sewer_map=DRAIN)
        log = run(b, stands(0), falls(1), ("CARRY", 1, 6), ("CARRY", 1, 3), ("BUMP", 0, 4), ("CARRY", 0, 2), UNHURT,
                  UNHURT, stands(2))  # fmt: skip
        assert order_of_tests(log) == [0, 1, 2]
        assert where(b, 0, "A", DRAIN)[0] == 22 and where(b, 1, "A", DRAIN)[0] == 19

    @pytest.mark.clause("FLOOD-TEST-11")
    def test_a_model_bumped_off_before_its_turn_is_not_tested_as_well(self) -> None:
        """0, at 27 from the origin, is drawn in and bumps 1, at 26.9, which stands in its way: no test for 1.

        It touches 1 at an offset of 0.1 along, 0.995 across: 1, carried east, only grazes it.
        """
        b = sewer(man(GUARD, (15, 20.5)), man(GUARD, (14.9, 19.25)))
        log = run(b, falls(0), ("BUMP", 1, 4), ("CARRY", 1, 3), UNHURT, ("CARRY", 0, 1), UNHURT)
        assert order_of_tests(log) == [0]
        assert (b.figures[1].x, b.figures[1].y) == pytest.approx((17.9, 19.25), abs=1e-3)


class TestKeepingOnesFeet:
    @pytest.mark.clause("FLOOD-TEST-1", "FLOOD-TEST-2", "FLOOD-TEST-3", "FLOOD-TEST-4")
    @pytest.mark.parametrize(("profile", "die", "kept"), [(GUARD, 3, True), (GUARD, 4, False), (MARINE, 4, True),
                                                          (MARINE, 5, False)])  # fmt: skip
    def test_against_strength(self, profile: str, die: int, kept: bool) -> None:
        """Example 4."""
        b = sewer(man(profile, "S12:3:0"))
        log = run(b, ("TEST", 0, die), *(() if kept else (("CARRY", 0, 2), UNHURT)))
        assert where(b, 0, "S12")[0] == (3 if kept else 5)
        assert strengths(log, 0) == ([] if kept else [1])

    @pytest.mark.clause("FLOOD-TEST-2")
    def test_a_six_always_fails(self) -> None:
        b = sewer(man(GUARD, "S12:3:0"))
        b.profiles[b.figures[0].profile].strength = 6
        assert swept(run(b, ("TEST", 0, 6), ("CARRY", 0, 2), UNHURT), 0) == [2.0]

    @pytest.mark.clause("FLOOD-TEST-9", "FLOOD-CARRY-11", "FLOOD-CARRY-19", "FLOOD-AFT-2")
    def test_a_gantry(self) -> None:
        """Example 13: 0 on the gantry is not tested; 1 passes beneath it without contact, and may rest there."""
        b = sewer(man(GUARD, (1.7, 25), level=ON_GANTRY), man(GUARD, "S12:5:1.3", side=1))
        log = run(b, falls(1), ("CARRY", 1, 2), UNHURT)
        assert events(log, 0) == ["STAYS_DRY"]
        assert where(b, 1, "S12") == pytest.approx((7.0, 1.3), abs=1e-3)

    @pytest.mark.clause("FLOOD-TEST-9", "FLOOD-CARRY-19")
    def test_one_that_overhangs_its_gantry_is_swept_off_it(self) -> None:
        b = sewer(man(GUARD, (1.95, 25), level=ON_GANTRY))
        run(b, falls(0), ("CARRY", 0, 2), UNHURT)
        assert b.figures[0].level == 0

    @pytest.mark.clause("FLOOD-TEST-10")
    def test_the_dead_are_not_tested(self) -> None:
        b = sewer(man(GUARD, "S12:3:0", wounds=0))
        assert order_of_tests(run(b)) == []


class TestCarries:
    @pytest.mark.clause("FLOOD-CARRY-1", "FLOOD-CARRY-3", "FLOOD-CARRY-15", "FLOOD-HIT-1", "FLOOD-HIT-2",
                        "FLOOD-HIT-5", "FLOOD-HIT-6", "FLOOD-SET-5", "FLOOD-NET-9")  # fmt: skip
    def test_into_a_grate(self) -> None:
        """Example 5: 3 of 5 inches to GR1; S2 fails on 4, S3 wounds on 4: dead, no save."""
        b = sewer(man(GUARD, "S35:4:0"))
        log = run(b, falls(0), ("CARRY", 0, 5), ("TO_WOUND", 0, 4), ("TO_WOUND", 0, 4))
        assert (b.figures[0].x, b.figures[0].y) == (18, 10)
        assert (swept(log, 0), strengths(log, 0), lives(b, 0)) == ([3.0], [2, 3], False)

    @pytest.mark.clause("FLOOD-CARRY-15", "FLOOD-CARRY-3")
    def test_a_grate_reached_with_the_last_of_the_way_stops_too_and_short_of_it_does_not(self) -> None:
        b = sewer(man(GUARD, "S35:4:0"))
        assert strengths(run(b, falls(0), ("CARRY", 0, 3), UNHURT, UNHURT), 0) == [2, 3]
        b = sewer(man(GUARD, "S35:3.9375:0"))
        assert strengths(run(b, falls(0), ("CARRY", 0, 3), UNHURT), 0) == [2]

    @pytest.mark.clause("FLOOD-CARRY-3", "FLOOD-CARRY-15")
    def test_after_a_six_that_ends_at_a_grate_no_die_is_thrown(self) -> None:
        b = sewer(man(GUARD, "S35:1:0"))
        assert swept(run(b, falls(0), ("CARRY", 0, 6), UNHURT, UNHURT), 0) == [6.0]

    @pytest.mark.clause("FLOOD-CARRY-2", "FLOOD-CARRY-4", "FLOOD-HIT-2")
    def test_sixes(self) -> None:
        """Example 6: 6, 6, 2 is 14 inches, just to the bend at N2: S5 against T4, a 2 does nothing, a 3 would wound."""
        for die, alive in ((2, True), (3, False)):
            b = sewer(man(MARINE, "S12:1:0"))
            log = run(b, falls(0), ("CARRY", 0, 6), ("CARRY", 0, 6), ("CARRY", 0, 2), ("TO_WOUND", 0, die))
            assert (b.figures[0].x, b.figures[0].y) == (3, 33)
            assert (strengths(log, 0), lives(b, 0)) == ([5], alive)

    @pytest.mark.clause("FLOOD-CARRY-4", "FLOOD-CARRY-8")
    def test_round_a_bend_left_stays_left(self) -> None:
        """2 inches to N2 in the left lane (west), then 3 east along S27, left being north now."""
        b = sewer(man(GUARD, "S12:13:1"))
        run(b, falls(0), ("CARRY", 0, 5), UNHURT)
        assert (b.figures[0].x, b.figures[0].y) == (6, 34)

    @pytest.mark.clause("FLOOD-CARRY-5", "FLOOD-CARRY-6", "FLOOD-NET-8")
    def test_a_branch(self) -> None:
        """Example 7: 2 inches to N5, 4 says S57, 2 more."""
        b = sewer(man(GAUNT, "S15:13:0"))
        log = run(b, falls(0), ("CARRY", 0, 4), ("BRANCH", 0, 4), ("TO_WOUND", 0, 5))
        assert (b.figures[0].x, b.figures[0].y) == (18, 20)
        assert (strengths(log, 0), lives(b, 0)) == ([2], False)
        assert "TAKES_BRANCH" in events(log, 0)

    @pytest.mark.clause("FLOOD-CARRY-8", "FLOOD-CARRY-6", "FLOOD-NET-3")
    @pytest.mark.parametrize(("branch", "at"), [(1, (20, 19)), (4, (17, 20))])
    def test_the_lane(self, branch: int, at: tuple[float, float]) -> None:
        """Example 8."""
        b = sewer(man(GUARD, "S15:12:1"))
        log = run(b, falls(0), ("CARRY", 0, 5), ("BRANCH", 0, branch), UNHURT)
        assert (b.figures[0].x, b.figures[0].y) == at
        assert strengths(log, 0) == [2]

    @pytest.mark.clause("FLOOD-CARRY-5", "FLOOD-CARRY-6")
    def test_of_four_ways_a_five_is_thrown_again(self) -> None:
        star = {"W": [4, 20], "M": [18, 20], "N": [18, 34], "S": [18, 6], "E": [34, 20], "F": [30, 32]}
        star_map = a_map(height=40, nodes=star, corridors={
            "A": {"nodes": ["W", "M"]}, "N": {"nodes": ["M", "N"]}, "S": {"nodes": ["M", "S"]},
            "E": {"nodes": ["M", "E"]}, "F": {"nodes": ["M", "F"]}})  # fmt: skip
        b = sewer(man(GUARD, "A:12:0", ), sewer_map=star_map)  # fmt: skip
        run(b, falls(0), ("CARRY", 0, 5), ("BRANCH", 0, 6), ("BRANCH", 0, 4), UNHURT)
        assert (b.figures[0].x, b.figures[0].y) == (18, 17)  # straight on, F, then N before S: the fourth is S

    @pytest.mark.clause("FLOOD-NET-8", "FLOOD-CARRY-5")
    def test_on_the_origin_a_die_says_where_it_goes(self) -> None:
        """At (2, 2), behind N0: 4 says S03, in its right lane: y = 2 is south of the centre line."""
        b = sewer(man(GUARD, (2, 2)))
        run(b, falls(0), ("BRANCH", 0, 4), ("CARRY", 0, 5), UNHURT)
        assert (b.figures[0].x, b.figures[0].y) == (7, 2)
        b = sewer(man(GUARD, (2, 2)))
        run(b, falls(0), ("BRANCH", 0, 3), ("CARRY", 0, 5), UNHURT)
        assert (b.figures[0].x, b.figures[0].y) == (2, 7)

    @pytest.mark.clause("FLOOD-CARRY-9", "FLOOD-CARRY-15", "FLOOD-NET-13")
    def test_the_end_of_the_water(self) -> None:
        """Example 14: 4.5 inches to the wall, in the first die: no second one; S2 and S3."""
        b = sewer(man(GUARD, "S68:12:0"))
        log = run(b, falls(0), ("CARRY", 0, 6), UNHURT, UNHURT)
        assert (b.figures[0].x, b.figures[0].y) == (33, 34.5)
        assert (swept(log, 0), strengths(log, 0)) == ([4.5], [2, 3])
        assert "HITS_WALL" in events(log, 0)

    @pytest.mark.clause("FLOOD-CARRY-15")
    def test_walls_alongside_stop_nobody(self) -> None:
        b = sewer(man(GUARD, "S12:3:1.5"))
        assert swept(run(b, falls(0), ("CARRY", 0, 4), UNHURT), 0) == [4.0]

    @pytest.mark.clause("FLOOD-CARRY-16")
    def test_from_the_side_of_the_chamber_it_is_drawn_in_at_no_cost(self) -> None:
        """(19.5, 21) is 1.5 right of S57: in the lane. (15, 20.5), 2.5 left of S15 at 12, goes to 1.5 and then on."""
        b = sewer(man(GUARD, (15, 20.5)))
        log = run(b, falls(0), ("CARRY", 0, 2), UNHURT)
        assert (b.figures[0].x, b.figures[0].y) == (17, 19.5)
        assert swept(log, 0) == [2.0]

    @pytest.mark.clause("FLOOD-CARRY-16", "FLOOD-CARRY-18")
    @pytest.mark.parametrize(("die", "at"), [(4, (17, 19.5)), (3, (15, 20.25))])
    def test_whom_it_meets_while_drawn_in_is_bumped(self, die: int, at: tuple[float, float]) -> None:
        """1 stands at (15, 19.25), a hair less than 1.25 below: contact after 0.25. It holds: swept 0 inches, S1."""
        b = sewer(man(GUARD, (15, 20.5)), man(GUARD, (15, 19.25)))
        more = (("CARRY", 1, 5), ("BRANCH", 1, 1), UNHURT, ("CARRY", 0, 2)) if die == 4 else ()
        log = run(b, ("ORDER", 0, 6), ("ORDER", 1, 1), falls(0), ("BUMP", 1, die), *more, UNHURT,
                  *(() if die == 4 else (stands(1),)))  # fmt: skip
        assert (b.figures[0].x, b.figures[0].y) == at
        assert strengths(log, 0) == [1]

    @pytest.mark.clause("FLOOD-CARRY-17")
    @pytest.mark.parametrize(("die", "along"), [(3, None), (4, 1.0)])
    def test_who_stands_beyond_a_node_is_met_at_the_node(self, die: int, along: float | None) -> None:
        """0 in lane +1 comes to N2 with 1 inch left; its place beyond, (3, 34), is taken by 1 at (3.25, 34)."""
        b = sewer(man(GUARD, "S12:13:1"), man(GUARD, "S27:0.25:1"))
        more = (("CARRY", 1, 4), UNHURT) if die == 4 else ()
        run(b, stands(1), falls(0), ("CARRY", 0, 3), ("BUMP", 1, die), *more, UNHURT)
        if along is None:
            assert (b.figures[0].x, b.figures[0].y) == (2, 33)  # the end of its old corridor
        else:
            assert where(b, 0, "S27") == (along, 1.0)

    @pytest.mark.clause("FLOOD-CARRY-17", "FLOOD-BUMP-9", "FLOOD-BUMP-6")
    def test_two_beyond_a_node_are_both_rolled_for_and_one_that_held_stops_it(self) -> None:
        """0 comes to N2 at (1.8, 33); its place beyond, (3, 34.2), is taken by 1, further downstream, and by 2.

        1 holds. 2 is rolled for all the same and knocked off; from S27's beginning at (3, 33.1) it bumps 1 off too. The
        place is free now, but 0 was held: it stays.
        """
        b = sewer(man(GUARD, "S12:13:1.2"), man(GUARD, (3.9, 34)), man(GUARD, (2.9, 33.3)))
        log = run(b, stands(1), stands(2), falls(0), ("CARRY", 0, 3), ("BUMP", 1, 3), ("BUMP", 2, 4), ("CARRY", 2, 3),
                  ("BUMP", 1, 4), ("CARRY", 1, 4), UNHURT, UNHURT, UNHURT)  # fmt: skip
        assert swept(log, 0) == [2.0]
        assert (b.figures[0].x, b.figures[0].y) == pytest.approx((1.8, 33), abs=1e-3)
        assert (where(b, 1, "S27")[0], where(b, 2, "S27")[0]) == pytest.approx((4.9, 3.0), abs=1e-3)

    @pytest.mark.clause("FLOOD-CARRY-8")
    def test_into_a_narrower_corridor_it_is_drawn_in(self) -> None:
        """From 6 wide to 3 wide: lane 2 becomes 1, west of the centre line at x = 19."""
        bend = a_map(
            height=36, nodes={"W": [4, 4], "M": [19, 4], "N": [19, 30]},
            corridors={"A": {"nodes": ["W", "M"], "width": 6}, "B": {"nodes": ["M", "N"], "width": 3}},
        )  # fmt: skip
        b = sewer(man(GUARD, "A:13:2"), sewer_map=bend)
        run(b, falls(0), ("CARRY", 0, 4), UNHURT)
        assert (b.figures[0].x, b.figures[0].y) == (18, 6)

    @pytest.mark.clause("FLOOD-CARRY-8", "FLOOD-CARRY-18")
    def test_and_whom_it_then_goes_past_it_does_not_touch(self) -> None:
        """From 4 wide to 3 wide, straight on: lane 1.5 becomes 1. 1 stands in lane -0.2, 0.2 inches from its way."""
        funnel = a_map(
            nodes={"W": [4, 10], "M": [19, 10], "E": [34, 10]},
            corridors={"A": {"nodes": ["W", "M"]}, "B": {"nodes": ["M", "E"], "width": 3}},
        )  # fmt: skip
        b = sewer(man(GUARD, (17, 11.5)), man(GUARD, (19.1, 9.8)), sewer_map=funnel)
        run(b, stands(1), falls(0), ("CARRY", 0, 5), UNHURT)
        assert (b.figures[0].x, b.figures[0].y) == (22, 11)

    @pytest.mark.clause("FLOOD-CARRY-4", "FLOOD-CARRY-7")
    def test_through_one_node_after_another(self) -> None:
        """1 inch to M, 6 to N and 4 on."""
        row = a_map(
            nodes={"W": [4, 10], "M": [10, 10], "N": [16, 10], "E": [34, 10]},
            corridors={key: {"nodes": [key[0], key[1]]} for key in ("WM", "MN", "NE")},
        )
        b = sewer(man(GUARD, (9, 10)), sewer_map=row)
        run(b, falls(0), ("CARRY", 0, 6), ("CARRY", 0, 5), UNHURT)
        assert (b.figures[0].x, b.figures[0].y) == (20, 10)

    @pytest.mark.clause("FLOOD-CARRY-17", "FLOOD-NET-11")
    def test_a_warrior_beyond_a_node_is_met_by_its_wider_base(self) -> None:
        """0's place beyond N2, (3, 34), is 1.25 from the Warrior's centre: half an inch and 0.8 are more."""
        b = sewer(man(GUARD, "S12:13:1"), man(WARRIOR, (4.25, 34)))
        log = run(b, stands(1), falls(0), ("CARRY", 0, 5), ("BUMP", 1, 3), UNHURT)
        assert swept(log, 0) == [2.0] and (b.figures[0].x, b.figures[0].y) == (2, 33)

    @pytest.mark.clause("FLOOD-TEST-1", "FLOOD-CARRY-1")
    def test_close_to_the_edge_of_the_table(self) -> None:
        """The corridor's wall is the table's edge at y 15.9; in lane 1.5 the rim touches it."""
        edge = a_map(height=15.9, nodes={"W": [4, 13.9], "E": [34, 13.9]})
        b = sewer(man(GUARD, (14, 15.4)), sewer_map=edge)
        log = run(b, falls(0), ("CARRY", 0, 4), UNHURT)
        assert swept(log, 0) == [4.0] and b.figures[0].x == 18

    @pytest.mark.clause("FLOOD-CARRY-1", "FLOOD-HIT-8")
    def test_it_is_kept_how_far_each_was_swept(self) -> None:
        """In hundredths of an inch; of who kept its feet nothing."""
        b = sewer(man(GUARD, "A:10:0"), man(GUARD, "A:20:0"), sewer_map=DRAIN)
        run(b, stands(1), falls(0), ("CARRY", 0, 3), UNHURT)
        assert [int(figure.from_flood) for figure in b.figures[:2]] == [300, NONE]

    @pytest.mark.clause("FLOOD-CARRY-18")
    def test_grazing_past_is_no_contact_and_neither_is_one_beside_or_upstream(self) -> None:
        """Lanes 1 inch apart: two 25 mm bases graze. 2 stands beside 0, 3 behind it, both touching."""
        b = sewer(man(GUARD, "A:10:0.5"), man(GUARD, "A:13:-0.5"), man(GUARD, "A:10:1.5"), man(GUARD, "A:9:0.5"),
                  sewer_map=DRAIN)  # fmt: skip
        log = run(b, stands(1), ("ORDER", 0, 6), ("ORDER", 2, 1), falls(0), ("CARRY", 0, 5), UNHURT, stands(2),
                  stands(3))  # fmt: skip
        assert swept(log, 0) == [5.0] and "BUMPS" not in events(log)

    @pytest.mark.clause("FLOOD-CARRY-18", "FLOOD-BUMP-6")
    def test_one_already_touched_ahead_is_bumped_at_once(self) -> None:
        b = sewer(man(GUARD, "A:10:0"), man(GUARD, "A:11:0"), sewer_map=DRAIN)
        log = run(b, stands(1), falls(0), ("BUMP", 1, 3), UNHURT)
        assert swept(log, 0) == [0.0]

    @pytest.mark.clause("FLOOD-CARRY-20")
    @pytest.mark.parametrize(
        ("at", "moved", "hard"),
        [("S35:7.5:0", 3.0, [2]), ("S35:7.25:0", 0.0, [1, 3]), ("S78:6:0", 0.0, [1, 3]), ("S78:8.5:0", 0.0, [1, 3]),
         ("S78:9:0", 3.0, [2]), ("S78:5.25:0", 0.25, [1, 3])],
    )  # fmt: skip
    def test_astride_a_barrier(self, at: str, moved: float, hard: list[int]) -> None:
        """Centre at or beyond the line: free. Short of it, or in the rubble: swept 0, both hits."""
        b = sewer(man(GUARD, at))
        throws = [("CARRY", 0, 3)] if moved else []
        log = run(b, falls(0), *throws, *[UNHURT] * len(hard))
        assert (swept(log, 0), strengths(log, 0)) == ([moved], hard)

    @pytest.mark.clause("FLOOD-NET-5")
    def test_in_slack_water_a_model_is_tested_but_goes_nowhere(self) -> None:
        b = sewer(man(GUARD, "AB:8:0"), sewer_map=triangle())
        b.figures[0].x, b.figures[0].y = 10, 10
        log = run(b, falls(0), UNHURT)
        assert (swept(log, 0), strengths(log, 0)) == ([0.0], [1])

    @pytest.mark.clause("FLOOD-CARRY-10", "FLOOD-CARRY-12", "FLOOD-CARRY-13")
    def test_it_leaves_a_fight_and_stops_at_first_contact(self) -> None:
        """0 fights 1 upstream of it and is swept off, past nobody's 1 inch, into 2 ahead, which holds: at contact."""
        b = sewer(man(GUARD, "A:10:0"), man(GAUNT, "A:9:0", side=1), man(GAUNT, "A:14:0", side=1), sewer_map=DRAIN)
        run(b, stands(2), falls(0), ("CARRY", 0, 6), ("BUMP", 2, 1), UNHURT, stands(1))
        assert where(b, 0, "A", DRAIN)[0] == 13

    @pytest.mark.clause("FLOOD-CARRY-14", "FLOOD-MIS-6")
    @pytest.mark.parametrize(("option", "die", "state"), [("no", None, Load.CARRIED), ("on_1", 2, Load.CARRIED),
                                                          ("on_1", 1, Load.LYING)])  # fmt: skip
    def test_a_charge_travels_with_its_bearer(self, option: str, die: int | None, state: Load) -> None:
        b = sewer(man(GUARD, "A:10:0"), sewer_map=DRAIN, lose_load=option)
        b.n_charges = 1
        b.charges[0].bearer = 0
        run(b, falls(0), *([("LOAD", 0, die)] if die else []), ("CARRY", 0, 4), UNHURT)
        assert b.charges[0].state == state
        if state == Load.LYING:
            assert (b.charges[0].x, b.charges[0].y, b.charges[0].bearer) == (14, 10, NONE)

    @pytest.mark.clause("FLOOD-MIS-6", "FLOOD-MIS-11")
    @pytest.mark.parametrize(("mate", "bearer"), [("A:16.5:0", 1), ("A:17.5625:0", NONE)])
    def test_a_dead_bearers_charge_goes_to_a_mate_within_2(self, mate: str, bearer: int) -> None:
        """0 dies at A:14; a gap of 1.5 is within 2 inches, one of 2.5625 is not."""
        b = sewer(man(GUARD, "A:10:0", unit=0), man(GUARD, mate, unit=0), sewer_map=DRAIN)
        b.n_charges = 1
        b.charges[0].bearer = 0
        run(b, stands(1), falls(0), ("CARRY", 0, 4), ("TO_WOUND", 0, 6))
        assert b.charges[0].bearer == bearer
        assert b.charges[0].state == (Load.CARRIED if bearer == 1 else Load.LYING)

    @pytest.mark.clause("FLOOD-MIS-6", "FLOOD-MIS-14")
    @pytest.mark.parametrize(("first_has_one", "bearer"), [(False, 1), (True, 2)])
    def test_of_two_equally_near_mates_the_first_without_a_charge_takes_it(
        self, first_has_one: bool, bearer: int
    ) -> None:
        """0 dies at A:14; both mates stand 2 ahead of it, 0.75 to the left and to the right."""
        mates = (man(GUARD, "A:16:0.75", unit=0), man(GUARD, "A:16:-0.75", unit=0))
        b = sewer(man(GUARD, "A:10:0", unit=0), *mates, sewer_map=DRAIN)
        b.n_charges = 2 if first_has_one else 1
        b.charges[0].bearer, b.charges[1].bearer = 0, 1
        run(b, ("ORDER", 1, 6), ("ORDER", 2, 1), stands(1), stands(2), falls(0), ("CARRY", 0, 4), ("TO_WOUND", 0, 6))
        assert b.charges[0].bearer == bearer


def test_a_flood_on_every_map_lets_the_dice_decide() -> None:
    """Two floods with the same dice end alike."""
    narrow: SewerFile = a_map(corridors={"A": {"nodes": ["W", "E"], "width": 3}})
    ends = []
    for _ in range(2):
        b = sewer(man(GUARD, "A:10:2"), sewer_map=narrow)  # a lane of 1 at most: drawn in
        run(b, falls(0), ("CARRY", 0, 4), UNHURT)
        ends.append((float(b.figures[0].x), float(b.figures[0].y)))
    assert ends == [(18, 11), (18, 11)]
