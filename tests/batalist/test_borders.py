"""Borderline cases that mutants showed nobody asked: exactly at a limit, one alone, none at all; worked out by hand."""

from __future__ import annotations

import math

import pytest

from batalist.field import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Thrown,
    action,
    add,
    carry_out,
    field,
    forbidden_by,
    ground,
    in_go,
    wall,
    zoned,
)
from sandtable.games.batalist.clauses import Clause
from sandtable.games.batalist.enums import (
    Formation,
    Goal,
    Ground,
    Order,
    Phase,
    Role,
    Row,
    SkillRow,
    Spell,
    State,
    Thing,
    Verb,
    Zone,
)
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.rules import (
    activation,
    aftermath,
    ambush,
    area_fire,
    boats,
    cards,
    casting,
    charging,
    damage,
    distances,
    free_places,
    hiding,
    markers,
    moving,
    ordering,
    placing,
    returning,
    scouting,
    searching,
    shooting,
    snipers,
    stating,
    traps,
    turns,
    victory,
    ways,
    wounded,
    zones,
)
from sandtable.kernel.dice import new_dice
from sandtable.kernel.geometry import Base, Point, base_of
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_disc


@pytest.mark.clause("BAT-WEA-5d", "BAT-CBT-13")
def test_rain_halves_fire_in_melee_too():
    b = field(weather="summer")
    b.sky = 3
    i, target = add(b, "L1", 0, 0, -2), add(b, "O1", 1, 0, 2, SOUTH)
    for fire in (0, 1):
        b.profiles[b.figures[i].profile].melee_fire = fire
        assert damage.prepare_melee(b, i, target, ordered=True, reply=False).halvings == fire


@pytest.mark.clause("BAT-MOD-20", "BAT-SKL-16", "BAT-FRM-7")
def test_one_without_long_has_neither_flanks_nor_rear_and_a_wedge_has_a_rear():
    b = field()
    one, rider, wedge = add(b, "U3", 0, 10, 10, figures=1), add(b, "O5", 0, 30, 10, figures=1), add(b, "L1", 0, 50, 10)
    b.figures[wedge].formation = Formation.WEDGE.value
    for i, x in ((one, 10.0), (rider, 30.0), (wedge, 50.0)):
        found = []
        for dx, dy in ((8.0, 0.0), (0.0, -12.0)):
            attacker = add(b, "L1", 1, x + dx, 10 + dy, WEST if dx else NORTH)
            found.append(zones.attacked_from(b, i, attacker))
        assert found == {one: [Zone.FRONT] * 2, rider: [Zone.RIGHT, Zone.REAR], wedge: [Zone.FRONT, Zone.REAR]}[i]


@pytest.mark.clause("BAT-ARE-3", "BAT-SKL-30")
def test_a_blind_shot_knows_the_shields_of_who_hides():
    b = field(ambush="yes", area_fire="yes")
    k = ground(b, Ground.WOOD, 30, 25, 50, 35)
    guns, spears = add(b, "O9", 0, 40, 10), add(b, "U1", 1)
    area_fire.prepare_blind_shot(b, guns, k, spears)
    assert b.attack.skill_rows == 1 << SkillRow.TARGET_WITH_LARGE_SHIELD
    assert b.attack.rows & (1 << Row.TARGET_IN_COVER)


