"""The ends of long rules: gaps beside water, wheels and columns, who turns aside or makes way, what is still said."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import shapely

from dba.fights import events, facing_pair, score_lines
from dba.orders import ahead, ask, is_legal, march, move
from dba.restricted import judge_restricted
from dba.table import BLUE, RED, act, clauses, codes, entries, fresh_log, front_at, lay, where
from sandtable.games.dba.record import Ground, Phase, Verb, Where
from sandtable.games.dba.rules import (
    arcs,
    columns,
    contact,
    facing,
    flight,
    landing,
    legal_contacts,
    marches,
    outcome_moves,
    results,
    shooting,
    war_wagon_contacts,
    zone_entry,
)
from sandtable.kernel.geometry import base_of, facing_of_degrees, placed
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE, Path

GENERAL = {"general": 1}
BOARD = 3000.0


def line(*others: Any, **options: Any) -> Any:
    """Two Blades side by side, the first at (1000, 1000), facing north, and others."""
    return lay(("A", "4Bd", RED, 1000, 1000, "N", GENERAL), ("B", "4Bd", RED, 1160, 1000, "N"), *others, **options)


# ---------------------------------------------------------------- gaps (DBA-GROUP-2)


def quarter(x: float, y: float, quarters: int) -> tuple[float, float]:
    """The place, the board turned clockwise by so many quarters."""
    for _ in range(quarters):
        x, y = y, BOARD - x
    return x, y


@pytest.mark.clause("DBA-GROUP-2")
@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize(("gap", "legal"), [(159, False), (160, True), (163, True)])
def test_the_gap_between_a_base_and_any_edge_of_the_board(quarters: int, gap: int, legal: bool) -> None:
    """Blades who face east go north sideways, a strip 60 paces wide, between B's left side and the west edge."""
    turn = 90 * quarters
    b = lay(
        ("A", "4Bd", RED, *quarter(80, 1380, quarters), 90 + turn, GENERAL),
        ("B", "4Bd", RED, *quarter(80 + gap, 1570, quarters), turn),
    )
    assert is_legal(b, move(0, to=quarter(80, 1580, quarters), facing=90 + turn)) is legal


WATER = (Ground.WATERWAY, [(0, 0), (200, 0), (200, 3000), (0, 3000)])


def slip(*terrain: Any) -> list[str]:
    """Why Blades who face east, between x 230 and 290, may not go 200 paces north from (260, 1400)."""
    b = lay(("A", "4Bd", RED, 260, 1400, "E", GENERAL), terrain=terrain)
    return ask(b, move(0, to=(260, 1600), facing="E")).reasons


@pytest.mark.clause("DBA-GROUP-2")
def test_a_wood_near_the_water_makes_no_gap() -> None:
    """The wood is 120 paces from the shore: bad going, but nothing that nobody may pass."""
    assert slip(WATER, (Ground.WOOD, [(320, 1480), (600, 1480), (600, 1600), (320, 1600)])) == []


@pytest.mark.clause("DBA-GROUP-2")
@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize(("tip", "reasons"), [(330, ["DBA-GROUP-2"]), (362, [])])
def test_the_gap_between_two_waters_is_where_they_come_nearest(is_first: bool, tip: int, reasons: list[str]) -> None:
    """The tip of a pond points at the shore, 130 or 162 paces off; no corner of the shore is anywhere near."""
    pond = (Ground.WATERWAY, [(tip, 1500), (600, 1300), (600, 1700)])
    assert slip(*((pond, WATER) if is_first else (WATER, pond))) == reasons


@pytest.mark.clause("DBA-GROUP-2")
@pytest.mark.parametrize("far_first", [True, False])
def test_a_gap_counts_whose_far_side_is_beyond_reach_in_whatever_order_they_are_named(far_first: bool) -> None:
    """B and C are sqrt(122² + 101²) = 158.4 paces apart, corner to corner; A's base does not get to C."""
    b, c = ("B", "4Bd", RED, 1580, 1561, "N"), ("C", "4Bd", RED, 1862, 1400, "N")
    lone = lay(("A", "4Bd", RED, 1500, 1500, "N", GENERAL), *((c, b) if far_first else (b, c)))
    assert ask(lone, ahead(lone, 0, by=0, aside=200)).reasons == ["DBA-GROUP-2"]


