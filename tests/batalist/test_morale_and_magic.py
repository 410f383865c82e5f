"""Morale, mana and dispelling, what is hidden, hour and weather, speed: worked out from the clauses."""

from __future__ import annotations

import math

import pytest

from batalist.field import Thrown, add, field, from_sky
from sandtable.games.batalist.enums import Formation, Ground, Role, State
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.rules import chances, magic, morale, sky, speed, wounded
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE


@pytest.mark.clause("BAT-MOR-4", "BAT-MOR-5", "BAT-MOR-6", "BAT-MOR-7", "BAT-MOR-14", "BAT-MOR-20")
@pytest.mark.parametrize(
    ("dice", "failures", "cards", "state"),
    [
        ((4, 4, 5, 6), 0, [2, 4], State.FIELD),
        ((4, 3, 4, 4), 1, [NONE, NONE], State.FIELD),
        ((4, 2, 4, 3), 2, [NONE, NONE], State.FIELD),
        ((6, 5, 1, 3), 3, [NONE, NONE], State.FLED),
    ],
)
def test_morale(dice, failures, cards, state):
    b = field()
    i = add(b, "L1")
    b.figures[i].cards[:] = 2, 4
    assert morale.take_test(b, i, Thrown(*dice).dice, new_log()) == failures
    assert (list(b.figures[i].cards), b.figures[i].state) == (cards, state)


@pytest.mark.clause("BAT-STD-1", "BAT-STD-2", "BAT-ARM-14")
def test_standard_bearer():
    b = field()
    i = add(b, "L1")
    c = add_character(b, Role.STANDARD_BEARER, i)
    assert morale.take_test(b, i, Thrown(4, 2, 4, 3).dice, new_log()) == 1
    b.characters[c].artefact = 4
    assert morale.take_test(b, i, Thrown(4, 2, 4, 3).dice, new_log()) == 0
    b.options.standard_bearer = 1
    assert morale.take_test(b, i, Thrown(4, 2, 4, 3).dice, new_log()) == 2


@pytest.mark.clause("BAT-MOR-1")
@pytest.mark.parametrize(("figures", "lost", "tests"), [(20, 9, False), (20, 10, True), (15, 7, False), (15, 8, True)])
@pytest.mark.parametrize("rule", ["no", "yes"])
def test_half_is_lost(figures, lost, tests, rule):
    b = field(wounded=rule)
    i = add(b, "L3", figures=figures)
    wounded.suffer(b, i, lost, new_log())
    assert bool(morale.must_test_for_losses(b, i)) == tests
    b.figures[i].half_lost = 1
    assert not morale.must_test_for_losses(b, i)


@pytest.mark.clause("BAT-MGA-1", "BAT-MGA-2", "BAT-MGA-3", "BAT-MGA-4", "BAT-MGA-5", "BAT-MGA-6", "BAT-PRO-10",
             "BAT-PRO-11", "BAT-PRO-12")  # fmt: skip
def test_abilities_of_mages():
    found = []
    for die in range(1, 7):
        b = field()
        c = add_character(b, Role.MAGE, add(b, "L2"))
        magic.throw_mage(b, c, Thrown(die, 4).dice, new_log())
        found.append((int(b.characters[c].magic), int(b.characters[c].mana)))
    assert found == [(1, 6), (2, 6), (2, 6), (2, 6), (3, 5), (4, 5)]


@pytest.mark.clause("BAT-MAG-3", "BAT-MAG-4", "BAT-MAG-5", "BAT-MAG-6", "BAT-MAG-7", "BAT-MAG-8", "BAT-ARM-13")
@pytest.mark.parametrize(
    ("ring", "theirs", "works"), [(NONE, 2, False), (NONE, 1, True), (3, 1, False), (NONE, 3, False)]
)
def test_dispelling_of_the_example(ring, theirs, works):
    b = field()
    c = add_character(b, Role.MAGE, add(b, "O3"))
    b.characters[c].magic, b.characters[c].mana = 3, 5
    hero = add_hero(b, "ysolde_the_grey", 1, 40, 40, 0)
    b.characters[hero].mana, b.characters[hero].artefact = 2, ring
    assert magic.can_pay(b, c, 0) and magic.can_pay(b, hero, 0) and magic.can_be_dispelled(b, 0)
    assert bool(magic.cast(b, c, 0, hero, Thrown(2, theirs).dice, new_log())) == works
    assert (b.characters[c].mana, b.characters[hero].mana) == (3, 0)
    b.characters[hero].mana = 1
    assert not magic.can_pay(b, hero, 0)


