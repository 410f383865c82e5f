"""REJOINING: stragglers and scattered units go back to their mates, and enemies in their way (COH, WAY)."""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.flash_flood.clauses import Clause, Code, Purpose
from sandtable.games.flash_flood.record import Level, Phase, Standing
from sandtable.games.flash_flood.rules.bands import set_apart
from sandtable.games.flash_flood.rules.coherency import acts_normally
from sandtable.games.flash_flood.rules.movement_phase import is_slow, who_is_near_end
from sandtable.games.flash_flood.rules.passing import (
    AMONG_ENEMIES,
    BEFORE_ENEMIES,
    HALVINGS,
    everybody,
    farthest_free,
    first_enemy_on,
    goes_free,
    way_past,
    who_stands_at,
)
from sandtable.games.flash_flood.rules.sewer import FAR, lies_on
from sandtable.games.flash_flood.rules.walking import MAX_POINTS, Spot, is_clear, length_of, shortest_way, spot_at
from sandtable.games.flash_flood.switches import StragglerMustRun, WayStatus
from sandtable.games.skirmish40k.record import Edition
from sandtable.games.skirmish40k.rules.charging import TOUCHED_OR_NOT, nearest_place
from sandtable.games.skirmish40k.rules.measuring import SLACK, gap_between, is_of, is_on_table
from sandtable.games.skirmish40k.rules.movement import put
from sandtable.games.skirmish40k.rules.shooting import touches_enemy
from sandtable.games.skirmish40k.rules.testing import d6
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import TOUCH
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event, locate, measured, outcome, reason, with_value
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("FLOOD-COH-2", "FLOOD-COH-8", "FLOOD-COH-3")
@kernel
def must_rejoin(b, i):
    """Figure ``i`` can only go back to its mates: a straggler, or a member of a scattered unit; not locked."""
    figure = b.figures[i]
    if figure.standing == Standing.IN_COHERENCY and b.squads[figure.squad].scattered == 0:
        return False
    if not is_on_table(figure) or b.units[figure.squad].falling_back != 0:
        return False
    return figure.through != NONE or not is_held(b, i)  # who is on its way through an enemy is not locked (WAY-18)


@clause("FLOOD-COH-16", "FLOOD-COH-18")
@kernel
def is_held(b, i):
    """The group that figure ``i`` fights with is locked: a band by its own, a straggler of no band by itself."""
    figure = b.figures[i]
    if figure.unit == figure.squad:
        return touches_enemy(b, i)
    one = b.units[figure.unit]
    for j in range(one.first, one.first + one.count):
        if is_on_table(b.figures[j]) and b.figures[j].unit == figure.unit and touches_enemy(b, j):
            return True
    return False


@clause("FLOOD-COH-3", "FLOOD-COH-9")
@kernel
def is_sought(b, i, j):
    """Figure ``i`` goes back to ``j``: of a scattered unit to any mate, else to one of the main body."""
    if i == j or not is_on_table(b.figures[j]):
        return False
    return b.squads[b.figures[i].squad].scattered != 0 or b.figures[j].standing == Standing.IN_COHERENCY


@clause("FLOOD-COH-3", "FLOOD-COH-9", "FLOOD-COH-20", "FLOOD-NET-14")
@kernel
def way_back(b, i, points):
    """The shortest way on foot of figure ``i`` to a mate whom it seeks, and who that is.

    Returns how many points the way has, and the mate; 0 and NONE without any.
    """
    figure = b.figures[i]
    radius = 0.5 * figure.width
    squad = b.units[figure.squad]
    trial = np.empty((MAX_POINTS, 2))
    best = FAR
    mate = NONE
    n = 0
    for j in range(squad.first, squad.first + squad.count):
        if not is_sought(b, i, j):
            continue
        other = b.figures[j]
        if distance_of_points(figure.x, figure.y, other.x, other.y) >= best:
            continue
        count = shortest_way(b, radius, figure.x, figure.y, other.x, other.y, trial)
        if count == 0:
            continue
        length = length_of(trial, count, figure.x, figure.y)
        if length < best - SLACK:
            best = length
            mate = j
            n = count
            for k in range(count):
                points[k, 0] = trial[k, 0]
                points[k, 1] = trial[k, 1]
    return n, mate


