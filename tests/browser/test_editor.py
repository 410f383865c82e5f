"""The editor of scenarios: a sewer and a field built from nothing and played; a battle's position; a shared link."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from playwright.sync_api import Page, expect

from browser.axe import sound_day_and_night
from browser.house import House
from browser.table_page import PATIENCE, becomes, fits
from browser.test_touch import Fingers

PLACE = """([x, y, width]) => {
    const svg = document.querySelector('.field > svg');
    const rect = svg.querySelector('clipPath rect');
    const [wide, high] = [Number(rect.getAttribute('width')), Number(rect.getAttribute('height'))];
    const scale = wide / width;
    const p = new DOMPoint(x * scale, high - y * scale).matrixTransform(svg.getScreenCTM());
    return [p.x, p.y];
}"""
"""Where on the screen a place of the file is; ``width``: of its table."""

SEWER = {
    "N0": [3, 3], "N1": [3, 18], "N2": [3, 33], "N3": [18, 3], "N4": [33, 3], "N5": [18, 18], "N6": [33, 18],
    "N7": [18, 33], "N8": [33, 33],
}  # fmt: skip
LINKS = ("01", "03", "12", "15", "34", "35", "27", "56", "57", "46", "68", "78")
"""The hive's sewer as NET-1 to NET-3 have it: nodes 15 inches apart, and which are joined."""


WRITTEN = """\
game: dba
title: Small wood  # as its maker wrote it
armies:
  red: {name: Red}
  blue: {name: Blue}

terrain:
  - {kind: wood, label: Wood, oval: {at: [1500, 1500], length: 600, width: 400}}
"""


class Studio:
    """The page of the editor, by a mouse."""

    def __init__(self, page: Page, width: float) -> None:
        self.page, self.width = page, width
        expect(page.locator(".field > svg")).to_be_visible(timeout=PATIENCE)

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        found: list[float] = self.page.evaluate(PLACE, [x, y, self.width])
        return found[0], found[1]

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.page.mouse.move(*self.pixel(*start))
        self.page.mouse.down()
        self.page.mouse.move(*self.pixel(*end), steps=3)
        self.page.mouse.up()

    def tab(self, name: str) -> None:
        self.page.locator(f"[data-tab={name}]").click()

    def take(self, piece: str, nth: int = 0) -> None:
        self.tab("add")
        self.page.locator(f'[data-piece="{piece}"]').nth(nth).click()

    def put(self, piece: str, x: float, y: float, nth: int = 0) -> None:
        self.take(piece, nth)
        self.page.mouse.click(*self.pixel(x, y))
        self.looked_at()

    def looked_at(self) -> None:
        expect(self.page.locator("[data-sound]")).not_to_contain_text("Looking at it")

    def sound(self) -> None:
        expect(self.page.locator("[data-sound=true]")).to_be_visible(timeout=PATIENCE)

    def file(self) -> dict[str, Any]:
        """What the file says now."""
        self.looked_at()
        self.tab("text")
        data: dict[str, Any] = yaml.safe_load(self.page.locator("textarea.text").input_value())
        return data

    def play(self) -> None:
        self.sound()
        self.page.locator("[data-act=play]").click()
        expect(self.page.locator("[data-prompt]")).not_to_be_empty(timeout=PATIENCE)


