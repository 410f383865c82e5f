"""Whom a move meets at its end, and whether it may so (MOV-14)."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.rules.marches import end_of
from sandtable.games.dbaix.rules.positions import circles_meet
from sandtable.games.dbaix.rules.terrain import rampart_between
from sandtable.games.dbaix.switches import WomenExempt
from sandtable.kernel.action_checks import actor
from sandtable.kernel.contact import front_on, is_aligned_on
from sandtable.kernel.geometry import Edge, base_of
from sandtable.kernel.log import locate, note, reason
from sandtable.kernel.records import NONE


class Contacts(NamedTuple):
    """How the moving figures stand against enemies at the end. NONE where there is no such figure."""

    is_fit: bool  # nothing touches that may not
    aligned: Any  # a moving figure whose front edge is aligned on an enemy's edge
    flank: Any  # one whose front edge is so on a side or rear edge
    flank_enemy: Any
    charged: Any  # one of those that pays for it (PIP-23, PIP-25)
    charged_enemy: Any


@kernel
def _contact_note(i, end, j, other, edge, log):
    """Note that actor ``i`` ends with its front aligned on an edge of ``j``."""
    if edge == Edge.FRONT:
        line = note(log, Code.MEETS_FRONT, Clause.MOV_14, i, j, edge)
    elif edge == Edge.REAR:
        line = note(log, Code.MEETS_REAR, Clause.MOV_14, i, j, edge)
    else:
        line = note(log, Code.MEETS_SIDE, Clause.MOV_14, i, j, edge)
    locate(log, line, end.x, end.y, other.x, other.y, 0.0)


@clause("DBAIX-PIP-25")
@kernel
def pays_for_flanks(b, i, j):
    """Figure ``i`` pays for meeting a side or the rear of enemy ``j``: it is no Gallic woman (option: nor is ``j``)."""
    return b.figures[i].woman == 0 and (b.options.women_exempt == WomenExempt.MOVER or b.figures[j].woman == 0)


@clause("DBAIX-MOV-14", "DBAIX-TER-6", "DBAIX-PIP-23", "DBAIX-PIP-24", "DBAIX-PIP-25")
@kernel
def contacts_at_end(b, action, way, nearby, log):
    """How the moving figures stand against enemies at the end; what may not touch goes to the log.

    Ruling: MOV-14 asks that a front edge on an enemy edge be aligned, because nothing else can fight. So it holds
    also for the enemy's front edge on a side or rear edge that a figure brings to it. Across a rampart
    nobody fights (TER-6), so nobody may end so that a front edge meets an enemy edge across it.
    """
    fit = True
    aligned = NONE
    flank = NONE
    flank_enemy = NONE
    charged = NONE
    charged_enemy = NONE
    for k in range(action.n_actors):
        i = actor(action, k)
        end = end_of(b, way, i)
        own_squares = 4.0 * (end.half_width * end.half_width + end.half_depth * end.half_depth)
        for n in range(nearby.n_enemies):
            j = nearby.enemies[n]
            enemy = b.figures[j]
            squares = enemy.width * enemy.width + enemy.depth * enemy.depth + own_squares
            if not circles_meet(enemy.x - end.x, enemy.y - end.y, squares):
                continue
            other = base_of(enemy)
            edge = front_on(end, other)
            own_edge = front_on(other, end)
            if edge == NONE and own_edge == NONE:
                continue
            code = NONE
            rule = Clause.MOV_14
            if rampart_between(b, end.x, end.y, other.x, other.y):
                code = Code.RAMPART_BETWEEN
                rule = Clause.TER_6
            elif edge != NONE and not is_aligned_on(end, other, edge):
                code = Code.NOT_ALIGNED
            elif edge == NONE and not is_aligned_on(other, end, own_edge):
                code = Code.ENEMY_NOT_ALIGNED
            if code != NONE:
                line = reason(log, code, rule, i, j, 0)
                locate(log, line, end.x, end.y, other.x, other.y, 0.0)
                fit = False
                if log.keep == 0:
                    return Contacts(fit, aligned, flank, flank_enemy, charged, charged_enemy)
            elif edge != NONE:
                _contact_note(i, end, j, other, edge, log)
                aligned = i
                if edge != Edge.FRONT:
                    flank = i
                    flank_enemy = j
                    if pays_for_flanks(b, i, j):
                        charged = i
                        charged_enemy = j
    return Contacts(fit, aligned, flank, flank_enemy, charged, charged_enemy)
