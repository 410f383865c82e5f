"""Rare cases of goes, morale and fights that mutants showed nobody asked: who is gone or alone, what is lost."""

from __future__ import annotations

import pytest

from batalist.field import NORTH, SOUTH, Thrown, action, add, carry_out, field, forbidden_by, ground, in_go
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Formation, Ground, Order, Phase, Role, Spell, State, Verb, Zone
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.rules import (
    activation,
    aftermath,
    attacks_on_wounded,
    cards,
    casting,
    charging,
    command,
    damage,
    fighters,
    formations,
    morale,
    moving,
    ordering,
    searching,
    shooting,
    snipers,
    ways,
    wounded,
)
from sandtable.kernel.dice import new_dice
from sandtable.kernel.geometry import Base, base_of
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE

# Goes


@pytest.mark.clause("BAT-SKL-17", "BAT-EXE-6")
def test_who_fled_has_no_fast_move():
    b = field()
    i = add(b, "O5", 0, 20, 10)
    assert activation.may_go_fast(b, 0) and not activation.may_go_fast(b, 1)
    b.figures[i].state = State.FLED.value
    assert not activation.may_go_fast(b, 0)


@pytest.mark.clause("BAT-EXE-12", "BAT-ACT-9")
def test_who_has_lost_the_card_owes_no_fight():
    b = field()
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 40, 24, SOUTH)
    in_go(b, 0, (i, Order.TURN), (foe, Order.TURN))
    for card, owed in ((Order.TURN, NONE), (Order.MELEE_ATTACK, foe)):
        b.figures[i].cards[0], b.figures[i].owes_fight = card, foe
        activation.forget_lost_fights(b, 0)
        assert b.figures[i].owes_fight == owed
    b.figures[i].cards[0] = Order.TURN
    assert activation.run_execution(b, Thrown().dice, new_log()) and b.figures[i].owes_fight == NONE


@pytest.mark.clause("BAT-ACT-9", "BAT-DEF-34")
def test_a_move_goes_on_past_where_an_enemy_fell():
    """Three steps ahead, to the front of orcs at y 25, and one aside: they stop it where it touches them."""
    b = field()
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 40, 27, SOUTH)
    in_go(b, 0, (i, Order.MOVE))
    one = action(b, Verb.MOVE, i, x=41.0, y=23.0, n_via=1)
    one.via[0], one.aside[0] = (3.0, 0.0), 1.0
    assert forbidden_by(b, one) == "ACT_9"
    b.figures[foe].state = State.DESTROYED.value
    assert forbidden_by(b, one) == ""


@pytest.mark.clause("BAT-ARM-13")
@pytest.mark.parametrize(("die", "left"), [(1, Order.MOVE), (3, Order.MOVE), (4, Order.TURN), (6, Order.TURN)])
def test_confusion_takes_either_of_two_cards(die, left):
    b = field()
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 40, 30, SOUTH)
    c = add_character(b, Role.MAGE, i)
    b.characters[c].mana = b.characters[c].magic = 6
    in_go(b, 0, (i, Order.TURN), (foe, Order.TURN), (foe, Order.MOVE))
    b.spell = NONE
    assert carry_out(b, action(b, Verb.CAST, i, item=Spell.CONFUSION, target=foe), die).are_used_up()
    assert [int(card) for card in b.figures[foe].cards if card != NONE] == [left]


@pytest.mark.clause("BAT-EXE-3", "BAT-EXE-7")
def test_only_a_card_that_lies_on_the_table_is_cancelled_or_discarded():
    b = field()
    i, gone = add(b, "L1", 0, 40, 20), add(b, "L1", 0)
    in_go(b, 0, (i, Order.TURN), (gone, Order.TURN))
    b.figures[gone].state = State.FLED.value
    for k, order, lies in ((i, Order.TURN, True), (i, Order.MOVE, False), (i, NONE, False), (gone, Order.TURN, False)):
        assert activation.may_discard(b, k, int(order)) == lies
        assert activation.may_cancel(b, k, int(order), 2) == lies


