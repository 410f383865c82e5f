"""Which actions Pursuit lists, and one at random: paces, moves with turns, targets, headings, places to put things."""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.pursuit.record import ACTION, MAX_MINES, PIECE, Mode, Pace, Phase, Verb
from sandtable.games.pursuit.rules.close_combat import striker, targets_of
from sandtable.games.pursuit.rules.deployment import first_to_deploy, grid_place
from sandtable.games.pursuit.rules.interrupts import turner
from sandtable.games.pursuit.rules.mines import disc_of_mine, judge_mine, radius_of_marker
from sandtable.games.pursuit.rules.movement_phase import limit_of, turns_after
from sandtable.games.pursuit.rules.positions import has
from sandtable.games.pursuit.rules.pursuing import is_turned_aside
from sandtable.games.pursuit.rules.recycling import MOST, ends_of_room, fits_at, next_piece, size_of, those_about
from sandtable.games.pursuit.rules.sequence import judge
from sandtable.games.pursuit.rules.shooting import is_target, may_shoot_mines, shots_at
from sandtable.games.skirmish40k.record import CARRIED
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.kernel.action_drafts import add, blank, draft_for
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import choose
from sandtable.kernel.discs import disc_of
from sandtable.kernel.geometry import facing_of_degrees, snap, turned
from sandtable.kernel.log import LOG
from sandtable.kernel.records import NONE, Path
from sandtable.kernel.scratch import keep_until_here

HEADINGS = 8
"""Ways to face after a collision, or out of a fight: one every 45 degrees."""

SHAPES = 27
"""Moves with a turn to the left, none or to the right at each of up to three points; alike ones together."""

STRAIGHT = 13
"""The one of them without a turn."""


TURNS = 3
"""Turns of a move at most, each at a point."""


@kernel
def headings_from(headings, way):
    """Begin a list of the headings of moves (f8[2 * TURNS + 1, 2]): the first one is in its middle, the rest to come.

    What each turn leads to is reckoned once for all moves of a list: it took a quarter of the time of listing them.
    """
    headings[:] = np.nan
    headings[TURNS, 0] = way.x
    headings[TURNS, 1] = way.y


@kernel
def _turn_to(b, headings, at, turn):
    """The place in the list of the heading one turn (-1 or 1) on from that at ``at``."""
    to = at + turn
    if math.isnan(headings[to, 0]):
        way = turned(headings[at, 0], headings[at, 1], b.rules.turn * turn)
        headings[to, 0] = way.x
        headings[to, 1] = way.y
    return to


@kernel
def draft_move(b, draft, mode, share, shape, headings):
    """A move from the first of these headings: ``share`` of the whole length, a turn (-1, 0, 1) at each point."""
    i = b.active
    draft_for(b, draft, Verb.MOVE, i)
    draft.mode = mode
    after = turns_after(b, mode)
    limit = limit_of(b, mode) * share
    x, y = b.figures[i].x, b.figures[i].y
    at = TURNS
    gone = 0.0
    n = 0
    while gone < limit - 0.001:
        step = min(after, limit - gone)
        x += headings[at, 0] * step
        y += headings[at, 1] * step
        gone += step
        turn = shape // 9 - 1
        shape = shape % 9 * 3
        is_last = gone >= limit - 0.001
        if turn != 0 and step >= after - 0.001:
            if not is_last:
                draft.via[n, 0] = snap(x)
                draft.via[n, 1] = snap(y)
                n += 1
            at = _turn_to(b, headings, at, turn)
    draft.n_via = n
    draft.path = Path.VIA if n > 0 else Path.STRAIGHT
    draft.x = snap(x)
    draft.y = snap(y)
    draft.fx = headings[at, 0]
    draft.fy = headings[at, 1]


@kernel
def _list_moves(b, draft, log, out, n):
    """Moves of the figure that is asked, staying, and starting again."""
    i = b.active
    figure = b.figures[i]
    draft_for(b, draft, Verb.STAY, i)
    n = add(draft, out, n)
    if figure.stopped != NONE:
        draft_for(b, draft, Verb.RESTART, i)
        return add(draft, out, n)
    is_freed = figure.freed != 0
    headings = np.empty((2 * TURNS + 1, 2))
    for heading in range(HEADINGS if is_freed else 1):
        headings_from(headings, turned(figure.fx, figure.fy, 360.0 / HEADINGS * heading))
        for mode in range(2):
            if mode == Mode.ACCELERATE and b.allowance > 0.0:
                continue
            for shape in range(1 if is_freed else SHAPES):
                for part in range(1, 4):
                    if part < 3 and not is_freed and shape % 9 != STRAIGHT % 9:
                        continue
                    draft_move(b, draft, mode, part / 3.0, STRAIGHT if is_freed else shape, headings)
                    if judge(b, draft, log).legal == 1:
                        n = add(draft, out, n)
    return n


