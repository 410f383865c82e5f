"""RECYCLING: pieces that came off are put back at the Arrival by the players in turn, mines with them (REC)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.pursuit.clauses import Clause, Code
from sandtable.games.pursuit.record import MAX_FIGURES, MAX_MINES, MAX_PIECES, Phase, Side
from sandtable.games.pursuit.rules.interrupts import settle
from sandtable.games.pursuit.rules.mines import enter, may_enter
from sandtable.games.pursuit.rules.pieces import lay
from sandtable.games.pursuit.rules.positions import SLACK, bit, radius_of
from sandtable.games.pursuit.switches import RecycleTime
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.kernel.bitsets import lowest, without
from sandtable.kernel.geometry import snap
from sandtable.kernel.log import locate, reason, side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict

MOST = 2 + 2 * (MAX_PIECES + MAX_FIGURES + MAX_MINES)
"""Places of a piece's lower side that are tried: the ends of every stretch that something forbids it."""


@clause("PURS-REC-4", "PURS-REC-6")
@kernel
def next_piece(b):
    """The piece to be put back now: of those not tried in this phase the one that came off first; NONE: no more."""
    best = NONE
    for k in range(b.n_pieces):
        if b.pieces[k].off != 0 and b.pieces[k].tried == 0:
            if best == NONE or b.pieces[k].off < b.pieces[best].off:
                best = k
    return best


@kernel
def size_of(b, k, turned):
    """How far piece ``k`` reaches along and across the table, as it was or turned by 90 degrees."""
    feature = b.terrain.features[k]
    along = feature.x1 - feature.x0
    across = feature.y1 - feature.y0
    return (across, along) if turned else (along, across)


@kernel
def _from_box(x, y, x0, y0, x1, y1):
    """How far a point is from a rectangle."""
    dx = max(x0 - x, x - x1, 0.0)
    dy = max(y0 - y, y - y1, 0.0)
    return math.sqrt(dx * dx + dy * dy)


ASKEW = 0.002
"""The sine of an angle that is more than a piece's sides may be off the edge's."""

NOBODY_NEAR = 0
"""What is too near to a rectangle."""

A_PIECE = 1
A_FIGURE = 2
MINES = 3


class Near(NamedTuple):
    """Something too near: what, which of them, its gap, and where it is."""

    what: int
    which: int
    gap: float
    x: float
    y: float


class About(NamedTuple):
    """Pieces, figures and clusters to which a piece may lie too near, as bits."""

    pieces: int
    figures: int
    mines: int


@clause("PURS-REC-3")
@kernel
def those_about(b, x0):
    """Those to which a piece from ``x0`` to the Arrival may lie too near, wherever it lies along the Arrival.

    Asked once for all places that are tried: most of the table is far off. With this, and one place alone drafted,
    sampled play spends 0.14 microseconds a decision on places instead of 0.32.
    """
    pieces = figures = mines = 0
    for k in range(b.n_pieces):  # those that are off are far away
        if x0 - b.terrain.features[k].x1 < b.rules.piece_gap:
            pieces |= bit(k)
    for i in range(b.n_figures):
        figure = b.figures[i]
        if is_on_table(figure) and x0 - figure.x < b.rules.piece_gap + radius_of(figure):
            figures |= bit(i)
    for m in range(MAX_MINES):
        if b.mines[m].on != 0 and x0 - b.mines[m].x < b.rules.piece_gap + b.mine_radius:
            mines |= bit(m)
    return About(pieces, figures, mines)


@clause("PURS-REC-3")
@kernel
def what_is_near(b, about, x0, y0, x1, y1):
    """A figure, cluster or other piece ``about`` it less than 2 inches from this rectangle, the first that is found."""
    gap = b.rules.piece_gap - SLACK
    left = about.pieces
    while left != 0:
        k = lowest(left)
        left = without(left, k)
        other = b.terrain.features[k]
        dx = max(x0 - other.x1, other.x0 - x1, 0.0)
        dy = max(y0 - other.y1, other.y0 - y1, 0.0)
        if dx >= gap or dy >= gap:
            continue
        apart = math.sqrt(dx * dx + dy * dy)
        if apart < gap:
            return Near(A_PIECE, k, apart, 0.5 * (other.x0 + other.x1), 0.5 * (other.y0 + other.y1))
    left = about.figures
    while left != 0:
        i = lowest(left)
        left = without(left, i)
        figure = b.figures[i]
        apart = _from_box(figure.x, figure.y, x0, y0, x1, y1) - radius_of(figure)
        if apart < gap:
            return Near(A_FIGURE, i, apart, figure.x, figure.y)
    left = about.mines
    while left != 0:
        m = lowest(left)
        left = without(left, m)
        mine = b.mines[m]
        apart = _from_box(mine.x, mine.y, x0, y0, x1, y1) - b.mine_radius
        if apart < gap:
            return Near(MINES, m, apart, mine.x, mine.y)
    return Near(NOBODY_NEAR, NONE, 0.0, 0.0, 0.0)


