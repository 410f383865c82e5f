"""Ways that end where an enemy is touched, a roof ends or a boat lies, and what lies before a front edge; by hand."""

from __future__ import annotations

import math

import pytest

from batalist.field import EAST, NORTH, SOUTH, add, field, ground, skiff, wall
from sandtable.games.batalist.enums import Formation, Ground
from sandtable.games.batalist.rules import aftermath, area_fire, boats, currents, ways
from sandtable.games.batalist.rules.formations import form
from sandtable.kernel.geometry import base_of, facing_of_degrees
from sandtable.kernel.log import new_log


@pytest.mark.clause("BAT-ACT-9")
@pytest.mark.parametrize("facing", [0.0, 90.0, 37.0, 211.5])
def test_a_side_that_slides_along_an_enemy_touches_it_where_it_comes_to_its_corner(facing):
    """The enemy is 5.5 to the right, half of both widths, and its near corner 2 steps ahead of the front, any way."""
    b = field()
    way = facing_of_degrees(facing)
    i = add(b, "L1", 0, 45, 30, facing)
    x, y = 45 + 6 * way.x + 5.5 * way.y, 30 + 6 * way.y - 5.5 * way.x
    j = add(b, "O1", 1, x, y, facing + 180.0)
    base = base_of(b.figures[i])
    assert ways.way_to_touch(b, i, base, way.x, way.y, 6.0) == pytest.approx(2.0, abs=0.02)
    assert ways.way_to_touch(b, i, base, way.x, way.y, 1.9) == 1.9
    b.figures[j].side = 0
    assert ways.way_to_touch(b, i, base, way.x, way.y, 6.0) == 6.0, "friends may be touched"
    b.figures[j].side, b.figures[i].storey = 1, 1
    assert ways.way_to_touch(b, i, base, way.x, way.y, 6.0) == 6.0, "on a roof nobody below is touched"


@pytest.mark.clause("BAT-ACT-9", "BAT-ACT-22", "BAT-SKL-7")
def test_whom_one_touches_already_and_whom_one_flies_over_stops_nobody():
    b = field()
    i, flyer = add(b, "L1", 0, 40, 20), add(b, "O8", 0, 40, 10)
    add(b, "O1", 1, 45.5, 22, SOUTH)
    assert ways.way_to_touch(b, i, base_of(b.figures[i]), 0.0, 1.0, 6.0) == 6.0
    add(b, "O1", 1, 46, 14, SOUTH)
    assert ways.way_to_touch(b, flyer, base_of(b.figures[flyer]), 0.0, 1.0, 13.0) == 13.0


@pytest.mark.clause("BAT-CUR-2", "BAT-BOA-8")
@pytest.mark.parametrize(("gap", "gone"), [(1.1, 1.1), (0.0, 0.0), (2.9, 2.9), (3.5, 3.0)])
def test_a_boat_drifts_until_it_touches_another(gap, gone):
    b = field(boats="yes", current="yes")
    k = ground(b, Ground.WATER, 0, 26, 90, 34)
    b.sites[k].flow_x, b.sites[k].current = 1.0, 3
    i = add(b, "L7", 0, 20, 22)
    boats.board(b, i, skiff(b, 20.0, 30.0), new_log())
    skiff(b, 24.0 + gap, 30.0)
    base = base_of(b.figures[i])
    assert currents.free_to_drift(b, i, base, 1.0, 0.0, 3.0) == pytest.approx(gone, abs=0.02)
    assert currents.free_to_drift(b, i, base, 0.0, 0.0, 3.0) == 0.0


@pytest.mark.clause("BAT-CUR-2")
def test_a_boat_drifts_as_far_as_the_bank():
    """The water ends 1.3 steps before its bow."""
    b = field(boats="yes", current="yes")
    ground(b, Ground.WATER, 0, 26, 23.3, 34)
    i = add(b, "L7", 0, 20, 22)
    boats.board(b, i, skiff(b, 20.0, 30.0), new_log())
    assert currents.free_to_drift(b, i, base_of(b.figures[i]), 1.0, 0.0, 6.0) == pytest.approx(1.3, abs=currents.LEAST)


@pytest.mark.clause("BAT-MOR-8", "BAT-LAD-4")
def test_who_falls_back_on_a_roof_goes_to_its_very_edge():
    """Behind the orcs 1.1 steps of roof are left."""
    b = field(ladders="yes")
    wall(b, 20, 30, 60, 36)
    i = add(b, "O1", 0, 40, 32.9, SOUTH)
    b.figures[i].storey = 1
    gone = aftermath.as_far_as_roofs(b, i, base_of(b.figures[i]), 0.0, 1.0, 6.0)
    assert gone == pytest.approx(1.1, abs=0.05)


@pytest.mark.clause("BAT-DEF-17", "BAT-DEF-18", "BAT-ARE-1", "BAT-FRM-4")
@pytest.mark.parametrize(
    ("box", "is_before"),
    [((54, 20, 60, 43), True), ((54, 20, 60, 41.9), False), ((35, 2, 45, 10), False), ((20, 50, 26, 58), True),
     ((16, 20, 22, 54), True), ((16, 20, 22, 45.9), False)],
)  # fmt: skip
def test_a_wood_lies_before_them_if_a_corner_does(box, is_before):
    """Guns at (40, 30), six wide and two deep: the rays of their front zone go from (43, 31) and (37, 31)."""
    b = field(area_fire="yes")
    i = add(b, "L8", 0, 40, 30)
    assert area_fire.is_before_element(b, i, ground(b, Ground.WOOD, *box)) == is_before
    form(b, i, Formation.HEDGEHOG.value, 3)
    assert area_fire.is_before_element(b, i, 0), "a Hedgehog looks everywhere"


@pytest.mark.clause("BAT-DEF-17")
@pytest.mark.parametrize("facing", [NORTH, EAST, 37.0])
def test_the_front_zone_is_a_square_on_its_point(facing):
    """Points a little within and beyond a ray, ten steps along it, and one behind the base."""
    b = field()
    base = base_of(b.figures[add(b, "L1", 0, 45, 30, facing)])
    zone = area_fire.front_quadrant(base)
    for across, ahead, inside in ((12.4, 12.0, True), (12.6, 12.0, False), (-12.4, 12.0, True), (0.0, -9.0, False)):
        x, y = base.x + ahead * base.fx + across * base.fy, base.y + ahead * base.fy - across * base.fx
        along = abs((x - zone.x) * zone.fx + (y - zone.y) * zone.fy)
        aside = abs((x - zone.x) * zone.fy - (y - zone.y) * zone.fx)
        assert (max(along, aside) < zone.half_width) == inside, (across, ahead)
    assert math.isclose(math.hypot(zone.fx, zone.fy), 1.0)