@pytest.mark.clause("BAT-EXE-7", "BAT-EXE-10", "BAT-ACT-17")
def test_what_those_can_carry_out_who_all_lie_wounded():
    b = field(wounded="yes")
    i = add(b, "L1", 0, 40, 20)
    b.figures[i].wounded = 4
    for healthy in (16, 0):
        b.figures[i].healthy = healthy
        for order in (Order.MOVE, Order.TURN, Order.REFORM, Order.MERCY):
            assert activation.can_execute(b, i, order.value) == (healthy > 0)
        assert activation.can_execute(b, i, Order.RECOVERY.value)


@pytest.mark.clause("BAT-EXE-12", "BAT-ACT-9")
def test_an_owed_fight_needs_the_card_and_contact():
    b = field()
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 40, 27, SOUTH)
    in_go(b, 0, (i, Order.TURN))
    u = b.figures[i]
    for card, spent in ((Order.TURN, 0), (Order.MELEE_ATTACK, 1)):
        u.cards[0], u.owes_fight = card, foe
        thrown = Thrown()
        charging.make_owed_fight(b, i, thrown.dice, new_log())
        assert thrown.are_used_up() and (u.owes_fight, u.carried_out) == (NONE, spent)


@pytest.mark.clause("BAT-ACT-9")
def test_one_of_two_cards_of_a_kind_is_replaced():
    b = field()
    foe, i = add(b, "O1", 1, 40, 24, SOUTH), add(b, "L1", 0, 40, 20)
    in_go(b, 1, (foe, Order.TURN), (foe, Order.TURN))
    b.striker, b.quarry = foe, i
    moving.make_replace(b, action(b, Verb.REPLACE, foe, amount=Order.TURN), new_log())
    assert sorted(int(card) for card in b.figures[foe].cards) == [Order.TURN, Order.MELEE_ATTACK]


@pytest.mark.clause("BAT-HER-9", "BAT-DEP-3")
def test_only_heroes_step_on_a_base_and_into_its_first_rank():
    b = field()
    i, beside = add(b, "L1", 0, 40, 20), add(b, "L1", 0, 45, 20)
    assert not moving.may_step_on(b, beside, i)
    c = add_hero(b, "ysolde_the_grey", 0, 40, 22.5, NORTH)
    own = int(b.characters[c].own)
    assert moving.may_step_on(b, own, i)
    b.characters[c].rank = 3
    moving.step_on(b, own, i, Clause.HER_9, new_log())
    assert (b.characters[c].rank, b.characters[c].file, b.figures[i].character) == (0, 2, c)


@pytest.mark.clause("BAT-ORD-6", "BAT-ORD-3", "BAT-HER-2", "BAT-HER-3")
def test_the_general_is_nobodys_first_superior_and_what_a_hero_pays():
    b = field()
    i, other = add(b, "L1", 0, 44, 20), add(b, "L1", 0, 80, 20)
    general, one, two = (add_character(b, role, other) for role in (Role.GENERAL, Role.CAPTAIN, Role.CAPTAIN))
    u = b.figures[i]
    u.given = 1
    for giver, first in ((general, NONE), (one, one), (two, NONE)):
        u.givers[0] = giver
        assert command.first_superior(b, two, i) == first
    # an order costs one, and the step from its side, at x 40.5, to theirs, at 41.5, another
    c = add_hero(b, "sir_aldwin", 0, 40, 20, NORTH)
    assert command.price_of_order(b, c, i) == 2
    b.figures[i].x = 44.1
    assert command.price_of_order(b, c, i) == 3


