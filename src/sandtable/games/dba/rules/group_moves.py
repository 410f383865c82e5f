"""GROUP MOVES: may a group march, follow its leader in a column, form one, or narrow its front? (DBA-GROUP-5 to 11)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.groups import SAME_WAY
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.rules import columns
from sandtable.games.dba.rules.groups import Front
from sandtable.games.dba.rules.legal_contacts import contact_on
from sandtable.games.dba.rules.marches import (
    FIT,
    MOST_WHEEL,
    Way,
    after_row,
    end_of,
    legs_of,
    length_of_rows,
    rows_of_march,
    where_legs_lead,
    whole_front,
)
from sandtable.games.dba.rules.move_context import all_are_close, half_diagonal, may_meet_zone, may_turn_into_zone
from sandtable.games.dba.rules.openings import narrows_for_an_opening
from sandtable.games.dba.rules.passing import pick_close
from sandtable.games.dba.rules.positions import SLACK
from sandtable.games.dba.rules.roads_and_rivers import squares_up
from sandtable.games.dba.rules.ways import (
    BY_ROAD,
    NOT_AT_ALL,
    judge_rows,
    say_too_far,
    stays_on_board,
    swings_off_board,
)
from sandtable.games.dba.rules.zones_of_control import is_restricted_at
from sandtable.games.dba.switches import GroupRetire, MeasureCorners, SquaringUp
from sandtable.kernel.action_checks import actor
from sandtable.kernel.bitsets import is_in
from sandtable.kernel.geometry import Base, base_of, placed
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.log import locate, measured, reason
from sandtable.kernel.records import NONE, Path
from sandtable.kernel.terrain import is_on_table as is_base_on_table

# Marches


@clause("DBA-GROUP-5", "DBA-GROUP-8", "DBA-GROUP-11", "WAD-RES-7")
@kernel
def _judge_legs(b, action, way, front, n, around, log):
    """The legs are a march: straight ahead, wheels of no more than half a turn, and they lead to the end.

    What is left aside at the end is a slide, of at most half a base width, to square up on an enemy no more than a
    base width before a mover. Under ``group_retire`` a restricted group may also go straight back.
    """
    legs = around.legs
    around.squares_up = 0
    leader = actor(action, 0)
    retires = not way.is_turned and action.path == Path.STRAIGHT and legs[0, 0] < 0.0
    if retires and not _may_retire(b, action, around, log):
        return False
    for k in range(n):
        if legs[k, 0] < 0.0 and action.path == Path.STRAIGHT and not retires:
            reason(log, Code.NO_SUCH_WHEEL, Clause.DBA_GROUP_5, leader, NONE, 0)
            return False
        if legs[k, 0] < 0.0 and not retires:
            line = reason(log, Code.MARCH_GOES_BACK, Clause.DBA_GROUP_5, leader, NONE, 0)
            locate(log, line, way.start.x, way.start.y, way.end.x, way.end.y, -legs[k, 0])
            return False
        if abs(legs[k, 1]) > MOST_WHEEL:
            line = reason(log, Code.WHEELS_TOO_FAR, Clause.DBA_GROUP_5, leader, NONE, 0)
            locate(log, line, way.start.x, way.start.y, way.end.x, way.end.y, abs(legs[k, 1]))
            return False
        if legs[k, 1] != 0.0 and action.path == Path.COLUMN and action.amount > 1:
            reason(log, Code.NARROWS_AHEAD, Clause.DBA_GROUP_8, leader, NONE, 0)
            return False
    there = where_legs_lead(way.start, front, legs, n)
    dx = way.end.x - there.x
    dy = way.end.y - there.y
    aside = dx * there.fy - dy * there.fx
    if (
        there.fx * way.end.fx + there.fy * way.end.fy < SAME_WAY
        or abs(dx * there.fx + dy * there.fy) > FIT
        or (retires and abs(aside) > FIT)
    ):
        line = reason(log, Code.LEGS_LEAD_ELSEWHERE, Clause.DBA_GROUP_5, leader, NONE, 0)
        locate(log, line, there.x, there.y, way.end.x, way.end.y, 0.0)
        return False
    if abs(aside) <= FIT:
        return True
    if way.is_turned and action.path == Path.STRAIGHT:  # about face: any other turn has its one wheel
        reason(log, Code.NO_SUCH_WHEEL, Clause.DBA_GROUP_5, leader, NONE, 0)
        return False
    if is_more_than(abs(aside), b.rules.slide, SLACK):
        line = reason(log, Code.SLIDES_TOO_FAR, Clause.DBA_GROUP_8, leader, NONE, int(b.rules.slide))
        locate(log, line, there.x, there.y, way.end.x, way.end.y, abs(aside))
        return False
    if _slides_for_something(b, action, way, around):
        return True
    line = reason(log, Code.SLIDES_FOR_NOTHING, Clause.DBA_GROUP_8, leader, NONE, 0)
    locate(log, line, there.x, there.y, way.end.x, way.end.y, abs(aside))
    return False


@clause("DBA-GROUP-5", "WAD-RES-7")
@kernel
def _may_retire(b, action, around, log):
    """A group does not go back; but for one of whom some stand in an enemy's zone, under ``group_retire``."""
    mask = around.order.mask
    for k in range(action.n_actors):
        i = actor(action, k)
        if is_restricted_at(b, base_of(b.figures[i]), b.figures[i].side, mask):
            if b.options.group_retire == GroupRetire.YES:
                return True
            reason(log, Code.GROUP_MAY_NOT_RETIRE, Clause.WAD_RES_7, i, NONE, 0)
            return False
    reason(log, Code.GROUP_GOES_BACK, Clause.DBA_GROUP_5, actor(action, 0), NONE, 0)
    return False


