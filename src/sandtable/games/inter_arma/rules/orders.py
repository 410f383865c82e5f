"""Who may be given an order, and how a refusal is written: the fact that decided, what was measured, the clause."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import State
from sandtable.games.inter_arma.rules.concealment import is_asleep
from sandtable.games.inter_arma.rules.positions import gap, is_able, westernmost
from sandtable.kernel.discs import disc_of, nearest_points_of_discs
from sandtable.kernel.geometry import is_west_of
from sandtable.kernel.log import locate, reason
from sandtable.kernel.records import NONE

# ---------------------------------------------------------------- reasons


@kernel
def refuse(log, code, cited, i, other):
    """Write why an order is not legal; 0."""
    reason(log, code, cited, i, other, 0)
    return 0


@kernel
def hundredths(length):
    """A length as an entry's amount, never more than it is."""
    return math.floor(100.0 * length + 1e-6)


@kernel
def refuse_beyond(log, code, cited, i, length, limit):
    """The same with a length that was measured and the limit that it was held against; 0."""
    at = reason(log, code, cited, i, NONE, hundredths(limit))
    locate(log, at, math.nan, math.nan, math.nan, math.nan, length)
    return 0


@kernel
def refuse_apart(b, log, code, cited, i, other, limit):
    """The same with the gap between two figures, which is drawn, and the limit that it was held against; 0."""
    at = reason(log, code, cited, i, other, hundredths(limit))
    if at >= 0:
        line = nearest_points_of_discs(disc_of(b.figures[i]), disc_of(b.figures[other]))
        locate(log, at, line.x0, line.y0, line.x1, line.y1, gap(b, i, other))
    return 0


@kernel
def refuse_touching(b, log, code, cited, i, foes):
    """The same with the enemy of those that figure ``i`` touches who is farthest west; the line between is drawn; 0."""
    return refuse_apart(b, log, code, cited, i, westernmost(b, foes), b.rules.contact)


@kernel
def refuse_ground(log, code, cited, i, ground, far):
    """The same with the feature that decided (NONE: the table's edge), and after how many centimetres; 0."""
    at = reason(log, code, cited, i, NONE, 1 + ground)
    locate(log, at, math.nan, math.nan, math.nan, math.nan, far)
    return 0


# ---------------------------------------------------------------- who acts


@clause("IA-INIT-1", "IA-MOVE-3", "IA-SEQ-10")
@kernel
def mover(b):
    """The side that acts now, in order of initiative."""
    return b.order[b.place]


@kernel
def asks_for_group(b):
    """The side of the group that is asked about: one that is lost in the dark, or one that runs."""
    return b.squads[b.group].side


@clause("IA-WOUND-1", "IA-WOUND-11", "IA-MOVE-32", "IA-MORALE-27", "IA-SEQ-11", "IA-SAVE-1")
@kernel
def must_be_able(b, i, log):
    """1 if figure ``i`` is able; else what has become of it."""
    state = b.figures[i].state
    if state == State.ABLE:
        return 1
    if state == State.WOUNDED:
        return refuse(log, Code.LIES_WOUNDED, Clause.WOUND_1, i, NONE)
    if state == State.DEAD:
        return refuse(log, Code.LIES_DEAD, Clause.SAVE_1, i, NONE)
    if state == State.CAPTURED:
        return refuse(log, Code.IS_CAPTIVE, Clause.WOUND_11, i, NONE)
    if state == State.WITHDRAWN:
        return refuse(log, Code.HAS_LEFT, Clause.MOVE_32, i, NONE)
    if state == State.FLED:
        return refuse(log, Code.HAS_FLED, Clause.MORALE_27, i, NONE)
    return refuse(log, Code.IS_NOWHERE, Clause.SEQ_11, i, NONE)


@clause("IA-SEQ-10", "IA-MOVE-33")
@kernel
def must_act_now(b, i, log):
    """1 if figure ``i`` is able, and of the side that acts; else why not."""
    if b.figures[i].side != mover(b):
        return refuse(log, Code.NOT_YOURS, Clause.SEQ_10, i, NONE)
    return must_be_able(b, i, log)


@kernel
def first_pending(b):
    """The westernmost of those who have thrown for fatigue and have not finished, or NONE."""
    found = NONE
    for i in range(b.n_figures):
        if b.figures[i].declared != 0 and b.figures[i].tired == 0:
            if found == NONE or is_west_of(b.figures[i], b.figures[found]):
                found = i
    return found


@clause("IA-MOVE-33", "IA-SENTRY-6", "IA-SENTRY-9", "IA-MORALE-27")
@kernel
def may_act(b, i):
    """Figure ``i`` is of the side that moves, able, awake, not routing, and its movement is not over."""
    figure = b.figures[i]
    if figure.side != mover(b) or not is_able(figure) or figure.moved != 0 or figure.routing != 0:
        return False
    return figure.sentry != 0 or not is_asleep(b, figure.side)


@clause("IA-MOVE-9", "IA-MOVE-31", "IA-MOVE-33", "IA-SENTRY-6", "IA-SENTRY-9", "IA-AMBUSH-11")
@kernel
def may_be_ordered(b, i, log):
    """1 if figure ``i`` may be given an order to move now; else why not."""
    figure = b.figures[i]
    if must_act_now(b, i, log) == 0:
        return 0
    if figure.moved != 0:
        return refuse(log, Code.HAS_MOVED, Clause.MOVE_33, i, NONE)
    if figure.routing != 0:
        return refuse(log, Code.IS_ROUTING, Clause.MORALE_27, i, NONE)
    if is_asleep(b, figure.side) and figure.sentry == 0:
        return refuse(log, Code.IS_ASLEEP, Clause.SENTRY_6, i, NONE)
    if figure.declared == 0:
        pending = first_pending(b)
        if pending != NONE:
            return refuse(log, Code.OTHERS_GO_FIRST, Clause.MOVE_33, i, pending)
    return 1
