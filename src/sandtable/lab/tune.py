"""Tuning by self-play: the weights of a game's first impressions (data/worth.toml), found by an evolution strategy.

Round by round, pairs of candidates are drawn on opposite sides of the present weights, each with the same dice against
the same opponents (the present weights, and the general who does anything at random) in every ready scenario, seats
rotated; the weights of each side then move towards those that won more on that side than their opposites. At the end
the tuned weights fight the weights they began with. For one side of one scenario leanings are found alike: candidates
lead that side alone. Everything follows from the seed, for any number of workers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np

from sandtable.errors import InputError
from sandtable.files import did_you_mean
from sandtable.games import get_game
from sandtable.games.common.intervals import Interval, wilson
from sandtable.games.common.worth import FILE, Feature, read_features
from sandtable.games.game import Game
from sandtable.lab.duel import Duel, Fought, fight_some, sides_of
from sandtable.lab.pool import Pool
from sandtable.table.scenarios import lay_table
from sandtable.translation import gettext

LEAST_SCALE = 0.02
"""A weight varies in proportion to its size; one smaller than this as if it were this large."""


COMPARED = 400
"""Battles of one side against each opponent, before and after."""


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
    side: str = ""  # tune for this side of the one scenario alone


@dataclass(frozen=True)
class AsSide:
    """Share of battles that one side won against an opponent, with the same dice before and after tuning."""

    against: str  # "random", or "quick": the present weights on every other side
    before: Interval
    after: Interval


@dataclass
class Tuned:
    """What came of it."""

    start: Any  # f8[rows, features]: a row for each side, or one for all
    weights: Any  # the same, tuned
    rounds: int  # finished
    battles: int  # fought
    against_start: Interval | None = None  # share of battles won by the tuned weights against the first ones
    even_share: float = 0.5  # what it would be if they were as good: less where there are more than two sides
    as_side: tuple[AsSide, ...] = ()  # instead of ``against_start`` when one side was tuned for


def check_plan(plan: Plan) -> None:
    """Raise ``InputError`` in one sentence for what cannot be tuned."""
    game = get_game(plan.game)
    if not (game.folder / FILE).is_file():
        raise InputError(
            gettext(
                "{game} has no {file}: its generals have no first impressions that could be tuned",
                game=game.key,
                file=FILE,
            )
        )
    for name, value in (("--rounds", plan.rounds), ("--pairs", plan.pairs), ("--battles", plan.battles)):
        if value < 1:
            raise InputError(f"{name}: {gettext('at least {least}, not {value}', least=1, value=value)}")
    if plan.side:
        if len(plan.scenarios) != 1:
            raise InputError("--side: " + gettext("name the scenario it fights in by --scenario"))
        keys = [side.key for side in sides_of(plan.game, plan.scenarios[0])]
        if plan.side not in keys:
            raise InputError(
                f"--side: {gettext('there is no side {side!r}', side=plan.side)}{did_you_mean(plan.side, keys)}"
            )


def present_weights(game: Game) -> Any:
    """The weights of the game's file, f8[rows, features]: a row for each side if any feature has one for each."""
    features = read_features(game.folder)
    rows = max(len(feature.weights) for feature in features)
    return np.array([[feature.weights[row % len(feature.weights)] for feature in features] for row in range(rows)])


def _for_seats(weights: Any, sides: int) -> tuple[tuple[float, ...], ...]:
    """The weights as a duel wants them: a row for every side."""
    return tuple(tuple(float(w) for w in weights[side % len(weights)]) for side in range(sides))


def _seat(plan: Plan) -> int:
    """The number of the one side that is tuned for."""
    return [side.key for side in sides_of(plan.game, plan.scenarios[0])].index(plan.side)


def _leant(plan: Plan) -> Any:
    """The weights of every side of the one scenario as its leanings have them now, f8[sides, features]."""
    sides = len(sides_of(plan.game, plan.scenarios[0]))
    return lay_table(plan.game, plan.scenarios[0]).record["worths"][0, :sides].astype(float)


def _duel(plan: Plan, scenario: str, own: Any, other: Any, against: str, battles: int, seed: str) -> tuple[Duel, range]:
    """A duel of one set of weights against another (``quick``) or none (``random``), and which of its battles count.

    Where one side is tuned for they are those in which the first general leads it.
    """
    sides = len(sides_of(plan.game, scenario))
    count, turn, every = battles, 0, 1
    rows, others = _for_seats(own, sides), _for_seats(other, sides)
    if plan.side:
        every, turn = sides, -_seat(plan) % sides
        count = battles * sides
        leant = _leant(plan)
        others = _for_seats(leant, sides)
        leant[_seat(plan)] = own[0]
        rows = _for_seats(leant, sides)
    worths = (rows,) + (others if against == "quick" else (),) * (sides - 1)
    generals = ("quick",) + (against,) * (sides - 1)
    duel = Duel(plan.game, generals, count, crc32(f"{seed} {scenario}".encode()), scenario, worths=worths)
    return duel, range(turn, count, every)


