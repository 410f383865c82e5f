"""Rare cases of ways, zones, the sky, the hospital and how a battle ends that mutants showed nobody asked."""

from __future__ import annotations

import math

import numpy as np
import pytest

from batalist.field import EAST, NORTH, SOUTH, Thrown, action, add, carry_out, field, forbidden_by, ground, in_go
from sandtable.games.batalist.enums import Formation, Goal, Ground, Order, Phase, State, Verb
from sandtable.games.batalist.laying.battalions import add_hero
from sandtable.games.batalist.rules import (
    boarding,
    boats,
    ladders,
    preparing,
    sky,
    tending,
    traps,
    turns,
    victory,
    ways,
    wounded,
    zones,
)
from sandtable.kernel.geometry import Base, Edge, base_of, edge_middle, facing_of_degrees
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_polygon

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


@pytest.mark.clause("BAT-TRP-3")
def test_a_wheel_meets_a_short_line_that_it_sweeps_over():
    """One rank wheels a quarter turn about (42.5, 20.5); the line lies 20 degrees on, 4.4 to 4.6 steps out."""
    b = field(traps="yes")
    x, y = math.cos(math.radians(20.0)), math.sin(math.radians(20.0))
    for out in (4.4, 4.6):
        traps.lay_trap(b, 1, 0, 1, 42.5 - out * x, 20.5 + out * y, False)
    share = traps.share_before(
        Base(40.0, 20.0, 0.0, 1.0, 2.5, 0.5), traps.Part(0.0, 0.0, 90.0), b.markers[0], b.markers[1]
    )
    assert share == pytest.approx(20 / 90, abs=0.001)


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


@pytest.mark.clause("BAT-HER-9", "BAT-TRP-3", "BAT-ARM-14")
def test_a_hero_who_steps_off_stops_at_the_trap_that_springs():
    """Half a step deep to either side, it comes to the line at y 24 with its centre at 23.5; an amulet saves it."""
    b = field(traps="yes", artefacts="yes")
    i, c = add(b, "L1", 0, 40, 20), add_hero(b, "ysolde_the_grey", 0, 5, 5, NORTH)
    own = int(b.characters[c].own)
    b.figures[i].character, b.characters[c].battalion, b.figures[own].state = c, i, State.ON_BASE.value
    b.characters[c].artefact = 2
    for x in (38.0, 42.0):
        traps.lay_trap(b, 1, 0, 1, x, 24.0, x == 38.0)
    in_go(b, 0, (own, Order.MOVE))
    carry_out(b, action(b, Verb.MOVE, own, x=40.0, y=27.0, facing=NORTH), 1, 1, 1)
    assert (b.figures[own].x, b.figures[own].y, b.characters[c].used) == (40, 23.5, 1)


@pytest.mark.clause("BAT-HER-9")
def test_a_hero_who_steps_off_is_not_asked_to_get_on_again():
    b = field()
    i, c = add(b, "L1", 0, 40, 20), add_hero(b, "ysolde_the_grey", 0, 5, 5, NORTH)
    own, foe = int(b.characters[c].own), add(b, "O1", 1, 80, 55, SOUTH)
    b.figures[i].character, b.characters[c].battalion, b.figures[own].state = c, i, State.ON_BASE.value
    in_go(b, 0, (own, Order.MOVE), (foe, Order.TURN))
    carry_out(b, action(b, Verb.MOVE, own, x=40.0, y=22.5, facing=NORTH))
    assert (b.phase, b.mover, b.figures[own].state) == (Phase.EXECUTION, 1, State.FIELD)


