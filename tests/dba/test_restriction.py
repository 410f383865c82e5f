"""What a restricted element may do: worked examples 8 to 12 in paces (1 mm = 4 paces), the switches, and more."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dba.orders import ahead, is_legal
from dba.restricted import judge_restricted
from dba.table import BLUE, RED, clauses, codes, entries, facing_of, front_at, lay
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.rules.marches import Way
from sandtable.games.dba.rules.outcome_moves import recoil
from sandtable.games.dba.rules.zone_restriction import gets_no_closer
from sandtable.games.dba.rules.zones_of_control import camp_bit
from sandtable.kernel.geometry import base_of, shifted
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE

E, M = 0, 1


def element(name: str, code: str, side: int, left: float, front: float, facing: str = "S") -> tuple[Any, ...]:
    """An element whose front edge runs 40 mm east from ``left`` (mm) at ``front`` (y; for E and W: x and y swapped)."""
    if facing in "NS":
        return (name, code, side, *front_at(code, 4.0 * left + 80.0, 4.0 * front, facing))
    return (name, code, side, *front_at(code, 4.0 * front, 4.0 * left + 80.0, facing))


def steps(b: Any, i: int, *moves: tuple[float, float]) -> Any:
    """The poses of a way in straight legs, each given in mm east and north."""
    base = base_of(b.figures[i])
    rows = [[base.x, base.y, base.fx, base.fy]]
    for east, north in moves:
        x, y, fx, fy = rows[-1]
        rows.append([x + 4.0 * east, y + 4.0 * north, fx, fy])
    return np.array(rows)


def mask(*numbers: int) -> np.int64:
    """The bits of these elements."""
    return np.int64(sum(1 << number for number in numbers))


def judge(b: Any, i: int, poses: Any, *others: int) -> tuple[bool, list[str]]:
    """Legal or not, and the clauses of the reasons; kept and silent judgements must agree and change nothing."""
    log = new_log()
    before = b.tobytes()
    legal = bool(judge_restricted(b, i, poses, len(poses), mask(i, *others), log))
    assert legal == bool(judge_restricted(b, i, poses, len(poses), mask(i, *others), new_log(keep=False)))
    assert b.tobytes() == before
    assert legal == (not entries(log, Kind.REASON))
    return legal, clauses(log, Kind.REASON)


def legal(b: Any, i: int, *moves: tuple[float, float]) -> bool:
    """Whether a straight-legged way is legal."""
    return judge(b, i, steps(b, i, *moves))[0]


ELEMENT_E = element("E", "4Sp", RED, 100.0, 100.0, "N")
"""Front left corner (100, 100), front right (140, 100), facing north."""


def lay_cavalry(left: float, front: float, *others: Any, **options: Any) -> Any:
    """E, and Blue's Cavalry M facing it with its front edge from ``left`` 40 mm east, at ``front``."""
    return lay(ELEMENT_E, element("M", "3Cv", BLUE, left, front), *others, **options)


@pytest.mark.clause("WAD-RES-1", "WAD-RES-3", "WAD-RES-4", "DBA-ZOC-6")
def test_going_straight_at_the_enemy_from_outside_their_zone_is_closer() -> None:
    """Worked example 8: corners 41.23 mm from their goals where it enters at y = 140, 22.36 at y = 120."""
    b = lay_cavalry(110.0, 170.0)
    assert legal(b, M, (0.0, -50.0))


@pytest.mark.clause("WAD-RES-3", "WAD-RES-4", "WAD-RES-8")
@pytest.mark.parametrize(("east", "fits"), [(20.0, False), (-10.0, True)])
def test_from_there_a_slide_away_is_not_closer_and_a_slide_in_line_is(east: float, fits: bool) -> None:
    """Worked example 9: down to y = 140, then 20 mm east (50.0 > 41.23 mm) or 10 mm west (40.0)."""
    b = lay_cavalry(110.0, 170.0)
    assert judge(b, M, steps(b, M, (0.0, -30.0), (east, 0.0))) == (fits, [] if fits else ["WAD-RES-3"])


