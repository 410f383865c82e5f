"""CONTACT: which contacts of bases are legal ones, who stands in one, and whether a move may end so (DBA-CONTACT).

The tolerance of WAD-GEN-5 is TOUCH, 0.01 pace: the program places bases exactly, hands on a table do not.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from sandtable.games.dba.positions import are_enemies, camp_base, is_enemy_camp, is_in_open
from sandtable.games.dba.record import Type
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.contact import (
    corners_meet,
    front_on,
    is_aligned_on,
)
from sandtable.kernel.geometry import (
    TOUCH,
    Edge,
    Point,
    base_of,
    edge_middle,
    placed,
    quarter_turned,
    snapped,
)
from sandtable.kernel.records import NONE

SAME_WAY = 0.9999999
"""Cosine above which two facings are the same: less than three hundredths of a degree apart."""


class Contact(IntEnum):
    """How an attacker's front edge stands on an enemy in a legal contact (DBA-CONTACT-2, WAD-WCC-1)."""

    FRONT = 0
    RIGHT_FLANK = 1  # the numbers of the enemy's edges
    REAR = 2
    LEFT_FLANK = 3
    END_A = 4  # of a War Wagon: its front in movement; from here on 4 + the number of the position
    END_B = 5
    LEFT_FORE = 6
    LEFT_AFT = 7
    RIGHT_FORE = 8
    RIGHT_AFT = 9


N_POSITIONS = 6
"""Legal contact positions on a War Wagon (WAD-WCC-1)."""

HAS_SIX_POSITIONS = 0
"""Value of the switch ``war_wagons`` with which War Wagons are as the conventions have them."""


class Position(NamedTuple):
    """One of the six places on a War Wagon: where an attacker's front edge lies, and which way it faces there."""

    middle: Point
    fx: float  # facing of the attacker
    fy: float


# One base on another


@clause("WAD-WCC-1", "WAD-WCC-2", "WAD-WWG-9")
@kernel
def position_on(wagon, place):
    """Position 0 to 5 on the base of a War Wagon: end A, end B, left fore and aft, right fore and aft.

    A side is cut at its middle into two places; their front corners are the corners and the middle of the side when
    the wagon is two base widths deep.
    """
    if place == 0:
        edge = 0
        along = 0.0
    elif place == 1:
        edge = 2
        along = 0.0
    else:
        edge = 3 if place < 4 else 1
        along = 0.5 * wagon.half_depth if place % 2 == 0 else -0.5 * wagon.half_depth
    out = quarter_turned(wagon.fx, wagon.fy, edge)
    middle = edge_middle(wagon, edge)
    there = Point(middle.x + along * wagon.fx, middle.y + along * wagon.fy)
    return Position(there, 0.0 - out.x, 0.0 - out.y)


@kernel
def place_on_wagon(base, wagon, place):
    """Where ``base`` stands, on the lattice, in position ``place`` on a War Wagon."""
    position = position_on(wagon, place)
    x = position.middle.x - position.fx * base.half_depth
    y = position.middle.y - position.fy * base.half_depth
    return snapped(placed(base, x, y, position.fx, position.fy))


@clause("WAD-WCC-3", "WAD-WCC-4")
@kernel
def position_taken(base, wagon):
    """Which of the six positions on a War Wagon's base the front edge of ``base`` fills, 0 to 5, or NONE."""
    if front_on(base, wagon) == NONE:
        return NONE
    front = edge_middle(base, 0)
    for place in range(N_POSITIONS):
        position = position_on(wagon, place)
        dx = front.x - position.middle.x
        dy = front.y - position.middle.y
        if dx * dx + dy * dy <= TOUCH * TOUCH and base.fx * position.fx + base.fy * position.fy > SAME_WAY:
            return place
    return NONE


@clause("DBA-CONTACT-2")
@kernel
def contact_on(base, other):
    """The legal contact (FRONT, RIGHT_FLANK, REAR, LEFT_FLANK) of the front edge of ``base`` on ``other``, or NONE.

    Front: edge on edge, both front corners meeting. Flank: edge on side edge, front corners together, left with left
    or right with right. Rear: edge on rear edge, corners meeting.
    """
    edge = front_on(base, other)
    if edge == NONE:
        return NONE
    if edge == Edge.RIGHT:
        return 1 if corners_meet(base, 1, other, 1) else NONE
    if edge == Edge.LEFT:
        return 3 if corners_meet(base, 0, other, 0) else NONE
    return edge if is_aligned_on(base, other, edge) else NONE


