"""Which groups to offer moves: whole ones, parts of them, and those of one type."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.common.groups import block_around, note_block
from sandtable.games.dba.rules.groups import link_all
from sandtable.kernel.bitsets import bit, count_of, is_in

MAX_GROUPS = 24
"""Groups that are offered moves."""


@kernel
def _part(b, group, leader, aside_least, aside_most):
    """Those of the group whose middles are so far to the right of the leader's (paces, both included)."""
    mask = 0
    first = b.figures[leader]
    for i in range(b.n_figures):
        if is_in(group, i):
            figure = b.figures[i]
            aside = (figure.x - first.x) * first.fy - (figure.y - first.y) * first.fx
            if aside_least <= aside <= aside_most:
                mask |= bit(i)
    return mask


@kernel
def _kin(b, group, i):
    """Those of the group that are of the same type as element ``i``."""
    mask = 0
    for j in range(b.n_figures):
        if is_in(group, j) and b.figures[j].type == b.figures[i].type:
            mask |= bit(j)
    return mask


@kernel
def find_groups(b, among, links, groups):
    """List in ``groups`` what is worth moving: whole groups, their left and right halves, those of one type within."""
    link_all(b, among, links)
    count = 0
    seen = 0
    for i in range(b.n_figures):
        if not is_in(among, i) or is_in(seen, i):
            continue
        group = block_around(links, i, among)
        seen |= group
        count = note_block(groups, group, count)
        if count_of(group) < 3:
            continue
        least = 1e9
        most = -1e9
        for j in range(b.n_figures):
            if is_in(group, j):
                figure = b.figures[j]
                aside = (figure.x - b.figures[i].x) * b.figures[i].fy - (figure.y - b.figures[i].y) * b.figures[i].fx
                least = min(least, aside)
                most = max(most, aside)
        middle = 0.5 * (least + most)
        count = note_block(groups, _part(b, group, i, least, middle - 1.0), count)
        count = note_block(groups, _part(b, group, i, middle + 1.0, most), count)
        for j in range(b.n_figures):
            if is_in(group, j):
                count = note_block(groups, block_around(links, j, _kin(b, group, j)), count)
    return count
