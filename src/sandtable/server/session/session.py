"""The conversation with one board: what comes in is answered in order, what goes out never waits."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from fastapi import WebSocket
from pydantic import BaseModel, ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from sandtable.files import fault_words
from sandtable.server.http.limits import Bucket
from sandtable.server.messages.protocol import CLIENT_MESSAGE, ClientMessage, Judge, Refused
from sandtable.server.messages.reading import not_json, read_json
from sandtable.server.session import answering, chat, dispatch
from sandtable.server.session.connections import Connection, Refusal
from sandtable.server.session.live_battle import LiveBattle
from sandtable.server.storage.database import Link
from sandtable.server.views import battle_messages
from sandtable.server.workers.fair import charged
from sandtable.translation import gettext, gettext_word, speaking

if TYPE_CHECKING:
    from sandtable.server.session.lobby import Lobby

log = logging.getLogger("sandtable.server")

MAX_MESSAGE = 32 * 1024
"""Characters of one WebSocket message."""

BURST = 3
"""Seconds' worth of messages that one board may send at once."""

UNKNOWN_LINK = 4404
CANNOT_RESUME = 4409
TOO_SLOW = 1013

PATIENCE = 5.0
"""Seconds that a board which does not read is given to hear that it is dropped."""


def first_fault(faults: Any) -> str:
    """The first fault of a validation as one sentence: where, and what was expected."""
    fault = faults[0]
    unions = ("body", "judge", "odds", "play", "undo", "legal", "pace", "step", "reseat", "look")
    where = ".".join(str(part) for part in fault["loc"] if part not in unions)
    return f"{where or gettext('message')}: {fault_words(fault)[:300]}."


