"""How the Gauls called to gag the bard obey: the move they owe, and that movement cannot end before it (MUS-9)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.rules import movement
from sandtable.games.dbaix.rules.approach import (
    NEAR_ENOUGH,
    bard_on_table,
    fill_move,
    is_gagging_bound,
    nearest_approach,
    touches_bard,
)
from sandtable.games.dbaix.rules.positions import SLACK
from sandtable.games.dbaix.switches import SongMovesFree
from sandtable.kernel.geometry import base_of, distance_between
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.log import locate, reason
from sandtable.kernel.records import ACTION, NONE
from sandtable.kernel.scratch import keep_until_here


@clause("DBAIX-MUS-9")
@kernel
def fill_approach(b, i, action, log):
    """Fill ``action`` with a legal move that brings called figure ``i`` to the bard; True if there is one.

    That is the move for which the movement phase cannot end before it is made. ``log`` gets nothing.
    """
    bard = bard_on_table(b)
    if bard == NONE or b.figures[i].called == 0 or not is_gagging_bound(b):
        return False
    base = base_of(b.figures[i])
    touched = base_of(b.figures[bard])
    if touches_bard(base, touched):
        return False
    if b.options.song_moves_free == SongMovesFree.NO and b.pips < b.rules.gaul_single_cost:
        return False
    nearest = nearest_approach(b, i, bard, log)
    if not nearest.is_move:
        return False
    gain = distance_between(base, touched) - nearest.gap
    if not nearest.touches and not is_more_than(gain, NEAR_ENOUGH, SLACK):
        return False
    fill_move(action, i, nearest.x, nearest.y, nearest.fx, nearest.fy)
    keep = log.keep
    log.keep = 0
    verdict = movement.judge_move(b, action, log)
    log.keep = keep
    return verdict.legal != 0


@clause("DBAIX-MUS-8", "DBAIX-MUS-9")
@kernel
def may_end_movement(b, log):
    """The movement phase may end: no called figure away from the bard has a legal move there that can be paid.

    The reason otherwise goes to the log, with the place where the figure could go.
    """
    if not is_gagging_bound(b):
        return True
    drafts = np.empty(1, ACTION)
    obeyed = _all_have_come(b, drafts[0], log)
    keep_until_here(drafts)
    return obeyed


@kernel
def _all_have_come(b, draft, log):
    """No called figure has a move to the bard left; ``draft`` is for trying them."""
    for i in range(b.n_figures):
        if b.figures[i].called != 0 and fill_approach(b, i, draft, log):
            line = reason(log, Code.MUST_COME_TO_THE_BARD, Clause.MUS_9, i, NONE, 0)
            locate(log, line, b.figures[i].x, b.figures[i].y, draft.x, draft.y, 0.0)
            return False
    return True
