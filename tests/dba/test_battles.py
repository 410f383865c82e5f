"""Whole battles by random play: every action keeps the table's invariants, and saves replay to the same hash."""

from __future__ import annotations

import pytest

import sandtable
from dba.invariants import FAULTS, fault
from sandtable.compiler.decorators import COMPILED
from sandtable.games import get_game
from sandtable.games.dba.record import Phase
from sandtable.table.scenarios import scenario_names
from whole_battles import Whole

pytestmark = [pytest.mark.volume, pytest.mark.bounds]

BATTLES = 300 if COMPILED else 1
LISTED_DECISIONS = 1_500 if COMPILED else 2
OPTIONS = {"last_bound": "60"}  # random generals seldom come to an end
SCENARIOS = scenario_names(get_game("dba"))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_battles_keep_the_invariants(scenario):
    whole = Whole("dba", scenario, fault, FAULTS, OPTIONS)
    for battle in range(BATTLES):
        b = whole.play(battle, 20_000 if COMPILED else 10)
        assert b is None or b.phase == Phase.OVER


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_listed_action_is_legal(scenario):
    Whole("dba", scenario, fault, FAULTS, OPTIONS).list_all(LISTED_DECISIONS)


def test_a_random_battle_saves_and_replays_to_the_same_hash(tmp_path):
    battle = sandtable.new("dba", seed=11)
    while not battle.over and len(battle.actions) < (300 if COMPILED else 4):
        battle.play(battle.sample())
    path = tmp_path / "battle.json"
    battle.save(path)
    again = sandtable.load(path)
    assert again.state_hash() == battle.state_hash()
    assert [action.text for action in again.actions] == [action.text for action in battle.actions]
