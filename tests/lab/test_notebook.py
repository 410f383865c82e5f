"""The notebook of the docs runs as it stands."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from sandtable.compiler.decorators import COMPILED

NOTEBOOK = Path(__file__).parents[2] / "docs" / "studies" / "first_study.py"


@pytest.mark.full
@pytest.mark.skipif(not COMPILED, reason="whole battles take minutes interpreted; the compiled stage fights them")
def test_the_notebook_of_the_docs_runs(capsys):
    pytest.importorskip("polars")
    left = runpy.run_path(str(NOTEBOOK))
    assert left["shares"]["arm"].to_list() == [0, 1]
    assert len(left["results"].battles) == 80
    assert 0 < left["lost"]["len"].max() <= 80
    assert "wins.red" in capsys.readouterr().out
