"""What is chosen in secret is told to its own side alone: of each such action, its events and its words."""

from __future__ import annotations

import pytest

from batalist.field import NORTH, SOUTH, action, add, field, forbidden_by, ground, in_go
from sandtable.games.batalist.enums import Ground, Order, Phase, Role, State, Thing, Verb
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.rules import ambush, sequence
from sandtable.games.batalist.showing.phrases import PHRASES
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.log import Kind, new_log

SECRET = {"HIDE", "GIVE", "SET_ASIDE", "CHANGE_OWN", "AMBUSH", "LAY_TRAP", "NAME", "DISCARD"}


def heard_of(b, one):
    """For each event that an action brings, the bits of the sides that hear of it; 0: all do."""
    assert forbidden_by(b, one) == ""
    log = new_log()
    sequence.apply(b, one, scripted_dice([]), log)
    return [int(entry.seen_by) for entry in log.entries[: log.n] if entry.kind in (Kind.EVENT, Kind.OUTCOME)]


def orders(side):
    """The orders phase of a side that has a captain, a mage hero, wargs with orders of their own, and an ambush."""
    b = field(independents="yes", ambush="yes")
    i, pack, hidden = add(b, "L1", side, 40, 20), add(b, "O6", side, 46, 20), add(b, "O1", side)
    add(b, "O2", 1 - side, 80, 55, SOUTH)
    b.figures[hidden].state = State.AMBUSH.value
    c = add_character(b, Role.CAPTAIN, i)
    b.characters[c].command, b.characters[c].radius = 4, 10.0
    b.figures[pack].fixed[:] = Order.MOVE, Order.MELEE_ATTACK
    hero = int(b.characters[add_hero(b, "ysolde_the_grey", side, 50, 10, NORTH)].own)
    b.phase, b.mover = Phase.ORDERS.value, side
    return b, i, pack, hidden, hero


@pytest.mark.clause("BAT-ORD-1", "BAT-ORD-2", "BAT-ORD-15", "BAT-ORD-16", "BAT-AMB-17", "BAT-IND-2")
@pytest.mark.parametrize("side", [0, 1])
def test_nothing_that_is_laid_is_heard_of(side):
    b, i, pack, hidden, hero = orders(side)
    own = 1 << side
    assert heard_of(b, action(b, Verb.GIVE, i, target=i, amount=Order.REFORM)) == [own]
    assert heard_of(b, action(b, Verb.GIVE, hidden, target=hidden, amount=Order.MOVE)) == [own]
    assert heard_of(b, action(b, Verb.SET_ASIDE, hero, amount=2)) == [own]
    assert heard_of(b, action(b, Verb.CHANGE_OWN, pack, target=i, item=0, amount=Order.TURN)) == [own]


@pytest.mark.clause("BAT-AMB-17", "BAT-EXE-3", "BAT-EXE-7", "BAT-ORD-15")
@pytest.mark.parametrize("verb", [Verb.CANCEL, Verb.DISCARD])
def test_which_battalion_a_card_of_an_ambush_was_is_not_heard(verb):
    """Its markers lie where nobody is in reach: the attack is cancelled for a Turn, or discarded where that is all."""
    b = field(ambush="yes")
    ground(b, Ground.WOOD, 30, 25, 50, 35)
    i, hidden = add(b, "L1", 1, 10, 50, SOUTH), add(b, "O1", 1)
    add(b, "O2", 0, 80, 5)
    b.figures[hidden].state = State.AMBUSH.value
    for x in (40.0, 42.0, 44.0):
        ambush.add_marker(b, Thing.AMBUSH.value, 1, hidden, x, 30.0)
    b.markers[0].true = 1
    in_go(b, 1, *(((i, Order.TURN),) if verb == Verb.CANCEL else ()))
    ambush.order_in_ambush(b, hidden, Order.MELEE_ATTACK.value)
    assert heard_of(b, action(b, verb, hidden, amount=Order.MELEE_ATTACK))[0] == 1 << 1


@pytest.mark.clause("BAT-ORD-1", "BAT-ORD-16", "BAT-AMB-1", "BAT-AMB-17", "BAT-TRP-5")
def test_the_words_of_secret_actions_are_kept_too():
    """Of orders not even that there was one: who counts them, and then the cards, knows how many went to ambushes."""
    assert {name for name, phrase in PHRASES.items() if phrase.public is not None} >= SECRET
    b, i, _, _, _ = orders(0)
    hide = action(b, Verb.HIDE, i)
    assert PHRASES["HIDE"].public(b, hide, None) == ""
    for verb in (Verb.GIVE, Verb.CHANGE_OWN, Verb.SET_ASIDE):
        assert PHRASES[verb.name].public(b, action(b, verb, i, target=i, amount=Order.MOVE), None) == ""
