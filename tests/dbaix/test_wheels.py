"""Wheels: what stands within their arc, held against small steps drawn by Shapely; woods and table edges (MOV-9)."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
import shapely
from shapely.affinity import rotate, translate

from dbaix.board import board, judged, move, pirate, roman, villager
from sandtable.games.dbaix.record import Going, Side
from sandtable.games.dbaix.rules import marches, passing, wheels
from sandtable.games.dbaix.rules.movement import judge_move
from sandtable.kernel.geometry import base_of
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_polygon

STEPS = 80
NEAR = 0.04
"""Inches: what is met or missed by less is left to the exact tests."""


def wheel(b, degrees, pivot):
    """The wheel of figure 0 about this place, clockwise."""
    f = b.figures[0]
    turn = math.radians(degrees)
    ex, ey = f.x - pivot[0], f.y - pivot[1]
    x = pivot[0] + math.cos(turn) * ex + math.sin(turn) * ey
    y = pivot[1] + math.cos(turn) * ey - math.sin(turn) * ex
    facing = math.degrees(math.atan2(f.fx, f.fy)) + degrees
    return move(b, 0, to=(x, y), facing=facing, pivot=pivot)


def outline(f):
    """A figure's base."""
    square = shapely.box(-0.5 * f.width, -0.5 * f.depth, 0.5 * f.width, 0.5 * f.depth)
    turned = rotate(square, -math.degrees(math.atan2(f.fx, f.fy)), origin=(0, 0))
    return translate(turned, float(f.x), float(f.y))


def places(b, degrees, pivot):
    """The base of figure 0 on its way, in small steps; pivot and arc are Shapely's."""
    start = outline(b.figures[0])
    return np.array([rotate(start, -degrees * k / STEPS, origin=pivot) for k in range(STEPS + 1)])


def met(b, degrees, pivot, other):
    """True where the way goes into the other, False where it stays clear, None where that is a matter of hairs."""
    way = places(b, degrees, pivot)
    if shapely.area(shapely.intersection(way, other)).max() > NEAR:
        return True
    return None if shapely.distance(way, other).min() < NEAR else False


SEEDS = pytest.mark.parametrize("seed", range(8))


def chances(seed, n=20):
    """Wheels of up to half a turn about places on, beside and far from the base; and a place by the arc."""
    rng = random.Random(seed)
    for _ in range(n):
        x, y, facing = rng.uniform(8, 16), rng.uniform(8, 16), rng.uniform(0, 360)
        away, towards = rng.choice((0.0, 0.5, 1.5, 4.0)), rng.uniform(0, 2 * math.pi)
        pivot = (x + away * math.cos(towards), y + away * math.sin(towards))
        degrees = rng.choice((-1, 1)) * rng.uniform(4, 179)
        on_arc = rotate(shapely.Point(x, y), -degrees * rng.uniform(-0.2, 1.2), origin=pivot)
        beside = (on_arc.x + rng.uniform(-1.6, 1.6), on_arc.y + rng.uniform(-1.6, 1.6))
        yield (x, y, facing), pivot, degrees, beside


def stopped(b, action):
    """What stops figure 0 on this wheel."""
    nearby = np.zeros(1, marches.NEARBY)[0]
    way = marches.way_of(b, action)
    marches.around(b, action, way, nearby)
    return passing.what_stops(b, action, way, 0, way.end, nearby)


@SEEDS
@pytest.mark.clause("DBAIX-MOV-9", "DBAIX-MOV-11")
def test_a_wheel_is_stopped_by_whoever_stands_within_its_arc(seed):
    found = {True: 0, False: 0}
    for (x, y, facing), pivot, degrees, beside in chances(seed):
        b = board(roman(x, y, facing), villager(*beside, 7.0 * degrees))
        expected = met(b, degrees, pivot, outline(b.figures[1]))
        if expected is not None and not outline(b.figures[0]).intersects(outline(b.figures[1])):
            found[expected] += 1
            hit = stopped(b, wheel(b, degrees, pivot)).figure
            assert hit == (1 if expected else NONE), (x, y, facing, pivot, degrees)
    assert min(found.values()) > 1


@SEEDS
@pytest.mark.clause("DBAIX-MOV-9", "DBAIX-TER-4")
def test_a_wheel_is_stopped_by_a_hut_within_its_arc(seed):
    found = {True: 0, False: 0}
    for (x, y, facing), pivot, degrees, (west, south) in chances(seed):
        hut = shapely.box(west, south, west + 0.8, south + 1.1)
        b = board(roman(x, y, facing))
        add_polygon(b.terrain, Going.BUILDING.value, list(hut.exterior.coords)[:4])
        expected = met(b, degrees, pivot, hut)
        if expected is not None and not outline(b.figures[0]).intersects(hut):
            found[expected] += 1
            hit = stopped(b, wheel(b, degrees, pivot)).feature
            assert hit == (0 if expected else NONE), (x, y, facing, pivot, degrees)
    assert min(found.values()) > 1


