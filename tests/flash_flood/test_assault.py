"""The Assault phase: a charge model by model, combats one after another, who pursues whom, consolidation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from flash_flood.sewer_table import GAUNT, GUARD, MARINE, ON_GANTRY, SEWER, WARRIOR, a_map, dice, events, man
from flash_flood.turn_table import NONE, Phase, Side, Verb, action, at, do, moment, refusals, run
from sandtable.games.flash_flood.clauses import Clause, Code
from sandtable.games.flash_flood.record import MAX_UNITS, Load
from sandtable.games.flash_flood.rules import fighting
from sandtable.games.flash_flood.rules.assaulting import go_in
from sandtable.games.skirmish40k.rules.charging import Place
from sandtable.games.skirmish40k.rules.shooting import touches_enemy
from sandtable.kernel.log import Kind, new_log
from tabletop import entries

CHARGING, FIGHTING = Phase.CHARGING, Phase.FIGHTING


def guard(x: float, y: float = 10.0, unit: int = 0, **fields: Any) -> dict[str, Any]:
    return man(GUARD, (x, y), unit=unit, **fields)


def gaunt(x: float, y: float = 10.0, unit: int = 5, **fields: Any) -> dict[str, Any]:
    return man(GAUNT, (x, y), side=1, unit=unit, **fields)


def difficult(i: int, first: int, second: int) -> list[tuple[str, int, int]]:
    return [("DIFFICULT", i, first), ("DIFFICULT", i, second)]


class TestCharges:
    @pytest.mark.clause("C40-CHG-3", "C40-CHG-7", "FLOOD-MIS-7")
    def test_the_first_straight_in_and_each_other_to_one_whom_nobody_touches(self) -> None:
        """Three abreast at 20, three at 24: each goes 3 inches straight on. It has begun and finished."""
        rows = (10.0, 11.2, 8.8)
        b = moment(*[guard(20, y) for y in rows], *[gaunt(24, y) for y in rows], phase=CHARGING)
        do(b, action(Verb.CHARGE, 0, target=3))
        assert [at(b, i) for i in range(6)] == [(23, y) for y in rows] + [(24, y) for y in rows]
        assert [int(figure.busy) for figure in b.figures[:6]] == [1, 1, 1, 0, 0, 0]
        assert [int(figure.went) for figure in b.figures[:6]] == [1, 1, 1, 0, 0, 0]
        assert (b.units[0].charges, b.units[0].slowed, b.units[0].done, b.active) == (1, 0, 1, NONE)

    @pytest.mark.clause("C40-CHG-7", "FLOOD-COH-5", "FLOOD-COH-18")
    def test_no_straggler_goes_along(self) -> None:
        """Two linked at 20 and 18.5; the third, 4.5 inches behind them, stays; so does a fallen one."""
        b = moment(guard(20), guard(18.5), guard(13), guard(19, 11, wounds=0), gaunt(23), phase=CHARGING, flooded=True)
        do(b, action(Verb.CHARGE, 0, target=4), *difficult(0, 6, 1))
        assert [at(b, i) for i in (0, 2, 3)] == [(22, 10), (13, 10), (19, 11)]
        assert [int(figure.busy) for figure in b.figures[:4]] == [1, 1, 0, 0]

    @pytest.mark.clause("C40-CHG-5", "C40-CHG-8")
    @pytest.mark.parametrize("edition", ["5", "4"])
    def test_those_charged_who_touch_nobody_come_up(self, edition: str) -> None:
        """In the 4th edition they wait for the pile-in."""
        b = moment(guard(20), gaunt(24), gaunt(26), gaunt(27, wounds=0), phase=CHARGING, edition=edition)
        log = do(b, action(Verb.CHARGE, 0, target=1))
        assert touches_enemy(b, 2) == (edition == "5")
        assert events(log, 2) == (["GOES_IN"] if edition == "5" else []) and at(b, 3) == (27, 10)

    @pytest.mark.clause("C40-CHG-8")
    def test_who_reaches_no_charger_comes_as_near_to_a_mate_as_it_can(self) -> None:
        """The Guard ends at 23 before the first, at 24; the second finds room beside it. The third, at 29.8, does not.

        Past the first mate it would be 6.4 inches; that mate is 4.8 off, and it goes to its side. The fourth, 7.7
        off, goes 6 towards it.
        """
        b = moment(guard(20), gaunt(24), gaunt(26.9), gaunt(29.8), gaunt(32.7), phase=CHARGING, edition="5")
        do(b, action(Verb.CHARGE, 0, target=1))
        assert touches_enemy(b, 2) and [at(b, i) for i in (0, 3, 4)] == [(23, 10), (25, 10), (26.7, 10)]

    @pytest.mark.clause("C40-CHG-7")
    def test_who_reaches_neither_an_enemy_nor_a_mate_in_contact_comes_as_near_as_it_can(self) -> None:
        """The first goes from 20 to 24. The second, 4 inches behind 2 inches of it, to 21; the others 6 inches each."""
        b = moment(guard(20), guard(17), guard(14), guard(11), gaunt(25), phase=CHARGING)
        do(b, action(Verb.CHARGE, 0, target=4))
        assert [at(b, i) for i in range(4)] == [(24, 10), (21, 10), (20, 10), (17, 10)]

    @pytest.mark.clause("C40-CHG-7")
    def test_without_a_free_way_nobody_moves_and_the_charge_is_lost(self) -> None:
        """One of another unit stands in the middle of the drain between them."""
        b = moment(guard(20), gaunt(24), gaunt(22, unit=6), phase=CHARGING)
        log = do(b, action(Verb.CHARGE, 0, target=1))
        assert events(log) == ["CHARGES", "CHARGE_IS_LOST"]
        assert [entry.code for entry in entries(log, Kind.OUTCOME)] == [Code.CHARGE_IS_LOST], "odds tell of it"
        assert at(b, 0) == (20, 10) and (b.units[0].charges, b.units[0].done) == (0, 1)

    @pytest.mark.clause("C40-MOR-9", "C40-MOR-4")
    @pytest.mark.parametrize(("dice", "stands"), [((2, 3), True), ((3, 3), False)])
    def test_one_that_falls_back_tests_at_once(self, dice: tuple[int, int], stands: bool) -> None:
        """A Termagant's Leadership is 5."""
        b = moment(guard(20), gaunt(24), gaunt(60, unit=6), phase=CHARGING)
        b.units[1].falling_back = 1
        do(b, action(Verb.CHARGE, 0, target=1), *[("LEADERSHIP", 1, die) for die in dice])
        assert (int(b.figures[1].wounds), at(b, 0)) == ((1, (23, 10)) if stands else (0, (20, 10)))
        assert b.units[1].falling_back == 0

    @pytest.mark.clause("C40-CHG-7", "FLOOD-MIS-7")
    def test_who_is_near_enough_stays_where_it_is(self) -> None:
        """A place at no distance is where it stands already; an inch is an inch. Either way it has charged."""
        b = moment(guard(20), phase=CHARGING)
        log = new_log()
        go_in(b, 0, Place(1, 20.0, 10.0, 0.0), Clause.C40_CHG_7, log)
        assert events(log) == [] and (int(b.figures[0].went), int(b.figures[0].busy)) == (0, 1)
        go_in(b, 0, Place(1, 21.0, 10.0, 1.0), Clause.C40_CHG_7, log)
        assert events(log) == ["GOES_IN"] and at(b, 0) == (21, 10)


