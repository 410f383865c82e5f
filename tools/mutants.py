"""A mutation run: small changes to a game's rule code, each of which some test of the game should notice.

``make mutants GAME=dba`` tries 400 changes, chosen by a fixed seed, with the rules interpreted; ``PART=2/8`` the second
eighth of them. Which tests run through which lines is noted once; a mutant is then held against those tests alone, the
ones that show its function's clauses first, until one fails. Recorded battles, which say what the program said, are not
among them, nor are long tests. Survivors are listed, and those that ``tests/mutants/<game>.toml`` explains are counted
apart; entries there that match no survivor are told. The exit status is 1 while a survivor is unexplained or an entry
has outlived its mutant. Which test noticed a mutant is remembered, and asked first in the next run. Rule functions are
decorated, so mutmut passes them over; Cosmic Ray starts Python and all tests anew for every mutant.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import os
import pickle
import signal
import sys
import time
import tomllib
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
GAMES = PROJECT / "src" / "sandtable" / "games"
NOTED = PROJECT / ".cache" / "mutants"

COUNT, SEED = 400, 1
"""The choice that ``tests/mutants`` explains."""

LONGEST = 150_000
"""Lines of the rules that a test runs at most: a longer one is left out."""

BUDGET = 600_000
"""Lines of the rules in all the tests that a mutant is held against at most. Lines, for seconds are never the same."""


Lines = dict[tuple[str, int], set[str]]
"""File and line of the rules -> the tests that run through it."""


@dataclass(frozen=True)
class Noted:
    """What a test runs through, while its file's digest stays."""

    digest: str
    failed: bool
    lines: frozenset[tuple[str, int]]
    cost: int  # in lines
    seconds: float


class Run:
    """A pytest plugin: collects the tests, notes what they run through, then tries the mutants in forked children."""

    def __init__(self, game: str, mutants: list[Any], explained: dict[tuple[str, ...], str]) -> None:
        self.game = game
        self.rules = str(GAMES / game / "rules")
        self.mutants = mutants
        self.explained = explained
        self.survivors: list[Any] = []
        self.met: set[tuple[str, ...]] = set()
        self.noticed: set[tuple[str, ...]] = set()
        self.killers = NOTED / f"{game}-killers.jsonl"
        self.killed = self.alike = 0

    def pytest_runtestloop(self, session: Any) -> bool:
        """In place of running the tests."""
        self.items = {item.nodeid: item for item in session.items}
        lines, costs, seconds, clauses = self._note()
        killers = self._killers()
        for number, mutant in enumerate(self.mutants, 1):
            tests = self._tests_of(mutant, lines, costs, clauses)
            first = killers.get(mutant.key)
            tests.sort(key=lambda name: name != first)
            killer = self._try(mutant, tests, 5.0 + 1.5 * sum(seconds[name] for name in tests))
            if killer is not None:
                self.killed += 1
                self.noticed.add(mutant.key)
                verdict = "killed"
                with self.killers.open("a", encoding="utf-8") as remembered:
                    remembered.write(json.dumps([*mutant.key, killer]) + "\n")
            elif mutant.key in self.explained:
                self.alike += 1
                self.met.add(mutant.key)
                verdict = "explained"
            else:
                self.survivors.append(mutant)
                verdict = f"SURVIVES {len(tests)} tests"
            print(f"{number}/{len(self.mutants)} {verdict}: {mutant}", flush=True)
        return True

    def _killers(self) -> dict[tuple[str, ...], str]:
        """The test that last noticed each mutant."""
        if not self.killers.exists():
            return {}
        rows = map(json.loads, self.killers.read_text("utf-8").splitlines())
        return {tuple(key): name for *key, name in rows}

    # ------------------------------------------------------------------------------- what runs through what

    def _note(self) -> tuple[Lines, dict[str, int], dict[str, float], dict[str, set[str]]]:
        """Lines' tests, tests' lengths in lines and in seconds, functions' clauses. Kept until a source changes."""
        from sandtable.compiler.decorators import CLAUSES

        clauses: dict[str, set[str]] = defaultdict(set)
        for clause, functions in CLAUSES.items():
            for function in functions:
                clauses[function].add(clause)
        file = NOTED / f"{self.game}-{self._digest()}.pickle"
        known: dict[str, Noted] = pickle.loads(file.read_bytes()) if file.exists() else {}
        digests = {str(path): _digest([path]) for path in {item.path for item in self.items.values()}}
        notes = {n: known[n] for n, i in self.items.items() if n in known and known[n].digest == digests[str(i.path)]}
        missing = [name for name in self.items if name not in notes]
        if missing:
            NOTED.mkdir(parents=True, exist_ok=True)
            for stale in NOTED.glob(f"{self.game}-*.pickle"):
                stale.unlink()
            print(f"noting which lines {len(missing)} tests run through", flush=True)
            child = os.fork()
            if child == 0:
                _silence()
                file.with_suffix(".part").write_bytes(pickle.dumps(notes | self._run_through(missing, digests)))
                os._exit(0)
            if os.waitpid(child, 0)[1] != 0:
                sys.exit("The tests could not be noted: run them alone first.")
            file.with_suffix(".part").replace(file)
            notes = pickle.loads(file.read_bytes())
        failed = [name for name, noted in notes.items() if noted.failed]
        if failed:
            file.unlink()
            sys.exit(f"These tests fail without any mutant: {', '.join(failed[:5])}")
        lines: Lines = defaultdict(set)
        for name, noted in notes.items():
            for line in noted.lines:
                lines[line].add(name)
        costs = {name: noted.cost for name, noted in notes.items()}
        return lines, costs, {name: noted.seconds for name, noted in notes.items()}, clauses

    def _digest(self) -> str:
        """Of what all tests of the game run through or build upon."""
        rules = [GAMES / self.game, GAMES / "common", PROJECT / "src" / "sandtable" / "kernel"]
        files = [file for folder in rules for file in folder.rglob("*") if file.suffix in (".py", ".toml", ".yaml")]
        files += [f for f in (PROJECT / "tests" / self.game).glob("*.py") if not f.name.startswith("test_")]
        return _digest([*files, *(PROJECT / "casebook" / self.game).rglob("*.yaml")])

    def _run_through(self, names: list[str], digests: dict[str, str]) -> dict[str, Noted]:
        """Run tests once, watched: which fail, which lines each runs through, how many, and how long."""
        notes = {}
        met: Counter[tuple[str, int]] = Counter()

        def on_line(frame: Any, event: str, _: Any) -> Any:
            if event == "line":
                met[frame.f_code.co_filename, frame.f_lineno] += 1
            return on_line

        def on_call(frame: Any, event: str, _: Any) -> Any:
            return on_line if frame.f_code.co_filename.startswith(self.rules) else None

        for name in names:
            met.clear()
            start = time.process_time()
            failed = not _passes(self.items[name], on_call)
            took = time.process_time() - start
            lines = frozenset((Path(file).name, line) for file, line in met)
            notes[name] = Noted(digests[str(self.items[name].path)], failed, lines, met.total(), took)
        return notes

    def _tests_of(self, mutant: Any, lines: Lines, costs: dict[str, int], clauses: dict[str, set[str]]) -> list[str]:
        """The tests that run through the mutant's lines: those of its function's clauses first, then the short."""
        found = set().union(*(lines.get((mutant.file.name, line), ()) for line in mutant.lines))
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

    def _try(self, mutant: Any, tests: list[str], most: float) -> str | None:
        """The test that notices it, "" for an endless loop, or None: in a child of its own, which no loop outlives."""
        if not tests:
            return None
        told, says = os.pipe()
        child = os.fork()
        if child == 0:
            signal.setitimer(signal.ITIMER_VIRTUAL, most)  # its own seconds, however busy the machine is
            _silence()
            module = importlib.import_module(f"sandtable.games.{self.game}.rules.{mutant.file.stem}")
            getattr(module, mutant.function).__code__ = mutant.code()
            killer = next((name for name in tests if not _passes(self.items[name])), None)
            os.write(says, (killer or "").encode())
            os._exit(0 if killer is None else 1)
        os.close(says)
        survived = os.waitpid(child, 0)[1] == 0
        with os.fdopen(told, encoding="utf-8") as answer:
            killer = answer.read()
        return None if survived else killer


