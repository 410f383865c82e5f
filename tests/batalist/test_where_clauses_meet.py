"""Two clauses that meet in one position: a hero whose battalion flees, a touched hero, fire from a base; by hand."""

from __future__ import annotations

import pytest

from batalist.field import EAST, NORTH, SOUTH, Thrown, action, add, carry_out, field, forbidden_by, ground, in_go, wall
from sandtable.games.batalist.enums import Formation, Ground, Mode, Order, Phase, Role, State, Thing, Verb
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.rules import (
    ambush,
    buildings,
    casting,
    charging,
    command,
    currents,
    damage,
    free_places,
    morale,
    moving,
    returning,
    speed,
    traps,
    turns,
    victory,
    wounded,
)
from sandtable.games.batalist.rules import (
    ground as sight,
)
from sandtable.kernel.geometry import Base
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE


def hero_on(b, i, key="ysolde_the_grey"):
    """A hero on the base of battalion ``i``; returns the hero's own battalion and the hero."""
    c = add_hero(b, key, int(b.figures[i].side), 5, 5, NORTH)
    own = int(b.characters[c].own)
    b.figures[i].character, b.characters[c].battalion, b.figures[own].state = c, i, State.ON_BASE.value
    return own, c


@pytest.mark.clause("BAT-HER-8", "BAT-DEF-27")
def test_a_hero_on_the_base_shoots_only_as_far_as_they_can():
    """Mother Rot's fire reaches 10 steps, the crossbows' bolts 18."""
    for y, extra in ((30.0, 4), (30.1, 0)):
        b = field()
        i, target = add(b, "L4", 0, 40, 18.5), add(b, "O1", 1, 40, y + 2.0, SOUTH)
        hero_on(b, i, "mother_rot")
        assert damage.prepare_shot(b, i, target, 0).extra == extra, y


@pytest.mark.clause("BAT-HER-12", "BAT-WOU-2", "BAT-DEP-4")
def test_one_alone_is_killed_and_not_wounded():
    b = field(wounded="yes")
    hero = int(b.characters[add_hero(b, "sir_aldwin", 0, 40, 20, 0)].own)
    for i in (hero, add(b, "L1", 0, 50, 20, figures=1)):
        wounded.suffer(b, i, 1, new_log())
        assert (b.figures[i].state, b.figures[i].wounded) == (State.DESTROYED, 0)
    assert b.characters[0].alive == 0


@pytest.mark.clause("BAT-MOR-14", "BAT-MOR-15", "BAT-HER-8", "BAT-ORD-14", "BAT-ORD-17", "BAT-PRE-3")
def test_a_hero_flees_and_comes_back_with_the_battalion_that_bears_them():
    b = field()
    home, i = add(b, "L1", 0, 45, 8), add(b, "L2", 0, 20, 20)
    add(b, "O1", 1, 45, 55, SOUTH)
    general = add_character(b, Role.GENERAL, home)
    b.characters[general].command = 2
    own, c = hero_on(b, i)
    in_go(b, 0, (own, Order.MOVE))
    step = action(b, Verb.MOVE, own, x=20.0, y=23.0)
    assert forbidden_by(b, step) == ""
    morale.flee(b, i)
    assert (b.figures[own].state, b.figures[own].cards[0]) == (State.FLED, NONE)
    assert forbidden_by(b, step) != ""
    assert victory.warriors_of(b, 0) == 20, "those of the general; neither the pikemen nor the hero"
    b.sides[0].zone_to, b.phase, b.first, b.mover = 10.5, Phase.RETURNS.value, 0, 0
    assert not returning.may_come_back(b, own), "not by himself"
    carry_out(b, action(b, Verb.RETURN, i, x=50.0, y=8.0, facing=NORTH))
    assert (b.figures[i].state, b.figures[own].state, b.characters[c].battalion) == (State.FIELD, State.ON_BASE, i)
    b.figures[home].state = State.FLED.value
    b.figures[i].state = State.FLED.value
    b.figures[own].state = State.FLED.value
    assert not victory.has_anybody(b, 0)


@pytest.mark.clause("BAT-HER-11", "BAT-ORD-17")
def test_on_a_base_a_hero_is_ordered_by_themselves_alone():
    b = field()
    i, beside = add(b, "L1", 0, 40, 20), add(b, "L2", 0, 46, 20)
    captain = add_character(b, Role.CAPTAIN, beside)
    b.characters[captain].command, b.characters[captain].radius = 3, 8.0
    own, _ = hero_on(b, i)
    b.figures[own].x, b.figures[own].y = 40.0, 21.0
    b.phase, b.mover = Phase.ORDERS.value, 0
    give = action(b, Verb.GIVE, own, target=beside, amount=Order.MOVE)
    assert forbidden_by(b, give) == "HER_11"
    give.target = i
    assert forbidden_by(b, give) == ""


