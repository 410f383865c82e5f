"""The same storage on a real PostgreSQL: run where SANDTABLE_POSTGRESQL names a database to write to."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.exc import IntegrityError

from sandtable.errors import InputError
from sandtable.server.storage.database import PLAY, UNDO, Entry, Store
from server.conftest import running

URL = os.environ.get("SANDTABLE_POSTGRESQL", "")

needs_postgresql = pytest.mark.skipif(
    not URL,
    reason="no PostgreSQL: set SANDTABLE_POSTGRESQL=postgresql+psycopg://user@host/name, install psycopg[binary]",
)


@pytest.fixture
def database() -> Iterator[str]:
    """A URL whose tables lie in a schema of their own, gone afterwards."""
    schema = f"test_{secrets.token_hex(6)}"
    engine = create_engine(URL, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"create schema {schema}"))
    url = make_url(URL).update_query_dict({"options": f"-csearch_path={schema}"})
    yield url.render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(text(f"drop schema {schema} cascade"))
    engine.dispose()


@needs_postgresql
def test_entries_come_back_in_order_and_a_number_is_taken_once(database: str) -> None:
    store = Store(database)
    stored = store.create("duel", "A fight", {"head": 1}, {"red": "human", "blue": "random"})
    store.append(stored.id, Entry(1, PLAY, "red", "human", {"do": "end"}, "aa"), False, None)
    store.append(stored.id, Entry(2, UNDO, "red", "human", {"keep": 0}, "bb"), True, "Red wins.")
    with pytest.raises(IntegrityError):
        store.append(stored.id, Entry(2, PLAY, "red", "human", {}, "cc"), False, None)
    store.reseat(stored.id, "blue", "human")
    store.close()
    again = Store(database)
    found = again.battle(stored.id)
    assert found is not None
    assert [entry.kind for entry in found.entries] == [PLAY, UNDO]
    assert found.head == {"head": 1} and found.over and found.result == "Red wins."
    assert [seat.kind for seat in found.seats] == ["human", "human"]
    assert [each.n_actions for each in again.battles()] == [2]
    again.close()


@needs_postgresql
def test_nothing_that_comes_over_the_network_or_in_a_save_upsets_it(database: str) -> None:
    """PostgreSQL holds no NUL in a text: such ids and links are simply unknown, such names lose it."""
    store = Store(database)
    stored = store.create("duel", "A \0 fight \ud800", {"title": "A \0 fight"}, {"red": "human"})
    assert stored.title == "A  fight ?"
    assert stored.head == {"title": "A \0 fight"}
    store.finish(stored.id, True, "Red\0 wins.")
    assert store.battle("x\0yzabcdefgh") is None and store.link("x\0yzabcdefgh") is None
    assert store.link("\ud800" * 9) is None
    store.close()


@needs_postgresql
def test_a_battle_goes_on_where_another_server_left_it(database: str, tmp_path: Path) -> None:
    with running(tmp_path, database) as first:
        made = first.new()
        with first.board(made["token"]) as board:
            board.play("move A to 3,2 facing 90")
            board.play("end")
            board.undo(past_dice=True)
            left = board.state
    with running(tmp_path, database) as second:
        with second.board(made["token"]) as board:
            assert board.state["hash"] == left["hash"] and board.state["scene"] == left["scene"]
            assert board.play("end")["version"] == left["version"] + 1
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


@needs_postgresql
def test_a_database_that_is_not_there_is_one_sentence_without_its_password() -> None:
    url = make_url(URL).set(database="no_such_database", password="secret")
    with pytest.raises(InputError, match="does not exist") as refused:
        Store(url.render_as_string(hide_password=False))
    assert "secret" not in str(refused.value)
