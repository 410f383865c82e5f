"""Who hides and strikes from ambush when a computer leads, and whom it calls back from a fight: worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from batalist.field import SOUTH, action, add, field, ground, in_go
from sandtable.games.batalist.enums import Goal, Ground, Order, Phase, Role, State, Verb
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.listing import offers
from sandtable.games.batalist.record import ACTION
from sandtable.games.batalist.rules import ambush
from sandtable.games.batalist.thinking.ambushes import nearer_from_ambush, use_in_ambush, value_of_hiding
from sandtable.games.batalist.thinking.attacks import value_of_fight
from sandtable.games.batalist.thinking.deploying import apart_from_pack
from sandtable.games.batalist.thinking.worth import Feature, worth
from sandtable.kernel.geometry import base_of
from sandtable.kernel.records import new_actions


def features_of(b, *actions):
    """The features of these actions, ``[n, features]``."""
    features = np.zeros((len(actions), len(Feature)))
    worth(b, list(actions), len(actions), features, np.zeros(len(actions)))
    return features


@pytest.mark.clause("BAT-AMB-1", "BAT-AMB-2", "BAT-ORD-17")
def test_those_hide_who_strike_hand_to_hand_and_lead_nobody():
    """20 barrow guards and 30 goblin spears are 40 and 60 per cent of an army of 50; shooters do not hide."""
    b = field(ambush="yes")
    guard, spears, archers = add(b, "U2", 0), add(b, "O3", 0), add(b, "U4", 0)
    b.sides[0].start = 50
    assert [value_of_hiding(b, i) for i in (guard, spears)] == [-1.0, -1.0], "there is no wood to strike from"
    ground(b, Ground.WOOD, 30, 25, 50, 35)
    assert [value_of_hiding(b, i) for i in (guard, spears, archers)] == pytest.approx([40.0, 60.0, -1.0])
    b.phase, b.mover = Phase.STATING.value, 0
    for i in (guard, spears, archers):
        b.figures[i].state = State.WAITING.value
    assert features_of(b, action(b, Verb.HIDE, spears), action(b, Verb.DONE))[:, Feature.HIDE] == pytest.approx([60, 0])
    captain = add_character(b, Role.CAPTAIN, guard)
    b.characters[captain].radius = 6.0
    assert value_of_hiding(b, guard) == -1.0, "in ambush he would give no orders"


@pytest.mark.clause("BAT-AMB-4", "BAT-AMB-6", "BAT-AMB-12", "BAT-ARM-22")
def test_an_ambush_is_laid_near_the_enemy_goes_on_and_strikes_whom_it_beats():
    """Barrow guards lie in a wood 15 steps from slingers; their markers go on by half of 5 steps, then they strike."""
    b = field(ambush="yes")
    b.sides[1].zone_from, b.sides[1].zone_to = 49.5, 60.0
    wood = ground(b, Ground.WOOD, 30, 25, 50, 35)
    i, enemy = add(b, "U2", 0), add(b, "L5", 1, 40, 45, SOUTH)
    b.figures[i].state = State.AMBUSH.value
    assert [use_in_ambush(b, i, order.value) for order in (Order.MOVE, Order.MELEE_ATTACK)] == [2.0, 0.0]
    laying = action(b, Verb.AMBUSH, i, item=wood, x=40.0, y=30.0)
    assert nearer_from_ambush(b, laying) == pytest.approx(-15.0)
    for number in range(3):
        ambush.add_marker(b, 0, 0, i, 40.0 + 2 * number, 30.0)
    b.markers[0].true = 1
    assert [use_in_ambush(b, i, order.value) for order in (Order.MOVE, Order.MELEE_ATTACK)] == [0.5, 0.0], "too far"
    assert nearer_from_ambush(b, action(b, Verb.AMBUSH, i, x=40.0, y=32.5)) == pytest.approx(2.5)
    b.figures[enemy].y = 32.0
    before = b.figures.tobytes()
    use = use_in_ambush(b, i, Order.MELEE_ATTACK.value)
    assert b.figures.tobytes() == before, "it struck in thought alone"
    u = b.figures[i]
    u.state, u.x, u.y = State.FIELD.value, 40.0, 32.0 - 0.5 * b.figures[enemy].depth - 0.5 * u.depth
    assert use > 0.0
    assert use == pytest.approx(value_of_fight(b, i, enemy, ordered=True)), "the fight where the two touch"
    b.figures[i].state = State.AMBUSH.value
    in_go(b, 0, (i, Order.MELEE_ATTACK))
    assert features_of(b, action(b, Verb.AMBUSH, i, target=enemy))[0, Feature.DAMAGE] == pytest.approx(use)


@pytest.mark.clause("BAT-EXE-3", "BAT-IND-2", "BAT-ARM-22")
def test_who_is_to_leave_cancels_their_fight_and_the_others_may():
    b = field()
    pack, foe = add(b, "O6", 0, 20, 20), add(b, "L3", 1, 20, 28, SOUTH)
    spears = add(b, "O3", 0, 60, 20)
    in_go(b, 0, (pack, Order.MELEE_ATTACK), (spears, Order.TURN))
    b.goal = Goal.EXIT.value
    out = new_actions(offers.MOST, ACTION)
    n = offers.legal_actions(b, out)
    cancels = [k for k in range(n) if out[k].verb == Verb.CANCEL]
    charges = [k for k in range(n) if out[k].verb == Verb.CHARGE]
    assert [(out[k].actors[0], out[k].amount) for k in cancels] == [(pack, Order.MELEE_ATTACK)]
    features = features_of(b, out[cancels[0]], out[charges[0]])
    assert charges and out[charges[0]].target == foe
    assert features[0, Feature.GOAL] == 0.5 and features[1, Feature.DAMAGE] < -4.0


@pytest.mark.clause("BAT-IND-3", "BAT-ORD-5")
def test_a_hero_is_deployed_where_they_can_tell_the_pack_to_move_on():
    """Gashrak's 2 steps: 10 steps aside its base, 1 wide, and the pack's, 4 wide, are 7.5 apart, 5.5 too many."""
    b = field(independents="yes")
    add(b, "O6", 0, 20, 20)
    i = b.characters[add_hero(b, "gashrak", 0, 30, 20, 0)].own
    assert apart_from_pack(b, i, base_of(b.figures[i])) == pytest.approx(5.5)
    b.figures[i].x = 24.0
    assert apart_from_pack(b, i, base_of(b.figures[i])) == 0.0
    other = b.characters[add_hero(b, "mother_rot", 0, 50, 20, 0)].own
    assert apart_from_pack(b, other, base_of(b.figures[other])) == 0.0, "she commands nobody"
