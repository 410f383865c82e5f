"""Every limit of DBA off the grid: exactly so many paces is within them, at any angle, and a fifth more is not."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dba.orders import is_legal, move
from dba.table import BLUE, RED, act, fresh_log, lay
from dba.test_placing import answer, oval, strip
from dba.test_placing import board as bare
from kernel.geometry_oracle import examples
from off_grid import ANGLES, Size, beside, laid
from sandtable.games.dba.record import Ground, Phase, Topography, Verb
from sandtable.games.dba.rules import pips, placing, shooting
from sandtable.games.dba.rules.arcs import Fault, best_shot, is_behind_rear_line
from sandtable.games.dba.rules.deployment import is_in_deployment_zone
from sandtable.games.dba.rules.groups import everybody
from sandtable.games.dba.rules.heights import defends_bank, is_uphill
from sandtable.games.dba.rules.later_moves import enemy_within
from sandtable.games.dba.rules.move_context import look_around, new_around
from sandtable.games.dba.rules.roads_and_rivers import squares_up
from sandtable.games.dba.rules.zones_of_control import is_in_camp_zone, is_in_zone
from sandtable.kernel.geometry import base_of
from sandtable.kernel.records import NONE

pytestmark = pytest.mark.volume

BLADES = (160.0, 60.0)
BOWS = (160.0, 80.0)
HORSE = (160.0, 120.0)
GUN = (160.0, 160.0)
WAGON = (160.0, 320.0)
PLACES = st.integers(100000, 200000).map(lambda n: n / 100)  # somewhere in the middle of the board, to a hundredth
MORE = 0.2
"""Paces beyond a limit that are surely beyond it, whatever the lattices do."""


def stand(b: Any, i: int, x: float, y: float, angle: float, size: Size) -> None:
    """Stand element i there, on the lattices of places and facings."""
    base = laid(x, y, angle, size)
    f = b.figures[i]
    f.x, f.y, f.fx, f.fy = base.x, base.y, base.fx, base.fy


def off(x: float, y: float, angle: float, forward: float, right: float) -> tuple[float, float]:
    """The point so far ahead and to the right of one that faces ``angle``."""
    s, c = math.sin(angle), math.cos(angle)
    return x + forward * s + right * c, y + forward * c - right * s


def pair(one: str, other: str, **options: Any) -> Any:
    """Red 0, a general, and blue 1, wherever the test puts them."""
    return lay(("A", one, RED, 0, 0, "N", {"general": 1}), ("B", other, BLUE, 0, 0, "N", {"general": 1}), **options)


# ---------------------------------------------------------------- PIPs


@examples(200)
@given(PLACES, PLACES, ANGLES, ANGLES, ANGLES)
@pytest.mark.clause("DBA-PIP-5", "DBA-PIP-7")
def test_exactly_1200_paces_are_in_command_and_exactly_600_without_sight(x, y, own, facing, towards):
    for limit, cover in ((1200.0, False), (600.0, True)):
        for more, fault in ((0.0, False), (MORE, True)):
            b = lay(("G", "3Cv", RED, 0, 0, "N", {"general": 1}), ("A", "4Bd", RED, 0, 0, "N"))
            stand(b, 0, x, y, own, HORSE)
            stand(b, 1, *beside(x, y, own, HORSE, facing, BLADES, towards, limit + more), facing, BLADES)
            if cover:
                middle = float(b.figures[1].x), float(b.figures[1].y)
                wood = [(middle[0] + dx, middle[1] + dy) for dx, dy in ((-99, -99), (99, -99), (99, 99), (-99, 99))]
                b.terrain = lay(terrain=[(Ground.WOOD, wood)]).terrain
            assert (pips.command_fault(b, 1, 0) != NONE) == fault


# ---------------------------------------------------------------- zones


@examples(300)
@given(PLACES, PLACES, ANGLES, ANGLES, st.floats(-79.0, 79.0))
@pytest.mark.clause("WAD-ZOC-2", "WAD-ZOC-3", "WAD-ZOC-5", "WAD-GEN-5")
def test_who_just_touches_the_far_edge_of_a_zone_is_in_it(x, y, own, facing, aside):
    """Its corner that lies farthest back, seen from the owner, is 160 paces ahead of the owner's front."""
    for more, inside in ((0.0, True), (MORE, False)):
        b = pair("4Bd", "3Cv")
        stand(b, 1, x, y, own, HORSE)
        tip = off(x, y, own, 60 + 160 + more, aside)
        there = corner_at(facing, BLADES, own + math.pi, tip)
        stand(b, 0, *there, facing, BLADES)
        assert is_in_zone(b, 1, base_of(b.figures[0]), np.int64(0)) == inside


