"""The flood, clause by clause: whom those adrift bump into, and what the water and the walls do to them."""

from __future__ import annotations

from typing import Any

import pytest

from flash_flood.sewer_table import (
    DRAIN,
    GAUNT,
    GUARD,
    MARINE,
    UNHURT,
    WARRIOR,
    a_map,
    events,
    falls,
    lives,
    man,
    run,
    sewer,
    stands,
    strengths,
    swept,
    where,
)
from sandtable.games.flash_flood.clauses import Code
from sandtable.games.flash_flood.rules import hits
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE
from tabletop import entries


def bumped(log: Any) -> list[int]:
    """Who was bumped, in order."""
    return [int(entry.other) for entry in entries(log, Kind.EVENT) if entry.code == Code.BUMPS]


class TestBumps:
    P, Q = "S56:1:0", "S56:4:0.5"

    @pytest.mark.clause("FLOOD-BUMP-1", "FLOOD-BUMP-2", "FLOOD-BUMP-3", "FLOOD-BUMP-6")
    def test_a_failed_bump(self) -> None:
        """Example 9: contact after 2.134; 3 holds, p stops there with S1, q has nothing."""
        b = sewer(man(GUARD, self.P), man(GAUNT, self.Q, side=1))
        log = run(b, stands(1), falls(0), ("CARRY", 0, 4), ("BUMP", 1, 3), ("TO_WOUND", 0, 5))
        assert swept(log, 0) == pytest.approx([2.134], abs=1e-3)
        assert (strengths(log, 0), strengths(log, 1)) == ([1], [])
        assert "HOLDS_OUT" in events(log, 1) and "MEETS_AGAIN" not in events(log, 0)
        assert where(b, 1, "S56") == (4, 0.5)

    @pytest.mark.clause("FLOOD-BUMP-5", "FLOOD-BUMP-6", "FLOOD-HIT-7")
    def test_a_bump(self) -> None:
        """Example 10: q first, to 6.0; then p's 1.866 take it to 5.0."""
        b = sewer(man(GUARD, self.P), man(GUARD, self.Q))
        log = run(b, stands(1), falls(0), ("CARRY", 0, 4), ("BUMP", 1, 4), ("CARRY", 1, 2), UNHURT, UNHURT)
        assert where(b, 1, "S56")[0] == 6.0
        assert where(b, 0, "S56")[0] == pytest.approx(5.0, abs=1e-3)
        assert (strengths(log, 1), strengths(log, 0)) == ([1], [2])
        order = [e for e in events(log) if e in ("IS_CARRIED", "BUMPS")]
        assert order == ["BUMPS", "IS_CARRIED", "IS_CARRIED"]

    @pytest.mark.clause("FLOOD-BUMP-7", "FLOOD-HIT-3")
    def test_meeting_again(self) -> None:
        """Example 11: q is only swept to 5.0; p meets it at 4.134 and stops: 3.134 in all, S2."""
        b = sewer(man(GUARD, self.P), man(GUARD, self.Q))
        log = run(b, stands(1), falls(0), ("CARRY", 0, 4), ("BUMP", 1, 4), ("CARRY", 1, 1), UNHURT, UNHURT)
        assert swept(log, 0) == pytest.approx([3.134], abs=1e-3)
        assert "MEETS_AGAIN" in events(log, 0)
        assert strengths(log, 0) == [2]

    @pytest.mark.clause("FLOOD-BUMP-11", "FLOOD-HIT-10", "FLOOD-BUMP-7")
    @pytest.mark.parametrize(("wound", "moved", "hard"), [(1, 3.0, [2]), (6, 4.0, [2, 3])])
    def test_held_at_a_barrier(self, wound: int, moved: float, hard: list[int]) -> None:
        """Example 12: q at the grate is swept 0, S1 and S3. If it lives p is held up, else p goes on to the grate."""
        b = sewer(man(GUARD, "S57:3:0"), man(GUARD, "S57:7:0"))
        log = run(b, stands(1), falls(0), ("CARRY", 0, 5), ("BUMP", 1, 6), ("TO_WOUND", 1, wound), ("TO_WOUND", 1, 1),
                  *[("TO_WOUND", 0, 1)] * len(hard))  # fmt: skip
        assert strengths(log, 1) == [1, 3]
        assert (swept(log, 0), strengths(log, 0), lives(b, 1)) == ([moved], hard, wound == 1)

    @pytest.mark.clause("FLOOD-CARRY-3", "FLOOD-BUMP-7", "FLOOD-HIT-5")
    @pytest.mark.parametrize("die", [1, 6])
    def test_held_and_at_a_barrier_at_once(self, die: int) -> None:
        """1 stands astride GR2, at 7.436 in lane 0.9: 0 touches it at 7.436 - 0.436 = 7.0, and the grate with it."""
        b = sewer(man(GUARD, "S57:3:0"), man(GUARD, "S57:7.436:0.9"))
        off = [("TO_WOUND", 1, 1), ("TO_WOUND", 1, 1)] if die == 6 else []
        log = run(
            b, stands(1), falls(0), ("CARRY", 0, 5), ("BUMP", 1, die), *off, ("TO_WOUND", 0, 1), ("TO_WOUND", 0, 1)
        )
        assert strengths(log, 1) == ([1, 3] if die == 6 else [])
        assert strengths(log, 0) == [2, 3]

    @pytest.mark.clause("FLOOD-CARRY-15")
    @pytest.mark.parametrize("at", [14.5, 15])
    def test_a_barrier_just_before_a_node(self, at: float) -> None:
        bend = a_map(
            height=36, nodes={"W": [4, 4], "M": [19, 4], "N": [19, 30]},
            corridors={"A": {"nodes": ["W", "M"]}, "B": {"nodes": ["M", "N"]}},
            barriers={"G": {"kind": "grate", "corridor": "A", "at": at}},
        )  # fmt: skip
        b = sewer(man(GUARD, "A:12:0"), sewer_map=bend)
        log = run(b, falls(0), ("CARRY", 0, 5), UNHURT, UNHURT)
        assert swept(log, 0) == [at - 12.5]

    @pytest.mark.clause("FLOOD-BUMP-8")
    @pytest.mark.parametrize(("at", "bumped"), [("A:15:0", True), ("A:15.0625:0", False)])
    def test_contact_with_the_very_last_of_the_way(self, at: str, bumped: bool) -> None:
        b = sewer(man(GUARD, "A:10:0"), man(GUARD, at), sewer_map=DRAIN)
        log = run(b, stands(1), falls(0), ("CARRY", 0, 4), *([("BUMP", 1, 1)] if bumped else []), UNHURT)
        assert swept(log, 0) == [4.0]

    @pytest.mark.clause("FLOOD-BUMP-6", "FLOOD-CARRY-2")
    def test_after_a_six_that_ends_in_a_bump_it_rolls_on(self) -> None:
        b = sewer(man(GUARD, "A:10:0"), man(GUARD, "A:17:0"), sewer_map=DRAIN)
        log = run(
            b, stands(1), falls(0), ("CARRY", 0, 6), ("BUMP", 1, 5), ("CARRY", 1, 5), UNHURT, ("CARRY", 0, 3), UNHURT
        )
        assert (swept(log, 0), swept(log, 1)) == ([9.0], [5.0])

    @pytest.mark.clause("FLOOD-BUMP-9")
    @pytest.mark.parametrize("dies", [(4, 4), (4, 3), (3, 4), (3, 3)])
    @pytest.mark.parametrize("lane", [0.5, -0.5])
    def test_two_touched_at_once(self, dies: tuple[int, int], lane: float) -> None:
        """1 and 2 at A:15 in lanes on both sides, touched together, equally far downstream and west: southern first."""
        b = sewer(man(GUARD, "A:10:0"), man(GUARD, f"A:15:{lane}"), man(GUARD, f"A:15:{-lane}"), sewer_map=DRAIN)
        off = [i for i, die in ((1, dies[0]), (2, dies[1])) if die == 4]
        log = run(b, ("ORDER", 1, 6), ("ORDER", 2, 1), stands(1), stands(2), falls(0), ("CARRY", 0, 5),
                  ("BUMP", 1, dies[0]), ("BUMP", 2, dies[1]), *[("CARRY", i, 6) for i in off],
                  *[("CARRY", i, 1) for i in off], *[UNHURT] * (len(off) + 1))  # fmt: skip
        assert swept(log, 0) == ([5.0] if len(off) == 2 else pytest.approx([4.134], abs=1e-3))
        assert bumped(log) == sorted((1, 2), key=lambda i: float(b.figures[i].y))

    @pytest.mark.clause("FLOOD-BUMP-9")
    @pytest.mark.parametrize("left", [1, -1])
    def test_the_one_further_downstream_is_rolled_for_first(self, left: int) -> None:
        """A Warrior's base is wider: touched at the same moment as 2, its centre is less far downstream.

        2 at 15, 0.5 to the left: contact at 15 - 0.866 = 14.134. 1 (reach 1.3) at 14.634, 1.2 to the right: contact
        when it is 0.5 ahead, at 14.134 too. The same with left and right changed about.
        """
        b = sewer(man(GUARD, "A:10:0"), man(WARRIOR, f"A:14.634:{-1.2 * left}"), man(GUARD, f"A:15:{0.5 * left}"),
                  sewer_map=DRAIN)  # fmt: skip
        log = run(b, stands(1), stands(2), falls(0), ("CARRY", 0, 5), ("BUMP", 2, 1), ("BUMP", 1, 1), UNHURT)
        assert bumped(log) == [2, 1]

    @pytest.mark.clause("FLOOD-BUMP-10", "FLOOD-HIT-8", "FLOOD-BUMP-4", "FLOOD-TEST-8")
    def test_chains_and_every_fall_counts(self) -> None:
        """2 (A:15.5) is swept to 16.5 and rests; 1 stands; 0 bumps 1, 1 bumps 2 off again: a hit for each fall."""
        b = sewer(man(GUARD, "A:10:0"), man(GUARD, "A:14:0"), man(GUARD, "A:15.5:0"), sewer_map=DRAIN)
        log = run(b, falls(2), ("CARRY", 2, 1), ("TO_WOUND", 2, 1), stands(1), falls(0), ("CARRY", 0, 4),
                  ("BUMP", 1, 4), ("CARRY", 1, 5), ("BUMP", 2, 4), ("CARRY", 2, 6), ("CARRY", 2, 3), ("TO_WOUND", 2, 1),
                  ("TO_WOUND", 1, 1), ("TO_WOUND", 0, 1))  # fmt: skip
        assert swept(log, 2) == [1.0, 9.0]
        assert strengths(log, 2) == [1, 4]
        assert (swept(log, 1), swept(log, 0)) == ([5.0], [4.0])

    @pytest.mark.clause("FLOOD-BUMP-4", "FLOOD-BUMP-6", "FLOOD-HIT-8")
    def test_who_was_held_once_is_not_held_when_it_falls_again(self) -> None:
        """1 is held by 2, at 15. 0 knocks it off, it knocks 2 off now, and goes its own 2 inches; 0 meets it again."""
        b = sewer(man(GUARD, "A:6:0"), man(GUARD, "A:12:0"), man(GUARD, "A:16:0"), sewer_map=DRAIN)
        log = run(b, stands(2), falls(1), ("CARRY", 1, 5), ("BUMP", 2, 1), UNHURT,
                  falls(0), ("CARRY", 0, 6), ("CARRY", 0, 4), ("BUMP", 1, 4), ("BUMP", 2, 4), ("CARRY", 2, 3), UNHURT,
                  ("CARRY", 1, 2), UNHURT, UNHURT)  # fmt: skip
        assert (swept(log, 1), swept(log, 2), swept(log, 0)) == ([3.0, 2.0], [3.0], [10.0])

    @pytest.mark.clause("FLOOD-BUMP-1", "FLOOD-NET-5")
    def test_where_the_water_runs_west_too(self) -> None:
        west = a_map(origin="E")
        b = sewer(man(GUARD, (24, 10)), man(GUARD, (18, 10)), sewer_map=west)
        log = run(b, stands(1), falls(0), ("CARRY", 0, 6), ("BUMP", 1, 1), UNHURT)
        assert swept(log, 0) == [5.0] and b.figures[0].x == 19

    @pytest.mark.clause("FLOOD-BUMP-12")
    def test_one_adrift_is_not_bumped(self) -> None:
        """1 at (17.2, 18.5); 0, in lane -0.3, touches it from (16.6, 17.7) and knocks it off: 0.8 to N5, then into S57.

        But its place there would be (17.5, 18), 0.95 from 0, which waits for it: 1 stops at N5. 0 has 1.4 inches left,
        and meets 1, now at (18, 18.5), after 1.4 - 0.6 = 0.8 of them.
        """
        b = sewer(man(GUARD, "S15:12:-0.3"), man(GUARD, "S15:14.2:0.5"))
        log = run(b, stands(1), falls(0), ("CARRY", 0, 3), ("BUMP", 1, 4), ("CARRY", 1, 3), ("BRANCH", 1, 4), UNHURT,
                  UNHURT)  # fmt: skip
        assert swept(log, 1) == pytest.approx([0.8], abs=1e-3)
        assert swept(log, 0) == pytest.approx([2.4], abs=2e-3)

    @pytest.mark.clause("FLOOD-BUMP-6")
    def test_the_house_rule_that_it_flows_past(self) -> None:
        """1 holds at lane 0.5: 0 moves 0.5 aside, to lane -0.5, where it just grazes by, and goes its 5 inches."""
        b = sewer(man(GUARD, "A:10:0"), man(GUARD, "A:13:0.5"), sewer_map=DRAIN, failed_bump="flows_past")
        log = run(b, stands(1), falls(0), ("CARRY", 0, 5), ("BUMP", 1, 3), UNHURT)
        assert swept(log, 0) == pytest.approx([5.0], abs=1e-3)
        assert where(b, 0, "A", DRAIN) == pytest.approx((15.0, -0.5), abs=1e-3)

    @pytest.mark.clause("FLOOD-BUMP-6")
    def test_straight_behind_it_flows_past_on_the_left(self) -> None:
        b = sewer(man(GUARD, "A:10:0"), man(GUARD, "A:13:0"), sewer_map=DRAIN, failed_bump="flows_past")
        log = run(b, stands(1), falls(0), ("CARRY", 0, 5), ("BUMP", 1, 3), UNHURT)
        assert "FLOWS_PAST" in events(log, 0)
        assert where(b, 0, "A", DRAIN) == (15.0, 1.0)

    @pytest.mark.clause("FLOOD-CARRY-3", "FLOOD-CARRY-16", "FLOOD-HIT-5")
    def test_held_while_drawn_in_short_of_a_grate_it_strikes_nothing(self) -> None:
        """In S57's chamber 0 is drawn in from lane 2.5 to 1.5, where it touches 1, which holds: the grate is 4 off."""
        b = sewer(man(GUARD, (15.5, 21)), man(GUARD, (17.5, 21)))
        log = run(b, ("ORDER", 0, 1), ("ORDER", 1, 6), stands(1), falls(0), ("BUMP", 1, 3), UNHURT)
        assert (swept(log, 0), strengths(log, 0)) == ([0.0], [1])

    @pytest.mark.clause("FLOOD-BUMP-6")
    def test_or_stops_where_there_is_no_room_on_either_side(self) -> None:
        """A row of four across the corridor: whoever is touched holds."""
        row = [man(GUARD, f"A:13:{lane}") for lane in (1.5, 0.5, -0.5, -1.5)]
        b = sewer(man(GUARD, "A:10:0"), *row, sewer_map=DRAIN, failed_bump="flows_past")
        order = [("ORDER", i, 7 - i) for i in (1, 2, 3, 4)]
        log = run(b, *order, *[stands(i) for i in (1, 2, 3, 4)], falls(0), ("CARRY", 0, 5), ("BUMP", 2, 1),
                  ("BUMP", 3, 1), UNHURT)  # fmt: skip
        assert swept(log, 0) == pytest.approx([3 - 0.75**0.5], abs=1e-3)


