"""Where single elements may go: distances, going, what is in the way, friends to pass through (DBA-MOVE, DBA-PASS)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from dba.orders import ahead, ask, go, is_legal, move
from dba.table import BLUE, RED, codes, front_at, lay, where
from sandtable.games.dba.clauses import Purpose
from sandtable.games.dba.record import Ground
from sandtable.games.dba.rules.passing import front_strip
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.geometry import base_of
from sandtable.kernel.log import Kind
from tabletop import odd_dice

WOOD = Ground.WOOD
ROAD = Ground.ROAD


def alone(code: str, **options: Any) -> Any:
    """One element in the middle of the board, facing north."""
    return lay(("A", code, RED, 1500, 1500, "N", {"general": 1}), **options)


@pytest.mark.clause("DBA-MOVE-1")
@pytest.mark.parametrize(
    ("code", "paces"),
    [
        ("2LH", 500), ("3Cv", 400), ("LCh", 400), ("3Cm", 400), ("SCh", 400), ("3Kn", 300), ("HCh", 300), ("El", 300),
        ("3Ax", 300), ("2Ps", 300), ("4Sp", 200), ("4Pk", 200), ("4Bd", 200), ("3Bw", 200), ("3Wb", 200),
        ("7Hd", 200), ("Art", 200), ("WWg", 200),
    ],
)  # fmt: skip
def test_how_far_each_type_goes_over_good_going(code: str, paces: int) -> None:
    b = alone(code)
    assert is_legal(b, ahead(b, 0, by=paces))
    assert ask(b, ahead(b, 0, by=paces + 1)).reasons == ["DBA-MOVE-1"]


@pytest.mark.clause("DBA-ARMY-6", "WAD-CAMP-4")
def test_camp_followers_never_leave_their_camp() -> None:
    b = lay(
        ("F", "CF", RED, 1500, 200, "N", {"camp": RED}),
        ("G", "3Kn", RED, 1500, 1500, "N", {"general": 1}),
        camps={RED: (1500, 200, "N", 320, 320)},
    )
    assert ask(b, move(0, to=(1500, 500))).reasons == ["DBA-ARMY-6"]


@pytest.mark.clause("DBA-GROUP-1")
def test_a_single_element_goes_any_way_and_ends_facing_any_way() -> None:
    b = alone("3Cv")
    for dx, dy in ((400, 0), (-400, 0), (0, -400), (240, 320)):
        assert is_legal(b, move(0, to=(1500 + dx, 1500 + dy)))
    assert is_legal(b, move(0, to=(1500, 1700), facing=137))
    assert ask(b, move(0, to=(1500, 1500))).reasons == ["DBA-PIP-2"]  # no move at all


@pytest.mark.clause("WAD-MEAS-1", "WAD-MEAS-3", "DBA-MOVE-6")
def test_blades_turn_about_because_only_front_corners_are_measured() -> None:
    # Worked example 13: 160 x 60, each front corner goes the diagonal, sqrt(160² + 60²) = 170.9.
    b = alone("4Bd")
    assert is_legal(b, move(0, to=(1500, 1500), facing="S"))
    # Psiloi, 160 x 80: 178.9, and 80 farther ahead the far corner goes to sqrt(160² + 160²) = 226.3, more than 200.
    b = alone("4Bd")
    b.figures[0].depth = 320.0  # a Litter: the diagonal is sqrt(160² + 320²) = 357.8
    assert ask(b, move(0, to=(1500, 1500), facing="S")).reasons == ["DBA-MOVE-1"]


@pytest.mark.clause("WAD-MEAS-1", "DBA-MOVE-6")
def test_with_all_corners_measured_a_wheel_on_the_front_corner_is_longer_for_deep_bases() -> None:
    # A War-Wagon-deep element (160 x 320) that wheels 90 degrees clockwise on its right front corner: the left front
    # corner goes 160 * sqrt(2) = 226.3, the right rear corner 320 * sqrt(2) = 452.5, the left rear corner
    # sqrt(160² + 320²) * sqrt(2) = 506. Start: front middle (1500, 1660), right corner (1580, 1660).
    # End facing east: front line x = 1580 from y = 1660 (right) to 1820 (left); middle (1580 - 160, 1740).
    for option, legal in (("front", True), ("all", False)):
        b = alone("3Ax", measure_corners=option)
        b.figures[0].depth = 320.0
        assert is_legal(b, move(0, to=(1420, 1740), facing="E")) is legal


@pytest.mark.clause("WAD-MEAS-2")
def test_the_straight_line_of_a_front_corner_is_its_length() -> None:
    # Worked example 10: each front corner goes sqrt(40² + 280²) = 282.8 paces (70.71 mm).
    for code, legal in (("3Cv", True), ("4Bd", False)):
        b = lay(
            ("M", code, RED, *front_at(code, 520, 680, "S")),
            ("G", "3Kn", RED, 1000, 1000, "N", {"general": 1}),
            ("E", "4Bd", BLUE, *front_at("4Bd", 480, 400, "N")),
        )
        x, y, _ = front_at(code, 480, 400, "S")
        answer = ask(b, move(0, to=(x, y), facing="S"))
        assert ("DBA-MOVE-1" not in answer.reasons) is legal


@pytest.mark.clause("WAD-MEAS-2", "DBA-MOVE-7")
def test_who_goes_round_adds_up_the_straight_parts() -> None:
    b = alone("3Cv")
    # 240 east, then 160 north: 400 in all.
    assert is_legal(b, move(0, to=(1740, 1660), via=[(1740, 1500)]))
    # 240 east, then 161 north.
    assert ask(b, move(0, to=(1740, 1661), via=[(1740, 1500)])).reasons == ["DBA-MOVE-1"]


@pytest.mark.clause("WAD-MEAS-2")
def test_under_path_a_turn_adds_the_way_of_the_front_corner_on_the_spot() -> None:
    # An about-face of 4Bd: chord 170.9 paces. 29 ahead first: displaced, the corners go no farther than
    # sqrt(160² + 31²) = 163; along the path 29 + 170.9 = 199.9. 30 more than fits.
    b = alone("4Bd", measure="path")
    assert is_legal(b, move(0, to=(1500, 1529), facing="S"))
    assert ask(b, move(0, to=(1500, 1531), facing="S")).reasons == ["DBA-MOVE-1"]
    b = alone("4Bd")
    assert is_legal(b, move(0, to=(1500, 1531), facing="S"))


@pytest.mark.clause("DBA-TERR-7")
def test_nobody_leaves_the_board() -> None:
    b = lay(("A", "3Cv", RED, 200, 2800, "N", {"general": 1}))
    assert is_legal(b, move(0, to=(200, 2940)))  # front edge at 3000
    assert ask(b, move(0, to=(200, 2941))).reasons == ["DBA-TERR-7"]
    assert is_legal(b, move(0, to=(80, 2800)))
    assert ask(b, move(0, to=(79, 2800))).reasons == ["DBA-TERR-7"]


# Going


@pytest.mark.clause("DBA-MOVE-3", "DBA-MOVE-1")
def test_a_touch_of_bad_going_limits_the_whole_move() -> None:
    # The wood begins 100 paces before the front of Cavalry (front at 1560).
    wood = (WOOD, [(1400, 1660), (1600, 1660), (1600, 2200), (1400, 2200)])
    b = alone("3Cv", terrain=[wood])
    assert is_legal(b, ahead(b, 0, by=100))
    assert is_legal(b, ahead(b, 0, by=200))
    assert ask(b, ahead(b, 0, by=201)).reasons == ["DBA-MOVE-3"]
    assert is_legal(b, ahead(b, 0, by=-400))  # away from it at full speed
    # Starting in it with its rear counts too.
    b = alone("3Cv", terrain=[(WOOD, [(1400, 1300), (1600, 1300), (1600, 1450), (1400, 1450)])])
    assert ask(b, ahead(b, 0, by=300)).reasons == ["DBA-MOVE-3"]


@pytest.mark.clause("DBA-MOVE-3")
def test_with_part_of_move_only_the_way_in_bad_going_is_limited() -> None:
    wood = (WOOD, [(1400, 1660), (1600, 1660), (1600, 2200), (1400, 2200)])
    b = alone("3Cv", terrain=[wood], bad_going_move="part_of_move")
    # 100 paces to the wood and 200 in it.
    assert is_legal(b, ahead(b, 0, by=290))
    assert ask(b, ahead(b, 0, by=310)).reasons == ["DBA-MOVE-3"]


@pytest.mark.clause("DBA-MOVE-1", "DBA-TERR-4")
def test_auxilia_and_psiloi_are_as_fast_in_bad_going_and_camels_in_dunes() -> None:
    ground = [(1000, 1000), (2000, 1000), (2000, 2000), (1000, 2000)]
    for code, kind, paces in (
        ("3Ax", WOOD, 300), ("2Ps", WOOD, 300), ("2LH", WOOD, 200), ("3Cm", WOOD, 200), ("3Cm", Ground.DUNES, 400),
        ("3Cv", Ground.DUNES, 200), ("3Cm", Ground.OASIS, 400), ("3Kn", Ground.GENTLE_HILL, 300),
    ):  # fmt: skip
        b = alone(code, terrain=[(kind, ground)])
        assert is_legal(b, ahead(b, 0, by=paces))
        assert not is_legal(b, ahead(b, 0, by=paces + 1))
    b = lay(("A", "2LH", RED, 1500, 1500, "N", {"light_camelry": 1}), terrain=[(Ground.DUNES, ground)])
    b.figures[0].general = 1
    assert is_legal(b, ahead(b, 0, by=500))


@pytest.mark.clause("DBA-MOVE-2", "DBA-TERR-10")
def test_artillery_and_wagons_enter_bad_going_only_along_a_road() -> None:
    wood = (WOOD, [(1200, 1600), (1800, 1600), (1800, 2400), (1200, 2400)])
    road = (ROAD, [(1500, 0), (1500, 3000)], 160)
    for code in ("Art", "WWg"):
        b = alone(code, terrain=[wood])
        assert ask(b, ahead(b, 0, by=200)).reasons == ["DBA-MOVE-2"]
        b = alone(code, terrain=[wood, road])
        assert is_legal(b, ahead(b, 0, by=400))
        assert not is_legal(b, ahead(b, 0, by=401))
        assert "DBA-MOVE-2" in ask(b, ahead(b, 0, by=180, aside=80)).reasons


@pytest.mark.clause("DBA-MOVE-4", "DBA-MOVE-1", "DBA-PIP-9")
def test_along_a_road_blades_go_400_and_pay_like_anybody() -> None:
    b = alone("4Bd", terrain=[(ROAD, [(1500, 0), (1500, 3000)], 160)])
    answer = ask(b, ahead(b, 0, by=400))
    assert answer.legal
    assert answer.cost == 1
    assert not is_legal(b, ahead(b, 0, by=401))
    b.figures[0].x = 1600  # its middle is beside the road
    assert ask(b, ahead(b, 0, by=400)).reasons == ["DBA-MOVE-1"]


@pytest.mark.clause("DBA-MOVE-4", "DBA-GROUP-8")
def test_round_a_bend_of_the_road_by_waypoints() -> None:
    # North to (1500, 1700), then east. 200 + 140 of centre; the turn costs the corner travel of one part.
    b = alone("4Bd", terrain=[(ROAD, [(1500, 0), (1500, 1700), (3000, 1700)], 160)])
    assert is_legal(b, move(0, to=(1600, 1700), facing="E", via=[(1500, 1700)]))


# Whom it meets


@pytest.mark.clause("DBA-GROUP-3")
def test_enemies_and_friends_are_in_the_way() -> None:
    b = lay(
        ("A", "3Cv", RED, 1500, 1500, "N", {"general": 1}),
        ("B", "4Bd", RED, 1500, 1750, "N"),
    )
    assert ask(b, ahead(b, 0, by=400)).reasons == ["DBA-PASS-1"]
    b.figures[1].side = BLUE
    b.figures[1].fy = 1.0  # turns its back
    assert "DBA-GROUP-3" in ask(b, ahead(b, 0, by=400)).reasons


@pytest.mark.clause("DBA-PASS-1", "DBA-PASS-2")
@pytest.mark.parametrize(
    ("mover", "friend", "passes"),
    [
        ("3Cv", "2Ps", True), ("El", "2Ps", True), ("2Ps", "4Bd", True), ("2Ps", "2Ps", True), ("2Ps", "El", True),
        ("4Bd", "2Ps", False), ("3Cv", "4Bd", False), ("3Ax", "2Ps", False), ("3Cv", "3Cv", False),
    ],
)  # fmt: skip
def test_who_passes_through_whom(mover: str, friend: str, passes: bool) -> None:
    # The friend's rear is 10 paces before the mover, its depth at most 160: beyond it there is room at 300.
    b = lay(("A", mover, RED, 1500, 1500, "N", {"general": 1}), ("B", friend, RED, 1500, 0, "N"))
    b.figures[1].y = 1500 + b.figures[0].depth / 2 + 10 + b.figures[1].depth / 2
    beyond = b.figures[0].depth + 10 + b.figures[1].depth
    if beyond <= 300:
        assert is_legal(b, ahead(b, 0, by=beyond)) is passes
    # Its distance must reach: one pace less ends on the friend.
    assert not is_legal(b, ahead(b, 0, by=beyond - 1))


@pytest.mark.clause("DBA-PASS-2")
def test_friends_passed_through_must_face_alike_or_opposite() -> None:
    for facing, legal in (("N", True), ("S", True), ("E", False), (45, False)):
        b = lay(
            ("A", "3Cv", RED, 1500, 1500, "N", {"general": 1}),
            ("B", "2Ps", RED, 1500, 1700, facing),
        )
        assert is_legal(b, ahead(b, 0, by=400)) is legal


@pytest.mark.clause("DBA-PASS-2")
def test_there_must_be_room_beyond_the_last_friend() -> None:
    b = lay(
        ("A", "3Cv", RED, 1500, 1500, "N", {"general": 1}),
        ("B", "2Ps", RED, 1500, 1620, "N"),
        ("C", "4Bd", RED, 1500, 1750, "N"),
    )
    # Psiloi from 1580 to 1660, Blades from 1720 to 1780: Cavalry, 120 deep, has no room between them.
    for by in range(170, 400, 10):
        assert not is_legal(b, ahead(b, 0, by=by))


@pytest.mark.clause("DBA-PASS-3")
def test_cutting_the_corner_of_a_friend_with_one_corner() -> None:
    # A (x 1420..1580, y 1440..1560) goes north-east. Its right rear corner runs along y = x - 140, its right
    # front one along y = x - 20. B covers x 1700..1860, y 1560..1620: its upper left corner (1700, 1620) lies between
    # the two lines, so that the right rear corner alone crosses B. A ends clear once its rear is above 1620.
    b = lay(
        ("A", "3Cv", RED, 1500, 1500, "N", {"general": 1}),
        ("B", "4Bd", RED, 1780, 1590, "N"),
    )
    assert is_legal(b, move(0, to=(1690, 1690)))
    assert ask(b, move(0, to=(1670, 1670))).reasons == ["DBA-PASS-1"]  # its rear at 1610 ends on B
    # 100 lower, B's upper left corner (1700, 1520) is below both lines: nobody is touched.
    b.figures[1].y = 1490
    assert is_legal(b, move(0, to=(1690, 1690)))
    # Higher, with its corner at (1700, 1700), above both: two corners cross.
    b.figures[1].y = 1670
    assert ask(b, move(0, to=(1770, 1770))).reasons == ["DBA-PASS-1"]
    # Nobody cuts an enemy's corner.
    b.figures[1].y = 1590
    b.figures[1].side = BLUE
    assert "DBA-GROUP-3" in ask(b, move(0, to=(1690, 1690))).reasons


@pytest.mark.clause("DBA-PASS-3")
def test_two_corners_over_a_friend_are_too_many() -> None:
    # A moves straight west past friend B, who stands aslant with one corner in A's strip.
    b = lay(
        ("A", "3Cv", RED, 1500, 1500, "N", {"general": 1}),
        ("B", "4Bd", RED, 1300, 1620, 45),
    )
    # A's strip going west is y 1440..1560. B faces north-east: its corners are 1300 +- (80 * cos45 ...): the lowest is
    # its right rear corner at x = 1300 + 56.57 - 21.21 = 1335.4, y = 1620 - 56.57 - 21.21 = 1542.2: below 1560, so the
    # strip is cut; A's two upper corners run along y = 1560 and both cross. Two corners: not legal.
    assert ask(b, move(0, to=(1150, 1500))).reasons == ["DBA-PASS-1"]
    # B reaches y = 1560 between x = 1317.6 and 1353.2. With its left side at 1360 A stops short of it.
    assert is_legal(b, move(0, to=(1440, 1500)))


@pytest.mark.clause("DBA-GROUP-2")
def test_nobody_slips_sideways_through_a_gap_narrower_than_a_base() -> None:
    # B and C are 150 apart north to south; A, 120 deep, goes west between them.
    b = lay(
        ("A", "3Cv", RED, 1700, 1500, "N", {"general": 1}),
        ("B", "4Bd", RED, 1500, 1605, "N"),
        ("C", "4Bd", RED, 1500, 1395, "N"),
    )
    assert ask(b, move(0, to=(1300, 1500))).reasons == ["DBA-GROUP-2"]
    b.figures[1].y = 1615  # 160 apart: exactly a base width can be passed
    assert is_legal(b, move(0, to=(1300, 1500)))


@pytest.mark.clause("DBA-GROUP-2", "DBA-MOVE-7")
@pytest.mark.parametrize("north", [1, 2])
@pytest.mark.parametrize("facing", ["N", "S"])
def test_a_gap_is_passed_at_its_middle_whoever_is_named_first_and_in_parts_too(north: int, facing: str) -> None:
    # B and C, from x 1420 to 1580, are 130 apart; of the shortest lines between them the middle one is at x = 1500.
    b = lay(
        ("A", "3Cv", RED, 1730, 1500, "N", {"general": 1}),
        ("B", "4Bd", RED, 1500, 1595 if north == 1 else 1405, "N"),
        ("C", "4Bd", RED, 1500, 1405 if north == 1 else 1595, facing),
    )
    assert is_legal(b, move(0, to=(1500, 1500)))
    assert ask(b, move(0, to=(1499, 1500))).reasons == ["DBA-GROUP-2"]
    for stop in (1420, 1500, 1580):
        assert ask(b, move(0, to=(1350, 1500), via=[(stop, 1500)])).reasons == ["DBA-GROUP-2"]


FAR_ROAD = (ROAD, [(200, 0), (200, 3000)], 160)
"""A road at the west edge of the board, out of everybody's reach."""


