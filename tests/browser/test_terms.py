"""Words of a game open its glossary wherever its sentences stand: in what is asked, of who is chosen, in the log."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browser.hands import by_finger, by_keys, by_mouse
from browser.house import House
from browser.table_page import PATIENCE, window

MEANT = "What it means"


def reads(page: Page, term: Locator, word: str, press: Callable[[Page, Locator], None]) -> None:
    """Pressed, a word opens the book at itself; closed, the table is there again."""
    expect(term).to_be_visible(timeout=PATIENCE)
    press(page, term)
    book = page.get_by_role("dialog", name="Rules")
    expect(book.locator("article.here")).to_have_attribute("aria-label", word, timeout=PATIENCE)
    book.get_by_role("button", name="Close").click()
    expect(book).to_have_count(0)


@pytest.mark.parametrize(
    ("press", "width", "height"),
    [(by_mouse, 1366, 768), (by_keys, 1024, 768), (by_finger, 390, 844)],
    ids=["mouse", "keys", "finger"],
)
def test_a_word_of_the_game_opens_the_glossary(
    house: House, chromium: Browser, press: Callable[[Page, Locator], None], width: int, height: int
) -> None:
    touch = press is by_finger
    with window(chromium, viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch) as page:
        asked_for = {"game": "dba", "scenario": "first-lesson", "seats": {"red": "human", "blue": "human"}}
        made = page.request.post(f"{house.url}/api/battles", data=asked_for).json()
        page.goto(f"{house.url}{made['url']}")
        asked = page.locator("[data-prompt]").get_by_title(MEANT)
        reads(page, asked.first, "PIP", press)
        if touch:
            page.get_by_role("button", name="Log", exact=True).click()
        told = page.get_by_role("log").get_by_title(MEANT)
        reads(page, told.filter(has_text="PIPs").last, "PIP", press)
