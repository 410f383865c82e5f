"""BOUNDS: who is next, and the end (BND, END)."""

from marbles.record import Clause, Code, Phase
from sandtable.compiler.decorators import clause, kernel
from sandtable.kernel.log import side_event
from sandtable.kernel.records import NONE


@kernel
def owner(b):
    """Whose bound it is."""
    return b.turn


@kernel
def make_pass(b, log):
    """The side does nothing in its bound."""
    side_event(log, Code.PASSES, Clause.BND_1, b.turn, 0)


@kernel
def marbles_of(b, side):
    """How many marbles a side has left; NONE: all of them."""
    left = 0
    for i in range(b.n_figures):
        left += int(b.figures[i].out == 0 and (side == NONE or side == b.figures[i].side))
    return left


@clause("MARB-BND-1", "MARB-END-1")
@kernel
def run_next(b, log):
    """Go on to the next side, or end the battle. A side without marbles has no bound."""
    b.turn += 1
    if b.turn == b.n_sides:
        b.turn = 0
        b.round += 1
    mine = marbles_of(b, b.turn)
    if b.round > b.rules.rounds or mine == marbles_of(b, NONE):
        b.phase = Phase.OVER
        side_event(log, Code.IS_OVER, Clause.END_1, NONE, 0)
    elif mine > 0:
        b.phase = Phase.BOUND
    return False


@clause("MARB-END-1")
@kernel
def returns(b, out):
    """1 for the side with most marbles, shared by those who have as many."""
    left = out[: b.n_sides]
    for side in range(b.n_sides):
        left[side] = marbles_of(b, side)
    wins = left == left.max()
    left[:] = wins / wins.sum()


@kernel
def evaluate(b, side):
    """How good it looks for a side: from -1, without marbles, to 1, with all that are left."""
    return 2.0 * marbles_of(b, side) / marbles_of(b, NONE) - 1.0
