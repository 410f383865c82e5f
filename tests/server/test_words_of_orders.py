"""How a board calls orders of whole units and sides, what takes a refusal's reason away, what the odds say."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import pytest

import sandtable
from sandtable.games import built_in, get_game
from sandtable.server.views import battle_messages
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


def test_a_sentence_of_the_odds_stands_once_whatever_it_leaves_unsaid():
    """Caught by 2 inches (1 in 4) or by 3 (1 in 2) is caught, 3 in 4: the inches are in no sentence."""
    caught = [finding("IS_SWEPT", amount, "The Scouts are caught.") for amount in (-2, -3)]
    away = finding("ESCAPES", 1, "The Scouts escape.")
    outcomes = [(1, caught[0]), (2, caught[1]), (1, away)]
    found = SimpleNamespace(
        outcomes=[SimpleNamespace(probability=Fraction(ways, 4), findings=(one,)) for ways, one in outcomes]
    )
    said = [(one.text, one.percent) for one in battle_messages.singly(found)]
    assert said == [("The Scouts are caught.", 75.0), ("The Scouts escape.", 25.0)]
    bad_first = battle_messages.singly(found, suffers={"ESCAPES"})
    assert [one.percent for one in bad_first] == [25.0, 75.0]


def finding(code, amount, text):
    """What a battle log says of Scout S1."""
    return SimpleNamespace(actor="S1", code=code, amount=amount, text=text, clause="C40-FALL-1")