@pytest.mark.clause("BAT-BOA-8", "BAT-ACT-22", "BAT-WIN-5", "BAT-BOA-2")
def test_empty_boats_are_in_the_way_and_a_boat_goes_with_its_crew():
    """A boat four steps ahead, another beside; a wind to the north lets a shot 43.8 degrees aside go straight."""
    b = field(boats="yes", wind="yes")
    i = add(b, "L7", 0, 40, 20)
    for boat, x, y in ((b.boats[0], 40.0, 28.5), (b.boats[1], 70.0, 28.5)):
        boat.x, boat.y, boat.fx, boat.fy, boat.width, boat.depth = x, y, 1.0, 0.0, 4.0, 6.0
        boat.battalion, boat.places, boat.speed = NONE, 9, 5
    b.n_boats = 2
    base = base_of(b.figures[i])
    assert ways.free_ahead(b, i, base, 0.0, 1.0, 7.0, NONE) == pytest.approx(5.0)
    assert ways.is_free_straight(b, i, base, 0.0, 4.9) and not ways.is_free_straight(b, i, base, 0.0, 5.1)
    assert boarding.why_no_boat(b, i, 0).cited == NONE, "nine places for nine"
    ground(b, Ground.WATER, 0, 25, 90, 32)
    boats.board(b, i, 0, new_log())
    in_go(b, 0, (i, Order.MOVE))
    carry_out(b, action(b, Verb.MOVE, i, x=44.0))
    assert (b.figures[i].x, b.boats[0].x) == (44, 44)
    foe = add(b, "O1", 1, 60, 50)
    b.wind_to, b.wind = 6, 6
    eye = edge_middle(base_of(b.figures[i]), Edge.FRONT)
    assert preparing.target_in_wind(b, i, foe, eye.x - 9.6, eye.y + 10.0) == foe


@pytest.mark.clause("BAT-ACT-4", "BAT-ACT-6", "BAT-TRP-3")
def test_a_leg_aside_and_a_wheel_and_a_trap_on_the_way_that_is_gone():
    """A step to the right and ten degrees, with nobody near; then four ahead and one and a half aside, past a trap."""
    b = field(traps="yes")
    i = add(b, "L1", 0, 40, 20)
    in_go(b, 0, (i, Order.MOVE), (i, Order.MOVE))
    end = ways.wheeled(Base(41.0, 20.0, 0.0, 1.0, 2.5, 2.0), 10.0)
    one = action(b, Verb.MOVE, i, x=end.x, y=end.y, fx=end.fx, fy=end.fy, n_via=1)
    one.via[0], one.aside[0] = (0.0, 10.0), 1.0
    assert forbidden_by(b, one) == ""
    # a line from (43.5, 17) to (43.5, 21): who went aside first would cross it
    for y in (17.0, 21.0):
        traps.lay_trap(b, 1, 0, 1, 43.5, y, False)
    one = action(b, Verb.MOVE, i, x=41.5, y=24.0, n_via=1)
    one.via[0], one.aside[0] = (4.0, 0.0), 1.5
    assert not traps.springs_on_move(b, i, one, Thrown().dice, new_log())
    one = action(b, Verb.MOVE, i, x=42.0, y=20.0, n_via=1)
    one.via[0], one.aside[0] = (0.0, 0.0), 2.0
    assert traps.springs_on_move(b, i, one, Thrown(1, 1).dice, new_log())


@pytest.mark.clause("BAT-ACT-22", "BAT-SKL-7")
def test_a_flyer_wheels_over_somebody():
    b = field()
    foot, flyer = add(b, "L1", 0, 40, 20), add(b, "U7", 0, 60, 20)
    add_hero(b, "ysolde_the_grey", 0, 36.7, 19.9, EAST)
    base = Base(40.0, 20.0, 0.0, 1.0, 2.5, 2.0)
    assert ways.is_free_wheel(b, flyer, base, 45.0) and not ways.is_free_wheel(b, foot, base, 45.0)


