"""Whoever drags a figure gets a move to look at, or a sentence that says why not: on table, tray and phone."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from browser.house import House
from browser.recorded_positions import Position, positions
from browser.table_page import PATIENCE, TablePage, becomes, window
from browser.test_touch import Fingers
from sandtable.games import built_in

Spot = tuple[float, float]
Drag = Callable[[Page, Spot, Spot], None]

DRAGS = 3
"""Figures that are dragged in each position."""

ANSWER = """() => {
    const reasons = document.querySelectorAll('.draft .reasons li, .consider .reasons li');
    const words = [...reasons].map(one => one.textContent.trim());
    const confirm = document.querySelector('[data-act=confirm]');
    const answered = words.length > 0 || (confirm && !confirm.disabled);
    if (document.querySelector('.draft') && answered) return words[0] || 'a draft';
    return window.heard.at(-1) ?? '';
}"""
"""What whoever dragged is shown: the reason, that there is a draft to be confirmed, or the sentence that was said."""

ON_TABLE = """() => [...document.querySelectorAll('.board .figure[data-id]:not(.ghost) .base')].map(base => {
    const {x, y, width, height} = base.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}).filter(([x, y]) => document.elementFromPoint(x, y)?.closest('.board'))"""

ON_TRAY = """() => [...document.querySelectorAll('.orders-part [aria-pressed] svg.token')].map(token => {
    const {x, y, width, height} = token.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}).filter(([x, y]) => document.elementFromPoint(x, y)?.closest('button'))"""


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


def _some(game: str) -> list[Position]:
    """Two positions in which something is moved by hand or put on the table, and one in which nothing is."""
    moves = ("deploy", "move", "place", "retreat", "charge")
    own = positions(game)
    by_hand = [one for one in own if any(verb in one.kind for verb in moves)]
    return by_hand[:2] + [one for one in own if one not in by_hand][:1]


def _drag_all(page: Page, house: House, position: Position, drag: Drag, dice: random.Random) -> list[str]:
    """Drag some to anywhere on the table; returns who was dragged without an answer."""
    loaded = page.request.post(f"{house.url}/api/battles/load", data={"save": position.save})
    assert loaded.ok, loaded.text()
    page.goto(f"{house.url}{loaded.json()['url']}")
    becomes(page, lambda: page.locator("[data-prompt]").count(), 1)
    page.wait_for_timeout(400)
    silent = []
    board: Any = page.locator(".board").bounding_box()
    for where in (ON_TABLE, ON_TRAY):
        for number in range(DRAGS):
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")
            page.wait_for_timeout(100)
            page.evaluate("window.heard = []")
            spots = page.evaluate(where)  # the table may have moved under what was dragged last
            if not spots:
                break
            start = dice.choice(spots)
            end = (
                board["x"] + dice.uniform(0.1, 0.9) * board["width"],
                board["y"] + dice.uniform(0.1, 0.8) * board["height"],
            )
            drag(page, start, end)
            until = time.monotonic() + PATIENCE / 1000
            while not (answer := page.evaluate(ANSWER)) and time.monotonic() < until:
                page.wait_for_timeout(50)
            if not answer:
                silent.append(f"{position.game}, {position.kind}, drag {number}: from {start} to {end}")
    return silent


@pytest.mark.parametrize("game", built_in())
def test_no_drag_is_refused_in_silence(house: House, chromium: Browser, game: str) -> None:
    dice = random.Random(f"drags of {game}")
    silent: list[str] = []
    met = _some(game)
    assert met, "there are recorded battles of it"
    with window(chromium, viewport={"width": 1366, "height": 768}) as page:
        for position in met:
            silent += _drag_all(page, house, position, by_mouse, dice)
    with window(chromium, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as phone:
        for position in met[:1]:
            silent += _drag_all(phone, house, position, by_finger, dice)
    assert not silent, "\n".join(silent)


def test_an_enemy_dragged_says_whose_turn_it_is(house: House, page: Page) -> None:
    made = page.request.post(f"{house.url}/api/battles", data={"game": "dbaix", "scenario": "feast", "seed": "5"})
    page.goto(f"{house.url}{made.json()['url']}")
    table = TablePage(page)
    enemy = "G1" if "Romans" in page.locator(".ask .who").inner_text() else "R1"
    table.drag(enemy, 2, 0)
    becomes(page, lambda: page.evaluate("window.heard.some(one => one.includes('does not belong'))"), True)
