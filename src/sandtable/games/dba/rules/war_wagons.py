"""WAR WAGONS: the enemy names its main attacker, and the order in which the others recoil (WAD-WCC-6, WAD-WCC-11)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import Phase
from sandtable.games.dba.rules.combat import drop_broken_pairs, fight_out, recoil_from_wagon
from sandtable.games.dba.rules.outcome_moves import recoil
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@kernel
def may_be_chosen(b, i):
    """Element ``i`` may be named as main attacker of the War Wagon that waits, or to recoil next from it."""
    if b.phase == Phase.MAIN_ATTACKER:
        return b.figures[i].opponent == b.pending
    return b.figures[i].to_recoil == 1


@clause("WAD-WCC-6", "WAD-WCC-11")
@kernel
def judge_choice(b, action, log):
    """Whether the element named may attack as main attacker, or recoil next."""
    i = action.target
    if i >= 0 and i < b.n_figures and may_be_chosen(b, i):
        return Verdict(1, 0)
    code = Code.NOT_AT_THE_WAGON if b.phase == Phase.MAIN_ATTACKER else Code.NOT_TO_RECOIL
    cited = Clause.WAD_WCC_6 if b.phase == Phase.MAIN_ATTACKER else Clause.WAD_WCC_11
    return refused(log, code, cited, i if i >= 0 and i < b.n_figures else NONE, b.pending, 0)


@kernel
def _back(b):
    """Back to the step that was interrupted."""
    b.phase = b.resume
    b.pending = NONE
    b.pending_side = NONE


@clause("WAD-WCC-6", "WAD-WCC-10", "WAD-WCC-11")
@kernel
def make_choice(b, action, dice, log):
    """The War Wagon fights the main attacker named, or the element named recoils from it."""
    i = action.target
    wagon = b.pending
    if b.phase == Phase.MAIN_ATTACKER:
        _back(b)
        fight_out(b, wagon, i, dice, log)
        return
    b.figures[i].to_recoil = 0
    recoil(b, i, wagon, Code.RECOILS, Clause.WAD_WCC_10, log)
    if recoil_from_wagon(b, wagon, log) == 0:
        _back(b)
    drop_broken_pairs(b, log)
