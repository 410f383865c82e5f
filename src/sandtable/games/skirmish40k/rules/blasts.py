"""TEMPLATES AND BLASTS: what lies under a marker or a template, scatter, and barrages of several markers (BLAST)."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.clauses import Clause, Code, Purpose
from sandtable.games.skirmish40k.record import Edition
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.games.skirmish40k.rules.shooting import is_locked, throw_to_hit
from sandtable.games.skirmish40k.rules.sight import has_straight_line
from sandtable.games.skirmish40k.rules.testing import d6
from sandtable.kernel.dice import throw_die
from sandtable.kernel.discs import distance_of_points, point_from_feature
from sandtable.kernel.geometry import TOUCH, Point, facing_of_degrees, snap
from sandtable.kernel.log import event, locate
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import segment_crosses_feature

CIRCLE = 360
"""Directions in which an arrow can point: one for each degree."""


class Scatter(NamedTuple):
    """What the scatter die showed: an arrow's direction, a unit vector; both 0 for a hit symbol."""

    x: float
    y: float


class Marker(NamedTuple):
    """Where a marker lies; ``found`` 0: it never came down."""

    found: int
    x: float
    y: float


@clause("C40-BLAST-8")
@kernel
def is_partly_under(distance, radius, marker):
    """A base of this radius, its centre so far from a marker's, is at least partly under it."""
    return distance < marker + radius - TOUCH


@clause("C40-BLAST-8")
@kernel
def is_wholly_under(distance, radius, marker):
    """A base of this radius, its centre so far from a marker's, is wholly under it; the rims may touch."""
    return distance + radius <= marker + TOUCH


@clause("C40-BLAST-8", "C40-BLAST-9")
@kernel
def lies_under(b, x, y, marker, j):
    """Figure ``j`` is at least partly under a marker of this radius about (x, y), and no wall is between them."""
    figure = b.figures[j]
    distance = distance_of_points(x, y, figure.x, figure.y)
    return is_partly_under(distance, 0.5 * figure.width, marker) and has_straight_line(b, x, y, figure.x, figure.y)


@clause("C40-BLAST-2", "C40-BLAST-8")
@kernel
def needs_no_die(b, x, y, marker, j):
    """Figure ``j``, who lies under a marker of this radius about (x, y), is hit for sure: wholly so, or 5th edition."""
    figure = b.figures[j]
    distance = distance_of_points(x, y, figure.x, figure.y)
    return b.core.edition == Edition.FIFTH or is_wholly_under(distance, 0.5 * figure.width, marker)


@clause("C40-BLAST-2", "C40-BLAST-9")
@kernel
def is_hit_by_blast(b, x, y, marker, j, dice, log):
    """A marker of this radius about (x, y) hits figure ``j``: wholly under, or partly on 4+ or in the 5th edition."""
    if not lies_under(b, x, y, marker, j):
        return False
    if needs_no_die(b, x, y, marker, j):
        return True
    return d6(b, j, Purpose.PARTLY_UNDER, dice, log) >= b.core.partly_under


@clause("C40-BLAST-5")
@kernel
def throw_scatter(core, side, dice, log):
    """The scatter die: a hit symbol on two faces of six, else an arrow in any direction."""
    if throw_die(dice, log, Purpose.SCATTER, side, NONE, 6) <= core.hit_symbols:
        return Scatter(0.0, 0.0)
    degrees = throw_die(dice, log, Purpose.SCATTER_WAY, side, NONE, CIRCLE)
    way = facing_of_degrees(float(degrees))
    return Scatter(way.x, way.y)


@kernel
def is_hit_symbol(scatter):
    """The scatter die showed a hit symbol."""
    return scatter.x == 0.0 and scatter.y == 0.0


@clause("C40-BLAST-4")
@kernel
def place_blast(b, i, x, y, skill, dice, log):
    """Where a marker that figure ``i`` puts at (x, y) comes down in the 5th edition: scattered by 2D6 - BS inches."""
    scatter = throw_scatter(b.core, b.figures[i].side, dice, log)
    if is_hit_symbol(scatter):
        return Point(snap(x), snap(y))
    inches = d6(b, i, Purpose.SCATTER_INCHES, dice, log) + d6(b, i, Purpose.SCATTER_INCHES, dice, log)
    inches = max(inches - skill, 0)
    there = Point(snap(x + scatter.x * inches), snap(y + scatter.y * inches))
    there = stopped_at_wall(b, x, y, there.x, there.y)
    locate(log, event(log, Code.SCATTERS, Clause.BLAST_4, i, NONE, inches), x, y, there.x, there.y, 0.0)
    return there


