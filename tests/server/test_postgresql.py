"""The same storage on a real PostgreSQL of the tests' own, and what is there after a crash in the midst of a commit."""

from __future__ import annotations

import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.exc import IntegrityError
from websockets.exceptions import WebSocketException

from sandtable.errors import InputError
from sandtable.server.storage.database import PLAY, UNDO, Entry, NewSeat, Store
from server.conftest import Address, Board, running
from server.postgresql import PROGRAMS, Cluster
from server.test_storage import DUEL_SERVER, TESTS

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.skipif(not PROGRAMS, reason="no PostgreSQL: SANDTABLE_POSTGRESQL=$(sh tools/postgresql.sh)"),
]

GO = "move A to 3,2 facing 90"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    made = Cluster()
    try:
        made.make()
        yield made
    finally:
        made.remove()


@pytest.fixture
def database(cluster: Cluster) -> Iterator[str]:
    """A URL whose tables lie in a schema of their own, gone afterwards."""
    schema = f"test_{secrets.token_hex(6)}"
    url = make_url(cluster.url).update_query_dict({"options": f"-csearch_path={schema}"})
    said(cluster.url, f"create schema {schema}")
    yield url.render_as_string(hide_password=False)
    if not cluster.running:
        cluster.start()
    said(cluster.url, f"drop schema {schema} cascade")


def said(url: str, what: str) -> list[Any]:
    """What the database answers to a statement, as rows."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            answer = connection.execute(text(what))
            return list(answer) if answer.returns_rows else []
    finally:
        engine.dispose()


def test_entries_come_back_in_order_and_a_number_is_taken_once(database: str) -> None:
    store = Store(database)
    stored = store.create("duel", "A fight", {"head": 1}, {"red": NewSeat("human"), "blue": NewSeat("random")})
    store.append(stored.id, Entry(1, PLAY, "red", "human", {"do": "end"}, "aa"), False, None)
    store.append(stored.id, Entry(2, UNDO, "red", "human", {"keep": 0}, "bb"), True, "Red wins.")
    with pytest.raises(IntegrityError):
        store.append(stored.id, Entry(2, PLAY, "red", "human", {}, "cc"), False, None)
    store.reseat(stored.id, "blue", "human", False)
    store.close()
    again = Store(database)
    found = again.battle(stored.id)
    assert found is not None
    assert [entry.kind for entry in found.entries] == [PLAY, UNDO]
    assert found.head == {"head": 1} and found.over and found.result == "Red wins."
    assert [seat.kind for seat in found.seats] == ["human", "human"]
    assert [each.n_actions for each in again.battles()] == [2]
    again.close()


def test_nothing_that_comes_over_the_network_or_in_a_save_upsets_it(database: str) -> None:
    """PostgreSQL holds no NUL in a text: such ids and links are simply unknown, such names lose it."""
    store = Store(database)
    stored = store.create("duel", "A \0 fight \ud800", {"title": "A \0 fight"}, {"red": NewSeat("human")})
    assert stored.title == "A  fight ?"
    assert stored.head == {"title": "A \0 fight"}
    store.finish(stored.id, True, "Red\0 wins.")
    assert store.battle("x\0yzabcdefgh") is None and store.link("x\0yzabcdefgh") is None
    assert store.link("\ud800" * 9) is None
    store.close()


def test_a_battle_goes_on_where_another_server_left_it(database: str, tmp_path: Path) -> None:
    with running(tmp_path, database) as first:
        made = first.new()
        with first.board(made["token"]) as board:
            board.play(GO)
            board.play("end")
            board.undo(past_dice=True)
            left = board.state
    with running(tmp_path, database) as second:
        with second.board(made["token"]) as board:
            assert board.state["hash"] == left["hash"] and board.state["scene"] == left["scene"]
            before = board.state["version"]
            assert board.play("end")["version"] == before + 1
        with (
            running(tmp_path, database) as third,
            second.board(made["token"]) as here,
            third.board(made["token"]) as there,
        ):
            here.play(here.state["legal"][0]["action"])
            refused = there.ask(
                "refused", type="play", version=there.state["version"], action=there.state["legal"][0]["action"]
            )
            assert refused["code"] == "not_now", "the other server was first"


def test_a_database_that_is_not_there_is_one_sentence_without_its_password(cluster: Cluster) -> None:
    url = make_url(cluster.url).set(database="no_such_database", password="secret")
    with pytest.raises(InputError, match="does not exist") as refused:
        Store(url.render_as_string(hide_password=False))
    assert "secret" not in str(refused.value)


# --------------------------------------------------------------------------------- in the midst of a commit


COMMIT_TAKES = 1.5
"""Seconds, once a commit is made slow."""


def slow_commits(database: str) -> None:
    """From now on every entry takes its time in the commit itself, after all that was said in the transaction."""
    said(
        database,
        "create function slowly() returns trigger language plpgsql as "
        f"$$ begin perform pg_sleep({COMMIT_TAKES}); return null; end $$",
    )
    said(
        database,
        "create constraint trigger slowly after insert on actions deferrable initially deferred "
        "for each row execute function slowly()",
    )


def quick_commits(database: str) -> None:
    said(database, "drop function if exists slowly() cascade")


def committing(cluster: Cluster) -> int:
    """The process of PostgreSQL's that is in the midst of a commit, as soon as there is one."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        rows = said(cluster.url, "select pid from pg_stat_activity where query = 'COMMIT' and state = 'active'")
        if rows:
            return int(rows[0][0])
        time.sleep(0.02)
    raise TimeoutError("nothing is committed")


