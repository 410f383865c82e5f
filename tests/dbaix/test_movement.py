"""MOVEMENT: who may move, how far, what is in the way, and how a move may end."""

from __future__ import annotations

import math

import pytest

from dbaix.board import (
    READER,
    Judged,
    act,
    board,
    codes,
    dubius,
    entries,
    fresh_log,
    judged,
    move,
    off_table,
    pirate,
    roman,
    villager,
    vitalstatistix,
    where,
)
from sandtable.games.dbaix.record import Going, Side, Verb, Where
from sandtable.games.dbaix.rules.movement import judge_move, make_move
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.terrain import add_disc, add_polygon, add_strip

N, S, E, W = "N", "S", "E", "W"


def judge(b, action) -> Judged:
    return judged(judge_move, b, action)


def box(x0, y0, x1, y1):
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


# How far


@pytest.mark.clause("DBAIX-MOV-1", "DBAIX-MOV-2", "DBAIX-GEN-7")
def test_a_move_is_up_to_4_inches_and_a_shorter_one_costs_the_same():
    b = board(roman(10.5, 10.5))
    assert judge(b, move(b, 0, ahead=4)).legal
    assert judge(b, move(b, 0, ahead=0.25)).cost == judge(b, move(b, 0, ahead=4)).cost == 2
    far = judge(b, move(b, 0, ahead=4.01))
    assert (far.legal, far.reasons) == (False, ["MOV-1"])
    assert judge(b, move(b, 0, to=(8.1, 13.7))).legal  # 2.4 west and 3.2 north are 4 inches


@pytest.mark.clause("DBAIX-MOV-8")
def test_a_turning_move_is_as_long_as_its_farther_front_corner_goes():
    b = board(roman(10.5, 10.5), move=1.42)
    assert judge(b, move(b, 0, facing=S)).legal  # about turn on the spot: 1.41
    b.rules.move = 1.41
    assert judge(b, move(b, 0, facing=S)).reasons == ["MOV-1"]
    # a quarter turn on the spot: each front corner goes to a neighbouring corner of the base, 1 inch
    b.rules.move = 1.0
    assert judge(b, move(b, 0, facing=E)).legal
    b.rules.move = 0.99
    assert judge(b, move(b, 0, facing=E)).reasons == ["MOV-1"]
    # 3 north and a turn to the east: left front corner (10, 11) -> (11, 14), right (11, 11) -> (11, 13): 3.16
    b.rules.move = 3.17
    assert judge(b, move(b, 0, to=(10.5, 13.5), facing=E)).legal
    b.rules.move = 3.15
    assert judge(b, move(b, 0, to=(10.5, 13.5), facing=E)).reasons == ["MOV-1"]


@pytest.mark.clause("DBAIX-MOV-8")
def test_a_single_figure_goes_any_way_and_faces_any_way():
    b = board(roman(10.5, 10.5))
    for degrees in range(0, 360, 15):
        place = (10.5 + 2 * math.cos(degrees), 10.5 + 2 * math.sin(degrees))
        assert judge(b, move(b, 0, to=place, facing=degrees)).legal


@pytest.mark.clause("DBAIX-MOV-11")
def test_the_legs_between_waypoints_are_summed():
    b = board(roman(10.5, 10.5))
    assert judge(b, move(b, 0, to=(12.5, 12.5), via=((10.5, 12.5),))).legal  # 2 + 2
    assert judge(b, move(b, 0, to=(12.5, 12.75), via=((10.5, 12.75),))).reasons == ["MOV-1"]  # 2.25 + 2
    # 1 north, then 2 east, facing east at the end. Turning in the first leg its right front corner goes from
    # (11, 11) to (11, 11) and its left from (10, 11) to (11, 12), 1.41: with the second leg 3.41
    b.rules.move = 3.42
    assert judge(b, move(b, 0, to=(12.5, 11.5), facing=E, via=((10.5, 11.5),))).legal
    b.rules.move = 3.40
    assert judge(b, move(b, 0, to=(12.5, 11.5), facing=E, via=((10.5, 11.5),))).reasons == ["MOV-1"]


