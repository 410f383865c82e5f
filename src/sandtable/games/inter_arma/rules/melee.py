"""MELEE: who fights whom, single combat, and two, three or more on one."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code, Purpose
from sandtable.games.inter_arma.record import Kind, Phase, Stage
from sandtable.games.inter_arma.rules.crawling import get_up
from sandtable.games.inter_arma.rules.massed import begin_massed, begin_unit, run_unit, spend_initiative
from sandtable.games.inter_arma.rules.pairing import (
    RANKS,
    choices_of,
    chooser_of_melee,
    first_torn,
    fix_contacts,
    is_several,
    join,
    strikers,
    targets_of_one,
)
from sandtable.games.inter_arma.rules.positions import first_side_of, is_able
from sandtable.games.inter_arma.rules.saving import SAVED, hit_in_melee
from sandtable.games.inter_arma.switches import OneAndHalf, OverSix
from sandtable.games.inter_arma.switches import Quality as QualityCounts
from sandtable.kernel.bitsets import count_of, is_in, lowest, without
from sandtable.kernel.log import event, outcome, side_outcome
from sandtable.kernel.opposed_rolls import CONTESTANT, Again, Hand, contest, enter
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here

SHOT_WITH_BOW = 2
"""In ``shot``: with bow, sling or crossbow."""


@clause("IA-MELEE-5")
@kernel
def shot_before(b, i):
    """What is taken off for a figure that shot with bow, sling or crossbow in this turn."""
    return b.rules.shot_before if b.figures[i].shot == SHOT_WITH_BOW else 0


@clause(
    "IA-MELEE-2", "IA-MELEE-3", "IA-MELEE-4", "IA-MELEE-5", "IA-MELEE-6", "IA-MELEE-7", "IA-MELEE-8", "IA-CLASS-2",
    "IA-CLASS-4",
)  # fmt: skip
@kernel
def bonus_against(b, i, j):
    """What figure ``i`` adds to its die for the first blow against ``j``: its quality, and less after a shot."""
    own = b.classes[b.figures[i].quality + 1].quality
    other = b.classes[b.figures[j].quality + 1].quality
    bonus = own - shot_before(b, i)
    if b.options.quality == QualityCounts.CUMULATIVE:
        bonus += max(max(own, 0) - max(other, 0), 0)
    return bonus


@clause("IA-AMBUSH-5", "IA-AMBUSH-13")
@kernel
def _has_first_blow(b, i, j):
    """Figure ``i`` was ambushed by ``j`` in the turn before and strikes first, without dice."""
    return is_in(b.figures[i].first_over, j)


@clause("IA-MELEE-1", "IA-MELEE-9", "IA-AMBUSH-5", "IA-AMBUSH-13", "IA-MORALE-27")
@kernel
def who_strikes_first(b, i, j, dice, log):
    """Of two in single combat: the higher die with its bonus strikes first, ties again; who routs does not strike."""
    if b.figures[i].routing != 0:
        return j
    if b.figures[j].routing != 0:
        return i
    if _has_first_blow(b, i, j):
        return i
    if _has_first_blow(b, j, i):
        return j
    thrown = np.empty(2, CONTESTANT)
    enter(thrown[0], b.figures[i].side, i, bonus_against(b, i, j))
    enter(thrown[1], b.figures[j].side, j, bonus_against(b, j, i))
    first = contest(thrown, 2, Again.ALL, dice, log, Purpose.FIRST_BLOW)
    keep_until_here(thrown)
    return i if first == 0 else j


@clause("IA-MELEE-1", "IA-AMBUSH-5", "IA-MORALE-27")
@kernel
def _why_first(b, first, second):
    """The clause by which ``first`` strikes first in single combat: by dice, or without them."""
    if b.figures[second].routing != 0:
        return Clause.MORALE_27
    return Clause.AMBUSH_5 if _has_first_blow(b, first, second) else Clause.MELEE_1


@clause("IA-MELEE-10", "IA-MELEE-11", "IA-MELEE-12", "IA-MELEE-13", "IA-COMBAT-3", "IA-MELEE-1")
@kernel
def single_combat(b, i, j, dice, log):
    """One on one: one blow, and if it is saved one back; then their clash is over for this turn."""
    first = who_strikes_first(b, i, j, dice, log)
    second = j if first == i else i
    event(log, Code.STRIKES_FIRST, _why_first(b, first, second), first, second, 0)
    if hit_in_melee(b, second, first, 0, dice, log) == SAVED and b.figures[second].routing == 0:
        hit_in_melee(b, first, second, 0, dice, log)


# ---------------------------------------------------------------- many on one


@clause("IA-MELEE-15", "IA-MELEE-16", "IA-MELEE-22")
@kernel
def bonus_of_many(b, members):
    """What the many add: 2 with a commander among them, else 1 with an elite."""
    best = 0
    while members != 0:
        i = lowest(members)
        members = without(members, i)
        best = max(best, b.classes[b.figures[i].quality + 1].quality)
    return best


@clause("IA-MELEE-14", "IA-MELEE-15", "IA-MELEE-16", "IA-MELEE-17", "IA-MELEE-22", "IA-MELEE-23", "IA-MORALE-27")
@kernel
def many_win(b, many, one, dice, log):
    """Two or more on one throw for the first blow: a die and a half, or two dice, against one die without bonus.

    Where all but one of them rout, that one throws as in single combat.
    """
    if b.figures[one].routing != 0:
        return True
    if count_of(many) == 1:
        return who_strikes_first(b, lowest(many), one, dice, log) != one
    thrown = np.empty(2, CONTESTANT)
    enter(thrown[0], first_side_of(b, many), NONE, bonus_of_many(b, many))
    thrown[0].hand = Hand.TWO
    if count_of(many) == 2:
        thrown[0].hand = Hand.LOWER_AND_HALF_THE_HIGHER
        if b.options.one_and_half == OneAndHalf.HALF_LOWER:
            thrown[0].hand = Hand.HIGHER_AND_HALF_THE_LOWER
    enter(thrown[1], b.figures[one].side, one, -shot_before(b, one))
    first = contest(thrown, 2, Again.ALL, dice, log, Purpose.FIRST_BLOW)
    keep_until_here(thrown)
    return first == 0


@clause("IA-MELEE-18", "IA-MELEE-21", "IA-MELEE-14")
@kernel
def _begin_many(b, dice, log):
    """Throw for the first blow, and let the many or the one begin."""
    fight = b.fight
    fight.first = NONE
    fight.stage = Stage.ONE_FIRST
    if many_win(b, fight.to_strike, fight.one, dice, log):
        fight.stage = Stage.MANY_STRIKE
        side_outcome(log, Code.MANY_STRIKE_FIRST, Clause.MELEE_14, first_side_of(b, fight.to_strike), 0)
    else:
        outcome(log, Code.STRIKES_FIRST, Clause.MELEE_14, fight.one, NONE, 0)


@clause("IA-MELEE-20", "IA-MELEE-23")
@kernel
def hard_blow(b, one):
    """What the enemy's save is reduced by when the one strikes back: 1 if it is elite, 2 if a commander."""
    return max(b.classes[b.figures[one].quality + 1].quality, 0)


