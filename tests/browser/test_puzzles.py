"""Puzzles: from the first page to a question, answered by mouse, keys and finger; what is solved is kept."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import sound, sound_day_and_night
from browser.house import House
from browser.table_page import PATIENCE, fits, window


def test_puzzles_are_answered_at_a_desk_and_on_a_phone_and_what_is_solved_is_kept(
    house: House, page: Page, phone: Page
):
    page.goto(house.url)
    page.get_by_role("button", name="DBA 2.2").click()
    page.locator("[data-act=puzzles]").click()
    expect(page.get_by_role("heading", level=2)).to_have_text(
        "Two Auxilia stand side by side before a wood. May they enter it together?", timeout=PATIENCE
    )
    sound(page)
    page.locator("[data-choice='0']").click()  # Yes: but a group enters bad going as a column alone
    told = page.locator(".told")
    expect(told).to_have_attribute("data-right", "false", timeout=PATIENCE)
    expect(told).to_contain_text("a group enters it only as a column one element wide")
    expect(page.locator("[data-came=missed]")).to_have_count(1)
    sound_day_and_night(page)
    told.get_by_role("button", name="GROUP-6").first.click()
    expect(page.get_by_role("dialog", name="Rules")).to_contain_text("Groups in bad going", timeout=PATIENCE)
    page.keyboard.press("Escape")
    page.locator("[data-act=next]").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=2)).to_contain_text("Psiloi (P) stand behind Blades", timeout=PATIENCE)
    expect(page.locator("ol")).not_to_contain_text("No: ")  # titles of clauses would give it away
    page.keyboard.press("2")
    page.keyboard.press("4")
    expect(told).to_have_attribute("data-right", "true", timeout=PATIENCE)
    page.locator("[data-act=edit]").click()  # the table that was asked about, without what was done on it
    expect(page.locator("[data-sound=true]")).to_be_visible(timeout=PATIENCE)
    expect(page.locator('.field .figure[data-id="P"]')).to_be_visible()
    page.goto(f"{house.url}/puzzles/dba")
    expect(page.locator("[data-solved='1']")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("nav [aria-current]")).to_contain_text("1")  # the first that is not solved

    phone.goto(f"{house.url}/puzzles/pursuit")
    phone.locator("[data-choice=no]").tap(timeout=PATIENCE)
    phone.locator("[data-choice='2']").tap()
    expect(phone.locator(".told")).to_have_attribute("data-right", "true", timeout=PATIENCE)
    expect(phone.locator(".verdict")).to_be_in_viewport()
    fits(phone)
    sound(phone)


def test_a_position_from_a_battle_of_generals_is_answered_and_kept_at_a_desk_and_on_a_phone(
    house: House, page: Page, phone: Page
):
    for screen in (page, phone):
        screen.goto(f"{house.url}/puzzles/flash-flood")
        positions = screen.locator("nav[data-positions]")
        expect(positions).to_contain_text("Positions from battles of generals: what would you do?", timeout=PATIENCE)
        positions.locator(".place").first.click()
        expect(screen.get_by_role("heading", level=2)).to_contain_text("what would you do?", timeout=PATIENCE)
        sound(screen)
        screen.locator("[data-choice='0']").click()
        told = screen.locator(".told")
        expect(told).to_contain_text("of 100 battles more than the next", timeout=PATIENCE)
        expect(told).to_contain_text("Battles that quick generals played on from each answer: 200.")
        expect(screen.locator("ol .won")).to_have_count(screen.locator("[data-choice]").count())
        sound_day_and_night(screen)
        fits(screen)
        open_now = positions.locator(".place").count() - 1
        screen.reload()
        expect(positions.locator("[data-came=open]")).to_have_count(open_now, timeout=PATIENCE)
    screen.locator("nav[data-positions] .place").first.click()
    screen.locator("[data-choice='0']").click(timeout=PATIENCE)
    screen.locator("[data-act=edit]").click(timeout=PATIENCE)
    expect(screen.locator(".field > svg")).to_be_visible(timeout=PATIENCE)


SIZES = ((1366, 768), (1024, 768), (390, 844))

UNCOVERED = """() => [...document.querySelectorAll('.told :is(button, li, p, summary, td)')].flatMap(one => {
    one.scrollIntoView({block: 'center'});
    const box = one.getBoundingClientRect();
    const shadow = getComputedStyle(document.querySelector('[data-act=next]')).boxShadow;
    const grown = one.matches('[data-act=next]') && /0px 0px 0px [1-9]/.test(shadow) ? ['has a halo'] : [];
    return [...grown, ...[2, box.width / 2, box.width - 2].flatMap(x => {
        const top = document.elementFromPoint(box.left + x, box.top + box.height / 2);
        return top && (one.contains(top) || top.contains(one)) ? [] : [`${one.textContent}: ${top?.outerHTML}`];
    })];
})"""
"""What of an answer something else lies over, and the button that goes on where it paints beyond its edges."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_nothing_lies_over_what_is_told_and_odds_are_written_as_the_language_does(
    house: House, chromium: Browser, language: str, size: tuple[int, int]
):
    width, height = size
    locale = {"en": "en-GB", "ru": "ru-RU"}[language]
    with window(chromium, viewport={"width": width, "height": height}, locale=locale) as page:
        page.goto(house.url)
        page.evaluate("language => localStorage.setItem('settings', JSON.stringify({language}))", language)
        page.goto(f"{house.url}/puzzles/dba")
        places = page.locator("nav .place")
        expect(places.first).to_be_visible(timeout=PATIENCE)
        for number in range(places.count()):
            places.nth(number).click()
            page.locator("[data-choice='0']").click(timeout=PATIENCE)
            expect(page.locator("[data-act=next]")).to_be_visible(timeout=PATIENCE)
            if page.locator(".told td.percent").count():
                break
        chance = page.locator(".told td.percent").first.inner_text()
        assert re.fullmatch({"en": r"\d+\.\d%", "ru": "\\d+,\\d\u00a0%"}[language], chance), chance
        assert page.evaluate(UNCOVERED) == []
        fits(page)


def test_v_lists_the_words_that_are_said_here(house: House, page: Page):
    page.goto(f"{house.url}/puzzles/dba")
    expect(page.get_by_role("button", name="Glossary")).to_have_attribute("aria-keyshortcuts", "v", timeout=PATIENCE)
    expect(page.get_by_role("heading", level=2)).to_contain_text("Auxilia", timeout=PATIENCE)
    page.keyboard.press("v")
    said = page.get_by_role("dialog", name="Rules").locator(".said button")
    expect(said.first).to_be_focused(timeout=PATIENCE)
    page.keyboard.press("Escape")
    page.locator("header select").focus()
    page.keyboard.press("v")  # it chooses from the list there
    expect(page.get_by_role("dialog")).to_have_count(0)
