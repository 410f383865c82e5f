"""Lays a scenario's terrain into the record: ovals, outlines, roads and rivers, waterways, crests of hills."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import shapely

from sandtable.compiler.decorators import clause
from sandtable.errors import CapacityError, InputError
from sandtable.files import place
from sandtable.games.dba.laying.scenario_file import HILLS, Oval, TerrainPiece
from sandtable.games.dba.record import Ground
from sandtable.kernel.changing_terrain import OVAL_CORNERS, PlacedOval, oval_corner
from sandtable.kernel.geometry import facing_of_degrees, snap
from sandtable.kernel.terrain import add_line, add_polygon, add_strip

Place = tuple[float, float]


class Board:
    """The board of this battle as one on which a scenario was drawn: the two share their middle."""

    def __init__(self, width: float, height: float, drawn: float | None = None) -> None:
        """``drawn``: the side of the scenario's own board; None where both are the same."""
        self.width, self.height = width, height
        self.drawn = drawn
        self.dx = 0.0 if drawn is None else 0.5 * (width - drawn)
        self.dy = 0.0 if drawn is None else 0.5 * (height - drawn)
        self.area = shapely.box(0.0, 0.0, width, height)

    def moved(self, point: Sequence[float]) -> Place:
        """The same place on this board."""
        return point[0] + self.dx, point[1] + self.dy

    def reaching(self, point: Sequence[float]) -> Place:
        """The same place; what lay on the edge of the scenario's board lies on this one's."""
        x, y = self.moved(point)
        if self.drawn is not None:
            x = 0.0 if point[0] <= 0.0 else self.width if point[0] >= self.drawn else x
            y = 0.0 if point[1] <= 0.0 else self.height if point[1] >= self.drawn else y
        return x, y

    def clipped(self, points: Sequence[Place]) -> list[Place]:
        """The part of an outline that lies on the board, as corners; none where nothing does."""
        if all(0.0 <= x <= self.width and 0.0 <= y <= self.height for x, y in points):
            return list(points)
        outline = shapely.Polygon(points)
        part = outline.intersection(self.area) if outline.is_valid else outline
        if part.geom_type != "Polygon" or part.is_empty or not outline.is_valid:
            return [] if outline.is_valid else list(points)
        return [(float(x), float(y)) for x, y in part.exterior.coords[:-1]]


def oval_points(oval: Oval) -> list[Place]:
    """The corners that stand for an oval, as those that a defender places by hand (DBA-SETUP-14)."""
    lies = facing_of_degrees(oval.facing)
    here = PlacedOval(*oval.at, lies.x, lies.y, oval.length, oval.width)
    corners = [oval_corner(k, here) for k in range(OVAL_CORNERS)]
    return [(corner.x, corner.y) for corner in corners]


@clause("DBA-TERR-8", "DBA-SETUP-14")
def crest_of(outline: Sequence[Place]) -> list[Place]:
    """A hill's crest line: the middle of the long axis of its outline, a quarter of its width short of both ends."""
    around = list(shapely.Polygon(outline).minimum_rotated_rectangle.exterior.coords)
    (ax, ay), (bx, by), (cx, cy) = around[0], around[1], around[2]
    one, other = math.dist((ax, ay), (bx, by)), math.dist((bx, by), (cx, cy))
    ux, uy = (bx - ax, by - ay) if one >= other else (cx - bx, cy - by)
    length, width = max(one, other), min(one, other)
    reach = (0.5 * (length - width) + 0.25 * width) / length
    x, y = 0.5 * (ax + cx), 0.5 * (ay + cy)
    return [(x - ux * reach, y - uy * reach), (x + ux * reach, y + uy * reach)]


@clause("DBA-TERR-1", "DBA-TERR-7", "DBA-TERR-8", "DBA-SETUP-10", "DBA-SETUP-13", "DBA-SETUP-14")
def lay_ground(b: Any, pieces: Sequence[TerrainPiece], board: Board, data: Any, where: str) -> list[str]:
    """Terrain into the record; returns the name of every feature of it, in their order."""
    names: list[str] = []
    for index, piece in enumerate(pieces):
        origin = place(data, where, "terrain", index)
        try:
            _lay_piece(b, piece, board)
        except CapacityError as error:
            raise CapacityError(f"{origin}: {error}") from None
        except ValueError as error:
            raise InputError(f"{origin}: {error}") from None
        name = piece.label or piece.kind.replace("_", " ")
        for feature in range(len(names), int(b.terrain.n_features)):
            is_crest = b.terrain.features[feature].kind == Ground.CREST
            names.append(f"crest of {name}" if is_crest else name)
    return names


def _lay_piece(b: Any, piece: TerrainPiece, board: Board) -> None:
    kind = Ground[piece.kind.upper()].value
    if piece.strip is not None:
        add_strip(b.terrain, kind, _lattice(map(board.reaching, piece.strip.points)), piece.strip.width)
        return
    if piece.edge is not None:
        add_polygon(b.terrain, kind, _shore(piece, board))
        return
    drawn = oval_points(piece.oval) if piece.oval is not None else piece.polygon or []
    outline = board.clipped([board.moved(point) for point in drawn])
    if not outline:
        return
    add_polygon(b.terrain, kind, _lattice(outline))
    if piece.kind in HILLS:
        crest = [board.moved(point) for point in piece.crest] if piece.crest else crest_of(outline)
        add_line(b.terrain, Ground.CREST.value, _lattice(crest))


def _shore(piece: TerrainPiece, board: Board) -> list[Place]:
    width, height, depth = board.width, board.height, piece.depth
    box = {
        "north": (0.0, height - depth, width, height),
        "east": (width - depth, 0.0, width, height),
        "south": (0.0, 0.0, width, depth),
        "west": (0.0, 0.0, depth, height),
    }[piece.edge or "north"]
    x0, y0, x1, y1 = box
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _lattice(points: Any) -> list[Place]:
    return [(float(snap(x)), float(snap(y))) for x, y in points]
