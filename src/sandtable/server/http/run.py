"""Runs the server on a real port: finds a free one, says where it is, opens the browser."""

from __future__ import annotations

import errno
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI

from sandtable.errors import InputError
from sandtable.server.http.app import create_app
from sandtable.server.http.front import Front, is_loopback
from sandtable.server.http.invitation_address import Reach, addressed
from sandtable.server.http.limits import Limits
from sandtable.server.notices.settings import NoticeSettings
from sandtable.server.storage.database import Store, data_folder, default_url
from sandtable.server.warmup.warmup import Warmup
from sandtable.server.workers.gc_policy import Collecting
from sandtable.server.workers.render_workers import Drawing, processes
from sandtable.translation import gettext

PORT = 8321
PORTS_TRIED = 20
SWITCHING = 0.001
"""Seconds for which a thread that draws or lists keeps messages waiting; Python's own figure is 5 ms."""
PINGS = 40.0
"""Seconds between two looks whether a board is still there, and for its answer: a thousand boards make 25 a second."""
LARGEST_FRAME = 1024 * 1024
"""Bytes of one WebSocket message beyond which the connection is cut; far smaller ones are refused politely."""


def listen(host: str, port: int, others: bool) -> socket.socket:
    """A listening socket on ``port``; with ``others`` on one of the next ports when it is taken.

    InputError names the host or port that cannot be used.
    """
    tried = range(port, min(port + (PORTS_TRIED if others else 1), 65536)) if port else range(1)
    for candidate in tried:
        try:
            family = socket.getaddrinfo(host, candidate, type=socket.SOCK_STREAM)[0][0]
        except (OSError, UnicodeError):
            raise InputError(f"--host {host}: {gettext('this machine has no such address')}") from None
        sock = socket.socket(family, socket.SOCK_STREAM)
        try:
            if os.name == "posix":  # on Windows it would let two servers share the port
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sock.bind((host, candidate))
            sock.listen(128)
            return sock
        except OSError as error:
            sock.close()
            if error.errno == errno.EADDRNOTAVAIL:
                raise InputError(f"--host {host}: {gettext('this machine has no such address')}") from None
            if error.errno == errno.EACCES:
                raise InputError(f"--port {candidate}: {gettext('this user may not listen there')}") from None
            if error.errno != errno.EADDRINUSE:
                raise
    if others:
        raise InputError(
            f"--port {port}: {gettext('it and the {number} ports after it are taken', number=PORTS_TRIED - 1)}"
        )
    raise InputError(f"--port {port}: {gettext('taken by another program')}")


def url_of(host: str, sock: socket.socket) -> str:
    """Where a browser on this machine finds the server."""
    port = sock.getsockname()[1]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


STRANGERS = ("Invalid HTTP request", "Unsupported upgrade", "No supported WebSocket", "Invalid UTF-8 sequence")
"""What the ASGI server writes into its log for each odd request of somebody's: anybody could fill a disk with it."""


def _of_our_own(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(STRANGERS)


def config_of(app: FastAPI, **more: Any) -> uvicorn.Config:
    """How the ASGI server runs an application of ours."""
    logging.getLogger("uvicorn.error").addFilter(_of_our_own)
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,  # it would write everybody's links into the terminal
        proxy_headers=False,  # the application knows whom to believe
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=PINGS,
        ws_ping_timeout=PINGS,
        timeout_graceful_shutdown=3,
        server_header=False,
        **more,
    )


class _Server(uvicorn.Server):
    """Says when it is up."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        if self.started:
            self._tell()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first Ctrl-C ends all in a few seconds; a second would break that off with a traceback."""
        if not self.should_exit:
            super().handle_exit(sig, frame)


def serve(
    host: str,
    port: int,
    db: str | None,
    *,
    others: bool = True,
    ready: Callable[[str], None] = lambda url: None,
    warmup: Warmup | None = None,
    open_browser: bool = False,
    limits: Limits | None = None,
    front: Front | None = None,
    notices: NoticeSettings | None = None,
    laboratory: bool | None = None,
) -> None:
    """Serve until interrupted.

    ``ready`` is told the URL when the server answers; ``warmup`` begins then. ``laboratory``: whether studies are run,
    in the user's data folder; None: where this machine alone is served. Raises InputError for a host, port or database
    that cannot be used.
    """
    sock = listen(host, port, others)
    try:
        store = Store(db or default_url())
    except BaseException:
        sock.close()
        raise
    front = front or Front(is_loopback(host))
    url = url_of(host, sock) + front.root.lstrip("/")
    logging.basicConfig(format="%(levelname)s: %(message)s")

    def started() -> None:
        if warmup is not None:
            warmup.start()
        ready(url)
        if open_browser:
            # In a thread of its own: some browsers keep the call until they are closed.
            threading.Thread(target=lambda: _open(url), daemon=True).start()

    sys.setswitchinterval(SWITCHING)
    if front.local if laboratory is None else laboratory:
        front = replace(front, studies=data_folder() / "studies")
    reach = Reach(host, sock.getsockname()[1], notices.address if notices else "")
    app = create_app(
        store,
        front,
        limits=limits,
        warmup=warmup,
        drawing=Drawing(processes()),
        reach=reach,
        notices=notices and addressed(notices, reach, front),
    )
    collecting = Collecting()
    collecting.start()
    try:
        with suppress(KeyboardInterrupt):
            _Server(config_of(app, ws_per_message_deflate=not front.local), started).run(sockets=[sock])
    finally:
        collecting.stop()
        if warmup is not None:
            warmup.close()


def _open(url: str) -> None:
    """Open the browser; a machine without one is no error."""
    with suppress(Exception):
        webbrowser.open(url)
