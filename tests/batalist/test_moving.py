"""Moves, wheels, Turns, Reforms, the Fast move, contact, heroes on bases: positions and prices by hand."""

from __future__ import annotations

import math

import pytest

from batalist.field import EAST, NORTH, SOUTH, action, add, carry_out, field, forbidden_by, ground, in_go
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Formation, Ground, Mode, Order, Phase, Role, State, Verb
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.listing import offers
from sandtable.games.batalist.record import ACTION
from sandtable.games.batalist.rules import moving, sequence, ways
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.kernel.geometry import base_of
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE, new_actions


def ready(ident="L1", x=45.0, y=20.0, facing=NORTH, order=Order.MOVE, **how):
    """One battalion with a card of its own, and an enemy far away that has one too."""
    b = field()
    i = add(b, ident, 0, x, y, facing, **how)
    j = add(b, "O1", 1, 45, 55, SOUTH)
    return in_go(b, 0, (i, order), (j, Order.TURN)), i, j


@pytest.mark.clause("BAT-ACT-4", "BAT-ACT-8", "BAT-EXE-1", "BAT-EXE-9", "BAT-PRO-4")
def test_straight_ahead_costs_its_length_and_back_or_aside_twice_that():
    """Halberdiers have SP 6: 6 ahead, 3 back, 3 aside, and no more."""
    for dx, dy in ((0, 6), (0, -3), (3, 0), (-3, 0), (1, 4)):
        b, i, _ = ready()
        assert forbidden_by(b, action(b, Verb.MOVE, i, x=45 + dx, y=20 + dy)) == "", (dx, dy)
    for dx, dy in ((0, 6.1), (0, -3.1), (3.1, 0), (1, 4.1)):
        b, i, _ = ready()
        assert forbidden_by(b, action(b, Verb.MOVE, i, x=45 + dx, y=20 + dy)) == "ACT_4", (dx, dy)
    b, i, _j = ready()
    carry_out(b, action(b, Verb.MOVE, i, y=26))
    assert (b.figures[i].y, b.figures[i].moved, b.figures[i].cards[0]) == (26, 1, -1)
    assert (b.mover, b.phase) == (1, Phase.EXECUTION)


@pytest.mark.clause("BAT-ACT-5", "BAT-ACT-6", "BAT-ACT-7", "BAT-TER-12", "BAT-TER-23")
def test_the_wheel_and_the_swamp_of_the_example():
    """EX-14: 30 degrees about a front corner cost 5 pi / 6; ahead with one corner in a swamp each step costs 4."""
    b, i, _ = ready()
    base = base_of(b.figures[i])
    assert ways.price_of_wheel(b, i, base, -30.0) == pytest.approx(5 * math.pi / 6)
    pivot = ways.pivot_of(base, -30.0)
    assert (pivot.x, pivot.y) == (42.5, 22)
    ground(b, Ground.SWAMP, 46, 10, 60, 40)
    assert ways.price_of_straight(b, i, base, 0.0, 1.0, 0.845, True) == pytest.approx(3.38)
    assert ways.length_for_price(b, i, base, 0.0, 1.0, 6.0, 3.382) == pytest.approx(3.382 / 4)


@pytest.mark.clause("BAT-ACT-5", "BAT-ACT-7", "BAT-TER-17", "BAT-TER-12")
@pytest.mark.parametrize("hand", [1.0, -1.0])
@pytest.mark.parametrize(
    ("kind", "box", "degrees", "counted"),
    [
        (Ground.DIFFICULT, (-8, 22 + 5 * math.sin(math.radians(13)), 8, 40), 33.0, 13 + 2 * 20),
        (Ground.SWAMP, (-8, 0, 8, 22 + 5 * math.sin(math.radians(13))), 33.0, 4 * 33),
        (Ground.SWAMP, (-8, 0, 1, 22 + 5 * math.sin(math.radians(13))), 33.0, 4 * 13 + 20),
        (Ground.DIFFICULT, (2, 20, 8, 24), 33.0, 2 * 33),
    ],
)
def test_a_wheel_is_split_where_its_corner_comes_on_other_ground(hand, kind, box, degrees, counted):
    """Into ploughland after 13 degrees; the pivot and the corner in a swamp, the corner alone, the pivot alone."""
    b, i, _ = ready(x=45.0)
    x0, y0, x1, y1 = box
    west, east = sorted((45 + hand * x0, 45 + hand * x1))
    ground(b, kind, west, y0, east, y1)
    price = ways.price_of_wheel(b, i, base_of(b.figures[i]), hand * degrees)
    assert price == pytest.approx(5 * math.radians(counted), abs=0.05)


