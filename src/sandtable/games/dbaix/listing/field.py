"""FIELD: what all who move in one bound look at, noted once for a whole list of moves. Nothing here is a rule."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.dbaix.record import MAX_FIGURES
from sandtable.games.dbaix.rules.contacts import is_engaged
from sandtable.games.dbaix.rules.movement import may_still_move
from sandtable.games.dbaix.rules.positions import REACH, is_on_table, side_of_bound
from sandtable.kernel.bitsets import bit
from sandtable.kernel.grid import nearest_of
from sandtable.kernel.records import NONE, record

FIELD = record(
    ("found", "i8", (MAX_FIGURES + 1,)),  # room for whoever looks up neighbours
    ("enemies", "i4", (MAX_FIGURES,)),  # indices of the enemies of the active side on the table, ascending
    ("x", "f8", (MAX_FIGURES,)),  # where they stand: close together in memory, as the figures are not
    ("y", "f8", (MAX_FIGURES,)),
    ("n_enemies", "i4"),
)


@kernel
def look_over(b, field):
    """Fill ``field`` for the side whose bound it is."""
    side = side_of_bound(b)
    n = 0
    for j in range(b.n_figures):
        figure = b.figures[j]
        if figure.side != side and is_on_table(figure):
            field.enemies[n] = j
            field.x[n] = figure.x
            field.y[n] = figure.y
            n += 1
    field.n_enemies = n


@kernel
def nearest_enemy(field, x, y):
    """The enemy whose centre is nearest to (x, y), or NONE."""
    k, _square = nearest_of(field.x, field.y, field.n_enemies, x, y)
    return NONE if k == NONE else field.enemies[k]


@kernel
def has_enemy_close(field, figure):
    """Some enemy is near enough to touch the figure: the cheap question before exact geometry."""
    close = 0
    for k in range(field.n_enemies):
        close += int((abs(field.x[k] - figure.x) <= REACH) & (abs(field.y[k] - figure.y) <= REACH))
    return close > 0


@kernel
def able_figures(b, field, log):
    """The figures of the active side that may still make a move and are not engaged: a mask. ``log`` keeps nothing."""
    mask = 0
    side = side_of_bound(b)
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side != side or not may_still_move(b, i, log):
            continue
        if not (has_enemy_close(field, figure) and is_engaged(b, i)):
            mask |= bit(i)
    return mask
