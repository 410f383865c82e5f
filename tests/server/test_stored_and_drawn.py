"""An action is stored while its new state is drawn, and shown when both are done."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace

import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed

from sandtable.server.session import boards
from sandtable.server.session.boards import Audience
from sandtable.server.session.connections import Connection
from sandtable.server.storage.database import Link, Store
from sandtable.server.workers.render_workers import Drawing
from server.conftest import running

LONG = 20.0
"""Seconds after which something that is waited for does not come any more."""


def test_it_is_stored_while_it_is_drawn_and_shown_only_when_it_is_stored(tmp_path, monkeypatch):
    """The drawing goes on only once the store has been asked, the store answers only once all is drawn."""
    asked, drawn, met, told = threading.Event(), threading.Event(), [], []
    store, draw = Store.append_all, Audience.texts

    def append_all(self, commits):
        asked.set()
        met.append(drawn.wait(LONG))
        told.append("stored")
        return store(self, commits)

    def texts(self, state, said, seen_by=None):
        if said.kind == "play":
            met.append(asked.wait(LONG))
        made = draw(self, state, said, seen_by)
        if said.kind == "play":
            drawn.set()
        return made

    monkeypatch.setattr(Store, "append_all", append_all)
    monkeypatch.setattr(Audience, "texts", texts)
    with running(tmp_path) as server:
        made = server.new()
        with server.board(made["token"]) as board:
            board.play("move A to 3,2 facing 90")
            told.append("shown")
    assert met == [True, True] and told == ["stored", "shown"]


def test_what_is_drawn_and_not_stored_is_shown_to_nobody(tmp_path, monkeypatch):
    with running(tmp_path) as server:
        made = server.new()
        with server.board(made["token"]) as board:
            before, drawn, draw = board.state["hash"], threading.Event(), Audience.texts

            def texts(self, state, said, seen_by=None):
                states = draw(self, state, said, seen_by)
                drawn.set()
                return states

            def append_all(self, commits):
                assert drawn.wait(LONG)
                return [OperationalError("", {}, Exception("disk full"))] * len(commits)

            monkeypatch.setattr(Audience, "texts", texts)
            monkeypatch.setattr(Store, "append_all", append_all)
            board.send(type="play", version=board.state["version"], action="move A to 3,2 facing 90")
            said = board.receive()
            assert (said["type"], said["code"]) == ("refused", "not_now") and board.state["hash"] == before
        monkeypatch.undo()
        with server.board(made["token"]) as board:
            assert board.state["hash"] == before, "it is opened again as it is stored"


def test_what_is_stored_and_cannot_be_drawn_is_opened_again(tmp_path, monkeypatch):
    with running(tmp_path) as server:
        made = server.new()
        with server.board(made["token"]) as board:
            version, draw = board.state["version"], Audience.texts

            def texts(self, state, said, seen_by=None):
                if said.kind == "play":
                    raise ZeroDivisionError
                return draw(self, state, said, seen_by)

            monkeypatch.setattr(Audience, "texts", texts)
            board.send(type="play", version=version, action="move A to 3,2 facing 90")
            with pytest.raises(ConnectionClosed):
                while True:
                    board.receive()
        with server.board(made["token"]) as board:
            assert board.state["version"] == version + 1


def test_who_came_meanwhile_is_told_again_after_a_state_that_did_not_know_of_them(monkeypatch):
    """A state is made for a board, somebody comes and all are told, then the state is sent: it says what was before."""
    monkeypatch.setattr(boards, "TOGETHER", 0.0)
    link, heard = Link("battle", "token", (), True), []
    around = SimpleNamespace(presence_text=lambda state, link: "presence")
    state = SimpleNamespace(steps=lambda sides: ())
    there = boards.Boards("battle", Drawing(), lambda: boards.Shown(state, around, lambda link: None))

    async def play() -> None:
        there.add(Connection(link, heard.append, lambda: None))
        audience = there.audience(there, around)
        there.tell_presence()
        await asyncio.sleep(0.01)
        there.send(audience, ["state"])
        await asyncio.sleep(0.01)
        there.send(there.audience(there, around), ["newer"])
        await asyncio.sleep(0.01)

    asyncio.run(play())
    assert heard == ["presence", "state", "presence", "newer"]