@pytest.mark.clause("BAT-ARM-13", "BAT-MAG-13", "BAT-ORD-9")
def test_a_veil_lies_on_the_field_and_who_has_two_orders_hears_no_voice():
    b = field()
    i = add(b, "L1", 0, 5, 5)
    mage = add_character(b, Role.MAGE, i)
    veil, voice = Spell.VEIL_OF_MIST.value, Spell.IRON_VOICE.value
    for x, y, fits in ((5.0, 0.0, True), (5.0, -0.1, False), (0.0, 5.0, True), (-0.1, 5.0, False)):
        assert bool(casting.fits_target(b, mage, veil, NONE, x, y, NONE)) == fits, (x, y)
    b.width, b.height = 8.0, 9.0
    for x, y, fits in ((8.0, 9.0, True), (8.1, 9.0, False), (8.0, 9.1, False)):
        assert bool(casting.fits_target(b, mage, veil, NONE, x, y, NONE)) == fits, (x, y)
    for given in (0, 1, 2):
        b.figures[i].given = given
        assert bool(casting.fits_target(b, mage, voice, i, 0.0, 0.0, Order.MOVE.value)) == (given < 2)
    b.figures[i].given = 1
    casting.take_effect(b, voice, i, Order.MELEE_ATTACK.value, Thrown().dice, new_log())
    assert (b.figures[i].given, b.figures[i].cards[1]) == (2, Order.MELEE_ATTACK)


@pytest.mark.clause("BAT-INI-4", "BAT-MAG-4", "BAT-ARM-13")
def test_only_its_own_mages_let_a_side_cast_and_false_dawn_ends_with_the_turn():
    b = field(time_of_day="yes")
    b.hour = 1
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 40, 30, SOUTH)
    c = add_character(b, Role.MAGE, i)
    b.characters[c].mana = 6
    assert casting.can_cast(b, 0) and not casting.can_cast(b, 1)
    casting.take_effect(b, Spell.FALSE_DAWN.value, foe, NONE, Thrown().dice, new_log())
    assert b.false_dawn == 1 and not casting.fits_target(b, c, Spell.FALSE_DAWN.value, NONE, 0.0, 0.0, NONE)
    in_go(zoned(b))
    turns.run_turn_ends(b, Thrown().dice, new_log())
    assert b.false_dawn == 0


@pytest.mark.clause("BAT-DEP-10", "BAT-WOU-1", "BAT-TRP-1")
def test_the_edges_of_a_zone_are_in_it():
    b = zoned(field(wounded="yes", traps="yes"))
    i = add(b, "L1", 0)
    b.figures[i].state = State.WAITING.value
    b.phase, b.mover = Phase.DEPLOYMENT.value, 0
    for x, y, clause in (
        (2.5, 2.0, ""),
        (87.5, 8.5, ""),
        (2.4, 2.0, "DEP_10"),
        (87.6, 5.0, "DEP_10"),
        (9.0, 8.6, "DEP_10"),
    ):
        assert forbidden_by(b, action(b, Verb.DEPLOY, i, x=x, y=y)) == clause
    b.phase = Phase.PLACING.value
    for x, y, clause in (
        (0.0, 0.0, ""),
        (90.0, 10.5, ""),
        (-0.1, 5.0, "WOU_1"),
        (90.1, 5.0, "WOU_1"),
        (45.0, 10.6, "WOU_1"),
    ):
        assert forbidden_by(b, action(b, Verb.PLACE, x=x, y=y)) == clause
    b.sides[0].hospital, b.sides[0].traps = 1, 2
    assert placing.owes_trap(b, 0)
    placing.make_leave_out(b)
    assert b.sides[0].traps == 0 and not placing.owes_trap(b, 0)


@pytest.mark.clause("BAT-DEP-6", "BAT-HER-11")
def test_no_character_passes_over_to_a_lone_hero():
    b = field()
    i = add(b, "L1", 0, 45, 20)
    add_character(b, Role.CAPTAIN, i)
    hero = int(b.characters[add_hero(b, "ysolde_the_grey", 0, 48, 20, NORTH)].own)
    in_go(b, 0, (i, Order.TURN))
    assert forbidden_by(b, action(b, Verb.PASS_OVER, i, target=hero)) == "DEP_2"


