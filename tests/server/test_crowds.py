"""A crowd from one address: it comes in a few at a time, is read at one pace, and what all ask for is made once."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from fastapi import FastAPI
from sqlalchemy import event

from sandtable.games.language import all_languages
from sandtable.server.http.app import create_app
from sandtable.server.http.bodies import MOST_VALUES
from sandtable.server.http.limits import Limits
from sandtable.server.http.packing import Once
from sandtable.server.session.connections import Entrance
from sandtable.server.storage.database import NewSeat, Store
from sandtable.server.views import battle_messages
from server.conftest import running


class Comers:
    """Boards at an entrance: who is inside, in the order in which they came in."""

    def __init__(self, at_once: int, patience: float = 60.0) -> None:
        self.entrance, self.inside = Entrance(at_once, patience), []
        self.arrive, self.tasks = {}, {}

    async def come(self, *names: str) -> None:
        """Each comes from the address that is its first letter, and stays."""
        for name in names:
            self.tasks[name] = asyncio.create_task(self._stay(name))
        await self.settle()

    async def _stay(self, name: str) -> None:
        async with self.entrance.turn(name[0]) as self.arrive[name]:
            self.inside.append(name)
            await asyncio.Event().wait()

    async def leave(self, name: str) -> None:
        """It goes, wherever it is."""
        self.tasks[name].cancel()
        await self.settle()

    async def settle(self) -> None:
        """Let whatever can go on do so."""
        for _ in range(10):
            await asyncio.sleep(0)


def test_boards_of_one_address_come_in_two_at_a_time_and_no_other_address_waits():
    async def play() -> None:
        comers = Comers(2)
        await comers.come("a1", "a2", "a3", "a4", "b1")
        assert comers.inside == ["a1", "a2", "b1"]
        comers.arrive["a2"]()
        comers.arrive["a2"]()
        await comers.settle()
        assert comers.inside == ["a1", "a2", "b1", "a3"], "who says twice to be in makes room for one"
        await comers.leave("a1")
        assert comers.inside[-1] == "a4", "who goes before being in makes room, too"
        await comers.come("a5")
        await comers.leave("a2")
        assert comers.inside[-1] == "a4", "that one was in already"

    asyncio.run(play())


def test_who_leaves_while_waiting_takes_nobodys_turn():
    async def play() -> None:
        comers = Comers(1)
        await comers.come("a1", "a2", "a3")
        await comers.leave("a2")
        await comers.leave("a1")
        assert comers.inside == ["a1", "a3"]

    asyncio.run(play())


def test_one_that_takes_long_keeps_others_waiting_only_so_long():
    async def play() -> None:
        comers = Comers(1, patience=0.0)
        await comers.come("a1", "a2")
        assert comers.inside == ["a1", "a2"]

    asyncio.run(play())


def test_a_link_is_looked_up_when_it_is_its_boards_turn(tmp_path, monkeypatch):
    """The second board's link is not, while the first one's is: one at a time may come here."""
    asked, go, look_up = [], threading.Event(), Store.link

    def slow(store, token):
        asked.append(token)
        if token == first:
            go.wait(60)
        return look_up(store, token)

    monkeypatch.setattr(Entrance.__init__, "__defaults__", (60.0,))
    with running(tmp_path, limits=Limits(boards_coming=1)) as server, ThreadPoolExecutor(2) as threads:
        first, second, other = (server.new("plain")["token"] for _ in range(3))
        monkeypatch.setattr(Store, "link", slow)
        lines = [threads.submit(server.socket, first).result(60)]
        while asked != [first]:
            server.http.get("/api/reach")
        lines.append(server.socket(second))
        assert server.http.get(f"/play/{other}").status_code == 200
        assert asked == [first, other]
        go.set()
        for line in lines:  # the second comes in though the first one stays
            assert '"welcome"' in line.recv(timeout=30)
        for line in lines:
            line.close()


def test_boards_of_one_address_are_read_at_one_pace_together(tmp_path):
    """Forty at once, then forty a second, from all of them."""
    with running(tmp_path, limits=Limits(messages_a_second_of_an_address=40)) as server:
        token = server.new("plain")["token"]
        with server.board(token) as one, server.board(token) as two:
            begun = time.monotonic()
            for board in (one, two):
                for _ in range(40):
                    board.socket.send("{")
            for board in (one, two):
                for _ in range(40):
                    board.expect("refused")
            assert time.monotonic() - begun > 0.95, "(80 - 40) / 40 = 1 second"


def test_a_link_is_one_question_of_the_database_and_the_makers_two(tmp_path):
    store, asked = Store(f"sqlite:///{tmp_path / 'a.sqlite3'}"), []
    stored = store.create("duel", "A fight", {}, {"red": NewSeat("human"), "blue": NewSeat("human", guest=True)})
    event.listen(store.engine, "before_cursor_execute", lambda *told: asked.append(told[2]))
    red, blue = stored.seats
    for token, sides, maker, questions in (
        (red.token, ("red",), False, 1),
        (blue.token, ("blue",), False, 1),
        (stored.watch_token, (), False, 1),
        (stored.all_token, ("red",), True, 2),
    ):
        asked.clear()
        link = store.link(token)
        assert (link.battle_id, link.token, link.sides, link.everyone) == (stored.id, token, sides, maker)
        assert len(asked) == questions, asked
    asked.clear()
    assert store.link("unknown-unknown") is None and len(asked) == 1


def test_languages_are_looked_for_on_the_disk_once():
    assert all_languages() is all_languages()


def test_what_is_the_same_for_all_is_made_once_though_many_ask_at_once():
    async def play() -> None:
        once, made, go = Once(), [], threading.Event()

        def make(answer: str) -> str:
            made.append(answer)
            go.wait(60)
            if answer == "wrong":
                raise ValueError(answer)
            return answer

        async def ask(answer: str) -> bytes:
            return (await once.made(("x",), str, lambda: make(answer))).plain

        asking = [asyncio.create_task(ask("wrong")) for _ in range(3)]
        await asyncio.sleep(0)
        go.set()
        assert [type(each) for each in await asyncio.gather(*asking, return_exceptions=True)] == [ValueError] * 3
        assert await ask("right") == b'"right"' == await ask("never")
        assert made == ["wrong", "right"], "what went wrong is made anew"

    asyncio.run(play())


def test_a_body_of_too_many_values_is_refused_before_it_is_read(server):
    """``{"save": {"a": [1, ...]}}``: two objects, a list, and a comma less than there are numbers."""
    for numbers, status in ((MOST_VALUES - 2, 422), (MOST_VALUES - 1, 413)):
        body = '{"save": {"a": [' + ",".join("1" * numbers) + "]}}"
        answer = server.http.post("/api/battles/load", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == status, answer.text
    assert answer.json() == {"code": "too_big", "text": "The request is too big: it holds more than 100000 values."}


def test_what_many_ask_for_is_made_before_anybody_asks(monkeypatch):
    """Where rules are loaded behind, as in a server that somebody runs."""
    made, both = [], threading.Event()

    def make(what, value):
        made.append(what)
        if len(made) == 2:
            both.set()
        return value

    monkeypatch.setattr(battle_messages, "games", lambda language: make("games", []))
    monkeypatch.setattr(FastAPI, "openapi", lambda app: make("description", {}))

    async def begin() -> None:
        app = create_app(Store("sqlite://"), warmup=object())
        async with app.router.lifespan_context(app):
            await asyncio.to_thread(both.wait, 60)

    asyncio.run(begin())
    assert made == ["games", "description"]
