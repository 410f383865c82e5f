"""Many who only look on: their coming and going costs small messages, and nothing in other battles."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

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
