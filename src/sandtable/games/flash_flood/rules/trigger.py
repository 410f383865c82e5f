"""TRIG: when the flood comes."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.flash_flood.clauses import Clause, Code, Purpose
from sandtable.games.flash_flood.record import FLOOD_TURNS
from sandtable.games.flash_flood.switches import FloodMoment, RepeatFloods
from sandtable.kernel.dice import throw_die
from sandtable.kernel.log import side_event
from sandtable.kernel.records import NONE

NOT_DUE = 0
AT_ONCE = 1
"""``b.flood.due`` of a flood that comes before the first player's turn; 2 to 7: at the end of phase 1 to 6."""


@clause("FLOOD-TRIG-1", "FLOOD-TRIG-2", "FLOOD-TRIG-3", "FLOOD-TRIG-4", "FLOOD-TRIG-5", "FLOOD-TRIG-6")
@kernel
def needed_in(b, turn):
    """What the die must show for the flood to come in a game turn: 7 never, 1 without a die."""
    if b.flood.over > 0 and b.options.repeat_floods == RepeatFloods.NO:
        return 7
    since = turn - b.flood.from_turn
    if since < 0:
        return 7
    return b.rules.needed[min(since, FLOOD_TURNS - 1)]


@clause("FLOOD-TRIG-7", "FLOOD-TRIG-8")
@kernel
def begin_turn(b, turn, dice, log):
    """A game turn begins: throw for the flood. ``b.flood.due`` says when in this turn it comes; True: now."""
    needed = needed_in(b, turn)
    b.flood.due = NOT_DUE
    if needed > 6:
        return False
    if needed > 1 and throw_die(dice, log, Purpose.FLOOD, NONE, NONE, 6) < needed:
        side_event(log, Code.NO_FLOOD, Clause.FLOOD_TRIG_7, NONE, turn)
        return False
    b.flood.due = AT_ONCE
    if b.options.flood_moment == FloodMoment.RANDOM_PHASE:
        phase = throw_die(dice, log, Purpose.FLOOD_PHASE, NONE, NONE, 6)
        b.flood.due = AT_ONCE + phase
        side_event(log, Code.FLOOD_WILL_COME, Clause.FLOOD_TRIG_7, NONE, phase)
    else:
        side_event(log, Code.FLOOD_COMES, Clause.FLOOD_TRIG_7, NONE, turn)
    return b.flood.due == AT_ONCE


@clause("FLOOD-TRIG-7")
@kernel
def comes_after(b, player, part):
    """The flood comes at the end of this phase of the first (0) or second (1) player's turn."""
    return b.flood.due == AT_ONCE + 1 + 3 * player + part


@clause("FLOOD-TRIG-6", "FLOOD-AFT-1")
@kernel
def note_flood(b, turn):
    """A flood has been: from now on the ground is drowned, and no other comes, or not for two turns."""
    b.flood.due = NOT_DUE
    b.flood.over += 1
    b.flood.from_turn = turn + b.rules.again_after
