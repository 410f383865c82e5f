"""Which of several a player names: hidden battalions, false markers, nearest enemies, bases, and one of two cards."""

from __future__ import annotations

import pytest

from batalist.field import SOUTH, Thrown, action, add, carry_out, field, forbidden_by, ground, in_go
from sandtable.games.batalist.enums import Ground, Mode, Order, Phase, Question, State, Thing, Verb
from sandtable.games.batalist.laying.battalions import add_hero
from sandtable.games.batalist.listing import offers
from sandtable.games.batalist.record import ACTION
from sandtable.games.batalist.rules import aftermath, ambush, hiding, naming, sequence
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE, new_actions

OUT = new_actions(offers.MOST, ACTION)


def listed(b):
    return {(Verb(int(one.verb)), int(one.actors[0])) for one in OUT[: offers.legal_actions(b, OUT)]}


def wood(**switches):
    """A wood about (40, 30), with Rangers in it at its southern edge."""
    b = field(ambush="yes", reconnaissance="yes", area_fire="yes", **switches)
    for side, zone in enumerate(((0.0, 10.5), (49.5, 60.0))):
        b.sides[side].zone_from, b.sides[side].zone_to = zone
    return b, ground(b, Ground.WOOD, 30, 25, 50, 35), add(b, "L7", 0, 40, 24.5)


def hide(b, ident):
    i = add(b, ident, 1)
    b.figures[i].state = State.AMBUSH
    return i


@pytest.mark.clause("BAT-REC-2", "BAT-ORD-15")
def test_the_owner_names_one_and_the_scout_is_not_told():
    b, _, scout = wood()
    first, second = hide(b, "U2"), hide(b, "U9")
    in_go(b, 0, (scout, Order.RECONNAISSANCE), (add(b, "O2", 1, 80, 55, SOUTH), Order.TURN))
    carry_out(b, action(b, Verb.SCOUT, scout))
    assert (b.phase, b.mover) == (Phase.NAMING, 1)
    assert listed(b) == {(Verb.NAME, first), (Verb.NAME, second)}
    assert forbidden_by(b, action(b, Verb.NAME, scout)) == "REC_2"
    assert forbidden_by(b, action(b, Verb.LET)) == "TRN_2"
    other = b.copy()
    for table, named in ((b, first), (other, second)):  # shades: Camouflage, a die less
        log, thrown = new_log(), Thrown(1, 3, 3, *(3,) * (named == first))
        sequence.apply(table, action(table, Verb.NAME, named), thrown.dice, log)
        assert thrown.are_used_up()
        assert (table.phase, table.mover, table.striker) == (Phase.PASSED_BY, 1, named)
        told = log.entries[: log.n]
        assert len(told) > 3 and named not in {int(entry[word]) for entry in told for word in ("actor", "other")}
        hiding.redact(table, 0)
    assert b.tobytes() == other.tobytes()


@pytest.mark.clause("BAT-REC-7")
def test_the_scout_picks_one_of_two_sets_of_markers():
    b, there, scout = wood()
    b.figures[scout].y = 22.0
    sets = [hide(b, "U2"), hide(b, "U3")]
    for hidden in sets:
        assert ambush.lay(b, hidden, there, 0, 30.0, 20.0, new_log())
    b.figures[scout].y = 24.4  # its front at y 25.9
    in_go(b, 0, (scout, Order.RECONNAISSANCE), (add(b, "O2", 1, 80, 55, SOUTH), Order.TURN))
    assert forbidden_by(b, action(b, Verb.SCOUT, scout, amount=3)) == "REC_7"
    assert len([1 for one in OUT[: offers.legal_actions(b, OUT)] if one.verb == Verb.SCOUT]) == 3
    carry_out(b, action(b, Verb.SCOUT, scout, amount=2), 4, 3, 4)
    assert [b.figures[hidden].state for hidden in sets] == [State.AMBUSH, State.FIELD]


