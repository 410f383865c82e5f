"""By keyboard alone: several figures chosen freely, a wheel about a corner, no key under a dialog; what is said."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.axe import opened
from browser.house import House
from browser.line_of_battle import apart, save
from browser.paces import Table
from browser.table_page import TablePage, becomes, start

HOTSEAT = {"Romans": "You", "Gauls": "You", "Pirates": "You"}


ON_THE_BOARD = """figure => {
    const board = document.querySelector('.board').getBoundingClientRect();
    const base = figure.querySelector('.base').getBoundingClientRect();
    return base.left >= board.left && base.right <= board.right && base.top >= board.top && base.bottom <= board.bottom;
}"""
"""The whole base lies in the part of the table that this window shows."""


def test_several_figures_are_chosen_freely_and_move_together(house: House, page: Page) -> None:
    """R1 is kept while n goes on to R2 and R3; let go of again, it is chosen no more."""
    table = opened(page, house, apart())
    chosen = page.locator(".board .figure.selected")
    said = page.locator("[data-spoken]").first
    page.keyboard.press("n")
    expect(chosen).to_have_attribute("data-id", "R1")
    expect(said).to_contain_text("Legionary (R1), Romans")
    page.keyboard.press("k")
    expect(said).to_contain_text("Kept.")
    page.keyboard.press("n")
    page.keyboard.press("k")
    page.keyboard.press("n")
    expect(chosen).to_have_count(3)
    expect(said).to_contain_text("Legionary (R3), Romans")
    expect(said).to_contain_text("and 2 others.")
    stood = table.place("R1")
    page.keyboard.press("Shift+ArrowUp")
    table.judged_legal()
    page.keyboard.press("Enter")
    expect(table.draft).to_have_count(0)
    table.stands("R1", pytest.approx((stood[0], stood[1] - 0.5), abs=1e-3))
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(chosen).to_have_count(1)
    page.keyboard.press("k")
    page.keyboard.press("k")
    page.keyboard.press("n")
    expect(chosen).to_have_count(1)


def test_a_wheel_about_a_front_corner(page: Page, spoken: tuple[Table, TablePage]) -> None:
    """A base of 160 by 80 paces at 1200, 200 looks north: its front right corner is at 1280, 240.

    By 15 degrees about it, the middle goes from 80 and 40 before the corner to 80 cos 15 + 40 sin 15 = 87.63 west and
    40 cos 15 - 80 sin 15 = 17.93 south of it; and to the left about the other corner the same, mirrored.
    """
    table, board = spoken
    page.keyboard.press("n")
    page.keyboard.press("d")
    becomes(page, lambda: table.last("judge")["to"], pytest.approx([1280 - 87.63, 240 - 17.93], abs=0.01))
    becomes(page, lambda: table.last("judge")["facing"], 15.0)
    expect(board.confirm).to_be_enabled()  # no pointer holds it
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    becomes(page, lambda: table.last("judge")["to"], pytest.approx([1120 + 87.63, 240 - 17.93], abs=0.01))
    becomes(page, lambda: table.last("judge")["facing"], 345.0)
    page.keyboard.press("Escape")
    page.keyboard.press("q")
    expect(board.confirm).to_be_enabled()
    page.keyboard.press("Enter")
    becomes(page, lambda: table.last("play")["facing"], 345.0)


def test_what_waits_beside_the_table_is_laid_on_it(page: Page, spoken: tuple[Table, TablePage]) -> None:
    """Where the list would lay A2, at 1500, 300; two steps of ten paces farther east, and confirmed."""
    table, _ = spoken
    said = page.locator("[data-spoken]").first
    for _number in range(2):  # A1 stands on the table; A2 is the next
        page.keyboard.press("n")
    expect(said).to_contain_text("Spears A2")
    page.keyboard.press("l")
    expect(page.locator(".board .figure.ghost.good")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    becomes(page, lambda: table.last("judge")["to"], pytest.approx([1520, 300]))
    page.keyboard.press("Enter")
    expect(page.locator(".board .figure")).to_have_count(2)
    becomes(page, lambda: table.last("play")["figures"], ["A2"])


def test_the_list_of_keys_has_those_that_do_something(
    house: House, page: Page, spoken: tuple[Table, TablePage]
) -> None:
    """Figures wait beside this table, and it has no zones; in the other battle it is the other way round."""
    keys = page.get_by_role("dialog", name="Help").locator("tr")
    page.keyboard.press("?")
    expect(keys.filter(has_text="lay the chosen figures that wait")).to_have_count(1)
    expect(keys.filter(has_text="keep this figure chosen")).to_have_count(1)
    expect(keys.filter(has_text="wheel right about the front right corner")).to_have_count(1)
    expect(keys.filter(has_text="show or hide every zone")).to_have_count(0)
    other = page.context.new_page()  # whose line is the server's own
    made = page.request.post(f"{house.url}/api/battles", data={"game": "dba", "scenario": "granicus"})
    other.goto(f"{house.url}{made.json()['url']}")
    TablePage(other)
    other.keyboard.press("?")
    keys = other.get_by_role("dialog", name="Help").locator("tr")
    expect(keys.filter(has_text="show or hide every zone")).to_have_count(1)
    expect(keys.filter(has_text="lay the chosen figures that wait")).to_have_count(0)


def test_no_key_acts_under_a_dialog(house: House, page: Page) -> None:
    """With the focus nowhere: n chooses nobody, 1 ends nothing, r opens no second dialog, Escape shuts the first."""
    start(page, house.url, "village", HOTSEAT)
    page.get_by_role("button", name="Replay", exact=True).click()
    for opens, name in (("[data-act=share]", "Let others look on"), ("[data-act=case]", "This position as a case")):
        page.locator(opens).click()
        dialog = page.get_by_role("dialog", name=name)
        expect(dialog).to_be_visible()
        page.evaluate("document.activeElement.blur()")
        for key in ("n", "1", "r", "Control+z", "ArrowLeft"):
            page.keyboard.press(key)
        expect(page.locator(".board .figure.selected")).to_have_count(0)
        expect(page.get_by_role("dialog")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(page.locator(".replay")).to_be_visible()
    page.get_by_role("button", name="Back to the battle").click()
    expect(page.locator(".ask .who")).to_have_text("Romans")


def test_a_phone_says_what_came_of_a_fight_and_figures_have_names(house: House, phone: Page) -> None:
    """Its sheet shows one part at a time, so the log is mostly not there to be read."""
    table = opened(phone, house, save())
    expect(phone.get_by_role("img", name="Centurion R2, Romans")).to_have_count(1)
    expect(phone.get_by_role("img", name="Villager G2, Gauls")).to_have_count(1)
    table.press("End movement")
    said = phone.locator("[data-spoken=log]")
    phone.locator("[data-verb=fight]", has_text="R2").click()
    table.confirm.click()
    expect(phone.locator("[data-verb=fight]")).to_have_count(2)
    expect(said).to_have_text(re.compile(r"^.*Centurion \(R2\) \d+ : \d+ Villager \(G2\)\. .+"))
    expect(said).to_have_attribute("role", "status")
    phone.get_by_role("button", name="Log", exact=True).tap()
    expect(said).to_have_count(0)  # the log says it
    expect(table.log.locator(".fight")).to_be_visible()


def test_whoever_is_chosen_by_keys_comes_into_view(house: House, phone: Page) -> None:
    """Close to the table most figures are beyond the edge of a small window."""
    made = phone.request.post(f"{house.url}/api/battles", data={"game": "dba", "scenario": "rome-and-carthage"})
    phone.goto(f"{house.url}{made.json()['url']}")
    TablePage(phone)
    for _ in range(4):
        phone.keyboard.press("+")
    chosen = phone.locator(".board .figure.selected:not(.ghost)")
    seen = set()
    for _ in range(12):
        phone.keyboard.press("n")
        expect(chosen).to_have_count(1)
        becomes(phone, lambda: chosen.evaluate(ON_THE_BOARD), True)
        seen.add(chosen.get_attribute("data-id"))
    assert len(seen) == 12
