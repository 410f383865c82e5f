"""Where a battalion is wanted: within reach of the enemy, on the ground that wins the scenario, or out of danger."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandtable.games.batalist.record import Goal, Role, Skill, State
from sandtable.games.batalist.rules.formations import has
from sandtable.kernel.compiling import kernel
from sandtable.kernel.geometry import base_of, distance_between, distance_to_point
from sandtable.kernel.records import NONE

SAFE = 16.0
"""Steps from the enemy at which a general stays whose fall would lose the battle."""

SHY = 9.0
"""The same of a hero by himself."""

ROOM = 10.0
"""Steps behind him that he keeps free: who falls back over the edge has left the battle."""


@kernel
def is_precious(b, i):
    """The general stands with battalion ``i``, and the battle is lost with him."""
    c = b.figures[i].character
    return b.goal == Goal.GENERAL and c != NONE and b.characters[c].role == Role.GENERAL


@kernel
def is_dear(b, i):
    """A hero or the general stands with battalion ``i``: when he dies the whole army tests its morale."""
    u = b.figures[i]
    c = u.hero if u.hero != NONE else u.character
    return c != NONE and (b.characters[c].role == Role.GENERAL or b.characters[c].role == Role.HERO)


@kernel
def wanted_distance(b, i):
    """How far from the enemy battalion ``i`` likes to stand: shooters in range, leaders safe, others close."""
    if is_precious(b, i):
        return SAFE
    profile = b.profiles[b.figures[i].profile]
    if has(b, i, Skill.SHOOTER.value) and profile.shooting > profile.melee:
        return 0.85 * profile.radius
    return SHY if b.figures[i].hero != NONE else 0.0


class Errand(NamedTuple):
    """A place that wins the scenario, for one battalion."""

    is_sent: bool
    x: float
    y: float


@kernel
def goal_ground(b, which):
    """The piece of ground with this number among those that win the scenario; NONE if there are no more."""
    found = 0
    for k in range(b.terrain.n_features):
        if b.sites[k].is_goal != 0 and b.terrain.features[k].part_of == k:
            if found == which:
                return k
            found += 1
    return NONE


@kernel
def errand_of(b, i):
    """What the scenario sends battalion ``i`` for: a wood, an end of the ford, beyond the wall."""
    u = b.figures[i]
    if b.goal == Goal.WOODS or b.goal == Goal.FORD:
        number = 0
        while goal_ground(b, number) != NONE:
            number += 1
        if number > 0:
            feature = b.terrain.features[goal_ground(b, i % number)]
            return Errand(True, 0.5 * (feature.x0 + feature.x1), 0.5 * (feature.y0 + feature.y1))
    if b.goal == Goal.WALL and u.side == 0 and has(b, i, Skill.FLYING.value):
        return Errand(True, 0.0 + u.x, 0.5 * (b.wall + b.height))
    return Errand(False, 0.0, 0.0)


@kernel
def out_of_command(b, side, base):
    """Steps by which a base lies beyond the radius of the nearest own leader on the field; 0 where there is none."""
    best = math.inf
    for c in range(b.n_characters):
        who = b.characters[c]
        at = b.figures[who.battalion]
        if who.side == side and who.alive != 0 and who.radius > 0.0 and at.state == State.FIELD:
            best = min(best, max(distance_between(base, base_of(at)) - who.radius, 0.0))
    return 0.0 if best == math.inf else best


@kernel
def longing(b, i, j, base):
    """Steps by which a base of battalion ``i``, to which ``j`` is the nearest enemy, is farther than it likes.

    Who is sent somewhere goes out of command for his last Move alone.
    """
    to = errand_of(b, i)
    if to.is_sent:
        far = distance_to_point(base, to.x, to.y)
        last_go = b.profiles[b.figures[i].profile].speed
        return far if far <= last_go else far + 3.0 * out_of_command(b, b.figures[i].side, base)
    if j == NONE:
        return 0.0
    far = abs(distance_between(base, base_of(b.figures[j])) - wanted_distance(b, i))
    if is_precious(b, i):
        from_edge = base.y if b.sides[b.figures[i].side].zone_from <= 0.0 else b.height - base.y
        far += 2.0 * max(ROOM - from_edge, 0.0)
    return far
