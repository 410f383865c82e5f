"""Bases an exact length apart off the grid: any place, any facing, any direction, laid as the table keeps them."""

from __future__ import annotations

import math

from hypothesis import strategies as st

from sandtable.kernel.geometry import Base, snap_facing, snapped

Size = tuple[float, float]
"""Of a base: along its front edge, and its depth."""

ANGLES = st.one_of(
    st.integers(0, 35999).map(lambda hundredths: math.radians(hundredths / 100)),
    st.sampled_from([math.atan2(3, 4), math.atan2(4, 3), math.atan2(5, 12), math.atan2(1, 7)]),
    st.floats(0.0, 2.0 * math.pi),
)
"""Directions and facings in radians clockwise from north."""


def laid(x: float, y: float, angle: float, size: Size) -> Base:
    """The base as the table keeps it: its middle on the lattice, its facing to a hundredth of a degree."""
    facing = snap_facing(math.sin(angle), math.cos(angle))
    return snapped(Base(x, y, facing.x, facing.y, 0.5 * size[0], 0.5 * size[1]))


def _farthest_out(angle: float, size: Size, ux: float, uy: float) -> tuple[float, float]:
    """From the middle of a base that faces ``angle`` to its corner that lies farthest towards (ux, uy)."""
    fx, fy = math.sin(angle), math.cos(angle)
    forward = math.copysign(0.5 * size[1], fx * ux + fy * uy)
    right = math.copysign(0.5 * size[0], fy * ux - fx * uy)
    return fx * forward + fy * right, fy * forward - fx * right


def beside(
    x: float, y: float, own: float, size: Size, other: float, other_size: Size, towards: float, length: float
) -> tuple[float, float]:
    """The middle of a base that faces ``other`` and lies exactly ``length`` from one at (x, y) that faces ``own``.

    Their corners that lie farthest towards one another are joined by a line of that length, and both bases lie
    whole behind it: no two points of theirs are nearer.
    """
    ux, uy = math.sin(towards), math.cos(towards)
    cx, cy = _farthest_out(own, size, ux, uy)
    dx, dy = _farthest_out(other, other_size, -ux, -uy)
    return x + cx + length * ux - dx, y + cy + length * uy - dy