@pytest.mark.clause("DBA-GROUP-2")
@pytest.mark.parametrize("terrain", [[], [FAR_ROAD]])
def test_a_gap_counts_whose_far_side_stands_beyond_the_movers_reach(terrain: list[Any]) -> None:
    # Blades are 160 wide and 60 deep. A goes aside to the east, its middle along y 1500, its base between y 1470 and
    # 1530. North of that B's right rear corner is at (1660, 1531), south of it C's left front corner at (1782, 1430):
    # 122 east and 101 south of the other, sqrt(122² + 101²) = 158.4 paces away. The line between them crosses y 1500 at
    # x = 1660 + 122 * 31 / 101 = 1697.4. A goes 200, to x 1700; its right edge, then at x 1780, does not get to C.
    b = lay(
        ("A", "4Bd", RED, 1500, 1500, "N", {"general": 1}),
        ("B", "4Bd", RED, 1580, 1561, "N"),
        ("C", "4Bd", RED, 1862, 1400, "N"),
        terrain=terrain,
    )
    assert ask(b, ahead(b, 0, by=0, aside=200)).reasons == ["DBA-GROUP-2"]
    assert is_legal(b, ahead(b, 0, by=0, aside=195))  # short of the gap
    b.figures[2].x += 3  # sqrt(125² + 101²) = 160.7: wide enough
    assert is_legal(b, ahead(b, 0, by=0, aside=200))


