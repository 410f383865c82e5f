"""AMB-1: before anybody is placed each player states privately which of his battalions lie in ambush."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.record import State
from sandtable.games.batalist.switches import Ambush
from sandtable.games.common.verdicts import refused
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict

PART = 3
"""Of so many battalions one may lie in ambush."""


@clause("BAT-AMB-1", "BAT-ARM-3")
@kernel
def may_hide(b, i):
    """Battalion ``i`` may lie in ambush: it is to be placed yet, no lone hero, and a third of the army do not hide."""
    u = b.figures[i]
    if b.options.ambush != Ambush.YES or u.state != State.WAITING or u.hero != NONE:
        return False
    battalions = 0
    hidden = 1
    for k in range(b.n_figures):
        other = b.figures[k]
        if other.side == u.side and other.hero == NONE:
            battalions += 1
            hidden += int(other.state == State.AMBUSH)
    return PART * hidden <= battalions


@clause("BAT-AMB-1")
@kernel
def judge_hide(b, action, log):
    """A battalion of one's own, of which at most a third hide."""
    i = action.actors[0]
    if b.figures[i].side == b.mover and may_hide(b, i):
        return Verdict(1, 0)
    return refused(log, Code.NO_AMBUSH.value, Clause.AMB_1.value, i, NONE, 0)


@clause("BAT-AMB-1")
@kernel
def make_hide(b, action):
    """It is off the field, with no fixed place. Nobody is told."""
    b.figures[action.actors[0]].state = State.AMBUSH.value


@clause("BAT-AMB-1")
@kernel
def make_no_more_ambushes(b):
    """The others are placed on the field."""
    b.sides[b.mover].ready = 1
