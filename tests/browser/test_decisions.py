"""The decisions that come up now and then: handing a captive over, choosing who flees, taking what lies about."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.house import House
from browser.table_page import PATIENCE, TablePage, choose_seats
from dbaix.case_table import begun


@pytest.fixture
def opened(house: House, page: Page, tmp_path: Path):  # type: ignore[no-untyped-def]
    """Opens the table of a case of the case book, all sides played in this window."""

    def open_case(name: str) -> TablePage:
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(begun(name).to_json(with_seed=True)), "utf-8")
        page.goto(house.url)
        choose_seats(page, {"Romans": "You", "Gauls": "You", "Pirates": "You"})
        page.locator("input[type=file]").set_input_files(file)
        return TablePage(page)

    return open_case


@pytest.mark.clause("DBAIX-CAP-8")
def test_a_captive_is_handed_over(page: Page, opened) -> None:  # type: ignore[no-untyped-def]
    """Pirate P1 guards Getafix; P2 stands at his side and P3 does not, so there is one way to hand him over."""
    table = opened("52-hand-him-over")
    order = page.locator("[data-verb='hand over']")
    expect(order).to_have_count(1)
    expect(order).to_have_text("Pirate (P1): hand Getafix (G) over to Pirate (P2)")
    page.mouse.click(*table.pixel("P1"))
    expect(page.locator(".card", has_text="Guards").first).to_contain_text("Getafix")
    order.first.click()
    expect(page.locator(".board .figure.lit")).to_have_count(1)
    page.locator("[data-act=confirm]").click()
    expect(table.log).to_contain_text("Getafix (G) is handed over to Pirate (P2).", timeout=PATIENCE)
    page.mouse.click(*table.pixel("P2"))
    expect(page.locator(".card", has_text="Guards").first).to_contain_text("Getafix")


@pytest.mark.clause("DBAIX-MUS-5")
def test_the_gaul_chooses_who_flees_first(page: Page, opened) -> None:  # type: ignore[no-untyped-def]
    """B and C stand 8 inches from the bard; pointing at a choice lights the figure up. C flees 4 inches west."""
    table = opened("40-equally-far-from-the-bard")
    expect(table.prompt).to_contain_text("equally far from the bard")
    choices = page.locator("[data-control=choose]")
    expect(choices).to_have_text(["Pirate (B) flees next", "Pirate (C) flees next"])
    x, y = table.place("C")
    choices.last.hover()
    expect(page.locator(".board .figure.lit")).to_have_attribute("data-id", "C")
    choices.last.click()
    expect(table.log).to_contain_text("Pirate (C) turns and flees", timeout=PATIENCE)
    table.stands("C", pytest.approx((x - 4, y), abs=0.01))


@pytest.mark.clause("DBAIX-SCN-11")
@pytest.mark.parametrize("taken", [True, False])
def test_the_victor_takes_what_was_dropped_or_leaves_it(page: Page, opened, taken: bool) -> None:  # type: ignore[no-untyped-def]
    """The legionary with the cauldron recoils before a villager: 2 + 3 against 3 + 6."""
    table = opened("30-the-cauldron-changes-hands")
    page.locator("[data-act=confirm]").click()  # the one fight there is lies open at once
    expect(table.prompt).to_contain_text("may take the cauldron from the beaten enemy", timeout=PATIENCE)
    if taken:
        page.get_by_role("button", name="Villager (V): take the cauldron").click()
        page.locator("[data-act=confirm]").click()
        expect(table.log).to_contain_text("Villager (V) takes the cauldron.", timeout=PATIENCE)
        expect(page.locator(".ask .who")).to_have_text("Romans", timeout=PATIENCE)
        expect(page.locator(".card")).to_have_count(0)  # the order carried out is no longer chosen
        page.mouse.click(*table.pixel("V"))
        expect(page.locator(".card", has_text="Carries").first).to_contain_text("the cauldron")
    else:
        table.press("Leave it where it lies")
        expect(page.locator(".ask .who")).to_have_text("Romans", timeout=PATIENCE)
        expect(page.locator(".board .marker")).to_have_count(1)


@pytest.mark.clause("DBAIX-CAMP-6")
def test_men_come_back_from_the_camp_as_a_player_says_it(page: Page, opened) -> None:  # type: ignore[no-untyped-def]
    """A centurion and three legionaries in a gate three bases wide: in 3 files, shown on the table before they come."""
    table = opened("07-back-from-camp")
    order = page.get_by_role("button", name="Centurion (C) and 3 more: come back from the camp through the north gate")
    order.hover()
    expect(page.locator(".board .figure.ghost")).to_have_count(4)
    order.click()
    page.locator("[data-act=confirm]").click()
    expect(page.locator(".board .figure")).to_have_count(5, timeout=PATIENCE)
    expect(table.log).to_contain_text("Centurion (C) marches out of the camp with 3 more, for 4 PIPs")
