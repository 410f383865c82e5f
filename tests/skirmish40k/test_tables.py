"""The core's tables, each entry of them, against the books' charts written out here."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.games.skirmish40k.record import Cover
from sandtable.games.skirmish40k.rules import close_combat, saves, shooting, testing, wounds
from skirmish40k.core_table import made_up, profile, table, weapon

N = 7  # no die shows it

WOUND_CHART = """
S1  4 5 6 6 N N N N N N
S2  3 4 5 6 6 N N N N N
S3  2 3 4 5 6 6 N N N N
S4  2 2 3 4 5 6 6 N N N
S5  2 2 2 3 4 5 6 6 N N
S6  2 2 2 2 3 4 5 6 6 N
S7  2 2 2 2 2 3 4 5 6 6
S8  2 2 2 2 2 2 3 4 5 6
S9  2 2 2 2 2 2 2 3 4 5
S10 2 2 2 2 2 2 2 2 3 4
"""
"""Strength down, Toughness 1 to 10 across: d = 0 is 4+, a point more or less one step, -2 and -3 both 6+."""

HIT_CHART = """
WS1  4 4 5 5 5 5 5 5 5 5
WS2  3 4 4 4 5 5 5 5 5 5
WS3  3 3 4 4 4 4 5 5 5 5
WS4  3 3 3 4 4 4 4 4 5 5
WS5  3 3 3 3 4 4 4 4 4 4
WS6  3 3 3 3 3 4 4 4 4 4
WS7  3 3 3 3 3 3 4 4 4 4
WS8  3 3 3 3 3 3 3 4 4 4
WS9  3 3 3 3 3 3 3 3 4 4
WS10 3 3 3 3 3 3 3 3 3 4
"""
"""Attacker's Weapon Skill down, defender's 1 to 10 across."""


def chart(text: str) -> list[list[int]]:
    return [[N if word == "N" else int(word) for word in line.split()[1:]] for line in text.strip().splitlines()]


@pytest.mark.clause("C40-SHOOT-3", "C40-SHOOT-4", "C40-PROF-1")
def test_to_hit_by_ballistic_skill() -> None:
    needed = [int(shooting.to_hit(skill)) for skill in range(11)]
    assert needed == [N, 6, 5, 4, 3, 2, 2, 2, 2, 2, 2]
    assert min(needed) == 2  # so a 1 always misses


@pytest.mark.clause("C40-WOUND-1")
def test_to_wound_by_strength_and_toughness() -> None:
    found = [[int(wounds.to_wound(s, t)) for t in range(1, 11)] for s in range(1, 11)]
    assert found == chart(WOUND_CHART)


@pytest.mark.clause("C40-CC-4")
def test_to_hit_by_weapon_skills() -> None:
    found = [[int(close_combat.to_hit_in_combat(a, d)) for d in range(1, 11)] for a in range(1, 11)]
    assert found == chart(HIT_CHART)
    assert close_combat.to_hit_in_combat(0, 4) == N


@pytest.mark.clause("C40-ID-1", "C40-PROF-2")
def test_instant_death_is_twice_the_bare_toughness() -> None:
    for strength in range(1, 11):
        for toughness in range(1, 11):
            assert bool(wounds.kills_at_once(strength, toughness)) == (strength / toughness >= 2)
    rider = profile("scout_rider")
    assert (rider.toughness, rider.bare_toughness) == (5, 4)
    assert wounds.kills_at_once(8, rider.bare_toughness) and not wounds.kills_at_once(7, rider.bare_toughness)


@pytest.mark.clause("C40-SAVE-1", "C40-SAVE-2", "C40-SAVE-6")
def test_armour_against_every_ap() -> None:
    for save in range(2, 7):
        worn = made_up(line=[3, 3, 3, 3, 1, 3, 1, 7, save])
        for ap in range(7):  # 0: none
            expected = N if 1 <= ap <= save else save
            assert saves.best_save(worn, saves.saves_from_fire(ap, N)) == expected, (save, ap)
            in_ruins = saves.best_save(worn, saves.saves_from_fire(ap, 4))
            assert in_ruins == min(expected, 4), (save, ap)


@pytest.mark.clause("C40-SAVE-3", "C40-SAVE-5", "C40-SAVE-7", "C40-CC-5")
def test_which_saves_are_left() -> None:
    worn = made_up(line=[3, 3, 3, 3, 1, 3, 1, 7, 3])
    assert saves.best_save(worn, saves.saves_in_combat(1)) == 3
    assert saves.best_save(worn, saves.saves_in_combat(0)) == N  # cover is of no use there
    worn.invulnerable = 5
    assert saves.best_save(worn, saves.saves_in_combat(0)) == 5
    assert saves.best_save(worn, saves.saves_from_fire(2, N)) == 5
    assert saves.best_save(worn, saves.saves_from_fire(2, 4)) == 4
    assert saves.best_save(worn, saves.no_save_at_all()) == N


@pytest.mark.clause("C40-SAVE-4")
def test_values_of_cover() -> None:
    kinds = (Cover.NONE, Cover.WIRE, Cover.SOFT, Cover.WOOD, Cover.UNITS, Cover.HARD, Cover.FORTIFIED)
    assert [int(saves.cover_save(table(edition=4).core, kind.value)) for kind in kinds] == [N, 5, 5, 5, N, 4, 3]
    assert [int(saves.cover_save(table(edition=5).core, kind.value)) for kind in kinds] == [N, 6, 5, 4, 4, 4, 3]


@pytest.mark.clause("C40-TEST-1", "C40-TEST-2")
def test_characteristic_test_by_value_and_die() -> None:
    passing = {value: [die for die in range(1, 7) if testing.passes_on(value, die)] for value in range(11)}
    assert passing == {0: [], 1: [1], 2: [1, 2], 3: [1, 2, 3], 4: [1, 2, 3, 4]} | {
        value: [1, 2, 3, 4, 5] for value in range(5, 11)
    }


def chance(passes: object) -> Fraction:
    pairs = [(a, c) for a in range(1, 7) for c in range(1, 7)]
    return Fraction(sum(bool(passes(a, c)) for a, c in pairs), 36)  # type: ignore[operator]


@pytest.mark.clause("C40-TEST-3", "C40-TEST-4")
def test_leadership_and_morale_by_both_dice() -> None:
    assert chance(lambda a, c: testing.leadership_passes(10, a, c)) == Fraction(33, 36)
    assert chance(lambda a, c: testing.leadership_passes(7, a, c)) == Fraction(21, 36)
    assert chance(lambda a, c: testing.leadership_passes(1, a, c)) == 0
    assert chance(lambda a, c: testing.morale_passes(1, a, c)) == Fraction(1, 36)  # double 1
    assert chance(lambda a, c: testing.morale_passes(8, a, c)) == Fraction(26, 36)


@pytest.mark.clause("C40-CC-3", "C40-SPEC-1", "C40-CC-6")
@pytest.mark.parametrize(
    ("key", "edition", "charging", "attacks"),
    [
        ("blade_swarmer", 4, 1, 3),  # 1 + 1 talons + 1 charge
        ("blade_swarmer", 4, 0, 2),
        ("clawed_stalker", 4, 0, 2),
        ("clawed_stalker", 5, 1, 3),
        ("line_guard_leader", 4, 0, 2),  # pistol and blade
        ("armoured_trooper", 5, 0, 1),  # a pistol alone is no pair
        ("armoured_trooper_leader", 5, 1, 4),  # 2 + pair + charge
        ("scout_rider", 4, 1, 2),
        ("winged_swarmer", 4, 1, 2),
        ("brood_warrior", 4, 1, 4),
    ],
)
def test_attacks(key: str, edition: int, charging: int, attacks: int) -> None:
    assert close_combat.attacks_of(profile(key, edition), charging, edition) == attacks


@pytest.mark.clause("C40-CC-3", "C40-CC-6", "C40-CC-2")
def test_power_weapon_and_power_fist() -> None:
    line = [4, 4, 4, "4(5)", 1, 4, 2, 9, 4]
    blade = made_up(line=line, weapons=["bolt_pistol"], gear=["power_weapon"])
    fist = made_up(line=line, weapons=["bolt_pistol"], gear=["power_fist"])
    fists = made_up(line=line, gear=["power_fist", "power_fist"])
    assert close_combat.attacks_of(blade, 1, 4) == 4  # 2 + 1 + 1
    assert [close_combat.attacks_of(fist, 0, edition) for edition in (4, 5)] == [3, 2]
    assert close_combat.attacks_of(fists, 0, 5) == 3
    assert (close_combat.strength_of_blow(blade), close_combat.strength_of_blow(fist)) == (4, 8)
    strong = made_up(line=[4, 4, 6, 4, 1, 4, 1, 8, 4], gear=["power_fist"])
    assert close_combat.strength_of_blow(strong) == 10  # 12, but never more than 10
    assert [close_combat.step_of(one, 0, 4) for one in (blade, fist)] == [4, 1]


@pytest.mark.clause("C40-PROF-3")
def test_nothing_is_more_than_ten() -> None:
    assert [wounds.capped(value) for value in (9, 10, 11)] == [9, 10, 10]
    giant = made_up(line=[3, 3, 10, 3, 1, 3, 1, 7, 6])
    assert shooting.strength_of(weapon("beetle_gun"), giant) == 10
