"""Distant shooting in the browser: who shoots next, at whom, with whose aid, and the exact chances before the dice."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.house import House
from browser.table_page import PATIENCE, TablePage, becomes, stop_clocks


def within_bowshot() -> dict[str, Any]:
    """English and French, the French knights 180 paces before longbows that reach 200, in a bound of theirs."""
    import sandtable
    from sandtable.games import get_game
    from sandtable.table.scenarios import find_scenario

    scenario = dict(find_scenario(get_game("dba"), "english-and-french").content)
    rows = [dict(row) for row in scenario["rows"]]
    for row, y in zip((row for row in rows if row["side"] == "blue"), (1060, 1200), strict=True):
        row["front"] = [1500, y]
    battle = sandtable.new("dba", {**scenario, "rows": rows, "attacker": "blue"}, seed=3)
    data: dict[str, Any] = battle.to_json(with_seed=True)
    return data


@pytest.mark.clause("DBA-SHOOT-2", "DBA-SHOOT-3", "DBA-SHOOT-14")
def test_who_shoots_is_chosen_and_its_owner_aims(house: House, page: Page) -> None:
    loaded = page.request.post(f"{house.url}/api/battles/load", data={"save": within_bowshot()})
    assert loaded.ok, loaded.text()
    page.goto(f"{house.url}{loaded.json()['url']}")
    table = TablePage(page)
    expect(table.prompt).to_contain_text("PIP", timeout=PATIENCE)

    # A longbow that is chosen shows what it can reach.
    page.mouse.click(*table.pixel("R7"))
    expect(page.locator(".board .overlay-range").first).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="End movement").click()

    # In a French bound the French say which of the English shoots; the English say at whom.
    expect(table.prompt).to_contain_text("Choose who shoots next", timeout=PATIENCE)
    expect(page.locator(".ask .who")).to_have_text("French")
    page.get_by_role("button", name=re.compile(r"^Choose Longbows \(R7\)")).first.click()
    page.locator("[data-act=confirm]").click()
    expect(table.prompt).to_contain_text("Longbows (R7) to shoot. Choose at whom", timeout=PATIENCE)
    expect(page.locator(".ask .who")).to_have_text("English")
    expect(page.locator(".board .overlay-range, .board .overlay-shot").first).to_be_visible()
    orders = page.locator(".orders-part .orders li button")
    # A base width to either side of its own front, from 1420 to 1900: four of the knights stand partly there.
    expect(orders).to_have_count(4)
    expect(orders.filter(has_text="(R7)")).to_have_count(4)  # whoever was named is among the shooters

    # Both scores line by line and the chances before any die. Bows count 4 against mounted, knights 3 against foot:
    # with dice a and b it is 4 + a against 3 + b. Doubled in 4 of 36 (b 1 and a from 4, b 2 and a 6), beaten in 17
    # more, equal in 5 (b is a + 1); in the other 10 the bows have shot in vain.
    orders.first.click()
    card = page.locator(".consider")
    expect(card).to_contain_text("Exact chances", timeout=PATIENCE)
    becomes(page, lambda: table.ledger(card.locator(".ledgers > div").first), [4, 4])  # a line, and the total
    becomes(page, lambda: sorted(map(int, re.findall(r"(\d+)/36", card.inner_text()))), [4, 5, 10, 17])
    stop_clocks(page)  # the dice stay
    page.get_by_role("button", name="Shoot", exact=True).click()
    expect(table.log).to_contain_text(re.compile(r"Longbows \(R7\) \d+ : \d+ Knights"), timeout=PATIENCE)
    expect(page.locator(".tray .die").first).to_be_visible()
