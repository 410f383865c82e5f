"""How long a start takes on this machine: to the address, again, and to the first battle of a game chosen cold.

    .venv/bin/python benchmarks/start.py             a battle of every game, each with no compiled rules at all
    .venv/bin/python benchmarks/start.py dba         of this game alone
    .venv/bin/python benchmarks/start.py --clone     `make play` in a fresh clone with an empty home, twice

The clone finds the package caches of pip and npm as they are, and nothing else. Figures stand in docs/performance.md.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sandtable.errors import UnknownGame
from sandtable.games import game_keys, get_game

ROOT = Path(__file__).resolve().parents[1]
PLAY = (sys.executable, "-c", "from sandtable.cli import main; main()", "play", "--no-browser")

WANTED = {"first start, to the address": 45.0, "second start, to the address": 3.0}
WANTED_BATTLE = 60.0
"""Seconds from choosing a game to its first battle, with nothing compiled."""


def main() -> int:
    """Measure, print a line for each figure, and leave with 1 when one is not as wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="left out: every game")
    parser.add_argument("--clone", action="store_true", help="`make play` in a fresh clone, no battle")
    asked = parser.parse_args()
    try:
        chosen = [get_game(key).key for key in asked.games or game_keys()]
    except UnknownGame as mistake:
        parser.error(str(mistake))
    figures = measure_clone() if asked.clone else [measure_battle(key) for key in chosen]
    for name, seconds, wanted in figures:
        print(f"{name:<60} {seconds:6.1f} s   at most {wanted:g}: {'met' if seconds <= wanted else 'NOT MET'}")
    return int(any(seconds > wanted for _, seconds, wanted in figures))


def measure_clone() -> list[tuple[str, float, float]]:
    """`make play` in a clone of this repository with an empty home, and once more."""
    figures = []
    with tempfile.TemporaryDirectory(prefix="sandtable-start-") as folder:
        home, clone = Path(folder, "home"), Path(folder, "clone")
        home.mkdir()
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("SANDTABLE", "NUMBA"))}
        environment |= {"HOME": str(home), "BROWSER": "true"} | package_caches()
        for name, wanted in WANTED.items():
            with house(("make", "play"), environment, clone) as (seconds, _):
                figures.append((name, seconds, wanted))
    return figures


def package_caches() -> dict[str, str]:
    """Where pip and npm keep what they have fetched."""
    caches = {
        "PIP_CACHE_DIR": [sys.executable, "-m", "pip", "cache", "dir"],
        "npm_config_cache": ["npm", "config", "get", "cache"],
    }
    found = {}
    for name, command in caches.items():
        try:
            run = subprocess.run(command, capture_output=True, text=True, check=True)
            found[name] = run.stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            print(f"({command[0]} says nothing of its cache: {name} is left as it is)", file=sys.stderr)
    return found


def measure_battle(game: str) -> tuple[str, float, float]:
    """Choose a game as soon as the page is there, and begin a battle of it."""
    with tempfile.TemporaryDirectory(prefix="sandtable-start-") as folder:
        paths = os.pathsep.join([str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = os.environ | {"SANDTABLE_CACHE": str(Path(folder, "kernels")), "PYTHONPATH": paths}
        command = (*PLAY, "--port", "0", "--db", f"sqlite:///{folder}/battles.sqlite3")
        with house(command, environment, ROOT) as (_, url):
            chosen = time.monotonic()
            post(f"{url}api/games/{game}/choose", {})
            made = post(f"{url}api/battles", {"game": game})
            first_state(url, made["token"])
            return f"{game}: from choosing it cold to its first battle", time.monotonic() - chosen, WANTED_BATTLE


@contextmanager
def house(command: tuple[str, ...], environment: dict[str, str], folder: Path) -> Iterator[tuple[float, str]]:
    """A server: seconds until its address was printed, and the address. It is stopped at the end."""
    begun = time.monotonic()
    server = subprocess.Popen(command, env=environment, cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        for line in server.stdout:
            if found := re.search(r"http://[\d.]+:\d+/", line):
                yield time.monotonic() - begun, found.group()
                return
        raise SystemExit(f"`{' '.join(command)}` ended without an address")
    finally:
        server.terminate()  # make hands it on
        server.wait(60)


def post(url: str, data: dict[str, Any]) -> Any:
    """The answer to a request with this data."""
    request = urllib.request.Request(url, json.dumps(data).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=600) as answer:
        return json.load(answer)


def first_state(url: str, token: str) -> None:
    """Watch a battle as a board does, until it shows the table."""
    from websockets.sync.client import connect

    with connect(f"{url.replace('http', 'ws')}ws/{token}", max_size=None) as socket:
        while json.loads(socket.recv(timeout=300))["type"] != "state":
            pass


if __name__ == "__main__":
    sys.exit(main())