@pytest.mark.clause("BAT-MAG-5", "BAT-ARM-13")
def test_which_spells_can_be_dispelled():
    b = field()
    assert [place + 1 for place in range(10) if magic.can_be_dispelled(b, place)] == [1, 2, 3, 7, 8]


@pytest.mark.clause("BAT-MAG-1", "BAT-SKL-10", "BAT-MAG-10", "BAT-DEF-4")
def test_who_casts():
    b = field()
    fighter, witch = add_hero(b, "sir_aldwin", 0, 5, 5, 0), add_hero(b, "ysolde_the_grey", 0, 9, 9, 0)
    captain = add_character(b, Role.CAPTAIN, add(b, "L1", 0, 20, 20))
    b.characters[fighter].mana = b.characters[witch].mana = b.characters[captain].mana = 9
    assert [bool(magic.can_pay(b, c, 0)) for c in (fighter, witch, captain)] == [False, True, False]
    b.figures[b.characters[witch].own].state = State.FLED.value
    assert not magic.can_pay(b, witch, 0)


@pytest.mark.clause("BAT-HER-1", "BAT-HER-6", "BAT-HER-7", "BAT-PRO-14", "BAT-PRO-15")
@pytest.mark.parametrize(("reading", "left"), [("per_battle", 11), ("per_turn", 16)])
def test_mana_of_a_hero(reading, left):
    b = field(reserve=reading)
    c = add_hero(b, "ysolde_the_grey", 0, 9, 9, 0)
    b.characters[c].reserve -= 1  # a Move of its own
    assert magic.set_aside(b, c, 4)
    magic.cast(b, c, 0, NONE, Thrown().dice, new_log())
    assert (b.characters[c].reserve, b.characters[c].mana) == (11, 2)
    assert not magic.set_aside(b, c, 12)
    magic.burn_unused_mana(b, c, b.characters[c].reserve_full)
    assert (b.characters[c].reserve, b.characters[c].mana) == (left, 0)


@pytest.mark.clause("BAT-AMM-1", "BAT-AMM-2")
def test_ammunition():
    b = field()
    for ident in ("L1", "L4", "L4", "L5", "L8"):
        add(b, ident)
    add(b, "U4", 1)
    thrown = Thrown(3, 6, 1, 2)
    assert chances.throw_ammunition(b, 0, thrown.dice, new_log()) == 12 == b.sides[0].ammunition
    assert thrown.are_used_up()


@pytest.mark.clause("BAT-REC-2", "BAT-REC-7", "BAT-SKL-26a", "BAT-SKL-26b", "BAT-ARM-14")
@pytest.mark.parametrize(
    ("hidden", "markers", "bonus", "dice", "failures"),
    [
        ("U9", False, 0, (4, 3, 4), 1), ("O1", False, 0, (4, 2, 5), 2), ("O3", False, 0, (4, 1, 4, 3), 2),
        ("O3", False, 1, (4, 1, 4, 3), 3), ("O3", True, 0, (5, 4, 5), 1), ("U9", True, 0, (6, 5), 1),
        ("O1", True, 0, (1, 1), 1),
    ],
)  # fmt: skip
def test_reconnaissance(hidden, markers, bonus, dice, failures):
    b = field()
    scout, other = add(b, "L7"), add(b, hidden, 1)
    thrown = Thrown(*dice)
    assert chances.failures_to_hide(b, scout, other, markers, bonus, thrown.dice, new_log()) == failures
    assert thrown.are_used_up()


@pytest.mark.clause("BAT-ARE-2", "BAT-ARE-3", "BAT-ARE-4", "BAT-ARE-5")
def test_area_fire():
    assert [chances.area_fire_result(die, 0) for die in range(1, 7)] == [0, 0, 0, 1, 1, 2]
    assert chances.area_fire_result(5, 3) == chances.BULLS_EYE
    assert chances.area_fire_result(3, 1) == chances.SPARROWS and chances.area_fire_result(3, 2) == chances.REVEALED


