"""Stragglers and scattered units after the flood: what they must do, what they may not, and enemies in their way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from flash_flood.sewer_table import GAUNT, GUARD, MARINE, ON_GANTRY, SEWER, WARRIOR, a_map, dice, man
from flash_flood.turn_table import NONE, Phase, Side, Verb, action, at, do, events, moment, refusals, run
from sandtable.games.flash_flood.record import Level, Load, Standing
from sandtable.games.flash_flood.rules import rejoining, sequence, two_ways
from sandtable.games.flash_flood.rules.bands import bring_together, set_apart
from sandtable.games.flash_flood.rules.walking import MAX_POINTS
from sandtable.kernel.log import new_log

MAIN = (20, 22, 24)


def torn(*alone: float, foes: tuple[tuple[float, float], ...] = (), profile: str = GUARD, **options: Any) -> Any:
    """A squad of three at x 20 to 24 with models alone so far along, and a formed squad of enemies."""
    men = [man(profile, (x, 10), 0, 0) for x in (*MAIN, *alone)]
    men += [man(options.pop("foe", GAUNT), place, 1, 1) for place in foes]
    return moment(*men, flooded=True, **options)


def spread_foes(*xs: float) -> tuple[tuple[float, float], ...]:
    """Enemies in the middle of the drain."""
    return tuple((x, 10.0) for x in xs)


class TestStragglers:
    @pytest.mark.clause("FLOOD-COH-3", "FLOOD-COH-13", "C40-RUN-4")
    def test_a_straggler_goes_back_by_a_roll_of_its_own(self) -> None:
        """Example 16: 7 inches from rim to rim, 3 and 5 thrown: 5 inches, and it is 2 inches away."""
        b = torn(32)
        do(b, action(Verb.REJOIN, 3), ("DIFFICULT", 3, 3), ("DIFFICULT", 3, 5))
        assert at(b, 3) == (27, 10)
        b.phase = Phase.MOVEMENT.value
        run_end(b)
        assert b.figures[3].standing == Standing.IN_COHERENCY and b.phase == Phase.SHOOTING

    @pytest.mark.clause("FLOOD-COH-3")
    def test_it_stops_when_within_two_inches(self) -> None:
        b = torn(29)
        do(b, action(Verb.REJOIN, 3), ("DIFFICULT", 3, 6), ("DIFFICULT", 3, 5))
        assert at(b, 3) == (27, 10)

    @pytest.mark.clause("C40-COH-2", "FLOOD-COH-3", "FLOOD-MIS-13")
    def test_the_phase_does_not_end_before_it_has_gone(self) -> None:
        b = torn(32)
        assert refusals(b, action(Verb.END)) == ["MUST_REJOIN"]
        do(b, action(Verb.REJOIN, 3), ("DIFFICULT", 3, 1), ("DIFFICULT", 3, 1))
        assert refusals(b, action(Verb.END)) == []

    @pytest.mark.clause("FLOOD-COH-4", "FLOOD-COH-5", "FLOOD-COH-8")
    def test_it_neither_moves_as_it_likes_nor_shoots_nor_charges(self) -> None:
        b = torn(32, foes=spread_foes(40))
        do(b, action(Verb.WADE, 0), ("DIFFICULT", 0, 5), ("DIFFICULT", 0, 5))
        assert refusals(b, action(Verb.MOVE, 3, to=(33, 10))) == ["ONLY_REJOINS"]
        b = torn(32, foes=spread_foes(40), phase=Phase.SHOOTING)
        assert refusals(b, action(Verb.SHOOT, 3, target=4)) == ["STRAGGLER_NO_SHOT"]
        b = torn(32, foes=spread_foes(36), phase=Phase.CHARGING)
        assert refusals(b, action(Verb.CHARGE, 3, target=4)) == ["STRAGGLER_NO_CHARGE"]

    @pytest.mark.clause("FLOOD-COH-4", "C40-RUN-3")
    def test_it_may_run_the_same_way_and_need_not(self) -> None:
        b = torn(28, phase=Phase.SHOOTING)
        assert refusals(b, action(Verb.END)) == []
        do(b, action(Verb.REJOIN, 3), ("RUN", 3, 2))
        assert at(b, 3) == (27, 10)  # one inch takes it into coherency

    @pytest.mark.clause("FLOOD-COH-4")
    def test_by_house_rule_it_must_run(self) -> None:
        b = torn(28, phase=Phase.SHOOTING, straggler_must_run="yes")
        assert refusals(b, action(Verb.END)) == ["MUST_RUN_BACK"]

    @pytest.mark.clause("FLOOD-COH-9", "FLOOD-COH-8")
    def test_members_of_a_scattered_unit_go_to_the_nearest_mate(self) -> None:
        """Five apart from one another, nobody within 2 inches: the one at 50 goes to the one at 44."""
        men = [man(GUARD, (x, 10), 0, 0) for x in (10, 20, 32, 44, 50)]
        b = moment(*men, flooded=True)
        assert b.squads[0].scattered == 1
        assert refusals(b, action(Verb.TAKE_UP, 0)) == ["IS_SCATTERED_NOW"]
        do(b, action(Verb.REJOIN, 4), ("DIFFICULT", 4, 2), ("DIFFICULT", 4, 1))
        assert at(b, 4) == (48, 10)

    @pytest.mark.clause("FLOOD-COH-20")
    def test_the_owner_says_in_which_order_and_each_looks_where_the_others_stand_then(self) -> None:
        men = [man(GUARD, (x, 10), 0, 0) for x in (10, 20, 32, 44, 50)]
        b = moment(*men, flooded=True)
        sixes = [(("DIFFICULT", i, 6)) for i in (3, 3, 4, 4)]
        do(b, action(Verb.REJOIN, 3, 4), *sixes)
        assert (at(b, 3), at(b, 4)) == ((47, 10), (50, 10))  # the first came near enough for both

    @pytest.mark.clause("FLOOD-COH-21")
    @pytest.mark.parametrize(("friend", "stops"), [((27, 10), 28.0), ((27.2, 10), 28.2), ((27.3, 10.6), 28.1)])
    def test_where_the_place_is_taken_it_stops_as_near_as_it_can(self, friend: Any, stops: float) -> None:
        """Its way ends at x 27, where a friend of another unit stands: an inch between the middles, 0.6 of it aside."""
        men = [man(GUARD, (x, 10), 0, 0) for x in (*MAIN, 32)] + [man(GUARD, friend, 0, 1)]
        b = moment(*men, flooded=True)
        do(b, action(Verb.REJOIN, 3), ("DIFFICULT", 3, 6), ("DIFFICULT", 3, 6))
        assert at(b, 3) == pytest.approx((stops, 10), abs=0.002)

    @pytest.mark.clause("FLOOD-COH-3", "FLOOD-NET-14", "FLOOD-NET-9")
    def test_it_goes_to_the_nearest_mate_whom_a_way_leads_to(self) -> None:
        """Its squad stands at 10 to 14; one of it at 34, nearer by, behind a grate that the map closes for good."""
        closed = a_map(
            width=80, nodes={"W": [4, 10], "E": [74, 10]},
            barriers={"G": {"kind": "grate", "corridor": "A", "at": 28, "impassable": True}},
        )  # fmt: skip
        men = [man(GUARD, (x, 10), 0, 0) for x in (34, 10, 12, 14, 28)]
        b = moment(*men, flooded=True, sewer_map=closed)
        b.figures[0].standing = Standing.IN_COHERENCY.value
        do(b, action(Verb.REJOIN, 4), ("DIFFICULT", 4, 4), ("DIFFICULT", 4, 2))
        assert at(b, 4) == (24, 10)
        for i in range(1, 4):
            b.figures[i].wounds = 0
        b.figures[4].moved = 0
        do(b, action(Verb.REJOIN, 4))
        assert at(b, 4) == (24, 10) and refusals(b, action(Verb.END)) == [], "it has gone as it must"

    @pytest.mark.clause("C40-SHOOT-10", "C40-SHOOT-6", "FLOOD-COH-17", "C40-MOV-7")
    def test_with_it_its_whole_unit_has_moved_and_by_a_run_nobody_has(self) -> None:
        """If the others take their moves back, it has gone still."""
        b = torn(32)
        do(b, action(Verb.WADE, 0), ("DIFFICULT", 0, 1), ("DIFFICULT", 0, 1))
        do(b, action(Verb.MOVE, 0, to=(20, 11)))
        taken_back = b.copy()
        do(taken_back, action(Verb.TAKE_BACK, 0))
        assert taken_back.units[0].moved == 0
        do(b, action(Verb.REJOIN, 3), ("DIFFICULT", 3, 1), ("DIFFICULT", 3, 1))
        do(b, action(Verb.TAKE_BACK, 0))
        assert b.units[0].moved == 1 and at(b, 0) == (20, 10) and at(b, 3) == (31, 10)
        b = torn(32, phase=Phase.SHOOTING)
        do(b, action(Verb.REJOIN, 3), ("RUN", 3, 2))
        assert b.units[0].moved == 0 and at(b, 3) == (30, 10)
        assert [int(figure.busy) for figure in b.figures[:4]] == [0, 0, 0, 1], "who runs plants no charge (MIS-7)"

    @pytest.mark.clause("FLOOD-COH-9", "FLOOD-COH-20")
    def test_the_dead_are_not_sought(self) -> None:
        """Of a scattered unit the one at 50 goes to that at 32, past the fallen one at 44."""
        men = [man(GUARD, (x, 10), 0, 0) for x in (10, 20, 32, 44, 50)]
        men[3]["wounds"] = 0
        b = moment(*men, flooded=True)
        do(b, action(Verb.REJOIN, 4), ("DIFFICULT", 4, 6), ("DIFFICULT", 4, 1))
        assert at(b, 4) == (44, 10)

    @pytest.mark.clause("FLOOD-COH-13", "FLOOD-AFT-2", "C40-TERR-2")
    def test_along_a_gantry_it_goes_its_whole_move(self) -> None:
        """On gantry GA1 from y 22.6 to 24.4, within 2 inches of its mate at 27.4. No dice: no water reached it."""
        men = [man(GUARD, (1.7, y), 0, 0, level=ON_GANTRY) for y in (22.6, 27.4)]
        b = moment(*men, man(GUARD, (3, 29), 0, 0), flooded=True, sewer_map=SEWER)
        do(b, action(Verb.REJOIN, 0))
        assert at(b, 0) == (1.7, 24.4) and b.figures[0].level == ON_GANTRY

    @pytest.mark.clause("FLOOD-NET-10", "FLOOD-CARRY-19", "FLOOD-COH-13")
    @pytest.mark.parametrize("blocked", [False, True])
    def test_off_its_gantry_it_steps_down_by_a_roll_if_it_gets_on(self, blocked: bool) -> None:
        """From (1.75, 26) towards (1.75, 33): 3 inches, or none where another stands beneath it and ahead of it."""
        mates = [man(GUARD, (x, 33), 0, 0) for x in (1.75, 3.75)]
        others = [man(GUARD, (1.75, y), 0, 1) for y in (26.25, 27.25, 28.25, 29.25)] if blocked else []
        b = moment(man(GUARD, (1.75, 26), 0, 0, level=ON_GANTRY), *mates, *others, flooded=True, sewer_map=SEWER)
        do(b, action(Verb.REJOIN, 0), ("DIFFICULT", 0, 3), ("DIFFICULT", 0, 1))
        assert at(b, 0) == ((1.75, 26) if blocked else (1.75, 29))
        assert b.figures[0].level == (ON_GANTRY if blocked else Level.FLOOR)

    @pytest.mark.clause("FLOOD-NET-10", "FLOOD-CARRY-19")
    def test_from_one_gantry_to_another_it_steps_down_too(self) -> None:
        """3 inches from the end of the one at y 28 towards the other, which begins at 32."""
        two = a_map(
            width=14, height=44, nodes={"W": [7, 4], "E": [7, 40]}, dry={"D": [6, 18, 8, 28], "E": [6, 32, 8, 40]}
        )
        men = [man(GUARD, (7, y), 0, 0, level=ON_GANTRY) for y in (27, 36, 38)]
        b = moment(*men, flooded=True, sewer_map=two)
        do(b, action(Verb.REJOIN, 0), ("DIFFICULT", 0, 3), ("DIFFICULT", 0, 1))
        assert at(b, 0) == (7, 30) and b.figures[0].level == Level.FLOOR

    @pytest.mark.clause("FLOOD-COH-14", "FLOOD-MIS-6")
    def test_it_picks_up_no_charge(self) -> None:
        b = torn(32)
        b.n_charges, b.charges[0].state = 1, Load.LYING.value
        b.charges[0].x, b.charges[0].y = 32.4, 10
        assert refusals(b, action(Verb.PICK_UP, 3, item=0)) == ["ONLY_REJOINS"]
        b.charges[0].x = 24.4
        assert refusals(b, action(Verb.PICK_UP, 2, item=0)) == []

    @pytest.mark.clause("FLOOD-COH-16", "FLOOD-COH-18")
    def test_one_locked_stays_and_does_not_hold_the_others(self) -> None:
        b = torn(32, foes=((33, 10), (34.5, 10)))
        assert refusals(b, action(Verb.REJOIN, 3)) == ["IS_HELD"]
        set_apart(b, 3)
        assert refusals(b, action(Verb.WADE, 0)) == []


def run_end(b: Any) -> None:
    """The phase ends, nobody else having anything to do."""
    b.units[0].done = 1
    run(b)


class TestInTheWay:
    def _far(self, *foes: float, profile: str = MARINE, **options: Any) -> Any:
        """The straggler at 32, its mates at 20 to 24, enemies at these places between."""
        return torn(32, foes=spread_foes(*foes), profile=profile, **options)

    @pytest.mark.clause("FLOOD-WAY-1", "FLOOD-WAY-17")
    def test_an_enemy_at_the_wall_leaves_a_way(self) -> None:
        """A 25 mm enemy in the middle of 4 inches closes it: 1.5 between rim and wall. At the wall: 3 - 1 > 1 + 1."""
        b = torn(32, foes=((28, 11.5), (28, 11.5)))
        b.figures[5].x = 60
        points = np.empty((MAX_POINTS, 2))
        assert rejoining.way_past(b, 3, 24.0, 10.0, 3.0, 22.0, points) > 0
        b.figures[4].y = 10
        assert rejoining.way_past(b, 3, 24.0, 10.0, 3.0, 22.0, points) == 0

    @pytest.mark.clause("FLOOD-WAY-1", "FLOOD-NET-13")
    def test_nobody_is_near_through_a_wall(self) -> None:
        """3.5 inches off, and 4 would do; but the wall at y 12 is between, and no way leads round it."""
        b = torn(32)
        assert rejoining.way_past(b, 3, 32.0, 13.5, 4.0, 10.0, np.empty((MAX_POINTS, 2))) == 0
        assert rejoining.way_past(b, 3, 32.0, 11.5, 4.0, 10.0, np.empty((MAX_POINTS, 2))) == 1

    @pytest.mark.clause("FLOOD-WAY-1", "FLOOD-COH-3")
    def test_it_takes_the_way_past(self) -> None:
        b = torn(32, foes=((28, 11.5), (29.1, 11.5)))
        do(b, action(Verb.REJOIN, 3), ("DIFFICULT", 3, 6), ("DIFFICULT", 3, 6))
        assert b.figures[3].x < 27 and b.figures[3].y < 10 and b.figures[3].through == NONE

    @pytest.mark.clause("FLOOD-WAY-1", "FLOOD-COH-3")
    def test_by_one_straight_leg_if_it_can(self) -> None:
        """Past one at (28, 11.5), 2 inches off and more: on the grid to (26.75, 9.25), 3 inches from the mate at 24."""
        b = torn(32, foes=((28, 11.5),))
        do(b, action(Verb.REJOIN, 3), ("DIFFICULT", 3, 6), ("DIFFICULT", 3, 6))
        assert at(b, 3) == (26.75, 9.25)

    @pytest.mark.clause("FLOOD-WAY-2", "FLOOD-WAY-3", "FLOOD-WAY-10", "FLOOD-WAY-20")
    def test_a_formed_enemy_is_gone_at(self) -> None:
        b = self._far(28, 29.2)
        log = do(b, action(Verb.REJOIN, 3), ("DIFFICULT", 3, 6), ("DIFFICULT", 3, 4))
        assert at(b, 3) == (30.2, 10) and "GOES_AT" in events(log, 3)
        assert b.figures[3].unit != 0 and b.squads[b.figures[3].unit].rounds == 0

    @pytest.mark.clause("FLOOD-WAY-16")
    def test_too_far_to_touch_it_stops_outside_an_inch(self) -> None:
        b = self._far(26, 27.2)
        log = do(b, action(Verb.REJOIN, 3), ("DIFFICULT", 3, 3), ("DIFFICULT", 3, 2))
        assert "CANNOT_GET_THROUGH" in events(log, 3)
        assert at(b, 3) == (29.2, 10)  # exactly an inch from the rim at 27.7

    @pytest.mark.clause("FLOOD-WAY-3", "FLOOD-WAY-4", "FLOOD-WAY-22")
    def test_through_a_scattered_enemy_by_the_full_move(self) -> None:
        b = self._far(27, 30.2, 40, 50)
        assert b.squads[1].scattered == 1
        log = do(b, action(Verb.REJOIN, 3), ("DIFFICULT", 3, 4), ("DIFFICULT", 3, 4))
        assert at(b, 3) == (28, 10)
        assert b.figures[3].through == 1 and "GOES_THROUGH" in events(log, 3)

    @pytest.mark.clause("FLOOD-WAY-3")
    def test_by_house_rule_the_model_met_decides(self) -> None:
        """The unit is formed, three of four together; the one in the way is its straggler."""
        foes = ((28, 10), (50, 10), (51.5, 10), (53, 10))
        for value, name in (("unit", "GOES_AT"), ("model", "GOES_THROUGH")):
            b = torn(32, foes=foes, profile=MARINE, way_status=value)
            assert b.squads[1].scattered == 0
            assert name in events(do(b, action(Verb.REJOIN, 3), ("DIFFICULT", 3, 6), ("DIFFICULT", 3, 6)), 3)

    @pytest.mark.clause("FLOOD-WAY-4", "FLOOD-WAY-18")
    def test_by_the_full_move_beyond_its_mate(self) -> None:
        """From 28 by 6 inches: 22 is the place of another, and the last free one before it lies at 23."""
        b = torn(28, foes=spread_foes(26, 40, 50, 60))
        log = do(b, action(Verb.REJOIN, 3), ("DIFFICULT", 3, 6), ("DIFFICULT", 3, 6))
        assert at(b, 3) == (23, 10) and "GOES_THROUGH" in events(log, 3)

    @pytest.mark.clause("FLOOD-WAY-3", "FLOOD-WAY-22")
    @pytest.mark.parametrize(
        ("status", "straggles", "scattered", "counts"),
        [
            ("unit", False, False, False),
            ("unit", True, False, False),
            ("unit", False, True, True),
            ("model", False, False, False),
            ("model", True, False, True),
            ("model", False, True, True),
        ],
    )
    def test_whom_it_may_go_through(self, status: str, straggles: bool, scattered: bool, counts: bool) -> None:
        b = torn(32, foes=spread_foes(28), way_status=status)
        b.figures[4].standing, b.squads[1].scattered = int(straggles), int(scattered)
        assert rejoining.counts_as_scattered(b, 4) == counts

    @pytest.mark.clause("FLOOD-WAY-18", "FLOOD-WAY-5")
    def test_it_must_run_while_it_is_not_clear_and_dies_if_it_is_not_then(self) -> None:
        b = self._far(27, 30.2, 40, 50)
        do(b, action(Verb.REJOIN, 3), ("DIFFICULT", 3, 4), ("DIFFICULT", 3, 4))
        b.phase = Phase.SHOOTING.value
        b.figures[3].moved = 0
        assert refusals(b, action(Verb.END)) == ["MUST_RUN_ON"]
        b.n_charges, b.charges[0].bearer = 1, 3
        do(b, action(Verb.REJOIN, 3), ("RUN", 3, 1))  # to 27: on the base of the one there, so it stays back
        assert b.figures[3].x > 27.9
        log = do(b, action(Verb.END), ("LEADERSHIP", 0, 3), ("LEADERSHIP", 0, 4))  # a quarter of the unit is lost
        assert "DIES_AMONG" in events(log, 3) and b.figures[3].wounds == 0
        assert b.charges[0].state == Load.LYING and "FIGHTS_IN_PASSING" not in events(log)

    @pytest.mark.clause("FLOOD-WAY-5", "FLOOD-WAY-18")
    def test_more_than_an_inch_clear_it_lives(self) -> None:
        """Example 17 turned about: the gap is exactly 1 inch and it dies, a little more and it lives."""
        for x, lives in ((25.0, False), (24.9, True)):
            b = self._far(27, 40, 50, 60)
            b.phase, b.figures[3].through = Phase.SHOOTING.value, 1
            b.figures[3].x = x
            b.figures[2].x = 20.2  # out of its way
            b.figures[3].moved = 1
            assert bool(rejoining.is_through(b, 3)) == lives
            b.figures[3].moved = 0
            assert refusals(b, action(Verb.END)) == ([] if lives else ["MUST_RUN_ON"])
            for wounds in (0, 1):
                b.figures[3].wounds, log = wounds, new_log()
                rejoining.kill_those_among(b, log)
                assert ("DIES_AMONG" in events(log)) == (wounds == 1 and not lives), "nobody dies twice"

    @pytest.mark.clause("FLOOD-WAY-6", "FLOOD-WAY-7", "FLOOD-WAY-8", "FLOOD-WAY-9", "FLOOD-WAY-19")
    def test_then_all_fight_them_one_round(self) -> None:
        """Marine I4, gaunts I4: together. Each has one attack, nobody charges; hits on 4+ and 3+."""
        b = self._far(30, 40, 50, 60, phase=Phase.SHOOTING)
        b.figures[3].through, b.figures[3].x, b.figures[3].moved = 1, 27, 1
        throws = [("TO_HIT", 3, 1), ("TO_HIT", 4, 4), ("TO_HIT", 5, 1), ("TO_HIT", 6, 1), ("TO_HIT", 7, 1),
                  ("TO_WOUND", 4, 5), ("SAVE", 3, 3)]  # fmt: skip
        log = do(b, action(Verb.END), *throws)
        assert "FIGHTS_IN_PASSING" in events(log) and not {"COMBAT_IS_WON", "COMBAT_IS_DRAWN"} & set(events(log))
        assert b.figures[3].wounds == 1 and b.figures[3].unit == 0 and b.phase == Phase.CHARGING
        assert b.figures[3].busy == 1 and b.figures[0].busy == 0

    @pytest.mark.clause("FLOOD-WAY-6", "C40-CC-2")
    def test_a_slower_one_strikes_after_them(self) -> None:
        """A Guardsman's Initiative is 3: one killed at 4 does not strike. Nor is one of 1 forgotten."""
        for die, initiative in ((1, 3), (4, 3), (1, 1)):
            b = torn(32, foes=spread_foes(30, 40), phase=Phase.SHOOTING)
            b.figures[3].through, b.figures[3].x, b.figures[3].moved = 1, 27, 1
            b.profiles[b.figures[3].profile].initiative = initiative
            throws = [("TO_HIT", 4, die), ("TO_HIT", 5, 1)]
            throws += [("TO_WOUND", 4, 4), ("SAVE", 3, 1)] if die == 4 else [("TO_HIT", 3, 1)]
            do(b, action(Verb.END), *throws)
            assert b.figures[3].wounds == int(die == 1)


