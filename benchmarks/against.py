"""Whether the rules have become slower: random play here and at an earlier revision, in turns, on this machine.

    .venv/bin/python benchmarks/against.py 34e0f5f            DBAix and DBA, five pairs of runs each
    .venv/bin/python benchmarks/against.py HEAD~9 dba --pairs 9

What `sandtable bench` measures first, by processor time, so that other work on the machine disturbs little. A copy of
the earlier revision, and what it compiles, is put under `.cache/against`. Figures stand in docs/performance.md.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / ".cache" / "against"
WANTED = 0.97
"""What is left of the speed, at least."""

MEASURE = """
import json, sys, time, types
from sandtable.lab import bench
bench.time = types.SimpleNamespace(perf_counter=time.process_time)
print(json.dumps({f.name: f.value for f in bench.measure_play(sys.argv[1]) if f.unit.endswith("/s")}))
"""


def main() -> int:
    """Measure in turns, print the ratios, and leave with 1 when a median is below what is wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("revision", help="an earlier commit")
    parser.add_argument("games", nargs="*", default=["dbaix", "dba"], help="games that it knew already")
    parser.add_argument("--pairs", type=int, default=5, help="runs of either")
    chosen = parser.parse_args()
    earlier = tree_of(chosen.revision)
    slower = False
    for game in chosen.games:
        pairs = [(measure(earlier, game), measure(ROOT, game)) for _ in range(1 + chosen.pairs)][
            1:
        ]  # the first compiles
        for name in pairs[0][1]:
            ratios = sorted(new[name] / old[name] for old, new in pairs)
            before, now = (median(pair[k][name] for pair in pairs) for k in (0, 1))
            print(
                f"{game}: {name:<40} {before:12,.0f} then, {now:12,.0f} now: {median(ratios):.3f} "
                f"({ratios[0]:.3f} to {ratios[-1]:.3f})",
                flush=True,
            )
            slower |= median(ratios) < WANTED
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


def measure(tree: Path, game: str) -> dict[str, float]:
    """What the benchmark says of the rules in this copy, by name, a second of processor time."""
    environment = os.environ | {"PYTHONPATH": str(tree / "src")}
    if tree != ROOT:
        environment["SANDTABLE_CACHE"] = str(KEPT / f"kernels-{tree.name}")
    command = [sys.executable, "-c", MEASURE, game]
    run = subprocess.run(command, cwd=tree, env=environment, check=True, capture_output=True, text=True)
    figures: dict[str, float] = json.loads(run.stdout)
    return figures


if __name__ == "__main__":
    sys.exit(main())
