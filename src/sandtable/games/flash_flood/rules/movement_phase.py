"""MOVEMENT PHASE: units taken up one after another, moves of whole units and single models, gantries (MIS-13, MOV)."""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.flash_flood.clauses import Clause, Code
from sandtable.games.flash_flood.record import Level, Phase, Step
from sandtable.games.flash_flood.rules.aftermath import barrier_on_way, going_at, is_step
from sandtable.games.flash_flood.rules.charges import lay_back, was_picked_up_by
from sandtable.games.flash_flood.rules.coherency import acts_normally, who_is_apart
from sandtable.games.flash_flood.rules.passing import enemies_on_way, everybody, gap_on_leg, who_is_too_near
from sandtable.games.flash_flood.rules.sewer import is_wholly_dry
from sandtable.games.flash_flood.rules.walking import MAX_POINTS, is_clear, is_in_sewer, length_of, shortest_way
from sandtable.games.skirmish40k.record import Going, Mount
from sandtable.games.skirmish40k.rules.measuring import SLACK, is_of, is_on_table
from sandtable.games.skirmish40k.rules.morale import first_model
from sandtable.games.skirmish40k.rules.movement import allowance, put
from sandtable.games.skirmish40k.rules.reasons import reason_between
from sandtable.games.skirmish40k.rules.shooting import is_locked
from sandtable.games.skirmish40k.rules.terrain import throw_for_ground
from sandtable.kernel.action_checks import is_finite
from sandtable.kernel.bitsets import lowest, without
from sandtable.kernel.discs import distance_of_points, is_off
from sandtable.kernel.geometry import TOUCH
from sandtable.kernel.limits import is_more_than, is_within
from sandtable.kernel.log import event, locate, measured, outcome, reason
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict

BY_THE_GROUND = True
"""Whether Difficult ground on a move must have been thrown for, or slows nobody."""

WHATEVER_THE_GROUND = False


@kernel
def asks_side(b):
    """The side whose player turn it is."""
    return b.side


# ---------------------------------------------------------------- who may do something


@clause("FLOOD-COH-8", "FLOOD-COH-5", "C40-MOV-5", "C40-MOR-8")
@kernel
def is_free(b, u):
    """The unit may act as units do: it has models, is not scattered, not locked, not finished, not falling back."""
    return is_ready(b, u) and not is_locked(b, u)


@kernel
def is_ready(b, u):
    """The same of a unit that is known not to be locked."""
    unit = b.units[u]
    if unit.done != 0 or unit.falling_back != 0 or b.squads[u].scattered != 0 or b.squads[u].of != u:
        return False
    return unit.side == b.side and first_acting(b, u) != NONE


@kernel
def first_acting(b, u):
    """The first model of the unit that is in coherency, or NONE."""
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u) and acts_normally(b, i):
            return i
    return NONE


@clause("FLOOD-COH-20")
@kernel
def main_is_coherent(b, u):
    """Those of a unit who are no stragglers stand linked in one chain."""
    apart, _ = who_is_apart(b, u)
    return apart == b.units[u].first


@clause("C40-GEN-7", "C40-MOV-7")
@kernel
def judge_going_on(b, u, log):
    """Another unit than the one taken up may be: that one could be finished as it stands. 1 or 0."""
    if b.active == NONE or b.active == u:
        return 1
    if b.units[b.active].linked == 0:
        return 1
    i, mate = who_is_apart(b, b.active)
    if i != b.units[b.active].first:
        reason_between(b, log, Code.OUT_OF_COHERENCY, Clause.C40_MOV_7, i, mate, int(b.core.coherency))
        return 0
    return 1


@clause("C40-GEN-7", "FLOOD-MIS-11", "FLOOD-MIS-13")
@kernel
def judge_unit(b, action, log):
    """The first actor's unit may be taken up or gone on with by the side whose turn it is: 1 or 0."""
    if action.n_actors < 1:
        reason(log, Code.NAMES_NOBODY, Clause.FLOOD_MIS_13, NONE, NONE, 0)
        return 0
    i = action.actors[0]
    u = b.figures[i].unit
    if b.figures[i].side != b.side:
        reason(log, Code.NOT_YOUR_TURN, Clause.FLOOD_MIS_11, i, NONE, 0)
        return 0
    if not is_on_table(b.figures[i]):
        reason(log, Code.IS_GONE, Clause.C40_GEN_7, i, NONE, 0)
        return 0
    if b.units[u].done != 0:
        reason(log, Code.HAS_FINISHED, Clause.C40_GEN_7, i, NONE, 0)
        return 0
    return judge_going_on(b, u, log)


