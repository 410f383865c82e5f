"""A game of a distribution of its own on the board: started on the first page, drawn with its own art, and played."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.house import House
from browser.table_page import PATIENCE, TablePage, becomes
from installing import install_marbles

SOURCES = Path(__file__).parents[2] / "src"

DRAWN = "symbol => (document.querySelector(symbol)?.childElementCount ?? 0) > 0"
"""The symbol or pattern stands in the page, with something in it."""


@pytest.fixture(scope="module")
def with_marbles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """`sandtable play` where pip has installed the game beside it."""
    folder = tmp_path_factory.mktemp("marbles")
    house = House(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(install_marbles(folder)), str(SOURCES)]))
        house.start()
    yield house
    house.kill()


def colour(figure: Locator, name: str) -> str:
    """A colour of a figure's side, as the stylesheet has it."""
    value: str = figure.evaluate("(node, name) => getComputedStyle(node).getPropertyValue(name).trim()", name)
    return value


def test_the_tiny_game_is_started_drawn_as_its_own_and_played(with_marbles: House, page: Page) -> None:
    """Ivory's ball stands at 3,3 on a tray 10 high and rolls 3 cm at most: 1 cm east it stands at 4,3."""
    page.goto(with_marbles.url)
    page.get_by_role("navigation", name="Game").get_by_role("button", name="Marbles", exact=True).click()
    expect(page.locator("legend")).to_have_text(["Ivory", "Onyx"])
    page.locator("[data-scenario=tray]").click()
    page.locator("[data-act=start]").click()
    table = TablePage(page)
    expect(table.prompt).to_contain_text("Roll a marble, or pass.")

    ball, shooter = table.figure("I1"), table.figure("O2")
    expect(ball.locator("circle.base")).to_have_count(1)
    becomes(page, lambda: (colour(ball, "--side"), colour(shooter, "--side")), ("#b9a77c", "#3a3f4a"))
    expect(ball.locator("use.field")).to_have_attribute("href", "#field-marble")
    expect(ball.locator("use.emblem").first).to_have_attribute("href", "#emblem-swirl")
    for symbol in ("#field-marble", "#emblem-swirl", "#ground-slate"):
        page.wait_for_function(DRAWN, arg=symbol)
    rock = page.locator(".board .feature-slate").first
    expect(rock).to_have_css("stroke", "rgb(44, 52, 58)")

    table.stands("I1", (3.0, 7.0))
    table.drag("I1", 1.0, 0.0)
    expect(table.confirm).to_be_enabled(timeout=PATIENCE)
    table.confirm.click()
    expect(table.log).to_contain_text("Ivory ball (I1)", timeout=PATIENCE)
    expect(table.log).to_contain_text("Onyx", timeout=PATIENCE)
    expect(table.log).not_to_contain_text("cannot be told")
    table.stands("I1", pytest.approx((4.0, 7.0), abs=0.1))