@pytest.mark.clause("WAD-RES-3")
def test_the_reason_shows_the_corner_and_how_much_farther_it_gets() -> None:
    """Worked example 9 east: both corners from 41.23 to 50.0 mm of their goals, 8.77 mm = 35.1 paces more.

    The left front corner of M, who faces south, is its eastern one: it would be at (170, 140), its goal (140, 100).
    """
    b = lay_cavalry(110.0, 170.0)
    log = new_log()
    poses = steps(b, M, (0.0, -30.0), (20.0, 0.0))
    assert not judge_restricted(b, M, poses, len(poses), mask(M), log)
    assert codes(log, Kind.REASON) == ["LEFT_CORNER_FARTHER"]
    entry = entries(log, Kind.REASON)[0]
    assert (entry.actor, entry.other) == (M, E)
    assert [round(float(entry[key]), 2) for key in ("x", "y", "x2", "y2")] == [680.0, 560.0, 560.0, 400.0]
    assert entry.value == pytest.approx(4.0 * (50.0 - 41.231), abs=0.1)


@pytest.mark.clause("WAD-RES-2")
def test_into_frontal_contact() -> None:
    """Worked example 10: in one straight move from (110-150, 170) to (100-140, 100)."""
    b = lay_cavalry(110.0, 170.0)
    log = new_log()
    poses = steps(b, M, (-10.0, -70.0))
    assert judge_restricted(b, M, poses, 2, mask(M), log)
    assert clauses(log, Kind.NOTE) == ["WAD-RES-1"]
    assert codes(log, Kind.NOTE) == ["INTO_CONTACT_WITH_RESTRICTING"]


@pytest.mark.clause("WAD-RES-3", "WAD-RES-5")
def test_wheeling_on_a_corner_in_the_zone() -> None:
    """Worked example 11: M faces west, FL (10, 10), FR (10, 50), and swings 90 degrees left on its left corner."""
    b = lay(element("E", "4Sp", RED, 0.0, 0.0, "N"), element("M", "4Bd", BLUE, 10.0, 10.0, "W"))
    base = base_of(b.figures[M])
    assert (base.fx, base.fy) == (-1.0, 0.0)
    rows = []
    for degree in range(91):  # anticlockwise about (40, 40) paces; FL stays
        angle = np.radians(degree)
        fx, fy = -np.cos(angle), -np.sin(angle)
        rx, ry = fy, -fx
        rows.append([40.0 - 30.0 * fx + 80.0 * rx, 40.0 - 30.0 * fy + 80.0 * ry, fx, fy])
    poses = np.array(rows)
    assert poses[0] == pytest.approx([base.x, base.y, -1.0, 0.0])
    assert judge(b, M, poses) == (True, [])
    assert judge(b, M, poses[::-1].copy()) == (False, ["WAD-RES-3"]), "and not the other way round"


@pytest.mark.clause("WAD-RES-6", "DBA-ZOC-9")
@pytest.mark.parametrize(("east", "fits"), [(0.0, True), (5.0, False)])
def test_straight_back(east: float, fits: bool) -> None:
    """Worked example 12: front at y = 130 in E's zone, back 30 mm; 5 mm aside is no retirement."""
    b = lay_cavalry(100.0, 130.0)
    assert legal(b, M, (east, 30.0)) is fits


@pytest.mark.clause("WAD-RES-6", "WAD-RES-8")
def test_no_retirement_after_or_before_an_approach() -> None:
    """One kind for the whole move: closer and then back, or back and then forward and aside, is neither."""
    b = lay_cavalry(100.0, 130.0)
    assert not legal(b, M, (0.0, -10.0), (0.0, 30.0))
    assert not legal(b, M, (0.0, 30.0), (60.0, 0.0))


@pytest.mark.clause("WAD-RES-3")
def test_it_may_not_get_farther_on_the_way_though_it_ends_nearer() -> None:
    """From y = 130 out by 20 mm to y = 150 and in again to y = 125: nearer at the end, farther in between."""
    b = lay_cavalry(100.0, 130.0)
    assert judge(b, M, steps(b, M, (0.0, 20.0), (0.0, -25.0)))[0] is False
    assert legal(b, M, (0.0, -5.0))


