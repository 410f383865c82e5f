"""Actions of Batalist on one line: what is listed is written, read again as the same, and as legal as it was."""

from __future__ import annotations

import random

import pytest

import sandtable
from sandtable.table.cases import answer
from sandtable.table.saves import battle_of

EVERY = 9
"""Decisions from one list that is read again to the next."""


@pytest.mark.volume
@pytest.mark.full
@pytest.mark.parametrize("scenario", ["C1", "C2", "C3", "C4", "C5", "C6"])
def test_what_is_listed_is_read_again_as_it_was(scenario):
    battle = sandtable.new("batalist", scenario=scenario, seed=5, options={"deployment": "ready_made"})
    chooser = random.Random(5)
    for decision in range(60):
        for action in battle.legal() if decision % EVERY == 0 else ():
            again = battle.action(action.text)
            assert again.record.tobytes() == action.record.tobytes(), action.text
            assert battle.judge(again).legal, action.text
        battle.play(battle.sample(chooser))


@pytest.mark.clause("BAT-LAD-2")
def test_the_first_ladder_is_written_too():
    """A save of a battle in which somebody climbs the ladder 0 leads to the same roof; it left the ladder out."""
    case = {
        "game": "batalist",
        "title": "Up the ladder",
        "house_rules": {"ladders": True},
        "ground": [{"kind": "building", "name": "wall", "box": [20, 30, 60, 36], "strength": 3, "storeys": 1}],
        "ladders": [{"at": [40, 30], "side": "S"}],
        "south": {
            "battalions": [{"id": "A1", "unit": "halberdiers", "at": [40, 26], "facing": "N", "cards": ["move"]}]
        },
        "north": {"battalions": [{"id": "B1", "unit": "orc_warriors", "at": [80, 55], "facing": "S"}]},
        "actions": [{"move": ["A1"], "to": [40, 28], "facing": "N", "ladder": 0}],
    }
    battle = answer(case, "case").battle
    again = battle_of(battle.to_json())
    assert int(again.record.figures[0].storey) == 1 and again.state_hash() == battle.state_hash()


@pytest.mark.clause("BAT-ACT-17")
@pytest.mark.parametrize(("unit", "listed"), [("crossbowmen", ["melee", "shooting"]), ("bone_archers", ["shooting"])])
def test_mercy_by_shots_is_written_too(unit, listed):
    """A save of a battle in which archers shoot their wounded goes on like that; it left out that they shoot."""
    one = {"id": "A1", "unit": unit, "at": [40, 20], "figures": 10, "start": 20, "wounded": 4, "cards": ["mercy"]}
    case = {
        "game": "batalist",
        "house_rules": {"wounded": True, "morale": False},
        "south": {"battalions": [one]},
        "north": {"battalions": [{"id": "B1", "unit": "orc_warriors", "at": [80, 55], "facing": "S"}]},
        "dice": [{"for": "damage", "value": 1}],
    }
    battle = answer(case, "case").battle
    ways = {"melee": "mercy A1", "shooting": "mercy A1 with shooting"}
    assert [action.text for action in battle.legal()] == [ways[way] for way in listed]
    for action in battle.legal():
        assert battle.action(action.text).record.tobytes() == action.record.tobytes()
    battle.play("mercy A1 with shooting")
    assert battle_of(battle.to_json()).state_hash() == battle.state_hash()