@pytest.mark.clause("BAT-ORD-10", "BAT-HER-10", "BAT-SKL-11", "BAT-EXE-7")
def test_a_lone_hero_orders_a_reform_and_one_berserker_still_rages():
    b = field()
    hero = int(b.characters[add_hero(b, "sir_aldwin", 0, 40, 20, NORTH)].own)
    beside = add(b, "L1", 0, 43.5, 20)
    b.phase, b.mover = Phase.ORDERS.value, 0
    assert forbidden_by(b, action(b, Verb.GIVE, beside, target=hero, amount=Order.REFORM)) == ""
    assert forbidden_by(b, action(b, Verb.GIVE, beside, target=hero, amount=-1)) == "ORD_10"
    rage = add(b, "O2", 0, 60, 20, figures=1)
    ordering.lay_automatic(b, rage)
    assert list(b.figures[rage].cards) == [Order.MELEE_ATTACK, Order.MELEE_ATTACK]
    b.figures[beside].wounded = 1
    assert activation.can_execute(b, beside, Order.RECOVERY.value)
    b.figures[beside].wounded = 0
    assert not activation.can_execute(b, beside, Order.RECOVERY.value)


@pytest.mark.clause("BAT-DEP-8", "BAT-ORD-15", "BAT-AMB-17")
def test_dark_places_are_seen_once_all_stand_and_guesses_keep_to_a_set():
    b = field(deployment="dark", ambush="yes")
    i, hidden = add(b, "O1", 1, 40, 50), add(b, "O2", 1)
    b.figures[hidden].state = State.AMBUSH.value
    for phase, state in ((Phase.DEPLOYMENT, State.UNSEEN), (Phase.PLACING, State.FIELD)):
        seen = b.copy()
        seen.phase = phase.value
        hiding.redact(seen, 0)
        assert seen.figures[i].state == state
    seen = b.copy()
    seen.phase, seen.mover, seen.striker = Phase.EXECUTION.value, 1, i
    hiding.redact(seen, 0)
    assert seen.striker == i, "who is touched is seen"
    for side, group, thing in ((0, 0, Thing.TRAP), (1, 0, Thing.TRAP), (1, 1, Thing.AMBUSH)):
        for x in range(3):
            m = ambush.add_marker(b, thing.value, side, 0 if thing == Thing.TRAP else hidden, 40.0 + x, 30.0 + group)
            b.markers[m].group, b.markers[m].kind, b.markers[m].true = group, 1, int(x == 1)
    guessed = b.copy()
    hiding.redact(guessed, 0)
    hiding.guess_markers(guessed, 0, new_dice(3))
    own, trap, lair = guessed.markers[:3], guessed.markers[3:6], guessed.markers[6:9]
    assert [int(m.true) for m in own] == [0, 1, 0] and {int(m.kind) for m in own} == {1}, "its own it knows"
    assert sum(int(m.true) for m in trap) == 1 and sum(int(m.true) for m in lair) == 1, "one of each set is real"
    assert len({int(m.kind) for m in trap}) == 1 and int(trap[0].kind) in (0, 1, 2)
    assert {int(m.owner) for m in lair} == {hidden}


@pytest.mark.clause("BAT-AMB-4", "BAT-AMB-12", "BAT-REC-2", "BAT-AMB-1")
def test_one_alone_may_be_searched_for_and_nobody_strikes_from_the_enemys_zone():
    b = zoned(field(ambush="yes", reconnaissance="yes"))
    k = ground(b, Ground.WOOD, 30, 51, 50, 59)
    i, target = add(b, "U3", 0), add(b, "O1", 1, 40, 44)
    b.figures[i].state = State.AMBUSH.value
    in_go(b, 0)
    ambush.order_in_ambush(b, i, Order.MELEE_ATTACK.value)
    one = action(b, Verb.AMBUSH, i, target=target, item=k, amount=0, x=40.0, y=44.0)
    assert forbidden_by(b, one) == "AMB_4", "the wood is wholly in the enemy's zone"
    assert searching.why_no_strike(b, i, target, Order.MELEE_ATTACK.value, k, 0, Point(40.0, 44.0)).cited != NONE
    b.sides[1].zone_from = 52.0
    b.figures[target].y = 43.4
    assert forbidden_by(b, one) == "", "now a part of it is not"
    b.figures[i].healthy = 1
    assert scouting.may_be_tested(b, i, k)
    b.figures[i].state = State.FIELD.value
    assert forbidden_by(b, one) == "AMB_3"
    assert not stating.may_hide(b, i), "it is placed already"