@pytest.mark.clause("BAT-ACT-5", "BAT-ACT-7", "BAT-TER-10")
def test_rough_ground_is_paid_for_where_it_lies():
    """Scrub from y 24 to 25, two steps before the front: two steps, one for two, and the last two of six."""
    b = field()
    ground(b, Ground.DIFFICULT, 0, 24, 90, 25)
    i = add(b, "L1", 0, 40, 20)
    base = base_of(b.figures[i])
    assert ways.length_for_price(b, i, base, 0.0, 1.0, 9.0, 6.0) == pytest.approx(5.0)
    assert ways.length_for_price(b, i, base, 0.0, 1.0, 9.0, 3.0) == pytest.approx(2.5)
    assert ways.price_of_straight(b, i, base, 0.0, 1.0, 5.0, True) == pytest.approx(6.0)
    b = field()
    ground(b, Ground.DIFFICULT, 0, 0, 90, 60)
    i = add(b, "L1", 0, 40, 20)
    assert ways.price_of_wheel(b, i, base_of(b.figures[i]), 36.0) == pytest.approx(2 * math.pi)


@pytest.mark.clause("BAT-LAD-1", "BAT-LAD-2", "BAT-LAD-4")
def test_a_ladder_on_the_western_wall():
    """Halberdiers face the wall at x 20: their front at it, or inside their rear; when it falls there is no ladder."""
    b = field(ladders="yes")
    k = ground(b, Ground.BUILDING, 20, 20, 26, 50)
    b.sites[k].storeys, b.n_ladders = 1, 1
    ladder = b.ladders[0]
    ladder.x, ladder.y, ladder.out_x, ladder.out_y, ladder.feature = 20.0, 35.0, -1.0, 0.0, k
    i = add(b, "L1", 0, 18, 35, EAST)
    assert ladders.beyond_ladder(b, i, 0) == Base(22.0, 35.0, 1.0, 0.0, 2.5, 2.0)
    assert ladders.ladder_under(b, base_of(b.figures[i])) == 0
    b.figures[i].storey = 1
    assert ladders.beyond_ladder(b, i, 0) == Base(18.0, 35.0, 1.0, 0.0, 2.5, 2.0)
    b.terrain.features[k].kind = Ground.DIFFICULT
    assert ladders.ladder_under(b, base_of(b.figures[i])) == NONE


# Zones and the sky


@pytest.mark.clause("BAT-DEF-17", "BAT-DEF-19", "BAT-DEF-20")
def test_right_and_left_of_a_narrow_battalion_and_the_corners_of_a_deep_one():
    """A rider is 1 wide and 2 deep; halberdiers 5 wide and 4 deep."""
    b = field()
    rider, i = add(b, "H1", 0), add(b, "L1", 0)
    assert [zones.zone_of(b.figures[rider], x, 0.0) for x in (0.6, -0.6)] == [zones.Zone.RIGHT, zones.Zone.LEFT]
    for x, y, zone in (
        (4.0, 2.0, zones.Zone.RIGHT), (-4.0, 2.0, zones.Zone.LEFT), (2.5, 2.0, zones.Zone.FRONT),
        (4.0, -2.0, zones.Zone.RIGHT), (-4.0, -2.0, zones.Zone.LEFT), (2.5, -2.0, zones.Zone.REAR),
    ):  # fmt: skip
        assert zones.zone_of(b.figures[i], x, y) == zone