def _duels(plan: Plan, candidate: Any, present: Any, seed: str) -> list[tuple[Duel, range]]:
    """What a candidate has to fight: the present weights and random play, in every scenario."""
    return [
        _duel(plan, scenario, candidate, present, against, plan.battles, seed)
        for scenario in plan.scenarios
        for against in ("quick", "random")
    ]


def _won(fought: list[Fought], rows: int) -> Any:
    """Battles won by the first general, a shared win by its share, for each row of weights: by the side it had."""
    won = np.zeros(rows)
    for f in fought:
        seat = f.seating.index(0)
        won[seat % rows] += f.returns[seat]
    return won


def _fight(task: tuple[Duel, range]) -> list[Fought]:
    return fight_some(*task)


def _score(pool: Pool, jobs: list[list[tuple[Duel, range]]], rows: int = 1) -> Any:
    """Battles won by each candidate, f8[candidates, rows]."""
    fought = iter(pool.every(_fight, [task for each in jobs for task in each]))
    return np.array([sum(_won(next(fought), rows) for _ in each) for each in jobs])


def tune(plan: Plan, workers: int = 1, progress: Callable[[Tuned], None] | None = None) -> Tuned:
    """Tune by self-play; an interrupt (``KeyboardInterrupt``) ends it after the last whole round.

    ``progress`` is told how things stand after each round. An interrupted result is not compared: its ``against_start``
    is None and its ``as_side`` empty.
    """
    check_plan(plan)
    start = _leant(plan)[[_seat(plan)]] if plan.side else present_weights(get_game(plan.game))
    chance = np.random.default_rng(plan.seed)
    result = Tuned(start, start.copy(), 0, 0)
    with suppress(KeyboardInterrupt), Pool(workers, plan.game) as pool:
        for number in range(plan.rounds):
            result.weights = _next_weights(plan, result, chance, pool, number)
            result.rounds += 1
            if progress:
                progress(result)
        if plan.side:
            result.as_side = _compared_as_side(plan, result, pool)
        else:
            result.against_start = _compared(plan, result, pool)
    return result


def _next_weights(plan: Plan, so_far: Tuned, chance: Any, pool: Pool, number: int) -> Any:
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


def _compared(plan: Plan, result: Tuned, pool: Pool) -> Interval:
    """The tuned weights against those they began with, in every scenario, seats rotated."""
    jobs, fought = [], 0
    for scenario in plan.scenarios:
        battles = max(40, 400 // len(plan.scenarios))
        jobs.append([_duel(plan, scenario, result.weights, result.start, "quick", battles, f"compare {plan.seed}")])
        fought += battles
    result.battles += fought
    result.even_share = sum(len(battles) / len(duel.generals) for [(duel, battles)] in jobs) / fought
    return wilson(float(_score(pool, jobs).sum()), fought)


def _compared_as_side(plan: Plan, result: Tuned, pool: Pool) -> tuple[AsSide, ...]:
    """The one side led by the weights it began with and by the tuned ones, against the same opponents and dice."""
    against = ("random", "quick")
    seed = f"compare {plan.seed}"
    jobs = [
        [_duel(plan, plan.scenarios[0], weights, result.start, other, COMPARED, seed)]
        for other in against
        for weights in (result.start, result.weights)
    ]
    won = _score(pool, jobs)[:, 0]
    result.battles += len(jobs) * COMPARED
    return tuple(
        AsSide(other, wilson(won[2 * k], COMPARED), wilson(won[2 * k + 1], COMPARED)) for k, other in enumerate(against)
    )


def leanings(side: str, features: tuple[Feature, ...], start: Any, weights: Any) -> str:
    """A scenario's ``leanings`` in its file's words: the side's weights, f8[features], that differ from ``start``.

    Empty where none does.
    """
    changed = [
        f"{f.key}: {w:.3g}" for f, was, w in zip(features, start, weights, strict=True) if f"{w:.3g}" != f"{was:.3g}"
    ]
    return "" if not changed else f"leanings:\n  {side}: {{{', '.join(changed)}}}\n"


def rewritten(text: str, features: tuple[Feature, ...], weights: Any) -> str:
    """The text of a worth.toml with these weights, everything else as it was."""
    for column, feature in enumerate(features):
        numbers = [f"{float(f'{w:.3g}'):g}" for w in weights[:, column]]
        numbers = [number if "." in number or "e" in number else f"{number}.0" for number in numbers]
        value = numbers[0] if len(set(numbers)) == 1 else f"[{', '.join(numbers)}]"
        pattern = rf"(^\[{re.escape(feature.key)}\][^\n]*\nweight = )[^\n]*"
        text, found = re.subn(pattern, rf"\g<1>{value}", text, count=1, flags=re.M)
        if not found:
            raise InputError(f"{FILE}: {gettext('[{feature}] should be followed by its weight', feature=feature.key)}")
    return text