@pytest.mark.clause("BAT-CBT-3", "BAT-SKL-3", "BAT-DEF-16")
def test_who_cannot_shoot_and_whom_a_jet_reaches():
    b = field(jet="every_enemy")
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 40, 30, SOUTH)
    b.profiles[b.figures[i].profile].radius = 30.0
    assert not shooting.may_shoot_at(b, i, foe), "they have no bows, however far they would reach"
    hedge = add(b, "L1", 1, 40, 40, SOUTH, figures=7, formation=Formation.HEDGEHOG)
    # three a side: 3, 3 and 1; the last one stands in the middle of the far side, at (40, 41)
    assert shooting.warriors_within(b, hedge, 40.0, 41.0, 0.1, NONE) == 1
    assert shooting.warriors_within(b, hedge, 40.0, 40.0, 0.1, NONE) == 1
    assert shooting.warriors_within(b, hedge, 40.0, 40.0, 9.0, NONE) == 7
    assert distances.rank_base(b, hedge, 2).half_width == 0.5
    throwers, near = add(b, "L9", 0, 60, 20), add(b, "O1", 1, 60, 24, SOUTH, figures=6)
    gone = add(b, "O1", 1, 60, 24, SOUTH, figures=6)
    b.figures[gone].state = State.AMBUSH.value
    assert shooting.warriors_reached(b, throwers, near, 0.0, 0.0) == 6, "those in ambush stand nowhere"


@pytest.mark.clause("BAT-SNI-2", "BAT-SNI-4", "BAT-SNI-5", "BAT-MOD-15")
def test_whom_assassins_choose_and_how_many_files_they_cross():
    """Five files; the captain in the second from the left: one file from the left, three from the right."""
    b = field(snipers="yes")
    i = add(b, "L1", 1, 40, 20)
    c = add_character(b, Role.CAPTAIN, i)
    b.characters[c].rank, b.characters[c].file = 2, 1
    for x, facing, lines in ((34.0, EAST, 1), (46.0, WEST, 3)):
        assert snipers.lines_to_cross(b, add(b, "U9", 0, x, 20, facing), c) == lines
    for y, facing, lines in ((26.0, SOUTH, 2), (14.0, NORTH, 1)):
        assert snipers.lines_to_cross(b, add(b, "U9", 0, 40, y, facing), c) == lines
    killers, own = add(b, "U9", 0, 40, 26, SOUTH), add(b, "U9", 1, 60, 26, SOUTH)
    assert snipers.may_choose(b, killers, c, False) and not snipers.may_choose(b, own, c, False)
    b.characters[c].alive = 0
    assert not snipers.may_choose(b, killers, c, False)
    riders = add(b, "L6", 1, 70, 20)
    other = add_character(b, Role.CAPTAIN, riders)
    b.characters[other].rank = 1
    assert snipers.may_choose(b, killers, other, False), "Riders cover him from shots alone"
    b.characters[other].own = add(b, "H3", 1, 5, 5)  # Cut/4
    for ident, same in (("H6", 0), ("L5", 0)):
        shooter = add(b, ident, 0, 70, 10)
        damage.prepare_shot(b, shooter, riders, 0)
        a = b.attack  # what a compiled function returns is a copy
        snipers.single_out(b, a, shooter, other, shooting=True)
        assert (int(a.rows) >> Row.CLASS_OF_ARMOUR & 1, int(a.protection)) == (same, 4), "Pierce or Crush against Cut"


