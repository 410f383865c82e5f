"""Recoiling, passing and pushing friends, fleeing and pursuing (DBA-RECOIL, DBA-FLEE, DBA-PURSUE, DBA-OUT-9, 10)."""

from __future__ import annotations

import math

import pytest

from dba.fights import behind, events, facing_pair, fight_out, outcomes
from dba.table import BLUE, RED, entries, is_lost, lay, where
from sandtable.games.dba.clauses import Purpose
from sandtable.games.dba.record import Ground, Outcome
from sandtable.kernel.log import Kind

RED_RECOILS = {
    # dice with which red of this type is beaten by blue Blades (or Spears for mounted), not doubled
    "4Bd": ("4Bd", 3, 4),  # 5 + 3 = 8 against 5 + 4 = 9
    "3Kn": ("4Bd", 3, 4),  # 3 + 3 = 6 against 3 + 4 = 7
    "6Kn": ("4Bd", 3, 4),
    "El": ("4Bd", 1, 3),  # 4 + 1 = 5 against 3 + 3 = 6
    "4Pk": ("4Bd", 4, 3),  # 3 + 4 = 7 against 5 + 3 = 8
    "2Ps": ("4Bd", 5, 3),  # 2 + 5 = 7 against 5 + 3 = 8
}


def beaten(code, *others, y=1500.0, **options):
    """Red 0 of this type has just been beaten by blue 1 and recoiled, if it could; the battle and the log."""
    enemy, die, die_of_enemy = RED_RECOILS[code]
    b = lay(*facing_pair(code, enemy, y=y), *others, **options)
    return b, fight_out(b, 0, 1, die, die_of_enemy)


# ---------------------------------------------------------------- recoil


@pytest.mark.clause("DBA-RECOIL-1")
@pytest.mark.parametrize(("code", "depth"), [("4Bd", 60), ("3Kn", 120), ("El", 160), ("2Ps", 80)])
def test_a_recoil_is_as_long_as_the_base_is_deep(code, depth):
    b, log = beaten(code)
    assert outcomes(log) == [(0, "RECOILS")]
    assert where(b, 0) == (1500.0, 1500.0 - 1.5 * depth, 0.0, 1.0)


@pytest.mark.clause("DBA-RECOIL-1")
def test_a_recoil_is_no_longer_than_a_base_width():
    b, _ = beaten("6Kn")  # 240 deep
    assert where(b, 0) == (1500.0, 1500.0 - 120.0 - 160.0, 0.0, 1.0)
    b = lay(*facing_pair("6Kn", "4Bd"), recoil_most=100.0)
    fight_out(b, 0, 1, 3, 4)
    assert where(b, 0) == (1500.0, 1280.0, 0.0, 1.0)


@pytest.mark.clause("DBA-RECOIL-7")
def test_bad_going_and_zones_do_not_stop_a_recoil():
    marsh = [(Ground.MARSH, [(1000, 1000), (2000, 1000), (2000, 1439), (1000, 1439)])]
    b, _ = beaten("4Bd", ("Z", "4Bd", BLUE, 1700, 1380, "W"), terrain=marsh)
    assert where(b, 0) == (1500.0, 1410.0, 0.0, 1.0)


@pytest.mark.clause("DBA-RECOIL-2")
def test_knights_recoil_through_psiloi_to_the_place_behind_them():
    red, _ = facing_pair("3Kn", "4Bd")  # y 1380 to 1500
    b, log = beaten("3Kn", behind("2Ps", red))  # y 1300 to 1380
    assert where(b, 0) == (1500.0, 1240.0, 0.0, 1.0)
    assert where(b, 2) == (1500.0, 1340.0, 0.0, 1.0)
    assert events(log) == ["PASSES_THROUGH_FRIENDS"]


@pytest.mark.clause("DBA-RECOIL-2", "DBA-RECOIL-3")
def test_without_room_behind_them_they_are_pushed_back_with_those_behind():
    red, _ = facing_pair("3Kn", "4Bd")
    first = behind("2Ps", red)  # y 1300 to 1380
    # Pikes close behind the Psiloi, whom knights do not pass: y 1240 to 1300.
    b, log = beaten("3Kn", first, behind("4Pk", first))
    assert [where(b, i)[1] for i in (0, 2, 3)] == [1320.0, 1220.0, 1150.0]
    assert events(log) == ["IS_PUSHED_BACK", "IS_PUSHED_BACK"]
    # Psiloi 50 paces behind the Psiloi, y 1170 to 1250: the knights would need y 1180 to 1300.
    b, log = beaten("3Kn", first, ("P", "2Ps", RED, 1500, 1210, "N"))
    assert [where(b, i)[1] for i in (0, 2, 3)] == [1320.0, 1220.0, 1140.0]


