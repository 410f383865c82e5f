"""Which enemies touch one another so that it counts in combat: not across a rampart (CBT-2, TER-6)."""

from __future__ import annotations

from sandtable.games.dbaix.positions import REACH, are_enemies, is_on_table
from sandtable.games.dbaix.terrain import rampart_between
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.contact import front_on, is_front_contact
from sandtable.kernel.geometry import Edge, base_of
from sandtable.kernel.records import NONE


@kernel
def may_meet(b, i, j):
    """Enemies on the table, near enough to touch, with no rampart between them."""
    figure = b.figures[i]
    other = b.figures[j]
    return (
        are_enemies(figure, other)
        and is_on_table(figure)
        and is_on_table(other)
        and abs(figure.x - other.x) <= REACH
        and abs(figure.y - other.y) <= REACH
        and not rampart_between(b, figure.x, figure.y, other.x, other.y)
    )


@kernel
def front_edge_on(b, i, j):
    """The Edge of enemy ``j`` on which the front edge of figure ``i`` lies along more than a corner, or NONE."""
    if not may_meet(b, i, j):
        return NONE
    return front_on(base_of(b.figures[i]), base_of(b.figures[j]))


@kernel
def has_enemy_on_front(b, i):
    """The front edge of figure ``i`` touches a figure hostile to it along more than a corner (CBT-3, TAC-4)."""
    for j in range(b.n_figures):
        if front_edge_on(b, i, j) != NONE or front_edge_on(b, j, i) == Edge.FRONT:
            return True
    return False


@kernel
def enemy_fronts_on_side_or_rear(b, i):
    """How many enemy front edges touch a side or the rear of figure ``i`` (OUT-3, OUT-11)."""
    count = 0
    for j in range(b.n_figures):
        edge = front_edge_on(b, j, i)
        if edge != NONE and edge != Edge.FRONT:
            count += 1
    return count


@clause("DBAIX-CBT-1", "DBAIX-CBT-2")
@kernel
def is_fighting_contact(b, i, j):
    """Two enemies can fight: front edge on front edge and front corners together. There is no other combat."""
    return may_meet(b, i, j) and is_front_contact(base_of(b.figures[i]), base_of(b.figures[j]))
