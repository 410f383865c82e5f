"""Every limit of the rulebook off the grid: exactly N inches is within N, at any angle, and a hundredth more is not."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbaix.board import (
    act,
    board,
    cacofonix,
    captain,
    centurion,
    codes,
    dubius,
    facing_of,
    fresh_log,
    getafix,
    judged,
    move,
    obelix,
    pirate,
    roman,
    villager,
    vitalstatistix,
    woman,
)  # fmt: skip
from dbaix.fights import battle, fight_out, give_token, lay_token, sing
from dbaix.test_captives import held
from kernel.geometry_oracle import examples
from off_grid import ANGLES, beside, laid
from sandtable.games.dbaix.record import Award, Going, Phase, Side, Song, Token, Verb
from sandtable.games.dbaix.rules import music
from sandtable.games.dbaix.rules.camp import judge_muster
from sandtable.games.dbaix.rules.movement import judge_move
from sandtable.games.dbaix.rules.obedience import may_end_movement
from sandtable.games.dbaix.rules.outcome_moves import Flight, flee
from sandtable.games.dbaix.rules.pips import commander_distance_surcharge, husband_distance_surcharge
from sandtable.games.dbaix.rules.tokens import held_by, is_delivered, sink_ship
from sandtable.games.dbaix.rules.victory import award_points
from sandtable.kernel.geometry import Point, gap_to_rectangle
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_polygon

pytestmark = pytest.mark.volume

INCH = (1.0, 1.0)
HUNDREDTHS = st.integers(2000, 2800).map(lambda n: n / 100)  # somewhere in the middle of the table
FACINGS = st.integers(0, 35999).map(lambda n: n / 100)
MORE = 0.01


def stand(b: Any, i: int, x: float, y: float, angle: float) -> None:
    """Stand figure i there, on the lattices of places and facings."""
    base = laid(x, y, angle, INCH)
    f = b.figures[i]
    f.x, f.y, f.fx, f.fy = base.x, base.y, base.fx, base.fy


def stand_off(b: Any, i: int, other: int, own: float, facing: float, towards: float, inches: float, at: Any) -> None:
    """Stand figure i at ``at``, facing ``own``, and the other exactly so many inches from it."""
    stand(b, i, *at, own)
    stand(b, other, *beside(*at, own, INCH, facing, INCH, towards, inches), facing)


def polygon_at(b: Any, kind: Going, x: float, y: float, angle: float, width: float, depth: float) -> int:
    """A rectangle of terrain with its middle there, turned so far; its corners are no places of the lattice."""
    s, c = math.sin(angle), math.cos(angle)
    half = [(0.5 * width, 0.5 * depth), (-0.5 * width, 0.5 * depth), (-0.5 * width, -0.5 * depth)]
    corners = [(x + s * d + c * w, y + c * d - s * w) for w, d in [*half, (0.5 * width, -0.5 * depth)]]
    return int(add_polygon(b.terrain, kind.value, corners))


# ---------------------------------------------------------------- the song


@pytest.mark.clause("DBAIX-MUS-3", "DBAIX-GEN-7")
def test_a_legionary_four_point_eight_east_and_six_point_four_north_hears_the_bard():
    """√(4.8² + 6.4²) = √64 = 8 from corner to corner."""
    b = battle(cacofonix(29.9, 29.3), roman(35.7, 36.7), phase=Phase.FLIGHT)
    sing(b)
    assert music.begin_flight(b) == 1
    b = battle(cacofonix(29.9, 29.3), roman(35.7, 36.71), phase=Phase.FLIGHT)
    sing(b)
    assert music.begin_flight(b) == 0


@examples(400)
@given(HUNDREDTHS, HUNDREDTHS, ANGLES, ANGLES, ANGLES)
@pytest.mark.clause("DBAIX-MUS-3", "DBAIX-GEN-7")
def test_eight_inches_hear_the_song(x, y, own, facing, towards):
    for inches, heard in ((8.0, 1), (8.0 + MORE, 0)):
        b = battle(cacofonix(0, 0), roman(0, 0), phase=Phase.FLIGHT)
        stand_off(b, 0, 1, own, facing, towards, inches, (x, y))
        sing(b)
        assert music.begin_flight(b) == heard


@examples(400)
@given(HUNDREDTHS, HUNDREDTHS, st.integers(200, 790), ANGLES, ANGLES, ANGLES, st.integers(0, 3))
@pytest.mark.clause("DBAIX-MUS-5", "DBAIX-MUS-7", "DBAIX-GEN-7")
def test_equally_far_is_equal(x, y, hundredths, own, facing, towards, quarters):
    """Two at the same distance on opposite sides or at an angle: the player chooses, whatever the angle."""
    away = towards + math.radians(60 + 60 * quarters)
    for second, equal in ((hundredths, True), (hundredths + 1, False)):
        b = battle(cacofonix(0, 0), pirate(0, 0), pirate(0, 0), phase=Phase.FLIGHT)
        sing(b)
        stand_off(b, 0, 1, own, facing, towards, hundredths / 100, (x, y))
        stand_off(b, 0, 2, own, facing + 1.0, away, second / 100, (x, y))
        assert music.begin_flight(b) == 2
        assert music.next_to_flee(b) == (NONE if equal else 2)
        assert music.may_flee_next(b, 1) == equal

        b.figures[1]["side"] = b.figures[2]["side"] = Side.GAULS.value
        b.turn = Side.GAULS.value
        assert music.next_to_call(b) == (0b110 if equal else 0b010)


@examples(200)
@given(HUNDREDTHS, HUNDREDTHS, FACINGS)
@pytest.mark.clause("DBAIX-MUS-9")
def test_who_circles_the_bard_comes_no_nearer(x, y, facing):
    """From 8 ahead and 6 aside of the bard to 6 ahead and 8 aside: √(8² + 6²) = 10 inches before and after."""
    s, c = math.sin(math.radians(facing)), math.cos(math.radians(facing))

    def off(ahead, aside):
        return x + (1 + ahead) * s + (1 + aside) * c, y + (1 + ahead) * c - (1 + aside) * s

    for closer, refused in ((0.0, True), (MORE, False)):
        b = board(cacofonix(0, 0), villager(0, 0), side=Side.GAULS)
        stand(b, 0, x, y, math.radians(facing))
        stand(b, 1, *off(8, 6), math.radians(facing))
        sing(b)
        b.figures[1].called = 1
        log = fresh_log()
        judge_move(b, move(b, 1, to=off(6 - closer, 8 - closer)), log)
        assert ("NOT_NEARER_TO_THE_BARD" in codes(log, Kind.REASON)) == refused


# ---------------------------------------------------------------- prices


@examples(400)
@given(HUNDREDTHS, HUNDREDTHS, ANGLES, ANGLES, ANGLES)
@pytest.mark.clause("DBAIX-PIP-13", "DBAIX-PIP-15", "DBAIX-PIP-20", "DBAIX-GEN-7")
def test_exactly_the_distance_from_the_commander_costs_nothing_more(x, y, own, facing, towards):
    sides = [
        (dubius(0, 0), roman(0, 0), Side.ROMANS, 12.0),
        (vitalstatistix(0, 0), villager(0, 0), Side.GAULS, 8.0),
        (captain(0, 0), pirate(0, 0), Side.PIRATES, 4.0),
    ]
    for chief, man, side, limit in sides:
        for inches, extra in ((limit, 0), (limit + MORE, 1)):
            b = board(chief, man, side=side)
            stand_off(b, 0, 1, own, facing, towards, inches, (x, y))
            assert commander_distance_surcharge(b, move(b, 1, ahead=1), fresh_log()) == extra


@examples(400)
@given(HUNDREDTHS, HUNDREDTHS, ANGLES, ANGLES, ANGLES)
@pytest.mark.clause("DBAIX-PIP-17", "DBAIX-GEN-7")
def test_exactly_four_inches_from_her_husband_cost_nothing_more(x, y, own, facing, towards):
    for inches, extra in ((4.0, 0), (4.0 + MORE, 1)):
        b = board(villager(0, 0), woman(0, 0, husband=0), side=Side.GAULS)
        stand_off(b, 0, 1, own, facing, towards, inches, (x, y))
        assert husband_distance_surcharge(b, move(b, 1, ahead=1), fresh_log()) == extra


# ---------------------------------------------------------------- moves


def reasons_against(b: Any, action: Any) -> list[str]:
    """What forbids a move."""
    return judged(judge_move, b, action).reasons


@examples(400)
@given(HUNDREDTHS, HUNDREDTHS, FACINGS, ANGLES)
@pytest.mark.clause("DBAIX-MOV-1", "DBAIX-MOV-8", "DBAIX-TER-3", "DBAIX-GEN-7")
def test_exactly_a_move_in_any_direction(x, y, facing, towards):
    for wood, limit, clause in ((False, 4.0, "MOV-1"), (True, 2.0, "TER-3")):
        for inches, reasons in ((limit, []), (limit + MORE, [clause])):
            b = board(roman(0, 0))
            stand(b, 0, x, y, math.radians(facing))
            if wood:
                polygon_at(b, Going.WOOD, x, y, 0.5, 2.0, 2.0)
            to = (x + inches * math.sin(towards), y + inches * math.cos(towards))
            assert reasons_against(b, move(b, 0, to=to)) == reasons


@examples(400)
@given(HUNDREDTHS, HUNDREDTHS, FACINGS, FACINGS, ANGLES)
@pytest.mark.clause("DBAIX-MOV-8", "DBAIX-GEN-7")
def test_exactly_a_move_of_the_front_corner_that_goes_farther(x, y, facing, turned, towards):
    """The left front corner goes exactly so far; where the right one goes farther, the move is too long."""

    def front(cx, cy, degrees, side):
        s, c = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
        return cx + 0.5 * s + side * 0.5 * c, cy + 0.5 * c - side * 0.5 * s

    for inches in (4.0, 4.0 + MORE):
        left = front(x, y, facing, -1)
        goal = (left[0] + inches * math.sin(towards), left[1] + inches * math.cos(towards))
        own = front(0.0, 0.0, turned, -1)
        to = (goal[0] - own[0], goal[1] - own[1])
        right = math.dist(front(x, y, facing, 1), front(*to, turned, 1))
        if abs(right - 4.0) < MORE and inches == 4.0:
            continue  # the other corner decides, and not by a measured hair
        b = board(roman(0, 0))
        stand(b, 0, x, y, math.radians(facing))
        too_far = inches > 4.0 or right > 4.0
        assert reasons_against(b, move(b, 0, to=to, facing=turned)) == (["MOV-1"] if too_far else [])


@examples(200)
@given(HUNDREDTHS, HUNDREDTHS, FACINGS, st.sampled_from([-1, 1]))
@pytest.mark.clause("DBAIX-MOV-10", "DBAIX-GEN-7")
def test_half_an_inch_aside_into_line_is_still_straight_forward(x, y, facing, hand):
    """Two villagers abreast go 2 inches on and half an inch aside to meet a Roman: PIP-3; a hundredth more: PIP-4."""
    s, c = math.sin(math.radians(facing)), math.cos(math.radians(facing))
    for aside, line in ((0.5, "PIP-3"), (0.5 + MORE, "PIP-4")):
        b = board(villager(0, 0), villager(0, 0), roman(0, 0), side=Side.GAULS)
        stand(b, 0, x, y, math.radians(facing))
        stand(b, 1, x + c, y - s, math.radians(facing))
        ex, ey = x + 2 * s + hand * aside * c, y + 2 * c - hand * aside * s
        stand(b, 2, ex + s, ey + c, math.radians(facing + 180))
        found = judged(judge_move, b, move(b, 0, 1, to=(ex, ey)))
        assert found.legal and found.prices == [(line, 2)]


# ---------------------------------------------------------------- the camp


@examples(200)
@given(HUNDREDTHS, HUNDREDTHS, FACINGS, st.integers(1, 3), st.integers(0, 300), st.sampled_from([-1, 1]))
@pytest.mark.clause("DBAIX-CAMP-6", "DBAIX-GEN-7")
def test_a_block_as_wide_as_the_gate_fits_and_a_hundredth_aside_does_not(x, y, facing, files, room, hand):
    """So many hundredths of an inch are left over, half of them on either side."""
    for more, reasons in ((0.0, []), (MORE, ["CAMP-6"])):
        men = [centurion(0, 0, where=1), roman(0, 0, where=1), roman(0, 0, where=1)][:files]
        b = board(*men)
        b.bound, b.n_gates = 7, 1
        fx, fy = facing_of(facing)
        width = files + room / 100
        for field, value in zip(("x", "y", "fx", "fy", "width"), (x, y, fx, fy, width), strict=True):
            b.gates[0][field] = value
        action = act(Verb.MUSTER, *range(files), target=0, amount=files, x=hand * (room / 200 + more))
        assert judged(judge_muster, b, action).reasons == reasons


@pytest.mark.clause("DBAIX-VIC-3", "DBAIX-GEN-7")
def test_a_chest_on_the_border_of_the_camp_lies_in_it():
    """Tokens lie where their carrier's middle was, on the lattice: 9.7 is kept as 9.7002, and still in the camp."""
    b = battle(roman(5.5, 5.5))
    b.camp[:] = (17.3, 2.3, 31.2, 9.7)
    borders = ((24.0, 9.7), (24.0, 2.3), (17.3, 5.0), (31.2, 5.0))
    outside = ((24.0, 9.71), (24.0, 2.29), (17.29, 5.0), (31.21, 5.0))
    for x, y, points in [(*place, 2) for place in borders] + [(*place, 0) for place in outside]:
        base = laid(x, y, 0.0, INCH)
        lay_token(b, Token.PAY_CHEST.value, base.x, base.y)
        assert award_points(b, Side.ROMANS.value, Award.PAY_CHEST_KEPT.value) == points


