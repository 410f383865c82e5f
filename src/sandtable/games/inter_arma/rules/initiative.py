"""INIT: who moves first, by dice, by agreement or by the scenario; and how morale takes initiative away (MORALE-30)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code, Purpose
from sandtable.games.inter_arma.record import Phase
from sandtable.games.inter_arma.switches import Initiative
from sandtable.kernel.log import side_event
from sandtable.kernel.opposed_rolls import CONTESTANT, Again, contest, enter
from sandtable.kernel.records import MAX_SIDES, NONE
from sandtable.kernel.scratch import keep_until_here


@clause("IA-INIT-1", "IA-INIT-2", "IA-INIT-3", "IA-INIT-4", "IA-INTRO-3")
@kernel
def throw_for_initiative(b, dice, log):
    """Each side throws one die; they move in descending order, and equal ones throw again among themselves."""
    thrown = np.empty(MAX_SIDES, CONTESTANT)
    for side in range(b.n_sides):
        enter(thrown[side], side, NONE, 0)
    if b.n_sides > 1:
        contest(thrown, b.n_sides, Again.TIED, dice, log, Purpose.INITIATIVE)
    for side in range(b.n_sides):
        b.order[thrown[side].place] = side
    keep_until_here(thrown)


@clause("IA-MORALE-30", "IA-MORALE-31")
@kernel
def put_back(b):
    """Sides that lost initiative by morale go behind the others, the order otherwise kept; if all did, it stays."""
    losers = 0
    for side in range(b.n_sides):
        losers += int(b.sides[side].back != 0)
    if 0 < losers < b.n_sides:
        order = np.empty(MAX_SIDES, np.int64)
        n = 0
        for back in range(2):
            for place in range(b.n_sides):
                if b.sides[b.order[place]].back == back:
                    order[n] = b.order[place]
                    n += 1
        for place in range(b.n_sides):
            b.order[place] = order[place]
        keep_until_here(order)
    for side in range(b.n_sides):
        b.sides[side].back = 0


@clause("IA-SEQ-1", "IA-SEQ-2", "IA-SEQ-3", "IA-SEQ-5", "IA-INIT-5", "IA-INIT-6", "IA-INIT-7", "IA-INIT-1")
@kernel
def run_turn(b, dice, log):
    """A turn begins: initiative in turn 1, as the scenario says or by dice, later only as morale or house rules say."""
    b.turn += 1
    side_event(log, Code.TURN_BEGINS, Clause.SEQ_1, NONE, b.turn)
    is_first = b.turn == 1
    if (is_first and b.by_dice != 0) or (not is_first and b.options.initiative == Initiative.ROLLED_EACH_TURN):
        throw_for_initiative(b, dice, log)
    put_back(b)
    side_event(log, Code.HAS_INITIATIVE, Clause.INIT_1, b.order[0], 0)
    b.phase = Phase.MOVEMENT
    b.place = 0
    b.begun = 0
    b.group = NONE
    return False
