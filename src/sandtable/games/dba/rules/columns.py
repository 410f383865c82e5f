"""COLUMNS: elements behind one another that follow their leader, and groups that form a column (DBA-GROUP-8 to 10).

Rulings where the rulebook is silent:

- A follower goes in the track of the one before it: to where that one stood, and on as it went. It wheels where
  the one before it wheeled, and stops where it touches it: with its front edge, or at a bend with a corner.
- To form a column (DBA-GROUP-10) the leader marches; the others, in the order named, go straight to their places:
  behind the one named before, as long as that is within their move and no farther back than they stood (one at least
  must be); then beside the one named before, level with it, on the side on which they stood.
- To narrow its front (DBA-GROUP-8 ii) a group does the same with ``amount`` files, its new front rank named first;
  the leader then goes straight ahead. What must force it stands in openings.py.
"""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.groups import SAME_WAY
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.rules.groups import LEVEL, ahead_and_aside
from sandtable.games.dba.rules.marches import (
    FIT,
    GO,
    TURN,
    WHEEL,
    Way,
    after_row,
    corner_travel,
    one_wheel,
    pivot_of,
    set_row,
    whole_front,
)
from sandtable.games.dba.rules.passing import row_hits
from sandtable.games.dba.rules.positions import SLACK
from sandtable.games.dba.switches import MeasureCorners
from sandtable.kernel.action_checks import actor
from sandtable.kernel.contact import is_directly_behind
from sandtable.kernel.geometry import base_of, distance_between, overlap, placed, snap, snap_facing, turn_between
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.log import locate, reason
from sandtable.kernel.sweep import free_distance

MOST_BEND = 90.0
"""Degrees that a column on a bend turns from one element to the next at most."""


@kernel
def _link(base, before):
    """The Way from one element's base to that of the one before it in its column."""
    end = placed(base, before.x, before.y, before.fx, before.fy)
    if base.fx * before.fx + base.fy * before.fy > SAME_WAY:
        return Way(base, placed(base, before.x, before.y, base.fx, base.fy), is_turned=False, degrees=0.0)
    return Way(base, end, is_turned=True, degrees=turn_between(base, end))


@clause("DBA-GROUP-9")
@kernel
def _follows(base, before, legs):
    """The base stands behind the other as in a column: full on its rear edge, or at a bend touching it."""
    if is_directly_behind(base, before):
        return True
    if distance_between(base, before) > 2.0 * FIT:
        return False
    way = _link(base, before)
    if not way.is_turned or abs(way.degrees) > MOST_BEND:
        return False
    n = one_wheel(way, whole_front(base), legs)
    return n == 2 and legs[0, 0] >= 0.0 and legs[1, 0] >= 0.0


@clause("DBA-GROUP-9")
@kernel
def is_column(b, action):
    """The actors, in the order named, follow one another; a single element does not."""
    if action.n_actors < 2:
        return False
    legs = np.zeros((2, 2), np.float64)
    for k in range(1, action.n_actors):
        base = base_of(b.figures[actor(action, k)])
        if not _follows(base, base_of(b.figures[actor(action, k - 1)]), legs):
            return False
    return True


# Following


@kernel
def _link_rows(base, before, link, rows, n):
    """Add the rows that lead from one base to that of the one before it; returns how many rows there are then."""
    way = _link(base, before)
    legs = one_wheel(way, whole_front(base), link)
    if not way.is_turned or legs < 2:
        return set_row(rows, n, GO, before.x - base.x, before.y - base.y, 0.0)
    if link[0, 0] != 0.0:
        n = set_row(rows, n, GO, base.fx * link[0, 0], base.fy * link[0, 0], 0.0)
        base = after_row(base, rows, n - 1)
    pivot = pivot_of(base, whole_front(base), link[0, 1])
    n = set_row(rows, n, WHEEL, pivot.x, pivot.y, link[0, 1])
    base = after_row(base, rows, n - 1)
    return set_row(rows, n, GO, before.x - base.x, before.y - base.y, 0.0)


