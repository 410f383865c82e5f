"""Battles that their players end: what is won, what is said, and that a save brings it back."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.errors import IllegalAction, InputError, SaveMismatch
from sandtable.games import register
from sandtable.table.battle import Battle
from sandtable.table.endings import Ending
from sandtable.table.saves import battle_of
from table.duel_game import GAME

register(GAME)


@pytest.fixture
def battle() -> Battle:
    battle = sandtable.new("duel", seed=1)
    battle.play("end")
    return battle


def test_whoever_resigns_has_lost_and_the_other_has_won(battle: Battle) -> None:
    battle.engine.ended = Ending("resigned", "red")
    assert battle.over and battle.decision is None and battle.sides_to_decide == () and battle.legal() == []
    assert battle.returns == {"red": 0.0, "blue": 1.0}
    assert battle.result == "Blues win: Reds resigned."
    with pytest.raises(IllegalAction, match="over"):
        battle.play("end")


def test_an_agreed_draw_is_half_a_win_for_each(battle: Battle) -> None:
    battle.engine.ended = Ending("agreed")
    assert battle.returns == {"red": 0.5, "blue": 0.5} and battle.result == "The players agree on a draw."


def test_of_three_sides_two_share_what_one_gives_up() -> None:
    battle = sandtable.new("dbaix", seed=1)
    first, *others = [side.key for side in battle.sides]
    battle.engine.ended = Ending("time", first)
    assert battle.returns == {first: 0.0} | dict.fromkeys(others, 0.5)


def test_a_save_brings_the_end_back_with_the_seed(battle: Battle) -> None:
    battle.engine.ended = Ending("time", "blue")
    save = battle.to_json()
    assert save["ended"] == {"how": "time", "side": "blue"} and save["result"] == "Reds win: the time of Blues was up."
    assert save["dice"]["seed"] == "1", "it is over, so that the dice may be looked into"
    again = battle_of(save)
    assert again.over and again.engine.ended == battle.engine.ended and again.result == battle.result
    assert again.to_json() == save


def test_taking_back_an_action_takes_the_end_back(battle: Battle) -> None:
    battle.engine.ended = Ending("agreed")
    battle.undo(past_dice=True)
    assert not battle.over and "ended" not in battle.to_json()


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"how": "resigned"}, "field ended.side: expected red or blue, found ''"),
        ({"how": "resigned", "side": "green"}, "field ended.side: expected red or blue, found 'green'"),
        ({"how": "agreed", "side": "red"}, "field ended.side: expected nothing, found 'red'"),
        ({"how": "bribed", "side": "red"}, "ended"),
    ],
)
def test_an_end_that_nobody_can_mean_is_refused(battle: Battle, entry: dict[str, str], why: str) -> None:
    with pytest.raises(InputError) as refused:
        battle_of(battle.to_json() | {"ended": entry})
    assert why in str(refused.value)


def test_a_result_without_an_end_is_still_a_mismatch(battle: Battle) -> None:
    with pytest.raises(SaveMismatch, match="goes on"):
        battle_of(battle.to_json() | {"result": "Reds win."})
