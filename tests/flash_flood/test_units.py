"""Squads as players meet them: told apart by name, and moved as one."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games.language import GAMES
from sandtable.server.messages.protocol import Judge
from sandtable.server.views.view import View
from sandtable.table.log_entries import die_words, purpose_in


@pytest.mark.clause("C40-MOV-6")
def test_a_squad_goes_as_it_stands_to_where_its_first_ends() -> None:
    """Scouts at 27,3 and 28.5 or 30 by 2.25 or 3.75: each goes as far, and who is in front first, out of the way."""
    battle = sandtable.new("flash-flood", scenario="charges-in-the-nest", seed=1)
    battle.play("take up S1")
    order = {"verb": "move", "figures": ["S1", "S2", "S3", "S4", "S5"], "to": [27, 2.5], "facing": 0}
    action = battle.action(order)
    assert action.text == "move S2 S4 S1 S3 S5 each 28.5,1.75,0 30,1.75,0 27,2.5,0 28.5,3.25,0 30,3.25,0"
    assert battle.judge(action).legal
    squads = {figure.unit for figure in battle.scene().figures if figure.side == "imperials"}
    assert squads == {"Tactical squad", "Scout squad"}


def test_squads_of_one_name_are_told_apart() -> None:
    battle = sandtable.new("flash-flood", scenario="guard-in-the-drain", seed=1)
    units = {figure.unit for box in battle.scene().boxes for figure in box.figures if figure.side == "imperials"}
    assert units == {"Guard command squad", "Guard infantry squad 1", "Guard infantry squad 2"}


@pytest.mark.clause("C40-MOV-1", "C40-MOV-6")
def test_a_dragged_squad_stops_where_its_move_must_and_goes_round_by_waypoints() -> None:
    """Scouts go 6 inches. S2 goes first, so waypoints are S2's: S1's, who was dragged, and 1.5 and -0.75 more."""
    battle = sandtable.new("flash-flood", scenario="charges-in-the-nest", seed=1)
    battle.play("take up S1")
    squad = ["S1", "S2", "S3", "S4", "S5"]
    far = {"verb": "move", "figures": squad, "to": (27, -20), "facing": 180}
    said = View(battle).judgement(Judge.model_validate({"type": "judge", "n": 1, "action": far}), 0)
    assert (said.pull, said.limit) == ("limit", 6) and said.way == pytest.approx(6, abs=0.01)
    round_about = battle.action({"verb": "move", "figures": squad, "via": [[27, 2]], "to": [27, 2.5], "facing": 0})
    assert "via 28.5,1.25 " in round_about.text
    assert battle.action(round_about.text).text == round_about.text and battle.judge(round_about).way == 1.5


def test_dice_say_what_they_are_for() -> None:
    """By the game's words, else its core's, else by the name of their purpose."""
    game = GAMES / "flash_flood"
    assert [die_words(game, purpose) for purpose in ("difficult", "carry", "to_hit")] == [
        "Difficult ground die", "inches swept die", "to hit die",
    ]  # fmt: skip
    assert purpose_in(game, "consolidate") == "consolidation"