@clause("IA-MELEE-18", "IA-MELEE-19", "IA-MELEE-21", "IA-MELEE-23")
@kernel
def strike_of_many(b, i, dice, log):
    """One of the many strikes the one; with the last of them, the one may have its blow back."""
    fight = b.fight
    fight.to_strike = without(fight.to_strike, i)
    hit_in_melee(b, fight.one, i, 0, dice, log)
    if not is_able(b.figures[fight.one]):
        end_fight(b)
    elif fight.to_strike == 0:
        fight.stage = Stage.ONE_BACK


@clause("IA-MELEE-19", "IA-MELEE-20", "IA-MELEE-21")
@kernel
def strike_of_one(b, j, dice, log):
    """The one strikes: back, with a hard blow, which ends it; or first, and then it is struck by all who are left."""
    fight = b.fight
    if fight.stage == Stage.ONE_BACK:
        hit_in_melee(b, j, fight.one, hard_blow(b, fight.one), dice, log)
        end_fight(b)
        return
    fight.first = j
    fight.to_strike = without(fight.to_strike, j)
    if hit_in_melee(b, j, fight.one, 0, dice, log) == SAVED and b.figures[j].routing == 0:
        hit_in_melee(b, fight.one, j, 0, dice, log)
    if not is_able(b.figures[fight.one]) or fight.to_strike == 0:
        end_fight(b)
    else:
        fight.stage = Stage.MANY_BACK


