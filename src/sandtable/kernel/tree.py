"""The dice tree of an action: every way its dice can fall, through the real rules, by branching at each throw."""

from __future__ import annotations

from sandtable.kernel.compiling import kernel
from sandtable.kernel.dice import MAX_SCRIPT, Source
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import apply, evaluate

MAX_DEPTH = 24
"""Throws on one branch beyond which a tree is cut: the dice beyond show 1."""


@kernel
def start_tree(dice):
    """Blank the script: the first leaf is found by throwing nothing."""
    dice.source = Source.SCRIPT
    dice.n_script = 0


@kernel
def rewind(dice):
    """Before a branch is played again: nothing used, nothing missing, nothing thrown."""
    for k in range(dice.n_script):
        dice.script[k].used = 0
    dice.missing = 0
    dice.n_thrown = 0
    dice.lost = 0


@kernel
def branch(dice):
    """The rules asked for a die that the script does not hold: add it, showing 1. False when the tree is too deep."""
    if dice.n_script >= min(MAX_DEPTH, MAX_SCRIPT):
        return False
    throw = dice.script[dice.n_script]
    throw.purpose = NONE
    throw.side = NONE
    throw.figure = NONE
    throw.sides = dice.missing_throw.sides
    throw.value = 1
    dice.n_script += 1
    return True


@kernel
def next_branch(dice):
    """Turn the last die that can still show more to its next value; False when every branch has been played."""
    while dice.n_script > 0:
        last = dice.script[dice.n_script - 1]
        if last.value < last.sides:
            last.value += 1
            return True
        dice.n_script -= 1
    return False


@kernel
def weight(dice):
    """The chance of the branch that the script holds."""
    chance = 1.0
    for k in range(dice.n_script):
        chance /= dice.script[k].sides
    return chance


@kernel
def expected_value(b, action, side, trial, dice, log):
    """Mean of ``evaluate`` for ``side`` after a legal ``action``, over every way the dice can fall.

    ``trial`` is room for one battle (shape ``[1]``), ``dice`` and ``log`` a dice record and a log that keeps
    nothing; all three are overwritten, ``b`` is not.
    """
    start_tree(dice)
    total = 0.0
    while True:
        rewind(dice)
        trial[0] = b
        apply(trial[0], action, dice, log)
        if dice.missing != 0 and branch(dice):
            continue
        total += weight(dice) * evaluate(trial[0], side)
        if not next_branch(dice):
            return total
