"""What a side may do about those who fled, where enemies may stand too near to every place for them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.games.batalist.rules.returning import general_of, may_come_back, may_save_up
from sandtable.games.batalist.rules.ways import is_base
from sandtable.kernel.geometry import LATTICE, base_of, corner, distance_to_point

PIECES = 16
"""Pieces into which an edge of the general's base is cut, to see of each whether somebody could touch it there."""

Place = tuple[float, float]


def left_of_returns(b: Any, side: int) -> str:
    """What of the question about returns can be done at all: what follows the key of its sentence."""
    own = [i for i in range(int(b.n_figures)) if b.figures[i].side == side]
    if any(may_come_back(b, i) and not is_kept_away(b, i) for i in own):
        return ""
    return "SAVING" if any(may_save_up(b, i) for i in own) else "IN_VAIN"


@clause("BAT-MOR-17")
def is_kept_away(b: Any, i: int) -> bool:
    """Enemies stand so near that battalion ``i`` could come back nowhere.

    It would touch the general's battalion, or with him the middle of its edge. Whatever piece of an edge it touches
    there, one enemy is too near to both ends of that piece, and so to all of it.
    """
    u = b.figures[i]
    home = int(b.characters[general_of(b, u.side)].battalion)
    if home == i:
        middle = (0.5 * float(b.width), 0.0 if b.sides[u.side].zone_from <= 0.0 else float(b.height))
        touched = [(middle, middle)]
    else:
        corners = [corner(base_of(b.figures[home]), which)[:2] for which in range(4)]
        touched = [
            piece
            for start, end in zip(corners, corners[1:] + corners[:1], strict=True)
            for piece in _pieces(start, end)
        ]
    least = 3.0 * float(b.profiles[u.profile].speed) - LATTICE
    enemies = [base_of(other) for other in b.figures[: int(b.n_figures)] if other.side != u.side and is_base(other)]
    return all(
        any(all(distance_to_point(enemy, x, y) < least for x, y in piece) for enemy in enemies) for piece in touched
    )


def _pieces(start: Place, end: Place) -> list[tuple[Place, Place]]:
    """An edge cut into ``PIECES``, each with its ends."""
    (x0, y0), (x1, y1) = start, end
    cuts = [(x0 + (x1 - x0) * cut / PIECES, y0 + (y1 - y0) * cut / PIECES) for cut in range(PIECES + 1)]
    return list(pairwise(cuts))
