"""Close combat: blows by Initiative, bio-plasma, rending and power weapons; combats, charges, pile-ins of units."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sandtable.games.skirmish40k.clauses import Purpose
from sandtable.games.skirmish40k.rules import casualties, charging, close_combat, combats
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE
from skirmish40k.core_table import READER, dice, man, profile, squad, table, used_up, wall

HIT, WOUND, SAVE = Purpose.TO_HIT, Purpose.TO_WOUND, Purpose.SAVE


def duel(a: str, c: str, edition: int = 4, **switches: str) -> Any:
    """Two figures in contact."""
    first, second = profile(a), profile(c)
    return table(man(a), man(c, float(first.radius + second.radius), 0, side=1, unit=1), edition=edition, **switches)


class TestBlows:
    """One figure strikes another."""

    @pytest.mark.clause("C40-SPEC-3", "C40-CC-2", "C40-CC-5")
    def test_a_gargoyle_charges_a_scout(self) -> None:
        # At Initiative 8 it spits: 4+ hits, S4 on T5 needs 5, saved on 4+. At 4 both strike. Its 2 attacks: WS3 on WS4
        # needs 4, S3 on T5 needs 6. The scout's one: WS4 on WS3 needs 3, S4 on T3 needs 3, saved on 6.
        b, log = duel("winged_swarmer", "scout_rider"), new_log()
        swarmer, rider = b.profiles[0], b.profiles[1]
        assert (close_combat.plasma_step(swarmer), close_combat.step_of(swarmer, 0, 4)) == (8, 4)
        assert close_combat.spit(b, 0, 1, dice((HIT, 5), (WOUND, 5), (SAVE, 4)), log) == 0
        thrown = dice((HIT, 4), (HIT, 2), (WOUND, 6), (SAVE, 2))
        assert close_combat.strike_at(b, 0, close_combat.attacks_of(swarmer, 1, 4), 1, thrown, log) == 1
        assert used_up(thrown)
        assert close_combat.strike_at(b, 1, 1, 0, dice((HIT, 3), (WOUND, 4), (SAVE, 5)), log) == 1
        assert rider.initiative == swarmer.initiative  # so both fall together
        assert [bool(casualties.take_off_wounds(b, i, log)) for i in (0, 1)] == [True, True]

    def test_a_wound_that_finds_no_room_is_said_never_dropped(self) -> None:
        # WS4 on WS3 needs 3, S4 on T3 needs 3, and one attack more for charging: two wounds, with room for one.
        b, log = duel("scout_rider", "winged_swarmer"), new_log()
        b.units[0].charges = 1
        thrown = dice((HIT, 3), (WOUND, 4), (HIT, 3), (WOUND, 4))
        assert combats.strike_unit(b, 0, 1, np.zeros(1, combats.BLOW), 0, thrown, log) == 1
        assert used_up(thrown) and log.lost == 1  # the action is refused then: tests/table/test_room

    @pytest.mark.clause("C40-SPEC-3")
    def test_bio_plasma_reaches_two_inches_and_can_be_switched_off(self) -> None:
        for switch, x, reaches in (("on", 3.25, True), ("on", 3.27, False), ("off", 1.25, False)):
            b = table(man("winged_swarmer"), man("scout_rider", x, 0, side=1, unit=1), bioplasma=switch)
            assert bool(close_combat.reaches_with_plasma(b, 0, 1)) is reaches
            assert not close_combat.reaches_with_plasma(b, 1, 0)
        b = duel("winged_swarmer", "scout_rider")
        assert close_combat.spit(b, 0, 1, dice((HIT, 3), (WOUND, 6), (SAVE, 1)), new_log()) == 0
        assert close_combat.spit(b, 0, 1, dice((HIT, 4), (WOUND, 4)), new_log()) == 0
        assert close_combat.spit(b, 0, 1, dice((HIT, 4), (WOUND, 5), (SAVE, 3)), new_log()) == 1

    @pytest.mark.clause("C40-CC-7")
    def test_rending_in_the_fourth_edition(self) -> None:
        b = duel("clawed_stalker", "armoured_trooper")
        thrown = dice((HIT, 6), (HIT, 3), (WOUND, 4), (SAVE, 2), (HIT, 2))
        assert close_combat.strike_at(b, 0, 3, 1, thrown, new_log()) == 2  # the 6: no to-wound die, no save
        assert used_up(thrown)

    @pytest.mark.clause("C40-CC-7")
    def test_rending_in_the_fifth_edition(self) -> None:
        b = duel("clawed_stalker", "armoured_trooper", edition=5)
        thrown = dice((HIT, 6), (WOUND, 6), (HIT, 3), (WOUND, 4), (SAVE, 3), (HIT, 3), (WOUND, 3))
        assert close_combat.strike_at(b, 0, 3, 1, thrown, new_log()) == 1  # only the to-wound 6 denies the save
        assert used_up(thrown)
        b.profiles[1].toughness = 8  # S4 cannot wound it but for a 6
        assert close_combat.strike_at(b, 0, 1, 1, dice((HIT, 6), (WOUND, 6)), new_log()) == 1

    @pytest.mark.clause("C40-CC-6", "C40-CC-5")
    def test_power_weapons_deny_armour(self) -> None:
        b = duel("armoured_trooper_leader", "armoured_trooper")
        b.profiles[0].power = 1
        thrown = dice((HIT, 4), (WOUND, 4))
        assert close_combat.strike_at(b, 0, 1, 1, thrown, new_log()) == 1 and used_up(thrown)
        b.profiles[0].power, b.profiles[0].fists = 0, 1
        thrown = dice((HIT, 4), (WOUND, 2))  # S8 on T4
        assert close_combat.strike_at(b, 0, 1, 1, thrown, new_log()) == 1 and used_up(thrown)

    @pytest.mark.clause("C40-CHG-4", "C40-WPN-11", "C40-CC-2")
    def test_a_charge_through_difficult_ground_is_struck_last_in_the_fifth_edition(self) -> None:
        swarmer, guard = profile("blade_swarmer", 5), profile("line_guard", 5)
        assert [close_combat.step_of(swarmer, slowed, 5) for slowed in (0, 1)] == [4, 1]
        assert close_combat.step_of(guard, 1, 5) == 3  # grenades
        assert close_combat.step_of(swarmer, 1, 4) == 4

    @pytest.mark.clause("C40-CC-9", "C40-CC-2")
    def test_who_died_in_an_earlier_step_is_off_the_table(self) -> None:
        b, log = duel("clawed_stalker", "armoured_trooper"), new_log()
        close_combat.strike_at(b, 0, 1, 1, dice((HIT, 6)), log)
        assert close_combat.step_of(b.profiles[0], 0, 4) > close_combat.step_of(b.profiles[1], 0, 4)
        casualties.take_off_wounds(b, 1, log)
        assert not close_combat.is_engaged(b, 1) and not close_combat.may_strike(b, 1, 0)
        assert READER.codes(log, Kind.OUTCOME) == ["IS_KILLED"]


class TestCombats:
    """Who is engaged, and which units fight one combat."""

    @pytest.mark.clause("C40-CC-1", "C40-CC-11")
    def test_engaged_are_those_in_contact_and_mates_within_two_inches(self) -> None:
        men = [man("gun_swarmer", 0, 0), *squad("line_guard", (1, 0), (4, 0), (7.02, 0), side=1, unit=1)]
        b = table(*men)
        assert [bool(close_combat.is_engaged(b, i)) for i in range(4)] == [True, True, True, False]
        assert [bool(close_combat.may_strike(b, i, 0)) for i in (1, 2, 3)] == [True, True, False]
        b.figures[2].x = 4.02  # 2.02 from the one in contact
        assert not close_combat.is_engaged(b, 2) and not close_combat.may_strike(b, 2, 0)

    @pytest.mark.clause("C40-CC-10")
    def test_units_linked_by_contacts_fight_one_combat(self) -> None:
        keys = ("gun_swarmer", "line_guard")
        men = [man(keys[u % 2], x, 0, u % 2, u) for u, x in enumerate((0, 1, 2, 10, 11, 20))]
        b, combats = table(*men), np.full(6, 9)
        assert close_combat.mark_combats(b, 6, combats) == 2
        assert combats.tolist() == [0, 0, 0, 1, 1, NONE]
        assert not close_combat.units_touch(b, 0, 2)  # friends


class TestCharges:
    """Who may charge whom, and where chargers go."""

    @pytest.mark.clause("C40-CHG-3", "C40-CHG-7")
    @pytest.mark.parametrize(("x", "y"), [(4, 0), (-4, 0), (0, 4), (0, -4)])
    def test_nobody_charges_through_a_wall_however_far_it_goes_on(self, x: int, y: int) -> None:
        # half an inch of base each: 4 inches from centre to centre is a way of 3, and the wall stands halfway
        b = table(man("winged_swarmer"), man("gun_swarmer", x, y, side=1, unit=1))
        place = charging.place_beside(b, 0, 1, 6.0, 1)
        assert (place.found, place.length) == (1, pytest.approx(3.0, abs=0.01))
        wall(b, x / 2 - 5 * y, y / 2 - 5 * x, x / 2 + 5 * y, y / 2 + 5 * x)
        assert charging.place_beside(b, 0, 1, 6.0, 1).found == 0

    @pytest.mark.clause("C40-CHG-1", "C40-CHG-4", "C40-CHG-6", "C40-SPEC-2")
    def test_how_far(self) -> None:
        b = table()
        swarmer, leaper = profile("gun_swarmer"), profile("blade_swarmer")
        assert [float(charging.charge_move(b.core, one, 0)) for one in (swarmer, leaper)] == [6.0, 12.0]
        assert [float(charging.charge_move(b.core, one, 4)) for one in (swarmer, leaper)] == [4.0, 8.0]

    @pytest.mark.clause("C40-CHG-2", "C40-CHG-7", "C40-RUN-2", "C40-MOR-8", "C40-MOR-10", "C40-MOV-5", "C40-CHG-1")
    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            ({}, []),
            ({"shot_at": 1}, []),
            ({"shot_at": 2}, ["SHOT_AT_OTHERS"]),
            ({"shot_kind": 1}, ["FIRED_TOO_MUCH"]),
            ({"run_roll": 3}, ["HAS_RUN"]),
            ({"falling_back": 1}, ["FALLS_BACK"]),
            ({"regrouped": 1}, ["HAS_REGROUPED"]),
        ],
    )
    def test_who_may_charge(self, change: dict[str, int], reason: list[str]) -> None:
        b, log = table(man("line_guard"), man("gun_swarmer", 5, 0, 1, 1), man("gun_swarmer", 5, 5, 1, 2)), new_log()
        for key, value in change.items():
            b.units[0][key] = value
        assert charging.judge_charge(b, 0, 1, log) == int(not reason)
        assert READER.codes(log, Kind.REASON) == reason
        assert charging.judge_charge(b, 0, 0, new_log()) == 0

    @pytest.mark.clause("C40-RUN-2", "C40-RUN-1", "C40-CHG-2")
    def test_who_is_fleet_charges_after_running(self) -> None:
        b = table(man("gun_swarmer"), man("line_guard", 5, 0, 1, 1))
        b.units[0].run_roll = b.units[1].run_roll = 4
        assert charging.judge_charge(b, 0, 1, new_log()) == 1 and charging.judge_charge(b, 1, 0, new_log()) == 0

    @pytest.mark.clause("C40-CHG-3", "C40-CHG-7")
    def test_the_nearest_goes_first_and_straight_into_contact(self) -> None:
        b = table(*squad("gun_swarmer", (0, 0), (1.5, 0)), man("line_guard", 6, 0, 1, 1))
        assert charging.first_charger(b, 0, 1, 6.0) == 1
        place = charging.nearest_place(b, 1, 1, charging.TOUCHED_OR_NOT, 6.0)
        assert (place.x, place.y, place.length) == (5.0, 0.0, 3.5)
        assert charging.first_charger(b, 0, 1, 3.4) == NONE  # nobody reaches: the charge is lost

    @pytest.mark.clause("C40-CHG-7", "C40-CHG-3")
    def test_the_others_seek_an_enemy_whom_nobody_touches(self) -> None:
        guards = squad("line_guard", (6, 0), (6, 2), side=1, unit=1)
        b = table(*squad("gun_swarmer", (5, 0), (2, 0)), *guards)
        place = charging.place_of_charger(b, 1, 1, 6.0)
        assert abs(((place.x - 6) ** 2 + (place.y - 2) ** 2) ** 0.5 - 1.0) < 0.01  # the second guardsman
        near = charging.place_of_charger(b, 1, 1, 2.5)  # too far for that one, and for any: to within 2" of the mate
        assert (near.found, near.x) == (1, 2.0)

    @pytest.mark.clause("C40-CHG-7", "C40-CHG-3", "C40-MOV-3")
    def test_no_way_leads_through_walls_or_past_other_enemies(self) -> None:
        men = [man("gun_swarmer", 0, 0), man("line_guard", 6, 0, 1, 1)]
        b = table(*men)
        wall(b, 3, -9, 3, 9)
        assert charging.first_charger(b, 0, 1, 6.0) == NONE
        b = table(*men, man("line_guard", 3, 1.9, 1, 2))  # 0.9 inch beside the straight way
        assert charging.nearest_place(b, 0, 1, charging.TOUCHED_OR_NOT, 5.0).found == 0
        b.figures[2].y = 2.0  # exactly an inch is within: GEN-8
        assert charging.nearest_place(b, 0, 1, charging.TOUCHED_OR_NOT, 5.0).found == 0
        b.figures[2].y = 2.01
        assert charging.nearest_place(b, 0, 1, charging.TOUCHED_OR_NOT, 5.0).found == 1
        b.figures[2].x, b.figures[2].y = -2.0, 0.0  # an inch behind whoever charges, who stands so already
        assert charging.nearest_place(b, 0, 1, charging.TOUCHED_OR_NOT, 5.0).found == 1

    @pytest.mark.clause("C40-CHG-5", "C40-CHG-8", "C40-CC-8", "C40-CC-12")
    def test_defenders_and_those_who_pile_in_come_up_to_six_inches(self) -> None:
        b = table(man("gun_swarmer", 0, 0), *squad("line_guard", (1, 0), (5.5, 1), (9, 3), side=1, unit=1))
        place = charging.place_of_reaction(b, 2, 0)
        assert place.found == 1 and abs((place.x**2 + place.y**2) ** 0.5 - 1.0) < 0.01
        assert charging.place_of_reaction(b, 1, 0).found == 0  # in contact already
        b.figures[2].where = 1
        far = charging.place_of_reaction(b, 3, 0)  # the mate in contact is 73 ** 0.5 - 1 away: 6 inches towards it
        assert (far.x, far.y) == pytest.approx((9 - 6 * 8 / 73**0.5, 3 - 6 * 3 / 73**0.5), abs=0.01)
        assert [bool(charging.may_react(b.core, locked)) for locked in (0, 1)] == [False, False], "the 4th edition"
        b.core.edition = 5
        assert [bool(charging.may_react(b.core, locked)) for locked in (0, 1)] == [True, False]