@pytest.mark.clause("DBA-GROUP-2")
def test_a_gap_to_the_board_edge_counts() -> None:
    b = lay(
        ("A", "3Cv", RED, 1700, 70, "N", {"general": 1}),
        ("B", "4Bd", RED, 1500, 180, "N"),  # its rear edge is 150 from the board's edge
    )
    assert ask(b, move(0, to=(1320, 70))).reasons == ["DBA-GROUP-2"]
    b.figures[1].y = 190
    assert is_legal(b, move(0, to=(1320, 70)))


def water(shore: float) -> tuple[Any, ...]:
    """A waterway along the south edge, as deep as this."""
    return (Ground.WATERWAY, [(0, 0), (3000, 0), (3000, shore), (0, shore)])


@pytest.mark.clause("DBA-GROUP-2", "DBA-TERR-7")
def test_a_gap_to_a_waterway_counts() -> None:
    # The shore is at y 200; B's rear edge, and the side of a camp, are 150 from it. A, 120 deep, goes west between.
    # With 160 it may.
    for room, reasons in ((150, ["DBA-GROUP-2"]), (160, [])):
        b = lay(
            ("A", "3Cv", RED, 1700, 270, "N", {"general": 1}),
            ("B", "4Bd", RED, 1500, 200 + room + 30, "N"),
            terrain=[water(200)],
        )
        assert ask(b, move(0, to=(1320, 270))).reasons == reasons
        b = lay(
            ("A", "3Cv", RED, 1700, 270, "N", {"general": 1}),
            terrain=[water(200)],
            camps={RED: (1500, 200 + room + 50, "N", 200, 100)},
        )
        assert ask(b, move(0, to=(1320, 270))).reasons == reasons


