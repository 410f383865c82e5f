"""OUTCOME MOVES: recoil, push-back, flight, follow-up, and what stands in their way (OUT)."""

from __future__ import annotations

import pytest

from dbaix.board import clauses, codes, entries, facing_of, obelix, pirate, roman, villager, where
from dbaix.fights import battle, fight_out, outcome_clauses, outcomes
from sandtable.games.dbaix.clauses import Code
from sandtable.games.dbaix.record import Going, Side, Where
from sandtable.games.dbaix.rules.outcome_moves import Flight, flee, follow_up, pushed_friend
from sandtable.kernel.geometry import Point, base_of, overlap
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_disc, add_line, add_polygon


def place(b, i):
    """Where a figure stands."""
    return where(b, i)[:2]


def box(x0, y0, x1, y1):
    """Corners of a rectangle."""
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def beaten_roman(*others, **changes):
    """A Roman facing N at (10.5, 20.5) loses 5 : 8 to a villager; the battle and the log of the fight."""
    b = battle(roman(10.5, 20.5), villager(10.5, 21.5), *others, **changes)
    return b, lambda: fight_out(b, 0, 1, 3, 5)


# ---------------------------------------------------------------- recoil


@pytest.mark.clause("DBAIX-OUT-1", "DBAIX-FIG-3")
def test_a_recoil_is_straight_back_by_a_base_depth_facing_kept():
    b = battle(roman(20.5, 20.5, "E"), villager(21.5, 20.5, "W"))
    fight_out(b, 0, 1, 3, 5)
    assert where(b, 0) == (19.5, 20.5, 1.0, 0.0)
    # With bases of 1.5 inches it is 1.5 inches.
    b = battle(roman(20.0, 20.0, width=1.5, depth=1.5), villager(20.0, 21.5, width=1.5, depth=1.5))
    fight_out(b, 0, 1, 3, 5)
    assert place(b, 0) == (20.0, 18.5)
    assert place(b, 1) == (20.0, 20.0)


@pytest.mark.clause("DBAIX-OUT-2", "DBAIX-OUT-3", "DBAIX-RES-7")
def test_example_20_recoil_through_a_column():
    b = battle(roman(10.5, 20.5), villager(10.5, 21.5), roman(10.5, 19.5))
    log = fight_out(b, 0, 1, 3, 6)  # 5 : 9
    assert outcomes(log) == [(0, "RECOILS"), (1, "FOLLOWS_UP")]
    assert place(b, 0) == (10.5, 19.5)
    assert place(b, 2) == (10.5, 18.5)
    assert "OUT-2" in clauses(log, Kind.EVENT)
    b = battle(roman(10.5, 20.5), villager(10.5, 21.5), roman(10.5, 19.5))
    add_polygon(b.terrain, Going.BUILDING.value, box(10.0, 18.0, 11.0, 19.0))
    log = fight_out(b, 0, 1, 3, 6)
    assert outcomes(log) == [(0, "TO_CAMP"), (1, "FOLLOWS_UP")]
    assert outcome_clauses(log)[0] == "OUT-3"
    assert place(b, 2) == (10.5, 19.5)


@pytest.mark.clause("DBAIX-OUT-2")
def test_a_whole_column_is_pushed_back():
    b, lose = beaten_roman(roman(10.5, 19.5), roman(10.5, 18.5), roman(10.5, 17.5))
    lose()
    assert [place(b, i) for i in (0, 2, 3, 4)] == [(10.5, 19.5), (10.5, 18.5), (10.5, 17.5), (10.5, 16.5)]


@pytest.mark.clause("DBAIX-OUT-2", "DBAIX-OUT-3")
@pytest.mark.parametrize(
    "other",
    [
        roman(10.5, 19.5, "S"),  # a friend facing the other way is not pushed
        roman(11.0, 19.5),  # nor one half a base aside
        roman(10.5, 19.2),  # nor one who does not touch
        villager(10.5, 19.2),  # an enemy behind
    ],
    ids=["faces the other way", "aside", "apart", "enemy"],
)
def test_what_stands_behind_and_is_not_pushed_sends_them_to_camp(other):
    b, lose = beaten_roman(other)
    before = place(b, 2)
    log = lose()
    assert outcomes(log)[0] == (0, "TO_CAMP")
    assert b.figures[0]["where"] == Where.CAMP_BOX
    assert place(b, 2) == before