class TestSlowCharges:
    @pytest.mark.clause("C40-CHG-4", "C40-TERR-2", "FLOOD-NET-9", "FLOOD-SET-6")
    @pytest.mark.parametrize("grate", [18.5, 30.0])
    def test_over_a_grate(self, grate: float) -> None:
        """A grate across the drain at x 22.5 lies on the way from 20 to 23; at 34 it does not."""
        drain = a_map(
            width=80, nodes={"W": [4, 10], "E": [74, 10]},
            barriers={"G": {"kind": "grate", "corridor": "A", "at": grate}},
        )  # fmt: skip
        b = moment(guard(20), gaunt(24), phase=CHARGING, sewer_map=drain)
        log = do(b, action(Verb.CHARGE, 0, target=1), *(difficult(0, 3, 1) if grate == 18.5 else []))
        assert at(b, 0) == (23, 10) and b.units[0].slowed == int(grate == 18.5)
        inches = [int(entry.amount) for entry in entries(log, Kind.EVENT) if entry.code == Code.GOES_THROUGH_GROUND]
        assert inches == ([3] if grate == 18.5 else []), "one for each pip: Guards do not leap"

    @pytest.mark.clause("C40-CHG-4", "FLOOD-NET-9")
    def test_not_by_a_grate_before_one_who_reaches_nobody(self) -> None:
        """The grate at x 22.5 is between the charger at 25.8 and nobody; its mate at 22.9 is 6.1 inches off."""
        drain = a_map(
            width=80, nodes={"W": [4, 10], "E": [74, 10]},
            barriers={"G": {"kind": "grate", "corridor": "A", "at": 18.5}},
        )  # fmt: skip
        b = moment(guard(25.8), guard(22.9), gaunt(30), phase=CHARGING, sewer_map=drain)
        do(b, action(Verb.CHARGE, 0, target=2))
        assert at(b, 0) == (29, 10) and b.units[0].slowed == 0

    @pytest.mark.clause("C40-CHG-4", "C40-REM-1")
    def test_not_by_a_grate_before_one_who_has_fallen(self) -> None:
        """The grate at x 22.5 is between the enemy and a mate 5 inches off, who would reach it if alive."""
        drain = a_map(
            width=80, nodes={"W": [4, 10], "E": [74, 10]},
            barriers={"G": {"kind": "grate", "corridor": "A", "at": 18.5}},
        )  # fmt: skip
        for wounds, throws in ((0, []), (1, difficult(0, 5, 1))):
            b = moment(guard(24, 11), guard(21.6, 9.2, wounds=wounds), gaunt(27.5), phase=CHARGING, sewer_map=drain)
            do(b, action(Verb.CHARGE, 0, target=2), *throws)
            assert b.units[0].slowed == wounds

    @pytest.mark.clause("C40-CHG-4", "FLOOD-AFT-2", "FLOOD-COH-5")
    def test_along_a_gantry_nobody_is_slowed_by_a_straggler_in_the_water(self) -> None:
        """Two on gantry GA1, which the water does not reach, and a third on the drowned floor, who does not charge."""
        men = [man(GUARD, (1.7, y), unit=0, level=ON_GANTRY) for y in (23.7, 22.6)]
        b = moment(*men, man(GUARD, (3, 10), unit=0), man(GAUNT, (1.7, 27), side=1, level=ON_GANTRY),
                   phase=CHARGING, flooded=True, sewer_map=SEWER)  # fmt: skip
        do(b, action(Verb.CHARGE, 0, target=3))
        assert at(b, 0) == (1.7, 26) and b.units[0].slowed == 0


