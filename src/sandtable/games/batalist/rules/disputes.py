"""TOP: in a go of their own players may call a case disputed; if the other agrees, a die says who is right."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Phase
from sandtable.games.batalist.rules.preparing import settle_dispute
from sandtable.games.batalist.rules.reasons import allowed, because, verdict
from sandtable.games.batalist.switches import Disputes
from sandtable.kernel.log import side_event
from sandtable.kernel.records import NONE


@clause("BAT-TOP-2")
@kernel
def may_dispute(b):
    """Disputes are left to dice, and the side whose go it is has called for none in this turn."""
    return b.options.disputes == Disputes.DIE and b.sides[b.mover].disputed != b.turn and b.cancelled == 0


@clause("BAT-TOP-2")
@kernel
def judge_dispute(b, log):
    """Once a turn, where the players have agreed to leave such cases to a die."""
    why = allowed()
    if b.options.disputes != Disputes.DIE:
        why = because(Code.NO_DISPUTES, Clause.TOP_2)
    elif b.cancelled != 0:
        why = because(Code.HAS_CANCELLED, Clause.EXE_3)
    elif not may_dispute(b):
        why = because(Code.DISPUTED_THIS_TURN, Clause.TOP_2)
    return verdict(log, NONE, why)


@clause("BAT-TOP-2")
@kernel
def make_dispute(b, log):
    """The other side is asked whether it agrees; what the case is, the players say."""
    side_event(log, Code.CALLS_IT_DISPUTED, Clause.TOP_2, b.mover, 0)
    b.sides[b.mover].disputed = b.turn
    b.executor = b.mover
    b.mover = 1 - b.mover
    b.phase = Phase.DISPUTE


@clause("BAT-TOP-2")
@kernel
def make_agree(b, dice, log):
    """Both throw, the higher is right; the go is where it was."""
    settle_dispute(b, dice, log)
    b.mover = b.executor
    b.phase = Phase.EXECUTION


@clause("BAT-TOP-2")
@kernel
def make_no_dispute(b, log):
    """No die without consent of both: the rulings count."""
    side_event(log, Code.DOES_NOT_AGREE, Clause.TOP_2, b.mover, NONE)
    b.mover = b.executor
    b.phase = Phase.EXECUTION
