"""A rulebook in a second language says of every clause what the English one says of it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from sandtable import games
from sandtable.games import get_game
from sandtable.games.language import said_in
from sandtable.games.rulebook import read_chapters, read_rulebook
from sandtable.server.views import battle_messages
from sandtable.translation import ENGLISH, speaking

ROOT = Path(games.__file__).parent
SAID = ("title", "text", "ruling", "narrative", "source")
"""What of a clause people read."""

BOOKS = [
    pytest.param(file.parents[2], file.parent.name, id=f"{file.parents[2].name}-{file.parent.name}")
    for file in sorted(ROOT.glob("*/data/*/rulebook.toml"))
]


def english_of(folder: Path) -> dict[str, dict[str, str]]:
    """Clause -> what of it is read in English, of one book by itself."""
    book = tomllib.loads((folder / "rulebook.toml").read_text("utf-8"))
    return {clause["id"]: {field: clause[field] for field in SAID if clause.get(field)} for clause in book["clause"]}


@pytest.mark.parametrize(("folder", "language"), BOOKS)
def test_every_chapter_and_clause_is_there_in_their_order(folder, language):
    book = tomllib.loads((folder / "rulebook.toml").read_text("utf-8"))
    own = said_in(folder, language, "rulebook")
    assert list(own["chapters"]) == list(book["chapters"])
    assert list(own["clauses"]) == [clause["id"] for clause in book["clause"]]


@pytest.mark.parametrize(("folder", "language"), BOOKS)
def test_every_clause_says_as_much(folder, language):
    """The same parts, and in each the same numbers, clauses and switches."""
    own = said_in(folder, language, "rulebook")["clauses"]
    wrong = []
    for clause, english in english_of(folder).items():
        if own[clause].keys() != english.keys():
            wrong.append(f"{clause} has {sorted(own[clause])}, in English {sorted(english)}")
            continue
        for field, text in english.items():
            if figures(text) != figures(own[clause][field]):
                wrong.append(f"{clause}, {field}: {figures(own[clause][field])}, in English {figures(text)}")
    assert wrong == []


CLAUSE, SWITCH = r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+[a-z]?\b", r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b"
KEPT = r"\b(?:DBAix|(?:DBA|WAD)(?:-[A-Z]+)?|WADBAG|PIP|ZOC|D\d+|d?[IVX]+|WRG|Pursuit|Flash Flood)\b"
CODES = r"\b(?:[HLS]Ch|Art|WWg|Gen|measure = path)\b"
"""Names, and codes of troops and switches, that are so in every language."""


def figures(text: str) -> list[str]:
    """Every clause, switch and number that a text names, whatever its order and however a decimal is written."""
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    text = re.sub(r"(?<=\d),(?=\d)", ".", text)
    named = re.findall(rf"{CLAUSE}|{SWITCH}", text)
    rest = re.sub(rf"{CLAUSE}|{SWITCH}", " ", text)
    return sorted(named) + sorted(re.findall(r"\d+(?:\.\d+)?", rest))


@pytest.mark.parametrize(("folder", "language"), BOOKS)
def test_no_english_word_is_left_in_it(folder, language):
    """Of languages in other letters: but clauses, switches and values of them in quotes, and names of rulebooks."""
    own = said_in(folder, language, "rulebook")
    said = {clause: " ".join(parts.values()) for clause, parts in own["clauses"].items()} | own["chapters"]
    left = {key: re.sub(rf"{CLAUSE}|{SWITCH}|{KEPT}|{CODES}|`[^`]*`", "", text) for key, text in said.items()}
    assert {key: words for key, text in left.items() if (words := re.findall(r"[A-Za-z]{3,}", text))} == {}


@pytest.mark.parametrize(("folder", "language"), [book for book in BOOKS if (book.values[0] / "game.py").is_file()])
def test_it_is_read_where_the_language_is_spoken(folder, language):
    own = said_in(folder, language, "rulebook")
    game = get_game(folder.name.replace("_", "-"))
    with speaking(ENGLISH):
        english = {clause.id: clause for clause in read_rulebook(game.folder)}
    with speaking(language):
        read = {clause.id: clause for clause in read_rulebook(game.folder)}
        chapters = read_chapters(game.folder)
    assert chapters.items() >= own["chapters"].items()
    for clause, said in own["clauses"].items():
        assert {field: getattr(read[clause], field) for field in said} == said
        assert read[clause].option == english[clause].option


def test_a_heading_in_the_language_of_its_source_is_told_to_those_who_read_another():
    game = get_game("batalist")
    told = {}
    for language in (ENGLISH, "ru"):
        with speaking(language):
            told[language] = {clause.id: clause.heading for clause in read_rulebook(game.folder)}["BAT-DEF-9"]
    assert told == {ENGLISH: "Шеренга", "ru": ""}


@pytest.mark.parametrize("language", ["", "ru"])
def test_where_the_rulebook_is_silent_the_board_is_given_no_source(language):
    """Pursuit writes "Silent." and DBAix "silent": neither is a place in a rulebook, in no language."""
    for game, clause in (("pursuit", "PURS-DIF-14"), ("dbaix", "DBAIX-CAP-9")):
        sources = {each.id: each.source for each in battle_messages.rules(game, language).clauses}
        assert sources[clause] == ""
    assert sources["DBAIX-TAC-3"]
