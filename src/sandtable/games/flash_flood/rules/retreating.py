"""FALLING BACK: in the sewer along the shortest way on foot to the side's own node, and rallying (MOR)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.flash_flood.clauses import Clause, Code
from sandtable.games.flash_flood.record import MAX_MODELS, Level, Where
from sandtable.games.flash_flood.rules.charges import pass_on_charge
from sandtable.games.flash_flood.rules.movement_phase import main_is_coherent
from sandtable.games.flash_flood.rules.passing import BEFORE_ENEMIES, everybody, farthest_free, goes_free, way_past
from sandtable.games.flash_flood.rules.rejoining import leaves_gantry
from sandtable.games.flash_flood.rules.sewer import FAR
from sandtable.games.flash_flood.rules.walking import MAX_POINTS, shortest_way
from sandtable.games.skirmish40k.rules.measuring import SLACK, is_farther_west, is_of, is_on_table
from sandtable.games.skirmish40k.rules.morale import (
    first_model,
    may_regroup,
    regroup,
    throw_fall_back,
    too_few_to_regroup,
    who_keeps_from_regrouping,
)
from sandtable.games.skirmish40k.rules.movement import put
from sandtable.games.skirmish40k.rules.reasons import refused_between
from sandtable.games.skirmish40k.rules.shooting import is_locked
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event, locate, outcome, reason
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("C40-MOR-2", "C40-MOR-8")
@kernel
def fall_back(b, u, dice, log, asked):
    """A unit falls back: each model along the shortest way to its side's node on which no enemy is within 1 inch.

    The foremost first. Without such a way it is destroyed; one within 1 inch of the node leaves the board.
    ``asked``: its owner has asked for it, so that how far it goes is what comes of that.
    """
    inches = throw_fall_back(b, u, dice, log)
    if asked:
        outcome(log, Code.FALLS_BACK_SO_FAR, Clause.C40_MOR_2, first_model(b, u), NONE, inches)
    else:
        event(log, Code.FALLS_BACK_SO_FAR, Clause.C40_MOR_2, first_model(b, u), NONE, inches)
    home = b.nodes[b.homes[b.units[u].side]]
    one = b.units[u]
    gone = np.zeros(MAX_MODELS, np.int64)
    for _ in range(one.count):
        best = NONE
        nearest = 0.0
        for k in range(one.count):
            i = one.first + k
            if gone[k] == 0 and is_of(b, i, u):
                apart = distance_of_points(b.figures[i].x, b.figures[i].y, home.x, home.y)
                if best == NONE or apart < nearest:
                    best = k
                    nearest = apart
        if best == NONE:
            break
        gone[best] = 1
        _flee(b, one.first + best, home, float(inches), log)


@clause("C40-MOR-2", "C40-GEN-9")
@kernel
def fall_back_together(b, flees, dice, log):
    """The units marked in ``flees`` fall back: whoever is nearest to its own node first, so that it makes room."""
    for _ in range(b.n_units):
        best = NONE
        least = FAR
        for u in range(b.n_units):
            if flees[u] != 0 and first_model(b, u) != NONE:
                way = _way_home(b, u)
                if best == NONE or way < least or (way == least and is_farther_west(b, u, best)):
                    best = u
                    least = way
        if best == NONE:
            return
        flees[best] = 0
        fall_back(b, best, dice, log, asked=False)


@kernel
def _way_home(b, u):
    """Inches, straight, from a unit's nearest model to its side's node."""
    home = b.nodes[b.homes[b.units[u].side]]
    one = b.units[u]
    least = FAR
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u):
            least = min(least, distance_of_points(b.figures[i].x, b.figures[i].y, home.x, home.y))
    return least


@clause("C40-MOR-8", "FLOOD-MIS-6", "FLOOD-CARRY-19")
@kernel
def _flee(b, i, home, inches, log):
    """One model falls back; from a gantry that its way leaves it steps down, if it gets on."""
    figure = b.figures[i]
    points = np.empty((MAX_POINTS, 2))
    n = shortest_way(b, 0.5 * figure.width, figure.x, figure.y, home.x, home.y, points)
    level = figure.level
    if n > 0 and leaves_gantry(b, i, points, n):
        figure.level = Level.FLOOR
    if n == 0 or not goes_free(b, i, points, n):
        n = way_past(b, i, home.x, home.y, b.rules.home, FAR, points)
    if n == 0:
        figure.wounds = 0
        outcome(log, Code.CUT_OFF, Clause.C40_MOR_8, i, NONE, 0)
        pass_on_charge(b, i, log)
        return
    spot = farthest_free(b, i, everybody(b), points, n, inches, BEFORE_ENEMIES)
    x0, y0 = figure.x, figure.y
    put(b, i, spot.x, spot.y, figure.fx, figure.fy)
    figure.went = 1
    if spot.length > 0.0:
        at = event(log, Code.FLEES, Clause.C40_MOR_8, i, NONE, int(100.0 * spot.length + 0.5))
        locate(log, at, x0, y0, spot.x, spot.y, spot.length)
    else:
        figure.level = level
        event(log, Code.GETS_NO_FARTHER, Clause.C40_MOR_8, i, NONE, 0)
    if is_within(distance_of_points(spot.x, spot.y, home.x, home.y), b.rules.home, SLACK):
        figure.where = Where.HOME
        outcome(log, Code.LEAVES_BOARD, Clause.C40_MOR_8, i, NONE, 0)
        pass_on_charge(b, i, log)


# ---------------------------------------------------------------- rallying


@clause("C40-MOR-3", "C40-MOR-8", "FLOOD-MIS-13")
@kernel
def is_fugitive(b, u):
    """A squad of the side whose turn it is falls back and has neither tested nor gone in this phase."""
    unit = b.units[u]
    if u >= b.n_squads or unit.side != b.side or unit.falling_back == 0 or b.squads[u].retreat != 0:
        return False
    return first_model(b, u) != NONE and not is_locked(b, u)


@clause("C40-GEN-7")
@kernel
def fugitives(b):
    """How many such squads there are; their owner says which is next."""
    count = 0
    for u in range(b.n_squads):
        count += int(is_fugitive(b, u))
    return count


@kernel
def fugitive(b):
    """The first of them, or NONE."""
    for u in range(b.n_squads):
        if is_fugitive(b, u):
            return u
    return NONE


@kernel
def is_asked(b, action, log):
    """The action's one model is of a unit that falls back and is asked: 1 or 0."""
    if action.n_actors != 1:
        reason(log, Code.NAMES_ONE, Clause.FLOOD_MIS_13, NONE, NONE, action.n_actors)
        return 0
    i = action.actors[0]
    if b.figures[i].side != b.side:
        reason(log, Code.NOT_YOUR_TURN, Clause.FLOOD_MIS_11, i, NONE, 0)
        return 0
    if not is_on_table(b.figures[i]):
        reason(log, Code.IS_GONE, Clause.C40_MOR_8, i, NONE, 0)
        return 0
    if not is_fugitive(b, b.figures[i].unit):
        reason(log, Code.DOES_NOT_FALL_BACK, Clause.C40_MOR_8, i, NONE, 0)
        return 0
    return 1


