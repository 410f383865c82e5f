"""Messages, saves and requests with anything in them: none makes a mistake of the server's, stops it or fills its log.

``SANDTABLE_HOSTILE=40000 python -m pytest -q tests/server/test_hostile.py`` sends so many of each.
"""

from __future__ import annotations

import json
import logging
import os
import random
import socket
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from sandtable.server.http.limits import Limits
from server.conftest import running

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from hostile_messages import changed, messages, mutated, odd_requests

MANY = int(os.environ.get("SANDTABLE_HOSTILE", "300"))
GAMES = ("duel", "plain", "ambush")

WIDE = Limits(
    **dict.fromkeys(("new_battles_a_minute", "requests_a_minute", "battles", "boards_of_an_address"), 10**7),
    messages_a_second=10**6,
    messages_a_second_of_an_address=10**6,
)


@pytest.fixture
def server(tmp_path, caplog):
    """A server whose bounds are too wide to help it; afterwards its log holds no error."""
    caplog.set_level(logging.WARNING)
    with running(tmp_path, limits=WIDE) as address:
        yield address
    odd = [record for record in caplog.records if record.levelno >= logging.ERROR and record.name != "asyncio"]
    assert [record.getMessage() for record in odd] == []


def fine(server) -> None:
    """An honest player still plays."""
    with server.board(server.new("plain")["token"]) as board:
        assert board.play("end")["version"] == 1


@pytest.mark.timeout(36_000)
@pytest.mark.parametrize("game", GAMES)
def test_messages_with_anything_in_them_are_answered_or_refused(server, game):
    rng, sent, told = random.Random(game), 0, []
    while sent < MANY:
        made = server.new(game)
        with server.socket(made["token"]) as line:
            state = {}
            while not state:
                message = json.loads(line.recv(timeout=60))
                state = message if message["type"] == "state" else {}
            for text in messages(rng, state, 100):
                sent += 1
                line.send(text)
            line.send('{"type": "legal", "n": 424242, "figures": []}')
            try:
                while True:
                    message = json.loads(line.recv(timeout=120))
                    told.append(message["type"])
                    assert "made a mistake" not in str(message.get("text")), message
                    if message.get("n") == 424242:
                        break
            except ConnectionClosed as closed:
                assert closed.rcvd is not None, "hung up on without a word"
    assert told.count("refused") > sent / 3
    fine(server)


@pytest.mark.timeout(36_000)
def test_saves_with_something_changed_are_taken_or_refused_in_a_sentence(server):
    rng, saves = random.Random(1), []
    for game in ("dba", "pursuit"):
        made = server.new(game)
        with server.board(made["token"]) as board:
            for _ in range(3):
                board.play(rng.choice(board.state["legal"])["action"])
        saves.append(server.http.get(f"/api/battles/{made['id']}/save").content)
    taken = 0
    for number in range(MANY):
        save = rng.choice(saves)
        if number % 2:
            body = b'{"save": ' + changed(save, rng) + b"}"
        else:
            body = json.dumps({"save": mutated(mutated(json.loads(save), rng), rng)}).encode()
        answer = server.http.post("/api/battles/load", content=body, headers={"content-type": "application/json"})
        assert answer.status_code in (201, 404, 409, 413, 422), (answer.status_code, answer.text[:300], body[:2_000])
        if answer.status_code == 201:
            taken += 1
            with server.board(answer.json()["token"]) as board:
                assert board.state["scene"]
        else:
            assert answer.json()["text"] and "\n" not in answer.json()["text"]
    assert taken < MANY / 2
    fine(server)


@pytest.mark.timeout(36_000)
def test_requests_of_all_kinds_and_of_none_make_no_mistake(server):
    rng = random.Random(2)
    battles = [server.new(game) for game in GAMES]
    parts = urlsplit(server.url)
    for _ in range(MANY):
        text = odd_requests(rng, battles, parts.netloc)
        with socket.create_connection((parts.hostname, parts.port), timeout=30) as line:
            line.sendall(text)
            line.shutdown(socket.SHUT_WR)
            try:
                answer = line.recv(4_000)
            except OSError:
                continue
        assert not answer.startswith(b"HTTP/1.1 5"), (text[:500], answer[:500])
    fine(server)
