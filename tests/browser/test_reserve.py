"""Figures put on the table by hand from beside it, in a game measured in paces.

No game here does that yet, so the server's side of the line is spoken by the test: what it shows is the board's part.
"""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from browser.house import House
from browser.table_page import TablePage

BASE = 160.0
"""Paces in the width of a base."""

LOOK = {"colour": "#a8261f", "dark": "#6d120e", "trim": "#fbf3df", "shield": "round", "device": 1.0}


def figure(name: str, x: float, y: float, depth: float = 80.0) -> dict[str, Any]:
    place = {"x": x, "y": y, "facing": 0.0, "width": BASE, "depth": depth, "marks": [], "carries": [], "facts": []}
    kind = {"side": "red", "emblem": "legionary", "letter": name[0], "may_act": True}
    more = {"shape": "rectangle", "grid": None, "riders": [], "cards": []}
    return {"id": name, "name": f"Spears {name}", **place, **kind, **more}


def deploy(name: str) -> dict[str, Any]:
    action = {"verb": "deploy", "figures": [name], "to": [1500.0, 300.0], "facing": 0.0}
    return {
        "action": action, "text": f"deploy {name}", "label": f"Spears {name}: deploy", "verb": "deploy",
        "figures": [name], "cost": None, "ghost": [{"id": name, "x": 1500.0, "y": 300.0, "facing": 0.0}], "puts": [],
    }  # fmt: skip


class Table:
    """A game of which one half is deployed, as the server would speak of it."""

    def __init__(self) -> None:
        self.version = 1
        self.on_table = [figure("A1", 1200.0, 200.0)]
        self.reserve = [figure("A2", 0.0, 0.0), figure("A3", 0.0, 0.0)]
        self.heard: list[dict[str, Any]] = []

    def state(self) -> dict[str, Any]:
        score = {
            "side": "red",
            "name": "Reds",
            "points": 0,
            "figures": len(self.on_table),
            "broken": False,
            "lines": [],
        }
        wood = {
            "id": "wood", "kind": "wood", "label": "Wood", "shape": "disc", "points": [[800.0, 1500.0]],
            "radius": 300.0, "width": 0.0, "clause": "", "level": None,
        }  # fmt: skip
        scene = {
            "game": "paces", "title": "In paces", "unit": "pace", "width": 3000.0, "height": 3000.0,
            "features": [wood], "figures": self.on_table, "markers": [], "overlays": [], "facts": [], "over": False,
            "boxes": [{"id": "reserve", "title": "To deploy", "side": "red", "figures": self.reserve}],
            "scores": [score], "sides": [{"key": "red", "name": "Reds", "look": LOOK}],
        }  # fmt: skip
        decision = {
            "side": "red",
            "side_name": "Reds",
            "text": "Deploy.",
            "phase": "deploy",
            "yours": True,
            "by": "human",
            "at_once": [],
        }
        return {
            "type": "state", "version": self.version, "cause": {"kind": "play", "side": None, "by": None, "text": ""},
            "scene": scene, "decision": decision, "legal": [deploy(one["id"]) for one in self.reserve], "steps_from": 0,
            "steps": [], "since": 0, "hash": "", "watchers": 0, "troubles": [],
            "over": False, "result": None, "returns": {}, "seed": None,
            "seats": [{"side": "red", "kind": "human", "kind_name": "Human", "yours": True, "connected": True}],
            "undo": {"possible": False, "past_dice": False, "text": "", "needs": [], "offer_to": None, "offer_text": "",
                     "proposal": None}, "pace": {"seconds": 1, "paused": False},
        }  # fmt: skip

    def last(self, kind: str) -> dict[str, Any]:
        """The action of the last message of this kind that the board has sent."""
        action: dict[str, Any] = next(one["action"] for one in reversed(self.heard) if one["type"] == kind)
        return action

    def answer(self, line: WebSocketRoute, text: str) -> None:
        message = json.loads(text)
        self.heard.append(message)
        action = message.get("action")
        if message["type"] == "judge":
            ghost = (
                [{"id": name, "x": action["to"][0], "y": action["to"][1], "facing": 0.0} for name in action["figures"]]
                if action.get("to")
                else []
            )
            stood = {one["id"]: (one["x"], one["y"]) for one in self.on_table}
            moved = ghost and action["figures"][0] in stood
            judged = {
                "type": "judgement", "n": message["n"], "version": self.version, "legal": bool(ghost), "cost": None,
                "prices": [], "reasons": [], "notes": [], "ghost": ghost, "snapped": False, "snapped_to": None,
                "action": action, "text": "", "puts": [], "pull": None,
                "way": math.dist(action["to"], stood[action["figures"][0]]) if moved else None,
                "limit": 320.0 if action.get("item") == "run" else None,
            }  # fmt: skip
            line.send(json.dumps(judged))
        elif message["type"] == "play":
            self.version += 1
            for name in action["figures"]:
                self.on_table = [one for one in self.on_table if one["id"] != name]
                self.on_table.append(figure(name, *action["to"]))
                self.reserve = [one for one in self.reserve if one["id"] != name]
            line.send(json.dumps(self.state()))


@pytest.fixture
def spoken(house: House, page: Page) -> tuple[Table, TablePage]:
    table = Table()

    def meet(line: WebSocketRoute) -> None:
        line.on_message(lambda text: table.answer(line, str(text)))
        battle = {
            "id": "x", "game": "paces", "game_title": "Paces", "title": "In paces", "scenario": "", "unit": "pace",
            "sides": [{"key": "red", "name": "Reds", "die": "arabic", "look": LOOK}],
            "symbols": "", "styles": "", "options": {}, "commitment": None,
            "created": "", "overlays": [], "explains": False, "foresees": False,
            "hand": [
                {"label": "Walk", "form": {"verb": "walk"}},
                {"label": "Run", "form": {"verb": "walk", "item": "run"}},
            ],
            "dice": {"source": "server", "text": ""}, "analysis": False, "hides": False, "watch_url": "/play/x",
        }  # fmt: skip
        welcome = {
            "type": "welcome",
            "protocol": 2,
            "battle": battle,
            "yours": ["red"],
            "watcher": False,
            "maker": True,
        }
        line.send(json.dumps(welcome))
        line.send(json.dumps(table.state()))

    page.route_web_socket("**/ws/*", meet)
    made = page.request.post(f"{house.url}/api/battles", data={"game": "dbaix", "scenario": "feast"})
    page.goto(f"{house.url}{made.json()['url']}")  # the page of some battle, with another one at the end of its line
    return table, TablePage(page)


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
    expect(board.draft.locator(".way")).to_have_text("30\u202fp")
    assert table.last("judge")["to"] == [pytest.approx(1200), pytest.approx(230)]


def test_a_player_chooses_how_a_figure_goes(page: Page, spoken: tuple[Table, TablePage]) -> None:
    """The game draws two kinds of moves by hand; the board knows neither, and says what the judge says of the way."""
    table, board = spoken
    page.mouse.click(*board.pixel("A1"))
    page.keyboard.press("Shift+ArrowUp")
    expect(board.draft.get_by_role("heading")).to_have_text("Walk Spears A1")
    expect(board.draft.locator(".way")).to_have_text("50\u202fp")
    assert "item" not in table.last("judge")
    board.draft.get_by_label("Run").check()
    expect(board.draft.locator(".way")).to_have_text("50\u202fp of 320\u202fp")
    assert table.last("judge")["item"] == "run"
    page.keyboard.press("Enter")
    expect(page.locator(".board .figure.ghost")).to_have_count(0)
    assert table.last("play")["item"] == "run"
