"""A combat in the sewer: who has lost it, and what that does to their nerve."""

from __future__ import annotations

import numpy as np
import pytest

from flash_flood.sewer_table import GAUNT, GUARD, dice, events, man
from flash_flood.turn_table import Phase, moment
from sandtable.games.flash_flood.record import MAX_UNITS
from sandtable.games.flash_flood.rules import fighting
from sandtable.kernel.log import new_log


@pytest.mark.clause("C40-RES-1", "C40-RES-2")
@pytest.mark.parametrize(("switch", "more", "flees"), [("5", 0, True), ("4", 0, False), ("4", 1, True)])
def test_what_lowers_a_losers_leadership_is_a_switch(switch: str, more: int, flees: bool) -> None:
    """Two Gaunts kill one of three Guard and lose nobody. At 7 less the difference of 1 the two left fail with a 7.

    By the 4th edition they are two against two, and two of three: nothing lowers their Leadership. A third Gaunt does.
    """
    guard = [man(GUARD, place, unit=0) for place in ((20, 10), (20, 11.2), (18.5, 10))]
    gaunts = [man(GAUNT, (x, y), side=1, unit=1) for x, y in ((21, 10), (21, 11.2), (22.5, 10))[: 2 + more]]
    b = moment(*guard, *gaunts, phase=Phase.FIGHTING, combat_result=switch)
    combats = np.empty(MAX_UNITS, np.int64)
    assert fighting.mark_all_combats(b, combats) == 1
    throws = [
        ("TO_HIT", 3, 4), ("TO_HIT", 4, 1), *[("TO_HIT", 5, 1)] * more,
        ("TO_WOUND", 3, 4), ("SAVE", 0, 1), ("TO_HIT", 1, 1), ("TO_HIT", 2, 1),
        ("LEADERSHIP", 1, 3), ("LEADERSHIP", 1, 4),
    ]  # fmt: skip
    throws += [("SWEEP", 1, 1), ("SWEEP", 3, 6), ("CONSOLIDATE", 3, 1)] if flees else []
    thrown, log = dice(*throws), new_log()
    fighting.fight(b, combats, 0, thrown, log)
    assert thrown.missing == 0, (int(thrown.missing_throw.purpose), int(thrown.missing_throw.figure))
    assert all(thrown.script[k].used for k in range(thrown.n_script))
    assert ("IS_SWEPT" in events(log)) is flees
    assert "FALLS_BACK_NOW" not in events(log), "who is destroyed does not fall back"
