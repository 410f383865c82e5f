"""What a player does at the table, in the words of a player."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

PATIENCE = 120_000
"""Milliseconds for an answer of rules that may still have to be loaded, on a machine with much else to do."""

SEED = "5"
"""With it the Romans throw VI for their first PIPs, so that no test runs out of them."""

CHOSEN = "localStorage.getItem('game chosen last') ?? localStorage.setItem('game chosen last', 'dbaix')"
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
"""Whoever has left the table is still drawn for a moment, where he stood last: he is read as if he stood there."""


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
        """Where its centre is on the screen, once it stands still: figures glide to their new places."""
        base = self.figure(figure_id).locator(".base")
        box = base.bounding_box()
        for _ in range(50):
            self.page.wait_for_timeout(60)
            before, box = box, base.bounding_box()
            if before == box:
                break
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

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
        expect(self.draft.locator(".lines, .reasons").first).to_be_visible(timeout=PATIENCE)
        assert self.draft.locator(".reasons").count() == 0, self.draft.inner_text()
        expect(self.confirm).to_be_enabled(timeout=PATIENCE)

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


def watch(page: Page) -> list[Any]:
    """Errors of the page as they come: a test that ends with some has failed."""
    errors: list[Any] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    return errors
