"""Groups: figures linked edge to edge and corner to corner into blocks (MOV-3 to MOV-6)."""

from __future__ import annotations

import numpy as np

from sandtable.games.dbaix.positions import REACH
from sandtable.kernel.bits import lowest, without
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.contact import are_linked
from sandtable.kernel.geometry import base_of, placed, snapped

SAME_WAY = 0.9999999
"""Cosine above which two facings are the same: less than three hundredths of a degree apart."""


@kernel
def actor(action, k):
    """Index of the action's ``k``-th actor."""
    return np.int64(action.actors[k])


@kernel
def face_the_same_way(figure, other):
    """Both figures face the same way."""
    return figure.fx * other.fx + figure.fy * other.fy > SAME_WAY


@clause("DBAIX-MOV-4")
@kernel
def is_linked(b, i, j):
    """Figures ``i`` and ``j`` touch along an edge and at a corner, whatever way they face."""
    figure = b.figures[i]
    other = b.figures[j]
    if (abs(figure.x - other.x) > REACH) | (abs(figure.y - other.y) > REACH):
        return False
    return are_linked(base_of(figure), base_of(other))


@kernel
def actors_mask(action):
    """The action's actors as bits of one 64-bit number: bit i stands for figure i."""
    mask = np.int64(0)
    for k in range(action.n_actors):
        mask |= np.int64(1) << actor(action, k)
    return mask


@kernel
def is_in(mask, i):
    """Figure ``i`` is one of those in ``mask``."""
    return (mask >> np.int64(i)) & np.int64(1) != 0


@clause("DBAIX-MOV-4", "DBAIX-MOV-5", "DBAIX-MOV-6")
@kernel
def apart_from_leader(b, action):
    """The first actor that no chain of links joins to the leader, or -1: then the actors are one connected block.

    The block may be part of a larger one: whoever is not named stays behind (MOV-6).
    """
    reached = np.int64(1)  # bit k: actor k, as the following masks
    waiting = np.int64(1)
    while waiting != 0:
        for k in range(action.n_actors):
            if not is_in(waiting, k):
                continue
            waiting &= ~(np.int64(1) << np.int64(k))
            for other in range(action.n_actors):
                if not is_in(reached, other) and is_linked(b, actor(action, k), actor(action, other)):
                    reached |= np.int64(1) << np.int64(other)
                    waiting |= np.int64(1) << np.int64(other)
    for k in range(action.n_actors):
        if not is_in(reached, k):
            return actor(action, k)
    return -1


@clause("DBAIX-MOV-5")
@kernel
def faces_otherwise(b, action):
    """The first actor that does not face the leader's way, or -1."""
    leader = b.figures[actor(action, 0)]
    for k in range(1, action.n_actors):
        if not face_the_same_way(leader, b.figures[actor(action, k)]):
            return actor(action, k)
    return -1


@kernel
def fill_links(b, among, links):
    """For every figure in ``among``: fill ``links`` with the mask of those in it linked to him who face his way."""
    for i in range(b.n_figures):
        links[i] = 0
    while among != 0:
        i = lowest(among)
        among = without(among, i)
        others = among
        while others != 0:
            j = lowest(others)
            others = without(others, j)
            if is_linked(b, i, j) and face_the_same_way(b.figures[i], b.figures[j]):
                links[i] |= np.int64(1) << np.int64(j)
                links[j] |= np.int64(1) << np.int64(i)


@kernel
def block_of(links, i, among):
    """The connected block around figure ``i``, taken from the figures in ``among``: a mask. See ``fill_links``."""
    block = np.int64(1) << np.int64(i)
    if links[i] & among == 0:
        return block
    waiting = block
    while waiting != 0:
        joined = links[lowest(waiting)] & among & ~block
        block |= joined
        waiting = without(waiting, lowest(waiting)) | joined
    return block


@clause("DBAIX-CAMP-6")
@kernel
def set_down_place(b, action, k):
    """Where the ``k``-th actor of a muster is set down, a base on the lattice.

    The block has ``amount`` files and faces out of gate ``target``; actors fill it from its front rank, left to
    right; the rear edge of its last rank is on the gate line, its middle ``x`` inches to the right of the
    gate's. A last rank that is not full is filled from the left.
    """
    gate = b.gates[action.target]
    files = max(action.amount, 1)
    ranks = (action.n_actors + files - 1) // files
    base = base_of(b.figures[actor(action, k)])
    out = (ranks - 1 - k // files) * 2.0 * base.half_depth + base.half_depth
    aside = action.x + (k % files - (files - 1) / 2.0) * 2.0 * base.half_width
    x = gate.x + out * gate.fx + aside * gate.fy
    y = gate.y + out * gate.fy - aside * gate.fx
    return snapped(placed(base, x, y, gate.fx, gate.fy))
