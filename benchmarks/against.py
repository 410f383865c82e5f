"""Whether the rules have become slower: random play here and at an earlier revision, in turns, on this machine.

    .venv/bin/python benchmarks/against.py 34e0f5f            DBAix and DBA
    .venv/bin/python benchmarks/against.py HEAD~9 dba --pairs 99
    .venv/bin/python benchmarks/against.py HEAD~9 dba --quick --scenario rome-and-carthage
    .venv/bin/python benchmarks/against.py HEAD~9 dba --environments

With `--quick`: battles a second of two `quick` (or as many as there are sides), the same battles here and there. With
`--environments`: decisions a second of environments, as `benchmarks/environments.py` has them. Without: what
`sandtable bench` measures first. All by processor time, in short runs of either in turns, so that other work on the
machine disturbs little. A copy of the earlier revision, and what it compiles, is put under `.cache/against`. Figures
stand in docs/performance.md.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / ".cache" / "against"
WANTED = 0.97
"""What is left of the speed, at least."""

WORKER = """
import functools, sys, time
import numpy as np
from sandtable.lab.bench import *
game = get_game(sys.argv[1])
laid = lay_table(game.key, "", {}).record
desk, b, dice, planner = new_desk(game), np.zeros(1, game.dtype), new_dice(1), new_dice(2)
def listing():
    random_play_listing(laid, b, dice, planner, desk, 4000)
    return 4000
def sampling():
    return random_play_sampling(laid, b, dice, planner, desk, 40)
def judging():
    # In battles as laid, under the same first dice: once something is played the two go other ways.
    judged, took = 0, 0.0
    for seed in range(8):
        random_play_listing(laid, b, new_dice(seed), planner, desk, 0)
        n = min(int(legal_actions(b[0], desk.actions)), MAX_LEGAL)
        start = time.process_time()
        judge_again(b[0], desk.actions, n, desk.log[0], 1 + 25_000 // n)
        took += time.process_time() - start
        judged += n * (1 + 25_000 // n)
    return judged, took
fought = 0
def fighting():
    # The same battles on both sides, a few at a time, so that both have as much to do.
    global fought
    from sandtable.lab.duel import Duel, fight_some, sides_of
    duel = Duel(game.key, ("quick",) * len(sides_of(game.key, sys.argv[2])), 10**6, 0, sys.argv[2])
    fight_some(duel, range(fought, fought + 10))
    fought += 10
    return 10
@functools.cache
def stepper(figure):
    from benchmarks import environments
    if figure == "turns":
        return environments.in_turns(environments.envs.env(game.key))
    return environments.all_at_once(game.key)
def in_turns():
    return stepper("turns")(0.2), 1.0
def at_once():
    return stepper("once")(0.2), 1.0
for line in sys.stdin:
    start = time.process_time()
    done = eval(line)()
    count, took = done if isinstance(done, tuple) else (done, time.process_time() - start)
    print(count / took, flush=True)
"""
FIGURES = {
    "listing": "random play, all useful actions listed, decisions/s",
    "sampling": "random play, sampling, decisions/s",
    "judging": "actions judged, each on its own, judged/s",
}
QUICK = {"fighting": "battles of quick against itself, battles/s"}
ENVIRONMENTS = {
    "in_turns": "environments in turns, decisions/s",
    "at_once": "environments of 64 battles at once, decisions/s",
}


def main() -> int:
    """Measure in turns, print the ratios, and leave with 1 when a median is below what is wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("revision", help="an earlier commit")
    parser.add_argument("games", nargs="*", default=["dbaix", "dba"], help="games that it knew already")
    parser.add_argument("--pairs", type=int, default=40, help="short runs of either, for each figure")
    parser.add_argument("--quick", action="store_true", help="battles of quick, and nothing else")
    parser.add_argument("--environments", action="store_true", help="steps of environments, and nothing else")
    parser.add_argument("--scenario", default="", help="where quick fights; left out: the game's first one")
    chosen = parser.parse_args()
    figures = ENVIRONMENTS if chosen.environments else QUICK if chosen.quick else FIGURES
    earlier = tree_of(chosen.revision)
    slower = False
    for game in chosen.games:
        old, new = (worker(tree, game, chosen.scenario) for tree in (earlier, ROOT))
        for figure, words in figures.items():
            pairs = [(rate(old, figure), rate(new, figure)) for _ in range(2 + chosen.pairs)][2:]  # the first compile
            ratios = sorted(now / before for before, now in pairs)
            quarter = len(ratios) // 4
            print(
                f"{game}: {words:<52} {median(before for before, _ in pairs):11,.1f} then, "
                f"{median(now for _, now in pairs):11,.1f} now: {median(ratios):.3f}, "
                f"half of them {ratios[quarter]:.3f} to {ratios[-1 - quarter]:.3f}",
                flush=True,
            )
            slower |= median(ratios) < WANTED
        for process in (old, new):
            process.communicate()
    return int(slower)


def tree_of(revision: str) -> Path:
    """A copy of the project as it was at this revision."""
    found = subprocess.run(["git", "rev-parse", revision], cwd=ROOT, check=True, capture_output=True, text=True)
    tree = KEPT / found.stdout.strip()
    if not tree.exists():
        tree.mkdir(parents=True)
        packed = subprocess.run(["git", "archive", revision], cwd=ROOT, check=True, capture_output=True)
        subprocess.run(["tar", "-x"], cwd=tree, input=packed.stdout, check=True)
    return tree


def worker(tree: Path, game: str, scenario: str) -> subprocess.Popen[str]:
    """A process that runs the rules of this copy whenever it is asked."""
    environment = os.environ | {"PYTHONPATH": str(tree / "src")}
    if tree != ROOT:
        environment["SANDTABLE_CACHE"] = str(KEPT / f"kernels-{tree.name}")
    command = [sys.executable, "-c", WORKER, game, scenario]
    return subprocess.Popen(
        command, cwd=tree, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def rate(process: subprocess.Popen[str], figure: str) -> float:
    """What it does in a second of processor time, in one short run."""
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(f"{figure}\n")
    process.stdin.flush()
    return float(process.stdout.readline())


if __name__ == "__main__":
    sys.exit(main())