@pytest.mark.clause("BAT-HER-9", "BAT-TER-14", "BAT-TER-10", "BAT-AMB-16", "BAT-ACT-9")
def test_a_hero_steps_off_by_a_move_like_others():
    """From the front edge of 5 by 4 about (45, 20), at y 22, with a speed of 6."""

    def base(*cards):
        b = field()
        i = add(b, "L1", 0, 45, 20)
        own, _ = hero_on(b, i)
        return in_go(b, 0, (own, Order.MOVE), *cards), own

    b, own = base()
    assert forbidden_by(b, action(b, Verb.MOVE, own, x=45, y=28)) == ""
    assert forbidden_by(b, action(b, Verb.MOVE, own, x=45, y=28.1)) == "HER_9"
    ground(b, Ground.WOOD, 30, 22, 60, 40)  # twice the price: 3 steps
    assert forbidden_by(b, action(b, Verb.MOVE, own, x=45, y=25)) == ""
    assert forbidden_by(b, action(b, Verb.MOVE, own, x=45, y=25.1)) == "HER_9"
    b, own = base()
    assert forbidden_by(b, action(b, Verb.MOVE, own, x=53.5, y=20)) == "", "6 from the right edge, at x 47.5"
    assert forbidden_by(b, action(b, Verb.MOVE, own, x=36.5, y=20)) == ""
    assert forbidden_by(b, action(b, Verb.MOVE, own, x=36.4, y=20)) == "HER_9"
    add(b, "L2", 0, 51.5, 20)  # from x 49 on
    assert forbidden_by(b, action(b, Verb.MOVE, own, x=48.6, y=20)) != "", "over a friend"
    carry_out(b, action(b, Verb.MOVE, own, x=45, y=25, facing=EAST))
    assert (b.figures[own].fx, b.figures[own].fy, b.figures[own].moved) == (1, 0, 1)
    b, own = base()
    ground(b, Ground.BUILDING, 30, 23, 60, 24)
    assert forbidden_by(b, action(b, Verb.MOVE, own, x=45, y=26)) == "ACT_22", "through the wall"
    b, own = base()
    ambush.add_marker(b, Thing.TRAP.value, 1, 0, 45.0, 26.0)
    assert forbidden_by(b, action(b, Verb.MOVE, own, x=45, y=26)) == "AMB_16", "onto a marker"
    b, own = base()
    orcs = add(b, "O1", 1, 45, 27, SOUTH)  # their front at y 25
    in_go(b, 0, (orcs, Order.TURN))
    carry_out(b, action(b, Verb.MOVE, own, x=45, y=24.5))
    assert (b.phase, b.striker, b.quarry) == (Phase.TOUCHED, orcs, own)


@pytest.mark.clause("BAT-HER-9", "BAT-LAD-4", "BAT-TRP-3")
def test_a_hero_steps_onto_the_roof_on_which_their_base_stands_and_between_markers():
    b = field()
    wall(b, 30, 10, 60, 30)
    i = add(b, "L1", 0, 45, 20)
    b.figures[i].storey = 1
    own, _ = hero_on(b, i)
    in_go(b, 0, (own, Order.MOVE))
    assert forbidden_by(b, action(b, Verb.MOVE, own, x=48.5, y=20)) == "", "beside them"
    b.figures[i].y = 27.0
    assert forbidden_by(b, action(b, Verb.MOVE, own, x=45, y=31)) == "LAD_4", "not to the ground"
    b.figures[i].y = 20.0
    carry_out(b, action(b, Verb.MOVE, own, x=48.5, y=20))
    assert b.figures[own].storey == 1
    b = field()
    i = add(b, "L1", 0, 45, 20)
    own, _ = hero_on(b, i)
    in_go(b, 0, (own, Order.MOVE), (add(b, "O1", 1, 80, 55, SOUTH), Order.TURN))
    for x in (40.0, 43.0, 48.0):
        traps.lay_trap(b, 1, 0, 1, x, 24.0, x == 40.0)
    # a 1 springs the deadfall: 12 / 3 and 1, and a lone hero dies of 1; the halberdiers test for that, 1 to three of 1
    assert carry_out(b, action(b, Verb.MOVE, own, x=45, y=26), 1, 1, 1, 1, 1, 1).are_used_up()
    assert (b.figures[own].state, b.figures[i].character) == (State.DESTROYED, NONE)


