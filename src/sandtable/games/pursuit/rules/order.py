"""ORDER: one list of both sides by their distance from the Arrival, with dice where there is doubt (SEQ, PUR-3)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.pursuit.clauses import Clause, Code, Purpose
from sandtable.games.pursuit.record import MAX_FIGURES, MAX_PIECES, PIECE
from sandtable.games.pursuit.rules.pieces import is_there
from sandtable.games.pursuit.rules.positions import SLACK, front_of
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.kernel.log import side_event
from sandtable.kernel.opposed_rolls import CONTESTANT, Again, contest, enter
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here

MOST = MAX_FIGURES + MAX_PIECES


@clause("PURS-PUR-4")
@kernel
def front_of_entry(b, entry):
    """The largest x of a figure's base or of a piece's footprint."""
    return front_of(b, entry) if entry < PIECE else b.terrain.features[entry - PIECE].x1


@kernel
def _note_figures(b):
    """Everybody on the table into the order, in no order."""
    b.n_order = 0
    for i in range(b.n_figures):
        if is_on_table(b.figures[i]):
            b.order[b.n_order] = i
            b.n_order += 1


@kernel
def _sort(b, places, first, stop):
    """Sort the order from ``first`` to before ``stop`` by ``places``, the smallest first."""
    for n in range(first + 1, stop):
        entry, place = b.order[n], places[n]
        k = n - 1
        while k >= first and places[k] > place:
            places[k + 1] = places[k]
            b.order[k + 1] = b.order[k]
            k -= 1
        places[k + 1] = place
        b.order[k + 1] = entry


@clause("PURS-MOV-2", "PURS-SHO-6")
@kernel
def _sort_nearest_first(b, places):
    """Sort the order by how far everybody is from the Arrival; ``places`` says how far that is."""
    for n in range(b.n_order):
        places[n] = b.length - front_of_entry(b, b.order[n])
    _sort(b, places, 0, b.n_order)


@kernel
def _after_ties(places, first, stop):
    """The place after those that are equal to the ``first``."""
    last = first + 1
    while last < stop and abs(places[last] - places[last - 1]) <= SLACK:
        last += 1
    return last


@clause("PURS-PUR-5", "PURS-MOV-3", "PURS-SHO-7")
@kernel
def _throw_for_ties(b, places, first, stop, dice, log):
    """Those who are equally far throw: the high one goes first, equal ones throw again."""
    while first < stop:
        last = _after_ties(places, first, stop)
        if last - first > 1:
            _settle(b, first, last - first, dice, log)
        first = last


@clause("PURS-PUR-5")
@kernel
def _settle(b, first, n, dice, log):
    """Throw among ``n`` entries of the order from ``first`` on, and put them as they threw.

    The log says first which pieces throw, in the order of their dice: a die names a figure alone.
    """
    thrown = np.empty(n, CONTESTANT)
    entries = np.empty(n, np.int64)
    for k in range(n):
        entry = b.order[first + k]
        entries[k] = entry
        if entry < PIECE:
            enter(thrown[k], b.figures[entry].side, entry, 0)
        else:
            enter(thrown[k], NONE, NONE, 0)
            side_event(log, Code.PIECE_THROWS, Clause.PURS_PUR_5, NONE, entry - PIECE)
    contest(thrown, n, Again.TIED, dice, log, Purpose.ORDER)
    for k in range(n):
        b.order[first + thrown[k].place] = entries[k]
    keep_until_here(thrown)


@clause("PURS-SEQ-2", "PURS-PUR-3")
@kernel
def make_pursuit_order(b, dice, log):
    """Figures and pieces together, the furthest from the Arrival first: made once, when the phase begins."""
    _note_figures(b)
    for k in range(b.n_pieces):
        if is_there(b, k):
            b.order[b.n_order] = PIECE + k
            b.n_order += 1
    fronts = np.empty(MOST, np.float64)
    for n in range(b.n_order):
        fronts[n] = front_of_entry(b, b.order[n])
    _sort(b, fronts, 0, b.n_order)
    _throw_for_ties(b, fronts, 0, b.n_order, dice, log)
    b.place = 0


@clause("PURS-SEQ-2", "PURS-MOV-2")
@kernel
def make_movement_order(b, dice, log):
    """The figures, the nearest to the Arrival first: made once, when the phase begins."""
    _note_figures(b)
    places = np.empty(MOST, np.float64)
    _sort_nearest_first(b, places)
    _throw_for_ties(b, places, 0, b.n_order, dice, log)
    b.place = 0


@clause("PURS-SHO-6", "PURS-SHO-7", "PURS-SHO-15")
@kernel
def make_shooting_order(b, dice, log):
    """The foremost shoots first; of those who are equally far who has more Initiative, and then the die decides."""
    _note_figures(b)
    places = np.empty(MOST, np.float64)
    _sort_nearest_first(b, places)
    first = 0
    while first < b.n_order:
        last = _after_ties(places, first, b.n_order)
        _by_initiative(b, first, last, dice, log)
        first = last
    b.place = 0


@kernel
def _by_initiative(b, first, stop, dice, log):
    """Sort entries that are equally far by Initiative, and throw among those who are equal in that, too."""
    slowness = np.empty(MOST, np.float64)
    for n in range(first, stop):
        slowness[n] = -float(b.profiles[b.figures[b.order[n]].profile].initiative)
    _sort(b, slowness, first, stop)
    _throw_for_ties(b, slowness, first, stop, dice, log)


@clause("PURS-SEQ-1")
@kernel
def tell_phase(b, code, log):
    """Say that a phase, or the turn, begins."""
    side_event(log, code, Clause.PURS_SEQ_1, NONE, b.turn)