# ---------------------------------------------------------------- beginning and ending


@clause("IA-COMBAT-3", "IA-MELEE-12", "IA-MASS-17")
@kernel
def end_fight(b):
    """All who took part have had their clash of this turn."""
    members = b.fight.members[0] | b.fight.members[1]
    while members != 0:
        i = lowest(members)
        members = without(members, i)
        b.figures[i].fought = 1
    b.fight.members[0] = 0
    b.fight.members[1] = 0
    b.phase = Phase.MELEE


@clause("IA-MELEE-24", "IA-MELEE-25", "IA-CRAWL-11", "IA-MASS-11", "IA-MASS-15", "IA-MASS-16", "IA-MORALE-27")
@kernel
def begin_fight(b, i, j, dice, log):
    """The melee of ``i`` and ``j``: who takes part, of which kind it is, and the dice for its first blow."""
    join(b, i, j)
    fight = b.fight
    members = fight.members[0] | fight.members[1]
    while members != 0:
        k = lowest(members)
        members = without(members, k)
        b.figures[k].struck = 0
        get_up(b, k)
    n0, n1 = count_of(fight.members[0]), count_of(fight.members[1])
    b.phase = Phase.BLOWS
    if n0 == 1 and n1 == 1:
        single_combat(b, lowest(fight.members[0]), lowest(fight.members[1]), dice, log)
        end_fight(b)
    elif n0 == 1 or n1 == 1:
        side = 0 if n0 == 1 else 1
        fight.kind = Kind.MANY
        fight.one = lowest(fight.members[side])
        fight.to_strike = strikers(b, fight.members[1 - side])
        if fight.to_strike != 0:
            _begin_many(b, dice, log)
        else:  # all of the many rout: the one strikes one of them
            fight.first = NONE
            fight.stage = Stage.ONE_FIRST
    elif max(n0, n1) > b.rules.six and b.options.over_six == OverSix.UNIT_ROLL:
        begin_unit(b, dice, log)
    else:
        begin_massed(b, dice, log)


@clause("IA-SEQ-4", "IA-SEQ-9", "IA-MELEE-26")
@kernel
def run_melee(b, dice, log):
    """Fix who touches whom once; second ranks choose; then melee after melee. True where there is a choice."""
    if b.begun == 0:
        fix_contacts(b)
        b.begun = RANKS
    if b.begun == RANKS:
        if first_torn(b) != NONE:
            return True
        b.begun = 1
    side = chooser_of_melee(b)
    if side != NONE:
        if is_several(b, side):
            return True
        for i in range(b.n_figures):
            foes = choices_of(b, i, side)
            if foes != 0:
                begin_fight(b, i, lowest(foes), dice, log)
                return False
    b.phase = Phase.WOUNDED
    b.place = 0
    return False


@clause("IA-MELEE-18", "IA-MELEE-19", "IA-MASS-12", "IA-MASS-14", "IA-SEQ-9")
@kernel
def run_blows(b, dice, log):
    """Carry the present melee on: True where somebody must say who strikes whom."""
    fight = b.fight
    if fight.kind == Kind.MASSED:
        return spend_initiative(b, dice, log)
    if fight.kind == Kind.UNIT:
        if fight.stage == Stage.UNIT_OVER:
            end_fight(b)
            return False
        return run_unit(b, dice, log)
    if fight.stage == Stage.MANY_STRIKE or fight.stage == Stage.MANY_BACK:
        able = strikers(b, fight.to_strike)
        if able == 0:
            fight.stage = Stage.ONE_BACK
        elif count_of(able) == 1:
            strike_of_many(b, lowest(able), dice, log)
        else:
            fight.side = first_side_of(b, able)
            return True
        return False
    targets = targets_of_one(b)
    if targets == 0 or b.figures[fight.one].routing != 0:
        if fight.stage == Stage.ONE_FIRST:
            fight.stage = Stage.MANY_BACK
        else:
            end_fight(b)
    elif count_of(targets) == 1:
        strike_of_one(b, lowest(targets), dice, log)
    else:
        fight.side = b.figures[fight.one].side
        return True
    return False
