"""Straight lines on the table: how far apart two of them are."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import kernel
from sandtable.kernel.geometry import Segment, corner, point_to_segment


@kernel
def edge_of(base, edge):
    """One edge of a base, from its left end to its right one as seen by someone who looks out of it."""
    left = corner(base, edge % 4)
    right = corner(base, (edge + 1) % 4)
    return Segment(left.x, left.y, right.x, right.y)


@kernel
def distance_of_lines(a, c):
    """The distance between two segments; 0 where they cross."""
    first = (c.x1 - c.x0) * (a.y0 - c.y0) - (c.y1 - c.y0) * (a.x0 - c.x0)
    second = (c.x1 - c.x0) * (a.y1 - c.y0) - (c.y1 - c.y0) * (a.x1 - c.x0)
    third = (a.x1 - a.x0) * (c.y0 - a.y0) - (a.y1 - a.y0) * (c.x0 - a.x0)
    fourth = (a.x1 - a.x0) * (c.y1 - a.y0) - (a.y1 - a.y0) * (c.x1 - a.x0)
    if first * second < 0.0 and third * fourth < 0.0:
        return 0.0
    foot = point_to_segment(a.x0, a.y0, c.x0, c.y0, c.x1, c.y1)
    best = (foot.x - a.x0) ** 2 + (foot.y - a.y0) ** 2
    foot = point_to_segment(a.x1, a.y1, c.x0, c.y0, c.x1, c.y1)
    best = min(best, (foot.x - a.x1) ** 2 + (foot.y - a.y1) ** 2)
    foot = point_to_segment(c.x0, c.y0, a.x0, a.y0, a.x1, a.y1)
    best = min(best, (foot.x - c.x0) ** 2 + (foot.y - c.y0) ** 2)
    foot = point_to_segment(c.x1, c.y1, a.x0, a.y0, a.x1, a.y1)
    best = min(best, (foot.x - c.x1) ** 2 + (foot.y - c.y1) ** 2)
    return math.sqrt(best)
