"""The water: who stands in it and where, and whom a model on its way runs into (CARRY-11, -17, -18, -19).

What the flood knows of a figure while it runs stands in ``Water``, not in the battle. Figures are sorted into square
cells and follow one another in each, so that a flood over a thousand models asks each time only those nearby.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.flash_flood.record import Level
from sandtable.games.flash_flood.rules.sewer import distance_along, is_wholly_dry, place_of
from sandtable.games.skirmish40k.rules.measuring import SLACK, is_on_table
from sandtable.kernel.geometry import TOUCH, is_west_of, snap
from sandtable.kernel.records import NONE, record

CELL = 2.0
"""Inches: more than the largest base."""

SWIMMER = record(
    ("along", "f8"),  # its place as the water sees it, from the beginning of the flood on
    ("lane", "f8"),
    ("distance", "f8"),  # from the origin, when the flood began (TEST-12)
    ("x", "f8"),  # where this sweep began
    ("y", "f8"),
    ("moved", "f8"),  # in this sweep
    ("carried", "f8"),  # in all sweeps that have ended
    ("left", "f8"),  # of its die
    ("corridor", "i4"),
    ("branch", "i4"),  # into which it goes at the next node, once a die has said so, or NONE
    ("half", "i4"),  # of the table (SET-3)
    ("sweeps", "i4"),  # how often it has been swept in this flood
    ("wet", "i4"),  # 1: stands in the water
    ("lost", "i4"),  # 1: has lost its feet in this flood (TEST-11)
    ("adrift", "i4"),  # 1: is being swept now, or waits for one that it knocked off
    ("again", "i4"),  # 1: another die follows (CARRY-2)
    ("held", "i4"),  # 1: held by one that kept its feet
    ("struck", "i4"),  # 1: stopped by something Impassable
    ("cell", "i4"),
    ("after", "i4"),  # the next figure in its cell, or NONE
)


class Water(NamedTuple):
    """The flood under way."""

    swimmers: Any  # SWIMMER[figures]
    heads: Any  # i8[cells]: the first figure of each, or NONE
    met: Any  # i4[figures, figures]: the number of the last sweep in which the first has bumped the second
    stack: Any  # i8[figures]: who is adrift, the one that moves last
    columns: int
    rows: int
    widest: float  # radius of the largest base


class Meeting(NamedTuple):
    """Whom a model runs into."""

    way: float  # inches until then; more than the way looked at: nobody
    who: int  # of those touched at that moment and not yet bumped the furthest downstream, or NONE


@kernel
def _slot(v, count):
    """The column or row of a coordinate; what lies off the table goes to the outermost."""
    return min(max(int(v / CELL), 0), count - 1)


@kernel
def enter(b, water, i):
    """Sort figure ``i`` into its cell."""
    swimmer = water.swimmers[i]
    cell = _slot(b.figures[i].y, water.rows) * water.columns + _slot(b.figures[i].x, water.columns)
    swimmer.cell = cell
    swimmer.after = water.heads[cell]
    water.heads[cell] = i


@kernel
def leave(water, i):
    """Take figure ``i`` out of its cell."""
    swimmer = water.swimmers[i]
    if swimmer.cell == NONE:
        return
    if water.heads[swimmer.cell] == i:
        water.heads[swimmer.cell] = swimmer.after
    else:
        k = water.heads[swimmer.cell]
        while water.swimmers[k].after != i:
            k = water.swimmers[k].after
        water.swimmers[k].after = swimmer.after
    swimmer.cell = NONE


@clause("FLOOD-TEST-9", "FLOOD-CARRY-11", "FLOOD-CARRY-19")
@kernel
def is_dry(b, i):
    """Figure ``i`` is out of reach: it stands on a gantry, its base wholly within the dry part."""
    figure = b.figures[i]
    return figure.level == Level.GANTRY and is_wholly_dry(b, figure.x, figure.y, 0.5 * figure.width)


@clause("FLOOD-TEST-12", "FLOOD-NET-6")
@kernel
def rise(b):
    """The water rises: where everybody stands, as the water sees it."""
    n = b.n_figures
    columns = int(b.width / CELL) + 1
    rows = int(b.height / CELL) + 1
    widest = 0.0
    for i in range(n):
        widest = max(widest, 0.5 * b.figures[i].width)
    swimmers = np.zeros(n, SWIMMER)
    heads = np.full(columns * rows, NONE, np.int64)
    water = Water(swimmers, heads, np.zeros((n, n), np.int32), np.zeros(n, np.int64), columns, rows, widest)
    for i in range(n):
        swimmer = water.swimmers[i]
        figure = b.figures[i]
        swimmer.cell = NONE
        if is_on_table(figure) and not is_dry(b, i):
            place = place_of(b, figure.x, figure.y)
            swimmer.corridor = place.corridor
            swimmer.along = place.along
            swimmer.lane = place.lane
            swimmer.distance = distance_along(b, place)
            swimmer.wet = 1
            enter(b, water, i)
    return water


@kernel
def stand_at(b, water, i, x, y):
    """Stand figure ``i`` at a point, on the lattice."""
    figure = b.figures[i]
    figure.x = snap(x)
    figure.y = snap(y)
    cell = _slot(figure.y, water.rows) * water.columns + _slot(figure.x, water.columns)
    if cell != water.swimmers[i].cell:
        leave(water, i)
        enter(b, water, i)


# Whom a model runs into


@kernel
def _may_bump(water, i, j):
    """Figure ``j`` can still be bumped by ``i`` in its present sweep."""
    return water.met[i, j] != water.swimmers[i].sweeps and water.swimmers[j].adrift == 0


@kernel
def _downstream(b, water, j):
    """How far from the origin figure ``j`` stands now, as the water runs."""
    swimmer = water.swimmers[j]
    return b.nodes[b.corridors[swimmer.corridor].up].distance + swimmer.along


@clause("FLOOD-BUMP-9")
@kernel
def _is_sooner(b, water, j, who):
    """Of two touched at once ``j`` is rolled for before ``who`` (NONE: nobody): it is further downstream, or west."""
    if who == NONE:
        return True
    one, other = b.figures[j], b.figures[who]
    ahead = _downstream(b, water, j) - _downstream(b, water, who)
    return ahead > SLACK or (ahead > -SLACK and is_west_of(one, other))


@clause("FLOOD-CARRY-18", "FLOOD-BUMP-8")
@kernel
def _way_to(a, c, reach, limit):
    """Inches straight ahead until two bases touch whose centres are ``a`` ahead and ``c`` aside; more than limit: none.

    Beside, behind and grazing past is no contact; reached with the very last part of the way is one.
    """
    if a <= SLACK or abs(c) >= reach - TOUCH or a - reach > limit + TOUCH:
        return limit + 1.0
    way = max(a - math.sqrt(reach * reach - c * c), 0.0)
    if way <= limit:
        return way
    if math.sqrt((a - limit) * (a - limit) + c * c) <= reach + TOUCH:
        return limit
    return limit + 1.0


@clause("FLOOD-CARRY-11", "FLOOD-CARRY-18", "FLOOD-BUMP-2", "FLOOD-BUMP-8", "FLOOD-BUMP-9")
@kernel
def meets(b, water, i, ux, uy, limit):
    """Whom figure ``i`` meets first on a straight way of ``limit`` inches, friend or foe."""
    figure = b.figures[i]
    radius = 0.5 * figure.width
    margin = radius + water.widest + TOUCH
    x0 = min(figure.x, figure.x + ux * limit) - margin
    x1 = max(figure.x, figure.x + ux * limit) + margin
    y0 = min(figure.y, figure.y + uy * limit) - margin
    y1 = max(figure.y, figure.y + uy * limit) + margin
    best = limit + 1.0
    who = NONE
    for pass_ in range(2):  # how soon; then who is touched by then
        for row in range(_slot(y0, water.rows), _slot(y1, water.rows) + 1):
            for column in range(_slot(x0, water.columns), _slot(x1, water.columns) + 1):
                j = water.heads[row * water.columns + column]
                while j != NONE:
                    other = b.figures[j]
                    if j != i:
                        dx = other.x - figure.x
                        dy = other.y - figure.y
                        a = dx * ux + dy * uy
                        c = dy * ux - dx * uy
                        reach = radius + 0.5 * other.width
                        if pass_ == 0:
                            best = min(best, _way_to(a, c, reach, limit))
                        elif _way_to(a - best, c, reach, 0.0) == 0.0 and _may_bump(water, i, j):
                            if _is_sooner(b, water, j, who):
                                who = j
                    j = water.swimmers[j].after
        if best > limit:
            break
    return Meeting(best, who)


@clause("FLOOD-CARRY-13", "FLOOD-CARRY-17")
@kernel
def stands_in(b, water, i, x, y):
    """Whom figure ``i`` would overlap at a place: ``way`` 0 if anybody, else 1."""
    radius = 0.5 * b.figures[i].width
    margin = radius + water.widest
    way = 1.0
    who = NONE
    for row in range(_slot(y - margin, water.rows), _slot(y + margin, water.rows) + 1):
        for column in range(_slot(x - margin, water.columns), _slot(x + margin, water.columns) + 1):
            j = water.heads[row * water.columns + column]
            while j != NONE:
                other = b.figures[j]
                dx = other.x - x
                dy = other.y - y
                reach = radius + 0.5 * other.width - TOUCH
                if j != i and dx * dx + dy * dy < reach * reach:
                    way = 0.0
                    if _may_bump(water, i, j) and _is_sooner(b, water, j, who):
                        who = j
                j = water.swimmers[j].after
    return Meeting(way, who)
