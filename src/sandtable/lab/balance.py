"""Balancing a game by its numbers: searches one or several for a stated target, and gives the patch of data files."""

from __future__ import annotations

import difflib
import itertools
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandtable.errors import InputError
from sandtable.files import expected, line_at, parse_toml
from sandtable.games import get_game
from sandtable.games.game import Game
from sandtable.lab.extra import needed
from sandtable.lab.measures import SHARE, Measure, measures_of
from sandtable.lab.numbers import Number, numbers_named
from sandtable.lab.results import Results
from sandtable.lab.running import Executor, run_study
from sandtable.lab.statistics import Interval
from sandtable.lab.study import Study, check_study
from sandtable.translation import gettext

ROUND = 8
"""Values that are tried together, in one study."""

CONFIRMED = 3
"""Of what was tried, so many are fought again, with other dice and more battles."""

MORE = 4
"""So many times as many battles."""

UNTOLD = 1e9
"""How far values miss a target of which none of their battles tells: that is farther than any."""

TARGET = re.compile(r"(each side|\S+)\s+([\d.]+)\s*(?:\.\.|to|-)\s*([\d.]+)\s*(%?)")


@dataclass(frozen=True)
class Vary:
    """A number, and from where to where it may go."""

    number: Number
    low: float
    high: float

    def value(self, share: float) -> int | float:
        """The value so far on the way from the lowest to the highest."""
        value = self.low + share * (self.high - self.low)
        return round(value) if isinstance(self.number.value, int) else float(f"{value:.4g}")


@dataclass(frozen=True)
class Goal:
    """A measure, and the band where it is to be."""

    measure: str
    low: float
    high: float

    def miss(self, value: float) -> float:
        """How far outside of the band a value lies, in lengths of the band."""
        return max(self.low - value, value - self.high, 0.0) / max(self.high - self.low, 1e-9)

    def reach(self, interval: Interval) -> float:
        """How far outside of the band an interval reaches, in lengths of the band; 0 where all of it is inside."""
        return max(self.miss(interval.low), self.miss(interval.high))


@dataclass(frozen=True)
class Tried:
    """Values that were tried, and what came of them."""

    setting: Mapping[str, int | float]
    found: Mapping[str, Interval]
    miss: float  # of the goal that is missed farthest
    reach: float  # of the goal beyond which its interval reaches farthest
    battles: int
    is_confirmed: bool = False


@dataclass(frozen=True)
class Balance:
    """What is searched, and how long."""

    game: Game
    vary: tuple[Vary, ...]
    target: str
    scenarios: tuple[str, ...]
    generals: tuple[str, ...]
    trials: int
    battles: int
    seed: int

    def study(self, settings: Sequence[Mapping[str, int | float]], battles: int, seed: str) -> Study:
        """A study of these values."""
        return check_study({
            "game": self.game.key, "scenarios": list(self.scenarios), "generals": list(self.generals),
            "battles": battles, "seed": seed, "design": "listed", "variants": [dict(one) for one in settings],
        }, "balance")  # fmt: skip


def vary_of(game: Game, said: str) -> Vary:
    """``ADDRESS=LOW:HIGH`` as it is said; without a range, from half of the number to half as much more."""
    address, _, range_ = said.partition("=")
    found = numbers_named(game, address)
    if len(found) != 1:
        from sandtable.lab.factors import factor_named

        factor_named(game, address, "--vary")
        raise InputError(f"--vary: {gettext('{name!r} is no number of the data files', name=address)}")
    [number] = found
    low, high = sorted((0.5 * number.value, 1.5 * number.value))
    if range_:
        try:
            low, high = (float(part) for part in range_.split(":"))
        except ValueError:
            raise InputError(f"--vary: {expected(gettext('NUMBER=LOW:HIGH'), repr(said))}") from None
    vary = Vary(number, low, high)
    if not low < high or vary.value(0.0) == vary.value(1.0):
        raise InputError(f"--vary: {expected(gettext('NUMBER=LOW:HIGH'), repr(said))}")
    return vary


def goals_of(study: Study, target: str) -> tuple[list[Goal], dict[str, Measure]]:
    """The goals that a target means: "each side 45..55 %", "wins.red 40..50 %, bounds 13..17"."""
    known = dict(measures_of(study))
    goals = []
    for part in target.split(","):
        found = TARGET.fullmatch(part.strip())
        name = found[1] if found else ""
        if found is None or float(found[2]) > float(found[3]) or (name != "each side" and name not in known):
            wanted = gettext(
                "'each side 45..55 %' or 'MEASURE LOW..HIGH', of {names}", names=", ".join(list(known)[:6])
            )
            raise InputError(f"--target: {expected(wanted, repr(part.strip()))}")
        unit = 0.01 if found[4] else 1.0
        names = [f"wins.{side}" for side in study.side_keys] if name == "each side" else [name]
        goals += [Goal(one, unit * float(found[2]), unit * float(found[3])) for one in names]
    return goals, known


