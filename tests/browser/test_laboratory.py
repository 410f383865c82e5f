"""The laboratory: a study put together at a desk and on a phone, watched, interrupted, and begun from a battle."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browser.axe import sound_day_and_night
from browser.house import House
from browser.table_page import window

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

TOLD: dict[str, Any] = {
    "id": "ab" * 12, "title": "First lesson: rules.overlapped -2", "game": "dba", "game_title": "DBA 2.2",
    "state": "running", "done": 400, "wanted": 800, "place": "first-lesson", "generals": ["quick"],
    "measure": "wins.red", "measure_text": "Share of battles that Romans won.", "share": True, "battles": 400,
    "rate": 40.0, "left": 10.0, "sentences": [], "trouble": "", "report": False,
    "arms": [
        {"label": "as it is", "curve": [{"battles": n, "value": 0.49, "low": 0.4, "high": 0.6} for n in (100, 200)]},
        {"label": "rules.overlapped = -2",
         "curve": [{"battles": n, "value": 0.55, "low": 0.5, "high": 0.61} for n in (100, 200)]},
    ],
}  # fmt: skip


@pytest.fixture
def asked(page: Page) -> list[dict[str, Any]]:
    """What the page asks for; a study that runs until it is interrupted answers."""
    return answered(page)


def answered(page: Page) -> list[dict[str, Any]]:
    """The same of any page."""
    bodies: list[dict[str, Any]] = []
    told = dict(TOLD)

    def answer(route: Route) -> None:
        path = route.request.url
        if path.endswith("/stop"):
            told.update(state="stopped", report=True, sentences=["No difference of wins.red found."])
        elif path.endswith("/run"):
            told.update(state="running")
        elif route.request.method == "POST":
            bodies.append(json.loads(route.request.post_data or "{}"))
        lines = {key: told[key] for key in ("id", "title", "game", "game_title", "state", "done", "wanted")}
        is_list = path.endswith("/studies") and route.request.method == "GET"
        route.fulfill(status=200, json=[lines] if is_list else told)

    page.route("**/api/laboratory/studies**", answer)
    return bodies


def put_together(house: House, page: Page) -> None:
    page.goto(f"{house.url}/laboratory?game=dba")
    page.get_by_label("Scenario").select_option("first-lesson")
    page.locator("[data-add=number]").click()
    page.get_by_label("Number of the rules").fill("rules.overlapped")
    expect(page.locator("[data-factor=number]")).to_contain_text("now -1")
    expect(page.locator(".start")).to_contain_text("Something that is varied has no value yet.")
    page.locator("[data-factor=number] input").nth(1).fill("-2")
    expect(page.locator(".start")).to_contain_text("2 variants")


@pytest.mark.parametrize("size", [(1366, 768), (1024, 768), (390, 844)])
def test_a_study_is_put_together_watched_and_interrupted(
    house: House, page: Page, asked: list[dict[str, Any]], size: tuple[int, int]
):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    put_together(house, page)
    page.get_by_label("Ends").select_option("clear")
    page.get_by_label("Dice").select_option("by purpose")
    sound_day_and_night(page)
    page.locator("[data-act=run-study]").click()
    page.wait_for_url("**/laboratory/abab*")
    expect(page.get_by_role("status")).to_contain_text("400 / 800: is being fought, 40/s, at most 10 s left")
    assert page.locator("polyline").count() == 2
    expect(page.locator("figcaption")).to_contain_text("55.0% 50.0–61.0%")
    [what] = asked
    wanted = ("game", "scenario", "factors", "design", "dice", "least", "generals", "title")
    assert {key: what[key] for key in wanted} == {
        "game": "dba", "scenario": "first-lesson", "factors": {"rules.overlapped": [-2]}, "design": "A/B",
        "dice": "by purpose", "least": 5, "generals": ["quick"], "title": "First lesson: rules.overlapped -2",
    }  # fmt: skip
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("[data-act=stop]").click()
    expect(page.locator(".found")).to_contain_text("No difference of wins.red found.")
    expect(page.locator("[data-act=report]")).to_be_visible()
    expect(page.locator("[data-act=go-on]")).to_be_visible()
    sound_day_and_night(page)
    studies = page.get_by_role("region", name="Studies")
    expect(studies).to_contain_text("interrupted · 400/800")
    page.locator("[data-act=go-on]").click()
    expect(studies).to_contain_text("is being fought · 400/800")


def test_a_measure_that_is_no_share_is_asked_for_in_what_it_counts(
    house: House, page: Page, asked: list[dict[str, Any]]
):
    page.goto(f"{house.url}/laboratory?game=dba")
    page.get_by_label("Ends").select_option("precise")
    expect(page.get_by_label("Points of a hundred")).to_be_visible()
    page.get_by_label("Measure").select_option("bounds")
    page.get_by_label("So much of the measure").fill("0.25")
    page.locator("[data-act=run-study]").click()
    page.wait_for_url("**/laboratory/abab*")
    assert [(what["measure"], what["precision"]) for what in asked] == [("bounds", 0.25)]


def general_measured(house: House, page: Page, called: str, told: str) -> None:
    """Where generals change no seats it is not offered, and the choice falls back to the first measure."""
    bodies = answered(page)
    page.goto(f"{house.url}/laboratory?game=dba")
    measure = page.locator("section").nth(3).locator("select").first
    expect(measure.locator("option")).not_to_have_count(0)
    expect(measure.locator("option[value^='general.']")).to_have_count(0)
    page.locator("section").nth(2).locator("select").last.select_option("random")
    expect(measure.locator("option[value='general.2']")).to_have_text(called)
    if called.isascii():
        measure.focus()
        page.keyboard.type(called)
    else:
        measure.select_option("general.2")
    expect(measure).to_have_value("general.2")
    expect(page.locator("section").nth(3).locator("p").first).to_contain_text(told)
    sound_day_and_night(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seats = page.get_by_role("checkbox").last
    seats.uncheck()
    expect(measure).to_have_value("")
    seats.check()
    measure.select_option("general.2")
    page.locator("[data-act=run-study]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/laboratory/abab*")
    assert [(what["measure"], what["generals"]) for what in bodies] == [("general.2", ["quick", "random"])]


def test_a_general_is_measured_whichever_side_it_leads(house: House, page: Page):
    general_measured(house, page, "wins: general 2 (Random)", "battles that general 2 won, whichever side it led")


def test_a_general_is_measured_on_a_phone_in_russian(house: House, chromium: Browser):
    with window(chromium, locale="ru", **PHONE) as page:
        general_measured(house, page, "победы: полководец 2 (Случай)", "выиграл полководец 2, за какую бы сторону")


def test_a_battle_is_playtested_from_where_it_stands(house: House, page: Page, asked: list[dict[str, Any]]):
    made = page.request.post(f"{house.url}/api/battles", data={"game": "dba", "scenario": "first-lesson"}).json()
    page.goto(f"{house.url}{made['url']}")
    page.get_by_title("Replay").first.click()
    page.locator("[data-act=playtest]").click()
    expect(page.locator(".from")).to_contain_text("The table of the battle after action 0")
    expect(page.locator("[data-add]")).to_have_count(1)  # a battle keeps its rules
    page.locator("[data-act=run-study]").click()
    page.wait_for_url("**/laboratory/abab*")
    [what] = asked
    assert what["battle"] == {"token": made["token"], "step": 0}


def test_a_battle_is_playtested_between_its_own_sides(house: House, page: Page, asked: list[dict[str, Any]]):
    """Inter Arma's first scenario has Gauls and Romans."""
    made = page.request.post(f"{house.url}/api/battles", data={"game": "inter-arma", "scenario": "chase"}).json()
    page.goto(f"{house.url}/laboratory?game=inter-arma&from={made['token']}&step=0")
    page.get_by_label("Measure").select_option("wins.riders")
    page.locator("[data-add=general]").click()
    page.locator("[data-factor=general] select").first.select_option("general.thieves")
    page.locator("[data-factor=general]").get_by_label("Random").check()
    page.locator("[data-act=run-study]").click()
    page.wait_for_url("**/laboratory/abab*")
    assert [(what["measure"], what["factors"]) for what in asked] == [("wins.riders", {"general.thieves": ["random"]})]


def test_where_no_studies_are_run_one_sentence_says_why(house: House, page: Page):
    closed = {"open": False, "text": "It is closed.", "battles": 1, "variants": 1, "generals": []}
    page.route("**/api/laboratory", lambda route: route.fulfill(status=200, json=closed))
    page.goto(house.url)
    page.locator("[data-act=laboratory]").click()
    expect(page.locator(".closed")).to_have_text("It is closed.")
