"""Rulebooks and texts as data: reads a game's rulebook.toml and texts, and makes the enums that kernels cite."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any


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


def _section(clause_id: str, is_one_family: bool) -> str:
    """The chapter of a clause, without the family where all the book's clauses are of one."""
    chapter = clause_id.rpartition("-")[0]
    return chapter.partition("-")[2] if is_one_family else chapter


@cache
def read_rulebook(folder: Path) -> tuple[ClauseText, ...]:
    """The clauses of ``folder/rulebook.toml`` in their order."""
    data = tomllib.loads((folder / "rulebook.toml").read_text("utf-8"))
    entries = data["clause"]
    is_one_family = len({entry["id"].split("-")[0] for entry in entries}) == 1
    return tuple(ClauseText(**entry, section=_section(entry["id"], is_one_family)) for entry in entries)


@cache
def read_texts(folder: Path) -> dict[str, str]:
    """Key -> sentence, from every ``folder/data/texts/*.toml``. A key stands in one file only."""
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


def _text_files(folder: Path) -> list[tuple[Path, dict[str, Any]]]:
    """Every file of sentences with what it says."""
    return [(file, tomllib.loads(file.read_text("utf-8"))) for file in sorted((folder / "data/texts").glob("*.toml"))]


def clause_enum(folder: Path, module: str) -> Any:
    """IntEnum of the game's clauses: chapter and number, ``-`` as ``_``; value = place in the book."""
    names = [f"{clause.section}-{clause.id.rpartition('-')[2]}".replace("-", "_") for clause in read_rulebook(folder)]
    return IntEnum("Clause", {name: index for index, name in enumerate(names)}, module=module)


def code_enum(folder: Path, module: str) -> Any:
    """IntEnum of the game's sentences, in alphabetical order of their keys."""
    return IntEnum("Code", {key: index for index, key in enumerate(sorted(read_texts(folder)))}, module=module)
