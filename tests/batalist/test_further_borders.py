"""More borderline cases that mutants showed nobody asked, above all what is beside, aboard, aslant or already gone."""

from __future__ import annotations

import math

import pytest

from batalist.field import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Thrown,
    action,
    add,
    carry_out,
    field,
    forbidden_by,
    ground,
    in_go,
    wall,
    zoned,
)
from sandtable.games.batalist.clauses import Clause
from sandtable.games.batalist.enums import (
    Formation,
    Goal,
    Ground,
    Mode,
    Order,
    Phase,
    Question,
    Role,
    State,
    Thing,
    Verb,
)
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.rules import (
    activation,
    aftermath,
    ambush,
    attacks_on_wounded,
    buildings,
    cards,
    charging,
    damage,
    finding,
    free_places,
    hiding,
    independents,
    ladders,
    markers,
    moving,
    naming,
    ordering,
    searching,
    stating,
    tending,
    traps,
    ways,
    wounded,
    zones,
)
from sandtable.games.batalist.rules import ground as grounds
from sandtable.kernel.geometry import Base, base_of, facing_of_degrees
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE

# Markers and ambushes


@pytest.mark.clause("BAT-AMB-17", "BAT-TRP-1")
def test_letters_go_on_from_those_of_ones_own_that_lie_yet():
    b = field(ambush="yes")
    for side, group in ((0, 0), (1, 3), (0, 5)):
        b.markers[ambush.add_marker(b, Thing.AMBUSH.value, side, 0, 40.0, 30.0)].group = group
    assert ambush.new_group(b, 0) == 6
    b.markers[2].lies = 0
    assert ambush.new_group(b, 0) == 1, "the fifth is gone, the third is the enemy's"
    assert ambush.add_marker(b, Thing.TRAP.value, 0, 0, 41.0, 30.0) == 2, "the first place that is free"
    ambush.take_away(b, 0)
    assert [int(m.lies) for m in b.markers[:3]] == [0, 0, 1], "a trap of the same number stays"


@pytest.mark.clause("BAT-AMB-4")
def test_the_last_row_of_a_wood_holds_a_marker_too():
    """Places are half a step from its corner and whole steps on: y 25.5, 26.5 and 27.5 of a wood that ends at 27.9."""
    b = zoned(field(ambush="yes"))
    k = ground(b, Ground.WOOD, 30, 25, 40, 27.9)
    i = add(b, "L7", 0)
    nowhere = (math.inf, math.inf)
    assert ambush.nearest_to_lay(b, i, k, 35.5, 27.6, nowhere, nowhere) == (35.5, 27.5)
    assert ambush.nearest_to_lay(b, i, k, 39.9, 24.0, nowhere, nowhere) == (39.5, 25.5)


@pytest.mark.clause("BAT-AMB-12", "BAT-AMB-11", "BAT-SKL-14")
def test_a_blow_from_ambush_is_one_order_and_its_owner_says_where_they_stand():
    b = zoned(field(ambush="yes"))
    k = ground(b, Ground.WOOD, 30, 25, 50, 35)
    i, target = add(b, "U4", 0), add(b, "O1", 1, 40, 43)
    b.figures[i].state = State.AMBUSH.value
    in_go(b, 0, (target, Order.TURN))
    ambush.lay(b, i, k, 0, 40.0, 34.0, new_log())
    ambush.order_in_ambush(b, i, Order.SHOOTING_ATTACK.value)
    log = new_log()
    searching.make_ambush(b, action(b, Verb.AMBUSH, i, target=target), Thrown(1, 1, 6, 6, 6, 6).dice, log)
    assert b.figures[i].carried_out == 1
    assert (b.phase, b.mover, b.question) == (Phase.FOUND, 0, Question.AT_MARKER)


@pytest.mark.clause("BAT-AMB-1")
def test_of_three_battalions_one_that_is_not_placed_yet_may_hide():
    b = field(ambush="yes")
    i, _, _ = (add(b, "L1", 0) for _ in range(3))
    for state, hides in ((State.WAITING, True), (State.FIELD, False), (State.RESERVE, False)):
        b.figures[i].state = state.value
        assert bool(stating.may_hide(b, i)) == hides


