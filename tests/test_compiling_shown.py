"""What somebody in a terminal is told while rules are compiled: a bar, or a line where there is no terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from sandtable.cli import _compiling
from sandtable.server.messages.pages import GameWarming


class Scripted:
    """Rules on their way, told as it is written down, look by look."""

    def __init__(self, *looks: list[GameWarming]) -> None:
        self.looks = list(looks)
        self.seen = 0

    def told(self) -> list[GameWarming]:
        self.seen += 1
        return self.looks[0] if len(self.looks) == 1 else self.looks.pop(0)

    def is_done(self, key: str) -> bool:
        return next(game for game in self.looks[0] if game.key == key).state in ("ready", "failed")


def marbles(state: str, percent: int = 0, note: str = "") -> GameWarming:
    return GameWarming(key="marbles", title="Marbles", state=state, percent=percent, note=note)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_compiling, "LOOK", 0.0)


def shown(warming: Scripted, **kind: bool) -> str:
    out = io.StringIO()
    _compiling.show(warming, Console(file=out, width=100, **kind))
    return out.getvalue()


def test_without_a_terminal_one_line_says_so_however_long_it_takes() -> None:
    looks = [
        [marbles("waiting")],
        *([marbles("compiling", percent)] for percent in (0, 40, 90)),
        [marbles("ready", 100)],
    ]
    warming = Scripted(*looks)
    said = shown(warming)
    assert said.count("Getting the rules of Marbles ready: the first time that may take a minute or so.") == 1
    assert "%" not in said and warming.seen >= 4


def test_nothing_is_said_of_rules_that_are_there() -> None:
    assert shown(Scripted([marbles("ready", 100)])).strip() == ""


def test_what_went_wrong_is_said_once_with_the_game_that_it_befell() -> None:
    note = "Its rules could not be compiled ahead."
    said = shown(
        Scripted([marbles("compiling", 10, note)], [marbles("compiling", 20, note)], [marbles("failed", 20, note)])
    )
    assert said.count(f"Marbles: {note}") == 1


def test_in_a_terminal_there_is_a_bar_which_goes_when_all_is_done() -> None:
    said = shown(Scripted([marbles("compiling", 40)], [marbles("ready", 100)]), force_terminal=True)
    assert "compiling the rules of Marbles" in said and "40 %" in said
    assert "a minute or so" not in said
