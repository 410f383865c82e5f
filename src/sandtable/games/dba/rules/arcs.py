"""Who can shoot at whom: shooting edges, arcs, range, and what is in between (DBA-SHOOT-2, 5, 10, 11; WAD-WSH)."""

from __future__ import annotations

import math
from enum import IntEnum
from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.record import N_SIDES, Ground
from sandtable.games.dba.rules.contact import has_six_positions
from sandtable.games.dba.rules.ground import is_inside
from sandtable.games.dba.rules.positions import SLACK, camp_base, is_in_open
from sandtable.games.dba.rules.straight_lines import distance_of_lines, edge_of
from sandtable.games.dba.switches import WwgShots
from sandtable.kernel.geometry import TOUCH, base_of, corner
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import segment_crosses_feature


class Fault(IntEnum):
    """Why an element cannot shoot at another from where the two stand; later ones came nearer to a shot."""

    NO_EDGE = 0  # it shows no edge to it
    ARC = 1
    RANGE = 2
    COVER = 3  # one of the two is wholly inside woods or oasis
    TERRAIN = 4  # a crest, woods or an oasis crosses the whole path
    BLOCKED = 5  # an element or a camp is partly between
    NONE = 6  # it can


class Shot(NamedTuple):
    """The nearest legal shot, or what comes nearest to one."""

    fault: int  # a Fault
    edge: int  # of the shooter
    at: int  # edge of the target
    distance: float
    blocker: int  # the element in between, or the occupant of the camp; NONE without one


@kernel
def standing_base(b, i):
    """The base from which an element shoots and at which it is shot: its own, or that of the camp that it is in."""
    if b.figures[i].camp != NONE:
        return camp_base(b, b.figures[i].camp)
    return base_of(b.figures[i])


@clause("WAD-WSH-1", "DBA-SHOOT-6", "DBA-SHOOT-7")
@kernel
def shooting_edges(b, i):
    """How many edges an element shoots from: its front, all four of a War Wagon, and of a camp in which it is."""
    return 4 if b.figures[i].camp != NONE or has_six_positions(b, i) else 1


@clause("DBA-SHOOT-5", "WAD-WSH-3", "DBA-SHOOT-7")
@kernel
def _is_in_arc(own, target, margin):
    """Part of the target's edge lies before the shooting edge, or not farther than ``margin`` beyond its ends.

    A margin below 0: all round, with no limit to the sides. What only touches the border is not before the edge; a
    border is drawn on as far as the target, so that it is as uncertain as a range is: SLACK, not TOUCH.
    """
    dx = own.x1 - own.x0
    dy = own.y1 - own.y0
    length = math.sqrt(dx * dx + dy * dy)
    rx = dx / length
    ry = dy / length
    # Looking out, the right hand is (rx, ry), so out is (-ry, rx).
    out0 = (target.x0 - own.x0) * -ry + (target.y0 - own.y0) * rx
    out1 = (target.x1 - own.x0) * -ry + (target.y1 - own.y0) * rx
    along0 = (target.x0 - own.x0) * rx + (target.y0 - own.y0) * ry
    along1 = (target.x1 - own.x0) * rx + (target.y1 - own.y0) * ry
    t0 = 0.0
    t1 = 1.0
    t0, t1 = _part_above(t0, t1, out0, out1, SLACK)
    if margin >= 0.0:
        t0, t1 = _part_above(t0, t1, along0, along1, -margin + SLACK)
        t0, t1 = _part_above(t0, t1, -along0, -along1, -length - margin + SLACK)
    return t0 < t1


@kernel
def _part_above(t0, t1, first, last, least):
    """The part of a segment, from t0 to t1 of it, where a value that runs from first to last is above the least."""
    if first >= least and last >= least:
        return t0, t1
    if first < least and last < least:
        return 1.0, 0.0
    t = (least - first) / (last - first)
    if first < least:
        return max(t0, t), t1
    return t0, min(t1, t)


# ---------------------------------------------------------------- what is in between


@kernel
def _least(own, target, nx, ny):
    """The least of the four ends of two edges along a direction."""
    a = own.x0 * nx + own.y0 * ny
    c = own.x1 * nx + own.y1 * ny
    d = target.x0 * nx + target.y0 * ny
    e = target.x1 * nx + target.y1 * ny
    return min(min(a, c), min(d, e))


