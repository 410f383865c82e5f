"""Places far from any table, over the wire, in games that measure and turn bases there: one clear sentence each."""

from __future__ import annotations

from typing import Any

import pytest

from server.conftest import IN_PASSING, Board

FAR = [[9999, 9999], [-9999, 1500], [10000, -10000], [10000.5, 0], [1e9, 0], [-1e300, 1e300]]
"""Within what is looked at at all, at its limit, and beyond."""


def told(board: Board, **message: Any) -> str:
    """The sentence with which this is refused, or why it is not legal."""
    board.send(**message)
    while (answer := board.receive())["type"] in IN_PASSING:
        pass
    if answer["type"] == "judgement":
        assert not answer["legal"] and answer["reasons"]
        return str(answer["reasons"][0]["text"])
    assert answer["type"] == "refused" and answer["code"] in ("illegal", "unreadable"), answer
    return str(answer["text"])


def one_sentence_each(board: Board, action: dict[str, Any]) -> None:
    """Judged, asked for its odds and played: each is refused, and the battle goes on."""
    version = board.state["version"]
    for kind in ("judge", "odds", "play"):
        extra: dict[str, Any] = {"version": version} if kind == "play" else {"n": 1}
        text = told(board, type=kind, action=action, **extra)
        assert 10 < len(text) <= 300 and "Traceback" not in text and "Error" not in text, text
    assert board.ask("looked", type="look", n=2, step=0) and board.state["version"] == version


@pytest.mark.full
def test_a_landing_far_from_the_board(server):
    made = server.new("dba", scenario="landing-in-africa", seats={"red": "human", "blue": "human"})
    with server.board(made["token"]) as board:
        while board.state["decision"]["side"] != "blue":
            board.play("end")
        assert any(order["verb"].lower() == "land" for order in board.state["legal"])
        for to in FAR:
            one_sentence_each(board, {"verb": "land", "figures": ["B11"], "to": to, "facing": 33.33})
            one_sentence_each(board, {"verb": "land", "figures": ["B11", "B12"], "to": to, "facing": 270})
        waits = next(order for order in board.state["legal"] if order["verb"].lower() == "land")
        assert board.play(waits["action"])["version"] > 0


@pytest.mark.full
def test_a_wheel_about_a_point_far_from_the_table(server):
    made = server.new("dbaix", scenario="village", seats=dict.fromkeys(("romans", "gauls", "pirates"), "human"))
    with server.board(made["token"]) as board:
        for about in FAR:
            for degrees in (1, 90, 180, -359.0):
                action = {"verb": "move", "figures": ["R23"], "wheel": {"about": about, "degrees": degrees}}
                one_sentence_each(board, action)
        assert board.play("end")["version"] > 0
