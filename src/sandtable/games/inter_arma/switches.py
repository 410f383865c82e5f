"""Inter Arma's house-rule switches, made from data/options.toml: ``SaveTable.EXACT`` is ``save_table = exact``."""

from __future__ import annotations

from typing import Any

from sandtable.games.common.switches import switch_enums
from sandtable.games.inter_arma.clauses import FOLDER

_SWITCHES = switch_enums(FOLDER, __name__)


def __getattr__(name: str) -> Any:
    """The IntEnum of the switch of this name."""
    if name in _SWITCHES:
        return _SWITCHES[name]
    raise AttributeError(f"data/options.toml has no switch {name}")