@clause("C40-BLAST-3", "C40-BLAST-4")
@kernel
def place_shot(b, i, place, weapon, skill, dice, log):
    """Where a blast that figure ``i`` fires at a Point comes down; ``found`` 0: nowhere.

    In the 4th edition it is thrown to hit: a hit puts the marker there, a miss does nothing. In the 5th it scatters.
    """
    if b.core.edition == Edition.FIFTH:
        there = place_blast(b, i, place.x, place.y, skill, dice, log)
        return Marker(1, there.x, there.y)
    hits = throw_to_hit(b, i, weapon, skill, dice, log)
    return Marker(int(hits), snap(place.x), snap(place.y))


@clause("C40-BLAST-9")
@kernel
def stopped_at_wall(b, x0, y0, x1, y1):
    """Where a marker going from (x0, y0) to (x1, y1) is stopped by the first wall that it would enter."""
    best = 1.0
    for k in range(b.terrain.n_features):
        if b.ground[k].wall == 0:
            continue
        if not segment_crosses_feature(x0, y0, x1, y1, b.terrain, k):
            continue
        low, high = 0.0, best
        for _ in range(24):  # halving: the lattice of places is coarser than this
            middle = 0.5 * (low + high)
            x, y = x0 + (x1 - x0) * middle, y0 + (y1 - y0) * middle
            if segment_crosses_feature(x0, y0, x, y, b.terrain, k) or point_from_feature(x, y, b.terrain, k) == 0.0:
                high = middle
            else:
                low = middle
        best = min(best, low)
    return Point(snap(x0 + (x1 - x0) * best), snap(y0 + (y1 - y0) * best))


@clause("C40-BLAST-6")
@kernel
def beside_first(x, y, marker, scatter):
    """The centre of a further marker that an arrow lays against the first one at (x, y): two radii away."""
    return Point(snap(x + scatter.x * 2.0 * marker), snap(y + scatter.y * 2.0 * marker))


@clause("C40-BLAST-6")
@kernel
def touches_marker(x, y, marker, others, n):
    """A marker at (x, y) touches one of the first ``n`` already down; overlapping is touching too."""
    for k in range(n):
        if distance_of_points(x, y, others[k, 0], others[k, 1]) <= 2.0 * marker + TOUCH:
            return True
    return False


@clause("C40-SHOOT-17")
@kernel
def who_forbids_marker(b, i, x, y, marker):
    """A friend, or somebody of a locked unit, at least partly under a marker of figure ``i`` laid at (x, y); or NONE.

    The firer is a friend of its own. Where a marker scatters to nobody asks.
    """
    for j in range(b.n_figures):
        other = b.figures[j]
        if is_on_table(other) and lies_under(b, x, y, marker, j):
            if other.side == b.figures[i].side or is_locked(b, other.unit):
                return j
    return NONE


@clause("C40-SHOOT-12")
@kernel
def is_under_template(core, tip, way, middle, radius):
    """A base of this radius about a Point is at least partly under a template from its tip, a Point, along a way.

    The template is a triangle 8 inches long, 2.5 wide at its far end, which is round.
    """
    ex, ey = middle.x - tip.x, middle.y - tip.y
    along = ex * way.x + ey * way.y
    aside = abs(ex * way.y - ey * way.x)
    length = core.template_length
    half = 0.5 * core.template_width
    reach = radius - TOUCH
    if distance_of_points(along, aside, length - half, 0.0) < half + reach:
        return True
    flank = math.sqrt((length - half) ** 2 + half * half)
    ux = (length - half) / flank
    uy = half / flank
    forward = min(max(along * ux + aside * uy, 0.0), flank)
    outside = distance_of_points(along, aside, forward * ux, forward * uy)
    is_inside = 0.0 <= along <= length - half and aside <= along * uy / ux
    return is_inside or outside < reach


@clause("C40-SHOOT-12", "C40-SHOOT-17")
@kernel
def is_burnt(b, i, fx, fy, j):
    """Figure ``j`` lies under the template that figure ``i`` lays against its own base towards (fx, fy).

    Nobody behind a wall, seen from the firer's centre, is; neither is the firer.
    """
    figure = b.figures[i]
    other = b.figures[j]
    if i == j or not is_on_table(other):
        return False
    tip = Point(figure.x + fx * 0.5 * figure.width, figure.y + fy * 0.5 * figure.width)
    if not is_under_template(b.core, tip, Point(fx, fy), Point(other.x, other.y), 0.5 * other.width):
        return False
    return has_straight_line(b, figure.x, figure.y, other.x, other.y)


@clause("C40-SHOOT-17")
@kernel
def may_lay_template(b, i, fx, fy):
    """No friend and nobody of a locked unit would be under figure ``i``'s template towards (fx, fy)."""
    return who_forbids_template(b, i, fx, fy) == NONE


@clause("C40-SHOOT-17")
@kernel
def who_forbids_template(b, i, fx, fy):
    """A friend, or somebody of a locked unit, who would be under figure ``i``'s template; or NONE."""
    for j in range(b.n_figures):
        if is_burnt(b, i, fx, fy, j):
            if b.figures[j].side == b.figures[i].side or is_locked(b, b.figures[j].unit):
                return j
    return NONE