@pytest.mark.clause("DBA-GROUP-2")
def test_a_gap_between_a_pond_and_the_board_edge_counts_and_woods_make_none() -> None:
    # 150 paces between the south edge and a piece of ground from y 150 on: A slips by a wood, but not by water.
    for ground, reasons in ((Ground.WOOD, []), (Ground.WATERWAY, ["DBA-GROUP-2"])):
        piece = (ground, [(1400, 150), (1600, 150), (1600, 500), (1400, 500)])
        b = lay(("A", "3Cv", RED, 1700, 70, "N", {"general": 1}), terrain=[piece])
        assert ask(b, move(0, to=(1320, 70))).reasons == reasons


@pytest.mark.clause("DBA-GROUP-2", "DBA-GROUP-3")
def test_a_gap_of_one_base_width_is_passed_straight_ahead() -> None:
    b = lay(
        ("A", "3Cv", RED, 1500, 1500, "N", {"general": 1}),
        ("B", "4Bd", RED, 1340, 1700, "N"),
        ("C", "4Bd", RED, 1660, 1700, "N"),
    )
    assert is_legal(b, ahead(b, 0, by=400))
    b.figures[2].x = 1659
    assert ask(b, ahead(b, 0, by=400)).reasons == ["DBA-PASS-1"]


