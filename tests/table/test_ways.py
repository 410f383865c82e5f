"""How far a move goes as its game measures it, and how far it may go there: the judge says it of any move."""

from __future__ import annotations

import math
from typing import Any

import pytest

import sandtable

GENERALS = [
    {"id": "E", "is": "4Bd", "side": "red", "at": [300, 300], "facing": "N", "general": True},
    {"id": "Z", "is": "4Bd", "side": "blue", "at": [300, 2800], "facing": "S", "general": True},
]


def dba(*figures: tuple[str, str, float, float], terrain: tuple[dict[str, Any], ...] = ()) -> sandtable.Battle:
    """Red elements that face north, both generals far away, and Red to move."""
    placed = [{"id": name, "is": kind, "side": "red", "at": [x, y], "facing": "N"} for name, kind, x, y in figures]
    scenario = {
        "game": "dba",
        "title": "Ways",
        "attacker": "red",
        "terrain": list(terrain),
        "figures": placed + GENERALS,
    }
    return sandtable.new("dba", scenario=scenario, seed=1)


def dbaix(*terrain: dict[str, Any]) -> sandtable.Battle:
    """A legionary and a centurion side by side, who face north."""
    romans = [("A", "legionary", 10.5, 10.5), ("B", "centurion", 11.5, 10.5)]
    figures = [{"id": name, "is": kind, "at": [x, y], "facing": "N"} for name, kind, x, y in romans]
    figures += [
        {"id": "G", "is": "villager", "at": [2.5, 22.5], "facing": "S"},
        {"id": "P", "is": "pirate", "at": [22.5, 22.5], "facing": "S"},
    ]
    scenario = {
        "game": "dbaix",
        "title": "Ways",
        "description": "For ways.",
        "table": {"width": 24, "height": 24},
        "terrain": list(terrain),
        "figures": figures,
    }
    return sandtable.new("dbaix", scenario=scenario, seed=1)


def way(battle: sandtable.Battle, move: Any) -> tuple[bool, float | None, float | None]:
    said = battle.judge(move)
    return said.legal, said.way if said.way is None else round(said.way, 2), said.limit


@pytest.mark.clause("DBAIX-MOV-1", "DBAIX-MOV-8")
def test_inches_of_a_move_straight_bent_and_turned():
    battle = dbaix()
    assert way(battle, "move A ahead 3") == (True, 3, 4)
    assert way(battle, "move A ahead 4.5") == (False, 4.5, 4)
    assert way(battle, "move A to 10.5,10.5 facing 180") == (True, round(math.sqrt(2), 2), 4), "corner to corner"
    assert way(battle, "move A via 10.5,12.5 to 8.5,12.5") == (True, 4, 4)
    # A wheel to the right about B's right front corner: A's left front corner is 2 inches from it.
    assert way(battle, {"move": ["A", "B"], "wheel": {"about": "right", "degrees": 60}}) == (True, 2, 4)


@pytest.mark.clause("DBAIX-TER-3")
def test_a_wood_on_the_way_limits_it():
    battle = dbaix({"id": "wood", "kind": "wood", "polygon": [[8, 12], [13, 12], [13, 15], [8, 15]]})
    assert way(battle, "move A ahead 1") == (True, 1, 4)
    assert way(battle, "move A ahead 3") == (False, 3, 2)


@pytest.mark.clause("DBA-MOVE-1", "WAD-MEAS-1")
def test_paces_of_an_element():
    battle = dba(("A", "4Bd", 1500, 1500))
    assert way(battle, "move A ahead 120") == (True, 120, 200)
    assert way(battle, "move A ahead 250") == (False, 250, 200)
    # Each front corner goes the diagonal of 160 by 60 paces.
    assert way(battle, "move A to 1500,1500 facing 180") == (True, 170.88, 200)


@pytest.mark.clause("DBA-MOVE-3", "DBA-MOVE-4")
def test_a_wood_and_a_road_say_how_far():
    wood = {"kind": "wood", "polygon": [[1300, 1600], [1700, 1600], [1700, 2000], [1300, 2000]]}
    battle = dba(("A", "3Kn", 1500, 1500), terrain=(wood,))
    assert way(battle, "move A ahead 150") == (True, 150, 200)
    assert way(battle, "move A ahead 250") == (False, 250, 200)
    road = {"kind": "road", "strip": {"points": [[1500, 0], [1500, 3000]], "width": 80}}
    battle = dba(("A", "4Bd", 1500, 1500), terrain=(road,))
    assert way(battle, "move A ahead 300") == (True, 300, 400)
    assert way(battle, "move A ahead 450") == (False, 450, 400)


@pytest.mark.clause("WAD-MEAS-4", "DBA-GROUP-6")
def test_a_group_goes_as_far_as_its_farthest_corner():
    battle = dba(("A", "4Bd", 1500, 1500), ("B", "4Bd", 1660, 1500))
    assert way(battle, "move A B ahead 150") == (True, 150, 200)
    assert way(battle, "move A B ahead 250") == (False, 250, 200)
    # A wheel of 30 degrees about the right front corner, 320 paces from the left one, straight from end to end.
    assert way(battle, "move A B march right 30") == (True, round(640 * math.sin(math.radians(15)), 2), 200)


def test_what_goes_nowhere_has_no_way():
    battle = dbaix()
    assert way(battle, "end") == (True, None, None)
    assert all(finding.kind in ("reason", "price", "note") for finding in battle.judge("move A ahead 9").findings)
