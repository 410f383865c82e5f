"""Rulebooks and texts as data: reads a game's rulebook.toml and texts, and makes the enums that kernels cite."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

from sandtable.games.language import cores_of, read_book, said_in
from sandtable.translation import ENGLISH, spoken


@dataclass(frozen=True)
class ClauseText:
    """One clause of a rulebook in our words."""

    id: str
    title: str
    text: str
    source: str  # where it stands in the rulebook, or "silent"
    ruling: str = ""  # our reading where the text is unclear or silent, with the reason
    option: str = ""  # key of the house-rule switch that offers another reading
    narrative: str = ""  # why no code carries it out, for a clause that only tells or defines
    section: str = ""  # its chapter: MOV of DBAIX-MOV-1; DBA-ZOC of DBA-ZOC-1, whose book has WAD-ZOC too
    heading: str = ""  # what it is headed in the language of its source, where that is not the one spoken
    is_silent: bool = False  # the rulebook says nothing of it, and ``source`` no more than that


def _section(clause_id: str, is_one_family: bool) -> str:
    """The chapter of a clause, without the family where all the book's clauses are of one."""
    chapter = clause_id.rpartition("-")[0]
    return chapter.partition("-")[2] if is_one_family else chapter


def read_rulebook(folder: Path) -> tuple[ClauseText, ...]:
    """The clauses of ``folder/rulebook.toml`` in their order, after those of the cores that it stands on."""
    return _read_rulebook(folder, spoken())


@cache
def _read_rulebook(folder: Path, language: str) -> tuple[ClauseText, ...]:
    """The same in a language, what that lacks in English; each with its heading in its source's language, if other."""
    entries = [entry for core in cores_of(folder) for entry in read_book(core)["clause"]]
    entries += read_book(folder)["clause"]
    is_one_family = len({entry["id"].split("-")[0] for entry in entries}) == 1
    own = _clauses_in(folder, language)
    of_source = read_book(folder).get("source_language", language)
    original = _clauses_in(folder, of_source) if of_source != language else {}
    return tuple(
        ClauseText(
            **{**entry, **own.get(entry["id"], {})},
            section=_section(entry["id"], is_one_family),
            heading=original.get(entry["id"], {}).get("title", ""),
            is_silent=entry["source"].lower().rstrip(".") == "silent",
        )
        for entry in entries
    )


def _clauses_in(folder: Path, language: str) -> dict[str, dict[str, str]]:
    """Clause -> what of it is said in a language beside English, by field; of a game and its cores."""
    books = [said_in(place, language, "rulebook").get("clauses", {}) for place in (*cores_of(folder), folder)]
    return {clause: said for book in books for clause, said in book.items()}


def read_chapters(folder: Path) -> dict[str, str]:
    """Chapter -> heading, those of the cores first and named with their family: ``C40-SAVE``."""
    chapters: dict[str, str] = {}
    for core in cores_of(folder):
        family = read_book(core)["clause"][0]["id"].split("-")[0]
        chapters |= {f"{family}-{chapter}": heading for chapter, heading in _chapters(core).items()}
    return chapters | _chapters(folder)


def _chapters(folder: Path) -> dict[str, str]:
    """The same of one book by itself."""
    return {**read_book(folder).get("chapters", {}), **said_in(folder, spoken(), "rulebook").get("chapters", {})}


def read_texts(folder: Path) -> dict[str, str]:
    """Key -> sentence, from every ``data/texts/*.toml`` of a game and its cores. A key stands in one file only."""
    return _read_texts(folder, spoken())


def english_texts(folder: Path) -> dict[str, str]:
    """The same in English, whatever language is spoken."""
    return _read_texts(folder, ENGLISH)


@cache
def _read_texts(folder: Path, language: str) -> dict[str, str]:
    """The same in a language; a sentence that it lacks is the English one."""
    if language != ENGLISH:
        own = [said_in(place, language, "texts") for place in (*cores_of(folder), folder)]
        return _read_texts(folder, ENGLISH) | {key: text for texts in own for key, text in texts.items()}
    texts: dict[str, str] = {}
    for file, sentences in _text_files(folder):
        for key, sentence in [*sentences.items(), *sentences.get(ENDS, {}).items()]:
            if key in texts:
                raise ValueError(f"{file.name}: {key} already has a sentence in another file")
            if key != ENDS:
                texts[key] = sentence
    return texts


ENDS = "ends"
"""The table of a text file that holds the sentences with which a battle ends."""


@cache
def read_endings(folder: Path) -> frozenset[str]:
    """The keys of the sentences with which a battle ends: the ways to end it, and who has won."""
    return frozenset(key for _, sentences in _text_files(folder) for key in sentences.get(ENDS, {}))


@cache
def read_asked(folder: Path) -> dict[str, str]:
    """Of a game the clause that says what may be decided, by phase in lower case (``data/asked.toml``)."""
    path = folder / "data" / "asked.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def _text_files(folder: Path) -> list[tuple[Path, dict[str, Any]]]:
    """Every file of sentences with what it says, those of the cores first."""
    files = [file for place in (*cores_of(folder), folder) for file in sorted((place / "data/texts").glob("*.toml"))]
    return [(file, tomllib.loads(file.read_text("utf-8"))) for file in files]


def clause_enum(folder: Path, module: str) -> Any:
    """IntEnum of the game's clauses: chapter and number, ``-`` as ``_``; value = place in the book."""
    names = [f"{clause.section}-{clause.id.rpartition('-')[2]}".replace("-", "_") for clause in read_rulebook(folder)]
    return IntEnum("Clause", {name: index for index, name in enumerate(names)}, module=module)


def code_enum(folder: Path, module: str) -> Any:
    """IntEnum of the game's sentences, in alphabetical order of their keys, those of its cores before its own."""
    keys = [key for core in cores_of(folder) for key in sorted(read_texts(core))]
    keys += sorted(read_texts(folder).keys() - set(keys))
    return IntEnum("Code", {key: index for index, key in enumerate(keys)}, module=module)


def purpose_enum(core: type[IntEnum], names: tuple[str, ...], module: str) -> Any:
    """IntEnum of what dice are thrown for in a game that stands on ``core``: the core's purposes, then its own."""
    members = {purpose.name: purpose.value for purpose in core}
    members |= {name: len(core) + index for index, name in enumerate(names)}
    return IntEnum("Purpose", members, module=module)
