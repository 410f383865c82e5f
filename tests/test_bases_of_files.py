"""Whoever a file puts on a table touches others at most: in every game one sentence names both and their places."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.errors import InputError
from sandtable.games import built_in, get_game
from sandtable.translation import speaking


def dba(x: float, y: float) -> dict[str, Any]:
    """Elements are 160 paces wide and these 60 deep."""
    one, other = ({"id": id_, "is": "4Bd", "side": "red", "facing": "N"} for id_ in ("A1", "A2"))
    return {"figures": [{**one, "at": [900, 900]}, {**other, "at": [x, y]}]}


def dbaix(x: float, y: float) -> dict[str, Any]:
    """Bases are an inch square."""
    one, other = ({"id": id_, "is": "pirate", "facing": "N"} for id_ in ("A1", "A2"))
    return {"terrain": [], "figures": [{**one, "at": [10, 10]}, {**other, "at": [x, y]}]}


def inter_arma(x: float, y: float, **fields: Any) -> dict[str, Any]:
    """Bases are 2 cm across."""
    two = [{"id": "A1", "at": [40, 40]}, {"id": "A2", "at": [x, y], **fields}]
    tower = {"kind": "tower", "id": "keep", "box": [38, 41, 42, 45]}
    return {"ground": [tower], "sides": [{"key": "red", "figures": two}, {"key": "blue", "figures": [{"id": "B1"}]}]}


def batalist(x: float, y: float, **fields: Any) -> dict[str, Any]:
    """Halberdiers stand 5 wide and 4 deep."""
    one, other = ({"id": id_, "unit": "halberdiers", "facing": "N"} for id_ in ("A1", "A2"))
    wall = {"kind": "building", "box": [20, 10, 60, 40], "strength": 3, "storeys": 1}
    return {"ground": [wall], "south": {"battalions": [{**one, "at": [40, 20]}, {**other, "at": [x, y], **fields}]}}


def pursuit(x: float, y: float) -> dict[str, Any]:
    """A Gargoyle's base is an inch across."""
    figures = [{"id": "A1", "profile": "winged_swarmer", "at": [20, 10]}]
    return {"hunters": {"figures": [*figures, {"id": "A2", "profile": "winged_swarmer", "at": [x, y]}]}}


def flash_flood(x: float, y: float) -> dict[str, Any]:
    """Bases are an inch across."""
    other = {"id": "B", "models": ["gun_swarmer"], "at": [[1.7, 25]]}
    return {
        "imperials": {"squads": [{"id": "A", "models": ["line_guard"], "at": [[x, y]]}]},
        "tyranids": {"squads": [other]},
    }


TOUCHING = {
    "dba": (dba, (900, 840), (900.5, 841), "A2 at (900.5, 841) stands on the base of A1 at (900, 900)"),
    "dbaix": (dbaix, (11, 10.4), (10.9, 10.4), "A2 at (10.9, 10.4) stands on the base of A1 at (10, 10)"),
    "inter-arma": (inter_arma, (41.2, 38.4), (41.2, 38.5), "A2 at (41.2, 38.5) stands on the base of A1 at (40, 40)"),
    "batalist": (batalist, (45, 23.9), (44.9, 23.9), "A2 at (44.9, 23.9) stands on the base of A1 at (40, 20)"),
    "pursuit": (pursuit, (20.6, 10.8), (20.6, 10.7), "A2 at (20.6, 10.7) stands on the base of A1 at (20, 10)"),
    "flash-flood": (flash_flood, (1.7, 26), (1.7, 25.9), "A1 at (1.7, 25.9) stands on the base of B1 at (1.7, 25)"),
}
"""A file, where the second may stand, where it may not, and what is said; legs 1.2 and 1.6 make 2, 0.6 and 0.8 one."""


@pytest.mark.clause("DBAIX-GEN-8", "IA-MOVE-30", "BAT-DEF-33", "PURS-GEN-5")
@pytest.mark.parametrize("game", built_in())
def test_they_may_touch_and_not_overlap(game: str) -> None:
    case, touching, upon, said = TOUCHING[game]
    get_game(game).lay_case(case(*touching), "case")
    with pytest.raises(InputError) as error:
        get_game(game).lay_case(case(*upon), "case")
    assert said in str(error.value)
    if game != "flash-flood":
        assert "figures[2]" in str(error.value) or "battalions[2]" in str(error.value)
    with speaking("ru"), pytest.raises(InputError, match=r"на подставке \w\d, чьё место"):
        get_game(game).lay_case(case(*upon), "case")


@pytest.mark.parametrize("fields", [{"wounded": True}, {"tower": "keep"}])
def test_nobody_is_in_the_way_who_lies_wounded_or_stands_on_a_tower(fields: dict[str, Any]) -> None:
    get_game("inter-arma").lay_case(inter_arma(40.5, 41.2, **fields), "case")


@pytest.mark.parametrize(
    ("fields", "stands"),
    [({"storey": 1}, True), ({"at": None}, True), ({"ambush": True, "at": None}, True), ({}, False)],
)
def test_nobody_is_in_the_way_on_another_storey_or_off_the_field(fields: dict[str, Any], stands: bool) -> None:
    case = {**batalist(40, 21, **fields), "phase": "start"}
    if stands:
        get_game("batalist").lay_case(case, "case")
        return
    with pytest.raises(InputError, match="stands on the base"):
        get_game("batalist").lay_case(case, "case")


def test_a_hero_stands_on_the_base_of_those_whom_they_lead() -> None:
    case = batalist(50, 20)
    case["south"]["heroes"] = [{"hero": "sir_aldwin", "at": [40, 20], "on": "A1"}]
    get_game("batalist").lay_case(case, "case")
    del case["south"]["heroes"][0]["on"]
    with pytest.raises(InputError, match=r"heroes\[1\]: A3 at \(40, 20\) stands on the base of A1"):
        get_game("batalist").lay_case(case, "case")
