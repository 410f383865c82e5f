"""ASSAULT PHASE, combats: one after another, results, sweeping advances, pile-ins, consolidation (CC, RES)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.flash_flood.clauses import Clause, Code
from sandtable.games.flash_flood.record import MAX_UNITS
from sandtable.games.flash_flood.rules.assaulting import go_in, has_models
from sandtable.games.flash_flood.rules.bands import bring_together
from sandtable.games.flash_flood.rules.firing import after_losses
from sandtable.games.flash_flood.rules.movement_phase import (
    WHATEVER_THE_GROUND,
    asks_side,
    end_of,
    judge_movers,
    judge_moves,
    level_after,
    main_is_coherent,
    make_move,
)
from sandtable.games.flash_flood.rules.rejoining import is_clear_of_enemies, say_who_is_near_end
from sandtable.games.flash_flood.rules.retreating import fall_back_together
from sandtable.games.skirmish40k.rules.casualties import gather, take_off_wounds
from sandtable.games.skirmish40k.rules.charging import place_of_pile_in
from sandtable.games.skirmish40k.rules.close_combat import mark_combats
from sandtable.games.skirmish40k.rules.combats import MAX_SQUAD, fight_round
from sandtable.games.skirmish40k.rules.measuring import is_farther_west, is_of, is_on_table, sort_from_west, touch
from sandtable.games.skirmish40k.rules.morale import begin_to_fall_back, passes_of_itself
from sandtable.games.skirmish40k.rules.results import (
    common_initiative,
    escapes,
    fearless_wounds,
    loser_stays,
    lowered_by,
    result_of,
    sweep,
    throw_consolidation,
)
from sandtable.games.skirmish40k.rules.shooting import is_locked
from sandtable.games.skirmish40k.rules.wounds import models_of
from sandtable.kernel.log import event, side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("C40-CC-10")
@kernel
def mark_all_combats(b, combats):
    """Number the combats of the moment for every unit; returns how many."""
    combats[:] = NONE
    return mark_combats(b, b.n_units, combats)


@clause("C40-CC-10")
@kernel
def waiting_combats(b, combats):
    """How many combats of this phase have not been fought, after ``mark_all_combats``."""
    count = 0
    n = mark_all_combats(b, combats)
    for combat in range(n):
        count += int(not is_fought(b, combats, combat))
    return count


@kernel
def is_fought(b, combats, combat):
    """The combat has had its round: a unit of it has fought."""
    for u in range(b.n_units):
        if combats[u] == combat and b.squads[u].fought != 0:
            return True
    return False


@clause("C40-CC-10")
@kernel
def judge_fight(b, action, log):
    """The side whose turn it is says which combat is fought next: that of the actor."""
    if action.n_actors != 1:
        return refused(log, Code.NAMES_ONE, Clause.C40_CC_10, NONE, NONE, action.n_actors)
    i = action.actors[0]
    if not is_on_table(b.figures[i]):
        return refused(log, Code.IS_GONE, Clause.C40_CC_10, i, NONE, 0)
    combats = np.empty(MAX_UNITS, np.int64)
    mark_all_combats(b, combats)
    combat = combats[b.figures[i].unit]
    if combat == NONE:
        return refused(log, Code.IS_IN_NO_COMBAT, Clause.C40_CC_10, i, NONE, 0)
    if is_fought(b, combats, combat):
        return refused(log, Code.COMBAT_IS_FOUGHT, Clause.C40_CC_10, i, NONE, 0)
    return Verdict(1, 0)


@kernel
def make_fight(b, action, dice, log):
    """It is."""
    combats = np.empty(MAX_UNITS, np.int64)
    mark_all_combats(b, combats)
    fight(b, combats, combats[b.figures[action.actors[0]].unit], dice, log)


@clause("C40-CC-8", "C40-CC-10", "C40-CC-12", "C40-RES-1", "C40-RES-5", "FLOOD-COH-6", "FLOOD-COH-18", "FLOOD-WAY-12")
@kernel
def fight(b, combats, combat, dice, log):
    """One combat: its round, its result, pile-ins, and the winners that are free may consolidate."""
    wounds = np.zeros(2, np.int64)
    for u in range(b.n_units):
        if combats[u] == combat:
            b.squads[u].fought = 1
            one = b.units[u]
            for i in range(one.first, one.first + one.count):
                if is_of(b, i, u):
                    b.figures[i].busy = 1
    fight_round(b, combats, combat, wounds, dice, log)
    result = result_of(wounds[0], wounds[1])
    if result.winner == NONE:
        event(log, Code.COMBAT_IS_DRAWN, Clause.C40_RES_5, NONE, NONE, wounds[0])
    else:
        side_event(log, Code.COMBAT_IS_WON, Clause.C40_RES_1, result.winner, result.difference)
    if result.winner != NONE:
        _lose(b, combats, combat, result, dice, log)
    _pile_in(b, combats, combat, log)
    for u in range(b.n_units):
        if combats[u] == combat and has_models(b, u) and not is_locked(b, u) and b.units[u].falling_back == 0:
            if result.winner == b.units[u].side and _are_enemies_gone(b, combats, combat, b.units[u].side):
                b.squads[u].consolidates = int(throw_consolidation(b, u, dice, log))
    after_losses(b, log)


@clause("C40-RES-1", "C40-RES-2", "C40-RES-6", "C40-RES-7", "C40-GEN-9")
@kernel
def _lose(b, combats, combat, result, dice, log):
    """The losing units: the fearless pay, others test; who fails flees, and is destroyed if it is caught.

    All test before anybody flees, and who pursues whom is settled before anybody is gone.
    """
    fails = np.zeros(MAX_UNITS, np.int64)
    pursuers = np.full(MAX_UNITS, NONE)
    losers = _models_in(b, combats, combat, 1 - result.winner)
    winners = _models_in(b, combats, combat, result.winner)
    for u in range(b.n_units):
        if (
            combats[u] == combat
            and b.units[u].side != result.winner
            and has_models(b, u)
            and not passes_of_itself(b, u)
        ):
            fails[u] = int(not loser_stays(b, u, lowered_by(b, u, result.difference, losers, winners), dice, log))
            pursuers[u] = _pursuer(b, u, combats, combat)
    for u in range(b.n_units):
        if combats[u] == combat and b.units[u].side != result.winner and has_models(b, u) and passes_of_itself(b, u):
            fearless_wounds(b, u, result.difference, dice, log)
            _bury(b, u, log)
    for u in range(b.n_units):
        if fails[u] != 0 and not _gets_away(b, u, pursuers[u], result.difference, dice, log):
            fails[u] = 0
        elif fails[u] != 0:
            begin_to_fall_back(b, u, log)
    fall_back_together(b, fails, dice, log)


@clause("C40-RES-3", "C40-RES-6", "C40-MOR-4", "FLOOD-COH-18", "FLOOD-COH-19")
@kernel
def _gets_away(b, u, pursuer, difference, dice, log):
    """A unit that flees is not caught by its pursuer, if it has any. Marines who are caught fight on."""
    if pursuer == NONE or escapes(b, u, pursuer, dice, log):
        return True
    if sweep(b, u, log) == 0:
        fearless_wounds(b, u, difference, dice, log)
        _bury(b, u, log)
    return False


@kernel
def _models_in(b, combats, combat, side):
    """How many models a side has in a combat."""
    count = 0
    for u in range(b.n_units):
        if combats[u] == combat and b.units[u].side == side:
            count += models_of(b, u)
    return count


@kernel
def _bury(b, u, log):
    """Take off the wounds of a unit."""
    gather(b, u, np.ones(MAX_SQUAD, np.int64))  # nobody strikes: any of them may fall
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u):
            take_off_wounds(b, i, log)


@clause("C40-RES-7")
@kernel
def _pursuer(b, u, combats, combat):
    """The winner's unit with most Initiative, of equals that farthest west, that touches no other enemy; or NONE."""
    best = NONE
    for v in range(b.n_units):
        if combats[v] != combat or b.units[v].side == b.units[u].side or not has_models(b, v):
            continue
        if _touches_others(b, v, u):
            continue
        more = 1 if best == NONE else common_initiative(b, v) - common_initiative(b, best)
        if more > 0 or (more == 0 and is_farther_west(b, v, best)):
            best = v
    return best


