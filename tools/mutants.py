"""A mutation run: small changes to a game's rule code, each of which some test of the game should notice.

``make mutants GAME=dba`` tries 400 changes, chosen by a fixed seed, with the rules interpreted; ``PART=2/8`` the second
eighth of them. Which tests run through which lines is noted once; a mutant is then held against those tests alone, the
ones that show its function's clauses first, until one fails. Recorded battles, which say what the program said, are not
among them, nor are long tests. Survivors are listed, and those that ``tests/mutants/<game>.toml`` explains are counted
apart. Rule functions are decorated, so mutmut passes them over; Cosmic Ray starts Python and all tests anew for every
mutant.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import os
import pickle
import signal
import sys
import time
import tomllib
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
GAMES = PROJECT / "src" / "sandtable" / "games"
NOTED = PROJECT / ".cache" / "mutants"

LONGEST = 150_000
"""Lines of the rules that a test runs at most: a longer one is left out."""

BUDGET = 600_000
"""Lines of the rules in all the tests that a mutant is held against at most. Lines, for seconds are never the same."""


Lines = dict[tuple[str, int], set[str]]
"""File and line of the rules -> the tests that run through it."""


class Run:
    """A pytest plugin: collects the tests, notes what they run through, then tries the mutants in forked children."""

    def __init__(self, game: str, mutants: list[Any], explained: dict[tuple[str, ...], str]) -> None:
        self.game = game
        self.rules = str(GAMES / game / "rules")
        self.mutants = mutants
        self.explained = explained
        self.survivors: list[Any] = []
        self.met: set[tuple[str, ...]] = set()
        self.killed = self.alike = 0

    def pytest_runtestloop(self, session: Any) -> bool:
        """In place of running the tests."""
        self.items = {item.nodeid: item for item in session.items}
        lines, costs, seconds, clauses = self._note()
        for number, mutant in enumerate(self.mutants, 1):
            tests = self._tests_of(mutant, lines, costs, clauses)
            verdict = self._try(mutant, tests, 5.0 + 1.5 * sum(seconds[name] for name in tests))
            if verdict == "killed":
                self.killed += 1
            elif mutant.key in self.explained:
                self.alike += 1
                self.met.add(mutant.key)
                verdict = "explained"
            else:
                self.survivors.append(mutant)
                verdict = f"SURVIVES {len(tests)} tests"
            print(f"{number}/{len(self.mutants)} {verdict}: {mutant}", flush=True)
        return True

    # ------------------------------------------------------------------------------- what runs through what

    def _note(self) -> tuple[Lines, dict[str, int], dict[str, float], dict[str, set[str]]]:
        """Lines' tests, tests' lengths in lines and in seconds, functions' clauses. Kept until a source changes."""
        from sandtable.kernel.compiling import CLAUSES

        clauses: dict[str, set[str]] = defaultdict(set)
        for clause, functions in CLAUSES.items():
            for function in functions:
                clauses[function].add(clause)
        file = NOTED / f"{self.game}-{self._digest()}.pickle"
        if not file.exists():
            NOTED.mkdir(parents=True, exist_ok=True)
            for stale in NOTED.glob(f"{self.game}-*.pickle"):
                stale.unlink()
            print(f"noting which lines {len(self.items)} tests run through", flush=True)
            child = os.fork()
            if child == 0:
                _silence()
                noted = self._run_through()
                file.with_suffix(".part").write_bytes(pickle.dumps(noted))
                os._exit(0)
            if os.waitpid(child, 0)[1] != 0:
                sys.exit("The tests could not be noted: run them alone first.")
            file.with_suffix(".part").replace(file)
        failed, lines, costs, seconds = pickle.loads(file.read_bytes())
        if failed:
            file.unlink()
            sys.exit(f"These tests fail without any mutant: {', '.join(failed[:5])}")
        return lines, costs, seconds, clauses

    def _digest(self) -> str:
        digest = hashlib.sha256()
        for folder in (PROJECT / "src", PROJECT / "tests" / self.game, PROJECT / "casebook" / self.game):
            for file in sorted(folder.rglob("*")):
                if file.suffix in (".py", ".toml", ".yaml"):
                    digest.update(file.read_bytes())
        return digest.hexdigest()[:16]

    def _run_through(self) -> tuple[list[str], Lines, dict[str, int], dict[str, float]]:
        """Run every test once, watched: which fail, which lines each runs through, how many, and how long."""
        lines: Lines = defaultdict(set)
        costs: dict[str, int] = {}
        seconds: dict[str, float] = {}
        failed = []
        met: Counter[tuple[str, int]] = Counter()

        def on_line(frame: Any, event: str, _: Any) -> Any:
            if event == "line":
                met[frame.f_code.co_filename, frame.f_lineno] += 1
            return on_line

        def on_call(frame: Any, event: str, _: Any) -> Any:
            return on_line if frame.f_code.co_filename.startswith(self.rules) else None

        for name, item in self.items.items():
            met.clear()
            start = time.process_time()
            if not _passes(item, on_call):
                failed.append(name)
            seconds[name] = time.process_time() - start
            costs[name] = met.total()
            for line in met:
                lines[line].add(name)
        return failed, dict(lines), costs, seconds

    def _tests_of(self, mutant: Any, lines: Lines, costs: dict[str, int], clauses: dict[str, set[str]]) -> list[str]:
        """The tests that run through the mutant's lines: those of its function's clauses first, then the short."""
        found = set().union(*(lines.get((str(mutant.file), line), ()) for line in mutant.lines))
        own = clauses.get(f"sandtable.games.{self.game}.rules.{mutant.file.stem}.{mutant.function}", set())

        def shows(name: str) -> bool:
            return any(own & set(mark.args) for mark in self.items[name].iter_markers("clause"))

        ordered = sorted((name for name in found if name in self.items), key=lambda n: (not shows(n), costs[n], n))
        spent, kept = 0, []
        for name in ordered:
            if costs[name] <= LONGEST and spent + costs[name] <= BUDGET:
                spent += costs[name]
                kept.append(name)
        return kept

    # --------------------------------------------------------------------------------------- one mutant

    def _try(self, mutant: Any, tests: list[str], most: float) -> str:
        """``killed``, or ``survives``: in a child of its own, which an endless loop does not outlive."""
        if not tests:
            return "survives"
        child = os.fork()
        if child == 0:
            signal.setitimer(signal.ITIMER_VIRTUAL, most)  # its own seconds, however busy the machine is
            _silence()
            module = importlib.import_module(f"sandtable.games.{self.game}.rules.{mutant.file.stem}")
            getattr(module, mutant.function).__code__ = mutant.code()
            os._exit(0 if all(_passes(self.items[name]) for name in tests) else 1)
        return "survives" if os.waitpid(child, 0)[1] == 0 else "killed"


