"""How a computer general picks its action, through the verbs alone, and from what its side sees of the battle.

Where the game hides things, the rest is guessed: several guesses, each as if it were true, and averaged.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sandtable.games.game import Game
from sandtable.generals import Kind
from sandtable.kernel.compiling import kernel
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import DICE, choose
from sandtable.kernel.log import LOG
from sandtable.kernel.records import new_actions
from sandtable.kernel.tree import MAX_LEAVES, expected_value_apart
from sandtable.kernel.verbs import (
    MAX_FEATURES,
    MAX_LEGAL,
    hides,
    legal_actions,
    redact,
    redact_nothing,
    resample,
    sample_action,
    worth,
)

GUESSES = 4
"""How often a general guesses what is hidden from it, for every decision."""


class Desk(NamedTuple):
    """Room for a general to think in; made once, used for every decision. All arrays."""

    actions: Any  # [MAX_LEGAL] actions listed
    features: Any  # f8[MAX_LEGAL, MAX_FEATURES] what each changes at first sight
    worths: Any  # f8[MAX_LEGAL] what that looks worth
    trial: Any  # [1] battle tried on
    dice: Any  # [1] scripted dice of the trial
    log: Any  # [1] log that keeps nothing
    action: Any  # [1] the action chosen
    trust: Any  # what a first impression of 1 counts beside how good things look afterwards, in [-1, 1]
    still: Any  # mask of the dice that open a later bound: no general looks beyond them
    guesses: Any  # how often what is hidden is guessed; 0 where the game never hides anything
    guessing: Any  # i8[1] how often that is in the battle on the desk
    guessed: Any  # [guesses, or 1] battles with what is hidden guessed
    seen: Any  # [1] battle as the side to decide sees it
    summed: Any  # f8[MAX_LEGAL] worths of all guesses together


def new_desk(game: Game) -> Desk:
    """A desk for battles of this game."""
    still = sum(1 << purpose.value for purpose in game.purpose if purpose.name in game.bound_dice)
    impressions = np.zeros((MAX_LEGAL, MAX_FEATURES)), np.zeros(MAX_LEGAL)
    room = np.zeros(1, game.dtype), np.zeros(1, DICE), np.zeros(1, LOG), np.zeros(1, game.action)
    guesses = GUESSES if game.verbs.redact is not redact_nothing else 0
    counts = guesses, np.zeros(1, np.int64)
    hidden = np.zeros(max(guesses, 1), game.dtype), np.zeros(1, game.dtype), np.zeros(MAX_LEGAL)
    return Desk(new_actions(MAX_LEGAL, game.action), *impressions, *room, float(game.trust), still, *counts, *hidden)


TIE = 1e-9
"""Values closer than this are equal, and the planner's own dice decide between them."""

FEW = 10
"""Actions that ``greedy`` carries out in mind: those that look best at first sight."""


@kernel
def look(b, side, desk):
    """Put the battle on the desk as ``side`` sees it."""
    copy_record(desk.seen[0], b)
    redact(desk.seen[0], side)


@kernel
def guess(b, side, planner, desk):
    """Guess what ``side`` cannot see of ``b``, as often as is done on this desk."""
    desk.guessing[0] = desk.guesses if desk.guesses > 0 and hides(b) else 0
    for g in range(desk.guessing[0]):
        copy_record(desk.guessed[g], b)
        resample(desk.guessed[g], side, planner)


@kernel
def list_and_weigh(b, desk):
    """List the legal actions on the desk, with what each looks worth on average over the guesses; returns how many."""
    n = min(legal_actions(b, desk.actions), MAX_LEGAL)
    if desk.guessing[0] == 0:
        worth(b, desk.actions, n, desk.features, desk.worths)
        return n
    for k in range(n):
        desk.summed[k] = 0.0
    for g in range(desk.guessing[0]):
        worth(desk.guessed[g], desk.actions, n, desk.features, desk.worths)
        for k in range(n):
            desk.summed[k] += desk.worths[k] / desk.guessing[0]
    for k in range(n):
        desk.worths[k] = desk.summed[k]
    return n


@kernel
def value_of(b, action, side, desk):
    """What the battle is worth to ``side`` after an action, over dice and guesses."""
    if desk.guessing[0] == 0:
        return expected_value_apart(b, action, side, desk.trial, desk.dice[0], desk.log[0], desk.still, MAX_LEAVES)
    total = 0.0
    for g in range(desk.guessing[0]):
        total += expected_value_apart(
            desk.guessed[g], action, side, desk.trial, desk.dice[0], desk.log[0], desk.still, MAX_LEAVES
        )
    return total / desk.guessing[0]


@kernel
def best_of(values, n, planner):
    """Which of the first ``n`` values is the highest; of equal ones the planner's dice choose."""
    best = -1e300
    ties = 0
    chosen = 0
    for k in range(n):
        if values[k] > best + TIE:
            best = values[k]
            ties = 1
            chosen = k
        elif values[k] > best - TIE:
            ties += 1
            if choose(planner, ties) == 0:
                chosen = k
    return chosen


@kernel
def quick_choice(b, planner, desk):
    """Put into ``desk.action`` the legal action that looks best at first sight; returns its place in the list."""
    n = list_and_weigh(b, desk)
    chosen = best_of(desk.worths, n, planner)
    copy_record(desk.action[0], desk.actions[chosen])
    return chosen


@kernel
def greedy_choice(b, side, planner, desk, few, trust):
    """Put into ``desk.action`` the best for ``side`` of the ``few`` actions that look best; returns its place.

    Best is what the battle is worth on average over the dice of the real rules, one action ahead, and ``trust`` times
    what the action looked worth. ``planner`` are the general's own dice, which only break ties, so that it cannot know
    the next real one.
    """
    n = list_and_weigh(b, desk)
    if n == 1:
        copy_record(desk.action[0], desk.actions[0])
        return 0
    best = -1e300
    ties = 0
    chosen = 0
    for _ in range(min(few, n)):
        k = best_of(desk.worths, n, planner)
        value = trust * desk.worths[k]
        desk.worths[k] = -1e301  # not a second time
        value += value_of(b, desk.actions[k], side, desk)
        if value > best + TIE:
            best = value
            ties = 1
            chosen = k
        elif value > best - TIE:
            ties += 1
            if choose(planner, ties) == 0:
                chosen = k
    copy_record(desk.action[0], desk.actions[chosen])
    return chosen


@kernel
def choose_action(b, side, kind, planner, desk):
    """Put the choice of a general of this ``kind`` into ``desk.action``; ``b`` is the battle as ``side`` sees it."""
    guess(b, side, planner, desk)
    if kind == Kind.QUICK.value:
        quick_choice(b, planner, desk)
    elif kind == Kind.GREEDY.value:
        greedy_choice(b, side, planner, desk, FEW, desk.trust)
    elif kind == Kind.YARDSTICK.value:
        greedy_choice(b, side, planner, desk, MAX_LEGAL, 0.0)
    else:
        sample_action(b, planner, desk.action[0])