def search(
    balance: Balance, folder: Path, executor: Executor, told: Callable[[Tried], None] | None = None
) -> list[Tried]:
    """Try values for the target, then the best again with other dice; the best first, those confirmed before others.

    Whole numbers of which there are no more than trials are all tried. Others by Optuna's tree of Parzen estimators,
    which is made for functions that are only measured.
    """
    tried: list[Tried] = []

    def fought(settings: Sequence[Mapping[str, int | float]]) -> list[Tried]:
        """What comes of values that are tried together."""
        name = f"{len(tried) // ROUND}"
        found = _fight(balance, settings, balance.battles, "search", folder / name, executor)
        for one in found:
            tried.append(one)
            if told:
                told(one)
        return found

    every = _every(balance)
    for first in range(0, len(every), ROUND):
        fought(every[first : first + ROUND])
    if not every:
        _ask(balance, fought)
    unlike = {tuple(one.setting.items()): one for one in sorted(tried, key=_outside)}
    best = [dict(setting) for setting in list(unlike)[:CONFIRMED]]
    again = _fight(balance, best, MORE * balance.battles, "confirm", folder / "confirmed", executor)
    for one in again:
        if told:
            told(one)
    return [*sorted(again, key=_outside), *sorted(tried, key=_outside)]


def _every(balance: Balance) -> list[dict[str, int | float]]:
    """Every setting of whole numbers, where there are no more than trials; else none."""
    if not all(isinstance(one.number.value, int) for one in balance.vary):
        return []
    ranges = [range(int(one.value(0.0)), int(one.value(1.0)) + 1) for one in balance.vary]
    if math.prod(map(len, ranges)) > balance.trials:
        return []
    names = [one.number.address for one in balance.vary]
    return [dict(zip(names, values, strict=True)) for values in itertools.product(*ranges)]


def _ask(balance: Balance, fought: Callable[[Sequence[Mapping[str, int | float]]], list[Tried]]) -> None:
    """Have Optuna choose what is tried, some at a time, and tell it what came of it."""
    optuna = needed("optuna")
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=balance.seed, n_startup_trials=ROUND, constant_liar=True)
    asked = optuna.create_study(sampler=sampler)
    for first in range(0, balance.trials, ROUND):
        trials = [asked.ask() for _ in range(min(ROUND, balance.trials - first))]
        settings = [
            {one.number.address: one.value(trial.suggest_float(one.number.address, 0.0, 1.0)) for one in balance.vary}
            for trial in trials
        ]
        for trial, one in zip(trials, fought(settings), strict=True):
            asked.tell(trial, one.miss)


def _outside(tried: Tried) -> tuple[float, float]:
    """By what the best is told: how far outside of a band it is, then how far it may be."""
    return tried.miss, tried.reach


def _fight(
    balance: Balance,
    settings: Sequence[Mapping[str, int | float]],
    battles: int,
    seed: str,
    folder: Path,
    executor: Any,
) -> list[Tried]:
    unlike = [dict(one) for one in dict.fromkeys(tuple(one.items()) for one in settings)]  # whole numbers fall together
    study = balance.study(unlike, battles, f"{balance.seed} {seed}")
    run_study(study, folder, executor)
    results = Results(study, folder)
    goals, known = goals_of(study, balance.target)
    found = []
    for k, setting in enumerate(settings):
        arm = study.arms[unlike.index(dict(setting))]
        measured = {goal.measure: results.interval(known[goal.measure], arm.number) for goal in goals}
        intervals = {name: one for name, one in measured.items() if one is not None}
        is_told = all(goal.measure in intervals for goal in goals)
        miss = max(goal.miss(intervals[goal.measure].rate) for goal in goals) if is_told else UNTOLD
        reach = max(goal.reach(intervals[goal.measure]) for goal in goals) if is_told else UNTOLD
        fought = 0 if setting in settings[:k] else study.battles * len(study.starts)
        found.append(Tried(setting, intervals, miss, reach, fought, seed == "confirm"))
    return found


def patch_of(game: str, setting: Mapping[str, int | float]) -> str:
    """The change of the data files that makes these numbers theirs, as a patch; and in words what it cannot write."""
    facts = get_game(game)
    files: dict[Path, str] = {}
    left = []
    for address, value in setting.items():
        [number] = numbers_named(facts, address)
        text = files.setdefault(number.file, number.file.read_text("utf-8"))
        changed = _rewritten(text, number, value)
        if changed is None:
            left.append(f"# {number.file.name}: {address} = {value}\n")
        else:
            files[number.file] = changed
    parts: list[str] = []
    for file, text in files.items():
        name = "/".join(file.parts[-3:])
        old = file.read_text("utf-8").splitlines(keepends=True)
        parts += difflib.unified_diff(old, text.splitlines(keepends=True), f"a/{name}", f"b/{name}", n=1)
    return "".join((*parts, *left))


def _rewritten(text: str, number: Number, value: int | float) -> str | None:
    """The text of a data file with one number in its place; None where it stands in no line of its own."""
    line = line_at(parse_toml(text, number.file.name), number.way)
    if line is None:
        return None
    lines = text.splitlines(keepends=True)
    old = lines[line - 1]
    code, hash_, remark = old.partition("#")
    places = [
        found for found in re.finditer(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])", code) if _is(found[0], number.value)
    ]
    if len(places) != 1:
        return None
    at = places[0]
    lines[line - 1] = code[: at.start()] + str(value) + code[at.end() :] + hash_ + remark
    return "".join(lines)


def _is(word: str, value: float) -> bool:
    return float(word) == float(value)


__all__ = ["SHARE", "Balance", "Goal", "Tried", "Vary", "goals_of", "patch_of", "search", "vary_of"]
