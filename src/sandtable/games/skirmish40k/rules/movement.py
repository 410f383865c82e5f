"""MOVEMENT: how far models go, what is in their way, coherency, and running (MOV, COH, RUN)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.clauses import Clause, Code, Purpose
from sandtable.games.skirmish40k.record import Edition
from sandtable.games.skirmish40k.rules.measuring import is_near, is_of, is_on_table
from sandtable.games.skirmish40k.rules.morale import first_model
from sandtable.games.skirmish40k.rules.shooting import is_locked
from sandtable.games.skirmish40k.rules.testing import d6
from sandtable.kernel.bitsets import bit, lowest, without
from sandtable.kernel.geometry import snap
from sandtable.kernel.log import outcome
from sandtable.kernel.records import NONE


@clause("C40-MOV-1", "C40-TERR-2", "C40-RUN-3")
@kernel
def allowance(b, i, running):
    """Inches that figure ``i`` may go: its unit's run, or its move as far as the dice for Difficult ground let it."""
    unit = b.units[b.figures[i].unit]
    if running:
        return float(unit.run_roll)
    move = b.profiles[b.figures[i].profile].move
    return min(move, float(unit.ground_roll)) if unit.ground_roll > 0 else float(move)


@clause("C40-MOV-4", "C40-MOV-6")
@kernel
def put(b, i, x, y, fx, fy):
    """Stand figure ``i`` at a place on the lattice, facing any way; it has moved."""
    figure = b.figures[i]
    figure.x = snap(x)
    figure.y = snap(y)
    figure.fx = fx
    figure.fy = fy
    figure.moved = 1
    b.units[figure.unit].moved = 1


# ---------------------------------------------------------------- coherency


@clause("C40-COH-1")
@kernel
def mark_groups(b, unit, groups):
    """Number the groups of models linked within 2 inches of one another: ``groups[k]`` of the unit's k-th model.

    Those off the table have NONE. Returns how many groups there are.
    """
    return mark_linked(b, b.units[unit].first, b.units[unit].count, unit, groups)


@clause("C40-COH-1")
@kernel
def mark_linked(b, first, n, unit, groups):
    """The same of the ``n`` figures from ``first`` on, of this unit alone, or of any (NONE). At most 63 of them."""
    apart = 0  # who is of no group yet
    for k in range(n):
        groups[k] = NONE
        if _is_among(b, first + k, unit):
            apart |= bit(k)
    count = 0
    while apart != 0:
        waiting = bit(lowest(apart))  # who is of this group, and has not been asked yet who is near
        apart &= ~waiting
        while waiting != 0:
            at = lowest(waiting)
            waiting = without(waiting, at)
            groups[at] = count
            rest = apart
            while rest != 0:
                m = lowest(rest)
                rest = without(rest, m)
                if is_near(b, first + at, first + m, b.core.coherency):
                    apart = without(apart, m)
                    waiting |= bit(m)
        count += 1
    return count


@kernel
def _is_among(b, i, unit):
    """Figure ``i`` is on the table, and of this unit unless any will do."""
    return is_on_table(b.figures[i]) and (unit == NONE or b.figures[i].unit == unit)


# ---------------------------------------------------------------- running


@clause("C40-RUN-1", "C40-RUN-2")
@kernel
def may_run(b, unit):
    """A unit may run instead of shooting: in the 4th edition only if all its models are fleet. Nobody locked runs."""
    return can_run(b, unit) and not is_locked(b, unit)


@clause("C40-RUN-1", "C40-RUN-2")
@kernel
def can_run(b, unit):
    """The same of a unit that is known not to be locked."""
    if b.units[unit].falling_back != 0 or b.units[unit].run_roll != 0:
        return False
    return b.core.edition == Edition.FIFTH or is_fleet(b, unit)


@clause("C40-RUN-1", "C40-RUN-2", "C40-CHG-2")
@kernel
def is_fleet(b, unit):
    """Every model of the unit is fleet: it may charge after running."""
    return who_is_slow(b, unit) == NONE


@kernel
def who_is_slow(b, unit):
    """A model of the unit that is not fleet, or NONE."""
    one = b.units[unit]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, unit) and b.profiles[b.figures[i].profile].fleet == 0:
            return i
    return NONE


@clause("C40-RUN-4", "C40-RUN-5")
@kernel
def throw_run(b, unit, dice, log):
    """One die for the whole unit; from now on it does not shoot, even if nobody moves."""
    one = b.units[unit]
    runner = first_model(b, unit)
    one.run_roll = d6(b, runner, Purpose.RUN, dice, log)
    for i in range(one.first, one.first + one.count):
        b.figures[i].moved = 0
    outcome(log, Code.RUNS, Clause.RUN_4, runner, NONE, one.run_roll)
    return one.run_roll
