"""Odds of an action: the dice tree of the real rules walked leaf by leaf, equal outcomes merged, exact fractions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from sandtable.errors import CapacityError
from sandtable.games.common.amounts import number_words
from sandtable.games.common.intervals import wilson
from sandtable.games.game import Game
from sandtable.games.language import translated
from sandtable.kernel.dice import Source, forget, new_dice
from sandtable.kernel.log import ENTRY, Kind
from sandtable.kernel.outcomes import MAX_LEAVES, OVERFLOW, end_of_own, sample_outcomes, walk_outcomes
from sandtable.table.log_entries import Finding, Row, Tally, Words, said_once, totals
from sandtable.table.scratch import SCRATCH, TOO_MANY_DICE
from sandtable.translation import gettext

SAMPLES = 4000
ROOM = (MAX_LEAVES, SAMPLES)
"""Leaves of the dice tree that are looked at, and samples where it has more, unless somebody asks for others."""

RUNS = 8
"""Runs with other dice that tell what a die changes, where the tree has not been walked to its end."""

SOMETHING_ELSE = "Something else."
"""What is beyond all that there is room for, until it is said."""

TALLY, SCORE = Kind.TALLY, Kind.SCORE  # read once: the name of an enum's member takes long to look up

VALUE, KIND, ACTOR, AMOUNT = map(list(ENTRY.names or ()).index, ("value", "kind", "actor", "amount"))
"""Where these fields stand in a row. Behind ``value``, itself included, is all that an entry says but where."""

SAME_LINE = slice(KIND, AMOUNT)
"""The fields that two lines share that differ in what was thrown alone."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing that may come of an action."""

    text: str
    probability: Fraction  # exact, or the share of the samples
    ways: int  # numerator of the share over ``Odds.of``
    low: float | None  # 95 % Wilson interval of a sampled share, or least and most of several guesses; None when exact
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
    guesses: int = 0  # at what is hidden, of which these odds are the average; 0: nothing is

    def __str__(self) -> str:
        how = number_words(self.leaves, "way") if self.exact else f"sampled, {number_words(self.leaves, 'time')}"
        if self.guesses:
            how = f"the average of {number_words(self.guesses, 'guess')}"
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


def odds_of(battle: Any, action: Any, words: Words, max_leaves: int = MAX_LEAVES, samples: int = SAMPLES) -> Odds:
    """The odds of a legal action record on a battle record; ``battle`` is not changed.

    Dice that open a later bound (``Game.bound_dice``), and whatever follows them, are left out of account.
    Beyond ``max_leaves`` leaves the odds are sampled and say so.
    """
    still = words.still
    trial, log, dice, room = SCRATCH.trial(words.lexicon.game.dtype), SCRATCH.log, SCRATCH.dice, SCRATCH.outcomes
    walk_outcomes(battle, action, trial, dice, log, still, max_leaves, room)
    _check(room)
    others = [_own_lines(log, still)]
    exact = not room["is_cut"]
    if not exact:
        generator = new_dice("odds")  # its own, so that odds never tell the battle's next die
        dice["source"], dice["counter"] = Source.GENERATOR.value, 0
        dice["key_low"], dice["key_high"] = generator["key_low"], generator["key_high"]
        sample_outcomes(battle, action, trial, dice, log, still, samples, room)
        _check(room)
        ways, of, leaves = room["counts"].tolist(), samples, samples
        others = [_run(battle, action, words, still) for _ in range(RUNS)]
    else:
        leaves = int(room["leaves"])
        ways, of = _ways(room, leaves)
    game = words.lexicon.game
    quiet = translated(game.folder, game.quiet.get(game.verb(action["verb"]).name, ""))
    outcomes = _outcomes(words, ways, room, of, 0 if exact else samples, quiet)
    lines: list[Row] = room["lines"][: room["n_lines"]].tolist()
    return Odds(outcomes, exact, leaves, of, _before_dice(words, lines, others))


def _run(battle: Any, action: Any, words: Words, still: int) -> list[Row]:
    """Carry the action out once more with the dice of the desk; the lines of totals that are its own."""
    trial, log, dice = SCRATCH.trial(words.lexicon.game.dtype), SCRATCH.log, SCRATCH.dice
    forget(dice)
    log["n"] = log["lost"] = log["kept_from"] = 0
    trial[0] = battle
    words.lexicon.game.verbs.apply(trial[0], action, dice, log)
    return _own_lines(log, still)


