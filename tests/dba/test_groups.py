"""Groups: who is one, how it marches, wheels, slides and forms columns (DBA-GROUP, WAD-MEAS-4)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from dba.orders import ahead, ask, go, is_legal, march, move
from dba.table import BLUE, RED, entries, fresh_log, lay, where
from sandtable.games.dba.record import Ground
from sandtable.games.dba.rules.movement import judge_move
from sandtable.kernel.log import Kind
from sandtable.kernel.records import Path

GENERAL = {"general": 1}


def line(*codes: str, **options: Any) -> Any:
    """Elements side by side from x = 1000 east, fronts level at y = 1030, facing north; the first is the general."""
    elements = []
    for k, code in enumerate(codes):
        b = lay(("X", code, RED, 0, 0, "N"))
        y = 1030 - float(b.figures[0].depth) / 2
        elements.append((f"R{k + 1}", code, RED, 1000 + 160 * k, y, "N", GENERAL if k == 0 else None))
    return lay(*elements, **options)


def file(*codes: str, **options: Any) -> Any:
    """Elements behind one another from (1000, 1000) south, facing north."""
    elements = []
    y = 1030.0
    for k, code in enumerate(codes):
        b = lay(("X", code, RED, 0, 0, "N"))
        depth = float(b.figures[0].depth)
        elements.append((f"R{k + 1}", code, RED, 1000, y - depth / 2, "N", GENERAL if k == 0 else None))
        y -= depth
    return lay(*elements, **options)


@pytest.mark.clause("DBA-GROUP-4")
def test_a_group_is_linked_and_faces_one_way() -> None:
    b = line("4Bd", "4Bd", "4Sp")
    assert is_legal(b, ahead(b, 0, 1, 2, by=100))
    assert is_legal(b, ahead(b, 0, 1, by=100))  # a part of it
    assert ask(b, ahead(b, 0, 2, by=100)).reasons == ["DBA-GROUP-4"]  # not linked without the middle
    b.figures[2].x += 1
    assert ask(b, ahead(b, 0, 1, 2, by=100)).reasons == ["DBA-GROUP-4"]
    b.figures[2].x -= 1
    b.figures[2].fy = -1.0
    assert "DBA-GROUP-4" in ask(b, ahead(b, 0, 1, 2, by=100)).reasons


@pytest.mark.clause("DBA-GROUP-5", "DBA-MOVE-8", "DBA-GROUP-11")
def test_a_group_goes_straight_ahead_as_fast_as_its_slowest() -> None:
    b = line("4Bd", "3Kn")
    assert is_legal(b, ahead(b, 0, 1, by=200)) and is_legal(b, ahead(b, 0, 1, by=0.5))
    assert ask(b, ahead(b, 0, 1, by=201)).reasons == ["DBA-MOVE-1"]
    assert ask(b, ahead(b, 0, 1, by=-50)).reasons == ["DBA-GROUP-5"]
    assert ask(b, ahead(b, 0, 1, by=50, aside=20)).reasons == ["DBA-GROUP-8"]
    assert ask(b, move(0, 1, to=(1000, 1000), facing="S")).reasons == ["DBA-GROUP-5"]
    log = go(b, ahead(b, 0, 1, by=200))
    assert log.n > 0
    assert where(b, 0) == (1000, 1200, 0, 1)
    assert where(b, 1) == (1160, 1170, 0, 1)
    assert b.pips == 5
    assert b.figures[1].moves == 1
    assert b.figures[0].arrived == b.figures[1].arrived > 0  # they arrive together


@pytest.mark.clause("DBA-GROUP-5", "DBA-GROUP-8")
def test_a_group_that_stands_aslant_slides_for_nothing_neither() -> None:
    """Two Blades side by side, facing north-east: 160 paces are 113.14 east and as many south."""
    b = lay(("A", "4Bd", RED, 1000, 1000, 45, GENERAL), ("B", "4Bd", RED, 1113.137, 886.863, 45))
    assert is_legal(b, ahead(b, 0, 1, by=50))
    for aside in (20, -20):
        assert ask(b, ahead(b, 0, 1, by=50, aside=aside)).reasons == ["DBA-GROUP-8"]


@pytest.mark.clause("DBA-GROUP-5", "WAD-MEAS-4")
def test_a_wheel_is_measured_by_the_chord_of_the_outer_front_corner() -> None:
    # Two Blades, front rank 320 wide. A wheel by d degrees about the right corner (1240, 1030): the left front
    # corner's chord is 640 sin(d / 2): 194.6 at 35.4 degrees, 200.0 at 36.42 degrees, 200.1 at 36.43.
    for degrees, legal in ((35.4, True), (36.4, True), (36.5, False)):
        b = line("4Bd", "4Bd")
        turn = math.radians(degrees)
        # The leader's middle, 240 left of and 30 behind the pivot, turned clockwise about it.
        x = 1240 - 240 * math.cos(turn) - 30 * math.sin(turn)
        y = 1030 + 240 * math.sin(turn) - 30 * math.cos(turn)
        assert is_legal(b, move(0, 1, to=(x, y), facing=degrees)) is legal
        assert is_legal(b, march(0, 1, legs=[(0, degrees)], to=(x, y), facing=degrees)) is legal
    # Along the arc, 320 * d: 200 paces are 35.81 degrees.
    for degrees, legal in ((35.8, True), (35.9, False)):
        b = line("4Bd", "4Bd", wheel_measure="arc")
        turn = math.radians(degrees)
        x = 1240 - 240 * math.cos(turn) - 30 * math.sin(turn)
        y = 1030 + 240 * math.sin(turn) - 30 * math.cos(turn)
        assert is_legal(b, move(0, 1, to=(x, y), facing=degrees)) is legal


@pytest.mark.clause("DBA-GROUP-5", "WAD-MEAS-4")
def test_an_anticlockwise_wheel_pivots_on_the_left_corner_and_legs_add_up() -> None:
    # Ahead 50, then 10 degrees anticlockwise about the left front corner: chord 640 sin 5 = 55.8; then ahead 94: 199.8.
    turn = math.radians(10)
    for last, legal in ((94.0, True), (95.0, False)):
        b = line("4Bd", "4Bd")
        # Pivot after 50 ahead: (920, 1080). The leader's middle is 80 right of and 30 behind it.
        x = 920 + 80 * math.cos(turn) + 30 * math.sin(turn) - last * math.sin(turn)
        y = 1080 + 80 * math.sin(turn) - 30 * math.cos(turn) + last * math.cos(turn)
        action = move(0, 1, to=(x, y), facing=-10)
        assert is_legal(b, action) is legal
        assert is_legal(b, march(0, 1, legs=[(50, -10), (last, 0)], to=(x, y), facing=-10)) is legal
        if legal:
            go(b, action)
            # The other stands 160 to the right of the leader.
            assert b.figures[1].x == pytest.approx(x + 160 * math.cos(turn), abs=0.01)
            assert b.figures[1].y == pytest.approx(y + 160 * math.sin(turn), abs=0.01)
            assert is_legal(b, ahead(b, 0, 1, by=10)) is False  # it has moved
            b.figures[0].moves = b.figures[1].moves = 0
            assert is_legal(b, ahead(b, 0, 1, by=10))  # still a group


@pytest.mark.clause("DBA-GROUP-5")
def test_legs_must_lead_to_the_end() -> None:
    b = line("4Bd", "4Bd")
    assert ask(b, march(0, 1, legs=[(50, 0)], to=(1000, 1060), facing="N")).reasons == ["DBA-GROUP-5"]
    assert ask(b, march(0, 1, legs=[(-50, 0)], to=(1000, 950), facing="N")).reasons == ["DBA-GROUP-5"]
    assert is_legal(b, march(0, 1, legs=[(50, 0)], to=(1000, 1050), facing="N"))


@pytest.mark.clause("DBA-GROUP-5", "DBA-MOVE-7")
def test_several_wheels_in_one_march() -> None:
    # Ahead 20, 10 degrees right, ahead 20, 10 degrees left: it faces north again. Chords 55.8 each: 151.6 in all.
    from sandtable.games.dba.rules.groups import front_of
    from sandtable.games.dba.rules.marches import where_legs_lead
    from sandtable.kernel.geometry import base_of

    b = line("4Bd", "4Bd")
    legs = [(20.0, 10.0), (20.0, -10.0)]
    action = march(0, 1, legs=legs, to=(0, 0), facing="N")
    end = where_legs_lead(base_of(b.figures[0]), front_of(b, action), action.via, 2)
    # By hand: pivot 1 (1240, 1050); after the wheel and 20 ahead the left corner is at
    # (1240 - 320 cos 10 + 20 sin 10, 1050 + 320 sin 10 + 20 cos 10) = (928.33, 1125.26), and stays while it wheels
    # back.
    assert end.x == pytest.approx(928.334 + 80, abs=0.01)
    assert end.y == pytest.approx(1125.264 - 30, abs=0.01)
    assert is_legal(b, march(0, 1, legs=legs, to=(end.x, end.y), facing="N"))


@pytest.mark.clause("DBA-GROUP-3", "WAD-MEAS-5")
def test_the_whole_of_a_wheeling_group_must_pass() -> None:
    degrees = 20.0
    turn = math.radians(degrees)
    x = 1240 - 240 * math.cos(turn) - 30 * math.sin(turn)
    y = 1030 + 240 * math.sin(turn) - 30 * math.cos(turn)
    b = lay(
        ("A", "4Bd", RED, 1000, 1000, "N", GENERAL),
        ("B", "4Bd", RED, 1160, 1000, "N"),
        ("F", "2Ps", RED, 960, 1110, "N"),  # in the way of the left end, which swings up to y = 1139
    )
    assert ask(b, move(0, 1, to=(x, y), facing=degrees)).reasons == ["DBA-PASS-1"]
    b.figures[2].y = 1200
    assert is_legal(b, move(0, 1, to=(x, y), facing=degrees))


@pytest.mark.clause("DBA-GROUP-8", "DBA-CONTACT-5")
def test_a_group_slides_up_to_half_a_base_to_square_up_on_an_enemy_near() -> None:
    def facing_enemy(dx: float, dy: float) -> Any:
        b = line("4Bd", "4Bd")
        enemy = lay(("E", "4Bd", BLUE, 1000 + dx, 1000 + dy, "S", GENERAL))
        b.figures[2] = enemy.figures[0]
        b.n_figures = 3
        return b

    # The enemy's front is at 1000 + dy - 30; it is 80 to the east. Into contact: ahead dy - 60.
    b = facing_enemy(80, 200)
    assert is_legal(b, ahead(b, 0, 1, by=140, aside=80))
    assert ask(facing_enemy(81, 200), ahead(b, 0, 1, by=140, aside=81)).reasons == ["DBA-GROUP-8"]
    # Squared up, but farther than a base width before it: 1000 + 400 - 30 - (1030 + 100) = 240.
    b = facing_enemy(80, 400)
    assert ask(b, ahead(b, 0, 1, by=100, aside=80)).reasons == ["DBA-GROUP-8"]
    assert is_legal(b, ahead(b, 0, 1, by=180, aside=80))  # exactly a base width
    # Slides to no purpose.
    assert ask(b, ahead(b, 0, 1, by=180, aside=40)).reasons == ["DBA-GROUP-8"]


@pytest.mark.clause("DBA-GROUP-8")
@pytest.mark.parametrize("terrain", [[], [(Ground.ROAD, [(2900, 0), (2900, 3000)], 160)]])
def test_a_group_squares_up_on_an_enemy_beyond_its_own_reach(terrain: list[Any]) -> None:
    # The column's front is at y 1030, that of the deep Knights (240) at 1500 - 120 = 1380 and ten paces farther east.
    # When the column has gone 190 ahead there are 160 between them, exactly a base width: it may slide by those ten.
    # A road at the far side of the board makes no difference.
    b = file("4Bd", "4Bd", terrain=terrain)
    enemy = lay(("E", "6Kn", BLUE, 1010, 1500, "S", GENERAL))
    b.figures[2] = enemy.figures[0]
    b.n_figures = 3
    assert ask(b, ahead(b, 0, 1, by=189, aside=10)).reasons == ["DBA-GROUP-8"]  # 161 before it
    assert is_legal(b, ahead(b, 0, 1, by=190, aside=10))


@pytest.mark.clause("DBA-GROUP-6", "DBA-GROUP-7", "DBA-MOVE-3")
def test_only_a_column_enters_bad_going() -> None:
    wood = (Ground.WOOD, [(900, 1100), (1300, 1100), (1300, 1500), (900, 1500)])
    b = line("3Ax", "3Ax", terrain=[wood])
    assert is_legal(b, ahead(b, 0, 1, by=70))
    assert ask(b, ahead(b, 0, 1, by=100)).reasons == ["DBA-GROUP-6", "DBA-GROUP-6"]
    b = file("3Ax", "3Ax", terrain=[wood])
    assert is_legal(b, ahead(b, 0, 1, by=300))
    b = file("4Bd", "3Cv", terrain=[wood])
    assert is_legal(b, ahead(b, 0, 1, by=200))
    # Psiloi have no privilege in 2.2.
    b = line("2Ps", "2Ps", terrain=[wood])
    assert not is_legal(b, ahead(b, 0, 1, by=100))


@pytest.mark.clause("DBA-GROUP-6", "DBA-RIVER-2")
def test_only_a_column_enters_a_river() -> None:
    river = (Ground.RIVER, [(0, 1150), (3000, 1150)], 100)
    b = line("3Cv", "3Cv", terrain=[river], river=2)
    assert ask(b, ahead(b, 0, 1, by=90)).reasons == ["DBA-GROUP-6", "DBA-GROUP-6"]
    b = file("3Cv", "3Cv", terrain=[river], river=2)
    assert is_legal(b, ahead(b, 0, 1, by=100))
    assert "DBA-MOVE-5" in ask(b, ahead(b, 0, 1, by=110)).reasons
    b = line("3Cv", "3Cv", terrain=[river], river=1)
    assert is_legal(b, ahead(b, 0, 1, by=400))


@pytest.mark.clause("DBA-GROUP-12")
def test_an_element_in_contact_takes_no_part() -> None:
    b = lay(
        ("A", "4Bd", RED, 1000, 1000, "N", GENERAL),
        ("B", "4Bd", RED, 1160, 1000, "N"),
        ("C", "4Bd", RED, 1320, 1000, "N"),
        ("E", "4Bd", BLUE, 1000, 1060, "S", GENERAL),
    )
    assert "DBA-GROUP-12" in ask(b, ahead(b, 0, 1, by=20)).reasons
    assert "DBA-GROUP-12" not in ask(b, ahead(b, 1, 2, by=20)).reasons


# Columns


@pytest.mark.clause("DBA-GROUP-9")
def test_a_column_follows_its_leader_straight() -> None:
    b = file("4Bd", "4Bd", "4Bd")
    go(b, march(0, 1, 2, legs=[(150, 0)], to=(1000, 1150), facing="N", path=Path.COLUMN))
    assert where(b, 0) == (1000, 1150, 0, 1)
    assert where(b, 1) == (1000, 1090, 0, 1)
    assert where(b, 2) == (1000, 1030, 0, 1)


@pytest.mark.clause("DBA-GROUP-9")
def test_a_column_wheels_where_its_leader_wheeled_on_its_way() -> None:
    # Ahead 20, 20 degrees right about the right front corner (1080, 1050), chord 320 sin 10 = 55.6, ahead 100: 175.6.
    # The second goes the same way, 60 behind it: 80 ahead, the same wheel about the same point, and ahead 40.
    turn = math.radians(20)
    fx, fy = math.sin(turn), math.cos(turn)
    x, y = 1080 - 80 * fy + 70 * fx, 1050 + 80 * fx + 70 * fy
    b = file("4Bd", "4Bd")
    go(b, march(0, 1, legs=[(20, 20), (100, 0)], to=(x, y), facing=20, path=Path.COLUMN))
    for k in range(2):
        assert where(b, k) == pytest.approx((x - 60 * k * fx, y - 60 * k * fy, fx, fy), abs=0.01)


@pytest.mark.clause("DBA-GROUP-9")
def test_a_column_wheels_where_its_leader_wheeled() -> None:
    # Leader: 90 degrees right about its right front corner P = (1080, 1030): chord 226; then ahead 60. Cavalry, 120
    # deep.
    # It then faces east, its right front corner at (1140, 1030), its middle 80 left of and 60 behind: (1080, 1110).
    b = file("3Cv", "3Cv", "3Cv")
    go(b, march(0, 1, 2, legs=[(0, 90), (60, 0)], to=(1080, 1110), facing="E", path=Path.COLUMN))
    assert where(b, 0) == (1080, 1110, 1, 0)
    # Its rear edge is on x = 1020, from y = 1030 to 1190. The second went ahead until its front met that base: at
    # y = 1030, where the leader's right rear corner (1020, 1030) lies on its front edge.
    assert where(b, 1) == (1000, 970, 0, 1)
    assert where(b, 2) == (1000, 850, 0, 1)
    # In the next bound the leader goes on; the column on its bend is still one.
    for k in range(3):
        b.figures[k].moves = 0
    b.pips = 6
    go(b, march(0, 1, 2, legs=[(120, 0)], to=(1200, 1110), facing="E", path=Path.COLUMN))
    # The second now wheels about (1080, 1030), chord 226, and closes up: its front on x = 1140.
    assert where(b, 1) == (1080, 1110, 1, 0)
    # The third comes ahead until it meets the second's right rear corner (1020, 1030).
    assert where(b, 2) == (1000, 970, 0, 1)


@pytest.mark.clause("DBA-GROUP-10", "DBA-GROUP-8")
def test_a_line_forms_a_column_behind_its_leader_as_far_as_moves_allow() -> None:
    # Four Blades; the left one goes 60 ahead. The second comes in behind it, 160 aside and 0 ahead. The third would
    # have
    # to go back behind that one, so it closes up beside it, and the fourth beside the third.
    b = line("4Bd", "4Bd", "4Bd", "4Bd")
    go(b, march(0, 1, 2, 3, legs=[(60, 0)], to=(1000, 1060), facing="N", path=Path.COLUMN))
    assert [where(b, k)[:2] for k in range(4)] == [(1000, 1060), (1000, 1000), (1160, 1000), (1320, 1000)]


@pytest.mark.clause("DBA-GROUP-10", "DBA-MOVE-8")
def test_each_who_forms_up_keeps_to_its_own_move() -> None:
    # The leader goes 180 ahead: the second must go 160 aside and 120 ahead: 200. With 181 ahead: 200.6.
    b = line("4Bd", "4Bd")
    assert is_legal(b, march(0, 1, legs=[(180, 0)], to=(1000, 1180), facing="N", path=Path.COLUMN))
    answer = ask(b, march(0, 1, legs=[(182, 0)], to=(1000, 1182), facing="N", path=Path.COLUMN))
    assert answer.reasons == ["DBA-GROUP-10"]


@pytest.mark.clause("DBA-GROUP-7", "DBA-MOVE-4", "DBA-GROUP-8")
def test_a_column_goes_400_along_a_road_and_a_line_does_not() -> None:
    road = (Ground.ROAD, [(1000, 0), (1000, 3000)], 160)
    b = file("4Bd", "4Bd", terrain=[road])
    assert is_legal(b, march(0, 1, legs=[(400, 0)], to=(1000, 1400), facing="N", path=Path.COLUMN))
    assert is_legal(b, ahead(b, 0, 1, by=400))
    assert not is_legal(b, ahead(b, 0, 1, by=401))
    b = line("4Bd", "4Bd", terrain=[road])
    assert not is_legal(b, ahead(b, 0, 1, by=400))


@pytest.mark.clause("DBA-PASS-1", "DBA-PASS-2")
def test_a_line_of_knights_passes_through_a_line_of_psiloi() -> None:
    b = lay(
        ("A", "3Cv", RED, 1000, 1000, "N", GENERAL),
        ("B", "3Cv", RED, 1160, 1000, "N"),
        ("P", "2Ps", RED, 1000, 1100, "N"),
        ("Q", "2Ps", RED, 1160, 1100, "N"),
    )
    assert is_legal(b, ahead(b, 0, 1, by=200))
    assert ask(b, ahead(b, 0, 1, by=190)).reasons == ["DBA-PASS-2", "DBA-PASS-2"]


WOODS_WITH_AN_OPENING = [
    (Ground.WOOD, [(700, 1100), (1060, 1100), (1060, 1400), (700, 1400)]),
    (Ground.WOOD, [(1420, 1100), (1800, 1100), (1800, 1400), (1420, 1400)]),
]
"""From x 1060 to x 1420 there is an opening of 360 between them, 70 paces ahead of the front edges at y 1030."""


def narrow(*actors: int, to: tuple[float, float], files: int) -> Any:
    """The leader goes straight ahead to its place; the first ``files`` actors are the new front rank."""
    action = march(*actors, legs=[(to[1] - 1000, 0)], to=to, facing="N", path=Path.COLUMN)
    action.amount = files
    return action


@pytest.mark.clause("DBA-GROUP-8")
def test_a_line_of_four_narrows_its_front_to_two_files() -> None:
    # The two on the left go 60 ahead; each of the others would go 320 aside to stand behind them: too far for Blades.
    b = line("4Bd", "4Bd", "4Bd", "4Bd", terrain=WOODS_WITH_AN_OPENING)
    assert ask(b, narrow(0, 1, 2, 3, to=(1000, 1060), files=2)).reasons == ["DBA-GROUP-10"]
    # The two in the middle, x 1080 to 1400, fit the opening: the left one comes in behind the left of them, 160 aside,
    # the right one likewise.
    go(b, narrow(1, 2, 0, 3, to=(1160, 1060), files=2))
    assert [where(b, k)[:2] for k in range(4)] == [(1160, 1000), (1160, 1060), (1320, 1060), (1320, 1000)]


@pytest.mark.clause("DBA-GROUP-8")
def test_a_group_narrows_its_front_only_for_an_opening() -> None:
    four = ("4Bd", "4Bd", "4Bd", "4Bd")
    to = (1160, 1060)
    # On the bare board nothing forces it; into a column it may contract all the same.
    assert ask(line(*four), narrow(1, 2, 0, 3, to=to, files=2)).reasons == ["DBA-GROUP-8"]
    assert is_legal(line(*four), march(1, 0, 2, 3, legs=[(60, 0)], to=to, facing="N", path=Path.COLUMN))
    # Woods from y 1240 on are farther than its 200 paces from y 1030; from 1220 on they are not.
    far = [(Ground.WOOD, [(x, y + 140) for x, y in points]) for _, points in WOODS_WITH_AN_OPENING]
    assert ask(line(*four, terrain=far), narrow(1, 2, 0, 3, to=to, files=2)).reasons == ["DBA-GROUP-8"]
    near = [(Ground.WOOD, [(x, y + 120) for x, y in points]) for _, points in WOODS_WITH_AN_OPENING]
    assert is_legal(line(*four, terrain=near), narrow(1, 2, 0, 3, to=to, files=2))
    # Two files need 320 paces, and an opening of 300 lets only a column through.
    small = [WOODS_WITH_AN_OPENING[0], (Ground.WOOD, [(1360, 1100), (1800, 1100), (1800, 1400), (1360, 1400)])]
    assert ask(line(*four, terrain=small), narrow(1, 2, 0, 3, to=to, files=2)).reasons == ["DBA-GROUP-8"]


@pytest.mark.clause("DBA-GROUP-11", "DBA-GROUP-8")
def test_a_group_does_not_become_wider_by_narrowing() -> None:
    # A column of three would stand two wide; a line of three as wide as before.
    b = file("4Bd", "4Bd", "4Bd", terrain=WOODS_WITH_AN_OPENING)
    assert ask(b, narrow(0, 1, 2, to=(1000, 1060), files=2)).reasons == ["DBA-GROUP-11"]
    b = line("4Bd", "4Bd", "4Bd", terrain=WOODS_WITH_AN_OPENING)
    assert ask(b, narrow(0, 1, 2, to=(1000, 1060), files=3)).reasons == ["DBA-GROUP-11"]


@pytest.mark.clause("DBA-GROUP-8")
def test_troops_and_camps_make_openings_too() -> None:
    # A friend stands 70 paces before the left file of three: the two on the right go on, the left one behind them.
    b = lay(
        *[(f"R{k}", "4Bd", RED, 1000 + 160 * k, 1000, "N", {"general": int(k == 0)}) for k in range(3)],
        ("F", "4Sp", RED, 1000, 1130, "N"),
    )
    go(b, narrow(1, 2, 0, to=(1160, 1060), files=2))
    assert [where(b, k)[:2] for k in range(3)] == [(1160, 1000), (1160, 1060), (1320, 1060)]
    camp = {BLUE: (1000, 1150, "S", 160, 100)}
    b = lay(*[(f"R{k}", "4Bd", RED, 1000 + 160 * k, 1000, "N") for k in range(3)], camps=camp)
    assert is_legal(b, narrow(1, 2, 0, to=(1160, 1060), files=2))


@pytest.mark.clause("DBA-GROUP-9", "DBA-GROUP-10")
def test_a_column_of_one_file_is_a_column_whether_its_files_are_named_or_not() -> None:
    """An order that names one file narrows nothing and needs no opening; legs that lead elsewhere make it no order."""
    b = file("4Bd", "4Bd")
    for files in (0, 1):
        action = march(0, 1, legs=[(150, 0)], to=(1000, 1150), facing="N", path=Path.COLUMN)
        action.amount = files
        assert is_legal(b, action)
        action.y = 1140.0
        assert ask(b, action).reasons == ["DBA-GROUP-5"]


@pytest.mark.clause("DBA-GROUP-8")
def test_nobody_squares_up_on_an_enemy_behind_them() -> None:
    """An enemy back to back with the leader, 40 to its right where that would end: there is nothing to slide for."""
    b = line("4Bd", "4Bd")
    assert ask(b, ahead(b, 0, 1, by=50, aside=40)).reasons == ["DBA-GROUP-8"]
    others = [("R1", "4Bd", RED, 1000, 1000, "N", GENERAL), ("R2", "4Bd", RED, 1160, 1000, "N")]
    b = lay(*others, ("E", "4Bd", BLUE, 1040, 700, "S"))
    assert "DBA-GROUP-8" in ask(b, ahead(b, 0, 1, by=50, aside=40)).reasons


@pytest.mark.clause("DBA-GROUP-5", "DBA-MOVE-1")
def test_the_way_of_a_group_is_written_down_for_its_leader() -> None:
    b = line("4Bd", "4Bd")
    log = fresh_log()
    judge_move(b, march(0, 1, legs=[(120, 0)], to=(1000, 1120), facing="N"), log)
    assert [(entry.actor, entry.value) for entry in entries(log, Kind.WAY)] == [(0, 120.0)]


@pytest.mark.clause("DBA-GROUP-3", "DBA-CAMP-1")
def test_a_group_does_not_go_through_a_camp() -> None:
    """The enemy's empty camp, 240 deep, begins 100 paces before the second of them: the line stops there or before."""
    blades = [("R1", "4Bd", RED, 1000, 1000, "N", GENERAL), ("R2", "4Bd", RED, 1160, 1000, "N")]
    b = lay(*blades, camps={BLUE: (1300, 1250, "S", 320.0, 240.0)})
    assert "DBA-GROUP-3" in ask(b, ahead(b, 0, 1, by=150)).reasons
    assert is_legal(b, ahead(b, 0, 1, by=90))
