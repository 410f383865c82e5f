"""WOU-9 to WOU-14: attacks on the wounded behind a battalion, or on those of whom nobody stands any more."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Order, Skill, State
from sandtable.games.batalist.rules.cards import is_automatic, take_card, why_no_card
from sandtable.games.batalist.rules.charging import (
    NO_WHEEL,
    Aim,
    carry_out_charge,
    wheel_that_reaches,
)
from sandtable.games.batalist.rules.damage import fight_wounded
from sandtable.games.batalist.rules.formations import has, looks_everywhere
from sandtable.games.batalist.rules.ground import aim
from sandtable.games.batalist.rules.preparing import target_in_wind, wind_drift
from sandtable.games.batalist.rules.reasons import (
    allowed,
    because,
    because_far,
    because_of,
    because_there,
    forbids,
    verdict,
)
from sandtable.games.batalist.rules.shooting import Met, shot_meets, why_no_shot
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.games.batalist.rules.ways import (
    touches,
)
from sandtable.games.batalist.rules.wounded import base_of_wounded, lie_as_battalion, stand_again
from sandtable.games.batalist.rules.zones import front_zone_meets
from sandtable.kernel.geometry import Point, base_of, distance_between
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE


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
def aim_at_wounded(b, j):
    """Those who lie wounded with battalion ``j`` as what a Melee Attack goes to: their outline."""
    return Aim(base_of_wounded(b, j), NONE)


@clause("BAT-WOU-9", "BAT-WOU-10", "BAT-WOU-14", "BAT-CBT-1", "BAT-DEF-18")
@kernel
def judge_strike_wounded(b, action, log):
    """An attack on wounded enemies by the card of a Melee or Shooting Attack: they are named, and touched or seen."""
    i, j, order = action.actors[0], action.target, action.amount
    why = why_no_card(b, i, order, action.mode)
    return verdict(log, i, why if forbids(why) else why_no_strike_at_wounded(b, i, j, order))


@clause("BAT-WOU-9", "BAT-WOU-14", "BAT-CBT-1", "BAT-DEF-18", "BAT-SKL-11")
@kernel
def why_no_strike_at_wounded(b, i, j, order):
    """What keeps battalion ``i`` from an attack by the card of this order on those who lie with battalion ``j``."""
    why = why_no_wounded(b, i, j)
    if forbids(why):
        return why
    column = base_of_wounded(b, j)
    if order == Order.SHOOTING_ATTACK:
        return why_no_shot(b, i, j, column, column.x, column.y)
    if order != Order.MELEE_ATTACK:
        return because_of(Code.CARD_IS_NO_ATTACK, Clause.CBT_1, NONE, order)
    if is_automatic(b, i, order):
        return because(Code.BLOOD_NOT_FOR_THAT, Clause.SKL_11)
    if not has(b, i, Skill.MELEE):
        return because(Code.NO_MELEE, Clause.SKL_1)
    if not looks_everywhere(b, i) and not front_zone_meets(base_of(b.figures[i]), column):
        return because_there(Code.WOUNDED_NOT_BEFORE, Clause.DEF_18, j, column.x, column.y)
    if wheel_that_reaches(b, i, base_of(b.figures[i]), aim_at_wounded(b, j)) != NO_WHEEL:
        return allowed()
    far = distance_between(base_of(b.figures[i]), column)
    return because_far(Code.WOUNDED_OUT_OF_REACH, Clause.WOU_14, j, far, effective_speed(b, i))


@clause("BAT-WOU-10", "BAT-WOU-14", "BAT-WOU-9")
@kernel
def why_no_wounded(b, i, j):
    """What keeps enemies from lying wounded with battalion ``j`` for an attack of ``i``."""
    if are_wounded_of_enemy(b, i, j):
        return allowed()
    if b.figures[i].state == State.FIELD and b.figures[i].healthy <= 0:
        return because(Code.ONLY_WOUNDED, Clause.WOU_9)
    if j < 0 or j >= b.n_figures:
        return because(Code.NO_TARGET, Clause.CBT_1)
    if b.figures[j].side == b.figures[i].side:
        return because_of(Code.TARGET_IS_FRIEND, Clause.CBT_1, j, 0)
    return because_of(Code.NO_WOUNDED_THERE, Clause.WOU_14, j, 0)


@clause("BAT-WOU-10", "BAT-WOU-11", "BAT-WOU-14", "BAT-WIN-5")
@kernel
def make_strike_wounded(b, action, dice, log):
    """Carry it out: so many of them die as the damage says, and they strike back in melee."""
    i, j, order = action.actors[0], action.target, action.amount
    if not take_card(b, i, order, action.mode, dice, log):
        return
    event(log, Code.ATTACKS_WOUNDED, Clause.WOU_10, i, j, 0)
    if order == Order.SHOOTING_ATTACK:
        column = base_of_wounded(b, j)
        stood = lie_as_battalion(b, j)
        x, y, _ = aim(b, i, j)
        hit = target_in_wind(b, i, j, x, y)
        stand_again(b, j, stood)
        if hit == NONE:
            event(log, Code.MISSES, Clause.WIN_5, i, j, 0)
            return
        aside_x, aside_y = (0.0, 0.0) if hit == j else wind_drift(b)
        met = Met.LYING if hit == j else Met.OTHERS
        shot_meets(b, i, hit, Point(column.x + aside_x, column.y + aside_y), met, dice, log)
        return
    if not touches(base_of(b.figures[i]), base_of_wounded(b, j)):
        if not carry_out_charge(b, i, aim_at_wounded(b, j), 0, dice, log):
            return
    fight_wounded(b, i, j, dice, log)
