"""What is too big or nonsense is refused before it is looked at, and stops nobody else meanwhile."""

from __future__ import annotations

import json
import logging
import socket
import time
from threading import Thread
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus

from sandtable.server.http.limits import Bucket, Limits
from sandtable.server.messages import reading
from server.conftest import running

MEGABYTE = 1024 * 1024
JSON = {"content-type": "application/json"}

LONGEST = 1.0
"""Seconds that the event loop may be late on a machine that does much else. It was 14 with 16 MB of junk."""


def pieces(text: bytes, size: int = 65_536):
    for start in range(0, len(text), size):
        yield text[start : start + size]


def junk(megabytes: float) -> bytes:
    """A save that is none: JSON of so many megabytes, of lists in lists and texts, as long as in saves."""
    piece = b'{"a": [[["x", 1, {"b": "\xd0\xb9"}]]], "c": "' + b"dice" * 80 + b'"}, '
    return b'{"save": {"actions": [' + piece * int(megabytes * MEGABYTE / len(piece)) + b"1]}}"


@pytest.fixture(scope="module")
def busy(tmp_path_factory):
    with running(tmp_path_factory.mktemp("junk"), limits=Limits(new_battles_a_minute=10_000)) as server:
        yield server


@pytest.mark.parametrize("announced", [True, False])
def test_sixteen_megabytes_of_junk_are_refused_and_do_not_stop_the_loop(busy, announced):
    body = junk(16)
    with busy.stalls() as longest:
        answer = busy.http.post("/api/battles/load", content=body if announced else pieces(body), headers=JSON)
    assert answer.status_code == 413 and answer.json()["text"] == "The request is too big: at most 2048 kB."
    assert longest[0] < LONGEST


def test_junk_within_the_limit_is_read_beside_the_loop(busy):
    with busy.stalls() as longest:
        answer = busy.http.post("/api/battles/load", content=junk(1.9), headers=JSON)
    assert answer.status_code == 422
    assert longest[0] < LONGEST


@pytest.mark.parametrize(
    "body", [b"[" * 2_000_000, b'{"save": ' * 200_000, b'"' + b"\\u0041" * 300_000, b"9" * 2_000_000]
)
def test_nonsense_of_two_megabytes_is_refused_at_once(busy, body):
    begun = time.perf_counter()
    answer = busy.http.post("/api/battles/load", content=body, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) in ((422, "unreadable"), (413, "too_big"))
    assert time.perf_counter() - begun < 2.0


def test_a_save_is_parsed_in_another_thread_than_the_loop(busy, monkeypatch):
    """The one who reads is not the one who answers everybody."""
    import threading

    read, readers = reading.read_json, []

    def noting(text):
        readers.append(threading.current_thread().name)
        return read(text)

    monkeypatch.setattr("sandtable.server.http.bodies.read_json", noting)
    busy.http.post("/api/battles/load", content=junk(0.5), headers=JSON)
    assert len(readers) == 1 and readers[0].startswith("answering")


def test_a_bigger_save_may_be_allowed(tmp_path):
    with running(tmp_path, limits=Limits(save_kilobytes=3_000)) as server:
        assert server.http.post("/api/battles/load", content=junk(2.5), headers=JSON).status_code == 422
        answer = server.http.post("/api/battles/load", content=junk(3.5), headers=JSON)
        assert answer.status_code == 413 and "at most 3000 kB" in answer.json()["text"]


def test_the_body_of_one_battle_too_many_is_not_read(tmp_path, monkeypatch):
    read = []
    monkeypatch.setattr("sandtable.server.http.bodies.read_json", read.append)
    with running(tmp_path, limits=Limits(new_battles_a_minute=1)) as server:
        for path in ("/api/battles", "/api/battles/load"):
            server.http.post(path, json={})
            assert server.http.post(path, json={}).status_code == 429
    assert len(read) == 1, "the first, of both"


def raw(server, text: bytes, wait: float = 10.0) -> bytes:
    """What a server answers to bytes as they are, until it hangs up."""
    parts = urlsplit(server.url)
    with socket.create_connection((parts.hostname, parts.port), timeout=wait) as line:
        line.sendall(text)
        answer = b""
        while piece := line.recv(65_536):
            answer += piece
    return answer


