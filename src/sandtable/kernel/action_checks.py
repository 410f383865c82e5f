"""The actors and the way of an action: asked before any rule looks at them, whether they are what they should be."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import kernel
from sandtable.kernel.bitsets import bit
from sandtable.kernel.records import Path


@kernel
def are_figures(b, action):
    """Every actor is a figure of this battle, and named once."""
    if action.n_actors < 0 or action.n_actors > len(action.actors):
        return False
    for k in range(action.n_actors):
        if action.actors[k] < 0 or action.actors[k] >= b.n_figures:
            return False
        for earlier in range(k):
            if action.actors[earlier] == action.actors[k]:
                return False
    return True


@kernel
def actor(action, k):
    """Index of the action's ``k``-th actor."""
    return action.actors[k]


@kernel
def actors_mask(action):
    """The action's actors as bits of one 64-bit number: bit i stands for figure i."""
    mask = 0
    for k in range(action.n_actors):
        mask |= bit(actor(action, k))
    return mask


@kernel
def is_finite(action):
    """Every number of the end pose, the waypoints and the legs is a number."""
    if not (math.isfinite(action.x) and math.isfinite(action.y)):
        return False
    if not (math.isfinite(action.fx) and math.isfinite(action.fy)):
        return False
    for k in range(action.n_via):
        if not (math.isfinite(action.via[k, 0]) and math.isfinite(action.via[k, 1])):
            return False
    return True


@kernel
def is_way_described(action, last):
    """The action says how to go: a Path up to ``last``, the waypoints or legs that it needs, numbers, and a facing."""
    if action.n_via < 0 or action.n_via > len(action.via):
        return False
    if action.path < Path.STRAIGHT or action.path > last:
        return False
    if action.path != Path.STRAIGHT and action.n_via == 0:
        return False
    return is_finite(action) and (abs(action.fx) > 1e-9 or abs(action.fy) > 1e-9)
