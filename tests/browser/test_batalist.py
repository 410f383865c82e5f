"""Batalist, twelve battalions against twelve, to the end: by mouse, keys and fingers; secret cards; in Russian."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as Late

from browser.conftest import PHONE
from browser.house import COMMAND, House
from browser.table_page import PATIENCE, TablePage, becomes, fits, window
from sandtable.files import MarkedDict
from sandtable.table.cases import answer as answer_of

MINUTES = 6
"""For a battle of ten turns, on a machine with much else to do."""

ORDERS = "Lay order cards"


def laid(page: Page, house: House, **more: Any) -> dict[str, Any]:
    """C1 with both armies in their places, and the links to its seats."""
    battle = {"game": "batalist", "scenario": "C1", "seed": "5", "options": {"deployment": "ready_made"}} | more
    answer = page.request.post(f"{house.url}/api/battles", data=battle)
    assert answer.ok, answer.text()
    made: dict[str, Any] = answer.json()
    return made


def seat(page: Page, house: House, made: dict[str, Any], side: str) -> TablePage:
    """Sit down there."""
    page.goto(f"{house.url}{made['seats'][side]['url']}")
    return TablePage(page)


def lay_first(table: TablePage, figure: str, order: str) -> None:
    """Point at a battalion, choose an order of its list, and confirm it."""
    page = table.page
    x, y = table.pixel(figure)
    cards = table.figure(figure).locator("g.card")
    before = cards.count()
    page.touchscreen.tap(x, y) if page.viewport_size == PHONE else page.mouse.click(x, y)
    page.locator(".orders-part .orders button", has_text=order).first.click()
    table.confirm.first.click()
    expect(cards).to_have_count(before + 1)


def pressed(button: Locator) -> bool:
    """Press it; it may be gone again, when what was decided in the other window comes here just now."""
    try:
        button.click(timeout=2000)
    except Late:
        return False
    return True


def answer(table: TablePage) -> bool:
    """Press the first button that answers what is asked, if something is asked here; or take what is listed first."""
    page = table.page
    state = page.locator(".controls button.primary:enabled, [data-act=confirm]:enabled")
    if state.count() > 0:
        asked = table.prompt.inner_text()
        if not pressed(state.first):
            return False
        page.wait_for_timeout(50)
        if table.prompt.inner_text() != asked:
            page.wait_for_timeout(50)
        return True
    listed = page.locator(".orders-part .orders button:enabled")
    if page.locator(".ask.yours").count() and listed.count() > 0:
        return pressed(listed.first)
    if page.locator(".ask.yours").count():
        page.keyboard.press("n")
    return False


def answer_by_keys(table: TablePage) -> bool:
    """The same without a pointer: Enter, the button with a 1, or the next figure and what its list has first."""
    page = table.page
    if not page.locator(".ask.yours").count():
        return False
    if page.locator("[data-act=confirm]:enabled").count() > 0:
        page.keyboard.press("Enter")
    elif page.locator(".controls button.primary:enabled").count() > 0:
        page.keyboard.press("1")
    else:
        page.keyboard.press("n")
        page.keyboard.press("o")
        page.keyboard.press("Enter")
    page.wait_for_timeout(50)
    return True


def fought_out(*tables: TablePage, keys: str = "\0") -> None:
    """Everybody answers what they are asked, until it is over; the first by keys alone from the turn ``keys`` on."""
    until = time.monotonic() + 60 * MINUTES
    first = tables[0].page
    late = False
    while first.locator(".result, [aria-label=Result]").count() == 0:
        assert time.monotonic() < until, tables[0].prompt.inner_text()
        late = late or keys in first.locator(".chips").inner_text()
        asked = [answer_by_keys(tables[0]) if late else answer(tables[0]), *map(answer, tables[1:])]
        if True not in asked:
            first.wait_for_timeout(50)


def test_a_battle_of_twelve_against_twelve_by_mouse_keys_and_fingers(house: House, page: Page, phone: Page) -> None:
    """Cards are laid at the same time, each on its seat; one is turned up; after turn 10 it is over for both."""
    made = laid(page, house)
    south, north = seat(page, house, made, "south"), seat(phone, house, made, "north")
    for table in (south, north):
        expect(table.page.locator(".board .figure")).to_have_count(24)
        expect(table.prompt).to_contain_text("Left to give: ")
        table.page.get_by_label("End the lesson").click()
    lay_first(south, "A1", "Move")
    lay_first(south, "A2", "Turn")
    lay_first(north, "B1", "Move")
    expect(north.figure("A1").locator("g.card")).to_have_count(0)
    expect(south.figure("B1").locator("g.card")).to_have_count(0)
    south.page.locator("[data-control=ready]").click()
    expect(north.page.locator("[data-together]")).to_contain_text("League of the Free Marches (done)")
    north.page.locator("[data-control=ready]").click()
    for table, own, other in ((south, "A1", "B1"), (north, "B1", "A1")):
        expect(table.figure(own).locator("g.card:not(.face-down)")).to_have_count(1)
        expect(table.figure(other).locator("g.card.face-down")).to_have_count(1)
        looks = {table.figure(one).locator("g.card").evaluate("node => node.innerHTML.replace(/x=.[-.0-9]+./, '')")
                 for one in (("A1", "A2") if table is north else ("B1",))}  # fmt: skip
        assert len(looks) == 1, "cards that lie face down look alike"
    fits(phone)
    fought_out(south, north, keys="6 of 10")
    for table in (south, north):
        expect(table.page.locator(".result, [aria-label=Result]").first).to_be_visible()


def test_one_window_is_covered_until_the_next_player_sits_down(house: House, page: Page) -> None:
    """South's card is not to be seen while North lays theirs, nor before South sits there; then nobody minds."""
    made = laid(page, house)
    page.goto(f"{house.url}{made['url']}")
    table = TablePage(page)
    lay_first(table, "A1", "Move")
    page.locator("[data-control=ready]").click()
    expect(page.get_by_role("heading", name="Red Tusk Horde")).to_be_visible()
    expect(page.locator(".page")).not_to_be_visible()
    page.keyboard.press("1")  # no key gets through
    page.keyboard.press("Enter")
    expect(table.prompt).to_contain_text(ORDERS)
    expect(table.figure("A1").locator("g.card")).to_have_count(0)
    lay_first(table, "B1", "Move")
    page.locator("[data-control=ready]").click()
    expect(table.prompt).not_to_contain_text(ORDERS)
    if page.locator("[data-act=look]").count():
        page.get_by_text("don't ask again").click()
    page.locator("[data-control='go first']").click()
    becomes(page, lambda: page.locator("[data-act=look]").count(), 0)


