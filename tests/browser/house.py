"""The real server as a process of its own, as a user starts it: `sandtable play`."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx2 as httpx

TESTS = Path(__file__).parents[1]
COMMAND = ("-c", "from sandtable.cli import main; main()", "play", "--no-browser")
PATIENCE = 60
"""Seconds that a server has for its first answer."""


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
        """Return when it answers. Nobody waits for the compiler; a server that does not answer is ended."""
        arguments = ["--port", str(self.port), "--db", f"sqlite:///{self.database}"]
        environment = dict(os.environ)
        environment["PYTHONPATH"] = os.pathsep.join([str(TESTS), *filter(None, [environment.get("PYTHONPATH")])])
        self._process = subprocess.Popen(
            [sys.executable, *self.program, *arguments], stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert re.search(r"http://\S+", line), f"the server did not start: {line!r}"
        if not self._answers():
            self.kill()
            raise TimeoutError(f"{self.url} did not answer within {PATIENCE} seconds")

    def _answers(self) -> bool:
        """Whether the list of games comes before `PATIENCE` ends."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if httpx.get(f"{self.url}/api/games", timeout=PATIENCE).is_success:
                    return True
            except httpx.TransportError:
                pass
            time.sleep(0.1)
        return False

    def cpu_seconds(self) -> float:
        """Seconds of a core that the server's process has taken since it was started."""
        assert self._process is not None
        taken = Path(f"/proc/{self._process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(taken[11]) + int(taken[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """End it without a word of warning."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(30)
            self._process = None
