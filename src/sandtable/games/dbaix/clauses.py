"""DBAix's enums that come from its data: Clause from the rulebook, Code from the texts, and who throws for what."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from sandtable.games.rulebook import clause_enum, code_enum

FOLDER = Path(__file__).parent

Clause = clause_enum(FOLDER, __name__)
"""``Clause.MOV_1`` is DBAIX-MOV-1 of rulebook.toml."""

Code = code_enum(FOLDER, __name__)
"""Every sentence of data/texts/*.toml by its key: ``Code.TOO_FAR``."""


class Purpose(IntEnum):
    """What a die is thrown for."""

    PIPS = 0
    COMBAT = 1
    ORDER = 2  # which side's bound comes first (BND-2)
