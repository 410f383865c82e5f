"""Moves into contact and in zones of control as the whole judge sees them, with worked examples of the conventions."""

from __future__ import annotations

import math
from typing import Any

import pytest

from dba.orders import ahead, ask, go, is_legal, march, move
from dba.table import BLUE, READER, RED, entries, fresh_log, front_at, lay, where
from sandtable.games.dba.record import Ground
from sandtable.games.dba.rules.movement import judge_move
from sandtable.kernel.log import Kind
from sandtable.kernel.records import Path

GENERAL = {"general": 1}


def pose(code: str, x: float, y: float, facing: str) -> dict[str, Any]:
    """Where an element's middle is when its front's middle is at (x, y) mm of the worked examples."""
    px, py, _ = front_at(code, 4 * x, 4 * y, facing)
    return {"to": (px, py), "facing": facing}


@pytest.mark.clause("WAD-RES-2", "WAD-MEAS-2", "DBA-CONTACT-5")
def test_example_10_cavalry_reaches_contact_and_blades_do_not() -> None:
    # FL (150, 170), FR (110, 170) mm to FL (140, 100), FR (100, 100): 70.71 mm are 283 paces.
    for code, legal in (("3Cv", True), ("4Bd", False)):
        b = lay(
            ("M", code, RED, *front_at(code, 4 * 130, 4 * 170, "S"), GENERAL),
            ("E", "4Bd", BLUE, *front_at("4Bd", 4 * 120, 4 * 100, "N"), GENERAL),
        )
        action = move(0, **pose(code, 120, 100, "S"))
        assert is_legal(b, action) is legal
        if legal:
            go(b, action)
            assert b.figures[0].charged == 1
        else:
            assert ask(b, action).reasons == ["DBA-MOVE-1"]


@pytest.mark.clause("WAD-RES-3", "WAD-MEAS-2")
def test_example_11_wheel_in_the_zone() -> None:
    # E's front is (0, 0)-(40, 0) mm facing north, M faces west with FL (10, 10), FR (10, 50). It pivots on FL by 90
    # degrees to the left: FR goes 56.57 mm, 226 paces. Everything is moved 100 mm east and north here.
    for code, legal in (("3Ax", True), ("4Bd", False)):
        b = lay(
            ("M", code, RED, *front_at(code, 4 * 110, 4 * 130, "W"), GENERAL),
            ("E", "4Bd", BLUE, *front_at("4Bd", 4 * 120, 4 * 100, "N"), GENERAL),
        )
        action = move(0, **pose(code, 90, 110, "S"))
        assert is_legal(b, action) is legal
        if not legal:
            assert ask(b, action).reasons == ["DBA-MOVE-1"]


@pytest.mark.clause("WAD-RES-6", "WAD-RES-1")
def test_example_12_retire_straight_back_and_not_aside() -> None:
    b = lay(
        ("M", "3Cv", RED, *front_at("3Cv", 4 * 120, 4 * 130, "S"), GENERAL),
        ("E", "4Bd", BLUE, *front_at("4Bd", 4 * 120, 4 * 100, "N"), GENERAL),
    )
    assert is_legal(b, move(0, **pose("3Cv", 120, 160, "S")))
    assert not is_legal(b, move(0, **pose("3Cv", 125, 160, "S")))


@pytest.mark.clause("WAD-MEAS-1")
def test_example_13_about_face_of_blades() -> None:
    b = lay(("A", "4Bd", RED, 1000, 1000, "N", GENERAL))
    go(b, move(0, to=(1000, 1000), facing="S"))
    assert where(b, 0) == (1000, 1000, 0, -1)


def door(code: str = "4Bd", friend: bool = True, **options: Any) -> Any:
    """A stands in overlap beside its friend, who holds the enemy E to its front."""
    return lay(
        ("A", code, RED, 1660, 1500, "N", GENERAL),
        ("E", "4Bd", BLUE, 1500, 1560, "S", GENERAL),
        ("B", "4Bd", RED, 1500 if friend else 500, 1500, "N"),
        **options,
    )


