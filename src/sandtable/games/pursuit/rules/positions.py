"""FRAME: bases and contact, headings, who is whose enemy, knots, and the one way to displace a figure (GEN)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.pursuit.record import BEYOND, Side, Where
from sandtable.games.skirmish40k.rules.measuring import is_on_table, touch
from sandtable.kernel.discs import disc_free_to_disc, disc_gap, distance_of_points
from sandtable.kernel.geometry import LATTICE, TOUCH, angle_between, degrees_of_facing, snap
from sandtable.kernel.records import NONE

SLACK = 2 * LATTICE
"""Inches by which a measured length may be off; so much makes it neither more nor less than a limit."""

ANGLE_SLACK = 0.1
"""Degrees by which an angle between places on the lattice may be off."""

EAST = 90.0
"""The table's orientation, towards the Arrival, in degrees clockwise from north."""


@kernel
def is_quarry(figure):
    """The figure is of the side that flees."""
    return figure.side == Side.QUARRY


@clause("PURS-GEN-5", "PURS-GEN-7")
@kernel
def radius_of(figure):
    """Inches: bases are discs."""
    return 0.5 * figure.width


@clause("PURS-GEN-4", "PURS-PUR-10")
@kernel
def turned_aside(figure):
    """Degrees between a figure's heading and the table's orientation, 0 to 180."""
    return angle_between(degrees_of_facing(figure.fx, figure.fy), EAST)


@clause("PURS-GEN-4", "PURS-PUR-4", "PURS-MOV-2", "PURS-SHO-6")
@kernel
def front_of(b, i):
    """The largest x of a figure's base: what is left of the table's length is how far it is from the Arrival."""
    return b.figures[i].x + radius_of(b.figures[i])


@kernel
def put(b, i, x, y):
    """Stand figure ``i`` at a place, on the lattice."""
    b.figures[i].x = snap(x)
    b.figures[i].y = snap(y)


@kernel
def kill(b, i):
    """Take a figure off: dead."""
    figure = b.figures[i]
    figure.where = Where.DEAD
    figure.wounds = 0
    figure.hurt = 0
    figure.doomed = 0
    figure.stopped = NONE
    figure.carrier = NONE


@kernel
def bit(i):
    """The bit of figure or piece ``i`` in a set."""
    return 1 << i


@kernel
def has(members, i):
    """Figure or piece ``i`` is in the set."""
    return (members >> i) & 1 != 0


@clause("PURS-CC-5", "PURS-GEN-5")
@kernel
def touches_foe(b, i):
    """Figure ``i`` is in base contact with an enemy: it is locked."""
    return foes_of(b, i) != 0


@kernel
def foes_of(b, i):
    """The enemies whom figure ``i`` touches, as bits."""
    found = 0
    if not is_on_table(b.figures[i]):
        return found
    for j in range(b.n_figures):
        if b.figures[j].side != b.figures[i].side and is_on_table(b.figures[j]) and touch(b, i, j):
            found |= bit(j)
    return found


@clause("PURS-GEN-5", "PURS-MOV-13")
@kernel
def way_to_contact(disc, ux, uy, length, other):
    """Inches along the unit vector (ux, uy) until ``disc`` touches ``other``, be it in passing; BEYOND: it does not.

    If it touches it already, only going deeper into it counts.
    """
    way = disc_free_to_disc(disc, ux, uy, length + 2.0 * TOUCH, other)
    if way <= length + TOUCH:
        return way
    nearest = min((other.x - disc.x) * ux + (other.y - disc.y) * uy, length)
    if nearest <= 0.0 or disc_gap(disc, other) <= TOUCH:
        return BEYOND
    apart = distance_of_points(disc.x + ux * nearest, disc.y + uy * nearest, other.x, other.y)
    return nearest if apart - disc.radius - other.radius <= TOUCH - LATTICE else BEYOND


@clause("PURS-CC-17")
@kernel
def knot_of(b, i):
    """All locked figures linked to ``i`` by contacts between enemies, itself included, as bits."""
    members = bit(i)
    before = 0
    while members != before:
        before = members
        for j in range(b.n_figures):
            if has(before, j):
                members |= foes_of(b, j)
    return members


@kernel
def living(b, side):
    """Figures of a side that are neither dead nor away."""
    count = 0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == side and (figure.where == Where.TABLE or figure.where == Where.BOX):
            count += 1
    return count
