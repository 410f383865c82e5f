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

NEW = 0.25
"""The part of what its address owes with which a board begins."""

MANNERS = 0.1
"""Seconds for which one kind of work lets another go first."""

MOST_ACCOUNTS = 10_000
"""Addresses remembered, before those that owe nothing are forgotten."""


class Account:
    """What was used of late for one board; ``of``: the account of its address, which is charged too.

    A new board owes a part of what its address does: to come anew for each question gains nobody a turn.
    """

    __slots__ = ("_used", "_when", "of")

    def __init__(self, of: Account | None = None) -> None:
        self.of = of
        self._when = time.monotonic()
        self._used = 0.0 if of is None else of.owes(self._when) * NEW

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
    """Threads for one kind of work; one that comes ``after`` another begins nothing while there is work for that.

    All threads take the interpreter from one another.
    """

    def __init__(self, threads: int, name: str, after: Lane | None = None) -> None:
        self.after = after
        self._threads = ThreadPoolExecutor(threads, name)
        self._lock = threading.Lock()
        self._waiting: dict[Account, deque[_Job]] = {}
        self._left = 0  # work that waits or is done

    @property
    def is_busy(self) -> bool:
        """There is work."""
        return self._left > 0

    async def run(self, work: Callable[[], T]) -> T:
        """What ``work`` returns, done for the present payer when it is its turn."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        context = copy_context()
        with self._lock:
            self._waiting.setdefault(PAYER.get(), deque()).append(_Job(lambda: context.run(work), loop, answer))
            self._left += 1
        self._threads.submit(self._one)
        return await answer

    def _one(self) -> None:
        until = time.monotonic() + MANNERS
        while self.after is not None and self.after.is_busy and time.monotonic() < until:
            time.sleep(0.002)
        payer, job = self._next()
        try:
            self._do(payer, job)
        finally:
            with self._lock:
                self._left -= 1

    def _do(self, payer: Account, job: _Job) -> None:
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