@pytest.mark.clause("WAD-RES-3")
def test_it_must_end_in_the_zone_or_in_contact_and_may_not_slip_past() -> None:
    """M stands in the eastern corner of the zone; stepping out of it brings both corners nearer, yet is refused."""
    b = lay_cavalry(138.0, 125.0)
    # In: front edge x 138-178, y 125. a = |(178,125)-(140,100)| = 45.5, b = |(138,125)-(100,100)| = 45.5.
    assert legal(b, M, (0.0, -5.0))
    # Out: 3 mm east and 20 down: front edge x 141-181, y 105: a = b = 41.3: nearer, but beside the zone.
    allowed, why = judge(b, M, steps(b, M, (3.0, -20.0)))
    assert not allowed
    assert why == ["WAD-RES-3"]


@pytest.mark.clause("WAD-ZOC-16", "DBA-ZOC-6")
def test_a_move_that_stays_outside_or_ends_at_the_first_touch_is_free() -> None:
    """Across the whole front at y = 141 nothing happens; at y = 140, the far edge, it does; ending on it is free."""
    b = lay_cavalry(160.0, 141.0)
    assert legal(b, M, (-120.0, 0.0))
    b = lay_cavalry(160.0, 140.0)
    assert not legal(b, M, (-120.0, 0.0))
    b = lay_cavalry(120.0, 170.0)
    assert legal(b, M, (0.0, -30.0))


@pytest.mark.clause("WAD-ZOC-9", "WAD-RES-14")
def test_a_screened_element_is_free() -> None:
    """Its own comrade X just before E stops the carpet: M behind may move off to the side."""
    x = element("X", "4Bd", BLUE, 100.0, 110.0)
    assert not legal(lay_cavalry(100.0, 135.0), M, (50.0, 0.0))
    assert legal(lay_cavalry(100.0, 135.0, x), M, (50.0, 0.0))


@pytest.mark.clause("WAD-RES-9", "DBA-ZOC-4")
def test_of_several_restricting_enemies_it_may_approach_any() -> None:
    """M straddles the zones of E (x 100-140) and F (140-180): it may line up with either."""
    f = element("F", "4Sp", RED, 140.0, 100.0, "N")
    b = lay_cavalry(120.0, 130.0, f)
    assert legal(b, M, (20.0, -30.0))
    assert legal(b, M, (-20.0, -30.0))
    assert not legal(b, M, (45.0, 0.0))


@pytest.mark.clause("WAD-RES-8", "WAD-RES-10", "WAD-RES-4")
def test_it_may_not_leave_a_zone_for_another_enemy_but_may_come_into_their_zone() -> None:
    """M starts before E. Into contact with F two places on: refused; with E, brushing F's zone: legal."""
    far = element("F", "4Sp", RED, 160.0, 100.0, "N")
    b = lay_cavalry(100.0, 130.0, far)
    assert judge(b, M, steps(b, M, (60.0, -30.0)))[0] is False
    # F stands level beside E, 110 mm deep in front: its zone begins at x = 145; M's way to E starts half in the open.
    near = element("F", "4Sp", RED, 145.0, 80.0, "N")
    b = lay_cavalry(120.0, 135.0, near)
    assert legal(b, M, (-20.0, -35.0))


@pytest.mark.clause("WAD-RES-11")
def test_a_restricted_move_may_not_end_on_an_enemy_who_does_not_restrict() -> None:
    """M nears E and would end with its front on the back of G, who stands beside E's zone and faces away."""
    g = element("G", "4Bd", RED, 140.0, 105.0, "S")  # front at y = 105, back at y = 120
    b = lay(ELEMENT_E, element("M", "3Cv", BLUE, 112.0, 139.0), g)
    allowed, why = judge(b, M, steps(b, M, (0.0, -19.0)))
    assert not allowed
    assert why == ["WAD-RES-11"]


