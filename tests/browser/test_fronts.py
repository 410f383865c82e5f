"""A chosen group is offered the narrower fronts that the rules allow it, and chooses how far it goes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.house import House
from browser.table_page import PATIENCE, TablePage, choose_seats

SCENARIO = {
    "game": "dba",
    "title": "A defile",
    "attacker": "red",
    "terrain": [
        {"kind": "wood", "polygon": [[700, 1100], [1060, 1100], [1060, 1400], [700, 1400]]},
        {"kind": "wood", "polygon": [[1420, 1100], [1800, 1100], [1800, 1400], [1420, 1400]]},
    ],
    "figures": [
        *({"id": "ABCD"[k], "is": "4Bd", "side": "red", "at": [1000 + 160 * k, 1000], "facing": "N"} for k in range(4)),
        {"id": "E", "is": "4Bd", "side": "red", "at": [600, 300], "facing": "N", "general": True},
        {"id": "Z", "is": "4Bd", "side": "blue", "at": [1200, 2800], "facing": "S", "general": True},
    ],
}


@pytest.mark.clause("DBA-GROUP-8")
def test_a_line_goes_through_a_defile_in_two_files(house: House, page: Page, tmp_path: Path) -> None:
    """Four Blades before an opening of 360 paces: B and C go on, A and D fall in behind them, 60 paces behind."""
    import sandtable

    file = tmp_path / "defile.json"
    file.write_text(json.dumps(sandtable.new("dba", scenario=SCENARIO, seed=1).to_json(with_seed=True)), "utf-8")
    page.goto(house.url)
    page.get_by_role("navigation", name="Game").get_by_role("button", name="DBA 2.2").click()
    choose_seats(page, {"Red": "You", "Blue": "You"})
    page.locator("input[type=file]").set_input_files(file)
    table = TablePage(page)
    page.mouse.click(*table.pixel("B"))
    table.press("Select its block")
    offer = page.get_by_role("button", name="in 2 files")
    expect(offer).to_have_count(1, timeout=PATIENCE)
    offer.hover()
    expect(page.locator(".board .figure.ghost")).to_have_count(4)
    offer.click()
    title = page.locator(".consider h3")
    expect(title).to_have_text("4 figures: 140 paces ahead, in 2 files", timeout=PATIENCE)
    page.get_by_role("button", name="Less far").click()
    expect(title).to_have_text("4 figures: 130 paces ahead, in 2 files", timeout=PATIENCE)
    page.keyboard.press("ArrowDown")
    expect(title).to_have_text("4 figures: 120 paces ahead, in 2 files", timeout=PATIENCE)
    expect(page.locator(".board .figure.ghost")).to_have_count(4)
    page.locator("[data-act=confirm]").click()
    expect(page.locator(".consider")).to_have_count(0, timeout=PATIENCE)
    # In base widths of 160 paces from the north-west corner of a board of 3000: 1120 north of the south edge.
    table.stands("B", pytest.approx((1160 / 160, (3000 - 1120) / 160), abs=1e-3))
    table.stands("C", pytest.approx((1320 / 160, (3000 - 1120) / 160), abs=1e-3))
    table.stands("A", pytest.approx((1160 / 160, (3000 - 1060) / 160), abs=1e-3))
    table.stands("D", pytest.approx((1320 / 160, (3000 - 1060) / 160), abs=1e-3))
