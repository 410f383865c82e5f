"""Positions worked out by hand where two clauses meet: contacts with the very last inch, knots that newcomers reach."""

from __future__ import annotations

import math
from typing import Any

import pytest

from pursuit.street import DANGER, FIRST, HIT, SAVE, SLOWING, WOUND, Chase, building, gargoyle, ruin, scout
from sandtable.games.pursuit.clauses import Clause, Code
from sandtable.games.pursuit.record import Phase, Verb
from sandtable.kernel.geometry import LATTICE
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE
from tabletop import entries

FAR = gargoyle(3, 33)
AHEAD = gargoyle(52, 33)
MISSES = (HIT, 1)


class TestVeryLastInch:
    """What a slide reaches with the end of its 12 inches."""

    @pytest.mark.clause("PURS-PCO-1", "PURS-PCO-7")
    @pytest.mark.parametrize(("x", "struck"), [(32.75, True), (32.8, False)])
    def test_a_building_that_ends_in_contact_strikes(self, x: float, struck: bool) -> None:
        """12 inches on its side is at 20.75, where the Scout's base ends; or a twentieth of an inch short of it."""
        chase = Chase([scout(20, 18)], [AHEAD], [building(x, 14, 39, 20)])
        chase.play(Verb.KEEP, 0, *[(WOUND, 1)] * struck)
        assert (chase.b.phase == Phase.HEADING) == struck and chase.at(0) == (20, 18)

    @pytest.mark.clause("PURS-PCO-1", "PURS-PCO-7")
    def test_a_corner_that_ends_in_contact_strikes(self) -> None:
        """A corner 0.45 aside meets a base of 0.75 at 0.6 before its middle: from 32.6 on it is just there."""
        for x, struck in ((32.6, True), (32.65, False)):
            chase = Chase([scout(20, 18)], [AHEAD], [building(x, 18.45, 39, 24)])
            chase.play(Verb.KEEP, 0, *[(WOUND, 1)] * struck)
            assert (chase.b.phase == Phase.HEADING) == struck

    @pytest.mark.clause("PURS-PCO-7", "PURS-PCO-8")
    @pytest.mark.parametrize(("second", "struck"), [(6, False), (5, True)])
    def test_touched_before_and_twelve_inches_back_is_no_new_contact(self, second: int, struck: bool) -> None:
        chase = Chase([scout(21.25, 18)], [AHEAD], [building(22, 14, 29, 20)])
        chase.play(Verb.SLOW, 0, (SLOWING, 6), (SLOWING, second), *[(WOUND, 1)] * struck, amount=2)
        assert (chase.b.phase == Phase.HEADING) == struck

    @pytest.mark.clause("PURS-PCO-9", "PURS-PUR-14", "PURS-PUR-16")
    @pytest.mark.parametrize(("x", "met"), [(24.75, True), (24.7, False)])
    def test_an_enemy_whom_a_carried_figure_ends_at_is_struck_and_fought(self, x: float, met: bool) -> None:
        """The ruin carries the Gargoyle from 38 to 26: base to base with the Scout, or a twentieth short of it."""
        chase = Chase([scout(x, 18)], [gargoyle(38, 18, stopped="P0"), AHEAD], [ruin(2, 37, 15, 43, 20)])
        chase.play(Verb.KEEP, 0, *[(WOUND, 1), MISSES, MISSES, MISSES] * met)
        assert chase.at(1) == (26, 18) and (chase.b.phase == Phase.HEADING) == met

    @pytest.mark.clause("PURS-PCO-9", "PURS-PCO-7", "PURS-PUR-10")
    def test_a_friend_touched_before_who_fell_back_as_far_is_not_struck(self) -> None:
        """Both stand 12 inches farther back, base to base as before."""
        friends = [gargoyle(38, 18, stopped="P0"), gargoyle(37, 18, 90), AHEAD]
        chase = Chase([scout(5, 5)], friends, [ruin(2, 37, 15, 43, 20)])
        chase.play(Verb.KEEP, 0)
        assert (chase.at(1), chase.at(2)) == ((26, 18), (25, 18)) and chase.b.active == 3