@pytest.mark.clause("BAT-AMB-10")
def test_the_owner_picks_the_false_marker():
    b, there, _ = wood()
    hidden, target = hide(b, "U4"), add(b, "L1", 0, 31.5, 12)
    ambush.lay(b, hidden, there, 1, 30.0, 20.0, new_log())
    ambush.order_in_ambush(b, hidden, Order.SHOOTING_ATTACK.value)
    in_go(b, 1)
    b.figures[target].cards[0] = Order.TURN
    # the shot (10 + 3) // 4 + 4, then a 3
    assert carry_out(b, action(b, Verb.AMBUSH, hidden, target=target), 3, 4, 3).are_used_up()
    assert (b.phase, b.mover) == (Phase.NAMING, 1) and ambush.markers_of(b, hidden) == 3
    assert forbidden_by(b, action(b, Verb.TAKE_AWAY, item=1)) == "AMB_10"  # the true one
    assert listed(b) == {(Verb.TAKE_AWAY, NONE)}
    assert sequence.judge(b, action(b, Verb.TAKE_AWAY, item=2), new_log()) == (1, 0), "it costs nothing"
    carry_out(b, action(b, Verb.TAKE_AWAY, item=2))
    assert [int(m.lies) for m in b.markers[:3]] == [1, 1, 0] and b.mover == 0
    assert {int(m.thing) for m in b.markers[:3]} == {Thing.AMBUSH}


@pytest.mark.clause("BAT-MOR-19", "BAT-ACT-9", "BAT-HER-9")
def test_who_is_nearest_and_a_hero_who_stays_beside_them():
    b = field()
    i, near = add(b, "L1", 0, 40, 20), [add(b, "O1", 1, x, 30, SOUTH) for x in (33, 47)]
    far = add(b, "O1", 1, 60, 30, SOUTH)
    assert [aftermath.is_nearest(b, i, j) for j in (*near, far)] == [True, True, False]
    assert aftermath.count_nearest(b, i) == 2
    hero = int(b.characters[add_hero(b, "sir_aldwin", 0, 40, 10, 0)].own)
    in_go(b, 0, (hero, Order.MOVE), (far, Order.TURN))
    carry_out(b, action(b, Verb.MOVE, hero, y=17.0))
    assert listed(b) == {(Verb.NAME, i), (Verb.LET, NONE)}
    assert forbidden_by(b, action(b, Verb.NAME, near[0])) == "HER_9"
    carry_out(b, action(b, Verb.LET))
    assert b.figures[hero].state == State.FIELD and b.figures[i].character == NONE and b.mover == 1


@pytest.mark.clause("BAT-CBT-17")
def test_either_of_two_cards_becomes_a_move():
    for mode, left in ((Mode.INSTEAD, [NONE, Order.REFORM]), (Mode.INSTEAD_OF_SECOND, [Order.TURN, NONE])):
        b = field()
        i = add(b, "L1", 0, 40, 20)
        other = add(b, "O1", 1, 80, 55, SOUTH)
        in_go(b, 0, (i, Order.TURN), (i, Order.REFORM), (other, Order.TURN))
        move = action(b, Verb.MOVE, i, y=22.0, mode=mode)
        assert forbidden_by(b, move) == "CBT_17"
        b.figures[i].attacked = 1
        assert (Verb.MOVE, i) in listed(b)
        assert {int(one.mode) for one in OUT[: offers.legal_actions(b, OUT)] if one.verb == Verb.MOVE} == {1, 3}
        carry_out(b, move)
        assert list(b.figures[i].cards) == left and b.figures[i].attacked == 0
    b.figures[i].attacked = 1
    b.mover = 0
    assert forbidden_by(b, action(b, Verb.MOVE, i, mode=Mode.INSTEAD_OF_SECOND)) == "CBT_17"  # one card is left


@pytest.mark.clause("BAT-ARE-4")
def test_who_is_named_as_hit_stands_where_the_owner_then_says():
    b, there, _ = wood()
    guns, first, second = add(b, "L8", 0, 60, 12), hide(b, "U2"), hide(b, "U9")
    b.phase, b.question, b.mover, b.quarry, b.element = Phase.NAMING.value, Question.HIT.value, 1, guns, there
    naming.make_name(b, action(b, Verb.NAME, second), Thrown().dice, new_log())
    assert [b.figures[i].state for i in (first, second)] == [State.AMBUSH, State.FIELD]
    assert (b.phase, b.question, b.mover, b.striker, b.quarry) == (Phase.FOUND, Question.IN_WOOD, 1, second, guns)
