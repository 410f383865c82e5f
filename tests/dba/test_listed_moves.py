"""Which moves the lists offer: who is looked at for a mover, and what a Warband may still do that has moved."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dba.orders import is_legal
from dba.table import BLUE, RED, lay
from sandtable.games.dba.listing import field
from sandtable.games.dba.listing.offers import legal_actions
from sandtable.games.dba.record import Verb
from sandtable.kernel.records import new_actions

GENERAL = {"general": 1}


def offered(b: Any) -> list[tuple[float, float]]:
    """Where the moves offered to element 0 end, ahead of and to the right of where it stands, in whole paces."""
    out = new_actions(300)
    a = b.figures[0]
    ends = []
    for action in out[: legal_actions(b, out)]:
        if action.verb == Verb.MOVE and action.n_actors == 1 and action.actors[0] == 0:
            assert is_legal(b, action)
            dx, dy = action.x - a.x, action.y - a.y
            ends.append((round(dx * a.fx + dy * a.fy), round(dx * a.fy - dy * a.fx)))
    return ends


def test_the_field_notes_the_enemies_first_and_finds_who_is_near() -> None:
    b = lay(
        ("A", "3Cv", RED, 1000, 1000, "N", GENERAL),
        ("E", "4Bd", BLUE, 1000, 1300, "S", GENERAL),
        ("B", "4Bd", RED, 1400, 1000, "N"),
        ("F", "El", BLUE, 1200, 1000, "W"),
        ("G", "4Bd", BLUE, 1010, 1010, "S", {"where": 2}),  # lost
    )
    seen = np.zeros(1, field.FIELD)[0]
    field.look_over(b, RED, seen)
    assert (list(seen.who[: seen.n]), seen.n_foes) == ([1, 3, 0, 2], 2)
    assert seen.largest == 160 + 160  # the Elephants
    assert field.all_within(seen, 1000.0, 1000.0, 300.0) == 0b1011
    assert field.all_within(seen, 1000.0, 1000.0, 299.0) == 0b1001
    foe, gap = field.nearest_foe(seen, 1000.0, 1000.0)
    assert (foe, gap) == (3, 200)
    field.look_over(b, BLUE, seen)
    foe, gap = field.nearest_foe(seen, 1000.0, 1300.0)
    assert (foe, gap) == (0, 300)


@pytest.mark.clause("DBA-MULTI-5")
def test_a_warband_that_has_moved_is_offered_what_joins_the_fight() -> None:
    enemy = ("E", "4Bd", BLUE, 1500, 1700, "S", GENERAL)
    # Depth 60 each: 200 between the middles, so that the front edges meet 140 ahead. Elsewhere it may not go.
    assert set(offered(lay(("A", "4Wb", RED, 1500, 1500, "N", {**GENERAL, "moves": 1}), enemy))) == {(140, 0)}
    # B, at 1640, fights; A comes up behind it, 80 ahead.
    held = ("B", "4Wb", RED, 1500, 1640, "N")
    b = lay(("A", "4Wb", RED, 1500, 1500, "N", {**GENERAL, "moves": 1}), enemy, held)
    assert (80, 0) in offered(b)
    # Level with B, 40 paces of open ground between the two: aside as far as there is room is beside it.
    b = lay(("A", "4Wb", RED, 1700, 1640, "N", {**GENERAL, "moves": 1}), enemy, held)
    assert (0, -40) in offered(b)
    # One that has not moved yet may retire instead, a whole move of 200 paces straight back out of the zone.
    b = lay(("A", "4Wb", RED, 1500, 1500, "N", GENERAL), enemy)
    assert {(-200, 0), (140, 0)} <= set(offered(b))