@clause("FLOOD-COH-8", "FLOOD-COH-11", "C40-MOV-5", "C40-MOR-8")
@kernel
def judge_acting(b, action, log):
    """And it acts as units do: it is not scattered, not locked, not falling back. 1 or 0."""
    if judge_unit(b, action, log) == 0:
        return 0
    if b.units[b.figures[action.actors[0]].unit].falling_back != 0:
        reason(log, Code.FALLS_BACK, Clause.C40_MOR_8, action.actors[0], NONE, 0)
        return 0
    return judge_steady(b, action, log)


@clause("FLOOD-COH-8", "FLOOD-COH-11", "C40-MOV-5")
@kernel
def judge_steady(b, action, log):
    """It is not scattered and not locked: 1 or 0."""
    i = action.actors[0]
    u = b.figures[i].unit
    if b.squads[u].scattered != 0:
        reason(log, Code.IS_SCATTERED_NOW, Clause.FLOOD_COH_8, i, NONE, 0)
        return 0
    if is_locked(b, u):
        reason(log, Code.IS_LOCKED, Clause.C40_MOV_5, i, NONE, 0)
        return 0
    return 1


# ---------------------------------------------------------------- taking up, finishing


@kernel
def judge_take_up(b, action, log):
    """A unit is the next to do something."""
    legal = judge_acting(b, action, log)
    if legal == 1 and b.active == b.figures[action.actors[0]].unit:
        reason(log, Code.IS_TAKEN_UP, Clause.C40_GEN_7, action.actors[0], NONE, 0)
        legal = 0
    return Verdict(legal, 0)


@clause("C40-GEN-7", "C40-MOV-7")
@kernel
def turn_to(b, u):
    """Go on to a unit: the one before is finished."""
    if b.active != NONE and b.active != u:
        b.units[b.active].done = 1
    if b.units[u].begun == 0:
        b.units[u].begun = 1
        b.units[u].linked = int(main_is_coherent(b, u))
    b.active = u


@clause("C40-GEN-7")
@kernel
def make_take_up(b, action, log):
    """It is."""
    turn_to(b, b.figures[action.actors[0]].unit)
    event(log, Code.IS_NEXT, Clause.C40_GEN_7, action.actors[0], NONE, 0)


@clause("C40-GEN-7", "C40-MOV-7")
@kernel
def judge_done(b, log):
    """The unit taken up may be finished: it stands in coherency, if it began so."""
    if b.active == NONE:
        return refused(log, Code.NOBODY_TAKEN_UP, Clause.C40_GEN_7, NONE, NONE, 0)
    return Verdict(judge_going_on(b, NONE, log), 0)


@kernel
def make_done(b):
    """It is."""
    b.units[b.active].done = 1
    b.active = NONE


# ---------------------------------------------------------------- ground


@clause("FLOOD-AFT-1", "FLOOD-NET-9", "FLOOD-NET-10", "C40-TERR-2", "C40-TERR-3", "C40-TERR-7")
@kernel
def is_slow(b, i, x0, y0, x1, y1, climbs):
    """A straight leg of figure ``i`` begins in Difficult ground or enters it: drowned floor, a barrier, a step."""
    figure = b.figures[i]
    if b.profiles[figure.profile].mount != Mount.FOOT:
        return False
    if going_at(b, figure.level) == Going.DIFFICULT or is_step(0, climbs):
        return True
    return barrier_on_way(b, x0, y0, x1, y1) == Going.DIFFICULT


