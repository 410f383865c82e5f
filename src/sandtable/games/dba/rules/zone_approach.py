"""CLOSER: does a way lead closer to frontal contact, or straight back, and if not, why? (WAD-RES-3, 6, 12; DBA-ZOC-7).

What zones look at is a ``Track``: poses of the mover, its start first, as restriction.py says it. A moment of it is a
number: the leg, plus the share of that leg.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.rules.legal_contacts import SAME_WAY
from sandtable.games.dba.rules.positions import SLACK, camp_base
from sandtable.games.dba.rules.zone_entry import length_of, pose_at, pose_of
from sandtable.games.dba.rules.zones_of_control import is_in_camp_zone_past, region_of, zone_of
from sandtable.games.dba.switches import CampCountsAsElement, CloserMetric, FrontCrossing
from sandtable.kernel.contact import front_on
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import TOUCH, Base, Point, base_of, corner, distance_between, distance_to_point, overlap
from sandtable.kernel.limits import is_less_than, is_more_than
from sandtable.kernel.log import locate, reason
from sandtable.kernel.records import NONE

OFF = 2.0 * SLACK
"""Paces by which the distances of a corner before and after a move may be off: both are measured."""


AN_ELEMENT = 0
A_CAMP = 1
"""To what a mover gets closer: its corners go to the corners of an element, but to any point of a camp."""


class Wrong(IntEnum):
    """What is wrong with a move that should be closer to frontal contact."""

    NOTHING = 0
    LEFT_FARTHER = 1
    RIGHT_FARTHER = 2
    NOT_NEARER = 3
    SLIPS_PAST = 4
    ANGLE_LARGER = 5
    NOT_OPPOSITE = 6


class Track(NamedTuple):
    """The way of one mover, as zones look at it."""

    mover: Any  # the element
    base: Base  # its base where it stands
    poses: Any  # f8[n, 4]
    n: Any
    mask: Any  # all who make this move: they stop no carpet
    comes_along: Any  # 1: a neighbour of one who squares up, and free to come along (WAD-RES-15)


@kernel
def start_of_track(track, first):
    """The base at the moment ``first``, from which on the move is judged."""
    return pose_at(track.base, track.poses, track.n, first)


@kernel
def end_of_track(track):
    """The base where the way ends."""
    return pose_of(track.base, track.poses, track.n - 1)


# What is wrong, corner by corner


@clause("WAD-RES-3", "WAD-RES-12")
@kernel
def corner_to_go(base, which, enemy, what):
    """How far the mover's front corner ``which`` is from where it would be in frontal contact with ``enemy``.

    The left front corner belongs on the enemy's right one and the right on the left; of a camp the nearest point.
    """
    tip = corner(base, which)
    if what == A_CAMP:
        return distance_to_point(enemy, tip.x, tip.y)
    there = corner(enemy, 1 - which)
    return distance_of_points(tip.x, tip.y, there.x, there.y)


@clause("WAD-RES-3", "WAD-RES-5", "WAD-RES-12")
@kernel
def _corners_wrong(b, track, first, enemy, what):
    """What is wrong with the way from ``first`` on as one that gets closer to frontal contact, by the corners."""
    start = start_of_track(track, first)
    a0 = corner_to_go(start, 0, enemy, what)
    b0 = corner_to_go(start, 1, enemy, what)
    left = a0
    right = b0
    by_sum = b.options.closer_metric == CloserMetric.SUM_OF_CORNERS
    for k in range(int(first) + 1, track.n):
        pose = pose_of(track.base, track.poses, k)
        left = corner_to_go(pose, 0, enemy, what)
        right = corner_to_go(pose, 1, enemy, what)
        if by_sum:
            if is_more_than(left + right, a0 + b0, OFF):
                return Wrong.LEFT_FARTHER if left - a0 > right - b0 else Wrong.RIGHT_FARTHER
        elif is_more_than(left, a0, OFF):
            return Wrong.LEFT_FARTHER
        elif is_more_than(right, b0, OFF):
            return Wrong.RIGHT_FARTHER
    if by_sum:
        return Wrong.NOTHING if is_less_than(left + right, a0 + b0, OFF) else Wrong.NOT_NEARER
    if is_less_than(left, a0, OFF) or is_less_than(right, b0, OFF):
        return Wrong.NOTHING
    return Wrong.NOT_NEARER


@clause("DBA-ZOC-7")
@kernel
def _centre_wrong(track, first, enemy, what):
    """The same by the middles of the front edges and the angle to the enemy's opposite; of a camp, no angle.

    Only the end counts, against the start or the moment of entering.
    """
    start = start_of_track(track, first)
    end = end_of_track(track)
    before = Point(start.x + start.fx * start.half_depth, start.y + start.fy * start.half_depth)
    after = Point(end.x + end.fx * end.half_depth, end.y + end.fy * end.half_depth)
    if what == A_CAMP:
        if is_less_than(distance_to_point(enemy, after.x, after.y), distance_to_point(enemy, before.x, before.y), OFF):
            return Wrong.NOTHING
        return Wrong.NOT_NEARER
    if start.fx * enemy.fx + start.fy * enemy.fy < end.fx * enemy.fx + end.fy * enemy.fy - 1e-7:
        return Wrong.ANGLE_LARGER
    front = Point(enemy.x + enemy.fx * enemy.half_depth, enemy.y + enemy.fy * enemy.half_depth)
    was = distance_of_points(before.x, before.y, front.x, front.y)
    if is_less_than(distance_of_points(after.x, after.y, front.x, front.y), was, OFF):
        return Wrong.NOTHING
    return Wrong.NOT_NEARER


@clause("DBA-ZOC-1")
@kernel
def _opposite_wrong(end, enemy):
    """The rule as printed: it must end lined up opposite the enemy, facing it with side edges in line."""
    if end.fx * enemy.fx + end.fy * enemy.fy > -SAME_WAY:
        return Wrong.NOT_OPPOSITE
    aside = (end.x - enemy.x) * enemy.fy - (end.y - enemy.y) * enemy.fx
    return Wrong.NOTHING if abs(aside) <= SLACK else Wrong.NOT_OPPOSITE


@clause("WAD-RES-3", "WAD-RES-4", "DBA-ZOC-7", "DBA-ZOC-1")
@kernel
def closer_wrong(b, track, first, j):
    """What is wrong with the way from ``first`` on as one closer to frontal contact with element ``j`` (b).

    At the end the mover must still be in that zone, or touch that enemy.
    """
    enemy = base_of(b.figures[j])
    end = end_of_track(track)
    if b.options.front_crossing == FrontCrossing.PLAIN:
        wrong = _opposite_wrong(end, enemy)
    elif b.options.closer_metric == CloserMetric.CENTRE_AND_ANGLE:
        wrong = _centre_wrong(track, first, enemy, AN_ELEMENT)
    else:
        wrong = _corners_wrong(b, track, first, enemy, AN_ELEMENT)
    if wrong != Wrong.NOTHING:
        return wrong
    if overlap(region_of(zone_of(b, j, track.mask)), end) or distance_between(enemy, end) <= TOUCH:
        return wrong
    return Wrong.SLIPS_PAST


@clause("WAD-RES-12")
@kernel
def camp_wrong(b, track, first, owner):
    """The same for an occupied camp: nothing also where the mover ends with its front edge on the camp's edge."""
    camp = camp_base(b, owner)
    end = end_of_track(track)
    if front_on(end, camp) != NONE:
        return Wrong.NOTHING
    if b.options.closer_metric == CloserMetric.CENTRE_AND_ANGLE:
        wrong = _centre_wrong(track, first, camp, A_CAMP)
    else:
        wrong = _corners_wrong(b, track, first, camp, A_CAMP)
    if wrong == Wrong.NOTHING and not is_in_camp_zone_past(b, owner, end, track.mask):
        return Wrong.SLIPS_PAST
    return wrong


