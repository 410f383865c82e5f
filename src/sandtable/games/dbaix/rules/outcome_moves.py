"""OUTCOME MOVES: recoil, push-back, flight and follow-up, and what stands in their way (OUT, TER-4 to TER-6).

They cost no PIPs and count for no move (MOV-17). The functions here move bases and say what became of the
figure; the fates of those that cannot move are in results.py.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dbaix.record import Going, Side
from sandtable.games.dbaix.rules.contacts import has_enemy_on_front
from sandtable.games.dbaix.rules.marches import NEARBY, within
from sandtable.games.dbaix.rules.positions import SLACK, is_on_table, put
from sandtable.games.dbaix.rules.terrain import bars, stops
from sandtable.kernel.contact import is_directly_behind
from sandtable.kernel.geometry import LATTICE, Base, base_of, overlap, placed, shifted, snapped
from sandtable.kernel.limits import is_less_than, is_more_than
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.sweep import free_distance
from sandtable.kernel.terrain import free_distance_to_feature, overlaps_feature, sweep_hits_feature
from sandtable.kernel.terrain import is_on_table as base_on_table


class Flight(IntEnum):
    """What becomes of a figure that must flee."""

    FLED = 0  # it stands at its new place
    GONE = 1  # its centre crossed a table edge (OUT-7)
    TRAPPED = 2  # it cannot flee far enough (OUT-8)


@kernel
def half_diagonal(base):
    """Half the diagonal of a base in inches."""
    return (base.half_width * base.half_width + base.half_depth * base.half_depth) ** 0.5


@kernel
def whole_base_distance(b, base, ux, uy):
    """How far a base may go along the unit vector with no part of it leaving the table; 0 if it hangs over already."""
    reach_x = abs(base.fx) * base.half_depth + abs(base.fy) * base.half_width
    reach_y = abs(base.fy) * base.half_depth + abs(base.fx) * base.half_width
    across = _distance_to_border(base.x, ux, reach_x, b.table_width - reach_x)
    along = _distance_to_border(base.y, uy, reach_y, b.table_height - reach_y)
    return max(min(across, along), 0.0)


@kernel
def centre_distance(b, base, ux, uy):
    """How far a base may go along the unit vector before its centre crosses a table edge."""
    across = _distance_to_border(base.x, ux, 0.0, b.table_width)
    along = _distance_to_border(base.y, uy, 0.0, b.table_height)
    return min(across, along)


@kernel
def _distance_to_border(at, speed, low, high):
    """How far along a direction with this speed on one axis a coordinate stays between two borders."""
    if speed > 1e-12:
        return (high - at) / speed
    if speed < -1e-12:
        return (low - at) / speed
    return 1e9


# ---------------------------------------------------------------- recoil


@clause("DBAIX-OUT-2")
@kernel
def pushed_friend(b, i):
    """The friend directly behind figure ``i``, touching, facing the same way, not engaged on its front; or NONE."""
    figure = b.figures[i]
    base = base_of(figure)
    for j in range(b.n_figures):
        friend = b.figures[j]
        if j == i or friend.side != figure.side or not is_on_table(friend):
            continue
        if is_directly_behind(base_of(friend), base) and not has_enemy_on_front(b, j):
            return j
    return NONE


@kernel
def _is_in_column(b, first, i):
    """Figure ``i`` is ``first`` or one of those pushed back behind it."""
    member = first
    for _ in range(b.n_figures):
        if member == i:
            return True
        member = pushed_friend(b, member)
        if member == NONE:
            return False
    return False


@kernel
def _has_room_behind(b, first, i, distance):
    """Figure ``i`` of the column of ``first`` can go straight back: nothing but the column itself in the way.

    A base is as deep as the way is long: whoever is in the way, is so at its end.
    """
    figure = b.figures[i]
    base = base_of(figure)
    dx = -figure.fx * distance
    dy = -figure.fy * distance
    end = snapped(shifted(base, dx, dy))
    if not base_on_table(end, b.table_width, b.table_height):
        return False
    for j in range(b.n_figures):
        other = b.figures[j]
        if j == i or not is_on_table(other):
            continue
        if overlap(end, base_of(other)) and not _is_in_column(b, first, j):
            return False
    for k in range(b.terrain.n_features):
        if stops(b, figure, b.terrain.features[k]) and sweep_hits_feature(base, dx, dy, b.terrain, k):
            return False
    return True


@clause("DBAIX-OUT-2", "DBAIX-OUT-3")
@kernel
def can_recoil(b, i):
    """Figure ``i`` has room for the full recoil, and so has everybody it pushes back down its column.

    Enemies, friends who are not pushed, buildings, ramparts, sea and the table edge take the room.
    """
    distance = b.figures[i].depth
    member = i
    for _ in range(b.n_figures):
        if not _has_room_behind(b, i, member, distance):
            return False
        member = pushed_friend(b, member)
        if member == NONE:
            return True
    return True


@clause("DBAIX-OUT-1", "DBAIX-OUT-2", "DBAIX-FIG-3", "DBAIX-MOV-17")
@kernel
def recoil(b, i):
    """Figure ``i`` goes straight back by its base depth, facing unchanged, and pushes back those behind it.

    Returns how many were pushed back. Call it only when ``can_recoil``.
    """
    distance = b.figures[i].depth
    pushed = -1
    member = i
    while member != NONE:
        behind = pushed_friend(b, member)
        figure = b.figures[member]
        base = base_of(figure)
        put(b, member, shifted(base, -figure.fx * distance, -figure.fy * distance))
        pushed += 1
        member = behind
    return pushed


# ---------------------------------------------------------------- follow-up


@kernel
def clear_distance(b, i, base, ux, uy, distance, nearby):
    """How far ``base`` of figure ``i`` may go along the unit vector before it touches a base or obstacle ``nearby``."""
    figure = b.figures[i]
    for k in range(nearby.n_others):
        other = base_of(b.figures[nearby.others[k]])
        distance = min(distance, free_distance(base, ux, uy, distance, other))
    for k in range(nearby.n_features):
        t = nearby.features[k]
        if stops(b, figure, b.terrain.features[t]):
            distance = min(distance, free_distance_to_feature(base, ux, uy, distance, b.terrain, t))
    return max(distance, 0.0)


@kernel
def _short_of_rampart(b, i, base, distance):
    """The distance, cut down to where the base touches a rampart on which it would otherwise stop."""
    figure = b.figures[i]
    end = shifted(base, base.fx * distance, base.fy * distance)
    for k in range(b.terrain.n_features):
        if bars(b, figure, b.terrain.features[k]) and overlaps_feature(end, b.terrain, k):
            distance = min(distance, free_distance_to_feature(base, base.fx, base.fy, distance, b.terrain, k))
    return max(distance, 0.0)


@clause("DBAIX-OUT-9", "DBAIX-OUT-10", "DBAIX-FIG-3", "DBAIX-MOV-17")
@kernel
def follow_up(b, i):
    """Figure ``i`` goes straight forward by its base depth, facing unchanged; returns the inches it went.

    It stops on touching any base or obstacle and never leaves the table. Enemies at its side or rear do not
    hold it back. RULING: the giant follows up across a rampart, but stops before it rather than on it.
    """
    figure = b.figures[i]
    base = base_of(figure)
    distance = min(figure.depth, whole_base_distance(b, base, figure.fx, figure.fy))
    rooms = np.empty(1, NEARBY)
    within(b, i, distance, rooms[0])
    distance = clear_distance(b, i, base, figure.fx, figure.fy, distance, rooms[0])
    keep_until_here(rooms)
    distance = _short_of_rampart(b, i, base, distance)
    while distance > 0.0 and _stands_on_somebody(b, i, shifted(base, figure.fx * distance, figure.fy * distance)):
        distance -= LATTICE
    if distance <= 0.0:
        return 0.0
    put(b, i, shifted(base, figure.fx * distance, figure.fy * distance))
    return distance


@kernel
def _stands_on_somebody(b, i, base):
    """The base, once it is put on the lattice of places, overlaps a figure: a hair's breadth can make it so."""
    place = snapped(base)
    for j in range(b.n_figures):
        if j != i and is_on_table(b.figures[j]) and overlap(place, base_of(b.figures[j])):
            return True
    return False


