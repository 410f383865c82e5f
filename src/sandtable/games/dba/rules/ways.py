"""WAYS: may one element go along the rows of its move, and how far? (DBA-MOVE, DBA-TERR-7)."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.obstacles import nothing
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import River
from sandtable.games.dba.rules.contact import has_six_positions
from sandtable.games.dba.rules.later_moves import KEEP_AWAY, SPENT, judge_later_way, touches_enemy
from sandtable.games.dba.rules.marches import BENDS, EVERY_STEP, WHEEL, Way, after_row, poses_of_rows, poses_of_single
from sandtable.games.dba.rules.move_context import half_diagonal, may_meet_zone, may_turn_into_zone
from sandtable.games.dba.rules.passing import say_stopped, what_stops
from sandtable.games.dba.rules.positions import SLACK
from sandtable.games.dba.rules.roads_and_rivers import (
    BAD,
    WET,
    WET_FRONT,
    ground_on_way,
    is_road_all_the_way,
    judge_river,
    length_in_bad_going,
)
from sandtable.games.dba.rules.zone_approach import Track
from sandtable.games.dba.rules.zone_restriction import gets_no_closer, judge_near_zones, judge_started
from sandtable.games.dba.switches import BadGoingMove
from sandtable.kernel.geometry import base_of
from sandtable.kernel.limits import is_more_than, is_within
from sandtable.kernel.log import locate, measured, reason
from sandtable.kernel.records import NONE, Path
from sandtable.kernel.terrain import is_on_table as is_base_on_table
from sandtable.kernel.wheeling import wheel_stays_on_table

IN_STEP = -1
"""Manner of one who goes with a group, by the rows that all go by."""

NOT_AT_ALL = 0
OFF_ROAD = 1
BY_ROAD = 2
"""How somebody may go its way: BY_ROAD is all the way along one. A group may go as the least of its actors may."""

LITTLE = 1.0
"""Degrees: who turns more than this does not go straight back."""


class Course(NamedTuple):
    """How one element goes its way, in rows that are drawn in its AROUND."""

    way: Way
    manner: Any  # that of a single element; IN_STEP of one of a group
    n_rows: Any
    length: float  # paces, as a move is measured
    lead: float  # paces from its middle to the point before it that goes straight
    bulge: float  # paces that any point of it gets from that straight line, or more; 0: it does not turn
    entered: Any  # the camp that it goes into, or NONE


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
        say_too_far(i, way, length, Code.TOO_FAR, Clause.DBA_MOVE_1, order.good, log)
        return False
    if (ground & BAD) != 0:
        slow = length
        if b.options.bad_going_move == BadGoingMove.PART_OF_MOVE:
            slow = length_in_bad_going(b, i, way.start, around.poses, n_poses, around)
        if is_more_than(slow, order.bad, SLACK):
            say_too_far(i, way, slow, Code.TOO_FAR_IN_BAD_GOING, Clause.DBA_MOVE_3, order.bad, log)
            return False
    if (ground & WET_FRONT) != 0 and is_more_than(length, b.rules.river_move, SLACK):
        say_too_far(i, way, length, Code.TOO_FAR_IN_RIVER, Clause.DBA_MOVE_5, b.rules.river_move, log)
        return False
    if log.keep != 0:
        _measure(b, i, ground, length, around.order, log)
    return True


@kernel
def _measure(b, i, ground, length, order, log):
    """Write down how far the element goes, and how far it may go over such ground."""
    most = order.good
    if (ground & BAD) != 0 and b.options.bad_going_move != BadGoingMove.PART_OF_MOVE:
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
def swings_off_board(b, here, rows, k):
    """A corner of the base swings over the board's edge on the way of row ``k``: the way counts, not only its end."""
    if rows[k, 0] != WHEEL:
        return False
    hand = 1.0 if rows[k, 3] >= 0.0 else -1.0
    px = rows[k, 1]
    py = rows[k, 2]
    return not wheel_stays_on_table(here, px, py, rows[k, 4], rows[k, 5], hand, b.table_width, b.table_height)


@clause("DBA-TERR-7")
@kernel
def row_stays_on_board(b, i, here, rows, k, log):
    """Row ``k`` of the way leads over no edge of the board."""
    if not swings_off_board(b, here, rows, k):
        return True
    line = reason(log, Code.SWINGS_OFF_BOARD, Clause.DBA_TERR_7, i, NONE, 0)
    locate(log, line, here.x, here.y, rows[k, 1], rows[k, 2], 0.0)
    return False


@kernel
def _draw_poses(action, course, detail, around):
    """Fill the poses of the mover on its course into ``around``, in so much detail; returns how many."""
    way = course.way
    if course.manner == IN_STEP:
        return poses_of_rows(way.start, around.rows, course.n_rows, way.end, detail, around.poses)
    return poses_of_single(action, way, course.manner, around.rows, course.n_rows, detail, around.poses)


