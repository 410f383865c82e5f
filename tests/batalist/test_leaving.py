"""How computers get battalions over the enemy's edge: who leads flyers, who goes late among the enemy, by which way."""

from __future__ import annotations

import numpy as np
import pytest

from batalist.field import action, add, field
from sandtable.games.batalist.enums import Goal, Order, Phase, Role, State, Verb
from sandtable.games.batalist.laying.battalions import add_hero
from sandtable.games.batalist.listing.deployment_places import next_to_deploy
from sandtable.games.batalist.listing.offers import legal_actions
from sandtable.games.batalist.record import ACTION
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.games.batalist.switches import Weather
from sandtable.games.batalist.thinking.attacks import eye_of
from sandtable.games.batalist.thinking.deploying import value_of_place
from sandtable.games.batalist.thinking.flyer_leaders import courier_of, leads_mount, mount_of, takes_place_of_courier
from sandtable.games.batalist.thinking.leaving import gets_over, lacks_reserve, longing_to_leave
from sandtable.games.batalist.thinking.passage import BEYOND, price_of_leg, way_out
from sandtable.games.batalist.thinking.worth import Feature, worth
from sandtable.kernel.geometry import Segment, base_of
from sandtable.kernel.records import NONE, new_actions
from sandtable.table.scenarios import lay_table

ORCS, WOLF_RIDERS, WYVERNS, GASHRAK, MOTHER_ROT = 1, 5, 8, 10, 11


def winter_pass():
    """C4 before anybody is deployed; all who lead have a command of 2."""
    b = lay_table("batalist", "C4").record[0]
    for c in b.characters:
        if c.role == Role.GENERAL or c.role == Role.CAPTAIN:
            c.command, c.radius = 2, 6.0
    return b


def stand(b, i, x, y, facing=1.0):
    u = b.figures[i]
    u.state, u.x, u.y, u.fx, u.fy = State.FIELD.value, x, y, 0.0, facing


@pytest.mark.clause("BAT-DEP-5", "BAT-ORD-4", "BAT-ARM-22")
def test_the_leader_of_most_command_who_stays_goes_with_the_flyers():
    """A captain before the general; one who rides off alone does not count."""
    b = winter_pass()
    general = int(b.figures[0].character)
    assert mount_of(b, 0) == WYVERNS and courier_of(b, 0) == b.figures[ORCS].character and leads_mount(b, ORCS)
    b.characters[b.figures[WOLF_RIDERS].character].command = 4
    assert courier_of(b, 0) == b.figures[ORCS].character
    b.characters[general].command = 3
    assert courier_of(b, 0) == general and not leads_mount(b, ORCS)
    b.figures[WYVERNS].character = general
    assert mount_of(b, 0) == NONE and not leads_mount(b, 0), "they have their leader"
    assert mount_of(lay_table("batalist", "C1").record[0], 1) == NONE, "nobody leaves by an edge there"


@pytest.mark.clause("BAT-DEP-5", "BAT-DEP-10", "BAT-DEP-11")
def test_flyers_are_deployed_first_and_their_leader_behind_them():
    """Wyverns 6 by 2 at y 9.5 end at 8.5; behind them stand orcs 6 by 4, whose middle is then at 6.5."""
    b = winter_pass()
    b.phase = Phase.DEPLOYMENT.value
    assert next_to_deploy(b, 0) == WYVERNS
    stand(b, WYVERNS, 45.0, 9.5)
    stand(b, 0, 45.0, 3.25)
    assert takes_place_of_courier(b, 0, base_of(b.figures[0])), "his front, at 5.25, is 0.75 beyond their rear, at 4.5"
    stand(b, 0, 51.5, 3.25)
    assert not takes_place_of_courier(b, 0, base_of(b.figures[0])), "half a step beside them"
    stand(b, 0, 45.0, 2.0)
    assert not takes_place_of_courier(b, 0, base_of(b.figures[0])), "his front, at 4, is half a step behind them"
    stand(b, 0, 45.0, 3.25)
    stand(b, ORCS, 45.0, 6.5)
    assert not takes_place_of_courier(b, 0, base_of(b.figures[0])), "they have their place"
    b.figures[ORCS].state = State.WAITING.value
    stand(b, 0, 51.5, 3.25)
    for i in range(12):
        if i not in (0, WYVERNS, ORCS):
            b.figures[i].state = State.DESTROYED.value
    assert next_to_deploy(b, 0) == ORCS
    listed = new_actions(768, ACTION)
    n = legal_actions(b, listed)
    features = np.zeros((n, len(Feature)))
    worths = np.zeros(n)
    worth(b, listed, n, features, worths)
    best = listed[int(np.argmax(worths))]
    assert (best.x, best.y) == (45.0, 6.5)


@pytest.mark.clause("BAT-DEP-5", "BAT-DEP-10")
def test_a_step_between_them_and_the_flyers_counts_three():
    """Wyverns end at y 8.5; orcs touch them with their middle at 6.5, and at 4.5 there are two steps between them."""
    b = winter_pass()
    stand(b, WYVERNS, 45.0, 9.5)
    base = base_of(b.figures[ORCS])._replace(fx=0.0, fy=1.0)
    behind = [value_of_place(b, ORCS, base._replace(x=45.0, y=y)) for y in (6.5, 4.5)]
    assert behind == pytest.approx([0.0, -6.0])


