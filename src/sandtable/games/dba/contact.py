"""CONTACT: who is in front, flank or rear contact with whom (DBA-CONTACT)."""

from __future__ import annotations

from sandtable.games.dba.positions import are_enemies, camp_base, is_in_open
from sandtable.games.dba.record import Type
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.contact import corners_meet, front_on, is_aligned_on
from sandtable.kernel.geometry import TOUCH, base_of, corner
from sandtable.kernel.records import NONE


@kernel
def _may_meet(b, i, j):
    """Enemies in the open, near enough to touch."""
    figure = b.figures[i]
    other = b.figures[j]
    if not (is_in_open(figure) and is_in_open(other) and are_enemies(figure, other)):
        return False
    reach = 0.5 * (figure.width + figure.depth + other.width + other.depth) + 1.0
    return abs(figure.x - other.x) <= reach and abs(figure.y - other.y) <= reach


@clause("DBA-CONTACT-2")
@kernel
def is_front(b, i, j):
    """Elements ``i`` and ``j`` stand front edge to front edge, both front corners meeting."""
    return _may_meet(b, i, j) and is_aligned_on(base_of(b.figures[i]), base_of(b.figures[j]), 0)


@clause("DBA-CONTACT-2")
@kernel
def is_flank(b, i, j):
    """The front edge of ``i`` is on a side edge of ``j``, their front corners together, left with left."""
    if not _may_meet(b, i, j):
        return False
    base = base_of(b.figures[i])
    other = base_of(b.figures[j])
    edge = front_on(base, other)
    return (edge == 1 and corners_meet(base, 1, other, 1)) or (edge == 3 and corners_meet(base, 0, other, 0))


@clause("DBA-CONTACT-2")
@kernel
def is_rear(b, i, j):
    """The front edge of ``i`` is on the rear edge of ``j``, corners meeting."""
    return _may_meet(b, i, j) and is_aligned_on(base_of(b.figures[i]), base_of(b.figures[j]), 2)


@clause("DBA-CONTACT-3")
@kernel
def camp_contact(b, i, owner):
    """The front edge of ``i`` is on an edge of the camp of ``owner``, which an enemy occupies."""
    camp = b.camps[owner]
    figure = b.figures[i]
    if camp.present == 0 or camp.occupant == NONE or not is_in_open(figure):
        return False
    if b.figures[camp.occupant].side == figure.side:
        return False
    return front_on(base_of(figure), camp_base(b, owner)) != NONE


@kernel
def _place_on_wagon(base, wagon):
    """Which of the six places of a War Wagon a front edge lies on: A, B, left fore and aft, right fore and aft."""
    left = corner(base, 0)
    right = corner(base, 1)
    for place in range(6):
        if place == 0:
            u0, v0, u1, v1 = 1.0, -1.0, 1.0, 1.0
        elif place == 1:
            u0, v0, u1, v1 = -1.0, 1.0, -1.0, -1.0
        elif place == 2:
            u0, v0, u1, v1 = 0.0, -1.0, 1.0, -1.0
        elif place == 3:
            u0, v0, u1, v1 = -1.0, -1.0, 0.0, -1.0
        elif place == 4:
            u0, v0, u1, v1 = 1.0, 1.0, 0.0, 1.0
        else:
            u0, v0, u1, v1 = 0.0, 1.0, -1.0, 1.0
        # The attacker's right corner is on the left end of the side as the wagon looks out of it.
        x0 = wagon.x + wagon.fx * u0 * wagon.half_depth + wagon.fy * v0 * wagon.half_width
        y0 = wagon.y + wagon.fy * u0 * wagon.half_depth - wagon.fx * v0 * wagon.half_width
        x1 = wagon.x + wagon.fx * u1 * wagon.half_depth + wagon.fy * v1 * wagon.half_width
        y1 = wagon.y + wagon.fy * u1 * wagon.half_depth - wagon.fx * v1 * wagon.half_width
        if (right.x - x0) ** 2 + (right.y - y0) ** 2 <= TOUCH * TOUCH:
            if (left.x - x1) ** 2 + (left.y - y1) ** 2 <= TOUCH * TOUCH:
                return place
    return NONE


@clause("WAD-WCC-1", "WAD-WCC-2", "WAD-WCC-3")
@kernel
def wagon_position(b, i, wagon):
    """Which of the six places of the War Wagon the front edge of ``i`` is on, 0 to 5, or NONE."""
    if b.figures[wagon].type != Type.WWG or not _may_meet(b, i, wagon):
        return NONE
    return _place_on_wagon(base_of(b.figures[i]), base_of(b.figures[wagon]))
