"""What the prompt asks and what is explained of a figure never contradict the actions that are listed beside them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import sandtable
from case_book import answer_of, cases_of
from conftest import REDUCED
from sandtable.compiler.decorators import COMPILED
from sandtable.games import get_game
from sandtable.table.scenarios import scenario_names
from table.beside import PROMPTS, contradictions

GAMES = sorted(PROMPTS)
CASES = [path for game in GAMES for path in cases_of(game)[:: 3 if REDUCED else 1]]
SCENARIOS = [(game, name) for game in GAMES for name in scenario_names(get_game(game))]
DECISIONS = 25


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_in_the_positions_of_the_case_books(path: Path) -> None:
    found = [wrong for ruling in answer_of(path).rulings for wrong in contradictions(ruling.asked)]
    assert found == []


@pytest.mark.skipif(not COMPILED, reason="whole armies are listed and judged: minutes where rules are interpreted")
@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_in_battles_at_random(game: str, scenario: str) -> None:
    battle, chooser = sandtable.new(game, scenario=scenario, seed=7), random.Random(7)
    for _ in range(DECISIONS):
        if battle.over:
            break
        assert contradictions(battle) == []
        battle.play(battle.sample(chooser))


def test_a_contradiction_is_found() -> None:
    """Where a move is listed the prompt says so, and where none is it does not; a fight that is counted is listed."""
    battle = answer_of(next(path for path in CASES if path.parent.name == "dba")).rulings[0].asked
    prompt = PROMPTS["dba"]
    end = battle.action("end")
    move = battle.action({"move": [battle.names.figures[0].id], "ahead": 50})
    assert list(prompt(battle, "Red: 2 PIPs left. End movement.", "movement", [move, end])) != []
    assert list(prompt(battle, "Red: 2 PIPs left. Move an element, or end movement.", "movement", [move])) != []
    assert list(prompt(battle, "Red: one fight is to come, A against B. Fight it.", "combat", [end])) != []