@pytest.mark.clause("DBA-TERR-7", "DBA-GROUP-3")
def test_waterways_and_camps_are_in_the_way() -> None:
    lake = (Ground.WATERWAY, [(0, 1700), (3000, 1700), (3000, 3000), (0, 3000)])
    b = alone("3Cv", terrain=[lake])
    assert is_legal(b, ahead(b, 0, by=140))
    assert "DBA-TERR-7" in ask(b, ahead(b, 0, by=150)).reasons
    b = lay(
        ("A", "3Cv", RED, 1500, 1500, "N", {"general": 1}),
        ("F", "CF", RED, 1500, 1700, "N", {"camp": RED}),
        camps={RED: (1500, 1700, "N", 160, 80)},
    )
    assert is_legal(b, ahead(b, 0, by=100))
    assert ask(b, ahead(b, 0, by=300)).reasons == ["DBA-GROUP-3"]


@pytest.mark.clause("DBA-CAMP-4", "DBA-ARMY-7", "DBA-WIN-3")
def test_an_empty_enemy_camp_is_taken_by_moving_into_it() -> None:
    b = lay(
        ("A", "3Cv", RED, 1500, 1500, "N", {"general": 1}),
        camps={BLUE: (1500, 1800, "S", 320, 240)},
    )
    assert not is_legal(b, ahead(b, 0, by=170))  # its front is in it, its middle is not
    go(b, ahead(b, 0, by=300))
    assert b.figures[0].camp == BLUE
    assert b.camps[BLUE].occupant == 0
    assert b.camps[BLUE].holder == RED
    # And out again, in a later bound.
    b.figures[0].moves = 0
    go(b, move(0, to=(1500, 1600), facing="S"))
    assert b.figures[0].camp == -1
    assert b.camps[BLUE].occupant == -1
    assert b.camps[BLUE].holder == RED


