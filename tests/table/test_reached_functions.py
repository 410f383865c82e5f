"""Every clause that a rulebook wants carried out is carried out by code that its game reaches."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.games import built_in, get_game
from sandtable.table import rulebook
from sandtable.table.reached_functions import reached_functions

PROJECT = Path(__file__).parents[2]


@pytest.mark.parametrize("key", built_in())
def test_no_clause_is_left_to_code_that_nothing_reaches(key: str) -> None:
    game = get_game(key)
    code = dict(rulebook.code_places(game, PROJECT))
    wanted = [clause.id for clause in rulebook.book_of(game) if not clause.narrative]
    assert [clause for clause in wanted if not code.get(clause)] == []


def test_reach_goes_from_verbs_through_tables_and_modules_to_what_they_call() -> None:
    found = reached_functions(get_game("dbaix"))
    assert "sandtable.games.dbaix.rules.scoring.score" in found  # called by a rule that a step of the sequence names
    assert "sandtable.kernel.dice.throw_die" in found
    assert "sandtable.games.dba.rules.combat.judge_fight" not in found, "another game's"
    assert "sandtable.table.rulebook.coverage" not in found
