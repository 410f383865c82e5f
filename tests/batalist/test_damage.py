"""The formula of damage: the worked examples, and every row alone and in pairs against a slow formula."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import floor

import pytest

from batalist.field import EAST, SOUTH, WEST, Thrown, add, field, ground
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Flat, Formation, Ground, Row, Skill, SkillRow
from sandtable.games.batalist.rules import aftermath, damage, wounded
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE


def fight(b, i, target, *dice):
    """Damage dealt and taken in a melee, all dice used."""
    thrown = Thrown(*dice)
    dealt, back = damage.fight(b, i, target, thrown.dice, new_log())
    assert thrown.are_used_up()
    return int(dealt), int(back)


def shot(b, i, target, *dice, warriors=0, minus=0, halved=0):
    """Damage of a shot, all dice used."""
    thrown = Thrown(*dice)
    damage.prepare_shot(b, i, target, warriors)
    a = b.attack  # what a compiled function returns is a copy
    a.flats[Flat.BETWEEN] = -minus
    a.halvings += halved
    found = int(damage.deal_damage(b, thrown.dice, new_log()))
    assert thrown.are_used_up()
    return found


class TestExamples:
    """The worked examples of the clause list."""

    @pytest.mark.clause("BAT-CBT-2", "BAT-CBT-5", "BAT-MOD-1", "BAT-MOD-15", "BAT-SKL-28", "BAT-CBT-4", "BAT-MOD-17")
    def test_frontal_melee(self):
        b = field()
        target = add(b, "O1", 1, 0, 2, SOUTH)
        i = add(b, "L1", 0, 0, -2)
        assert fight(b, i, target, 4, 2, 5) == (10, 4)
        assert (b.figures[target].healthy, b.figures[i].healthy) == (14, 16)

    @pytest.mark.clause(
        "BAT-CBT-9", "BAT-MOD-11", "BAT-SKL-21b", "BAT-SKL-23c", "BAT-SKL-29", "BAT-CBT-14", "BAT-DEF-21"
    )
    def test_charge_into_the_flank(self):
        b = field()
        target = add(b, "U1", 1, 0, 0)
        i = add(b, "L6", 0, 5, 0, WEST)
        assert fight(b, i, target, 3, 5, 2, 4, 2, 6, 3) == (7, 2)

    @pytest.mark.clause("BAT-MOD-4", "BAT-MOD-7", "BAT-MOD-10", "BAT-CBT-3", "BAT-CBT-6")
    def test_shooting_when_both_have_moved(self):
        b = field()
        i = add(b, "L4", 0, 0, 0)
        target = add(b, "O1", 1, 0, 15.5, SOUTH)
        b.figures[i].moved = b.figures[target].moved = 1
        assert shot(b, i, target, 3, 5, 2, 6) == 11

    @pytest.mark.clause("BAT-MOD-2", "BAT-MOD-5", "BAT-MOD-8", "BAT-MOD-18", "BAT-CBT-11", "BAT-FRM-12", "BAT-FRM-13")
    def test_loose_against_loose_in_a_wood(self):
        b = field()
        i = add(b, "L5", 0, 0, 0)
        target = add(b, "O4", 1, 0, 11, SOUTH)
        ground(b, Ground.WOOD, -10, 8, 10, 20)
        assert shot(b, i, target, 3, 1) == 4

    @pytest.mark.clause("BAT-CBT-12", "BAT-MOD-16", "BAT-MOD-23", "BAT-CBT-15")
    @pytest.mark.parametrize(("outer", "back"), [(2, 0), (5, 2)])
    def test_reply_without_the_skill(self, outer, back):
        b = field()
        target = add(b, "L8", 1, 0, 1, SOUTH)
        i = add(b, "O5", 0, 0, -2)
        assert fight(b, i, target, 4, 1, 2, 4, 3, outer) == (4, back)
        assert b.figures[target].healthy == 0

    @pytest.mark.clause("BAT-SKL-3", "BAT-SKL-30", "BAT-WEA-5a", "BAT-WEA-5d", "BAT-CBT-13", "BAT-ARM-2")
    def test_jet_shield_and_rain(self):
        b = field(weather="summer")
        i = add(b, "L9", 0, 0, 0)
        target = add(b, "U1", 1, 0, 4, SOUTH)
        assert shot(b, i, target, 1, 4, 3, warriors=7) == 9
        b.sky = 3
        assert shot(b, i, target, 1, 4, 3, warriors=7) == 4

    @pytest.mark.clause("BAT-SKL-4", "BAT-MOD-15")
    def test_area_shot(self):
        b = field()
        i = add(b, "L8", 0, 0, 0)
        target = add(b, "O1", 1, 0, 23, SOUTH)
        assert shot(b, i, target, 4, 2, warriors=8) == 6

    @pytest.mark.clause("BAT-FRM-6", "BAT-FRM-8", "BAT-FRM-10", "BAT-MOD-3", "BAT-MOD-6", "BAT-MOD-13", "BAT-MOD-14")
    @pytest.mark.clause("BAT-MOD-20", "BAT-MOD-22", "BAT-TER-20", "BAT-CBT-16")
    def test_wedge_downhill_on_a_hedgehog(self):
        b = field()
        target = add(b, "L2", 1, 0, 0, SOUTH, figures=16, formation=Formation.HEDGEHOG)
        i = add(b, "U2", 0, 0, 4.5, SOUTH, formation=Formation.WEDGE)
        assert (b.figures[i].width, b.figures[i].depth) == (9, 5)
        ground(b, Ground.HILL, -8, 1, 8, 12)
        assert fight(b, i, target, 2, 6, 3, 1, 5, 4, 3, 6) == (13, 7)

    @pytest.mark.clause("BAT-SNI-3", "BAT-CBT-20", "BAT-PRO-17")
    @pytest.mark.parametrize(("outer", "dealt", "dies"), [(3, 6, True), (2, 5, False)])
    def test_sniper(self, outer, dealt, dies):
        b = field(snipers="yes")
        i = add(b, "H6", 0, 0, 0)
        target = add(b, "L1", 1, 0, 10, SOUTH)
        damage.prepare_shot(b, i, target, 0)
        a = b.attack
        a.flats[Flat.BETWEEN] = -2
        a.protection = b.rules.character_protection
        thrown = Thrown(3, outer)
        found = int(damage.deal_damage(b, thrown.dice, new_log()))
        assert (found, bool(damage.kills_figure(b, found))) == (dealt, dies)


class TestSituations:
    """What of a position becomes a row, one thing at a time."""

    @pytest.mark.clause("BAT-MOD-12", "BAT-CBT-10", "BAT-DEF-22")
    def test_rear_attack(self):
        b = field()
        target = add(b, "O1", 1, 0, 0, figures=20)  # six files: the last rank holds two
        i = add(b, "L1", 0, 0, -4)
        a = damage.prepare_melee(b, i, target, True, False)
        assert a.rows == 1 << Row.MELEE_ORDER | 1 << Row.TARGET_COLUMN | 1 << Row.REAR_ATTACK
        a = damage.prepare_melee(b, target, i, False, True)
        assert (a.fighters, a.rows) == (2, 1 << Row.CLASS_OF_ARMOUR)

    @pytest.mark.clause("BAT-MOD-9", "BAT-MOD-21")
    def test_target_in_water(self):
        b = field()
        i, target = add(b, "L4", 0, 0, 0), add(b, "O7", 1, 0, 10, SOUTH)
        ground(b, Ground.SWAMP, -5, 6, 5, 14)
        assert damage.prepare_shot(b, i, target, 0).rows >> Row.TARGET_IN_WATER & 1
        b.figures[target].boat = 0
        assert not damage.prepare_shot(b, i, target, 0).rows >> Row.TARGET_IN_WATER & 1

    @pytest.mark.clause("BAT-MOD-19")
    def test_column_from_the_flank(self):
        b = field()
        i, target = add(b, "L4", 0, -20, 0, EAST), add(b, "O1", 1, 0, 0)
        assert damage.prepare_shot(b, i, target, 0).rows == 1 << Row.FLANK_ATTACK

    @pytest.mark.clause("BAT-SKL-20", "BAT-SKL-21c", "BAT-SKL-19", "BAT-SKL-9", "BAT-SKL-35")
    def test_large_targets_and_flyers(self):
        b = field()
        i = add(b, "U4", 0, 0, 0)
        trolls, knights, wyverns = add(b, "O7", 1, 0, 12), add(b, "L6", 1, 8, 12), add(b, "O8", 1, -9, 12)
        assert damage.rows_of_skills(b, i, trolls, True) == 1 << SkillRow.TARGET_BIG
        assert damage.rows_of_skills(b, i, knights, True) == 1 << SkillRow.TARGET_RIDER
        assert damage.rows_of_skills(b, trolls, i, False) == 1 << SkillRow.BIG_AGAINST_ORDINARY
        assert damage.rows_of_skills(b, trolls, knights, False) == 1 << SkillRow.TARGET_IN_HEAVY_ARMOUR
        assert damage.prepare_shot(b, i, trolls, 0).fighters == 5
        assert damage.prepare_shot(b, i, wyverns, 0).fighters == 15
        b.profiles[b.figures[knights].profile].skills |= 1 << Skill.BIG  # Big and Rider counts as Big
        assert damage.rows_of_skills(b, i, knights, True) == 1 << SkillRow.TARGET_BIG

    @pytest.mark.clause("BAT-SKL-23c")
    def test_heavy_armour_read_the_other_way(self):
        for reading, rows in (("suffered", (True, False)), ("dealt", (False, True))):
            b = field(heavy_armour=reading)
            wearer, other = add(b, "L3", 0), add(b, "O1", 1, 0, 5)
            found = [
                bool(damage.rows_of_skills(b, i, target, False) >> SkillRow.TARGET_IN_HEAVY_ARMOUR & 1)
                for i, target in ((other, wearer), (wearer, other))
            ]
            assert tuple(found) == rows

    @pytest.mark.clause("BAT-SKL-8")
    def test_flyer_that_attacks_is_struck_back_unless_the_house_says_no(self):
        for reading, dice in (("is_struck_back", (1, 1, 1, 6)), ("is_safe", (1, 1, 1))):
            b = field(flyer_attacks=reading)
            i, target = add(b, "O8", 0, 0, -1), add(b, "O1", 1, 0, 2, SOUTH)
            _, back = fight(b, i, target, *dice)
            assert (back > 0) == (reading == "is_struck_back")

    @pytest.mark.clause("BAT-CBT-7")
    def test_modifiers_outside_the_division(self):
        for stand, found in (("inside", 10), ("outside", 12)):
            b = field(modifiers_stand=stand)
            target = add(b, "O1", 1, 0, 2, SOUTH)
            i = add(b, "L1", 0, 0, -2)
            assert fight(b, i, target, 4, 2, 5)[0] == found  # (20 + 4) / 3 + 2, or 20 / 3 + 4 + 2

    @pytest.mark.clause("BAT-WOU-10", "BAT-ACT-17", "BAT-CBT-19", "BAT-MAG-12", "BAT-TRP-4")
    def test_wounded_strike_back_mercy_and_fixed_power(self):
        b = field(wounded="yes")
        i, enemy = add(b, "L3", 0, 0, -2), add(b, "O7", 1, 0, 2, SOUTH)
        b.figures[i].wounded = 7  # three ranks: files of three, and the last has one
        stood = wounded.lie_as_battalion(b, i)
        a = damage.prepare_reply_of_wounded(b, i, enemy)
        assert (a.strength, a.fighters, a.flat_dice) == (4, 3, -2)
        wounded.stand_again(b, i, stood)
        assert (b.figures[i].healthy, b.figures[i].wounded, b.figures[i].files, b.figures[i].depth) == (15, 7, 5, 3)
        a = damage.prepare_mercy(b, i, False)
        # 5 files less two full ranks of wounded: 3 fighters; (12 + 2) / 6 + 4
        assert damage.deal_damage(b, Thrown(4).dice, new_log()) == 6
        damage.prepare_power(b, enemy, i, 10, 2, True)
        assert damage.deal_damage(b, Thrown(4, 3).dice, new_log()) == 4  # 10 / (6 + 4) + 3, Crush
        damage.prepare_power(b, enemy, i, 10, 1, False)
        assert damage.deal_damage(b, Thrown(3).dice, new_log()) == 2  # (10 / 6 + 3) / 2, Pierce on Pierce

    @pytest.mark.clause("BAT-HER-8")
    def test_hero_on_the_base(self):
        from sandtable.games.batalist.laying.battalions import add_hero

        b = field()
        i, target = add(b, "L3", 0, 0, -2), add(b, "O1", 1, 0, 2, SOUTH)
        c = add_hero(b, "sir_aldwin", 0, 20, 20, 0)
        b.characters[c].battalion = i
        b.figures[i].character = c
        assert damage.prepare_melee(b, i, target, True, False).extra == 6
        assert damage.prepare_shot(b, i, target, 0).extra == 0


# The table, written out again: row -> dice in melee, dice in shooting. Rows 2 and 5 change fighters only.
MELEE = {1: 1, 3: 1, 6: -1, 11: 1, 12: 2, 13: 1, 14: -1, 16: -2}
SHOOTING = {4: -1, 6: 1, 7: 1, 9: 1, 10: -1, 11: 1, 12: 2, 13: 1, 14: -1}
# Dice of skills in the order of their clauses, SKL-19, 20, 21b, 21c, 23c, 29 and 30; here the rows 17 to 23.
MELEE |= {17: 1, 19: 1, 21: -1, 22: 1}
SHOOTING |= {18: 2, 20: 1, 23: -1}
DICE = (5, 2, 6, 1, 4, 3)


def slow(rows, shooting, strength, fighters, protection):
    """Damage by the letter of the formula, with exact fractions; DICE fall one after another."""
    fallen = iter(DICE)
    bracket = strength * fighters
    for row in sorted(rows):
        number = (SHOOTING if shooting else MELEE).get(row, 0)
        for _ in range(abs(number)):
            bracket += next(fallen) if number > 0 else -next(fallen)
        if row == 8:
            protection += next(fallen)
    total = Fraction(floor(Fraction(bracket, protection)) + next(fallen))
    total = max(total, Fraction(0))
    return floor(total / 2) if 15 in rows else int(total)


@pytest.mark.clause(
    "BAT-MOD-1", "BAT-MOD-2", "BAT-MOD-3", "BAT-MOD-4", "BAT-MOD-5", "BAT-MOD-6", "BAT-MOD-7", "BAT-MOD-8",
    "BAT-MOD-9", "BAT-MOD-10", "BAT-MOD-11", "BAT-MOD-12", "BAT-MOD-13", "BAT-MOD-14", "BAT-MOD-15",
    "BAT-MOD-16", "BAT-MOD-24", "BAT-CBT-5", "BAT-CBT-12", "BAT-CBT-13", "BAT-SKL-19", "BAT-SKL-20", "BAT-SKL-21b",
    "BAT-SKL-21c", "BAT-SKL-23c", "BAT-SKL-29", "BAT-SKL-30",
)  # fmt: skip
@pytest.mark.parametrize("shooting", [False, True])
def test_every_row_alone_and_in_pairs(shooting):
    b = field()
    i, target = add(b, "L1", 0), add(b, "O1", 1, 0, 20)
    sets = [(row,) for row in range(1, 24)] + list(combinations(range(1, 24), 2))
    assert len(sets) == 23 + 253
    for rows in sets:
        for strength, fighters, protection in ((3, 5, 3), (0, 4, 4), (1, 2, 5)):
            damage.new_attack(b, i, target, shooting)
            a = b.attack
            a.rows = sum(1 << (row - 1) for row in rows if row <= 16)
            a.skill_rows = sum(1 << (row - 17) for row in rows if row > 16)
            a.strength, a.fighters, a.protection = strength, fighters, protection
            found = damage.deal_damage(b, Thrown(*DICE).dice, new_log())
            assert found == slow(rows, shooting, strength, fighters, protection), (rows, strength)


@pytest.mark.clause("BAT-CBT-16")
def test_rows_that_count_for_a_reply():
    b = field()
    every = (1 << 16) - 1
    kept = damage.rows_of_reply(b, every)
    assert [row for row in range(1, 17) if kept >> (row - 1) & 1] == [2, 6, 8, 13, 14, 15, 16]


@pytest.mark.clause("BAT-CBT-5", "BAT-CBT-14")
def test_the_log_holds_every_line():
    b = field()
    i, target = add(b, "L1", 0, 0, -2), add(b, "O1", 1, 0, 2, SOUTH)
    log = new_log()
    damage.prepare_melee(b, i, target, True, False)
    damage.deal_damage(b, Thrown(4, 2).dice, log)
    amounts = [int(log.entries[k].amount) for k in range(log.n) if log.entries[k].kind == 2]
    assert amounts == [20, 4, 2]
    assert NONE not in [int(log.entries[k].clause) for k in range(log.n) if log.entries[k].kind == 2]


@pytest.mark.clause("BAT-SKL-21b", "BAT-SKL-23c", "BAT-SKL-29", "BAT-SKL-30")
def test_each_die_of_a_skill_cites_its_own_clause():
    """Knights at skeleton spears: riders. The spears back at them: heavy armour, and long weapons against riders."""
    b = field()
    i, target = add(b, "L6", 0, 0, -2), add(b, "U1", 1, 0, 2, SOUTH)
    bows = add(b, "L4", 0, 20, -2)
    log = new_log()
    damage.prepare_melee(b, i, target, True, False)
    damage.deal_damage(b, Thrown(1, 1, 1).dice, log)
    damage.prepare_melee(b, target, i, False, True)
    damage.deal_damage(b, Thrown(1, 1, 1).dice, log)
    damage.prepare_shot(b, bows, target, 0)
    damage.deal_damage(b, Thrown(1, 1, 1).dice, log)
    lines = [entry for entry in log.entries[: log.n] if entry.kind == Kind.TALLY and entry.code == Code.SKILL_DIE]
    assert [Clause(int(line.clause)).name for line in lines] == ["SKL_21b", "SKL_23c", "SKL_29", "SKL_30"]


def flat_lines(log):
    """Of each flat modifier that was counted: its sentence, its clause and how much it is."""
    first = Code.FROM_HOUR.value
    lines = [entry for entry in log.entries[: log.n] if entry.kind == Kind.TALLY]
    flats = [line for line in lines if first <= line.code <= Code.FROM_WOUNDED.value]
    return [(Code(int(line.code)).name, Clause(int(line.clause)).name, int(line.amount)) for line in flats]


@pytest.mark.clause("BAT-OPT-3", "BAT-TOD-9", "BAT-SUN-2", "BAT-SUN-3", "BAT-WIN-4", "BAT-WEA-4b", "BAT-WEA-9b")
@pytest.mark.parametrize(
    ("switches", "sky", "shooting", "lines"),
    [
        ({"time_of_day": "yes"}, {"hour": 4}, True, [("FROM_HOUR", "TOD_9", -3)]),
        ({"time_of_day": "yes", "sun": "yes"}, {"hour": 0}, True, [("FROM_SUN", "SUN_3", -2)]),
        ({"time_of_day": "yes", "sun": "yes"}, {"hour": 0}, False, [("FROM_SUN", "SUN_2", -1)]),
        ({"weather": "summer"}, {"sky": 1}, True, [("FROM_WEATHER", "WEA_3b", -2)]),
        ({"weather": "summer"}, {"sky": 2}, True, [("FROM_WEATHER", "WEA_4b", -3)]),
        ({"weather": "summer"}, {"sky": 3}, True, [("FROM_WEATHER", "WEA_5a", -1)]),
        ({"weather": "winter"}, {"sky": 0}, True, [("FROM_WEATHER", "WEA_8b", -2)]),
        ({"weather": "winter"}, {"sky": 1}, True, [("FROM_WEATHER", "WEA_9b", -2)]),
        ({"weather": "winter"}, {"sky": 1}, False, []),
        ({"wind": "yes"}, {"wind": 5, "wind_to": 2}, True, [("FROM_WIND", "WIN_4", 2)]),
    ],
)
def test_each_flat_modifier_says_what_it_comes_from(switches, sky, shooting, lines):
    """Archers, or spears, at orcs to the east: the sun rises there, and a wind of 5 by 120 degrees blows that way."""
    b = field(**switches)
    for name, value in sky.items():
        b[name] = value
    i, target = add(b, "L4" if shooting else "L1", 0, 20, 20, EAST), add(b, "O1", 1, 30, 20, WEST)
    damage.prepare_shot(b, i, target, 0) if shooting else damage.prepare_melee(b, i, target, True, False)
    log = new_log()
    damage.deal_damage(b, Thrown(*[1] * 9).dice, log)
    assert flat_lines(log) == lines


@pytest.mark.clause("BAT-OPT-3", "BAT-SKL-3", "BAT-SKL-4", "BAT-ACT-17", "BAT-MOR-13", "BAT-TOD-12", "BAT-WOU-10")
def test_flat_modifiers_of_those_who_strike_say_what_they_come_from():
    """A jet and a volley that reach 4, mercy for a +2, a fight in retreat for a -2, and vampires by day for a -3."""
    told = []
    b = field(time_of_day="yes", wounded="yes")
    b.hour = 1
    jet, guns = add(b, "L9", 0, 20, 20, EAST), add(b, "L8", 0, 20, 40, EAST)
    foe, creature = add(b, "O1", 1, 24, 20, WEST), add(b, "U7", 0, 60, 20, EAST)
    for prepare in (
        lambda: damage.prepare_shot(b, jet, foe, 4),
        lambda: damage.prepare_shot(b, guns, foe, 4),
        lambda: damage.prepare_mercy(b, foe, False),
        lambda: damage.prepare_melee(b, creature, foe, True, False),
        lambda: damage.prepare_reply_of_wounded(b, foe, jet),
    ):
        prepare()
        log = new_log()
        damage.deal_damage(b, Thrown(*[1] * 9).dice, log)
        told += flat_lines(log)
    log = new_log()
    aftermath.fight_in_retreat(b, foe, jet, Thrown(*[1] * 20).dice, log)
    assert told + flat_lines(log) == [
        ("FROM_REACHED", "SKL_3", 4), ("FROM_REACHED", "SKL_4", 4), ("FROM_MERCY", "ACT_17", 2),
        ("FROM_HOUR", "TOD_12", -3), ("FROM_WOUNDED", "WOU_10", -2), ("FROM_RETREAT", "MOR_13", -2),
    ]  # fmt: skip
