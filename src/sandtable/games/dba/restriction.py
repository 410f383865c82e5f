"""RESTRICTED MOVES: what an element may do that starts in or enters an enemy's zone of control (WAD-RES, DBA-ZOC).

A mover's way comes as poses ``f8[n, 4]`` (x, y, fx, fy of its base), its start first. Between poses that face alike it
goes straight, and such a leg is judged exactly: when it first touches a zone, and, as the distance of a corner that
goes straight from a fixed point is greatest at an end of its way (it is convex), by its two ends. Wheels and turns come
in poses at most SAMPLE paces of front-corner travel apart (WAD-RES-5) and are looked at in every pose.

Rulings where the clauses are silent:

- The restricting enemies to choose from are those in whose zone the mover is at x0, the moment when it is first
  restricted: those in whose zones it starts or, if it starts in none, those whose zones it touches within SAMPLE
  paces of the first touch. Whose zone it enters later is the further enemy of WAD-RES-10 (WAD-RES-4, 8 and 9).
- A move that ends where it first touches a zone is free: nothing is left of it that could be judged.
- What a turn or a wheel brings into a zone is measured from the pose before.
"""

from __future__ import annotations

import math

import numpy as np

from sandtable.games.dba.around import camp_bit
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.contact import has_six_positions
from sandtable.games.dba.control import CARPET, SAMPLE, is_in_camp_zone_past, region_of, zone_of
from sandtable.games.dba.entering import (
    NEVER,
    enemies_near,
    entry_into_camp_zone,
    entry_into_zone,
    extent_of,
    is_over,
    length_of,
    pose_at,
    pose_of,
    way_between,
)
from sandtable.games.dba.positions import camp_base, is_enemy_camp, is_in_open
from sandtable.games.dba.record import MAX_FIGURES, N_SIDES
from sandtable.games.dba.touching import SAME_WAY, contact_on
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.contact import front_on
from sandtable.kernel.geometry import TOUCH, Point, base_of, corner, distance_between, overlap
from sandtable.kernel.log import locate, note, reason
from sandtable.kernel.records import NONE

AT_END = 0.05
"""Paces of way that may be left after the first touch of a zone for the move to end there."""

BOTH_CORNERS = 0
CENTRE_AND_ANGLE = 1
SUM_OF_CORNERS = 2
"""Values of the switch ``closer_metric``."""

# What is wrong with a move that should be closer to frontal contact.
FINE = 0
LEFT_FARTHER = 1
RIGHT_FARTHER = 2
NOT_NEARER = 3
SLIPS_PAST = 4
ANGLE_LARGER = 5
NOT_OPPOSITE = 6


# What is wrong, corner by corner


@kernel
def _apart(p, q):
    """Paces between two points."""
    return math.sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y))


@kernel
def _to_point(base, x, y):
    """Paces from the rectangle to a point; 0 inside."""
    ex = x - base.x
    ey = y - base.y
    along = max(abs(ex * base.fx + ey * base.fy) - base.half_depth, 0.0)
    across = max(abs(ex * base.fy - ey * base.fx) - base.half_width, 0.0)
    return math.sqrt(along * along + across * across)


@clause("WAD-RES-3", "WAD-RES-12")
@kernel
def corner_to_go(base, which, enemy, is_camp):
    """How far the mover's front corner ``which`` is from where it would be in frontal contact with ``enemy``.

    The left front corner belongs on the enemy's right one and the right on the left; of a camp the nearest point.
    """
    tip = corner(base, which)
    if is_camp:
        return _to_point(enemy, tip.x, tip.y)
    return _apart(tip, corner(enemy, 1 - which))


