"""Drafts of what a battalion may do with its cards: Moves by a wheel and a leg, charges, shots, Turns, Reforms."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandtable.compiler.decorators import kernel
from sandtable.games.batalist.enums import Burst, Formation, Mode, Order, Verb
from sandtable.games.batalist.rules.aftermath import nearest_enemy
from sandtable.games.batalist.rules.charging import (
    NO_WHEEL,
    aim_at,
    degrees_towards,
    is_target,
    nearest_seen,
    wheel_that_reaches,
)
from sandtable.games.batalist.rules.formations import square_side
from sandtable.games.batalist.rules.moving import touches_enemy
from sandtable.games.batalist.rules.sequence import judge
from sandtable.games.batalist.rules.shooting import may_shoot_at, template_fits
from sandtable.games.batalist.rules.speed import effective_speed, length_of_wheel
from sandtable.games.batalist.rules.ways import (
    free_ahead,
    has_room,
    is_free_wheel,
    is_touching,
    length_for_price,
    price_of_wheel,
    way_to_touch,
    wheeled,
)
from sandtable.kernel.action_drafts import add, draft_for
from sandtable.kernel.geometry import (
    LATTICE,
    Base,
    base_of,
    distance_between,
    edge_middle,
    shifted,
    snap,
    snap_facing,
    snapped,
)
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.records import NONE, Path

WHEELS = 8
MOVES = WHEELS + 4
"""Moves that are drafted for one battalion at most."""

SHORT = 0.05
"""Steps below which a leg is not worth listing."""

TARGETS = 4
"""Charges that are listed for one battalion at most."""


@kernel
def add_legal(b, draft, log, out, n):
    """Add the draft to the list if it is legal."""
    if judge(b, draft, log).legal == 1:
        return add(draft, out, n)
    return n


@kernel
def draft_of(b, draft, verb, i, mode):
    """Begin what battalion ``i`` does with a card: ordered, instead of another, or free."""
    draft_for(b, draft, verb, i)
    draft.mode = mode


@kernel
def wheel_of(b, i, place):
    """The wheels that are tried: none, towards the nearest enemy, and some to both hands."""
    if place == 0:
        return 0.0
    if place == 1:
        j = nearest_enemy(b, i)
        if j == NONE:
            return 0.0
        return int(100.0 * degrees_towards(base_of(b.figures[i]), b.figures[j].x, b.figures[j].y)) / 100.0
    hand = 1.0 if place % 2 == 0 else -1.0
    return hand * 25.0 * (place // 2)


class Way(NamedTuple):
    """Where a battalion stands after a wheel, and how far its speed takes it then; below 0: it cannot wheel so."""

    base: Base
    most: float


@kernel
def way_by(b, i, degrees, speed):
    """The ``Way`` of battalion ``i`` by one wheel."""
    base = base_of(b.figures[i])
    if is_more_than(length_of_wheel(2.0 * base.half_width, degrees), speed, LATTICE):
        return Way(base, -1.0)  # too far on any ground
    price = price_of_wheel(b, i, base, degrees)
    if price > speed or not is_free_wheel(b, i, base, degrees):
        return Way(base, -1.0)
    if degrees != 0.0:
        base = wheeled(base, degrees)
        if touches_enemy(b, i, base, but_now=True):
            return Way(base, -1.0)
    left = speed - price
    return Way(base, length_for_price(b, i, base, base.fx, base.fy, left, left))


@kernel
def free_to_move(b, i, base, ux, uy, most):
    """How far a Move of battalion ``i`` may go along (ux, uy): until something stops it, or it touches an enemy."""
    return way_to_touch(b, i, base, ux, uy, free_ahead(b, i, base, ux, uy, most, NONE))


@kernel
def draft_leg(b, draft, i, base, degrees, free):
    """Let the draft be a Move by one wheel, to ``base``, and then so far ahead; returns how far, 0 without room."""
    length = math.floor(1024.0 * free) / 1024.0
    end = snapped(shifted(base, length * base.fx, length * base.fy))
    if not has_room(b, i, end):
        return 0.0
    draft.x = snap(end.x)
    draft.y = snap(end.y)
    draft.fx = end.fx
    draft.fy = end.fy
    draft.path = Path.MARCH
    draft.via[:] = 0.0
    draft.aside[:] = 0.0
    draft.n_via = 1 if degrees == 0.0 else 2
    draft.via[0, 1] = degrees
    draft.via[draft.n_via - 1, 0] = length
    return length


@kernel
def draft_way(b, draft, i, degrees, share):
    """Let the draft be a Move by one wheel and then ahead, by a share of what speed allows; returns how far ahead."""
    way = way_by(b, i, degrees, effective_speed(b, i))
    if way.most < 0.0:
        return 0.0
    base = way.base
    free = free_to_move(b, i, base, base.fx, base.fy, way.most * share)
    return draft_leg(b, draft, i, base, degrees, free)


@kernel
def draft_back(b, draft, i):
    """Let the draft be a Move straight back, as far as it goes; returns how far."""
    base = base_of(b.figures[i])
    speed = effective_speed(b, i)
    most = length_for_price(b, i, base, -base.fx, -base.fy, 0.5 * speed, 0.5 * speed)
    length = math.floor(1024.0 * free_to_move(b, i, base, -base.fx, -base.fy, most)) / 1024.0
    end = snapped(shifted(base, -length * base.fx, -length * base.fy))
    if not has_room(b, i, end):
        return 0.0
    draft.x = end.x
    draft.y = end.y
    draft.path = Path.MARCH
    draft.n_via = 1
    draft.via[0, 0] = -length
    draft.via[0, 1] = 0.0
    draft.aside[:] = 0.0
    return length


@kernel
def draft_shot(b, draft, i, j, mode):
    """Let the draft be a shot at ``j``; an area shooter's template lies on its middle, or on that of a side of it."""
    draft_of(b, draft, Verb.SHOOT, i, mode)
    draft.target = j
    if b.profiles[b.figures[i].profile].burst == Burst.AREA:
        draft.x = b.figures[j].x
        draft.y = b.figures[j].y
        edge = 0
        while not template_fits(b, i, base_of(b.figures[j]), draft.x, draft.y):
            if edge == 4:
                return False
            middle = edge_middle(base_of(b.figures[j]), edge)
            draft.x = middle.x
            draft.y = middle.y
            edge += 1
    return True


