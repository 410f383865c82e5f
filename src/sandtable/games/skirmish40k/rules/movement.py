"""MOVEMENT: how far models go, what is in their way, coherency, and running (MOV, COH, RUN)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.clauses import Clause, Code, Purpose
from sandtable.games.skirmish40k.record import Edition, Going
from sandtable.games.skirmish40k.rules.measuring import SLACK, are_level, is_near, is_of, is_on_table
from sandtable.games.skirmish40k.rules.morale import first_model
from sandtable.games.skirmish40k.rules.shooting import is_locked
from sandtable.games.skirmish40k.rules.testing import d6
from sandtable.kernel.bitsets import bit, lowest, without
from sandtable.kernel.discs import disc_hits_feature, disc_of, disc_overlaps_feature, disc_placed, distance_of_points
from sandtable.kernel.geometry import TOUCH, point_to_segment, snap
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.log import event, reason
from sandtable.kernel.records import NONE


@clause("C40-MOV-1", "C40-TERR-2", "C40-TERR-3", "C40-RUN-3")
@kernel
def allowance(b, i, running):
    """Inches that figure ``i`` may go: its unit's run, or its move as far as the dice for Difficult ground let it."""
    unit = b.units[b.figures[i].unit]
    if running:
        return float(unit.run_roll)
    move = b.profiles[b.figures[i].profile].move
    return min(move, float(unit.ground_roll)) if unit.ground_roll > 0 else float(move)


@kernel
def way_length(action, x, y):
    """The length of the way from (x, y) through an action's waypoints to its end."""
    length = 0.0
    for k in range(action.n_via):
        length += distance_of_points(x, y, action.via[k, 0], action.via[k, 1])
        x = action.via[k, 0]
        y = action.via[k, 1]
    return length + distance_of_points(x, y, action.x, action.y)


@clause("C40-MOV-2", "C40-MOV-3", "C40-MOV-6", "C40-RUN-5")
@kernel
def judge_leg(b, i, x0, y0, x1, y1, log):
    """One straight leg of figure ``i``'s way: no wall, no enemy's base, no enemy within 1 inch; friends do not count.

    Who begins within 1 inch of an enemy may go, but not nearer. Returns 1 or 0.
    """
    figure = b.figures[i]
    legal = 1
    radius = 0.5 * figure.width
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == figure.side or not is_on_table(other) or not are_level(figure, other):
            continue
        foot = point_to_segment(other.x, other.y, x0, y0, x1, y1)
        gap = distance_of_points(foot.x, foot.y, other.x, other.y) - radius - 0.5 * other.width
        before = distance_of_points(x0, y0, other.x, other.y) - radius - 0.5 * other.width
        if gap < min(b.core.one_inch, before) - SLACK:
            reason(log, Code.NEAR_ENEMY, Clause.MOV_2, i, j, 0)
            legal = 0
    disc = disc_placed(disc_of(figure), x0, y0, 0.0, 1.0)
    for k in range(b.terrain.n_features):
        if b.ground[k].going == Going.IMPASSABLE and disc_hits_feature(disc, x1 - x0, y1 - y0, b.terrain, k):
            reason(log, Code.IN_THE_WAY, Clause.MOV_3, i, NONE, 0)
            legal = 0
    return legal


@clause("C40-MOV-3")
@kernel
def judge_end(b, i, x, y, log):
    """The place where figure ``i`` would end is free: on nobody's base, friend or foe, on nothing Impassable."""
    figure = b.figures[i]
    legal = 1
    for j in range(b.n_figures):
        other = b.figures[j]
        if j == i or not is_on_table(other) or not are_level(figure, other):
            continue
        if distance_of_points(x, y, other.x, other.y) < 0.5 * (figure.width + other.width) - TOUCH:
            reason(log, Code.ON_A_BASE, Clause.MOV_3, i, j, 0)
            legal = 0
    disc = disc_placed(disc_of(figure), x, y, 0.0, 1.0)
    for k in range(b.terrain.n_features):
        if b.ground[k].going == Going.IMPASSABLE and disc_overlaps_feature(disc, b.terrain, k):
            reason(log, Code.IN_THE_WAY, Clause.MOV_3, i, NONE, 0)
            legal = 0
    return legal


@clause("C40-MOV-1", "C40-MOV-2", "C40-MOV-3", "C40-MOV-5", "C40-MOV-6")
@kernel
def judge_model_move(b, action, running, log):
    """A move of one model of its unit, through waypoints to an end: 1 or 0."""
    i = action.actors[0]
    figure = b.figures[i]
    legal = 1
    if figure.moved != 0:
        reason(log, Code.HAS_MOVED, Clause.MOV_6, i, NONE, 0)
        legal = 0
    if is_locked(b, figure.unit):
        reason(log, Code.IS_LOCKED, Clause.MOV_5, i, NONE, 0)
        legal = 0
    most = allowance(b, i, running)
    length = way_length(action, figure.x, figure.y)
    if is_more_than(length, most, SLACK):
        reason(log, Code.TOO_FAR, Clause.RUN_4 if running else Clause.MOV_1, i, NONE, int(most))
        legal = 0
    x, y = figure.x, figure.y
    for k in range(action.n_via):
        legal &= judge_leg(b, i, x, y, action.via[k, 0], action.via[k, 1], log)
        x, y = action.via[k, 0], action.via[k, 1]
    return legal & judge_leg(b, i, x, y, action.x, action.y, log) & judge_end(b, i, action.x, action.y, log)


