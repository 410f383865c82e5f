"""A planner that thinks against the clock, for the board: always a legal action in time, and the longer the better."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from sandtable.compiler.decorators import released_kernel
from sandtable.games.game import Game
from sandtable.generals import General, Level
from sandtable.generals.choosing import choose_action
from sandtable.generals.desk import Desk, follow_plan, guess, keep_plan
from sandtable.generals.planning import (
    TRIES,
    best_plan,
    drop_half,
    open_thought,
    rounds_of,
    take_plan,
    try_plan,
    widen,
)
from sandtable.kernel.copying import copy_record

SKETCHING = 0.25
"""The part of its time in which a thought makes plans, at most."""


@released_kernel
def try_alone(side, k, span, desk):
    """Play a plan on once more, while other threads run."""
    try_plan(side, k, span, desk)


def plays_on_time(general: General) -> bool:
    """This general plans, so that its time can be measured out."""
    return general.level is not None and general.level.milliseconds > 0


def decide(
    general: General,
    game: Game,
    seen: tuple[Any, int],
    planner: Any,
    desk: Desk,
    is_late: Callable[[float], bool],
) -> None:
    """Put the choice of a general into ``desk.action``, in the battle ``seen`` by its side: ``(b, side)``.

    ``is_late(part)`` says whether so much of the time (1.0: all of it) is over; it is asked after every playout, so
    that a thought is cut short as soon as it says so. Generals that do not plan do not ask it.
    """
    b, side = seen
    if general.level is None or not plays_on_time(general):
        choose_action(b, side, general.kind.value, planner, desk)
        return
    guess(b, side, planner, desk)
    if follow_plan(b, desk):
        return
    n = open_thought(b, side, planner, desk)
    if n == 1:
        keep_plan(desk.sketch.plans[0], 0, desk)
        copy_record(desk.action[0], desk.actions[0])
        return
    _sketch(seen, n, (general.level, game.noise), planner, desk, is_late)
    span = (game.verbs.bound(b), game.horizon)
    rounds = rounds_of(int(desk.sketch.made[0]))
    for round_ in range(rounds):
        until = SKETCHING + (1.0 - SKETCHING) * (round_ + 1) / rounds
        _play_on(side, span, desk, partial(is_late, until))
        drop_half(desk)
    take_plan(b, best_plan(desk), desk)


def _sketch(
    seen: tuple[Any, int],
    n: int,
    wanted: tuple[Level, float],
    planner: Any,
    desk: Desk,
    is_late: Callable[[float], bool],
) -> None:
    """Make plans, as many as are wanted and there is time for."""
    level, noise = wanted
    for attempt in range(TRIES * level.plans):
        if desk.sketch.made[0] >= level.plans or is_late(SKETCHING):
            return
        widen(*seen, n, attempt, planner, desk, noise)


def _play_on(side: int, span: tuple[float, int], desk: Desk, is_over: Callable[[], bool]) -> None:
    """Play all plans on that may be chosen, again and again; what is not played of all of them counts for none."""
    sketch = desk.sketch
    while not is_over():
        sums, counts = sketch.sums.copy(), sketch.counts.copy()
        for k in range(int(sketch.made[0])):
            if sketch.alive[k] == 1:
                if is_over():
                    sketch.sums[:], sketch.counts[:] = sums, counts
                    return
                try_alone(side, k, span, desk)


def clock(seconds: float, begun: float | None = None) -> Callable[[float], bool]:
    """An ``is_late`` by the clock; ``begun``: when the time began to run (``time.monotonic``), left out: now."""
    start = time.monotonic() if begun is None else begun
    return lambda part: time.monotonic() >= start + part * seconds