@pytest.mark.clause("BAT-IND-2", "BAT-SKL-11", "BAT-ORD-1")
def test_which_cards_lay_themselves():
    b = field(independents="yes")
    pack, rage = add(b, "O6", 0, 20, 20), add(b, "O2", 0, 60, 20)
    b.figures[pack].fixed[:] = Order.MOVE
    ordering.lay_fixed(b, pack)
    assert list(b.figures[pack].cards) == [Order.MOVE, Order.MOVE]
    b.figures[pack].cards[:], b.figures[pack].given, b.figures[pack].healthy = NONE, 0, 0
    ordering.lay_fixed(b, pack)
    assert b.figures[pack].given == 0, "nobody stands"
    b.figures[pack].healthy = 1
    ordering.lay_fixed(b, pack)
    assert b.figures[pack].given == 2, "one does"
    b.figures[rage].cards[:], b.figures[rage].givers[:] = (Order.TURN, Order.MELEE_ATTACK), NONE
    assert [cards.is_automatic(b, rage, order.value) for order in (Order.TURN, Order.MELEE_ATTACK)] == [False, True]
    in_go(b)
    assert tuple(ordering.at_once(b)) == (0, 0), "one at a time in a go"


@pytest.mark.clause("BAT-ARM-13", "BAT-MAG-5", "BAT-MAG-6")
def test_who_could_dispel_and_when_dawn_is_false():
    b = field(time_of_day="yes")
    for x in (40, 50):
        c = add_character(b, Role.MAGE, add(b, "L1", 0, x, 20))
        b.characters[c].mana = b.characters[c].magic = 6
    assert [casting.dispellers_of(b, side, Spell.FIREBOLT.value) for side in (0, 1)] == [2, 0]
    for b.hour, fits in ((0, True), (NONE, False)):
        assert casting.fits_target(b, 0, Spell.FALSE_DAWN.value, NONE, 0.0, 0.0, NONE) == fits


@pytest.mark.clause("BAT-EXE-1", "BAT-SKL-11", "BAT-IND-3", "BAT-AMM-2", "BAT-ORD-16")
def test_which_of_two_like_cards_is_turned_up_or_changed():
    b = field(independents="yes")
    i = add(b, "O2", 0, 40, 20)
    b.figures[i].cards[:] = Order.MELEE_ATTACK
    for givers, place in (((NONE, 0), 1), ((0, NONE), 0)):
        b.figures[i].givers[:] = givers
        assert cards.place_of(b, i, Order.MELEE_ATTACK) == place, "the one that a leader gave first"
    pack = add(b, "U9", 0, 60, 20)
    c = add_character(b, Role.CAPTAIN, pack)
    u = b.figures[pack]
    for lying, left in (
        ((Order.MOVE, Order.MELEE_ATTACK), [Order.MOVE, Order.TURN]),
        ((Order.MELEE_ATTACK, NONE), [Order.TURN, NONE]),  # the first was a shot, and no shots are left
    ):
        b.characters[c].command, b.characters[c].spent = 6, 0
        u.fixed[:], u.cards[:], u.givers[:] = (Order.MOVE, Order.MELEE_ATTACK), lying, NONE
        one = action(b, Verb.CHANGE_OWN, pack, target=pack, item=1, amount=Order.TURN)
        ordering.make_change_own(b, one, new_log())
        assert list(u.cards) == left and list(u.fixed) == [Order.MOVE, Order.TURN]
    b.mover = 1
    ordering.begin_orders(b)
    assert b.mover == 0, "the player listed first is asked first"


# Morale


@pytest.mark.clause("BAT-MOR-18", "BAT-MOR-1")
def test_who_cannot_test_need_not_later_either():
    b = field(wounded="yes")
    gone, i = add(b, "L1", 0), add(b, "L1", 0, 40, 20)
    b.figures[gone].state = State.FLED.value
    b.figures[gone].tests = b.figures[i].tests = 1
    assert aftermath.next_to_test(b, 0) == i and b.figures[gone].tests == 0
    b.figures[i].healthy = 10
    assert morale.must_test_for_losses(b, i)
    b.figures[i].healthy, b.figures[i].wounded = 0, 4
    assert not morale.must_test_for_losses(b, i)


@pytest.mark.clause("BAT-MOR-18")
@pytest.mark.parametrize("xs", [(20, 60), (60, 20)])
def test_of_several_of_one_side_that_farthest_west_tests_first(xs):
    b = field()
    for x in xs:
        b.figures[add(b, "L1", 0, x, 20)].tests = 1
    first = aftermath.next_to_test(b, 0)
    assert b.figures[first].x == 20
    b.figures[first].tests = 0
    assert b.figures[aftermath.next_to_test(b, 0)].x == 60


