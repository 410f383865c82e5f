"""Batalist's house-rule switches, from data/options.toml: ``Wounded.YES`` is ``wounded = yes``."""

from __future__ import annotations

from typing import Any

from sandtable.games.batalist.clauses import FOLDER
from sandtable.games.common.switches import switch_enums

_SWITCHES = switch_enums(FOLDER, __name__)


def __getattr__(name: str) -> Any:
    """The IntEnum of the switch of this name."""
    if name in _SWITCHES:
        return _SWITCHES[name]
    raise AttributeError(f"data/options.toml has no switch {name}")
