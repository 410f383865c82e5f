"""Shards: some battles of every arm, fought together, and each written whole as one Parquet file."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sandtable.batch import Batch
from sandtable.batch.streams import new_streams
from sandtable.errors import InputError
from sandtable.files import drafted
from sandtable.generals import GENERALS
from sandtable.generals.playouts import LIMIT
from sandtable.lab.extra import needed
from sandtable.lab.kept import told_of
from sandtable.lab.measures import FORCED, main_measure, own_measures
from sandtable.lab.playing import Told, play_measured
from sandtable.lab.study import Cell, Study, check_study
from sandtable.lab.versions import commit, versions
from sandtable.translation import gettext


class Piece(NamedTuple):
    """A shard of one cell."""

    cell: int
    shard: int
    battles: int

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.cell:04d}-{self.shard:06d}-{self.battles}.parquet"


class Made(NamedTuple):
    """What is told of a shard that was made: for progress and for sequential tests."""

    piece: Piece
    scores: Any  # f8[blocks] of the main measure


def pieces_of(study: Study, shard: int) -> list[Piece]:
    """One shard of every cell."""
    return [Piece(cell.number, shard, len(study.range_of(shard))) for cell in study.cells]


_READ: dict[tuple[str, str], Study] = {}


def read(text: str, where: str) -> Study:
    """The study that workers were handed; checked once in a process."""
    if (text, where) not in _READ:
        keep_read(text, where, check_study(json.loads(text), where))
    return _READ[text, where]


def keep_read(text: str, where: str, study: Study) -> None:
    """Keep a study, and no other, for shards of it that are made in this process or in forks of it."""
    _READ.clear()
    _READ[text, where] = study


def load_rules(study: Study) -> None:
    """Have in this process the compiled form of all that fights a battle of this study."""
    fought(study, [Piece(0, 0, 0)], 0)


def make_shards(text: str, where: str, folder: str, pieces: Sequence[Piece]) -> list[Made]:
    """Fight these shards of a study (as JSON) in one compiled call, and write them: what a worker does."""
    study = read(text, where)
    frames = fight_pieces(study, pieces)
    made = []
    for piece, frame in zip(pieces, frames, strict=True):
        write_shard(study, piece, frame, Path(folder))
        made.append(Made(piece, scores_of(study, frame)))
    return made


def scores_of(study: Study, frame: Any) -> Any:
    """The main measure of every block of a cell, f8[blocks], in their order; NaN where a battle does not tell it."""
    values = frame[main_measure(study).name].fill_null(math.nan).to_numpy().astype(float)
    return values.reshape(-1, study.seats).mean(axis=1)


def fight_pieces(study: Study, pieces: Sequence[Piece]) -> list[Any]:
    """The battles of these shards, a frame with a row a battle for each."""
    batch, told = fought(study, pieces, LIMIT)
    sides = _sides_of_figures(batch)
    frames, first = [], 0
    for piece in pieces:
        part = slice(first, first := first + len(study.range_of(piece.shard)))
        mine = Told(*(array[part] for array in told))
        frames.append(_frame(study, study.cells[piece.cell], piece, mine, sides[part]))
    return frames


def fought(study: Study, pieces: Sequence[Piece], limit: int) -> tuple[Batch, Told]:
    """The battles of these shards, so many decisions of each at most, and what they told."""
    cells = [study.cells[piece.cell] for piece in pieces]
    numbers = [study.range_of(piece.shard) for piece in pieces]
    n_sides, seats = len(study.sides), study.seats
    which = [cell.number for cell, range_ in zip(cells, numbers, strict=True) for _ in range_]
    names, planners, kinds = [], [], []
    for cell, range_ in zip(cells, numbers, strict=True):
        dice = f"lab {study.file.seed} {study.starts[cell.start].label}"
        seated = [GENERALS[name].kind.value for name in study.generals_of(cell.arm)]
        for battle in range_:
            names.append(f"{dice} block {battle // seats}")
            planners.append(f"{dice} planner {battle // seats}")
            kinds.append([seated[(side + battle % seats) % n_sides] for side in range(n_sides)])
    batch = Batch(study.tables, which, names)
    begun = np.array([study.starts[study.cells[cell].start].saved is not None for cell in which])
    batch.reset(~begun)
    for k in np.flatnonzero(begun):
        batch.put(int(k), study.tables.laid[which[k]])
    dice_file = own_measures(study.game).dice
    signs = dict.fromkeys(dice_file.low, -1.0) | dict.fromkeys(dice_file.idle, 0.0)
    return batch, play_measured(
        batch, np.array(kinds, np.int32), new_streams(planners), limit, signs, study.counts_forced, study.keys_dice
    )


def _sides_of_figures(batch: Batch) -> Any:
    """i4[n, figures]: whose each figure is."""
    rows = batch.game.standing[0].partition(".")[0]
    return np.ascontiguousarray(batch.battles[rows]["side"])


def _frame(study: Study, cell: Cell, piece: Piece, told: Told, sides: Any) -> Any:
    """A row a battle."""
    pl = needed("polars")
    numbers = np.array(study.range_of(piece.shard), np.int64)
    measured, seats, n = told.measured, study.seats, len(numbers)
    turn = numbers % seats
    columns: dict[str, Any] = {
        "arm": np.full(n, cell.arm.number, np.int32),
        "scenario": [study.starts[cell.start].label] * n,
        "battle": numbers,
        "block": numbers // seats,
        "turn": turn.astype(np.int32),
    }
    bounds = np.maximum(measured["bounds"], 1)
    generals = study.generals_of(cell.arm)
    figures = len(study.laid[cell.number].names.figures)
    left = told.left[:, :figures]
    for side, key in enumerate(study.side_keys):
        columns[f"seat.{key}"] = [generals[(side + int(t)) % len(generals)] for t in turn]
        columns[f"wins.{key}"] = measured["returns"][:, side]
        columns[f"points.{key}"] = measured["points"][:, side]
        columns[f"lost.{key}"] = ((left > 0) & (sides[:, :figures] == side)).sum(axis=1).astype(np.int32)
        spread = measured["spread"][:, side]
        columns[f"luck.{key}"] = measured["luck"][:, side] / np.sqrt(np.where(spread > 0.0, spread, 1.0))
    if seats > 1:
        for k in range(len(generals)):
            columns[f"general.{k + 1}"] = measured["returns"][np.arange(n), (k - turn) % len(generals)]
    best = measured["returns"].max(axis=1)
    columns |= {
        "bounds": measured["bounds"],
        "decisions": measured["decisions"],
        "draws": (best < 0.999).astype(float),
        "cut_off": measured["is_cut_off"].astype(float),
        "quiet": measured["quiet"] / bounds,
        "unused": measured["unused"] / bounds,
        "lead_changes": measured["lead_changes"],
        "decided": _shares(measured["decided"], bounds, measured["decided"] > 0),
        FORCED: _shares(measured["forced"], measured["listed"], measured["listed"] > 0),
    }
    for name, entry in own_measures(study.game).counts.items():
        codes = [int(study.game.code[event].value) for event in entry.events]
        columns[name] = told.codes[:, codes].sum(axis=1).astype(np.int32)
    frame = pl.DataFrame(columns)
    return frame.with_columns(_lost(study, cell, left, told.states, sides), _clauses(told.clauses))


def _shares(parts: Any, wholes: Any, told: Any) -> Any:
    """A column of shares; null where nothing is told."""
    pl = needed("polars")
    return pl.Series(np.where(told, parts / np.maximum(wholes, 1), np.nan)).fill_nan(None)


def _nested(name: str, n: int, rows: Any, fields: dict[str, Any]) -> Any:
    """A column of lists: of every battle the rows that are its own, of which ``rows`` i8 says whose each is."""
    pl = needed("polars")
    flat = pl.DataFrame({"row": rows.astype(np.int64), **fields})
    listed = flat.group_by("row", maintain_order=True).agg(pl.struct(list(fields)).alias(name))
    every = pl.DataFrame({"row": np.arange(n)})
    return every.join(listed, on="row", how="left", maintain_order="left")[name].fill_null([])


def _lost(study: Study, cell: Cell, left: Any, states: Any, sides: Any) -> Any:
    """The figures that each battle lost: id, side, bound and where the record says that they are."""
    rows, figures = np.nonzero(left)
    names = [figure.id for figure in study.laid[cell.number].names.figures]
    words = {int(member.value): member.name.lower() for member in study.game.enums[study.game.standing[0]]}
    keys = (*study.side_keys, "")
    fields = {
        "figure": [names[i] for i in figures],
        "side": [keys[side] if 0 <= side < len(study.side_keys) else "" for side in sides[rows, figures]],
        "bound": left[rows, figures].astype(np.int32),
        "where": [words.get(int(state), str(state)) for state in states[rows, figures]],
    }
    pl = needed("polars")
    kinds = {"figure": pl.String, "side": pl.String, "bound": pl.Int32, "where": pl.String}
    return _nested("lost", len(left), rows, {name: pl.Series(name, list(v), kinds[name]) for name, v in fields.items()})


def _clauses(counts: Any) -> Any:
    """The clauses that each battle's log names, by their number in the game's enum, and how often."""
    rows, clauses = np.nonzero(counts)
    fields = {"clause": clauses.astype(np.int16), "times": counts[rows, clauses].astype(np.int32)}
    return _nested("clauses", len(counts), rows, fields)


def write_shard(study: Study, piece: Piece, frame: Any, folder: Path) -> None:
    """Write a shard whole: it is there, or not at all."""
    data = io.BytesIO()
    frame.write_parquet(data, compression="zstd", statistics=False, metadata=head_of(study))
    with drafted(folder / piece.file) as draft:
        draft.write_bytes(data.getvalue())


def read_shard(file: Path, columns: Sequence[str] | None = None) -> Any:
    """The battles of a shard; InputError where its file is none."""
    pl = needed("polars")
    try:
        return pl.read_parquet(file, columns=columns)
    except (pl.exceptions.PolarsError, OSError):
        said = gettext("is damaged: take it away, and run the study again, which fights its battles anew")
        raise InputError(f"{file}: {said}") from None


def head_of(study: Study) -> dict[str, str]:
    """What every file of results says of itself: enough to make it again."""
    return {
        **told_of(study.file.model_dump(mode="json", by_alias=True)),
        "sandtable.identity": json.dumps(study.identity, sort_keys=True),
        "sandtable.versions": json.dumps(versions(), sort_keys=True),
        "sandtable.commit": commit(),
    }
