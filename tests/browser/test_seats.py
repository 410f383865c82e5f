"""Who sits where: a side given to a computer and taken back, and a link by which somebody else takes it."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from browser.house import House
from browser.table_page import PATIENCE, TablePage, start, watch


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


def test_a_copied_link_opens_the_seat_it_names_and_no_other(chromium: Browser, house: House, page: Page) -> None:
    """The link is tried in a window of its own, as a friend's browser would."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    start(page, house.url, "village", {"Romans": "You", "Gauls": "You", "Pirates": "You"})
    seat_of(page, "Romans")
    page.get_by_role("button", name="copy its link").click()
    expect(page.get_by_role("button", name="copied")).to_be_visible()
    address = page.evaluate("navigator.clipboard.readText()")
    assert address.startswith(f"{house.url}/play/") and address != page.url
    friend = chromium.new_context().new_page()
    errors = watch(friend)
    friend.goto(address)
    there = TablePage(friend)
    expect(friend.locator(".side .who").first).to_have_text("you")
    expect(friend.locator(".side .who").nth(1)).not_to_have_text("you")
    there.press("End movement")
    expect(friend.locator(".ask .who")).to_have_text("Gauls", timeout=PATIENCE)
    expect(there.prompt).to_have_text("Another player decides")
    expect(page.locator(".ask .who")).to_have_text("Gauls", timeout=PATIENCE)
    expect(page.locator(".controls .primary").first).to_be_enabled()
    friend.context.close()
    assert not errors, errors


def test_a_link_is_copied_where_the_browser_hides_its_clipboard(house: House, page: Page) -> None:
    """As on a page that came over plain http from another machine."""
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    start(page, house.url, "feast", {"Romans": "You", "Gauls": "You", "Pirates": "You"})
    seat_of(page, "Romans")
    page.get_by_role("button", name="copy its link").click()
    expect(page.get_by_role("button", name="copied")).to_be_visible()
