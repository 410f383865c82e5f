"""Odds of an action: the dice tree of the real rules walked leaf by leaf, equal outcomes merged, exact fractions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from sandtable.errors import CapacityError
from sandtable.kernel.dice import DICE, Source, new_dice
from sandtable.kernel.log import LOG, Kind
from sandtable.kernel.tree import next_leaf, rewind, start_walk
from sandtable.table.desk import copied
from sandtable.table.words import Finding, Line, Tally, Words, said_once, tallies

MAX_LEAVES = 7776
"""Leaves that are walked before the odds are sampled: five six-sided dice."""

SAMPLES = 4000

NO_DICE = "Nothing that dice decide."


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing that may come of an action."""

    text: str
    probability: Fraction  # exact, or the share of the samples
    ways: int  # numerator of the share over ``Odds.of``
    low: float | None  # 95 % Wilson interval of a sampled share; None when exact
    high: float | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Odds:
    """What may come of an action, most likely first."""

    outcomes: tuple[Outcome, ...]
    exact: bool
    leaves: int  # of the dice tree, or samples taken
    of: int  # common denominator: 36 for two dice
    tallies: tuple[Tally, ...]  # the scores before the dice

    def __str__(self) -> str:
        how = f"{self.leaves} ways" if self.exact else f"sampled, {self.leaves} times"
        rows = [f"{o.ways:>6}/{self.of} {float(o.probability):7.1%}  {o.text}" for o in self.outcomes]
        return "\n".join([f"Odds ({how}):", *rows])

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "exact": self.exact,
            "leaves": self.leaves,
            "outcomes": [
                {"text": o.text, "ways": o.ways, "of": self.of, "probability": float(o.probability)}
                | ({} if self.exact else {"low": o.low, "high": o.high})
                for o in self.outcomes
            ],
        }


def wilson(wins: int, n: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """95 % Wilson interval of a share of ``wins`` in ``n``."""
    share = wins / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass
class _Leaf:
    """Findings of one run that the action's own dice decided, and the throws that made them."""

    key: bytes
    entries: Any
    denominator: int


def odds_of(battle: Any, action: Any, words: Words, max_leaves: int = MAX_LEAVES, samples: int = SAMPLES) -> Odds:
    """The odds of a legal action record on a battle record; ``battle`` is not changed.

    Dice that open a later bound (``Game.bound_dice``), and whatever follows them, are left out of account.
    Beyond ``max_leaves`` leaves the odds are sampled and say so.
    """
    game = words.lexicon.game
    still_purposes = [p.value for p in game.purpose if p.name in game.bound_dice]
    still = sum(1 << p for p in still_purposes)
    trial = np.zeros(1, game.dtype)
    log, dice = np.zeros(1, LOG)[0], np.zeros(1, DICE)[0]
    log["keep"] = 1

    def run() -> _Leaf:
        trial[0] = battle
        log["n"] = 0
        log["lost"] = 0
        game.verbs.apply(trial[0], action, dice, log)
        if log["lost"]:
            raise CapacityError(f"the log has no room for {int(log['lost'])} entries of this action")
        return _leaf(log["entries"][: log["n"]], still_purposes)

    start_walk(dice)
    weights: dict[bytes, Fraction] = {}
    shown: dict[bytes, Any] = {}
    leaves, of = 0, 1
    first: Any = None
    while True:
        leaf = run()
        weights[leaf.key] = weights.get(leaf.key, Fraction(0)) + Fraction(1, leaf.denominator)
        shown.setdefault(leaf.key, leaf.entries)
        first = leaf if first is None else first
        of = math.lcm(of, leaf.denominator)
        leaves += 1
        if not next_leaf(dice, still):
            scores = _steady(words, first.entries, leaf.entries)
            return Odds(_outcomes(words, weights, shown, of, 0), True, leaves, of, scores)
        if leaves >= max_leaves:
            break
    counts: dict[bytes, int] = {}
    generator = new_dice("odds")  # its own, so that odds never tell the battle's next die
    dice["source"], dice["counter"] = Source.GENERATOR.value, 0
    dice["key_low"], dice["key_high"] = generator["key_low"], generator["key_high"]
    for _ in range(samples):
        rewind(dice)
        leaf = run()
        counts[leaf.key] = counts.get(leaf.key, 0) + 1
        shown.setdefault(leaf.key, leaf.entries)
    shares = {key: Fraction(count, samples) for key, count in counts.items()}
    scores = _steady(words, first.entries, leaf.entries)
    return Odds(_outcomes(words, shares, shown, samples, samples), False, samples, samples, scores)


def _leaf(entries: Any, still_purposes: Sequence[int]) -> _Leaf:
    """Cut a run's log at the first die that opens a bound; its outcomes make its key."""
    kinds = entries["kind"]
    dice = kinds == Kind.DIE.value
    bounds = np.flatnonzero(dice & np.isin(entries["code"], still_purposes))
    if len(bounds):
        entries, kinds, dice = entries[: bounds[0]], kinds[: bounds[0]], dice[: bounds[0]]
    outcomes = entries[kinds == Kind.OUTCOME.value]
    return _Leaf(outcomes.tobytes(), copied(entries), math.prod(int(sides) for sides in entries["item"][dice]))


def _outcomes(
    words: Words, weights: dict[bytes, Fraction], shown: dict[bytes, Any], of: int, samples: int
) -> tuple[Outcome, ...]:
    total: dict[str, Fraction] = {}
    findings: dict[str, tuple[Finding, ...]] = {}
    for key, weight in weights.items():
        entries = shown[key]
        read = words.read(entries[entries["kind"] == Kind.OUTCOME.value])
        text = " ".join(finding.text for finding in said_once(read)) or NO_DICE
        total[text] = total.get(text, Fraction(0)) + weight
        findings.setdefault(text, read)
    result = []
    for text, weight in total.items():
        ways = int(weight * of)
        low, high = wilson(ways, samples) if samples else (None, None)
        result.append(Outcome(text, weight, ways, low, high, findings[text]))
    return tuple(sorted(result, key=lambda outcome: -outcome.probability))


def _steady(words: Words, entries: Any, others: Any) -> tuple[Tally, ...]:
    """The scores of a run without the lines that the dice change, seen by another run with other dice."""
    result = []
    for tally, other in zip(tallies(words.read(entries)), tallies(words.read(others)), strict=False):
        if (tally.figure, tally.against) != (other.figure, other.against):
            break
        rest = list(other.lines)
        lines: list[Line] = []
        for line in tally.lines:
            if line in rest:
                rest.remove(line)
                lines.append(line)
        result.append(Tally(tally.figure, tally.against, tuple(lines), sum(line.amount for line in lines), tally.text))
    return tuple(result)
