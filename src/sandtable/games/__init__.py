"""Floor 1: the games. This file finds them by their entry points (group ``sandtable.games``) and imports none."""

from __future__ import annotations

import difflib
import importlib
from importlib.metadata import entry_points

from sandtable.errors import UnknownGame
from sandtable.games.game import Game

GROUP = "sandtable.games"

BUILT_IN = {"dba": "sandtable.games.dba.game:GAME", "dbaix": "sandtable.games.dbaix.game:GAME"}
"""The games of this package, for a source tree that is not installed."""

_LOADED: dict[str, Game] = {}


def register(game: Game) -> None:
    """Make ``game`` known by its key in this process, without an entry point."""
    _LOADED[game.key] = game


def _found() -> dict[str, str]:
    """Key -> ``module:name`` of every game that is installed or built in."""
    found = dict(BUILT_IN)
    found.update({entry.name: entry.value for entry in entry_points(group=GROUP)})
    return found


def game_keys() -> tuple[str, ...]:
    """Keys of all games there are, in alphabetical order."""
    return tuple(sorted({*_found(), *_LOADED}))


def get_game(key: str) -> Game:
    """The game with this key; raises ``UnknownGame`` with the list of those there are."""
    if key not in _LOADED:
        places = _found()
        if not isinstance(key, str) or key not in places:
            keys = game_keys()
            near = difflib.get_close_matches(str(key), keys, 1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise UnknownGame(f"There is no game {str(key)!r}; the games are: {', '.join(keys)}.{hint}")
        module, _, name = places[key].partition(":")
        _LOADED[key] = getattr(importlib.import_module(module), name)
    return _LOADED[key]
