"""The guided first battle: five steps, each got past by doing what it says, by mouse and by keys."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.hands import by_keys
from browser.house import House
from browser.table_page import PATIENCE, TablePage, choose_seats

GONE_ON = "before => document.querySelectorAll('[role=log] .step').length !== before"

TITLES = ("Choose", "Move", "End", "Fight", "Read why")


def begin(page: Page, url: str, game: str, seats: dict[str, str]) -> None:
    """The first scenario of a game, as it is laid out for a newcomer."""
    page.goto(url)
    page.get_by_role("navigation", name="Game").get_by_role("button", name=game, exact=True).click()
    choose_seats(page, seats)
    page.get_by_text("House rules").click()
    page.get_by_label("Seed of the dice").fill("7")
    page.locator("[data-act=start]").click()


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
    begin(page, house.url, "DBA 2.2", {"Red": "You", "Blue": "You"})
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


class Lesson(NamedTuple):
    """How a game's lesson goes: what each step waits for, and who plays."""

    key: str
    game: str
    seats: dict[str, str]
    titles: tuple[str, ...]
    verbs: tuple[str, ...]  # of each step but the last, which is to read


LESSONS = (
    Lesson("dbaix", "DBAix", {"Romans": "Quick", "Gauls": "You", "Pirates": "Quick"},
           ("Move", "End", "Magic potion", "Fight"), ("move", "end", "drink", "fight")),
    Lesson("pursuit", "Pursuit", {"Space Marines": "You", "Tyranids": "Quick"},
           ("Choose", "Pace", "The street slides", "Move"), ("choose", "keep", "place", "move")),
    Lesson("flash-flood", "Flash Flood", {"Imperials": "You", "Tyranids": "Quick"},
           ("Take a squad", "Move", "Finish", "Shoot or run"), ("take up", "move", "done", "run")),
    Lesson("inter-arma", "Inter Arma", {"Raiders": "You", "Guard": "Quick"},
           ("Choose", "Move", "End", "Shoot"), ("choose", "move", "done", "shoot")),
    Lesson("batalist", "Batalist", {"South": "You", "North": "Quick"},
           ("Deploy", "Give orders", "Ready", "Act"), ("deploy", "give", "ready", "move")),
)  # fmt: skip

ASKED = """() => document.querySelector('.ask.yours')
    && document.querySelector('.desk :is(.order, .controls .primary:enabled), .board .figure')"""
"""Something is to be decided here."""

JUDGED = "() => !document.querySelector('[data-act=confirm]:disabled')"
"""What is thought about may be done, or nothing is."""

AT_ONCE = "localStorage.setItem('pace of computers', '0')"

ENOUGH = 3
"""Moves of one turn on the way to what a lesson waits for."""


def press(found: Locator, place: int = 0) -> None:
    """Click it, if it is there still: whoever else plays may have gone on meanwhile."""
    found.evaluate_all("(found, place) => found.at(place)?.click()", place)


def answer(page: Page, verb: str, moved: int) -> int:
    """Do what a step waits for, or else come nearer to it: moves, and then what ends them. How many moves so far."""
    wanted = page.locator(f".desk .order[data-verb='{verb}'], .desk [data-control='{verb}']:enabled")
    nearer = page.locator(".desk .order[data-verb=move]")
    control = page.locator(".desk .controls .primary:enabled")
    confirm = page.locator("[data-act=confirm]")
    listed = wanted if wanted.count() else nearer if moved < ENOUGH else page.locator(".nobody")
    if not confirm.count() and listed.count():
        press(listed)
    elif not confirm.count() and control.count() and moved >= ENOUGH:
        press(control, -1)
        return 0
    elif not confirm.count():
        page.keyboard.press("n")
        if not control.count() and page.locator(".desk .order").count():
            press(page.locator(".desk .order"))
    page.wait_for_function(JUDGED, timeout=PATIENCE)
    press(confirm)
    return moved + 1