@pytest.mark.clause("DBA-CONTACT-7")
def test_closing_the_door_exceeds_the_move_distance() -> None:
    # A swings on its left front corner (1580, 1530): its right front corner goes 226 paces, Blades may go 200.
    # It ends facing west, its front on x = 1580 from y = 1530 (left) to 1690; its middle at (1610, 1610).
    b = door()
    action = move(0, to=(1610, 1610), facing="W")
    assert is_legal(b, action)
    go(b, action)
    assert where(b, 0) == (1610, 1610, -1, 0)
    # Without the friend who holds the enemy the swing is too long.
    answer = ask(door(friend=False), action)
    assert not answer.legal
    assert "DBA-MOVE-1" in answer.reasons


@pytest.mark.clause("DBA-CONTACT-7", "DBA-MOVE-7")
def test_who_goes_to_the_door_by_a_way_point_is_told_how_far_that_is() -> None:
    """100 paces to the right: turned there, its left corner has gone 186.0, and then all of it goes 186.0 more."""
    log = fresh_log()
    assert not judge_move(door(), move(0, to=(1610, 1610), facing="W", via=[(1760, 1500)]), log).legal
    far = [float(e.value) for e in entries(log, Kind.REASON) if READER.clause(e) == "DBA-MOVE-1"]
    assert far == [pytest.approx(2 * math.hypot(150, 110), abs=0.01)]


@pytest.mark.clause("DBA-CONTACT-7", "DBA-MOVE-4")
def test_a_road_beside_them_does_not_keep_the_door_open() -> None:
    # The same swing of 226 paces; a road, from x 1820 to x 1980, runs by 80 paces to the right of A (x 1580 to 1740).
    # Along it Blades go 400, and 226 are less; but A is not on it, and may swing as it may without a road.
    road = (Ground.ROAD, [(1900, 0), (1900, 3000)], 160)
    b = door(terrain=[road])
    action = move(0, to=(1610, 1610), facing="W")
    assert is_legal(b, action)
    go(b, action)
    assert where(b, 0) == (1610, 1610, -1, 0)
    # Without the friend who holds the enemy the road does not help either.
    assert "DBA-MOVE-1" in ask(door(friend=False, terrain=[road]), action).reasons


@pytest.mark.clause("DBA-CONTACT-7", "DBA-MOVE-3", "DBA-MOVE-4")
def test_closing_the_door_exceeds_every_move_distance() -> None:
    # A stands with its middle, x 1660, on a road from x 1640 to x 1800 and swings out of it: 226 of 200 paces.
    b = door(terrain=[(Ground.ROAD, [(1720, 0), (1720, 3000)], 160)])
    assert is_legal(b, move(0, to=(1610, 1610), facing="W"))
    # Cavalry, 120 deep, may go 400 but only 200 in bad going; its right corners swing through a wood, 226 paces.
    wood = (Ground.WOOD, [(1640, 1560), (2000, 1560), (2000, 2000), (1640, 2000)])
    for friend in (True, False):
        b = door("3Cv", friend, terrain=[wood])
        b.figures[0].y = 1530 - 60  # its front is level with the enemy's, at y 1530
        answer = ask(b, move(0, to=(1640, 1610), facing="W"))
        assert answer.legal is friend
        assert ("DBA-MOVE-3" in answer.reasons) is not friend


@pytest.mark.clause("DBA-CONTACT-4", "DBA-CONTACT-2")
def test_contact_must_be_a_legal_one() -> None:
    b = lay(
        ("A", "3Cv", RED, 1500, 1500, "N", GENERAL),
        ("E", "4Bd", BLUE, 1520, 1760, "S", GENERAL),  # 20 aside; its front is at 1730
    )
    assert not is_legal(b, ahead(b, 0, by=170))  # half on it
    assert is_legal(b, ahead(b, 0, by=170, aside=20))
    assert is_legal(b, ahead(b, 0, by=160, aside=20))  # lined up opposite, closer


@pytest.mark.clause("DBA-CONTACT-1")
def test_artillery_and_war_wagons_never_move_into_contact() -> None:
    for code in ("Art", "WWg"):
        b = lay(("A", code, RED, 1500, 1500, "N", GENERAL), ("E", "4Bd", BLUE, 1500, 0, "S", GENERAL))
        b.figures[1].y = 1500 + b.figures[0].depth / 2 + 190 + 30
        assert not is_legal(b, ahead(b, 0, by=190))