@pytest.mark.clause("DBAIX-MOV-9")
def test_in_a_group_no_front_corner_of_anybody_goes_farther_than_4_inches():
    # two abreast about-turn on their places: each front corner of the left man goes to the right man's rear
    b = board(dubius(10.5, 10.5), roman(11.5, 10.5))
    about = move(b, 0, 1, to=(11.5, 10.5), facing=S)
    assert judge(b, about).legal  # (10, 11) -> (12, 10): 2.24
    four = board(dubius(10.5, 10.5), roman(11.5, 10.5), roman(12.5, 10.5), roman(13.5, 10.5))
    assert judge(four, move(four, 0, 1, 2, 3, to=(13.5, 10.5), facing=S)).reasons[:1] == ["MOV-1"]  # 4.12
    # wheel of two abreast about the left front corner: the right one's far corner is 2 inches from it
    wheel = move(b, 0, 1, to=(10.5, 10.5), facing=E)
    wheel = move(b, 0, 1, to=(9.5, 10.5), facing=E, pivot=(10, 11))
    # 90 degrees clockwise about (10, 11): (10.5, 10.5) -> (9.5, 10.5); (11.5, 10.5) -> (9.5, 9.5)
    assert judge(b, wheel).legal
    make_move(b, wheel, fresh_log())
    assert where(b, 0) == (9.5, 10.5, 1.0, 0.0)
    assert where(b, 1) == (9.5, 9.5, 1.0, 0.0)


@pytest.mark.clause("DBAIX-MOV-9")
def test_a_wheel_must_be_a_turn_about_its_pivot():
    b = board(dubius(10.5, 10.5), roman(11.5, 10.5))
    assert judge(b, move(b, 0, 1, to=(9.5, 10.6), facing=E, pivot=(10, 11))).reasons == ["MOV-9"]


# Who


@pytest.mark.clause("DBAIX-MOV-3", "DBAIX-BND-5")
def test_only_figures_on_the_table_of_the_side_whose_bound_it_is_move():
    b = board(roman(10.5, 10.5), villager(20.5, 20.5))
    assert judge(b, move(b, 1, ahead=1)).reasons == ["BND-5"]
    off_table(b, 0, Where.CAMP_BOX)
    assert "MOV-3" in judge(b, move(b, 0, ahead=1)).reasons
    assert judge(b, act(Verb.MOVE)).reasons == ["MOV-3"]


@pytest.mark.clause("DBAIX-MOV-4", "DBAIX-MOV-5")
def test_a_group_is_linked_edge_to_edge_and_corner_to_corner():
    def group(*others):
        b = board(dubius(10.5, 10.5), *others)
        return judge(b, move(b, *range(len(others) + 1), ahead=2))

    assert group(roman(11.5, 10.5)).legal  # side by side
    assert group(roman(10.5, 9.5)).legal  # one behind the other
    assert group(roman(11.5, 10.5), roman(11.5, 9.5)).legal  # round the corner
    assert group(roman(11.5, 9.5)).reasons == ["MOV-4"]  # corner only
    assert group(roman(11.5, 10.25)).reasons == ["MOV-4"]  # edge shifted sideways
    assert group(roman(13.5, 10.5)).reasons == ["MOV-4"]  # apart
    assert group(roman(11.5, 10.5, E)).reasons == ["MOV-5"]  # facing another way
    # the two are linked only through the third
    assert group(roman(12.5, 10.5), roman(11.5, 10.5)).legal


@pytest.mark.clause("DBAIX-MOV-6")
def test_part_of_a_block_may_go_and_the_rest_stay():
    b = board(dubius(10.5, 10.5), roman(11.5, 10.5), roman(10.5, 9.5), roman(11.5, 9.5))
    assert judge(b, move(b, 0, 1, ahead=4)).legal
    assert judge(b, move(b, 0, 2, ahead=4)).legal
    assert judge(b, move(b, 0, 3, ahead=-0.5)).reasons[0] == "MOV-4"  # they touch at a corner only


