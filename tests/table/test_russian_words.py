"""Russian sentences agree with names and numbers, and house rules, cases and the editor are said in Russian whole."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sandtable import games
from sandtable.cli.adjudicate import _shared_marks, plain_text
from sandtable.files import load_yaml
from sandtable.games import built_in, get_game
from sandtable.games.common.amounts import Agreement, Count, Length, agreeing, agreement_of
from sandtable.games.common.names import in_words
from sandtable.games.common.options import read_options
from sandtable.games.game import FigureName
from sandtable.games.language import said_in, switch_words
from sandtable.table.cases import adjudicate, answer, laid_case
from sandtable.translation import ENGLISH, VARIABLE, speak, speaking

ROOT = Path(games.__file__).parent
PROJECT = ROOT.parents[2]
SAID = sorted(file.parents[2] for file in ROOT.glob("*/data/ru/switches.toml"))
"""Games and cores that name their house rules in Russian."""


@pytest.fixture(autouse=True)
def _english_again(monkeypatch):
    """Whatever a test speaks, those after it speak English."""
    monkeypatch.setenv(VARIABLE, ENGLISH)


class Called(str):
    """A Russian name, with which words of a sentence agree by how it ends."""

    def __format__(self, spec):
        return agreeing(spec, agreement_of(self)) if spec else str.__format__(self, "") + " (A)"


@pytest.mark.parametrize(
    ("game", "key", "name", "number", "said"),
    [
        ("dba", "CAMP_CAPTURED", "Мечи", 1, "Мечи (A) берут вражеский лагерь; он считается за 1 потерянный элемент."),
        ("dba", "CAMP_CAPTURED", "Орда", 2, "Орда (A) берёт вражеский лагерь; он считается за 2 потерянных элемента."),
        ("dba", "CAMP_STORMED", "Рыцари", 0, "Рыцари (A) берут лагерь приступом и сразу входят."),
        ("dba", "CAMP_STORMED", "Варварский отряд", 0, "Варварский отряд (A) берёт лагерь приступом и сразу входит."),
        ("dba", "RUNS", "Лёгкая конница", 0, "Лёгкая конница (A) бежит."),
        ("dba", "RUNS", "Застрельщики", 0, "Застрельщики (A) бегут."),
        ("dba", "NEVER_ASSAULTS_CAMP", "Боевые повозки", 0,
         "Боевые повозки (A) коснутся вражеского лагеря; артиллерия и боевые повозки туда не идут."),
        ("dba", "DOES_NOT_COUNT", "Обозники", 0, "Обозники (A) в потери не идут."),
        ("dba", "SHORE_TOO_FAR", "", 2, "Берег лежит от 2 до 2 пасов от края."),
        ("dba", "COUNTS_AS_LOST", "Мечи", 5, "Мечи (A) — в потери; всего у стороны 5 элементов."),
        ("dbaix", "TOO_FAR", "Житель", 5, "Житель (A): путь — 5,1 дюйма, а можно 5 дюймов."),
        ("dbaix", "TOO_FAR", "Житель", 1, "Житель (A): путь — 1,1 дюйма, а можно 1 дюйм."),
        ("dbaix", "CAPTIVE_PASSES", "Бактерия", 0, "Бактерия (A) в плену; новый страж — Бактерия (A)."),
        ("dbaix", "RELEASED", "Бактерия", 0, "Бактерия (A): снова свободна."),
        ("dbaix", "WINS", "", 0, "Победа: Галлы, 0 очков."),
        ("dbaix", "WINS", "", 21, "Победа: Галлы, 21 очко."),
        ("inter_arma", "IS_KILLED", "Анна", 0, "Анна (A): убита."),
        ("inter_arma", "IS_KILLED", "Вождь", 0, "Вождь (A): убит."),
        ("inter_arma", "CLOSES_RANKS", "Воин", 2, "Воин (A): строй сомкнут, 2 фигуры."),
        ("inter_arma", "CLOSES_RANKS", "Воин", 5, "Воин (A): строй сомкнут, 5 фигур."),
        ("inter_arma", "CLASS_AIMS", "Лучник", 1, "Лучник (A): класс стрелка: +1."),
        ("inter_arma", "GROUND_COVERS", "Лучник", -1,
         "Лучник (A): цель прикрыта пшеницей или густым лесом: -1."),
    ],
)  # fmt: skip
def test_words_agree_with_names_and_numbers(game, key, name, number, said):
    sentence = said_in(ROOT / game, "ru", "texts")[key]
    speak("ru")
    value = Length(number + 0.02 if "over" in sentence else number)
    value.limits = (number,)
    words = {"actor": Called(name), "other": Called(name), "side": "Галлы", "amount": Count(number), "value": value}
    assert sentence.format(**words, hundredths=Length(number)) == said


SINGULAR = re.compile(r"\{(?:actor|other)\}:? (?:не )?(?!счёт)[а-яё]+(?:ет|ёт|ит|ется|ится|ётся)\b")
"""A name, and behind it a verb that is of one thing alone."""


def test_no_verb_of_troops_is_of_one_thing_alone():
    """Мечи, рыцари and боевые повозки are many: their verbs agree with them."""
    sentences = said_in(ROOT / "dba", "ru", "texts")
    assert {key: text for key, text in sentences.items() if SINGULAR.search(text)} == {}


@pytest.mark.parametrize(
    ("name", "russian", "agrees"),
    [
        ("Blades", "Мечи", Agreement.MANY),
        ("Hordes", "Орда", Agreement.SHE),
        ("Warband", "Варварский отряд", Agreement.ONE),
        ("Анна", "Анна", Agreement.SHE),
        ("Стражи", "Стражи", Agreement.MANY),
        ("Black Riders", "Black Riders", Agreement.MANY),
    ],
)
def test_a_name_agrees_by_the_letters_in_which_it_is_read(name, russian, agrees):
    english = FigureName("A", name, "4Bd", "blades", "B", Agreement.MANY)
    assert in_words(english, ROOT / "dba") == english
    speak("ru")
    found = in_words(english, ROOT / "dba")
    assert (found.name, found.agrees) == (russian, agrees)


def test_a_tie_is_said_once_of_both():
    """Two Blades of one factor: equal on six of 36 throws, which is one outcome with one sentence."""
    figures = [
        {"id": "A", "is": "4Bd", "side": "red", "front": [1500, 1500], "facing": "N"},
        {"id": "B", "is": "4Bd", "side": "blue", "front": [1500, 1500], "facing": "S"},
    ]
    _, battle = laid_case({"game": "dba", "phase": "combat", "figures": figures}, "test")
    for language, words in (("en", "are equal"), ("ru", "равны")):
        with speaking(language):
            said = [(one.text, one.probability) for one in battle.odds("fight A B").outcomes if words in one.text]
        [(text, chance)] = said
        assert (text.count(words), chance) == (1, Fraction(6, 36))


@pytest.mark.parametrize("case", ["dba/01*", "dbaix/02-*", "inter-arma/72*"])
def test_no_english_word_is_left_in_an_answer_to_a_case(case):
    """But what stands in the case, and the action as it is written."""
    [file, *_] = sorted((PROJECT / "casebook").glob(f"{case}.yaml"))
    speak("ru")
    said = plain_text(adjudicate(file)).splitlines()[1:]
    lines = [line for line in said if not re.match(r"  (\d+\. |Ответ:)", line)]
    kept = re.compile(r"\[[A-Z0-9-]+\]|\bPIP\b|\b[A-Z]+\d*\b")
    assert [line for line in lines if re.search("[A-Za-z]{2,}", kept.sub("", line))] == [] and len(lines) > 5


def test_every_game_names_its_house_rules():
    assert sorted({file.parents[1] for file in ROOT.glob("*/data/options.toml")}) == SAID


@pytest.mark.parametrize("folder", SAID, ids=lambda folder: folder.name)
def test_every_house_rule_and_each_of_its_values_has_words(folder):
    """But numbers, and yes and no, which the house says; and no word is left of a rule or a value that is gone."""
    said = said_in(folder, "ru", "switches")
    known = {option.key: {"name", *option.values} for option in read_options(folder)}
    for key, words in known.items():
        own = {value for value in words - {"yes", "no"} if not value.replace(".", "").isdecimal()}
        assert own <= said[key].keys() <= words, key
    assert said.keys() == known.keys()
    texts = [text for words in said.values() for text in words.values()]
    assert [text for text in texts if re.search("[A-Za-z]{2,}", re.sub(r"\b(PIP|DBA|WADBAG)\b", "", text))] == []


@pytest.mark.parametrize(
    ("game", "key", "value", "english", "russian"),
    [
        ("dba", "camp_size", "", "camp size", "наибольший лагерь"),
        ("dba", "camp_size", "six", "six", "шесть"),
        ("dba", "group_retire", "no", "no", "нет"),
        ("dba", "against_bad_going", "no", "no", "без потери"),
        ("dba", "last_bound", "40", "40", "40"),
        ("flash_flood", "mine_ap", "", "mine ap", "бронебойность осколочной мины"),
        ("pursuit", "edition", "4", "4", "четвёртая"),
    ],
)
def test_house_rules_are_said_in_words(game, key, value, english, russian):
    assert switch_words(ROOT / game, key, value) == english
    speak("ru")
    assert switch_words(ROOT / game, key, value) == russian


CALLED = dict(
    re.findall(r"^  (\w+): '([^']+)',$", (PROJECT / "web/src/editor/schema.ts").read_text("utf-8"), re.MULTILINE)
)
"""Fields whose name alone says too little, as the editor words them."""


def words_in(schema: Any) -> set[str]:
    """The fields that a model has, and the words that they may say."""
    if isinstance(schema, list):
        return set().union(*map(words_in, schema))
    if not isinstance(schema, dict):
        return set()
    fields = schema.get("properties", {})
    found = set(fields) if isinstance(fields, dict) else set()
    found |= {word for word in (*schema.get("enum", ()), schema.get("const")) if isinstance(word, str)}
    return found.union(*map(words_in, schema.values()))


@pytest.mark.parametrize("key", built_in())
def test_the_editor_says_every_field_and_every_word_of_a_file(key):
    editing, words = get_game(key).editing, PROJECT / "web/src/languages"
    said = [word for name in ("ru.json", "ru/editor.json") for word in json.loads((words / name).read_text("utf-8"))]
    assert editing is not None
    words = words_in([editing.scenario.model_json_schema(), editing.case.model_json_schema()]) - {key, "", "dbaix"}
    assert "figures" in words or "south" in words or "imperials" in words
    assert {word for word in words if CALLED.get(word, word.replace("_", " ")) not in said} == set()


def test_a_house_rule_is_called_so_everywhere():
    """Players set house rules; the laboratory, the commands and the rulebooks have no other word for them."""
    files = [*(PROJECT / "src/sandtable").rglob("ru*/**/*.toml"), *(PROJECT / "src/sandtable").rglob("ru.toml")]
    files += (PROJECT / "web/src/languages").rglob("*.json")
    assert len(files) > 30
    assert [path.name for path in files if "переключател" in path.read_text("utf-8").lower()] == []


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["PIPs left 2; points: Red 0, Blue 0", "Blue to decide: 2 PIPs left. Move an element"]),
        ("ru", ["осталось PIP: 2; очки: Красные 0, Синие 0", "решает сторона Синие: осталось 2 PIP. Двиньте элемент"]),
    ],
)
def test_sides_are_called_by_their_names_and_once(language, lines):
    """The keys of the sides are red and blue; what is asked begins with the name."""
    [file] = (PROJECT / "casebook").glob("dba/04-*.yaml")
    case = load_yaml(file)
    case["final"] = {"side": "red", "points": {"blue": 1}}
    with speaking(language):
        said = plain_text(answer(case, str(file))).splitlines()
    assert all(any(line.startswith(f"    {begun}") for line in said) for begun in lines)
    assert [line for line in said[1:] if re.search(r"\b(red|blue)\b", line)] == []


def test_the_marks_that_all_games_share_are_said_in_the_language_spoken():
    """Read once in each language, however many marks there are."""
    kept = {}
    for language, word in (("en", "engaged"), ("ru", "в схватке")):
        with speaking(language):
            kept[language] = _shared_marks()
            assert kept[language]["engaged"] == word and _shared_marks() is kept[language]
    assert kept["en"].keys() == kept["ru"].keys()
