"""GROUPS: elements linked edge to edge and corner to corner that face the same way (DBA-GROUP-4 to DBA-GROUP-12)."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.groups import block_around, face_the_same_way, link
from sandtable.kernel.action_checks import actor, actors_mask
from sandtable.kernel.bitsets import bit, is_in, lowest, without
from sandtable.kernel.contact import are_linked, is_directly_behind
from sandtable.kernel.geometry import Base, base_of
from sandtable.kernel.records import NONE

LEVEL = 0.1
"""Paces within which front edges are level, or middles in one file."""


class Front(NamedTuple):
    """The front rank of a group as its leader sees it: paces ahead of, and to the right of, the leader's middle."""

    level: float  # of the front edges
    left: float  # the left end of the front rank; wheels to the left pivot there
    right: float  # its right end


@kernel
def everybody(b):
    """All elements as a mask."""
    return bit(b.n_figures) - 1


@kernel
def _may_be_linked(figure, other):
    """They are near enough to touch: the cheap refusal."""
    dx = other.x - figure.x
    dy = other.y - figure.y
    across = 0.5 * (figure.width + other.width)
    along = 0.5 * (figure.depth + other.depth)
    return dx * dx + dy * dy <= across * across + along * along + 1.0


@clause("DBA-GROUP-4")
@kernel
def is_linked(b, i, j):
    """Elements ``i`` and ``j`` face the same way and touch edge to edge and corner to corner."""
    figure = b.figures[i]
    other = b.figures[j]
    if not _may_be_linked(figure, other) or not face_the_same_way(figure, other):
        return False
    return are_linked(base_of(figure), base_of(other))


@kernel
def link_all(b, among, links):
    """Fill ``links`` (i8[MAX_FIGURES]) for each of those in ``among``: the mask of those linked to it there."""
    left = among
    while left != 0:
        i = lowest(left)
        left = without(left, i)
        links[i] = 0
        others = among & (bit(i) - 1)
        while others != 0:
            j = lowest(others)
            others = without(others, j)
            if b.figures[i].side == b.figures[j].side and is_linked(b, i, j):
                link(links, i, j)


@clause("DBA-GROUP-4")
@kernel
def apart_from_leader(b, action, links):
    """The first actor that no chain of links joins to the leader, or NONE: then the actors are one group.

    The group may be part of a larger one: whoever is not named stays behind. ``links``: room for ``link_all``.
    """
    actors = actors_mask(action)
    link_all(b, actors, links)
    group = block_around(links, actor(action, 0), actors)
    for k in range(action.n_actors):
        if not is_in(group, actor(action, k)):
            return actor(action, k)
    return NONE


@kernel
def ahead_and_aside(leader, figure):
    """How far the middle of ``figure`` is ahead of the leader's, and to the leader's right."""
    dx = figure.x - leader.x
    dy = figure.y - leader.y
    return dx * leader.fx + dy * leader.fy, dx * leader.fy - dy * leader.fx


@clause("DBA-GROUP-5")
@kernel
def front_of(b, action):
    """The front rank of the actors (level, left and right end), as the leader sees it."""
    leader = b.figures[actor(action, 0)]
    level = -1e9
    for k in range(action.n_actors):
        figure = b.figures[actor(action, k)]
        ahead, aside = ahead_and_aside(leader, figure)
        level = max(level, ahead + 0.5 * figure.depth)
    left = 1e9
    right = -1e9
    for k in range(action.n_actors):
        figure = b.figures[actor(action, k)]
        ahead, aside = ahead_and_aside(leader, figure)
        if ahead + 0.5 * figure.depth >= level - LEVEL:
            left = min(left, aside - 0.5 * figure.width)
            right = max(right, aside + 0.5 * figure.width)
    return Front(level, left, right)


@kernel
def block_of(b, action):
    """The rectangle around all actors, facing as the leader does."""
    leader = b.figures[actor(action, 0)]
    front = -1e9
    rear = 1e9
    left = 1e9
    right = -1e9
    for k in range(action.n_actors):
        figure = b.figures[actor(action, k)]
        ahead, aside = ahead_and_aside(leader, figure)
        across = 0.5 * figure.width
        along = 0.5 * figure.depth
        if not face_the_same_way(leader, figure):  # a column on a bend
            across = 0.5 * (figure.width + figure.depth)
            along = across
        front = max(front, ahead + along)
        rear = min(rear, ahead - along)
        left = min(left, aside - across)
        right = max(right, aside + across)
    ahead = 0.5 * (front + rear)
    aside = 0.5 * (left + right)
    return Base(
        leader.x + leader.fx * ahead + leader.fy * aside,
        leader.y + leader.fy * ahead - leader.fx * aside,
        float(leader.fx),
        float(leader.fy),
        0.5 * (right - left),
        0.5 * (front - rear),
    )


@clause("DBA-GROUP-6", "DBA-GROUP-7")
@kernel
def is_one_wide(b, action):
    """All actors stand in one file behind one another, or there is only one."""
    leader = b.figures[actor(action, 0)]
    for k in range(1, action.n_actors):
        _ahead, aside = ahead_and_aside(leader, b.figures[actor(action, k)])
        if abs(aside) > LEVEL:
            return False
    return True


@clause("WAD-MEAS-4", "DBA-MOVE-8")
@kernel
def leading_elements(b, action):
    """Mask of the actors that have no other actor straight before them: those whose corners are measured."""
    if action.n_actors == 1:
        return bit(actor(action, 0))
    mask = 0
    for k in range(action.n_actors):
        i = actor(action, k)
        base = base_of(b.figures[i])
        leads = True
        for other in range(action.n_actors):
            if other != k and is_directly_behind(base, base_of(b.figures[actor(action, other)])):
                leads = False
        if leads:
            mask |= bit(i)
    return mask


@kernel
def _foremost(b, mask):
    """Of those in the mask, the leftmost of the front rank."""
    best = NONE
    score = 0.0
    frame = NONE
    for i in range(b.n_figures):
        if not is_in(mask, i):
            continue
        if frame == NONE:
            frame = i
        ahead, aside = ahead_and_aside(b.figures[frame], b.figures[i])
        value = 100.0 * (ahead + 0.5 * b.figures[i].depth) - aside
        if best == NONE or value > score:
            best = i
            score = value
    return best


@kernel
def fill_actors(b, mask, action):
    """Name the elements of the mask as actors: the leftmost of the front rank leads, the others by index."""
    leader = _foremost(b, mask)
    action.actors[:] = NONE
    action.actors[0] = leader
    n = 1
    for i in range(b.n_figures):
        if is_in(mask, i) and i != leader:
            action.actors[n] = i
            n += 1
    action.n_actors = n