@pytest.mark.clause("DBAIX-MOV-7")
def test_two_moves_a_bound_alone_and_in_groups_together():
    b = board(dubius(10.5, 10.5), roman(11.5, 10.5), pips=20)
    make_move(b, move(b, 0, 1, ahead=1), fresh_log())
    make_move(b, move(b, 1, ahead=1), fresh_log())
    assert [int(b.figures[i].moves) for i in (0, 1)] == [1, 2]
    assert judge(b, move(b, 1, ahead=1)).reasons == ["MOV-7"]
    assert judge(b, move(b, 0, ahead=1)).legal


@pytest.mark.clause("DBAIX-SCN-10")
def test_a_carrier_moves_once():
    b = board(roman(10.5, 10.5, token=0), pips=20)
    assert judge(b, move(b, 0, ahead=1)).legal
    make_move(b, move(b, 0, ahead=1), fresh_log())
    assert judge(b, move(b, 0, ahead=1)).reasons == ["SCN-10"]
    assert (b.tokens[0].x, b.tokens[0].y) == (10.5, 11.5)  # it came along


@pytest.mark.clause("DBAIX-CAP-9")
def test_a_rescued_figure_waits_for_the_next_bound():
    b = board(vitalstatistix(10.5, 30.5, freed=2), side=Side.GAULS)
    assert b.bound == 2
    assert judge(b, move(b, 0, ahead=1)).reasons == ["CAP-9"]
    b.bound = 5
    assert judge(b, move(b, 0, ahead=1)).legal


@pytest.mark.clause("DBAIX-MOV-12", "DBAIX-MOV-13")
def test_the_engaged_stay_and_overlaps_do_not_engage():
    engaged = board(villager(10.5, 11.5), roman(10.5, 10.5), roman(11.5, 10.5))
    assert judge(engaged, move(engaged, 1, ahead=-2)).reasons == ["MOV-12"]
    assert judge(engaged, move(engaged, 1, 2, ahead=-2)).reasons == ["MOV-12"]
    assert judge(engaged, move(engaged, 2, ahead=2)).legal  # corner to corner with the villager: only overlap
    struck = board(villager(11.5, 10.5, W), roman(10.5, 10.5))  # its front on our right side
    assert judge(struck, move(struck, 1, ahead=-2)).reasons == ["MOV-12"]
    beside = board(villager(11.5, 10.5), roman(10.5, 10.5))  # side on side
    assert judge(beside, move(beside, 1, ahead=-2)).legal


@pytest.mark.clause("DBAIX-MOV-12")
def test_under_break_off_a_single_figure_in_front_contact_may_step_straight_back():
    b = board(villager(10.5, 11.5), roman(10.5, 10.5), roman(11.5, 10.5), break_off=1)
    back = judge(b, move(b, 1, ahead=-4))
    assert (back.legal, back.cost) == (True, 2)
    assert judge(b, move(b, 1, ahead=-4.5)).reasons == ["MOV-1"]
    assert judge(b, move(b, 1, to=(9.5, 8.5))).reasons == ["MOV-12"]
    assert judge(b, move(b, 1, to=(10.5, 8.5), facing=S)).reasons == ["MOV-12"]
    assert judge(b, move(b, 1, 2, ahead=-4)).reasons == ["MOV-12"]
    flanked = board(villager(10.5, 11.5), roman(10.5, 10.5), villager(9.5, 10.5, E), break_off=1)
    assert judge(flanked, move(flanked, 1, ahead=-2)).reasons == ["MOV-12"]


@pytest.mark.clause("DBAIX-MOV-3")
def test_standing_still_is_no_move_and_nonsense_is_none():
    b = board(roman(10.5, 10.5))
    assert judge(b, move(b, 0)).reasons == ["MOV-3"]
    assert judge(b, move(b, 0, to=(math.nan, 3))).reasons == ["MOV-8"]
    assert judge(b, move(b, 0, to=(math.inf, 3))).reasons[:1] == ["MOV-8"]
    nowhere = move(b, 0, ahead=1)
    nowhere.fx = nowhere.fy = 0.0
    assert judge(b, nowhere).reasons == ["MOV-8"]


