"""MOVEMENT: may these elements make this move, and what does it cost? (DBA-MOVE, DBA-GROUP, DBA-MULTI).

A move is judged in two steps. ``order_of`` settles who moves: may they, together, at what price, how far. Nothing
in it depends on where they go, so a list of moves of one mover asks it once. ``judge_way`` settles one way.
"""

from __future__ import annotations

import numpy as np

from sandtable.games.dba import breaking_off, columns
from sandtable.games.dba.around import (
    all_are_close,
    half_diagonal,
    look_around,
    may_meet_zone,
    new_around,
)
from sandtable.games.dba.camps import enter, leave
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.contact import conform, is_front, judge_contacts
from sandtable.games.dba.groups import (
    SAME_WAY,
    actor,
    bit,
    is_in,
)
from sandtable.games.dba.later_moves import (
    TO_CONTACT,
    judge_later_way,
    judge_warband,
    touches_enemy,
)
from sandtable.games.dba.marches import (
    FIT,
    GO,
    MOST_WHEEL,
    after_row,
    end_of,
    is_arc,
    is_way_described,
    legs_of,
    length_of_rows,
    length_of_single,
    n_manners,
    poses_of_rows,
    poses_of_single,
    rows_of_march,
    rows_of_single,
    way_of,
    where_legs_lead,
    whole_front,
)
from sandtable.games.dba.orders import furthest, order_of
from sandtable.games.dba.passing import (
    CLEAR,
    camp_entered,
    passes_narrow_gap,
    pick_close,
    say_stopped,
    what_stands_there,
    what_stops,
)
from sandtable.games.dba.pips import SLACK, price_of
from sandtable.games.dba.positions import are_enemies, is_in_open, put
from sandtable.games.dba.record import N_SIDES, Ground, River
from sandtable.games.dba.restriction import judge_restricted
from sandtable.games.dba.roads_and_rivers import (
    BAD,
    WET,
    WET_FRONT,
    ground_on_way,
    is_road_all_the_way,
    judge_river,
    length_in_bad_going,
    squares_up,
    throw_for_river,
)
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.contact import front_on, is_aligned_on, overlap_by_corner
from sandtable.kernel.geometry import base_of, placed
from sandtable.kernel.log import LOG, event, locate, reason
from sandtable.kernel.records import NONE, Path
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.terrain import is_on_table as is_base_on_table
from sandtable.kernel.verbs import Verdict

# How far


@kernel
def _say_too_far(i, way, length, code, cited, amount, log):
    """Write down that a move is too long."""
    line = reason(log, code, cited, i, NONE, int(amount))
    locate(log, line, way.start.x, way.start.y, way.end.x, way.end.y, length)


@clause("DBA-MOVE-1", "DBA-MOVE-2", "DBA-MOVE-3", "DBA-MOVE-5", "DBA-GROUP-6", "DBA-RIVER-2")
@kernel
def _judge_length(b, i, base, way, order, ground, length, n_poses, around, log):
    """The length is within what the ground on the way allows an element that is not on the road."""
    if (ground & BAD) != 0:
        if not order.is_one_wide:
            reason(log, Code.GROUP_IN_BAD_GOING, Clause.DBA_GROUP_6, i, NONE, 0)
            return False
        if order.bad < 0.0:
            reason(log, Code.NO_BAD_GOING, Clause.DBA_MOVE_2, i, NONE, 0)
            return False
    if (ground & WET) != 0 and not order.is_one_wide:
        reason(log, Code.GROUP_IN_RIVER, Clause.DBA_GROUP_6, i, NONE, 0)
        return False
    if length > order.good + SLACK:
        _say_too_far(i, way, length, Code.TOO_FAR.value, Clause.DBA_MOVE_1.value, order.good, log)
        return False
    if (ground & BAD) != 0:
        slow = length
        if b.options.bad_going_move != 0:
            slow = length_in_bad_going(b, i, base, around.poses, n_poses, around)
        if slow > order.bad + SLACK:
            _say_too_far(i, way, slow, Code.TOO_FAR_IN_BAD_GOING.value, Clause.DBA_MOVE_3.value, order.bad, log)
            return False
    if (ground & WET_FRONT) != 0 and length > b.rules.river_move + SLACK:
        _say_too_far(i, way, length, Code.TOO_FAR_IN_RIVER.value, Clause.DBA_MOVE_5.value, b.rules.river_move, log)
        return False
    return True


