"""Lays terrain, camp, tokens and figures into a battle record, and checks that what stands there can stand there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sandtable.errors import CapacityError, InputError
from sandtable.files import did_you_mean, place
from sandtable.games.dbaix.catalogue import ROLES, Kind
from sandtable.games.dbaix.record import MAX_FIGURES, MAX_GATES, Going, Side, Token, TokenState, Where
from sandtable.games.dbaix.scenario_file import CLAUSE_OF, GOING_OF, SIDE_KEYS, TableFile, TerrainPiece
from sandtable.games.scene import SceneFeature
from sandtable.kernel.compiling import clause
from sandtable.kernel.geometry import TOUCH, Base, facing_of_degrees, overlap, snap
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_disc, add_line, add_polygon, add_strip, is_on_table, overlaps_feature

IMPASSABLE = (Going.BUILDING, Going.TREE, Going.SHIP, Going.SEA)
"""What no base may stand on (TER-4, TER-5)."""

TOKEN_NAMES = tuple(token.name.lower().replace("_", "-") for token in Token)
"""What people call the tokens: cauldron, pay-chest."""

WHERE_OF = {"table": Where.TABLE, "camp box": Where.CAMP_BOX, "removed": Where.REMOVED, "fled": Where.FLED}
"""Words of the files for where a figure is."""

FATE_OF = {
    Where.CAMP_BOX: ("romans", "only Romans go to the camp box"),
    Where.REMOVED: ("gauls", "only Gauls are removed"),
    Where.FLED: ("pirates", "only Pirates flee from the table"),
}
"""Whose fate it is to be off the table in which way (RES)."""

SPREAD_STEP = 0.25
SPREAD_REACH = 12.0


@dataclass(frozen=True)
class Standing:
    """One figure as the files say it stands, and where they say it."""

    id: str
    kind: Kind
    name: str | None
    x: float
    y: float
    facing: float
    origin: str  # opens a sentence about it: file, line, field
    husband: str | None = None
    guard: str | None = None
    where: Where = Where.TABLE
    potion: bool = False
    token: str | None = None
    moves: int = 0


# ---------------------------------------------------------------- ground


@clause("DBAIX-GEN-5", "DBAIX-GEN-9", "DBAIX-SCN-2", "DBAIX-SCN-3", "DBAIX-SCN-5", "DBAIX-SCN-9", "DBAIX-TER-1")
def lay_ground(b: Any, model: TableFile, data: Any, where: str) -> list[SceneFeature]:
    """Terrain, camp, hut, ship and tokens into the record; returns what is drawn of them."""
    drawn: list[SceneFeature] = []
    firsts: dict[str, int] = {}
    for index, piece in enumerate(model.terrain):
        origin = place(data, where, "terrain", index)
        if piece.kind not in GOING_OF:
            raise InputError(f"{origin}: there is no terrain {piece.kind!r}{did_you_mean(piece.kind, GOING_OF)}")
        if piece.id in firsts:
            raise InputError(f"{origin}: the terrain id {piece.id!r} stands twice")
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
                raise InputError(f"{origin}: ({point[0]}, {point[1]}) is off the table")
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
        raise InputError(f"{origin}: there is no terrain {name!r}{did_you_mean(name, firsts)}")
    if b.terrain.features[firsts[name]].kind != going:
        raise InputError(f"{origin}: expected a {going.name.lower()}, found {name!r}, which is none")
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


# ---------------------------------------------------------------- figures


@clause("DBAIX-GEN-1", "DBAIX-FIG-1", "DBAIX-FIG-3", "DBAIX-CMD-7")
def lay_figures(b: Any, standing: Sequence[Standing], side: float, officers: Iterable[str]) -> None:
    """Fill the figure records with bases of ``side`` inches; ``officers`` are the ranks that lead (CMD-7).

    InputError when two figures share an id or a place, or one stands where none can.
    """
    if len(standing) > MAX_FIGURES:
        raise InputError(f"{standing[MAX_FIGURES].origin}: a battle holds at most {MAX_FIGURES} figures")
    index_of = _indices(standing)
    officers = tuple(officers)
    for index, who in enumerate(standing):
        figure = b.figures[index]
        facing = facing_of_degrees(who.facing)
        figure.x, figure.y = snap(who.x), snap(who.y)
        figure.fx, figure.fy = facing.x, facing.y
        figure.width = figure.depth = side
        figure.side = SIDE_KEYS[who.kind.side].value
        figure.factor = who.kind.factor
        figure.officer = int(who.kind.rank in officers)
        figure.removal_points = who.kind.removal_points if figure.side == Side.GAULS else 0
        for role in ROLES:
            figure[role] = int(role in who.kind.roles)
        figure.where = who.where.value
        figure.potion = int(who.potion)
        figure.moves = who.moves
    b.n_figures = len(standing)
    _check_commanders(standing)
    for index, who in enumerate(standing):
        _marry(b, index, who, standing, index_of)
        _guard(b, index, who, index_of)
        _load(b, index, who)
    _check_places(b, standing)


def _indices(standing: Sequence[Standing]) -> dict[str, int]:
    index_of: dict[str, int] = {}
    for index, who in enumerate(standing):
        if who.id in index_of:
            raise InputError(f"{who.origin}: the figure id {who.id!r} stands twice")
        index_of[who.id] = index
    return index_of


@clause("DBAIX-CMD-1", "DBAIX-CMD-2", "DBAIX-CMD-3")
def _check_commanders(standing: Sequence[Standing]) -> None:
    found: dict[str, Standing] = {}
    for who in standing:
        if "commander" not in who.kind.roles:
            continue
        if who.kind.side in found:
            first = found[who.kind.side].id
            raise InputError(
                f"{who.origin}: {who.id} would be a second commander of the {who.kind.side}, after {first}"
            )
        found[who.kind.side] = who


@clause("DBAIX-FIG-4", "DBAIX-SCN-6")
def _marry(b: Any, index: int, who: Standing, standing: Sequence[Standing], index_of: Mapping[str, int]) -> None:
    """The husband that the file names, else the one figure of the kind that figures.toml names (SCN-6)."""
    if "woman" not in who.kind.roles:
        if who.husband is not None:
            raise InputError(f"{who.origin}: only a woman has a husband, and {who.id} is none")
        return
    if who.husband is not None:
        husband = index_of.get(who.husband)
        if husband is None:
            raise InputError(f"{who.origin}: there is no husband {who.husband!r}{did_you_mean(who.husband, index_of)}")
        if standing[husband].kind.side != who.kind.side or husband == index:
            raise InputError(f"{who.origin}: {who.husband} cannot be the husband of {who.id}")
        b.figures[index].husband = husband
        return
    matches = [other for other, man in enumerate(standing) if who.kind.husband and man.kind.key == who.kind.husband]
    if len(matches) == 1:
        b.figures[index].husband = matches[0]


def _guard(b: Any, index: int, who: Standing, index_of: Mapping[str, int]) -> None:
    """A captive goes where its guard is (CAP-2)."""
    figure = b.figures[index]
    if who.guard is None:
        if who.where != Where.TABLE and FATE_OF[who.where][0] != who.kind.side:
            raise InputError(f"{who.origin}: {FATE_OF[who.where][1]}, not {who.id}")
        return
    guard = index_of.get(who.guard)
    if guard is None:
        raise InputError(f"{who.origin}: there is no guard {who.guard!r}{did_you_mean(who.guard, index_of)}")
    if not figure.capturable:
        raise InputError(f"{who.origin}: {who.id} cannot be a captive; he is none of those who are captured")
    if b.figures[guard].side == figure.side or b.figures[guard].where != Where.TABLE:
        raise InputError(f"{who.origin}: {who.guard} cannot guard {who.id}; a guard is an enemy on the table")
    figure.where = Where.CAPTIVE.value
    figure.guard = guard
    figure.x, figure.y = b.figures[guard].x, b.figures[guard].y


def _load(b: Any, index: int, who: Standing) -> None:
    """The token that a figure carries from the beginning."""
    if who.token is None:
        return
    kind = Token[who.token.upper()]
    figure, token = b.figures[index], b.tokens[kind]
    if figure.where != Where.TABLE or token.carrier != NONE:
        raise InputError(f"{who.origin}: {who.id} cannot carry the {TOKEN_NAMES[kind]}")
    figure.token = kind.value
    token.state = TokenState.CARRIED.value
    token.carrier = index
    token.x, token.y = figure.x, figure.y


def _base(who: Standing, side: float) -> Base:
    facing = facing_of_degrees(who.facing)
    return Base(snap(who.x), snap(who.y), facing.x, facing.y, side / 2, side / 2)


def _obstacle(b: Any, base: Base, giant: bool) -> str | None:
    """What of the ground a base cannot stand on, in words, or None."""
    if not is_on_table(base, b.table_width, b.table_height):
        return "stands off the table"
    for index in range(b.terrain.n_features):
        kind = Going(int(b.terrain.features[index].kind))
        if kind in IMPASSABLE and overlaps_feature(base, b.terrain, index):
            return f"stands on a {kind.name.lower()}" if kind != Going.SEA else "stands in the sea"
        if kind == Going.RAMPART and not giant and overlaps_feature(base, b.terrain, index):
            return "stands across the rampart"
    return None


@clause("DBAIX-GEN-8", "DBAIX-TER-4", "DBAIX-TER-5")
def _check_places(b: Any, standing: Sequence[Standing]) -> None:
    """Everybody on the table, off impassable ground, and no base on another (GEN-8)."""
    bases: list[tuple[Standing, Base]] = []
    for index, who in enumerate(standing):
        figure = b.figures[index]
        if figure.where != Where.TABLE:
            continue
        base = Base(figure.x, figure.y, figure.fx, figure.fy, figure.width / 2, figure.depth / 2)
        trouble = _obstacle(b, base, bool(figure.giant))
        if trouble:
            raise InputError(f"{who.origin}: {who.id} at ({who.x:g}, {who.y:g}) {trouble}")
        for other, other_base in bases:
            if _near(base, other_base) and overlap(base, other_base):
                raise InputError(
                    f"{who.origin}: {who.id} at ({who.x:g}, {who.y:g}) overlaps "
                    f"{other.id} at ({other.x:g}, {other.y:g})"
                )
        bases.append((who, base))


def _near(base: Base, other: Base) -> bool:
    reach = 1.5 * (base.half_width + other.half_width)
    return abs(base.x - other.x) < reach and abs(base.y - other.y) < reach


# ---------------------------------------------------------------- larger bases


@clause("DBAIX-FIG-1")
def spread_blocks(b: Any, standing: Sequence[Standing], side: float) -> list[Standing]:
    """Places of a scenario for bases of ``side`` inches instead of 1 (FIG-1).

    Each block of touching figures of one side is drawn apart about its middle, then set down whole at the
    place nearest to that (in steps of a quarter inch) where nothing is in its way, blocks in file order.
    """
    if side == 1.0:
        return list(standing)
    moved = list(standing)
    taken: list[Base] = []
    for block in _blocks(standing):
        middle_x = sum(standing[index].x for index in block) / len(block)
        middle_y = sum(standing[index].y for index in block) / len(block)
        apart = [
            replace(
                standing[index],
                x=middle_x + side * (standing[index].x - middle_x),
                y=middle_y + side * (standing[index].y - middle_y),
            )
            for index in block
        ]
        for dx, dy in _SHIFTS:
            placed = [replace(who, x=who.x + dx, y=who.y + dy) for who in apart]
            bases = [_base(who, side) for who in placed]
            if all(_is_free(b, base, who, taken) for base, who in zip(bases, placed, strict=True)):
                break
        else:
            raise InputError(f"{apart[0].origin}: there is no room for bases of {side:g} inches around {apart[0].id}")
        taken += bases
        for index, who in zip(block, placed, strict=True):
            moved[index] = who
    return moved


def _is_free(b: Any, base: Base, who: Standing, taken: Sequence[Base]) -> bool:
    if any(_near(base, other) and overlap(base, other) for other in taken):
        return False
    return _obstacle(b, base, "giant" in who.kind.roles) is None


def _shifts() -> list[tuple[float, float]]:
    steps = int(SPREAD_REACH / SPREAD_STEP)
    around = [(SPREAD_STEP * i, SPREAD_STEP * j) for i in range(-steps, steps + 1) for j in range(-steps, steps + 1)]
    return sorted(around, key=lambda shift: (math.hypot(*shift), shift))


_SHIFTS = _shifts()


def _blocks(standing: Sequence[Standing]) -> list[list[int]]:
    """Figures on the table in blocks: one side, bases of 1 inch that touch, directly or through others."""
    left = [index for index, who in enumerate(standing) if who.where == Where.TABLE and who.guard is None]
    blocks = []
    while left:
        block = [left.pop(0)]
        for index in block:  # grows while it is read
            joined = [other for other in left if _touch(standing[index], standing[other])]
            block += joined
            left = [other for other in left if other not in joined]
        blocks.append(sorted(block))
    return blocks


def _touch(who: Standing, other: Standing) -> bool:
    apart = max(abs(who.x - other.x), abs(who.y - other.y))
    return who.kind.side == other.kind.side and apart <= 1.0 + TOUCH