@kernel
def _touches_others(b, v, u):
    """A model of unit ``v`` touches an enemy that is not of unit ``u``."""
    one = b.units[v]
    for i in range(one.first, one.first + one.count):
        if not is_of(b, i, v):
            continue
        for j in range(b.n_figures):
            other = b.figures[j]
            if other.side != one.side and other.unit != u and is_on_table(other) and touch(b, i, j):
                return True
    return False


@clause("C40-CC-8", "C40-CC-12", "FLOOD-WAY-21")
@kernel
def _pile_in(b, combats, combat, log):
    """Units of the combat that stay close up to those of its enemies who stay, the active player's first."""
    order = np.empty(MAX_UNITS, np.int64)
    sort_from_west(b, b.n_units, order)
    for turn in range(2):
        for place in range(b.n_units):
            u = order[place]
            if combats[u] != combat or (b.units[u].side == b.side) != (turn == 0) or b.units[u].falling_back != 0:
                continue
            one = b.units[u]
            for i in range(one.first, one.first + one.count):
                if is_of(b, i, u):
                    go_in(b, i, place_of_pile_in(b, i, combats, combat), Clause.C40_CC_12, log)


@clause("C40-RES-4")
@kernel
def _are_enemies_gone(b, combats, combat, side):
    """No unit of the other side that fought in the combat stays: all have fled or are destroyed."""
    for v in range(b.n_units):
        if combats[v] == combat and b.units[v].side != side and has_models(b, v) and b.units[v].falling_back == 0:
            return False
    return True