@pytest.mark.clause("BAT-ACT-22", "BAT-BOA-8", "BAT-HER-9", "BAT-DEP-3")
def test_a_boat_turns_with_who_is_aboard_and_a_hero_gets_on_only_where_they_touch():
    b = field(boats="yes")
    ground(b, Ground.WATER, 0, 20, 90, 50)
    i = add(b, "L7", 0, 40, 10)
    boat = b.boats[0]
    boat.x, boat.y, boat.fx, boat.fy, boat.width, boat.depth, boat.places, boat.battalion = 40, 35, 1, 0, 4, 6, 16, NONE
    boat.speed, b.n_boats = 5, 1
    boats.board(b, i, 0, new_log())
    in_go(b, 0, (i, Order.TURN))
    carry_out(b, action(b, Verb.TURN, i, facing=SOUTH))
    assert (b.boats[0].fx, b.boats[0].fy) == (b.figures[i].fx, b.figures[i].fy) == (0, -1)
    b = field()
    i = add(b, "L1", 0, 45, 20)
    c = add_hero(b, "sir_aldwin", 0, 49.2, 20, NORTH)  # half a step wide to each side: at x 48.7, 1.2 from them
    hero = int(b.characters[c].own)
    assert not moving.may_step_on(b, hero, i)
    b.figures[hero].x = 48.0
    assert moving.may_step_on(b, hero, i)
    moving.step_on(b, hero, i, Clause.HER_9, new_log())
    assert (b.characters[c].rank, b.characters[c].file) == (0, 2)


@pytest.mark.clause("BAT-ARM-22", "BAT-PRE-3", "BAT-WOU-13")
def test_the_ford_counts_from_the_third_turn_and_the_wounded_are_present():
    b = zoned(field())
    for x in (40.0, 50.0):
        b.sites[ground(b, Ground.OPEN, x, 20, x + 5, 25)].is_goal = 1
    add(b, "L1", 0, 42, 22), add(b, "L1", 0, 52, 22), add(b, "O1", 1, 80, 55, SOUTH)
    b.goal, b.turns = Goal.FORD.value, 10
    for b.turn in (2, 3):
        assert bool(victory.check_turn(b, new_log())) == (b.turn >= 3)
    assert b.winner == 0
    b.goal = Goal.NO_OTHER.value
    assert not victory.check_turn(b, new_log()), "it counts where it is the goal"
    b = field()
    i = add(b, "L1")
    b.figures[i].healthy = 0
    assert not victory.has_anybody(b, 0)
    b.figures[i].wounded = 1
    assert victory.has_anybody(b, 0)


@pytest.mark.clause("BAT-WEA-10", "BAT-ART-1", "BAT-WOU-3", "BAT-DEF-16")
def test_frost_destroys_an_amulet_wards_its_bearer_alone_and_riders_lie_long():
    b = field(weather="winter", wounded="yes")
    b.sky = 2
    i = add(b, "L1", 0, 40, 20, figures=3)
    thrown = Thrown(6)
    turns.freeze(b, thrown.dice, new_log())
    assert b.figures[i].state == State.DESTROYED and thrown.are_used_up()
    c = add_hero(b, "sir_aldwin", 0, 10, 20, NORTH)
    assert not wounded.is_warded(b, c, new_log()), "he bears none"
    b.characters[c].artefact = 0
    assert not wounded.is_warded(b, c, new_log()), "a horn is no amulet"
    knights = add(b, "L6", 0, 60, 20)
    b.figures[knights].wounded = 4  # two ranks stand: two files of two; a figure is 2 deep
    column = wounded.base_of_wounded(b, knights)
    assert (column.half_width, column.half_depth, column.y) == (1, 2, 16)


@pytest.mark.clause("BAT-ACT-20", "BAT-ACT-21")
def test_wheels_that_are_tried_and_the_way_that_is_gone():
    """The first wheel tried is none, then all whole degrees, those next to the middle of the target first."""
    b = field()
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 50, 30, SOUTH)
    assert charging.degrees_towards(base_of(b.figures[i]), 50, 30) == pytest.approx(45.0)
    assert [charging.candidate(44.6, place) for place in range(6)] == [0, 45, 44, 46, 43, 47]
    places = range(charging.WHEELS)
    for straight in (-90.0, -12.3, 0.0, 44.6, 90.0):
        tried = {charging.candidate(straight, place) for place in places} - {charging.NO_WHEEL}
        assert tried == set(range(-90, 91))
    b.figures[foe].x, b.figures[foe].y = 30.0, 19.0
    # 5 wide: 6 steps of arc are 6 / 5 in radians, 68.75 degrees; a hundredth less is tried
    assert charging.wheel_without_reach(b, i, base_of(b.figures[i]), charging.aim_at(b, foe)) == pytest.approx(
        -(math.degrees(6 / 5) - 0.01)
    )
    b.figures[i].width = 0.0
    assert charging.wheel_without_reach(b, i, base_of(b.figures[i]), charging.aim_at(b, foe)) == -90.0


