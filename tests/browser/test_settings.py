"""Settings of whoever sits at a browser: each does what it says, and is there again when the page is opened anew."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.house import House
from browser.table_page import TablePage, becomes, start
from browser.test_lesson import begin, says

SEATS = {"Romans": "You", "Gauls": "You", "Pirates": "You"}

BRIGHTNESS = """() => {
    const colour = getComputedStyle(document.querySelector('.top')).backgroundColor;
    return colour.match(/[\\d.]+/g).slice(0, 3).reduce((sum, one) => sum + Number(one), 0) / 3;
}"""
"""Of the strip along the upper edge, from 0 to 255."""


def sheet(page: Page) -> Locator:
    """The settings, opened."""
    page.locator("[data-act=settings]").click()
    return page.get_by_role("dialog").filter(has=page.locator("[data-act=lessons]"))


def test_dark_and_numbers_along_the_edge_come_and_stay(house: House, page: Page) -> None:
    start(page, house.url, "village", SEATS)
    numbers = page.locator(".board .coordinates text")
    assert page.evaluate(BRIGHTNESS) > 160
    expect(numbers).to_have_count(0)
    settings = sheet(page)
    settings.get_by_label("Looks").select_option("dark")
    settings.get_by_label("Numbers along the edge of the table").check()
    for _ in ("at once", "anew"):
        becomes(page, lambda: page.evaluate(BRIGHTNESS) < 96, True)
        expect(numbers.first).to_be_visible()
        page.reload()
        TablePage(page)
    settings = sheet(page)
    settings.get_by_label("Looks").select_option("light")
    page.emulate_media(color_scheme="dark")
    becomes(page, lambda: page.evaluate(BRIGHTNESS) > 160, True)


def test_the_language_is_chosen_here_and_holds_on_every_page(house: House, page: Page) -> None:
    table = start(page, house.url, "village", SEATS)
    expect(table.prompt).to_contain_text("PIP")
    sheet(page).get_by_label("Language").select_option("ru")
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    expect(page.get_by_role("button", name="Настройки").first).to_be_visible()
    becomes(page, lambda: re.findall("[а-яё]{3,}", table.prompt.inner_text().lower()) != [], True)
    page.goto(house.url)
    expect(page.locator("[data-act=start]")).to_have_text(re.compile("[а-яё]"))
    page.goto(f"{house.url}/puzzles/dba")
    expect(page.locator(".puzzle h2")).to_have_text(re.compile("[а-яё]"))


def test_of_several_sides_of_ones_own_the_first_is_called_until_another_is_chosen(house: House, page: Page) -> None:
    made = page.request.post(f"{house.url}/api/battles", data={"game": "dbaix", "scenario": "feast"})
    page.goto(f"{house.url}{made.json()['url']}")
    TablePage(page)
    expect(sheet(page).get_by_label("For which side")).to_have_value("romans")


def test_the_tempo_of_computers_is_chosen_before_any_battle_and_in_one(house: House, page: Page) -> None:
    page.goto(house.url)
    tempo = sheet(page).get_by_label("Computers' tempo")
    expect(tempo).to_have_value("")
    tempo.select_option("slow")
    page.keyboard.press("Escape")
    start(page, house.url, "village", SEATS | {"Pirates": "Random"})
    speed = page.get_by_role("combobox", name="Speed")
    expect(speed.locator("option:checked")).to_have_text("slow")
    sheet(page).get_by_label("Computers' tempo").select_option("at once")
    page.keyboard.press("Escape")
    expect(speed.locator("option:checked")).to_have_text("at once")


def test_who_confirms_nothing_has_a_move_carried_out_as_it_is_let_go(house: House, page: Page) -> None:
    table = start(page, house.url, "village", SEATS)
    sheet(page).get_by_label("Ask me to confirm what I do").uncheck()
    page.keyboard.press("Escape")
    east, south = table.place("R23")
    table.drag("R23", 2, 0)
    table.stands("R23", pytest.approx((east + 2, south), abs=0.2))
    expect(page.locator("[role=log] .event", has_text="(R23) moves")).to_have_count(1)
    page.reload()
    assert not sheet(TablePage(page).page).get_by_label("Ask me to confirm what I do").is_checked()


def test_a_lesson_that_was_left_is_shown_again(house: House, page: Page) -> None:
    begin(page, house.url, "DBA 2.2", {"Red": "You", "Blue": "You"})
    lesson = page.get_by_role("region", name="Lesson")
    lesson.get_by_label("End the lesson").click()
    expect(lesson).to_have_count(0)
    sheet(page).locator("[data-act=lessons]").click()
    page.reload()
    TablePage(page)
    says(lesson, 1)
