"""Which of several reasons a refusal gives, whom it names and what it measures, in positions worked out by hand."""

from __future__ import annotations

import math

import pytest

from batalist.field import EAST, NORTH, SOUTH, action, add, field, forbidden_by, ground, in_go, refusal, zoned
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Formation, Ground, Mode, Order, Phase, Question, Role, State, Thing, Verb
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.rules import (
    ambush,
    command,
    finding,
    independents,
    obstacles,
    placing,
    reserves,
    returning,
    searching,
    shooting,
)
from sandtable.kernel.geometry import Base, base_of
from sandtable.kernel.records import NONE


def reason(b, one):
    """The sentence of the first reason against an action, its clause, and the battalion that it names; or None."""
    entry = refusal(b, one)
    return entry and (Code(int(entry.code)).name, str(Clause(int(entry.clause)).name), int(entry.other))


def sentence(why):
    """The same of a Why, with its numbers."""
    return Code(why.code).name, str(Clause(why.cited).name), why.other, why.amount, why.value


# Whose battalion and which card comes before what is wrong with the action


@pytest.mark.clause("BAT-EXE-1", "BAT-EXE-3")
def test_the_enemys_cards_are_theirs_after_a_cancel_too():
    b = field()
    i, foe = add(b, "L1", 0, 40, 10), add(b, "O1", 1, 40, 50, SOUTH)
    in_go(b, 0, (i, Order.MOVE), (i, Order.TURN), (foe, Order.TURN))
    b.cancelled = 1
    assert reason(b, action(b, Verb.CANCEL, foe, amount=Order.TURN)) == ("NOT_YOURS", "EXE_1", NONE)
    assert reason(b, action(b, Verb.CANCEL, i, amount=Order.TURN)) == ("HAS_CANCELLED", "EXE_3", NONE)


@pytest.mark.clause("BAT-EXE-1", "BAT-SNI-5")
def test_assassins_need_a_card_too():
    b = field(snipers="yes")
    i, foe = add(b, "U9", 0, 40, 20), add(b, "O1", 1, 40, 26, SOUTH)
    add_character(b, Role.CAPTAIN, foe)
    in_go(b, 0, (i, Order.TURN), (foe, Order.TURN))
    one = action(b, Verb.CHARGE, i, target=foe, item=0)
    assert reason(b, one) == ("NO_SUCH_CARD", "EXE_1", NONE)
    b.figures[i].cards[0] = Order.MELEE_ATTACK
    assert reason(b, one) is None


@pytest.mark.clause("BAT-ORD-1", "BAT-ORD-17")
def test_who_is_no_leader_of_this_side():
    b = field()
    foe, i = add(b, "O1", 1, 40, 50, SOUTH), add(b, "L1", 0, 40, 10)
    in_go(b)
    b.phase = Phase.ORDERS.value
    for at in (NONE, foe, b.n_figures):
        give = action(b, Verb.GIVE, i, target=at, amount=Order.MOVE)
        assert reason(b, give) == ("NO_SUCH_LEADER", "ORD_1", NONE), at
    assert reason(b, action(b, Verb.GIVE, i, target=i, amount=Order.MOVE)) == ("NO_LEADER_THERE", "ORD_17", i)


@pytest.mark.clause("BAT-HER-10")
def test_a_hero_who_orders_another():
    b = field()
    c = add_hero(b, "sir_aldwin", 0, 40, 20, NORTH)
    one, other = add(b, "L1", 0, 43.5, 20), add(b, "L1", 0, 36.5, 20)
    b.characters[c].orders_one = one
    assert sentence(command.why_no_hero_order(b, c, other)) == ("ORDERS_ANOTHER", "HER_10", one, 0, 0.0)
    assert command.why_no_hero_order(b, c, one).cited == NONE


@pytest.mark.clause("BAT-AMB-2")
def test_those_in_ambush_give_themselves_an_attack_and_no_turn():
    b = field(ambush="yes")
    i = add(b, "U2", 0)
    b.figures[i].state = State.AMBUSH.value
    in_go(b)
    b.phase = Phase.ORDERS.value
    assert reason(b, action(b, Verb.GIVE, i, target=i, amount=Order.MELEE_ATTACK)) is None
    assert reason(b, action(b, Verb.GIVE, i, target=i, amount=Order.TURN)) == ("NO_ORDER_FOR_AMBUSH", "AMB_2", NONE)


