"""A whole bound with the mouse, and what the log says of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.house import House
from browser.table_page import PATIENCE, start

HOTSEAT = {"Romans": "You", "Gauls": "You", "Pirates": "You"}


@pytest.mark.clause("DBAIX-PIP-1", "DBAIX-MOV-1", "DBAIX-BND-6")
def test_a_whole_bound_with_the_mouse(house: House, page: Page) -> None:
    """Five legionaries with Centurion B march 3 inches for 1 PIP; dragged 7 they stop after 4; the bound ends."""
    table = start(page, house.url, "village", HOTSEAT)
    expect(table.prompt).to_contain_text("Move a figure or a group")

    page.mouse.click(*table.pixel("R15"))
    expect(page.locator(".card", has_text="Centurion B").first).to_be_visible()
    table.press("Select its block")
    expect(page.locator(".board .figure.selected")).to_have_count(5)

    before = table.place("R13")
    table.drag("R15", 0, 7, drop=False)
    expect(table.tag).to_contain_text("4″ of 4″", timeout=PATIENCE)
    expect(table.tag).to_contain_text("no farther")
    expect(page.locator(".board .figure.ghost.good")).to_have_count(5)
    page.mouse.up()
    for _ in range(2):  # the keys go where they are told, and hear why not
        page.keyboard.press("Shift+ArrowUp")
    expect(table.draft.locator(".reasons")).to_contain_text("a move is up to 4 inches", timeout=PATIENCE)
    expect(table.draft.locator(".reasons .clause").first).to_have_text("MOV-1")
    expect(page.locator(".board .figure.ghost.bad")).to_have_count(5)
    expect(table.confirm).to_be_disabled()
    page.keyboard.press("Escape")
    expect(table.draft).to_have_count(0)
    table.stands("R13", before)  # a cancelled drag changes nothing

    table.drag("R15", 0, 3, drop=False)
    expect(page.locator(".board .figure.ghost.good")).to_have_count(5, timeout=PATIENCE)
    expect(table.tag).to_contain_text("costs 1")
    expect(table.tag).to_contain_text("″")
    page.mouse.up()
    expect(table.draft.locator(".lines .clause")).to_have_text("PIP-1")
    table.confirm.click()
    expect(table.draft).to_have_count(0, timeout=PATIENCE)
    table.stands("R13", pytest.approx((before[0], before[1] - 3), abs=0.2))  # north is up
    expect(table.log).to_contain_text("Centurion B (R15)'s group moves")

    table.press("End movement")
    expect(table.log).to_contain_text("Round 1: the Gauls begin their bound", timeout=PATIENCE)
    expect(page.locator(".ask .who")).to_have_text("Gauls")

    # By keys from the log to the clause, from a word of it to the glossary, back, and to where one was.
    chip = table.log.locator(".clause", has_text="BND-3").first
    chip.press("Enter")
    here = page.locator("dialog article.here")
    expect(here).to_contain_text("DBAIX-BND-3")
    expect(here).to_be_focused()
    here.get_by_role("button", name="PIPs", exact=True).press("Enter")
    expect(here.get_by_role("heading")).to_have_text("PIP")
    page.get_by_role("button", name="Back", exact=True).press("Enter")
    expect(here).to_contain_text("DBAIX-BND-3")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(chip).to_be_focused()


def test_undo_takes_the_move_back(house: House, page: Page) -> None:
    """A move without dice is taken back freely, with the key as with the button."""
    table = start(page, house.url, "village", HOTSEAT)
    before = table.place("R23")
    expect(page.locator("[data-control=undo]")).to_be_disabled()
    table.drag("R23", 20_000, 0)  # onto another screen: drawn as far as it may go, and no complaint
    expect(table.draft).to_contain_text("4″ of 4″", timeout=PATIENCE)
    expect(page.locator(".toast")).to_have_count(0)
    page.keyboard.press("Escape")
    table.drag("R23", 2, 0)
    table.judged_legal()
    page.keyboard.press("Enter")
    expect(page.locator("[data-control=undo]")).to_be_enabled(timeout=PATIENCE)
    table.stands("R23", pytest.approx((before[0] + 2, before[1]), abs=0.2))
    page.keyboard.press("Control+z")
    expect(page.locator("[data-control=undo]")).to_be_disabled(timeout=PATIENCE)
    table.stands("R23", before)


def test_the_keyboard_alone_moves_a_figure(house: House, page: Page) -> None:
    """The key n chooses, the arrows move by tenths, Enter confirms."""
    table = start(page, house.url, "village", HOTSEAT)
    page.keyboard.press("n")
    chosen = page.locator(".board .figure.selected")
    expect(chosen).to_have_count(1)
    figure = chosen.get_attribute("data-id")
    assert figure
    x, y = table.place(figure)
    for _ in range(2):
        page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(table.draft.locator(".way")).to_have_text("1.1″ of 4″")
    table.judged_legal()
    page.keyboard.press("Enter")
    expect(page.locator("[data-control=undo]")).to_be_enabled(timeout=PATIENCE)
    table.stands(figure, pytest.approx((x, y - 1.1), abs=1e-3))


def test_a_box_chooses_several_and_the_list_reads_the_table(house: House, page: Page) -> None:
    """Shift and a drag over the ground choose what they cover; the list of figures says where everybody stands."""
    table = start(page, house.url, "village", HOTSEAT)
    x0, y0 = table.pixel("R18")
    x1, y1 = table.pixel("R22")
    unit = table.inch()
    page.keyboard.down("Shift")
    page.mouse.move(x0 - unit, y0 - unit)
    page.mouse.down()
    page.mouse.move(x1 + unit, y1 + unit, steps=5)
    page.mouse.up()
    page.keyboard.up("Shift")
    expect(page.locator(".board .figure.selected")).to_have_count(5)
    table.press("List")
    expect(page.locator(".list li", has_text="R23 Caligula Minus")).to_contain_text("facing east")
