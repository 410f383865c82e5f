"""MOVEMENT PHASE: who moves, by how much and by what turns; starting again; knots breaking off (MOV, CC-8, DIF-8)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.pursuit.clauses import Clause, Code, Purpose
from sandtable.games.pursuit.record import MAX_LEGS, Mode, Motion, Phase, Side
from sandtable.games.pursuit.rules.close_combat import fight_round, owes_round
from sandtable.games.pursuit.rules.interrupts import is_asked, settle
from sandtable.games.pursuit.rules.order import make_movement_order, tell_phase
from sandtable.games.pursuit.rules.positions import ANGLE_SLACK, SLACK, has, knot_of, touches_foe
from sandtable.games.pursuit.rules.riding import ride_on
from sandtable.games.pursuit.rules.slides import may_throw_again
from sandtable.games.pursuit.switches import RestartFreeExit, TurnPoints
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.games.skirmish40k.rules.testing import at_least
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import angle_between, degrees_of_facing, snap, snap_facing
from sandtable.kernel.limits import is_at_least, is_more_than
from sandtable.kernel.log import event, locate, measured, outcome, reason
from sandtable.kernel.opposed_rolls import CONTESTANT, Again, contest, enter
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.verbs import Verdict

SHORT_LEG = 1.0
"""Degrees by which the way of a leg so short that it cannot be drawn exactly may be off, and be no turn."""


@clause("PURS-MOV-2", "PURS-MOV-3", "PURS-CC-12", "PURS-SEQ-1")
@kernel
def begin_movement_phase(b, dice, log):
    """The nearest to the Arrival goes first; nobody has acted in this phase."""
    tell_phase(b, Code.MOVEMENT_PHASE, log)
    for i in range(b.n_figures):
        b.figures[i].acted = 0
        b.figures[i].fought = 0
        b.figures[i].spent = 0
        b.figures[i].freed = 0
    b.knot = 0
    b.allowance = 0.0
    make_movement_order(b, dice, log)


@clause("PURS-MOV-1", "PURS-MOV-2", "PURS-CC-8", "PURS-CC-18", "PURS-SEQ-2")
@kernel
def run_movement(b, dice, log):
    """Carry the Movement Phase on: True where a figure's owner is asked for its move."""
    if settle(b, dice, log):
        return False
    if b.motion.kind == Motion.MOVE:
        ride_on(b, dice, log)
        return False
    if b.place == NONE:
        begin_movement_phase(b, dice, log)
        return False
    if b.knot != 0:
        return _ask_in_knot(b, dice, log)
    if b.place >= b.n_order:
        b.phase = Phase.SHOOTING
        b.place = NONE
        return False
    i = b.order[b.place]
    figure = b.figures[i]
    if not is_on_table(figure) or figure.acted != 0:
        b.place += 1
        b.allowance = 0.0
        if is_on_table(figure):
            _fight_on_unasked(b, i, log)
        return False
    if touches_foe(b, i):
        _open_knot(b, i, dice, log)
        return False
    b.active = i
    return True


# ---------------------------------------------------------------- knots


@clause("PURS-CC-9", "PURS-CC-17", "PURS-CC-18")
@kernel
def _open_knot(b, i, dice, log):
    """The first of a knot comes up: each side throws, and the high one moves its figures of the knot first."""
    b.knot = knot_of(b, i)
    b.knot_turns = 0
    thrown = np.empty(2, CONTESTANT)
    for side in range(2):
        enter(thrown[side], side, NONE, 0)
    b.knot_side = contest(thrown, 2, Again.TIED, dice, log, Purpose.FIRST_TO_LEAVE)
    keep_until_here(thrown)
    event(log, Code.MAY_BREAK_OFF, Clause.PURS_CC_9, i, NONE, b.knot_side)


