"""A game that offers a second language leaves no sentence, heading, name or word of its own in English."""

from __future__ import annotations

import ast
import importlib
import re
import string
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

import sandtable
from sandtable import games
from sandtable.cli import COMMANDS, HELP, MISUSED, ladder, run
from sandtable.cli._helping import PARSERS, words_of_help
from sandtable.cli.roster import NEEDS
from sandtable.errors import NotationError
from sandtable.files.checking import EXPECTED
from sandtable.files.text import DIRECTORY, FILE, KINDS, OTHER
from sandtable.files.writing import REASONS
from sandtable.games import built_in, get_game
from sandtable.games.common.amounts import Agreement, Count, Length, agreeing
from sandtable.games.common.options import read_options
from sandtable.games.common.worth import read_features
from sandtable.games.dbaix.laying.standing import FATE_OF, STANDS_WRONG
from sandtable.games.inter_arma.laying import rosters
from sandtable.games.language import (
    all_languages,
    board_words,
    languages_of,
    said_in,
    translated,
    words_in,
)
from sandtable.games.rulebook import read_texts
from sandtable.games.scene import READ
from sandtable.generals import GENERALS, own
from sandtable.generals.reasons import features_of
from sandtable.lab import measures
from sandtable.lab.bench import machine
from sandtable.lab.unfired import Why
from sandtable.server.http import app
from sandtable.server.session import chat, live_battle, lobby, undo_consent
from sandtable.table.log_entries import purpose_words
from sandtable.translation import ENGLISH, catalogue, count_in_forms, speak

ROOT = Path(games.__file__).parent
OFFERED = [
    pytest.param(folder, language, id=f"{folder.name}-{language}")
    for folder in sorted(ROOT.iterdir())
    for language in languages_of(folder)
    if language != ENGLISH and (folder / "game.py").is_file()
]
SAID = [
    pytest.param(folder, file.parent.name, id=f"{folder.name}-{file.parent.name}")
    for folder in sorted(ROOT.iterdir())
    for file in sorted(folder.glob("data/*/texts.toml"))
]
"""Games and cores whose sentences stand in a second language, whatever else of theirs does."""

NO_NAMES = {"options", "worth", "rules", "looks"}
"""Files of data whose names no player reads."""


def fields(sentence: str) -> list[str]:
    """What a sentence names."""
    return sorted({name for _, name, _, _ in string.Formatter().parse(sentence) if name})


def names_in(value: Any) -> list[str]:
    """Every ``name`` in a file of data, and the skills of warriors."""
    found: list[str] = []
    if isinstance(value, dict):
        if isinstance(value.get("name"), str):
            found.append(value["name"].replace("_", " "))
        found += [skill for skill in value.get("skills", ()) if "/" not in skill]
        return found + [name for part in value.values() for name in names_in(part)]
    return [name for part in value for name in names_in(part)] if isinstance(value, list) else []


def words_of(folder: Path) -> set[str]:
    """The names and words of a game: of its data, switches, scenarios, dice, and those that its scene looks up."""
    game = get_game(folder.name.replace("_", "-"))
    found = {game.source} | {option.text for option in game.options}
    for file in (folder / "data").glob("*.toml"):
        if file.stem not in NO_NAMES:
            data = tomllib.loads(file.read_text("utf-8"))
            found |= set(names_in(data)) | {piece["group"] for piece in data.get("pieces", ()) if "group" in piece}
    for file in (folder / "scenarios").glob("*.yaml"):
        content = yaml.safe_load(file.read_text("utf-8"))
        found |= {content["title"], content["description"], *content.get("goals", {}).values()}
        found |= set(names_in(content.get("ground", [])))
    found |= {tomllib.loads(file.read_text("utf-8"))["title"] for file in (folder / "maps").glob("*.toml")}
    for file in (folder / "showing").glob("*.py"):
        text = file.read_text("utf-8")
        found |= set(re.findall(r"called\([\"']([^\"']+)[\"']\)", text))
        steps = set(re.findall(r"(?:Phase|Role)\.\w+: \"([^\"]+ ?[^\"]*)\"", text))
        found |= steps - set(_emblems(text)) - read_texts(folder).keys()
    found |= (
        {kind.text for kind in game.overlays}
        | {verb.name.lower().replace("_", " ") for verb in game.verb}
        | {move.label for move in game.hand if move.label}
    )
    purposes = re.findall(r"^    ([A-Z_]+) = \d+", (folder / "clauses.py").read_text("utf-8"), re.MULTILINE)
    found |= {f"{purpose.lower().replace('_', ' ')} die" for purpose in purposes}
    return found - english_of(folder).keys()


