"""Orders from ambush, reconnaissance and fire at an area as they are carried out in a go: worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from batalist.field import Thrown, add, field, ground
from sandtable.games.batalist.enums import Ground, Order, Phase, State, Verb
from sandtable.games.batalist.listing import hidden as listed
from sandtable.games.batalist.record import ACTION
from sandtable.games.batalist.rules import activation, ambush, cards, finding, hiding, ordering, searching
from sandtable.games.batalist.switches import Reconnaissance
from sandtable.kernel.action_drafts import draft_for
from sandtable.kernel.dice import new_dice
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE


def wood_with(ident):
    """A wood about (40, 30), a hidden battalion of the second side, and halberdiers 11 steps south of the wood."""
    b = field(ambush="yes", reconnaissance="yes", area_fire="yes")
    for side, zone in enumerate(((0.0, 10.5), (49.5, 60.0))):
        b.sides[side].zone_from, b.sides[side].zone_to = zone
        b.sides[side].ammunition = 9
    wood = ground(b, Ground.WOOD, 30, 25, 50, 35)
    i = add(b, ident, 1)
    b.figures[i].state = State.AMBUSH
    target = add(b, "L1", 0, 31.5, 12)
    b.spell = b.striker = b.quarry = NONE
    b.phase, b.mover = Phase.EXECUTION, 1
    return b, wood, i, target


def action(b, verb, i, **fields):
    found = np.zeros(1, ACTION)[0]
    draft_for(b, found, verb.value, i)
    for key, value in fields.items():
        found[key] = value
    return found


@pytest.mark.clause("BAT-AMB-2", "BAT-AMB-17", "BAT-AMM-2")
def test_an_ambush_gives_itself_one_order():
    b, _, i, target = wood_with("U4")
    b.phase = Phase.ORDERS
    give = action(b, Verb.GIVE, i, target=i, amount=Order.SHOOTING_ATTACK)
    assert ordering.judge_give(b, give, new_log()).legal == 1
    give.target = target
    assert ordering.judge_give(b, give, new_log()).legal == 0
    give.target = i
    ordering.make_give(b, give, new_log())
    assert (b.figures[i].cards[0], b.sides[1].ammunition) == (Order.SHOOTING_ATTACK, 8)
    assert ordering.judge_give(b, give, new_log()).legal == 0  # one is all
    b.figures[i].cards[:], b.figures[i].given, b.sides[1].ammunition = NONE, 0, 0
    assert ordering.judge_give(b, give, new_log()).legal == 0


@pytest.mark.clause("BAT-AMB-3", "BAT-AMB-4", "BAT-AMB-6", "BAT-AMB-17", "BAT-EXE-5")
def test_markers_are_laid_and_go_on():
    b, wood, i, _ = wood_with("U4")  # speed 5
    ambush.order_in_ambush(b, i, Order.MOVE.value)
    assert not cards.has_orders(b, 1) and activation.can_execute(b, i, Order.MOVE.value)
    lay = action(b, Verb.AMBUSH, i, item=wood, amount=1, x=30.0, y=20.0)
    assert searching.judge_ambush(b, lay, new_log()).legal == 1
    lay.amount = 3
    assert searching.judge_ambush(b, lay, new_log()).legal == 0
    lay.amount = 1
    searching.make_ambush(b, lay, Thrown().dice, new_log())
    assert ambush.markers_of(b, i) == 3 and list(b.figures[i].cards) == [NONE, NONE]
    ambush.order_in_ambush(b, i, Order.MOVE.value)
    assert cards.has_orders(b, 1)
    marker = b.markers[ambush.true_marker(b, i)]  # at (31.5, 25.5)
    assert searching.judge_ambush(b, action(b, Verb.AMBUSH, i, x=31.5, y=28.1), new_log()).legal == 0
    go = action(b, Verb.AMBUSH, i, x=31.5, y=28.0)
    assert searching.judge_ambush(b, go, new_log()).legal == 1
    searching.make_ambush(b, go, Thrown().dice, new_log())
    assert (marker.x, marker.y) == (31.5, 28)


@pytest.mark.clause("BAT-AMB-12", "BAT-AMB-8", "BAT-AMB-9", "BAT-AMB-3")
def test_a_shot_from_ambush():
    b, wood, i, target = wood_with("U4")  # Pierce/2, SR 16, 5 by 3
    ambush.lay(b, i, wood, 1, 30.0, 20.0, new_log())
    ambush.order_in_ambush(b, i, Order.SHOOTING_ATTACK.value)
    before = b.figures[i].copy()
    assert searching.can_strike(b, i, target, Order.SHOOTING_ATTACK.value, 31.5, 25.5)
    assert b.figures[i].tobytes() == before.tobytes()  # judging leaves it where it is
    shot = action(b, Verb.AMBUSH, i, target=target)
    assert searching.judge_ambush(b, shot, new_log()).legal == 1
    # frontal, Column +3: (2 x 5 + 3) // 4 = 3; + 4 = 7; Pierce is not Cut;
    # then the attacked throw 1: nothing happens
    thrown = Thrown(3, 4, 1)
    searching.make_ambush(b, shot, thrown.dice, new_log())
    assert thrown.are_used_up() and b.figures[target].healthy == 13
    assert b.figures[i].state == State.AMBUSH and ambush.markers_of(b, i) == 3


@pytest.mark.clause("BAT-AMB-12", "BAT-AMB-11", "BAT-CBT-2")
def test_a_melee_from_ambush_that_is_revealed():
    b, wood, i, target = wood_with("O1")  # speed 6
    ambush.lay(b, i, wood, 1, 30.0, 20.0, new_log())  # the true one at (31.5, 25.5)
    ambush.order_in_ambush(b, i, Order.MELEE_ATTACK.value)
    assert not searching.can_strike(b, i, target, Order.MELEE_ATTACK.value, 31.5, 25.5)  # 11.5 steps
    b.figures[target].y = 19.0  # its front at y 21: 4.5 steps
    charge = action(b, Verb.AMBUSH, i, target=target)
    assert searching.judge_ambush(b, charge, new_log()).legal == 1
    # 6 x 3 + 2 = 20 // 4 = 5; + 1 = 6; Cut = Cut: 3. Reply 10 x 2 = 20 // 3 = 6; + 1 = 7. A 5: it comes out
    thrown = Thrown(2, 1, 1, 5)
    searching.make_ambush(b, charge, thrown.dice, new_log())
    assert thrown.are_used_up() and (b.figures[target].healthy, b.figures[i].healthy) == (17, 17)
    assert b.figures[i].state == State.FIELD and ambush.markers_of(b, i) == 0


@pytest.mark.clause("BAT-AMB-12", "BAT-AMB-4", "BAT-EXE-7", "BAT-AMB-16")
def test_who_has_no_markers_yet_lays_them_and_attacks_at_once():
    """Ghouls, SP 7, in the wood's south edge: the nearest places to the halberdiers are 5.5 steps from their front."""
    b, wood, i, target = wood_with("U3")
    b.figures[target].y = 18.0  # its front at y 20; the lowest places of the wood are at y 25.5
    ambush.order_in_ambush(b, i, Order.MELEE_ATTACK.value)
    before = b.tobytes()
    assert activation.can_execute(b, i, Order.MELEE_ATTACK.value)
    charge = action(b, Verb.AMBUSH, i, target=target, item=wood, amount=1, x=30.0, y=18.0)
    assert searching.judge_ambush(b, charge, new_log()).legal == 1
    assert b.tobytes() == before, "judging lays nothing"
    for how in ({"item": NONE}, {"amount": 3}, {"target": NONE}):
        wrong = charge.copy()
        for key, value in how.items():
            wrong[key] = value
        assert searching.judge_ambush(b, wrong, new_log()).legal == 0, how
    # 6 x 4 + 2 = 26 // 4 = 6; + 2 = 8, Cut = Cut: 4. Reply 10 x 2 = 20 // 2 + 1 = 11 of 18. A 2: nothing happens
    thrown = Thrown(2, 2, 1, 2)
    searching.make_ambush(b, charge, thrown.dice, new_log())
    assert thrown.are_used_up() and (b.figures[target].healthy, b.figures[i].healthy) == (16, 7)
    assert b.figures[i].state == State.AMBUSH
    laid = [m for m in b.markers[: b.n_markers] if m.lies == 1]
    assert len(laid) == 3 and [m.true for m in laid] == [0, 1, 0] and {m.y for m in laid} == {25.5}
    ambush.take_away(b, i)
    b.figures[target].y, b.figures[i].given = 16.0, 0
    ambush.order_in_ambush(b, i, Order.MELEE_ATTACK.value)
    charge.y = 16.0  # its front at y 18: 7 steps from the wood, 7.5 from where a marker may lie
    assert searching.could_reach(b, i, target, Order.MELEE_ATTACK.value, wood)
    assert searching.judge_ambush(b, charge, new_log()).legal == 0
    assert not activation.can_execute(b, i, Order.MELEE_ATTACK.value)