@pytest.mark.clause("WAD-RES-11", "WAD-RES-12")
@pytest.mark.parametrize(
    ("left", "way", "camp", "held_by", "why"),
    [
        (112.0, (0.0, -19.0), (145.0, 120.0), NONE, []),  # it ends on an empty camp,
        (112.0, (0.0, -19.0), (145.0, 120.0), BLUE, []),  # on its own,
        (112.0, (0.0, -19.0), (145.0, 120.0), RED, []),  # on one in whose zone it starts,
        (112.0, (0.0, -19.0), (400.0, 120.0), RED, []),  # or on none
        (139.0, (2.0, -44.0), (150.0, 95.0), RED, ["WAD-RES-11"]),
    ],
)
def test_nor_on_a_camp_that_does_not_restrict(left: float, way: Any, camp: Any, held_by: int, why: list[str]) -> None:
    """M nears E, its front from y = 139; Red's camp, 80 by 60, is named by the left end of its northern side.

    The last M has one millimetre in E's zone, and the camp, whose zone is 40 deep, 44 before it: its corners come from
    55.2 to 41.3 of E's.
    """
    follower = [("CF", "CF", held_by, 0, 0, "N", {"camp": RED})] if held_by != NONE else []
    middle = (4.0 * (camp[0] + 40.0), 4.0 * (camp[1] - 30.0))
    b = lay_cavalry(left, 139.0, *follower, camps={RED: (*middle, "N", 320.0, 240.0)})
    assert judge(b, M, steps(b, M, way)) == (not why, why)


@pytest.mark.clause("WAD-RES-11", "DBA-ZOC-1")
def test_where_the_rule_as_printed_is_played_no_clause_of_the_carpet_is_cited() -> None:
    g = element("G", "4Bd", RED, 140.0, 105.0, "S")
    b = lay(ELEMENT_E, element("M", "3Cv", BLUE, 112.0, 139.0), g, front_crossing="plain")
    allowed, why = judge(b, M, steps(b, M, (0.0, -19.0)))
    assert not allowed
    assert set(why) == {"DBA-ZOC-1"}


@pytest.mark.clause("WAD-RES-7")
@pytest.mark.parametrize(("option", "fits"), [("no", False), ("yes", True)])
def test_a_group_may_not_retire(option: str, fits: bool) -> None:
    """M and N side by side before E; back 30 mm as a group. Each alone may."""
    n = element("N", "3Cv", BLUE, 140.0, 130.0)
    b = lay_cavalry(100.0, 130.0, n, group_retire=option)
    assert judge(b, M, steps(b, M, (0.0, 30.0)), 2) == (fits, [] if fits else ["WAD-RES-7"])
    assert legal(b, M, (0.0, 30.0))


@pytest.mark.clause("WAD-RES-15", "WAD-ZOC-18", "DBA-ZOC-8")
def test_each_restricted_member_of_a_group_must_get_closer() -> None:
    """M is before E and goes straight at it: closer. Its neighbour N is in nobody's zone: free."""
    n = element("N", "3Cv", BLUE, 140.0, 130.0)
    b = lay_cavalry(100.0, 130.0, n)
    assert judge(b, M, steps(b, M, (0.0, -20.0)), 2)[0]
    assert judge(b, 2, steps(b, 2, (0.0, -20.0)), M)[0]


@pytest.mark.clause("WAD-RES-12", "WAD-ZOC-6")
@pytest.mark.parametrize(("option", "fits"), [("yes", True), ("no", False)])
def test_a_camp_may_be_approached_and_assaulted_from_its_zone(option: str, fits: bool) -> None:
    """Red's occupied camp covers x 80-160, y 80-140 in mm; M stands 20 mm before its north side, facing south."""
    b = lay(
        ("CF", "CF", RED, 480.0, 440.0, "N", {"camp": RED}),
        element("M", "3Cv", BLUE, 100.0, 160.0),
        camps={RED: (480.0, 440.0, "N", 320.0, 240.0)},
        camp_counts_as_element=option,
    )
    assert legal(b, M, (0.0, -10.0)) is fits
    assert legal(b, M, (0.0, -20.0)) is fits
    assert legal(b, M, (0.0, 30.0))
    assert judge(b, M, steps(b, M, (90.0, 0.0))) == (False, ["WAD-RES-12"])
    start = base_of(b.figures[M])
    way = Way(start, shifted(start, 0.0, -40.0), True, 20.0)
    assert not gets_no_closer(b, way, camp_bit(RED)), "of a camp that must be asked pose by pose"


