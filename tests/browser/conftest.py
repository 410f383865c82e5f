"""A real Chromium on a real server. Which one tools/chromium.sh says."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from browser.house import House
from browser.paces import Table
from browser.table_page import PATIENCE, TablePage, window

CHROMIUM = ("sh", str(Path(__file__).parents[2] / "tools" / "chromium.sh"), "--no-install")
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of this folder needs a browser; the first answers of a server may have to wait for a compiler."""
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.timeout(400))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser; the tests are skipped where there is none."""
    path = subprocess.run(CHROMIUM, capture_output=True, text=True, check=False).stdout.strip()
    if not path:
        pytest.skip("no Chromium on PATH; install one or set SANDTABLE_CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for the tests that do not kill it."""
    house = House(tmp_path_factory.mktemp("house"))
    house.start()
    yield house
    house.kill()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A fresh window at a desk; whatever the page complains of fails the test."""
    with window(chromium, viewport=DESK) as page:
        yield page


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    """The same on a phone."""
    with window(chromium, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        yield page


@pytest.fixture
def spoken(house: House, page: Page) -> tuple[Table, TablePage]:
    """The page of some battle, with another one at the end of its line."""
    table = Table()
    page.route_web_socket("**/ws/*", table.meet)
    made = page.request.post(f"{house.url}/api/battles", data={"game": "dbaix", "scenario": "feast"})
    page.goto(f"{house.url}{made.json()['url']}")
    return table, TablePage(page)