@clause("C40-MOR-3", "C40-MOR-4")
@kernel
def may_rally(b, u):
    """The unit may test to regroup."""
    return may_regroup(b, u, main_is_coherent(b, u))


@clause("C40-MOR-3")
@kernel
def judge_regroup(b, action, log):
    """A unit falling back may test to regroup."""
    if is_asked(b, action, log) == 0:
        return Verdict(0, 0)
    i = action.actors[0]
    u = b.figures[i].unit
    if not main_is_coherent(b, u):
        return refused(log, Code.NOT_LINKED, Clause.C40_MOR_3, i, NONE, 0)
    if too_few_to_regroup(b, u):
        return refused(log, Code.TOO_FEW_LEFT, Clause.C40_MOR_3, i, NONE, b.units[u].at_start)
    own, enemy = who_keeps_from_regrouping(b, u)
    if enemy != NONE:
        return refused_between(b, log, Code.ENEMY_TOO_NEAR, Clause.C40_MOR_3, own, enemy, int(b.core.regroup))
    return Verdict(1, 0)


@clause("C40-MOR-3", "C40-MOR-8", "C40-MOR-10")
@kernel
def make_regroup(b, action, dice, log):
    """It tests; failing, it goes on falling back."""
    u = b.figures[action.actors[0]].unit
    b.squads[u].retreat = 1
    if not regroup(b, u, dice, log):
        fall_back(b, u, dice, log, asked=True)


@kernel
def judge_fall_back(b, action, log):
    """Or go on falling back."""
    return Verdict(is_asked(b, action, log), 0)


@kernel
def make_fall_back(b, action, dice, log):
    """It does."""
    u = b.figures[action.actors[0]].unit
    b.squads[u].retreat = 1
    fall_back(b, u, dice, log, asked=True)
