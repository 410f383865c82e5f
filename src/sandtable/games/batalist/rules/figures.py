"""DEF-16, SNI: the cells of single figures of a battalion, and how many of them a line of sight crosses."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.enums import Formation, Skill
from sandtable.games.batalist.rules.distances import rank_base
from sandtable.games.batalist.rules.formations import figures_in_rank, has, ranks_of
from sandtable.games.batalist.rules.ground import seeing_from
from sandtable.kernel.geometry import TOUCH, Base, base_of, segment_enters


@clause("BAT-DEF-9", "BAT-FRM-6")
@kernel
def number_in_rank(b, i, rank):
    """Figures of battalion ``i`` in a rank, the first being 0; those of a Hedgehog counted from its front side."""
    u = b.figures[i]
    if u.formation != Formation.HEDGEHOG:
        return figures_in_rank(u, rank)
    side = ranks_of(u)
    return max(min(side, u.healthy - rank * side), 0)


@clause("BAT-DEF-10", "BAT-DEF-16", "BAT-DEF-32")
@kernel
def cell_of(b, i, rank, file):
    """The cell of one figure: its file counts from the left, in a rank that stands centred."""
    u = b.figures[i]
    row = rank_base(b, i, rank)
    half = row.half_width / max(number_in_rank(b, i, rank), 1)
    aside = (2 * file + 1) * half - row.half_width
    return Base(row.x + u.fy * aside, row.y - u.fx * aside, row.fx, row.fy, half, row.half_depth)


@clause("BAT-SNI-3")
@kernel
def warriors_between(b, i, target, x, y):
    """Figures of the target whose cell the line from battalion ``i`` to a figure at (x, y) crosses."""
    other = b.figures[target]
    eye = seeing_from(b, i, base_of(b.figures[i]), other.x, other.y)
    found = 0
    for rank in range(ranks_of(b.figures[target])):
        for file in range(number_in_rank(b, target, rank)):
            if segment_enters(cell_of(b, target, rank, file), eye.x, eye.y, x, y, TOUCH):
                found += 1
    return found


@clause("BAT-SNI-4")
@kernel
def is_covered_by_large(b, i, target, x, y):
    """Big figures or Riders of the target stand in the line to a figure at (x, y): it cannot be chosen."""
    large = has(b, target, Skill.BIG) or has(b, target, Skill.RIDER)
    return large and warriors_between(b, i, target, x, y) > 0