@pytest.mark.clause("BAT-MOR-10", "BAT-MOR-11")
@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(("sides", "stops"), [((0, 1), 1), ((1, 0), 0), ((1, 1), 0), ((0, 0), 0)])
def test_of_two_met_at_once_in_a_retreat_an_enemy_stops_it_else_the_western_one(sides, stops, order):
    """South of it stand one at x 36 and one at x 54, both 3 steps behind it."""
    b = field()
    i = add(b, "L1", 0, 45, 30, files=10)
    xs = (36, 54)
    who = {k: add(b, "L1", sides[k], xs[k], 25, files=10) for k in (0, 1)[::order]}
    assert b.figures[i].width > 9 and b.figures[i].depth == 2
    length, met = aftermath.free_to_retreat(b, i, base_of(b.figures[i]), 0.0, -1.0, 10.0)
    assert (length, met) == (pytest.approx(3.0, abs=0.01), who[stops])


@pytest.mark.clause("BAT-MOR-19")
@pytest.mark.parametrize("order", [1, -1])
def test_the_nearest_is_the_nearest_in_whatever_order_they_are_listed(order):
    """2.020, 2.012 and 2.004 steps before it: the first is as near as nobody, as TOUCH is 0.01."""
    b = field()
    i = add(b, "L1", 0, 45, 20)
    front = 20 + 0.5 * b.figures[i].depth
    for apart in (2.020, 2.012, 2.004)[::order]:
        j = add(b, "O1", 1, 45, 0, SOUTH)
        b.figures[j].y = front + apart + 0.5 * b.figures[j].depth
    near = [k for k in range(1, 4) if aftermath.is_nearest(b, i, k)]
    assert sorted(round(float(b.figures[k].y - 0.5 * b.figures[k].depth) - front, 3) for k in near) == [2.004, 2.012]


@pytest.mark.clause("BAT-MOR-18", "BAT-MOR-19", "BAT-MOR-6", "BAT-MOR-7")
@pytest.mark.parametrize(("thrown", "asks"), [((4, 4, 4, 4), False), ((4, 3, 4, 4), False), ((4, 3, 3, 4), True)])
def test_the_enemy_says_from_whom_of_two_they_fall_back(thrown, asks):
    b = field()
    i = add(b, "L1", 0, 40, 20)
    for x in (33, 47):
        add(b, "O1", 1, x, 30, SOUTH)
    b.figures[i].tests = 1
    in_go(b, 1)
    dice = Thrown(*thrown)
    assert aftermath.run_tests(b, dice.dice, new_log()) == asks and dice.are_used_up()
    assert (b.phase, b.mover) == ((Phase.NAMING, 1) if asks else (Phase.EXECUTION, 1))
    in_go(b, 0)
    b.figures[i].tests = 1
    assert aftermath.run_tests(b, Thrown(*thrown).dice, new_log()) == asks
    assert b.mover == int(asks)


@pytest.mark.clause("BAT-MOR-7", "BAT-MOR-19")
def test_from_one_enemy_they_fall_back_at_once():
    b = field()
    i = add(b, "L1", 0, 40, 20)
    add(b, "O1", 1, 40, 30, SOUTH)
    b.figures[i].tests = 1
    in_go(b, 0)
    assert not aftermath.run_tests(b, Thrown(4, 3, 3, 4).dice, new_log())
    assert (b.phase, b.figures[i].y) == (Phase.EXECUTION, 14)


@pytest.mark.clause("BAT-MOR-7", "BAT-MOR-9")
def test_the_nearest_may_be_a_long_line_and_a_way_back_is_free():
    """Orcs ten steps ahead; 24 in one line beside, their end nine steps off though their middle is 21."""
    b = field()
    i = add(b, "L1", 1, 20, 30)
    add(b, "O1", 0, 20, 44)
    line = add(b, "O1", 0, 43.5, 30, files=24)
    assert aftermath.nearest_enemy(b, i) == line
    thrown = Thrown()
    aftermath.retreat(b, i, 1, thrown.dice, new_log())
    assert thrown.are_used_up() and (b.figures[i].x, b.figures[i].y) == (20, 24)


