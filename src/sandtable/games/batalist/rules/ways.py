"""ACT-5 to ACT-8, ACT-10, ACT-22, TER-22, TER-23: what is in the way of a base, and what ground makes a leg cost."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.enums import Ground, Skill, State
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.ground import roof_under
from sandtable.games.batalist.rules.speed import slowed_by_ground
from sandtable.games.batalist.switches import Current
from sandtable.kernel.geometry import (
    LATTICE,
    TOUCH,
    Base,
    Corner,
    base_of,
    contains_point,
    corner,
    distance_between,
    distance_to_point,
    overlap,
)
from sandtable.kernel.limits import is_within
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import (
    Box,
    boxes_apart,
    carried,
    free_distance,
    is_outside,
    overlap_time,
    sweep_hits,
    swept_box,
    wheel_about,
)
from sandtable.kernel.terrain import (
    Shape,
    free_distance_to_feature,
    is_on_table,
    meeting_time,
    overlaps_feature,
    point_in_feature,
    sweep_hits_feature,
)
from sandtable.kernel.wheeling import turned_about, wheel_meets, wheel_stays_on_table

STEP_OF_WHEEL = 5.0
"""Degrees between the places at which a wheel is held against terrain."""

LADDER_REACH = 1.0
"""Steps from a ladder's top within which an enemy on the roof is touched from its foot."""

FINE = 1e-4
"""Share of a part of a wheel to which a border of ground on it is found."""

NUDGE = 1e-7
"""Just behind a border, in steps."""


@clause("BAT-DEF-34", "BAT-WOU-14", "BAT-AMB-16")
@kernel
def is_base(u):
    """A battalion whose footprint touches, blocks and overlaps: on the field, with figures that stand."""
    return u.state == State.FIELD and (u.healthy > 0 or u.wounded_of != NONE)


@clause("BAT-ACT-9", "BAT-DEF-31", "BAT-DEF-34")
@kernel
def touches(base, other):
    """Two bases touch, along an edge or at a corner. Most are far apart, which is asked first."""
    reach = base.half_width + base.half_depth + other.half_width + other.half_depth + TOUCH
    if abs(other.x - base.x) > reach or abs(other.y - base.y) > reach:
        return False
    return distance_between(base, other) <= TOUCH


@kernel
def box_of_way(base, ux, uy, most):
    """The upright Box outside which a base meets and touches nothing on its way along (ux, uy).

    It refuses most at once: listed random play takes 8.1 us a decision, and 10.6 where it and ``wheels_past`` do not.
    """
    box = swept_box(base, most * ux, most * uy)
    return Box(box.x0 - 2.0 * TOUCH, box.y0 - 2.0 * TOUCH, box.x1 + 2.0 * TOUCH, box.y1 + 2.0 * TOUCH)


@clause("BAT-ACT-20", "BAT-ACT-9")
@kernel
def way_to_graze(base, ux, uy, most, other):
    """How far along (ux, uy) a base touches another with a side or corner, though it never runs into it.

    Infinite: nowhere.
    """
    ahead, until = overlap_time(base, ux, uy, most + TOUCH, other, 0.0)
    if ahead < until:
        return ahead
    ahead, until = overlap_time(base, ux, uy, most + TOUCH, other, -0.5 * TOUCH)
    return ahead + 0.5 * TOUCH if ahead < until else math.inf


@clause("BAT-LAD-4")
@kernel
def touch_by_ladder(b, i, base, j):
    """Of ``j`` and battalion ``i`` on this base one is at a ladder's foot, the other within a step of its top."""
    other = base_of(b.figures[j])
    below, above = (base, other) if b.figures[i].storey == 0 else (other, base)
    if min(b.figures[i].storey, b.figures[j].storey) > 0:
        return False
    for k in range(b.n_ladders):
        ladder = b.ladders[k]
        near_top = distance_to_point(above, ladder.x, ladder.y)
        if contains_point(below, ladder.x, ladder.y) and is_within(near_top, LADDER_REACH, LATTICE):
            return True
    return False


@clause("BAT-ACT-9", "BAT-LAD-4")
@kernel
def would_touch(b, i, base, j):
    """Battalion ``i`` on this base would be in contact with ``j``; from the ground to a roof only by a ladder."""
    if b.figures[i].storey != b.figures[j].storey:
        return touch_by_ladder(b, i, base, j)
    return touches(base, base_of(b.figures[j]))