@pytest.mark.clause("BAT-AMB-16", "BAT-DEF-33", "BAT-SKL-7")
def test_flyers_come_to_a_marker_only_where_they_find_room():
    """Wyverns, 6 by 2, would stand about (40, 25), their front at the marker."""
    b = field(ambush="yes")
    i, friend = add(b, "O8", 0, 40, 21), add(b, "O1", 0, 44, 25)
    m = ambush.add_marker(b, Thing.AMBUSH.value, 1, 0, 40.0, 26.0)
    assert not charging.charge_by(b, i, base_of(b.figures[i]), markers.aim_at_marker(b, m), 0.0).reaches
    b.figures[friend].x = 46.5
    assert charging.charge_by(b, i, base_of(b.figures[i]), markers.aim_at_marker(b, m), 0.0).reaches


# Buildings


@pytest.mark.clause("BAT-TER-16", "BAT-DEF-18", "BAT-SKL-11", "BAT-AMB-3")
def test_walls_beside_the_front_and_orders_that_batter_nothing():
    """Halberdiers, their front at y 22; a house at their right side, y 14 to 21, does not reach before it."""
    b = field(building_strength="yes")
    beside, before = ground(b, Ground.BUILDING, 42.5, 14, 46.5, 21), ground(b, Ground.BUILDING, 30, 22, 50, 30)
    i = add(b, "L1", 0, 40, 20)
    assert buildings.may_batter(b, i, before, False) and not buildings.may_batter(b, i, beside, False)
    longer = ground(b, Ground.BUILDING, 42.5, 14, 46.5, 24)
    assert buildings.may_batter(b, i, longer, False), "its northern end is before them"
    b.sites[before].strength = 3
    rage = add(b, "O2", 0, 33, 20.5)
    in_go(b, 0, (i, Order.MELEE_ATTACK), (rage, Order.MELEE_ATTACK))
    one, other = (action(b, Verb.BATTER, k, item=before, amount=Order.MELEE_ATTACK) for k in (i, rage))
    assert (forbidden_by(b, one), forbidden_by(b, other)) == ("", "")
    b.figures[rage].given, b.figures[rage].cards[:] = 0, NONE
    ordering.lay_automatic(b, rage)
    assert forbidden_by(b, other) == "SKL_11", "their rage is for enemies"
    b.figures[i].state = State.ON_BASE.value
    assert forbidden_by(b, one) == "ORD_17", "who is on a base strikes with it alone"


@pytest.mark.clause("BAT-LAD-2", "BAT-LAD-4")
def test_across_a_ladder_as_they_face():
    """5 wide and 4 deep at a ladder that leads north: facing it they stand 2 beyond its top, facing east 2.5."""
    b = field(ladders="yes")
    k = wall(b, 20, 30, 60, 36)
    ladder = b.ladders[0]
    ladder.x, ladder.y, ladder.out_x, ladder.out_y, ladder.feature = 40.0, 30.0, 0.0, -1.0, k
    b.n_ladders = 1
    for facing, y in ((NORTH, 32.0), (EAST, 32.5), (WEST, 32.5)):
        assert ladders.beyond_ladder(b, add(b, "L1", 0, 40, 28, facing), 0).y == y


@pytest.mark.clause("BAT-SKL-7", "BAT-LAD-2", "BAT-LAD-4")
def test_a_roof_holds_a_footprint_to_its_very_edge():
    """A roof, x 20 to 60 and y 30 to 36, and a footprint of 6 by 2."""
    b = field()
    wall(b, 20, 30, 60, 36)
    for x, y, holds in ((57, 33, True), (57.1, 33, False), (23, 33, True), (22.9, 33, False), (40, 35, True)):
        assert bool(grounds.fits_on_roof(b, Base(x, y, 0.0, 1.0, 3.0, 1.0), 1)) == holds
    assert not grounds.fits_on_roof(b, Base(40, 35.1, 0.0, 1.0, 3.0, 1.0), 1)
    k = ground(b, Ground.WATER, 20, 40, 60, 46)
    i = add(b, "L1", 0, 40, 33)
    b.figures[i].storey = 1
    assert not ways.is_impassable(b, i, 0) and ways.is_impassable(b, i, k), "on a roof only buildings are no matter"


