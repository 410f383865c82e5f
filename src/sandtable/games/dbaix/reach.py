"""REACH: how far figures can go straight, for whoever lists moves. Nothing here is a rule: every move is judged."""

from __future__ import annotations

import numpy as np

from sandtable.games.dbaix.groups import actor
from sandtable.games.dbaix.positions import are_enemies
from sandtable.games.dbaix.terrain import stops
from sandtable.kernel.compiling import kernel
from sandtable.kernel.geometry import LATTICE, TOUCH, Base, base_of
from sandtable.kernel.sweep import boxes_apart, free_distance, swept_box
from sandtable.kernel.terrain import free_distance_to_feature

SHORT_OF_ENEMIES = 0.1
"""Inches short of an enemy at which a move halts that is not meant to meet him."""

STILL = 1e-12
"""Slower than this along an axis nobody comes nearer on it."""


@kernel
def grown(base):
    """The base larger by what rounding its place may add: who has room for it stays clear on the lattice."""
    return Base(base.x, base.y, base.fx, base.fy, base.half_width + LATTICE, base.half_depth + LATTICE)


@kernel
def block_around(b, action):
    """The rectangle around the actors, who face as the leader does."""
    leader = base_of(b.figures[actor(action, 0)])
    front = leader.half_depth
    rear = -leader.half_depth
    left = -leader.half_width
    right = leader.half_width
    for k in range(1, action.n_actors):
        base = base_of(b.figures[actor(action, k)])
        dx = base.x - leader.x
        dy = base.y - leader.y
        ahead = dx * leader.fx + dy * leader.fy
        aside = dx * leader.fy - dy * leader.fx
        front = max(front, ahead + base.half_depth)
        rear = min(rear, ahead - base.half_depth)
        left = min(left, aside - base.half_width)
        right = max(right, aside + base.half_width)
    ahead = 0.5 * (front + rear)
    aside = 0.5 * (left + right)
    x = leader.x + ahead * leader.fx + aside * leader.fy
    y = leader.y + ahead * leader.fy - aside * leader.fx
    return Base(x, y, leader.fx, leader.fy, 0.5 * (right - left), 0.5 * (front - rear))


@kernel
def see(b, block, nearby):
    """Note of every other how far ahead and to the right of the block it is, and how near it may be on both axes."""
    block = grown(block)
    for k in range(nearby.n_others):
        other = base_of(b.figures[np.int64(nearby.others[k])])
        dx = other.x - block.x
        dy = other.y - block.y
        c = abs(block.fx * other.fx + block.fy * other.fy)
        s = abs(block.fx * other.fy - block.fy * other.fx)
        nearby.seen[k, 0] = dx * block.fx + dy * block.fy
        nearby.seen[k, 1] = dx * block.fy - dy * block.fx
        nearby.seen[k, 2] = block.half_depth + other.half_depth * c + other.half_width * s - TOUCH
        nearby.seen[k, 3] = block.half_width + other.half_width * c + other.half_depth * s - TOUCH


@kernel
def pick_seen(leader, ux, uy, distance, nearby):
    """List as ``close`` the others that a block may run into which goes so, facing kept; returns how many."""
    ahead = ux * leader.fx + uy * leader.fy
    aside = ux * leader.fy - uy * leader.fx
    per_ahead = 1.0 / (ahead if abs(ahead) > STILL else STILL)
    per_aside = 1.0 / (aside if abs(aside) > STILL else STILL)
    n = 0
    for k in range(nearby.n_others):
        middle = nearby.seen[k, 0] * per_ahead
        spread = nearby.seen[k, 2] * abs(per_ahead)
        other_middle = nearby.seen[k, 1] * per_aside
        other_spread = nearby.seen[k, 3] * abs(per_aside)
        begin = max(middle - spread, other_middle - other_spread)
        end = min(middle + spread, other_middle + other_spread)
        nearby.close[n] = nearby.others[k]
        n += int(max(begin, 0.0) < min(end, distance))
    return n


@kernel
def room(b, i, base, ux, uy, distance, count, nearby):
    """How far figure ``i`` gets from ``base`` along the unit vector, at most ``distance``, halting short of enemies.

    Of the others only the ``count`` that are ``close`` are in its way.
    """
    base = grown(base)
    free = distance
    for n in range(count):
        j = np.int64(nearby.close[n])
        reach = free_distance(base, ux, uy, free, base_of(b.figures[j]))
        if reach < free:
            free = reach
            if are_enemies(b.figures[i], b.figures[j]):
                free -= SHORT_OF_ENEMIES
    if nearby.n_features == 0:
        return max(free, 0.0)
    box = swept_box(base, ux * distance, uy * distance)
    for f in range(nearby.n_features):
        t = np.int64(nearby.features[f])
        feature = b.terrain.features[t]
        if not boxes_apart(box, feature) and stops(b, b.figures[i], feature):
            free = min(free, free_distance_to_feature(base, ux, uy, max(free, 0.0), b.terrain, t))
    return max(free, 0.0)
