"""What stands before every request: allowed hosts, same-origin writes, body sizes and safe response headers."""

from __future__ import annotations

import ipaddress
import json
import logging
import re
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.messages.base import is_whole_text
from sandtable.server.messages.pages import Failure

log = logging.getLogger("sandtable.server")

MAX_BODY = 64 * 1024
MAX_SAVE = 16 * 1024 * 1024
BIG_BODIES = frozenset({"/api/battles/load"})
LOCAL_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
TOO_BIG = 413
FORBIDDEN = 403
MISTAKE = 500

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


def is_loopback(host: str) -> bool:
    """Whether ``host`` names this machine only."""
    if host in LOCAL_HOSTS:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def host_name(authority: str) -> str:
    """The host of ``host:port``, lower case, without brackets."""
    try:
        return (urlsplit(f"//{authority}").hostname or "").lower()
    except ValueError:
        return ""


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


def failure(code: str, text: str) -> bytes:
    """The body of every HTTP answer that is not a success."""
    return Failure(code=code, text=text).model_dump_json().encode()


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


async def _answer(send: Send, status: int, code: str, text: str, host: str, kind: str = "http") -> None:
    """An answer of our own; ``kind``: "http", or "websocket.http" to one who asked for a socket."""
    start: Message = {
        "type": f"{kind}.response.start",
        "status": status,
        "headers": [(b"content-type", b"application/json"), (b"connection", b"close")],
    }
    _secure(start, host)
    await send(start)
    await send({"type": f"{kind}.response.body", "body": failure(code, text)})


class _TooBig(Exception):
    """The body went over its limit while it was read."""


class Guard:
    """ASGI middleware. With ``local`` only this machine's own names are answered (against DNS rebinding)."""

    def __init__(self, app: ASGIApp, local: bool) -> None:
        self.app = app
        self.local = local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        foreign = self.local and not is_loopback(host_name(headers.get("host", "")))
        host = headers.get("host", "")
        if scope["type"] == "websocket":
            if foreign or not is_same_origin(headers):
                await receive()
                if "websocket.http.response" in scope.get("extensions", {}):
                    text = "This page may not play here."
                    await _answer(send, FORBIDDEN, "unknown", text, host, "websocket.http")
                else:
                    await send({"type": "websocket.close", "code": 1008, "reason": "this page may not play here"})
                return
            await self.app(scope, receive, send)
            return
        if foreign:
            await _answer(send, FORBIDDEN, "unknown", "This server answers on this machine only.", host)
        elif scope["method"] not in ("GET", "HEAD", "OPTIONS") and not is_same_origin(headers):
            await _answer(send, FORBIDDEN, "unknown", "Another site's page may not change battles here.", host)
        else:
            await self._limited(scope, receive, send, headers, host)

    async def _limited(self, scope: Scope, receive: Receive, send: Send, headers: Headers, host: str) -> None:
        limit = MAX_SAVE if scope["path"] in BIG_BODIES else MAX_BODY
        text = f"The request is too big: at most {limit // 1024} kB."
        announced = headers.get("content-length", "")
        if announced.isdecimal() and int(announced) > limit:
            await _answer(send, TOO_BIG, "too_big", text, host)
            return
        seen = 0
        started = False

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            if message["type"] == "http.request":
                seen += len(message.get("body", b""))
                if seen > limit:
                    raise _TooBig
            return message

        async def with_headers(message: Message) -> None:
            nonlocal started
            if seen > limit and not started:
                return  # the application's own answer to a body cut short; ours follows
            if message["type"] == "http.response.start":
                started = True
                _secure(message, host)
            await send(message)

        try:
            await self.app(scope, counted, with_headers)
        except _TooBig:
            pass
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if not started and seen <= limit:
                await _answer(send, MISTAKE, "unknown", "The server made a mistake; its log says more.", host)
                return
        if seen > limit and not started:
            await _answer(send, TOO_BIG, "too_big", text, host)


def too_deep(text: str, deepest: int = 64) -> bool:
    """Whether JSON text nests deeper than any honest message; strings are not looked into."""
    depth = 0
    inside = False
    skip = False
    for char in text:
        if inside:
            if skip:
                skip = False
            elif char == "\\":
                skip = True
            elif char == '"':
                inside = False
        elif char == '"':
            inside = True
        elif char in "[{":
            depth += 1
            if depth > deepest:
                return True
        elif char in "]}":
            depth -= 1
    return False


def read_json(text: str) -> Any:
    """The value of JSON ``text``; ``ValueError`` also for NaN, Infinity and nesting without end."""
    if too_deep(text):
        raise ValueError("nested too deep")

    def refuse(word: str) -> Any:
        raise ValueError(f"{word} is not a number")

    value = json.loads(text, parse_constant=refuse)
    if not is_whole_text(value):
        raise ValueError("a text in it ends in half a character")
    return value