@kernel
def _zones_on_way(around, course):
    """Whose zones the course may lead into: a mask."""
    if around.n_zones == 0:
        return 0
    way = course.way
    dx = way.end.x - way.start.x
    dy = way.end.y - way.start.y
    if course.bulge == 0.0:
        return may_meet_zone(around, way.start, dx, dy)
    dx += course.lead * (way.end.fx - way.start.fx)
    dy += course.lead * (way.end.fy - way.start.fy)
    x = way.start.x + course.lead * way.start.fx
    y = way.start.y + course.lead * way.start.fy
    return may_turn_into_zone(around, x, y, dx, dy, course.bulge)


@kernel
def _zones_allow(b, action, i, course, near, around, log):
    """Element ``i`` may go so as far as zones of control are concerned, of which it may meet those of ``near``."""
    starts = around.starts_in
    in_step = course.manner == IN_STEP
    is_known = starts > 0 and not in_step and not has_six_positions(b, i)
    if is_known and log.keep == 0 and abs(course.way.degrees) > LITTLE and gets_no_closer(b, course.way, starts):
        return False
    n_poses = _draw_poses(action, course, BENDS, around)
    comes_along = around.squares_up if in_step else 0
    track = Track(i, base_of(b.figures[i]), around.poses, n_poses, around.order.mask, comes_along)
    if is_known:
        return judge_started(b, track, starts, log)
    return judge_near_zones(b, track, near, log)


@kernel
def _is_plain(length, around):
    """Nothing on the way but good going, it is short enough for that, and it is the mover's first."""
    order = around.order
    return (around.is_dry != 0 or around.n_features == 0) and order.later == 0 and is_within(length, order.good, SLACK)


@clause("DBA-MOVE-4", "DBA-TERR-10", "DBA-RIVER-1")
@kernel
def _ground_allows(b, action, i, course, hit, around, log):
    """How may element ``i`` go so far over this ground? Whom it leads through a river, ``around`` notes.

    ``hit`` is the Obstacle in its way, to be written down before anything else.
    """
    order = around.order
    way = course.way
    length = course.length
    fit = OFF_ROAD
    if hit.is_there:
        say_stopped(b, i, way.end, hit, log)
        fit = NOT_AT_ALL
    ground = 0
    if around.n_features > 0 and around.is_dry == 0:
        ground = ground_on_way(b, i, way.start, around.rows, course.n_rows, around)
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
        n_poses = _draw_poses(action, course, EVERY_STEP, around)
    if may_go_by_road and is_road_all_the_way(b, way.start, around.poses, n_poses, around):
        measured(log, Clause.DBA_MOVE_4, i, length, order.road)
        return BY_ROAD if fit != NOT_AT_ALL else NOT_AT_ALL
    fords = (ground & WET) != 0
    if order.river != River.ORDINARY:
        ground &= BAD
    if not _judge_length(b, i, way, ground, length, n_poses, around, log):
        fit = NOT_AT_ALL
    if order.later != 0 and (fit != NOT_AT_ALL or log.keep != 0):
        if not judge_later_way(b, i, order.later, n_poses, around, log):
            fit = NOT_AT_ALL
    if (ground & WET) != 0 and (fit != NOT_AT_ALL or log.keep != 0):
        if not judge_river(b, i, way.start, around.rows, course.n_rows, way.end, around, log):
            fit = NOT_AT_ALL
    if fords and fit != NOT_AT_ALL:
        around.river_by = i + 1
    return fit


@clause("DBA-MOVE-4", "DBA-MOVE-7", "DBA-TERR-10")
@kernel
def goes_along(b, action, i, course, around, log):
    """How may element ``i`` go its course? NOT_AT_ALL, OFF_ROAD or BY_ROAD."""
    fit = OFF_ROAD
    hit = nothing()
    if around.is_swept == 0:
        may_cut = course.manner != IN_STEP and action.path != Path.VIA
        hit = what_stops(b, i, course.way, course.n_rows, may_cut, course.entered, around)
        if hit.is_there and log.keep == 0:
            return NOT_AT_ALL
    river_by = around.river_by
    if log.keep != 0 or not _is_plain(course.length, around):
        fit = _ground_allows(b, action, i, course, hit, around, log)
    if fit != NOT_AT_ALL or log.keep != 0:
        near = _zones_on_way(around, course)
        if near != 0 and not _zones_allow(b, action, i, course, near, around, log):
            around.is_barred = 1
            around.river_by = river_by
            fit = NOT_AT_ALL
    return fit


@kernel
def judge_rows(b, action, i, his, n, length, around, log):
    """How may one of a group, or of a column, go its Way along the rows in ``around``? As ``goes_along`` says it."""
    bulge = 0.0
    if n > 1 or his.is_turned:
        bulge = half_diagonal(his.start) + 1.5 * length  # those behind the leading elements may go somewhat farther
    fit = goes_along(b, action, i, Course(his, IN_STEP, n, length, 0.0, bulge, NONE), around, log)
    here = his.start
    for k in range(n):
        if (fit != NOT_AT_ALL or log.keep != 0) and not row_stays_on_board(b, i, here, around.rows, k, log):
            fit = NOT_AT_ALL
        here = after_row(here, around.rows, k)
        if k < n - 1 and (fit != NOT_AT_ALL or log.keep != 0) and not stays_on_board(b, i, here, log):
            fit = NOT_AT_ALL
    return fit
