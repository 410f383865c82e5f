"""PASSING: what is in the way of a mover, and whom it may pass through (DBA-PASS, DBA-GROUP-3).

Rulings where the rulebook is silent:

- "Clear room immediately beyond the last friend" (DBA-PASS-2) is where the mover ends, or where it goes on: a mover
  that ends clear of everybody, and met nobody but friends whom it may pass, has found it.
- Cutting the corner (DBA-PASS-3) is for a single element that moves in one straight part; a turn does not matter.
"""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.groups import SAME_WAY
from sandtable.games.common.obstacles import by_camp, by_feature, by_figure, nothing
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import N_SIDES, Ground
from sandtable.games.dba.rules.marches import GO, TURN, WHEEL, after_row, small_turn, stepped
from sandtable.games.dba.rules.move_context import half_diagonal
from sandtable.games.dba.rules.positions import camp_base
from sandtable.kernel.geometry import (
    TOUCH,
    Base,
    base_of,
    contains_point,
    corner,
    overlap,
    segment_enters,
)
from sandtable.kernel.log import locate, reason
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import sweep_hits
from sandtable.kernel.terrain import overlaps_feature, sweep_hits_feature
from sandtable.kernel.wheeling import wheel_meets

CORNERS = 4
ARC_STEP = 2.0
"""Degrees between the places at which a wheel is held against terrain; elements are held against it exactly."""


@clause("DBA-PASS-1", "DBA-PASS-2")
@kernel
def may_pass_through(b, i, base, j):
    """Element ``i``, facing as ``base`` does, may pass through friend ``j``, who faces so or the opposite way."""
    figure = b.figures[i]
    other = b.figures[j]
    if figure.side != other.side or b.rules.passes_through[figure.type, other.type] == 0:
        return False
    return abs(base.fx * other.fx + base.fy * other.fy) > SAME_WAY


@kernel
def is_within_swing(base, px, py, other):
    """A base that wheels about (px, py) may meet the other: the cheap refusal before the exact arc."""
    ex = base.x - px
    ey = base.y - py
    dx = other.x - px
    dy = other.y - py
    far = math.sqrt(ex * ex + ey * ey) + half_diagonal(base) + half_diagonal(other)
    return dx * dx + dy * dy < far * far


@kernel
def row_hits(base, rows, k, other):
    """Row ``k`` brings the base into ``other``; turning on the spot brings it into nothing."""
    if rows[k, 0] == GO:
        return sweep_hits(base, rows[k, 1], rows[k, 2], other)
    if rows[k, 0] == WHEEL:
        px = rows[k, 1]
        py = rows[k, 2]
        hand = 1.0 if rows[k, 3] > 0.0 else -1.0
        return is_within_swing(base, px, py, other) and wheel_meets(base, px, py, rows[k, 4], rows[k, 5], hand, other)
    return False


@kernel
def row_hits_feature(b, base, rows, k, t):
    """Row ``k`` brings the base into feature ``t``; a wheel is looked at every ARC_STEP degrees."""
    if rows[k, 0] == GO:
        return sweep_hits_feature(base, rows[k, 1], rows[k, 2], b.terrain, t)
    if rows[k, 0] == TURN:
        return overlaps_feature(after_row(base, rows, k), b.terrain, t)
    px = rows[k, 1]
    py = rows[k, 2]
    ex = base.x - px
    ey = base.y - py
    swing = math.sqrt(ex * ex + ey * ey) + half_diagonal(base)
    feature = b.terrain.features[t]
    if feature.x0 > px + swing or feature.x1 < px - swing or feature.y0 > py + swing or feature.y1 < py - swing:
        return False
    degrees = rows[k, 3]
    steps = int(abs(degrees) / ARC_STEP) + 1
    turn = small_turn(degrees, steps)
    here = base
    for _ in range(steps):
        there = stepped(here, px, py, turn)
        if sweep_hits_feature(here, there.x - here.x, there.y - here.y, b.terrain, t):
            return True
        here = there
    return overlaps_feature(here, b.terrain, t)


@clause("DBA-PASS-3")
@kernel
def corners_that_cross(start, end, other):
    """How many of a mover's four corners, each going straight, cross the other base; as bits of a mask."""
    mask = 0
    for which in range(CORNERS):
        p = corner(start, which)
        q = corner(end, which)
        if segment_enters(other, p.x, p.y, q.x, q.y, TOUCH):
            mask |= 1 << which
    return mask


@kernel
def _ends_exactly(rows, n):
    """A sweep along these rows covers the end itself: one straight row."""
    return n == 1 and rows[0, 0] == GO


@kernel
def _camp_in_way(b, base, rows, n, end, own_camp, entered, around):
    """The camp that the rows bring the base into, an Obstacle; the one it leaves only if it ends on it."""
    for owner in range(N_SIDES):
        if (around.camps >> owner) & 1 == 0 or owner == entered:
            continue
        other = camp_base(b, owner)
        if overlap(end, other):
            return by_camp(owner)
        if owner == own_camp:
            continue
        here = base
        for k in range(n):
            if row_hits(here, rows, k, other):
                return by_camp(owner)
            here = after_row(here, rows, k)
    return nothing()


@kernel
def pick_close(b, block, rows, n, around):
    """List as ``close`` the others that a group may run into whose rectangle is ``block``.

    Returns True if the rectangle meets a camp or ground of note on its way.
    """
    count = 0
    for m in range(around.n_near):
        j = around.others[m]
        if _rows_hit(block, rows, n, base_of(b.figures[j])):
            around.close[count] = j
            count += 1
    around.n_close = count
    for owner in range(N_SIDES):
        if (around.camps >> owner) & 1 != 0 and _rows_hit(block, rows, n, camp_base(b, owner)):
            return True
    for m in range(around.n_features):
        here = block
        for k in range(n):
            if row_hits_feature(b, here, rows, k, around.features[m]):
                return True
            here = after_row(here, rows, k)
    return False