@pytest.mark.clause("BAT-DEF-17", "BAT-DEF-18")
def test_a_long_wall_aslant_across_them_is_not_before_them():
    """A wall of 10 by 1 whose upper side runs from (-5, 3) to (3.66, -2), below their left front corner (-2.5, 2).

    Its ends are to the left and to the right of the front zone and one is ahead of the front, yet none of it is in it.
    """
    fx, fy = facing_of_degrees(120.0)
    nx, ny = -fy, fx
    own = Base(0.0, 0.0, 0.0, 1.0, 2.5, 2.0)
    for lower, meets in ((0.5, False), (-0.5, True)):
        wall = Base(-5.0 + 5.0 * fx - lower * nx, 3.0 + 5.0 * fy - lower * ny, fx, fy, 0.5, 5.0)
        assert bool(zones.front_zone_meets(own, wall)) == meets


# Charges, shots and moves


@pytest.mark.clause("BAT-ACT-20", "BAT-ACT-13")
def test_of_two_whom_a_wheel_brings_them_to_at_once_the_target_counts():
    b = field()
    i = add(b, "L1", 0, 40, 20)
    foes = [add(b, "O1", 1, x, 24, SOUTH) for x in (37.0, 43.0)]
    base = base_of(b.figures[i])
    for target in foes:
        assert charging.first_contact(b, i, base, 4.0, target) == (target, 0.0)
    in_go(b, 0, (i, Order.MELEE_ATTACK), (foes[0], Order.TURN))
    assert forbidden_by(b, action(b, Verb.CHARGE, i, target=foes[1], amount=91)) == "", "they touch: nobody wheels"


@pytest.mark.clause("BAT-ACT-21")
def test_a_narrow_slow_base_wheels_no_farther_than_its_speed():
    """1 wide, speed 1: one step of arc is 57.3 degrees."""
    b = field()
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 30, 19, SOUTH)
    b.figures[i].width = 1.0
    b.profiles[b.figures[i].profile].speed = 1.0
    assert charging.wheel_without_reach(b, i, base_of(b.figures[i]), charging.aim_at(b, foe)) == pytest.approx(
        -(math.degrees(1.0) - 0.01)
    )


@pytest.mark.clause("BAT-CBT-3", "BAT-HER-8")
def test_a_new_attack_has_nothing_of_the_last_and_a_captain_adds_no_strength():
    b = field()
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 40, 30, SOUTH)
    for name in b.attack.dtype.names:
        b.attack[name] = 9
    a = damage.new_attack(b, i, foe, True)
    assert (int(a.dealer), int(a.target), int(a.shooting), int(a.extra), int(a.flats.sum()), int(a.rows)) == (
        i,
        foe,
        1,
        0,
        0,
        0,
    )
    assert int(damage.new_attack(b, i, foe, False).shooting) == 0
    add_character(b, Role.CAPTAIN, i)
    assert b.profiles[0].melee > 0
    assert damage.strength_of_hero(b, i, False, 0.0) == 0


@pytest.mark.clause("BAT-DEF-30")
def test_who_is_gone_hides_nobody():
    b = field()
    i, foe, third = add(b, "L4", 0, 40, 10), add(b, "O1", 1, 40, 30, SOUTH), add(b, "L1", 0, 40, 20)
    assert grounds.figures_block(b, i, foe, 40.0, 11.5, 40.0, 28.0)
    for state in (State.DESTROYED, State.FLED, State.AMBUSH):
        b.figures[third].state = state.value
        assert not grounds.figures_block(b, i, foe, 40.0, 11.5, 40.0, 28.0)
    b.figures[third].state, b.figures[third].healthy = State.FIELD.value, 0
    assert not grounds.figures_block(b, i, foe, 40.0, 11.5, 40.0, 28.0), "of whom nobody stands"
    base = base_of(b.figures[third])
    assert ways.has_room(b, i, base)