@pytest.mark.clause("DBA-PIP-1", "DBA-MULTI-1")
def test_a_move_is_paid_for_and_made_once() -> None:
    b = alone("4Bd")
    b.pips = 2
    log = go(b, move(0, to=(1540, 1600), facing=30))
    assert codes(log, Kind.EVENT) == ["MOVES"]
    assert where(b, 0) == (1540, 1600, 0.5, pytest.approx(math.sqrt(0.75), abs=1e-3))
    assert b.pips == 1
    assert b.figures[0].moves == 1
    assert ask(b, ahead(b, 0, by=10)).reasons == ["DBA-MULTI-1"]
    b.figures[0].moves = 0
    b.pips = 0
    assert ask(b, ahead(b, 0, by=10)).reasons == ["DBA-PIP-1"]


@pytest.mark.clause("DBA-SEQ-1")
def test_only_the_active_sides_elements_on_the_table_move() -> None:
    b = lay(("A", "4Bd", RED, 500, 500, "N", {"general": 1}), ("B", "4Bd", BLUE, 1500, 1500, "S", {"general": 1}))
    assert ask(b, move(1, to=(1500, 1400), facing="S")).reasons == ["DBA-SEQ-1"]
    b.figures[0]["where"] = 3
    assert ask(b, move(0, to=(500, 600))).reasons == ["DBA-SEQ-2"]


# Rivers

RIVER = (Ground.RIVER, [(0, 1700), (3000, 1700)], 100)  # from y = 1650 to 1750


