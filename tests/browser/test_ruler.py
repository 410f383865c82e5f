"""The ruler, dice that go, names of terrain that no base hides, and a frame that leaves the enemy alone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.house import House
from browser.line_of_battle import save
from browser.table_page import PATIENCE, TablePage, becomes, start, stop_clocks

# Names of terrain that lie over a base, all of one moment: the table grows to its place while the page is laid out.
HIDDEN = """() => {
  const boxes = what => [...document.querySelectorAll(what)].map(one => [one.textContent, one.getBoundingClientRect()]);
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const bases = boxes(".board .figure .base");
  const hidden = boxes(".board .labels text").filter(([, name]) => bases.some(([, base]) => over(name, base)));
  return bases.length ? hidden.map(([name]) => name) : ["no base to hide one"];
}"""
HOTSEAT = {"Romans": "You", "Gauls": "You", "Pirates": "You"}


@pytest.fixture
def line(house: House, page: Page) -> TablePage:
    """Three legionaries front to front with three villagers."""
    loaded = page.request.post(f"{house.url}/api/battles/load", data={"save": save()})
    page.goto(f"{house.url}{loaded.json()['url']}")
    return TablePage(page)


def box(of: Any) -> tuple[float, float, float, float]:
    found = of.bounding_box()
    assert found
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def tall(of: Any) -> float:
    _, y0, _, y1 = box(of)
    return y1 - y0


def test_the_ruler_says_lengths_in_inches(line: TablePage) -> None:
    """From the corner of R1 to that of R3, three bases of an inch; nothing is moved by it."""
    page = line.page
    page.get_by_role("button", name="Ruler").click()
    x1, y1, _, _ = box(line.figure("R1").locator(".base"))
    _, y3, x3, _ = box(line.figure("R3").locator(".base"))
    page.mouse.move(x1 + 3, y1 + 3)  # near the corner is at the corner
    page.mouse.down()
    page.mouse.move(x3 - 3, y3 + 3, steps=4)
    expect(page.locator(".board .length")).to_have_text("3″")
    page.mouse.up()
    expect(page.locator(".board .figure.ghost")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".board .length")).to_have_count(0)


def test_the_ruler_goes_by_keys_too(line: TablePage) -> None:
    page = line.page
    page.mouse.click(*line.pixel("R4"))
    page.keyboard.press("m")
    for _ in range(4):
        page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".board .length")).to_have_text("2.1″")
    page.keyboard.press("m")
    expect(page.locator(".board .length")).to_have_count(0)


def test_dice_go_when_something_else_is_done(line: TablePage) -> None:
    page = line.page
    stop_clocks(page)  # or they go by themselves
    page.reload()
    expect(page.locator(".tray .die")).to_have_count(1)
    line.press("End movement")
    expect(page.locator("[data-verb=fight]")).to_have_count(3, timeout=PATIENCE)
    expect(page.locator(".tray")).to_have_count(0)
    page.locator("[data-verb=fight]").nth(1).click()
    page.keyboard.press("Enter")
    expect(page.locator(".tray .die")).to_have_count(2, timeout=PATIENCE)
    page.locator("[data-verb=fight]").first.click()
    expect(page.locator(".tray")).to_have_count(0)


def test_the_frame_of_a_chosen_base_keeps_to_it(line: TablePage) -> None:
    """The villager before it is seen whole, and while a fight is looked at nobody is framed."""
    page = line.page
    page.mouse.click(*line.pixel("R2"))
    frame = page.locator(".board .chosen")
    expect(frame).to_have_count(1)
    _, y0, _, _ = box(frame)
    _, _, _, enemy = box(line.figure("G2").locator(".base"))
    assert y0 >= enemy - 2, "no more than half a line over the edge that they share"
    line.press("End movement")
    page.locator("[data-verb=fight]").nth(1).click(timeout=PATIENCE)
    expect(frame).to_have_count(0)
    expect(page.locator(".board .figure.lit")).to_have_count(2)


def test_no_base_hides_a_name_of_terrain(house: House, page: Page) -> None:
    """Every name is written once, as large from near as from far, and away from every base."""
    table = start(page, house.url, "village", HOTSEAT)
    name = page.locator(".board .labels text", has_text="West wood")
    expect(name).to_have_count(1)
    becomes(page, lambda: page.evaluate(HIDDEN), [])
    high, farther = tall(name), table.inch()
    page.mouse.move(*table.pixel("R23"))
    for _ in range(3):
        page.mouse.wheel(0, -240)
    becomes(page, lambda: table.inch() > 2 * farther, True)
    becomes(page, lambda: tall(name), pytest.approx(high, abs=3))
