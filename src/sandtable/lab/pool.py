"""Tasks done in processes of this machine, or in this one; one that is killed loses the task in its hand alone."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.translation import gettext

AHEAD = 2
"""Tasks that wait for each worker: so many more than are in hand."""

LOSSES = 3
"""Times that processes may be killed while tasks are done, before it is given up."""

Task = TypeVar("Task")
Made = TypeVar("Made")


def _ready(game: str) -> None:
    """What a process does first: an interrupt ends it at once, and it imports the rules."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    get_game(game)


def _end_with_parent() -> None:
    """Wait until the program that started this process has ended, by whatever signal, and end as it did."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _nothing() -> None:
    """Asked of every process, so that all of them start."""


def may_fork() -> bool:
    """Whether this process may be forked: nothing else goes on in it, whose locks a copy would find held for ever.

    A thread of any library is enough against it: polars has some from its import on, numpy where there are several
    processors unless ``OPENBLAS_NUM_THREADS`` says 1. Of other systems none can be forked without risk.
    """
    try:
        return sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


class Pool:
    """So many processes for battles of a game, or none where one is enough; none outlives the ``with`` block.

    They are forks of this one where it may be forked, and have whatever it has loaded; ``ahead`` is called before, to
    load what all of them need. Elsewhere each starts by itself.
    """

    def __init__(self, workers: int, game: str, ahead: Callable[[], object] = lambda: None) -> None:
        self.workers, self.game, self.ahead = workers, game, ahead
        self._processes: ProcessPoolExecutor | None = None

    def __enter__(self) -> Pool:
        if self.workers > 1:
            self._start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the processes: what was asked for is done, or something went wrong.

        They are not asked to end by themselves: one that was killed while it waited holds the lock by which the others
        would hear it, and they would wait for ever.
        """
        if self._processes is not None:
            self._end()

    def do(self, work: Callable[[Task], Made], tasks: Iterable[Task]) -> Iterator[tuple[int, Made]]:
        """Do every task; yields the place of each, from 0, with what was made of it, in any order.

        Few tasks are taken up before they are needed. What a killed process had in hand is done again; InputError where
        that happens again and again.
        """
        if self.workers <= 1:
            yield from ((place, work(task)) for place, task in enumerate(tasks))
            return
        fresh = enumerate(tasks)
        hand: dict[int, Task] = {}  # taken up, and not done
        for loss in range(1, LOSSES + 1):
            try:
                yield from self._do(work, hand, fresh)
                return
            except BrokenProcessPool:
                if loss == LOSSES:
                    said = gettext("the processes that fight were killed three times; start it again")
                    raise InputError(said) from None
                self._end()
                self._start()

    def every(self, work: Callable[[Task], Made], tasks: Iterable[Task]) -> list[Made]:
        """Do every task; what was made of each, in the order of the tasks."""
        found = dict(self.do(work, tasks))
        return [found[place] for place in sorted(found)]

    def _do(self, work: Callable[[Task], Made], hand: dict[int, Task], fresh: Any) -> Iterator[tuple[int, Made]]:
        """Do what is in hand, and then what comes; raises BrokenProcessPool where a process was killed."""
        assert self._processes is not None
        waiting: dict[Future[Made], int] = {self._processes.submit(work, task): place for place, task in hand.items()}
        while True:
            while len(waiting) < self.workers + AHEAD and (taken := next(fresh, None)) is not None:
                place, hand[place] = taken
                waiting[self._processes.submit(work, hand[place])] = place
            if not waiting:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=waiting.__getitem__):
                made = future.result()
                place = waiting.pop(future)
                del hand[place]
                yield place, made

    def _start(self) -> None:
        if may_fork():
            self.ahead()
        context = multiprocessing.get_context("fork" if may_fork() else "spawn")
        self._processes = ProcessPoolExecutor(self.workers, context, initializer=_ready, initargs=(self.game,))
        for _ in range(self.workers):
            self._processes.submit(_nothing)

    def _end(self) -> None:
        """Stop the processes at once."""
        assert self._processes is not None
        workers = list((self._processes._processes or {}).values())
        self._processes.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join(10)
