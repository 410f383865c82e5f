"""A PostgreSQL of the tests' own: its data in a folder that goes with it, reached by a socket in that folder alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

PROGRAMS = os.environ.get("SANDTABLE_POSTGRESQL", "")
"""The folder of PostgreSQL's programs; ``tools/postgresql.sh`` finds it."""

DATABASE = "postgres"
"""The one that is there from the first."""


def somebody() -> dict[str, Any]:
    """Under whom it runs where the tests are root's: PostgreSQL refuses to be."""
    if os.name != "posix" or os.getuid() != 0:
        return {}
    import pwd

    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
    raise LookupError("neither postgres nor nobody is a user here")


class Cluster:
    """One server. ``start`` and ``stop`` as often as wanted, ``remove`` in any case."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="sandtable-pg-"))
        self.who = somebody()
        if self.who:
            os.chown(self.folder, self.who["user"], self.who["group"])
        self.data = self.folder / "data"
        self.log = self.folder / "log"
        self.url = f"postgresql+psycopg://sandtable@/{DATABASE}?host={self.folder}"
        self.running = False

    def do(self, program: str, *words: str) -> str:
        """What one of the programs says; RuntimeError with its words where it fails."""
        done = subprocess.run(
            [f"{PROGRAMS}/{program}", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.folder,
            timeout=120,
            check=False,
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "PGHOST": str(self.folder)},
            **self.who,
        )
        if done.returncode:
            log = self.log.read_text() if self.log.exists() else ""
            raise RuntimeError(f"{program}: {done.stdout}\n{log}")
        return done.stdout

    def make(self) -> None:
        """Its folder, and have it answer."""
        self.do("initdb", "-D", str(self.data), "-U", "sandtable", "--auth=trust", "-E", "UTF8", "--no-sync")
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write(
                f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\nmax_connections = 40\n"
                "shared_buffers = 16MB\n"
            )
        self.start()

    def start(self) -> None:
        """Have it answer, also after it was stopped without warning."""
        # Its output goes into a file: a pipe would be held open by the server for as long as it runs.
        self.do("pg_ctl", "-D", str(self.data), "-l", str(self.log), "-w", "-t", "60", "-s", "start")
        self.running = True

    def stop(self, how: str) -> None:
        """``fast``, or ``immediate``: as by a crash."""
        self.do("pg_ctl", "-D", str(self.data), "-m", how, "-w", "-s", "stop")
        self.running = False

    def remove(self) -> None:
        """End it and take its folder away."""
        try:
            if self.running:
                self.stop("immediate")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
