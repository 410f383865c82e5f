"""AMB-13 to AMB-16, TRP-2: attacks on a marker that an enemy has laid, in melee and by shooting."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.record import Order, Question, Skill, Thing, Zone
from sandtable.games.batalist.rules.ambush import turn_over
from sandtable.games.batalist.rules.cards import is_automatic, take_card, why_no_card
from sandtable.games.batalist.rules.charging import NO_WHEEL, Aim, carry_out_charge, wheel_that_reaches
from sandtable.games.batalist.rules.finding import ask_where
from sandtable.games.batalist.rules.formations import has, looks_everywhere
from sandtable.games.batalist.rules.ground import is_in_range, terrain_blocks
from sandtable.games.batalist.rules.sky import sight_of
from sandtable.games.batalist.rules.traps import turn_over_trap
from sandtable.games.batalist.rules.ways import (
    is_base,
)
from sandtable.games.batalist.rules.zones import zone_of
from sandtable.games.common.verdicts import refused
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import (
    LATTICE,
    Base,
    Edge,
    base_of,
    edge_middle,
)
from sandtable.kernel.line_of_sight import sight_blocked_by_base
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


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
    return Aim(Base(0.0 + marker.x, 0.0 + marker.y, 0.0, 1.0, 0.0, 0.0), NONE)


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
        elif wheel_that_reaches(b, i, base_of(b.figures[i]), aim_at_marker(b, m)) == NO_WHEEL:
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
    if in_melee and not carry_out_charge(b, i, aim_at_marker(b, m), 0, dice, log):
        return
    marker = b.markers[m]
    if marker.thing == Thing.TRAP:
        turn_over_trap(b, m, i, dice, log)
        return
    j = turn_over(b, m, i, in_melee, log)
    if j == NONE:
        return
    question = Question.IN_CONTACT.value if in_melee else Question.SHOT_AT.value
    ask_where(b, question, 0 + b.figures[j].side, j, i, NONE)
