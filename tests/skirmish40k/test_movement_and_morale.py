"""Movement, coherency, running, terrain, turns; combat results and morale of units."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sandtable.games.skirmish40k.clauses import Purpose
from sandtable.games.skirmish40k.rules import measuring, morale, movement, results, terrain, testing, turns
from sandtable.games.skirmish40k.rules.turns import Moment, Part
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE
from skirmish40k.core_table import dice, man, profile, squad, table, used_up

DIFFICULT, DANGEROUS, LD = Purpose.DIFFICULT, Purpose.DANGEROUS, Purpose.LEADERSHIP


class TestMoves:
    """How far, and facing which way."""

    @pytest.mark.clause("C40-MOV-1", "C40-MOV-4", "C40-MOV-6")
    def test_six_or_twelve_inches_to_end_facing_any_way(self) -> None:
        b = table(man("line_guard"))
        assert [float(profile(key).move) for key in ("line_guard", "scout_rider", "winged_swarmer")] == [6, 12, 12]
        assert movement.allowance(b, 0, False) == 6
        movement.put(b, 0, 3.0, 3.0, 0.0, -1.0)
        assert (b.figures[0].x, b.figures[0].fy, b.figures[0].moved, b.units[0].moved) == (3.0, -1.0, 1, 1)


class TestCoherency:
    """Chains of models within 2 inches."""

    @pytest.mark.clause("C40-COH-1")
    def test_linked_in_one_chain(self) -> None:
        b, groups = table(*squad("line_guard", (0, 0), (3, 0), (6, 0), (9.02, 0))), np.zeros(4, np.int64)
        assert movement.mark_groups(b, 0, groups) == 2 and groups.tolist() == [0, 0, 0, 1]
        b.figures[3].x = 9.0
        assert movement.mark_groups(b, 0, groups) == 1
        b.figures[1].wounds = 0  # the chain is broken where one fell
        assert movement.mark_groups(b, 0, groups) == 2 and groups.tolist() == [0, NONE, 1, 1]


class TestRunning:
    """A die instead of shooting."""

    @pytest.mark.clause("C40-RUN-1", "C40-RUN-2")
    def test_only_the_fleet_in_the_fourth_edition(self) -> None:
        for edition, may in ((4, [True, False]), (5, [True, True])):
            b = table(man("gun_swarmer"), man("line_guard", 9, 0, 1, 1), edition=edition)
            assert [bool(movement.may_run(b, u)) for u in (0, 1)] == may

    @pytest.mark.clause("C40-RUN-3", "C40-RUN-4", "C40-RUN-5")
    def test_one_die_for_all_and_no_less_for_rubble(self) -> None:
        b = table(*squad("gun_swarmer", (0, 0), (2, 0)), edition=5)
        b.figures[0].moved = 1
        b.units[0].ground_roll = 2  # of the Movement phase
        assert movement.throw_run(b, 0, dice((Purpose.RUN, 4)), new_log()) == 4
        assert movement.allowance(b, 0, True) == movement.allowance(b, 1, True) == 4
        assert not movement.may_run(b, 0)  # once


class TestTerrain:
    """Difficult and Dangerous ground."""

    @pytest.mark.clause("C40-TERR-2", "C40-TERR-7")
    def test_the_higher_of_two_dice_limits_the_whole_unit_once(self) -> None:
        b = table(*squad("line_guard", (0, 0), (2, 0)))
        assert terrain.throw_for_ground(b, 0, dice((DIFFICULT, 2), (DIFFICULT, 5)), new_log()) == 5
        assert terrain.throw_for_ground(b, 0, dice(), new_log()) == 5
        assert movement.allowance(b, 1, False) == 5

    @pytest.mark.clause("C40-TERR-4", "C40-TERR-5", "C40-TERR-6")
    def test_only_a_one_fails_and_costs_a_wound_without_save(self) -> None:
        b = table(man("armoured_trooper"))
        passed = [bool(terrain.dangerous_test(b, 0, 0, dice((DANGEROUS, die)), new_log())) for die in range(1, 7)]
        assert passed == [False, True, True, True, True, True]
        assert terrain.dangerous_test(b, 0, 1, dice((DANGEROUS, 1), (DANGEROUS, 2)), new_log())  # skilled
        assert not terrain.dangerous_test(b, 0, 1, dice((DANGEROUS, 1), (DANGEROUS, 1)), new_log())


class TestTurns:
    """Phases, and one unit after another."""

    @pytest.mark.clause("C40-GEN-5")
    def test_two_player_turns_of_three_phases(self) -> None:
        moment, seen = Moment(1, 0, Part.MOVEMENT.value), []
        for _ in range(7):
            seen.append((int(moment.turn), int(moment.player), int(moment.part)))
            moment = turns.next_moment(moment)
        assert seen == [(1, 0, 0), (1, 0, 1), (1, 0, 2), (1, 1, 0), (1, 1, 1), (1, 1, 2), (2, 0, 0)]

    @pytest.mark.clause("C40-GEN-7")
    def test_a_phase_begins_with_nobody_done(self) -> None:
        b = table(man("line_guard"), man("line_guard", 3, 0, unit=1), man("gun_swarmer", 9, 9, 1, 2))
        b.units[0].done, b.figures[0].moved = 1, 1
        turns.begin_phase(b, 3)
        assert b.units[0].done == 0 and b.figures[0].moved == 0

    @pytest.mark.clause("C40-GEN-3")
    def test_a_roll_off_is_thrown_again_when_equal(self) -> None:
        thrown = dice(*((Purpose.ROLL_OFF, die) for die in (4, 4, 2, 5)))
        assert testing.roll_off(2, thrown, new_log()) == 1 and used_up(thrown)

    @pytest.mark.clause("C40-GEN-4", "C40-GEN-8")
    def test_exactly_so_many_inches_is_within(self) -> None:
        b = table(man("scout_rider"), man("gun_swarmer", 13.25, 0, 1, 1))
        assert measuring.gap_between(b, 0, 1) == 12.0
        assert measuring.is_near(b, 0, 1, 12.0)
        b.figures[1].x = 13.27
        assert not measuring.is_near(b, 0, 1, 12.0)


class TestTests:
    """Dice of one figure."""

    @pytest.mark.clause("C40-TEST-1", "C40-TEST-2")
    @pytest.mark.parametrize(("value", "die", "passes"), [(3, 3, True), (4, 5, False), (6, 6, False), (0, 1, False)])
    def test_strength(self, value: int, die: int, passes: bool) -> None:
        b = table(man("gun_swarmer"))
        assert bool(testing.characteristic_test(b, 0, value, dice((Purpose.TEST, die)), new_log())) is passes


def fought(*men: Any, edition: int = 5) -> Any:
    return table(*men, edition=edition)


class TestResults:
    """After a combat."""

    @pytest.mark.clause("C40-RES-1", "C40-RES-5")
    def test_more_wounds_win(self) -> None:
        assert [tuple(results.result_of(*pair)) for pair in ((4, 1), (1, 4), (2, 2))] == [(0, 3), (1, 3), (NONE, 0)]

    @pytest.mark.clause("C40-RES-2", "C40-TEST-3")
    def test_losers_test_at_minus_the_difference(self) -> None:
        # Guard lose 4 wounds to 1: the sergeant's 8 - 3 = 5; 7 fails, 5 passes, and double 1 always.
        for throws, stays in (((3, 4), False), ((2, 3), True), ((1, 1), True)):
            b = fought(man("line_guard_leader"), man("line_guard", 1.5, 0), man("blade_swarmer", 9, 9, 1, 1))
            thrown = dice(*((LD, die) for die in throws))
            assert bool(results.loser_stays(b, 0, 3, thrown, new_log())) is stays
        b = fought(man("line_guard_leader"), man("blade_swarmer", 9, 9, 1, 1))
        assert results.loser_stays(b, 0, 7, dice((LD, 1), (LD, 1)), new_log())

    @pytest.mark.clause("C40-RES-1", "C40-RES-2")
    def test_by_the_fourth_edition_numbers_lower_leadership_and_the_difference_does_not(self) -> None:
        # Four Guard: with two left they are not below half strength, with one left they are.
        places = ((0, 0), (1.5, 0), (3, 0), (4.5, 0))
        for switch, left, winners, lowered in (
            ("5", 2, 3, 6), ("4", 2, 2, 0), ("4", 2, 3, 1), ("4", 1, 1, 1), ("4", 1, 2, 2),
        ):  # fmt: skip
            b = table(*squad("line_guard", *places), edition=5, combat_result=switch)
            for i in range(left, 4):
                b.figures[i].wounds = 0
            assert results.lowered_by(b, 0, 6, left, winners) == lowered

    @pytest.mark.clause("C40-RES-3", "C40-RES-7")
    def test_only_a_higher_total_escapes(self) -> None:
        # Guard 3 + 2 = 5, Hormagaunts 4 + 1 = 5: caught; with 3 + 3 = 6 they are off.
        for die, gone in ((2, False), (3, True)):
            b = fought(*squad("line_guard", (0, 0), (1.5, 0)), man("blade_swarmer", 9, 9, 1, 1))
            thrown = dice((Purpose.SWEEP, die), (Purpose.SWEEP, 1))
            assert bool(results.escapes(b, 0, 1, thrown, new_log())) is gone
        assert results.sweep(b, 0, new_log()) == 2 and b.figures[0].wounds == b.figures[1].wounds == 0

    @pytest.mark.clause("C40-MOR-4", "C40-SPEC-6", "C40-RES-3")
    def test_marines_caught_fight_on(self) -> None:
        b = fought(*squad("armoured_trooper", (0, 0), (1.5, 0)), man("blade_swarmer", 9, 9, 1, 1))
        assert results.sweep(b, 0, new_log()) == 0 and b.figures[0].wounds == 1

    @pytest.mark.clause("C40-RES-7")
    def test_the_initiative_of_most_counts_in_a_sweep(self) -> None:
        b = fought(*squad("clawed_stalker", (0, 0)), man("gun_swarmer", 1.5, 0))
        assert results.common_initiative(b, 0) == 6  # one of each: the higher
        b = fought(man("clawed_stalker"), *squad("gun_swarmer", (1.5, 0), (3, 0)))
        assert results.common_initiative(b, 0) == 4

    @pytest.mark.clause("C40-RES-6", "C40-MOR-5")
    def test_the_fearless_pay_in_wounds_in_the_fifth_edition(self) -> None:
        men = [*squad("gun_swarmer", (0, 0), (2, 0)), man("brood_warrior", 5, 0, unit=1)]
        b = fought(*men)
        assert results.loser_stays(b, 0, 9, dice(), new_log())  # in synapse: no dice
        thrown = dice((Purpose.SAVE, 6), (Purpose.SAVE, 5))
        assert results.fearless_wounds(b, 0, 2, thrown, new_log()) == 1 and used_up(thrown)
        assert (b.figures[0].hurt, b.figures[1].hurt) == (0, 1)
        assert results.fearless_wounds(fought(*men, edition=4), 0, 2, dice(), new_log()) == 0

    @pytest.mark.clause("C40-RES-4")
    def test_consolidation(self) -> None:
        b = fought(man("blade_swarmer"), man("line_guard", 6, 0, 1, 1))
        assert results.throw_consolidation(b, 0, dice((Purpose.CONSOLIDATE, 5)), new_log()) == 5.0
        b.core.edition = 4
        assert results.throw_consolidation(b, 0, dice(), new_log()) == 3.0


class TestMorale:
    """Falling back and regrouping."""

    @pytest.mark.clause("C40-MOR-1", "C40-MOR-2")
    def test_a_quarter_lost(self) -> None:
        assert [bool(morale.has_lost_a_quarter(10, left)) for left in (8, 7)] == [False, True]
        assert [bool(morale.has_lost_a_quarter(4, left)) for left in (4, 3)] == [False, True]
        b = table(*squad("line_guard", *((1.5 * k, 0) for k in range(10))))
        for i in (0, 1):
            b.figures[i].wounds = 0
        assert morale.end_phase_test(b, 0, dice(), new_log())
        b.figures[2].wounds = 0
        assert morale.end_phase_test(b, 0, dice((LD, 3), (LD, 4)), new_log()) and b.units[0].falling_back == 0
        assert not morale.end_phase_test(b, 0, dice((LD, 4), (LD, 4)), new_log()) and b.units[0].falling_back == 1

    @pytest.mark.clause("C40-MOR-2", "C40-MOR-8")
    def test_two_dice_or_three(self) -> None:
        b = table(man("line_guard"), man("winged_swarmer", 5, 0, 1, 1))
        throws = [(Purpose.FALL_BACK, die) for die in (1, 2, 4)]
        assert morale.throw_fall_back(b, 0, dice(*throws[:2]), new_log()) == 3
        assert morale.throw_fall_back(b, 1, dice(*throws), new_log()) == 7

    @pytest.mark.clause("C40-MOR-3", "C40-MOR-4", "C40-MOR-10")
    def test_regrouping(self) -> None:
        men = squad("line_guard", (0, 0), (1.5, 0), (3, 0), (4.5, 0))
        b = table(*men, man("gun_swarmer", 0, 7.01, 1, 1))
        assert not morale.may_regroup(b, 0, True)  # it does not fall back
        b.units[0].falling_back = 1
        assert morale.may_regroup(b, 0, True) and not morale.may_regroup(b, 0, False)
        b.figures[4].y = 7.0  # an enemy within 6 inches
        assert not morale.may_regroup(b, 0, True)
        b.figures[4].y = 9.0
        b.figures[0].wounds = b.figures[1].wounds = 0
        assert morale.may_regroup(b, 0, True)
        b.figures[2].wounds = 0
        assert not morale.may_regroup(b, 0, True)  # less than half
        assert not morale.regroup(b, 0, dice((LD, 4), (LD, 4)), new_log()) and b.units[0].falling_back == 1
        assert morale.regroup(b, 0, dice((LD, 3), (LD, 4)), new_log())
        unit = b.units[0]
        assert (unit.falling_back, unit.regrouped, unit.moved) == (0, 1, 1)

    @pytest.mark.clause("C40-MOR-4", "C40-SPEC-6")
    def test_marines_regroup_without_dice_and_below_half(self) -> None:
        b = table(*squad("armoured_trooper", (0, 0), (1.5, 0), (3, 0)))
        b.units[0].falling_back = 1
        b.figures[0].wounds = b.figures[1].wounds = 0
        assert morale.may_regroup(b, 0, True) and morale.regroup(b, 0, dice(), new_log())

    @pytest.mark.clause("C40-MOR-9", "C40-MOR-4")
    def test_charged_while_falling_back(self) -> None:
        for throws, stands, wounds in (((4, 4), False, 0), ((3, 4), True, 1)):
            b = table(man("line_guard"), man("armoured_trooper", 5, 0, unit=1))
            b.units[0].falling_back = 1
            assert bool(morale.stands_when_charged(b, 0, dice(*((LD, d) for d in throws)), new_log())) is stands
            assert b.figures[0].wounds == wounds
            assert morale.stands_when_charged(b, 1, dice(), new_log())

    @pytest.mark.clause("C40-MOR-5", "C40-SPEC-5")
    def test_in_synapse_nobody_tests(self) -> None:
        men = [*squad("gun_swarmer", (0, 0), (30, 0)), man("brood_warrior", 5, 0, unit=1)]
        b = table(*men)
        assert morale.has_synapse(b, 0) and morale.passes_of_itself(b, 0)  # one model within 12 inches is enough
        b.figures[2].wounds = 0
        assert not morale.has_synapse(b, 0)

    @pytest.mark.clause("C40-MOR-6")
    def test_instinctive_behaviour_is_a_switch(self) -> None:
        assert morale.instinct(table(man("gun_swarmer")), 0, 1, dice(), new_log())
        b = table(man("gun_swarmer"), instinctive="test_or_fall_back")
        assert not morale.instinct(b, 0, 1, dice((LD, 3), (LD, 3)), new_log()) and b.units[0].falling_back == 1
        b = table(man("gun_swarmer"), instinctive="test_or_fall_back")
        assert morale.instinct(b, 0, 1, dice((LD, 2), (LD, 3)), new_log())
        assert morale.instinct(b, 0, 0, dice(), new_log())  # no Tyranids