# ---------------------------------------------------------------- captives


@examples(100)
@given(HUNDREDTHS, HUNDREDTHS, FACINGS)
@pytest.mark.clause("DBAIX-CAP-5", "DBAIX-CAP-7")
def test_of_two_places_equally_near_the_freed_stands_at_the_same_in_every_direction(x, y, facing):
    """The place behind the bard is taken; of those corner to corner with it the right one is the first clockwise."""
    own = math.radians(facing)
    s, c = math.sin(own), math.cos(own)
    b = battle(roman(0, 0), cacofonix(0, 0), getafix(0, 0), villager(0, 0), side=Side.GAULS)
    b.song = Song.GAGGED.value  # the bard does not follow up
    stand(b, 0, x + s, y + c, own + math.pi)
    stand(b, 1, x, y, own)
    stand(b, 3, x - s, y - c, own)
    held(b, 2, 0)
    fight_out(b, 1, 0, 6, 1)
    freed = b.figures[2]
    assert (freed.x, freed.y) == pytest.approx((x - s + c, y - c - s), abs=2e-3)


# ---------------------------------------------------------------- hut and ship


@examples(400)
@given(HUNDREDTHS, HUNDREDTHS, ANGLES, ANGLES, ANGLES)
@pytest.mark.clause("DBAIX-SCN-12", "DBAIX-SCN-13", "DBAIX-GEN-7")
def test_exactly_an_inch_from_the_hut(x, y, own, facing, towards):
    for inches, there in ((1.0, True), (1.0 + MORE, False)):
        b = battle(villager(0, 0), side=Side.GAULS, phase=Phase.TOKENS)
        b.hut = polygon_at(b, Going.BUILDING, x, y, own, 3.0, 2.5)
        stand(b, 0, *beside(x, y, own, (3.0, 2.5), facing, INCH, towards, inches), facing)
        assert held_by(b) == (Side.GAULS if there else NONE)
        give_token(b, Token.PAY_CHEST.value, 0)
        assert is_delivered(b, Token.PAY_CHEST.value) == there