# What is in the way


@pytest.mark.clause("DBAIX-MOV-11")
def test_nobody_passes_through_anybody():
    b = board(roman(10.5, 10.5), roman(10.5, 12.5), roman(12.25, 12.5))
    assert judge(b, move(b, 0, ahead=4)).reasons == ["MOV-11"]
    assert judge(b, move(b, 0, ahead=1)).legal  # up to touching
    assert judge(b, move(b, 0, to=(10.5, 14.25), via=((9.25, 11.5), (9.25, 13.5)))).reasons == ["MOV-1"]
    assert judge(b, move(b, 0, to=(9.5, 13.5), via=((9.25, 11.75),))).legal
    # the gap between the two, from x 11 to 11.75, is narrower than a base
    assert judge(b, move(b, 0, to=(11.375, 13.5), via=((11.375, 11.0),))).reasons == ["MOV-11"]


@pytest.mark.clause("DBAIX-MOV-11")
def test_a_gap_as_wide_as_the_base_can_be_passed():
    b = board(roman(10.5, 10.5), roman(9.5, 12.5), roman(11.5, 12.5))
    assert judge(b, move(b, 0, ahead=4)).legal
    b.figures[2].x = 11.4
    assert judge(b, move(b, 0, ahead=4)).reasons == ["MOV-11"]


@pytest.mark.clause("DBAIX-MOV-11")
def test_a_turning_base_may_turn_first_or_last():
    # the gap between the two is 1 inch wide; turned by 45 degrees a base is 1.41 wide
    b = board(roman(10.5, 10.5, 45), roman(9.5, 12.5), roman(11.5, 12.5))
    assert judge(b, move(b, 0, to=(10.5, 13.0), facing=N)).legal  # turns first
    assert judge(b, move(b, 0, to=(10.5, 13.0), facing=60)).reasons == ["MOV-11"]
    b = board(roman(10.5, 10.5, N), roman(9.5, 11.5), roman(11.5, 11.5))
    assert judge(b, move(b, 0, to=(10.5, 13.5), facing=45)).legal  # goes through, then turns
    assert judge(b, move(b, 0, to=(10.5, 12.0), facing=45)).reasons == ["MOV-11"]  # no room to turn there


@pytest.mark.clause("DBAIX-MOV-11")
def test_a_wheel_is_swept_along_its_arc():
    def wheel(*others):
        b = board(dubius(10.5, 10.5), roman(11.5, 10.5), *others)
        # a quarter to the left about the left front corner (10, 11): (11.5, 10.5) -> (10.5, 12.5)
        return judge(b, move(b, 0, 1, to=(10.5, 11.5), facing=W, pivot=(10, 11)))

    assert wheel().legal
    # the right man's front corner swings from (12, 11) to (10, 13) along the circle of 2 inches
    assert wheel(roman(12.0, 12.75)).reasons == ["MOV-11"]
    assert wheel(roman(12.5, 13.5)).legal
    b = board(dubius(10.5, 10.5), roman(11.5, 10.5))
    add_disc(b.terrain, Going.TREE.value, 11.5, 12.5, 0.25)
    assert judge(b, move(b, 0, 1, to=(10.5, 11.5), facing=W, pivot=(10, 11))).reasons == ["TER-4"]


@pytest.mark.clause("DBAIX-MOV-9", "DBAIX-MOV-11")
def test_a_group_is_stopped_by_whatever_stops_one_of_it():
    b = board(dubius(10.5, 10.5), roman(11.5, 10.5), roman(12.5, 10.5), roman(12.5, 13.5))
    assert judge(b, move(b, 0, 1, 2, ahead=4)).reasons == ["MOV-11"]
    assert judge(b, move(b, 0, 1, 2, ahead=2)).legal
    assert judge(b, move(b, 0, 1, ahead=4)).legal


