"""MOVEMENT: may these elements make this move, and what does it cost? (DBA-MOVE, DBA-GROUP, DBA-MULTI).

A move is judged in two steps. ``settle_order`` settles who moves: may they, together, at what price, how far. Nothing
in it depends on where they go, so a list of moves of one mover asks it once. ``judge_way`` settles one way: that of a
single element here, that of a group or a column in group_moves.py.
"""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import clause, inlined, kernel
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import N_SIDES, Ground, River
from sandtable.games.dba.rules import breaking_off, columns
from sandtable.games.dba.rules.camps import UNOPPOSED, enter, leave
from sandtable.games.dba.rules.contact import conform, is_front, judge_contacts, whose_door_is_closed
from sandtable.games.dba.rules.gaps import passes_narrow_gap, slips
from sandtable.games.dba.rules.ground import has_ground
from sandtable.games.dba.rules.group_moves import judge_column, judge_march
from sandtable.games.dba.rules.groups import everybody
from sandtable.games.dba.rules.later_moves import TO_CONTACT, judge_warband
from sandtable.games.dba.rules.marches import (
    GO,
    TURN_FIRST,
    after_row,
    end_of,
    is_arc,
    legs_of,
    length_of_single,
    n_manners,
    rows_of_single,
    way_of,
    whole_front,
)
from sandtable.games.dba.rules.move_context import all_are_close, half_diagonal, look_around, new_around, pick_beside
from sandtable.games.dba.rules.orders import PRICED, furthest, settle_order
from sandtable.games.dba.rules.passing import camp_entered, say_stopped, what_stands_there
from sandtable.games.dba.rules.pips import price_of
from sandtable.games.dba.rules.positions import SLACK, are_enemies, is_in_open, put
from sandtable.games.dba.rules.roads_and_rivers import throw_for_river
from sandtable.games.dba.rules.ways import (
    NOT_AT_ALL,
    OFF_ROAD,
    Course,
    goes_along,
    row_stays_on_board,
    say_too_far,
    stays_on_board,
)
from sandtable.kernel.action_checks import actor, is_way_described
from sandtable.kernel.bitsets import bit
from sandtable.kernel.geometry import TOUCH, base_of, placed
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.log import LOG, event, locate, measured, note, reason
from sandtable.kernel.records import NONE, Path
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.verbs import Verdict

# A single element


@kernel
def _may_be_too_far(length, around):
    """So long a way may be too long off the road, over good going or, where there is other ground, over that."""
    return is_more_than(length, around.order.good, SLACK) or (around.n_features > 0 and around.is_dry == 0)


@clause("DBA-GROUP-2", "DBA-MOVE-7")
@kernel
def _to_go_on(rows, k, n):
    """How often its length the straight row ``k`` counts: a hair more than once if the way goes on straight after it.

    So nobody gets past the line across a gap by stopping on it between two parts of a move.
    """
    for later in range(k + 1, n):
        if rows[later, 0] == GO:
            return 1.0 + TOUCH / math.sqrt(rows[k, 1] * rows[k, 1] + rows[k, 2] * rows[k, 2])
    return 1.0


@clause("DBA-GROUP-1", "DBA-GROUP-2", "DBA-GROUP-3", "DBA-MOVE-7")
@kernel
@inlined
def _single_goes(b, action, way, manner, entered, around, log):
    """How may a single element go its way in this manner? As ``goes_along`` says it."""
    i = actor(action, 0)
    order = around.order
    length = length_of_single(b, action, way, manner)
    gone = length
    far = max(order.good, order.road)
    if _may_be_too_far(length, around) and is_arc(action, manner) and whose_door_is_closed(b, i, way.end) != NONE:
        measured(log, Clause.DBA_CONTACT_7, i, gone, 0.0)
        length = 0.0
    if is_more_than(length, far, SLACK):
        say_too_far(i, way, length, Code.TOO_FAR, Clause.DBA_MOVE_1, far, log)
        return NOT_AT_ALL
    n = rows_of_single(action, way, manner, around.rows)
    bulge = 0.0
    lead = 0.0
    if action.path == Path.VIA or (way.is_turned and is_arc(action, manner)):
        bulge = half_diagonal(way.start) + gone  # it bulges at most as far as the element goes
        all_are_close(around)
    elif way.is_turned:
        lead = way.start.half_depth  # its front's middle goes straight
        bulge = math.sqrt(way.start.half_width * way.start.half_width + 4.0 * lead * lead)
    fit = goes_along(b, action, i, Course(way, manner, n, length, lead, bulge, entered), around, log)
    if fit != NOT_AT_ALL or log.keep != 0:
        here = way.start
        for k in range(n):
            if around.rows[k, 0] == GO and slips(here, around.rows[k, 1], around.rows[k, 2]):
                goes = _to_go_on(around.rows, k, n)
                if passes_narrow_gap(b, i, here, goes * around.rows[k, 1], goes * around.rows[k, 2], around):
                    line = reason(log, Code.NARROW_GAP, Clause.DBA_GROUP_2, i, NONE, 0)
                    locate(log, line, way.start.x, way.start.y, way.end.x, way.end.y, 0.0)
                    fit = NOT_AT_ALL
            if not row_stays_on_board(b, i, here, around.rows, k, log):
                fit = NOT_AT_ALL
            here = after_row(here, around.rows, k)
            if k < n - 1 and not stays_on_board(b, i, here, log):
                fit = NOT_AT_ALL
    return fit