@pytest.mark.clause("WAD-WWG-3", "WAD-WWG-4", "WAD-WWG-7")
def test_a_war_wagon_stops_where_it_enters_a_zone_and_never_moves_in_one() -> None:
    # The wagon's front is at 1660; the enemy's front at 1660 + 300, its zone from there 160 towards it: from 1800.
    for option, legal in (("yes_and_stop", True), ("no", False)):
        b = lay(
            ("W", "WWg", RED, 1500, 1500, "N", GENERAL),
            ("E", "4Bd", BLUE, 1500, 1990, "S", GENERAL),
            wwg_may_enter_zoc=option,
        )
        assert is_legal(b, ahead(b, 0, by=130))
        assert is_legal(b, ahead(b, 0, by=141)) is legal
        assert not is_legal(b, ahead(b, 0, by=160))
    b = lay(("W", "WWg", RED, 1500, 1500, "N", GENERAL), ("E", "4Bd", BLUE, 1500, 1840, "S", GENERAL))
    assert "WAD-WWG-3" in ask(b, ahead(b, 0, by=-50)).reasons
    assert "WAD-WWG-3" in ask(b, ahead(b, 0, by=20)).reasons


@pytest.mark.clause("WAD-ZOC-16", "WAD-RES-8")
def test_nobody_crosses_an_enemys_front() -> None:
    # E faces south, its front at 1730: its zone is x 1420..1580, y 1570..1730. A goes east to west through it.
    b = lay(("A", "3Cv", RED, 1700, 1640, "N", GENERAL), ("E", "4Bd", BLUE, 1500, 1760, "S", GENERAL))
    assert not is_legal(b, move(0, to=(1330, 1640)))
    # Round it, below: the strip of A (120 deep) along y = 1500 reaches up to 1560.
    assert is_legal(b, move(0, to=(1400, 1500), via=[(1700, 1500)])) is False  # 140 + 300: too far
    assert "DBA-MOVE-1" in ask(b, move(0, to=(1400, 1500), via=[(1700, 1500)])).reasons
    b.figures[0].y = 1500.0
    assert is_legal(b, move(0, to=(1360, 1500)))


@pytest.mark.clause("WAD-RES-15", "WAD-ZOC-18", "DBA-GROUP-8")
def test_a_group_goes_into_front_contact_and_a_lone_enemy_lines_up() -> None:
    # Two Blades go straight ahead; the enemy before the left one stands 20 aside and lines up (CONTACT-8).
    b = lay(
        ("A", "4Bd", RED, 1000, 1000, "N", GENERAL),
        ("B", "4Bd", RED, 1160, 1000, "N"),
        ("E", "3Cv", BLUE, 1000, 1200, "S", GENERAL),  # its front at 1140
    )
    go(b, ahead(b, 0, 1, by=110))
    assert where(b, 0)[:2] == (1000, 1110)
    assert b.figures[0].charged == 2


@pytest.mark.clause("WAD-ZOC-18", "DBA-GROUP-10")
def test_who_forms_a_column_goes_through_no_zone() -> None:
    # The leader goes 60 ahead. The second comes in behind it from the east, x 1160 to 1000, at y = 1000, in the zone
    # of E, who faces west from x = 1250: x 1090..1250, y 900..1060, where it stands from the start: not nearer to E.
    b = lay(
        ("A", "4Bd", RED, 1000, 1000, "N", GENERAL),
        ("B", "4Bd", RED, 1160, 1000, "N"),
        ("E", "4Bd", BLUE, 1280, 980, "W", GENERAL),
    )
    action = march(0, 1, legs=[(60, 0)], to=(1000, 1060), facing="N", path=Path.COLUMN)
    assert not is_legal(b, action)
    b.figures[2].x = 1500
    assert is_legal(b, action)


def line_before(x: float, **options: Any) -> Any:
    """Red Blades 0 and 1 side by side at x 1000 to 1320, their fronts at y 1000; a blue enemy 100 ahead from x."""
    return lay(
        ("A", "4Bd", RED, *front_at("4Bd", 1080, 1000, "N"), GENERAL),
        ("B", "4Bd", RED, *front_at("4Bd", 1240, 1000, "N")),
        ("E", "4Bd", BLUE, *front_at("4Bd", x, 1100, "S"), GENERAL),
        **options,
    )


