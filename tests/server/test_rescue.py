"""A battle that cannot be opened any more is exported, and goes on from where it can be read."""

from __future__ import annotations

import json
import sqlite3

import httpx
import pytest

from sandtable.errors import InputError
from sandtable.server.session import live_battle
from sandtable.table import saves
from server.conftest import running


def spoil(folder, number: int, line: str) -> None:
    """Write another line into the store for this entry, as a program of other rules might have."""
    with sqlite3.connect(folder / "battles.sqlite3") as database:
        rows = database.execute("select rowid, entry from actions where number = ?", (number,)).fetchall()
        ((row, kept),) = rows
        entry = json.loads(kept)
        entry["do"]["do"] = line
        database.execute("update actions set entry = ? where rowid = ?", (json.dumps(entry), row))


@pytest.fixture
def spoilt(tmp_path):
    """The folder of a store with one battle of three actions, whose third cannot be read; and its links."""
    with running(tmp_path) as server:
        made = server.new("plain", seats={"blue": "human"})
        with server.board(made["token"]) as board:
            board.play("move A to 3,2 facing 90")
            board.play("end")
            hashes = board.state["hash"]
            board.play(board.state["legal"][0]["action"])
    spoil(tmp_path, 3, "fly A to the moon")
    return tmp_path, made, hashes


def test_a_battle_that_cannot_be_opened_goes_on_as_a_new_one_as_far_as_it_can_be_read(spoilt):
    folder, made, stood = spoilt
    with running(folder) as server:
        with server.socket(made["token"]) as socket:
            said = json.loads(socket.recv(timeout=10))
        assert "This battle cannot be resumed" in said["text"] and "fly" in said["text"]
        answer = httpx.post(f"{server.url}/api/rescue/{made['token']}", json={})
        assert answer.status_code == 201
        with server.board(answer.json()["token"]) as board:
            assert board.state["hash"] == stood and len(board.state["legal"]) > 0
            board.play(board.state["legal"][0]["action"])
        watcher = made["watch_url"].rpartition("/")[2]
        assert httpx.post(f"{server.url}/api/rescue/{watcher}", json={}).status_code == 403


def test_its_save_is_had_as_it_is_stored_without_the_seed(spoilt):
    folder, made, _ = spoilt
    with running(folder) as server:
        answer = httpx.get(f"{server.url}/api/battles/{made['id']}/save")
    save = saves.check_save(answer.json(), "save")
    assert answer.status_code == 200 and save.dice.seed is None
    assert [entry.do for entry in save.actions][2] == "fly A to the moon"
    battle, why = saves.rescue(save, "save")
    assert len(battle.history) == 3 and "action 3" in why


def test_a_line_that_would_not_be_read_again_is_not_answered_for(tmp_path, monkeypatch):
    """Nothing is stored and nothing changes; who acts is told."""

    def refuse(before, entry, action):
        raise InputError("the line of this action reads as something else")

    with running(tmp_path) as server:
        made = server.new("plain", seats={"blue": "human"})
        with server.board(made["token"]) as board:
            stood = board.state
            monkeypatch.setattr(live_battle.saves, "check_line", refuse)
            refused = board.ask("refused", type="play", version=stood["version"], action="move A to 3,2 facing 90")
            assert "reads as something else" in refused["text"]
            monkeypatch.undo()
            assert board.play("move A to 3,2 facing 90")["version"] == stood["version"] + 1
