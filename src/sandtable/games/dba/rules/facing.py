"""FACING: elements contacted on flank or rear turn to face, and friends make room (DBA-CONTACT-12, DBA-CONTACT-13).

Rulings where the clauses are silent:

- A contact was made when the later of its two elements came to its place; contacts made at the same tick of the clock
  are simultaneous, and the side of the enemies chooses, among those to whom there is room to turn.
- Every friend in the way goes straight to one side of the turned element, to the right, the left, ahead or back as it
  faces then, pushing on friends behind it the same way. Of all choices of sides the one stands in which the friend who
  is shifted farthest goes the least and, of several such, all together do. None is pushed out of front contact with an
  enemy, against anybody else, off the board or onto water.
- One who has no room stays, and counts as in flank or rear contact.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import MAX_FIGURES, N_SIDES
from sandtable.games.dba.rules.contact import (
    front_enemy_at,
    has_six_positions,
    is_flank,
    is_in_front_contact,
    is_rear,
    stands_free,
)
from sandtable.games.dba.rules.legal_contacts import bases_may_touch
from sandtable.games.dba.rules.positions import camp_base, is_in_open, put
from sandtable.games.dba.switches import RoomToTurn
from sandtable.kernel.contact import contact_place
from sandtable.kernel.geometry import TOUCH, base_of, is_west_of, overlap, quarter_turned, shifted, snapped
from sandtable.kernel.log import event, locate
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import overlap_time
from sandtable.kernel.verbs import Verdict

FARTHEST_PUSH = 2000.0
"""Paces: nobody is pushed farther."""

PUSHES = 64
"""Rounds of shoves looked at for one choice of sides before it is given up."""

MOST_IN_THE_WAY = 6
"""Friends whom one turned element may push at once; more than these count as no room."""


# Who turns, and to whom


@clause("DBA-CONTACT-12", "WAD-WWG-1", "WAD-WWG-8")
@kernel
def is_on_flank_or_rear(b, j, i):
    """Enemy ``j`` is in full flank or rear contact with ``i``, who could turn to it: neither of them a War Wagon."""
    return is_flank(b, j, i) or is_rear(b, j, i)


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
    ways = np.empty(MAX_FIGURES, np.int64)
    places = np.empty((MAX_FIGURES, 2), np.float64)
    return best_push(b, i, turned_place(b, i, j), ways, places)


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
    t0, t1 = overlap_time(base, ux, uy, FARTHEST_PUSH, other, 0.0)
    return t1 if t0 < t1 else 0.0


@kernel
def _may_be_pushed(b, i, k):
    """Element ``k`` may be shifted for ``i``: a friend in the open who is in front contact with no enemy.

    For a War Wagon of six positions each of them is a front.
    """
    figure = b.figures[k]
    return figure.side == b.figures[i].side and is_in_open(figure) and front_enemy_at(b, k, base_of(figure)) == NONE


@kernel
def _outward(place, direction):
    """The direction 0 ahead of the turned element, 1 to its right, 2 back, 3 to its left, as a vector."""
    return quarter_turned(place.fx, place.fy, direction)


@kernel
def _is_in_the_way(base, place):
    """The base is where the turned element is to stand."""
    return bases_may_touch(base, place) and overlap(base, place)


@kernel
def push(b, i, place, ways, places):
    """Shift friends so that ``i`` has room at ``place``; ``ways[k]``: the direction in which friend ``k`` goes.

    Who is pushed on by another goes as that one does. Fills ``places`` (f8[n_figures, 2]) with where everybody stands
    then; returns the Shifts.
    """
    for k in range(b.n_figures):
        places[k, 0] = b.figures[k].x
        places[k, 1] = b.figures[k].y
    goes = np.empty(MAX_FIGURES, np.int64)
    goes[:] = NONE
    for _ in range(PUSHES):
        pushed = False
        for k in range(b.n_figures):
            if k == i or not is_in_open(b.figures[k]):
                continue
            base = _base_at(b, k, places)
            if goes[k] == NONE and _is_in_the_way(base, place):
                goes[k] = ways[k]
            out = _outward(place, max(goes[k], 0))
            way = 0.0
            if goes[k] != NONE and _is_in_the_way(base, place):
                way = _way_clear_of(base, out.x, out.y, place)
            for other in range(b.n_figures):
                if other == k or other == i or goes[other] == NONE:
                    continue
                there = _base_at(b, other, places)
                his = _outward(place, goes[other])
                if _is_in_the_way(base, there) and _is_ahead(base, there, his.x, his.y):
                    if goes[k] == NONE:
                        goes[k] = goes[other]
                        out = his
                    way = max(way, _way_clear_of(base, out.x, out.y, there))
            if way > 0.0:
                if not _may_be_pushed(b, i, k):
                    return Shifts(-1.0, -1.0)
                there = snapped(shifted(base, out.x * way, out.y * way))
                places[k, 0] = there.x
                places[k, 1] = there.y
                pushed = True
        if not pushed:
            return _shifts(b, places) if _all_stand(b, i, place, places) else Shifts(-1.0, -1.0)
    return Shifts(-1.0, -1.0)


class Shifts(NamedTuple):
    """How far friends are shifted: the one who goes farthest, and all together; below 0: there is no room."""

    longest: float
    total: float


@kernel
def _shifts(b, places):
    """The Shifts that bring everybody to where ``places`` has them."""
    longest = 0.0
    total = 0.0
    for k in range(b.n_figures):
        dx = places[k, 0] - b.figures[k].x
        dy = places[k, 1] - b.figures[k].y
        way = math.sqrt(dx * dx + dy * dy)
        longest = max(longest, way)
        total += way
    return Shifts(longest, total)


@kernel
def _is_less(longest, total, than):
    """These shifts are less: the farthest goes less far, or as far and all together go less."""
    if longest > than.longest + TOUCH:
        return False
    return longest < than.longest - TOUCH or total < than.total - TOUCH


@kernel
def _is_ahead(base, other, ux, uy):
    """``base`` is ahead of ``other`` in the direction (ux, uy), so that it is the one to be pushed on."""
    return (base.x - other.x) * ux + (base.y - other.y) * uy > 0.0


@kernel
def _is_shifted(b, k, places):
    """Element ``k`` stands elsewhere in ``places`` (f8[n_figures, 2])."""
    return places[k, 0] != b.figures[k].x or places[k, 1] != b.figures[k].y


@kernel
def _all_stand(b, i, place, places):
    """The turned element and all who were shifted stand free: on the board, off water, camps and one another."""
    for k in range(b.n_figures):
        if k != i and not _is_shifted(b, k, places):
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


@kernel
def _ways_of(code, who, n, ways):
    """Unfold one choice of a direction for each of the ``n`` friends in ``who``: two bits each."""
    for k in range(n):
        ways[who[k]] = (code >> (2 * k)) & 3


@clause("DBA-CONTACT-13")
@kernel
def best_push(b, i, place, ways, places):
    """How friends make room for ``i`` at ``place`` by the least shifts; False without room.

    Every friend in the way may go to any of the four sides (``ways``, i8[MAX_FIGURES]); ``places`` is filled. What
    each needs alone is the least that a choice can come to, so that most choices need not be tried. They are taken from
    west to east, so that of equal choices it is not the file's order that decides.
    """
    who = np.empty(MAX_FIGURES, np.int64)
    alone = np.empty((MAX_FIGURES, 4), np.float64)
    n = 0
    for k in range(b.n_figures):
        if k == i or not is_in_open(b.figures[k]):
            continue
        base = base_of(b.figures[k])
        if not _is_in_the_way(base, place):
            continue
        if n == MOST_IN_THE_WAY or b.options.room_to_turn == RoomToTurn.AS_THEY_STAND or not _may_be_pushed(b, i, k):
            return False
        at = n
        while at > 0 and is_west_of(b.figures[k], b.figures[who[at - 1]]):
            who[at] = who[at - 1]
            alone[at] = alone[at - 1]
            at -= 1
        who[at] = k
        for direction in range(4):
            out = _outward(place, direction)
            alone[at, direction] = _way_clear_of(base, out.x, out.y, place)
        n += 1
    best = NONE
    least = Shifts(math.inf, math.inf)
    nearest = 0  # the choice in which each goes where it has the least to go: mostly that is the one
    for k in range(n):
        nearest |= int(np.argmin(alone[k])) << (2 * k)
    for attempt in range(-1, 1 << (2 * n)):
        code = nearest if attempt < 0 else attempt
        longest = 0.0
        total = 0.0
        for k in range(n):
            needs = alone[k, (code >> (2 * k)) & 3]
            longest = max(longest, needs)
            total += needs
        if not _is_less(longest, total, least):
            continue
        _ways_of(code, who, n, ways)
        shifts = push(b, i, place, ways, places)
        if shifts.total >= 0.0 and _is_less(shifts.longest, shifts.total, least):
            best = code
            least = shifts
    if best == NONE:
        return False
    _ways_of(best, who, n, ways)
    push(b, i, place, ways, places)
    return True


@clause("DBA-CONTACT-12", "DBA-CONTACT-13")
@kernel
def face(b, i, j, log):
    """Turn element ``i`` to full front contact with enemy ``j``, friends shifted the least; False without room."""
    place = turned_place(b, i, j)
    ways = np.empty(MAX_FIGURES, np.int64)
    places = np.empty((MAX_FIGURES, 2), np.float64)
    if not best_push(b, i, place, ways, places):
        return False
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


@clause("DBA-CONTACT-12", "DBA-CONTACT-13")
@kernel
def _turns_next(b):
    """Which element turns next, or NONE: of those who must and have room, the one that was contacted first.

    Ruling: of several contacted at the same time those of the side that does not move, then from west to east and
    from south to north. So it does not matter in which order a file names them.
    """
    best: Any = NONE
    earliest = NONE
    for i in range(b.n_figures):
        if not is_in_open(b.figures[i]) or has_six_positions(b, i):
            continue
        first = first_contact(b, i)
        if first == NONE or is_in_front_contact(b, i):
            continue
        if best != NONE and not _comes_before(b, i, first, best, earliest):
            continue
        for j in range(b.n_figures):
            if may_face(b, i, j, first):
                best = i
                earliest = first
                break
    return best


@kernel
def _comes_before(b, i, first, other, earliest):
    """Element ``i``, first contacted at tick ``first``, turns before ``other``, contacted at ``earliest``."""
    if first != earliest:
        return first < earliest
    one = b.figures[i]
    two = b.figures[other]
    if one.side != two.side:
        return one.side != b.turn
    return is_west_of(one, two)


@clause("DBA-CONTACT-12", "DBA-CONTACT-13", "DBA-CONTACT-11")
@kernel
def turn_to_face(b, log):
    """Turn everybody who has to; True where the attacker must say who is faced (``b.pending`` turns), False when done.

    Both sides' elements one after another, as ``_turns_next`` says, until nobody turns: a turn may uncover another.
    """
    for _ in range(2 * MAX_FIGURES):
        i = _turns_next(b)
        if i == NONE:
            break
        first = first_contact(b, i)
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
        if not face(b, i, faced, log):
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
    if i >= 0 and j >= 0 and j < b.n_figures and may_face(b, i, j, first_contact(b, i)):
        return Verdict(1, 0)
    return refused(log, Code.MUST_CHOOSE_WHO_IS_FACED, Clause.DBA_CONTACT_13, NONE, NONE, 0)


@clause("DBA-CONTACT-13")
@kernel
def make_choice(b, action, log):
    """Carry out the attacker's choice; ``turn_to_face`` then goes on."""
    i = b.pending
    b.pending = NONE
    b.pending_side = NONE
    face(b, i, action.target, log)