@clause("C40-TERR-7")
@kernel
def judge_wade(b, action, log):
    """A unit may throw for Difficult ground, once in the phase and before any of its models has moved."""
    if judge_acting(b, action, log) == 0:
        return Verdict(0, 0)
    u = b.figures[action.actors[0]].unit
    one = b.units[u]
    if one.ground_roll != 0:
        return refused(log, Code.HAS_THROWN, Clause.C40_TERR_7, action.actors[0], NONE, one.ground_roll)
    for i in range(one.first, one.first + one.count):
        stood = was_picked_up_by(b, i) != NONE and b.figures[i].went == 0
        if is_of(b, i, u) and acts_normally(b, i) and b.figures[i].moved != 0 and not stood:
            return refused(log, Code.HAS_MOVED, Clause.C40_TERR_7, i, NONE, 0)
    return Verdict(1, 0)


@clause("C40-TERR-2", "C40-TERR-7", "FLOOD-COH-13")
@kernel
def make_wade(b, action, dice, log):
    """It throws; what comes limits all its models."""
    u = b.figures[action.actors[0]].unit
    turn_to(b, u)
    roll = throw_for_ground(b, u, dice, log)
    outcome(log, Code.GOES_THROUGH_GROUND, Clause.C40_TERR_2, first_model(b, u), NONE, roll)


# ---------------------------------------------------------------- moves


@kernel
def end_of(action, k):
    """Where the action's ``k``-th actor ends: at a place of its own, or the one place there is."""
    if action.n_poses > 0:
        return action.poses[k].x, action.poses[k].y
    return action.x, action.y


@kernel
def way_of(b, action, k, points):
    """The way of the action's ``k``-th actor: through the waypoints if it names any, else the shortest; its points.

    The waypoints are the first actor's; the others pass them as far beside that one as they stand now.
    """
    i = action.actors[k]
    figure = b.figures[i]
    x, y = end_of(action, k)
    if action.n_via > 0:
        first = b.figures[action.actors[0]]
        for p in range(action.n_via):
            points[p, 0] = action.via[p, 0] + (figure.x - first.x)
            points[p, 1] = action.via[p, 1] + (figure.y - first.y)
        points[action.n_via, 0] = x
        points[action.n_via, 1] = y
        return action.n_via + 1
    return shortest_way(b, 0.5 * figure.width, figure.x, figure.y, x, y, points)


@clause("C40-MOV-3", "C40-MOV-6")
@kernel
def end_is_free(b, action, k, near, log):
    """The ``k``-th actor ends on nobody's base, those of the action who went before it standing at their ends.

    ``near``: the others, as bits, whom it may meet.
    """
    i = action.actors[k]
    x, y = end_of(action, k)
    level = level_after(b, action, i)
    while near != 0:
        j = lowest(near)
        near = without(near, j)
        other = b.figures[j]
        reach = 0.5 * (b.figures[i].width + other.width) - TOUCH
        if is_off(other, x, y, reach) or j == i or other.level != level:
            continue
        if distance_of_points(x, y, other.x, other.y) < reach and not _goes_before(action, k, j):
            at = reason(log, Code.ON_A_BASE, Clause.C40_MOV_3, i, j, 0)
            locate(log, at, x, y, other.x, other.y, reach - distance_of_points(x, y, other.x, other.y))
            return 0
    for m in range(k):
        j = action.actors[m]
        to_x, to_y = end_of(action, m)
        reach = 0.5 * (b.figures[i].width + b.figures[j].width) - TOUCH
        if distance_of_points(x, y, to_x, to_y) < reach and level_after(b, action, j) == level:
            at = reason(log, Code.ON_A_BASE, Clause.C40_MOV_3, i, j, 0)
            locate(log, at, x, y, to_x, to_y, reach - distance_of_points(x, y, to_x, to_y))
            return 0
    return 1


@kernel
def _goes_before(action, k, j):
    """Figure ``j`` is one of the action's actors before the ``k``-th."""
    for m in range(k):
        if action.actors[m] == j:
            return True
    return False


@clause("FLOOD-CARRY-19", "FLOOD-NET-10")
@kernel
def level_after(b, action, i):
    """On which level figure ``i`` stands after a move: a step changes it."""
    level = b.figures[i].level
    if action.mode == Step.CLIMB:
        return Level.FLOOR if level == Level.GANTRY else Level.GANTRY
    return level


