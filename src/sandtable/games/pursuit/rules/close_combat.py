"""CLOSE COMBAT: fights of newcomers, rounds of knots, blows by Initiative, and who strikes whom (CC)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.pursuit.clauses import Clause, Code
from sandtable.games.pursuit.rules.objectives import bury
from sandtable.games.pursuit.rules.positions import bit, foes_of, has
from sandtable.games.pursuit.switches import MultiContact
from sandtable.games.skirmish40k.rules.close_combat import (
    HIGHEST_STEP,
    attacks_of,
    plasma_step,
    reaches_with_plasma,
    spit,
    step_of,
    strike_at,
)
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.games.skirmish40k.rules.reasons import refused_between
from sandtable.kernel.bitsets import count_of, lowest
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict

SPENT = 1
SPENDS = 2
"""``spent`` of a figure that has struck in a fight of this phase, and of one that strikes in the present one."""


@clause("PURS-CC-1", "PURS-CC-2", "PURS-CC-3", "PURS-CC-4", "PURS-PUR-14", "PURS-PUR-21", "PURS-MOV-14")
@kernel
def meet(b, i, coming, log):
    """Figure ``i`` has come into contact: it fights at once every enemy whom it touches.

    These make no move of their own any more in this phase.

    ``coming``: a Coming.
    """
    foes = foes_of(b, i) & ~b.figures[i].fought
    if foes == 0:
        return
    fight = b.fight
    fight.on = 1
    fight.members = foes | bit(i)
    fight.newcomer = i
    fight.charging = coming
    fight.step = HIGHEST_STEP + 1
    for j in range(b.n_figures):
        if has(foes, j):
            b.figures[j].acted = 1
            event(log, Code.MEETS, Clause.PURS_CC_1, i, j, coming)


@clause("PURS-CC-6", "PURS-CC-11", "PURS-CC-12")
@kernel
def fight_round(b, members, log):
    """A round of a knot: all who still touch an enemy with whom they have not fought in this phase; nobody charges."""
    still = 0
    for i in range(b.n_figures):
        if has(members, i) and foes_of(b, i) & ~b.figures[i].fought != 0:
            still |= bit(i)
    if still == 0:
        return
    fight = b.fight
    fight.on = 1
    fight.members = still
    fight.newcomer = NONE
    fight.charging = 0
    fight.step = HIGHEST_STEP + 1
    event(log, Code.FIGHTS_ON, Clause.PURS_CC_6, lowest(still), NONE, count_of(still))


@clause("PURS-CC-6", "PURS-CC-11", "PURS-CC-20")
@kernel
def owes_round(b, members):
    """Enemies among ``members`` touch who have not fought with one another in this phase."""
    for i in range(b.n_figures):
        if has(members, i) and foes_of(b, i) & members & ~b.figures[i].fought != 0:
            return True
    return False


@clause("PURS-CC-4", "PURS-CC-14", "PURS-CC-20")
@kernel
def targets_of(b, i):
    """Whom figure ``i`` may strike now, as bits: enemies of this fight whom it touches and has not fought before.

    Of a newcomer's fight all others are its enemies: they have it alone.
    """
    return foes_of(b, i) & b.fight.members & ~b.figures[i].fought


@clause("PURS-CC-13", "PURS-CC-2", "C40-CC-2", "C40-CC-9")
@kernel
def _prepare(b):
    """Count the blows that fall at this step of Initiative."""
    fight = b.fight
    for i in range(b.n_figures):
        figure = b.figures[i]
        figure.attacks = 0
        figure.spits = 0
        if not has(fight.members, i) or not is_on_table(figure) or targets_of(b, i) == 0:
            continue
        if figure.spent == SPENT and b.options.multi_contact == MultiContact.ATTACKS_ONCE_PER_PHASE:
            continue
        profile = b.profiles[figure.profile]
        if step_of(profile, 0, b.core.edition) == fight.step:
            charging = fight.charging if fight.newcomer == i else 0
            figure.attacks = attacks_of(profile, charging, b.core.edition)
        if profile.plasma != 0 and b.core.bioplasma != 0 and plasma_step(profile) == fight.step:
            figure.spits = 1
    fight.prepared = 1


@clause("PURS-CC-21", "PURS-SEQ-4")
@kernel
def striker(b):
    """The figure whose blows are due next, or NONE."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.attacks > 0 or figure.spits != 0:
            return i
    return NONE


