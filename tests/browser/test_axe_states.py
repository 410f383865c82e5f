"""Axe in the states of a battle that come up now and then, by day and by night, at a desk and on a phone."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

from browser.axe import opened, sound, sound_day_and_night
from browser.house import House
from browser.line_of_battle import apart, save
from browser.table_page import TablePage, window
from browser.test_long import stilled
from browser.test_shooting import within_bowshot
from browser.test_since import after_the_others

HOTSEAT = {"Romans": "You", "Gauls": "You", "Pirates": "You"}


def made(page: Page, house: House, **battle: Any) -> TablePage:
    """A new battle of these facts, its first link opened here."""
    answer = page.request.post(f"{house.url}/api/battles", data={"seed": "5", **battle})
    assert answer.ok, answer.text()
    page.goto(f"{house.url}{answer.json()['url']}")
    return TablePage(page)


def test_invitations_links_and_what_is_asked_of_another(house: House, page: Page, chromium: Browser) -> None:
    table = made(page, house, game="dbaix", scenario="village")
    page.locator("[data-act=share]").click()
    expect(page.get_by_role("dialog", name="Let others look on")).to_be_visible()
    sound_day_and_night(page, "dialog")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Invite somebody to play Gauls").click()
    address = page.get_by_role("dialog").get_by_label("Link")
    expect(address).to_have_value(re.compile("/join/"))
    link = address.input_value()
    page.keyboard.press("Escape")
    with window(chromium, forgiven="status of 4") as friend:
        friend.goto(link)
        expect(friend.get_by_role("button", name="Take the seat")).to_be_visible()
        sound_day_and_night(friend)
        friend.get_by_role("button", name="Take the seat").click()
        there = TablePage(friend)
        expect(there.prompt).to_have_text("Another player decides")
        sound_day_and_night(friend, ".top")
        table.press("End movement")
        expect(friend.locator(".controls .primary").first).to_be_enabled()
        page.locator("[data-control=undo]").click()
        expect(friend.get_by_role("alert", name="Taking back")).to_be_visible()
        expect(page.get_by_role("alert", name="Taking back")).to_be_visible()
        sound_day_and_night(friend, ".proposal")
        sound_day_and_night(page, ".proposal")
        friend.locator("[data-act=refuse]").click()
        page.locator(".toast button").focus()  # it stays while somebody is at it
        sound_day_and_night(page, ".toast")
        friend.goto(link)
        expect(friend.get_by_text("it has been used")).to_be_visible()
        sound_day_and_night(friend)


def test_its_name_its_end_and_a_battle_that_is_gone(house: House, page: Page, chromium: Browser) -> None:
    made(page, house, game="dbaix", scenario="village")
    page.get_by_text("About this battle").click()
    page.locator("[data-act=rename]").click()
    expect(page.get_by_label("Name of the battle")).to_be_visible()
    sound_day_and_night(page, ".about")
    page.keyboard.press("Escape")
    page.locator("[data-act=end]").click()
    expect(page.locator("[data-act=delete]")).to_be_visible()
    sound_day_and_night(page, ".about")
    with window(chromium) as second:
        second.goto(page.url)
        TablePage(second)
        page.locator("[data-act=delete]").click()
        expect(second.get_by_role("alert")).to_contain_text("deleted")
        sound_day_and_night(second)
    made(page, house, game="dbaix", scenario="village")
    page.get_by_label("All battles").click()
    row = page.locator("li", has=page.get_by_label("Rename")).first
    row.get_by_label("Rename").click()
    expect(page.get_by_label("Name of the battle")).to_be_visible()
    sound_day_and_night(page, "li:has(form)")
    page.keyboard.press("Escape")
    row.get_by_label("Delete").click()
    expect(page.locator("[data-act=delete]")).to_be_visible()
    sound_day_and_night(page, "li:has([data-act=delete])")


def test_the_lesson_news_and_computers_that_are_halted(house: House, page: Page) -> None:
    table = after_the_others(page, house.url)
    strip = page.get_by_role("region", name="Since your last turn")
    strip.locator("summary").click()
    expect(strip.get_by_role("listitem").first).to_be_visible()
    sound_day_and_night(page, ".since")
    page.get_by_label("Halt").click()
    table.press("End movement")
    expect(table.prompt).to_have_text("The computer is halted")
    stilled(page, table.log)
    sound_day_and_night(page, ".pace")
    sound_day_and_night(page, ".top")
    page.goto(house.url)
    page.get_by_role("navigation", name="Game").get_by_role("button", name="DBA 2.2").click()
    page.locator("[data-scenario]").first.click()
    page.locator("[data-act=start]").click()
    TablePage(page)
    expect(page.get_by_role("region", name="Lesson")).to_be_visible()
    sound_day_and_night(page, ".lesson")


def test_the_ruler_zones_and_the_dialogs_of_looking_back(house: House, page: Page) -> None:
    table = opened(page, house, apart())
    page.mouse.click(*table.pixel("R1"))
    page.keyboard.press("m")
    page.keyboard.press("Shift+ArrowUp")
    expect(page.locator(".board .length")).to_be_visible()
    sound_day_and_night(page, ".length")
    page.keyboard.press("m")
    page.keyboard.press("Escape")
    table.press("End movement")
    page.get_by_role("button", name="Replay", exact=True).click()
    page.locator("[data-act=play-on]").click()
    expect(page.get_by_role("dialog", name="Play on from here")).to_be_visible()
    sound_day_and_night(page, "dialog")
    page.keyboard.press("Escape")
    page.locator("[data-act=case]").click()
    expect(page.get_by_label("The case file")).to_contain_text("game: dbaix")
    sound_day_and_night(page, "dialog")


def test_shooting_and_zones(house: House, page: Page) -> None:
    table = opened(page, house, within_bowshot())
    page.keyboard.press("z")
    expect(page.locator(".board .overlay-zone").first).to_be_attached()
    sound_day_and_night(page, ".middle")
    page.mouse.click(*table.pixel("R7"))
    expect(page.locator(".board .overlay-range").first).to_be_visible()
    sound_day_and_night(page, ".corner")
    page.keyboard.press("Escape")
    table.press("End movement")
    expect(table.prompt).to_contain_text("Choose who shoots next")
    sound_day_and_night(page, ".orders-part")
    page.get_by_role("button", name=re.compile(r"^Choose Longbows \(R7\)")).first.click()
    page.keyboard.press("Enter")
    expect(table.prompt).to_contain_text("at whom")
    page.locator(".orders-part .orders button").first.click()
    expect(page.locator(".consider table")).to_be_visible()
    sound_day_and_night(page, ".orders-part")


def test_setting_up_by_hand(house: House, page: Page) -> None:
    """Terrain that is laid, and figures that wait beside the table."""
    answer = page.request.post(f"{house.url}/api/battles", data={"game": "dba", "scenario": "by-hand", "seed": "5"})
    page.goto(f"{house.url}{answer.json()['url']}")
    page.locator(".orders li button", has_text="Place a small wood").click()
    expect(page.locator(".board .overlay-reach polygon")).to_have_count(1)
    sound_day_and_night(page, ".orders-part")
    made(page, house, game="flash-flood")
    sound_day_and_night(page, ".desk")


def test_a_chase_with_its_order_of_turns(house: House, page: Page) -> None:
    made(page, house, game="pursuit")
    expect(page.get_by_role("list", name="Order of turns")).to_be_visible()
    sound_day_and_night(page)


def test_a_part_that_could_not_be_drawn(house: House, page: Page) -> None:
    def spoil(line: Any) -> None:
        def broken(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "state":
                message["scene"]["scores"][0]["lines"] = None
            line.send(json.dumps(message))

        line.connect_to_server().on_message(broken)

    page.route_web_socket("**/ws/*", spoil)
    made(page, house, game="dbaix", scenario="village")
    expect(page.locator(".failed").first).to_be_visible()
    sound_day_and_night(page, ".failed")


def test_the_states_of_a_move_and_a_fight_on_a_phone(house: House, phone: Page) -> None:
    phone.goto(house.url)
    expect(phone.locator("[data-scenario] img.mini").first).to_be_visible()
    sound(phone)
    table = opened(phone, house, apart())
    phone.touchscreen.tap(*table.pixel("R2"))
    expect(phone.locator(".card").first).to_be_visible()
    for _ in range(2):
        phone.keyboard.press("Shift+ArrowUp")
    table.judged_legal()
    sound(phone)
    for part in ("Sides", "Log"):
        phone.get_by_role("button", name=part, exact=True).tap()
        expect(phone.locator(f".tab-{part.lower()}")).to_be_visible()
        sound(phone, ".desk")
    table = opened(phone, house, save())
    table.press("End movement")
    phone.locator("[data-verb=fight]").nth(1).click()
    expect(phone.locator(".consider table")).to_be_visible()
    sound(phone, ".desk")
    phone.locator("[data-act=confirm]").tap()
    expect(phone.locator("[data-verb=fight]")).to_have_count(2)
    expect(phone.locator("[data-spoken=log]")).to_contain_text(" : ")
    sound(phone, ".desk")