@pytest.mark.clause("DBAIX-MOV-16")
def test_nobody_leaves_the_table():
    b = board(roman(0.5, 10.5, W), roman(3.5, 46.5), dubius(46.5, 0.5), roman(47.5, 0.5))
    assert judge(b, move(b, 0, ahead=0.5)).reasons == ["MOV-16"]
    assert judge(b, move(b, 1, to=(3.5, 47.5))).legal
    assert judge(b, move(b, 1, to=(3.5, 47.6))).reasons == ["MOV-16"]
    assert judge(b, move(b, 1, to=(3.5, 45.5), via=((3.5, 47.75),))).reasons == ["MOV-16"]
    # wheel to the right about the right front corner (48, 1): the left man swings below the table's edge
    wheel = judge(b, move(b, 2, 3, to=(48.5, 2.5), facing=E, pivot=(48, 1)))
    assert "MOV-16" in wheel.reasons


# How it ends


@pytest.mark.clause("DBAIX-MOV-14")
def test_a_front_edge_on_an_enemy_edge_is_exactly_aligned():
    b = board(villager(10.5, 14.5), roman(10.5, 10.5))
    assert judge(b, move(b, 1, ahead=3)).legal
    assert judge(b, move(b, 1, to=(10.75, 13.5))).reasons == ["MOV-14"]
    assert judge(b, move(b, 1, to=(11.5, 13.5))).legal  # a corner only: overlap
    assert judge(b, move(b, 1, to=(11.495, 13.5))).legal  # within the touch of a corner
    assert judge(b, move(b, 1, to=(10.75, 13.25))).legal  # a quarter of an inch short
    side = judge(b, move(b, 1, to=(11.5, 14.5), facing=W, via=((11.75, 11.5),)))
    assert side.legal is False and side.reasons == ["MOV-1"]
    b.figures[1].x = 11.75
    assert judge(b, move(b, 1, to=(11.5, 14.5), facing=W)).reasons == ["MOV-1"]
    b.figures[1].y = 11.5
    assert judge(b, move(b, 1, to=(11.5, 14.5), facing=W)).legal


@pytest.mark.clause("DBAIX-MOV-14")
def test_in_a_group_whoever_touches_is_aligned():
    b = board(villager(10.5, 14.5), villager(11.5, 14.75), dubius(10.5, 10.5), roman(11.5, 10.5))
    assert judge(b, move(b, 2, 3, ahead=3)).legal  # the second is a quarter of an inch short
    assert judge(b, move(b, 2, 3, to=(10.25, 13.5))).reasons == ["MOV-14", "MOV-14"]  # both on the first
    b = board(villager(10.5, 14.5), villager(11.75, 14.5), dubius(10.5, 10.5), roman(11.5, 10.5))
    assert judge(b, move(b, 2, 3, ahead=3)).reasons == ["MOV-14"]  # the second is aligned with nobody


@pytest.mark.clause("DBAIX-MOV-14")
def test_nobody_brings_their_side_to_an_enemy_front_askew():
    b = board(villager(10.5, 14.5), roman(12.5, 11.5))
    assert judge(b, move(b, 1, to=(10.5, 13.5), facing=E)).legal  # its front on my left side, corners together
    assert judge(b, move(b, 1, to=(10.75, 13.5), facing=E)).reasons == ["MOV-14"]


@pytest.mark.clause("DBAIX-MOV-14", "DBAIX-FIG-1")
def test_large_bases_that_share_a_twentieth_of_an_inch_of_an_edge_touch():
    b = board(villager(10.5, 14.5), roman(11.95, 10.5))
    for figure in b.figures[:2]:
        figure.width = figure.depth = 1.5
    assert judge(b, move(b, 1, ahead=2.5)).reasons == ["MOV-14"]
    b.figures[1].x = 12.0
    assert judge(b, move(b, 1, ahead=2.5)).legal  # a corner only