@kernel
def list_shots(b, i, mode, draft, out, n):
    """Shots of battalion ``i``."""
    for j in range(b.n_figures):
        if may_shoot_at(b, i, j) and draft_shot(b, draft, i, j, mode):
            n = add(draft, out, n)
    return n


@kernel
def draft_charge(b, draft, i, j, mode):
    """Let the draft be a Melee Attack on ``j``; returns whether it reaches."""
    draft_of(b, draft, Verb.CHARGE, i, mode)
    draft.target = j
    wheel = 0 if is_touching(b, i, j) else wheel_that_reaches(b, i, base_of(b.figures[i]), aim_at(b, j))
    draft.amount = wheel if wheel != NO_WHEEL else 0
    return wheel != NO_WHEEL


@kernel
def list_charges(b, i, mode, automatic, draft, out, n):
    """Melee Attacks of battalion ``i``: on all whom it reaches, else towards the nearest."""
    if automatic:
        j = nearest_seen(b, i)
        if j != NONE:
            draft_charge(b, draft, i, j, mode)
            n = add(draft, out, n)
        return n
    before = n
    nearest = NONE
    best = math.inf
    for j in range(b.n_figures):
        if is_target(b, i, j):
            apart = distance_between(base_of(b.figures[i]), base_of(b.figures[j]))
            if apart < best:
                best, nearest = apart, j
            if apart <= effective_speed(b, i) and n < before + TARGETS and draft_charge(b, draft, i, j, mode):
                n = add(draft, out, n)
    if n == before and nearest != NONE:
        draft_charge(b, draft, i, nearest, mode)
        n = add(draft, out, n)
    return n


