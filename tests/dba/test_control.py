"""Zones of control: the worked examples 1 to 7 of the conventions, in paces (1 mm = 4 paces), and classic questions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from dba.orders import march
from dba.table import BLUE, RED, facing_of, front_at, lay
from sandtable.games.dba.rules.columns import rows_of
from sandtable.games.dba.rules.marches import BENDS, GO, MAX_POSES, WHEEL, poses_of_rows, way_of
from sandtable.games.dba.rules.move_context import _note_zone, may_meet_zone, may_turn_into_zone, new_around
from sandtable.games.dba.rules.zones_of_control import (
    camp_bit,
    first_met,
    is_in_camp_zone,
    is_in_zone,
    is_restricted_at,
    restricting,
    zone_of,
)
from sandtable.games.dba.showing.zones import zones
from sandtable.kernel.geometry import Base, base_of, rectangle
from sandtable.kernel.records import NONE, Path

NOBODY = np.int64(0)
E = 0


def mm(x0: float, x1: float, y0: float, y1: float) -> Base:
    """A rectangle given in the mm of the worked examples."""
    return rectangle(4.0 * x0, 4.0 * y0, 4.0 * x1, 4.0 * y1)


def dot(x: float, y: float) -> Base:
    """A base next to no size at a point given in mm."""
    return Base(4.0 * x, 4.0 * y, 0.0, 1.0, 1e-9, 1e-9)


def box(name: str, side: int, x0: float, x1: float, y0: float, y1: float, facing: str = "S") -> tuple[Any, ...]:
    """An element that fills that rectangle in mm."""
    wide = (x1 - x0, y1 - y0) if facing in "NS" else (y1 - y0, x1 - x0)
    size = {"width": 4.0 * wide[0], "depth": 4.0 * wide[1]}
    return (name, "4Sp", side, 2.0 * (x0 + x1), 2.0 * (y0 + y1), facing, size)


ELEMENT_E = ("E", "4Sp", RED, *front_at("4Sp", 480.0, 400.0, "N"))
"""Faces north, front left corner (100, 100), front right (140, 100) in mm."""


def mask(*numbers: int) -> np.int64:
    """The bits of these elements."""
    return np.int64(sum(1 << number for number in numbers))


@pytest.mark.clause("WAD-ZOC-1", "WAD-ZOC-2", "WAD-ZOC-3", "WAD-ZOC-4", "DBA-ZOC-2", "WAD-FIG-5", "WAD-GEN-5")
@pytest.mark.parametrize(
    ("x", "y", "inside"),
    [
        (120.0, 140.0, True),  # on the far edge
        (120.0, 140.5, False),
        (139.9, 101.0, True),
        (140.0, 120.0, False),  # on the side line
        (100.0, 140.0, False),  # the far corner
        (120.0, 99.0, False),  # behind the front edge
    ],
)
def test_the_zone_is_the_square_ahead_with_its_far_edge_and_without_its_sides(x: float, y: float, inside: bool) -> None:
    """Worked example 1."""
    b = lay(ELEMENT_E)
    assert bool(is_in_zone(b, E, dot(x, y), NOBODY)) is inside


@pytest.mark.clause("WAD-ZOC-4", "WAD-ZOC-5")
def test_lying_along_the_side_line_is_free_and_a_millimetre_further_is_not() -> None:
    """Worked example 2."""
    b = lay(ELEMENT_E)
    assert not is_in_zone(b, E, mm(140, 155, 110, 150), NOBODY)
    assert is_in_zone(b, E, mm(139, 154, 110, 150), NOBODY)


@pytest.mark.clause("WAD-ZOC-3", "WAD-ZOC-5")
def test_touching_the_far_edge_is_being_in_the_zone() -> None:
    """Worked example 3."""
    b = lay(ELEMENT_E)
    assert is_in_zone(b, E, mm(120, 160, 140, 155), NOBODY)
    assert not is_in_zone(b, E, mm(120, 160, 140.5, 155.5), NOBODY)


@pytest.mark.clause("WAD-ZOC-8", "WAD-ZOC-9", "WAD-ZOC-10", "WAD-FIG-7")
def test_the_carpet_stops_at_the_first_object_across_its_whole_width() -> None:
    """Worked example 4: X, 15 mm ahead and over the right part only, also frees M on the left."""
    b = lay(ELEMENT_E, box("X", RED, 130, 170, 115, 130))
    zone = zone_of(b, E, NOBODY)
    assert zone.depth == pytest.approx(60.0)
    assert zone.stop == 1
    assert not is_in_zone(b, E, mm(100, 120, 120, 150), NOBODY)
    assert is_in_zone(b, E, mm(100, 120, 115, 150), NOBODY), "the stopping line belongs to the zone"


@pytest.mark.clause("WAD-ZOC-11")
def test_an_object_along_the_side_line_does_not_stop_the_carpet() -> None:
    """Worked example 5."""
    b = lay(ELEMENT_E, box("X", RED, 140, 180, 115, 130))
    zone = zone_of(b, E, NOBODY)
    assert zone.depth == 160.0
    assert zone.stop == NONE
    assert is_in_zone(b, E, mm(100, 120, 120, 150), NOBODY)


@pytest.mark.clause("WAD-ZOC-8", "WAD-ZOC-10", "WAD-ZOC-14", "DBA-ZOC-5")
def test_an_enemy_stops_the_carpet_and_is_in_the_zone_unless_it_moves() -> None:
    """Worked example 6."""
    b = lay(ELEMENT_E, box("P", BLUE, 95, 110, 120, 135, "W"), box("Q", BLUE, 112, 152, 130, 145))
    p, q = base_of(b.figures[1]), base_of(b.figures[2])
    assert zone_of(b, E, NOBODY).depth == pytest.approx(80.0)
    assert is_in_zone(b, E, p, NOBODY)
    assert not is_in_zone(b, E, q, NOBODY)
    assert zone_of(b, E, mask(1)).depth == pytest.approx(120.0)
    assert zone_of(b, E, mask(1)).stop == 2
    assert is_in_zone(b, E, p, mask(1))


def with_camp(occupied: bool, **options: Any) -> Any:
    """Red's camp covers x 0-80, y 0-60 in mm; a follower is in it or it is empty."""
    elements = [("CF", "CF", RED, 160.0, 120.0, "N", {"camp": RED})] if occupied else []
    return lay(*elements, camps={RED: (160.0, 120.0, "N", 320.0, 240.0)}, **options)


