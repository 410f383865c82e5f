"""Tuning by self-play: the weights of a game's first impressions (data/worth.toml), found by an evolution strategy.

Round by round, pairs of candidates are drawn on opposite sides of the present weights, each with the same dice against
the same opponents (the present weights, and the general who does anything at random) in every ready scenario, seats
rotated; the weights of each side then move towards those that won more on that side than their opposites. At the end
the tuned weights fight the weights they began with. Everything follows from the seed, for any number of workers.
"""

from __future__ import annotations

import multiprocessing
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np

from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.games.common.intervals import Interval, wilson
from sandtable.games.common.worth import FILE, Feature, read_features
from sandtable.games.game import Game
from sandtable.lab.duel import Duel, Fought, fight_some, sides_of

LEAST_SCALE = 0.02
"""A weight varies in proportion to its size; one smaller than this as if it were this large."""


@dataclass(frozen=True)
class Plan:
    """How to tune."""

    game: str
    scenarios: tuple[str, ...]
    rounds: int = 20
    pairs: int = 6  # of candidates in a round
    battles: int = 12  # of a candidate against each opponent in each scenario
    spread: float = 0.25  # how far candidates lie from the present weights, as a share of each weight
    step: float = 0.25  # how far the weights move in a round, likewise
    seed: int = 0


@dataclass
class Tuned:
    """What came of it."""

    start: Any  # f8[rows, features]: a row for each side, or one for all
    weights: Any  # the same, tuned
    rounds: int  # finished
    battles: int  # fought
    against_start: Interval | None = None  # share of battles won by the tuned weights against the first ones
    even_share: float = 0.5  # what it would be if they were as good: less where there are more than two sides


def check_plan(plan: Plan) -> None:
    """Raise ``InputError`` in one sentence for what cannot be tuned."""
    game = get_game(plan.game)
    if not (game.folder / FILE).is_file():
        raise InputError(f"{game.key} has no {FILE}: its generals have no first impressions that could be tuned")
    for name, value in (("--rounds", plan.rounds), ("--pairs", plan.pairs), ("--battles", plan.battles)):
        if value < 1:
            raise InputError(f"{name}: at least 1, not {value}")


def present_weights(game: Game) -> Any:
    """The weights of the game's file, f8[rows, features]: a row for each side if any feature has one for each."""
    features = read_features(game.folder)
    rows = max(len(feature.weights) for feature in features)
    return np.array([[feature.weights[row % len(feature.weights)] for feature in features] for row in range(rows)])


def _for_seats(weights: Any, sides: int) -> tuple[tuple[float, ...], ...]:
    """The weights as a duel wants them: a row for every side."""
    return tuple(tuple(float(w) for w in weights[side % len(weights)]) for side in range(sides))


def _duels(plan: Plan, candidate: Any, present: Any, seed: str) -> list[tuple[Duel, range]]:
    """What a candidate has to fight: the present weights and random play, in every scenario."""
    duels = []
    for scenario in plan.scenarios:
        sides = len(sides_of(plan.game, scenario))
        own, other = _for_seats(candidate, sides), _for_seats(present, sides)
        number = crc32(f"{seed} {scenario}".encode())
        for generals, worths in (
            (("quick",) * sides, (own,) + (other,) * (sides - 1)),
            (("quick",) + ("random",) * (sides - 1), (own,) + ((),) * (sides - 1)),
        ):
            duels.append(
                (Duel(plan.game, generals, plan.battles, number, scenario, worths=worths), range(plan.battles))
            )
    return duels


def _won(fought: list[Fought], rows: int) -> Any:
    """Battles won by the first general, a shared win by its share, for each row of weights: by the side it had."""
    won = np.zeros(rows)
    for f in fought:
        seat = f.seating.index(0)
        won[seat % rows] += f.returns[seat]
    return won


