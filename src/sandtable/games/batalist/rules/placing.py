"""WOU-1: what is placed when all battalions stand: hospitals."""

from __future__ import annotations

from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.record import SIDES, Phase
from sandtable.games.batalist.switches import Wounded
from sandtable.kernel.actors import is_finite
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.geometry import snap
from sandtable.kernel.log import reason, side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("BAT-WOU-1", "BAT-DEP-11")
@kernel
def run_placing(b):
    """Each side is asked for its hospital, where wounded count; then the first turn begins."""
    if b.options.wounded == Wounded.YES:
        for turn in range(SIDES):
            side = b.first if turn == 0 else 1 - b.first
            if b.sides[side].hospital == 0:
                b.mover = side
                return True
    b.phase = Phase.TURN.value
    return False


@clause("BAT-WOU-1")
@kernel
def judge_hospital(b, action, log):
    """A field hospital, a point inside the own deployment zone."""
    own = b.sides[b.mover]
    if is_finite(action) and 0.0 <= action.x <= b.width and own.zone_from <= action.y <= own.zone_to:
        return Verdict(1, 0)
    reason(log, Code.NO_PLACE.value, Clause.WOU_1.value, NONE, NONE, 0)
    return Verdict(0, 0)


@clause("BAT-WOU-1")
@kernel
def make_hospital(b, action, log):
    """It stands there."""
    own = b.sides[b.mover]
    own.hospital = 1
    own.hospital_x = snap(action.x)
    own.hospital_y = snap(action.y)
    side_event(log, Code.HAS_HOSPITAL.value, Clause.WOU_1.value, b.mover, 0)


@clause("BAT-WOU-1")
@kernel
def make_no_hospital(b):
    """Placing one is not compulsory."""
    b.sides[b.mover].hospital = NONE
