"""How much of everything the server gives before it says no; each can be set with ``serve --limit NAME=NUMBER``."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace

from sandtable.errors import InputError
from sandtable.table.name_index import did_you_mean
from sandtable.translation import gettext


@dataclass(frozen=True)
class Limits:
    """The limits of one server."""

    boards: int = 2_000
    """Boards connected at once, to all battles together."""
    boards_of_a_battle: int = 64
    """Boards connected to one battle at once."""
    battles: int = 20_000
    """Battles stored."""
    battles_in_memory: int = 2_000
    """Battles that boards look at at the same time."""
    idle_battles: int = 64
    """Battles kept in memory though nobody looks at them."""
    new_battles_a_minute: int = 120
    """Battles made, loaded or played on from, from one address or battle."""
    waiting_kilobytes: int = 4_096
    """That wait for one board that reads slowly, before it is dropped."""
    all_waiting_kilobytes: int = 262_144
    """That wait for all boards together, before the slowest are dropped."""
    asked_kilobytes: int = 1_024
    """Of messages from one board that wait for an answer, before more are refused."""
    saves_at_once: int = 2
    """Saves that are played again at the same time, for new battles; others wait their turn."""


def limits_of(words: Iterable[str], usual: Limits | None = None) -> Limits:
    """The limits with some set by ``NAME=NUMBER``; InputError in one sentence for what says none."""
    names = [field.name for field in fields(Limits)]
    chosen = usual or Limits()
    for word in words:
        name, _, number = word.partition("=")
        if name not in names:
            raise InputError(
                f"--limit {word}: {gettext('there is no such limit')}{did_you_mean(name, names)}; {', '.join(names)}"
            )
        if not number.isdecimal() or not 1 <= int(number) <= 10**9:
            raise InputError(
                f"--limit {word}: {gettext('expected {name}= and a whole number from 1 to 1000000000', name=name)}"
            )
        chosen = replace(chosen, **{name: int(number)})
    return chosen


class Rate:
    """So many of something a minute for each key; keys that have been quiet for a minute are forgotten."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.clock = clock
        self._done: dict[str, deque[float]] = {}

    def allows(self, key: str) -> bool:
        """Whether one more is within the limit; if so it is counted."""
        now = self.clock()
        if len(self._done) > 1_000:
            self._done = {each: times for each, times in self._done.items() if times[-1] > now - 60.0}
        times = self._done.setdefault(key, deque())
        while times and times[0] <= now - 60.0:
            times.popleft()
        if len(times) >= self.most:
            return False
        times.append(now)
        return True
