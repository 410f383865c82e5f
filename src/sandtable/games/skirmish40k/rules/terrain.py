"""TERRAIN: Difficult and Dangerous ground, and what its dice do (TERR)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.clauses import Clause, Code, Purpose
from sandtable.games.skirmish40k.rules.morale import first_model
from sandtable.games.skirmish40k.rules.testing import at_least, d6
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE


@clause("C40-TERR-2", "C40-TERR-7")
@kernel
def throw_for_ground(b, unit, dice, log):
    """Two dice of which the higher is the most that any model of the unit may go in this phase; once a phase."""
    one = b.units[unit]
    if one.ground_roll == 0:
        thrower = first_model(b, unit)
        first = d6(b, thrower, Purpose.DIFFICULT, dice, log)
        second = d6(b, thrower, Purpose.DIFFICULT, dice, log)
        one.ground_roll = max(first, second)
    return one.ground_roll


@clause("C40-TERR-4", "C40-TERR-6")
@kernel
def dangerous_test(b, i, again, dice, log):
    """Figure ``i`` passes a Dangerous terrain test; ``again``: a skilled rider throws a failure once more."""
    passed = at_least(b, i, b.core.danger, again, Purpose.DANGEROUS, dice, log)
    event(log, Code.PASSES_TERRAIN if passed else Code.FAILS_TERRAIN, Clause.TERR_4, i, NONE, 0)
    return passed
