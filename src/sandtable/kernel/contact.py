"""How two bases touch: edges along edges, corners on corners, aligned contact and where it stands."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.kernel.geometry import (
    PARALLEL,
    TOUCH,
    Base,
    corner,
    edge_middle,
    quarter_turned,
    snapped,
)
from sandtable.kernel.records import NONE


@kernel
def _may_touch(a, b):
    """The circles around the two bases touch or nearly so: the cheap refusal before exact contact."""
    ex = b.x - a.x
    ey = b.y - a.y
    reach = (
        a.half_width * a.half_width
        + a.half_depth * a.half_depth
        + b.half_width * b.half_width
        + b.half_depth * b.half_depth
    )
    return ex * ex + ey * ey <= 2.0 * reach * (1.0 + 8.0 * TOUCH)


@kernel
def _quarters_between(a, b):
    """Quarter turns clockwise from the facing of ``a`` to that of ``b``, or NONE if they are at an angle."""
    c = a.fx * b.fx + a.fy * b.fy
    s = a.fy * b.fx - a.fx * b.fy  # positive: b faces clockwise of a
    if abs(s) <= PARALLEL:
        return 0 if c > 0.0 else 2
    if abs(c) <= PARALLEL:
        return 1 if s > 0.0 else 3
    return NONE


@kernel
def _shared_length(a, edge_a, b, edge_b):
    """Length along which two edges known to be nearly opposed lie within TOUCH of one another."""
    normal = quarter_turned(a.fx, a.fy, edge_a)
    out_a = a.half_depth if edge_a % 2 == 0 else a.half_width
    half_a = a.half_width if edge_a % 2 == 0 else a.half_depth
    first = corner(b, edge_b)
    last = corner(b, (edge_b + 1) % 4)
    # Along edge a (the hand to the right of its normal) and out from it, both ends of edge b.
    along_first = (first.x - a.x) * normal.y - (first.y - a.y) * normal.x
    along_last = (last.x - a.x) * normal.y - (last.y - a.y) * normal.x
    out_first = (first.x - a.x) * normal.x + (first.y - a.y) * normal.y - out_a
    out_last = (last.x - a.x) * normal.x + (last.y - a.y) * normal.y - out_a
    run = along_last - along_first  # negative: opposed edges run against one another
    if run == 0.0:
        return 0.0
    slope = (out_last - out_first) / run
    low = max(min(along_first, along_last), -half_a)
    high = min(max(along_first, along_last), half_a)
    if slope == 0.0:
        if abs(out_first) > TOUCH:
            return 0.0
    else:
        near = along_first + (-TOUCH - out_first) / slope
        far = along_first + (TOUCH - out_first) / slope
        low = max(low, min(near, far))
        high = min(high, max(near, far))
    length = high - low
    return length if length > TOUCH else 0.0


@kernel
def edge_touching(a, edge_a, b, edge_b):
    """Length along which these two edges lie together; 0 if they do not, or only at a corner (TOUCH or less)."""
    if not _may_touch(a, b):
        return 0.0
    quarters = _quarters_between(a, b)
    if quarters == NONE or (edge_a + 2 - quarters - edge_b) % 4 != 0:
        return 0.0
    return _shared_length(a, edge_a + 0, b, edge_b + 0)


@kernel
def front_on(a, b):
    """The ``Edge`` of ``b`` on which the front edge of ``a`` lies along more than a corner, or NONE."""
    if not _may_touch(a, b):
        return NONE
    quarters = _quarters_between(a, b)
    if quarters == NONE:
        return NONE
    edge_b = (2 - quarters) % 4
    if _shared_length(a, 0, b, edge_b) > 0.0:
        return edge_b
    return NONE


@kernel
def corners_meet(a, corner_a, b, corner_b):
    """These two corners are within TOUCH of one another."""
    p = corner(a, corner_a)
    q = corner(b, corner_b)
    return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y) <= TOUCH * TOUCH


@kernel
def is_front_contact(a, b):
    """Front edge lies on front edge and front corners are together (of bases unequally wide, one pair)."""
    if front_on(a, b) != 0:
        return False
    return corners_meet(a, 0, b, 1) or corners_meet(a, 1, b, 0)


@kernel
def is_aligned_on(a, b, edge_b):
    """The whole front edge of ``a`` lies on that edge of ``b`` with corners together.

    Of unequal lengths the shorter lies wholly on the longer: with a corner together, or, on a front or
    rear edge, in its middle (as ``contact_place`` puts it).
    """
    e = edge_b + 0
    if front_on(a, b) != e:
        return False
    half_b = b.half_width if e % 2 == 0 else b.half_depth
    whole = 2.0 * min(a.half_width, half_b)
    if _shared_length(a, 0, b, e) < whole - 2.0 * TOUCH:
        return False
    if corners_meet(a, 1, b, e) or corners_meet(a, 0, b, (e + 1) % 4):
        return True
    if e % 2 != 0:
        return False
    p = edge_middle(a, 0)
    q = edge_middle(b, e)
    return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y) <= TOUCH * TOUCH


@kernel
def contact_place(a, b, edge_b):
    """Where ``a`` stands, on the lattice, when its front edge is aligned on that edge of ``b``.

    Bases of unequal length: in the middle of a front or rear edge, front corners together on a side edge.
    """
    e = edge_b + 0
    facing = quarter_turned(b.fx, b.fy, e + 2)
    middle = edge_middle(b, e)
    slide = 0.0  # to the right hand of a
    if e == 1:  # a's right front corner on b's right front corner
        slide = b.half_depth - a.half_width
    elif e == 3:  # left on left
        slide = a.half_width - b.half_depth
    return snapped(
        Base(
            middle.x - facing.x * a.half_depth + facing.y * slide,
            middle.y - facing.y * a.half_depth - facing.x * slide,
            facing.x,
            facing.y,
            a.half_width,
            a.half_depth,
        )
    )


@kernel
def are_linked(a, b):
    """They touch along an edge and at an end of it, corner on corner, whichever way they face."""
    if not _may_touch(a, b):
        return False
    quarters = _quarters_between(a, b)
    if quarters == NONE:
        return False
    for edge_a in range(4):
        edge_b = (edge_a + 2 - quarters) % 4
        if corners_meet(a, edge_a, b, (edge_b + 1) % 4) or corners_meet(a, (edge_a + 1) % 4, b, edge_b):
            if _shared_length(a, edge_a, b, edge_b) > 0.0:
                return True
    return False


@kernel
def overlap_by_corner(a, b):
    """Right front corner on right front corner, or left on left, facing opposite ways."""
    if not _may_touch(a, b) or _quarters_between(a, b) != 2:
        return False
    return corners_meet(a, 1, b, 1) or corners_meet(a, 0, b, 0)


@kernel
def side_on_side(a, b):
    """A side edge of ``a`` lies on a side edge of ``b`` along more than a corner, facing the same or opposite ways."""
    if not _may_touch(a, b):
        return False
    quarters = _quarters_between(a, b)
    if quarters == 0:
        return _shared_length(a, 1, b, 3) > 0.0 or _shared_length(a, 3, b, 1) > 0.0
    if quarters == 2:
        return _shared_length(a, 1, b, 1) > 0.0 or _shared_length(a, 3, b, 3) > 0.0
    return False


@kernel
def is_level_beside(a, b):
    """Side by side facing the same way, side edge on side edge and front corners together."""
    if not _may_touch(a, b) or _quarters_between(a, b) != 0:
        return False
    if corners_meet(a, 1, b, 0):
        return _shared_length(a, 1, b, 3) > 0.0
    if corners_meet(a, 0, b, 1):
        return _shared_length(a, 3, b, 1) > 0.0
    return False


@kernel
def is_directly_behind(a, b):
    """``a`` stands behind ``b``, facing the same way: its front edge full on the rear edge of ``b``."""
    return is_aligned_on(a, b, 2)


@kernel
def touch_along_an_edge(base, other):
    """Some edges of the two bases lie together along more than a corner."""
    for edge in range(4):
        for edge_other in range(4):
            if edge_touching(base, edge, other, edge_other) > 0.0:
                return True
    return False
