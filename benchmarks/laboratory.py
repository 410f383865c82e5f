"""What the laboratory costs beside the bare batch call, what a second process brings, and how soon a study starts.

``python benchmarks/laboratory.py [--game dba] [--scenario first-lesson] [--turns 5]``. The first lines are processor
time, which other programs on the machine hardly change; the last has seconds by the clock, too.

``python benchmarks/laboratory.py --processes 3 [--battles 10000]`` runs the command ``sandtable lab run`` with one
process and with two, three times in turns, and says how many times as fast two are by the clock: run it where nothing
else runs.
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
from sandtable.lab.running import source_of
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


def run_command(file: Path, workers: int, out: Path) -> tuple[float, float]:
    """``sandtable lab run`` from the command to its end: seconds by the clock, and of the processor."""
    program = "from sandtable.cli import main; main()"
    command = [sys.executable, "-c", program, "lab", "run", str(file), "--workers", str(workers), "--out", str(out)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    clock = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def study_file(game: str, scenario: str, battles: int, folder: Path) -> Path:
    """The file of a study of one variant."""
    file = folder / f"{battles}.toml"
    file.write_text(f'game = "{game}"\nscenarios = ["{scenario}"]\nbattles = {battles}\n')
    return file


def second_process(file: Path, battles: int, turns: int, folder: Path) -> None:
    """The whole study in one process and in two, in turns: the least of each by the clock, and of the processor."""
    found: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
    for turn in range(turns):
        for workers, measured in found.items():
            measured.append(run_command(file, workers, folder / f"{workers}-{turn}"))
            clock, processor = measured[-1]
            rate = battles / processor
            print(
                f"{workers} processes: {clock:.1f} s, {processor:.1f} s of processor, {rate:.0f} battles a second of it"
            )
    one, two = (min(clock for clock, _ in measured) for measured in found.values())
    print(f"{battles} battles: one process {one:.1f} s, two {two:.1f} s by the least: {one / two:.2f} times")
    costs = [min(processor for _, processor in measured) for measured in found.values()]
    print(f"a second process costs {costs[1] - costs[0]:.1f} s of processor")


def start(file: Path, folder: Path) -> None:
    """A study of one battle, from the command to its end."""
    clock, processor = run_command(file, 1, folder / "one")
    print(f"a study of one battle from the command to its end: {clock:.1f} s, {processor:.1f} s of processor")


def main() -> None:
    """Measure and print."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--game", default="dba")
    given.add_argument("--scenario", default="first-lesson")
    given.add_argument("--turns", type=int, default=5)
    given.add_argument("--processes", type=int, default=0)
    given.add_argument("--battles", type=int, default=10_000)
    asked = given.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        if asked.processes:
            file = study_file(asked.game, asked.scenario, asked.battles, folder)
            second_process(file, asked.battles, asked.processes, folder)
            return
        what = {"game": asked.game, "scenarios": [asked.scenario], "battles": 200 * asked.turns}
        (folder / "shards").mkdir()
        overhead(lab.new_study(what), asked.turns, folder / "shards")
        start(study_file(asked.game, asked.scenario, 1, folder), folder)


if __name__ == "__main__":
    main()