@clause("C40-MOV-4", "C40-MOV-6")
@kernel
def put(b, i, x, y, fx, fy):
    """Stand figure ``i`` at a place on the lattice, facing any way; it has moved."""
    figure = b.figures[i]
    figure.x = snap(x)
    figure.y = snap(y)
    figure.fx = fx
    figure.fy = fy
    figure.moved = 1
    b.units[figure.unit].moved = 1


# ---------------------------------------------------------------- coherency


@clause("C40-COH-1")
@kernel
def mark_groups(b, unit, groups):
    """Number the groups of models linked within 2 inches of one another: ``groups[k]`` of the unit's k-th model.

    Those off the table have NONE. Returns how many groups there are.
    """
    return mark_linked(b, b.units[unit].first, b.units[unit].count, unit, groups)


@clause("C40-COH-1")
@kernel
def mark_linked(b, first, n, unit, groups):
    """The same of the ``n`` figures from ``first`` on, of this unit alone, or of any (NONE). At most 63 of them."""
    apart = 0  # who is of no group yet
    for k in range(n):
        groups[k] = NONE
        if _is_among(b, first + k, unit):
            apart |= bit(k)
    count = 0
    while apart != 0:
        waiting = bit(lowest(apart))  # who is of this group, and has not been asked yet who is near him
        apart &= ~waiting
        while waiting != 0:
            at = lowest(waiting)
            waiting = without(waiting, at)
            groups[at] = count
            rest = apart
            while rest != 0:
                m = lowest(rest)
                rest = without(rest, m)
                if is_near(b, first + at, first + m, b.core.coherency):
                    apart = without(apart, m)
                    waiting |= bit(m)
        count += 1
    return count


@kernel
def _is_among(b, i, unit):
    """Figure ``i`` is on the table, and of this unit unless any will do."""
    return is_on_table(b.figures[i]) and (unit == NONE or b.figures[i].unit == unit)


@clause("C40-COH-1")
@kernel
def is_coherent(b, unit, groups):
    """All models of the unit are linked in one chain. ``groups``: scratch, as long as the unit."""
    return mark_groups(b, unit, groups) <= 1


@clause("C40-MOV-7", "C40-COH-2")
@kernel
def judge_unit_finished(b, unit, groups, log):
    """A unit that began in coherency ends in it; one out of coherency has moved to restore it: 1 or 0.

    Who was out of coherency and still is must have moved every model that is not with most of them.
    """
    if is_coherent(b, unit, groups):
        return 1
    one = b.units[unit]
    if one.linked != 0:
        reason(log, Code.OUT_OF_COHERENCY, Clause.MOV_7, one.first, NONE, 0)
        return 0
    main = _largest(groups, one.count)
    for k in range(one.count):
        if groups[k] != NONE and groups[k] != main and b.figures[one.first + k].moved == 0:
            reason(log, Code.MUST_CLOSE_UP, Clause.COH_2, one.first + k, NONE, 0)
            return 0
    return 1


@kernel
def _largest(groups, n):
    """The group with the most models, the first of equal ones."""
    best = NONE
    most = 0
    for k in range(n):
        if groups[k] == NONE:
            continue
        size = 0
        for m in range(n):
            size += int(groups[m] == groups[k])
        if size > most:
            most = size
            best = groups[k]
    return best


# ---------------------------------------------------------------- running


@clause("C40-RUN-1", "C40-RUN-2")
@kernel
def may_run(b, unit):
    """A unit may run instead of shooting: in the 4th edition only if all its models are fleet. Nobody locked runs."""
    if is_locked(b, unit) or b.units[unit].falling_back != 0 or b.units[unit].run_roll != 0:
        return False
    return b.core.edition == Edition.FIFTH or is_fleet(b, unit)


@clause("C40-RUN-1", "C40-RUN-2", "C40-CHG-2")
@kernel
def is_fleet(b, unit):
    """Every model of the unit is fleet: it may charge after running."""
    return who_is_slow(b, unit) == NONE


@kernel
def who_is_slow(b, unit):
    """A model of the unit that is not fleet, or NONE."""
    one = b.units[unit]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, unit) and b.profiles[b.figures[i].profile].fleet == 0:
            return i
    return NONE


@clause("C40-RUN-4", "C40-RUN-5")
@kernel
def throw_run(b, unit, dice, log):
    """One die for the whole unit; from now on it does not shoot, even if nobody moves."""
    one = b.units[unit]
    runner = first_model(b, unit)
    one.run_roll = d6(b, runner, Purpose.RUN, dice, log)
    for i in range(one.first, one.first + one.count):
        b.figures[i].moved = 0
    event(log, Code.RUNS, Clause.RUN_4, runner, NONE, one.run_roll)
    return one.run_roll
