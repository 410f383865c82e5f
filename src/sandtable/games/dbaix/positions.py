"""How figures stand to one another on the table: enemies, gaps, contacts, and the one way to displace a base."""

from __future__ import annotations

from sandtable.games.dbaix.record import Where
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.contact import front_on, is_front_contact
from sandtable.kernel.geometry import Edge, base_of, gap, snapped
from sandtable.kernel.records import NONE

REACH = 2.5
"""Bases whose centres are farther apart than this on either axis cannot touch (sides up to 1.5 inches)."""


@kernel
def is_on_table(figure):
    """The figure stands on the table: not in the camp box, captive, removed or fled."""
    return figure.where == Where.TABLE


@clause("DBAIX-GEN-1", "DBAIX-GEN-2")
@kernel
def are_enemies(figure, other):
    """Figures of different sides are enemies; there are no allies."""
    return figure.side != other.side


@kernel
def _may_touch(figure, other):
    """Cheap refusal before exact geometry: both on the table and close enough to touch."""
    return (
        other.where == Where.TABLE and abs(figure.x - other.x) <= REACH and abs(figure.y - other.y) <= REACH
    )


@clause("DBAIX-GEN-6")
@kernel
def gap_between(b, i, j):
    """The gap between the bases of two figures in inches; 0 if they touch."""
    return gap(base_of(b.figures[i]), base_of(b.figures[j]))


@kernel
def side_of_bound(b):
    """The side whose bound it is."""
    return b.order[b.turn]


@clause("DBAIX-CBT-2", "DBAIX-FIG-2")
@kernel
def front_contact_enemy(b, i):
    """The enemy in front edge and front corner contact with figure ``i``, or NONE."""
    figure = b.figures[i]
    base = base_of(figure)
    for j in range(b.n_figures):
        other = b.figures[j]
        if are_enemies(figure, other) and _may_touch(figure, other) and is_front_contact(base, base_of(other)):
            return j
    return NONE


@kernel
def enemy_on_front(b, i):
    """The front edge of figure ``i`` touches an enemy base along more than a corner (CBT-3, CBT-5)."""
    figure = b.figures[i]
    base = base_of(figure)
    for j in range(b.n_figures):
        other = b.figures[j]
        if not are_enemies(figure, other) or not _may_touch(figure, other):
            continue
        other_base = base_of(other)
        if front_on(base, other_base) != NONE or front_on(other_base, base) == Edge.FRONT:
            return True
    return False


@kernel
def enemy_fronts_on_flank_or_rear(b, i):
    """How many enemy front edges touch a side or rear edge of figure ``i`` (TAC-1, OUT-3, OUT-11)."""
    figure = b.figures[i]
    base = base_of(figure)
    count = 0
    for j in range(b.n_figures):
        other = b.figures[j]
        if not are_enemies(figure, other) or not _may_touch(figure, other):
            continue
        edge = front_on(base_of(other), base)
        if edge != NONE and edge != Edge.FRONT:
            count += 1
    return count


@clause("DBAIX-MOV-12", "DBAIX-MOV-13")
@kernel
def is_engaged(b, i):
    """Its front edge touches an enemy base along more than a corner, or an enemy front edge so touches it.

    Overlap contact alone (corner to corner, side edge to side edge) does not engage.
    """
    return enemy_on_front(b, i) or enemy_fronts_on_flank_or_rear(b, i) > 0


@clause("DBAIX-GEN-9")
@kernel
def put(b, i, base):
    """Stand figure ``i`` where ``base`` is, on the lattice; its token comes along, and the contact clock ticks."""
    base = snapped(base)
    figure = b.figures[i]
    figure.x = base.x
    figure.y = base.y
    figure.fx = base.fx
    figure.fy = base.fy
    b.clock += 1
    figure.arrived = b.clock
    if figure.token != NONE:
        token = b.tokens[figure.token]
        token.x = base.x
        token.y = base.y
