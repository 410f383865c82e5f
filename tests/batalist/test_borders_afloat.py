"""Borderline cases of boats that mutants showed nobody asked: who lands where, who is aboard, what is too far off."""

from __future__ import annotations

import pytest

from batalist.field import EAST, NORTH, WEST, Thrown, action, add, carry_out, field, forbidden_by, ground, in_go
from sandtable.games.batalist.enums import Formation, Goal, Ground, Order, State, Verb
from sandtable.games.batalist.rules import aftermath, boarding, boats, currents, moving, roofs_and_decks
from sandtable.games.batalist.switches import Boats
from sandtable.kernel.geometry import Base, base_of, facing_of_degrees
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_polygon


def aboard():
    """A barge, 6 long and 4 wide, crossing at (40, 46) to the northern bank of a river, y 20 to 48, rangers aboard."""
    b = field(boats="yes")
    ground(b, Ground.WATER, 0, 20, 90, 48)
    i = add(b, "L7", 0, 40, 10)
    for boat in b.boats[:2]:
        boat.x, boat.y, boat.fx, boat.fy, boat.width, boat.depth = 40, 46, 1, 0, 4, 6
        boat.places, boat.battalion = 16, NONE
        boat.speed = 5
    b.boats[1].y = 30.0
    b.n_boats = 2
    boats.board(b, i, 0, new_log())
    return in_go(b, 0, (i, Order.MOVE)), i


@pytest.mark.clause("BAT-BOA-3", "BAT-BOA-4", "BAT-BOA-8")
def test_they_land_on_the_bank_that_their_boat_touches():
    """Nine rangers in three files face west: three wide, three deep, so 1.5 steps beyond the bank at y 48."""
    b, i = aboard()
    u = b.figures[i]
    place = boats.landing_place(b, i, -1.0, 0.0)
    assert (u.boat, b.boats[0].battalion) == (0, i), "looking is not landing"
    half = place.half_width  # its long sides lie along the bank where it faces west
    assert (place.x, place.y) == (40.0, 48.0 + half)
    assert forbidden_by(b, action(b, Verb.LAND, i, x=0.0, y=0.0, facing=WEST)) == ""
    carry_out(b, action(b, Verb.LAND, i, x=0.0, y=0.0, facing=WEST))
    assert (u.boat, u.x, u.y, u.fx) == (NONE, 40.0, 48.0 + half, -1.0)


@pytest.mark.clause("BAT-BOA-4")
def test_nobody_lands_through_the_water():
    b, i = aboard()
    b.figures[i].y = b.boats[0].y = 40.0
    assert forbidden_by(b, action(b, Verb.LAND, i, x=0.0, y=0.0, facing=WEST)) == "BOA_4", "six steps of water"
    assert b.figures[i].boat == 0, "looking is not landing"


@pytest.mark.clause("BAT-BOA-8")
def test_a_boat_without_a_crew_changes_nothing_for_the_others():
    b, i = aboard()
    roofs_and_decks.empty_boats(b)
    assert (b.boats[0].battalion, b.figures[i].boat) == (i, 0)
    gone = add(b, "L1", 0)
    b.figures[gone].state, b.boats[-1].battalion = State.FLED.value, i
    boats.leave_empty(b, gone)
    assert b.boats[-1].battalion == i, "who fled was aboard none"


@pytest.mark.clause("BAT-BOA-7", "BAT-LAD-4")
def test_a_boat_does_not_cross_a_spit_of_land():
    """A pond, x 0 to 20, and another, x 26 to 60: from the one into the other there are six steps of land."""
    b = field(boats="yes")
    for x0, x1 in ((0, 20), (26, 60)):
        ground(b, Ground.WATER, x0, 20, x1, 40)
    i = add(b, "L7", 0, 10, 30, EAST)
    b.figures[i].boat = 0
    base = Base(10.0, 30.0, 1.0, 0.0, 2.0, 3.0)
    assert roofs_and_decks.keeps_on_way(b, i, base, 7.0, 0.0)
    assert not roofs_and_decks.keeps_on_way(b, i, base, 25.0, 0.0)


@pytest.mark.clause("BAT-BOA-4", "BAT-FRM-5", "BAT-TER-20")
def test_who_cannot_go_aboard():
    b, _ = aboard()
    j = add(b, "L7", 0, 40, 17)
    b.boats[1].y = 22.0  # its side at y 20; their front at 18.5
    in_go(b, 0, (j, Order.MOVE))
    one = action(b, Verb.BOARD, j, item=1)
    assert forbidden_by(b, one) == ""
    b.figures[j].storey = 1
    assert forbidden_by(b, one) == "LAD_4", "from a roof"
    b.figures[j].storey = 0
    b.figures[j].formation = Formation.HEDGEHOG.value
    assert forbidden_by(b, one) == "FRM_5"


@pytest.mark.clause("BAT-BOA-4")
def test_a_boat_aslant_before_them_is_in_reach():
    """They face 80 degrees; the barge lies along their way, its near end two steps before their front."""
    b, _ = aboard()
    b.terrain.n_features = 0
    j = add(b, "L7", 0, 20, 20, 80.0)
    fx, fy = facing_of_degrees(80.0)
    far = 0.5 * b.figures[j].depth + 2.0 + 3.0
    boat = Base(20.0 + far * fx, 20.0 + far * fy, fx, fy, 2.0, 3.0)
    assert boats.touches_in_move(b, j, boat)
    beyond = far + 40.0
    assert not boats.touches_in_move(b, j, Base(20.0 + beyond * fx, 20.0 + beyond * fy, fx, fy, 2.0, 3.0))


