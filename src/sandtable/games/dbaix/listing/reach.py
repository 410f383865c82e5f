"""REACH: how far figures can go straight, for whoever lists moves. Nothing here is a rule: every move is judged."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.dbaix.rules.positions import are_enemies
from sandtable.games.dbaix.rules.terrain import stops
from sandtable.kernel.action_checks import actor
from sandtable.kernel.geometry import LATTICE, TOUCH, Base, base_of
from sandtable.kernel.sweep import boxes_apart, free_distance, swept_box
from sandtable.kernel.terrain import free_distance_to_feature

LEAST = 0.25
"""Inches below which a move straight somewhere is not worth offering."""

SHORT_OF_ENEMIES = 0.1
"""Inches short of an enemy at which a move halts that is not meant to meet it."""

STILL = 1e-12
"""Slower than this along an axis nobody comes nearer on it."""


@kernel
def grown(base):
    """The base larger by what rounding its place may add: who has room for it stays clear on the lattice."""
    return Base(base.x, base.y, base.fx, base.fy, base.half_width + LATTICE, base.half_depth + LATTICE)


@kernel
def block_around(b, action):
    """The rectangle around the actors, who face as the leader does, or within a hair of it."""
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
        c = abs(base.fx * leader.fx + base.fy * leader.fy)
        s = abs(base.fx * leader.fy - base.fy * leader.fx)
        half_depth = base.half_depth * c + base.half_width * s
        half_width = base.half_width * c + base.half_depth * s
        front = max(front, ahead + half_depth)
        rear = min(rear, ahead - half_depth)
        left = min(left, aside - half_width)
        right = max(right, aside + half_width)
    ahead = 0.5 * (front + rear)
    aside = 0.5 * (left + right)
    x = leader.x + ahead * leader.fx + aside * leader.fy
    y = leader.y + ahead * leader.fy - aside * leader.fx
    return Base(x, y, leader.fx, leader.fy, 0.5 * (right - left), 0.5 * (front - rear))


@kernel
def is_filled(b, action, block):
    """The actors leave nothing of the rectangle around them empty."""
    covered = 0.0
    for k in range(action.n_actors):
        figure = b.figures[actor(action, k)]
        covered += figure.width * figure.depth
    return covered > 4.0 * block.half_width * block.half_depth - TOUCH * TOUCH


@kernel
def see(b, leader, block, is_full, nearby):
    """Note of every other how far ahead and to the right of the block it is, and how near it may be on both axes.

    Of a base that stands parallel to a block without gaps this is all that there is to know.
    """
    block = grown(block)
    first = b.figures[leader]
    for k in range(nearby.n_others):
        figure = b.figures[nearby.others[k]]
        other = base_of(figure)
        dx = other.x - block.x
        dy = other.y - block.y
        c = abs(block.fx * other.fx + block.fy * other.fy)
        s = abs(block.fx * other.fy - block.fy * other.fx)
        nearby.seen[k, 0] = dx * block.fx + dy * block.fy
        nearby.seen[k, 1] = dx * block.fy - dy * block.fx
        nearby.seen[k, 2] = block.half_depth + other.half_depth * c + other.half_width * s
        nearby.seen[k, 3] = block.half_width + other.half_width * c + other.half_depth * s
        nearby.seen[k, 4] = SHORT_OF_ENEMIES if are_enemies(first, figure) else 0.0
        nearby.is_exact[k] = int(is_full and (c == 0.0 or s == 0.0))


@kernel
def pick_seen(leader, ux, uy, distance, nearby):
    """How far movers may go so, facing kept: as ``free`` what those seen exactly leave, as ``close`` who else may stop.

    Returns how many are close. Both are at most ``distance``, and short of enemies.
    """
    ahead = ux * leader.fx + uy * leader.fy
    aside = ux * leader.fy - uy * leader.fx
    per_ahead = 1.0 / (ahead if abs(ahead) > STILL else STILL)
    per_aside = 1.0 / (aside if abs(aside) > STILL else STILL)
    touch_ahead = TOUCH * abs(per_ahead)
    touch_aside = TOUCH * abs(per_aside)
    n = 0
    free = distance
    for k in range(nearby.n_others):
        middle = nearby.seen[k, 0] * per_ahead
        spread = nearby.seen[k, 2] * abs(per_ahead)
        other_middle = nearby.seen[k, 1] * per_aside
        other_spread = nearby.seen[k, 3] * abs(per_aside)
        begin = max(middle - spread + touch_ahead, other_middle - other_spread + touch_aside)
        end = min(middle + spread - touch_ahead, other_middle + other_spread - touch_aside)
        is_met = max(begin, 0.0) < min(end, distance)
        nearby.close[n] = nearby.others[k]
        n += int(is_met & (nearby.is_exact[k] == 0))
        meets = max(middle - spread, other_middle - other_spread) - nearby.seen[k, 4]
        free = min(free, meets if is_met & (nearby.is_exact[k] != 0) else free)
    nearby.free = max(free, 0.0)
    return n


@kernel
def room_among(b, i, base, ux, uy, distance, count, nearby):
    """How far ``base`` gets along the unit vector among the ``count`` others that are ``close``, at most ``distance``.

    It is that of figure ``i``, or of a block that it leads, and halts short of enemies. 0 where it is too little
    to be offered.
    """
    base = grown(base)
    free = distance
    for n in range(count):
        j = nearby.close[n]
        reach = free_distance(base, ux, uy, free, base_of(b.figures[j]))
        if reach < free:
            free = reach
            if are_enemies(b.figures[i], b.figures[j]):
                free -= SHORT_OF_ENEMIES
            if free < LEAST:
                return 0.0
    return free


@kernel
def room_on_ground(b, i, base, ux, uy, distance, nearby):
    """How far figure ``i`` gets from ``base`` along the unit vector before terrain stops it, at most ``distance``."""
    base = grown(base)
    box = swept_box(base, ux * distance, uy * distance)
    free = distance
    for f in range(nearby.n_features):
        t = nearby.features[f]
        feature = b.terrain.features[t]
        if not boxes_apart(box, feature) and stops(b, b.figures[i], feature):
            free = min(free, free_distance_to_feature(base, ux, uy, max(free, 0.0), b.terrain, t))
    return max(free, 0.0)


@kernel
def meets_ground(b, base, ux, uy, distance, nearby):
    """The box of some feature meets that around a base on its way: the cheap question before ``room_on_ground``."""
    box = swept_box(grown(base), ux * distance, uy * distance)
    met = 0
    for f in range(nearby.n_features):
        met += 1 - int(boxes_apart(box, b.terrain.features[nearby.features[f]]))
    return met > 0
