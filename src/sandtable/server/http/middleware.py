"""What stands before every request: hosts, same-origin writes, rates, body sizes, safe headers, and its language."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import MutableMapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.http.front import Front, household
from sandtable.server.http.limits import Bucket, Limits
from sandtable.server.messages.pages import Failure
from sandtable.server.views import battle_messages
from sandtable.server.views.addresses import ROOT
from sandtable.server.workers.fair import PAYER, Account, Accounts
from sandtable.translation import gettext, gettext_word, speaking

log = logging.getLogger("sandtable.server")

MAX_BODY = 64 * 1024
BIG_BODIES = frozenset({"/api/battles/load"})
EDITOR = "/api/editor/"
EDITOR_BODY = 256 * 1024
"""Bytes of a scenario that is put together: its text and its data."""
PATIENCE = 20.0
"""Seconds in which a body must have come."""
LINGERING = 2.0
"""Seconds for which the rest of a body that is too big is read and thrown away, so that its sender hears why."""
LINGERED = 32 * 1024 * 1024
"""Bytes of it at most."""

CONTENT_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'{sockets}; form-action 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
)
AUTHORITY = re.compile(r"[A-Za-z0-9._-]+(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?")
"""A host and port such as may stand in a header of ours."""

HEADERS = {
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
"""What every answer says beside its policy: links stay private, pages to themselves."""


class No(NamedTuple):
    """What somebody is told who gets no farther; the text is said in the language of the request."""

    status: int
    code: str
    text: str


NOT_HERE = No(403, "unknown", "This server does not answer to that name.")
PROXIED = No(
    403,
    "unknown",
    "This server answers on this machine only, and was asked through a proxy: start it with --trust-proxy and "
    "--allow-host.",
)
ANOTHER_SITE = No(
    403, "unknown", "Another site's page may not change battles here; a proxy must pass on the Host that was asked."
)
TOO_OFTEN = No(429, "too_many", "Too many requests come from your address: wait a little.")
TOO_SLOW = No(408, "unreadable", "The request did not come to its end.")
MISTAKE = No(500, "unknown", "The server made a mistake; its log says more.")


def is_same_origin(headers: Headers) -> bool:
    """No ``Origin`` (not a browser's cross-site request), or one that names the very host asked."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == headers.get("host", "").lower()


def content_policy(host: str) -> str:
    """What a page served under this name may load and reach: its own server, and sockets of it alone.

    Older browsers do not take 'self' for sockets, so that these are named.
    """
    sockets = f" ws://{host} wss://{host}" if AUTHORITY.fullmatch(host) else ""
    return CONTENT_POLICY.format(sockets=sockets)


def _secure(message: MutableMapping[str, Any], host: str) -> None:
    """Headers that every answer has."""
    headers = MutableHeaders(scope=message)
    headers.setdefault("content-security-policy", content_policy(host))
    for name, value in HEADERS.items():
        headers.setdefault(name, value)


async def _answer(send: Send, no: No, host: str, receive: Receive | None = None) -> None:
    """An answer of our own; with ``receive`` what still comes of the request is read first, to be thrown away."""
    body = Failure(code=no.code, text=gettext_word(no.text)).model_dump_json().encode()
    start: Message = {
        "type": "http.response.start",
        "status": no.status,
        "headers": [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ],
    }
    _secure(start, host)
    await send(start)
    if receive is not None:
        await send({"type": "http.response.body", "body": body[:-1], "more_body": True})
        await _throw_away(receive)
        body = body[-1:]
    await send({"type": "http.response.body", "body": body})


async def _throw_away(receive: Receive) -> None:
    read = 0
    try:
        async with asyncio.timeout(LINGERING):
            while read < LINGERED:
                message = await receive()
                read += len(message.get("body", b""))
                if not message.get("more_body"):
                    return
    except TimeoutError:
        return


class _Cut(Exception):
    """The body went over its limit, or did not come, while it was read."""

    def __init__(self, no: No) -> None:
        super().__init__(no.text)
        self.no = no


class AccessMiddleware:
    """ASGI middleware. What it turns away has cost next to nothing."""

    def __init__(self, app: ASGIApp, front: Front, limits: Limits, accounts: Accounts) -> None:
        self.app = app
        self.front = front
        self.limits = limits
        self.accounts = accounts
        self.requests = Bucket(limits.requests_a_minute / 60.0, limits.requests_a_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        address = household((scope.get("client") or ("", 0))[0])
        no = self._turned_away(scope, headers, host, address)
        ROOT.set(self.front.root)
        PAYER.set(Account(self.accounts.of(address)))
        scope = {**scope, "path": self.front.below(scope["path"]), "root_path": "", "address": address}
        if scope["type"] == "websocket":
            if no is not None:
                # The ASGI server answers 403. It logs an error where it is handed an answer of ours instead.
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": no.code})
                log.info("a line from %s was refused: %s", address, no.text)
                return
            await self.app(scope, receive, send)
            return
        with speaking(battle_messages.known(QueryParams(scope["query_string"]).get("language", ""))):
            if no is not None:
                await _answer(send, no, host)
            else:
                await self._limited(scope, receive, send, headers, host)

    def _turned_away(self, scope: Scope, headers: Headers, host: str, address: str) -> No | None:
        if not self.front.answers_to(host):
            return NOT_HERE
        if self.front.is_proxied_unawares(headers):
            return PROXIED
        writes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if writes and not is_same_origin(headers):
            return ANOTHER_SITE
        if not self.requests.allows(address):
            return TOO_OFTEN
        return None

    async def _limited(self, scope: Scope, receive: Receive, send: Send, headers: Headers, host: str) -> None:
        path: str = scope["path"]
        limit = EDITOR_BODY if path.startswith(EDITOR) else MAX_BODY
        if path in BIG_BODIES:
            limit = self.limits.save_kilobytes * 1024
        most = gettext("The request is too big: at most {kilobytes} kB.", kilobytes=limit // 1024)
        too_big = No(413, "too_big", most)
        announced = headers.get("content-length", "")
        if announced.isdecimal() and int(announced) > limit:
            await _answer(send, too_big, host, None if "expect" in headers else receive)
            return
        bare = scope["method"] == "HEAD"
        if bare:
            scope["method"] = "GET"  # whoever answers GET answers HEAD, with the same headers and nothing after them
        body = _Body(receive, limit, too_big)
        started = False

        async def with_headers(message: Message) -> None:
            nonlocal started
            if body.cut and not started:
                return  # the application's own answer to a body cut short; ours follows
            if message["type"] == "http.response.start":
                started = True
                _secure(message, host)
            elif bare:
                message = {**message, "body": b""}
            await send(message)

        try:
            await self.app(scope, body.receive, with_headers)
        except _Cut:
            pass
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if not started and body.cut is None:
                await _answer(send, MISTAKE, host)
                return
        if body.cut and not started:
            await _answer(send, body.cut, host, receive if body.cut is too_big else None)


class _Body:
    """The body of one request, as far as it may be read."""

    def __init__(self, receive: Receive, limit: int, too_big: No) -> None:
        self._receive = receive
        self._left = limit
        self._too_big = too_big
        self._until = asyncio.get_running_loop().time() + PATIENCE
        self._more = True
        self.cut: No | None = None

    async def receive(self) -> Message:
        """The next piece; ``_Cut`` where there is too much of it, or too late."""
        if not self._more:
            return await self._receive()  # whoever waits here waits for the sender to leave
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            self.cut = TOO_SLOW
            raise _Cut(self.cut) from None
        self._more = message.get("more_body", False)
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            self.cut = self._too_big
            raise _Cut(self.cut)
        return message
