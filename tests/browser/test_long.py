"""What outlives a moment: a killed server, and a battle of computers to its end, watched again."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from browser.house import House
from browser.table_page import PATIENCE, becomes, start


def test_the_board_comes_back_after_the_server_was_killed(chromium: Browser, tmp_path: Path) -> None:
    house = House(tmp_path)
    house.start()
    # A page of its own: a browser complains of a lost line, which is what this test is about.
    page = chromium.new_page(viewport={"width": 1440, "height": 900})
    try:
        table = start(page, house.url, "village", {"Romans": "You", "Gauls": "You", "Pirates": "You"})
        table.drag("R23", 2, 0)
        table.judged_legal()
        page.keyboard.press("Enter")
        expect(page.locator("[data-control=undo]")).to_be_enabled(timeout=PATIENCE)
        stood, log = table.place("R23"), table.log.inner_text()
        house.kill()
        expect(page.get_by_text("The line to the server is down")).to_be_visible(timeout=PATIENCE)
        house.start()
        expect(page.get_by_text("The line to the server is down")).to_have_count(0, timeout=PATIENCE)
        becomes(page, lambda: (table.place("R23"), table.log.inner_text()), (stood, log))
        table.press("End movement")
        expect(table.log).not_to_have_text(log, timeout=PATIENCE)
    finally:
        page.close()
        house.kill()


def stilled(page: Page, log: Locator) -> str:
    """What the log says once nobody acts any more: computers that are not halted act more often than it is read."""
    before = ""
    for _ in range(60):
        said = log.inner_text()
        if said == before:
            return said
        before = said
        page.wait_for_timeout(2000)
    raise AssertionError("somebody acts while the computers are halted")


def test_computers_fight_to_the_end_and_it_can_be_watched_again(house: House, page: Page) -> None:
    """Three greedy generals: halted, let act once, let go on, hurried to the end, and looked at from the beginning."""
    table = start(page, house.url, "escort", {"Romans": "Greedy", "Gauls": "Greedy", "Pirates": "Greedy"})
    page.get_by_label("Halt").click()
    expect(table.prompt).to_have_text("The computer is halted")
    stood = stilled(page, table.log)
    page.get_by_label("One action").click()
    expect(table.log).not_to_have_text(stood, timeout=PATIENCE)
    page.get_by_label("Go on").click()
    expect(table.prompt).not_to_have_text("The computer is halted")
    page.get_by_label("Speed").select_option(label="at once")
    expect(page.locator(".result")).to_be_visible(timeout=600_000)
    expect(table.prompt).to_contain_text("end of round")
    table.nobody_fades()
    last = page.locator(".board .figure[data-id]:not(.ghost)").first.get_attribute("data-id")
    assert last, "somebody stands on the table at the end"
    end = table.place(last)
    page.get_by_role("button", name="Watch it again").click()
    expect(table.prompt).to_contain_text("Looking back", timeout=PATIENCE)
    table.stands("R1", (12.5, 3.5))  # where the scenario lays the centurion: 30 - 26.5 from the north edge
    page.get_by_label("Step forward").click()
    expect(page.locator(".replay .where")).to_contain_text("1 /", timeout=PATIENCE)
    page.get_by_label("Run").click()
    expect(page.locator(".replay .where")).to_contain_text(re.compile(r"^\s*([3-9]|\d\d+) /"), timeout=PATIENCE)
    table.press("To the end")
    expect(page.locator(".replay")).to_have_count(0)
    table.stands(last, end)