def corner_at(facing: float, size: Size, towards: float, tip: tuple[float, float]) -> tuple[float, float]:
    """The middle of a base that faces so and whose corner farthest towards that direction is at ``tip``."""
    dx, dy = beside(0.0, 0.0, 0.0, (0.0, 0.0), facing, size, towards + math.pi, 0.0)
    return tip[0] + dx, tip[1] + dy


@examples(200)
@given(PLACES, PLACES, ANGLES, ANGLES, ANGLES)
@pytest.mark.clause("WAD-ZOC-6", "DBA-SHOOT-2", "DBA-MULTI-3")
def test_a_camps_zone_a_range_and_what_light_horse_keep_from(x, y, own, facing, towards):
    """160 paces round a camp, 200 for Bows, 160 for Light Horse that move again."""
    for more, within in ((0.0, True), (MORE, False)):
        b = pair("4Bd", "CF", camps={BLUE: (0, 0, "N", 320.0, 240.0)})
        camp = laid(x, y, own, (320.0, 240.0))
        b.camps[BLUE].x, b.camps[BLUE].y, b.camps[BLUE].fx, b.camps[BLUE].fy = camp.x, camp.y, camp.fx, camp.fy
        b.camps[BLUE].occupant, b.figures[1].camp = 1, BLUE
        stand(b, 0, *beside(x, y, own, (320.0, 240.0), facing, BLADES, towards, 160 + more), facing, BLADES)
        assert is_in_camp_zone(b, BLUE, base_of(b.figures[0])) == within

        b = pair("2LH", "4Bd")
        stand(b, 0, x, y, own, HORSE)
        stand(b, 1, *beside(x, y, own, HORSE, facing, BLADES, towards, 160 + more), facing, BLADES)
        around = new_around()[0]
        action = move(0, to=(x, y), facing=0)
        look_around(b, action, np.int64(1), 500.0, everybody(b), around)
        f = b.figures[0]
        poses = np.array([[f.x, f.y, f.fx, f.fy]])
        assert enemy_within(b, 0, base_of(f), poses, 1, b.rules.multi_distance, around) == within


@examples(200)
@given(PLACES, PLACES, ANGLES, st.floats(0.0, 1.0))
@pytest.mark.clause("DBA-SHOOT-2", "DBA-SHOOT-13")
def test_the_range_of_bows_and_which_of_two_is_nearer(x, y, own, slant):
    """A front 200 paces before their own, squarely or at a slant; and two shooters as near as one another."""
    for more, fault in ((0.0, Fault.NONE), (MORE, Fault.RANGE)):
        b = pair("4Bw", "4Bd")
        stand(b, 0, x, y, own, BOWS)
        tip = off(x, y, own, 40 + 200 + more, 0.0)
        stand(b, 1, *corner_at(own + math.pi + slant, BLADES, own + math.pi, tip), own + math.pi + slant, BLADES)
        assert best_shot(b, 0, 1).fault == fault
    for more, legal in ((0.0, True), (-MORE, False)):
        b = lay(
            ("A", "4Bw", RED, 0, 0, "N"),
            ("B", "4Bw", RED, 0, 0, "N"),
            ("E", "4Bd", BLUE, 0, 0, "N"),
            phase=Phase.SHOOTING.value,
        )
        stand(b, 2, x, y, own, BLADES)
        for i, hand, gap in ((0, -1, 120.0), (1, 1, 120.0 + 2 * more)):
            facing = own + math.pi + hand * (0.1 + 0.3 * slant)
            tip = off(x, y, own, 30 + gap, hand * 170.0)  # 90 beyond the end of the target's front
            stand(b, i, *corner_at(facing, BOWS, own + math.pi, tip), facing, BOWS)
        shooting.begin_shooting(b)
        assert best_shot(b, 0, 2).fault == best_shot(b, 1, 2).fault == Fault.NONE
        shot = act(Verb.SHOOT, 0, 1, target=2)
        assert bool(shooting.judge_shoot(b, shot, fresh_log()).legal) == legal


