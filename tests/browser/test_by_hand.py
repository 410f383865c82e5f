"""DBA from the first die in the browser: terrain, edges, camps and both armies put down by hand, to the first bound."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.house import House
from browser.table_page import PATIENCE, SETTLED, TablePage, becomes

Spot = tuple[float, float]


def board_pixel(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a place in paces is on the screen."""
    page.wait_for_function(SETTLED)
    matrix = page.locator(".board > svg").evaluate("node => { const m = node.getScreenCTM(); return [m.a, m.e, m.f]; }")
    return matrix[1] + matrix[0] * x / 160.0, matrix[2] + matrix[0] * (3000.0 - y) / 160.0


def first_order(page: Page, word: str) -> None:
    """The first order of the list that begins with a word lies open."""
    page.locator(".orders li button", has_text=word).first.click()


def deploy_row(page: Page, table: TablePage, army: str, x: float, y: float) -> None:
    """All that wait of a side in one row: chosen beside the table, and put where it is pointed at."""
    expect(page.locator("[data-prompt]").locator("xpath=ancestor::*[1]")).to_contain_text(army, timeout=PATIENCE)
    waiting = page.get_by_role("region", name="Waiting beside the table").get_by_role("button")
    expect(waiting).to_have_count(12, timeout=PATIENCE)
    for index in range(12):
        waiting.nth(index).click()
    page.mouse.click(*board_pixel(page, x, y))
    expect(table.confirm).to_be_enabled(timeout=PATIENCE)
    page.keyboard.press("Enter")
    expect(waiting).to_have_count(0, timeout=PATIENCE)


def lies(page: Page, ghost: Locator, x: float, y: float) -> None:
    """The piece has its middle at a place in paces, but for a few pixels."""
    becomes(page, lambda: middle(ghost) == near(board_pixel(page, x, y)), True)


def middle(ghost: Locator) -> Spot:
    """Where the middle of a piece is on the screen."""
    box = ghost.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def near(spot: Spot) -> Any:
    """The same place but for a few pixels."""
    return pytest.approx(spot, abs=4)