@clause("DBA-GROUP-8", "WAD-RES-15")
@kernel
def _slides_for_something(b, action, way, around):
    """One of the movers squares up on an enemy: of a column only its leader can.

    Where it comes into front contact with the enemy, and ``squaring_up`` lets them, the others of its group come along.
    """
    found = False
    for k in range(1 if action.path == Path.COLUMN else action.n_actors):
        i = actor(action, k)
        end = end_of(b, way, i)
        enemy = squares_up(b, i, end, b.rules.slide_reach, around)
        if enemy == NONE:
            continue
        found = True
        if b.options.squaring_up == SquaringUp.FREES_THE_GROUP and contact_on(end, base_of(b.figures[enemy])) == 0:
            around.squares_up = 1
    return found


@clause("WAD-MEAS-4", "DBA-MOVE-8")
@kernel
def _length_of_march(b, action, n, around):
    """How long the march is: that of the leading element whose measured corners go farthest."""
    order = around.order
    length = 0.0
    for k in range(action.n_actors):
        i = actor(action, k)
        if b.options.measure_corners == MeasureCorners.ALL or is_in(order.leading, i):
            length = max(length, length_of_rows(b, base_of(b.figures[i]), around.rows, n))
    return length


@kernel
def _is_corner_beyond_reach(way, around):
    """The outer corner of the front rank ends farther off than the move allows: the cheap refusal of a march."""
    order = around.order
    far = max(order.good, order.road)
    front = order.front
    aside = front.left if way.degrees > 0.0 else front.right
    dx = way.end.x - way.start.x + front.level * (way.end.fx - way.start.fx) + aside * (way.end.fy - way.start.fy)
    dy = way.end.y - way.start.y + front.level * (way.end.fy - way.start.fy) - aside * (way.end.fx - way.start.fx)
    return dx * dx + dy * dy > (far + SLACK) * (far + SLACK)