@clause("DBA-TERR-7", "DBA-WIN-5")
@kernel
def _stays_on_board(b, i, end, log):
    """The whole base ends on the board: nobody leaves it by a tactical move."""
    if is_base_on_table(end, b.table_width, b.table_height):
        return True
    line = reason(log, Code.OFF_BOARD, Clause.DBA_TERR_7, i, NONE, 0)
    locate(log, line, end.x, end.y, end.x, end.y, 0.0)
    return False


@clause("DBA-MOVE-4", "DBA-MOVE-7", "DBA-TERR-10")
@kernel
def _goes(b, i, base, end, way, order, n, n_poses, length, entered, may_cut, around, log):
    """May element ``i`` go along the ``n`` rows? Returns 0: no, 1: yes, 2: yes, and all the way along a road.

    ``n_poses`` poses are filled where ``_needs_poses`` says so, else it is 0.
    """
    rows = around.rows
    fit = 1
    hit = what_stops(b, i, base, rows, n, end, may_cut, entered, around)
    if hit != CLEAR:
        say_stopped(b, i, end, hit, log)
        fit = 0
        if log.keep == 0:
            return 0
    ground = 0
    if around.n_features > 0:
        ground = ground_on_way(b, i, base, rows, n, around)
    by_road = False
    if (
        n_poses > 0
        and not (order.later != 0 and touches_enemy(b, i, end, around))
        and (ground != 0 or length > order.good + SLACK or order.later != 0)
    ):
        if order.is_one_wide and length <= order.road + SLACK:
            by_road = is_road_all_the_way(b, base, around.poses, n_poses, around)
    if by_road:
        fit *= 2
    else:
        if not _judge_length(b, i, base, way, order, ground, length, n_poses, around, log):
            fit = 0
        if order.later != 0 and (fit != 0 or log.keep != 0):
            if not judge_later_way(b, i, order.later, n_poses, around, log):
                fit = 0
        if (ground & WET) != 0 and (fit != 0 or log.keep != 0):
            if not judge_river(b, i, base, rows, n, end, around, log):
                fit = 0
    if n_poses > 0 and (fit != 0 or log.keep != 0) and around.n_zones > 0:
        if not judge_restricted(b, i, around.poses, n_poses, order.mask, log):
            around.is_barred = 1
            fit = 0
    if fit == 1 and (ground & WET) != 0:
        around.river_by = i + 1
    return fit


@kernel
def _needs_poses(b, around, base, end, order, length, reach):
    """What may ask where this mover is on its way: 2: roads or bad going, at every step; 1: zones; 0: nothing."""
    if order.later != 0:
        return 2
    if around.has_road != 0 and (around.n_features > 0 or length > order.good + SLACK):
        return 2
    if b.options.bad_going_move != 0 and around.n_features > 0:
        return 2
    near = may_meet_zone(around, base, end.x - base.x, end.y - base.y, reach)
    return 1 if near else 0


# A single element


@clause("DBA-CONTACT-7")
@kernel
def closes_the_door(b, i, way, around):
    """Starting in overlap with an enemy whom a friend holds in front, it swings on that corner onto his flank."""
    if not way.is_turned:
        return False
    for m in range(around.n_others):
        j = around.others[m]
        if not are_enemies(b.figures[i], b.figures[j]):
            continue
        enemy = base_of(b.figures[j])
        if not overlap_by_corner(way.start, enemy):
            continue
        edge = front_on(way.end, enemy)
        if (edge == 1 or edge == 3) and is_aligned_on(way.end, enemy, edge):
            for m2 in range(around.n_others):
                friend = around.others[m2]
                if b.figures[friend].side == b.figures[i].side and is_front(b, friend, j):
                    return True
    return False