def surrounded() -> dict[str, Any]:
    """A save in which rangers, who throw 6, have surrounded noisy orcs, who throw 2 and 5 (REC-2, SKL-26b)."""
    scouts = {"id": "A1", "unit": "rangers", "at": [40, 24.5], "facing": 0.0, "cards": ["reconnaissance"]}
    thrown = (("south", 6), ("north", 2), ("north", 5))
    case = MarkedDict(1)
    case |= {
        "game": "batalist",
        "title": "Surrounded",
        "house_rules": {"ambush": True, "reconnaissance": True},
        "ground": [{"kind": "wood", "name": "wood", "box": [30, 25, 50, 35]}],
        "south": {"battalions": [scouts]},
        "north": {"battalions": [{"id": "B1", "unit": "orc_warriors", "ambush": True}]},
        "dice": [{"for": "scouting", "side": side, "value": value} for side, value in thrown],
        "actions": [{"scout": ["A1"]}],
    }
    save: dict[str, Any] = answer_of(case, "surrounded").battle.to_json(with_seed=True)
    return save


@pytest.mark.clause("BAT-REC-5", "BAT-REC-9")
def test_whose_place_is_asked_is_chosen_and_dragged_though_they_are_an_enemy(house: House, page: Page) -> None:
    made = page.request.post(f"{house.url}/api/battles/load", data={"save": surrounded()})
    page.goto(f"{house.url}{made.json()['url']}")
    table = TablePage(page)
    expect(table.prompt).to_contain_text("You have surrounded Orc warriors (B1). Where do they stand")
    expect(page.locator("[data-panel] h3").first).to_have_text("Orc warriors")
    expect(page.locator("fieldset.hands")).to_have_count(0)
    before = table.place("B1")
    table.drag("B1", 0, 0.5)  # of 6 steps
    table.judged_legal()
    page.keyboard.press("Enter")
    becomes(page, lambda: table.place("B1") != before, True)
    expect(table.prompt).to_contain_text("at once, without an order")