class TestHits:
    @pytest.mark.clause("FLOOD-HIT-2", "FLOOD-HIT-3", "C40-PROF-3")
    @pytest.mark.parametrize(
        ("moved", "strength"),
        [(0, 1), (2.9, 1), (3, 2), (5.99, 2), (6, 3), (9, 4), (20.5, 7), (21, 8), (27, 10), (60, 10)],
    )
    def test_strength_by_the_way(self, moved: float, strength: int) -> None:
        assert hits.strength_of_water(sewer(), float(moved)) == strength

    @pytest.mark.clause("FLOOD-HIT-11", "FLOOD-HIT-9")
    @pytest.mark.parametrize(("start", "wounds"), [("A:1:0", 0), ("A:1.5:0", 1)])
    @pytest.mark.parametrize("synapse", [0, 1])
    def test_instant_death(self, start: str, wounds: int, synapse: int) -> None:
        """Example 19: T4, W2. 6, 6, 6, 3 is 21 inches: S8 kills outright; held by one 20.5 ahead it is S7: one Wound.

        A Warrior in its own synapse loses one Wound in both cases.
        """
        b = sewer(man(WARRIOR, start), man(GUARD, "A:23.3:0"), sewer_map=DRAIN)  # contact at 23.3 - 1.3 = 22
        b.profiles[b.figures[0].profile].synapse = synapse
        log = run(b, stands(1), falls(0), ("CARRY", 0, 6), ("CARRY", 0, 6), ("CARRY", 0, 6), ("CARRY", 0, 3),
                  ("BUMP", 1, 1), ("TO_WOUND", 0, 6))  # fmt: skip
        assert swept(log, 0) == pytest.approx([21.0 if wounds == 0 else 20.5], abs=1e-3)
        assert b.figures[0].wounds == (wounds if synapse == 0 else 1)

    @pytest.mark.clause("FLOOD-HIT-4")
    @pytest.mark.parametrize(("option", "saved"), [("no", False), ("yes", True)])
    def test_invulnerable_saves_by_house_rule_only(self, option: str, saved: bool) -> None:
        b = sewer(man(MARINE, "A:1:0"), sewer_map=DRAIN, inv_vs_flood=option)
        b.profiles[b.figures[0].profile].invulnerable = 4
        run(b, falls(0), ("CARRY", 0, 4), ("TO_WOUND", 0, 6), *([("SAVE", 0, 4)] if saved else []))
        assert lives(b, 0) == saved

    @pytest.mark.clause("FLOOD-HIT-6", "FLOOD-HIT-4")
    @pytest.mark.parametrize(("option", "saved"), [("no", False), ("armour", True)])
    def test_armour_against_the_impact_by_house_rule_only(self, option: str, saved: bool) -> None:
        b = sewer(man(MARINE, "S35:6:0"), impact_save=option)
        run(b, falls(0), ("CARRY", 0, 4), ("TO_WOUND", 0, 1), ("TO_WOUND", 0, 6), *([("SAVE", 0, 3)] if saved else []))
        assert lives(b, 0) == saved

    @pytest.mark.clause("FLOOD-HIT-9", "FLOOD-HIT-10")
    def test_the_slain_are_out_of_the_way_at_once(self) -> None:
        """1 dies where it comes to rest; 0 is swept over the place."""
        b = sewer(man(GUARD, "A:10:0", unit=0), man(GUARD, "A:14:0", unit=0), sewer_map=DRAIN)
        log = run(
            b,
            falls(1),
            ("CARRY", 1, 1),
            ("TO_WOUND", 1, 6),
            falls(0),
            ("CARRY", 0, 6),
            ("CARRY", 0, 1),
            ("TO_WOUND", 0, 1),
        )
        assert (lives(b, 1), lives(b, 0), swept(log, 0)) == (False, True, [7.0])

    @pytest.mark.clause("FLOOD-HIT-12")
    @pytest.mark.parametrize("option", ["no", "core_25_percent"])
    def test_losses_cause_no_morale_tests_but_by_house_rule(self, option: str) -> None:
        b = sewer(man(GUARD, "A:10:0", unit=0), man(GUARD, "A:14:0", unit=0), sewer_map=DRAIN, flood_morale=option)
        test = [("LEADERSHIP", NONE, 6), ("LEADERSHIP", NONE, 6), ("FALL_BACK", 0, 1), ("FALL_BACK", 0, 1)]
        morale = test if option != "no" else []
        run(b, falls(1), ("CARRY", 1, 1), ("TO_WOUND", 1, 6), stands(0), *morale)
        assert b.units[0].falling_back == int(option != "no")

    @pytest.mark.clause("FLOOD-HIT-12", "C40-MOR-1")
    def test_only_losses_to_the_water_count(self) -> None:
        """Of eight three died earlier; the water takes one of five, 20 %: no test by the house rule either."""
        men = [man(GUARD, f"A:{4 + 2 * k}:0", unit=0) for k in range(8)]
        b = sewer(*men, sewer_map=DRAIN, flood_morale="core_25_percent")
        for i in range(3):
            b.figures[i].wounds = 0
        run(b, falls(7), ("CARRY", 7, 1), ("TO_WOUND", 7, 6), *[stands(i) for i in (3, 4, 5, 6)])
        assert b.units[0].falling_back == 0