@clause("FLOOD-COH-3", "FLOOD-COH-21")
@kernel
def up_to_mate(b, i, points, n, mate):
    """Inches of a way until figure ``i`` is within 2 inches of a mate; the whole way if it never is."""
    x0, y0 = b.figures[i].x, b.figures[i].y
    other = b.figures[mate]
    reach = b.core.coherency + 0.5 * (b.figures[i].width + other.width)
    length = length_of(points, n, x0, y0)
    gone = 0.0
    while gone < length:
        spot = spot_at(points, n, x0, y0, gone)
        apart = distance_of_points(spot.x, spot.y, other.x, other.y)
        if is_within(apart, reach, SLACK):
            return gone
        gone += max(apart - reach, 1.0 / 1024.0)
    return length


# ---------------------------------------------------------------- what it decides


@clause("FLOOD-COH-3", "FLOOD-COH-4", "FLOOD-COH-8", "FLOOD-COH-20", "FLOOD-WAY-18")
@kernel
def judge_rejoin(b, action, log):
    """Stragglers of one squad go back, in this order; in the Shooting phase it is their run."""
    if action.n_actors < 1:
        return refused(log, Code.NAMES_NOBODY, Clause.FLOOD_COH_3, NONE, NONE, 0)
    for k in range(action.n_actors):
        i = action.actors[k]
        if b.figures[i].side != b.side:
            return refused(log, Code.NOT_YOUR_TURN, Clause.FLOOD_MIS_11, i, NONE, 0)
        if b.figures[i].squad != b.figures[action.actors[0]].squad:
            return refused(log, Code.OF_ANOTHER_UNIT, Clause.FLOOD_COH_20, i, action.actors[0], 0)
        if not must_rejoin(b, i):
            say_why_it_stays(b, i, log)
            return Verdict(0, 0)
        if b.figures[i].moved != 0:
            return refused(log, Code.HAS_MOVED, Clause.C40_MOV_6, i, NONE, 0)
        if not may_run_back(b, i):
            return refused(log, Code.STRAGGLER_NOT_FLEET, Clause.C40_RUN_1, i, NONE, 0)
    return Verdict(1, 0)


@clause("FLOOD-COH-2", "FLOOD-COH-16", "C40-MOR-8")
@kernel
def say_why_it_stays(b, i, log):
    """Say why figure ``i`` does not go back to its mates: gone, falling back, in coherency, or locked."""
    figure = b.figures[i]
    if not is_on_table(figure):
        reason(log, Code.IS_GONE, Clause.FLOOD_COH_3, i, NONE, 0)
    elif b.units[figure.squad].falling_back != 0:
        reason(log, Code.FALLS_BACK, Clause.C40_MOR_8, i, NONE, 0)
    elif figure.standing == Standing.IN_COHERENCY and b.squads[figure.squad].scattered == 0:
        reason(log, Code.IS_LINKED, Clause.FLOOD_COH_2, i, NONE, 0)
    else:
        reason(log, Code.IS_HELD, Clause.FLOOD_COH_16, i, NONE, 0)


@clause("FLOOD-COH-4", "C40-RUN-1")
@kernel
def may_run_back(b, i):
    """In the Shooting phase a straggler may run, in the 4th edition only if it is fleet; before that it goes."""
    if b.phase == Phase.MOVEMENT:
        return True
    return b.core.edition == Edition.FIFTH or b.profiles[b.figures[i].profile].fleet != 0


WHO_MUST = True
"""Which stragglers are looked for: those that have to move in this phase, or all that may."""

WHO_MAY = False


@clause("FLOOD-COH-3", "FLOOD-COH-8", "FLOOD-WAY-18")
@kernel
def first_unmoved(b, compulsory):
    """A straggler of the side whose turn it is that has not moved in this phase, or NONE.

    ``compulsory``: in the Shooting phase only one that must: by house rule, or because it is among enemies (WAY-18).
    """
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side != b.side or figure.moved != 0 or not is_on_table(figure):
            continue
        if not must_rejoin(b, i) or not may_run_back(b, i):
            continue
        if b.phase == Phase.MOVEMENT or not compulsory or b.options.straggler_must_run == StragglerMustRun.YES:
            return i
        if figure.through != NONE and not is_through(b, i):
            return i
    return NONE


@clause("FLOOD-COH-3", "FLOOD-COH-4", "FLOOD-COH-13", "C40-RUN-4", "C40-TERR-7")
@kernel
def make_rejoin(b, action, dice, log):
    """They go, one after another, each by a roll of its own."""
    for k in range(action.n_actors):
        i = action.actors[k]
        if is_on_table(b.figures[i]):
            go_back(b, i, dice, log)


