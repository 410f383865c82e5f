"""REACH: how far movers can go straight, for whoever lists moves. Nothing here is a rule: every move is judged."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.dba.record import N_SIDES, Ground
from sandtable.games.dba.rules.ground import is_bad_for
from sandtable.games.dba.rules.move_context import half_diagonal, pick_beside
from sandtable.games.dba.rules.passing import may_pass_through
from sandtable.games.dba.rules.positions import camp_base
from sandtable.kernel.action_checks import actor
from sandtable.kernel.geometry import TOUCH, base_of, placed, shifted
from sandtable.kernel.sweep import boxes_apart, overlap_time, swept_box
from sandtable.kernel.terrain import free_distance_to_feature, meeting_time

SHORT = 0.02
"""Paces by which a way stops short of bad going, a river and the board's edge: no rounding brings it in."""

NEARLY = TOUCH - 0.0005
"""What a way does not meet deeper than this it does not meet when its end is put on the lattice."""


@kernel
def _to_board_edge(b, base, ux, uy, distance):
    """How far a base may go along (ux, uy) before it reaches an edge of the board."""
    far = distance + base.half_width + base.half_depth
    if (base.x > far) & (base.y > far) & (b.table_width - base.x > far) & (b.table_height - base.y > far):
        return distance  # it is a long way off
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
def _free_way(b, i, base, ux, uy, distance, around):
    """How far element ``i`` may go from ``base`` along (ux, uy) before somebody, a camp or water stops it.

    At most ``distance``. Friends whom it may pass through do not stop it; it may then end on one, which is not legal.
    Where such friends are met, or it stands in a camp, ``around.is_swept`` becomes 0.
    """
    distance = _to_board_edge(b, base, ux, uy, distance)
    pick_beside(around, base, shifted(base, ux * distance, uy * distance), half_diagonal(base) + TOUCH)
    for m in range(around.n_close):
        j = around.close[m]
        free = _free_of(base, ux, uy, distance, base_of(b.figures[j]))
        if free < distance:
            if may_pass_through(b, i, base, j):
                around.is_swept = 0
            else:
                distance = free
    if around.camps != 0:
        for owner in range(N_SIDES):
            if (around.camps >> owner) & 1 == 0:
                continue
            if owner == b.figures[i].camp:
                around.is_swept = 0
            else:
                distance = _free_of(base, ux, uy, distance, camp_base(b, owner))
    return distance


@kernel
def _free_of(base, ux, uy, distance, other):
    """How far it may go before it runs into the other."""
    t0, t1 = overlap_time(base, ux, uy, distance, other, NEARLY)
    if t0 >= t1:
        return distance
    t0, t1 = overlap_time(base, ux, uy, distance, other, 0.0)
    return min(t0, distance)


@kernel
def _over_ground(b, i, base, ux, uy, distance, around):
    """How far of ``distance`` the ground lets it go: water, and a group or a slower one by bad going and rivers."""
    dry = distance
    box = swept_box(base, ux * distance, uy * distance)
    for m in range(around.n_features):
        t = around.features[m]
        feature = b.terrain.features[t]
        if boxes_apart(box, feature):
            continue
        if feature.kind == Ground.WATERWAY:
            around.is_swept = 0
            distance = free_distance_to_feature(base, ux, uy, distance, b.terrain, t)
        elif feature.kind == Ground.RIVER or is_bad_for(b, b.figures[i], feature.kind):
            t0, t1 = meeting_time(base, ux, uy, dry, b.terrain, feature, NEARLY)
            if t0 < t1:
                t0, t1 = meeting_time(base, ux, uy, dry, b.terrain, feature, 0.0)
                dry = max(min(t0, dry) - SHORT, 0.0)
    if dry >= distance or around.order.is_one_wide == 0:
        distance = min(dry, distance)
    else:
        distance = max(dry, min(distance, around.order.bad))
    if dry < distance or dry == 0.0:
        around.is_dry = 0
    return distance


@kernel
def turns_dry(b, i, around):
    """Element ``i`` meets no river and no bad going by turning on the spot: none is near enough."""
    base = base_of(b.figures[i])
    far = half_diagonal(base)
    for m in range(around.n_features):
        feature = b.terrain.features[around.features[m]]
        if (
            (feature.x0 < base.x + far)
            & (feature.x1 > base.x - far)
            & (feature.y0 < base.y + far)
            & (feature.y1 > base.y - far)
        ):
            return False
    return True


@kernel
def straight_along(b, action, way, facing, distance, around):
    """How far the actors, facing so, may go along a way off the road, both unit vectors, at most ``distance``.

    Their ways and the ground are looked at, zones of control and the places where moves may end are not. ``around``
    has been filled for them, its order too; what is found of a single element's way is noted in it for the judge:
    ``is_swept``, ``is_dry``. It holds for all ways in this direction that are no longer.
    """
    around.is_swept = 1 if action.n_actors == 1 else 0
    around.is_dry = around.is_swept
    for k in range(action.n_actors):
        i = actor(action, k)
        base = base_of(b.figures[i])
        base = placed(base, base.x, base.y, facing.x, facing.y)
        distance = _free_way(b, i, base, way.x, way.y, distance, around)
        if around.n_features > 0:
            distance = _over_ground(b, i, base, way.x, way.y, distance, around)
    return distance