def _emblems(text: str) -> list[str]:
    """Words of a scene that name drawings."""
    table = re.search(r"EMBLEMS = \{(.*?)\}", text, re.DOTALL)
    return re.findall(r": \"([^\"]+)\"", table[1]) if table else []


@pytest.mark.parametrize(("folder", "language"), SAID)
def test_no_sentence_is_missing(folder, language):
    english = english_of(folder)
    own = said_in(folder, language, "texts")
    assert sorted(english.keys() ^ own.keys()) == []
    assert {key: fields(own[key]) for key in english if fields(own[key]) != fields(english[key])} == {}


def english_of(folder: Path) -> dict[str, str]:
    """The sentences of a game, or of a core, without those of the cores on which it stands."""
    files = [tomllib.loads(file.read_text("utf-8")) for file in (folder / "data" / "texts").glob("*.toml")]
    return {key: text for file in files for key, text in {**file, **file.get("ends", {})}.items() if key != "ends"}


@pytest.mark.parametrize(("folder", "language"), OFFERED)
def test_no_sentence_of_the_board_is_missing(folder, language):
    board = board_words(folder)
    own = said_in(folder, language, "board")
    assert sorted(board) == sorted(own)
    assert {key for key in board if fields(own[key]) != fields(board[key])} == set()


@pytest.mark.parametrize(("folder", "language"), OFFERED)
def test_no_name_or_word_is_missing(folder, language):
    assert sorted(words_of(folder) - words_in(folder, language).keys()) == []


HOUSE_RULE, NAME = r"\b[a-z]+(_[a-z]+)+\b", r"\b(PIP|DBA|DBAix|WADBAG|[IVX]+|Enter|Shift)\b"
BOOK = r"\b(De Bellis Antiquitatis|From the Vaults of Mars|Inter Arma)\b"


def left_in_english(sentences: Iterable[str]) -> list[str]:
    """Sentences with words in Latin letters: but fields, keys of house rules, and what has one name everywhere."""
    kept = re.compile(rf"\{{[^}}]*\}}|{HOUSE_RULE}|{NAME}|{BOOK}")
    return [one for one in sentences if re.search(r"[A-Za-z]{2,}", kept.sub("", one))]


@pytest.mark.parametrize(("folder", "language"), SAID)
def test_whatever_a_game_looks_up_is_said(folder, language):
    """Literals that its code asks for, its steps, and what its legend, its moves by hand and its dice are called."""
    asked = {word for file in folder.glob("showing/*.py") for word in looked_up(ast.parse(file.read_text("utf-8")))}
    if (folder / "game.py").is_file():
        game = get_game(folder.name.replace("_", "-"))
        asked |= {kind.text for kind in game.overlays} | {move.label for move in game.hand if move.label}
        fares = [game.fares, *game.fares_of.values()]
        asked |= {word for one in fares for word in (*one[:-1], *one.each.values()) if word}
        counts = measures.own_measures(game).counts
        asked |= {entry.text for entry in counts.values()} | counts.keys()
        asked |= {f"{purpose_words(one.name.lower())} die" for one in game.purpose}
    assert sorted(asked - words_in(folder, language).keys()) == []


WHERE = {"say": 0, "called": 0, "translated": 1, "worded": 1}
"""Which argument of a call is the English word."""


def looked_up(code: ast.AST) -> Iterable[str]:
    """What is asked of the game's words: literals in the calls, what a scene shows, and tables of steps."""
    for node in ast.walk(code):
        called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if isinstance(node, ast.Call) and called in WHERE:
            yield from literals(node.args[WHERE[called]])
        elif isinstance(node, ast.Dict) and node.keys and all(_is_step(key) for key in node.keys):
            yield from (word for value in node.values for word in literals(value))
        elif isinstance(node, ast.Call) and called.startswith("Scene"):
            yield from (word for one in node.keywords if one.arg in READ for word in literals(one.value))
        elif isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):  # of facts
            yield from (word for one in node.value.elts for word in literals(one))


def _is_step(key: ast.expr | None) -> bool:
    return isinstance(key, ast.Attribute) and isinstance(key.value, ast.Name) and key.value.id == "Phase"


def literals(word: ast.expr) -> Iterable[str]:
    """The words of a literal, or of both of which one is chosen; keys of sentences are none."""
    if isinstance(word, ast.IfExp):
        yield from (*literals(word.body), *literals(word.orelse))
    elif isinstance(word, ast.Constant) and isinstance(word.value, str) and re.search("[a-z]", word.value):
        yield word.value


