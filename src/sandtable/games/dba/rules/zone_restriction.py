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

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import MAX_FIGURES, N_SIDES
from sandtable.games.dba.rules.contact import has_six_positions
from sandtable.games.dba.rules.legal_contacts import contact_on
from sandtable.games.dba.rules.positions import SLACK, camp_base, is_enemy_camp, is_in_open
from sandtable.games.dba.rules.zone_approach import (
    AN_ELEMENT,
    OFF,
    Wrong,
    camp_wrong,
    cited_where_carpet,
    closer_wrong,
    corner_to_go,
    end_of_track,
    retires,
    say_not_at_camp,
    say_not_closer,
    start_of_track,
)
from sandtable.games.dba.rules.zone_entry import (
    NEVER,
    entry_into_camp_zone,
    entry_into_zone,
    is_over,
    length_of,
    way_between,
)
from sandtable.games.dba.rules.zones_of_control import SAMPLE, camp_bit
from sandtable.games.dba.switches import (
    CampCountsAsElement,
    CloserMetric,
    FrontCrossing,
    GroupRetire,
    WwgFrozenByCamp,
    WwgMayEnterZoc,
)
from sandtable.kernel.bitsets import bit
from sandtable.kernel.contact import front_on
from sandtable.kernel.geometry import TOUCH, base_of
from sandtable.kernel.limits import is_at_least
from sandtable.kernel.log import locate, note, reason
from sandtable.kernel.records import NONE

AT_END = 5.0 * SLACK
"""Paces of way that may be left after the first touch of a zone for the move to end there, however aslant it comes."""


# War Wagons


@clause("WAD-WWG-3", "WAD-WWG-4", "WAD-WWG-5", "WAD-RES-17")
@kernel
def _judge_wagon(b, track, first, owner, camp, log):
    """A War Wagon may not move in an enemy's zone at all; a move that enters one ends at the first touch.

    ``owner`` is the element, or ``camp`` the side of the camp, whose zone it touches first. Under
    ``wwg_may_enter_zoc = no`` it may not even enter. The end may be up to SAMPLE paces deep in the zone.
    """
    i = track.mover
    if first == 0.0:
        line = reason(log, Code.WAGON_FROZEN, Clause.WAD_WWG_3, i, owner, 0)
    elif b.options.wwg_may_enter_zoc == WwgMayEnterZoc.NO:
        line = reason(log, Code.WAGON_MAY_NOT_ENTER, Clause.WAD_WWG_4, i, owner, 0)
    elif is_over(track.base, track.poses, track.n, first, SAMPLE):
        note(log, Code.WAGON_ENDS_IN_ZONE, Clause.WAD_WWG_4, i, owner, 0)
        return True
    else:
        line = reason(log, Code.WAGON_MUST_STOP, Clause.WAD_WWG_4, i, owner, 0)
    if log.keep != 0:
        there = start_of_track(track, first)
        enemy = camp_base(b, camp) if owner == NONE else base_of(b.figures[owner])
        locate(log, line, there.x, there.y, enemy.x, enemy.y, 0.0)
    return False


# The judgement


@clause("WAD-RES-11", "DBA-ZOC-1")
@kernel
def _touches_another(b, track, owners, camps, log):
    """The front edge ends on an enemy (or an occupied enemy camp) that is not restricting the mover."""
    i = track.mover
    end = end_of_track(track)
    side = b.figures[i].side
    cited = cited_where_carpet(b, Clause.WAD_RES_11)
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == side or not is_in_open(other) or (owners >> j) & 1 != 0:
            continue
        there = base_of(other)
        if front_on(end, there) != NONE:
            line = reason(log, Code.CONTACT_WITH_ANOTHER, cited, i, j, 0)
            locate(log, line, end.x, end.y, there.x, there.y, 0.0)
            return True
    for owner in range(N_SIDES):
        if is_enemy_camp(b, owner, side) and (camps >> owner) & 1 == 0 and front_on(end, camp_base(b, owner)) != NONE:
            reason(log, Code.CONTACT_WITH_OTHER_CAMP, cited, i, NONE, 0)
            return True
    return False


@clause("WAD-RES-7")
@kernel
def _may_retire(b, track):
    """A single element may go straight back, and with ``group_retire`` a group."""
    return track.mask & (track.mask - 1) == 0 or b.options.group_retire == GroupRetire.YES


@clause("WAD-RES-1", "WAD-RES-2", "WAD-RES-7", "WAD-RES-8", "WAD-RES-9", "WAD-RES-10", "WAD-RES-15")
@clause("DBA-ZOC-1", "DBA-ZOC-3", "DBA-ZOC-4", "DBA-ZOC-8")
@kernel
def _judge_from(b, track, owners, camps, first, log):
    """From the moment ``first`` on, restricted by ``owners`` (mask) and ``camps`` (bits), it is (a), (b) or (c).

    Or it comes along with a neighbour who squares up.
    """
    i = track.mover
    end = end_of_track(track)
    if _may_retire(b, track) and retires(track, first):
        back = length_of(end.x - track.poses[0, 0], end.y - track.poses[0, 1])
        if is_at_least(back, b.rules.retire_least, SLACK):
            return True
    if _touches_another(b, track, owners, camps, log):
        return False
    cited = cited_where_carpet(b, Clause.WAD_RES_1)
    for j in range(b.n_figures):
        if (owners >> j) & 1 == 0:
            continue
        if contact_on(end, base_of(b.figures[j])) == 0:
            note(log, Code.INTO_CONTACT_WITH_RESTRICTING, cited, i, j, 0)
            return True
        if closer_wrong(b, track, first, j) == Wrong.NOTHING:
            note(log, Code.CLOSER_TO_RESTRICTING, cited, i, j, 0)
            return True
    if b.options.camp_counts_as_element == CampCountsAsElement.YES:
        for owner in range(N_SIDES):
            if (camps >> owner) & 1 != 0 and camp_wrong(b, track, first, owner) == Wrong.NOTHING:
                return True
    if track.comes_along != 0:
        note(log, Code.COMES_ALONG, Clause.WAD_RES_15, i, NONE, 0)
        return True
    if log.keep != 0:
        _say_why_not(b, track, owners, camps, first, log)
    return False


@clause("WAD-RES-6", "WAD-RES-7", "WAD-RES-15", "DBA-ZOC-8", "DBA-ZOC-9")
@kernel
def _say_why_not(b, track, owners, camps, first, log):
    """Write down why the move is none of those that a restricted element may make."""
    i = track.mover
    if retires(track, first):
        if _may_retire(b, track):
            reason(log, Code.RETIRES_TOO_LITTLE, Clause.DBA_ZOC_9, i, NONE, int(b.rules.retire_least))
        else:
            reason(log, Code.GROUP_MAY_NOT_RETIRE, Clause.WAD_RES_7, i, NONE, 0)
        return
    if _goes_back_askew(track, first):
        cited = Clause.DBA_ZOC_9 if b.options.front_crossing == FrontCrossing.PLAIN else Clause.WAD_RES_6
        reason(log, Code.RETIRES_ASKEW, cited, i, NONE, 0)
        return
    for j in range(b.n_figures):
        if (owners >> j) & 1 != 0:
            say_not_closer(b, track, first, j, log)
    for owner in range(N_SIDES):
        if (camps >> owner) & 1 != 0:
            say_not_at_camp(b, track, first, owner, log)
    if track.mask & (track.mask - 1) != 0:
        cited = Clause.DBA_ZOC_8 if b.options.front_crossing == FrontCrossing.PLAIN else Clause.WAD_RES_15
        reason(log, Code.HOLDS_ITS_GROUP, cited, i, NONE, 0)


@kernel
def _goes_back_askew(track, first):
    """The mover ends behind where it was, more to its rear than aside: it was meant to go back."""
    start = start_of_track(track, first)
    end = end_of_track(track)
    dx = end.x - start.x
    dy = end.y - start.y
    back = -(dx * start.fx + dy * start.fy)
    return back > SLACK and back > abs(dx * start.fy - dy * start.fx)


@clause("WAD-ZOC-16", "WAD-ZOC-17", "WAD-RES-4", "WAD-RES-13", "WAD-RES-16", "DBA-ZOC-6", "DBA-ZOC-8")
@kernel
def judge_near_zones(b, track, may_meet, log):
    """The same of a way that may meet no zones but of those in ``may_meet`` (elements, and camps by ``camp_bit``)."""
    side = b.figures[track.mover].side
    near = may_meet & (camp_bit(0) - 1)
    first = NEVER
    foremost = NONE
    foremost_camp = NONE
    entered = 0
    for j in range(b.n_figures):
        if (near >> j) & 1 != 0:
            when = _when_in_zone(b, track, j)
            if when == NEVER:
                near &= ~bit(j)
                continue
            entered += 1
            if when < first:
                first = when
                foremost = j
    for owner in range(N_SIDES):
        if (may_meet & camp_bit(owner)) != 0 and is_enemy_camp(b, owner, side):
            when = _when_in_camp_zone(b, track, owner)
            if when != NEVER:
                entered += 1
                if when < first:
                    first = when
                    foremost = NONE
                    foremost_camp = owner
    if first == NEVER:
        return True
    if has_six_positions(b, track.mover):
        return _judge_moving_wagon(b, track, near, first, foremost, foremost_camp, log)
    if first > 0.0 and is_over(track.base, track.poses, track.n, first, AT_END):
        return True
    owners = near
    camps = 0
    if entered > 1 or foremost == NONE:
        owners, camps = _restricting_at(b, track, side, near, first)
    return _judge_from(b, track, owners, camps, first, log)


@kernel
def _when_in_zone(b, track, j):
    """When the way first enters the zone of element ``j``, as ``entry_into`` says it."""
    return entry_into_zone(b, j, track.base, track.poses, track.n, track.mask)


@kernel
def _when_in_camp_zone(b, track, owner):
    """The same of the zone of the camp of ``owner``."""
    return entry_into_camp_zone(b, owner, track.base, track.poses, track.n, track.mask)


@clause("WAD-RES-4", "WAD-RES-9", "WAD-RES-10")
@kernel
def judge_started(b, track, starts, log):
    """The same of one who starts in the zones of those in ``starts``, and is no War Wagon: they restrict it."""
    owners = starts & (camp_bit(0) - 1)
    return _judge_from(b, track, owners, starts >> MAX_FIGURES, 0.0, log)


@clause("WAD-RES-1", "WAD-RES-3")
@kernel
def gets_no_closer(b, way, starts):
    """A way on which one turns who starts in the zones of ``starts`` does not lead closer: the cheap refusal.

    A turn is no retiring: it has to end in contact with, or no farther from, one of those in whose zone it starts.
    False where only all of the way can tell.
    """
    if b.options.front_crossing == FrontCrossing.PLAIN or starts >= camp_bit(0):
        return False
    if b.options.closer_metric != CloserMetric.BOTH_CORNERS:
        return False
    for j in range(b.n_figures):
        if (starts >> j) & 1 == 0:
            continue
        enemy = base_of(b.figures[j])
        left = corner_to_go(way.end, 0, enemy, AN_ELEMENT) - corner_to_go(way.start, 0, enemy, AN_ELEMENT)
        right = corner_to_go(way.end, 1, enemy, AN_ELEMENT) - corner_to_go(way.start, 1, enemy, AN_ELEMENT)
        if (left <= OFF + TOUCH and right <= OFF + TOUCH) or contact_on(way.end, enemy) == 0:
            return False
    return True


@clause("WAD-RES-9", "WAD-RES-10")
@kernel
def _restricting_at(b, track, side, near, first):
    """Of several whose zones the way enters, those that restrict the mover at ``first``: a mask, and bits of camps."""
    owners = 0
    camps = 0
    for j in range(b.n_figures):
        if (near >> j) & 1 != 0:
            if _counts(track, first, _when_in_zone(b, track, j)):
                owners |= bit(j)
    for owner in range(N_SIDES):
        if is_enemy_camp(b, owner, side):
            when = _when_in_camp_zone(b, track, owner)
            if when != NEVER and _counts(track, first, when):
                camps |= 1 << owner
    return owners, camps


@kernel
def _counts(track, first, when):
    """A zone entered at ``when`` is one of those that restrict the mover at the moment ``first`` (see the rulings)."""
    if first == 0.0 or when == first:
        return when == first
    return way_between(track.base, track.poses, track.n, first, when) <= SAMPLE


@clause("WAD-WWG-3", "WAD-WWG-5", "WAD-RES-17")
@kernel
def _judge_moving_wagon(b, track, near, first, foremost, camp, log):
    """A War Wagon: elements' zones (and, with ``wwg_frozen_by_camp``, camps') freeze it, camps else restrict it."""
    if b.options.wwg_frozen_by_camp == WwgFrozenByCamp.YES:
        return _judge_wagon(b, track, first, foremost, camp, log)
    earliest = NEVER
    for j in range(b.n_figures):
        if (near >> j) & 1 != 0:
            when = _when_in_zone(b, track, j)
            if when < earliest:
                earliest = when
                foremost = j
    if earliest != NEVER and not _judge_wagon(b, track, earliest, foremost, NONE, log):
        return False
    for owner in range(N_SIDES):
        if is_enemy_camp(b, owner, b.figures[track.mover].side):
            when = _when_in_camp_zone(b, track, owner)
            if when != NEVER and not (when > 0.0 and is_over(track.base, track.poses, track.n, when, AT_END)):
                if not _judge_from(b, track, 0, 1 << owner, when, log):
                    return False
    return True
