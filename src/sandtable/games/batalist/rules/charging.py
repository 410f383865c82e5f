"""ACT-13, ACT-20, ACT-21, CBT-1: the way of a Melee Attack, whom it may aim at, and the fight at its end."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.record import Formation, Mode, Order, Phase, Question, Skill, State
from sandtable.games.batalist.rules.boats import carry
from sandtable.games.batalist.rules.cards import is_automatic, place_of, take_card, why_no_card
from sandtable.games.batalist.rules.chosen_targets import character_on
from sandtable.games.batalist.rules.damage import fight
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.ground import aim
from sandtable.games.batalist.rules.moving import set_down
from sandtable.games.batalist.rules.roofs_and_decks import keeps_on_way
from sandtable.games.batalist.rules.sky import sight_of
from sandtable.games.batalist.rules.snipers import assassinate, may_choose_on
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.games.batalist.rules.traps import meets_traps, springs_on_charge
from sandtable.games.batalist.rules.ways import (
    free_ahead,
    has_room,
    is_base,
    is_free_wheel,
    is_touching,
    length_for_price,
    lies_on_marker,
    price_of_wheel,
    touches,
    wheeled,
)
from sandtable.games.batalist.rules.zones import is_before
from sandtable.games.common.verdicts import refused
from sandtable.kernel.geometry import (
    LATTICE,
    TOUCH,
    Base,
    base_of,
    degrees_of_facing,
    distance_between,
    shifted,
    shorter_way,
    snapped,
)
from sandtable.kernel.limits import is_more_than, is_within
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import free_distance
from sandtable.kernel.verbs import Verdict

MOST_WHEEL = 90
"""Degrees that an attacker may wheel to either hand."""

WHEELS = 4 + 4 * MOST_WHEEL
"""Places of ``candidate``: by then every whole degree has come, however far to one hand the target stands."""

NO_WHEEL = 100 * (MOST_WHEEL + 1)
"""What stands at a place of ``candidate`` for a wheel that nobody may make."""


@clause("BAT-OPT-4", "BAT-DEF-28", "BAT-SKL-11")
@kernel
def sees(b, i, j):
    """Battalion ``i`` has a line of sight to ``j`` no longer than its sight."""
    _, _, length = aim(b, i, j)
    return length <= sight_of(b, i) + LATTICE


@clause("BAT-CBT-1", "BAT-ACT-13", "BAT-SKL-8", "BAT-DEF-18", "BAT-ORD-13", "BAT-FRM-5")
@kernel
def is_target(b, i, j):
    """Battalion ``i`` may make a Melee Attack on ``j``: an enemy base in its front zone that does not fly."""
    if j < 0 or j >= b.n_figures or not is_base(b.figures[j]) or b.figures[j].side == b.figures[i].side:
        return False
    if has(b, j, Skill.FLYING.value) or b.figures[i].state != State.FIELD or b.figures[i].healthy <= 0:
        return False
    if b.figures[i].formation == Formation.HEDGEHOG and not is_touching(b, i, j):
        return False
    return has(b, i, Skill.MELEE.value) and is_before(b, i, j)


@clause("BAT-SKL-11")
@kernel
def nearest_seen(b, i):
    """The nearest enemy that battalion ``i`` sees and may attack, or NONE."""
    best, found = math.inf, NONE
    base = base_of(b.figures[i])
    for j in range(b.n_figures):
        if is_target(b, i, j):
            apart = distance_between(base, base_of(b.figures[j]))
            if apart < best and sees(b, i, j):
                best, found = apart, j
    return found


@clause("BAT-SKL-11")
@kernel
def sees_some_target(b, i):
    """Battalion ``i`` sees an enemy whom it may attack."""
    for j in range(b.n_figures):
        if is_target(b, i, j) and sees(b, i, j):
            return True
    return False


@clause("BAT-SKL-11")
@kernel
def is_nearest_seen(b, i, j):
    """Battalion ``i`` sees and may attack ``j``, and none of those is nearer; of several as near its owner chooses."""
    nearest = nearest_seen(b, i)
    if nearest == NONE or not is_target(b, i, j) or not sees(b, i, j):
        return False
    base = base_of(b.figures[i])
    least = distance_between(base, base_of(b.figures[nearest]))
    return is_within(distance_between(base, base_of(b.figures[j])), least, LATTICE)


class Charge(NamedTuple):
    """Where a Melee Attack ends."""

    base: Base
    reaches: int  # the enemy it touches at its end, or NONE
    moved: float  # steps of speed used


@clause("BAT-ACT-20", "BAT-ACT-13")
@kernel
def first_contact(b, i, base, most, target):
    """The first enemy that a base going straight ahead touches within ``most`` steps, and how far that is.

    A flyer goes over all but its target. Where several are touched at once the target counts.
    """
    touched = NONE
    flies = has(b, i, Skill.FLYING.value)
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == b.figures[i].side or not is_base(other) or (flies and j != target):
            continue
        if touches(base, base_of(other)):
            if touched == NONE or most > 0.0 or j == target:
                ahead = free_distance(base, base.fx, base.fy, 1.0, base_of(other))
                if j == target or ahead < TOUCH:
                    touched, most = j, 0.0
            continue
        free = free_distance(base, base.fx, base.fy, most + 2.0 * TOUCH, base_of(other))
        if free < most - TOUCH or (free <= most + 0.5 * TOUCH and (touched == NONE or j == target)):
            touched, most = j, free
    return touched, most


@clause("BAT-ACT-20", "BAT-ACT-10", "BAT-ACT-13", "BAT-ACT-6", "BAT-ACT-7", "BAT-ACT-5")
@kernel
def charge_by(b, i, target, degrees):
    """The Melee Attack of battalion ``i`` by one wheel, clockwise positive, and one straight leg ahead."""
    base = base_of(b.figures[i])
    stays = Charge(base, NONE, 0.0)
    speed = effective_speed(b, i)
    price = price_of_wheel(b, i, base, degrees)
    if is_more_than(price, speed, LATTICE) or not is_free_wheel(b, i, base, degrees):
        return stays
    if degrees != 0.0:
        base = wheeled(base, degrees)
    left = max(speed - price, 0.0)
    most = length_for_price(b, i, base, base.fx, base.fy, left, left)
    touched, length = first_contact(b, i, base, most, target)
    free = free_ahead(b, i, base, base.fx, base.fy, length, NONE)
    if free < length - TOUCH:
        touched, length = NONE, free
    end = snapped(shifted(base, length * base.fx, length * base.fy))
    if (
        not has_room(b, i, end)
        or lies_on_marker(b, end)
        or not keeps_on_way(b, i, base, end.x - base.x, end.y - base.y)
    ):
        return stays
    return Charge(end, touched, price + length)


@clause("BAT-ACT-21", "BAT-ACT-20")
@kernel
def degrees_towards(b, i, j):
    """The wheel that makes battalion ``i`` look at the centre of ``j``, at most 90 degrees to either hand."""
    u, other = b.figures[i], b.figures[j]
    turn = shorter_way(degrees_of_facing(other.x - u.x, other.y - u.y) - degrees_of_facing(u.fx, u.fy))
    return min(max(turn, -90.0), 90.0)


@clause("BAT-ACT-20", "BAT-ACT-21")
@kernel
def candidate(straight, place):
    """Wheels in hundredths of a degree, the likeliest first: none, ``straight``, then whole degrees farther off."""
    if place == 0:
        return 0
    if place == 1:
        return round_hundredths(straight)
    step = place // 2
    whole = math.floor(straight) + (step if place % 2 == 0 else 1 - step)
    return 100 * whole if abs(whole) <= MOST_WHEEL else NO_WHEEL


@clause("BAT-ACT-20")
@kernel
def looks_past(base, other):
    """Straight ahead the base goes past the other, or has it behind itself: the cheap refusal."""
    dx = other.x - base.x
    dy = other.y - base.y
    reach = math.sqrt(other.half_width * other.half_width + other.half_depth * other.half_depth) + TOUCH
    aside = abs(dx * base.fy - dy * base.fx)
    return aside > base.half_width + reach or dx * base.fx + dy * base.fy < -base.half_depth - reach


@clause("BAT-ACT-20", "BAT-ACT-21")
@kernel
def best_charge(b, i, j):
    """The wheel, in hundredths of a degree, of the likeliest way that reaches ``j``, or of the way of ACT-21.

    Tried are all whole degrees that an attacker may name. Returns the wheel and whether its way reaches.
    """
    if is_touching(b, i, j):
        return 0, True
    base = base_of(b.figures[i])
    other = base_of(b.figures[j])
    if distance_between(base, other) <= effective_speed(b, i) + LATTICE:
        straight = degrees_towards(b, i, j)
        for place in range(WHEELS):
            degrees = candidate(straight, place)
            if degrees == NO_WHEEL or looks_past(wheeled(base, degrees / 100.0), other):
                continue
            if charge_by(b, i, j, degrees / 100.0).reaches == j:
                return degrees, True
    return round_hundredths(wheel_without_reach(b, i, j)), False


@clause("BAT-ACT-20", "BAT-ACT-21")
@kernel
def wheel_of(b, i, j, named):
    """The wheel in hundredths by which battalion ``i`` attacks ``j``: the one named, else one that reaches."""
    if named == 0 and charge_by(b, i, j, 0.0).reaches != j:
        degrees, reaches = best_charge(b, i, j)
        if reaches:
            return degrees
    return int(named)


@kernel
def round_hundredths(degrees):
    """Whole hundredths of a degree, towards 0."""
    return int(100.0 * degrees)


@clause("BAT-ACT-21")
@kernel
def wheel_without_reach(b, i, j):
    """As far towards the centre of ``j`` as speed and room allow, in steps of a quarter of the turn."""
    base = base_of(b.figures[i])
    degrees = degrees_towards(b, i, j)
    speed = effective_speed(b, i)
    if base.half_width > 0.0 and speed > 0.0:
        most = math.degrees(speed / (2.0 * base.half_width)) - 0.01
        degrees = min(max(degrees, -most), most)
    for _ in range(4):
        if is_free_wheel(b, i, base, degrees) and price_of_wheel(b, i, base, degrees) <= speed:
            return degrees
        degrees *= 0.5
    return 0.0


@clause("BAT-ACT-13", "BAT-ACT-20", "BAT-ACT-21", "BAT-SKL-11", "BAT-CBT-17", "BAT-ACT-9", "BAT-REC-5")
@kernel
def judge_charge(b, action, log):
    """A Melee Attack on a target, by its card, in place of another, or by a right to attack at once."""
    i = action.actors[0]
    j = action.target
    if b.phase == Phase.AT_ONCE:
        allowed = i == b.striker and j == b.quarry and action.mode == Mode.FREE and b.question != Question.IN_WOOD
        wrong = NONE if allowed else Clause.REC_10.value
    else:
        wrong = why_no_card(b, i, Order.MELEE_ATTACK.value, action.mode)
    if wrong == NONE and not is_target(b, i, j):
        wrong = Clause.DEF_18.value
    if wrong == NONE and action.item != NONE and not may_choose_on(b, i, j, shooting=False):
        wrong = Clause.SNI_5.value
    if wrong == NONE and is_automatic(b, i, Order.MELEE_ATTACK.value) and not is_nearest_seen(b, i, j):
        wrong = Clause.SKL_11.value
    if wrong == NONE and not is_touching(b, i, j):
        if abs(action.amount) > 9000:
            wrong = Clause.ACT_20.value
        elif charge_by(b, i, j, action.amount / 100.0).reaches != j:
            degrees, reaches = best_charge(b, i, j)
            if degrees != action.amount and not (reaches and action.amount == 0):  # which is then the wheel: wheel_of
                wrong = Clause.ACT_21.value
    if wrong != NONE:
        return refused(log, Code.NO_CHARGE.value, wrong, i, j, 0)
    return Verdict(1, 0)


@clause("BAT-ACT-13", "BAT-ACT-20", "BAT-CBT-1", "BAT-CBT-21", "BAT-EXE-9")
@kernel
def make_charge(b, action, dice, log):
    """Carry out a Melee Attack: go as far as it goes, and fight if the target is touched."""
    i = action.actors[0]
    j = action.target
    if not take_card(b, i, Order.MELEE_ATTACK.value, action.mode, dice, log):
        return
    if not is_touching(b, i, j):
        degrees = wheel_of(b, i, j, action.amount) / 100.0
        way = charge_by(b, i, j, degrees)
        event(log, Code.CHARGES.value, Clause.ACT_13.value, i, j, 0)
        if meets_traps(b, i) and springs_on_charge(b, i, degrees, way.base, dice, log):
            return
        set_down(b, i, way.base.x, way.base.y, way.base.fx, way.base.fy)
        if b.figures[i].boat != NONE:
            carry(b, i)
        if way.reaches != j:
            return
    event(log, Code.FIGHTS.value, Clause.CBT_1.value, i, j, 0)
    if action.item != NONE:
        assassinate(b, i, character_on(b, j), dice, log)
    else:
        fight(b, i, j, dice, log)


@clause("BAT-ACT-9", "BAT-EXE-12", "BAT-CBT-17", "BAT-CBT-1")
@kernel
def make_owed_fight(b, i, dice, log):
    """The fight of a battalion that replaced an order when it was touched; without contact the card is spent."""
    u = b.figures[i]
    j = u.owes_fight
    u.owes_fight = NONE
    if u.state != State.FIELD or place_of(b, i, Order.MELEE_ATTACK.value) == NONE:
        return
    if not take_card(b, i, Order.MELEE_ATTACK.value, Mode.ORDERED.value, dice, log):
        return
    if is_target(b, i, j) and is_touching(b, i, j):
        event(log, Code.FIGHTS.value, Clause.CBT_1.value, i, j, 0)
        fight(b, i, j, dice, log)
