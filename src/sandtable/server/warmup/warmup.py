"""Has the rules of every game compiled by helper processes while the server answers already, the chosen game first.

The helpers put what they compile on disk (``touching``); this process then loads it, in seconds. What a battle needs
comes first, and battles begin once it is here; what computers think with follows. A helper that dies is reported, and
its game is compiled here: slowly, but it is played.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numba

from sandtable.compiler import cache
from sandtable.compiler.decorators import COMPILED
from sandtable.compiler.keys import reached
from sandtable.games import game_keys, get_game
from sandtable.games.game import Game
from sandtable.generals.choosing import choose_action
from sandtable.server.messages.pages import GameWarming

if TYPE_CHECKING:
    from sandtable.server.warmup.tasks import Task

if COMPILED:
    from sandtable.compiler.linking import USABLE, folder, source_of, sources_kept

log = logging.getLogger("sandtable.server")

MOST = 4
"""Helpers of one game: more would wait for one another."""

FEW = 0.05
"""The part of a game's rules that this process compiles itself: to start helpers for them would take longer."""

TICK = 0.25
"""Seconds between looks at the helpers."""

AT_ONCE = 0.5
"""Seconds after the start in which somebody may choose a game before any is imported."""

HELPER = (sys.executable, "-m", "sandtable.server.warmup.tasks")
"""The command of a helper; a game's key, a folder and its place among the helpers follow."""

SAID = "said.txt"
"""What the helpers write when something goes wrong, in the folder that they share."""

PLAYABLE = "playable"
"""The file by which they say there that all a battle needs is on disk."""

State = Literal["waiting", "compiling", "loading", "ready", "failed"]


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass
class _Warmed:
    """How far one game is."""

    key: str
    title: str
    rank: int = 0
    state: State = "waiting"
    is_playable: bool = False  # what a battle needs is here; computers may still have to wait
    sources: frozenset[str] = frozenset()  # what its rules are made of: each names its compiled form on disk
    left: float = 1.0  # part of its rules that is not compiled
    note: str = ""  # what went wrong
    helpers: list[subprocess.Popen[bytes]] = field(default_factory=list)
    folder: tempfile.TemporaryDirectory[str] | None = None  # what the helpers share
    loader: threading.Thread | None = None  # takes the rules into this process

    @property
    def is_done(self) -> bool:
        return self.state in ("ready", "failed")

    @property
    def told(self) -> State | Literal["playable"]:
        """How far it is, for people."""
        return "playable" if self.is_playable and not self.is_done else self.state

    @property
    def busy(self) -> int:
        """Helpers that are still at it."""
        return sum(helper.poll() is None for helper in self.helpers)