@pytest.mark.clause("BAT-REC-1", "BAT-REC-5", "BAT-REC-10", "BAT-ACT-18")
def test_reconnaissance_by_its_card():
    b, _, i, _ = wood_with("U2")
    scout = add(b, "L7", 0, 40, 26)
    b.mover = 0
    search = action(b, Verb.SCOUT, scout)
    assert searching.judge_scout(b, search, new_log()).legal == 0  # no card
    b.figures[scout].cards[0] = Order.RECONNAISSANCE
    assert searching.judge_scout(b, search, new_log()).legal == 1
    b.options.reconnaissance = Reconnaissance.NO.value  # then nothing else may wait for its card, or nothing is legal
    assert searching.judge_scout(b, search, new_log()).legal == 0
    assert not activation.can_execute(b, scout, Order.RECONNAISSANCE.value)
    b.options.reconnaissance = Reconnaissance.YES.value
    assert activation.can_execute(b, scout, Order.RECONNAISSANCE.value)
    searching.make_scout(b, search, Thrown(6, 1, 1, 1).dice, new_log())
    assert (b.phase, b.mover, b.striker, b.quarry) == (Phase.FOUND, 0, i, scout), "the scout's player places it"
    finding.make_as_it_stands(b, Thrown().dice, new_log())
    assert (b.phase, b.striker, b.quarry) == (Phase.AT_ONCE, scout, i) and b.figures[i].state == State.FIELD