@pytest.mark.clause("WAD-ZOC-6", "WAD-ZOC-7", "WAD-FIG-6")
def test_an_occupied_camp_controls_a_base_width_all_round_with_round_corners() -> None:
    """Worked example 7: (110, 85) is 39.05 mm from the corner (80, 60), (110, 87) is 40.36."""
    b = with_camp(occupied=True)
    assert is_in_camp_zone(b, RED, dot(110, 85))
    assert not is_in_camp_zone(b, RED, dot(110, 87))
    assert is_in_camp_zone(b, RED, dot(-40, 30)), "its limit belongs to it, on every side"
    empty = with_camp(occupied=False)
    assert not is_in_camp_zone(empty, RED, dot(110, 85))


@pytest.mark.clause("WAD-ZOC-9", "WAD-ZOC-10", "WAD-ZOC-11")
@pytest.mark.parametrize(("aside", "met"), [(30.0, 222.22), (-30.0, 222.22), (60.0, 237.59)])
def test_the_carpet_meets_the_nearest_corner_of_one_who_stands_aslant(aside: float, met: float) -> None:
    """A base 160 by 60, its middle 300 ahead and so far to the right, turned by 45 degrees.

    Its right rear corner is (80 + 30) / sqrt(2) = 77.78 nearer and (80 - 30) / sqrt(2) = 35.36 to the right. Where that
    is 15.37 beyond the carpet's side, the rear edge comes in as much farther off.
    """
    owner = Base(1000.0, 970.0, 0.0, 1.0, 80.0, 30.0)
    half = math.sqrt(0.5)
    assert first_met(owner, Base(1000.0 + aside, 1300.0, half, half, 80.0, 30.0)) == pytest.approx(met, abs=0.02)


@pytest.mark.clause("WAD-ZOC-7", "WAD-ZOC-8")
def test_an_empty_camp_still_stops_carpets() -> None:
    """Worked example 7, its last sentence: E stands south of the empty camp, 10 mm away."""
    b = lay(("E", "4Sp", RED, *front_at("4Sp", 160.0, -40.0, "N")), camps={RED: (160.0, 120.0, "N", 320.0, 240.0)})
    zone = zone_of(b, E, NOBODY)
    assert zone.depth == pytest.approx(40.0)
    assert (zone.stop, zone.camp) == (NONE, RED)


