"""DEPLOYMENT: where figures may start, who sets up first, and the random city (DEP, TAB-10)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.pursuit.clauses import Clause, Code, Purpose
from sandtable.games.pursuit.record import ACTION, MAX_PIECES, Phase, Side, Verb, Where
from sandtable.games.pursuit.rules.pieces import is_over, is_there, lay
from sandtable.games.pursuit.rules.positions import SLACK
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.kernel.action_drafts import blank
from sandtable.kernel.dice import throw_die
from sandtable.kernel.discs import disc_gap, disc_gap_to_feature, disc_is_on_table, disc_of, disc_placed
from sandtable.kernel.geometry import TOUCH, snap, snap_facing
from sandtable.kernel.log import LOG, event, locate, reason, side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.verbs import Verdict


@clause("PURS-DEP-4", "PURS-DEP-7")
@kernel
def next_to_deploy(b):
    """The side that sets up now: the quarry until all of it stands, then the hunters; NONE: all stand."""
    for side in range(2):
        for i in range(b.n_figures):
            if b.figures[i].side == side and b.figures[i].where == Where.BOX:
                return side
    return NONE


@kernel
def asks_deployer(b):
    """The side that sets up."""
    return next_to_deploy(b)


@clause("PURS-DEP-2", "PURS-DEP-7")
@kernel
def run_deployment(b, log):
    """True while somebody is still to be set up, one figure at a time.

    Where the quarry has left hunters no place 12 inches away, half that distance is enough, and half of it again.
    """
    side = next_to_deploy(b)
    if side == NONE:
        b.phase = Phase.PURSUIT
        b.place = NONE
        return False
    while side == Side.HUNTERS and b.rules.chase_distance > 0.1 and not has_place(b):
        b.rules.chase_distance *= 0.5
        side_event(log, Code.HUNTERS_MAY_COME_NEARER, Clause.PURS_DEP_2, side, 0)
    return True


@kernel
def first_to_deploy(b):
    """The first figure in the box of the side that sets up now."""
    side = next_to_deploy(b)
    for i in range(b.n_figures):
        if b.figures[i].side == side and b.figures[i].where == Where.BOX:
            return i
    return NONE


@kernel
def has_place(b):
    """The figure to be set up finds a place on a grid of inches, or along an edge of the table."""
    drafts = np.empty(1, ACTION)
    logs = np.empty(1, LOG)
    draft = drafts[0]
    log = logs[0]
    log.keep = 0
    found = False
    blank(draft, Verb.DEPLOY)
    draft.n_actors = 1
    draft.actors[0] = first_to_deploy(b)
    for column in range(int(b.length - b.rules.start_distance)):
        for row in range(int(b.breadth) + 1):
            grid_place(b, draft, column, row)
            if not found and judge_deploy(b, draft, log).legal == 1:
                found = True
    keep_until_here(drafts)
    keep_until_here(logs)
    return found


@kernel
def grid_place(b, draft, column, row):
    """The place in a column and row of a grid of inches, counted from the line behind which all start.

    Where the base would lie over an edge of the table it touches that.
    """
    radius = 0.5 * b.figures[draft.actors[0]].width
    draft.x = max(b.length - b.rules.start_distance - radius - column, radius)
    draft.y = min(max(float(row), radius), b.breadth - radius)


@clause("PURS-DEP-1", "PURS-DEP-2", "PURS-DEP-4", "PURS-DEP-5", "PURS-DEP-7", "PURS-TAB-2")
@kernel
def judge_deploy(b, action, log):
    """A figure in the box of the side whose turn it is may stand there.

    48 inches from the Arrival, whole base; hunters 12 inches from all the quarry; touching nobody and no piece, except
    that one which flies may be over size 1.
    """
    if action.n_actors != 1:
        return refused(log, Code.ONE_BY_ONE, Clause.PURS_DEP_7, NONE, NONE, action.n_actors)
    i = action.actors[0]
    if b.figures[i].where != Where.BOX:
        return refused(log, Code.IS_SET_UP_ALREADY, Clause.PURS_DEP_7, i, NONE, 0)
    if b.figures[i].side != next_to_deploy(b):
        return refused(log, Code.NOT_TO_BE_SET_UP, Clause.PURS_DEP_4, i, first_to_deploy(b), 0)
    disc = disc_placed(disc_of(b.figures[i]), snap(action.x), snap(action.y), 0.0, 1.0)
    legal = 1
    if not disc_is_on_table(disc, b.length, b.breadth):
        at = reason(log, Code.SET_UP_OFF_TABLE, Clause.PURS_DEP_1, i, NONE, 0)
        locate(log, at, disc.x, disc.y, disc.x, disc.y, 0.0)
        return Verdict(0, 0)
    if disc.x + disc.radius > b.length - b.rules.start_distance + SLACK:
        at = reason(log, Code.TOO_NEAR_ARRIVAL, Clause.PURS_DEP_1, i, NONE, int(b.rules.start_distance))
        locate(log, at, disc.x, disc.y, b.length, disc.y, b.length - disc.x - disc.radius)
        legal = 0
    for j in range(b.n_figures):
        if j == i or not is_on_table(b.figures[j]):
            continue
        gap = disc_gap(disc, disc_of(b.figures[j]))
        if b.figures[j].side != b.figures[i].side and gap < b.rules.chase_distance - SLACK:
            at = reason(log, Code.TOO_NEAR_QUARRY, Clause.PURS_DEP_2, i, j, int(b.rules.chase_distance))
            locate(log, at, disc.x, disc.y, b.figures[j].x, b.figures[j].y, gap)
            legal = 0
        if gap <= TOUCH:
            at = reason(log, Code.SET_UP_TOUCHING, Clause.PURS_DEP_5, i, j, 0)
            locate(log, at, disc.x, disc.y, b.figures[j].x, b.figures[j].y, gap)
            legal = 0
    for k in range(b.n_pieces):
        if is_there(b, k) and not is_over(b, i, k) and disc_gap_to_feature(disc, b.terrain, k) <= TOUCH:
            at = reason(log, Code.SET_UP_IN_PIECE, Clause.PURS_DEP_5, i, NONE, k)
            locate(log, at, disc.x, disc.y, disc.x, disc.y, 0.0)
            legal = 0
    return Verdict(legal, 0)


@clause("PURS-DEP-5", "PURS-DEP-7")
@kernel
def make_deploy(b, action, log):
    """It stands there, facing as its owner says."""
    figure = b.figures[action.actors[0]]
    figure.x = snap(action.x)
    figure.y = snap(action.y)
    way = snap_facing(action.fx, action.fy)
    figure.fx = way.x
    figure.fy = way.y
    figure.where = Where.TABLE
    at = event(log, Code.IS_SET_UP, Clause.PURS_DEP_7, action.actors[0], NONE, 0)
    locate(log, at, figure.x, figure.y, figure.x, figure.y, 0.0)


# ---------------------------------------------------------------- the random city


@kernel
def _pick(n, dice, log):
    """One of ``n``, by a die of so many faces."""
    return throw_die(dice, log, Purpose.CITY, NONE, NONE, max(n, 1)) - 1


@clause("PURS-TAB-3", "PURS-TAB-4", "PURS-TAB-10", "PURS-DEP-7")
@kernel
def lay_random_city(b, dice, log):
    """The same pieces in columns 12 inches apart, each at a random y, about a street that winds between them."""
    columns = int((b.length - b.rules.column) // b.rules.column)
    order = np.arange(MAX_PIECES)
    for n in range(b.n_pieces - 1, 0, -1):  # which piece in which column
        other = _pick(n + 1, dice, log)
        order[n], order[other] = order[other], order[n]
    middle = -1.0
    for column in range(columns):
        middle = _choose_lane(b, order, column, columns, middle, dice, log)
        _fill_column(b, order, column, columns, middle, dice, log)
    side_event(log, Code.CITY_LIES, Clause.PURS_TAB_10, NONE, b.n_pieces)


@kernel
def _across(b, k):
    """How far piece ``k`` reaches across the table."""
    return b.terrain.features[k].y1 - b.terrain.features[k].y0


@kernel
def _is_south(b, order, column, columns, middle, sides):
    """Share the column's pieces out to the two sides of a lane, the larger room first: ``sides``; True if all fit."""
    south = middle - 0.5 * b.rules.lane
    north = b.breadth - middle - 0.5 * b.rules.lane
    for n in range(column, b.n_pieces, columns):
        need = _across(b, order[n])
        if need > max(south, north):
            return False
        sides[n] = int(north > south)
        if north > south:
            north -= need + b.rules.piece_gap
        else:
            south -= need + b.rules.piece_gap
    return True


