"""The report of a study as a browser shows it: offline, on a phone, every figure drawn."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from sandtable import lab
from sandtable.compiler.decorators import COMPILED
from sandtable.lab.report import write_report

pytestmark = pytest.mark.skipif(not COMPILED, reason="whole battles take minutes interpreted")


def see_on_paper(page: Page) -> None:
    """Every figure shrinks to a page narrower than the one it was drawn for, and what is folded up is there."""
    page.emulate_media(media="print")
    page.evaluate("document.body.style.width = '300px'")
    right = page.evaluate("document.body.getBoundingClientRect().right")
    assert (
        max(page.locator(".chart svg").evaluate_all("all => all.map((one) => one.getBoundingClientRect().right)"))
        <= right
    )
    assert not page.locator("summary").is_visible()
    folded = page.locator("details li").first
    for when, is_open in (("before", True), ("after", False)):
        page.evaluate(f"dispatchEvent(new Event('{when}print'))")
        assert folded.is_visible() == is_open


def test_a_report_opens_offline_and_fits_a_phone(chromium: Browser, tmp_path: Path):
    what = {"game": "dba", "scenarios": ["first-lesson"], "battles": 40, "title": "Overlaps & more"}
    results = lab.run(lab.new_study({**what, "design": "A/B", "factors": {"rules.overlapped": [-2]}}), tmp_path / "out")
    write_report(results, tmp_path / "report.html", tmp_path / "figures")
    context = chromium.new_context(viewport={"width": 390, "height": 844}, offline=True)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith("file:") else wrong.append(request.url))
    page.goto((tmp_path / "report.html").as_uri())
    page.wait_for_selector("#clauses svg")
    figures = page.locator(".chart").count()
    assert page.locator(".chart svg").count() == figures == len(list((tmp_path / "figures").glob("*.svg"))) == 6
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("h1").inner_text() == "Overlaps & more"
    [sentence] = results.sentences()
    assert sentence in page.locator(".found").inner_text()
    assert max(page.locator("tr").evaluate_all("rows => rows.map((row) => row.offsetHeight)")) < 160
    marks = page.locator("#settling .role-legend-symbol path").evaluate_all("all => all.map((one) => one.outerHTML)")
    assert len(marks) == 2 and all('opacity="1"' in mark for mark in marks)
    see_on_paper(page)
    assert wrong == []
    for picture in (tmp_path / "figures").iterdir():
        assert picture.read_bytes()[:4] in (b"\x89PNG", b"<svg")
    context.close()