@clause("PURS-CC-9", "PURS-CC-10", "PURS-CC-11", "PURS-CC-19", "PURS-CC-20")
@kernel
def _ask_in_knot(b, dice, log):
    """True where a figure of the knot is asked, in the order of the phase; after both sides a round is fought.

    Who still touches an enemy may face any way before it moves.
    """
    for n in range(b.n_order):
        i = b.order[n]
        figure = b.figures[i]
        if has(b.knot, i) and figure.side == b.knot_side and is_on_table(figure) and figure.acted == 0:
            if b.active != i:
                b.allowance = 0.0
            b.active = i
            figure.freed = int(touches_foe(b, i))
            return True
    b.allowance = 0.0
    b.knot_turns += 1
    if b.knot_turns == 1:
        b.knot_side = Side.QUARRY if b.knot_side == Side.HUNTERS else Side.HUNTERS
        return False
    knot = b.knot
    b.knot = 0
    fight_round(b, knot, log)
    return False


@clause("PURS-CC-11", "PURS-CC-20")
@kernel
def _fight_on_unasked(b, i, log):
    """All of figure ``i``'s knot have lost their moves to newcomers: who still touch fight on all the same."""
    knot = knot_of(b, i)
    for j in range(b.n_figures):
        if has(knot, j) and b.figures[j].acted == 0:
            return
    if owes_round(b, knot):
        fight_round(b, knot, log)


# ---------------------------------------------------------------- staying and starting again


@clause("PURS-MOV-1", "PURS-MOV-6", "PURS-CC-8", "PURS-CC-19")
@kernel
def judge_stay(b, action, log):
    """Nobody is forced to move; who stays may be turned only if it might have broken off."""
    if not is_asked(b, action, log):
        return Verdict(0, 0)
    figure = b.figures[b.active]
    off = angle_between(degrees_of_facing(action.fx, action.fy), degrees_of_facing(figure.fx, figure.fy))
    if figure.freed == 0 and off > ANGLE_SLACK:
        at = reason(log, Code.TURNS_TOO_SOON, Clause.PURS_MOV_6, b.active, NONE, int(b.rules.turn_after))
        locate(log, at, figure.x, figure.y, figure.x, figure.y, 0.0)
        return Verdict(0, 0)
    return Verdict(1, 0)


@clause("PURS-MOV-1", "PURS-CC-19")
@kernel
def make_stay(b, action, log):
    """It stays; one that might have broken off may be turned."""
    i = action.actors[0]
    figure = b.figures[i]
    figure.acted = 1
    if figure.freed != 0:
        way = snap_facing(action.fx, action.fy)
        figure.fx = way.x
        figure.fy = way.y
    event(log, Code.STAYS, Clause.PURS_MOV_1, i, NONE, 0)


@clause("PURS-DIF-8", "PURS-CC-19")
@kernel
def judge_restart(b, action, log):
    """A figure stopped in rubble may test to get on, once in its activation."""
    if not is_asked(b, action, log):
        return Verdict(0, 0)
    if b.figures[b.active].stopped == NONE:
        return refused(log, Code.IS_NOT_STOPPED, Clause.PURS_DIF_8, b.active, NONE, 0)
    return Verdict(1, 0)


@clause("PURS-DIF-8", "PURS-DIF-9", "PURS-DIF-10", "PURS-DIF-12")
@kernel
def make_restart(b, action, dice, log):
    """Up to three tests: each failure costs 2 inches and no hit; the first that passes sets it free."""
    i = action.actors[0]
    figure = b.figures[i]
    inches = b.rules.move
    for _ in range(b.rules.restarts):
        if at_least(b, i, b.core.danger, may_throw_again(b, i), Purpose.DANGEROUS, dice, log):
            b.motion.exempt = figure.stopped if b.options.restart_free_exit == RestartFreeExit.YES else NONE
            figure.stopped = NONE
            b.allowance = inches
            outcome(log, Code.STARTS_AGAIN, Clause.PURS_DIF_9, i, NONE, int(inches))
            return
        inches -= b.rules.step
    figure.acted = 1
    outcome(log, Code.CANNOT_START, Clause.PURS_DIF_9, i, NONE, 0)


# ---------------------------------------------------------------- moves


@clause("PURS-MOV-4", "PURS-MOV-9", "PURS-DIF-9", "PURS-DIF-11", "PURS-GEN-8")
@kernel
def limit_of(b, mode):
    """Inches of a move: 6, or 12 accelerating, or what starting again has left."""
    if b.allowance > 0.0:
        return b.allowance
    return float(b.rules.acceleration if mode == Mode.ACCELERATE else b.rules.move)