def _passes(item: Any, tracer: Any = None) -> bool:
    """Run one test, its fixtures too; True unless some part of it failed."""
    from _pytest.runner import runtestprotocol

    sys.settrace(tracer)
    reports = runtestprotocol(item, log=False, nextitem=None)
    sys.settrace(None)
    return not any(report.failed for report in reports)


def _digest(files: list[Path]) -> str:
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


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
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", default="", help="a rule file, or file:function")
    parser.add_argument("--part", default="1/1", help="2/8: the second eighth of them alone")
    chosen_by = parser.parse_args()
    chosen_by.game = chosen_by.game.replace("-", "_")  # inter-arma: its folders are inter_arma
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
    tried = chosen(some, chosen_by.count, chosen_by.seed)
    explained = explained_of(chosen_by.game)
    run = Run(chosen_by.game, tried[part - 1 :: parts], explained)
    start = time.time()
    arguments = ["-q", "-m", "not full and not browser", "-o", "timeout=0", "-p", "no:cacheprovider"]
    if pytest.main([f"tests/{chosen_by.game}", *arguments, "--hypothesis-seed=0"], plugins=[run]) > 1:
        sys.exit("pytest could not collect the tests.")
    took = time.time() - start
    print(f"\n{chosen_by.game}, seed {chosen_by.seed}: {len(run.mutants)} of {len(every)} mutants in {took:.0f} s")
    print(f"{run.killed} killed, {run.alike} alike (explained), {len(run.survivors)} survive")
    for mutant in run.survivors:
        print(f"  {mutant}\n      {mutant.source}")
    twins = {key for key, number in Counter(mutant.key for mutant in every).items() if number > 1}  # one may be alike
    outlived = sorted(run.noticed & set(explained) - run.met - twins)
    outlived += sorted(set(explained) - {mutant.key for mutant in every})
    for entry in outlived:
        why = "a test notices it" if entry in run.noticed else "there is no such mutant"
        print(f"tests/mutants/{chosen_by.game}.toml explains what need not be ({why}): {' | '.join(entry)}")
    sys.exit(1 if run.survivors or outlived else 0)


if __name__ == "__main__":
    main()
