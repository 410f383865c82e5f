"""What a position of a chase is worth: how far the best of the quarry has got, who is left, and who is near whom."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import kernel
from sandtable.games.pursuit.record import End, Phase, Side, Where
from sandtable.games.pursuit.rules.positions import front_of
from sandtable.games.pursuit.thinking.outlook import beyond, in_slide, is_aside
from sandtable.games.skirmish40k.rules.measuring import is_on_table

START = 0.15
"""What the quarry's prospects are with nothing done, from 0 to 1; the weights below are shares of the same whole."""

WAY = 0.45
QUARRY_LEFT = 0.4
HUNTERS_LEFT = 0.35
THREAT = 0.1
MANY = 3.0
"""Hunters in contact, all in all, beyond whom more make no odds."""

SOON = 0.8
"""What a chance of being killed in the coming slide counts; what can be done about it yet makes it less than 1."""

LATER = 0.2
"""The same of the slide after."""

REACH = 6.0
"""Inches at which an enemy is a third of the threat that it is in contact."""


@kernel
def closeness(b, i, x, y):
    """How near enemies are to figure ``i``, as if it stood at (x, y): 1 for each in contact, less for those far off."""
    total = 0.0
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side != b.figures[i].side and is_on_table(other):
            apart = math.sqrt((other.x - x) * (other.x - x) + (other.y - y) * (other.y - y))
            gap = max(apart - 0.5 * (other.width + b.figures[i].width), 0.0)
            if gap < 6.0 * REACH:
                total += math.exp(-gap / REACH)
    return total


@kernel
def _lasting(b, side):
    """Figures of a side, each by its chance of outliving the next slide of the city."""
    count = 0.0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == side and is_on_table(figure):
            danger = in_slide(b, i, figure.x, figure.y, figure.fx, figure.fy) if b.phase != Phase.PURSUIT else 0.0
            count += 1.0 - SOON * danger
            if b.phase == Phase.PURSUIT:
                count -= LATER * beyond(b, i, figure.x, figure.y)
            elif not is_aside(b, figure.fx, figure.fy):
                count -= LATER * beyond(b, i, figure.x + b.rules.slide, figure.y)
        elif figure.side == side and figure.where == Where.BOX:
            count += 1.0
    return count


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
            threat += min(closeness(b, i, figure.x, figure.y), MANY)
    quarry = _lasting(b, Side.QUARRY) / _of_side(b, Side.QUARRY)
    hunters = _lasting(b, Side.HUNTERS) / _of_side(b, Side.HUNTERS)
    threat /= MANY * _of_side(b, Side.QUARRY)
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