@pytest.mark.clause("BAT-ACT-9")
def test_a_step_aside_after_contact_ends_the_move_too():
    """Three steps ahead they touch the enemy's corner; a second leg of one step aside is one too many."""
    b = field()
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 44.0, 27, SOUTH)  # x 41 to 47, its front at y 25
    in_go(b, 0, (i, Order.MOVE), (foe, Order.TURN))
    one = action(b, Verb.MOVE, i, x=41.0, y=23.0, n_via=2)
    one.via[0, 0], one.aside[1] = 3.0, 1.0
    assert forbidden_by(b, one) == "ACT_9"
    first = action(b, Verb.MOVE, i, y=23.0, n_via=1)
    first.via[0, 0] = 3.0
    assert forbidden_by(b, first) == ""
    b.figures[i].y = 23.0
    base = base_of(b.figures[i])
    assert moving.touches_enemy(b, i, base, False) and not moving.touches_enemy(b, i, base, True)


@pytest.mark.clause("BAT-ARM-22")
def test_only_the_far_edge_lets_a_battalion_leave():
    b = zoned(field())
    b.goal = Goal.EXIT.value
    own, foe = add(b, "L1", 0), add(b, "O1", 1)
    for i, y, leaves in ((own, 30, False), (own, 58.1, True), (own, 58, False), (foe, 30, False), (foe, 1.9, True)):
        base = Base(45.0, y, 0.0, 1.0 if i == own else -1.0, 2.5, 2.0)
        assert bool(moving.leaves_field(b, i, base)) == leaves, (i, y)


@pytest.mark.clause("BAT-HER-9", "BAT-DEF-33")
def test_a_hero_steps_off_from_the_nearest_edge_and_not_into_their_own():
    """Facing east, 5 wide and 4 deep: their base reaches from x 38 to 42 and from y 17.5 to 22.5."""
    b = field()
    bearer = add(b, "L1", 0, 40, 20, EAST)
    for x, y, from_x, from_y in ((41.0, 30.0, 41.0, 22.5), (39.5, 10.0, 39.5, 17.5), (50.0, 21.0, 42.0, 21.0)):
        start = moving.start_of_step(b, bearer, Base(x, y, 0.0, 1.0, 0.5, 0.5))
        assert (start.x, start.y) == (from_x, from_y)
    c = add_hero(b, "sir_aldwin", 0, 40, 30, NORTH)
    hero = int(b.characters[c].own)
    moving.step_on(b, hero, bearer, Clause.HER_9, new_log())
    in_go(b, 0, (hero, Order.MOVE))
    for y, clause in ((20.0, "DEF_33"), (24.0, "")):
        assert forbidden_by(b, action(b, Verb.MOVE, hero, x=40.0, y=y)) == clause


@pytest.mark.clause("BAT-DEF-33")
def test_the_nearest_place_of_a_deep_base():
    """5 by 4 beside 5 by 4: four steps ahead or behind, five aside."""
    b = field()
    i = add(b, "L1", 0)
    b.figures[i].state = State.WAITING.value
    add(b, "L1", 0, 40, 20)
    place = free_places.nearest_place(b, i, 40.0, 20.0, 0.0, 1.0)
    assert math.hypot(place.x - 40.0, place.y - 20.0) == pytest.approx(4.0, abs=0.01)


# Traps


@pytest.mark.clause("BAT-TRP-3", "BAT-ACT-20")
def test_a_charge_by_a_wheel_far_from_every_trap_arrives():
    b = field(traps="yes")
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 43, 27, SOUTH)
    for x in (5.0, 7.0, 9.0):
        traps.lay_trap(b, 1, 0, 1, x, 50.0, x == 5.0)
    in_go(b, 0, (i, Order.MELEE_ATTACK), (foe, Order.TURN))
    carry_out(b, action(b, Verb.CHARGE, i, target=foe, amount=12), *[1] * 9)
    assert zones.front_zone_meets(base_of(b.figures[i]), base_of(b.figures[foe]))
    assert ways.touches(base_of(b.figures[i]), base_of(b.figures[foe]))


