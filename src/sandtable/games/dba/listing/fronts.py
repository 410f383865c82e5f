"""Ways for a chosen group to narrow its front (DBA-GROUP-8): who goes in front, who behind, and how far.

They are proposed here, and the real judge is asked about each.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sandtable.games.dba.record import Verb
from sandtable.kernel.geometry import ahead, base_of, snap
from sandtable.kernel.log import new_log
from sandtable.kernel.records import Path, new_actions
from sandtable.kernel.verbs import judge

STEPS_A_WIDTH = 8
"""Ways ahead are tried in such parts of a base's width."""

LONGEST = 4.0
"""Longest way ahead that is tried, in widths of a base."""

RANKS = 3
"""Ways ahead that make room for so many ranks behind the first are tried first."""

Proposed = TypeVar("Proposed")


@dataclass(frozen=True)
class Front:
    """A narrower front: the figures in the order of the notation, the new first rank foremost."""

    actors: tuple[int, ...]
    files: int


def together(b: Any, chosen: Sequence[int]) -> list[Any]:
    """What these figures, the leader first, may do together and no list has: the longest way with each narrower front.

    ``b`` is a battle record; the actions come as arrays of one.
    """
    silent = new_log(keep=False)
    found = []
    for front in narrower_fronts(b.figures, chosen):

        def propose(length: float, front: Front = front) -> Any:
            action = _straight_on(b, front, length)
            return action if judge(b, action[0], silent).legal else None

        longest = farthest(b.figures[front.actors[0]], propose)
        if longest is not None:
            found.append(longest)
    return found


def _straight_on(b: Any, front: Front, length: float) -> Any:
    """The march straight ahead with a narrower front, as an array of one action."""
    actions = new_actions(1)
    action = actions[0]
    length = float(snap(length))
    end = ahead(base_of(b.figures[front.actors[0]]), length)
    action["verb"] = Verb.MOVE.value
    action["n_actors"] = len(front.actors)
    action["actors"][: len(front.actors)] = front.actors
    action["x"], action["y"], action["fx"], action["fy"] = snap(end.x), snap(end.y), end.fx, end.fy
    action["path"], action["amount"], action["n_via"] = Path.COLUMN.value, front.files, 1
    action["via"][0] = (length, 0.0)
    return actions


def narrower_fronts(figures: Any, chosen: Sequence[int]) -> Iterator[Front]:
    """Every run of neighbours in the first rank of a block, the widest ones first, with the others behind it.

    ``figures`` is any record array with x, y, fx, fy, width and depth; ``chosen`` are indices.
    """
    places = {index: _seen_from(figures[chosen[0]], figures[index]) for index in chosen}
    rank = sorted((index for index in chosen if _is_in_first_rank(figures, places, index)), key=lambda i: places[i][1])
    for files in range(len(rank) - 1, 1, -1):
        for first in range(len(rank) - files + 1):
            front = rank[first : first + files]
            middle = (places[front[0]][1] + places[front[-1]][1]) / 2.0
            others = [index for index in chosen if index not in front]
            if sum(places[index][1] - middle for index in others) > 0.0:
                front = front[::-1]  # who comes in from the right goes behind the rightmost
            ahead = places[front[0]][0]
            yield Front((*front, *_nearest(others, places, (ahead, middle))), files)


def _nearest(
    indices: Sequence[int], places: dict[int, tuple[float, float]], there: tuple[float, float]
) -> Sequence[int]:
    return sorted(indices, key=lambda i: math.dist(places[i], there))


def _seen_from(leader: Any, figure: Any) -> tuple[float, float]:
    """How far ahead of the leader's middle a figure's is, and how far to the right."""
    dx, dy = float(figure["x"] - leader["x"]), float(figure["y"] - leader["y"])
    fx, fy = float(leader["fx"]), float(leader["fy"])
    return dx * fx + dy * fy, dx * fy - dy * fx


def _is_in_first_rank(figures: Any, places: dict[int, tuple[float, float]], index: int) -> bool:
    """Nobody of the block stands before it."""
    ahead, right = places[index]
    return not any(
        there[0] > ahead + float(figures[index]["depth"]) / 2.0
        and abs(there[1] - right) < float(figures[index]["width"]) / 2.0
        for other, there in places.items()
        if other != index
    )


def farthest(leader: Any, propose: Callable[[float], Proposed | None]) -> Proposed | None:
    """What ``propose`` says of the longest way ahead that it takes, the shortest ones first; None: it takes none."""
    part = float(leader["width"]) / STEPS_A_WIDTH
    room = -(-float(leader["depth"]) // part)  # parts that one more rank behind takes
    for ranks in range(1, RANKS + 1):
        found = propose(ranks * room * part)
        if found is not None:
            break
    else:
        return None
    parts = ranks * room + 1
    while parts <= LONGEST * STEPS_A_WIDTH and (longer := propose(parts * part)) is not None:
        found = longer
        parts += 1
    return found