@clause("WAD-RES-3", "WAD-RES-5", "WAD-RES-12")
@kernel
def _corners_wrong(b, base, poses, n, first, enemy, is_camp):
    """What is wrong with the way from ``first`` on as one that gets closer to frontal contact, by the corners."""
    start = pose_at(base, poses, n, first)
    a0 = corner_to_go(start, 0, enemy, is_camp)
    b0 = corner_to_go(start, 1, enemy, is_camp)
    left = a0
    right = b0
    for k in range(int(first) + 1, n):
        pose = pose_of(base, poses, k)
        left = corner_to_go(pose, 0, enemy, is_camp)
        right = corner_to_go(pose, 1, enemy, is_camp)
        if b.options.closer_metric == SUM_OF_CORNERS:
            if left + right > a0 + b0 + 2.0 * TOUCH:
                return LEFT_FARTHER if left - a0 > right - b0 else RIGHT_FARTHER
        elif left > a0 + TOUCH:
            return LEFT_FARTHER
        elif right > b0 + TOUCH:
            return RIGHT_FARTHER
    if b.options.closer_metric == SUM_OF_CORNERS:
        return FINE if left + right < a0 + b0 - TOUCH else NOT_NEARER
    return FINE if left < a0 - TOUCH or right < b0 - TOUCH else NOT_NEARER


@clause("DBA-ZOC-7")
@kernel
def _centre_wrong(base, poses, n, first, enemy, is_camp):
    """The same by the middles of the front edges and the angle to the enemy's opposite; of a camp, no angle.

    Only the end counts, against the start or the moment of entering.
    """
    start = pose_at(base, poses, n, first)
    end = pose_of(base, poses, n - 1)
    before = Point(start.x + start.fx * start.half_depth, start.y + start.fy * start.half_depth)
    after = Point(end.x + end.fx * end.half_depth, end.y + end.fy * end.half_depth)
    if is_camp:
        if _to_point(enemy, after.x, after.y) < _to_point(enemy, before.x, before.y) - TOUCH:
            return FINE
        return NOT_NEARER
    if start.fx * enemy.fx + start.fy * enemy.fy < end.fx * enemy.fx + end.fy * enemy.fy - 1e-7:
        return ANGLE_LARGER
    front = Point(enemy.x + enemy.fx * enemy.half_depth, enemy.y + enemy.fy * enemy.half_depth)
    return FINE if _apart(after, front) < _apart(before, front) - TOUCH else NOT_NEARER


@clause("DBA-ZOC-1")
@kernel
def _opposite_wrong(end, enemy):
    """The rule as printed: it must end lined up opposite the enemy, facing him with side edges in line."""
    if end.fx * enemy.fx + end.fy * enemy.fy > -SAME_WAY:
        return NOT_OPPOSITE
    aside = (end.x - enemy.x) * enemy.fy - (end.y - enemy.y) * enemy.fx
    return FINE if abs(aside) <= TOUCH else NOT_OPPOSITE


@clause("WAD-RES-3", "WAD-RES-4", "DBA-ZOC-7", "DBA-ZOC-1")
@kernel
def _closer_wrong(b, base, poses, n, first, j, mask):
    """What is wrong with the way from ``first`` on as one closer to frontal contact with element ``j`` (b), or FINE.

    At the end the mover must still be in that zone, or touch that enemy.
    """
    enemy = base_of(b.figures[j])
    end = pose_of(base, poses, n - 1)
    if b.options.front_crossing != CARPET:
        wrong = _opposite_wrong(end, enemy)
    elif b.options.closer_metric == CENTRE_AND_ANGLE:
        wrong = _centre_wrong(base, poses, n, first, enemy, False)
    else:
        wrong = _corners_wrong(b, base, poses, n, first, enemy, False)
    if wrong != FINE:
        return wrong
    if overlap(region_of(zone_of(b, j, mask)), end) or distance_between(enemy, end) <= TOUCH:
        return FINE
    return SLIPS_PAST


@clause("WAD-RES-12")
@kernel
def _camp_wrong(b, base, poses, n, first, owner, mask):
    """The same for an occupied camp: FINE also where the mover ends with its front edge on the camp's edge."""
    camp = camp_base(b, owner)
    end = pose_of(base, poses, n - 1)
    if front_on(end, camp) != NONE:
        return FINE
    if b.options.closer_metric == CENTRE_AND_ANGLE:
        wrong = _centre_wrong(base, poses, n, first, camp, True)
    else:
        wrong = _corners_wrong(b, base, poses, n, first, camp, True)
    if wrong == FINE and not is_in_camp_zone_past(b, owner, end, mask):
        return SLIPS_PAST
    return wrong


