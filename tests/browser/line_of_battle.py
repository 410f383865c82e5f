"""A small table for looking at a fight: worked example 12 of the rules, three Romans against three villagers."""

from __future__ import annotations

from typing import Any

SCENARIO: dict[str, Any] = {
    "game": "dbaix",
    "title": "Line against line",
    "description": "Three Romans and three villagers stand front to front; a Pirate looks on.",
    "table": {"width": 24, "height": 30},
    "figures": [
        {"id": "R1", "is": "legionary", "at": [9.5, 20.5], "facing": "N"},
        {"id": "R2", "is": "centurion", "at": [10.5, 20.5], "facing": "N"},
        {"id": "R3", "is": "legionary", "at": [11.5, 20.5], "facing": "N"},
        {"id": "R4", "is": "dubius_status", "at": [10.5, 10.5], "facing": "N"},
        {"id": "G1", "is": "villager", "at": [9.5, 21.5], "facing": "S"},
        {"id": "G2", "is": "villager", "at": [10.5, 21.5], "facing": "S"},
        {"id": "G3", "is": "villager", "at": [11.5, 21.5], "facing": "S"},
        {"id": "G4", "is": "vitalstatistix", "at": [10.5, 27.5], "facing": "S"},
        {"id": "P1", "is": "captain", "at": [22.5, 2.5], "facing": "W"},
    ],
}


def save() -> dict[str, Any]:
    """That battle as a save, before its first action."""
    import sandtable

    data: dict[str, Any] = sandtable.new("dbaix", scenario=SCENARIO, seed=3).to_json(with_seed=True)
    return data


def apart() -> dict[str, Any]:
    """The same lines with 2.6 inches between them, and the Romans 0.3 too far east to meet them squarely."""
    import copy

    import sandtable

    scenario = copy.deepcopy(SCENARIO)
    for figure in scenario["figures"]:
        if figure["id"] in ("R1", "R2", "R3"):
            x, y = figure["at"]
            figure["at"] = [x + 0.3, y - 2.6]
    data: dict[str, Any] = sandtable.new("dbaix", scenario=scenario, seed=3).to_json(with_seed=True)
    return data


def finished() -> dict[str, Any]:
    """The line of battle with its last round at hand, ended by doing nothing more."""
    import json

    import sandtable

    battle = sandtable.new("dbaix", scenario={**SCENARIO, "rules": {"last_round": 1}}, seed=3)
    while not battle.over:
        battle.play(battle.legal()[-1])
    data: dict[str, Any] = json.loads(json.dumps(battle.to_json(with_seed=True)))
    return data