@pytest.mark.clause("BAT-IND-1", "BAT-IND-3")
def test_independents_have_two_orders_of_their_own():
    b = field(independents="yes")
    i = add(b, "U9", 0, 40, 20)
    c = add_character(b, Role.CAPTAIN, add(b, "L1", 0, 46, 20))
    b.characters[c].command, b.characters[c].radius = 6, 20.0
    in_go(b)
    b.phase = Phase.ORDERS.value
    said = [reason(b, action(b, Verb.CHANGE_OWN, i, target=1, item=item, amount=Order.TURN)) for item in (-1, 0, 1, 2)]
    none = ("NO_SUCH_OWN_ORDER", "IND_1", NONE)
    assert said == [none, None, None, none]


@pytest.mark.clause("BAT-ORD-1", "BAT-ORD-17")
def test_a_mage_and_a_dead_captain_give_no_orders():
    b = field()
    i = add(b, "L1", 0, 40, 20)
    mage, captain = add_character(b, Role.MAGE, i), add_character(b, Role.CAPTAIN, i)
    b.characters[captain].alive = 0
    assert sentence(command.why_no_officer_order(b, mage, i)) == ("GIVES_NO_ORDERS", "ORD_1", i, 0, 0.0)
    assert sentence(command.why_no_order(b, captain, i, Order.MOVE)) == ("LEADER_IS_DEAD", "ORD_17", i, 0, 0.0)


@pytest.mark.clause("BAT-IND-3", "BAT-ORD-10")
def test_an_own_order_becomes_one_that_there_is():
    b = field(independents="yes")
    i = add(b, "U9", 0, 40, 20)
    add_character(b, Role.CAPTAIN, i)
    in_go(b)
    b.phase = Phase.ORDERS.value
    for order in (NONE, Order.HIDDEN):
        one = action(b, Verb.CHANGE_OWN, i, target=i, item=0, amount=order)
        assert reason(b, one) == ("NO_SUCH_ORDER", "ORD_10", NONE)


@pytest.mark.clause("BAT-HER-1", "BAT-ARM-14")
def test_who_sets_nothing_aside_and_has_no_shard():
    b = field(artefacts="yes")
    c = add_hero(b, "ysolde_the_grey", 0, 40, 20, NORTH)
    hero = int(b.characters[c].own)
    in_go(b)
    b.phase = Phase.ORDERS.value
    aside, shard = action(b, Verb.SET_ASIDE, hero, amount=1), action(b, Verb.SHARD, hero)
    b.artefacts[-1].mana_dice = 1
    assert reason(b, aside) is None and reason(b, shard) == ("NO_SHARD", "ARM_14", NONE), "he bears nothing"
    b.characters[c].artefact = 1
    assert reason(b, shard) is None
    b.characters[c].alive = 0
    assert reason(b, aside) == ("NO_HERO_WITH_MAGIC", "HER_1", NONE)


@pytest.mark.clause("BAT-CBT-17")
def test_no_card_is_turned_up_freely():
    b = field()
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 40, 26, SOUTH)
    in_go(b, 0, (i, Order.MELEE_ATTACK))
    assert reason(b, action(b, Verb.CHARGE, i, target=foe, mode=Mode.FREE)) == ("NOT_INSTEAD", "CBT_17", NONE)


