"""The glossary of a game: its words, each with what it means and the clause that says so (``data/glossary.toml``)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sandtable.games.language import cores_of, said_in
from sandtable.translation import spoken


@dataclass(frozen=True)
class Term:
    """A word of a game in the language spoken."""

    word: str
    text: str  # what it means, in one or two sentences
    clause: str  # the clause that says so
    forms: tuple[str, ...]  # under which the rules use it: a small first letter may be a capital one, * any letters


def read_glossary(folder: Path) -> tuple[Term, ...]:
    """The words of a game and of the cores that it stands on, in alphabetical order; none where it has no glossary."""
    return _read_glossary(folder, spoken())


@cache
def _read_glossary(folder: Path, language: str) -> tuple[Term, ...]:
    """The same in a language; a word that it lacks is the English one. Its own words go before those of a core."""
    terms: dict[str, Term] = {}
    for place in (*cores_of(folder), folder):
        file = place / "data" / "glossary.toml"
        entries = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
        own = said_in(place, language, "glossary")
        for english, entry in entries.items():
            said = {"word": english, **entry, **own.get(english, {})}
            forms = (said["word"], *own.get(english, entry).get("also", ()))
            terms[english] = Term(said["word"], said["text"], entry["clause"], forms)
    return tuple(sorted(terms.values(), key=lambda term: term.word.casefold()))
