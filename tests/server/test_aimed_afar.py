"""Who shoots at a place stays where they stand: nobody but who goes there is drawn at the place of an action."""

from __future__ import annotations

from pathlib import Path

import yaml

from sandtable.games import get_game
from sandtable.server.views.view import View
from sandtable.table.battle import Battle
from sandtable.table.case_files import game_part
from sandtable.table.name_index import options_of
from sandtable.table.scenarios import Origin

SHOT = Path(__file__).parents[2] / "casebook/batalist/08-a-bursting-shot.yaml"


def test_bombards_are_not_drawn_where_their_shot_falls() -> None:
    """The case: bombards that may shoot at orcs, at a place of their choice. The orcs stand there."""
    case = yaml.safe_load(SHOT.read_text("utf-8"))
    game = get_game("batalist")
    battle = Battle(game, Origin(game_part(case, game), case=True), options_of(game, {}))
    battle.engine.resume(5, 0)
    shots = [one for one in View(battle).legal if one.verb == "shoot"]
    assert shots and all(one.action.to for one in shots)
    assert [one.ghost for one in shots if one.ghost] == []