@examples(200)
@given(st.integers(110000, 190000), st.integers(110000, 190000), ANGLES, ANGLES, st.floats(0.0, 1.0))
@pytest.mark.clause("DBA-SHOOT-2", "DBA-SHOOT-6")
def test_the_range_of_artillery_and_of_a_war_wagon_to_all_sides(x, y, own, to, slant):
    """A corner 500 paces straight before a gun; and 200 off an edge of a wagon, whichever it shoots from."""
    x, y = x / 100, y / 100
    facing = own + math.pi + slant
    for more, fault in ((0.0, Fault.NONE), (MORE, Fault.RANGE)):
        b = pair("Art", "4Bd")
        stand(b, 0, x, y, own, GUN)
        tip = off(x, y, own, 80 + 500 + more, 10.0 * slant)
        stand(b, 1, *corner_at(facing, BLADES, own + math.pi, tip), facing, BLADES)
        assert best_shot(b, 0, 1).fault == fault
        for edge, half in enumerate((160.0, 80.0, 160.0, 80.0)):
            towards = to + edge * 0.5 * math.pi
            b = pair("WWg", "4Bd")
            stand(b, 0, x, y, to, WAGON)
            tip = off(x, y, towards, half + 200 + more, 10.0 * slant)
            other = towards + math.pi + slant
            stand(b, 1, *corner_at(other, BLADES, towards + math.pi, tip), other, BLADES)
            assert best_shot(b, 0, 1).fault == fault


@examples(200)
@given(PLACES, PLACES, ANGLES, ANGLES, st.sampled_from([-1, 1]), st.floats(0.0, 480.0))
@pytest.mark.clause("WAD-REAR-2", "WAD-WSH-6")
def test_who_stands_exactly_on_the_line_of_a_rear_edge_is_behind_it(x, y, own, facing, hand, aside):
    """Blades are 60 paces deep: the line of their rear edge is 30 behind their middle, and goes on to both sides."""
    for more, behind in ((0.0, True), (MORE, False)):
        b = pair("Art", "4Bd")
        stand(b, 1, x, y, own, BLADES)
        tip = off(x, y, own, -30 + more, hand * aside)
        stand(b, 0, *corner_at(facing, GUN, own, tip), facing, GUN)
        assert is_behind_rear_line(b, 0, 1) == behind


@examples(200)
@given(PLACES, PLACES, ANGLES, st.sampled_from([-1, 1]), st.floats(50.0, 450.0), st.floats(-0.7, 0.7))
@pytest.mark.clause("DBA-SHOOT-5")
def test_shots_reach_a_base_width_to_either_side_and_no_hair_farther(x, y, own, hand, ahead, slant):
    """A corner 80 + 160 paces beside the middle of a gun is just outside its arc."""
    for less, fault in ((0.0, Fault.ARC), (MORE, Fault.NONE)):
        b = pair("Art", "4Bd")
        stand(b, 0, x, y, own, GUN)
        facing = own + math.pi + slant
        tip = off(x, y, own, 80 + ahead, hand * (240 - less))
        stand(b, 1, *corner_at(facing, BLADES, own - hand * 0.5 * math.pi, tip), facing, BLADES)
        assert best_shot(b, 0, 1).fault == fault