@clause("FLOOD-COH-13", "C40-TERR-2", "C40-RUN-3", "C40-RUN-4", "FLOOD-COH-4")
@kernel
def inches_of(b, i, points, n, dice, log):
    """So far figure ``i`` goes: its run, its move, or on a Difficult way the higher of two dice.

    Stragglers are on a drowned floor, or on a gantry, along which ways are straight: the first leg tells.
    """
    if b.phase == Phase.SHOOTING:
        inches = d6(b, i, Purpose.RUN, dice, log)
        event(log, Code.RUNS_BACK, Clause.FLOOD_COH_4, i, NONE, inches)
        return float(inches)
    most = b.profiles[b.figures[i].profile].move
    climbs = int(leaves_gantry(b, i, points, n))
    if is_slow(b, i, b.figures[i].x, b.figures[i].y, points[0, 0], points[0, 1], climbs):
        first = d6(b, i, Purpose.DIFFICULT, dice, log)
        second = d6(b, i, Purpose.DIFFICULT, dice, log)
        return min(most, float(max(first, second)))
    return most


@clause("FLOOD-NET-10", "FLOOD-CARRY-19")
@kernel
def leaves_gantry(b, i, points, n):
    """Figure ``i`` stands on a gantry, and its way of ``n`` points ends off it."""
    figure = b.figures[i]
    radius = 0.5 * figure.width
    for k in range(b.n_dry):
        if lies_on(b.dry[k], figure.x, figure.y, radius) and lies_on(
            b.dry[k], points[n - 1, 0], points[n - 1, 1], radius
        ):
            return False
    return figure.level == Level.GANTRY


@clause("FLOOD-COH-3", "FLOOD-COH-9", "FLOOD-NET-10", "FLOOD-CARRY-19")
@kernel
def go_back(b, i, dice, log):
    """One straggler goes its way back to its mate; from a gantry that the way leaves it steps down, if it gets on."""
    points = np.empty((MAX_POINTS, 2))
    n, mate = way_back(b, i, points)
    figure = b.figures[i]
    figure.moved = 1
    if n == 0:
        return
    most = inches_of(b, i, points, n, dice, log)
    if b.phase == Phase.SHOOTING:
        figure.busy = 1
    x, y, level = figure.x, figure.y, figure.level
    if leaves_gantry(b, i, points, n):
        figure.level = Level.FLOOR
    _go_up_to(b, i, points, n, mate, most, log)
    if distance_of_points(figure.x, figure.y, x, y) <= SLACK:
        figure.level = level


@clause("FLOOD-COH-3", "FLOOD-COH-21", "FLOOD-WAY-1", "FLOOD-WAY-22")
@kernel
def _go_up_to(b, i, points, n, mate, most, log):
    """Figure ``i`` goes its way by its full movement until it is within 2 inches of its mate.

    Where an enemy stands in the way it takes another way, up to twice as long; without one it goes through.
    """
    if b.figures[i].through != NONE:
        _go_through(b, i, points, n, most, b.figures[i].through, log)
        return
    enemy = first_enemy_on(b, i, points, n) if not goes_free(b, i, points, n) else NONE
    if enemy != NONE:
        other = np.empty((MAX_POINTS, 2))
        near = b.core.coherency + 0.5 * (b.figures[i].width + b.figures[mate].width)
        longest = b.rules.detour * length_of(points, n, b.figures[i].x, b.figures[i].y)
        count = way_past(b, i, b.figures[mate].x, b.figures[mate].y, near, longest, other)
        if count > 0:
            _walk(b, i, other, count, most, log)
            return
        if b.phase == Phase.MOVEMENT:
            _meet_in_way(b, i, points, n, most, enemy, log)
            return
    _walk(b, i, points, n, min(most, up_to_mate(b, i, points, n, mate)), log)


@clause("FLOOD-COH-20", "FLOOD-COH-21", "C40-MOV-7")
@kernel
def farthest_place(b, i, points, n, most, minds):
    """How far figure ``i`` can go along a way: not to a place that a mate who may take its move back came from."""
    near = everybody(b)
    spot = farthest_free(b, i, near, points, n, most, minds)
    if not _is_kept(b, i, spot):
        return spot
    free, taken = 0.0, spot.length
    for _ in range(HALVINGS):
        middle = 0.5 * (free + taken)
        if _is_kept(b, i, farthest_free(b, i, near, points, n, middle, minds)):
            taken = middle
        else:
            free = middle
    return farthest_free(b, i, near, points, n, free, minds)


