"""Work for many, on a few threads: whoever asks much is not in the way of those who ask little.

Fair queueing by the time at which work begins (start-time fair queueing), first between addresses and then between the
boards of one. The clocks count work in seconds of a processor: what somebody asks begins where that ends which was done
for them before, or now, if that is over. What begins first is done first. So nobody gets more than an equal share while
others wait, and whoever has asked less than that waits for no more than the piece of work that is under way.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")

ENTRY = 0.05
"""Seconds of work that count as done for whoever is new: a board that comes is shown a table, which takes as long."""

MANNERS = 0.1
"""Seconds for which one kind of work lets another go first."""

MOST_ACCOUNTS = 10_000
"""Addresses remembered, before those are forgotten for whom no more was done than counts for a new one."""


class Account:
    """Somebody who shares in the work: an address ``among`` all of them, a board among those of its address.

    Who is new has had ``ENTRY``: to come anew for each question gains nobody a turn.
    """

    __slots__ = ("among", "clock", "ends")

    def __init__(self, among: Account | None = None) -> None:
        self.among = among
        self.clock = 0.0  # of those who are among this one
        self.ends = among.clock + ENTRY if among is not None else 0.0  # on the clock of all that this one is among

    @property
    def begins(self) -> float:
        """When the next work for this one begins, on the clock of all that it is among."""
        return self.ends if self.among is None else max(self.among.clock, self.ends)

    def begin(self) -> None:
        """Work for this one begins now: so late it is."""
        if self.among is not None:
            self.among.begin()
            self.among.clock = self.begins

    def charge(self, seconds: float) -> None:
        """So much was done."""
        if self.among is not None:
            self.ends = self.begins + seconds
            self.among.charge(seconds)


ALL = Account()
"""Among whom all addresses are."""


class Accounts:
    """The accounts of all addresses."""

    def __init__(self) -> None:
        self._all: dict[str, Account] = {}

    def of(self, address: str) -> Account:
        """The account of one."""
        if len(self._all) > MOST_ACCOUNTS:
            new = ALL.clock + ENTRY
            self._all = {each: account for each, account in self._all.items() if account.ends > new}
        return self._all.setdefault(address, Account(ALL))


HOUSE = Account(Account(ALL))
"""For work that nobody asked for."""

PAYER: ContextVar[Account] = ContextVar("payer", default=HOUSE)
"""For whom the present task works."""


@contextmanager
def charged() -> Iterator[None]:
    """What is done meanwhile on the event loop, without waiting for anything, is the present payer's."""
    begun = time.thread_time()
    try:
        yield
    finally:
        PAYER.get().charge(time.thread_time() - begun)


@contextmanager
def for_all() -> Iterator[None]:
    """What is done meanwhile is short, and others wait for it: it is done for the house, not in the asker's turn."""
    before = PAYER.set(HOUSE)
    try:
        yield
    finally:
        PAYER.reset(before)


@dataclass(eq=False)
class _Job:
    work: Callable[[], Any]
    answer: asyncio.Future[Any]
    number: int  # of all that came

    def do(self, payer: Account) -> Callable[[], None]:
        """Do the work at somebody's charge; returns what hands the answer over, on the loop."""
        if self.answer.cancelled():
            return lambda: None
        begun = time.thread_time()
        try:
            result, error = self.work(), None
        except BaseException as raised:
            result, error = None, raised
        payer.charge(time.thread_time() - begun)
        return partial(self._settle, result, error)

    def _settle(self, result: Any, error: BaseException | None) -> None:
        if not self.answer.done():  # somebody still waits for it
            self.answer.set_result(result) if error is None else self.answer.set_exception(error)


class _Waiting:
    """Work that waits, by whom it is for."""

    def __init__(self) -> None:
        self._jobs: dict[Account, deque[_Job]] = {}
        self._came = 0

    def add(self, work: Callable[[], T], loop: asyncio.AbstractEventLoop) -> asyncio.Future[T]:
        """Work for the present payer, who gets the answer."""
        answer: asyncio.Future[T] = loop.create_future()
        self._came += 1
        job = _Job(partial(copy_context().run, work), answer, self._came)
        self._jobs.setdefault(PAYER.get(), deque()).append(job)
        return answer

    def next(self) -> tuple[Account, _Job]:
        """What begins first: of all addresses, then of the boards of one; of what begins at once, what came first."""
        came = {payer: jobs[0].number for payer, jobs in self._jobs.items()}
        first: dict[Account | None, int] = {}
        for payer, number in came.items():
            first[payer.among] = min(number, first.get(payer.among, number))
        address = min(first, key=lambda each: (each.begins if each is not None else 0.0, first[each]))
        payer = min((each for each in came if each.among is address), key=lambda each: (each.begins, came[each]))
        jobs = self._jobs[payer]
        job = jobs.popleft()
        if not jobs:
            del self._jobs[payer]
        payer.begin()
        return payer, job


class Lane:
    """Threads for one kind of work; one that comes ``after`` another begins nothing while there is work for that.

    All threads take the interpreter from one another.
    """

    def __init__(self, threads: int, name: str, after: Lane | None = None) -> None:
        self.after = after
        self._threads = ThreadPoolExecutor(threads, name)
        self._lock = threading.Lock()
        self._waiting = _Waiting()
        self._left = 0  # work that waits or is done

    @property
    def is_busy(self) -> bool:
        """There is work."""
        return self._left > 0

    async def run(self, work: Callable[[], T]) -> T:
        """What ``work`` returns, done for the present payer when it is its turn."""
        loop = asyncio.get_running_loop()
        with self._lock:
            answer = self._waiting.add(work, loop)
            self._left += 1
        self._threads.submit(self._one)
        return await answer

    def _one(self) -> None:
        until = time.monotonic() + MANNERS
        while self.after is not None and self.after.is_busy and time.monotonic() < until:
            time.sleep(0.002)
        with self._lock:
            payer, job = self._waiting.next()  # there is as much work as there are calls of this
        tell = job.do(payer)
        with self._lock:
            self._left -= 1
        with suppress(RuntimeError):  # the loop is closed
            job.answer.get_loop().call_soon_threadsafe(tell)

    def close(self) -> None:
        """Let go of the threads; what has not begun is not done."""
        self._threads.shutdown(wait=False, cancel_futures=True)