@pytest.mark.clause("WAD-RES-15", "DBA-GROUP-8")
@pytest.mark.parametrize(("option", "legal"), [("frees_the_group", True), ("each_closer", False)])
def test_a_group_may_square_up_towards_its_neighbours_side(option: str, legal: bool) -> None:
    # E stands 60 to the right of A, so that A and B are both in its zone. A slides into front contact; the left front
    # corner of B gets from (1160, 1000) to (1220, 1100), 160 from E's right one at (1060, 1100) instead of 141.
    b = line_before(1140, squaring_up=option)
    action = ahead(b, 0, 1, by=100, aside=60)
    assert ask(b, action).reasons == ([] if legal else ["WAD-RES-3", "WAD-RES-15"])
    if legal:
        go(b, action)
        assert [where(b, i)[:2] for i in (0, 1)] == [(1140, 1070), (1300, 1070)]


@pytest.mark.clause("WAD-RES-15", "WAD-RES-11", "WAD-WWG-3")
def test_only_the_slide_into_front_contact_takes_the_neighbours_along() -> None:
    # Ten paces short of contact, and straight ahead without a slide: each must get closer.
    b = line_before(1140)
    assert ask(b, ahead(b, 0, 1, by=90, aside=60)).reasons == ["WAD-RES-3", "WAD-RES-15"]
    # B's way ends with its front edge on the side of F, who faces away and restricts nobody.
    b = line_before(1140)
    b.figures[3] = lay(("F", "4Bd", BLUE, 1340, 1180, "E")).figures[0]
    b.n_figures = 4
    assert ask(b, ahead(b, 0, 1, by=100, aside=60)).reasons == ["WAD-RES-11"]
    # A War Wagon in the zone moves in no case.
    b = line_before(1140)
    b.figures[1] = lay(("W", "WWg", RED, *front_at("WWg", 1240, 1000, "N"))).figures[0]
    assert "WAD-WWG-3" in ask(b, ahead(b, 0, 1, by=100, aside=60)).reasons


@pytest.mark.clause("WAD-RES-7", "DBA-GROUP-5")
@pytest.mark.parametrize("option", ["no", "yes"])
def test_a_group_goes_back_only_out_of_a_zone_and_by_the_switch(option: str) -> None:
    b = line_before(1080, group_retire=option)
    assert ask(b, ahead(b, 0, 1, by=-100)).reasons == ([] if option == "yes" else ["WAD-RES-7"])
    # Nobody restricts them: a group does not go back.
    b = line_before(2000, group_retire=option)
    assert ask(b, ahead(b, 0, 1, by=-100)).reasons == ["DBA-GROUP-5"]


@pytest.mark.clause("WAD-RES-6", "DBA-ZOC-9")
@pytest.mark.parametrize(("rule", "cited"), [("carpet", "WAD-RES-6"), ("plain", "DBA-ZOC-9")])
def test_who_goes_back_aslant_or_turned_is_told_what_straight_back_is(rule: str, cited: str) -> None:
    b = lay(
        ("M", "3Cv", RED, *front_at("3Cv", 1500, 1000, "N"), GENERAL),
        ("E", "4Bd", BLUE, *front_at("4Bd", 1500, 1100, "S"), GENERAL),
        front_crossing=rule,
    )
    x, y = where(b, 0)[:2]
    assert is_legal(b, ahead(b, 0, by=-100))
    assert ask(b, ahead(b, 0, by=-100, aside=20)).reasons == [cited]
    assert ask(b, move(0, to=(x, y - 100), facing="S")).reasons == [cited]
    # More aside than back is no retreat: it is told why it is not closer.
    assert cited not in ask(b, ahead(b, 0, by=-20, aside=40)).reasons


