"""CHARGES THAT LIE: who may pick one up in the Movement phase, at the end of their move (MIS-6, MIS-14)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.flash_flood.clauses import Clause, Code
from sandtable.games.flash_flood.record import Load, Side
from sandtable.games.flash_flood.rules.charges import PICKED_UP, charge_of
from sandtable.games.flash_flood.rules.coherency import acts_normally
from sandtable.games.flash_flood.rules.movement_phase import finish_if_all_moved
from sandtable.games.skirmish40k.rules.measuring import SLACK, is_on_table
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import TOUCH
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event, locate, reason
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@kernel
def _gap_to_charge(b, i, k):
    """Inches between the base of figure ``i`` and charge ``k``."""
    return distance_of_points(b.figures[i].x, b.figures[i].y, b.charges[k].x, b.charges[k].y) - 0.5 * b.figures[i].width


@clause("FLOOD-MIS-14")
@kernel
def is_at_charge(b, i, k):
    """Figure ``i`` is in contact with charge ``k``."""
    return is_within(_gap_to_charge(b, i, k), TOUCH, SLACK)


@clause("FLOOD-MIS-6", "FLOOD-MIS-14", "FLOOD-COH-14")
@kernel
def judge_pick_up(b, action, log):
    """An Imperial model in contact with a charge that lies, and with none of its own, takes it up."""
    if action.n_actors != 1:
        return refused(log, Code.NAMES_ONE, Clause.FLOOD_MIS_6, NONE, NONE, action.n_actors)
    i = action.actors[0]
    k = action.item
    figure = b.figures[i]
    if figure.side != Side.IMPERIALS:
        return refused(log, Code.ONLY_IMPERIALS, Clause.FLOOD_MIS_6, i, NONE, 0)
    if b.side != Side.IMPERIALS:
        return refused(log, Code.NOT_YOUR_TURN, Clause.FLOOD_MIS_11, i, NONE, 0)
    if k < 0 or k >= b.n_charges:
        return refused(log, Code.NO_SUCH_CHARGE, Clause.FLOOD_MIS_6, i, NONE, b.n_charges)
    if b.charges[k].state != Load.LYING:
        return refused(log, Code.DOES_NOT_LIE, Clause.FLOOD_MIS_6, i, NONE, k + 1)
    if not is_on_table(figure):
        return refused(log, Code.IS_GONE, Clause.FLOOD_MIS_6, i, NONE, 0)
    if not acts_normally(b, i):
        return refused(log, Code.ONLY_REJOINS, Clause.FLOOD_COH_14, i, NONE, 0)
    if not is_at_charge(b, i, k):
        gap = _gap_to_charge(b, i, k)
        at = reason(log, Code.NOT_AT_CHARGE, Clause.FLOOD_MIS_14, i, NONE, 0)
        locate(log, at, figure.x, figure.y, b.charges[k].x, b.charges[k].y, gap)
        return Verdict(0, 0)
    if charge_of(b, i) != NONE:
        return refused(log, Code.CARRIES_ONE, Clause.FLOOD_MIS_14, i, NONE, 0)
    return Verdict(1, 0)


@clause("FLOOD-MIS-6", "FLOOD-MIS-14")
@kernel
def make_pick_up(b, action, log):
    """It does, at the end of its move: it goes no farther in this phase."""
    i = action.actors[0]
    charge = b.charges[action.item]
    charge.state = Load.CARRIED
    charge.bearer = i
    b.figures[i].moved = PICKED_UP
    event(log, Code.PICKS_UP, Clause.FLOOD_MIS_6, i, NONE, 0)
    if b.figures[i].unit == b.active:
        finish_if_all_moved(b, b.active)
