"""The glossaries of the games: words that their rules use, with clauses that are there, in every language offered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable import games
from sandtable.games import built_in, get_game
from sandtable.games.glossary import read_glossary
from sandtable.games.language import cores_of, languages_of, said_in
from sandtable.games.rulebook import read_rulebook
from sandtable.server.views.battle_messages import rules
from sandtable.translation import speaking

ROOT = Path(games.__file__).parent
OFFERED = [
    pytest.param(file.parents[2], file.parent.name, id=f"{file.parents[2].name}-{file.parent.name}")
    for file in sorted(ROOT.glob("*/data/*/glossary.toml"))
]
FEWEST = 15


@pytest.fixture(params=built_in())
def folder(request):
    return get_game(request.param).folder


def test_every_game_explains_its_words_in_one_or_two_sentences(folder):
    own = read_glossary(folder)
    assert len(own) >= FEWEST
    assert [term.word for term in own if not 1 <= len(re.findall(r"[.:;](?:\s|$)", term.text)) <= 3] == []
    assert [term.word for term in own if not term.text.endswith(".")] == []


def test_every_word_has_a_clause_that_is_there(folder):
    ids = {clause.id for clause in read_rulebook(folder)}
    assert [term.word for term in read_glossary(folder) if term.clause not in ids] == []


def is_used(form: str, said: str) -> bool:
    """As it is written, but for the first letter where a sentence begins, and ``*`` any letters."""
    forms = (re.escape(form).replace(r"\*", r"\w*"), re.escape(form[0].upper() + form[1:]).replace(r"\*", r"\w*"))
    return re.search(rf"(?<![\w-])(?:{'|'.join(forms)})(?![\w-])", said) is not None


def said_by(folder: Path) -> str:
    return " ".join(f"{clause.text} {clause.ruling}" for clause in read_rulebook(folder))


def test_every_form_of_a_word_is_one_that_the_rules_use(folder):
    """So the board makes links of it."""
    forms = [form for term in read_glossary(folder) for form in term.forms]
    assert len({form.lower() for form in forms}) == len(forms), "no form belongs to two words"
    assert [form for form in forms if not is_used(form, said_by(folder))] == []


@pytest.mark.parametrize(
    ("folder", "language"), [book for book in OFFERED if book.values[1] in languages_of(book.values[0])]
)
def test_words_are_used_in_another_language_too(folder, language):
    """Each in one form or another, by a game or one that stands on it; no form is spare."""
    own = said_in(folder, language, "glossary")
    on_it = [get_game(key).folder for key in built_in() if folder in cores_of(get_game(key).folder)]
    with speaking(language):
        said = " ".join(map(said_by, on_it or [folder]))
    forms = {entry["word"]: entry.get("also", []) for entry in own.values()}
    spare = [form for also in forms.values() for form in also if not is_used(form, said)]
    unused = [word for word, also in forms.items() if not any(is_used(form, said) for form in (word, *also))]
    assert (spare, unused) == ([], [])


@pytest.mark.parametrize(("folder", "language"), OFFERED)
def test_no_word_is_missing_in_another_language(folder, language):
    """Of the letters of another language, but for names that stay."""
    own = said_in(folder, language, "glossary")
    assert sorted(own) == sorted(said_in(folder, ".", "glossary"))
    with speaking(language):
        told = {(term.word, term.text) for term in read_glossary(folder)}
    assert {(entry["word"], entry["text"]) for entry in own.values()} <= told
    left = {name for entry in own.values() for name in re.findall("[A-Za-z]+", f"{entry['word']} {entry['text']}")}
    assert left <= {"PIP", "AP", "BS", "D"}


def test_every_game_explains_its_words_in_russian_too():
    assert {param.values[0].name for param in OFFERED} >= {get_game(key).folder.name for key in built_in()}


def test_words_of_a_core_come_with_those_of_the_game():
    folder = get_game("pursuit").folder
    [core] = cores_of(folder)
    words = {term.word for term in read_glossary(folder)}
    assert words > {term.word for term in read_glossary(core)} != set()
    assert words >= {"Arrival", "recycled"}


def test_the_board_is_told_the_words_with_the_rules():
    told = rules("dba")
    [zone] = [term for term in told.glossary if term.word == "zone of control"]
    assert (zone.clause, zone.forms) == ("DBA-ZOC-2", ("zone of control", "zone", "zones"))
    assert told.chapters["DBA-ZOC"] == "Crossing an enemy's front"
    assert [term.word for term in told.glossary] == sorted((term.word for term in told.glossary), key=str.casefold)