@pytest.mark.clause("BAT-AMB-9", "BAT-AMB-10", "BAT-AMB-11", "BAT-TRP-3")
def test_dice_of_ambush_and_trap():
    assert [chances.ambush_result(die) for die in range(1, 7)] == [0, 0, 1, 1, 2, 2]
    assert [bool(chances.trap_springs(die)) for die in range(1, 7)] == [True] * 3 + [False] * 3


@pytest.mark.clause("BAT-TOD-2", "BAT-TOD-3", "BAT-TOD-4", "BAT-TOD-5", "BAT-TOD-6", "BAT-TOD-7", "BAT-TOD-8")
@pytest.mark.clause("BAT-TOD-9", "BAT-TOD-10", "BAT-TOD-11", "BAT-TOD-12", "BAT-WEA-2", "BAT-WEA-4c", "BAT-OPT-4")
def test_hours():
    b = field(time_of_day="yes", weather="summer")
    plain, twilight, night = add(b, "L1"), add(b, "U1"), add(b, "U7")
    found = []
    for b.hour in range(6):
        found.append([int(sky.modifier_of_hour(b, i)) for i in (plain, twilight, night)])
    assert found == [[0, 0, -3]] * 3 + [[-3, 0, 0]] * 3
    assert [sky.sight_of(b, i) for i in (plain, twilight, night)] == [20, 40, 40]
    b.hour = 1
    for b.sky, expected in ((0, 0), (2, 0), (1, -3), (5, -3)):
        assert sky.modifier_of_hour(b, night) == expected


@pytest.mark.clause("BAT-SUN-1", "BAT-SUN-2", "BAT-SUN-3", "BAT-SUN-4", "BAT-OPT-2")
def test_sun_in_the_face():
    b = field(time_of_day="yes", sun="yes", weather="summer")
    b.hour = 0
    assert [sky.modifier_of_sun(b, 1.0, y, False) for y in (0.0, 1.0, 1.01)] == [-1, -1, 0]
    assert sky.modifier_of_sun(b, 1.0, -0.5, True) == -2 and sky.modifier_of_sun(b, -1.0, 0.0, True) == 0
    b.north = 1  # the east of the table is now its south
    assert sky.modifier_of_sun(b, 0.0, -1.0, False) == -1
    b.sky = 0
    assert sky.modifier_of_sun(b, 0.0, -1.0, False) == 0
    b.sky, b.hour = NONE, 1
    assert sky.modifier_of_sun(b, 0.0, -1.0, False) == 0


@pytest.mark.clause("BAT-WEA-3a", "BAT-WEA-3b", "BAT-WEA-4a", "BAT-WEA-4b", "BAT-WEA-5a", "BAT-WEA-9b", "BAT-WEA-8b")
@pytest.mark.clause("BAT-WEA-7", "BAT-WEA-13", "BAT-OPT-3")
def test_weather_on_shots_and_sight():
    for season, shooting, sight in (
        ("summer", [0, -2, -3, -1, 0, 0], [40, 20, 40 / 3, 40, 40, 40]),
        ("winter", [-2, -2, 0, 0, 0, 0], [40] * 6),
    ):
        b = field(weather=season)
        i = add(b, "L4")
        found = []
        for b.sky in range(6):
            found.append((int(from_sky(b, i, shooting=True)), sky.sight_of(b, i)))
            assert from_sky(b, i, shooting=False) == 0
        assert [shot for shot, _ in found] == shooting
        assert [far for _, far in found] == pytest.approx(sight)


@pytest.mark.clause("BAT-WIN-1", "BAT-WIN-2", "BAT-WIN-4", "BAT-WIN-6")
def test_wind():
    b = field(wind="yes")
    b.wind, b.wind_to = 5, 6  # a whole turn: north
    assert [int(sky.modifier_of_wind(b, x, y)) for x, y in ((0, 1), (1, 1), (1.1, 1), (1, -1), (0, -1))] == [
        2, 2, 0, -2, -2,
    ]  # fmt: skip


@pytest.mark.clause("BAT-WEA-10", "BAT-WEA-8b", "BAT-SKL-33b")
def test_frost():
    b = field(weather="winter")
    i, cold, hero = add(b, "L1"), add(b, "U1"), int(b.characters[add_hero(b, "sir_aldwin", 0, 9, 9, 0)].own)
    for b.sky, expected in ((0, [0, 0, 1, 2, 3, 4]), (2, [0, 0, 1, 2, 3, 4]), (1, [0] * 6)):
        assert [int(sky.losses_by_frost(b, i, die)) for die in range(1, 7)] == expected
        assert sky.losses_by_frost(b, cold, 6) == sky.losses_by_frost(b, hero, 6) == 0


