"""TERRAIN: Difficult and Dangerous ground, and what its dice do (TERR)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.clauses import Clause, Code, Purpose
from sandtable.games.skirmish40k.record import Going, Mount
from sandtable.games.skirmish40k.rules.casualties import suffer, take_off_wounds
from sandtable.games.skirmish40k.rules.morale import first_model
from sandtable.games.skirmish40k.rules.testing import at_least, d6
from sandtable.kernel.discs import disc_hits_feature, disc_of, disc_overlaps_feature, disc_placed
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE


@clause("C40-TERR-1")
@kernel
def enters(b, i, x0, y0, x1, y1, going):
    """The base of figure ``i``, going straight from (x0, y0) to (x1, y1), is at any moment in ground of this kind."""
    disc = disc_placed(disc_of(b.figures[i]), x0, y0, 0.0, 1.0)
    for k in range(b.terrain.n_features):
        if b.ground[k].going == going and disc_hits_feature(disc, x1 - x0, y1 - y0, b.terrain, k):
            return True
    return False


@clause("C40-TERR-1")
@kernel
def stands_in(b, i, x, y, going):
    """The base of figure ``i``, standing at (x, y), is in ground of this kind."""
    disc = disc_placed(disc_of(b.figures[i]), x, y, 0.0, 1.0)
    for k in range(b.terrain.n_features):
        if b.ground[k].going == going and disc_overlaps_feature(disc, b.terrain, k):
            return True
    return False


@clause("C40-TERR-2", "C40-TERR-3")
@kernel
def is_slowed_by(profile, going):
    """Difficult ground slows a model: one on foot, not bikes and not jump infantry."""
    return going == Going.DIFFICULT and profile.mount == Mount.FOOT


@clause("C40-TERR-3")
@kernel
def must_test(b, i, x0, y0, x1, y1):
    """The move of figure ``i`` calls for a Dangerous terrain test.

    Dangerous ground does of everybody who is ever in it; Difficult ground of bikes, and of jump infantry that starts
    or ends in it.
    """
    mount = b.profiles[b.figures[i].profile].mount
    if enters(b, i, x0, y0, x1, y1, Going.DANGEROUS):
        return True
    if mount == Mount.BIKE:
        return enters(b, i, x0, y0, x1, y1, Going.DIFFICULT)
    if mount == Mount.WINGS:
        return stands_in(b, i, x0, y0, Going.DIFFICULT) or stands_in(b, i, x1, y1, Going.DIFFICULT)
    return False


ONE_EACH = 1
"""Inches that each pip of the higher die allows to those who do not leap."""


@clause("C40-TERR-2", "C40-TERR-7", "C40-CHG-6")
@kernel
def throw_for_ground(b, unit, inches, dice, log):
    """Two dice of which the higher is the most that any model of the unit may go in this phase; once a phase.

    ``inches``: what each of its pips allows, two in a charge of those who leap.
    """
    one = b.units[unit]
    if one.ground_roll == 0:
        thrower = first_model(b, unit)
        first = d6(b, thrower, Purpose.DIFFICULT, dice, log)
        second = d6(b, thrower, Purpose.DIFFICULT, dice, log)
        one.ground_roll = max(first, second)
        cited = Clause.TERR_2 if inches == ONE_EACH else Clause.CHG_6
        event(log, Code.GOES_THROUGH_GROUND, cited, thrower, NONE, inches * one.ground_roll)
    return one.ground_roll


@clause("C40-TERR-4", "C40-TERR-6")
@kernel
def dangerous_test(b, i, again, dice, log):
    """Figure ``i`` passes a Dangerous terrain test; ``again``: a skilled rider throws a failure once more."""
    passed = at_least(b, i, b.core.danger, again, Purpose.DANGEROUS, dice, log)
    event(log, Code.PASSES_TERRAIN if passed else Code.FAILS_TERRAIN, Clause.TERR_4, i, NONE, 0)
    return passed


@clause("C40-TERR-5")
@kernel
def fail_terrain(b, i, log):
    """What a failed Dangerous terrain test does: one wound, no armour or cover save. True if it kills."""
    suffer(b, i, 0, log)
    return take_off_wounds(b, i, log)
