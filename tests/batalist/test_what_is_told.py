"""What players are told of what happens: each thing once, of those whom it befell, under its clause."""

from __future__ import annotations

from fractions import Fraction

import pytest

import sandtable
from batalist.field import NORTH, SOUTH, Thrown, action, add, field, forbidden_by, ground, in_go
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Ground, Order, Phase, Role, State, Verb
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.rules import (
    aftermath,
    casting,
    chosen_targets,
    damage,
    magic,
    morale,
    preparing,
    scouting,
    sequence,
    sky,
    traps,
    wounded,
)
from sandtable.kernel.dice import new_dice
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE
from sandtable.table.odds import odds_of
from sandtable.translation import speaking


def told(log, code):
    """Of whom, against whom, how much and under which clause a log tells this."""
    return [
        (int(entry.actor), int(entry.other), int(entry.amount), str(Clause(int(entry.clause)).name))
        for entry in log.entries[: log.n]
        if entry.code == code and entry.kind in (Kind.EVENT, Kind.OUTCOME)
    ]


def told_of(b, one, code, *dice):
    """What carrying this action out tells of this."""
    assert forbidden_by(b, one) == ""
    log, thrown = new_log(), Thrown(*dice)
    sequence.apply(b, one, thrown.dice, log)
    assert thrown.are_used_up()
    return told(log, code)


def told_by_sides(b, one, code):
    """Of which sides carrying this action out tells this, and under which clause."""
    assert forbidden_by(b, one) == ""
    log = new_log()
    sequence.apply(b, one, Thrown().dice, log)
    lines = [entry for entry in log.entries[: log.n] if entry.code == code and entry.kind == Kind.EVENT]
    return [(int(line.side), str(Clause(int(line.clause)).name)) for line in lines]


def sides_of_dice(log):
    return {int(entry.item) for entry in log.entries[: log.n] if entry.kind == Kind.DIE}


@pytest.mark.clause("BAT-ACT-13", "BAT-CBT-1")
def test_a_charge():
    b = field()
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 40, 28, SOUTH)
    in_go(b, 0, (i, Order.MELEE_ATTACK), (foe, Order.TURN))
    assert told_of(b, action(b, Verb.CHARGE, i, target=foe), Code.CHARGES, 1, 1, 1) == [(i, foe, 0, "ACT_13")]


@pytest.mark.clause("BAT-HER-9", "BAT-ACT-4")
def test_a_hero_who_steps_off():
    b = field()
    i, hero = add(b, "L1", 0, 40, 20), add_hero(b, "ysolde_the_grey", 0, 5, 5, NORTH)
    own, foe = int(b.characters[hero].own), add(b, "O1", 1, 80, 55, SOUTH)
    b.figures[i].character, b.characters[hero].battalion, b.figures[own].state = hero, i, State.ON_BASE.value
    in_go(b, 0, (own, Order.MOVE), (foe, Order.TURN))
    move = action(b, Verb.MOVE, own, x=40.0, y=24.0, facing=NORTH)
    assert told_of(b, move, Code.MOVES) == [(own, NONE, 0, "ACT_4")]


@pytest.mark.clause("BAT-MOR-11")
def test_a_fight_in_a_retreat():
    b = field()
    i, foe, behind = add(b, "L1", 0, 45, 30), add(b, "O1", 1, 45, 35, SOUTH), add(b, "O1", 1, 45, 24)
    log = new_log()
    aftermath.retreat(in_go(b), i, foe, Thrown(1, 1).dice, log)
    assert told(log, Code.FIGHTS) == [(i, behind, 0, "MOR_11")]


@pytest.mark.clause("BAT-TER-16")
def test_battering():
    """Twice a strength of 3 protects it: (6 x 3) / 6 + 6 = 9."""
    b = field(building_strength="yes")
    b.sites[ground(b, Ground.BUILDING, 20, 30, 60, 36)].strength = 3
    guns = add(b, "L8", 0, 50, 10)
    in_go(b, 0, (guns, Order.SHOOTING_ATTACK), (guns, Order.TURN))
    shot = action(b, Verb.BATTER, guns, item=0, amount=Order.SHOOTING_ATTACK)
    assert told_of(b, shot, Code.BATTERS, 6) == [(guns, NONE, 9, "TER_16")]