@clause("C40-MOV-7")
@kernel
def _is_kept(b, i, spot):
    """At a place figure ``i`` would stand where a model of the unit taken up began a move that it may take back."""
    if b.active == NONE:
        return False
    one = b.units[b.active]
    for j in range(one.first, one.first + one.count):
        other = b.figures[j]
        if j == i or not is_of(b, j, b.active) or not acts_normally(b, j) or other.moved == 0:
            continue
        reach = 0.5 * (b.figures[i].width + other.width) - TOUCH
        if (
            other.start_level == b.figures[i].level
            and distance_of_points(spot.x, spot.y, other.start_x, other.start_y) < reach
        ):
            return True
    return False


@clause("FLOOD-COH-21", "FLOOD-WAY-16")
@kernel
def _walk(b, i, points, n, most, log):
    """Figure ``i`` goes along a way as far as it can without coming within 1 inch of an enemy or onto a base."""
    spot = farthest_place(b, i, points, n, most, BEFORE_ENEMIES)
    _stand(b, i, spot, log, Code.GOES_BACK, Clause.FLOOD_COH_3)


@clause("C40-SHOOT-10", "FLOOD-COH-17")
@kernel
def _stand(b, i, spot, log, code, cited):
    """Figure ``i`` has gone to a place. With it its whole unit has moved, unless it is a run."""
    x0, y0 = b.figures[i].x, b.figures[i].y
    moved = b.units[b.figures[i].unit].moved
    put(b, i, spot.x, spot.y, b.figures[i].fx, b.figures[i].fy)
    if b.phase == Phase.SHOOTING:
        b.units[b.figures[i].unit].moved = moved
    b.figures[i].went = 1
    inches = int(100.0 * spot.length + 0.5)
    locate(log, outcome(log, code, cited, i, NONE, inches), x0, y0, spot.x, spot.y, spot.length)


# ---------------------------------------------------------------- an enemy in the way


@clause("FLOOD-WAY-3", "FLOOD-WAY-22")
@kernel
def counts_as_scattered(b, j):
    """The enemy met is scattered: its whole unit, or by house rule the model itself is out of coherency."""
    if b.options.way_status == WayStatus.MODEL:
        return b.figures[j].standing == Standing.STRAGGLER or b.squads[b.figures[j].squad].scattered != 0
    return b.squads[b.figures[j].squad].scattered != 0


@clause("FLOOD-WAY-2", "FLOOD-WAY-3", "FLOOD-WAY-4", "FLOOD-WAY-10", "FLOOD-WAY-16", "FLOOD-WAY-20", "FLOOD-WAY-11")
@kernel
def _meet_in_way(b, i, points, n, most, enemy, log):
    """There is no way but through the unit of ``enemy``: between its models if it is scattered, else into contact."""
    if counts_as_scattered(b, enemy):
        b.figures[i].through = b.figures[enemy].squad
        event(log, Code.GOES_THROUGH, Clause.FLOOD_WAY_4, i, enemy, 0)
        _go_through(b, i, points, n, most, b.figures[enemy].squad, log)
        return
    place = nearest_place_with(b, i, enemy, most)
    if place.found == 0:
        event(log, Code.CANNOT_GET_THROUGH, Clause.FLOOD_WAY_16, i, enemy, 0)
        _walk(b, i, points, n, most, log)
        return
    target = set_apart(b, enemy)
    _stand(b, i, Spot(1, place.x, place.y, place.length), log, Code.GOES_AT, Clause.FLOOD_WAY_10)
    event(log, Code.STANDS_IN_WAY, Clause.FLOOD_WAY_11, enemy, i, 0)
    band = set_apart(b, i)
    b.squads[band].rounds = 0
    b.squads[band].met = target
    b.squads[band].was_struck = 1


@clause("FLOOD-WAY-20")
@kernel
def nearest_place_with(b, i, enemy, most):
    """The nearest free place of figure ``i`` in contact with the enemy met; only its unit's 1 inch is disregarded."""
    place = nearest_place(b, i, b.figures[enemy].unit, TOUCHED_OR_NOT, most)
    return Spot(place.found, place.x, place.y, place.length)


