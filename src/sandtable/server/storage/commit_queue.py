"""Entries of all battles on their way into the store: what waits is committed together, and each is told how it went.

A commit waits for the disk, ten milliseconds and more, and a database takes one after another: with one transaction
an entry, fifty battles a second would stand in a queue.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from sandtable.server.storage.database import Commit, Store


class Commits:
    """The queue of one store. While a transaction is under way all that comes waits for the next one."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._waiting: list[tuple[Commit, asyncio.Future[None]]] = []
        self._working: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "committing")

    async def append(self, commit: Commit) -> None:
        """Have it stored; returns once it is. Raises SQLAlchemyError where it was not."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((commit, done))
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        await done

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            commits = [commit for commit, _ in batch]
            errors: Sequence[Exception | None]
            try:
                errors = await loop.run_in_executor(self._thread, self.store.append_all, commits)
            except Exception as error:  # nobody may be left waiting
                errors = [error] * len(batch)
            for (_, done), wrong in zip(batch, errors, strict=True):
                if not done.cancelled():
                    done.set_exception(wrong) if wrong is not None else done.set_result(None)

    def close(self) -> None:
        """Let go of the thread; nothing waits any more."""
        self._thread.shutdown()
