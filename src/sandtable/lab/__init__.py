"""Floor 3: the laboratory: studies of many battles, their statistics and reports, duels, tuning, and the benchmark.

In Python: ``lab.new_study({"game": "dba", ...})`` or ``lab.read_study(file)``, then ``lab.run(study, folder)``, which
returns the results as frames and sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.lab.results import Results
    from sandtable.lab.study import Study

__all__ = ["new_study", "read_results", "read_study", "run"]


def new_study(what: Mapping[str, Any]) -> Study:
    """A study from a mapping with the fields of a study's file; InputError with the field that does not fit."""
    from sandtable.lab.study import check_study

    return check_study(what)


def read_study(path: str | Path) -> Study:
    """The study of a TOML file, or of results: a folder or a Parquet file; InputError where it does not fit."""
    from sandtable.lab.running import load_study
    from sandtable.lab.study import check_study

    return check_study(load_study(path), str(path))


def run(what: Study, folder: str | Path, workers: int = 1) -> Results:
    """Run a study, or what is left of it, and return its results. Several workers are processes of this machine."""
    from sandtable.lab.running import Processes, run_study

    run_study(what, Path(folder), Processes(workers))
    return read_results(folder)


def read_results(folder: str | Path) -> Results:
    """The results in a folder."""
    from sandtable.lab.results import Results

    return Results.read(folder)
