"""Who stands in the open, who is whose enemy, the camps' bases, and the one way to displace an element."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.places import stand
from sandtable.games.dba.record import Where
from sandtable.kernel.geometry import Base, base_of
from sandtable.kernel.records import NONE

SLACK = 0.05
"""Paces by which a measured length may be off (``kernel.limits``): so much makes it neither more nor less than a limit.

Twice the largest base's half diagonal by half a hundredth of a degree, and what the lattice of places adds.
"""


@kernel
def is_on_table(figure):
    """The element is on the table: in the open or in a camp."""
    return figure.where == Where.TABLE


@kernel
def is_in_open(figure):
    """The element stands on the table and not in a camp, so that its base is in the way of others."""
    return figure.where == Where.TABLE and figure.camp == NONE


@kernel
def are_enemies(figure, other):
    """Elements of different sides."""
    return figure.side != other.side


@kernel
def is_mounted(b, i):
    """Element ``i`` is mounted troops; all others, War Wagons and Artillery among them, are foot."""
    return b.rules.mounted[b.figures[i].type] == 1


@kernel
def general_of(b, side):
    """The element that holds the side's general, or NONE once it is lost."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.general == 1 and figure.side == side and figure.where != Where.LOST:
            return i
    return NONE


@kernel
def camp_base(b, owner):
    """The rectangle of the camp of side ``owner``; only of use where ``b.camps[owner].present``."""
    return base_of(b.camps[owner])


@kernel
def is_enemy_camp(b, owner, side):
    """The camp of ``owner`` is present and occupied by an enemy of ``side``."""
    camp = b.camps[owner]
    return camp.present == 1 and camp.occupant != NONE and b.figures[camp.occupant].side != side


@kernel
def base_as(base, width, depth):
    """The base of another size whose front edge has the same middle and facing."""
    shift = base.half_depth - 0.5 * depth
    return Base(base.x + base.fx * shift, base.y + base.fy * shift, base.fx, base.fy, 0.5 * width, 0.5 * depth)


@clause("DBA-CONTACT-12")
@kernel
def put(b, i, base):
    """Stand element ``i`` in the open where ``base`` is, on the lattice; the contact clock ticks."""
    stand(b, i, base)


@kernel
def is_right_of(figure, other, ux, uy):
    """As one goes along the unit vector (ux, uy) a figure is farther to the right than the other."""
    return (figure.x - other.x) * uy - (figure.y - other.y) * ux > 0.0