@pytest.mark.clause("WAD-WWG-3", "WAD-RES-17")
def test_a_war_wagon_in_a_zone_is_frozen() -> None:
    """Neither closer nor back nor into contact; free again once it is out of every zone."""
    b = lay(ELEMENT_E, element("W", "WWg", BLUE, 100.0, 130.0))
    for move in ((0.0, -10.0), (0.0, -30.0), (0.0, 20.0), (5.0, 0.0)):
        assert judge(b, 1, steps(b, 1, move)) == (False, ["WAD-WWG-3"])
    b = lay(ELEMENT_E, element("W", "WWg", BLUE, 100.0, 141.0))
    assert legal(b, 1, (0.0, 20.0))


@pytest.mark.clause("WAD-WWG-4")
@pytest.mark.parametrize(("option", "fits"), [("yes_and_stop", True), ("no", False)])
def test_a_war_wagon_ends_where_it_enters_a_zone(option: str, fits: bool) -> None:
    """From y = 160: to the far edge at 140 it may go, 10 mm beyond not; by house rule not even there."""
    b = lay(ELEMENT_E, element("W", "WWg", BLUE, 100.0, 160.0), wwg_may_enter_zoc=option)
    assert judge(b, 1, steps(b, 1, (0.0, -20.0))) == (fits, [] if fits else ["WAD-WWG-4"])
    assert judge(b, 1, steps(b, 1, (0.0, -30.0))) == (False, ["WAD-WWG-4"])
    assert legal(b, 1, (0.0, -19.0))


@pytest.mark.clause("WAD-WWG-5")
@pytest.mark.parametrize(("option", "why"), [("no", []), ("yes", ["WAD-WWG-3"])])
def test_a_camps_zone_freezes_a_war_wagon_only_by_house_rule(option: str, why: list[str]) -> None:
    """A wagon 20 mm before the camp's north side goes straight back."""
    b = lay(
        ("CF", "CF", RED, 480.0, 440.0, "N", {"camp": RED}),
        element("W", "WWg", BLUE, 100.0, 160.0),
        camps={RED: (480.0, 440.0, "N", 320.0, 240.0)},
        wwg_frozen_by_camp=option,
    )
    assert judge(b, 1, steps(b, 1, (0.0, 30.0))) == (not why, why)


@pytest.mark.clause("WAD-RES-3", "DBA-ZOC-7")
@pytest.mark.parametrize(
    ("metric", "fits"), [("both_corners", False), ("centre_and_angle", True), ("sum_of_corners", True)]
)
def test_the_three_measures_of_closer(metric: str, fits: bool) -> None:
    """M faces west of south and wheels clockwise on the spot of its right corner: one corner gains more than one loses.

    M faces south, FL (140, 130), FR (100, 130), dead opposite: a = b = 30 mm. It moves 10 mm south and 25 mm east:
    FL (165, 120), FR (125, 120): a = b = 32.0, so no corner nearer. Then by 15 mm east: a = b = 25.0: nearer.
    """
    b = lay_cavalry(100.0, 130.0, closer_metric=metric)
    assert not legal(b, M, (25.0, -10.0))
    assert legal(b, M, (15.0, -10.0))
    if metric == "centre_and_angle":  # 32.0 mm from middle to middle, which is more than 30
        log = new_log()
        judge_restricted(b, M, steps(b, M, (25.0, -10.0)), 2, mask(M), log)
        (why,) = entries(log, Kind.REASON)
        assert [float(why[key]) for key in ("x", "y", "x2", "y2")] == [580.0, 480.0, 480.0, 400.0]
        assert why.value == pytest.approx(128.06, abs=0.01)
    # A turn of 20 degrees clockwise about the middle of the front edge, and 6 mm ahead of where it was: the left
    # corner gains, the right one loses a little; the middle of the front is nearer and the angle larger.
    left = lay(ELEMENT_E, ("M", "3Cv", BLUE, *front_at("3Cv", 480.0, 520.0, 200.0)), closer_metric=metric)
    base = base_of(left.figures[M])
    # FL and FR of the start, from the middle of the front (480, 520): 80 paces to either side.
    turn = np.radians(170.0)
    fx, fy = float(np.sin(turn)), float(np.cos(turn))
    end = [480.0 - 60.0 * fx, 504.0 - 60.0 * fy, fx, fy]
    poses = np.array([[base.x, base.y, base.fx, base.fy], end])
    # start: FL is 80 paces left of south-south-west: (555.2, 492.6), 92.8 from (560, 400); FR (404.8, 547.4): 147.4.
    # end, facing 170 degrees: FL (558.8, 517.9): 117.9; FR (401.2, 490.1): 90.1. Sum 240.2 -> 208.0; left farther.
    assert judge(left, M, poses)[0] is fits


