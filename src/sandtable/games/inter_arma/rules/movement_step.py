"""The movement step of a turn: sides in order, those who rout first, and what is over when a side has moved."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import Phase
from sandtable.games.inter_arma.rules.arriving import stand_still
from sandtable.games.inter_arma.rules.concealment import is_asleep
from sandtable.games.inter_arma.rules.formation import end_formations_of, may_stand_in_formation
from sandtable.games.inter_arma.rules.orders import may_act, mover
from sandtable.games.inter_arma.rules.positions import is_able, westernmost
from sandtable.games.inter_arma.rules.routing import run_all_home
from sandtable.kernel.bitsets import bit, without
from sandtable.kernel.log import side_event
from sandtable.kernel.records import NONE


@clause("IA-SAVE-14")
@kernel
def may_close_ranks(b, side):
    """Enough of the side could still make a closed formation."""
    if b.sides[side].may_form == 0 or is_asleep(b, side):
        return False
    count = 0
    for i in range(b.n_figures):
        if b.figures[i].side == side and b.figures[i].formed == 0 and may_stand_in_formation(b, i):
            count += 1
    return count >= b.rules.formation_least


@clause("IA-MOVE-3", "IA-SEQ-7", "IA-SEQ-10", "IA-SAVE-14", "IA-MORALE-37")
@kernel
def run_movement(b, dice, log):
    """Sides move in order, each finishing before the next; True where one is to give an order."""
    while b.place < b.n_sides:
        side = mover(b)
        if b.begun == 0:
            b.begun = 1
            b.group = NONE
            side_event(log, Code.SIDE_MOVES, Clause.MOVE_3, side, 0)
            end_formations_of(b, side)
            run_all_home(b, side, log)
        for i in range(b.n_figures):
            if may_act(b, i):
                return True
        if may_close_ranks(b, side):
            return True
        end_movement(b, dice, log)
    b.phase = Phase.SIGHTING
    return False


@clause("IA-MOVE-33", "IA-CRAWL-10")
@kernel
def end_movement(b, dice, log):
    """Whoever of the side has not moved stands still, those farther west first, and the next side moves."""
    side = mover(b)
    standing = bit(0) & 0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == side and is_able(figure) and figure.moved == 0:
            standing |= bit(i)
    while standing != 0:
        i = westernmost(b, standing)
        standing = without(standing, i)
        stand_still(b, i, dice, log)
    b.place += 1
    b.begun = 0