@pytest.mark.parametrize(("folder", "language"), OFFERED)
def test_no_english_word_is_left_in_a_sentence(folder, language):
    """Of languages in other letters."""
    sentences: list[str] = []
    for file in ("texts", "board", "words"):
        sentences += said_in(folder, language, file).values()
    assert left_in_english(sentences) == []
    assert said_in(folder, language, "texts").keys() - read_texts(folder).keys() == set(), "none is left over"


@pytest.mark.parametrize(("folder", "language"), SAID)
def test_no_english_word_is_left_in_what_is_told(folder, language):
    assert left_in_english(said_in(folder, language, "texts").values()) == []


class Name(str):
    """A name, with which words of a sentence agree."""

    def __format__(self, spec):
        return agreeing(spec, Agreement.ONE) if spec else str(self)


@pytest.mark.parametrize(("folder", "language"), SAID)
def test_sentences_with_none_one_two_and_many(folder, language):
    for key, sentence in said_in(folder, language, "texts").items():
        for number in (0, 1, 2, 5, 11, 21):
            numbers = {"amount": Count(number), "value": Length(number), "hundredths": Length(number)}
            said = sentence.format(**dict.fromkeys(fields(sentence), Name("А")) | numbers)
            part = key.startswith(("OFFER_", "LINE_", "PROMPT_OVER"))  # of a sentence, of a table
            assert "{" not in said and "|" not in said and (part or said[-1] in ".?!"), key


def test_options_are_worded_when_they_are_shown():
    """A program that speaks Russian tells an English reader of them in English."""
    speak("ru")
    english = [option.text for option in read_options(ROOT / "batalist")]
    assert not re.search("[А-я]", " ".join(english))
    assert re.search("[А-я]", translated(ROOT / "batalist", english[0]))


def test_what_a_language_lacks_is_said_in_english():
    speak("ru")
    assert translated(ROOT / "dba", "no word of this game") == "no word of this game"


@pytest.mark.parametrize(
    ("number", "said"),
    [(0, "0 фигур"), (1, "1 фигура"), (2, "2 фигуры"), (4, "4 фигуры"), (5, "5 фигур"), (11, "11 фигур"),
     (12, "12 фигур"), (21, "21 фигура"), (104, "104 фигуры"), (112, "112 фигур")],
)  # fmt: skip
def test_counting_in_three_forms(number, said):
    assert count_in_forms(number, "фигура|фигуры|фигур") == said == f"{Count(number):фигура|фигуры|фигур}"
    assert count_in_forms(number, "фигура|фигуры|фигур|ни одной") == (said if number else "ни одной")


def test_the_command_line_chooses_a_language(capsys):
    assert all_languages() == (ENGLISH, "ru")
    assert run(["rules", "--language", "xx"]) == 2
    assert "expected en or ru, found 'xx'" in capsys.readouterr().err
    assert run(["rules", "--language=ru"]) == 0
    assert translated(ROOT / "batalist", "Knights") == "Рыцари"


def said_by_the_house() -> set[str]:
    """What commands and the floors below them say in the house's own words: of calls of ``gettext`` and ``counted``."""
    found = {*COMMANDS.values(), *MISUSED.values()} | {line for line in HELP.splitlines() if len(line) > 1}
    found -= {line for line in found if line == "{commands}" or line.startswith("  sandtable")}
    for file in ROOT.parent.rglob("*.py"):
        text = file.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if re.search(r"(gettext|counted|count_words)\(", text) else ():
            called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if isinstance(node, ast.Call) and called in ("gettext", "counted", "count_words"):
                word = node.args[called != "gettext"]
                if isinstance(word, ast.Constant):
                    found.add(str(word.value) if called == "gettext" else f"1 {word.value}")
    return found | words_that_are_looked_up() | words_of_every_help()


def words_of_every_help() -> set[str]:
    """What ``sandtable COMMAND --help`` prints of each command."""
    found = set(PARSERS)
    for name in COMMANDS:
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(name)(importlib.import_module(f"sandtable.cli.{name}").main)
        found |= set(words_of_help(typer.main.get_command(app)))
    return found


