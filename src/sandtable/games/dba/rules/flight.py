"""FLIGHT: recoil, turn about, and a full tactical move with the least change of direction (DBA-FLEE).

Every direction is tried as it would be run: the base turned on the spot to face that way, and straight on from there.
``here`` is that base turned about, before it turns aside; ``base`` the same facing the way it is to run.
"""

from __future__ import annotations

from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import N_SIDES, Ground, River
from sandtable.games.dba.rules.ground import is_bad_for, touches_ground
from sandtable.games.dba.rules.outcome_moves import FAR, destroy, recoil, room_on_board
from sandtable.games.dba.rules.passing import may_pass_through
from sandtable.games.dba.rules.positions import camp_base, is_in_open, put
from sandtable.games.dba.rules.roads_and_rivers import throw_for_river
from sandtable.games.dba.switches import BadGoingMove, FlightOverRiver
from sandtable.kernel.geometry import LATTICE, ahead, base_of, overlap, placed, snapped, turned
from sandtable.kernel.log import event, locate
from sandtable.kernel.sweep import free_distance
from sandtable.kernel.terrain import free_distance_to_feature, is_on_table, overlaps_feature

MOST_TURN = 90
"""Degrees by which a flight may change its direction at most."""


class Way(NamedTuple):
    """One direction of a flight: how far it leads, and what ends it."""

    distance: float
    is_free: bool  # nothing stops it before its end
    river: bool  # it reaches a river that may be lethal
    edge: bool  # it reaches the edge of the board


@clause("DBA-FLEE-1", "DBA-MOVE-3")
@kernel
def _paces(b, i, base):
    """How far element ``i`` runs the way ``base`` faces: a tactical move for the going.

    RULING: whoever stands in bad going, or comes to it within the shorter move, runs the shorter move; farther off it
    stops at its border; ground that it avoids (DBA-FLEE-3) is no such going. With ``bad_going_move = part_of_move``
    the rest of the move is made at the slower rate.
    """
    figure = b.figures[i]
    good = b.rules.move[figure.type, 0]
    bad = max(b.rules.move[figure.type, 1], 0.0)
    border = good
    for k in range(b.terrain.n_features):
        if is_bad_for(b, figure, b.terrain.features[k].kind):
            if overlaps_feature(base, b.terrain, k):
                return bad
            if b.rules.flees_into[figure.type, b.terrain.features[k].kind] == 0:
                continue  # it goes round this one: an obstacle, no border to stop at
            border = min(border, free_distance_to_feature(base, base.fx, base.fy, border, b.terrain, k))
    if border >= good:
        return good
    if b.options.bad_going_move == BadGoingMove.PART_OF_MOVE:
        return border + (good - border) * bad / max(good, 1.0)
    return max(border, bad)


@clause("DBA-FLEE-2", "DBA-FLEE-3", "DBA-TERR-7", "DBA-PASS-1", "DBA-PASS-2")
@kernel
def _free_of_obstacles(b, i, here, base, distance):
    """How far the way is free of enemies, friends that it cannot pass, camps, water and the bad going it avoids.

    RULING: ground that it already stands in does not hold it; an unoccupied camp is in the way like an occupied one;
    whether a friend faces so that it can be passed is told by the direction of flight, as by the facing in a move.
    """
    figure = b.figures[i]
    free = distance
    for j in range(b.n_figures):
        other = b.figures[j]
        if j != i and is_in_open(other) and not may_pass_through(b, i, base, j):
            free = min(free, free_distance(base, base.fx, base.fy, free, base_of(other)))
    for owner in range(N_SIDES):
        if b.camps[owner].present == 1:
            free = min(free, free_distance(base, base.fx, base.fy, free, camp_base(b, owner)))
    for k in range(b.terrain.n_features):
        kind = b.terrain.features[k].kind
        if b.rules.flees_into[figure.type, kind] == 0 or kind == Ground.WATERWAY:
            if kind != Ground.RIVER and not overlaps_feature(here, b.terrain, k):
                free = min(free, free_distance_to_feature(base, base.fx, base.fy, free, b.terrain, k))
    return free


@clause("DBA-FLEE-2", "DBA-PASS-1", "DBA-PASS-2")
@kernel
def _short_of_friends(b, i, base, distance):
    """The distance, cut down to where it stands on nobody: a friend that it does not get past stops it."""
    for _ in range(b.n_figures):
        clear = True
        place = snapped(ahead(base, distance))
        for j in range(b.n_figures):
            if j != i and is_in_open(b.figures[j]) and overlap(place, base_of(b.figures[j])):
                before = free_distance(base, base.fx, base.fy, distance, base_of(b.figures[j]))
                distance = min(before, distance - LATTICE)
                clear = False
                break
        if clear or distance <= 0.0:
            break
    return max(distance, 0.0)


