"""LAD: ladders by which foot climbs on walls, and who touches whom there."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Ground, Skill
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.free_places import put
from sandtable.games.batalist.rules.ground import fits_on_roof
from sandtable.games.batalist.rules.ways import has_room
from sandtable.games.batalist.switches import Ladders
from sandtable.kernel.geometry import LATTICE, Base, base_of, contains_point, snap
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE

STOREY = 2.0
"""Steps that a storey is high."""

HALF = 2
"""A ladder divides speed by this."""


@clause("BAT-LAD-1", "BAT-LAD-3", "BAT-SKL-18a", "BAT-SKL-21a", "BAT-SKL-32")
@kernel
def can_climb(b, i):
    """The warriors of battalion ``i`` can use ladders: no Giants, no Big ones, no Riders."""
    large = has(b, i, Skill.BIG) or has(b, i, Skill.RIDER) or has(b, i, Skill.GIANT)
    return b.options.ladders == Ladders.YES and not large


@clause("BAT-LAD-2")
@kernel
def ladder_at(b, i):
    """The ladder whose foot, or top, battalion ``i`` touches; NONE if there is none."""
    return ladder_under(b, base_of(b.figures[i]))


@clause("BAT-LAD-2")
@kernel
def ladder_under(b, base):
    """The ladder whose foot, or top, a base touches; NONE if there is none."""
    for k in range(b.n_ladders):
        stands = b.terrain.features[b.ladders[k].feature].kind == Ground.BUILDING
        if stands and contains_point(base, b.ladders[k].x, b.ladders[k].y):
            return k
    return NONE


@clause("BAT-LAD-2")
@kernel
def price_of_climb(b, k):
    """Steps of speed that ladder ``k`` costs, up or down: twice its height."""
    return HALF * STOREY * max(b.sites[b.ladders[k].feature].storeys, 1)


@clause("BAT-LAD-2", "BAT-LAD-4")
@kernel
def beyond_ladder(b, i, k):
    """Battalion ``i`` across ladder ``k``: its front or rear edge at the ladder, as it faces now."""
    u = b.figures[i]
    ladder = b.ladders[k]
    inwards = -1.0 if u.storey == 0 else 1.0
    along = abs(u.fx * ladder.out_x + u.fy * ladder.out_y)
    half = 0.5 * (u.depth * along + u.width * math.sqrt(max(1.0 - along * along, 0.0)))
    away = inwards * half
    return Base(
        snap(ladder.x + away * ladder.out_x), snap(ladder.y + away * ladder.out_y),
        u.fx, u.fy, 0.5 * u.width, 0.5 * u.depth,
    )  # fmt: skip


@clause("BAT-LAD-1", "BAT-LAD-2", "BAT-LAD-3", "BAT-LAD-4")
@kernel
def climb(b, i, left, log):
    """Battalion ``i`` with so much speed left uses the ladder that it is at, up or down; True: it is on the other end.

    It stays where it is if its speed or the room beyond does not do.
    """
    k = ladder_at(b, i)
    if k == NONE or not can_climb(b, i) or not is_within(price_of_climb(b, k), left, LATTICE):
        return False
    u = b.figures[i]
    base = beyond_ladder(b, i, k)
    before = u.storey
    storeys = b.sites[b.ladders[k].feature].storeys
    u.storey = 0 if before > 0 else storeys
    if (before == 0 and not fits_on_roof(b, base, storeys)) or not has_room(b, i, base):
        u.storey = before
        return False
    put(b, i, base)
    if before == 0:
        event(log, Code.CLIMBS_UP, Clause.LAD_2, i, NONE, 0)
    else:
        event(log, Code.CLIMBS_DOWN, Clause.LAD_4, i, NONE, 0)
    return True