def fought(b: Any, *throws: tuple[str, int, int]) -> Any:
    """The first combat, with these dice, no more and no fewer; returns the log."""
    combats = np.empty(MAX_UNITS, np.int64)
    fighting.mark_all_combats(b, combats)
    thrown, log = dice(*throws), new_log()
    fighting.fight(b, combats, 0, thrown, log)
    assert thrown.missing == 0, (int(thrown.missing_throw.purpose), int(thrown.missing_throw.figure))
    assert all(thrown.script[k].used for k in range(thrown.n_script))
    return log


class TestResults:
    @pytest.mark.clause("C40-CC-8", "C40-CC-12", "C40-RES-5", "FLOOD-MIS-7")
    def test_after_a_draw_who_touches_nobody_piles_in(self) -> None:
        """The second stands above the Termagant, 0.4 inches off, and goes straight down to it. Both have fought."""
        b = moment(guard(20), guard(21, 11.4), gaunt(21), phase=FIGHTING)
        log = fought(b, ("TO_HIT", 2, 1), ("TO_HIT", 0, 1), ("TO_HIT", 1, 1))
        assert at(b, 1) == (21, 11) and "COMBAT_IS_DRAWN" in events(log)
        assert [int(figure.busy) for figure in b.figures[:3]] == [1, 1, 1]
        assert b.squads[0].fought == b.squads[1].fought == 1

    @pytest.mark.clause("C40-CC-12")
    @pytest.mark.parametrize(("x", "stops"), [(27.5, 22.0), (29, 23.0)])
    def test_who_reaches_no_enemy_piles_in_as_near_to_a_mate_as_it_can(self, x: float, stops: float) -> None:
        """One Termagant touches the Guard at 20. From 27.5 the Guard is 6.5 inches off; the mate, 5.5, is reached.

        From 29 the mate is 7 inches off: it goes 6 towards it.
        """
        b = moment(guard(20), gaunt(21), gaunt(x), phase=FIGHTING)
        log = fought(b, ("TO_HIT", 1, 1), ("TO_HIT", 0, 1))
        assert at(b, 2) == (stops, 10) and "GOES_IN" in events(log)

    @pytest.mark.clause("C40-RES-7", "C40-RES-3", "C40-MOR-2")
    def test_a_winner_who_touches_other_enemies_pursues_nobody(self) -> None:
        """It kills one of the two to its west, who wins 1 to 0. The other flees by 2 and 2; the one to the east stands.

        Guards test at 7 less 1. Nobody throws for a sweeping advance.
        """
        b = moment(guard(20), guard(18.8), guard(22, unit=1), gaunt(21), phase=FIGHTING)
        throws = [("TO_HIT", 3, 4), ("TO_WOUND", 3, 4), ("SAVE", 0, 1), ("TO_HIT", 2, 1), ("LEADERSHIP", 1, 4),
                  ("LEADERSHIP", 1, 3), ("LEADERSHIP", 2, 1), ("LEADERSHIP", 2, 1),
                  ("FALL_BACK", 1, 2), ("FALL_BACK", 1, 2)]  # fmt: skip
        log = fought(b, *throws)
        assert at(b, 1) == (14.8, 10) and b.units[0].falling_back == 1 and b.units[1].falling_back == 0
        assert "CUT_OFF" not in events(log), "the fallen do not flee"
        assert b.figures[1].busy == 1, "it has fought, though it pursues and piles in nowhere"

    @pytest.mark.clause("C40-MOR-4", "C40-RES-3", "C40-RES-6", "C40-SPEC-6")
    @pytest.mark.parametrize(("save", "left"), [(3, 1), (2, 0)])
    def test_marines_who_are_caught_fight_on_and_pay_for_the_difference(self, save: int, left: int) -> None:
        """One of two falls: the other tests at 8 less 1 and fails with an 8; 4 and 1 against 4 and 1 is no escape.

        Who is not in the combat pursues nobody, as far west as it stands.
        """
        marines = [man(MARINE, (20, y), unit=0) for y in (10, 11.2)]
        b = moment(*marines, gaunt(21), gaunt(21, 11.2), man(GUARD, (60, 10)), gaunt(8, unit=6),
                   phase=FIGHTING)  # fmt: skip
        throws = [("TO_HIT", 0, 1), ("TO_HIT", 1, 1), ("TO_HIT", 2, 4), ("TO_HIT", 3, 1), ("TO_WOUND", 2, 5),
                  ("SAVE", 0, 1), ("LEADERSHIP", 1, 4), ("LEADERSHIP", 1, 4), ("SWEEP", 1, 1), ("SWEEP", 2, 1),
                  ("SAVE", 1, save)]  # fmt: skip
        log = fought(b, *throws, *([("CONSOLIDATE", 2, 1)] if left == 0 else []))
        assert "KNOWS_NO_FEAR" in events(log) and b.figures[1].wounds == left
        assert b.units[0].falling_back == 0 and b.squads[1].consolidates == (1 if left == 0 else 0)

    @pytest.mark.clause("C40-RES-4", "C40-RES-8", "C40-RES-7")
    @pytest.mark.parametrize(("edition", "inches"), [("5", 2), ("4", 3)])
    def test_a_winner_whose_enemies_are_gone_consolidates_whoever_else_is_about(
        self, edition: str, inches: int
    ) -> None:
        b = moment(guard(20), guard(40, unit=1), gaunt(21), phase=FIGHTING, edition=edition)
        b.n_charges, b.charges[0].bearer = 1, 0
        throws = [("TO_HIT", 2, 4), ("TO_WOUND", 2, 4), ("SAVE", 0, 1)]
        log = fought(b, *throws, *([("CONSOLIDATE", 2, 2)] if edition == "5" else []))
        assert "CHARGE_LIES" in events(log, 0) and "TAKES_CHARGE" not in events(log)
        assert [int(b.squads[u].consolidates) for u in range(3)] == [0, 0, inches]
        assert (b.charges[0].state, b.charges[0].bearer) == (Load.LYING, NONE)

    @pytest.mark.clause("C40-RES-6", "C40-MOR-5")
    def test_losers_in_synapse_pay_and_nobody_else(self) -> None:
        """A Guard kills one of two Termagants; a Warrior 9 inches off keeps the other, who saves the wound it owes."""
        b = moment(guard(20), gaunt(21), gaunt(22.5), man(WARRIOR, (31, 10), side=1), phase=FIGHTING)
        b.profiles[b.figures[3].profile].synapse = 1
        fought(
            b, ("TO_HIT", 1, 1), ("TO_HIT", 2, 1), ("TO_HIT", 0, 4), ("TO_WOUND", 0, 4), ("SAVE", 1, 1), ("SAVE", 2, 6)
        )
        assert [int(figure.wounds) for figure in b.figures[:4]] == [1, 0, 1, 2]

    @pytest.mark.clause("C40-RES-4", "C40-RES-5")
    def test_after_a_draw_nobody_consolidates_though_the_enemy_is_gone(self) -> None:
        """As quick as each other, a Guard and the Termagant kill one another; the Termagant's mate is left."""
        b = moment(guard(20), guard(18.8), gaunt(21), phase=FIGHTING)
        b.profiles[b.figures[0].profile].initiative = 4
        throws = [("TO_HIT", 0, 4), ("TO_HIT", 1, 1), ("TO_HIT", 2, 4), ("TO_WOUND", 0, 4), ("TO_WOUND", 2, 4)]
        fought(b, *throws, ("SAVE", 0, 1), ("SAVE", 2, 1))
        assert [int(figure.wounds) for figure in b.figures[:3]] == [0, 1, 0] and b.squads[0].consolidates == 0

    @pytest.mark.clause("C40-RES-4")
    def test_no_winner_consolidates_while_an_enemy_of_the_combat_stays(self) -> None:
        """One unit of Termagants kills the Guard at 20; a mate at 30 fights another. 10 inches are no pile-in."""
        b = moment(guard(20), guard(30), gaunt(19), gaunt(31, unit=6), phase=FIGHTING)
        throws = [("TO_HIT", 2, 4), ("TO_HIT", 3, 1), ("TO_WOUND", 2, 4), ("SAVE", 0, 1), ("TO_HIT", 1, 1)]
        fought(b, *throws, ("LEADERSHIP", 1, 1), ("LEADERSHIP", 1, 1))
        assert b.figures[0].wounds == 0 and [int(b.squads[u].consolidates) for u in range(3)] == [0, 0, 0]


