"""Bounds: nothing grows without end, what is too much is refused in a sentence, and every figure can be set."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import time
from dataclasses import fields
from types import SimpleNamespace

import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed

from sandtable.cli import run
from sandtable.errors import InputError
from sandtable.server.http.limits import Bucket, Limits, Rate, limits_of
from sandtable.server.messages.pages import LoadBattle, NewBattle
from sandtable.server.session.connections import Connection
from sandtable.server.session.lobby import Lobby
from sandtable.server.session.session import BoardSession
from sandtable.server.storage import persistence
from sandtable.server.storage.database import Link, Store
from server.conftest import running
from server.duel_server import register_duel

GO = "move A to 3,2 facing 90"


def refusal(connection):
    """What a socket is told before it is closed, and by which code."""
    said = json.loads(connection.recv(timeout=10))
    with pytest.raises(ConnectionClosed) as closed:
        connection.recv(timeout=10)
    return said["code"], said["text"], closed.value.rcvd.code


def test_limits_are_set_by_name():
    assert limits_of(["boards=7", "battles=3"]) == Limits(boards=7, battles=3)
    for word in ("bords=7", "boards", "boards=0", "boards=-1", "boards=x", "boards=1.5", "boards=99999999999"):
        with pytest.raises(InputError, match=f"--limit {word}: "):
            limits_of([word])
    with pytest.raises(InputError, match="did you mean boards"):
        limits_of(["bords=7"])


def test_the_command_names_every_limit_and_refuses_others(capsys):
    assert run(["serve", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"Bounds: {', '.join(field.name for field in fields(Limits))}." in said
    assert run(["serve", "--limit", "bords=7"]) == 2
    assert "did you mean boards" in capsys.readouterr().err


def test_a_rate_is_so_many_a_minute_for_each_and_forgets_who_is_quiet():
    now = SimpleNamespace(time=0.0)
    rate = Rate(2, clock=lambda: now.time)
    assert [rate.allows("a"), rate.allows("a"), rate.allows("a"), rate.allows("b")] == [True, True, False, True]
    now.time = 60.0
    assert rate.allows("a") and rate.allows("a") and not rate.allows("a")
    for number in range(5_000):
        rate.allows(f"visitor {number}")
        now.time += 1.0
    assert len(rate._done) < 1_100


def test_so_many_battles_are_made_a_minute(tmp_path):
    with running(tmp_path, limits=Limits(new_battles_a_minute=3)) as server:
        made = server.new("plain")
        save = server.http.get(f"/api/battles/{made['id']}/save").json()
        assert server.http.post("/api/battles/load", json={"save": save}).status_code == 201
        server.new("plain")
        for path, body in (("", {"game": "plain"}), ("/load", {"save": save})):
            answer = server.http.post(f"/api/battles{path}", json=body)
            assert answer.status_code == 429 and answer.json()["code"] == "too_many"
            assert "3 battles a minute" in answer.json()["text"]
        with server.board(made["token"]) as board:
            board.play(GO)
            for _ in range(3):
                board.ask("branched", type="play_on", n=1, step=0)
            assert board.ask("refused", type="play_on", n=1, step=0)["code"] == "too_many"


def test_so_many_battles_are_kept(tmp_path):
    with running(tmp_path, limits=Limits(battles=2)) as server:
        first = server.new()
        server.new()
        answer = server.http.post("/api/battles", json={"game": "duel"})
        assert answer.status_code == 429 and "keeps 2 battles" in answer.json()["text"]
        assert server.http.delete(f"/api/battles/{first['id']}", params={"token": first["token"]}).status_code == 204
        server.new()


def test_so_many_boards_are_connected_in_all_and_to_one_battle(tmp_path):
    with running(tmp_path, limits=Limits(boards=3, boards_of_a_link=2)) as server:
        one, other = server.new(), server.new()
        first = server.socket(one["token"])
        first.recv()
        with server.board(one["token"]):
            code, text, closed = refusal(server.socket(one["token"]))
            assert (code, closed) == ("too_many", 1013) and "on 2 boards" in text
            with server.board(other["token"]):
                code, text, closed = refusal(server.socket(other["token"]))
                assert (code, closed) == ("too_many", 1013) and "at most 3 boards" in text
            first.close()
            again = server.socket(one["token"])
            while json.loads(again.recv())["type"] == "refused":  # until the server knows that it has left
                again = server.socket(one["token"])
            again.close()


def test_so_many_battles_are_looked_at(tmp_path):
    with running(tmp_path, limits=Limits(battles_in_memory=1)) as server:
        one, other = server.new(), server.new()
        with server.board(one["token"]):
            assert refusal(server.socket(other["token"]))[0] == "too_many"
            answer = server.http.get(f"/api/battles/{other['id']}/save")
            assert answer.status_code == 429
        for _ in range(100):
            answer = server.http.get(f"/api/battles/{other['id']}/save", params={"token": other["token"]})
            if answer.status_code != 429:
                break
        with server.board(other["token"]) as board:
            assert board.state["version"] == 0


def test_so_many_battles_that_nobody_looks_at_stay_in_memory(tmp_path):
    """Two at most while a third is opened; one that is looked at stays, however old it is."""
    register_duel()
    store = Store(f"sqlite:///{tmp_path / 'a.sqlite3'}")
    lobby = Lobby(store, Limits(idle_battles=2))

    async def play():
        made = [await lobby.create(NewBattle(game="plain", seed=1)) for _ in range(5)]
        looked_at = await lobby.open(made[0].id)
        link = Link(made[0].id, made[0].all_token, (), everyone=True)
        await looked_at.join(Connection(link, lambda message: None, lambda: None))
        for each in made[1:]:
            await lobby.open(each.id)
        assert list(lobby.live) == [made[0].id, made[3].id, made[4].id]

    asyncio.run(play())


@pytest.mark.parametrize("most", [1, 2])
def test_so_many_saves_are_played_again_at_once(tmp_path, monkeypatch, most):
    register_duel()
    lobby = Lobby(Store(f"sqlite:///{tmp_path / 'a.sqlite3'}"), Limits(saves_at_once=most))
    of_save, now, seen = persistence.of_save, [], []

    def slow(save, _name):
        now.append(save)
        seen.append(len(now))
        time.sleep(0.02)
        now.pop()
        return of_save(save)

    monkeypatch.setattr("sandtable.server.storage.persistence.of_save", slow)

    async def load():
        stored = await lobby.create(NewBattle(game="plain", seed=1))
        save = json.loads(persistence.save_of((await lobby.open(stored.id)).battle))
        await asyncio.gather(*(lobby.load(LoadBattle(save=save)) for _ in range(6)))

    asyncio.run(load())
    assert len(seen) == 6 and max(seen) <= most


def test_the_limits_of_the_command_are_those_of_its_server(tmp_path, monkeypatch):
    class Made(Exception):
        """A server's lobby, by its limits."""

    def lobby(_store, limits, *_rest):
        raise Made(limits)

    monkeypatch.setattr("sandtable.server.http.app.Lobby", lobby)
    database = f"sqlite:///{tmp_path / 'a.sqlite3'}"
    with pytest.raises(Made) as made:
        run(["serve", "--port", "0", "--db", database, "--limit", "boards=7", "--limit", "idle_battles=2"])
    assert made.value.args == (Limits(boards=7, idle_battles=2),)


