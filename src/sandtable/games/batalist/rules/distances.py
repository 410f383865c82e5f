"""DEF-31: distances from figure cell to figure cell, rank by rank."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.enums import Formation
from sandtable.games.batalist.rules.formations import figures_in_rank, ranks_of
from sandtable.kernel.geometry import LATTICE, TOUCH, Base, base_of, distance_between
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.records import NONE


@clause("BAT-DEF-16", "BAT-DEF-32", "BAT-FRM-11", "BAT-DEF-34")
@kernel
def rank_base(b, i, rank):
    """The rectangle of the figure cells of one rank, centred; in Loose the doubled cells."""
    u = b.figures[i]
    base = base_of(u)
    spacing = b.formations[u.formation].spacing
    profile = b.profiles[u.profile]
    deep = spacing * profile.cell_depth
    if u.formation == Formation.HEDGEHOG:
        side = ranks_of(u)
        number = max(min(side, u.healthy - rank * side), 1)
    else:
        number = figures_in_rank(u, rank)
    back = base.half_depth - (rank + 0.5) * deep
    half = 0.5 * number * spacing * profile.cell_width
    return Base(base.x + base.fx * back, base.y + base.fy * back, base.fx, base.fy, half, 0.5 * deep)


@clause("BAT-DEF-31")
@kernel
def distance_to_cells(b, base, i):
    """Shortest distance from a rectangle to a figure cell of battalion ``i``."""
    u = b.figures[i]
    best = math.inf
    for rank in range(ranks_of(u)):
        best = min(best, distance_between(base, rank_base(b, i, rank)))
    return best


@clause("BAT-DEF-31")
@kernel
def distance_if_standing(b, i, base, formation, j):
    """Shortest distance between figure cells of ``j`` and of battalion ``i``, if that stood so in this formation."""
    u = b.figures[i]
    x, y, fx, fy, width, depth, formed = u.x, u.y, u.fx, u.fy, u.width, u.depth, u.formation
    u.x, u.y, u.fx, u.fy = base.x, base.y, base.fx, base.fy
    u.width, u.depth, u.formation = 2.0 * base.half_width, 2.0 * base.half_depth, formation
    best = math.inf if u.healthy > 0 else distance_to_cells(b, base, j)
    for rank in range(ranks_of(u)):
        best = min(best, distance_to_cells(b, rank_base(b, i, rank), j))
    u.x, u.y, u.fx, u.fy, u.width, u.depth, u.formation = x, y, fx, fy, width, depth, formed
    return best


@clause("BAT-DEF-31")
@kernel
def is_farther_than(b, base, i, steps):
    """No figure cell of battalion ``i`` is within so many steps of a rectangle; who is far off is not measured."""
    u = b.figures[i]
    near = steps + base.half_width + base.half_depth + 0.5 * (u.width + u.depth) + TOUCH
    ex, ey = u.x - base.x, u.y - base.y
    if u.boat == NONE and ex * ex + ey * ey > near * near:
        return True
    return is_more_than(distance_to_cells(b, base, i), steps, LATTICE)


@clause("BAT-DEP-3", "BAT-MAG-10", "BAT-ORD-4")
@kernel
def cell_of_character(b, c):
    """The figure cell of a character: its place on the base, or the nearest that is left."""
    who = b.characters[c]
    u = b.figures[who.battalion]
    rank = max(min(who.rank, ranks_of(u) - 1), 0)
    row = rank_base(b, who.battalion, rank)
    profile = b.profiles[u.profile]
    wide = 0.5 * b.formations[u.formation].spacing * profile.cell_width
    aside = min((2 * who.file + 1) * wide, 2.0 * row.half_width - wide) - row.half_width
    return Base(row.x + row.fy * aside, row.y - row.fx * aside, row.fx, row.fy, wide, row.half_depth)
