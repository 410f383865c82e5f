"""Many who only look on: their coming and going costs small messages, and nothing in other battles."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from sandtable.server.http.limits import Limits
from sandtable.server.session.connections import Crowd, Refusal
from sandtable.server.storage.database import Link
from server.conftest import running

WATCHERS = 40


def heard(socket, seconds=0.5):
    """All messages that wait at a socket, and that come within a while of one another."""
    messages = []
    try:
        while True:
            messages.append(json.loads(socket.recv(timeout=seconds)))
    except TimeoutError:
        return messages


def test_watchers_who_come_and_go_at_once_send_no_state_to_those_who_are_there(server):
    made, elsewhere = server.new(), server.new()
    watch = made["watch_url"].rsplit("/", 1)[1]
    with server.board(made["token"]) as red, server.board(elsewhere["token"]) as other:
        heard(red.socket), heard(other.socket)
        with ThreadPoolExecutor(8) as threads:
            watchers = list(threads.map(lambda _: server.socket(watch), range(WATCHERS)))
        told = heard(red.socket)
        assert {message["type"] for message in told} == {"presence"}
        assert told[-1]["watchers"] == WATCHERS
        assert max(len(json.dumps(message)) for message in told) < 2_000, "a small message"
        kinds = Counter(message["type"] for watcher in watchers for message in heard(watcher, 0.05))
        assert (kinds["welcome"], kinds["state"]) == (WATCHERS, WATCHERS), "each its own state, once"
        with ThreadPoolExecutor(8) as threads:
            list(threads.map(lambda watcher: watcher.close(), watchers))
        told = heard(red.socket)
        assert {message["type"] for message in told} == {"presence"} and told[-1]["watchers"] == 0
        assert heard(other.socket) == [], "another battle hears nothing of it"


def test_those_who_come_together_are_told_together(server):
    """One message for all who come within a fiftieth of a second, not one for each."""
    made = server.new()
    watch = made["watch_url"].rsplit("/", 1)[1]
    with server.board(made["token"]) as red:
        heard(red.socket)
        with ThreadPoolExecutor(WATCHERS) as threads:
            watchers = list(threads.map(lambda _: server.socket(watch), range(WATCHERS)))
        assert len(heard(red.socket)) < WATCHERS / 2
        for watcher in watchers:
            watcher.close()


# --------------------------------------------------------------------------------- room for those who play


def first(socket):
    """The first that a board hears: welcome, or why not."""
    return json.loads(socket.recv(timeout=30))


def test_watchers_do_not_lock_out_who_plays(tmp_path):
    """64 of them, as many as there may be: then seats and maker still come in, and another watcher does not."""
    limits = Limits(watchers_of_a_battle=64, watchers_of_an_address=64)
    with running(tmp_path, limits=limits) as server:
        made = server.new("plain", seats={"blue": "guest"})
        watch = made["watch_url"].rsplit("/", 1)[1]
        guest = server.http.post(made["seats"]["blue"]["invite_url"].replace("/join/", "/api/invitations/")).json()
        with ThreadPoolExecutor(8) as threads:
            # None of them reads on, and one whose queue is full does not hear that it may close: ten seconds each.
            watchers = list(threads.map(lambda _: server.socket(watch, max_queue=None), range(64)))
        assert [first(watcher)["type"] for watcher in watchers] == ["welcome"] * 64
        assert first(server.socket(watch))["text"] == "This battle has room for 64 watchers, and has as many."
        with server.board(made["token"]), server.board(made["seats"]["red"]["token"]) as red:
            assert red.play("end")["version"] == 1
            with server.board(guest["token"]) as blue:
                assert blue.play("end")["version"] == 2
        for watcher in watchers:
            watcher.close()


def test_watchers_from_one_address_leave_room_for_others_and_a_link_is_open_so_often(tmp_path):
    with running(tmp_path, limits=Limits(watchers_of_an_address=2, boards_of_a_link=2)) as server:
        made = server.new("plain")
        watch = made["watch_url"].rsplit("/", 1)[1]
        there = [server.socket(watch) for _ in range(2)]
        assert [first(each)["type"] for each in there] == ["welcome"] * 2
        assert first(server.socket(watch))["text"] == (
            "This battle has room for 2 watchers from one address, and has as many."
        )
        with server.board(made["token"]), server.board(made["token"]):
            assert first(server.socket(made["token"]))["text"] == (
                "This link may be open on 2 boards at once, and is: close one."
            )
            with server.board(made["seats"]["red"]["token"]):
                pass


def link(token, sides=()):
    return Link("b", token, sides)


def test_of_all_boards_some_are_kept_for_who_plays_and_no_address_has_them_all():
    crowd = Crowd(Limits(boards=8, boards_for_seats=2, boards_of_an_address=4))
    with ExitStack() as there:
        for number in range(6):
            there.enter_context(crowd.counted(link("watch"), f"192.0.2.{number // 3}"))
        with pytest.raises(Refusal, match="at most 6 boards at once"), crowd.counted(link("watch"), "192.0.2.9"):
            pass
        there.enter_context(crowd.counted(link("red", ("red",)), "192.0.2.0"))
        with pytest.raises(Refusal, match="at most 4 boards from one address"):
            there.enter_context(crowd.counted(link("red", ("red",)), "192.0.2.0"))
        there.enter_context(crowd.counted(link("red", ("red",)), "192.0.2.1"))
        with pytest.raises(Refusal, match="at most 8 boards at once"):
            there.enter_context(crowd.counted(link("red", ("red",)), "192.0.2.9"))
    assert (crowd.boards, crowd.watchers, dict(crowd.of_address)) == (0, 0, {})
