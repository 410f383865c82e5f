"""What each level of planners may do in one game, as numbers that kernels read."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.games.game import Game
from sandtable.generals import LEVELS
from sandtable.kernel.records import record

LEVEL = record(
    ("playouts", "i4"),  # of one thought
    ("plans", "i4"),  # told apart at most; 0: it does not plan
    ("horizon", "i4"),  # bounds that are played on after the present one; 0: to the end of the battle
    ("noise", "f8"),  # on what actions look worth, in plans that are not quick's
    ("slips", "f8"),  # the same where it does not plan
)

MOST_PLANS = 16
"""Plans that there is room for."""


def levels_of(game: Game) -> Any:
    """LEVEL of each of ``LEVELS`` in this game."""
    levels = np.zeros(len(LEVELS), LEVEL)
    for row, general in zip(levels, LEVELS, strict=True):
        assert general.level is not None
        row["playouts"] = game.pace * general.level.milliseconds // 1000
        row["plans"] = general.level.plans
        row["horizon"] = game.horizon
        row["noise"] = game.noise
        row["slips"] = general.level.slips * game.noise
    return levels
