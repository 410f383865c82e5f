"""DISMOUNTING: an element that may do so exchanges its mounted base for one of foot (DBA-DISM, WAD-DISM)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import N_SIDES, Ground
from sandtable.games.dba.rules.breaking_off import enemy_in_contact
from sandtable.games.dba.rules.later_moves import DISMOUNTED
from sandtable.games.dba.rules.pips import can_pay, price_of
from sandtable.games.dba.rules.positions import are_enemies, base_as, camp_base, is_in_open, is_on_table, put
from sandtable.games.dba.rules.zones_of_control import is_in_zone, is_restricted_at
from sandtable.games.dba.switches import DismountInZone
from sandtable.kernel.action_checks import actor
from sandtable.kernel.bitsets import bit
from sandtable.kernel.geometry import base_of, overlap
from sandtable.kernel.log import event, locate, reason
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import is_on_table as is_base_on_table
from sandtable.kernel.terrain import overlaps_feature
from sandtable.kernel.verbs import Verdict


@clause("DBA-DISM-1")
@kernel
def foot_base(b, i):
    """The base of element ``i`` once dismounted: front edges coincide."""
    figure = b.figures[i]
    return base_as(base_of(figure), figure.width, figure.foot_depth)


@clause("DBA-DISM-2")
@kernel
def _has_room(b, i, end):
    """The new base fits on the board and touches no more than edges."""
    if not is_base_on_table(end, b.table_width, b.table_height):
        return False
    for j in range(b.n_figures):
        if j != i and is_in_open(b.figures[j]) and overlap(end, base_of(b.figures[j])):
            return False
    for owner in range(N_SIDES):
        if b.camps[owner].present == 1 and owner != b.figures[i].camp and overlap(end, camp_base(b, owner)):
            return False
    for t in range(b.terrain.n_features):
        if b.terrain.features[t].kind == Ground.WATERWAY and overlaps_feature(end, b.terrain, t):
            return False
    return True


@clause("DBA-DISM-2")
@kernel
def _enemy_about(b, i):
    """An enemy in contact with element ``i``, or in whose zone it stands; or NONE."""
    enemy = enemy_in_contact(b, i)
    if enemy != NONE:
        return enemy
    base = base_of(b.figures[i])
    for j in range(b.n_figures):
        if are_enemies(b.figures[i], b.figures[j]) and is_in_zone(b, j, base, bit(i)):
            return j
    return NONE


@clause("DBA-DISM-1", "DBA-SEQ-2")
@kernel
def _is_able_to(b, i, log):
    """Element ``i`` is of the active side, stands in the open, and is of troops that may dismount."""
    figure = b.figures[i]
    if figure.side != b.turn:
        reason(log, Code.NOT_ITS_BOUND, Clause.DBA_SEQ_1, i, NONE, 0)
    elif not is_on_table(figure):
        reason(log, Code.MOVER_NOT_ON_TABLE, Clause.DBA_SEQ_2, i, NONE, 0)
    elif figure.camp != NONE:
        reason(log, Code.IN_CAMP_NO_DISMOUNT, Clause.DBA_DISM_1, i, NONE, 0)
    elif figure.foot_type == NONE:
        reason(log, Code.NO_DISMOUNT, Clause.DBA_DISM_1, i, NONE, 0)
    else:
        return True
    return False


@clause("DBA-DISM-1", "DBA-DISM-2", "WAD-DISM-1", "WAD-DISM-2", "WAD-DISM-3")
@kernel
def judge_dismount(b, action, log):
    """May this element dismount, and what does it cost? Reasons and price lines go to the log."""
    if action.n_actors != 1:
        return refused(log, Code.DISMOUNTS_ALONE, Clause.WAD_DISM_1, NONE, NONE, 0)
    i = actor(action, 0)
    figure = b.figures[i]
    if not _is_able_to(b, i, log):
        return Verdict(0, 0)
    fit = True
    if figure.moves > 0:
        reason(log, Code.DISMOUNT_AFTER_MOVE, Clause.DBA_DISM_1, i, NONE, 0)
        fit = False
    enemy = enemy_in_contact(b, i) if b.options.dismount_in_zone == DismountInZone.YES else _enemy_about(b, i)
    if enemy != NONE or (
        b.options.dismount_in_zone == DismountInZone.NO and is_restricted_at(b, base_of(figure), figure.side, bit(i))
    ):  # fmt: skip
        code = Code.DISMOUNT_NEAR_ENEMY if enemy != NONE else Code.DISMOUNT_NEAR_CAMP
        reason(log, code, Clause.DBA_DISM_2, i, enemy, 0)
        fit = False
    end = foot_base(b, i)
    if not _has_room(b, i, end):
        line = reason(log, Code.DISMOUNT_NO_ROOM, Clause.DBA_DISM_2, i, NONE, 0)
        locate(log, line, end.x, end.y, end.x, end.y, 0.0)
        fit = False
    cost = price_of(b, action, log)
    fit = can_pay(b, cost, i, log) and fit
    return Verdict(1 if fit else 0, cost)


@clause("DBA-DISM-1", "WAD-DISM-4")
@kernel
def dismount(b, action, log):
    """Pay, and stand the element on its foot base; it never mounts again, and this is its whole move."""
    i = actor(action, 0)
    cost = price_of(b, action, log)
    b.pips -= cost
    figure = b.figures[i]
    end = foot_base(b, i)
    figure.type = figure.foot_type
    figure.depth = figure.foot_depth
    figure.foot_type = NONE
    figure.moves = DISMOUNTED
    put(b, i, end)
    line = event(log, Code.DISMOUNTS, Clause.DBA_DISM_1, i, NONE, cost)
    locate(log, line, end.x, end.y, end.x, end.y, 0.0)
