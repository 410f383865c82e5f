"""People of one battle, each in a window of their own: invitations, presence, watchers, and taking back by consent."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browser.house import House
from browser.table_page import PATIENCE, TablePage, choose_seats, heard, start, window

SEATS = {"Romans": "You", "Gauls": "You", "Pirates": "You"}


@pytest.fixture
def friend(chromium: Browser) -> Iterator[Page]:
    """A window of somebody else, who has nothing in common with ours."""
    with window(chromium, viewport={"width": 1366, "height": 768}) as page:
        yield page


def link_in(dialog: Locator, to: str) -> str:
    """The link that a dialog shows, as soon as there is one."""
    address = dialog.get_by_label("Link")
    expect(address).to_have_value(re.compile(to), timeout=PATIENCE)
    link: str = address.input_value()
    return link


def invitation(page: Page, side: str) -> str:
    """The link that the Invite button of a side makes."""
    page.get_by_role("button", name=f"Invite somebody to play {side}").click()
    link = link_in(page.get_by_role("dialog"), "/join/")
    page.keyboard.press("Escape")
    return link


def seated(page: Page, link: str) -> TablePage:
    """Open an invitation and take the seat."""
    page.goto(link)
    page.locator("[data-act=take]").click()
    return TablePage(page)


def player(page: Page, side: str) -> Locator:
    """Who plays a side, as this window says it."""
    return page.locator(".line", has_text=side).locator(".who")


def test_whoever_is_invited_takes_the_seat_once(house: House, page: Page, friend: Page, chromium: Browser) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    start(page, house.url, "village", SEATS)
    page.get_by_role("button", name="Invite somebody to play Gauls").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Invite somebody to play Gauls")
    dialog.locator("[data-act=copy]").click()
    expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{house.url}/join/")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)

    friend.goto(link)
    expect(friend.get_by_role("heading", level=1)).to_have_text("You are invited to a battle")
    expect(friend.get_by_text("Your side: Gauls.")).to_be_visible()
    friend.get_by_role("button", name="Take the seat").focus()
    friend.keyboard.press("Enter")
    there = TablePage(friend)
    expect(friend).to_have_url(re.compile("/play/"))
    for side, who in {"Romans": "here", "Gauls": "you", "Pirates": "here"}.items():
        expect(player(friend, side)).to_have_text(who)
    expect(there.prompt).to_have_text("Another player decides")
    expect(page.locator(".line", has_text="Gauls").locator(".who")).to_have_text("here", timeout=PATIENCE)

    with window(chromium, forgiven="status of 4") as late:
        late.goto(link)
        expect(late.get_by_text("it has been used")).to_be_visible(timeout=PATIENCE)

    friend.goto("about:blank")
    expect(page.locator(".line", has_text="Gauls").locator(".who")).to_have_text("away", timeout=PATIENCE)


def test_a_friend_chosen_on_the_first_page_has_a_link_at_once(house: House, page: Page, friend: Page) -> None:
    page.goto(house.url)
    page.locator("[data-scenario=village]").click()
    choose_seats(page, {"Romans": "You", "Gauls": "Friend", "Pirates": "Greedy"})
    expect(page.get_by_text("You get a link for your friend")).to_be_visible()
    page.locator("[data-act=start]").click()
    dialog = page.get_by_role("dialog", name="Invite somebody to play Gauls")
    expect(dialog).to_be_visible(timeout=PATIENCE)
    link = link_in(dialog, "/join/")
    page.keyboard.press("Escape")
    expect(player(page, "Gauls")).to_have_text("invited")
    page.reload()
    TablePage(page)
    expect(dialog).to_have_count(0)  # it was shown
    seated(friend, link)
    expect(page.locator(".line", has_text="Gauls").locator(".who")).to_have_text("here", timeout=PATIENCE)


def test_an_invitation_is_ended_before_anybody_came(house: House, page: Page, chromium: Browser) -> None:
    start(page, house.url, "village", SEATS)
    link = invitation(page, "Pirates")
    page.get_by_role("button", name="Invite somebody to play Pirates").click()
    page.locator("[data-act=uninvite]").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    with window(chromium, forgiven="status of 4") as late:
        late.goto(link)
        expect(late.get_by_text("or withdrawn")).to_be_visible(timeout=PATIENCE)


def test_lookers_on_see_and_change_nothing(house: House, page: Page, friend: Page) -> None:
    table = start(page, house.url, "village", SEATS)
    page.locator("[data-act=share]").click()
    link = link_in(page.get_by_role("dialog", name="Let others look on"), "/play/")
    page.keyboard.press("Escape")
    friend.goto(link)
    TablePage(friend)
    expect(page.get_by_text("1 person looks on")).to_be_visible(timeout=PATIENCE)
    expect(friend.locator("[data-control]")).to_have_count(0)
    expect(friend.get_by_role("button", name="Invite somebody to play Gauls")).to_have_count(0)
    table.press("End movement")
    expect(friend.locator(".ask .who")).to_have_text("Gauls", timeout=PATIENCE)


@pytest.fixture
def two(house: House, page: Page, friend: Page) -> tuple[TablePage, TablePage]:
    """Romans here, Gauls at a friend's; the Romans have ended their first bound."""
    mine = start(page, house.url, "village", SEATS)
    theirs = seated(friend, invitation(page, "Gauls"))
    expect(page.locator(".line", has_text="Gauls").locator(".who")).to_have_text("here", timeout=PATIENCE)
    mine.press("End movement")
    expect(friend.locator(".controls .primary").first).to_be_enabled(timeout=PATIENCE)
    return mine, theirs


