"""The editor's zones, goals and texts: set by mouse and in forms, told where they are wrong, and met in the battle."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from browser import axe
from browser.house import House
from browser.table_page import PATIENCE, becomes, stop_clocks
from browser.test_editor import Studio


def test_deployment_zones_are_laid_and_their_edges_drawn(house: House, page: Page) -> None:
    """Both lie along the whole table; zones nearer than three times the fastest battalion's steps are a fault."""
    page.goto(f"{house.url}/editor?new&game=batalist")
    studio = Studio(page, 90)
    studio.put("Deployment zones", 45, 30)
    assert studio.file()["zones"] == [[0, 10], [50, 60]]
    studio.drag((45, 10), (45, 8))
    becomes(page, lambda: studio.file()["zones"], [[0, 8], [50, 60]])
    studio.drag((45, 8), (45, 45))
    expect(page.locator("[data-sound] li")).to_contain_text("The zones lie 5 steps apart", timeout=PATIENCE)
    page.keyboard.press("Control+z")
    studio.sound()
    assert studio.file()["zones"] == [[0, 8], [50, 60]]


def test_the_one_field_of_a_chamber_has_a_name(house: House, page: Page) -> None:
    """Four numbers alone, and what they are stands beside them."""
    page.goto(f"{house.url}/editor?new&game=flash-flood")
    studio = Studio(page, 36)
    studio.put("Chamber", 18, 18)
    numbers = page.get_by_label("[west, south, east, north] in inches", exact=True)
    expect(numbers).to_have_value("14, 14, 22, 22")
    expect(page.get_by_text("[west, south, east, north] in inches", exact=True)).to_be_visible()
    numbers.fill("13, 14, 22, 22")
    numbers.press("Enter")
    becomes(page, lambda: studio.file()["map"]["chambers"], {"R1": [13, 14, 22, 22]})
    studio.tab("chosen")
    axe.sound(page)


def test_a_checkpoint_is_put_as_a_goal_and_stands_in_the_battle(house: House, page: Page) -> None:
    page.goto(f"{house.url}/editor?new&game=inter-arma")
    studio = Studio(page, 120)
    studio.put("Checkpoint", 60, 45)
    page.get_by_label("name", exact=True).fill("mill")
    studio.looked_at()
    file = studio.file()
    assert [(one["name"], one["at"]) for one in file["checkpoints"]] == [("mill", [60, 45])]
    studio.play()
    expect(page.locator(".board")).to_contain_text("checkpoint: nobody", timeout=PATIENCE)


def test_the_texts_of_a_scenario_are_written_in_forms_and_read_in_its_battle(house: House, page: Page) -> None:
    page.goto(f"{house.url}/editor?new&game=dba")
    studio = Studio(page, 3000)
    studio.tab("file")
    page.get_by_label("title", exact=True).fill("Two fords")
    page.get_by_label("description", exact=True).fill("Whoever holds both has won.")
    becomes(page, lambda: studio.file()["title"], "Two fords")
    assert studio.file()["description"] == "Whoever holds both has won."
    studio.tab("text")
    text = page.locator("textarea.text")
    text.fill(text.input_value().replace("Two fords", "Three fords"))  # the form says what the text says
    studio.tab("file")
    expect(page.get_by_label("title", exact=True)).to_have_value("Three fords")
    studio.play()
    expect(page.get_by_role("heading", level=1)).to_have_text("Three fords")


def test_an_answer_about_an_earlier_draft_does_not_end_the_waiting(house: House, page: Page) -> None:
    """While a change has not been asked about yet, nothing is said to be playable by what was asked before it."""
    page.goto(f"{house.url}/editor?new&game=dba")
    studio = Studio(page, 3000)
    studio.sound()
    held: list[Route] = []
    page.route("**/api/editor/look", lambda route: held.append(route))
    stop_clocks(page)
    studio.take("Wood")
    page.mouse.click(*studio.pixel(700, 1500))
    page.clock.run_for(500)
    becomes(page, lambda: len(held), 1)
    studio.take("Wood")
    page.mouse.click(*studio.pixel(2200, 1500))
    with page.expect_response("**/api/editor/look"):
        held[0].continue_()
    page.wait_for_timeout(300)
    expect(page.locator("[data-sound]")).to_contain_text("Looking at it")
