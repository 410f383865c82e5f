"""The army builder of the set-up page: an army is put together, kept as a file, read again, and fights."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.house import House
from browser.table_page import PATIENCE, fits


def muster(page: Page, house: House, side: str = "blue") -> Locator:
    """The part of the page for one side's army, on the ready field of DBA."""
    page.goto(house.url)
    page.get_by_role("navigation", name="Game").get_by_role("button", name="DBA 2.2").click()
    page.locator('[data-scenario="ready-field"]').click()
    army = page.locator(f"fieldset[data-side={side}]")
    expect(army.get_by_role("list", name="The elements of the army").get_by_role("listitem")).to_have_count(12)
    return army


def build(army: Locator, people: str) -> None:
    """Begin an army of one's own from a list."""
    army.get_by_text("Build your own").click()
    army.get_by_label("army list").select_option(people)


def elements(army: Locator, words: str = "") -> Locator:
    """The elements that are set out, by what a screen reader says."""
    return army.get_by_role("list", name="The elements of the army").get_by_role("listitem").filter(has_text=words)


@pytest.mark.clause("DBA-ARMY-1", "DBA-ARMY-3", "DBA-ARMY-6")
def test_an_army_is_built_and_goes_to_war(house: House, page: Page, tmp_path: Path) -> None:
    """Gauls: the general in a light chariot, one chariot and one cavalry, eight warbands, psiloi; an empty camp."""
    army = muster(page, house)
    build(army, "gallic")
    start = page.locator("[data-act=start]")
    expect(army.locator(".count")).to_have_text("12/12")
    army.get_by_role("radio", name=re.compile("Light Chariots LCh")).check(force=True)
    expect(army.locator("ol li").first).to_have_attribute("title", "The general: Light Chariots (LCh)")

    # One element too few: the count and the clause say so, and nobody can begin.
    army.get_by_role("button", name="One 3Cv fewer").click()
    expect(army.locator(".count")).to_have_text("11/12")
    expect(army.locator(".state")).to_contain_text("Expected 12 elements, found 11.")
    expect(army.locator(".state").get_by_role("button")).to_have_text("ARMY-1")
    expect(start).to_be_disabled()
    army.get_by_role("button", name="One LCh more").click()
    expect(army.locator(".state")).to_contain_text("May fight.")
    expect(start).to_be_enabled()
    troops = ["LCh", "LCh", "3Cv", *["3Wb"] * 8, "2Ps"]
    expect(elements(army)).to_have_text([re.compile(rf"\({one}\)") for one in troops])

    army.get_by_label("Name").fill("Vercingetorix")
    army.get_by_text("unoccupied").click()
    expect(army.locator(".state")).to_contain_text("unoccupied.")
    with page.expect_download() as kept:
        army.get_by_role("button", name="Save as a file").click()
    file = tmp_path / kept.value.suggested_filename
    kept.value.save_as(file)
    assert file.name == "vercingetorix.toml"
    assert 'troops = "LCh (Gen), LCh, 3Cv, 8x3Wb, 2Ps"' in file.read_text("utf-8")

    page.locator("fieldset", has=page.locator("legend", has_text="Blue")).get_by_text("You", exact=True).click()
    start.click()
    expect(page.locator("[data-prompt]")).not_to_be_empty(timeout=PATIENCE)
    expect(page.locator(".title")).to_have_text("Later Carthaginians and Vercingetorix", timeout=PATIENCE)
    waiting = page.locator(".box", has_text="Vercingetorix to deploy").get_by_role("button")
    expect(waiting).to_have_count(12)  # and no camp followers
    expect(page.get_by_role("button", name="General's Light Chariots")).to_be_visible()


@pytest.mark.clause("DBA-ARMY-3", "DBA-ARMY-4")
def test_a_file_is_opened_and_its_mistakes_are_told(house: House, page: Page, tmp_path: Path) -> None:
    army = muster(page, house, "red")
    build(army, "gallic")
    file = tmp_path / "army.toml"
    file.write_text(
        'list = "polybian-roman"\ntroops = "3Cv (Gen), 3Cv, 6x4Bd, 2x4Sp, 2Ps, El"\ncamp = "none"\n', "utf-8"
    )
    army.locator("input[type=file]").set_input_files(file)
    expect(army.locator(".state li")).to_have_count(2)
    expect(army.locator(".state")).to_contain_text("field troops: the list of the Polybian Romans has no El")
    expect(army.locator(".state")).to_contain_text("only an army of two or more War Wagons can do without")
    expect(page.locator("[data-act=start]")).to_be_disabled()

    army.get_by_role("button", name="El", exact=True).click()  # it goes
    army.get_by_role("button", name="One 2Ps more").click()
    army.get_by_text("with camp followers").click()
    expect(army.locator(".state")).to_contain_text("May fight.")
    expect(elements(army, "Psiloi")).to_have_count(2)

    file.write_text("list = ", "utf-8")
    army.locator("input[type=file]").set_input_files(file)
    expect(army.locator(".state")).to_contain_text("is not TOML")
    expect(elements(army, "Psiloi")).to_have_count(2)  # what was built stays


