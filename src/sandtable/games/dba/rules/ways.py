"""WAYS: may one element go along the rows of its move, and how far? (DBA-MOVE, DBA-TERR-7)."""

from __future__ import annotations

import numpy as np

from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import River
from sandtable.games.dba.rules.around import half_diagonal, may_meet_zone, may_turn_into_zone
from sandtable.games.dba.rules.closer import Track
from sandtable.games.dba.rules.contact import has_six_positions
from sandtable.games.dba.rules.later_moves import KEEP_AWAY, SPENT, judge_later_way, touches_enemy
from sandtable.games.dba.rules.marches import Way, after_row, poses_of_rows, poses_of_single
from sandtable.games.dba.rules.passing import CLEAR, say_stopped, what_stops
from sandtable.games.dba.rules.positions import SLACK
from sandtable.games.dba.rules.restriction import gets_no_closer, judge_near_zones, judge_started
from sandtable.games.dba.rules.roads_and_rivers import (
    BAD,
    WET,
    WET_FRONT,
    ground_on_way,
    is_road_all_the_way,
    judge_river,
    length_in_bad_going,
)
from sandtable.games.dba.switches import BadGoingMove
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.geometry import base_of
from sandtable.kernel.limits import is_more_than, is_within
from sandtable.kernel.log import locate, measured, reason
from sandtable.kernel.records import NONE, Path
from sandtable.kernel.terrain import is_on_table as is_base_on_table

IN_STEP = -1
"""Manner of one who goes with a group, by the rows that all go by."""

LITTLE = 1.0
"""Degrees: who turns more than this does not go straight back."""

# How far


@kernel
def say_too_far(i, way, length, code, cited, amount, log):
    """Write down that a move is too long."""
    line = reason(log, code, cited, i, NONE, int(amount))
    locate(log, line, way.start.x, way.start.y, way.end.x, way.end.y, length)
    measured(log, cited, i, length, amount)


@clause("DBA-MOVE-1", "DBA-MOVE-2", "DBA-MOVE-3", "DBA-MOVE-5", "DBA-GROUP-6", "DBA-RIVER-2")
@kernel
def _judge_length(b, i, way, ground, length, n_poses, around, log):
    """The length is within what the ground on the way allows an element that is not on the road."""
    order = around.order
    if (ground & BAD) != 0:
        if order.is_one_wide == 0:
            reason(log, Code.GROUP_IN_BAD_GOING, Clause.DBA_GROUP_6, i, NONE, 0)
            return False
        if order.bad < 0.0:
            reason(log, Code.NO_BAD_GOING, Clause.DBA_MOVE_2, i, NONE, 0)
            return False
    if (ground & WET) != 0 and order.is_one_wide == 0:
        reason(log, Code.GROUP_IN_RIVER, Clause.DBA_GROUP_6, i, NONE, 0)
        return False
    if is_more_than(length, order.good, SLACK):
        say_too_far(i, way, length, Code.TOO_FAR.value, Clause.DBA_MOVE_1.value, order.good, log)
        return False
    if (ground & BAD) != 0:
        slow = length
        if b.options.bad_going_move == BadGoingMove.PART_OF_MOVE:
            slow = length_in_bad_going(b, i, way.start, around.poses, n_poses, around)
        if is_more_than(slow, order.bad, SLACK):
            say_too_far(i, way, slow, Code.TOO_FAR_IN_BAD_GOING.value, Clause.DBA_MOVE_3.value, order.bad, log)
            return False
    if (ground & WET_FRONT) != 0 and is_more_than(length, b.rules.river_move, SLACK):
        say_too_far(i, way, length, Code.TOO_FAR_IN_RIVER.value, Clause.DBA_MOVE_5.value, b.rules.river_move, log)
        return False
    if log.keep != 0:
        _measure(b, i, ground, length, around.order, log)
    return True


@kernel
def _measure(b, i, ground, length, order, log):
    """Write down how far the element goes, and how far it may go over such ground."""
    most = order.good
    if (ground & BAD) != 0 and b.options.bad_going_move == 0:
        most = min(most, order.bad)
    if (ground & WET_FRONT) != 0:
        most = min(most, b.rules.river_move)
    measured(log, Clause.DBA_MOVE_1, i, length, most)


@clause("DBA-TERR-7", "DBA-WIN-5")
@kernel
def stays_on_board(b, i, end, log):
    """The whole base ends on the board: nobody leaves it by a tactical move."""
    if is_base_on_table(end, b.table_width, b.table_height):
        return True
    line = reason(log, Code.OFF_BOARD, Clause.DBA_TERR_7, i, NONE, 0)
    locate(log, line, end.x, end.y, end.x, end.y, 0.0)
    return False


@kernel
def _dense_poses(action, way, manner, n, around):
    """Fill the poses of the mover at every step of its way into ``around``; returns how many."""
    if manner == IN_STEP:
        return poses_of_rows(way.start, around.rows, n, way.end, True, around.poses)
    return poses_of_single(action, way, manner, around.rows, n, True, around.poses)


@kernel
def _zones_on_way(around, way, lead, bulge):
    """Whose zones the way may lead into: a mask, see ``goes_along``."""
    if around.n_zones == 0:
        return np.int64(0)
    dx = way.end.x - way.start.x
    dy = way.end.y - way.start.y
    if bulge == 0.0:
        return may_meet_zone(around, way.start, dx, dy)
    dx += lead * (way.end.fx - way.start.fx)
    dy += lead * (way.end.fy - way.start.fy)
    x = way.start.x + lead * way.start.fx
    y = way.start.y + lead * way.start.fy
    return may_turn_into_zone(around, x, y, dx, dy, bulge)


