"""What others did: told in a strip, in the log and on the table, until one's own first action."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.house import House
from browser.paces import Table, step
from browser.table_page import PATIENCE, TablePage, start, stop_clocks

POINTS = "lines => lines.map(line => line.getAttribute('points'))"

SEATS = {"Romans": "You", "Gauls": "Greedy", "Pirates": "Greedy"}


def after_the_others(page: Page, url: str) -> TablePage:
    """The Romans end their first bound, and both computers have had theirs."""
    table = start(page, url, "village", SEATS)
    page.get_by_label("Speed").select_option(label="at once")
    table.press("End movement")
    expect(page.locator(".chips div", has_text="Round").locator("dd")).to_have_text(re.compile("^2"), timeout=PATIENCE)
    expect(table.prompt).to_contain_text("Move a figure", timeout=PATIENCE)
    return table


def test_what_others_did_is_told_until_the_first_action_of_ones_own(house: House, page: Page) -> None:
    table = after_the_others(page, house.url)
    strip = page.get_by_role("region", name="Since your last turn")
    expect(strip.locator("summary")).to_contain_text(re.compile(r"\d+ moves?"))
    expect(page.locator("[role=status]", has_text="Since your last turn: ")).to_have_count(1)
    strip.locator("summary").focus()
    page.keyboard.press("Enter")
    deeds = strip.get_by_role("listitem")
    expect(deeds.first).to_be_visible()
    expect(deeds.filter(has_text="Gauls")).to_have_count(0)  # ends of turns are about nobody
    expect(deeds.filter(has_text=re.compile(r"move .*inch")).first).to_be_visible()
    deeds.get_by_role("button").first.hover()
    expect(page.locator(".board .figure.lit").first).to_be_visible()
    page.reload()
    table = TablePage(page)
    expect(strip).to_be_visible()
    trails = page.locator(".board .trail.went polyline")
    expect(trails.nth(1)).to_be_attached()  # where they went is drawn, after a reload too
    theirs = set(trails.evaluate_all(POINTS))
    table.figure("R23").click()
    page.locator("button.order", has_text="ahead").first.click()
    page.keyboard.press("Enter")
    expect(strip).to_have_count(0, timeout=PATIENCE)
    expect(trails).to_have_count(1)  # one's own last move alone
    assert not theirs & set(trails.evaluate_all(POINTS))


def test_a_move_stands_in_the_log_with_its_distance_and_direction(house: House, page: Page) -> None:
    table = after_the_others(page, house.url)
    moves = table.log.locator(".event", has_text=re.compile(r" moves?, for \d+ PIPs?: "))
    expect(moves.first).to_be_attached()
    way = re.compile(r"inch(es)? (ahead|back|to the (left|right))|turning|wheel")
    expect(moves.filter(has_not_text=way)).to_have_count(0)


def test_the_strip_is_closed_by_hand(house: House, page: Page) -> None:
    after_the_others(page, house.url)
    strip = page.get_by_role("region", name="Since your last turn")
    strip.get_by_label("Close").click()
    expect(strip).to_have_count(0)


def test_what_everybody_is_told_goes_by_itself_and_stays_while_it_is_pointed_at(house: House, page: Page) -> None:
    table = start(page, house.url, "village", dict.fromkeys(SEATS, "You"))
    table.figure("R23").click()
    page.locator("button.order").first.click()
    page.keyboard.press("Enter")
    expect(page.locator("[data-control=undo]")).to_be_enabled(timeout=PATIENCE)
    stop_clocks(page)
    page.keyboard.press("Control+z")
    toast = page.locator(".toast")
    expect(toast).to_contain_text("took back", timeout=PATIENCE)
    toast.hover()
    page.clock.run_for(60_000)
    expect(toast).to_be_visible()
    page.mouse.move(5, 5)
    page.clock.run_for(60_000)
    expect(toast).to_have_count(0)


def test_a_reason_stands_under_the_first_line_of_its_step_and_a_step_without_events_says_whose_it_was(
    spoken: tuple[Table, TablePage],
) -> None:
    """However much came of it: the reason is about what was done, not about the last die."""
    table, page = spoken
    table.tell(
        step(0, "", []),
        step(1, "Spears A1: fight", ["A1 fights.", "It throws a die.", "A2 flees."], why="It closes with the enemy."),
        step(2, "End movement", []),
    )
    lines = page.log.locator(".step").nth(0).locator(".event, .why")
    expect(lines).to_have_text(["A1 fights.", "It closes with the enemy.", "It throws a die.", "A2 flees."])
    expect(page.log.locator(".step").nth(1)).to_have_text("Reds: End movement")
