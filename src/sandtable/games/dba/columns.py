"""COLUMNS: elements behind one another that follow their leader, and groups that form a column (DBA-GROUP-8 to 10).

Rulings where the rulebook is silent:

- Who follows goes in the track of the one before him: to where that one stood, and on as he went. He wheels where
  the one before him wheeled, and stops where he touches him: with his front edge, or at a bend with a corner.
- To form a column (DBA-GROUP-10) the leader marches; the others, in the order named, go straight to their places:
  behind the one named before, as long as that is within their move and no farther back than they stood; then beside
  the one named before, level with him, on the side on which they stood.
"""

from __future__ import annotations

import math

from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.groups import LEVEL, SAME_WAY, actor, ahead_and_aside
from sandtable.games.dba.marches import (
    FIT,
    GO,
    TURN,
    WHEEL,
    Way,
    after_row,
    corner_travel,
    one_wheel,
    pivot_of,
    rows_of_march,
    set_row,
    swung,
    turn_between,
    whole_front,
)
from sandtable.games.dba.pips import SLACK
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.contact import is_directly_behind
from sandtable.kernel.geometry import base_of, distance_between, overlap, placed, snap
from sandtable.kernel.log import locate, reason
from sandtable.kernel.sweep import free_distance, wheel_hits

MOST_BEND = 90.0
"""Degrees that a column on a bend turns from one element to the next at most."""


@kernel
def _link(base, before):
    """The Way from one element's base to that of the one before it in its column."""
    end = placed(base, before.x, before.y, before.fx, before.fy)
    if base.fx * before.fx + base.fy * before.fy > SAME_WAY:
        return Way(base, placed(base, before.x, before.y, base.fx, base.fy), False, 0.0)
    return Way(base, end, True, turn_between(base, end))


@clause("DBA-GROUP-9")
@kernel
def _follows(base, before, legs):
    """The base stands behind the other as in a column: full on its rear edge, or at a bend touching it."""
    if is_directly_behind(base, before):
        return True
    if distance_between(base, before) > 2.0 * FIT:
        return False
    way = _link(base, before)
    if not way.is_turned or abs(way.degrees) > MOST_BEND:
        return False
    n = one_wheel(way, whole_front(base), legs)
    return n == 2 and legs[0, 0] >= 0.0 and legs[1, 0] >= 0.0


@clause("DBA-GROUP-9")
@kernel
def is_column(b, action):
    """The actors, in the order named, follow one another; a single element does not."""
    if action.n_actors < 2:
        return False
    legs = np.zeros((2, 2), np.float64)
    for k in range(1, action.n_actors):
        base = base_of(b.figures[actor(action, k)])
        if not _follows(base, base_of(b.figures[actor(action, k - 1)]), legs):
            return False
    return True