@clause("DBA-GROUP-3", "DBA-GROUP-5", "DBA-GROUP-6", "DBA-GROUP-7")
@clause("WAD-ZOC-18")
@kernel
def judge_march(b, action, way, around, log):
    """How may the actors, keeping their places to one another, march so? As ``goes_along`` says it."""
    order = around.order
    if log.keep == 0 and _is_corner_beyond_reach(way, around):
        return NOT_AT_ALL
    front = Front(order.front.level, order.front.left, order.front.right)
    n_legs = legs_of(action, way, front, around.legs)
    fit = BY_ROAD
    if not _judge_legs(b, action, way, front, n_legs, around, log):
        return NOT_AT_ALL
    n = rows_of_march(way.start, way.end, front, around.legs, n_legs, around.rows)
    length = _length_of_march(b, action, n, around)
    far = max(order.good, order.road) if order.is_one_wide != 0 else order.good
    if is_more_than(length, far, SLACK):
        say_too_far(actor(action, 0), way, length, Code.TOO_FAR, Clause.DBA_MOVE_1, far, log)
        fit = NOT_AT_ALL
        if log.keep == 0:
            return NOT_AT_ALL
        length = 0.0  # said once
    elif log.keep != 0:
        measured(log, Clause.DBA_MOVE_1, actor(action, 0), length, far)
    for k in range(action.n_actors):
        i = actor(action, k)
        end = end_of(b, way, i)
        around.ends[k, 0] = end.x
        around.ends[k, 1] = end.y
        around.ends[k, 2] = end.fx
        around.ends[k, 3] = end.fy
        if not stays_on_board(b, i, end, log):
            fit = NOT_AT_ALL
        if fit == NOT_AT_ALL and log.keep == 0:
            return NOT_AT_ALL
    if _is_clear_for_all(b, way, n, length, around):
        return fit
    for k in range(action.n_actors):
        i = actor(action, k)
        base = base_of(b.figures[i])
        end = placed(base, around.ends[k, 0], around.ends[k, 1], around.ends[k, 2], around.ends[k, 3])
        his = Way(base, end, way.is_turned, way.degrees)
        fit = min(fit, judge_rows(b, action, i, his, n, length, around, log))
        if fit == NOT_AT_ALL and log.keep == 0:
            return NOT_AT_ALL
    return fit


@kernel
def _is_clear_for_all(b, way, n, length, around):
    """The rectangle around a group meets nothing at all on its way: then nobody need be looked at alone."""
    order = around.order
    corners = order.block
    block = Base(corners.x, corners.y, corners.fx, corners.fy, corners.half_width, corners.half_depth)
    meets = pick_close(b, block, around.rows, n, around)
    if meets or around.n_close > 0 or order.later != 0 or length > order.good + SLACK:
        return False
    dx = way.end.x - way.start.x
    dy = way.end.y - way.start.y
    if n > 1 or way.is_turned:
        here = block
        for k in range(n):
            if swings_off_board(b, here, around.rows, k):
                return False
            if k == n - 1:
                break
            here = after_row(here, around.rows, k)
            if not is_base_on_table(here, b.table_width, b.table_height):
                return False
        return may_turn_into_zone(around, block.x, block.y, dx, dy, half_diagonal(block) + 1.5 * length) == 0
    return may_meet_zone(around, block, dx, dy) == 0


@clause("DBA-GROUP-9", "DBA-GROUP-10")
@kernel
def judge_column(b, action, way, around, log):
    """How may the leader march by the legs, the others follow or form up behind it? As ``goes_along`` says it."""
    front = whole_front(way.start)
    n_legs = legs_of(action, way, front, around.legs)
    if not _judge_legs(b, action, way, front, n_legs, around, log):
        return NOT_AT_ALL
    if not columns.draw_up(b, action, way, n_legs, around, log):
        return NOT_AT_ALL
    if action.amount > 1 and not narrows_for_an_opening(b, action, way, around, log):
        return NOT_AT_ALL
    all_are_close(around)
    fit = BY_ROAD
    for k in range(action.n_actors):
        i = actor(action, k)
        base = base_of(b.figures[i])
        end = placed(base, around.ends[k, 0], around.ends[k, 1], around.ends[k, 2], around.ends[k, 3])
        n = columns.rows_of(b, action, way, k, n_legs, around)
        length = length_of_rows(b, base, around.rows, n)
        if not stays_on_board(b, i, end, log):
            fit = NOT_AT_ALL
        if fit == NOT_AT_ALL and log.keep == 0:
            return NOT_AT_ALL
        his = Way(base, end, way.is_turned, way.degrees)
        fit = min(fit, judge_rows(b, action, i, his, n, length, around, log))
        if fit == NOT_AT_ALL and log.keep == 0:
            return NOT_AT_ALL
    return fit
