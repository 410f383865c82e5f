"""Blasts, templates, sight and cover: by hand, and against Shapely."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon, box
from shapely.ops import unary_union

from sandtable.games.skirmish40k.clauses import Purpose
from sandtable.games.skirmish40k.record import Cover
from sandtable.games.skirmish40k.rules import blasts, sight
from sandtable.kernel.geometry import Point as Place
from sandtable.kernel.log import new_log
from skirmish40k.core_table import dice, ground, man, ruin, table, used_up, wall, weapon

LARGE = 2.5
place = st.floats(-6, 6).map(lambda v: round(v * 64) / 64)
radius = st.sampled_from([0.5, 0.75, 0.8])


@pytest.mark.clause("C40-BLAST-8", "C40-BLAST-1", "C40-BLAST-2")
def test_a_large_blast_by_hand() -> None:
    under = [(bool(blasts.is_partly_under(d, 0.5, LARGE)), bool(blasts.is_wholly_under(d, 0.5, LARGE))) for d in
             (1.9, 2.0, 2.7, 3.0)]  # fmt: skip
    assert under == [(True, True), (True, True), (True, False), (False, False)]
    assert (weapon("grenade_tube_frag").blast, weapon("frag_mine").blast, weapon("bolt_rifle").blast) == (1.5, 2.5, 0)


@pytest.mark.clause("C40-BLAST-8")
@given(x=place, y=place, r=radius)
def test_coverage_against_shapely(x: float, y: float, r: float) -> None:
    distance = math.hypot(x, y)
    assume(min(abs(distance - LARGE - r), abs(distance + r - LARGE)) > 0.03)  # touching has its own tests
    marker, base = Point(0, 0).buffer(LARGE, 256), Point(x, y).buffer(r, 256)
    assert bool(blasts.is_partly_under(distance, r, LARGE)) == (marker.intersection(base).area > 1e-9)
    assert bool(blasts.is_wholly_under(distance, r, LARGE)) == marker.buffer(0.001).contains(base)


@pytest.mark.clause("C40-BLAST-2")
def test_who_is_partly_under_is_hit_on_four_or_always() -> None:
    for edition, throws, hit in ((4, [(Purpose.PARTLY_UNDER, 4)], True), (4, [(Purpose.PARTLY_UNDER, 3)], False),
                                 (5, [], True)):  # fmt: skip
        b, thrown = table(man("gun_swarmer", 2.7, 0), edition=edition), dice(*throws)
        assert bool(blasts.is_hit_by_blast(b, 0.0, 0.0, LARGE, 0, thrown, new_log())) is hit
        assert used_up(thrown)
    b = table(man("gun_swarmer", 1.9, 0))
    assert blasts.is_hit_by_blast(b, 0.0, 0.0, LARGE, 0, dice(), new_log())
    b.figures[0].x = 3.0
    assert not blasts.is_hit_by_blast(b, 0.0, 0.0, LARGE, 0, dice(), new_log())


@pytest.mark.clause("C40-BLAST-9", "C40-SHOOT-17")
def test_nobody_behind_a_wall_is_hit() -> None:
    b = table(man("gun_swarmer", 1.5, 0), edition=5)
    wall(b, 0.5, -1, 0.5, 1)
    assert not blasts.is_hit_by_blast(b, 0.0, 0.0, LARGE, 0, dice(), new_log())
    b.figures[0].y = 2.2  # past the wall's end: (1.5, 2.2) is 2.66 away, seen by a line through (0.5, 0.73)
    assert not blasts.is_hit_by_blast(b, 0.0, 0.0, LARGE, 0, dice(), new_log())
    b.figures[0].x = 0.6  # now the line passes x 0.5 at y 1.83
    assert blasts.is_hit_by_blast(b, 0.0, 0.0, LARGE, 0, dice(), new_log())


def scatter_dice(*inches: int, degrees: int = 90, symbol: int = 3) -> Any:
    return dice((Purpose.SCATTER, symbol), (Purpose.SCATTER_WAY, degrees),
                *((Purpose.SCATTER_INCHES, value) for value in inches))  # fmt: skip


class TestScatter:
    """Where a marker of the 5th edition comes down."""

    @pytest.mark.clause("C40-BLAST-4", "C40-BLAST-5")
    def test_two_dice_less_ballistic_skill(self) -> None:
        b = table(man("gun_swarmer"), edition=5)
        there = blasts.place_blast(b, 0, 10.0, 10.0, 3, scatter_dice(5, 3), new_log())
        assert (there.x, there.y) == (15.0, 10.0)  # 8 - 3, east: 90 degrees clockwise from north
        there = blasts.place_blast(b, 0, 10.0, 10.0, 3, scatter_dice(1, 1), new_log())
        assert (there.x, there.y) == (10.0, 10.0)
        for symbol, expected in ((1, 10.0), (2, 10.0), (3, 15.0)):  # two hit symbols of six
            thrown = scatter_dice(5, 3, symbol=symbol)
            assert blasts.place_blast(b, 0, 10.0, 10.0, 3, thrown, new_log()).x == expected

    @pytest.mark.clause("C40-BLAST-3")
    def test_in_the_fourth_edition_the_marker_does_not_scatter(self) -> None:
        b = table(man("line_guard_launcher"), man("gun_swarmer", 8, 0, side=1, unit=1))
        place = blasts.place_shot(
            b, 0, Place(8.0, 0.0), weapon("grenade_tube_frag"), 3, dice((Purpose.TO_HIT, 4)), new_log()
        )
        assert (place.found, place.x, place.y) == (1, 8.0, 0.0)
        place = blasts.place_shot(
            b, 0, Place(8.0, 0.0), weapon("grenade_tube_frag"), 3, dice((Purpose.TO_HIT, 3)), new_log()
        )
        assert place.found == 0
        b.core.edition = 5
        place = blasts.place_shot(b, 0, Place(8.0, 0.0), weapon("grenade_tube_frag"), 3, scatter_dice(4, 4), new_log())
        assert (place.found, place.x, place.y) == (1, 13.0, 0.0)

    @pytest.mark.clause("C40-BLAST-9")
    def test_a_wall_stops_it(self) -> None:
        b = table(man("gun_swarmer"), edition=5)
        ground(b, (10.5, 8, 11.5, 12))  # which is no wall
        wall(b, 12, 0, 12, 20)
        there = blasts.place_blast(b, 0, 10.0, 10.0, 3, scatter_dice(5, 3), new_log())
        assert there.x == pytest.approx(12.0, abs=0.02) and there.y == 10.0

    @pytest.mark.clause("C40-BLAST-6")
    def test_further_markers_touch_those_that_lie(self) -> None:
        east = blasts.beside_first(0.0, 0.0, LARGE, blasts.throw_scatter(CORE, 0, scatter_dice(degrees=90), new_log()))
        slant = blasts.beside_first(0.0, 0.0, LARGE, blasts.throw_scatter(CORE, 0, scatter_dice(degrees=30), new_log()))
        assert (east.x, east.y) == (5.0, 0.0)
        assert (slant.x, slant.y) == pytest.approx((2.5, 4.33), abs=0.001)
        down = np.array([[0.0, 0.0], [5.0, 0.0]])
        assert blasts.touches_marker(slant.x, slant.y, LARGE, down[1:], 1)  # the second and third touch too
        assert blasts.touches_marker(-5.0, 0.0, LARGE, down, 2) and not blasts.touches_marker(-5.0, 0.5, LARGE, down, 2)
        assert blasts.touches_marker(4.0, 0.0, LARGE, down, 2)  # overlapping is touching


CORE = table().core

TEMPLATE = unary_union([Polygon([(0, 0), (6.75, 1.25), (6.75, -1.25)]), Point(6.75, 0).buffer(1.25, 256)])


@pytest.mark.clause("C40-SHOOT-12")
@given(x=st.floats(-2, 10), y=st.floats(-3, 3), r=radius, degrees=st.integers(0, 359))
def test_template_against_shapely(x: float, y: float, r: float, degrees: int) -> None:
    assume(abs(TEMPLATE.distance(Point(x, y)) - r) > 0.03)
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    px, py = 3.0 + x * c - y * s, 4.0 + x * s + y * c
    expected = TEMPLATE.distance(Point(x, y)) < r
    found = blasts.is_under_template(CORE, Place(3.0, 4.0), Place(c, s), Place(px, py), r)
    assert bool(found) == expected


@pytest.mark.clause("C40-SHOOT-12", "C40-SHOOT-17", "C40-WPN-8")
def test_a_template_burns_who_is_under_it_and_is_not_laid_on_friends() -> None:
    men = [man("line_guard_flamer"), man("gun_swarmer", 6, 0, side=1, unit=1), man("gun_swarmer", 6, 2.5, 1, 2)]
    b = table(*men)
    assert [bool(blasts.is_burnt(b, 0, 1.0, 0.0, j)) for j in range(3)] == [False, True, False]
    assert blasts.may_lay_template(b, 0, 1.0, 0.0)
    wall(b, 3, -1, 3, 1)
    assert not blasts.is_burnt(b, 0, 1.0, 0.0, 1)
    b = table(*men, man("line_guard", 5, 1, unit=3))
    assert not blasts.may_lay_template(b, 0, 1.0, 0.0)
    b.figures[3].y = 4.0
    b.figures[3].x = 12.0
    assert blasts.may_lay_template(b, 0, 1.0, 0.0)
    b.figures[3].x, b.figures[3].y = 7.0, 0.0  # locked with the swarmer under the template
    assert not blasts.may_lay_template(b, 0, 1.0, 0.0)


class TestSight:
    """Lines from centre to centre."""

    @pytest.mark.clause("C40-SHOOT-14")
    @pytest.mark.parametrize(
        ("size", "edition", "seen"),
        [(1, 4, True), (2, 4, False), (3, 4, False), (1, 5, True), (2, 5, True), (3, 5, True)],
    )
    def test_across_a_ruin(self, size: int, edition: int, seen: bool) -> None:
        b = table(edition=edition)
        ruin(b, (4, -2, 8, 2), size)
        assert bool(sight.is_in_sight(b, 0.0, 0.0, 12.0, 0.0)) is seen
        assert sight.is_in_sight(b, 0.0, 3.0, 12.0, 3.0)
        assert sight.is_in_sight(b, 0.0, 2.0, 12.0, 2.0)  # along its border

    @pytest.mark.clause("C40-SHOOT-14")
    def test_into_and_out_of_a_ruin_up_to_six_inches(self) -> None:
        b = table()
        ruin(b, (4, -5, 14, 5), 2)
        for x, seen in ((10.0, True), (10.02, False), (5.0, True)):
            assert bool(sight.is_in_sight(b, 0.0, 0.0, x, 0.0)) is seen
            assert bool(sight.is_in_sight(b, x, 0.0, 0.0, 0.0)) is seen
        ruin(b, (20, -5, 24, 5), 3)
        assert not sight.is_in_sight(b, 18.0, 0.0, 21.0, 0.0)  # size 3 hides even who is in it

    @pytest.mark.clause("C40-SHOOT-14")
    def test_a_wall_blocks_in_both_editions(self) -> None:
        for edition in (4, 5):
            b = table(edition=edition)
            wall(b, 5, -1, 5, 1)
            assert not sight.is_in_sight(b, 0.0, 0.0, 10.0, 0.0)
            assert sight.is_in_sight(b, 0.0, 1.5, 10.0, 1.5)

    @pytest.mark.clause("C40-SHOOT-14")
    @given(x0=place, y0=place, x1=place, y1=place)
    def test_how_much_of_a_line_is_inside_against_shapely(self, x0: float, y0: float, x1: float, y1: float) -> None:
        b = table()
        k = ruin(b, (-3, -2, 2, 4), 2)
        expected = (
            LineString([(x0, y0), (x1, y1)]).intersection(box(-3, -2, 2, 4)).length if (x0, y0) != (x1, y1) else 0
        )
        found = float(sight.length_inside(x0, y0, x1, y1, b.terrain, k))
        on_border = x0 == x1 in (-3, 2) or y0 == y1 in (-2, 4)
        assert found == pytest.approx(0.0 if on_border else expected, abs=1e-9)

    @pytest.mark.clause("C40-SHOOT-14")
    @given(x0=place, y0=place, x1=place, y1=place)
    def test_what_blocks_against_shapely(self, x0: float, y0: float, x1: float, y1: float) -> None:
        assume((x0, y0) != (x1, y1))
        line, piece = LineString([(x0, y0), (x1, y1)]), box(-3, -2, 2, 4)
        inner = piece.buffer(-0.02)
        assume(line.crosses(inner) or line.within(inner) or not line.intersects(piece.buffer(0.02).exterior))
        b = table()
        ruin(b, (-3, -2, 2, 4), 2)
        ends = any(inner.contains(Point(*p)) for p in ((x0, y0), (x1, y1)))
        assume(ends or not any(piece.buffer(0.02).contains(Point(*p)) for p in ((x0, y0), (x1, y1))))
        length = line.intersection(piece).length
        assume(abs(length - 6.0) > 0.01)
        expected = line.intersects(inner) and not (ends and length <= 6.0)
        assert bool(sight.is_in_sight(b, x0, y0, x1, y1)) is not expected

    @pytest.mark.clause("C40-SAVE-3", "C40-SAVE-4", "C40-BLAST-7")
    def test_cover_of_the_target_and_of_what_is_crossed(self) -> None:
        b = table()
        ruin(b, (4, -2, 8, 2), 1)
        assert sight.cover_between(b, 0.0, 0.0, 12.0, 0.0, 0.0) == 4
        assert sight.cover_between(b, 0.0, 0.0, 6.0, 0.0, 0.0) == 4
        assert sight.cover_between(b, 6.0, 0.0, 6.5, 0.0, 0.0) == 4  # within, whoever shoots
        assert sight.cover_between(b, 0.0, 3.0, 12.0, 3.0, 0.0) == 7
        ground(b, (9, -2, 10, 2), cover=Cover.SOFT)
        assert sight.cover_between(b, 8.5, 0.0, 12.0, 0.0, 0.0) == 5
        assert sight.cover_between(b, 0.0, 0.0, 12.0, 0.0, 0.0) == 4  # the better of the two