@clause("DBA-GROUP-1", "DBA-GROUP-2", "DBA-GROUP-3", "DBA-MOVE-7")
@kernel
def _single_goes(b, action, i, way, manner, order, entered, around, log):
    """May a single element go its way in this manner? As ``_goes`` says it."""
    length = length_of_single(b, action, way, manner)
    far = max(order.good, order.road) if around.has_road != 0 else order.good
    if length > far + SLACK:
        if is_arc(action, manner) and closes_the_door(b, i, way, around):
            length = 0.0
        else:
            _say_too_far(i, way, length, Code.TOO_FAR.value, Clause.DBA_MOVE_1.value, far, log)
            return 0
    n = rows_of_single(action, way, manner, around.rows)
    n_poses = 0
    reach = 0.0
    if action.path == Path.VIA or (way.is_turned and is_arc(action, manner)):
        reach = half_diagonal(way.start) + length  # it bulges at most as far as the element goes
    elif way.is_turned:
        reach = half_diagonal(way.start) + 2.0 * way.start.half_depth  # its front's middle goes straight
    need = _needs_poses(b, around, way.start, way.end, order, length, reach)
    if need != 0:
        n_poses = poses_of_single(action, way, manner, around.rows, n, need == 2, around.poses)
    may_cut = action.path != Path.VIA
    fit = _goes(b, i, way.start, way.end, way, order, n, n_poses, length, entered, may_cut, around, log)
    if fit != 0 or log.keep != 0:
        here = way.start
        for k in range(n):
            if around.rows[k, 0] == GO:
                if passes_narrow_gap(b, i, here, around.rows[k, 1], around.rows[k, 2], around):
                    line = reason(log, Code.NARROW_GAP, Clause.DBA_GROUP_2, i, NONE, 0)
                    locate(log, line, way.start.x, way.start.y, way.end.x, way.end.y, 0.0)
                    fit = 0
            here = after_row(here, around.rows, k)
            if k < n - 1 and not _stays_on_board(b, i, here, log):
                fit = 0
    return fit


@kernel
def _is_beyond_reach(way, order, around):
    """The middle of the front edge goes farther than the move allows, so that some corner does: the cheap refusal."""
    far = max(order.good, order.road) if around.has_road != 0 else order.good
    dx = way.end.x - way.start.x + way.start.half_depth * (way.end.fx - way.start.fx)
    dy = way.end.y - way.start.y + way.start.half_depth * (way.end.fy - way.start.fy)
    return dx * dx + dy * dy > (far + SLACK) * (far + SLACK)


@clause("DBA-GROUP-1", "DBA-CAMP-4")
@kernel
def _judge_single(b, action, way, order, around, log):
    """May a single element go straight or by waypoints, in any of the manners it may choose? As ``_goes`` says it."""
    i = actor(action, 0)
    around.ends[0, 0] = way.end.x
    around.ends[0, 1] = way.end.y
    around.ends[0, 2] = way.end.fx
    around.ends[0, 3] = way.end.fy
    fit = 1
    if log.keep == 0 and _is_beyond_reach(way, order, around):
        return 0
    if not _stays_on_board(b, i, way.end, log):
        fit = 0
        if log.keep == 0:
            return 0
    entered = camp_entered(b, i, way.end)
    if way.is_turned:
        hit = what_stands_there(b, i, way.end, entered, around)
        if hit != CLEAR:
            say_stopped(b, i, way.end, hit, log)
            return 0
    if fit == 0 and log.keep == 0:
        return 0
    all_are_close(around)
    manners = n_manners(action, way)
    if manners == 1:
        return fit * _single_goes(b, action, i, way, 0, order, entered, around, log)
    keep = log.keep
    log.keep = 0
    goes = 0
    around.is_barred = 0
    for manner in range(manners):
        if manner % 2 == 1 and around.is_barred != 0:  # the same part, seen from zones, is the same way
            continue
        around.is_barred = 0
        goes = _single_goes(b, action, i, way, manner, order, entered, around, log)
        if goes != 0:
            break
    log.keep = keep
    if goes == 0 and keep != 0:
        _single_goes(b, action, i, way, 0, order, entered, around, log)
    return fit * goes


# A group, or one that marches


