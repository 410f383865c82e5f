"""What the water would do, before it comes: the flood itself, with every die there is or many times over.

No second model of the flood: copies of the battle are flooded by the rules, and what became of everybody is counted.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sandtable.compiler.decorators import COMPILED, kernel
from sandtable.games.common.intervals import Interval, wilson
from sandtable.games.flash_flood.rules.flood import begin_flood, test_next
from sandtable.games.flash_flood.rules.water import is_dry
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import Source, forget, new_dice
from sandtable.kernel.dice_tree import leaf_weight, next_leaf, start_walk
from sandtable.kernel.log import new_log
from sandtable.kernel.scratch import keep_until_here


@kernel
def _flood_copy(b, share, order, dice, log, copies, found):
    """Flood one copy of a battle, and add ``share`` of what becomes of everybody to ``found``."""
    drowned = copies[0]
    copy_record(drowned, b)
    water, n = begin_flood(drowned, order, dice, log)
    for k in range(n):
        test_next(drowned, water, order[k], dice, log)
    if dice.source == Source.TREE:
        share = leaf_weight(dice, EVERY_DIE)
    for i in range(b.n_figures):
        found[i, 0] += share * water.swimmers[i].lost
        found[i, 1] += share * water.swimmers[i].carried
        found[i, 2] += share * int(b.figures[i].wounds > 0 and drowned.figures[i].wounds == 0)
    keep_until_here(water.swimmers)


@kernel
def foresee_flood(b, times, dice, log, copies, found):
    """Flood ``times`` copies of a battle, and count what becomes of everybody.

    ``found`` (f8[figures, 3]) adds up how often each figure lost its feet, its inches in all, and how often it died.

    ``copies``: room for one battle, an array of the battle's dtype. ``dice``: a generator of the caller's own, never
    that of the battle. ``log`` keeps nothing.
    """
    order = np.empty(b.n_figures, np.int64)
    for _ in range(times):
        forget(dice)
        _flood_copy(b, 1.0, order, dice, log, copies, found)
    keep_until_here(copies)


@kernel
def walk_floods(b, most, dice, log, copies, found):
    """Every flood that dice can make of a battle, each with its chance; False if there are more than ``most``.

    It gives up early where the first few of them are so unlikely that the rest must be too many. ``found``: as above,
    of use only if True comes back.
    """
    order = np.empty(b.n_figures, np.int64)
    start_walk(dice)
    known = 0.0
    for leaf in range(1, most + 1):
        _flood_copy(b, 0.0, order, dice, log, copies, found)
        known += leaf_weight(dice, EVERY_DIE)
        if dice.lost != 0 or (leaf == FEW and known * most < FEW):
            return False
        if not next_leaf(dice, EVERY_DIE):
            keep_until_here(copies)
            return True
    return False


EVERY_DIE = 0
"""No die of the tree is held still."""

FEW = 64
"""So many floods of a tree are looked at before it is walked on or given up."""

MOST = 20_000 if COMPILED else 2000
"""Floods of a tree that is walked to its end: one model by itself has some hundreds, two have more."""

TIMES = 1000 if COMPILED else 20
"""Floods that are tried where there are more: a twentieth of a second's work for a battle of 55 models, compiled."""


SAFE = Interval(0.0, 0.0, 0.0)


class Ahead(NamedTuple):
    """What the water would do to one model."""

    swept: Interval
    inches: float  # that it is swept on average
    dead: Interval  # that it dies
    times: int  # floods tried; 0: exact


def water_ahead(b: Any) -> list[Ahead]:
    """What a flood would do to everybody if it came now: exactly where there are few ways for it to go.

    Else many floods with dice of their own, counted. Who stands out of reach is exactly safe. The dice are always the
    same ones, so that a position says the same twice.
    """
    n = int(b.n_figures)
    found = np.zeros((n, 3))
    copies = np.zeros(1, b.dtype)
    if walk_floods(b, MOST, new_dice(0), new_log(keep=False), copies, found):
        return [Ahead(_exactly(found[i, 0]), float(found[i, 1]), _exactly(found[i, 2]), 0) for i in range(n)]
    found[:] = 0.0
    foresee_flood(b, TIMES, new_dice("what the water would do"), new_log(keep=False), copies, found)
    ahead = []
    for i in range(n):
        if is_dry(b, i) or not is_on_table(b.figures[i]):
            ahead.append(Ahead(SAFE, 0.0, SAFE, 0))
            continue
        swept, dead = (wilson(int(count), TIMES) for count in (found[i, 0], found[i, 2]))
        ahead.append(Ahead(swept, float(found[i, 1]) / TIMES, dead, TIMES))
    return ahead


def _exactly(chance: float) -> Interval:
    """A chance that is known."""
    return Interval(float(chance), float(chance), float(chance))
