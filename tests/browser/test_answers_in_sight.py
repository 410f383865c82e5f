"""The question, in a few lines, and its answers come first: all in sight on every screen, or a list that scrolls."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from browser.house import House
from browser.recorded_positions import positions
from browser.table_page import becomes, window
from sandtable.games import built_in

SCREENS: list[ViewportSize] = [
    {"width": 1366, "height": 768},
    {"width": 1024, "height": 768},
    {"width": 390, "height": 844},
]
ENOUGH = 160
"""Pixels of a list that scrolls."""

LINES = 4
"""Of the question at most."""

QUESTION = """most => {
    const asked = document.querySelector('[data-prompt]');
    const lines = Math.round(asked.getBoundingClientRect().height / parseFloat(getComputedStyle(asked).lineHeight));
    return lines > most ? [`${lines} lines of ${asked.textContent.trim()}`] : [];
}"""
"""A question that is longer."""

ANSWERS = """enough => {
    const cut = node => {
        let {top, bottom, left, right} = node.getBoundingClientRect(), list = null;
        for (let up = node.parentElement; up; up = up.parentElement) {
            const style = getComputedStyle(up);
            if (style.overflowY === 'visible' || style.display === 'contents') continue;
            const box = up.getBoundingClientRect();
            if (bottom > box.bottom + 0.5 || top < box.top - 0.5) list ??= up;
            top = Math.max(top, box.top); bottom = Math.min(bottom, box.bottom);
        }
        top = Math.max(top, 0); bottom = Math.min(bottom, innerHeight);
        return {list, share: Math.max(0, bottom - top) / node.getBoundingClientRect().height};
    };
    const seen = list => {
        let {top, bottom} = list.getBoundingClientRect();
        for (let up = list.parentElement; up; up = up.parentElement) {
            const style = getComputedStyle(up);
            if (style.overflowY === 'visible' || style.display === 'contents') continue;
            const box = up.getBoundingClientRect();
            top = Math.max(top, box.top); bottom = Math.min(bottom, box.bottom);
        }
        return Math.min(bottom, innerHeight) - Math.max(top, 0);
    };
    const scrolls = list => list && ['auto', 'scroll'].includes(getComputedStyle(list).overflowY);
    return [...document.querySelectorAll('.desk .orders button, .desk .controls button, .desk .next button')].flatMap(
        button => {
            const {list, share} = cut(button);
            if (share > 0.98 || (scrolls(list) && seen(list) >= enough)) return [];
            const pixels = list ? Math.round(seen(list)) : 0;
            return [`${button.textContent.trim()}: ${Math.round(share * 100)} % of it, ${pixels} pixels`];
        });
}"""
"""The answers that are neither wholly in sight nor in a list that scrolls and shows so many pixels of itself."""


LOG = """() => [...document.querySelectorAll('.log .entries')].flatMap(log => {
    const lines = [...log.querySelectorAll('.step')].filter(one => one.getClientRects().length);
    const line = parseFloat(getComputedStyle(log).lineHeight);
    if (!log.getClientRects().length || lines.length === 0 || log.clientHeight >= line) return [];
    return [`the log shows ${log.clientHeight} pixels, of a line of ${line}`];
})"""
"""A log that lies open without room for a line."""


def _look(page: Page, what: str) -> list[str]:
    """What is hidden on each screen, said with where."""
    hidden = []
    for size in SCREENS:
        page.set_viewport_size(size)
        page.wait_for_timeout(60)
        found = page.evaluate(ANSWERS, ENOUGH) + page.evaluate(QUESTION, LINES) + page.evaluate(LOG)
        hidden += [f"{what}, {size['width']}: {one}" for one in found]
    return hidden


@pytest.mark.parametrize("game", built_in())
def test_every_answer_is_in_sight(house: House, chromium: Browser, game: str) -> None:
    """At the question, with a figure chosen, and with what the others did unfolded."""
    hidden: list[str] = []
    met = positions(game)
    assert met, "there are recorded battles of it"
    with window(chromium, viewport=SCREENS[0]) as page:
        for position in met:
            data: dict[str, Any] = {"save": position.save}
            loaded = page.request.post(f"{house.url}/api/battles/load", data=data)
            assert loaded.ok, f"{position.kind}: {loaded.text()}"
            page.set_viewport_size(SCREENS[0])
            page.goto(f"{house.url}{loaded.json()['url']}")
            becomes(page, lambda: page.locator("[data-prompt]").count(), 1)
            page.wait_for_timeout(300)
            hidden += _look(page, position.kind)
            since = page.locator(".since summary")
            if since.count():
                since.first.evaluate("node => node.click()")
                hidden += _look(page, f"{position.kind}, news unfolded")
            page.keyboard.press("n")
            page.wait_for_timeout(150)
            hidden += _look(page, f"{position.kind}, somebody chosen")
    assert not hidden, "\n".join(hidden)


def test_facts_that_somebody_opens_can_be_read_beside_many_answers(house: House, page: Page) -> None:
    """An enemy of Batalist while order cards are laid: without room of its own the card was 63 pixels high."""
    save = next(one.save for one in positions("batalist") if one.kind.startswith("orders"))
    made = page.request.post(f"{house.url}/api/battles/load", data={"save": save})
    page.set_viewport_size(SCREENS[0])
    page.goto(f"{house.url}{made.json()['url']}")
    becomes(page, lambda: page.locator("[data-prompt]").count(), 1)
    page.keyboard.press("n")
    page.locator(".chosen-card summary").first.click()
    height = "node => Math.round(node.getBoundingClientRect().height)"
    becomes(page, lambda: page.locator(".chosen-card").evaluate(height) >= 150, True)
    assert page.locator(".slot.answers").evaluate(height) >= ENOUGH


def test_the_measure_finds_what_is_cut_off(page: Page) -> None:
    """A list of ten in a hundred pixels: seven are cut off; with as many pixels as asked for it may scroll."""
    rows = "".join("<li><button style='height:30px;display:block'>a</button></li>" for _ in range(10))
    style = "margin:0;padding:0;list-style:none;overflow-y:auto"
    html = "<div class=desk><ul class=orders style='" + style + ";height:{}px'>{}</ul></div>"
    page.set_content(html.format(100, rows))
    assert len(page.evaluate(ANSWERS, ENOUGH)) == 7
    page.set_content(html.format(ENOUGH, rows))
    assert page.evaluate(ANSWERS, ENOUGH) == []
