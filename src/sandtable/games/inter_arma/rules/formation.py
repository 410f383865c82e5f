"""SAVE-13, SAVE-14: what a closed formation is, how it is declared, and how it ends."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import Ground, Mode
from sandtable.games.inter_arma.rules.concealment import event_of, hush_all, is_asleep
from sandtable.games.inter_arma.rules.ground import is_in as is_in_ground
from sandtable.games.inter_arma.rules.orders import must_act_now, refuse, refuse_apart
from sandtable.games.inter_arma.rules.positions import (
    ANGLE_SLACK,
    is_able,
    is_before,
    is_mounted,
    touch,
    westernmost,
)
from sandtable.kernel.bitsets import bit, count_of, lowest, without
from sandtable.kernel.geometry import angle_between, degrees_of_facing
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event, locate, reason, speak_up, with_value
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("IA-SAVE-4", "IA-SAVE-13")
@kernel
def is_covered_by_formation(b, i, by):
    """Figure ``i`` is in a closed formation, and who attacks or shoots is in its front half circle."""
    return b.figures[i].formed != 0 and is_before(b.figures[i], b.figures[by].x, b.figures[by].y)


@clause("IA-SAVE-13", "IA-MOVE-28", "IA-MOVE-34", "IA-MOVE-36", "IA-NIGHT-16", "IA-GOAL-8")
@kernel
def may_stand_in_formation(b, i):
    """Figure ``i`` is on foot, has a shield, has neither run nor crawled, and is not in heavy wood or disorder."""
    return is_able(b.figures[i]) and what_keeps_out(b, i) == NONE


@clause("IA-SAVE-13", "IA-MOVE-28", "IA-MOVE-34", "IA-MOVE-36", "IA-NIGHT-16", "IA-GOAL-8")
@kernel
def what_keeps_out(b, i):
    """The Code of what keeps figure ``i`` out of a closed formation, or NONE. Who was too tired to run has stood."""
    figure = b.figures[i]
    if figure.civilian != 0:
        return Code.CIVILIANS_DO_NOT_FORM
    if is_mounted(figure):
        return Code.RIDERS_DO_NOT_FORM
    if figure.shield == 0:
        return Code.HAS_NO_SHIELD
    if figure.lying != 0:
        return Code.LIES_DOWN
    if figure.routing != 0:
        return Code.IS_ROUTING
    if figure.tower != NONE:
        return Code.IS_ON_TOWER
    if figure.tired == 0 and figure.mode == Mode.RUN:
        return Code.HAS_RUN
    if figure.tired == 0 and figure.mode == Mode.CRAWL:
        return Code.HAS_CRAWLED
    if b.squads[figure.squad].disordered != 0:
        return Code.IN_DISORDER_NOW
    if b.woods != 0 and is_in_ground(b, Ground.HEAVY_WOOD, figure.x, figure.y):
        return Code.IN_HEAVY_WOOD
    return NONE


@clause("IA-SAVE-13", "IA-NIGHT-16", "IA-MOVE-36", "IA-MORALE-27")
@kernel
def must_fit_in_formation(b, i, log):
    """1 if nothing keeps figure ``i`` out of a closed formation; else what does."""
    code = what_keeps_out(b, i)
    if code == NONE:
        return 1
    cited = Clause.SAVE_13
    if code == Code.IN_DISORDER_NOW:
        cited = Clause.NIGHT_16
    elif code == Code.IN_HEAVY_WOOD:
        cited = Clause.MOVE_36
    elif code == Code.IS_ROUTING:
        cited = Clause.MORALE_27
    return refuse(log, code, cited, i, NONE)


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
    members = 0
    for k in range(action.n_actors):
        members |= bit(action.actors[k])
    return members


@clause("IA-SAVE-13", "IA-SAVE-14", "IA-MOVE-28")
@kernel
def judge_form(b, action, log):
    """Verdict: may these figures, whose movement is over or who stand, close their ranks."""
    side = b.order[b.place]
    if b.sides[side].may_form == 0:
        return refused(log, Code.NO_FORMATIONS, Clause.SAVE_14, NONE, NONE, 0)
    if action.n_actors < b.rules.formation_least:
        at = reason(log, Code.TOO_FEW_TO_FORM, Clause.SAVE_13, NONE, NONE, b.rules.formation_least)
        with_value(log, at, float(action.n_actors))
        return Verdict(0, 0)
    for k in range(action.n_actors):
        i = action.actors[k]
        figure = b.figures[i]
        if _must_be_ready(b, i, log) == 0:
            return Verdict(0, 0)
        own = degrees_of_facing(figure.fx, figure.fy)
        for m in range(k):
            other = b.figures[action.actors[m]]
            turn = angle_between(own, degrees_of_facing(other.fx, other.fy))
            if not is_within(turn, b.rules.formation_angle, ANGLE_SLACK):
                at = reason(log, Code.FACE_APART, Clause.SAVE_14, i, action.actors[m], int(b.rules.formation_angle))
                locate(log, at, figure.x, figure.y, other.x, other.y, turn)
                return Verdict(0, 0)
    members = _actors(action)
    apart = members & ~chain_of(b, action.actors[0], members)
    if apart != 0:
        other = westernmost(b, apart)
        return Verdict(refuse_apart(b, log, Code.NO_CHAIN, Clause.SAVE_13, action.actors[0], other, b.rules.contact), 0)
    return Verdict(1, 0)


@clause("IA-SAVE-13", "IA-SAVE-14", "IA-SENTRY-6", "IA-MOVE-34")
@kernel
def _must_be_ready(b, i, log):
    """1 if figure ``i`` may close ranks now: awake, not about to go, in no formation yet, and fit for one."""
    figure = b.figures[i]
    if must_act_now(b, i, log) == 0:
        return 0
    if is_asleep(b, figure.side) and figure.sentry == 0:
        return refuse(log, Code.IS_ASLEEP, Clause.SENTRY_6, i, NONE)
    if figure.declared != 0 and figure.tired == 0:
        return refuse(log, Code.GOES_FIRST, Clause.SAVE_14, i, NONE)
    if figure.formed != 0:
        return refuse(log, Code.IS_FORMED, Clause.SAVE_14, i, NONE)
    return must_fit_in_formation(b, i, log)


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
            figure.mode = Mode.STAND
    hush_all(b, action, log)
    event(log, Code.CLOSES_RANKS, Clause.SAVE_14, action.actors[0], NONE, action.n_actors)
    speak_up(log)


@clause("IA-SAVE-14")
@kernel
def keep_formations(b, log):
    """A figure that has lost its chain, or whose chain has fewer than three left, is in closed formation no more."""
    ended = 0
    for i in range(b.n_figures):
        if b.figures[i].formed == 0:
            continue
        members = 0
        for j in range(b.n_figures):
            if b.figures[j].formed == b.figures[i].formed and is_able(b.figures[j]):
                members |= bit(j)
        if count_of(chain_of(b, i, members)) < b.rules.formation_least:
            ended |= bit(i)
    while ended != 0:
        i = lowest(ended)
        ended = without(ended, i)
        b.figures[i].formed = 0
        event_of(b, log, Code.RANKS_OPEN, Clause.SAVE_14, i, 0)


@clause("IA-SAVE-14", "IA-MOVE-36")
@kernel
def leave_rank(b, i, log):
    """Figure ``i`` has closed up: in heavy wood, or off its chain, it is in closed formation no more."""
    figure = b.figures[i]
    if figure.formed == 0:
        return
    if not may_stand_in_formation(b, i):
        figure.formed = 0
        event_of(b, log, Code.RANKS_OPEN, Clause.MOVE_36, i, 0)
    keep_formations(b, log)


@clause("IA-SAVE-14")
@kernel
def end_formations_of(b, side):
    """A side's movement begins: its closed formations are over."""
    for i in range(b.n_figures):
        if b.figures[i].side == side:
            b.figures[i].formed = 0
