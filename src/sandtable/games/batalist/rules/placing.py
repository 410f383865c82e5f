"""WOU-1, TRP-1: what is placed when all battalions stand: hospitals, then the markers of traps."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Phase, Thing
from sandtable.games.batalist.record import SIDES
from sandtable.games.batalist.rules.ambush import MARKERS
from sandtable.games.batalist.rules.reasons import (
    allowed,
    because,
    because_far,
    because_of,
    because_there,
    verdict,
)
from sandtable.games.batalist.rules.traps import TOGETHER, lay_trap, may_lay_trap
from sandtable.games.batalist.switches import Traps, Wounded
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
    b.phase = Phase.TURN
    return False


@clause("BAT-WOU-1")
@kernel
def judge_hospital(b, action, log):
    """A field hospital, a point inside the own deployment zone."""
    own = b.sides[b.mover]
    if not owes_hospital(b, b.mover):
        return verdict(log, NONE, because(Code.HOSPITAL_PLACED, Clause.WOU_1))
    if not is_finite(action):
        return verdict(log, NONE, because(Code.NO_POSE, Clause.WOU_1))
    if 0.0 <= action.x <= b.width and own.zone_from <= action.y <= own.zone_to:
        return Verdict(1, 0)
    return verdict(log, NONE, because_there(Code.OUTSIDE_ZONE, Clause.WOU_1, NONE, action.x, action.y))


@clause("BAT-WOU-1")
@kernel
def make_hospital(b, action, log):
    """It stands there."""
    own = b.sides[b.mover]
    own.hospital = 1
    own.hospital_x = snap(action.x)
    own.hospital_y = snap(action.y)
    side_event(log, Code.HAS_HOSPITAL, Clause.WOU_1, b.mover, 0)


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
            kind = marker.kind
    return true, kind


@clause("BAT-TRP-1", "BAT-ARM-17")
@kernel
def judge_lay_trap(b, action, log):
    """One marker of a trap of the kind that the player chooses: of three one is the real one."""
    if owes_hospital(b, b.mover):
        return verdict(log, NONE, because(Code.HOSPITAL_FIRST, Clause.WOU_1))
    if not owes_trap(b, b.mover):
        return verdict(log, NONE, because(Code.NO_TRAP_LEFT, Clause.TRP_1))
    if not is_finite(action):
        return verdict(log, NONE, because(Code.NO_POSE, Clause.TRP_1))
    laid = markers_laid(b, b.mover)
    true, kind = true_in_set(b, b.mover, laid // MARKERS)
    total = true + (1 if action.amount == 1 else 0)
    why = allowed()
    if action.item < 0 or action.item >= len(b.traps):
        why = because(Code.NO_SUCH_TRAP, Clause.TRP_1)
    elif kind != NONE and kind != action.item:
        why = because(Code.OTHER_KIND_OF_TRAP, Clause.TRP_1)
    elif total > 1:
        why = because(Code.TRUE_TRAP_LIES, Clause.TRP_1)
    elif laid % MARKERS == MARKERS - 1 and total == 0:
        why = because(Code.LAST_IS_TRUE, Clause.TRP_1)
    elif not may_lay_trap(b, b.mover, laid // MARKERS, snap(action.x), snap(action.y)):
        why = why_no_place_for_trap(b, b.mover, action.x, action.y)
    return verdict(log, NONE, why)


@clause("BAT-TRP-1")
@kernel
def why_no_place_for_trap(b, side, x, y):
    """What keeps a marker of a trap from lying here: the edge, the enemy's zone, or the others of its set."""
    enemy = b.sides[1 - side]
    if x < 0.0 or y < 0.0 or x > b.width or y > b.height:
        return because_there(Code.BEYOND_EDGE, Clause.TRP_1, NONE, x, y)
    if enemy.zone_from <= y <= enemy.zone_to:
        return because_there(Code.IN_ENEMY_ZONE, Clause.TRP_1, NONE, x, y)
    return because_far(Code.TRAP_APART, Clause.TRP_1, NONE, 0.0, TOGETHER)


@clause("BAT-TRP-1", "BAT-TRP-5")
@kernel
def make_lay_trap(b, action, log):
    """It lies there; the other side sees a marker, not its kind nor whether it is the real one."""
    trap = markers_laid(b, b.mover) // MARKERS
    lay_trap(b, b.mover, trap, action.item, snap(action.x), snap(action.y), action.amount == 1)
    side_event(log, Code.LAYS_TRAP_MARKER, Clause.TRP_1, b.mover, 0)


@clause("BAT-WOU-1", "BAT-TRP-1")
@kernel
def judge_leave_out(b, log):
    """A hospital is not compulsory, nor is a trap; one that is begun must have its three markers."""
    if owes_hospital(b, b.mover) or markers_laid(b, b.mover) % MARKERS == 0:
        return Verdict(1, 0)
    return verdict(log, NONE, because_of(Code.TRAP_IS_BEGUN, Clause.TRP_1, NONE, MARKERS))


@clause("BAT-WOU-1", "BAT-TRP-1")
@kernel
def make_leave_out(b):
    """No hospital, or no more traps."""
    if owes_hospital(b, b.mover):
        b.sides[b.mover].hospital = NONE
    else:
        b.sides[b.mover].traps = markers_laid(b, b.mover) // MARKERS