def words_that_are_looked_up() -> set[str]:
    """What ``gettext_word`` is asked for: of tables, of calls, and what the fields of files say of themselves."""
    found = {*EXPECTED.values(), *KINDS.values(), DIRECTORY, OTHER, *REASONS.values(), *NEEDS.values(), *machine()}
    found |= {*rosters.OUT.values(), *rosters.STATES.values(), chat.ASKS, *own.FAULTS, *ladder.WORDS.values()}
    found |= {*STANDS_WRONG.values(), *(words for _, words in FATE_OF.values())}
    games = list(map(get_game, built_in()))
    features = [one for game in games for verb in game.verb for one in features_of(game.folder, verb.name)]
    features += [one for game in games for one in read_features(game.folder)]
    found |= {words for one in features for words in (one.words, one.opposite) if words}
    found |= {
        measures.BY_GENERAL,
        measures.BY_A_GENERAL,
        *(text for _, _, text in (*measures.BY_SIDE, *measures.OF_ALL)),
    }
    found |= {name.replace("_", " ") for name, _, _ in (*measures.BY_SIDE, *measures.OF_ALL)} | {measures.FORCED}
    found |= {why.value for why in Why} | {"yes", "no"}
    found |= {f"1 {game.unit}" for game in map(get_game, built_in())} | sentences_of_the_server()
    found |= {key.capitalize() for key in GENERALS} | {general.text for general in GENERALS.values()}
    found |= set(re.findall(r"\"({who} [^\"]+)\"", Path(rosters.__file__).read_text("utf-8")))
    warming = (ROOT.parent / "server" / "warmup" / "warmup.py").read_text("utf-8")
    found |= set(re.findall(r"(?:note=|note = |\"failed\", )\"([A-Z][^\"]+)\"", warming))
    for file in ROOT.parent.rglob("*.py"):
        text = file.read_text("utf-8")
        if any(call in text for call in ("gettext_word(", "Field(", "word_field(", "Figure(", *REFUSED)):
            found |= {word for call in ast.walk(ast.parse(text)) for word in _looked_up(call, file)}
    return found - {FILE}


def _looked_up(call: ast.AST, file: Path) -> Iterable[str]:
    """The words of one call that are looked up later."""
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return
    asked: list[ast.expr] = []
    if call.func.id == "gettext_word":
        asked = [call.args[0].body, call.args[0].orelse] if isinstance(call.args[0], ast.IfExp) else call.args[:1]
    elif call.func.id == "Field" and file.name != "editing.py":  # of the makers' editor.toml
        asked = [word.value for word in call.keywords if word.arg == "description"]
    elif call.func.id == "word_field":
        asked = call.args[5:6]
    elif call.func.id == "Figure" and file.name == "bench.py":
        asked = [call.args[0], call.args[2]]
    elif call.func.id in REFUSED:
        asked = call.args[REFUSED[call.func.id] :][:1]
    for word in asked:
        if isinstance(word, ast.Constant):
            yield str(word.value)


REFUSED = {"Refusal": 1, "refused": 1, "No": 2}
"""Which argument of them is a sentence, which is looked up where it is said."""


def sentences_of_the_server() -> set[str]:
    """Those that stand beside the calls of ``REFUSED``."""
    places = (app, live_battle, lobby, undo_consent)
    said = {word for place in places for name, word in vars(place).items() if name.isupper() and str(word)[-1:] == "."}
    return said | set(app.UNTOLD.values())


ERRORS = {"InputError", "NotationError", "Unreadable", "CapacityError", "DiceNeeded", "SaveMismatch", "UnknownGame"}
LOOKED_UP = {"gettext", "gettext_word", "expected", "instead", "did_you_mean", "place"}
UNSAID = (
    "compiler",
    "kernel",
    "errors.py",
    "table/rulebook.py",
    "table/battle.py",
    "table/engine.py",
    "batch",
    "envs",
    "generals/playouts.py",
)
"""Where errors are said in English alone: outlines that are none, coverage of code, an action beyond all bounds, and
what only programs call (arrays of the wrong shape)."""