@clause("WAD-RES-6", "DBA-ZOC-9")
@kernel
def retires(base, poses, n, first):
    """From ``first`` on the mover goes straight back: every corner by the same vector, its facing unchanged (c)."""
    start = pose_at(base, poses, n, first)
    for k in range(int(first) + 1, n):
        if poses[k, 2] * start.fx + poses[k, 3] * start.fy <= SAME_WAY:
            return False
        dx = poses[k, 0] - start.x
        dy = poses[k, 1] - start.y
        if abs(dx * start.fy - dy * start.fx) > TOUCH or dx * start.fx + dy * start.fy > TOUCH:
            return False
    end = pose_of(base, poses, n - 1)
    return (end.x - start.x) * start.fx + (end.y - start.y) * start.fy < -TOUCH


# Saying why


@kernel
def _code_of(wrong):
    """The sentence for what is wrong with a move closer to an element."""
    if wrong == LEFT_FARTHER:
        return Code.LEFT_CORNER_FARTHER.value
    if wrong == RIGHT_FARTHER:
        return Code.RIGHT_CORNER_FARTHER.value
    if wrong == SLIPS_PAST:
        return Code.SLIPS_PAST.value
    if wrong == ANGLE_LARGER:
        return Code.TURNS_AWAY.value
    if wrong == NOT_OPPOSITE:
        return Code.NOT_LINED_UP.value
    return Code.NO_CLOSER.value


@kernel
def _clause_of(b, wrong):
    """The clause by which it is."""
    if wrong == NOT_OPPOSITE:
        return Clause.DBA_ZOC_1.value
    if b.options.closer_metric == CENTRE_AND_ANGLE:
        return Clause.DBA_ZOC_7.value
    return Clause.WAD_RES_3.value


@kernel
def _worst_pose(b, base, poses, n, first, enemy, is_camp, which):
    """The pose of the way in which that front corner is farthest from its goal."""
    worst = n - 1
    most = -1.0
    for k in range(int(first) + 1, n):
        far = corner_to_go(pose_of(base, poses, k), which, enemy, is_camp)
        if far > most + TOUCH:
            most = far
            worst = k
    return worst


@kernel
def _say_not_closer(b, i, j, camp, wrong, base, poses, n, first, log):
    """Write down why the move is not closer to element ``j`` or, if that is NONE, to the camp.

    Located: the segment from the corner that got farther (else the middle of the front edge) to where it belongs.
    """
    if log.keep == 0:
        return
    is_camp = j == NONE
    enemy = camp_base(b, camp) if is_camp else base_of(b.figures[j])
    end = pose_of(base, poses, n - 1)
    if is_camp:
        line = reason(log, Code.NOT_AT_CAMP, Clause.WAD_RES_12, i, NONE, 0)
    else:
        line = reason(log, _code_of(wrong), _clause_of(b, wrong), i, j, 0)
    if wrong == LEFT_FARTHER or wrong == RIGHT_FARTHER:
        which = 0 if wrong == LEFT_FARTHER else 1
        worst = pose_of(base, poses, _worst_pose(b, base, poses, n, first, enemy, is_camp, which))
        tip = corner(worst, which)
        goal = corner(enemy, 1 - which)
        before = corner_to_go(pose_at(base, poses, n, first), which, enemy, is_camp)
        locate(log, line, tip.x, tip.y, goal.x, goal.y, corner_to_go(worst, which, enemy, is_camp) - before)
    else:
        x = end.x + end.fx * end.half_depth
        y = end.y + end.fy * end.half_depth
        x2 = enemy.x if is_camp else enemy.x + enemy.fx * enemy.half_depth
        y2 = enemy.y if is_camp else enemy.y + enemy.fy * enemy.half_depth
        locate(log, line, x, y, x2, y2, length_of(x2 - x, y2 - y))


# War Wagons


