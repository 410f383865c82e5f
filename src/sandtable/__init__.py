"""Sandtable: a rules-complete digital tabletop and playtest laboratory for miniature wargames.

>>> import sandtable
>>> battle = sandtable.new("dbaix", seed=1)
>>> battle.decision.side
'romans'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.games import game_keys, get_game
    from sandtable.table.battle import Battle
    from sandtable.table.new_battle import from_position, new
    from sandtable.table.saves import load, replay

__all__ = ["Battle", "from_position", "game_keys", "get_game", "load", "new", "replay"]

_HOME = {
    "Battle": "sandtable.table.battle",
    "from_position": "sandtable.table.new_battle",
    "game_keys": "sandtable.games",
    "get_game": "sandtable.games",
    "load": "sandtable.table.saves",
    "new": "sandtable.table.new_battle",
    "replay": "sandtable.table.saves",
}
"""Where each public name lives: imported when first asked for, so that ``sandtable --help`` needs no compiler."""


def _draw_svg(scene: Any) -> str:
    from sandtable.draw.svg import picture

    return picture(scene)


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOME:
        raise AttributeError(f"module 'sandtable' has no attribute {name!r}")
    module = import_module(_HOME[name])
    from sandtable.table import picture

    picture.draw_svg = picture.draw_svg or _draw_svg
    return getattr(module, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