@pytest.mark.clause("BAT-ACT-5", "BAT-TER-17", "BAT-TER-10")
def test_a_leg_is_split_where_a_front_corner_comes_on_other_ground():
    """The front edge stands at y = 22; the wood begins at 24 and slows by two: 2 + 2 x 2 = 6."""
    b, i, _ = ready()
    ground(b, Ground.WOOD, 40, 24, 50, 40)
    assert forbidden_by(b, action(b, Verb.MOVE, i, y=24)) == ""
    assert forbidden_by(b, action(b, Verb.MOVE, i, y=24.1)) == "ACT_4"


@pytest.mark.clause("BAT-ACT-6", "BAT-ACT-4")
def test_an_end_alone_is_reached_ahead_by_a_wheel_and_ahead_again():
    """A quarter wheel about the right front corner of a single file, 1 ahead before it and 1 after it.

    From (45, 20), front at 20.5, pivot (45.5, 21.5) after 1: the centre is then at (45, 21), and goes to (45.5 - 0.5,
    21.5 + 0.5) = (45, 22), facing east, and 1 on to (46, 22). Price 1 + pi / 2 + 1.
    """
    b, i, _ = ready(figures=1, files=1)
    way = moving.walk(b, i, action(b, Verb.MOVE, i, x=46, y=22, facing=EAST))
    assert (way.base.x, way.base.y) == (pytest.approx(46), pytest.approx(22))
    assert way.price == pytest.approx(2 + math.pi / 2, abs=0.01)


@pytest.mark.clause("BAT-ACT-9", "BAT-EXE-11", "BAT-EXE-12", "BAT-ACT-22", "BAT-CBT-1")
def test_who_is_touched_in_front_may_fight_in_their_next_go():
    """Halberdiers walk into orcs with a Turn card: it becomes a Melee Attack, and the fight is the orcs' next go."""
    b, i, j = ready(y=47.0, order=Order.MOVE)
    assert b.figures[j].depth == 4
    carry_out(b, action(b, Verb.MOVE, i, y=51))
    assert (b.phase, b.striker, b.quarry) == (Phase.TOUCHED, j, i)
    carry_out(b, action(b, Verb.REPLACE, j, amount=Order.TURN.value), 1, 1, 1, 1, 1, 1)
    # MOD-1 1, outer 1: (3 x 6 + 1) // 4 + 1 = 5, halved Cut on Cut: 2; reply 2 x 10 // 3 + 1 = 7
    assert (b.figures[i].healthy, b.figures[j].healthy) == (18, 17)
    assert b.phase != Phase.EXECUTION, "no card is left: the turn has ended"


@pytest.mark.clause("BAT-ACT-9", "BAT-EXE-11")
def test_of_several_that_are_touched_each_may_replace_an_order():
    """Orcs and, east of them, others, their fronts at y 53, are both touched; a third, far away, is not."""
    b, i, j = ready(x=47.5, y=47.0)
    other, far = add(b, "O1", 1, 51, 55, SOUTH), add(b, "O1", 1, 10, 55, SOUTH)
    in_go(b, 0, (other, Order.TURN), (far, Order.TURN))
    carry_out(b, action(b, Verb.MOVE, i, y=51))
    assert b.phase == Phase.TOUCHED
    out = new_actions(8, ACTION)
    found = [(int(one.verb), int(one.actors[0])) for one in out[: offers.legal_actions(b, out)]]
    assert found == [(Verb.REPLACE, j), (Verb.LET, -1)]
    assert forbidden_by(b, action(b, Verb.REPLACE, other, amount=Order.TURN)) == "ACT_9", "it is asked next"
    both = b.copy()
    carry_out(both, action(both, Verb.REPLACE, j, amount=Order.TURN))
    assert (both.phase, both.striker, both.quarry) == (Phase.TOUCHED, other, i)
    carry_out(b, action(b, Verb.LET))
    assert (b.phase, b.striker) == (Phase.TOUCHED, other)
    assert forbidden_by(b, action(b, Verb.REPLACE, far, amount=Order.TURN)) == "ACT_9"
    assert forbidden_by(b, action(b, Verb.REPLACE, i, amount=Order.MOVE)) == "ACT_9"
    # the middle of their front, (51, 53), is on the right flank of the halberdiers: MOD-1 1, MOD-11 1, outer 1:
    # (3 x 6 + 2) // 4 + 1 = 6, halved Cut on Cut: 3. The reply by the flank file: 2 x 4 // 3 + 1 = 3
    assert carry_out(b, action(b, Verb.REPLACE, other, amount=Order.TURN), 1, 1, 1, 1).are_used_up()
    assert [int(b.figures[k].healthy) for k in (i, j, other, far)] == [17, 24, 21, 24]


