"""MAGIC POTION: who may drink, the clock, the gourd, and the repeat (POT)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.record import MAX_FIGURES, Phase, Side
from sandtable.games.dbaix.rules.positions import is_on_table, side_of_bound
from sandtable.games.dbaix.rules.tokens import is_free
from sandtable.games.dbaix.switches import PotionRepeat
from sandtable.kernel.contact import are_linked
from sandtable.kernel.geometry import base_of
from sandtable.kernel.log import event, reason, side_event
from sandtable.kernel.records import MAX_ACTORS, NONE
from sandtable.kernel.verbs import Verdict


@clause("DBAIX-POT-11")
@kernel
def druid_on_table(b):
    """The druid, who alone serves; NONE while that one is captive or gone: then nobody can drink."""
    for i in range(b.n_figures):
        if b.figures[i].druid != 0 and is_on_table(b.figures[i]):
            return i
    return NONE


@clause("DBAIX-POT-2")
@kernel
def block_of_druid(b, in_block):
    """Fill ``in_block`` ([MAX_FIGURES]) with 1 for every Gaul in one linked block with the druid, else 0.

    Links are those of MOV-4, whichever way the figures face. Returns whether there is a druid at all.
    """
    for i in range(b.n_figures):
        in_block[i] = 0
    druid = druid_on_table(b)
    if druid == NONE:
        return False
    in_block[druid] = 1
    grown = True
    while grown:
        grown = False
        for i in range(b.n_figures):
            if in_block[i] != 0 or b.figures[i].side != Side.GAULS or not is_on_table(b.figures[i]):
                continue
            for j in range(b.n_figures):
                if in_block[j] != 0 and are_linked(base_of(b.figures[i]), base_of(b.figures[j])):
                    in_block[i] = 1
                    grown = True
                    break
    return True


@kernel
def effect_runs(b):
    """An effect of the potion runs."""
    return b.potion_until != 0


@kernel
def is_repeat_for_all(b):
    """A new effect would be a repeat, which all must attend (``potion_repeat = all``)."""
    return not effect_runs(b) and b.potion_served > 0 and b.options.potion_repeat == PotionRepeat.ALL


@clause("DBAIX-POT-9")
@kernel
def all_are_gathered(b, in_block):
    """Every free Gaul but the giant and the hero stands in the druid's block.

    Captives, removed figures and a gagged bard cannot come and are not waited for.
    """
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == Side.GAULS and is_free(b, figure) and figure.giant == 0 and figure.hero == 0:
            if in_block[i] == 0:
                return False
    return True


@clause("DBAIX-POT-2", "DBAIX-POT-7", "DBAIX-POT-8", "DBAIX-POT-9", "DBAIX-POT-10", "DBAIX-POT-13")
@kernel
def why_not_drink(b, i, in_block, served):
    """The Code of why figure ``i`` may not drink now, or NONE if it may. ``in_block``, ``served``: block_of_druid.

    While an effect runs: who is in the block, and the hero with the gourd anywhere. To start one: who is in
    the block. To repeat one: all free Gauls but the giant, once all of them but the hero are in the block.
    RULING: who has drunk in the present effect does not drink again; it would change nothing (POT-5).
    """
    figure = b.figures[i]
    if figure.side != Side.GAULS or not is_on_table(figure):
        return Code.NOT_A_GAUL_ON_THE_TABLE
    if not served:
        return Code.NO_DRUID_SERVES
    if figure.giant != 0:
        return Code.GIANT_NEVER_DRINKS
    if effect_runs(b):
        if figure.potion != 0:
            return Code.HAS_DRUNK_ALREADY
        if figure.hero == 0 and in_block[i] == 0:
            return Code.NOT_WITH_THE_DRUID
        return NONE
    if is_repeat_for_all(b):
        if not all_are_gathered(b, in_block):
            return Code.NOT_ALL_GATHERED
        if not is_free(b, figure):
            return Code.GAGGED_AND_NOT_SERVED
        return NONE
    if in_block[i] == 0:
        return Code.NOT_WITH_THE_DRUID
    return NONE


@kernel
def _is_drinking_time(b):
    """Step (e) of a Gaulish bound."""
    return b.phase == Phase.DRINKING and side_of_bound(b) == Side.GAULS


@kernel
def may_drink(b, i):
    """Figure ``i`` may drink now: step (e) of a Gaulish bound and ``why_not_drink`` has nothing against it."""
    if not _is_drinking_time(b):
        return False
    in_block = np.empty(MAX_FIGURES, np.int64)
    served = block_of_druid(b, in_block)
    return why_not_drink(b, i, in_block, served) == NONE


@kernel
def anyone_may_drink(b):
    """Somebody may drink in this step."""
    if not _is_drinking_time(b):
        return False
    in_block = np.empty(MAX_FIGURES, np.int64)
    served = block_of_druid(b, in_block)
    if not served:
        return False
    for i in range(b.n_figures):
        if why_not_drink(b, i, in_block, served) == NONE:
            return True
    return False


@kernel
def fill_drinkers(b, action):
    """Make all who may drink now the actors of the action."""
    action.n_actors = 0
    if not _is_drinking_time(b):
        return
    in_block = np.empty(MAX_FIGURES, np.int64)
    served = block_of_druid(b, in_block)
    for i in range(b.n_figures):
        if action.n_actors < MAX_ACTORS and why_not_drink(b, i, in_block, served) == NONE:
            action.actors[action.n_actors] = i
            action.n_actors += 1


@kernel
def judge_drink(b, action, log):
    """May all the actors drink now? It costs nothing. A repeat is named by any of those who then all drink."""
    if action.n_actors < 1:
        return refused(log, Code.DRINKING_NAMES_WHO, Clause.POT_2, NONE, NONE, 0)
    in_block = np.empty(MAX_FIGURES, np.int64)
    served = block_of_druid(b, in_block)
    legal = 1
    if not _is_drinking_time(b):
        reason(log, Code.NOT_DRINKING_TIME, Clause.POT_2, NONE, NONE, 0)
        legal = 0
    for k in range(action.n_actors):
        i = action.actors[k]
        code = why_not_drink(b, i, in_block, served)
        if code != NONE:
            reason(log, code, _clause_against(code), i, NONE, 0)
            legal = 0
    return Verdict(legal, 0)


@kernel
def _clause_against(code):
    """The clause behind each reason against drinking."""
    if code == Code.NO_DRUID_SERVES:
        return Clause.POT_11
    if code == Code.GIANT_NEVER_DRINKS:
        return Clause.POT_8
    if code == Code.HAS_DRUNK_ALREADY:
        return Clause.POT_5
    if code == Code.NOT_ALL_GATHERED or code == Code.GAGGED_AND_NOT_SERVED:
        return Clause.POT_9
    if code == Code.NOT_A_GAUL_ON_THE_TABLE:
        return Clause.POT_13
    return Clause.POT_2


@clause("DBAIX-POT-3", "DBAIX-POT-4", "DBAIX-POT-5", "DBAIX-POT-9", "DBAIX-POT-12")
@kernel
def drink(b, action, log):
    """The actors drink; the first to do so start the clock, all others share its end. Repeats are not limited.

    When a repeat needs all to attend, all of them and the hero drink.
    """
    everybody = is_repeat_for_all(b)
    if not effect_runs(b):
        b.potion_until = b.gaul_bounds + b.rules.potion_bounds
        b.potion_served += 1
        side_event(log, Code.POTION_STARTS, Clause.POT_3, Side.GAULS, b.potion_until)
    if everybody:
        for i in range(b.n_figures):
            figure = b.figures[i]
            if figure.side == Side.GAULS and is_free(b, figure) and figure.giant == 0:
                _drinks(b, i, log)
    else:
        for k in range(action.n_actors):
            _drinks(b, action.actors[k], log)


@clause("DBAIX-POT-1")
@kernel
def _drinks(b, i, log):
    """One Gaul drinks."""
    b.figures[i].potion = 1
    event(log, Code.DRINKS, Clause.POT_1, i, NONE, 0)


@clause("DBAIX-POT-4")
@kernel
def end_of_gaulish_bound(b, log):
    """The effect ends with the fourth Gaulish bound after the one in which it began, for all who share it."""
    if not effect_runs(b) or b.gaul_bounds < b.potion_until:
        return
    b.potion_until = 0
    for i in range(b.n_figures):
        b.figures[i].potion = 0
    side_event(log, Code.POTION_ENDS, Clause.POT_4, Side.GAULS, 0)
