"""PURSUIT PHASE: the order of all, who keeps the pace, slowing down, and figures that go back (PUR)."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.pursuit.clauses import Clause, Code, Purpose
from sandtable.games.pursuit.record import BEYOND, MAX_MINES, PIECE, Coming, Motion, Pace, Phase, Side
from sandtable.games.pursuit.rules.close_combat import fight_round, meet, owes_round
from sandtable.games.pursuit.rules.interrupts import is_asked, settle
from sandtable.games.pursuit.rules.mines import disc_of_mine, set_off
from sandtable.games.pursuit.rules.objectives import give_up
from sandtable.games.pursuit.rules.order import make_pursuit_order, tell_phase
from sandtable.games.pursuit.rules.pieces import is_over, is_there, overlaps
from sandtable.games.pursuit.rules.positions import (
    ANGLE_SLACK,
    SLACK,
    bit,
    has,
    knot_of,
    put,
    radius_of,
    touches_foe,
    turned_aside,
    way_to_contact,
)
from sandtable.games.pursuit.rules.recycling import next_piece
from sandtable.games.pursuit.rules.slides import begin_slide, slide
from sandtable.games.pursuit.switches import RecycleAlternation, RecycleTime
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.games.skirmish40k.rules.testing import d6
from sandtable.kernel.discs import disc_free_to_feature, disc_of
from sandtable.kernel.geometry import LATTICE, TOUCH
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.log import event, outcome
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("PURS-PUR-1", "PURS-PUR-3", "PURS-PUR-15", "PURS-PUR-19", "PURS-PUR-20", "PURS-CC-6", "PURS-REC-2")
@kernel
def begin_pursuit_phase(b, dice, log):
    """A turn begins: who is locked is held in place, and ceases to be stopped; figures and pieces get one order."""
    tell_phase(b, Code.TURN_BEGINS, log)
    tell_phase(b, Code.PURSUIT_PHASE, log)
    for i in range(b.n_figures):
        figure = b.figures[i]
        figure.acted = 0
        figure.accelerated = 0
        figure.moved = 0
        figure.keeps = 0
        figure.struck = 0
        figure.fought = 0
        figure.spent = 0
        figure.start_x = figure.x
        figure.back = 0.0
        figure.next_test = BEYOND
        figure.overlaps = 0
        figure.held = int(touches_foe(b, i))
        if figure.held != 0:
            figure.stopped = NONE
        for k in range(b.n_pieces):
            if is_on_table(figure) and overlaps(b, i, k):
                figure.overlaps |= bit(k)
    for k in range(b.n_pieces):
        b.pieces[k].fresh = 0
        b.pieces[k].tried = 0
    b.mined = 0
    b.last_piece = NONE
    if b.options.recycle_alternation == RecycleAlternation.PER_PHASE:
        b.placer = Side.HUNTERS
    make_pursuit_order(b, dice, log)


@clause("PURS-PUR-10")
@kernel
def is_turned_aside(b, i):
    """The figure's heading differs from the table's by more than 45 degrees: it can neither keep its pace nor slow."""
    return is_more_than(turned_aside(b.figures[i]), b.rules.free_turn, ANGLE_SLACK)


@clause("PURS-PUR-2", "PURS-PUR-8", "PURS-PUR-10", "PURS-PUR-15", "PURS-PUR-16", "PURS-PUR-18", "PURS-CC-7")
@kernel
def run_pursuit(b, dice, log):
    """Carry the Pursuit Phase on: True where a free figure's owner is asked for its pace."""
    if settle(b, dice, log):
        return False
    if b.motion.kind == Motion.BACK:
        go_back(b, log)
        return False
    if b.motion.kind == Motion.SLIDE:
        slide(b, dice, log)
        return False
    if b.place == NONE:
        begin_pursuit_phase(b, dice, log)
        return False
    if b.place >= b.n_order or (b.options.recycle_time == RecycleTime.AT_ONCE and next_piece(b) != NONE):
        b.phase = Phase.RECYCLING
        return False
    entry = b.order[b.place]
    if entry >= PIECE:
        b.place += 1
        begin_slide(b, entry - PIECE, log)
        return False
    figure = b.figures[entry]
    if is_on_table(figure) and figure.held != 0 and figure.acted == 0:
        _fight_in_knot(b, entry, log)
        return False
    if not is_on_table(figure) or figure.acted != 0 or figure.stopped != NONE:
        b.place += 1
        if is_on_table(figure) and figure.held != 0 and _all_were_met(b, entry):
            _fight_in_knot(b, entry, log)
        return False
    if is_turned_aside(b, entry):
        event(log, Code.IS_LEFT_BEHIND, Clause.PURS_PUR_10, entry, NONE, 0)
        begin_back(b, entry, b.rules.slide)
        return False
    if figure.keeps != 0:
        keep_pace(b, entry, log)
        return False
    b.active = entry
    return True


@clause("PURS-CC-6", "PURS-PUR-21")
@kernel
def _all_were_met(b, i):
    """Of those of figure ``i``'s knot who were locked when the phase began newcomers met all, and a round is due."""
    members = 0
    knot = knot_of(b, i)
    for j in range(b.n_figures):
        if has(knot, j) and b.figures[j].held != 0:
            if b.figures[j].acted == 0:
                return False
            members |= bit(j)
    return owes_round(b, members)


@clause("PURS-CC-6", "PURS-PUR-15")
@kernel
def _fight_in_knot(b, i, log):
    """When the first of a knot comes up all of it fight a round; who was locked stays even if freed by it."""
    knot = knot_of(b, i)
    for j in range(b.n_figures):
        if has(knot, j) and b.figures[j].held != 0:
            b.figures[j].acted = 1
    b.figures[i].acted = 1
    fight_round(b, knot, log)