@pytest.mark.clause("DBAIX-OUT-3")
@pytest.mark.parametrize("obstacle", ["hut", "tree", "sea", "rampart", "ship"])
def test_obstacles_behind_send_them_to_camp(obstacle):
    b, lose = beaten_roman()
    if obstacle == "hut":
        add_polygon(b.terrain, Going.BUILDING.value, box(10.0, 18.0, 11.0, 19.1))
    elif obstacle == "tree":
        add_disc(b.terrain, Going.TREE.value, 10.5, 18.8, 0.5)
    elif obstacle == "sea":
        add_polygon(b.terrain, Going.SEA.value, box(0.0, 0.0, 48.0, 19.5))
    elif obstacle == "ship":
        b.ship = add_polygon(b.terrain, Going.SHIP.value, box(9.0, 18.0, 12.0, 19.5))
    else:
        add_line(b.terrain, Going.RAMPART.value, [(5.0, 19.5), (15.0, 19.5)])
    assert outcomes(lose())[0] == (0, "TO_CAMP")


@pytest.mark.clause("DBAIX-OUT-3")
def test_woods_roads_and_beaches_are_no_obstacle():
    b, lose = beaten_roman()
    for kind in (Going.WOOD, Going.ROAD, Going.OPEN):
        add_polygon(b.terrain, kind.value, box(5.0, 15.0, 15.0, 20.0))
    assert outcomes(lose())[0] == (0, "RECOILS")


@pytest.mark.clause("DBAIX-OUT-3")
def test_the_table_edge_behind_sends_them_to_camp():
    b = battle(roman(10.5, 1.2), villager(10.5, 2.2))
    assert outcomes(fight_out(b, 0, 1, 3, 5))[0] == (0, "TO_CAMP")
    b = battle(roman(10.5, 1.5), villager(10.5, 2.5))
    assert outcomes(fight_out(b, 0, 1, 3, 5))[0] == (0, "RECOILS")
    assert place(b, 0) == (10.5, 0.5)


@pytest.mark.clause("DBAIX-OUT-3")
def test_friends_beside_them_do_not_hold_them():
    b, _ = beaten_roman(roman(9.5, 20.5), roman(11.5, 20.5), roman(9.5, 19.5), roman(11.5, 19.5))
    # 1 + 2 + 2 against 6 + 3 - 2, as the two beside it overlap the villager at its corners: 5 : 7.
    log = fight_out(b, 0, 1, 1, 6)
    assert outcomes(log)[0] == (0, "RECOILS")
    assert place(b, 0) == (10.5, 19.5)


@pytest.mark.clause("DBAIX-OUT-3")
def test_an_enemy_front_edge_on_side_or_rear_sends_them_to_camp():
    for flanker in (villager(11.5, 20.5, "W"), villager(9.5, 20.5, "E"), pirate(10.5, 19.5, "N")):
        b, lose = beaten_roman(flanker)
        assert outcomes(lose())[0] == (0, "TO_CAMP")
    # A side edge on its side does not hold it: 3 + 2 - 1 against 5 + 3 is half, so here with a 4.
    b = battle(roman(10.5, 20.5), villager(10.5, 21.5), villager(11.5, 20.5, "N"))
    assert outcomes(fight_out(b, 0, 1, 4, 5))[0] == (0, "RECOILS")


# ---------------------------------------------------------------- follow-up


@pytest.mark.clause("DBAIX-OUT-9")
def test_a_follow_up_stops_on_touching_a_base_or_an_obstacle():
    b = battle(villager(10.5, 21.5), roman(11.0, 20.1))  # 0.4 inch before its front, half a base aside
    assert follow_up(b, 0) == pytest.approx(0.4)
    assert place(b, 0) == pytest.approx((10.5, 21.1), abs=0.001)
    b = battle(villager(10.5, 21.5), villager(10.5, 20.5, "N"))  # a friend in the way: not an inch
    assert follow_up(b, 0) == 0.0
    b = battle(obelix(10.5, 21.5), roman(10.5, 20.5), side=Side.GAULS)
    add_polygon(b.terrain, Going.BUILDING.value, box(9.0, 19.0, 12.0, 20.25))
    fight_out(b, 0, 1, 6, 1)
    assert place(b, 0) == (10.5, 20.75)


