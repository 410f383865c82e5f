"""Duels: many battles between computer generals on all cores, seats rotated, the same for any number of workers."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.generals import GENERALS
from sandtable.generals.choosing import new_desk, play_battle
from sandtable.kernel.dice import new_dice
from sandtable.kernel.records import MAX_SIDES
from sandtable.lab.statistics import Interval, wilson
from sandtable.table.scenarios import lay_table

LIMIT = 10_000
"""Decisions after which a battle counts as endless, and as a draw: in some games nobody is forced to come to blows."""


@dataclass(frozen=True)
class Duel:
    """What is to be fought. ``generals`` names one general a side; they change seats from battle to battle."""

    game: str
    generals: tuple[str, ...]
    battles: int
    seed: int = 0
    scenario: str = ""
    options: tuple[tuple[str, str], ...] = ()
    rotate: bool = True
    weights: tuple[tuple[str, float], ...] = ()  # what every general who weighs things is to think otherwise

    def seating(self, battle: int) -> tuple[int, ...]:
        """For battle number ``battle``, which entry of ``generals`` sits on each side."""
        n = len(self.generals)
        turn = battle % n if self.rotate else 0
        return tuple((seat + turn) % n for seat in range(n))


@dataclass(frozen=True)
class Fought:
    """How one battle went. ``returns`` is by side: 1 for a win, shared by those who draw."""

    battle: int
    seating: tuple[int, ...]
    returns: tuple[float, ...]
    decisions: int
    is_cut_off: bool = False  # it did not end within LIMIT decisions


@dataclass
class Report:
    """The results of a duel so far."""

    duel: Duel
    fought: list[Fought] = field(default_factory=list)

    @property
    def cut_off(self) -> int:
        """How many battles did not end within LIMIT decisions."""
        return sum(f.is_cut_off for f in self.fought)

    def wins_of(self, entry: int) -> Interval:
        """Win rate of an entry of ``duel.generals`` over all its seats."""
        won = sum(f.returns[f.seating.index(entry)] for f in self.fought)
        return wilson(won, len(self.fought))

    def wins_of_side(self, side: int) -> Interval:
        """Win rate of a side, whoever commanded it."""
        return wilson(sum(f.returns[side] for f in self.fought), len(self.fought))


def check_duel(duel: Duel) -> None:
    """Raise ``InputError`` in one sentence for a duel that cannot be fought."""
    game = get_game(duel.game)
    for name in duel.generals:
        if name not in GENERALS:
            raise InputError(f"--generals: there is no general {name!r}; there are {', '.join(GENERALS)}")
    if len(duel.generals) != len(game.sides):
        sides = ", ".join(side.key for side in game.sides)
        raise InputError(
            f"--generals: {game.key} has {len(game.sides)} sides ({sides}), so name "
            f"{len(game.sides)} generals, not {len(duel.generals)}"
        )
    if duel.battles < 1:
        raise InputError(f"--battles: at least 1 battle, not {duel.battles}")
    laid = lay_table(duel.game, duel.scenario, dict(duel.options))
    known = laid.record.dtype["weights"].base.names
    for name, _ in duel.weights:
        if name not in known:
            raise InputError(f"--weight: there is no weight {name!r}; {game.key} has {', '.join(known)}")


@cache
def _workplace(game: str, scenario: str, options: tuple[tuple[str, str], ...]) -> tuple[Any, Any]:
    """The laid table and a general's desk, made once in each worker."""
    laid = lay_table(game, scenario, dict(options))
    return laid.record, new_desk(get_game(game))


def fight(duel: Duel, battle: int) -> Fought:
    """Fight one battle of a duel. Its dice depend on the duel's seed and its number only."""
    laid, desk = _workplace(duel.game, duel.scenario, duel.options)
    game = get_game(duel.game)
    seating = duel.seating(battle)
    record = laid.copy()
    for name, value in duel.weights:
        record["weights"][name] = value
    dice = new_dice(f"duel {duel.seed} battle {battle}")
    planner = new_dice(f"duel {duel.seed} planner {battle}")
    kinds = np.array([GENERALS[duel.generals[entry]].kind.value for entry in seating], np.int32)
    game.verbs.setup(record[0], dice, desk.log[0])
    decisions = play_battle(record[0], kinds, dice, planner, desk, LIMIT)
    sides = len(game.sides)
    if decisions < 0:
        return Fought(battle, seating, (1.0 / sides,) * sides, LIMIT, is_cut_off=True)
    returns = np.zeros(MAX_SIDES)
    game.verbs.returns(record[0], returns)
    return Fought(battle, seating, tuple(float(r) for r in returns[:sides]), int(decisions))


def _fight_some(duel: Duel, battles: Sequence[int]) -> list[Fought]:
    return [fight(duel, battle) for battle in battles]


def _chunks(battles: int, workers: int) -> Iterator[range]:
    """Small enough that progress shows and an interrupt loses little."""
    size = max(1, min(20, battles // (4 * workers)))
    for start in range(0, battles, size):
        yield range(start, min(start + size, battles))


def run_duel(duel: Duel, workers: int = 1, progress: Callable[[int], None] | None = None) -> Report:
    """Fight a whole duel; the report is the same for any number of ``workers``.

    ``progress`` is told how many battles have just been finished. An interrupt (``KeyboardInterrupt``)
    stops the workers and passes on; nothing is left running.
    """
    check_duel(duel)
    report = Report(duel)
    tell = progress or (lambda done: None)
    if workers <= 1:
        for battle in range(duel.battles):
            report.fought.append(fight(duel, battle))
            tell(1)
        return report
    fight(duel, 0)  # compiles once here, so that the workers find a warm cache
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            waiting = [pool.submit(_fight_some, duel, chunk) for chunk in _chunks(duel.battles, workers)]
            for finished in as_completed(waiting):
                report.fought += finished.result()
                tell(len(finished.result()))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    report.fought.sort(key=lambda fought: fought.battle)
    return report


def as_json(report: Report) -> Mapping[str, Any]:
    """The report as plain data for programs."""
    game = get_game(report.duel.game)
    return {
        "game": report.duel.game,
        "scenario": report.duel.scenario,
        "options": dict(report.duel.options),
        "weights": dict(report.duel.weights),
        "seed": report.duel.seed,
        "battles": len(report.fought),
        "generals": [
            {"general": name, "wins": report.wins_of(entry)._asdict()}
            for entry, name in enumerate(report.duel.generals)
        ],
        "sides": [
            {"side": side.key, "wins": report.wins_of_side(index)._asdict()} for index, side in enumerate(game.sides)
        ],
        "decisions": sum(f.decisions for f in report.fought),
        "cut_off": report.cut_off,
    }