@pytest.mark.clause("BAT-ARE-1", "BAT-ARE-6", "BAT-ARE-2")
def test_fire_at_an_area_takes_both_cards():
    b, wood, i, _ = wood_with("O1")
    guns = add(b, "L8", 0, 60, 12)
    b.mover = 0
    fire = action(b, Verb.FIRE_AT_AREA, guns, item=wood)
    b.figures[guns].cards[0] = Order.SHOOTING_ATTACK
    assert searching.judge_fire_at_area(b, fire, new_log()).legal == 0
    b.figures[guns].cards[1] = Order.SHOOTING_ATTACK
    assert searching.judge_fire_at_area(b, fire, new_log()).legal == 1
    searching.make_fire_at_area(b, fire, Thrown(2).dice, new_log())
    assert list(b.figures[guns].cards) == [NONE, NONE] and b.figures[guns].carried_out == 2
    assert b.figures[i].healthy == 24


@pytest.mark.clause("BAT-AMB-17", "BAT-TRP-5", "BAT-ORD-15")
def test_the_other_side_sees_letters_alone():
    b, wood, i, _ = wood_with("U4")
    ambush.lay(b, i, wood, 1, 30.0, 20.0, new_log())
    ambush.order_in_ambush(b, i, Order.MOVE.value)
    seen = b.copy()
    hiding.redact(seen, 0)
    assert {(int(m.owner), int(m.true), int(m.kind)) for m in seen.markers[:3]} == {(NONE, NONE, NONE)}
    assert list(seen.figures[i].cards) == [NONE, NONE] and seen.figures[i].given == 0
    found = set()
    for seed in range(20):
        guess = seen.copy()
        hiding.resample(guess, 0, new_dice(seed))
        assert [int(m.owner) for m in guess.markers[:3]] == [i] * 3
        assert sorted(int(m.true) for m in guess.markers[:3]) == [0, 0, 1]
        found.add([int(m.true) for m in guess.markers[:3]].index(1))
    assert found == {0, 1, 2}
    hiding.redact(b, 1)
    assert [int(m.true) for m in b.markers[:3]] == [0, 1, 0]


def test_what_is_listed():
    b, wood, i, target = wood_with("U4")
    out, draft, log = np.zeros(64, ACTION), np.zeros(1, ACTION)[0], new_log(keep=False)
    assert listed.list_ambush(b, i, draft, log, out, 0) == 0
    ambush.order_in_ambush(b, i, Order.MOVE.value)
    assert listed.list_ambush(b, i, draft, log, out, 0) == 3  # which of three is true
    ambush.lay(b, i, wood, 0, 30.0, 20.0, new_log())
    assert listed.list_ambush(b, i, draft, log, out, 0) == 5
    b.figures[i].cards[0] = Order.SHOOTING_ATTACK
    assert listed.list_ambush(b, i, draft, log, out, 0) == 1 and out[0]["target"] == target


@pytest.mark.clause("BAT-EXE-7", "BAT-AMB-4")
def test_an_ambush_that_finds_no_wood_keeps_nobody_from_giving_an_order_up():
    """Dice may bring no wood: then a Move from ambush cannot be carried out, and another order is turned up in vain."""
    b, wood, i, _ = wood_with("U4")
    ambush.order_in_ambush(b, i, Order.MOVE.value)
    own = add(b, "U1", 1, 80, 55)
    b.figures[own].cards[0] = Order.SHOOTING_ATTACK  # which spears cannot
    give_up = action(b, Verb.DISCARD, own, amount=Order.SHOOTING_ATTACK)
    assert activation.judge_discard(b, give_up, new_log()).legal == 0, "the ambush may move into the wood"
    b.terrain.features[wood].kind = Ground.HILL
    assert activation.judge_discard(b, give_up, new_log()).legal == 1
    hidden = action(b, Verb.DISCARD, i, amount=Order.MOVE)
    assert activation.judge_discard(b, hidden, new_log()).legal == 0, "without markers it is not on the table"