@kernel
def _list_shots(b, draft, out, n):
    """Shots of the figure that is asked, and holding fire."""
    i = b.active
    draft_for(b, draft, Verb.HOLD, i)
    n = add(draft, out, n)
    for slot in range(CARRIED):
        if b.profiles[b.figures[i].profile].weapons[slot] == NONE:
            continue
        for j in range(b.n_figures):
            if is_target(b, i, j) and shots_at(b, i, slot, disc_of(b.figures[j])) > 0:
                draft_for(b, draft, Verb.SHOOT, i)
                draft.target = j
                draft.item = slot
                n = add(draft, out, n)
        if may_shoot_mines(b, i):
            for m in range(MAX_MINES):
                if b.mines[m].on != 0 and shots_at(b, i, slot, disc_of_mine(b, m)) > 0:
                    draft_for(b, draft, Verb.SHOOT_MINES, i)
                    draft.target = m
                    draft.item = slot
                    n = add(draft, out, n)
    return n


@kernel
def draft_place(b, draft, k, y, turn):
    """Piece ``k`` back at the Arrival with its lower side at ``y``."""
    along, across = size_of(b, k, turn)
    blank(draft, Verb.PLACE)
    draft.target = k
    draft.x = b.length - 0.5 * along
    draft.y = snap(y + 0.5 * across)
    draft.fx = 1.0 if turn else 0.0
    draft.fy = 0.0 if turn else 1.0


PLACES = 2 * (MOST + 60)
"""Places of a piece put back: as it was and turned, ends of its room, and every inch of the broadest table."""


@kernel
def _places_of(b, k, draft, log, ys, turns):
    """Where piece ``k`` may be put back: every inch of its room, and both ends of it; how many places there are.

    Fills in its lower sides, and whether it is turned: who wants one place at random need not draft all of them.
    """
    ends = np.empty(MOST, np.float64)
    n = 0
    for turn in range(2):
        along, across = size_of(b, k, turn == 1)
        if turn == 1 and along == across:
            continue
        n_ends = ends_of_room(b, k, turn == 1, ends)
        about = those_about(b, b.length - along)
        for at in range(n_ends + int(b.breadth)):
            y = ends[at] if at < n_ends else float(at - n_ends)
            if not fits_at(b, about, k, y, turn == 1):
                continue
            if at < n_ends:
                draft_place(b, draft, k, y, turn == 1)
                if judge(b, draft, log).legal == 0:
                    continue
            ys[n] = y
            turns[n] = turn
            n += 1
    return n


@kernel
def _list_places(b, draft, log, out, n):
    """Places of the piece that is to be put back."""
    k = next_piece(b)
    ys = np.empty(PLACES)
    turns = np.empty(PLACES, np.int64)
    for at in range(_places_of(b, k, draft, log, ys, turns)):
        draft_place(b, draft, k, ys[at], turns[at] == 1)
        n = add(draft, out, n)
    return n


@kernel
def _list_mines(b, draft, log, out, n):
    """Places of a cluster beside the piece put back last, and none."""
    blank(draft, Verb.PASS)
    n = add(draft, out, n)
    box = b.terrain.features[b.last_piece]
    for side in range(3):
        along = box.y1 - box.y0 if side == 0 else box.x1 - box.x0
        for step in range(int(along) + 1):
            blank(draft, Verb.MINE)
            if side == 0:
                draft.x = box.x0 - b.mine_radius
                draft.y = box.y0 + step
            else:
                draft.x = box.x0 + step
                draft.y = box.y0 - b.mine_radius if side == 1 else box.y1 + b.mine_radius
            if judge_mine(b, draft, log).legal == 1:
                n = add(draft, out, n)
    return n


@kernel
def _list_markers(b, draft, log, out, n):
    """Places of a marker about those that lie."""
    explosion = b.explosion
    for at in range(explosion.n_markers):
        for heading in range(12):
            way = facing_of_degrees(30.0 * heading)
            for far in range(1, 3):
                blank(draft, Verb.MARK)
                draft.x = snap(explosion.markers[at, 0] + way.x * far * radius_of_marker(b))
                draft.y = snap(explosion.markers[at, 1] + way.y * far * radius_of_marker(b))
                if judge(b, draft, log).legal == 1:
                    n = add(draft, out, n)
    return n


@kernel
def _list_deployment(b, draft, log, out, n):
    """Places for the first figure that is to be set up, on a grid of inches and along the edges of the table."""
    i = first_to_deploy(b)
    draft_for(b, draft, Verb.DEPLOY, i)
    for column in range(int(b.length - b.rules.start_distance)):
        for row in range(int(b.breadth) + 1):
            grid_place(b, draft, column, row)
            if judge(b, draft, log).legal == 1:
                n = add(draft, out, n)
    return n


@kernel
def others_to_come(b, i):
    """As things stand somebody else of figure ``i``'s side is still to be asked for its pace in this phase."""
    for n in range(b.place + 1, b.n_order):
        j = b.order[n]
        if j >= PIECE or b.figures[j].side != b.figures[i].side:
            continue
        other = b.figures[j]
        is_stuck = other.held != 0 or other.stopped != NONE
        if is_on_table(other) and other.acted == 0 and not is_stuck and not is_turned_aside(b, j):
            return True
    return False


