"""Axe at a page: what stands in the way of blind players, and of those who see little."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from browser.house import House
from browser.table_page import STILL, TablePage, becomes

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
"""Pinned in web/package.json and there once the board has been built."""

LONG = 5.0
"""Seconds after which what axe has found is no passing state of the page."""

WHAT_STANDS = """found => found.violations.flatMap(one =>
    one.nodes.map(node => `${one.id}: ${node.target.join(' ')}: ${node.failureSummary}`))"""


def sound(page: Page, within: str = "html", rules: str = "{}") -> None:
    """Axe, with all of its rules, finds nothing in what the page shows now, or in the part that is meant."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8") + "\n;undefined")
    # What fades in is judged when it is there; what still changes is judged again.
    becomes(page, lambda: page.evaluate(STILL), True)
    until = time.monotonic() + LONG
    while found := page.evaluate(f"part => axe.run(part, {rules}).then({WHAT_STANDS})", within):
        assert time.monotonic() < until, "\n".join(found)
        page.wait_for_timeout(500)


def sound_day_and_night(page: Page, within: str = "html") -> None:
    """The same, and by night its colours too: nothing else differs."""
    sound(page, within)
    page.emulate_media(color_scheme="dark")
    sound(page, within, "{ runOnly: ['color-contrast'] }")
    page.emulate_media(color_scheme="light")


def opened(page: Page, house: House, data: dict[str, Any]) -> TablePage:
    """A battle from a save, every seat ours."""
    loaded = page.request.post(f"{house.url}/api/battles/load", data={"save": data})
    assert loaded.ok, loaded.text()
    page.goto(f"{house.url}{loaded.json()['url']}")
    return TablePage(page)