@kernel
def _zones_allow(b, action, i, way, manner, n, near, around, log):
    """Element ``i`` may go so as far as zones of control are concerned, of which it may meet those of ``near``."""
    starts = around.starts_in
    is_known = starts > 0 and manner != IN_STEP and not has_six_positions(b, i)
    if is_known and log.keep == 0 and abs(way.degrees) > LITTLE and gets_no_closer(b, way, starts):
        return False
    poses = around.poses
    if manner == IN_STEP:
        n_poses = poses_of_rows(way.start, around.rows, n, way.end, False, poses)
    else:
        n_poses = poses_of_single(action, way, manner, around.rows, n, False, poses)
    comes_along = around.squares_up if manner == IN_STEP else np.int64(0)
    track = Track(i, base_of(b.figures[i]), poses, n_poses, around.order.mask, comes_along)
    if is_known:
        return judge_started(b, track, starts, log)
    return judge_near_zones(b, track, near, log)


@kernel
def _is_plain(length, around):
    """Nothing on the way but good going, it is short enough for that, and it is the mover's first."""
    order = around.order
    return (around.is_dry != 0 or around.n_features == 0) and order.later == 0 and is_within(length, order.good, SLACK)


FORDS = 3
"""Answer of ``_ground_allows``: yes, off the road and through a river."""


@clause("DBA-MOVE-4", "DBA-TERR-10", "DBA-RIVER-1")
@kernel
def _ground_allows(b, action, i, way, manner, n, length, hit, around, log):
    """May element ``i`` go so far over this ground? Returns 0: no, 1: yes, 2: yes, along a road; or FORDS.

    ``hit`` is what stops it (or CLEAR), to be written down before anything else.
    """
    order = around.order
    fit = 1
    if hit != CLEAR:
        say_stopped(b, i, way.end, hit, log)
        fit = 0
    ground = 0
    if around.n_features > 0 and around.is_dry == 0:
        ground = ground_on_way(b, i, way.start, around.rows, n, around)
    may_go_by_road = (
        around.has_road != 0
        and order.is_one_wide != 0
        and (ground != 0 or is_more_than(length, order.good, SLACK) or order.later != 0)
        and is_within(length, order.road, SLACK)
        and b.figures[i].moves < SPENT
        and not (order.later != 0 and touches_enemy(b, i, way.end, around))
    )
    n_poses = 0
    if (
        may_go_by_road
        or (order.later & KEEP_AWAY) != 0
        or ((ground & BAD) != 0 and b.options.bad_going_move == BadGoingMove.PART_OF_MOVE)
    ):
        n_poses = _dense_poses(action, way, manner, n, around)
    if may_go_by_road and is_road_all_the_way(b, way.start, around.poses, n_poses, around):
        measured(log, Clause.DBA_MOVE_4, i, length, order.road)
        return 2 * fit
    fords = (ground & WET) != 0
    if order.river != River.ORDINARY:
        ground &= BAD
    if not _judge_length(b, i, way, ground, length, n_poses, around, log):
        fit = 0
    if order.later != 0 and (fit != 0 or log.keep != 0):
        if not judge_later_way(b, i, order.later, n_poses, around, log):
            fit = 0
    if (ground & WET) != 0 and (fit != 0 or log.keep != 0):
        if not judge_river(b, i, way.start, around.rows, n, way.end, around, log):
            fit = 0
    return FORDS if fit != 0 and fords else fit


@clause("DBA-MOVE-4", "DBA-MOVE-7", "DBA-TERR-10")
@kernel
def goes_along(b, action, i, way, manner, n, length, lead, bulge, entered, around, log):
    """May element ``i`` go its way along the ``n`` rows? Returns 0: no, 1: yes, 2: yes, and all the way along a road.

    ``manner``: that of a single element; IN_STEP of one of a group. ``bulge`` as in ``may_turn_into_zone`` of the point
    that goes straight, ``lead`` ahead of the middle; 0: it does not turn.
    """
    fit = 1
    hit = np.int64(CLEAR)
    if around.is_swept == 0:
        may_cut = manner != IN_STEP and action.path != Path.VIA
        hit = what_stops(b, i, way.start, around.rows, n, way.end, may_cut, entered, around)
        if hit != CLEAR and log.keep == 0:
            return 0
    fords = False
    if log.keep != 0 or not _is_plain(length, around):
        fit = _ground_allows(b, action, i, way, manner, n, length, hit, around, log)
        fords = fit == FORDS
        if fords:
            fit = 1
    if fit != 0 or log.keep != 0:
        near = _zones_on_way(around, way, lead, bulge)
        if near != 0 and not _zones_allow(b, action, i, way, manner, n, near, around, log):
            around.is_barred = 1
            fit = 0
    if fit == 1 and fords:
        around.river_by = i + 1
    return fit


@kernel
def judge_rows(b, action, i, base, end, way, n, length, around, log):
    """May one of a group, or of a column, go along the rows in ``around``? As ``goes_along`` says it."""
    bulge = 0.0
    if n > 1 or way.is_turned:
        bulge = half_diagonal(base) + 1.5 * length  # those behind the leading elements may go somewhat farther
    his = Way(base, end, way.is_turned, way.degrees)
    fit = goes_along(b, action, i, his, IN_STEP, n, length, 0.0, bulge, NONE, around, log)
    here = base
    for k in range(n - 1):
        here = after_row(here, around.rows, k)
        if (fit != 0 or log.keep != 0) and not stays_on_board(b, i, here, log):
            fit = 0
    return fit