@pytest.mark.clause("DBA-RECOIL-2", "DBA-RECOIL-3")
@pytest.mark.parametrize(
    ("code", "friend", "passes"),
    [
        ("3Kn", "4Bw", True),
        ("3Kn", "4Pk", False),
        ("4Bd", "4Bd", True),
        ("4Bd", "4Sp", True),
        ("4Bd", "4Ax", False),
        ("4Pk", "4Bd", True),
        ("4Pk", "4Pk", False),
        ("2Ps", "4Sp", True),
        ("2Ps", "2Ps", False),
    ],
)
def test_who_recoils_through_whom(code, friend, passes):
    red, blue = facing_pair(code, "4Bd")
    b = lay(red, blue, behind(friend, red))
    _, die, die_of_enemy = RED_RECOILS[code]
    # A second rank of pikes adds 3.
    log = fight_out(b, 0, 1, 1 if (code, friend) == ("4Pk", "4Pk") else die, die_of_enemy)
    assert events(log) == (["PASSES_THROUGH_FRIENDS"] if passes else ["IS_PUSHED_BACK"])
    assert (where(b, 2)[1] == behind(friend, red)[4]) == passes


@pytest.mark.clause("DBA-RECOIL-3", "DBA-RECOIL-4")
def test_elephants_war_wagons_and_friends_who_face_otherwise_cannot_be_pushed():
    red, _ = facing_pair("4Bd", "4Bd")
    for friend in (behind("El", red), behind("WWg", red), (*behind("4Ax", red)[:5], "S")):
        b, log = beaten("4Bd", friend)
        assert outcomes(log) == [(0, "IS_DESTROYED")]
        assert "FRIENDS_BAR_RECOIL" in events(log)
        assert not is_lost(b, 2)


@pytest.mark.clause("DBA-RECOIL-3")
def test_only_as_far_as_needed_is_anybody_pushed():
    # The pikes stand 20 paces behind the blades' rear edge: they are pushed 40 of the 60 paces.
    b, _ = beaten("4Bd", ("P", "4Pk", RED, 1500, 1390, "N"))
    assert where(b, 0)[1] == 1410.0
    assert where(b, 2)[1] == 1350.0


@pytest.mark.clause("DBA-RECOIL-4", "DBA-OUT-9")
def test_an_enemy_on_the_flank_or_rear_kills_who_must_recoil():
    for enemy in (("R", "4Bd", BLUE, 1610, 1420, "W"), ("B", "4Bd", BLUE, 1500, 1410, "N")):
        # 5 + 3 - 1 = 7 against 5 + 4 = 9.
        _, log = beaten("4Bd", enemy)
        assert outcomes(log) == [(0, "IS_DESTROYED")]
        assert "ENEMY_BARS_RECOIL" in events(log)


@pytest.mark.clause("DBA-RECOIL-4", "DBA-RECOIL-5")
def test_falling_back_into_an_enemy_kills_and_into_their_rear_kills_both():
    b, log = beaten("4Bd", ("C", "4Bd", BLUE, 1500, 1390, "N"))  # front edge at y 1420
    assert outcomes(log) == [(0, "IS_DESTROYED")]
    assert not is_lost(b, 2)
    b, log = beaten("4Bd", ("C", "4Bd", BLUE, 1500, 1390, "S"))  # rear edge at y 1420
    assert outcomes(log) == [(0, "IS_DESTROYED"), (2, "IS_DESTROYED")]
    # A rear corner into a side edge: the enemy faces east, its side edge reaches from x 1560 to 1620 at y 1430.
    b, log = beaten("4Bd", ("C", "4Bd", BLUE, 1590, 1350, "E"))
    assert outcomes(log) == [(0, "IS_DESTROYED"), (2, "IS_DESTROYED")]


