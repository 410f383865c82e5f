"""DICE AND TESTS: D6, D3, re-rolls and the roll-off (GEN), characteristic, Leadership and Morale tests (TEST)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.clauses import Clause, Code, Purpose
from sandtable.kernel.dice import throw_die
from sandtable.kernel.log import event, side_event
from sandtable.kernel.opposed_rolls import CONTESTANT, Again, contest, enter
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here


@clause("C40-GEN-2")
@kernel
def d6(b, i, purpose, dice, log):
    """One die for figure ``i``, thrown by its side."""
    return throw_die(dice, log, purpose, b.figures[i].side, i, 6)


@clause("C40-GEN-2")
@kernel
def at_least(b, i, needed, again, purpose, dice, log):
    """The die for figure ``i`` shows ``needed`` or more; with ``again`` a failure is thrown once more, which stands."""
    die = d6(b, i, purpose, dice, log)
    if die < needed and again != 0:
        die = d6(b, i, purpose, dice, log)
    return die >= needed


@clause("C40-GEN-3")
@kernel
def roll_off(n_sides, dice, log):
    """The side that wins a roll-off: each throws a die, the high one wins, equal ones throw again."""
    sides = np.empty(n_sides, CONTESTANT)
    for side in range(n_sides):
        enter(sides[side], side, NONE, 0)
    first = contest(sides, n_sides, Again.TIED, dice, log, Purpose.ROLL_OFF)
    keep_until_here(sides)
    side_event(log, Code.WINS_ROLL_OFF, Clause.GEN_3, first, 0)
    return first


@clause("C40-TEST-1", "C40-TEST-2")
@kernel
def passes_on(value, die):
    """The die passes a test on this characteristic: equal to or less than it, never a 6, and never on nothing."""
    return value > 0 and die <= value and die != 6


@clause("C40-TEST-1")
@kernel
def characteristic_test(b, i, value, dice, log):
    """Figure ``i`` passes a test on a characteristic of this value."""
    passed = passes_on(value, d6(b, i, Purpose.TEST, dice, log))
    event(log, Code.PASSES_TEST if passed else Code.FAILS_TEST, Clause.TEST_1, i, NONE, value)
    return passed


@clause("C40-TEST-3")
@kernel
def leadership_passes(leadership, first, second):
    """Two dice pass a Leadership test: their sum is equal to or less than the value, modifiers and all."""
    return first + second <= leadership


@clause("C40-TEST-4")
@kernel
def morale_passes(leadership, first, second):
    """Two dice pass a Morale test: as for Leadership, and double one always."""
    return leadership_passes(leadership, first, second) or (first == 1 and second == 1)


MORALE = True
"""What a test on Leadership is: a Morale test, which double one always passes, or another."""

NO_MORALE = False


@clause("C40-TEST-3")
@kernel
def throw_leadership(b, i, leadership, morale, dice, log):
    """Figure ``i`` throws two dice against this Leadership; ``morale``: double one always passes."""
    first = d6(b, i, Purpose.LEADERSHIP, dice, log)
    second = d6(b, i, Purpose.LEADERSHIP, dice, log)
    passed = morale_passes(leadership, first, second) if morale else leadership_passes(leadership, first, second)
    event(log, Code.PASSES_TEST if passed else Code.FAILS_TEST, Clause.TEST_3, i, NONE, leadership)
    return passed
