"""A battle looked back on: each side's chance to win after every action, and what of it was dice, what decision.

The chance is what ``evaluate`` finds, turned into a probability by a logit that is fitted to whole battles played on by
``quick`` from positions of this battle. It is asked before an action (the chance to win), over every way in which
its dice could fall (what the action was worth), and after it. The first difference is the decision, the second the
dice. Both together are the whole change, whatever the chance is worth; and as dice are weighed by the real rules, luck
adds up to nothing on average.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from sandtable.errors import InputError
from sandtable.generals.analysis import Analysis, analyse, at_move
from sandtable.generals.desk import Desk, new_desk
from sandtable.generals.planning import KEYS, play_to_results
from sandtable.generals.throwing import looked_at, outcomes
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import choose, new_dice
from sandtable.table.battle import Battle
from sandtable.translation import gettext

POSITIONS, PLAYOUTS = 24, 16
"""Positions of the battle to which the logit is fitted, and battles that are played on from each."""

RIDGE = 1e-3
"""Keeps the logit finite where all battles end alike; a part of a position's weight."""

CANDIDATES = 6
"""Decisions that look dearest, of which the dearest are found by playing on."""

COSTLIEST = 3
TURNING = 5
LEAST = 0.05
"""By how much a chance changes where a battle turns; the largest change of all is told in any case."""

SIMULATED = 4000
"""Battles of the same decisions with other dice, to which a side's luck is compared."""


class Step(NamedTuple):
    """One action of the battle. Chances are f8[sides]."""

    number: int
    side: int  # that decided
    words: str
    dice: tuple[str, ...]
    before: Any
    expected: Any  # over every way in which the dice could fall
    after: Any

    @property
    def decision(self) -> Any:
        """What the decision changed, for each side."""
        return self.expected - self.before

    @property
    def luck(self) -> Any:
        """What the dice changed, for each side."""
        return self.after - self.expected


class Luck(NamedTuple):
    """What dice changed for one side over the whole battle, and how many of 100 such battles had less luck."""

    total: float
    percentile: float


class Costly(NamedTuple):
    """A decision that cost, and what could have been done."""

    step: Step
    analysis: Analysis

    @property
    def cost(self) -> float:
        """How much less often the side wins than after the best plan."""
        played = self.analysis.played
        return 0.0 if played is None else float(played.behind.mean)

    @property
    def sure(self) -> float:
        """At least so much, with 95 % confidence; below 0 where it may have cost nothing."""
        played = self.analysis.played
        return 0.0 if played is None else float(played.behind.low)


@dataclass(frozen=True)
class Review:
    """A battle looked back on."""

    sides: tuple[str, ...]
    steps: tuple[Step, ...]
    start: Any  # f8[sides]
    end: Any  # f8[sides]
    lucks: tuple[Luck, ...]  # of each side
    turning: tuple[Step, ...]  # the largest changes, in order
    costly: tuple[Costly, ...]  # the one of which most is sure first
    result: str
    colours: tuple[str, ...]  # of each side on its table

    def decisions_of(self, side: int, by: int) -> float:
        """What the decisions of side ``by`` changed for ``side``."""
        return float(sum(step.decision[side] for step in self.steps if step.side == by))


class Logit(NamedTuple):
    """Chances to win from what ``evaluate`` finds: a softmax over sides."""

    seats: Any  # f8[sides]: what each seat adds
    slope: float

    def chances(self, found: Any) -> Any:
        """f8[n, sides] from rows of ``look_at``; results as they are."""
        values = self.seats + self.slope * stretched(found[:, :-1])
        powers = np.exp(values - values.max(axis=1, keepdims=True))
        shares = powers / powers.sum(axis=1, keepdims=True)
        return np.where(found[:, -1:] == 1.0, found[:, :-1], shares)


def stretched(values: Any) -> Any:
    """What ``evaluate`` finds, in [-1, 1], on the whole line: it squeezes leads towards its ends."""
    return np.arctanh(0.95 * values)


def fitted(found: Any, shares: Any) -> Logit:
    """The likeliest logit for positions with these values (rows of ``look_at``) and these shares of battles won."""
    z = stretched(found[:, :-1])
    n, sides = z.shape
    terms = np.zeros((n, sides, sides))  # a seat for each side but the first, and the value
    for side in range(1, sides):
        terms[:, side, side - 1] = 1.0
    terms[:, :, -1] = z
    weights = np.zeros(sides)
    for _ in range(40):
        values = terms @ weights
        powers = np.exp(values - values.max(axis=1, keepdims=True))
        p = powers / powers.sum(axis=1, keepdims=True)
        mean = np.einsum("ns,nsk->nk", p, terms)
        slope = np.einsum("ns,nsk->k", shares - p, terms) - RIDGE * n * weights
        bend = np.einsum("ns,nsk,nsl->kl", p, terms, terms) - mean.T @ mean + RIDGE * n * np.eye(sides)
        weights = weights + np.linalg.solve(bend, slope)
    return Logit(np.array([0.0, *weights[:-1]]), float(weights[-1]))