@clause("WAD-WWG-3", "WAD-WWG-4", "WAD-WWG-5", "WAD-RES-17")
@kernel
def _judge_wagon(b, i, first, owner, camp, base, poses, n, log):
    """A War Wagon may not move in an enemy's zone at all; a move that enters one ends at the first touch.

    ``owner`` is the element, or ``camp`` the side of the camp, whose zone it touches first. Under
    ``wwg_may_enter_zoc = no`` it may not even enter. The end may be up to SAMPLE paces deep in the zone.
    """
    if first == 0.0:
        line = reason(log, Code.WAGON_FROZEN, Clause.WAD_WWG_3, i, owner, 0)
    elif b.options.wwg_may_enter_zoc != 0:
        line = reason(log, Code.WAGON_MAY_NOT_ENTER, Clause.WAD_WWG_4, i, owner, 0)
    elif is_over(base, poses, n, first, SAMPLE):
        note(log, Code.WAGON_ENDS_IN_ZONE, Clause.WAD_WWG_4, i, owner, 0)
        return True
    else:
        line = reason(log, Code.WAGON_MUST_STOP, Clause.WAD_WWG_4, i, owner, 0)
    if log.keep != 0:
        there = pose_at(base, poses, n, first)
        enemy = camp_base(b, camp) if owner == NONE else base_of(b.figures[owner])
        locate(log, line, there.x, there.y, enemy.x, enemy.y, 0.0)
    return False


# The judgement


@clause("WAD-RES-11")
@kernel
def _touches_another(b, i, end, owners, camps, log):
    """The front edge ends on an enemy (or an occupied enemy camp) that is not restricting the mover."""
    side = b.figures[i].side
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == side or not is_in_open(other) or (owners >> np.int64(j)) & np.int64(1) != 0:
            continue
        there = base_of(other)
        if front_on(end, there) != NONE:
            line = reason(log, Code.CONTACT_WITH_ANOTHER, Clause.WAD_RES_11, i, j, 0)
            locate(log, line, end.x, end.y, there.x, there.y, 0.0)
            return True
    for owner in range(N_SIDES):
        if is_enemy_camp(b, owner, side) and (camps >> owner) & 1 == 0 and front_on(end, camp_base(b, owner)) != NONE:
            reason(log, Code.CONTACT_WITH_OTHER_CAMP, Clause.WAD_RES_11, i, NONE, 0)
            return True
    return False


@clause(
    "WAD-RES-1",
    "WAD-RES-2",
    "WAD-RES-7",
    "WAD-RES-8",
    "WAD-RES-9",
    "WAD-RES-10",
    "WAD-RES-15",
    "DBA-ZOC-1",
    "DBA-ZOC-3",
    "DBA-ZOC-4",
    "DBA-ZOC-8",
)
@kernel
def _judge_from(b, i, owners, camps, first, base, poses, n, mask, log):
    """From the moment ``first`` on, restricted by ``owners`` (mask) and ``camps`` (bits), it is (a), (b) or (c)."""
    end = pose_of(base, poses, n - 1)
    alone = mask & (mask - np.int64(1)) == 0
    if (alone or b.options.group_retire != 0) and retires(base, poses, n, first):
        if length_of(end.x - poses[0, 0], end.y - poses[0, 1]) >= b.rules.retire_least - TOUCH:
            return True
    if _touches_another(b, i, end, owners, camps, log):
        return False
    for j in range(b.n_figures):
        if (owners >> np.int64(j)) & np.int64(1) == 0:
            continue
        if contact_on(end, base_of(b.figures[j])) == 0:
            note(log, Code.INTO_CONTACT_WITH_RESTRICTING, Clause.WAD_RES_1, i, j, 0)
            return True
        if _closer_wrong(b, base, poses, n, first, j, mask) == FINE:
            note(log, Code.CLOSER_TO_RESTRICTING, Clause.WAD_RES_1, i, j, 0)
            return True
    if b.options.camp_counts_as_element == 0:
        for owner in range(N_SIDES):
            if (camps >> owner) & 1 != 0 and _camp_wrong(b, base, poses, n, first, owner, mask) == FINE:
                return True
    if log.keep != 0:
        if retires(base, poses, n, first):
            if alone or b.options.group_retire != 0:
                reason(log, Code.RETIRES_TOO_LITTLE, Clause.DBA_ZOC_9, i, NONE, int(b.rules.retire_least))
            else:
                reason(log, Code.GROUP_MAY_NOT_RETIRE, Clause.WAD_RES_7, i, NONE, 0)
            return False
        for j in range(b.n_figures):
            if (owners >> np.int64(j)) & np.int64(1) != 0:
                wrong = _closer_wrong(b, base, poses, n, first, j, mask)
                _say_not_closer(b, i, j, NONE, wrong, base, poses, n, first, log)
        for owner in range(N_SIDES):
            if (camps >> owner) & 1 != 0:
                if b.options.camp_counts_as_element != 0:
                    reason(log, Code.CAMP_LEAVES_RETREAT, Clause.WAD_RES_12, i, NONE, 0)
                else:
                    wrong = _camp_wrong(b, base, poses, n, first, owner, mask)
                    _say_not_closer(b, i, NONE, owner, wrong, base, poses, n, first, log)
        if not alone:
            reason(log, Code.HOLDS_ITS_GROUP, Clause.WAD_RES_15, i, NONE, 0)
    return False


