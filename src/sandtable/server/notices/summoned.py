"""Whom of a battle's players to call now: who is called since and is not here, each at most once a minute."""

from __future__ import annotations

import time
from collections.abc import Collection

BETWEEN = 60.0
"""Seconds between two calls of the same player."""


class Summoned:
    """Who was called when."""

    def __init__(self) -> None:
        self.called: set[str] = set()
        self._last: dict[str, float] = {}
        self._owed: set[str] = set()
        self._waits = False

    def see(self, called: Collection[str], here: Collection[str]) -> list[str]:
        """Those to be called now; whoever was a moment ago is when the minute is over, if they are still not here."""
        now = time.monotonic()
        self._waits = False
        self._owed = (self._owed | (set(called) - self.called)) & set(called) - set(here)
        self.called = set(called)
        due = sorted(side for side in self._owed if now >= self._last.get(side, -BETWEEN) + BETWEEN)
        self._owed -= set(due)
        self._last |= dict.fromkeys(due, now)
        return due

    def wait(self) -> float | None:
        """Seconds after which to look again; None: nobody is owed a call, or somebody looks already."""
        if not self._owed or self._waits:
            return None
        self._waits = True
        return BETWEEN