@pytest.mark.clause("BAT-DEF-17", "BAT-DEF-18")
@pytest.mark.parametrize("facing", [0.0, 60.0, 90.0, 180.0, 215.0])
def test_what_lies_in_the_front_zone_whichever_way_it_looks(facing):
    """Of a figure of 1 by 1: its front is half a step ahead, the zone as wide again on either hand as it is far.

    A line of 20 by 2, turned by 20 degrees, passes the left front corner, which is 0.299 along its normal, just so.
    """
    ahead, right = facing_of_degrees(facing), facing_of_degrees(facing + 90.0)
    base = Base(45.0, 30.0, ahead.x, ahead.y, 0.5, 0.5)

    def meets(aside, forward, turn=0.0, half_width=0.5, half_depth=0.5):
        way = facing_of_degrees(facing + turn)
        x, y = aside * right.x + forward * ahead.x, aside * right.y + forward * ahead.y
        return zones.front_zone_meets(base, Base(45.0 + x, 30.0 + y, way.x, way.y, half_width, half_depth))

    for hand in (1.0, -1.0):
        assert meets(hand * 3.4, 2.9) and not meets(hand * 20.0, 5.0)
        assert not meets(hand * 4.6, 2.9), "4.1 aside of the middle, 3.4 ahead of it"
    assert not meets(0.0, -1.0)
    for normal, is_met in ((0.25, False), (0.35, True)):
        far = normal - 1.0
        turn = math.radians(20.0)
        assert meets(far * math.sin(turn), far * math.cos(turn), 20.0, 10.0, 1.0) == is_met


@pytest.mark.clause("BAT-SUN-1", "BAT-OPT-2")
def test_without_an_hour_there_is_no_sun():
    b = field(sun="yes")
    b.hour = NONE
    b.hours[-1].sun_x = 1
    assert sky.modifier_of_sun(b, 1.0, 0.0, True) == 0


# The hospital, and how a battle ends


@pytest.mark.clause("BAT-ACT-15", "BAT-ACT-16", "BAT-WOU-15")
def test_wounded_go_east_and_are_told_to_stay():
    """Halberdiers' wounded, half of 6 steps; the hospital 20 steps to the east, then half a step."""
    b = field(wounded="yes")
    i = add(b, "L1", 0, 40, 20, EAST)
    u = b.figures[i]
    u.healthy, u.wounded, u.wounded_of, u.width, u.depth = 0, 2, 1, 1.0, 2.0
    b.sides[0].hospital, b.sides[0].hospital_x, b.sides[0].hospital_y = 1, 60.0, 20.0
    in_go(b, 0, (i, Order.TO_THE_DOCTOR))
    stay = action(b, Verb.CALL_OFF, i)
    assert tending.judge_call_off(b, stay, new_log()).legal == 0, "they have not set out"
    tending.make_doctor(b, action(b, Verb.DOCTOR, i), Thrown().dice, new_log())
    assert (u.x, u.y, bool(u.moved), bool(u.to_doctor)) == (43, 20, True, True)
    assert tending.judge_call_off(b, stay, new_log()).legal == 1
    u.given = 1
    tending.make_call_off(b, stay)
    assert (u.to_doctor, u.given, list(u.cards)) == (0, 0, [NONE, NONE])
    u.moved, b.sides[0].hospital_x = 0, 43.5
    in_go(b, 0, (i, Order.TO_THE_DOCTOR))
    tending.make_doctor(b, action(b, Verb.DOCTOR, i), Thrown().dice, new_log())
    assert (u.x, bool(u.moved), u.state) == (43.5, True, State.HOSPITAL)


@pytest.mark.clause("BAT-WOU-15", "BAT-WOU-14")
def test_those_who_set_out_have_no_leaders_cards_and_lie_in_column():
    b = field(wounded="yes")
    i = add(b, "L1", 0, 40, 20, formation=Formation.LOOSE)
    b.figures[i].wounded, b.figures[i].givers[:] = 4, 0
    b.sides[0].hospital, b.sides[0].hospital_x, b.sides[0].hospital_y = 1, 40.0, 3.0
    stood = wounded.lie_as_battalion(b, i)
    assert b.figures[i].formation == Formation.COLUMN
    wounded.stand_again(b, i, stood)
    assert b.figures[i].formation == Formation.LOOSE
    assert list(b.figures[tending.part_wounded(b, i)].givers) == [NONE, NONE]