@kernel
def _is_parted(own, target, base, nx, ny):
    """Seen along a direction of any length, the base is not deeper than SLACK in the ground between two edges."""
    length = math.sqrt(nx * nx + ny * ny)
    if length < TOUCH:
        return False
    nx /= length
    ny /= length
    middle = base.x * nx + base.y * ny
    reach = base.half_depth * abs(base.fx * nx + base.fy * ny) + base.half_width * abs(base.fy * nx - base.fx * ny)
    low = _least(own, target, nx, ny)
    high = -_least(own, target, -nx, -ny)
    return middle + reach <= low + SLACK or middle - reach >= high - SLACK


@clause("DBA-SHOOT-10", "WAD-WSH-4", "WAD-CORE-6")
@kernel
def is_between(own, target, base):
    """A base has a point inside the hull of the ends of two edges; one that only touches its border has not."""
    x = 0.25 * (own.x0 + own.x1 + target.x0 + target.x1)
    y = 0.25 * (own.y0 + own.y1 + target.y0 + target.y1)
    far = max((own.x0 - x) ** 2 + (own.y0 - y) ** 2, (own.x1 - x) ** 2 + (own.y1 - y) ** 2)
    far = max(far, (target.x0 - x) ** 2 + (target.y0 - y) ** 2)
    far = max(far, (target.x1 - x) ** 2 + (target.y1 - y) ** 2)
    size = base.half_width * base.half_width + base.half_depth * base.half_depth
    if (base.x - x) ** 2 + (base.y - y) ** 2 > 2.0 * (far + size):
        return False
    if _is_parted(own, target, base, base.fx, base.fy) or _is_parted(own, target, base, base.fy, -base.fx):
        return False
    if _is_parted(own, target, base, own.y1 - own.y0, own.x0 - own.x1):
        return False
    if _is_parted(own, target, base, target.y1 - target.y0, target.x0 - target.x1):
        return False
    if _is_parted(own, target, base, target.y0 - own.y0, own.x0 - target.x0):
        return False
    if _is_parted(own, target, base, target.y1 - own.y0, own.x0 - target.x1):
        return False
    if _is_parted(own, target, base, target.y0 - own.y1, own.x1 - target.x0):
        return False
    return not _is_parted(own, target, base, target.y1 - own.y1, own.x1 - target.x1)


@kernel
def _blocker(b, i, j, own, target):
    """The element partly between two edges, or the occupant of a camp there; -2 for an empty camp, NONE for nobody."""
    for k in range(b.n_figures):
        if k != i and k != j and is_in_open(b.figures[k]) and is_between(own, target, base_of(b.figures[k])):
            return k
    for owner in range(N_SIDES):
        camp = b.camps[owner]
        if camp.present == 0 or owner == b.figures[i].camp or owner == b.figures[j].camp:
            continue
        if is_between(own, target, camp_base(b, owner)):
            return camp.occupant if camp.occupant != NONE else -2
    return NONE


@kernel
def _is_cut(b, x0, y0, x1, y1):
    """A crest, woods or an oasis crosses this line."""
    for k in range(b.terrain.n_features):
        if b.rules.hides_shooting[b.terrain.features[k].kind] != 0:
            if segment_crosses_feature(x0, y0, x1, y1, b.terrain, k):
                return True
    return False


@clause("DBA-SHOOT-10", "DBA-TERR-8", "DBA-TERR-9")
@kernel
def _is_hidden(b, own, target):
    """A crest, woods or an oasis crosses the whole path.

    RULING: it crosses the lines from both ends of one edge to both ends of the other, and that between their middles.
    """
    if not _is_cut(b, own.x0, own.y0, target.x0, target.y0) or not _is_cut(b, own.x0, own.y0, target.x1, target.y1):
        return False
    if not _is_cut(b, own.x1, own.y1, target.x0, target.y0) or not _is_cut(b, own.x1, own.y1, target.x1, target.y1):
        return False
    x = 0.5 * (target.x0 + target.x1)
    y = 0.5 * (target.y0 + target.y1)
    return _is_cut(b, 0.5 * (own.x0 + own.x1), 0.5 * (own.y0 + own.y1), x, y)


