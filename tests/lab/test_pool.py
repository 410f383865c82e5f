"""Tasks done by processes: each once, few ahead of need, in order where that is asked for; given up if killed again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from sandtable.errors import InputError
from sandtable.lab.pool import AHEAD, Pool


class Processes:
    """In place of processes: does a task when it is handed in, and is killed by as many as are told."""

    def __init__(self, killing: list[int]) -> None:
        self.killing, self._processes = killing, dict[int, Any]()

    def submit(self, work: Callable[[int], int], task: int) -> Future[int]:
        future: Future[int] = Future()
        if task in self.killing:
            self.killing.remove(task)
            future.set_exception(BrokenProcessPool())
        else:
            future.set_result(work(task))
        return future

    def shutdown(self, **_: bool) -> None: ...


def pool_that_is_killed(monkeypatch: pytest.MonkeyPatch, *killing: int) -> Pool:
    left = list(killing)
    monkeypatch.setattr(Pool, "_start", lambda pool: setattr(pool, "_processes", Processes(left)))
    return Pool(2, "dba")


def counted(taken: list[int], number: int) -> Iterator[int]:
    for task in range(number):
        taken.append(task)
        yield task


def tenfold(task: int) -> int:
    return 10 * task


def test_one_worker_is_this_process_and_takes_a_task_when_it_is_free() -> None:
    taken: list[int] = []
    with Pool(1, "dba") as pool:
        done = pool.do(tenfold, counted(taken, 3))
        assert next(done) == (0, 0) and taken == [0]
        assert list(done) == [(1, 10), (2, 20)]


def test_every_task_is_done_once_and_few_are_taken_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []
    with pool_that_is_killed(monkeypatch) as pool:
        done = pool.do(tenfold, counted(taken, 20))
        first = next(done)
        assert len(taken) == 2 + AHEAD
        assert sorted([first, *done]) == [(task, 10 * task) for task in range(20)]


def test_what_killed_processes_had_in_hand_is_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with pool_that_is_killed(monkeypatch, 5, 17) as pool:
        assert pool.every(tenfold, range(20)) == [10 * task for task in range(20)]


def test_a_task_that_kills_whoever_does_it_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        pytest.raises(InputError, match="^the processes that fight were killed three times; start it again$"),
        pool_that_is_killed(monkeypatch, 1, 1, 1) as pool,
    ):
        pool.every(tenfold, range(20))
