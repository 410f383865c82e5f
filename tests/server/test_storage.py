"""What is stored, and that a killed server loses nothing."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from sandtable.errors import InputError
from sandtable.server.storage.database import PLAY, UNDO, Entry, NewSeat, Store
from server.conftest import Address, running

TESTS = Path(__file__).parents[1]


DUEL_SERVER = ("-m", "server.duel_server", "--db")
PLAY_COMMAND = ("-c", "from sandtable.cli import main; main()", "play", "--no-browser", "--port", "0", "--db")


@contextmanager
def process(database, program=DUEL_SERVER):
    """A server of its own; killed without warning at the end."""
    environment = dict(os.environ)
    paths = [str(TESTS), *filter(None, [environment.get("PYTHONPATH")])]
    environment["PYTHONPATH"] = os.pathsep.join(paths)
    server = subprocess.Popen(
        [sys.executable, *program, f"sqlite:///{database}"],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        url = re.search(r"http://\S+", server.stdout.readline())
        assert url, "the server did not start"
        yield Address(url.group().rstrip("/"))
    finally:
        server.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        server.wait(10)


def test_a_killed_server_loses_nothing_and_goes_on(tmp_path):
    database = tmp_path / "battles.sqlite3"
    with process(database) as server:
        made = server.new()
        with server.board(made["token"]) as board:
            board.play("move A to 3,2 facing 90")
            board.play("end")
            board.play(board.state["legal"][0]["action"])
            killed_at = board.state
    with process(database) as server, server.board(made["token"]) as board:
        assert board.state["hash"] == killed_at["hash"]
        assert board.state["version"] == killed_at["version"]
        assert board.state["scene"] == killed_at["scene"]
        assert board.state["legal"] == killed_at["legal"]
        board.play("end")
        board.undo(past_dice=True)
        assert board.state["hash"] == killed_at["hash"]
    with process(database) as server, server.board(made["token"]) as board:
        assert board.state["hash"] == killed_at["hash"], "the undo was kept too"


def test_a_server_killed_while_computers_play_resumes_where_it_was_seen_last_or_later(tmp_path):
    database = tmp_path / "battles.sqlite3"
    with process(database) as server:
        made = server.new("plain", seats={"red": "random", "blue": "random"})
        hashes = {}
        with server.board(made["token"]) as board:
            board.send(type="pace", seconds=0)
            while board.state["version"] < 5:
                board.receive()
                hashes[board.state["version"]] = board.state["hash"]
    last = max(hashes)
    with process(database) as server, server.board(made["token"]) as board:
        assert board.state["version"] >= last, "everything shown had been stored"
        steps = [step["number"] for step in board.state["steps"]]
        assert steps == list(range(board.state["version"] + 1))
    with sqlite3.connect(database) as rows:
        stored = dict(rows.execute("select number, hash from actions"))
    assert all(stored[version] == state for version, state in hashes.items() if version)


def test_every_action_is_in_the_database_before_it_is_answered(tmp_path):
    with running(tmp_path) as server:
        made = server.new("plain")
        with server.board(made["token"]) as board, sqlite3.connect(tmp_path / "battles.sqlite3") as rows:
            for version, action in enumerate(["move A to 3,2 facing 90", "end"], start=1):
                board.play(action)
                found = rows.execute(
                    "select kind, side, by, hash from actions where battle_id = ? and number = ?", (made["id"], version)
                ).fetchall()
                assert found == [("play", "red", "human", board.state["hash"])]
            board.undo(past_dice=True)
            assert rows.execute("select kind from actions where number = 3").fetchall() == [("undo",)]


def test_a_battle_changed_behind_the_servers_back_is_resumed_afresh(tmp_path):
    """Two servers on one database: the one that comes second notices, changes nothing, and looks again."""
    with running(tmp_path) as first:
        made = first.new()
        with running(tmp_path) as second, first.board(made["token"]) as here, second.board(made["token"]) as there:
            here.play("move A to 3,2 facing 90")
            assert there.ask("refused", type="play", version=0, action="move B to 3,4 facing 90")["code"] == "not_now"
            with second.board(made["token"]) as again:
                assert again.state["hash"] == here.state["hash"] and again.state["version"] == 1
                assert again.play("move B to 3,4 facing 90")["version"] == 2


def test_a_battle_of_other_rules_is_shown_up_to_where_they_differ_and_says_so(tmp_path):
    with running(tmp_path) as server:
        made = server.new()
        with server.board(made["token"]) as board:
            board.play("move A to 3,2 facing 90")
    with sqlite3.connect(tmp_path / "battles.sqlite3") as rows:
        rows.execute("update actions set entry = replace(entry, 'to 3,2', 'to 2,3')")
    with running(tmp_path) as server, server.board(made["token"]) as board:
        assert "action 1" in board.welcome["battle"]["unread"] and len(board.state["steps"]) == 1


def test_a_battle_of_an_older_version_opens_and_its_sides_are_named_from_then_on(tmp_path):
    """Its seats had no names. The list says the game's own words, and once it was opened those of its armies."""
    with running(tmp_path) as server:
        made = server.new("dba", scenario="first-lesson", seats={"blue": "guest"})
    with sqlite3.connect(tmp_path / "battles.sqlite3") as rows:
        rows.execute("alter table seats drop column called")
    with running(tmp_path) as server:
        asked = made["seats"]["blue"]["invite_url"].replace("/join/", "/api/invitations/")
        assert server.http.get("/api/battles").json()[0]["sides"] == {"red": "Red", "blue": "Blue"}
        assert server.http.get(asked).json()["side_name"] == "Blue"
        with server.board(made["token"]) as board:
            assert len(board.state["steps"]) == 1
        assert server.http.get("/api/battles").json()[0]["sides"] == {"red": "Romans", "blue": "Gauls"}
        assert server.http.get(asked).json()["side_name"] == "Gauls"