@pytest.mark.clause("DBA-RECOIL-5")
@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(("west", "east", "dies"), [("N", "S", False), ("S", "N", True)])
def test_of_two_met_at_once_the_one_to_the_right_of_the_way_back_counts(west, east, dies, order):
    """It recoils south into two side by side, whose nearer edges are at y 1420: on its right hand, so, is the west."""
    two = [("W", "4Bd", BLUE, 1420, 1390, west), ("E", "4Bd", BLUE, 1580, 1390, east)][::order]
    _, log = beaten("4Bd", *two)
    western = 2 if order == 1 else 3
    assert outcomes(log) == [(0, "IS_DESTROYED")] + [(western, "IS_DESTROYED")] * dies


@pytest.mark.clause("DBA-RECOIL-4", "DBA-TERR-7", "DBA-WIN-5")
def test_board_edge_water_and_camps_kill_who_falls_back_into_them():
    _, log = beaten("4Bd", y=100.0)
    assert outcomes(log) == [(0, "IS_DESTROYED")]
    _, log = beaten("4Bd", y=120.0)
    assert outcomes(log) == [(0, "RECOILS")]
    water = [(Ground.WATERWAY, [(0, 0), (3000, 0), (3000, 1400), (0, 1400)])]
    _, log = beaten("4Bd", terrain=water)
    assert outcomes(log) == [(0, "IS_DESTROYED")]
    _, log = beaten("4Bd", camps={RED: (1500, 1300, "N", 300, 200)})  # its front at y 1400
    assert outcomes(log) == [(0, "IS_DESTROYED")]
    assert "GROUND_BARS_RECOIL" in events(log)


@pytest.mark.clause("DBA-RECOIL-6")
def test_recoiling_elephants_trample_friends_and_die_with_other_elephants():
    red, _ = facing_pair("El", "4Bd")  # y 1340 to 1500
    b, log = beaten("El", behind("4Sp", red))
    assert outcomes(log) == [(2, "IS_DESTROYED"), (0, "RECOILS")]
    assert where(b, 0) == (1500.0, 1260.0, 0.0, 1.0)
    b, log = beaten("El", behind("El", red))
    assert outcomes(log) == [(2, "IS_DESTROYED"), (0, "IS_DESTROYED")]


@pytest.mark.clause("DBA-RECOIL-6", "DBA-RECOIL-2")
def test_recoiling_elephants_go_through_nobody_not_even_psiloi():
    red, _ = facing_pair("El", "4Bd")  # y 1340 to 1500
    b, log = beaten("El", behind("2Ps", red))  # y 1260 to 1340
    assert outcomes(log) == [(2, "IS_DESTROYED"), (0, "RECOILS")]
    assert where(b, 0) == (1500.0, 1260.0, 0.0, 1.0)


@pytest.mark.clause("DBA-OUT-10")
def test_who_helped_from_the_flank_recoils_with_their_friend():
    helper = ("H", "4Bd", RED, 1610, 1580, "W")  # left front corner on blue's, (1580, 1500)
    b = lay(*facing_pair("4Bd", "4Bd"), helper)
    # 5 + 1 = 6 against 5 - 1 + 6 = 10: beaten. The helper recoils 60 to the east.
    log = fight_out(b, 0, 1, 1, 6)
    assert outcomes(log) == [(0, "RECOILS"), (2, "RECOILS")]
    assert where(b, 2) == (1670.0, 1580.0, -1.0, 0.0)
    # If its friend wins it stays.
    b = lay(*facing_pair("4Bd", "4Bd"), helper)
    log = fight_out(b, 0, 1, 6, 3)
    assert outcomes(log) == [(1, "IS_DESTROYED")]  # an enemy on its flank bars its recoil
    assert where(b, 2) == (1610.0, 1580.0, -1.0, 0.0)


# ---------------------------------------------------------------- pursuit


@pytest.mark.clause("DBA-PURSUE-1", "DBA-TROOP-9")
@pytest.mark.parametrize(
    ("code", "pursues"), [("3Kn", 120), ("3Wb", 80), ("7Hd", 120), ("6Kn", 160), ("4Bd", 0), ("El", 0), ("3Cv", 0)]
)
def test_impetuous_troops_follow_up_by_their_base_depth(code, pursues):
    # The bows are beaten or doubled and in any case go back or die; nothing stops the victor.
    b = lay(*facing_pair(code, "2Ps"))
    before = where(b, 0)[1]
    log = fight_out(b, 0, 1, 6, 1)
    assert is_lost(b, 1) or outcomes(log)[0] == (1, "FLEES")
    assert where(b, 0)[1] == before + pursues
    assert (outcomes(log)[-1] == (0, "PURSUES")) == (pursues > 0)


