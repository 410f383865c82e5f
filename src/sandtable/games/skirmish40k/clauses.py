"""The core's enums that come from its data: Clause from the rulebook, Code from the texts, and who throws for what.

A game that stands on the core has these members first in its own enums, with the same values: what the core's kernels
write into the log is read by every game.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from sandtable.games.rulebook import clause_enum, code_enum

FOLDER = Path(__file__).parent

Clause = clause_enum(FOLDER, __name__)
"""``Clause.SAVE_2`` is C40-SAVE-2 of rulebook.toml; a game calls it ``Clause.C40_SAVE_2``."""

Code = code_enum(FOLDER, __name__)
"""Every sentence of data/texts/*.toml by its key: ``Code.IS_KILLED``."""


class Purpose(IntEnum):
    """What a die is thrown for. A game's own purposes come after these."""

    TO_HIT = 0
    TO_WOUND = 1
    SAVE = 2
    SCATTER = 3  # the scatter die: 1 and 2 are its hit symbols
    SCATTER_WAY = 4  # which way the arrow points: a die of 360
    SCATTER_INCHES = 5
    PARTLY_UNDER = 6
    TEST = 7  # a characteristic
    LEADERSHIP = 8
    DANGEROUS = 9
    DIFFICULT = 10
    RUN = 11
    ROLL_OFF = 12
    FALL_BACK = 13
    SWEEP = 14
    CONSOLIDATE = 15
    SHOTS = 16
