"""ACT-12, SKL-2 to SKL-6: whom a Shooting Attack may aim at, warriors that a jet or template reaches, and the shot."""

from __future__ import annotations

import math
from enum import IntEnum

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Burst, Flat, Formation, Order, Phase, Skill, State, Zone
from sandtable.games.batalist.rules.cards import take_card, why_no_card
from sandtable.games.batalist.rules.charging import why_no_enemy, why_not_at_once
from sandtable.games.batalist.rules.chosen_targets import character_on
from sandtable.games.batalist.rules.damage import deal_damage, prepare_shot
from sandtable.games.batalist.rules.distances import rank_base
from sandtable.games.batalist.rules.formations import figures_in_rank, has, looks_everywhere, ranks_of
from sandtable.games.batalist.rules.ground import aim, aim_from, is_in_range, is_too_near, seeing_from
from sandtable.games.batalist.rules.preparing import target_in_wind, wind_drift
from sandtable.games.batalist.rules.reasons import (
    allowed,
    because,
    because_far,
    because_of,
    drawn_along,
    forbids,
    verdict,
)
from sandtable.games.batalist.rules.sky import sight_of
from sandtable.games.batalist.rules.snipers import snipe, why_not_chosen
from sandtable.games.batalist.rules.ways import is_base
from sandtable.games.batalist.rules.wounded import lie_as_battalion, stand_again, strike_wounded, suffer
from sandtable.games.batalist.rules.zones import front_zone_meets, zone_of
from sandtable.games.batalist.switches import Jet
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import LATTICE, Point, base_of, distance_to_point
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE


@clause("BAT-SKL-5")
@kernel
def is_seen_by_friend(b, i, j, other):
    """A friend of battalion ``i`` has ``j`` in its line of sight, which stands or lies so."""
    for k in range(b.n_figures):
        if k != i and b.figures[k].side == b.figures[i].side and is_base(b.figures[k]):
            _, _, length = aim_from(b, k, base_of(b.figures[k]), j, other)
            if length <= sight_of(b, k) + LATTICE:
                return True
    return False


@clause("BAT-SKL-5", "BAT-SKL-6", "BAT-DEF-27", "BAT-DEF-28")
@kernel
def length_of_shot(b, i, own, j, other):
    """How far battalion ``i``, standing so, would shoot at ``j`` there; infinite out of sight.

    Area shooters may use a friend's eyes.
    """
    x, y, length = aim_from(b, i, own, j, other)
    if length <= sight_of(b, i) + LATTICE:
        return length
    if b.profiles[b.figures[i].profile].burst == Burst.AREA and is_seen_by_friend(b, i, j, other):
        eye = seeing_from(b, i, own, other.x, other.y)
        return distance_of_points(eye.x, eye.y, x, y)
    return math.inf


@clause("BAT-ACT-12", "BAT-CBT-3", "BAT-DEF-18", "BAT-DEF-27", "BAT-CBT-18", "BAT-FRM-4")
@kernel
def could_shoot_at(b, i, own, j, other):
    """Battalion ``i``, standing so, could shoot at ``j``, which stands or lies so: range, front zone, line of sight."""
    u = b.figures[i]
    if u.healthy <= 0 or not has(b, i, Skill.SHOOTER):
        return False
    far = distance_to_point(other, own.x, own.y)
    if far > b.profiles[u.profile].radius + 2.0 * (own.half_depth + own.half_width):
        return False
    if not looks_everywhere(b, i) and not front_zone_meets(own, other):
        return False
    return is_in_range(b, i, length_of_shot(b, i, own, j, other))


@clause("BAT-ACT-12", "BAT-CBT-3", "BAT-CBT-18")
@kernel
def may_shoot_at(b, i, j):
    """Battalion ``i`` may make a Shooting Attack on ``j``, an enemy base."""
    if j < 0 or j >= b.n_figures or not is_base(b.figures[j]) or b.figures[j].side == b.figures[i].side:
        return False
    own, other = base_of(b.figures[i]), base_of(b.figures[j])
    return b.figures[i].state == State.FIELD and could_shoot_at(b, i, own, j, other)