@pytest.mark.clause("BAT-CBT-17", "BAT-AMB-13")
def test_a_marker_is_attacked_instead_of_the_order_that_is_replaced():
    b = field(ambush="yes")
    i, hidden = add(b, "L1", 0, 40, 20), add(b, "O1", 1)
    b.figures[hidden].state = State.AMBUSH.value
    m = ambush.add_marker(b, Thing.AMBUSH.value, 1, hidden, 40.0, 25.0)
    in_go(b, 0, (i, Order.TURN), (i, Order.MOVE), (add(b, "O2", 1, 80, 55, SOUTH), Order.TURN))
    b.figures[i].attacked = 1
    one = action(b, Verb.TURN_OVER, i, item=m, amount=Order.MELEE_ATTACK, mode=Mode.INSTEAD)
    carry_out(b, one)
    assert (list(b.figures[i].cards), b.figures[i].attacked, b.markers[m].lies) == ([NONE, Order.MOVE], 0, 0)


@pytest.mark.clause("BAT-CBT-17")
def test_a_second_move_may_replace_another_order():
    b = field()
    i = add(b, "L1", 0, 40, 20)
    in_go(b, 0, (i, Order.MOVE), (i, Order.REFORM), (add(b, "O1", 1, 80, 55, SOUTH), Order.TURN))
    b.figures[i].attacked = 1
    assert forbidden_by(b, action(b, Verb.MOVE, i, y=22.0, mode=Mode.INSTEAD)) == "CBT_17", "it is a Move already"
    carry_out(b, action(b, Verb.MOVE, i, y=22.0, mode=Mode.INSTEAD_OF_SECOND))
    assert list(b.figures[i].cards) == [Order.MOVE, NONE]


@pytest.mark.clause("BAT-CBT-17", "BAT-MAG-12")
def test_a_spell_is_neither_melee_nor_a_shot():
    """Firebolt: 10 / 3 and 1: 4 of 24 orcs; the owner may not replace an order for that."""
    b = field()
    i, orcs = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 40, 30, SOUTH)
    mage = add_character(b, Role.MAGE, i)
    in_go(b, 0)
    casting.strike_by_spell(b, mage, 0, orcs, Thrown(1).dice, new_log())
    assert (b.figures[orcs].healthy, b.figures[orcs].attacked) == (20, 0)


@pytest.mark.clause("BAT-ARE-4", "BAT-REC-10", "BAT-MOD-13", "BAT-TER-13", "BAT-TER-21")
def test_a_bulls_eye_is_a_normal_shot_at_where_its_owner_stands():
    """A ravine is no cover and lies one lower: the Column's die, 1, and that for shooting down, 3.

    Files are 0.5, 1.5 and 2.5 to each hand of the middle, ranks 0.5 and 1.5 before and behind it: three of the six in
    each quarter are within 2 steps, twelve in all. (6 x 3 + 12 + 4) / 3 + 2 = 13, Crush on Crush: 6.
    """
    b = field(ambush="yes", area_fire="yes")
    b.sides[1].zone_from, b.sides[1].zone_to, b.sides[0].zone_to = 49.5, 60.0, 10.5
    k = ground(b, Ground.RAVINE, 30, 25, 50, 35)
    guns, orcs = add(b, "L8", 0, 40, 12), add(b, "O1", 1)
    b.figures[orcs].state = State.AMBUSH.value
    in_go(b, 0, (guns, Order.SHOOTING_ATTACK), (guns, Order.SHOOTING_ATTACK))
    carry_out(b, action(b, Verb.FIRE_AT_AREA, guns, item=k), 6)
    assert (b.phase, b.mover) == (Phase.FOUND, 1)
    carry_out(b, action(b, Verb.COME_OUT, orcs, x=45.0, y=30.0, facing=SOUTH))
    assert b.phase == Phase.AT_ONCE
    assert forbidden_by(b, action(b, Verb.CHARGE, guns, target=orcs, mode=Mode.FREE)) == "ARE_4"
    shot = action(b, Verb.SHOOT, guns, target=orcs, mode=Mode.FREE, x=45.0, y=30.0)
    assert carry_out(b, shot, 1, 3, 2).are_used_up()
    assert b.figures[orcs].healthy == 24 - 6


