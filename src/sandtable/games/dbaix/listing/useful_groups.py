"""Which groups to offer: whole blocks of a side, their ranks, and the files that officers lead."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.common.groups import block_around, note_block
from sandtable.kernel.bitsets import bit, lowest, without
from sandtable.kernel.records import NONE

LEVEL = 0.1
"""Inches within which figures of a block stand in one rank or file."""

MAX_GROUPS = 16


@kernel
def _level_with(b, links, block, i, in_rank):
    """Those of the block linked to figure ``i`` within its rank (or else within its file)."""
    leader = b.figures[i]
    line = 0
    left = block
    while left != 0:
        j = lowest(left)
        left = without(left, j)
        dx = b.figures[j].x - leader.x
        dy = b.figures[j].y - leader.y
        off = dx * leader.fx + dy * leader.fy if in_rank else dx * leader.fy - dy * leader.fx
        if abs(off) <= LEVEL:
            line |= bit(j)
    return block_around(links, i, line)


@kernel
def first_of(b, block):
    """Who leads a block: the officer farthest to the front, else whoever is; of equals the leftmost."""
    best = NONE
    score = 0.0
    frame = NONE
    left = block
    while left != 0:
        i = lowest(left)
        left = without(left, i)
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
    n = note_block(groups, block, 0)
    if n == 0:
        return 0
    anchor = b.figures[first_of(b, block)]
    front = -1e9
    rear = 1e9
    left = block
    while left != 0:
        i = lowest(left)
        left = without(left, i)
        forward = (b.figures[i].x - anchor.x) * anchor.fx + (b.figures[i].y - anchor.y) * anchor.fy
        front = max(front, forward)
        rear = min(rear, forward)
    deep = front - rear > 2.5 * anchor.depth
    left = block
    while left != 0:
        i = lowest(left)
        left = without(left, i)
        forward = (b.figures[i].x - anchor.x) * anchor.fx + (b.figures[i].y - anchor.y) * anchor.fy
        if deep and abs(forward - front) > LEVEL and abs(forward - rear) > LEVEL:
            continue
        rank = _level_with(b, links, block, i, in_rank=True)
        left &= ~rank
        n = note_block(groups, rank, n)
    left = block
    while left != 0:
        i = lowest(left)
        left = without(left, i)
        if b.figures[i].officer != 0:
            n = note_block(groups, _level_with(b, links, block, i, in_rank=False), n)
    return n


@kernel
def fill_actors(b, block, action):
    """Name the figures of the block as actors, the leader first, the others by index."""
    action.actors[:] = NONE
    leader = first_of(b, block)
    action.actors[0] = leader
    n = 1
    left = without(block, leader)
    while left != 0:
        action.actors[n] = lowest(left)
        left = without(left, action.actors[n])
        n += 1
    action.n_actors = n