class TestKnots:
    """Fights of which newcomers reach every figure."""

    @pytest.mark.clause("PURS-CC-11", "PURS-CC-20", "PURS-MOV-14")
    def test_where_newcomers_reach_both_old_opponents_they_fight_all_the_same(self) -> None:
        """Neither may leave any more, and nobody throws for it: they are still in contact, so a round is fought."""
        chase = Chase([scout(20, 18), scout(18.75, 24, 270)], [gargoyle(18.75, 18), gargoyle(25, 18, 180), FAR],
                      phase="movement")  # fmt: skip
        chase.play(Verb.MOVE, 3, *[MISSES] * 4, to=(20, 18), heading=180)  # a spit, 2 attacks charging, 1 back
        assert chase.b.active == 1
        chase.play(Verb.MOVE, 1, *[MISSES] * 7, to=(18.75, 18), heading=270)  # 2 charging, a spit and 1; then 3
        fought = [int(chase.b.figures[i].fought) for i in range(4)]
        assert fought == [0b1100, 0b100, 0b11, 0b1] and chase.b.active == 4

    @pytest.mark.clause("PURS-CC-6", "PURS-PUR-21", "PURS-PCO-9")
    def test_in_the_pursuit_phase_too(self) -> None:
        """A ruin carries an enemy into each of two who are locked before their turns come.

        Both stand in it, so each tests once; each is struck by whom it brings, fights them, and may be turned. Then the
        first of the two comes up, and they fight their round.
        """
        chase = Chase(
            [scout(19.6, 18), scout(19.94, 20.449, stopped="P0")],
            [gargoyle(19.55, 19.249), gargoyle(19.995, 16.8, stopped="P0"), AHEAD],
            [ruin(2, 14, 10, 20, 26)],
            dice=[(DANGER, 2), (DANGER, 2), (WOUND, 1), MISSES, MISSES, MISSES],
        )
        assert chase.b.phase == Phase.HEADING
        chase.play(Verb.TURN, 2, (WOUND, 1), MISSES, MISSES, MISSES, heading=0)
        chase.play(Verb.TURN, 0, MISSES, MISSES, MISSES, heading=0)
        assert int(chase.b.figures[0].fought) == 0b1100 and int(chase.b.figures[2].fought) == 0b11

    @pytest.mark.clause("PURS-CC-13")
    def test_who_did_not_come_to_strike_strikes_the_next_by_house_rule(self) -> None:
        """The Scout kills the newcomer before the power fist's step comes; the next one the fist strikes, thrice."""
        fist = scout(20, 18, profile="scout_rider_veteran", gear=["power_fist"])
        chase = Chase([fist, scout(20.005, 16.5)], [gargoyle(26, 17.25, 180), gargoyle(20.3, 24, 270), FAR],
                      phase="movement", multi_contact="attacks_once_per_phase")  # fmt: skip
        chase.play(Verb.MOVE, 2, to=(20, 17.25), heading=180)
        chase.play(Verb.STRIKE, 2, MISSES, (HIT, 3), (WOUND, 3), (SAVE, 1), target=1)  # its spittle; then the Scout's
        chase.play(Verb.STRIKE, 2, MISSES, MISSES, target=1)
        assert not chase.lives(2) and chase.b.active == 3
        chase.play(Verb.MOVE, 3, *[MISSES] * 6, to=(20.3, 18), heading=270)

    @pytest.mark.clause("PURS-MOV-1", "PURS-MOV-6", "PURS-CC-19")
    def test_who_stays_is_turned_only_out_of_a_fight(self) -> None:
        chase = Chase([scout(20, 18)], [FAR], phase="movement")
        assert chase.refusal(Verb.STAY, 0, heading=45) == [("TURNS_TOO_SOON", 2, 0.0)]
        assert chase.reasons(Verb.STAY, 0, heading=0) == []
        chase = Chase([scout(20, 18)], [gargoyle(21.25, 18), FAR], phase="movement", dice=[(FIRST, 6), (FIRST, 1)])
        assert chase.b.active == 0
        chase.play(Verb.STAY, 0, heading=45)
        assert chase.heading(0) == pytest.approx(45, abs=0.01)


