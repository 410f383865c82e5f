"""How long honest players wait while others do what they can against the server: ``python benchmarks/hostile.py``.

A server of its own, with its usual bounds, is given some honest battles, whose players act twice a second; then, from
another process, all that a stranger can send: bodies of 16 MB, saves with bytes changed, requests of all kinds and of
none, boards that come and go, messages with anything in them, heavy questions, requests that do not end. Printed is
what the honest had to wait before and meanwhile, what the others got, and what the server's log says of it. The exit
status is 1 where the server made a mistake, wrote an error into its log or refused an honest player.

Where others use the machine, ``chrt -r 1 python benchmarks/hostile.py`` has server and honest players go before them.
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
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from hostile_messages import bodies, changed, messages, odd_requests
from load import Board, Measured, Mistake, cpu_of, line, own_server, share

PATIENCE = 60.0
QUIET = (OSError, WebSocketException, httpx.HTTPError, TimeoutError, asyncio.IncompleteReadError, KeyError, ValueError)
"""What may happen to somebody who is turned away."""

ELSEWHERE = "127.0.0.2"
"""From where the hostile come, unless from the same address as the honest."""


AUTOGROUP = Path("/proc/self/autogroup")

STRANGE = 10
"""How far the process of the hostile stands back behind the server and the honest."""


def where(url: str, token: str) -> str:
    """The line of a link."""
    return f"{url.replace('http', 'ws', 1)}/ws/{token}"


# ------------------------------------------------------------------------------------------------------ honest


class Honest:
    """Players who act twice a second, each in a battle of their own."""

    def __init__(self, url: str, games: list[str], battles: int) -> None:
        self.url = url
        self.games = games
        self.battles = battles
        self.measured = Measured()
        self.watch: list[str] = []

    async def enter(self, number: int) -> Board:
        """The maker's board of a new battle."""
        async with httpx.AsyncClient(base_url=self.url, timeout=PATIENCE) as http:
            answer = await http.post(
                "/api/battles", json={"game": self.games[number % len(self.games)], "seed": number}
            )
        if answer.status_code != 201:
            raise Mistake(f"an honest player gets no battle: {answer.text[:200]}")
        made = answer.json()
        self.watch.append(made["watch_url"].rsplit("/", 1)[1])
        socket = await connect(where(self.url, made["token"]), max_size=None, compression=None, ping_interval=None)
        board = Board(socket, self.measured)
        await asyncio.wait_for(board.heard.wait(), PATIENCE)
        return board

    async def play(self, number: int, board: Board) -> None:
        """Act, and ask for a sign of life, for ever."""
        rng = random.Random(number)
        while True:
            await asyncio.sleep(rng.uniform(0.25, 0.75))
            if not board.may_act:
                await board.close()
                board = await self.enter(number)
                continue
            kind = await board.act(rng)
            if kind != "state":
                self.measured.errors[kind] += 1
            begun = time.perf_counter()
            await (await board.socket.ping())
            self.measured.showings.append((time.perf_counter() - begun) * 1000)

    async def late(self) -> None:
        """How late this program itself is."""
        while True:
            due = time.perf_counter() + 0.02
            await asyncio.sleep(0.02)
            self.measured.late.append((time.perf_counter() - due) * 1000)


# ----------------------------------------------------------------------------------------------------- hostile