@clause("WAD-RES-6", "DBA-ZOC-9")
@kernel
def retires(track, first):
    """From ``first`` on the mover goes straight back: every corner by the same vector, its facing unchanged (c)."""
    start = start_of_track(track, first)
    poses = track.poses
    for k in range(int(first) + 1, track.n):
        if poses[k, 2] * start.fx + poses[k, 3] * start.fy <= SAME_WAY:
            return False
        dx = poses[k, 0] - start.x
        dy = poses[k, 1] - start.y
        if abs(dx * start.fy - dy * start.fx) > SLACK or dx * start.fx + dy * start.fy > SLACK:
            return False
    end = end_of_track(track)
    return (end.x - start.x) * start.fx + (end.y - start.y) * start.fy < -SLACK


# Saying why


@kernel
def _code_of(wrong):
    """The sentence for what is wrong with a move closer to an element."""
    if wrong == Wrong.LEFT_FARTHER:
        return Code.LEFT_CORNER_FARTHER
    if wrong == Wrong.RIGHT_FARTHER:
        return Code.RIGHT_CORNER_FARTHER
    if wrong == Wrong.SLIPS_PAST:
        return Code.SLIPS_PAST
    if wrong == Wrong.ANGLE_LARGER:
        return Code.TURNS_AWAY
    if wrong == Wrong.NOT_OPPOSITE:
        return Code.NOT_LINED_UP
    return Code.NO_CLOSER


