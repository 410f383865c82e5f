"""Boards that vanish at any moment, and drawing that fails: memory stays equal to the store, and play goes on."""

from __future__ import annotations

import json
import random
import socket
import sqlite3
import time
from dataclasses import replace

import pytest

from sandtable.games import register
from server.conftest import running
from table.duel_game import PLAIN

DISCONNECTS = 200
MESSAGES = (
    {"type": "play", "action": "end"},
    {"type": "play", "action": "move A to 3,2 facing 90"},
    {"type": "play", "action": "move C to 5,2 facing 270"},
    {"type": "undo", "past_dice": True},
    {"type": "undo"},
    {"type": "reseat", "side": "blue", "kind": "human"},
    {"type": "reseat", "side": "blue", "kind": "random"},
    {"type": "reseat", "side": "blue", "kind": "human"},
    {"type": "invite", "n": 1, "side": "blue"},
    {"type": "uninvite", "side": "blue"},
    {"type": "rename", "title": "Another name"},
    {"type": "rename", "title": "And another"},
)


def vanish(connection):
    """Go without a word, as a browser whose machine is switched off: the connection is reset."""
    raw = connection.socket
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
    raw.close()


def test_boards_that_vanish_at_random_moments_leave_memory_and_store_alike(tmp_path):
    rng = random.Random(7)
    with running(tmp_path) as server:
        battles = [server.new("plain", analysis=number % 2 == 0) for number in range(5)]
        stayed = {made["id"]: server.socket(made["token"]) for made in battles}
        for listening in stayed.values():
            listening.send(json.dumps({"type": "pace", "paused": True}))  # a computer acts at no moment of its own
        for _ in range(DISCONNECTS):
            made = rng.choice(battles)
            with server.board(made["token"]) as board:
                for _ in range(rng.randrange(1, 4)):
                    message = rng.choice(MESSAGES)
                    versioned = {"version": board.state["version"]} if message["type"] in ("play", "undo") else {}
                    board.socket.send(json.dumps(message | versioned))
                    if rng.random() < 0.5:
                        time.sleep(rng.random() * 0.01)
                vanish(board.socket)
        with sqlite3.connect(tmp_path / "battles.sqlite3") as rows:
            played = 0
            for made in battles:
                with server.board(made["token"]) as board:
                    title = rows.execute("select title from battles where id = ?", (made["id"],)).fetchone()[0]
                    assert board.welcome["battle"]["title"] == title
                    assert seats_shown(board) == seats_stored(rows, made["id"])
                    stored = rows.execute(
                        "select number, hash from actions where battle_id = ? order by number", (made["id"],)
                    ).fetchall()
                    assert board.state["version"] == len(stored), "what is shown is what is stored"
                    assert not stored or board.state["hash"] == stored[-1][1]
                    assert [number for number, _ in stored] == list(range(1, len(stored) + 1))
                    last = last_state(stayed[made["id"]])
                    assert (last["version"], last["hash"]) == (board.state["version"], board.state["hash"])
                    if not board.state["over"] and board.state["decision"]["yours"]:
                        board.play("end")
                    played += len(stored)
            assert played > DISCONNECTS / 4, "enough was played for this to mean something"
        finals = {}
        for made in battles:
            with server.board(made["token"]) as board:
                finals[made["id"]] = (board.state["version"], board.state["hash"])
    with running(tmp_path) as server:
        for made in battles:
            with server.board(made["token"]) as board:
                assert (board.state["version"], board.state["hash"]) == finals[made["id"]]


def seats_shown(board):
    """Who plays each side, as the server has it in memory: kind, whether a guest's, whether somebody is invited."""
    return {seat["side"]: (seat["kind"], seat["guest"], seat["invited"]) for seat in board.state["seats"]}


def seats_stored(rows, battle_id):
    """The same, as it is stored."""
    invited = {side for (side,) in rows.execute(
        "select side from invitations where battle_id = ? and open", (battle_id,)
    )}  # fmt: skip
    stored = rows.execute("select side, kind, guest from seats where battle_id = ?", (battle_id,))
    return {side: (kind, bool(guest), side in invited) for side, kind, guest in stored}


def last_state(connection):
    """The last state that a board was sent that has only listened."""
    state = None
    while True:
        try:
            message = json.loads(connection.recv(timeout=0.5))
        except TimeoutError:
            return state
        if message["type"] == "state":
            state = message


# ------------------------------------------------------------------------------------------- what cannot be drawn


def failing(*_arguments):
    raise ZeroDivisionError("a picture that cannot be drawn")


@pytest.fixture
def broken(tmp_path):
    """A server on which parts of the plain duel fail, as said."""

    def start(**parts):
        register(replace(PLAIN, key="broken", **parts))
        return running(tmp_path)

    yield start
    register(PLAIN)


def test_overlays_that_cannot_be_drawn_are_left_out_and_said(broken):
    with broken(scene=failing, plain_scene=PLAIN.scene) as server:
        made = server.new("broken")
        with server.board(made["token"]) as board:
            assert [figure["id"] for figure in board.state["scene"]["figures"]] == ["A", "B", "C"]
            assert len(board.state["troubles"]) == 1 and "could not be drawn" in board.state["troubles"][0]
            assert board.play("move A to 3,2 facing 90")["version"] == 1


def test_a_table_that_cannot_be_drawn_at_all_does_not_stop_the_battle(broken):
    with broken(scene=failing) as server:
        made = server.new("broken")
        with server.board(made["token"]) as board:
            assert board.state["troubles"] and board.state["scene"]["figures"] == []
            assert board.state["decision"]["text"] == "Move: 3 PIPs left."
            assert board.play("end")["version"] == 1


@pytest.mark.parametrize("part", ["prompt", "explain", "result_text"])
def test_words_that_fail_stop_nothing(broken, part):
    with broken(**{part: failing}) as server:
        made = server.new("broken", seats={"blue": "random"})
        with server.board(made["token"]) as board:
            board.send(type="pace", seconds=0)
            told = board.ask("explained", type="explain", n=1, figure="A")
            if part == "explain":
                assert "could not" in told["explanation"]["notes"][0]["text"]
            while not board.state["over"]:
                if board.state["decision"]["yours"]:
                    board.play("end")
                else:
                    board.receive()
            if part != "explain":
                assert bool(board.state["troubles"]) == (part == "result_text")


def test_sentences_and_lists_that_fail_stop_nothing(broken, monkeypatch):
    with broken() as server:
        made = server.new("broken")
        with server.board(made["token"]) as board:
            monkeypatch.setattr("sandtable.server.views.battle_messages.events", failing)
            state = board.play("end")
            assert state["version"] == 1 and state["steps"][0]["label"] == "An action that cannot be told"
            monkeypatch.undo()
            monkeypatch.setattr("sandtable.server.views.view.View._listed", failing)
            state = board.play("end")
            assert state["version"] == 2 and state["legal"] == []
            assert any("list of actions" in trouble for trouble in state["troubles"])


def test_what_was_stored_and_cannot_be_shown_is_opened_again_and_never_refused(broken, monkeypatch):
    with broken() as server:
        made = server.new("broken")
        with server.board(made["token"]) as board:
            monkeypatch.setattr("sandtable.server.views.seat_state.BattleState.gone_on", failing)
            board.send(type="play", version=0, action="end")
            with pytest.raises(Exception, match="1013"):
                while True:
                    assert board.receive()["type"] != "refused"
            monkeypatch.undo()
        with server.board(made["token"]) as board:
            assert board.state["version"] == 1, "it was stored, and it stands"
