"""Battles of a duel as a data set for learners: what was seen, what could be done, what was done, and who won."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.batch import Batch
from sandtable.batch.observing import Observer
from sandtable.batch.streams import new_streams, take_up
from sandtable.errors import InputError
from sandtable.files import drafted, expected, reason_of
from sandtable.games import get_game
from sandtable.generals import GENERALS
from sandtable.generals.choosing import choose_action
from sandtable.generals.desk import forget_plan, look, new_desk
from sandtable.generals.playouts import LIMIT
from sandtable.kernel.dice import DICE
from sandtable.lab.duel import Duel, check_duel, tables_of
from sandtable.lab.extra import needed
from sandtable.lab.versions import commit, rules_digest, versions
from sandtable.translation import gettext

ROOM = 512
"""Listed actions that a row has room for; the rest of a longer list is left out, and ``count`` has them all."""

PART = 20
"""Battles that are held in memory before they are written."""


def record_duel(duel: Duel, path: str | os.PathLike[str], progress: Callable[[int], None] | None = None) -> int:
    """Fight a duel, in this process, and write a Parquet row for each decision; returns how many there are.

    The battles are those of ``run_duel``: the same dice, the same choices. Columns: ``battle``, ``decision``, ``side``,
    ``general``; a list f4 for each block of an observation and for the rows of ``actions``, row after row; ``count`` of
    what was listed and ``chosen``, its index, -1 where the general did what is not listed; ``result``, the share of the
    win that the side had in the end. The metadata ``sandtable`` says, as JSON, the shape of each list, the names of the
    columns in it, the duel, versions and commit.
    """
    pl = needed("polars")
    check_duel(duel)
    if not set(duel.generals) <= set(GENERALS):
        raise InputError(gettext("--record: only generals of the program can be recorded"))
    path = Path(path)
    if path.is_dir():
        raise InputError(f"{path}: {expected(gettext('a file'), gettext('a directory'))}")
    try:
        room = tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise InputError(f"{path}: {gettext('cannot be written')} ({reason_of(error)})") from None
    recorder = _Recorder(duel)
    rows = 0
    with room as folder:
        for number, frame in enumerate(recorder.frames(pl, progress or (lambda done: None))):
            rows += len(frame)
            frame.write_parquet(Path(folder) / f"{number:06d}.parquet")
        said = {"sandtable": json.dumps(recorder.facts())}
        with drafted(path) as draft:
            pl.scan_parquet(Path(folder) / "*.parquet").sink_parquet(draft, compression="zstd", metadata=said)
    return rows


class _Recorder:
    """Room to fight battles of a duel one after another."""

    def __init__(self, duel: Duel) -> None:
        self.duel, self.game, self.tables = duel, get_game(duel.game), tables_of(duel)
        self.desk, self.planner = new_desk(self.game), np.zeros(1, DICE)

    def facts(self) -> dict[str, Any]:
        """What the numbers mean, and what made them."""
        observer = Observer(Batch(self.tables, [0], ["facts"]))
        blocks = {block.key: [column.name for column in block.columns] for block in observer.layout.blocks}
        return {
            "game": self.game.key,
            "version": self.game.version,
            "generals": self.duel.generals,
            "scenario": self.duel.scenario,
            "options": dict(self.duel.options),
            "seed": self.duel.seed,
            "battles": self.duel.battles,
            "columns": blocks | {"actions": [column.name for column in observer.actions.columns]},
            "versions": versions(),
            "commit": commit(),
            "rules": rules_digest(self.game),
        }

    def frames(self, pl: Any, progress: Callable[[int], None]) -> Iterator[Any]:
        """Some battles at a time as a data frame."""
        rows: list[dict[str, Any]] = []
        for battle in range(self.duel.battles):
            rows += self.fight(battle)
            progress(1)
            if battle % PART == PART - 1 or battle == self.duel.battles - 1:
                narrow = {"battle": pl.UInt32, "decision": pl.UInt32, "side": pl.UInt8, "count": pl.UInt16}
                yield pl.DataFrame(rows, schema_overrides=narrow | {"chosen": pl.Int16, "result": pl.Float32})
                rows = []

    def fight(self, battle: int) -> list[dict[str, Any]]:
        """A row for each decision of one battle."""
        duel, n = self.duel, len(self.duel.generals)
        seating = duel.seating(battle)
        batch = Batch(self.tables, [battle % n if duel.rotate else 0], [f"duel {duel.seed} battle {battle}"])
        batch.reset()
        observer = Observer(batch)
        told = np.zeros((1, ROOM, len(observer.actions.columns)), np.float32)
        take_up(self.planner[0], new_streams([f"duel {duel.seed} planner {battle}"])[0])
        forget_plan(self.desk)
        rows: list[dict[str, Any]] = []
        while not batch.over[0] and len(rows) < LIMIT:
            side = int(batch.sides[0])
            count = int(batch.legal_actions()[0])
            shown = {key: numbers[0].ravel().copy() for key, numbers in observer.observe().items()}
            listed = batch.lists[0, :count].copy()
            actions = observer.describe(told)[0, : min(count, ROOM)].ravel().copy()
            general = duel.generals[seating[side]]
            self.choose(batch.battles[0], side, GENERALS[general].kind.value)
            done = self.desk.action[0].tobytes()
            chosen = next((k for k in range(count) if listed[k].tobytes() == done), -1)
            row: dict[str, Any] = {"battle": battle, "decision": len(rows), "side": side, "general": general}
            rows.append(row | shown | {"actions": actions, "count": count, "chosen": chosen})
            batch.step_actions(self.desk.action)
        results = batch.results()[0] if batch.over[0] else np.full(batch.n_sides, 1.0 / batch.n_sides)
        for row in rows:
            row["result"] = float(results[int(row["side"])])
        return rows

    def choose(self, b: Any, side: int, kind: int) -> None:
        """Put a general's choice into the desk's action, made from what its side sees."""
        if self.desk.guesses and self.game.verbs.hides(b):
            look(b, side, self.desk)
            b = self.desk.seen[0]
        choose_action(b, side, kind, self.planner[0], self.desk)