def test_the_sewer_of_the_rulebook_is_built_from_nothing_and_played(house: House, page: Page):
    page.goto(f"{house.url}/editor?new&game=flash-flood")
    studio = Studio(page, 36)
    studio.tab("file")
    page.locator("summary", has_text="map").click()
    page.get_by_label("height", exact=True).fill("36")
    becomes(page, lambda: studio.file()["map"]["height"], 36)
    studio.sound()
    studio.drag((4, 12), (3, 3))  # the two nodes of a new sewer
    studio.drag((32, 12), (33, 3))
    page.mouse.click(*studio.pixel(18, 3))  # the corridor between them
    page.locator("[data-act=remove]").click()
    studio.take("Corridor")
    for a, b in LINKS:
        studio.drag(tuple(SEWER[f"N{a}"]), tuple(SEWER[f"N{b}"]))
    page.keyboard.press("Escape")
    studio.sound()
    for piece, *spots in (
        ("Grate", (18, 10.5), (18, 25.5)),
        ("Sluice-gate", (33, 10.5)),
        ("Cave-in", (25.5, 33)),
    ):
        studio.take(piece)
        for spot in spots:
            page.mouse.click(*studio.pixel(*spot))
    studio.tab("add")
    page.locator("[aria-pressed=true]").click()
    studio.put("Chamber", 18, 18)
    studio.put("Brood-nest", 21, 21)
    studio.sound()
    built = studio.file()["map"]
    nodes = built["nodes"]
    assert sorted(nodes.values()) == sorted(SEWER.values())
    joined = {frozenset(tuple(nodes[end]) for end in one["nodes"]) for one in built["corridors"].values()}
    assert joined == {frozenset((tuple(SEWER[f"N{a}"]), tuple(SEWER[f"N{b}"]))) for a, b in LINKS}
    kinds = sorted((one["kind"], one.get("at", one.get("start"))) for one in built["barriers"].values())
    assert kinds == [("cave_in", 6), ("grate", 7.5), ("grate", 7.5), ("sluice", 7.5)]
    assert built["chambers"] == {"R1": [14, 14, 22, 22]} and built["nest"] == {"at": [21, 21], "radius": 1}
    studio.play()
    page.get_by_role("button", name="Place the rest for me").click()  # the first decision
    expect(page.locator(".board .figure").first).to_be_visible(timeout=PATIENCE)


def test_a_field_is_built_under_a_finger_and_played(house: House, phone: Page):
    """A wood, a road and a river; ready rows of elements face each other."""
    phone.goto(f"{house.url}/editor?new&game=dba")
    studio = Studio(phone, 3000)
    studio.put("Wood", 700, 1500)
    studio.put("Road", 1500, 1500)
    studio.put("River", 1500, 1500)
    studio.put("Row of elements", 1500, 800)
    studio.put("Row of elements", 1500, 2200, nth=1)
    Fingers(phone).move([studio.pixel(700, 1740)], [studio.pixel(900, 2240)])  # the wood goes
    studio.sound()
    built = studio.file()
    assert [one["kind"] for one in built["terrain"]] == ["wood", "road", "river"]
    assert built["terrain"][0]["oval"]["at"] == [900, 2000]
    assert built["terrain"][1]["strip"]["points"][0] == [1500, 0]
    assert [(row["side"], row["front"]) for row in built["rows"]] == [("red", [1500, 800]), ("blue", [1500, 2200])]
    phone.locator("[data-act=undo]").tap()
    assert studio.file()["terrain"][0]["oval"]["at"] == [700, 1500]
    phone.locator("[data-act=redo]").tap()
    assert studio.file()["terrain"][0]["oval"]["at"] == [900, 2000]
    fits(phone)
    sound_day_and_night(phone)
    studio.play()
    phone.get_by_role("button", name="End movement").first.tap()
    expect(phone.locator("[data-act=confirm]").or_(phone.locator(".log .moment").nth(1)).first).to_be_visible()


def test_the_table_stays_under_a_finger_that_comes_from_a_long_form(house: House, phone: Page):
    """Who drags a thing sees what is chosen, which is shorter than the form before it: the page does not scroll."""
    phone.goto(f"{house.url}/editor?new&game=flash-flood")
    studio = Studio(phone, 36)
    studio.tab("file")
    phone.locator("summary", has_text="map").tap()
    phone.get_by_label("height", exact=True).fill("36")
    becomes(phone, lambda: phone.evaluate("scrollY") > 200, True)
    studio.sound()
    becomes(phone, lambda: studio.pixel(0, 36)[1] < studio.pixel(0, 0)[1] - 300, True)  # as high as it will be
    Fingers(phone).move([studio.pixel(4, 12)], [studio.pixel(3, 3)])
    assert studio.file()["map"]["nodes"]["W"] == [3, 3]


