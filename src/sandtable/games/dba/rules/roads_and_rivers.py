"""GROUND ON THE WAY: bad going, roads and rivers as they bear on moves (DBA-MOVE-2 to 5, DBA-GROUP-6, 7, DBA-RIVER).

Rulings where the rulebook is silent:

- A mover is on the road where its middle and the middle of its front edge are; a road is no wider than a base.
- A move that first enters a river of unknown state off the road is an attempt: the die is thrown, and a move that an
  ordinary river does not allow fails where it turns out to be one: the PIPs and the move are spent, the mover stays.
- Square-on (DBA-RIVER-3) is square to the stretch of river that the front edge enters.
"""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.clauses import Clause, Code, Purpose
from sandtable.games.dba.record import Ground, River
from sandtable.games.dba.rules.ground import is_bad_for, is_on_road
from sandtable.games.dba.rules.marches import GO, after_row, corner_travel
from sandtable.games.dba.rules.passing import front_strip, row_hits_feature
from sandtable.games.dba.rules.positions import SLACK
from sandtable.games.dba.switches import MeasureCorners
from sandtable.kernel.contact import front_on
from sandtable.kernel.dice import throw_die
from sandtable.kernel.geometry import base_of, placed
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event, locate, reason
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import overlaps_feature

BAD = 1
WET = 2  # some part of the base is in the river on the way
WET_FRONT = 4  # its front edge is

HALF_RIGHT = 0.7072
"""Cosine of 45 degrees, and a little: how far off square-on a river may be entered."""


@clause("DBA-MOVE-3", "DBA-MOVE-5", "DBA-TERR-3")
@kernel
def ground_on_way(b, i, base, rows, n, around):
    """What ground element ``i`` is in or enters at any moment of its way: bits BAD, WET, WET_FRONT."""
    found = 0
    for m in range(around.n_features):
        t = around.features[m]
        kind = b.terrain.features[t].kind
        is_river = kind == Ground.RIVER
        if not is_river and ((found & BAD) != 0 or not is_bad_for(b, b.figures[i], kind)):
            continue
        here = base
        for k in range(n):
            if row_hits_feature(b, here, rows, k, t):
                found |= WET if is_river else BAD
                if is_river and (found & WET_FRONT) == 0:
                    there = after_row(here, rows, k)
                    if (
                        row_hits_feature(b, front_strip(here), rows, k, t)
                        or overlaps_feature(front_strip(there), b.terrain, t)
                    ):  # fmt: skip
                        found |= WET_FRONT
                if not is_river:
                    break
            here = after_row(here, rows, k)
    return found


@clause("DBA-MOVE-4", "DBA-MULTI-2", "DBA-GROUP-8")
@kernel
def is_road_all_the_way(b, base, poses, n, around):
    """A base that goes through these poses has its middle and its front's middle on the road in every one."""
    if around.has_road == 0:
        return False
    out = base.half_depth - 0.5
    for k in range(n):
        x = poses[k, 0]
        y = poses[k, 1]
        if not is_on_road(b, x, y) or not is_on_road(b, x + poses[k, 2] * out, y + poses[k, 3] * out):
            return False
    return True


@clause("DBA-MOVE-3")
@kernel
def length_in_bad_going(b, i, base, poses, n, around):
    """How much of the way, looked at pose by pose, the element is in bad going: under ``part_of_move``."""
    length = 0.0
    before = base
    for k in range(n):
        here = placed(base, poses[k, 0], poses[k, 1], poses[k, 2], poses[k, 3])
        for m in range(around.n_features):
            t = around.features[m]
            kind = b.terrain.features[t].kind
            if kind != Ground.RIVER and is_bad_for(b, b.figures[i], kind) and overlaps_feature(here, b.terrain, t):
                length += corner_travel(before, here, MeasureCorners.FRONT)
                break
        before = here
    return length


@clause("DBA-GROUP-8", "DBA-RIVER-3")
@kernel
def squares_up(b, i, end, reach, around):
    """Where it ends, element ``i`` is lined up front to front with an enemy no more than ``reach`` before it.

    Returns that enemy, or NONE.
    """
    for m in range(around.n_others):
        j = around.others[m]
        if b.figures[j].side == b.figures[i].side:
            continue
        enemy = base_of(b.figures[j])
        if end.fx * enemy.fx + end.fy * enemy.fy > -0.9999999:
            continue
        dx = enemy.x - end.x
        dy = enemy.y - end.y
        before = dx * end.fx + dy * end.fy - end.half_depth - enemy.half_depth
        if abs(dx * end.fy - dy * end.fx) <= SLACK and before >= -SLACK and is_within(before, reach, SLACK):
            return j
    return NONE


@clause("DBA-RIVER-3")
@kernel
def _meets_enemy(b, i, end, around):
    """Where it ends, the element has its front edge on an enemy, or is lined up with one a base width before it."""
    for m in range(around.n_others):
        j = around.others[m]
        if b.figures[j].side != b.figures[i].side and front_on(end, base_of(b.figures[j])) != NONE:
            return True
    return squares_up(b, i, end, b.rules.slide_reach, around) != NONE


@kernel
def _is_square_on(b, base, t):
    """The base faces within 45 degrees of square-on to this stretch of river."""
    feature = b.terrain.features[t]
    first = b.terrain.vertices[feature.first]
    second = b.terrain.vertices[feature.first + 1]
    ax = second.x - first.x
    ay = second.y - first.y
    return abs(base.fx * ax + base.fy * ay) <= HALF_RIGHT * math.sqrt(ax * ax + ay * ay)


@clause("DBA-RIVER-2", "DBA-RIVER-3")
@kernel
def judge_river(b, i, base, rows, n, end, around, log):
    """Does element ``i`` cross the river as it must? Entered square-on, and then straight on, back or to an enemy."""
    here = base
    for k in range(n):
        for m in range(around.n_features):
            t = around.features[m]
            if b.terrain.features[t].kind != Ground.RIVER or not row_hits_feature(b, here, rows, k, t):
                continue
            was_in = overlaps_feature(here, b.terrain, t)
            if not was_in and not _is_square_on(b, here, t):
                line = reason(log, Code.RIVER_ASLANT, Clause.DBA_RIVER_3, i, NONE, 0)
                locate(log, line, here.x, here.y, end.x, end.y, 0.0)
                return False
            aside = 1.0
            if rows[k, 0] == GO:
                aside = rows[k, 1] * here.fy - rows[k, 2] * here.fx
            if abs(aside) > SLACK and not _meets_enemy(b, i, end, around):
                line = reason(log, Code.RIVER_STRAIGHT_ON, Clause.DBA_RIVER_3, i, NONE, 0)
                locate(log, line, here.x, here.y, end.x, end.y, 0.0)
                return False
        here = after_row(here, rows, k)
    return True


@clause("DBA-RIVER-1")
@kernel
def throw_for_river(b, i, dice, log):
    """Somebody enters the river for the first time: throw what sort of river it is."""
    die = throw_die(dice, log, Purpose.RIVER, b.figures[i].side, i, 6)
    if die <= b.rules.paltry_to:
        b.river = River.PALTRY
        event(log, Code.RIVER_PALTRY, Clause.DBA_RIVER_1, i, NONE, die)
    else:
        b.river = River.ORDINARY
        event(log, Code.RIVER_ORDINARY, Clause.DBA_RIVER_1, i, NONE, die)