@clause("FLOOD-NET-10", "FLOOD-NET-13", "FLOOD-CARRY-19")
@kernel
def judge_place(b, action, k, log):
    """The ``k``-th actor's end lies in the sewer, and on a gantry if it ends on one: 1 or 0."""
    i = action.actors[k]
    x, y = end_of(action, k)
    radius = 0.5 * b.figures[i].width
    if not is_in_sewer(b, x, y, radius):
        at = reason(log, Code.IN_MASONRY, Clause.FLOOD_NET_13, i, NONE, 0)
        locate(log, at, x, y, x, y, 0.0)
        return 0
    if level_after(b, action, i) == Level.GANTRY and not is_wholly_dry(b, x, y, radius):
        at = reason(log, Code.NOT_ON_GANTRY, Clause.FLOOD_NET_10, i, NONE, 0)
        locate(log, at, x, y, x, y, 0.0)
        return 0
    return 1


@kernel
def steps_off(b, action, k):
    """The ``k``-th actor begins or ends on a gantry. Elsewhere whoever passes no wall ends in the sewer."""
    return b.figures[action.actors[k]].level != Level.FLOOR or action.mode != Step.LEVEL


@clause("C40-MOV-3", "C40-MOV-6", "FLOOD-NET-14")
@kernel
def judge_way(b, action, k, near, slows, log):
    """The ``k``-th actor's way, which is the shortest or the one it names: past no wall, and see ``judge_legs``."""
    i = action.actors[k]
    figure = b.figures[i]
    points = np.empty((MAX_POINTS, 2))
    n = way_of(b, action, k, points)
    x, y = figure.x, figure.y
    if n == 0:
        if judge_place(b, action, k, log) == 1:
            to_x, to_y = end_of(action, k)
            at = reason(log, Code.NO_WAY_ON_FOOT, Clause.FLOOD_NET_14, i, NONE, 0)
            locate(log, at, x, y, to_x, to_y, distance_of_points(x, y, to_x, to_y))
        return 0
    for p in range(n if n > 1 or action.n_via > 0 else 0):  # a straight one was found to be clear
        if not is_clear(b, 0.5 * figure.width, x, y, points[p, 0], points[p, 1]):
            if judge_place(b, action, k, log) == 1:
                at = reason(log, Code.WALL_ON_LEG, Clause.C40_MOV_3, i, NONE, p + 1)
                locate(log, at, x, y, points[p, 0], points[p, 1], 0.0)
            return 0
        x, y = points[p, 0], points[p, 1]
    return judge_legs(b, action, k, near, points, n, slows, log)


@clause("C40-MOV-1", "C40-MOV-2", "C40-MOV-6", "C40-RUN-3", "C40-TERR-7", "FLOOD-NET-14", "FLOOD-CARRY-19")
@kernel
def judge_legs(b, action, k, near, points, n, slows, log):
    """A way of the ``k``-th actor, clear of walls, is no longer than it may go, and past no enemy's 1 inch: 1 or 0.

    ``near``: the others, as bits, whom it may meet. ``slows``: Difficult ground on it must have been thrown for.
    """
    i = action.actors[k]
    figure = b.figures[i]
    x, y = figure.x, figure.y
    length, most = length_of(points, n, x, y), most_of(b, i)
    if is_more_than(length, most, SLACK):
        at = reason(log, Code.TOO_FAR, clause_of_most(b, i), i, NONE, int(most))
        locate(log, at, figure.x, figure.y, points[n - 1, 0], points[n - 1, 1], length)
        return 0
    climbs = int(action.mode == Step.CLIMB)
    cited = Clause.C40_RES_8 if b.phase == Phase.CONSOLIDATION else Clause.C40_MOV_2
    enemies = enemies_on_way(b, i, near, points, n)
    for p in range(n):
        to_x, to_y = points[p, 0], points[p, 1]
        enemy = who_is_too_near(b, i, enemies, x, y, to_x, to_y)
        if enemy != NONE:
            at = reason(log, Code.NEAR_ENEMY, cited, i, enemy, int(b.core.one_inch))
            locate(log, at, x, y, to_x, to_y, gap_on_leg(b, i, enemy, x, y, to_x, to_y))
            return 0
        if slows and b.units[figure.unit].ground_roll == 0 and is_slow(b, i, x, y, to_x, to_y, climbs):
            at = reason(log, Code.THROW_FIRST, Clause.C40_TERR_7, i, NONE, 0)
            locate(log, at, x, y, to_x, to_y, 0.0)
            return 0
        x, y = to_x, to_y
    enemy = who_is_near_end(b, i, x, y, level_after(b, action, i)) if climbs != 0 else NONE
    if enemy != NONE:  # on the level that the step leads to
        other = b.figures[enemy]
        at = reason(log, Code.NEAR_ENEMY, cited, i, enemy, int(b.core.one_inch))
        locate(log, at, x, y, other.x, other.y, max(_gap_at(figure, x, y, other), 0.0))
    return int(enemy == NONE)


