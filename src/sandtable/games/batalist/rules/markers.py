"""AMB-13 to AMB-16, TRP-2: attacks on a marker that an enemy has laid, in melee and by shooting."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.record import Formation, Order, Question, Skill, Thing, Zone
from sandtable.games.batalist.rules.ambush import turn_over
from sandtable.games.batalist.rules.cards import is_automatic, take_card, why_no_card
from sandtable.games.batalist.rules.charging import Charge, round_hundredths
from sandtable.games.batalist.rules.finding import ask_where
from sandtable.games.batalist.rules.formations import has, looks_everywhere
from sandtable.games.batalist.rules.ground import is_in_range, terrain_blocks
from sandtable.games.batalist.rules.moving import set_down
from sandtable.games.batalist.rules.roofs_and_decks import keeps_on_way
from sandtable.games.batalist.rules.sky import sight_of
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.games.batalist.rules.traps import meets_traps, springs_on_charge, turn_over_trap
from sandtable.games.batalist.rules.ways import (
    free_ahead,
    has_room,
    is_base,
    is_free_wheel,
    length_for_price,
    lies_on_marker,
    price_of_wheel,
    wheeled,
)
from sandtable.games.batalist.rules.zones import zone_of
from sandtable.games.common.verdicts import refused
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import (
    LATTICE,
    TOUCH,
    Edge,
    base_of,
    degrees_of_facing,
    distance_to_point,
    edge_middle,
    shifted,
    shorter_way,
    snapped,
)
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.line_of_sight import sight_blocked_by_base
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict

WHEELS = 5
"""Wheels that are tried on the way to a marker: none, towards it, and some about that."""


@clause("BAT-AMB-13", "BAT-AMB-16", "BAT-DEF-18")
@kernel
def is_before_marker(b, i, m):
    """Marker ``m`` is an enemy's, and lies in the front zone of battalion ``i``, or ``i`` looks everywhere."""
    marker = b.markers[m]
    if marker.lies == 0 or marker.side == b.figures[i].side:
        return False
    return looks_everywhere(b, i) or zone_of(b.figures[i], marker.x, marker.y) == Zone.FRONT


@clause("BAT-AMB-16", "BAT-ACT-20")
@kernel
def way_to_marker(b, i, m, degrees):
    """The way of battalion ``i`` to marker ``m`` by one wheel and straight on, until it touches that point."""
    marker = b.markers[m]
    start = base_of(b.figures[i])
    stay = Charge(start, NONE, 0.0)
    if distance_to_point(start, marker.x, marker.y) <= TOUCH:
        return Charge(start, m, 0.0)
    speed = effective_speed(b, i)
    price = price_of_wheel(b, i, start, degrees)
    if b.figures[i].formation == Formation.HEDGEHOG or is_more_than(price, speed, LATTICE):
        return stay
    if not is_free_wheel(b, i, start, degrees):
        return stay
    base = wheeled(start, degrees) if degrees != 0.0 else start
    ahead = (marker.x - base.x) * base.fx + (marker.y - base.y) * base.fy - base.half_depth
    aside = (marker.x - base.x) * base.fy - (marker.y - base.y) * base.fx
    left = max(speed - price, 0.0)
    if ahead < 0.0 or abs(aside) > base.half_width:
        return stay
    if is_more_than(ahead, length_for_price(b, i, base, base.fx, base.fy, left, left), LATTICE):
        return stay
    if free_ahead(b, i, base, base.fx, base.fy, ahead, NONE) < ahead - TOUCH:
        return stay
    end = snapped(shifted(base, ahead * base.fx, ahead * base.fy))
    if not has_room(b, i, end) or lies_on_marker(b, end):
        return stay
    if not keeps_on_way(b, i, base, end.x - base.x, end.y - base.y):
        return stay
    return Charge(end, m, price + ahead)


