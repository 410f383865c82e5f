"""A study run to its end, or on from where it was: shards that are missing are made, in this process or in others."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from sandtable.errors import InputError
from sandtable.files import atomic_write, load_toml, make_folder
from sandtable.lab.extra import needed, see_installed
from sandtable.lab.kept import study_of
from sandtable.lab.measures import SHARE, main_measure
from sandtable.lab.pool import Pool
from sandtable.lab.shards import (
    Made,
    Piece,
    head_of,
    keep_read,
    load_rules,
    make_shards,
    pieces_of,
    read_shard,
    scores_of,
)
from sandtable.lab.statistics import Always, Interval, Moments, Outcome, always_valid, mean_interval, share_interval
from sandtable.lab.stopping import Stop, stop_of
from sandtable.lab.study import Study
from sandtable.translation import gettext

HEAD = "study.json"
CLAUSE_IDS = "sandtable.clauses"
"""In it, the clauses by the numbers by which battles name them: other rules may number them otherwise."""

MIXED = 4
"""Cells whose battles are mixed in one compiled call: with more of them, more is lost when a worker is killed."""


@dataclass
class Progress:
    """How far a study is."""

    study: Study
    done: int = 0  # battles, with those that were there
    fought: int = 0  # battles of this run
    seconds: float = 0.0
    scores: dict[int, dict[int, Any]] = field(default_factory=dict)  # of cell and shard

    @property
    def wanted(self) -> int:
        """Battles in all, at most."""
        return self.study.battles * len(self.study.cells)

    @property
    def rate(self) -> float:
        """Battles a second."""
        return self.fought / self.seconds if self.seconds > 0.0 else 0.0

    @property
    def left(self) -> float:
        """Seconds left at most, at this rate."""
        return (self.wanted - self.done) / self.rate if self.fought else 0.0

    def battles(self, arm: int) -> int:
        """Battles of an arm so far."""
        cells = [cell.number for cell in self.study.cells if cell.arm.number == arm]
        return self.study.seats * sum(len(one) for cell in cells for one in self.scores.get(cell, {}).values())

    def interval(self, arm: int) -> Interval | None:
        """The main measure of an arm so far; its interval is always valid where the study may stop early."""
        found = [
            self.scores[cell.number][shard]
            for cell in self.study.cells
            if cell.arm.number == arm and cell.number in self.scores
            for shard in sorted(self.scores[cell.number])
        ]
        if not found:
            return None
        values = np.concatenate(found)
        values = values[~np.isnan(values)]
        if not len(values):
            return None
        main = main_measure(self.study)
        if self.study.file.sequential is not None:
            always: Always = always_valid(Moments.of(values), self.study.shard_size)
            return main.within(Interval(*always))
        return share_interval(values) if main.kind == SHARE else main.within(mean_interval(values))


Told = Callable[[Progress], None]


class Executor(Protocol):
    """Who makes shards, and where: the results are the same to the byte."""

    def make(self, study: Study, folder: Path, tasks: Iterator[Sequence[Piece]]) -> Iterator[Sequence[Made]]:
        """Make the shards of every task, and tell of each task when it is done, in any order."""
        ...


def source_of(study: Study) -> tuple[str, str]:
    """A study as workers read it."""
    return json.dumps(study.file.model_dump(mode="json", by_alias=True)), study.where


class Processes:
    """Makes shards in so many processes of this machine; with one, in this process, one task after the other."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers

    def make(self, study: Study, folder: Path, tasks: Iterator[Sequence[Piece]]) -> Iterator[Sequence[Made]]:
        """See ``Executor``."""
        text, where = source_of(study)
        keep_read(text, where, study)
        with Pool(self.workers, study.game.key, partial(load_rules, study)) as pool:
            for _, made in pool.do(partial(make_shards, text, where, str(folder)), tasks):
                yield made


def run_study(study: Study, folder: Path, executor: Executor | None = None, told: Told | None = None) -> Progress:
    """Make every shard of a study that ``folder`` lacks, until it is whole or its sequential test has ended.

    What an interrupt leaves behind is whole, and the next run goes on from there. InputError for a folder that holds
    the results of another study, or of other rules.
    """
    see_installed("polars")
    open_folder(study, folder)
    progress = Progress(study)
    stop = stop_of(study)
    known = _known(study, folder)
    _take_in(progress, known)
    started = time.perf_counter()
    if told:
        told(progress)
    tasks = _tasks(study, folder, progress, stop)
    for made in (executor or Processes()).make(study, folder, tasks):
        progress.seconds = time.perf_counter() - started
        progress.fought += sum(one.piece.battles for one in made)
        _take_in(progress, made)
        if told:
            told(progress)
    ended = stop.ended(progress.scores)
    if ended is not None:
        _drop_beyond(study, folder, ended, progress)
    return progress


