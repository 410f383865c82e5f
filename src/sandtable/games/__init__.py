"""Floor 1: the games. This file finds them, by their folders and by entry points, and imports none."""

from __future__ import annotations

import difflib
import importlib
import threading
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from sandtable.errors import UnknownGame
from sandtable.games.game import Game
from sandtable.translation import gettext

GROUP = "sandtable.games"
"""The group of entry points by which other distributions say what games they hold."""

_LOADED: dict[str, Game] = {}

_LOADING = threading.RLock()
"""Held while a game is loaded: games write functions through ``ast``, and CPython 3.11 may raise ``SystemError`` where
two threads build trees at once (its issue 106905). The game was then missing from the list."""


def register(game: Game) -> None:
    """Make ``game`` known by its key in this process, without an entry point."""
    _LOADED[game.key] = game


@cache
def built_in() -> dict[str, str]:
    """The games of this package, as ``module:name``: every folder here with a ``game.py``, hyphens for underscores."""
    folders = (file.parent.name for file in Path(__file__).parent.glob("*/game.py"))
    return {name.replace("_", "-"): f"{__name__}.{name}.game:GAME" for name in folders}


@cache
def _found() -> dict[str, str]:
    """Key -> ``module:name`` of every game that is built in, or was installed when this process first asked."""
    return built_in() | {entry.name: entry.value for entry in entry_points(group=GROUP)}


def game_keys() -> tuple[str, ...]:
    """Keys of all games there are, in alphabetical order."""
    return tuple(sorted({*_found(), *_LOADED}))


def loaded() -> tuple[str, ...]:
    """Keys of the games that this process has begun to use."""
    return tuple(_LOADED)


def get_game(key: str) -> Game:
    """The game with this key; raises ``UnknownGame`` with the list of those there are."""
    if not isinstance(key, str):
        raise UnknownGame(gettext("A game is named by its key; the games are: {keys}.", keys=", ".join(game_keys())))
    if key not in _LOADED:
        places = _found()
        if key not in places:
            keys = game_keys()
            near = difflib.get_close_matches(key[:100], keys, 1)
            hint = f" {gettext('Did you mean {name}?', name=near[0])}" if near else ""
            there = gettext("There is no game {name!r}; the games are: {keys}.", name=key, keys=", ".join(keys))
            raise UnknownGame(there + hint)
        module, _, name = places[key].partition(":")
        with _LOADING:
            _LOADED[key] = getattr(importlib.import_module(module), name)
    return _LOADED[key]