# ---------------------------------------------------------------- consolidation


@clause("C40-RES-8")
@kernel
def consolidator(b):
    """A unit that may consolidate, or NONE."""
    for u in range(b.n_units):
        if b.squads[u].consolidates > 0 and has_models(b, u):
            return u
    return NONE


@kernel
def asks_consolidator(b):
    """Its side."""
    u = consolidator(b)
    return asks_side(b) if u == NONE else b.units[u].side


@clause("C40-RES-8", "C40-GEN-7")
@kernel
def judge_consolidation(b, action, log):
    """Models of a unit that may consolidate go each to a place more than 1 inch from every enemy."""
    if action.n_actors < 1:
        return refused(log, Code.NAMES_NOBODY, Clause.C40_RES_8, NONE, NONE, 0)
    i = action.actors[0]
    u = b.figures[i].unit
    if not is_on_table(b.figures[i]) or b.squads[u].consolidates == 0:
        return refused(log, Code.DOES_NOT_CONSOLIDATE, Clause.C40_RES_8, i, NONE, 0)
    if u != b.active and has_begun(b, b.active):
        return refused(log, Code.OTHER_HAS_MOVED, Clause.C40_GEN_7, i, b.units[b.active].first, 0)
    if judge_movers(b, action, log) == 0 or judge_moves(b, action, WHATEVER_THE_GROUND, log) == 0:
        return Verdict(0, 0)
    for k in range(action.n_actors):
        who = action.actors[k]
        x, y = end_of(action, k)
        level = level_after(b, action, who)
        if not is_clear_of_enemies(b, who, x, y, level):
            say_who_is_near_end(b, who, (x, y), level, Clause.C40_RES_8, log)
            return Verdict(0, 0)
    return Verdict(1, 0)


@kernel
def has_begun(b, u):
    """A model of the unit that consolidates has moved."""
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u) and b.figures[i].moved != 0:
            return True
    return False


@kernel
def make_consolidation(b, action, log):
    """They go; who has none left to move has finished."""
    u = b.figures[action.actors[0]].unit
    b.active = u
    make_move(b, action, log)
    if b.active == NONE:
        b.squads[u].consolidates = 0


@kernel
def begin_consolidation(b):
    """All that may consolidate are made ready; the first is taken up unless another is told to go."""
    b.active = consolidator(b)
    for u in range(b.n_units):
        one = b.units[u]
        if b.squads[u].consolidates == 0:
            continue
        one.done = 0
        one.linked = int(main_is_coherent(b, u))
        for i in range(one.first, one.first + one.count):
            if is_of(b, i, u):
                b.figures[i].moved = 0
                b.figures[i].start_x = b.figures[i].x
                b.figures[i].start_y = b.figures[i].y


@clause("C40-RES-8", "FLOOD-COH-18")
@kernel
def end_consolidation(b):
    """It has finished, or declines."""
    if b.active != NONE:
        b.squads[b.active].consolidates = 0
    b.active = NONE


@kernel
def end_assault(b):
    """All combats are fought: charges are over, and bands that touch nobody are of their squads again."""
    for u in range(b.n_units):
        b.units[u].charges = 0
        b.units[u].slowed = 0
    bring_together(b)