@pytest.mark.clause("DBA-TERR-7", "DBA-GROUP-3")
def test_who_goes_too_far_is_told_what_stands_there() -> None:
    """300 paces ahead instead of 200, turning by 20 degrees: into water that begins there, or onto an enemy."""
    sea = (Ground.WATERWAY, [(0, 1300), (3000, 1300), (3000, 3000), (0, 3000)])
    b = lay(("A", "4Bd", RED, 1500, 1000, "N", GENERAL), terrain=[sea])
    assert ask(b, move(0, to=(1500, 1300), facing=20)).reasons == ["DBA-TERR-7"]
    b = lay(("A", "4Bd", RED, 1500, 1000, "N", GENERAL), ("E", "4Bd", BLUE, 1500, 1340, "S"))
    assert "DBA-GROUP-3" in ask(b, move(0, to=(1500, 1300), facing=20)).reasons


# ---------------------------------------------------------------- marches, wheels and columns


@pytest.mark.clause("DBA-GROUP-8")
def test_a_group_slides_for_an_enemy_before_any_of_its_members() -> None:
    """The enemy stands 80 paces to the right before the second; before the first there is nobody."""
    b = line(("E", "4Bd", BLUE, 1240, 1200, "S", GENERAL))
    assert is_legal(b, ahead(b, 0, 1, by=140, aside=80))
    column = lay(
        ("A", "4Bd", RED, 1000, 1000, "N", GENERAL),
        ("B", "4Bd", RED, 1000, 940, "N"),
        ("E", "4Bd", BLUE, 1250, 1030, "W", GENERAL),
    )
    assert "DBA-GROUP-8" in ask(column, ahead(column, 0, 1, by=60, aside=10)).reasons


@pytest.mark.clause("DBA-GROUP-4")
def test_who_stands_apart_is_of_no_group_whoever_leads() -> None:
    b = lay(("A", "4Bd", RED, 1000, 1000, "N", GENERAL), ("B", "4Bd", RED, 1400, 1000, "N"))
    for leader, other in ((0, 1), (1, 0)):
        assert ask(b, ahead(b, leader, other, by=100)).reasons == ["DBA-GROUP-4"]


@pytest.mark.clause("DBA-GROUP-4", "DBA-PIP-1")
def test_who_are_no_group_and_cannot_pay_are_told_both_and_the_price() -> None:
    b = lay(("A", "4Bd", RED, 1000, 1000, "N", GENERAL), ("B", "4Bd", RED, 1400, 1000, "N"), pips=0)
    said = ask(b, ahead(b, 0, 1, by=100))
    assert (said.reasons, said.prices) == (["DBA-GROUP-4", "DBA-PIP-1"], [("DBA-PIP-2", 1)])


@pytest.mark.clause("DBA-MOVE-1", "DBA-TERR-7")
def test_a_group_that_goes_too_far_and_off_the_board_is_told_both() -> None:
    b = lay(("A", "4Bd", RED, 1000, 2800, "N", GENERAL), ("B", "4Bd", RED, 1160, 2800, "N"))
    assert sorted(set(ask(b, ahead(b, 0, 1, by=250)).reasons)) == ["DBA-MOVE-1", "DBA-TERR-7"]


@pytest.mark.clause("DBA-MOVE-5", "DBA-RIVER-3")
def test_who_goes_too_far_and_aslant_into_a_river_is_told_both() -> None:
    river = (Ground.RIVER, [(0, 1700), (3000, 1700)], 80)
    b = lay(("A", "3Cv", RED, 1500, 1545, 47, GENERAL), terrain=[river], river=2)
    assert ask(b, ahead(b, 0, by=200)).reasons == ["DBA-MOVE-5", "DBA-RIVER-3"]


@pytest.mark.clause("DBA-RIVER-3")
def test_a_bend_of_the_river_that_is_not_entered_asks_for_nothing() -> None:
    """Straight north over a stretch that runs west to east; east of x 1700 the river bends and runs north-east."""
    river = (Ground.RIVER, [(0, 1620), (1700, 1620), (2300, 3000)], 80)
    b = lay(("A", "3Cv", RED, 1560, 1500, "N", GENERAL), terrain=[river], river=2)
    assert is_legal(b, ahead(b, 0, by=100))


