"""Two people at one battle, each in a browser of their own: names, talk, clocks, ends of their own and a rematch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.house import House
from browser.paces import Table
from browser.table_page import PATIENCE, TablePage, becomes, choose_seats, fits, heard, window

SIZES = {"wide": (1366, 768), "tablet": (1024, 768), "phone": (390, 844)}


@pytest.fixture(scope="module")
def duel_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that knows the tiny games of the tests."""
    house = House(tmp_path_factory.mktemp("friends"), ("-m", "server.duel_server"))
    house.start()
    yield house
    house.kill()


def laid(page: Page, house: House, **more: object) -> tuple[str, str]:
    """A battle for two people: the maker's page, and that of the invitation."""
    wanted = {"game": "plain", "seed": 1, "seats": {"blue": "guest"}, **more}
    made = page.request.post(f"{house.url}/api/battles", data=wanted).json()
    guest = next(seat for seat in made["seats"].values() if seat["guest"])
    return house.url + made["url"], house.url + guest["invite_url"]


def named(page: Page, name: str) -> None:
    """Say in the settings what one is called."""
    page.get_by_role("button", name="Settings").first.click()
    field = page.get_by_role("dialog", name="Settings").get_by_label("Your name")
    field.fill(name)
    field.press("Tab")
    page.keyboard.press("Escape")


def part(page: Page, name: str) -> None:
    """Bring a part of the page into sight where only one of them is."""
    tab = page.get_by_role("button", name=re.compile(f"^{name}( \\(\\d+\\))?$"))
    if tab.count() and tab.first.is_visible() and tab.first.get_attribute("aria-pressed") != "true":
        tab.first.click()


def player(page: Page, side: str) -> str:
    return page.locator(".line", has_text=side).locator(".who").inner_text()


@pytest.mark.parametrize("size", SIZES)
def test_a_battle_of_two_with_clock_talk_resigning_and_a_rematch(
    duel_house: House, chromium: Browser, size: str, tmp_path: Path
) -> None:
    width, height = SIZES[size]
    view = {"width": width, "height": height}
    with window(chromium, viewport=view) as red, window(chromium, viewport=view) as blue:
        mine, theirs = laid(red, duel_house, clock={"kind": "live", "minutes": 10, "increment": 5})
        red.goto(mine)
        TablePage(red)
        named(red, "Anna")
        blue.goto(theirs)
        expect(
            blue.get_by_text("Time is counted: 10 minutes for the whole battle, and 5 seconds more for each decision.")
        ).to_be_visible()
        expect(
            blue.get_by_text("When time is up nothing happens by itself: any other player may claim")
        ).to_be_visible()
        expect(blue.get_by_text("You meet Anna.")).to_be_visible()
        blue.get_by_label("Your name").fill("Bert <b>")
        blue.locator("[data-act=take]").click()
        TablePage(blue)

        for page in (red, blue):
            part(page, "Sides")
            expect(page.locator(".line", has_text="Red").locator(".who")).to_contain_text("Anna")
            expect(page.locator(".line", has_text="Blue").locator(".who")).to_contain_text("Bert <b>")
        clock = blue.locator("[data-clock=red]")
        expect(clock).to_have_class(re.compile("runs"))
        before = clock.inner_text()
        expect(clock).not_to_have_text(before)  # it runs in the window of the other, too
        expect(blue.locator("[data-clock=blue]")).to_have_text("10:00")

        part(red, "Talk")
        red.get_by_label("Say something").fill("Good luck! <script>alert(1)</script>")
        red.keyboard.press("Enter")
        part(blue, "Talk")
        said = blue.locator(".talk li", has_text="Anna")
        expect(said).to_contain_text("Good luck! <script>alert(1)</script>")
        fits(blue)
        blue.screenshot(path=tmp_path / f"talk-{size}.png")

        part(blue, "Sides")
        blue.locator("[data-act=draw]").click()
        expect(red.locator("[data-act=agree]")).to_be_visible()
        red.screenshot(path=tmp_path / f"offer-{size}.png")
        red.locator("[data-act=decline]").click()
        heard(blue, "Reds decline.")

        blue.locator("[data-act=resign]").click()
        blue.screenshot(path=tmp_path / f"resign-{size}.png")
        blue.locator("[data-act=resign-surely]").click()
        for page in (red, blue):
            expect(page.locator("[data-prompt]")).to_have_text("Reds win: Blues resigned.")
        part(red, "Orders")
        red.get_by_label("swap sides").check()
        red.locator("[data-act=rematch]").click()
        expect(blue.get_by_text("Reds offer a rematch with sides swapped.")).to_be_visible()
        blue.locator("[data-act=agree]").click()
        for page, side in ((red, "Blue"), (blue, "Red")):
            page.locator("[data-act=to-rematch]").click()
            expect(page.locator("[data-act=to-rematch]")).to_have_count(0)
            TablePage(page)
            part(page, "Sides")
            expect(page.locator(".line", has_text=side).locator(".who")).to_contain_text("(you)")
        red.screenshot(path=tmp_path / f"rematch-{size}.png")


