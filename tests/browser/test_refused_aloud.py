"""Whoever drags or taps a figure gets a move to look at, its card, or a sentence that says why not.

`SANDTABLE_DRAGS=100 pytest tests/browser/test_refused_aloud.py` tries every figure of every position.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from browser.house import House
from browser.recorded_positions import Position, positions
from browser.table_page import PATIENCE, TablePage, becomes, window
from browser.test_touch import Fingers
from sandtable.games import built_in

Spot = tuple[float, float]
Drag = Callable[[Page, Spot, Spot], None]
Tap = Callable[[Page, Spot], None]

DRAGS = int(os.environ.get("SANDTABLE_DRAGS", "1"))
"""Figures that are dragged, and as many that are tapped, in each position, on table and tray."""

ANSWER = """() => {
    const shown = node => node && node.checkVisibility() && node.getBoundingClientRect().height > 0;
    const reasons = document.querySelectorAll('.draft .reasons li, .consider .reasons li');
    const words = [...reasons].map(one => one.textContent.trim());
    const confirm = document.querySelector('[data-act=confirm]');
    const answered = words.length > 0 || (confirm && !confirm.disabled);
    if (shown(document.querySelector('.draft')) && answered) return words[0] || 'a draft';
    return window.heard.at(-1) ?? '';
}"""
"""What whoever dragged is shown: the reason, that there is a draft to be confirmed, or the sentence that was said."""

CHOSEN = """() => {
    const shown = node => node && node.checkVisibility() && node.getBoundingClientRect().height > 0;
    const open = [...document.querySelectorAll('.chosen-card, .consider, .draft')].find(shown);
    return open?.textContent.trim() || (window.heard.at(-1) ?? '');
}"""
"""What whoever tapped is shown: who is chosen, what is thought about, or a sentence."""

ON_TABLE = """() => [...document.querySelectorAll('.board .figure[data-id]:not(.ghost)')].map(figure => {
    const {x, y, width, height} = figure.querySelector('.base').getBoundingClientRect();
    return [figure.dataset.id, x + width / 2, y + height / 2];
}).filter(([_, x, y]) => document.elementFromPoint(x, y)?.closest('.board'))"""

ON_TRAY = """() => [...document.querySelectorAll('.orders-part [aria-pressed] svg.token')].map((token, number) => {
    const {x, y, width, height} = token.getBoundingClientRect();
    return [`on the tray, number ${number}`, x + width / 2, y + height / 2];
}).filter(([_, x, y]) => document.elementFromPoint(x, y)?.closest('button'))"""


def by_mouse(page: Page, start: Spot, end: Spot) -> None:
    """Take it, carry it, let go."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 8, start[1] - 8)
    page.mouse.move(*end, steps=5)
    page.mouse.up()


def by_finger(page: Page, start: Spot, end: Spot) -> None:
    """The same on glass."""
    Fingers(page).move([start], [end], steps=5)


def click(page: Page, spot: Spot) -> None:
    """Press and let go."""
    page.mouse.click(*spot)


def tap(page: Page, spot: Spot) -> None:
    """The same on glass."""
    page.touchscreen.tap(*spot)


class Hand(NamedTuple):
    """How a player touches things."""

    drag: Drag
    tap: Tap


MOUSE, FINGER = Hand(by_mouse, click), Hand(by_finger, tap)


def _answered(page: Page, read: str) -> bool:
    """Whether something is shown within the patience that is meant for machines with much else to do."""
    until = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(read):
        if time.monotonic() > until:
            return False
        page.wait_for_timeout(50)
    return True


def _begin_anew(page: Page) -> None:
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.wait_for_timeout(100)
    page.evaluate("window.heard = []")


class Silent(list[str]):
    """What met with silence in a position."""

    def __init__(self, page: Page, position: Position, hand: Hand, dice: random.Random) -> None:
        super().__init__()
        self.page, self.hand, self.dice = page, hand, dice
        self.what = f"{position.game}, {position.kind}, {page.viewport_size and page.viewport_size['width']}"
        self.board: Any = page.locator(".board").bounding_box()

    def _some(self, where: str) -> list[str]:
        """Names of some, or all, that are in sight."""
        found = [name for name, _, _ in self.page.evaluate(where)]
        return self.dice.sample(found, min(DRAGS, len(found)))

    def _spot(self, where: str, name: str) -> Spot | None:
        """Where one of them is now: the table may have moved under what was dragged last."""
        return next(((x, y) for other, x, y in self.page.evaluate(where) if other == name), None)

    def _anywhere(self) -> Spot:
        x = self.board["x"] + self.dice.uniform(0.1, 0.9) * self.board["width"]
        return x, self.board["y"] + self.dice.uniform(0.1, 0.8) * self.board["height"]

    def drag(self, where: str) -> None:
        for name in self._some(where):
            _begin_anew(self.page)
            if start := self._spot(where, name):
                end = self._anywhere()
                self.hand.drag(self.page, start, end)
                if not _answered(self.page, ANSWER):
                    self.append(f"{self.what}: {name} dragged from {start} to {end}")

    def tap(self, where: str) -> None:
        """Whoever is tapped is chosen; whoever waits is put where is tapped next."""
        for name in self._some(where):
            _begin_anew(self.page)
            if spot := self._spot(where, name):
                self.hand.tap(self.page, spot)
                if not _answered(self.page, CHOSEN):
                    self.append(f"{self.what}: {name} tapped at {spot}")
                if where == ON_TRAY:
                    end = self._anywhere()
                    self.hand.tap(self.page, end)
                    if not _answered(self.page, ANSWER):
                        self.append(f"{self.what}: {name} tapped and put at {end}")


def _try_all(page: Page, house: House, position: Position, hand: Hand, dice: random.Random) -> list[str]:
    """Drag and tap some to anywhere on the table; returns who met with silence."""
    loaded = page.request.post(f"{house.url}/api/battles/load", data={"save": position.save})
    assert loaded.ok, loaded.text()
    page.goto(f"{house.url}{loaded.json()['url']}")
    becomes(page, lambda: page.locator("[data-prompt]").count(), 1)
    page.wait_for_timeout(400)
    silent = Silent(page, position, hand, dice)
    for where in (ON_TABLE, ON_TRAY):
        silent.drag(where)
        silent.tap(where)
    return silent


@pytest.mark.parametrize("game", built_in())
def test_nothing_is_refused_in_silence(house: House, chromium: Browser, game: str) -> None:
    dice = random.Random(f"drags of {game}")
    silent: list[str] = []
    met = positions(game)
    assert met, "there are recorded battles of it"
    # The check asks at a desk in every second position, and on a phone in the others.
    at_desk, on_phone = (met, met) if DRAGS > 1 or len(met) == 1 else (met[::2], met[1::2])
    with window(chromium, viewport={"width": 1366, "height": 768}) as page:
        for position in at_desk:
            silent += _try_all(page, house, position, MOUSE, dice)
    with window(chromium, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as phone:
        for position in on_phone:
            silent += _try_all(phone, house, position, FINGER, dice)
    assert not silent, "\n".join(silent)


def test_an_enemy_dragged_says_whose_turn_it_is(house: House, page: Page) -> None:
    made = page.request.post(f"{house.url}/api/battles", data={"game": "dbaix", "scenario": "feast", "seed": "5"})
    page.goto(f"{house.url}{made.json()['url']}")
    table = TablePage(page)
    enemy = "G1" if "Romans" in page.locator(".ask .who").inner_text() else "R1"
    table.drag(enemy, 2, 0)
    becomes(page, lambda: page.evaluate("window.heard.some(one => one.includes('does not belong'))"), True)