@clause(
    "WAD-ZOC-16",
    "WAD-ZOC-17",
    "WAD-ZOC-18",
    "WAD-RES-4",
    "WAD-RES-13",
    "WAD-RES-14",
    "WAD-RES-16",
    "WAD-WWG-5",
    "WAD-WWG-6",
    "DBA-ZOC-6",
    "DBA-ZOC-8",
    "DBA-ZOC-10",
)
@kernel
def judge_restricted(b, i, poses, n, mask, log):
    """May mover ``i`` go this way as far as the enemies' zones are concerned? Reasons and notes go to the log.

    ``poses`` (f8[n, 4]: x, y, fx, fy) is its way from its start to its end: the ends of straight legs are enough;
    wheels and turns in steps of at most SAMPLE paces of front-corner travel. ``mask`` has the bits of all who make this
    move: they stop no carpet. A group may make it if every one of its members may. Standing still is free,
    and outcome moves, which no zone hinders, are never judged here.
    """
    if n < 2:
        return True
    base = base_of(b.figures[i])
    middle, radius = extent_of(base, poses, n)
    near = enemies_near(b, b.figures[i].side, middle, radius)
    for owner in range(N_SIDES):
        if _is_near_camp(b, owner, middle, radius):
            near |= camp_bit(owner)
    return judge_near_zones(b, i, poses, n, mask, near, log)


@clause("WAD-ZOC-16", "WAD-ZOC-17", "WAD-RES-4", "WAD-RES-13", "WAD-RES-16", "DBA-ZOC-6", "DBA-ZOC-8")
@kernel
def judge_near_zones(b, i, poses, n, mask, may_meet, log):
    """The same of a way that may meet no zones but of those in ``may_meet`` (elements, and camps by ``camp_bit``)."""
    figure = b.figures[i]
    base = base_of(figure)
    near = may_meet & (camp_bit(0) - np.int64(1))
    first = NEVER
    foremost = NONE
    foremost_camp = NONE
    entered = 0
    for j in range(b.n_figures):
        if (near >> np.int64(j)) & np.int64(1) != 0:
            when = entry_into_zone(b, j, base, poses, n, mask)
            if when == NEVER:
                near &= ~(np.int64(1) << np.int64(j))
                continue
            entered += 1
            if when < first:
                first = when
                foremost = j
    for owner in range(N_SIDES):
        if (may_meet & camp_bit(owner)) != 0 and is_enemy_camp(b, owner, figure.side):
            when = entry_into_camp_zone(b, owner, base, poses, n, mask)
            if when != NEVER:
                entered += 1
                if when < first:
                    first = when
                    foremost = NONE
                    foremost_camp = owner
    if first == NEVER:
        return True
    if has_six_positions(b, i):
        return _judge_moving_wagon(b, i, near, first, foremost, foremost_camp, base, poses, n, mask, log)
    if first > 0.0 and is_over(base, poses, n, first, AT_END):
        return True
    owners = near
    camps = 0
    if entered > 1 or foremost == NONE:
        owners, camps = _restricting_at(b, figure.side, near, first, base, poses, n, mask)
    return _judge_from(b, i, owners, camps, first, base, poses, n, mask, log)