@kernel
def cited_where_carpet(b, clause):
    """This clause of the carpet rule, or, where the rule as printed is played, that one."""
    return Clause.DBA_ZOC_1 if b.options.front_crossing == FrontCrossing.PLAIN else clause


@kernel
def _clause_of(b):
    """The clause by which a move is no closer."""
    if b.options.front_crossing == FrontCrossing.PLAIN:
        return Clause.DBA_ZOC_1
    if b.options.closer_metric == CloserMetric.CENTRE_AND_ANGLE:
        return Clause.DBA_ZOC_7
    return Clause.WAD_RES_3


@kernel
def _worst_pose(track, first, enemy, what, which):
    """The pose of the way in which that front corner is farthest from its goal."""
    worst = track.n - 1
    most = -1.0
    for k in range(int(first) + 1, track.n):
        far = corner_to_go(pose_of(track.base, track.poses, k), which, enemy, what)
        if far > most + TOUCH:
            most = far
            worst = k
    return worst


@kernel
def _locate_wrong(track, first, enemy, what, wrong, line, log):
    """Draw the reason: from the corner that got farther (else the middle of the front edge) to where it belongs."""
    if wrong == Wrong.LEFT_FARTHER or wrong == Wrong.RIGHT_FARTHER:
        which = 0 if wrong == Wrong.LEFT_FARTHER else 1
        worst = pose_of(track.base, track.poses, _worst_pose(track, first, enemy, what, which))
        tip = corner(worst, which)
        goal = corner(enemy, 1 - which)
        before = corner_to_go(start_of_track(track, first), which, enemy, what)
        locate(log, line, tip.x, tip.y, goal.x, goal.y, corner_to_go(worst, which, enemy, what) - before)
        return
    end = end_of_track(track)
    x = end.x + end.fx * end.half_depth
    y = end.y + end.fy * end.half_depth
    x2 = enemy.x if what == A_CAMP else enemy.x + enemy.fx * enemy.half_depth
    y2 = enemy.y if what == A_CAMP else enemy.y + enemy.fy * enemy.half_depth
    locate(log, line, x, y, x2, y2, length_of(x2 - x, y2 - y))


@kernel
def say_not_closer(b, track, first, j, log):
    """Write down why the move is not closer to element ``j``."""
    wrong = closer_wrong(b, track, first, j)
    line = reason(log, _code_of(wrong), _clause_of(b), track.mover, j, 0)
    _locate_wrong(track, first, base_of(b.figures[j]), AN_ELEMENT, wrong, line, log)


@kernel
def say_not_at_camp(b, track, first, owner, log):
    """Write down why the move is not closer to the camp of ``owner``."""
    if b.options.camp_counts_as_element == CampCountsAsElement.NO:
        reason(log, Code.CAMP_LEAVES_RETREAT, cited_where_carpet(b, Clause.WAD_RES_12), track.mover, NONE, 0)
        return
    wrong = camp_wrong(b, track, first, owner)
    line = reason(log, Code.NOT_AT_CAMP, cited_where_carpet(b, Clause.WAD_RES_12), track.mover, NONE, 0)
    _locate_wrong(track, first, camp_base(b, owner), A_CAMP, wrong, line, log)
