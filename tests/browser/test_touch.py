"""The table under fingers, at the width of a phone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from browser.house import House
from browser.table_page import PATIENCE, TablePage, becomes, fits, start

Spot = tuple[float, float]
HOTSEAT = {"Romans": "You", "Gauls": "You", "Pirates": "You"}


class Fingers:
    """Fingers on the glass, as Chromium's own protocol has them: every touch names all that are down."""

    def __init__(self, page: Page) -> None:
        self._line = page.context.new_cdp_session(page)

    def _send(self, kind: str, spots: Sequence[Spot]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(spots)]
        self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def move(self, start: Sequence[Spot], end: Sequence[Spot], lift: bool = True, steps: int = 8) -> None:
        """Put fingers down, one after another, carry them to where they end, and lift them."""
        for number in range(len(start)):
            self._send("touchStart", start[: number + 1])
        for step in range(1, steps + 1):
            part = step / steps
            self._send(
                "touchMove",
                [(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part) for a, b in zip(start, end, strict=True)],
            )
        if lift:
            self.lift()

    def lift(self) -> None:
        self._send("touchEnd", [])


@pytest.fixture
def table(house: House, phone: Page) -> TablePage:
    return start(phone, house.url, "feast", HOTSEAT)


def test_two_fingers_zoom_about_the_spot_between_them(table: TablePage) -> None:
    x, y = table.pixel("R3")
    before = table.inch()
    Fingers(table.page).move([(x - 20, y), (x + 20, y)], [(x - 60, y), (x + 60, y)])
    becomes(table.page, table.inch, pytest.approx(3 * before, rel=0.1))
    becomes(table.page, lambda: table.pixel("R3"), pytest.approx((x, y), abs=6))
    Fingers(table.page).move([(x - 60, y), (x + 60, y)], [(x - 20, y), (x + 20, y)])
    becomes(table.page, table.inch, pytest.approx(before, rel=0.1))


def test_one_finger_on_the_ground_moves_the_table_and_on_a_figure_the_figure(table: TablePage) -> None:
    """Zoomed in first, as one does on a phone; then the figure goes one inch up and is confirmed with a tap."""
    page = table.page
    fingers = Fingers(page)
    x, y = table.pixel("R3")
    near = pytest.approx(3 * table.inch(), rel=0.1)
    fingers.move([(x - 20, y), (x + 20, y)], [(x - 60, y), (x + 60, y)])
    becomes(page, table.inch, near)
    x, y = table.pixel("R3")
    stood = table.place("R3")
    unit = table.inch()
    fingers.move([(x, y - 2 * unit)], [(x + 30, y - 2 * unit - 20)])
    becomes(page, lambda: table.pixel("R3"), pytest.approx((x + 30, y - 20), abs=3))  # the table went with the finger
    moved = table.pixel("R3")
    table.stands("R3", stood)

    fingers.move([moved], [(moved[0], moved[1] - unit)], lift=False)
    expect(page.locator(".board .figure.ghost")).to_have_count(1)
    fingers.lift()
    expect(table.draft).to_be_visible()
    table.judged_legal()
    table.confirm.tap()
    expect(table.draft).to_have_count(0, timeout=PATIENCE)
    table.stands("R3", pytest.approx((stood[0], stood[1] - 1), abs=0.15))


def test_a_tap_right_after_a_flick_counts(table: TablePage) -> None:
    """A browser lets what was flicked run on, and takes the next tap for a finger that stops it; not here."""
    page = table.page
    for _ in range(3):
        page.get_by_role("button", name="The whole table").tap()
        x, y = table.pixel("R3")
        whole = table.inch()
        Fingers(page).move([(x - 20, y), (x + 20, y)], [(x - 60, y), (x + 60, y)])
        becomes(page, lambda: table.inch() > 2 * whole, True)  # noqa: B023
        box = page.locator(".board > svg").bounding_box()
        assert box is not None
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        Fingers(page).move([middle], [(middle[0] - 60, middle[1] - 60)], steps=4)
        page.get_by_role("button", name="The whole table").tap()
        becomes(page, table.inch, pytest.approx(whole, rel=0.01))


def test_while_there_is_nothing_to_order_a_phone_shows_the_log(house: House, phone: Page) -> None:
    table = start(phone, house.url, "feast", {"Romans": "Random", "Gauls": "Random", "Pirates": "Random"})
    expect(table.log).to_be_visible(timeout=PATIENCE)
    expect(table.log).to_contain_text("Round 1", timeout=PATIENCE)
    phone.get_by_role("button", name="Sides").tap()
    expect(phone.get_by_label("Halt")).to_be_visible()
    fits(phone)


def test_a_lesson_names_no_keys_to_whom_has_none(table: TablePage) -> None:
    words = table.page.get_by_role("region", name="Lesson").get_by_role("paragraph")
    expect(words).to_contain_text("Click one of your Gauls, and drag it towards the enemy.", use_inner_text=True)