@pytest.mark.clause("BAT-ARM-22", "BAT-BOA-8", "BAT-MOR-7")
def test_aboard_nobody_leaves_the_field_or_falls_back():
    b, i = aboard()
    b.goal, b.sides[0].zone_to, b.sides[1].zone_from, b.sides[1].zone_to = Goal.EXIT.value, 10.5, 49.5, 60.0
    base = Base(45.0, 58.1, 0.0, 1.0, 2.0, 2.0)
    assert not moving.leaves_field(b, i, base)
    before = base_of(b.figures[i])
    aftermath.retreat(b, i, add(b, "O1", 1, 50, 46), Thrown().dice, new_log())
    assert base_of(b.figures[i]) == before
    b.figures[i].boat = NONE
    assert moving.leaves_field(b, i, base)


@pytest.mark.clause("BAT-BOA-8", "BAT-DEF-33")
@pytest.mark.parametrize(("off", "is_legal"), [(0.0, True), (0.1, False), (-0.1, False)])
def test_who_lands_touches_the_boat_where_they_say(off, is_legal):
    """On the bank at y 48: a tenth of a step farther off they do not touch the boat, nearer they overlap it."""
    b, i = aboard()
    place = boats.landing_place(b, i, -1.0, 0.0)
    land = action(b, Verb.LAND, i, x=place.x + 1.0, y=place.y + off, facing=WEST)
    assert (forbidden_by(b, land) == "") == is_legal
    if is_legal:
        carry_out(b, land)
        assert (b.figures[i].x, b.figures[i].y) == (place.x + 1.0, place.y)
    else:
        assert forbidden_by(b, land) in ("BOA_8", "DEF_33", "BOA_4")


@pytest.mark.clause("BAT-BOA-8", "BAT-BOA-3")
def test_who_goes_aboard_stands_as_the_boat_does():
    b, _ = aboard()
    i, boat = add(b, "L7", 0, 70, 10), b.boats[1]
    boats.board(b, i, 1, new_log())
    u = b.figures[i]
    assert (u.x, u.y, u.fx, u.fy, u.width, u.depth) == (40, 30, 1, 0, boat.width, boat.depth)


@pytest.mark.clause("BAT-BOA-1", "BAT-BOA-4")
def test_a_boat_that_is_taken_and_a_battle_without_boats():
    b, i = aboard()
    j = add(b, "L7", 0, 40, 17)
    b.boats[1].y = 22.0
    assert boats.may_board(b, j, 1) and boarding.why_no_boat(b, j, 1).cited == NONE
    b.boats[1].battalion = i
    assert not boats.may_board(b, j, 1)
    b.boats[1].battalion, b.options.boats = NONE, Boats.NO
    assert not boats.may_board(b, j, 1)
    in_go(b, 0, (j, Order.MOVE))
    assert forbidden_by(b, action(b, Verb.BOARD, j, item=1)) == "BOA_1"


@pytest.mark.clause("BAT-BOA-4", "BAT-ACT-8")
@pytest.mark.parametrize(
    ("x", "y", "reaches"),
    [
        (22.0, 29.5, True),  # seven steps ahead, though not in the middle: a wheel would cost more
        (22.0, 29.6, False),
        (20.0, 14.0, True),  # three and a half behind, or aside: twice that
        (20.0, 13.9, False),
        (26.0, 20.0, True),
        (26.1, 20.0, False),
        (14.0, 20.0, True),
        (13.9, 20.0, False),
    ],
)
def test_a_boat_is_reached_ahead_and_at_half_speed_back_and_aside(x, y, reaches):
    """Rangers, 3 by 3, speed 7, about (20, 20); a raft of 2 by 2."""
    b = field(boats="yes")
    i = add(b, "L7", 0, 20, 20)
    assert boats.touches_in_move(b, i, Base(x, y, 0.0, 1.0, 1.0, 1.0)) == reaches


@pytest.mark.clause("BAT-BOA-8", "BAT-BOA-4")
def test_they_land_deep_too_and_a_place_that_is_named_is_meant():
    """Rangers in Loose order of three files face north: 6 by 6, so three steps beyond the bank at y 48."""
    b, i = aboard()
    u = b.figures[i]
    u.formation = Formation.LOOSE.value
    assert boats.may_land_at(b, i, 40.0, 51.0, 0.0, 1.0)
    assert not boats.may_land_at(b, i, 40.0, 51.1, 0.0, 1.0) and not boats.may_land_at(b, i, 40.0, 50.9, 0.0, 1.0)
    assert forbidden_by(b, action(b, Verb.LAND, i, x=0.0, y=0.0, facing=NORTH)) == ""
    for x, y in ((40.0, 0.0), (0.0, 51.0)):
        assert forbidden_by(b, action(b, Verb.LAND, i, x=x, y=y, facing=NORTH)) == "BOA_8"


@pytest.mark.clause("BAT-BOA-7", "BAT-CUR-2", "BAT-CUR-4")
def test_a_boat_keeps_to_a_slanting_stream_and_drifts_as_far_as_the_bank():
    b = field(boats="yes")
    add_polygon(b.terrain, Ground.WATER.value, [(10, 8), (50, 48), (50, 52), (10, 12)])
    slant = 0.5**0.5
    assert boats.is_afloat(b, Base(30.0, 30.0, slant, slant, 0.5, 4.0))
    assert not boats.is_afloat(b, Base(30.0, 30.0, slant, -slant, 0.5, 4.0))
    b, i = aboard()
    b.sites[0].current, b.sites[0].flow_y = 6, 1.0
    assert currents.drift(b, i, Thrown().dice, new_log()) == 0.0, "it touches the bank"
    b.figures[i].y = b.boats[0].y = 45.0
    assert currents.drift(b, i, Thrown().dice, new_log()) == 1.0 and b.boats[0].y == 46.0
