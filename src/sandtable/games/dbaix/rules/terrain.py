"""TERRAIN: what stops a base, what slows it, the road, and the Roman camp (TER)."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.record import Going, Side
from sandtable.games.dbaix.rules.positions import is_on_table
from sandtable.kernel.geometry import base_of, is_inside_rectangle
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import point_in_feature, segment_crosses_feature

ROAD_STEP = 0.05
"""Inches between the places at which a way over a road of several parts is looked at."""


@clause("DBAIX-TER-1", "DBAIX-TER-4", "DBAIX-TER-5", "DBAIX-TER-6")
@kernel
def stops(b, figure, feature):
    """The figure may not enter or cross the feature: building, tree, ship, sea; rampart, but for the giant.

    Open ground, road and wood stop nobody, and neither does a ship that has sunk.
    """
    kind = feature.kind
    if kind == Going.RAMPART:
        return figure.giant == 0
    if kind == Going.SHIP:
        return b.ship_sunk == 0
    return kind == Going.BUILDING or kind == Going.TREE or kind == Going.SEA


@kernel
def bars(b, figure, feature):
    """The figure may not come to stand on the feature. The giant steps over a rampart, but not onto it.

    Ruling: TER-6 lets the giant cross the line; a base standing on it would be neither inside nor outside.
    """
    return stops(b, figure, feature) or feature.kind == Going.RAMPART


@kernel
def stopped_code(kind):
    """The sentence for a base stopped by a feature of this kind."""
    if kind == Going.BUILDING:
        return Code.BUILDING_IN_THE_WAY
    if kind == Going.TREE:
        return Code.TREE_IN_THE_WAY
    if kind == Going.SHIP:
        return Code.SHIP_IN_THE_WAY
    if kind == Going.SEA:
        return Code.SEA_IN_THE_WAY
    return Code.RAMPART_IN_THE_WAY


@kernel
def stopped_clause(kind):
    """The clause by which a feature of this kind stops a base."""
    if kind == Going.SEA:
        return Clause.TER_5
    if kind == Going.RAMPART:
        return Clause.TER_6
    return Clause.TER_4


@clause("DBAIX-TER-3")
@kernel
def is_slowed_by(figure, feature):
    """Woods slow Romans and Pirates, not Gauls."""
    return feature.kind == Going.WOOD and figure.side != Side.GAULS


@clause("DBAIX-TER-6", "DBAIX-TER-7")
@kernel
def rampart_between(b, x0, y0, x1, y1):
    """A rampart crosses the straight line between the two places; in a gate there is none, whosever it is."""
    for t in range(b.terrain.n_features):
        feature = b.terrain.features[t]
        if feature.kind == Going.RAMPART and segment_crosses_feature(x0, y0, x1, y1, b.terrain, t):
            return True
    return False


@clause("DBAIX-TER-8")
@kernel
def is_inside_camp(b, figure):
    """The figure's whole base is inside the camp rectangle; never without a camp, nor off the table."""
    if math.isnan(b.camp[0]) or not is_on_table(figure):
        return False
    return is_inside_rectangle(base_of(figure), b.camp[0], b.camp[1], b.camp[2], b.camp[3])


@clause("DBAIX-TER-2")
@kernel
def road_at(b, x, y):
    """The part of a road that has the place strictly inside it, or NONE."""
    for t in range(b.terrain.n_features):
        feature = b.terrain.features[t]
        if feature.kind == Going.ROAD and point_in_feature(x, y, b.terrain, t):
            return t
    return NONE


@clause("DBAIX-TER-2", "DBAIX-PIP-22")
@kernel
def is_road_all_the_way(b, x0, y0, x1, y1):
    """The straight way from one place to the other runs strictly inside the road.

    A road part is convex: both ends in one part are enough. Over several parts the way is looked at every
    ROAD_STEP inches.
    """
    part = road_at(b, x0, y0)
    if part == NONE:
        return False
    if point_in_feature(x1, y1, b.terrain, part):
        return True
    length = math.sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0))
    steps = int(length / ROAD_STEP) + 1
    for step in range(1, steps + 1):
        share = step / steps
        if road_at(b, x0 + share * (x1 - x0), y0 + share * (y1 - y0)) == NONE:
            return False
    return True


@kernel
def matters(b, t, x0, y0, x1, y1):
    """Feature ``t`` may stop or slow somebody, and its bounding box meets the box given."""
    feature = b.terrain.features[t]
    if feature.kind == Going.OPEN or feature.kind == Going.ROAD:
        return False
    return feature.x0 <= x1 and feature.x1 >= x0 and feature.y0 <= y1 and feature.y1 >= y0


@kernel
def features_near(b, x0, y0, x1, y1, out):
    """Fill ``out`` with the features that may stop or slow a base in the box; return how many."""
    found = 0
    for t in range(b.terrain.n_features):
        if matters(b, t, x0, y0, x1, y1):
            out[found] = t
            found += 1
    return found