# ---------------------------------------------------------------- flight


@kernel
def _free_of_base(base, ux, uy, distance, other):
    """Free distance to another base, for a base that has just turned on the spot.

    RULING: turning may swing a corner over what the figure touches; that does not hold it as long as the
    flight leads clear of it within half a base.
    """
    if not overlap(base, other):
        return free_distance(base, ux, uy, distance, other)
    swing = max(base.half_width, base.half_depth)
    clear = shifted(base, ux * swing, uy * swing)
    if overlap(clear, other):
        return 0.0
    return swing + free_distance(clear, ux, uy, distance, other)


@kernel
def _free_of_feature(base, ux, uy, distance, terrain, k):
    """The same for a terrain feature."""
    if not overlaps_feature(base, terrain, k):
        return free_distance_to_feature(base, ux, uy, distance, terrain, k)
    swing = max(base.half_width, base.half_depth)
    clear = shifted(base, ux * swing, uy * swing)
    if overlaps_feature(clear, terrain, k):
        return 0.0
    return swing + free_distance_to_feature(clear, ux, uy, distance, terrain, k)


@clause("DBAIX-OUT-6")
@kernel
def _distance_to_obstacle(b, i, base, ux, uy, far):
    """How far a fleeing figure may go: 0.1 inch short of enemies, buildings, trees, ramparts and sea.

    A fleeing Pirate that reaches the ship, while it floats, stops touching it.
    """
    figure = b.figures[i]
    short = b.rules.flee_stop_short
    reach = far
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side != figure.side and is_on_table(other):
            free = _free_of_base(base, ux, uy, far, base_of(other))
            reach = min(reach, free - short)
    for k in range(b.terrain.n_features):
        if stops(b, figure, b.terrain.features[k]):
            free = _free_of_feature(base, ux, uy, far, b.terrain, k)
            aboard = b.terrain.features[k].kind == Going.SHIP and figure.side == Side.PIRATES and b.ship_sunk == 0
            reach = min(reach, free if aboard else free - short)
    return max(reach, 0.0)