@clause("BAT-AMB-16", "BAT-ACT-20")
@kernel
def wheel_to_marker(b, i, m):
    """The wheel, in hundredths of a degree, of the first way tried that reaches marker ``m``, and whether one does."""
    u = b.figures[i]
    towards = shorter_way(degrees_of_facing(b.markers[m].x - u.x, b.markers[m].y - u.y) - degrees_of_facing(u.fx, u.fy))
    for place in range(WHEELS):
        hand = 12.0 * ((place - 1) // 2 + 1) * (1.0 if place % 2 == 0 else -1.0)
        degrees = 0.0 if place == 0 else towards if place == 1 else towards + hand
        hundredths = round_hundredths(min(max(degrees, -90.0), 90.0))
        if way_to_marker(b, i, m, hundredths / 100.0).reaches == m:
            return hundredths, True
    return 0, False


@clause("BAT-AMB-16", "BAT-DEF-27", "BAT-DEF-28", "BAT-ACT-12")
@kernel
def may_shoot_at_marker(b, i, m):
    """Battalion ``i`` has marker ``m`` in range, in its front zone and in clear sight."""
    if not has(b, i, Skill.SHOOTER.value) or b.figures[i].healthy <= 0 or not is_before_marker(b, i, m):
        return False
    marker = b.markers[m]
    base = base_of(b.figures[i])
    eye = edge_middle(base, Edge.FRONT.value)
    if looks_everywhere(b, i):
        for edge in range(4):
            middle = edge_middle(base, edge)
            nearer = distance_of_points(marker.x, marker.y, middle.x, middle.y)
            if nearer < distance_of_points(marker.x, marker.y, eye.x, eye.y):
                eye = middle
    length = distance_of_points(eye.x, eye.y, marker.x, marker.y)
    if not is_in_range(b, i, length) or length > sight_of(b, i) + LATTICE:
        return False
    if terrain_blocks(b, eye.x, eye.y, marker.x, marker.y):
        return False
    for k in range(b.n_figures):
        if k != i and is_base(b.figures[k]) and not has(b, i, Skill.FLYING.value):
            if sight_blocked_by_base(eye.x, eye.y, marker.x, marker.y, base_of(b.figures[k])):
                return False
    return True


@clause("BAT-AMB-13", "BAT-TRP-2", "BAT-AMB-18")
@kernel
def judge_turn_over(b, action, log):
    """An attack on an enemy marker by the card of a Melee or Shooting Attack: it touches the point, or sees it."""
    i, m, order = action.actors[0], action.item, action.amount
    wrong = why_no_card(b, i, order, action.mode)
    if wrong == NONE and (m < 0 or m >= b.n_markers or not is_before_marker(b, i, m)):
        wrong = Clause.AMB_13.value
    if wrong == NONE and order == Order.SHOOTING_ATTACK:
        wrong = NONE if may_shoot_at_marker(b, i, m) else Clause.ACT_12.value
    elif wrong == NONE and order == Order.MELEE_ATTACK:
        if not has(b, i, Skill.MELEE.value) or is_automatic(b, i, order):
            wrong = Clause.SKL_11.value
        elif not wheel_to_marker(b, i, m)[1]:
            wrong = Clause.AMB_16.value
    elif wrong == NONE:
        wrong = Clause.AMB_13.value
    if wrong != NONE:
        return refused(log, Code.NO_CHARGE.value, wrong, i, NONE, 0)
    return Verdict(1, 0)


@clause("BAT-AMB-13", "BAT-AMB-14", "BAT-AMB-15", "BAT-TRP-2", "BAT-TRP-3")
@kernel
def make_turn_over(b, action, dice, log):
    """The marker is turned over: a false one goes, who hides under a true one is attacked, a trap springs."""
    i, m, order = action.actors[0], action.item, action.amount
    if not take_card(b, i, order, action.mode, dice, log):
        return
    event(log, Code.ATTACKS_MARKER.value, Clause.AMB_13.value, i, NONE, 0)
    in_melee = order == Order.MELEE_ATTACK
    if in_melee:
        degrees = wheel_to_marker(b, i, m)[0] / 100.0
        way = way_to_marker(b, i, m, degrees)
        if meets_traps(b, i) and springs_on_charge(b, i, degrees, way.base, dice, log):
            return
        set_down(b, i, way.base.x, way.base.y, way.base.fx, way.base.fy)
    marker = b.markers[m]
    if marker.thing == Thing.TRAP:
        turn_over_trap(b, m, i, dice, log)
        return
    j = turn_over(b, m, i, in_melee, log)
    if j == NONE:
        return
    question = Question.IN_CONTACT.value if in_melee else Question.SHOT_AT.value
    ask_where(b, question, 0 + b.figures[j].side, j, i, NONE)