@kernel
def _gap_at(figure, x, y, other):
    """Inches between the bases of a figure at a place and another."""
    return distance_of_points(x, y, other.x, other.y) - 0.5 * (figure.width + other.width)


@clause("C40-MOV-2", "FLOOD-CARRY-19")
@kernel
def who_is_near_end(b, i, x, y, level):
    """The nearest enemy on this level within 1 inch of whom figure ``i`` would stand at a place, or NONE."""
    figure = b.figures[i]
    best = NONE
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == figure.side or not is_on_table(other) or other.level != level:
            continue
        gap = _gap_at(figure, x, y, other)
        if is_within(gap, b.core.one_inch, SLACK) and (best == NONE or gap < _gap_at(figure, x, y, b.figures[best])):
            best = j
    return best


@kernel
def _is_described(action):
    """The action says in numbers where one, or each of several, ends, over no more waypoints than have room."""
    if action.n_via < 0 or action.n_via > len(action.via):
        return False
    if action.n_poses != 0 and action.n_poses != action.n_actors:
        return False
    for k in range(action.n_poses):
        if not (math.isfinite(action.poses[k].x) and math.isfinite(action.poses[k].y)):
            return False
    return is_finite(action)


@clause("C40-MOV-6", "FLOOD-COH-20")
@kernel
def judge_movers(b, action, log):
    """Every actor is of one unit, in coherency, and has not moved: 1 or 0."""
    u = b.figures[action.actors[0]].unit
    if not _is_described(action):
        reason(log, Code.NO_PLACE_SAID, Clause.C40_MOV_6, action.actors[0], NONE, 0)
        return 0
    if action.n_actors > 1 and action.n_poses == 0:
        reason(log, Code.EACH_ITS_PLACE, Clause.C40_MOV_6, action.actors[0], NONE, 0)
        return 0
    for k in range(action.n_actors):
        i = action.actors[k]
        if not is_of(b, i, u):
            reason(log, Code.OF_ANOTHER_UNIT, Clause.C40_MOV_6, i, action.actors[0], 0)
            return 0
        if not acts_normally(b, i):
            reason(log, Code.ONLY_REJOINS, Clause.FLOOD_COH_3, i, NONE, 0)
            return 0
        if was_picked_up_by(b, i) != NONE:
            reason(log, Code.HAS_PICKED_UP, Clause.FLOOD_MIS_14, i, NONE, 0)
            return 0
        if b.figures[i].moved != 0:
            reason(log, Code.HAS_MOVED, Clause.C40_MOV_6, i, NONE, 0)
            return 0
    return 1


@clause("C40-MOV-1", "C40-RES-8", "C40-RUN-3")
@kernel
def most_of(b, i):
    """Inches that figure ``i`` may go in the step that asks: its move, its unit's run, or its consolidation."""
    if b.phase == Phase.CONSOLIDATION:
        return float(b.squads[b.figures[i].unit].consolidates)
    return allowance(b, i, b.phase == Phase.SHOOTING)


@kernel
def clause_of_most(b, i):
    """The clause that limits how far figure ``i`` may go in this step."""
    if b.phase == Phase.CONSOLIDATION:
        return Clause.C40_RES_8
    if b.phase == Phase.SHOOTING:
        return Clause.C40_RUN_4
    unit = b.units[b.figures[i].unit]
    if 0 < unit.ground_roll < b.profiles[b.figures[i].profile].move:
        return Clause.C40_TERR_2
    return Clause.C40_MOV_1


