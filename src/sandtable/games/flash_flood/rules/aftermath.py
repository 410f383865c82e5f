"""AFT: the drowned sewer, and barriers outside the flood."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.flash_flood.record import Level
from sandtable.games.skirmish40k.record import Going
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import point_to_segment


@clause("FLOOD-AFT-1", "FLOOD-AFT-2")
@kernel
def going_at(b, level):
    """What the ground is like after a flood, and before: drowned floors are Difficult, gantries stay as they were."""
    if b.flood.over > 0 and level == Level.FLOOR:
        return Going.DIFFICULT
    return Going.CLEAR


@clause("FLOOD-SET-6", "FLOOD-AFT-3", "FLOOD-NET-9")
@kernel
def going_of_barrier(b, k):
    """What a barrier is like to those who walk: Difficult before and after, unless the map says Impassable."""
    return Going.IMPASSABLE if b.barriers[k].impassable != 0 else Going.DIFFICULT


@clause("FLOOD-NET-10")
@kernel
def is_step(level, other):
    """Going from one level to the other is a step on or off a gantry, which is Difficult."""
    return level != other


@clause("FLOOD-SET-6", "FLOOD-NET-9", "FLOOD-NET-14")
@kernel
def barrier_on_way(b, x0, y0, x1, y1):
    """The worst Going of the barriers that a straight way of a base's centre crosses or enters."""
    worst = Going.CLEAR
    for c in range(b.n_corridors):
        corridor = b.corridors[c]
        for k in range(corridor.first_barrier, corridor.first_barrier + corridor.n_barriers):
            if _crosses(corridor, b.barriers[k], x0, y0, x1, y1):
                worst = max(worst, going_of_barrier(b, k))
    return worst


@kernel
def _crosses(corridor, barrier, x0, y0, x1, y1):
    """A straight way crosses a barrier from wall to wall, or enters the rubble of a cave-in."""
    along0 = (x0 - corridor.x) * corridor.ux + (y0 - corridor.y) * corridor.uy
    along1 = (x1 - corridor.x) * corridor.ux + (y1 - corridor.y) * corridor.uy
    if max(along0, along1) < barrier.near or min(along0, along1) > barrier.far:
        return False
    if along0 == along1:
        middle = 0.5
    else:
        middle = min(max((0.5 * (barrier.near + barrier.far) - along0) / (along1 - along0), 0.0), 1.0)
    x = x0 + middle * (x1 - x0)
    y = y0 + middle * (y1 - y0)
    foot = point_to_segment(
        x,
        y,
        corridor.x,
        corridor.y,
        corridor.x + corridor.length * corridor.ux,
        corridor.y + corridor.length * corridor.uy,
    )
    return distance_of_points(x, y, foot.x, foot.y) <= 0.5 * corridor.width
