"""MORE THAN ONE MOVE: which elements may move again in a bound, and how (DBA-MULTI).

Ruling (DBA-MULTI-7): of a group, those that have not moved yet make their first move; every other must qualify.
"""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import N_SIDES, Ground, Type
from sandtable.games.dba.rules.ground import has_ground, is_on_road
from sandtable.games.dba.rules.positions import SLACK, are_enemies, camp_base, is_enemy_camp, is_in_open
from sandtable.kernel.action_checks import actor
from sandtable.kernel.bitsets import is_in
from sandtable.kernel.contact import front_on, is_directly_behind, is_level_beside
from sandtable.kernel.geometry import TOUCH, base_of, distance_between, placed
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import reason
from sandtable.kernel.records import NONE

LATER = 1  # somebody has moved before
ON_ROAD = 2  # somebody may move again only along a road
KEEP_AWAY = 4  # Light Horse: not near enemies
TO_CONTACT = 8  # Warband: into contact, or to help those in contact

SPENT = 100
"""Moves of an element that has landed: it makes no other in that bound (DBA-LIT-2)."""

DISMOUNTED = 101
"""Moves of an element that has dismounted: nor does it (DBA-DISM-1)."""


@clause("DBA-MULTI-1", "DBA-MULTI-2", "DBA-MULTI-3", "DBA-MULTI-4", "DBA-MULTI-5", "DBA-MULTI-6")
@kernel
def may_move_again(b, i):
    """How element ``i`` may move now: 0: its first move; else LATER and the bits that bind it."""
    figure = b.figures[i]
    if figure.moves == 0:
        return 0
    if figure.moves >= SPENT:
        return LATER | ON_ROAD
    if figure.type == Type.LH:
        return LATER | KEEP_AWAY
    if figure.type == Type.PS and b.own_bounds[figure.side] <= 1:
        return LATER
    if figure.type == Type.WB and figure.moves == 1:
        return LATER | TO_CONTACT
    if figure.type == Type.SCH and figure.moves == 1:
        return LATER
    return LATER | ON_ROAD


@clause("DBA-MULTI-2")
@kernel
def may_yet_move(b, i):
    """Element ``i`` has a move left off the road, or stands on one: no way of anybody else is legal in this bound."""
    figure = b.figures[i]
    if (may_move_again(b, i) & ON_ROAD) == 0:
        return True
    return figure.moves < SPENT and is_on_road(b, figure.x, figure.y)


@clause("DBA-MULTI-7")
@kernel
def kind_of_later_move(b, action):
    """The bits of all actors together; 0 if none has moved yet."""
    bits = 0
    for k in range(action.n_actors):
        bits |= may_move_again(b, actor(action, k))
    return bits


@clause("DBA-MULTI-2")
@kernel
def touches_enemy(b, i, end, around):
    """The base touches an enemy, or a camp that the enemy holds."""
    for m in range(around.n_others):
        j = around.others[m]
        if are_enemies(b.figures[i], b.figures[j]) and distance_between(end, base_of(b.figures[j])) <= TOUCH:
            return True
    for owner in range(N_SIDES):
        if is_enemy_camp(b, owner, b.figures[i].side) and distance_between(end, camp_base(b, owner)) <= TOUCH:
            return True
    return False


@clause("DBA-MULTI-3")
@kernel
def enemy_within(b, i, base, poses, n, distance, around):
    """The way through these poses comes within ``distance`` of an enemy element or an enemy-held camp."""
    for m in range(around.n_others + N_SIDES):
        if m < around.n_others:
            j = around.others[m]
            if not are_enemies(b.figures[i], b.figures[j]):
                continue
            other = base_of(b.figures[j])
        else:
            owner = m - around.n_others
            if not is_enemy_camp(b, owner, b.figures[i].side):
                continue
            other = camp_base(b, owner)
        k = 0
        while k < n:
            here = placed(base, poses[k, 0], poses[k, 1], poses[k, 2], poses[k, 3])
            gap = distance_between(here, other)
            if is_within(gap, distance, SLACK):
                return True
            # Between two poses no corner goes farther than some 8 paces, whatever it turns.
            k = min(k + max(int((gap - distance) / 10.0), 1), n - 1) if k < n - 1 else n
    return False


@clause("DBA-MULTI-1", "DBA-MULTI-2", "DBA-MULTI-4", "DBA-MULTI-5", "DBA-MULTI-6")
@kernel
def _say_has_moved(b, i, log):
    """Write down why element ``i``, which has moved, does not move again off the road."""
    figure = b.figures[i]
    if figure.type == Type.PS:
        reason(log, Code.PSILOI_HAVE_MOVED, Clause.DBA_MULTI_4, i, NONE, figure.moves)
    elif figure.type == Type.WB:
        reason(log, Code.HAS_MOVED_TWICE, Clause.DBA_MULTI_5, i, NONE, figure.moves)
    elif figure.type == Type.SCH:
        reason(log, Code.HAS_MOVED_TWICE, Clause.DBA_MULTI_6, i, NONE, figure.moves)
    elif has_ground(b, Ground.ROAD):
        reason(log, Code.HAS_MOVED_OFF_ROAD, Clause.DBA_MULTI_1, i, NONE, figure.moves)
    else:
        reason(log, Code.HAS_MOVED, Clause.DBA_MULTI_1, i, NONE, figure.moves)


@clause("DBA-MULTI-2", "DBA-MULTI-3", "DBA-MULTI-5", "DBA-DISM-1")
@kernel
def judge_later_way(b, i, later, n_poses, around, log):
    """May element ``i``, off the road, make this later move? Its poses are filled."""
    figure = b.figures[i]
    if figure.moves == 0:
        return True
    own = may_move_again(b, i)
    if (own & ON_ROAD) != 0:
        if figure.moves == SPENT:
            reason(log, Code.HAS_LANDED, Clause.DBA_LIT_2, i, NONE, 0)
        elif figure.moves == DISMOUNTED:
            reason(log, Code.HAS_DISMOUNTED, Clause.DBA_DISM_1, i, NONE, 0)
        else:
            _say_has_moved(b, i, log)
        return False
    if (own & KEEP_AWAY) != 0:
        distance = b.rules.multi_distance
        if enemy_within(b, i, base_of(figure), around.poses, n_poses, distance, around):
            reason(log, Code.TOO_NEAR_TO_MOVE_AGAIN, Clause.DBA_MULTI_3, i, NONE, int(distance))
            return False
    return True


@kernel
def _meets_enemy(b, i, end):
    """The front edge of a base that stands there lies on an enemy element."""
    for j in range(b.n_figures):
        if are_enemies(b.figures[i], b.figures[j]) and is_in_open(b.figures[j]):
            if front_on(end, base_of(b.figures[j])) != NONE:
                return True
    return False


@kernel
def _helps(b, end, i, mask, ends, action):
    """From ``end`` Warband supports, or overlaps beside, Warband that is in contact with an enemy."""
    for j in range(b.n_figures):
        other = b.figures[j]
        if j == i or other.type != Type.WB or other.side != b.figures[i].side or not is_in_open(other):
            continue
        there = base_of(other)
        if is_in(mask, j):
            for k in range(action.n_actors):
                if actor(action, k) == j:
                    there = placed(there, ends[k, 0], ends[k, 1], ends[k, 2], ends[k, 3])
        if (is_directly_behind(end, there) or is_level_beside(end, there)) and _meets_enemy(b, j, there):
            return True
    return False


@clause("DBA-MULTI-5")
@kernel
def judge_warband(b, action, mask, around, log):
    """Warband that moves again ends in contact with an enemy element, or helps Warband that does."""
    for k in range(action.n_actors):
        i = actor(action, k)
        if (may_move_again(b, i) & TO_CONTACT) == 0:
            continue
        ends = around.ends
        end = placed(base_of(b.figures[i]), ends[k, 0], ends[k, 1], ends[k, 2], ends[k, 3])
        if not _meets_enemy(b, i, end) and not _helps(b, end, i, mask, ends, action):
            reason(log, Code.WARBAND_TO_CONTACT, Clause.DBA_MULTI_5, i, NONE, 0)
            return False
    return True
