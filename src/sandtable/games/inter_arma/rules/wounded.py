"""WOUND: what an enemy does to a wounded man, attacks on civilians (GOAL-8), and fates after the battle."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code, Purpose
from sandtable.games.inter_arma.record import Fate, Phase, State
from sandtable.games.inter_arma.rules.concealment import give_away, is_asleep
from sandtable.games.inter_arma.rules.goals import drop_everything
from sandtable.games.inter_arma.rules.orders import (
    mover,
    must_act_now,
    must_be_able,
    refuse,
    refuse_apart,
    refuse_touching,
)
from sandtable.games.inter_arma.rules.positions import are_enemies, foes_of, is_able, is_commander, touch
from sandtable.games.inter_arma.rules.saving import hit_in_melee
from sandtable.games.inter_arma.rules.visibility import commands
from sandtable.games.inter_arma.switches import WoundedTwo
from sandtable.kernel.bitsets import bit, is_in
from sandtable.kernel.dice import throw_die
from sandtable.kernel.log import outcome
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("IA-WOUND-2", "IA-WOUND-9", "IA-CLASS-5")
@kernel
def has_leader_in_range(b, side, i):
    """A commander or hero of the side has figure ``i`` in command range."""
    for c in range(b.n_figures):
        leader = b.figures[c]
        if leader.side == side and leader.leads != 0 and is_able(leader) and commands(b, c, i):
            return True
    return False


@clause("IA-WOUND-10", "IA-WOUND-13", "IA-GOAL-8", "IA-COMBAT-3")
@kernel
def what_keeps_busy(b, i):
    """The Code of what keeps figure ``i`` from dealing with a wounded man or a civilian, or NONE."""
    figure = b.figures[i]
    if figure.civilian != 0:
        return Code.CIVILIANS_DO_NOT_FIGHT
    if figure.routing != 0:
        return Code.IS_ROUTING
    if figure.tower != NONE:
        return Code.IS_ON_TOWER
    if figure.fought != 0:
        return Code.HAS_FOUGHT
    if figure.dealt != 0:
        return Code.HAS_DEALT
    if is_asleep(b, figure.side):
        return Code.IS_ASLEEP
    return NONE


@clause("IA-WOUND-10", "IA-WOUND-13", "IA-GOAL-8")
@kernel
def is_at_leisure(b, i):
    """Figure ``i`` may deal with a wounded man or a civilian: able, no able enemy on it, and has not fought."""
    if b.figures[i].side != mover(b) or not is_able(b.figures[i]):
        return False
    return what_keeps_busy(b, i) == NONE and foes_of(b, i) == 0


@clause("IA-WOUND-10", "IA-WOUND-13", "IA-GOAL-8", "IA-COMBAT-3", "IA-SENTRY-6", "IA-MORALE-27")
@kernel
def _must_be_at_leisure(b, i, log):
    """1 if figure ``i`` may deal with a wounded man or a civilian; else why not."""
    if must_act_now(b, i, log) == 0:
        return 0
    code = what_keeps_busy(b, i)
    if code != NONE:
        cited = Clause.WOUND_10
        if code == Code.HAS_FOUGHT:
            cited = Clause.COMBAT_3
        elif code == Code.HAS_DEALT:
            cited = Clause.WOUND_13
        elif code == Code.IS_ASLEEP:
            cited = Clause.SENTRY_6
        elif code == Code.IS_ROUTING:
            cited = Clause.MORALE_27
        elif code == Code.CIVILIANS_DO_NOT_FIGHT:
            cited = Clause.GOAL_8
        return refuse(log, code, cited, i, NONE)
    if foes_of(b, i) != 0:
        return refuse_touching(b, log, Code.HAS_AN_ENEMY, Clause.WOUND_10, i, foes_of(b, i))
    return 1


@clause("IA-WOUND-10", "IA-WOUND-11", "IA-WOUND-13")
@kernel
def may_deal_with(b, i, j):
    """Wounded ``j`` may be attacked by ``i``: once a turn, and not by one who left it behind before."""
    foe = b.figures[j]
    if foe.state != State.WOUNDED or foe.dealt != 0 or not are_enemies(b, i, j):
        return False
    return not is_in(b.figures[i].left, j) and touch(b, i, j)


@clause("IA-WOUND-10", "IA-WOUND-11", "IA-WOUND-13")
@kernel
def _must_be_at_hand(b, i, j, log):
    """1 if wounded ``j`` may be attacked by ``i``; else why not."""
    if may_deal_with(b, i, j):
        return 1
    if not are_enemies(b, i, j):
        return refuse(log, Code.IS_A_FRIEND, Clause.WOUND_10, i, j)
    if b.figures[j].state != State.WOUNDED:
        return refuse(log, Code.IS_NOT_WOUNDED, Clause.WOUND_10, i, j)
    if b.figures[j].dealt != 0:
        return refuse(log, Code.WAS_DEALT_WITH, Clause.WOUND_13, i, j)
    if is_in(b.figures[i].left, j):
        return refuse(log, Code.WAS_LEFT, Clause.WOUND_11, i, j)
    return refuse_apart(b, log, Code.DOES_NOT_TOUCH, Clause.WOUND_10, i, j, b.rules.contact)


@clause("IA-WOUND-2", "IA-WOUND-3")
@kernel
def judge_dispatch(b, action, log):
    """Verdict: may the figure deal so with that wounded man. In a commander's range the player decides, else a die."""
    if action.n_actors != 1 or action.target < 0 or action.target >= b.n_figures:
        return Verdict(refuse(log, Code.NAMES_NO_PAIR, Clause.WOUND_10, NONE, NONE), 0)
    i, j = action.actors[0], action.target
    if _must_be_at_leisure(b, i, log) == 0 or _must_be_at_hand(b, i, j, log) == 0:
        return Verdict(0, 0)
    decides = action.amount == Fate.KILL or action.amount == Fate.CAPTURE
    if not decides and action.amount != Fate.ROLL:
        return Verdict(refuse(log, Code.NO_SUCH_FATE, Clause.WOUND_3, i, j), 0)
    has_leader = has_leader_in_range(b, b.figures[i].side, j)
    if has_leader and not decides:
        return Verdict(refuse(log, Code.COMMANDER_DECIDES, Clause.WOUND_2, i, j), 0)
    if decides and not has_leader:
        return Verdict(refuse(log, Code.DIE_DECIDES, Clause.WOUND_3, i, j), 0)
    return Verdict(1, 0)


