"""ORD-2, AMB-17, IND-2: what the other side cannot read off the record: two secret pasts leave it the same."""

from __future__ import annotations

import pytest

from batalist.field import NORTH, add, field
from sandtable.games.batalist.enums import Order, Phase, Role, State
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.rules import hiding
from sandtable.kernel.records import NONE


def as_seen(b, side):
    """The record as a side sees it, in bytes."""
    seen = b.copy()
    hiding.redact(seen, side)
    return bytes(seen.tobytes())


def two(ident="O1"):
    """A battalion of the second side, and the same once more."""
    b = field(ambush="yes", independents="yes")
    i = add(b, ident, 1, 40, 30)
    b.phase = Phase.EXECUTION.value
    return b, b.copy(), i


@pytest.mark.clause("BAT-ORD-2")
def test_which_of_two_cards_was_laid_first_is_not_seen_once_the_other_is_turned():
    """Move laid first and turned up, or laid second and turned up: one card lies face down either way."""
    one, other, i = two()
    one.figures[i].cards[:] = NONE, Order.MELEE_ATTACK.value
    other.figures[i].cards[:] = Order.MELEE_ATTACK.value, NONE
    assert as_seen(one, 0) == as_seen(other, 0)
    assert as_seen(one, 1) != as_seen(other, 1), "its owner knows"


@pytest.mark.clause("BAT-ORD-2", "BAT-EXE-12")
def test_who_owes_a_fight_shows_that_one_card_and_not_what_lies_beside_it():
    one, other, i = two()
    foe = add(one, "L1", 0, 40, 20)
    assert add(other, "L1", 0, 40, 20) == foe
    for b, cards in ((one, (Order.MELEE_ATTACK, Order.MELEE_ATTACK)), (other, (Order.MOVE, Order.MELEE_ATTACK))):
        b.figures[i].owes_fight = foe
        b.figures[i].cards[:] = [card.value for card in cards]
    assert as_seen(one, 0) == as_seen(other, 0)
    hiding.redact(one, 0)
    assert list(one.figures[i].cards) == [Order.MELEE_ATTACK, Order.HIDDEN]


@pytest.mark.clause("BAT-AMB-17")
def test_which_battalion_in_ambush_has_moved_its_markers_is_not_seen():
    """Its card is turned up, its place is where it last aimed from: all of that stays off the table."""
    one, other, i = two()
    for b in (one, other):
        b.figures[i].state = State.AMBUSH.value
    u = one.figures[i]
    u.carried_out = u.moved = u.reformed = u.fast = u.given = 1
    u.x, u.y, u.fx, u.fy = 12.0, 7.0, 1.0, 0.0
    assert as_seen(one, 0) == as_seen(other, 0)
    assert as_seen(one, 1) != as_seen(other, 1), "its owner knows"


@pytest.mark.clause("BAT-IND-2")
@pytest.mark.parametrize("phase", [Phase.ORDERS, Phase.EXECUTION])
def test_the_own_orders_of_independent_warriors_are_secret_like_others(phase):
    one, other, i = two()
    one.figures[i].fixed[:] = Order.MOVE.value, Order.MELEE_ATTACK.value
    other.figures[i].fixed[:] = Order.MOVE.value, Order.RECOVERY.value
    one.phase = other.phase = phase.value
    assert as_seen(one, 0) == as_seen(other, 0)
    assert as_seen(one, 1) != as_seen(other, 1), "its owner knows"


@pytest.mark.clause("BAT-HER-1", "BAT-HER-6", "BAT-ORD-16")
@pytest.mark.parametrize(
    ("role", "phase", "is_told"),
    [
        (Role.HERO, Phase.ORDERS, False),  # they are told what of the reserve is for magic once both are ready
        (Role.HERO, Phase.EXECUTION, True),
        (Role.MAGE, Phase.ORDERS, True),  # a mage's die is thrown before everybody
        (Role.MAGE, Phase.EXECUTION, True),
    ],
)
def test_what_a_hero_sets_aside_is_secret_until_both_are_ready(role, phase, is_told):
    one, other, i = two()
    for b, mana in ((one, 2), (other, 3)):
        c = add_character(b, role, i) if role == Role.MAGE else add_hero(b, "ysolde_the_grey", 1, 60, 30, NORTH)
        b.characters[c].mana, b.phase = mana, phase.value
    assert (as_seen(one, 0) != as_seen(other, 0)) == is_told
    assert as_seen(one, 1) != as_seen(other, 1), "its owner knows"
