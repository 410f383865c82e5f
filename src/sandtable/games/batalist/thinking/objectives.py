"""Where a battalion is wanted: within reach of the enemy, on the ground that wins the scenario, or out of danger."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandtable.compiler.decorators import kernel
from sandtable.games.batalist.enums import Goal, Ground, Role, Skill, State
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.independents import is_independent
from sandtable.games.batalist.thinking.passage import BEYOND, Passage, left_of_way
from sandtable.kernel.geometry import base_of, distance_between, distance_to_point
from sandtable.kernel.records import NONE

SAFE = 16.0
"""Steps from the enemy at which a general stays whose fall would lose the battle."""

SHY = 12.0
"""The same of another hero, and of others who would lose every fight."""

HIDDEN = 24.0
"""The same of a hero, from markers, too, where the general must not flee: at its death the whole army tests."""

ROOM = 10.0
"""Steps behind it that it keeps free: what falls back over the edge has left the battle."""


@kernel
def is_precious(b, i):
    """The general stands with battalion ``i``, and the battle is lost with the general."""
    c = b.figures[i].character
    return b.goal == Goal.GENERAL and c != NONE and b.characters[c].role == Role.GENERAL


@kernel
def is_kept_back(b, i):
    """A lone hero, where the battle is lost with the general: any hit kills it, and then the general tests."""
    return b.goal == Goal.GENERAL and b.figures[i].hero != NONE


@kernel
def is_dear(b, i):
    """A hero or the general stands with battalion ``i``: at that death the whole army tests its morale."""
    u = b.figures[i]
    c = u.hero if u.hero != NONE else u.character
    return c != NONE and (b.characters[c].role == Role.GENERAL or b.characters[c].role == Role.HERO)


@kernel
def wanted_distance(b, i):
    """How far from the enemy battalion ``i`` likes to stand: shooters in range, leaders safe, others close."""
    if is_precious(b, i):
        return SAFE
    if is_kept_back(b, i):
        return HIDDEN
    if is_shooter(b, i):
        return 0.85 * b.profiles[b.figures[i].profile].radius
    return SHY if b.figures[i].hero != NONE else 0.0


class Eye(NamedTuple):
    """On which enemies a battalion has its eye, and by which way it gets past them."""

    near: int  # the nearest, or NONE
    prey: int  # the one that it would best fight, or NONE where it would lose every fight
    gain: float  # what that fight brings, the less the farther away
    out: Passage  # over the enemy's edge, of who is sent there


class Errand(NamedTuple):
    """A place that wins the scenario, for one battalion."""

    is_sent: bool
    x: float
    y: float


NO_ERRAND = Errand(is_sent=False, x=0.0, y=0.0)


@kernel
def is_shooter(b, i):
    """Battalion ``i`` does more by shooting than hand to hand."""
    profile = b.profiles[b.figures[i].profile]
    return has(b, i, Skill.SHOOTER) and profile.shooting > profile.melee


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
def place_of_goal(b, number):
    """The middle of the goal with this number among the pieces of ground that win the scenario."""
    feature = b.terrain.features[goal_ground(b, number)]
    return Errand(is_sent=True, x=0.5 * (feature.x0 + feature.x1), y=0.5 * (feature.y0 + feature.y1))


HALF_OF_FORD = 2.5
"""Steps from the middle of the ford within which one may go straight over it."""


@kernel
def over_the_ford(b, i, near, far):
    """To the far end of the ford, by way of the near one: beside the ford lies the river."""
    u = b.figures[i]
    first, last = place_of_goal(b, near), place_of_goal(b, far)
    ahead = 1.0 if last.y > first.y else -1.0
    has_come_over = (u.y - first.y) * ahead > 0.5 * abs(last.y - first.y)
    if has_come_over or abs(u.x - first.x) < HALF_OF_FORD:
        return last
    return Errand(is_sent=True, x=first.x, y=first.y - ahead * 0.5 * u.depth)


@kernel
def is_in_the_way(b, i, near):
    """Battalion ``i`` stands in the ford, beyond its near end, or has come over it."""
    u = b.figures[i]
    first, last = place_of_goal(b, near), place_of_goal(b, 1 - near)
    over = (u.y - first.y) / (last.y - first.y)
    return over > 0.9 or (over > 0.1 and abs(u.x - first.x) < 2.0 * HALF_OF_FORD)


@kernel
def to_end_of_ford(b, i):
    """Who holds which end: the fastest hero and a third of the battalions the far one, the others the near.

    The last third, and all shooters, fight; but nobody stays where others are to go over.
    """
    u = b.figures[i]
    near = 0 if b.sides[u.side].zone_from <= 0.0 else 1
    if is_in_the_way(b, i, near):
        return place_of_goal(b, 1 - near)
    goes_over = i % 3 == 0
    if u.hero == NONE:
        if is_shooter(b, i) or i % 3 == 2:
            return NO_ERRAND
    else:
        goes_over = True
        for j in range(b.n_figures):
            other = b.figures[j]
            if other.side == u.side and other.hero != NONE and j != i and other.state == State.FIELD:
                goes_over = goes_over and b.profiles[other.profile].speed <= b.profiles[u.profile].speed
    return over_the_ford(b, i, near, 1 - near) if goes_over else place_of_goal(b, near)


@kernel
def beyond_wall(b, i):
    """Over the wall for who flies; through the gate for heroes and the fast ones, once it has fallen."""
    u = b.figures[i]
    inside = 0.5 * (b.wall + b.height)
    if has(b, i, Skill.FLYING):
        return Errand(is_sent=True, x=u.x, y=inside)
    gate = b.terrain.features[goal_ground(b, 0)]
    if gate.kind == Ground.BUILDING or (is_shooter(b, i) and u.hero == NONE):
        return NO_ERRAND
    x = 0.5 * (gate.x0 + gate.x1)
    before = gate.y0 - 0.5 * u.depth - 0.5
    if u.y < before - 1.0 and abs(u.x - x) > 0.3 * (gate.x1 - gate.x0):
        return Errand(is_sent=True, x=x, y=before)
    return Errand(is_sent=True, x=x, y=gate.y1 + u.depth + 1.0)


@kernel
def is_runner(b, i):
    """Who gets through to the enemy's edge: heroes, who order themselves, Independent warriors, flyers and riders."""
    flies = has(b, i, Skill.FLYING)
    return (
        b.figures[i].hero != NONE or flies or has(b, i, Skill.INDEPENDENT) or has(b, i, Skill.RIDER)
    )  # fmt: skip


