"""WINNING: who gets away, who is dead, and the end, tested after every event (OBJ)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.pursuit.clauses import Clause, Code
from sandtable.games.pursuit.record import End, Phase, Side, Where
from sandtable.games.pursuit.rules.positions import kill, living
from sandtable.games.skirmish40k.rules.casualties import take_off_wounds
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.kernel.log import outcome, points, side_event
from sandtable.kernel.records import NONE


@clause("PURS-OBJ-1", "PURS-OBJ-6")
@kernel
def get_away(b, i, log):
    """A figure of the quarry has left over the Arrival: its side has won."""
    b.figures[i].where = Where.AWAY
    outcome(log, Code.GETS_AWAY, Clause.PURS_OBJ_6, i, NONE, 0)
    _end(b, End.ESCAPED, log)


@clause("PURS-OBJ-8", "PURS-OBJ-9", "PURS-PUR-12", "PURS-PCO-11")
@kernel
def give_up(b, i, cited, log):
    """A figure has left over the rear edge: it counts as killed. ``cited``: the clause that says so where it left."""
    kill(b, i)
    outcome(log, Code.GIVES_UP, cited, i, NONE, 0)
    test_end(b, log)


@kernel
def bury(b, log):
    """Take off the wounds of one event from everybody, and see whether that ends the chase."""
    fallen = False
    for i in range(b.n_figures):
        if is_on_table(b.figures[i]) and b.figures[i].hurt > 0 and take_off_wounds(b, i, log):
            kill(b, i)
            fallen = True
    if fallen:
        test_end(b, log)


@clause("PURS-OBJ-2", "PURS-OBJ-3", "PURS-OBJ-4", "PURS-OBJ-5", "PURS-OBJ-9")
@kernel
def test_end(b, log):
    """The end, if one side has nobody left: tested after every event; if neither has, a draw."""
    if b.end != End.NOT_YET:
        return
    quarry = living(b, Side.QUARRY)
    hunters = living(b, Side.HUNTERS)
    if quarry == 0 and hunters == 0:
        _end(b, End.BOTH_DEAD, log)
    elif quarry == 0:
        _end(b, End.QUARRY_DEAD, log)
    elif hunters == 0:
        _end(b, End.HUNTERS_DEAD, log)


@clause("PURS-OBJ-10")
@kernel
def end_turn(b, log):
    """After the last turn that is allowed the chase is a draw; else the next turn begins."""
    if b.turn >= b.rules.max_turns:
        _end(b, End.TOO_LONG, log)
    else:
        b.turn += 1


@clause("PURS-OBJ-9", "PURS-OBJ-1", "PURS-OBJ-10", "PURS-OBJ-2", "PURS-OBJ-3", "PURS-OBJ-5")
@kernel
def _end(b, how, log):
    """The chase is over."""
    b.end = how
    b.phase = Phase.OVER
    if how == End.ESCAPED:
        side_event(log, Code.ENDS_ESCAPED, Clause.PURS_OBJ_1, Side.QUARRY, b.turn)
    elif how == End.HUNTERS_DEAD:
        side_event(log, Code.ENDS_HUNTERS_DEAD, Clause.PURS_OBJ_2, Side.QUARRY, b.turn)
    elif how == End.QUARRY_DEAD:
        side_event(log, Code.ENDS_QUARRY_DEAD, Clause.PURS_OBJ_3, Side.HUNTERS, b.turn)
    elif how == End.BOTH_DEAD:
        side_event(log, Code.ENDS_BOTH_DEAD, Clause.PURS_OBJ_5, NONE, b.turn)
    else:
        side_event(log, Code.ENDS_TOO_LONG, Clause.PURS_OBJ_10, NONE, b.turn)
    for side in range(2):
        points(log, Code.FIGURES_LEFT, Clause.PURS_OBJ_9, side, living(b, side))


@kernel
def returns(b, out):
    """1 for the side that has won, a half for each of a draw."""
    out[:] = 0.0
    if b.end == End.ESCAPED or b.end == End.HUNTERS_DEAD:
        out[Side.QUARRY] = 1.0
    elif b.end == End.QUARRY_DEAD:
        out[Side.HUNTERS] = 1.0
    elif b.end != End.NOT_YET:
        out[Side.QUARRY] = 0.5
        out[Side.HUNTERS] = 0.5
