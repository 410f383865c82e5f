"""Work for many, done by a few threads: whoever has used least goes first, so that nobody who asks much is in the way.

What is done for a board is charged to it and to the address that it comes from, in seconds of a processor, and
forgotten by half every few seconds. A thread that is free takes the work of whoever owes least.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")

HALF = 5.0
"""Seconds after which half of what was used is forgotten."""

MOST_ACCOUNTS = 10_000
"""Addresses remembered, before those that owe nothing are forgotten."""


class Account:
    """What was used of late for one board; ``of``: the account of its address, which is charged too."""

    __slots__ = ("_used", "_when", "of")

    def __init__(self, of: Account | None = None) -> None:
        self.of = of
        self._used = 0.0
        self._when = 0.0

    def owes(self, now: float) -> float:
        """Seconds used of late: of its own, and of all from its address."""
        own: float = self._used * 0.5 ** ((now - self._when) / HALF)
        return own if self.of is None else own + self.of.owes(now)

    def charge(self, seconds: float, now: float) -> None:
        """Add what was used."""
        self._used = self._used * 0.5 ** ((now - self._when) / HALF) + seconds
        self._when = now
        if self.of is not None:
            self.of.charge(seconds, now)


class Accounts:
    """The accounts of all addresses."""

    def __init__(self) -> None:
        self._all: dict[str, Account] = {}

    def of(self, address: str) -> Account:
        """The account of one."""
        if len(self._all) > MOST_ACCOUNTS:
            now = time.monotonic()
            self._all = {each: account for each, account in self._all.items() if account.owes(now) > 0.001}
        return self._all.setdefault(address, Account())


HOUSE = Account()
"""For work that nobody asked for."""

PAYER: ContextVar[Account] = ContextVar("payer", default=HOUSE)
"""For whom the present task works."""


@dataclass(eq=False)
class _Job:
    work: Callable[[], Any]
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]

    def settle(self, result: Any, error: BaseException | None) -> None:
        """Hand the answer to whoever waits for it, if anybody still does."""

        def tell() -> None:
            if not self.answer.done():
                self.answer.set_result(result) if error is None else self.answer.set_exception(error)

        with suppress(RuntimeError):  # the loop is closed
            self.loop.call_soon_threadsafe(tell)


class Lane:
    """Threads for one kind of work."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._lock = threading.Lock()
        self._waiting: dict[Account, deque[_Job]] = {}

    async def run(self, work: Callable[[], T]) -> T:
        """What ``work`` returns, done for the present payer when it is its turn."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        context = copy_context()
        with self._lock:
            self._waiting.setdefault(PAYER.get(), deque()).append(_Job(lambda: context.run(work), loop, answer))
        self._threads.submit(self._one)
        return await answer

    def _one(self) -> None:
        payer, job = self._next()
        if job.answer.cancelled():
            return
        begun = time.thread_time()
        try:
            result, error = job.work(), None
        except BaseException as raised:
            result, error = None, raised
        payer.charge(time.thread_time() - begun, time.monotonic())
        job.settle(result, error)

    def _next(self) -> tuple[Account, _Job]:
        """The oldest work of whoever owes least. There is as much work as there are calls of this."""
        with self._lock:
            now = time.monotonic()
            payer = min(self._waiting, key=lambda each: each.owes(now))
            jobs = self._waiting[payer]
            job = jobs.popleft()
            if not jobs:
                del self._waiting[payer]
            return payer, job

    def close(self) -> None:
        """Let go of the threads; what has not begun is not done."""
        self._threads.shutdown(wait=False, cancel_futures=True)
