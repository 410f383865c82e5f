"""What stands before every request: allowed hosts, same-origin writes, body sizes and safe response headers."""

from __future__ import annotations

import ipaddress
import json
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.server.pages import Failure

MAX_BODY = 64 * 1024
MAX_SAVE = 16 * 1024 * 1024
BIG_BODIES = frozenset({"/api/battles/load"})
LOCAL_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})
TOO_BIG = 413
FORBIDDEN = 403

CONTENT_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
)


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


async def _answer(send: Send, status: int, code: str, text: str) -> None:
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(b"content-type", b"application/json"), (b"connection", b"close")],
        }
    )
    await send({"type": "http.response.body", "body": failure(code, text)})


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
        if scope["type"] == "websocket":
            if foreign or not is_same_origin(headers):
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": "this page may not play here"})
                return
            await self.app(scope, receive, send)
            return
        if foreign:
            await _answer(send, FORBIDDEN, "unknown", "This server answers on this machine only.")
        elif scope["method"] not in ("GET", "HEAD", "OPTIONS") and not is_same_origin(headers):
            await _answer(send, FORBIDDEN, "unknown", "Another site's page may not change battles here.")
        else:
            await self._limited(scope, receive, send, headers)

    async def _limited(self, scope: Scope, receive: Receive, send: Send, headers: Headers) -> None:
        limit = MAX_SAVE if scope["path"] in BIG_BODIES else MAX_BODY
        text = f"The request is too big: at most {limit // 1024} kB."
        announced = headers.get("content-length", "")
        if announced.isdecimal() and int(announced) > limit:
            await _answer(send, TOO_BIG, "too_big", text)
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
                _secure(message)
            await send(message)

        try:
            await self.app(scope, counted, with_headers)
        except _TooBig:
            pass
        if seen > limit and not started:
            await _answer(send, TOO_BIG, "too_big", text)


def _secure(message: MutableMapping[str, Any]) -> None:
    """Headers that keep links private and pages to themselves."""
    headers = MutableHeaders(scope=message)
    headers.setdefault("content-security-policy", CONTENT_POLICY)
    headers.setdefault("referrer-policy", "no-referrer")
    headers.setdefault("x-content-type-options", "nosniff")
    headers.setdefault("cache-control", "no-store")


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

    return json.loads(text, parse_constant=refuse)
