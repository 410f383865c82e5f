"""What elements are called now."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sandtable.games.game import Names
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
    return replace(names, figures=tuple(afoot[i] if i in down else name for i, name in enumerate(names.figures)))


def called(names: Names, i: int) -> str:
    """``Blades (R3)``."""
    return f"{names.figures[i].name} ({names.figures[i].id})"
