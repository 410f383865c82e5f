"""Scenes and lists of actions made by processes beside the server, as soon as there are many battles.

They are nine tenths of the work of an action, and Python does one thing at a time in a process. What a process is
handed is what somebody may see, never the battle as it is. Where it cannot help, the server draws by itself.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

import numpy as np

from sandtable.compiler.decorators import COMPILED
from sandtable.games import get_game
from sandtable.server.storage.database import Link
from sandtable.server.views.seat_state import BattleState
from sandtable.server.views.view import Drawn, View
from sandtable.server.workers.gc_policy import Collecting
from sandtable.table.battle import Battle
from sandtable.table.endings import Ending
from sandtable.table.new_battle import new
from sandtable.table.scenarios import Origin
from sandtable.translation import speaking

log = logging.getLogger("sandtable.server")

T = TypeVar("T")
W = TypeVar("W")

FROM = 24
"""Battles in memory from which on other processes draw: below that one is fast enough, and they take 200 MB each."""

MOST_PROCESSES = 4

MOST_LAID = 1_000

FIRST_ACTIONS = 40
"""Actions of the battle that a process draws before it draws anybody's."""

LOADING = 1_000
"""What a process that loads rules is handed, in tables: so many that it is handed no other."""

BEHIND = 5
"""How far these processes stand back behind the server, where there is such a thing."""


class Wanted(NamedTuple):
    """One table to be drawn, as somebody sees it."""

    battle_id: str
    game: str
    origin: Origin
    options: tuple[tuple[str, str], ...]
    state: bytes
    lists: bool  # the actions too
    ended: Ending | None = None  # its players ended it
    language: str = ""  # in which it is read; empty: the server's


@dataclass
class _Beside:
    """One process beside the server."""

    pool: Executor  # of this one process
    ready: set[str] = field(default_factory=set)  # games whose rules it has
    load: int = 0  # what it has been handed and has not answered


class Drawing:
    """The processes of one server; ``processes`` 0: none, ever."""

    def __init__(self, processes: int = 0, begin_at: int = FROM) -> None:
        self.processes = processes
        self.begin_at = begin_at
        self._beside: list[_Beside] = []
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._one_by_one = asyncio.Lock()

    def note(self, battles: int) -> None:
        """So many battles are in memory now."""
        if self.processes and not self._beside and battles >= self.begin_at:
            context = multiprocessing.get_context("spawn")
            self._beside = [_Beside(ProcessPoolExecutor(1, context, _begin)) for _ in range(self.processes)]

    @property
    def helps(self) -> bool:
        """There are processes that draw."""
        return bool(self._beside)

    async def draw(self, views: Sequence[tuple[View, Wanted]]) -> None:
        """Have these drawn. Those that cannot be are left as they are: whoever looks at them draws them."""
        if self._beside:
            await asyncio.gather(*(self._draw(view, wanted) for view, wanted in views))

    async def _draw(self, view: View, wanted: Wanted) -> None:
        if wanted.game not in self._loading:
            self._loading[wanted.game] = asyncio.create_task(self._load(wanted.game))
        able = [process for process in self._beside if wanted.game in process.ready and process.load < LOADING]
        if able:
            drawn = await self._ask(min(able, key=lambda process: process.load), 1, drawn_of, wanted)
            if drawn is not None:
                view.take(drawn)

    async def _load(self, game: str) -> None:
        """Let one process after the other load a game's rules: meanwhile the others draw. Nobody waits for it.

        All at once would leave all drawing to the server, which is not so soon done with it where processors are short.
        """
        async with self._one_by_one:
            for process in self._beside:
                if await self._ask(process, LOADING, loaded, game):
                    process.ready.add(game)

    async def _ask(self, process: _Beside, load: int, work: Callable[[W], T], what: W) -> T | None:
        process.load += load
        try:
            return await asyncio.get_running_loop().run_in_executor(process.pool, work, what)
        except (RuntimeError, OSError) as error:  # a process was killed
            log.warning("other processes do not draw any more: %s", error)
            self.close()
            return None
        finally:
            process.load -= load

    def close(self) -> None:
        """End the processes."""
        beside, self._beside, self.processes = self._beside, [], 0
        for process in beside:
            process.pool.shutdown(wait=False, cancel_futures=True)


def processes() -> int:
    """How many there may be here: as many as cores, none on a single one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_PROCESSES) if cores > 1 else 0


def wanted_of(state: BattleState, battle_id: str, links: Iterable[Link]) -> list[tuple[View, Wanted]]:
    """What is to be drawn for these links and is not yet, each once for all who see the same in one language."""
    views: dict[int, tuple[View, Wanted]] = {}
    battle = state.battle
    for link in links:
        with speaking(link.language):
            view = state.view(link.sides)
        lists = bool(state.may_decide(link.sides))
        if view.is_drawn or (id(view) in views and not lists):
            continue
        options = tuple(battle.options.items())
        stands = bytes(view.seen.array.tobytes())
        views[id(view)] = (
            view,
            Wanted(
                battle_id,
                battle.game.key,
                battle.engine.origin,
                options,
                stands,
                lists,
                battle.engine.ended,
                link.language,
            ),
        )
    return list(views.values())


# ------------------------------------------------------------------------------------------ in another process


def _begin() -> None:
    """Ctrl-C is for the server, which goes first where processors are short; nobody draws for one that is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Collecting().start()
    if hasattr(os, "nice"):
        os.nice(BEHIND)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


def loaded(key: str) -> bool:
    """Load all rules of a game that a battle needs; False: this process cannot.

    Whatever the phase they belong to: rules that came with the first table that asks for them would take a third of a
    second, and all that is handed to this process meanwhile would wait.
    """
    try:
        game = get_game(key)
        if COMPILED:
            from sandtable.server.warmup.tasks import tasks_of  # which brings the generals along

            for task in tasks_of(game):
                task()
            _draw_one_battle(key)
    except Exception:
        log.exception("the rules of %s cannot be loaded in a process that draws", key)
        return False
    return True


def _draw_one_battle(key: str) -> None:
    """Draw the tables of the first actions of a battle: what is asked in each phase has rules of its own."""
    battle, rng = new(key, seed=1), random.Random(1)
    for _ in range(FIRST_ACTIONS):
        if battle.over:
            return
        View(battle).drawn(True)
        battle.play(rng.choice(battle.legal()))


_LAID: dict[str, Battle] = {}
"""Battles as they were laid, by id: those that came last."""


def _laid(wanted: Wanted) -> Battle:
    battle = _LAID.get(wanted.battle_id)
    if battle is None:
        if len(_LAID) >= MOST_LAID:
            del _LAID[next(iter(_LAID))]
        battle = _LAID[wanted.battle_id] = Battle(get_game(wanted.game), wanted.origin, dict(wanted.options))
    return battle


def drawn_of(wanted: Wanted) -> Drawn | None:
    """The table drawn; None: this process cannot."""
    try:
        laid = _laid(wanted)
        seen = laid.copy()
        seen.engine.stand(np.frombuffer(wanted.state, laid.game.dtype)[0])
        seen.engine.ended = wanted.ended
        with speaking(wanted.language):
            return View(seen).drawn(wanted.lists)
    except Exception:
        log.exception("battle %s cannot be drawn here", wanted.battle_id)
        return None