@clause("WAD-RES-4", "WAD-RES-9", "WAD-RES-10")
@kernel
def judge_started(b, i, poses, n, mask, starts, log):
    """The same of one who starts in the zones of those in ``starts``, and is no War Wagon: they restrict it."""
    owners = starts & (camp_bit(0) - np.int64(1))
    return _judge_from(b, i, owners, starts >> np.int64(MAX_FIGURES), 0.0, base_of(b.figures[i]), poses, n, mask, log)


@clause("WAD-RES-1", "WAD-RES-3")
@kernel
def gets_no_closer(b, way, starts):
    """A way on which one turns who starts in the zones of ``starts`` does not lead closer: the cheap refusal.

    Who turns does not retire: he has to end in contact with, or no farther from, one of those in whose zone he starts.
    False where only all of the way can tell.
    """
    if b.options.front_crossing != CARPET or b.options.closer_metric != BOTH_CORNERS or starts >= camp_bit(0):
        return False
    for j in range(b.n_figures):
        if (starts >> np.int64(j)) & np.int64(1) == 0:
            continue
        enemy = base_of(b.figures[j])
        left = corner_to_go(way.end, 0, enemy, False) - corner_to_go(way.start, 0, enemy, False)
        right = corner_to_go(way.end, 1, enemy, False) - corner_to_go(way.start, 1, enemy, False)
        if (left <= 2.0 * TOUCH and right <= 2.0 * TOUCH) or contact_on(way.end, enemy) == 0:
            return False
    return True


@clause("WAD-RES-9", "WAD-RES-10")
@kernel
def _restricting_at(b, side, near, first, base, poses, n, mask):
    """Of several whose zones the way enters, those that restrict the mover at ``first``: a mask, and bits of camps."""
    owners = np.int64(0)
    camps = 0
    for j in range(b.n_figures):
        if (near >> np.int64(j)) & np.int64(1) != 0:
            if _counts(base, poses, n, first, entry_into_zone(b, j, base, poses, n, mask)):
                owners |= np.int64(1) << np.int64(j)
    for owner in range(N_SIDES):
        if is_enemy_camp(b, owner, side):
            when = entry_into_camp_zone(b, owner, base, poses, n, mask)
            if when != NEVER and _counts(base, poses, n, first, when):
                camps |= 1 << owner
    return owners, camps


@kernel
def _is_near_camp(b, owner, middle, radius):
    """The circle around the way may meet the zone of that camp."""
    camp = b.camps[owner]
    reach = radius + 1.5 * b.rules.base_width + 0.5 * (camp.width + camp.depth)
    return abs(camp.x - middle.x) <= reach and abs(camp.y - middle.y) <= reach


@kernel
def _counts(base, poses, n, first, when):
    """A zone entered at ``when`` is one of those that restrict the mover at the moment ``first`` (see the rulings)."""
    if first == 0.0 or when == first:
        return when == first
    return way_between(base, poses, n, first, when) <= SAMPLE


@clause("WAD-WWG-3", "WAD-WWG-5", "WAD-RES-17")
@kernel
def _judge_moving_wagon(b, i, near, first, foremost, camp, base, poses, n, mask, log):
    """A War Wagon: elements' zones (and, with ``wwg_frozen_by_camp``, camps') freeze it, camps else restrict it."""
    if b.options.wwg_frozen_by_camp != 0:
        return _judge_wagon(b, i, first, foremost, camp, base, poses, n, log)
    earliest = NEVER
    for j in range(b.n_figures):
        if (near >> np.int64(j)) & np.int64(1) != 0:
            when = entry_into_zone(b, j, base, poses, n, mask)
            if when < earliest:
                earliest = when
                foremost = j
    if earliest != NEVER and not _judge_wagon(b, i, earliest, foremost, NONE, base, poses, n, log):
        return False
    for owner in range(N_SIDES):
        if is_enemy_camp(b, owner, b.figures[i].side):
            when = entry_into_camp_zone(b, owner, base, poses, n, mask)
            if when != NEVER and not (when > 0.0 and is_over(base, poses, n, when, AT_END)):
                if not _judge_from(b, i, np.int64(0), 1 << owner, when, base, poses, n, mask, log):
                    return False
    return True