@kernel
def _friend_at(b, i, base):
    """The first friend of figure ``i`` that a base overlaps once it is put on the lattice of places, or NONE."""
    figure = b.figures[i]
    place = snapped(base)
    for j in range(b.n_figures):
        friend = b.figures[j]
        if j != i and friend.side == figure.side and is_on_table(friend) and overlap(place, base_of(friend)):
            return j
    return NONE


@kernel
def _past_friend(b, j, base, ux, uy, sense):
    """How far along the unit vector ``base`` touches friend ``j`` from beyond (sense 1) or from before (sense -1).

    The base is held for a hair larger than it is, so that it clears the friend on the lattice of places, too.
    """
    friend = base_of(b.figures[j])
    larger = Base(base.x, base.y, base.fx, base.fy, base.half_width + LATTICE, base.half_depth + LATTICE)
    level = (friend.x - base.x) * ux + (friend.y - base.y) * uy
    clear = half_diagonal(base) + half_diagonal(friend) + 0.5
    start = level + sense * clear
    outside = shifted(larger, ux * start, uy * start)
    return start - sense * free_distance(outside, -sense * ux, -sense * uy, clear, friend)


@clause("DBAIX-OUT-5")
@kernel
def _first_place_beyond(b, i, base, ux, uy, distance):
    """The first distance, from ``distance`` on, at which the fleeing base stands on no friend."""
    for _ in range(b.n_figures):
        j = _friend_at(b, i, shifted(base, ux * distance, uy * distance))
        if j == NONE:
            return distance
        distance = max(_past_friend(b, j, base, ux, uy, 1.0), distance)
    return distance


@kernel
def _last_place_before(b, i, base, ux, uy, distance):
    """The last distance, from ``distance`` back, at which the fleeing base stands on no friend; 0 if there is none."""
    for _ in range(b.n_figures):
        j = _friend_at(b, i, shifted(base, ux * distance, uy * distance))
        if j == NONE or distance <= 0.0:
            return max(distance, 0.0)
        distance = min(_past_friend(b, j, base, ux, uy, -1.0), distance)
    return 0.0


@clause("DBAIX-OUT-4", "DBAIX-OUT-5", "DBAIX-OUT-6", "DBAIX-OUT-7", "DBAIX-OUT-8")
@kernel
def flee(b, i, facing, along):
    """Figure ``i`` turns to this facing and flees one move straight along a unit vector; returns a Flight and moves it.

    It passes through friends. It is GONE when its centre crosses a table edge, TRAPPED when it cannot go the
    least distance; in both cases it is left where it stood.
    RULING: a base that would only hang over the table edge stops with its whole base on the table. With no
    free place beyond a friend, before the next obstacle, the figure stops at the last free place before that.
    """
    figure = b.figures[i]
    base = placed(base_of(figure), figure.x, figure.y, facing.x, facing.y)
    ux = along.x
    uy = along.y
    far = b.table_width + b.table_height
    obstacle = _distance_to_obstacle(b, i, base, ux, uy, far)
    edge = centre_distance(b, base, ux, uy)
    wanted = min(b.rules.move, obstacle)
    distance = _first_place_beyond(b, i, base, ux, uy, wanted)
    if is_more_than(distance, obstacle, SLACK):
        distance = wanted
    if is_more_than(distance, edge, SLACK):
        return Flight.GONE
    distance = min(distance, whole_base_distance(b, base, ux, uy))
    distance = _last_place_before(b, i, base, ux, uy, distance)
    if is_less_than(distance, b.rules.flee_least, SLACK):
        return Flight.TRAPPED
    put(b, i, shifted(base, ux * distance, uy * distance))
    return Flight.FLED
