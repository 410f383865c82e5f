"""Lines of sight over random ground at any angle, by Shapely: what blocks them, woods, cover, heights."""

from __future__ import annotations

import math
import random

import pytest
from shapely import LineString, Point, Polygon, unary_union

from inter_arma.field import Field, man
from sandtable.games.inter_arma.record import Ground
from sandtable.games.inter_arma.rules.ground import length_in
from sandtable.games.inter_arma.rules.ranged import shoots_down
from sandtable.games.inter_arma.rules.visibility import is_sight_free, is_through_wood
from sandtable.kernel.geometry import snap

GROUNDS = 8
LINES = 40
NEAR = 0.02
"""Centimetres within which a line may count as grazing: such ones are left out."""

KINDS = ("building", "wood", "heavy_wood", "wheat", "building", "heavy_wood")


def slanting_box(chance: random.Random) -> list[list[float]]:
    """A rectangle on the table, turned by any angle."""
    x, y = chance.uniform(20, 100), chance.uniform(20, 70)
    width, depth, angle = chance.uniform(3, 12), chance.uniform(2, 9), chance.uniform(0, math.pi)
    c, s = math.cos(angle), math.sin(angle)
    corners = ((-width, -depth), (width, -depth), (width, depth), (-width, depth))
    return [[snap(x + u * c - v * s), snap(y + u * s + v * c)] for u, v in corners]


@pytest.mark.clause("IA-VIS-3", "IA-VIS-4", "IA-VIS-6", "IA-RANGED-13", "IA-RANGED-23", "IA-TABLE-8")
@pytest.mark.parametrize("number", range(GROUNDS))
def test_lines_of_sight_over_random_ground(number: int) -> None:
    chance = random.Random(number)
    outlines = [slanting_box(chance) for _ in KINDS]
    ground = [{"kind": kind, "outline": outline} for kind, outline in zip(KINDS, outlines, strict=True)]
    hills = [(snap(chance.uniform(30, 90)), snap(chance.uniform(25, 65)), chance.randint(8, 18)) for _ in range(2)]
    ground += [{"kind": "hill", "disc": list(hill)} for hill in hills]
    high = [Point(x, y).buffer(radius, 256) for x, y, radius in hills]
    b = Field([man(2, 2)], [man(118, 88)], ground=ground).b
    shapes = [(kind, Polygon(outline)) for kind, outline in zip(KINDS, outlines, strict=True)]
    told = {True: 0, False: 0}
    uphill = 0
    for _ in range(LINES):
        for i in range(2):
            b.figures[i].x, b.figures[i].y = snap(chance.uniform(5, 115)), snap(chance.uniform(5, 85))
        ends = [(float(b.figures[i].x), float(b.figures[i].y)) for i in range(2)]
        line = LineString(ends)
        if any(0 < line.intersection(shape).length < NEAR or 0 < line.distance(shape) < NEAR for _, shape in shapes):
            continue
        if any(shape.exterior.distance(Point(end)) < NEAR for _, shape in shapes for end in ends):
            continue
        if any(hill.exterior.distance(Point(end)) < NEAR for hill in high for end in ends):
            continue
        above = [any(hill.contains(Point(end)) for hill in high) for end in ends]
        assert bool(shoots_down(b, 0, 1)) == (above[0] and not above[1])
        uphill += above[0] != above[1]
        is_free = not any(kind == "building" and line.intersects(shape) for kind, shape in shapes)
        assert bool(is_sight_free(b, 0, 1)) == is_free
        woods = [shape for kind, shape in shapes if kind in ("wood", "heavy_wood")]
        assert bool(is_through_wood(b, 0, 1)) == any(line.intersects(shape) for shape in woods)
        cover = unary_union([shape for kind, shape in shapes if kind in ("heavy_wood", "wheat")])
        found = length_in(b, *ends[0], *ends[1], Ground.HEAVY_WOOD.value, Ground.WHEAT.value)
        assert found == pytest.approx(line.intersection(cover).length, abs=0.01)
        told[is_free] += 1
    assert min(told.values()) > 0 and uphill > 0
