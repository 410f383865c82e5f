"""Moves of DBA tests in a few words: where to, judged with a log and without one, and carried out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dba.table import Judged, act, facing_of, fresh_log, judged
from sandtable.games.dba.record import Verb
from sandtable.games.dba.rules.movement import judge_move, make_move
from sandtable.kernel.dice import new_dice
from sandtable.kernel.records import Path


def move(*actors: int, to: tuple[float, float], facing: str | float = "N", via: Sequence[Any] = ()) -> Any:
    """A move of these elements whose leader's middle ends at ``to``; ``via``: waypoints of a single element."""
    fx, fy = facing_of(facing)
    action = act(Verb.MOVE, *actors, x=to[0], y=to[1], fx=fx, fy=fy)
    for k, point in enumerate(via):
        action.via[k] = point
    action.n_via = len(via)
    action.path = (Path.VIA if via else Path.STRAIGHT).value
    return action


def ahead(b: Any, *actors: int, by: float, aside: float = 0.0) -> Any:
    """A move straight ahead (negative: back), and so far to the right."""
    f = b.figures[actors[0]]
    return move(*actors, to=(f.x + by * f.fx + aside * f.fy, f.y + by * f.fy - aside * f.fx), facing=_degrees(f))


def _degrees(f: Any) -> float:
    from sandtable.kernel.geometry import degrees_of_facing

    return float(degrees_of_facing(f.fx, f.fy))


def march(
    *actors: int, legs: Sequence[tuple[float, float]], to: tuple[float, float], facing: Any, path: Path = Path.MARCH
) -> Any:
    """A march by legs (ahead, degrees clockwise) whose leader ends at ``to``."""
    action = move(*actors, to=to, facing=facing, via=legs)
    action.path = path.value
    return action


def ask(b: Any, action: Any) -> Judged:
    """What the judge says of it."""
    return judged(judge_move, b, action)


def is_legal(b: Any, action: Any) -> bool:
    """The move is legal, with a log and without one."""
    return ask(b, action).legal


def go(b: Any, action: Any, dice: Any = None) -> Any:
    """Carry a legal move out; returns the log."""
    assert is_legal(b, action), ask(b, action)
    log = fresh_log()
    make_move(b, action, new_dice() if dice is None else dice, log)
    return log
