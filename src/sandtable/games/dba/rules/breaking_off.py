"""BREAKING OFF: how an element leaves an enemy whom it fights to its front (DBA-BREAK, DBA-CONTACT-10)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import N_SIDES
from sandtable.games.dba.rules.contact import is_flank, is_front, is_rear, may_meet, wagon_position
from sandtable.games.dba.rules.outcome_moves import pursue
from sandtable.games.dba.rules.positions import SLACK, are_enemies, camp_base, is_enemy_camp, is_in_open
from sandtable.games.dba.rules.zones_of_control import is_in_camp_zone, is_in_zone
from sandtable.kernel.bitsets import bit, is_in
from sandtable.kernel.geometry import TOUCH, base_of, distance_between
from sandtable.kernel.limits import is_less_than
from sandtable.kernel.log import locate, reason
from sandtable.kernel.records import NONE, Path


@clause("DBA-CONTACT-10", "WAD-WCC-1")
@kernel
def enemy_in_front(b, i):
    """The enemy with whom element ``i`` is in front contact, or NONE; at a War Wagon, on any of its six places."""
    if not is_in_open(b.figures[i]):
        return NONE
    for j in range(b.n_figures):
        if may_meet(b, i, j) and (
            is_front(b, i, j) or wagon_position(b, i, j) != NONE or wagon_position(b, j, i) != NONE
        ):
            return j
    return NONE


@clause("DBA-GROUP-12")
@kernel
def enemy_in_contact(b, i):
    """An enemy in front, flank or rear contact with element ``i``, or the other way round; or NONE."""
    if not is_in_open(b.figures[i]):
        return NONE
    for j in range(b.n_figures):
        if not may_meet(b, i, j):
            continue
        if is_front(b, i, j) or wagon_position(b, i, j) != NONE or wagon_position(b, j, i) != NONE:
            return j
        if is_flank(b, i, j) or is_rear(b, i, j) or is_flank(b, j, i) or is_rear(b, j, i):
            return j
    return NONE


@clause("DBA-BREAK-3")
@kernel
def may_break_off(b, i, log):
    """No enemy is in contact with the flank or rear of element ``i``."""
    for j in range(b.n_figures):
        if may_meet(b, i, j) and (is_flank(b, j, i) or is_rear(b, j, i)):
            reason(log, Code.HELD_FROM_BEHIND, Clause.DBA_BREAK_3, i, j, 0)
            return False
    return True


@clause("DBA-BREAK-4")
@kernel
def _ends_free(b, i, end, mask, log):
    """It ends touching no enemy and no camp that the enemy holds, and in no zone of control."""
    side = b.figures[i].side
    for j in range(b.n_figures):
        enemy = b.figures[j]
        if not are_enemies(b.figures[i], enemy) or not is_in_open(enemy):
            continue
        if distance_between(end, base_of(enemy)) <= TOUCH:
            reason(log, Code.BREAKS_OFF_INTO_CONTACT, Clause.DBA_BREAK_4, i, j, 0)
            return False
        if is_in_zone(b, j, end, mask):
            reason(log, Code.BREAKS_OFF_INTO_ZONE, Clause.DBA_BREAK_4, i, j, 0)
            return False
    for owner in range(N_SIDES):
        if is_enemy_camp(b, owner, side):
            if distance_between(end, camp_base(b, owner)) <= TOUCH:
                reason(log, Code.BREAKS_OFF_INTO_CAMP, Clause.DBA_BREAK_4, i, b.camps[owner].occupant, 0)
                return False
            if is_in_camp_zone(b, owner, end):
                reason(log, Code.BREAKS_OFF_INTO_ZONE, Clause.DBA_BREAK_4, i, b.camps[owner].occupant, 0)
                return False
    return True


@clause("DBA-BREAK-1", "DBA-BREAK-2", "DBA-BREAK-5", "DBA-BREAK-7")
@kernel
def judge_break_off(b, action, way, mask, log):
    """Straight to its rear, facing kept, at least ``break_off`` paces; whether the enemy is faster does not matter."""
    i = action.actors[0]
    dx = way.end.x - way.start.x
    dy = way.end.y - way.start.y
    back = -(dx * way.start.fx + dy * way.start.fy)
    aside = dx * way.start.fy - dy * way.start.fx
    if way.is_turned or action.path != Path.STRAIGHT or back <= 0.0 or abs(aside) > SLACK:
        line = reason(log, Code.BREAK_OFF_BACKWARDS, Clause.DBA_BREAK_1, i, NONE, 0)
        locate(log, line, way.start.x, way.start.y, way.end.x, way.end.y, 0.0)
        return False
    if is_less_than(back, b.rules.break_off, SLACK):
        line = reason(log, Code.BREAK_OFF_FARTHER, Clause.DBA_BREAK_2, i, NONE, int(b.rules.break_off))
        locate(log, line, way.start.x, way.start.y, way.end.x, way.end.y, back)
        return False
    return _ends_free(b, i, way.end, mask, log)


@clause("DBA-BREAK-6")
@kernel
def let_pursue(b, i, held, log):
    """Those enemies of ``held``, a mask, who are impetuous follow up element ``i``, whom they had to their front."""
    for j in range(b.n_figures):
        if is_in(held, j):
            pursue(b, j, i, log)


@kernel
def enemies_in_front(b, i):
    """All enemies in front contact with element ``i``: a mask."""
    mask = 0
    for j in range(b.n_figures):
        if may_meet(b, i, j) and is_front(b, i, j):
            mask |= bit(j)
    return mask