@pytest.mark.clause("DBA-GROUP-8", "DBA-GROUP-3")
def test_a_group_that_goes_ahead_and_then_wheels_needs_the_ground_ahead() -> None:
    """80 ahead and then 15 degrees to the right: the left front corner goes from (920, 1030) up to (920, 1110).

    A friend's right edge is at x 925 from y 1095. Wheeled first, the corner would be at x 927 when it is as high.
    """
    rad = math.radians(15)
    x, y = 1240 - 240 * math.cos(rad) - 30 * math.sin(rad), 1110 + 240 * math.sin(rad) - 30 * math.cos(rad)
    action = march(0, 1, legs=[(80, 15)], to=(x, y), facing=15)
    assert is_legal(line(), action)
    assert ask(line(("F", "4Bd", RED, 845, 1125, "N")), action).reasons == ["DBA-PASS-1"]


@pytest.mark.clause("DBA-GROUP-10", "WAD-MEAS-4")
def test_the_leader_who_wheels_while_a_column_forms_behind_them_pays_for_the_wheel() -> None:
    """90 degrees about its right front corner (1080, 1030), the left one 160 from it: a chord of 226.3, more than 200.

    Straight from start to end its middle goes from (1000, 1000) to (1050, 1110), 120.8 paces.
    """
    b = lay(("A", "4Bd", RED, 1000, 1000, "N", GENERAL), ("B", "2LH", RED, 840, 970, "N"))
    action = march(0, 1, legs=[(0, 90)], to=(1050, 1110), facing="E", path=Path.COLUMN)
    assert ask(b, action).reasons == ["DBA-MOVE-1"]
    b.rules.move[b.figures[0].type, 0] = 227
    assert is_legal(b, action)


@pytest.mark.clause("DBA-GROUP-9")
@pytest.mark.parametrize("facing", [0, 30, 90, 200])
def test_who_follows_round_a_bend_goes_ahead_to_where_the_one_before_them_wheeled(facing: float) -> None:
    """The one before stands 52 ahead, wheeled by 30 degrees about the right front corner as it was there."""
    base = base_of(lay(("A", "4Bd", RED, 1000, 1000, facing)).figures[0])
    ahead_of = placed(base, base.x + 52 * base.fx, base.y + 52 * base.fy, base.fx, base.fy)
    pivot = marches.pivot_of(ahead_of, marches.whole_front(base), 30.0)
    before = marches.swung(ahead_of, pivot.x, pivot.y, 30.0)
    rows = np.zeros((4, 6))
    n = columns._link_rows(base, before, np.zeros((2, 2)), rows, 0)
    assert n >= 2
    assert rows[0, :3] == pytest.approx([marches.GO, 52 * base.fx, 52 * base.fy], abs=0.05)
    assert rows[1, :4] == pytest.approx([marches.WHEEL, pivot.x, pivot.y, 30.0], abs=0.05)


@pytest.mark.clause("DBA-TERR-7")
def test_who_turns_near_the_water_and_stays_clear_of_it_is_free() -> None:
    """Its base is never nearer to the shore, at x 200, than 100 paces."""
    b = lay(("A", "4Bd", RED, 400, 1000, "N", GENERAL), terrain=[WATER])
    assert is_legal(b, move(0, to=(400, 1050), facing=20))
    assert is_legal(b, move(0, to=(420, 1080), facing=45))


@pytest.mark.clause("WAD-RES-15", "WAD-RES-3")
@pytest.mark.parametrize(("front", "legal"), [(1345, False), (1402, True)])
def test_a_group_that_wheels_into_a_zone_alone_is_held_to_it(front: int, legal: bool) -> None:
    """30 degrees to the left about (920, 1030): the right front corner goes from (1240, 1030) to (1197, 1190).

    E faces west with its zone of 160 paces before its front, between y 1100 and 1260; nothing else is near. The corner
    belongs on E's left one, at y 1100, and gets farther from it.
    """
    b = line(("E", "4Sp", BLUE, *front_at("4Sp", front, 1180, "W"), GENERAL))
    rad = math.radians(30)
    end = (920 + 80 * math.cos(rad) + 30 * math.sin(rad), 1030 + 80 * math.sin(rad) - 30 * math.cos(rad))
    assert is_legal(b, march(0, 1, legs=[(0, -30)], to=end, facing=-30)) is legal


