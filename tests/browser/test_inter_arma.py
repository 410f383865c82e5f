"""Inter Arma in the browser: played to its end in three ways, by day and by night; sight, modes, groups and fights shown."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.house import House
from browser.table_page import PATIENCE, TablePage, becomes, choose_seats

CHOSEN = "localStorage.setItem('game chosen last', 'inter-arma')"
MOST = 500
"""Decisions of one side: no battle here needs half of them."""

READY = """side => document.querySelector('.result') || document.querySelector('.controls .primary')
    || (document.querySelector('.ask .who')?.textContent.includes(side) && document.querySelector('button.order'))"""
"""The battle is over, or this side has something to decide."""

STEPS = "() => document.querySelectorAll('[role=log] .step').length"

Touch = Callable[[Page, Locator], None]


def by_mouse(_page: Page, what: Locator) -> None:
    what.click()


def by_keys(page: Page, what: Locator) -> None:
    what.focus()
    page.keyboard.press("Enter")


def by_finger(_page: Page, what: Locator) -> None:
    what.tap()


def begin(page: Page, house: House, scenario: str, seats: dict[str, str]) -> TablePage:
    page.add_init_script(CHOSEN)
    page.goto(house.url)
    page.locator(f'[data-scenario="{scenario}"]').click()
    choose_seats(page, seats)
    page.get_by_text("House rules").click()
    page.get_by_label("Seed of the dice").fill("5")
    page.locator("[data-act=start]").click()
    return TablePage(page)


def decide(page: Page, touch: Touch, side: str, moves: int) -> bool:
    """Carry out one decision: a few moves ahead, whatever else is listed, else the step is ended; False once it is over."""
    page.wait_for_function(READY, arg=side, timeout=PATIENCE)
    if page.locator(".result").count():
        return False
    before = page.evaluate(STEPS)
    ending = page.locator(".controls .primary", has_text=re.compile("End|no more|leave|Leave|hold|Hold"))
    if "move your figures" in page.locator("[data-prompt]").inner_text() and moves < 3:
        page.keyboard.press("n")
        ahead = page.locator("button.order", has_text=re.compile(r"ahead|throw for fatigue|set out")).first
        ahead.wait_for(timeout=PATIENCE)
        touch(page, ahead)
        touch(page, page.locator("[data-act=confirm]"))
    elif page.locator("button.order").count() and (moves < 3 or not ending.count()):
        touch(page, page.locator("button.order").first)
        touch(page, page.locator("[data-act=confirm]"))
    else:
        touch(page, page.locator(".controls .primary").first)
    page.wait_for_function(f"before => document.querySelector('.result') || ({STEPS})() !== before", arg=before, timeout=PATIENCE)
    return True


def play(page: Page, touch: Touch, side: str) -> None:
    """To the end, which is told in the prompt."""
    turn, moves = "", 0
    for _ in range(MOST):
        now = " ".join(page.locator(".chips").all_inner_texts())
        turn, moves = now, moves + 1 if now == turn else 0
        if not decide(page, touch, side, moves):
            break
    expect(page.locator(".result")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("[data-prompt]")).to_contain_text(re.compile("win|draw"))