@pytest.mark.clause("DBAIX-MOV-10", "DBAIX-PIP-3")
def test_a_slip_of_half_an_inch_into_line_is_still_straight_forward():
    def group(x, **changes):
        b = board(
            roman(x, 14.5, N), vitalstatistix(10.5, 18.5), villager(11.5, 18.5),
            side=Side.GAULS, gaul_straight_cost=1, gaul_turn_cost=3, **changes,
        )  # fmt: skip
        return judge(b, move(b, 1, 2, to=(x, 15.5)))

    straight = group(10.75)
    assert (straight.legal, straight.cost) == (True, 1)
    assert "MOV-10" in straight.notes
    assert group(11.0).cost == 1
    assert group(11.05).cost == 3  # more than half an inch aside
    b = board(
        roman(10.75, 14.5, N), vitalstatistix(10.5, 18.5), villager(11.5, 18.5),
        side=Side.GAULS, gaul_straight_cost=1, gaul_turn_cost=3,
    )  # fmt: skip
    assert judge(b, move(b, 1, 2, to=(10.75, 15.75))).cost == 3  # slips without contact


@pytest.mark.clause("DBAIX-MOV-15")
def test_there_is_no_zone_of_control_by_default():
    b = board(villager(10.5, 14.5), roman(12.5, 13.25))
    assert judge(b, move(b, 1, to=(8.75, 13.25))).legal


@pytest.mark.clause("DBAIX-MOV-15")
def test_under_the_dba_threat_zone_the_square_before_a_front_binds():
    # the square before the villager: x 10 to 11, y 13 to 14
    b = board(villager(10.5, 14.5), roman(12.5, 13.25), threat_zone=1)
    assert judge(b, move(b, 1, to=(8.75, 13.25))).reasons == ["MOV-15"]  # through it
    assert judge(b, move(b, 1, to=(10.5, 13.5))).legal  # into front contact
    assert judge(b, move(b, 1, to=(10.5, 13.25))).reasons == ["MOV-15"]  # stops in it, from the side
    below = board(villager(10.5, 14.5), roman(12.5, 12.4), threat_zone=1)
    assert judge(below, move(below, 1, to=(8.75, 12.4))).legal  # past it: the front edge stays below y 13
    inside = board(villager(10.5, 14.5), roman(10.75, 13.25), threat_zone=1)
    assert judge(inside, move(inside, 1, to=(10.75, 13.4))).legal  # straight towards it
    assert judge(inside, move(inside, 1, ahead=-3)).legal  # straight back
    assert judge(inside, move(inside, 1, to=(12.75, 13.25))).reasons == ["MOV-15"]  # sideways out
    assert judge(inside, move(inside, 1, to=(10.5, 13.5))).legal
    assert judge(inside, move(inside, 1, facing=E)).reasons == ["MOV-15"]


@pytest.mark.clause("DBAIX-MOV-15")
def test_the_threat_zone_stops_at_the_first_base_in_its_way():
    # a Roman in contact fills the villager's square; another passes behind
    b = board(villager(10.5, 14.5), roman(10.5, 13.5), roman(12.5, 12.25), threat_zone=1)
    assert judge(b, move(b, 2, to=(8.75, 12.25))).legal
    b = board(villager(10.5, 14.5), pirate(10.5, 13.35), roman(12.5, 12.25), threat_zone=1)
    assert judge(b, move(b, 2, to=(8.75, 12.25))).legal


@pytest.mark.clause("DBAIX-MOV-14", "DBAIX-PIP-23")
def test_the_log_names_whom_a_move_meets():
    b = board(villager(10.5, 14.5), roman(10.5, 10.5))
    log = fresh_log()
    judge_move(b, move(b, 1, ahead=3), log)
    assert codes(log, Kind.NOTE) == ["MEETS_FRONT"]


@pytest.mark.clause("DBAIX-MOV-11", "DBAIX-TER-4")
def test_all_reasons_are_given_at_once():
    b = board(roman(10.5, 10.5), roman(10.5, 12.5), pips=1)
    add_polygon(b.terrain, Going.BUILDING.value, box(8, 15, 13, 16))
    assert judge(b, move(b, 0, ahead=5)).reasons == ["MOV-1", "PIP-27", "MOV-11"]