@kernel
def _is_beyond_reach(way, around):
    """The middle of the front edge goes farther than the move allows, so that some corner does: the cheap refusal."""
    order = around.order
    far = max(order.good, order.road)
    dx = way.end.x - way.start.x + way.start.half_depth * (way.end.fx - way.start.fx)
    dy = way.end.y - way.start.y + way.start.half_depth * (way.end.fy - way.start.fy)
    return dx * dx + dy * dy > (far + SLACK) * (far + SLACK)


@clause("DBA-GROUP-1", "DBA-CAMP-4")
@kernel
@inlined
def _judge_single(b, action, way, around, log):
    """How may a single element go so, in any of the manners it may choose? As ``goes_along`` says it."""
    i = actor(action, 0)
    around.ends[0, 0] = way.end.x
    around.ends[0, 1] = way.end.y
    around.ends[0, 2] = way.end.fx
    around.ends[0, 3] = way.end.fy
    if log.keep == 0 and _is_beyond_reach(way, around):
        return NOT_AT_ALL
    stays = stays_on_board(b, i, way.end, log)
    if not stays and log.keep == 0:
        return NOT_AT_ALL
    entered = camp_entered(b, i, way.end) if around.camps != 0 else NONE
    is_swept = around.is_swept
    if is_swept == 0:
        pick_beside(around, way.start, way.end, half_diagonal(way.start) + TOUCH)
    manners = n_manners(action, way)
    if way.is_turned and (is_swept == 0 or around.manner != TURN_FIRST):
        hit = what_stands_there(b, i, way.end, entered, around)
        if hit.is_there:
            say_stopped(b, i, way.end, hit, log)
            return NOT_AT_ALL
        if manners == 1:  # turning on the spot sweeps nothing
            around.is_swept = 1
    manner = 0 if manners == 1 else around.manner
    if manner != NONE:
        fit = _single_goes(b, action, way, manner, entered, around, log)
    else:
        fit = _goes_in_some_manner(b, action, way, manners, entered, around, log)
    around.is_swept = is_swept
    return fit if stays else NOT_AT_ALL


@clause("DBA-MOVE-7")
@kernel
def _goes_in_some_manner(b, action, way, manners, entered, around, log):
    """How may a single element go its way in any of so many manners? As ``goes_along`` says it."""
    keep = log.keep
    log.keep = 0
    goes = NOT_AT_ALL
    around.is_barred = 0
    for manner in range(manners):
        if manner % 2 == 1 and around.is_barred != 0:  # the same part, seen from zones, is the same way
            continue
        around.is_barred = 0
        goes = _single_goes(b, action, way, manner, entered, around, log)
        if goes != NOT_AT_ALL:
            break
    log.keep = keep
    if keep != 0:  # say why not, or how far; who would close the door asks for the swing, which is the last manner
        if goes == NOT_AT_ALL:
            closes = whose_door_is_closed(b, actor(action, 0), way.end) != NONE
            manner = manners - 1 if closes and is_arc(action, manners - 1) else 0
        _single_goes(b, action, way, manner, entered, around, log)
    return goes


# The whole of it


@clause("DBA-PIP-2")
@kernel
def _moves_at_all(way, action, log):
    """Standing where one stood, facing as one faced, is no move; a group may still form a column."""
    if way.is_turned or way.end.x != way.start.x or way.end.y != way.start.y or action.path == Path.COLUMN:
        return True
    reason(log, Code.NO_MOVE, Clause.DBA_PIP_2, actor(action, 0), NONE, 0)
    return False