@examples(200)
@given(PLACES, PLACES, ANGLES, ANGLES, st.sampled_from([-1, 1]), st.floats(150.0, 330.0))
@pytest.mark.clause("DBA-SHOOT-10", "WAD-WSH-4", "WAD-CORE-6")
def test_who_only_touches_the_ground_between_two_fronts_is_not_between(x, y, own, facing, hand, ahead):
    """A gun 480 paces before Blades, front to front: the ground between them ends 80 paces beside their middles."""
    for inside, fault in ((0.0, Fault.NONE), (MORE, Fault.BLOCKED)):
        b = lay(("A", "Art", RED, 0, 0, "N"), ("B", "4Bd", BLUE, 0, 0, "N"), ("C", "4Bd", BLUE, 0, 0, "N"))
        stand(b, 0, x, y, own, GUN)
        stand(b, 1, *off(x, y, own, 80 + 480 + 30, 0.0), own + math.pi, BLADES)
        tip = off(x, y, own, 80 + ahead, hand * (80 - inside))
        stand(b, 2, *corner_at(facing, BLADES, own - hand * 0.5 * math.pi, tip), facing, BLADES)
        assert best_shot(b, 0, 1).fault == fault


# ---------------------------------------------------------------- moves


@examples(200)
@given(PLACES, PLACES, st.integers(0, 35999), ANGLES)
@pytest.mark.clause("DBA-MOVE-1", "DBA-BREAK-2", "DBA-ZOC-9")
def test_moves_breaking_off_and_retiring_are_so_long_in_any_direction(x, y, hundredths, towards):
    facing = hundredths / 100
    own = math.radians(facing)
    for more, legal in ((0.0, True), (MORE, False)):
        b = pair("4Bd", "3Cv")
        stand(b, 0, x, y, own, BLADES)
        to = (x + (200 + more) * math.sin(towards), y + (200 + more) * math.cos(towards))
        assert is_legal(b, move(0, to=to, facing=facing)) == legal
    for less, legal in ((0.0, True), (MORE, False)):
        b = pair("3Cv", "4Bd")
        stand(b, 0, x, y, own, HORSE)
        stand(b, 1, *off(x, y, own, 60 + 30, 0.0), own + math.pi, BLADES)  # front to front
        assert is_legal(b, move(0, to=off(x, y, own, -200 + less, 0.0), facing=facing)) == legal
        b = pair("3Cv", "4Bd", retire_least="200_paces")
        stand(b, 0, x, y, own, HORSE)
        stand(b, 1, *off(x, y, own, 60 + 30 + 50, 0.0), own + math.pi, BLADES)
        assert is_legal(b, move(0, to=off(x, y, own, -200 + less, 0.0), facing=facing)) == legal


def around_of(x: float, y: float, own: float, half: float, long: float) -> list[tuple[float, float]]:
    """The corners of a strip of ground about the place, so wide and so long both ways along ``own``."""
    return [
        off(x, y, own, ahead, right) for ahead, right in ((-long, -half), (-long, half), (long, half), (long, -half))
    ]


@examples(200)
@given(PLACES, PLACES, st.integers(0, 35999), ANGLES)
@pytest.mark.clause("DBA-MOVE-1", "DBA-MOVE-3", "DBA-MOVE-4", "DBA-MOVE-5", "DBA-GROUP-3")
def test_so_far_by_group_through_bad_going_by_road_and_through_a_river(x, y, hundredths, towards):
    """Two abreast 200 paces, Elephants 200 in a marsh, Blades 400 on a road, Knights 100 through a river."""
    facing = hundredths / 100
    own = math.radians(facing)
    marsh = (Ground.MARSH, around_of(x, y, own, 500.0, 500.0))
    road = (Ground.ROAD, [off(x, y, own, -900, 0.0), off(x, y, own, 900, 0.0)], 120.0)
    river = (Ground.RIVER, [off(x, y, own, 30.0, -900), off(x, y, own, 30.0, 900)], 80.0)
    for more, legal in ((0.0, True), (MORE, False)):
        b = lay(("A", "4Bd", RED, 0, 0, "N", {"general": 1}), ("C", "4Bd", RED, 0, 0, "N"))
        stand(b, 0, x, y, own, BLADES)
        stand(b, 1, *off(x, y, own, 0.0, 160.0), own, BLADES)
        assert is_legal(b, move(0, 1, to=off(x, y, own, 200 + more, 0.0), facing=facing)) == legal
        for code, size, ground, far, way in (
            ("El", GUN, marsh, 200.0, towards), ("4Bd", BLADES, road, 400.0, own), ("3Kn", HORSE, river, 100.0, own),
        ):  # fmt: skip
            b = lay(("A", code, RED, 0, 0, "N", {"general": 1}), terrain=[ground], river=2)
            stand(b, 0, x, y, own, size)
            assert is_legal(b, move(0, to=off(x, y, way, far + more, 0.0), facing=facing)) == legal, (code, ground)


