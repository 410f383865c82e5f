"""DBA in the browser: the chosen element explains itself, a group and one element are drawn into contact, and fight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.house import House
from browser.table_page import PATIENCE, TablePage, start


def first_lesson(house: House, page: Page) -> TablePage:
    """Both sides by hand: with the seed Gauls and Romans throw 6, 6, 4 and 2 for PIPs."""
    page.goto(house.url)
    page.get_by_role("navigation", name="Game").get_by_role("button", name="DBA 2.2").click()
    return start(page, house.url, "first-lesson", {"Red": "You", "Blue": "You"})


def advance(table: TablePage, figure: str, bases: float) -> None:
    """The block of this element goes straight ahead, and the bound ends."""
    table.page.mouse.click(*table.pixel(figure))
    table.press("Select its block")
    table.drag(figure, 0, bases)
    # On the way it may be judged where no group may stand; where it lies it is legal.
    expect(table.confirm).to_be_enabled(timeout=PATIENCE)
    table.press("Confirm")
    expect(table.draft).to_have_count(0, timeout=PATIENCE)
    side = table.legend("Active")
    table.press("End movement")
    expect(table.page.locator(".chips div", has_text="Active").locator("dd")).not_to_have_text(side, timeout=PATIENCE)


@pytest.mark.clause("WAD-RES-1", "WAD-ZOC-9", "DBA-CONTACT-2", "DBA-CC-1")
def test_lines_meet_and_the_chosen_element_says_what_it_may_do(house: House, page: Page) -> None:
    """From 950 paces apart: four times 192 paces by turns, and 80 of the Gauls, leave 102."""
    table = first_lesson(house, page)
    for _ in range(2):
        advance(table, "B1", -1.2)
        advance(table, "R3", 1.2)
    advance(table, "B1", -0.5)

    zones = page.locator(".board .overlay-zone")
    expect(zones).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("z")
    expect(zones).to_have_count(5)  # the general behind the front rank has none left
    page.keyboard.press("z")
    expect(zones).to_have_count(0)

    page.mouse.click(*table.pixel("R2"))
    said = page.locator(".said")
    expect(said).to_be_hidden()  # who is chosen is one line until somebody asks
    page.locator(".chosen-card summary").click()
    expect(said).to_be_visible()
    expect(said).to_contain_text("In the zone of control of Warband (B3)", timeout=PATIENCE)
    expect(said).to_contain_text("It may move now into legal contact: front of Warband (B3).")
    expect(page.locator(".board .overlay-own")).to_have_count(1)
    expect(page.get_by_role("list", name="Legend")).to_contain_text("contact that it may move to")
    expect(page.locator(".board .overlay-place-open")).to_have_count(1)

    box = page.locator(".board .overlay-place-open polygon").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.judged_legal()
    expect(table.draft.locator(".note")).to_contain_text("move into frontal contact")
    page.keyboard.press("Escape")

    table.drag("R2", 0.2, 0.5)
    expect(table.tag).to_contain_text("in contact with Warband", timeout=PATIENCE)
    table.press("Confirm")
    expect(table.draft).to_have_count(0, timeout=PATIENCE)
    table.press("End movement")
    expect(page.get_by_role("button", name="Fight", exact=True)).to_be_enabled(timeout=PATIENCE)
    expect(page.locator(".orders-part")).to_contain_text("Exact chances", timeout=PATIENCE)
    expect(page.locator(".orders-part")).to_contain_text("overlap Spears (R2), front corner to front corner")
    page.keyboard.press("Enter")
    expect(table.log).to_contain_text(re.compile(r"Spears \(R2\) \d+ : \d+ Warband \(B3\)"), timeout=PATIENCE)
