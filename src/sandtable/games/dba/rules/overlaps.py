"""OVERLAPS: what enemies beside, on the flank and on the rear take off a combat score (DBA-CC-7, DBA-CC-12 to 15)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import MAX_FIGURES, N_SIDES, Type
from sandtable.games.dba.rules.contact import camp_contact, has_six_positions, is_flank, is_rear, may_touch
from sandtable.games.dba.rules.positions import are_enemies, is_in_open, is_on_table, is_right_of
from sandtable.games.dba.rules.war_wagon_contacts import (
    LEFT,
    NOWHERE,
    REAR,
    RIGHT,
    attackers_on,
    fight_front_to_front,
    overlap_of_wagon,
)
from sandtable.kernel.bitsets import bit, lowest, without
from sandtable.kernel.contact import corners_meet, side_on_side
from sandtable.kernel.geometry import base_of
from sandtable.kernel.log import tally
from sandtable.kernel.records import NONE


@clause("DBA-CC-4")
@kernel
def front_enemy(b, i):
    """The enemy with whom element ``i`` is in full front contact, or who is in the camp before it; or NONE."""
    figure = b.figures[i]
    if not is_in_open(figure):
        return NONE
    for j in range(b.n_figures):
        if fight_front_to_front(b, i, j):
            return j
    if b.rules.contacts[figure.type] == 1:
        for owner in range(N_SIDES):
            camp = b.camps[owner]
            if camp.present == 1 and camp.occupant != NONE and camp_contact(b, i, owner):
                return camp.occupant
    return NONE


@kernel
def _hand_of(figure, other):
    """LEFT or RIGHT: on which hand of the figure the other lies."""
    return RIGHT if is_right_of(other, figure, figure.fx, figure.fy) else LEFT


@clause("DBA-CC-7", "DBA-RECOIL-4", "WAD-WWG-8")
@kernel
def edge_beset(b, j, i):
    """Where enemy ``j`` is in full flank or rear contact with ``i``: LEFT, RIGHT, REAR or NOWHERE.

    A War Wagon of the conventions has no front for that, no flank and no rear, nor has whoever is in a camp.
    """
    figure = b.figures[i]
    other = b.figures[j]
    if figure.side == other.side or not may_touch(figure, other):
        return NOWHERE
    if is_flank(b, j, i):
        return _hand_of(figure, other)
    return REAR if is_rear(b, j, i) else NOWHERE


@clause("DBA-OUT-9", "DBA-RECOIL-4")
@kernel
def enemy_behind(b, i):
    """An enemy in full flank or rear contact with element ``i``, or NONE."""
    for j in range(b.n_figures):
        if edge_beset(b, j, i) != NOWHERE:
            return j
    return NONE


@kernel
def _hand_of_side_contact(b, i, j):
    """On which side of ``i`` element ``j`` lies, side edge on side edge: LEFT, RIGHT or NOWHERE."""
    figure = b.figures[i]
    other = b.figures[j]
    if not side_on_side(base_of(figure), base_of(other)):
        return NOWHERE
    return _hand_of(figure, other)


@clause("DBA-CC-12", "DBA-CC-13", "DBA-CC-14", "DBA-CC-15")
@kernel
def overlap_of(b, j, i):
    """On which side enemy ``j`` overlaps ``i``, who fights to its front: LEFT, RIGHT or NOWHERE.

    By corner: front corner on front corner, left on left or right on right, with nobody to its own front. By side:
    side edge on side edge, even if it fights itself. Artillery only if ``i`` came there after it; camp followers never.
    """
    figure = b.figures[i]
    other = b.figures[j]
    if figure.side == other.side or not may_touch(figure, other):
        return NOWHERE
    if not is_in_open(other) or not is_in_open(figure) or other.type == Type.CF:
        return NOWHERE
    if other.type == Type.ART and other.arrived > figure.arrived:
        return NOWHERE
    if has_six_positions(b, j):
        hand = overlap_of_wagon(b, j, i)
        return hand if hand != NOWHERE else _hand_of_side_contact(b, i, j)
    base = base_of(figure)
    over = base_of(other)
    hand = NOWHERE
    if corners_meet(over, 0, base, 0):
        hand = LEFT
    elif corners_meet(over, 1, base, 1):
        hand = RIGHT
    if hand != NOWHERE and front_enemy(b, j) == NONE:
        return hand
    return _hand_of_side_contact(b, i, j)


@clause("DBA-SHOOT-9")
@kernel
def is_overlapping(b, j):
    """Element ``j`` overlaps an enemy who is in front contact with a friend."""
    other = b.figures[j]
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == other.side or not is_in_open(figure) or not may_touch(figure, other):
            continue
        if overlap_of(b, j, i) != NOWHERE:
            foe = front_enemy(b, i)
            if foe != NONE and foe != j:
                return True
    return False


@clause("WAD-WCC-7", "WAD-WCC-8", "WAD-WCC-13", "WAD-WCC-14")
@kernel
def _weight_on_wagon(b, wagon, opponent, log):
    """What a War Wagon loses for every other enemy in legal contact, up to three; corners and sides do not count."""
    others = np.empty(MAX_FIGURES, np.int64)
    n = attackers_on(b, wagon, others)
    total = 0
    count = 0
    for k in range(n):
        if others[k] != opponent and count < b.rules.war_wagon_overlaps:
            total += tally(log, Code.WAGON_BESET, Clause.WAD_WCC_7, wagon, others[k], b.rules.wagon_beset)
            count += 1
    return total


@kernel
def _enemies_near(b, i, opponent):
    """The enemies on the table, but its opponent, near enough to touch element ``i``: a mask, mostly of nobody."""
    mask = 0
    for j in range(b.n_figures):
        other = b.figures[j]
        if may_touch(b.figures[i], other) and j != opponent and is_on_table(other) and are_enemies(b.figures[i], other):
            mask |= bit(j)
    return mask


@clause("DBA-CC-7", "DBA-CC-12", "DBA-CC-13", "DBA-CAMP-2", "WAD-WCC-18")
@kernel
def weight_of_enemies(b, i, opponent, log):
    """What enemies beside its opponent take off the score of ``i``, a line for each: one a side, one on the rear.

    Nobody overlaps or flanks who is in a camp. RULING: of several on one side a flank contact is named before an
    overlap, and the first on the roster.
    """
    if not is_in_open(b.figures[i]):
        return 0
    if has_six_positions(b, i):
        return _weight_on_wagon(b, i, opponent, log)
    total = 0
    left = False
    right = False
    rear = False
    others = _enemies_near(b, i, opponent)
    for pass_ in range(2):
        rest = others
        while rest != 0:
            j = lowest(rest)
            rest = without(rest, j)
            other = b.figures[j]
            hand = edge_beset(b, j, i) if pass_ == 0 else overlap_of(b, j, i)
            if hand == NOWHERE or (hand == LEFT and left) or (hand == RIGHT and right) or (hand == REAR and rear):
                continue
            left = left or hand == LEFT
            right = right or hand == RIGHT
            rear = rear or hand == REAR
            if hand == REAR:
                total += tally(log, Code.ENEMY_ON_REAR, Clause.DBA_CC_7, i, j, b.rules.enemy_on_flank)
            elif pass_ == 0:
                total += tally(log, Code.ENEMY_ON_FLANK, Clause.DBA_CC_7, i, j, b.rules.enemy_on_flank)
            elif side_on_side(base_of(b.figures[i]), base_of(other)):
                total += tally(log, Code.OVERLAPPED_AT_SIDE, Clause.DBA_CC_13, i, j, b.rules.overlapped)
            elif has_six_positions(b, j):
                total += tally(log, Code.OVERLAPPED_BY_WAGON, Clause.WAD_WCC_16, i, j, b.rules.overlapped)
            else:
                total += tally(log, Code.OVERLAPPED_AT_CORNER, Clause.DBA_CC_12, i, j, b.rules.overlapped)
    return total