@pytest.mark.clause("DBA-ZOC-7")
@pytest.mark.parametrize(("start", "end", "fits"), [(200, 180, True), (200, 170, True), (180, 200, False)])
@pytest.mark.parametrize("facing", [0, 30, 300])
def test_by_the_middle_nobody_turns_away_from_the_enemys_opposite(
    facing: float, start: float, end: float, fits: bool
) -> None:
    """E looks along ``facing``; M's front goes from 80 to 60 paces before E's, turned against it by so much."""
    fx, fy = facing_of(facing)
    before, after = (
        front_at("3Cv", 800.0 + far * fx, 800.0 + far * fy, facing + turn) for far, turn in ((80.0, start), (60.0, end))
    )
    b = lay(
        ("E", "4Sp", RED, *front_at("4Sp", 800.0, 800.0, facing)), ("M", "3Cv", BLUE, *before),
        closer_metric="centre_and_angle",
    )  # fmt: skip
    poses = np.array([[x, y, *facing_of(degrees)] for x, y, degrees in (before, after)])
    assert judge(b, M, poses) == (fits, [] if fits else ["DBA-ZOC-7"])


@pytest.mark.clause("DBA-ZOC-1")
def test_as_printed_it_may_line_up_opposite() -> None:
    """OPTION front_crossing = plain: opposite E at any distance is legal, closer but not in line is not."""
    b = lay_cavalry(110.0, 120.0, front_crossing="plain")
    assert legal(b, M, (-10.0, 5.0))
    assert judge(b, M, steps(b, M, (-5.0, -10.0))) == (False, ["DBA-ZOC-1"])
    assert legal(b, M, (-10.0, -20.0)), "into contact"
    assert legal(b, M, (0.0, 40.0)), "straight back"


@pytest.mark.clause("WAD-ZOC-14")
def test_a_mover_does_not_screen_itself() -> None:
    """M alone before E is restricted, although it stands where it would stop the carpet for others."""
    b = lay_cavalry(100.0, 120.0)
    assert not legal(b, M, (60.0, 0.0))


@pytest.mark.clause("WAD-RES-16", "DBA-ZOC-10", "WAD-WWG-6")
@pytest.mark.parametrize("code", ["3Cv", "WWg"])
def test_recoils_ignore_zones(code: str) -> None:
    """M, before E, recoils east across the front of F, in whose zone it ends: no tactical move could go there."""
    f = element("F", "4Sp", RED, 160.0, 60.0, "N")  # its zone: x 160 to 200, y 60 to 100
    m = element("M", code, BLUE, 60.0, 140.0, "W")  # front at x = 140, from y = 60 to 100
    b = lay(element("E", "4Sp", RED, 60.0, 130.0, "E"), m, f)
    before = base_of(b.figures[M])
    back = {"3Cv": 120.0, "WWg": 160.0}[code]
    east = np.array([[before.x, before.y, -1.0, 0.0], [before.x + back, before.y, -1.0, 0.0]])
    if code == "WWg":
        assert not judge(b, M, east)[0]
    assert recoil(b, M, E, Code.RECOILS.value, Clause.DBA_RECOIL_1.value, new_log())
    after = base_of(b.figures[M])
    assert (after.x - before.x, after.y, after.fx) == pytest.approx((back, before.y, -1.0))