def test_a_page_left_open_is_there_again_after_a_restart_and_learns_what_it_missed(
    duel_house: House, chromium: Browser
) -> None:
    """The server stays away for so long that a page tries it only now and then."""
    with window(chromium, forgiven="ERR_CONNECTION_REFUSED", viewport={"width": 1440, "height": 900}) as page:
        mine, _ = laid(page, duel_house)
        page.goto(mine)
        TablePage(page)
        page.locator("[data-act=draw]").click()
        expect(page.locator("[data-act=withdraw-offer]")).to_be_visible()
        duel_house.kill()
        down = page.get_by_text("The line to the server is down. Trying again…")
        expect(down).to_be_visible()
        page.wait_for_timeout(8000)
        duel_house.start()
        expect(down).to_have_count(0, timeout=6500)
        heard(page, "That offer does not stand any more.")
        expect(page.locator("[data-act=withdraw-offer]")).to_have_count(0)


APART = """() => [...document.querySelectorAll('.sides .line')].flatMap(line => {
    const parts = [...line.querySelectorAll('.name, .who, .clock, .left, .points, .invite')]
        .filter(one => one.textContent);
    const boxes = parts.map(one => [one, one.getBoundingClientRect()]);
    const edge = document.querySelector('.record').getBoundingClientRect().right;
    const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5;
    return boxes.flatMap(([one, box], index) => [
        ...(box.right > edge + 0.5 ? [`${one.className} sticks out`] : []),
        ...boxes.slice(index + 1).filter(([, other]) => meet(box, other))
            .map(([other]) => `${one.className} on ${other.className}`),
    ]);
})"""
"""What of the lines of the sides lies over something else, or sticks out of its column."""


def test_long_names_clocks_and_talk_have_room_in_the_narrow_column(house: House, chromium: Browser) -> None:
    with window(chromium, viewport={"width": 1366, "height": 768}) as page:
        mine, _ = laid(
            page,
            house,
            game="dba",
            scenario="rome-and-carthage",
            player="Anna Maria of Constantinople",
            clock={"kind": "live", "minutes": 100, "increment": 5},
        )
        page.goto(mine)
        TablePage(page)
        expect(page.locator(".page.aside .sides .clock")).to_have_count(2)
        becomes(page, lambda: page.evaluate(APART), [])
        record = page.locator(".record").bounding_box()
        say = page.locator("[data-act=say]").bounding_box()
        assert record and say and say["x"] + say["width"] <= record["x"] + record["width"]


@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_whoever_has_made_a_battle_for_a_friend_is_shown_the_link_on_every_screen(
    house: House, chromium: Browser, size: str
) -> None:
    """Where the sides are not in sight, too; of two friends one link after the other."""
    width, height = SIZES[size]
    with window(chromium, viewport={"width": width, "height": height}) as page:
        page.goto(house.url)
        choose_seats(page, {"Romans": "You", "Gauls": "Friend", "Pirates": "Friend"})
        page.locator("[data-act=start]").click()
        for side in ("Gauls", "Pirates"):
            invitation = page.get_by_role("dialog", name=f"Invite somebody to play {side}")
            expect(invitation.get_by_label("Link")).to_have_value(re.compile("/join/"))
            expect(invitation.get_by_label("Link")).to_be_visible()
            invitation.get_by_role("button", name="Close").click()
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_personal_link_of_nobody_says_so_and_is_not_kept(house: House, chromium: Browser) -> None:
    with window(chromium, forgiven="status of 4") as page:
        page.goto(f"{house.url}/mine/nobody")
        expect(page.get_by_role("alert")).to_have_text("There is no such personal link.")
        expect(page.get_by_text("This page is yours alone")).to_have_count(0)
        assert page.evaluate("localStorage.getItem('personal link')") is None


