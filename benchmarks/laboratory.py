"""What the laboratory costs beside the bare batch call, what a second process brings, and how soon a study starts.

``python benchmarks/laboratory.py [--game dba] [--scenario first-lesson] [--turns 5] [--shards 10]``. The first lines
are processor time, which other programs on the machine hardly change; the others are seconds by the clock: run it where
nothing else runs.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from sandtable import lab
from sandtable.batch import Batch
from sandtable.batch.streams import new_streams
from sandtable.generals import GENERALS
from sandtable.generals.playouts import LIMIT, Limits, play_out
from sandtable.lab.running import Processes, run_study, source_of
from sandtable.lab.shards import make_shards, pieces_of
from sandtable.lab.study import Study


def bare(study: Study) -> float:
    """Seconds of the processor for the battles of a shard without all that the laboratory adds."""
    started = time.process_time()
    n = study.shard_size
    batch = Batch(study.tables, [0] * n, [f"bare {battle}" for battle in range(n)])
    batch.reset()
    kinds = np.full((n, len(study.sides)), GENERALS["quick"].kind.value, np.int32)
    play_out(batch, kinds, new_streams(f"bare planner {battle}" for battle in range(n)), Limits(LIMIT))
    return time.process_time() - started


def whole(study: Study, folder: Path, shard: int) -> float:
    """Seconds of the processor for a shard as the laboratory makes it."""
    text, where = source_of(study)
    started = time.process_time()
    make_shards(text, where, str(folder), pieces_of(study, shard))
    return time.process_time() - started


def overhead(study: Study, turns: int, folder: Path) -> None:
    """The two in turns, the least and the sum of each."""
    bare(study), whole(study, folder, 0)
    ours, theirs = [], []
    for turn in range(turns):
        theirs.append(bare(study))
        ours.append(whole(study, folder, turn))
    n = study.shard_size
    each = 1000.0 * min(ours) / n
    print(f"{n} battles: bare {min(theirs):.3f} s, whole {min(ours):.3f} s of processor; {each:.2f} ms a battle")
    print(f"overhead: {min(ours) / min(theirs):.3f} times by the least, {sum(ours) / sum(theirs):.3f} by the sum")


def second_process(study: Study, folder: Path) -> None:
    """The whole study in one process, and in two."""
    seconds = []
    for workers in (1, 2):
        started = time.perf_counter()
        run_study(study, folder / str(workers), Processes(workers))
        seconds.append(time.perf_counter() - started)
    one, two = seconds
    print(f"{study.battles} battles: one process {one:.1f} s, two {two:.1f} s: {one / two:.2f}")


def start(game: str, scenario: str, folder: Path) -> None:
    """A study of one battle, from the command to its end."""
    file = folder / "one.toml"
    file.write_text(f'game = "{game}"\nscenarios = ["{scenario}"]\nbattles = 1\n')
    command = [
        sys.executable,
        "-c",
        "from sandtable.cli import main; main()",
        "lab",
        "run",
        str(file),
        "--workers",
        "1",
    ]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    clock = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"a study of one battle from the command to its end: {clock:.1f} s, {processor:.1f} s of processor")


def main() -> None:
    """Measure and print."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--game", default="dba")
    given.add_argument("--scenario", default="first-lesson")
    given.add_argument("--turns", type=int, default=5)
    given.add_argument("--shards", type=int, default=10)
    asked = given.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
    what = {"game": asked.game, "scenarios": [asked.scenario], "battles": 200 * max(asked.turns, asked.shards)}
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "shards").mkdir()
        overhead(lab.new_study(what), asked.turns, folder / "shards")
        start(asked.game, asked.scenario, folder)
        if asked.shards:
            second_process(lab.new_study(what | {"battles": 200 * asked.shards}), folder)


if __name__ == "__main__":
    main()