@examples(200)
@given(PLACES, PLACES, st.integers(0, 35999), st.booleans())
@pytest.mark.clause("DBA-GROUP-8")
def test_a_slide_of_80_paces_up_to_an_enemy_160_ahead(x, y, hundredths, to_right):
    facing = hundredths / 100
    own = math.radians(facing)
    hand = 1 if to_right else -1
    for more, far, legal in ((0.0, 0.0, True), (MORE, 0.0, False), (0.0, MORE, False)):
        b = lay(
            ("A", "4Bd", RED, 0, 0, "N", {"general": 1}), ("C", "4Bd", RED, 0, 0, "N"), ("E", "4Bd", BLUE, 0, 0, "N")
        )
        stand(b, 0, x, y, own, BLADES)
        stand(b, 1, *off(x, y, own, -60, 0.0), own, BLADES)  # behind the leader
        stand(b, 2, *off(x, y, own, 100 + 60 + 160 + far, hand * (80 + more)), own + math.pi, BLADES)
        action = move(0, 1, to=off(x, y, own, 100, hand * (80 + more)), facing=facing)
        assert is_legal(b, action) == legal
        if legal:
            around = new_around()[0]
            look_around(b, action, np.int64(3), 200.0, everybody(b), around)
            assert squares_up(b, 0, laid(action.x, action.y, own, BLADES), 160.0, around) == 2


def is_square(angle: float, own: float) -> bool:
    """The facings are square to one another, as they lie on the lattice: a hundredth of a degree apart."""
    return round(100.0 * math.degrees(angle - own)) % 9000 == 0


@examples(200)
@given(PLACES, PLACES, st.integers(0, 35999), ANGLES, ANGLES)
@pytest.mark.clause("DBA-GROUP-2")
def test_a_gap_of_exactly_a_base_width_is_passable(x, y, hundredths, left, right):
    """A mover shallower than wide slips sideways between two corners that lie 160 paces apart; 159.8 are too few."""
    facing = hundredths / 100
    own = math.radians(facing)
    # Square to the way a base has an edge, no corner, nearest to it: where two edges only meet, end to end, there is no
    # gap between them to be measured.
    assume(not any(is_square(angle, own) for angle in (left, right)))
    for less, legal in ((0.0, True), (MORE, False)):
        b = lay(
            ("A", "4Bd", RED, 0, 0, "N", {"general": 1}), ("L", "3Cv", RED, 0, 0, "N"), ("R", "3Cv", RED, 0, 0, "N")
        )
        stand(b, 0, x, y, own, BLADES)
        # It goes to its right; 100 paces on two corners stand level, 80 ahead of and 80 behind its middle.
        for i, sign, angle in ((1, 1, left), (2, -1, right)):
            tip = off(x, y, own, sign * (80 - 0.5 * less), 100.0)
            stand(b, i, *corner_at(angle, HORSE, own + (math.pi if sign > 0 else 0.0), tip), angle, HORSE)
        assert is_legal(b, move(0, to=off(x, y, own, 0.0, 200.0), facing=facing)) == legal


# ---------------------------------------------------------------- placing terrain


def corners_of(piece: Any) -> list[tuple[float, float]]:
    """The corners of an area feature, as the table keeps them."""
    b = bare(Topography.HILLY)[0]
    placing.place(b, piece, fresh_log())
    return [(float(v["x"]), float(v["y"])) for v in b.terrain.vertices[:12]]


def wood(x: float, y: float, angle: float, size: int) -> Any:
    """A wood of that size about the place, its length along ``angle``."""
    action = oval(Ground.WOOD, x, y, size=size)
    action.fx, action.fy = math.sin(angle), math.cos(angle)
    return action