@pytest.mark.clause("DBA-MOVE-5", "DBA-RIVER-1", "DBA-RIVER-2")
@pytest.mark.parametrize("pips", [1, 6])
def test_a_river_slows_to_100_paces_and_is_thrown_for_when_first_entered(pips: int) -> None:
    for die, state in ((2, 1), (3, 2)):
        b = alone("3Cv", terrain=[RIVER], pips=pips)  # its front is at 1560, 90 before the river
        assert ask(b, ahead(b, 0, by=90)).notes == []
        assert ask(b, ahead(b, 0, by=100)).notes == ["DBA-RIVER-1"]
        log = go(b, ahead(b, 0, by=100), throw(die))
        assert b.river == state
        assert codes(log, Kind.EVENT) == ["RIVER_PALTRY" if state == 1 else "RIVER_ORDINARY", "MOVES"]
        assert (b.figures[0].y, b.pips) == (1600, pips - 1)
    b = alone("3Cv", terrain=[RIVER], river=1)
    assert is_legal(b, ahead(b, 0, by=400))
    b = alone("3Cv", terrain=[RIVER], river=2)
    assert ask(b, ahead(b, 0, by=101)).reasons == ["DBA-MOVE-5"]


def throw(die: int) -> Any:
    """Dice of which one is thrown for the river, whoever of Red tries it."""
    return scripted_dice([(Purpose.RIVER.value, RED, -1, die)])


@pytest.mark.clause("DBA-RIVER-1")
def test_of_a_river_that_is_not_entered_nothing_is_said() -> None:
    """Its bank is 90 paces ahead, and nobody knows the river yet."""
    b = alone("3Cv", terrain=[RIVER])
    assert ask(b, ahead(b, 0, by=80)).notes == []


@pytest.mark.clause("DBA-RIVER-1", "DBA-MOVE-5", "DBA-GROUP-6", "DBA-RIVER-3")
def test_whoever_tries_an_unknown_river_as_an_ordinary_one_forbids_throws_and_may_stay() -> None:
    """Too far, in line, aslant: a 2 lets them through, a 3 has cost the PIP and the move, and nobody has stirred."""
    line = [("A", "3Cv", RED, 1500, 1500, "N", {"general": 1}), ("B", "3Cv", RED, 1660, 1500, "N")]
    aslant = [("A", "3Cv", RED, 1500, 1545, 47, {"general": 1})]
    for elements, by in ((line[:1], 101), (line, 100), (aslant, 95)):
        for die in (2, 3):
            b = lay(*elements, terrain=[RIVER])
            action = ahead(b, *range(len(elements)), by=by)
            assert ask(b, action).notes == ["DBA-RIVER-1"]
            before = [where(b, i) for i in range(len(elements))]
            log = go(b, action, throw(die))
            moved = "GROUP_MOVES" if len(elements) > 1 else "MOVES"
            ends = ["RIVER_PALTRY", moved] if die == 2 else ["RIVER_ORDINARY", "RIVER_BARS_THE_WAY"]
            assert codes(log, Kind.EVENT) == ends
            assert ([where(b, i) for i in range(len(elements))] == before) == (die == 3)
            assert [int(b.figures[i].moves) for i in range(len(elements))] == [1] * len(elements)
            assert b.pips == 5


@pytest.mark.clause("DBA-RIVER-3")
def test_a_river_is_entered_within_45_degrees_of_square_on_and_then_straight() -> None:
    for facing, legal in ((0, True), (44, True), (47, False)):
        b = lay(("A", "3Cv", RED, 1500, 1500, facing, {"general": 1}), terrain=[RIVER], river=2)
        b.figures[0].y = 1545
        assert is_legal(b, ahead(b, 0, by=95)) is legal
    b = alone("3Cv", terrain=[RIVER], river=2)
    assert ask(b, ahead(b, 0, by=95, aside=20)).reasons == ["DBA-RIVER-3"]
    b.figures[0].y = 1700  # in the river
    assert is_legal(b, ahead(b, 0, by=100))
    assert is_legal(b, ahead(b, 0, by=-100))
    assert ask(b, ahead(b, 0, by=0, aside=50)).reasons == ["DBA-RIVER-3"]
    assert ask(b, move(0, to=(1500, 1700), facing=10)).reasons == ["DBA-RIVER-3"]


@pytest.mark.clause("DBA-TERR-10", "DBA-MOVE-4", "DBA-RIVER-1")
def test_a_road_crosses_the_river_without_hindrance() -> None:
    b = alone("3Cv", terrain=[RIVER, (ROAD, [(1500, 0), (1500, 3000)], 160)])
    go(b, ahead(b, 0, by=400))
    assert b.river == 0