@pytest.mark.clause("BAT-ACT-9", "BAT-ACT-22")
def test_a_move_ends_where_it_touches_an_enemy():
    b, i, _j = ready(y=47.0)
    add(b, "L1", 0, 10, 10)
    legs = action(b, Verb.MOVE, i, y=50.0, path=3, n_via=2)
    legs.via[0], legs.via[1] = (4.0, 0.0), (-1.0, 0.0)
    assert forbidden_by(b, legs) == "ACT_9"
    assert forbidden_by(b, action(b, Verb.MOVE, i, y=51.5)) == "ACT_22", "through the enemy"


@pytest.mark.clause("BAT-ACT-9")
def test_who_has_no_card_is_not_asked():
    b, i, j = ready(y=47.0)
    b.figures[j].cards[:] = -1
    carry_out(b, action(b, Verb.MOVE, i, y=51))
    assert b.striker == -1 and b.phase != Phase.TOUCHED


@pytest.mark.clause("BAT-ACT-10", "BAT-ACT-19", "BAT-DEF-33", "BAT-ACT-22", "BAT-DEF-34")
def test_bases_and_the_edge_stop_a_move():
    b, i, _ = ready(y=57.0, x=20.0)
    assert forbidden_by(b, action(b, Verb.MOVE, i, y=58.5)) == "DEF_33", "its front edge would leave the field"
    b, i, _ = ready()
    add(b, "L3", 0, 45, 24.5)
    assert forbidden_by(b, action(b, Verb.MOVE, i, y=21)) == "", "touching a friend is allowed"
    assert forbidden_by(b, action(b, Verb.MOVE, i, y=21.5)) == "ACT_22"


@pytest.mark.clause("BAT-ACT-10", "BAT-SKL-7", "BAT-TER-5", "BAT-TER-14", "BAT-TER-22", "BAT-TER-23")
def test_a_flyer_goes_over_what_stops_others():
    for ident, wrong in (("L1", "ACT_22"), ("O8", "")):
        for kind in (Ground.BUILDING, Ground.SHEER):
            b, i, _ = ready(ident)
            ground(b, kind, 40, 23.5, 50, 24)
            far = 26 if ident == "L1" else 30
            assert forbidden_by(b, action(b, Verb.MOVE, i, y=far)) == wrong, (ident, kind)
    b, i, _ = ready("O8")
    add(b, "L3", 0, 45, 28)
    assert forbidden_by(b, action(b, Verb.MOVE, i, y=28)) == "DEF_33", "it may not end on a base"


@pytest.mark.clause("BAT-ACT-3", "BAT-EXE-9", "BAT-EXE-10", "BAT-FRM-5")
def test_a_turn_is_about_the_centre_and_is_no_move():
    b, i, _ = ready(order=Order.TURN)
    carry_out(b, action(b, Verb.TURN, i, facing=SOUTH))
    u = b.figures[i]
    assert (u.x, u.y, u.fx, u.fy, u.moved) == (45, 20, 0, -1, 0)
    b, i, _ = ready(order=Order.TURN, formation=Formation.HEDGEHOG)
    assert forbidden_by(b, action(b, Verb.TURN, i, facing=EAST)) == "FRM_5"
    assert forbidden_by(b, action(b, Verb.TURN, i)) == "", "a Turn of nothing is a legal execution"


@pytest.mark.clause("BAT-ACT-3", "BAT-ACT-22")
def test_a_turn_needs_room_in_its_final_pose_only():
    b, i, _ = ready(order=Order.TURN)
    add(b, "L1", 0, 50.0, 20)
    assert forbidden_by(b, action(b, Verb.TURN, i, facing=180.0)) == ""
    add(b, "L1", 0, 45, 24)
    assert forbidden_by(b, action(b, Verb.TURN, i, facing=EAST)) == "ACT_22", "5 wide now lies along its side"


