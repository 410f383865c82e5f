"""What a position is worth: points, who is left and how good they are, who runs, and who is near what they want."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import kernel
from sandtable.games.inter_arma.record import End, Lies, Quality, State
from sandtable.games.inter_arma.rules.victory import points_of
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.records import NONE

LEFT = 0.6
"""Points that an able soldier is worth beside those that the loss gives the enemy."""

ELITE = 0.4
HURT = 0.15
ROUTING = 0.7
NEAR = 0.02
"""Points for each centimetre of 20 that a soldier is nearer to what is worth taking."""

SCALE = 12.0
"""Points of lead that are worth half a battle."""


@kernel
def nearest_goal(b, i, x, y):
    """How far a place is from the nearest thing that figure ``i`` would want to take; far if there is none."""
    side = b.figures[i].side
    best = 60.0
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.thing != 0 and marker.lies == Lies.TABLE and (marker.owner != side or marker.taker != NONE):
            best = min(best, distance_of_points(x, y, marker.x, marker.y))
    for c in range(b.n_checkpoints):
        if b.checkpoints[c].holder != side:
            best = min(best, distance_of_points(x, y, b.checkpoints[c].x, b.checkpoints[c].y))
    return best


@kernel
def strength_of(b, side):
    """What a side's soldiers are worth as they stand."""
    total = 0.0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side != side or figure.civilian != 0:
            continue
        if figure.state == State.ABLE:
            value = LEFT
            if figure.quality >= Quality.ELITE:
                value += ELITE * figure.quality
            if figure.routing != 0:
                value -= ROUTING
            total += value + NEAR * max(20.0 - nearest_goal(b, i, figure.x, figure.y), 0.0) / 20.0
        elif figure.state == State.WOUNDED:
            total += HURT
    return total


@kernel
def evaluate(b, side):
    """How good it looks for a side, in [-1, 1]."""
    if b.end != End.NOT_YET:
        if b.winner < 0:
            return 0.0
        return 1.0 if b.sides[b.winner].team == b.sides[side].team else -1.0
    own = -math.inf
    other = -math.inf
    for s in range(b.n_sides):
        value = points_of(b, s) + strength_of(b, s)
        if b.sides[s].team == b.sides[side].team:
            own = max(own, value)
        else:
            other = max(other, value)
    lead = own - other
    return 0.95 * lead / (abs(lead) + SCALE)