class TestFormedEnemy:
    def _met(self) -> Any:
        """A Guardsman in contact with one of three formed gaunts, at the beginning of the Assault phase."""
        b = torn(32, foes=spread_foes(28, 29.2, 26.8))
        do(b, action(Verb.REJOIN, 3), ("DIFFICULT", 3, 6), ("DIFFICULT", 3, 6))
        do(b, action(Verb.END))
        assert b.phase == Phase.SHOOTING
        return b

    @pytest.mark.clause("FLOOD-WAY-10", "FLOOD-WAY-11", "FLOOD-WAY-12", "FLOOD-WAY-21", "FLOOD-COH-6", "FLOOD-COH-18")
    def test_they_count_as_charging_and_are_not_slowed(self) -> None:
        """Gaunts within 2 inches of the one in contact strike, two attacks each at I4; the other strikes at 3."""
        b = self._met()
        do(b, action(Verb.END))
        gaunts = [("TO_HIT", i, 1) for i in (4, 4, 5, 5, 6, 6)]
        log = _fight(b, *gaunts, ("TO_HIT", 3, 1))
        assert events(log).count("STRIKES") == 4

    @pytest.mark.clause("FLOOD-WAY-13", "FLOOD-WAY-14", "FLOOD-WAY-15")
    def test_after_two_rounds_they_may_break_off(self) -> None:
        b = self._met()
        do(b, action(Verb.END))
        _fight(b, *[("TO_HIT", i, 1) for i in (4, 4, 5, 5, 6, 6)], ("TO_HIT", 3, 1))
        band = int(b.figures[3].unit)
        assert band >= 2 and b.squads[band].rounds == 1 and not rejoining.may_break_off(b, 3)
        b.side, b.phase = Side.TYRANIDS.value, Phase.SHOOTING.value
        for u in range(int(b.n_units)):
            b.squads[u].fought = 0
        do(b, action(Verb.END))
        _fight(b, *[("TO_HIT", i, 1) for i in (4, 5, 6)], ("TO_HIT", 3, 1))  # nobody counts as charging
        assert b.squads[band].rounds == 2
        b.side, b.phase = Side.IMPERIALS.value, Phase.MOVEMENT.value
        b.figures[3].moved = 0
        assert refusals(b, action(Verb.BREAK_OFF, 3, to=(31, 10))) == ["ENDS_NEAR_ENEMY"]
        assert refusals(b, action(Verb.BREAK_OFF, 3, to=(90, 10))) == ["NO_WAY_ON_FOOT"]  # beyond the end of the drain
        do(b, action(Verb.BREAK_OFF, 3, to=(34, 10)), ("DIFFICULT", 3, 4), ("DIFFICULT", 3, 2))
        assert at(b, 3) == (34, 10)

    @pytest.mark.clause("FLOOD-COH-19")
    def test_a_group_of_stragglers_that_flees_does_not_go_on_fleeing(self) -> None:
        b = torn(32, 33.5)
        band = set_apart(b, 3)
        b.units[band].falling_back = 1
        bring_together(b)
        assert b.units[0].falling_back == 0 and b.figures[3].unit == 0
        main = set_apart(b, 0)
        b.units[main].falling_back = 1
        bring_together(b)
        assert b.units[0].falling_back == 1