@pytest.mark.clause("BAT-ORD-17", "BAT-IND-3", "BAT-DEP-9", "BAT-ORD-9")
def test_a_leader_who_fled_and_a_reserve_with_two_orders():
    b = field(independents="yes")
    pack, lead, waits = add(b, "U9", 0, 40, 20), add(b, "L1", 0, 46, 20), add(b, "L1", 0)
    c = add_character(b, Role.GENERAL, lead)
    b.characters[c].command, b.characters[c].radius, b.turn, b.reserves_from = 6, 20.0, 2, 2
    b.figures[waits].state = State.RESERVE.value
    for given, why in ((1, None), (2, ("ORDERS_FULL", "ORD_9", NONE, 2, 0.0))):
        b.figures[waits].given = given
        found = reserves.why_no_order_in_reserve(b, c, waits, Order.MOVE)
        assert (None if found.cited == NONE else sentence(found)) == why
    b.figures[lead].state = State.FLED.value
    off = ("LEADER_OFF_FIELD", "ORD_17", lead, 0, 0.0)
    assert sentence(independents.why_no_change(b, c, pack, Order.MOVE)) == off


# What is attacked


@pytest.mark.clause("BAT-DEF-28")
def test_a_target_behind_friends_is_out_of_sight():
    b = field()
    i, foe = add(b, "L4", 0, 40, 10), add(b, "O1", 1, 40, 25, SOUTH)
    add(b, "L1", 0, 40, 17)
    why = shooting.why_no_shot(b, i, foe, base_of(b.figures[foe]), 0.0, 0.0)
    assert sentence(why) == ("OUT_OF_SIGHT", "DEF_28", foe, 0, 0.0)


@pytest.mark.clause("BAT-DEF-27", "BAT-SKL-6")
@pytest.mark.parametrize(
    ("ident", "apart", "code", "clause"),
    [
        ("L8", 35.0, "OUT_OF_RANGE", "DEF_27"),  # 30 steps
        ("L8", 4.9, "TOO_NEAR", "SKL_6"),
        ("L4", 18.1, "OUT_OF_RANGE", "DEF_27"),
        ("L9", 5.1, "OUT_OF_RANGE", "DEF_27"),
    ],
)
def test_out_of_range_is_too_far_or_for_area_shooters_too_near(ident, apart, code, clause):
    b = field()
    i = add(b, ident, 0, 40, 10)
    b.figures[i].y -= 0.5 * b.figures[i].depth  # its front at y 10, theirs two steps before their middle
    foe = add(b, "O1", 1, 40, 10 + apart + 2, SOUTH)
    in_go(b, 0, (i, Order.SHOOTING_ATTACK))
    shot = action(b, Verb.SHOOT, i, target=foe, x=40.0, y=12 + apart)
    assert reason(b, shot) == (code, clause, foe)


@pytest.mark.clause("BAT-AMB-13", "BAT-WOU-9")
def test_a_marker_that_is_none_and_a_shot_by_those_who_lie_wounded():
    b = field(ambush="yes", wounded="yes")
    i, hidden = add(b, "L4", 0, 40, 10), add(b, "O1", 1)
    b.figures[hidden].state = State.AMBUSH.value
    m = ambush.add_marker(b, Thing.AMBUSH.value, 1, hidden, 40.0, 20.0)
    last = b.markers[-1]
    last.lies, last.side, last.x, last.y = 1, 1, 40.0, 20.0
    in_go(b, 0, (i, Order.SHOOTING_ATTACK))
    shots = [action(b, Verb.TURN_OVER, i, item=item, amount=Order.SHOOTING_ATTACK) for item in (m, NONE)]
    assert [reason(b, shot) for shot in shots] == [None, ("NO_SUCH_MARKER", "AMB_13", NONE)]
    b.figures[i].healthy, b.figures[i].wounded = 0, 4
    assert reason(b, shots[0]) == ("ONLY_WOUNDED", "WOU_9", NONE)


@pytest.mark.clause("BAT-WOU-14")
def test_who_has_no_wounded_has_none_to_attack():
    b = field(wounded="yes")
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 40, 26, SOUTH)
    in_go(b, 0, (i, Order.MELEE_ATTACK))
    one = action(b, Verb.STRIKE_WOUNDED, i, target=foe, amount=Order.MELEE_ATTACK)
    assert reason(b, one) == ("NO_WOUNDED_THERE", "WOU_14", foe)


