"""COMBAT RESULTS: who has won, the losers' test, the sweeping advance, consolidation, the fearless (RES)."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.clauses import Clause, Code, Purpose
from sandtable.games.skirmish40k.record import Edition
from sandtable.games.skirmish40k.rules.casualties import suffer
from sandtable.games.skirmish40k.rules.measuring import is_of
from sandtable.games.skirmish40k.rules.morale import first_model, leadership_of, passes_of_itself, throw_morale
from sandtable.games.skirmish40k.rules.saves import is_saved, saves_in_combat
from sandtable.games.skirmish40k.rules.testing import d6
from sandtable.games.skirmish40k.rules.wounds import models_of
from sandtable.kernel.log import event, outcome
from sandtable.kernel.records import NONE


class Result(NamedTuple):
    """How a combat ended."""

    winner: int  # side, or NONE for a draw
    difference: int  # unsaved wounds inflicted more


@clause("C40-RES-1", "C40-RES-5")
@kernel
def result_of(first, second):
    """The side that inflicted more unsaved wounds wins, by the difference; as many: a draw, and nothing follows."""
    if first == second:
        return Result(NONE, 0)
    return Result(0, first - second) if first > second else Result(1, second - first)


@clause("C40-RES-1", "C40-RES-2")
@kernel
def lowered_by(b, unit, difference, losers, winners):
    """By how much defeat lowers a unit's Leadership: by the difference in wounds.

    By ``combat_result`` of the 4th edition by 1 if the winners have more models in the combat, and by 1 if less than
    half of its own models are left. ``losers``, ``winners``: models of both sides in the combat.
    """
    if b.core.combat_result == Edition.FIFTH:
        return difference
    return int(winners > losers) + int(2 * models_of(b, unit) < b.units[unit].at_start)


@clause("C40-RES-2", "C40-RES-6", "C40-RES-7")
@kernel
def loser_stays(b, unit, lowered, dice, log):
    """A losing unit tests Morale with so much less Leadership; who passes stays. The fearless do not test."""
    if passes_of_itself(b, unit):
        return True
    return throw_morale(b, unit, leadership_of(b, unit) - lowered, dice, log)


@clause("C40-RES-6", "C40-MOR-5")
@kernel
def fearless_wounds(b, unit, difference, dice, log):
    """In the 5th edition a fearless loser takes a wound for each point of difference, armour saves allowed."""
    if b.core.edition != Edition.FIFTH:
        return 0
    one = b.units[unit]
    teller = first_model(b, unit)
    taken = 0
    left = difference
    while left > 0 and models_of(b, unit) > 0:
        given = 0
        for i in range(one.first, one.first + one.count):
            if left > 0 and is_of(b, i, unit):
                left -= 1
                given += 1
                if not is_saved(b, i, saves_in_combat(1), dice, log):
                    suffer(b, i, 0, log)
                    taken += 1
        if given == 0:
            break
    event(log, Code.FEARLESS, Clause.RES_6, teller, NONE, taken)
    return taken


@clause("C40-RES-7")
@kernel
def common_initiative(b, unit):
    """The Initiative of more than half of a unit's models, as its profile says; without such a majority the highest."""
    one = b.units[unit]
    living = models_of(b, unit)
    most = 0
    for i in range(one.first, one.first + one.count):
        if not is_of(b, i, unit):
            continue
        value = b.profiles[b.figures[i].profile].initiative
        same = 0
        for j in range(one.first, one.first + one.count):
            other = b.figures[j]
            same += int(is_of(b, j, unit) and b.profiles[other.profile].initiative == value)
        if 2 * same > living:
            return value
        most = max(most, value)
    return most


@clause("C40-RES-3", "C40-RES-7", "C40-MOR-4")
@kernel
def escapes(b, fleeing, pursuer, dice, log):
    """A sweeping advance: each throws a die and adds its Initiative; only with a higher total the fleeing escape."""
    runner, hunter = first_model(b, fleeing), first_model(b, pursuer)
    flight = d6(b, runner, Purpose.SWEEP, dice, log) + common_initiative(b, fleeing)
    pursuit = d6(b, hunter, Purpose.SWEEP, dice, log) + common_initiative(b, pursuer)
    gone = flight > pursuit
    code = Code.ESCAPES if gone else Code.IS_SWEPT
    outcome(log, code, Clause.RES_3, runner, hunter, flight - pursuit)
    return gone


@clause("C40-RES-3", "C40-MOR-4", "C40-SPEC-6")
@kernel
def sweep(b, unit, log):
    """A unit caught by a sweeping advance is destroyed; Space Marines stay locked and fight on. Models lost."""
    one = b.units[unit]
    lost = 0
    for i in range(one.first, one.first + one.count):
        figure = b.figures[i]
        if is_of(b, i, unit) and b.profiles[figure.profile].no_fear == 0:
            figure.wounds = 0
            lost += 1
    if lost == 0:
        event(log, Code.KNOWS_NO_FEAR, Clause.MOR_4, first_model(b, unit), NONE, 0)
    return lost


@clause("C40-RES-4")
@kernel
def throw_consolidation(b, unit, dice, log):
    """Inches that a winner may consolidate: 3 in the 4th edition, a die for the unit in the 5th."""
    if b.core.edition == Edition.FOURTH:
        return b.core.consolidate
    return float(d6(b, first_model(b, unit), Purpose.CONSOLIDATE, dice, log))
