"""The words of the game in the language spoken."""

from __future__ import annotations

from functools import partial

from sandtable.games.language import worded
from sandtable.games.pursuit.clauses import FOLDER

say = partial(worded, FOLDER)
"""Words of the game in the language spoken, filled in."""
