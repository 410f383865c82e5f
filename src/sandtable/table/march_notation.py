"""Marches in notation and case files: legs of advances and wheels, and where they lead the leader of a block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sandtable.kernel.geometry import Base, Corner, ahead, base_of, corner, shifted, snap
from sandtable.kernel.sweep import carried, wheel_about
from sandtable.table.values import Unreadable, length_text, number
from sandtable.translation import gettext


class Leg(NamedTuple):
    """Straight ahead, then straight aside, to the right if positive, then a wheel, clockwise if positive."""

    ahead: float
    degrees: float
    aside: float = 0.0


ORDER = ("ahead", "aside", "degrees")
"""In which the parts of one leg are gone."""

LEVEL = 0.1
"""Front edges this close to the foremost belong to the front rank."""

HANDS = ("left", "right")


def legs_text(legs: Sequence[Leg]) -> list[str]:
    """``120 step left 10 right 30 40``, word by word; what is 0 is left out."""
    words: list[str] = []
    for leg in legs:
        if leg.ahead:
            words.append(length_text(leg.ahead))
        if leg.aside:
            words += ["step", _hand(leg.aside), length_text(abs(leg.aside))]
        if leg.degrees:
            words += [_hand(leg.degrees), length_text(abs(leg.degrees))]
    return words or ["0"]


def _hand(value: float) -> str:
    return "right" if value > 0 else "left"


def legs_json(legs: Sequence[Leg]) -> list[dict[str, Any]]:
    """``[{"ahead": 120}, {"step": "left", "by": 10}, {"wheel": "right", "degrees": 30}]``."""
    found: list[dict[str, Any]] = []
    for leg in legs:
        if leg.ahead:
            found.append({"ahead": leg.ahead})
        if leg.aside:
            found.append({"step": _hand(leg.aside), "by": abs(leg.aside)})
        if leg.degrees:
            found.append({"wheel": _hand(leg.degrees), "degrees": abs(leg.degrees)})
    return found or [{"ahead": 0.0}]


def _joined(steps: Sequence[tuple[str, float]]) -> list[Leg]:
    """Advances (``ahead``), side-steps (``aside``) and wheels (``degrees``) in order, as few legs as they make."""
    legs: list[dict[str, float]] = []
    last = len(ORDER)
    for kind, value in steps:
        if ORDER.index(kind) <= last:
            legs.append({"ahead": 0.0, "degrees": 0.0})
        legs[-1][kind] = value
        last = ORDER.index(kind)
    return [Leg(**leg) for leg in legs]


def plain_legs(legs: Sequence[Leg]) -> list[Leg]:
    """The same march in the one form in which it is kept: no empty legs, degrees to a hundredth."""
    steps: list[tuple[str, float]] = []
    for leg in legs:
        ahead, aside, degrees = float(snap(leg.ahead)), float(snap(leg.aside)), round(leg.degrees, 2)
        steps += [(kind, value) for kind, value in (("ahead", ahead), ("aside", aside), ("degrees", degrees)) if value]
    return _joined(steps or [("ahead", 0.0)])


def legs_of_words(words: Sequence[str]) -> list[Leg]:
    """The legs that ``120 step left 10 right 30 40`` says; raises ``Unreadable``."""
    steps: list[tuple[str, float]] = []
    k = 0
    while k < len(words):
        word = words[k].lower()
        if word == "step" and k + 2 < len(words) and words[k + 1].lower() in HANDS:
            steps.append(("aside", _signed(words[k + 1].lower(), number(words[k + 2], gettext("a side-step")))))
            k += 3
            continue
        if word == "step":
            raise Unreadable(gettext("a side-step is to a hand, by a length, as step left 10"), words[k])
        if word not in HANDS:
            steps.append(("ahead", number(words[k], gettext("an advance"))))
            k += 1
            continue
        if k + 1 == len(words):
            raise Unreadable(gettext("degrees follow {word!r}, and nothing does", word=word), words[k])
        steps.append(("degrees", _signed(word, number(words[k + 1], "degrees"))))
        k += 2
    if not steps:
        raise Unreadable(gettext("legs follow a march, as 120 right 30 40, and nothing does"))
    return _joined(steps)


LEG_KEYS = ({"ahead"}, {"step", "by"}, {"wheel", "degrees"})


def legs_of_list(value: Any) -> list[Leg]:
    """The legs of a case file or of JSON; raises ``Unreadable``."""
    if not isinstance(value, (list, tuple)) or not value:
        raise _no_legs(value)
    steps: list[tuple[str, float]] = []
    for leg in value:
        keys = {key for key, said in leg.items() if said is not None} if isinstance(leg, Mapping) else set()
        if not keys or any(keys & known not in (set(), known) for known in LEG_KEYS) or keys - set().union(*LEG_KEYS):
            raise _no_legs(leg)
        if "ahead" in keys:
            steps.append(("ahead", number(leg["ahead"], "ahead")))
        for key, amount, kind in (("step", "by", "aside"), ("wheel", "degrees", "degrees")):
            if key in keys:
                if leg[key] not in HANDS:
                    raise Unreadable(
                        gettext("a leg {key}s left or right, not {value!r}", key=key, value=leg[key]), "legs"
                    )
                steps.append((kind, _signed(leg[key], number(leg[amount], amount))))
    return _joined(steps)


def _no_legs(value: Any) -> Unreadable:
    said = gettext("legs are a list like [{{ahead: 120}}, {{wheel: right, degrees: 30}}], not {value!r}", value=value)
    return Unreadable(said, "legs")


def _signed(hand: str, amount: float) -> float:
    return amount if hand == "right" else -amount


def marched(legs: Sequence[Leg], leader: Base, others: Sequence[Base]) -> Base:
    """Where the legs lead the leader of a block: wheels pivot on the ends of its front rank, right ends clockwise."""
    bases = [leader, *others]
    ends = (Corner.FRONT_LEFT.value, Corner.FRONT_RIGHT.value)  # a kernel is called 20 times as slowly with an enum
    fronts = [_as_seen(leader, base, which) for base in bases for which in ends]
    level = max(forward for forward, _ in fronts)
    rank = [aside for forward, aside in fronts if forward >= level - LEVEL]
    base = leader
    for leg in legs:
        base = ahead(base, leg.ahead)
        if leg.aside:
            base = shifted(base, base.fy * leg.aside, -base.fx * leg.aside)
        if leg.degrees:
            end = max(rank) if leg.degrees > 0 else min(rank)
            px = base.x + base.fx * level + base.fy * end
            py = base.y + base.fy * level - base.fx * end
            base = carried(wheel_about(px, py, leg.degrees), base)
    return base


def _as_seen(leader: Base, base: Base, which: int) -> tuple[float, float]:
    """How far a corner lies ahead of, and to the right of, the leader's middle."""
    point = corner(base, which)
    dx, dy = float(point.x - leader.x), float(point.y - leader.y)
    return dx * leader.fx + dy * leader.fy, dx * leader.fy - dy * leader.fx


def block_of(figures: Sequence[int], b: Any) -> tuple[Base, list[Base]]:
    """The bases of a block: its leader's, and the others'."""
    bases = [base_of(b.figures[i]) for i in figures]
    return bases[0], bases[1:]
