"""Axe on pages and dialogs beside a battle's own questions, on phones, in Russian, and when a battle is over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import opened, sound, sound_day_and_night
from browser.house import House
from browser.line_of_battle import apart, finished
from browser.table_page import TablePage, choose_seats, window

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(params=["desk", "phone"])
def russian(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Page]:
    """A browser that asks for Russian, on either screen."""
    screen: dict[str, Any] = PHONE if request.param == "phone" else {"viewport": {"width": 1024, "height": 768}}
    with window(chromium, locale="ru", **screen) as page:
        yield page


def made(page: Page, house: House, **battle: Any) -> TablePage:
    """A new battle of these facts, its first link opened here."""
    answer = page.request.post(f"{house.url}/api/battles", data={"seed": "5", **battle})
    assert answer.ok, answer.text()
    page.goto(f"{house.url}{answer.json()['url']}")
    return TablePage(page)


def test_settings_a_friend_and_ones_own_page(house: House, page: Page) -> None:
    page.goto(house.url)
    page.locator("[data-act=settings]").click()
    settings = page.get_by_role("dialog", name="Settings")
    settings.get_by_text("Ask me to confirm what I do").click()
    expect(settings).to_contain_text("A legal move is carried out")
    sound_day_and_night(page, "dialog")
    settings.get_by_text("Ask me to confirm what I do").click()
    page.keyboard.press("Escape")
    choose_seats(page, {"Romans": "You", "Gauls": "Friend", "Pirates": "Quick"})
    page.get_by_label("Clock").select_option("days")
    sound_day_and_night(page, ".seats")
    page.locator("[data-act=start]").click()
    TablePage(page)
    expect(page.get_by_role("dialog").get_by_label("Link")).to_have_value(re.compile("/join/"))  # for the friend
    page.keyboard.press("Escape")
    page.locator("[data-act=settings]").click()
    expect(page.get_by_role("dialog", name="Settings").get_by_label("Address")).to_be_visible()
    sound_day_and_night(page, "dialog")
    page.goto(house.url)
    page.locator("[data-act=mine]").click()
    expect(page.get_by_role("heading", name="My battles")).to_be_visible()
    expect(page.locator(".mine li").first).to_be_visible()
    sound_day_and_night(page)


def test_the_lesson_folded_and_the_table_covered(house: House, chromium: Browser) -> None:
    """Both on a phone, where they lie over the table; the next player sits down where orders are secret."""
    with window(chromium, **PHONE) as phone:
        made(phone, house, game="batalist", scenario="C1", options={"deployment": "ready_made"})
        lesson = phone.get_by_role("region", name="Lesson")
        lesson.get_by_role("heading").get_by_role("button").tap()
        expect(lesson.get_by_role("paragraph")).to_have_count(0)
        sound_day_and_night(phone)
        phone.locator("[data-control=ready]").tap()
        expect(phone.locator("[data-act=look]")).to_be_visible()
        sound_day_and_night(phone)
        phone.locator("[data-act=look]").tap()
        answer = phone.request.post(f"{house.url}/api/battles", data={"game": "batalist", "scenario": "C1"})
        phone.goto(f"{house.url}{answer.json()['url']}")  # all wait beside the table
        expect(phone.locator("[data-act=deploy]")).to_be_visible()
        sound_day_and_night(phone, ".desk")


@pytest.mark.parametrize("game", ["flash-flood", "inter-arma", "pursuit"])
def test_a_figure_chosen_and_its_move_thought_about(house: House, chromium: Browser, game: str) -> None:
    """What it may do, with everything that is drawn for it over the table, and what comes of the first of that."""
    with window(chromium, **PHONE) as phone:
        table = made(phone, house, game=game)
        orders = phone.locator(".orders-part button.order")
        if orders.count() == 0:
            phone.keyboard.press("n")
        sound_day_and_night(phone)
        orders.first.tap()
        expect(table.confirm).to_be_visible()
        sound_day_and_night(phone, ".desk")


def test_a_battle_is_over_on_a_phone_and_is_looked_back_on(house: House, chromium: Browser) -> None:
    with window(chromium, **PHONE) as phone:
        opened(phone, house, finished())
        expect(phone.locator(".result")).to_be_visible()
        sound_day_and_night(phone)
        phone.locator(".result summary").first.tap()
        phone.locator("[data-act=review]").tap()
        expect(phone.get_by_role("dialog", name="Looking back")).to_be_visible()
        sound_day_and_night(phone, "dialog")
        phone.keyboard.press("Escape")
        phone.locator(".result [data-act=share]").tap()
        expect(phone.get_by_role("dialog").get_by_label("Link")).to_have_value(re.compile("/play/"))
        sound_day_and_night(phone, "dialog")
        phone.keyboard.press("Escape")
        phone.get_by_role("button", name="Watch it again").tap()
        expect(phone.locator(".replay .where")).to_be_visible()
        sound_day_and_night(phone)


def test_russian_pages(house: House, russian: Page) -> None:
    russian.goto(house.url)
    expect(russian.locator("html")).to_have_attribute("lang", "ru")
    expect(russian.locator("[data-scenario] img.mini").first).to_be_visible()
    sound(russian)
    for opens in ("rules", "help", "settings"):
        russian.locator(f"[data-act={opens}]").click()
        dialog = russian.get_by_role("dialog")
        expect(dialog.locator("article, tr, select").first).to_be_visible()
        sound(russian, "dialog")
        russian.keyboard.press("Escape")
        if dialog.count():  # the first empties the field
            russian.keyboard.press("Escape")
    for path, there in (
        ("laboratory", "select"),
        ("editor?game=dba", ".field > svg"),
        ("puzzles/dba", "[data-choice]"),
    ):
        russian.goto(f"{house.url}/{path}")
        expect(russian.locator(there).first).to_be_visible()
        beyond = "all => all.filter(one => one.getBoundingClientRect().right > innerWidth).map(one => one.textContent)"
        assert russian.locator("[role=tab]").evaluate_all(beyond) == []
        sound_day_and_night(russian)


def test_a_battle_in_russian(house: House, russian: Page) -> None:
    table = opened(russian, house, apart())
    sound(russian)
    russian.keyboard.press("n")
    expect(russian.locator(".orders-part button.order").first).to_be_visible()
    sound(russian)
    russian.keyboard.press("Shift+ArrowUp")
    table.judged_legal()
    sound_day_and_night(russian)
    russian.keyboard.press("Escape")
    opened(russian, house, finished())
    expect(russian.locator(".result")).to_be_visible()
    sound(russian)