def drag(page: Page, start: Spot, end: Spot) -> None:
    """Carry what lies there to another place."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 8, start[1] + 4)
    page.mouse.move(*end, steps=6)
    page.mouse.up()


@pytest.mark.clause("DBA-SETUP-2", "DBA-DEPLOY-1", "DBA-DEPLOY-3", "DBA-DEPLOY-7")
def test_from_the_first_die_to_the_first_bound(house: House, page: Page) -> None:
    page.goto(house.url)
    page.get_by_role("navigation", name="Game").get_by_role("button", name="DBA 2.2").click()
    page.goto(house.url)
    page.locator('[data-scenario="by-hand"]').click()
    page.get_by_text("House rules").click()
    page.get_by_label("Seed of the dice").fill("5")
    for side in ("Red", "Blue"):
        page.locator("fieldset", has=page.locator("legend", has_text=side)).get_by_text("You", exact=True).click()
    page.locator("[data-act=start]").click()
    prompt = page.locator("[data-prompt]")
    expect(prompt).to_contain_text("nothing so far", timeout=PATIENCE)

    first_order(page, "Lay a road from the south edge to the north edge, in the middle")
    expect(page.locator(".board .overlay-reach")).to_have_count(1)
    expect(page.locator(".orders-part")).not_to_contain_text("Point at another place")
    page.keyboard.press("Enter")
    expect(prompt).to_contain_text("1 piece so far", timeout=PATIENCE)

    # A wood is shown where it would lie, goes where the table is pointed at, is dragged on, and lies there.
    expect(page.locator(".orders li button", has_text="Place a small wood")).to_have_count(1)  # for all its places
    first_order(page, "Place a small wood")
    ghost = page.locator(".board .overlay-reach polygon")
    expect(ghost).to_have_count(1)
    page.mouse.click(*board_pixel(page, 1500.0, 1200.0))
    lies(page, ghost, 1500.0, 1200.0)
    drag(page, board_pixel(page, 1500.0, 1200.0), board_pixel(page, 2100.0, 1800.0))
    lies(page, ghost, 2100.0, 1800.0)
    page.keyboard.press("Enter")
    expect(prompt).to_contain_text("2 pieces so far", timeout=PATIENCE)
    pieces = 2
    while (
        page.get_by_role("button", name="End placing terrain").count() == 0
    ):  # not before the least that must be placed
        page.locator(".orders li button").first.click()
        page.keyboard.press("Enter")
        pieces += 1
        expect(prompt).to_contain_text(f"{pieces} pieces so far", timeout=PATIENCE)
    page.get_by_role("button", name="End placing terrain").click()
    page.get_by_role("button", name="Give the north edge the numbers 4 to 6").click()
    for camps in (1, 2):
        expect(prompt).to_contain_text("Pitch the camp", timeout=PATIENCE)
        first_order(page, "Pitch the camp")
        expect(page.locator(".board .overlay-reach")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.locator(".board .figure")).to_have_count(camps, timeout=PATIENCE)

    table = TablePage(page)
    deploy_row(page, table, "French", 2380.0, 500.0)
    deploy_row(page, table, "Germans", 620.0, 2500.0)
    expect(prompt).to_contain_text("Exchange up to 2 pairs", timeout=PATIENCE)
    page.get_by_role("button", name=re.compile("^End")).click()
    expect(prompt).to_contain_text("PIP", timeout=PATIENCE)
    expect(page.locator(".board .figure")).to_have_count(26)


def test_a_placement_that_is_not_allowed_says_why(house: House, page: Page) -> None:
    """A wood may not hang over the edge of the board."""
    page.goto(house.url)
    page.get_by_role("navigation", name="Game").get_by_role("button", name="DBA 2.2").click()
    made = page.request.post(f"{house.url}/api/battles", data={"game": "dba", "scenario": "by-hand", "seed": "5"})
    page.goto(f"{house.url}{made.json()['url']}")
    first_order(page, "Place a small")
    page.mouse.click(*board_pixel(page, 30.0, 1500.0))
    expect(page.locator(".orders-part .reasons")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("[data-act=confirm]")).to_be_disabled()
    expect(page.locator(".board .overlay-reach.bad")).to_have_count(1)
    expect(page.locator(".board .tag")).to_contain_text("wholly on the board")

    # Dragged back onto the board it may lie there, turned by a key and moved a little by another.
    drag(page, board_pixel(page, 30.0, 1500.0), board_pixel(page, 600.0, 1500.0))
    expect(page.locator(".board .overlay-reach.bad")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator("[data-act=confirm]")).to_be_enabled()
    ghost = page.locator(".board .overlay-reach polygon")
    before = middle(ghost)
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("[data-act=confirm]")).to_be_enabled()
    becomes(page, lambda: middle(ghost)[0] > before[0] + 5, True)
    turned = ghost.get_attribute("points")
    page.keyboard.press("e")
    expect(ghost).not_to_have_attribute("points", str(turned))


def test_a_piece_is_brought_from_the_list(house: House, page: Page) -> None:
    """Pressed in the list, it follows the pointer onto the table; let go of beside the table, it is put away again."""
    page.goto(house.url)
    made = page.request.post(f"{house.url}/api/battles", data={"game": "dba", "scenario": "by-hand", "seed": "5"})
    page.goto(f"{house.url}{made.json()['url']}")
    entry = page.locator(".orders li button", has_text="Place a small wood")
    expect(entry).to_be_visible(timeout=PATIENCE)
    entry.scroll_into_view_if_needed()
    ghost = page.locator(".board .overlay-reach polygon")
    drag(page, middle(entry), board_pixel(page, 2000.0, 900.0))
    lies(page, ghost, 2000.0, 900.0)
    expect(page.get_by_role("button", name="Place", exact=True)).to_be_enabled(timeout=PATIENCE)
    page.keyboard.press("Enter")
    expect(page.locator("[data-prompt]")).to_contain_text("1 piece so far", timeout=PATIENCE)
    expect(page.locator(".board .feature-wood")).to_have_count(1)
