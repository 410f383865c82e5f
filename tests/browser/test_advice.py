"""What would you do? Plans on the board with their chances; and the battle looked back on at its end."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import sandtable
from browser.axe import sound
from browser.house import House
from browser.table_page import PATIENCE, SEED, TablePage


def opened(page: Page, house: House, battle: sandtable.Battle, folder: Path) -> TablePage:
    """The page of a battle that was saved and is loaded."""
    battle.save(folder / "battle.json")
    save = json.loads((folder / "battle.json").read_text("utf-8"))
    made = page.request.post(f"{house.url}/api/battles/load", data={"save": save}).json()
    page.goto(f"{house.url}{made['url']}")
    return TablePage(page)


def ask(page: Page) -> None:
    """Ask for advice, again and again while the rules are not fast yet."""
    plans, end = page.locator(".advice li"), time.monotonic() + PATIENCE / 1000
    while plans.count() == 0 and time.monotonic() < end:
        if page.locator("[data-act=advise]").count():
            page.locator("[data-act=advise]").click()
        page.wait_for_timeout(1000)
    expect(plans.first).to_be_visible()


@pytest.mark.parametrize("size", ["page", "phone"])
def test_plans_with_chances_and_the_first_is_taken_up(
    size: str, request: pytest.FixtureRequest, house: House, tmp_path: Path
) -> None:
    window: Page = request.getfixturevalue(size)
    opened(window, house, sandtable.new("dba", "first-lesson", dice=[6]), tmp_path)
    ask(window)
    first = window.locator(".advice li").first
    expect(first.locator(".chance b")).to_contain_text("%")
    sound(window, within=".advice")
    first.locator("button").first.click()
    expect(window.locator("[data-panel]").first).to_be_visible()
    window.keyboard.press("Escape")
    window.get_by_role("region", name="What would you do?").get_by_role("button", name="Close").click()
    expect(window.locator(".advice li")).to_have_count(0)


def test_of_three_sides_each_has_its_chance(house: House, page: Page, tmp_path: Path) -> None:
    """Of every plan the chances of all three are told: those of who is to decide, and the two others beside them."""
    opened(page, house, sandtable.new("dbaix", "village", seed=SEED), tmp_path)
    page.keyboard.press("i")  # a key asks as the button does
    ask(page)
    for plan in page.locator(".advice li").all():
        told = [*plan.locator(".chance").all_inner_texts(), *plan.locator("small.muted").all_inner_texts()[:2]]
        means = [int(text.partition("%")[0].rpartition(" ")[2]) for text in told]
        assert len(means) == 3 and 99 <= sum(means) <= 101
    expect(page.locator(".advice li").first).to_contain_text("Gauls")
    expect(page.locator(".advice li").first).to_contain_text("Pirates")
    sound(page, within=".advice")


def test_a_battle_that_is_over_is_looked_back_on(house: House, page: Page, tmp_path: Path) -> None:
    battle, chance = sandtable.new("dba", "first-lesson", seed="7"), random.Random(35)  # a short one: 86 actions
    while not battle.over:
        battle.play(battle.sample(chance))
    table = opened(page, house, battle, tmp_path)
    page.locator("[data-act=review]").click()
    inside = page.frame_locator('iframe[title="Looking back"]')
    expect(inside.get_by_text("Turning points").first).to_be_visible(timeout=240_000)
    page.set_viewport_size({"width": 320, "height": 568})  # the way out is in sight on the smallest phone, too
    expect(page.get_by_role("dialog").get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator("[data-act=chances]").click()
    turning = page.locator("[data-act=turning-point]")
    first, told = turning.first.inner_text(), page.locator(".chances .told")
    expect(told).to_contain_text(f"{first}. ")
    expect(turning.first).to_have_attribute("aria-current", "true")
    expect(page.locator(".replay .where")).to_have_text(f"{first} / {len(battle.actions)}")
    sound(page, within=".replay")
    page.locator(".chances svg").click(position={"x": 1, "y": 10})
    expect(told).to_have_text("Choose an action in the picture or on the rail.")
    table.page.get_by_role("button", name="Step forward").click()
    expect(told).to_contain_text("1. ")
    ask(page)
    assert page.locator(".advice li", has_text="what was done").count() == 1
