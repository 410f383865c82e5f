"""A battle shown to others from the board: files, pictures, and a link that opens it at a moment."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

import sandtable
from browser.axe import sound
from browser.house import House
from browser.table_page import PATIENCE, TablePage, window


def played(house: House, page: Page, tmp_path: Path, *actions: str) -> Page:
    """DBA's first lesson after these actions."""
    battle = sandtable.new("dba", "first-lesson", dice=[3, 5])
    for action in actions:
        battle.play(action)
    battle.save(tmp_path / "battle.json")
    save = json.loads((tmp_path / "battle.json").read_text("utf-8"))
    made = page.request.post(f"{house.url}/api/battles/load", data={"save": save}).json()
    page.goto(f"{house.url}{made['url']}")
    TablePage(page)
    return page


@pytest.fixture
def lesson(house: House, page: Page, tmp_path: Path) -> Page:
    """After two actions of the Gauls."""
    return played(house, page, tmp_path, "move B6 ahead 200", "end")


@pytest.fixture
def friend(chromium: Browser) -> Iterator[Page]:
    """A window of somebody else."""
    with window(chromium, viewport={"width": 390, "height": 844}) as page:
        yield page


def test_files_of_the_battle_are_taken_away(lesson: Page, tmp_path: Path) -> None:
    lesson.get_by_role("button", name="Show", exact=True).click()
    dialog = lesson.get_by_role("dialog", name="Show it to others")
    begins = {
        "html": b"<!doctype html>",
        "text": b"The table is laid.",
        "png": b"\x89PNG",
        "svg": b"<svg",
        "gif": b"GIF89a",
    }
    for form, start in begins.items():
        with lesson.expect_download(timeout=PATIENCE) as taken:
            dialog.locator(f"[data-act={form}]").click()
        file = tmp_path / form
        taken.value.save_as(file)
        assert file.read_bytes().startswith(start)
    sound(lesson)


def test_a_turn_alone_is_taken_away_as_text_and_moving_picture(house: House, page: Page, tmp_path: Path) -> None:
    """The Gauls act twice, the Romans once: their turn goes from the table after action 2 to that after action 3."""
    played(house, page, tmp_path, "move B6 ahead 200", "end", "move R1 ahead 100")
    page.get_by_role("button", name="Show", exact=True).click()
    dialog = page.get_by_role("dialog", name="Show it to others")
    dialog.get_by_label("This turn").check()
    expect(dialog.locator(".parts .muted")).to_have_text("2–3")
    taken: dict[str, bytes] = {}
    for form in ("text", "gif"):
        with page.expect_download(timeout=PATIENCE) as waiting:
            dialog.locator(f"[data-act={form}]").click()
        waiting.value.save_as(tmp_path / form)
        taken[form] = (tmp_path / form).read_bytes()
    numbers = [line.partition(".")[0] for line in taken["text"].decode().splitlines() if not line.startswith(" ")]
    assert numbers == ["2", "3"]
    with Image.open(tmp_path / "gif") as moving:
        assert moving.n_frames == 2


def test_a_link_opens_the_battle_at_a_moment_for_somebody_who_looks_on(lesson: Page, friend: Page) -> None:
    lesson.get_by_role("button", name="Replay").click()
    lesson.get_by_role("button", name="Step back").click()
    expect(lesson.locator(".replay .where")).to_have_text("1 / 2")
    lesson.locator(".replay [data-act=show]").click()
    address = lesson.get_by_label("Link to this moment")
    expect(address).to_have_value(re.compile(r"/play/[\w-]+/at/1$"))
    friend.goto(address.input_value())
    expect(friend.locator(".replay .where")).to_have_text("1 / 2", timeout=PATIENCE)
    assert friend.locator('meta[property="og:image"]').get_attribute("content").endswith("/1.png?language=en")
    friend.get_by_role("button", name="Back to the battle").click()
    expect(friend.locator(".replay")).to_have_count(0)