async def turn_away(websocket: WebSocket, close: int, code: str, text: str) -> None:
    """Say why and close."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await websocket.send_text(refused(code, text, 0).model_dump_json())
        await websocket.close(close)


def refused(
    code: Any, text: str, version: int, n: int | None = None, about: str | None = None, reasons: tuple[Any, ...] = ()
) -> Refused:
    """The refusal of one message, in the language spoken."""
    return Refused(
        n=n, about=about, code=code, text=gettext_word(text), reasons=battle_messages.findings(reasons), version=version
    )


def worth_answering(waiting: Sequence[ClientMessage | None]) -> list[ClientMessage]:
    """Of the messages that wait those to be answered: while somebody drags, only the newest question about that drag.

    Questions about other figures, or about something else to be done, are no part of the drag.
    """

    def subject(question: Judge) -> tuple[str, tuple[str, ...]]:
        return question.action.verb, tuple(question.action.figures)

    newest = {subject(each): k for k, each in enumerate(waiting) if isinstance(each, Judge)}
    return [
        each
        for k, each in enumerate(waiting)
        if each is not None and (not isinstance(each, Judge) or newest[subject(each)] == k)
    ]


class BoardSession:
    """The conversation with one board: what comes in is answered in order; what goes out never waits."""

    def __init__(self, websocket: WebSocket, link: Link, live: LiveBattle, lobby: Lobby, address: str = "") -> None:
        self.websocket = websocket
        self.live = live
        self.lobby = lobby
        self.connection = Connection(link, self.put, self.hang_up, address=address)
        a_second = lobby.limits.messages_a_second
        self.reads = Bucket(a_second, BURST * a_second)
        self.incoming: deque[str] = deque()
        self.asked = 0  # bytes of what waits for an answer
        self.arrived = asyncio.Event()
        self.outgoing: asyncio.Queue[str | None] = asyncio.Queue()
        self.waiting = 0  # bytes of what is lined up
        self.closed = False
        self.dropped = asyncio.Event()

    @property
    def version(self) -> int:
        """Of the state that this board was sent last."""
        return self.live.version(self.connection.link)

    def put(self, message: BaseModel | str) -> None:
        """Line up a message; a board that has stopped reading is dropped."""
        if self.closed:
            return
        text = message if isinstance(message, str) else message.model_dump_json()
        limits = self.lobby.limits
        mine, all_of_it = self.waiting + len(text), self.lobby.waiting + len(text)
        slow = self.waiting and (
            mine > limits.waiting_kilobytes * 1024 or all_of_it > limits.all_waiting_kilobytes * 1024
        )
        if slow:
            self.closed = True
            self.dropped.set()  # what is lined up would never be read
            return
        self._line_up(len(text))
        self.outgoing.put_nowait(text)

    def _line_up(self, size: int) -> None:
        self.waiting += size
        self.lobby.waiting += size

    def hang_up(self) -> None:
        """Close after what is lined up; the board may connect again."""
        self.closed = True
        self.outgoing.put_nowait(None)

    async def run(self, arrived: Callable[[], None] = lambda: None) -> None:
        """Talk until the board leaves; ``arrived`` is told that it is in. Refusal: the battle is not shown to it."""
        parts = (self._send(), self._receive(), self._work(), self.dropped.wait())
        tasks = [asyncio.ensure_future(part) for part in parts]
        try:
            await self.live.join(self.connection)
            arrived()
            answering.wake(self.live)
            await chat.tell(self.live, self.connection)
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            refused_entry = self.connection not in self.live.boards and not self.closed
            self.closed = True
            self.live.leave(self.connection)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._line_up(-self.waiting)
            if not refused_entry and self.websocket.application_state is WebSocketState.CONNECTED:
                with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
                    await asyncio.wait_for(self.websocket.close(TOO_SLOW), PATIENCE)

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while (text := await self.outgoing.get()) is not None:
                await self.websocket.send_text(text)
                self._line_up(-len(text))

    async def _receive(self) -> None:
        most = self.lobby.limits.asked_kilobytes * 1024
        while True:
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            address = self.connection.address
            if wait := max(self.reads.wait(""), self.lobby.reads.wait(address)):
                await asyncio.sleep(wait)  # meanwhile nothing more is read: the board's own line fills up
            text = message.get("text")
            if text is None:
                self.put(refused("unreadable", "Messages are JSON text.", self.version))
            elif len(text) > MAX_MESSAGE:
                kilobytes = MAX_MESSAGE // 1024
                big = gettext("A message is at most {kilobytes} kB.", kilobytes=kilobytes)
                self.put(refused("too_big", big, self.version))
            elif self.asked and self.asked + len(text) > most:
                self.put(refused("too_many", "Too many messages at once: wait for the answers.", self.version))
            else:
                self.incoming.append(text)
                self.asked += len(text)
                self.arrived.set()

    async def _work(self) -> None:
        while True:
            while self.incoming:
                waiting = []
                for _ in range(len(self.incoming)):
                    text = self.incoming.popleft()
                    self.asked -= len(text)
                    with charged():
                        waiting.append(self._read(text))
                    await asyncio.sleep(0)  # others' turn
                for message in worth_answering(waiting):
                    await self._answer(message)
            self.arrived.clear()
            await self.arrived.wait()

    def _read(self, text: str) -> ClientMessage | None:
        """The message of a text; a refusal goes out and None comes back when it cannot be read."""
        number = about = None
        try:
            value = read_json(text)
            if isinstance(value, dict):
                number = value.get("n") if type(value.get("n")) is int else None
                about = value.get("type") if isinstance(value.get("type"), str) else None
            message: ClientMessage = CLIENT_MESSAGE.validate_python(value)
            return message
        except ValidationError as error:
            text = first_fault(error.errors(include_url=False))
        except (ValueError, RecursionError) as error:
            text = not_json(error)
        about = about[:40] if about else None
        self.put(refused("unreadable", text, self.version, number, about))
        return None

    async def _answer(self, message: ClientMessage) -> None:
        number = getattr(message, "n", None)
        try:
            with speaking(self.connection.link.language):
                answer = await dispatch.answer(self.live, self.connection, message)
        except Refusal as refusal:
            answer = refused(refusal.code, refusal.text, self.version, number, message.type, tuple(refusal.reasons))
        except Exception:
            log.exception("battle %s: %s failed", self.live.id, message.type)
            text = gettext("The server made a mistake; nothing was changed. Its log says more.")
            answer = refused("not_now", text, self.version, number, message.type)
        if answer is not None:
            self.put(answer)
