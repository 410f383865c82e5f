"""Draw the pictures of README and docs, `draw_battle.py docs/battle.svg docs/dba-board.png`: by their names' endings.

``.svg``: a DBAix battle between greedy generals, a few rounds in, as the Python renderer draws it.
``.png``: the board in a browser, with a DBA element chosen that an enemy's zone holds; needs a built board and Chromium
(which one tools/chromium.sh says).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sandtable
from sandtable.server.session.computer import choose

SEED = 7
ROUND = 6

WIDTH, HEIGHT = 1366, 768
CLOSER = 4
"""Times that the plus key is pressed: the fight fills the picture."""

CHROMIUM = ("sh", str(Path(__file__).with_name("chromium.sh")), "--no-install")


def draw_battle(target: Path) -> None:
    """The battle of the README."""
    battle = sandtable.new("dbaix", scenario="village", seed=SEED)
    while battle.turn < ROUND and not battle.over:
        battle.play(choose("greedy", battle).action)
    picture = battle._repr_svg_()
    if picture is None:
        sys.exit("Nothing that draws is installed.")
    target.write_text(picture, "utf-8")


def restricted_element() -> tuple[dict[str, Any], str]:
    """A first lesson, played until an element of red may move but is in an enemy's zone: its save, and who that is."""
    for seed in range(1, 40):
        battle = sandtable.new("dba", scenario="first-lesson", seed=seed)
        while not battle.over and len(battle.history) < 40:
            now = battle.decision
            if now is not None and now.side == "red" and now.phase == "movement":
                for figure in battle.scene().figures:
                    if figure.side == "red" and figure.may_act and "restricted" in figure.marks:
                        return battle.to_json(with_seed=True), figure.id
            battle.play(choose("greedy", battle).action)
    sys.exit("In none of the battles tried did an element come into an enemy's zone.")


@contextmanager
def served() -> Iterator[str]:
    """Address of a server of its own."""
    import uvicorn

    from sandtable.server.http.app import create_app
    from sandtable.server.http.run import LARGEST_FRAME, listen
    from sandtable.server.storage.database import Store

    with tempfile.TemporaryDirectory() as folder:
        sock = listen("127.0.0.1", 0, False)
        app = create_app(Store(f"sqlite:///{folder}/battles.sqlite3"))
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False, ws_max_size=LARGEST_FRAME))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{sock.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(10)


def draw_board(target: Path) -> None:
    """The board of docs/dba.md: what the rules say about an element that is held."""
    from playwright.sync_api import sync_playwright

    path = subprocess.run(CHROMIUM, capture_output=True, text=True, check=False).stdout.strip()
    if not path:
        sys.exit(f"{target}: there is no Chromium on PATH to draw it with; set SANDTABLE_CHROMIUM.")
    save, who = restricted_element()
    with served() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        loaded = page.request.post(f"{url}/api/battles/load", data={"save": save})
        if not loaded.ok:
            sys.exit(f"{target}: {loaded.text()}")
        page.goto(f"{url}{loaded.json()['url']}")
        base = page.locator(f'.board .figure[data-id="{who}"] .base')
        base.wait_for(timeout=120_000)
        for _ in range(CLOSER):
            page.keyboard.press("+")
        page.wait_for_timeout(600)
        box = base.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.locator(".orders-part .said li").first.wait_for(timeout=120_000)
        page.mouse.move(2, 2)
        page.wait_for_timeout(600)
        page.screenshot(path=target)
        browser.close()


DRAWERS = {".svg": draw_battle, ".png": draw_board}

if __name__ == "__main__":
    for name in sys.argv[1:]:
        DRAWERS[Path(name).suffix](Path(name))