@examples(400)
@given(HUNDREDTHS, HUNDREDTHS, ANGLES, ANGLES, ANGLES)
@pytest.mark.clause("DBAIX-SCN-14", "DBAIX-GEN-7")
def test_exactly_two_inches_from_the_ship(x, y, own, facing, towards):
    for inches, saved in ((2.0, True), (2.0 + MORE, False)):
        b = battle(obelix(0, 0), pirate(0, 0), side=Side.GAULS, phase=Phase.TOKENS)
        b.ship = polygon_at(b, Going.SHIP, x, y, own, 3.0, 6.0)
        stand(b, 0, *beside(x, y, own, (3.0, 6.0), facing, INCH, towards + math.pi, 0.0), facing)
        stand(b, 1, *beside(x, y, own, (3.0, 6.0), facing, INCH, towards, inches), facing)
        sink_ship(b, fresh_log())
        assert bool(b.ship_sunk) != saved


# ---------------------------------------------------------------- flight


def fled(b: Any, i: int = 0) -> Flight:
    """Figure i flees straight to its front."""
    ahead = Point(float(b.figures[i].fx), float(b.figures[i].fy))
    return Flight(int(flee(b, np.int64(i), ahead, ahead)))


@examples(200)
@given(HUNDREDTHS, HUNDREDTHS, FACINGS)
@pytest.mark.clause("DBAIX-OUT-6", "DBAIX-OUT-8", "DBAIX-GEN-7")
def test_half_an_inch_of_room_is_enough_to_flee(x, y, facing):
    """It stops 0.1 inch short of the enemy square before it: of 0.6 inches between, half an inch is left."""
    s, c = math.sin(math.radians(facing)), math.cos(math.radians(facing))
    for room, fate in ((0.6, Flight.FLED), (0.6 - MORE, Flight.TRAPPED)):
        b = battle(pirate(0, 0), roman(0, 0))
        stand(b, 0, x, y, math.radians(facing))
        stand(b, 1, x + (1 + room) * s, y + (1 + room) * c, math.radians(facing))
        assert fled(b) == fate