@clause("BAT-SKL-3", "BAT-SKL-4", "BAT-ARM-13", "BAT-DEF-16")
@kernel
def warriors_within(b, j, x, y, radius, before):
    """Warriors of battalion ``j`` whose cell centre is within so many steps of a point.

    ``before``: the battalion in whose front zone they must lie, or NONE.
    """
    u = b.figures[j]
    found = 0
    for rank in range(ranks_of(u)):
        row = rank_base(b, j, rank)
        if u.formation == Formation.HEDGEHOG:
            number = max(min(ranks_of(u), u.healthy - rank * ranks_of(u)), 0)
        else:
            number = figures_in_rank(u, rank)
        for place in range(number):
            aside = (2.0 * (place + 0.5) / number - 1.0) * row.half_width
            cx, cy = row.x + row.fy * aside, row.y - row.fx * aside
            if is_within(distance_of_points(x, y, cx, cy), radius, LATTICE):
                if before == NONE or zone_of(b.figures[before], cx, cy) == Zone.FRONT:
                    found += 1
    return found


@clause("BAT-SKL-3", "BAT-SKL-4")
@kernel
def warriors_reached(b, i, j, x, y):
    """Warriors that give battalion ``i`` one each: within the jet, or under the template at (x, y); others none."""
    profile = b.profiles[b.figures[i].profile]
    if profile.burst == Burst.JET:
        eye = seeing_from(b, i, base_of(b.figures[i]), b.figures[j].x, b.figures[j].y)
        if b.options.jet == Jet.TARGET:
            return warriors_within(b, j, eye.x, eye.y, profile.radius, i)
        found = 0
        for k in range(b.n_figures):
            if b.figures[k].side != b.figures[i].side and is_base(b.figures[k]):
                found += warriors_within(b, k, eye.x, eye.y, profile.radius, i)
        return found
    if profile.burst == Burst.AREA:
        return warriors_within(b, j, x, y, b.rules.area_radius, NONE)
    return 0


@clause("BAT-SKL-4", "BAT-SKL-6")
@kernel
def template_fits(b, i, other, x, y):
    """The middle of the template is within SR, and the template touches the target, which stands or lies so."""
    eye = seeing_from(b, i, base_of(b.figures[i]), other.x, other.y)
    if not is_within(distance_of_points(eye.x, eye.y, x, y), b.profiles[b.figures[i].profile].radius, LATTICE):
        return False
    return is_within(distance_to_point(other, x, y), b.rules.area_radius, LATTICE)


@clause("BAT-ACT-12", "BAT-ORD-12", "BAT-CBT-18", "BAT-REC-5")
@kernel
def judge_shoot(b, action, log):
    """A Shooting Attack on a target, by its card or by a right to attack at once."""
    i = action.actors[0]
    j = action.target
    if b.phase == Phase.AT_ONCE:
        why = why_not_at_once(b, i, j, action.mode)
    else:
        why = why_no_card(b, i, Order.SHOOTING_ATTACK, action.mode)
    if not forbids(why):
        why = why_no_enemy(b, i, j)
    if not forbids(why):
        why = why_no_shot(b, i, j, base_of(b.figures[j]), action.x, action.y)
    if not forbids(why) and action.item != NONE:
        why = why_not_chosen(b, i, j, shooting=True)
    return verdict(log, i, why)


@clause("BAT-ACT-12", "BAT-DEF-18", "BAT-DEF-27", "BAT-DEF-28", "BAT-OPT-4", "BAT-SKL-2", "BAT-SKL-6", "BAT-WOU-9")
@kernel
def why_no_shot(b, i, j, other, x, y):
    """What keeps battalion ``i`` from a shot at ``j``, which stands or lies so, any template at (x, y)."""
    u = b.figures[i]
    own = base_of(u)
    profile = b.profiles[u.profile]
    if u.state != State.FIELD:
        return because(Code.OFF_FIELD, Clause.ORD_17)
    if u.healthy <= 0:
        return because(Code.ONLY_WOUNDED, Clause.WOU_9)
    if not has(b, i, Skill.SHOOTER):
        return because(Code.NO_SHOOTERS, Clause.SKL_2)
    eye = seeing_from(b, i, own, other.x, other.y)
    if not looks_everywhere(b, i) and not front_zone_meets(own, other):
        return drawn_along(because_of(Code.NOT_BEFORE, Clause.DEF_18, j, 0), eye.x, eye.y, other.x, other.y)
    length = length_of_shot(b, i, own, j, other)
    if math.isinf(length):
        _, _, seen = aim_from(b, i, own, j, other)
        why = because_far(Code.BEYOND_SIGHT, Clause.OPT_4, j, seen, sight_of(b, i))
        if math.isinf(seen):
            why = because_of(Code.OUT_OF_SIGHT, Clause.DEF_28, j, 0)
        return drawn_along(why, eye.x, eye.y, other.x, other.y)
    if not is_in_range(b, i, length):
        why = because_far(Code.OUT_OF_RANGE, Clause.DEF_27, j, length, profile.radius)
        if is_too_near(b, i, length):
            why = because_far(Code.TOO_NEAR, Clause.SKL_6, j, length, b.rules.area_least)
        return drawn_along(why, eye.x, eye.y, other.x, other.y)
    if profile.burst != Burst.AREA or template_fits(b, i, other, x, y):
        return allowed()
    far = distance_of_points(eye.x, eye.y, x, y)
    if not is_within(far, profile.radius, LATTICE):
        return drawn_along(because_far(Code.TEMPLATE_FAR, Clause.SKL_4, j, far, profile.radius), eye.x, eye.y, x, y)
    why = because_far(Code.TEMPLATE_MISSES, Clause.SKL_4, j, distance_to_point(other, x, y), b.rules.area_radius)
    return drawn_along(why, x, y, other.x, other.y)