@pytest.mark.clause("BAT-SKL-12", "BAT-SKL-13")
def test_who_does_not_obey():
    """Berserkers, Undisciplined 3, reform on a 4 and not on a 3."""
    for die, said in ((3, True), (4, False)):
        b = field()
        i = add(b, "O2", 0, 40, 20)
        in_go(b, 0, (i, Order.REFORM), (i, Order.TURN))
        one = action(b, Verb.REFORM, i, amount=b.figures[i].formation, item=b.figures[i].files)
        assert told_of(b, one, Code.FAILS_TO_OBEY, die) == [(i, NONE, 0, "SKL_13")] * said


def odds_of_action(b, one):
    """What may come of an action: the texts but for whom they name, with their chances."""
    words = sandtable.new("batalist", scenario="C1", seed=1).engine.words
    return {each.text.split(") ")[-1]: each.probability for each in odds_of(b, one, words).outcomes}


@pytest.mark.clause("BAT-SKL-12", "BAT-SKL-13")
def test_the_odds_say_that_an_order_is_carried_out():
    """Berserkers, Undisciplined 3, reform in three of six, and the log says nothing more of it."""
    b = field()
    i = add(b, "O2", 0, 40, 20)
    in_go(b, 0, (i, Order.REFORM), (i, Order.TURN))
    one = action(b, Verb.REFORM, i, amount=b.figures[i].formation, item=b.figures[i].files)
    found = odds_of_action(b, one)
    assert len(found) == 2 and found["The order is carried out."] == Fraction(1, 2)
    with speaking("ru"):
        assert odds_of_action(b, one)["Приказ выполнен."] == Fraction(1, 2)


@pytest.mark.clause("BAT-ARM-14")
def test_the_odds_of_the_shard_are_a_die_more():
    b = in_go(field())
    b.phase = Phase.ORDERS.value
    i = add(b, "L1", 0, 40, 20)
    b.characters[add_character(b, Role.MAGE, i)].artefact = 1
    assert odds_of_action(b, action(b, Verb.SHARD, i)) == {"A die more mana.": 1}
    with speaking("ru"):
        assert odds_of_action(b, action(b, Verb.SHARD, i)) == {"Маны больше на кубик.": 1}


@pytest.mark.clause("BAT-INI-3")
def test_who_declines():
    b = field()
    i, foe = add(b, "L1", 0, 20, 10), add(b, "O1", 1, 45, 50, SOUTH)
    in_go(b, 0, (i, Order.TURN), (foe, Order.TURN))
    b.phase = Phase.FIRST.value
    assert told_by_sides(b, action(b, Verb.DECLINE), Code.DECLINES) == [(0, "INI_3")]


@pytest.mark.clause("BAT-EXE-6", "BAT-SKL-17")
def test_who_passes():
    """Wolf riders could make their Fast move."""
    b = field()
    add(b, "O5", 0, 20, 10)
    foe = add(b, "O1", 1, 45, 50, SOUTH)
    in_go(b, 0, (foe, Order.TURN))
    assert told_by_sides(b, action(b, Verb.PASS), Code.PASSES) == [(0, "EXE_6")]


@pytest.mark.clause("BAT-TOP-2")
def test_who_calls_a_case_disputed_and_who_does_not_agree():
    b = field(disputes="die")
    i, foe = add(b, "L1", 0, 20, 10), add(b, "O1", 1, 45, 50, SOUTH)
    in_go(b, 0, (i, Order.TURN), (foe, Order.TURN))
    assert told_by_sides(b, action(b, Verb.DISPUTE), Code.CALLS_IT_DISPUTED) == [(0, "TOP_2")]
    assert told_by_sides(b, action(b, Verb.LET), Code.DOES_NOT_AGREE) == [(1, "TOP_2")]


