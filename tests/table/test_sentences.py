"""Every sentence of every game as a player reads it: rendered with none, one and two of what it counts."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from typing import Any

import pytest

import sandtable
from sandtable.games import get_game
from sandtable.games.common.amounts import Agreement, agreeing, several
from sandtable.games.rulebook import read_texts
from sandtable.table.log_entries import Count, Length

COUNTED = re.compile(r"\{(?:amount|hundredths|value):(?:over |under )?([A-Za-z][A-Za-z ]+)\}")
GAMES = ("batalist", "dba", "dbaix", "flash-flood", "inter-arma", "pursuit")
ENDS_IN_S = {"is", "has", "was", "less", "across", "as", "its", "this"}
"""Words in s after a number that are no plural."""


def sentences() -> list[Any]:
    """Key and sentence of every game's texts but those that scenes fill with words: prompts, offers, results."""
    return [
        pytest.param(game, key, id=f"{game}-{key}")
        for game in GAMES
        for key in sorted(read_texts(get_game(game).folder))
        if not key.startswith(("PROMPT_", "OFFER_", "RESULT_", "LINE_"))
    ]


class Name(str):
    """A name, with which words of a sentence agree: it is one."""

    def __format__(self, spec: str) -> str:
        return agreeing(spec, Agreement.ONE) if "|" in spec else str(self)


@cache
def names_of(game: str) -> tuple[str, str, str]:
    """Two figures and a side of the game's first scenario, as its log names them."""
    lexicon = sandtable.new(game, seed=1).engine.lexicon
    return lexicon.figure_name(0), lexicon.figure_name(1), lexicon.side_name(0)


def said(sentence: str, game: str, number: int) -> str:
    """The sentence with this number for all that it counts and measures."""
    actor, other, side = names_of(game)
    said = {"actor": Name(actor), "other": Name(other), "side": side, "item": "the pay-chest", "x": 0.0, "y": 0.0}
    said |= {"amount": Count(number), "hundredths": Length(number), "value": Length(number)}
    own = defaultdict(lambda: "Move", said)  # a game may have words of its own: the name of a card, of a place
    return sentence.format_map(own)


@pytest.mark.parametrize(("game", "key"), sentences())
def test_a_sentence_is_good_english_with_none_one_two_and_five(game: str, key: str) -> None:
    sentence = read_texts(get_game(game).folder)[key]
    for number in (0, 1, 2, 5):
        text = said(sentence, game, number)
        assert "{" not in text and "  " not in text and not text.endswith(".."), text
        begins = text[0].isupper() or text[0].isdigit() or text[0] == "–"  # a die that there is none of
        assert text[-1] in ".:?!" and begins, text
        for noun in re.findall(rf"(?<![\w.,-]){number} ([a-z]+)", text):
            if number == 1:
                assert not noun.endswith("s") or noun in ENDS_IN_S, text
        for noun in COUNTED.findall(sentence):
            if noun == "dice" or several(noun) == noun:  # they are shown, not counted; and cm is one and many alike
                continue
            plural = re.search(rf"(?<![\w.])({number or '0|no'}) {several(noun)}\b", text)
            assert (plural is None) == (number == 1), text
        if number == 1:
            assert not re.search(r"(?<![\w.])1 (\w+ )?are\b", text), text


def test_lengths_in_whole_numbers_never_read_as_the_limit_that_they_pass() -> None:
    assert f"{Length(200.3):over pace}" == "201 paces"
    assert f"{Length(199.9):under pace}" == "199 paces"
    assert f"{Length(200.0000001):over pace}" == f"{Length(199.9999999):under pace}" == "200 paces"
    assert f"{Length(9.0003):over inch}" == "9 inches"  # nine inches aslant, on the lattice, against a limit of four
    assert f"{Length(8.04):over inch}" == "8.1 inches" and f"{Length(12.34):over inch}" == "12.3 inches"
    assert f"{Length(1.2):pace}" == "1 pace"
    assert f"{Length(0.2):pace}" == "0 paces"


class Troops(str):
    """Troops as a log names them, with which words of a sentence agree."""

    def __new__(cls, name: str, agrees: Agreement) -> Troops:
        made = super().__new__(cls, name)
        made.agrees = agrees
        return made

    def __format__(self, spec: str) -> str:
        return agreeing(spec, self.agrees) if "|" in spec else str.__str__(self)


ONE, MANY = Troops("Sir Guy (G)", Agreement.ONE), Troops("Blades (A)", Agreement.MANY)


@pytest.mark.parametrize(
    ("key", "actor", "said"),
    [
        ("CAMP_STORMED", MANY, "Blades (A) storm the camp and move in at once."),
        ("CAMP_STORMED", ONE, "Sir Guy (G) storms the camp and moves in at once."),
        ("IS_ENGAGED", MANY, "Blades (A) are in contact with an enemy: they neither shoot nor are shot at."),
        ("IS_ENGAGED", ONE, "Sir Guy (G) is in contact with an enemy: it neither shoots nor is shot at."),
        ("OVERLAPPED_AT_SIDE", MANY, "Knights (K) overlap Blades (A), side edge to side edge: 1."),
        ("TURNS_AWAY", ONE, "Sir Guy (G) is in Knights (K)'s zone of control and would turn away from them."),
        ("GROUP_MOVES", MANY, "Blades (A) and their group move, for 1 PIP."),
        ("RUNS_UNTIL_STOPPED", MANY, "Blades (A) run until they are stopped."),
    ],
)
def test_plural_names_take_plural_verbs(key: str, actor: Troops, said: str) -> None:
    sentence = read_texts(get_game("dba").folder)[key]
    assert sentence.format(actor=actor, other=Troops("Knights (K)", Agreement.MANY), amount=Count(1)) == said


@pytest.mark.parametrize("key", sorted(read_texts(get_game("dba").folder).keys() - {"NOT_IN_ARC"}))  # it is of a part
def test_no_verb_of_troops_is_of_one_thing_alone(key: str) -> None:
    """Of a name that is many no word behind it, up to the end of its part of the sentence, is of one."""
    sentence = read_texts(get_game("dba").folder)[key]
    words = {"actor": MANY, "other": MANY, "side": "Red", "item": "arable", "value": Length(2), "amount": Count(2)}
    text = sentence.format(**words)
    assert not re.search(r"\(A\) (is|has|does|was|[a-z]+[^s\W]s)\b", text), text


def test_a_battle_of_dba_agrees_with_its_troops() -> None:
    """Troops are many whatever they are called; a name of somebody is one, but for a name in s."""
    figures = sandtable.new("dba", "first-lesson").names.figures
    assert {one.agrees for one in figures} == {Agreement.MANY} and "Warband" in {one.name for one in figures}