@clause("BAT-ACT-9", "BAT-LAD-4")
@kernel
def is_touching(b, i, j):
    """Battalions ``i`` and ``j`` are in contact."""
    return is_base(b.figures[j]) and would_touch(b, i, base_of(b.figures[i]), j)


@clause("BAT-LAD-4", "BAT-SKL-7")
@kernel
def is_level_with(b, i, j):
    """Battalion ``i`` meets ``j`` by its base: both stand on the ground or on as high a roof, or ``i`` flies."""
    return b.figures[i].storey == b.figures[j].storey or has(b, i, Skill.FLYING)


@clause("BAT-CUR-3", "BAT-CUR-4", "BAT-WEA-5b", "BAT-BOA-7")
@kernel
def is_closed_by_current(b, k):
    """Water that runs too fast for any swimmer; a ford never does."""
    if b.options.current != Current.YES or b.terrain.features[k].kind != Ground.WATER:
        return False
    return b.sites[k].current >= b.rules.current_closed


@clause("BAT-TER-5", "BAT-TER-11", "BAT-TER-14", "BAT-TER-22", "BAT-TER-23", "BAT-CUR-3", "BAT-LAD-4")
@kernel
def is_impassable_from(b, i, k, storey, aboard):
    """Feature ``k`` stops battalion ``i``: nobody on a roof minds buildings, nobody who flies minds anything."""
    if has(b, i, Skill.FLYING):
        return False
    kind = b.terrain.features[k].kind
    if kind == Ground.BUILDING and storey > 0:
        return False
    if kind == Ground.WATER and aboard:
        return False
    return slowed_by_ground(b, i, kind) == 0 or is_closed_by_current(b, k)


@clause("BAT-TER-22", "BAT-TER-23")
@kernel
def is_impassable(b, i, k):
    """Feature ``k`` stops battalion ``i`` where it is."""
    return is_impassable_from(b, i, k, b.figures[i].storey, b.figures[i].boat != NONE)


@clause("BAT-DEF-33", "BAT-ACT-1", "BAT-ACT-10", "BAT-ACT-22", "BAT-SKL-7", "BAT-ACT-19", "BAT-TER-22", "BAT-TER-23")
@kernel
def has_room_from(b, i, base, storey, aboard):
    """Battalion ``i``, on such a storey, may stand so: wholly on the field, over no base, on no impassable ground.

    A flyer may stand on a roof on which its whole footprint lies.
    """
    if not is_on_table(base, b.width, b.height):
        return False
    if has(b, i, Skill.FLYING):
        storey = roof_under(b, base)
    for j in range(b.n_figures):
        other = b.figures[j]
        if is_base(other) and j != i and other.storey == storey and overlap(base, base_of(other)):
            return False
    for j in range(b.n_boats):
        if b.boats[j].battalion == NONE and overlap(base, base_of(b.boats[j])):
            return False
    for k in range(b.terrain.n_features):
        on_roof = b.terrain.features[k].kind == Ground.BUILDING and storey == 0
        if overlaps_feature(base, b.terrain, k) and (on_roof or is_impassable_from(b, i, k, storey, aboard)):
            return False
    return True


@clause("BAT-DEF-33")
@kernel
def has_room(b, i, base):
    """Battalion ``i`` may stand so, on the ground or roof or in the boat where it is."""
    u = b.figures[i]
    return has_room_from(b, i, base, u.storey, u.boat != NONE)


@clause("BAT-AMB-16", "BAT-TRP-5")
@kernel
def lies_on_marker(b, base):
    """A marker of an ambush or a trap lies under a base: no voluntary movement may end so."""
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies != 0:
            ahead = (marker.x - base.x) * base.fx + (marker.y - base.y) * base.fy
            aside = (marker.x - base.x) * base.fy - (marker.y - base.y) * base.fx
            if abs(ahead) < base.half_depth - TOUCH and abs(aside) < base.half_width - TOUCH:
                return True
    return False


@clause("BAT-ACT-10", "BAT-ACT-22", "BAT-TER-23", "BAT-SKL-7")
@kernel
def is_free_straight(b, i, base, dx, dy):
    """Battalion ``i``, standing so, meets no base and no impassable ground on its way straight by (dx, dy)."""
    if has(b, i, Skill.FLYING):
        return True
    for j in range(b.n_figures):
        if j != i and is_base(b.figures[j]) and sweep_hits(base, dx, dy, base_of(b.figures[j])):
            return False
    for j in range(b.n_boats):
        if b.boats[j].battalion == NONE and sweep_hits(base, dx, dy, base_of(b.boats[j])):
            return False
    for k in range(b.terrain.n_features):
        if is_impassable(b, i, k) and sweep_hits_feature(base, dx, dy, b.terrain, k):
            return False
    return True