def _check(room: Any) -> None:
    if room["lost"]:
        raise CapacityError(TOO_MANY_DICE)


def _own_lines(log: Any, still: int) -> list[Row]:
    """The lines of totals in the log that the action's own dice decided, not a later bound's."""
    rows = log["entries"][: end_of_own(log, still)].tolist()
    return [row for row in rows if row[KIND] == TALLY or row[KIND] == SCORE]


def _ways(room: Any, leaves: int) -> tuple[list[int], int]:
    """In how many ways every outcome comes about, of their common denominator: whole numbers, so nothing is rounded."""
    of = room["of"][:leaves]
    common = math.lcm(*map(int, set(of.tolist())))
    ways = np.bincount(room["which"][:leaves], room["ways"][:leaves] * (common / of))
    return ways.astype(np.int64).tolist(), common


def _outcomes(words: Words, ways: list[int], room: Any, of: int, samples: int, quiet: str) -> tuple[Outcome, ...]:
    total: dict[str, int] = {}
    findings: dict[str, tuple[Finding, ...]] = {}
    n = int(room["n"])
    begins = room["begins"][: n + 1].tolist()
    for index in range(n):
        read = _in_the_end(words.read(room["entries"][begins[index] : begins[index + 1]]), words.lexicon.game)
        text = " ".join(dict.fromkeys(finding.text for finding in said_once(read)))
        total[text] = total.get(text, 0) + ways[index]
        findings.setdefault(text, read)
    if len(ways) > OVERFLOW and ways[OVERFLOW]:
        total[SOMETHING_ELSE], findings[SOMETHING_ELSE] = ways[OVERFLOW], ()
    result = []
    for text, number in sorted(total.items(), key=lambda item: -item[1]):
        sampled = wilson(number, samples) if samples else None
        low, high = (sampled.low, sampled.high) if sampled else (None, None)
        said = text if text and text != SOMETHING_ELSE else _without_words(text, int(room["leaves"]), len(total), quiet)
        result.append(Outcome(said, Fraction(number, of), number, low, high, findings[text]))
    return tuple(result)


def _in_the_end(findings: Sequence[Finding], game: Game) -> tuple[Finding, ...]:
    """What comes of it in the end: whom one shot leaves unhurt and the next kills is killed, and counts are folded."""
    suffer = {finding.actor for finding in findings if finding.code in game.suffers}
    kept = (one for one in findings if not (one.code in game.escapes and one.actor in suffer))
    return tuple(
        replace(one, text=translated(game.folder, game.folds[one.code](one.amount, one.value)))
        if one.code in game.folds
        else one
        for one in kept
    )


def _without_words(text: str, leaves: int, outcomes: int, quiet: str = "") -> str:
    """What is said of an outcome of which the log says nothing; ``quiet``: the game's own words for it."""
    if text == SOMETHING_ELSE:
        return gettext("Something else.")
    if leaves <= 1 and outcomes == 1:  # of trials no leaves are counted
        return gettext("Nothing that dice decide.")
    if quiet:
        return quiet
    return (
        gettext("Dice are thrown; what they bring is seen later.") if outcomes == 1 else gettext("Nothing comes of it.")
    )


def _before_dice(words: Words, lines: Sequence[Row], others: Sequence[Sequence[Row]]) -> tuple[Tally, ...]:
    """The scores of a run in which every die shows a 1, as they are before the dice, by ``others`` with other dice.

    A line that all of them have is sure. One whose amount alone is another is a die to come: where a score sums the
    lines up it goes, as every score has its die. The rest goes.
    """
    scored = {line[ACTOR] for line in lines if line[KIND] == SCORE}
    sure = [Counter(line[VALUE:] for line in other) for other in others]
    alike = [Counter(line[SAME_LINE] for line in other) for other in others]
    kept = []
    for line in lines:
        same, kind = line[VALUE:], line[SAME_LINE]
        is_sure = all(seen[same] for seen in sure)
        if is_sure or (line[ACTOR] not in scored and all(seen[kind] for seen in alike)):
            kept.append(words.line(line, not is_sure))
            for seen, found in zip(sure, alike, strict=True):
                seen[same] -= is_sure
                found[kind] -= 1
    return tuple(
        Tally(
            tally.figure, tally.against, tally.lines,
            sum(line.amount for line in tally.lines if not line.thrown), tally.text, tally.side,
        )
        for tally in totals(kept)
    )  # fmt: skip
