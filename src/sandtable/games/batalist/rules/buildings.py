"""TER-15, TER-16: the strength of buildings, and how they are knocked down."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.record import Class, Ground, Order, Row, State, Zone
from sandtable.games.batalist.rules.cards import is_automatic, take_card, why_no_card
from sandtable.games.batalist.rules.damage import deal_damage, new_attack
from sandtable.games.batalist.rules.fighters import fighters
from sandtable.games.batalist.rules.fixed_power import strike
from sandtable.games.batalist.rules.formations import looks_everywhere
from sandtable.games.batalist.rules.ground import figures_block, is_in_range, terrain_blocks
from sandtable.games.batalist.rules.zones import front_zone_meets
from sandtable.games.batalist.switches import BuildingStrength
from sandtable.games.common.verdicts import refused
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import TOUCH, Base, Edge, base_of, edge_middle
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import distance_to_feature, overlaps_feature
from sandtable.kernel.verbs import Verdict


@clause("BAT-TER-15", "BAT-TER-16", "BAT-DEF-18", "BAT-DEF-28", "BAT-SKL-6")
@kernel
def may_batter(b, i, k, shooting):
    """Battalion ``i`` may attack building ``k`` before it: in contact, or by a shot of Crush or Element in reach.

    Buildings are upright boxes; a shot goes to the nearest point of the walls, and needs range and a clear line to it.
    """
    if b.options.building_strength != BuildingStrength.YES or b.terrain.features[k].kind != Ground.BUILDING:
        return False
    profile = b.profiles[b.figures[i].profile]
    base = base_of(b.figures[i])
    feature = b.terrain.features[k]
    middle_x, middle_y = 0.5 * (feature.x0 + feature.x1), 0.5 * (feature.y0 + feature.y1)
    walls = Base(middle_x, middle_y, 0.0, 1.0, middle_x - feature.x0, middle_y - feature.y0)
    if not looks_everywhere(b, i) and not front_zone_meets(base, walls):
        return False
    if not shooting:
        return profile.melee > 0 and is_within(distance_to_feature(base, b.terrain, k), 0.0, TOUCH)
    heavy = profile.shooting_class == Class.CRUSH or profile.shooting_class == Class.ELEMENT
    eye = edge_middle(base, Edge.FRONT.value)
    x, y = min(max(eye.x, feature.x0), feature.x1), min(max(eye.y, feature.y0), feature.y1)
    if not heavy or not is_in_range(b, i, distance_of_points(eye.x, eye.y, x, y)):
        return False
    return not terrain_blocks(b, eye.x, eye.y, x, y) and not figures_block(b, i, i, eye.x, eye.y, x, y)


@clause("BAT-TER-16")
@kernel
def batter(b, i, k, shooting, dice, log):
    """Battalion ``i`` attacks building ``k``: twice its strength protects it, only MOD-1 counts. Returns the damage."""
    a = new_attack(b, i, NONE, shooting)
    profile = b.profiles[b.figures[i].profile]
    a.strength = profile.shooting if shooting else profile.melee
    a.fighters = fighters(b, i, NONE, Zone.FRONT.value, shooting)
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
    b.terrain.features[k].kind = Ground.DIFFICULT.value
    event(log, Code.COLLAPSES.value, Clause.TER_16.value, i, NONE, 0)
    for victim in range(b.n_figures):
        u = b.figures[victim]
        if u.state == State.FIELD and u.storey > 0 and overlaps_feature(base_of(u), b.terrain, k):
            u.storey = 0
            strike(b, victim, b.rules.collapse, Class.CRUSH.value, 0, b.figures[i].side, dice, log)


@clause("BAT-TER-16", "BAT-TER-15")
@kernel
def judge_batter(b, action, log):
    """An attack on a building by the card of a Melee or Shooting Attack."""
    i, k, order = action.actors[0], action.item, action.amount
    wrong = why_no_card(b, i, order, action.mode)
    if wrong == NONE and (order != Order.MELEE_ATTACK and order != Order.SHOOTING_ATTACK):
        wrong = Clause.TER_16.value
    if wrong == NONE and (is_automatic(b, i, order) or b.figures[i].state != State.FIELD or b.figures[i].healthy <= 0):
        wrong = Clause.TER_16.value
    if wrong == NONE and (k < 0 or k >= b.terrain.n_features):
        wrong = Clause.TER_16.value
    if wrong == NONE and not may_batter(b, i, k, order == Order.SHOOTING_ATTACK):
        wrong = Clause.TER_16.value
    if wrong != NONE:
        return refused(log, Code.NO_BATTERING.value, wrong, i, NONE, 0)
    return Verdict(1, 0)


@clause("BAT-TER-16")
@kernel
def make_batter(b, action, dice, log):
    """Turn up the card and strike the building."""
    i, order = action.actors[0], action.amount
    if take_card(b, i, order, action.mode, dice, log):
        damage = batter(b, i, action.item, order == Order.SHOOTING_ATTACK, dice, log)
        event(log, Code.BATTERS.value, Clause.TER_16.value, i, NONE, damage)
