"""WOU-1, TRP-1: what is placed when all battalions stand: hospitals, then the markers of traps."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.record import SIDES, Phase, Thing
from sandtable.games.batalist.rules.ambush import MARKERS
from sandtable.games.batalist.rules.traps import lay_trap, may_lay_trap
from sandtable.games.batalist.switches import Traps, Wounded
from sandtable.games.common.verdicts import refused
from sandtable.kernel.action_checks import is_finite
from sandtable.kernel.geometry import snap
from sandtable.kernel.log import side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("BAT-WOU-1")
@kernel
def owes_hospital(b, side):
    """Wounded count, and the side has not said yet where its hospital is, if anywhere."""
    return b.options.wounded == Wounded.YES and b.sides[side].hospital == 0


@clause("BAT-TRP-1")
@kernel
def markers_laid(b, side):
    """How many markers of traps a side has laid."""
    laid = 0
    for m in range(b.n_markers):
        if b.markers[m].thing == Thing.TRAP and b.markers[m].side == side:
            laid += 1
    return laid


@clause("BAT-TRP-1")
@kernel
def owes_trap(b, side):
    """The side has markers of traps to lay yet."""
    return b.options.traps == Traps.YES and markers_laid(b, side) < MARKERS * b.sides[side].traps


@clause("BAT-WOU-1", "BAT-DEP-11", "BAT-TRP-1")
@kernel
def run_placing(b):
    """Each side is asked for its hospital, where wounded count, then for its traps; then the first turn begins."""
    for turn in range(SIDES):
        side = b.first if turn == 0 else 1 - b.first
        if owes_hospital(b, side):
            b.mover = side
            return True
    for turn in range(SIDES):
        side = b.first if turn == 0 else 1 - b.first
        if owes_trap(b, side):
            b.mover = side
            return True
    b.phase = Phase.TURN.value
    return False


@clause("BAT-WOU-1")
@kernel
def judge_hospital(b, action, log):
    """A field hospital, a point inside the own deployment zone."""
    own = b.sides[b.mover]
    inside = is_finite(action) and 0.0 <= action.x <= b.width and own.zone_from <= action.y <= own.zone_to
    if inside and owes_hospital(b, b.mover):
        return Verdict(1, 0)
    return refused(log, Code.NO_PLACE.value, Clause.WOU_1.value, NONE, NONE, 0)


@clause("BAT-WOU-1")
@kernel
def make_hospital(b, action, log):
    """It stands there."""
    own = b.sides[b.mover]
    own.hospital = 1
    own.hospital_x = snap(action.x)
    own.hospital_y = snap(action.y)
    side_event(log, Code.HAS_HOSPITAL.value, Clause.WOU_1.value, b.mover, 0)


@clause("BAT-TRP-1", "BAT-TRP-5")
@kernel
def true_in_set(b, side, trap):
    """How many of the markers of a trap that lie already are the real one, and of which kind it is; NONE: none lies."""
    true = 0
    kind = NONE
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies != 0 and marker.thing == Thing.TRAP and marker.side == side and marker.owner == trap:
            true += marker.true
            kind = 0 + marker.kind
    return true, kind


@clause("BAT-TRP-1", "BAT-ARM-17")
@kernel
def judge_lay_trap(b, action, log):
    """One marker of a trap of the kind that the player chooses: of three one is the real one."""
    good = is_finite(action) and owes_trap(b, b.mover) and not owes_hospital(b, b.mover)
    if good:
        laid = markers_laid(b, b.mover)
        trap = laid // MARKERS
        true, kind = true_in_set(b, b.mover, trap)
        good = 0 <= action.item < len(b.traps) and (kind == NONE or kind == action.item)
        total = true + (1 if action.amount == 1 else 0)
        good = good and total <= 1 and (laid % MARKERS < MARKERS - 1 or total == 1)
        good = good and may_lay_trap(b, b.mover, trap, snap(action.x), snap(action.y))
    if not good:
        return refused(log, Code.NO_PLACE.value, Clause.TRP_1.value, NONE, NONE, 0)
    return Verdict(1, 0)


@clause("BAT-TRP-1", "BAT-TRP-5")
@kernel
def make_lay_trap(b, action, log):
    """It lies there; the other side sees a marker, not its kind nor whether it is the real one."""
    trap = markers_laid(b, b.mover) // MARKERS
    lay_trap(b, b.mover, trap, action.item, snap(action.x), snap(action.y), action.amount == 1)
    side_event(log, Code.LAYS_TRAP_MARKER.value, Clause.TRP_1.value, b.mover, 0)


@clause("BAT-WOU-1", "BAT-TRP-1")
@kernel
def judge_leave_out(b, log):
    """A hospital is not compulsory, nor is a trap; one that is begun must have its three markers."""
    if owes_hospital(b, b.mover) or markers_laid(b, b.mover) % MARKERS == 0:
        return Verdict(1, 0)
    return refused(log, Code.NO_PLACE.value, Clause.TRP_1.value, NONE, NONE, 0)


@clause("BAT-WOU-1", "BAT-TRP-1")
@kernel
def make_leave_out(b):
    """No hospital, or no more traps."""
    if owes_hospital(b, b.mover):
        b.sides[b.mover].hospital = NONE
    else:
        b.sides[b.mover].traps = markers_laid(b, b.mover) // MARKERS
