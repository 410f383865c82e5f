"""SHOOTING PHASE: units shoot or run, stragglers may run back, then who is among enemies dies, and Morale (MIS-13)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.flash_flood.clauses import Clause, Code
from sandtable.games.flash_flood.record import MAX_MODELS, Fire
from sandtable.games.flash_flood.rules.charges import pass_on_all
from sandtable.games.flash_flood.rules.coherency import acts_normally, note_standing
from sandtable.games.flash_flood.rules.movement_phase import (
    WHATEVER_THE_GROUND,
    judge_acting,
    judge_movers,
    judge_moves,
    judge_steady,
    judge_unit,
    turn_to,
)
from sandtable.games.skirmish40k.rules.measuring import is_of, is_on_table
from sandtable.games.skirmish40k.rules.movement import may_run, throw_run
from sandtable.games.skirmish40k.rules.shooting import is_locked
from sandtable.games.skirmish40k.rules.volleys import volley, weapon_for
from sandtable.kernel.log import reason
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("FLOOD-COH-15", "FLOOD-COH-17", "C40-SHOOT-13", "C40-SHOOT-16")
@kernel
def target_of(b, action):
    """The enemy unit that a shot is aimed at, or NONE: that of the target figure, if it is one on the table."""
    j = action.target
    if j < 0 or j >= b.n_figures or not is_on_table(b.figures[j]) or b.figures[j].side == b.side:
        return NONE
    return 0 + b.figures[j].unit


@clause("C40-SHOOT-2", "C40-SHOOT-13", "C40-SHOOT-16", "C40-MOR-8", "FLOOD-COH-4", "FLOOD-COH-8", "FLOOD-COH-15")
@kernel
def judge_shoot(b, action, log):
    """The actors of one unit, all that can fire at it, shoot at an enemy unit that is not locked."""
    if judge_shooter(b, action, log) == 0:
        return Verdict(0, 0)
    i = action.actors[0]
    target = target_of(b, action)
    if target == NONE:
        return refused(log, Code.NO_TARGET.value, Clause.C40_SHOOT_16.value, i, NONE, 0)
    if is_locked(b, target):
        return refused(log, Code.TARGET_LOCKED.value, Clause.C40_SHOOT_13.value, i, action.target, 0)
    if action.mode < 0 or action.mode > Fire.LIGHT:
        return refused(log, Code.CANNOT_FIRE.value, Clause.C40_SHOOT_16.value, i, action.target, 0)
    for k in range(action.n_actors):
        if not is_of(b, action.actors[k], b.figures[i].unit) or not can_fire(b, action.actors[k]):
            return refused(log, Code.ONLY_REJOINS.value, Clause.FLOOD_COH_4.value, action.actors[k], NONE, 0)
    for k in range(action.n_actors):
        if weapon_for(b, action.actors[k], target, action.mode == Fire.LIGHT) != NONE:
            return Verdict(1, 0)
    return refused(log, Code.CANNOT_FIRE.value, Clause.C40_SHOOT_16.value, i, action.target, 0)


@clause("C40-MOR-8", "C40-RUN-5", "C40-SHOOT-13")
@kernel
def judge_shooter(b, action, log):
    """The first actor's unit may shoot: as units may act, or falling back; it has neither shot nor run. 1 or 0."""
    if judge_unit(b, action, log) == 0 or judge_steady(b, action, log) == 0:
        return 0
    u = b.figures[action.actors[0]].unit
    if b.squads[u].shot != 0 or b.units[u].run_roll != 0:
        reason(log, Code.HAS_SHOT.value, Clause.C40_RUN_5.value, action.actors[0], NONE, 0)
        return 0
    return 1


@kernel
def judge_take_up(b, action, log):
    """A unit is the next to shoot or run; one that falls back may shoot."""
    legal = judge_shooter(b, action, log)
    if legal == 1 and b.active == b.figures[action.actors[0]].unit:
        reason(log, Code.IS_TAKEN_UP.value, Clause.C40_GEN_7.value, action.actors[0], NONE, 0)
        legal = 0
    return Verdict(legal, 0)


@kernel
def can_fire(b, i):
    """Figure ``i`` is no straggler; one that falls back counts as none."""
    return acts_normally(b, i) or b.units[b.figures[i].squad].falling_back != 0


@clause("C40-SHOOT-1", "C40-SHOOT-16", "FLOOD-COH-12", "FLOOD-MIS-6")
@kernel
def make_shoot(b, action, dice, log):
    """They do; casualties, charges of the fallen, and what losses have torn apart."""
    u = b.figures[action.actors[0]].unit
    turn_to(b, u)
    fires = np.zeros(MAX_MODELS, np.int64)
    for k in range(action.n_actors):
        fires[action.actors[k] - b.units[u].first] = 1
    target = target_of(b, action)
    volley(b, u, target, action.mode == Fire.LIGHT, fires, dice, log)
    b.squads[u].shot = 1
    for k in range(action.n_actors):
        b.figures[action.actors[k]].busy = 1
    after_losses(b, log)
    b.units[u].done = 1
    b.active = NONE


@clause("FLOOD-COH-12", "FLOOD-MIS-6")
@kernel
def after_losses(b, log):
    """Charges of the fallen go to mates, and every squad's state is looked at again."""
    pass_on_all(b, log)
    for u in range(b.n_squads):
        note_standing(b, u, log)


@clause("C40-RUN-1", "C40-RUN-2", "C40-RUN-5")
@kernel
def judge_run(b, action, log):
    """A unit may run instead of shooting."""
    if judge_acting(b, action, log) == 0:
        return Verdict(0, 0)
    u = b.figures[action.actors[0]].unit
    if b.squads[u].shot != 0 or not may_run(b, u):
        return refused(log, Code.CANNOT_RUN.value, Clause.C40_RUN_2.value, action.actors[0], NONE, 0)
    return Verdict(1, 0)


@clause("C40-RUN-4", "C40-RUN-5")
@kernel
def make_run(b, action, dice, log):
    """It throws; its models may then go so far, or less."""
    u = b.figures[action.actors[0]].unit
    turn_to(b, u)
    throw_run(b, u, dice, log)
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u):
            b.figures[i].busy = 1


@clause("C40-RUN-3", "C40-RUN-4", "C40-RUN-5", "C40-MOV-6")
@kernel
def judge_run_move(b, action, log):
    """Models of a unit that runs go each to a place; Difficult ground does not slow them."""
    if judge_acting(b, action, log) == 0 or judge_movers(b, action, log) == 0:
        return Verdict(0, 0)
    if b.units[b.figures[action.actors[0]].unit].run_roll == 0:
        return refused(log, Code.DOES_NOT_RUN.value, Clause.C40_RUN_5.value, action.actors[0], NONE, 0)
    return Verdict(judge_moves(b, action, WHATEVER_THE_GROUND, log), 0)
