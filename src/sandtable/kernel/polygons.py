"""Outlines of terrain, in Python only: checked points, and the splitting of concave areas into convex parts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import shapely

from sandtable.errors import InputError
from sandtable.kernel.geometry import TOUCH

Ring = list[tuple[float, float]]
Corners = Sequence[tuple[float, float]]


def checked_number(value: Any, what: str) -> float:
    """A finite number, or an ``InputError`` that names ``what``."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise InputError(f"{what} must be a finite number, got {value!r}")
    return number


def checked_points(points: Iterable[Sequence[float]], what: str, least: int) -> Ring:
    """Checked corners, without repeats of the one before."""
    checked: Ring = []
    for index, point in enumerate(points):
        if not isinstance(point, Sequence | np.ndarray) or len(point) != 2:
            raise InputError(f"{what}: point {index + 1} must be two numbers x, y, got {point!r}")
        place = (
            checked_number(point[0], f"{what}: x of point {index + 1}"),
            checked_number(point[1], f"{what}: y of point {index + 1}"),
        )
        if not checked or place != checked[-1]:
            checked.append(place)
    if len(checked) < least:
        raise InputError(f"{what} needs at least {least} different points, got {len(checked)}")
    return checked


def cross(a: Sequence[Any], b: Sequence[Any], c: Sequence[Any]) -> Any:
    """Twice the area of the triangle a, b, c: positive when it turns anticlockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_convex(corners: Corners) -> bool:
    """No corner of an anticlockwise ring turns to the right by more than rounding."""
    n = len(corners)
    for k in range(n):
        a, b, c = corners[k - 1], corners[k], corners[(k + 1) % n]
        if cross(a, b, c) < -1e-12 * (1.0 + math.dist(a, b) * math.dist(b, c)):
            return False
    return True


def _merged(one: Ring, other: Ring) -> Ring | None:
    """Two anticlockwise rings that share one side as one ring, or None if they share none or it is not convex."""
    for i in range(len(one)):
        a, b = one[i], one[(i + 1) % len(one)]
        for j in range(len(other)):
            if other[j] == b and other[(j + 1) % len(other)] == a:
                ring = one[i + 1 :] + one[: i + 1]  # from b round to a
                back = other[j + 1 :] + other[: j + 1]  # from a round to b
                joined = ring[:-1] + back[:-1]
                return joined if is_convex(joined) else None
    return None


def _triangles(outline: Ring) -> list[Ring]:
    """Cut an anticlockwise outline into triangles between its corners, shortest cut first.

    Exact arithmetic and a fixed order: the same outline gives the same triangles on every machine,
    which a general triangulation library does not promise and replays rely on.
    """
    exact = [(Fraction(x), Fraction(y)) for x, y in outline]
    left = list(range(len(outline)))
    triangles = []
    while len(left) > 3:
        ears = []
        for k in range(len(left)):
            a, b, c = (exact[left[(k + step) % len(left)]] for step in (-1, 0, 1))
            if cross(a, b, c) > 0 and not any(
                cross(a, b, p) >= 0 and cross(b, c, p) >= 0 and cross(c, a, p) >= 0
                for p in (exact[index] for index in left)
                if p not in (a, b, c)
            ):
                ears.append(((a[0] - c[0]) ** 2 + (a[1] - c[1]) ** 2, left[k], k))
        k = min(ears)[2]
        triangles.append([outline[left[(k + step) % len(left)]] for step in (-1, 0, 1)])
        del left[k]
    return [*triangles, [outline[index] for index in left]]


def convex_parts(points: Iterable[Sequence[float]]) -> list[Ring]:
    """Split an outline into convex rings, anticlockwise; a convex outline is its own only part.

    Raises ``InputError`` for fewer than three points, NaN, an outline that crosses itself or has no area.
    """
    outline = checked_points(points, "a terrain outline", 3)
    if len(outline) > 3 and outline[0] == outline[-1]:
        outline.pop()
    polygon = shapely.Polygon(outline)
    if not polygon.is_valid:
        with np.errstate(all="ignore"):  # of corners as far off as 1e300
            why = shapely.is_valid_reason(polygon)
        raise InputError(f"a terrain outline crosses or touches itself: {why}")
    if polygon.area <= TOUCH * TOUCH:
        raise InputError("a terrain outline encloses no area")
    if not polygon.exterior.is_ccw:
        outline.reverse()
    if is_convex(outline):
        return [outline]
    parts = _triangles(outline)
    pairs = _mergeable(parts)
    while pairs is not None:
        i, j, joined = pairs
        parts[i] = joined
        del parts[j]
        pairs = _mergeable(parts)
    return parts


def _mergeable(parts: list[Ring]) -> tuple[int, int, Ring] | None:
    """The first two parts that are convex together, and their common ring."""
    for i in range(len(parts)):
        for j in range(i + 1, len(parts)):
            joined = _merged(parts[i], parts[j])
            if joined is not None:
                return i, j, joined
    return None
