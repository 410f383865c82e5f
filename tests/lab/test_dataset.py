"""Data sets of duels: the same battles as without recording, every decision a row, and what the numbers mean inside."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from sandtable.batch import Batch
from sandtable.batch.observing import Observer
from sandtable.cli import run
from sandtable.compiler.decorators import COMPILED
from sandtable.lab.dataset import record_duel
from sandtable.lab.duel import Duel, run_duel

pl = pytest.importorskip("polars", reason="polars is not installed: pip install 'sandtable[lab]'")

pytestmark = [pytest.mark.full, pytest.mark.skipif(not COMPILED, reason="whole battles are fought")]

DUELS = [
    Duel("dba", ("quick", "random"), 4, 7, "first-lesson"),
    Duel("dbaix", ("quick", "random", "random"), 3, 7, "feast"),
    Duel("batalist", ("quick", "random"), 1, 7),
]


@pytest.mark.parametrize("duel", DUELS, ids=lambda duel: duel.game)
def test_recorded_battles_are_those_of_the_duel(duel: Duel, tmp_path: Path) -> None:
    rows = record_duel(duel, tmp_path / "b.parquet")
    frame = pl.read_parquet(tmp_path / "b.parquet")
    fought = run_duel(duel).fought
    assert len(frame) == rows == sum(battle.decisions for battle in fought)
    for battle in fought:
        own = frame.filter(pl.col("battle") == battle.battle)
        assert own["decision"].to_list() == list(range(battle.decisions))
        for side, result in enumerate(battle.returns):
            assert set(own.filter(pl.col("side") == side)["result"].to_list()) <= {np.float32(result)}
            names = set(own.filter(pl.col("side") == side)["general"].to_list())
            assert names <= {duel.generals[battle.seating[side]]}
    quick = frame.filter((pl.col("general") == "quick") & (pl.col("count") > 0))
    assert (quick["chosen"] >= 0).all() and (quick["chosen"] < quick["count"]).all()


def test_a_row_is_what_the_side_was_shown_and_did(tmp_path: Path) -> None:
    """The battle is stepped again by what the rows say was chosen, and looked at anew."""
    duel = DUELS[0]
    record_duel(duel, tmp_path / "b.parquet")
    frame = pl.read_parquet(tmp_path / "b.parquet").filter(pl.col("battle") == 0)
    batch = Batch.new("dba", 1, "first-lesson", seed="none")
    batch.seed(["duel 7 battle 0"])
    batch.reset()
    observer = Observer(batch)
    for row in frame.iter_rows(named=True):
        assert batch.sides[0] == row["side"]
        assert batch.legal_actions()[0] == row["count"]
        figures = observer.observe()["figures"][0]
        assert np.array_equal(np.array(row["figures"], np.float32).reshape(figures.shape), figures)
        if row["chosen"] < 0:
            break
        batch.step([row["chosen"]])


def test_the_file_says_what_its_numbers_mean(tmp_path: Path) -> None:
    record_duel(DUELS[0], tmp_path / "b.parquet")
    facts = json.loads(pl.read_parquet_metadata(tmp_path / "b.parquet")["sandtable"])
    row = pl.read_parquet(tmp_path / "b.parquet").row(0, named=True)
    assert facts["game"] == "dba" and facts["seed"] == 7 and facts["generals"] == ["quick", "random"]
    assert len(row["actions"]) == row["count"] * len(facts["columns"]["actions"])
    assert len(row["figures"]) % len(facts["columns"]["figures"]) == 0
    assert "verb: end" in facts["columns"]["actions"]


def test_the_command_writes_it_whole_or_says_why_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["duel", "dba", "--scenario", "first-lesson", "--generals", "random,random", "--battles", "2"]
    assert run([*given, "--record", str(tmp_path / "b.parquet")]) == 0
    assert "decisions" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["b.parquet"]
    assert run([*given, "--record", str(tmp_path / "none" / "b.parquet")]) == 2
    assert "cannot be written" in capsys.readouterr().err
