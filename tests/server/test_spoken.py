"""The part of the server that browser tests speak (tests/browser/paces.py) keeps to the messages of the server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from browser.paces import Table, said


class Line:
    """A board's line that keeps what comes over it."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def on_message(self, hear: Any) -> None:
        self.hear = hear

    def send(self, text: str) -> None:
        self.sent.append(json.loads(text))


def test_all_that_the_table_in_paces_says_is_of_the_servers_messages() -> None:
    """It checks each message as it sends it: see ``said``."""
    table, line = Table(), Line()
    table.meet(line)
    far, back = {"verb": "deploy", "figures": ["A2"], "to": [900, 200.0]}, {"verb": "deploy", "figures": ["A2"]}
    run = {"verb": "walk", "item": "run", "figures": ["A1"], "to": [1300, 200.0]}
    for message in (
        {"type": "judge", "n": 1, "action": back},
        {"type": "judge", "n": 2, "action": far},
        {"type": "play", "action": far, "version": table.version},
        {"type": "judge", "n": 3, "action": run},
    ):
        line.hear(json.dumps(message))
    assert [one["type"] for one in line.sent] == ["welcome", "state", "judgement", "judgement", "state", "judgement"]
    assert (line.sent[-1]["way"], line.sent[-1]["limit"]) == (100.0, 320.0)


@pytest.mark.parametrize("change", [{"more": 1}, {"version": "x"}, {"watchers": None}])
def test_a_message_that_the_server_does_not_send_is_an_error(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        said(Table().state() | change)