# Fights


@pytest.mark.clause("BAT-SKL-12", "BAT-WOU-10")
def test_cowards_leave_the_wounded_alone():
    """Goblin spears, Coward 2, touch four wounded orcs; on a 2 nobody is struck."""
    b = field(wounded="yes")
    i, orcs = add(b, "O3", 0, 40, 20), add(b, "O1", 1, 40, 27, NORTH)
    b.figures[orcs].healthy, b.figures[orcs].wounded = 0, 4
    in_go(b, 0, (i, Order.MELEE_ATTACK))
    one = action(b, Verb.STRIKE_WOUNDED, i, target=orcs, amount=Order.MELEE_ATTACK)
    assert carry_out(b, one, 2).are_used_up()
    assert (b.figures[orcs].wounded, b.figures[i].y) == (4, 20)


@pytest.mark.clause("BAT-SKL-8", "BAT-WOU-10")
@pytest.mark.parametrize(("ident", "switch", "replies"), [
    ("U7", "is_struck_back", True), ("U7", "is_safe", False), ("L1", "is_struck_back", True), ("L1", "is_safe", True),
])  # fmt: skip
def test_wounded_strike_back_at_flyers_as_others_do(ident, switch, replies):
    b = field(wounded="yes", flyer_attacks=switch)
    i, orcs = add(b, ident, 0, 40, 20), add(b, "O1", 1, 40, 27, NORTH)
    b.figures[orcs].healthy, b.figures[orcs].wounded = 0, 6
    log = new_log()
    damage.fight_wounded(b, i, orcs, new_dice(1), log)
    throwers = {int(entry.side) for entry in log.entries[: log.n] if entry.kind == Kind.DIE}
    assert throwers == ({0, 1} if replies else {0})


@pytest.mark.clause("BAT-ACT-17", "BAT-FRM-6")
def test_a_hedgehog_shows_mercy_with_one_side():
    """Twenty in a square of five: five on a side, however many files they had and however long their weapons are."""
    b = field(wounded="yes")
    for ident in ("O1", "L1"):
        i = add(b, ident, 0, 40, 20, figures=20, formation=Formation.HEDGEHOG, files=4)
        assert fighters.fighters_of_first_rank(b, i, False) == 5


@pytest.mark.clause("BAT-ACT-17", "BAT-FRM-10", "BAT-FRM-6", "BAT-BOA-6")
def test_a_wedge_shows_mercy_with_its_perimeter_and_a_boat_with_one_side():
    """Twenty in five ranks: 2 x 5 - 3 on the perimeter; of squares the smallest that holds so many."""
    b = field(wounded="yes")
    i = add(b, "U2", 0, 40, 20, figures=20, formation=Formation.WEDGE, files=1)
    assert fighters.fighters_of_first_rank(b, i, False) == 7
    aboard = add(b, "L1", 0, 60, 20, files=2)
    b.figures[aboard].boat = 0
    assert fighters.fighters_of_first_rank(b, aboard, False) == 5, "twenty, and a deck has no ranks"
    assert [formations.square_side(n) for n in (0, 1, 2, 4, 5, 20)] == [0, 1, 2, 2, 3, 5]


@pytest.mark.clause("BAT-DEF-15", "BAT-DEF-32")
def test_the_last_warrior_has_one_cell():
    b = field()
    i = add(b, "L1", 0, 40, 20, figures=3)
    wounded.suffer(b, i, 2, new_log())
    assert base_of(b.figures[i]) == Base(40.0, 20.0, 0.0, 1.0, 0.5, 0.5)