@pytest.mark.clause("BAT-ORD-4", "BAT-ARM-22")
def test_a_step_out_of_command_counts_three_until_the_last_move():
    """Orcs up to y 10.5, whose captain commands 6 steps, and the wyverns' rear at 20.5: four steps too far."""
    b = winter_pass()
    stand(b, ORCS, 45.0, 8.5)
    base = base_of(b.figures[WYVERNS])._replace(x=45.0, y=21.5, fx=0.0, fy=1.0)
    speed = float(effective_speed(b, WYVERNS))
    out = way_out(b, WYVERNS, base)
    for left, counts in ((speed + 1.0, speed + 1.0 + 3.0 * 4.0), (speed, speed)):
        way = out._replace(price=left + BEYOND)
        assert longing_to_leave(b, WYVERNS, base, way) - BEYOND == pytest.approx(counts)


@pytest.mark.clause("BAT-DEP-5", "BAT-DEP-6")
def test_they_pass_over_to_the_flyers_and_to_nobody_else():
    b = winter_pass()
    b.turn, b.phase = 1, Phase.EXECUTION.value
    stand(b, WYVERNS, 45.0, 9.5)
    stand(b, ORCS, 45.0, 6.5)
    stand(b, 7, 51.0, 6.5)
    features = np.zeros((2, len(Feature)))
    over = [action(b, Verb.PASS_OVER, ORCS, target=j) for j in (WYVERNS, 7)]
    worth(b, np.array(over), 2, features, np.zeros(2))
    assert list(features[:, Feature.GOAL]) == [5.0, 0.0] and list(features[:, Feature.REST]) == [0.0, 3.0]


@pytest.mark.clause("BAT-ARM-22", "BAT-SKL-17", "BAT-EXE-5")
def test_who_gets_over_the_edge_in_this_turn_goes_first_and_others_last():
    """Gashrak, 11 steps a Move: with its front at y 36 it has 24 to go, too far for a card and its Fast move.

    A Move of 5 straight on then counts 0.3 of them, and with two cards, which bring it there, twice of them.
    """
    b = winter_pass()
    b.turn, b.phase = 2, Phase.EXECUTION.value
    stand(b, GASHRAK, 45.0, 35.0)
    u = b.figures[GASHRAK]
    u.cards[:] = (Order.MOVE, NONE)
    move = action(b, Verb.MOVE, GASHRAK, x=45.0, y=40.0)
    features = np.zeros((1, len(Feature)))
    for card, factor in ((NONE, 0.3), (Order.MOVE, 2.0)):
        u.cards[1] = card
        assert gets_over(b, GASHRAK, eye_of(b, GASHRAK)) == (factor == 2.0)
        worth(b, np.array([move]), 1, features, np.zeros(1))
        assert features[0, Feature.NEAR] == pytest.approx(5.0 * factor)
    u.fast = 1
    assert not gets_over(b, GASHRAK, eye_of(b, GASHRAK)), "two cards alone take him 22 steps"


@pytest.mark.clause("BAT-HER-2", "BAT-HER-11", "BAT-WEA-9a")
def test_a_hero_who_lacks_reserve_for_the_way_is_deployed_near_leaders():
    """Mother Rot has 16 orders of its own: 96 steps, in snow 48, and from y 10 to the edge it is 50.

    Twenty steps between the orcs, whose captain commands 6 of them, and it cost nothing, or twice 14.
    """
    b = winter_pass()
    stand(b, ORCS, 45.0, 8.5)
    base = base_of(b.figures[MOTHER_ROT])._replace(x=68.5, y=10.0, fx=0.0, fy=1.0)
    out = way_out(b, MOTHER_ROT, base)
    assert not lacks_reserve(b, MOTHER_ROT, out)
    hers = b.characters[b.figures[MOTHER_ROT].hero]
    straight = out._replace(price=50.0 + 12.0)  # to the edge and beyond it
    hers.reserve = 8
    assert lacks_reserve(b, MOTHER_ROT, straight), "48 steps of 50"
    hers.reserve = 9
    assert not lacks_reserve(b, MOTHER_ROT, straight), "54 steps"
    hers.reserve = 16
    b.characters[b.figures[GASHRAK].hero].reserve = 0
    assert not lacks_reserve(b, GASHRAK, out), "he has his Fast move for nothing"
    worth_of_place = value_of_place(b, MOTHER_ROT, base)
    b.options.weather, b.sky = Weather.WINTER.value, 1
    assert lacks_reserve(b, MOTHER_ROT, out)
    assert value_of_place(b, MOTHER_ROT, base) == pytest.approx(worth_of_place - 28.0)


@pytest.mark.clause("BAT-DEF-33", "BAT-ACT-22")
def test_a_slanting_leg_needs_more_room_than_a_straight_one():
    """Riders 4 by 4 slantwise are 5.66 across: a corner of them is over the table's edge 2.5 steps from it."""
    b = field()
    b.goal = Goal.EXIT.value
    i = add(b, "U6", 0, 2.5, 20)
    base = base_of(b.figures[i])
    assert (base.half_width, base.half_depth) == (2.0, 2.0)
    assert price_of_leg(b, i, base, Segment(2.5, 20.0, 2.5, 30.0), 99.0) == pytest.approx(10.0)
    assert price_of_leg(b, i, base, Segment(2.5, 20.0, 8.5, 26.0), 99.0) == pytest.approx(14.0 + 72.0**0.5)
    hero = b.characters[add_hero(b, "gashrak", 0, 2.5, 40, 0)].own
    assert price_of_leg(b, hero, base_of(b.figures[hero]), Segment(2.5, 40.0, 8.5, 46.0), 99.0) == pytest.approx(
        72.0**0.5
    )
