"""The ladder: how strong each general is, from battles of each pair with seats rotated and the same dice in each.

A pair fights in blocks: one battle for each seat that the one can hold among the others, all with the same dice. It
stops as soon as a sequential test knows who is the better or that there is little between them, or when its battles
are spent. Strengths are then fitted to all battles at once, with a term for each seat: in a lopsided scenario a share
says what seat somebody held.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import combinations
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from sandtable.batch import Batch
from sandtable.batch.battles import Tables
from sandtable.batch.streams import new_streams
from sandtable.errors import InputError
from sandtable.games.common.intervals import Interval
from sandtable.generals import GENERALS
from sandtable.generals.own import check_name, own_names
from sandtable.generals.own_battles import Asked, Faults, faults_together, fight_named
from sandtable.generals.playouts import LIMIT, Limits, play_out
from sandtable.lab.pool import Pool
from sandtable.lab.statistics import Moments, Outcome, Sequential, quantile, share_at_every_look
from sandtable.table.scenarios import lay_table
from sandtable.translation import gettext

AT_ONCE = 4
"""Blocks between two looks at the test: the same for any number of workers."""

NARROWEST = 50
"""Blocks, at most, after which the interval of a pair is narrowest for what it is: about where many stop."""

LEAST = 0.1
"""The lead in share of battles that is looked for."""

RIDGE = 0.05
"""Keeps a general who won or lost all from being infinitely strong: as if it had drawn so much of a battle."""

ELO = 400.0 / math.log(10.0)

USUAL = ("random", "recruit", "quick", "greedy", "sergeant", "captain")
"""Who climbs where nobody is named: marshal and legend take minutes a battle."""


@dataclass(frozen=True)
class Plan:
    """Who fights where, and how many battles a pair has at most."""

    game: str
    scenario: str = ""
    generals: tuple[str, ...] = USUAL
    games: int = 60
    seed: int = 0


class Fought(NamedTuple):
    """One battle: who sat on each side, and what each got."""

    block: int  # those of one block share their dice
    seats: tuple[str, ...]
    returns: tuple[float, ...]
    faults: Faults = MappingProxyType({})  # what generals of one's own did wrong


class Rung(NamedTuple):
    """One general's strength in Elo points, with its 95 % interval; the first of the reference is 0."""

    name: str
    elo: Interval
    battles: int


class Pair(NamedTuple):
    """How the one fared against the other."""

    one: str
    other: str
    share: Interval  # of battles won, right wherever the pair stopped; even is one in the number of sides
    battles: int
    outcome: str  # of the sequential test: more, less, same or open


@dataclass
class Ladder:
    """All battles so far."""

    plan: Plan
    sides: int
    fought: list[Fought] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)

    @property
    def faults(self) -> dict[str, dict[str, int]]:
        """What generals of one's own did wrong, how often in all battles."""
        return faults_together(one.faults for one in self.fought)

    def rungs(self) -> list[Rung]:
        """Strengths, the strongest first, beside the reference: quick, or who was named first."""
        names = self.plan.generals
        reference = "quick" if "quick" in names else names[0]
        values, errors = fitted(self.fought, names, names.index(reference), self.sides)
        half = quantile(0.95)
        rungs = [
            Rung(
                name,
                Interval(ELO * v, ELO * (v - half * e), ELO * (v + half * e)),
                sum(name in one.seats for one in self.fought),
            )
            for name, v, e in zip(names, values, errors, strict=True)
        ]
        return sorted(rungs, key=lambda rung: -rung.elo.rate)


def fitted(fought: Sequence[Fought], names: Sequence[str], reference: int, sides: int) -> tuple[Any, Any]:
    """Strengths of generals in logits and their standard errors, clustered by block; the reference has 0.

    Who wins is a softmax over the seats, of the strength of who holds it and a term of the seat.
    """
    terms = np.zeros((len(fought), sides, len(names) + sides))
    for row, one in zip(terms, fought, strict=True):
        for seat, name in enumerate(one.seats):
            row[seat, names.index(name)] = 1.0
            row[seat, len(names) + seat] = 1.0
    free = [k for k in range(terms.shape[2]) if k not in (reference, len(names))]
    terms, won = terms[:, :, free], np.array([one.returns for one in fought])
    weights = np.zeros(len(free))
    for _ in range(60):
        p = _softmax(terms @ weights)
        slopes = np.einsum("ns,nsk->nk", won - p, terms)
        mean = np.einsum("ns,nsk->nk", p, terms)
        bend = np.einsum("ns,nsk,nsl->kl", p, terms, terms) - mean.T @ mean + RIDGE * np.eye(len(free))
        step = np.linalg.solve(bend, slopes.sum(axis=0) - RIDGE * weights)
        weights = weights + np.clip(step, -1.0, 1.0)
    blocks = np.unique([one.block for one in fought], return_inverse=True)[1]
    sums = np.zeros((blocks.max() + 1, len(free)))
    np.add.at(sums, blocks, slopes)
    inverse = np.linalg.inv(bend)
    spread = inverse @ (sums.T @ sums) @ inverse
    values, errors = np.zeros(len(names)), np.zeros(len(names))
    for place, k in enumerate(free):
        if k < len(names):
            values[k], errors[k] = weights[place], math.sqrt(spread[place, place])
    return values, errors


