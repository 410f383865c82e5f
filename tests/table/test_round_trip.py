"""What the program writes it reads: every listed action of every scenario, its dice, its save, and any name.

``SANDTABLE_ROUND_TRIPS=50 python -m pytest -q tests/table/test_round_trip.py`` plays fifty battles of each scenario.
"""

from __future__ import annotations

import json
import os
import random
from collections import defaultdict
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sandtable
from sandtable.compiler.decorators import COMPILED
from sandtable.games import game_keys, get_game
from sandtable.games.game import FigureName, Names
from sandtable.table.actions import Action
from sandtable.table.battle import Battle
from sandtable.table.name_index import Lexicon
from sandtable.table.saves import battle_of, check_save, entry_of, save_data
from sandtable.table.scenarios import scenario_names

BATTLES = int(os.environ.get("SANDTABLE_ROUND_TRIPS", "1"))
DECISIONS = 45
WHOLE_LIST = 9
"""Every so many decisions all that is listed is written and read; at the others one action of each verb."""

SCENARIOS = [(game, name) for game in game_keys() for name in scenario_names(get_game(game))]

pytestmark = [pytest.mark.volume, pytest.mark.skipif(not COMPILED, reason="the compiled run plays these battles")]


def of_each_verb(actions: list[Action], chooser: random.Random) -> list[Action]:
    """One action of each verb, so that what random play seldom takes is tried as often."""
    verbs: dict[int, list[Action]] = defaultdict(list)
    for action in actions:
        verbs[int(action.record["verb"])].append(action)
    return [chooser.choice(verbs[verb]) for verb in sorted(verbs)]


def read_again(battle: Battle, action: Action) -> None:
    """The action in notation and in JSON is read as the same action."""
    assert battle.action(action.text) == action, action.text
    assert battle.action(json.loads(json.dumps(action.to_json()))) == action, action.to_json()


def play(battle: Battle, chooser: random.Random) -> None:
    for number in range(DECISIONS):
        if battle.over:
            return
        listed = battle.legal()
        few = of_each_verb(listed, chooser)
        for action in listed if number % WHOLE_LIST == 0 else few:
            read_again(battle, action)
        battle.play(chooser.choice(few) if number % 3 else chooser.choice(listed))
        battle.scene()
        line: dict[str, Any] = json.loads(json.dumps(entry_of(battle.last)))
        check_save({**save_data(battle), "actions": [line]}, "save")


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS, ids=[f"{game} {name}" for game, name in SCENARIOS])
def test_what_is_listed_is_read_as_it_was_written_and_the_save_opens(game: str, scenario: str) -> None:
    for seed in range(BATTLES):
        battle = sandtable.new(game, scenario=scenario, seed=seed)
        play(battle, random.Random(seed))
        again = battle_of(json.loads(json.dumps(save_data(battle, with_seed=True))))
        assert again.state_hash() == battle.state_hash() and again.position() == battle.position()


def test_a_battle_to_which_a_battalion_came_is_drawn_told_saved_and_opened() -> None:
    """Batalist: the wounded on their way to the doctor are a base of their own, which the scenario did not name."""
    for seed in range(40):
        battle, chooser = sandtable.new("batalist", scenario="C6", seed=seed), random.Random(seed)
        laid = len(battle.names.figures)
        while not battle.over and len(battle.names.figures) == laid and len(battle.actions) < 400:
            listed = battle.legal()
            doctor = [action for action in listed if action.text.startswith("doctor")]
            battle.play(chooser.choice(doctor or listed))
        if len(battle.names.figures) > laid:
            break
    patient = battle.names.figures[-1].id
    assert patient.endswith("w") and patient.removesuffix("w") in {figure.id for figure in battle.names.figures}
    play(battle, chooser)
    again = battle_of(json.loads(json.dumps(save_data(battle, with_seed=True))))
    assert again.state_hash() == battle.state_hash() and again.scene() == battle.scene()


WORDS = sorted(
    {"to", "tower", "from", "at", "each", "mode", "run", "end", "hand over", "#2", "1", "", " ", "a,b", "x@1"}
)
CALLED = st.one_of(st.sampled_from(WORDS), st.text(max_size=6))


def word_of_game(game: str) -> list[str]:
    lexicon = Lexicon(get_game(game), Names((), ()))
    keys = {word for verb in get_game(game).verb for word in lexicon.keys(verb.value)}
    return sorted({*keys, *lexicon.verb_words, *(get_game(game).dtype.names or ())})


@settings(max_examples=60, deadline=None)
@given(data=st.data())
@pytest.mark.parametrize("game", game_keys())
def test_whatever_figures_and_ground_are_called_an_action_is_read_as_it_was_written(game: str, data: Any) -> None:
    """A battle whose names are any words, those of the notation among them, in any script, several of them alike."""
    battle = sandtable.new(game, seed=1)
    called = st.one_of(CALLED, st.sampled_from(word_of_game(game)))
    laid, words = battle.names, st.lists(called, min_size=12, max_size=12)
    ids = data.draw(words)
    figures = tuple(
        FigureName(ids[k] if k < len(ids) else name.id, name.name, name.kind, name.emblem, name.letter)
        for k, name in enumerate(laid.figures)
    )
    if len({figure.id for figure in figures}) < len(figures):
        return  # files with an id twice are refused
    others = data.draw(words)
    names = Names(
        figures,
        tuple(others[k % 12] for k in range(len(laid.features))),
        tuple(others[k % 12] for k in range(len(laid.items))),
        tuple(others[k % 12] for k in range(len(laid.places))),
        laid.title, laid.sides, laid.parties, laid.lists, laid.extra,
    )  # fmt: skip
    battle._as_laid = Lexicon(battle.game, names)
    chooser = random.Random(1)
    for _ in range(6):
        for action in of_each_verb(battle.legal(), chooser):
            read_again(battle, action)
        battle.play(chooser.choice(battle.legal()))
    position = battle.position().partition(";")[2].split()
    twin = sandtable.new(game, seed=1)
    twin._as_laid = battle._as_laid
    from sandtable.table.positions import apply_position

    record = battle._laid[0].copy()
    apply_position(record, position, battle.lexicon)
    assert record.tobytes() == battle.record.tobytes()
