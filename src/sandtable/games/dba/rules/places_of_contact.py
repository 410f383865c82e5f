"""PLACES OF CONTACT: every place where an element could stand in legal contact with an enemy near (DBA-CONTACT)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.record import N_SIDES
from sandtable.games.dba.rules.contact import (
    has_six_positions,
    may_touch,
    stands_free,
    starts_beyond,
    whose_door_is_closed,
)
from sandtable.games.dba.rules.ground import is_on_road
from sandtable.games.dba.rules.groups import everybody
from sandtable.games.dba.rules.legal_contacts import N_POSITIONS, bases_may_touch, has_place, place_on_wagon
from sandtable.games.dba.rules.positions import SLACK, camp_base, is_enemy_camp, is_in_open
from sandtable.kernel.bitsets import lowest, without
from sandtable.kernel.contact import contact_place
from sandtable.kernel.geometry import base_of, corner, edge_middle, overlap, placed, quarter_turned, snapped
from sandtable.kernel.records import NONE


@kernel
def _is_free_place(b, i, base):
    """Element ``i`` may stand at ``base``, which overlaps no other element in the open and no camp."""
    if not stands_free(b, i, base):
        return False
    for other in range(b.n_figures):
        if other == i or not is_in_open(b.figures[other]):
            continue
        there = base_of(b.figures[other])
        if bases_may_touch(base, there) and overlap(base, there):
            return False
    for owner in range(N_SIDES):
        if b.camps[owner].present == 1 and overlap(base, camp_base(b, owner)):
            return False
    return True


@kernel
def _is_within(start, end, reach):
    """Both front corners get from ``start`` to ``end`` by no more than ``reach`` paces, straight."""
    for which in range(2):
        p = corner(start, which)
        q = corner(end, which)
        if (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y) > reach * reach:
            return False
    return True


@kernel
def _may_be_within(front, start, other, edge, reach):
    """The middle of the front edge, ``front``, may get to that edge of the other so far: the cheap refusal."""
    middle = edge_middle(other, edge)
    far = reach + 1.0
    if edge % 2 == 1:
        far += abs(other.half_depth - start.half_width)  # corner on corner, the middles are so far apart
    return (middle.x - front.x) * (middle.x - front.x) + (middle.y - front.y) * (middle.y - front.y) <= far * far


@kernel
def _write_place(out, n, place, other, kind):
    """Write one place of contact as row ``n`` of ``out``; returns the number of rows then."""
    if n >= out.shape[0]:
        return n
    out[n, 0] = place.x
    out[n, 1] = place.y
    out[n, 2] = place.fx
    out[n, 3] = place.fy
    if out.shape[1] > 5:
        out[n, 4] = other
        out[n, 5] = kind
    return n + 1


@kernel
def camp_place(base, camp, edge):
    """Where ``base`` stands with its front edge on that edge of the camp, as near as it can to where it is now."""
    out = quarter_turned(camp.fx, camp.fy, edge)
    middle = edge_middle(camp, edge)
    half = camp.half_width if edge % 2 == 0 else camp.half_depth
    most = max(half - base.half_width, 0.0)
    along = (base.x - middle.x) * out.y - (base.y - middle.y) * out.x
    along = min(max(along, -most), most)
    x = middle.x + along * out.y + base.half_depth * out.x
    y = middle.y - along * out.x + base.half_depth * out.y
    return snapped(placed(base, x, y, 0.0 - out.x, 0.0 - out.y))


@clause("DBA-CONTACT-2", "DBA-CONTACT-3", "DBA-CONTACT-5", "DBA-CONTACT-7", "WAD-WCC-1", "WAD-WCC-5")
@kernel
def legal_places(b, i, out):
    """Fill ``out`` with every legal place of contact that element ``i`` could take on an enemy near; return how many.

    ``out``: f8[n, 4] (x, y, fx, fy), or f8[n, 6] with the enemy and the ``Contact`` (of a camp NONE and its edge). On
    every enemy front, rear and both flanks, or a War Wagon's six positions; on an enemy-occupied camp the nearest
    place on each edge. Left out are places that are not free, or that the longest move of its type does not reach in
    a straight line, but for those that close the door. Zones and the way there are not looked at.
    """
    return legal_places_on(b, i, everybody(b), out)


@clause("DBA-CONTACT-2", "DBA-CONTACT-3", "DBA-CONTACT-5", "DBA-CONTACT-7", "WAD-WCC-1", "WAD-WCC-5")
@kernel
def legal_places_on(b, i, among, out):
    """The same on the enemies in ``among``, and on camps."""
    figure = b.figures[i]
    if b.rules.contacts[figure.type] == 0:
        return 0
    start = base_of(figure)
    reach = max(b.rules.move[figure.type, 0], b.rules.move[figure.type, 1]) + SLACK
    if is_on_road(b, start.x, start.y):
        reach = max(reach, b.rules.move[figure.type, 2] + SLACK)
    front = edge_middle(start, 0)
    n = 0
    while among != 0:
        j = lowest(among)
        among = without(among, j)
        enemy = b.figures[j]
        if enemy.side == figure.side or not is_in_open(enemy):
            continue
        other = base_of(enemy)
        far = reach + other.half_width + other.half_depth + start.half_width + 1.0
        if (other.x - front.x) * (other.x - front.x) + (other.y - front.y) * (other.y - front.y) > far * far:
            continue
        on_wagon = has_six_positions(b, j)
        may_close = not on_wagon and may_touch(figure, enemy)  # closing the door starts at the enemy's corner
        for which in range(N_POSITIONS if on_wagon else 4):
            if not may_close and not on_wagon and not _may_be_within(front, start, other, which, reach):
                continue
            place = place_on_wagon(start, other, which) if on_wagon else contact_place(start, other, which)
            if on_wagon and not has_place(other, which):
                continue
            contact = which + 4 if on_wagon else which
            if not _is_within(start, place, reach):
                if not may_close or whose_door_is_closed(b, i, place) == NONE:
                    continue
            if starts_beyond(b, i, j, contact) and _is_free_place(b, i, place):
                n = _write_place(out, n, place, j, contact)
    for owner in range(N_SIDES):
        if is_enemy_camp(b, owner, figure.side):
            for edge in range(4):
                place = camp_place(start, camp_base(b, owner), edge)
                if _is_within(start, place, reach) and _is_free_place(b, i, place):
                    n = _write_place(out, n, place, NONE, edge)
    return n
