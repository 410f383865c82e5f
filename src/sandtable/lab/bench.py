"""The benchmark: what one core does, measured on this machine, with where the time goes."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numba
import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games import get_game
from sandtable.generals.desk import new_desk
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import choose, forget, new_dice
from sandtable.kernel.log import LOG
from sandtable.kernel.records import NOBODY
from sandtable.kernel.verbs import (
    MAX_LEGAL,
    apply,
    current_side,
    judge,
    legal_actions,
    sample_action,
    setup,
)
from sandtable.table.scenarios import lay_table


@dataclass(frozen=True)
class Figure:
    """One line of the benchmark."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    smaller_is_better: bool = False

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None without a goal."""
        if self.goal is None:
            return None
        return self.value <= self.goal if self.smaller_is_better else self.value >= self.goal


@kernel
def random_play_listing(laid, b, dice, planner, desk, decisions):
    """Play ``decisions`` random decisions, listing ALL useful legal actions at each; returns how many were listed.

    Battles that end are laid anew. One of the listed actions is taken at random.
    """
    listed = 0
    copy_record(b[0], laid[0])
    setup(b[0], dice, desk.log[0])
    for _ in range(decisions):
        if current_side(b[0]) == NOBODY:
            copy_record(b[0], laid[0])
            setup(b[0], dice, desk.log[0])
        n = min(legal_actions(b[0], desk.actions), MAX_LEGAL)
        listed += n
        apply(b[0], desk.actions[choose(planner, n)], dice, desk.log[0])
        forget(dice)
    return listed


@kernel
def random_play_sampling(laid, b, dice, planner, desk, battles):
    """Fight ``battles`` battles to their end by ``sample_action``; returns the number of decisions."""
    decisions = 0
    for _ in range(battles):
        copy_record(b[0], laid[0])
        setup(b[0], dice, desk.log[0])
        while current_side(b[0]) != NOBODY:
            sample_action(b[0], planner, desk.action[0])
            apply(b[0], desk.action[0], dice, desk.log[0])
            forget(dice)
            decisions += 1
    return decisions


@kernel
def judge_again(b, actions, n, log, times):
    """Judge the same ``n`` actions ``times`` over; returns how many were legal."""
    legal = 0
    for _ in range(times):
        for k in range(n):
            legal += judge(b, actions[k], log).legal
    return legal


@kernel
def copy_battles(battles, times):
    """Copy one battle over another ``times``."""
    for k in range(times):
        copy_record(battles[1 + k % 3], battles[0])
    return battles[1 + times % 3].phase


def _rate(work: Callable[[int], Any], first: int, wanted: float = 2.0) -> tuple[float, Any]:
    """Repetitions a second of ``work(n)``: once to warm up, then long enough to measure. Returns rate, last answer."""
    work(1)
    n = first
    while True:
        start = time.perf_counter()
        answer = work(n)
        took = time.perf_counter() - start
        if took >= wanted / 2:
            return n / took, answer
        n = int(n * max(2.0, wanted / max(took, 1e-6)))


def measure_play(game_key: str) -> list[Figure]:
    """Random play, judging and copying on the game's default scenario, on one core."""
    laid = lay_table(game_key, "", {}).record
    dtype = get_game(game_key).dtype
    desk = new_desk(get_game(game_key))
    b = np.zeros(1, dtype)
    dice, planner = new_dice(1), new_dice(2)
    rate, _ = _rate(lambda n: random_play_listing(laid, b, dice, planner, desk, n), 2_000)
    _, count = _rate(lambda n: (n, random_play_listing(laid, b, new_dice(1), new_dice(2), desk, n)), 2_000, 0.5)
    figures = [
        Figure("random play, all useful actions listed", rate, "decisions/s", 40_000),
        Figure("useful actions listed at a decision, mean", count[1] / count[0], "actions"),
        Figure("actions listed", rate * count[1] / count[0], "actions/s"),
    ]
    battles_rate, decisions = _rate(lambda n: (n, random_play_sampling(laid, b, dice, planner, desk, n)), 4)
    figures += [
        Figure("random play, sampling: whole battles", battles_rate, "battles/s"),
        Figure("random play, sampling", battles_rate * decisions[1] / decisions[0], "decisions/s"),
    ]
    figures.append(_measure_judge(game_key, laid, desk))
    four = np.zeros(4, dtype)
    four[0] = laid[0]
    copies, _ = _rate(lambda n: copy_battles(four, n), 100_000, 0.5)
    figures.append(Figure("copy of a battle", 1e6 / copies, "us", 2.0, True))
    figures.append(Figure("size of a battle", dtype.itemsize / 1024, "KiB"))
    return figures


def _measure_judge(game_key: str, laid: Any, desk: Any) -> Figure:
    """Judging of listed actions over and over, each on its own, in positions along random battles."""
    game = get_game(game_key)
    rates = []
    planner, dice = new_dice(3), new_dice(4)
    b = laid.copy()
    game.verbs.setup(b[0], dice, desk.log[0])
    for _ in range(12):
        for _ in range(40):
            if game.verbs.current_side(b[0]) == NOBODY:
                b[0] = laid[0]
                game.verbs.setup(b[0], dice, desk.log[0])
            game.verbs.sample_action(b[0], planner, desk.action[0])
            game.verbs.apply(b[0], desk.action[0], dice, desk.log[0])
            dice.n_thrown = 0
        n = min(int(game.verbs.legal_actions(b[0], desk.actions)), MAX_LEGAL)
        if n > 5:
            rate, _ = _rate(partial(judge_again, b[0], desk.actions, n, desk.log[0]), 20, 0.2)
            rates.append(rate * n)
    return Figure("actions judged, each on its own", float(np.median(rates)), "judged/s", 1_000_000)


_WARM = """
import time; start = time.perf_counter()
from sandtable.lab.bench import touch_everything
touch_everything({game!r})
print(time.perf_counter() - start)
"""


def touch_everything(game_key: str) -> None:
    """Load or compile every verb and generic kernel of a game by using it once."""
    from sandtable.generals.choosing import FEW, greedy_choice
    from sandtable.lab.duel import Duel, fight_some

    game = get_game(game_key)
    laid = lay_table(game_key, "", {}).record
    desk = new_desk(game)
    dice, planner = new_dice(1), new_dice(2)
    log = np.zeros(1, LOG)
    log[0].keep = 1
    b = laid.copy()
    game.verbs.setup(b[0], dice, log[0])
    n = int(game.verbs.legal_actions(b[0], desk.actions))
    game.verbs.judge(b[0], desk.actions[n - 1], log[0])
    game.verbs.evaluate(b[0], 0)
    greedy_choice(b[0], int(game.verbs.current_side(b[0])), planner, desk, FEW, desk.trust)
    game.verbs.sample_action(b[0], planner, desk.action[0])
    game.verbs.apply(b[0], desk.action[0], dice, log[0])
    game.verbs.returns(b[0], np.zeros(8))
    sides = len(game.sides_of(lay_table(game_key).names))
    fight_some(Duel(game_key, ("quick",) * sides, 1), [0])


def measure_start(game_key: str) -> Figure:
    """Warm start, in a process of its own; what is not compiled yet is compiled by one before it."""
    command = [sys.executable, "-c", _WARM.format(game=game_key)]
    times = [float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) for _ in range(2)]
    return Figure("warm start, everything loaded", times[1], "s", 3.0, True)


def machine() -> dict[str, str]:
    """The machine and versions that the figures belong to."""
    model = platform.processor() or "unknown"
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return {
        "processor": model,
        "cores": str(os.cpu_count()),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }
