"""What the water would do: counted chances against those worked out by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from conftest import REDUCED
from flash_flood.sewer_table import a_map, man, sewer
from sandtable.games.flash_flood.record import BATTLE
from sandtable.games.flash_flood.showing.explaining import explain
from sandtable.games.flash_flood.showing.flood_ahead import foresee_flood, water_ahead
from sandtable.games.game import Names
from sandtable.kernel.dice import new_dice
from sandtable.kernel.log import new_log

LONG = a_map(width=120, nodes={"W": [4, 10], "E": [114, 10]})
TIMES = 300 if REDUCED else 6000


def foreseen(b: Any) -> Any:
    """The share of floods in which each figure is swept, its inches a flood, and the share in which it dies."""
    found = np.zeros((b.n_figures, 3))
    foresee_flood(b, TIMES, new_dice(3), new_log(keep=False), np.zeros(1, BATTLE), found)
    return found / TIMES


def near(share: float) -> Any:
    """A share, as near as so many floods tell it: four standard errors."""
    return pytest.approx(share, abs=4 * (share * (1 - share) / TIMES) ** 0.5)


@pytest.mark.clause("FLOOD-TEST-2", "FLOOD-CARRY-2", "FLOOD-HIT-2")
def test_one_guardsman_by_themselves() -> None:
    """S3 T3: swept on 4 to 6. A D6 that goes on after sixes is 4.2 inches in the mean.

    Swept 1, 2: S1, 1/6; 3 to 5: S2, 1/3; 7, 8: S3, 1/2; 9 to 11: S4, 2/3; 13 and more: 5/6. So it dies with
    2/6 x 1/6 + 3/6 x 1/3 + 1/6 x (2/6 x 1/2 + 3/6 x 2/3 + 1/6 x 5/6) = 0.3287 of all sweeps.
    """
    b = sewer(man("line_guard", "A:1:0"), sewer_map=LONG)
    before = b.tobytes()
    ((swept, inches, dead),) = foreseen(b)
    assert b.tobytes() == before
    assert swept == near(0.5)
    assert inches == pytest.approx(2.1, abs=4 * 3.2 / TIMES**0.5)
    assert dead == near(0.5 * 0.3287)


@pytest.mark.clause("FLOOD-BUMP-1", "FLOOD-TEST-11")
def test_one_behind_another() -> None:
    """The front one is tested first: swept by its own test 1/2, else by a bump from behind, 1/2 x 1/2 x 1/2."""
    b = sewer(man("line_guard", "A:11:0"), man("line_guard", "A:10:0"), sewer_map=LONG)
    swept = foreseen(b)[:, 0]
    assert swept[1] == near(0.5)
    assert swept[0] == near(0.625)


def test_the_dead_are_not_swept() -> None:
    b = sewer(man("line_guard", "A:11:0", wounds=0), man("line_guard", "A:20:0"), sewer_map=LONG)
    assert foreseen(b)[0].tolist() == [0, 0, 0]


@pytest.mark.clause("FLOOD-TEST-2", "FLOOD-CARRY-9", "FLOOD-HIT-2", "FLOOD-HIT-5")
def test_one_before_the_end_wall_is_exact() -> None:
    """S3 T3 with its centre 3 inches from where the wall stops it: a die of 1 or 2 ends before it, 3 to 6 on it.

    Swept 1/2. On average (1 + 2 + 4 x 3) / 6 = 2.5 inches of a sweep. Dies: 1 or 2 inches S1, 1/6; 3 inches S2, 1/3,
    and the wall's S3, 1/2: both fail to wound 2/3 x 1/2. So 2/6 x 1/6 + 4/6 x 2/3 = 1/2 of all sweeps.
    """
    short = a_map(nodes={"W": [4, 10], "E": [14, 10]})
    (ahead,) = water_ahead(sewer(man("line_guard", "A:8.5:0"), sewer_map=short))
    assert ahead.times == 0
    assert ahead.swept == pytest.approx((0.5, 0.5, 0.5))
    assert ahead.inches == pytest.approx(1.25)
    assert ahead.dead == pytest.approx((0.25, 0.25, 0.25))


def test_a_crowd_is_tried_with_an_interval() -> None:
    crowd = [man("line_guard", f"A:{2 * k + 1}:0") for k in range(6)]
    for ahead in water_ahead(sewer(*crowd, sewer_map=LONG)):
        assert ahead.times > 0
        assert ahead.swept.low < ahead.swept.rate < ahead.swept.high


@pytest.mark.clause("FLOOD-TEST-2")
def test_a_ring_about_each_model_shows_its_chances() -> None:
    """A Guardsman of Strength 3 loses footing on 4 to 6: half a ring, from north to south by the east.

    The mate has left the table: about that one there is nothing.
    """
    b = sewer(man("line_guard", "A:30:0"), man("line_guard", "A:60:0", where=2), sewer_map=LONG)
    b.turn = 1
    rings = {overlay.kind: overlay for overlay in explain(b, Names((), ()), 0).overlays}
    assert sorted(rings) == ["drowns", "swept"] and rings["swept"].label == "50 %"
    x, y = float(b.figures[0].x), float(b.figures[0].y)
    assert rings["swept"].points[0] == pytest.approx((x, y + 0.64))
    assert rings["swept"].points[-1] == pytest.approx((x, y - 0.64))
    assert all(px >= x - 1e-6 for px, _ in rings["swept"].points)
