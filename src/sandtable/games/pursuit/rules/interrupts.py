"""INTERRUPTS: what comes before anything else goes on: explosions, fights, and headings after collisions (SEQ)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.pursuit.clauses import Clause, Code
from sandtable.games.pursuit.record import End, Phase
from sandtable.games.pursuit.rules.close_combat import run_fight
from sandtable.games.pursuit.rules.mines import run_explosion, waits_to_explode
from sandtable.games.pursuit.rules.positions import bit
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.kernel.bitsets import lowest
from sandtable.kernel.geometry import snap_facing
from sandtable.kernel.log import event, reason
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("PURS-SEQ-4", "PURS-SPO-11", "PURS-MOV-18", "PURS-OBJ-4")
@kernel
def settle(b, dice, log):
    """Carry out all that interrupts; True where somebody must decide in it, or the chase is over."""
    while True:
        if b.end != End.NOT_YET:
            return True
        if b.explosion.on != 0 or waits_to_explode(b) != NONE:
            if run_explosion(b, dice, log):
                _ask(b, Phase.BLAST)
                return True
            continue
        if b.fight.on != 0:
            if run_fight(b, dice, log):
                _ask(b, Phase.BLOWS)
                return True
            continue
        for i in range(b.n_figures if b.turning != 0 else 0):
            if not is_on_table(b.figures[i]):
                b.turning &= ~bit(i)
        if b.turning != 0:
            _ask(b, Phase.HEADING)
            return True
        return False


@kernel
def _ask(b, phase):
    """Go to the phase that asks, and remember where to go on."""
    b.resume = b.phase
    b.phase = phase


@kernel
def is_asked(b, action, log):
    """The action's one actor is the figure whose moment it is."""
    if action.n_actors == 1 and action.actors[0] == b.active:
        return True
    reason(log, Code.NOT_ITS_MOMENT, Clause.PURS_SEQ_4, b.active, NONE, 0)
    return False


@kernel
def turner(b):
    """The figure that may be turned now."""
    return lowest(b.turning)


@kernel
def asks_for_heading(b):
    """The owner of the figure that may be turned."""
    return b.figures[turner(b)].side


@clause("PURS-PCO-3", "PURS-IMP-3")
@kernel
def judge_turn(b, action, log):
    """The owner of a figure that has lived through a collision gives it any heading."""
    if action.n_actors != 1 or action.actors[0] != turner(b):
        return refused(log, Code.NOT_ITS_MOMENT, Clause.PURS_SEQ_4, turner(b), NONE, 0)
    return Verdict(1, 0)


@clause("PURS-PCO-3", "PURS-IMP-3", "PURS-GEN-6")
@kernel
def make_turn(b, action, log):
    """It faces so; play goes on where it was."""
    i = action.actors[0]
    way = snap_facing(action.fx, action.fy)
    b.figures[i].fx = way.x
    b.figures[i].fy = way.y
    b.turning &= ~bit(i)
    event(log, Code.TURNS, Clause.PURS_IMP_3, i, NONE, 0)
    b.phase = b.resume