def review(
    battle: Battle,
    *,
    playouts: int = 64,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Look back on a battle; the same seed gives the same review.

    ``playouts``: of each plan at a decision that looks dear. ``progress`` is told how many pieces of work of how many
    are done.
    """
    steps = battle.history[1:]
    if len(steps) < 2:
        raise InputError(gettext("nothing has been decided yet: there is nothing to look back on"))
    tell = progress or (lambda done, total: None)
    base = int(choose(new_dice(f"review {seed}"), KEYS))
    total = POSITIONS + len(steps) + CANDIDATES
    desk, sides = new_desk(battle.game), len(battle.sides)
    tables = [step.array for step in steps] + [battle.array]
    picked = np.unique(np.linspace(0, len(steps) - 1, POSITIONS).astype(int))
    rows = np.concatenate([looked_at(table[0], sides, desk) for table in tables])
    shares = []
    for k in picked:
        shares.append(_played_on(tables[k][0], sides, base, desk).mean(axis=0))
        tell(len(shares), total)
    logit = fitted(rows[picked], np.array(shares))
    chances = logit.chances(rows)
    made, spreads = [], []
    for k, step in enumerate(steps):
        assert step.action is not None  # only the laying, which is left out, has none
        found, weights = outcomes(tables[k][0], step.action.record, sides, desk)
        ways = logit.chances(found)
        expected = weights @ ways
        if len(ways) == 1:
            expected = chances[k + 1]  # no die fell: what is left over is rounding
        else:
            spreads.append((ways - expected, weights))
        made.append(_step(battle, k, step, (chances[k], expected, chances[k + 1])))
        tell(POSITIONS + k + 1, total)
    costly = _costliest(battle, made, playouts, (seed, desk), lambda done: tell(total - CANDIDATES + done, total))
    changes = sorted(made, key=_change, reverse=True)[:TURNING]
    lucks = _lucks(made, spreads, sides, base)
    names = tuple(side.name for side in battle.sides)
    colours = tuple(side.look.colour for side in battle.sides if side.look is not None)
    large = [step for step in changes[1:] if _change(step) >= LEAST]
    turning = tuple(sorted([*changes[:1], *large], key=lambda step: step.number))
    return Review(
        names, tuple(made), chances[0], chances[-1], lucks, turning, costly, result=battle.result or "", colours=colours
    )


def _change(step: Step) -> float:
    """By how much the chance of some side changed."""
    return float(np.abs(step.after - step.before).max())


def _played_on(b: Any, sides: int, base: int, desk: Desk) -> Any:
    """Results of battles played on from here by ``quick``, f8[playouts, sides], with the dice of this ``base``."""
    sketch = desk.sketch
    desk.guessing[0] = 0
    copy_record(sketch.ends[0, 0], b)
    sketch.throws[0, 0] = 0
    sketch.base[0] = base
    out = np.zeros((PLAYOUTS, sides))
    play_to_results(0, 0, np.arange(PLAYOUTS), np.zeros(0), desk, out)
    return out


def _step(battle: Battle, k: int, step: Any, chances: tuple[Any, Any, Any]) -> Step:
    """One action, with the chances before it, over its dice and after it."""
    keys = [side.key for side in battle.sides]
    dice = tuple(f"{die.name or die.purpose}: {die.text}" for die in step.dice)
    return Step(k + 1, keys.index(step.side), step.action.label, dice, *chances)


def _lucks(made: Sequence[Step], spreads: Sequence[tuple[Any, Any]], sides: int, base: int) -> tuple[Luck, ...]:
    """The luck of each side, and how it compares to that of battles with the same decisions and other dice."""
    chance = np.random.Generator(np.random.PCG64(base))
    others = np.zeros((SIMULATED, sides))
    for ways, weights in spreads:
        others += ways[chance.choice(len(weights), SIMULATED, p=weights / weights.sum())]
    totals = sum((step.luck for step in made), np.zeros(sides))
    below = (others < totals - 1e-12).mean(axis=0) + 0.5 * (np.abs(others - totals) <= 1e-12).mean(axis=0)
    return tuple(Luck(float(total), 100.0 * float(share)) for total, share in zip(totals, below, strict=True))


def _costliest(
    battle: Battle, made: Sequence[Step], playouts: int, room: tuple[int, Desk], tell: Callable[[int], None]
) -> tuple[Costly, ...]:
    """Of the decisions that look dearest those that cost most, by playing on from what was done and other plans."""
    seed, desk = room
    dear = sorted(made, key=lambda step: float(step.decision[step.side]))[:CANDIDATES]
    found = []
    for number, step in enumerate(dear):
        before, played = at_move(battle, step.number)
        found.append(Costly(step, analyse(before, plans=4, playouts=playouts, seed=seed, played=played, desk=desk)))
        tell(number + 1)
    return tuple(sorted((one for one in found if one.cost > 0.0), key=lambda one: -one.sure)[:COSTLIEST])


def as_data(found: Review) -> dict[str, Any]:
    """A review as plain data for programs."""
    return {
        "sides": list(found.sides),
        "start": found.start.tolist(),
        "end": found.end.tolist(),
        "luck": [luck._asdict() for luck in found.lucks],
        "actions": [
            {
                "number": step.number,
                "side": found.sides[step.side],
                "words": step.words,
                "dice": list(step.dice),
                "before": step.before.tolist(),
                "expected": step.expected.tolist(),
                "after": step.after.tolist(),
            }
            for step in found.steps
        ],
        "turning_points": [step.number for step in found.turning],
        "costliest": [
            {
                "number": one.step.number,
                "cost": one.cost,
                "better": list(one.analysis.best.notation),
                "words": list(one.analysis.best.words),
            }
            for one in found.costly
        ],
    }
