"""Figures put on the table by hand from beside it, in a game measured in paces.

No game here does that yet, so the server's side of the line is spoken by the test: what it shows is the board's part.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.paces import BASE, Table
from browser.table_page import TablePage


def test_a_figure_is_dragged_from_beside_the_table(page: Page, spoken: tuple[Table, TablePage]) -> None:
    """It lies where the mouse let go, is confirmed, and what the server hears is in paces."""
    table, board = spoken
    expect(page.get_by_role("button", name="Spears A2", exact=True)).to_be_visible()
    token = page.get_by_role("button", name="Spears A2", exact=True).bounding_box()
    assert token is not None
    x, y = board.pixel("A1")
    base = board.inch()  # pixels in a base
    page.mouse.move(token["x"] + 10, token["y"] + 10)
    page.mouse.down()
    page.mouse.move(x + 300, y, steps=4)
    page.mouse.move(x + 2 * base, y, steps=4)
    expect(page.locator(".board .figure.ghost.good")).to_have_count(1)
    page.mouse.up()
    expect(board.draft.get_by_role("heading")).to_have_text("Deploy Spears A2")
    board.confirm.click()
    expect(page.locator(".board .figure")).to_have_count(2)
    played = table.last("play")
    assert (played["verb"], played["figures"]) == ("deploy", ["A2"])
    assert played["to"] == [pytest.approx(1200 + 2 * BASE, abs=8), pytest.approx(200, abs=8)]


def test_a_figure_is_dragged_onto_the_base_of_another(page: Page, spoken: tuple[Table, TablePage]) -> None:
    """As a hero of Batalist may start (DEP-11): the server hears of the place where the mouse let go, on that base."""
    table, board = spoken
    token = page.get_by_role("button", name="Spears A2", exact=True).bounding_box()
    assert token is not None
    x, y = board.pixel("A1")
    page.mouse.move(token["x"] + 10, token["y"] + 10)
    page.mouse.down()
    page.mouse.move(x + 300, y, steps=4)
    page.mouse.move(x, y, steps=4)
    expect(page.locator(".board .figure.ghost.good")).to_have_count(1)
    page.mouse.up()
    board.confirm.click()
    expect(page.locator(".board .figure")).to_have_count(2)
    played = table.last("play")
    assert (played["verb"], played["figures"]) == ("deploy", ["A2"])
    assert played["to"] == [pytest.approx(1200, abs=8), pytest.approx(200, abs=8)]


def test_a_chosen_figure_is_put_where_the_table_is_pointed_at(page: Page, spoken: tuple[Table, TablePage]) -> None:
    table, board = spoken
    page.get_by_role("button", name="Spears A3", exact=True).click()
    x, y = board.pixel("A1")
    page.mouse.click(x + 4 * board.inch(), y)
    expect(page.locator(".board .figure.ghost.good")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".board .figure")).to_have_count(2)
    assert table.last("play")["to"][0] == pytest.approx(1200 + 4 * BASE, abs=8)


def test_a_table_in_paces_looks_like_one_in_inches(page: Page, spoken: tuple[Table, TablePage]) -> None:
    """A base is one unit of the drawing; what is read is in paces; the arrow keys go ten paces a step."""
    table, board = spoken
    assert board.place("A1") == (pytest.approx(7.5), pytest.approx(17.5)), "1200 and 2800 paces from the corner"
    page.mouse.click(*board.pixel("A1"))
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(board.draft.locator(".way")).to_have_text("30 paces")
    assert table.last("judge")["to"] == [pytest.approx(1200), pytest.approx(230)]


def test_a_player_chooses_how_a_figure_goes(page: Page, spoken: tuple[Table, TablePage]) -> None:
    """The game draws two kinds of moves by hand; the board knows neither, and says what the judge says of the way."""
    table, board = spoken
    page.mouse.click(*board.pixel("A1"))
    page.keyboard.press("Shift+ArrowUp")
    expect(board.draft.get_by_role("heading")).to_have_text("Walk Spears A1")
    expect(board.draft.locator(".way")).to_have_text("50 paces")
    assert "item" not in table.last("judge")
    board.draft.get_by_label("Run").check()
    expect(board.draft.locator(".way")).to_have_text("50 of 320 paces")
    assert table.last("judge")["item"] == "run"
    page.keyboard.press("Enter")
    expect(page.locator(".board .figure.ghost")).to_have_count(0)
    assert table.last("play")["item"] == "run"


def test_a_phone_offers_to_place_all_before_it_lists_who_waits(page: Page, spoken: tuple[Table, TablePage]) -> None:
    """Below twelve bases nobody would find it: a thumb has to scroll there."""
    page.set_viewport_size({"width": 390, "height": 844})
    offer = page.locator("[data-act=deploy]")
    expect(offer).to_be_in_viewport(ratio=1)
    first = page.get_by_role("button", name="Spears A2", exact=True)
    above, below = offer.bounding_box(), first.bounding_box()
    assert above is not None and below is not None and above["y"] + above["height"] <= below["y"]
