"""What lies before a base or between two places: lines of sight, squares and bands ahead."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.kernel.geometry import TOUCH, Base, segment_enters
from sandtable.kernel.terrain import segment_crosses_feature


@kernel
def sight_blocked_by_base(x0, y0, x1, y1, base):
    """The line of sight passes through the base, deeper than TOUCH; one along an edge is not blocked."""
    return segment_enters(base, x0, y0, x1, y1, TOUCH)


@kernel
def sight_blocked_by_feature(x0, y0, x1, y1, terrain, i):
    """The line of sight passes through the interior of feature ``i``; one along its border is not blocked."""
    return segment_crosses_feature(x0, y0, x1, y1, terrain, i)


@kernel
def square_ahead(base):
    """The square as wide as the base that lies before its front edge, facing the same way."""
    out = base.half_depth + base.half_width
    return Base(base.x + base.fx * out, base.y + base.fy * out, base.fx, base.fy, base.half_width, base.half_width)