@pytest.mark.clause("BAT-ACT-17")
def test_mercy_goes_by_what_they_are_armed_with():
    """Halberdiers strike and do not shoot; guns shoot and do not strike."""
    b = field(wounded="yes")
    for ident, said in (("L1", [None, "NO_SHOOTERS"]), ("L8", ["NO_MELEE", None])):
        i = add(b, ident, 0, 40, 20)
        b.figures[i].wounded = 1
        in_go(b, 0, (i, Order.MERCY))
        found = [reason(b, action(b, Verb.MERCY, i, amount=amount)) for amount in (0, 1)]
        assert found == [code and (code, "ACT_17", NONE) for code in said]


@pytest.mark.clause("BAT-ARM-13")
def test_a_spell_for_friends_on_the_last_of_an_enemy_battalion():
    b = field()
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 40, 28, SOUTH, figures=1)
    c = add_character(b, Role.MAGE, i)
    b.characters[c].mana = b.characters[c].magic = 6
    in_go(b, 0, (i, Order.TURN))
    b.spell = NONE
    stone_skin = action(b, Verb.CAST, i, item=3, target=foe)
    assert reason(b, stone_skin) == ("ONLY_ON_FRIENDS", "ARM_13", foe)
    b.figures[foe].healthy, b.figures[foe].wounded = 0, 1
    assert reason(b, stone_skin) == ("NO_TARGET", "MAG_13", NONE)


@pytest.mark.clause("BAT-ARM-13", "BAT-ORD-9")
def test_an_iron_voice_orders_a_move_or_an_attack_of_those_who_have_one_order():
    b = field()
    i = add(b, "L1", 0, 40, 20)
    c = add_character(b, Role.MAGE, i)
    b.characters[c].mana = b.characters[c].magic = 6
    in_go(b, 0, (i, Order.TURN))
    b.spell = NONE
    voices = [action(b, Verb.CAST, i, item=5, target=i, amount=o) for o in (Order.MOVE, Order.MELEE_ATTACK, Order.TURN)]
    unheard = ("VOICE_ORDERS", "ARM_13", NONE)
    assert [reason(b, one) for one in voices] == [None, None, unheard]
    b.figures[i].given = 2
    full = ("TARGET_ORDERS_FULL", "ORD_9", i)
    assert [reason(b, one) for one in voices] == [full, full, unheard]


@pytest.mark.clause("BAT-SKL-8", "BAT-WOU-9")
def test_one_warrior_who_is_left_is_not_one_who_lies():
    b = field(wounded="yes")
    i, flyers = add(b, "L1", 0, 40, 20, figures=1), add(b, "U7", 1, 40, 26, SOUTH)
    in_go(b, 0, (i, Order.MELEE_ATTACK))
    one = action(b, Verb.CHARGE, i, target=flyers)
    assert reason(b, one) == ("TARGET_FLIES", "SKL_8", flyers)
    b.figures[i].healthy, b.figures[i].wounded = 0, 1
    assert reason(b, one) == ("ONLY_WOUNDED", "WOU_9", NONE)


@pytest.mark.clause("BAT-SKL-11")
def test_the_bloodthirsty_see_a_nearer_one_or_nobody():
    b = field()
    i, near, far = add(b, "O2", 0, 40, 20), add(b, "L1", 1, 40, 28, SOUTH), add(b, "L1", 1, 46, 30, SOUTH)
    in_go(b, 0, (i, Order.MELEE_ATTACK))
    b.figures[i].givers[:] = NONE
    assert reason(b, action(b, Verb.CHARGE, i, target=near)) is None
    one = action(b, Verb.CHARGE, i, target=far)
    assert reason(b, one) == ("NEAREST_FIRST", "SKL_11", near)
    ground(b, Ground.WOOD, 30, 23, 60, 24)
    assert reason(b, one) == ("SEES_NOBODY", "SKL_11", NONE)


# Places


