"""WOU-9 to WOU-14: attacks on the wounded behind a battalion, or on those of whom nobody stands any more."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.record import Burst, Order, Skill, State
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
from sandtable.games.batalist.rules.shooting import could_shoot_at, shot_meets, template_fits
from sandtable.games.batalist.rules.ways import (
    touches,
)
from sandtable.games.batalist.rules.wounded import base_of_wounded, lie_as_battalion, stand_again
from sandtable.games.batalist.rules.zones import front_zone_meets
from sandtable.games.common.verdicts import refused
from sandtable.kernel.geometry import base_of
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
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
def aim_at_wounded(b, j):
    """Those who lie wounded with battalion ``j`` as what a Melee Attack goes to: their outline."""
    return Aim(base_of_wounded(b, j), NONE)


@clause("BAT-WOU-14", "BAT-DEF-28", "BAT-ACT-12", "BAT-SKL-4")
@kernel
def may_shoot_at_wounded(b, i, j):
    """Battalion ``i`` has the wounded of ``j`` in range, before it and in sight; a template lies on their middle."""
    column = base_of_wounded(b, j)
    if not could_shoot_at(b, i, base_of(b.figures[i]), j, column):
        return False
    is_area = b.profiles[b.figures[i].profile].burst == Burst.AREA
    return not is_area or template_fits(b, i, column, column.x, column.y)


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
        elif wheel_that_reaches(b, i, base_of(b.figures[i]), aim_at_wounded(b, j)) == NO_WHEEL:
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
        column = base_of_wounded(b, j)
        stood = lie_as_battalion(b, j)
        x, y, _ = aim(b, i, j)
        hit = target_in_wind(b, i, j, x, y)
        stand_again(b, j, stood)
        if hit == NONE:
            event(log, Code.MISSES.value, Clause.WIN_5.value, i, j, 0)
            return
        aside_x, aside_y = (0.0, 0.0) if hit == j else wind_drift(b)
        shot_meets(b, i, hit, column.x + aside_x, column.y + aside_y, lying=hit == j, dice=dice, log=log)
        return
    if not touches(base_of(b.figures[i]), base_of_wounded(b, j)):
        if not carry_out_charge(b, i, aim_at_wounded(b, j), 0, dice, log):
            return
    fight_wounded(b, i, j, dice, log)
