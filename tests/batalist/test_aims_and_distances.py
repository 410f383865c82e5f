"""What is aimed at, from which side, and how far: walls as cover, wind, gates, woods, figure to figure; by hand."""

from __future__ import annotations

import math

import pytest

from batalist.field import (
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
    refusal,
    wall,
)
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Flat, Formation, Ground, Order, Role, Row, Spell, State, Thing, Verb
from sandtable.games.batalist.laying.battalions import add_character
from sandtable.games.batalist.rules import (
    aftermath,
    ambush,
    area_fire,
    casting,
    charging,
    damage,
    distances,
    markers,
    moving,
    preparing,
    shooting,
)
from sandtable.kernel.geometry import Base, Point, base_of
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE


@pytest.mark.clause("BAT-ARE-1", "BAT-FRM-4", "BAT-SKL-6")
@pytest.mark.parametrize(
    ("formation", "y", "code"),
    [(Formation.COLUMN, 51.0, "AREA_NOT_BEFORE"), (Formation.HEDGEHOG, 52.1, "AREA_TOO_FAR"),
     (Formation.HEDGEHOG, 52.0, ""), (Formation.HEDGEHOG, 26.9, "AREA_TOO_NEAR"), (Formation.HEDGEHOG, 27.0, "")],
)  # fmt: skip
def test_guns_in_hedgehog_fire_at_a_wood_from_the_nearest_side(formation, y, code):
    """Three guns, facing south, make a square of four steps: its northern side is at y 22, and 30 steps reach to 52."""
    b = field(area_fire="yes")
    i = add(b, "L8", 0, 40, 20, SOUTH, formation=formation)
    wood = ground(b, Ground.WOOD, 30, y, 50, y + 4)
    in_go(b, 0, (i, Order.SHOOTING_ATTACK), (i, Order.SHOOTING_ATTACK))
    why = area_fire.why_no_area_fire(b, i, wood)
    assert (Code(why.code).name if why.cited >= 0 else "") == code


@pytest.mark.clause("BAT-SKL-6", "BAT-AMB-16")
@pytest.mark.parametrize(
    ("away", "code"), [(4.9, "AREA_TOO_NEAR"), (5.0, ""), (30.0, ""), (30.1, "MARKER_OUT_OF_RANGE")]
)
def test_a_marker_is_too_near_for_guns_or_out_of_range(away, code):
    b = field(ambush="yes")
    i, hidden = add(b, "L8", 0, 40, 10), add(b, "O1", 1)
    b.figures[hidden].state = State.AMBUSH.value
    m = ambush.add_marker(b, Thing.AMBUSH.value, 1, hidden, 40.0, 11.0 + away)
    why = markers.why_no_shot_at_marker(b, i, m)
    assert (Code(why.code).name if why.cited >= 0 else "") == code
    assert code != "AREA_TOO_NEAR" or Clause(why.cited).name == "SKL_6"


@pytest.mark.clause("BAT-TER-21", "BAT-CBT-19", "BAT-MAG-12")
@pytest.mark.parametrize(("y", "covered"), [(32.0, True), (32.1, False)])
def test_a_wall_covers_from_a_spell_whom_it_touches(y, covered):
    """A Mind Spear needs no line of sight. The fence lies between both, and covers those in contact with it alone."""
    b = field()
    i, j = add(b, "L2", 0, 40, 22), add(b, "O1", 1, 40, y, SOUTH)
    ground(b, Ground.BUILDING, 30, 29.8, 50, 30)
    caster, _ = add_character(b, Role.MAGE, i), add_character(b, Role.CAPTAIN, j)
    thrown = Thrown(6, 1) if covered else Thrown(1)
    casting.strike_by_spell(b, caster, Spell.MIND_SPEAR.value, j, thrown.dice, new_log())
    assert thrown.are_used_up()


@pytest.mark.clause("BAT-TER-21")
def test_a_wall_behind_them_or_under_the_shooter_covers_nobody():
    b = field()
    i, j = add(b, "L8", 0, 40, 10), add(b, "O1", 1, 40, 32, SOUTH)
    ground(b, Ground.BUILDING, 30, 34, 50, 36)
    ground(b, Ground.BUILDING, 30, 8, 50, 12)
    assert damage.prepare_shot(b, i, j, 0).rows >> Row.TARGET_IN_COVER & 1 == 0


