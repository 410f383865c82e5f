"""Sides by battle: whoever a scenario names fights, and everything that names a side asks the battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

import sandtable
from sandtable.errors import InputError
from sandtable.games.game import Laid, SideFacts
from sandtable.games.scene import LOOKS
from sandtable.kernel.records import MAX_FIGURES, MAX_SIDES
from sandtable.table.battle import Battle
from table import duel_game
from table.duel_game import GAME
from table.test_battle import TOUCHING


def parties(scenario: Mapping[str, Any]) -> tuple[SideFacts, ...]:
    return tuple(SideFacts(key, key.title()) for key in scenario.get("parties", ()))


def lay(scenario: Mapping[str, Any], options: Mapping[str, str], where: str) -> Laid:
    """The duel between two parties of the scenario's own; what it calls red and blue are the first and the second."""
    laid = duel_game.lay(scenario, options, where)
    return Laid(laid.record, replace(laid.names, parties=parties(scenario)))


OWN = replace(GAME, key="own", lay=lay, scenario_sides=parties)


def battle(*keys: str, **more: Any) -> Battle:
    return sandtable.new(OWN, {**TOUCHING, "parties": list(keys), **more}, dice=[{"for": "pips", "value": 3}])


def test_a_battle_has_the_sides_that_its_scenario_names() -> None:
    fought = battle("orcs", "elves")
    assert [side.key for side in fought.sides] == ["orcs", "elves"]
    assert (fought.decision.side, fought.decision.side_name) == ("orcs", "Orcs")
    assert [event.text for event in fought.events] == ["Orcs: PIP die 3.", "Orcs begin their bound with 3 PIPs."]
    assert [event.side for event in fought.events] == ["orcs", "orcs"]


def test_without_any_it_has_those_of_the_game() -> None:
    assert [side.key for side in battle().sides] == ["red", "blue"]
    assert [side.key for side in OWN.sides_in({})] == ["red", "blue"]


def test_its_scene_names_them_with_a_look_each() -> None:
    sides = battle("orcs", "elves").scene().sides
    assert [(side.key, side.name, side.look) for side in sides] == [
        ("orcs", "Orcs", LOOKS[0]),
        ("elves", "Elves", LOOKS[1]),
    ]


TWO = {**TOUCHING, "parties": ["orcs", "elves"]}
DICE = [
    {"for": "pips", "side": "orcs", "value": 3},
    {"for": "fight", "figure": "A", "value": 6},
    {"for": "fight", "figure": "C", "value": 1},
    {"for": "pips", "side": "elves", "value": 1},
]


def test_scripts_and_saves_name_them() -> None:
    fought = sandtable.new(OWN, TWO, dice=DICE)
    fought.play("end")
    fought.play("fight A C")
    assert [entry["side"] for entry in fought.to_json()["actions"]] == ["orcs", "orcs"]
    assert [die.side for die in fought.last.dice] == ["orcs", "elves", "elves"]
    with pytest.raises(InputError, match=r"side is one of orcs, elves, not 'red'"):
        sandtable.new(OWN, TWO, dice=[{"side": "red", "value": 1}])


@pytest.mark.parametrize("sides", [2, 3, MAX_SIDES])
def test_two_three_or_as_many_as_there_is_room_for(sides: int) -> None:
    keys = [f"side{k}" for k in range(sides)]
    assert [side.key for side in battle(*keys).sides] == keys


def test_more_sides_or_figures_than_there_is_room_for_are_one_sentence() -> None:
    with pytest.raises(InputError, match=f"a battle has at most {MAX_SIDES} sides, and this one has {MAX_SIDES + 1}"):
        battle(*[f"side{k}" for k in range(MAX_SIDES + 1)])

    def crowded(scenario: Mapping[str, Any], options: Mapping[str, str], where: str) -> Laid:
        laid = duel_game.lay(scenario, options, where)
        names = laid.names.figures * (MAX_FIGURES // len(laid.names.figures) + 1)
        return Laid(laid.record, replace(laid.names, figures=names[: MAX_FIGURES + 1]))

    with pytest.raises(InputError, match=f"at most {MAX_FIGURES} figures, and this one has {MAX_FIGURES + 1}"):
        sandtable.new(replace(GAME, lay=crowded), TOUCHING, seed=1)
