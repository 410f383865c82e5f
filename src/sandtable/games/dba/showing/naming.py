"""What elements are called now."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from sandtable.games.common.names import in_words
from sandtable.games.dba.clauses import FOLDER
from sandtable.games.game import Names
from sandtable.games.language import worded
from sandtable.kernel.records import NONE


def names_now(b: Any, names: Names) -> Names:
    """The names with those who have dismounted called by what they fight as: Blades, no more Knights (DBA-DISM-1)."""
    afoot = names.extra.get("afoot") or {}
    if not afoot:
        return names
    foot_types = b.figures["foot_type"].tolist()
    down = {i for i in afoot if foot_types[i] == NONE}
    if not down:
        return names
    on_foot = {i: in_words(afoot[i], FOLDER) for i in down}
    return replace(names, figures=tuple(on_foot.get(i, name) for i, name in enumerate(names.figures)))


say = partial(worded, FOLDER)
"""Words of the game in the language spoken, filled in."""


def called(names: Names, i: int) -> str:
    """``Blades (R3)``."""
    return f"{names.figures[i].name} ({names.figures[i].id})"
