"""Orders laid in secret, initiative, goes, cancelling, passing, spells in a go: who is asked what, by hand."""

from __future__ import annotations

import pytest

from batalist.field import SOUTH, Thrown, action, add, carry_out, field, forbidden_by, in_go
from sandtable.games.batalist.enums import Cause, Order, Phase, Role, Spell, State, Verb
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.listing import offers
from sandtable.games.batalist.listing.together import together
from sandtable.games.batalist.record import ACTION
from sandtable.games.batalist.rules import casting, hiding, ordering, sequence
from sandtable.kernel.dice import new_dice
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE, new_actions

MOVE, TURN, MELEE = Order.MOVE, Order.TURN, Order.MELEE_ATTACK


def orders_phase():
    """Two sides of two battalions each, far apart, with a general on the first; nobody is ready."""
    b = field()
    own = [add(b, "L1", 0, 45, 10), add(b, "L4", 0, 52, 10)]
    theirs = [add(b, "O1", 1, 45, 50, SOUTH), add(b, "O2", 1, 54, 50, SOUTH)]
    for i in (own[0], theirs[0]):
        c = add_character(b, Role.GENERAL, i)
        b.characters[c].command, b.characters[c].radius = 2, 6.0
    in_go(b)
    ordering.begin_orders(b)
    b.phase = Phase.ORDERS.value
    for side in b.sides:
        side.ammunition = side.ammunition_shown = 1
    return b, own, theirs


def give(b, i, at, order):
    return action(b, Verb.GIVE, i, target=at, amount=order.value)


@pytest.mark.clause("BAT-ORD-1", "BAT-ORD-2", "BAT-ORD-3", "BAT-ORD-16", "BAT-TRN-2", "BAT-ORD-12", "BAT-SKL-11")
def test_both_lay_cards_and_all_lie_on_the_table_when_both_are_ready():
    b, own, theirs = orders_phase()
    assert tuple(ordering.at_once(b)) == (3, 0)
    carry_out(b, give(b, own[0], own[0], MOVE))
    ordering.turn_to(b, 1)
    assert sequence.current_side(b) == 1
    carry_out(b, action(b, Verb.READY))
    assert tuple(ordering.at_once(b)) == (3, 2) and sequence.current_side(b) == 0
    carry_out(b, give(b, own[1], own[0], MOVE))
    assert forbidden_by(b, give(b, own[1], own[0], TURN)) == "ORD_3", "command skill 2 is spent"
    carry_out(b, action(b, Verb.READY), 3, 2)
    assert (b.phase, b.first) == (Phase.FIRST, 0), "3 + 2 against 2 + 2"
    assert [int(card) for card in b.figures[theirs[1]].cards] == [MELEE, MELEE], "the Bloodthirsty"


@pytest.mark.clause("BAT-ORD-3", "BAT-ORD-8", "BAT-ORD-10")
def test_the_orders_of_every_leader_are_offered_to_whom_a_player_chooses():
    """The list waits until the general has given two; the captain with the second battalion need not."""
    b, own, _ = orders_phase()
    c = add_character(b, Role.CAPTAIN, own[1])
    b.characters[c].command, b.characters[c].radius = 1, 4.0
    out = new_actions(200, ACTION)
    listed = {int(one["target"]) for one in out[: offers.legal_actions(b, out)] if one["verb"] == Verb.GIVE}
    offered = [one[0] for one in together(b, [own[1]])]
    assert listed == {own[0]} and {int(one["target"]) for one in offered} == set(own)
    assert {int(one["actors"][0]) for one in offered} == {own[1]}
    assert together(b, own) == [], "one at a time"
    b.characters[c].spent = 1
    assert {int(one[0]["target"]) for one in together(b, [own[1]])} == {own[0]}


@pytest.mark.clause("BAT-AMM-2", "BAT-ORD-11", "BAT-ORD-10", "BAT-ORD-17")
def test_what_may_not_be_laid():
    b, own, theirs = orders_phase()
    assert forbidden_by(b, give(b, own[0], own[0], Order.SHOOTING_ATTACK)) == "ORD_11"
    assert forbidden_by(b, give(b, own[0], own[0], Order.HIDDEN)) == "ORD_10"
    assert forbidden_by(b, give(b, theirs[0], own[0], MOVE)) == "ORD_1"
    carry_out(b, give(b, own[1], own[0], Order.SHOOTING_ATTACK))
    assert forbidden_by(b, give(b, own[1], own[0], Order.SHOOTING_ATTACK)) == "AMM_2", "one shot there was"
    b.figures[own[0]].state = State.FLED.value
    assert forbidden_by(b, give(b, own[1], own[0], MOVE)) == "ORD_17"