@contextmanager
def process(database: str) -> Iterator[tuple[Address, subprocess.Popen[str]]]:
    """A server of its own, and its process; killed without warning at the end, if not before."""
    environment = dict(os.environ)
    environment["PYTHONPATH"] = os.pathsep.join([str(TESTS), *filter(None, [environment.get("PYTHONPATH")])])
    command = [sys.executable, *DUEL_SERVER, database]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert server.stdout is not None
        url = re.search(r"http://\S+", server.stdout.readline())
        assert url, "the server did not start"
        yield Address(url.group().rstrip("/")), server
    finally:
        server.kill()
        server.wait(10)


def answered(board: Board, states: list[tuple[int, str]], most: int = 10_000) -> None:
    """Play for as long as it goes on, and note every state that was answered."""
    try:
        while len(states) < most and not board.state["over"]:
            board.play(board.state["legal"][0]["action"])
            states.append((board.state["version"], board.state["hash"]))
    except (WebSocketException, OSError, AssertionError):
        return


def hashes(database: str, battle: str) -> dict[int, str]:
    """What is stored: number of the entry and the hash after it."""
    store = Store(database)
    found = store.battle(battle)
    assert found is not None
    entries = {entry.number: entry.hash for entry in found.entries}
    store.close()
    assert sorted(entries) == list(range(1, len(entries) + 1)), "no entry is missing between others"
    return entries


def test_a_server_killed_in_the_midst_of_a_commit_has_all_that_it_answered(cluster: Cluster, database: str) -> None:
    with process(database) as (server, running_as):
        made = server.new()
        with server.board(made["token"]) as board:
            states: list[tuple[int, str]] = []
            answered(board, states, 2)
            slow_commits(database)
            board.send(type="play", version=board.state["version"], action=board.state["legal"][0]["action"])
            committing(cluster)
            running_as.send_signal(signal.SIGKILL)
            with pytest.raises((WebSocketException, OSError)):
                board.expect("never")
    quick_commits(database)
    time.sleep(COMMIT_TAKES)  # what PostgreSQL has begun it ends, whoever is gone
    stored = hashes(database, made["id"])
    assert len(states) == 2 and len(stored) in (2, 3), "the one not answered is there wholly or not at all"
    with process(database) as (server, _), server.board(made["token"]) as board:
        assert board.state["version"] == len(stored)
        assert [number for number, _ in states] == [1, 2]
        before = board.state["version"]
        assert board.play(board.state["legal"][0]["action"])["version"] == before + 1


@pytest.mark.parametrize("crash", ["backend", "immediate"])
def test_what_postgresql_loses_in_the_midst_of_a_commit_was_never_answered(
    cluster: Cluster, database: str, crash: str
) -> None:
    """Killed -9 is the one process that commits, or all are stopped at once; the battle goes on from what is stored."""
    with process(database) as (server, _):
        made = server.new()
        with server.board(made["token"]) as board:
            board.play(GO)
            board.play(board.state["legal"][0]["action"])
            held = board.state
            slow_commits(database)
            board.send(type="play", version=held["version"], action=held["legal"][0]["action"])
            process_id = committing(cluster)
            if crash == "backend":
                os.kill(process_id, signal.SIGKILL)
            else:
                cluster.stop("immediate")
            refused = board.expect("refused")
            assert refused["code"] == "not_now" and "nothing was changed" in refused["text"]
        if crash == "immediate":
            cluster.start()
        again_up(cluster)
        quick_commits(database)
        assert len(hashes(database, made["id"])) == held["version"] == 2
        with server.board(made["token"]) as board:
            assert (board.state["version"], board.state["hash"]) == (2, held["hash"])
            assert board.state["scene"] == held["scene"] and board.state["legal"] == held["legal"]
            assert board.play(board.state["legal"][0]["action"])["version"] == 3


def again_up(cluster: Cluster) -> None:
    """Wait until PostgreSQL has recovered."""
    end = time.monotonic() + 60
    while True:
        try:
            said(cluster.url, "select 1")
            return
        except Exception:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def test_whenever_postgresql_is_stopped_all_that_was_answered_is_there(cluster: Cluster, database: str) -> None:
    """Four battles are played at full speed; it is stopped without warning three times, at any moment."""
    with process(database) as (server, _):
        made = [server.new() for _ in range(4)]
        for each in range(3):
            noted: dict[str, list[tuple[int, str]]] = {battle["id"]: [] for battle in made}
            boards = [Board(server.socket(battle["token"])) for battle in made]
            playing = [
                Thread(target=answered, args=(board, noted[battle["id"]]))
                for board, battle in zip(boards, made, strict=True)
            ]
            for thread in playing:
                thread.start()
            time.sleep(0.5 + 0.37 * each)
            cluster.stop("immediate")
            for thread in playing:
                thread.join(60)
            for board in boards:
                board.close()
            cluster.start()
            for battle in made:
                stored = hashes(database, battle["id"])
                assert all(number in stored for number, _ in noted[battle["id"]])
            assert any(noted.values()), "something was answered"
            made = [server.new() for _ in range(4)]