@pytest.fixture(scope="module")
def russian(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that speaks Russian."""
    house = House(tmp_path_factory.mktemp("russian"), program=(*COMMAND, "--language", "ru"))
    house.start()
    yield house
    house.kill()


NAMES = {"Sandtable", "DBAix", "Pursuit", "Flash", "Flood", "Inter", "Arma", "Batalist", "Ctrl", "Shift", "Enter"}
"""Latin words that stay: what games and keys are called."""


def english(page: Page, part: str) -> set[str]:
    """Latin words of some length that stand there, or are said of what stands there."""
    said: str = page.locator(part).first.evaluate(
        """node => node.innerText + ' ' + [...node.querySelectorAll('[title], [aria-label]')]
            .map(one => (one.getAttribute('title') ?? '') + ' ' + (one.getAttribute('aria-label') ?? '')).join(' ')"""
    )
    return set(re.findall(r"(?<![\w-])[A-Za-z][a-z]{2,}(?![\w-])", said)) - NAMES


def test_the_table_in_russian(russian: House, chromium: Browser) -> None:
    with window(chromium, viewport={"width": 1366, "height": 768}) as page:
        made = laid(page, russian)
        table = seat(page, russian, made, "south")
        assert page.locator("html").get_attribute("lang") == "ru"
        expect(table.prompt).to_contain_text("Осталось отдать (можно не все): ")
        assert english(page, "body") == set()
        x, y = table.pixel("A4")
        page.mouse.click(x, y)
        expect(page.locator(".orders-part")).to_contain_text("КН 4")
        answer = page.locator(".orders-part .orders button").first
        expect(answer).to_contain_text("Щитоносцы (A4)")  # until then all are listed, whoever is chosen
        answer.click()
        expect(table.confirm).to_be_enabled()
        assert english(page, "body") == set()
        table.confirm.click()
        expect(page.locator(".board g.card:not(.face-down)")).to_have_count(1)
        expect(table.log).to_contain_text("приказ «")
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_contain_text("следующая фигура")
        page.keyboard.press("Escape")
        page.keyboard.press("r")
        expect(page.get_by_role("dialog")).to_be_visible(timeout=PATIENCE)


def test_kinds_of_move_are_called_in_russian(russian: House, chromium: Browser) -> None:
    """Whoever has a Move to carry out chooses among them; they stood in English."""
    case = MarkedDict(1)
    case |= {"game": "batalist", "title": "A move"}
    case |= {
        "south": {"battalions": [{"id": "A1", "unit": "rangers", "at": [40, 20], "facing": "N", "cards": ["move"]}]}
    }
    case |= {"north": {"battalions": [{"id": "B1", "unit": "orc_warriors", "at": [80, 55], "facing": "S"}]}}
    save = answer_of(case, "move").battle.to_json(with_seed=True)
    with window(chromium, viewport={"width": 1366, "height": 768}) as page:
        made = page.request.post(f"{russian.url}/api/battles/load", data={"save": save})
        page.goto(f"{russian.url}{made.json()['url']}")
        page.mouse.click(*TablePage(page).pixel("A1"))
        expect(page.locator("fieldset.hands")).to_contain_text("Движение")
        assert english(page, "body") == set()