def test_taking_back_what_touches_another_person_needs_their_leave(two: tuple[TablePage, TablePage]) -> None:
    mine, theirs = two
    here, there = mine.page, theirs.page
    undo = here.locator("[data-control=undo]")
    expect(undo).to_contain_text("Ask to undo")
    expect(here.locator(".controls")).to_contain_text("Gauls must agree")
    here.keyboard.press("Control+z")
    asked = there.get_by_role("alert", name="Taking back")
    expect(asked).to_contain_text("Romans", timeout=PATIENCE)
    expect(here.get_by_role("alert", name="Taking back")).to_contain_text("Gauls must agree.")
    expect(undo).to_be_disabled()
    asked.get_by_role("button", name="Refuse").click()
    expect(asked).to_have_count(0, timeout=PATIENCE)
    heard(here, "Gauls")
    expect(here.locator(".ask .who")).to_have_text("Gauls")

    undo.click()
    asked.get_by_role("button", name="Allow it").focus()
    there.keyboard.press("Enter")
    expect(here.locator(".ask .who")).to_have_text("Romans", timeout=PATIENCE)
    heard(there, "took back")
    expect(asked).to_have_count(0)


def test_a_proposal_is_withdrawn(two: tuple[TablePage, TablePage]) -> None:
    mine, theirs = two
    mine.page.locator("[data-control=undo]").click()
    asked = theirs.page.get_by_role("alert", name="Taking back")
    expect(asked).to_be_visible(timeout=PATIENCE)
    mine.page.locator("[data-act=withdraw]").click()
    expect(asked).to_have_count(0, timeout=PATIENCE)
    expect(mine.page.locator("[data-control=undo]")).to_be_enabled()


def test_another_may_be_let_take_back_their_own(two: tuple[TablePage, TablePage]) -> None:
    """The Gauls ended too soon; the Romans offer them to have that back."""
    mine, theirs = two
    theirs.press("End movement")
    expect(theirs.prompt).to_contain_text("magic potion", timeout=PATIENCE)
    theirs.page.locator(".controls .primary").last.click()
    expect(mine.page.locator(".ask .who")).to_have_text("Pirates", timeout=PATIENCE)
    mine.page.locator("[data-control=offer]").click()
    asked = theirs.page.get_by_role("alert", name="Taking back")
    expect(asked).to_be_visible(timeout=PATIENCE)
    asked.get_by_role("button", name="Allow it").click()
    expect(mine.page.locator(".ask .who")).to_have_text("Gauls", timeout=PATIENCE)


def test_whoever_made_a_battle_gives_it_a_name_and_an_end_for_all(two: tuple[TablePage, TablePage]) -> None:
    mine, theirs = two
    here, there = mine.page, theirs.page
    about = here.get_by_text("About this battle")
    about.click()
    expect(here.get_by_text("dice known to its maker")).to_be_visible()  # the tests choose the seed
    here.locator("[data-act=rename]").click()
    here.get_by_label("Name of the battle").fill("The long walk")
    here.keyboard.press("Enter")
    expect(there.get_by_role("heading", level=1)).to_have_text("The long walk", timeout=PATIENCE)
    there.get_by_text("About this battle").click()
    expect(there.locator("[data-act=rename]")).to_have_count(0)
    here.locator("[data-act=end]").click()
    here.locator("[data-act=delete]").click()
    expect(there.get_by_role("alert")).to_contain_text("deleted", timeout=PATIENCE)
    there.get_by_role("button", name="All battles").click()
    expect(there.get_by_role("heading", level=1)).to_have_text("Sandtable")
