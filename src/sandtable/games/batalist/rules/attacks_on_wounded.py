"""WOU-9 to WOU-14: attacks on the wounded behind a battalion, or on those of whom nobody stands any more."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.record import Burst, Order, Skill, State
from sandtable.games.batalist.rules.boats import carry
from sandtable.games.batalist.rules.cards import is_automatic, take_card, why_no_card
from sandtable.games.batalist.rules.charging import (
    NO_WHEEL,
    WHEELS,
    Charge,
    candidate,
    degrees_towards,
    first_contact,
)
from sandtable.games.batalist.rules.damage import fight_wounded
from sandtable.games.batalist.rules.formations import has, looks_everywhere
from sandtable.games.batalist.rules.ground import aim
from sandtable.games.batalist.rules.moving import set_down
from sandtable.games.batalist.rules.preparing import target_in_wind, wind_drift
from sandtable.games.batalist.rules.roofs_and_decks import keeps_on_way
from sandtable.games.batalist.rules.shooting import may_shoot_at, shot_meets, template_fits
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.games.batalist.rules.traps import meets_traps, springs_on_charge
from sandtable.games.batalist.rules.ways import (
    free_ahead,
    has_room,
    is_free_wheel,
    length_for_price,
    lies_on_marker,
    price_of_wheel,
    touches,
    wheeled,
)
from sandtable.games.batalist.rules.wounded import base_of_wounded, lie_as_battalion, stand_again
from sandtable.games.batalist.rules.zones import front_zone_meets
from sandtable.games.common.verdicts import refused
from sandtable.kernel.geometry import LATTICE, TOUCH, base_of, shifted, snapped
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import free_distance
from sandtable.kernel.verbs import Verdict


@clause("BAT-WOU-10", "BAT-WOU-14")
@kernel
def are_wounded_of_enemy(b, i, j):
    """Enemies lie wounded with battalion ``j``; those on their way to the doctor are a battalion like others."""
    if j < 0 or j >= b.n_figures:
        return False
    u, other = b.figures[i], b.figures[j]
    lie = other.state == State.FIELD and other.wounded > 0 and other.wounded_of == NONE
    return lie and other.side != u.side and u.state == State.FIELD and u.healthy > 0


@clause("BAT-WOU-14", "BAT-ACT-20")
@kernel
def way_to_wounded(b, i, j, degrees):
    """The way of battalion ``i`` to the wounded of ``j`` by one wheel and straight on, until it touches them."""
    column = base_of_wounded(b, j)
    base = base_of(b.figures[i])
    stay = Charge(base, NONE, 0.0)
    if touches(base, column):
        return Charge(base, j, 0.0)
    speed = effective_speed(b, i)
    price = price_of_wheel(b, i, base, degrees)
    if is_more_than(price, speed, LATTICE) or not is_free_wheel(b, i, base, degrees):
        return stay
    if degrees != 0.0:
        base = wheeled(base, degrees)
    left = max(speed - price, 0.0)
    _, most = first_contact(b, i, base, length_for_price(b, i, base, base.fx, base.fy, left, left), NONE)
    ahead = free_distance(base, base.fx, base.fy, most + 2.0 * TOUCH, column)
    if ahead > most + 0.5 * TOUCH or free_ahead(b, i, base, base.fx, base.fy, ahead, NONE) < ahead - TOUCH:
        return stay
    end = snapped(shifted(base, ahead * base.fx, ahead * base.fy))
    if not has_room(b, i, end) or lies_on_marker(b, end):
        return stay
    if not keeps_on_way(b, i, base, end.x - base.x, end.y - base.y):
        return stay
    return Charge(end, j, price + ahead)


@clause("BAT-WOU-14", "BAT-ACT-20")
@kernel
def wheel_to_wounded(b, i, j):
    """The wheel, in hundredths of a degree, of the first way tried to the wounded of ``j``, and whether one reaches."""
    stood = lie_as_battalion(b, j)
    straight = degrees_towards(b, i, j)
    stand_again(b, j, stood)
    for place in range(WHEELS):
        degrees = candidate(straight, place)
        if degrees != NO_WHEEL and way_to_wounded(b, i, j, degrees / 100.0).reaches == j:
            return degrees, True
    return 0, False


@clause("BAT-WOU-14", "BAT-DEF-28", "BAT-ACT-12", "BAT-SKL-4")
@kernel
def may_shoot_at_wounded(b, i, j):
    """Battalion ``i`` has the wounded of ``j`` in range, before it and in sight; a template lies on their middle."""
    stood = lie_as_battalion(b, j)
    able = may_shoot_at(b, i, j)
    if able and b.profiles[b.figures[i].profile].burst == Burst.AREA:
        able = template_fits(b, i, j, b.figures[j].x, b.figures[j].y)
    stand_again(b, j, stood)
    return able


@clause("BAT-WOU-9", "BAT-WOU-10", "BAT-WOU-14", "BAT-CBT-1", "BAT-DEF-18")
@kernel
def judge_strike_wounded(b, action, log):
    """An attack on wounded enemies by the card of a Melee or Shooting Attack: they are named, and touched or seen."""
    i, j, order = action.actors[0], action.target, action.amount
    wrong = why_no_card(b, i, order, action.mode)
    if wrong == NONE and not are_wounded_of_enemy(b, i, j):
        wrong = Clause.WOU_14.value
    if wrong == NONE and order == Order.SHOOTING_ATTACK:
        wrong = NONE if may_shoot_at_wounded(b, i, j) else Clause.ACT_12.value
    elif wrong == NONE and order == Order.MELEE_ATTACK:
        seen = looks_everywhere(b, i) or front_zone_meets(base_of(b.figures[i]), base_of_wounded(b, j))
        if is_automatic(b, i, order):
            wrong = Clause.SKL_11.value
        elif not has(b, i, Skill.MELEE.value) or not seen:
            wrong = Clause.DEF_18.value
        elif not wheel_to_wounded(b, i, j)[1]:
            wrong = Clause.WOU_14.value
    elif wrong == NONE:
        wrong = Clause.WOU_14.value
    if wrong != NONE:
        return refused(log, Code.NO_CHARGE.value, wrong, i, j, 0)
    return Verdict(1, 0)


@clause("BAT-WOU-10", "BAT-WOU-11", "BAT-WOU-14", "BAT-WIN-5")
@kernel
def make_strike_wounded(b, action, dice, log):
    """Carry it out: so many of them die as the damage says, and they strike back in melee."""
    i, j, order = action.actors[0], action.target, action.amount
    if not take_card(b, i, order, action.mode, dice, log):
        return
    event(log, Code.ATTACKS_WOUNDED.value, Clause.WOU_10.value, i, j, 0)
    if order == Order.SHOOTING_ATTACK:
        stood = lie_as_battalion(b, j)
        x, y, _ = aim(b, i, j)
        middle_x, middle_y = 0.0 + b.figures[j].x, 0.0 + b.figures[j].y
        hit = target_in_wind(b, i, j, x, y)
        stand_again(b, j, stood)
        if hit == NONE:
            event(log, Code.MISSES.value, Clause.WIN_5.value, i, j, 0)
            return
        aside_x, aside_y = (0.0, 0.0) if hit == j else wind_drift(b)
        shot_meets(b, i, hit, middle_x + aside_x, middle_y + aside_y, lying=hit == j, dice=dice, log=log)
        return
    degrees = wheel_to_wounded(b, i, j)[0] / 100.0
    way = way_to_wounded(b, i, j, degrees)
    if way.moved > 0.0 and meets_traps(b, i) and springs_on_charge(b, i, degrees, way.base, dice, log):
        return
    set_down(b, i, way.base.x, way.base.y, way.base.fx, way.base.fy)
    if b.figures[i].boat != NONE:
        carry(b, i)
    fight_wounded(b, i, j, dice, log)