@examples(200)
@given(PLACES, PLACES, ANGLES, ANGLES, ANGLES, st.sampled_from([(3, 3), (3, 5), (5, 5)]))
@pytest.mark.clause("DBA-SETUP-9")
def test_features_may_be_exactly_a_base_width_apart(x, y, one, other, towards, sizes):
    """Their corners that lie farthest towards one another are joined by a line of 160 paces; 159.8 are too few."""
    along = math.sin(towards), math.cos(towards)
    for less, legal in ((0.0, True), (MORE, False)):
        b = bare(Topography.HILLY)[0]
        first = wood(x, y, one, sizes[0])
        placing.place(b, first, fresh_log())
        px, py = max(corners_of(first), key=lambda p: p[0] * along[0] + p[1] * along[1])
        qx, qy = min(corners_of(wood(1500, 1500, other, sizes[1])), key=lambda p: p[0] * along[0] + p[1] * along[1])
        to = px + (160 - less) * along[0] + 1500 - qx, py + (160 - less) * along[1] + 1500 - qy
        said = answer(b, wood(*to, other, sizes[1]))
        assert said == ((True, []) if legal else (False, ["FEATURES_TOO_CLOSE"]))


@examples(200)
@given(st.integers(147900, 152100), st.integers(147900, 152100), st.integers(0, 3), st.sampled_from([-1, 1]))
@pytest.mark.clause("DBA-SETUP-11")
def test_a_river_may_be_exactly_one_and_a_half_times_as_long(start, end, quarters, hand):
    """It winds to either side of the straight way in four legs, each of three eighths of that way."""
    for more, legal in ((0.0, True), (MORE, False)):
        ends = (start / 100, 0.0), (end / 100, 3000.0)
        straight = math.dist(*ends)
        dx, dy = (ends[1][0] - ends[0][0]) / straight, 3000.0 / straight
        leg = (1.5 * straight + more) / 4
        aside = hand * math.sqrt(leg**2 - (straight / 4) ** 2)
        points = [ends[0]]
        for k, sign in ((1, 1), (2, 0), (3, -1)):
            on = k * straight / 4
            points.append((ends[0][0] + on * dx + sign * aside * dy, on * dy - sign * aside * dx))
        course = [turned(point, quarters) for point in (*points, ends[1])]
        said = answer(bare()[0], strip(Ground.RIVER, *course, optional=True))
        assert said == ((True, []) if legal else (False, ["RIVER_TOO_LONG"]))


def turned(point: tuple[float, float], quarters: int) -> tuple[float, float]:
    """The point on the board turned clockwise by so many quarters."""
    x, y = point
    for _ in range(quarters):
        x, y = y, 3000.0 - x
    return x, y


@examples(200)
@given(st.integers(68000, 232000), st.integers(50000, 290000), st.integers(0, 3), st.booleans())
@pytest.mark.clause("DBA-SETUP-12")
def test_a_river_keeps_exactly_600_paces_from_the_edges_beside_it(other, up, quarters, far_side):
    """Its middle 640 off, of half a base width; four base widths by the option, 680."""
    for option, least in ((600.0, 640.0), (640.0, 680.0)):
        for less, legal in ((0.0, True), (MORE, False)):
            b = bare()[0]
            b.rules.river_margin = option
            bend = (least - less, up / 100)
            course = [(other / 100, 0.0), (3000.0 - bend[0] if far_side else bend[0], bend[1]), (1500.0, 3000.0)]
            said = answer(b, strip(Ground.RIVER, *[turned(point, quarters) for point in course], optional=True))
            assert said == ((True, []) if legal else (False, ["RIVER_NEAR_EDGE"]))


@examples(200)
@given(st.integers(0, 300000), st.integers(0, 3))
@pytest.mark.clause("DBA-SETUP-13")
def test_a_waterway_is_80_to_240_paces_deep(along, quarters):
    for depth, legal in ((80.0, True), (80.0 - MORE, False), (240.0, True), (240.0 + MORE, False)):
        action = act(Verb.PLACE, item=Ground.WATERWAY.value, target=0)
        action.x, action.y = turned((along / 100, depth), quarters)
        action.fx, action.fy = ((0, 1), (1, 0), (0, -1), (-1, 0))[quarters]
        said = answer(bare(Topography.LITTORAL)[0], action)
        assert said == ((True, []) if legal else (False, ["SHORE_TOO_FAR"]))


# ---------------------------------------------------------------- the rest