@kernel
def _limiting_clause(b, mode):
    """The clause that says how far a move goes."""
    if b.allowance > 0.0:
        return Clause.PURS_DIF_9
    return Clause.PURS_MOV_9 if mode == Mode.ACCELERATE else Clause.PURS_MOV_4


@clause("PURS-MOV-5", "PURS-MOV-9")
@kernel
def turns_after(b, mode):
    """Inches that must be moved straight before each turn."""
    return float(b.rules.fast_turn_after if mode == Mode.ACCELERATE else b.rules.turn_after)


@kernel
def _end_of_leg(action, leg):
    """Where leg ``leg`` of a move ends."""
    if leg < action.n_via:
        return snap(action.via[leg, 0]), snap(action.via[leg, 1])
    return snap(action.x), snap(action.y)


@clause("PURS-MOV-4", "PURS-MOV-9", "PURS-MOV-10", "PURS-MOV-11", "PURS-DIF-11", "PURS-GEN-6", "PURS-SEQ-4")
@kernel
def judge_move(b, action, log):
    """A move straight ahead with turns: how long, and whether enough was moved before each turn.

    What it meets on the way is not judged: that happens to it. The first leg goes along the heading, unless the figure
    breaks off; the facing at the end may be one more turn.
    """
    if not is_asked(b, action, log):
        return Verdict(0, 0)
    i = b.active
    figure = b.figures[i]
    legal = 1
    if figure.stopped != NONE:
        reason(log, Code.IS_STOPPED_STILL, Clause.PURS_DIF_8, i, NONE, 0)
        legal = 0
    if action.mode == Mode.ACCELERATE and b.allowance > 0.0:
        reason(log, Code.TOO_SLOW_TO_ACCELERATE, Clause.PURS_DIF_11, i, NONE, 0)
        legal = 0
    if action.n_via < 0 or action.n_via >= MAX_LEGS:
        return refused(log, Code.TOO_MANY_TURNS, Clause.PURS_MOV_5, i, NONE, MAX_LEGS - 1)
    if action.mode < 0 or action.mode > Mode.ACCELERATE:
        return refused(log, Code.NO_SUCH_PACE, Clause.PURS_MOV_10, i, NONE, 0)
    return Verdict(legal & _judge_legs(b, action, i, log), 0)


@clause("PURS-MOV-5", "PURS-MOV-6", "PURS-MOV-7", "PURS-MOV-8", "PURS-MOV-11", "PURS-CC-10")
@kernel
def _judge_legs(b, action, i, log):
    """Every leg of a move, and every turn: 1 or 0."""
    figure = b.figures[i]
    legal = 1
    x, y = figure.x, figure.y
    heading = degrees_of_facing(figure.fx, figure.fy)
    total = 0.0
    last = 0.0
    for leg in range(action.n_via + 1):
        to_x, to_y = _end_of_leg(action, leg)
        length = distance_of_points(x, y, to_x, to_y)
        if not length < math.inf:  # also what is no number
            reason(log, Code.NO_WAY, Clause.PURS_MOV_11, i, NONE, leg + 1)
            return 0
        if length <= SLACK:
            at = reason(log, Code.LEADS_NOWHERE, Clause.PURS_MOV_11, i, NONE, leg + 1)
            locate(log, at, x, y, to_x, to_y, length)
            return 0
        way = degrees_of_facing(to_x - x, to_y - y)
        off = angle_between(way, heading)
        if off > ANGLE_SLACK + min(math.degrees(SLACK / length), SHORT_LEG):
            if leg > 0:
                legal &= _judge_turn(b, action, Turn(off, last, total, x, y), log)
                last = 0.0
            elif figure.freed == 0:
                at = reason(log, Code.NOT_AHEAD, Clause.PURS_MOV_11, i, NONE, 0)
                locate(log, at, x, y, to_x, to_y, off)
                legal = 0
        if last == 0.0:  # on a point of a straight way nobody turns
            heading = way
        total += length
        last += length
        x, y = to_x, to_y
    end = degrees_of_facing(action.fx, action.fy)
    if angle_between(end, heading) > ANGLE_SLACK:
        legal &= _judge_turn(b, action, Turn(angle_between(end, heading), last, total, x, y), log)
    most = limit_of(b, action.mode)
    cited = _limiting_clause(b, action.mode)
    measured(log, cited, i, total, most)
    if is_more_than(total, most, 4.0 * SLACK):
        at = reason(log, Code.MOVES_TOO_FAR, cited, i, NONE, int(most))
        locate(log, at, figure.x, figure.y, x, y, total)
        legal = 0
    return legal


