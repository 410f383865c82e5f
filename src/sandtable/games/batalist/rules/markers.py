"""AMB-13 to AMB-16, TRP-2: attacks on a marker that an enemy has laid, in melee and by shooting."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Order, Question, Skill, Thing, Zone
from sandtable.games.batalist.rules.ambush import turn_over
from sandtable.games.batalist.rules.cards import is_automatic, take_card, why_no_card
from sandtable.games.batalist.rules.charging import NO_WHEEL, Aim, carry_out_charge, wheel_that_reaches
from sandtable.games.batalist.rules.finding import ask_where
from sandtable.games.batalist.rules.formations import has, looks_everywhere
from sandtable.games.batalist.rules.ground import is_in_range, is_too_near, seeing_from, terrain_blocks
from sandtable.games.batalist.rules.reasons import (
    allowed,
    because,
    because_far,
    because_of,
    because_there,
    drawn_along,
    forbids,
    verdict,
)
from sandtable.games.batalist.rules.sky import sight_of
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.games.batalist.rules.traps import turn_over_trap
from sandtable.games.batalist.rules.ways import (
    is_base,
)
from sandtable.games.batalist.rules.zones import zone_of
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import (
    LATTICE,
    Base,
    base_of,
    distance_to_point,
)
from sandtable.kernel.limits import is_within
from sandtable.kernel.line_of_sight import sight_blocked_by_base
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE


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
def aim_at_marker(b, m):
    """Marker ``m`` as what a Melee Attack goes to: a point."""
    marker = b.markers[m]
    return Aim(Base(marker.x, marker.y, 0.0, 1.0, 0.0, 0.0), NONE)


@clause("BAT-AMB-16", "BAT-DEF-27", "BAT-DEF-28", "BAT-OPT-4", "BAT-ACT-12")
@kernel
def may_shoot_at_marker(b, i, m):
    """Battalion ``i`` has marker ``m`` in range, in its front zone and in clear sight."""
    if not has(b, i, Skill.SHOOTER) or b.figures[i].healthy <= 0 or not is_before_marker(b, i, m):
        return False
    marker = b.markers[m]
    eye = seeing_from(b, i, base_of(b.figures[i]), marker.x, marker.y)
    length = distance_of_points(eye.x, eye.y, marker.x, marker.y)
    if not is_in_range(b, i, length) or not is_within(length, sight_of(b, i), LATTICE):
        return False
    if terrain_blocks(b, eye.x, eye.y, marker.x, marker.y):
        return False
    for k in range(b.n_figures):
        if k != i and is_base(b.figures[k]) and not has(b, i, Skill.FLYING):
            if sight_blocked_by_base(eye.x, eye.y, marker.x, marker.y, base_of(b.figures[k])):
                return False
    return True


@clause("BAT-AMB-13", "BAT-TRP-2", "BAT-AMB-18")
@kernel
def judge_turn_over(b, action, log):
    """An attack on an enemy marker by the card of a Melee or Shooting Attack: it touches the point, or sees it."""
    i, m, order = action.actors[0], action.item, action.amount
    why = why_no_card(b, i, order, action.mode)
    return verdict(log, i, why if forbids(why) else why_no_turning_over(b, i, m, order))


@clause("BAT-AMB-13", "BAT-TRP-2", "BAT-AMB-16", "BAT-SKL-11")
@kernel
def why_no_turning_over(b, i, m, order):
    """What keeps battalion ``i`` from an attack on marker ``m`` by the card of this order."""
    why = why_no_marker(b, i, m)
    if forbids(why):
        return why
    own, marker = base_of(b.figures[i]), b.markers[m]
    if order == Order.SHOOTING_ATTACK:
        return why_no_shot_at_marker(b, i, m)
    if order != Order.MELEE_ATTACK:
        return because_of(Code.CARD_IS_NO_ATTACK, Clause.AMB_13, NONE, order)
    if not has(b, i, Skill.MELEE):
        return because(Code.NO_MELEE, Clause.SKL_1)
    if is_automatic(b, i, order):
        return because(Code.BLOOD_NOT_FOR_THAT, Clause.SKL_11)
    if wheel_that_reaches(b, i, own, aim_at_marker(b, m)) != NO_WHEEL:
        return allowed()
    far = distance_to_point(own, marker.x, marker.y)
    why = because_far(Code.MARKER_OUT_OF_REACH, Clause.AMB_16, NONE, far, effective_speed(b, i))
    return drawn_along(why, own.x, own.y, marker.x, marker.y)


@clause("BAT-AMB-13", "BAT-DEF-18")
@kernel
def why_no_marker(b, i, m):
    """What keeps marker ``m`` from being an enemy's in the front zone of battalion ``i``."""
    if m < 0 or m >= b.n_markers or b.markers[m].lies == 0:
        return because(Code.NO_SUCH_MARKER, Clause.AMB_13)
    if b.markers[m].side == b.figures[i].side:
        return because(Code.MARKER_IS_YOURS, Clause.AMB_13)
    if is_before_marker(b, i, m):
        return allowed()
    return because_there(Code.MARKER_NOT_BEFORE, Clause.DEF_18, NONE, b.markers[m].x, b.markers[m].y)