@clause("BAT-ACT-6")
@kernel
def pivot_of(base, degrees):
    """The front corner about which a base wheels: to the right about the right one."""
    return corner(base, Corner.FRONT_RIGHT if degrees > 0.0 else Corner.FRONT_LEFT)


@clause("BAT-ACT-6")
@kernel
def wheeled(base, degrees):
    """Where a base stands after a wheel, clockwise positive."""
    pivot = pivot_of(base, degrees)
    return carried(wheel_about(pivot.x, pivot.y, degrees), base)


@kernel
def box_about(pivot, reach):
    """The upright Box that nothing leaves which stays within ``reach`` of the pivot of a wheel, and touches nobody."""
    reach += 2.0 * TOUCH
    return Box(pivot.x - reach, pivot.y - reach, pivot.x + reach, pivot.y + reach)


@clause("BAT-ACT-22", "BAT-DEF-33")
@kernel
def stays_on_field(b, base, degrees):
    """No corner of a base swings over the edge of the field while it wheels."""
    pivot = pivot_of(base, degrees)
    turn = wheel_about(pivot.x, pivot.y, degrees)
    hand = 1 if degrees > 0.0 else -1
    return wheel_stays_on_table(base, pivot.x, pivot.y, turn.c, turn.s, hand, b.width, b.height)


@kernel
def is_beyond(pivot, ux, uy, other):
    """The other base lies wholly on the far side of the line through a point on which (ux, uy) stands upright."""
    ahead = (other.x - pivot.x) * ux + (other.y - pivot.y) * uy
    along = abs(other.fx * ux + other.fy * uy)
    across = abs(other.fx * uy - other.fy * ux)
    return ahead >= other.half_depth * along + other.half_width * across - TOUCH


@kernel
def wheels_past(base, pivot, turn, hand, other):
    """A base that wheels by a quarter at most goes past the other, and need not be followed on its arcs.

    The other lies beyond its side at the pivot, or beyond its front where the wheel ends.
    """
    if is_beyond(pivot, hand * base.fy, -hand * base.fx, other):
        return True
    return is_beyond(pivot, turn.c * base.fx + turn.s * base.fy, turn.c * base.fy - turn.s * base.fx, other)


@clause("BAT-ACT-10", "BAT-ACT-22", "BAT-DEF-33", "BAT-TER-23", "BAT-SKL-7")
@kernel
def is_free_wheel(b, i, base, degrees):
    """Battalion ``i``, standing so, meets no base and no impassable ground while it wheels, and stays on the field."""
    if degrees == 0.0:
        return True
    pivot = pivot_of(base, degrees)
    turn = wheel_about(pivot.x, pivot.y, degrees)
    hand = 1 if degrees > 0.0 else -1
    if not stays_on_field(b, base, degrees):
        return False
    if has(b, i, Skill.FLYING):
        return True
    reach = 2.0 * math.sqrt(base.half_width * base.half_width + base.half_depth * base.half_depth)
    around = box_about(pivot, reach)
    for j in range(b.n_figures):
        if not is_outside(around, b.figures[j]) and j != i and is_base(b.figures[j]):
            other = base_of(b.figures[j])
            if abs(degrees) <= 90.0 and wheels_past(base, pivot, turn, hand, other):
                continue
            if wheel_meets(base, pivot.x, pivot.y, turn.c, turn.s, hand, other):
                return False
    steps = math.ceil(abs(degrees) / STEP_OF_WHEEL)
    for k in range(b.terrain.n_features):
        if not boxes_apart(around, b.terrain.features[k]) and is_impassable(b, i, k):
            for step in range(1, steps + 1):
                part = wheel_about(pivot.x, pivot.y, degrees * step / steps)
                if overlaps_feature(turned_about(base, pivot.x, pivot.y, part.c, part.s), b.terrain, k):
                    return False
    return True


class Span(NamedTuple):
    """From when to when a point on its way is in a piece of ground; never where t0 >= t1."""

    t0: float
    t1: float