@pytest.mark.clause("BAT-DEF-33", "BAT-ACT-22")
def test_what_is_in_the_way_is_named():
    b = field()
    i = add(b, "L1", 0, 40, 20)
    beside = add(b, "L1", 0, 45, 22)
    in_go(b, 0, (i, Order.TURN))
    assert reason(b, action(b, Verb.TURN, i, facing=NORTH + 30)) == ("PLACE_TAKEN", "ACT_22", beside)
    for fx in (0.0, math.nan):
        assert reason(b, action(b, Verb.TURN, i, fx=fx, fy=0.0)) == ("NO_POSE", "ACT_3", NONE)
    # about the left corner (37.5, 22) the rear right one, 6.4 away, swings from (42.5, 18) out to the right
    hero = int(b.characters[add_hero(b, "ysolde_the_grey", 0, 43.3, 19.9, NORTH)].own)
    b.figures[beside].state = State.FLED.value
    why = obstacles.why_no_wheel(b, i, base_of(b.figures[i]), -45.0)
    assert sentence(why) == ("IN_THE_WAY", "ACT_22", hero, 0, 0.0)


@pytest.mark.clause("BAT-ACT-22")
def test_of_many_the_one_in_the_way_is_named():
    b = field()
    add(b, "L1", 0, 70, 20)
    gone, i = add(b, "L1", 0, 40, 26), add(b, "L1", 0, 40, 20)
    met = add(b, "L1", 0, 40, 27)
    b.figures[gone].state = State.FLED.value
    assert sentence(obstacles.why_blocked(b, i, base_of(b.figures[i]), 0.0, 4.0))[:3] == ("IN_THE_WAY", "ACT_22", met)


@pytest.mark.clause("BAT-TER-16", "BAT-WOU-9")
def test_those_who_lie_wounded_batter_no_wall():
    b = field(building_strength="yes", wounded="yes")
    k, i = ground(b, Ground.BUILDING, 20, 30, 60, 36), add(b, "L1", 0, 40, 28)
    in_go(b, 0, (i, Order.MELEE_ATTACK))
    one = action(b, Verb.BATTER, i, item=k, amount=Order.MELEE_ATTACK)
    b.figures[i].healthy, b.figures[i].wounded = 1, 4
    assert reason(b, one) is None, "one is enough"
    b.terrain.features[k + 1].kind = Ground.BUILDING
    for item in (-1, k + 1):
        none = action(b, Verb.BATTER, i, item=item, amount=Order.MELEE_ATTACK)
        assert reason(b, none) == ("NO_BUILDING", "TER_16", NONE)
    b.figures[i].healthy = 0
    assert reason(b, one) == ("ONLY_WOUNDED", "WOU_9", NONE)


@pytest.mark.clause("BAT-ACT-12", "BAT-ACT-17", "BAT-WOU-9", "BAT-SNI-2", "BAT-SNI-5")
def test_those_who_lie_wounded_do_not_shoot_and_nobody_is_chosen_where_nobody_leads():
    b = field(wounded="yes", snipers="yes")
    bows, killers, foe = add(b, "L7", 0, 40, 20), add(b, "U9", 0, 46, 20), add(b, "O1", 1, 42, 27, SOUTH)
    in_go(b, 0, (bows, Order.SHOOTING_ATTACK), (bows, Order.MERCY), (killers, Order.MELEE_ATTACK))
    shot = action(b, Verb.SHOOT, bows, target=foe, item=0)
    assert reason(b, shot) == ("NO_CHARACTER", "SNI_2", foe)
    assert reason(b, action(b, Verb.CHARGE, killers, target=foe, item=0)) == ("NO_CHARACTER", "SNI_5", foe)
    b.figures[bows].healthy, b.figures[bows].wounded = 0, 4
    for one in (shot, action(b, Verb.MERCY, bows)):
        assert reason(b, one) == ("ONLY_WOUNDED", "WOU_9", NONE)


@pytest.mark.clause("BAT-LAD-1")
def test_a_ladder_that_there_is_none():
    b = field(ladders="yes")
    i = add(b, "L1", 0, 40, 20)
    b.n_ladders = 1
    in_go(b, 0, (i, Order.MOVE))
    for item in (-2, 1):
        assert reason(b, action(b, Verb.MOVE, i, y=21.0, item=item)) == ("NO_SUCH_LADDER", "LAD_1", NONE)


