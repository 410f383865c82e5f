"""Tables of the case book as battles, before the first action of the case."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandtable.files import load_yaml
from sandtable.games import get_game
from sandtable.table.battle import Battle
from sandtable.table.case_files import game_part
from sandtable.table.name_index import options_of
from sandtable.table.scenarios import Origin

CASEBOOK = Path(__file__).parents[2] / "casebook" / "dbaix"


def begun(name: str, seed: int | str = 1) -> Battle:
    """The table of a case with its scripted dice, and dice from a seed after them."""
    data: dict[str, Any] = load_yaml(CASEBOOK / f"{name}.yaml")
    game = get_game("dbaix")
    origin = Origin(game_part(data, game), "", name, case=True)
    battle = Battle(game, origin, options_of(game, data.get("options")))
    battle.engine.resume(seed, 0, data.get("dice", ()))
    battle.engine.begin()
    return battle