@clause("PURS-REC-9")
@kernel
def keeps_lane(b, x0, y0, y1):
    """By house rule: with a piece from ``x0`` to the Arrival a street of so many inches stays open beside it.

    ``y0`` and ``y1``: its lower and upper side. A street is tried along the edge and above each piece.
    """
    if b.rules.keep_lane == 0.0:
        return True
    if _is_open(b, x0, y0, y1, 0.0) or _is_open(b, x0, y0, y1, y1):
        return True
    for k in range(b.n_pieces):
        if _is_open(b, x0, y0, y1, b.terrain.features[k].y1):
            return True
    return False


@clause("PURS-REC-9")
@kernel
def _is_open(b, x0, y0, y1, low):
    """A street from ``low`` up lies on the table, and neither that piece nor another lies in it."""
    high = low + b.rules.keep_lane - SLACK
    if high > b.breadth or (low < y1 and high > y0):
        return False
    for k in range(b.n_pieces):
        box = b.terrain.features[k]
        if box.x1 > x0 and box.y1 > low and box.y0 < high:
            return False
    return True


@clause("PURS-REC-1", "PURS-REC-3", "PURS-REC-7", "PURS-REC-9")
@kernel
def fits_at(b, about, k, y, turned):
    """Piece ``k`` may lie with one side on the Arrival and its lower side at ``y``, wholly between the long edges.

    At least 2 inches from all those ``about`` it, and where it leaves a lane if a house rule asks for one.
    """
    along, across = size_of(b, k, turned)
    if y < -SLACK or y + across > b.breadth + SLACK:
        return False
    x0 = b.length - along
    near = what_is_near(b, about, x0, y, b.length, y + across)
    return near.what == NOBODY_NEAR and keeps_lane(b, x0, y, y + across)


@kernel
def _beside(b, gap, radius, dx):
    """How far aside a rectangle must be from what is round, of this radius, and so far off along the table; 0: not."""
    reach = gap + radius
    return math.sqrt(reach * reach - dx * dx) if dx < reach else 0.0


@clause("PURS-REC-4")
@kernel
def ends_of_room(b, k, turned, ys):
    """Fill ``ys`` with places of the lower side where the room of piece ``k`` begins or ends; how many there are."""
    along, across = size_of(b, k, turned)
    x0 = b.length - along
    gap = b.rules.piece_gap
    n = 2
    ys[0] = 0.0
    ys[1] = b.breadth - across
    for other in range(b.n_pieces):  # those that are off are far away
        box = b.terrain.features[other]
        aside = _beside(b, gap, 0.0, max(x0 - box.x1, 0.0))
        if aside > 0.0:
            ys[n] = box.y0 - aside - across
            ys[n + 1] = box.y1 + aside
            n += 2
    for i in range(b.n_figures):
        figure = b.figures[i]
        if is_on_table(figure):
            aside = _beside(b, gap, radius_of(figure), max(x0 - figure.x, 0.0))
            if aside > 0.0:
                ys[n] = figure.y - aside - across
                ys[n + 1] = figure.y + aside
                n += 2
    for m in range(MAX_MINES):
        mine = b.mines[m]
        if mine.on != 0:
            aside = _beside(b, gap, b.mine_radius, max(x0 - mine.x, 0.0))
            if aside > 0.0:
                ys[n] = mine.y - aside - across
                ys[n + 1] = mine.y + aside
                n += 2
    return n


@clause("PURS-REC-4", "PURS-REC-8")
@kernel
def fits_somewhere(b, k):
    """Piece ``k`` fits at some place, one way or the other."""
    ys = np.empty(MOST, np.float64)
    for turned in range(2):
        n = ends_of_room(b, k, turned == 1, ys)
        about = those_about(b, b.length - size_of(b, k, turned == 1)[0])
        for at in range(n):
            if fits_at(b, about, k, ys[at], turned == 1):
                return True
    return False


# ---------------------------------------------------------------- the phase


@clause("PURS-REC-1", "PURS-REC-5", "PURS-REC-8", "PURS-REC-10", "PURS-REC-4")
@kernel
def run_recycling(b, dice, log):
    """True where the player whose turn it is must put a piece back. One that fits nowhere is kept aside at no turn."""
    if settle(b, dice, log):
        return False
    k = next_piece(b)
    if k == NONE:
        _leave(b)
        return False
    if fits_somewhere(b, k):
        return True
    b.pieces[k].tried = 1
    side_event(log, Code.PIECE_KEPT_ASIDE, Clause.PURS_REC_4, NONE, k)
    return False