def test_a_limit_of_one_reads_like_one(tmp_path):
    with running(tmp_path, limits=Limits(boards=2, boards_of_a_link=1, battles=3, battles_in_memory=1)) as server:
        one, other, _ = server.new(), server.new(), server.new()
        answer = server.http.post("/api/battles", json={"game": "duel"})
        assert answer.json()["text"] == "This server keeps 3 battles, and has as many."
        with server.board(one["token"]):
            assert refusal(server.socket(one["token"]))[1] == (
                "This link may be open on 1 board at once, and is: close one."
            )
            assert refusal(server.socket(other["token"]))[1] == (
                "This server shows 1 battle now, and can show no more."
            )
    with running(tmp_path, limits=Limits(boards=1, battles=1, new_battles_a_minute=1)) as server:
        answer = server.http.post("/api/battles", json={"game": "duel"})
        assert answer.json()["text"] == "This server keeps 1 battle, and has as many."
        answer = server.http.post("/api/battles", json={"game": "duel"})
        assert answer.json()["text"] == "Nobody makes more than 1 battle a minute here: wait a little."
        with server.board(one["token"]):
            assert refusal(server.socket(one["token"]))[1] == (
                "This server talks to at most 1 board at once: try later."
            )


def test_battles_that_there_are_not_leave_nothing_behind(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'a.sqlite3'}")
    lobby = Lobby(store, Limits())

    async def ask() -> None:
        assert not any(await asyncio.gather(*(lobby.open(f"{number:016x}") for number in range(300))))
        assert await asyncio.gather(*[lobby.open("0" * 16)] * 5) == [None] * 5

    asyncio.run(ask())
    assert lobby._doors == {} and lobby.live == {}


