"""What is asked cites the clause by which it is asked, in every step of every game in which somebody decides."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games import built_in, get_game
from sandtable.games.rulebook import read_asked, read_rulebook

NOBODY_ASKED = {
    "dba": {"aggression", "bound_start", "bound_end", "over"},
    "dbaix": {"bound_start", "facing", "bound_end", "over"},
    "pursuit": {"start", "over"},
    "flash-flood": {"start", "turn", "turn_end", "over"},
    "inter-arma": {"start", "turn", "sighting", "goals", "morale", "end_of_turn", "over"},
    # In placing a hospital is asked of by one chapter, traps by another.
    "batalist": {"start", "turn", "initiative", "go_ends", "turn_ends", "thaw", "over", "placing"},
}
"""Steps of a game in which the program goes on by itself."""


@pytest.mark.parametrize("key", sorted(built_in()))
def test_every_step_that_is_asked_in_has_a_clause_of_the_rulebook(key):
    game = get_game(key)
    asked = read_asked(game.folder)
    assert set(asked.values()) <= {clause.id for clause in read_rulebook(game.folder)}
    assert {phase.name.lower() for phase in game.enums["phase"]} - set(asked) == NOBODY_ASKED[key]
    assert not set(asked) & NOBODY_ASKED[key]


@pytest.mark.parametrize(
    ("key", "clause"),
    [
        ("dba", "DBA-PIP-2"),  # each tactical move costs one PIP; nobody has to move
        ("dbaix", "DBAIX-BND-8"),  # moves one after another, in any order
        ("pursuit", "PURS-PUR-8"),  # its owner says whether a figure keeps its pace or slows down
        ("flash-flood", "C40-MOV-6"),  # a unit moves model by model, in its owner's order
        ("inter-arma", "IA-MOVE-33"),  # figure by figure, in any order
        ("batalist", "BAT-DEP-10"),  # wholly inside the zone, not overlapping
    ],
)
def test_the_first_question_of_a_battle_cites_its_clause(key, clause):
    decision = sandtable.new(key, seed=1).decision
    assert decision is not None and decision.clause == clause
