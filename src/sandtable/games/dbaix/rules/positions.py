"""Who is on the table, who is whose enemy, the gaps between bases, and the one way to displace a base."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.places import stand
from sandtable.games.dbaix.record import Where
from sandtable.kernel.geometry import LATTICE, TOUCH, base_of, gap
from sandtable.kernel.records import NONE

REACH = 2.5
"""Bases whose centres are farther apart than this on either axis cannot touch (sides up to 1.5 inches)."""

SLACK = 2 * LATTICE
"""Inches by which a measured length may be off; so much makes it neither more nor less than a limit (GEN-7)."""


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
def half_girth(figure):
    """Half of the width and depth of its base together, and a little: no point of it is farther from its middle."""
    return 0.5 * (figure.width + figure.depth) + SLACK


@kernel
def circles_meet(dx, dy, squares):
    """The circles around two bases, (dx, dy) apart and with this sum of the squares of all four sides, let them touch.

    The cheap refusal before exact geometry; it lets a little more pass than ``kernel/contact.py`` does.
    """
    return dx * dx + dy * dy <= (0.5 + 5.0 * TOUCH) * squares


@kernel
def are_close(figure, other):
    """Two enemies on the table, close enough to touch: see ``circles_meet``."""
    squares = figure.width * figure.width + figure.depth * figure.depth
    squares += other.width * other.width + other.depth * other.depth
    return (
        are_enemies(figure, other)
        and circles_meet(figure.x - other.x, figure.y - other.y, squares)
        and is_on_table(figure)
        and is_on_table(other)
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


@clause("DBAIX-GEN-9")
@kernel
def put(b, i, base):
    """Stand figure ``i`` where ``base`` is, on the lattice; its token comes along, and the contact clock ticks."""
    stand(b, i, base)
    figure = b.figures[i]
    if figure.token != NONE:
        token = b.tokens[figure.token]
        token.x = figure.x
        token.y = figure.y
