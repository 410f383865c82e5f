"""COMBATS: a round of blows between units, step of Initiative after step, its wounds shared out and saved (CC, REM)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.clauses import Clause, Code
from sandtable.games.skirmish40k.record import Edition
from sandtable.games.skirmish40k.rules.casualties import gather, share_out, suffer, take_off_wounds
from sandtable.games.skirmish40k.rules.close_combat import (
    HIGHEST_STEP,
    MISSED,
    attacks_of,
    is_engaged,
    may_strike,
    saves_after,
    step_of,
    strength_of_blow,
    strike,
)
from sandtable.games.skirmish40k.rules.measuring import is_farther_west, is_of, is_on_table
from sandtable.games.skirmish40k.rules.saves import is_saved
from sandtable.games.skirmish40k.rules.wounds import models_of, skill_of_unit, toughness_of_unit
from sandtable.kernel.log import event, no_room
from sandtable.kernel.records import NONE, record
from sandtable.kernel.scratch import keep_until_here

MAX_BLOWS = 400
"""Blows that wound at one step of Initiative: six from each of 64 models. More of them are an error that is said."""

MAX_SQUAD = 64

BLOW = record(("unit", "i4"), ("striker", "i4"), ("kind", "i4"))


@clause("C40-CC-3", "C40-CC-4", "C40-CC-11", "C40-CC-5")
@kernel
def strike_unit(b, i, u, blows, n, dice, log):
    """Figure ``i`` strikes all its blows at a unit; those that wound are noted. Returns how many there are then."""
    profile = b.profiles[b.figures[i].profile]
    one = b.units[u]
    target = NONE
    for j in range(one.first, one.first + one.count):
        if target == NONE and is_of(b, j, u):
            target = j
    if target == NONE:
        return n
    charging = b.units[b.figures[i].unit].charges
    skill = skill_of_unit(b, u)
    toughness = toughness_of_unit(b, u)
    wounds = 0
    for _ in range(attacks_of(profile, charging, b.core.edition)):
        kind = strike(b, i, target, skill, toughness, dice, log)
        if kind != MISSED and n >= len(blows):
            no_room(log)
        elif kind != MISSED:
            blows[n].unit = u
            blows[n].striker = i
            blows[n].kind = kind
            n += 1
            wounds += 1
    event(log, Code.STRIKES, Clause.CC_5, i, target, wounds)
    return n


@clause("C40-CC-2", "C40-CC-5", "C40-CC-9", "C40-CC-11", "C40-REM-2", "C40-REM-3")
@kernel
def share_blows(b, u, blows, n, may_fall, dice, log):
    """The wounds of one step on a unit: shared out, saved, taken off; returns those not saved.

    ``may_fall`` (i8[figures]): on whom they fall in the 4th edition, as ``mark_engaged`` fills it.
    """
    one = b.units[u]
    count = 0
    for k in range(n):
        count += int(blows[k].unit == u)
    if count == 0:
        return 0
    shares = np.zeros(MAX_SQUAD, np.int64)
    its_own = may_fall[one.first : one.first + one.count]
    share_out(b, u, count, its_own, shares)
    unsaved = 0
    k = 0
    for m in range(n):
        if blows[m].unit != u:
            continue
        left = 0
        for p in range(one.count):
            left += shares[p]
        if left == 0:
            break
        while shares[k] == 0:
            k = (k + 1) % one.count
        shares[k] -= 1
        j = one.first + k
        if not is_saved(b, j, saves_after(blows[m].kind), dice, log):
            suffer(b, j, strength_of_blow(b.profiles[b.figures[blows[m].striker].profile]), log)
            unsaved += 1
        k = (k + 1) % one.count
    gather(b, u, its_own)
    for j in range(one.first, one.first + one.count):
        if is_of(b, j, u):
            take_off_wounds(b, j, log)
    return unsaved


@clause("C40-CC-11", "C40-REM-2")
@kernel
def mark_engaged(b, may_fall):
    """Who is engaged at the start of a step: in the 4th edition wounds of the step fall on nobody else."""
    for i in range(b.n_figures):
        may_fall[i] = int(b.core.edition != Edition.FOURTH or is_engaged(b, i))


@clause("C40-CC-11")
@kernel
def unit_struck(b, i, combats, combat):
    """The enemy unit of a combat that figure ``i`` strikes: of those that it may that farthest west, or NONE."""
    best = NONE
    for u in range(b.n_units):
        if combats[u] == combat and b.units[u].side != b.figures[i].side and may_strike(b, i, u):
            if best == NONE or is_farther_west(b, u, best):
                best = u
    return best


@clause("C40-CC-1", "C40-CC-2", "C40-CC-9", "C40-CC-10")
@kernel
def fight_round(b, combats, combat, wounds, dice, log):
    """One round of a combat (see ``mark_combats``). ``wounds`` (i8[2]) adds up what each side inflicted unsaved."""
    blows = np.empty(MAX_BLOWS, BLOW)
    engaged = np.empty(len(b.figures), np.int64)
    for step in range(HIGHEST_STEP, 0, -1):
        n = 0
        mark_engaged(b, engaged)
        for i in range(b.n_figures):
            figure = b.figures[i]
            if not is_on_table(figure) or figure.unit == NONE or combats[figure.unit] != combat:
                continue
            unit = b.units[figure.unit]
            if step_of(b.profiles[figure.profile], unit.slowed, b.core.edition) != step or not is_engaged(b, i):
                continue
            u = unit_struck(b, i, combats, combat)
            if u != NONE:
                n = strike_unit(b, i, u, blows, n, dice, log)
        if n > 0:
            for u in range(b.n_units):
                if combats[u] == combat and models_of(b, u) > 0:
                    wounds[1 - b.units[u].side] += share_blows(b, u, blows, n, engaged, dice, log)
    keep_until_here(blows)
