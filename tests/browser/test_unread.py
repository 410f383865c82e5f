"""A battle that can be read only so far: the board shows it, says why, and offers its save and going on from there."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.house import House


@pytest.fixture
def spoilt(tmp_path: Path, page: Page) -> Iterator[tuple[House, str]]:
    """A server of its own with a battle whose second action no program can read, and the battle's address there."""
    house = House(tmp_path)
    house.start()
    made = page.request.post(
        f"{house.url}/api/battles", data={"game": "dbaix", "scenario": "feast", "seed": "5"}
    ).json()
    save = page.request.get(f"{house.url}/api/rescue/{made['token']}").json()
    house.kill()
    with sqlite3.connect(house.database) as database:
        entry = {"do": {"side": "gauls", "do": "fly", "dice": [], "hash": save["start"]["hash"]}, "dice": {"drawn": 9}}
        row = (made["id"], 1, "play", "gauls", "human", json.dumps(entry), save["start"]["hash"], "2026-11-28")
        columns = "battle_id, number, kind, side, by, entry, hash, created"
        database.execute(f"insert into actions ({columns}) values (?, ?, ?, ?, ?, ?, ?, ?)", row)
    house.start()
    yield house, made["url"]
    house.kill()


def test_it_is_drawn_with_the_reason_and_goes_on_as_a_new_battle(spoilt: tuple[House, str], page: Page) -> None:
    house, address = spoilt
    page.goto(f"{house.url}{address}")
    told = page.locator("[data-unread]")
    expect(told).to_contain_text("This battle can be read only so far")
    expect(told).to_contain_text("fly")
    expect(page.locator(".board [data-id]").first).to_be_visible()
    expect(page.locator("[data-control]:enabled")).to_have_count(0)
    with page.expect_download() as coming:
        told.get_by_role("link").click()
    assert json.loads(coming.value.path().read_text("utf-8"))["actions"][0]["do"] == "fly"
    told.get_by_role("button").click()
    page.wait_for_url(lambda url: not url.endswith(address))
    expect(page.locator("[data-prompt]")).to_be_visible()
    expect(page.locator("[data-unread]")).to_have_count(0)
