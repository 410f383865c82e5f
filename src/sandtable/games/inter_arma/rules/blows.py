"""Who strikes whom, where a melee leaves a choice: the many's next, the one's blow, an initiative of massed combat."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import Kind, Stage
from sandtable.games.inter_arma.rules.massed import aims_of, blow_targets, strike_in_mass, take_aim
from sandtable.games.inter_arma.rules.melee import begin_fight, strike_of_many, strike_of_one
from sandtable.games.inter_arma.rules.movement import refuse
from sandtable.games.inter_arma.rules.pairing import RANKS, choose_melee, strikers, targets_of_one
from sandtable.games.inter_arma.rules.positions import westernmost
from sandtable.kernel.bitsets import bit, is_in
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("IA-MELEE-18", "IA-MELEE-19", "IA-MELEE-21", "IA-MASS-12", "IA-MASS-16", "IA-MASS-17")
@kernel
def whom_may_strike(b, i):
    """The enemies whom the present moment of the melee lets figure ``i`` strike, as bits."""
    fight = b.fight
    nobody = np.int64(0)
    if fight.kind == Kind.MASSED:
        return blow_targets(b, i, fight.winners[fight.blow])
    if fight.kind == Kind.UNIT:
        return aims_of(b, i) if i == westernmost(b, np.int64(fight.to_strike)) else nobody
    if fight.stage == Stage.MANY_STRIKE or fight.stage == Stage.MANY_BACK:
        return bit(fight.one) if is_in(strikers(b, np.int64(fight.to_strike)), i) else nobody
    return targets_of_one(b) if i == fight.one else nobody


@clause("IA-MELEE-18", "IA-MELEE-19", "IA-MASS-12")
@kernel
def judge_strike(b, action, log):
    """Verdict: may the figure strike that enemy now."""
    if action.n_actors != 1 or action.target < 0 or action.target >= b.n_figures:
        return Verdict(refuse(log, Code.NO_BLOW.value, Clause.MASS_12.value, NONE, NONE), 0)
    if not is_in(whom_may_strike(b, action.actors[0]), action.target):
        return Verdict(refuse(log, Code.NO_BLOW.value, Clause.MASS_12.value, action.actors[0], action.target), 0)
    return Verdict(1, 0)


@clause("IA-MELEE-18", "IA-MELEE-19", "IA-MASS-12")
@kernel
def make_strike(b, action, dice, log):
    """The blow falls."""
    i, j = action.actors[0], action.target
    if b.fight.kind == Kind.MASSED:
        strike_in_mass(b, i, j, dice, log)
    elif b.fight.kind == Kind.UNIT:
        take_aim(b, i, j)
    elif i == b.fight.one:
        strike_of_one(b, j, dice, log)
    else:
        strike_of_many(b, i, dice, log)


@clause("IA-SEQ-9", "IA-TABLE-13", "IA-MASS-18")
@kernel
def make_fight(b, action, dice, log):
    """The melee that was chosen begins; or one of the second rank has chosen in which it is."""
    if b.begun == RANKS:
        choose_melee(b, action.actors[0], action.target, log)
        return
    begin_fight(b, action.actors[0], action.target, dice, log)


@kernel
def asks_striker(b):
    """The side that must say who strikes."""
    return 0 + b.fight.side
