"""Zones of control and restricted moves a second time, slowly, from the clauses alone: Shapely and samples.

Nothing of the package is used but the record that holds the elements. A borderline table is left out by asking the
oracle twice, once a little narrower and once a little wider: only where both say the same, the kernels must agree.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import shapely

W = 160.0
"""Base width and depth of a zone in paces (15 mm scale)."""

MARGIN = 0.05
"""How much narrower or wider the oracle looks: several times the tolerance of the kernels."""


class Rect(NamedTuple):
    """A base: middle, facing, width and depth."""

    x: float
    y: float
    fx: float
    fy: float
    width: float
    depth: float


def rect_of(figure: Any) -> Rect:
    """The base of an element of the record."""
    return Rect(*(float(figure[name]) for name in ("x", "y", "fx", "fy", "width", "depth")))


def corners(r: Rect) -> dict[str, tuple[float, float]]:
    """Front left, front right, rear right and rear left corner; left of a heading (fx, fy) is (-fy, fx)."""
    places = {}
    for name, ahead, left in (("FL", 1, 1), ("FR", 1, -1), ("RR", -1, -1), ("RL", -1, 1)):
        u, v = ahead * r.depth / 2, left * r.width / 2
        places[name] = (r.x + u * r.fx - v * r.fy, r.y + u * r.fy + v * r.fx)
    return places


def polygon(r: Rect) -> shapely.Polygon:
    """The rectangle as a polygon."""
    return shapely.Polygon(corners(r).values())


def strip(r: Rect, near: float, far: float, aside: float) -> shapely.Polygon:
    """What lies from ``near`` to ``far`` paces ahead of the front edge, ``aside`` paces within its side lines."""
    fr = corners(r)["FR"]
    points = []
    for s, t in ((aside, near), (r.width - aside, near), (r.width - aside, far), (aside, far)):
        points.append((fr[0] - s * r.fy + t * r.fx, fr[1] + s * r.fx + t * r.fy))
    return shapely.Polygon(points)


def carpet(owner: Rect, others: list[Rect], aside: float) -> float:
    """Where the owner's carpet stops: the least distance ahead at which another base is between the side lines."""
    stop = W
    area = strip(owner, -MARGIN, W, aside)
    for other in others:
        common = polygon(other).intersection(area)
        if common.is_empty:
            continue
        fr = corners(owner)["FR"]
        ahead = [(x - fr[0]) * owner.fx + (y - fr[1]) * owner.fy for x, y in shapely.get_coordinates(common)]
        stop = min(stop, max(min(ahead), 0.0))
    return stop


def in_zone(owner: Rect, others: list[Rect], base: Rect) -> bool | None:
    """Whether ``base`` has a point in the owner's zone; None where that is too close to call."""
    answers = set()
    for aside in (-MARGIN, MARGIN):
        stop = carpet(owner, others, aside)
        for more in (-2 * MARGIN, 2 * MARGIN):
            for edge in (-MARGIN, MARGIN):
                area = strip(owner, min(0.0, stop + more) - 0.01, stop + more, edge)
                answers.add(polygon(base).intersects(area))
    return answers.pop() if len(answers) == 1 else None


def others_than(rects: list[Rect], owner: int, movers: set[int]) -> list[Rect]:
    """The bases that may stop the owner's carpet: all but its own and the movers'."""
    return [r for k, r in enumerate(rects) if k != owner and k not in movers]


# Restricted moves


def distance(p: tuple[float, float], q: tuple[float, float]) -> float:
    """Paces between two points."""
    return math.hypot(p[0] - q[0], p[1] - q[1])


def goals(mover: Rect, enemy: Rect) -> tuple[float, float]:
    """How far the mover's front corners are from where frontal contact would put them (WAD-RES-3)."""
    m, e = corners(mover), corners(enemy)
    return distance(m["FL"], e["FR"]), distance(m["FR"], e["FL"])


def along(start: Rect, legs: list[tuple[float, float]], step: float) -> list[Rect]:
    """The mover every ``step`` paces (or less) of straight legs, its facing kept."""
    way = [start]
    for dx, dy in legs:
        n = max(int(math.hypot(dx, dy) / step) + 1, 1)
        first = way[-1]
        way += [first._replace(x=first.x + dx * k / n, y=first.y + dy * k / n) for k in range(1, n + 1)]
    return way


