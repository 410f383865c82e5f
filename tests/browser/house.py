"""The real server as a process of its own, as a user starts it: `sandtable play`."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

TESTS = Path(__file__).parents[1]
COMMAND = ("-c", "from sandtable.cli import main; main()", "play", "--no-browser")


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


class House:
    """A server on one port and one database, to be started, killed and started again."""

    def __init__(self, folder: Path, program: tuple[str, ...] = COMMAND) -> None:
        self.program = program
        self.port = free_port()
        self.database = folder / "battles.sqlite3"
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Return when it answers and has all rules; the first start compiles them."""
        arguments = ["--port", str(self.port), "--db", f"sqlite:///{self.database}"]
        environment = dict(os.environ)
        environment["PYTHONPATH"] = os.pathsep.join([str(TESTS), *filter(None, [environment.get("PYTHONPATH")])])
        self._process = subprocess.Popen(
            [sys.executable, *self.program, *arguments], stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert re.search(r"http://\S+", line), f"the server did not start: {line!r}"
        while not all(
            game["state"] in ("ready", "failed") for game in httpx.get(f"{self.url}/api/warming", timeout=600).json()
        ):
            time.sleep(0.1)

    def kill(self) -> None:
        """End it without a word of warning."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(30)
            self._process = None
