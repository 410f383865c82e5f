"""Words of a game open its glossary wherever its sentences stand: underlined where a panel says one first."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import sound_day_and_night
from browser.house import House
from browser.table_page import PATIENCE, becomes, window
from sandtable.games import built_in

Press = Callable[[Page, str, str, str], None]

PLACE = """([panel, words]) => {
    for (const one of document.querySelectorAll(panel)) {
        const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const text = walker.currentNode, from = text.data.indexOf(words);
            if (from < 0 || text.parentElement.closest('button, summary')) continue;
            text.parentElement.scrollIntoView({ block: 'nearest' });
            const range = new Range();
            range.setStart(text, from);
            range.setEnd(text, from + words.length);
            const { x, y, width, height } = range.getBoundingClientRect();
            if (width > 0) return [x + width / 2, y + height / 2];
        }
    }
    return null;
}"""
"""Where a panel says these words first."""

MARKED = """panel => [...CSS.highlights.get('term') ?? []]
    .filter(mark => mark.startContainer.parentElement.closest(panel))
    .map(mark => mark.startContainer.data.slice(mark.startOffset, mark.endOffset))"""
"""What is underlined in a panel, in its order."""

CARD = ".chosen-card"

POINTED_AT = "() => [CSS.highlights.get('term-pointed-at').size, document.body.style.cursor]"

FIRST = {
    "batalist": ("C1", [(".ask", "battalion", "battalion"), (".turn", "mana", "mana")]),
    "dbaix": ("feast", [(".ask", "group", "group"), (".turn", "PIP", "PIP")]),
    "flash-flood": ("charges-in-the-nest", [(".turn", "roll-off", "roll-off"), (CARD, "Toughness", "Toughness")]),
    "inter-arma": ("ford", [(".turn", "initiative", "initiative"), (CARD, "Class", "class")]),
    "pursuit": ("chase", [(".ask", "slow down", "slow down"), (".lesson", "pace", "keep its pace")]),
}
"""Where the guided first battles of other games say which words, and of which of the glossary these are forms."""

FIRST_IN_RUSSIAN = {
    "batalist": ("C1", [(".lesson", "капитана", "капитан"), (".ask", "батальон", "батальон")]),
    "dba": ("first-lesson", [(".ask", "группу", "группа"), (CARD, "пасов", "пас")]),
    "dbaix": ("feast", [(".ask", "группу", "группа")]),
    "flash-flood": ("charges-in-the-nest", [(CARD, "Стойкость", "Стойкость")]),
    "inter-arma": ("ford", [(CARD, "Класс", "класс")]),
    "pursuit": ("chase", [(".lesson", "притормаживает", "притормозить"), (CARD, "столкновения", "столкновение")]),
}


def begins(page: Page, house: House, game: str, scenario: str) -> None:
    """A battle of this game; the facts of whoever is chosen lie open."""
    page.add_init_script("localStorage.setItem('facts of the chosen', 'open')")
    made = page.request.post(f"{house.url}/api/battles", data={"game": game, "scenario": scenario, "seed": "5"})
    page.goto(f"{house.url}{made.json()['url']}")
    expect(page.locator("[data-prompt]")).to_be_visible(timeout=PATIENCE)


def place(page: Page, panel: str, words: str) -> tuple[float, float]:
    """In the middle of the words, as soon as they keep their place: panels above them may still grow."""
    page.wait_for_function(PLACE, arg=[panel, words], timeout=PATIENCE)
    spot = None
    while spot != (now := page.evaluate(PLACE, [panel, words])):
        spot = now
        page.wait_for_timeout(50)
    x, y = now
    return x, y


def by_mouse(page: Page, panel: str, words: str, _word: str) -> None:
    """The word under the mouse says that it is pressed. The mouse follows it as long as panels still grow above it."""

    def pointed_at() -> object:
        page.mouse.move(*place(page, panel, words))
        return page.evaluate(POINTED_AT)

    becomes(page, pointed_at, [1, "pointer"])
    page.mouse.click(*place(page, panel, words))
    assert page.evaluate(POINTED_AT) == [0, ""]


def by_finger(page: Page, panel: str, words: str, _word: str) -> None:
    """A finger is not exact: six pixels below its middle it is still meant."""
    x, y = place(page, panel, words)
    page.touchscreen.tap(x, y + 6)


def by_keys(page: Page, panel: str, words: str, word: str) -> None:
    """Words that are said stand at the head of the glossary, the first of them under the key."""
    place(page, panel, words)
    page.keyboard.press("v")
    said = page.get_by_role("dialog", name="Rules").locator(".said button")
    expect(said.first).to_be_focused(timeout=PATIENCE)
    while page.evaluate("document.activeElement.textContent") != word:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.matches('.said button')"), word
    page.keyboard.press("Enter")


def reads(page: Page, press: Press, panel: str, words: str, word: str) -> None:
    """Pressed in a panel, words open the book at the word that they are forms of; closed, the table is there again."""
    becomes(page, lambda: page.evaluate(MARKED, "*") != [], True)
    press(page, panel, words, word)
    book = page.locator("dialog.drawer")
    expect(book.locator("article.here")).to_have_attribute("aria-label", word, timeout=PATIENCE)
    expect(book.locator("article.here")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(book).to_have_count(0)


@pytest.mark.parametrize(
    ("press", "width", "height"),
    [(by_mouse, 1366, 768), (by_keys, 1024, 768), (by_finger, 390, 844)],
    ids=["mouse", "keys", "finger"],
)
def test_a_word_of_the_game_opens_the_glossary(
    house: House, chromium: Browser, press: Press, width: int, height: int
) -> None:
    """In the lesson, the question, the log, facts of the chosen, a price and a refusal. The book is read only then."""
    touch = press is by_finger
    with window(chromium, viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        begins(page, house, "dba", "first-lesson")
        becomes(page, lambda: page.evaluate(MARKED, ".ask"), ["PIPs", "element", "group"])
        assert not [one for one in asked if "/api/rules" in one]
        reads(page, press, ".lesson", "elements", "element")
        reads(page, press, ".ask", "PIPs", "PIP")
        if touch:
            page.get_by_role("button", name="Log", exact=True).tap()
        reads(page, press, ".turn", "PIPs", "PIP")  # said once before: pressed all the same, and not underlined
        assert page.evaluate(MARKED, ".turn") == ["PIP"]
        if touch:
            page.get_by_role("button", name="Orders", exact=True).tap()
        page.keyboard.press("n")
        reads(page, press, ".chosen-card", "mounted", "mounted")
        for _ in range(8):
            page.keyboard.press("Shift+ArrowUp")
        expect(page.locator(".reasons")).to_contain_text("would go 400 paces", timeout=PATIENCE)
        reads(page, press, ".draft .lines", "group", "group")
        reads(page, press, ".draft .reasons", "paces", "pace")
        sound_day_and_night(page)


def test_words_on_buttons_are_listed_for_no_press_can_ask_about_them(house: House, page: Page) -> None:
    """What is folded away is not said now."""
    begins(page, house, "dba", "first-lesson")
    answer = "<button>into bad going</button><details><summary>More</summary>an overlap</details>"
    page.locator(".ask").evaluate("(ask, answer) => ask.insertAdjacentHTML('beforeend', answer)", answer)
    becomes(page, lambda: page.evaluate(MARKED, ".ask"), ["PIPs", "element", "group"])
    page.keyboard.press("v")
    said = page.get_by_role("dialog", name="Rules").locator(".said button")
    expect(said.filter(has_text="bad going")).to_have_count(1, timeout=PATIENCE)
    assert "overlap" not in said.all_inner_texts()


@pytest.mark.parametrize("game", FIRST)
def test_words_are_pressed_in_every_game(house: House, page: Page, game: str) -> None:
    scenario, said = FIRST[game]
    begins(page, house, game, scenario)
    if any(panel == CARD for panel, _, _ in said):
        page.keyboard.press("n")
    for panel, words, word in said:
        reads(page, by_mouse, panel, words, word)


@pytest.mark.parametrize("game", built_in())
def test_words_are_pressed_in_russian_in_any_case_on_a_phone(house: House, chromium: Browser, game: str) -> None:
    size = {"width": 390, "height": 844}
    with window(chromium, viewport=size, has_touch=True, is_mobile=True, locale="ru-RU") as page:
        scenario, said = FIRST_IN_RUSSIAN[game]
        begins(page, house, game, scenario)
        for panel, words, word in said:
            if panel == CARD:
                page.keyboard.press("n")
            reads(page, by_finger, panel, words, word)


def test_words_of_a_puzzle_are_pressed_and_its_answers_are_not(house: House, page: Page) -> None:
    page.goto(f"{house.url}/puzzles/dba")
    reads(page, by_mouse, "figcaption", "paces", "pace")
    page.locator("[data-choice='0']").click()
    expect(page.locator(".told")).to_be_visible(timeout=PATIENCE)
    reads(page, by_mouse, ".told", "bad going", "bad going")
    assert page.evaluate(MARKED, "button, summary, a") == []
    page.get_by_role("button", name="Glossary").click()
    expect(page.locator(".said button")).to_have_text(["pace", "group", "bad going", "column", "element"])
