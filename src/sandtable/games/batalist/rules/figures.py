"""DEF-16, SKL-3, SKL-4, SNI: single figures of a battalion, and how many of them a jet, a template or a line meets."""

from __future__ import annotations

import math

from sandtable.games.batalist.record import Formation, Skill, State
from sandtable.games.batalist.rules.distances import rank_base
from sandtable.games.batalist.rules.formations import figures_in_rank, has, looks_everywhere, ranks_of
from sandtable.games.batalist.rules.ground import seeing_from
from sandtable.games.batalist.rules.zones import zone_of
from sandtable.games.batalist.switches import Jet
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.geometry import LATTICE, TOUCH, Base, segment_enters
from sandtable.kernel.limits import is_within


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


@clause("BAT-SKL-4")
@kernel
def warriors_under(b, i, x, y, radius):
    """Figures of battalion ``i`` whose middle lies under a disc."""
    found = 0
    for rank in range(ranks_of(b.figures[i])):
        for file in range(number_in_rank(b, i, rank)):
            cell = cell_of(b, i, rank, file)
            if is_within(math.hypot(cell.x - x, cell.y - y), radius, LATTICE):
                found += 1
    return found


@kernel
def _in_jet(b, i, target):
    """Figures of one battalion in the reach of a jet of battalion ``i``."""
    u = b.figures[i]
    eye = seeing_from(b, i, target)
    radius = b.profiles[u.profile].radius
    found = 0
    for rank in range(ranks_of(b.figures[target])):
        for file in range(number_in_rank(b, target, rank)):
            cell = cell_of(b, target, rank, file)
            ahead = looks_everywhere(b, i) or zone_of(u, cell.x, cell.y) == 0
            if ahead and is_within(math.hypot(cell.x - eye.x, cell.y - eye.y), radius, LATTICE):
                found += 1
    return found


@clause("BAT-SKL-3")
@kernel
def warriors_in_jet(b, i, target):
    """Figures of the target, or where the house says so of every enemy, whom a jet of battalion ``i`` reaches."""
    if b.options.jet == Jet.TARGET:
        return _in_jet(b, i, target)
    found = 0
    for k in range(b.n_figures):
        other = b.figures[k]
        if other.side != b.figures[i].side and other.state == State.FIELD and other.healthy > 0:
            found += _in_jet(b, i, k)
    return found


@clause("BAT-SNI-3")
@kernel
def warriors_between(b, i, target, x, y):
    """Figures of the target whose cell the line from battalion ``i`` to a figure at (x, y) crosses."""
    eye = seeing_from(b, i, target)
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
    large = has(b, target, Skill.BIG.value) or has(b, target, Skill.RIDER.value)
    return large and warriors_between(b, i, target, x, y) > 0
