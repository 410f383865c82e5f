"""HIT: what the water and hard things do to those it swept."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.flash_flood.clauses import Clause, Code
from sandtable.games.flash_flood.rules.charges import pass_on_charge
from sandtable.games.flash_flood.rules.water import leave
from sandtable.games.flash_flood.switches import ImpactSave, InvVsFlood
from sandtable.games.skirmish40k.rules.casualties import hit, take_off_wounds
from sandtable.games.skirmish40k.rules.measuring import SLACK
from sandtable.games.skirmish40k.rules.saves import NO_SAVE, Allowed, no_save_at_all
from sandtable.games.skirmish40k.rules.wounds import capped
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE


@clause("FLOOD-HIT-1", "FLOOD-HIT-2", "FLOOD-HIT-3")
@kernel
def strength_of_water(b, moved):
    """Strength 1, and 1 more for each full 3 inches really moved; 10 at most."""
    return capped(b.rules.strength + int((moved + SLACK) / b.rules.inches_a_strength))


@clause("FLOOD-HIT-4")
@kernel
def saves_from_water(b):
    """None at all; by the house rule invulnerable ones."""
    if b.options.inv_vs_flood == InvVsFlood.YES:
        return Allowed(0, 0, NO_SAVE, 1)
    return no_save_at_all()


@clause("FLOOD-HIT-6")
@kernel
def saves_from_impact(b):
    """As from the water; by the house rule armour, and with it what no AP denies."""
    if b.options.impact_save == ImpactSave.ARMOUR:
        return Allowed(0, 1, NO_SAVE, 1)
    return saves_from_water(b)


@clause("FLOOD-HIT-1", "FLOOD-HIT-5", "FLOOD-HIT-7", "FLOOD-HIT-8", "FLOOD-HIT-9", "FLOOD-HIT-10", "FLOOD-HIT-11",
        "FLOOD-BUMP-11", "FLOOD-HIT-2")  # fmt: skip
@kernel
def take_hits(b, water, i, dice, log):
    """The hits on figure ``i`` for the sweep that has just ended, on it alone; slain, it is out of the way at once."""
    swimmer = water.swimmers[i]
    strength = strength_of_water(b, swimmer.moved)
    event(log, Code.WATER_HITS, Clause.FLOOD_HIT_2, i, NONE, strength)
    hit(b, NONE, i, strength, saves_from_water(b), 0, dice, log)
    if swimmer.struck != 0:
        event(log, Code.IMPACT_HITS, Clause.FLOOD_HIT_5, i, NONE, b.rules.impact)
        hit(b, NONE, i, b.rules.impact, saves_from_impact(b), 0, dice, log)
    if take_off_wounds(b, i, log):
        leave(water, i)
        pass_on_charge(b, i, log)