@pytest.mark.clause("BAT-ORD-15", "BAT-ORD-16", "BAT-ORD-2")
def test_what_the_other_side_sees():
    """While both choose: nothing. Afterwards: how many cards, not which, nor who gave them, nor what was spent."""
    b, own, theirs = orders_phase()
    carry_out(b, give(b, own[1], own[0], Order.SHOOTING_ATTACK))
    seen = b.copy()
    hiding.redact(seen, 1)
    assert (seen.figures[own[1]].cards[0], seen.figures[own[1]].given) == (NONE, 0)
    assert (seen.sides[0].ammunition, seen.characters[0].spent) == (1, 0)
    carry_out(b, action(b, Verb.READY))
    carry_out(b, action(b, Verb.READY), 3, 2)
    seen = b.copy()
    hiding.redact(seen, 1)
    assert (seen.figures[own[1]].cards[0], seen.figures[own[1]].givers[0]) == (Order.HIDDEN, NONE)
    assert [int(card) for card in seen.figures[theirs[1]].cards] == [MELEE, MELEE], "its own it knows"
    hiding.resample(seen, 1, new_dice(1))
    assert seen.figures[own[1]].cards[0] != Order.HIDDEN


@pytest.mark.clause("BAT-HER-1", "BAT-HER-6", "BAT-ORD-15")
def test_mana_set_aside_is_seen_when_the_cards_are():
    b, _, _ = orders_phase()
    c = add_hero(b, "ysolde_the_grey", 0, 30, 10, 0.0)
    h = int(b.characters[c].own)
    b.characters[c].reserve_shown = 16
    assert forbidden_by(b, action(b, Verb.SET_ASIDE, h, amount=17)) == "HER_1"
    carry_out(b, action(b, Verb.SET_ASIDE, h, amount=4))
    assert (b.characters[c].reserve, b.characters[c].mana) == (12, 4)
    seen = b.copy()
    hiding.redact(seen, 1)
    assert (seen.characters[c].reserve, seen.characters[c].mana) == (16, 0)
    b.phase = Phase.EXECUTION.value
    hiding.redact(b, 1)
    assert (b.characters[c].reserve, b.characters[c].mana) == (16, 4)


@pytest.mark.clause("BAT-ARM-14", "BAT-ART-1")
def test_the_shard_gives_mana_once():
    b, own, _ = orders_phase()
    c = add_character(b, Role.MAGE, own[1])
    b.characters[c].artefact = 1
    carry_out(b, action(b, Verb.SHARD, own[1]), 5)
    assert b.characters[c].mana == 5
    assert forbidden_by(b, action(b, Verb.SHARD, own[1])) == "ARM_14"


@pytest.mark.clause("BAT-INI-2", "BAT-INI-3", "BAT-INI-4", "BAT-EXE-4", "BAT-EXE-6")
def test_who_declines_lets_the_other_begin_unless_they_have_nothing_to_do():
    for cards, mover in (((0, 2), 1), ((0,), 0)):
        b = field()
        add(b, "L1", 0, 20, 10), add(b, "L1", 0, 30, 10), add(b, "O1", 1, 45, 50, SOUTH)
        in_go(b, 0, *((i, TURN) for i in cards))
        b.phase = Phase.FIRST.value
        carry_out(b, action(b, Verb.DECLINE))
        assert (b.phase, b.mover, b.must_act) == (Phase.EXECUTION, mover, 1)
        assert forbidden_by(b, action(b, Verb.PASS)) == "EXE_6"


@pytest.mark.clause("BAT-EXE-4", "BAT-EXE-5", "BAT-EXE-6", "BAT-EXE-1")
def test_goes_alternate_until_no_card_is_left():
    """EX-18: three cards against one: A, B, A, then B has neither card nor mana, A, and the turn ends."""
    b = field()
    own = [add(b, "L1", 0, 10 + 10 * k, 10) for k in range(3)]
    foe = add(b, "O1", 1, 45, 50, SOUTH)
    in_go(b, 0, *((i, TURN) for i in own), (foe, TURN))
    asked = []
    for i in (own[0], foe, own[1], own[2]):
        asked.append(int(b.mover))
        carry_out(b, action(b, Verb.TURN, i))
    assert asked == [0, 1, 0, 0]
    assert (b.turn, b.phase) == (2, Phase.ORDERS)


@pytest.mark.clause("BAT-EXE-3", "BAT-ORD-15")
def test_one_order_is_cancelled_only_to_carry_out_another():
    b = field()
    i, k = add(b, "L1", 0, 10, 10), add(b, "L1", 0, 20, 10)
    foe = add(b, "O1", 1, 45, 50, SOUTH)
    in_go(b, 0, (i, TURN), (foe, TURN))
    assert forbidden_by(b, action(b, Verb.CANCEL, i, amount=TURN.value)) == "EXE_3", "there is no other"
    in_go(b, 0, (k, TURN), (k, MOVE))
    carry_out(b, action(b, Verb.CANCEL, i, amount=TURN.value))
    assert (b.mover, b.cancelled, b.figures[i].cards[0]) == (0, 1, NONE)
    assert forbidden_by(b, action(b, Verb.CANCEL, k, amount=MOVE.value)) == "EXE_3", "at most one in a go"
    carry_out(b, action(b, Verb.TURN, k))
    assert (b.mover, b.cancelled) == (1, 0)


