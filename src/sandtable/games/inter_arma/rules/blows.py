"""Who strikes whom, where a melee leaves a choice: the many's next, the one's blow, an initiative of massed combat."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import Kind, Stage
from sandtable.games.inter_arma.rules.massed import aims_of, blow_targets, strike_in_mass, take_aim
from sandtable.games.inter_arma.rules.melee import begin_fight, strike_of_many, strike_of_one
from sandtable.games.inter_arma.rules.orders import must_be_able, refuse, refuse_apart
from sandtable.games.inter_arma.rules.pairing import RANKS, choose_melee, strikers, targets_of_one
from sandtable.games.inter_arma.rules.positions import are_enemies, westernmost
from sandtable.kernel.bitsets import bit, is_in
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("IA-MELEE-18", "IA-MELEE-19", "IA-MELEE-21", "IA-MASS-12", "IA-MASS-16", "IA-MASS-17")
@kernel
def whom_may_strike(b, i):
    """The enemies whom the present moment of the melee lets figure ``i`` strike, as bits."""
    fight = b.fight
    nobody = 0
    if fight.kind == Kind.MASSED:
        return blow_targets(b, i, fight.winners[fight.blow])
    if fight.kind == Kind.UNIT:
        return aims_of(b, i) if i == westernmost(b, fight.to_strike) else nobody
    if fight.stage == Stage.MANY_STRIKE or fight.stage == Stage.MANY_BACK:
        return bit(fight.one) if is_in(strikers(b, fight.to_strike), i) else nobody
    return targets_of_one(b) if i == fight.one else nobody


@clause("IA-MELEE-18", "IA-MELEE-19", "IA-MASS-12")
@kernel
def judge_strike(b, action, log):
    """Verdict: may the figure strike that enemy now."""
    if action.n_actors != 1 or action.target < 0 or action.target >= b.n_figures:
        return Verdict(refuse(log, Code.NAMES_NO_PAIR, Clause.MASS_12, NONE, NONE), 0)
    i, j = action.actors[0], action.target
    if is_in(whom_may_strike(b, i), j):
        return Verdict(1, 0)
    return Verdict(_why_no_blow(b, i, j, log), 0)


@clause(
    "IA-MELEE-18", "IA-MELEE-19", "IA-MELEE-21", "IA-MASS-7", "IA-MASS-12", "IA-MASS-16", "IA-MASS-17", "IA-MELEE-26"
)
@kernel
def _why_no_blow(b, i, j, log):
    """Why figure ``i`` may not strike ``j`` now; 0."""
    fight = b.fight
    members = fight.members[0] | fight.members[1]
    if b.figures[i].side != fight.side:
        return refuse(log, Code.OTHERS_STRIKE, Clause.MASS_12, i, NONE)
    if not is_in(members, i):
        return refuse(log, Code.IS_ELSEWHERE, Clause.MELEE_24, i, NONE)
    if not are_enemies(b, i, j):
        return refuse(log, Code.IS_A_FRIEND, Clause.MELEE_24, i, j)
    if not is_in(members, j):
        return refuse(log, Code.IS_ELSEWHERE, Clause.MELEE_24, j, NONE)
    if must_be_able(b, i, log) == 0 or must_be_able(b, j, log) == 0:
        return 0
    if b.figures[i].routing != 0:
        return refuse(log, Code.IS_ROUTING, Clause.MORALE_27, i, NONE)
    if fight.kind == Kind.MASSED and b.figures[i].struck != 0:
        return refuse(log, Code.HAS_STRUCK, Clause.MASS_17, i, NONE)
    if fight.kind == Kind.UNIT and i != westernmost(b, fight.to_strike):
        return refuse(log, Code.ANOTHER_SAYS_FIRST, Clause.MASS_16, i, NONE)
    if fight.kind == Kind.MANY and j == fight.first:
        return refuse(log, Code.WAS_STRUCK_FIRST, Clause.MELEE_21, i, j)
    if fight.kind == Kind.MANY and whom_may_strike(b, i) == 0:
        return refuse(log, Code.HAS_STRUCK, Clause.MELEE_18, i, NONE)
    if is_in(b.figures[i].foes | b.figures[i].behind, j):
        if b.figures[j].foes == 0:
            return refuse(log, Code.STANDS_IN_SECOND_RANK, Clause.MASS_7, i, j)
        return refuse(log, Code.OTHERS_ARE_NAMED_LESS, Clause.MASS_16, i, j)
    return refuse_apart(b, log, Code.DOES_NOT_TOUCH, Clause.MELEE_26, i, j, b.rules.contact)


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
    return b.fight.side