@kernel
def _leader_rows(start, end, legs, n_legs, rows, n):
    """Add the rows of the leader's own march to its end; returns how many rows there are then."""
    base = start
    front = whole_front(start)
    for k in range(n_legs):
        is_last = k == n_legs - 1 and legs[k, 1] == 0.0
        if not is_last and legs[k, 0] != 0.0:
            n = set_row(rows, n, GO, base.fx * legs[k, 0], base.fy * legs[k, 0], 0.0)
            base = after_row(base, rows, n - 1)
        if legs[k, 1] != 0.0:
            pivot = pivot_of(base, front, legs[k, 1])
            n = set_row(rows, n, WHEEL, pivot.x, pivot.y, legs[k, 1])
            base = after_row(base, rows, n - 1)
    if abs(end.x - base.x) > FIT or abs(end.y - base.y) > FIT:
        n = set_row(rows, n, GO, end.x - base.x, end.y - base.y, 0.0)
    return n


@clause("DBA-GROUP-9")
@kernel
def _follow(base, rows, n, before):
    """Cut the rows off where the base touches the one before it, ``before`` being where that one ends.

    Returns how many rows are left.
    """
    for k in range(n):
        if rows[k, 0] == GO:
            length = math.sqrt(rows[k, 1] * rows[k, 1] + rows[k, 2] * rows[k, 2])
            if length > 0.0:
                free = free_distance(base, rows[k, 1] / length, rows[k, 2] / length, length, before)
                if free < length:
                    rows[k, 1] *= free / length
                    rows[k, 2] *= free / length
                    return k + 1
        elif row_hits(base, rows, k, before):
            return k
        base = after_row(base, rows, k)
    return n


@kernel
def _end_in(around, k, base):
    """The base of actor ``k`` where ``around.ends`` has it."""
    ends = around.ends
    return placed(base, ends[k, 0], ends[k, 1], ends[k, 2], ends[k, 3])


@kernel
def _note_end(around, k, base):
    """Write where actor ``k`` ends, on the lattices."""
    facing = snap_facing(base.fx, base.fy)
    around.ends[k, 0] = snap(base.x)
    around.ends[k, 1] = snap(base.y)
    around.ends[k, 2] = facing.x
    around.ends[k, 3] = facing.y


@clause("DBA-GROUP-9", "DBA-GROUP-10", "DBA-GROUP-8")
@kernel
def rows_of(b, action, way, k, n_legs, around):
    """Fill ``around.rows`` for actor ``k`` of a column, whose ends are drawn up up to ``k``; returns how many rows."""
    rows = around.rows
    base = base_of(b.figures[actor(action, k)])
    if k > 0 and (action.amount > 1 or not is_column(b, action)):
        end = _end_in(around, k, base)
        n = set_row(rows, 0, GO, end.x - base.x, end.y - base.y, 0.0)
        if end.fx * base.fx + end.fy * base.fy <= SAME_WAY:
            n = set_row(rows, n, TURN, end.fx, end.fy, 0.0)
        return n
    n = 0
    here = base
    for step in range(k, 0, -1):
        before = base_of(b.figures[actor(action, step - 1)])
        n = _link_rows(here, before, around.link, rows, n)
        here = placed(here, before.x, before.y, before.fx, before.fy)
    n = _leader_rows(way.start, way.end, around.legs, n_legs, rows, n)
    if k > 0:
        ahead = base_of(b.figures[actor(action, k - 1)])
        n = _follow(base, rows, n, _end_in(around, k - 1, ahead))
    return n


