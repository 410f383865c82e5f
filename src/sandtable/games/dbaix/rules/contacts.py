"""Which enemies touch so that it counts: engaged, in front contact, on flank or rear; never across a rampart."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dbaix.record import MAX_FIGURES
from sandtable.games.dbaix.rules.positions import REACH, are_close, is_on_table
from sandtable.games.dbaix.rules.terrain import rampart_between
from sandtable.kernel.contact import front_on, is_front_contact
from sandtable.kernel.geometry import Edge, base_of
from sandtable.kernel.records import NONE


@clause("DBAIX-TER-6")
@kernel
def may_meet(b, i, j):
    """Enemies on the table, near enough to touch, with no rampart between them."""
    figure = b.figures[i]
    other = b.figures[j]
    return are_close(figure, other) and not rampart_between(b, figure.x, figure.y, other.x, other.y)


@clause("DBAIX-FIG-2")
@kernel
def front_edge_on(b, i, j):
    """The Edge of enemy ``j`` on which the front edge of figure ``i`` lies along more than a corner, or NONE."""
    figure = b.figures[i]
    other = b.figures[j]
    if not are_close(figure, other):
        return NONE
    edge = front_on(base_of(figure), base_of(other))
    if edge == NONE or rampart_between(b, figure.x, figure.y, other.x, other.y):
        return NONE
    return edge


@clause("DBAIX-CBT-3", "DBAIX-CBT-5")
@kernel
def has_enemy_on_front(b, i):
    """The front edge of figure ``i`` touches a figure hostile to it along more than a corner (CBT-3, TAC-4)."""
    for j in range(b.n_figures):
        if not are_close(b.figures[i], b.figures[j]):
            continue
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


@clause("DBAIX-MOV-12", "DBAIX-MOV-13")
@kernel
def is_engaged(b, i):
    """Its front edge touches an enemy base along more than a corner, or an enemy front edge so touches it.

    Overlap contact alone (corner to corner, side edge to side edge) does not engage.
    """
    for j in range(b.n_figures):
        if not are_close(b.figures[i], b.figures[j]):
            continue
        if front_edge_on(b, i, j) != NONE or front_edge_on(b, j, i) != NONE:
            return True
    return False


@clause("DBAIX-CBT-1", "DBAIX-CBT-2")
@kernel
def is_fighting_contact(b, i, j):
    """Two enemies can fight: front edge on front edge and front corners together. There is no other combat."""
    figure = b.figures[i]
    other = b.figures[j]
    return (
        are_close(figure, other)
        and is_front_contact(base_of(figure), base_of(other))
        and not rampart_between(b, figure.x, figure.y, other.x, other.y)
    )


@kernel
def front_contact_enemy(b, i):
    """The enemy in front contact with figure ``i`` (CBT-2), or NONE."""
    for j in range(b.n_figures):
        if is_fighting_contact(b, i, j):
            return j
    return NONE


@kernel
def fill_close(b, close):
    """Fill ``close`` with 1 for every figure that has an enemy close enough to touch, else 0: a cheap refusal.

    A box lets a little more pass than the circles of ``are_close``; its places lie close together in memory.
    """
    xs = np.empty(MAX_FIGURES, np.float64)
    ys = np.empty(MAX_FIGURES, np.float64)
    sides = np.empty(MAX_FIGURES, np.int64)
    who = np.empty(MAX_FIGURES, np.int64)
    n = 0
    for i in range(b.n_figures):
        close[i] = 0
        if is_on_table(b.figures[i]):
            xs[n] = b.figures[i].x
            ys[n] = b.figures[i].y
            sides[n] = b.figures[i].side
            who[n] = i
            n += 1
    for k in range(n):
        near = 0
        for other in range(n):
            near |= int(
                (sides[k] != sides[other]) & (abs(xs[k] - xs[other]) <= REACH) & (abs(ys[k] - ys[other]) <= REACH)
            )
        close[who[k]] = near