@pytest.mark.clause("BAT-TRP-2", "BAT-TRP-3", "BAT-AMB-13", "BAT-ACT-20")
def test_a_charge_between_markers_and_a_shot_at_one_behind_somebody():
    b = field(traps="yes")
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 40, 28, SOUTH)
    for x in (36.0, 44.0, 45.0):
        traps.lay_trap(b, 1, 0, 1, x, 23.0, x == 36.0)
    in_go(b, 0, (i, Order.MELEE_ATTACK), (foe, Order.TURN))
    after = b.copy()
    # a 4: it holds still, and they fight: (2 x 10 + 1) / 3 + 1 = 8; back (3 x 6) / 4 + 1 = 5, halved 2
    assert carry_out(b, action(b, Verb.CHARGE, i, target=foe), 4, 1, 1, 1).are_used_up()
    assert (b.figures[i].healthy, b.figures[foe].healthy) == (18, 16)
    # a 3: the deadfall: 12 / 4 + 1 = 4, where their front has come to the markers at y 23; no fight
    assert carry_out(after, action(after, Verb.CHARGE, i, target=foe), 3, 1).are_used_up()
    assert (after.figures[i].healthy, after.figures[foe].healthy) == (16, 24) and after.figures[i].y == 21
    b = field(ambush="yes")
    bows, hidden = add(b, "L4", 0, 40, 10), add(b, "O1", 1)
    b.figures[hidden].state = State.AMBUSH.value
    m = ambush.add_marker(b, Thing.AMBUSH.value, 1, hidden, 40.0, 25.0)
    assert markers.may_shoot_at_marker(b, bows, m)
    add(b, "L1", 0, 40, 18)
    assert not markers.may_shoot_at_marker(b, bows, m), "friends stand between"


@pytest.mark.clause("BAT-TER-10", "BAT-ACT-5", "BAT-TER-11", "BAT-ACT-22")
def test_a_round_wood_slows_where_it_is_and_water_stops_a_wheel():
    """A wood of radius 5 about (40, 30): straight through its middle 10 of 20 steps cost twice; beside it none."""
    b = field()
    add_disc(b.terrain, Ground.WOOD.value, 40.0, 30.0, 5.0)
    i = add(b, "H2", 0, 40, 19.5)
    base = Base(40.0, 19.5, 0.0, 1.0, 0.0, 0.5)
    assert ways.price_of_straight(b, i, base, 0.0, 1.0, 20.0, is_forward=True) == pytest.approx(30.0)
    aside = Base(45.5, 19.5, 0.0, 1.0, 0.0, 0.5)
    assert ways.price_of_straight(b, i, aside, 0.0, 1.0, 20.0, is_forward=True) == pytest.approx(20.0)
    foot = add(b, "L1", 0, 70, 20)
    assert ways.is_free_wheel(b, foot, base_of(b.figures[foot]), 45.0)
    ground(b, Ground.WATER, 70, 22.5, 80, 30)
    assert not ways.is_free_wheel(b, foot, base_of(b.figures[foot]), 45.0)