def _softmax(values: Any) -> Any:
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


# ------------------------------------------------------------------------------------------------- battles


def check(plan: Plan) -> int:
    """Raise ``InputError`` for a ladder that nobody can climb; returns how many sides its battles have."""
    for name in plan.generals:
        check_name(name, "--generals")
    if len(set(plan.generals)) < max(2, len(plan.generals)):
        raise InputError(f"--generals: {gettext('name at least two, each once')}")
    if plan.games < 1:
        raise InputError(f"--games: {gettext('at least {least}, not {value}', least=1, value=plan.games)}")
    return _tables(plan.game, plan.scenario).n_sides


@cache
def _tables(game: str, scenario: str) -> Tables:
    return Tables.of(game, [lay_table(game, scenario)])


def fight_block(plan: Plan, pair: tuple[str, str], block: int) -> list[Fought]:
    """One battle for each seat of the first among the others, all with the dice of this block."""
    tables = _tables(plan.game, plan.scenario)
    one, other = pair
    sides = range(tables.n_sides)
    seatings = [tuple(one if side == seat else other for side in sides) for seat in sides]
    dice = f"ladder {plan.seed} battle {block}"
    if not set(pair).isdisjoint(own_names()):
        asked = Asked(plan.game, plan.scenario, {}, LIMIT)
        done = [fight_named(asked, seats, (dice, f"{dice} planner {seat}")) for seat, seats in enumerate(seatings)]
        return [Fought(block, seats, one.returns, one.faults) for seats, one in zip(seatings, done, strict=True)]
    batch = Batch(tables, [0] * len(seatings), [dice] * len(seatings))
    batch.reset()
    kinds = np.array([[GENERALS[name].kind.value for name in seats] for seats in seatings])
    planners = new_streams(f"{dice} planner {seat}" for seat in sides)
    played = play_out(batch, kinds, planners, Limits(LIMIT))
    return [
        Fought(block, seats, tuple(float(r) for r in row["returns"][: tables.n_sides]))
        for seats, row in zip(seatings, played, strict=True)
    ]


def climb(plan: Plan, workers: int = 1, progress: Callable[[str, int], None] | None = None) -> Ladder:
    """Fight all pairs. ``progress`` is told of each pair how many battles it has fought.

    An interrupt (``KeyboardInterrupt``) ends it with the battles fought so far, once every general has fought.
    """
    ladder = Ladder(plan, check(plan))
    tell = progress or (lambda pair, battles: None)
    try:
        with Pool(workers, plan.game) as pool:
            for number, pair in enumerate(combinations(plan.generals, 2)):
                _fight_pair(ladder, pair, number, pool, tell)
    except KeyboardInterrupt:
        if {name for one in ladder.fought for name in one.seats} != set(plan.generals):
            raise
    return ladder


def _fight_pair(
    ladder: Ladder, pair: tuple[str, str], number: int, pool: Pool, tell: Callable[[str, int], None]
) -> None:
    plan, sides = ladder.plan, ladder.sides
    test = Sequential(LEAST)
    shares: list[float] = []  # of each block
    outcome = Outcome.OPEN
    blocks = max(1, plan.games // sides)
    while len(shares) < blocks and outcome is Outcome.OPEN:
        wanted = [number * 1_000_000 + k for k in range(len(shares), min(len(shares) + AT_ONCE, blocks))]
        for fought in pool.every(partial(fight_block, plan, pair), wanted):
            ladder.fought += fought
            shares.append(sum(one.returns[one.seats.index(pair[0])] for one in fought) / sides)
        tell(" - ".join(pair), len(shares) * sides)
        outcome = test(Moments.of(np.array(shares) - 1.0 / sides)).outcome
    share = share_at_every_look(Moments.of(shares), min(blocks, NARROWEST))
    ladder.pairs.append(Pair(*pair, share, len(shares) * sides, outcome.value))
