"""Nothing that is asked for lies under something else or below what is seen: on phones, on tablets and in Russian."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import sandtable
from browser.conftest import PHONE
from browser.house import House
from browser.table_page import PATIENCE, TablePage, becomes, window
from browser.test_advice import ask, opened
from browser.test_answers_in_sight import LINES, QUESTION

TABLET = {"width": 1024, "height": 768}
LAPTOP = {"width": 1366, "height": 768}

HEIGHT = "node => node.getBoundingClientRect().height"

UNDER = """card => {
    const { top, bottom, left, right } = card.getBoundingClientRect();
    return [...document.querySelectorAll('.board .figure:not(.ghost)')].filter(figure => {
        const base = figure.querySelector('.base').getBoundingClientRect();
        return base.top < bottom && base.bottom > top && base.left < right && base.right > left;
    }).map(figure => figure.dataset.id);
}"""
"""Figures over which something lies."""

APART = """() => [...document.querySelectorAll('dialog article button.link.plain')].flatMap(button => {
    const range = new Range(), walker = document.createTreeWalker(button.closest('p'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode;
        if (!text.data || !(button.compareDocumentPosition(text) & 4) || button.contains(text)) continue;
        if (!/^[,.;:)]/.test(text.data)) return [];
        range.setStart(text, 0);
        range.setEnd(text, 1);
        const word = button.getBoundingClientRect();
        return range.getBoundingClientRect().left < word.right - 2 ? [button.textContent + text.data[0]] : [];
    }
    return [];
})"""
"""Words that can be pressed whose comma begins the next line."""


@pytest.fixture
def russian_phone(chromium: Browser) -> Iterator[Page]:
    with window(chromium, viewport=PHONE, has_touch=True, is_mobile=True, locale="ru-RU") as page:
        yield page


def played_out(game: str, scenario: str) -> sandtable.Battle:
    """A battle of random players, over."""
    battle, chance = sandtable.new(game, scenario, seed=3), random.Random(5)
    while not battle.over:
        battle.play(battle.sample(chance))
    return battle


def review(sides: int) -> str:
    """A page of a review as the server writes it, of sixty actions, with eight turning points and long words."""
    even = [1 / sides] * sides
    action = {
        "side": "Gauls",
        "words": "move Warband (G3) ahead 2.5 inches",
        "before": even,
        "expected": even,
        "after": even,
    }
    held = {
        "sides": ["Romans", "Gauls", "Pirates"][:sides],
        "start": even,
        "actions": [{"number": number, **action} for number in range(1, 61)],
        "turning_points": [5, 12, 17, 23, 31, 38, 44, 50],
        "costliest": [{"number": 12, "cost": 0.2, "words": ["end movement"]}],
    }
    return f'<script type="application/json" id="review">{json.dumps(held)}</script>'


def begun(page: Page, house: House, game: str, scenario: str, **more: Any) -> dict[str, Any]:
    data = {"game": game, "scenario": scenario, "seed": "5"} | more
    made: dict[str, Any] = page.request.post(f"{house.url}/api/battles", data=data).json()
    return made


@pytest.mark.parametrize(("game", "scenario", "sides"), [("dbaix", "feast", 3), ("pursuit", "chase", 2)])
def test_a_phone_looks_back_on_a_table_that_is_seen(
    house: House, russian_phone: Page, tmp_path: Path, game: str, scenario: str, sides: int
) -> None:
    """The chances are a part of the sheet, as orders are in a battle; under the table they left it 60 pixels."""
    page = russian_phone
    page.route("**/export/review*", lambda route: route.fulfill(content_type="text/html", body=review(sides)))
    opened(page, house, played_out(game, scenario), tmp_path)
    page.locator("[data-act=review]").tap()
    page.locator("[data-act=chances]").tap()
    turning = page.locator("[data-act=turning-point]")
    expect(turning).to_have_count(8)
    becomes(page, lambda: page.locator(".board").evaluate(HEIGHT) >= 300, True)
    expect(page.locator(".chances svg")).to_be_in_viewport(ratio=1)
    right = "nodes => Math.max(...nodes.map(node => node.getBoundingClientRect().right))"
    assert turning.evaluate_all(right) <= PHONE["width"], "all of them, without a sideways scroll"
    turning.last.tap()
    expect(page.locator(".chances .told")).to_contain_text("50. ")
    page.get_by_role("button", name="Журнал", exact=True).tap()
    expect(page.locator(".chances")).to_be_hidden()
    page.get_by_role("button", name="Шансы", exact=True).tap()
    expect(turning.last).to_have_attribute("aria-current", "true")


def test_plans_that_were_asked_for_come_into_sight(house: House, phone: Page, tmp_path: Path) -> None:
    opened(phone, house, sandtable.new("dba", "first-lesson", dice=[6]), tmp_path)
    ask(phone)
    expect(phone.locator(".advice h3")).to_be_in_viewport(ratio=1)
    expect(phone.locator(".advice li .chance").first).to_be_in_viewport(ratio=1)
    expect(phone.get_by_role("region", name="What would you do?")).to_be_focused()


def test_advice_squeezes_neither_the_answers_nor_the_chosen(house: House, page: Page, tmp_path: Path) -> None:
    page.set_viewport_size(LAPTOP)
    page.add_init_script("localStorage.setItem('facts of the chosen', 'open')")
    opened(page, house, sandtable.new("dba", "first-lesson", dice=[6]), tmp_path)
    page.keyboard.press("n")
    ask(page)
    assert page.locator(".slot.answers").evaluate(HEIGHT) >= 160
    card = page.locator(".chosen-card")
    assert card.evaluate("node => node.scrollHeight - node.clientHeight") <= 1, "its facts are all seen"


@pytest.mark.parametrize("side", ["red", "blue"])
def test_a_lesson_on_a_phone_covers_nobody_of_whom_it_speaks_to(house: House, phone: Page, side: str) -> None:
    """Gauls stand at the far edge, where its words lie."""
    phone.goto(f"{house.url}{begun(phone, house, 'dba', 'first-lesson')['seats'][side]['url']}")
    TablePage(phone)
    lesson = phone.locator(".lesson")
    expect(lesson.locator("p")).to_be_visible()
    own = side[0].upper()
    becomes(phone, lambda: [one for one in lesson.evaluate(UNDER) if one.startswith(own)], [])
    seen = "node => { const r = node.getBoundingClientRect(); return r.left >= 0 && r.right <= innerWidth; }"
    assert all(one.evaluate(seen) for one in phone.locator(f'.board .figure[data-id^="{own}"] .base').all())


@pytest.mark.parametrize("tab", ["Журнал", "Стороны"])
def test_news_keep_two_lines_above_tabs_for_fingers(house: House, chromium: Browser, tmp_path: Path, tab: str) -> None:
    """A battle that computers ended, with somebody chosen: the tabs lay over what they had done."""

    def by_computers(text: str | bytes) -> str:
        message = json.loads(text)
        for step in message.get("steps", []):
            step["by"] = "quick"
        return json.dumps(message)

    def meet(line: Any) -> None:
        server = line.connect_to_server()
        server.on_message(lambda text: line.send(by_computers(text)))

    with window(chromium, viewport=TABLET, has_touch=True, locale="ru-RU") as page:
        page.route_web_socket("**/ws/*", meet)
        table = opened(page, house, played_out("inter-arma", "ford"), tmp_path)
        page.touchscreen.tap(*table.pixel("A1"))
        expect(page.locator(".chosen-card")).to_be_visible()
        button = page.locator(".shelf").get_by_role("button", name=tab)
        if button.get_attribute("aria-pressed") == "false":
            button.tap()
        expect(page.locator(".since summary")).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize(("game", "scenario"), [("dba", "first-lesson"), ("dbaix", "feast")])
def test_who_is_asked_whether_to_resign_sees_both_answers(
    house: House, russian_phone: Page, game: str, scenario: str
) -> None:
    page = russian_phone
    page.goto(f"{house.url}{begun(page, house, game, scenario)['url']}")
    TablePage(page)
    page.get_by_role("button", name="Стороны", exact=True).tap()
    page.locator("[data-act=resign]").tap()
    for answer in ("Сдаться", "Сражаться дальше"):
        button = page.locator(".ends").get_by_role("button", name=answer)
        box = button.bounding_box()
        assert box is not None and box["y"] + box["height"] <= PHONE["height"]
        free = "([x, y]) => document.elementFromPoint(x, y)?.textContent"
        spot = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        assert page.evaluate(free, spot).strip() == answer, "nothing lies over it"


@pytest.mark.parametrize("scenario", ["C2", "C3"])
def test_the_question_for_orders_has_four_lines_at_most(
    house: House, chromium: Browser, tmp_path: Path, scenario: str
) -> None:
    """Five leaders have orders left: it had five lines in Russian, and spoke of a code."""
    battle, chance = sandtable.new("batalist", scenario, {"deployment": "ready_made"}, seed=5), random.Random(3)
    while not any(action.verb.lower() == "give" for action in battle.legal()):
        battle.play(battle.sample(chance))
    with window(chromium, viewport=LAPTOP, locale="ru-RU") as page:
        opened(page, house, battle, tmp_path)
        expect(page.locator("[data-prompt]")).to_have_text(
            re.compile(r"Осталось отдать.* из запаса "), timeout=PATIENCE
        )
        for size in (LAPTOP, TABLET, PHONE):
            page.set_viewport_size(size)
            becomes(page, lambda: page.evaluate(QUESTION, LINES), [])


def test_a_finger_on_a_word_below_a_clause_means_the_word(house: House, russian_phone: Page) -> None:
    """Chromium led a finger on its upper half to the clause, which answers to fingers, and the sentence did not."""
    page = russian_phone
    page.goto(f"{house.url}{begun(page, house, 'dba', 'first-lesson')['url']}")
    TablePage(page)
    upper = """() => {
        const asked = document.querySelector('[data-prompt]');
        const text = document.createTreeWalker(asked, NodeFilter.SHOW_TEXT).nextNode();
        const range = new Range(), from = text.data.indexOf('PIP');
        range.setStart(text, from);
        range.setEnd(text, from + 3);
        const { x, y, width } = range.getBoundingClientRect();
        return [x + width / 2, y + 4];
    }"""
    becomes(page, lambda: page.evaluate("CSS.highlights.get('term').size > 0"), True)
    page.touchscreen.tap(*page.evaluate(upper))
    expect(page.locator("dialog.drawer article.here")).to_have_attribute("aria-label", "PIP", timeout=PATIENCE)


def test_no_comma_of_the_book_begins_a_line(house: House, russian_phone: Page) -> None:
    page = russian_phone
    page.goto(f"{house.url}{begun(page, house, 'dba', 'first-lesson')['url']}")
    page.locator(".ask .clause").tap()
    chapters = page.locator("dialog.drawer select option")
    expect(chapters.first).to_be_attached(timeout=PATIENCE)
    found = []
    for chapter in chapters.evaluate_all("nodes => nodes.map(node => node.value)"):
        page.locator("dialog.drawer select").select_option(chapter)
        page.wait_for_timeout(50)
        found += page.evaluate(APART)
    assert found == []


def test_whose_log_is_shown_is_said_in_full(house: House, chromium: Browser) -> None:
    with window(chromium, viewport=LAPTOP, locale="ru-RU") as page:
        page.goto(f"{house.url}{begun(page, house, 'dba', 'first-lesson')['url']}")
        choice = page.locator(".log header select")
        expect(choice).to_be_visible(timeout=PATIENCE)
        assert choice.evaluate("node => node.scrollWidth - node.clientWidth") <= 0