@pytest.mark.clause("WAD-ZOC-6")
def test_square_corners_of_a_camps_zone() -> None:
    """OPTION camp_zoc_corners: (110, 87) is within 40 mm of the camp on either axis."""
    b = with_camp(occupied=True, camp_zoc_corners="square")
    assert is_in_camp_zone(b, RED, Base(440.0, 348.0, 0.0, 1.0, 0.1, 0.1))


@pytest.mark.clause("WAD-ZOC-13")
@pytest.mark.parametrize(("blockable", "inside"), [("no", True), ("yes", False)])
def test_an_element_in_between_screens_a_camp_only_by_house_rule(blockable: str, inside: bool) -> None:
    """X lies along the camp's north side, 5 to 20 mm off; the base behind it is 25 mm from the camp."""
    b = lay(
        ("CF", "CF", RED, 160.0, 120.0, "N", {"camp": RED}),
        box("X", BLUE, 0, 80, 65, 80),
        camps={RED: (160.0, 120.0, "N", 320.0, 240.0)},
        camp_zoc_blockable=blockable,
    )
    assert bool(is_in_camp_zone(b, RED, mm(20, 60, 85, 100))) is inside


@pytest.mark.clause("WAD-ZOC-1", "WAD-WWG-2", "DBA-WWG-1")
@pytest.mark.parametrize(("war_wagons", "inside"), [("wadbag", False), ("plain", True)])
def test_a_war_wagon_exerts_no_zone(war_wagons: str, inside: bool) -> None:
    """A base 10 mm before a War Wagon's front is free; as printed the wagon has a zone."""
    b = lay(("W", "WWg", RED, *front_at("WWg", 480.0, 400.0, "N")), war_wagons=war_wagons)
    assert bool(is_in_zone(b, E, mm(100, 140, 110, 125), NOBODY)) is inside


@pytest.mark.clause("WAD-ZOC-15")
def test_an_enemy_in_front_contact_stops_the_carpet_at_once() -> None:
    """M stands against E's front; N, behind M, is free, and M is in the zone."""
    b = lay(ELEMENT_E, box("M", BLUE, 100, 140, 100, 115), box("N", BLUE, 100, 140, 115, 130))
    assert zone_of(b, E, NOBODY).depth == pytest.approx(0.0, abs=0.01)
    assert is_in_zone(b, E, base_of(b.figures[1]), NOBODY)
    assert not is_in_zone(b, E, base_of(b.figures[2]), NOBODY)


@pytest.mark.clause("WAD-ZOC-12")
def test_the_table_edge_and_terrain_do_not_matter() -> None:
    """E stands 10 mm from the north edge of the board; nothing but the board cuts its zone, not even a wood."""
    wood = [(400.0, 2950.0), (560.0, 2950.0), (560.0, 3000.0), (400.0, 3000.0)]
    b = lay(("E", "4Sp", RED, *front_at("4Sp", 480.0, 2960.0, "N")), terrain=[(0, wood)])
    assert zone_of(b, E, NOBODY).depth == 160.0


@pytest.mark.clause("WAD-ZOC-16", "WAD-ZOC-17", "DBA-ZOC-3")
def test_only_enemies_restrict() -> None:
    """M is in the zones of E (enemy), of F (its friend) and of the enemy camp; E and the camp restrict it."""
    b = lay(
        ELEMENT_E,
        box("F", BLUE, 100, 140, 150, 165),
        box("M", BLUE, 100, 140, 120, 135),
        ("CF", "CF", RED, 160.0, 480.0, "N", {"camp": RED}),
        camps={RED: (240.0, 480.0, "N", 240.0, 160.0)},
    )
    m = base_of(b.figures[2])
    assert restricting(b, m, BLUE, mask(2)) == mask(E) | camp_bit(RED)
    assert is_restricted_at(b, m, BLUE, mask(2))
    assert not is_restricted_at(b, mm(300, 340, 300, 315), BLUE, mask(2))


@pytest.mark.clause("DBA-ZOC-1")
def test_as_printed_nothing_stops_a_zone() -> None:
    """OPTION front_crossing = plain: M of worked example 4 is in it though X stands before it."""
    b = lay(ELEMENT_E, box("X", RED, 130, 170, 115, 130), front_crossing="plain")
    assert is_in_zone(b, E, mm(100, 120, 120, 150), NOBODY)


