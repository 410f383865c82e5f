"""LAD, BOA: who stands on a roof keeps to roofs, and who is aboard keeps to water; boats without a crew."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.enums import Skill, State
from sandtable.games.batalist.rules.boats import is_afloat, leave_empty
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.ground import fits_on_roof
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import shifted
from sandtable.kernel.records import NONE

PROBE = 1.0
"""Steps between the places of a way at which it is held against what it keeps to."""


@clause("BAT-BOA-7", "BAT-LAD-4", "BAT-TER-20")
@kernel
def keeps_to(b, i, base, storey, boat):
    """A base of battalion ``i`` here: aboard a boat on water, on a roof on roofs; else, or in flight, anywhere."""
    if boat != NONE:
        return is_afloat(b, base)
    return storey == 0 or has(b, i, Skill.FLYING) or fits_on_roof(b, base, storey)


@clause("BAT-BOA-7", "BAT-LAD-4")
@kernel
def keeps_to_its_own(b, i, base):
    """A base of battalion ``i`` here lies on what it keeps to where it is."""
    return keeps_to(b, i, base, b.figures[i].storey, b.figures[i].boat)


@clause("BAT-BOA-7", "BAT-LAD-4")
@kernel
def keeps_on_way(b, i, base, dx, dy):
    """Battalion ``i`` keeps to water or roofs all the way from ``base`` straight by (dx, dy)."""
    u = b.figures[i]
    if u.boat == NONE and u.storey == 0:
        return True
    steps = math.ceil(distance_of_points(0.0, 0.0, dx, dy) / PROBE)
    for step in range(1, steps + 1):
        if not keeps_to_its_own(b, i, shifted(base, dx * step / steps, dy * step / steps)):
            return False
    return True


@clause("BAT-BOA-8")
@kernel
def empty_boats(b):
    """Boats of those who are gone, destroyed or fled, stay where they are without a crew."""
    for k in range(b.n_boats):
        i = b.boats[k].battalion
        if i != NONE and b.figures[i].state != State.FIELD:
            leave_empty(b, i)
