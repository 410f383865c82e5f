"""A sewer in the browser: the flood is watched model after model, skipped, and read as a table."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import sandtable
from browser.axe import sound, sound_day_and_night
from browser.conftest import DESK, PHONE
from browser.hands import STEP, Touch, by_finger, by_keys
from browser.house import House
from browser.table_page import COVERED, PATIENCE, TablePage, becomes, fits, window

NEST = "charges-in-the-nest"


@cache
def before_the_flood() -> dict[str, Any]:
    """A save of a battle whose next action, to end a phase, lets the flood come over many."""
    battle = sandtable.new("flash-flood", scenario=NEST, seed=1)
    chance = Random(3)
    while not any(event.code == "FLOOD_COMES" for event in battle.last.events):
        assert not battle.over
        battle.play(chance.choice(battle.legal()))
    battle.undo(past_dice=True)
    return battle.to_json(with_seed=True)


@cache
def before_the_end() -> dict[str, Any]:
    """A save of a battle that is nearly over: the Tyranids begin the last player turn."""
    battle = sandtable.new("flash-flood", scenario=NEST, seed=1)
    chance = Random(1)
    while battle.record.turn < battle.record.rules.turns or battle.record.player == 0:
        assert not battle.over
        battle.play(chance.choice(battle.legal()))
    return battle.to_json(with_seed=True)


def load(page: Page, house: House, save: dict[str, Any]) -> TablePage:
    """The table as it was saved, both sides to be played here."""
    seats = {"imperials": "human", "tyranids": "human"}
    made = page.request.post(f"{house.url}/api/battles/load", data={"save": save, "seats": seats})
    page.goto(f"{house.url}{made.json()['url']}")
    return TablePage(page)


def at_the_flood(page: Page, house: House) -> TablePage:
    """The table a moment before it."""
    return load(page, house, before_the_flood())


def let_it_come(page: Page) -> None:
    """Play what the save waits for."""
    page.locator(".controls button.primary").last.click()


def test_the_flood_is_watched_model_after_model(house: House, chromium: Browser) -> None:
    """It plays by itself, at the speed that is chosen; nothing is asked of anybody until it is over or skipped."""
    with window(chromium, viewport=DESK, reduced_motion="no-preference") as page:
        table = at_the_flood(page, house)
        let_it_come(page)
        watching = page.locator("[data-watching]")
        expect(watching).to_contain_text(re.compile(r"The flood 1 of \d+"), timeout=PATIENCE)
        expect(table.prompt).to_have_text("The flood")
        expect(page.locator("button.order")).to_have_count(0)
        expect(page.locator(".watched .figure.lit")).to_have_count(1)
        page.get_by_label("Speed of what is watched").select_option("fast")
        expect(watching).to_contain_text(re.compile(r"The flood [3-9] of \d+"), timeout=PATIENCE)
        page.keyboard.press("Escape")
        expect(watching).to_have_count(0)
        expect(page.locator(".controls")).to_contain_text("End the phase", timeout=PATIENCE)


def test_the_flood_is_read_and_watched_again(house: House, page: Page) -> None:
    """Who wants less motion is not shown it unasked. The table has a line for each sweep, each with its clauses.

    On a small screen too nothing that is said of it, and no button of the view, lies over anybody.
    """
    table = at_the_flood(page, house)
    page.set_viewport_size({"width": 1024, "height": 768})
    let_it_come(page)
    expect(page.get_by_role("region", name="Since your last turn")).to_be_visible()
    assert page.evaluate(COVERED) == []
    page.set_viewport_size(DESK)
    told = page.get_by_role("region", name="The flood")
    expect(told).to_contain_text(re.compile(r"\d+ models swept, .+ kept their feet"), timeout=PATIENCE)
    expect(page.locator("[data-watching]")).to_have_count(0)
    sound_day_and_night(page, ".news")
    page.locator("[data-act=account]").click()
    dialog = page.get_by_role("dialog", name="The flood")
    rows = dialog.locator("tbody tr")
    swept = rows.count()
    assert swept > 3
    expect(rows.first).to_contain_text(re.compile(r"inch(es)? in S\d\d"))
    expect(rows.first.locator(".clause").first).to_have_text("CARRY-1")
    sound_day_and_night(page, "dialog")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.locator("[data-act=watch]").click()
    watching = page.locator("[data-watching]")
    expect(watching).to_contain_text(f" of {swept}")
    page.get_by_label("Halt").click()
    at = re.search(r"(\d+) of", watching.inner_text())
    assert at
    page.get_by_label("The next one").click()
    expect(watching).to_contain_text(f"{int(at[1]) + 1} of {swept}")
    sound(page, ".news")
    page.locator("[data-act=skip]").click()
    expect(table.prompt).not_to_have_text("The flood")
    expect(told).to_be_visible()
    expect(table.log).to_contain_text("Die by die")


def test_the_flood_on_a_phone(house: House, chromium: Browser) -> None:
    """The table comes close to whom something befalls, and goes back; nothing sticks out."""

    def wide(view: Locator) -> float:
        return float((view.get_attribute("viewBox") or "0 0 0 0").split()[2])

    with window(chromium, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="no-preference") as page:
        at_the_flood(page, house)
        view = page.locator(".board > svg")
        whole = wide(view)
        page.locator(".controls button.primary").last.tap()
        expect(page.locator("[data-watching]")).to_be_visible(timeout=PATIENCE)
        becomes(page, lambda: wide(view) < 0.7 * whole, True)
        fits(page)
        page.locator("[data-act=skip]").tap()
        becomes(page, lambda: wide(view) > 0.9 * whole, True)
        assert page.evaluate(COVERED) == []
        page.locator("[data-act=account]").tap()
        expect(page.get_by_role("dialog", name="The flood").locator("tbody tr").first).to_be_visible()
        fits(page)


ASKED = """() => document.querySelector('.result') || document.querySelector('button.order')
    || document.querySelector('.controls button.primary:not(:disabled)')"""
"""The battle is over, or something is to be decided."""


@pytest.mark.parametrize("touch", [by_keys, by_finger], ids=["keyboard", "phone"])
def test_the_last_player_turn_is_played_to_the_end(house: House, chromium: Browser, touch: Touch) -> None:
    """What is listed is chosen and confirmed, a phase ended by its button, until it is said who has won."""
    screen: dict[str, Any] = {"viewport": DESK}
    if touch is by_finger:
        screen = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    with window(chromium, **screen) as page:
        table = load(page, house, before_the_end())
        chosen = 0
        while page.wait_for_function(ASKED, timeout=PATIENCE) and page.locator(".result").count() == 0:
            step = page.evaluate(STEP)
            orders, ends = page.locator("button.order"), page.locator(".controls button.primary:not(:disabled)")
            if orders.count() and (chosen < 2 or ends.count() == 0):
                chosen += 1
                touch(page, orders.first)
                expect(table.confirm).to_be_enabled(timeout=PATIENCE)
                touch(page, table.confirm)
            else:
                touch(page, ends.last)
            page.wait_for_function(f"before => ({STEP})() !== before", arg=step, timeout=PATIENCE)
        expect(table.prompt).to_contain_text("win")
        assert chosen > 0
        fits(page)


@pytest.mark.clause("C40-COH-1", "FLOOD-COH-2")
def test_a_squad_is_dragged_with_its_links(house: House, page: Page) -> None:
    """Five Scouts hang together by four links; one 4 inches ahead of all is linked to nobody, and is shown to be."""
    made = page.request.post(f"{house.url}/api/battles", data={"game": "flash-flood", "scenario": NEST, "seed": "5"})
    page.goto(f"{house.url}{made.json()['url']}")
    table = TablePage(page)
    page.locator("button.order", has_text="Scout squad").click()
    page.keyboard.press("Enter")
    expect(table.prompt).to_contain_text("Scout squad: move")
    links, astray = page.locator(".board .overlay-link"), page.locator(".board .overlay-astray")
    page.mouse.click(*table.pixel("S1"))
    page.keyboard.press("b")
    expect(page.locator(".board .chosen")).to_have_count(5)
    table.drag("S1", -2, 0, drop=False)
    expect(page.locator(".board .ghost")).to_have_count(5)
    becomes(page, lambda: (links.count(), astray.count()), (4, 0))
    page.mouse.up()
    table.judged_legal()
    page.keyboard.press("Escape")
    page.mouse.click(*table.pixel("S2"))
    page.mouse.click(*table.pixel("S1"))
    expect(page.locator(".board .chosen")).to_have_count(1)
    table.drag("S1", -4, 0, drop=False)
    becomes(page, lambda: (links.count(), astray.count()), (3, 1))
    page.mouse.up()
    page.keyboard.press("Escape")
    becomes(page, lambda: (links.count(), astray.count()), (4, 0))