def said_in_english_alone(node: ast.AST) -> Iterable[str]:
    """Words of an error that do not go through the house's table: two and more in a row."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in LOOKED_UP:
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        words = re.sub(r"sandtable [a-z ]+: ", "", node.value)
        yield from [words] if re.search(r"[a-z]+,? [a-z]+", words) else []
    for part in ast.iter_child_nodes(node):
        yield from said_in_english_alone(part)


def test_no_refusal_of_the_house_or_of_a_game_in_two_languages_is_in_english_alone():
    house = [file for file in ROOT.parent.rglob("*.py") if not file.is_relative_to(ROOT) or file.parent == ROOT]
    games_too = [file for folder in ROOT.iterdir() if folder.is_dir() for file in folder.rglob("*.py")]
    left = []
    for file in (*house, *games_too):
        if not str(file.relative_to(ROOT.parent)).startswith(UNSAID):
            for call in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ERRORS:
                    left += [f"{file.name}: {words}" for part in call.args for words in said_in_english_alone(part)]
                elif "laying" in file.parts and isinstance(call, ast.Yield) and call.value:  # of faults
                    left += [f"{file.name}: {words}" for words in said_in_english_alone(call.value)]
    assert left == []


@pytest.mark.parametrize("language", [language for language in all_languages() if language != ENGLISH])
def test_no_sentence_of_the_house_is_missing_or_left_over(language):
    words, said = catalogue(language), said_by_the_house()
    assert sorted(said - set(words)) == [] and sorted(set(words) - said) == []
    assert [english for english, other in words.items() if fields(english) != fields(other)] == []


def test_commands_refuse_in_the_language_spoken(capsys):
    for asked, told in (
        (["shwo"], "sandtable: нет команды 'shwo'; может быть, `sandtable show`?"),
        (["verify"], "sandtable: verify: не хватает аргумента 'SAVE'; подробнее — `sandtable verify --help`."),
        (["army", "lists", "elves", "--game", "batalist"], "нет списка армии 'elves'"),
        (["show", "C9", "--game", "batalist"], "в игре Batalist нет сценария 'C9'"),
        (["rules", "chess"], "Нет игры 'chess'; есть "),
        (
            ["rules", "batalist", "ZZZ-1"],
            "В игре Batalist нет пункта с номером или словами 'ZZZ-1'; её главы — GEN (Назн",
        ),
        (["rules", "batalist", "REC-66"], "В игре Batalist нет пункта 'REC-66'; похожи REC-"),
        (["tune", "batalist", "--set", "x"], "tune: нет такой настройки: --set; есть --seed, --side; подробнее"),
        (["roster", "mend", "band.toml"], "команда sandtable roster знает new, check, bring, after, а не 'mend'"),
        (["tune", "batalist", "--side", "south"], "--side: назовите сценарий, в котором она сражается: --scenario"),
        (
            ["duel", "batalist", "--generals", "quick"],
            "в игре batalist 2 стороны (south, north), поэтому нужно 2 компьюте",
        ),
        (["bench", "chess"], "Нет игры 'chess'; есть "),
        (["compile", "chess"], "Нет игры 'chess'; есть "),
        (["bench", "dba", "chess"], "bench: лишний аргумент (chess); подробнее — "),
        (["show", "--game", "batalist", "none.yaml"], "none.yaml: такого файла нет"),
        (["--language", "xx", "rules"], "--language: нужно: en или ru; найдено: 'xx'"),
    ):
        assert run(["--language", "ru", *asked]) == 2 and told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("mvoe A1 to 1,1", ">>mvoe<< A1 to 1,1: строка начинается с одного из слов deploy, give, "),
        ("move A99 to 1,1", "move >>A99<< to 1,1: нет фигуры 'A99'; может быть, A9?."),
        ("move A1 to", "move A1 >>to<<: за 'to' нужно одно слово, а там ничего нет."),
        (
            "turn A1 to 1,1 facing up",
            "направление — это N, E, S, W или градусы по часовой стрелке от севера, а не 'up'.",
        ),
        ("charge A1", "charge A1: для charge не названо: at."),
    ],
)
def test_a_wrong_line_of_notation_is_refused_in_the_language_spoken(line, told):
    speak("ru")
    with pytest.raises(NotationError) as error:
        sandtable.new("batalist", "C1").action(line)
    assert told in str(error.value)


def test_a_case_is_as_expected_in_any_language(capsys):
    """What it expects is written in English: parts of sentences, one with a side in it; and who batters has no foe."""
    cases = [f"{ROOT.parents[2]}/casebook/batalist/{name}.yaml" for name in ("47-the-gate-falls", "51-a-disputed-case")]
    assert run(["--language", "ru", "adjudicate", *cases]) == 0
    said = capsys.readouterr().out
    assert "2 задачи: как ждали — 2, не так — 0, негодных — 0" in said and "None" not in said


def test_a_table_that_was_laid_in_one_language_is_named_anew_in_another():
    for language, side in (("ru", "Лига Вольных Марок"), (ENGLISH, "League of the Free Marches")):
        speak(language)
        assert sandtable.new("batalist", seed=1).names.sides[0] == side
