"""How a computer general picks its action, and whole battles between generals, through the verbs alone."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sandtable.games.game import Game
from sandtable.generals import Kind
from sandtable.kernel.compiling import kernel
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import DICE, choose, forget
from sandtable.kernel.log import LOG
from sandtable.kernel.records import ACTION, NOBODY, new_actions
from sandtable.kernel.tree import MAX_LEAVES, expected_value_apart
from sandtable.kernel.verbs import MAX_LEGAL, apply, current_side, legal_actions, more_actions, sample_action


class Desk(NamedTuple):
    """Room for a general to think in; made once, used for every decision. All arrays."""

    actions: Any  # [MAX_LEGAL] actions listed
    trial: Any  # [1] battle tried on
    dice: Any  # [1] scripted dice of the trial
    log: Any  # [1] log that keeps nothing
    action: Any  # [1] the action chosen
    still: Any  # mask of the dice that open a later bound: no general looks beyond them


def new_desk(game: Game) -> Desk:
    """A desk for battles of this game."""
    still = sum(1 << purpose.value for purpose in game.purpose if purpose.name in game.bound_dice)
    room = np.zeros(1, game.dtype), np.zeros(1, DICE), np.zeros(1, LOG), np.zeros(1, ACTION)
    return Desk(new_actions(MAX_LEGAL), *room, still)


TIE = 1e-9
"""Values closer than this are equal, and the planner's own dice decide between them."""


@kernel
def greedy_choice(b, side, planner, desk):
    """Put into ``desk.action`` the legal action of best expected value for ``side``, one action ahead.

    The expectation is over the dice of the real rules; ``planner`` are the general's own dice, which
    only break ties, so that it cannot know the next real one. Returns the value.
    """
    n = min(more_actions(b, desk.actions, legal_actions(b, desk.actions)), MAX_LEGAL)
    best = -2.0
    ties = 0
    for k in range(n):
        value = expected_value_apart(
            b, desk.actions[k], side, desk.trial, desk.dice[0], desk.log[0], desk.still, MAX_LEAVES
        )
        if value > best + TIE:
            best = value
            ties = 1
            copy_record(desk.action[0], desk.actions[k])
        elif value > best - TIE:
            ties += 1
            if choose(planner, ties) == 0:
                copy_record(desk.action[0], desk.actions[k])
    return best


@kernel
def choose_action(b, side, kind, planner, desk):
    """Put the choice of a general of this ``kind`` into ``desk.action``."""
    if kind == Kind.GREEDY.value:
        greedy_choice(b, side, planner, desk)
    else:
        sample_action(b, planner, desk.action[0])


@kernel
def play_battle(b, kinds, dice, planner, desk, limit):
    """Fight ``b`` to its end between generals of ``kinds`` (one a side); return the number of decisions.

    Returns -1 when ``limit`` decisions did not end it: the battle then stands where it was cut off.
    """
    decisions = 0
    while True:
        side = current_side(b)
        if side == NOBODY:
            return decisions
        if decisions >= limit:
            return -1
        choose_action(b, side, kinds[side], planner, desk)
        apply(b, desk.action[0], dice, desk.log[0])
        forget(dice)
        decisions += 1