@pytest.mark.clause("BAT-WIN-4", "BAT-WIN-5")
def test_what_the_wind_carries_to_others_gains_nothing_by_it():
    """The shot goes 4 east and 3.5 north, and drifts 3 north to others, who are 4 east and 6.5 north: with the wind.

    (3 x 5 + 1 for the Column) / 3 = 5, and 1: 6. With three more it would be 7.
    """
    b = field(wind="yes")
    b.wind_to, b.wind = 6, 6
    i, aimed = add(b, "L4", 0, 40, 20), add(b, "O1", 1, 44, 25.5, SOUTH, figures=1)
    other = add(b, "O1", 1, 44, 30, SOUTH)
    b.figures[aimed].y = 25.5
    in_go(b, 0, (i, Order.SHOOTING_ATTACK))
    assert preparing.target_in_wind(b, i, aimed, 44.0, 25.0) == other
    assert damage.prepare_shot(b, i, other, 0).flats[Flat.WIND] == 3
    thrown = Thrown(1, 1)
    shooting.shot_meets(b, i, other, Point(0.0, 0.0), shooting.Met.OTHERS, thrown.dice, new_log())
    assert (thrown.are_used_up(), b.figures[other].healthy) == (True, 18)


@pytest.mark.clause("BAT-WIN-5")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_two_others_who_touch_where_a_shot_is_carried_the_western_one_is_hit(order):
    """The point (40, 27) is on the seam of both; who was aimed at is elsewhere."""
    b = field(wind="yes")
    b.wind_to, b.wind = 6, 6
    i, aimed = add(b, "L4", 0, 20, 24, WEST), add(b, "O1", 1, 60, 24, WEST)
    two = [add(b, "O1", 1, (37, 43)[k], 28, SOUTH) for k in order]
    assert preparing.target_in_wind(b, i, aimed, 40.0, 24.0) == two[order.index(0)]


@pytest.mark.clause("BAT-DEF-31", "BAT-MOR-17", "BAT-REC-4")
def test_distances_are_measured_from_figure_to_figure():
    """Seven halberdiers: two stand in the last rank, x 39 to 41. The other's corner is 2 aside of them and 3 beyond."""
    b = field()
    i, j = add(b, "L1", 0, 40, 20, SOUTH, figures=7), add(b, "O1", 1, 10, 50, figures=1)
    away = distances.distance_if_standing(b, j, Base(43.5, 24.5, 0.0, 1.0, 0.5, 0.5), Formation.COLUMN.value, i)
    assert away == pytest.approx((2.0**2 + 3.0**2) ** 0.5)
    assert (b.figures[j].x, b.figures[j].y, b.figures[j].fy, b.figures[j].width) == (10, 50, 1, 1)
    b.figures[j].healthy, b.figures[j].wounded = 0, 1
    lying = distances.distance_if_standing(b, j, Base(43.5, 24.5, 0.0, 1.0, 0.5, 0.5), Formation.COLUMN.value, i)
    assert lying == pytest.approx((2.0**2 + 3.0**2) ** 0.5), "one of whom nobody stands has a base yet"


@pytest.mark.clause("BAT-MAG-13", "BAT-ARM-13")
def test_a_spear_at_nobody_is_refused_for_that():
    b = in_go(field())
    i, j = add(b, "L2", 0, 40, 20), add(b, "O1", 1, 40, 50, SOUTH)
    b.characters[add_character(b, Role.MAGE, i)].mana = 5
    one = action(b, Verb.CAST, i, item=Spell.MIND_SPEAR.value, target=j)
    assert forbidden_by(b, one) == "ARM_13"
    add_character(b, Role.CAPTAIN, j)
    assert forbidden_by(b, one) == "MAG_13"


@pytest.mark.clause("BAT-TER-16", "BAT-SKL-34", "BAT-FRM-4")
@pytest.mark.parametrize(("facing", "ident", "clause"), [(NORTH, "L9", ""), (SOUTH, "L9", "DEF_18")])
def test_who_does_not_look_everywhere_batters_to_the_front(facing, ident, clause):
    b = field(building_strength="yes")
    i = add(b, ident, 0, 40, 20, facing)
    gate = ground(b, Ground.BUILDING, 30, 24, 50, 30)
    b.sites[gate].strength = 3
    in_go(b, 0, (i, Order.SHOOTING_ATTACK))
    one = action(b, Verb.BATTER, i, item=gate, amount=Order.SHOOTING_ATTACK.value)
    assert forbidden_by(b, one) == clause
    if not clause:
        assert carry_out(b, one, 1).are_used_up()


