"""The words of the game in the language spoken."""

from __future__ import annotations

from typing import Any

from sandtable.games.language import worded
from sandtable.games.pursuit.clauses import FOLDER


def say(english: str, **fields: Any) -> str:
    """Words of the game in the language spoken, filled in."""
    return worded(FOLDER, english, **fields)