@pytest.mark.clause("BAT-ACT-11", "BAT-FRM-5", "BAT-FRM-9", "BAT-WOU-7", "BAT-WEA-9a")
def test_effective_speed():
    b = field(weather="winter")
    i = add(b, "U2", formation=Formation.WEDGE)
    assert speed.effective_speed(b, i) == 2.5
    b.figures[i].speed_plus = 3
    assert speed.effective_speed(b, i) == 4
    b.sky = 1
    assert speed.effective_speed(b, i) == 2
    b.figures[i].formation = Formation.HEDGEHOG.value
    assert speed.effective_speed(b, i) == 0
    assert speed.effective_speed(b, add(b, "U7")) == 9 and speed.effective_speed(b, add(b, "U6")) == 10
    few = add(b, "L8", figures=1)
    b.figures[few].wounded, b.sky = 5, NONE
    assert speed.effective_speed(b, few) == 1  # 2 less 2, but 1 at least


@pytest.mark.clause("BAT-TER-10", "BAT-TER-11", "BAT-TER-12", "BAT-TER-17", "BAT-TER-18", "BAT-TER-7", "BAT-TER-6")
@pytest.mark.clause("BAT-SKL-7", "BAT-SKL-18b", "BAT-SKL-21a", "BAT-SKL-22", "BAT-SKL-23a", "BAT-SKL-23b", "BAT-SKL-24")
@pytest.mark.parametrize(
    ("ident", "wood", "water", "swamp", "marshy", "difficult", "steep", "hill"),
    [
        ("L1", 2, 0, 4, 2, 2, 2, 1), ("L3", 2, 0, 4, 4, 2, 2, 1), ("L7", 1, 0, 4, 2, 2, 2, 1),
        ("L10", 2, 1, 1, 1, 2, 2, 1), ("L6", 2, 0, 4, 4, 2, 0, 1), ("O7", 2, 1, 1, 1, 2, 0, 1),
        ("O8", 1, 1, 1, 1, 1, 1, 1), ("H4", 1, 0, 1, 1, 2, 2, 1),
    ],
)  # fmt: skip
def test_ground_under_foot(ident, wood, water, swamp, marshy, difficult, steep, hill):
    b = field()
    i = add(b, ident)
    kinds = (Ground.WOOD, Ground.WATER, Ground.SWAMP, Ground.MARSHY, Ground.DIFFICULT, Ground.STEEP, Ground.HILL)
    expected = [wood, water, swamp, marshy, difficult, steep, hill]
    assert [int(speed.slowed_by_ground(b, i, kind.value)) for kind in kinds] == expected


@pytest.mark.clause("BAT-WEA-5b")
def test_swollen_water():
    b = field(weather="summer")
    b.sky = 3
    i = add(b, "L10")
    assert speed.slowed_by_ground(b, i, Ground.WATER.value) == 0
    assert speed.slowed_by_ground(b, i, Ground.SWAMP.value) == 1
    assert speed.slowed_by_ground(b, add(b, "O8"), Ground.WATER.value) == 1


@pytest.mark.clause("BAT-ACT-5", "BAT-ACT-6", "BAT-ACT-7", "BAT-ACT-8")
def test_movement_of_the_example():
    wheel = speed.length_of_wheel(5.0, -30.0)
    assert wheel == pytest.approx(5 * math.pi / 6)


@pytest.mark.clause("BAT-TOD-1", "BAT-WIN-2", "BAT-WIN-3", "BAT-WEA-8a", "BAT-WEA-12")
def test_throws_for_the_sky():
    b = field(time_of_day="yes", weather="winter", wind="yes")
    sky.throw_hour(b, Thrown(4).dice, new_log())
    assert sky.is_night(b)
    sky.throw_wind(b, Thrown(2, 3).dice, new_log())
    assert (b.wind_to, b.wind) == (2, 3)
    b.sky = 0
    sky.throw_wind(b, Thrown(5).dice, new_log())
    assert (b.wind_to, b.wind) == (5, 6)
    b.hour, b.sky = 1, 4
    assert sky.modifier_of_hour(b, add(b, "U7")) == 0