@pytest.mark.clause("BAT-EXE-7", "BAT-SKL-14")
def test_an_order_is_discarded_only_where_none_can_be_carried_out():
    b = field()
    i, k = add(b, "L1", 0, 10, 10), add(b, "L1", 0, 20, 10)
    foe = add(b, "O1", 1, 20, 5)
    in_go(b, 0, (i, MELEE), (k, TURN), (foe, TURN))
    assert forbidden_by(b, action(b, Verb.DISCARD, i, amount=MELEE.value)) == "EXE_7", "the Turn can"
    listed = new_actions(offers.MOST, ACTION)
    number = offers.legal_actions(b, listed)
    assert [(a.actors[0], a.amount) for a in listed[:number] if a.verb == Verb.CANCEL] == [(i, MELEE)], "not the Turn"
    b.figures[k].cards[0] = NONE
    carry_out(b, action(b, Verb.DISCARD, i, amount=MELEE.value))
    assert (b.figures[i].cards[0], b.figures[i].carried_out, b.mover) == (NONE, 1, 1)


@pytest.mark.clause("BAT-EXE-6", "BAT-EXE-5")
def test_who_has_orders_may_not_pass_and_who_has_only_mana_may():
    b = field()
    i, m = add(b, "L1", 0, 10, 10), add(b, "L1", 0, 20, 10)
    foe = add(b, "O1", 1, 45, 50, SOUTH)
    mage = add_character(b, Role.MAGE, m)
    b.characters[mage].mana = 3
    in_go(b, 0, (i, TURN), (foe, TURN))
    assert forbidden_by(b, action(b, Verb.PASS)) == "EXE_6"
    b.figures[i].cards[0] = NONE
    b.must_act = 1
    assert forbidden_by(b, action(b, Verb.PASS)) == "INI_3", "the other let him begin, and a spell is cast at the foe"
    b.must_act = 0
    carry_out(b, action(b, Verb.PASS))
    assert b.mover == 1


def magic(target_x=45.0, target_y=20.0, **foe):
    """A mage (MS 3, MP 5) with halberdiers at (45, 10) facing north, and orcs before them."""
    b = field()
    i = add(b, "L1", 0, 45, 10)
    j = add(b, "O1", 1, target_x, target_y, SOUTH, **foe)
    c = add_character(b, Role.MAGE, i)
    b.characters[c].magic, b.characters[c].mana = 3, 5
    return in_go(b, 0, (i, TURN), (j, TURN)), i, j, c


def spell(b, i, which, j=NONE, **fields):
    return action(b, Verb.CAST, i, item=which.value, target=j, **fields)


@pytest.mark.clause("BAT-EXE-2", "BAT-MAG-2", "BAT-MAG-3", "BAT-MAG-4", "BAT-MAG-13", "BAT-CBT-19", "BAT-MAG-12")
def test_a_firebolt():
    """Power 10 on PR 3 with an outer die of 4: 3 + 4 = 7 orcs; the mage pays 2; an order is left, the go is over."""
    b, i, j, c = magic()
    carry_out(b, spell(b, i, Spell.FIREBOLT, j), 4)
    assert (b.figures[j].healthy, b.characters[c].mana, b.mover) == (17, 3, 1)
    b, i, j, c = magic(target_y=33.0)
    assert forbidden_by(b, spell(b, i, Spell.FIREBOLT, j)) == "MAG_13", "17 + steps; its range is 16"
    b, i, j, c = magic()
    b.characters[c].mana = 1
    assert forbidden_by(b, spell(b, i, Spell.FIREBOLT, j)) == "MAG_4"
    b, i, j, c = magic()
    b.cancelled = 1
    assert forbidden_by(b, spell(b, i, Spell.FIREBOLT, j)) == "EXE_3"


@pytest.mark.clause("BAT-MAG-5", "BAT-MAG-6", "BAT-MAG-7", "BAT-MAG-8", "BAT-EXE-11")
def test_dispelling():
    """EX-11: caster 2 + 3 = 5, dispeller 2 + 3 = 5: dispelled. With 1 the spell works; both pay."""
    for theirs, healthy in ((2, 24), (1, 17)):
        b, i, j, c = magic()
        other = add_hero(b, "mother_rot", 1, 20, 50, SOUTH)
        h = int(b.characters[other].own)
        b.characters[other].mana = 2
        carry_out(b, spell(b, i, Spell.FIREBOLT, j))
        assert (b.phase, sequence.current_side(b)) == (Phase.DISPEL, 1)
        assert forbidden_by(b, action(b, Verb.DISPEL, j)) == "MAG_6", "nobody there knows magic"
        carry_out(b, action(b, Verb.DISPEL, h), *((2, theirs) if healthy == 24 else (2, theirs, 4)))
        assert (b.figures[j].healthy, b.characters[c].mana, b.characters[other].mana) == (healthy, 3, 0)
        assert b.mover == 1