@pytest.mark.clause("BAT-TRP-3", "BAT-TRP-5")
def test_who_is_trapped_on_a_way_east_stands_where_that_was():
    """Their front, at x 42, comes to the markers at x 44.1 after 2.1 steps: there they stop."""
    b = field(traps="yes")
    i = add(b, "L1", 0, 40, 20, EAST)
    for number, y in enumerate((16.0, 24.0, 25.0)):
        traps.lay_trap(b, 1, 0, 1, 44.1, y, number == 0)
    add(b, "O1", 1, 80, 55, SOUTH)
    thrown = Thrown(1, 1, 1, 1)
    assert traps.springs_on_way(b, i, 6.0, 0.0, thrown.dice, new_log())
    assert b.figures[i].x == pytest.approx(42.1, abs=0.0005) and b.figures[i].y == 20.0


@pytest.mark.clause("BAT-TRP-3", "BAT-TRP-5")
def test_who_is_trapped_in_a_wheel_has_wheeled_no_farther():
    """5 wide, about the right front corner (42.5, 22): the left one is at y 23.5 after asin(1.5 / 5) = 17.46 degrees.

    There it stops.
    """
    b = field(traps="yes")
    i = add(b, "L1", 0, 40, 20)
    for number, x in enumerate((35.7, 39.7, 36.7)):
        traps.lay_trap(b, 1, 0, 1, x, 23.5, number == 0)
    part = traps.Part(0.0, 0.0, 90.0)
    _, sprung = traps.pass_part(b, i, base_of(b.figures[i]), part, 0, Thrown(1, 1, 1).dice, new_log())
    assert sprung and math.degrees(math.atan2(b.figures[i].fx, b.figures[i].fy)) == pytest.approx(17.4576, abs=0.006)


# Wounded, orders and questions


@pytest.mark.clause("BAT-WOU-14", "BAT-FRM-5")
def test_nobody_is_no_wounded_and_a_hedgehog_does_not_go_to_any():
    b = field(wounded="yes")
    i, orcs = add(b, "L1", 0, 45, 21.5, figures=5), add(b, "O1", 1, 45, 30, NORTH)
    u = b.figures[orcs]
    u.healthy, u.wounded, u.depth = 15, 9, 3.0
    last = b.figures[-1]
    last.state, last.wounded, last.wounded_of, last.side = State.FIELD.value, 3, NONE, 1
    assert attacks_on_wounded.are_wounded_of_enemy(b, i, orcs) and not attacks_on_wounded.are_wounded_of_enemy(
        b, i, NONE
    )
    own, aim = base_of(b.figures[i]), attacks_on_wounded.aim_at_wounded(b, orcs)
    assert charging.charge_by(b, i, own, aim, 0.0).reaches
    b.figures[i].formation = Formation.HEDGEHOG.value  # it has no speed
    assert not charging.charge_by(b, i, own, aim, 0.0).reaches


@pytest.mark.clause("BAT-ACT-15", "BAT-WOU-15")
def test_no_more_set_out_than_the_field_has_room_for():
    b = field(wounded="yes")
    i = add(b, "L1", 0, 45, 30)
    b.figures[i].healthy, b.figures[i].wounded = 12, 3
    b.sides[0].hospital, b.sides[0].hospital_x, b.sides[0].hospital_y = 1, 45.0, 3.0
    assert tending.why_no_doctor(b, i).cited == NONE
    for k in range(b.n_figures, len(b.figures)):
        b.figures[k].state = State.DESTROYED.value
    b.n_figures = len(b.figures)
    assert tending.why_no_doctor(b, i).cited != NONE