@clause("DBA-GROUP-5", "DBA-GROUP-8", "DBA-GROUP-11", "WAD-RES-7")
@kernel
def _judge_legs(b, action, way, front, n, around, log):
    """The legs are a march: straight ahead, wheels of no more than half a turn, and they lead to the end.

    What is left aside at the end is a slide, of at most half a base width, to square up on an enemy no more than a
    base width before a mover. Under ``group_retire`` a group may also go straight back.
    """
    legs = around.legs
    leader = actor(action, 0)
    retires = b.options.group_retire != 0 and not way.is_turned and action.path == Path.STRAIGHT
    for k in range(n):
        if legs[k, 0] < 0.0 and not retires:
            line = reason(log, Code.NO_MARCH, Clause.DBA_GROUP_5, leader, NONE, 0)
            locate(log, line, way.start.x, way.start.y, way.end.x, way.end.y, 0.0)
            return False
        if abs(legs[k, 1]) > MOST_WHEEL or (legs[k, 1] != 0.0 and action.path == Path.COLUMN and action.amount > 1):
            reason(log, Code.NO_MARCH, Clause.DBA_GROUP_5, leader, NONE, 0)
            return False
    there = where_legs_lead(way.start, front, legs, n)
    dx = way.end.x - there.x
    dy = way.end.y - there.y
    aside = dx * there.fy - dy * there.fx
    if (
        there.fx * way.end.fx + there.fy * way.end.fy < SAME_WAY
        or abs(dx * there.fx + dy * there.fy) > FIT
        or (retires and legs[0, 0] < 0.0 and abs(aside) > FIT)
    ):
        line = reason(log, Code.LEGS_LEAD_ELSEWHERE, Clause.DBA_GROUP_5, leader, NONE, 0)
        locate(log, line, there.x, there.y, way.end.x, way.end.y, 0.0)
        return False
    if abs(aside) <= FIT:
        return True
    if abs(aside) > b.rules.slide + SLACK:
        line = reason(log, Code.SLIDES_TOO_FAR, Clause.DBA_GROUP_8, leader, NONE, int(b.rules.slide))
        locate(log, line, there.x, there.y, way.end.x, way.end.y, abs(aside))
        return False
    for k in range(1 if action.path == Path.COLUMN else action.n_actors):
        i = actor(action, k)
        if squares_up(b, i, end_of(b, way, i), b.rules.slide_reach, around) != NONE:
            return True
    line = reason(log, Code.SLIDES_FOR_NOTHING, Clause.DBA_GROUP_8, leader, NONE, 0)
    locate(log, line, there.x, there.y, way.end.x, way.end.y, abs(aside))
    return False


@clause("WAD-MEAS-4", "DBA-MOVE-8")
@kernel
def _length_of_march(b, action, order, n, around):
    """How long the march is: that of the leading element whose measured corners go farthest."""
    length = 0.0
    for k in range(action.n_actors):
        i = actor(action, k)
        if b.options.measure_corners != 0 or is_in(order.leading, i):
            length = max(length, length_of_rows(b, base_of(b.figures[i]), around.rows, n))
    return length


@kernel
def _is_corner_beyond_reach(way, order, around):
    """The outer corner of the front rank ends farther off than the move allows: the cheap refusal of a march."""
    far = max(order.good, order.road) if around.has_road != 0 else order.good
    front = order.front
    aside = front.left if way.degrees > 0.0 else front.right
    dx = way.end.x - way.start.x + front.level * (way.end.fx - way.start.fx) + aside * (way.end.fy - way.start.fy)
    dy = way.end.y - way.start.y + front.level * (way.end.fy - way.start.fy) - aside * (way.end.fx - way.start.fx)
    return dx * dx + dy * dy > (far + SLACK) * (far + SLACK)


