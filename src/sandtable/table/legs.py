"""Marches in notation and case files: legs of advances and wheels, and where they lead the leader of a block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.kernel.geometry import Base, Corner, ahead, base_of, corner, snap
from sandtable.kernel.records import MAX_VIA
from sandtable.kernel.sweep import carried, wheel_about
from sandtable.table.values import Unreadable, length_text, number

Leg = tuple[float, float]
"""Straight ahead by so much, then a wheel of so many degrees, clockwise positive."""

LEVEL = 0.1
"""Front edges this close to the foremost belong to the front rank."""

HANDS = ("left", "right")


def legs_text(legs: Sequence[Leg]) -> list[str]:
    """``120 right 30 40``, word by word; lengths of 0 and wheels of 0 are left out."""
    words: list[str] = []
    for length, degrees in legs:
        if length:
            words.append(length_text(length))
        if degrees:
            words += ["right" if degrees > 0 else "left", length_text(abs(degrees))]
    return words or ["0"]


def legs_json(legs: Sequence[Leg]) -> list[dict[str, Any]]:
    """``[{"ahead": 120}, {"wheel": "right", "degrees": 30}]``."""
    found: list[dict[str, Any]] = []
    for length, degrees in legs:
        if length:
            found.append({"ahead": length})
        if degrees:
            found.append({"wheel": "right" if degrees > 0 else "left", "degrees": abs(degrees)})
    return found or [{"ahead": 0.0}]


def _joined(steps: Sequence[tuple[str, float]]) -> list[Leg]:
    """Advances (``ahead``) and wheels (``wheel``) in order as legs: a wheel joins the advance before it."""
    legs: list[list[float]] = []
    open_leg = False
    for kind, value in steps:
        if kind == "ahead" or not open_leg:
            legs.append([0.0, 0.0])
        legs[-1][0 if kind == "ahead" else 1] = value
        open_leg = kind == "ahead"
    if len(legs) > MAX_VIA:
        raise Unreadable(f"one march has at most {MAX_VIA} legs, not {len(legs)}", "legs")
    return [(length, degrees) for length, degrees in legs]


def plain_legs(legs: Sequence[Leg]) -> list[Leg]:
    """The same march in the one form in which it is kept: no empty legs, degrees to a hundredth."""
    steps: list[tuple[str, float]] = []
    for length, degrees in legs:
        length, degrees = float(snap(length)), round(degrees, 2)
        if length:
            steps.append(("ahead", length))
        if degrees:
            steps.append(("wheel", degrees))
    return _joined(steps or [("ahead", 0.0)])


def legs_of_words(words: Sequence[str]) -> list[Leg]:
    """The legs that ``120 right 30 40`` says; raises ``Unreadable``."""
    steps: list[tuple[str, float]] = []
    k = 0
    while k < len(words):
        word = words[k].lower()
        if word not in HANDS:
            steps.append(("ahead", number(words[k], "an advance")))
            k += 1
            continue
        if k + 1 == len(words):
            raise Unreadable(f"degrees follow {word!r}, and nothing does", words[k])
        steps.append(("wheel", _wheel(word, number(words[k + 1], "degrees"))))
        k += 2
    if not steps:
        raise Unreadable("legs follow a march, as 120 right 30 40, and nothing does")
    return _joined(steps)


def legs_of_list(value: Any) -> list[Leg]:
    """The legs of a case file or of JSON; raises ``Unreadable``."""
    form = "legs are a list like [{ahead: 120}, {wheel: right, degrees: 30}]"
    if not isinstance(value, (list, tuple)) or not value:
        raise Unreadable(f"{form}, not {value!r}", "legs")
    steps: list[tuple[str, float]] = []
    for leg in value:
        keys = set(leg) if isinstance(leg, Mapping) else set()
        if not keys or keys - {"ahead", "wheel", "degrees"} or ("wheel" in keys) != ("degrees" in keys):
            raise Unreadable(f"{form}, not {leg!r}", "legs")
        if "ahead" in keys:
            steps.append(("ahead", number(leg["ahead"], "ahead")))
        if "wheel" in keys:
            if leg["wheel"] not in HANDS:
                raise Unreadable(f"a leg wheels left or right, not {leg['wheel']!r}", "legs")
            steps.append(("wheel", _wheel(leg["wheel"], number(leg["degrees"], "degrees"))))
    return _joined(steps)


def _wheel(hand: str, degrees: float) -> float:
    return degrees if hand == "right" else -degrees


def marched(legs: Sequence[Leg], leader: Base, others: Sequence[Base]) -> Base:
    """Where the legs lead the leader of a block: wheels pivot on the ends of its front rank, right ends clockwise."""
    bases = [leader, *others]
    fronts = [_as_seen(leader, base, which) for base in bases for which in (Corner.FRONT_LEFT, Corner.FRONT_RIGHT)]
    level = max(forward for forward, _ in fronts)
    rank = [aside for forward, aside in fronts if forward >= level - LEVEL]
    base = leader
    for length, degrees in legs:
        base = ahead(base, length)
        if degrees:
            aside = max(rank) if degrees > 0 else min(rank)
            px = base.x + base.fx * level + base.fy * aside
            py = base.y + base.fy * level - base.fx * aside
            base = carried(wheel_about(px, py, degrees), base)
    return base


def _as_seen(leader: Base, base: Base, which: Corner) -> tuple[float, float]:
    """How far a corner lies ahead of, and to the right of, the leader's middle."""
    point = corner(base, which)
    dx, dy = float(point.x - leader.x), float(point.y - leader.y)
    return dx * leader.fx + dy * leader.fy, dx * leader.fy - dy * leader.fx


def block_of(figures: Sequence[int], b: Any) -> tuple[Base, list[Base]]:
    """The bases of a block: its leader's, and the others'."""
    bases = [base_of(b.figures[i]) for i in figures]
    return bases[0], bases[1:]