def _fight(b: Any, *throws: tuple[str, int, int]) -> Any:
    """Go through the Assault phase up to its end with these dice; returns the log."""
    thrown, log = dice(*throws), new_log()
    while b.phase in (Phase.CHARGING, Phase.FIGHTING):
        if b.phase == Phase.CHARGING:
            b.phase = Phase.FIGHTING.value
        (step,) = [step for step in sequence.SEQUENCE.steps if step.phase == b.phase]
        step.run(b, thrown, log)
    assert thrown.missing == 0, int(thrown.missing_throw.purpose)
    assert all(thrown.script[k].used for k in range(thrown.n_script))
    return log


class TestStandingAfterLosses:
    """Whom a squad has lost may leave others in coherency who were not, before the owner's next phase."""

    @pytest.mark.clause("FLOOD-COH-12", "C40-MOR-2", "C40-MOR-8")
    def test_after_a_flight_at_the_end_of_the_shooting_phase(self) -> None:
        """Two of six were shot. 12 thrown, they run 8 inches: three leave over the node at x 4, one is left, at 22."""
        men = [man(GUARD, (x, 10), 0, 0) for x in (7, 9, 11, 30)]
        b = moment(*men, man(GAUNT, (60, 10), 1, 1), flooded=True, phase=Phase.SHOOTING, side=Side.TYRANIDS)
        b.units[0].at_phase = 6
        assert b.figures[3].standing == Standing.STRAGGLER
        do(b, action(Verb.END), *[("LEADERSHIP", 0, 6)] * 2, *[("FALL_BACK", 0, 4)] * 2)
        assert at(b, 3) == (22, 10) and not rejoining.is_on_table(b.figures[0])
        assert b.figures[3].standing == Standing.IN_COHERENCY

    @pytest.mark.clause("FLOOD-COH-12", "FLOOD-WAY-6")
    def test_after_the_round_with_those_who_were_passed(self) -> None:
        """Of two gaunts apart the one at 30 is the main body; the Marine who went through them kills it."""
        b = torn(32, foes=spread_foes(30, 50), profile=MARINE, phase=Phase.SHOOTING)
        b.figures[3].through, b.figures[3].x, b.figures[3].moved = 1, 27, 1
        assert b.figures[5].standing == Standing.STRAGGLER
        throws = [("TO_HIT", 3, 3), ("TO_HIT", 4, 1), ("TO_HIT", 5, 1), ("TO_WOUND", 3, 3), ("SAVE", 4, 1)]
        do(b, action(Verb.END), *throws)
        assert b.figures[4].wounds == 0 and b.figures[5].standing == Standing.IN_COHERENCY


