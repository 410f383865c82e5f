"""Cases made of positions: adjudicating one lays the very table it was made of."""

from __future__ import annotations

import random

import pytest

import sandtable
from sandtable.errors import InputError
from sandtable.files import parse_yaml
from sandtable.games import register
from sandtable.table.case_writer import case_text, file_name
from sandtable.table.cases import answer
from sandtable.table.scenarios import plain_data
from table.duel_game import GAME
from table.test_battle import TOUCHING

register(GAME)


def read_back(text):
    return answer(parse_yaml(text, "made.yaml"), "made.yaml", seed=1)


def stands_alike(battle, text):
    again = read_back(text).battle
    return again.state_hash() == battle.state_hash() and again.options == battle.options


@pytest.mark.parametrize(
    ("game", "scenario", "actions"),
    [("duel", None, 40), ("dbaix", "feast", 30), ("dba", "first-lesson", 30), ("dba", "by-hand", 6)],
)
def test_every_position_of_random_play_comes_back_to_the_byte(game, scenario, actions):
    chooser = random.Random(f"{game} {scenario}")
    battle = sandtable.new(game, scenario, seed=3)
    for number in range(actions):
        if battle.over:
            break
        if number % 3 == 0:
            assert stands_alike(battle, case_text(battle))
        battle.play(battle.sample(chooser))
    assert stands_alike(battle, case_text(battle))


def test_house_rules_a_scenario_of_ones_own_and_a_case_come_back_too():
    battle = sandtable.new(GAME, TOUCHING, {"reach": "4"}, seed=2)
    battle.play("move B by 1,0.125")
    assert stands_alike(battle, case_text(battle))
    asked = read_back(case_text(battle)).asked
    asked.play("end")
    assert stands_alike(asked, case_text(asked)), "a case of a case"
    later = sandtable.from_position("duel bridge ; A@5,2/90 phase=fighting", seed=1)
    assert stands_alike(later, case_text(later))


def test_a_case_reads_like_one_that_somebody_wrote():
    battle = sandtable.new(GAME, seed=1)
    battle.play("move A to 3,2 facing 90")
    text = case_text(battle, question="May Ben: follow?")
    assert text.splitlines() == [
        "game: duel",
        "title: The bridge",
        'question: "May Ben: follow?"',
        "battle: bridge",
        "position:",
        "  - A@3,2/90",
        "  - A.moved=1",
        "  - phase=movement",
        "  - pips=2",
        "actions: []",
    ]
    asked = answer(parse_yaml(text.replace("actions: []", "actions: ['move A to 4,2']"), "x"), "x")
    assert [reason.clause for reason in asked.rulings[0].judgement.reasons] == ["DUEL-MOV-2"]


@pytest.mark.parametrize(
    "word", ["no", "1.5", "a: b", "- x", "[x", "x#y", "x #y", "'", '"', "ä\n", "null", "x:", "", " x", "\u2028", "0E0"]
)
def test_no_title_upsets_the_file(word):
    battle = sandtable.new(GAME, seed=1)
    assert read_back(case_text(battle, title=word, question=word)).head.question == word.strip()


def test_the_file_is_named_after_the_battle():
    assert file_name("The bridge: Anna's day", 12) == "the-bridge-anna-s-day-12.yaml"
    assert file_name("…", 0) == "case-0.yaml"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["battle: bridge", "pips: 2"], r"x, line 3, field pips: a case of another battle"),
        (["battle: bridge", "position: []", "pips: 2"], r"x, line 4, field pips: a case of another battle"),
        (["battle: brigde", "position: []"], r"no scenario 'brigde'"),
        (["battle: bridge", "position: [A@1]"], r"x, line 3, field position: >>A@1<<"),
        (["battle: bridge", "position: [pips=many]"], r"no whole number"),
        (["battle: bridge", "position: A@1,2/3"], r"x, line 3, field position: expected a list"),
    ],
)
def test_a_position_that_cannot_be_laid_is_one_sentence(lines, said):
    with pytest.raises(InputError, match=said):
        answer(parse_yaml("\n".join(["game: duel", *lines]), "x"), "x", seed=1)


def test_a_default_that_hangs_on_another_switch_comes_back_as_it_was_chosen():
    """Plain conventions of DBA make the board regulation; whoever keeps the expanded one has to be told so."""
    chosen = {"conventions": "plain", "board": "expanded"}
    battle = sandtable.new("dba", None, chosen, seed=1)
    assert "camp_size=" not in battle.position() and battle.options["camp_size"] == "four", "it follows the conventions"
    assert stands_alike(battle, case_text(battle))
    again = sandtable.from_position(battle.position(), seed=1)
    assert again.options == battle.options and again.options["board"] == "expanded"


@pytest.mark.parametrize("weather", [None, "no"])
def test_the_house_rules_of_its_scenario_hold_in_a_case_unless_it_sets_them_otherwise(weather):
    """C4 of Batalist is fought in winter with independents, C1 without."""
    options = {"weather": weather} if weather else {}
    battle = sandtable.new("batalist", "C4", options, seed=1)
    text = case_text(battle)
    assert stands_alike(battle, text) and ("weather:" in text) == bool(weather)
    written = {"game": "batalist", "options": options, "actions": []}
    for scenario in ("C4", plain_data(battle.engine.origin.content)):
        found = answer(written | {"battle": scenario}, "case", seed=1).battle.options
        assert found == battle.options and (found["weather"], found["independents"]) == (weather or "winter", "yes")
    assert answer(written | {"battle": "C1"}, "case", seed=1).battle.options["independents"] == "no"
