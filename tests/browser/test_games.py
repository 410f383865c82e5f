"""The set-up page with more than one game: each has its own scenarios, sides, house rules and players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.house import House
from browser.table_page import PATIENCE, TablePage


@pytest.fixture(scope="module")
def two_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that knows the tests' little duel as well."""
    house = House(tmp_path_factory.mktemp("games"), program=("-m", "server.duel_server"))
    house.start()
    yield house
    house.kill()


def game(page: Page, title: str) -> Locator:
    """The button of a game."""
    return page.get_by_role("navigation", name="Game").get_by_role("button", name=title, exact=True)


def test_each_game_has_its_own_scenarios_sides_and_house_rules(two_games: House, page: Page) -> None:
    page.goto(two_games.url)
    game(page, "DBAix").click()
    expect(page.locator("legend")).to_have_text(["Romans", "Gauls", "Pirates"])
    page.locator("[data-scenario=feast]").click()
    page.get_by_text("House rules").click()
    page.locator("details select").first.select_option(index=1)
    expect(page.get_by_text("1 change")).to_be_visible()

    game(page, "Duel").click()
    expect(game(page, "Duel")).to_have_attribute("aria-pressed", "true")
    expect(game(page, "DBAix")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-scenario]")).to_have_count(1)
    expect(page.locator("[data-scenario=bridge] img.mini").first).to_be_visible(timeout=PATIENCE)
    expect(page.locator("legend")).to_have_text(["Reds", "Blues"])
    expect(page.get_by_text("as in the book")).to_be_visible()
    page.locator("[data-act=start]").click()
    table = TablePage(page)
    expect(page.locator(".side .name")).to_have_text(["Red", "Blue"])
    expect(table.prompt).not_to_be_empty()
    page.keyboard.press("r")
    expect(page.locator("dialog")).to_contain_text("DUEL-")


def test_the_game_chosen_last_is_chosen_again(two_games: House, page: Page) -> None:
    page.goto(two_games.url)
    game(page, "Duel").click()
    page.reload()
    expect(page.locator("legend")).to_have_text(["Reds", "Blues"])


def test_a_save_is_opened_as_the_game_it_is_of(two_games: House, page: Page, tmp_path: Path) -> None:
    """Whatever game is chosen on the page: the seats chosen for that one mean nothing to it."""
    made = page.request.post(f"{two_games.url}/api/battles", data={"game": "dbaix"}).json()
    save = page.request.get(f"{two_games.url}/api/battles/{made['id']}/save?token={made['token']}")
    file = tmp_path / "village.json"
    file.write_bytes(save.body())
    page.goto(two_games.url)
    game(page, "Duel").click()
    page.locator("input[type=file]").set_input_files(file)
    TablePage(page)
    expect(page.locator(".side .name")).to_have_text(["Romans", "Gauls", "Pirates"])
    expect(page.locator(".side .who").first).to_have_text("you")