@kernel
def _may_touch_enemy(b, action, around):
    """Some actor may touch an enemy, or a camp, where it ends: the cheap refusal before contacts are judged."""
    if around.n_enemies == 0:
        return False
    if action.path <= Path.VIA and action.n_actors == 1 and around.n_close == 0 and around.camps == 0:
        return False
    side = b.figures[action.actors[0]].side
    for k in range(action.n_actors):
        figure = b.figures[action.actors[k]]
        x = around.ends[k, 0]
        y = around.ends[k, 1]
        for m in range(around.n_near):
            other = b.figures[around.others[m]]
            if other.side == side:
                continue
            reach = 0.5 * (figure.width + figure.depth + other.width + other.depth) + 1.0
            if abs(other.x - x) <= reach and abs(other.y - y) <= reach:
                return True
        for owner in range(N_SIDES):
            camp = b.camps[owner]
            reach = 0.5 * (figure.width + figure.depth + camp.width + camp.depth) + 1.0
            if camp.present == 1 and abs(camp.x - x) <= reach and abs(camp.y - y) <= reach:
                return True
    return False


@kernel
def _forget_ends(action, around):
    """Nobody ends anywhere until the way is drawn: one that cannot be drawn is told of no contacts."""
    for k in range(action.n_actors):
        around.ends[k, 0] = math.inf
        around.ends[k, 1] = math.inf
        around.ends[k, 2] = 0.0
        around.ends[k, 3] = 1.0


@kernel
def judge_way(b, action, way, around, log):
    """Is the move legal that these actors make on this way? Returns a Verdict.

    The action must describe a way (``is_way_described``); ``around`` must have been filled for these actors, and hold
    their order. With a log that keeps, reasons of every sort are written; otherwise the first one ends the search.
    """
    order = around.order
    if order.is_fit == 0 and log.keep == 0:
        return Verdict(0, order.cost)
    keep = log.keep != 0
    fit = order.is_fit != 0 and _moves_at_all(way, action, log)
    if order.breaks_off != 0 and (fit or keep):
        fit = breaking_off.judge_break_off(b, action, way, order.mask, log) and fit
    if not (fit or keep):
        return Verdict(0, order.cost)
    if keep:
        _forget_ends(action, around)
    if action.path == Path.COLUMN:
        goes = judge_column(b, action, way, around, log)
    elif action.n_actors > 1 or action.path == Path.MARCH:
        goes = judge_march(b, action, way, around, log)
    else:
        goes = _judge_single(b, action, way, around, log)
    fit = fit and goes != NOT_AT_ALL
    if (fit or keep) and _may_touch_enemy(b, action, around):
        fit = judge_contacts(b, action, around.ends, log) and fit
    if (order.later & TO_CONTACT) != 0 and goes == OFF_ROAD and (fit or keep):
        fit = judge_warband(b, action, order.mask, around, log) and fit
    return Verdict(1 if fit else 0, order.cost)


@kernel
def judge_move(b, action, log):
    """May the side make this move, and what does it cost? Every reason and price line goes to the log."""
    scratch = new_around()
    around = scratch[0]
    order = around.order
    settle_order(b, action, PRICED, order, log)
    verdict = Verdict(0, order.cost)
    if order.mask != 0 and (order.is_fit != 0 or log.keep != 0):
        if is_way_described(action, Path.COLUMN):
            look_around(b, action, order.mask, furthest(order), everybody(b), around)
            way = way_of(b, action)
            verdict = judge_way(b, action, way, around, log)
            if log.keep != 0 and verdict.legal == 1 and b.river == River.UNKNOWN and around.river_by != 0:
                _warn_of_river(b, action, way, around, log)
        else:
            reason(log, Code.NO_WAY, Clause.DBA_MOVE_7, actor(action, 0), NONE, 0)
    keep_until_here(scratch)
    return verdict


@clause("DBA-RIVER-1")
@kernel
def _may_cross_ordinary_river(b, action, way, around):
    """The move would be legal too if the river that it enters were known to be an ordinary one."""
    keep_nothing = np.zeros(1, LOG)
    around.order.river = River.ORDINARY
    fit = judge_way(b, action, way, around, keep_nothing[0]).legal == 1
    around.order.river = b.river
    keep_until_here(keep_nothing)
    return fit