class Turn(NamedTuple):
    """A turn of a move: by so many degrees, so many inches after the last and in all, at this place."""

    degrees: float
    last: float
    total: float
    x: float
    y: float


@clause("PURS-MOV-5", "PURS-MOV-6", "PURS-MOV-7", "PURS-MOV-9")
@kernel
def _judge_turn(b, action, turn, log):
    """One turn of a move: by how much, and after how many inches: 1 or 0."""
    i = b.active
    legal = 1
    after = turns_after(b, action.mode)
    cited = Clause.PURS_MOV_9 if action.mode == Mode.ACCELERATE else Clause.PURS_MOV_5
    if is_more_than(turn.degrees, b.rules.turn, ANGLE_SLACK):
        at = reason(log, Code.TURNS_TOO_FAR, cited, i, NONE, int(b.rules.turn))
        locate(log, at, turn.x, turn.y, turn.x, turn.y, turn.degrees)
        legal = 0
    if not is_at_least(turn.last, after, SLACK):
        at = reason(log, Code.TURNS_TOO_SOON, Clause.PURS_MOV_6, i, NONE, int(after))
        locate(log, at, turn.x, turn.y, turn.x, turn.y, turn.last)
        legal = 0
    elif b.options.turn_points == TurnPoints.ONLY_AT_2_4_6:
        parts = math.floor(turn.total / after + 0.5)
        if abs(turn.total - parts * after) > 4.0 * SLACK:
            at = reason(log, Code.TURNS_BETWEEN_POINTS, Clause.PURS_MOV_6, i, NONE, int(after))
            locate(log, at, turn.x, turn.y, turn.x, turn.y, turn.total)
            legal = 0
    return legal


@clause("PURS-MOV-10", "PURS-MOV-18", "PURS-CC-10", "PURS-MOV-4", "PURS-GEN-6", "PURS-MOV-9")
@kernel
def make_move(b, action, log):
    """Set off. Who declared acceleration has accelerated, whatever distance it covers; who breaks off turns first."""
    i = action.actors[0]
    figure = b.figures[i]
    figure.acted = 1
    figure.moved = 1
    figure.accelerated = int(action.mode == Mode.ACCELERATE)
    motion = b.motion
    if b.allowance == 0.0:
        motion.exempt = NONE
    motion.kind = Motion.MOVE
    motion.who = i
    motion.n_legs = action.n_via + 1
    for leg in range(motion.n_legs):
        to_x, to_y = _end_of_leg(action, leg)
        motion.ways[leg, 0] = to_x
        motion.ways[leg, 1] = to_y
    if figure.freed != 0:
        ahead = snap_facing(motion.ways[0, 0] - figure.x, motion.ways[0, 1] - figure.y)
        figure.fx = ahead.x
        figure.fy = ahead.y
    motion.leg = 0
    motion.gone = 0.0
    motion.began = 0
    motion.inside = NONE
    motion.within[:] = 0.0
    motion.steps[:] = 0.0
    motion.failed[:] = 0
    motion.tests = 0
    way = snap_facing(action.fx, action.fy)
    motion.fx = way.x
    motion.fy = way.y
    code = Code.ACCELERATES if figure.accelerated != 0 else Code.RIDES
    at = event(log, code, Clause.PURS_MOV_9 if figure.accelerated != 0 else Clause.PURS_MOV_4, i, NONE, 0)
    locate(log, at, figure.x, figure.y, motion.ways[motion.n_legs - 1, 0], motion.ways[motion.n_legs - 1, 1], 0.0)
