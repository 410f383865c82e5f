"""Tasks done by processes: each once, few ahead of need, in order where that is asked for; given up if killed again."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from sandtable.errors import InputError
from sandtable.lab.pool import AHEAD, Pool, may_fork


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


ALONE = """
import os, signal, sys
from pathlib import Path
from sandtable.lab.pool import Pool

LOADED = []

def tell(task):
    if task == 9 and not Path(sys.argv[1]).exists():
        Path(sys.argv[1]).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return task, list(LOADED)

if __name__ == "__main__":
    with Pool(2, "dba", lambda: LOADED.append("the rules")) as pool:
        done = [pool.every(tell, range(8)), pool.every(tell, range(8, 12))]
    print(done)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux alone")
def test_a_process_without_other_threads_is_forked_with_what_it_loaded_and_a_killed_fork_is_replaced(tmp_path: Path):
    program = tmp_path / "alone.py"
    program.write_text(ALONE, "utf-8")
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    said = subprocess.run(
        [sys.executable, str(program), str(tmp_path / "killed")], env=environment, capture_output=True, text=True
    )
    assert not said.stderr
    first, second = eval(said.stdout)
    assert first == [(task, ["the rules"]) for task in range(8)]
    assert [task for task, _ in second] == [8, 9, 10, 11] and (tmp_path / "killed").exists()


def test_a_process_with_threads_is_not_forked(monkeypatch: pytest.MonkeyPatch):
    for threads, may in ((["7"], True), (["7", "8"], False)):
        monkeypatch.setattr(os, "listdir", lambda _, found=threads: found)
        monkeypatch.setattr(sys, "platform", "linux")
        assert may_fork() is may
    monkeypatch.setattr(os, "listdir", lambda _: ["7"])
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not may_fork()


COMMAND = """
import sys
from sandtable import cli
from sandtable.cli import lab

class Asked:
    def make(self, *_):
        from sandtable.lab.pool import may_fork

        print("may be forked" if may_fork() else "has threads")
        sys.exit()

lab._executor = lambda *_: Asked()
cli.main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux alone")
def test_the_command_has_no_thread_but_its_own_when_its_processes_start(tmp_path: Path):
    study = tmp_path / "study.toml"
    study.write_text('game = "dba"\nscenarios = ["first-lesson"]\nbattles = 1\n', "utf-8")
    command = [sys.executable, "-c", COMMAND, "lab", "run", str(study)]
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    asked = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert asked.stdout == "may be forked\n", asked.stderr
