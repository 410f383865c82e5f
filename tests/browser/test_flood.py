"""A sewer in the browser: the flood is watched and read, and a battle is played to its end in three ways."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import sandtable
from browser.conftest import DESK, PHONE
from browser.hands import STEP, Touch, by_finger, by_keys, by_mouse
from browser.house import House
from browser.table_page import PATIENCE, TablePage, becomes, choose_seats, fits, window

NEST = "charges-in-the-nest"
MOST = 400
"""Decisions of one side: no battle here needs half of them."""

READY = """() => document.querySelector('.result') || (
    document.querySelector('.ask .who')?.textContent.includes('Imperials')
    && document.querySelector('button.order, .controls button.primary:enabled')
)"""
"""The battle is over, or the Imperials have something to decide."""


@cache
def before_the_flood() -> dict[str, Any]:
    """A save of a battle whose next action, to end a phase, lets the flood come over many."""
    battle = sandtable.new("flash-flood", scenario=NEST, seed=1)
    chance = Random(1)
    while not any(event.code == "FLOOD_COMES" for event in battle.last.events):
        assert not battle.over
        battle.play(chance.choice(battle.legal()))
    battle.undo(past_dice=True)
    return battle.to_json(with_seed=True)


def at_the_flood(page: Page, house: House) -> TablePage:
    """The table a moment before it, both sides to be played here."""
    seats = {"imperials": "human", "tyranids": "human"}
    made = page.request.post(f"{house.url}/api/battles/load", data={"save": before_the_flood(), "seats": seats})
    page.goto(f"{house.url}{made.json()['url']}")
    return TablePage(page)


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
        expect(page.locator(".controls")).to_contain_text("End movement", timeout=PATIENCE)


def test_the_flood_is_read_and_watched_again(house: House, page: Page) -> None:
    """Who wants less motion is not shown it unasked. The table has a line for each sweep, each with its clauses."""
    table = at_the_flood(page, house)
    let_it_come(page)
    told = page.get_by_role("region", name="The flood")
    expect(told).to_contain_text(re.compile(r"\d+ models swept, .+ kept their feet"), timeout=PATIENCE)
    expect(page.locator("[data-watching]")).to_have_count(0)
    page.locator("[data-act=account]").click()
    dialog = page.get_by_role("dialog", name="The flood")
    rows = dialog.locator("tbody tr")
    swept = rows.count()
    assert swept > 3
    expect(rows.first).to_contain_text(re.compile(r"inch(es)? in S\d\d"))
    expect(rows.first.locator(".clause").first).to_have_text("CARRY-1")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.locator("[data-act=watch]").click()
    watching = page.locator("[data-watching]")
    expect(watching).to_contain_text(f"1 of {swept}")
    page.get_by_label("Halt").click()
    page.get_by_label("The next one").click()
    expect(watching).to_contain_text(f"2 of {swept}")
    page.locator("[data-act=skip]").click()
    expect(table.prompt).not_to_have_text("The flood")
    expect(told).to_be_visible()
    expect(table.log).to_contain_text("Die by die")


def test_the_flood_on_a_phone(house: House, chromium: Browser) -> None:
    """The table comes close to whom something befalls, and goes back; nothing sticks out."""
    with window(chromium, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="no-preference") as page:
        at_the_flood(page, house)
        view = page.locator(".board > svg")
        before = view.get_attribute("viewBox")
        page.locator(".controls button.primary").last.tap()
        expect(page.locator("[data-watching]")).to_be_visible(timeout=PATIENCE)
        becomes(page, lambda: view.get_attribute("viewBox") != before, True)
        fits(page)
        page.locator("[data-act=skip]").tap()
        becomes(page, lambda: view.get_attribute("viewBox") == before, True)
        page.locator("[data-act=account]").tap()
        expect(page.get_by_role("dialog", name="The flood").locator("tbody tr").first).to_be_visible()
        fits(page)


def decide(page: Page, touch: Touch, taken: int) -> int:
    """One decision: of what is listed the first, three times running, then the end of the phase. How many running now.

    -1 once the battle is over.
    """
    page.wait_for_function(READY, timeout=PATIENCE)
    if page.locator(".result").count():
        return -1
    step = page.evaluate(STEP)
    orders, ends = page.locator("button.order"), page.locator(".controls button.primary:enabled")
    if orders.count() and (taken < 3 or not ends.count()):
        touch(page, orders.first)
        confirm = page.locator("[data-act=confirm]")
        expect(confirm).to_be_enabled(timeout=PATIENCE)
        touch(page, confirm)
        taken += 1
    else:
        touch(page, ends.first)
        taken = 0
    page.wait_for_function(f"before => ({STEP})() !== before", arg=step, timeout=PATIENCE)
    return taken


def play(page: Page, house: House, touch: Touch) -> None:
    """The default battle as the Imperials against a random general, to its end, which is told in the prompt."""
    page.add_init_script("localStorage.setItem('game chosen last', 'flash-flood')")
    page.goto(house.url)
    page.locator(f'[data-scenario="{NEST}"]').click()
    choose_seats(page, {"Imperials": "You", "Tyranids": "Random"})
    page.get_by_text("House rules").click()
    page.get_by_label("Seed of the dice").fill("5")
    page.locator("[data-act=start]").click()
    TablePage(page)
    taken = 0
    for _ in range(MOST):
        taken = decide(page, touch, taken)
        if taken < 0:
            break
    expect(page.locator(".result")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("[data-prompt]")).to_contain_text(re.compile("win|draw"))


@pytest.mark.parametrize("touch", [by_mouse, by_keys], ids=["mouse", "keyboard"])
def test_a_battle_is_played_to_its_end(house: House, page: Page, touch: Touch) -> None:
    play(page, house, touch)


def test_a_battle_is_played_to_its_end_on_a_phone(house: House, phone: Page) -> None:
    play(phone, house, by_finger)
    fits(phone)