@pytest.mark.clause("BAT-ACT-1", "BAT-EXE-9", "BAT-EXE-10", "BAT-FRM-15", "BAT-SKL-21d", "BAT-SKL-15")
def test_reform():
    b, i, _ = ready(order=Order.REFORM)
    carry_out(b, action(b, Verb.REFORM, i, amount=Formation.COLUMN.value, item=10))
    u = b.figures[i]
    assert (u.width, u.depth, u.x, u.y, u.reformed, u.moved) == (10, 2, 45, 20, 1, 0)
    b, i, _ = ready(order=Order.REFORM)
    carry_out(b, action(b, Verb.REFORM, i, amount=Formation.COLUMN.value, item=5))
    assert b.figures[i].reformed == 0, "of nothing"
    b, i, _ = ready(order=Order.REFORM)
    assert forbidden_by(b, action(b, Verb.REFORM, i, amount=Formation.COLUMN.value, item=21)) == "FRM_15"
    b, i, _ = ready("L6", order=Order.REFORM)
    assert forbidden_by(b, action(b, Verb.REFORM, i, amount=Formation.HEDGEHOG.value, item=3)) == "SKL_21d"
    b, i, _ = ready("L5", order=Order.REFORM)
    assert forbidden_by(b, action(b, Verb.REFORM, i, amount=Formation.COLUMN.value, item=8)) == "SKL_15"
    assert forbidden_by(b, action(b, Verb.REFORM, i, amount=Formation.LOOSE.value, item=4)) == ""
    b, i, _ = ready(order=Order.REFORM)
    add(b, "L1", 0, 51, 20)
    assert forbidden_by(b, action(b, Verb.REFORM, i, amount=Formation.COLUMN.value, item=10)) == "ACT_22"


@pytest.mark.clause("BAT-FRM-5", "BAT-FRM-9", "BAT-EXE-10")
def test_a_hedgehog_stays_and_a_wedge_goes_half_as_far():
    b, i, _ = ready(formation=Formation.HEDGEHOG)
    assert forbidden_by(b, action(b, Verb.MOVE, i, y=21)) == "FRM_5"
    assert forbidden_by(b, action(b, Verb.MOVE, i)) == ""
    b, i, _ = ready(formation=Formation.WEDGE)
    assert forbidden_by(b, action(b, Verb.MOVE, i, y=23)) == ""
    assert forbidden_by(b, action(b, Verb.MOVE, i, y=23.1)) == "ACT_4"


@pytest.mark.clause("BAT-SKL-17", "BAT-EXE-3")
def test_the_fast_move_needs_no_order_and_comes_once_a_turn():
    b, i, _j = ready("O5", order=Order.MOVE)
    b.figures[i].cards[:] = -1
    add(b, "L1", 0, 10, 10)
    carry_out(b, action(b, Verb.MOVE, i, y=31, mode=Mode.FREE.value))
    assert (b.figures[i].fast, b.figures[i].moved, b.figures[i].carried_out) == (1, 1, 0)
    assert b.mover == 1, "it took the go"
    b.mover = 0
    assert forbidden_by(b, action(b, Verb.MOVE, i, mode=Mode.FREE.value)) == "SKL_17"
    b, i, _ = ready("L1")
    assert forbidden_by(b, action(b, Verb.MOVE, i, mode=Mode.FREE.value)) == "SKL_17"


@pytest.mark.clause("BAT-CBT-17")
def test_who_has_been_attacked_may_turn_a_card_into_a_move():
    b, i, _ = ready(order=Order.TURN)
    assert forbidden_by(b, action(b, Verb.MOVE, i, y=26, mode=Mode.INSTEAD.value)) == "CBT_17"
    b.figures[i].attacked = 1
    carry_out(b, action(b, Verb.MOVE, i, y=26, mode=Mode.INSTEAD.value))
    assert (b.figures[i].y, b.figures[i].cards[0], b.figures[i].attacked) == (26, -1, 0)


@pytest.mark.clause("BAT-CBT-18")
def test_melee_does_not_lock():
    b, i, j = ready(y=51.0)
    assert ways.is_touching(b, i, j)
    assert forbidden_by(b, action(b, Verb.MOVE, i, y=48)) == "", "half speed back, out of contact"