class TestShots:
    """House rules of ruins, and edited profiles."""

    @pytest.mark.clause("PURS-GEN-7", "PURS-SHO-12", "PURS-SPO-16")
    @pytest.mark.parametrize(("within", "saved"), [("centre", False), ("any_part_of_base", True)])
    def test_part_of_a_base_in_a_ruin_is_covered_by_house_rule(self, within: str, saved: bool) -> None:
        """The ruin begins 0.3 behind the Gargoyle's middle: no shot crosses it, and 0.2 of its base lie in it."""
        chase = Chase([scout(20, 18)], [gargoyle(29, 18), FAR], [ruin(1, 29.3, 16, 33, 20)], phase="shooting",
                      within_terrain=within)  # fmt: skip
        while chase.b.active != 0:
            chase.play(Verb.HOLD, int(chase.b.active))
        dice = [(HIT, 3), (HIT, 2), (HIT, 2), (WOUND, 3), *[(SAVE, 4)] * saved]
        chase.play(Verb.SHOOT, 0, *dice, target=1, item=0)
        assert chase.lives(1) == saved

    @pytest.mark.clause("PURS-GEN-7", "PURS-SHO-10")
    @pytest.mark.parametrize(
        ("within", "box", "seen"),
        [
            ("centre", (24, 15, 28.7, 20), False),
            ("any_part_of_base", (24, 15, 28.7, 20), True),  # 4.7 inches of it, and 0.2 of the target's base
            ("any_part_of_base", (22.6, 15, 28.7, 20), False),  # 6.1 inches
            ("any_part_of_base", (24, 15, 28.4, 20), False),  # no part of either
            ("any_part_of_base", (20.7, 15, 26, 20), True),  # the shooter's base lies in it
        ],
    )
    def test_part_of_a_base_looks_out_of_a_ruin_by_house_rule(
        self, within: str, box: tuple[float, ...], seen: bool
    ) -> None:
        chase = Chase([scout(20, 18)], [gargoyle(29, 18), gargoyle(22, 13)], [ruin(2, *box)], phase="shooting",
                      within_terrain=within)  # fmt: skip
        while chase.b.active != 0:
            chase.play(Verb.HOLD, int(chase.b.active))
        assert (chase.reasons(Verb.SHOOT, 0, target=1, item=0) == []) == seen

    @pytest.mark.clause("PURS-SHO-4")
    def test_over_the_shoulder_nobody_shoots_better_than_ahead(self) -> None:
        """Ballistic Skill is reduced to 3 there: one of 2 keeps it, and needs a 5."""
        veteran = scout(20, 18, profile="scout_rider_veteran", weapon="storm_rifle")
        chase = Chase([veteran], [gargoyle(9, 18, 180), FAR], phase="shooting")
        chase.b.profiles[chase.b.figures[0].profile].ballistic_skill = 2
        while chase.b.active != 0:
            chase.play(Verb.HOLD, int(chase.b.active))
        chase.play(Verb.SHOOT, 0, (HIT, 4), (HIT, 5), (WOUND, 1), target=1, item=2)


class TestAskew:
    """What is a hair off, or not at all along the table."""

    @pytest.mark.clause("PURS-MOV-6", "PURS-MOV-11")
    @pytest.mark.parametrize(("dx", "dy"), [(2, 1), (2, -1), (3, 1)])
    def test_no_way_is_too_short_to_be_a_turn(self, dx: int, dy: int) -> None:
        """A first leg of a thousandth of an inch, 26.6 or 18.4 degrees off the heading, with or without more of it."""
        chase = Chase([scout(20, 18)], [FAR], phase="movement")
        first, heading = (20 + dx * LATTICE, 18 + dy * LATTICE), math.degrees(math.atan2(dy, dx))
        far = (20 + 5 * math.cos(math.radians(heading)), 18 + 5 * math.sin(math.radians(heading)))
        assert "NOT_AHEAD" in chase.reasons(Verb.MOVE, 0, via=[first], to=far, heading=heading)
        assert "NOT_AHEAD" in chase.reasons(Verb.MOVE, 0, to=first, heading=heading)
        assert chase.reasons(Verb.MOVE, 0, via=[(20.05, 18)], to=(25, 18), heading=0) == []

    @pytest.mark.clause("PURS-REC-6", "PURS-REC-7")
    @pytest.mark.parametrize(("heading", "reasons"), [(90, []), (-90, []), (0, []), (180, []), (45, ["PLACED_ASKEW"]),
                                                      (80, ["PLACED_ASKEW"])])  # fmt: skip
    def test_a_piece_is_put_back_as_it_lay_or_turned_by_90_degrees(self, heading: float, reasons: list[str]) -> None:
        chase = Chase([scout(5, 5)], [gargoyle(50, 33)], [building(5, 10, 11, 16)])
        chase.play(Verb.KEEP, 0).play(Verb.KEEP, 1)
        assert chase.reasons(Verb.PLACE, target=0, to=(57, 18), heading=heading) == reasons


