"""Whole battles by random play: every action keeps the table's invariants, and saves replay to the same hash."""

from __future__ import annotations

import pytest

import sandtable
from dba.invariants import FAULTS, fault
from sandtable.games import get_game
from sandtable.games.dba.record import Phase
from sandtable.generals.choosing import new_desk
from sandtable.kernel.compiling import COMPILED
from sandtable.kernel.dice import new_dice
from sandtable.table.scenarios import lay_table, scenario_names
from whole_battles import play_and_check, play_listed_and_check

pytestmark = [pytest.mark.volume, pytest.mark.bounds]

BATTLES = 300 if COMPILED else 1
LISTED_DECISIONS = 1_500 if COMPILED else 2
OPTIONS = {"last_bound": "60"}  # random generals seldom come to an end
SCENARIOS = scenario_names(get_game("dba"))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_battles_keep_the_invariants(scenario):
    laid = lay_table("dba", scenario, OPTIONS).record
    game = get_game("dba")
    desk = new_desk(game)
    for battle in range(BATTLES):
        record = laid.copy()
        dice, planner = new_dice(f"fuzz {battle}"), new_dice(f"choice {battle}")
        game.verbs.setup(record[0], dice, desk.log[0])
        found, decisions = play_and_check(record[0], dice, planner, desk, 20_000 if COMPILED else 10, fault)
        if not COMPILED and found == 11:
            continue  # interpreted, a battle is cut short on purpose
        assert found == 0, f"{FAULTS[found]} after {decisions} decisions of battle {battle}: {desk.action[0]}"
        assert record[0].phase == Phase.OVER


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_listed_action_is_legal(scenario):
    laid = lay_table("dba", scenario, OPTIONS).record
    game = get_game("dba")
    desk = new_desk(game)
    left, battle = LISTED_DECISIONS, 0
    while left > 0:
        record = laid.copy()
        dice, planner = new_dice(f"listed {battle}"), new_dice(f"listed choice {battle}")
        game.verbs.setup(record[0], dice, desk.log[0])
        found, decisions = play_listed_and_check(record[0], dice, planner, desk, left, fault)
        assert found == 0, f"{FAULTS[found]} after {decisions} decisions of battle {battle}: {desk.action[0]}"
        left -= max(1, decisions)
        battle += 1


def test_a_random_battle_saves_and_replays_to_the_same_hash(tmp_path):
    battle = sandtable.new("dba", seed=11)
    while not battle.over and len(battle.actions) < (300 if COMPILED else 4):
        battle.play(battle.sample())
    path = tmp_path / "battle.json"
    battle.save(path)
    again = sandtable.load(path)
    assert again.state_hash() == battle.state_hash()
    assert [action.text for action in again.actions] == [action.text for action in battle.actions]
