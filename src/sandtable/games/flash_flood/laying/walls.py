"""Walls of a sewer as terrain, and the corners that ways on foot go round (NET-2, NET-13, NET-14)."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import shapely
from shapely import LineString, Point, Polygon

from sandtable.compiler.decorators import clause
from sandtable.errors import CapacityError
from sandtable.games.flash_flood.laying.sewer_file import SewerFile
from sandtable.games.flash_flood.record import MAX_BENDS
from sandtable.games.skirmish40k.record import Going, Height
from sandtable.kernel.geometry import LATTICE, snap
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_disc, add_line, add_polygon
from sandtable.translation import gettext

APART = 0.004
"""Inches by which corners stand off walls: less than what counts as touching."""


def _strip(a: tuple[float, float], b: tuple[float, float], width: float, before: float, after: float) -> Polygon:
    """A corridor's rectangle, lengthened at both ends."""
    length = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    x0, y0, x1, y1 = a[0] - ux * before, a[1] - uy * before, b[0] + ux * after, b[1] + uy * after
    nx, ny = -uy * 0.5 * width, ux * 0.5 * width
    return Polygon([(x0 + nx, y0 + ny), (x0 - nx, y0 - ny), (x1 - nx, y1 - ny), (x1 + nx, y1 + ny)])


@clause("FLOOD-NET-2", "FLOOD-NET-3", "FLOOD-NET-13")
def floor_of(sewer: SewerFile) -> Any:
    """Where bases may be: corridors lengthened at both ends, and chambers; a shapely area."""
    reach = {
        node: max((0.5 * sewer.corridors[key].width for key in sewer.leads(node)), default=0.0) for node in sewer.nodes
    }
    parts = [
        _strip(*sewer.ends(corridor), corridor.width, reach[corridor.nodes[0]], reach[corridor.nodes[1]])
        for corridor in sewer.corridors.values()
    ]
    parts += [shapely.box(*chamber) for chamber in sewer.chambers.values()]
    return shapely.union_all([shapely.set_precision(part, 1e-6) for part in parts]).simplify(1e-6)


@clause("FLOOD-NET-2", "FLOOD-NET-3", "FLOOD-NET-9", "C40-SHOOT-14")
def lay_walls(b: Any, sewer: SewerFile) -> None:
    """Walls, which nobody passes or sees through; the nest and what the map calls Impassable, which hide nobody."""
    b.terrain.n_features = b.terrain.n_vertices = 0
    for ring in _rings(floor_of(sewer)):
        add_line(b.terrain, 0, ring)
    walls = int(b.terrain.n_features)
    if sewer.nest is not None:
        add_disc(b.terrain, 1, *sewer.nest.at, sewer.nest.radius)
    for barrier in sewer.barriers.values():
        if barrier.impassable:
            corridor = sewer.corridors[barrier.corridor]
            start, end = sewer.ends(corridor)
            length = math.dist(start, end)
            at = [
                (start[0] + (end[0] - start[0]) * s / length, start[1] + (end[1] - start[1]) * s / length)
                for s in barrier.span
            ]
            nx = -(end[1] - start[1]) / length * 0.5 * corridor.width
            ny = (end[0] - start[0]) / length * 0.5 * corridor.width
            if at[0] == at[1]:
                add_line(b.terrain, 2, [(at[0][0] + nx, at[0][1] + ny), (at[0][0] - nx, at[0][1] - ny)])
            else:
                add_polygon(b.terrain, 2, list(_strip(at[0], at[1], corridor.width, 0, 0).exterior.coords)[:-1])
    for k in range(int(b.terrain.n_features)):
        b.ground[k].going = Going.IMPASSABLE.value
        b.ground[k].height = (Height.SOLID if k < walls else Height.OPEN).value
        b.ground[k].wall = int(k < walls)


def _rings(area: Any) -> list[list[tuple[float, float]]]:
    """The borders of an area, each closed."""
    parts = area.geoms if hasattr(area, "geoms") else [area]
    return [list(ring.coords) for part in parts for ring in (part.exterior, *part.interiors)]


@clause("FLOOD-NET-14")
def lay_bends(b: Any, sewer: SewerFile, radii: tuple[float, ...]) -> None:
    """The corners that bases go round, for the smallest base of a battle and for the largest."""
    for place, radius in enumerate((min(radii), max(radii))):
        points, ways = _bends(sewer.model_dump_json(), radius)
        if len(points) > MAX_BENDS:
            wrong = gettext(
                "room for {most} corners of walls, and this map has {number}", most=MAX_BENDS, number=len(points)
            )
            raise CapacityError(f"{sewer.title}: {wrong}")
        bends = b.bends[place]
        bends.radius, bends.n = radius, len(points)
        bends.ways = NONE
        for k, (x, y) in enumerate(points):
            bends.x[k], bends.y[k] = x, y
            bends.ways[k, : len(points)] = ways[k]


@cache
def _bends(text: str, radius: float) -> tuple[list[tuple[float, float]], Any]:
    """The corners for bases of this radius, and the shortest ways between them in steps of the lattice."""
    sewer = SewerFile.model_validate_json(text)
    floor = floor_of(sewer)
    free = floor.buffer(-radius - APART, join_style="mitre")
    room = floor.buffer(-radius + 0.5 * APART, join_style="mitre")
    if sewer.nest is not None:
        around = sewer.nest.radius + radius
        free = free.difference(_octagon(*sewer.nest.at, around + APART))
        room = room.difference(Point(*sewer.nest.at).buffer(around - 0.5 * APART, quad_segs=32))
    points = [point for ring in _oriented(free) for point in _turns(ring)]
    points = list(dict.fromkeys((float(snap(x)), float(snap(y))) for x, y in points))
    n = len(points)
    ways = np.full((n, n), np.inf)
    for k in range(n):
        ways[k, k] = 0.0
        lines = [LineString([points[k], points[m]]) for m in range(n) if m != k]
        seen = shapely.covers(room, lines)
        for m, is_seen in zip((m for m in range(n) if m != k), seen, strict=True):
            if is_seen:
                ways[k, m] = math.dist(points[k], points[m])
    for k in range(n):
        ways = np.minimum(ways, ways[:, k : k + 1] + ways[k : k + 1, :])
    steps = np.where(np.isfinite(ways), np.round(np.where(np.isfinite(ways), ways, 0.0) / LATTICE), NONE)
    return points, steps.astype(np.int32)


def _octagon(x: float, y: float, radius: float) -> Polygon:
    """Eight corners about a disc that it covers."""
    out = radius / math.cos(math.pi / 8)
    return Polygon(
        [(x + out * math.cos(math.pi / 4 * (k + 0.5)), y + out * math.sin(math.pi / 4 * (k + 0.5))) for k in range(8)]
    )


def _oriented(area: Any) -> list[list[tuple[float, float]]]:
    """The borders of an area, its inside to the left, each without its last point, which is its first."""
    parts = area.geoms if hasattr(area, "geoms") else [area]
    return [ring[:-1] for part in parts for ring in _rings(shapely.geometry.polygon.orient(part))]


def _turns(ring: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners of a border at which a way along it turns round a wall: those to the right."""
    found = []
    for k, (x, y) in enumerate(ring):
        x0, y0 = ring[k - 1]
        x1, y1 = ring[(k + 1) % len(ring)]
        if (x - x0) * (y1 - y) - (y - y0) * (x1 - x) < -1e-9:
            found.append((x, y))
    return found