def _passes(item: Any, tracer: Any = None) -> bool:
    """Run one test, its fixtures too; True unless some part of it failed."""
    from _pytest.runner import runtestprotocol

    sys.settrace(tracer)
    reports = runtestprotocol(item, log=False, nextitem=None)
    sys.settrace(None)
    return not any(report.failed for report in reports)


def _silence() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def explained_of(game: str) -> dict[tuple[str, ...], str]:
    """The survivors that are no fault of the tests, with the reason."""
    file = PROJECT / "tests" / "mutants" / f"{game}.toml"
    if not file.exists():
        return {}
    entries = tomllib.loads(file.read_text("utf-8")).get("alike", [])
    return {(e["file"], e["function"], e["line"], e["change"]): e["why"] for e in entries}


def main() -> None:
    """Try the mutants, list the survivors, and say how many were noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="a rule file, or file:function")
    parser.add_argument("--part", default="1/1", help="2/8: the second eighth of them alone")
    chosen_by = parser.parse_args()
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        os.environ.update(NUMBA_DISABLE_JIT="1", SANDTABLE_REDUCED="1", PYTHONHASHSEED="0")
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(NOTED / "hypothesis")
        os.execv(sys.executable, [sys.executable, *sys.argv])
    os.nice(10)
    import pytest

    from mutations import chosen, mutants_of

    files = sorted((GAMES / chosen_by.game / "rules").glob("*.py"))
    every = [mutant for file in files for mutant in mutants_of(file)]
    file, _, function = chosen_by.only.partition(":")
    some = [m for m in every if file in ("", m.file.stem) and function in ("", m.function)]
    part, parts = map(int, chosen_by.part.split("/"))
    mutants = chosen(some, chosen_by.count, chosen_by.seed)[part - 1 :: parts]
    explained = explained_of(chosen_by.game)
    run = Run(chosen_by.game, mutants, explained)
    start = time.time()
    arguments = ["-q", "-m", "not full and not browser", "-o", "timeout=0", "-p", "no:cacheprovider"]
    if pytest.main([f"tests/{chosen_by.game}", *arguments, "--hypothesis-seed=0"], plugins=[run]) > 1:
        sys.exit("pytest could not collect the tests.")
    took = time.time() - start
    print(f"\n{chosen_by.game}, seed {chosen_by.seed}: {len(mutants)} of {len(every)} mutants in {took:.0f} s")
    print(f"{run.killed} killed, {run.alike} alike (explained), {len(run.survivors)} survive")
    for mutant in run.survivors:
        print(f"  {mutant}\n      {mutant.source}")
    sys.exit(1 if run.survivors else 0)


if __name__ == "__main__":
    main()