def _score(pool: Executor | None, jobs: list[list[tuple[Duel, range]]], rows: int = 1) -> Any:
    """Battles won by each candidate, f8[candidates, rows]."""
    if pool is None:
        return np.array([sum(_won(fight_some(duel, battles), rows) for duel, battles in each) for each in jobs])
    waiting = [[pool.submit(fight_some, duel, battles) for duel, battles in each] for each in jobs]
    return np.array([sum(_won(task.result(), rows) for task in each) for each in waiting])


@contextmanager
def _workers(workers: int) -> Iterator[Executor | None]:
    if workers <= 1:
        yield None
        return
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def tune(plan: Plan, workers: int = 1, progress: Callable[[Tuned], None] | None = None) -> Tuned:
    """Tune by self-play; an interrupt (``KeyboardInterrupt``) ends it after the last whole round.

    ``progress`` is told how things stand after each round. The result's ``against_start`` is None when interrupted.
    """
    check_plan(plan)
    start = present_weights(get_game(plan.game))
    chance = np.random.default_rng(plan.seed)
    result = Tuned(start, start.copy(), 0, 0)
    with _workers(workers) as pool:
        try:
            for number in range(plan.rounds):
                result.weights = _next_weights(plan, result, chance, pool, number)
                result.rounds += 1
                if progress:
                    progress(result)
            result.against_start = _compared(plan, result, pool)
        except KeyboardInterrupt:
            if pool:
                pool.shutdown(wait=False, cancel_futures=True)
    return result


def _next_weights(plan: Plan, so_far: Tuned, chance: Any, pool: Executor | None, number: int) -> Any:
    """The weights after one round."""
    present = so_far.weights
    scale = np.maximum(np.abs(present), LEAST_SCALE)
    directions = [chance.standard_normal(present.shape) for _ in range(plan.pairs)]
    jobs = [
        _duels(plan, present + sign * plan.spread * scale * direction, present, f"tune {plan.seed} {number} {k}")
        for k, direction in enumerate(directions)
        for sign in (1.0, -1.0)
    ]
    rows = len(present)
    scores = _score(pool, jobs, rows).reshape(plan.pairs, 2, rows)
    so_far.battles += sum(len(battles) for each in jobs for _, battles in each)
    lead = scores[:, 0] - scores[:, 1]
    size = np.sqrt(np.mean(lead**2, axis=0))
    shares = lead / np.where(size > 0.0, size, 1.0)
    pull = sum(share[:, np.newaxis] * direction for share, direction in zip(shares, directions, strict=True))
    return present + plan.step * scale * pull / plan.pairs


def _compared(plan: Plan, result: Tuned, pool: Executor | None) -> Interval:
    """The tuned weights against those they began with, in every scenario, seats rotated."""
    jobs, fought = [], 0
    for scenario in plan.scenarios:
        sides = len(sides_of(plan.game, scenario))
        worths = (_for_seats(result.weights, sides),) + (_for_seats(result.start, sides),) * (sides - 1)
        battles = max(40, 400 // len(plan.scenarios))
        seed = crc32(f"compare {plan.seed} {scenario}".encode())
        duel = Duel(plan.game, ("quick",) * sides, battles, seed, scenario, worths=worths)
        jobs.append([(duel, range(battles))])
        fought += battles
    result.battles += fought
    result.even_share = sum(len(battles) / len(duel.generals) for [(duel, battles)] in jobs) / fought
    return wilson(float(_score(pool, jobs).sum()), fought)


def rewritten(text: str, features: tuple[Feature, ...], weights: Any) -> str:
    """The text of a worth.toml with these weights, everything else as it was."""
    for column, feature in enumerate(features):
        numbers = [f"{float(f'{w:.3g}'):g}" for w in weights[:, column]]
        numbers = [number if "." in number or "e" in number else f"{number}.0" for number in numbers]
        value = numbers[0] if len(set(numbers)) == 1 else f"[{', '.join(numbers)}]"
        pattern = rf"(^\[{re.escape(feature.key)}\][^\n]*\nweight = )[^\n]*"
        text, found = re.subn(pattern, rf"\g<1>{value}", text, count=1, flags=re.M)
        if not found:
            raise InputError(f"{FILE}: [{feature.key}] should be followed by its weight")
    return text
