"""A chase in the browser: the city slides, moves are a fan of ghosts, and it is played to its end in three ways."""

from __future__ import annotations

import re
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from browser.axe import sound_day_and_night
from browser.hands import STEP, Touch, by_finger, by_keys, by_mouse
from browser.house import House
from browser.table_page import PATIENCE, TablePage, becomes, choose_seats

CHASE = "localStorage.setItem('game chosen last', 'pursuit')"
MOST = 400
"""Decisions of one side: no chase here needs half of them."""

READY = """() => document.querySelector('.result') || document.querySelector('button.order')
    || document.querySelector('.ask .who')?.textContent.includes('Space Marines')"""
"""The chase is over, or the quarry has something to decide."""


def begin(page: Page, house: House, hunters: str) -> TablePage:
    """The default chase with the quarry to be played by hand."""
    page.add_init_script(CHASE)
    page.goto(house.url)
    page.locator('[data-scenario="chase"]').click()
    choose_seats(page, {"Space Marines": "You", "Tyranids": hunters})
    page.get_by_text("House rules").click()
    page.get_by_label("Seed of the dice").fill("5")
    page.locator("[data-act=start]").click()
    return TablePage(page)


def decide(page: Page, touch: Touch) -> bool:
    """Carry out one decision, for a mover the farthest way straight ahead; False once the chase is over."""
    page.wait_for_function(READY, timeout=PATIENCE)
    if page.locator(".result").count():
        return False
    step = page.evaluate(STEP)
    prompt = page.locator("[data-prompt]").inner_text()
    orders = page.locator("button.order")
    asked = re.search(r"\((\w+)\)", prompt)
    if asked and not orders.count():
        figure = page.locator(f'.board .figure[data-id="{asked[1]}"]:not(.ghost)')
        if touch is by_keys:
            page.keyboard.press("n")
        else:
            touch(page, figure)
    orders.first.wait_for(timeout=PATIENCE)
    ahead = orders.filter(has_text=re.compile(r"12″ ahead$"))
    touch(page, ahead.first if ahead.count() else orders.first)
    confirm = page.locator("[data-act=confirm]")
    expect(confirm).to_be_enabled(timeout=PATIENCE)
    touch(page, confirm)
    page.wait_for_function(f"before => ({STEP})() !== before", arg=step, timeout=PATIENCE)
    return True


def play(page: Page, *touches: Touch) -> None:
    """To the end, which is told in the prompt, by one way of touching after the other."""
    for _, touch in zip(range(MOST), cycle(touches), strict=False):
        if not decide(page, touch):
            break
    expect(page.locator(".result")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("[data-prompt]")).to_contain_text(re.compile("win|draw"))


def test_a_chase_is_played_to_its_end_by_mouse_and_keys_in_turns(house: House, page: Page) -> None:
    begin(page, house, "Random")
    play(page, by_mouse, by_keys)


def test_a_chase_is_played_to_its_end_on_a_phone(house: House, phone: Page) -> None:
    begin(phone, house, "Random")
    play(phone, by_finger)


@pytest.mark.clause("PURS-PUR-6", "PURS-MOV-5")
def test_the_city_slides_and_who_is_to_move_sees_where_they_can_go(house: House, page: Page) -> None:
    """A piece goes 12 inches back; a chosen figure shows its ends as ghosts, and goes where it is drawn.

    Before it goes, pressed or drawn, every test on its way and its chance to live are said.
    """
    table = begin(page, house, "You")
    expect(page.locator(".chips")).to_contain_text("and 24 more")
    piece = page.locator('.board .piece-of-ground[data-id="S1d"]')
    expect(piece).to_have_attribute("style", re.compile(r"translate\(0px, 0px\)"))
    for _ in range(MOST):
        if "up to 6 inches" in table.prompt.inner_text():
            break
        decide(page, by_mouse)
    expect(piece).to_have_attribute("style", re.compile(r"translate\(-12px, 0px\)"), timeout=PATIENCE)
    mover = re.search(r"\((\w+)\)", table.prompt.inner_text())
    assert mover
    expect(table.figure(mover[1])).to_have_class(re.compile("selected"))  # without a click
    ghosts = page.locator(".board g.overlay-place-risky")
    expect(ghosts.nth(20)).to_be_attached(timeout=PATIENCE)
    expect(page.get_by_role("list", name="Legend")).to_contain_text("end of a move on which it may die")
    expect(page.locator(".card").first).to_contain_text("A collision kills it in")
    becomes(page, lambda: "survives" in ghosts.first.locator("title").inner_html(), True)
    sound_day_and_night(page, ".middle")
    sound_day_and_night(page, ".orders-part")
    ghost = ghosts.first.bounding_box()
    assert ghost is not None
    page.mouse.click(ghost["x"] + ghost["width"] / 2, ghost["y"] + ghost["height"] / 2)
    risks = page.locator("[data-risks]")
    expect(risks).to_contain_text("survives", timeout=PATIENCE)
    expect(table.confirm).to_be_enabled(timeout=PATIENCE)
    page.keyboard.press("Escape")
    expect(risks).to_have_count(0)
    table.drag(mover[1], 5, 0)
    expect(risks).to_contain_text("Test 1, after", timeout=PATIENCE)
    expect(table.confirm).to_be_enabled(timeout=PATIENCE)
    page.keyboard.press("Enter")
    expect(table.draft).to_have_count(0, timeout=PATIENCE)
    expect(table.log).to_contain_text(f"({mover[1]}) moves", timeout=PATIENCE)
