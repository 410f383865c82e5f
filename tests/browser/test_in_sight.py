"""No list kills a panel, and what must be pressed next is in sight on every screen, with its key."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from browser.house import House
from browser.line_of_battle import save
from browser.table_page import PATIENCE, TablePage, becomes, start, window
from browser.test_shooting import within_bowshot

HOTSEAT = {"Romans": "You", "Gauls": "You", "Pirates": "You"}
MOUSE, FINGERS = False, True
SCREENS: list[tuple[ViewportSize, bool]] = [
    ({"width": 1366, "height": 768}, MOUSE),
    ({"width": 1024, "height": 768}, MOUSE),
    ({"width": 390, "height": 844}, MOUSE),
    ({"width": 390, "height": 844}, FINGERS),
]


def _said(param: tuple[ViewportSize, bool]) -> str:
    size, touch = param
    return f"{size['width']}x{size['height']}{' under fingers' if touch else ''}"


@pytest.fixture(params=SCREENS, ids=_said)
def screen(request: pytest.FixtureRequest, chromium: Browser):  # type: ignore[no-untyped-def]
    """A window of each of the sizes, the smallest with a mouse and under fingers."""
    size, touch = request.param
    with window(chromium, viewport=size, has_touch=touch, is_mobile=touch) as page:
        yield page


def in_sight(button: Locator) -> None:
    """Wholly on the screen, and nothing lies over its middle."""
    expect(button).to_be_visible(timeout=PATIENCE)
    expect(button).to_be_in_viewport(ratio=1)
    free = (
        "node => { const r = node.getBoundingClientRect();"
        "return node.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)); }"
    )
    becomes(button.page, lambda: button.evaluate(free), True)


def key_of(button: Locator) -> str:
    """The key that the button shows (nothing under fingers), which must be the one that it answers to."""
    shown: str = button.locator("kbd").evaluate(
        "node => getComputedStyle(node).display === 'none' ? '' : getComputedStyle(node, '::after').content"
    )
    return shown.strip('"')


def answers_to(page: Page, button: Locator, key: str) -> None:
    """The button is in sight and shows the key that it answers to; whoever has no keyboard is not shown it."""
    in_sight(button)
    expect(button).to_have_attribute("aria-keyshortcuts", {"Esc": "Escape"}.get(key, key))
    under_fingers = page.evaluate("matchMedia('(pointer: coarse)').matches")
    becomes(page, lambda: key_of(button), "" if under_fingers else key)


def load(page: Page, house: House, data: dict[str, Any]) -> TablePage:
    loaded = page.request.post(f"{house.url}/api/battles/load", data={"save": data})
    assert loaded.ok, loaded.text()
    page.goto(f"{house.url}{loaded.json()['url']}")
    return TablePage(page)


def test_a_suggestion_pointed_at_and_left_by_escape_does_not_kill_the_panel(house: House, page: Page) -> None:
    """The button goes away under the pointer, so that it never hears that the pointer has left it."""
    table = start(page, house.url, "village", HOTSEAT)
    page.mouse.click(*table.pixel("R15"))
    page.locator(".orders-part .orders button").first.hover()
    expect(page.locator(".board .figure.ghost").first).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Escape")
    expect(page.locator(".orders-part .orders button")).to_have_count(0)
    expect(page.locator(".board .figure.ghost")).to_have_count(0)
    table.drag("R15", 0, 1.5)
    table.judged_legal()
    expect(page.locator(".board .figure.ghost")).to_have_count(1)


def test_what_cannot_be_drawn_takes_nothing_else_with_it(house: House, page: Page) -> None:
    """Two figures of one id and a fact that is none: the table stands, the card says so, the log goes on."""
    made = page.request.post(f"{house.url}/api/battles", data={"game": "dbaix", "scenario": "feast", "seed": "5"})
    broken: dict[str, Any] = {}

    def spoil(text: str | bytes) -> str:
        message = json.loads(text)
        if message["type"] == "state":
            figures = message["scene"]["figures"]
            figures[1]["id"] = figures[0]["id"]
            broken["id"], figures[2]["facts"] = figures[2]["id"], [None]
        return json.dumps(message)

    def meet(line: Any) -> None:
        server = line.connect_to_server()
        server.on_message(lambda text: line.send(spoil(text)))

    page.route_web_socket("**/ws/*", meet)
    page.goto(f"{house.url}{made.json()['url']}")
    table = TablePage(page)
    page.mouse.click(*table.pixel(broken["id"]))
    expect(page.locator(".failed")).to_have_count(1, timeout=PATIENCE)
    expect(page.locator(".failed")).to_contain_text("What is chosen could not be drawn")
    expect(table.log).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".failed")).to_have_count(0)
    expect(page.locator(".orders-part")).to_contain_text("Choose a figure")


def test_confirm_and_end_are_in_sight(house: House, screen: Page) -> None:
    made = screen.request.post(f"{house.url}/api/battles", data={"game": "dbaix", "scenario": "village", "seed": "5"})
    screen.goto(f"{house.url}{made.json()['url']}")
    table = TablePage(screen)
    end = screen.get_by_role("button", name="End movement", exact=True)
    answers_to(screen, end, "1")
    screen.keyboard.press("n")
    for _ in range(3):
        screen.keyboard.press("Shift+ArrowUp")
    answers_to(screen, table.confirm, "Enter")
    answers_to(screen, screen.get_by_role("button", name="Cancel", exact=True), "Esc")
    answers_to(screen, end, "1")
    screen.keyboard.press("Escape")
    expect(table.confirm).to_have_count(0)
    screen.keyboard.press("1")
    expect(screen.locator(".ask .who")).to_have_text("Gauls", timeout=PATIENCE)


def test_fight_is_in_sight(house: House, screen: Page) -> None:
    table = load(screen, house, save())
    screen.keyboard.press("1")
    screen.locator("[data-verb=fight]").nth(1).click(timeout=PATIENCE)
    expect(screen.locator(".consider table")).to_be_attached(timeout=PATIENCE)
    expect(table.confirm).to_have_text("Fight")
    answers_to(screen, table.confirm, "Enter")
    screen.keyboard.press("Enter")
    expect(screen.locator("[data-verb=fight]")).to_have_count(2, timeout=PATIENCE)


def test_shoot_is_in_sight(house: House, screen: Page) -> None:
    table = load(screen, house, within_bowshot())
    screen.keyboard.press("1")
    expect(table.prompt).to_contain_text("who shoots next", timeout=PATIENCE)  # Longbows were listed to be moved, too
    screen.locator(".orders-part .orders button", has_text="Longbows (R7)").first.click(timeout=PATIENCE)
    answers_to(screen, table.confirm, "Enter")
    screen.keyboard.press("Enter")
    expect(table.prompt).to_contain_text("at whom", timeout=PATIENCE)
    screen.locator(".orders-part .orders button").first.click()
    expect(screen.locator(".consider table")).to_be_attached(timeout=PATIENCE)
    expect(table.confirm).to_have_text("Shoot")
    answers_to(screen, table.confirm, "Enter")


def test_place_is_in_sight(house: House, screen: Page) -> None:
    made = screen.request.post(f"{house.url}/api/battles", data={"game": "dba", "scenario": "by-hand", "seed": "5"})
    screen.goto(f"{house.url}{made.json()['url']}")
    screen.locator(".orders li button", has_text="Place a small wood").click(timeout=PATIENCE)
    place = screen.locator("[data-act=confirm]")
    expect(place).to_have_text("Place")
    answers_to(screen, place, "Enter")
    if screen.viewport_size and screen.viewport_size["width"] > 390:  # there a part by itself shows them
        for name in ("Rules", "Replay", "Help"):  # below two armies that still wait beside the table
            in_sight(screen.get_by_role("button", name=name, exact=True))
    screen.keyboard.press("Enter")
    expect(screen.locator("[data-prompt]")).to_contain_text("1 piece so far", timeout=PATIENCE)
