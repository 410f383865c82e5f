"""Charges: who carries them, and what becomes of them in the water and when a bearer dies (CARRY-14, MIS-6)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.flash_flood.clauses import Clause, Code, Purpose
from sandtable.games.flash_flood.record import Load
from sandtable.games.flash_flood.switches import LoseLoad
from sandtable.games.skirmish40k.rules.measuring import SLACK, gap_between, is_on_table
from sandtable.games.skirmish40k.rules.testing import d6
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE

PICKED_UP = 2
"""``moved`` of a figure that has picked up a charge, which ends its move (MIS-14)."""


@kernel
def charge_of(b, i):
    """The charge that figure ``i`` carries, or NONE."""
    for k in range(b.n_charges):
        if b.charges[k].state == Load.CARRIED and b.charges[k].bearer == i:
            return k
    return NONE


@kernel
def was_picked_up_by(b, i):
    """The charge that figure ``i`` has picked up in this phase, or NONE."""
    return charge_of(b, i) if b.figures[i].moved == PICKED_UP else NONE


@clause("C40-MOV-7", "FLOOD-MIS-14")
@kernel
def lay_back(b, i):
    """Figure ``i`` takes its move back: what it has picked up in this phase lies again where it lay."""
    k = was_picked_up_by(b, i)
    if k != NONE:
        b.charges[k].state = Load.LYING
        b.charges[k].bearer = NONE


@kernel
def lay_down(b, i):
    """The charge of figure ``i`` lies where it stands."""
    charge = b.charges[charge_of(b, i)]
    charge.state = Load.LYING
    charge.bearer = NONE
    charge.x = b.figures[i].x
    charge.y = b.figures[i].y


@clause("FLOOD-CARRY-14")
@kernel
def may_drop_charge(b, i, dice, log):
    """What a model carries travels with it; by the house rule a die of 1 leaves it where the model was swept from."""
    if b.options.lose_load == LoseLoad.NO or charge_of(b, i) == NONE:
        return
    if d6(b, i, Purpose.LOAD, dice, log) == 1:
        lay_down(b, i)
        event(log, Code.DROPS_CHARGE, Clause.FLOOD_CARRY_14, i, NONE, 0)
    else:
        event(log, Code.KEEPS_CHARGE, Clause.FLOOD_CARRY_14, i, NONE, 0)


@clause("FLOOD-MIS-6", "FLOOD-MIS-11")
@kernel
def pass_on_charge(b, i, log):
    """The bearer of a charge is dead: the nearest mate within 2 inches that has none takes it, else it lies there.

    Nobody chooses anything during the flood; the nearest mate is the first of equal ones.
    """
    if charge_of(b, i) == NONE:
        return
    unit = b.units[b.figures[i].unit]
    best = NONE
    least = b.rules.within
    for j in range(unit.first, unit.first + unit.count):
        if j == i or not is_on_table(b.figures[j]) or charge_of(b, j) != NONE:
            continue
        gap = gap_between(b, i, j)
        if is_within(gap, least, SLACK) and (best == NONE or gap < least - SLACK):
            best = j
            least = gap
    if best == NONE:
        lay_down(b, i)
        event(log, Code.CHARGE_LIES, Clause.FLOOD_MIS_6, i, NONE, 0)
        return
    b.charges[charge_of(b, i)].bearer = best
    event(log, Code.TAKES_CHARGE, Clause.FLOOD_MIS_6, best, i, 0)


@clause("FLOOD-MIS-6")
@kernel
def pass_on_all(b, log):
    """The charges of all who have fallen or left are passed on, or lie where they were."""
    for k in range(b.n_charges):
        if b.charges[k].state == Load.CARRIED and not is_on_table(b.figures[b.charges[k].bearer]):
            pass_on_charge(b, b.charges[k].bearer, log)