@pytest.mark.clause("BAT-MOR-15", "BAT-ORD-16", "BAT-MOR-19")
def test_who_is_asked_for_returns_and_who_is_nobodys_nearest_enemy():
    b = zoned(field())
    home, gone = add(b, "L1", 1, 45, 52, SOUTH), add(b, "L1", 1)
    c = add_character(b, Role.GENERAL, home)
    b.characters[c].command, b.figures[gone].state = 2, State.FLED.value
    b.phase, b.first, b.mover, b.turn = Phase.RETURNS.value, 0, 0, 2
    assert returning.run_returns(b) and b.mover == 1
    one = action(b, Verb.RETURN, gone, x=math.nan, y=8.0, amount=Formation.COLUMN)
    assert forbidden_by(b, one) == "MOR_15"
    before = b.figures[gone].formation
    returning.returned_base(b, gone, action(b, Verb.RETURN, gone, amount=Formation.LOOSE))
    assert b.figures[gone].formation == before, "judging leaves it as it is"
    i = add(b, "O1", 0, 40, 20)
    lying = add(b, "L1", 1, 40, 26)
    b.figures[lying].healthy, b.figures[lying].wounded_of, b.figures[lying].wounded = 0, home, 4
    assert not aftermath.is_nearest(b, i, lying) and aftermath.nearest_enemy(b, i) == home


@pytest.mark.clause("BAT-DEF-33", "BAT-WOU-15", "BAT-ACT-16")
def test_the_nearest_places_are_tried_round_about_and_only_the_wounded_are_called_off():
    b = field()
    i = add(b, "H2", 0)
    add(b, "L1", 0, 40, 20)  # 5 by 4: a figure of 1 by 1 finds room 3 aside or 2.5 ahead
    place = free_places.nearest_place(b, i, 40.0, 20.0, 0.0, 1.0)
    assert abs(place.y - 20.0) == pytest.approx(2.5, abs=0.01) and place.x == pytest.approx(40.0, abs=0.2)
    b.phase, b.mover = Phase.ORDERS.value, 0
    assert forbidden_by(b, action(b, Verb.CALL_OFF, i)) == "ACT_16"
    b.figures[i].to_doctor = 1
    assert forbidden_by(b, action(b, Verb.CALL_OFF, i)) == "ACT_16"


@pytest.mark.clause("BAT-SKL-11", "BAT-IND-2")
def test_a_card_that_is_not_there_is_not_automatic():
    b = field()
    i = add(b, "O2", 0)
    assert not cards.is_automatic(b, i, Order.MELEE_ATTACK.value)
    ordering.lay_automatic(b, i)
    assert cards.is_automatic(b, i, Order.MELEE_ATTACK.value)


@pytest.mark.clause("BAT-SKL-7", "BAT-TER-20", "BAT-MOD-13")
def test_flyers_alight_on_a_roof_that_holds_them_all():
    """Wyverns, 6 by 2, over a wall of one storey, y 30 to 36, x 20 to 60; a house of 6 by 5 without a storey."""
    b = field()
    wall(b, 20, 30, 60, 36)
    ground(b, Ground.BUILDING, 70, 30, 76, 35)
    i, foe = add(b, "O8", 0, 40, 25), add(b, "L1", 1, 40, 45, SOUTH)
    in_go(b, 0, (i, Order.MOVE), (i, Order.MOVE), (foe, Order.TURN), (foe, Order.TURN))
    for y, clause in ((33.0, ""), (31.0, ""), (30.8, "DEF_33"), (29.0, "")):  # half over its edge is neither
        assert forbidden_by(b, action(b, Verb.MOVE, i, y=y)) == clause, y
    carry_out(b, action(b, Verb.MOVE, i, y=33.0))
    assert b.figures[i].storey == 1
    assert int(damage.prepare_melee(b, i, foe, ordered=True, reply=False).rows) & (1 << Row.DOWNWARD)
    carry_out(b, action(b, Verb.TURN, foe))
    carry_out(b, action(b, Verb.MOVE, i, y=38.0))
    assert b.figures[i].storey == 0
    b.figures[i].x, b.figures[i].y, b.figures[i].given = 73.0, 25.0, 0
    in_go(b, 0, (i, Order.MOVE))
    assert forbidden_by(b, action(b, Verb.MOVE, i, x=73.0, y=32.0)) == "DEF_33", "the house has none"
