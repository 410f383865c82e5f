"""TOUCHING: the legal contacts of one base with another, as geometry (DBA-CONTACT-2, WAD-WCC-1 to WAD-WCC-3).

The tolerance of WAD-GEN-5 is TOUCH, 0.01 pace: the program places bases exactly, hands on a table do not.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.kernel.contact import corners_meet, edge_touching, front_on, is_aligned_on
from sandtable.kernel.geometry import (
    PARALLEL,
    TOUCH,
    Edge,
    Point,
    corner,
    distance_to_segment,
    edge_middle,
    placed,
    quarter_turned,
    snapped,
)
from sandtable.kernel.records import NONE

SAME_WAY = 0.9999999
"""Cosine above which two facings are the same: less than three hundredths of a degree apart."""


AT_A_POINT = 1.0e-6
"""Paces along which bases touch that meet at an angle: more than none, and less than any along an edge."""


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

LEFT_AFT = 3
RIGHT_AFT = 5
"""The positions that a wagon of less than two base widths does not have (WAD-WWG-9)."""


class Position(NamedTuple):
    """One of the six places on a War Wagon: where an attacker's front edge lies, and which way it faces there."""

    middle: Point
    fx: float  # facing of the attacker
    fy: float


@clause("WAD-WWG-9")
@kernel
def has_place(wagon, place):
    """The base of a War Wagon offers this position: a side two base widths deep two, a shallower one only its fore."""
    if place == LEFT_AFT or place == RIGHT_AFT:
        return wagon.half_depth >= 2.0 * wagon.half_width - TOUCH
    return True


@clause("WAD-WCC-1", "WAD-WCC-2", "WAD-WWG-9", "WAD-FIG-2")
@kernel
def position_on(wagon, place):
    """Position 0 to 5 on the base of a War Wagon: end A, end B, left fore and aft, right fore and aft.

    A side is cut at its middle into two places; their front corners are the corners and the middle of the side when
    the wagon is two base widths deep. The one place of a shallower side is at its middle.
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
        if not has_place(wagon, LEFT_AFT):
            along = 0.0
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
        if not has_place(wagon, place):
            continue
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


@kernel
def bases_may_touch(base, other):
    """The two are near enough to touch: the cheap refusal."""
    reach = base.half_width + base.half_depth + other.half_width + other.half_depth + 1.0
    return abs(base.x - other.x) <= reach and abs(base.y - other.y) <= reach


@kernel
def meets_with_front(base, other):
    """Length along which the front edge of ``base`` touches ``other``; AT_A_POINT where they meet at an angle; else 0.

    Corner on corner is no contact but an overlap, and side edges lying together are none of the front's.
    """
    edge = front_on(base, other)
    if edge != NONE:
        return edge_touching(base, 0, other, edge)
    if (
        abs(base.fx * other.fx + base.fy * other.fy) <= PARALLEL
        or abs(base.fx * other.fy - base.fy * other.fx) <= PARALLEL
    ):
        return 0.0
    left = corner(base, 0)
    right = corner(base, 1)
    if distance_to_segment(other, left.x, left.y, right.x, right.y) > TOUCH:
        return 0.0
    for which in range(4):
        if corners_meet(base, 0, other, which) or corners_meet(base, 1, other, which):
            return 0.0
    return AT_A_POINT
