"""AMBUSH: who has crawled to an enemy unseen strikes first, without dice."""

from __future__ import annotations

import numpy as np

from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import Phase
from sandtable.games.inter_arma.rules.crawling import get_up
from sandtable.games.inter_arma.rules.positions import is_able, is_commander, touch
from sandtable.games.inter_arma.rules.saving import SAVED, hit_in_melee
from sandtable.kernel.bits import lowest, without
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.log import event


@clause("IA-AMBUSH-2", "IA-AMBUSH-3")
@kernel
def ambush_reduction(b, j):
    """What the victim's save is reduced by: 2, or 1 if it is armored."""
    return 0 + (b.rules.ambush_armored if b.figures[j].armored != 0 else b.rules.ambush)


@clause("IA-AMBUSH-1", "IA-AMBUSH-4", "IA-AMBUSH-5", "IA-AMBUSH-6", "IA-AMBUSH-7", "IA-AMBUSH-8", "IA-AMBUSH-10")
@kernel
def strike_from_ambush(b, i, j, dice, log):
    """Ambusher ``i`` strikes ``j``; a saved commander strikes back, once; any other strikes first next turn."""
    figure, victim = b.figures[i], b.figures[j]
    get_up(b, i)
    figure.fought = 1
    event(log, Code.AMBUSHES.value, Clause.AMBUSH_1.value, i, j, 0)
    if hit_in_melee(b, j, i, ambush_reduction(b, j), dice, log) != SAVED or victim.routing != 0:
        return
    if not is_commander(victim):
        victim.first_over = i
        victim.first_turn = b.turn + 1
    elif victim.struck == 0:
        victim.struck = 1
        hit_in_melee(b, i, j, 0, dice, log)


@clause("IA-AMBUSH-8", "IA-AMBUSH-12", "IA-SEQ-10")
@kernel
def run_ambushes(b, dice, log):
    """Ambushes are resolved first, in order of initiative; then the melees are fixed."""
    for i in range(b.n_figures):
        b.figures[i].struck = 0
    for place in range(b.n_sides):
        for i in range(b.n_figures):
            figure = b.figures[i]
            if figure.side != b.order[place] or figure.ambushes == 0 or not is_able(figure):
                continue
            victims = np.int64(figure.ambushes)
            while victims != 0:
                j = lowest(victims)
                victims = without(victims, j)
                if is_able(b.figures[j]) and touch(b, i, j) and figure.fought == 0:
                    strike_from_ambush(b, i, j, dice, log)
    b.phase = Phase.MELEE.value
    b.begun = 0
    return False