@pytest.mark.clause("BAT-ACT-14", "BAT-ACT-23")
def test_nobody_stands_up_again_where_a_fourth_rank_has_no_room():
    """15 in three ranks of five, friends close behind them; a 1 would bring two back."""
    b = field(wounded="yes")
    i = add(b, "L1", 0, 40, 20, figures=15)
    b.figures[i].wounded = 3
    add(b, "L1", 0, 40, 16.5)
    in_go(b, 0, (i, Order.RECOVERY))
    before = base_of(b.figures[i])
    assert carry_out(b, action(b, Verb.RECOVER, i), 1).are_used_up()
    u = b.figures[i]
    assert (u.healthy, u.wounded) == (15, 3) and base_of(u) == before


@pytest.mark.clause("BAT-REC-4", "BAT-DEF-33")
def test_who_is_found_faces_somewhere():
    b = field(ambush="yes", reconnaissance="yes")
    scout, i = add(b, "L7", 0, 40, 24.5), add(b, "U2", 1, 40, 32, SOUTH)
    in_go(b, 0, (add(b, "L1", 0, 80, 5), Order.TURN))
    finding.ask_where(b, Question.NEAR_SCOUT.value, 1, i, scout, NONE)
    one = action(b, Verb.COME_OUT, i)
    assert forbidden_by(b, one) == ""
    one.fx = one.fy = 0.0
    assert forbidden_by(b, one) == "REC_4"


@pytest.mark.clause("BAT-INI-1", "BAT-INI-4", "BAT-EXE-5")
@pytest.mark.parametrize("side", [0, 1])
def test_one_sides_order_is_enough_for_initiative(side):
    b = field()
    both = add(b, "L1", 0, 20, 10), add(b, "O1", 1, 45, 50, SOUTH)
    in_go(b, side, (both[side], Order.TURN))
    b.phase = Phase.INITIATIVE.value
    assert activation.run_initiative(b, Thrown(5, 2).dice, new_log())
    assert (b.phase, b.first) == (Phase.FIRST, 0)


@pytest.mark.clause("BAT-IND-1", "BAT-IND-3")
def test_only_its_own_leaders_change_the_order_of_an_independent():
    b = field(independents="yes")
    i, lead, foe = add(b, "U9", 0, 40, 20), add(b, "L1", 0, 46, 20), add(b, "O1", 1, 40, 26, SOUTH)
    own, other = add_character(b, Role.CAPTAIN, lead), add_character(b, Role.CAPTAIN, foe)
    for c in (own, other):
        b.characters[c].command, b.characters[c].radius = 6, 20.0
    assert independents.is_independent(b, i)
    assert independents.why_no_change(b, own, i, Order.MOVE.value).cited == NONE
    assert independents.why_no_change(b, other, i, Order.MOVE.value).cited != NONE


@pytest.mark.clause("BAT-DEP-9")
def test_only_a_reserve_comes_on_by_the_edge():
    b = zoned(field())
    i, waits, foe = add(b, "L1", 0, 45, 30), add(b, "L1", 0), add(b, "O1", 1, 80, 55, SOUTH)
    b.figures[waits].state = State.RESERVE.value
    in_go(b, 0, (i, Order.MOVE), (waits, Order.MOVE), (foe, Order.TURN))
    for k, clause in ((waits, ""), (i, "DEP_9")):
        assert forbidden_by(b, action(b, Verb.ENTER, k, x=20.0, y=2.0, facing=NORTH)) == clause


@pytest.mark.clause("BAT-MOR-15", "BAT-SKL-21d")
def test_nobody_comes_back_in_a_formation_that_they_may_not_take():
    b = zoned(field())
    home, riders = add(b, "L1", 0, 45, 8), add(b, "L6", 0)
    c = add_character(b, Role.GENERAL, home)
    b.characters[c].command, b.figures[riders].state = 6, State.FLED.value
    b.phase, b.first, b.mover, b.turn = Phase.RETURNS.value, 0, 0, 2
    width = float(b.figures[riders].width)
    for formation, clause in ((Formation.COLUMN, ""), (Formation.HEDGEHOG, "SKL_21d")):
        one = action(b, Verb.RETURN, riders, x=47.5 + 0.5 * width, y=8.0, facing=NORTH, amount=formation)
        assert forbidden_by(b, one) == clause


