"""How fast a flood is, hits and log included: the largest game that is played, and far above it (SET-9)."""

from __future__ import annotations

import statistics
import time
from typing import Any

import numpy as np
import pytest

from flash_flood.great_sewer import drown, lay_crowd
from sandtable.compiler.decorators import COMPILED
from sandtable.kernel.dice import THROW, new_dice
from sandtable.kernel.log import ENTRY, new_log


def milliseconds(columns: int, rows: int, models: int, times: int = 60) -> float:
    """The median CPU time of a flood over so many models in a net of so many nodes, each with other dice."""
    battle = lay_crowd(columns, rows, models, seed=1)
    entries, throws = np.zeros(60 * models + 2000, ENTRY), np.zeros(20 * models + 500, THROW)
    taken = []
    for seed in range(times):
        b, dice, log, kept = battle.copy()[0], new_dice(seed), new_log(), np.zeros(3, np.int64)
        arguments: tuple[Any, ...] = (b, 2, dice, log, entries, throws, kept)
        begun = time.process_time()
        drown(*arguments)
        taken.append(time.process_time() - begun)
        assert kept[0] > 4 * models and kept[1] > models and kept[2] == 0, "every line and every die is kept"
        assert b.flood.over == 1
    return 1000 * statistics.median(taken[1:])


@pytest.mark.volume
@pytest.mark.full
@pytest.mark.skipif(not COMPILED, reason="speed is a matter of compiled rules")
def test_a_flood_is_quick() -> None:
    taken = milliseconds(3, 3, 55)
    print(f"55 models: {taken:.2f} ms")
    assert taken < 0.5


def test_a_great_flood_takes_each_model_no_longer() -> None:
    """By hand, compiled, it is measured by the clock; the check reckons interpreted how the work grows."""
    if COMPILED:
        taken = milliseconds(12, 12, 1000)
        print(f"1,000 models: {taken:.2f} ms")
        assert taken < 10.0
    else:
        few, many = milliseconds(3, 3, 55, times=5) / 55, milliseconds(9, 9, 500, times=2) / 500
        assert many < 4.0 * few
