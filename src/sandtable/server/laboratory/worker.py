"""A process that runs one study of the web page: ``python -m sandtable.server.laboratory.worker FOLDER``.

It writes how far it is into the study's folder, and goes on where it was. It ends when whoever started it closes its
input, or is no more: what was fought until then is kept, and told of in a report.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from sandtable.errors import SandtableError
from sandtable.games.language import all_languages
from sandtable.lab.measures import main_measure
from sandtable.lab.report import write_report
from sandtable.lab.results import Results
from sandtable.lab.running import Processes, Progress, run_study
from sandtable.lab.study import Study, check_study
from sandtable.server.laboratory.files import RESULTS, StudyFolder, arm_told
from sandtable.server.warmup.warmup import is_cold
from sandtable.translation import native, speak, speaking, spoken

LOOK = 0.5
"""Seconds from one writing down to the next, at least."""

MOST_POINTS = 200
"""Points of a curve: every other one goes when there are more."""


class Telling:
    """What is written down while a study runs."""

    def __init__(self, folder: StudyFolder, study: Study) -> None:
        self.folder, self.study = folder, study
        self.state: dict[str, Any] = folder.state() | {"arms": [], "trouble": ""}
        self.curves: list[list[tuple[int, float, float, float]]] = [[] for _ in study.arms]
        self.written = 0.0
        self.progress = Progress(study)

    def write(self, state: str, **more: Any) -> None:
        """Write down where the study stands."""
        self.state |= {"state": state, **more}
        self.folder.write_state(self.state)
        self.written = time.monotonic()

    def tell(self, progress: Progress) -> None:
        """Take in what was fought; called after every task."""
        self.progress = progress
        for arm, curve in zip(self.study.arms, self.curves, strict=True):
            interval = progress.interval(arm.number)
            fought = progress.battles(arm.number)
            if interval is not None and (not curve or curve[-1][0] < fought):
                curve.append((fought, interval.rate, max(interval.low, -1e9), min(interval.high, 1e9)))
            if len(curve) > MOST_POINTS:
                del curve[1:-1:2]
        if time.monotonic() - self.written >= LOOK:
            self.write("running", **self.so_far())

    def so_far(self) -> dict[str, Any]:
        """How far the study is."""
        told = self.progress
        return {
            "done": told.done,
            "wanted": told.wanted,
            "rate": told.rate,
            "left": told.left,
            "arms": [{**arm_told(a), "curve": c} for a, c in zip(self.study.arms, self.curves, strict=True)],
        }


def run(folder: StudyFolder, workers: int) -> None:
    """Run the study of a folder to its end, or until it is interrupted, and write its report."""
    speak(folder.state().get("language", spoken()))
    study = check_study(folder.asked())
    main = main_measure(study)
    telling = Telling(folder, study)
    telling.write("compiling" if is_cold(study.game) else "running", measure=main.name, measure_text=main.text)
    results = folder.path / RESULTS
    end = "stopped"
    with suppress(KeyboardInterrupt):
        run_study(study, results, Processes(workers), telling.tell)
        end = "done"
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    told = telling.so_far() | {"rate": telling.progress.rate, "left": 0.0 if end == "done" else telling.progress.left}
    if telling.progress.done == 0:
        telling.write(end, **told)
        return
    telling.write("reporting", **told)
    found = Results.read(results)
    write_report(found, folder.report)
    told_in = {}
    for language in all_languages():
        with speaking(language):
            other = Results.read(results)
            told_in[language] = list(other.sentences())
            if language != native():
                write_report(other, folder.report_in(language))
    telling.write(end, sentences=list(found.sentences()), told_in=told_in)


def _end_with_starter() -> None:
    """Interrupt this process when its input ends."""
    with suppress(OSError):
        while os.read(sys.stdin.fileno(), 1024):
            pass
    if hasattr(signal, "pthread_kill"):
        ident = threading.main_thread().ident
        assert ident is not None
        signal.pthread_kill(ident, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)


def main(arguments: list[str]) -> int:
    """Run the study of the folder that is named; returns the exit status."""
    folder, workers = StudyFolder(Path(arguments[0]).resolve()), int(arguments[1]) if len(arguments) > 1 else 1
    os.chdir(folder.path)  # the position of a battle is named without its folder
    with suppress(AttributeError, OSError):
        os.nice(10)  # whoever plays on this machine goes first
    threading.Thread(target=_end_with_starter, daemon=True).start()
    try:
        run(folder, workers)
    except KeyboardInterrupt:
        folder.write_state(folder.state() | {"state": "stopped"})
    except (SandtableError, json.JSONDecodeError) as error:
        folder.write_state(folder.state() | {"state": "failed", "trouble": str(error)})
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
