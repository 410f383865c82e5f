"""Who sits where: a side given to a computer and taken back."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.house import House
from browser.table_page import PATIENCE, start


def seat_of(page: Page, side: str) -> None:
    """Open the fold of a side, where its player is chosen."""
    page.locator(".side summary", has_text=side).click()


def test_a_side_is_given_to_a_computer_and_taken_back(house: House, page: Page) -> None:
    table = start(page, house.url, "feast", {"Romans": "You", "Gauls": "You", "Pirates": "You"})
    seat_of(page, "Gauls")
    players = page.locator(".side", has_text="Gauls").get_by_label("Played by")
    players.select_option(label="Random")
    expect(page.locator(".side .who")).to_have_text(["you", "Random", "you"], timeout=PATIENCE)
    page.get_by_label("Speed").select_option(label="at once")
    table.press("End movement")
    expect(page.locator(".ask .who")).to_have_text("Pirates", timeout=PATIENCE)
    expect(table.log).to_contain_text("the Gauls begin their bound")
    players.select_option(label="you")
    expect(page.locator(".side .who")).to_have_text(["you", "you", "you"], timeout=PATIENCE)
