"""What a player does at the table, in the words of a player."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

PATIENCE = int(os.environ.get("SANDTABLE_PATIENCE", "120")) * 1000
"""Milliseconds for an answer of rules that may still have to be loaded, on a machine with much else to do."""

SEED = "5"
"""With it the Romans throw VI for their first PIPs, so that no test runs out of them."""

CHOSEN = """location.origin === 'null' || (
    localStorage.getItem('game chosen last') ?? localStorage.setItem('game chosen last', 'dbaix')
)"""
"""The first page shows DBAix, until a test chooses another game."""

SETTLED = """() => new Promise(done => {
    const where = () => JSON.stringify(document.querySelector('.board > svg').getScreenCTM());
    const before = where();
    setTimeout(() => done(before === where()), 150);
})"""
"""The page has taken its shape: a table that still grows under the mouse is no fair test."""

NOBODY_FADES = """() => [...document.querySelectorAll('.board .figure')].every(
    figure => figure.parentElement.getAnimations().length === 0
)"""
"""Whoever has left the table is still drawn for a moment, in its last place: it is read as if it stood there."""

HEARD = """(() => {
    window.heard = [];
    const keep = () => document.querySelectorAll('.toast').forEach(one => window.heard.push(one.textContent));
    new MutationObserver(keep).observe(document, { subtree: true, childList: true, characterData: true });
})()"""
"""Sentences that go by themselves are kept, so that a slow machine does not miss them."""

COVERED = """() => [...document.querySelectorAll('.board .figure:not(.ghost)')].filter(figure => {
    const { x, y, width, height } = figure.querySelector('.base').getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top && !top.closest(".board, .top, .desk, .record");
}).map(figure => figure.dataset.id)"""
"""Who stands in sight and cannot be pressed, because something lies over the table."""

NO_SCRIPTS = "Blocked script execution in 'about:srcdoc'"
"""What a Chromium without windows says of the scripts above in a frame that runs none, as the review of a battle is."""

STILL = "() => document.getAnimations().every(one => one.effect.getTiming().iterations === Infinity)"
"""Nothing fades or glides any more."""


@contextmanager
def window(chromium: Browser, forgiven: str = "\0", **options: Any) -> Iterator[Page]:
    """A window of somebody who has nothing in common with others; whatever its page complains of fails the test.

    ``forgiven``: words of what it may complain of all the same. Bases stand at their new places at once, as they do for
    whoever asks the system for less motion.
    """
    context = chromium.new_context(**{"reduced_motion": "reduce", **options})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(CHOSEN)
    context.add_init_script(HEARD)
    page = context.new_page()
    errors = watch(page)
    yield page
    context.close()
    errors = [error for error in errors if forgiven not in error]
    assert not errors, errors


def becomes(page: Page, read: Callable[[], Any], wanted: Any) -> None:
    """What is read is at last what is wanted: a page answers when it can, not when it is asked."""
    until = time.monotonic() + PATIENCE / 1000
    while (found := read()) != wanted:
        assert time.monotonic() < until, f"{found!r}, not {wanted!r}"
        page.wait_for_timeout(50)


def heard(page: Page, words: str) -> None:
    """A sentence that goes by itself has been shown, whether or not it is still there."""
    becomes(page, lambda: page.evaluate("words => window.heard.some(one => one.includes(words))", words), True)


def fits(page: Page) -> None:
    """Nothing sticks out at the side."""
    becomes(page, lambda: page.evaluate("document.documentElement.scrollWidth <= innerWidth"), True)


def stop_clocks(page: Page) -> None:
    """What goes by itself after a while stays, until `page.clock.run_for`."""
    page.clock.install(time="2030-01-01")
    page.clock.pause_at("2030-01-02")


class TablePage:
    """The page of a battle."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.prompt = page.locator("[data-prompt]")
        self.log = page.locator("[role=log]")
        self.tag = page.locator(".board .tag")
        self.draft = page.locator(".draft")
        self.confirm = page.locator("[data-act=confirm]")
        expect(page.locator(".board .figure").first).to_be_visible(timeout=PATIENCE)
        page.wait_for_function(SETTLED)

    def figure(self, figure_id: str) -> Locator:
        """The base on the table, not its ghost."""
        return self.page.locator(f'.board .figure[data-id="{figure_id}"]:not(.ghost)')

    def nobody_fades(self) -> None:
        """Wait until those who are drawn are those who stand on the table."""
        self.page.wait_for_function(NOBODY_FADES, timeout=PATIENCE)

    def place(self, figure_id: str) -> tuple[float, float]:
        """Where its centre stands, in table units from the north-west corner."""
        self.nobody_fades()
        style = self.figure(figure_id).evaluate("node => node.style.transform")
        found = re.match(r"translate\(([-\d.]+)px, ([-\d.]+)px\)", style)
        assert found, style
        return float(found[1]), float(found[2])

    def pixel(self, figure_id: str) -> tuple[float, float]:
        """Where its centre is on the screen, once it stands still."""
        self.page.wait_for_function(SETTLED)
        self.page.wait_for_function(STILL)
        box = self.figure(figure_id).locator(".base").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def stands(self, figure_id: str, place: Any) -> None:
        """It is at this place, or comes there."""
        becomes(self.page, lambda: self.place(figure_id), place)

    def inch(self) -> float:
        """Pixels in one unit of the table."""
        matrix = self.page.locator(".board > svg").evaluate("node => node.getScreenCTM().a")
        return float(matrix)

    def drag(self, figure_id: str, east: float, north: float, drop: bool = True) -> None:
        """Take a figure with the mouse and carry it that many units."""
        x, y = self.pixel(figure_id)
        unit = self.inch()
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 8, y - 8)
        self.page.mouse.move(x + east * unit, y - north * unit, steps=8)
        if drop:
            self.page.mouse.up()

    def judged_legal(self) -> None:
        """The draft on the table has been judged, and the rules allow it."""
        expect(self.confirm).to_be_enabled()
        expect(self.draft.locator(".reasons")).to_have_count(0)

    def press(self, name: str) -> None:
        """A button by its words."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def legend(self, label: str) -> str:
        """A fact of the top bar, as `Round`."""
        return self.page.locator(".chips div", has_text=label).locator("dd").inner_text()

    def ledger(self, entry: Locator) -> list[int]:
        """The amounts of a list of lines, its total last."""
        return [int(text.replace("−", "-")) for text in entry.locator("li > b").all_inner_texts()]


def start(page: Page, url: str, scenario: str, seats: dict[str, str]) -> TablePage:
    """From the set-up page to the table."""
    page.add_init_script(CHOSEN)
    page.goto(url)
    page.locator(f'[data-scenario="{scenario}"]').click()
    choose_seats(page, seats)
    page.get_by_text("House rules").click()
    page.get_by_label("Seed of the dice").fill(SEED)
    page.locator("[data-act=start]").click()
    return TablePage(page)


def choose_seats(page: Page, seats: dict[str, str]) -> None:
    """Who plays each side: `You`, `Random`, `Greedy`, by the words on the page."""
    for side, who in seats.items():
        fieldset = page.locator("fieldset", has=page.locator("legend", has_text=side))
        fieldset.get_by_text(who, exact=True).click()


def is_wrong(message: ConsoleMessage) -> bool:
    """Whether something on the console is an error of the page's own."""
    return message.type == "error" and NO_SCRIPTS not in message.text


def watch(page: Page) -> list[Any]:
    """Errors of the page as they come: a test that ends with some has failed."""
    errors: list[Any] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if is_wrong(message) else None)
    return errors