@pytest.mark.clause("DBA-RIVER-1")
@pytest.mark.parametrize(("option", "paltry"), [("paltry_to_two", (1, 2)), ("paltry_to_three", (1, 2, 3))])
def test_up_to_which_throw_a_river_is_paltry_is_a_switch(option: str, paltry: tuple[int, ...]) -> None:
    for die in range(1, 7):
        b = alone("3Cv", terrain=[RIVER], river_dice=option)
        dice = throw(die)
        go(b, ahead(b, 0, by=95), dice)
        assert b.river == (1 if die in paltry else 2), die
        assert odd_dice(dice) == []


@pytest.mark.clause("DBA-MOVE-5")
@pytest.mark.parametrize(("option", "most"), [("100_paces", 100), ("160_paces", 160)])
def test_how_far_one_goes_who_crosses_a_river_is_a_switch(option: str, most: int) -> None:
    b = alone("3Cv", terrain=[RIVER], river=2, river_move=option)
    assert is_legal(b, ahead(b, 0, by=most))
    assert ask(b, ahead(b, 0, by=most + 1)).reasons == ["DBA-MOVE-5"]


@pytest.mark.clause("DBA-MOVE-5")
def test_only_the_front_edge_in_the_river_slows() -> None:
    """Cavalry 120 deep, the far bank at y 1750: its front edge is 60 before its middle, its rear 60 behind."""
    b = alone("3Cv", terrain=[RIVER], river=2)
    b.figures[0].y = 1800  # from 1740 to 1860: the rear stands in the water, the front does not
    assert is_legal(b, ahead(b, 0, by=400))
    b.figures[0].y = 1680  # front edge at 1740: it starts in the water
    assert is_legal(b, ahead(b, 0, by=100))
    assert ask(b, ahead(b, 0, by=101)).reasons == ["DBA-MOVE-5"]
    b.figures[0].y = 1800  # backwards, its front edge comes to y 1749
    assert ask(b, ahead(b, 0, by=-111)).reasons == ["DBA-MOVE-5"]


@pytest.mark.clause("DBA-MOVE-4")
@pytest.mark.parametrize(("width", "fits"), [(80, True), (50, False)])
def test_the_middle_of_the_front_is_on_the_road_too(width: int, fits: bool) -> None:
    """Blades face east across a road that runs north: the middle of their front is 30 east of its middle line."""
    b = lay(("A", "4Bd", RED, 1500, 1500, "E", {"general": 1}), terrain=[(ROAD, [(1500, 0), (1500, 3000)], width)])
    answer = ask(b, move(0, to=(1500, 1800), facing="E"))
    assert answer.reasons == ([] if fits else ["DBA-MOVE-1"])
    assert is_legal(b, move(0, to=(1500, 1700), facing="E"))  # 200 they go anywhere


@pytest.mark.clause("DBA-MOVE-4")
def test_a_move_is_by_road_only_if_all_of_it_is() -> None:
    """The road ends at y 1700: 300 north, of which the last 100 are beside it."""
    b = lay(("A", "4Bd", RED, 1500, 1500, "N", {"general": 1}), terrain=[(ROAD, [(1500, 0), (1500, 1700)], 160)])
    assert ask(b, ahead(b, 0, by=300)).reasons == ["DBA-MOVE-1"]
    b.figures[0].y = 1300
    assert is_legal(b, ahead(b, 0, by=300))


@pytest.mark.clause("DBA-MOVE-4")
def test_a_move_by_road_ends_with_the_road_under_its_front() -> None:
    """The road ends at y 1700. Blades whose front is at y 1330 go 370 along it, no farther."""
    b = lay(("A", "4Bd", RED, 1500, 1300, "N", {"general": 1}), terrain=[(Ground.ROAD, [(1500, 0), (1500, 1700)], 160)])
    assert is_legal(b, ahead(b, 0, by=370))
    assert ask(b, ahead(b, 0, by=372)).reasons == ["DBA-MOVE-1"]


@pytest.mark.clause("DBA-MOVE-5")
def test_the_front_of_an_element_is_where_it_faces() -> None:
    for facing, x, y in (("N", 1500.0, 1559.5), ("E", 1559.5, 1500.0), ("S", 1500.0, 1440.5), ("W", 1440.5, 1500.0)):
        strip = front_strip(base_of(lay(("A", "3Cv", RED, 1500, 1500, facing)).figures[0]))
        assert (strip.x, strip.y, strip.half_width, strip.half_depth) == (x, y, 80.0, 0.5)
