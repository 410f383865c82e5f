"""Lays a scenario's terrain into the record: features, camp with rampart and gates, hut, ship, and where tokens lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.errors import CapacityError, InputError
from sandtable.files import did_you_mean, place
from sandtable.games.dbaix.laying.scenario_file import CLAUSE_OF, GOING_OF, TableFile, TerrainPiece
from sandtable.games.dbaix.record import MAX_GATES, Going, Token, TokenState
from sandtable.games.scene import SceneFeature
from sandtable.kernel.geometry import facing_of_degrees, snap
from sandtable.kernel.terrain import add_disc, add_line, add_polygon, add_strip
from sandtable.translation import gettext


@clause("DBAIX-GEN-5", "DBAIX-GEN-9", "DBAIX-SCN-2", "DBAIX-SCN-3", "DBAIX-SCN-5", "DBAIX-SCN-9", "DBAIX-TER-1")
def lay_ground(b: Any, model: TableFile, data: Any, where: str) -> list[SceneFeature]:
    """Terrain, camp, hut, ship and tokens into the record; returns what is drawn of them."""
    drawn: list[SceneFeature] = []
    firsts: dict[str, int] = {}
    for index, piece in enumerate(model.terrain):
        origin = place(data, where, "terrain", index)
        if piece.kind not in GOING_OF:
            wrong = gettext("there is no terrain {name!r}", name=piece.kind)
            raise InputError(f"{origin}: {wrong}{did_you_mean(piece.kind, GOING_OF)}")
        if piece.id in firsts:
            raise InputError(f"{origin}: {gettext('the terrain id {id!r} stands twice', id=piece.id)}")
        firsts[piece.id] = _lay_piece(b, piece, origin)
        drawn.append(_drawn(piece))
    if model.camp is not None:
        drawn += _lay_camp(b, model, place(data, where, "camp"))
    if model.hut is not None:
        b.hut = _feature(b, firsts, model.hut, Going.BUILDING, place(data, where, "hut"))
    if model.ship is not None:
        b.ship = _feature(b, firsts, model.ship.terrain, Going.SHIP, place(data, where, "ship", "terrain"))
        b.landing[:] = [value for point in model.ship.landing for value in point]
    for token in Token:
        point = getattr(model.tokens, token.name.lower())
        if point is not None:
            origin = place(data, where, "tokens", token.name.lower())
            if not (0.0 <= point[0] <= b.table_width and 0.0 <= point[1] <= b.table_height):
                raise InputError(f"{origin}: {gettext('({x}, {y}) is off the table', x=point[0], y=point[1])}")
            b.tokens[token].state = TokenState.GROUND.value
            b.tokens[token].x, b.tokens[token].y = snap(point[0]), snap(point[1])
    return drawn


def _lay_piece(b: Any, piece: TerrainPiece, origin: str) -> int:
    kind = GOING_OF[piece.kind].value
    try:
        if piece.disc is not None:
            return int(add_disc(b.terrain, kind, *piece.disc))
        if piece.strip is not None:
            return int(add_strip(b.terrain, kind, piece.strip.points, piece.strip.width))
        if piece.line is not None:
            return int(add_line(b.terrain, kind, piece.line))
        return int(add_polygon(b.terrain, kind, piece.polygon or _corners(piece.rectangle)))
    except CapacityError as error:
        raise CapacityError(f"{origin}: {error}") from None
    except ValueError as error:
        raise InputError(f"{origin}: {error}") from None


def _corners(sides: Sequence[float] | None) -> list[tuple[float, float]]:
    west, south, east, north = sides or (0.0, 0.0, 0.0, 0.0)
    return [(west, south), (east, south), (east, north), (west, north)]


def _drawn(piece: TerrainPiece) -> SceneFeature:
    common: dict[str, Any] = {"id": piece.id, "kind": piece.kind, "label": piece.label, "clause": CLAUSE_OF[piece.kind]}
    if piece.disc is not None:
        x, y, radius = piece.disc
        return SceneFeature(shape="disc", points=((x, y),), radius=radius, **common)
    if piece.strip is not None:
        return SceneFeature(shape="strip", points=tuple(piece.strip.points), width=piece.strip.width, **common)
    if piece.line is not None:
        return SceneFeature(shape="line", points=tuple(piece.line), **common)
    return SceneFeature(shape="polygon", points=tuple(piece.polygon or _corners(piece.rectangle)), **common)


def _feature(b: Any, firsts: Mapping[str, int], name: str, going: Going, origin: str) -> int:
    if name not in firsts:
        raise InputError(f"{origin}: {gettext('there is no terrain {name!r}', name=name)}{did_you_mean(name, firsts)}")
    if b.terrain.features[firsts[name]].kind != going:
        raise InputError(
            f"{origin}: {gettext('expected {kind}, found {name!r}, which is none', kind=going.name.lower(), name=name)}"
        )
    return firsts[name]


@clause("DBAIX-SCN-4")
def _lay_camp(b: Any, model: TableFile, origin: str) -> list[SceneFeature]:
    """The camp's rectangle, its rampart with an opening at each gate, and the gates."""
    camp = model.camp
    assert camp is not None
    b.camp[:] = camp.rectangle
    corners = _corners(camp.rectangle)
    openings = []
    drawn = [
        SceneFeature(
            id="camp", kind="camp", label=camp.label, shape="polygon", points=tuple(corners), clause=CLAUSE_OF["camp"]
        )
    ]
    assert len(camp.gates) <= MAX_GATES
    for index, piece in enumerate(camp.gates):
        out = facing_of_degrees(piece.facing)
        gate = b.gates[index]
        gate.x, gate.y = piece.at
        gate.fx, gate.fy, gate.width = out.x, out.y, piece.width
        half = piece.width / 2
        ends = (gate.x - out.y * half, gate.y + out.x * half, gate.x + out.y * half, gate.y - out.x * half)
        openings.append(ends)
        drawn.append(
            SceneFeature(
                id=piece.id,
                kind="gate",
                label=piece.id,
                shape="line",
                points=((ends[0], ends[1]), (ends[2], ends[3])),
                clause=CLAUSE_OF["gate"],
            )
        )
    b.n_gates = len(camp.gates)
    outline = [*corners, corners[0]]
    try:
        add_line(b.terrain, Going.RAMPART.value, outline, openings)
    except CapacityError as error:
        raise CapacityError(f"{origin}: {error}") from None
    drawn.insert(
        1, SceneFeature(id="rampart", kind="rampart", shape="line", points=tuple(outline), clause=CLAUSE_OF["rampart"])
    )
    return drawn
