"""Playing on from a step of a battle, and cases made of its positions, through real sockets."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.files import parse_yaml
from sandtable.server.session.fork import branch
from sandtable.server.views.seat_state import BattleState
from sandtable.table.cases import answer

GO = "move A to 3,2 facing 90"


def laid(text):
    """The table that a case lays, by figure."""
    table = answer(parse_yaml(text, "case.yaml"), "case.yaml", seed=1).battle
    return {figure.id: (figure.x, figure.y) for figure in table.scene().figures}, table


def test_any_step_can_be_played_on_from_with_its_log_and_other_dice(server):
    made = server.new("plain")
    with server.board(made["token"]) as board:
        for action in (GO, "move B to 3,4 facing 90", "end"):
            board.play(action)
        branched = board.ask("branched", type="play_on", n=9, step=1, seats={"blue": "random"})
        assert branched["n"] == 9 and branched["id"] != made["id"]
        with server.board(branched["url"].removeprefix("/play/")) as other:
            assert [step["action"] for step in other.state["steps"]] == ["", GO]
            assert other.welcome["battle"]["title"] == "The bridge, from action 1"
            assert other.welcome["battle"]["commitment"] != board.welcome["battle"]["commitment"]
            assert other.state["seats"][1]["kind"] == "random" and other.welcome["maker"]
            assert other.welcome["battle"]["dice"]["source"] == "server"
            other.play("end")
        assert board.state["version"] == 3, "the battle itself goes on as it was"
        save = server.http.get(f"/api/battles/{branched['id']}/save").json()
        assert save["dice"]["since"] == 2
        assert board.ask("refused", type="play_on", n=1, step=4)["code"] == "unknown"


def test_a_watcher_of_a_finished_battle_plays_on_but_not_from_its_end(server):
    made = server.new("plain", seats={"red": "random", "blue": "random"})
    with server.board(made["watch_url"].rsplit("/", 1)[1]) as watcher, server.board(made["token"]) as maker:
        maker.send(type="pace", seconds=0)
        while not watcher.state["over"]:
            watcher.receive()
        last = watcher.state["version"]
        assert watcher.ask("refused", type="play_on", n=1, step=last)["code"] == "not_now"
        branched = watcher.ask("branched", type="play_on", n=2, step=1, analysis=True)
        with server.board(branched["url"].removeprefix("/play/")) as other:
            assert other.state["version"] == 1 and not other.state["over"] and other.welcome["battle"]["analysis"]


def test_what_a_seat_may_not_see_is_guessed_in_the_battle_that_goes_on(server):
    """Red's plan is 2, Blue's 5. Red plays on: that plan is there, Blue's is a guess from 1 to 6, and no log is."""
    fight = sandtable.new("duel", seed=1)
    fight.play(GO)
    plans = {tuple(branch(BattleState(fight, [None, "human"], 1), ("red",), 1).record.plan.tolist()) for _ in range(60)}
    assert {red for red, _ in plans} == {2}
    assert {blue for _, blue in plans} == {1, 2, 3, 4, 5, 6}
    made = server.new(seats={"blue": "guest"})
    with server.board(made["token"]) as board:
        board.play(GO)
        branched = board.ask("branched", type="play_on", n=1, step=1)
        with server.board(branched["url"].removeprefix("/play/")) as other:
            assert [step["action"] for step in other.state["steps"]] == [""], "a fresh beginning"
            other.play("show")


def test_a_case_lays_the_position_that_the_link_sees(server):
    made = server.new()
    with server.board(made["token"]) as board:
        board.play(GO)
        board.play("move B to 3,4 facing 90")
        now = board.ask("case_made", type="case", n=3)
        assert (now["n"], now["step"], now["name"]) == (3, 2, "the-bridge-2.yaml")
        assert laid(now["text"])[0] == {"A": (3.0, 2.0), "B": (3.0, 4.0), "C": (6.0, 2.0)}
        then = board.ask("case_made", type="case", n=4, step=1)
        assert laid(then["text"])[0] == {"A": (3.0, 2.0), "B": (2.0, 4.0), "C": (6.0, 2.0)}
        assert int(laid(then["text"])[1].record["plan"][1]) == 0, "not what the other side has written down"
        assert board.ask("refused", type="case", n=5, step=9)["code"] == "unknown"


@pytest.mark.parametrize("game", ["plain", "duel"])
def test_steps_tell_who_moved_and_who_fell(server, game):
    made = server.new(game)
    with server.board(made["token"]) as board:
        step = board.play(GO)["steps"][0]
        assert step["shifts"] == [
            {"id": "A", "before": {"id": "A", "x": 2.0, "y": 2.0, "facing": 90.0},
             "after": {"id": "A", "x": 3.0, "y": 2.0, "facing": 90.0}},
        ]  # fmt: skip
        assert board.state["since"] == 1
        board.undo()
        assert board.state["since"] == 0