@examples(200)
@given(st.floats(900.0, 2100.0), ANGLES, st.integers(0, 3))
@pytest.mark.clause("WAD-AREA-4", "WAD-AREA-5", "DBA-DEPLOY-4", "DBA-DEPLOY-5")
def test_whole_bases_stand_within_900_of_their_edge_and_300_from_the_sides(along, facing, edge):
    out = math.radians((edge + 2) % 4 * 90)  # from the base edge onto the board
    corner_of_edge = [(3000, 3000), (3000, 0), (0, 0), (0, 3000)][edge]  # its left end, seen from the board's middle
    for more, legal in ((0.0, True), (MORE, False)):
        b = lay(("A", "4Bd", RED, 0, 0, "N", {"general": 1}), edge=(edge, (edge + 2) % 4))
        for ahead, aside, towards in ((900 + more, along, out), (400.0, 300 - more, out - math.pi / 2)):
            tip = off(*corner_of_edge, out, ahead, aside)
            base = laid(*corner_at(facing, BLADES, towards, tip), facing, BLADES)
            assert bool(is_in_deployment_zone(b, 0, base, fresh_log())) == legal


@examples(200)
@given(PLACES, PLACES, st.integers(0, 35999))
@pytest.mark.clause("DBA-CC-10")
def test_a_bank_is_defended_from_80_paces(x, y, hundredths):
    own = math.radians(hundredths / 100)
    for more, defended in ((0.0, True), (MORE, False)):
        line = [off(x, y, own, 30 + 80 + 50 + more, aside) for aside in (-400, 400)]
        b = pair("4Bd", "4Bd", terrain=[(Ground.RIVER, line, 100.0)], river=2)
        stand(b, 0, x, y, own, BLADES)
        stand(b, 1, *off(x, y, own, 30 + 80 + 50, 0.0), own + math.pi, BLADES)
        assert bool(defends_bank(b, 0, 1)) == defended


@examples(200)
@given(PLACES, PLACES, st.integers(0, 35999), st.floats(-70.0, 70.0), st.integers(300, 20000))
@pytest.mark.clause("DBA-CC-9", "DBA-TERR-8")
def test_only_the_one_nearer_to_the_crest_is_uphill_however_the_hill_lies(x, y, hundredths, aside, behind):
    """A crest so far behind the enemy's front, square to the line of battle: uphill. Across the line: nobody is."""
    own = math.radians(hundredths / 100)
    hill = (Ground.GENTLE_HILL, around_of(x, y, own, 600.0, 600.0))
    level = [off(x, y, own, 30.0 + behind / 100, right) for right in (-500.0, 500.0)]
    across = [off(x, y, own, ahead, aside) for ahead in (-500.0, 500.0)]
    for crest, lifted in ((level, True), (across, False)):
        b = pair("4Bd", "4Bd", terrain=[hill, (Ground.CREST, crest)])
        stand(b, 0, x, y, own, BLADES)
        stand(b, 1, *off(x, y, own, 60.0, 0.0), own + math.pi, BLADES)
        assert bool(is_uphill(b, 1, 0)) == lifted
        assert not is_uphill(b, 0, 1)


@examples(200)
@given(st.integers(100000, 200000), ANGLES)
@pytest.mark.clause("DBA-GROUP-2")
def test_a_gap_of_exactly_a_base_width_to_the_water_is_passable(x, angle):
    """Blades slip east between a shore 240 deep and a friend's corner 160 paces north of it."""
    assume(not is_square(angle, 0.0))
    x /= 100
    water = (Ground.WATERWAY, [(0, 0), (3000, 0), (3000, 240), (0, 240)])
    for less, legal in ((0.0, True), (MORE, False)):
        b = lay(("A", "4Bd", RED, 0, 0, "N", {"general": 1}), ("F", "3Cv", RED, 0, 0, "N"), terrain=[water])
        stand(b, 0, x, 320.0, 0.0, BLADES)
        stand(b, 1, *corner_at(angle, HORSE, math.pi, (x + 100.0, 240 + 160 - less)), angle, HORSE)
        assert is_legal(b, move(0, to=(x + 200.0, 320.0), facing=0)) == legal
