"""A battle that began before its generals were compiled: computers wait, and every board is told that they do."""

from __future__ import annotations

import pytest

from server.conftest import Board, running


class Warming:
    """Rules of which all is there that a battle needs, and of what generals need what the test says."""

    def __init__(self, generals: bool) -> None:
        self.generals = generals

    def is_done(self, key):
        return self.generals

    def is_playable(self, key):
        return True

    def choose(self, key):
        pass


def test_a_computer_waits_for_its_general_and_the_board_says_so(tmp_path):
    warming = Warming(generals=False)
    with running(tmp_path, warming=warming) as server:
        made = server.new("plain", seats={"blue": "random"})
        with server.board(made["token"]) as board, server.board(made["token"]) as other:
            board.send(type="pace", seconds=0)
            board.expect("state")
            assert not board.state["pace"]["preparing"], "it is not asked yet"
            board.play("end")
            for each in (board, other):
                while not each.state["pace"]["preparing"]:
                    each.receive()
            asked = board.state["version"]
            with pytest.raises(TimeoutError):
                board.receive(timeout=0.5)
            with server.board(made["token"]) as late:
                assert late.state["pace"]["preparing"], "who comes later is told, too"
            warming.generals = True
            while board.state["version"] == asked:
                board.receive()
            assert not board.state["pace"]["preparing"]
            assert [step["by"] for step in board.state["steps"]] == ["random"]


def test_a_battle_in_which_computers_have_acted_waits_for_their_reasons(tmp_path):
    with running(tmp_path) as server:
        made = server.new("plain", seats={"blue": "random"})
        with server.board(made["token"]) as board:
            board.play("end")
            while board.state["version"] < 2:
                board.receive()
    warming = Warming(generals=False)
    with running(tmp_path, warming=warming) as server:
        waits = server.socket(made["token"])
        with pytest.raises(TimeoutError):
            waits.recv(timeout=0.5)
        warming.generals = True
        board = Board(waits)
        assert board.state["version"] >= 2
        board.close()
