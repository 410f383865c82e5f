"""Wheels: the arc of a base about a pivot, held against the table, the figures and the terrain (MOV-9, MOV-11)."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.obstacles import by_feature, by_figure, nothing
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.rules.marches import pick_close
from sandtable.games.dbaix.rules.terrain import stops
from sandtable.kernel.action_checks import actor
from sandtable.kernel.geometry import TOUCH, base_of, overlap
from sandtable.kernel.log import locate, reason
from sandtable.kernel.records import NONE, Path
from sandtable.kernel.sweep import Box, boxes_apart, carried, swept_box, wheel_about
from sandtable.kernel.terrain import is_on_table as is_base_on_table
from sandtable.kernel.terrain import overlaps_feature, sweep_hits_feature
from sandtable.kernel.wheeling import turned_about, wheel_meets

WHEEL_STEP = 2.0
"""Degrees between the places at which a wheel is held against terrain; bases are held against it exactly."""


class Arc(NamedTuple):
    """The way of one base's centre on a wheel: about (px, py), from the base's start to its end."""

    px: float
    py: float
    radius: float
    mx: float  # the direction from the pivot to the middle of the arc, a unit vector
    my: float
    cosine: float  # of half the arc
    spread: float  # half the base's diagonal


@kernel
def swing_of(base, px, py):
    """No point of a base that wheels about (px, py) gets farther from there than this."""
    ex = base.x - px
    ey = base.y - py
    half = base.half_width * base.half_width + base.half_depth * base.half_depth
    return math.sqrt(ex * ex + ey * ey) + math.sqrt(half)


@kernel
def _arc_of(base, px, py, way):
    """The Arc of a base's centre that wheels about (px, py)."""
    c = math.sqrt(max(0.5 + 0.5 * way.cosine, 0.0))  # of half the turn
    s = math.sqrt(max(0.5 - 0.5 * way.cosine, 0.0))
    if way.degrees < 0.0:
        s = -s
    ex = base.x - px
    ey = base.y - py
    radius = math.sqrt(ex * ex + ey * ey)
    per = 1.0 / radius if radius > 0.0 else 0.0
    mx = (c * ex + s * ey) * per
    my = (c * ey - s * ex) * per
    spread = math.sqrt(base.half_width * base.half_width + base.half_depth * base.half_depth)
    return Arc(px, py, radius, mx, my, c if radius > 0.0 else -1.0, spread)


@kernel
def _may_meet_in_arc(arc, base, end, other):
    """The circle around a base, on its way along the arc, comes near the circle around ``other``: the cheap refusal."""
    ex = other.x - arc.px
    ey = other.y - arc.py
    away = math.sqrt(ex * ex + ey * ey)
    half = other.half_width * other.half_width + other.half_depth * other.half_depth
    reach = arc.spread + math.sqrt(half) + TOUCH  # TOUCH is for places rounded to the lattice
    if abs(away - arc.radius) >= reach:
        return False
    if ex * arc.mx + ey * arc.my >= away * arc.cosine:  # between the two ends of the arc
        return True
    near_start = (other.x - base.x) * (other.x - base.x) + (other.y - base.y) * (other.y - base.y)
    near_end = (other.x - end.x) * (other.x - end.x) + (other.y - end.y) * (other.y - end.y)
    return min(near_start, near_end) < reach * reach


@clause("DBAIX-MOV-9")
@kernel
def wheel_fits(way, action, log):
    """A wheel turns about its pivot and does nothing else: it must bring the leader where it is to end."""
    if action.path != Path.WHEEL:
        return True
    there = turned_about(way.start, action.via[0, 0], action.via[0, 1], way.cosine, way.sine)
    if way.is_turned and abs(there.x - way.end.x) <= TOUCH and abs(there.y - way.end.y) <= TOUCH:
        return True
    line = reason(log, Code.NOT_A_WHEEL, Clause.MOV_9, actor(action, 0), NONE, 0)
    locate(log, line, action.via[0, 0], action.via[0, 1], way.end.x, way.end.y, 0.0)
    return False