@pytest.mark.clause("DBA-GROUP-8")
def test_a_leg_goes_ahead_first_and_then_wheels_about_the_corner_where_that_is_then() -> None:
    """80 ahead, then 15 degrees to the right: the right front corner is at (1080, 1110) by then."""
    base = base_of(line().figures[0])
    legs, rows = np.array([[80.0, 15.0]]), np.zeros((4, 6))
    front = marches.whole_front(base)
    end = marches.where_legs_lead(base, front, legs, 1)
    n = marches.rows_of_march(base, end, front, legs, 1, rows)
    assert n >= 2
    assert rows[0, :3].tolist() == [marches.GO, 0.0, 80.0]
    assert rows[1, :4] == pytest.approx([marches.WHEEL, 1080.0, 1110.0, 15.0])


@pytest.mark.parametrize("facing", [0, 30, 45, 90, 200])
@pytest.mark.clause("WAD-MEAS-4", "DBA-GROUP-8")
def test_measured_by_its_path_a_slide_adds_to_what_is_gone_ahead(facing: float) -> None:
    """100 ahead and 20 aside are 120 by ``measure = path``, and 102 as the crow flies."""
    for measure, length in (("path", 120.0), ("displacement", math.hypot(100, 20))):
        b = lay(("A", "4Bd", RED, 1000, 1000, facing, GENERAL), measure=measure)
        base = base_of(b.figures[0])
        rows = np.zeros((4, 6))
        x, y = 100 * base.fx + 20 * base.fy, 100 * base.fy - 20 * base.fx
        n = marches.set_row(rows, 0, marches.GO, x, y, 0.0)
        assert marches.length_of_rows(b, base, rows, n) == pytest.approx(length, abs=1e-6)


@pytest.mark.clause("WAD-MEAS-1", "DBA-MOVE-7")
def test_a_turn_is_measured_in_the_part_of_the_way_in_which_it_is_made() -> None:
    """Blades go 100 north by way of a place, then 60 east, and turn to face east in the first part or in the second.

    In the first: the left front corner goes from (920, 1030) to (1030, 1180), sqrt(110² + 150²) = 186.0, and then 60.
    In the second: 100, and then from (920, 1130) to (1090, 1180), sqrt(170² + 50²) = 177.2.
    """
    b = lay(("A", "4Bd", RED, 1000, 1000, "N", GENERAL))
    action = move(0, to=(1060, 1100), facing="E", via=[(1000, 1100)])
    way = marches.way_of(b, action)
    first, second = math.hypot(110, 150) + 60, 100 + math.hypot(170, 50)
    for manner in range(marches.n_manners(action, way)):
        length = marches.length_of_single(b, action, way, manner)
        assert length == pytest.approx(first if manner < 2 else second, abs=0.01)


@pytest.mark.clause("WAD-RES-5")
@pytest.mark.parametrize("degrees", [-90.0, -7.5, 30.0, 90.0, 179.0])
def test_all_small_turns_together_make_the_whole(degrees: float) -> None:
    """By less than a fiftieth of a degree, whatever their number; a small turn is at most some degrees."""
    steps = math.ceil(abs(degrees) / 2)
    step = marches.small_turn(degrees, steps)
    turned = math.degrees(math.atan2(step.s, step.c)) * steps
    assert turned == pytest.approx(degrees, abs=0.02)