@clause("BAT-AMB-16", "BAT-SKL-2", "BAT-DEF-27", "BAT-DEF-28", "BAT-OPT-4", "BAT-WOU-9")
@kernel
def why_no_shot_at_marker(b, i, m):
    """What keeps battalion ``i`` from a shot at marker ``m``, which lies before it."""
    if may_shoot_at_marker(b, i, m):
        return allowed()
    if b.figures[i].healthy <= 0:
        return because(Code.ONLY_WOUNDED, Clause.WOU_9)
    if not has(b, i, Skill.SHOOTER):
        return because(Code.NO_SHOOTERS, Clause.SKL_2)
    own, marker = base_of(b.figures[i]), b.markers[m]
    eye = seeing_from(b, i, own, marker.x, marker.y)
    length = distance_of_points(eye.x, eye.y, marker.x, marker.y)
    why = because(Code.MARKER_HIDDEN, Clause.DEF_28)
    if is_too_near(b, i, length):
        why = because_far(Code.AREA_TOO_NEAR, Clause.SKL_6, NONE, length, b.rules.area_least)
    elif not is_in_range(b, i, length):
        why = because_far(
            Code.MARKER_OUT_OF_RANGE, Clause.DEF_27, NONE, length, b.profiles[b.figures[i].profile].radius
        )
    elif not is_within(length, sight_of(b, i), LATTICE):
        why = because_far(Code.BEYOND_SIGHT_THERE, Clause.OPT_4, NONE, length, sight_of(b, i))
    return drawn_along(why, eye.x, eye.y, marker.x, marker.y)


@clause("BAT-AMB-13", "BAT-AMB-14", "BAT-AMB-15", "BAT-TRP-2", "BAT-TRP-3")
@kernel
def make_turn_over(b, action, dice, log):
    """The marker is turned over: a false one goes, who hides under a true one is attacked, a trap springs."""
    i, m, order = action.actors[0], action.item, action.amount
    if not take_card(b, i, order, action.mode, dice, log):
        return
    event(log, Code.ATTACKS_MARKER, Clause.AMB_13, i, NONE, 0)
    in_melee = order == Order.MELEE_ATTACK
    if in_melee and not carry_out_charge(b, i, aim_at_marker(b, m), 0, dice, log):
        return
    marker = b.markers[m]
    if marker.thing == Thing.TRAP:
        turn_over_trap(b, m, i, dice, log)
        return
    j = turn_over(b, m, i, in_melee, log)
    if j == NONE:
        return
    question = Question.IN_CONTACT if in_melee else Question.SHOT_AT
    ask_where(b, question, b.figures[j].side, j, i, NONE)