@clause("C40-MOV-1", "FLOOD-NET-14")
@kernel
def _measure_ways(b, action, log):
    """Say how far each actor would go and may go; straight where no way leads to its end."""
    points = np.empty((MAX_POINTS, 2))
    for k in range(action.n_actors):
        figure = b.figures[action.actors[k]]
        n = way_of(b, action, k, points)
        if n == 0:
            points[0, 0], points[0, 1] = end_of(action, k)
            n = 1
        length = length_of(points, n, figure.x, figure.y)
        measured(log, Clause.C40_MOV_1, action.actors[k], length, most_of(b, action.actors[k]))


@clause("C40-MOV-6", "C40-RUN-5", "C40-RES-8", "FLOOD-NET-14")
@kernel
def judge_moves(b, action, slows, log):
    """The ways and ends of all actors, each judged where those before it have gone already: 1 or 0."""
    if log.keep != 0:
        _measure_ways(b, action, log)
    near = everybody(b)
    for k in range(action.n_actors):
        if steps_off(b, action, k) and judge_place(b, action, k, log) == 0:
            return 0
        if end_is_free(b, action, k, near, log) == 0:
            return 0
        if judge_way(b, action, k, near, slows, log) == 0:
            return 0
    return 1


@clause("C40-MOV-1", "C40-MOV-6", "FLOOD-MIS-13")
@kernel
def judge_move(b, action, log):
    """Models of one unit go each to a place: together, the first before the second, or one by one."""
    if judge_acting(b, action, log) == 0 or judge_movers(b, action, log) == 0:
        return Verdict(0, 0)
    return Verdict(judge_moves(b, action, BY_THE_GROUND, log), 0)


@clause("C40-MOV-6", "FLOOD-CARRY-19")
@kernel
def make_move(b, action, log):
    """They go, in this order; a unit all of whose models have moved is finished if it may be."""
    u = b.figures[action.actors[0]].unit
    turn_to(b, u)
    for k in range(action.n_actors):
        i = action.actors[k]
        x, y = end_of(action, k)
        x0, y0 = b.figures[i].x, b.figures[i].y
        b.figures[i].level = level_after(b, action, i)
        put(b, i, x, y, action.fx, action.fy)
        b.figures[i].went = 1
        locate(log, event(log, Code.GOES, Clause.C40_MOV_6, i, NONE, 0), x0, y0, x, y, 0.0)
    finish_if_all_moved(b, u)


@kernel
def finish_if_all_moved(b, u):
    """Nothing is left to decide for a unit all of whose models have moved, and which stands in coherency."""
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u) and acts_normally(b, i) and b.figures[i].moved == 0:
            return
    if one.linked == 0 or main_is_coherent(b, u):
        one.done = 1
        b.active = NONE


@clause("C40-MOV-7")
@kernel
def judge_take_back(b, action, log):
    """A unit not yet finished may take its moves of this phase back; what was thrown stands."""
    if action.n_actors < 1 or b.figures[action.actors[0]].unit != b.active or b.active == NONE:
        return refused(log, Code.NOBODY_TAKEN_UP, Clause.C40_MOV_7, NONE, NONE, 0)
    one = b.units[b.active]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, b.active) and acts_normally(b, i) and b.figures[i].moved != 0:
            return Verdict(1, 0)
    return refused(log, Code.NOTHING_TO_TAKE_BACK, Clause.C40_MOV_7, one.first, NONE, 0)


@clause("C40-MOV-7", "FLOOD-MIS-14")
@kernel
def make_take_back(b, log):
    """Its models that act stand again where they stood when the phase began; what they have picked up lies again."""
    one = b.units[b.active]
    gone = 0  # a straggler has
    for i in range(one.first, one.first + one.count):
        figure = b.figures[i]
        if not acts_normally(b, i):
            gone |= int(is_of(b, i, b.active) and figure.went != 0)
        elif is_of(b, i, b.active) and figure.moved != 0:
            figure.x = figure.start_x
            figure.y = figure.start_y
            figure.level = figure.start_level
            lay_back(b, i)
            figure.moved = 0
            if b.phase == Phase.MOVEMENT:
                figure.went = 0
    if b.phase == Phase.MOVEMENT:
        one.moved = one.regrouped | gone
    event(log, Code.TAKES_BACK, Clause.C40_MOV_7, one.first, NONE, 0)
