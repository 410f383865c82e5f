"""TERRAIN: what stops a base, what slows it, and the camp's rampart and gates."""

from __future__ import annotations

import pytest

from dbaix.board import Judged, board, dubius, fresh_log, judged, move, obelix, pirate, roman, villager, where
from sandtable.games.dbaix.record import Going, Side, Where
from sandtable.games.dbaix.rules.movement import judge_move, make_move
from sandtable.games.dbaix.rules.terrain import is_inside_camp, is_road_all_the_way, rampart_between
from sandtable.kernel.terrain import add_disc, add_line, add_polygon, add_strip

N, S, E, W = "N", "S", "E", "W"


def judge(b, action) -> Judged:
    return judged(judge_move, b, action)


def box(x0, y0, x1, y1):
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def with_camp(b):
    """The default scenario's camp: x 17-31, y 2-9, north gate x 22.5-25.5, east gate y 4.5-6.5."""
    b.camp[:] = (17, 2, 31, 9)
    outline = [(17, 2), (31, 2), (31, 9), (17, 9), (17, 2)]
    add_line(b.terrain, Going.RAMPART.value, outline, gaps=[(22.5, 9, 25.5, 9), (31, 4.5, 31, 6.5)])
    return b


@pytest.mark.clause("DBAIX-TER-1", "DBAIX-TER-2")
def test_open_ground_and_road_stop_nobody():
    b = board(roman(10.5, 10.5))
    add_polygon(b.terrain, Going.OPEN.value, box(8, 12, 13, 20))
    add_strip(b.terrain, Going.ROAD.value, [(5, 12), (15, 12)], 2.0)
    assert judge(b, move(b, 0, ahead=4)).legal


@pytest.mark.clause("DBAIX-TER-4", "DBAIX-TER-5")
@pytest.mark.parametrize(("going", "clause"), [(Going.BUILDING, "TER-4"), (Going.SHIP, "TER-4"), (Going.SEA, "TER-5")])
def test_houses_ship_and_sea_cannot_be_entered(going, clause):
    b = board(pirate(10.5, 10.5, N), side=Side.PIRATES)
    add_polygon(b.terrain, going.value, box(9, 12, 12, 13))
    assert judge(b, move(b, 0, ahead=4)).reasons == [clause]  # beyond it is no better than in it
    assert judge(b, move(b, 0, ahead=2)).reasons == [clause]
    assert judge(b, move(b, 0, ahead=1)).legal  # up to touching it
    assert judge(b, move(b, 0, to=(12.5, 13.5), via=((12.5, 11.5),))).reasons == ["MOV-1"]


@pytest.mark.clause("DBAIX-TER-4", "DBAIX-SCN-14")
def test_a_sunk_ship_is_no_obstacle():
    b = board(pirate(10.5, 10.5, N), side=Side.PIRATES, ship_sunk=1)
    add_polygon(b.terrain, Going.SHIP.value, box(9, 12, 12, 13))
    assert judge(b, move(b, 0, ahead=4)).legal


@pytest.mark.clause("DBAIX-TER-4")
def test_trees_are_discs():
    b = board(roman(10.5, 10.5))
    add_disc(b.terrain, Going.TREE.value, 11.75, 12.5, 0.75)  # its west side is at x 11
    assert judge(b, move(b, 0, ahead=4)).legal
    assert judge(b, move(b, 0, to=(10.75, 14.25))).reasons == ["TER-4"]


@pytest.mark.clause("DBAIX-TER-3")
def test_woods_slow_romans_and_pirates_to_2_inches_and_gauls_not():
    for side, who, legal in ((Side.ROMANS, roman, False), (Side.PIRATES, pirate, False), (Side.GAULS, villager, True)):
        b = board(who(10.5, 10.5, N), side=side)
        add_polygon(b.terrain, Going.WOOD.value, box(9, 12, 12, 13))
        long = judge(b, move(b, 0, ahead=4))  # crosses it
        assert long.legal is legal
        assert long.reasons == ([] if legal else ["TER-3"])
        assert judge(b, move(b, 0, ahead=2.25)).legal is legal  # ends in it
        assert judge(b, move(b, 0, ahead=2)).legal
        assert judge(b, move(b, 0, ahead=1.25)).legal
        b.figures[0].y = 12.25  # starts in it
        assert judge(b, move(b, 0, ahead=2.5)).legal is legal
        b.figures[0].y = 8.5
        assert judge(b, move(b, 0, ahead=3.25)).legal  # the front edge is in the wood, the centre is not


@pytest.mark.clause("DBAIX-TER-3")
def test_one_figure_in_the_wood_slows_the_group_and_a_way_round_does_not():
    b = board(dubius(10.5, 10.5), roman(11.5, 10.5))
    add_polygon(b.terrain, Going.WOOD.value, box(11, 12, 14, 13))
    assert judge(b, move(b, 0, 1, ahead=3)).reasons == ["TER-3"]
    assert judge(b, move(b, 0, ahead=3)).legal
    b = board(roman(11.5, 10.5))
    add_polygon(b.terrain, Going.WOOD.value, box(11, 12, 14, 13))
    assert judge(b, move(b, 0, to=(10.9, 13.5))).reasons == ["TER-3"]  # cuts the corner
    assert judge(b, move(b, 0, to=(10.9, 13.5), via=((10.9, 11.5),))).legal  # 1.17 + 2