@pytest.mark.clause("DBA-PURSUE-3")
def test_warband_in_support_follows_pursuing_warband():
    red, blue = facing_pair("3Wb", "4Sp")
    b = lay(red, blue, behind("3Wb", red))
    # 3 + 1 + 4 = 8 against 4 + 3 = 7: spears beaten by warband are destroyed.
    log = fight_out(b, 0, 1, 4, 3)
    assert outcomes(log) == [(1, "IS_DESTROYED"), (0, "PURSUES")]
    assert [where(b, i)[1] for i in (0, 2)] == [1540.0, 1460.0]
    assert events(log)[-1] == "FOLLOWS_PURSUIT"


@pytest.mark.clause("DBA-PURSUE-4", "DBA-PURSUE-6")
def test_pursuit_stops_at_elements_and_at_the_edge_of_the_board():
    b = lay(*facing_pair("3Kn", "4Bw"), ("C", "4Bw", BLUE, 1500, 1650, "S"))  # front edge at y 1610
    # Knights 3 + 6 = 9 kill bows 4 + 1 = 5 in contact: 50 ... they follow 110 paces.
    fight_out(b, 0, 1, 6, 1)
    assert where(b, 0) == (1500.0, 1550.0, 0.0, 1.0)
    b = lay(*facing_pair("3Kn", "4Bw", y=2910.0))
    fight_out(b, 0, 1, 6, 1)
    assert where(b, 0) == (1500.0, 2940.0, 0.0, 1.0)


@pytest.mark.clause("DBA-PURSUE-5", "DBA-TERR-3")
@pytest.mark.parametrize(
    ("code", "ground", "goes"),
    [
        ("3Kn", Ground.WOOD, 30),
        ("3Kn", Ground.STEEP_HILL, 30),
        ("3Kn", Ground.MARSH, 120),
        ("3Kn", Ground.ROUGH, 120),
        ("SCh", Ground.OASIS, 30),
        ("3Wb", Ground.WOOD, 80),
        ("7Hd", Ground.WOOD, 120),
    ],
)
def test_mounted_pursuers_stop_at_the_edge_of_cover(code, ground, goes):
    cover = [(ground, [(1000, 1530), (2000, 1530), (2000, 2500), (1000, 2500)])]
    b = lay(*facing_pair(code, "4Ax"), terrain=cover)
    b.figures[1].type = 14  # artillery, which is destroyed whenever it is beaten in close combat
    before = where(b, 0)[1]
    fight_out(b, 0, 1, 6, 1)
    assert is_lost(b, 1)
    assert where(b, 0)[1] == before + goes
    b = lay(*facing_pair(code, "4Ax"), terrain=cover, pursuit_into_cover="free")
    b.figures[1].type = 14
    fight_out(b, 0, 1, 6, 1)
    assert where(b, 0)[1] == before + {"3Kn": 120, "SCh": 160, "3Wb": 80, "7Hd": 120}[code]


@pytest.mark.clause("DBA-PURSUE-4", "DBA-CAMP-4", "DBA-WIN-3")
def test_pursuit_goes_into_an_empty_enemy_camp():
    b = lay(*facing_pair("3Kn", "4Bw"), camps={BLUE: (1500, 1700, "S", 300, 200)})  # its front at y 1600
    log = fight_out(b, 0, 1, 6, 1)
    assert b.figures[0].camp == BLUE
    assert b.camps[BLUE].occupant == 0
    assert b.camps[BLUE].holder == RED
    assert events(log)[-1] == "CAMP_CAPTURED"


@pytest.mark.clause("DBA-PURSUE-4", "DBA-CAMP-4")
@pytest.mark.parametrize(("front", "enters"), [(1580, False), (1599, False), (1600, True), (1640, True)])
def test_an_element_met_first_keeps_pursuers_out_of_a_camp_beyond_it(front, enters):
    """Knights would follow 120 paces; 100 before their left half is a camp, and Bows are before their right half."""
    b = lay(
        *facing_pair("3Kn", "4Bw"),
        ("C", "4Bw", BLUE, 1580, front + 40, "S"),
        camps={BLUE: (1395, 1650, "S", 190, 100)},
    )
    fight_out(b, 0, 1, 6, 1)
    assert is_lost(b, 1)
    assert (b.figures[0].camp == BLUE) == enters
    if not enters:
        assert where(b, 0) == (1500.0, front - 60.0, 0.0, 1.0) and b.camps[BLUE].holder == BLUE


# ---------------------------------------------------------------- flight


