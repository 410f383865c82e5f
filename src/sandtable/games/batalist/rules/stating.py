"""AMB-1: before anybody is placed each player states privately which battalions lie in ambush."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import State
from sandtable.games.batalist.rules.reasons import allowed, because, because_of, forbids, verdict
from sandtable.games.batalist.switches import Ambush
from sandtable.kernel.records import NONE

PART = 3
"""Of so many battalions one may lie in ambush."""


@clause("BAT-AMB-1", "BAT-ARM-3")
@kernel
def why_not_hidden(b, i):
    """What keeps battalion ``i`` from an ambush: it is to be placed yet, no lone hero, and at most a third hide."""
    u = b.figures[i]
    if b.options.ambush != Ambush.YES:
        return because(Code.NO_AMBUSHES, Clause.AMB_1)
    if u.state != State.WAITING:
        return because(Code.PLACED_ALREADY, Clause.AMB_1)
    if u.hero != NONE:
        return because(Code.HEROES_DO_NOT_HIDE, Clause.AMB_1)
    battalions = 0
    hidden = 1
    for k in range(b.n_figures):
        other = b.figures[k]
        if other.side == u.side and other.hero == NONE:
            battalions += 1
            hidden += int(other.state == State.AMBUSH)
    return (
        allowed()
        if PART * hidden <= battalions
        else because_of(Code.THIRD_HIDES, Clause.AMB_1, NONE, battalions // PART)
    )


@clause("BAT-AMB-1")
@kernel
def may_hide(b, i):
    """Battalion ``i`` may lie in ambush."""
    return not forbids(why_not_hidden(b, i))


@clause("BAT-AMB-1")
@kernel
def judge_hide(b, action, log):
    """A battalion of one's own, of which at most a third hide."""
    i = action.actors[0]
    why = because(Code.NOT_YOURS, Clause.AMB_1) if b.figures[i].side != b.mover else why_not_hidden(b, i)
    return verdict(log, i, why)


@clause("BAT-AMB-1")
@kernel
def make_hide(b, action):
    """It is off the field, with no fixed place. Nobody is told."""
    b.figures[action.actors[0]].state = State.AMBUSH


@clause("BAT-AMB-1")
@kernel
def make_no_more_ambushes(b):
    """The others are placed on the field."""
    b.sides[b.mover].ready = 1
