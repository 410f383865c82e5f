"""The first page is ready within a second on a warm server: by its work, and by the best of several loads."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser

from browser.house import House
from browser.table_page import PATIENCE, window

SECOND = 1000.0
"""Milliseconds from asking for the page until the guided battle can be begun and every scenario shows its table."""

LOADS = 8
"""So often it is loaded at most: others may have the machine meanwhile."""

WORK = 0.5
"""Seconds of a core that page and server may take together; they do not work at the same time for the most part."""

AT_REST = 0.05
"""Seconds of a core that a server takes in a second, at most, that nobody asks and that loads nothing."""

BYTES = 250_000
"""Of all that comes over the line, as it comes there."""

ASKED = 14
"""Files and answers of the server."""

READY = """(() => {
    const look = () => {
        const maps = [...document.querySelectorAll('[data-scenario]')];
        const there = maps.length > 0 && maps.every(one => one.querySelector('img.mini'));
        if (there && document.querySelector('[data-act=guided]:enabled')) window.ready ??= performance.now();
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
})()"""


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server on which nobody has played: the first page shows the tables of battles that were begun, too."""
    house = House(tmp_path_factory.mktemp("fresh"))
    house.start()
    yield house
    house.kill()


class Load(NamedTuple):
    """What one load of the page took."""

    milliseconds: float
    page_seconds: float  # of the page's main thread, by its own clock: others on the machine do not count
    server_seconds: float
    bytes: int
    asked: int

    @property
    def work(self) -> float:
        """Seconds of a core, of page and server together."""
        return self.page_seconds + self.server_seconds


def load(chromium: Browser, house: House, language: str) -> Load:
    """The page opened by somebody who has nothing of it yet."""
    with window(chromium, viewport={"width": 1366, "height": 768}, locale=language) as page:
        page.add_init_script(READY)
        line = page.context.new_cdp_session(page)
        came: list[int] = []
        line.on("Network.loadingFinished", lambda said: came.append(said["encodedDataLength"]))
        line.send("Network.enable")
        line.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = house.cpu_seconds()
        page.goto(house.url)
        page.wait_for_function("() => window.ready !== undefined")
        return Load(page.evaluate("window.ready"), _busy(line), house.cpu_seconds() - before, sum(came), len(came))


def rest(house: House) -> None:
    """Wait until it has loaded what somebody may ask for next, which it does after the first page."""
    quiet, until = 0, time.monotonic() + PATIENCE / 1000
    while quiet < 2 and time.monotonic() < until:
        before = house.cpu_seconds()
        time.sleep(1)
        quiet = quiet + 1 if house.cpu_seconds() - before <= AT_REST else 0


def _busy(line: Any) -> float:
    told = {one["name"]: one["value"] for one in line.send("Performance.getMetrics")["metrics"]}
    seconds: float = told["TaskDuration"]
    return seconds


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_first_page_is_ready_within_a_second(fresh: House, chromium: Browser, language: str) -> None:
    load(chromium, fresh, language)  # what is made once for all is made now
    rest(fresh)  # the server is warm
    loads = [load(chromium, fresh, language)]
    while (loads[-1].milliseconds >= SECOND or loads[-1].work >= WORK) and len(loads) < LOADS:
        loads.append(load(chromium, fresh, language))
    said = "\n".join(map(str, loads))
    print(said)
    assert min(one.milliseconds for one in loads) < SECOND, said
    assert min(one.work for one in loads) < WORK, said
    assert max(one.bytes for one in loads) < BYTES and max(one.asked for one in loads) <= ASKED, said