@pytest.mark.clause("BAT-AMB-17", "BAT-EXE-5", "BAT-EXE-6", "BAT-AMB-3")
def test_an_ambush_is_carried_out_by_a_side_without_a_card_on_the_table():
    b = field(ambush="yes")
    wood = ground(b, Ground.WOOD, 30, 25, 50, 35)
    i, hidden = add(b, "L1", 0, 20, 10), add(b, "O1", 1)
    add(b, "O2", 1, 80, 55, SOUTH)
    b.figures[hidden].state = State.AMBUSH.value
    in_go(b, 0, (i, Order.TURN), (i, Order.TURN))
    ambush.order_in_ambush(b, hidden, Order.MOVE.value)
    carry_out(b, action(b, Verb.TURN, i))
    assert (b.phase, b.mover) == (Phase.EXECUTION, 1)
    assert forbidden_by(b, action(b, Verb.PASS)) == ""
    carry_out(b, action(b, Verb.AMBUSH, hidden, item=wood, amount=0, x=40.0, y=30.0))
    assert ambush.markers_of(b, hidden) == 3 and b.mover == 0


@pytest.mark.clause("BAT-TER-16", "BAT-DEF-18", "BAT-SKL-6", "BAT-DEF-28")
def test_a_building_is_attacked_like_other_targets():
    b = field(building_strength="yes")
    k = ground(b, Ground.BUILDING, 30, 30, 50, 36)
    foot, guns = add(b, "L1", 0, 34, 28), add(b, "L8", 0, 45, 20)  # the guns' front at y 21
    assert buildings.may_batter(b, foot, k, False) and buildings.may_batter(b, guns, k, True)
    b.figures[foot].fy = -1.0
    assert not buildings.may_batter(b, foot, k, False), "it is behind them"
    b.figures[foot].fy = 1.0
    b.figures[guns].y = 24.0  # 5 steps
    assert buildings.may_batter(b, guns, k, True)
    b.figures[guns].y = 24.1
    assert not buildings.may_batter(b, guns, k, True), "nearer than 5 steps"
    b.figures[guns].y = 15.0
    third = add(b, "O1", 1, 45, 25)
    assert not buildings.may_batter(b, guns, k, True), "somebody stands between"
    b.figures[third].x = 60.0
    assert buildings.may_batter(b, guns, k, True)
    ground(b, Ground.WOOD, 40, 22, 50, 25)
    assert not buildings.may_batter(b, guns, k, True), "a wood lies between"


@pytest.mark.clause("BAT-ACT-9", "BAT-SKL-34", "BAT-FRM-4")
def test_who_looks_everywhere_may_reply_to_a_touch_from_behind():
    """Sir Aldwin has a rear and may not; ghouls of whom one is left, and a Hedgehog, may."""
    for ident, figures, formation, may in (
        ("H1", 0, None, False), ("U3", 1, None, True), ("L2", 16, Formation.HEDGEHOG, True), ("O1", 24, None, False),
    ):  # fmt: skip
        b = field()
        i = add(b, ident, 1, 45, 30, NORTH, figures=figures, formation=formation)
        mover = add(b, "L1", 0, 45, 28.0 - 0.5 * float(b.figures[i].depth))
        in_go(b, 0, (i, Order.TURN))
        assert moving.may_replace(b, i, mover) == may, ident


@pytest.mark.clause("BAT-ACT-9", "BAT-ACT-22")
def test_a_touch_in_the_middle_of_a_leg_ends_the_move():
    """3 steps ahead touch the orcs' front at y 25; aside or a wheel after that is too much, before it it is not."""
    b = field()
    i = add(b, "L1", 0, 45, 20)
    add(b, "O1", 1, 49, 27, SOUTH)
    in_go(b, 0, (i, Order.MOVE))
    for ahead, aside, degrees, clause in (
        (3.0, -1.5, 0.0, "ACT_9"), (2.9, -1.5, 0.0, ""), (3.0, 0.0, 0.0, ""), (3.0, 0.0, -10.0, "ACT_9"),
    ):  # fmt: skip
        legs = action(b, Verb.MOVE, i, x=45 + aside, y=20 + ahead, path=3, n_via=1)
        legs.via[0], legs.aside[0] = (ahead, degrees), aside
        assert forbidden_by(b, legs) == clause, (ahead, aside, degrees)


@pytest.mark.clause("BAT-MOR-15", "BAT-MOR-16")
def test_few_come_back_in_any_formation_and_only_the_unskilled_save_up():
    b = field()
    home, gone = add(b, "L1", 0, 45, 8), add(b, "L1", 0)
    add(b, "O1", 1, 45, 55, SOUTH)
    c = add_character(b, Role.GENERAL, home)
    in_go(b)
    b.figures[gone].state, b.figures[gone].healthy = State.FLED.value, 3
    b.phase, b.characters[c].command = Phase.RETURNS.value, 3
    # in Loose three are 6 wide: from x 47.5, where the general's base ends, to 53.5
    one = action(b, Verb.RETURN, gone, x=50.5, y=8.0, facing=NORTH, amount=Formation.LOOSE)
    assert forbidden_by(b, one) == ""
    b.characters[c].spent = 2
    assert forbidden_by(b, one) == "MOR_16"
    assert forbidden_by(b, action(b, Verb.SAVE_UP, gone)) == "MOR_16", "that is for a general of skill 1"