@clause("WAD-WWG-8")
@kernel
def has_six_positions(b, j):
    """Element ``j`` is a War Wagon as the conventions have it: without front, flank and rear in combat."""
    return b.figures[j].type == Type.WWG and b.options.war_wagons == HAS_SIX_POSITIONS


@clause("DBA-CONTACT-2", "WAD-WCC-3")
@kernel
def contact_if_at(b, base, j):
    """The legal ``Contact`` that an enemy whose base is ``base`` has with its front edge on element ``j``, or NONE."""
    other = base_of(b.figures[j])
    if has_six_positions(b, j):
        place = position_taken(base, other)
        return 4 + place if place != NONE else NONE
    return contact_on(base, other)


# Elements as they stand


@kernel
def may_touch(figure, other):
    """The two are near enough for their bases to touch: the cheap refusal."""
    reach = 0.5 * (figure.width + figure.depth + other.width + other.depth) + 1.0
    return abs(figure.x - other.x) <= reach and abs(figure.y - other.y) <= reach


@kernel
def bases_may_touch(base, other):
    """The same for two bases."""
    reach = base.half_width + base.half_depth + other.half_width + other.half_depth + 1.0
    return abs(base.x - other.x) <= reach and abs(base.y - other.y) <= reach


@kernel
def may_meet(b, i, j):
    """Enemies in the open, near enough to touch."""
    figure = b.figures[i]
    other = b.figures[j]
    return are_enemies(figure, other) and may_touch(figure, other) and is_in_open(figure) and is_in_open(other)


@clause("DBA-CONTACT-2")
@kernel
def is_front(b, i, j):
    """Elements ``i`` and ``j`` stand front edge to front edge, both front corners meeting."""
    return may_meet(b, i, j) and is_aligned_on(base_of(b.figures[i]), base_of(b.figures[j]), 0)


@clause("DBA-CONTACT-2")
@kernel
def is_flank(b, i, j):
    """The front edge of ``i`` is on a side edge of ``j``, their front corners together, left with left."""
    if not may_meet(b, i, j):
        return False
    contact = contact_on(base_of(b.figures[i]), base_of(b.figures[j]))
    return contact == 1 or contact == 3


@clause("DBA-CONTACT-2")
@kernel
def is_rear(b, i, j):
    """The front edge of ``i`` is on the rear edge of ``j``, corners meeting."""
    return may_meet(b, i, j) and is_aligned_on(base_of(b.figures[i]), base_of(b.figures[j]), 2)


@clause("WAD-WCC-1", "WAD-WCC-3", "WAD-WCC-5")
@kernel
def wagon_position(b, i, wagon):
    """Which of the six places of the War Wagon the front edge of ``i`` fills, 0 to 5, or NONE."""
    if b.figures[wagon].type != Type.WWG or not may_meet(b, i, wagon):
        return NONE
    return position_taken(base_of(b.figures[i]), base_of(b.figures[wagon]))


@clause("DBA-CONTACT-3")
@kernel
def camp_contact(b, i, owner):
    """The front edge of ``i`` is on an edge of the camp of ``owner``, which an enemy occupies."""
    figure = b.figures[i]
    if not is_in_open(figure) or not is_enemy_camp(b, owner, figure.side):
        return False
    return front_on(base_of(figure), camp_base(b, owner)) != NONE


@kernel
def contact_of(b, i, j):
    """The legal ``Contact`` in which element ``i`` stands with its front edge on enemy ``j``, or NONE."""
    if not may_meet(b, i, j):
        return NONE
    return contact_if_at(b, base_of(b.figures[i]), j)


@kernel
def front_enemy_at(b, i, base):
    """The enemy in full front contact (or, of a War Wagon, in a legal one) with ``i`` if it stood at ``base``; or NONE.

    Camps are no elements; see ``camp_contact``.
    """
    figure = b.figures[i]
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == figure.side or not is_in_open(other):
            continue
        there = base_of(other)
        if not bases_may_touch(base, there):
            continue
        if has_six_positions(b, j):
            if position_taken(base, there) != NONE:
                return j
        elif has_six_positions(b, i):
            if position_taken(there, base) != NONE:
                return j
        elif is_aligned_on(base, there, 0):
            return j
    return NONE


@kernel
def is_in_front_contact(b, i):
    """Some enemy stands in full front contact with element ``i``."""
    for j in range(b.n_figures):
        if may_meet(b, i, j) and is_aligned_on(base_of(b.figures[i]), base_of(b.figures[j]), 0):
            return True
    return False