@kernel
def span_in(b, k, x, y, ux, uy, end):
    """When a point going (ux, uy) per step is inside feature ``k``, from 0 to ``end`` steps."""
    feature = b.terrain.features[k]
    if feature.shape == Shape.LINE:
        return Span(0.0, 0.0)
    if feature.shape == Shape.DISC:
        ex = x - 0.5 * (feature.x0 + feature.x1)
        ey = y - 0.5 * (feature.y0 + feature.y1)
        half = ex * ux + ey * uy
        rest = half * half - (ex * ex + ey * ey - feature.radius * feature.radius)
        if rest <= 0.0:
            return Span(0.0, 0.0)
        root = math.sqrt(rest)
        return Span(max(-half - root, 0.0), min(-half + root, end))
    t0, t1 = meeting_time(Base(x, y, 0.0, 1.0, 0.0, 0.0), ux, uy, end, b.terrain, feature, 0.0)
    return Span(t0, t1)


@clause("BAT-TER-19", "BAT-ACT-5", "BAT-TER-10", "BAT-TER-17", "BAT-TER-12")
@kernel
def slow_at(b, i, x, y):
    """What the worst ground at a point divides the speed of battalion ``i`` by; at least 1."""
    worst = 1
    for k in range(b.terrain.n_features):
        if point_in_feature(x, y, b.terrain, k):
            worst = max(worst, slowed_by_ground(b, i, b.terrain.features[k].kind))
    return worst


class Stretch(NamedTuple):
    """A part of a straight leg on which the same ground counts."""

    end: float  # steps from the start of the leg
    slow: float


@clause("BAT-ACT-5")
@kernel
def stretch_from(b, i, base, ux, uy, start, end):
    """The stretch of a leg that begins ``start`` steps along it, by the worse ground under both front corners."""
    left = corner(base, Corner.FRONT_LEFT)
    right = corner(base, Corner.FRONT_RIGHT)
    until = end
    worst = 1
    wide = swept_box(base, end * ux, end * uy)
    for k in range(b.terrain.n_features):
        if boxes_apart(wide, b.terrain.features[k]):
            continue
        slow = slowed_by_ground(b, i, b.terrain.features[k].kind)
        if slow <= 1:
            continue
        for which in range(2):
            x, y = (left.x, left.y) if which == 0 else (right.x, right.y)
            span = span_in(b, k, x, y, ux, uy, end)
            if span.t0 >= span.t1:
                continue
            if span.t0 <= start + NUDGE < span.t1:
                worst = max(worst, slow)
                until = min(until, span.t1)
            elif span.t0 > start:
                until = min(until, span.t0)
    return Stretch(until, float(worst))


@clause("BAT-ACT-5", "BAT-ACT-8")
@kernel
def price_of_straight(b, i, base, ux, uy, length, is_forward):
    """Steps of speed that a straight leg costs battalion ``i``, split where a front corner comes on other ground."""
    price = 0.0
    at = 0.0
    while at < length - NUDGE:
        stretch = stretch_from(b, i, base, ux, uy, at, length)
        until = max(stretch.end, at + NUDGE)
        price += (until - at) * stretch.slow
        at = until
    return price if is_forward else 2.0 * price


@clause("BAT-ACT-5")
@kernel
def length_for_price(b, i, base, ux, uy, most, speed):
    """How far battalion ``i`` comes straight ahead with so much speed; at most ``most`` steps."""
    at = 0.0
    while at < most - NUDGE:
        stretch = stretch_from(b, i, base, ux, uy, at, most)
        until = max(stretch.end, at + NUDGE)
        if (until - at) * stretch.slow >= speed:
            return at + speed / stretch.slow
        speed -= (until - at) * stretch.slow
        at = until
    return most


@kernel
def is_even_ground(b, i, box):
    """No ground that slows battalion ``i`` comes near a Box."""
    for k in range(b.terrain.n_features):
        if not boxes_apart(box, b.terrain.features[k]) and slowed_by_ground(b, i, b.terrain.features[k].kind) > 1:
            return False
    return True


@clause("BAT-ACT-5", "BAT-ACT-6", "BAT-ACT-7")
@kernel
def price_of_wheel(b, i, base, degrees):
    """Steps of speed that a wheel costs: the arc of the other front corner, by the worse ground under both corners.

    The arc is taken in parts of five degrees at most; one that begins and ends on other ground is split at the border.
    """
    if degrees == 0.0:
        return 0.0
    pivot = pivot_of(base, degrees)
    other = corner(base, Corner.FRONT_LEFT if degrees > 0.0 else Corner.FRONT_RIGHT)
    steps = math.ceil(abs(degrees) / STEP_OF_WHEEL)
    arc = 2.0 * base.half_width * math.radians(abs(degrees)) / steps
    price = 0.0
    if is_even_ground(b, i, box_about(pivot, 2.0 * base.half_width)):
        for _ in range(steps):
            price += arc
        return price
    slow = slow_at(b, i, pivot.x, pivot.y)
    here = max(slow, slow_on_arc(b, i, pivot, other, 0.0))
    for step in range(steps):
        there = max(slow, slow_on_arc(b, i, pivot, other, degrees * (step + 1) / steps))
        before = arc
        if here != there:
            before = arc * border_on_arc(b, i, pivot, other, degrees / steps, step, slow)
        price += before * here + (arc - before) * there
        here = there
    return price