@clause("DBA-FLEE-4")
@kernel
def _distance_to_river(b, here, base, distance):
    """How far it is to a river that is not known to be paltry; FAR if there is none, or it already stands in one."""
    if b.river == River.PALTRY or b.options.flight_over_river == FlightOverRiver.FREE:
        return FAR
    reach = FAR
    for k in range(b.terrain.n_features):
        if b.terrain.features[k].kind == Ground.RIVER:
            if overlaps_feature(here, b.terrain, k):
                return FAR
            to = free_distance_to_feature(base, base.fx, base.fy, distance, b.terrain, k)
            if to < distance:
                reach = min(reach, to)
    return reach


@clause("DBA-FLEE-2", "DBA-FLEE-4")
@kernel
def way_of_flight(b, i, here, base):
    """Where a flight of ``i`` leads that turns from ``here`` on the spot to ``base`` and runs straight on, as a Way.

    RULING: it does not turn so where there is no room for its base as it then faces.
    """
    wanted = _paces(b, i, base)
    free = _free_of_obstacles(b, i, here, base, wanted)
    edge = room_on_board(b, base, base.fx, base.fy)
    river = _distance_to_river(b, here, base, wanted)
    end = min(edge, river)
    if end <= wanted and end <= free:
        return Way(end, is_free=True, river=river <= edge, edge=edge < river)
    stop = _short_of_friends(b, i, base, free)
    return Way(stop, is_free=stop >= wanted - LATTICE, river=False, edge=False)


@kernel
def _aside(here, degrees):
    """The base turned on the spot by so many degrees, clockwise."""
    facing = turned(here.fx, here.fy, float(degrees))
    return placed(here, here.x, here.y, facing.x, facing.y)


@kernel
def _stands_on_board(b, base):
    """The base is on the board, and not in water: a flight along an edge looks at neither."""
    place = snapped(base)
    if not is_on_table(place, b.table_width, b.table_height):
        return False
    return not touches_ground(b, place, Ground.WATERWAY)


@clause("DBA-FLEE-2")
@kernel
def _least_turn(b, i, here):
    """The change of direction in degrees (clockwise positive) with which a flight is free, or 0 if none up to 90 is.

    RULING: it is chosen at the start of the flight, to the degree; of two alike the clockwise one.
    """
    for degrees in range(MOST_TURN + 1):
        for sense in range(2):
            angle = degrees if sense == 0 else -degrees
            base = _aside(here, angle)
            way = way_of_flight(b, i, here, base)
            if not way.is_free:
                continue
            if degrees == 0 or way.river or way.edge:
                return angle
            if _stands_on_board(b, base) and _stands_on_board(b, ahead(base, way.distance)):
                return angle
    return 0


@clause("DBA-FLEE-1", "DBA-FLEE-2", "DBA-FLEE-4", "DBA-FLEE-5", "DBA-FLEE-6", "DBA-WIN-5", "WAD-RES-16")
@kernel
def flee(b, i, by, cited, dice, log):
    """Element ``i`` flees: it recoils, turns about and runs; returns whether it lives.

    It is lost if the recoil kills it, or it reaches the edge of the board or a river. Where nothing is free it runs
    straight until it is stopped.
    """
    if not recoil(b, i, by, Code.FLEES, cited, log):
        return False
    figure = b.figures[i]
    here = placed(base_of(figure), figure.x, figure.y, 0.0 - figure.fx, 0.0 - figure.fy)
    put(b, i, here)
    angle = _least_turn(b, i, here)
    way = way_of_flight(b, i, here, _aside(here, angle))
    if way.river and b.river == River.UNKNOWN:
        throw_for_river(b, i, dice, log)
        angle = _least_turn(b, i, here)
        way = way_of_flight(b, i, here, _aside(here, angle))
    if way.river:
        event(log, Code.LOST_IN_RIVER, Clause.DBA_FLEE_4, i, by, 0)
        destroy(b, i, by, Clause.DBA_FLEE_4, log)
        return False
    if way.edge:
        event(log, Code.FLEES_OVER_THE_EDGE, Clause.DBA_FLEE_4, i, by, 0)
        destroy(b, i, by, Clause.DBA_FLEE_4, log)
        return False
    put(b, i, ahead(_aside(here, angle), way.distance))
    code = Code.RUNS if way.is_free else Code.RUNS_UNTIL_STOPPED
    locate(log, event(log, code, Clause.DBA_FLEE_1, i, by, angle), here.x, here.y, figure.x, figure.y, way.distance)
    return True
