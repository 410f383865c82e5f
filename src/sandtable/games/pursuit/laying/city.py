"""The city: the default table's pieces, those of a file, and how they go into the record (TAB)."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple

from sandtable.compiler.decorators import clause
from sandtable.errors import CapacityError, InputError
from sandtable.games.pursuit.laying.scenario_file import Pieces
from sandtable.games.pursuit.record import MAX_PIECES, State
from sandtable.games.pursuit.rules.pieces import furnish
from sandtable.kernel.terrain import add_polygon
from sandtable.translation import gettext


class Piece(NamedTuple):
    """One piece: its id, size, whether it is an intact building, and its footprint."""

    id: str
    size: int
    intact: bool
    box: tuple[float, float, float, float]


DEFAULT = (
    Piece("S1a", 1, False, (12, 0.5, 18, 5.5)),
    Piece("S1b", 1, False, (12, 30.5, 18, 35.5)),
    Piece("S1c", 1, False, (24, 30, 30, 35)),
    Piece("S1d", 1, False, (24, 3, 30, 8)),
    Piece("S1e", 1, False, (48, 9, 54, 13)),
    Piece("S2a", 2, False, (12, 7.5, 18, 13.5)),
    Piece("S2b", 2, False, (24, 15, 30, 20)),
    Piece("S2c", 2, False, (36, 9, 42, 14)),
    Piece("S2d", 2, False, (48, 1, 54, 7)),
    Piece("S2e", 2, False, (48, 21, 54, 27)),
    Piece("S3a", 3, False, (12, 22.5, 18, 28.5)),
    Piece("S3b", 3, False, (24, 22, 30, 28)),
    Piece("S3c", 3, False, (36, 16, 42, 21)),
    Piece("Ba", 3, True, (36, 0, 43, 7)),
    Piece("Bb", 3, True, (36, 27, 43, 34)),
)
"""TAB-9, for a table of 60 by 36 inches."""

SIZES = {"60x36": (60.0, 36.0), "72x48": (72.0, 48.0)}
"""TAB-8."""


@clause("PURS-TAB-9", "PURS-TAB-8")
def default_city() -> tuple[Piece, ...]:
    """The pieces of the default table."""
    return DEFAULT


def pieces_of(listed: Sequence[Pieces]) -> tuple[Piece, ...]:
    """The pieces that a file lists."""
    return tuple(
        Piece(entry.id or f"P{place}", 3 if entry.intact else entry.size, entry.intact, entry.box)
        for place, entry in enumerate(listed, 1)
    )


@clause("PURS-TAB-4")
def imbalance(pieces: Sequence[Piece]) -> int:
    """By how many the commonest size is commoner than the rarest; intact buildings count as size 3."""
    counts = [sum(piece.size == size for piece in pieces) for size in (1, 2, 3)]
    return max(counts) - min(counts)


@clause("PURS-TAB-1", "PURS-TAB-3", "PURS-TAB-4", "PURS-GEN-11")
def lay_city(b: Any, pieces: Sequence[Piece], where: str, *, warn: bool) -> None:
    """Pieces into the record. A table laid by hand with unequal numbers of sizes is warned about, no more (TAB-4)."""
    if len(pieces) > MAX_PIECES:
        wrong = gettext("a city has room for {most} pieces, found {number}", most=MAX_PIECES, number=len(pieces))
        raise CapacityError(f"{where}: {wrong}")
    if len({piece.id for piece in pieces}) < len(pieces):
        raise InputError(f"{where}: " + gettext("a piece's id stands twice"))
    for piece in pieces:
        x0, y0, x1, y1 = piece.box
        if x0 < 0 or y0 < 0 or x1 > b.length or y1 > b.breadth:
            raise InputError(f"{where}: {gettext('the piece {id} does not lie wholly on the table', id=piece.id)}")
        k = add_polygon(b.terrain, 0, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        furnish(b, k, piece.size, State.INTACT.value if piece.intact else State.RUIN.value)
    b.n_pieces = len(pieces)
    if warn and pieces and imbalance(pieces) > 1:
        warnings.warn(f"{where}: the city has unequal numbers of pieces of size 1, 2 and 3", stacklevel=2)