class TestOneAfterAnother:
    @pytest.mark.clause("C40-CC-10", "FLOOD-MIS-13", "C40-GEN-5")
    def test_of_two_combats_one_is_chosen_and_the_other_follows(self) -> None:
        """Guards at 20 and 30 each touch a Termagant; others stand aside. Then the other side's turn begins anew."""
        b = moment(guard(60), guard(20, unit=1), guard(30, unit=2), gaunt(21), gaunt(31, unit=6), gaunt(70, unit=7),
                   phase=FIGHTING)  # fmt: skip
        run(b)
        assert b.phase == FIGHTING and refusals(b, action(Verb.FIGHT, 2)) == []
        log = do(b, action(Verb.FIGHT, 1), ("TO_HIT", 3, 1), ("TO_HIT", 1, 1))
        assert events(log).count("COMBAT_IS_DRAWN") == 1
        assert [int(figure.busy) for figure in b.figures[:6]] == [0, 1, 0, 1, 0, 0]
        for figure in b.figures[:6]:
            figure.went, figure.busy, figure.through = 1, 1, 2
        for unit in (b.units[0], b.units[5]):
            unit.moved = unit.run_roll = unit.shot_kind = unit.regrouped = unit.charges = unit.slowed = 1
            unit.shot_at = 0
            b.squads[0].retreat = b.squads[5].retreat = 1
        log = run(b, ("TO_HIT", 4, 1), ("TO_HIT", 2, 1))
        assert events(log).count("COMBAT_IS_DRAWN") == 1
        assert (b.phase, b.side, b.player, b.turn) == (Phase.MOVEMENT, Side.TYRANIDS, 1, 3)
        for figure in b.figures[:6]:
            assert (int(figure.went), int(figure.busy), int(figure.through)) == (0, 0, NONE)
        for u in range(6):
            names = ("moved", "run_roll", "shot_at", "shot_kind", "regrouped", "charges", "slowed")
            assert [int(b.units[u][name]) for name in names] == [0, 0, NONE, 0, 0, 0, 0]
            assert b.squads[u].retreat == 0

    @pytest.mark.clause("C40-RES-8", "C40-RES-4", "C40-GEN-7", "C40-MOV-7")
    def test_the_winners_go_each_to_a_place_in_coherency_or_decline(self) -> None:
        """Two Termagants kill the Guard at 20 and throw a 3; each of them has moved in this turn before."""
        b = moment(guard(20), guard(60, unit=1), gaunt(21), gaunt(22.5), phase=FIGHTING, side=Side.TYRANIDS)
        b.figures[2].moved = b.figures[3].moved = 1
        run(b, ("TO_HIT", 2, 4), ("TO_HIT", 3, 1), ("TO_WOUND", 2, 4), ("SAVE", 0, 1), ("CONSOLIDATE", 2, 3))
        assert (b.phase, b.active) == (Phase.CONSOLIDATION, 2)
        do(b, action(Verb.MOVE, 3, to=(25.5, 10)))
        assert refusals(b, action(Verb.DONE)) == ["OUT_OF_COHERENCY"]
        do(b, action(Verb.TAKE_BACK, 3))
        assert at(b, 3) == (22.5, 10)
        declines = b.copy()
        do(declines, action(Verb.DONE))
        assert (declines.squads[2].consolidates, declines.active) == (0, NONE)
        do(b, action(Verb.MOVE, 2, to=(18, 10)))
        assert b.active == 2 and b.squads[2].consolidates == 3
        do(b, action(Verb.MOVE, 3, to=(19.5, 10)))
        assert b.active == NONE and b.squads[2].consolidates == 0
        run(b, ("FLOOD", NONE, 1))
        assert (b.phase, b.side, b.player, b.turn) == (Phase.MOVEMENT, Side.IMPERIALS, 0, 4)