@pytest.mark.clause("BAT-ARM-13", "BAT-TRN-3", "BAT-EXE-8")
def test_mists_lift_and_the_last_turn_ends_the_battle():
    b = field()
    add(b, "L1", 0, 40, 10), add(b, "O1", 1, 40, 50, SOUTH)
    b.sides[0].start = b.sides[1].start = 20
    b.turn, b.turns, b.n_mists = 4, 5, 2
    b.mists[0].until, b.mists[1].until = 4, 5
    assert not turns.run_turn_ends(b, Thrown().dice, new_log()) and b.phase == Phase.TURN
    assert (b.n_mists, b.mists[0].until) == (1, 5)
    b.turn = 5
    assert turns.run_turn_ends(b, Thrown().dice, new_log()) and (b.phase, b.n_mists) == (Phase.OVER, 0)


@pytest.mark.clause("BAT-PRE-3", "BAT-ARM-22")
def test_who_counts_at_the_end():
    """Who left by the enemy's edge counts as present; beyond the wall, only those who stand there do."""
    b = field(wounded="yes")
    i = add(b, "L1", 0, 40, 40)
    b.wall = 36.0
    for state, present, inside in ((State.FIELD, 20, True), (State.LEFT, 20, False), (State.FLED, 0, False)):
        b.figures[i].state = state.value
        assert (victory.warriors_of(b, 0), victory.is_inside_wall(b, 0)) == (present, inside)
    u = b.figures[i]
    u.state, u.healthy, u.wounded, u.wounded_of = State.FIELD.value, 0, 4, i
    assert not victory.is_inside_wall(b, 0)


@pytest.mark.clause("BAT-ARM-22", "BAT-EXE-8")
def test_more_woods_win_whosever_they_are():
    """One wood against none, whichever side stands in it; nobody has a share before the end."""
    for side in (0, 1):
        b = field()
        add(b, "L1", side, 40, 20), add(b, "L1", 1 - side, 70, 40)
        ground(b, Ground.WOOD, 38, 20, 42, 24)
        ground(b, Ground.WOOD, 10, 20, 14, 24)
        b.goal, b.turn, b.turns = Goal.WOODS.value, 9, 9
        out = np.ones(2)
        victory.returns(b, out)
        assert list(out) == [0, 0]
        assert [victory.woods_held(b, k) for k in (side, 1 - side)] == [1, 0]
        assert victory.check_turn(b, new_log()) and b.winner == side
        victory.returns(b, out)
        assert list(out) == [1 - side, side]
    add(b, "L1", 0, 12, 20), add(b, "L1", 1, 80, 20)
    ground(b, Ground.WOOD, 78, 20, 82, 24)
    assert [victory.woods_held(b, k) for k in (0, 1)] == [1, 2]
    assert victory.check_turn(b, new_log()) and b.winner == 1


@pytest.mark.clause("BAT-ARM-22")
def test_woods_are_held_whole_and_hills_are_not():
    """A wood with a corner cut out is one wood: who stands in either arm of it holds it, or shares it."""
    b = field()
    add(b, "L1", 0, 40, 20), add(b, "L1", 0, 60, 20)
    ground(b, Ground.WOOD, 38, 20, 42, 24)
    ground(b, Ground.HILL, 58, 20, 62, 24)
    assert [victory.woods_held(b, side) for side in (0, 1)] == [1, 0]
    b = field()
    add_polygon(b.terrain, Ground.WOOD.value, [(30, 20), (50, 20), (50, 24), (34, 24), (34, 40), (30, 40)])
    arms = [(48.0, 20.5), (32.0, 37.0)]
    i, foe = add(b, "L1", 0), add(b, "O1", 1)
    b.figures[foe].state = State.FLED.value
    for x, y in arms:
        b.figures[i].x, b.figures[i].y = x, y
        assert [victory.woods_held(b, side) for side in (0, 1)] == [1, 0], (x, y)
    b.figures[foe].state, b.figures[foe].x, b.figures[foe].y = State.FIELD.value, *arms[0]
    assert [victory.woods_held(b, side) for side in (0, 1)] == [0, 0]
