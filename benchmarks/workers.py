"""How much faster two workers fight a duel than one, and how much of the rest the machine itself keeps back.

    .venv/bin/python benchmarks/workers.py --battles 10000

It fights the duel with one and with two workers, as ``sandtable duel dba --generals quick,quick`` does, and prints the
times on the clock. The controls are two processes that have nothing to do with one another and begin at once when both
are ready: what one does in a time they would do twice of, were nothing shared. One control fights such battles, the
other adds numbers up. To be run with nothing else at work.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

from sandtable.lab.duel import Duel, fight_some, run_duel

GENERALS = ("quick", "quick")

BATTLES = f"""
import time
from sandtable.lab.duel import Duel, fight_some
duel = Duel("dba", {GENERALS!r}, 10**6)
fight_some(duel, range(20))
def work():
    fight_some(duel, range(1500))
"""
SUMS = """
import time
def work():
    total = 0
    for i in range(60_000_000):
        total += i
"""
ASKED = """
print("ready", flush=True)
input()
start = time.perf_counter()
work()
print(time.perf_counter() - start, flush=True)
"""


def at_once(code: str, number: int) -> float:
    """Seconds on the clock that the slowest of so many processes takes for the same work, all begun at once."""
    command = [sys.executable, "-c", code + ASKED]
    processes = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(number)
    ]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    return max(float(process.communicate()[0]) for process in processes)


def clock(battles: int, workers: int) -> float:
    """Seconds on the clock for a duel of so many battles."""
    start = time.perf_counter()
    run_duel(Duel("dba", GENERALS, battles), workers)
    return time.perf_counter() - start


def main() -> None:
    """Print the times and how many times as fast two are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=10_000)
    battles = parser.parse_args().battles
    fight_some(Duel("dba", GENERALS, 1), [0])  # the rules are compiled, or found so
    one, two = clock(battles, 1), clock(battles, 2)
    print(f"{battles} battles: one worker {one:.1f} s, two {two:.1f} s: {one / two:.2f} times as fast", flush=True)
    for name, code in (("battles", BATTLES), ("sums", SUMS)):
        alone, together = at_once(code, 1), at_once(code, 2)
        print(f"{name}, processes apart: one {alone:.1f} s, each of two {together:.1f} s: {2 * alone / together:.2f}")


if __name__ == "__main__":
    main()
