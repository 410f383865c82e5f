"""The guided first battle: five steps, each got past by doing what it says, by mouse and by keys."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from browser.house import House
from browser.table_page import PATIENCE, TablePage, choose_seats

GONE_ON = "before => document.querySelectorAll('[role=log] .step').length !== before"

TITLES = ("Choose", "Move", "End", "Fight", "Read why")


def begin(page: Page, url: str, game: str, seats: dict[str, str]) -> TablePage:
    """The first scenario of a game, as it is laid out for a newcomer."""
    page.goto(url)
    page.get_by_role("navigation", name="Game").get_by_role("button", name=game, exact=True).click()
    choose_seats(page, seats)
    page.get_by_text("House rules").click()
    page.get_by_label("Seed of the dice").fill("7")
    page.locator("[data-act=start]").click()
    return TablePage(page)


def says(lesson: Locator, number: int) -> None:
    """The lesson is at this step."""
    expect(lesson.get_by_role("heading")).to_have_text(f"{number} of 5: {TITLES[number - 1]}", timeout=PATIENCE)


def go_on(page: Page, act: Callable[[], None]) -> None:
    """Do something that the log tells of, and wait until it does."""
    before = page.locator("[role=log] .step").count()
    act()
    page.wait_for_function(GONE_ON, arg=before, timeout=PATIENCE)


def fight(page: Page, table: TablePage) -> None:
    """Both sides go towards each other, bound after bound, until a fight has been fought."""
    moved = 0
    while not page.locator(".lesson h2").inner_text().startswith("5"):
        if page.locator("[data-act=confirm]").count():
            go_on(page, page.locator("[data-act=confirm]").click)
        elif page.locator("[data-verb=fight]").count():
            page.locator("[data-verb=fight]").first.click()
        elif "PIP" in table.prompt.inner_text() and moved < 4:
            moved += 1
            page.keyboard.press("n")
            nearer = page.locator("button.order", has_text="ahead").first
            if nearer.count():
                nearer.click()
                go_on(page, page.locator("[data-act=confirm]").click)
        elif page.locator(".controls .primary").count():
            moved = 0
            go_on(page, page.locator(".controls .primary").last.click)
        elif page.locator(".orders li button").count():  # a choice from the list
            page.locator(".orders li button").first.click()
        else:  # the answer is on its way
            page.wait_for_timeout(100)


def test_a_lesson_is_done_step_by_step(house: House, page: Page) -> None:
    table = begin(page, house.url, "DBA 2.2", {"Red": "You", "Blue": "You"})
    lesson = page.get_by_role("region", name="Lesson")
    says(lesson, 1)
    page.keyboard.press("n")
    says(lesson, 2)
    page.locator("button.order", has_text="ahead").first.click()
    page.keyboard.press("Enter")
    says(lesson, 3)
    page.reload()
    table = TablePage(page)
    says(lesson, 3)
    page.locator(".controls .primary", has_text="End").click()
    says(lesson, 4)
    fight(page, table)
    says(lesson, 5)
    page.locator("[role=log] .fight summary").last.click()
    page.locator("[role=log] .fight .clause").last.click()
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible(timeout=PATIENCE)
    expect(lesson).to_have_count(0)


def test_a_lesson_is_left_and_stays_left(house: House, page: Page) -> None:
    begin(page, house.url, "DBA 2.2", {"Red": "You", "Blue": "You"})
    lesson = page.get_by_role("region", name="Lesson")
    lesson.get_by_role("button", name="Next").click()
    says(lesson, 2)
    lesson.get_by_label("End the lesson").click()
    expect(lesson).to_have_count(0)
    page.reload()
    expect(TablePage(page).prompt).to_contain_text("PIP")
    expect(lesson).to_have_count(0)


def test_a_lesson_passes_over_what_its_battle_begins_after(house: House, page: Page) -> None:
    """Where the army book places both armies, nobody is told how to place them; where they wait, everybody is."""
    lesson = page.get_by_role("region", name="Lesson").get_by_role("heading")
    for deployment, step in (("ready_made", "2 of 5: Give orders"), ("alternate", "1 of 5: Deploy")):
        battle = {"game": "batalist", "scenario": "C1", "options": {"deployment": deployment}}
        made = page.request.post(f"{house.url}/api/battles", data=battle)
        page.goto(f"{house.url}{made.json()['url']}")
        expect(lesson).to_have_text(step, timeout=PATIENCE)
        expect(page.locator("[data-prompt]")).not_to_be_empty()
        expect(lesson).to_have_text(step)
