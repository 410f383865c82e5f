"""How far straight ahead lists of moves are told that movers can go: each such move is legal, one farther is not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dba.orders import is_legal
from dba.table import BLUE, RED, act, fresh_log, lay
from sandtable.games.dba.listing.reach import straight_along
from sandtable.games.dba.record import Ground, Verb
from sandtable.games.dba.rules.groups import everybody
from sandtable.games.dba.rules.move_context import AROUND, look_around
from sandtable.games.dba.rules.orders import PRICED, furthest, settle_order
from sandtable.kernel.geometry import Point

GENERAL = {"general": 1}
WOOD = (Ground.WOOD, [(900, 1150), (1300, 1150), (1300, 1500), (900, 1500)])


def reach_of(b: Any, *actors: int) -> tuple[Any, float]:
    """The draft of a move of these, and how far they may go straight ahead."""
    draft = act(Verb.MOVE, *actors)
    around = np.zeros(1, AROUND)[0]
    order = around.order
    settle_order(b, draft, PRICED, order, fresh_log())
    look_around(b, draft, order.mask, furthest(order), everybody(b), around)
    leader = b.figures[actors[0]]
    ahead = Point(leader.fx, leader.fy)
    return draft, float(straight_along(b, draft, ahead, ahead, order.good, around))


def set_ahead(b: Any, draft: Any, distance: float) -> None:
    """Let the draft's leader end so far straight ahead, facing as it does."""
    leader = b.figures[draft.actors[0]]
    draft.x, draft.y = leader.x + leader.fx * distance, leader.y + leader.fy * distance
    draft.fx, draft.fy = leader.fx, leader.fy


@pytest.mark.parametrize(
    ("elements", "terrain", "paces"),
    [
        ([("A", "3Cv", RED, 1000, 1000, "N", GENERAL)], [], 400),
        ([("A", "3Cv", RED, 1000, 1000, "N", GENERAL), ("B", "4Bd", RED, 1000, 1200, "N")], [], 110),
        ([("A", "3Cv", RED, 1000, 1000, "N", GENERAL), ("B", "2Ps", RED, 1000, 1200, "N")], [], 400),
        ([("A", "3Cv", RED, 1000, 2800, "N", GENERAL)], [], 140),
        ([("A", "3Cv", RED, 1000, 1000, "N", GENERAL)], [WOOD], 200),
        ([("A", "3Ax", RED, 1000, 1000, "N", GENERAL)], [WOOD], 300),
        ([("A", "Art", RED, 1000, 1000, "N", GENERAL)], [WOOD], 70),
    ],
)
def test_straight_ahead_of_one_element(elements: Any, terrain: Any, paces: float) -> None:
    b = lay(*elements, terrain=terrain)
    draft, distance = reach_of(b, 0)
    assert distance == pytest.approx(paces, abs=0.05)
    set_ahead(b, draft, distance)
    assert is_legal(b, draft)
    set_ahead(b, draft, distance + 2.0)
    assert not is_legal(b, draft)


def test_straight_ahead_of_a_group_stops_before_bad_going_and_at_the_first_who_is_stopped() -> None:
    b = lay(
        ("A", "3Ax", RED, 1000, 1000, "N", GENERAL),
        ("B", "3Ax", RED, 1160, 1000, "N"),
        terrain=[WOOD],
    )
    draft, distance = reach_of(b, 0, 1)
    assert distance == pytest.approx(110, abs=0.05)
    set_ahead(b, draft, distance)
    assert is_legal(b, draft)
    b = lay(
        ("A", "3Ax", RED, 1000, 1000, "N", GENERAL),
        ("B", "3Ax", RED, 1160, 1000, "N"),
        ("E", "4Bd", BLUE, 1160, 1250, "S", GENERAL),
    )
    draft, distance = reach_of(b, 0, 1)
    assert distance == pytest.approx(180, abs=0.05)
    set_ahead(b, draft, distance)
    assert is_legal(b, draft)
