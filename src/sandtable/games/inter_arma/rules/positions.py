"""TABLE: bases, distances, contact, and who is whose enemy; a figure's place and facing."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.record import Quality, State, Troop
from sandtable.games.inter_arma.rules.ground import middle_of
from sandtable.kernel.bitsets import bit, is_in, lowest, without
from sandtable.kernel.discs import (
    Disc,
    disc_gap,
    disc_gap_to_feature,
    disc_of,
    distance_of_points,
    is_off,
    point_from_feature,
)
from sandtable.kernel.geometry import is_west_of, snap, snap_facing
from sandtable.kernel.limits import is_within
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import Shape

SLACK = 0.002
"""Centimetres within which a measured length counts as exactly the limit: four steps of the lattice."""

ASKED = 1
UNAWARE = 2
"""In ``stays``: it has asked to retreat this turn; it is in contact with somebody it does not know of (AMBUSH-11)."""

ANGLE_SLACK = 0.05
"""Degrees within which two directions are one."""


ABLE = State.ABLE
"""Asked so often that the look-up of an enum's member would count."""


@kernel
def is_able(figure):
    """It is neither dead, wounded, captured nor off the table."""
    return figure.state == ABLE


@clause("IA-WOUND-1")
@kernel
def is_on_table(figure):
    """It stands or lies on the table, able or wounded: a wounded figure stays where it is."""
    return figure.state == State.ABLE or figure.state == State.WOUNDED


@clause("IA-TABLE-1")
@kernel
def is_mounted(figure):
    """It has the larger base of a horse."""
    return figure.troop == Troop.CAVALRY or figure.troop == Troop.ARMORED_CAVALRY


@clause("IA-CLASS-9", "IA-BREAK-5")
@kernel
def is_light_cavalry(figure):
    """Cavalry that is not armored."""
    return figure.troop == Troop.CAVALRY


@clause("IA-CLASS-5")
@kernel
def is_commander(figure):
    """It is of the class Commander/Hero."""
    return figure.quality == Quality.COMMANDER


@kernel
def are_enemies(b, i, j):
    """Figures ``i`` and ``j`` are of different teams."""
    return b.sides[b.figures[i].side].team != b.sides[b.figures[j].side].team


@kernel
def is_enemy_of(b, i, side):
    """Figure ``i`` is an enemy of a side."""
    return b.sides[b.figures[i].side].team != b.sides[side].team


@clause("IA-TABLE-3")
@kernel
def gap(b, i, j):
    """The shortest distance between two bases."""
    return disc_gap(disc_of(b.figures[i]), disc_of(b.figures[j]))


@kernel
def _towers_apart(b, one, other):
    """The distance between two towers."""
    best = math.inf
    for k in range(2):
        here = b.terrain.features[one if k == 0 else other]
        there = other if k == 0 else one
        if here.shape == Shape.DISC:
            middle = middle_of(b.terrain, one if k == 0 else other)
            best = min(best, max(point_from_feature(middle.x, middle.y, b.terrain, there) - here.radius, 0.0))
        for corner in range(here.first, here.first + here.count):
            vertex = b.terrain.vertices[corner]
            best = min(best, point_from_feature(vertex.x, vertex.y, b.terrain, there))
    return best


@clause("IA-RANGED-13", "IA-RANGED-29", "IA-RANGED-11")
@kernel
def range_between(b, i, j):
    """The gap, measured to and from a figure on a building from the building's nearest point."""
    one, other = b.figures[i], b.figures[j]
    if one.tower == NONE and other.tower == NONE:
        return gap(b, i, j)
    if one.tower == other.tower:
        return 0.0
    if one.tower != NONE and other.tower != NONE:
        return _towers_apart(b, one.tower, other.tower)
    if one.tower != NONE:
        return disc_gap_to_feature(disc_of(other), b.terrain, one.tower)
    return disc_gap_to_feature(disc_of(one), b.terrain, other.tower)


@clause("IA-BREAK-3", "IA-TABLE-3")
@kernel
def touch(b, i, j):
    """Two figures on the ground are in contact: real base contact, at most 0.1 cm apart."""
    one, other = b.figures[i], b.figures[j]
    reach = 0.5 * (one.width + other.width) + b.rules.contact
    if is_off(one, other.x, other.y, reach + SLACK):
        return False
    if one.tower != NONE or other.tower != NONE:
        return False
    return is_within(gap(b, i, j), b.rules.contact, SLACK)