def test_a_personal_page_shows_its_link_to_be_copied_and_says_where_it_is_good(house: House, page: Page) -> None:
    """This server listens on its own machine alone: the link is good there, and the page says what to do for others."""
    page.goto(house.url)
    choose_seats(page, {"Romans": "You", "Gauls": "Friend", "Pirates": "You"})
    page.locator("[data-act=start]").click()
    TablePage(page)
    page.goto(house.url)
    page.locator("[data-act=mine]").click()
    expect(page.get_by_role("heading", name="My battles")).to_be_visible()
    expect(page.get_by_label("Link")).to_have_value(page.url, timeout=PATIENCE)
    expect(page.locator("[data-reach]")).to_contain_text("start it again with --host 0.0.0.0.")
    expect(page.locator(".mine img[src*='/api/code']")).to_have_count(0)
    fact = {"address": "http://192.0.2.7:8000/", "text": "Others reach it there."}
    page.route("**/api/reach", lambda route: route.fulfill(json=fact))
    page.reload()
    expect(page.get_by_label("Link")).to_have_value(page.url.replace(house.url, "http://192.0.2.7:8000"))
    expect(page.locator(".mine img[src*='/api/code']")).to_be_visible()


@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_every_tool_is_in_sight_beside_long_words(house: House, chromium: Browser, size: str) -> None:
    """In Russian the parts leave too little room beside them: the tools stand above or below them then."""
    width, height = SIZES[size]
    fingers = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    with window(chromium, viewport={"width": width, "height": height}, locale="ru-RU", **fingers) as page:
        mine, _ = laid(page, house, game="dbaix", scenario="feast", seats={"gauls": "guest"})
        page.goto(mine)
        TablePage(page)
        page.keyboard.press("Escape")
        tools = page.locator(".tabs .tool:visible, .shelf .menu .link:visible")
        expect(tools.last).to_be_visible()
        for tool in tools.all():
            box = tool.bounding_box()
            assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width


def test_a_request_to_take_back_has_a_note(duel_house: House, chromium: Browser) -> None:
    with window(chromium) as red, window(chromium) as blue:
        mine, theirs = laid(red, duel_house)
        red.goto(mine)
        table = TablePage(red)
        blue.goto(theirs)
        blue.locator("[data-act=take]").click()
        TablePage(blue)
        red.locator("[data-control=END], [data-control=end]").first.click()
        expect(table.prompt).to_have_text("Another player decides")
        red.locator("[data-act=note]").click()
        red.get_by_label("A note with the request").fill("My hand slipped")
        red.keyboard.press("Enter")
        expect(blue.locator(".proposal q")).to_have_text("My hand slipped")


def test_clock_and_lookers_on_are_chosen_where_people_meet(house: House, page: Page) -> None:
    page.goto(house.url)
    choose_seats(page, {"Romans": "You", "Gauls": "Friend", "Pirates": "Quick"})
    flag = page.get_by_text("When time is up nothing happens by itself: any other player may claim")
    expect(flag).to_have_count(0)
    page.get_by_label("Clock").select_option("days")
    expect(flag).to_be_visible()
    page.get_by_role("spinbutton", name="Days").fill("-3")
    expect(page.get_by_text("The clock: whole days, from 1 to 60.")).to_be_visible()
    expect(page.locator("[data-act=start]")).to_be_disabled()
    page.get_by_role("spinbutton", name="Days").fill("2")
    page.get_by_label("Looking on").select_option("nobody")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_label("Your name").press("Tab")
    with page.expect_request("**/api/battles") as asked:
        page.locator("[data-act=start]").click()
    body = asked.value.post_data_json
    assert body["clock"] == {"kind": "days", "minutes": 60, "increment": 30, "days": 2}
    assert (body["spectators"], body["player"]) == ("nobody", "Anna")
    TablePage(page)
    expect(page.locator("[data-act=share]")).to_have_count(0)


