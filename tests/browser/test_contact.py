"""A group dragged near an enemy line is drawn into exact contact, and says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.house import House
from browser.line_of_battle import apart
from browser.table_page import PATIENCE, TablePage, choose_seats


@pytest.mark.clause("DBAIX-MOV-14", "DBAIX-MOV-10")
def test_the_magnet_draws_a_line_onto_the_enemy(house: House, page: Page, tmp_path: Path) -> None:
    """2.6 inches ahead and 0.3 to the side: a front corner goes 2.62, and a slip up to 0.5 stays straight forward."""
    file = tmp_path / "apart.json"
    file.write_text(json.dumps(apart()), "utf-8")
    page.goto(house.url)
    choose_seats(page, {"Romans": "You", "Gauls": "You", "Pirates": "You"})
    page.locator("input[type=file]").set_input_files(file)
    table = TablePage(page)
    page.mouse.click(*table.pixel("R2"))
    table.press("Select its block")
    table.drag("R2", -0.2, 2.45)
    expect(table.tag).to_contain_text("in contact with Villager", timeout=PATIENCE)
    expect(table.draft.locator(".way")).to_have_text("2.6″ of 4″")
    expect(table.draft.locator(".note", has_text="front to front")).to_have_count(3)
    table.confirm.click()
    expect(table.draft).to_have_count(0, timeout=PATIENCE)
    table.stands("R2", (10.5, 9.5))  # exactly before the villager at 21.5, who stands 8.5 from the north edge
    table.press("End movement")
    expect(page.locator("[data-verb=fight]")).to_have_count(3, timeout=PATIENCE)