@kernel
def draft_move(b, draft, i, mode, place):
    """Let the draft be one of the ``MOVES`` of battalion ``i``; False where it leads nowhere.

    None at all, by each wheel all the way, by the first two half of it, and back.
    """
    draft_of(b, draft, Verb.MOVE, i, mode)
    if place == 0:
        draft.path = Path.MARCH
        draft.n_via = 1
        draft.via[:] = 0.0
        draft.aside[:] = 0.0
        return mode != Mode.FREE
    if b.figures[i].formation == Formation.HEDGEHOG:
        return False
    if place == MOVES - 1:
        return draft_back(b, draft, i) > SHORT
    wheel = (place - 1) // 2 if place < 5 else place - 3
    degrees = wheel_of(b, i, wheel)
    if wheel == 1 and degrees == 0.0:
        return False
    return draft_way(b, draft, i, degrees, 0.5 if place == 2 or place == 4 else 1.0) > SHORT


@kernel
def list_moves(b, i, mode, draft, out, n):
    """Moves of battalion ``i``: each that ``draft_move`` drafts, in the same order, with each wheel made once."""
    if draft_move(b, draft, i, mode, 0):
        n = add(draft, out, n)
    if b.figures[i].formation == Formation.HEDGEHOG:
        return n
    speed = effective_speed(b, i)
    for wheel in range(WHEELS):
        degrees = wheel_of(b, i, wheel)
        if wheel == 1 and degrees == 0.0:
            continue
        way = way_by(b, i, degrees, speed)
        if way.most < 0.0:
            continue
        base = way.base
        free = free_to_move(b, i, base, base.fx, base.fy, way.most)
        if draft_leg(b, draft, i, base, degrees, free) > SHORT:
            n = add(draft, out, n)
        if wheel < 2:
            half = 0.5 * way.most
            free = half if free >= half else free_to_move(b, i, base, base.fx, base.fy, half)
            if draft_leg(b, draft, i, base, degrees, free) > SHORT:
                n = add(draft, out, n)
    if draft_move(b, draft, i, mode, MOVES - 1):
        n = add(draft, out, n)
    return n


@kernel
def draft_turn(b, draft, i, place):
    """Let the draft be a Turn: none, to face the nearest enemy, or about; False where that is none."""
    u = b.figures[i]
    draft_of(b, draft, Verb.TURN, i, 0)
    if place == 1:
        j = nearest_enemy(b, i)
        if j == NONE:
            return False
        facing = snap_facing(b.figures[j].x - u.x, b.figures[j].y - u.y)
        draft.fx = facing.x
        draft.fy = facing.y
    elif place == 2:
        draft.fx = -u.fx
        draft.fy = -u.fy
    return True


@kernel
def draft_reform(b, draft, i, place):
    """Let the draft be a Reform: none, each formation with its files, or the Column wider or narrower."""
    u = b.figures[i]
    draft_of(b, draft, Verb.REFORM, i, 0)
    draft.amount = u.formation
    draft.item = u.files
    if place >= 1 and place <= len(b.formations):
        draft.amount = place - 1
        if place - 1 == Formation.HEDGEHOG or place - 1 == Formation.WEDGE:
            draft.item = max(square_side(u.healthy), 1)
        else:
            draft.item = max(min(u.files, u.healthy), 1)
    elif place > len(b.formations):
        wider = place == len(b.formations) + 1
        draft.item = max(min(u.files + 2 if wider else u.files - 2, u.healthy), 1)
    return place == 0 or draft.amount != u.formation or draft.item != u.files


@kernel
def verb_of(order):
    """The verb by which an order is carried out."""
    if order == Order.REFORM:
        return Verb.REFORM
    if order == Order.TURN:
        return Verb.TURN
    if order == Order.RECOVERY:
        return Verb.RECOVER
    if order == Order.TO_THE_DOCTOR:
        return Verb.DOCTOR
    if order == Order.MERCY:
        return Verb.MERCY
    if order == Order.RECONNAISSANCE:
        return Verb.SCOUT
    return Verb.MOVE
