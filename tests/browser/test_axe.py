"""Axe finds nothing in a blind player's way, on any page, in any state; and the focus goes where keys lead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import opened, sound
from browser.house import House
from browser.line_of_battle import apart, finished, save
from browser.table_page import PATIENCE, window


@pytest.fixture(params=["light", "dark"])
def reader(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Page]:
    """A window by day and by night: colours differ."""
    scheme: Literal["light", "dark"] = request.param
    with window(chromium, viewport={"width": 1366, "height": 768}, color_scheme=scheme) as page:
        yield page


def test_the_first_page_and_its_dialogs(house: House, reader: Page) -> None:
    reader.goto(house.url)
    expect(reader.locator("[data-scenario] img.mini").first).to_be_visible(timeout=PATIENCE)
    sound(reader)
    reader.get_by_text("House rules").click()
    sound(reader)
    reader.locator("[data-act=rules]").click()
    expect(reader.get_by_role("dialog", name="Rules").get_by_role("article").first).to_be_visible(timeout=PATIENCE)
    sound(reader)
    reader.keyboard.press("Escape")
    reader.locator("[data-act=help]").click()
    expect(reader.get_by_role("dialog", name="Help")).to_be_visible()
    sound(reader)


def test_the_army_builder(house: House, reader: Page) -> None:
    reader.goto(house.url)
    reader.get_by_role("navigation", name="Game").get_by_role("button", name="DBA 2.2").click()
    reader.locator('[data-scenario="ready-field"]').click()
    army = reader.locator("fieldset[data-side=blue]")
    expect(army.get_by_role("list", name="The elements of the army").get_by_role("listitem")).to_have_count(12)
    sound(reader)
    army.get_by_text("Build your own").click()
    army.get_by_label("army list").select_option("gallic")
    expect(army.locator(".count")).to_have_text("12/12")
    sound(reader)


def test_a_battle_in_every_state_of_a_move(house: House, reader: Page) -> None:
    table = opened(reader, house, apart())
    sound(reader)
    reader.keyboard.press("n")
    expect(reader.locator(".card", has_text="R1").first).to_be_visible()
    expect(reader.locator(".orders-part button.order").first).to_be_visible(timeout=PATIENCE)
    sound(reader)
    reader.keyboard.press("Shift+ArrowUp")
    table.judged_legal()
    sound(reader)
    for _ in range(12):  # into the enemy and beyond: with reasons against it
        reader.keyboard.press("Shift+ArrowUp")
    expect(table.draft.locator(".reasons")).to_be_visible(timeout=PATIENCE)
    sound(reader)
    reader.keyboard.press("Escape")
    reader.keyboard.press("Escape")
    table.press("List")
    sound(reader)
    reader.get_by_role("button", name="Help", exact=True).click()
    expect(reader.get_by_role("dialog", name="Help")).to_be_visible()
    sound(reader)
    reader.keyboard.press("Escape")
    reader.get_by_role("button", name="Rules", exact=True).click()
    expect(reader.get_by_role("dialog").get_by_role("article").first).to_be_visible(timeout=PATIENCE)
    sound(reader)
    reader.keyboard.press("Escape")  # empties the field, or shuts the book
    reader.keyboard.press("Escape")
    reader.get_by_role("button", name="Invite somebody to play Gauls").click()
    expect(reader.get_by_role("dialog").get_by_label("Link")).to_have_value(re.compile("/join/"), timeout=PATIENCE)
    sound(reader)


def test_a_fight_before_and_after_the_dice(house: House, reader: Page) -> None:
    opened(reader, house, save())
    reader.keyboard.press("1")
    expect(reader.locator("[data-verb=fight]")).to_have_count(3, timeout=PATIENCE)
    sound(reader)
    reader.locator("[data-verb=fight]").nth(1).click()
    expect(reader.locator(".consider table")).to_be_visible(timeout=PATIENCE)
    sound(reader)
    reader.keyboard.press("Enter")
    expect(reader.locator("[data-verb=fight]")).to_have_count(2, timeout=PATIENCE)
    reader.locator("[role=log] .fight summary").click()
    sound(reader)
    reader.get_by_role("button", name="Replay", exact=True).click()
    expect(reader.locator(".replay .where")).to_be_visible(timeout=PATIENCE)
    sound(reader)


def test_a_finished_battle(house: House, reader: Page) -> None:
    opened(reader, house, finished())
    expect(reader.locator(".result")).to_be_visible(timeout=PATIENCE)
    sound(reader)


def test_axe_would_find_something(page: Page) -> None:
    """That it finds nothing says something: a button without a name is found."""
    page.set_content("<html lang=en><title>t</title><main><h1>h</h1><button></button></main>")
    with pytest.raises(AssertionError, match="button-name"):
        sound(page)


def test_the_focus_goes_with_the_choice_and_comes_back(house: House, page: Page) -> None:
    table = opened(page, house, apart())
    home = page.get_by_role("button", name="Help", exact=True)
    home.focus()
    page.keyboard.press("n")
    answers = page.get_by_role("region", name="What may be done")
    expect(answers).to_be_focused()
    page.keyboard.press("Tab")
    orders = page.locator(".orders-part button.order")
    expect(orders.first).to_be_focused()
    page.keyboard.press("o")
    expect(orders.nth(1)).to_be_focused()
    page.keyboard.press("Shift+o")
    expect(orders.first).to_be_focused()
    page.keyboard.press("Shift+o")
    expect(orders.last).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Before you decide")).to_be_focused()
    page.keyboard.press("Escape")
    expect(answers).to_be_focused()
    page.keyboard.press("Shift+ArrowUp")
    expect(page.get_by_role("region", name="The move")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(home).to_be_focused()
    page.mouse.click(*table.pixel("R1"))
    expect(page.get_by_role("region", name="Selected")).to_be_visible()
    expect(answers).not_to_be_focused()


def test_the_focus_goes_from_a_fight_back_to_the_list_of_fights(house: House, page: Page) -> None:
    opened(page, house, save())
    page.keyboard.press("1")
    expect(page.locator("[data-verb=fight]")).to_have_count(3, timeout=PATIENCE)
    page.keyboard.press("o")
    expect(page.locator("[data-verb=fight]").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Before you decide")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("[data-verb=fight]").first).to_be_focused()