@pytest.mark.clause("DBA-ZOC-1", "DBA-ZOC-8")
def test_where_the_printed_rule_is_played_no_refusal_cites_the_carpet_rule() -> None:
    """Past it, onto another, back aslant, a group, and at a camp: the reasons are DBA's own."""
    plain = {"front_crossing": "plain"}
    b = lay(
        ("M", "3Cv", RED, *front_at("3Cv", 1500, 1000, "N"), GENERAL),
        ("E", "4Bd", BLUE, *front_at("4Bd", 1500, 1100, "S"), GENERAL),
        ("G", "4Bd", BLUE, *front_at("4Bd", 1700, 1100, "N")),
        **plain,
    )
    assert ask(b, ahead(b, 0, by=0, aside=100)).reasons == ["DBA-ZOC-1"]
    assert ask(b, ahead(b, 0, by=40, aside=200)).reasons == ["DBA-ZOC-1"]  # its front on the rear of G
    # Lined up opposite it in the end, but back and aslant.
    assert ask(b, move(0, to=(1500, 720), facing="N", via=[(1490, 930)])).reasons == ["DBA-ZOC-9"]
    b = line_before(1140, **plain)
    assert ask(b, ahead(b, 0, 1, by=50)).reasons == ["DBA-ZOC-1", "DBA-ZOC-8"] * 2  # each of the two
    b = lay(
        ("CF", "CF", BLUE, 1500, 1200, "S", {"camp": BLUE}),
        ("M", "3Cv", RED, *front_at("3Cv", 1500, 1000, "N"), GENERAL),
        camps={BLUE: (1500, 1200, "S", 320, 240)},
        **plain,
    )
    assert ask(b, ahead(b, 1, by=0, aside=200)).reasons == ["DBA-ZOC-1"]


@pytest.mark.clause("DBA-CONTACT-6", "DBA-CONTACT-4")
@pytest.mark.parametrize(("option", "legal"), [("yes", True), ("no", False)])
def test_a_line_two_abreast_may_contact_a_flank(option: str, legal: bool) -> None:
    """Knights A and B face east, side by side; E faces north 200 ahead, its left side at x 1400, y 1160 to 1100.

    A ends with its left front corner on E's left one; B beside it, its front below the end of E's side.
    """
    elements = [
        ("A", "3Kn", RED, *front_at("3Kn", 1200, 1080, "E"), GENERAL),
        ("B", "3Kn", RED, *front_at("3Kn", 1200, 920, "E")),
        ("E", "4Bd", BLUE, *front_at("4Bd", 1480, 1160, "N"), GENERAL),
    ]
    b = lay(*elements, lines_on_flanks=option)
    assert ask(b, ahead(b, 0, 1, by=200)).reasons == ([] if legal else ["DBA-CONTACT-6"])
    assert is_legal(b, ahead(b, 0, by=200))  # alone, A may in any case
    elements[1] = ("B", "3Kn", RED, *front_at("3Kn", 1080, 1080, "E"))  # a column
    b = lay(*elements, lines_on_flanks=option)
    assert is_legal(b, ahead(b, 0, 1, by=200))


@pytest.mark.clause("WAD-RES-7", "DBA-GROUP-5", "DBA-GROUP-8")
def test_a_group_that_goes_back_slides_to_no_side() -> None:
    b = line_before(1080, group_retire="yes")
    assert is_legal(b, ahead(b, 0, 1, by=-100))
    for aside in (-30, 30):
        assert "DBA-GROUP-5" in ask(b, ahead(b, 0, 1, by=-100, aside=aside)).reasons


@pytest.mark.clause("DBA-CONTACT-1", "DBA-CAMP-1")
def test_a_gun_alone_before_a_camp_does_not_move_into_contact_with_it() -> None:
    """The followers' camp begins 100 paces before the gun's front edge, nobody else is near; Blades may go there."""
    for code, legal in (("Art", False), ("4Bd", True)):
        b = lay(
            ("A", code, RED, *front_at(code, 1500, 1000, "N"), GENERAL),
            ("F", "CF", BLUE, 0, 0, "S", {"camp": BLUE}),
            camps={BLUE: (1500, 1220, "S", 320.0, 240.0)},
        )
        asked = ask(b, ahead(b, 0, by=100))
        assert asked.legal is legal
        assert asked.reasons == ([] if legal else ["DBA-CONTACT-1"])