@kernel
def _list_rest(b, draft, log, out, n):
    """Paces, headings and blows."""
    if b.phase == Phase.PURSUIT:
        draft_for(b, draft, Verb.KEEP, b.active)
        n = add(draft, out, n)
        if others_to_come(b, b.active):
            draft.mode = Pace.ALL
            n = add(draft, out, n)
        for dice in range(1, b.rules.slowing_dice + 1):
            draft_for(b, draft, Verb.SLOW, b.active)
            draft.amount = dice
            n = add(draft, out, n)
    elif b.phase == Phase.HEADING:
        i = turner(b)
        for heading in range(HEADINGS):
            draft_for(b, draft, Verb.TURN, i)
            way = turned(b.figures[i].fx, b.figures[i].fy, 360.0 / HEADINGS * heading)
            draft.fx = way.x
            draft.fy = way.y
            n = add(draft, out, n)
    else:
        i = striker(b)
        targets = targets_of(b, i)
        for j in range(b.n_figures):
            if has(targets, j):
                draft_for(b, draft, Verb.STRIKE, i)
                draft.target = j
                n = add(draft, out, n)
    return n


@kernel
def legal_actions(b, out):
    """Fill ``out`` with useful legal actions; returns how many."""
    if b.phase == Phase.OVER:
        return 0
    drafts = np.empty(1, ACTION)
    logs = np.empty(1, LOG)
    draft = drafts[0]
    log = logs[0]
    log.keep = 0
    n = 0
    if b.phase == Phase.MOVEMENT:
        n = _list_moves(b, draft, log, out, n)
    elif b.phase == Phase.SHOOTING:
        n = _list_shots(b, draft, out, n)
    elif b.phase == Phase.RECYCLING:
        n = _list_places(b, draft, log, out, n)
    elif b.phase == Phase.MINING:
        n = _list_mines(b, draft, log, out, n)
    elif b.phase == Phase.BLAST:
        n = _list_markers(b, draft, log, out, n)
    elif b.phase == Phase.DEPLOYMENT:
        n = _list_deployment(b, draft, log, out, n)
    else:
        n = _list_rest(b, draft, log, out, n)
    keep_until_here(drafts)
    keep_until_here(logs)
    return n


@kernel
def _sample_move(b, dice, action, log):
    """One thing for the figure that is asked to do in the Movement Phase, mostly a whole move."""
    i = b.active
    figure = b.figures[i]
    chance = choose(dice, 8)
    if figure.stopped != NONE:
        draft_for(b, action, Verb.STAY if chance < 4 else Verb.RESTART, i)
        return
    if chance > 0:
        mode = choose(dice, 2) if b.allowance == 0.0 else Mode.RIDE
        shape = choose(dice, SHAPES)
        share = 1.0
        way = turned(figure.fx, figure.fy, 0.0)
        if figure.freed != 0:
            way = turned(figure.fx, figure.fy, 360.0 / HEADINGS * choose(dice, HEADINGS))
            shape = STRAIGHT
        elif chance == 1:
            share = 1.0 / 3.0 * (1 + choose(dice, 2))
            shape = 9 * (shape % 3) + STRAIGHT % 9
        headings = np.empty((2 * TURNS + 1, 2))
        headings_from(headings, way)
        draft_move(b, action, mode, share, shape, headings)
        if judge(b, action, log).legal == 1:
            return
    draft_for(b, action, Verb.STAY, i)


FEW = 128
"""Actions of a list that is short: paces, shots, headings, blows."""


@kernel
def _sample_of_list(b, dice, action, room):
    """One action of the list, at random."""
    out = np.empty(room, ACTION)
    n = legal_actions(b, out)
    copy_record(action, out[choose(dice, n)])
    keep_until_here(out)


@kernel
def _sample_place(b, dice, action):
    """One place of the piece that is to be put back, at random: the only one of the list that is drafted in full."""
    k = next_piece(b)
    ys = np.empty(PLACES)
    turns = np.empty(PLACES, np.int64)
    logs = np.empty(1, LOG)
    log = logs[0]
    log.keep = 0
    at = choose(dice, _places_of(b, k, action, log, ys, turns))
    draft_place(b, action, k, ys[at], turns[at] == 1)
    keep_until_here(logs)


@kernel
def sample_action(b, dice, action):
    """Fill ``action`` with one legal action at random: a move drafted at random, else one of the list."""
    if b.phase == Phase.MOVEMENT:
        logs = np.empty(1, LOG)
        log = logs[0]
        log.keep = 0
        _sample_move(b, dice, action, log)
        keep_until_here(logs)
    elif b.phase == Phase.PURSUIT and choose(dice, 4) > 0:  # who slows all the time is soon left behind
        draft_for(b, action, Verb.KEEP, b.active)
    elif b.phase == Phase.RECYCLING:
        _sample_place(b, dice, action)
    elif b.phase == Phase.DEPLOYMENT or b.phase == Phase.BLAST:
        _sample_of_list(b, dice, action, 512)
    else:
        _sample_of_list(b, dice, action, FEW)
