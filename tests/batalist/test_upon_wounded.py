"""Attacks on wounded who lie behind their battalion, on those of whom nobody stands, and on those who are on their way.

15 of 24 orc warriors stand in three ranks about (45, 30) and face north; their 9 wounded lie in three files of three
behind them, from y 25.5 to 28.5. Everybody else comes from the south, into their rear.
"""

from __future__ import annotations

import pytest

from batalist.field import NORTH, SOUTH, action, add, carry_out, field, forbidden_by, in_go
from sandtable.games.batalist.enums import Order, State, Verb
from sandtable.games.batalist.laying.battalions import add_hero
from sandtable.games.batalist.listing import offers
from sandtable.games.batalist.record import ACTION
from sandtable.games.batalist.rules import activation, tending
from sandtable.kernel.records import NONE, new_actions


def behind(ident="L1", figures=5, y=21.5, order=Order.MELEE_ATTACK, **switches):
    """The field, who comes, and the orcs."""
    b = field(wounded="yes", **switches)
    i = add(b, ident, 0, 45, y, figures=figures)
    orcs = add(b, "O1", 1, 45, 30, NORTH)
    u = b.figures[orcs]
    u.healthy, u.wounded, u.depth = 15, 9, 3.0
    return in_go(b, 0, (i, order)), i, orcs


@pytest.mark.clause("BAT-WOU-9", "BAT-WOU-10", "BAT-WOU-11", "BAT-WOU-14", "BAT-MOD-12")
def test_wounded_fight_as_a_battalion_of_their_own():
    """(2 x 5 + 4 + 3 + 5) / 3 + 1 = 8 of them die. Their last rank strikes back: (3 x 3 - 1 - 2) / 4 + 5, halved, 3."""
    b, i, orcs = behind()
    one = action(b, Verb.STRIKE_WOUNDED, i, target=orcs, amount=Order.MELEE_ATTACK)
    assert carry_out(b, one, 4, 3, 5, 1, 1, 2, 5, 1, 1, 1, 1).are_used_up()  # the last four: half of the five are lost
    u, other = b.figures[i], b.figures[orcs]
    assert (other.healthy, other.wounded, other.attacked) == (15, 1, 0)
    assert (u.healthy, u.wounded, u.y) == (2, 2, 25.0), "its front touches them at 25.5"
    assert (other.x, other.y, other.depth, other.files) == (45, 30, 3, 6), "who stands has not been touched"


@pytest.mark.clause("BAT-WOU-14", "BAT-DEF-28", "BAT-MOD-7")
def test_wounded_are_shot_at_where_they_lie():
    """(3 x 5 + 2 + 1 + 3) / 3 + 1 = 8, 3.5 steps from the column, which stands as one and is shot at from behind."""
    b, i, orcs = behind("L4", order=Order.SHOOTING_ATTACK)
    one = action(b, Verb.STRIKE_WOUNDED, i, target=orcs, amount=Order.SHOOTING_ATTACK)
    assert carry_out(b, one, 2, 1, 3, 1).are_used_up()
    assert (b.figures[orcs].healthy, b.figures[orcs].wounded) == (15, 1)
    b, i, orcs = behind("L8", figures=3, y=15, order=Order.SHOOTING_ATTACK)
    # a template of 2 steps on the middle of the column covers the nine: (6 x 3 + 9 + 2 + 1 + 3) / 3 + 6, halved
    one = action(b, Verb.STRIKE_WOUNDED, i, target=orcs, amount=Order.SHOOTING_ATTACK)
    assert carry_out(b, one, 2, 1, 3, 6).are_used_up()
    assert b.figures[orcs].wounded == 9 - 8


@pytest.mark.clause("BAT-WOU-14", "BAT-DEF-18", "BAT-CBT-1")
def test_who_stands_is_in_the_way_and_who_is_behind_one_is_no_target():
    b, i, orcs = behind()
    one = action(b, Verb.STRIKE_WOUNDED, i, target=orcs, amount=Order.MELEE_ATTACK)
    assert forbidden_by(b, one) == ""
    cases = ((19.0, NORTH, ""), (18.99, NORTH, "WOU_14"), (21.5, SOUTH, "DEF_18"), (34.0, SOUTH, "WOU_14"))
    for y, facing, clause in cases:
        u = b.figures[i]
        u.y, u.fy = y, 1.0 if facing == NORTH else -1.0
        assert forbidden_by(b, one) == clause, (y, facing)  # 25.5 - 0.5 - 6 = 19
    b.figures[i].y, b.figures[i].fy = 21.5, 1.0
    one.target = i
    assert forbidden_by(b, one) == "CBT_1", "its own"
    one.target, b.figures[orcs].wounded = orcs, 0
    assert forbidden_by(b, one) == "WOU_14"