@pytest.mark.clause("WAD-RES-4", "WAD-RES-5")
def test_what_is_left_of_a_way_is_measured_along_it() -> None:
    """100 east and then 50 north: from the middle of the first leg to the end are 100 paces, not 71."""
    b = lay(("A", "4Bd", RED, 1000, 1000, "N"))
    poses = np.array([[1000, 1000, 0, 1], [1100, 1000, 0, 1], [1100, 1050, 0, 1.0]])
    base = base_of(b.figures[0])
    assert zone_entry.way_between(base, poses, 3, 0.5, 2.0) == pytest.approx(100)
    assert zone_entry.way_between(base, poses, 3, 0.0, 1.5) == pytest.approx(125)
    assert zone_entry.way_between(base, poses, 3, 0.25, 0.75) == pytest.approx(50)
    assert zone_entry.way_between(base, poses, 3, 1.0, 2.0) == pytest.approx(50)


@pytest.mark.clause("DBA-CONTACT-1", "DBA-GROUP-1")
def test_a_single_element_is_held_to_the_rules_of_contact_where_it_ends() -> None:
    """Artillery may not move into contact; ten paces short of it it may."""
    b = lay(("A", "Art", RED, 1500, 1000, "N", GENERAL), ("E", "4Bd", BLUE, 1500, 1210, "S"))
    assert "DBA-CONTACT-1" in ask(b, ahead(b, 0, by=100)).reasons
    assert "DBA-CONTACT-1" not in ask(b, ahead(b, 0, by=90)).reasons


@pytest.mark.clause("DBA-LIT-1")
@pytest.mark.parametrize("field", ["x", "y", "fx", "fy"])
def test_a_landing_at_a_place_that_is_no_place_is_refused_as_such(field: str) -> None:
    waits = {"where": Where.HELD_BACK.value}
    b = lay(("A", "4Bd", RED, 0, 0, "N", waits), terrain=[WATER], landing=1, own_bounds=(1, 1))
    action = act(Verb.LAND, 0, x=230.0, y=1500.0, fx=1.0, fy=0.0)
    assert landing.judge_land(b, action, fresh_log()).legal == 1
    action[field] = math.nan
    log = fresh_log()
    assert landing.judge_land(b, action, log).legal == 0
    assert codes(log, Kind.REASON) == ["NO_WAY"]


# ---------------------------------------------------------------- zones


@pytest.mark.clause("WAD-RES-3", "DBA-ZOC-6")
def test_who_turns_about_on_their_way_swings_through_a_zone_beside_it() -> None:
    """From (1500, 1500) to (1400, 1650), turned from north to south, the middle of its front straight all the way.

    Half way that is at (1450, 1575) and it faces east, its right rear corner at (1330, 1495): 163 east and 85 north
    of E, who faces north-east. So it is 145 before E's front and 55 to E's right: within the zone, 160 by 160.
    """
    for x, legal in ((1167, False), (1067, True)):
        b = lay(("M", "3Kn", RED, 1500, 1500, "N", GENERAL), ("E", "4Sp", BLUE, x, 1410, 45))
        assert ask(b, move(0, to=(1400, 1650), facing="S")).reasons == ([] if legal else ["WAD-RES-3"])


@pytest.mark.clause("WAD-RES-4", "WAD-RES-8")
def test_who_starts_in_one_zone_is_held_to_its_owner_though_another_begins_a_pace_on() -> None:
    """M slides 40 paces east, away from E and towards F; F's zone begins 1 pace east of it."""
    b = lay(
        ("E", "4Sp", RED, *front_at("4Sp", 480, 400, "N")),
        ("M", "3Cv", BLUE, *front_at("3Cv", 500, 480, "S")),
        ("F", "4Sp", RED, *front_at("4Sp", 661, 400, "N")),
    )
    poses = np.array([[500.0, 540.0, 0.0, -1.0], [540.0, 540.0, 0.0, -1.0]])
    log = fresh_log()
    assert not judge_restricted(b, 1, poses, 2, np.int64(2), log)
    assert [(e.other, c) for e, c in zip(entries(log, Kind.REASON), clauses(log, Kind.REASON), strict=True)] == [
        (0, "WAD-RES-3")
    ]


CAMP = {RED: (480.0, 440.0, "N", 320.0, 240.0)}
FOLLOWER = ("CF", "CF", RED, 480.0, 440.0, "N", {"camp": RED})