@kernel
def slow_on_arc(b, i, pivot, other, degrees):
    """What the ground divides the speed by where the other front corner is after so many degrees of a wheel."""
    turn = wheel_about(pivot.x, pivot.y, degrees)
    ex, ey = other.x - pivot.x, other.y - pivot.y
    return slow_at(b, i, pivot.x + turn.c * ex + turn.s * ey, pivot.y - turn.s * ex + turn.c * ey)


@clause("BAT-ACT-5")
@kernel
def border_on_arc(b, i, pivot, other, part, step, slow):
    """After which share of part ``step`` of a wheel, ``part`` degrees each, the ground becomes other than at its start.

    ``slow``: what the ground under the pivot divides the speed by.
    """
    here = max(slow, slow_on_arc(b, i, pivot, other, part * step))
    before, after = 0.0, 1.0
    while after - before > FINE:
        middle = 0.5 * (before + after)
        if max(slow, slow_on_arc(b, i, pivot, other, part * (step + middle))) == here:
            before = middle
        else:
            after = middle
    return after


@clause("BAT-ACT-13", "BAT-ACT-20", "BAT-TER-23", "BAT-ACT-19")
@kernel
def free_ahead_from(b, i, base, ux, uy, most, but, storey):
    """How far battalion ``i`` on such a storey may go along (ux, uy) until ground, the edge or a base stops it.

    ``but``: whose base does not, or NONE.
    """
    aboard = b.figures[i].boat != NONE
    free = most
    east = base.half_depth * abs(base.fx) + base.half_width * abs(base.fy)
    north = base.half_depth * abs(base.fy) + base.half_width * abs(base.fx)
    if ux > NUDGE:
        free = min(free, (b.width - base.x - east) / ux)
    elif ux < -NUDGE:
        free = min(free, (base.x - east) / -ux)
    if uy > NUDGE:
        free = min(free, (b.height - base.y - north) / uy)
    elif uy < -NUDGE:
        free = min(free, (base.y - north) / -uy)
    free = max(free, 0.0)
    if has(b, i, Skill.FLYING):
        return free
    around = box_of_way(base, ux, uy, free)
    for j in range(b.n_figures):
        if not is_outside(around, b.figures[j]) and j != i and j != but and is_base(b.figures[j]):
            free = min(free, free_distance(base, ux, uy, free, base_of(b.figures[j])))
    for j in range(b.n_boats):
        if b.boats[j].battalion == NONE:
            free = min(free, free_distance(base, ux, uy, free, base_of(b.boats[j])))
    for k in range(b.terrain.n_features):
        if not boxes_apart(around, b.terrain.features[k]) and is_impassable_from(b, i, k, storey, aboard):
            free = min(free, free_distance_to_feature(base, ux, uy, free, b.terrain, k))
    return max(free, 0.0)


@clause("BAT-ACT-9")
@kernel
def way_to_touch(b, i, base, ux, uy, most):
    """How far along (ux, uy), at most so far, battalion ``i`` touches an enemy whom it does not touch where it stands.

    A flyer goes over them.
    """
    if has(b, i, Skill.FLYING):
        return most
    own = base_of(b.figures[i])
    around = box_of_way(base, ux, uy, most)
    for j in range(b.n_figures):
        other = b.figures[j]
        if is_outside(around, other) or other.side == b.figures[i].side or not is_base(other):
            continue
        graze = way_to_graze(base, ux, uy, most, base_of(other))
        if graze < most and is_level_with(b, i, j) and not touches(own, base_of(other)):
            most = graze
    return most


@clause("BAT-ACT-22", "BAT-ACT-13")
@kernel
def free_ahead(b, i, base, ux, uy, most, but):
    """How far battalion ``i`` may go along (ux, uy) until ground, the edge, a friend or base but ``but``'s stops it."""
    return free_ahead_from(b, i, base, ux, uy, most, but, b.figures[i].storey)