@pytest.mark.clause("DBAIX-MOV-16")
def test_no_part_of_the_base_leaves_the_table_on_a_wheel():
    """Wheels that swing towards an edge and away from it again: where they begin and end is on the table."""
    rng = random.Random(5)
    found = {True: 0, False: 0}
    width, height = 16.0, 14.0
    table = shapely.box(0, 0, width, height)
    for number in range(160):
        edge, radius, room = number % 4, rng.uniform(1.0, 5.0), rng.uniform(-0.2, 1.2)
        pivot = (
            (8.0, radius + room),
            (radius + room, 7.0),
            (8.0, height - radius - room),
            (width - radius - room, 7.0),
        )
        half = rng.uniform(30, 85)
        way = rng.choice((-1, 1)) * 2 * half
        middle = (180, 270, 0, 90)[edge]  # where the centre is halfway, seen from the pivot, clockwise from north
        begin = math.radians(middle - 0.5 * way)
        x, y = pivot[edge][0] + radius * math.sin(begin), pivot[edge][1] + radius * math.cos(begin)
        b = board(roman(x, y, rng.uniform(0, 360)), table_width=width, table_height=height)
        on_way = places(b, way, pivot[edge])
        if not shapely.contains(table, on_way[[0, -1]]).all():
            continue  # where it ends is another question
        inside = bool(shapely.contains(table, on_way).all())
        if shapely.contains(table.buffer(NEAR), on_way).all() == shapely.contains(table.buffer(-NEAR), on_way).all():
            found[inside] += 1
            action = wheel(b, way, pivot[edge])
            stays = wheels.swings_on_table(action, marches.way_of(b, action), base_of(b.figures[0]), width, height)
            assert stays == inside, (x, y, pivot[edge], way)
    assert min(found.values()) > 20


@pytest.mark.clause("DBAIX-TER-3", "DBAIX-MOV-9")
@pytest.mark.parametrize("wood", [(10.65, 11.1), (10.99, 11.81), (11.7, 12.15)])
def test_a_wood_that_the_middle_of_the_base_wheels_through_slows(wood):
    """About (12.5, 10.5) from (10.5, 10.5) to (12.5, 12.5): halfway the middle is at (11.09, 11.91).

    The farther front corner goes from (10, 11) to (13, 13), 3.61 inches. Thickets a fifth of an inch wide lie on the
    first half of the arc, at its middle, and on its second half; the straight line from start to end misses them all.
    """
    b = board(roman(10.5, 10.5))
    assert judged(judge_move, b, wheel(b, 90, (12.5, 10.5))).legal
    x, y = wood
    add_polygon(b.terrain, Going.WOOD.value, [(x, y), (x + 0.2, y), (x + 0.2, y + 0.2), (x, y + 0.2)])
    assert judged(judge_move, b, wheel(b, 90, (12.5, 10.5))).reasons == ["TER-3"]
    b.rules.wood_move = 3.62
    assert judged(judge_move, b, wheel(b, 90, (12.5, 10.5))).legal


@pytest.mark.clause("DBAIX-MOV-9")
def test_a_wheel_across_north_is_no_longer_than_any_other():
    """From 350 to 10 degrees, and back: 20 degrees about the front corner, whichever way."""
    for start, degrees in ((350, 20), (10, -20), (170, 20), (190, -20)):
        b = board(pirate(10.5, 10.5, start), side=Side.PIRATES)
        way = marches.way_of(b, wheel(b, degrees, (11.0, 11.0)))
        assert way.degrees == pytest.approx(degrees, abs=0.02)
        assert judged(judge_move, b, wheel(b, degrees, (11.0, 11.0))).legal


@pytest.mark.clause("DBAIX-MOV-9", "DBAIX-MOV-11")
@pytest.mark.parametrize("hand", [1, -1])
@pytest.mark.parametrize(("corner", "met"), [(1.35, True), (1.48, False)])
def test_the_far_corner_of_a_wheel_reaches_farthest_half_way(hand, corner, met):
    """It wheels by 90 degrees about its own front corner: its far rear corner goes round on a circle of 1.41 inches.

    A friend who stands at 45 degrees, with one corner towards the pivot, is beside the way at its start and at its end;
    half way the corner points at the other's.
    """
    pivot = (10.5 - 0.5 * hand, 11.0)
    b = board(roman(10.5, 10.5), roman(pivot[0] + hand * (corner + math.sqrt(0.5)), 11.0, 45))
    assert judged(judge_move, b, wheel(b, -90 * hand, pivot)).reasons == (["MOV-11"] if met else [])


@pytest.mark.clause("DBAIX-MOV-9", "DBAIX-MOV-11")
@pytest.mark.parametrize("hand", [1, -1])
@pytest.mark.parametrize(("beside", "met"), [(0.05, True), (0.25, False)])
def test_who_stands_a_little_behind_the_end_of_a_wheeling_line_is_met_at_its_start(hand, beside, met):
    """Two side by side wheel by 30 degrees about the outer front corner of the first.

    The far rear corner of the second is 2 inches along and 1 behind the pivot; it swings out to 2.24 inches along.
    """
    x = 20.5
    pivot = (x - 0.5 * hand, 11.0)
    b = board(roman(x, 10.5), roman(x + hand, 10.5), roman(x + hand * (2.0 + beside), 10.0))
    action = wheel(b, -30 * hand, pivot)
    action.n_actors, action.actors[1] = 2, 1
    assert judged(judge_move, b, action).reasons == (["MOV-11"] if met else [])