def talk(limits, lobby=None):
    """A conversation whose board never reads."""
    lobby = lobby or SimpleNamespace(limits=limits, waiting=0, reads=Bucket(100, 100))
    live = SimpleNamespace(version=lambda link: 0)
    return BoardSession(None, Link("x", "x", ()), live, lobby)


def test_a_board_that_does_not_read_is_dropped_by_bytes_not_by_messages():
    slow = talk(Limits(waiting_kilobytes=10))
    for _ in range(1_000):
        slow.put("x")
    assert not slow.closed and slow.waiting == 1_000
    slow.put("x" * 9_000)
    assert not slow.closed
    slow.put("x" * 1_000)
    assert slow.closed and slow.dropped.is_set() and slow.lobby.waiting == 10_000
    alone = talk(Limits(waiting_kilobytes=1))
    alone.put("x" * 50_000)
    assert not alone.closed, "one message is always lined up, however long"


def test_what_waits_for_all_boards_together_is_limited_too():
    lobby = SimpleNamespace(limits=Limits(all_waiting_kilobytes=10), waiting=0)
    one, other = talk(lobby.limits, lobby), talk(lobby.limits, lobby)
    one.put("x" * 8_000)
    other.put("x" * 2_000)
    assert not one.closed and not other.closed
    one.put("x" * 1_000)
    assert one.closed and not other.closed


def test_what_a_board_asks_while_nobody_answers_is_limited_by_bytes():
    asked = [json.dumps({"type": "legal", "n": number, "figures": ["A" * 70] * 10}) for number in range(6)]

    class Socket:
        async def receive(self):
            return {"type": "websocket.receive", "text": asked.pop()} if asked else {"type": "websocket.disconnect"}

    pushing = talk(Limits(asked_kilobytes=2))
    pushing.websocket = Socket()
    asyncio.run(pushing._receive())
    assert len(pushing.incoming) == 2, "two of 800 bytes are within 2 kB"
    said = [json.loads(pushing.outgoing.get_nowait()) for _ in range(4)]
    assert {message["code"] for message in said} == {"too_many"}