@clause("BAT-ACT-12", "BAT-CBT-3", "BAT-CBT-15", "BAT-SKL-4", "BAT-WIN-5")
@kernel
def make_shoot(b, action, dice, log):
    """Carry out a Shooting Attack; wind may carry it to others; under a template only those that it covers suffer."""
    i = action.actors[0]
    j = action.target
    if not take_card(b, i, Order.SHOOTING_ATTACK, action.mode, dice, log):
        return
    shoot_at(b, i, j, Point(action.x, action.y), action.item != NONE, dice, log)


@clause("BAT-CBT-3", "BAT-CBT-15", "BAT-SKL-4", "BAT-WIN-5", "BAT-SNI-2", "BAT-ACT-12")
@kernel
def shoot_at(b, i, j, template, at_character, dice, log):
    """Battalion ``i`` shoots at ``j``, an area shooter with its template there; or a sniper at the character there."""
    event(log, Code.SHOOTS, Clause.ACT_12, i, j, 0)
    x, y, _ = aim(b, i, j)
    hit = target_in_wind(b, i, j, x, y)
    if at_character and hit == j:
        snipe(b, i, character_on(b, j), dice, log)
        return
    if hit == NONE:
        event(log, Code.MISSES, Clause.WIN_5, i, j, 0)
        return
    met = Met.STANDING if hit == j else Met.OTHERS
    aside_x, aside_y = (0.0, 0.0) if hit == j else wind_drift(b)
    shot_meets(b, i, hit, Point(template.x + aside_x, template.y + aside_y), met, dice, log)


class Met(IntEnum):
    """Whom a shot meets."""

    STANDING = 0  # the battalion that was aimed at
    LYING = 1  # those who lie wounded with it
    OTHERS = 2  # to whom the wind has carried it


@clause("BAT-CBT-3", "BAT-CBT-15", "BAT-SKL-4", "BAT-WIN-5", "BAT-WOU-11")
@kernel
def shot_meets(b, i, hit, template, met, dice, log):
    """A shot of battalion ``i`` with its template at that Point meets ``hit``; ``met``: whether it was aimed at."""
    carried = met == Met.OTHERS
    if met == Met.LYING or b.figures[hit].wounded_of != NONE:
        stood = lie_as_battalion(b, hit)
        dealt = damage_of_shot(b, i, hit, template, carried, dice, log)
        stand_again(b, hit, stood)
        strike_wounded(b, hit, dealt, log)
        return
    dealt = damage_of_shot(b, i, hit, template, carried, dice, log)
    b.figures[hit].attacked += 1
    suffer(b, hit, dealt, log)


@clause("BAT-CBT-3", "BAT-CBT-15", "BAT-SKL-4", "BAT-WIN-5")
@kernel
def damage_of_shot(b, i, j, template, carried, dice, log):
    """Throw for a shot of battalion ``i`` that meets ``j``: under a template at that Point only those it covers suffer.

    ``carried``: across the wind, which adds nothing to it.
    """
    reached = warriors_reached(b, i, j, template.x, template.y)
    a = prepare_shot(b, i, j, reached)
    if carried:
        a.flats[Flat.WIND] = 0
    dealt = deal_damage(b, dice, log)
    return min(dealt, reached) if b.profiles[b.figures[i].profile].burst == Burst.AREA else dealt
