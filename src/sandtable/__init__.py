"""Sandtable: a rules-complete digital tabletop and playtest laboratory for miniature wargames.

>>> import sandtable
>>> battle = sandtable.new("dbaix", seed=1)
>>> battle.decision.side
'romans'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.errors import (
        CapacityError,
        DiceNeeded,
        IllegalAction,
        InputError,
        NotationError,
        SandtableError,
        SaveMismatch,
        UnknownGame,
    )
    from sandtable.games import game_keys, get_game
    from sandtable.table.actions import Action
    from sandtable.table.battle import Battle
    from sandtable.table.history import Decision, Judgement, Played
    from sandtable.table.log_entries import Event
    from sandtable.table.new_battle import from_position, new
    from sandtable.table.odds import Odds
    from sandtable.table.saves import load, replay

__all__ = [
    "new", "from_position", "load", "replay", "game_keys", "get_game",
    "Battle", "Action", "Decision", "Judgement", "Event", "Odds", "Played",
    "SandtableError", "InputError", "NotationError", "IllegalAction", "DiceNeeded", "UnknownGame", "SaveMismatch",
    "CapacityError",
]  # fmt: skip

_ERRORS = dict.fromkeys(__all__[__all__.index("SandtableError") :], "sandtable.errors")

_HOME = {
    "Battle": "sandtable.table.battle",
    "Action": "sandtable.table.actions",
    "Decision": "sandtable.table.history",
    "Judgement": "sandtable.table.history",
    "Played": "sandtable.table.history",
    "Event": "sandtable.table.log_entries",
    "Odds": "sandtable.table.odds",
    **_ERRORS,
    "from_position": "sandtable.table.new_battle",
    "game_keys": "sandtable.games",
    "get_game": "sandtable.games",
    "load": "sandtable.table.saves",
    "new": "sandtable.table.new_battle",
    "replay": "sandtable.table.saves",
}
"""Where each public name lives: imported when first asked for, so that ``sandtable --help`` needs no compiler."""

_BEGINNING = ("from_position", "load", "new", "replay")
"""What makes a battle: who asks for one of these here writes a program of their own, which waits for no compiler."""


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
    if name in _BEGINNING:
        from sandtable.server.warmup import own_programs

        own_programs.begin()
    return getattr(module, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