@pytest.mark.clause("DBAIX-OUT-9")
def test_a_follow_up_into_the_place_of_a_removed_loser():
    b = battle(villager(10.5, 21.5), roman(10.5, 20.5), side=Side.GAULS)
    log = fight_out(b, 0, 1, 6, 1)
    assert outcomes(log) == [(1, "TO_CAMP"), (0, "FOLLOWS_UP")]
    assert where(b, 0) == (10.5, 20.5, 0.0, -1.0)


@pytest.mark.clause("DBAIX-OUT-9")
def test_a_follow_up_never_leaves_the_table():
    b = battle(villager(10.5, 1.7), roman(10.5, 0.7), side=Side.GAULS)
    fight_out(b, 0, 1, 6, 1)
    assert place(b, 0) == pytest.approx((10.5, 0.7), abs=0.001)
    b = battle(villager(10.5, 0.8))
    assert follow_up(b, 0) == pytest.approx(0.3)
    assert place(b, 0) == pytest.approx((10.5, 0.5), abs=0.001)
    assert follow_up(b, 0) == pytest.approx(0.0, abs=0.001)


@pytest.mark.clause("DBAIX-OUT-10")
def test_a_gaul_follows_up_with_enemies_on_side_and_rear():
    b = battle(
        villager(10.5, 21.5), roman(10.5, 20.5), roman(11.5, 21.5, "W"), pirate(10.5, 22.5, "S"), side=Side.GAULS
    )
    log = fight_out(b, 0, 1, 6, 2)  # 6 + 3 - 2 = 7 : 4
    assert outcomes(log) == [(1, "RECOILS"), (0, "FOLLOWS_UP")]
    assert place(b, 0) == (10.5, 20.5)


@pytest.mark.clause("DBAIX-OUT-9", "DBAIX-TER-6")
def test_ramparts_stop_a_follow_up_but_not_obelix_who_never_ends_on_one():
    for who, ends in ((villager(10.5, 21.5), 21.5), (obelix(10.5, 21.5), 20.5)):
        b = battle(who)
        add_line(b.terrain, Going.RAMPART.value, [(5.0, 21.0), (15.0, 21.0)])
        follow_up(b, 0)
        assert place(b, 0) == (10.5, ends)
    b = battle(obelix(10.5, 21.5))
    add_line(b.terrain, Going.RAMPART.value, [(5.0, 20.75), (15.0, 20.75)])
    follow_up(b, 0)
    assert place(b, 0) == (10.5, 21.25)


# ---------------------------------------------------------------- flight


def runaway(*others):
    """A Pirate facing W at (20.5, 20.5) loses 5 : 8 to the Roman ahead; the battle and the fight."""
    b = battle(pirate(20.5, 20.5), roman(19.5, 20.5, "E"), *others)
    return b, lambda: fight_out(b, 0, 1, 2, 6)


@pytest.mark.clause("DBAIX-OUT-4", "DBAIX-MOV-1")
def test_flight_is_four_inches_straight_ahead_after_turning_round():
    b, lose = runaway()
    lose()
    assert where(b, 0) == (24.5, 20.5, 1.0, 0.0)


@pytest.mark.clause("DBAIX-OUT-5")
def test_a_fleeing_figure_passes_through_friends_and_never_ends_on_one():
    b, lose = runaway(pirate(22.5, 20.5))
    lose()
    assert place(b, 0) == (24.5, 20.5)
    # Friends stand at 24.0 and at 25.2: the first free place beyond both is 26.2.
    b, lose = runaway(pirate(24.0, 20.5), pirate(25.2, 20.5))
    lose()
    assert place(b, 0) == pytest.approx((26.2, 20.5), abs=0.001)


