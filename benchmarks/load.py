"""How long a server with many battles takes to answer: ``python benchmarks/load.py --battles 500 --seconds 60``.

Battles at all stages are loaded into a server, its own on this machine unless an address is given, with a board for
every side. In each somebody acts every ten seconds or so: one of the useful actions, at random. Measured is the time
from sending an action to having the whole state that follows from it, here, on the same machine: this program takes
its share of the processors, and says how much. A battle that is over begins anew.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2 as httpx
from pydantic import BaseModel
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

import sandtable
from sandtable.errors import SandtableError
from sandtable.games import game_keys

MOST_BATTLES = 1_000
MOST_SECONDS = 1_800
PATIENCE = 60.0
"""Seconds for an answer, before it counts as none."""

STAGES = (0.0, 0.15, 0.3, 0.45, 0.6, 0.75)
"""How far the battles have come that are loaded, of their whole length."""

SEEDS = 2
"""Battles of each game that are played to be loaded, one save at every stage."""

LONGEST = 150
"""Actions of such a battle at most."""

ENTERING = 8
"""Battles that are made at the same time."""

STAY = 1.0
"""Seconds that watchers stay once all have seen the table, and that they keep away."""


class Mistake(Exception):
    """What somebody asked for that cannot be had, in one sentence."""


class Listed(BaseModel):
    """What is read of an action offered."""

    text: str
    verb: str


class Table(BaseModel):
    """What is read of a scene."""

    game: str


class Offered(BaseModel):
    """What is read of a state before somebody acts."""

    version: int
    scene: Table
    legal: tuple[Listed, ...]


# ------------------------------------------------------------------------------------------- what was measured


@dataclass
class Measured:
    """Times in milliseconds, and what went wrong."""

    answers: list[float] = field(default_factory=list)
    acted: list[tuple[str, str]] = field(default_factory=list)  # game and verb of each of them
    late: list[float] = field(default_factory=list)  # how late this program itself was
    showings: list[float] = field(default_factory=list)  # from a watcher's connecting to having the state
    errors: Counter[str] = field(default_factory=Counter)
    messages: Counter[str] = field(default_factory=Counter)
    kilobytes: float = 0.0
    ended: int = 0
    seconds: float = 0.0
    server_cpu: float | None = None
    own_cpu: float = 0.0

    def clear(self) -> None:
        """Begin to measure."""
        self.__init__()  # type: ignore[misc]


def share(times: Sequence[float], part: float) -> float:
    """So many in a hundred took no longer: an observed time, the next one up."""
    ordered = sorted(times)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)]


def line(name: str, times: Sequence[float]) -> str:
    """A row of the table."""
    if not times:
        return f"{name:<34} none"
    shares = "".join(f"{share(times, part):>9.1f}" for part in (0.50, 0.95, 0.99))
    return f"{name:<34}{shares}{max(times):>9.1f}{len(times):>9,}"


def by_game(measured: Measured) -> list[str]:
    """A row for each game, where there are several, and who did what in the slowest hundredth."""
    games = sorted({game for game, _ in measured.acted})
    rows = [
        line(f"  {game}", [ms for ms, (of, _) in zip(measured.answers, measured.acted, strict=True) if of == game])
        for game in games
    ]
    slow = share(measured.answers, 0.99) if measured.answers else 0.0
    slowest = Counter(what for ms, what in zip(measured.answers, measured.acted, strict=True) if ms >= slow)
    told = ", ".join(f"{count} {game} {verb}" for (game, verb), count in slowest.most_common(6))
    return [*(rows if len(games) > 1 else []), f"the slowest hundredth: {told or 'none'}"]


def report(battles: int, every: float, measured: Measured) -> str:
    """All that was measured, as a table."""
    wanted = measured.seconds * battles / every
    lines = [
        (
            f"{battles} battles, an action every {every:g} s in each, for {measured.seconds:.0f} s: "
            f"{len(measured.answers):,} answered of some {wanted:,.0f}"
        ),
        f"{'milliseconds':<34}{'p50':>9}{'p95':>9}{'p99':>9}{'max':>9}{'times':>9}",
        line("from an action to the new state", measured.answers),
        *by_game(measured),
        line("this program itself was late by", measured.late),
    ]
    if measured.showings:
        lines.append(line("from a watcher's coming to a state", measured.showings))
    seconds = max(measured.seconds, 1e-9)
    said = "not known here" if measured.server_cpu is None else f"{100 * measured.server_cpu / seconds:.0f} % of a core"
    per = (
        ""
        if not measured.answers or measured.server_cpu is None
        else (f", {1000 * measured.server_cpu / len(measured.answers):.1f} ms an action")
    )
    heard = ", ".join(f"{count:,} {kind}" for kind, count in measured.messages.most_common())
    errors = ", ".join(f"{count} {what}" for what, count in measured.errors.most_common()) or "none"
    return "\n".join(
        [
            *lines,
            f"server: {said}{per}; this program: {100 * measured.own_cpu / seconds:.0f} %; {os.cpu_count()} cores",
            f"heard: {heard or 'nothing'}; {measured.kilobytes / 1024 / seconds:.1f} MB/s",
            f"errors: {errors}; battles that ended: {measured.ended}",
        ]
    )


def say(text: str, said: list[float] = [0.0]) -> None:  # noqa: B006
    """The line of progress; where it cannot stay in its place a new one every ten seconds."""
    if sys.stderr.isatty():
        print(f"\r{text:<79}", end="" if text else "\r", file=sys.stderr, flush=True)
    elif text and time.monotonic() >= said[0] + 10.0:
        said[0] = time.monotonic()
        print(text, file=sys.stderr, flush=True)


# --------------------------------------------------------------------------------------------------- the server


@contextlib.contextmanager
def own_server(folder: str, usual: bool = False) -> Iterator[tuple[str, int]]:
    """A server of our own on this machine, with a database in ``folder``: its address, and its process.

    ``usual``: with the bounds that it has by itself.
    """
    limits = {"new_battles_a_minute": 10**6, "boards": 10**5, "battles_in_memory": 10**5}
    limits |= {"boards_of_an_address": 10**5, "watchers_of_a_battle": 1_000, "watchers_of_an_address": 1_000}
    limits |= {"requests_a_minute": 10**6, "messages_a_second_of_an_address": 10**6, "boards_coming": 64}
    command = [
        sys.executable,
        "-c",
        "from sandtable.cli import main; main()",
        "serve",
        "--port",
        "0",
        "--db",
        f"sqlite:///{folder}/load.sqlite3",
    ]
    for name, number in () if usual else limits.items():
        command += ["--limit", f"{name}={number}"]
    # A group of its own: Ctrl-C here is for this program, which then ends it.
    with open(Path(folder) / "server.log", "w+") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True)
        try:
            assert process.stdout is not None
            said = process.stdout.readline().split()
            if not said:
                log.seek(0)
                raise Mistake(f"the server does not start: {log.read().strip() or 'it says nothing'}")
            yield said[-1].rstrip("/"), process.pid
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def cpu_of(process: int) -> float | None:
    """Seconds that a process and its children have used; None where this cannot be known."""
    used = {}
    try:
        for path in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                words = path.read_text().rpartition(")")[2].split()
                used[int(path.parent.name)] = (int(words[1]), sum(map(int, words[11:15])))
        of = {process}
        for pid, (parent, _) in sorted(used.items()):
            if parent in of:
                of.add(pid)
        return sum(used[pid][1] for pid in of) / os.sysconf("SC_CLK_TCK")
    except (KeyError, ValueError, OSError, AttributeError):
        return None


def played(game: str) -> list[dict[str, Any]]:
    """Saves of battles at all stages, with their seeds."""
    saves = []
    for seed in range(SEEDS):
        rng = random.Random(seed)
        battle = sandtable.new(game, seed=seed)
        stages = [battle.copy()]
        while not battle.over and len(stages) < LONGEST:
            battle.play(battle.sample(rng))
            stages.append(battle.copy())
        saves += [stages[int(stage * len(stages))].to_json(with_seed=True) for stage in STAGES]
    return saves


# -------------------------------------------------------------------------------------------------------- boards


class Board:
    """One board: it keeps the last state as text, and reads no more of it than it must."""

    def __init__(self, socket: ClientConnection, measured: Measured) -> None:
        self.socket = socket
        self.measured = measured
        self.state = ""
        self.heard = asyncio.Event()
        self.answer: asyncio.Future[str] | None = None
        self.listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in self.socket:
                assert isinstance(text, str)
                kind = text[9 : text.index('"', 9)]  # {"type":"state", as every message begins
                self.measured.messages[kind] += 1
                self.measured.kilobytes += len(text) / 1024
                if kind == "state":
                    self.state = text
                    self.heard.set()
                if kind in ("state", "refused") and self.answer is not None and not self.answer.done():
                    self.answer.set_result(kind)

    @property
    def may_act(self) -> bool:
        """The state offers something."""
        return '"legal":[{' in self.state

    @property
    def is_over(self) -> bool:
        """The battle is over."""
        return '"over":true,"result"' in self.state

    async def act(self, rng: random.Random) -> str:
        """Carry out one of the actions offered, and note how long that took; ``state``, or what came instead."""
        offered = Offered.model_validate_json(self.state)
        chosen = rng.choice(offered.legal)
        text = json.dumps({"type": "play", "version": offered.version, "action": chosen.text})
        self.answer = asyncio.get_running_loop().create_future()
        sent = time.perf_counter()
        await self.socket.send(text)
        kind = await asyncio.wait_for(self.answer, PATIENCE)
        self.measured.answers.append((time.perf_counter() - sent) * 1000)
        self.measured.acted.append((offered.scene.game, chosen.verb))
        return kind

    async def close(self) -> None:
        """Leave."""
        with contextlib.suppress(WebSocketException, OSError):
            await self.socket.close()
        self.listening.cancel()


class Load:
    """The battles of one run, all on one server."""

    def __init__(self, url: str, saves: Sequence[dict[str, Any]], every: float, measured: Measured) -> None:
        self.url = url
        self.saves = saves
        self.every = every
        self.measured = measured
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE)
        self.entering = asyncio.Semaphore(ENTERING)
        self.watch_url = ""
        self.made: list[tuple[str, str]] = []

    async def board(self, token: str) -> Board:
        """A board that has its first state."""
        where = f"{self.url.replace('http', 'ws', 1)}/ws/{token}"
        socket = await connect(where, max_size=None, compression=None, open_timeout=PATIENCE, ping_interval=None)
        board = Board(socket, self.measured)
        await asyncio.wait_for(board.heard.wait(), PATIENCE)
        return board

    async def enter(self, number: int) -> list[Board]:
        """Load a battle; its boards, one a side. It waits where the server makes no more battles for now."""
        async with self.entering:
            request = {"save": self.saves[number % len(self.saves)]}
            while True:
                answer = await self.http.post("/api/battles/load", json=request)
                if answer.status_code != 429:
                    break
                await asyncio.sleep(2.0)
            if answer.status_code != 201:
                raise Mistake(f"{self.url} makes no battle: {answer.text[:200]}")
            links = answer.json()
            self.made.append((links["id"], links["token"]))
            self.watch_url = self.watch_url or links["watch_url"].rsplit("/", 1)[1]
            return [await self.board(seat["token"]) for seat in links["seats"].values()]

    async def battle(self, number: int, boards: list[Board]) -> None:
        """Act in one battle for ever, in the mean every so many seconds; anew when it is over."""
        rng = random.Random(number)
        due = time.perf_counter() + rng.uniform(0.0, self.every)
        while True:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due = max(due, time.perf_counter() - self.every) + rng.uniform(0.5, 1.5) * self.every
            try:
                acting = await self._acting(boards)
                if acting is not None and (kind := await acting.act(rng)) != "state":
                    self.measured.errors[kind] += 1
                if any(board.is_over for board in boards):
                    self.measured.ended += 1
                    for board in boards:
                        await board.close()
                    boards[:] = await self.enter(number + self.measured.ended)
            except (TimeoutError, OSError, WebSocketException, httpx.HTTPError, Mistake) as error:
                self.measured.errors[type(error).__name__] += 1

    async def _acting(self, boards: list[Board]) -> Board | None:
        """The board that may act; None: the battle is over. The others may not yet have heard that it is theirs."""
        end = time.perf_counter() + PATIENCE
        while time.perf_counter() < end:
            acting = next((board for board in boards if board.may_act), None)
            if acting is not None or any(board.is_over for board in boards):
                return acting
            await asyncio.sleep(0.05)
        self.measured.errors["nobody is asked"] += 1
        return None

    async def watch(self, watchers: int) -> None:
        """Watchers of one battle who all come at once, and go at once, again and again."""

        async def come() -> Board:
            begun = time.perf_counter()
            board = await self.board(self.watch_url)
            self.measured.showings.append((time.perf_counter() - begun) * 1000)
            return board

        while True:
            boards = []
            for came in await asyncio.gather(*(come() for _ in range(watchers)), return_exceptions=True):
                if isinstance(came, Board):
                    boards.append(came)
                else:
                    self.measured.errors["watcher not let in"] += 1
            await asyncio.sleep(STAY)
            await asyncio.gather(*(board.close() for board in boards))
            await asyncio.sleep(STAY)

    async def note_lateness(self) -> None:
        """How late this program wakes up: as much of every time measured may be its own."""
        while True:
            due = time.perf_counter() + 0.02
            await asyncio.sleep(0.02)
            self.measured.late.append((time.perf_counter() - due) * 1000)

    async def leave(self) -> None:
        """Delete the battles that were made, and let go of the server."""
        for battle, token in self.made:
            with contextlib.suppress(httpx.HTTPError):
                await self.http.delete(f"/api/battles/{battle}", params={"token": token})
        await self.http.aclose()


async def run(given: argparse.Namespace, url: str, process: int | None, measured: Measured) -> None:
    """Make the battles, then measure; what was measured stands in ``measured``, even where it is cut short."""
    saves = [save for game in given.games for save in played(game)]
    random.Random(0).shuffle(saves)
    load = Load(url, saves, given.every, measured)
    tasks: list[asyncio.Task[None]] = []
    try:
        entered: list[list[Board]] = []
        for made in asyncio.as_completed([load.enter(number) for number in range(given.battles)]):
            entered.append(await made)
            say(f"making battles: {len(entered)} of {given.battles}")
        tasks = [asyncio.create_task(load.battle(number, boards)) for number, boards in enumerate(entered)]
        tasks.append(asyncio.create_task(load.note_lateness()))
        if given.watchers:
            tasks.append(asyncio.create_task(load.watch(given.watchers)))
        say(f"playing for {given.settle:g} s before anything is measured")
        await asyncio.sleep(given.settle)
        measured.clear()
        begun, own = time.perf_counter(), time.process_time()
        used = cpu_of(process) if process else None
        try:
            while (gone := time.perf_counter() - begun) < given.seconds:
                answers, errors = measured.answers, sum(measured.errors.values())
                p99 = f"{share(answers, 0.99):.0f} ms" if answers else "not known yet"
                say(f"{gone:.0f} s of {given.seconds:g}: {len(answers):,} actions, p99 {p99}, {errors} errors")
                await asyncio.sleep(min(1.0, given.seconds - gone))
        finally:
            measured.seconds, measured.own_cpu = time.perf_counter() - begun, time.process_time() - own
            now = cpu_of(process) if process else None
            measured.server_cpu = None if used is None or now is None else now - used
            say("")
            for task in tasks:
                task.cancel()
    finally:
        if process is None:
            await load.leave()


def parsed(words: Sequence[str] | None) -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", nargs="?", help="http://HOST:PORT of a server; left out: one of its own")
    parser.add_argument("--battles", type=int, default=500, help=f"up to {MOST_BATTLES:,}")
    parser.add_argument("--seconds", type=float, default=60.0, help=f"to measure, up to {MOST_SECONDS:,}")
    parser.add_argument(
        "--settle", type=float, default=0.0, help="seconds to play before: a new server is still loading rules"
    )
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two actions of one battle, mean")
    parser.add_argument("--watchers", type=int, default=0, help="of one battle, who all come and go at once")
    parser.add_argument("--games", nargs="+", default=list(game_keys()), help="in turn; left out: all there are")
    given = parser.parse_args(words)
    bounds = {
        "battles": (1, MOST_BATTLES),
        "seconds": (1, MOST_SECONDS),
        "settle": (0, 600),
        "every": (0.1, 3600),
        "watchers": (0, 500),
    }
    for name, (least, most) in bounds.items():
        if not least <= getattr(given, name) <= most:
            parser.error(f"--{name}: expected {least:g} to {most:g}, got {getattr(given, name):g}")
    for game in given.games:
        if game not in game_keys():
            parser.error(f"--games: expected some of {', '.join(game_keys())}, got {game!r}")
    if given.address is not None:
        given.address = given.address.rstrip("/")
        if not given.address.startswith(("http://", "https://")):
            parser.error(f"address: expected http://HOST:PORT, got {given.address!r}")
    return given


def main(words: Sequence[str] | None = None) -> int:
    """Run it; the exit status: 0 without errors, 1 with some, 2 for a mistake, 130 when interrupted."""
    given = parsed(words)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ended from outside it ends its server too
    measured = Measured()
    status = 0
    try:
        with tempfile.TemporaryDirectory(prefix="sandtable-load-") as folder, contextlib.ExitStack() as stack:
            url, process = given.address, None
            if url is None:
                url, process = stack.enter_context(own_server(folder))
            asyncio.run(run(given, url, process, measured))
    except KeyboardInterrupt:
        print("\nInterrupted: this is what was measured until then.", file=sys.stderr)
        status = 130
    except (Mistake, SandtableError, httpx.HTTPError, OSError) as error:
        print(f"load: {error}", file=sys.stderr)
        return 2
    if measured.seconds:
        print(report(given.battles, given.every, measured))
    return status or (1 if measured.errors else 0)


if __name__ == "__main__":
    sys.exit(main())
