"""Whoever waits beside the table may be placed in any order: the board is told a place for each, not the next alone."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games import game_keys, get_game
from sandtable.server.views.view import View
from sandtable.table.scenarios import scenario_names

SCENARIOS = [
    (game, name) for game in game_keys() if game in ("batalist", "pursuit") for name in scenario_names(get_game(game))
]


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS, ids=[f"{game} {name}" for game, name in SCENARIOS])
def test_every_waiting_figure_can_be_laid_now(game: str, scenario: str) -> None:
    """DEP-11 and DEP of the pursuit set no order. Who lies in ambush waits beside the table, too, and is not laid."""
    battle = sandtable.new(game, scenario=scenario, seed=1)
    for _ in range(20):
        if battle.phase == "deployment":
            break
        battle.play(battle.legal()[0])
    else:
        return  # nobody is set up by hand in it
    side = battle.decision.side
    view = View(battle.as_seen([side]), (side,))
    laid = {figure for action in view.legal if action.action.to for figure in action.figures}
    waiting = [
        figure.id
        for box in view.scene.boxes
        for figure in box.figures
        if figure.side == side and box.title not in ("In ambush", "Lost")
    ]
    assert len(waiting) > 1 and set(waiting) <= laid
    last = next(one for one in view.legal if one.figures == (waiting[-1],) or list(one.figures) == [waiting[-1]])
    battle.play(last.action.model_dump(exclude_none=True))
    assert waiting[-1] in {figure.id for figure in battle.scene().figures}


def test_the_program_places_who_waits_when_a_player_asks_for_it(server) -> None:
    """One after another, as the player's own actions; once nobody waits it is refused in a sentence."""
    made = server.new("pursuit", scenario="random-city", seats=dict.fromkeys(("quarry", "hunters"), "human"))
    with server.board(made["token"]) as board:
        placed = 0
        while any(action["action"].get("to") and action["figures"] for action in board.state["legal"]):
            before = board.state["version"]
            board.send(type="deploy", version=before)
            while board.state["version"] == before:
                board.receive()
            placed += 1
            if board.state["decision"]["phase"] != "deployment":
                break
        assert placed >= 5 and {step["by"] for step in board.state["steps"]} <= {"human", None}
        refused = board.ask("refused", type="deploy", version=board.state["version"])
        assert refused["text"] == "Nobody of yours waits beside the table to be placed now."