@kernel
def _rows_hit(base, rows, n, other):
    """Some row brings the base into the other."""
    for k in range(n):
        if row_hits(base, rows, k, other):
            return True
        base = after_row(base, rows, k)
    return False


@clause("DBA-PASS-1", "DBA-PASS-2", "DBA-PASS-3", "DBA-GROUP-3", "DBA-TERR-7", "WAD-MEAS-5")
@kernel
def what_stops(b, i, way, n, may_cut, entered, around):
    """The Obstacle that element ``i`` runs into on its way of ``n`` rows, or ends on.

    ``may_cut``: a single element on one straight part, which may cut the corner of friends. ``entered``: the camp
    that it goes into, or NONE. Of the others only those are looked at that are ``close``.
    """
    base = way.start
    end = way.end
    rows = around.rows
    cut = 0
    cut_at = nothing()
    is_exact = _ends_exactly(rows, n)
    for m in range(around.n_close):
        j = around.close[m]
        other = base_of(b.figures[j])
        looks_at_end = not is_exact
        here = base
        for k in range(n):
            if row_hits(here, rows, k, other):
                if not may_pass_through(b, i, here, j):
                    if not may_cut or b.figures[j].side != b.figures[i].side:
                        return by_figure(j)
                    corners = corners_that_cross(base, end, other)
                    if corners == 0:
                        return by_figure(j)
                    cut |= corners
                    cut_at = by_figure(j)
                looks_at_end = True
            here = after_row(here, rows, k)
        if looks_at_end and overlap(end, other):
            return by_figure(j)
    if cut != 0 and cut != 1 and cut != 2 and cut != 4 and cut != 8:
        return cut_at
    hit = _camp_in_way(b, base, rows, n, end, b.figures[i].camp, entered, around)
    if hit.is_there:
        return hit
    for m in range(around.n_features):
        t = around.features[m]
        if b.terrain.features[t].kind != Ground.WATERWAY:
            continue
        here = base
        for k in range(n):
            if row_hits_feature(b, here, rows, k, t):
                return by_feature(t)
            here = after_row(here, rows, k)
        if not is_exact and overlaps_feature(end, b.terrain, t):
            return by_feature(t)
    return nothing()


@clause("DBA-GROUP-3", "DBA-PASS-3", "DBA-ARMY-7")
@kernel
def what_stands_there(b, i, end, entered, around):
    """The Obstacle that element ``i`` would overlap where it ends: asked first of those who turn."""
    for m in range(around.n_close):
        j = around.close[m]
        if overlap(end, base_of(b.figures[j])):
            return by_figure(j)
    for owner in range(N_SIDES):
        if (around.camps >> owner) & 1 != 0 and owner != entered and overlap(end, camp_base(b, owner)):
            return by_camp(owner)
    for m in range(around.n_features):
        t = around.features[m]
        if b.terrain.features[t].kind == Ground.WATERWAY and overlaps_feature(end, b.terrain, t):
            return by_feature(t)
    return nothing()


@clause("DBA-PASS-1", "DBA-PASS-2")
@kernel
def _why_not_through(b, i, end, j):
    """Why element ``i`` does not get past friend ``j``: their types, how they face, or no room beyond."""
    figure = b.figures[i]
    if b.rules.passes_through[figure.type, b.figures[j].type] == 0:
        return Code.FRIEND_IN_THE_WAY
    if may_pass_through(b, i, base_of(figure), j) or may_pass_through(b, i, end, j):
        return Code.NO_ROOM_BEYOND_FRIEND
    return Code.FRIEND_FACES_OTHERWISE


@kernel
def say_stopped(b, i, end, hit, log):
    """Write down the Obstacle ``hit`` in the way of element ``i``."""
    figure = b.figures[i]
    if hit.figure != NONE:
        other = b.figures[hit.figure]
        code = Code.ENEMY_IN_THE_WAY
        cited = Clause.DBA_GROUP_3
        if other.side == figure.side:
            code = _why_not_through(b, i, end, hit.figure)
            cited = Clause.DBA_PASS_1 if code == Code.FRIEND_IN_THE_WAY else Clause.DBA_PASS_2
        line = reason(log, code, cited, i, hit.figure, 0)
        locate(log, line, figure.x, figure.y, other.x, other.y, 0.0)
    elif hit.feature != NONE:
        line = reason(log, Code.WATER_IN_THE_WAY, Clause.DBA_TERR_7, i, NONE, 0)
        locate(log, line, figure.x, figure.y, end.x, end.y, 0.0)
    else:
        camp = b.camps[hit.camp]
        line = reason(log, Code.CAMP_IN_THE_WAY, Clause.DBA_GROUP_3, i, camp.occupant, 0)
        locate(log, line, figure.x, figure.y, camp.x, camp.y, 0.0)


# Camps


@clause("DBA-CAMP-4", "DBA-ARMY-7")
@kernel
def camp_entered(b, i, end):
    """The unoccupied camp into which a base that ends there goes: its middle is inside; or NONE."""
    for owner in range(N_SIDES):
        camp = b.camps[owner]
        if camp.present == 1 and camp.occupant == NONE and owner != b.figures[i].camp:
            if contains_point(camp_base(b, owner), end.x, end.y):
                return owner
    return NONE


@kernel
def front_strip(base):
    """A strip one pace deep along the front edge: where the front of a mover is."""
    back = base.half_depth - 0.5
    return Base(base.x + base.fx * back, base.y + base.fy * back, base.fx, base.fy, base.half_width, 0.5)
