"""Advice to who is to decide: plans with chances, by what they see alone; and none to anybody else."""

from __future__ import annotations

import pytest

from sandtable.compiler import patience
from sandtable.server.http.limits import Limits
from sandtable.server.views import advice
from server.conftest import running


@pytest.fixture(autouse=True)
def brief(monkeypatch):
    """A few battles played on are enough here."""
    monkeypatch.setattr(advice, "PLAYOUTS", 4)
    monkeypatch.setattr(advice, "PLANS", 2)


def test_whoever_is_to_decide_is_told_what_could_be_done(server):
    made = server.new("plain", seats={"blue": "human"})
    with server.board(made["token"]) as board:
        found = board.ask("advice", type="advise", n=3)
        assert (found["n"], found["version"], found["side"]) == (3, 0, "red")
        assert 1 <= len(found["plans"]) <= 2 and found["playouts"] == 4
        listed = {one["text"] for one in board.state["legal"]}
        for plan in found["plans"]:
            assert plan["text"][0] in listed
            assert [one["side"] for one in plan["chances"]] == ["red", "blue"]
            assert sum(one["mean"] for one in plan["chances"]) == pytest.approx(1.0)
            assert all(0 <= one["low"] <= one["mean"] <= one["high"] <= 1 for one in plan["chances"])
        assert found["plans"][0]["behind"]["mean"] == 0
        assert board.state["version"] == 0, "advice changes nothing"
        assert board.ask("advice", type="advise", n=4)["plans"] == found["plans"]


def test_nobody_else_is_told(server):
    made = server.new("plain", seats={"blue": "human"})
    for token in (made["watch_url"].rpartition("/")[2], made["seats"]["blue"]["token"]):
        with server.board(token) as board:
            refused = board.ask("refused", type="advise", n=1)
            assert (refused["code"], refused["text"]) == ("not_now", "Advice is given to whoever is to decide.")


def test_what_could_have_been_done_is_said_at_the_end_alone(server):
    made = server.new("plain", seats={"red": "random", "blue": "random"})
    with server.board(made["token"]) as board:
        assert "when the battle is over" in board.ask("refused", type="advise", n=1, step=0)["text"]
        board.send(type="pace", seconds=0)
        while not board.state["over"]:
            board.receive()
        last = board.state["version"]
        found = board.ask("advice", type="advise", n=2, step=0)
        assert [plan["played"] for plan in found["plans"]].count(True) == 1
        assert board.ask("refused", type="advise", n=3, step=last)["text"] == "Nothing more was done after this."


def test_rules_that_are_not_fast_yet_are_not_asked(server, monkeypatch):
    monkeypatch.setattr(patience, "is_interpreted", lambda dtype: True)
    made = server.new("plain", seats={"blue": "human"})
    with server.board(made["token"]) as board:
        assert "ask again in a minute" in board.ask("refused", type="advise", n=1)["text"]


def test_other_people_are_told_that_advice_was_asked(server):
    """Blue is a guest's: the talk says of Red that advice was asked. One who plays both sides alone is not told on."""
    made = server.new("plain", seats={"red": "human", "blue": "guest"})
    guest = server.http.post(
        f"/api/invitations/{made['seats']['blue']['invite_url'].rpartition('/')[2]}", json={}
    ).json()
    with server.board(made["token"]) as board, server.board(guest["token"]) as other:
        board.send(type="advise", n=1)
        (line,) = other.expect("talk")["lines"]
        assert (line["side"], line["text"]) == ("red", "(asks what the computer would do here)")
        board.ask("advice", type="advise", n=2)
        board.send(type="say", text="Well?")
        (line,) = other.expect("talk")["lines"]
        assert line["text"] == "Well?", "of one decision they are told once"
    alone = server.new("plain", seats={"red": "human", "blue": "human"})
    with server.board(alone["token"]) as board:
        board.ask("advice", type="advise", n=1)


def test_advice_is_asked_so_often_and_no_more(tmp_path):
    with running(tmp_path, limits=Limits(advice_a_minute=2)) as server:
        made = server.new("plain", seats={"blue": "human"})
        with server.board(made["token"]) as board:
            for n in (1, 2):
                board.ask("advice", type="advise", n=n)
            refused = board.ask("refused", type="advise", n=3)
            assert (refused["code"], refused["n"]) == ("too_many", 3)