def routed(*others, **options):
    """Blue Psiloi 1, doubled by red Blades (5 + 3 = 8 against 2 + 2 = 4), have fled; the battle and the log."""
    b = lay(*facing_pair("4Bd", "2Ps"), *others, **options)
    return b, fight_out(b, 0, 1, 3, 2)


@pytest.mark.clause("DBA-FLEE-1", "DBA-FLEE-6")
def test_flight_is_a_recoil_an_about_turn_and_a_whole_move():
    b, log = routed()
    # Back 80 to the middle at y 1620, then 300 paces to the north.
    assert outcomes(log) == [(1, "FLEES")]
    assert where(b, 1) == (1500.0, 1920.0, 0.0, 1.0)


@pytest.mark.clause("DBA-FLEE-1", "DBA-MOVE-3")
def test_light_horse_that_stand_in_bad_going_flee_at_its_rate():
    marsh = [(Ground.MARSH, [(1000, 1000), (2000, 1000), (2000, 1800), (1000, 1800)])]
    b = lay(*facing_pair("4Bd", "2LH"), terrain=marsh)
    # Blades 3 - 2 + 5 = 6, Light Horse 2 - 2 + 4 = 4 in bad going: they flee, back 120 and on 200.
    fight_out(b, 0, 1, 5, 4)
    assert where(b, 1) == (1500.0, 1560.0 + 120.0 + 200.0, 0.0, 1.0)


@pytest.mark.clause("DBA-FLEE-2")
def test_flight_turns_no_more_than_it_must_to_get_past():
    # Blades stand ten paces into the way on the right: three degrees to the left get past them, two do not.
    b, _ = routed(("B", "4Bd", RED, 1650, 1890, "N"))
    x, y, fx, fy = where(b, 1)
    angle = math.radians(3)
    assert (x, y) == (round(1500 - 300 * math.sin(angle), 3), pytest.approx(1620 + 300 * math.cos(angle), abs=0.001))
    assert (fx, fy) == (pytest.approx(-math.sin(angle), abs=1e-3), pytest.approx(math.cos(angle), abs=1e-3))


@pytest.mark.clause("DBA-FLEE-2", "DBA-PASS-1", "DBA-PASS-2")
def test_psiloi_flee_through_friends_who_face_like_them_and_stop_before_them_otherwise():
    b, _ = routed(("F", "4Bd", BLUE, 1500, 1750, "S"))
    assert where(b, 1) == (1500.0, 1920.0, 0.0, 1.0)
    # A wall of enemies at y 1700: at right angles to their flight they get along it.
    wall = [("W", "4Bd", RED, 1500 + 160 * k, 1730, "N") for k in range(-8, 9)]
    b, _ = routed(*wall)
    assert where(b, 1) == (1800.0, 1620.0, 1.0, 0.0)
    # With enemies 30 paces to either hand they run straight until the wall stops them.
    b, log = routed(*wall, ("E", "4Bd", RED, 1640, 1620, "W"), ("E", "4Bd", RED, 1360, 1620, "E"))
    assert where(b, 1) == (1500.0, 1660.0, 0.0, 1.0)
    assert events(log)[-1] == "RUNS_UNTIL_STOPPED"


@pytest.mark.clause("DBA-FLEE-1", "DBA-FLEE-2", "DBA-FLEE-6")
def test_who_turns_aside_in_flight_needs_the_room_of_their_base_as_they_then_face():
    # The Psiloi turn about with their middle at (1500, 1620). Along a wall of enemies their base, 160 paces wide,
    # reaches from y 1540 to y 1700: a wall at y 1700 lets them slide along it, one at y 1690 does not. With no
    # direction free they run straight: their front at y 1660 goes 30 paces to the wall.
    for front, there in ((1700, (1800.0, 1620.0, 1.0, 0.0)), (1690, (1500.0, 1650.0, 0.0, 1.0))):
        wall = [("W", "4Bd", RED, 1500 + 160 * k, front + 30, "N") for k in range(-8, 9)]
        b, log = routed(*wall)
        assert where(b, 1) == there
        assert events(log)[-1] == ("RUNS" if front == 1700 else "RUNS_UNTIL_STOPPED")
    # A hole of 160 paces in an enemy line on their right hand, y 1540 to 1700, takes them through, one of 150 does not.
    for hole, free in ((160, True), (150, False)):
        wall = [("W", "4Bd", RED, 1500 + 160 * k, 1730, "N") for k in range(-8, 1)]
        above = ("A", "4Bd", RED, 1700, 1620 + 0.5 * hole + 80, "W")  # x 1670 to 1730
        below = ("B", "4Bd", RED, 1700, 1620 - 0.5 * hole - 80, "W")
        left = ("L", "4Bd", RED, 1300, 1620, "E")
        b, _ = routed(*wall, above, below, left)
        assert (where(b, 1)[0] == 1800.0) == free