@pytest.mark.clause("BAT-SKL-7", "BAT-TER-23")
def test_a_flyer_half_over_a_roof_is_told_of_the_house():
    b = field()
    ground(b, Ground.BUILDING, 30, 30, 50, 36)
    i = add(b, "O8", 0, 40, 25)
    in_go(b, 0, (i, Order.MOVE))
    assert reason(b, action(b, Verb.MOVE, i, y=30.0)) == ("GROUND_FORBIDS", "DEF_33", NONE)
    b.sites[0].storeys = 1
    above = add(b, "L1", 0, 40, 33)
    b.figures[above].storey = 1
    assert reason(b, action(b, Verb.MOVE, i, y=33.0)) == ("PLACE_TAKEN", "DEF_33", above)
    b.terrain.features[0].kind = Ground.WATER
    foot = add(b, "L1", 0, 20, 33)
    why = obstacles.why_blocked(b, foot, base_of(b.figures[foot]), 12.0, 0.0)
    assert (Code(why.code).name, why.line.x0, why.line.y0) == ("GROUND_IN_WAY", 32.0, 33.0)


@pytest.mark.clause("BAT-TRP-1")
def test_the_border_of_the_enemys_zone_is_theirs():
    b = zoned(field(traps="yes"))
    for y, code in ((10.5, Code.IN_ENEMY_ZONE), (10.6, Code.TRAP_APART), (0.0, Code.IN_ENEMY_ZONE)):
        assert placing.why_no_place_for_trap(b, 1, 40.0, y).code == code
    for y, code in ((49.5, Code.IN_ENEMY_ZONE), (49.4, Code.TRAP_APART)):
        assert placing.why_no_place_for_trap(b, 0, 40.0, y).code == code
    for x, y in ((90.1, 30.0), (-0.1, 30.0), (40.0, 60.1), (40.0, -0.1)):
        assert placing.why_no_place_for_trap(b, 0, x, y).code == Code.BEYOND_EDGE


@pytest.mark.clause("BAT-DEP-9")
@pytest.mark.parametrize(("x", "y"), [(math.nan, 2.0), (2e4, 2.0), (20.0, -2e4)])
def test_a_reserve_comes_to_a_place(x, y):
    b = zoned(field())
    waits, foe = add(b, "L1", 0), add(b, "O1", 1, 80, 55, SOUTH)
    b.figures[waits].state = State.RESERVE.value
    in_go(b, 0, (waits, Order.MOVE), (foe, Order.TURN))
    assert reason(b, action(b, Verb.ENTER, waits, x=x, y=y, facing=NORTH)) == ("NO_POSE", "DEP_9", NONE)


@pytest.mark.clause("BAT-MOR-17")
def test_a_general_who_fled_comes_back_at_the_middle_of_their_edge():
    b = zoned(field())
    home = add(b, "L1", 1)
    add_character(b, Role.GENERAL, home)
    b.figures[home].state = State.FLED.value
    column = Formation.COLUMN.value
    why = returning.why_no_place_to_return(b, home, Base(10.0, 58.0, 0.0, -1.0, 2.5, 2.0), column)
    assert (Code(why.code).name, why.line.x0, why.line.y0) == ("NOT_AT_OWN_EDGE", 45.0, 60.0)
    assert returning.why_no_place_to_return(b, home, Base(45.0, 58.0, 0.0, -1.0, 2.5, 2.0), column).cited == NONE
    near = add(b, "O1", 0, 45, 48)
    for state, code in ((State.FIELD, "NEAR_ENEMY"), (State.FLED, None)):
        b.figures[near].state = state.value
        why = returning.why_no_place_to_return(b, home, Base(45.0, 58.0, 0.0, -1.0, 2.5, 2.0), column)
        assert (None if why.cited == NONE else Code(why.code).name) == code