@clause("IA-WOUND-4", "IA-WOUND-8")
@kernel
def wounded_bonus(b, j):
    """What a commander or hero adds to the rolls about its fate."""
    if b.figures[j].civilian != 0:
        return 0
    return b.classes[b.figures[j].quality + 1].wounded


@clause("IA-WOUND-2", "IA-WOUND-3", "IA-WOUND-4", "IA-WOUND-11", "IA-MORALE-3")
@kernel
def make_dispatch(b, action, dice, log):
    """The wounded man is killed, left behind or captured."""
    i, j = action.actors[0], action.target
    foe = b.figures[j]
    b.figures[i].dealt = 1
    foe.dealt = 1
    give_away(b, i, foe.side)
    fate = action.amount
    if fate == Fate.ROLL:
        die = throw_die(dice, log, Purpose.WOUNDED, b.figures[i].side, i, 6) + wounded_bonus(b, j)
        killed = b.rules.wounded_killed - int(b.options.wounded_two == WoundedTwo.LEFT)
        if die <= killed:
            fate = Fate.KILL
        elif die <= b.rules.wounded_left:
            b.figures[i].left |= bit(j)
            outcome(log, Code.IS_LEFT, Clause.WOUND_11, j, i, 0)
            return
        else:
            fate = Fate.CAPTURE
    drop_everything(b, j, log)
    if fate == Fate.KILL:
        foe.state = State.DEAD
        if is_commander(foe):
            b.sides[foe.side].grave = 1
        outcome(log, Code.IS_FINISHED, Clause.WOUND_3, j, i, 0)
    else:
        foe.state = State.CAPTURED
        outcome(log, Code.IS_CAPTURED, Clause.WOUND_11, j, i, 0)


@clause("IA-GOAL-7", "IA-GOAL-8")
@kernel
def may_slay(b, i, j):
    """Enemy civilian ``j`` is in contact with ``i``."""
    foe = b.figures[j]
    return is_able(foe) and foe.civilian != 0 and are_enemies(b, i, j) and touch(b, i, j)


@kernel
def has_prey(b, i):
    """A wounded man or a civilian is at hand whom figure ``i`` may deal with, if it is at leisure."""
    for j in range(b.n_figures):
        if may_deal_with(b, i, j) or may_slay(b, i, j):
            return True
    return False


@clause("IA-GOAL-8")
@kernel
def judge_slay(b, action, log):
    """Verdict: may the figure, in contact with civilians only, attack this one."""
    if action.n_actors != 1 or action.target < 0 or action.target >= b.n_figures:
        return Verdict(refuse(log, Code.NAMES_NO_PAIR, Clause.GOAL_8, NONE, NONE), 0)
    i, j = action.actors[0], action.target
    if _must_be_at_leisure(b, i, log) == 0:
        return Verdict(0, 0)
    if may_slay(b, i, j):
        return Verdict(1, 0)
    if not are_enemies(b, i, j):
        return Verdict(refuse(log, Code.IS_A_FRIEND, Clause.GOAL_8, i, j), 0)
    if b.figures[j].civilian == 0:
        return Verdict(refuse(log, Code.IS_NO_CIVILIAN, Clause.GOAL_8, i, j), 0)
    if must_be_able(b, j, log) == 0:
        return Verdict(0, 0)
    return Verdict(refuse_apart(b, log, Code.DOES_NOT_TOUCH, Clause.GOAL_8, i, j, b.rules.contact), 0)


@clause("IA-GOAL-7", "IA-GOAL-8")
@kernel
def make_slay(b, action, dice, log):
    """A blow without dice for initiative; civilians save on the Infantry row and never strike back."""
    i, j = action.actors[0], action.target
    b.figures[i].dealt = 1
    give_away(b, i, b.figures[j].side)
    hit_in_melee(b, j, i, 0, dice, log)


@clause("IA-WOUND-10", "IA-WOUND-13", "IA-SEQ-10")
@kernel
def run_wounded(b, dice, log):
    """After all melees sides may deal with wounded men and civilians, in order of initiative; True where one may."""
    while b.place < b.n_sides:
        for i in range(b.n_figures):
            if b.figures[i].side == mover(b) and has_prey(b, i) and is_at_leisure(b, i):
                return True
        b.place += 1
    b.phase = Phase.GOALS
    b.place = 0
    return False


@clause("IA-WOUND-5", "IA-WOUND-6", "IA-WOUND-7", "IA-WOUND-8")
@kernel
def fate_after_battle(b, j, dice, log):
    """What becomes of a wounded man after a battle of a campaign: 0 dies, 1 misses the next battle, 2 is able again."""
    die = throw_die(dice, log, Purpose.FATE, b.figures[j].side, j, 6) + wounded_bonus(b, j)
    if die <= b.rules.fate_dies:
        return 0
    return 1 if die <= b.rules.fate_again else 2
