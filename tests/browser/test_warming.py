"""The set-up page while the server still compiles: how far the chosen game is, and the others; a helper that died."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, Route, expect

from browser.house import House
from browser.table_page import PATIENCE, becomes
from sandtable.server.messages.pages import GameWarming


def told(game: str, title: str, state: str, percent: int, note: str = "") -> dict[str, object]:
    facts = {"key": game, "title": title, "state": state, "percent": percent, "note": note}
    assert GameWarming.model_validate(facts).model_dump(mode="json") == facts
    return facts


def test_the_page_says_how_far_the_rules_are(house: House, page: Page) -> None:
    """What the server tells is made up here; the rules of this house are compiled long since."""
    asked: list[str] = []
    dbaix = told("dbaix", "DBAix", "compiling", 40)
    dba = told("dba", "DBA 2.2", "waiting", 10)

    def answer(route: Route) -> None:
        asked.append(route.request.url.removeprefix(house.url))
        route.fulfill(body=json.dumps([dbaix, dba]), content_type="application/json")

    page.route(re.compile("/api/(warming|games/[a-z]+/choose)$"), answer)
    page.goto(house.url)
    box = page.locator(".warming")
    expect(box.get_by_role("status")).to_contain_text("Compiling the rules of DBAix for this computer")
    expect(box.get_by_role("status")).to_contain_text("the table opens as soon as they are ready")
    expect(box.get_by_role("progressbar", name="Rules of DBAix compiled")).to_have_attribute("value", "40")
    expect(box).to_contain_text("Meanwhile, in the background: DBA 2.2, 10 %.")
    becomes(page, lambda: asked[:1], ["/api/games/dbaix/choose"])

    page.get_by_role("navigation", name="Game").get_by_role("button", name="DBA 2.2").click()
    expect(box.get_by_role("status")).to_contain_text("About to compile the rules of DBA 2.2")
    becomes(page, lambda: "/api/games/dba/choose" in asked, True)

    dba.update(state="playable", percent=80)
    expect(box.get_by_role("status")).to_contain_text("A battle of DBA 2.2 can begin", timeout=PATIENCE)
    expect(box.get_by_role("status")).to_contain_text("Its generals are still being prepared")

    dbaix.update(state="ready", percent=100)
    dba.update(state="ready", percent=100, note="A helper ended too soon: the server compiles the rules itself.")
    expect(box.get_by_role("status")).to_have_count(0, timeout=PATIENCE)
    expect(box).to_contain_text("DBA 2.2: A helper ended too soon")


def test_nothing_is_said_once_all_rules_are_ready(house: House, page: Page) -> None:
    page.goto(house.url)
    expect(page.locator("[data-act=start]")).to_be_enabled()
    expect(page.locator(".warming")).to_have_count(0)
