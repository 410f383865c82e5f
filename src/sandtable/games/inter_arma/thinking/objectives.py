"""What a figure wants: a thing to take or hold, a fire to lay, an enemy, a good range, home; and who goes for what."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandtable.compiler.decorators import kernel
from sandtable.games.inter_arma.record import Lies, Thing
from sandtable.games.inter_arma.rules.leaving import from_edge
from sandtable.games.inter_arma.rules.positions import are_enemies, is_able
from sandtable.games.inter_arma.rules.victory import has_carried_off, points_of
from sandtable.games.inter_arma.thinking.prizes import (
    prize_of_camp,
    prize_of_checkpoint,
    prize_of_fire,
    prize_of_herd,
    prize_of_marker,
)
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import Point
from sandtable.kernel.records import NONE

INSIDE = 1.0
"""Centimetres within medium range at which those who shoot like to stand from the nearest enemy."""

SHOOTERS_GO = 0.4
"""How many of those who go for a goal may be shooters, who else keep their range."""

MOST = 60.0
"""Centimetres: farther is all the same."""


@kernel
def is_ahead(b, side):
    """The side would win if the battle ended as things stand."""
    own = points_of(b, side)
    for other in range(b.n_sides):
        if b.sides[other].team != b.sides[side].team and own - points_of(b, other) < b.rules.lead:
            return False
    return True


@kernel
def has_booty(b, i):
    """Figure ``i`` carries something that was not its own side's to begin with."""
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies == Lies.CARRIED and marker.carrier == i and marker.owner != b.figures[i].side:
            return True
    return False


@kernel
def makes_for_home(b, i):
    """Figure ``i`` has booty, or its side is ahead by what it has carried off: now home, before the enemy makes up."""
    if has_booty(b, i):
        return True
    figure = b.figures[i]
    return figure.civilian == 0 and has_carried_off(b, figure.side) and is_ahead(b, figure.side)


class Aim(NamedTuple):
    """What a figure makes for, and the points that it is worth; no x: nothing."""

    x: float
    y: float
    prize: float
    runs: int  # 1: an enemy has it


@kernel
def is_one_of_the_nearest(b, i, x, y, wanted):
    """Fewer than half as many again of other soldiers of its side are nearer to a place than figure ``i``."""
    figure = b.figures[i]
    own = distance_of_points(figure.x, figure.y, x, y)
    nearer = 0
    for j in range(b.n_figures):
        other = b.figures[j]
        if j != i and other.side == figure.side and is_able(other) and other.civilian == 0 and other.routing == 0:
            nearer += int(distance_of_points(other.x, other.y, x, y) < own)
    return nearer < MORE * (wanted if figure.gun == NONE else SHOOTERS_GO * wanted)


MORE = 1.5
"""Men who may set out for each who is wanted: some of the nearest are held up by fights."""

WITHIN = 5.0
"""Centimetres inside the border of a camp at which an intruder aims."""

AWAY = 10.0
"""Centimetres added to how far off goals are before the points that they are worth are divided by it."""

PACE = 7.0
"""Centimetres that one may hope to come nearer to a goal in a turn."""

SPARE = 2.0
"""Turns to spare on the way to a goal."""

FIRE_TURNS = 4.0
"""Turns to spare besides for a fire: it takes two at the wall, and there may be another to lay."""

FIRE = 6.0
"""Points that a fire counts as on the way there: nobody without a torch can do it."""

CARRIED = 0.3
"""What the points of a thing count that an enemy carries, beside one that lies there: the enemy must go first."""

AFTER_HIM = 2.0
"""Men who go for the carrier for each of its points, and two besides."""


@kernel
def is_high_time(b, i, x, y):
    """Figure ``i`` must go now to be at a place before the battle is over."""
    figure = b.figures[i]
    spare = SPARE if figure.torch == 0 else SPARE + FIRE_TURNS
    return distance_of_points(figure.x, figure.y, x, y) / PACE + spare > b.turns - b.turn + 1


@kernel
def _nearer(b, i, best, aim, wanted):
    """Which of two goals figure ``i`` goes for: the one worth more for its distance, if among the nearest to it."""
    figure = b.figures[i]
    apart = distance_of_points(figure.x, figure.y, aim.x, aim.y)
    if apart >= MOST or not is_one_of_the_nearest(b, i, aim.x, aim.y, wanted):
        return best
    if not math.isnan(best.x):
        other = distance_of_points(figure.x, figure.y, best.x, best.y)
        if aim.prize / (apart + AWAY) <= best.prize / (other + AWAY):
            return best
    return aim


