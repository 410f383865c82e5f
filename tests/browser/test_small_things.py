"""A heading on every page, lists that name each thing once, and names of terrain that are whole and of one size."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from browser.house import House
from browser.line_of_battle import finished
from browser.table_page import PATIENCE, SETTLED, becomes, window

SCREENS: list[ViewportSize] = [{"width": 1366, "height": 768}, {"width": 390, "height": 844}]

LABELS = """labels => {
    const board = document.querySelector('.board').getBoundingClientRect();
    return labels.map(label => {
        const box = label.getBoundingClientRect();
        const whole = box.left >= board.left - 1 && box.right <= board.right + 1
            && box.top >= board.top - 1 && box.bottom <= board.bottom + 1;
        return [label.textContent, whole, Math.min(box.width, box.height)];
    });
}"""
"""Of each name: what it says, whether all of it is on the board, and its height in pixels, however it is turned."""


@pytest.fixture(params=SCREENS, ids=lambda one: f"{one['width']}x{one['height']}")
def screen(request: pytest.FixtureRequest, chromium: Browser):  # type: ignore[no-untyped-def]
    with window(
        chromium, forgiven="Failed to load resource", viewport=request.param
    ) as page:  # links that lead nowhere
        yield page


def battle(page: Page, house: House, **wanted: Any) -> None:
    """A new battle of people alone."""
    made = page.request.post(f"{house.url}/api/battles", data={"seed": "5", **wanted})
    assert made.ok, made.text()
    page.goto(f"{house.url}{made.json()['url']}")


def has_one_heading(page: Page, words: str | re.Pattern[str]) -> None:
    """One heading of the first level, and it says what the page is."""
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(words, timeout=PATIENCE)
    expect(heading).to_have_count(1)


def test_every_page_has_one_heading_of_the_first_level(house: House, screen: Page) -> None:
    screen.goto(house.url)
    has_one_heading(screen, "Sandtable")
    battle(screen, house, game="dbaix", scenario="feast")
    has_one_heading(screen, "The feast is over")
    screen.keyboard.press("n")
    has_one_heading(screen, "The feast is over")
    loaded = screen.request.post(f"{house.url}/api/battles/load", data={"save": finished()})
    screen.goto(f"{house.url}{loaded.json()['url']}")
    expect(screen.locator(".result").first).to_be_attached(timeout=PATIENCE)
    has_one_heading(screen, re.compile("."))
    for address, words in (("/play/nobody", re.compile(".")), ("/join/nobody", "No open invitation")):
        screen.goto(f"{house.url}{address}")
        has_one_heading(screen, words)


def doubles(names: list[str]) -> list[str]:
    """Those that stand there more than once; none are not taken for a list."""
    return [name for name, times in Counter(names).items() if times > 1] if len(names) > 5 else ["too few"]


@pytest.mark.clause("DBA-SETUP-2", "DBA-SETUP-7")
def test_nothing_is_named_twice_among_the_pieces_that_may_be_placed(house: House, page: Page) -> None:
    """Wherever a piece could lie, it stands in the list once; so after one is placed, and when all are shown."""
    battle(page, house, game="dba", scenario="by-hand")
    orders = page.locator(".orders-part .orders button.order")
    expect(orders.filter(has_text="Place a small wood")).to_have_count(1, timeout=PATIENCE)
    for _ in range(2):
        for more in page.get_by_role("button", name=re.compile(r"^\d+ more$")).all():
            more.click()
        expect(page.get_by_role("button", name=re.compile(r"^\d+ more$"))).to_have_count(0)
        becomes(page, lambda: doubles(orders.all_inner_texts()), [])
        orders.filter(has_text="Place a small wood").first.click()
        page.keyboard.press("Enter")
        expect(page.locator("[data-prompt]")).to_contain_text("so far", timeout=PATIENCE)


@pytest.mark.parametrize(
    ("game", "scenario"), [("dbaix", "village"), ("dbaix", "escort"), ("dba", "rome-and-carthage"), ("dba", "granicus")]
)
def test_names_of_terrain_are_whole_and_of_one_size(house: House, screen: Page, game: str, scenario: str) -> None:
    """On the whole table and from near: a name is drawn where it has room, thirteen pixels high, or not at all."""
    battle(screen, house, game=game, scenario=scenario)
    labels = screen.locator(".board .labels text")
    expect(screen.locator(".board .figure").first).to_be_attached(timeout=PATIENCE)
    screen.keyboard.press("f")
    screen.wait_for_function(SETTLED)
    found = labels.evaluate_all(LABELS)
    assert [name for name, whole, _ in found if not whole] == []
    assert [(name, high) for name, _, high in found if not 10 <= high <= 22] == []
    for _ in range(6):
        screen.keyboard.press("+")
    screen.wait_for_function(SETTLED)
    assert [(name, high) for name, _, high in labels.evaluate_all(LABELS) if not 10 <= high <= 22] == []