@clause("DBA-GROUP-3", "DBA-GROUP-5", "DBA-GROUP-6", "DBA-GROUP-7")
@kernel
def _judge_march(b, action, way, order, around, log):
    """May the actors, keeping their places to one another, march so? As ``_goes`` says it."""
    if log.keep == 0 and _is_corner_beyond_reach(way, order, around):
        return 0
    n_legs = legs_of(action, way, order.front, around.legs)
    fit = 2
    if not _judge_legs(b, action, way, order.front, n_legs, around, log):
        return 0
    n = rows_of_march(way.start, way.end, order.front, around.legs, n_legs, around.rows)
    length = _length_of_march(b, action, order, n, around)
    far = max(order.good, order.road) if around.has_road != 0 and order.is_one_wide else order.good
    if length > far + SLACK:
        _say_too_far(actor(action, 0), way, length, Code.TOO_FAR.value, Clause.DBA_MOVE_1.value, far, log)
        fit = 0
        if log.keep == 0:
            return 0
        length = 0.0  # said once
    for k in range(action.n_actors):
        i = actor(action, k)
        end = end_of(b, way, i)
        around.ends[k, 0] = end.x
        around.ends[k, 1] = end.y
        around.ends[k, 2] = end.fx
        around.ends[k, 3] = end.fy
        if not _stays_on_board(b, i, end, log):
            fit = 0
        if fit == 0 and log.keep == 0:
            return 0
    if _is_clear_for_all(b, way, order, n, length, around):
        return fit
    for k in range(action.n_actors):
        i = actor(action, k)
        base = base_of(b.figures[i])
        end = placed(base, around.ends[k, 0], around.ends[k, 1], around.ends[k, 2], around.ends[k, 3])
        fit = min(fit, _judge_rows(b, i, base, end, way, order, n, length, around, log))
        if fit == 0 and log.keep == 0:
            return 0
    return fit


@kernel
def _is_clear_for_all(b, way, order, n, length, around):
    """The rectangle around a group meets nothing at all on its way: then nobody need be looked at alone."""
    meets = pick_close(b, order.block, around.rows, n, around)
    if meets or around.n_close > 0 or order.later != 0 or length > order.good + SLACK:
        return False
    bulge = 0.0
    if n > 1 or way.is_turned:
        bulge = half_diagonal(order.block) + 1.5 * length
        here = order.block
        for k in range(n - 1):
            here = after_row(here, around.rows, k)
            if not is_base_on_table(here, b.table_width, b.table_height):
                return False
    return not may_meet_zone(around, order.block, way.end.x - way.start.x, way.end.y - way.start.y, bulge)


@kernel
def _judge_rows(b, i, base, end, way, order, n, length, around, log):
    """May one of a group, or of a column, go along the rows in ``around``? As ``_goes`` says it."""
    reach = 0.0
    if n > 1 or way.is_turned:
        reach = half_diagonal(base) + 1.5 * length  # those behind the leading elements may go somewhat farther
    n_poses = 0
    need = _needs_poses(b, around, base, end, order, length, reach)
    if need != 0:
        n_poses = poses_of_rows(base, around.rows, n, end, need == 2, around.poses)
    fit = _goes(b, i, base, end, way, order, n, n_poses, length, NONE, False, around, log)
    here = base
    for k in range(n - 1):
        here = after_row(here, around.rows, k)
        if (fit != 0 or log.keep != 0) and not _stays_on_board(b, i, here, log):
            fit = 0
    return fit


