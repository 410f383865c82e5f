"""RANKS: two groups of dice, each sorted downwards, set against one another rank by rank, equal ones thrown again.

Real play throws die by die. In a tree of dice that has more leaves than anybody walks (five against five: 60 million),
of which most say the same; there it is drawn who has which rank, each way with its right weight, as in contests.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.kernel.dice import Source, draw

MOST = 6
"""Dice of a group whose ranks are drawn in a tree of dice; more are thrown there, too."""

FACES = 6


def rank_weights() -> Any:
    """f8[own dice, other dice, ranks]: the weight of each way to share the ranks where both have a die.

    Bit k of ``ranks`` is 1 where the other group has rank k. Weights are whole numbers without a common divisor.
    """
    ways = {(0, 0, 0): 1.0}
    for _ in range(FACES):  # the highest first, so that ranks are filled from the top
        found: dict[tuple[int, int, int], float] = {}
        for (own, other, ranks), weight in ways.items():
            for i in range(MOST - own + 1):
                for j in range(MOST - other + 1):
                    shares = _shares(range(max(own, other), max(own + i, other + j)), own + i, other + j, ranks)
                    share = weight * comb(own + i, i) * comb(other + j, j) / len(shares)
                    for each in shares:
                        key = own + i, other + j, each
                        found[key] = found.get(key, 0.0) + share
        ways = found
    weights = np.zeros((MOST + 1, MOST + 1, 1 << MOST))
    for (own, other, ranks), weight in ways.items():
        weights[own, other, ranks & ((1 << min(own, other)) - 1)] += weight * (1 << MOST)
    return weights / np.gcd.reduce(weights.astype(np.int64), axis=2, keepdims=True)


def _shares(reached: range, own: int, other: int, ranks: int) -> list[int]:
    """Ways to share the ranks that this face is the first to reach: one that both reach is thrown again, evenly."""
    found = [ranks]
    for rank in reached:
        if rank >= own:
            found = [each | 1 << rank for each in found]
        elif rank < other:
            found = found + [each | 1 << rank for each in found]
    return found


WEIGHTS = rank_weights()


@kernel
def draw_ranks(dice, purpose, faces, n_own, n_other):
    """In a tree of dice, draw who has which rank, and put dice that say so into ``faces[0]`` and ``faces[1]``.

    False where dice are to be thrown: outside a tree, and for groups of more than ``MOST``.
    """
    if dice.source != Source.TREE or max(n_own, n_other) > MOST:
        return False
    both = min(n_own, n_other)
    ranks = draw(dice, purpose, WEIGHTS[n_own, n_other], 1 << both) if both > 0 else 0
    faces[:, :MOST] = 1
    for rank in range(both):
        faces[(ranks >> rank) & 1, rank] = 2
    return True
