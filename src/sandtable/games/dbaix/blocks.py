"""Which groups to offer: whole blocks of a side, their ranks, and the files that officers lead."""

from __future__ import annotations

import numpy as np

from sandtable.games.dbaix.groups import block_of, is_in
from sandtable.kernel.compiling import kernel
from sandtable.kernel.records import MAX_ACTORS, NONE

LEVEL = 0.1
"""Inches within which figures of a block stand in one rank or file."""

MAX_GROUPS = 16


@kernel
def _size(mask, n):
    """How many of the first ``n`` figures are in the mask."""
    count = 0
    for i in range(n):
        if is_in(mask, i):
            count += 1
    return count


@kernel
def _add(b, mask, groups, n):
    """Add a group of two or more that is not listed yet; returns how many there are now."""
    size = _size(mask, b.n_figures)
    if size < 2 or size > MAX_ACTORS or n >= len(groups):
        return n
    for k in range(n):
        if groups[k] == mask:
            return n
    groups[n] = mask
    return n + 1


@kernel
def _level_with(b, links, block, i, in_rank):
    """Those of the block linked to figure ``i`` within its rank (or else within its file)."""
    leader = b.figures[i]
    line = np.int64(0)
    for j in range(b.n_figures):
        if not is_in(block, j):
            continue
        dx = b.figures[j].x - leader.x
        dy = b.figures[j].y - leader.y
        off = dx * leader.fx + dy * leader.fy if in_rank else dx * leader.fy - dy * leader.fx
        if abs(off) <= LEVEL:
            line |= np.int64(1) << np.int64(j)
    return block_of(links, i, line)


@kernel
def first_of(b, block):
    """Who leads a block: the officer farthest to the front, else whoever is; of equals the leftmost."""
    best = NONE
    score = 0.0
    frame = NONE
    for i in range(b.n_figures):
        if not is_in(block, i):
            continue
        if frame == NONE:
            frame = i
        anchor = b.figures[frame]
        dx = b.figures[i].x - anchor.x
        dy = b.figures[i].y - anchor.y
        value = 100.0 * (dx * anchor.fx + dy * anchor.fy) - (dx * anchor.fy - dy * anchor.fx)
        if b.figures[i].officer != 0:
            value += 1e6
        if best == NONE or value > score:
            best = i
            score = value
    return best


@kernel
def groups_of_block(b, links, block, groups):
    """Fill ``groups`` with masks: the block itself, its ranks, and its officers' files; return how many.

    Of a block with more than three ranks only the foremost and the rearmost are offered.
    """
    n = _add(b, block, groups, 0)
    if n == 0:
        return 0
    anchor = b.figures[first_of(b, block)]
    front = -1e9
    rear = 1e9
    for i in range(b.n_figures):
        if is_in(block, i):
            forward = (b.figures[i].x - anchor.x) * anchor.fx + (b.figures[i].y - anchor.y) * anchor.fy
            front = max(front, forward)
            rear = min(rear, forward)
    deep = front - rear > 2.5 * anchor.depth
    done = np.int64(0)
    for i in range(b.n_figures):
        if not is_in(block, i) or is_in(done, i):
            continue
        forward = (b.figures[i].x - anchor.x) * anchor.fx + (b.figures[i].y - anchor.y) * anchor.fy
        if deep and abs(forward - front) > LEVEL and abs(forward - rear) > LEVEL:
            continue
        rank = _level_with(b, links, block, i, True)
        done |= rank
        n = _add(b, rank, groups, n)
    for i in range(b.n_figures):
        if is_in(block, i) and b.figures[i].officer != 0:
            n = _add(b, _level_with(b, links, block, i, False), groups, n)
    return n


@kernel
def fill_actors(b, block, action):
    """Name the figures of the block as actors, the leader first, the others by index."""
    action.actors[:] = NONE
    leader = first_of(b, block)
    action.actors[0] = leader
    n = 1
    for i in range(b.n_figures):
        if is_in(block, i) and i != leader:
            action.actors[n] = i
            n += 1
    action.n_actors = n