@pytest.mark.clause("DBAIX-MOV-9")
def test_many_wheels_do_not_pull_a_block_apart():
    b = board(dubius(20.5, 20.5), roman(21.5, 20.5), roman(20.5, 19.5), roman(21.5, 19.5), pips=1000, moves_a_bound=99)
    for _ in range(40):
        leader = b.figures[0]
        turn = math.degrees(math.atan2(leader.fx, leader.fy)) + 17.0
        assert judge(b, move(b, 0, 1, 2, 3, facing=turn)).legal
        make_move(b, move(b, 0, 1, 2, 3, facing=turn), fresh_log())


# What is said of a move


@pytest.mark.clause("DBAIX-MOV-1", "DBAIX-TER-3")
def test_the_limit_is_told_in_hundredths_and_the_length_as_it_is():
    b = board(roman(10.5, 10.5), move=3.5, wood_move=1.25)
    log = fresh_log()
    judge_move(b, move(b, 0, ahead=4), log)
    [too_far] = entries(log, Kind.REASON)
    assert (READER.code_of(int(too_far.code)).name, too_far.amount, too_far.value) == ("TOO_FAR", 350, 4.0)
    assert (too_far.actor, too_far.x, too_far.y, too_far.x2, too_far.y2) == (0, 10.5, 10.5, 10.5, 14.5)
    add_polygon(b.terrain, Going.WOOD.value, box(9, 11, 12, 13))
    log = fresh_log()
    judge_move(b, move(b, 0, ahead=3), log)
    [in_wood] = entries(log, Kind.REASON)
    assert (READER.code_of(int(in_wood.code)).name, in_wood.amount, in_wood.value) == ("TOO_FAR_IN_WOOD", 125, 3.0)


@pytest.mark.clause("DBAIX-PIP-27", "DBAIX-MOV-12", "DBAIX-MOV-14")
def test_a_reason_names_the_figure_and_the_place():
    b = board(roman(10.5, 10.5), roman(11.5, 10.5), roman(5.5, 5.5), pips=1)
    log = fresh_log()
    judge_move(b, move(b, 1, 0, ahead=1), log)  # a group without an officer: 2 PIPs
    assert [(int(e.actor), READER.clause(e)) for e in entries(log, Kind.REASON)] == [(1, "PIP-27")]
    # Not square on the enemy whom it comes to touch: both middles are shown.
    b = board(villager(10.5, 14.5), roman(10.75, 10.5))
    log = fresh_log()
    judge_move(b, move(b, 1, ahead=3), log)
    [aslant] = entries(log, Kind.REASON)
    assert (READER.clause(aslant), int(aslant.actor), int(aslant.other)) == ("MOV-14", 1, 0)
    assert (aslant.x, aslant.y, aslant.x2, aslant.y2) == (10.75, 13.5, 10.5, 14.5)


@pytest.mark.clause("DBAIX-MOV-8")
@pytest.mark.parametrize("field", ["x", "y", "fx", "fy"])
@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_move_to_nowhere_is_refused(field, value):
    b = board(roman(10.5, 10.5))
    action = move(b, 0, ahead=1)
    action[field] = value
    assert judge(b, action).reasons == ["MOV-8"]
    for axis in (0, 1):
        action = move(b, 0, ahead=1, via=((10.5, 11.0),))
        action.via[0, axis] = value
        assert judge(b, action).reasons == ["MOV-8"]


@pytest.mark.clause("DBAIX-MOV-11")
def test_a_quarter_turn_on_the_spot_needs_no_room_on_a_square_base():
    """Between two Romans who touch it on either side. On a base half as deep as it is wide there is no room."""
    b = board(roman(10.5, 10.5), roman(9.5, 10.5), roman(11.5, 10.5))
    for facing in (E, S, W):
        assert judge(b, move(b, 0, facing=facing)).legal
    assert judge(b, move(b, 0, facing=45)).reasons == ["MOV-11"]
    b = board(*(roman(x, 10.5, width=1.0, depth=0.5) for x in (10.5, 9.5, 11.5)), roman(10.5, 10.0, width=1.0))
    b.figures[3].y = 9.75  # touches the rear: to face west that one would stand in it
    assert judge(b, move(b, 0, facing=S)).legal
    assert judge(b, move(b, 0, facing=E)).reasons == ["MOV-11"]


