"""The words of the game in the language spoken."""

from __future__ import annotations

from typing import Any

from sandtable.games.flash_flood.clauses import FOLDER
from sandtable.games.language import worded


def say(english: str, **fields: Any) -> str:
    """Words of the game in the language spoken, filled in."""
    return worded(FOLDER, english, **fields)