@kernel
def goal_of(b, i):
    """What figure ``i`` goes for: loot, who has it, a checkpoint to take or hold, a herd; more men for more points."""
    figure = b.figures[i]
    best = Aim(math.nan, math.nan, 0.0, 0)
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.thing == Thing.JAVELIN or marker.lies == Lies.NOWHERE or marker.lies == Lies.OFF:
            continue
        if marker.lies == Lies.TABLE and (marker.owner != figure.side or marker.taker != NONE):
            prize = prize_of_marker(b, figure.side, m)
            best = _nearer(b, i, best, Aim(float(marker.x), float(marker.y), prize, 0), 1.0 + prize)
        elif marker.lies == Lies.CARRIED and marker.carrier != NONE and are_enemies(b, i, marker.carrier):
            prize = prize_of_marker(b, figure.side, m)
            carrier = b.figures[marker.carrier]
            aim = Aim(float(carrier.x), float(carrier.y), CARRIED * prize, 1)
            best = _nearer(b, i, best, aim, 2.0 + AFTER_HIM * prize)
    for c in range(b.n_checkpoints):
        point = b.checkpoints[c]
        prize = prize_of_checkpoint(b)
        wanted = 1.0 + (prize if point.holder != figure.side else 0.5 * prize)
        best = _nearer(b, i, best, Aim(float(point.x), float(point.y), prize, 0), wanted)
    intrusion = prize_of_camp(b, figure.side)
    if intrusion > 0.0:
        x = min(max(figure.x, b.camp_x0 + WITHIN), b.camp_x1 - WITHIN)
        y = min(max(figure.y, b.camp_y0 + WITHIN), b.camp_y1 - WITHIN)
        if is_high_time(b, i, x, y):
            best = _nearer(b, i, best, Aim(float(x), float(y), intrusion, 0), intrusion)
    for h in range(b.n_herds):
        herd = b.herds[h]
        holder = herd.taker if herd.taker != NONE else herd.owner
        if herd.off == 0 and holder != figure.side:
            prize = prize_of_herd(b, h)
            best = _nearer(b, i, best, Aim(float(herd.x), float(herd.y), prize, 0), 1.0 + prize)
    return best


@kernel
def fire_of(b, i):
    """The nearest enemy building that figure ``i`` with its torch had better burn down; no x: none."""
    figure = b.figures[i]
    best = Point(math.nan, math.nan)
    least = MOST
    for k in range(b.terrain.n_features):
        site = b.sites[k]
        if site.burnable == 0 or site.destroyed != 0 or site.owner == figure.side:
            continue
        if prize_of_fire(b, figure.side, k) <= 0.0:
            continue
        box = b.terrain.features[k]
        x = min(max(figure.x, box.x0), box.x1)
        y = min(max(figure.y, box.y0), box.y1)
        apart = distance_of_points(figure.x, figure.y, x, y)
        if apart < least:
            least = apart
            best = Point(float(x), float(y))
    return Aim(best.x, best.y, FIRE, 0)


@kernel
def aim_of(b, i):
    """What figure ``i`` makes for; no x: it looks for an enemy, or keeps its range."""
    figure = b.figures[i]
    if figure.civilian != 0:
        return Aim(math.nan, math.nan, 0.0, 0)
    if figure.torch != 0:
        return fire_of(b, i)
    return goal_of(b, i)


@kernel
def longing(b, i, x, y, aim, gap, goes_home):
    """Centimetres that figure ``i`` would be from what it wants at a place, where the nearest enemy is so far off.

    ``goes_home``: it ``makes_for_home``.
    """
    figure = b.figures[i]
    if goes_home:
        return from_edge(b, figure.side, x, y)
    if not math.isnan(aim.x):
        return min(distance_of_points(x, y, aim.x, aim.y), MOST)
    if figure.civilian != 0:
        return MOST - min(gap, MOST)
    if figure.gun != NONE:
        return min(abs(gap - (b.weapons[figure.gun].medium - INSIDE)), MOST)
    return min(max(gap, 0.0), MOST)