@pytest.mark.clause("BAT-TRN-3", "BAT-CUR-2", "BAT-TRP-5", "BAT-ARM-13")
def test_spells_last_until_the_current_has_carried_all():
    """Drifting between markers, a 1: spikes of power 10 on protection 3 and 2 for Stone Skin: 2, and 1: 3 of 12."""
    b = field(current="yes", traps="yes")
    k = ground(b, Ground.WATER, 0, 20, 90, 40)
    b.sites[k].flow_x, b.sites[k].current = 1.0, 2
    i = add(b, "L10", 0, 40, 30)
    add(b, "O1", 1, 80, 55, SOUTH)
    b.figures[i].protection_plus = 2
    for y in (25.0, 35.0, 36.0):
        traps.lay_trap(b, 1, 0, 0, 43.0, y, y == 25.0)
    in_go(b)
    thrown = Thrown(1, 1)
    turns.run_turn_ends(b, thrown.dice, new_log())
    assert thrown.are_used_up() and b.figures[i].healthy == 9
    assert b.figures[i].protection_plus == 0
    assert currents.current_at(b, 40.0, 30.0)[0] == 2


@pytest.mark.clause("BAT-EXE-3", "BAT-HER-9")
def test_the_card_of_a_hero_on_a_base_may_be_cancelled():
    b = field()
    i = add(b, "L1", 0, 40, 20)
    own, _ = hero_on(b, i)
    in_go(b, 0, (own, Order.MOVE), (i, Order.TURN))
    carry_out(b, action(b, Verb.CANCEL, own, amount=Order.MOVE))
    assert (b.figures[own].cards[0], b.cancelled) == (NONE, 1)


@pytest.mark.clause("BAT-DEF-30", "BAT-DEF-33", "BAT-WOU-15")
def test_wounded_on_their_way_are_a_base_like_others():
    b = field()
    i, enemy = add(b, "L4", 0, 40, 10), add(b, "O1", 1, 40, 22, SOUTH)
    k = add(b, "O1", 1, 40, 15, SOUTH, figures=4, files=4)
    b.figures[k].wounded_of, b.figures[k].healthy, b.figures[k].wounded = enemy, 0, 4
    assert sight.figures_block(b, i, enemy, 40.0, 11.5, 40.0, 20.0)
    assert not free_places.may_stand(b, i, Base(40.0, 13.0, 0.0, 1.0, 2.5, 1.5)), "their front edge is at y 14.5"
    assert not free_places.may_stand(b, i, Base(40.0, 12.995, 0.0, 1.0, 2.5, 1.5)), "within a hundredth is touching"
    assert free_places.may_stand(b, i, Base(40.0, 12.98, 0.0, 1.0, 2.5, 1.5))


@pytest.mark.clause("BAT-WEA-9a", "BAT-ACT-15")
def test_snow_slows_the_wounded_too():
    b = field(weather="winter")
    b.sky = 1
    orcs, wolves = add(b, "O1"), add(b, "O6")
    for i, expected in ((orcs, 1.5), (wolves, 5.5)):  # half of 6, halved; half of 11, for the wargs walk on snow
        b.figures[i].wounded_of, b.figures[i].healthy = 0, 0
        assert speed.effective_speed(b, i) == expected


@pytest.mark.clause("BAT-ARM-14", "BAT-ART-1")
def test_a_horn_is_heard_only_where_artefacts_are_used():
    for use, radius in (("yes", 9.0), ("no", 6.0)):
        b = field(artefacts=use)
        c = add_character(b, Role.CAPTAIN, add(b, "L1"))
        b.characters[c].artefact = 0
        command.throw_leader(b, c, Thrown(3).dice, new_log())
        assert (b.characters[c].command, b.characters[c].radius) == (2, radius)


@pytest.mark.clause("BAT-SKL-11")
def test_of_two_that_are_as_near_the_owner_of_the_bloodthirsty_chooses():
    b = field()
    i = add(b, "O2", 0, 40, 20)
    foes = [add(b, "L1", 1, x, 30, SOUTH) for x in (36.0, 44.0)]
    further = add(b, "L1", 1, 52, 30, SOUTH)
    assert [charging.is_nearest_seen(b, i, j) for j in (*foes, further)] == [True, True, False]
