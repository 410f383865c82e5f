"""FIELD: where everybody stands, noted once for a whole list of moves: each mover then looks at those near it alone."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import kernel
from sandtable.games.dba.record import MAX_FIGURES
from sandtable.games.dba.rules.positions import is_on_table
from sandtable.kernel.bitsets import bit
from sandtable.kernel.grid import nearest_of
from sandtable.kernel.records import NONE, record

FIELD = record(
    # those on the table, the enemies of the side that moves first
    ("who", "i8", (MAX_FIGURES,)),
    ("x", "f8", (MAX_FIGURES,)),
    ("y", "f8", (MAX_FIGURES,)),
    ("n", "i8"),
    ("n_foes", "i8"),
    ("largest", "f8"),  # the greatest width and depth together
)


@kernel
def look_over(b, side, field):
    """Note where everybody stands, for the moves of this side."""
    n = 0
    field.largest = 0.0
    for own in range(2):
        for j in range(b.n_figures):
            figure = b.figures[j]
            if (figure.side == side) == (own == 1) and is_on_table(figure):
                field.who[n] = j
                field.x[n] = figure.x
                field.y[n] = figure.y
                field.largest = max(field.largest, figure.width + figure.depth)
                n += 1
        if own == 0:
            field.n_foes = n
    field.n = n


@kernel
def all_within(field, x, y, far):
    """Those whose middles are no farther than that from (x, y): a mask."""
    mask = 0
    for k in range(field.n):
        dx = field.x[k] - x
        dy = field.y[k] - y
        mask |= int(dx * dx + dy * dy <= far * far) * bit(field.who[k])
    return mask


@kernel
def nearest_foe(field, x, y):
    """The enemy whose middle is nearest to (x, y), or NONE, and how far it is away."""
    k, square = nearest_of(field.x, field.y, field.n_foes, x, y)
    foe = NONE if k == NONE else field.who[k]
    return foe, math.sqrt(square)
