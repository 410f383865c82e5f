"""A server that is killed at any moment has lost nothing that it answered: every state that a board was sent is stored.

``SANDTABLE_KILLS=150 python -m pytest -q -s tests/server/test_kills.py`` kills it 150 times, and tells how much was
answered meanwhile; the check kills it once. The process is killed, not the machine: what a disk does then is its own.
"""

from __future__ import annotations

import os
import random
import sqlite3
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from browser.house import House
from server.conftest import Address, Board

KILLS = int(os.environ.get("SANDTABLE_KILLS", "1"))
BATTLES: tuple[dict[str, Any], ...] = (
    {"game": "dbaix", "scenario": "feast"},
    {"game": "dba", "scenario": "first-lesson", "seats": {"blue": "quick"}},
    {"game": "pursuit", "scenario": "chase", "seats": {"hunters": "random"}},
    {"game": "flash-flood", "scenario": "old-cisterns"},
    {"game": "inter-arma", "scenario": "raid"},
    {"game": "batalist", "scenario": "C2", "seats": {"north": "quick"}},
)[: 6 if KILLS > 1 else 3]

pytestmark = [pytest.mark.full, pytest.mark.timeout(3600)]

PATIENCE = 30.0
"""Seconds that a server is given to answer as often as it shall before it is killed."""


@dataclass
class Fought:
    """A battle that is played: how to come back to it, what its board was told, and whether it has ended."""

    kind: int  # of `BATTLES`
    id: str
    token: str
    told: dict[int, str] = field(default_factory=dict)
    """The hash that came with each version; none where something is hidden, and it is that of what is seen."""
    over: bool = False


class Player(threading.Thread):
    """Plays one battle, takes something back now and then, and keeps what it was told, until the line breaks."""

    def __init__(self, address: Address, fought: Fought, chance: random.Random) -> None:
        super().__init__(daemon=True)
        self.address, self.fought, self.chance = address, fought, chance
        self.fault: BaseException | None = None

    def run(self) -> None:
        try:
            with self.address.board(self.fought.token) as board:
                self.note(board)
                while not board.state["over"]:
                    self.go_on(board)
                    self.note(board)
        except (OSError, WebSocketException, EOFError):
            pass  # killed
        except BaseException as error:
            self.fault = error

    def note(self, board: Board) -> None:
        state = board.state
        self.fought.told[state["version"]] = "" if board.welcome["battle"]["hides"] else state["hash"]
        self.fought.over = state["over"]

    def go_on(self, board: Board) -> None:
        state = board.state
        undo, legal = state["undo"], state["legal"]
        if undo["possible"] and not undo["needs"] and self.chance.random() < 0.1:
            self.change(board, type="undo", past_dice=True)
        elif legal:
            self.change(board, type="play", action=self.chance.choice(legal)["action"])
        else:
            board.receive()

    def change(self, board: Board, **message: Any) -> None:
        """Ask for it and wait for another state than this; a computer may go on first, so that it comes too late."""
        before = board.state["version"]
        board.send(version=before, **message)
        while board.state["version"] == before:
            told = board.receive()
            assert told["type"] != "refused" or told["code"] == "stale", told


def kept(database: Path, battle: str) -> dict[int, str]:
    """The hash after each entry that is stored of a battle, read past the server."""
    with sqlite3.connect(database) as rows:
        return dict(rows.execute("select number, hash from actions where battle_id = ?", (battle,)).fetchall())


def killed_once(house: House, chance: random.Random, fought: list[Fought]) -> None:
    """Start the server, play a battle of each kind for a moment, kill it, and look into what it has stored."""
    house.start()
    address = Address(house.url)
    going = {each.kind: each for each in fought if not each.over}
    for kind, battle in enumerate(BATTLES):
        if kind not in going:
            made = address.new(**battle)
            going[kind] = Fought(kind, made["id"], made["token"])
            fought.append(going[kind])
    players = [Player(address, each, chance) for each in going.values()]
    for player in players:
        player.start()
    enough = sum(len(each.told) for each in fought) + chance.randrange(5, 60)
    begun = time.monotonic()
    while time.monotonic() - begun < PATIENCE and sum(len(each.told) for each in fought) < enough:
        time.sleep(0.005)
    time.sleep(chance.uniform(0.0, 0.3))
    house.kill()
    for player in players:
        player.join(60)
        assert not player.is_alive() and player.fault is None, player.fault
    for each in going.values():
        stored = kept(house.database, each.id)
        for version, state in each.told.items():
            assert not state or version == 0 or stored[version] == state, (each.id, version)


def test_nothing_that_was_answered_is_lost_however_often_the_server_is_killed(tmp_path: Path) -> None:
    house, chance = House(tmp_path), random.Random(29)
    fought: list[Fought] = []
    try:
        for number in range(1, KILLS + 1):
            killed_once(house, chance, fought)
            if KILLS > 1:
                print(f"{number} kills, {told_of(fought)}", flush=True)
        house.start()
        address = Address(house.url)
        for each in fought:
            with address.board(each.token) as board:
                assert board.welcome["battle"]["unread"] == ""
                last = max(each.told, default=0)
                assert board.welcome["battle"]["hides"] or board.state["version"] >= last
        print(f"\n{KILLS} kills, {told_of(fought)}, none lost")
        assert sum(len(each.told) for each in fought) > len(fought)
    finally:
        house.kill()


def told_of(fought: list[Fought]) -> str:
    """How much was played, and answered."""
    answered = sum(len(each.told) for each in fought)
    return f"{len(fought)} battles, {sum(each.over for each in fought)} of them to the end, {answered} states answered"
