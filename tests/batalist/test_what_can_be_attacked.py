"""Orders that can be carried out, lines of exactly 45 degrees, sight at night, and cases that begin late; by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest

from batalist.field import SOUTH, action, add, carry_out, field, forbidden_by, ground, in_go
from sandtable.errors import InputError
from sandtable.games.batalist.enums import Ground, Order, Role, Spell, Thing, Verb
from sandtable.games.batalist.laying.battalions import add_character
from sandtable.games.batalist.laying.scenario import lay_case
from sandtable.games.batalist.rules import activation, ambush, preparing, sky
from sandtable.kernel.geometry import snap
from sandtable.kernel.records import NONE

OTHERS = {"battalions": [{"id": "B1", "unit": "orc_warriors", "at": [80, 55], "facing": "S"}]}


def points(bearing: float, length: float) -> tuple[float, float]:
    """From one place of the lattice to another, so far in this direction."""
    angle = math.radians(bearing)
    return snap(41.3 + length * math.sin(angle)) - snap(41.3), snap(27.9 + length * math.cos(angle)) - snap(27.9)


@pytest.mark.clause("BAT-WIN-4", "BAT-WIN-5")
@pytest.mark.parametrize("to", range(6))
@pytest.mark.parametrize(("aside", "counts"), [(45, 3), (-45, 3), (135, -3), (-135, -3), (46, 0), (-134, 0)])
def test_exactly_45_degrees_are_within_45_whatever_the_lattice_makes_of_them(to, aside, counts):
    b = field(wind="yes")
    b.wind, b.wind_to = 6, to
    for length in (8.0, 9.3, 12.7, 17.9):
        assert sky.modifier_of_wind(b, *points(60.0 * to + aside, length)) == counts, length


@pytest.mark.clause("BAT-WIN-5")
def test_a_shot_along_the_wind_does_not_drift():
    """At 105 degrees, of a wind to 60, it goes where it is aimed; at 106 three steps beside two halberdiers."""
    b = field(wind="yes")
    b.wind, b.wind_to = 6, 1
    i = add(b, "L4", 0, 40, 30, 105.0)
    for bearing, hits in ((105.0, True), (106.0, False)):
        angle = math.radians(bearing)
        x, y = snap(40 + 13.5 * math.sin(angle)), snap(30 + 13.5 * math.cos(angle))
        j = add(b, "L1", 1, x, y, 285.0, figures=2)
        eye_x, eye_y = 40 + 1.5 * math.sin(math.radians(105.0)), 30 + 1.5 * math.cos(math.radians(105.0))
        aimed = eye_x + 12.0 * math.sin(angle), eye_y + 12.0 * math.cos(angle)
        assert (preparing.target_in_wind(b, i, j, *aimed) == j) == hits, bearing
        b.figures[j].healthy = 0


@pytest.mark.clause("BAT-EXE-7", "BAT-AMB-13", "BAT-TRP-2")
@pytest.mark.parametrize(("y", "can"), [(39.5, True), (39.6, False)])
def test_a_shot_at_a_marker_in_range_can_be_carried_out(y, can):
    """From (40, 21.5) the bolts reach 18 steps."""
    b = field(traps="yes")
    i = add(b, "L4", 0, 40, 20)
    add(b, "O1", 1, 85, 57, SOUTH)
    ambush.add_marker(b, Thing.TRAP.value, 1, 0, 40.0, y)
    in_go(b, 0, (i, Order.SHOOTING_ATTACK))
    assert activation.can_execute(b, i, Order.SHOOTING_ATTACK) == can
    assert (forbidden_by(b, action(b, Verb.DISCARD, i, amount=Order.SHOOTING_ATTACK.value)) == "") != can


@pytest.mark.clause("BAT-EXE-7", "BAT-ARE-1", "BAT-ARE-6")
@pytest.mark.parametrize("cards", [1, 2])
def test_fire_at_a_wood_takes_both_orders_to_shoot(cards):
    b = field(area_fire="yes")
    ground(b, Ground.WOOD, 30, 30, 50, 40)
    i = add(b, "L8", 0, 40, 20)
    add(b, "O1", 1, 85, 57, SOUTH)
    in_go(b, 0, *[(i, Order.SHOOTING_ATTACK)] * cards)
    assert activation.can_execute(b, i, Order.SHOOTING_ATTACK) == (cards == 2)


@pytest.mark.clause("BAT-EXE-7", "BAT-TER-16")
@pytest.mark.parametrize(("y", "can"), [(28.0, True), (27.9, False)])
def test_only_a_wall_in_contact_can_be_struck(y, can):
    b = field(building_strength="yes")
    ground(b, Ground.BUILDING, 30, 30, 50, 36)
    i = add(b, "L1", 0, 40, y)
    in_go(b, 0, (i, Order.MELEE_ATTACK))
    assert activation.can_execute(b, i, Order.MELEE_ATTACK) == can
    b.figures[i].healthy = 0
    assert not activation.can_execute(b, i, Order.MELEE_ATTACK), "wounded cannot"


@pytest.mark.clause("BAT-ARM-13")
def test_of_one_card_none_is_drawn():
    b = field()
    i, j = add(b, "L1", 0, 45, 10), add(b, "O1", 1, 45, 20, SOUTH)
    b.characters[add_character(b, Role.MAGE, i)].mana = 4
    in_go(b, 0, (i, Order.TURN), (j, Order.MOVE))
    assert carry_out(b, action(b, Verb.CAST, i, item=Spell.CONFUSION.value, target=j)).are_used_up()
    assert list(b.figures[j].cards) == [NONE, NONE]


def begun(**fields: Any) -> Any:
    """The record of a case in which halberdiers and a hero stand."""
    pikes = {"id": "A1", "unit": "halberdiers", "at": [40, 20], "facing": "N", "start": 20, "figures": 11}
    riders = {"id": "A2", "unit": "wolf_riders", "at": [60, 20], "facing": "N", "start": 10, "figures": 5}
    hero = {"hero": "sir_aldwin", "id": "H", "at": [20, 20], "facing": "N", "reserve": 2}
    case = {"south": {"battalions": [pikes, riders], "heroes": [hero]}, "north": OTHERS, **fields}
    return lay_case(case, "case").record[0]


@pytest.mark.clause("BAT-ARM-17", "BAT-MOR-1", "BAT-PRO-15")
def test_what_a_case_knows_of_the_start():
    """20 and 10 and the hero began; 5 of 10 have lost half, 11 of 20 not yet; the reserve of Sir Aldwin was 14."""
    b = begun()
    assert b.sides[0].start == 31
    assert [int(u.half_lost) for u in b.figures[:3]] == [0, 1, 0]
    assert (b.characters[0].reserve, b.characters[0].reserve_full) == (2, 14)


@pytest.mark.clause("BAT-OPT-1")
@pytest.mark.parametrize(
    ("told", "rules"),
    [({"hour": 5}, {"time_of_day": "yes"}), ({"weather": 2}, {"weather": "winter"}),
     ({"wind": [1, 3]}, {"wind": "yes"}), ({"wind": [1, 3], "weather": 5}, {"weather": "summer"})],
)  # fmt: skip
def test_the_sky_is_told_only_where_its_rule_is_used(told, rules):
    begun(**told, house_rules=rules)
    with pytest.raises(InputError, match="the rule that throws for (hour|weather|wind) is not used here"):
        begun(**told)
