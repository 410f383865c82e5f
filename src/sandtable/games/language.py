"""The language in which games speak to people: English, or another one that a game offers in ``data/LANGUAGE/``.

What the house itself says beside a game, at the command line, has its other languages in assets/languages.

Such a folder holds ``headings.toml`` (of chapters and clauses), ``texts.toml`` (the sentences of data/texts by their
keys), ``board.toml`` (those of the game's own board, in English in data/en) and ``words.toml`` (names and words of the
game by the English ones). What it leaves out is said in English.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

ENGLISH = "en"
VARIABLE = "SANDTABLE_LANGUAGE"
"""Where the language stands for this process and those that it starts."""

GAMES = Path(__file__).parent
OF_HOUSE = GAMES.parent / "assets" / "languages"


def spoken() -> str:
    """The language that this process speaks."""
    return os.environ.get(VARIABLE, ENGLISH)


def speak(language: str) -> None:
    """Speak this language from here on."""
    os.environ[VARIABLE] = language


@cache
def languages_of(folder: Path) -> tuple[str, ...]:
    """The languages that a game offers, English first."""
    return (ENGLISH, *sorted(file.parent.name for file in folder.glob("data/*/headings.toml")))


def all_languages() -> tuple[str, ...]:
    """Every language that some game offers, English first."""
    folders = sorted(path for path in GAMES.iterdir() if (path / "data").is_dir())
    return tuple(dict.fromkeys(language for folder in folders for language in languages_of(folder)))


@cache
def said_in(folder: Path, language: str, file: str) -> Mapping[str, Any]:
    """What a game's ``data/LANGUAGE/file.toml`` holds; nothing where the game does not offer the language."""
    path = folder / "data" / language / f"{file}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def translated(folder: Path, english: str) -> str:
    """A name or word of a game in the language spoken; the English one where that is not offered."""
    return str(said_in(folder, spoken(), "words").get(english, english))


def board_words(folder: Path) -> Mapping[str, str]:
    """The sentences of a game's own board (``data/LANGUAGE/board.toml``), in English what has none in this one."""
    return _board_words(folder, spoken())


@cache
def _board_words(folder: Path, language: str) -> Mapping[str, str]:
    return {**said_in(folder, ENGLISH, "board"), **said_in(folder, language, "board")}


@cache
def house_words(language: str) -> Mapping[str, str]:
    """What the house says in a language, by the English words; nothing where it has only English."""
    path = OF_HOUSE / f"{language}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def house(english: str, **fields: Any) -> str:
    """A sentence of the house in the language spoken, filled in."""
    return house_words(spoken()).get(english, english).format(**fields)


PLURALS = 3


def count_in_forms(number: int, forms: str) -> str:
    """``5 фигур`` of ``фигура|фигуры|фигур``: with one, two to four, and more; a fourth form is said of none at all."""
    words = forms.split("|")
    if number == 0 and len(words) > PLURALS:
        return words[PLURALS]
    last, teen = abs(number) % 10, abs(number) % 100 // 10 == 1
    place = 2 if teen or last == 0 or last > 4 else 0 if last == 1 else 1
    return f"{number} {words[place]}"