@pytest.mark.clause("BAT-ARM-13", "BAT-CBT-20", "BAT-PRO-17", "BAT-MOR-2", "BAT-MOR-3")
def test_a_mind_spear_kills_a_general_and_their_army_tests():
    """Power 5 on PR 2: 2 + 4 = 6 kills; with 3 it does not. All orcs test once: 1 against 6, 6, 6."""
    for die, alive in ((3, 1), (4, 0)):
        b, i, j, _ = magic()
        g = add_character(b, Role.GENERAL, j)
        k = add(b, "O1", 1, 60, 50, SOUTH)
        thrown = carry_out(b, spell(b, i, Spell.MIND_SPEAR, j), die, *([] if alive else [1, 6, 6, 6, 1, 6, 6, 6]))
        assert thrown.are_used_up()
        assert (b.characters[g].alive, b.figures[j].character) == (alive, g if alive else NONE)
        assert b.figures[j].healthy == 24 and b.figures[k].state == State.FIELD


@pytest.mark.clause("BAT-ARM-13", "BAT-MAG-11")
def test_spells_on_friends_do_not_stack_and_end_with_the_turn():
    b, i, j, _c = magic()
    b.figures[i].cards[:] = NONE
    carry_out(b, spell(b, i, Spell.STONE_SKIN, i))
    assert (b.figures[i].protection_plus, b.mover) == (2, 1)
    b.mover = 0
    assert forbidden_by(b, spell(b, i, Spell.STONE_SKIN, i)) == "MAG_11"
    carry_out(b, spell(b, i, Spell.SWIFT_FEET, i))
    assert b.figures[i].speed_plus == 3
    b.mover = 0
    carry_out(b, spell(b, i, Spell.IRON_VOICE, i, amount=MOVE.value))
    assert b.figures[i].cards[1] == MOVE, "the second of its two"
    carry_out(b, action(b, Verb.TURN, j))
    carry_out(b, action(b, Verb.MOVE, i, y=14.0))
    assert (b.turn, b.figures[i].protection_plus, b.figures[i].speed_plus) == (2, 0, 0)


@pytest.mark.clause("BAT-ARM-13", "BAT-MOR-4", "BAT-MOR-6")
def test_dread_and_confusion():
    b, i, j, _ = magic()
    carry_out(b, spell(b, i, Spell.DREAD, j), 4, 3, 5, 4)
    assert b.figures[j].cards[0] == NONE, "one failure: it wavers"
    b, i, j, _ = magic()
    carry_out(b, spell(b, i, Spell.CONFUSION, j), 6)
    assert b.figures[j].cards[0] == NONE
    b.mover = 0
    assert forbidden_by(b, spell(b, i, Spell.CONFUSION, j)) == "ARM_13", "no card is left"


@pytest.mark.clause("BAT-ARM-13")
def test_a_veil_lies_to_the_end_of_the_next_turn():
    b, i, j, _ = magic()
    carry_out(b, spell(b, i, Spell.VEIL_OF_MIST, x=45.0, y=15.0))
    assert (b.n_mists, b.mists[0].radius, b.mists[0].until) == (1, 3, 2)
    assert forbidden_by(b, spell(b, i, Spell.FIREBOLT, j)) != ""
    b.mover = 0
    assert not casting.is_near_enough(b, 0, Spell.FIREBOLT.value, j), "it blocks the line"


@pytest.mark.clause("BAT-MOR-1", "BAT-MOR-18", "BAT-MOR-6")
def test_the_attacked_side_tests_first():
    """Two battalions must test for half their number: the orcs, attacked, take 6 : 1, 1, 1, and who attacked 1 : 6."""
    from sandtable.games.batalist.rules.aftermath import run_tests

    b, i, j, _ = magic()
    b.figures[i].healthy = b.figures[j].healthy = 10
    thrown = Thrown(6, 1, 1, 1, 1, 6, 6, 6)
    run_tests(b, thrown.dice, new_log())
    assert thrown.are_used_up()
    assert (b.figures[i].half_lost, b.figures[j].half_lost, b.figures[i].tests) == (1, 1, 0)
    assert (b.figures[j].state, b.figures[i].state) == (State.FLED, State.FIELD)
    assert Cause.HALF_LOST == 0