@pytest.mark.clause("WAD-FIG-5", "WAD-FIG-6", "WAD-FIG-7")
def test_what_the_board_draws() -> None:
    """E's zone ends at X, 60 paces ahead; M touches that line and is restricted; the camp comes last."""
    b = lay(
        ELEMENT_E,
        box("X", RED, 130, 170, 115, 130, "N"),
        box("M", BLUE, 60, 120, 115, 130),
        ("CF", "CF", RED, 160.0, 120.0, "N", {"camp": RED}),
        camps={RED: (2000.0, 120.0, "N", 320.0, 240.0)},
    )
    first, second, camp = zones(b, RED)
    assert first["owner"] == E
    assert first["depth"] == pytest.approx(60.0)
    assert (first["stopped_by"], first["stopped_by_camp"], first["restricts"]) == (1, None, [2])
    corners = [(round(x, 3), round(y, 3)) for x, y in first["polygon"]]
    assert corners == [(400.0, 460.0), (560.0, 460.0), (560.0, 400.0), (400.0, 400.0)]
    assert [(round(x), round(y)) for x, y in first["stop_line"]] == [(400, 460), (560, 460)]
    assert (second["owner"], second["stop_line"], second["restricts"]) == (1, None, [])
    assert camp["camp"] == RED
    assert max(y for _, y in camp["polygon"]) == pytest.approx(400.0)
    assert max(x for x, _ in camp["polygon"]) == pytest.approx(2320.0)


@pytest.mark.clause("WAD-RES-1", "WAD-RES-5")
@pytest.mark.parametrize("facing", [0, 45, 90, 160, 180, 270])
@pytest.mark.parametrize("side", range(0, 360, 45))
def test_a_zone_is_met_from_every_side(facing: float, side: float) -> None:
    """A base 160 by 60 comes from 400 paces off up to 50 from the middle of a zone, 200 by 160; or it keeps away.

    No corner of the zone is more than 129 from its middle, and none of the base more than 86 from its own.
    """
    around = new_around()[0]
    around.n_zones = 0
    fx, fy = facing_of(facing)
    _note_zone(around, mask(2), Base(1000.0, 1000.0, fx, fy, 100.0, 80.0), 129.0)
    ux, uy = facing_of(side)
    base = Base(1000 + 400 * ux, 1000 + 400 * uy, -ux, -uy, 80.0, 30.0)
    for dx, dy, met in ((-ux, -uy, mask(2)), (ux, uy, 0), (uy, -ux, 0), (-uy, ux, 0)):
        assert may_meet_zone(around, base, 350 * dx, 350 * dy) == met
        assert may_turn_into_zone(around, base.x, base.y, 350 * dx, 350 * dy, 86.0) == met


@pytest.mark.clause("WAD-RES-5")
def test_a_wheel_is_looked_at_every_4_paces() -> None:
    """By 90 degrees about its right front corner the left one, 160 off, goes 251.3 paces: in 63 steps."""
    rows = np.array([[WHEEL, 1080.0, 1030.0, 90.0, 0.0, 1.0]])
    poses = np.zeros((MAX_POSES, 4))
    start, end = Base(1000.0, 1000.0, 0.0, 1.0, 80.0, 30.0), Base(1050.0, 1110.0, 1.0, 0.0, 80.0, 30.0)
    assert poses_of_rows(start, rows, 1, end, BENDS, poses) == 64  # where it begins, too
    assert poses[:64:63].tolist() == [[1000, 1000, 0, 1], [1050, 1110, 1, 0]]


@pytest.mark.clause("DBA-GROUP-9")
def test_the_leader_of_a_column_follows_nobody() -> None:
    """Whatever the room for ends holds: here a place 60 paces before its front, of its 150."""
    b = lay(("A", "4Bd", RED, 1000, 1000, "N"), ("B", "4Bd", RED, 1000, 940, "N"))
    action = march(0, 1, legs=[(150, 0)], to=(1000, 1150), facing="N", path=Path.COLUMN)
    around = new_around()[0]
    around.ends[:] = (1000.0, 1090.0, 0.0, 1.0)
    around.legs[0] = (150.0, 0.0)
    assert rows_of(b, action, way_of(b, action), 0, 1, around) == 1
    assert around.rows[0, :3].tolist() == [GO, 0.0, 150.0]
