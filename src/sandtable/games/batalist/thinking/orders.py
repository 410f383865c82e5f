"""How much use a battalion has for an order: what the shot, the fight or the way that it allows is likely to bring."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import kernel
from sandtable.games.batalist.enums import Burst, Goal, Ground, Order
from sandtable.games.batalist.rules.buildings import may_batter
from sandtable.games.batalist.rules.shooting import may_shoot_at
from sandtable.games.batalist.rules.ways import free_ahead, is_base
from sandtable.games.batalist.rules.zones import is_before
from sandtable.games.batalist.thinking.attacks import AWAY, facing_of, value_of_fight, value_of_shot
from sandtable.games.batalist.thinking.objectives import errand_of, is_leaving, is_precious, is_shooter, longing
from sandtable.games.batalist.thinking.passage import BEYOND
from sandtable.kernel.geometry import base_of, distance_between
from sandtable.kernel.records import NONE

SECOND = 0.8
"""What a second order of a turn is worth beside the first."""

ERRAND = 4.0
"""What a Move is worth to whom the scenario sends somewhere."""

LAST_MOVE = 6.0
"""The same more for the Move that takes it there, where it is sent past the enemy."""

ROUND = 0.5
"""The part of a Move that one who is to leave by the enemy's edge makes at least: it wheels out of the way."""

ON_ERRAND = 0.3
"""What a fight is worth to whom the scenario sends elsewhere, beside what it is worth to others."""

LEAVING = 0.1
"""The same to whom it sends over the enemy's edge: it goes round enemies."""

BREACH = 9.0
"""What a blow is worth at a building that bars the way to what wins the scenario."""


@kernel
def barrier(b):
    """The building that is to be knocked down, a fence on the way first, then the gate; NONE if the way is open."""
    if b.goal != Goal.WALL:
        return NONE
    gate = NONE
    for k in range(b.terrain.n_features):
        if b.sites[k].is_goal != 0 and b.terrain.features[k].kind == Ground.BUILDING:
            gate = k
    if gate == NONE:
        return NONE
    aim = b.terrain.features[gate]
    for k in range(b.terrain.n_features):
        feature = b.terrain.features[k]
        across = feature.x0 < 0.5 * (aim.x0 + aim.x1) < feature.x1
        if feature.kind == Ground.BUILDING and across and feature.y1 < aim.y0:
            return k
    return gate


@kernel
def use_of_battering(b, i, shooting):
    """How much use battalion ``i`` has for a blow at the building that bars the way."""
    if b.figures[i].side != 0:
        return 0.0
    k = barrier(b)
    return BREACH if k != NONE and may_batter(b, i, k, shooting) else 0.0


@kernel
def likely_target(b, i, reach):
    """The strongest enemy within so many steps before battalion ``i``, or NONE."""
    best, found = 0, NONE
    base = base_of(b.figures[i])
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side != b.figures[i].side and is_base(other) and other.healthy > best:
            if distance_between(base, base_of(other)) <= reach and is_before(b, i, j):
                best, found = other.healthy, j
    return found


@kernel
def use_of_shot(b, i, j, moves):
    """How much use battalion ``i``, with ``j`` nearest to it, has for a shot; ``moves``: after a Move of this turn."""
    profile = b.profiles[b.figures[i].profile]
    aim = likely_target(b, i, profile.radius + (profile.speed if moves else 0.0))
    if aim == NONE:
        return 0.0
    if not moves and not may_shoot_at(b, i, aim):
        if not may_shoot_at(b, i, j):
            return 0.0
        aim = j
    return value_of_shot(b, i, aim, b.figures[aim].x, b.figures[aim].y)


@kernel
def room_to_move(b, i):
    """The part of one more Move that battalion ``i`` could go straight ahead: walls, water and friends stop it."""
    u = b.figures[i]
    base = base_of(u)
    speed = max(b.profiles[u.profile].speed, 1.0)
    ordered = 1.0 if u.given > 0 and u.cards[0] == Order.MOVE else 0.0
    free = free_ahead(b, i, base, base.fx, base.fy, (ordered + 1.0) * speed, NONE)
    return min(max(free / speed - ordered, 0.1), 1.0)


@kernel
def passes_by(b, i):
    """Battalion ``i`` is sent past the enemy and not to where that one stands."""
    return (b.goal == Goal.EXIT or b.goal == Goal.WALL) and errand_of(b, i).is_sent


@kernel
def use_of_move(b, i, eye):
    """How much use battalion ``i`` has for a Move: towards its errand, or to where a shot or a fight pays."""
    u = b.figures[i]
    profile = b.profiles[u.profile]
    far = longing(b, i, eye, base_of(u))
    if far <= 1.5:
        return 0.1
    if errand_of(b, i).is_sent:
        there = LAST_MOVE if passes_by(b, i) and far - BEYOND < profile.speed else 0.0
        room = room_to_move(b, i)
        if is_leaving(b, i):
            room = max(room, ROUND)
        return there + (ERRAND + max(1.0 - 0.05 * far, 0.2)) * room
    hope = 0.5 + eye.gain
    if is_shooter(b, i):
        hope += (12.0 if profile.burst == Burst.AREA else 3.0) * math.pow(AWAY, far / max(profile.speed, 1.0))
    return hope * room_to_move(b, i)


@kernel
def use_of_order(b, i, eye, order):
    """How much use battalion ``i``, with its eye on these enemies, has for another order of this kind."""
    u = b.figures[i]
    if eye.near == NONE:
        return 0.0
    second = SECOND if u.given > 0 else 1.0
    moves = u.given > 0 and u.cards[0] == Order.MOVE
    if order == Order.SHOOTING_ATTACK and is_leaving(b, i):
        return 0.0  # who has to get over the edge in ten turns does not stop for that
    if order == Order.SHOOTING_ATTACK:
        return second * max(use_of_shot(b, i, eye.near, moves), use_of_battering(b, i, shooting=True))
    if order == Order.MELEE_ATTACK:
        use = use_of_battering(b, i, shooting=False)
        if eye.prey != NONE and not is_precious(b, i):
            reach = b.profiles[u.profile].speed * (2.0 if moves else 1.0)
            ahead = moves or facing_of(b, eye.prey, base_of(u)) > 0.3
            if ahead and distance_between(base_of(u), base_of(b.figures[eye.prey])) <= reach:
                part = LEAVING if is_leaving(b, i) else ON_ERRAND if passes_by(b, i) else 1.0
                use = max(use, value_of_fight(b, i, eye.prey, ordered=True) * part)
        return second * use
    if order == Order.MOVE:
        return second * use_of_move(b, i, eye)
    apart = distance_between(base_of(u), base_of(b.figures[eye.near]))
    if order == Order.TURN:
        return 0.8 if facing_of(b, eye.near, base_of(u)) < 0.3 and apart < 20.0 else 0.0
    if order == Order.RECOVERY:
        return 0.1 * u.wounded if apart > 8.0 else 0.0
    return 0.0
