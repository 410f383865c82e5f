"""CHARGING: who may charge whom, how far, the first model and the others, and how defenders react (CHG)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.clauses import Clause, Code
from sandtable.games.skirmish40k.record import DIRECTIONS, Edition, Going
from sandtable.games.skirmish40k.rules.measuring import (
    SLACK,
    are_level,
    is_farther_west,
    is_near,
    is_of,
    is_on_table,
)
from sandtable.games.skirmish40k.rules.morale import first_model
from sandtable.games.skirmish40k.rules.movement import is_fleet
from sandtable.games.skirmish40k.rules.shooting import is_locked, touches_enemy
from sandtable.kernel.bitsets import bit, lowest, without
from sandtable.kernel.discs import disc_hits_feature, disc_of, distance_of_points
from sandtable.kernel.geometry import TOUCH, point_to_segment, snap
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import reason
from sandtable.kernel.records import NONE

BEHIND = -0.25
"""Cosine, about an enemy, below which whoever comes to touch it there goes through it: by 3 hundredths of the radii."""


class Place(NamedTuple):
    """A place that a model can reach, and how far it is; ``found`` 0: there is none."""

    found: int
    x: float
    y: float
    length: float


@clause("C40-CHG-1", "C40-CHG-4", "C40-CHG-6", "C40-SPEC-2")
@kernel
def charge_move(core, profile, ground_roll):
    """Inches of a model's charge: 6, or 12 with bounding leap; through Difficult ground the higher of its two dice.

    ``ground_roll``: that higher die, 0 where none was due. A leap goes twice as far.
    """
    if ground_roll > 0:
        return 1.0 * (2 * ground_roll if profile.leaps != 0 else ground_roll)
    return 1.0 * (core.leap if profile.leaps != 0 else core.charge)


@clause("C40-CHG-2", "C40-CHG-7", "C40-SHOOT-6", "C40-SHOOT-10", "C40-RUN-2", "C40-MOR-8", "C40-MOR-10")
@kernel
def judge_charge(b, unit, target, log):
    """A unit may charge this enemy unit: 1 or 0.

    Only the unit that it shot at; not after rapid fire or heavy weapons, nor after a run unless it is fleet; not while
    it falls back, nor regrouped in this turn. One already locked may be named only if it is the target.
    """
    one = b.units[unit]
    teller = first_model(b, unit)
    legal = 1
    if one.side == b.units[target].side:
        reason(log, Code.NO_ENEMY, Clause.CHG_1, teller, NONE, 0)
        legal = 0
    if is_locked(b, unit):
        reason(log, Code.IS_LOCKED, Clause.MOV_5, teller, NONE, 0)
        legal = 0
    if one.shot_at != NONE and one.shot_at != target:
        reason(log, Code.SHOT_AT_OTHERS, Clause.CHG_2, teller, b.units[one.shot_at].first, 0)
        legal = 0
    if one.shot_kind != 0:
        reason(log, Code.FIRED_TOO_MUCH, Clause.CHG_2, teller, NONE, 0)
        legal = 0
    if one.run_roll != 0 and not is_fleet(b, unit):
        reason(log, Code.HAS_RUN, Clause.CHG_2, teller, NONE, 0)
        legal = 0
    if one.falling_back != 0:
        reason(log, Code.FALLS_BACK, Clause.MOR_8, teller, NONE, 0)
        legal = 0
    if one.regrouped != 0:
        reason(log, Code.HAS_REGROUPED, Clause.MOR_10, teller, NONE, 0)
        legal = 0
    return legal


@clause("C40-CHG-2", "C40-RUN-2", "C40-MOR-10")
@kernel
def has_forgone_charge(b, unit):
    """Whatever enemy it were: the unit has fired what forbids it, or run without being fleet, or has regrouped."""
    one = b.units[unit]
    return one.shot_kind != 0 or one.regrouped != 0 or (one.run_roll != 0 and not is_fleet(b, unit))


@kernel
def _near(b, i, x0, y0, x1, y1):
    """The others level with figure ``i``, as bits, who may be in its way to somewhere in a box."""
    figure = b.figures[i]
    west, east = min(x0, figure.x), max(x1, figure.x)
    south, north = min(y0, figure.y), max(y1, figure.y)
    near = 0
    for j in range(b.n_figures):
        other = b.figures[j]
        far = 0.5 * (figure.width + other.width) + b.core.one_inch + 2.0 * SLACK
        if other.x < west - far or other.x > east + far or other.y < south - far or other.y > north + far:
            continue
        if j != i and is_on_table(other) and are_level(figure, other):
            near |= bit(j)
    return near


@kernel
def _mark_walls(b, i, x0, y0, x1, y1, walls):
    """Fill ``walls`` with what is Impassable and may be in that way; returns how many."""
    figure = b.figures[i]
    radius = 0.5 * figure.width
    west, east = min(x0, figure.x) - radius, max(x1, figure.x) + radius
    south, north = min(y0, figure.y) - radius, max(y1, figure.y) + radius
    count = 0
    for k in range(b.terrain.n_features):
        wall = b.terrain.features[k]
        if wall.x0 <= east and wall.x1 >= west and wall.y0 <= north and wall.y1 >= south:
            if b.ground[k].going == Going.IMPASSABLE:
                walls[count] = k
                count += 1
    return count


@kernel
def _keeps_apart(b, i, x, y, allowed, near):
    """Figure ``i`` may go straight to (x, y), onto nobody's base and within 1 inch of no enemy but of the unit allowed.

    Exactly 1 inch is within (GEN-8) for whoever comes to it, not for one who stands so and goes elsewhere.
    ``near``: the others, as bits, who may be in its way.
    """
    figure = b.figures[i]
    while near != 0:
        j = lowest(near)
        near = without(near, j)
        other = b.figures[j]
        reach = 0.5 * (figure.width + other.width)
        if distance_of_points(x, y, other.x, other.y) < reach - TOUCH:
            return False
        if other.side == figure.side:
            continue
        foot = point_to_segment(other.x, other.y, figure.x, figure.y, x, y)
        gap = distance_of_points(foot.x, foot.y, other.x, other.y) - reach
        if other.unit == allowed:
            if gap < -TOUCH:
                return False
        elif gap < b.core.one_inch - SLACK:
            return False
        elif is_within(gap, b.core.one_inch, SLACK):
            before = distance_of_points(figure.x, figure.y, other.x, other.y) - reach
            if gap < before - SLACK:
                return False
    return True


@kernel
def _passes_walls(b, i, x, y, walls):
    """Figure ``i`` runs into nothing Impassable, of what may be in its way, on its straight way to (x, y)."""
    figure = b.figures[i]
    for k in walls:
        if disc_hits_feature(disc_of(figure), x - figure.x, y - figure.y, b.terrain, k):
            return False
    return True


@kernel
def _is_way_free(b, i, x, y, allowed):
    """Figure ``i`` may go straight to (x, y): through no wall and within 1 inch of no enemy but of the unit allowed."""
    if not _keeps_apart(b, i, x, y, allowed, _near(b, i, x, y, x, y)):
        return False
    walls = np.empty(len(b.ground), np.int64)
    return _passes_walls(b, i, x, y, walls[: _mark_walls(b, i, x, y, x, y, walls)])


@kernel
def _least_ahead(apart, reach, most):
    """The law of cosines, with a little to spare: see ``place_beside``, which so asks without a root who is too far."""
    far = most + 4.0 * SLACK
    return (apart * apart + reach * reach - far * far) / (2.0 * reach)


@clause("C40-CHG-3", "C40-CHG-7", "C40-CC-12")
@kernel
def place_beside(b, i, j, most, allowed):
    """The nearest place where figure ``i`` touches ``j`` by a straight free way of at most ``most`` inches.

    ``allowed``: the enemy unit whose 1 inch does not count, or NONE.
    """
    figure, other = b.figures[i], b.figures[j]
    apart = distance_of_points(figure.x, figure.y, other.x, other.y)
    reach = 0.5 * (figure.width + other.width)
    best = Place(0, 0.0, 0.0, 0.0)
    if not is_within(apart - reach, most, SLACK):
        return best
    west, south, east, north = other.x - reach, other.y - reach, other.x + reach, other.y + reach
    near = _near(b, i, west, south, east, north)
    walls = np.empty(len(b.ground), np.int64)
    n_walls = _mark_walls(b, i, west, south, east, north, walls)
    ahead = _least_ahead(apart, reach, most)
    if other.unit == allowed and other.side != figure.side and are_level(figure, other):
        ahead = max(ahead, BEHIND * apart)
    for k in range(DIRECTIONS + 1):
        if k == 1 and best.found == 1:
            break  # straight at it: no place is nearer
        if k == 0:
            if apart == 0.0:
                continue
            ux = (figure.x - other.x) / apart
            uy = (figure.y - other.y) / apart
        else:
            ux = b.core.around[k % DIRECTIONS, 0]
            uy = b.core.around[k % DIRECTIONS, 1]
            if ux * (figure.x - other.x) + uy * (figure.y - other.y) < ahead:
                continue
        x = snap(other.x + ux * reach)
        y = snap(other.y + uy * reach)
        length = distance_of_points(figure.x, figure.y, x, y)
        if not is_within(length, most, SLACK) or (best.found == 1 and length >= best.length):
            continue
        if _keeps_apart(b, i, x, y, allowed, near) and _passes_walls(b, i, x, y, walls[:n_walls]):
            best = Place(1, x, y, length)
            ahead = max(ahead, _least_ahead(apart, reach, length))
    return best


UNTOUCHED = True
"""Which models a charger may go to: only such as no enemy touches yet, or any."""

TOUCHED_OR_NOT = False


@kernel
def nearest_place(b, i, unit, untouched, most):
    """The nearest place where figure ``i`` touches a model of a unit; ``untouched``: one that no enemy touches yet."""
    one = b.units[unit]
    best = Place(0, 0.0, 0.0, 0.0)
    for j in range(one.first, one.first + one.count):
        if not is_of(b, j, unit):
            continue
        other = b.figures[j]
        apart = distance_of_points(b.figures[i].x, b.figures[i].y, other.x, other.y)
        if apart - 0.5 * (b.figures[i].width + other.width) > (best.length if best.found == 1 else most) + SLACK:
            continue
        if untouched and touches_enemy(b, j):
            continue
        place = place_beside(b, i, j, most, unit)
        if place.found == 1 and (best.found == 0 or place.length < best.length):
            best = place
    return best


@clause("C40-CHG-3", "C40-CHG-7")
@kernel
def first_charger(b, unit, target, most):
    """The model with the shortest way into contact, the first of equal ones; NONE: the charge is lost, nobody moves."""
    one = b.units[unit]
    best = NONE
    shortest = 0.0
    for i in range(one.first, one.first + one.count):
        if not is_of(b, i, unit):
            continue
        place = nearest_place(b, i, target, TOUCHED_OR_NOT, most if best == NONE else min(most, shortest))
        if place.found == 1 and (best == NONE or place.length < shortest):
            best = i
            shortest = place.length
    return best


@clause("C40-CHG-3", "C40-CHG-7")
@kernel
def place_of_charger(b, i, target, most):
    """Where a further charger goes: to an enemy of the target whom nobody touches, else any of them, else to a mate.

    A mate in contact: within 2 inches of it, else as near as it can.
    """
    place = nearest_place(b, i, target, UNTOUCHED, most)
    if place.found == 0:
        place = nearest_place(b, i, target, TOUCHED_OR_NOT, most)
    if place.found == 0:
        place = place_by_mate(b, i, most, target)
    return place if place.found == 1 else place_toward_mate(b, i, most, target)


@kernel
def place_by_mate(b, i, most, allowed):
    """The nearest place within 2 inches of a mate in contact; where it stands, if it is near enough."""
    figure = b.figures[i]
    best = Place(0, 0.0, 0.0, 0.0)
    for j in range(b.n_figures):
        mate = b.figures[j]
        if j == i or mate.unit != figure.unit or not is_on_table(mate) or not touches_enemy(b, j):
            continue
        if is_near(b, i, j, b.core.mate):
            return Place(1, figure.x, figure.y, 0.0)
        apart = distance_of_points(figure.x, figure.y, mate.x, mate.y)
        way = apart - 0.5 * (figure.width + mate.width) - b.core.mate
        x = snap(figure.x + (mate.x - figure.x) / apart * way)
        y = snap(figure.y + (mate.y - figure.y) / apart * way)
        if is_within(way, most, SLACK) and (best.found == 0 or way < best.length):
            if _is_way_free(b, i, x, y, allowed):
                best = Place(1, x, y, way)
    return best


@clause("C40-CHG-7", "C40-CHG-8", "C40-CC-12")
@kernel
def place_toward_mate(b, i, most, allowed):
    """As near to a mate in contact as model ``i`` can come: beside one, else straight at the nearest as far as it may.

    ``most``: inches. ``allowed``: the enemy unit whose 1 inch does not count.
    """
    figure = b.figures[i]
    best = Place(0, 0.0, 0.0, 0.0)
    nearest = NONE
    gap = 0.0
    for j in range(b.n_figures):
        mate = b.figures[j]
        if j == i or mate.unit != figure.unit or not is_on_table(mate) or not touches_enemy(b, j):
            continue
        apart = distance_of_points(figure.x, figure.y, mate.x, mate.y) - 0.5 * (figure.width + mate.width)
        if nearest == NONE or apart < gap:
            nearest = j
            gap = apart
        place = place_beside(b, i, j, most, allowed)
        if place.found == 1 and (best.found == 0 or place.length < best.length):
            best = place
    if best.found == 1 or nearest == NONE:
        return best
    mate = b.figures[nearest]
    apart = distance_of_points(figure.x, figure.y, mate.x, mate.y)
    x = snap(figure.x + (mate.x - figure.x) / apart * most)
    y = snap(figure.y + (mate.y - figure.y) / apart * most)
    if gap > most and _is_way_free(b, i, x, y, allowed):
        return Place(1, x, y, most)
    return place_by_mate(b, i, most, allowed)


@clause("C40-CC-8", "C40-CC-12", "C40-GEN-9")
@kernel
def place_of_pile_in(b, i, combats, combat):
    """Where a model that touches nobody piles in: up to 6 inches into contact with the nearest enemy of its combat.

    Else as near to a mate in contact as it can. Difficult ground does not slow it. ``combats``: see ``mark_combats``.
    Of enemies as near in two units it is one of the unit farther west.
    """
    best = Place(0, 0.0, 0.0, 0.0)
    unit = NONE
    if touches_enemy(b, i):
        return best
    for by_mate in range(2):
        for v in range(b.n_units):
            if combats[v] != combat or b.units[v].side == b.figures[i].side or b.units[v].falling_back != 0:
                continue
            if by_mate == 0:
                place = nearest_place(b, i, v, TOUCHED_OR_NOT, b.core.pile_in)
            else:
                place = place_toward_mate(b, i, b.core.pile_in, v)
            is_west = best.found == 1 and place.length == best.length and is_farther_west(b, v, unit)
            if place.found == 1 and (best.found == 0 or place.length < best.length or is_west):
                best = place
                unit = v
        if best.found == 1:
            return best
    return best


@clause("C40-CHG-5", "C40-CHG-8")
@kernel
def place_of_reaction(b, i, enemy):
    """Where a defender not in contact goes: 6 inches toward an enemy that charges, else toward a mate in contact.

    As near to it as it can, as in a pile-in. Difficult ground does not slow it. ``found`` 0: it has no such place.
    """
    if touches_enemy(b, i):
        return Place(0, 0.0, 0.0, 0.0)
    place = nearest_place(b, i, enemy, TOUCHED_OR_NOT, b.core.pile_in)
    return place if place.found == 1 else place_toward_mate(b, i, b.core.pile_in, enemy)


@clause("C40-CHG-5", "C40-CHG-8")
@kernel
def may_react(core, was_locked):
    """Defenders react to a charge unless their unit was locked already; in the 4th edition they only pile in later."""
    return core.edition == Edition.FIFTH and was_locked == 0
