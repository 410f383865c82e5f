"""What is in the way of a move: figures, buildings, trees, ship, sea and ramparts (MOV-11, TER-4 to TER-7)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.obstacles import by_feature, by_figure, nothing
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.rules.marches import end_of, n_legs, pick_close, place_after
from sandtable.games.dbaix.rules.terrain import bars, stopped_clause, stopped_code, stops
from sandtable.games.dbaix.rules.wheels import first_in_arc, is_end_taken
from sandtable.kernel.action_checks import actor
from sandtable.kernel.geometry import base_of, placed
from sandtable.kernel.log import locate, reason
from sandtable.kernel.records import NONE, Path
from sandtable.kernel.sweep import boxes_apart, sweep_hits, swept_box
from sandtable.kernel.terrain import overlaps_feature, sweep_hits_feature


@kernel
def first_in_way(b, i, base, dx, dy, nearby):
    """The Obstacle that figure ``i`` runs into when it goes (dx, dy) from ``base``."""
    box = swept_box(base, dx, dy)
    for n in range(pick_close(b, box, nearby)):
        j = nearby.close[n]
        if sweep_hits(base, dx, dy, base_of(b.figures[j])):
            return by_figure(j)
    for f in range(nearby.n_features):
        t = nearby.features[f]
        feature = b.terrain.features[t]
        if boxes_apart(box, feature) or not stops(b, b.figures[i], feature):
            continue
        if sweep_hits_feature(base, dx, dy, b.terrain, t):
            return by_feature(t)
    return nothing()


@clause("DBAIX-MOV-11")
@kernel
def what_stops(b, action, way, i, end, nearby):
    """The Obstacle in the way of actor ``i``, leg by leg.

    A leg is clear if it is for the base as it faces at the start, or as it faces at the end (see marches.py).
    """
    if action.path == Path.WHEEL:
        return first_in_arc(b, action, way, i, end, nearby)
    base = base_of(b.figures[i])
    for leg in range(n_legs(action)):
        p = place_after(action, way, base, end, leg)
        q = place_after(action, way, base, end, leg + 1)
        dx = q.x - p.x
        dy = q.y - p.y
        hit = first_in_way(b, i, placed(base, p.x, p.y, base.fx, base.fy), dx, dy, nearby)
        if hit.is_there and way.is_turned and not way.is_alike:
            turned = placed(base, p.x, p.y, end.fx, end.fy)
            if not first_in_way(b, i, turned, dx, dy, nearby).is_there:
                continue
        if hit.is_there:
            return hit
    if way.is_turned and not way.is_alike:
        return first_in_way(b, i, end, 0.0, 0.0, nearby)
    return nothing()


@kernel
def _say_stopped(b, i, end, hit, log):
    """Write down why actor ``i`` cannot get through: the Obstacle ``hit``."""
    base = base_of(b.figures[i])
    if hit.figure != NONE:
        other = b.figures[hit.figure]
        line = reason(log, Code.FIGURE_IN_THE_WAY, Clause.MOV_11, i, hit.figure, 0)
        locate(log, line, base.x, base.y, other.x, other.y, 0.0)
    else:
        kind = b.terrain.features[hit.feature].kind
        line = reason(log, stopped_code(kind), stopped_clause(kind), i, NONE, 0)
        locate(log, line, base.x, base.y, end.x, end.y, 0.0)


@kernel
def ends_are_free(b, action, way, nearby):
    """No figure that does not move stands where an actor is to end: one question of ``way_is_clear``, a cheap one."""
    for k in range(action.n_actors):
        if is_end_taken(b, end_of(b, way, actor(action, k)), nearby):
            return False
    return True


@clause("DBAIX-MOV-11", "DBAIX-TER-4", "DBAIX-TER-5", "DBAIX-TER-6", "DBAIX-TER-7")
@kernel
def way_is_clear(b, action, way, nearby, log):
    """Every actor gets through, and none ends on a rampart, not even the giant."""
    fit = True
    for k in range(action.n_actors):
        i = actor(action, k)
        end = end_of(b, way, i)
        hit = nothing() if nearby.is_clear != 0 else what_stops(b, action, way, i, end, nearby)
        if hit.is_there:
            _say_stopped(b, i, end, hit, log)
            fit = False
        elif b.figures[i].giant != 0:
            for f in range(nearby.n_features):
                t = nearby.features[f]
                if bars(b, b.figures[i], b.terrain.features[t]) and overlaps_feature(end, b.terrain, t):
                    line = reason(log, Code.ON_THE_RAMPART, Clause.TER_6, i, NONE, 0)
                    locate(log, line, end.x, end.y, end.x, end.y, 0.0)
                    fit = False
        if not fit and log.keep == 0:
            return False
    return fit