@pytest.mark.clause("DBAIX-OUT-5", "DBAIX-OUT-6")
def test_with_no_free_place_beyond_a_friend_they_stop_before_them():
    # A friend at 24.5; an enemy behind that one leaves no room: 0.1 short of it is 25.4 at most, on the friend.
    b, lose = runaway(pirate(24.5, 20.5), villager(26.5, 20.5, "N"))
    lose()
    assert place(b, 0) == pytest.approx((23.5, 20.5), abs=0.001)


@pytest.mark.clause("DBAIX-OUT-6")
def test_they_stop_a_tenth_of_an_inch_short_of_enemies_and_obstacles():
    b, lose = runaway(villager(24.0, 20.5, "N"))
    lose()
    assert place(b, 0) == pytest.approx((22.9, 20.5), abs=0.001)
    for kind in (Going.BUILDING, Going.SEA, Going.SHIP):
        b, lose = runaway()
        index = add_polygon(b.terrain, kind.value, box(23.5, 15.0, 26.0, 25.0))
        b.ship = index if kind == Going.SHIP else -1
        lose()
        stands = 23.0 if kind == Going.SHIP else 22.9  # a Pirate who reaches the ship stops touching it
        assert place(b, 0) == pytest.approx((stands, 20.5), abs=0.001)
    b, lose = runaway()
    add_disc(b.terrain, Going.TREE.value, 24.5, 20.5, 1.0)
    lose()
    assert place(b, 0) == pytest.approx((22.9, 20.5), abs=0.001)
    b, lose = runaway()
    add_line(b.terrain, Going.RAMPART.value, [(23.5, 15.0), (23.5, 25.0)])
    lose()
    assert place(b, 0) == pytest.approx((22.9, 20.5), abs=0.001)


@pytest.mark.clause("DBAIX-OUT-6", "DBAIX-SCN-14")
def test_a_sunk_ship_is_in_nobodys_way():
    b, lose = runaway()
    b.ship = add_polygon(b.terrain, Going.SHIP.value, box(23.5, 15.0, 26.0, 25.0))
    b.ship_sunk = 1
    lose()
    assert place(b, 0) == (24.5, 20.5)


@pytest.mark.clause("DBAIX-OUT-7", "DBAIX-VIC-5")
def test_over_the_table_edge_a_pirate_is_gone_for_good():
    b = battle(pirate(45.5, 20.5), roman(44.5, 20.5, "E"))
    log = fight_out(b, 0, 1, 2, 6)
    assert outcomes(log)[0] == (0, "LOST_OFF_TABLE")
    assert outcome_clauses(log)[0] == "OUT-7"
    assert b.figures[0]["where"] == Where.FLED
    # With 4 inches to the edge for the centre it is not crossed, and the figure stops with the whole base on the table.
    b = battle(pirate(44.0, 20.5), roman(43.0, 20.5, "E"))
    log = fight_out(b, 0, 1, 2, 6)
    assert outcomes(log)[0] == (0, "FLEES")
    assert place(b, 0) == (47.5, 20.5)


@pytest.mark.clause("DBAIX-OUT-8")
def test_a_trapped_figure_suffers_its_half_or_less_result():
    # 0.5 inch of room, less 0.1: trapped. 0.65 inch, less 0.1: it flees 0.55 inch.
    b, lose = runaway(villager(22.0, 20.5, "N"))
    log = lose()
    assert outcomes(log)[0] == (0, "LOST_OFF_TABLE")
    assert outcome_clauses(log)[0] == "OUT-8"
    b, lose = runaway(villager(22.15, 20.5, "N"))
    log = lose()
    assert outcomes(log)[0] == (0, "FLEES")
    assert place(b, 0) == pytest.approx((21.05, 20.5), abs=0.001)