@pytest.mark.clause("BAT-AMB-4", "BAT-EXE-7")
@pytest.mark.parametrize(("y", "code"), [(35.0, ""), (31.0, "NO_ROOM_FOR_MARKERS")])
def test_who_has_no_room_for_markers_cannot_move_there_and_may_let_other_cards_go(y, code):
    """A wood of three steps by two. From y 33 all of it is 5 steps away, from 29 none."""
    b = field(ambush="yes")
    i, card, foe = add(b, "U4", 0), add(b, "L4", 0, 80, 5), add(b, "O1", 1, 41.5, y, SOUTH)
    wood = ground(b, Ground.WOOD, 40, 25, 43, 27)
    b.figures[i].state = State.AMBUSH.value
    in_go(b, 0, (i, Order.MOVE), (card, Order.SHOOTING_ATTACK), (foe, Order.TURN))
    one = action(b, Verb.AMBUSH, i, item=wood, x=41.0, y=26.0)
    entry = refusal(b, one)
    assert ("" if entry is None else Code(int(entry.code)).name) == code
    let_go = action(b, Verb.DISCARD, card, amount=Order.SHOOTING_ATTACK.value)
    assert forbidden_by(b, let_go) == ("" if code else "EXE_7"), "an order that can be carried out goes first"


def walled():
    """A wall of one storey on the field, and on it orcs of the north with their front at its southern edge."""
    b = field(ladders="yes")
    wall(b, 20, 30, 60, 36)
    j = add(b, "O1", 1, 40, 32, SOUTH)
    b.figures[j].storey = 1
    return b, j


@pytest.mark.clause("BAT-LAD-4", "BAT-ACT-9")
def test_from_below_a_wall_nobody_touches_who_stands_on_it():
    """Neither a Move nor a charge to the wall touches; nor does a Move along it stop below them; a flyer goes up."""
    b, j = walled()
    i = add(b, "L1", 0, 40, 24)
    assert not charging.charge_by(b, i, base_of(b.figures[i]), charging.aim_at(b, j), 0.0).reaches
    assert moving.touched_enemy(b, i, Base(40.0, 28.0, 0.0, 1.0, 2.5, 2.0), but_now=True) == NONE
    assert charging.wheel_that_reaches(b, i, base_of(b.figures[i]), charging.aim_at(b, j)) == charging.NO_WHEEL
    flyer = add(b, "O8", 0, 40, 20)
    assert charging.charge_by(b, flyer, base_of(b.figures[flyer]), charging.aim_at(b, j), 0.0).reaches


@pytest.mark.clause("BAT-LAD-4", "BAT-MOR-11")
def test_who_falls_back_to_a_wall_does_not_fight_those_on_it():
    b, j = walled()
    i = add(b, "L1", 0, 40, 26, SOUTH)
    length, met = aftermath.free_to_retreat(b, i, base_of(b.figures[i]), 0.0, 1.0, 6.0)
    assert (length, met) == (pytest.approx(2.0), NONE)
    b.figures[j].storey = 0
    assert aftermath.free_to_retreat(b, i, base_of(b.figures[i]), 0.0, 1.0, 6.0)[1] == j


@pytest.mark.clause("BAT-LAD-4")
@pytest.mark.parametrize(
    ("x", "storey", "ahead"),
    [(40.0, 0, 4.0), (42.5, 0, 4.0), (42.6, 0, math.inf), (37.5, 0, 4.0),
     (40.0, 1, 3.0), (43.1, 1, 3.2), (43.5, 1, 4.0), (43.6, 1, math.inf)],
)  # fmt: skip
def test_how_far_it_is_to_a_ladder(x, storey, ahead):
    """The front is 4 steps from the ladder. Below, the base must hold its foot, above come within a step of its top."""
    b = field(ladders="yes")
    k = wall(b, 20, 30, 60, 50)
    b.n_ladders = 1
    ladder = b.ladders[0]
    ladder.x, ladder.y, ladder.out_y, ladder.feature = 40.0, 30.0, -1.0, k
    i = add(b, "L1", 0, x, 36 if storey else 24, SOUTH if storey else NORTH)
    j = add(b, "O1", 1, 40, 28 if storey else 32, NORTH if storey else SOUTH)
    b.figures[i].storey, b.figures[j].storey = storey, 1 - storey
    assert charging.way_to_ladder(b, i, base_of(b.figures[i]), j) == pytest.approx(ahead)