@pytest.mark.clause("BAT-CBT-1", "BAT-SKL-8", "BAT-SKL-11", "BAT-ACT-12", "BAT-SNI-2")
def test_who_is_no_target():
    b = field(snipers="yes", wounded="yes")
    i, foe, flyers = add(b, "O2", 0, 40, 20), add(b, "L1", 1, 36, 28, SOUTH), add(b, "U7", 1, 44, 27, SOUTH)
    assert charging.is_nearest_seen(b, i, foe) and not charging.is_nearest_seen(b, i, flyers)
    assert charging.is_enemy_to_fight(b, i, foe)
    b.figures[i].healthy, b.figures[i].wounded = 0, 4
    assert not charging.is_enemy_to_fight(b, i, foe), "nobody stands"
    bows = add(b, "L7", 0, 60, 20)
    c = add_hero(b, "gashrak", 1, 60, 30, SOUTH)
    hero = int(b.characters[c].own)
    assert shooting.may_shoot_at(b, bows, hero) and not snipers.may_choose(b, bows, c, True), "he stands alone"
    b.figures[bows].state = State.FLED.value
    assert not shooting.may_shoot_at(b, bows, hero)


@pytest.mark.clause("BAT-ACT-20", "BAT-ACT-13")
def test_whom_a_charge_meets_first():
    """Orcs four steps ahead of the halberdiers' front, goblins one step; more orcs touch it already."""
    b = field()
    i, target, between = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 40, 28, SOUTH), add(b, "O3", 1, 37, 25.5, SOUTH)
    base = base_of(b.figures[i])
    assert charging.first_contact(b, i, base, 6.0, target) == (between, pytest.approx(1.0))
    b.figures[between].y = 25.0
    touched = add(b, "O1", 1, 45, 24, SOUTH, figures=6)
    b.figures[touched].y = 22.0 + 0.5 * b.figures[touched].depth
    for most in (6.0, 0.0):
        assert charging.first_contact(b, i, base, most, target) == (touched, 0.0)
    flyers = add(b, "U7", 0, 40, 10)
    above = base_of(b.figures[flyers])
    assert charging.first_contact(b, flyers, above, 20.0, target) == (target, pytest.approx(26.0 - 11.0))


@pytest.mark.clause("BAT-CBT-2", "BAT-CBT-17", "BAT-ACT-20", "BAT-SKL-11", "BAT-TER-16")
def test_attacks_and_replies_of_those_who_touch():
    b = field()
    i, foe, other = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 37, 24, SOUTH), add(b, "O1", 1, 43, 24, SOUTH)
    assert charging.nearest_seen(b, i) == foe, "the first of two as near"
    assert charging.charge_by(b, i, base_of(b.figures[i]), charging.aim_at(b, foe), 0.0).moved == 0.0
    assert [int(damage.prepare_melee(b, i, foe, True, reply).reply) for reply in (True, False)] == [1, 0]
    guns = add(b, "L8", 0, 40, 10)
    b.figures[-1].formation = Formation.LOOSE.value
    assert fighters.fighters(b, guns, NONE, Zone.FRONT, True) == 3, "walls stand in no formation"
    b.figures[foe].state = State.FLED.value
    bows = add(b, "L4", 0, 60, 20)
    far = add(b, "O1", 1, 60, 34, SOUTH)
    in_go(b, 0, (bows, Order.SHOOTING_ATTACK), (other, Order.TURN))
    carry_out(b, action(b, Verb.SHOOT, bows, target=far), 1, 1)
    assert b.figures[far].attacked == 1, "one order may be replaced"
    assert formations.figures_in_rank(b.figures[i], -1) == 0 and formations.figures_in_rank(b.figures[i], 3) == 5