@clause("PURS-CC-14", "PURS-CC-21", "C40-CC-11")
@kernel
def deal(b, i, j, attacks, dice, log):
    """Figure ``i`` strikes ``j`` with so many of its attacks, or spits at it where that is due first."""
    figure = b.figures[i]
    if figure.spent != SPENT:
        figure.spent = SPENDS
    if figure.spits != 0:
        figure.spits = 0
        if reaches_with_plasma(b, i, j):
            spit(b, i, j, dice, log)
        return
    strike_at(b, i, attacks, j, dice, log)
    figure.attacks -= attacks


@clause("PURS-CC-1", "PURS-CC-5", "PURS-CC-15", "PURS-CC-16", "PURS-SEQ-3", "C40-CC-2", "C40-CC-9")
@kernel
def run_fight(b, dice, log):
    """Fight on, step by step; True where somebody must say whom they strike.

    Blows of one step fall together. Nothing follows the last: who still touch are locked, others stay where they are.
    """
    fight = b.fight
    while True:
        if fight.prepared == 0:
            fight.step -= 1
            if fight.step < 1:
                _finish(b)
                return False
            _prepare(b)
        i = striker(b)
        if i == NONE:
            bury(b, log)
            fight.prepared = 0
        elif count_of(targets_of(b, i)) > 1:
            return True
        else:
            deal(b, i, lowest(targets_of(b, i)), b.figures[i].attacks, dice, log)


@clause("PURS-CC-12", "PURS-CC-20")
@kernel
def _finish(b):
    """The fight is over; note who has fought with whom in this phase."""
    fight = b.fight
    for i in range(b.n_figures):
        figure = b.figures[i]
        if not has(fight.members, i):
            continue
        if figure.spent == SPENDS:
            figure.spent = SPENT
        if fight.newcomer == NONE:
            figure.fought |= foes_of(b, i) & fight.members
        elif fight.newcomer == i:
            figure.fought |= fight.members & ~bit(i)
        else:
            figure.fought |= bit(fight.newcomer)
    fight.on = 0
    fight.members = 0
    fight.newcomer = NONE


@clause("PURS-CC-14", "PURS-SEQ-4")
@kernel
def judge_strike(b, action, log):
    """The figure whose blows are due may strike any enemy of its fight whom it touches."""
    i = striker(b)
    if action.n_actors != 1 or action.actors[0] != i:
        return refused(log, Code.NOT_ITS_MOMENT, Clause.PURS_SEQ_4, i, NONE, 0)
    j = action.target
    if j < 0 or j >= b.n_figures:
        return refused(log, Code.STRIKES_NOBODY, Clause.PURS_CC_14, i, NONE, 0)
    if not has(foes_of(b, i), j):
        return refused_between(b, log, Code.TOUCHES_IT_NOT, Clause.PURS_CC_14, i, j, 0)
    if not has(targets_of(b, i), j):
        return refused_between(b, log, Code.NOT_TO_BE_STRUCK, Clause.PURS_CC_20, i, j, 0)
    if action.amount < 0 or action.amount > b.figures[i].attacks:
        return refused(log, Code.NOT_SO_MANY_ATTACKS, Clause.PURS_CC_14, i, NONE, b.figures[i].attacks)
    return Verdict(1, 0)


@kernel
def make_strike(b, action, dice, log):
    """Strike, and go on with the fight."""
    i = action.actors[0]
    attacks = action.amount if action.amount > 0 else b.figures[i].attacks
    deal(b, i, action.target, attacks, dice, log)
    b.phase = b.resume


@kernel
def asks_for_blows(b):
    """The side whose figure strikes next."""
    return b.figures[striker(b)].side