@pytest.mark.clause("DBAIX-OUT-11")
@pytest.mark.parametrize("flanker", [roman(20.5, 21.5, "S"), villager(20.5, 19.5, "N"), roman(21.5, 20.5, "W")])
def test_an_enemy_front_on_side_or_rear_cuts_off_the_flight(flanker):
    b = battle(pirate(20.5, 20.5), roman(19.5, 20.5, "E"), flanker)
    log = fight_out(b, 0, 1, 3, 6)  # 3 + 3 - 1 = 5 : 8
    assert outcomes(log)[0] == (0, "LOST_OFF_TABLE")
    assert outcome_clauses(log)[0] == "OUT-11"
    assert "FLIGHT_CUT_OFF" in codes(log, Kind.EVENT)


@pytest.mark.clause("DBAIX-OUT-4", "DBAIX-OUT-6")
def test_turning_to_flee_may_swing_a_corner_over_what_is_left_behind():
    # A Roman touches an enemy to its north and flees from music to the south-west, corner first.
    b = battle(roman(20.5, 20.5), villager(20.5, 21.5))
    half = 0.5**0.5
    assert flee(b, 0, Point(-half, -half), Point(-half, -half)) == Flight.FLED
    assert place(b, 0) == pytest.approx((20.5 - 4 * half, 20.5 - 4 * half), abs=0.001)
    # To the north-east the villager stands in the way.
    b = battle(roman(20.5, 20.5), villager(20.5, 21.5))
    assert flee(b, 0, Point(half, half), Point(half, half)) == Flight.TRAPPED


@pytest.mark.clause("DBAIX-OUT-5", "DBAIX-GEN-8")
def test_a_hairs_breadth_decides_on_the_lattice_of_places():
    # Beside its flight to the east stand friends that its base penetrates by 0.0099: no overlap (GEN-8), and none
    # either when its place has been rounded to the lattice, whichever way that goes.
    for offset in (0.0099, 0.00999, 0.0095):
        for slant in (0.0, 0.02, -0.02):
            b = battle(pirate(20.5, 20.5), pirate(24.5 + slant, 21.5 - offset))
            east, north = (1 - slant * slant) ** 0.5, slant
            assert flee(b, 0, Point(1.0, 0.0), Point(east, north)) == Flight.FLED
            assert not overlap(base_of(b.figures[0]), base_of(b.figures[1]))


@pytest.mark.clause("DBAIX-OUT-2", "DBAIX-OUT-3")
def test_an_enemy_is_never_pushed_back_even_when_they_face_the_same_way():
    b, lose = beaten_roman(pirate(10.5, 19.5, "N"))
    assert outcomes(lose())[0] == (0, "TO_CAMP")
    assert place(b, 2) == (10.5, 19.5)


@pytest.mark.clause("DBAIX-OUT-7")
def test_a_slanted_base_stops_with_all_its_corners_on_the_table():
    """North-east from (45, 20), its corner 0.707 before its middle: after 3.243 inches the corner is at x 48."""
    half = 0.5**0.5
    b = battle(pirate(45.0, 20.0))
    assert flee(b, 0, Point(half, half), Point(half, half)) == Flight.FLED
    assert place(b, 0) == pytest.approx((48.0 - half, 23.0 - half), abs=0.001)
    b = battle(pirate(20.0, 45.0))
    assert flee(b, 0, Point(half, half), Point(half, half)) == Flight.FLED
    assert place(b, 0) == pytest.approx((23.0 - half, 48.0 - half), abs=0.001)


@pytest.mark.clause("DBAIX-OUT-4", "DBAIX-OUT-6")
def test_turning_to_flee_may_swing_a_corner_over_the_hut_behind_them():
    """It touches it to its north; corner first to the south-west it gets away, to the north-east it does not."""
    half = 0.5**0.5
    for sense, flight in ((-1, Flight.FLED), (1, Flight.TRAPPED)):
        b = battle(roman(20.5, 20.5))
        add_polygon(b.terrain, Going.BUILDING.value, box(18.0, 21.0, 23.0, 23.0))
        assert flee(b, 0, Point(sense * half, sense * half), Point(sense * half, sense * half)) == flight
        gone = 4 * half if sense == -1 else 0.0
        assert place(b, 0) == pytest.approx((20.5 - gone, 20.5 - gone), abs=0.001)


