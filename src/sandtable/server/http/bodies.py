"""Bodies of requests: what must hold before one is read, and reading them off the event loop."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute

from sandtable.server.messages.reading import not_json, read_json
from sandtable.server.workers.threads import think
from sandtable.translation import gettext

SHORT = 4_096
"""Bytes that are read at once: it takes less time than to hand them to a thread."""

MOST_VALUES = 100_000
"""In one body: 2 MB of a save hold as many. Four times that would keep the interpreter, and everybody, for 0.1 s."""

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


def _values(body: bytes) -> int:
    """So many values JSON text holds at most: each comes first in something, or after a comma."""
    return sum(map(body.count, (b",", b"[", b"{")))


class _Request(Request):
    async def json(self) -> Any:
        """The body, by the one reader of JSON that there is."""
        body = await self.body()
        if len(body) > MOST_VALUES and _values(body) > MOST_VALUES:
            text = gettext("The request is too big: it holds more than {number} values.", number=MOST_VALUES)
            raise HTTPException(413, {"code": "too_big", "text": text})
        try:
            return read_json(body) if len(body) <= SHORT else await think(read_json, body)
        except ValueError as error:
            raise HTTPException(422, {"code": "unreadable", "text": not_json(error)}) from None


class Read(APIRoute):
    """A route whose body, if it has one, is read off the event loop."""

    def before(self, asking: Request) -> None:
        """Raises whatever forbids to read the body at all."""

    def get_route_handler(self) -> Handler:
        """The handler of such a route."""
        handle = super().get_route_handler()

        async def off_the_loop(asking: Request) -> Response:
            self.before(asking)
            return await handle(_Request(asking.scope, asking.receive))

        return off_the_loop


def reading_after(check: Callable[[Request], None]) -> type[Read]:
    """Routes whose body is read only where ``check`` raises nothing."""

    class Checked(Read):
        def before(self, asking: Request) -> None:
            check(asking)

    return Checked
