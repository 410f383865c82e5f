"""MEASURING: gaps between bases, "within" and "more than", touching, and those among whom there is a tie (GEN)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.record import TABLE
from sandtable.kernel.discs import disc_gap, disc_of
from sandtable.kernel.geometry import LATTICE, TOUCH, is_west_of
from sandtable.kernel.limits import is_within
from sandtable.kernel.records import NONE

SLACK = 2 * LATTICE
"""Inches by which a measured length may be off; so much makes it neither more nor less than a limit."""


@kernel
def is_on_table(figure):
    """The figure lives and stands on the table."""
    return figure.where == TABLE and figure.wounds > 0


@kernel
def is_of(b, i, unit):
    """Figure ``i`` is on the table and of this unit. Two units may share a stretch of figures, if each is of one."""
    return b.figures[i].unit == unit and is_on_table(b.figures[i])


@clause("C40-GEN-9")
@kernel
def is_farther_west(b, u, v):
    """Unit ``u`` has a model farther west than any of unit ``v``, or as far and farther south; who has none is last."""
    return _comes_first(b, _westernmost(b, u), _westernmost(b, v))


@kernel
def _comes_first(b, i, j):
    """Of the westernmost models of two units (NONE: it has none on the table) the first lies farther west."""
    if i == NONE or j == NONE:
        return i != NONE
    return is_west_of(b.figures[i], b.figures[j])


@kernel
def _westernmost(b, u):
    """The model of unit ``u`` farthest west, of several the one farthest south; NONE: it has none on the table."""
    best = NONE
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u) and (best == NONE or is_west_of(b.figures[i], b.figures[best])):
            best = i
    return best


@clause("C40-GEN-9")
@kernel
def sort_from_west(b, n_units, order):
    """Fill ``order`` (i8[units]) with the units, farther west first: the order where nobody is asked for one."""
    models = np.empty(n_units, np.int64)  # the westernmost of each unit in the order
    for u in range(n_units):
        model = _westernmost(b, u)
        k = u
        while k > 0 and _comes_first(b, model, models[k - 1]):
            order[k] = order[k - 1]
            models[k] = models[k - 1]
            k -= 1
        order[k] = u
        models[k] = model


def are_level(figure: Any, other: Any) -> bool:
    """Two figures stand on the same floor: in a game whose figures have a ``level`` only such meet."""
    return "level" not in figure.dtype.names or bool(figure.level == other.level)


@overload(are_level)
def _are_level(figure, other):
    if "level" in figure.fields:
        return lambda figure, other: figure.level == other.level
    return lambda figure, other: True


@kernel
def _are_apart(one, other, gap):
    """Two figures' bases are farther apart than this along one axis alone: so most are, and no root need be drawn."""
    reach = 0.5 * (one.width + other.width) + gap
    return abs(one.x - other.x) > reach or abs(one.y - other.y) > reach


@clause("C40-GEN-4")
@kernel
def gap_between(b, i, j):
    """The gap between the closest points of two figures' bases in inches; 0 if they touch."""
    return disc_gap(disc_of(b.figures[i]), disc_of(b.figures[j]))


@clause("C40-GEN-8")
@kernel
def is_near(b, i, j, inches):
    """Figure ``j`` is within so many inches of ``i``: a gap of exactly so much is within."""
    if _are_apart(b.figures[i], b.figures[j], inches + 2.0 * SLACK):
        return False
    return is_within(gap_between(b, i, j), inches, SLACK)


@clause("C40-GEN-8")
@kernel
def touch(b, i, j):
    """Two figures' bases touch: the gap is at most 0.01 inch, on one level."""
    if _are_apart(b.figures[i], b.figures[j], 2.0 * TOUCH):
        return False
    return gap_between(b, i, j) == 0.0 and are_level(b.figures[i], b.figures[j])
