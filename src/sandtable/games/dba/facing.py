"""FACING: elements contacted on flank or rear turn to face, and friends make room (DBA-CONTACT-12, DBA-CONTACT-13).

Rulings where the clauses are silent:

- A contact was made when the later of its two elements came to its place; contacts made at the same tick of the clock
  are simultaneous, and the side of the enemies chooses, among those to whom there is room to turn.
- Friends in the way go straight to one side of the turned element, to the right, the left, ahead or back as it faces
  then, pushing on friends behind them: the way on which the friend pushed farthest goes the least. None is pushed out
  of front contact with an enemy, against anybody else, off the board or onto water.
- One who has no room stays, and counts as in flank or rear contact.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.contact import has_six_positions, is_in_front_contact, may_meet, stands_free
from sandtable.games.dba.positions import camp_base, is_in_open, put
from sandtable.games.dba.record import MAX_FIGURES, N_SIDES
from sandtable.games.dba.touching import bases_may_touch, contact_on
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.contact import contact_place
from sandtable.kernel.geometry import base_of, overlap, quarter_turned, shifted, snapped
from sandtable.kernel.log import event, locate, reason
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import _overlap_time
from sandtable.kernel.verbs import Verdict

FARTHEST_PUSH = 2000.0
"""Paces: nobody is pushed farther."""

PUSHES = 64
"""Shoves looked at for one direction before it is given up."""


# Who turns, and to whom


@clause("DBA-CONTACT-12", "WAD-WWG-1", "WAD-WWG-8")
@kernel
def is_on_flank_or_rear(b, j, i):
    """Enemy ``j`` is in full flank or rear contact with ``i``, who could turn to it: no War Wagon of six positions."""
    if not may_meet(b, j, i) or has_six_positions(b, i):
        return False
    return contact_on(base_of(b.figures[j]), base_of(b.figures[i])) > 0


@kernel
def contact_made(b, i, j):
    """The tick of the contact clock at which the two came into contact."""
    return max(b.figures[i].arrived, b.figures[j].arrived)


@clause("DBA-CONTACT-12", "DBA-CONTACT-13")
@kernel
def first_contact(b, i):
    """The tick when element ``i`` was first contacted on flank or rear by an enemy still there; NONE if by nobody."""
    first = NONE
    for j in range(b.n_figures):
        if is_on_flank_or_rear(b, j, i):
            tick = contact_made(b, i, j)
            if first == NONE or tick < first:
                first = tick
    return first


@kernel
def may_face(b, i, j, first):
    """Element ``i``, first contacted at tick ``first``, may turn to enemy ``j``: it came then, and there is room."""
    if not is_on_flank_or_rear(b, j, i) or contact_made(b, i, j) != first:
        return False
    places = np.empty((MAX_FIGURES, 2), np.float64)
    return best_push(b, i, turned_place(b, i, j), places) != NONE


@kernel
def turned_place(b, i, j):
    """Where element ``i`` stands once it has turned on the spot to full front contact with enemy ``j``."""
    return contact_place(base_of(b.figures[i]), base_of(b.figures[j]), 0)


# Room to turn


@kernel
def _base_at(b, k, places):
    """The base of element ``k`` where ``places`` (f8[n, 2]) has it."""
    base = base_of(b.figures[k])
    return shifted(base, places[k, 0] - base.x, places[k, 1] - base.y)


@kernel
def _way_clear_of(base, ux, uy, other):
    """How far ``base`` has to go along (ux, uy) to overlap ``other`` no more."""
    t0, t1 = _overlap_time(base, ux, uy, FARTHEST_PUSH, other, 0.0)
    return t1 if t0 < t1 else 0.0


@kernel
def _may_be_pushed(b, i, k):
    """Element ``k`` may be shifted for ``i``: a friend in the open who is in front contact with no enemy."""
    figure = b.figures[k]
    return figure.side == b.figures[i].side and is_in_open(figure) and not is_in_front_contact(b, k)


@kernel
def push(b, i, place, direction, places):
    """Shift friends so that ``i`` has room at ``place``, all in one direction (0 ahead of it, 1 right, 2 back, 3 left).

    Fills ``places`` (f8[n_figures, 2]) with where everybody stands then; returns the longest shift, or -1.0 if there is
    no room.
    """
    for k in range(b.n_figures):
        places[k, 0] = b.figures[k].x
        places[k, 1] = b.figures[k].y
    out = quarter_turned(place.fx, place.fy, direction)
    longest = 0.0
    moved = np.int64(0)
    for _ in range(PUSHES):
        pushed = NONE
        for k in range(b.n_figures):
            if k == i or not is_in_open(b.figures[k]):
                continue
            base = _base_at(b, k, places)
            way = 0.0
            if bases_may_touch(base, place) and overlap(base, place):
                way = _way_clear_of(base, out.x, out.y, place)
            for other in range(b.n_figures):
                if other == k or (moved >> np.int64(other)) & np.int64(1) == 0:
                    continue
                there = _base_at(b, other, places)
                if bases_may_touch(base, there) and overlap(base, there) and _is_ahead(base, there, out.x, out.y):
                    way = max(way, _way_clear_of(base, out.x, out.y, there))
            if way > 0.0:
                if not _may_be_pushed(b, i, k):
                    return -1.0
                there = snapped(shifted(base, out.x * way, out.y * way))
                places[k, 0] = there.x
                places[k, 1] = there.y
                moved |= np.int64(1) << np.int64(k)
                dx = there.x - b.figures[k].x
                dy = there.y - b.figures[k].y
                longest = max(longest, abs(dx * out.x + dy * out.y))
                pushed = k
        if pushed == NONE:
            return longest if _all_stand(b, i, place, places, moved) else -1.0
    return -1.0


@kernel
def _is_ahead(base, other, ux, uy):
    """``base`` is ahead of ``other`` in the direction (ux, uy), so that it is the one to be pushed on."""
    return (base.x - other.x) * ux + (base.y - other.y) * uy > 0.0


@kernel
def _all_stand(b, i, place, places, moved):
    """The turned element and all who were shifted stand free: on the board, off water, camps and one another."""
    if not stands_free(b, i, place):
        return False
    for k in range(b.n_figures):
        is_moved = (moved >> np.int64(k)) & np.int64(1) != 0
        if k != i and not is_moved:
            continue
        base = place if k == i else _base_at(b, k, places)
        if not stands_free(b, k, base):
            return False
        for owner in range(N_SIDES):
            if b.camps[owner].present == 1 and overlap(base, camp_base(b, owner)):
                return False
        for other in range(b.n_figures):
            if other == k or not is_in_open(b.figures[other]):
                continue
            there = place if other == i else _base_at(b, other, places)
            if bases_may_touch(base, there) and overlap(base, there):
                return False
    return True


@clause("DBA-CONTACT-13")
@kernel
def best_push(b, i, place, places):
    """The direction in which friends make room for ``i`` at ``place`` by the least shift (``push``), or NONE."""
    best = NONE
    least = 0.0
    for direction in range(4):
        longest = push(b, i, place, direction, places)
        if longest >= 0.0 and (best == NONE or longest < least):
            best = direction
            least = longest
        if longest == 0.0:
            break
    return best


@clause("DBA-CONTACT-12", "DBA-CONTACT-13")
@kernel
def face(b, i, j, log):
    """Turn element ``i`` to full front contact with enemy ``j``, friends shifted the least; False without room."""
    place = turned_place(b, i, j)
    places = np.empty((MAX_FIGURES, 2), np.float64)
    direction = best_push(b, i, place, places)
    if direction == NONE:
        return False
    push(b, i, place, direction, places)
    line = event(log, Code.TURNS_TO_FACE, Clause.DBA_CONTACT_12, i, j, 0)
    locate(log, line, b.figures[i].x, b.figures[i].y, place.x, place.y, 0.0)
    for k in range(b.n_figures):
        if k == i or not is_in_open(b.figures[k]):
            continue
        dx = places[k, 0] - b.figures[k].x
        dy = places[k, 1] - b.figures[k].y
        if dx != 0.0 or dy != 0.0:
            there = _base_at(b, k, places)
            line = event(log, Code.MAKES_WAY, Clause.DBA_CONTACT_13, k, i, 0)
            locate(log, line, b.figures[k].x, b.figures[k].y, there.x, there.y, math.sqrt(dx * dx + dy * dy))
            put(b, k, there)
    put(b, i, place)
    return True


# The step


@clause("DBA-CONTACT-12", "DBA-CONTACT-13", "DBA-CONTACT-11")
@kernel
def turn_to_face(b, log):
    """Turn everybody who has to; True where the attacker must say who is faced (``b.pending`` turns), False when done.

    Both sides' elements, in the order of the roster, again and again until nobody turns: a turn may uncover another.
    """
    for _ in range(2 * MAX_FIGURES):
        turned: Any = NONE
        for i in range(b.n_figures):
            if not is_in_open(b.figures[i]) or has_six_positions(b, i):
                continue
            first = first_contact(b, i)
            if first == NONE or is_in_front_contact(b, i):
                continue
            faced: Any = NONE
            candidates = 0
            for j in range(b.n_figures):
                if may_face(b, i, j, first):
                    candidates += 1
                    faced = j
            if candidates > 1:
                b.pending = i
                b.pending_side = b.figures[faced].side
                return True
            if candidates == 1 and face(b, i, faced, log):
                turned = i
        if turned == NONE:
            break
    b.pending = NONE
    b.pending_side = NONE
    return False


@clause("DBA-CONTACT-13")
@kernel
def judge_choice(b, action, log):
    """The attacker may name ``action.target`` as the enemy to whom ``b.pending`` turns; it is free."""
    i = b.pending
    j = action.target
    if i >= 0 and j >= 0 and j < b.n_figures and may_face(b, i, np.int64(j), first_contact(b, i)):
        return Verdict(1, 0)
    reason(log, Code.MUST_CHOOSE_WHO_IS_FACED, Clause.DBA_CONTACT_13, NONE, NONE, 0)
    return Verdict(0, 0)


@clause("DBA-CONTACT-13")
@kernel
def make_choice(b, action, log):
    """Carry out the attacker's choice; ``turn_to_face`` then goes on."""
    i = np.int64(b.pending)
    b.pending = NONE
    b.pending_side = NONE
    face(b, i, np.int64(action.target), log)