@kernel
def _choose_lane(b, order, column, columns, before, dice, log):
    """The middle of this column's lane, 4 to 12 inches from the last one's, where all its pieces find room."""
    sides = np.zeros(MAX_PIECES, np.int64)
    good = np.zeros(100, np.float64)
    n = 0
    fallback = 0.5 * b.breadth
    best = 1000.0
    for half in range(int(b.rules.lane), int(2.0 * b.breadth - b.rules.lane) + 1):
        middle = 0.5 * half
        if n >= 100 or not _is_south(b, order, column, columns, middle, sides):
            continue
        swing = abs(middle - before)
        if before < 0.0 or b.rules.least_swing <= swing <= b.rules.most_swing:
            good[n] = middle
            n += 1
        elif abs(swing - b.rules.least_swing) < best:
            best = abs(swing - b.rules.least_swing)
            fallback = middle
    return good[_pick(n, dice, log)] if n > 0 else fallback


@kernel
def _fill_column(b, order, column, columns, middle, dice, log):
    """Lay the column's pieces, each with 2 inches to the next, the room that is left shared out by dice."""
    sides = np.zeros(MAX_PIECES, np.int64)
    _is_south(b, order, column, columns, middle, sides)
    x = b.rules.column * (column + 1)
    for side in range(2):
        room = middle - 0.5 * b.rules.lane if side == 0 else b.breadth - middle - 0.5 * b.rules.lane
        y = 0.0 if side == 0 else middle + 0.5 * b.rules.lane
        need = -b.rules.piece_gap
        for n in range(column, b.n_pieces, columns):
            if sides[n] == side:
                need += _across(b, order[n]) + b.rules.piece_gap
        spare = max(room - need, 0.0)
        for n in range(column, b.n_pieces, columns):
            if sides[n] == side:
                k = order[n]
                skip = 0.5 * _pick(int(2.0 * spare) + 1, dice, log)
                spare -= skip
                across = _across(b, k)
                along = b.terrain.features[k].x1 - b.terrain.features[k].x0
                lay(b, k, x, y + skip, x + along, y + skip + across)
                y += skip + across + b.rules.piece_gap
