"""Inter Arma's enums that come from its data: Clause from the rulebook, Code from the texts, and what dice are for."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from sandtable.games.rulebook import clause_enum, code_enum

FOLDER = Path(__file__).parent

Clause = clause_enum(FOLDER, __name__)
"""``Clause.MOVE_10`` is IA-MOVE-10 of rulebook.toml."""

Code = code_enum(FOLDER, __name__)
"""Every sentence of data/texts/*.toml by its key."""


class Purpose(IntEnum):
    """What a die is thrown for."""

    INITIATIVE = 0
    FATIGUE = 1
    DIRECTION = 2
    HIDING = 3  # in water (VIS-5)
    SENTRY = 4
    CRAWLER = 5
    SAVE = 6
    HORSE_OR_RIDER = 7
    TO_HIT = 8
    FIRST_BLOW = 9  # initiative of a melee
    MASSED = 10  # one die of a rank
    MORALE = 11
    RALLY = 12
    WOUNDED = 13  # what becomes of a wounded man
    FATE = 14  # after the battle
