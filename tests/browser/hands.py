"""Three ways to press what is on a page: with the mouse, with keys, with a finger."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page

Touch = Callable[[Page, Locator], None]

STEP = "() => [...document.querySelectorAll('.log .moment')].at(-1)?.ariaLabel ?? ''"
"""The last step that the log tells of."""


def by_mouse(_page: Page, what: Locator) -> None:
    """Click it."""
    what.click()


def by_keys(page: Page, what: Locator) -> None:
    """Go to it by tab, as it were, and press Enter."""
    what.focus()
    page.keyboard.press("Enter")


def by_finger(_page: Page, what: Locator) -> None:
    """Tap it."""
    what.tap()