@pytest.mark.clause("WAD-ZOC-6", "WAD-RES-5")
@pytest.mark.parametrize(("degrees", "when"), [(45, 0.5), (3, zone_entry.NEVER)])
def test_a_turn_on_the_spot_may_bring_a_corner_into_a_camps_zone(degrees: float, when: float) -> None:
    """The zone reaches from the camp's edge at y 560 to y 720; the mover's front edge is at y 730, 60 from its middle.

    Turned by 45 degrees a corner is 99 paces below the middle, at y 691; by 3 degrees 64 paces, at y 726.
    """
    b = lay(FOLLOWER, ("M", "3Cv", BLUE, 480.0, 790.0, "S"), camps=CAMP, camp_zoc_corners="round")
    turn = facing_of_degrees(180.0 + degrees)
    poses = np.array([[480.0, 790.0, 0.0, -1.0], [480.0, 790.0, turn.x, turn.y]])
    found = zone_entry.entry_into_camp_zone(b, RED, base_of(b.figures[1]), poses, 2, np.int64(2))
    assert found == when


@pytest.mark.clause("WAD-RES-12")
def test_the_reason_of_a_move_no_closer_to_a_camp_is_drawn_to_its_middle() -> None:
    """40 paces north of the camp and 40 along it: neither corner of the front gets nearer to the camp."""
    b = lay(FOLLOWER, ("M", "3Cv", BLUE, 480.0, 660.0, "S"), camps=CAMP)
    poses = np.array([[480.0, 660.0, 0.0, -1.0], [440.0, 660.0, 0.0, -1.0]])
    log = fresh_log()
    assert not judge_restricted(b, 1, poses, 2, np.int64(2), log)
    [reason] = entries(log, Kind.REASON)
    assert (reason.x, reason.y, reason.x2, reason.y2) == (440.0, 600.0, 480.0, 440.0)


@pytest.mark.clause("WAD-RES-3")
def test_by_the_sum_of_corners_the_one_named_is_that_which_gets_farther() -> None:
    """M faces E in its zone, 80 paces off, and wheels away on one front corner: the other is the one that goes."""
    for on_right, code in ((True, "LEFT_CORNER_FARTHER"), (False, "RIGHT_CORNER_FARTHER")):
        b = lay(
            ("E", "4Sp", RED, *front_at("4Sp", 480.0, 400.0, "N")),
            ("M", "3Cv", BLUE, *front_at("3Cv", 480.0, 480.0, "S")),
            closer_metric="sum_of_corners",
        )
        base = base_of(b.figures[1])
        pivot = (400.0, 480.0) if on_right else (560.0, 480.0)  # it faces south: its right is west
        poses = [[base.x, base.y, base.fx, base.fy]]
        for k in range(1, 21):
            # Its front goes back north: anticlockwise about the right corner.
            turn = math.radians(-k if on_right else k)
            c, s = math.cos(turn), math.sin(turn)
            ex, ey = base.x - pivot[0], base.y - pivot[1]
            poses.append([pivot[0] + c * ex + s * ey, pivot[1] + c * ey - s * ex, -s, -c])
        log = fresh_log()
        assert not judge_restricted(b, 1, np.array(poses), len(poses), np.int64(2), log)
        assert codes(log, Kind.REASON) == [code]


# ---------------------------------------------------------------- contact, facing, war wagons


@pytest.mark.clause("WAD-WCC-3", "DBA-CC-4")
def test_nobody_fights_their_own_war_wagon_nor_any_other_by_its_six_places() -> None:
    """Blades with their front on the forward half of the right side of a War Wagon, and of what is none."""
    for side, there in ((BLUE, True), (RED, False)):
        b = lay(("W", "WWg", RED, 1500, 1500, "N"), ("F", "4Bd", side, 1610, 1580, "W"))
        assert bool(war_wagon_contacts.fight_front_to_front(b, 1, 0)) is there
        assert (contact.wagon_position(b, 1, 0) != NONE) is there
    b = lay(("K", "6Kn", RED, 1500, 1500, "N"), ("F", "4Bd", BLUE, 1610, 1540, "W"))
    assert contact.wagon_position(b, 1, 0) == NONE


