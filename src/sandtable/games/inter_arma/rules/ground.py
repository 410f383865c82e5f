"""TABLE-4 to TABLE-12: what the ground is at a place, how much of a line lies in it, and what stands in the way."""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.record import MAX_FEATURES, Ground
from sandtable.kernel.geometry import Point
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.terrain import point_in_feature, span_inside

MOST_CUTS = 2 * MAX_FEATURES + 1
"""Places at which one line can be cut: it goes into a feature, each of which is convex, and out of it, once.

One more is the place where it begins.
"""

SAME_CUT = 1e-9
"""Parts of a line within which two cuts are one: where a fence stands on a bank, the line is cut once."""

IMPASSABLE = sum(1 << kind.value for kind in (Ground.BUILDING, Ground.ROCK, Ground.TOWER, Ground.FIRE))
"""Kinds of ground as bits, for what is asked of every feature on every leg; a member of an enum is slow to look up."""


@clause("IA-TABLE-10", "IA-SC2-4")
@kernel
def is_impassable(kind):
    """No base may be there: buildings, towers, rocks and high walls, a fire."""
    return (IMPASSABLE >> kind) & 1 != 0


@clause("IA-TABLE-10", "IA-VIS-4", "IA-GOAL-5")
@kernel
def blocks_sight(kind):
    """Higher than figures; ruins too."""
    return kind == Ground.BUILDING or kind == Ground.ROCK or kind == Ground.TOWER


@clause("IA-TABLE-4", "IA-TABLE-12", "IA-SC2-3")
@kernel
def is_open_there(b, x, y):
    """A clearing, a track or a bridge lies over what else there is."""
    for k in range(b.terrain.n_features):
        if b.terrain.features[k].kind == Ground.OPEN and point_in_feature(x, y, b.terrain, k):
            return True
    return False


@kernel
def is_in(b, kind, x, y):
    """The place is in ground of this kind, and nothing open lies over it there."""
    for k in range(b.terrain.n_features):
        if b.terrain.features[k].kind == kind and point_in_feature(x, y, b.terrain, k):
            return not is_open_there(b, x, y)
    return False


@clause("IA-TABLE-5", "IA-TABLE-6")
@kernel
def in_wood(b, x, y):
    """The place is in a wood, light or heavy."""
    if b.woods == 0:
        return False
    return is_in(b, Ground.HEAVY_WOOD, x, y) or is_in(b, Ground.WOOD, x, y)


@kernel
def note_cut(cuts, n, t):
    """Add a place on the line, unless there is one; returns how many there are then."""
    if t <= 0.0 or t >= 1.0:
        return n
    at = n
    while at > 0 and cuts[at - 1] > t + SAME_CUT:
        at -= 1
    if at > 0 and cuts[at - 1] > t - SAME_CUT:
        return n
    for k in range(n, at, -1):
        cuts[k] = cuts[k - 1]
    cuts[at] = t
    return n + 1


@clause("IA-VIS-3", "IA-RANGED-23")
@kernel
def length_in(b, x0, y0, x1, y1, one, other):
    """How much of a line, in centimetres, lies in ground of two kinds, without what is open over it."""
    cuts = np.empty(MOST_CUTS)
    n = 0
    for k in range(b.terrain.n_features):
        kind = b.terrain.features[k].kind
        if kind == one or kind == other or kind == Ground.OPEN:
            span = span_inside(x0, y0, x1, y1, b.terrain, k)
            if span.x < span.y:
                n = note_cut(cuts, n, span.x)
                n = note_cut(cuts, n, span.y)
    whole = math.sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0))
    found = 0.0
    last = 0.0
    for at in range(n + 1):
        here = cuts[at] if at < n else 1.0
        middle = 0.5 * (last + here)
        x = x0 + middle * (x1 - x0)
        y = y0 + middle * (y1 - y0)
        if here > last and (is_in(b, one, x, y) or is_in(b, other, x, y)):
            found += (here - last) * whole
        last = here
    keep_until_here(cuts)
    return found


@clause("IA-TABLE-8")
@kernel
def hill_at(b, x, y):
    """The hill on which a place lies, or NONE."""
    for k in range(b.terrain.n_features):
        if b.terrain.features[k].kind == Ground.HILL and point_in_feature(x, y, b.terrain, k):
            return k
    return NONE


@kernel
def middle_of(terrain, k):
    """The centre of a feature's box."""
    feature = terrain.features[k]
    return Point(0.5 * (feature.x0 + feature.x1), 0.5 * (feature.y0 + feature.y1))


@clause("IA-TABLE-8")
@kernel
def middle_of_piece(terrain, k):
    """The centre of the box about the whole piece of which feature ``k`` is a part."""
    x0, y0, x1, y1 = math.inf, math.inf, -math.inf, -math.inf
    piece = terrain.features[k].part_of
    for part in range(piece, terrain.n_features):
        feature = terrain.features[part]
        if feature.part_of != piece:
            break
        x0, y0, x1, y1 = min(x0, feature.x0), min(y0, feature.y0), max(x1, feature.x1), max(y1, feature.y1)
    return Point(0.5 * (x0 + x1), 0.5 * (y0 + y1))
