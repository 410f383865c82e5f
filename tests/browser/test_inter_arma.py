"""Inter Arma in the browser: how far each mode goes, what lies in dusk, and a group that is sent at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import sandtable
from browser.house import House
from browser.table_page import PATIENCE, TablePage, becomes, choose_seats
from sandtable.games import get_game
from sandtable.table.scenarios import find_scenario

CHOSEN = "localStorage.setItem('game chosen last', 'inter-arma')"


def begin(page: Page, house: House, scenario: str, seats: dict[str, str]) -> TablePage:
    page.add_init_script(CHOSEN)
    page.goto(house.url)
    page.locator(f'[data-scenario="{scenario}"]').click()
    choose_seats(page, seats)
    page.get_by_text("House rules").click()
    page.get_by_label("Seed of the dice").fill("5")
    page.locator("[data-act=start]").click()
    return TablePage(page)


def choose_band(page: Page, table: TablePage) -> None:
    """Five of the raiders with a box, A1 the first of them to be dragged."""
    x0, y0 = table.pixel("A2")
    x1, y1 = table.pixel("A5")
    page.keyboard.down("Shift")
    page.mouse.move(x0 - 20, y0 - 20)
    page.mouse.down()
    page.mouse.move(x0, y0)
    page.mouse.move(x1 + 40, y1 + 20, steps=4)
    page.mouse.up()
    page.keyboard.up("Shift")
    expect(page.locator(".card h3").first).to_have_text("5 figures")


def turn_on_the_spot(page: Page, table: TablePage) -> None:
    """Told to stand, the band may turn: each where it stands, not the block about its middle; then to run again."""
    for key in ("g", "g", "e"):
        page.keyboard.press(key)
    expect(page.get_by_role("radio", name="Stand")).to_be_checked()
    table.judged_legal()
    for key in ("q", "g", "g"):
        page.keyboard.press(key)


@pytest.mark.clause("IA-MOVE-33", "IA-MOVE-35", "IA-VIS-7")
def test_how_far_each_mode_goes_and_what_lies_in_dusk(house: House, page: Page) -> None:
    """A walk of 8 cm and a run of 12 are outlines of their own; enemies 36 cm off lie in dusk; a group runs at once."""
    table = begin(page, house, "ford", {"Raiders": "You", "Guard": "You"})
    expect(page.locator(".board .dusk")).to_have_count(1)
    expect(table.figure("B1")).to_have_class(re.compile("in-dusk"))
    page.mouse.click(*table.pixel("A1"))
    outline = page.locator(".board .overlay-range-of polygon")
    expect(outline).to_have_count(1)
    walk = outline.bounding_box()
    assert walk is not None
    page.keyboard.press("g")
    becomes(page, lambda: round((outline.bounding_box() or walk)["width"] / walk["width"], 1), 1.5)
    choose_band(page, table)
    turn_on_the_spot(page, table)
    table.drag("A1", 0, 8)
    table.judged_legal()
    expect(table.tag).to_contain_text("12 cm of 12 cm")
    expect(page.locator("[data-risks]")).to_contain_text("All of them go as far as they may")
    before = table.place("A3")
    page.keyboard.press("Enter")
    becomes(page, lambda: round(before[1] - table.place("A3")[1], 2), 6.0)  # 12 cm in bases of 2
    expect(page.locator(".lesson h2")).to_have_text("3 of 5: End")
    expect(table.prompt).to_contain_text("ove your figures")


def face_to_face() -> dict[str, Any]:
    """A save of the ford with the raiders' hero 6 cm before a lone crossbowman of the guard, and to move first."""
    content = dict(find_scenario(get_game("inter-arma"), "ford").content)
    raiders, guard = content["sides"]
    figures = [{**one, "at": [20, 44]} if one["id"] == "A1" else one for one in raiders["figures"]]
    content |= {"sides": [{**raiders, "figures": figures}, guard], "initiative": ["raiders", "guard"], "lesson": []}
    save: dict[str, Any] = sandtable.new("inter-arma", scenario=content, seed=5).to_json(with_seed=True)
    return save


@pytest.mark.clause("IA-MELEE-1", "IA-MELEE-3")
def test_a_fight_is_shown_with_its_chances_before_the_move_and_as_all_stand(house: House, page: Page) -> None:
    """A hero with a shield has the first blow on a regular in 13/16, fells them with 3 of 6, and falls with 1 of 6.

    So the regular falls in 13/16 * 1/2 + 3/16 * 5/6 * 1/2 = 31/64, the hero in 3/16 * 1/6 + 13/16 * 1/2 * 1/6 = 19/192.
    Of the 3 of 6 two kill and one wounds (SAVE-10): 31/96 and 31/192. The 1 of 6 that fells the hero wounds.
    """
    chances = re.compile("Guard: killed 32.%, wounded 16.%; no harm 42.%; Raiders: wounded 10.%")
    seats = {"raiders": "human", "guard": "human"}
    made = page.request.post(f"{house.url}/api/battles/load", data={"save": face_to_face(), "seats": seats})
    page.goto(f"{house.url}{made.json()['url']}")
    table = TablePage(page)
    table.drag("A1", 0, 8)
    table.judged_legal()
    fights = page.locator("[data-fights]")
    expect(fights).to_contain_text("The fight that it makes, if nothing else moves", timeout=PATIENCE)
    expect(fights).to_contain_text("(A1) against Bows (B6)")
    expect(fights).to_contain_text(chances)
    page.keyboard.press("Enter")
    expect(table.draft).to_have_count(0)
    page.keyboard.press("Escape")
    page.mouse.click(*table.pixel("A1"))
    expect(fights).to_contain_text(chances)
