"""Answers made once and pressed once: what is the same for all is neither made nor pressed anew for each."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from typing import Any, NamedTuple

from fastapi import Request, Response
from pydantic import TypeAdapter
from starlette.datastructures import Headers

from sandtable.server.workers.threads import think

SHORTEST = 1_000
"""Bytes below which nothing is pressed."""

LEVEL = 6

JSON = "application/json"

GZIP = {"content-encoding": "gzip", "vary": "accept-encoding"}


class Packed(NamedTuple):
    """An answer's bytes, and the same pressed where that makes it shorter."""

    plain: bytes
    gzip: bytes | None


def packed(plain: bytes) -> Packed:
    """The bytes with their pressed form. Not for the event loop."""
    pressed = gzip.compress(plain, LEVEL, mtime=0) if len(plain) >= SHORTEST else plain
    return Packed(plain, pressed if len(pressed) < len(plain) else None)


def takes_gzip(headers: Headers) -> bool:
    """Whether whoever asks can read what is pressed."""
    for word in headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = word.partition(";")
        if name.strip() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def answer(asking: Request, what: Packed, headers: dict[str, str] | None = None, kind: str = JSON) -> Response:
    """What was packed, JSON or of another ``kind``, as short as whoever asks can read it."""
    more = {"vary": "accept-encoding", **(headers or {})}
    if what.gzip is not None and takes_gzip(asking.headers):
        return Response(what.gzip, media_type=kind, headers={**more, **GZIP})
    return Response(what.plain, media_type=kind, headers=more)


class Once:
    """Answers that never change while the server runs, by what they are about."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, ...], asyncio.Task[Packed]] = {}

    async def answer(
        self, asking: Request, about: tuple[str, ...], kind: Any, make: Callable[[], Any], by: Any = think
    ) -> Response:
        """What ``make`` returns, of this ``kind``, as JSON. What it raises is raised each time.

        ``by``: on which threads it is made, ``weigh`` for what may take long.
        """
        return answer(asking, await self.made(about, kind, make, by))

    async def made(self, about: tuple[str, ...], kind: Any, make: Callable[[], Any], by: Any = think) -> Packed:
        """The same, not asked by anybody yet; ``bytes`` stay as they are. Whoever comes meanwhile waits for it."""
        if about not in self._made:
            write = bytes if kind is bytes else TypeAdapter(kind).dump_json
            self._made[about] = asyncio.ensure_future(by(lambda: packed(write(make()))))
        making = self._made[about]
        try:
            return await asyncio.shield(making)
        finally:
            if making.done() and (making.cancelled() or making.exception()) and self._made.get(about) is making:
                del self._made[about]
