"""Groups: figures linked to one another into blocks that face one way. Who is linked to whom is each game's own rule.

Sets of figures are masks (see ``kernel/bitsets.py``). ``links`` (i8, by index) holds for every figure the mask of those
linked to it.
"""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.kernel.action_checks import actor
from sandtable.kernel.bitsets import bit, count_of, lowest, without
from sandtable.kernel.records import MAX_ACTORS, NONE

SAME_WAY = 0.9999999
"""Cosine above which two facings are the same: less than three hundredths of a degree apart."""


@kernel
def face_the_same_way(figure, other):
    """Both figures face the same way."""
    return figure.fx * other.fx + figure.fy * other.fy > SAME_WAY


@kernel
def faces_otherwise(b, action):
    """The first actor that does not face the leader's way, or NONE."""
    leader = b.figures[actor(action, 0)]
    for k in range(1, action.n_actors):
        if not face_the_same_way(leader, b.figures[actor(action, k)]):
            return actor(action, k)
    return NONE


@kernel
def link(links, i, j):
    """Note that two figures are linked."""
    links[i] |= bit(j)
    links[j] |= bit(i)


@kernel
def block_around(links, i, among):
    """The whole block that figure ``i`` belongs to, of those in ``among``: a mask."""
    block = bit(i)
    if links[i] & among == 0:
        return block
    waiting = block
    while waiting != 0:
        j = lowest(waiting)
        joined = links[j] & among & ~block
        block |= joined
        waiting = without(waiting, j) | joined
    return block


@kernel
def note_block(blocks, block, n):
    """List a block of two or more once, if the list has room; returns how many it has now."""
    size = count_of(block)
    if size < 2 or size > MAX_ACTORS or n >= len(blocks):
        return n
    for k in range(n):
        if blocks[k] == block:
            return n
    blocks[n] = block
    return n + 1