@examples(200)
@given(HUNDREDTHS, st.integers(-6000, 6000))
@pytest.mark.clause("DBAIX-OUT-7", "DBAIX-GEN-7")
def test_a_middle_that_comes_exactly_to_the_edge_does_not_cross_it(y, hundredths):
    """Four inches bring its middle to the east edge: it stays, whole on the table; a hundredth nearer: it is gone."""
    facing = 90.0 + hundredths / 100
    x = 48.0 - 4.0 * math.sin(math.radians(facing))
    for nearer, fate in ((0.0, Flight.FLED), (MORE, Flight.GONE)):
        b = battle(pirate(0, 0))
        stand(b, 0, x + nearer, y, math.radians(facing))
        assert fled(b) == fate


@pytest.mark.clause("DBAIX-MUS-9")
def test_a_tenth_of_an_inch_is_not_asked_of_a_gaul():
    """It stands 5 inches from the bard and a hut lets it 0.1 inch nearer (and the hair that it halts short of it)."""
    for gap, may in ((0.12, True), (0.14, False)):
        b = board(cacofonix(10.5, 20.37), villager(16.5, 20.37), side=Side.GAULS)
        add_polygon(b.terrain, Going.BUILDING.value, [(12, 10), (16 - gap, 10), (16 - gap, 30), (12, 30)])
        sing(b)
        b.figures[1].called = 1
        assert may_end_movement(b, fresh_log()) == may


@pytest.mark.clause("DBAIX-MUS-3")
def test_the_camp_rectangle_is_measured_like_a_base():
    """CMD-6: 4.8 east and 6.4 north of the camp's corner is 8 inches."""
    base = laid(31.3 + 4.8 + 0.5, 9.1 + 6.4 + 0.5, 0.0, INCH)
    assert gap_to_rectangle(base, 17.1, 2.1, 31.3, 9.1) == pytest.approx(8.0, abs=1e-3)