@pytest.mark.clause("DBA-FLEE-2")
def test_the_angle_of_a_flight_is_that_which_brings_the_turned_base_past():
    # The left end of an enemy line stands at (1480, 1860), seen from their middle 20 to the left and 240 ahead. Turned
    # to the left by an angle t, their right side edge runs 80 paces beside their middle: past the line if
    # 240 sin t - 20 cos t >= 80. At 24 degrees that is 97.6 - 18.3 = 79.3, at 25 degrees 101.4 - 18.1 = 83.3.
    line = [("B", "4Bd", RED, 1560 + 160 * k, 1890, "N") for k in range(3)]
    b, _ = routed(*line)
    angle = math.radians(25)
    assert where(b, 1)[:2] == pytest.approx((1500 - 300 * math.sin(angle), 1620 + 300 * math.cos(angle)), abs=0.001)


@pytest.mark.clause("DBA-FLEE-2", "DBA-PASS-1", "DBA-PASS-2")
def test_who_turns_aside_passes_friends_who_face_as_they_run_not_as_they_stood():
    # Straight on, an enemy stands at y 1850 behind friends at y 1700 to 1760. A little aside the Psiloi would face
    # otherwise than those friends, and so they run along them, to the east: through one who faces east or west.
    line = [("F", "4Bd", BLUE, 1500 + 160 * k, 1730, "S") for k in range(-6, 7)]
    enemy = ("E", "4Bd", RED, 1500, 1880, "N")
    b, _ = routed(*line, enemy)
    assert where(b, 1) == (1800.0, 1620.0, 1.0, 0.0)
    b, _ = routed(*line, enemy, ("A", "4Sp", BLUE, 1650, 1620, "W"))
    assert where(b, 1) == (1800.0, 1620.0, 1.0, 0.0)
    # One who faces north as they did after turning about stops them there, and they turn to the west instead.
    b, _ = routed(*line, enemy, ("A", "4Sp", BLUE, 1690, 1620, "N"))
    assert where(b, 1) == (1200.0, 1620.0, -1.0, 0.0)


@pytest.mark.clause("DBA-FLEE-3")
def test_cavalry_avoid_woods_in_flight_and_light_horse_do_not():
    wood = [(Ground.WOOD, [(500, 1750), (2500, 1750), (2500, 2500), (500, 2500)])]
    # Cavalry beaten by chariots flee: 3 + 2 = 5 against 4 + 4 = 8; back 120 to y 1680, its head at 1740.
    b = lay(*facing_pair("SCh", "3Cv"), terrain=wood)
    fight_out(b, 0, 1, 4, 2)
    assert where(b, 1)[1] < 1740.0
    b = lay(*facing_pair("SCh", "2LH"), terrain=wood)
    # Light Horse 2 + 3 = 5 against 8. It comes to the wood within 200 paces and runs those.
    fight_out(b, 0, 1, 4, 3)
    assert where(b, 1) == (1500.0, 1880.0, 0.0, 1.0)


@pytest.mark.clause("DBA-FLEE-1", "DBA-FLEE-3")
def test_cavalry_beaten_in_a_wood_flee_out_of_it():
    """Auxilia 2 + 3 = 5 against 3 - 2 + 3 = 4. The wood that they stand in does not hold them: back 120, on 200."""
    wood = (Ground.WOOD, [(1000, 1000), (2000, 1000), (2000, 1780), (1000, 1780)])
    b = lay(*facing_pair("4Ax", "3Cv"), terrain=[wood])
    assert outcomes(fight_out(b, 0, 1, 3, 3))[0] == (1, "FLEES")
    assert where(b, 1) == (1500.0, 1880.0, 0.0, 1.0)