@pytest.mark.clause("BAT-REC-3", "BAT-REC-4", "BAT-REC-5", "BAT-REC-6")
def test_what_a_search_finds():
    """A 4 of the Rangers against three dice of barrow guards: each that is lower is a failure to hide."""
    found = (Code.FINDS_NOTHING, Code.IS_NOTICED, Code.IS_DISCOVERED, Code.IS_SURROUNDED)
    for failures, clause in enumerate(("REC_6", "REC_3", "REC_4", "REC_5")):
        b = field(ambush="yes", reconnaissance="yes")
        b.sides[1].zone_from, b.sides[1].zone_to = 49.5, 60.0
        k, scout, hidden = ground(b, Ground.WOOD, 30, 25, 50, 35), add(b, "L7", 0, 40, 24.5), add(b, "U2", 1)
        b.figures[hidden].state = State.AMBUSH.value
        log, dice = new_log(), Thrown(4, *(3,) * failures, *(4,) * (3 - failures))
        scouting.scout_for(b, scout, k, hidden, dice.dice, log)
        assert dice.are_used_up()
        of = (hidden, scout) if failures else (scout, NONE)
        assert [told(log, code) for code in found if told(log, code)] == [[(*of, 0, clause)]]
        assert told(log, found[failures]) == [(*of, 0, clause)]


@pytest.mark.clause("BAT-ARM-14", "BAT-ART-1")
def test_whom_an_amulet_saves():
    b = field(artefacts="yes")
    hero, i = add_hero(b, "sir_aldwin", 0, 10, 20, NORTH), add(b, "L1", 0, 40, 20)
    captain = add_character(b, Role.CAPTAIN, i)
    for c, code, of in ((hero, Code.HERO_IS_WARDED, b.characters[hero].own), (captain, Code.IS_WARDED, i)):
        b.characters[c].artefact = 2
        log = new_log()
        assert wounded.is_warded(b, c, log) and not wounded.is_warded(b, c, log), "this once"
        assert told(log, code) == [(of, NONE, c, "ARM_14")]


@pytest.mark.clause("BAT-TRP-2")
def test_a_trap_that_springs_far_from_everybody():
    b = field(traps="yes")
    far = add(b, "O1", 1, 40, 24.1, SOUTH)
    traps.lay_trap(b, 0, 0, 1, 40.0, 20.0, True)
    log = new_log()
    traps.turn_over_trap(b, 0, far, Thrown().dice, log)
    lines = [entry for entry in log.entries[: log.n] if entry.code == Code.SPRINGS_IN_VAIN]
    assert [(int(line.side), str(Clause(int(line.clause)).name)) for line in lines] == [(1, "TRP_2")]


@pytest.mark.clause("BAT-WIN-5", "BAT-WOU-10")
def test_a_shot_at_the_wounded_that_the_wind_carries_past_them():
    """Four lie in one file; a wind of 6 to the north-east carries a shot to the north 2.6 steps aside."""
    b = field(wounded="yes", wind="yes")
    i, orcs = add(b, "L4", 0, 40, 20), add(b, "O1", 1, 40, 32, NORTH)
    b.figures[orcs].healthy, b.figures[orcs].wounded, b.wind_to, b.wind = 0, 4, 1, 6
    in_go(b, 0, (i, Order.SHOOTING_ATTACK))
    shot = action(b, Verb.STRIKE_WOUNDED, i, target=orcs, amount=Order.SHOOTING_ATTACK)
    assert told_of(b, shot, Code.MISSES) == [(i, orcs, 0, "WIN_5")]
    assert b.figures[orcs].wounded == 4
    # of guns the template, on the middle of the column, goes along to (42.6, 31.5), and covers who stands there
    guns, other = add(b, "L8", 0, 40, 10), add(b, "O1", 1, 42.6, 29.6, figures=1)
    b.figures[i].state = State.FLED.value
    in_go(b, 0, (guns, Order.SHOOTING_ATTACK))
    shot = action(b, Verb.STRIKE_WOUNDED, guns, target=orcs, amount=Order.SHOOTING_ATTACK)
    sequence.apply(b, shot, Thrown(*[1] * 9).dice, new_log())
    assert (b.figures[orcs].wounded, b.figures[other].healthy) == (4, 0)


@pytest.mark.clause("BAT-MOR-14", "BAT-CBT-15")
def test_who_flees_and_who_is_destroyed():
    b = field()
    i = add(b, "L1", figures=3)
    log = new_log()
    morale.take_test(b, i, Thrown(6, 5, 1, 3).dice, log)
    assert told(log, Code.FLEES) == [(i, NONE, 0, "MOR_14")]
    b, log = field(), new_log()
    i = add(b, "L1", figures=3)
    wounded.suffer(b, i, 2, log)
    assert told(log, Code.IS_DESTROYED) == []
    wounded.suffer(b, i, 1, log)
    assert told(log, Code.IS_DESTROYED) == [(i, NONE, 0, "CBT_15")]
    assert told(log, Code.LOSES) == [(i, NONE, 2, "CBT_15"), (i, NONE, 1, "CBT_15")]


