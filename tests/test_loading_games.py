"""How games are loaded where several threads ask for them: one after another."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

from sandtable import games


def test_one_game_is_loaded_at_a_time(monkeypatch) -> None:
    """Two that build trees of ``ast`` at once may end in CPython's ``SystemError``, so that a game was missing."""
    loading: list[str] = []
    together: list[int] = []

    def load(module: str) -> Any:
        loading.append(module)
        time.sleep(0.02)
        together.append(len(loading))
        loading.remove(module)
        return SimpleNamespace(GAME=module)

    keys = ("chess", "draughts", "go")
    monkeypatch.setattr(games, "_LOADED", {})
    monkeypatch.setattr(games, "_found", lambda: {key: f"toys.{key}:GAME" for key in keys})
    monkeypatch.setattr(games, "importlib", SimpleNamespace(import_module=load))
    with ThreadPoolExecutor(len(keys)) as threads:
        loaded = list(threads.map(games.get_game, keys))
    assert loaded == ["toys.chess", "toys.draughts", "toys.go"]
    assert together == [1, 1, 1]