def test_an_invitation_says_what_to_do_where_nobody_else_gets_in(duel_house: House, page: Page) -> None:
    mine, _ = laid(page, duel_house)
    page.goto(mine)
    TablePage(page)
    part(page, "Sides")
    page.get_by_role("button", name="Invite somebody to play Red").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("[data-reach]")).to_contain_text("start it again with --host 0.0.0.0.")
    expect(dialog.locator("img")).to_have_count(0)


def test_where_others_get_in_the_invitation_names_that_address_and_has_a_code(
    duel_house: House, page: Page, tmp_path: Path
) -> None:
    fact = {"address": "http://192.168.1.5:8321", "text": "Whoever is in the same network finds this server there."}
    page.route("**/api/reach", lambda route: route.fulfill(json=fact))
    mine, _ = laid(page, duel_house)
    page.goto(mine)
    TablePage(page)
    part(page, "Sides")
    page.get_by_role("button", name="Invite somebody to play Red").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Link")).to_have_value(re.compile("^http://192.168.1.5:8321/join/"))
    code = dialog.locator("img")
    expect(code).to_be_visible()
    drawn = parse_qs(urlsplit(code.get_attribute("src") or "").query)["text"]
    assert drawn == [dialog.get_by_label("Link").input_value()]
    page.wait_for_function("() => document.querySelector('dialog img').naturalWidth > 50")
    page.keyboard.press("Escape")
    page.locator("[title=Show]:visible").click()
    expect(page.get_by_label("Link to this moment")).to_have_value(re.compile(r"^http://192.168.1.5:8321/play/.+/at/0"))
    page.screenshot(path=tmp_path / "invite.png")


CALLS = """(() => {
    window.calls = [];
    window.AudioContext = class {
        constructor() { calls.push('tone'); }
        currentTime = 0;
        destination = null;
        createOscillator() { return { frequency: {}, connect: node => node, start() {}, stop() {} }; }
        createGain() {
            const gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
            return { gain, connect: node => node };
        }
        close() {}
    };
    window.Notification = class {
        static permission = 'granted';
        static requestPermission() { return Promise.resolve('granted'); }
        constructor(title, { body }) { calls.push(body); }
    };
    Object.defineProperty(document, 'hidden', { get: () => window.away ?? false });
    document.hasFocus = () => !document.hidden;
})()"""
"""Tones and notices of the browser are written down instead; the page is out of sight while ``away``."""


def test_whoever_wants_it_is_called_by_title_tone_and_notice(duel_house: House, chromium: Browser) -> None:
    with window(chromium) as red, window(chromium) as blue:
        blue.add_init_script(CALLS)
        mine, theirs = laid(red, duel_house)
        red.goto(mine)
        blue.goto(theirs)
        blue.locator("[data-act=take]").click()
        for page in (red, blue):
            TablePage(page)
        expect(blue).not_to_have_title(re.compile("●"))
        blue.get_by_role("button", name="Settings").first.click()
        blue.get_by_label("A quiet tone when it is my turn").check()
        blue.get_by_label(re.compile("A notice of the browser")).check()
        blue.keyboard.press("Escape")
        blue.reload()  # it is kept
        TablePage(blue)
        blue.evaluate("window.away = true")
        red.locator("[data-control=END], [data-control=end]").first.click()
        expect(blue).to_have_title(re.compile("^● Your turn"))
        expect(red).not_to_have_title(re.compile("●"))
        assert blue.evaluate("window.calls") == ["tone", "It is your turn: The bridge"]


