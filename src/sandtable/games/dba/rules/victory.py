"""VICTORY: elements lost, the general, camps, who has lost, and the draw at the end of the last bound (DBA-WIN)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import N_SIDES, Phase, Type, Where
from sandtable.kernel.log import event, side_event
from sandtable.kernel.records import NONE


@clause("DBA-WIN-2")
@kernel
def counts_as_lost(figure):
    """Every element but Scythed Chariots and Camp Followers counts when it is lost."""
    return figure.type != Type.SCH and figure.type != Type.CF


@clause("DBA-WIN-2", "DBA-WIN-4", "DBA-WIN-5", "DBA-PURSUE-7", "DBA-WIN-1")
@kernel
def lose(b, i, by, log):
    """Element ``i`` is off the table for good, at once; it counts as lost, and so does the general with it."""
    figure = b.figures[i]
    if figure.where == Where.LOST:
        return
    figure.where = Where.LOST
    if figure.camp != NONE:
        b.camps[figure.camp].occupant = NONE
        figure.camp = NONE
    figure.opponent = NONE
    figure.to_shoot = 0
    figure.to_recoil = 0
    side = figure.side
    if counts_as_lost(figure):
        b.lost[side] += 1
        event(log, Code.COUNTS_AS_LOST, Clause.DBA_WIN_1, i, by, b.lost[side])
    else:
        event(log, Code.DOES_NOT_COUNT, Clause.DBA_WIN_2, i, by, 0)
    if figure.general == 1:
        b.general_lost[side] = 1
        event(log, Code.GENERAL_FALLS, Clause.DBA_WIN_4, i, by, 0)


@clause("DBA-WIN-3")
@kernel
def camp_losses(b, side):
    """Elements for which the side's camp counts: 2 while an enemy held it last."""
    camp = b.camps[side]
    if camp.present == 1 and camp.holder != side:
        return b.rules.camp_counts
    return 0


@clause("DBA-WIN-1", "DBA-WIN-3")
@kernel
def losses(b, side):
    """Elements that the side has lost, its camp included."""
    return b.lost[side] + camp_losses(b, side)


@clause("DBA-WIN-1", "DBA-WIN-4")
@kernel
def has_lost(b, side):
    """The side has lost its general or 4 elements, and more elements than its enemy."""
    own = losses(b, side)
    if b.general_lost[side] == 0 and own < b.rules.lost_elements:
        return False
    return own > losses(b, 1 - side)


@clause("DBA-WIN-1", "DBA-WIN-6")
@kernel
def end_of_bound(b, log):
    """The victory check: the battle is over when a side has lost, or drawn after the last bound."""
    for side in range(N_SIDES):
        if has_lost(b, side):
            b.winner[:] = 0
            b.winner[1 - side] = 1
            b.phase = Phase.OVER
            code = Code.GENERAL_LOSES_BATTLE if b.general_lost[side] == 1 else Code.ELEMENTS_LOSE_BATTLE
            side_event(log, code, Clause.DBA_WIN_1, side, losses(b, side))
            side_event(log, Code.SIDE_HAS_WON, Clause.DBA_WIN_1, 1 - side, losses(b, 1 - side))
            return
    if b.rules.last_bound > 0 and b.bound >= b.rules.last_bound:
        b.winner[:] = 1
        b.phase = Phase.OVER
        side_event(log, Code.BATTLE_DRAWN, Clause.DBA_WIN_6, NONE, b.bound)


@clause("DBA-WIN-1", "DBA-WIN-6")
@kernel
def returns(b, out):
    """1 for the winner, half for each side of a draw; 0 for all while the battle goes on."""
    winners = 0
    for side in range(N_SIDES):
        winners += b.winner[side]
    for side in range(len(out)):
        out[side] = 0.0
        if side < N_SIDES and winners > 0 and b.phase == Phase.OVER:
            out[side] = b.winner[side] / winners