@pytest.mark.clause("BAT-MOR-19", "BAT-MOR-7", "BAT-AMB-10")
def test_after_the_naming_the_battle_goes_on_where_it_was():
    b = zoned(field())
    i, near = add(b, "L1", 0, 40, 20), [add(b, "O1", 1, x, 30, SOUTH) for x in (33, 47)]
    in_go(b, 0, (i, Order.TURN), (near[0], Order.TURN))
    b.resumes, b.phase, b.question, b.quarry, b.mover = (
        Phase.EXECUTION.value,
        Phase.NAMING.value,
        Question.NEAREST.value,
        i,
        1,
    )
    naming.make_name(b, action(b, Verb.NAME, near[0]), Thrown().dice, new_log())
    assert b.phase == Phase.EXECUTION and b.figures[i].x > 40.0, "away from the western one"
    assert aftermath.nearest_enemy(b, i) == near[1]


# What others of them showed (another choice of mutants)


@pytest.mark.clause("BAT-WOU-2", "BAT-WOU-12")
def test_no_more_wounded_die_than_there_are():
    """Four stand and one is wounded: of 20 damage all four are lost, two killed; the other two and the one die."""
    b = field(wounded="yes")
    i = add(b, "L1")
    b.figures[i].healthy, b.figures[i].wounded = 4, 1
    assert wounded.shares_of_damage(b, i, 20) == (4, 2, 3)


@pytest.mark.clause("BAT-ORD-15", "BAT-ACT-9")
def test_the_card_of_whom_all_know_that_they_must_fight_is_seen():
    b = field()
    i, foe = add(b, "O1", 1, 40, 30, SOUTH), add(b, "L1", 0, 40, 20)
    in_go(b, 1, (i, Order.MOVE), (i, Order.MELEE_ATTACK))
    for owes, first in ((NONE, Order.HIDDEN), (foe, Order.MELEE_ATTACK)):
        seen = b.copy()
        seen.figures[i].owes_fight = owes
        hiding.redact(seen, 0)
        assert list(seen.figures[i].cards) == [first, Order.HIDDEN]


@pytest.mark.clause("BAT-AMB-4")
def test_only_enemies_and_markers_of_the_same_set_keep_a_marker_away():
    b = zoned(field(ambush="yes"))
    k = ground(b, Ground.WOOD, 30, 25, 50, 35)
    i, other = add(b, "L7", 0), add(b, "L7", 0, 40, 22)
    for thing, owner in ((Thing.TRAP, i), (Thing.AMBUSH, other)):
        ambush.add_marker(b, thing.value, 0, owner, 40.0, 30.0)
    assert ambush.may_lay(b, i, k, 40.0, 30.0)
    m = ambush.add_marker(b, Thing.AMBUSH.value, 0, i, 40.0, 30.0)
    assert not ambush.may_lay(b, i, k, 40.5, 30.0)
    b.markers[m].lies = 0
    assert ambush.may_lay(b, i, k, 40.5, 30.0)
    foe = add(b, "O1", 1, 40, 37, SOUTH)
    assert not ambush.may_lay(b, i, k, 40.5, 34.5)
    b.figures[foe].state = State.AMBUSH.value
    assert ambush.may_lay(b, i, k, 40.5, 34.5)


@pytest.mark.clause("BAT-CBT-17")
def test_in_place_of_an_order_nobody_reforms():
    b = field()
    i, foe = add(b, "L1", 0, 40, 20), add(b, "O1", 1, 80, 55, SOUTH)
    in_go(b, 0, (i, Order.TURN), (foe, Order.TURN))
    b.figures[i].attacked = 1
    assert cards.why_no_card(b, i, Order.MOVE.value, Mode.INSTEAD.value).cited == NONE
    assert cards.why_no_card(b, i, Order.REFORM.value, Mode.INSTEAD.value).cited != NONE
