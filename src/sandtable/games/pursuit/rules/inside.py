"""INSIDE: which part of a straight way lies within a Difficult piece (GEN-7, DIF-2, PCO-12)."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.pursuit.record import BEYOND
from sandtable.games.pursuit.switches import WithinTerrain
from sandtable.kernel.discs import Disc, disc_free_to_feature
from sandtable.kernel.geometry import TOUCH


class Stretch(NamedTuple):
    """From where to where of a way, in inches from its start; ``enter`` BEYOND: no part of it."""

    enter: float
    leave: float


@kernel
def _through_box(x, y, ux, uy, length, feature):
    """The part of the way with its point strictly inside a rectangle."""
    low = 0.0
    high = length
    for axis in range(2):
        at = x if axis == 0 else y
        way = ux if axis == 0 else uy
        near = (feature.x0 if axis == 0 else feature.y0) + TOUCH
        far = (feature.x1 if axis == 0 else feature.y1) - TOUCH
        if abs(way) < 1e-9:
            if at <= near or at >= far:
                return Stretch(BEYOND, BEYOND)
            continue
        first = (near - at) / way
        last = (far - at) / way
        low = max(low, min(first, last))
        high = min(high, max(first, last))
    if high - low <= TOUCH:
        return Stretch(BEYOND, BEYOND)
    # the margin decides whether the point is inside, not where its way begins and ends
    slow = max(abs(ux), abs(uy))
    return Stretch(max(low - TOUCH / slow, 0.0), min(high + TOUCH / slow, length))


@kernel
def _passes_by(start, way, low, high):
    """Along one axis a point that goes so far from ``start`` on is never between ``low`` and ``high``."""
    return max(start, start + way) <= low or min(start, start + way) >= high


@clause("PURS-GEN-7", "PURS-DIF-2")
@kernel
def stretch_inside(b, k, disc, ux, uy, length):
    """The part of a straight way of a disc along (ux, uy) that is within piece ``k``.

    By its centre; by any part of its base with the house rule ``within_terrain``.
    """
    feature = b.terrain.features[k]
    if b.options.within_terrain == WithinTerrain.CENTRE:
        if _passes_by(disc.x, ux * length, feature.x0, feature.x1):
            return Stretch(BEYOND, BEYOND)
        if _passes_by(disc.y, uy * length, feature.y0, feature.y1):
            return Stretch(BEYOND, BEYOND)
        return _through_box(disc.x, disc.y, ux, uy, length, feature)
    enter = disc_free_to_feature(disc, ux, uy, length, b.terrain, k)
    if enter >= length:
        return Stretch(BEYOND, BEYOND)
    far = Disc(disc.x + ux * length, disc.y + uy * length, ux, uy, disc.radius)
    return Stretch(enter, length - disc_free_to_feature(far, -ux, -uy, length, b.terrain, k))
