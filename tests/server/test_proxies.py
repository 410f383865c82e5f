"""Behind a real nginx and a real Caddy, by the examples of docs/hosting.md: under a name, and under a path."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2 as httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from sandtable.server.http import board_files
from sandtable.server.http.front import front_of
from sandtable.server.http.limits import Limits
from server.conftest import Address, Board, running
from server.test_front import board_in

pytestmark = pytest.mark.proxy

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
NAME = "battles.example.org"
PATHS = f"{os.environ.get('PATH', '')}:/usr/sbin"

WAYS = [(program, root) for program in ("nginx", "caddy") for root in ("", "/sandtable")]


def example(language: str, number: int = 0) -> str:
    """An example of the page on hosting."""
    return re.findall(rf"```{language}\n(.*?)```", HOSTING.read_text("utf-8"), re.S)[number]


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def nginx(folder: Path, port: int, behind: str, root: str) -> list[str]:
    """The command that runs the example in a folder of its own."""
    site = example("nginx").replace("listen 80", f"listen 127.0.0.1:{port}").replace("127.0.0.1:8321", behind)
    if root:
        site = site.replace("location / {", f"location {root}/ {{")
    places = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    who = "user root;\n" if os.name == "posix" and os.getuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{who}pid {folder}/pid;\nerror_log {folder}/errors;\ndaemon off;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{places}{site}}}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "errors")]


def caddy(folder: Path, port: int, behind: str, root: str) -> list[str]:
    site = example("caddy", 1 if root else 0).replace("127.0.0.1:8321", behind)
    site = site.replace(f"{NAME} {{", f"http://{NAME}:{port} {{\n    bind 127.0.0.1")
    (folder / "Caddyfile").write_text(f"{{\n    admin off\n    auto_https off\n}}\n{site}")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


class Proxied(Address):
    """A server as it is seen through a proxy."""

    def __init__(self, port: int, root: str) -> None:
        super().__init__(f"http://{NAME}:{port}{root}")
        self.port = port
        self.http = self.client()

    def client(self, source: str = "127.0.0.1") -> httpx.Client:
        """Asks for the public name, from an address of this machine."""
        transport = httpx.HTTPTransport(local_address=source)
        client = httpx.Client(transport=transport, base_url=self.url, timeout=60, headers={"origin": self.origin})
        client.event_hooks["request"].append(self._to_the_proxy)
        return client

    @property
    def origin(self) -> str:
        return f"http://{NAME}:{self.port}"

    def _to_the_proxy(self, request: httpx.Request) -> None:
        request.url = request.url.copy_with(host="127.0.0.1")  # the Host asked is set already

    def line(self, token: str, source: str = "127.0.0.1", **more: object) -> ClientConnection:
        sock = socket.create_connection(("127.0.0.1", self.port), source_address=(source, 0))
        options = {"origin": self.origin, **more}
        return connect(
            f"{self.url.replace('http', 'ws', 1)}/ws/{token}", sock=sock, max_size=None, legacy=True, **options
        )


@contextmanager
def through(
    program: str, root: str, folder: Path, limits: Limits | None = None, board: Path | None = None
) -> Iterator[Proxied]:
    """A server behind a proxy. Skipped where there is no such program."""
    path = shutil.which(program, path=PATHS)
    if path is None:
        pytest.skip(f"no {program} here: sh tools/proxies.sh installs it")
    if board is None:
        (folder / "board").mkdir()
        board = board_in(folder / "board")
    front = front_of("127.0.0.1", [NAME], ["127.0.0.1"], root)
    with running(folder, front=front, board_folder=board, limits=limits) as server:
        port = free_port()
        behind = server.url.removeprefix("http://")
        command = {"nginx": nginx, "caddy": caddy}[program](folder, port, behind, root)
        environment = {"PATH": PATHS, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
        with (folder / "said").open("w") as said:
            proxy = subprocess.Popen([path, *command[1:]], stdout=said, stderr=said, env=environment, cwd=folder)
        try:
            end = time.monotonic() + 30
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    assert proxy.poll() is None and time.monotonic() < end, (folder / "said").read_text()
                    time.sleep(0.05)
            yield Proxied(port, root)
        finally:
            proxy.terminate()
            try:
                proxy.wait(10)
            except subprocess.TimeoutExpired:
                proxy.kill()


@pytest.mark.parametrize(("program", "root"), WAYS)
def test_a_battle_is_played_through_a_proxy(program: str, root: str, tmp_path: Path) -> None:
    with through(program, root, tmp_path) as server:
        page = server.http.get("/")
        assert page.status_code == 200 and f'src="{root}/assets/board-1a.js"' in page.text
        with server.http.stream("GET", "/assets/board-1a.js", headers={"accept-encoding": "gzip"}) as answer:
            pressed = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == "gzip" and b"a table of sand" in gzip.decompress(pressed)
        assert server.http.head("/api/games").status_code == server.http.get("/api/games").status_code == 200
        made = server.new("plain")
        assert made["url"].startswith(f"{root}/play/")
        assert server.http.get(made["url"].removeprefix(root)).status_code == 200
        assert server.http.get("/api/battles").json() == [], "no links for all the world"
        board = Board(server.line(made["token"]))
        assert board.play("move A to 3,2 facing 90")["version"] == 1
        board.close()


@pytest.mark.parametrize(("program", "root"), WAYS)
def test_another_sites_page_is_refused_through_a_proxy_too(program: str, root: str, tmp_path: Path) -> None:
    with through(program, root, tmp_path) as server:
        token = server.new("plain")["token"]
        evil = {"origin": "https://evil.example"}
        assert server.http.post("/api/battles", json={"game": "plain"}, headers=evil).status_code == 403
        with pytest.raises(InvalidStatus) as refused:
            server.line(token, origin="https://evil.example")
        assert refused.value.response.status_code == 403
        other = server.http.get("/api/games", headers={"host": "evil.example"})
        assert other.status_code == 403 or (program == "caddy" and not other.content), "Caddy itself knows no such site"


@pytest.mark.parametrize(("program", "root"), WAYS[::3])
def test_bounds_by_address_count_who_asks_the_proxy(program: str, root: str, tmp_path: Path) -> None:
    """And not what somebody says that they were forwarded for."""
    limits = Limits(new_battles_a_minute=2, watchers_of_an_address=1)
    with through(program, root, tmp_path, limits) as server:
        made = server.new("plain")
        forged = {"x-forwarded-for": "192.0.2.77"}

        def status(client: httpx.Client) -> int:
            return client.post("/api/battles", json={"game": "plain"}, headers=forged).status_code

        one, other = server.client("127.0.0.2"), server.client("127.0.0.3")
        assert [status(one), status(one), status(one), status(other)] == [201, 201, 429, 201]
        watch = made["watch_url"].rsplit("/", 1)[1]
        for source in ("127.0.0.2", "127.0.0.3"):
            assert json.loads(server.line(watch, source).recv())["type"] == "welcome"
        again = server.line(watch, "127.0.0.2", additional_headers=forged)
        assert "from one address" in json.loads(again.recv())["text"]


@pytest.mark.parametrize(("program", "root"), WAYS[:3:2])
def test_a_save_too_big_is_refused_through_a_proxy_and_another_comes_through(
    program: str, root: str, tmp_path: Path
) -> None:
    json_kind = {"content-type": "application/json"}
    with through(program, root, tmp_path) as server:
        within = b'{"save": "' + b"x" * 1_900_000 + b'"}'
        assert server.http.post("/api/battles/load", content=within, headers=json_kind).status_code == 422
        beyond = b'{"save": "' + b"x" * 2_200_000 + b'"}'
        answer = server.http.post("/api/battles/load", content=beyond, headers=json_kind)
        assert answer.status_code == 413 and answer.json()["text"] == "The request is too big: at most 2048 kB."


@pytest.mark.parametrize("program", ["nginx", "caddy"])
def test_the_real_board_plays_under_a_path(program: str, tmp_path: Path) -> None:
    """In a browser: the first page, a battle made there, the table on its line, and the pages that are loaded later."""
    chromium = os.environ.get("SANDTABLE_CHROMIUM", "")
    if not chromium or not board_files.is_built():
        pytest.skip("no Chromium, or the board is not built: SANDTABLE_CHROMIUM=$(sh tools/chromium.sh), make board")
    from playwright.sync_api import sync_playwright

    board = board_files.FOLDER
    with through(program, "/sandtable", tmp_path, board=board) as server, sync_playwright() as playwright:
        made = server.new("plain")
        rules = f"MAP {NAME} 127.0.0.1"
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", f"--host-resolver-rules={rules}"]
        )
        try:
            page = browser.new_page()
            page.set_default_timeout(120_000)
            failed: list[str] = []
            page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
            with page.expect_response(lambda answer: answer.url == f"{server.url}/api/games"):
                page.goto(f"{server.url}/")
            page.goto(f"{server.origin}{made['url']}")
            page.locator(".board .figure").first.wait_for()
            page.keyboard.press("?")
            page.get_by_role("dialog").wait_for()
            for path, told in (("laboratory", "Laboratory"), ("editor", "scenario"), ("puzzles/dba", "Puzzles")):
                page.goto(f"{server.url}/{path}")
                page.get_by_role("heading", name=told).first.wait_for()
            assert failed == []
        finally:
            browser.close()