@pytest.mark.clause("BAT-ARM-13", "BAT-MAG-12", "BAT-ORD-7")
def test_a_storm_of_shards_and_an_iron_voice():
    """Of 6 by 4 orcs three in each quarter stand within two steps of the middle: (6 + 12) / 3 + 1."""
    b = field()
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 40, 30, SOUTH)
    c = add_character(b, Role.MAGE, i)
    b.characters[c].mana = b.characters[c].magic = 9
    in_go(b, 0, (i, Order.TURN), (foe, Order.TURN))
    b.spell = NONE
    assert carry_out(b, action(b, Verb.CAST, i, item=Spell.STORM_OF_SHARDS, target=foe), 1).are_used_up()
    assert b.figures[foe].healthy == 24 - 7
    b.spells[Spell.STORM_OF_SHARDS].per_warrior = 2
    b.figures[foe].healthy = 24
    casting.strike_by_spell(b, c, Spell.STORM_OF_SHARDS.value, foe, Thrown(1).dice, new_log())
    assert b.figures[foe].healthy == 24 - 11
    b.figures[i].givers[:] = c
    casting.take_effect(b, Spell.IRON_VOICE.value, i, Order.MOVE.value, Thrown().dice, new_log())
    assert list(b.figures[i].givers) == [c, NONE] and b.figures[i].cards[1] == Order.MOVE, "nobody's order"


@pytest.mark.clause("BAT-ACT-20", "BAT-ACT-7")
@pytest.mark.parametrize(("apart", "reaches"), [(0.7, True), (0.9, False)])
def test_what_a_wheel_leaves_of_the_speed(apart, reaches):
    """60 degrees of 5 steps are 5.236 of 6: 0.764 are left for the way ahead of the wheeled front."""
    b = field()
    i = add(b, "L1", 0, 40, 20)
    base = ways.wheeled(base_of(b.figures[i]), 60.0)
    far = 2.0 + apart + 2.0
    foe = add(b, "O1", 1, base.x + far * base.fx, base.y + far * base.fy, SOUTH + 60)
    aim = charging.aim_at(b, foe)
    assert charging.charge_by(b, i, base_of(b.figures[i]), aim, 60.0).reaches == reaches


@pytest.mark.clause("BAT-SKL-5", "BAT-OPT-4")
@pytest.mark.parametrize(("y", "seen"), [(54.0, True), (54.1, False)])
def test_a_friend_sees_for_guns_as_far_as_forty_steps(y, seen):
    """Halberdiers' front at y 12; the orcs' front two steps before their middle."""
    b = field()
    guns, foe = add(b, "L8", 0, 80, 5), add(b, "O1", 1, 20, y, SOUTH)
    add(b, "L1", 0, 20, 10)
    assert shooting.is_seen_by_friend(b, guns, foe, base_of(b.figures[foe])) == seen


@pytest.mark.clause("BAT-CBT-1", "BAT-ORD-1", "BAT-AMB-12", "BAT-WOU-14")
def test_beyond_the_last_battalion_is_nobody():
    """Orcs with a general are left over in the first place of the record that no battalion of this battle has."""
    b = field(ambush="yes", wounded="yes")
    wood = ground(b, Ground.WOOD, 30, 25, 50, 35)
    i, hidden, foe = add(b, "L4", 0, 40, 20), add(b, "L4", 0, 40, 30), add(b, "O1", 1, 40, 24, SOUTH)
    add_character(b, Role.GENERAL, foe)
    b.figures[foe].wounded, b.figures[hidden].state = 2, State.AMBUSH.value
    b.phase, b.mover = Phase.ORDERS.value, 1
    beyond, order = int(b.n_figures), Order.SHOOTING_ATTACK.value
    b.figures[beyond] = b.figures[foe]
    for j, is_there in ((foe, True), (beyond, False), (NONE, False)):
        assert charging.is_enemy_to_fight(b, i, j) == is_there
        assert shooting.may_shoot_at(b, i, j) == is_there
        assert attacks_on_wounded.are_wounded_of_enemy(b, i, j) == is_there
        assert searching.could_reach(b, hidden, j, order, wood) == is_there
        assert searching.can_strike(b, hidden, j, order, 55.0, 20.0) == is_there
        whys = [charging.why_no_enemy(b, i, j), attacks_on_wounded.why_no_wounded(b, i, j)]
        whys.append(ordering.why_no_leader(b, foe, j))
        codes = [None if why.cited == NONE else Code(why.code).name for why in whys]
        assert codes == ([None] * 3 if is_there else ["NO_TARGET", "NO_TARGET", "NO_SUCH_LEADER"])
