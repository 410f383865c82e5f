"""Battles turned by quarters about the middle of their table: places, orders, and whether two of them are alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from conftest import REDUCED
from sandtable.kernel.records import Path

SEEDS = pytest.mark.parametrize("seed", range(12 if REDUCED else 60))
QUARTERS = (1, 2, 3)


@dataclass(frozen=True)
class Turning:
    """Turns about the middle of one game's square table."""

    middle: float  # of the table, the same both ways
    hair: float  # by so much may two places differ that are the same
    on_table: int  # the game's ``Where.TABLE``

    def place(self, x: float, y: float, quarters: int) -> tuple[float, float]:
        """The place, turned clockwise by so many quarters."""
        for _ in range(quarters):
            x, y = self.middle + (y - self.middle), self.middle - (x - self.middle)
        return x, y

    def action(self, action: Any, quarters: int) -> Any:
        """The same order on the turned table, its way-points and its pivot too; legs of a march are alike on any."""
        other = action.copy()
        other.x, other.y = self.place(action.x, action.y, quarters)
        for _ in range(quarters):
            other.fx, other.fy = other.fy, -other.fx
        if action.path in (Path.VIA, Path.WHEEL):
            for k in range(action.n_via):
                other.via[k] = self.place(action.via[k, 0], action.via[k, 1], quarters)
        return other

    def assert_same_places(self, b: Any, other: Any, quarters: int) -> None:
        """Everybody is where they are on the other table, turned, to a hair."""
        for i in range(b.n_figures):
            f, g = b.figures[i], other.figures[i]
            assert f["where"] == g["where"], i
            if f["where"] == self.on_table:
                assert self.place(f.x, f.y, quarters) == pytest.approx((g.x, g.y), abs=self.hair), i
                x, y = self.place(self.middle + f.fx, self.middle + f.fy, quarters)
                assert (x - self.middle, y - self.middle) == pytest.approx((g.fx, g.fy), abs=1e-3), i