class Hostile:
    """Strangers at one address."""

    def __init__(self, url: str, watch: list[str], game: str, address: str, seed: int) -> None:
        self.url = url
        self.watch = watch
        self.game = game
        self.address = address
        self.rng = random.Random(seed)
        self.sent: Counter[str] = Counter()
        self.got: Counter[str] = Counter()
        self.mistakes: list[str] = []
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_connections=200))
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE, transport=transport)
        self.battles: list[dict[str, Any]] = []
        self.saves: list[bytes] = []

    def note(self, kind: str, what: object, text: str = "") -> None:
        """One sent, and what came of it."""
        self.sent[kind] += 1
        self.got[f"{kind}: {what}"] += 1
        if what == 500 or "server made a mistake" in text:
            self.mistakes.append(f"{kind}: {text[:300]}")

    async def begin(self) -> None:
        """Battles of their own, and saves of them."""
        for number in range(6):
            answer = await self.http.post("/api/battles", json={"game": self.game, "seed": number})
            self.battles.append(answer.json())
            got = await self.http.get(f"/api/battles/{self.battles[-1]['id']}/save")
            self.saves.append(got.content)

    async def for_ever(self, once: Callable[[random.Random], Awaitable[None]], seed: int) -> None:
        """Do it again and again, whatever happens."""
        rng = random.Random(seed)
        while True:
            try:
                await once(rng)
            except QUIET as error:
                self.got[f"{once.__name__}: {type(error).__name__}"] += 1
            await asyncio.sleep(0)

    async def junk(self, rng: random.Random) -> None:
        """Bodies that are too big, or nonsense."""
        body = bodies(rng)
        announced = rng.random() < 0.5
        content: Any = body if announced else _pieces(body)
        path = rng.choice(("/api/battles/load", "/api/battles/load", "/api/battles"))
        answer = await self.http.post(path, content=content, headers={"content-type": "application/json"})
        self.note("junk", answer.status_code, answer.text)

    async def files(self, rng: random.Random) -> None:
        """Saves with something changed."""
        body = b'{"save": ' + changed(rng.choice(self.saves), rng) + b"}"
        answer = await self.http.post("/api/battles/load", content=body, headers={"content-type": "application/json"})
        self.note("files", answer.status_code, answer.text)

    async def requests(self, rng: random.Random) -> None:
        """Requests of all kinds, some of which are none."""
        text = odd_requests(rng, self.battles, self.url.removeprefix("http://"))
        host, port = self.url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(self.address, 0))
        try:
            writer.write(text)
            answer = await asyncio.wait_for(reader.read(2_000), 10)
            words = answer.split(b" ", 2)
            status = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
            self.note("requests", status, answer.decode("latin-1"))
        finally:
            writer.close()

    async def comings(self, rng: random.Random) -> None:
        """Boards that come and go: of their own battles, watchers of the honest, and of links there are not."""
        own = [made["token"] for made in self.battles]
        token = rng.choice((rng.choice(self.watch), rng.choice(own), f"{rng.getrandbits(64):016x}"))
        origin: Any = rng.choice((None, None, None, "https://evil.example"))
        try:
            async with self._line(token, origin=origin) as line_:
                text = await asyncio.wait_for(line_.recv(), PATIENCE)
                self.note("comings", json.loads(text)["type"], str(text))
                await asyncio.sleep(rng.choice((0.0, 0.1, 1.0)))
        except WebSocketException as error:
            self.note("comings", type(error).__name__)

    def _line(self, token: str, **more: Any) -> Any:
        return connect(
            where(self.url, token),
            max_size=None,
            local_addr=(self.address, 0),
            open_timeout=PATIENCE,
            close_timeout=1,
            **more,
        )

    async def boards(self, rng: random.Random) -> None:
        """A board that sends messages with anything in them, as fast as it can, and reads what it is told."""
        made = rng.choice(self.battles)
        async with self._line(made["token"], ping_interval=None) as line_:
            state: dict[str, Any] = {}

            async def read() -> None:
                async for text in line_:
                    told = json.loads(text)
                    if told["type"] == "state":
                        state.update(told)
                    word = f"{told['type']} {told.get('code', '')}".strip()
                    self.got[f"messages: {word}"] += 1
                    if "server made a mistake" in str(told.get("text")):
                        self.mistakes.append(f"message: {text[:300]!r}")

            reading = asyncio.create_task(read())
            try:
                while not state:
                    await asyncio.sleep(0.01)
                    if reading.done():
                        return
                for message in messages(rng, state):
                    await line_.send(message)
                    self.sent["messages"] += 1
                await asyncio.sleep(rng.uniform(0.0, 6.0))  # some wait to be answered
            finally:
                reading.cancel()

    async def halves(self, rng: random.Random) -> None:
        """Requests that do not come to their end."""
        host, port = self.url.removeprefix("http://").split(":")
        _, writer = await asyncio.open_connection(host, int(port), local_addr=(self.address, 0))
        try:
            head = f"POST /api/battles HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
            writer.write((head + "Content-Length: 500\r\n\r\n{").encode()[: rng.randrange(20, 130)])
            self.sent["halves"] += 1
            await asyncio.sleep(rng.uniform(0.5, 5.0))
        finally:
            writer.close()


def _pieces(body: bytes) -> Any:
    async def pieces() -> Any:
        for start in range(0, len(body), 65_536):
            yield body[start : start + 65_536]

    return pieces()


NUMBERS = {"boards": 40, "comings": 16, "requests": 8, "files": 4, "junk": 4, "halves": 16}
"""How many do each at once."""


async def be_hostile(given: argparse.Namespace) -> None:
    """Everything at once until the time is up; then what came of it, as JSON.

    Strangers have processors of their own: here they take what the server and the honest leave of these.
    """
    if hasattr(os, "sched_setscheduler"):
        os.sched_setscheduler(
            0, os.SCHED_OTHER, os.sched_param(0)
        )  # also where the others were started by ``chrt -r 1``
    if hasattr(os, "nice"):
        os.nice(STRANGE)
    with contextlib.suppress(OSError):  # Linux shares out time between sessions, and asks who is nice within one alone
        os.setsid()
        AUTOGROUP.write_text(str(STRANGE))
    hostile = Hostile(given.be_hostile, given.watch.split(","), given.games[0], given.address, given.seed)
    await hostile.begin()
    print("begun", flush=True)
    tasks = [
        asyncio.create_task(hostile.for_ever(getattr(hostile, kind), hash((kind, number, given.seed)) & 0xFFFF))
        for kind, many in NUMBERS.items()
        if not given.kinds or kind in given.kinds
        for number in range(many)
    ]
    await asyncio.sleep(given.seconds)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks, timeout=5)
    print(json.dumps({"sent": hostile.sent, "got": hostile.got, "mistakes": hostile.mistakes}), flush=True)
    os._exit(0)  # whatever still waits for a server that answers nothing any more


