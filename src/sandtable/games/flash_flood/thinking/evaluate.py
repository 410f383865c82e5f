"""What a position is worth: charges planted and on their way, who is left, and how far bearers have to go."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import kernel
from sandtable.games.flash_flood.record import End, Load, Side
from sandtable.games.flash_flood.thinking.ways import way_to_nest
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.kernel.records import NONE

PLANTED = 0.3
"""Shares of the Imperials' prospects, from 0 to 1: each charge planted, one on its way, those left."""

CARRIED = 0.08
LEFT = 0.2
FAR_AWAY = 18.0
"""Inches from the nest at which a bearer is worth a third of one who is there."""


@kernel
def points_of(b, side):
    """Points of a side's models on the table by their Wounds, and at first."""
    left = 0.0
    all_ = 0.0
    for i in range(b.n_figures):
        if b.figures[i].side == side:
            profile = b.profiles[b.figures[i].profile]
            points = max(float(profile.points), 1.0)
            all_ += points
            if is_on_table(b.figures[i]):
                left += points * b.figures[i].wounds / profile.wounds
    return left / max(all_, 1.0)


@kernel
def prospects(b):
    """The Imperials' prospects as they look, from 0 to 1."""
    value = 0.15
    for k in range(b.n_charges):
        charge = b.charges[k]
        if charge.state == Load.PLANTED:
            value += PLANTED
            continue
        x, y = charge.x, charge.y
        if charge.state == Load.CARRIED and charge.bearer != NONE:
            x, y = b.figures[charge.bearer].x, b.figures[charge.bearer].y
        elif charge.state != Load.LYING:
            continue
        share = 1.0 if charge.state == Load.CARRIED else 0.4
        value += share * CARRIED * (0.3 + math.exp(-way_to_nest(b, float(x), float(y)) / FAR_AWAY))
    value += LEFT * (points_of(b, Side.IMPERIALS) - points_of(b, Side.TYRANIDS))
    return min(max(value, 0.0), 1.0)


@kernel
def evaluate(b, side):
    """How good it looks for a side, in [-1, 1]."""
    if b.end == End.NOT_YET:
        value = 0.95 * (2.0 * prospects(b) - 1.0)
    elif b.end == End.PLANTED or b.end == End.TYRANIDS_GONE:
        value = 1.0
    elif b.end == End.ONE_PLANTED:
        value = 0.5
    else:
        value = -1.0
    return value if side == Side.IMPERIALS else -value
