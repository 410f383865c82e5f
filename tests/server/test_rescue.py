"""A battle that cannot be opened any more is exported, and goes on from where it can be read."""

from __future__ import annotations

import json
import sqlite3

import httpx2 as httpx
import pytest

from sandtable.errors import InputError
from sandtable.server.session import live_battle
from sandtable.table import saves
from sandtable.table.save_files import check_save
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
        answer = httpx.post(f"{server.url}/api/rescue/{made['token']}", json={})
        assert answer.status_code == 201
        with server.board(answer.json()["token"]) as board:
            assert board.state["hash"] == stood and len(board.state["legal"]) > 0
            assert board.welcome["battle"]["unread"] == ""
            board.play(board.state["legal"][0]["action"])
        watcher = made["watch_url"].rpartition("/")[2]
        assert httpx.post(f"{server.url}/api/rescue/{watcher}", json={}).status_code == 403


def test_it_is_shown_as_far_as_it_can_be_read_and_nothing_goes_on_there(spoilt):
    """Maker and watcher see the table after the second action, why no more, and the way there; nothing is played."""
    folder, made, stood = spoilt
    with running(folder) as server:
        for token in (made["token"], made["watch_url"].rpartition("/")[2]):
            with server.board(token) as board:
                why = board.welcome["battle"]["unread"]
                assert why.startswith("This battle can be read only so far: ") and "action 3" in why and "fly" in why
                assert board.state["hash"] == stood and len(board.state["steps"]) == 3
                assert board.state["scene"]["figures"] and board.state["undo"]["possible"] is False
                assert board.state["legal"] == [] and board.state["decision"]["yours"] is False
                assert board.ask("looked", type="look", n=1, step=1)["of"] == 2
        with server.board(made["token"]) as board:
            version = board.state["version"]
            for message in (
                {"type": "play", "version": version, "action": "end"},
                {"type": "undo", "version": version},
                {"type": "reseat", "side": "blue", "kind": "quick"},
            ):
                assert board.ask("refused", **message)["text"] == why, message
            assert board.ask("legal", type="legal", n=2)["legal"] == []


def test_no_computer_plays_on_where_a_battle_can_be_read_only_so_far(tmp_path):
    with running(tmp_path) as server:
        made = server.new("plain", seats={"red": "quick", "blue": "quick"})
        with server.board(made["token"]) as board:
            while len(board.state["steps"]) + board.state["steps_from"] < 4:
                board.receive()
    spoil(tmp_path, 3, "fly A to the moon")
    with sqlite3.connect(tmp_path / "battles.sqlite3") as database:
        stored = database.execute("select count(*) from actions").fetchone()
    with running(tmp_path) as server, server.board(made["token"]) as board:
        assert "fly" in board.welcome["battle"]["unread"]
        with pytest.raises(TimeoutError):
            board.expect("state", timeout=0.5)
    with sqlite3.connect(tmp_path / "battles.sqlite3") as database:
        assert database.execute("select count(*) from actions").fetchone() == stored


def test_a_battle_whose_table_is_not_laid_as_it_was_is_told_and_exported(spoilt):
    folder, made, _ = spoilt
    with sqlite3.connect(folder / "battles.sqlite3") as database:
        ((kept,),) = database.execute("select head from battles").fetchall()
        head = json.loads(kept)
        head["start"]["hash"] = "0" * 64
        database.execute("update battles set head = ?", (json.dumps(head),))
    with running(folder) as server:
        with server.socket(made["token"]) as socket:
            said = json.loads(socket.recv(timeout=10))
        assert "This battle cannot be resumed" in said["text"] and "laying of the table" in said["text"]
        for address in (f"battles/{made['id']}/save", f"rescue/{made['token']}"):
            answer = httpx.get(f"{server.url}/api/{address}")
            assert answer.status_code == 200, answer.text
            assert [entry["do"] for entry in answer.json()["actions"]][2] == "fly A to the moon"
            assert answer.json()["dice"]["seed"] is None
    with running(folder, local=False) as server:
        assert httpx.get(f"{server.url}/api/battles/{made['id']}/save").status_code == 403
        watcher = made["watch_url"].rpartition("/")[2]
        assert httpx.get(f"{server.url}/api/rescue/{watcher}").status_code == 200  # the game hides nothing
        assert httpx.get(f"{server.url}/api/rescue/nobody").status_code == 404


def test_its_save_is_had_as_it_is_stored_without_the_seed(spoilt):
    folder, made, _ = spoilt
    with running(folder) as server:
        answer = httpx.get(f"{server.url}/api/battles/{made['id']}/save")
    save = check_save(answer.json(), "save")
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
