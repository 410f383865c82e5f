"""What is counted in Russian sentences: its case after a bound, and no word beside it that agrees with one alone."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator

import pytest

import sandtable
from sandtable.games import get_game
from sandtable.games.common.amounts import Agreement, Count, Length, agreeing
from sandtable.games.flash_flood.clauses import FOLDER
from sandtable.games.language import cores_of, said_in, translated, words_in
from sandtable.games.rulebook import read_texts
from sandtable.games.scene import reworded
from sandtable.table.log_entries import UNIT
from sandtable.translation import speaking

(CORE,) = cores_of(FOLDER)

GAMES = ("batalist", "flash-flood", "pursuit")

BOUNDS = {"до", "больше", "меньше", "дальше", "ближе", "после", "из", "от", "хватает"}
"""Words after which what is counted stands in the genitive."""

OF_A_SUM = {"можно", "нужно", "только", "место"}
"""Words that end like a verb of the neuter and are none, or are followed by what is sought."""

COUNTED = re.compile(r"(\w+) \{\w+:(?:over |under )?([^}|]+\|[^}|]+\|[^}]+)\}")


def sentences(key: str) -> Iterator[tuple[str, str]]:
    """Every sentence of a game and its cores in Russian, by its key."""
    folder = get_game(key).folder
    for place in (*cores_of(folder), folder):
        for file in ("texts", "board", "words"):
            yield from ((key, text) for key, text in said_in(place, "ru", file).items() if isinstance(text, str))


@pytest.mark.parametrize("key", GAMES)
def test_after_a_bound_stands_the_genitive(key: str) -> None:
    """До 1 дюйма, до 2 дюймов: of the genitive the second form and the third are one; of the nominative they differ."""
    checked = 0
    for code, text in sentences(key):
        for before, forms in COUNTED.findall(text):
            one, few, many = forms.split("|")[:3]
            if before in BOUNDS:
                assert few == many != one, (code, text)
                checked += 1
    assert checked >= 3


@pytest.mark.parametrize("key", GAMES)
def test_no_verb_of_the_neuter_counts_things(key: str) -> None:
    """Осталось 5 ран, but осталась 1 рана: the number stands behind a dash, or in another sentence."""
    for code, text in sentences(key):
        for before, _ in COUNTED.findall(text):
            assert before in OF_A_SUM or not re.search(r"(ось|но|ло|то)$", before), (code, text)


@pytest.mark.parametrize("key", GAMES)
def test_no_verb_in_the_masculine_speaks_of_a_figure(key: str) -> None:
    """A Gargoyle and Ysolde are feminine: past forms of who acts stand in forms that agree."""
    past = r"\w*(?:[аеиоуыя]л|лся|нёс|[ае]н|ён)"
    for code, text in sentences(key):
        told = re.findall(rf"\{{(?:actor|other|who)\}} ({past})\b", text)
        told += re.findall(rf"\b({past}) \{{(?:actor|other|who)\}}", text)
        assert told == [], (code, text)


@pytest.mark.parametrize(
    ("number", "nominative", "genitive"),
    [(0, "0 дюймов", "0 дюймов"), (1, "1 дюйм", "1 дюйма"), (2, "2 дюйма", "2 дюймов"), (2.5, "2,5 дюйма", "2,5 дюйма"),
     (5, "5 дюймов", "5 дюймов"), (21, "21 дюйм", "21 дюйма")],
)  # fmt: skip
def test_lengths_in_both_cases(number: float, nominative: str, genitive: str) -> None:
    """Of a part the genitive of one is said in either case: 2,5 дюйма, не дальше 2,5 дюйма."""
    with speaking("ru"):
        assert f"{Length(number):дюйм|дюйма|дюймов}" == nominative
        assert f"{Length(number):дюйма|дюймов|дюймов}" == genitive


@pytest.mark.parametrize(
    ("language", "words"), [("en", ["2.5 cm", "38.4", "1.1 inches"]), ("ru", ["2,5 см", "38,4", "1,1 дюйма"])]
)
def test_parts_have_the_mark_of_the_language(language: str, words: list[str]) -> None:
    """A length with its unit, one without, and one beyond a limit."""
    beyond = Length(1.04)
    beyond.limits = (1.0,)
    with speaking(language):
        assert [f"{Length(2.5):cm}", f"{Length(38.4)}", f"{beyond:over inch}"] == words


@pytest.mark.parametrize(
    ("game", "scenario", "options"),
    [
        ("dbaix", "feast", {}),
        ("dba", "first-lesson", {}),
        ("dba", "romans-and-gauls", {}),
        ("pursuit", "chase", {}),
        ("flash-flood", "charges-in-the-nest", {}),
        ("inter-arma", "ford", {}),
        ("batalist", "C1", {"deployment": "ready_made"}),
    ],
)
def test_actions_and_cards_have_the_mark_of_the_language(game: str, scenario: str, options: dict[str, str]) -> None:
    """What may be done in the first decisions of a battle, and what its table says, is told with commas."""
    said: list[str] = []

    def read(words: str) -> str:
        said.append(words)
        return words

    chosen = random.Random(1)
    with speaking("ru"):
        battle = sandtable.new(game, scenario, seed=5, options=options)
        for _ in range(10):
            said += [action.label for action in battle.legal()]
            reworded(battle.scene(), read)
            battle.play(chosen.choice(battle.legal()))
    assert len(said) > 50
    assert [words for words in said if re.search(r"\d\.\d", words)] == []


class Name(str):
    """A name in a sentence, and with forms the one of its gender."""

    agrees = Agreement.ONE

    def __format__(self, spec: str) -> str:
        return agreeing(spec, self.agrees) if spec and spec != UNIT else str(self)


@pytest.mark.parametrize(
    ("code", "amount", "said"),
    [
        ("STRIKES", 0, "Ада бьёт: ни одной раны. Цель — Ада."),
        ("STRIKES", 1, "Ада бьёт: 1 рана. Цель — Ада."),
        ("STRIKES", 2, "Ада бьёт: 2 раны. Цель — Ада."),
        ("STRIKES", 5, "Ада бьёт: 5 ран. Цель — Ада."),
        ("IS_WOUNDED", 1, "Ада: ранена, Ран осталось — 1."),
        ("HITS", 2, "Ада попадает: 2 раза. Цель — Ада."),
        ("CHARGE_LIES", 0, "Там лежит заряд, который несла Ада."),
        ("WHOLE_UNIT", 1, "Ада: отряд ставят целиком, а здесь не хватает 1 модели."),
        ("WHOLE_UNIT", 2, "Ада: отряд ставят целиком, а здесь не хватает 2 моделей."),
        ("COMBAT_IS_DRAWN", 0, "Раунд вничью, ран с каждой стороны — 0."),
        ("CHARGES_PLANTED", 1, "Имперцы: заложенных зарядов — 1."),
        ("NEAR_ENEMY", 1, "Ада: до противника 0,5 дюйма, а нужно больше 1 дюйма. Там Ада."),
    ],
)
def test_sentences_by_hand(code: str, amount: int, said: str) -> None:
    name = Name("Ада")
    name.agrees = Agreement.SHE
    fields = {"actor": name, "other": name, "side": "Имперцы", "amount": Count(amount), "value": Length(0.5)}
    with speaking("ru"):
        assert read_texts(FOLDER)[code].format(**fields) == said


def test_everybody_of_the_core_has_a_name_in_russian() -> None:
    """A profile that only cases use is a figure like any other."""
    names = {
        str(entry["name"]) for entry in tomllib.loads((CORE / "data" / "profiles.toml").read_text("utf-8")).values()
    }
    known = {name for key in ("flash-flood", "pursuit") for name in words_in(get_game(key).folder, "ru")}
    assert len(names) > 20 and names - known == set()


def test_a_letter_stays_behind_its_word() -> None:
    with speaking("ru"):
        assert translated(FOLDER, "Squad A") == "Отряд A" and translated(FOLDER, "Squad b") == "Squad b"