@pytest.mark.clause("DBAIX-MOV-3", "DBAIX-PIP-8")
def test_a_move_costs_the_same_whether_anybody_writes_it_down_or_not():
    """Two Romans without an officer, 16 inches from Dubius, who move for the second time: 1 + 1 + 1 + 2 PIPs."""
    paid = []
    for keep in (True, False):
        b = board(roman(10.5, 30.5), roman(11.5, 30.5), dubius(10.5, 13.5), pips=9)
        b.figures[0].moves = b.figures[1].moves = 1
        assert judge(b, move(b, 0, 1, ahead=1)).cost == 5
        make_move(b, move(b, 0, 1, ahead=1), new_log(keep=keep))
        paid.append(9 - int(b.pips))
    assert paid == [5, 5]


@pytest.mark.clause("DBAIX-MOV-5", "DBAIX-MOV-4", "DBAIX-MOV-16")
def test_reasons_against_a_group_name_the_one_and_the_leader():
    b = board(dubius(10.5, 10.5), roman(11.5, 10.5, E), roman(14.5, 10.5))
    log = fresh_log()
    judge_move(b, move(b, 0, 1, 2, ahead=1), log)
    said = {READER.clause(e): (int(e.actor), int(e.other)) for e in entries(log, Kind.REASON)}
    assert said == {"MOV-5": (1, 0), "MOV-4": (2, 0)}
    # Both men of a rank at the table's edge would leave it, and both are named.
    b = board(dubius(10.5, 46.5), roman(11.5, 46.5))
    log = fresh_log()
    judge_move(b, move(b, 0, 1, ahead=2), log)
    assert [(int(e.actor), READER.clause(e)) for e in entries(log, Kind.REASON)] == [(0, "MOV-16"), (1, "MOV-16")]


@pytest.mark.clause("DBAIX-MOV-3")
def test_a_move_names_somebody():
    b = board(dubius(10.5, 10.5))
    action = move(b, 0, ahead=1)
    action.n_actors = 0
    answer = judge(b, action)
    assert (answer.legal, answer.cost, answer.reasons) == (False, 0, ["MOV-3"])


@pytest.mark.clause("DBAIX-MOV-9")
def test_a_wheel_turns_and_a_wheel_that_is_none_shows_its_pivot():
    b = board(dubius(10.5, 10.5))
    assert judge(b, move(b, 0, pivot=(12.25, 13.5))).reasons == ["MOV-3", "MOV-9"]
    log = fresh_log()
    judge_move(b, move(b, 0, to=(11.5, 10.5), facing=10, pivot=(12.25, 13.5)), log)
    [none] = entries(log, Kind.REASON)
    assert (READER.clause(none), none.x, none.y) == ("MOV-9", 12.25, 13.5)
    assert (none.x2, none.y2) == (11.5, 10.5)


@pytest.mark.clause("DBAIX-PIP-22", "DBAIX-MOV-9")
def test_the_least_wheel_off_the_road_leaves_it():
    """One degree about a place 20 inches east takes its middle 0.35 inches north, off a road half an inch wide."""
    b = board(dubius(10.5, 10.5, E), pips=9)
    add_strip(b.terrain, Going.ROAD.value, [(5, 10.5), (20, 10.5)], 0.5)
    b.figures[0].moves = 1
    turn = math.radians(1.0)
    end = (30.5 - 20 * math.cos(turn), 10.5 + 20 * math.sin(turn))
    off = judge(b, move(b, 0, to=end, facing=91, pivot=(30.5, 10.5)))
    assert ("PIP-21", 2) in off.prices  # a second move, and not by road
    assert ("PIP-21", 2) not in judge(b, move(b, 0, ahead=1)).prices


@pytest.mark.clause("DBAIX-MOV-11")
def test_who_is_in_the_way_is_pointed_out():
    b = board(roman(10.5, 10.5), roman(10.5, 12.5, "E"))
    log = fresh_log()
    judge_move(b, move(b, 0, ahead=3), log)
    (line,) = entries(log, Kind.REASON)
    assert (line.x, line.y, line.x2, line.y2) == (10.5, 10.5, 10.5, 12.5)
