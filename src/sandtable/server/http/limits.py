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
    boards_for_seats: int = 500
    """Of these, kept for those who play: watchers have the rest at most."""
    boards_of_an_address: int = 500
    """Boards connected from one address at once."""
    watchers_of_a_battle: int = 64
    """Watchers of one battle at once, beside whom its seats and its maker always have room."""
    watchers_of_an_address: int = 48
    """Of them, from one address."""
    boards_of_a_link: int = 16
    """Boards connected at once by one link of a seat, or by the maker's."""
    boards_coming: int = 2
    """Boards of one address that are let in at the same time; others wait their turn."""
    requests_a_minute: int = 1_200
    """Pages and lines asked for, from one address; the rest is refused before it is looked at."""
    lines_a_minute: int = 20
    """Of talk and names, from one address at one battle."""
    settings_a_minute: int = 40
    """Changes of seats, invitations, title and who looks on, from one address at one battle."""
    notices_an_hour: int = 10
    """Ways to be called that are asked for, from one address at one battle, or to one address for mail."""
    advice_a_minute: int = 12
    """What the computer would do, asked from one address at one battle."""
    messages_a_second: int = 100
    """Read from one board in the long run; those beyond wait unread."""
    messages_a_second_of_an_address: int = 400
    """Read from all boards of one address together; those beyond wait unread."""
    save_kilobytes: int = 2_048
    """Of a save that is loaded."""
    battles: int = 20_000
    """Battles stored."""
    battles_in_memory: int = 2_000
    """Battles that boards look at at the same time."""
    idle_battles: int = 64
    """Battles kept in memory though nobody looks at them."""
    new_battles_a_minute: int = 120
    """Battles made, loaded or played on from, from one address or battle."""
    exports_a_minute: int = 20
    """Battles written as page, moving picture or text, for one address."""
    waiting_kilobytes: int = 4_096
    """That wait for one board that reads slowly, before it is dropped."""
    all_waiting_kilobytes: int = 262_144
    """That wait for all boards together, before the slowest are dropped."""
    asked_kilobytes: int = 1_024
    """Of messages from one board that wait for an answer, before more are refused."""
    saves_at_once: int = 2
    """Saves that are played again at the same time, for new battles; others wait their turn."""
    drafts_a_minute: int = 240
    """Scenarios being put together that are looked at, for one address."""
    shared_scenarios: int = 2_000
    """Scenarios that are kept to be found by a link."""
    studies: int = 100
    """Studies of the laboratory that are kept."""
    battles_of_a_study: int = 200_000
    """Battles of one of them, all variants together."""


def limits_of(words: Iterable[str], usual: Limits | None = None) -> Limits:
    """The limits with some set by ``NAME=NUMBER``; InputError in one sentence for what says none."""
    names = [field.name for field in fields(Limits)]
    chosen = usual or Limits()
    for word in words:
        name, _, number = word.partition("=")
        if name not in names:
            missing = gettext("there is no such limit")
            hint = did_you_mean(name, names)
            raise InputError(f"--limit {word}: {missing}; {', '.join(names)}{hint}")
        if not number.isdecimal() or not 1 <= int(number) <= 10**9:
            raise InputError(
                f"--limit {word}: {gettext('expected {name}= and a whole number from 1 to 1000000000', name=name)}"
            )
        chosen = replace(chosen, **{name: int(number)})
    return chosen


class Bucket:
    """So much a second in the long run, and at once as much as it holds; keys whose bucket is full are forgotten."""

    def __init__(self, a_second: float, holds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.a_second = a_second
        self.holds = holds
        self.clock = clock
        self._left: dict[str, tuple[float, float]] = {}  # how much, and when

    def wait(self, key: str) -> float:
        """Take one out; the seconds until it is there, 0 where it is. What is owed is paid before anything more."""
        now = self.clock()
        if len(self._left) > 10_000:
            self._left = {each: held for each, held in self._left.items() if self._full(held, now) < self.holds}
        left = self._full(self._left.get(key, (self.holds, now)), now) - 1.0
        self._left[key] = left, now
        return max(0.0, -left / self.a_second)

    def allows(self, key: str) -> bool:
        """Take one out if it is there."""
        now = self.clock()
        if self._full(self._left.get(key, (self.holds, now)), now) < 1.0:
            return False
        return self.wait(key) == 0.0

    def _full(self, held: tuple[float, float], now: float) -> float:
        left, when = held
        return min(self.holds, left + (now - when) * self.a_second)


class Rate:
    """So many of something a minute for each key; keys that have been quiet for a minute are forgotten."""

    def __init__(self, most: int, seconds: float = 60.0, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.seconds = seconds  # another span than a minute
        self.clock = clock
        self._done: dict[str, deque[float]] = {}

    def allows(self, key: str) -> bool:
        """Whether one more is within the limit; if so it is counted."""
        now = self.clock()
        if len(self._done) > 1_000:
            self._done = {each: times for each, times in self._done.items() if times[-1] > now - self.seconds}
        times = self._done.setdefault(key, deque())
        while times and times[0] <= now - self.seconds:
            times.popleft()
        if len(times) >= self.most:
            return False
        times.append(now)
        return True
