"""What the board tells beside the moves: odds before anybody asks, reach, losses, names, the order of turns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.axe import opened
from browser.house import House
from browser.line_of_battle import SCENARIO, apart, finished, save
from browser.table_page import PATIENCE, TablePage, becomes, start

PERCENT = re.compile(r"Gauls: [a-z ]+ \d+\s%.*; Romans: [a-z ]+ \d+\s%")


def fought() -> dict[str, Any]:
    """The Romans have ended their movement and fought their three fights, with dice by which somebody fell."""
    import sandtable

    for seed in range(100):
        battle = sandtable.new("dbaix", scenario=SCENARIO, seed=seed)
        battle.play(battle.legal()[-1])
        while battle.engine.side_to_decide == 0:
            battle.play(battle.legal()[0])
        if len(battle.scene().figures) < len(SCENARIO["figures"]):
            data: dict[str, Any] = battle.to_json(with_seed=True)
            return data
    raise AssertionError("nobody ever falls")


@pytest.mark.clause("DBAIX-TAC-7")
def test_a_dragged_line_is_told_what_fights_it_makes(house: House, page: Page) -> None:
    """Drawn onto the villagers, three fights with odds of each; taken back, none. The reach is drawn before it."""
    table = opened(page, house, apart())
    page.mouse.click(*table.pixel("R2"))
    expect(page.locator(".board .overlay-range-of")).to_have_count(1)
    table.press("Select its block")
    table.drag("R2", -0.2, 2.45)
    table.judged_legal()
    made = page.locator(".foreseen")
    expect(made.get_by_role("heading")).to_have_text("The fights that it makes, if nothing else moves")
    expect(made.get_by_role("listitem")).to_have_count(3)
    expect(made.get_by_role("listitem").filter(has_text=PERCENT)).to_have_count(3)
    expect(made).to_contain_text("Centurion (R2) against Villager (G2)")
    page.keyboard.press("Escape")
    expect(made).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".board .overlay-range-of")).to_have_count(0)


@pytest.mark.clause("DBAIX-TAC-7", "DBAIX-CBT-10")
def test_every_fight_in_the_list_has_its_odds_in_one_line(house: House, page: Page) -> None:
    """Of 36 throws the villager has half or less in 4, the Centurion recoils in 10; the other 22 send nobody away."""
    table = opened(page, house, save())
    table.press("End movement")
    fights = page.locator("[data-verb=fight]")
    expect(fights.filter(has_text=PERCENT)).to_have_count(3)
    said = re.compile(r"Gauls: removed 11\s%; both stand 61\s%; Romans: recoil 28\s%")
    expect(fights.filter(has_text="R2")).to_contain_text(said)


def test_fights_and_losses_of_others_are_told_and_their_gaps_are_drawn(house: House, page: Page) -> None:
    seats = {"romans": "guest", "gauls": "human", "pirates": "human"}
    loaded = page.request.post(f"{house.url}/api/battles/load", data={"save": fought(), "seats": seats})
    assert loaded.ok, loaded.text()
    page.goto(f"{house.url}{loaded.json()['url']}")
    TablePage(page)
    strip = page.get_by_role("region", name="So far")
    expect(strip.locator("summary")).to_contain_text("3 fights")
    expect(strip.locator("summary")).to_contain_text("off the table")
    expect(strip.locator("summary .gone").first).to_contain_text("(R")
    expect(page.locator(".board .overlay-gap").first).to_be_attached()
    strip.locator("summary").click()
    deeds = strip.get_by_role("listitem")
    expect(deeds.filter(has_text=re.compile(r"\d+ : \d+"))).to_have_count(3)
    expect(deeds.filter(has_text="is off the table: ").first).to_be_visible()
    strip.locator("summary").click()
    page.get_by_role("button", name="End movement").click(timeout=PATIENCE)
    expect(strip).to_have_count(0, timeout=PATIENCE)  # with one's own first action it is known
    expect(page.locator(".board .overlay-gap")).to_have_count(0)


def test_the_pace_of_computers_is_kept(house: House, page: Page) -> None:
    start(page, house.url, "village", {"Romans": "You", "Gauls": "Greedy", "Pirates": "Greedy"})
    page.get_by_label("Speed").select_option(label="quick")
    for _ in range(2):  # in this battle, and in the next
        page.reload()
        TablePage(page)
        expect(page.get_by_label("Speed").locator("option:checked")).to_have_text("quick")
        start(page, house.url, "village", {"Romans": "You", "Gauls": "Greedy", "Pirates": "Greedy"})


def test_a_finished_battle_has_a_link_for_everybody(house: House, page: Page) -> None:
    opened(page, house, finished())
    said = page.locator("[data-prompt]").inner_text()
    assert "win" in said, said
    becomes(page, lambda: page.locator(".desk").inner_text().count(said), 1)  # how it ended is said once
    page.get_by_role("region", name="Result").get_by_role("button", name="Link to this battle").click()
    address = page.get_by_role("dialog", name="Let others look on").get_by_label("Link")
    expect(address).to_have_value(re.compile("/play/"))
    page.goto(address.input_value())
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator("[data-control=undo]")).to_have_count(0)


def test_bases_have_their_names_on_them_from_near(house: House, page: Page) -> None:
    table = opened(page, house, save())
    name = table.figure("R2").locator("text.name")
    page.get_by_role("button", name="The whole table").click()
    page.mouse.move(*table.pixel("R2"))
    for _ in range(10):
        page.mouse.wheel(0, -240)
    expect(name).to_have_text("Centurion R2")
    for _ in range(20):
        page.mouse.wheel(0, 240)
    expect(name).to_have_count(0)


@pytest.mark.clause("PURS-MOV-2")
def test_the_order_of_turns_is_listed_and_goes_on(house: House, page: Page) -> None:
    """Whoever is asked is marked; pressed in the list it is chosen; after its turn it is another's."""
    made = page.request.post(f"{house.url}/api/battles", data={"game": "pursuit", "seed": "5"})
    page.goto(f"{house.url}{made.json()['url']}")
    TablePage(page)
    now = page.get_by_role("list", name="Order of turns").locator("[aria-current=step]")
    expect(now).to_have_count(1)
    first = now.inner_text()
    now.click()
    expect(page.locator(".board .figure.selected")).to_have_attribute("data-id", first)
    page.locator("button.order").first.click()
    page.locator("[data-act=confirm]").click()
    expect(now).not_to_have_text(first)
    done = page.get_by_role("list", name="Order of turns").get_by_role("button", name=re.compile(f"{first}: has had"))
    expect(done).to_have_count(1)


@pytest.fixture(scope="module")
def ambush(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that knows the tests' game in which both sides write their orders at the same time."""
    house = House(tmp_path_factory.mktemp("ambush"), program=("-m", "server.duel_server"))
    house.start()
    yield house
    house.kill()


def test_who_decides_at_the_same_time_is_told(ambush: House, page: Page) -> None:
    made = page.request.post(f"{ambush.url}/api/battles", data={"game": "ambush"})
    page.goto(f"{ambush.url}{made.json()['url']}")
    TablePage(page)
    told = page.locator("[data-together]")
    expect(told).to_contain_text("At the same time: Reds (still to decide) and Blues (still to decide).")
    expect(told).to_contain_text("Nobody sees what others chose until all have.")
    page.get_by_role("button", name="Seal").click()
    expect(page.get_by_role("heading", name="Blues")).to_be_visible()  # the window is covered until they sit down
    page.locator("[data-act=look]").click()
    expect(told).to_contain_text("Reds (done) and Blues (still to decide)")
    page.get_by_role("button", name="Seal").click()
    expect(told).to_have_count(0)