@pytest.mark.clause("BAT-ORD-11", "BAT-REC-1", "BAT-WOU-8")
@pytest.mark.parametrize(("here", "scouts"), [("yes", "NO_SCOUTS"), ("no", "NO_RECONNAISSANCE")])
def test_what_is_lacking_for_each_kind_of_order(here, scouts):
    b = field(reconnaissance=here)
    i = add(b, "L1", 0, 40, 20)
    lacks = {
        Order.SHOOTING_ATTACK: "NO_SHOOTERS", Order.MELEE_ATTACK: "NO_MELEE", Order.RECONNAISSANCE: scouts,
        Order.RECOVERY: "NO_WOUNDED",
    }  # fmt: skip
    for order, code in lacks.items():
        assert Code(command.why_never(b, i, order.value).code).name == code


@pytest.mark.clause("BAT-ACT-14", "BAT-WOU-8")
@pytest.mark.parametrize(("wounded", "why"), [(0, ("NO_WOUNDED", "ACT_14", NONE)), (1, None)])
def test_recovery_asks_for_wounded(wounded, why):
    b = field(wounded="yes")
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 40, 50, SOUTH)
    in_go(b, 0, (i, Order.RECOVERY), (foe, Order.TURN))
    b.figures[i].wounded = wounded
    assert reason(b, action(b, Verb.RECOVER, i)) == why


@pytest.mark.clause("BAT-MOR-15", "BAT-MOR-20", "BAT-ACT-1")
def test_of_wounded_alone_no_formation_is_asked_but_it_must_be_one():
    """Four wounded who fled have nobody who stands in a formation."""
    b = zoned(field(wounded="yes"))
    home, gone = add(b, "L1", 0, 45, 8), add(b, "L1", 0)
    c = add_character(b, Role.GENERAL, home)
    b.characters[c].command = 2
    u = b.figures[gone]
    u.state, u.healthy, u.wounded = State.FLED.value, 0, 4
    in_go(b)
    b.phase = Phase.RETURNS.value
    said = [
        reason(b, action(b, Verb.RETURN, gone, x=42.5, y=8.0, facing=NORTH, amount=amount))
        for amount in (Formation.COLUMN, Formation.LOOSE, len(Formation), -1)
    ]
    none = ("NO_SUCH_FORMATION", "ACT_1", NONE)
    assert said == [None, None, none, none]


@pytest.mark.clause("BAT-FRM-15", "BAT-ACT-1")
def test_a_column_may_be_one_file():
    b = field()
    i = add(b, "L1", 0, 40, 30, figures=4, files=2)
    in_go(b, 0, (i, Order.REFORM))
    one = action(b, Verb.REFORM, i, amount=Formation.COLUMN, item=1)
    assert reason(b, one) is None
    one.item = 4
    assert reason(b, one) is None, "or four"
    for one.item in (0, 5):
        assert reason(b, one) == ("FILES_OF_FEW", "FRM_15", NONE)


@pytest.mark.clause("BAT-AMB-4", "BAT-AMB-6")
def test_how_far_markers_go_and_which_of_three_is_true():
    """Orcs, speed 6: three steps."""
    b = zoned(field(ambush="yes"))
    k, i = ground(b, Ground.WOOD, 30, 25, 50, 35), add(b, "O1", 1)
    b.figures[i].state = State.AMBUSH.value
    said = [searching.why_no_markers(b, i, k, true, 40.0, 30.0) for true in (-1, 0, 2, 3)]
    assert [why.cited != NONE for why in said] == [True, False, False, True]
    assert sentence(said[0]) == ("NO_SUCH_TRUE_MARKER", "AMB_4", NONE, 2, 0.0)
    for number in range(3):
        b.markers[ambush.add_marker(b, Thing.AMBUSH.value, 1, i, 40.0 + number, 30.0)].true = int(number == 0)
    why = searching.why_no_markers(b, i, k, 0, 40.0, 33.5)
    assert sentence(why) == ("MARKER_GOES_TOO_FAR", "AMB_6", NONE, 300, 3.5)


# Answers to questions


@pytest.mark.clause("BAT-ACT-9")
def test_any_card_becomes_the_melee_attack_of_those_who_are_touched():
    b = field()
    foe, i = add(b, "O1", 1, 40, 24, SOUTH), add(b, "L1", 0, 40, 20)
    in_go(b, 1, (foe, Order.REFORM))
    b.phase, b.striker, b.quarry = Phase.TOUCHED.value, foe, i
    said = [reason(b, action(b, Verb.REPLACE, foe, amount=amount)) for amount in (-1, Order.REFORM, Order.TURN)]
    assert said == [("NO_SUCH_ORDER", "ORD_10", NONE), None, ("NO_SUCH_CARD", "ACT_9", NONE)]