@pytest.mark.clause("DBA-FLEE-2", "DBA-FLEE-3")
def test_cavalry_go_round_a_wood_that_lies_beyond_their_shorter_move():
    # The wood's corner is ten paces into the way, 200 ahead of them: three degrees to the left get past, two do not.
    wood = [(Ground.WOOD, [(1570, 1940), (2000, 1940), (2000, 2100), (1570, 2100)])]
    b = lay(*facing_pair("SCh", "3Cv"), terrain=wood)
    fight_out(b, 0, 1, 4, 2)
    angle = math.radians(3)
    x, y, _, _ = where(b, 1)
    assert (x, y) == pytest.approx((1500 - 400 * math.sin(angle), 1680 + 400 * math.cos(angle)), abs=0.001)


@pytest.mark.clause("DBA-FLEE-4", "DBA-WIN-5")
def test_whoever_flees_to_the_edge_of_the_board_is_lost():
    b = lay(*facing_pair("4Bd", "2Ps", y=2700.0))
    log = fight_out(b, 0, 1, 3, 2)
    assert outcomes(log) == [(1, "FLEES"), (1, "IS_DESTROYED")]
    assert is_lost(b, 1)
    assert b.lost[BLUE] == 1


@pytest.mark.clause("DBA-FLEE-4", "DBA-RIVER-1")
def test_a_river_swallows_who_flees_unless_it_is_paltry():
    river = [(Ground.RIVER, [(0, 1800), (3000, 1800)], 100.0)]
    b, _ = routed(terrain=river, river=2)
    assert is_lost(b, 1)
    b, _ = routed(terrain=river, river=1)
    assert where(b, 1) == (1500.0, 1920.0, 0.0, 1.0)
    b, _ = routed(terrain=river, river=2, flight_over_river="free")
    assert not is_lost(b, 1)
    # Nobody has tried the river yet: a die says what it is.
    for die, lost in ((2, False), (3, True)):
        b = lay(*facing_pair("4Bd", "2Ps"), terrain=river)
        fight_out(b, 0, 1, 3, 2, (Purpose.RIVER, die))
        assert is_lost(b, 1) == lost


@pytest.mark.clause("DBA-FLEE-5")
def test_a_flight_whose_recoil_kills_is_over_before_it_begins():
    _, log = routed(("R", "4Bd", RED, 1500, 1610, "S"))  # a red front edge on their rear
    assert outcomes(log) == [(1, "IS_DESTROYED")]


@pytest.mark.clause("DBA-FLEE-3", "DBA-FLEE-1")
@pytest.mark.parametrize(("option", "straight"), [("avoided", False), ("free", True)])
def test_whether_cavalry_flees_round_a_wood_or_into_it_is_a_switch(option, straight):
    """3 + 1 against Spears' 4 + 6, doubled: they flee. Recoil 120 to y 1320; a wood behind them from y 1200 to 900.

    Straight on they are in the wood within 200 paces, and go no farther than that. Else they turn aside and go 400.
    """
    wood = (Ground.WOOD, [(0, 900), (3000, 900), (3000, 1200), (0, 1200)])
    b = lay(*facing_pair("3Cv", "4Sp"), terrain=[wood], flight_into_cover=option)
    assert outcomes(fight_out(b, 0, 1, 1, 6))[0] == (0, "FLEES")
    x, y, _, fy = where(b, 0)
    if straight:
        assert (x, y, fy) == (1500.0, 1120.0, -1.0)
    else:
        assert math.hypot(x - 1500.0, y - 1320.0) == pytest.approx(400.0, abs=0.1)
        assert fy > -1.0


@pytest.mark.clause("DBA-FLEE-3", "DBA-FLEE-2")
@pytest.mark.parametrize("top", [1240, 1250])
def test_cavalry_that_turns_aside_from_a_wood_needs_the_room_of_its_base_as_it_then_faces(top):
    """The same flight; the wood behind them is as wide as the board, and begins at y ``top``.

    Turned to their right their base, 160 paces wide, reaches from y 1240 to 1400: a wood from y 1240 down lets them
    ride along it, 400 paces to the west. One from y 1250 leaves their base no room to turn, though facing south, 120
    deep, they stood 10 paces clear of it: with no direction free they go those 10. Who flees into woods is held by
    neither: straight on, 200 paces.
    """
    wood = (Ground.WOOD, [(0, 900), (3000, 900), (3000, top), (0, top)])
    for option in ("avoided", "free"):
        b = lay(*facing_pair("3Cv", "4Sp"), terrain=[wood], flight_into_cover=option)
        log = fight_out(b, 0, 1, 1, 6)
        if option == "free":
            assert where(b, 0) == (1500.0, 1120.0, 0.0, -1.0)
        elif top == 1240:
            assert where(b, 0) == (1100.0, 1320.0, -1.0, 0.0)
        else:
            assert where(b, 0) == (1500.0, 1310.0, 0.0, -1.0)
            assert events(log)[-1] == "RUNS_UNTIL_STOPPED"