@pytest.mark.clause("BAT-WOU-11")
def test_how_many_wounded_die():
    b = field(wounded="yes")
    i = add(b, "L1")
    b.figures[i].wounded = 2
    log = new_log()
    for damage_done in (0, 1, 5):
        wounded.strike_wounded(b, i, damage_done, log)
    assert told(log, Code.WOUNDED_DIE) == [(i, NONE, 1, "WOU_11"), (i, NONE, 1, "WOU_11")]


@pytest.mark.clause("BAT-MOR-7", "BAT-ACT-3", "BAT-MAG-7", "BAT-HER-12")
def test_who_falls_back_turns_dispels_and_dies_alone():
    b, log = field(), new_log()
    i, foe = add(b, "L1", 0, 40, 30), add(b, "O1", 1, 40, 40, SOUTH)
    aftermath.retreat(b, i, foe, Thrown().dice, log)
    assert told(log, Code.RETREATS) == [(i, NONE, 0, "MOR_7")]
    in_go(b, 0, (i, Order.TURN), (foe, Order.TURN))
    assert told_of(b, action(b, Verb.TURN, i, facing=SOUTH), Code.TURNS) == [(i, NONE, 0, "ACT_3")]
    mages, log = [add_character(b, Role.MAGE, k) for k in (i, foe)], new_log()
    for die, works in ((3, False), (2, True)):
        log = new_log()
        assert magic.cast(b, mages[0], 0, mages[1], Thrown(3, die).dice, log) == works
        assert told(log, Code.IS_DISPELLED) == [(i, NONE, 0, "MAG_7")] * (not works)
    hero, log = int(b.characters[add_hero(b, "sir_aldwin", 0, 10, 20, NORTH)].own), new_log()
    wounded.suffer(b, hero, 1, log)
    assert told(log, Code.HERO_DIES) == [(hero, NONE, 0, "HER_12")] and told(log, Code.IS_DESTROYED) == []


@pytest.mark.clause("BAT-DEP-4", "BAT-ART-1")
def test_who_dies_with_a_battalion_and_whom_nothing_has_befallen():
    b = field(artefacts="yes")
    captain = add_character(b, Role.CAPTAIN, add(b, "L1", 0, 40, 20, figures=1))
    hero, bearer = add_hero(b, "sir_aldwin", 0, 10, 20, NORTH), add(b, "L1", 0, 60, 20, figures=1)
    own = int(b.characters[hero].own)
    b.figures[bearer].character, b.characters[hero].battalion, b.figures[own].state = hero, bearer, State.ON_BASE.value
    for k, code, of in ((0, Code.CHARACTER_DIES, (0, NONE, captain)), (bearer, Code.HERO_DIES, (own, NONE, hero))):
        log = new_log()
        wounded.suffer(b, k, 1, log)
        assert told(log, code) == [(*of, "DEP_4")]
    assert b.figures[own].state == State.DESTROYED
    warded = add_hero(b, "sir_aldwin", 0, 10, 40, NORTH)
    b.characters[warded].artefact = 2
    for damage_done, used in ((0, 0), (1, 1)):
        wounded.suffer(b, int(b.characters[warded].own), damage_done, new_log())
        assert (b.characters[warded].used, b.characters[warded].alive) == (used, 1)


@pytest.mark.clause("BAT-CBT-5", "BAT-HER-8")
def test_what_an_attack_deals():
    """Spearmen of strength 4, five of them, and a hero of 6: 26 / 3 + 1 = 9."""
    b = field()
    i, foe = add(b, "L3", 0, 40, 20), add(b, "O1", 1, 40, 24, SOUTH)
    damage.new_attack(b, i, foe, False)
    a, log = b.attack, new_log()  # what a compiled function returns is a copy
    a.strength, a.fighters, a.extra, a.protection = 4, 5, 6, 3
    assert damage.deal_damage(b, Thrown(1).dice, log) == 9
    assert told(log, Code.DEALS) == [(i, foe, 9, "CBT_5")]


