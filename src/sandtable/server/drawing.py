"""Scenes and lists of actions made by processes beside the server, as soon as there are many battles.

They are nine tenths of the work of an action, and Python does one thing at a time in a process. What a process is
handed is what somebody may see, never the battle as it is. Where it cannot help, the server draws by itself.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from typing import NamedTuple

import numpy as np

from sandtable.games import get_game
from sandtable.server.collecting import Collecting
from sandtable.server.sight import Drawn, Sight
from sandtable.server.storage import Link
from sandtable.server.truth import Truth
from sandtable.table.battle import Battle
from sandtable.table.scenarios import Origin

log = logging.getLogger("sandtable.server")

FROM = 24
"""Battles in memory from which on other processes draw: below that one is fast enough, and they take 200 MB each."""

MOST_PROCESSES = 4

MOST_LAID = 1_000

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


class Drawing:
    """The processes of one server; ``processes`` 0: none, ever."""

    def __init__(self, processes: int = 0, begin_at: int = FROM) -> None:
        self.processes = processes
        self.begin_at = begin_at
        self._pool: Executor | None = None
        self._ready: set[str] = set()  # games whose rules they have
        self._loading: dict[str, asyncio.Task[None]] = {}

    def note(self, battles: int) -> None:
        """So many battles are in memory now."""
        if self.processes and self._pool is None and battles >= self.begin_at:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.processes, context, _begin)

    async def draw(self, sights: Sequence[tuple[Sight, Wanted]]) -> None:
        """Have these drawn. Those that cannot be are left as they are: whoever looks at them draws them."""
        if self._pool is None:
            return
        await asyncio.gather(*(self._draw(sight, wanted) for sight, wanted in sights))

    async def _draw(self, sight: Sight, wanted: Wanted) -> None:
        if wanted.game not in self._ready:
            if wanted.game not in self._loading:
                self._loading[wanted.game] = asyncio.create_task(self._load(wanted))
            return
        drawn = await self._ask(wanted)
        if drawn is not None:
            sight.take(drawn)

    async def _load(self, wanted: Wanted) -> None:
        """Let every process draw once: the rules are loaded by that. Nobody waits for it."""
        drawn = await asyncio.gather(*(self._ask(wanted._replace(lists=True)) for _ in range(self.processes)))
        if None not in drawn:
            self._ready.add(wanted.game)

    async def _ask(self, wanted: Wanted) -> Drawn | None:
        if self._pool is None:
            return None
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, drawn_of, wanted)
        except (RuntimeError, OSError) as error:  # a process was killed
            log.warning("other processes do not draw any more: %s", error)
            self.close()
            return None

    def close(self) -> None:
        """End the processes."""
        pool, self._pool, self.processes = self._pool, None, 0
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


def processes() -> int:
    """How many there may be here: as many as cores, none on a single one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST_PROCESSES) if cores > 1 else 0


def wanted_of(truth: Truth, battle_id: str, links: Iterable[Link]) -> list[tuple[Sight, Wanted]]:
    """What is to be drawn for these links and is not yet, each once for all who see the same."""
    sights: dict[int, tuple[Sight, Wanted]] = {}
    battle = truth.battle
    for link in links:
        sight = truth.sight(link.sides)
        lists = bool(truth.may_decide(link.sides))
        if sight.is_drawn or (id(sight) in sights and not lists):
            continue
        options = tuple(battle.options.items())
        state = bytes(sight.seen.array.tobytes())
        sights[id(sight)] = sight, Wanted(battle_id, battle.game.key, battle.origin, options, state, lists)
    return list(sights.values())


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
        seen.stand(np.frombuffer(wanted.state, laid.game.dtype)[0])
        return Sight(seen).drawn(wanted.lists)
    except Exception:
        log.exception("battle %s cannot be drawn here", wanted.battle_id)
        return None
