"""How long a start takes on this machine: to the address, and to a battle of a game of which nothing is compiled.

    .venv/bin/python benchmarks/start.py             a battle of every game, each with no compiled rules at all:
                                                     to the table, answers while dragging, moves of a computer
    .venv/bin/python benchmarks/start.py dba         of this game alone
    .venv/bin/python benchmarks/start.py --clone     `make play` in a fresh clone with an empty home, twice

The clone finds the package caches of pip and npm as they are, and nothing else. Figures stand in docs/performance.md.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
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

WANTED = {"first start, to the address": 20.0, "second start, to the address": 3.0}
WANTED_BATTLE, WANTED_DRAG, WANTED_MOVE = 3.0, 0.1, 2.0
"""Seconds with nothing compiled: from choosing a game to its battle, an answer while dragging, a computer's move."""
WANTED_DRAG_OF = {"inter-arma": 0.3}
MOVES = 12


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
    figures = measure_clone() if asked.clone else [figure for key in chosen for figure in measure_battle(key)]
    for name, seconds, wanted in figures:
        print(f"{name:<60} {seconds:7.2f} s   at most {wanted:g}: {'met' if seconds <= wanted else 'NOT MET'}")
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


def measure_battle(game: str) -> list[tuple[str, float, float]]:
    """Choose a game as soon as the page is there, begin a battle of it, drag figures, and watch computers play."""
    with tempfile.TemporaryDirectory(prefix="sandtable-start-") as folder:
        paths = os.pathsep.join([str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = os.environ | {"SANDTABLE_CACHE": str(Path(folder, "kernels")), "PYTHONPATH": paths}
        command = (*PLAY, "--port", "0", "--db", f"sqlite:///{folder}/battles.sqlite3")
        with house(command, environment, ROOT) as (_, url):
            chosen = time.monotonic()
            post(f"{url}api/games/{game}/choose", {})
            with board(url, post(f"{url}api/battles", {"game": game})["token"]) as socket:
                state = message(socket, "state")
                begun = time.monotonic() - chosen
                answers = drag(socket, state)
            moves = watch(url, game, [seat["side"] for seat in state["seats"]])
    wanted = WANTED_DRAG_OF.get(game, WANTED_DRAG)
    return [
        (f"{game}: from choosing it cold to its first battle", begun, WANTED_BATTLE),
        (f"{game}: an answer while dragging, median of {len(answers)}", statistics.median(answers), wanted),
        (f"{game}: a computer's move (greedy), the longest of {len(moves)}", max(moves), WANTED_MOVE),
    ]


def drag(socket: Any, state: dict[str, Any]) -> list[float]:
    """Seconds that answers take about moves that the list has, or about any action where there are no moves yet."""
    listed = [each["action"] for each in state["legal"]]
    moves = [each for each in listed if each.get("to")] or listed
    took = []
    for number, action in enumerate(moves[:: max(1, len(moves) // 20)]):
        asked = time.monotonic()
        socket.send(json.dumps({"type": "judge", "n": number, "action": action}))
        message(socket, "judgement")
        took.append(time.monotonic() - asked)
    return took


def watch(url: str, game: str, sides: list[str]) -> list[float]:
    """Seconds between the moves of computers that play without a pause."""
    made = post(f"{url}api/battles", {"game": game, "seats": dict.fromkeys(sides, "greedy")})
    with board(url, made["token"]) as socket:
        message(socket, "state")
        socket.send(json.dumps({"type": "pace", "seconds": 0}))
        took: list[float] = []
        last = time.monotonic()
        while len(took) < MOVES:
            if message(socket, "state")["version"] > len(took):
                took.append(time.monotonic() - last)
                last = time.monotonic()
        return took


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
        return json.loads(answer.read() or b"null")


@contextmanager
def board(url: str, token: str) -> Iterator[Any]:
    """A socket to a battle, as a board has it."""
    from websockets.sync.client import connect

    with connect(f"{url.replace('http', 'ws')}ws/{token}", max_size=None) as socket:
        yield socket


def message(socket: Any, kind: str) -> Any:
    """The next message of this kind."""
    while (found := json.loads(socket.recv(timeout=300)))["type"] != kind:
        pass
    return found


if __name__ == "__main__":
    sys.exit(main())
