"""DBA's enums that come from its data: Clause from the rulebook, Code from the texts, and what dice are thrown for."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from sandtable.games.rulebook import clause_enum, code_enum

FOLDER = Path(__file__).parent

Clause = clause_enum(FOLDER, __name__)
"""``Clause.DBA_CC_1`` is DBA-CC-1 of rulebook.toml, ``Clause.WAD_ZOC_9`` is WAD-ZOC-9."""

Code = code_enum(FOLDER, __name__)
"""Every sentence of data/texts/*.toml by its key."""


class Purpose(IntEnum):
    """What a die is thrown for."""

    PIPS = 0
    COMBAT = 1
    SHOOTING = 2
    RIVER = 3  # what sort of river it is (DBA-RIVER-1)
    AGGRESSION = 4  # who attacks (DBA-SETUP-1)
    EDGE = 5  # the attacker's base edge (DBA-DEPLOY-1)
