"""The random city: dice of its columns, lanes and gaps, each place worked out by hand (TAB-10)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sandtable.games.pursuit.clauses import Purpose
from sandtable.games.pursuit.laying import scenario
from sandtable.games.pursuit.record import MAX_PIECES
from sandtable.games.pursuit.rules import deployment
from sandtable.games.scenarios import scenario_data
from sandtable.kernel.dice import new_dice, scripted_dice
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE

pytestmark = pytest.mark.clause("PURS-TAB-10")

IN_ORDER = np.arange(MAX_PIECES)


def city() -> Any:
    """60 by 36 inches; 15 pieces not yet laid, of which the first four are 6 inches long and reach 5 across."""
    data, where = scenario_data(scenario.SCENARIOS, "random-city")
    return scenario.lay(data, {}, where).record[0]


def faces(*thrown: int) -> Any:
    return scripted_dice([(Purpose.CITY.value, NONE, NONE, face) for face in thrown])


def sides_of(dice: Any, n: int) -> list[int]:
    """How many faces the first dice had."""
    return [int(one.sides) for one in dice.thrown[:n]]


def test_every_order_of_pieces_and_four_columns() -> None:
    """Each of 15 is as likely in each place: dice of 15, 14, ... 2 faces. Columns at 12, 24, 36, 48."""
    b, dice = city(), new_dice(3)
    deployment.lay_random_city(b, dice, new_log())
    assert sides_of(dice, 14) == list(range(15, 1, -1))
    assert {float(feature.x0) for feature in b.terrain.features[:15]} == {12, 24, 36, 48}


def test_the_first_lane_lies_anywhere_and_each_other_is_measured_from_the_last() -> None:
    """Middles at 3 to 33, by halves: 61; then 4 to 12 inches off.

    From 18 on 6 to 14 and 22 to 30: 34. From 30 on 18 to 26: 17. From 26 on 14 to 22 and 30 to 33: 24.
    """
    b = city()
    b.n_pieces = 0
    dice = faces(31, 34, 17, 24)
    deployment.lay_random_city(b, dice, new_log())
    assert sides_of(dice, 4) == [61, 34, 17, 24]


@pytest.mark.parametrize(
    ("middle", "sides"),
    [(8.0, [1, 1, 1, 0]), (7.5, None), (12.0, [1, 1, 0, 1]), (28.0, [0, 0, 0, 1]), (28.5, None)],
)
def test_a_lane_leaves_room_for_all_the_columns_pieces(middle: float, sides: list[int] | None) -> None:
    """Four of 5, each to the larger room, and 2 inches for each gap; 0 is the south.

    Beside a lane at 8 there are 5 to the south and 25 to the north, of which three take 7 each: the fourth just fits in
    the south. At 7.5 4.5 are left on either side. At 12 there are 9 and 21: 14, then 7; so the third goes south.
    """
    b = city()
    b.n_pieces = 4
    found = np.zeros(MAX_PIECES, np.int64)
    fit = deployment._is_south(b, IN_ORDER, 0, 1, middle, found)
    assert bool(fit) == (sides is not None) and (sides is None or list(found[:4]) == sides)


def test_a_column_by_hand() -> None:
    """Pieces of 5 about a lane at 15 to 21: south, north, south, north. 3 inches to spare on either side, in halves.

    South: a die of 7 shows 3: from 1 to 6; 2 to spare, a die of 5 shows 5: from 6 + 2 + 2 on. North: a die of 7
    shows 7: from 21 + 3 on; nothing to spare.
    """
    b, dice = city(), faces(3, 5, 7, 1)
    b.n_pieces = 4
    deployment._fill_column(b, IN_ORDER, 0, 1, 18.0, dice, new_log())
    assert sides_of(dice, 4) == [7, 5, 7, 1]
    across = [(float(feature.y0), float(feature.y1)) for feature in b.terrain.features[:4]]
    assert across == [(1, 6), (24, 29), (10, 15), (31, 36)]
    assert {(float(feature.x0), float(feature.x1)) for feature in b.terrain.features[:4]} == {(12, 18)}
