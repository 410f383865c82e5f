"""What a figure wants: a thing to take, a fire to lay, an enemy, a good range, home; and who goes for what."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandtable.games.inter_arma.record import Lies, Thing
from sandtable.games.inter_arma.rules.leaving import from_edge
from sandtable.games.inter_arma.rules.positions import are_enemies, is_able
from sandtable.kernel.compiling import kernel
from sandtable.kernel.geometry import Point
from sandtable.kernel.records import NONE
from sandtable.kernel.rounds import distance_of_points

RUNNERS = 3
"""Figures of a side that go for the same goal: the nearest."""

INSIDE = 1.0
"""Centimetres within medium range at which those who shoot like to stand from the nearest enemy."""

CHARGE = 13.0
"""Centimetres within which an enemy may be upon a figure next turn."""

SUPPORT = 6.0
"""Centimetres within which a friend helps."""

MOST = 60.0
"""Centimetres: farther is all the same."""


class Around(NamedTuple):
    """Who is about a place: the nearest enemy and his gap, enemies within a charge, friends within support."""

    foe: int  # NONE: there is none
    gap: float
    foes: int
    friends: int


@kernel
def around(b, i, x, y):
    """Who would be about figure ``i`` at a place; soldiers before civilians."""
    foe = NONE
    least = math.inf
    foes = friends = 0
    for j in range(b.n_figures):
        other = b.figures[j]
        if j == i or not is_able(other) or other.tower != NONE:
            continue
        apart = distance_of_points(x, y, other.x, other.y) - 0.5 * (other.width + b.figures[i].width)
        if not are_enemies(b, i, j):
            friends += int(apart < SUPPORT and other.civilian == 0)
            continue
        foes += int(apart < CHARGE and other.civilian == 0)
        apart += 40.0 * other.civilian
        if apart < least:
            least = apart
            foe = j
    return Around(foe, least, foes, friends)


@kernel
def has_booty(b, i):
    """Figure ``i`` carries something that was not its own side's to begin with."""
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies == Lies.CARRIED and marker.carrier == i and marker.owner != b.figures[i].side:
            return True
    return False


@kernel
def is_one_of_the_nearest(b, i, x, y):
    """Fewer than three other soldiers of its side, free to go, are nearer to a place than figure ``i``."""
    figure = b.figures[i]
    own = distance_of_points(figure.x, figure.y, x, y)
    nearer = 0
    for j in range(b.n_figures):
        other = b.figures[j]
        if j != i and other.side == figure.side and is_able(other) and other.civilian == 0 and other.routing == 0:
            nearer += int(distance_of_points(other.x, other.y, x, y) < own)
    return nearer < RUNNERS


@kernel
def _nearer(b, i, best, x, y):
    """Which of two goals figure ``i`` goes for: the nearer one that it is among the nearest to. No x: none."""
    figure = b.figures[i]
    apart = distance_of_points(figure.x, figure.y, x, y)
    if apart >= MOST or not is_one_of_the_nearest(b, i, x, y):
        return best
    if not math.isnan(best.x) and distance_of_points(figure.x, figure.y, best.x, best.y) <= apart:
        return best
    return Point(0.0 + x, 0.0 + y)


@kernel
def goal_of(b, i):
    """The place of what figure ``i`` goes for: loot, the enemy who has it, a checkpoint, a herd; no x: nothing."""
    figure = b.figures[i]
    best = Point(math.nan, math.nan)
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.thing == Thing.JAVELIN:
            continue
        if marker.lies == Lies.TABLE and (marker.owner != figure.side or marker.taker != NONE):
            best = _nearer(b, i, best, marker.x, marker.y)
        elif marker.lies == Lies.CARRIED and marker.carrier != NONE and are_enemies(b, i, marker.carrier):
            best = _nearer(b, i, best, b.figures[marker.carrier].x, b.figures[marker.carrier].y)
    for c in range(b.n_checkpoints):
        if b.checkpoints[c].holder != figure.side:
            best = _nearer(b, i, best, b.checkpoints[c].x, b.checkpoints[c].y)
    for h in range(b.n_herds):
        herd = b.herds[h]
        holder = herd.taker if herd.taker != NONE else herd.owner
        if herd.off == 0 and holder != figure.side:
            best = _nearer(b, i, best, herd.x, herd.y)
    return best


@kernel
def fire_of(b, i):
    """The place of the nearest enemy building that figure ``i`` with its torch could burn down; no x: none."""
    figure = b.figures[i]
    best = Point(math.nan, math.nan)
    least = MOST
    for k in range(b.terrain.n_features):
        site = b.sites[k]
        if site.burnable == 0 or site.destroyed != 0 or site.owner == figure.side:
            continue
        box = b.terrain.features[k]
        x = min(max(figure.x, box.x0), box.x1)
        y = min(max(figure.y, box.y0), box.y1)
        apart = distance_of_points(figure.x, figure.y, x, y)
        if apart < least:
            least = apart
            best = Point(0.0 + x, 0.0 + y)
    return best


@kernel
def aim_of(b, i):
    """The place that figure ``i`` makes for; no x: it looks for an enemy, or keeps its range."""
    figure = b.figures[i]
    if figure.civilian != 0:
        return Point(math.nan, math.nan)
    if figure.torch != 0:
        return fire_of(b, i)
    return goal_of(b, i)


@kernel
def longing(b, i, x, y, aim, gap):
    """Centimetres that figure ``i`` would be from what it wants at a place, where the nearest enemy is so far off."""
    figure = b.figures[i]
    if has_booty(b, i):
        return from_edge(b, figure.side, x, y)
    if not math.isnan(aim.x):
        return min(distance_of_points(x, y, aim.x, aim.y), MOST)
    if figure.civilian != 0:
        return MOST - min(gap, MOST)
    if figure.gun != NONE:
        return min(abs(gap - (b.weapons[figure.gun].medium - INSIDE)), MOST)
    return min(max(gap, 0.0), MOST)