@kernel
def swings_on_table(action, way, base, width, height):
    """The base stays on the table along its arc."""
    px = action.via[0, 0]
    py = action.via[0, 1]
    swing = swing_of(base, px, py)
    if px >= swing and px + swing <= width and py >= swing and py + swing <= height:
        return True
    steps = int(abs(way.degrees) / WHEEL_STEP) + 1
    for step in range(1, steps):
        if not is_base_on_table(carried(wheel_about(px, py, way.degrees * step / steps), base), width, height):
            return False
    return True


@kernel
def _arc_box(arc, base, end):
    """The upright Box around a base on its arc, which rises above the straight line between its ends."""
    around = arc.radius * (1.0 - arc.cosine) + arc.spread + TOUCH
    return Box(
        min(base.x, end.x) - around,
        min(base.y, end.y) - around,
        max(base.x, end.x) + around,
        max(base.y, end.y) + around,
    )


@kernel
def _feature_in_arc(b, arc, degrees, base, end, t):
    """The base, on its arc, runs into feature ``t``; it is looked at every WHEEL_STEP degrees."""
    steps = int(abs(degrees) / WHEEL_STEP) + 1
    turn = wheel_about(0.0, 0.0, degrees / steps)
    # The circle around the base is carried along without rounding: only where it comes near is the base looked at.
    around = arc.spread + 10.0 * TOUCH  # a step is rounded to a hundredth of a degree
    feature = b.terrain.features[t]
    ex = base.x - arc.px
    ey = base.y - arc.py
    for step in range(1, steps + 1):
        x0 = ex
        y0 = ey
        ex = turn.c * x0 + turn.s * y0
        ey = turn.c * y0 - turn.s * x0
        if arc.px + min(x0, ex) - around > feature.x1 or arc.px + max(x0, ex) + around < feature.x0:
            continue
        if arc.py + min(y0, ey) - around > feature.y1 or arc.py + max(y0, ey) + around < feature.y0:
            continue
        here = _place_on_arc(arc, base, degrees * (step - 1) / steps)
        there = _place_on_arc(arc, base, degrees * step / steps)
        if sweep_hits_feature(here, there.x - here.x, there.y - here.y, b.terrain, t):
            return True
    return overlaps_feature(end, b.terrain, t)


@kernel
def _place_on_arc(arc, base, degrees):
    """The base turned so far about the pivot, on the lattice."""
    return carried(wheel_about(arc.px, arc.py, degrees), base)


@kernel
def first_in_arc(b, action, way, i, end, nearby):
    """The Obstacle that figure ``i`` runs into on its wheel."""
    base = base_of(b.figures[i])
    arc = _arc_of(base, action.via[0, 0], action.via[0, 1], way)
    hand = 1.0 if way.degrees > 0.0 else -1.0
    box = _arc_box(arc, base, end)
    for n in range(pick_close(b, box, nearby)):
        j = nearby.close[n]
        other = base_of(b.figures[j])
        if not _may_meet_in_arc(arc, base, end, other):
            continue
        if wheel_meets(base, arc.px, arc.py, way.cosine, way.sine, hand, other):
            return by_figure(j)
    for f in range(nearby.n_features):
        t = nearby.features[f]
        feature = b.terrain.features[t]
        if boxes_apart(box, feature) or not stops(b, b.figures[i], feature):
            continue
        if _feature_in_arc(b, arc, way.degrees, base, end, t):
            return by_feature(t)
    return nothing()


@kernel
def is_end_taken(b, end, nearby):
    """A figure that does not move stands where a base is to end."""
    box = swept_box(end, 0.0, 0.0)
    for n in range(pick_close(b, box, nearby)):
        if overlap(end, base_of(b.figures[nearby.close[n]])):
            return True
    return False
