"""SAVE-13, SAVE-14: what a closed formation is, how it is declared, and how it ends."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import Ground, Mode
from sandtable.games.inter_arma.rules.concealment import is_asleep
from sandtable.games.inter_arma.rules.ground import is_in as is_in_ground
from sandtable.games.inter_arma.rules.positions import (
    ANGLE_SLACK,
    is_able,
    is_before,
    is_mounted,
    touch,
)
from sandtable.kernel.bitsets import bit, count_of, lowest, without
from sandtable.kernel.geometry import angle_between, degrees_of_facing
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("IA-SAVE-4", "IA-SAVE-13")
@kernel
def is_covered_by_formation(b, i, by):
    """Figure ``i`` is in a closed formation, and who attacks or shoots is in its front half circle."""
    return b.figures[i].formed != 0 and is_before(b.figures[i], b.figures[by].x, b.figures[by].y)


@clause("IA-SAVE-13", "IA-MOVE-28", "IA-MOVE-34", "IA-MOVE-36", "IA-NIGHT-16")
@kernel
def may_stand_in_formation(b, i):
    """Figure ``i`` is on foot, has a shield, has neither run nor crawled, and is not in heavy wood or disorder.

    Who was too tired to run has stood still.
    """
    figure = b.figures[i]
    if not is_able(figure) or is_mounted(figure) or figure.shield == 0 or figure.civilian != 0:
        return False
    if figure.lying != 0 or figure.routing != 0 or figure.tower != NONE:
        return False
    has_gone = figure.tired == 0 and (figure.mode == Mode.RUN or figure.mode == Mode.CRAWL)
    if has_gone or b.squads[figure.squad].disordered != 0:
        return False
    return b.woods == 0 or not is_in_ground(b, Ground.HEAVY_WOOD.value, figure.x, figure.y)


@clause("IA-SAVE-13", "IA-SAVE-14")
@kernel
def chain_of(b, i, members):
    """Those of ``members`` who are joined to figure ``i`` by a chain of contact, itself included."""
    chain = bit(i)
    waiting = chain
    while waiting != 0:
        k = lowest(waiting)
        waiting = without(waiting, k)
        rest = members & ~chain
        while rest != 0:
            j = lowest(rest)
            rest = without(rest, j)
            if touch(b, k, j):
                chain |= bit(j)
                waiting |= bit(j)
    return chain


@kernel
def _actors(action):
    """The figures that an action names, as bits."""
    members = np.int64(0)
    for k in range(action.n_actors):
        members |= bit(action.actors[k])
    return members


@clause("IA-SAVE-13", "IA-SAVE-14", "IA-MOVE-28")
@kernel
def judge_form(b, action, log):
    """Verdict: may these figures, whose movement is over or who stand, close their ranks."""
    side = b.order[b.place]
    if b.sides[side].may_form == 0:
        return refused(log, Code.NO_FORMATIONS.value, Clause.SAVE_14.value, NONE, NONE, 0)
    if action.n_actors < b.rules.formation_least:
        return refused(log, Code.TOO_FEW_TO_FORM.value, Clause.SAVE_13.value, NONE, NONE, b.rules.formation_least)
    for k in range(action.n_actors):
        i = action.actors[k]
        figure = b.figures[i]
        is_going = figure.declared != 0 and figure.tired == 0
        is_free = may_stand_in_formation(b, i) and not is_going and figure.formed == 0
        if figure.side != side or not is_free or (is_asleep(b, side) and figure.sentry == 0):
            return refused(log, Code.CANNOT_FORM.value, Clause.SAVE_13.value, i, NONE, 0)
        own = degrees_of_facing(figure.fx, figure.fy)
        for m in range(k):
            other = b.figures[action.actors[m]]
            turn = angle_between(own, degrees_of_facing(other.fx, other.fy))
            if not is_within(turn, b.rules.formation_angle, ANGLE_SLACK):
                return refused(log, Code.FACE_APART.value, Clause.SAVE_14.value, i, action.actors[m], 0)
    members = _actors(action)
    if chain_of(b, action.actors[0], members) != members:
        return refused(log, Code.NO_CHAIN.value, Clause.SAVE_13.value, action.actors[0], NONE, 0)
    return Verdict(1, 0)


@clause("IA-SAVE-14")
@kernel
def make_form(b, action, log):
    """They close their ranks; whoever of them has not moved stands still."""
    b.formations += 1
    for k in range(action.n_actors):
        figure = b.figures[action.actors[k]]
        figure.formed = b.formations
        figure.moved = 1
        if figure.mode == Mode.NONE:
            figure.mode = Mode.STAND.value
    event(log, Code.CLOSES_RANKS.value, Clause.SAVE_14.value, action.actors[0], NONE, action.n_actors)


@clause("IA-SAVE-14")
@kernel
def keep_formations(b, log):
    """A figure that has lost its chain, or whose chain has fewer than three left, is in closed formation no more."""
    ended = np.int64(0)
    for i in range(b.n_figures):
        if b.figures[i].formed == 0:
            continue
        members = np.int64(0)
        for j in range(b.n_figures):
            if b.figures[j].formed == b.figures[i].formed and is_able(b.figures[j]):
                members |= bit(j)
        if count_of(chain_of(b, i, members)) < b.rules.formation_least:
            ended |= bit(i)
    while ended != 0:
        i = lowest(ended)
        ended = without(ended, i)
        b.figures[i].formed = 0
        event(log, Code.RANKS_OPEN.value, Clause.SAVE_14.value, i, NONE, 0)


@clause("IA-SAVE-14", "IA-MOVE-36")
@kernel
def leave_rank(b, i, log):
    """Figure ``i`` has closed up: in heavy wood, or off its chain, it is in closed formation no more."""
    figure = b.figures[i]
    if figure.formed == 0:
        return
    if not may_stand_in_formation(b, i):
        figure.formed = 0
        event(log, Code.RANKS_OPEN.value, Clause.MOVE_36.value, i, NONE, 0)
    keep_formations(b, log)


@clause("IA-SAVE-14")
@kernel
def end_formations_of(b, side):
    """A side's movement begins: its closed formations are over."""
    for i in range(b.n_figures):
        if b.figures[i].side == side:
            b.figures[i].formed = 0
