"""How far it is to where a side brings its loads, round what stands in the way.

Judgements of ours for computer generals, like all of evaluate.py, which asks for them.
"""

from __future__ import annotations

import math

from sandtable.compiler.decorators import kernel
from sandtable.games.dbaix.record import Going, Side
from sandtable.kernel.records import NONE

NOWHERE = 99.0
"""Inches to a place that the table does not have."""

BERTH = 0.55
"""Inches that the middle of a base keeps from a wall."""


@kernel
def nearer_home(b, i, w):
    """1 at home, less by the same for every inch away from it, 0 from ``home`` inches on."""
    return max(1.0 - distance_home(b, i) / w.home, 0.0)


@kernel
def _crosses(feature, x, y, dx, dy):
    """The way from a place along (dx, dy) leads through the feature's box, with half a base all round."""
    begin = 0.0
    end = 1.0
    for axis in range(2):
        start = x if axis == 0 else y
        step = dx if axis == 0 else dy
        low = (feature.x0 if axis == 0 else feature.y0) - BERTH - start
        high = (feature.x1 if axis == 0 else feature.y1) + BERTH - start
        if abs(step) < 1e-9:
            if low >= 0.0 or high <= 0.0:
                return False
            continue
        near_side = min(low / step, high / step)
        far_side = max(low / step, high / step)
        begin = max(begin, near_side)
        end = min(end, far_side)
    return begin < end


@kernel
def way_round(b, x, y, to_x, to_y):
    """Inches from one place to another, round a corner of the building or tree that stands most in the way."""
    dx = to_x - x
    dy = to_y - y
    longest = math.sqrt(dx * dx + dy * dy)
    for f in range(b.terrain.n_features):
        feature = b.terrain.features[f]
        if (feature.kind != Going.BUILDING and feature.kind != Going.TREE) or not _crosses(feature, x, y, dx, dy):
            continue
        best = 2.0 * NOWHERE
        for k in range(4):
            cx = feature.x0 - BERTH if k < 2 else feature.x1 + BERTH
            cy = feature.y0 - BERTH if k % 2 == 0 else feature.y1 + BERTH
            best = min(best, math.sqrt((cx - x) ** 2 + (cy - y) ** 2) + math.sqrt((to_x - cx) ** 2 + (to_y - cy) ** 2))
        longest = max(longest, best)
    return longest


@kernel
def distance_home(b, i):
    """Distance of a figure to the place where its side delivers: landing edge, camp, or the chief's hut."""
    figure = b.figures[i]
    x = figure.x
    y = figure.y
    if figure.side == Side.PIRATES:
        x = min(max(x, b.landing[0]), b.landing[2])
        y = min(max(y, b.landing[1]), b.landing[3])
    elif figure.side == Side.ROMANS:
        x = min(max(x, b.camp[0]), b.camp[2])
        y = min(max(y, b.camp[1]), b.camp[3])
    elif b.hut != NONE:
        feature = b.terrain.features[b.hut]
        x = min(max(x, feature.x0), feature.x1)
        y = min(max(y, feature.y0), feature.y1)
    if math.isnan(x + y):  # the scenario has no such place
        return NOWHERE
    return way_round(b, figure.x, figure.y, x, y)