@pytest.mark.clause("DBAIX-OUT-6")
def test_only_pirates_flee_up_to_their_ship():
    for who, stands in ((pirate, 23.0), (roman, 22.9), (villager, 22.9)):
        b = battle(who(20.5, 20.5))
        b.ship = add_polygon(b.terrain, Going.SHIP.value, box(23.5, 15.0, 26.0, 25.0))
        assert flee(b, 0, Point(1.0, 0.0), Point(1.0, 0.0)) == Flight.FLED
        assert place(b, 0) == pytest.approx((stands, 20.5), abs=0.001)


@pytest.mark.clause("DBAIX-OUT-5")
@pytest.mark.parametrize("degrees", [0, 45, 90, 180, 225, 290])
def test_the_first_free_place_beyond_a_friend_lies_along_any_way(degrees):
    """The friend faces the way of the flight, 3.8 inches along it: beyond is 4.8, before 2.8."""
    ux, uy = facing_of(degrees)
    for wall, stands in ((False, 4.8), (True, 2.8)):
        b = battle(pirate(20.0, 20.0), pirate(20.0 + 3.8 * ux, 20.0 + 3.8 * uy, degrees))
        if wall:  # 5 inches along, across the way: half an inch before it is its front, less a tenth
            ends = [(20.0 + 5 * ux + side * 3 * uy, 20.0 + 5 * uy - side * 3 * ux) for side in (-1, 1)]
            add_line(b.terrain, Going.RAMPART.value, ends)
        assert flee(b, 0, Point(ux, uy), Point(ux, uy)) == Flight.FLED
        assert place(b, 0) == pytest.approx((20.0 + stands * ux, 20.0 + stands * uy), abs=0.005)


@pytest.mark.clause("DBAIX-OUT-2")
def test_the_log_says_how_many_are_pushed_back():
    _, lose = beaten_roman(roman(10.5, 19.5), roman(10.5, 18.5), roman(10.5, 17.5))
    [pushed] = [e for e in entries(lose(), Kind.EVENT) if e.code == Code.PUSHES_BACK]
    assert pushed.amount == 3


@pytest.mark.clause("DBAIX-OUT-2")
def test_only_friends_are_pushed():
    """Somebody stands directly behind the Roman and faces as it does: it would push a Roman, never a Gaul."""
    for behind, pushed in ((roman(10.5, 19.5), 1), (villager(10.5, 19.5, "N"), NONE)):
        assert pushed_friend(battle(roman(10.5, 20.5), behind), 0) == pushed


@pytest.mark.clause("DBAIX-OUT-6")
@pytest.mark.parametrize(("gap", "gone"), [(4.05, 3.95), (4.1, 4.0), (3.0, 2.9)])
def test_flight_stops_a_tenth_short_of_who_stands_just_beyond_it_too(gap, gone):
    """A Pirate flees 4 inches to the east; a Roman's base begins ``gap`` inches from that of the Pirate."""
    b = battle(pirate(10.5, 20.5, "W"), roman(11.5 + gap, 20.5))
    assert flee(b, 0, Point(1.0, 0.0), Point(1.0, 0.0)) == Flight.FLED
    assert place(b, 0) == pytest.approx((10.5 + gone, 20.5), abs=0.001)


@pytest.mark.clause("DBAIX-OUT-10", "DBAIX-GEN-8")
@pytest.mark.parametrize("facing", [0, 10, 20, 30, 45, 60, 70])
@pytest.mark.parametrize("beside", [0.0099, 0.00995, 0.00999])
def test_a_follow_up_along_somebody_ends_on_nobody_when_rounded_to_the_lattice(facing, beside):
    """The next base beside its way reaches into it by less than a hundredth, which is no overlap (GEN-8)."""
    east, north = facing_of(facing)
    aside = 1.0 - beside
    b = battle(
        roman(20.5, 20.5, facing),
        villager(20.5 + 1.2 * east + aside * north, 20.5 + 1.2 * north - aside * east, facing),
    )
    assert follow_up(b, 0) == pytest.approx(1.0, abs=0.5)
    assert not overlap(base_of(b.figures[0]), base_of(b.figures[1]))
