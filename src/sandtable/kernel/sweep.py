"""Bases on the move: straight sweeps judged exactly along the whole way, rigid displacements and wheels."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.compiler.decorators import kernel
from sandtable.kernel.geometry import (
    TOUCH,
    Base,
    facing_of_degrees,
    snap,
    snap_facing,
)
from sandtable.kernel.wheeling import turned_about

_STILL = 1e-12
"""Slower than this nothing moves: the rounding of facings makes no more of a slide along an edge."""


class Rigid(NamedTuple):
    """A rigid displacement: turn clockwise about (x0, y0), then carry (x0, y0) to (x1, y1)."""

    c: float  # cosine of the turn
    s: float  # its sine, positive clockwise
    x0: float
    y0: float
    x1: float
    y1: float


class Box(NamedTuple):
    """An upright box: what is outside it cannot be met, a refusal cheaper than any other."""

    x0: float
    y0: float
    x1: float
    y1: float


@kernel
def swept_box(base, dx, dy):
    """The upright Box around a base on its way straight by (dx, dy)."""
    east = base.half_depth * abs(base.fx) + base.half_width * abs(base.fy)
    north = base.half_depth * abs(base.fy) + base.half_width * abs(base.fx)
    return Box(
        base.x - east + min(dx, 0.0),
        base.y - north + min(dy, 0.0),
        base.x + east + max(dx, 0.0),
        base.y + north + max(dy, 0.0),
    )


@kernel
def is_outside(box, figure):
    """The base of any record with x, y, width and depth lies outside the box, whatever way it faces."""
    around = 0.5 * (figure.width + figure.depth)
    return (  # one question of four, not four: a processor that guesses the answer is nearly always right
        (figure.x - around > box.x1)
        | (figure.x + around < box.x0)
        | (figure.y - around > box.y1)
        | (figure.y + around < box.y0)
    )


@kernel
def boxes_apart(box, feature):
    """The bounding box of a terrain feature lies outside the box."""
    return (feature.x0 > box.x1) | (feature.x1 < box.x0) | (feature.y0 > box.y1) | (feature.y1 < box.y0)


@kernel
def narrow(t0, t1, separation, rate, depth):
    """Narrow the time from t0 to t1 to where ``separation + rate t < -depth``; t0 >= t1: never."""
    if abs(rate) < _STILL:
        if separation >= -depth:
            t1 = t0
    elif rate < 0.0:
        t0 = max(t0, (-depth - separation) / rate)
    else:
        t1 = min(t1, (-depth - separation) / rate)
    return t0, t1


@kernel
def narrow_between(t0, t1, p, v, half):
    """Narrow the time from t0 to t1 to where ``abs(p + v t) < half``; t0 >= t1: never."""
    if abs(v) < _STILL:
        if abs(p) >= half:
            t1 = t0
        return t0, t1
    per = 1.0 / v
    middle = -p * per
    while_in = half * abs(per)
    return max(t0, middle - while_in), min(t1, middle + while_in)


@kernel
def _passes_clear(a, dx, dy, b):
    """The circle around ``a``, swept, keeps clear of the circle around ``b``: the cheap refusal."""
    ex = b.x - a.x
    ey = b.y - a.y
    reach = 2.0 * (
        a.half_width * a.half_width
        + a.half_depth * a.half_depth
        + b.half_width * b.half_width
        + b.half_depth * b.half_depth
    )
    dot = ex * dx + ey * dy
    square = dx * dx + dy * dy
    if dot <= 0.0:
        return ex * ex + ey * ey >= reach
    if dot >= square:
        return (ex - dx) * (ex - dx) + (ey - dy) * (ey - dy) >= reach
    cross = ex * dy - ey * dx
    return cross * cross >= reach * square


@kernel
def overlap_time(a, dx, dy, end, b, depth):
    """From when to when ``a``, going (dx, dy) per unit of time from 0 to ``end``, is deeper than ``depth`` in ``b``.

    t0 >= t1: never. Along every axis that could separate the two, being so deep is an interval of time;
    they overlap while all of these hold.
    """
    ex = a.x - b.x
    ey = a.y - b.y
    c = abs(a.fx * b.fx + a.fy * b.fy)
    s = abs(a.fx * b.fy - a.fy * b.fx)
    half = a.half_depth + b.half_depth * c + b.half_width * s - depth
    t0, t1 = narrow_between(0.0, end, ex * a.fx + ey * a.fy, dx * a.fx + dy * a.fy, half)
    if t0 >= t1:
        return t0, t1
    half = a.half_width + b.half_width * c + b.half_depth * s - depth
    t0, t1 = narrow_between(t0, t1, ex * a.fy - ey * a.fx, dx * a.fy - dy * a.fx, half)
    if t0 >= t1 or s == 0.0 or c == 0.0:
        return t0, t1
    half = b.half_depth + a.half_depth * c + a.half_width * s - depth
    t0, t1 = narrow_between(t0, t1, ex * b.fx + ey * b.fy, dx * b.fx + dy * b.fy, half)
    if t0 >= t1:
        return t0, t1
    half = b.half_width + a.half_width * c + a.half_depth * s - depth
    return narrow_between(t0, t1, ex * b.fy - ey * b.fx, dx * b.fy - dy * b.fx, half)


@kernel
def sweep_hits(a, dx, dy, b):
    """``a``, moved straight by (dx, dy) without turning, overlaps ``b`` on the way or at either end.

    Touching along the way is no hit, so a base slides along those that it touches.
    """
    if _passes_clear(a, dx, dy, b):
        return False
    t0, t1 = overlap_time(a, dx, dy, 1.0, b, TOUCH)
    return t0 < t1


@kernel
def free_distance(a, ux, uy, distance, b):
    """How far ``a`` may go along the unit vector (ux, uy) before it runs into ``b``; at most ``distance``.

    Where it is stopped it just touches; a base already touching what is in its way does not move, and
    one that only slides along ``b`` is not stopped.
    """
    if _passes_clear(a, ux * distance, uy * distance, b):
        return distance
    t0, t1 = overlap_time(a, ux, uy, distance, b, TOUCH)
    if t0 >= t1:
        return distance
    t0, t1 = overlap_time(a, ux, uy, distance, b, 0.0)
    return min(t0, distance)


# Rigid displacements


@kernel
def rigid_between(start, end):
    """The displacement that carries the base ``start`` to ``end``."""
    turn = snap_facing(end.fx * start.fy - end.fy * start.fx, end.fx * start.fx + end.fy * start.fy)
    return Rigid(turn.y, turn.x, start.x, start.y, end.x, end.y)


@kernel
def wheel_about(px, py, degrees):
    """The turn clockwise by ``degrees`` (to a hundredth) about (px, py)."""
    turn = facing_of_degrees(degrees)
    return Rigid(turn.y, turn.x, float(px), float(py), float(px), float(py))


@kernel
def carried(rigid, base):
    """Where the displacement carries a base, its centre and facing on their lattices."""
    there = turned_about(base, rigid.x0, rigid.y0, rigid.c, rigid.s)
    fx = base.fx
    fy = base.fy
    if rigid.s != 0.0 or rigid.c < 0.0:
        facing = snap_facing(there.fx, there.fy)
        fx = facing.x
        fy = facing.y
    return Base(
        snap(there.x + (rigid.x1 - rigid.x0)),
        snap(there.y + (rigid.y1 - rigid.y0)),
        fx,
        fy,
        base.half_width,
        base.half_depth,
    )
