"""Groups: figures linked edge to edge and corner to corner into blocks (MOV-3 to MOV-6)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.groups import face_the_same_way, link
from sandtable.games.dbaix.rules.positions import REACH
from sandtable.kernel.action_checks import actor
from sandtable.kernel.bitsets import bit, lowest, without
from sandtable.kernel.contact import are_linked
from sandtable.kernel.geometry import base_of, placed, snapped
from sandtable.kernel.records import NONE


@clause("DBAIX-MOV-4")
@kernel
def is_linked(b, i, j):
    """Figures ``i`` and ``j`` touch along an edge and at a corner, whatever way they face."""
    figure = b.figures[i]
    other = b.figures[j]
    if (abs(figure.x - other.x) > REACH) | (abs(figure.y - other.y) > REACH):
        return False
    return are_linked(base_of(figure), base_of(other))


@clause("DBAIX-MOV-4", "DBAIX-MOV-5", "DBAIX-MOV-6")
@kernel
def apart_from_leader(b, action):
    """The first actor that no chain of links joins to the leader, or NONE: then the actors are one connected block.

    The block may be part of a larger one: whoever is not named stays behind (MOV-6).
    """
    everybody = bit(action.n_actors) - 1  # as places among the actors
    block = bit(0)
    waiting = block
    while waiting != 0:
        k = lowest(waiting)
        waiting = without(waiting, k)
        left = everybody & ~block
        while left != 0:
            other = lowest(left)
            left = without(left, other)
            if is_linked(b, actor(action, k), actor(action, other)):
                block |= bit(other)
                waiting |= bit(other)
    if block == everybody:
        return NONE
    return actor(action, lowest(everybody & ~block))


@kernel
def link_all(b, among, links):
    """For every figure in ``among``: fill ``links`` with the mask of those in it linked to it that face its way."""
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
                link(links, i, j)


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
