"""Who may move while the bard sings, and where those called must go (MUS-8 to MUS-10, MUS-14, MUS-15)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.record import Side, Song
from sandtable.games.dbaix.rules.approach import (
    NEAR_ENOUGH,
    bard_on_table,
    is_gagging_bound,
    nearest_approach,
    touches_bard,
)
from sandtable.games.dbaix.rules.marches import end_of, way_of
from sandtable.games.dbaix.rules.positions import SLACK
from sandtable.kernel.geometry import base_of, distance_between
from sandtable.kernel.limits import is_as_far, is_more_than
from sandtable.kernel.log import locate, reason
from sandtable.kernel.records import NONE


@clause("DBAIX-MUS-8", "DBAIX-MUS-10", "DBAIX-MUS-14", "DBAIX-MUS-15")
@kernel
def halts(b, i):
    """The Code of why the song keeps figure ``i`` from moving, or NONE.

    A singing or gagged bard makes no voluntary move, and in a bound with singing only those called do.
    """
    figure = b.figures[i]
    if figure.side != Side.GAULS:
        return NONE
    if figure.bard != 0 and b.song == Song.SINGING:
        return Code.BARD_SINGS
    if figure.bard != 0 and b.song == Song.GAGGED:
        return Code.BARD_IS_GAGGED
    if figure.called == 0 and is_gagging_bound(b):
        return Code.NOT_CALLED
    return NONE


@kernel
def _clause_of_halt(code):
    """The clause behind each of them."""
    if code == Code.BARD_SINGS:
        return Clause.MUS_14
    if code == Code.BARD_IS_GAGGED:
        return Clause.MUS_15
    return Clause.MUS_10


@kernel
def _may_move_at_all(b, action, log):
    """The song keeps none of the actors from moving."""
    fit = True
    for k in range(action.n_actors):
        code = halts(b, action.actors[k])
        if code != NONE:
            reason(log, code, _clause_of_halt(code), action.actors[k], NONE, 0)
            fit = False
    return fit


@kernel
def _comes_near_enough(b, i, end, bard, log):
    """Figure ``i``, moved to ``end``, touches the bard if it could, and else stands as near as it could."""
    touched = base_of(b.figures[bard])
    if touches_bard(end, touched):
        return True
    nearest = nearest_approach(b, i, bard, log)
    gap = distance_between(end, touched)
    if nearest.touches:
        line = reason(log, Code.COULD_TOUCH_THE_BARD, Clause.MUS_9, i, bard, 0)
        locate(log, line, nearest.x, nearest.y, touched.x, touched.y, 0.0)
        return False
    if is_more_than(gap - nearest.gap, NEAR_ENOUGH, SLACK):
        line = reason(log, Code.COULD_COME_NEARER, Clause.MUS_9, i, bard, 0)
        locate(log, line, nearest.x, nearest.y, touched.x, touched.y, nearest.gap)
        return False
    return True


@clause("DBAIX-MUS-9")
@kernel
def _comes_to_the_bard(b, action, log):
    """Every actor comes nearer to the bard, or touches it; and one of them as near as it can.

    RULING: a group is held up by its slowest, so one of it must come as near as it could alone.
    """
    bard = bard_on_table(b)
    if bard == NONE:
        return True
    touched = base_of(b.figures[bard])
    way = way_of(b, action)
    fit = True
    for k in range(action.n_actors):
        i = action.actors[k]
        end = end_of(b, way, i)
        gap = distance_between(end, touched)
        before = distance_between(base_of(b.figures[i]), touched)
        if not touches_bard(end, touched) and is_as_far(gap, before, SLACK):
            line = reason(log, Code.NOT_NEARER_TO_THE_BARD, Clause.MUS_9, i, bard, 0)
            locate(log, line, end.x, end.y, touched.x, touched.y, gap)
            fit = False
    if not fit:
        return False
    keep = log.keep
    if action.n_actors > 1:
        log.keep = 0
    near_enough = False
    for k in range(action.n_actors):
        i = action.actors[k]
        if not near_enough and _comes_near_enough(b, i, end_of(b, way, i), bard, log):
            near_enough = True
    log.keep = keep
    if not near_enough and action.n_actors > 1:
        reason(log, Code.GROUP_COULD_COME_NEARER, Clause.MUS_9, action.actors[0], bard, 0)
    return near_enough


@clause("DBAIX-MUS-9", "DBAIX-MUS-10")
@kernel
def judge_obedience(b, action, log):
    """Does a move that is legal otherwise obey the song? True if so; every reason against it goes to the log."""
    if b.song == Song.SILENT:
        return True
    if not _may_move_at_all(b, action, log):
        return False
    return not is_gagging_bound(b) or _comes_to_the_bard(b, action, log)