def _take_in(progress: Progress, made: Sequence[Made]) -> None:
    for one in made:
        progress.done += one.piece.battles
        progress.scores.setdefault(one.piece.cell, {})[one.piece.shard] = one.scores


def _known(study: Study, folder: Path) -> list[Made]:
    """The shards that are there."""
    names = {file.name for file in folder.glob("*.parquet")}
    found = []
    for shard in range(study.shards):
        for piece in pieces_of(study, shard):
            if piece.file in names:
                columns = [main_measure(study).name]
                found.append(Made(piece, scores_of(study, read_shard(folder / piece.file, columns))))
    return found


def _tasks(study: Study, folder: Path, progress: Progress, stop: Stop) -> Iterator[Sequence[Piece]]:
    """The shards that are missing, few cells at a time, until the study may end."""
    for shard in range(study.shards):
        if stop.ended(progress.scores) is not None:
            return
        missing = [piece for piece in pieces_of(study, shard) if not (folder / piece.file).is_file()]
        for first in range(0, len(missing), MIXED):
            yield missing[first : first + MIXED]


def _drop_beyond(study: Study, folder: Path, last: int, progress: Progress) -> None:
    """Take away shards that were made while the test ended: how many there are depends on the workers."""
    for shard in range(last + 1, study.shards):
        for piece in pieces_of(study, shard):
            (folder / piece.file).unlink(missing_ok=True)
            if progress.scores.get(piece.cell, {}).pop(shard, None) is not None:
                progress.done -= piece.battles


def open_folder(study: Study, folder: Path) -> None:
    """Make the folder of a study's results, or see that it holds this study's; InputError says how it differs."""
    head = folder / HEAD
    make_folder(folder)
    if head.is_file():
        theirs = head_in(folder).identity
        for key, value in study.identity.items():
            if theirs.get(key) != json.loads(json.dumps(value)):
                other = gettext("its results were made otherwise ({key}); name another folder by --out", key=key)
                raise InputError(f"{folder}: {other}")
    elif any(folder.iterdir()):
        raise InputError(f"{folder}: {gettext('is a folder with something else in it; name another by --out')}")
    clauses = {int(one.value): study.game.clause_id(one) for one in study.game.clause}
    told = head_of(study) | {CLAUSE_IDS: json.dumps(clauses)}
    atomic_write(head, json.dumps(told, indent=1, sort_keys=True) + "\n")


class Head(NamedTuple):
    """What results say of the study that made them."""

    told: dict[str, str]  # all of it, as it is written
    study: dict[str, Any]  # of it, the study's file
    identity: dict[str, Any]  # and what its battles depend on


def head_in(folder: Path) -> Head:
    """What a folder of results says of the study that made them; InputError where it says nothing."""
    head = folder / HEAD
    if not head.is_file():
        raise InputError(f"{folder}: {gettext('holds no results of a study')}")
    return _head(lambda: json.loads(head.read_text("utf-8")), head)


def head_at(path: str | Path) -> Head | None:
    """What a folder or a Parquet file of results says of the study that made them; None for any other file."""
    path = Path(path)
    if path.is_dir():
        return head_in(path)
    if path.suffix != ".parquet" or not path.is_file():
        return None
    pl = needed("polars")
    return _head(lambda: pl.read_parquet_metadata(path), path)


def load_study(path: str | Path) -> dict[str, Any]:
    """A study as a mapping, of its own file, or of results, which have all that it begins with."""
    head = head_at(path)
    return load_toml(path) if head is None else head.study


def _head(read: Callable[[], dict[str, str]], where: Path) -> Head:
    """What is read of results, once it is seen to say what study they are of."""
    pl = needed("polars")
    try:
        told = read()
        head = Head(told, study_of(told), json.loads(told["sandtable.identity"]))
        if isinstance(head.identity, dict) and isinstance(json.loads(told["sandtable.versions"]), dict):
            return head
    except (ValueError, KeyError, TypeError, OSError, pl.exceptions.PolarsError):
        pass
    said = gettext("is damaged: it does not say what study these results are of")
    raise InputError(f"{where}: {said}")


__all__ = ["Executor", "Head", "Outcome", "Processes", "Progress", "head_at", "load_study", "open_folder", "run_study"]