@pytest.mark.clause("DBA-CONTACT-7")
@pytest.mark.parametrize(("code", "closed"), [("6Kn", True), ("WWg", False)])
def test_nobody_closes_a_door_round_the_corner_of_a_war_wagon(code: str, closed: bool) -> None:
    b = lay(
        ("E", code, RED, *front_at(code, 1000, 1000, "N")),
        ("M", "3Cv", BLUE, *front_at("3Cv", 1000, 1000, "S")),
        ("N", "3Ax", BLUE, *front_at("3Ax", 1160, 1000, "S")),
    )
    swung = lay(("N", "3Ax", BLUE, *front_at("3Ax", 1080, 920, "W")))
    assert contact.whose_door_is_closed(b, 2, base_of(swung.figures[0])) == (0 if closed else NONE)


@pytest.mark.clause("DBA-CONTACT-13")
def test_shifts_are_as_long_as_the_friend_who_goes_farthest_goes_however_little() -> None:
    b = line()
    places = np.array([[1000.0, 1000.5], [1160.25, 1000.0]])
    assert facing._shifts(b, places) == (0.5, 0.75)


@pytest.mark.clause("DBA-SHOOT-13", "DBA-CONTACT-4")
@pytest.mark.parametrize("turn", [0, 20, -20])
def test_corner_on_corner_at_an_angle_is_no_contact_of_the_front(turn: int) -> None:
    """Its front left corner at (1000, 1030) lies on the corner of one who stands aslant; farther in it is one."""
    base = base_of(lay(("A", "4Bd", RED, 1080, 1000, "N")).figures[0])
    for shift, length in ((0.0, 0.0), (-40.0, legal_contacts.AT_A_POINT)):
        rad = math.radians(45 + turn)
        fx, fy = math.sin(rad), math.cos(rad)
        # The other's lowest corner, the rear right one of who faces north-east, is there or on the front edge.
        x, y = 1000 - shift, 1030
        other = placed(base, x - 80 * fy + 30 * fx, y + 80 * fx + 30 * fy, fx, fy)
        assert legal_contacts.meets_with_front(base, other) == length


# ---------------------------------------------------------------- shooting


@pytest.mark.clause("DBA-SHOOT-2", "WAD-WSH-2")
@pytest.mark.parametrize("facing", [100, 200, 235, 240, 250])
def test_a_shot_is_measured_to_the_nearest_edge_that_shows_itself(facing: float) -> None:
    """Of two edges that show themselves the nearer, whichever comes first: here as Shapely measures to the base."""
    b = lay(("A", "4Bw", RED, 1500, 1000, "N"), ("B", "4Bd", BLUE, 1350, 1300, facing))
    target = base_of(b.figures[1])
    across, along = (target.fy * 80, -target.fx * 80), (target.fx * 30, target.fy * 30)
    outline = shapely.Polygon(
        [
            (target.x + u * across[0] + v * along[0], target.y + u * across[1] + v * along[1])
            for u, v in ((-1, 1), (1, 1), (1, -1), (-1, -1))
        ]
    )
    nearest = shapely.distance(shapely.LineString([(1420, 1040), (1580, 1040)]), outline)
    shot = arcs.best_shot(b, 0, 1)
    assert (shot.fault == arcs.Fault.NONE.value) == (nearest <= 200)
    assert shot.distance == pytest.approx(nearest, abs=0.001)


@pytest.mark.clause("DBA-SEQ-3")
def test_who_cannot_be_let_shoot_next_is_named() -> None:
    b = lay(("A", "4Bw", RED, 1500, 1000, "N"), ("B", "4Bd", BLUE, 1500, 1300, "S"), phase=Phase.SHOOTING.value)
    for target, named in ((1, 1), (0, 0), (NONE, NONE), (64, NONE)):
        log = fresh_log()
        assert shooting.judge_choice(b, act(Verb.CHOOSE, target=target), log).legal == 0
        [reason] = entries(log, Kind.REASON)
        assert (reason.actor, clauses(log, Kind.REASON)) == (named, ["DBA-SEQ-3"])


# ---------------------------------------------------------------- support, recoil, pursuit, flight