@kernel
def _leave(b):
    """Back to the slides where pieces are placed at once, else on to the Movement Phase."""
    if b.options.recycle_time == RecycleTime.AT_ONCE and b.place < b.n_order:
        b.phase = Phase.PURSUIT
    else:
        b.phase = Phase.MOVEMENT
        b.place = NONE


@clause("PURS-REC-2")
@kernel
def asks_placer(b):
    """The side whose turn it is to place."""
    return b.placer


@clause("PURS-REC-1", "PURS-REC-6", "PURS-REC-7", "PURS-REC-8", "PURS-SEQ-4")
@kernel
def judge_place(b, action, log):
    """The piece whose turn it is lies with one side on the Arrival, 2 inches from all; facing east it is turned."""
    k = next_piece(b)
    if action.target != k:
        return refused(log, Code.NOT_THAT_PIECE, Clause.PURS_REC_6, NONE, NONE, k)
    if min(abs(action.fx), abs(action.fy)) > ASKEW:
        return refused(log, Code.PLACED_ASKEW, Clause.PURS_REC_7, NONE, NONE, 0)
    turned = abs(action.fx) > 0.5
    along, across = size_of(b, k, turned)
    legal = 1
    short = b.length - snap(action.x) - 0.5 * along
    y = snap(action.y) - 0.5 * across
    if abs(short) > SLACK:
        at = reason(log, Code.NOT_AT_ARRIVAL, Clause.PURS_REC_7, NONE, NONE, 0)
        locate(log, at, b.length - short, y, b.length, y, abs(short))
        legal = 0
    if y < -SLACK or y + across > b.breadth + SLACK:
        at = reason(log, Code.OVER_THE_SIDE, Clause.PURS_REC_7, NONE, NONE, 0)
        locate(log, at, b.length, y, b.length, y + across, max(-y, y + across - b.breadth))
        return Verdict(0, 0)
    near = what_is_near(b, those_about(b, b.length - along), b.length - along, y, b.length, y + across)
    if near.what != NOBODY_NEAR:
        _say_what_is_near(b, near, action, log)
        legal = 0
    elif not keeps_lane(b, b.length - along, y, y + across):
        reason(log, Code.NO_LANE_LEFT, Clause.PURS_REC_9, NONE, NONE, int(b.rules.keep_lane))
        legal = 0
    return Verdict(legal, 0)


@clause("PURS-REC-3")
@kernel
def _say_what_is_near(b, near, action, log):
    """Say to what the piece would lie too near."""
    if near.what == A_FIGURE:
        at = reason(log, Code.PLACED_BY_FIGURE, Clause.PURS_REC_3, near.which, NONE, int(b.rules.piece_gap))
    elif near.what == A_PIECE:
        at = reason(log, Code.PLACED_BY_PIECE, Clause.PURS_REC_3, NONE, NONE, near.which)
    else:
        at = reason(log, Code.PLACED_BY_MINES, Clause.PURS_REC_3, NONE, NONE, int(b.rules.piece_gap))
    locate(log, at, action.x, action.y, near.x, near.y, max(near.gap, 0.0))


@clause("PURS-REC-1", "PURS-REC-2", "PURS-SPO-1")
@kernel
def make_place(b, action, log):
    """Put it back; then the other side places, and the hunters may let a cluster enter."""
    k = action.target
    along, across = size_of(b, k, abs(action.fx) > 0.5)
    y = snap(snap(action.y) - 0.5 * across)
    b.pieces[k].off = 0
    b.pieces[k].fresh = 1
    lay(b, k, b.length - along, y, b.length, y + across)
    b.last_piece = k
    at = side_event(log, Code.PIECE_PLACED, Clause.PURS_REC_1, b.placer, k)
    locate(log, at, b.length - along, y, b.length, y + across, 0.0)
    b.placer = Side.QUARRY if b.placer == Side.HUNTERS else Side.HUNTERS
    if may_enter(b):
        b.phase = Phase.MINING


@clause("PURS-SPO-1")
@kernel
def make_mine(b, action, log):
    """A cluster enters."""
    enter(b, action, log)
    b.phase = Phase.RECYCLING


@kernel
def make_pass(b):
    """None does now."""
    b.phase = Phase.RECYCLING


@kernel
def hunters(b):
    """The side that pursues decides about mines."""
    return Side.HUNTERS