def test_the_maker_lets_nobody_look_on_any_more(duel_house: House, chromium: Browser) -> None:
    with window(chromium) as red, window(chromium, forgiven="status of 4") as looker:
        mine, _ = laid(red, duel_house)
        red.goto(mine)
        TablePage(red)
        part(red, "Sides")
        red.locator("[data-act=share]").click()
        address = red.get_by_role("dialog").get_by_label("Link")
        expect(address).to_have_value(re.compile("/play/"))
        looker.goto(address.input_value())
        TablePage(looker)
        red.keyboard.press("Escape")
        red.get_by_role("button", name="Settings").first.click()
        red.get_by_label("Looking on").select_option("nobody")
        expect(looker.get_by_role("alert")).to_be_visible()
        red.keyboard.press("Escape")
        expect(red.locator("[data-act=share]")).to_have_count(0)
        red.locator("[title=Show]:visible").click()
        expect(red.get_by_text("There is no link: nobody may look on at this battle.")).to_be_visible()
        expect(red.get_by_label("Link to this moment")).to_have_count(0)
        red.keyboard.press("Escape")
        red.locator("[data-act=resign]").click()
        red.locator("[data-act=resign-surely]").click()
        expect(red.locator("[data-act=review]")).to_be_visible()
        expect(red.locator("[data-act=share]")).to_have_count(0)


def test_a_personal_link_lists_ones_battles_on_another_machine(duel_house: House, chromium: Browser) -> None:
    with window(chromium) as red, window(chromium) as blue, window(chromium) as elsewhere:
        _, theirs = laid(red, duel_house)
        blue.goto(theirs)
        blue.locator("[data-act=take]").click()
        TablePage(blue)
        seat = blue.url
        blue.get_by_role("button", name="All battles").click()
        blue.locator("[data-act=mine]").click()
        expect(blue.get_by_role("heading", level=1)).to_have_text("My battles")
        elsewhere.goto(blue.url)
        entry = elsewhere.get_by_role("link", name=re.compile("The bridge"))
        expect(entry).to_have_count(1)
        entry.click()
        TablePage(elsewhere)
        expect(elsewhere).to_have_url(seat)
        part(elsewhere, "Sides")
        expect(elsewhere.locator(".line", has_text="Blue").locator(".who")).to_contain_text("you")


def test_time_of_another_that_is_up_is_claimed_by_a_button(page: Page, spoken: tuple[Table, TablePage]) -> None:
    """The server is the test's: it says that the Blues' time is up; their own the Reds cannot claim."""
    table, _ = spoken
    others = {"side": "blue", "name": "Blues", "yours": False}
    table.more_seats = [table.state()["seats"][0] | others]
    sides = [{"side": "red", "left": -5.0, "runs": False}, {"side": "blue", "left": 0.5, "runs": True}]
    rule = {"kind": "live", "minutes": 10, "increment": 5, "days": 3}
    table.company({"rule": rule, "sides": sides, "halted": False, "may_claim": True})
    claim = page.locator("[data-act=claim]")
    expect(page.locator(".proposal", has=claim)).to_contain_text("Blues: time is up")
    expect(page.locator(".proposal", has_not=claim)).to_contain_text("any other player may claim")
    expect(page.locator(".top .clock")).to_have_count(1)  # the one that runs
    claim.click()
    becomes(page, lambda: {"type": "claim_time", "side": "blue"} in table.heard, True)


def test_a_way_to_be_called_is_asked_for_in_the_settings(duel_house: House, page: Page, tmp_path: Path) -> None:
    mine, _ = laid(page, duel_house)
    page.goto(mine)
    TablePage(page)
    expect(page).to_have_title(re.compile("^● Your turn"))
    page.get_by_role("button", name="Settings").first.click()
    sheet = page.get_by_role("dialog", name="Settings")
    sheet.get_by_label("Address").fill("https://127.0.0.1/hook")
    sheet.locator("[data-act=add-notice]").click()
    expect(sheet.get_by_role("alert")).to_have_text("This server sends nothing into private networks.")
    expect(sheet.get_by_label("Address")).to_have_value("https://127.0.0.1/hook")  # to be mended
    page.wait_for_timeout(7000)  # longer than a notice stands elsewhere
    expect(sheet.get_by_role("alert")).to_have_text("This server sends nothing into private networks.")
    expect(sheet.get_by_role("alert")).to_be_in_viewport()
    sheet.get_by_label("How").select_option("slack")
    expect(sheet.get_by_role("alert")).to_have_count(0)
    page.screenshot(path=tmp_path / "settings.png")
