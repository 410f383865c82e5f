"""A DBAix battle over real sockets: computers play it, the server is killed in the middle, and it goes on."""

from __future__ import annotations

import pytest

from server.test_storage import PLAY_COMMAND, process


@pytest.mark.full
@pytest.mark.timeout(900)  # the first run compiles the rules
def test_a_battle_of_computers_survives_a_kill_and_ends(tmp_path):
    database = tmp_path / "battles.sqlite3"
    with process(database, PLAY_COMMAND) as server:
        made = server.new("dbaix", scenario="feast", seats=dict.fromkeys(("romans", "gauls", "pirates"), "random"))
        with server.board(made["token"]) as board:
            board.send(type="pace", seconds=0)
            while board.state["version"] < 25:
                board.receive(timeout=600)
            seen = board.state
    with process(database, PLAY_COMMAND) as server:
        with server.board(made["token"]) as board:
            assert board.state["version"] >= seen["version"]
            board.send(type="pace", paused=True)
            board.expect("state", timeout=600)
            looked = board.ask("looked", type="look", n=0, step=seen["version"])
            assert looked["scene"] == seen["scene"], "the table stands as it stood when the server was killed"
            board.send(type="pace", seconds=0, paused=False)
            while not board.state["over"]:
                board.receive(timeout=600)
            ended = board.state
            assert ended["result"] and sum(ended["returns"].values()) == pytest.approx(1)
        save = server.http.get(f"/api/battles/{made['id']}/save").json()
        assert save["dice"]["seed"] == "1", "the seed is shown after the end"
        loaded = server.http.post("/api/battles/load", json={"save": save}).json()
        with server.board(loaded["token"]) as again:
            assert (again.state["hash"], again.state["result"]) == (ended["hash"], ended["result"])


@pytest.mark.full
@pytest.mark.timeout(900)
def test_a_person_drags_a_legionary_and_reads_the_price(tmp_path):
    """A single Roman move costs 2 (PIP-2); Caligula Minus is never too far from the legate (PIP-14)."""
    with process(tmp_path / "battles.sqlite3", PLAY_COMMAND) as server:
        made = server.new("dbaix", scenario="village", seats={"gauls": "greedy", "pirates": "random"})
        with server.board(made["token"]) as board:
            drag = {"verb": "move", "figures": ["R23"], "to": [15.5, 32.5], "facing": 90}
            answer = board.ask("judgement", type="judge", n=1, action=drag)
            assert answer["legal"] and answer["cost"] == 2
            assert [(line["clause"], line["amount"]) for line in answer["prices"]] == [("DBAIX-PIP-2", 2)]
            board.play(answer["action"])
            spy = next(figure for figure in board.state["scene"]["figures"] if figure["id"] == "R23")
            assert (spy["x"], spy["y"], spy["facing"]) == (15.5, 32.5, 90.0)
            far = board.ask("judgement", type="judge", n=2, action=drag | {"to": [25.5, 32.5]})
            assert not far["legal"] and all(reason["clause"] for reason in far["reasons"])