class TestAsTargets:
    @pytest.mark.clause("FLOOD-COH-15", "FLOOD-COH-17")
    def test_a_straggler_alone_in_range_makes_the_whole_unit_a_target(self) -> None:
        """A gaunt's gun reaches 12 inches: only the straggler is within it, and a mate elsewhere falls."""
        b = torn(40, foes=spread_foes(50), phase=Phase.SHOOTING, side=Side.TYRANIDS)
        log = do(b, action(Verb.SHOOT, 4, target=3), ("TO_HIT", 4, 4), ("TO_WOUND", 4, 3))
        assert "IS_KILLED" in events(log, 0)

    @pytest.mark.clause("FLOOD-COH-15", "FLOOD-COH-18", "FLOOD-COH-6")
    def test_a_straggler_alone_is_charged_and_alone_fights(self) -> None:
        b = torn(40, foes=spread_foes(44), phase=Phase.CHARGING, side=Side.TYRANIDS)
        do(b, action(Verb.CHARGE, 4, target=3), ("DIFFICULT", 4, 6), ("DIFFICULT", 4, 1))
        assert at(b, 4) == (41, 10) and b.figures[3].unit >= 2 and b.figures[0].unit == 0
        assert at(b, 0) == (20, 10)  # the others do not react

    @pytest.mark.clause("FLOOD-WAY-14", "FLOOD-WAY-15", "FLOOD-COH-16")
    def test_who_was_charged_does_not_break_off_however_long_they_fight(self) -> None:
        """Rounds count only for one that went at an enemy in its way."""
        b = torn(40, foes=spread_foes(44), phase=Phase.CHARGING, side=Side.TYRANIDS)
        do(b, action(Verb.CHARGE, 4, target=3), ("DIFFICULT", 4, 6), ("DIFFICULT", 4, 1))
        for _ in range(4):
            two_ways.count_rounds(b)
        b.side, b.phase = Side.IMPERIALS.value, Phase.MOVEMENT.value
        assert refusals(b, action(Verb.BREAK_OFF, 3, to=(34, 10))) == ["MET_NOBODY"]


@pytest.mark.clause("FLOOD-WAY-4", "FLOOD-NET-13")
@pytest.mark.parametrize(("profile", "end"), [(GUARD, 75.5), (WARRIOR, 75.2)])
def test_a_passage_goes_on_beyond_its_end_up_to_the_wall(profile: str, end: float) -> None:
    """The wall is at x 76: a Guard's middle stays 0.5 before it, a Warrior's 0.8."""
    b = moment(man(profile, (60, 10)))
    points = np.array([[66.0, 10.0]])
    rejoining._lengthen(b, 0, points, 1, 20.0)
    assert tuple(points[0]) == pytest.approx((end, 10.0), abs=1e-4)