def test_a_body_that_does_not_come_is_waited_for_only_so_long(tmp_path, monkeypatch):
    monkeypatch.setattr("sandtable.server.http.middleware.PATIENCE", 0.3)
    with running(tmp_path) as server:
        host = urlsplit(server.url).netloc
        begun = time.perf_counter()
        kind = "Content-Type: application/json\r\nContent-Length: 100"
        answer = raw(server, f"POST /api/battles HTTP/1.1\r\nHost: {host}\r\n{kind}\r\n\r\n{{".encode())
        assert answer.startswith(b"HTTP/1.1 408") and b"did not come to its end" in answer
        assert time.perf_counter() - begun < 5.0


# ------------------------------------------------------------------------------------------------ the line


def test_junk_over_the_line_does_not_stop_the_loop(busy):
    made = busy.new("plain")
    with busy.board(made["token"]) as board, busy.stalls() as longest:
        for text in (
            "x" * 900_000,
            "[" * 31_000,
            json.dumps({"type": "judge", "n": 1, "action": ["a" * 70] * 400}),
        ) * 20:
            board.socket.send(text)
        for _ in range(60):
            assert board.expect("refused")["code"] in ("too_big", "unreadable")
    assert longest[0] < LONGEST


def test_a_board_that_floods_is_read_at_its_pace_and_others_are_answered(tmp_path):
    """Three seconds' worth at once, then so many a second: the rest waits in the sender's own line."""
    with running(tmp_path, limits=Limits(messages_a_second=20)) as server:
        made, other = server.new("plain"), server.new("plain")
        with server.board(made["token"]) as flood, server.board(other["token"]) as calm:
            begun = time.perf_counter()

            def send():
                for _ in range(100):
                    flood.socket.send("{")

            sending = Thread(target=send)
            sending.start()
            assert calm.play("end")["version"] == 1
            assert time.perf_counter() - begun < 1.0
            for _ in range(100):
                flood.expect("refused")
            assert 1.5 < time.perf_counter() - begun < 10.0, "(100 - 60) / 20 = 2 seconds"
            sending.join()


def test_a_bucket_gives_what_it_holds_then_so_much_a_second():
    now = [0.0]
    bucket = Bucket(2.0, 3.0, lambda: now[0])
    assert [bucket.allows("a") for _ in range(4)] == [True, True, True, False]
    assert bucket.allows("b")
    now[0] = 0.5
    assert bucket.allows("a") and not bucket.allows("a")
    assert [bucket.wait("c") for _ in range(5)] == [0.0, 0.0, 0.0, 0.5, 1.0]
    now[0] = 100.0
    for number in range(20_000):
        bucket.allows(f"visitor {number}")
        now[0] += 1.0
    assert len(bucket._left) < 10_100


# ------------------------------------------------------------------------------------------- rates and logs


def test_requests_beyond_the_rate_of_an_address_are_refused_before_anything_is_done(tmp_path):
    with running(tmp_path, limits=Limits(requests_a_minute=5)) as server:
        answers = [server.http.get("/api/games").status_code for _ in range(7)]
        assert answers == [200] * 5 + [429] * 2
        refused = server.http.post("/api/battles", json={"game": "duel"})
        assert refused.json() == {
            "code": "too_many",
            "text": "Too many requests come from your address: wait a little.",
        }


def test_a_refused_origin_is_a_plain_refusal_and_one_line_of_information(busy, caplog):
    made = busy.new("plain")
    caplog.set_level(logging.INFO)
    for origin in ("https://evil.example", "null"):
        caplog.clear()
        with pytest.raises(InvalidStatus) as refused:
            busy.socket(made["token"], origin=origin)
        assert refused.value.response.status_code == 403
        time.sleep(0.1)
        told = [record for record in caplog.records if record.name.startswith(("sandtable", "uvicorn", "websockets.s"))]
        assert [record.levelno for record in told if record.levelno > logging.INFO] == []
        assert len([record for record in told if record.name == "sandtable.server"]) == 1