def test_a_real_board_that_stops_reading_is_dropped_and_the_others_play_on(tmp_path):
    """It opens its socket by hand, with room for little, and never reads: what waits for it soon is too much."""
    with running(tmp_path, limits=Limits(waiting_kilobytes=64)) as server:
        made = server.new("plain")
        host, port = server.url.removeprefix("http://").split(":")
        with server.board(made["token"]) as board, socket.socket() as lazy:
            lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            lazy.connect((host, int(port)))
            lazy.sendall(
                f"GET /ws/{made['token']} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                "Sec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            boards = 0
            while boards != 2:
                boards = board.expect("presence")["seats"][0]["connected"]
            sent = 0
            while boards == 2 and sent < 20_000:
                board.send(type="pace", seconds=1 + sent % 2)
                message = board.receive()
                boards = message["seats"][0]["connected"] if "seats" in message else boards
                sent += 1
            assert boards == 1, "it was dropped"
            assert board.play(GO)["version"] == 1


# ------------------------------------------------------------------------------------------- what fails below


def test_a_database_that_is_locked_or_a_disk_that_is_full_is_a_sentence(tmp_path, monkeypatch):
    with running(tmp_path) as server:
        made = server.new("plain")
        with server.board(made["token"]) as board:

            def full(*_arguments, **_more):
                raise OperationalError("insert", {}, Exception("database or disk is full"))

            monkeypatch.setattr(Store, "create", full)
            answer = server.http.post("/api/battles", json={"game": "plain"})
            assert answer.status_code == 503 and answer.json()["code"] == "not_now"
            assert "disk is full" in answer.json()["text"] and "nothing was changed" in answer.json()["text"]
            assert board.ask("refused", type="play_on", n=1, step=0)["code"] == "not_now"
            monkeypatch.setattr(Store, "battles", full)
            assert server.http.get("/api/battles").status_code == 503
            monkeypatch.setattr(Store, "link", full)
            assert refusal(server.socket(made["token"]))[0] == "not_now"
            monkeypatch.setattr(Store, "rename", full)
            assert board.ask("refused", type="rename", title="x")["code"] == "not_now"
            monkeypatch.undo()
            assert board.play(GO)["version"] == 1


def test_a_database_locked_by_another_program_is_waited_for_and_then_a_sentence(tmp_path):
    with running(tmp_path) as server:
        server.new()
        with sqlite3.connect(tmp_path / "battles.sqlite3", isolation_level=None) as other:
            other.execute("begin exclusive")
            answer = server.http.post("/api/battles", json={"game": "duel"})
            assert answer.status_code == 503
            other.execute("rollback")
        server.new()


# ------------------------------------------------------------------------------------------- headers


def is_guarded(headers, host):
    """Every header that an answer must have, as tight as it must be."""
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    return (
        policy["connect-src"] == f"'self' ws://{host} wss://{host}"
        and policy["form-action"] == policy["base-uri"] == policy["frame-ancestors"] == policy["object-src"] == "'none'"
        and policy["default-src"] == "'self'"
        and headers["x-content-type-options"] == "nosniff"
        and headers["referrer-policy"] == "no-referrer"
        and headers["cross-origin-opener-policy"] == "same-origin"
    )


def test_every_answer_has_the_headers(tmp_path, monkeypatch):
    with running(tmp_path, limits=Limits(battles=1)) as server:
        host = server.url.removeprefix("http://")
        server.new()
        big = {"content-type": "application/json"}
        monkeypatch.setattr("sandtable.server.views.battle_messages.rules", lambda key: 1 / 0)
        answers = {
            200: server.http.get("/api/games"),
            404: server.http.get("/play/nosuchlink0123"),
            405: server.http.put("/api/games"),
            403: server.http.post("/api/battles", json={"game": "duel"}, headers={"origin": "https://evil.example"}),
            410: server.http.get("/api/invitations/nosuchinvitation"),
            413: server.http.post("/api/battles", content=b"x" * 100_000, headers=big),
            422: server.http.post("/api/battles", json={"game": 1}),
            429: server.http.post("/api/battles", json={"game": "duel"}),
            500: server.http.get("/api/rules/duel"),
        }
        for status, answer in answers.items():
            assert answer.status_code == status
            assert is_guarded(answer.headers, host), status
            assert status == 200 or status == 404 or answer.json()["text"], status


def test_a_host_that_is_none_gets_into_no_header(tmp_path):
    with running(tmp_path, local=False) as server:
        for host in ("evil.example; script-src *", "x' 'unsafe-eval", "a b"):
            answer = server.http.get("/api/games", headers={"host": host})
            policy = answer.headers.get("content-security-policy", "")
            assert answer.status_code == 400 or "connect-src 'self';" in policy


# ------------------------------------------------------------------------------------------- odd messages


@pytest.mark.parametrize(
    "text",
    [
        r'{"type": "\ud800"}',
        r'{"type": "play", "version": 0, "action": "\udfff end"}',
        r'{"\ud800": 1}',
        r'{"type": "judge", "n": 1, "action": {"verb": "move", "figures": ["\ud800"]}}',
        r'{"type": "rename", "title": "\ud800"}',
    ],
)
def test_half_a_character_is_refused_in_a_sentence(server, text):
    with server.board(server.new()["token"]) as board:
        board.socket.send(text)
        refused = board.expect("refused")
        assert refused["code"] == "unreadable" and "half a character" in refused["text"]
        assert board.play("end")["version"] == 1


@pytest.mark.parametrize(
    "body",
    [
        r'{"game": "\ud800"}',
        r'{"game": "duel", "\ud800": 1}',
        r'{"game": "duel", "seats": {"\ud800": "human"}}',
        r'{"game": "duel", "armies": {"red": "\ud800"}}',
    ],
)
def test_half_a_character_in_a_request_is_refused_too(server, body):
    answer = server.http.post("/api/battles", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422 and "half a character" in answer.json()["text"]
    save = json.loads(r'{"save": {"format": "sandtable save", "title": "\ud800"}}')
    assert server.http.post("/api/battles/load", content=json.dumps(save)).status_code == 422


def test_a_watcher_moves_no_paused_computer(server):
    made = server.new("plain", seats={"blue": "random"})
    with server.board(made["token"]) as red, server.board(made["watch_url"].rsplit("/", 1)[1]) as watcher:
        red.send(type="pace", paused=True)
        red.play("end")
        assert watcher.ask("refused", type="step")["code"] == "not_your_bound"
        assert watcher.ask("refused", type="pace", seconds=0)["code"] == "not_your_bound"
        with pytest.raises(TimeoutError):
            while red.receive(timeout=0.3)["type"] != "state":
                pass
        assert red.state["version"] == 1


@pytest.mark.parametrize("wheel", [{"about": [10000, 10000], "degrees": 180}, {"about": [-10000, 0], "degrees": 90}])
def test_a_wheel_that_ends_out_of_sight_is_refused_in_a_sentence(server, wheel):
    with server.board(server.new()["token"]) as board:
        action = {"verb": "move", "figures": ["A"], "wheel": wheel}
        for kind in ("judge", "play", "odds"):
            extra = {"version": 0} if kind == "play" else {"n": 1}
            refused = board.ask("refused", type=kind, action=action, **extra)
            assert refused["code"] == "unreadable" and "farther than 10000" in refused["text"]


def test_seats_and_names_change_so_often_and_no_more(tmp_path):
    """Whatever they are, together; a board that has had its share still plays."""
    with running(tmp_path, limits=Limits(settings_a_minute=4)) as server:
        made = server.new("plain", seats={"blue": "guest"})
        with server.board(made["token"]) as board:
            board.ask("facts", type="rename", title="A")
            board.ask("invited", type="invite", n=1, side="blue")
            board.send(type="uninvite", side="blue")
            board.ask("facts", type="spectators", who="nobody")
            for message in ({"type": "rename", "title": "B"}, {"type": "reseat", "side": "blue", "kind": "random"}):
                refused = board.ask("refused", **message)
                assert (refused["code"], refused["about"]) == ("too_many", message["type"])
            assert board.play(GO)["version"]