@clause("DBA-GROUP-9")
@kernel
def _draw_up_followers(b, action, way, n_legs, around, log):
    """Where every follower ends, into ``around.ends``: in the track of the one before, touching it."""
    for k in range(1, action.n_actors):
        i = actor(action, k)
        base = base_of(b.figures[i])
        n = rows_of(b, action, way, k, n_legs, around)
        end = base
        for row in range(n):
            end = after_row(end, around.rows, row)
        _note_end(around, k, end)
        before = _end_in(around, k - 1, base_of(b.figures[actor(action, k - 1)]))
        if distance_between(_end_in(around, k, base), before) > 2.0 * FIT:
            line = reason(log, Code.COLUMN_BREAKS, Clause.DBA_GROUP_9, i, actor(action, k - 1), 0)
            locate(log, line, end.x, end.y, before.x, before.y, 0.0)
            return False
    return True


# Forming a column


@clause("DBA-GROUP-10")
@kernel
def _can_reach(b, i, base, end):
    """The place is within the element's own move, and no farther back than it stood."""
    travel = corner_travel(base, end, b.options.measure_corners)
    if is_more_than(travel, b.rules.move[b.figures[i].type, 0], SLACK):
        return False
    dx = end.x + end.fx * end.half_depth - base.x - base.fx * base.half_depth
    dy = end.y + end.fy * end.half_depth - base.y - base.fy * base.half_depth
    return dx * end.fx + dy * end.fy >= -LEVEL


@kernel
def _say_no_place(b, i, before, base, end, log):
    """Write down that an element finds no place in or beside the column; False."""
    line = reason(log, Code.CANNOT_FORM_COLUMN, Clause.DBA_GROUP_10, i, before, 0)
    locate(log, line, base.x, base.y, end.x, end.y, corner_travel(base, end, MeasureCorners.FRONT))
    return False


@clause("DBA-GROUP-10")
@kernel
def _draw_up_column(b, action, way, around, log):
    """Where every actor ends that forms a column behind the leader, into ``around.ends``."""
    in_column = True
    files = max(action.amount, 1)
    for k in range(1, action.n_actors):
        i = actor(action, k)
        base = base_of(b.figures[i])
        if in_column and k >= files:
            before = _end_in(around, k - files, base_of(b.figures[actor(action, k - files)]))
            back = before.half_depth + base.half_depth
            end = placed(base, before.x - before.fx * back, before.y - before.fy * back, before.fx, before.fy)
            in_column = _can_reach(b, i, base, end)
            if not in_column and k == files:
                return _say_no_place(b, i, actor(action, 0), base, end, log)
        if not in_column or k < files:
            before = _end_in(around, k - 1, base_of(b.figures[actor(action, k - 1)]))
            _ahead, aside = ahead_and_aside(b.figures[actor(action, k - 1)], b.figures[i])
            right = before.half_width + base.half_width
            if aside < 0.0:
                right = -right
            up = before.half_depth - base.half_depth
            x = before.x + before.fx * up + before.fy * right
            y = before.y + before.fy * up - before.fx * right
            end = placed(base, x, y, before.fx, before.fy)
            if not _can_reach(b, i, base, end):
                return _say_no_place(b, i, actor(action, k - 1), base, end, log)
        _note_end(around, k, end)
    return True


@clause("DBA-GROUP-8", "DBA-GROUP-9", "DBA-GROUP-10")
@kernel
def draw_up(b, action, way, n_legs, around, log):
    """Where every actor ends, into ``around.ends``: the leader at the end of its way, the others by the rules above."""
    _note_end(around, 0, way.end)
    if action.amount <= 1 and is_column(b, action):
        return _draw_up_followers(b, action, way, n_legs, around, log)
    if not _draw_up_column(b, action, way, around, log):
        return False
    for k in range(1, action.n_actors):
        end = _end_in(around, k, base_of(b.figures[actor(action, k)]))
        for other in range(k):
            if overlap(end, _end_in(around, other, base_of(b.figures[actor(action, other)]))):
                reason(log, Code.CANNOT_FORM_COLUMN, Clause.DBA_GROUP_10, actor(action, k), actor(action, other), 0)
                return False
    return True
