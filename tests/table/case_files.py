"""Case files for tests: written down, and refused as a user's mistake is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.cli import run
from sandtable.errors import SandtableError
from sandtable.table.cases import adjudicate


def case(folder: Path, text: str, name: str = "case.yaml") -> Path:
    """The case as a file."""
    file = folder / name
    file.write_text(text, "utf-8")
    return file


def with_mistake(folder: Path, good: str, old: str, new: str) -> Path:
    """A good case as a file, with one thing of it changed."""
    assert old in good
    return case(folder, good.replace(old, new, 1))


def check_refused(file: Path, sentence: str, monkeypatch: Any, capsys: Any) -> None:
    """The command says what is wrong in one sentence, writes nothing else and leaves with 2; Python raises."""
    monkeypatch.chdir(file.parent)
    assert run(["adjudicate", file.name]) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err and printed.err.count("\n") == 1, printed.err
    assert printed.out == ""
    with pytest.raises(SandtableError):
        adjudicate(file.name)