class TestFailedTests:
    """By house rule who fails a test finishes the move, and is stopped if it ends within a piece where it failed."""

    NESTED = (ruin(2, 20, 15, 26, 21), ruin(2, 22, 15, 24, 21))
    FAILS, PASSES = ((DANGER, 1), (WOUND, 1)), (DANGER, 2)

    @pytest.mark.clause("PURS-DIF-6", "PURS-DIF-7")
    @pytest.mark.parametrize(
        ("city", "dice", "stopped"),
        [
            (NESTED, (*FAILS, PASSES, *FAILS, PASSES), 0),  # fails in both, and ends in the first alone
            (NESTED, (PASSES, PASSES, *FAILS, PASSES), NONE),  # fails in the second alone, and has left it
            (
                (NESTED[0], ruin(2, 24, 15, 27, 21)),
                (*FAILS, PASSES, PASSES, *FAILS),
                1,
            ),  # ends in both: the last failure
            ((NESTED[0], ruin(2, 24, 15, 27, 21)), (*FAILS, PASSES, PASSES, PASSES), 0),  # ends in both, fails in one
        ],
    )
    def test_every_piece_with_a_failure_counts(self, city: Any, dice: Any, stopped: int) -> None:
        """From 19 to 25: tests at 20, 22 and 24 in the first piece, at 22 or 24 in the other one."""
        chase = Chase([scout(19, 18)], [FAR], list(city), phase="movement", after_failed_test="finish_move")
        chase.play(Verb.MOVE, 0, *dice, to=(25, 18), heading=0)
        assert (chase.at(0), chase.b.figures[0].stopped) == ((25, 18), stopped)

    @pytest.mark.clause("PURS-DIF-6", "PURS-DIF-7")
    @pytest.mark.parametrize(("scouts", "hunters", "wall", "dice", "x"), [
        ([scout(19, 18)], [gargoyle(24.25, 18, 180), FAR], [], [MISSES] * 4, 23),  # charges
        ([scout(19, 18), scout(24.5, 18)], [FAR], [], [], 23),  # a friend
        ([scout(19, 18)], [FAR], [building(24, 10, 27, 25)], [(WOUND, 1)], 23.25),  # a wall
    ])  # fmt: skip
    def test_whatever_ends_the_move(self, scouts: Any, hunters: Any, wall: Any, dice: Any, x: float) -> None:
        """It fails at 20, passes at 22, and is ended within the ruin."""
        chase = Chase(scouts, hunters, [self.NESTED[0], *wall], phase="movement", after_failed_test="finish_move")
        while chase.b.active != 0:
            chase.play(Verb.STAY, int(chase.b.active))
        chase.play(Verb.MOVE, 0, *self.FAILS, self.PASSES, *dice, to=(25, 18), heading=0)
        assert (chase.at(0), chase.b.figures[0].stopped) == ((x, 18), 0)


class TestLeaving:
    """Over the rear edge: what is told."""

    @pytest.mark.clause("PURS-OBJ-8", "PURS-PCO-11", "PURS-PUR-12")
    def test_each_way_of_giving_up_cites_its_clause(self) -> None:
        rides = Chase([scout(3, 18, 180), scout(30, 5)], [AHEAD], phase="movement")
        rides.play(Verb.STAY, 2).play(Verb.STAY, 1).play(Verb.MOVE, 0, to=(-3, 18), heading=180)
        carried = Chase([scout(5, 18), scout(30, 5)], [AHEAD], [building(6, 14, 12, 20)])
        carried.play(Verb.KEEP, 0, (WOUND, 1)).play(Verb.TURN, 0, heading=0)
        slows = Chase([scout(5, 18), scout(30, 5)], [AHEAD])
        slows.play(Verb.SLOW, 0, (SLOWING, 6), amount=1)
        cited = [
            [int(one.clause) for one in entries(chase.log, Kind.OUTCOME) if one.code == Code.GIVES_UP]
            for chase in (rides, carried, slows)
        ]
        assert cited == [[Clause.PURS_OBJ_8], [Clause.PURS_PCO_11], [Clause.PURS_PUR_12]]
