"""ARE: a battery shoots at a whole wood or ravine in which an ambush may lie."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.enums import Burst, Flat, Order, Row, Skill, Zone
from sandtable.games.batalist.rules.ambush import distance_to_element, hides, lay, span_of_element, take_away
from sandtable.games.batalist.rules.chances import REVEALED, SPARROWS, area_fire_result
from sandtable.games.batalist.rules.damage import deal_damage, halves_fire, new_attack, protection_of
from sandtable.games.batalist.rules.fighters import fighters
from sandtable.games.batalist.rules.formations import has, looks_everywhere
from sandtable.games.batalist.rules.free_places import nearest_place, put
from sandtable.games.batalist.rules.modifiers import rows_of_attack, rows_of_formations, rows_of_skills
from sandtable.games.batalist.rules.reasons import allowed, because, because_far
from sandtable.games.batalist.rules.scouting import has_marker_in, markers_in
from sandtable.games.batalist.rules.sky import modifier_of_wind, note_sky
from sandtable.games.batalist.rules.wounded import suffer
from sandtable.games.batalist.rules.zones import front_quadrant
from sandtable.games.batalist.switches import AreaFire
from sandtable.kernel.dice import throw_die
from sandtable.kernel.geometry import LATTICE, Base, Edge, base_of, edge_middle
from sandtable.kernel.limits import is_at_least, is_within
from sandtable.kernel.log import outcome
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import overlaps_feature


@clause("BAT-ARE-1", "BAT-ARE-6", "BAT-SKL-4", "BAT-SKL-6", "BAT-DEF-27", "BAT-FRM-4")
@kernel
def why_no_area_fire(b, i, k):
    """What keeps battalion ``i`` from firing at wood or ravine ``k``: an area shooter with two orders to shoot may.

    Who looks everywhere fires from the side nearest to it.
    """
    u = b.figures[i]
    profile = b.profiles[u.profile]
    if b.options.area_fire != AreaFire.YES:
        return because(Code.NO_AREA_FIRE, Clause.ARE_1)
    if not has(b, i, Skill.SHOOTER) or profile.burst != Burst.AREA:
        return because(Code.NO_AREA_SHOOTERS, Clause.ARE_1)
    for card in range(len(u.cards)):
        if u.cards[card] != Order.SHOOTING_ATTACK:
            return because(Code.NOT_TWO_SHOTS, Clause.ARE_1)
    if k < 0 or k >= b.terrain.n_features or not hides(b, k):
        return because(Code.NO_HIDING_PLACE, Clause.ARE_1)
    if not is_before_element(b, i, k):
        return because(Code.AREA_NOT_BEFORE, Clause.DEF_18)
    away = math.inf
    for edge in range(4):
        if edge == Edge.FRONT or looks_everywhere(b, i):
            eye = edge_middle(base_of(u), edge)
            away = min(away, distance_to_element(b, Base(eye.x, eye.y, u.fx, u.fy, 0.0, 0.0), k))
    if not is_at_least(away, b.rules.area_least, LATTICE):
        return because_far(Code.AREA_TOO_NEAR, Clause.ARE_1, NONE, away, b.rules.area_least)
    if not is_within(away, profile.radius, LATTICE):
        return because_far(Code.AREA_TOO_FAR, Clause.ARE_1, NONE, away, profile.radius)
    return allowed()


@clause("BAT-DEF-18", "BAT-FRM-4", "BAT-ARE-1")
@kernel
def is_before_element(b, i, k):
    """Some part of wood or ravine ``k`` lies in the front zone of battalion ``i``, or ``i`` looks everywhere."""
    zone = front_quadrant(base_of(b.figures[i]))
    piece = b.terrain.features[k].part_of
    for part in range(b.terrain.n_features):
        if b.terrain.features[part].part_of == piece and overlaps_feature(zone, b.terrain, part):
            return True
    return looks_everywhere(b, i)


@clause("BAT-ARE-3", "BAT-MOD-8")
@kernel
def prepare_blind_shot(b, i, k, hidden):
    """Note the shot at who is hidden in wood or ravine ``k``: frontal, in cover, nobody in the template; halved."""
    a = new_attack(b, i, hidden, shooting=True)
    u = b.figures[i]
    zone = Zone.FRONT
    a.rows = (
        rows_of_formations(b, i, hidden, zone) | rows_of_attack(b, i, hidden, zone, shooting=True, ordered=False)
    ) | 1 << Row.TARGET_IN_COVER
    a.skill_rows = rows_of_skills(b, i, hidden, shooting=True)
    a.strength = b.profiles[u.profile].shooting
    a.fighters = fighters(b, i, hidden, zone, shooting=True)
    a.protection = protection_of(b, hidden)
    x0, y0, x1, y1 = span_of_element(b, k)
    dx = 0.5 * (x0 + x1) - u.x
    dy = 0.5 * (y0 + y1) - u.y
    note_sky(b, a, dx, dy)
    a.flats[Flat.WIND] = modifier_of_wind(b, dx, dy)
    a.halvings = 1
    halves_fire(b, a, b.profiles[u.profile].shooting_fire)
    return a


@clause("BAT-ARE-2", "BAT-ARE-5")
@kernel
def throw_at_area(b, i, k, hidden, dice, log):
    """Battalion ``i`` fires at wood or ravine ``k``: what its die brings. ``hidden``: NONE where nobody hides."""
    u = b.figures[i]
    markers = markers_in(b, k, 1 - u.side)
    result = area_fire_result(throw_die(dice, log, Purpose.AREA_FIRE, u.side, i, 6), markers)
    if hidden == NONE or result == SPARROWS:
        outcome(log, Code.SHOOTS_AT_SPARROWS, Clause.ARE_2, i, NONE, 0)
        return SPARROWS
    return result


@clause("BAT-ARE-3", "BAT-ARE-4", "BAT-ARE-6")
@kernel
def hit_area(b, i, k, hidden, result, dice, log):
    """The fire of battalion ``i`` at ``k`` reveals ``hidden``, whom its owner names, or brings it out into that wood.

    Revealed it suffers half of a blind shot at once; brought out it is shot at where it stands. Returns the damage.
    """
    u = b.figures[i]
    other = b.figures[hidden]
    feature = b.terrain.features[k]
    x = 0.5 * (feature.x0 + feature.x1)
    y = 0.5 * (feature.y0 + feature.y1)
    if result == REVEALED:
        outcome(log, Code.IS_REVEALED, Clause.ARE_3, hidden, i, 0)
        if not has_marker_in(b, hidden, k):
            take_away(b, hidden)
            lay(b, hidden, k, 0, x, y, log)
    else:
        outcome(log, Code.IS_HIT_IN_HIDING, Clause.ARE_4, hidden, i, 0)
        take_away(b, hidden)
        put(b, hidden, nearest_place(b, hidden, x, y, -u.fx, -u.fy))
        return 0
    prepare_blind_shot(b, i, k, hidden)
    damage = deal_damage(b, dice, log)
    other.attacked += 1
    suffer(b, hidden, damage, log)
    return damage