@clause("FLOOD-WAY-4", "FLOOD-WAY-18", "FLOOD-CARRY-10")
@kernel
def _go_through(b, i, points, n, most, enemy, log):
    """Figure ``i`` goes its full movement through a scattered unit: no 1 inch, no bases on the way, none at its end.

    Where its way to its mate is shorter it goes on beyond, as far as it is straight.
    """
    length = length_of(points, n, b.figures[i].x, b.figures[i].y)
    if length < most:
        _lengthen(b, i, points, n, most - length)
    spot = farthest_place(b, i, points, n, most, AMONG_ENEMIES)
    _stand(b, i, spot, log, Code.PASSES_THROUGH, Clause.FLOOD_WAY_4)


@clause("FLOOD-WAY-4")
@kernel
def _lengthen(b, i, points, n, more):
    """Let a way go on straight beyond its end, up to the next wall."""
    x, y = b.figures[i].x, b.figures[i].y
    if n > 1:
        x, y = points[n - 2, 0], points[n - 2, 1]
    dx, dy = points[n - 1, 0] - x, points[n - 1, 1] - y
    leg = math.sqrt(dx * dx + dy * dy)
    if leg == 0.0:
        return
    end_x, end_y = points[n - 1, 0], points[n - 1, 1]
    radius = 0.5 * b.figures[i].width + TOUCH  # up to the wall, not a hair into it
    free, barred = 0.0, more
    on = more  # the whole of it is tried first, then half of what is left, and so on
    for _ in range(HALVINGS):
        if is_clear(b, radius, end_x, end_y, end_x + dx / leg * on, end_y + dy / leg * on):
            free = on
        else:
            barred = on
        on = 0.5 * (free + barred)
    points[n - 1, 0] = end_x + dx / leg * free
    points[n - 1, 1] = end_y + dy / leg * free


@clause("FLOOD-WAY-5")
@kernel
def is_through(b, i):
    """Figure ``i`` is more than 1 inch from every model of the unit that it went through."""
    enemy = b.units[b.figures[i].through]
    for j in range(enemy.first, enemy.first + enemy.count):
        if is_on_table(b.figures[j]) and is_within(gap_between(b, i, j), b.core.one_inch, SLACK):
            return False
    return True