@kernel
def is_leaving(b, i):
    """Battalion ``i`` is sent over the enemy's edge."""
    return b.goal == Goal.EXIT and is_runner(b, i)


@kernel
def errand_of(b, i):
    """What the scenario sends battalion ``i`` for: a wood, an end of the ford, beyond the wall, over the edge."""
    u = b.figures[i]
    if b.goal == Goal.WOODS:
        number = 0
        while goal_ground(b, number) != NONE:
            number += 1
        if number > 0:
            return place_of_goal(b, i % number)
    if b.goal == Goal.FORD and goal_ground(b, 1) != NONE:
        return to_end_of_ford(b, i)
    if b.goal == Goal.WALL and u.side == 0 and goal_ground(b, 0) != NONE:
        return beyond_wall(b, i)
    if is_leaving(b, i):
        return Errand(is_sent=True, x=u.x, y=b.height + BEYOND if b.sides[u.side].zone_from <= 0.0 else -BEYOND)
    return NO_ERRAND


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
def needs_command(b, i):
    """Battalion ``i`` gets orders from others alone: it has no leader with it, is no hero and not Independent."""
    u = b.figures[i]
    if u.hero != NONE or is_independent(b, i):
        return False
    return u.character == NONE or b.characters[u.character].radius == 0.0


@kernel
def distance_to_danger(b, i, near, base):
    """Steps from a base of battalion ``i`` to the enemy ``near`` or, if that is nearer, to a marker of the enemy's."""
    best = distance_between(base, base_of(b.figures[near]))
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies != 0 and marker.side != b.figures[i].side:
            best = min(best, distance_to_point(base, marker.x, marker.y))
    return best


@kernel
def longing(b, i, eye, base):
    """Steps by which a base of battalion ``i``, which has its eye on these enemies, is farther than it likes.

    One that is sent somewhere goes out of command for its last Move alone.
    """
    to = errand_of(b, i)
    if to.is_sent:
        far = left_of_way(base, eye.out) if b.goal == Goal.EXIT else distance_to_point(base, to.x, to.y)
        last_go = b.profiles[b.figures[i].profile].speed
        if not needs_command(b, i):
            return far
        return far if far <= last_go else far + 3.0 * out_of_command(b, b.figures[i].side, base)
    if eye.near == NONE:
        return 0.0
    if is_kept_back(b, i):
        return max(wanted_distance(b, i) - distance_to_danger(b, i, eye.near, base), 0.0)
    if is_precious(b, i):
        far = abs(distance_between(base, base_of(b.figures[eye.near])) - SAFE)
        from_edge = base.y if b.sides[b.figures[i].side].zone_from <= 0.0 else b.height - base.y
        return far + 2.0 * max(ROOM - from_edge, 0.0)
    if is_shooter(b, i):
        return abs(distance_between(base, base_of(b.figures[eye.near])) - wanted_distance(b, i))
    if eye.prey != NONE:
        return distance_between(base, base_of(b.figures[eye.prey]))
    return max(SHY - distance_between(base, base_of(b.figures[eye.near])), 0.0)
