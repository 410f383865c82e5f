"""From a moment of a battle: a new battle that goes on there, and a case file for umpires."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.house import House
from browser.table_page import PATIENCE, TablePage, becomes, start

SEATS = {"Romans": "You", "Gauls": "You", "Pirates": "You"}


def two_moves(page: Page, url: str) -> tuple[TablePage, list[tuple[float, float]]]:
    """R23 goes two inches east, twice; where it stood at first and after each."""
    table = start(page, url, "village", SEATS)
    places = [table.place("R23")]
    for _ in range(2):
        table.drag("R23", 2, 0)
        table.judged_legal()
        page.keyboard.press("Enter")
        expect(page.locator(".draft")).to_have_count(0, timeout=PATIENCE)
        expect(page.locator("[role=log] .event", has_text="(R23) moves")).to_have_count(len(places), timeout=PATIENCE)
        table.stands("R23", pytest.approx((places[-1][0] + 2, places[-1][1]), abs=0.2))
        places.append(table.place("R23"))
    return table, places


def test_a_battle_is_played_on_from_an_earlier_moment(house: House, page: Page) -> None:
    _, places = two_moves(page, house.url)
    old = page.url
    page.get_by_role("button", name="Replay").click()
    page.get_by_label("Step back").click()
    expect(page.locator(".replay .where")).to_contain_text("1 / 2", timeout=PATIENCE)
    expect(page.locator(".board .trail.went")).to_have_count(1)  # the way of the step that is looked at
    page.locator("[data-act=play-on]").click()
    dialog = page.get_by_role("dialog", name="Play on from here")
    expect(dialog).to_contain_text("after action 1.")
    dialog.get_by_label("Pirates").select_option(label="Random")
    dialog.get_by_role("button", name="Begin").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".replay")).to_have_count(0, timeout=PATIENCE)
    page.wait_for_url(lambda url: url != old, timeout=PATIENCE)
    table = TablePage(page)
    table.stands("R23", places[1])
    expect(page.locator(".side .who")).to_have_text(["you", "you", "Random"])
    page.go_back()
    table = TablePage(page)
    expect(page).to_have_url(old)
    table.stands("R23", places[2])  # the first battle stays as it was


def test_a_position_becomes_a_case_that_the_umpire_reads(house: House, page: Page, tmp_path: Path) -> None:
    two_moves(page, house.url)
    page.get_by_role("button", name="Replay").click()
    page.get_by_label("Step back").click()
    expect(page.locator(".replay .where")).to_contain_text("1 / 2", timeout=PATIENCE)
    page.locator("[data-act=case]").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="This position as a case")
    text = dialog.get_by_label("The case file")
    expect(text).to_contain_text("game: dbaix", timeout=PATIENCE)
    with page.expect_download() as waiting:
        dialog.locator("[data-act=download]").click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert file.suffix == ".yaml"
    becomes(page, text.inner_text, file.read_text("utf-8"))
    command = [sys.executable, "-c", "from sandtable.cli import main; main()", "adjudicate", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog.locator("[data-act=copy]").click()
    expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    becomes(page, lambda: page.evaluate("navigator.clipboard.readText()"), file.read_text("utf-8"))


def test_a_link_to_a_moment_that_is_not_yet_says_so(house: House, page: Page) -> None:
    made = page.request.post(f"{house.url}/api/battles", data={"game": "dbaix", "scenario": "village"}).json()
    page.goto(f"{house.url}{made['url']}/at/99")
    expect(page.get_by_role("alert")).to_contain_text(
        "The battle has not come to the moment of this link: this is how it stands now.", timeout=PATIENCE
    )
    expect(page.locator(".replay")).to_have_count(0)
    page.goto(f"{house.url}{made['url']}/at/0")
    expect(page.locator(".replay")).to_be_visible(timeout=PATIENCE)


def test_of_a_battle_for_analysis_undo_says_that_the_same_dice_fall(house: House, page: Page) -> None:
    """The end of a bound throws for the orders of the next: taken back, it throws the same."""
    for analysis, said in ((True, "the same dice fall again"), (False, "takes back dice too: they fall anew")):
        wanted = {"game": "dba", "scenario": "first-lesson", "seed": 3, "analysis": analysis}
        made = page.request.post(f"{house.url}/api/battles", data=wanted).json()
        page.goto(f"{house.url}{made['url']}")
        thrown = []
        for _ in range(2):
            page.locator(".controls .primary").first.click(timeout=PATIENCE)
            expect(page.locator("[data-control=undo] + small")).to_have_text(said, timeout=PATIENCE)
            thrown.append(TablePage(page).prompt.inner_text())
            page.keyboard.press("Control+z")
            expect(page.locator("[data-control=undo] + small")).to_have_count(0, timeout=PATIENCE)
        if analysis:
            assert thrown[0] == thrown[1]
