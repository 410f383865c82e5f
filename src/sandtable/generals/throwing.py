"""What the dice of one action could have led to: every way they can fall, with its chance, by the real rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.compiler.decorators import kernel, released_kernel
from sandtable.generals.planning import set_dice
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import forget
from sandtable.kernel.dice_tree import SAMPLE_KEY, leaf_weight, least_leaves, next_leaf, start_walk
from sandtable.kernel.records import MAX_SIDES, NOBODY
from sandtable.kernel.verbs import apply, current_side, evaluate, returns

WAYS = 432
"""Ways that are walked through; of more than these half as many are drawn at random."""


@kernel
def look_at(b, sides, out):
    """Fill ``out`` f8[sides + 1] with what ``evaluate`` finds for each side, and 0; or the result of each, and 1."""
    if current_side(b) == NOBODY:
        results = np.zeros(MAX_SIDES)
        returns(b, results)
        for side in range(sides):
            out[side] = results[side]
        out[sides] = 1.0
        return
    for side in range(sides):
        out[side] = evaluate(b, side)
    out[sides] = 0.0


@released_kernel
def spread_out(b, action, sides, desk, out, chances):
    """Fill a row of ``out`` as ``look_at`` does for each way in which the dice of an action fall, and its chance.

    Returns how many ways those are.
    """
    dice, log = desk.dice[0], desk.log[0]
    start_walk(dice)
    n = 0
    while n < len(chances):
        copy_record(desk.trial[0], b)
        apply(desk.trial[0], action, dice, log)
        if dice.lost != 0 or (n == 0 and least_leaves(dice, 0) > len(chances)):
            break
        look_at(desk.trial[0], sides, out[n])
        chances[n] = leaf_weight(dice, 0)
        n += 1
        if not next_leaf(dice, 0):
            return n
    set_dice(dice, SAMPLE_KEY, 0)
    samples = len(chances) // 2
    for k in range(samples):
        forget(dice)
        copy_record(desk.trial[0], b)
        apply(desk.trial[0], action, dice, log)
        look_at(desk.trial[0], sides, out[k])
        chances[k] = 1.0 / samples
    log.lost = 0
    return samples


@released_kernel
def look_once(b, sides, desk, out):
    """``look_at`` for callers in Python."""
    copy_record(desk.trial[0], b)
    look_at(desk.trial[0], sides, out)


def outcomes(b: Any, action: Any, sides: int, desk: Any) -> tuple[Any, Any]:
    """What ``spread_out`` finds: f8[ways, sides + 1] and the chance of each way."""
    out, chances = np.zeros((WAYS, sides + 1)), np.zeros(WAYS)
    n = int(spread_out(b, action, sides, desk, out, chances))
    return out[:n], chances[:n]


def looked_at(b: Any, sides: int, desk: Any) -> Any:
    """What ``look_at`` finds in a battle, f8[1, sides + 1]."""
    out = np.zeros((1, sides + 1))
    look_once(b, sides, desk, out[0])
    return out