@pytest.mark.clause("BAT-WOU-13", "BAT-WOU-14", "BAT-PRE-3")
def test_those_of_whom_nobody_stands_can_be_destroyed():
    """4 wounded in one file from y 26 to 30: (2 x 5 + 1 + 1 + 1) / 3 + 1 = 5; nobody of the orcs is left."""
    b, i, orcs = behind()
    u = b.figures[orcs]
    u.healthy, u.wounded = 0, 4
    out = new_actions(offers.MOST, ACTION)
    verbs = [one.verb for one in out[: offers.legal_actions(b, out)]]
    assert Verb.STRIKE_WOUNDED in verbs and Verb.CHARGE not in verbs
    one = action(b, Verb.STRIKE_WOUNDED, i, target=orcs, amount=Order.MELEE_ATTACK)
    # back: the one in the last rank, 3 - 6 - 6 = -9, / 4 = -3, + 1: none
    assert carry_out(b, one, 1, 1, 1, 1, 6, 6, 1).are_used_up()
    assert (u.state, b.winner) == (State.DESTROYED, 0)


@pytest.mark.clause("BAT-WOU-14", "BAT-SKL-6", "BAT-EXE-7")
@pytest.mark.parametrize(("y", "offered"), [(36.4, Verb.STRIKE_WOUNDED), (37.6, Verb.SHOOT)])
def test_wounded_are_offered_where_those_before_them_cannot_be_attacked(y, offered):
    """Guns fire at nothing nearer than 5 steps: their front is 3.9 and 5.1 from the first rank of the orcs, at 31.5."""
    b, i, _ = behind("L8", figures=3, y=y, order=Order.SHOOTING_ATTACK)
    b.figures[i].fy = -1.0
    assert b.figures[i].depth == 2.0
    assert activation.can_execute(b, i, Order.SHOOTING_ATTACK)
    out = new_actions(offers.MOST, ACTION)
    attacks = {one.verb for one in out[: offers.legal_actions(b, out)]} & {Verb.SHOOT, Verb.STRIKE_WOUNDED}
    assert attacks == {offered}


@pytest.mark.clause("BAT-WOU-10", "BAT-WOU-11", "BAT-WOU-15")
def test_those_on_their_way_strike_back_with_two_dice_less():
    """9 in three files turned south: struck in front (10 + 1) / 3 + 1 = 4 die. Back: (3 x 3 - 6) / 4 + 2, halved, 1."""
    b, i, orcs = behind()
    b.sides[1].hospital, b.sides[1].hospital_x, b.sides[1].hospital_y = 1, 45.0, 5.0
    k = tending.part_wounded(b, orcs)
    assert (b.figures[k].files, b.figures[k].fy) == (3, -1)
    one = action(b, Verb.CHARGE, i, target=k)
    assert carry_out(b, one, 1, 1, 4, 2, 2).are_used_up()
    assert (b.figures[k].wounded, b.figures[k].state, b.figures[i].healthy) == (5, State.FIELD, 4)


@pytest.mark.clause("BAT-WOU-13", "BAT-WOU-15", "BAT-DEP-4", "BAT-ORD-17")
@pytest.mark.parametrize("healthy", [0, 1])
def test_a_hero_goes_to_the_hospital_with_those_of_whom_nobody_is_healthy(healthy):
    """While one of them is healthy the hero stays with that one."""
    b = field(wounded="yes")
    own = b.sides[0]
    own.hospital, own.hospital_x, own.hospital_y = 1, 40.0, 18.0
    i = add(b, "L1", 0, 40, 20, figures=4)
    u = b.figures[i]
    u.healthy, u.wounded = healthy, 3
    c = add_hero(b, "ysolde_the_grey", 0, 10, 10, NORTH)
    hero = b.figures[b.characters[c].own]
    hero.state, u.character, b.characters[c].battalion = State.ON_BASE.value, c, i
    in_go(b, 0, (i, Order.TO_THE_DOCTOR))
    carry_out(b, action(b, Verb.DOCTOR, i))
    assert own.in_hospital == 3
    assert State(int(hero.state)).name == ("ON_BASE" if healthy else "HOSPITAL")
    assert (int(u.character), int(b.characters[c].battalion)) == ((c, i) if healthy else (NONE, 2))
    assert b.characters[c].alive != 0
