"""Odds where something is hidden: the average over fair guesses at what whoever asks does not see."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from sandtable.kernel.dice import new_dice
from sandtable.table.actions import Action
from sandtable.table.battle import Battle
from sandtable.table.odds import ROOM, Odds, Outcome, odds_of

GUESSES = 8
"""Guesses that are averaged."""


def guessed_odds(
    seen: Battle,
    action: Action,
    viewers: Sequence[str],
    guesses: int = GUESSES,
    room: tuple[int, int] = ROOM,
) -> Odds:
    """The odds of an action by a battle as ``viewers`` see it; IllegalAction when it is not legal by that.

    What is hidden stands blank in ``seen``, and is true of no battle: it is filled with guesses. They follow from what
    is seen and asked alone, so that two battles that look alike give the same. ``room``: leaves, and samples beyond
    them, of all guesses together.
    """
    seen.check(action)
    keys = [side.key for side in seen.sides]
    dice = new_dice(f"odds:{seen.state_hash()}:{action.text}")
    found = []
    most_leaves, samples = (each // guesses for each in room)  # together they take as long as one look
    for _ in range(guesses):
        record = seen.array[0]
        for side in viewers:
            seen.game.verbs.resample(record, keys.index(side), dice)
        found.append(odds_of(record, action.record, seen.engine.words, most_leaves, samples))
    return averaged(found)


def averaged(found: Sequence[Odds]) -> Odds:
    """The mean of several odds. An outcome's interval runs from the least to the most that any of them gives it.

    Where all say the same that is said, exact if they are: what is hidden makes no difference as far as was tried.
    """
    if all(each == found[0] for each in found):
        return replace(found[0], guesses=len(found))
    given: dict[str, list[Outcome]] = {}
    for odds in found:
        for outcome in odds.outcomes:
            given.setdefault(outcome.text, []).append(outcome)
    means = {text: sum((each.probability for each in of), Fraction(0)) / len(found) for text, of in given.items()}
    denominator = math.lcm(*(mean.denominator for mean in means.values()))
    outcomes = tuple(
        Outcome(
            text,
            means[text],
            int(means[text] * denominator),
            float(min(each.probability for each in of)) if len(of) == len(found) else 0.0,
            float(max(each.probability for each in of)),
            of[0].findings,
        )
        for text, of in given.items()
    )
    steady = tuple(tally for tally in found[0].tallies if all(tally in each.tallies for each in found))
    ordered = tuple(sorted(outcomes, key=lambda outcome: -outcome.probability))
    leaves = sum(each.leaves for each in found)
    return Odds(ordered, False, leaves, denominator, steady, guesses=len(found))
