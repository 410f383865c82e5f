"""The words of the game in the language spoken, and what a piece of the city is called."""

from __future__ import annotations

from functools import partial
from typing import Any

from sandtable.games.game import Names
from sandtable.games.language import translated, worded
from sandtable.games.pursuit.clauses import FOLDER
from sandtable.games.pursuit.record import State

say = partial(worded, FOLDER)
"""Words of the game in the language spoken, filled in."""

SIZES = ("", "low rubble", "rubble", "wall")
"""What a ruin of each size is called."""


def kind_of(b: Any, k: int) -> str:
    """What piece ``k`` is: a building, or what is left of one."""
    piece = b["pieces"][k]
    return "building" if piece["state"] == State.INTACT else SIZES[int(piece["size"])]


def piece_words(b: Any, names: Names, k: int) -> str:
    """A piece as a player tells it from others: ``S1b (low rubble)``."""
    return f"{names.features[k]} ({translated(FOLDER, kind_of(b, k))})"
