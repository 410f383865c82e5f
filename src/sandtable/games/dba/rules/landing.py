"""LANDING: the reserve of a littoral army comes ashore in its side's first bound (DBA-LIT).

Rulings where the rulebook is silent: those who land stand side by side in one line, in the order named from left to
right, rear edges level (along the shore); the first of them gives the line's left end. They may stand in an enemy's
zone, as they may land in contact.
"""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.obstacles import by_camp, by_feature, by_figure, nothing
from sandtable.games.common.verdicts import refused
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import N_SIDES, Ground, Where
from sandtable.games.dba.rules.contact import conform, is_front, judge_contacts
from sandtable.games.dba.rules.ground import is_barred_from
from sandtable.games.dba.rules.later_moves import SPENT
from sandtable.games.dba.rules.move_context import new_around
from sandtable.games.dba.rules.pips import can_pay, price_of
from sandtable.games.dba.rules.positions import are_enemies, camp_base, is_in_open, put
from sandtable.games.dba.switches import LandedMoveOn
from sandtable.kernel.action_checks import actor
from sandtable.kernel.geometry import base_of, overlap, placed, snap, snap_facing
from sandtable.kernel.log import event, locate, reason
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.terrain import gap_to_feature, is_on_table, overlaps_feature
from sandtable.kernel.verbs import Verdict


@kernel
def landing_place(b, action, k):
    """Where the ``k``-th of those who land stands: to the right of the one before, rear edges level."""
    facing = snap_facing(action.fx, action.fy)
    first = base_of(b.figures[actor(action, 0)])
    base = base_of(b.figures[actor(action, k)])
    right = 0.0
    for m in range(k):
        right += b.figures[actor(action, m)].width
    right += base.half_width - first.half_width
    up = base.half_depth - first.half_depth
    x = action.x + facing.x * up + facing.y * right
    y = action.y + facing.y * up - facing.x * right
    return placed(base, snap(x), snap(y), facing.x, facing.y)


@clause("DBA-LIT-1")
@kernel
def _touches_water(b, base):
    """The base touches a waterway's edge."""
    for t in range(b.terrain.n_features):
        if b.terrain.features[t].kind == Ground.WATERWAY and gap_to_feature(base, b.terrain, t) == 0.0:
            return True
    return False


@kernel
def _stands_on(b, base):
    """The Obstacle that the base would overlap."""
    for j in range(b.n_figures):
        if is_in_open(b.figures[j]) and overlap(base, base_of(b.figures[j])):
            return by_figure(j)
    for owner in range(N_SIDES):
        if b.camps[owner].present == 1 and overlap(base, camp_base(b, owner)):
            return by_camp(owner)
    for t in range(b.terrain.n_features):
        if b.terrain.features[t].kind == Ground.WATERWAY and overlaps_feature(base, b.terrain, t):
            return by_feature(t)
    return nothing()


@clause("DBA-LIT-1", "DBA-MOVE-2")
@kernel
def _fits_there(b, i, base, log):
    """The base is on the board, on nobody, no camp and no water, nor on ground that bars the element."""
    fit = True
    if not is_on_table(base, b.table_width, b.table_height):
        reason(log, Code.OFF_BOARD, Clause.DBA_TERR_7, i, NONE, 0)
        fit = False
    if is_barred_from(b, b.figures[i], base):
        reason(log, Code.CANNOT_STAND_HERE, Clause.DBA_MOVE_2, i, NONE, 0)
        fit = False
    hit = _stands_on(b, base)
    if hit.figure != NONE:
        other = b.figures[hit.figure]
        line = reason(log, Code.ENEMY_IN_THE_WAY, Clause.DBA_GROUP_3, i, hit.figure, 0)
        locate(log, line, base.x, base.y, other.x, other.y, 0.0)
        fit = False
    elif hit.feature != NONE:
        reason(log, Code.WATER_IN_THE_WAY, Clause.DBA_TERR_7, i, NONE, 0)
        fit = False
    elif hit.camp != NONE:
        reason(log, Code.CAMP_IN_THE_WAY, Clause.DBA_GROUP_3, i, NONE, 0)
        fit = False
    return fit


@clause("DBA-LIT-1", "DBA-LIT-2")
@kernel
def judge_land(b, action, log):
    """May these elements land so, and what does it cost? Reasons and price lines go to the log."""
    if action.n_actors < 1:
        return refused(log, Code.NOBODY_LANDS, Clause.DBA_LIT_1, NONE, NONE, 0)
    if b.landing == 0 or b.own_bounds[b.turn] != 1:
        return refused(log, Code.NO_LANDING_NOW, Clause.DBA_LIT_1, NONE, NONE, 0)
    fit = math.isfinite(action.x) and math.isfinite(action.y) and math.isfinite(action.fx) and math.isfinite(action.fy)
    for k in range(action.n_actors):
        figure = b.figures[actor(action, k)]
        if figure.side != b.turn:
            return refused(log, Code.OTHERS_BOUND, Clause.DBA_LIT_1, actor(action, k), NONE, 0)
        if figure.where != Where.HELD_BACK:
            return refused(log, Code.CANNOT_LAND, Clause.DBA_LIT_1, actor(action, k), NONE, 0)
    if not fit:
        return refused(log, Code.NO_WAY, Clause.DBA_MOVE_7, actor(action, 0), NONE, 0)
    scratch = new_around()
    ends = scratch[0].ends
    ashore = 0
    for k in range(action.n_actors):
        base = landing_place(b, action, k)
        fit = _fits_there(b, actor(action, k), base, log) and fit
        if _touches_water(b, base):
            ashore += 1
        ends[k, 0] = base.x
        ends[k, 1] = base.y
        ends[k, 2] = base.fx
        ends[k, 3] = base.fy
    if ashore < min(2, action.n_actors):
        line = reason(log, Code.LANDS_ON_ITS_SHORE, Clause.DBA_LIT_1, actor(action, 0), NONE, min(2, action.n_actors))
        locate(log, line, action.x, action.y, action.x, action.y, 0.0)
        fit = False
    if fit or log.keep != 0:
        fit = judge_contacts(b, action, ends, log) and fit
    cost = price_of(b, action, log)
    fit = can_pay(b, cost, actor(action, 0), log) and fit
    keep_until_here(scratch)
    return Verdict(1 if fit else 0, cost)


@clause("DBA-LIT-1", "DBA-LIT-2", "DBA-OUT-6")
@kernel
def land(b, action, log):
    """Pay, and put those who land ashore; nobody lands after them in this bound.

    Nor do they move in it, unless ``landed_move_on`` is on.
    """
    cost = price_of(b, action, log)
    b.pips -= cost
    line = event(log, Code.LANDS, Clause.DBA_LIT_1, actor(action, 0), NONE, cost)
    locate(log, line, action.x, action.y, action.x, action.y, 0.0)
    for k in range(action.n_actors):
        i = actor(action, k)
        base = landing_place(b, action, k)
        b.figures[i].where = Where.TABLE
        b.figures[i].camp = NONE
        put(b, i, base)
        b.figures[i].moves = SPENT if b.options.landed_move_on == LandedMoveOn.NO else 0
    b.landing = 0
    for i in range(b.n_figures):
        if b.figures[i].side == b.turn and b.figures[i].where == Where.HELD_BACK:
            b.figures[i].where = Where.NEVER_LANDED
    conform(b, action, log)
    for k in range(action.n_actors):
        i = actor(action, k)
        for j in range(b.n_figures):
            if are_enemies(b.figures[i], b.figures[j]) and is_front(b, i, j):
                b.figures[i].charged = j
