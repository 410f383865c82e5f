"""What the tests of every game's case book ask: answers, words, dice, and the index."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from sandtable.files import load_yaml
from sandtable.games import get_game
from sandtable.table.cases import adjudicate, unused_dice

PROJECT = Path(__file__).parents[1]
PAGES = PROJECT / "docs" / "casebook"


def cases_of(game: str) -> list[Path]:
    """The cases of a game's book, in their order."""
    return sorted((PROJECT / "casebook" / game).glob("*.yaml"))


@cache
def answer_of(path: Path) -> Any:
    """What the rules say to the case; once for all tests."""
    return adjudicate(path)


@cache
def tool() -> ModuleType:
    """tools/draw_casebook.py."""
    spec = importlib.util.spec_from_file_location("draw_casebook", PROJECT / "tools" / "draw_casebook.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def parts_of_page(game: str) -> tuple[str, ...]:
    """A game's page: what stands before the first case, then the part of each case."""
    head, *parts = (PAGES / f"{game}.md").read_text("utf-8").split("\n## ")
    return (head, *(f"## {part}" for part in parts))


def check_page(path: Path) -> None:
    """The game's page tells the case as the tool writes it now, in its place."""
    game = path.parent.name
    parts = parts_of_page(game)
    assert len(parts) == 1 + len(cases_of(game)), "run make casebook"
    assert parts[1 + cases_of(game).index(path)] == tool().section_of(answer_of(path), path), "run make casebook"


def check_answer(path: Path) -> None:
    """The rules say what the case expects, it expects something, and every scripted die is thrown."""
    answer = answer_of(path)
    assert answer.differences == []
    assert answer.checked > 0
    assert unused_dice(answer.battle) == []


def check_words(path: Path) -> None:
    """The case has a question, an answer, clauses, and something expected of every action."""
    data = load_yaml(path)
    assert data["question"].rstrip().endswith("?") and data["answer"].strip()
    assert isinstance(data["clause"], list) and data["clause"]
    assert data.get("expect") or data.get("final")
    assert len(data.get("expect", [])) == len(data.get("actions", [])), "an action is expected nothing of"


def check_index(game: str, least: int) -> None:
    """There are at least so many cases, the game's page names each, and the index names the page."""
    index = (PROJECT / "docs" / "casebook" / f"{game}.md").read_text("utf-8")
    assert f"(casebook/{game}.md)" in (PROJECT / "docs" / "casebook.md").read_text("utf-8")
    paths = cases_of(game)
    assert len(paths) >= least
    assert parts_of_page(game)[0] == tool().page_of(get_game(game), [""] * len(paths)).rstrip("\n") + "\n"
    for path in paths:
        assert f"(../../casebook/{game}/{path.name})" in index, path.name