@clause("IA-GOAL-8", "IA-MELEE-26")
@kernel
def is_fighter(figure):
    """It is able and no civilian: it holds others in contact and fights."""
    return figure.state == State.ABLE and figure.civilian == 0


@clause("IA-MELEE-26", "IA-GOAL-8", "IA-TABLE-13")
@kernel
def foes_of(b, i):
    """The able enemies, not civilians, whom figure ``i`` touches on the ground, as bits; also over a low obstacle."""
    if b.figures[i].tower != NONE:
        return 0
    return foes_at(b, i, b.figures[i].x, b.figures[i].y)


@clause("IA-MELEE-26", "IA-GOAL-8", "IA-MOVE-31")
@kernel
def foes_at(b, i, x, y):
    """The able enemies, not civilians, whom figure ``i`` would touch at a place on the ground, as bits."""
    found = 0
    near = 0.5 * (b.figures[i].width + b.rules.mounted_base) + b.rules.contact + SLACK  # no base is larger
    here = Disc(float(x), float(y), 0.0, 1.0, 0.5 * b.figures[i].width)
    for j in range(b.n_figures):
        other = b.figures[j]
        if is_off(other, x, y, near):
            continue
        if is_fighter(other) and are_enemies(b, i, j) and other.tower == NONE:
            if is_within(disc_gap(here, disc_of(other)), b.rules.contact, SLACK):
                found |= bit(j)
    return found


@clause("IA-MASS-8", "IA-MASS-9", "IA-MASS-10")
@kernel
def may_strike_past(b, i):
    """Figure ``i`` may strike past a friend: with spear, polearm or lance, on its feet, on the ground, not routing."""
    figure = b.figures[i]
    if figure.long_arm == 0 or not is_fighter(figure):
        return False
    return figure.routing == 0 and figure.lying == 0 and figure.tower == NONE


@clause("IA-MOVE-31")
@kernel
def in_contact(b, i):
    """Figure ``i`` is in contact with an able enemy."""
    return foes_of(b, i) != 0


@clause("IA-VIS-7")
@kernel
def is_before(figure, x, y):
    """The place lies in the figure's front half circle; straight to the side counts."""
    return (x - figure.x) * figure.fx + (y - figure.y) * figure.fy >= -SLACK


@clause("IA-MOVE-32")
@kernel
def is_on_board(b, x, y, radius):
    """A round base of this radius, in centimetres, would lie on the table there, and nowhere over its edge."""
    if x < radius - SLACK or x > b.width - radius + SLACK:
        return False
    return radius - SLACK <= y <= b.height - radius + SLACK


@kernel
def put(b, i, x, y):
    """Stand figure ``i`` at a place, on the lattice."""
    b.figures[i].x = snap(x)
    b.figures[i].y = snap(y)


@kernel
def face(b, i, fx, fy):
    """Turn figure ``i``."""
    way = snap_facing(fx, fy)
    b.figures[i].fx = way.x
    b.figures[i].fy = way.y


@kernel
def go_to(b, i, x, y, action):
    """Stand figure ``i`` at a place, facing as an action says."""
    put(b, i, x, y)
    face(b, i, action.fx, action.fy)


@kernel
def centres_apart(b, i, j):
    """The distance between the centres of two bases."""
    return distance_of_points(b.figures[i].x, b.figures[i].y, b.figures[j].x, b.figures[j].y)


@clause("IA-SEQ-10")
@kernel
def westernmost(b, members):
    """Of these figures, as bits, the one farthest west; of several the one farthest south; NONE: there is none."""
    best = NONE
    while members != 0:
        i = lowest(members)
        members = without(members, i)
        if best == NONE or is_west_of(b.figures[i], b.figures[best]):
            best = i
    return best


@clause("IA-SEQ-10")
@kernel
def first_side_of(b, members):
    """Of the sides of these figures, as bits, the first in order of movement."""
    for place in range(b.n_sides):
        for i in range(b.n_figures):
            if is_in(members, i) and b.figures[i].side == b.order[place]:
                return b.order[place]
    return NONE
