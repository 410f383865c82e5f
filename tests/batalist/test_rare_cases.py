"""Rare cases of every chapter that mutants showed nobody asked: who is gone or alone, short ways, other switches."""

from __future__ import annotations

import math

import pytest

from batalist.field import EAST, NORTH, SOUTH, Thrown, action, add, carry_out, field, forbidden_by, in_go
from sandtable.games.batalist.enums import Formation, Order, Phase, Question, Role, Spell, State, Thing, Verb
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.rules import (
    activation,
    ambush,
    damage,
    fighters,
    free_places,
    hiding,
    pending_question,
    shooting,
    traps,
    ways,
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
    """Twenty orcs in a square of five: five on a side, however many files they had."""
    b = field(wounded="yes")
    i = add(b, "O1", 0, 40, 20, figures=20, formation=Formation.HEDGEHOG, files=4)
    assert fighters.fighters_of_first_rank(b, i, False) == 5


@pytest.mark.clause("BAT-SKL-5", "BAT-OPT-4")
@pytest.mark.parametrize(("y", "seen"), [(54.0, True), (54.1, False)])
def test_a_friend_sees_for_guns_as_far_as_forty_steps(y, seen):
    """Halberdiers' front at y 12; the orcs' front two steps before their middle."""
    b = field()
    guns, foe = add(b, "L8", 0, 80, 5), add(b, "O1", 1, 20, y, SOUTH)
    add(b, "L1", 0, 20, 10)
    assert shooting.is_seen_by_friend(b, guns, foe, base_of(b.figures[foe])) == seen


# Hidden ones


@pytest.mark.clause("BAT-AMB-12", "BAT-FRM-3")
def test_an_ambush_strikes_in_column_whatever_it_stood_in():
    """Twenty in five files: 5 by 4, their front where the marker lies."""
    b = field(ambush="yes")
    i, foe = add(b, "L1", 0, 0, 0, formation=Formation.LOOSE), add(b, "O1", 1, 40, 30, SOUTH)
    b.figures[i].state = State.AMBUSH.value
    ambush.place_in_thought(b, i, foe, 40.0, 20.0)
    u = b.figures[i]
    assert (u.width, u.depth, u.formation, u.x, u.y) == (5, 4, Formation.COLUMN, 40, 18)


@pytest.mark.clause("BAT-DEF-33")
def test_who_is_put_somewhere_has_that_outline_and_nowhere_is_no_place():
    b = field()
    i = add(b, "L1", 0)
    b.figures[i].state, b.figures[i].width, b.figures[i].depth = State.AMBUSH.value, 0.0, 0.0
    assert not free_places.put(b, i, Base(math.inf, math.inf, 0.0, 1.0, 2.5, 2.0))
    assert b.figures[i].state == State.AMBUSH
    assert free_places.put(b, i, Base(40.0, 20.0, 1.0, 0.0, 2.5, 2.0))
    assert base_of(b.figures[i]) == Base(40.0, 20.0, 1.0, 0.0, 2.5, 2.0) and b.figures[i].state == State.FIELD


@pytest.mark.clause("BAT-DEP-8", "BAT-AMB-17")
def test_who_waits_while_all_deploy_in_the_dark_is_seen_to_wait():
    b = field(deployment="dark", ambush="yes")
    states = (State.FIELD, State.WAITING, State.AMBUSH, State.RESERVE)
    for state in states:
        b.figures[add(b, "O1", 1, 40, 50)].state = state.value
    b.phase = Phase.DEPLOYMENT.value
    hiding.redact(b, 0)
    assert [u.state for u in b.figures[:4]] == [State.UNSEEN, State.WAITING, State.WAITING, State.RESERVE]


@pytest.mark.clause("BAT-ORD-15")
def test_a_card_is_guessed_to_be_what_they_can_do():
    """Orcs do not shoot, guns do not strike, Rangers do both."""
    b = field()
    cards = {}
    for ident in ("O1", "L8", "L7"):
        i, cards[ident] = add(b, ident, 1, 40, 50), set()
        for seed in range(30):
            b.figures[i].cards[0] = Order.HIDDEN
            hiding.resample(b, 0, new_dice(seed))
            cards[ident].add(int(b.figures[i].cards[0]))
        b.figures[i].cards[0] = NONE
    both = {Order.MOVE, Order.TURN}
    assert cards == {
        "O1": both | {Order.MELEE_ATTACK},
        "L8": both | {Order.SHOOTING_ATTACK},
        "L7": both | {Order.MELEE_ATTACK, Order.SHOOTING_ATTACK},
    }


@pytest.mark.clause("BAT-AMB-10")
def test_a_false_marker_of_the_set_that_was_struck_from_goes():
    b = field(ambush="yes")
    target, sets = add(b, "L1", 0, 40, 10), [add(b, "U2", 1), add(b, "U3", 1)]
    for group, hidden in enumerate(sets):
        b.figures[hidden].state = State.AMBUSH.value
        for number in range(3):
            m = ambush.add_marker(b, Thing.AMBUSH.value, 1, hidden, 30.0 + 10 * group + number, 30.0)
            b.markers[m].group, b.markers[m].true = group, int(number == 0)
    in_go(b, 1)
    pending_question.ask(b, Question.FALSE_MARKER.value, 1, target, 1)
    said = [forbidden_by(b, action(b, Verb.TAKE_AWAY, item=m)) for m in range(6)]
    assert said == ["AMB_10", "AMB_10", "AMB_10", "AMB_10", "", ""]


# Ways


@pytest.mark.clause("BAT-TRP-3")
def test_how_far_a_way_is_gone_when_it_comes_to_the_line_of_a_trap():
    """Halberdiers' front is two steps ahead of their middle, their sides two and a half beside it."""
    b = field(traps="yes")
    for x, y in ((37.0, 25.0), (43.0, 25.0)):
        traps.lay_trap(b, 1, 0, 1, x, y, False)
    one, other = b.markers[0], b.markers[1]

    def share(x, y, dx, dy, fx=0.0, fy=1.0):
        return traps.share_before(Base(x, y, fx, fy, 2.5, 2.0), traps.Part(dx, dy, 0.0), one, other)

    assert share(40.0, 20.0, 0.0, 6.0) == pytest.approx(0.5)
    assert share(46.0, 20.0, 0.0, 6.0) == math.inf, "past its end: their left side is at x 43.5"
    assert share(45.0, 20.0, 0.0, 6.0) == pytest.approx(0.5)
    assert share(34.5, 25.0, 1.0, 0.0, 1.0, 0.0) == pytest.approx(0.5), "a step to the east"
    assert share(40.0, 20.0, 0.0, 2.9) == math.inf


@pytest.mark.clause("BAT-ACT-19", "BAT-ACT-22")
@pytest.mark.parametrize("ident", ["L1", "U7"])
def test_less_than_a_step_from_the_edge(ident):
    """Half a step ahead is free, on foot or in flight; and no wheel swings a corner over the edge."""
    b = field()
    i = add(b, ident, 0, 40, 30)
    for ux, uy in ((0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0)):
        base = Base(45.0 + ux * 42.5, 30.0 + uy * 27.5, ux, uy, 2.5, 2.0)
        assert ways.free_ahead(b, i, base, ux, uy, 6.0, NONE) == pytest.approx(0.5)
    # about (5.5, 22) the rear left corner swings from (0.5, 18) out to x -0.9 and back to 1.5
    assert not ways.is_free_wheel(b, i, Base(3.0, 20.0, 0.0, 1.0, 2.5, 2.0), 90.0)
    assert ways.is_free_wheel(b, i, Base(5.0, 20.0, 0.0, 1.0, 2.5, 2.0), 90.0)


@pytest.mark.clause("BAT-ACT-22", "BAT-SKL-7")
def test_a_flyer_wheels_over_somebody():
    b = field()
    foot, flyer = add(b, "L1", 0, 40, 20), add(b, "U7", 0, 60, 20)
    add_hero(b, "ysolde_the_grey", 0, 36.7, 19.9, EAST)
    base = Base(40.0, 20.0, 0.0, 1.0, 2.5, 2.0)
    assert ways.is_free_wheel(b, flyer, base, 45.0) and not ways.is_free_wheel(b, foot, base, 45.0)