@pytest.mark.clause("DBA-SUP-5", "DBA-SUP-6")
@pytest.mark.parametrize(("back", "helped"), [(0, True), (30, False)])
def test_psiloi_behind_a_neighbour_help_if_they_are_level(back: int, helped: bool) -> None:
    """Psiloi stand behind the Blades on the right; these touch those who fight, side on side, level or 30 back."""
    b = lay(
        *facing_pair("4Bd", "3Kn"),
        ("N", "4Bd", RED, 1660, 1470 - back, "N"),
        ("P", "2Ps", RED, 1660, 1400 - back, "N"),
    )
    assert ("DBA-SUP-5" in [clause for clause, _, _ in score_lines(b, 0, 1)]) is helped


@pytest.mark.clause("DBA-RECOIL-3")
@pytest.mark.parametrize("deep_first", [True, False])
def test_a_friend_pushed_by_two_goes_back_as_far_as_the_farther_needs(deep_first: bool) -> None:
    """Pikes recoil 60 paces onto Auxilia (80 deep) and Hordes (120 deep), half of each; these push a fourth.

    It stands right behind the Hordes, 40 paces behind the Auxilia: the Hordes push it 60 back, the Auxilia would 20.
    """
    red, blue = facing_pair("4Pk", "4Bd")  # y 1440 to 1500
    hordes = ("H", "7Hd", RED, 1420, 1380, "N")  # y 1320 to 1440
    auxilia = ("X", "4Ax", RED, 1580, 1400, "N")  # y 1360 to 1440
    last = ("L", "3Ax", RED, 1500, 1280, "N")  # y 1240 to 1320
    waits = ("U", "4Bd", RED, 0, 0, "N", {"where": Where.HELD_BACK.value})  # aboard, and in nobody's way
    b = lay(red, blue, *((hordes, auxilia) if deep_first else (auxilia, hordes)), last, waits)
    pushes = np.zeros(8)
    base = base_of(b.figures[0])
    assert outcome_moves._find_pushes(b, 0, base, -base.fx, -base.fy, 60.0, pushes)
    assert pushes[:5] == pytest.approx([60, 0, 60, 60, 60], abs=0.01)


@pytest.mark.clause("DBA-PURSUE-1", "DBA-PURSUE-3")
def test_warband_that_cannot_pursue_is_followed_by_nobody() -> None:
    """Right behind the enemy destroyed stands another, side on, whose edge is where the front edge of that one was."""
    red, blue = facing_pair("3Wb", "4Sp")
    wall = ("W", "4Bd", BLUE, 1660, 1530, "S")
    b = lay(red, blue, ("S", "3Wb", RED, 1500, 1380, "N"), wall, ("V", "4Bd", BLUE, 1340, 1530, "S"))
    b.figures[1]["where"] = Where.LOST.value
    b.figures[3].x, b.figures[4].x = 1580, 1420
    log = fresh_log()
    assert outcome_moves.pursue(b, 0, 1, log)
    assert [where(b, i)[1] for i in (0, 2)] == [1460.0, 1380.0]
    assert events(log) == []


@pytest.mark.clause("DBA-FLEE-2")
def test_who_flees_along_the_water_does_not_turn_a_corner_into_it() -> None:
    """Cavalry flees south with its left side on the shore; a strip of wood 1.5 paces wide lies along it ahead.

    Turned inland by a degree it would run past the wood, but with its rear corner in the water: 80 cos t + 60 sin t is
    more than 80 up to t = 73.7 degrees.
    """
    sea = (Ground.WATERWAY, [(2000, 0), (3000, 0), (3000, 3000), (2000, 3000)])
    strip = (Ground.WOOD, [(1998.5, 1000), (2000, 1000), (2000, 1300), (1998.5, 1300)])
    b = lay(("A", "3Cv", RED, 1920, 1500, "S"), terrain=[sea, strip])
    assert flight._least_turn(b, 0, base_of(b.figures[0])) == 74


@pytest.mark.clause("WAD-WWG-5", "WAD-WCC-4")
def test_with_no_outcome_nobody_about_a_war_wagon_is_left_to_recoil() -> None:
    b = line()
    b.figures["to_recoil"][:2] = 1
    results._unmark(b)
    assert b.figures["to_recoil"][:2].tolist() == [0, 0]
