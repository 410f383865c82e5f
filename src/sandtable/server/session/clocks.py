"""The clocks of one battle: whose run, what is left, and whose time is up. Nothing happens by itself when it is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sandtable.server.messages.company import ClockRule

DAY = 86_400.0


class Clock:
    """Seconds left of each side, by a rule. All times are seconds since the epoch, so that they outlive the server."""

    def __init__(self, rule: ClockRule, sides: Iterable[str]) -> None:
        self.rule = rule
        self.left = dict.fromkeys(sides, self.whole)
        self.runs: dict[str, float] = {}  # side -> since when

    @property
    def whole(self) -> float:
        """What a side has to begin with; by days, for every decision."""
        return self.rule.days * DAY if self.rule.kind == "days" else self.rule.minutes * 60.0

    def call(self, sides: Collection[str], now: float, earns: bool = True) -> bool:
        """The decision is with these sides now: their clocks run, and no others. True where that is a change.

        ``earns``: whoever has decided gets the increment; the end of a battle is no decision of theirs.
        """
        ended = [side for side in self.runs if side not in sides]
        begun = [side for side in sides if side in self.left and side not in self.runs]
        for side in ended:
            self._stop(side, now)
            if self.rule.kind == "live" and earns:
                self.left[side] += self.rule.increment
        for side in begun:
            if self.rule.kind == "days":
                self.left[side] = self.whole
            self.runs[side] = now
        return bool(ended or begun)

    def halt(self, now: float) -> bool:
        """Nobody is called: what runs stands still, and earns nothing. Days go on. True where it is a change."""
        if self.rule.kind == "days":
            return False
        stood = list(self.runs)
        for side in stood:
            self._stop(side, now)
        return bool(stood)

    def _stop(self, side: str, now: float) -> None:
        self.left[side] -= max(0.0, now - self.runs.pop(side))

    def left_of(self, side: str, now: float) -> float:
        """Seconds that a side has left."""
        return self.left[side] - max(0.0, now - self.runs[side]) if side in self.runs else self.left[side]

    def is_up(self, side: str, now: float) -> bool:
        """Its time is up."""
        return side in self.left and self.left_of(side, now) <= 0.0

    # --------------------------------------------------------------------------------------------- kept

    def as_data(self) -> dict[str, Any]:
        """How they stand, for the store."""
        return {"left": dict(self.left), "runs": dict(self.runs)}

    def stand(self, times: Mapping[str, Any], now: float) -> None:
        """Stand as they were kept. While the server was down the time of a live battle stood still."""
        self.left |= {side: float(left) for side, left in times["left"].items() if side in self.left}
        since = {side: float(at) for side, at in times["runs"].items() if side in self.left}
        self.runs = since if self.rule.kind == "days" else dict.fromkeys(since, now)