@pytest.mark.clause("BAT-HER-9", "BAT-HER-8", "BAT-DEP-2", "BAT-DEF-8", "BAT-HER-11")
def test_a_hero_gets_on_a_base_and_off_it():
    b = field()
    i = add(b, "L1", 0, 45, 20)
    j = add(b, "O1", 1, 45, 55, SOUTH)
    c = add_hero(b, "ysolde_the_grey", 0, 45, 15, NORTH)
    h = int(b.characters[c].own)
    in_go(b, 0, (h, Order.MOVE), (j, Order.TURN))
    carry_out(b, action(b, Verb.MOVE, h, y=17.5))
    assert b.figures[h].state == State.FIELD, "he touches the base, and is asked whether he gets on it"
    carry_out(b, action(b, Verb.NAME, i))
    assert (b.figures[h].state, b.figures[i].character, b.characters[c].battalion) == (State.ON_BASE, c, i)
    in_go(b, 0, (h, Order.MOVE))
    assert forbidden_by(b, action(b, Verb.MOVE, h, x=45, y=10)) == "HER_9", "7.5 from the edge with a speed of 6"
    carry_out(b, action(b, Verb.MOVE, h, x=45, y=12.5))
    assert (b.figures[h].state, b.figures[h].y, b.figures[i].character) == (State.FIELD, 12.5, -1)
    assert b.characters[c].battalion == h


@pytest.mark.clause("BAT-HER-9", "BAT-DEP-2")
def test_a_hero_gets_on_no_base_that_has_a_character():
    b = field()
    i = add(b, "L1", 0, 45, 20)
    captain = add_character(b, Role.CAPTAIN, i)
    c = add_hero(b, "ysolde_the_grey", 0, 45, 15, NORTH)
    h = int(b.characters[c].own)
    in_go(b, 0, (h, Order.MOVE))
    carry_out(b, action(b, Verb.MOVE, h, y=17.5))
    assert (b.figures[h].state, b.figures[i].character) == (State.FIELD, captain)


@pytest.mark.clause("BAT-DEP-5", "BAT-DEP-6", "BAT-DEP-2", "BAT-DEP-3")
def test_a_character_passes_over_to_a_friend_that_touches_and_has_none():
    b = field()
    i, k, far = add(b, "L1", 0, 45, 20), add(b, "L1", 0, 50, 20), add(b, "L1", 0, 60, 20)
    c = add_character(b, Role.CAPTAIN, i)
    in_go(b, 0, (i, Order.TURN))
    assert forbidden_by(b, action(b, Verb.PASS_OVER, i, target=far)) == "DEP_6"
    enemy = add(b, "L1", 1, 40, 20)
    b.figures[far].healthy, b.figures[far].wounded = 0, 3
    log = new_log()
    for j in (enemy, far):
        sequence.judge(b, action(b, Verb.PASS_OVER, i, target=j), log)
    assert [Code(int(entry.code)).name for entry in log.entries[: log.n]] == [
        "GOES_TO_FRIENDS",
        "NOBODY_HEALTHY_THERE",
    ]
    carry_out(b, action(b, Verb.PASS_OVER, i, target=k))
    assert (b.figures[i].character, b.figures[k].character, b.characters[c].battalion) == (-1, c, k)
    assert (b.characters[c].rank, b.characters[c].file, b.mover) == (0, 2, 0), "and the go continues"
    assert forbidden_by(b, action(b, Verb.PASS_OVER, k, target=i)) == "DEP_5", "once a turn"


@pytest.mark.clause("BAT-ACT-15", "BAT-ACT-11")
def test_wounded_on_their_way_go_at_half_the_speed_of_their_profile():
    b, i, _ = ready("L6")
    b.figures[i].wounded_of = 0
    assert effective_speed(b, i) == 5


@pytest.mark.clause("BAT-HER-9", "BAT-DEF-8", "BAT-HER-11")
def test_a_hero_gets_on_the_base_of_a_single_warrior_and_of_no_other_hero():
    """One Halberdier is a friendly battalion without character; a hero who stands alone is a character already."""
    b = field()
    one = add(b, "L1", 0, 40, 20, figures=1)
    hero = int(b.characters[add_hero(b, "sir_aldwin", 0, 41, 20, NORTH)].own)
    other = int(b.characters[add_hero(b, "ysolde_the_grey", 0, 42, 20, NORTH)].own)
    assert ways.is_touching(b, hero, one) and ways.is_touching(b, hero, other)
    assert moving.may_step_on(b, hero, one) and not moving.may_step_on(b, hero, other)
    b.figures[one].healthy, b.figures[one].wounded_of = 0, 0
    assert ways.is_touching(b, hero, one) and not moving.may_step_on(b, hero, one), "wounded on their way are none"
    b.figures[one].healthy, b.figures[one].wounded_of = 1, NONE
    moving.step_on(b, hero, one, Clause.HER_9, new_log())
    c = b.characters[b.figures[hero].hero]
    assert (c.battalion, c.rank, c.file) == (one, 0, 0) and b.figures[hero].state == State.ON_BASE
    b.figures[one].side = 1
    assert not moving.may_step_on(b, other, one)
