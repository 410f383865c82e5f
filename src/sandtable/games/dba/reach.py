"""REACH: how far movers can go straight, for whoever lists moves. Nothing here is a rule: every move is judged."""

from __future__ import annotations

from sandtable.games.dba.going import is_bad_for
from sandtable.games.dba.groups import actor
from sandtable.games.dba.marches import pivot_of, swung
from sandtable.games.dba.passing import may_pass_through
from sandtable.games.dba.positions import camp_base
from sandtable.games.dba.record import N_SIDES, Ground
from sandtable.kernel.compiling import kernel
from sandtable.kernel.geometry import base_of, snap
from sandtable.kernel.records import Path
from sandtable.kernel.sweep import free_distance
from sandtable.kernel.terrain import free_distance_to_feature

SHORT = 0.02
"""Paces by which a way stops short of bad going, a river and the board's edge: no rounding brings it in."""


@kernel
def _to_board_edge(b, base, ux, uy, distance):
    """How far a base may go along (ux, uy) before it reaches an edge of the board."""
    east = base.half_depth * abs(base.fx) + base.half_width * abs(base.fy)
    north = base.half_depth * abs(base.fy) + base.half_width * abs(base.fx)
    if ux > 1e-9:
        distance = min(distance, (b.table_width - east - base.x) / ux)
    elif ux < -1e-9:
        distance = min(distance, (base.x - east) / -ux)
    if uy > 1e-9:
        distance = min(distance, (b.table_height - north - base.y) / uy)
    elif uy < -1e-9:
        distance = min(distance, (base.y - north) / -uy)
    return max(distance, 0.0)


@kernel
def free_way(b, i, base, ux, uy, distance, around):
    """How far element ``i`` may go from ``base`` along (ux, uy) before somebody, a camp or water stops it.

    At most ``distance``. Friends whom it may pass through do not stop it; it may then end on one, which is not legal.
    """
    distance = _to_board_edge(b, base, ux, uy, distance)
    for m in range(around.n_others):
        j = around.others[m]
        if not may_pass_through(b, i, base, j):
            distance = free_distance(base, ux, uy, distance, base_of(b.figures[j]))
    for owner in range(N_SIDES):
        if b.camps[owner].present == 1 and owner != b.figures[i].camp:
            distance = free_distance(base, ux, uy, distance, camp_base(b, owner))
    for m in range(around.n_features):
        t = around.features[m]
        if b.terrain.features[t].kind == Ground.WATERWAY:
            distance = free_distance_to_feature(base, ux, uy, distance, b.terrain, t)
    return distance


@kernel
def _to_slow_ground(b, i, base, ux, uy, distance, around):
    """How far it may go before it enters bad going or a river; less than ``distance`` if it does."""
    for m in range(around.n_features):
        t = around.features[m]
        kind = b.terrain.features[t].kind
        if kind == Ground.RIVER or is_bad_for(b, b.figures[i], kind):
            free = free_distance_to_feature(base, ux, uy, distance, b.terrain, t)
            if free < distance:
                distance = max(free - SHORT, 0.0)
    return distance


@kernel
def straight_ahead(b, action, order, ux, uy, around):
    """How far the actors may go along the unit vector (ux, uy) off the road, as their ways and the ground allow it.

    Zones of control and the places where moves may end are not looked at. ``around`` has been filled for them.
    """
    clear = order.good
    dry = order.good
    for k in range(action.n_actors):
        i = actor(action, k)
        base = base_of(b.figures[i])
        clear = free_way(b, i, base, ux, uy, clear, around)
        dry = min(dry, _to_slow_ground(b, i, base, ux, uy, clear, around))
    if dry >= clear or not order.is_one_wide:
        return dry
    return max(dry, min(clear, order.bad))


@kernel
def set_ahead(b, action, distance):
    """Let the action's leader end so far straight ahead (negative: back), facing as he does."""
    leader = b.figures[actor(action, 0)]
    action.x = snap(leader.x + leader.fx * distance)
    action.y = snap(leader.y + leader.fy * distance)
    action.fx = leader.fx
    action.fy = leader.fy
    action.path = Path.STRAIGHT.value
    action.n_via = 0


@kernel
def set_wheel(b, action, front, before, degrees, after):
    """Let the action's leader end where his group's march leads: ahead, one wheel clockwise by ``degrees``, ahead."""
    leader = base_of(b.figures[actor(action, 0)])
    pivot = pivot_of(leader, front, degrees)
    there = swung(leader, pivot.x, pivot.y, degrees)
    action.x = snap(there.x + leader.fx * before + there.fx * after)
    action.y = snap(there.y + leader.fy * before + there.fy * after)
    action.fx = there.fx
    action.fy = there.fy
    action.path = Path.STRAIGHT.value
    action.n_via = 0
