"""ACT-13, ACT-20, ACT-21, CBT-1: the way of a Melee Attack, whom it may aim at, and the fight at its end."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Formation, Mode, Order, Phase, Question, Skill, State
from sandtable.games.batalist.rules.boats import carry
from sandtable.games.batalist.rules.cards import is_automatic, place_of, take_card, why_no_card
from sandtable.games.batalist.rules.chosen_targets import character_on
from sandtable.games.batalist.rules.damage import fight
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.ground import aim
from sandtable.games.batalist.rules.moving import set_down
from sandtable.games.batalist.rules.reasons import allowed, because, because_of, drawn_along, forbids, verdict
from sandtable.games.batalist.rules.roofs_and_decks import keeps_on_way
from sandtable.games.batalist.rules.sky import sight_of
from sandtable.games.batalist.rules.snipers import assassinate, why_not_chosen
from sandtable.games.batalist.rules.speed import effective_speed, length_of_wheel
from sandtable.games.batalist.rules.traps import meets_traps, springs_on_charge
from sandtable.games.batalist.rules.ways import (
    LADDER_REACH,
    free_ahead,
    has_room,
    is_base,
    is_free_wheel,
    is_level_with,
    is_touching,
    length_for_price,
    lies_on_marker,
    price_of_wheel,
    touch_by_ladder,
    touches,
    way_to_graze,
    wheeled,
)
from sandtable.games.batalist.rules.zones import is_before
from sandtable.kernel.geometry import (
    LATTICE,
    TOUCH,
    Base,
    Edge,
    base_of,
    degrees_of_facing,
    distance_between,
    edge_middle,
    shifted,
    shorter_way,
    snapped,
)
from sandtable.kernel.limits import is_more_than, is_within
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import free_distance

MOST_WHEEL = 90
"""Degrees that an attacker may wheel to either hand."""

WHEELS = 3 + 4 * MOST_WHEEL
"""Places of ``candidate``: by then every whole degree has come, however far to one hand the target stands."""

NO_WHEEL = MOST_WHEEL + 1
"""What stands at a place of ``candidate`` for a wheel that nobody may make."""


class Aim(NamedTuple):
    """What a Melee Attack goes to: an enemy battalion, those who lie wounded, or the point of a marker."""

    base: Base
    battalion: int  # who stands there; NONE: nobody, and what lies there stops nobody (WOU-14, AMB-16)


class Charge(NamedTuple):
    """Where a Melee Attack ends."""

    base: Base
    reaches: bool  # it touches what it goes to
    moved: float  # steps of speed used


@clause("BAT-ACT-13", "BAT-WOU-14", "BAT-AMB-16")
@kernel
def aim_at(b, j):
    """Battalion ``j`` as what a Melee Attack goes to."""
    return Aim(base_of(b.figures[j]), j)


@clause("BAT-OPT-4", "BAT-DEF-28", "BAT-SKL-11")
@kernel
def sees(b, i, j):
    """Battalion ``i`` has a line of sight to ``j`` no longer than its sight; whoever is farther off it cannot see."""
    if distance_between(base_of(b.figures[i]), base_of(b.figures[j])) > sight_of(b, i) + 2.0 * LATTICE:
        return False
    _, _, length = aim(b, i, j)
    return length <= sight_of(b, i) + LATTICE


@clause("BAT-CBT-1", "BAT-ACT-13", "BAT-SKL-8", "BAT-DEF-18", "BAT-ORD-13", "BAT-FRM-5")
@kernel
def is_target(b, i, j):
    """Battalion ``i`` may make a Melee Attack on ``j``: an enemy base in its front zone that does not fly."""
    if b.figures[i].state != State.FIELD or not is_enemy_to_fight(b, i, j):
        return False
    if b.figures[i].formation == Formation.HEDGEHOG and not is_touching(b, i, j):
        return False
    return is_before(b, i, j)


@clause("BAT-CBT-1", "BAT-SKL-8", "BAT-SKL-1")
@kernel
def is_enemy_to_fight(b, i, j):
    """Battalion ``i`` has Melee and warriors who stand, and ``j`` is an enemy base that does not fly."""
    if j < 0 or j >= b.n_figures or not is_base(b.figures[j]) or b.figures[j].side == b.figures[i].side:
        return False
    return not has(b, j, Skill.FLYING) and b.figures[i].healthy > 0 and has(b, i, Skill.MELEE)


@clause("BAT-SKL-11")
@kernel
def nearest_seen(b, i):
    """The nearest enemy that battalion ``i`` sees and may attack, or NONE."""
    best, found = math.inf, NONE
    base = base_of(b.figures[i])
    for j in range(b.n_figures):
        if is_enemy_to_fight(b, i, j):
            apart = distance_between(base, base_of(b.figures[j]))
            if apart < best and is_target(b, i, j) and sees(b, i, j):
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


@clause("BAT-ACT-20", "BAT-ACT-13")
@kernel
def first_contact(b, i, base, most, target):
    """The first enemy that a base going straight ahead touches within ``most`` steps, and how far that is.

    A flyer goes over all but its target. Where several are touched at once the target counts.
    """
    touched = NONE
    flies = has(b, i, Skill.FLYING)
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == b.figures[i].side or not is_base(other) or (flies and j != target):
            continue
        if not is_level_with(b, i, j):
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


@clause("BAT-LAD-4")
@kernel
def way_to_ladder(b, i, base, j):
    """How far ahead battalion ``i`` touches ``j`` by a ladder, from its foot or from the roof; infinite: nowhere."""
    best = math.inf
    reach = LADDER_REACH if b.figures[i].storey > 0 else 0.0
    for k in range(b.n_ladders):
        ladder = b.ladders[k]
        along = (ladder.x - base.x) * base.fx + (ladder.y - base.y) * base.fy
        aside = abs((ladder.x - base.x) * base.fy - (ladder.y - base.y) * base.fx) - base.half_width
        if along < -base.half_depth or is_more_than(aside, reach, LATTICE):
            continue
        beside = min(max(aside, 0.0), reach)
        ahead = max(along - base.half_depth - math.sqrt(reach * reach - beside * beside), 0.0)
        if ahead < best and touch_by_ladder(b, i, shifted(base, ahead * base.fx, ahead * base.fy), j):
            best = ahead
    return best


@clause("BAT-ACT-20", "BAT-ACT-13", "BAT-WOU-14", "BAT-AMB-16", "BAT-LAD-4")
@kernel
def goes_straight(b, i, base, most, aim):
    """Whether battalion ``i``, going straight, touches what it aims at within ``most`` steps, and how far it comes."""
    met, length = first_contact(b, i, base, most, aim.battalion)
    reaches = met != NONE and met == aim.battalion
    if aim.battalion != NONE and not is_level_with(b, i, aim.battalion):
        ahead = way_to_ladder(b, i, base, aim.battalion)
        reaches = ahead <= length + 0.5 * TOUCH
        length = min(length, ahead)
    elif aim.battalion == NONE or met == NONE:
        ahead = free_distance(base, base.fx, base.fy, length + 2.0 * TOUCH, aim.base)
        if ahead > length + 0.5 * TOUCH:
            ahead = way_to_graze(base, base.fx, base.fy, length, aim.base)
        reaches = ahead <= length + 0.5 * TOUCH
        length = min(length, ahead)
    free = free_ahead(b, i, base, base.fx, base.fy, length, NONE)
    return reaches and free >= length - TOUCH, min(length, free) if free < length - TOUCH else length


@clause("BAT-ACT-20", "BAT-LAD-4")
@kernel
def touches_aim(b, i, start, aim):
    """Battalion ``i``, standing so, touches what it aims at."""
    if aim.battalion != NONE and not is_level_with(b, i, aim.battalion):
        return touch_by_ladder(b, i, start, aim.battalion)
    return touches(start, aim.base)


@clause("BAT-ACT-20", "BAT-ACT-10", "BAT-ACT-13", "BAT-ACT-6", "BAT-ACT-7", "BAT-ACT-5", "BAT-WOU-14", "BAT-AMB-16")
@kernel
def charge_by(b, i, start, aim, degrees):
    """The Melee Attack of battalion ``i``, standing so, by one wheel, clockwise positive, and a straight leg ahead."""
    if touches_aim(b, i, start, aim):
        return Charge(start, reaches=True, moved=0.0)
    stays = Charge(start, reaches=False, moved=0.0)
    speed = effective_speed(b, i)
    price = price_of_wheel(b, i, start, degrees)
    if is_more_than(price, speed, LATTICE) or not is_free_wheel(b, i, start, degrees):
        return stays
    base = wheeled(start, degrees) if degrees != 0.0 else start
    left = max(speed - price, 0.0)
    reaches, length = goes_straight(b, i, base, length_for_price(b, i, base, base.fx, base.fy, left, left), aim)
    end = snapped(shifted(base, length * base.fx, length * base.fy))
    if (
        not has_room(b, i, end)
        or lies_on_marker(b, end)
        or not keeps_on_way(b, i, base, end.x - base.x, end.y - base.y)
    ):
        return stays
    return Charge(end, reaches, price + length)


@clause("BAT-ACT-21", "BAT-ACT-20")
@kernel
def degrees_towards(start, x, y):
    """The turn that makes a base look from its middle at a point, at most 90 degrees to either hand."""
    turn = shorter_way(degrees_of_facing(x - start.x, y - start.y) - degrees_of_facing(start.fx, start.fy))
    return min(max(turn, -90.0), 90.0)


@clause("BAT-ACT-21")
@kernel
def wheel_to_look_at(start, x, y):
    """The wheel after which the middle of a base's front looks at a point, at most 90 degrees to either hand.

    Seen from the pivot the point must lie as far inward as the middle of the front does, half a width.
    """
    aside = (x - start.x) * start.fy - (y - start.y) * start.fx
    ahead = (x - start.x) * start.fx + (y - start.y) * start.fy - start.half_depth
    half = start.half_width
    inward = half - abs(aside)
    far = math.sqrt(max(inward * inward + ahead * ahead - half * half, 0.0))
    turn = 90.0
    if ahead > 0.0:
        turn = shorter_way(degrees_of_facing(ahead * half - inward * far, inward * half + ahead * far))
    return math.copysign(min(max(turn, 0.0), 90.0), aside)


@clause("BAT-ACT-20", "BAT-ACT-21")
@kernel
def candidate(straight, place):
    """Wheels in whole degrees, the likeliest first: none, the two next to ``straight``, then others farther off."""
    step = (place + 1) // 2
    whole = 0 if place == 0 else math.floor(straight) + (step if place % 2 == 1 else 1 - step)
    return whole if abs(whole) <= MOST_WHEEL else NO_WHEEL


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
def wheel_that_reaches(b, i, start, aim):
    """The wheel, in whole degrees, of the likeliest way of battalion ``i`` to what it aims at; NO_WHEEL: none reaches.

    Tried are all wheels that an attacker may name.
    """
    speed = effective_speed(b, i)
    is_level = aim.battalion == NONE or is_level_with(b, i, aim.battalion)
    if not is_within(distance_between(start, aim.base), speed if is_level else speed + LADDER_REACH, LATTICE):
        return NO_WHEEL if not touches_aim(b, i, start, aim) else 0
    if not is_level and b.n_ladders == 0:
        return NO_WHEEL
    straight = degrees_towards(start, aim.base.x, aim.base.y)
    for place in range(WHEELS):
        degrees = candidate(straight, place)
        if degrees == NO_WHEEL or is_more_than(length_of_wheel(2.0 * start.half_width, degrees), speed, LATTICE):
            continue
        if is_level and looks_past(wheeled(start, float(degrees)), aim.base):
            continue
        if charge_by(b, i, start, aim, float(degrees)).reaches:
            return degrees
    return NO_WHEEL


@clause("BAT-ACT-20", "BAT-ACT-21")
@kernel
def way_to(b, i, start, aim, named):
    """The Melee Attack of battalion ``i`` by the wheel named in whole degrees, 0 for none, and that wheel in degrees.

    Where none is named it goes by one that reaches, and where there is none as ACT-21 says.
    """
    if named != 0:
        return charge_by(b, i, start, aim, float(named)), float(named)
    wheel = wheel_that_reaches(b, i, start, aim)
    degrees = float(wheel) if wheel != NO_WHEEL else wheel_without_reach(b, i, start, aim)
    return charge_by(b, i, start, aim, degrees), degrees


@clause("BAT-ACT-21")
@kernel
def wheel_without_reach(b, i, start, aim):
    """As far as the front is to look at the middle of what it aims at, or speed allows; half of that without room."""
    degrees = wheel_to_look_at(start, aim.base.x, aim.base.y)
    speed = effective_speed(b, i)
    if start.half_width > 0.0 and speed > 0.0:
        most = math.degrees(speed / (2.0 * start.half_width)) - 0.01
        degrees = min(max(degrees, -most), most)
    for _ in range(4):
        if is_free_wheel(b, i, start, degrees) and price_of_wheel(b, i, start, degrees) <= speed:
            return degrees
        degrees *= 0.5
    return 0.0


@clause("BAT-ACT-13", "BAT-ACT-20", "BAT-TRP-3")
@kernel
def carry_out_charge(b, i, aim, named, dice, log):
    """Battalion ``i`` goes as far as it comes; whether it touches then what it aims at. A trap may stop it."""
    way, degrees = way_to(b, i, base_of(b.figures[i]), aim, named)
    if meets_traps(b, i) and springs_on_charge(b, i, degrees, way.base, dice, log):
        return False
    set_down(b, i, way.base.x, way.base.y, way.base.fx, way.base.fy)
    if b.figures[i].boat != NONE:
        carry(b, i)
    return way.reaches


@clause("BAT-ACT-13", "BAT-ACT-20", "BAT-ACT-21", "BAT-SKL-11", "BAT-CBT-17", "BAT-ACT-9", "BAT-REC-5", "BAT-ARE-4")
@kernel
def judge_charge(b, action, log):
    """A Melee Attack on a target, by its card, in place of another, or by a right to attack at once."""
    i = action.actors[0]
    j = action.target
    if b.phase == Phase.AT_ONCE:
        why = why_not_at_once(b, i, j, action.mode)
        if not forbids(why) and b.question == Question.IN_WOOD:
            why = because(Code.ONLY_A_SHOT, Clause.ARE_4)
    else:
        why = why_no_card(b, i, Order.MELEE_ATTACK, action.mode)
    if not forbids(why):
        why = why_no_target(b, i, j)
    if not forbids(why) and action.item != NONE:
        why = why_not_chosen(b, i, j, shooting=False)
    if not forbids(why) and is_automatic(b, i, Order.MELEE_ATTACK) and not is_nearest_seen(b, i, j):
        nearest = nearest_seen(b, i)
        why = because_of(Code.SEES_NOBODY if nearest == NONE else Code.NEAREST_FIRST, Clause.SKL_11, nearest, 0)
    if not forbids(why) and not is_touching(b, i, j):
        why = why_no_such_wheel(b, i, j, action.amount)
    return verdict(log, i, why)


@clause("BAT-REC-10")
@kernel
def why_not_at_once(b, i, j, mode):
    """What keeps battalion ``i`` from attacking ``j`` at once: only one may, and one other alone."""
    if i != b.striker:
        return because_of(Code.OTHER_IS_ASKED, Clause.REC_10, b.striker, 0)
    if j != b.quarry or mode != Mode.FREE:
        return because_of(Code.ONLY_HIM_AT_ONCE, Clause.REC_10, b.quarry, 0)
    return allowed()


@clause("BAT-CBT-1", "BAT-ACT-13", "BAT-SKL-1", "BAT-SKL-8", "BAT-DEF-18", "BAT-FRM-5", "BAT-WOU-9")
@kernel
def why_no_target(b, i, j):
    """What keeps battalion ``i`` from a Melee Attack on ``j``, wherever that takes it."""
    if is_target(b, i, j):
        return allowed()
    why = why_no_enemy(b, i, j)
    if forbids(why):
        return why
    if b.figures[i].state != State.FIELD:
        return because(Code.OFF_FIELD, Clause.ORD_17)
    if b.figures[i].healthy <= 0:
        return because(Code.ONLY_WOUNDED, Clause.WOU_9)
    if not has(b, i, Skill.MELEE):
        return because(Code.NO_MELEE, Clause.SKL_1)
    if has(b, j, Skill.FLYING):
        return because_of(Code.TARGET_FLIES, Clause.SKL_8, j, 0)
    if b.figures[i].formation == Formation.HEDGEHOG and not is_touching(b, i, j):
        return because_of(Code.HEDGEHOG_WAITS, Clause.FRM_5, j, 0)
    return why_not_before(b, i, j)


@clause("BAT-CBT-1", "BAT-ACT-12")
@kernel
def why_no_enemy(b, i, j):
    """What keeps ``j`` from being an enemy base that could be attacked."""
    if j < 0 or j >= b.n_figures or not is_base(b.figures[j]):
        return because(Code.NO_TARGET, Clause.CBT_1)
    if b.figures[j].side == b.figures[i].side:
        return because_of(Code.TARGET_IS_FRIEND, Clause.CBT_1, j, 0)
    return allowed()


@clause("BAT-DEF-18")
@kernel
def why_not_before(b, i, j):
    """Battalion ``j`` is not in the front zone of ``i``: the line from the middle of its front to them."""
    u, other = b.figures[i], b.figures[j]
    front = edge_middle(base_of(u), Edge.FRONT)
    return drawn_along(because_of(Code.NOT_BEFORE, Clause.DEF_18, j, 0), front.x, front.y, other.x, other.y)


@clause("BAT-ACT-20", "BAT-ACT-21")
@kernel
def why_no_such_wheel(b, i, j, named):
    """What is wrong with the wheel that is named for a charge of battalion ``i`` at ``j``."""
    if abs(named) > MOST_WHEEL:
        return because_of(Code.WHEEL_TOO_FAR, Clause.ACT_20, j, named)
    if named == 0:
        return allowed()
    way, _ = way_to(b, i, base_of(b.figures[i]), aim_at(b, j), named)
    if way.reaches:
        return allowed()
    u = b.figures[i]
    return drawn_along(because_of(Code.WHEEL_MISSES, Clause.ACT_21, j, named), u.x, u.y, way.base.x, way.base.y)


@clause("BAT-ACT-13", "BAT-ACT-20", "BAT-ACT-21", "BAT-CBT-1", "BAT-CBT-21", "BAT-EXE-9")
@kernel
def make_charge(b, action, dice, log):
    """Carry out a Melee Attack: go as far as it goes, and fight if the target is touched."""
    i = action.actors[0]
    j = action.target
    if not take_card(b, i, Order.MELEE_ATTACK, action.mode, dice, log):
        return
    if not is_touching(b, i, j):
        event(log, Code.CHARGES, Clause.ACT_13, i, j, 0)
        if not carry_out_charge(b, i, aim_at(b, j), action.amount, dice, log):
            event(log, Code.FALLS_SHORT, Clause.ACT_21, i, j, 0)
            return
    event(log, Code.FIGHTS, Clause.CBT_1, i, j, 0)
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
    if u.state != State.FIELD or place_of(b, i, Order.MELEE_ATTACK) == NONE:
        return
    if not take_card(b, i, Order.MELEE_ATTACK, Mode.ORDERED, dice, log):
        return
    if is_target(b, i, j) and is_touching(b, i, j):
        event(log, Code.FIGHTS, Clause.CBT_1, i, j, 0)
        fight(b, i, j, dice, log)
