"""The words of the game in the language spoken."""

from __future__ import annotations

from functools import partial

from sandtable.games.flash_flood.clauses import FOLDER
from sandtable.games.language import worded

say = partial(worded, FOLDER)
"""Words of the game in the language spoken, filled in."""
