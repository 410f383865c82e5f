"""The page that `sandtable export --html` writes: opened as a file, by keys, by the log, at a desk and on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import sandtable
from browser.axe import sound
from sandtable.cli import run


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The page of three actions of DBA's first lesson, at the laying of its table."""
    battle = sandtable.new("dba", "first-lesson", dice=[3, 5])
    for action in ("move B6 ahead 200", "end", "move R1 ahead 100"):
        battle.play(action)
    battle.save(tmp_path / "battle.json")
    assert run(["export", str(tmp_path / "battle.json"), "--html", str(tmp_path / "battle.html")]) == 0
    return (tmp_path / "battle.html").as_uri()


@pytest.mark.parametrize("size", ["page", "phone"])
def test_the_battle_is_gone_through_offline(size: str, request: pytest.FixtureRequest, url: str) -> None:
    window: Page = request.getfixturevalue(size)
    window.context.set_offline(True)
    window.goto(url)
    sound(window)
    place, entries = window.locator("#place"), window.locator("#log li")
    expect(place).to_have_text("0 / 3")
    first = window.locator("#table").inner_html()
    window.keyboard.press("ArrowRight")
    expect(place).to_have_text("1 / 3")
    assert window.locator("#table").inner_html() != first
    entries.nth(3).click()
    expect(place).to_have_text("3 / 3")
    expect(entries.nth(3)).to_have_attribute("aria-current", "step")
    expect(entries.nth(2)).to_contain_text("Romans have 5 PIPs.")
    window.get_by_role("button", name="One action back").click()
    expect(place).to_have_text("2 / 3")
    window.get_by_role("slider").fill("1")
    expect(place).to_have_text("1 / 3")
    expect(entries.nth(1)).to_have_attribute("aria-current", "step")
    table, log = window.locator("#table svg").bounding_box(), window.locator("#log").bounding_box()
    assert table is not None and log is not None and table["height"] > 250 and log["height"] > 150
    assert window.evaluate("document.documentElement.scrollWidth <= innerWidth")