def test_a_mistake_is_shown_where_it_is_and_a_file_stays_as_it_was_written(house: House, page: Page, tmp_path: Path):
    file = tmp_path / "mine.yaml"
    file.write_text(WRITTEN, "utf-8")
    page.goto(f"{house.url}/editor?new&game=dbaix")
    studio = Studio(page, 3000)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator("header select")).to_have_value("dba")  # of another game, which the page takes up
    studio.sound()
    page.mouse.click(*studio.pixel(1500, 1500))
    page.get_by_label("Label").fill("Oaks")
    page.get_by_label("Kind").select_option("road")
    fault = page.locator("[data-sound] li")
    expect(fault).to_contain_text("terrain.1 Expected one shape for a road, strip, found oval")
    expect(page.locator("[data-act=play]")).to_be_disabled()
    expect(page.locator(".outline.faulty")).to_be_visible()
    expect(page.locator("#panel [role=alert]")).to_have_text("Expected one shape for a road, strip, found oval")
    sound_day_and_night(page)
    page.keyboard.press("Control+z")
    studio.sound()
    with page.expect_download() as kept:
        page.locator("[data-act=save]").click()
    kept.value.save_as(file)
    assert kept.value.suggested_filename == "small-wood.yaml"
    assert file.read_text("utf-8") == WRITTEN.replace("label: Wood", "label: Oaks")
    page.locator("[data-act=share]").click()
    link = page.locator(".told a")
    expect(link).to_be_visible()
    page.goto(link.get_attribute("href") or "")
    assert Studio(page, 3000).file()["terrain"][0]["label"] == "Oaks"


def test_what_is_no_scenario_is_refused_and_opening_one_is_taken_back(house: House, page: Page, tmp_path: Path):
    page.goto(f"{house.url}/editor?new&game=dbaix")
    studio = Studio(page, 24)
    before = studio.file()
    opened, told = page.locator("input[type=file]"), page.get_by_role("alert")
    save, letter, wood = (tmp_path / name for name in ("evening.json", "letter.yaml", "wood.yaml"))
    made = page.request.post(f"{house.url}/api/battles", data={"game": "inter-arma", "scenario": "ford"}).json()
    save.write_bytes(page.request.get(f"{house.url}/api/battles/{made['id']}/save").body())
    letter.write_text("Dear diary", "utf-8")
    wood.write_text(WRITTEN, "utf-8")
    opened.set_input_files(save)
    expect(told).to_have_text(
        "evening.json: expected a scenario of Inter Arma, which has no fields called format, version, start, result.",
        timeout=PATIENCE,
    )
    opened.set_input_files(letter)
    expect(told).to_have_text(
        "letter.yaml: expected a scenario, written as YAML (Expected fields like 'a: ...', found 'Dear diary')"
    )
    assert studio.file() == before
    expect(page.locator("[data-act=undo]")).to_be_disabled()
    opened.set_input_files(wood)
    expect(page.locator("header select")).to_have_value("dba", timeout=PATIENCE)
    expect(told).to_have_count(0)
    studio.sound()
    page.locator("[data-act=undo]").click()
    expect(page.locator("header select")).to_have_value("dbaix")
    studio.sound()
    assert studio.file() == before


def test_house_rules_and_numbers_of_the_rules_are_set_in_forms(house: House, page: Page):
    page.goto(f"{house.url}/editor?new&game=dba")
    studio = Studio(page, 3000)
    studio.sound()
    studio.tab("file")
    rules = page.locator("details", has=page.locator("summary", has_text="house rules")).last
    rules.locator("summary").click()
    rules.get_by_label("Name of what is added").select_option("scale")
    rules.get_by_role("button", name="Add").click()
    value = rules.get_by_label("scale", exact=True)
    expect(value).to_have_value("15mm")
    value.select_option("25mm")
    numbers = page.locator("details", has=page.locator("summary", has_text="numbers of the rules")).last
    numbers.locator("summary").click()
    numbers.get_by_label("Name of what is added").fill("command_far")
    numbers.get_by_role("button", name="Add").click()
    numbers.get_by_label("command_far", exact=True).fill("900")
    file = studio.file()
    assert (file["house_rules"], file["rules"]) == ({"scale": "25mm"}, {"command_far": 900})


def test_a_position_of_a_battle_is_edited_and_played_on(house: House, page: Page):
    made = page.request.post(f"{house.url}/api/battles", data={"game": "dba", "scenario": "first-lesson"}).json()
    page.goto(f"{house.url}{made['url']}")
    page.get_by_title("Replay").first.click()
    page.locator("[data-act=edit]").click()
    studio = Studio(page, 3000)
    studio.sound()
    figure = page.locator('.field .figure[data-id="R1"]')
    was = figure.get_attribute("style") or ""
    figure.locator(".base").click(force=True)  # its emblem lies over the middle
    page.locator(".field > svg").press("ArrowUp")
    becomes(page, lambda: figure.get_attribute("style") != was, True)
    assert any(one.startswith("R1@") for one in studio.file()["position"])
    studio.play()
    expect(page.locator('.board .figure[data-id="R1"]')).to_be_visible(timeout=PATIENCE)
