"""What may befall a figure on a straight way, in the slide to come and in what lies beyond, as a rider would guess it.

Ways count relative to the city: whether a figure rides on or the city slides back, it meets the same pieces.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.pursuit.record import BEYOND
from sandtable.games.pursuit.rules.inside import stretch_inside
from sandtable.games.pursuit.rules.pieces import is_impassable, is_over, is_there
from sandtable.games.pursuit.rules.positions import ANGLE_SLACK, radius_of, way_to_contact
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.games.skirmish40k.rules.weapon_choice import chance_of
from sandtable.games.skirmish40k.rules.wounds import to_wound
from sandtable.kernel.discs import Disc, disc_free_to_feature, disc_of
from sandtable.kernel.geometry import TOUCH, angle_between, degrees_of_facing
from sandtable.kernel.records import NONE

EAST = 90.0
"""The way to the Arrival, in degrees clockwise from north."""

FAILS = 1.0 / 6.0
"""The chance that a dangerous terrain test fails."""

SIDESTEPS = np.array([0.0, -2.8, 2.8, -5.6, 5.6])
"""Inches to the side that a figure may get in one move before the city slides again."""

STEP_PRICE = 0.015
"""What each inch to the side counts as danger: who need not turn does not."""

STUCK_PRICE = 0.5
"""How bad it is to be stopped in rubble, beside being killed."""


class Leg(NamedTuple):
    """How a straight way is likely to go."""

    way: float  # inches until something ends it
    dies: float  # chances
    stuck: float


@kernel
def crash_kills(b, i):
    """The chance that a crash kills figure ``i``, if it has one Wound left."""
    figure = b.figures[i]
    if figure.wounds > 1:
        return 0.0
    return chance_of(to_wound(b.rules.crash, b.profiles[figure.profile].toughness))


@kernel
def is_beside(feature, x, y, to_x, to_y, radius):
    """A piece lies outside the box about a way."""
    return (
        feature.x0 > max(x, to_x) + radius
        or feature.x1 < min(x, to_x) - radius
        or feature.y0 > max(y, to_y) + radius
        or feature.y1 < min(y, to_y) - radius
    )


@kernel
def first_figure(b, i, x, y, ux, uy, length):
    """The first figure on a straight way of figure ``i``, or NONE, and how far it is: (who, inches)."""
    radius = radius_of(b.figures[i])
    disc = Disc(x, y, ux, uy, radius)
    met = NONE
    way = length
    for j in range(b.n_figures):
        other = b.figures[j]
        if j == i or not is_on_table(other):
            continue
        along = (other.x - x) * ux + (other.y - y) * uy
        across = (other.x - x) * uy - (other.y - y) * ux
        both = radius + 0.5 * other.width
        if along < 0.0 or along > way + both or abs(across) > both + TOUCH:
            continue
        free = way_to_contact(disc, ux, uy, length, disc_of(other))
        if free <= way:
            way = free
            met = j
    return met, way


@kernel
def _is_clear(b, i, k, x, y, to_x, to_y):
    """Piece ``k`` cannot matter to a way of figure ``i``."""
    return (
        is_beside(b.terrain.features[k], x, y, to_x, to_y, radius_of(b.figures[i]))
        or not is_there(b, k)
        or is_over(b, i, k)
    )


@kernel
def foresee(b, i, x, y, ux, uy, length):
    """How a straight way of figure ``i`` through the city is likely to go, figures left out."""
    radius = radius_of(b.figures[i])
    disc = Disc(x, y, ux, uy, radius)
    kills = crash_kills(b, i)
    to_x = x + ux * length
    to_y = y + uy * length
    way = length
    is_struck = False
    if to_y < radius - TOUCH or to_y > b.breadth - radius + TOUCH:
        gap = y - radius if uy < 0.0 else b.breadth - radius - y
        way = min(max(gap / abs(uy), 0.0), length)
        is_struck = True
    for k in range(b.n_pieces):
        if is_impassable(b, k) and not _is_clear(b, i, k, x, y, to_x, to_y):
            free = disc_free_to_feature(disc, ux, uy, length, b.terrain, k)
            if free < length - TOUCH and free < way:
                way = free
                is_struck = True
    fails = _fails_a_test(b, i, disc, ux, uy, way)
    dies = fails * kills
    if is_struck:
        dies += (1.0 - fails) * kills
    return Leg(way, dies, fails * (1.0 - kills))


@kernel
def _fails_a_test(b, i, disc, ux, uy, way):
    """The chance that figure ``i`` fails a dangerous terrain test on a straight way."""
    passes = 1.0
    for k in range(b.n_pieces):
        if not is_impassable(b, k) and not _is_clear(b, i, k, disc.x, disc.y, disc.x + ux * way, disc.y + uy * way):
            stretch = stretch_inside(b, k, disc, ux, uy, way)
            if stretch.enter < BEYOND:
                for _ in range(math.ceil((stretch.leave - stretch.enter) / b.rules.step - 0.001)):
                    passes *= 1.0 - FAILS
    return 1.0 - passes


@kernel
def is_aside(b, fx, fy):
    """A figure that faces so can neither keep its pace nor slow down."""
    return angle_between(degrees_of_facing(fx, fy), EAST) > b.rules.free_turn + ANGLE_SLACK


@kernel
def in_slide(b, i, x, y, fx, fy):
    """The danger for figure ``i``, standing so, when the city slides next: killed, left behind or stopped."""
    if is_aside(b, fx, fy):
        return 1.0 if x - radius_of(b.figures[i]) < b.rules.slide else 0.0
    leg = foresee(b, i, x, y, 1.0, 0.0, b.rules.slide)
    return leg.dies + STUCK_PRICE * leg.stuck


@kernel
def beyond(b, i, x, y):
    """The danger of the slide after a move made at (x, y), if it swerves to where there is least: 0 to 1."""
    radius = radius_of(b.figures[i])
    least = 1.0
    from_x = x + b.rules.move
    for n in range(len(SIDESTEPS)):
        aside = SIDESTEPS[n]
        price = STEP_PRICE * abs(aside)
        if price >= least or y + aside < radius or y + aside > b.breadth - radius or from_x > b.length:
            continue
        leg = foresee(b, i, from_x, y + aside, 1.0, 0.0, b.rules.slide)
        least = min(least, price + leg.dies + STUCK_PRICE * leg.stuck)
    return 0.0 if from_x > b.length else least
