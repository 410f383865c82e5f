"""How a board calls orders that stand for a whole unit or side, and which order takes a refusal's reason away."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games import built_in, get_game
from sandtable.server.views.view import View


def test_a_unit_that_is_next_is_called_by_its_name() -> None:
    """Not by the model that stands for it: `Marine sergeant (M1): go on to Tactical squad`."""
    battle = sandtable.new("flash-flood", seed=5)
    labels = {action.label for action in battle.legal() if action.verb == "TAKE_UP"}
    assert labels == {"Move Tactical squad", "Move Scout squad"}
    battle.play(next(action for action in battle.legal() if action.label == "Move Tactical squad"))
    assert "Throw for difficult ground for Tactical squad" in {action.label for action in battle.legal()}


def test_a_unit_that_runs_is_called_by_its_name() -> None:
    """Not by the model that stands for it: `Scout (S1): run`. The question that follows names the unit, too."""
    battle = sandtable.new("flash-flood", seed=5)
    battle.play(next(action for action in battle.legal() if action.verb == "END"))
    runs = [action for action in battle.legal() if action.verb == "RUN"]
    assert {action.label for action in runs} == {"Run with Tactical squad", "Run with Scout squad"}
    battle.play(next(action for action in runs if "Scout" in action.label))
    assert battle.decision is not None and battle.decision.text.endswith(": Scout squad: what next?")


def test_what_is_said_for_all_of_a_side_is_a_button() -> None:
    battle = sandtable.new("pursuit", seed=5)
    listed = {one.label: one.sweeping for one in View(battle).legal}
    assert listed["All keep the pace"] is True
    assert [label for label, sweeping in listed.items() if sweeping] == ["All keep the pace"]
    assert sum(label.endswith(": keep the pace") for label in listed) == 1


@pytest.mark.parametrize("key", built_in())
def test_remedies_are_refusals_and_verbs_of_the_game(key: str) -> None:
    game = get_game(key)
    codes = {code.name for code in game.code}
    for code, verb in game.remedies.items():
        assert code in codes and verb.upper() in game.verb.__members__


def test_a_way_through_difficult_ground_is_helped_by_a_throw() -> None:
    assert get_game("flash-flood").remedies == {"THROW_FIRST": "wade"}
