"""SIGHT AND COVER: lines from centre to centre, what blocks them, and the cover save of a target (SHOOT-14, SAVE-4)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.record import Cover, Edition, Height
from sandtable.games.skirmish40k.rules.measuring import SLACK
from sandtable.games.skirmish40k.rules.saves import NO_SAVE, cover_save
from sandtable.kernel.discs import Disc, disc_overlaps_feature, distance_of_points
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import Shape, point_in_feature, segment_crosses_feature, span_inside

FIGURE_SIZE = 2
"""All figures are of this size: area terrain less high hides nobody (SHOOT-14)."""


@kernel
def length_inside(x0, y0, x1, y1, terrain, k):
    """How much of the segment runs inside feature ``k``, in its unit; 0 for a line."""
    if terrain.features[k].shape == Shape.LINE:
        return 0.0
    span = span_inside(x0, y0, x1, y1, terrain, k)
    return max(span.y - span.x, 0.0) * distance_of_points(x0, y0, x1, y1)


@kernel
def is_in_area(b, x, y, radius, k):
    """A base about a place is within feature ``k``: by any part of this radius, or if that is 0 by its centre."""
    if radius > 0.0:
        return disc_overlaps_feature(Disc(x, y, 1.0, 0.0, radius), b.terrain, k)
    return point_in_feature(x, y, b.terrain, k)


@clause("C40-SHOOT-14")
@kernel
def blocks_sight(b, x0, y0, x1, y1, k):
    """Feature ``k`` blocks the line of sight between two centres."""
    ground = b.ground[k]
    if ground.height == Height.OPEN or not segment_crosses_feature(x0, y0, x1, y1, b.terrain, k):
        return False
    if ground.height == Height.SOLID:
        return True
    if b.core.edition != Edition.FOURTH or ground.size < FIGURE_SIZE:
        return False
    if ground.size > FIGURE_SIZE:
        return True
    if not (point_in_feature(x0, y0, b.terrain, k) or point_in_feature(x1, y1, b.terrain, k)):
        return True
    return is_more_than(length_inside(x0, y0, x1, y1, b.terrain, k), b.core.area_depth, SLACK)


@clause("C40-SHOOT-14")
@kernel
def is_in_sight(b, x0, y0, x1, y1):
    """Nothing blocks the line between two places; figures never do."""
    return what_blocks_sight(b, x0, y0, x1, y1, NONE) == NONE


@kernel
def what_blocks_sight(b, x0, y0, x1, y1, guess):
    """A feature that blocks the line between two places, or NONE; ``guess`` is asked first, if it is not NONE."""
    if guess != NONE and blocks_sight(b, x0, y0, x1, y1, guess):
        return guess
    for k in range(b.terrain.n_features):
        if blocks_sight(b, x0, y0, x1, y1, k):
            return k
    return NONE


@clause("C40-SAVE-3", "C40-SAVE-4", "C40-BLAST-7")
@kernel
def cover_between(b, x0, y0, x1, y1, radius):
    """The cover save of a target at (x1, y1) against fire from (x0, y0), or NO_SAVE.

    It has cover within area terrain, and behind what the line crosses and is not blocked by. Against a barrage the
    line begins at the marker's centre. ``radius``: of the base that is within by any part of it; 0: by its centre.
    """
    best = NO_SAVE
    for k in range(b.terrain.n_features):
        if b.ground[k].cover == Cover.NONE:
            continue
        if is_in_area(b, x1, y1, radius, k) or segment_crosses_feature(x0, y0, x1, y1, b.terrain, k):
            best = min(best, cover_save(b.core, b.ground[k].cover))
    return best


@clause("C40-SHOOT-17", "C40-BLAST-9")
@kernel
def has_straight_line(b, x0, y0, x1, y1):
    """No wall of a sewer crosses the straight line: templates and blasts do not reach round one."""
    for k in range(b.terrain.n_features):
        if b.ground[k].wall != 0 and segment_crosses_feature(x0, y0, x1, y1, b.terrain, k):
            return False
    return True
