"""In which order a person reads the answers: contact first, retreats last, and of each kind what looks good first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from sandtable.compiler import patience
from sandtable.kernel.geometry import Base, base_of, gap
from sandtable.kernel.records import new_actions
from sandtable.kernel.verbs import MAX_FEATURES
from sandtable.table.actions import Action
from sandtable.table.battle import Battle

TOUCH = 0.05
"""Widths of a base that lie between those who are as good as in contact."""

BACK = 0.25
"""Of a way the part that goes backwards, as the figure faces, from which on it is a retreat."""

Ends = Sequence[tuple[int, Base]]


class Shelf(IntEnum):
    """What kind of answer it is to whoever reads a list."""

    CONTACT = 0
    OTHER = 1
    RETREAT = 2


class Standing(NamedTuple):
    """Where an answer stands in the list: a smaller place is read first; ``likely``: what a general would look at."""

    place: int
    likely: bool


def standings(
    seen: Battle, actions: Sequence[Action], ends: Sequence[Ends], side_of: Mapping[str, str], on_table: Sequence[int]
) -> list[Standing]:
    """The standing of each listed action. ``ends``: where its figures would stand; ``side_of``: figures that are seen.

    While rules run interpreted nobody is asked what looks good: answers of one kind stay as they are listed.
    """
    asked = seen.engine.lexicon.side_key(seen.engine.side_to_decide)
    enemies = {name for name, side in side_of.items() if side != asked}
    foes = [base_of(seen.record.figures[i]) for i in on_table if seen.names.figures[i].id in enemies]
    shelves = [_shelf(seen, action, where, enemies, foes) for action, where in zip(actions, ends, strict=True)]
    worths = _worths(seen, actions)
    likely = _likely(actions, worths)
    order = sorted(range(len(actions)), key=lambda k: (shelves[k], k not in likely, -worths[k], k))
    places = {k: place for place, k in enumerate(order)}
    return [Standing(places[k], k in likely) for k in range(len(actions))]


def _shelf(seen: Battle, action: Action, ends: Ends, enemies: set[str], foes: Sequence[Base]) -> Shelf:
    """Whether an action meets an enemy, or takes all of its figures backwards."""
    if action.target in enemies:
        return Shelf.CONTACT
    if any(_meets(end, foe) for _, end in ends for foe in foes):
        return Shelf.CONTACT
    starts = [base_of(seen.record.figures[index]) for index, _ in ends]
    if starts and all(_goes_back(start, end) for start, (_, end) in zip(starts, ends, strict=True)):
        return Shelf.RETREAT
    return Shelf.OTHER


def _meets(end: Base, foe: Base) -> bool:
    """Whether the bases are as good as in contact; the exact gap is worked out for those alone that may be."""
    near = TOUCH * 2.0 * end.half_width
    reach = (
        near + end.half_width + end.half_depth + foe.half_width + foe.half_depth
    )  # no corner is farther from a centre
    if abs(end.x - foe.x) > reach or abs(end.y - foe.y) > reach:
        return False
    return bool(gap(end, foe) <= near)


def _goes_back(start: Base, end: Base) -> bool:
    dx, dy = end.x - start.x, end.y - start.y
    return bool(dx * start.fx + dy * start.fy < -BACK * np.hypot(dx, dy))


def _worths(seen: Battle, actions: Sequence[Action]) -> list[float]:
    """What each looks worth at first sight to the side to decide, by what it sees."""
    if len(actions) < 2 or patience.is_interpreted(seen.game.dtype):
        return [0.0] * len(actions)
    listed = new_actions(len(actions), seen.game.action)
    for k, action in enumerate(actions):
        listed[k] = action.record
    found = np.zeros(len(actions))
    trial: Any = np.array([seen.record], seen.game.dtype)[0]  # movers are stood elsewhere meanwhile
    seen.game.verbs.worth(trial, listed, len(actions), np.zeros((len(actions), MAX_FEATURES)), found)
    return [float(worth) for worth in found]


def _likely(actions: Sequence[Action], worths: Sequence[float]) -> set[int]:
    """Of the answers about each leading figure the one that looks best, where it looks better than most."""
    by_leader: dict[str, list[int]] = {}
    for k, action in enumerate(actions):
        by_leader.setdefault(action.figures[0] if action.figures else "", []).append(k)
    found = set()
    for own in by_leader.values():
        best = max(own, key=lambda k: worths[k])
        if len(own) > 1 and worths[best] > max(0.0, median(worths[k] for k in own)):
            found.add(best)
    return found