def _is_legal(way: list[Rect], rects: list[Rect], mover: int, enemies: list[int], slack: float) -> bool:
    """The judgement with all comparisons in the mover's favour by ``slack`` (negative: against it)."""
    zones = {}
    for j in enemies:
        stop = carpet(rects[j], others_than(rects, j, {mover}), slack * MARGIN)
        zones[j] = strip(rects[j], -0.01, stop - slack * MARGIN, slack * MARGIN)
    touched = [{j for j in enemies if polygon(pose).intersects(zones[j])} for pose in way]
    first = next((k for k, who in enumerate(touched) if who), None)
    if first is None:
        return True
    rest = way[first:]
    owners = set(touched[first])
    if first > 0:  # all whose zone it touches within a millimetre of the first touch (WAD-RES-5)
        for pose, who in zip(rest, touched[first:], strict=True):
            if distance((pose.x, pose.y), (rest[0].x, rest[0].y)) <= 4.0 + slack:
                owners |= who
    start, end = rest[0], rest[-1]
    if first > 0 and distance((start.x, start.y), (end.x, end.y)) <= (0.0 if slack < 0 else slack):
        return True
    back = [((p.x - start.x) * start.fx + (p.y - start.y) * start.fy) for p in rest]
    aside = [((p.x - start.x) * start.fy - (p.y - start.y) * start.fx) for p in rest]
    if all(abs(a) <= max(slack, 1e-6) for a in aside) and max(back) <= 1e-6 and back[-1] < 0.0:
        return True
    pick, little = (min, -1e-6) if slack < 0 else (max, MARGIN)
    for j in owners:
        # The first touch is between two samples: what counts is the nearer (or farther) of them.
        a0, b0 = map(pick, zip(goals(way[max(first - 1, 0)], rects[j]), goals(start, rects[j]), strict=True))
        a1, b1 = goals(end, rects[j])
        if a1 <= 0.01 and b1 <= 0.01:
            return True
        ways = [goals(p, rects[j]) for p in rest]
        if max(a for a, _ in ways) > a0 + abs(little) or max(b for _, b in ways) > b0 + abs(little):
            continue
        if not (a1 < a0 + slack * MARGIN or b1 < b0 + slack * MARGIN):
            continue
        if polygon(end).intersects(zones[j]) or polygon(end).distance(polygon(rects[j])) <= 0.01:
            return True
    return False


def is_legal(way: list[Rect], rects: list[Rect], mover: int, enemies: list[int]) -> bool | None:
    """May the mover, a single element, go this way (WAD-RES-1 to WAD-RES-10)? None where it is too close to call."""
    strict, lenient = (_is_legal(way, rects, mover, enemies, slack) for slack in (-1.0, 1.0))
    return strict if strict == lenient else None


# Contacts


def legal_contact(mover: Rect, enemy: Rect, wagon: bool) -> int | None:
    """The contact of the mover's front by its corners: 0 front, 1 right flank, 2 rear, 3 left flank, 4 to 9 a place.

    A flank contact is one front corner on the enemy's front corner and the front edge along its side; a place of a War
    Wagon is both front corners on the ends of one of the six segments of WAD-WCC-2.
    """
    m, e = corners(mover), corners(enemy)

    def meet(p: tuple[float, float], q: tuple[float, float]) -> bool:
        return distance(p, q) <= 0.01

    def half(p: tuple[float, float], q: tuple[float, float]) -> tuple[float, float]:
        return ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)

    if wagon:
        left, right = half(e["FL"], e["RL"]), half(e["FR"], e["RR"])
        places = [
            (e["FL"], e["FR"]),
            (e["RR"], e["RL"]),
            (left, e["FL"]),
            (e["RL"], left),
            (e["FR"], right),
            (right, e["RR"]),
        ]
        # An attacker sees the segment with its ends exchanged: its right corner on the first end.
        for place, (first, last) in enumerate(places):
            if meet(m["FR"], first) and meet(m["FL"], last):
                return 4 + place
        return None
    if meet(m["FL"], e["FR"]) and meet(m["FR"], e["FL"]):
        return 0
    if meet(m["FL"], e["RL"]) and meet(m["FR"], e["RR"]):
        return 2
    # The mover looks at the enemy's side, so its heading is across the enemy's, towards it.
    across = mover.fx * -enemy.fy + mover.fy * enemy.fx  # along the enemy's left
    if meet(m["FR"], e["FR"]) and across > 0.99999:
        return 1
    if meet(m["FL"], e["FL"]) and across < -0.99999:
        return 3
    return None