class Warming:
    """The rules of all games, on their way into this process. ``load``: into this process; else on disk only.

    ``few``: the part of a game's rules that is not worth the start of helpers.
    """

    def __init__(self, keys: Iterable[str] | None = None, *, load: bool = True, few: float = FEW) -> None:
        self.load = load
        self.few = few
        self.chosen = ""
        self._keys = keys
        self._games: dict[str, _Warmed] = {}
        self._reading = threading.Lock()
        self._changed = threading.Condition()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="warming", daemon=True)

    @property
    def games(self) -> dict[str, _Warmed]:
        """Every game by key. They are imported when this is asked first: the server answers before that."""
        for key in game_keys() if self._keys is None else self._keys:
            self._known(key)
        return self._games

    def _known(self, key: str) -> _Warmed:
        """This game, imported now if it has not been yet."""
        with self._reading:
            if key not in self._games:
                self._games[key] = self._imported(key)
            return self._games[key]

    @staticmethod
    def _imported(key: str) -> _Warmed:
        try:
            game = get_game(key)
        except Exception:
            log.exception("the game %s cannot be loaded", key)
            return _Warmed(key, key, 99, "failed", left=0.0, note="It cannot be loaded; the server's log says why.")
        return _Warmed(key, game.title, game.rank, "waiting" if COMPILED else "ready", left=float(COMPILED))

    def start(self) -> None:
        """Begin, in the background."""
        self._thread.start()

    def close(self) -> None:
        """End the helpers."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(10)
        for game in self.games.values():
            self._dismiss(game)

    def choose(self, key: str) -> None:
        """Somebody wants to play this game: it comes first."""
        with self._changed:
            self.chosen = key
            self._changed.notify_all()

    def is_playable(self, key: str) -> bool:
        """Battles of this game can begin; computers in it may have to wait until it ``is_done``."""
        return self.is_done(key) or self.games[key].is_playable

    def is_done(self, key: str) -> bool:
        """Nothing of this game's rules is waited for any more (nor of a game that is not known here)."""
        return key not in self.games or self.games[key].is_done

    def wait(self, key: str, seconds: float) -> bool:
        """Wait for a game's rules; False when they are not there by then."""
        with self._changed:
            return self._changed.wait_for(lambda: self.is_done(key), seconds)

    def told(self) -> list[GameWarming]:
        """How far every game is, those to come first first."""
        return [
            GameWarming(key=g.key, title=g.title, state=g.told, percent=int(100 * (1 - g.left)), note=g.note)
            for g in self._order()
        ]

    def _order(self) -> list[_Warmed]:
        return sorted(self.games.values(), key=lambda game: (game.key != self.chosen, game.rank, game.key))

    # ------------------------------------------------------------ the helpers

    def _run(self) -> None:
        self._begin_with_the_chosen()
        while not self._stopped and not all(game.is_done for game in self.games.values()):
            try:
                self._look(self._order())
            except Exception:
                log.exception("the rules cannot be compiled ahead; each game is compiled when it is played")
                for game in self.games.values():
                    self._end(game, "failed", "Its rules are compiled as they are needed.")
                return
            with self._changed:
                self._changed.wait(TICK)
        if COMPILED and USABLE:
            cache.sweep_daily(folder())

    def _begin_with_the_chosen(self) -> None:
        """Whoever comes to the page at once with a game in mind does not wait until all games have been imported."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or self.chosen, AT_ONCE)
        if self.chosen and not self._stopped:
            try:
                self._look([self._known(self.chosen)])
            except Exception:
                log.exception("the rules of %s cannot be compiled before the others", self.chosen)

    def _look(self, games: Iterable[_Warmed]) -> None:
        """See how far these games are, and give free processors to the first of them that has something to do."""
        open_games = [game for game in games if not game.is_done and game.state != "loading"]
        for game in open_games:
            if game.helpers:
                self._look_after(game)
            elif not game.sources:
                self._measure(game)
        open_games = [game for game in open_games if game.state in ("waiting", "compiling")]
        for place, game in enumerate(open_games):
            free = cores() - sum(each.busy for each in open_games)
            lacking = min(cores(), MOST) - len(game.helpers)
            if place == 0 and lacking > free:
                for other in open_games[1:]:
                    self._dismiss(other)
                free = cores() - game.busy
            for _ in range(min(free, lacking)):
                self._hire(game)

    def _measure(self, game: _Warmed) -> None:
        """Whether the game needs helpers, and how much there is to do."""
        if USABLE:
            game.sources = sources_of(get_game(game.key))
            game.left = _part_left(game.sources)
        if not USABLE or game.left <= self.few:
            self._take_in(game)

    def _hire(self, game: _Warmed) -> None:
        if game.folder is None:
            game.folder = tempfile.TemporaryDirectory(prefix="sandtable-", ignore_cleanup_errors=True)
        command = [*HELPER, game.key, game.folder.name, str(len(game.helpers))]
        pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
        with (Path(game.folder.name) / SAID).open("ab") as said:
            game.helpers.append(subprocess.Popen(command, stdin=pipe, stdout=quiet, stderr=said))
        game.state = "compiling"

    def _look_after(self, game: _Warmed) -> None:
        """Go on when the helpers have done their work, or one of them died."""
        codes = [helper.poll() for helper in game.helpers]
        wrong = [code for code in codes if code]
        if wrong:
            what = "a helper that compiled the rules of %s ended with status %d: %s"
            log.error(what, game.title, wrong[0], _last_words(game))
            self._dismiss(game)
            game.note = "A helper ended too soon: the server compiles the rules itself, which takes longer."
            self._take_in(game)
            return
        game.left = _part_left(game.sources)
        if all(code == 0 for code in codes):
            self._dismiss(game)
            self._take_in(game)
        elif self.load and game.folder is not None and (Path(game.folder.name) / PLAYABLE).exists():
            self._begin_to_load(game)

    def _dismiss(self, game: _Warmed) -> None:
        """End the helpers of a game, if it has any; what they have finished is kept."""
        for helper in game.helpers:
            helper.kill()
        for helper in game.helpers:
            helper.communicate()
        game.helpers.clear()
        if game.folder is not None:
            game.folder.cleanup()
            game.folder = None
        if game.state == "compiling":
            game.state = "waiting"

    # ------------------------------------------------------------ this process

    def _take_in(self, game: _Warmed) -> None:
        """Load the rules into this process, and compile what is missing, while others are looked after."""
        if not self.load:
            self._end(game, "ready")
            return
        with self._changed:
            game.state = "loading"
            self._changed.notify_all()
        self._begin_to_load(game)

    def _begin_to_load(self, game: _Warmed) -> None:
        """Load what a battle needs, and then, once the helpers have done with it, what computers think with."""
        if game.loader is None:
            game.loader = threading.Thread(target=self._load, args=(game,), name=f"loading {game.key}", daemon=True)
            game.loader.start()

    def _load(self, game: _Warmed) -> None:
        from sandtable.server.warmup.tasks import work_of

        try:
            work = work_of(get_game(game.key))
            self._touch(game, work.battle)
            with self._changed:
                game.is_playable = True
                self._changed.wait_for(lambda: self._stopped or game.state == "loading")
            self._touch(game, work.generals)
        except Exception:
            log.exception("the rules of %s cannot be touched beforehand", game.title)
            self._end(game, "failed", "Its rules are compiled as they are needed; the server's log says more.")
        else:
            if not self._stopped:
                self._end(game, "ready")

    def _touch(self, game: _Warmed, work: Iterable[Task]) -> None:
        """Carry out these tasks when it is this game's turn; nothing more of them once the server stops."""
        for task in work:
            with self._changed:
                self._changed.wait_for(lambda: self._stopped or self._is_next(game))
            if self._stopped:
                return
            task.run()

    def _is_next(self, game: _Warmed) -> bool:
        """Of the games that only have to be loaded it is the first: two at once would fight for the interpreter."""
        if game.left > self.few:
            return True  # it is compiled here: nobody is to wait for that
        first = next((each for each in self._order() if each.state == "loading" and each.left <= self.few), game)
        return first is game

    def _end(self, game: _Warmed, state: State, note: str = "") -> None:
        with self._changed:
            game.state, game.left = state, 0.0
            game.note = note or game.note
            self._changed.notify_all()


def sources_of(game: Game) -> frozenset[str]:
    """What names the compiled forms of a game's rules on disk, and of what computer generals do with them."""
    battle = numba.from_dtype(game.dtype)
    kernels = [kernel for kernel in (*game.verbs, choose_action) if kernel is not None]
    rules = set().union(*(reached(kernel, (battle,)) for kernel in kernels))
    return frozenset(source_of(rule, (battle,)) for rule in rules)


def _part_left(sources: frozenset[str]) -> float:
    """The part of some rules, from 0 to 1, that has no compiled form on disk."""
    return len(sources - sources_kept()) / len(sources)


def is_cold(game: Game) -> bool:
    """So much of the game's rules is not compiled that helpers are worth their start."""
    return COMPILED and USABLE and _part_left(sources_of(game)) > FEW


def _last_words(game: _Warmed) -> str:
    """The last line that a game's helpers wrote."""
    said = (Path(game.folder.name) / SAID).read_text("utf-8", "replace") if game.folder else ""
    lines = said.strip().splitlines()
    return lines[-1][:300] if lines else "it said nothing"
