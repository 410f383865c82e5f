"""Shooting: shots by range and movement, to-hit dice, wounds and saves of single figures, fire of units."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sandtable.games.skirmish40k.clauses import Purpose
from sandtable.games.skirmish40k.rules import casualties, measuring, saves, shooting, sight, wounds
from sandtable.games.skirmish40k.rules.saves import NO_SAVE
from sandtable.games.skirmish40k.rules.shooting import Volley
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE
from skirmish40k.core_table import (
    PLACES,
    READER,
    dice,
    gun,
    made_up,
    man,
    profile,
    ruin,
    share_profile,
    squad,
    table,
    used_up,
    wall,
    weapon,
)

HIT, WOUND, SAVE = Purpose.TO_HIT, Purpose.TO_WOUND, Purpose.SAVE


def outcomes(log: Any) -> list[str]:
    return READER.codes(log, Kind.OUTCOME)


def open_fire(shots: int, skill: int) -> Volley:
    """So many shots at somebody without cover."""
    return Volley(shots, skill, NO_SAVE)


class TestShots:
    """How many, by range and whether the firer has moved."""

    @pytest.mark.clause("C40-SHOOT-6", "C40-GEN-8")
    def test_rapid_fire_on_foot(self) -> None:
        rifle, guard = weapon("las_rifle"), profile("line_guard")
        assert [shooting.shots_of(rifle, guard, gap, 0) for gap in (0.0, 12.0, 12.1, 24.0, 24.1)] == [2, 2, 1, 1, 0]
        assert [shooting.shots_of(rifle, guard, gap, 1) for gap in (12.0, 12.1, 24.0)] == [2, 0, 0]

    @pytest.mark.clause("C40-SHOOT-7", "C40-SHOOT-6")
    def test_a_bike_shoots_as_if_it_stood(self) -> None:
        bolters = weapon("twin_bolters")
        assert [shooting.shots_of(bolters, profile("scout_rider"), gap, 1) for gap in (12.0, 20.0, 25.0)] == [2, 1, 0]
        assert not shooting.forbids_charge(bolters, profile("scout_rider"), 4)
        assert shooting.forbids_charge(weapon("las_rifle"), profile("line_guard"), 4)

    @pytest.mark.clause("C40-SHOOT-8", "C40-SHOOT-9")
    def test_assault_weapons_and_pistols_do_not_mind_moving(self) -> None:
        for key, reach, shots in (("storm_rifle", 24.0, 2), ("bolt_pistol", 12.0, 1), ("scatter_gun", 12.0, 2)):
            for moved in (0, 1):
                assert shooting.shots_of(weapon(key), profile("scout_trooper"), reach, moved) == shots
                assert shooting.shots_of(weapon(key), profile("scout_trooper"), reach + 0.1, moved) == 0
            assert not shooting.forbids_charge(weapon(key), profile("scout_trooper"), 5)

    @pytest.mark.clause("C40-SHOOT-10")
    def test_heavy_weapons_only_from_a_stand(self) -> None:
        heavy, trooper = weapon("heavy_bolt_rifle"), profile("armoured_trooper_heavy")
        assert [shooting.shots_of(heavy, trooper, 36.0, moved) for moved in (0, 1)] == [3, 0]
        assert shooting.forbids_charge(heavy, trooper, 5)

    @pytest.mark.clause("C40-WPN-6", "C40-WPN-7")
    def test_living_guns_shoot_by_their_bearer(self) -> None:
        beetles, worms = weapon("beetle_gun"), weapon("worm_gun")
        swarmer, warrior = profile("gun_swarmer"), profile("brood_warrior")
        assert (shooting.strength_of(beetles, swarmer), shooting.shots_of(beetles, swarmer, 12.0, 1)) == (4, 1)
        assert (shooting.strength_of(worms, warrior), shooting.shots_of(worms, warrior, 12.0, 1)) == (3, 4)
        newer = weapon("worm_gun", devourer="2005")
        assert (newer.reach, newer.ap, newer.living, worms.living) == (18.0, 0, 1, 0)
        assert weapon("beetle_gun", living_ammo="reroll_failed_wounds").living == 1


class TestDice:
    """To hit, to wound and to save, by scripted dice."""

    @pytest.mark.clause("C40-SHOOT-5", "C40-SHOOT-1", "C40-SHOOT-11", "C40-GEN-2")
    def test_twin_linked_throws_a_miss_once_more(self) -> None:
        # BS 4 needs 3: 1 is thrown again, 2 stands; 6 hits. S4 on T3 needs 3: 3 wounds; AP 5 leaves no 6+ save.
        b = table(man("scout_rider", 0, 0), man("gun_swarmer", 11, 0, side=1, unit=1))
        log, thrown = new_log(), dice((HIT, 1), (HIT, 2), (HIT, 6), (WOUND, 3))
        assert shooting.fire(b, 0, weapon("twin_bolters"), open_fire(2, 4), 1, thrown, log) == 1
        assert used_up(thrown) and b.figures[1].hurt == 1
        assert casualties.take_off_wounds(b, 1, log) and not measuring.is_on_table(b.figures[1])
        assert outcomes(log) == ["IS_KILLED"]

    @pytest.mark.clause("C40-SAVE-6", "C40-SAVE-3")
    def test_in_a_ruin_cover_saves_what_armour_does_not(self) -> None:
        b = table(man("scout_rider", 0, 0), man("winged_swarmer", 8, 0, side=1, unit=1))
        ruin(b, (6, -2, 10, 2), 2)
        for die, hurt in ((4, 0), (3, 1)):
            b.figures[1].hurt = 0
            volley = Volley(1, 4, sight.cover_between(b, 0.0, 0.0, 8.0, 0.0, 0.0))
            shooting.fire(b, 0, weapon("twin_bolters"), volley, 1, dice((HIT, 6), (WOUND, 6), (SAVE, die)), new_log())
            assert b.figures[1].hurt == hurt

    @pytest.mark.clause("C40-SHOOT-15", "C40-WPN-3")
    def test_plasma_gets_hot(self) -> None:
        b = table(man("scout_rider_veteran", 0, 0), man("gun_swarmer", 8, 0, side=1, unit=1))
        log = new_log()
        shooting.fire(b, 0, weapon("hot_pistol"), open_fire(1, 4), 1, dice((HIT, 1), (SAVE, 3)), log)
        assert b.figures[0].hurt == 1 and casualties.take_off_wounds(b, 0, log)
        b = table(man("scout_rider_veteran", 0, 0), man("gun_swarmer", 8, 0, side=1, unit=1))
        shooting.fire(b, 0, weapon("hot_pistol"), open_fire(1, 4), 1, dice((HIT, 1), (SAVE, 4)), new_log())
        assert b.figures[0].hurt == 0
        shooting.fire(b, 0, weapon("bolt_pistol"), open_fire(1, 4), 1, dice((HIT, 1)), new_log())
        assert b.figures[0].hurt == 0

    @pytest.mark.clause("C40-WPN-6", "C40-WOUND-1")
    def test_living_ammunition_throws_failed_wounds_again(self) -> None:
        b = table(man("gun_swarmer", 0, 0), man("scout_rider", 8, 0, side=1, unit=1))
        beetles = weapon("beetle_gun", living_ammo="reroll_failed_wounds")
        thrown = dice((HIT, 4), (WOUND, 4), (WOUND, 5), (SAVE, 3))  # S4 on T5 needs 5
        shooting.fire(b, 0, beetles, open_fire(1, 3), 1, thrown, new_log())
        assert used_up(thrown) and b.figures[1].hurt == 1

    @pytest.mark.clause("C40-WOUND-1")
    def test_no_die_is_thrown_where_nothing_can_wound(self) -> None:
        b = table(man("gun_swarmer", 0, 0), man("scout_rider", 8, 0, side=1, unit=1))
        thrown, log = dice((HIT, 6)), new_log()
        shooting.fire(b, 0, gun(strength=1, reach=12, kind="assault"), open_fire(1, 3), 1, thrown, log)  # S1 on T5
        assert used_up(thrown) and "CANNOT_BE_WOUNDED" in READER.codes(log, Kind.EVENT)


class TestWounds:
    """Instant death, synapse, and several Wounds."""

    @pytest.mark.clause("C40-REM-1", "C40-ID-1", "C40-ID-2", "C40-SPEC-5", "C40-MOR-5")
    def test_a_warrior_is_immune_in_their_own_synapse(self) -> None:
        b = table(man("brood_warrior"))
        casualties.suffer(b, 0, 8, new_log())
        assert not casualties.take_off_wounds(b, 0, new_log()) and b.figures[0].wounds == 1
        b.profiles[0].synapse = 0
        b.figures[0].wounds = 2
        casualties.suffer(b, 0, 8, new_log())
        assert casualties.take_off_wounds(b, 0, new_log()) and b.figures[0].wounds == 0
        b.figures[0].wounds = 2
        casualties.suffer(b, 0, 7, new_log())
        assert not casualties.take_off_wounds(b, 0, new_log())

    @pytest.mark.clause("C40-ID-2", "C40-GEN-4", "C40-MOR-5")
    def test_synapse_reaches_twelve_inches_from_base_to_base(self) -> None:
        for x, reached in ((13.3, True), (13.31, False)):  # radii 0.8 and 0.5
            b = table(man("brood_warrior"), man("gun_swarmer", x, 0, unit=1), man("gun_swarmer", 1, 5, side=1, unit=2))
            assert bool(wounds.is_in_synapse(b, 1)) is reached
            assert not wounds.is_in_synapse(b, 2)  # the enemy's creature

    @pytest.mark.clause("C40-WOUND-2", "C40-CC-4")
    def test_a_mixed_unit_has_the_toughness_and_skill_of_most(self) -> None:
        three = [*squad("line_guard", (0, 0), (1, 0)), *squad("armoured_trooper", (2, 0))]
        b = table(*three)
        assert (wounds.toughness_of_unit(b, 0), wounds.skill_of_unit(b, 0)) == (3, 3)
        b.figures[0].wounds = 0  # one of each: no majority, so the higher
        assert (wounds.toughness_of_unit(b, 0), wounds.skill_of_unit(b, 0)) == (4, 4)

    @pytest.mark.clause("C40-REM-1")
    def test_whole_models_are_removed_first(self) -> None:
        b = table(*squad("brood_warrior", (0, 0), (2, 0), (4, 0)))
        share_profile(b, 0, 1, 2)
        b.figures[1].wounds = 1
        for i in (0, 1, 2):
            b.figures[i].hurt = 1
        casualties.gather(b, 0, np.ones(64, np.int64))  # the wounded one dies, and one whole model with it
        dead = [bool(casualties.take_off_wounds(b, i, new_log())) for i in range(3)]
        assert dead == [True, True, False] and b.figures[2].wounds == 2

    @pytest.mark.clause("C40-REM-2", "C40-REM-3")
    def test_the_leader_is_hit_last_and_nobody_twice_before_all_once(self) -> None:
        men = [man("line_guard_leader"), man("line_guard_flamer", 1), *squad("line_guard", (2, 0), (3, 0))]
        b = table(*men, edition=5)
        shares, nobody = np.zeros(4, np.int64), np.zeros(4, np.int64)
        for count, expected in ((1, [0, 0, 1, 0]), (3, [0, 1, 1, 1]), (4, [1, 1, 1, 1]), (6, [1, 1, 2, 2])):
            casualties.share_out(b, 0, count, nobody, shares)
            assert shares.tolist() == expected
        b.core.edition = 4  # only those in sight and range may fall
        casualties.share_out(b, 0, 3, np.array([1, 0, 1, 0]), shares)
        assert shares.tolist() == [1, 0, 2, 0]

    @pytest.mark.clause("C40-SAVE-7")
    def test_a_hit_without_save_throws_none(self) -> None:
        b = table(man("armoured_trooper"))
        thrown = dice((WOUND, 3))
        assert casualties.hit(b, NONE, 0, 5, saves.no_save_at_all(), 0, thrown, new_log()) == 1
        assert used_up(thrown) and b.figures[0].hurt == 1

    @pytest.mark.clause("C40-SAVE-1")
    def test_the_die_must_reach_the_save(self) -> None:
        for die, hurt in ((3, 0), (2, 1)):
            b = table(man("armoured_trooper"))
            casualties.hit(b, NONE, 0, 4, saves.saves_from_fire(5, 7), 0, dice((WOUND, 4), (SAVE, die)), new_log())
            assert b.figures[0].hurt == hurt


class TestUnits:
    """What a unit may fire at."""

    @pytest.mark.clause("C40-SHOOT-2", "C40-SHOOT-16", "C40-RUN-5")
    def test_any_enemy_in_range_and_sight_of_one_model(self) -> None:
        guard = squad("line_guard", (0, 0), (-20, 0))
        b = table(*guard, man("gun_swarmer", 15, 0, side=1, unit=1), man("gun_swarmer", 15, 9, side=1, unit=2))
        assert shooting.shots_at_unit(b, 0, PLACES["las_rifle"], 1) == 1
        assert shooting.shots_at_unit(b, 1, PLACES["las_rifle"], 1) == 0  # 34 inches off
        assert shooting.shots_at_unit(b, 0, PLACES["las_rifle"], 2) == 1  # the nearer is no duty
        wall(b, 8, -3, 8, 3)
        assert shooting.shots_at_unit(b, 0, PLACES["las_rifle"], 1) == 0

    @pytest.mark.clause("C40-SHOOT-10", "C40-SHOOT-16")
    def test_if_one_model_moved_the_unit_has(self) -> None:
        b = table(*squad("line_guard", (0, 0), (0, 1)), man("gun_swarmer", 15, 0, side=1, unit=1))
        b.units[0].moved = 1
        assert shooting.shots_at_unit(b, 0, PLACES["las_rifle"], 1) == 0
        b.figures[2].x = 12.0
        assert shooting.shots_at_unit(b, 0, PLACES["las_rifle"], 1) > 0

    @pytest.mark.clause("C40-SHOOT-13", "C40-CC-10", "C40-MOV-5")
    def test_locked_units_neither_shoot_nor_are_shot_at(self) -> None:
        men = [man("line_guard"), man("line_guard", 0, 8, unit=1), man("gun_swarmer", 1.0, 0, side=1, unit=2)]
        b = table(*men)
        assert shooting.is_locked(b, 0) and shooting.is_locked(b, 2)
        b.figures[2].x = 1.02
        assert not shooting.is_locked(b, 0)


@pytest.mark.clause("C40-WPN-12")
def test_unknown_gear_of_a_profile_written_by_hand_does_nothing() -> None:
    odd = made_up(line=[2, 0, 3, 3, 1, 3, 1, 7, 7], gear=["brass_kazoo"])
    assert odd.save == 7 and odd.close_weapons == 0
