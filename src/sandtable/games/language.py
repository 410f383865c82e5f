"""The language in which games speak to people: English, or another one that a game offers in ``data/LANGUAGE/``.

What the house itself says beside a game is in ``sandtable.translation``.

Such a folder holds ``rulebook.toml`` (chapters and clauses), ``texts.toml`` (the sentences of data/texts by their
keys), ``board.toml`` (those of the game's own board, in English in data/en) and ``words.toml`` (names and words of the
game by the English ones), and ``switches.toml`` (what house rules and their values are called). What it leaves out is
said in English.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from sandtable.translation import ENGLISH, gettext_word, speaking, spoken

GAMES = Path(__file__).parent


@cache
def languages_of(folder: Path) -> tuple[str, ...]:
    """The languages that a game offers, English first."""
    return (ENGLISH, *sorted(file.parent.name for file in folder.glob("data/*/rulebook.toml")))


@cache
def all_languages() -> tuple[str, ...]:
    """Every language that some game offers, English first."""
    folders = sorted(path for path in GAMES.iterdir() if (path / "data").is_dir())
    return tuple(dict.fromkeys(language for folder in folders for language in languages_of(folder)))


def in_every_language(make: Callable[[], str]) -> dict[str, str]:
    """What ``make`` says in each language that some game offers."""
    found = {}
    for language in all_languages():
        with speaking(language):
            found[language] = make()
    return found


@cache
def said_in(folder: Path, language: str, file: str) -> Mapping[str, Any]:
    """What a game's ``data/LANGUAGE/file.toml`` holds; nothing where the game does not offer the language."""
    path = folder / "data" / language / f"{file}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


@cache
def read_book(folder: Path) -> Mapping[str, Any]:
    """What a game's or core's ``rulebook.toml`` holds, read once."""
    return tomllib.loads((folder / "rulebook.toml").read_text("utf-8"))


@cache
def cores_of(folder: Path) -> tuple[Path, ...]:
    """The folders of the cores that a game stands on: those beside it that its rulebook names in ``stands_on``.

    A core has chapters and data as a game has them and is no game. Its clauses, sentences and purposes come first in
    the enums of every game that stands on it, so that its kernels mean the same in each.
    """
    return tuple(folder.parent / name for name in read_book(folder).get("stands_on", ()))


@cache
def words_in(folder: Path, language: str) -> Mapping[str, str]:
    """The names and words of a game and its cores in a language, by the English ones."""
    return {
        english: own
        for place in (*cores_of(folder), folder)
        for english, own in said_in(place, language, "words").items()
    }


def translated(folder: Path, english: str) -> str:
    """A name or word of a game in the language spoken; as it is said in English where that is not offered.

    A number or a letter stays behind its name: of ``Villager 2`` and ``Squad A`` the table has the word alone.
    """
    words = words_in(folder, spoken())
    own = words.get(english)
    if own is None and (english[-1:].isdecimal() or english[-1:].isupper()):
        name, _, number = english.rpartition(" ")
        own = f"{words[name]} {number}" if (number.isdecimal() or number.isupper()) and name in words else None
    return words_in(folder, ENGLISH).get(english, english) if own is None else own


def worded(folder: Path, english: str, **fields: Any) -> str:
    """Words of a game that name fields, in the language spoken, filled in."""
    return translated(folder, english).format(**fields)


def switch_words(folder: Path, key: str, value: str = "") -> str:
    """A house-rule switch by a short name, or one of its values, as people read it.

    In English these are its own words: ``camp size``, ``longest side``.
    """
    for place in (folder, *cores_of(folder)):
        own = said_in(place, spoken(), "switches").get(key, {}).get(value or "name")
        if own is not None:
            return str(own)
    return gettext_word((value or key).replace("_", " "))


def board_words(folder: Path) -> Mapping[str, str]:
    """The sentences of a game's own board (``data/LANGUAGE/board.toml``), in English what has none in this one."""
    return _board_words(folder, spoken())


@cache
def _board_words(folder: Path, language: str) -> Mapping[str, str]:
    return {**said_in(folder, ENGLISH, "board"), **said_in(folder, language, "board")}