@pytest.mark.clause("DBA-ARMY-2", "DBA-ARMY-3")
def test_a_list_of_ones_own_is_opened_and_fights(house: House, page: Page, tmp_path: Path) -> None:
    """Riders of the steppe: twelve horse, their list written by the player; the other side may take it too."""
    army = muster(page, house)
    build(army, "gallic")
    file = tmp_path / "steppe.toml"
    lines = '[{ count = 1, of = ["3Cv"], general = true }, { count = 11, of = ["2LH", "3Cm"] }]'
    head = 'title = "Riders of the steppe"\narmy = "Riders"\ntopography = "steppe"\naggression = 4\n'
    file.write_text(f"{head}lines = {lines.replace('3Cm', '3Cmm')}\n", "utf-8")
    army.locator("input[type=file]").set_input_files(file)
    expect(army.locator(".state")).to_contain_text("List, line 5, field lines[2].of[2]: there are no troops '3Cmm'")
    file.write_text(f'{head}lines = {lines}\npick = "3Cv (Gen), 11x2LH"\n', "utf-8")
    army.locator("input[type=file]").set_input_files(file)
    expect(army.locator(".state")).to_contain_text("May fight.")
    expect(army.get_by_label("army list").locator("option:checked")).to_have_text("Riders of the steppe")
    army.get_by_role("button", name="One 3Cm more").click()
    expect(army.locator(".count")).to_have_text("12/12")
    expect(elements(army, "Light Horse")).to_have_count(10)
    other = page.locator("fieldset[data-side=red]")
    other.get_by_text("Another list").click()
    other.get_by_label("army list").select_option("Riders of the steppe")
    expect(other.locator(".state")).to_contain_text("May fight.")
    page.locator("[data-act=start]").click()
    expect(page.locator("[data-prompt]")).not_to_be_empty(timeout=PATIENCE)
    expect(page.locator(".title")).to_have_text("Riders and Riders", timeout=PATIENCE)


def test_an_army_is_built_with_keys_alone(house: House, page: Page) -> None:
    army = muster(page, house)
    army.get_by_role("radio", name="Ready army").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(army.get_by_role("radio", name="Build your own")).to_be_checked()
    army.get_by_label("army list").focus()
    page.keyboard.type("II/7")  # as one chooses in any list
    expect(army.locator(".state")).to_contain_text("May fight.")
    expect(army.locator("legend")).to_contain_text("Persians")
    more = army.get_by_role("button", name="One 3Ax more")
    more.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(more).to_be_focused()
    expect(army.get_by_role("group", name="Auxilia").locator("output")).to_have_text("2")
    expect(elements(army, "Spears")).to_have_count(2)  # they take the spears' places
    army.get_by_role("radio", name=re.compile("Scythed Chariots")).focus()
    page.keyboard.press("ArrowDown")
    expect(army.get_by_role("radio", name=re.compile("Psiloi"))).to_be_checked()
    expect(army.locator(".state")).to_contain_text("May fight.")


def test_the_builder_fits_a_phone(house: House, phone: Page) -> None:
    army = muster(phone, house)
    build(army, "medieval-french")
    expect(army.locator(".state")).to_contain_text("May fight.")
    # Five knights or five mobs of warband: all of them the same, chosen at once.
    army.get_by_role("radio", name=re.compile("Warband 5Wb")).check(force=True)
    expect(elements(army, "(5Wb)")).to_have_count(5)
    fits(phone)


@pytest.mark.clause("WAD-GEN-2")
def test_house_rules_show_what_others_set_and_keep_what_is_said(house: House, page: Page) -> None:
    muster(page, house)
    page.get_by_text("House rules").click()
    board = page.get_by_label(re.compile("board", re.IGNORECASE)).and_(page.locator("#option-board"))
    expect(board).to_have_value("expanded")
    page.locator("#option-conventions").select_option("plain")
    expect(board).to_have_value("regulation")
    expect(page.get_by_text("1 change")).to_be_visible()
    board.select_option("expanded")
    expect(page.get_by_text("2 changes")).to_be_visible()
    with page.expect_request("**/api/battles") as sent:
        page.locator("[data-act=start]").click()
    assert sent.value.post_data_json["options"] == {"conventions": "plain", "board": "expanded"}