@clause("DBA-SHOOT-11")
@kernel
def is_in_cover(b, i):
    """The whole element is inside woods or an oasis: it neither shoots out nor is shot at."""
    if not is_in_open(b.figures[i]):
        return False
    base = base_of(b.figures[i])
    for k in range(b.terrain.n_features):
        kind = b.terrain.features[k].kind
        if b.rules.hides_shooting[kind] != 0 and kind != Ground.CREST and is_inside(base, b.terrain, k):
            return True
    return False


# ---------------------------------------------------------------- a shot


@kernel
def _shows(target_edge, x, y):
    """The point is on the outer side of an edge."""
    dx = target_edge.x1 - target_edge.x0
    dy = target_edge.y1 - target_edge.y0
    return (x - target_edge.x0) * -dy + (y - target_edge.y0) * dx > SLACK * math.sqrt(dx * dx + dy * dy)


@kernel
def _try(b, i, j, edge, at, own, target):
    """The shot from one edge at another that shows itself."""
    margin = b.rules.base_width
    if b.figures[i].camp != NONE:
        margin = -1.0
    distance = distance_of_lines(own, target)
    if not _is_in_arc(own, target, margin):
        return Shot(Fault.ARC, edge, at, distance, NONE)
    if is_more_than(distance, b.rules.range[b.figures[i].type], SLACK):
        return Shot(Fault.RANGE, edge, at, distance, NONE)
    if _is_hidden(b, own, target):
        return Shot(Fault.TERRAIN, edge, at, distance, NONE)
    blocker = _blocker(b, i, j, own, target)
    if blocker != NONE:
        return Shot(Fault.BLOCKED, edge, at, distance, blocker + 0)
    return Shot(Fault.NONE, edge, at, distance, NONE)


@clause("DBA-SHOOT-2", "WAD-WSH-2", "WAD-WSH-7", "WAD-REAR-6", "WAD-CORE-4")
@kernel
def best_shot(b, i, j):
    """The nearest legal Shot of ``i`` at ``j`` from where they stand, or what comes nearest to one.

    RULING: the target is shot at on any edge that shows itself to the middle of the shooting edge. With
    ``wwg_shots = one_per_side`` a War Wagon does not shoot again from a side.
    """
    shooter = standing_base(b, i)
    target = standing_base(b, j)
    best = Shot(Fault.NO_EDGE, 0, 0, math.inf, NONE)
    far = b.rules.range[b.figures[i].type] + SLACK + shooter.half_width + shooter.half_depth
    far += target.half_width + target.half_depth
    if (shooter.x - target.x) ** 2 + (shooter.y - target.y) ** 2 > far * far:
        return Shot(Fault.RANGE, 0, 0, math.inf, NONE)
    if is_in_cover(b, i) or is_in_cover(b, j):
        return Shot(Fault.COVER, 0, 0, math.inf, NONE)
    by_side = b.options.wwg_shots == WwgShots.ONE_PER_SIDE and has_six_positions(b, i)
    for edge in range(shooting_edges(b, i)):
        if by_side and (b.figures[i].shot >> edge) & 1 == 1:
            continue
        own = edge_of(shooter, edge)
        x = 0.5 * (own.x0 + own.x1)
        y = 0.5 * (own.y0 + own.y1)
        for at in range(4):
            other = edge_of(target, at)
            if not _shows(other, x, y):
                continue
            shot = _try(b, i, j, edge, at, own, other)
            if shot.fault > best.fault or (shot.fault == best.fault and shot.distance < best.distance):
                best = shot
    return best


@clause("WAD-REAR-2", "WAD-WSH-6", "WAD-GEN-5")
@kernel
def is_behind_rear_line(b, i, j):
    """All four corners of shooter ``i`` are behind the line of the rear edge of ``j``, or on it."""
    shooter = standing_base(b, i)
    target = base_of(b.figures[j])
    for which in range(4):
        point = corner(shooter, which)
        ahead = (point.x - target.x) * target.fx + (point.y - target.y) * target.fy
        if is_more_than(ahead, -target.half_depth, SLACK):
            return False
    return True