@pytest.mark.parametrize("lesson", LESSONS, ids=[one.key for one in LESSONS])
def test_the_lesson_of_every_game_is_done_by_doing_what_it_says(house: House, page: Page, lesson: Lesson) -> None:
    """Each step is met in its order, and is past once what it waits for has been done, against a computer."""
    page.add_init_script(AT_ONCE)
    begin(page, house.url, lesson.game, lesson.seats)
    heading = page.get_by_role("region", name="Lesson").get_by_role("heading")
    for number, (title, verb) in enumerate(zip(lesson.titles, lesson.verbs, strict=True), 1):
        chosen_already = "|^2 of 5" if verb == "choose" else ""  # where the rules say who is next
        expect(heading).to_have_text(re.compile(f"^{number} of 5: {title}{chosen_already}"), timeout=PATIENCE)
        until, moved = time.monotonic() + PATIENCE / 1000, 0
        while heading.inner_text().startswith(f"{number} of 5"):
            assert time.monotonic() < until, page.locator("[data-prompt]").inner_text()
            if verb == "deploy":
                page.get_by_role("button", name="Place the rest for me").click()
                expect(heading).not_to_contain_text(title, timeout=PATIENCE)
            elif page.evaluate(ASKED):
                moved = answer(page, verb, moved)
            page.wait_for_timeout(60)
        if verb == "place":  # it is not past while more pieces are to be placed
            expect(page.locator(".ask.yours")).to_be_visible(timeout=PATIENCE)
            expect(page.locator(".desk [data-verb=place]")).to_have_count(0)
    expect(heading).to_have_text("5 of 5: Read why", timeout=PATIENCE)
    by_keys(page, page.locator("[role=log] .clause:visible").last)
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible(timeout=PATIENCE)
    expect(heading).to_have_count(0)


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


@pytest.mark.parametrize(
    ("game", "scenario", "learner", "other"),
    [
        ("dbaix", "feast", "gauls", "romans"),
        ("pursuit", "chase", "quarry", "hunters"),
        ("flash-flood", "charges-in-the-nest", "imperials", "tyranids"),
    ],
)
def test_a_lesson_that_speaks_to_one_side_is_silent_for_another(
    house: House, page: Page, game: str, scenario: str, learner: str, other: str
) -> None:
    """`Click one of your Gauls` says nothing to a Roman; nor to a Gaul, as long as nothing may be done there."""
    made = page.request.post(f"{house.url}/api/battles", data={"game": game, "scenario": scenario, "seed": 5}).json()
    page.goto(f"{house.url}{made['seats'][learner]['url']}")
    expect(page.locator(".lesson")).to_be_visible()
    expect(page.locator("[data-prompt]")).not_to_be_empty()
    waits = page.locator(".lesson", has_text="The other side moves first.")
    expect(waits).to_have_count(1 - page.locator(".ask.yours").count())
    with page.expect_response("**/api/games*"):
        page.goto(f"{house.url}{made['seats'][other]['url']}")
    TablePage(page)
    page.wait_for_timeout(500)
    expect(page.locator(".lesson")).to_have_count(0)


def test_its_words_are_as_wide_as_it_is_and_folded_it_is_one_line(house: House, page: Page) -> None:
    """On a phone the table is small: words beside the buttons would cover all of it."""
    begin(page, house.url, "DBA 2.2", {"Red": "You", "Blue": "You"})
    page.set_viewport_size({"width": 390, "height": 844})
    lesson = page.locator(".lesson")
    width = "node => node.getBoundingClientRect().width"
    assert lesson.locator("p").evaluate(width) > 0.9 * lesson.evaluate(width)
    title = lesson.get_by_role("heading").get_by_role("button")
    title.click()
    middle = "node => { const r = node.getBoundingClientRect(); return r.top + r.height / 2; }"
    beside = lesson.locator("[data-act=next]")
    assert abs(title.evaluate(middle) - beside.evaluate(middle)) < 3


def test_on_a_phone_its_words_leave_the_table_to_whoever_touches_it(house: House, page: Page) -> None:
    """One touch elsewhere folds them to their line, and the next step unfolds its own; a wide page keeps both."""
    begin(page, house.url, "DBA 2.2", {"Red": "You", "Blue": "You"})
    lesson = page.locator(".lesson")
    prompt = TablePage(page).prompt
    prompt.click()
    expect(lesson.locator("p")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    prompt.click()
    expect(lesson.locator("p")).to_have_count(0)
    page.keyboard.press("n")
    says(page.get_by_role("region", name="Lesson"), 2)
    expect(lesson.locator("p")).to_be_visible()