@pytest.mark.clause("DBA-RECOIL-2", "DBA-RECOIL-3")
def test_who_would_come_out_in_the_water_behind_their_friends_passes_nobody():
    """Psiloi, rear edge at y 1420, recoil 80; Blades stand from y 1380 to 1320, and the place beyond them is y 1240.

    With the sea up to y 1240 they pass through; with the sea up to y 1241 they push the Blades back, 40 paces.
    """
    blades = ("F", "4Bd", RED, 1500, 1350, "N")
    for shore, y, friend, happened in (
        (1240, 1280.0, 1350.0, ["PASSES_THROUGH_FRIENDS"]),
        (1241, 1380.0, 1310.0, ["IS_PUSHED_BACK"]),
    ):
        sea = [(Ground.WATERWAY, [(0, 0), (3000, 0), (3000, shore), (0, shore)])]
        b, log = beaten("2Ps", blades, terrain=sea)
        assert (where(b, 0)[1], where(b, 2)[1]) == (y, friend)
        assert events(log) == happened


@pytest.mark.clause("DBA-RECOIL-2", "DBA-RECOIL-3")
@pytest.mark.parametrize(("code", "facing", "passes"), [("4Sp", "N", True), ("4Pk", "N", False), ("4Sp", "S", False)])
def test_on_the_longer_way_through_friends_all_in_it_are_met(code, facing, passes):
    """Knights, rear edge at y 1380, recoil 120: they meet Bows from y 1270 to 1110, east of x 1520, 10 paces deep.

    Behind those their place is y 1110 to 990. West of the Bows, from y 1250 to 1190, somebody stands in the way there,
    not in that of the recoil itself: whom they pass, or else they push the Bows back 10 paces.
    """
    bows = ("B", "8Bw", RED, 1600, 1190, "N")
    b, log = beaten("3Kn", bows, ("F", code, RED, 1430, 1220, facing))
    assert where(b, 0)[1] == (1050.0 if passes else 1320.0)
    assert [where(b, i)[1] for i in (2, 3)] == [1190.0 if passes else 1180.0, 1220.0]
    assert events(log) == ["PASSES_THROUGH_FRIENDS" if passes else "IS_PUSHED_BACK"]


@pytest.mark.clause("DBA-RECOIL-3")
@pytest.mark.parametrize("push", [0.5, 1.0, 30.0])
def test_friends_are_pushed_however_little(push):
    """Pikes recoil 60, from rear edge y 1440 to 1380; other Pikes have their front edge so much beyond y 1380."""
    b, log = beaten("4Pk", ("F", "4Pk", RED, 1500, 1350.0 + push, "N"))
    assert where(b, 0)[1] == 1410.0
    assert where(b, 2)[1] == pytest.approx(1350.0, abs=0.002)
    assert events(log) == ["IS_PUSHED_BACK"]


@pytest.mark.clause("DBA-OUT-9", "DBA-OUT-10")
def test_the_log_tells_recoil_and_flight_apart():
    _, log = beaten("4Bd")
    assert [entry.amount for entry in entries(log, Kind.OUTCOME)] == [Outcome.RECOIL]
    _, log = routed()
    assert [entry.amount for entry in entries(log, Kind.OUTCOME)] == [Outcome.FLEE]


@pytest.mark.clause("DBA-FLEE-2", "DBA-PASS-1")
def test_a_flight_that_would_end_on_one_of_two_friends_stops_before_both():
    """Psiloi run straight to the north from y 1620, enemies 30 paces to either hand and friends in rows before them.

    Their base would end from y 1880 to 1960, on Blades from y 1870. Short of those it is from y 1790 to 1870, on
    others from y 1770: so its front stops at y 1770.
    """
    rows = [("F", "4Bd", BLUE, 1500 + 160 * k, y, "S") for y in (1800, 1900) for k in range(-6, 7)]
    b, log = routed(*rows, ("E", "4Bd", RED, 1640, 1620, "W"), ("E", "4Bd", RED, 1360, 1620, "E"))
    assert where(b, 1) == (1500.0, 1730.0, 0.0, 1.0)
    assert events(log)[-1] == "RUNS_UNTIL_STOPPED"
