"""Who had better lie in ambush, and what orders there are worth: they are free, two markers in three false."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import kernel
from sandtable.games.batalist.enums import Order, State
from sandtable.games.batalist.rules.ambush import hides, is_in_zone, place_in_thought, true_marker
from sandtable.games.batalist.rules.searching import can_strike
from sandtable.games.batalist.thinking.attacks import value_of_charge, value_of_shot
from sandtable.games.batalist.thinking.objectives import is_shooter
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.records import NONE

LAID = 2.0
"""What it is worth to lay the markers: from then on the battalion may strike."""

ON = 0.5
"""What it is worth to have them go on, where nobody is in reach."""


@kernel
def has_cover(b, side):
    """There is a wood or ravine in which a side may lay markers."""
    for k in range(b.terrain.n_features):
        if hides(b, k) and not is_in_zone(b, k, 1 - side):
            return True
    return False


@kernel
def value_of_hiding(b, i):
    """What it is worth that battalion ``i`` lies in ambush: the per cent of the army that strikes from there.

    Shooters do better in the open, and a leader in ambush gives no orders.
    """
    u = b.figures[i]
    leads = u.character != NONE and b.characters[u.character].radius > 0.0
    if leads or is_shooter(b, i) or not has_cover(b, u.side):
        return -1.0
    return 100.0 * u.healthy / max(b.sides[u.side].start, 1)


@kernel
def distance_to_enemies(b, side, x, y):
    """Steps from a point to the middle of the nearest enemy of a side on the field."""
    best = math.inf
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side != side and other.state == State.FIELD and other.healthy > 0:
            best = min(best, distance_of_points(x, y, other.x, other.y))
    return best


@kernel
def value_from_ambush(b, i, j, order, from_x, from_y):
    """What an attack of battalion ``i`` on ``j`` from its true marker there brings. Leaves it as it is."""
    u = b.figures[i]
    formation, files, state = u.formation, u.files, u.state
    x, y, fx, fy = u.x, u.y, u.fx, u.fy
    width, depth, moved, reformed = u.width, u.depth, u.moved, u.reformed
    place_in_thought(b, i, j, from_x, from_y)
    u.state = State.FIELD
    if order == Order.SHOOTING_ATTACK:
        value = value_of_shot(b, i, j, b.figures[j].x, b.figures[j].y)
    else:
        value = value_of_charge(b, i, j, 0)
    u.formation, u.files, u.state = formation, files, state
    u.x, u.y, u.fx, u.fy = x, y, fx, fy
    u.width, u.depth, u.moved, u.reformed = width, depth, moved, reformed
    return value


@kernel
def use_in_ambush(b, i, order):
    """How much use battalion ``i`` in ambush has for an order: its markers are laid, it strikes, or they go on."""
    m = true_marker(b, i)
    if m == NONE:
        return LAID if order == Order.MOVE and has_cover(b, b.figures[i].side) else 0.0
    marker = b.markers[m]
    if order == Order.MOVE:
        return ON
    profile = b.profiles[b.figures[i].profile]
    reach = profile.radius if order == Order.SHOOTING_ATTACK else profile.speed
    best = 0.0
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side != b.figures[i].side and other.state == State.FIELD and other.healthy > 0:
            apart = distance_of_points(marker.x, marker.y, other.x, other.y) - 0.5 * max(other.width, other.depth)
            if apart <= reach and can_strike(b, i, j, order, marker.x, marker.y):
                best = max(best, value_from_ambush(b, i, j, order, marker.x, marker.y))
    return best


@kernel
def nearer_from_ambush(b, action):
    """Steps by which a Move brings markers nearer to the enemy; less how far off they are, if it lays them."""
    i, side = action.actors[0], b.figures[action.actors[0]].side
    m = true_marker(b, i)
    before = 0.0 if m == NONE else distance_to_enemies(b, side, b.markers[m].x, b.markers[m].y)
    return before - distance_to_enemies(b, side, action.x, action.y)
