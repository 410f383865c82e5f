"""TER-15, TER-16: the strength of buildings, and how they are knocked down."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Class, Ground, Order, Row, State, Zone
from sandtable.games.batalist.rules.cards import is_automatic, take_card, why_no_card
from sandtable.games.batalist.rules.damage import deal_damage, new_attack, strength_of_hero
from sandtable.games.batalist.rules.fighters import fighters
from sandtable.games.batalist.rules.fixed_power import strike
from sandtable.games.batalist.rules.formations import looks_everywhere
from sandtable.games.batalist.rules.ground import figures_block, is_in_range, is_too_near, terrain_blocks
from sandtable.games.batalist.rules.reasons import (
    UNDRAWN,
    allowed,
    because,
    because_far,
    because_of,
    drawn_along,
    forbids,
    verdict,
)
from sandtable.games.batalist.rules.sky import sight_of
from sandtable.games.batalist.rules.zones import front_zone_meets
from sandtable.games.batalist.switches import BuildingStrength
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import LATTICE, TOUCH, Base, Edge, Segment, base_of, edge_middle
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import distance_to_feature, overlaps_feature


@clause("BAT-DEF-18", "BAT-TER-16")
@kernel
def may_see_walls(b, i, k):
    """Walls of building ``k`` are in the front zone of battalion ``i``, or it looks everywhere."""
    feature = b.terrain.features[k]
    middle_x, middle_y = 0.5 * (feature.x0 + feature.x1), 0.5 * (feature.y0 + feature.y1)
    walls = Base(middle_x, middle_y, 0.0, 1.0, middle_x - feature.x0, middle_y - feature.y0)
    return looks_everywhere(b, i) or front_zone_meets(base_of(b.figures[i]), walls)


@clause("BAT-TER-16")
@kernel
def is_heavy(profile):
    """Shots of Crush or Element harm a building."""
    return profile.shooting_class == Class.CRUSH or profile.shooting_class == Class.ELEMENT


@clause("BAT-TER-16", "BAT-DEF-28", "BAT-FRM-4")
@kernel
def line_to_walls(b, i, k):
    """The line from the middle of the first rank of battalion ``i`` to the nearest point of the walls of ``k``.

    Who looks everywhere shoots from the side nearest to them.
    """
    base = base_of(b.figures[i])
    feature = b.terrain.features[k]
    best, nearest = UNDRAWN, math.inf
    for edge in range(4):
        if edge != Edge.FRONT and not looks_everywhere(b, i):
            continue
        eye = edge_middle(base, edge)
        x, y = min(max(eye.x, feature.x0), feature.x1), min(max(eye.y, feature.y0), feature.y1)
        length = distance_of_points(eye.x, eye.y, x, y)
        if length < nearest:
            best, nearest = Segment(eye.x, eye.y, x, y), length
    return best, nearest


@clause("BAT-TER-15", "BAT-TER-16", "BAT-DEF-18", "BAT-DEF-28", "BAT-OPT-4", "BAT-SKL-6")
@kernel
def may_batter(b, i, k, shooting):
    """Battalion ``i`` may attack building ``k`` before it: in contact, or by a shot of Crush or Element in reach.

    Buildings are upright boxes; a shot goes to the nearest point of the walls, and needs range, sight and a clear line.
    """
    if b.options.building_strength != BuildingStrength.YES or b.terrain.features[k].kind != Ground.BUILDING:
        return False
    profile = b.profiles[b.figures[i].profile]
    if not may_see_walls(b, i, k):
        return False
    if not shooting:
        return profile.melee > 0 and is_within(distance_to_feature(base_of(b.figures[i]), b.terrain, k), 0.0, TOUCH)
    line, length = line_to_walls(b, i, k)
    if not is_heavy(profile) or not is_in_range(b, i, length) or not is_within(length, sight_of(b, i), LATTICE):
        return False
    blocked = terrain_blocks(b, line.x0, line.y0, line.x1, line.y1)
    return not blocked and not figures_block(b, i, i, line.x0, line.y0, line.x1, line.y1)


@clause("BAT-TER-16", "BAT-HER-8")
@kernel
def batter(b, i, k, shooting, dice, log):
    """Battalion ``i`` attacks building ``k``: twice its strength protects it, of the table only MOD-1 counts.

    A hero on its base takes part. Returns the damage.
    """
    a = new_attack(b, i, NONE, shooting)
    profile = b.profiles[b.figures[i].profile]
    a.strength = profile.shooting if shooting else profile.melee
    a.fighters = fighters(b, i, NONE, Zone.FRONT, shooting)
    _, length = line_to_walls(b, i, k)
    a.extra = strength_of_hero(b, i, shooting, length)
    a.protection = b.rules.building_protection * b.sites[k].strength
    a.rows = 0 if shooting else 1 << Row.MELEE_ORDER
    damage = deal_damage(b, dice, log)
    b.sites[k].damage += damage
    if b.sites[k].damage >= b.rules.shots_level * b.sites[k].strength:
        collapse(b, i, k, dice, log)
    return damage


@clause("BAT-TER-16", "BAT-CBT-19")
@kernel
def collapse(b, i, k, dice, log):
    """Building ``k`` becomes difficult ground; who stands on it suffers an attack and is on the ground."""
    b.terrain.features[k].kind = Ground.DIFFICULT
    event(log, Code.COLLAPSES, Clause.TER_16, i, NONE, k)
    for victim in range(b.n_figures):
        u = b.figures[victim]
        if u.state == State.FIELD and u.storey > 0 and overlaps_feature(base_of(u), b.terrain, k):
            u.storey = 0
            strike(b, victim, b.rules.collapse, Class.CRUSH, 0, b.figures[i].side, dice, log)


@clause("BAT-TER-16", "BAT-TER-15")
@kernel
def judge_batter(b, action, log):
    """An attack on a building by the card of a Melee or Shooting Attack."""
    i, k, order = action.actors[0], action.item, action.amount
    why = why_no_card(b, i, order, action.mode)
    return verdict(log, i, why if forbids(why) else why_no_battering(b, i, k, order))


@clause("BAT-TER-15", "BAT-TER-16", "BAT-DEF-18", "BAT-DEF-27", "BAT-DEF-28", "BAT-OPT-4", "BAT-SKL-11", "BAT-WOU-9")
@kernel
def why_no_battering(b, i, k, order):
    """What keeps battalion ``i`` from an attack on building ``k`` by the card of this order."""
    u = b.figures[i]
    if order != Order.MELEE_ATTACK and order != Order.SHOOTING_ATTACK:
        return because_of(Code.CARD_IS_NO_ATTACK, Clause.TER_16, NONE, order)
    if is_automatic(b, i, order):
        return because(Code.BLOOD_NOT_FOR_THAT, Clause.SKL_11)
    if u.state != State.FIELD:
        return because(Code.OFF_FIELD, Clause.ORD_17)
    if u.healthy <= 0:
        return because(Code.ONLY_WOUNDED, Clause.WOU_9)
    if b.options.building_strength != BuildingStrength.YES:
        return because(Code.BUILDINGS_STAND, Clause.TER_15)
    if k < 0 or k >= b.terrain.n_features or b.terrain.features[k].kind != Ground.BUILDING:
        return because(Code.NO_BUILDING, Clause.TER_16)
    shooting = order == Order.SHOOTING_ATTACK
    if may_batter(b, i, k, shooting):
        return allowed()
    profile = b.profiles[u.profile]
    line, far = line_to_walls(b, i, k)
    if not may_see_walls(b, i, k):
        why = because(Code.BUILDING_NOT_BEFORE, Clause.DEF_18)
    elif not shooting and profile.melee <= 0:
        return because(Code.NO_MELEE, Clause.SKL_1)
    elif not shooting:
        why = because_far(Code.NOT_AT_WALL, Clause.TER_16, NONE, distance_to_feature(base_of(u), b.terrain, k), 0.0)
    elif not is_heavy(profile):
        return because(Code.SHOTS_TOO_LIGHT, Clause.TER_16)
    elif is_too_near(b, i, far):
        why = because_far(Code.AREA_TOO_NEAR, Clause.SKL_6, NONE, far, b.rules.area_least)
    elif not is_in_range(b, i, far):
        why = because_far(Code.BUILDING_OUT_OF_RANGE, Clause.DEF_27, NONE, far, profile.radius)
    elif not is_within(far, sight_of(b, i), LATTICE):
        why = because_far(Code.BEYOND_SIGHT_THERE, Clause.OPT_4, NONE, far, sight_of(b, i))
    else:
        why = because(Code.BUILDING_HIDDEN, Clause.DEF_28)
    return drawn_along(why, line.x0, line.y0, line.x1, line.y1)


@clause("BAT-TER-16")
@kernel
def make_batter(b, action, dice, log):
    """Turn up the card and strike the building."""
    i, order = action.actors[0], action.amount
    if take_card(b, i, order, action.mode, dice, log):
        damage = batter(b, i, action.item, order == Order.SHOOTING_ATTACK, dice, log)
        event(log, Code.BATTERS, Clause.TER_16, i, NONE, damage)
