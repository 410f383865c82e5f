"""What a position of a chase is worth: how far the best of the quarry has got, who is left, and who is near whom."""

from __future__ import annotations

import math

from sandtable.games.pursuit.record import End, Side
from sandtable.games.pursuit.rules.positions import front_of, living
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.kernel.compiling import kernel
from sandtable.kernel.records import NONE

START = 0.15
"""What the quarry's prospects are with nothing done, from 0 to 1; the weights below are shares of the same whole."""

WAY = 0.45
QUARRY_LEFT = 0.4
HUNTERS_LEFT = 0.35
THREAT = 0.1
REACH = 6.0
"""Inches at which a hunter is a third of the threat that he is in contact."""


@kernel
def nearest_foe(b, i, x, y):
    """The enemy nearest to figure ``i`` as if it stood at (x, y), or NONE."""
    best = NONE
    shortest = 1e9
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side != b.figures[i].side and is_on_table(other):
            apart = (other.x - x) * (other.x - x) + (other.y - y) * (other.y - y)
            if apart < shortest:
                shortest = apart
                best = j
    return best


@kernel
def gap_to(b, i, j, x, y):
    """Inches between figure ``i``, as if it stood at (x, y), and ``j``."""
    other = b.figures[j]
    apart = math.sqrt((other.x - x) * (other.x - x) + (other.y - y) * (other.y - y))
    return max(apart - 0.5 * (other.width + b.figures[i].width), 0.0)


@kernel
def _of_side(b, side):
    """Figures that a side began with, at least one."""
    count = 0
    for i in range(b.n_figures):
        count += int(b.figures[i].side == side)
    return max(count, 1)


@kernel
def prospects(b):
    """The quarry's prospects as they look, from 0 to 1."""
    way = 0.0
    threat = 0.0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == Side.QUARRY and is_on_table(figure):
            way = max(way, front_of(b, i) / b.length)
            j = nearest_foe(b, i, figure.x, figure.y)
            if j != NONE:
                threat += math.exp(-gap_to(b, i, j, figure.x, figure.y) / REACH)
    quarry = living(b, Side.QUARRY.value) / _of_side(b, Side.QUARRY.value)
    hunters = living(b, Side.HUNTERS.value) / _of_side(b, Side.HUNTERS.value)
    threat /= _of_side(b, Side.QUARRY.value)
    value = START + WAY * way + QUARRY_LEFT * quarry - HUNTERS_LEFT * hunters - THREAT * threat
    return min(max(value, 0.0), 1.0)


@kernel
def evaluate(b, side):
    """How good it looks for a side, in [-1, 1]."""
    if b.end == End.NOT_YET:
        value = 0.95 * (2.0 * prospects(b) - 1.0)
    elif b.end == End.ESCAPED or b.end == End.HUNTERS_DEAD:
        value = 1.0
    elif b.end == End.QUARRY_DEAD:
        value = -1.0
    else:
        value = 0.0
    return value if side == Side.QUARRY else -value