@pytest.mark.clause("BAT-MOR-19")
def test_only_one_of_the_nearest_is_named():
    b = field()
    i, near = add(b, "L1", 0, 40, 20), [add(b, "O1", 1, x, 30, SOUTH) for x in (33, 47)]
    far = add(b, "O1", 1, 60, 30, SOUTH)
    in_go(b, 1)
    b.phase, b.question, b.quarry = Phase.NAMING.value, Question.NEAREST.value, i
    assert [reason(b, action(b, Verb.NAME, j)) for j in near] == [None, None]
    assert reason(b, action(b, Verb.NAME, far)) == ("IS_NOT_NEAREST", "MOR_19", i)


@pytest.mark.clause("BAT-REC-4")
def test_only_who_is_found_says_where_they_stand():
    b = field()
    scout, i = add(b, "L7", 0, 40, 24.5), add(b, "U2", 1, 40, 32, SOUTH)
    other = add(b, "U2", 1, 60, 32, SOUTH)
    in_go(b)
    finding.ask_where(b, Question.NEAR_SCOUT.value, 1, i, scout, 3)
    assert b.element == 3
    assert reason(b, action(b, Verb.COME_OUT, other)) == ("OTHER_IS_ASKED", "REC_4", i)


@pytest.mark.clause("BAT-ACT-9", "BAT-ACT-4")
def test_a_move_stops_at_whom_it_did_not_touch_before():
    """Orcs beside them are left alone; others three steps ahead are met. A way to y 23 does not end at 24."""
    b = field()
    beside, i = add(b, "O1", 1, 34.5, 20, SOUTH), add(b, "L1", 0, 40, 20)
    met = add(b, "O1", 1, 41, 27, SOUTH)
    in_go(b, 0, (i, Order.MOVE))
    one = action(b, Verb.MOVE, i, x=41.0, y=23.0, n_via=1)
    one.via[0], one.aside[0] = (3.0, 0.0), 1.0
    assert reason(b, one) == ("STOPS_AT_ENEMY", "ACT_9", met) and beside < met
    b.figures[met].state = State.FLED.value
    assert reason(b, one) is None
    one.y = 24.0
    assert reason(b, one) == ("ENDS_ELSEWHERE", "ACT_4", NONE)


@pytest.mark.clause("BAT-DEP-5", "BAT-DEP-6")
def test_a_captain_goes_over_to_whoever_is_listed_first():
    b = field()
    first, i = add(b, "L1", 0, 40, 20), add(b, "L1", 0, 45, 20)
    add_character(b, Role.CAPTAIN, i)
    in_go(b, 0, (i, Order.TURN))
    assert forbidden_by(b, action(b, Verb.PASS_OVER, i, target=first)) == ""
    assert reason(b, action(b, Verb.PASS_OVER, i, target=NONE)) == ("NO_FRIEND_TO_TAKE", "DEP_6", NONE)


@pytest.mark.clause("BAT-ACT-20", "BAT-ACT-22")
def test_a_charge_does_not_wheel_through_somebody():
    """A wheel of 45 degrees about (42.5, 22): the rear left corner, 6.4 away, swings through a friend and past it.

    Their front ends at (40.73, 23.77); two steps on stand orcs who face them.
    """
    b = field()
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 43.55, 26.6, SOUTH + 45)
    in_go(b, 0, (i, Order.MELEE_ATTACK), (foe, Order.TURN))
    one = action(b, Verb.CHARGE, i, target=foe, amount=45)
    assert reason(b, one) is None
    hero = int(b.characters[add_hero(b, "ysolde_the_grey", 0, 36.7, 19.9, EAST)].own)
    assert reason(b, one) == ("WHEEL_MISSES", "ACT_21", foe)
    b.figures[hero].x = 35.0
    assert reason(b, one) is None