@clause("FLOOD-WAY-5")
@kernel
def kill_those_among(b, log):
    """At the end of the Shooting phase who went through a unit and is not more than 1 inch clear of it dies."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == b.side and is_on_table(figure) and figure.through != NONE and not is_through(b, i):
            figure.wounds = 0
            outcome(log, Code.DIES_AMONG, Clause.FLOOD_WAY_5, i, NONE, 0)


# ---------------------------------------------------------------- breaking off


@clause("FLOOD-WAY-13", "FLOOD-WAY-14", "FLOOD-WAY-15")
@kernel
def may_break_off(b, i):
    """Figure ``i`` has fought so many rounds (two) with an enemy that stood in its way, and is still locked with it."""
    u = b.figures[i].unit
    if (
        u < b.n_squads
        or not is_on_table(b.figures[i])
        or b.squads[u].rounds < b.rules.rounds
        or b.figures[i].moved != 0
    ):
        return False
    return is_held(b, i)


@clause("FLOOD-WAY-15")
@kernel
def judge_break_off(b, action, log):
    """It moves away freely, straight through that enemy if it likes, and ends more than 1 inch from enemies."""
    if action.n_actors != 1:
        return refused(log, Code.NAMES_ONE, Clause.FLOOD_WAY_15, NONE, NONE, action.n_actors)
    i = action.actors[0]
    if b.figures[i].side != b.side:
        return refused(log, Code.NOT_YOUR_TURN, Clause.FLOOD_MIS_11, i, NONE, 0)
    if not may_break_off(b, i):
        say_why_it_is_held(b, i, log)
        return Verdict(0, 0)
    figure = b.figures[i]
    radius = 0.5 * figure.width
    points = np.empty((MAX_POINTS, 2))
    n = shortest_way(b, radius, figure.x, figure.y, action.x, action.y, points)
    most = b.profiles[figure.profile].move
    length = length_of(points, n, figure.x, figure.y)
    if n == 0:
        length = distance_of_points(figure.x, figure.y, action.x, action.y)
    measured(log, Clause.FLOOD_WAY_15, i, length, most)
    if n == 0:
        at = reason(log, Code.NO_WAY_ON_FOOT, Clause.FLOOD_NET_14, i, NONE, 0)
        locate(log, at, figure.x, figure.y, action.x, action.y, length)
        return Verdict(0, 0)
    if not is_within(length, most, SLACK):
        at = reason(log, Code.TOO_FAR, Clause.FLOOD_WAY_15, i, NONE, int(most))
        locate(log, at, figure.x, figure.y, action.x, action.y, length)
        return Verdict(0, 0)
    other = who_stands_at(b, i, everybody(b), action.x, action.y)
    if other != NONE:
        at = reason(log, Code.ON_A_BASE, Clause.C40_MOV_3, i, other, 0)
        locate(log, at, action.x, action.y, b.figures[other].x, b.figures[other].y, 0.0)
        return Verdict(0, 0)
    level = Level.FLOOR if leaves_gantry(b, i, points, n) else figure.level
    if not is_clear_of_enemies(b, i, action.x, action.y, level):
        say_who_is_near_end(b, i, (action.x, action.y), level, Clause.FLOOD_WAY_15, log)
        return Verdict(0, 0)
    return Verdict(1, 0)


@kernel
def say_who_is_near_end(b, i, end, level, cited, log):
    """Say that figure ``i`` would end within 1 inch of an enemy on this level, the nearest."""
    x, y = end
    near = who_is_near_end(b, i, x, y, level)
    other = b.figures[near]
    at = reason(log, Code.ENDS_NEAR_ENEMY, cited, i, near, int(b.core.one_inch))
    gap = distance_of_points(x, y, other.x, other.y) - 0.5 * (b.figures[i].width + other.width)
    locate(log, at, x, y, other.x, other.y, max(gap, 0.0))


@clause("FLOOD-WAY-13", "FLOOD-WAY-14", "FLOOD-WAY-15")
@kernel
def say_why_it_is_held(b, i, log):
    """Say why figure ``i`` may not break off: gone, moved, not locked, no enemy stood in its way, too few rounds."""
    u = b.figures[i].unit
    if not is_on_table(b.figures[i]):
        reason(log, Code.IS_GONE, Clause.FLOOD_WAY_15, i, NONE, 0)
    elif b.figures[i].moved != 0:
        reason(log, Code.HAS_MOVED, Clause.C40_MOV_6, i, NONE, 0)
    elif not is_held(b, i):
        reason(log, Code.IS_NOT_HELD, Clause.FLOOD_WAY_15, i, NONE, 0)
    elif u < b.n_squads or b.squads[u].rounds < 0:
        reason(log, Code.MET_NOBODY, Clause.FLOOD_WAY_13, i, NONE, 0)
    else:
        at = reason(log, Code.FOUGHT_TOO_LITTLE, Clause.FLOOD_WAY_14, i, NONE, b.squads[u].rounds)
        with_value(log, at, float(b.rules.rounds))


@clause("FLOOD-WAY-15", "C40-RES-8", "FLOOD-CARRY-19")
@kernel
def is_clear_of_enemies(b, i, x, y, level):
    """At this place figure ``i`` would be more than 1 inch from every enemy on this level."""
    return who_is_near_end(b, i, x, y, level) == NONE


@clause("FLOOD-WAY-15", "FLOOD-COH-13", "FLOOD-CARRY-19")
@kernel
def make_break_off(b, action, dice, log):
    """It goes; in Difficult ground as far as the dice let it. If it cannot end there it stays locked."""
    i = action.actors[0]
    figure = b.figures[i]
    points = np.empty((MAX_POINTS, 2))
    n = shortest_way(b, 0.5 * figure.width, figure.x, figure.y, action.x, action.y, points)
    length = min(length_of(points, n, figure.x, figure.y), inches_of(b, i, points, n, dice, log))
    level = figure.level
    if leaves_gantry(b, i, points, n):
        figure.level = Level.FLOOR
    spot = farthest_place(b, i, points, n, length, AMONG_ENEMIES)
    figure.moved = 1
    if not is_clear_of_enemies(b, i, spot.x, spot.y, figure.level):
        figure.level = level
        outcome(log, Code.STAYS_LOCKED, Clause.FLOOD_WAY_15, i, NONE, 0)
        return
    _stand(b, i, spot, log, Code.BREAKS_OFF, Clause.FLOOD_WAY_15)