def test_links_open_what_they_name_and_nothing_else(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'a.sqlite3'}")
    stored = store.create("duel", "A fight", {}, {"red": NewSeat("human"), "blue": NewSeat("random")})
    red, blue = stored.seats
    assert store.link(red.token).sides == ("red",)
    assert store.link(stored.all_token).sides == ("red",), "a computer's side is nobody's"
    assert store.link(stored.watch_token).sides == ()
    for nothing in ("", "x", "' or 1=1 --", stored.id, red.token[:-1], "x" * 10_000):
        assert store.link(nothing) is None
    assert blue.kind == "random"


def test_entries_come_back_in_order_and_a_number_is_taken_once(tmp_path):
    store = Store(str(tmp_path / "a.sqlite3"))
    stored = store.create("duel", "A fight", {"head": 1}, {"red": NewSeat("human")})
    store.append(stored.id, Entry(1, PLAY, "red", "human", {"do": "end"}, "aa"), False, None)
    store.append(stored.id, Entry(2, UNDO, "red", "human", {"keep": 0}, "bb"), True, "Red wins.")
    with pytest.raises(Exception, match="UNIQUE"):
        store.append(stored.id, Entry(2, PLAY, "red", "human", {}, "cc"), False, None)
    again = Store(str(tmp_path / "a.sqlite3")).battle(stored.id)
    assert [entry.kind for entry in again.entries] == [PLAY, UNDO]
    assert again.head == {"head": 1} and again.over and again.result == "Red wins."
    listed = store.battles()
    assert [each.n_actions for each in listed] == [2]


@pytest.mark.parametrize("url", ["nonsense://x", "sqlite:////no/such/folder/x.sqlite3", "mysql://"])
def test_a_database_that_cannot_be_opened_is_one_sentence(url):
    with pytest.raises(InputError, match="--db"):
        Store(url)


def test_one_thread_at_a_time_asks_a_database_in_memory():
    """Two on its one connection end the whole process: a board that leaves is still read for when the next asks."""
    store = Store("sqlite://")
    with ThreadPoolExecutor(1) as other:
        with store.engine.connect():
            asked = other.submit(store.count)
            with pytest.raises(TimeoutError):
                asked.result(0.2)
        assert asked.result(60) == 0


def test_ids_and_links_of_other_letters_are_unknown_and_no_database_is_asked(tmp_path):
    store = Store(str(tmp_path / "a.sqlite3"))
    store.create("duel", "A \0 fight \ud800", {}, {"red": NewSeat("human")})
    assert [each.title for each in store.battles()] == ["A  fight ?"]
    for nothing in ("x\0yzabcdefgh", "\ud800" * 9, "ä" * 9, "x" * 65):
        assert store.link(nothing) is None and store.battle(nothing) is None


def test_a_url_whose_driver_is_missing_says_so_and_keeps_its_password(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(InputError, match=r"pip install 'psycopg\[binary\]'") as refused:
        Store("postgresql+psycopg://me:secret@nowhere/x")
    assert "secret" not in str(refused.value)


def test_the_tables_can_be_made_in_postgresql_too():
    """No server is needed to see that every column has a PostgreSQL type."""
    from sqlalchemy.dialects import postgresql
    from sqlalchemy.schema import CreateTable

    from sandtable.server.storage.tables import Base

    made = [str(CreateTable(table).compile(dialect=postgresql.dialect())) for table in Base.metadata.sorted_tables]
    names = {text.split()[2] for text in made}
    assert names == {"battles", "actions", "invitations", "seats", "chat", "people", "shared", "notices"}
