"""The set-up page: one click to a battle, the scenarios as little maps, a save that is none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browser.house import House
from browser.table_page import PATIENCE, SEED, TablePage, becomes, fits, start, window


def test_one_click_starts_a_battle_against_computers(house: House, page: Page) -> None:
    """The lesson stands first and is chosen: you on the side that it is for, computers on the others."""

    def seeded(route: Route) -> None:
        asked = route.request.post_data_json  # None where the page only asks for the battles there are
        route.continue_(post_data={**asked, "seed": SEED} if asked else None)  # by one PIP no Gaul could move

    page.route("**/api/battles", seeded)
    page.goto(house.url)
    expect(page.locator("[data-scenario]").first).to_contain_text("A guided first battle")
    expect(page.locator("[data-scenario]").first).to_have_attribute("aria-checked", "true")
    page.locator("[data-act=start]").click()
    table = TablePage(page)
    expect(page).to_have_url(re.compile("/play/"))
    expect(page.get_by_role("heading", level=1)).to_have_text("The feast is over")
    expect(page.locator(".ask .who")).to_have_text("Gauls", timeout=PATIENCE)
    expect(table.prompt).to_contain_text(re.compile("PIPs? left. Move a "))  # with one PIP only a group can
    expect(page.locator(".side .who")).to_have_text(["Recruit", "you", "Recruit"])
    expect(page.get_by_role("region", name="Lesson")).to_be_visible()
    expect(page.locator(".board .figure")).to_have_count(29)


def test_the_scenario_chosen_last_is_chosen_again(house: House, page: Page) -> None:
    start(page, house.url, "escort", {"Romans": "You", "Gauls": "You", "Pirates": "You"})
    page.goto(house.url)
    expect(page.locator("[data-scenario=escort]")).to_have_attribute("aria-checked", "true")


@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
def test_who_plays_is_in_sight_on_a_phone(house: House, chromium: Browser, language: str) -> None:
    """Three sides, each with who plays it, stand above the button that starts; every other player is a swipe away."""
    with window(
        chromium, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale=language
    ) as page:
        page.goto(house.url)
        fits(page)
        chosen = page.locator("fieldset label:has(:checked)")
        expect(chosen).to_have_count(3)
        top = page.locator(".start").evaluate("node => node.getBoundingClientRect().top")
        assert all(one.evaluate("node => node.getBoundingClientRect().bottom") < top for one in chosen.all())
        romans = page.locator("fieldset").first
        romans.get_by_text(re.compile("^(Legend|Легенда)$")).tap()
        expect(romans.locator("label:has(:checked)")).to_be_in_viewport(ratio=1)


def test_rules_and_help_are_read_before_any_battle(house: House, page: Page) -> None:
    page.goto(house.url)
    page.locator("[data-act=rules]").focus()
    page.keyboard.press("Enter")
    book = page.get_by_role("dialog", name="Rules")
    expect(book.get_by_role("article").first).to_be_visible(timeout=PATIENCE)
    book.get_by_label("Search the rules").fill("magic potion")
    expect(book.get_by_role("article").first).to_contain_text("otion")
    page.keyboard.press("Escape")  # empties the field
    page.keyboard.press("Escape")
    expect(book).to_have_count(0)
    page.locator("[data-act=help]").click()
    expect(page.get_by_role("dialog", name="Help")).to_contain_text("next figure that may act")


def test_scenarios_show_their_tables_and_sides_their_goals(house: House, page: Page) -> None:
    page.goto(house.url)
    cards = page.locator("[data-scenario]")
    expect(cards).to_have_count(3)
    for card in cards.all():
        becomes(page, lambda card=card: card.locator("img.mini").evaluate("node => node.naturalWidth"), 240)
    page.locator("[data-scenario=feast]").click()
    expect(page.locator("fieldset", has_text="Gauls").locator(".goal")).not_to_be_empty()


def test_a_battle_waits_in_the_list(house: House, page: Page) -> None:
    table = start(page, house.url, "feast", {"Romans": "You", "Gauls": "You", "Pirates": "You"})
    address = page.url
    page.get_by_label("All battles").click()
    page.locator(f'a[href="{address.removeprefix(house.url)}"]').click()
    expect(table.prompt).to_be_visible(timeout=PATIENCE)
    expect(page).to_have_url(address)


def test_a_battle_in_the_list_says_whose_turn_it_is_and_is_renamed_and_deleted(house: House, page: Page) -> None:
    start(page, house.url, "feast", {"Romans": "You", "Gauls": "Greedy", "Pirates": "Greedy"})
    path = page.url.removeprefix(house.url)
    page.get_by_label("All battles").click()
    row = page.locator("li", has=page.locator(f'a[href="{path}"]'))
    expect(row).to_contain_text("Your turn: Romans, round 1")
    row.get_by_label("Rename").focus()
    page.keyboard.press("Enter")
    name = page.get_by_label("Name of the battle")
    expect(name).to_be_focused()
    name.fill("Sunday evening")
    page.keyboard.press("Enter")
    expect(row).to_contain_text("Sunday evening")
    row.locator("a").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sunday evening", timeout=PATIENCE)
    page.get_by_label("All battles").click()
    row.get_by_label("Delete").click()
    expect(page.get_by_role("alert")).to_have_text("Delete “Sunday evening” for ever?")
    expect(page.get_by_role("button", name="Keep it")).to_be_focused()
    page.locator("[data-act=delete]").click()
    expect(row).to_have_count(0)
    expect(page.get_by_text("Sunday evening")).to_have_count(0)


def test_a_file_that_is_no_save_is_refused_in_words(house: House, chromium: Browser, tmp_path: Path) -> None:
    file = tmp_path / "letter.json"
    with window(chromium, forgiven="422") as page:  # what the server answers to one that is JSON
        page.goto(house.url)
        expect(page.locator("[data-act=start]")).to_be_visible()
        for text, said in (("Dear diary", " is not a save: it is not JSON."), ("{}", ": is no save of Sandtable ")):
            file.write_text(text, "utf-8")
            page.locator("input[type=file]").set_input_files([])
            page.locator("input[type=file]").set_input_files(file)
            expect(page.get_by_role("alert")).to_contain_text(f"letter.json{said}")


def test_a_phone_has_the_table_and_its_sheet(house: House, phone: Page) -> None:
    table = start(phone, house.url, "feast", {"Romans": "You", "Gauls": "You", "Pirates": "You"})
    phone.get_by_role("button", name="Log").tap()
    expect(table.log).to_contain_text("Round 1")
    fits(phone)


def test_sides_that_are_called_by_their_armies_say_which(house: House, page: Page) -> None:
    page.goto(house.url)
    page.get_by_role("navigation", name="Game").get_by_role("button", name="DBA 2.2").click()
    page.locator("[data-scenario=granicus]").click()
    expect(page.locator(".seats fieldset", has_text="Red")).to_contain_text("Macedonians.", timeout=PATIENCE)
    expect(page.locator(".seats fieldset", has_text="Blue")).to_contain_text("Persians.")
    page.locator("[data-scenario=ready-field]").click()
    expect(page.locator(".seats .goal")).to_have_count(0)  # whoever comes is chosen beside it


def test_many_house_rules_are_looked_through_by_words(house: House, page: Page) -> None:
    page.goto(house.url)
    games = page.get_by_role("navigation", name="Game")
    games.get_by_role("button", name="DBA 2.2").click()
    page.get_by_text("House rules").click()
    rules = page.locator("[data-option]")
    expect(rules.nth(40)).to_be_attached()
    page.get_by_label("Search the house rules").fill("War Wagon")
    expect(page.locator("[data-option=wagon_model]")).to_be_visible()
    expect(rules.filter(has_not_text="War Wagon")).to_have_count(0)
    page.get_by_label("Search the house rules").fill("trireme")
    expect(rules).to_have_count(0)
    expect(page.get_by_text("No house rule has these words.")).to_be_visible()
    games.get_by_role("button", name="DBAix").click()
    expect(page.locator("[data-option=gaul_straight_cost]")).to_be_attached()


def test_a_finger_has_room_on_everything_that_is_pressed(house: House, phone: Page) -> None:
    """40 pixels a target at least; clauses within a sentence have theirs around them, and round handles their own."""
    start(phone, house.url, "feast", {"Romans": "You", "Gauls": "You", "Pirates": "You"})
    small = """() => [...document.querySelectorAll('button:not(.clause), a, select, summary')]
        .filter(node => node.getClientRects().length > 0 && node.getBoundingClientRect().height < 40)
        .map(node => node.outerHTML.slice(0, 120))"""
    for part in ("Orders", "Sides", "Log"):
        if part != "Orders":  # they are seen at first
            phone.get_by_role("button", name=part, exact=True).tap()
        expect(phone.locator(f".tab-{part.lower()}")).to_have_count(1)
        becomes(phone, lambda: phone.evaluate(small), [])


def test_a_part_of_the_first_page_that_cannot_be_drawn_leaves_the_others(house: House, page: Page) -> None:
    """A list of battles that makes no sense: the battle can be chosen and begun all the same."""
    page.route(
        "**/api/battles", lambda route: route.fulfill(json=[{}]) if route.request.method == "GET" else route.fallback()
    )
    page.goto(house.url)
    expect(page.locator(".failed")).to_have_text("The list of battles could not be drawn. Try again", timeout=PATIENCE)
    page.locator("[data-act=start]").click()
    TablePage(page)
