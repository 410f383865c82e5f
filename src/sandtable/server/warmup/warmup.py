"""Has the rules of every game compiled beside the server, which answers interpreted meanwhile; the chosen game first.

One helper process compiles one game after another and keeps what it compiles on disk (``tasks``). Of these a thread of
this process loads the games that somebody chooses, and calls find their rules from then on: a game takes a second or
two of processor time to load, and some 30 to 110 MiB. Nobody waits for any of this; only computer generals think less
until it is done.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable
from contextlib import suppress
from typing import IO, Any

import numba

from sandtable.compiler import cache, patience
from sandtable.compiler.decorators import COMPILED
from sandtable.compiler.keys import reached
from sandtable.games import game_keys, get_game
from sandtable.games import loaded as loaded_games
from sandtable.games.game import Game
from sandtable.generals.choosing import choose_action
from sandtable.generals.thinking import try_alone

if COMPILED:
    from sandtable.compiler.linking import USABLE, folder, source_of, sources_kept

log = logging.getLogger("sandtable.server")

FEW = 0.05
"""The part of a game's rules that is compiled in this process, behind: to start a helper for it would take longer."""

AT_ONCE = 0.5
"""Seconds after the start in which somebody may choose a game before any is compiled."""

HELPER = (sys.executable, "-m", "sandtable.server.warmup.tasks")
"""The command of a helper; a game's key follows."""


class Warmup:
    """The compiled rules of all games on their way to the disk, and of those that are chosen into this process."""

    def __init__(self, keys: Iterable[str] | None = None) -> None:
        self._keys = keys
        self._left: list[str] = []  # not known to be compiled
        self._compiled: set[str] = set()  # on disk, and not in this process
        self._chosen: list[str] = []  # the last one last
        self._met: set[Any] = set()  # record dtypes that a rule was asked about
        self._changed = threading.Condition()
        self._stopped = False
        self._helper: tuple[str, subprocess.Popen[bytes]] | None = None
        self._threads = [
            threading.Thread(target=work, name="warmup", daemon=True) for work in (self._compile_all, self._load_chosen)
        ]

    def start(self) -> None:
        """Begin, in the background. The process is patient from now on, where there is anything to compile."""
        if COMPILED and USABLE:
            patience.be_patient(unless=self._is_met)
            for thread in self._threads:
                thread.start()

    def close(self) -> None:
        """End the helper; what it has finished is kept."""
        with self._changed:
            self._stopped = True
            self._dismiss()
            self._changed.notify_all()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(10)

    def choose(self, key: str) -> None:
        """Somebody wants to play this game: it is loaded, and where it is not compiled yet it comes next."""
        with self._changed:
            self._chosen = [*(other for other in self._chosen if other != key), key]
            if self._helper is not None and self._helper[0] != key and key in self._left:
                self._dismiss()
            self._changed.notify_all()

    def _is_met(self, dtype: Any) -> bool:
        """A rule is asked about a battle with this record, wherever it came from: its game is chosen, then.

        It answers interpreted meanwhile: no, it may not be loaded at this call.
        """
        if dtype not in self._met:
            self._met.add(dtype)
            for key in keys_of(dtype):
                self.choose(key)
        return False

    def _dismiss(self) -> None:
        if self._helper is not None:
            with suppress(OSError):
                self._helper[1].kill()

    def _compile_all(self) -> None:
        """Have one game after the other compiled, as far as it is not, the one chosen last first."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or self._chosen, AT_ONCE)
        self._left = list(game_keys() if self._keys is None else self._keys)
        while self._left and not self._stopped:
            key = self._next()
            try:
                compiled = self._is_compiled(key)
            except Exception:
                log.exception("the rules of %s cannot be compiled beside the server: they stay interpreted", key)
                self._left.remove(key)
                continue
            if compiled:
                with self._changed:
                    self._left.remove(key)
                    self._compiled.add(key)
                    self._changed.notify_all()
        if not self._stopped:
            cache.sweep_daily(folder())

    def _next(self) -> str:
        return next((key for key in reversed(self._chosen) if key in self._left), self._left[0])

    def _is_compiled(self, key: str) -> bool:
        """Have a helper compile this game; False where it was dismissed, so that another game comes first."""
        if part_left(get_game(key)) <= FEW:
            return True
        with tempfile.TemporaryFile() as said:
            with self._changed:
                if self._stopped or self._next() != key:
                    return False
                self._helper = key, helper(key, said)
            code = self._helper[1].wait()
            with self._changed:
                self._helper = None
            if code > 0:
                raise RuntimeError(f"the helper ended with status {code}: {last_words(said)}")
        return code == 0

    def _load_chosen(self) -> None:
        """Load each game that is chosen, as soon as it is compiled; of several the one chosen last."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._stopped or self._compiled.intersection(self._chosen))
                if self._stopped:
                    return
                key = next(key for key in reversed(self._chosen) if key in self._compiled)
                self._compiled.remove(key)
            try:
                load(get_game(key))
            except Exception:
                log.exception("the compiled rules of %s cannot be loaded: they stay interpreted", key)


def keys_of(dtype: Any) -> list[str]:
    """The games, of those that are loaded, whose battles have this record: one, or none."""
    return [game.key for game in map(get_game, loaded_games()) if game.dtype == dtype]


def load(game: Game) -> None:
    """Load all that a battle of this game needs into this process, and compile what is missing of it."""
    from sandtable.server.warmup.tasks import tasks_of  # which brings the views along

    with patience.compiling():
        for task in tasks_of(game):
            task()
    patience.loaded(game.dtype)


def helper(key: str, said: IO[bytes] | int) -> subprocess.Popen[bytes]:
    """A process that compiles this game's rules and ends, at the latest when this one does; errors go to ``said``."""
    return subprocess.Popen([*HELPER, key], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=said)


def last_words(said: IO[bytes]) -> str:
    """The last line that a helper wrote."""
    said.seek(0)
    lines = said.read().decode("utf-8", "replace").strip().splitlines()
    return lines[-1][:300] if lines else "it said nothing"


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def sources_of(game: Game) -> frozenset[str]:
    """What names the compiled forms of a game's rules on disk, and of what computer generals do with them."""
    battle = numba.from_dtype(game.dtype)
    kernels = [kernel for kernel in (*game.verbs, choose_action, try_alone) if kernel is not None]
    rules = set().union(*(reached(kernel, (battle,)) for kernel in kernels))
    return frozenset(source_of(rule, (battle,)) for rule in rules)


def part_left(game: Game) -> float:
    """The part of a game's rules, from 0 to 1, that has no compiled form on disk."""
    sources = sources_of(game)
    return len(sources - sources_kept()) / len(sources)


def is_cold(game: Game) -> bool:
    """So much of the game's rules is not compiled that somebody would notice."""
    return COMPILED and USABLE and part_left(game) > FEW
