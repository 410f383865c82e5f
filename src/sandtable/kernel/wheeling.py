"""Wheeling bases: does one that turns about a pivot meet another on its way? Exact, by the arcs of corners."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import kernel
from sandtable.kernel.geometry import TOUCH, Base, corner, overlap


@kernel
def turned_about(base, px, py, c, s):
    """The base turned about (px, py) by cosine ``c`` and sine ``s``, clockwise positive, off the lattices."""
    ex = base.x - px
    ey = base.y - py
    return Base(
        px + c * ex + s * ey,
        py - s * ex + c * ey,
        c * base.fx + s * base.fy,
        c * base.fy - s * base.fx,
        base.half_width,
        base.half_depth,
    )


@kernel
def _is_on_arc(a0, r0, a, r, a1, r1, hand):
    """The vector (a, r) lies between (a0, r0) and (a1, r1), at most half a turn to that hand (1: clockwise) apart."""
    return (a0 * r - r0 * a) * hand >= 0.0 and (a * r1 - r * a1) * hand >= 0.0


@kernel
def arc_enters(base, px, py, x, y, c, s, hand):
    """The point (x, y), turned about (px, py), gets deeper than TOUCH inside the base's edges on its way.

    The turn has cosine ``c`` and sine ``s``, clockwise positive, and goes to that ``hand``: 1 clockwise, -1 not. At
    most half a turn.
    """
    half_depth = base.half_depth - TOUCH
    half_width = base.half_width - TOUCH
    # Everything as the base sees it: ahead, and to its right.
    pa = (px - base.x) * base.fx + (py - base.y) * base.fy
    pr = (px - base.x) * base.fy - (py - base.y) * base.fx
    a0 = (x - px) * base.fx + (y - py) * base.fy
    r0 = (x - px) * base.fy - (y - py) * base.fx
    square = a0 * a0 + r0 * r0
    da = max(abs(pa) - half_depth, 0.0)
    dr = max(abs(pr) - half_width, 0.0)
    if da * da + dr * dr >= square:
        return False
    da = abs(pa) + half_depth
    dr = abs(pr) + half_width
    if da * da + dr * dr <= square:
        return False
    if abs(pa + a0) < half_depth and abs(pr + r0) < half_width:
        return True
    a1 = c * a0 - s * r0
    r1 = c * r0 + s * a0
    if abs(pa + a1) < half_depth and abs(pr + r1) < half_width:
        return True
    for side in range(4):
        sign = 1.0 if side < 2 else -1.0
        if side % 2 == 0:  # where the circle crosses the line of the front or rear edge
            a = sign * half_depth - pa
            rest = square - a * a
            if rest <= 0.0:
                continue
            r = math.sqrt(rest)
            if abs(pr + r) < half_width and _is_on_arc(a0, r0, a, r, a1, r1, hand):
                return True
            if abs(pr - r) < half_width and _is_on_arc(a0, r0, a, -r, a1, r1, hand):
                return True
        else:
            r = sign * half_width - pr
            rest = square - r * r
            if rest <= 0.0:
                continue
            a = math.sqrt(rest)
            if abs(pa + a) < half_depth and _is_on_arc(a0, r0, a, r, a1, r1, hand):
                return True
            if abs(pa - a) < half_depth and _is_on_arc(a0, r0, -a, r, a1, r1, hand):
                return True
    return False


@kernel
def wheel_stays_on_table(base, px, py, c, s, hand, width, height):
    """No corner of the base, turned about (px, py) as in ``arc_enters``, swings over the table's edge on its way."""
    dx = base.x - px
    dy = base.y - py
    far = math.sqrt(dx * dx + dy * dy) + base.half_width + base.half_depth
    if min(px, py, width - px, height - py) >= far:  # mostly
        return True
    for which in range(4):
        tip = corner(base, which)
        ex = tip.x - px
        ey = tip.y - py
        reach = math.sqrt(ex * ex + ey * ey) - TOUCH
        if px >= reach and py >= reach and px + reach <= width and py + reach <= height:
            continue
        x1 = c * ex + s * ey
        y1 = c * ey - s * ex
        if px < reach and _is_on_arc(ey, ex, 0.0, -1.0, y1, x1, hand):
            return False
        if px + reach > width and _is_on_arc(ey, ex, 0.0, 1.0, y1, x1, hand):
            return False
        if py < reach and _is_on_arc(ey, ex, -1.0, 0.0, y1, x1, hand):
            return False
        if py + reach > height and _is_on_arc(ey, ex, 1.0, 0.0, y1, x1, hand):
            return False
    return True


@kernel
def wheel_meets(a, px, py, c, s, hand, b):
    """``a``, turned about (px, py) as in ``arc_enters``, gets into ``b`` at its start, at its end or on its way.

    Two rectangles that do not overlap at first begin to with a corner of one in the other; so every corner of ``a``
    is followed on its arc, and every corner of ``b`` on the arc that it makes as seen from ``a``. Most that meet at all
    overlap halfway, which is asked first.
    """
    if overlap(a, b) or overlap(turned_about(a, px, py, c, s), b):
        return True
    half_c = math.sqrt(max(0.5 + 0.5 * c, 0.0))
    half_s = hand * math.sqrt(max(0.5 - 0.5 * c, 0.0))
    if overlap(turned_about(a, px, py, half_c, half_s), b):
        return True
    for which in range(4):
        tip = corner(a, which)
        if arc_enters(b, px, py, tip.x, tip.y, c, s, hand):
            return True
        tip = corner(b, which)
        if arc_enters(a, px, py, tip.x, tip.y, c, -s, -hand):
            return True
    return False
