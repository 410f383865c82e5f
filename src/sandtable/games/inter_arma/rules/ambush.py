"""AMBUSH: who has crawled to an enemy unseen strikes first, without dice."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import Phase
from sandtable.games.inter_arma.rules.crawling import get_up
from sandtable.games.inter_arma.rules.orders import mover, must_act_now, refuse
from sandtable.games.inter_arma.rules.positions import is_able, is_commander, touch
from sandtable.games.inter_arma.rules.saving import SAVED, hit_in_melee
from sandtable.kernel.bitsets import bit, count_of, is_in, lowest, without
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("IA-AMBUSH-2", "IA-AMBUSH-3")
@kernel
def ambush_reduction(b, j):
    """What the victim's save is reduced by: 2, or 1 if it is armored."""
    return b.rules.ambush_armored if b.figures[j].armored != 0 else b.rules.ambush


@clause("IA-AMBUSH-1", "IA-AMBUSH-4", "IA-AMBUSH-5", "IA-AMBUSH-6", "IA-AMBUSH-7", "IA-AMBUSH-8", "IA-AMBUSH-10")
@kernel
def strike_from_ambush(b, i, j, dice, log):
    """Ambusher ``i`` strikes ``j``; a saved commander strikes back, once; any other strikes first next turn."""
    figure, victim = b.figures[i], b.figures[j]
    get_up(b, i)
    figure.fought = 1
    event(log, Code.AMBUSHES, Clause.AMBUSH_1, i, j, 0)
    if hit_in_melee(b, j, i, ambush_reduction(b, j), dice, log) != SAVED or victim.routing != 0:
        return
    if not is_commander(victim):
        victim.first_next |= bit(i)
    elif victim.struck == 0:
        victim.struck = 1
        hit_in_melee(b, i, j, 0, dice, log)


@clause("IA-AMBUSH-1", "IA-COMBAT-3")
@kernel
def victims_of(b, i):
    """On whom figure ``i`` may fall: those whom it has crawled to unseen, still able and in contact."""
    figure = b.figures[i]
    found = 0
    if figure.ambushes == 0 or figure.fought != 0 or not is_able(figure):
        return found
    victims = figure.ambushes
    while victims != 0:
        j = lowest(victims)
        victims = without(victims, j)
        if is_able(b.figures[j]) and touch(b, i, j):
            found |= bit(j)
    return found


@clause("IA-AMBUSH-1", "IA-COMBAT-3", "IA-SEQ-10")
@kernel
def judge_ambush(b, action, log):
    """Verdict: may this crawler fall on this enemy next. Each side takes its crawlers in the order that it likes."""
    if action.n_actors != 1 or action.target < 0 or action.target >= b.n_figures:
        return Verdict(refuse(log, Code.NAMES_NO_PAIR, Clause.AMBUSH_1, NONE, NONE), 0)
    i, j = action.actors[0], action.target
    if must_act_now(b, i, log) == 0:
        return Verdict(0, 0)
    if b.figures[i].fought != 0:
        return Verdict(refuse(log, Code.HAS_FOUGHT, Clause.COMBAT_3, i, NONE), 0)
    if not is_in(victims_of(b, i), j):
        return Verdict(refuse(log, Code.NO_AMBUSH, Clause.AMBUSH_1, i, j), 0)
    return Verdict(1, 0)


@clause("IA-AMBUSH-1")
@kernel
def make_ambush(b, action, dice, log):
    """The chosen crawler falls on the chosen enemy."""
    strike_from_ambush(b, action.actors[0], action.target, dice, log)


@clause("IA-AMBUSH-8", "IA-AMBUSH-12", "IA-SEQ-10")
@kernel
def run_ambushes(b, dice, log):
    """Ambushes are resolved first, in order of initiative, True where one is chosen; then the melees are fixed."""
    while b.place < b.n_sides:
        pairs = 0
        ambusher = NONE
        for i in range(b.n_figures):
            if b.figures[i].side == mover(b):
                victims = victims_of(b, i)
                pairs += count_of(victims)
                if victims != 0:
                    ambusher = i
        if pairs > 1:
            return True
        if pairs == 1:
            strike_from_ambush(b, ambusher, lowest(victims_of(b, ambusher)), dice, log)
        else:
            b.place += 1
    b.phase = Phase.MELEE
    b.place = 0
    b.begun = 0
    return False