@pytest.mark.clause("WAD-ZOC-13", "WAD-RES-12", "WAD-RES-4")
@pytest.mark.parametrize("corners", ["round", "square"])
def test_where_a_way_enters_a_camps_zone(corners: str) -> None:
    """The camp of x 80-160, y 80-140: M passes 41 mm north of it untouched, 39 mm north only to be refused."""
    follower = ("CF", "CF", RED, 480.0, 440.0, "N", {"camp": RED})
    camps = {RED: (480.0, 440.0, "N", 320.0, 240.0)}
    passing = lay(follower, element("M", "3Cv", BLUE, 200.0, 181.0), camps=camps, camp_zoc_corners=corners)
    assert legal(passing, M, (-200.0, 0.0))
    near = lay(follower, element("M", "3Cv", BLUE, 205.0, 179.0), camps=camps, camp_zoc_corners=corners)
    assert judge(near, M, steps(near, M, (-200.0, 0.0))) == (False, ["WAD-RES-12"])
    assert legal(near, M, (-60.0, 0.0), (0.0, -10.0))


@pytest.mark.clause("WAD-RES-15", "WAD-ZOC-18")
def test_the_refusal_of_a_group_names_the_member_and_the_rule_for_groups():
    # Two Blades face north 20 mm before E's zone's owner (facing south, front at 100): they slide 10 mm east together.
    b = lay(
        element("E", "4Sp", RED, 100.0, 120.0, "S"),
        element("M", "4Bd", BLUE, 100.0, 100.0, "N"),
        element("N", "4Bd", BLUE, 140.0, 100.0, "N"),
    )
    assert judge(b, M, steps(b, M, (10.0, 0.0)), 2) == (False, ["WAD-RES-3", "WAD-RES-15"])
    assert judge(b, M, steps(b, M, (10.0, 0.0))) == (False, ["WAD-RES-3"])  # alone the clause for groups is not cited


@pytest.mark.clause("DBA-ZOC-9")
def test_how_far_one_retires_at_least_is_a_switch():
    # 200 paces are 50 mm.
    for option, way, expected in (("none", 30.0, True), ("200_paces", 49.0, False), ("200_paces", 50.0, True)):
        b = lay(element("E", "4Sp", RED, 100.0, 120.0, "S"), element("M", "3Cv", BLUE, 100.0, 100.0, "N"),
                retire_least=option)  # fmt: skip
        assert legal(b, M, (0.0, -way)) is expected


@pytest.mark.clause("DBA-ZOC-8")
def test_a_group_does_what_each_of_its_restricted_members_may() -> None:
    """M and N side by side, facing south; E before M: 20 mm south are closer.

    F is behind N, whose rear is in its zone: 20 mm south are farther from F, so N may not go there, and the two may not
    together. Without F both go.
    """
    n = element("N", "3Cv", BLUE, 140.0, 130.0)  # 30 mm deep: its rear edge is at y 160
    f = element("F", "4Sp", RED, 140.0, 190.0)  # faces south: its zone reaches down to y 150
    b = lay_cavalry(100.0, 130.0, n, f, turn=BLUE, own_bounds=(1, 2))
    south = steps(b, M, (0.0, -20.0))
    assert judge(b, M, south)[0]
    assert not judge(b, 2, steps(b, 2, (0.0, -20.0)))[0]
    assert is_legal(b, ahead(b, M, by=80))
    assert not is_legal(b, ahead(b, 2, by=80))
    for members in ((M, 2), (2, M)):
        assert not is_legal(b, ahead(b, *members, by=80))
    b = lay_cavalry(100.0, 130.0, n, turn=BLUE, own_bounds=(1, 2))
    for members in ((M, 2), (2, M)):
        assert is_legal(b, ahead(b, *members, by=80))