@pytest.mark.clause("DBAIX-TER-6", "DBAIX-TER-7")
def test_the_rampart_is_passed_through_a_gate_only_by_anybody():
    b = with_camp(board(roman(20.5, 7.5), roman(24.0, 7.5), villager(24.5, 11.5)))
    assert judge(b, move(b, 0, ahead=4)).reasons == ["TER-6"]
    assert judge(b, move(b, 1, ahead=4)).reasons == ["MOV-11"]  # only the villager stands in the gate's way
    b = with_camp(board(roman(24.0, 7.5), villager(30.5, 11.5)))
    assert judge(b, move(b, 0, ahead=4)).legal
    assert judge(b, move(b, 0, to=(22.25, 9.75))).reasons == ["TER-6"]  # its west half strikes the gate post
    gaul = with_camp(board(villager(24.0, 11.5), villager(30.25, 11.5), side=Side.GAULS))
    assert judge(gaul, move(gaul, 0, ahead=4)).legal
    assert judge(gaul, move(gaul, 1, ahead=4)).reasons == ["TER-6"]


@pytest.mark.clause("DBAIX-TER-6")
def test_obelix_crosses_the_rampart_but_does_not_stand_on_it():
    b = with_camp(board(obelix(20.5, 10.5), side=Side.GAULS))
    assert judge(b, move(b, 0, ahead=3)).legal
    assert judge(b, move(b, 0, ahead=1)).legal  # up to it
    assert judge(b, move(b, 0, ahead=1.5)).reasons == ["TER-6"]  # astride
    make_move(b, move(b, 0, ahead=3), fresh_log())
    assert where(b, 0)[:2] == (20.5, 7.5)


@pytest.mark.clause("DBAIX-TER-6")
def test_nobody_meets_an_enemy_across_the_rampart():
    # the Roman inside touches the rampart with its front edge
    b = with_camp(board(roman(20.5, 8.5), villager(20.5, 12.5), villager(24.5, 12.5), side=Side.GAULS))
    assert judge(b, move(b, 1, ahead=3)).reasons == ["TER-6"]
    assert judge(b, move(b, 1, ahead=2.75)).legal
    # in the gate there is no rampart
    b.figures[0].x = 24.5
    assert judge(b, move(b, 2, ahead=3)).legal


@pytest.mark.clause("DBAIX-TER-8")
def test_inside_the_camp_is_with_the_whole_base():
    b = with_camp(board(roman(24.0, 5.0), roman(24.0, 8.5), roman(24.0, 8.75), villager(30.5, 2.5)))
    assert [is_inside_camp(b, b.figures[i]) for i in range(4)] == [True, True, False, True]
    b.figures[0]["where"] = Where.CAMP_BOX.value
    assert not is_inside_camp(b, b.figures[0])


@pytest.mark.clause("DBAIX-TER-2", "DBAIX-PIP-22")
def test_a_hairs_breadth_off_the_road_is_off_the_road():
    """The road is 2 inches wide about x 24. From 24.97 it is 0.03 inches to its border; beyond it is no road."""
    b = board(roman(24.5, 20.5))
    add_strip(b.terrain, Going.ROAD.value, [(24, 9), (24, 33)], 2.0)
    assert is_road_all_the_way(b, 24.97, 20.0, 24.99, 20.0)
    assert not is_road_all_the_way(b, 24.97, 20.0, 25.01, 20.0)
    assert not is_road_all_the_way(b, 24.5, 20.0, 25.5, 20.0)
    assert not is_road_all_the_way(b, 25.01, 20.0, 24.97, 20.0)


@pytest.mark.clause("DBAIX-TER-2")
def test_where_a_road_is_broken_off_it_is_no_road_all_the_way():
    """One ends at x 20, the next begins at 24; another goes on at a bend."""
    b = board(roman(24.5, 20.5))
    add_strip(b.terrain, Going.ROAD.value, [(10, 20), (20, 20)], 2.0)
    add_strip(b.terrain, Going.ROAD.value, [(24, 20), (34, 20), (44, 21)], 2.0)
    assert not is_road_all_the_way(b, 12.0, 20.0, 28.0, 20.0)
    assert is_road_all_the_way(b, 12.0, 20.0, 18.0, 20.5)
    assert is_road_all_the_way(b, 28.0, 20.0, 40.0, 20.5)


@pytest.mark.clause("DBAIX-TER-6")
@pytest.mark.parametrize(("going", "parts"), [(Going.RAMPART, True), (Going.WOOD, False), (Going.ROAD, False)])
def test_only_a_rampart_is_between_two_who_would_touch(going, parts):
    b = board(roman(10.5, 10.5))
    add_line(b.terrain, going.value, [(5, 11), (15, 11)])
    assert rampart_between(b, 10.5, 10.5, 10.5, 11.5) == parts
    assert not rampart_between(b, 16.5, 10.5, 16.5, 11.5)
