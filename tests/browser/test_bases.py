"""Bases of every shape on the board, those that stand for many, and terrain that moves, comes and leaves."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.house import House
from browser.paces import said
from browser.table_page import PATIENCE, TablePage, becomes

HUT = {
    "id": "hut", "kind": "wood", "label": "A wood that walks", "shape": "polygon", "radius": 0.0, "width": 0.0,
    "points": [[2, 20], [5, 20], [5, 23], [2, 23]], "clause": "", "level": None,
}  # fmt: skip


class Edited:
    """A battle whose table the test changes on its way to the board."""

    def __init__(self) -> None:
        self.changes: dict[str, dict[str, Any]] = {}
        self.features: list[dict[str, Any]] = []
        self.last: dict[str, Any] = {}
        self.line: Any = None

    def meet(self, line: Any) -> None:
        self.line = line
        server = line.connect_to_server()
        server.on_message(lambda text: line.send(self.edited(json.loads(text))))

    def edited(self, message: dict[str, Any]) -> str:
        if message["type"] == "state":
            self.last = json.loads(json.dumps(message))
            scene = message["scene"]
            scene["features"] += self.features
            for figure in scene["figures"]:
                figure.update(self.changes.get(figure["id"], {}))
        return said(message)

    def again(self) -> None:
        """The same state anew, with the changes of now."""
        self.last["version"] += 1
        self.last["steps_from"], self.last["steps"] = len(self.last["steps"]), []
        self.line.send(self.edited(json.loads(json.dumps(self.last))))


@pytest.fixture
def edited(house: House, page: Page) -> Edited:
    table = Edited()
    table.changes = {
        "R1": {"shape": "disc"},
        "R2": {
            "grid": {"files": 4, "ranks": 3, "men": 10, "wounded": 3, "formation": "loose", "man": "bow"},
            "width": 2.0,
            "riders": [{"id": "H", "name": "A hero", "emblem": "hero", "letter": "H"}],
            "cards": ["Charge", ""],
        },
    }
    table.features = [HUT]
    page.route_web_socket("**/ws/*", table.meet)
    made = page.request.post(f"{house.url}/api/battles", data={"game": "dbaix", "scenario": "feast", "seed": "5"})
    page.goto(f"{house.url}{made.json()['url']}")
    return table


def test_round_bases_and_bases_of_many(page: Page, edited: Edited) -> None:
    """A disc with its front; ten men in files of four, three of them wounded, a hero and two cards, from near."""
    table = TablePage(page)
    disc = table.figure("R1")
    expect(disc.locator("circle.base")).to_have_count(1)
    expect(disc.locator("rect.base")).to_have_count(0)
    many = table.figure("R2")
    expect(many.locator(".men .man")).to_have_count(0)
    expect(many.locator(".count")).to_have_text("10")
    x, y = table.pixel("R2")
    page.mouse.move(x, y)
    for _ in range(12):
        page.mouse.wheel(0, -240)
    expect(many.locator(".men .man")).to_have_count(10)
    expect(many.locator(".men .wounded")).to_have_count(3)
    expect(many.locator(".rider")).to_have_count(1)
    expect(many.locator("g.card")).to_have_count(2)
    expect(many.locator("g.card.face-down")).to_have_count(1)


def test_a_round_base_is_taken_where_it_is(page: Page, edited: Edited) -> None:
    """The corner of the square around a disc is not on it."""
    table = TablePage(page)
    x, y = table.pixel("R1")
    half = table.inch() / 2
    page.mouse.click(x - 0.66 * half, y - 0.66 * half)
    expect(page.locator(".board .figure.selected")).to_have_attribute("data-id", "R1")
    page.keyboard.press("Escape")
    page.mouse.click(x - 0.95 * half, y - 0.95 * half)
    expect(page.locator('.board .figure.selected[data-id="R1"]')).to_have_count(0)


def corner(of: Locator) -> tuple[float, float]:
    """Where its north-west corner is on the screen."""
    box = of.bounding_box()
    assert box
    return box["x"], box["y"]


def test_terrain_goes_to_its_new_place_as_one_piece_and_leaves(page: Page, edited: Edited) -> None:
    TablePage(page)
    wood = page.locator('.board [data-id="hut"]')
    expect(wood).to_have_count(1, timeout=PATIENCE)
    before = wood.bounding_box()
    wood.evaluate("node => (node.same = true)")
    edited.features = [{**HUT, "points": [[8, 20], [8, 17], [11, 17], [11, 20]]}]  # 6 east, a quarter turn clockwise
    edited.again()
    unit = page.locator(".board > svg").evaluate("node => node.getScreenCTM().a")
    assert before
    wanted = (before["x"] + 6 * unit, before["y"] + 3 * unit)
    becomes(page, lambda: corner(wood), pytest.approx(wanted, abs=3))
    becomes(page, lambda: wood.evaluate("node => node.same === true"), True)  # the same piece, not another one
    edited.features = []
    edited.again()
    expect(wood).to_have_count(0)


def test_sides_look_as_their_game_says(page: Page, edited: Edited) -> None:
    """The colour of the shield is that of the words about the side, and its shape the side's own."""
    table = TablePage(page)
    field = table.figure("R3").locator(".field")
    plate = page.locator(".ask .who").evaluate("node => getComputedStyle(node).backgroundColor")
    expect(field).to_have_css("fill", plate)
    shields = {table.figure(name).locator(".field").get_attribute("href") for name in ("R3", "G1", "P1")}
    assert len(shields) == 3 and "#field-plain" not in shields