@pytest.mark.clause("BAT-CBT-20", "BAT-HER-12")
def test_which_character_dies_of_a_blow():
    b = field()
    captain = add_character(b, Role.CAPTAIN, add(b, "L1", 0, 40, 20))
    hero = add_hero(b, "sir_aldwin", 0, 10, 20, NORTH)
    own, bearer = int(b.characters[hero].own), add(b, "L1", 0, 60, 20)
    b.figures[bearer].character, b.characters[hero].battalion, b.figures[own].state = hero, bearer, State.ON_BASE.value
    for c, code, other, of in (
        (captain, Code.CHARACTER_DIES, Code.HERO_DIES, 0),
        (hero, Code.HERO_DIES, Code.CHARACTER_DIES, own),
    ):
        log = new_log()
        chosen_targets.strike_character(b, c, 5, log)
        assert b.characters[c].alive == 1 and told(log, code) == []
        chosen_targets.strike_character(b, c, 6, log)
        assert told(log, code) == [(of, NONE, c, "CBT_20")] and told(log, other) == []
        assert b.characters[c].alive == 0 and b.figures[b.characters[c].battalion].character == NONE
    assert [(b.figures[j].state, b.figures[j].healthy) for j in (0, own)] == [(State.FIELD, 20), (State.DESTROYED, 0)]


@pytest.mark.clause("BAT-ARM-13")
def test_whose_card_confusion_takes():
    b = field()
    foe = add(b, "O1", 1, 40, 30, SOUTH)
    log = new_log()
    casting.discard_one(b, foe, Thrown().dice, log)
    assert told(log, Code.IS_CONFUSED) == [], "it has none"
    b.figures[foe].cards[0] = Order.TURN
    casting.discard_one(b, foe, Thrown(1).dice, log)
    assert told(log, Code.IS_CONFUSED) == [(foe, NONE, 0, "ARM_13")]


@pytest.mark.clause("BAT-ACT-4")
def test_how_far_a_move_goes_and_may_go():
    """Halberdiers, speed 6, are to go 4 steps ahead."""
    b = field()
    i = add(b, "L1", 0, 40, 20)
    in_go(b, 0, (i, Order.MOVE))
    log = new_log()
    assert sequence.judge(b, action(b, Verb.MOVE, i, y=24.0), log).legal
    lines = [entry for entry in log.entries[: log.n] if entry.kind == Kind.WAY]
    assert [(int(line.actor), float(line.value), int(line.amount)) for line in lines] == [(i, 4.0, 600)]


@pytest.mark.clause("BAT-MOR-4", "BAT-MGA-1", "BAT-WIN-2", "BAT-WIN-3", "BAT-WEA-1")
def test_the_dice_of_morale_of_mages_of_weather_and_of_wind_have_six_sides():
    b, log = field(), new_log()
    sky.throw_wind(b, new_dice(1), log)
    preparing.throw_weather(field(weather="winter"), Thrown(4, 4, 2).dice, log)  # a 4 is thrown again
    assert sides_of_dice(log) == {6}
    log = new_log()
    i = add(b, "L1")
    c = add_character(b, Role.MAGE, i)
    morale.throw_failures(b, i, new_dice(1), log)
    assert sides_of_dice(log) == {6}
    log = new_log()
    magic.throw_mage(b, c, new_dice(1), log)
    assert sides_of_dice(log) == {6}


@pytest.mark.clause("BAT-EXE-9")
def test_a_wheel_of_a_charge_is_gone_as_far_as_it_was_ordered():
    b = field()
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 43, 27, SOUTH)
    in_go(b, 0, (i, Order.MELEE_ATTACK), (foe, Order.TURN))
    one = action(b, Verb.CHARGE, i, target=foe, amount=12)
    assert forbidden_by(b, one) == ""
    sequence.apply(b, one, Thrown(*[1] * 9).dice, new_log())
    facing = action(b, Verb.TURN, i, facing=NORTH + 12.0)
    assert (b.figures[i].fx, b.figures[i].fy) == pytest.approx((facing.fx, facing.fy), abs=1e-6)
