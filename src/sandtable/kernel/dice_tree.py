"""The tree of dice behind one action: walked through the real rules, for odds and for generals. Verbs only."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import Source, forget
from sandtable.kernel.verbs import apply, evaluate

MAX_LEAVES = 1296
"""Leaves that ``expected_value`` walks before it is content with a sample: four six-sided dice."""

SAMPLES = 256
"""Leaves that it then draws at random, or as many as it might have walked where these are fewer."""

SAMPLE_KEY = 20260101
"""Key of the generator of those samples: its own, so that no planner learns the battle's next die."""


@kernel
def start_walk(dice):
    """Make ``dice`` show the first leaf of the tree: every die a 1."""
    dice.source = Source.TREE
    dice.n_held = 0
    forget(dice)


@kernel
def branches(throw, still):
    """The die makes branches: its purpose is not among those that ``still`` (a mask, bit 1 << purpose) holds still."""
    return (still >> throw.purpose) & 1 == 0


@kernel
def next_leaf(dice, still):
    """Go on to the next leaf, given what the last run threw; False when the whole tree has been walked.

    The last die that can show more shows one more, and those behind it begin again at 1: an odometer whose
    wheels appear as the rules ask for them. Dice whose purpose is in ``still`` show 1 and make no branches.
    """
    last = dice.n_thrown - 1
    while last >= 0:
        thrown = dice.thrown[last]
        if branches(thrown, still) and thrown.value < thrown.sides:
            break
        last -= 1
    if last < 0:
        return False
    dice.thrown[last].value += 1
    dice.n_held = last + 1
    forget(dice)
    return True


@kernel
def leaf_weight(dice, still):
    """The chance of the leaf that the last run came to: that of every die and contest that branches."""
    weight = 1.0
    for index in range(dice.n_thrown):
        throw = dice.thrown[index]
        if branches(throw, still):
            weight *= throw.ways / throw.of
    return weight


@kernel
def least_leaves(dice, still):
    """So many leaves a tree has at least, by the dice thrown in one of them: each could have shown something else."""
    leaves = 1
    for index in range(dice.n_thrown):
        if branches(dice.thrown[index], still):
            leaves += dice.thrown[index].sides - 1
    return leaves


@kernel
def expected_value_apart(b, action, side, trial, dice, log, still, max_leaves):
    """Expected ``evaluate`` for ``side`` after a legal ``action``, over the dice of the real rules.

    ``trial`` is a ``[1]`` array of battles to try on, ``dice`` and ``log`` (keep 0) scratch records. Dice of a
    purpose in the mask ``still`` show 1 in every leaf. A tree of more than ``max_leaves`` leaves, or of more dice in a
    leaf than there is room for, is sampled instead.
    """
    start_walk(dice)
    total = 0.0
    leaves = 0
    while leaves < max_leaves:
        copy_record(trial[0], b)
        apply(trial[0], action, dice, log)
        if dice.lost != 0 or (leaves == 0 and least_leaves(dice, still) > max_leaves):
            break
        total += leaf_weight(dice, still) * evaluate(trial[0], side)
        leaves += 1
        if not next_leaf(dice, still):
            return total
    dice.source = Source.GENERATOR
    dice.key_low = SAMPLE_KEY
    dice.key_high = side
    dice.counter = 0
    total = 0.0
    samples = min(SAMPLES, max_leaves)
    for _ in range(samples):
        forget(dice)
        copy_record(trial[0], b)
        apply(trial[0], action, dice, log)
        total += evaluate(trial[0], side)
    return total / samples
