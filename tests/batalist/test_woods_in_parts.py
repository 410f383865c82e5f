"""A wood that is not convex is laid in parts and is one wood all the same, whichever of its parts is named."""

from __future__ import annotations

from typing import Any

import pytest

from batalist.field import SOUTH, add, field, zoned
from sandtable.games.batalist.clauses import Code
from sandtable.games.batalist.enums import Flat, Ground, Order
from sandtable.games.batalist.rules import ambush, area_fire, searching
from sandtable.kernel.geometry import Base
from sandtable.kernel.terrain import add_polygon

CORNERS = [(30.0, 20.0), (50.0, 20.0), (50.0, 24.0), (34.0, 24.0), (34.0, 40.0), (30.0, 40.0)]
"""A foot 20 steps wide along y 20 to 24, and from its western end an arm up to y 40."""


def wooded(b: Any, up: float = 0.0) -> list[int]:
    """The parts of such a wood, so much farther up."""
    add_polygon(b.terrain, Ground.WOOD.value, [(x, y + up) for x, y in CORNERS])
    parts = list(range(b.terrain.n_features))
    assert len(parts) > 1
    return parts


@pytest.mark.clause("BAT-AMB-4", "BAT-REC-1")
def test_it_is_in_a_zone_with_all_of_its_parts():
    """The northern zone begins at y 49.5: a foot that reaches down to 49, or an arm beyond its end, is not in it."""
    for up, height, inside in ((29.0, 69.0, False), (29.5, 69.5, True), (30.0, 70.0, True), (30.0, 69.0, False)):
        b = zoned(field())
        b.sides[1].zone_to = height
        for k in wooded(b, up):
            assert bool(ambush.is_in_zone(b, k, 1)) is inside, (up, height, k)


@pytest.mark.clause("BAT-ARE-1", "BAT-ARE-6")
def test_fire_at_it_is_measured_to_its_nearest_part():
    """Bombards whose front is 4.9 steps south of the foot are too near, whichever part they name; 5 steps will do."""
    for off, allowed in ((4.9, False), (5.0, True)):
        b = field(area_fire="yes", ambush="yes")
        parts = wooded(b)
        i = add(b, "L8", 0, 46, 20 - off - 1)  # their front is a step before their middle
        b.figures[i].cards[:] = Order.SHOOTING_ATTACK
        for k in parts:
            assert ambush.distance_to_element(b, Base(46.0, 20.0 - off, 0.0, 1.0, 0.0, 0.0), k) == pytest.approx(off)
            why = area_fire.why_no_area_fire(b, i, k)
            assert why.code == (area_fire.allowed().code if allowed else Code.AREA_TOO_NEAR), (off, k)


@pytest.mark.clause("BAT-AMB-12")
def test_an_attack_out_of_it_reaches_from_its_nearest_part():
    """An enemy ten steps east of the foot, 26 of the arm, less half their front: 12 steps of speed are enough."""
    b = field(ambush="yes")
    parts = wooded(b)
    i, foe = add(b, "O6", 1), add(b, "L7", 0, 60, 22, SOUTH)
    for speed, reaches in ((12.0, True), (1.0, False)):
        b.profiles[b.figures[i].profile].speed = speed
        found = [bool(searching.could_reach(b, i, foe, Order.MELEE_ATTACK.value, k)) for k in parts]
        assert found == [reaches] * len(parts)


@pytest.mark.clause("BAT-ARE-3", "BAT-WIN-2")
def test_a_blind_shot_goes_towards_the_middle_of_all_of_it():
    """From (28, 25) to (40, 30), 12 aside and 5 up: more across a wind from the south than with it, which adds nothing.

    The middle of the arm, (32, 32), would lie with the wind: 4 aside and 7 up.
    """
    b = field(area_fire="yes", ambush="yes")
    parts = wooded(b)
    guns, hidden = add(b, "L8", 0, 28, 25), add(b, "O6", 1)
    b.wind = 4
    for k in parts:
        assert ambush.span_of_element(b, k) == (30.0, 20.0, 50.0, 40.0)
        area_fire.prepare_blind_shot(b, guns, k, hidden)
        assert b.attack.flats[Flat.WIND] == 0
    b.figures[guns].x, b.figures[guns].y = 40.0, 10.0
    for k in parts:
        area_fire.prepare_blind_shot(b, guns, k, hidden)
        assert b.attack.flats[Flat.WIND] == 2