# ---------------------------------------------------------------- what a free figure does


@clause("PURS-PUR-8", "PURS-SEQ-4")
@kernel
def judge_keep(b, action, log):
    """A free figure may keep its pace, alone or with all of its side who are still to come."""
    if not is_asked(b, action, log):
        return Verdict(0, 0)
    if action.mode < 0 or action.mode > Pace.ALL:
        return refused(log, Code.ALONE_OR_ALL, Clause.PURS_PUR_8, b.active, NONE, 0)
    return Verdict(1, 0)


@clause("PURS-PUR-8")
@kernel
def make_keep(b, action, log):
    """It stays where it is; the others of its side will too, each when its moment comes, if it is free then."""
    i = action.actors[0]
    if action.mode == Pace.ALL:
        for j in range(b.n_figures):
            b.figures[j].keeps |= int(b.figures[j].side == b.figures[i].side)
    keep_pace(b, i, log)


@clause("PURS-PUR-8")
@kernel
def keep_pace(b, i, log):
    """Figure ``i`` stays where it is."""
    b.figures[i].acted = 1
    event(log, Code.KEEPS_PACE, Clause.PURS_PUR_8, i, NONE, 0)


@clause("PURS-PUR-9", "PURS-SEQ-4")
@kernel
def judge_slow(b, action, log):
    """A free figure may slow down by one, two or three dice, named before they are thrown."""
    if not is_asked(b, action, log):
        return Verdict(0, 0)
    if action.amount < 1 or action.amount > b.rules.slowing_dice:
        return refused(log, Code.SO_MANY_DICE, Clause.PURS_PUR_9, b.active, NONE, b.rules.slowing_dice)
    return Verdict(1, 0)


@clause("PURS-PUR-9")
@kernel
def make_slow(b, action, dice, log):
    """Throw, and go so far straight back."""
    i = action.actors[0]
    inches = 0
    for _ in range(action.amount):
        inches += d6(b, i, Purpose.SLOWING, dice, log)
    outcome(log, Code.SLOWS, Clause.PURS_PUR_9, i, NONE, inches)
    begin_back(b, i, float(inches))


@kernel
def begin_back(b, i, inches):
    """Figure ``i`` begins to go back; that is its activation."""
    b.figures[i].acted = 1
    motion = b.motion
    motion.kind = Motion.BACK
    motion.who = i
    motion.length = inches
    motion.gone = 0.0


@kernel
def down(length):
    """The length, down to the lattice of places: nobody is carried deeper than into contact."""
    return math.floor(length / LATTICE + 1e-6) * LATTICE


@clause("PURS-PUR-11", "PURS-PUR-12", "PURS-PUR-13", "PURS-PUR-14", "PURS-PUR-19", "PURS-SPO-9", "PURS-MOV-13")
@kernel
def go_back(b, log):
    """Go straight back up to the next thing that is met: a figure, a piece, mines, or the rear edge.

    Terrain stops it without harm, but not a piece that it overlapped when the phase began, nor size 1 if it flies.
    """
    motion = b.motion
    i = motion.who
    if not is_on_table(b.figures[i]):
        motion.kind = Motion.NONE
        return
    disc = disc_of(b.figures[i])
    left = motion.length - motion.gone
    free = left
    met_figure = NONE
    met_mine = NONE
    for k in range(b.n_pieces):
        if is_there(b, k) and not is_over(b, i, k) and not has(b.figures[i].overlaps, k):
            free = min(free, disc_free_to_feature(disc, -1.0, 0.0, left, b.terrain, k))
    for j in range(b.n_figures):
        if j != i and is_on_table(b.figures[j]):
            way = way_to_contact(disc, -1.0, 0.0, left, disc_of(b.figures[j]))
            if way <= free + SLACK:
                free = min(free, way)
                met_figure = j
    for m in range(MAX_MINES):
        if b.mines[m].on != 0:
            way = way_to_contact(disc, -1.0, 0.0, left, disc_of_mine(b, m))
            if way <= free + SLACK:
                free = min(free, way)
                met_mine = m
                met_figure = NONE
    edge = b.figures[i].x - radius_of(b.figures[i])
    if edge < free - TOUCH:
        _go(b, i, edge, motion)
        motion.kind = Motion.NONE
        give_up(b, i, Clause.PURS_PUR_12, log)
        return
    _go(b, i, down(max(free, 0.0)), motion)
    if met_mine != NONE:
        set_off(b, met_mine, i, log)
        return
    motion.kind = Motion.NONE
    if motion.gone < motion.length - TOUCH:
        event(log, Code.STOPS_SHORT, _why_it_stops(b, i, met_figure), i, met_figure, 0)
    if met_figure != NONE:
        meet(b, i, Coming.CARRIED, log)


@clause("PURS-PUR-11", "PURS-PUR-13", "PURS-PUR-14")
@kernel
def _why_it_stops(b, i, met):
    """The clause by which figure ``i`` goes no farther back: a piece (``met`` is NONE), a friend or an enemy."""
    if met == NONE:
        return Clause.PURS_PUR_11
    return Clause.PURS_PUR_13 if b.figures[met].side == b.figures[i].side else Clause.PURS_PUR_14


@kernel
def _go(b, i, inches, motion):
    """Go so far back."""
    put(b, i, b.figures[i].x - inches, b.figures[i].y)
    b.figures[i].back += inches
    motion.gone += inches
