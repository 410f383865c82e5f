"""ORDER: one list of both sides by their distance from the Arrival, with dice where there is doubt (SEQ, PUR-3)."""

from __future__ import annotations

import numpy as np

from sandtable.games.pursuit.clauses import Clause, Code, Purpose
from sandtable.games.pursuit.record import MAX_FIGURES, MAX_PIECES, PIECE
from sandtable.games.pursuit.rules.pieces import is_there
from sandtable.games.pursuit.rules.positions import SLACK, front_of
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.contests import CONTESTANT, Again, contest, enter
from sandtable.kernel.log import side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here

MOST = MAX_FIGURES + MAX_PIECES


@clause("PURS-PUR-4")
@kernel
def front_of_entry(b, entry):
    """The largest x of a figure's base or of a piece's footprint."""
    return front_of(b, entry) if entry < PIECE else 0.0 + b.terrain.features[entry - PIECE].x1


@kernel
def _note(b, with_pieces):
    """Everybody on the table into the order, in no order; with the pieces, or without."""
    b.n_order = 0
    for i in range(b.n_figures):
        if is_on_table(b.figures[i]):
            b.order[b.n_order] = i
            b.n_order += 1
    if with_pieces:
        for k in range(b.n_pieces):
            if is_there(b, k):
                b.order[b.n_order] = PIECE + k
                b.n_order += 1


@kernel
def _sort(b, fronts, furthest):
    """Sort the order by ``fronts``: the smallest first (furthest from the Arrival), or the largest."""
    for n in range(1, b.n_order):
        entry, front = b.order[n], fronts[n]
        k = n - 1
        while k >= 0 and (fronts[k] > front if furthest else fronts[k] < front):
            fronts[k + 1] = fronts[k]
            b.order[k + 1] = b.order[k]
            k -= 1
        fronts[k + 1] = front
        b.order[k + 1] = entry


@clause("PURS-PUR-5", "PURS-MOV-3", "PURS-SHO-7")
@kernel
def _throw_for_ties(b, fronts, dice, log):
    """Those who are equally far throw: the high one goes first, equal ones throw again."""
    first = 0
    while first < b.n_order:
        last = first + 1
        while last < b.n_order and abs(fronts[last] - fronts[last - 1]) <= SLACK:
            last += 1
        if last - first > 1:
            _settle(b, first, last - first, dice, log)
        first = last


@kernel
def _settle(b, first, n, dice, log):
    """Throw among ``n`` entries of the order from ``first`` on, and put them as they threw."""
    thrown = np.empty(n, CONTESTANT)
    entries = np.empty(n, np.int64)
    for k in range(n):
        entry = b.order[first + k]
        entries[k] = entry
        if entry < PIECE:
            enter(thrown[k], b.figures[entry].side, entry, 0)
        else:
            enter(thrown[k], NONE, NONE, 0)
    contest(thrown, n, Again.TIED.value, dice, log, Purpose.ORDER.value)
    for k in range(n):
        b.order[first + thrown[k].place] = entries[k]
    keep_until_here(thrown)


@clause("PURS-SEQ-2", "PURS-PUR-3", "PURS-MOV-2", "PURS-SHO-15")
@kernel
def make_order(b, with_pieces, furthest, dice, log):
    """The order of a phase, made once, when it begins."""
    _note(b, with_pieces)
    fronts = np.empty(MOST, np.float64)
    for n in range(b.n_order):
        fronts[n] = front_of_entry(b, b.order[n])
    _sort(b, fronts, furthest)
    _throw_for_ties(b, fronts, dice, log)
    b.place = 0


@clause("PURS-SHO-6", "PURS-SHO-7")
@kernel
def make_shooting_order(b, dice, log):
    """The foremost shoots first; of those who are equally far who has more Initiative, and then the die decides."""
    _note(b, False)
    fronts = np.empty(MOST, np.float64)
    for n in range(b.n_order):
        fronts[n] = front_of_entry(b, b.order[n])
    _sort(b, fronts, False)
    first = 0
    while first < b.n_order:
        last = first + 1
        while last < b.n_order and abs(fronts[last] - fronts[last - 1]) <= SLACK:
            last += 1
        _by_initiative(b, first, last - first, dice, log)
        first = last
    b.place = 0


@kernel
def _by_initiative(b, first, n, dice, log):
    """Sort entries that are equally far by Initiative, and throw among those who are equal in that, too."""
    quick = np.empty(MOST, np.float64)
    for k in range(n):
        quick[k] = 1.0 * b.profiles[b.figures[b.order[first + k]].profile].initiative
    for k in range(1, n):
        entry, value = b.order[first + k], quick[k]
        m = k - 1
        while m >= 0 and quick[m] < value:
            quick[m + 1] = quick[m]
            b.order[first + m + 1] = b.order[first + m]
            m -= 1
        quick[m + 1] = value
        b.order[first + m + 1] = entry
    start = 0
    while start < n:
        stop = start + 1
        while stop < n and quick[stop] == quick[start]:
            stop += 1
        if stop - start > 1:
            _settle(b, first + start, stop - start, dice, log)
        start = stop


@kernel
def tell_phase(b, code, log):
    """Say that a phase begins."""
    side_event(log, code, Clause.PURS_SEQ_1.value, NONE, b.turn)


@kernel
def tell_turn(b, log):
    """Say that a turn begins."""
    side_event(log, Code.TURN_BEGINS.value, Clause.PURS_SEQ_1.value, NONE, b.turn)