@clause("DBA-RIVER-1")
@kernel
def _warn_of_river(b, action, way, around, log):
    """Write down that nobody knows the river yet which this legal move enters, and whether it may come to nothing."""
    wader = around.river_by - 1
    if _may_cross_ordinary_river(b, action, way, around):
        note(log, Code.RIVER_NOT_KNOWN, Clause.DBA_RIVER_1, wader, NONE, b.rules.paltry_to)
    else:
        note(log, Code.RIVER_IS_TRIED, Clause.DBA_RIVER_1, wader, NONE, b.rules.paltry_to)


@clause("DBA-OUT-6")
@kernel
def _note_charges(b, action):
    """Remember into whose front each mover has moved in this bound."""
    for k in range(action.n_actors):
        i = actor(action, k)
        for j in range(b.n_figures):
            if are_enemies(b.figures[i], b.figures[j]) and is_in_open(b.figures[j]) and is_front(b, i, j):
                b.figures[i].charged = j


@clause("DBA-RIVER-1")
@kernel
def _first_in_river(b, action, way, around):
    """The actor that this legal move brings into an unknown river off the road, or NONE; ``around`` gets filled."""
    if b.river != River.UNKNOWN or not has_ground(b, Ground.RIVER):
        return NONE
    keep_nothing = np.empty(1, LOG)  # its many entries need not be blank
    keep_nothing[0].keep = 0
    settle_order(b, action, PRICED, around.order, keep_nothing[0])
    look_around(b, action, around.order.mask, furthest(around.order), everybody(b), around)
    judge_way(b, action, way, around, keep_nothing[0])
    keep_until_here(keep_nothing)
    return around.river_by - 1


@clause("DBA-PIP-2", "DBA-MULTI-1", "DBA-RIVER-1", "DBA-BREAK-6")
@kernel
def make_move(b, action, dice, log):
    """Pay for a legal move and stand its elements where it ends; throw for the river when it is first entered.

    Where that turns out to be an ordinary river and does not allow the move, they stay where they are.
    """
    cost = price_of(b, action, log)
    way = way_of(b, action)
    scratch = new_around()
    around = scratch[0]
    leader = actor(action, 0)
    wader = _first_in_river(b, action, way, around)
    if wader != NONE:
        throw_for_river(b, wader, dice, log)
        if b.river == River.ORDINARY and not _may_cross_ordinary_river(b, action, way, around):
            b.pips -= cost
            event(log, Code.RIVER_BARS_THE_WAY, Clause.DBA_RIVER_1, leader, NONE, cost)
            for k in range(action.n_actors):
                b.figures[action.actors[k]].moves += 1
            keep_until_here(scratch)
            return
    b.pips -= cost
    code = Code.GROUP_MOVES if action.n_actors > 1 else Code.MOVES
    line = event(log, code, Clause.DBA_PIP_2, leader, NONE, cost)
    locate(log, line, way.start.x, way.start.y, way.end.x, way.end.y, 0.0)
    left = breaking_off.enemies_in_front(b, leader) if action.n_actors == 1 else bit(0) & 0
    if action.path == Path.COLUMN:
        n_legs = legs_of(action, way, whole_front(way.start), around.legs)
        columns.draw_up(b, action, way, n_legs, around, log)
    entered = camp_entered(b, leader, way.end) if action.n_actors == 1 else NONE
    for k in range(action.n_actors):
        i = actor(action, k)
        base = base_of(b.figures[i])
        end = end_of(b, way, i)
        if action.path == Path.COLUMN:
            end = placed(base, around.ends[k, 0], around.ends[k, 1], around.ends[k, 2], around.ends[k, 3])
        around.ends[k, 0] = end.x
        around.ends[k, 1] = end.y
        around.ends[k, 2] = end.fx
        around.ends[k, 3] = end.fy
    for k in range(action.n_actors):
        i = actor(action, k)
        base = base_of(b.figures[i])
        leave(b, i)
        put(b, i, placed(base, around.ends[k, 0], around.ends[k, 1], around.ends[k, 2], around.ends[k, 3]))
        b.figures[i].moves += 1
    if entered != NONE:
        enter(b, leader, entered, UNOPPOSED, log)
    if left != 0:
        breaking_off.let_pursue(b, leader, left, log)
    elif entered == NONE:
        conform(b, action, log)
        _note_charges(b, action)
    keep_until_here(scratch)
