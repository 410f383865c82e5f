"""MORALE: a quarter lost, falling back, regrouping, synapse, those who know no fear (MOR)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.clauses import Clause, Code, Purpose
from sandtable.games.skirmish40k.record import Mount
from sandtable.games.skirmish40k.rules.measuring import is_near, is_of, is_on_table
from sandtable.games.skirmish40k.rules.testing import MORALE, NO_MORALE, d6, throw_leadership
from sandtable.games.skirmish40k.rules.wounds import is_in_synapse, models_of
from sandtable.kernel.log import event, outcome
from sandtable.kernel.records import NONE


@kernel
def first_model(b, unit):
    """The first of a unit's models on the table, or NONE."""
    one = b.units[unit]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, unit):
            return i
    return NONE


@kernel
def leadership_of(b, unit):
    """The highest Leadership in the unit."""
    one = b.units[unit]
    best = 0
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, unit):
            best = max(best, b.profiles[b.figures[i].profile].leadership)
    return best


@clause("C40-MOR-5", "C40-SPEC-5")
@kernel
def has_synapse(b, unit):
    """A model of the unit is within range of a synapse creature of its side."""
    one = b.units[unit]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, unit) and is_in_synapse(b, i):
            return True
    return False


@clause("C40-MOR-5", "C40-RES-6")
@kernel
def passes_of_itself(b, unit):
    """The unit passes every test on Leadership without dice: it is fearless, or in synapse."""
    one = b.units[unit]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, unit) and b.profiles[b.figures[i].profile].fearless != 0:
            return True
    return has_synapse(b, unit)


@kernel
def throw_morale(b, unit, leadership, dice, log):
    """A Morale test of a unit at this Leadership, modifiers and all."""
    return throw_leadership(b, first_model(b, unit), leadership, MORALE, dice, log)


@clause("C40-MOR-1")
@kernel
def has_lost_a_quarter(at_phase, left):
    """Of the models at the start of the phase a quarter or more has been lost."""
    return at_phase > 0 and 4 * (at_phase - left) >= at_phase


@clause("C40-MOR-1", "C40-MOR-2", "C40-MOR-5")
@kernel
def end_phase_test(b, unit, dice, log):
    """At the end of a phase, not of close combat: a unit that lost a quarter in it tests. True: it holds."""
    left = models_of(b, unit)
    if left == 0 or not has_lost_a_quarter(b.units[unit].at_phase, left) or passes_of_itself(b, unit):
        return True
    if throw_morale(b, unit, leadership_of(b, unit), dice, log):
        return True
    begin_to_fall_back(b, unit, log)
    return False


@clause("C40-MOR-2")
@kernel
def begin_to_fall_back(b, unit, log):
    """A unit that failed falls back at once; ``throw_fall_back`` says how far."""
    b.units[unit].falling_back = 1
    event(log, Code.FALLS_BACK_NOW, Clause.MOR_2, first_model(b, unit), NONE, 0)


@clause("C40-MOR-2", "C40-MOR-8")
@kernel
def throw_fall_back(b, unit, dice, log):
    """Inches that a unit falls back: two dice, three for bikes and jump infantry. Again in each own Movement phase."""
    i = first_model(b, unit)
    mount = b.profiles[b.figures[i].profile].mount
    inches = 0
    for _ in range(2 if mount == Mount.FOOT else 3):
        inches += d6(b, i, Purpose.FALL_BACK, dice, log)
    return inches


@clause("C40-MOR-3", "C40-MOR-4")
@kernel
def may_regroup(b, unit, is_coherent):
    """A unit falling back may regroup: in coherency, no enemy within 6 inches, half its models left unless Marines."""
    if b.units[unit].falling_back == 0 or models_of(b, unit) == 0 or not is_coherent:
        return False
    return not too_few_to_regroup(b, unit) and who_keeps_from_regrouping(b, unit)[1] == NONE


@clause("C40-MOR-3", "C40-MOR-4")
@kernel
def too_few_to_regroup(b, unit):
    """Less than half of a unit's models are left, and they are no Marines."""
    return 2 * models_of(b, unit) < b.units[unit].at_start and not _knows_no_fear(b, unit)


@clause("C40-MOR-3")
@kernel
def who_keeps_from_regrouping(b, unit):
    """A model of the unit and an enemy within 6 inches of it, or NONE and NONE."""
    one = b.units[unit]
    for i in range(one.first, one.first + one.count):
        if not is_of(b, i, unit):
            continue
        for j in range(b.n_figures):
            other = b.figures[j]
            if other.side != one.side and is_on_table(other) and is_near(b, i, j, b.core.regroup):
                return i, j
    return NONE, NONE


@kernel
def _knows_no_fear(b, unit):
    """Every model of the unit is a Space Marine."""
    one = b.units[unit]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, unit) and b.profiles[b.figures[i].profile].no_fear == 0:
            return False
    return True


@clause("C40-MOR-3", "C40-MOR-4", "C40-MOR-10")
@kernel
def regroup(b, unit, dice, log):
    """The regroup test; Marines pass without dice. Who passes stops, counts as having moved and may not charge."""
    one = b.units[unit]
    passed = _knows_no_fear(b, unit) or passes_of_itself(b, unit)
    if not passed:
        passed = throw_leadership(b, first_model(b, unit), leadership_of(b, unit), NO_MORALE, dice, log)
    if passed:
        one.falling_back = 0
        one.regrouped = 1
        one.moved = 1
        one.done = 1
        outcome(log, Code.REGROUPS, Clause.MOR_3, first_model(b, unit), NONE, 0)
    return passed


@clause("C40-MOR-9", "C40-MOR-4")
@kernel
def stands_when_charged(b, unit, dice, log):
    """A unit falling back that is charged tests: passing it stops and fights, failing it is destroyed."""
    one = b.units[unit]
    passed = _knows_no_fear(b, unit) or passes_of_itself(b, unit)
    if not passed:
        passed = throw_leadership(b, first_model(b, unit), leadership_of(b, unit), NO_MORALE, dice, log)
    one.falling_back = 0
    if not passed:
        event(log, Code.IS_RUN_DOWN, Clause.MOR_9, first_model(b, unit), NONE, 0)
        for i in range(one.first, one.first + one.count):
            if is_of(b, i, unit):
                b.figures[i].wounds = 0
    return passed


@clause("C40-MOR-6")
@kernel
def instinct(b, unit, is_tyranid, dice, log):
    """House rule: Tyranids out of synapse test at the start of their turn; failing, they fall back. True: they act."""
    if b.core.instinctive == 0 or is_tyranid == 0 or models_of(b, unit) == 0 or has_synapse(b, unit):
        return True
    if throw_leadership(b, first_model(b, unit), leadership_of(b, unit), NO_MORALE, dice, log):
        return True
    begin_to_fall_back(b, unit, log)
    return False
