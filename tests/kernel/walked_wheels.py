"""Wheels told by degrees, and judged by walking along the arc: slow, and independent of the arcs of corners."""

from __future__ import annotations

import math

from sandtable.kernel.geometry import TOUCH, Base, facing_of_degrees, overlap
from sandtable.kernel.sweep import wheel_about
from sandtable.kernel.wheeling import turned_about, wheel_meets


def wheels_into(a: Base, px: float, py: float, degrees: float, b: Base) -> bool:
    """The judgement of the kernel: by the arcs of corners."""
    turn = facing_of_degrees(degrees)
    return bool(wheel_meets(a, px, py, turn.y, turn.x, 1.0 if degrees > 0 else -1.0, b))


def _separation(a: Base, b: Base) -> float:
    """The widest separation of two rectangles over the axes of their sides; negative: how deep they penetrate."""
    ex = b.x - a.x
    ey = b.y - a.y
    c = abs(a.fx * b.fx + a.fy * b.fy)
    s = abs(a.fx * b.fy - a.fy * b.fx)
    widest = abs(ex * a.fx + ey * a.fy) - (a.half_depth + b.half_depth * c + b.half_width * s)
    widest = max(widest, abs(ex * a.fy - ey * a.fx) - (a.half_width + b.half_width * c + b.half_depth * s))
    widest = max(widest, abs(ex * b.fx + ey * b.fy) - (b.half_depth + a.half_depth * c + a.half_width * s))
    return max(widest, abs(ex * b.fy - ey * b.fx) - (b.half_width + a.half_width * c + a.half_depth * s))


def _farthest(base: Base, px: float, py: float) -> float:
    """No point of the base is farther than this from (px, py)."""
    ex = base.x - px
    ey = base.y - py
    half = base.half_width * base.half_width + base.half_depth * base.half_depth
    return math.sqrt(ex * ex + ey * ey) + math.sqrt(half)


def walked_wheel_hits(a: Base, px: float, py: float, degrees: float, b: Base) -> bool:
    """``a``, turned clockwise by ``degrees`` about (px, py), overlaps ``b`` somewhere along the arc.

    The arc is walked in steps too short to jump over a penetration of more than 1.25 TOUCH: what the
    wheel brings no deeper than TOUCH is no hit, what it brings deeper than 1.25 TOUCH is one.
    """
    whole = min(abs(degrees), 360.0)
    side = 1.0 if degrees >= 0.0 else -1.0
    turn = wheel_about(px, py, side * whole)
    if overlap(a, b) or overlap(turned_about(a, px, py, turn.c, turn.s), b):
        return True
    reach = _farthest(a, px, py)
    ex = b.x - px
    ey = b.y - py
    half = b.half_width * b.half_width + b.half_depth * b.half_depth
    if math.sqrt(ex * ex + ey * ey) >= reach + math.sqrt(half):
        return False
    # A turn by one radian moves no point of either, seen from the other, farther than this.
    speed = max(reach, _farthest(b, px, py))
    left = whole * (math.pi / 180.0)
    now = a
    while True:
        step = max(_separation(now, b) + TOUCH, 0.5 * TOUCH) / speed
        half_turn = min(0.5 * step, 0.25)  # a turn by 2 atan(t) is never more than 2 t
        left -= 2.0 * math.atan(half_turn)
        if not left > 0.0:
            return False
        scale = 1.0 / (1.0 + half_turn * half_turn)
        now = turned_about(now, px, py, (1.0 - half_turn * half_turn) * scale, side * 2.0 * half_turn * scale)
        if overlap(now, b):
            return True
