"""A real server on a real port with a real database, and boards that talk to it through real sockets."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import uvicorn
from websockets.sync.client import ClientConnection, connect

from sandtable.server.http.app import create_app
from sandtable.server.http.front import Front
from sandtable.server.http.limits import Limits
from sandtable.server.http.run import config_of, listen
from sandtable.server.storage.database import Store
from server.duel_server import register_duel

IN_PASSING = ("state", "presence", "facts", "talk", "company")
"""Messages that may come at any time."""


class Board:
    """What a browser does, as a script."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.welcome = self.expect("welcome")
        self.state = self.expect("state")

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self, timeout: float = 60) -> dict[str, Any]:
        message = json.loads(self.socket.recv(timeout=timeout))
        if message["type"] == "state":
            self.state = message
        return message

    def expect(self, kind: str, timeout: float = 60) -> dict[str, Any]:
        """The next message of this kind; states on the way are taken in."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            message = self.receive(timeout)
            if message["type"] == kind:
                return message
            assert message["type"] in IN_PASSING, str(message)
        raise TimeoutError(kind)

    def ask(self, kind: str, /, **message: Any) -> dict[str, Any]:
        self.send(**message)
        return self.expect(kind)

    def play(self, action: Any) -> dict[str, Any]:
        """Play and wait for the state that follows."""
        before = self.state["version"]
        self.send(type="play", version=before, action=action)
        while self.state["version"] == before:
            message = self.receive()
            assert message["type"] in IN_PASSING, str(message)
        return self.state

    def undo(self, **more: Any) -> dict[str, Any]:
        before = self.state["version"]
        self.send(type="undo", version=before, **more)
        while self.state["version"] == before:
            message = self.receive()
            assert message["type"] in IN_PASSING, str(message)
        return self.state

    def close(self) -> None:
        self.socket.close()


class Address:
    """Where a server answers."""

    def __init__(self, url: str, loop: asyncio.AbstractEventLoop | None = None) -> None:
        self.url = url
        self.loop = loop
        self.http = httpx.Client(base_url=url, timeout=60)

    def new(self, game: str = "duel", **request: Any) -> dict[str, Any]:
        answer = self.http.post("/api/battles", json={"game": game, "seed": 1, **request})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def socket(self, token: str, **more: Any) -> ClientConnection:
        return connect(f"{self.url.replace('http', 'ws')}/ws/{token}", max_size=None, legacy=True, **more)

    @contextmanager
    def stalls(self) -> Iterator[list[float]]:
        """Seconds that the server's loop was late to wake, the most of them as the one item, once this is left."""
        assert self.loop is not None
        over, longest = threading.Event(), [0.0]

        async def wake() -> None:
            while not over.is_set():
                due = time.perf_counter() + 0.005
                await asyncio.sleep(0.005)
                longest[0] = max(longest[0], time.perf_counter() - due)

        waking = asyncio.run_coroutine_threadsafe(wake(), self.loop)
        try:
            yield longest
        finally:
            over.set()
            waking.result(30)

    @contextmanager
    def board(self, token: str, language: str = "") -> Iterator[Board]:
        board = Board(self.socket(f"{token}?language={language}" if language else token))
        try:
            yield board
        finally:
            board.close()


class _Server(uvicorn.Server):
    loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)


@contextmanager
def running(folder: Path, database: str = "", local: bool = True, **options: Any) -> Iterator[Address]:
    """A server in a thread; its database is in ``folder`` unless a URL says another."""
    register_duel()
    sock = listen("127.0.0.1", 0, False)
    app = create_app(Store(database or f"sqlite:///{folder / 'battles.sqlite3'}"), **{"front": Front(local), **options})
    server = _Server(config_of(app))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]}, daemon=True)
    thread.start()
    end = time.monotonic() + 60
    while not server.started:
        assert time.monotonic() < end and thread.is_alive()
        time.sleep(0.01)
    try:
        yield Address(f"http://127.0.0.1:{sock.getsockname()[1]}", server.loop)
    finally:
        server.should_exit = True
        thread.join(60)
        assert not thread.is_alive(), "what was played is stored, and nothing more is done, before a test goes on"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """One server for the tests that do not stop it; together they make more battles in a minute than one may."""
    with running(tmp_path_factory.mktemp("server"), limits=Limits(new_battles_a_minute=10_000)) as address:
        yield address


@pytest.fixture
def two(server: Address) -> tuple[str, str, dict[str, Any]]:
    """A battle of the plain duel: Red's is the maker's own seat, Blue's is taken by a guest."""
    made = server.new("plain", seats={"blue": "guest"})
    token = made["seats"]["blue"]["invite_url"].removeprefix("/join/")
    taken = server.http.post(f"/api/invitations/{token}").json()
    return made["token"], taken["token"], made


def until(board: Board, condition: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """Take in messages until the state is so."""
    while not condition(board.state):
        board.receive()
    return board.state