# ---------------------------------------------------------------------------------------------------- measured


@contextlib.contextmanager
def hostile_process(given: argparse.Namespace, url: str, watch: list[str]) -> Iterator[subprocess.Popen[str]]:
    """The strangers, in a process of their own."""
    address = "127.0.0.1" if given.same_address else ELSEWHERE
    command = [sys.executable, __file__, "--be-hostile", url, "--address", address, "--seconds", str(given.seconds)]
    command += ["--games", *given.games, "--seed", str(given.seed), f"--watch={','.join(watch)}"]
    command += ["--kinds", *given.kinds] if given.kinds else []
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


async def run(given: argparse.Namespace, url: str, server: int) -> tuple[list[str], int]:
    """The report, and how many mistakes there were."""
    honest = Honest(url, given.games, given.honest)
    boards = [await honest.enter(number) for number in range(given.honest)]
    tasks = [asyncio.create_task(honest.play(number, board)) for number, board in enumerate(boards)]
    tasks.append(asyncio.create_task(honest.late()))
    report, wrong = [f"{'milliseconds':<34}{'p50':>9}{'p95':>9}{'p99':>9}{'max':>9}{'times':>9}"], 0
    await asyncio.sleep(given.settle)

    def told(name: str, used: float | None) -> None:
        measured = honest.measured
        report.append(f"{name} (load average {os.getloadavg()[0]:.1f})" if hasattr(os, "getloadavg") else name)
        report.append(line("  from an action to the new state", measured.answers))
        report.append(line("  from a ping to its answer", measured.showings))
        report.append(line("  this program itself was late by", measured.late))
        if used is not None:
            report.append(
                f"  server: {100 * used / given.seconds:.0f} % of a core; honest refused: {dict(measured.errors)}"
            )

    for name in ("quiet", "hostile"):
        honest.measured.clear()
        before = cpu_of(server)
        if name == "quiet":
            await asyncio.sleep(given.seconds)
        else:
            with hostile_process(given, url, honest.watch) as process:
                assert process.stdout is not None
                await asyncio.to_thread(process.stdout.readline)
                honest.measured.clear()
                before = cpu_of(server)
                said = json.loads(await asyncio.to_thread(process.stdout.readline))
        now = cpu_of(server)
        told(name, None if before is None or now is None else now - before)
        wrong += sum(honest.measured.errors.values())
        for task in tasks:
            if task.done():
                task.result()
    for task in tasks:
        task.cancel()
    report.append(
        f"sent {sum(said['sent'].values()):,}: " + ", ".join(f"{n:,} {kind}" for kind, n in said["sent"].items())
    )
    report += [f"  {n:>8,} {what}" for what, n in sorted(said["got"].items())]
    report += [f"MISTAKE {text}" for text in said["mistakes"][:10]]
    if given.most and (p99 := share(honest.measured.answers, 0.99)) > given.most:
        report.append(f"TOO SLOW: p99 of an action {p99:.0f} ms, more than {given.most:.0f}")
        wrong += 1
    return report, wrong + len(said["mistakes"])


def main() -> int:
    """Run it; the exit status: 0 without mistakes, 1 with some."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0, help="quiet, and as many hostile")
    parser.add_argument(
        "--settle", type=float, default=30.0, help="seconds of play before: a new server is still loading rules"
    )
    parser.add_argument("--honest", type=int, default=4, help="battles of honest players")
    parser.add_argument(
        "--games", nargs="+", default=["dba"], help="of the honest, in turn; the hostile have the first"
    )
    parser.add_argument("--kinds", nargs="+", choices=list(NUMBERS), help="left out: all at once")
    parser.add_argument("--same-address", action="store_true", help="the hostile come from the honest players' address")
    parser.add_argument("--most", type=float, default=0.0, help="milliseconds of the p99 beyond which it fails")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--be-hostile", help=argparse.SUPPRESS)
    parser.add_argument("--address", default=ELSEWHERE, help=argparse.SUPPRESS)
    parser.add_argument("--watch", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ended from outside it ends its server too
    if given.be_hostile:
        asyncio.run(be_hostile(given))
        return 0
    try:
        with tempfile.TemporaryDirectory(prefix="sandtable-hostile-") as folder:
            with own_server(folder, usual=True) as (url, process):
                report, wrong = asyncio.run(run(given, url, process))
            log = (Path(folder) / "server.log").read_text("utf-8", "replace").splitlines()
    except Mistake as mistake:
        print(f"hostile: {mistake}", file=sys.stderr)
        return 2
    print("\n".join(report))
    bad = [text for text in log if "ERROR" in text or "Traceback" in text or "CRITICAL" in text]
    kinds = Counter(text[:60] for text in log)
    print(
        f"log: {len(log)} lines, {len(bad)} of errors"
        + "".join(f"\n  {n:>6} {text}" for text, n in kinds.most_common(8))
    )
    return 1 if wrong or bad else 0


if __name__ == "__main__":
    sys.exit(main())
