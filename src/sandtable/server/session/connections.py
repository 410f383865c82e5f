"""One board of a battle as the battle knows it, for how many there is room, and how one is told no."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from sandtable.games.common.amounts import counted
from sandtable.server.http.limits import Limits
from sandtable.server.messages.protocol import StepRecord
from sandtable.server.storage.database import Link
from sandtable.translation import gettext

PATIENCE = 1.0
"""Seconds for which a board that comes in keeps others of its address waiting at most."""


class Refusal(Exception):
    """A message that cannot be carried out: becomes ``Refused``."""

    def __init__(self, code: str, text: str, reasons: tuple[Any, ...] = ()) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.reasons = reasons


@dataclass(eq=False)
class Connection:
    """One board: what its link opens, how to send to it, and the steps of the log that it holds."""

    link: Link
    send: Callable[[BaseModel | str], None]  # never blocks; drops a board that does not read
    drop: Callable[[], None]  # hang up: the board will connect again
    last: Sequence[StepRecord] = ()  # the steps it was last sent, to find where an undo cut
    turned_out: bool = False  # its link opens nothing any more
    crowd: int = 0  # of the comings and goings that it knows of the last
    address: str = ""  # from which it came


def is_watcher(link: Link) -> bool:
    """It neither plays a side nor made the battle."""
    return not link.sides and not link.everyone


def check_room(coming: Connection, there: Collection[Connection], limits: Limits) -> None:
    """Refusal where a battle is shown on as many boards as may be; watchers take no room from who plays."""
    if not is_watcher(coming.link):
        most = limits.boards_of_a_link
        if sum(each.link.token == coming.link.token for each in there) >= most:
            boards = counted(most, "board")
            many = gettext("This link may be open on {boards} at once, and is: close one.", boards=boards)
            raise Refusal("too_many", many)
        return
    watchers = [each for each in there if is_watcher(each.link)]
    most = limits.watchers_of_a_battle
    if len(watchers) >= most:
        many = gettext("This battle has room for {watchers}, and has as many.", watchers=counted(most, "watcher"))
        raise Refusal("too_many", many)
    most = limits.watchers_of_an_address
    if sum(each.address == coming.address for each in watchers) >= most:
        watching = counted(most, "watcher")
        many = gettext("This battle has room for {watchers} from one address, and has as many.", watchers=watching)
        raise Refusal("too_many", many)


class Crowd:
    """All boards that are connected to a server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.boards = 0
        self.watchers = 0
        self.of_address: Counter[str] = Counter()

    @contextmanager
    def counted(self, link: Link, address: str) -> Iterator[None]:
        """Count a board while it is connected; Refusal where there are too many."""
        most = self.limits.boards
        watchers = most - min(self.limits.boards_for_seats, most // 4) if is_watcher(link) else most
        if self.boards >= most or (is_watcher(link) and self.watchers >= watchers):
            boards = counted(watchers, "board")
            raise Refusal(
                "too_many", gettext("This server talks to at most {boards} at once: try later.", boards=boards)
            )
        if self.of_address[address] >= self.limits.boards_of_an_address:
            boards = counted(self.limits.boards_of_an_address, "board")
            raise Refusal("too_many", gettext("This server talks to at most {boards} from one address.", boards=boards))
        self.boards += 1
        self.watchers += is_watcher(link)
        self.of_address[address] += 1
        try:
            yield
        finally:
            self.boards -= 1
            self.watchers -= is_watcher(link)
            self.of_address[address] -= 1
            if not self.of_address[address]:
                del self.of_address[address]


@dataclass
class _Gate:
    """Where the boards of one address come in."""

    turns: asyncio.Semaphore
    coming: int = 0  # inside or waiting


class Entrance:
    """Boards of one address come in a few at a time.

    For each a link is looked up and a table drawn: sixty of a stranger's at once would keep everybody waiting who
    plays.
    """

    def __init__(self, at_once: int, patience: float = PATIENCE) -> None:
        self.at_once = at_once
        self.patience = patience
        self._gates: dict[str, _Gate] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[Callable[[], None]]:
        """A board's turn to come in; what is handed out says that it is in, and the next may come."""
        gate = self._gates.setdefault(address, _Gate(asyncio.Semaphore(self.at_once)))
        gate.coming += 1
        inside = False

        def arrived() -> None:
            nonlocal inside
            if inside:
                inside = False
                gate.turns.release()

        try:
            await gate.turns.acquire()
            inside = True
            late = asyncio.get_running_loop().call_later(self.patience, arrived)
            try:
                yield arrived
            finally:
                late.cancel()
                arrived()
        finally:
            gate.coming -= 1
            if not gate.coming:
                del self._gates[address]
