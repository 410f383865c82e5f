"""Ground from a file into the record: woods, hills, obstacles, buildings, and who owns them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.errors import CapacityError, InputError
from sandtable.files import did_you_mean, place
from sandtable.games.inter_arma.laying.scenario_file import GroundPiece
from sandtable.games.inter_arma.record import Ground
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_disc, add_line, add_polygon
from sandtable.translation import gettext


def side_index(key: str, keys: tuple[str, ...], origin: str) -> int:
    """The side that a file names, or NONE for no word."""
    if not key:
        return NONE
    if key not in keys:
        raise InputError(f"{origin}: {gettext('there is no side {name!r}', name=key)}{did_you_mean(key, keys)}")
    return keys.index(key)


def _add(b: Any, piece: GroundPiece) -> int:
    kind = Ground[piece.kind.upper()].value
    if piece.disc is not None:
        return add_disc(b.terrain, kind, *piece.disc)
    if piece.line is not None:
        return add_line(b.terrain, kind, piece.line, piece.gaps)
    if piece.outline is not None:
        return add_polygon(b.terrain, kind, piece.outline)
    assert piece.box is not None
    x0, y0, x1, y1 = piece.box
    return add_polygon(b.terrain, kind, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


@clause(
    "IA-TABLE-4", "IA-TABLE-5", "IA-TABLE-6", "IA-TABLE-7", "IA-TABLE-8", "IA-TABLE-9", "IA-TABLE-10", "IA-TABLE-11",
    "IA-TABLE-12", "IA-SC1-3", "IA-SC1-4", "IA-SC1-6", "IA-SC2-3", "IA-SC3-3", "IA-SC3-4", "IA-SC3-5",
)  # fmt: skip
def lay_ground(b: Any, parts: Mapping[str, Any], keys: tuple[str, ...], where: str) -> tuple[str, ...]:
    """All ground into the record; answers what each feature is called."""
    names: list[str] = []
    for k in range(len(b.sites)):
        b.sites[k].owner = b.sites[k].burner = NONE
    if "camp" in parts:
        b.camp_x0, b.camp_y0, b.camp_x1, b.camp_y1 = parts["camp"][0]
    pieces, data, origin = parts.get("ground", ([], None, where))
    for at, piece in enumerate(pieces):
        there = place(data, origin, "ground", at)
        try:
            first = _add(b, piece)
        except CapacityError as error:
            raise CapacityError(f"{there}: {error}") from None
        except InputError as error:
            raise InputError(f"{there}: {error}") from None
        for k in range(first, int(b.terrain.n_features)):
            b.sites[k].owner = side_index(piece.owner, keys, there)
            b.sites[k].burnable = int(piece.burns)
            b.sites[k].tent = int(piece.tent)
            names.append(piece.id or f"{piece.kind}{k}")
        if piece.kind in ("wood", "heavy_wood", "wheat"):
            b.woods = 1
    return tuple(names)
