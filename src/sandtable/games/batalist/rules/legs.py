"""ACT-4, ACT-6: the legs of a Move, each straight ahead, then aside, then a wheel."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.rules.ways import wheeled
from sandtable.kernel.geometry import placed, turn_between

SAME = 0.002
"""Steps within which the end of the legs must be the place that the action names."""


class Leg(NamedTuple):
    """One leg of a Move: straight ahead, then aside to the right, then a wheel clockwise in degrees."""

    ahead: float
    aside: float
    degrees: float


@clause("BAT-ACT-4", "BAT-ACT-6")
@kernel
def leg_of(base, action, k):
    """Leg ``k`` of a Move: as the action says, or, where it names an end alone, ahead, one wheel and ahead again."""
    if action.n_via > 0:
        return Leg(action.via[k, 0], action.aside[k], action.via[k, 1])
    end = placed(base, action.x, action.y, action.fx, action.fy)
    degrees = turn_between(base, end)
    dx, dy = action.x - base.x, action.y - base.y
    ahead = dx * base.fx + dy * base.fy
    aside = dx * base.fy - dy * base.fx
    if degrees == 0.0:
        return Leg(ahead, 0.0 if k == 1 and abs(aside) < SAME else aside, 0.0)
    # so far ahead that the wheel ends on the line on which the rest is straight ahead
    there = wheeled(base, degrees)
    ex, ey = action.x - there.x, action.y - there.y
    sine = end.fx * base.fy - end.fy * base.fx
    return Leg((end.fx * ey - end.fy * ex) / sine if abs(sine) > 1e-9 else 0.0, 0.0, degrees)


@kernel
def legs_in(action):
    """How many legs a Move has."""
    return action.n_via + 0 if action.n_via > 0 else 2
