"""What could be done in a position: plans in words, how often each side wins after them, and how far they lie apart.

    from sandtable.generals.analysis import analyse

    found = analyse(battle)
    print(found.best.words, found.best.chances[found.side])

Every figure comes from whole battles played on by ``quick`` on all sides, with the same dice after every plan.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from sandtable.errors import InputError
from sandtable.games.common.intervals import Interval
from sandtable.generals.desk import Desk
from sandtable.generals.reasons import first_sight
from sandtable.generals.weighing import Plans
from sandtable.kernel.dice import DICE
from sandtable.kernel.dice_tree import start_walk
from sandtable.kernel.log import LOG
from sandtable.lab.statistics import Difference, compare_shares, share_interval
from sandtable.table.actions import Action, end_words
from sandtable.table.battle import Battle
from sandtable.translation import gettext

AT_ONCE = 8
"""Playouts of each plan between two looks at whether to go on."""


@dataclass(frozen=True)
class Alternative:
    """One plan: what is done, and what comes of it."""

    words: tuple[str, ...]  # its actions up to the next die, as a player says them; where something is hidden the first
    notation: tuple[str, ...]  # the same in the one-line notation
    actions: tuple[Action, ...]  # for a board that draws them as ghosts
    chances: tuple[Interval, ...]  # how often each side wins, with 95 % intervals
    behind: Difference  # how much less often than after the best plan the side that decides wins, by pairs of playouts
    sight: str  # what spoke for it at first sight; empty: nothing
    is_quicks: bool  # what ``quick`` would do
    is_played: bool  # what was done


@dataclass(frozen=True)
class Analysis:
    """What could be done in one position."""

    side: int  # that decides
    sides: tuple[str, ...]  # their names
    playouts: int  # of each plan
    alternatives: tuple[Alternative, ...]  # the best first

    @property
    def best(self) -> Alternative:
        """The plan after which the side that decides wins most often."""
        return self.alternatives[0]

    @property
    def played(self) -> Alternative | None:
        """What was done, where that was said."""
        return next((one for one in self.alternatives if one.is_played), None)

    @property
    def why(self) -> str:
        """One line: what the best plan gains over the next, whether that is sure, and what spoke for it before."""
        sight = self.best.sight and gettext("At first sight: {words}.", words=self.best.sight)
        if len(self.alternatives) == 1:
            return " ".join(filter(None, (gettext("No plan comes to anything else."), sight)))
        behind = self.alternatives[1].behind
        if behind.low > 0.0:
            told = lead_words(behind.mean, behind.low, behind.high)
        else:
            told = gettext(
                "Too close to the next to call: {points:.0f} of 100 battles ({low:.0f} to {high:.0f}).",
                points=100 * behind.mean, low=100 * behind.low, high=100 * behind.high,
            )  # fmt: skip
        return " ".join(filter(None, (told, sight)))


def lead_words(mean: float, low: float, high: float) -> str:
    """How much more often the best wins than the next: shares of battles, with their interval."""
    return gettext(
        "It wins {points:.0f} of 100 battles more than the next ({low:.0f} to {high:.0f}).",
        points=100 * mean, low=100 * low, high=100 * high,
    )  # fmt: skip


def analyse(
    battle: Battle,
    *,
    plans: int = 5,
    playouts: int = 64,
    seed: int | str = 0,
    played: Action | None = None,
    goes_on: Callable[[int], bool] | None = None,
    desk: Desk | None = None,
) -> Analysis:
    """What the side to decide could do, by what it sees of the battle; the battle's own dice are not asked.

    ``played``: an action that is to be among the plans. ``goes_on`` is told after every eight playouts of each plan how
    many those were, and ends the analysis where it answers False. The same seed gives the same answer.
    """
    if battle.over:
        raise InputError(gettext("the battle is over: there is nothing to analyse"))
    if playouts < 2 or plans < 1:
        raise InputError(gettext("an analysis takes at least one plan and two playouts"))
    found = Plans(battle.game, battle.array[0], plans, f"analysis {seed}", desk, told_by_first=True)
    if found.made == 0:  # one action alone
        found.add(found.desk.actions[0])
    seen = battle.copy()
    seen.engine.stand(found.seen)
    place = None if played is None else found.add(_as_listed(found, played, seen))
    results = _results(found, len(battle.sides), playouts, goes_on)
    own = results[:, :, found.side]
    order = sorted(range(found.made), key=lambda k: -float(own[k].mean()))
    sequences = [_actions(found, k, seen) for k in order]
    alternatives = []
    for k, actions, words in zip(order, sequences, told_apart(sequences), strict=True):
        alternatives.append(
            Alternative(
                words,
                tuple(action.text for action in actions),
                actions,
                tuple(share_interval(results[k, :, side]) for side in range(results.shape[2])),
                compare_shares(own[order[0]] - own[k]),
                first_sight(battle.game, found.seen, found.side, actions[0].record),
                k == 0,
                k == place,
            )
        )
    names = tuple(side.name for side in battle.sides)
    return Analysis(found.side, names, results.shape[1], tuple(alternatives))


def _as_listed(found: Plans, action: Action, seen: Battle) -> Any:
    """The record of an action as it is listed: what it says nothing of, as a place, may stand otherwise in another."""
    for listed in found.desk.actions[: found.n]:
        if listed["verb"] == action.record["verb"] and seen.action(listed).text == action.text:
            return listed.copy()
    return action.record


def _results(found: Plans, sides: int, playouts: int, goes_on: Callable[[int], bool] | None) -> Any:
    """The result of every side in every playout of every plan, f8[plans, playouts, sides]."""
    parts, done = [], 0
    while done < playouts:
        numbers = range(done, min(done + AT_ONCE, playouts))
        parts.append(np.array([found.play(k, numbers, sides) for k in range(found.made)]))
        done = numbers.stop
        if goes_on is not None and not goes_on(done):
            break
    return np.concatenate(parts, axis=1)


def told_apart(plans: Sequence[Sequence[Action]]) -> list[tuple[str, ...]]:
    """Plans in words; where two part by actions of the same words, it is said where each ends.

    Where that is the same too, as of figures that end at places of their own, their notation stands beside it.
    """
    placed: set[tuple[int, int]] = set()
    noted: set[tuple[int, int]] = set()
    for (j, one), (k, other) in combinations(enumerate(plans), 2):
        place = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a.text != b.text), None)
        if place is not None and one[place].label == other[place].label:
            alike = end_words(one[place]) == end_words(other[place])
            (noted if alike else placed).update(((j, place), (k, place)))

    def told(j: int, i: int, action: Action) -> str:
        if (j, i) in noted:
            return f"{action.label} ({action.text})"
        ends = end_words(action) if (j, i) in placed else ""
        return f"{action.label}, {ends}" if ends else action.label

    return [tuple(told(j, i, action) for i, action in enumerate(plan)) for j, plan in enumerate(plans)]


def _actions(found: Plans, k: int, seen: Battle) -> tuple[Action, ...]:
    """The actions of a plan, each read on the table as it then stands; where something is hidden the first alone."""
    table, game = seen.copy(), seen.game
    dice, log = np.zeros(1, DICE), np.zeros(1, LOG)
    records = found.actions(k).copy()
    if found.desk.guessing[0] > 0:
        records = records[:1]
    actions = []
    for record in records:
        actions.append(table.action(record))
        array = table.array
        start_walk(dice[0])
        game.verbs.apply(array[0], record, dice[0], log[0])
        table.engine.stand(array[0])
    return tuple(actions)


def at_move(battle: Battle, number: int) -> tuple[Battle, Action | None]:
    """The battle before its action of this number, from 1 on, and that action; after the last one: as it stands."""
    steps = battle.history
    if not 1 <= number <= len(steps):
        raise InputError(f"--move: {gettext('from 1 to {most}, not {number}', most=len(steps), number=number)}")
    if number == len(steps):
        return battle, None
    before = battle.copy()
    before.engine.stand(steps[number].array[0])
    return before, steps[number].action