@clause("DBA-GROUP-9", "DBA-GROUP-10")
@kernel
def _judge_column(b, action, way, order, around, log):
    """May the leader march by the legs and the others follow him, or form a column behind him? As ``_goes`` says it."""
    front = whole_front(way.start)
    n_legs = legs_of(action, way, front, around.legs)
    if not _judge_legs(b, action, way, front, n_legs, around, log):
        return 0
    if not columns.draw_up(b, action, way, n_legs, around, log):
        return 0
    all_are_close(around)
    fit = 2
    for k in range(action.n_actors):
        i = actor(action, k)
        base = base_of(b.figures[i])
        end = placed(base, around.ends[k, 0], around.ends[k, 1], around.ends[k, 2], around.ends[k, 3])
        n = columns.rows_of(b, action, way, k, n_legs, around)
        length = length_of_rows(b, base, around.rows, n)
        if not _stays_on_board(b, i, end, log):
            fit = 0
        if fit == 0 and log.keep == 0:
            return 0
        fit = min(fit, _judge_rows(b, i, base, end, way, order, n, length, around, log))
        if fit == 0 and log.keep == 0:
            return 0
    return fit


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
    side = b.figures[action.actors[0]].side
    for k in range(action.n_actors):
        figure = b.figures[action.actors[k]]
        x = around.ends[k, 0]
        y = around.ends[k, 1]
        for m in range(around.n_others):
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
def judge_way(b, action, way, order, around, log):
    """Is the move legal that actors fit by ``order`` make on this way? Returns a Verdict.

    The action must describe a way (``is_way_described``); ``around`` must have been filled for these actors. With a
    log that keeps, reasons of every sort are written; otherwise the first one ends the search.
    """
    if not order.is_fit and log.keep == 0:
        return Verdict(0, order.cost)
    keep = log.keep != 0
    fit = order.is_fit and _moves_at_all(way, action, log)
    if order.breaks_off and (fit or keep):
        fit = breaking_off.judge_break_off(b, action, way, order.mask, log) and fit
    if not (fit or keep):
        return Verdict(0, order.cost)
    if action.path == Path.COLUMN:
        goes = _judge_column(b, action, way, order, around, log)
    elif action.n_actors > 1 or action.path == Path.MARCH:
        goes = _judge_march(b, action, way, order, around, log)
    else:
        goes = _judge_single(b, action, way, order, around, log)
    fit = fit and goes != 0
    if (fit or keep) and _may_touch_enemy(b, action, around):
        fit = judge_contacts(b, action, around.ends, log) and fit
    if (order.later & TO_CONTACT) != 0 and goes == 1 and (fit or keep):
        fit = judge_warband(b, action, order.mask, around, log) and fit
    return Verdict(1 if fit else 0, order.cost)


@kernel
def judge_move(b, action, log):
    """May the side make this move, and what does it cost? Every reason and price line goes to the log."""
    order = order_of(b, action, log)
    if order.mask == 0 or (not order.is_fit and log.keep == 0):
        return Verdict(0, order.cost)
    if not is_way_described(action):
        reason(log, Code.NO_WAY, Clause.DBA_MOVE_7, actor(action, 0), NONE, 0)
        return Verdict(0, order.cost)
    scratch = new_around()
    look_around(b, action, order.mask, furthest(order), scratch[0])
    verdict = judge_way(b, action, way_of(b, action), order, scratch[0], log)
    keep_until_here(scratch)
    return verdict


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
    """The actor that this legal move brings into a river of unknown state off the road, or NONE."""
    if b.river != River.UNKNOWN:
        return NONE
    has_river = False
    for t in range(b.terrain.n_features):
        has_river = has_river or b.terrain.features[t].kind == Ground.RIVER
    if not has_river:
        return NONE
    keep_nothing = np.zeros(1, LOG)
    order = order_of(b, action, keep_nothing[0])
    look_around(b, action, order.mask, furthest(order), around)
    judge_way(b, action, way, order, around, keep_nothing[0])
    keep_until_here(keep_nothing)
    return around.river_by - 1


@clause("DBA-PIP-2", "DBA-MULTI-1", "DBA-RIVER-1", "DBA-BREAK-6")
@kernel
def make_move(b, action, dice, log):
    """Pay for a legal move and stand its elements where it ends; throw for the river when it is first entered."""
    cost = price_of(b, action, log)
    b.pips -= cost
    way = way_of(b, action)
    scratch = new_around()
    around = scratch[0]
    wader = _first_in_river(b, action, way, around)
    leader = actor(action, 0)
    code = Code.GROUP_MOVES.value if action.n_actors > 1 else Code.MOVES.value
    line = event(log, code, Clause.DBA_PIP_2, leader, NONE, cost)
    locate(log, line, way.start.x, way.start.y, way.end.x, way.end.y, 0.0)
    if wader != NONE:
        throw_for_river(b, wader, dice, log)
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
        enter(b, leader, entered, log)
    elif left != 0:
        breaking_off.let_pursue(b, leader, left, log)
    else:
        conform(b, action, log)
        _note_charges(b, action)
    keep_until_here(scratch)
