"""BOA: boats, getting in and out, and where they float."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Formation, Ground, State
from sandtable.games.batalist.rules.formations import footprint
from sandtable.games.batalist.rules.free_places import adjacent_enemy, put
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.games.batalist.rules.ways import (
    free_ahead,
    has_room_from,
    is_free_wheel,
    price_of_straight,
    price_of_wheel,
    wheeled,
)
from sandtable.games.batalist.switches import Boats
from sandtable.kernel.geometry import (
    LATTICE,
    TOUCH,
    Base,
    base_of,
    corner,
    degrees_of_facing,
    distance_between,
    shifted,
    shorter_way,
    snap,
)
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import free_distance
from sandtable.kernel.terrain import overlaps_feature, point_in_feature


@clause("BAT-BOA-2", "BAT-ARM-16")
@kernel
def places_needed(b, i):
    """Places that battalion ``i`` takes aboard: one for each foot figure, as many as its cell is large for others."""
    profile = b.profiles[b.figures[i].profile]
    return b.figures[i].healthy * int(profile.cell_width * profile.cell_depth)


@clause("BAT-BOA-1", "BAT-BOA-2", "BAT-BOA-4", "BAT-BOA-7")
@kernel
def may_board(b, i, k):
    """Battalion ``i`` may board boat ``k``: an empty one, large enough, that a Move of it touches."""
    if b.options.boats != Boats.YES or b.boats[k].battalion != NONE or b.figures[i].boat != NONE:
        return False
    if places_needed(b, i) > b.boats[k].places:
        return False
    return touches_in_move(b, i, base_of(b.boats[k]))


@clause("BAT-BOA-4", "BAT-BOA-8", "BAT-ACT-8")
@kernel
def touches_in_move(b, i, boat):
    """Battalion ``i`` touches the boat, or does so by a leg ahead, back or aside, or a wheel towards it and a leg."""
    start = base_of(b.figures[i])
    speed = effective_speed(b, i)
    if distance_between(start, boat) <= TOUCH:
        return True
    turn = shorter_way(degrees_of_facing(boat.x - start.x, boat.y - start.y) - degrees_of_facing(start.fx, start.fy))
    for way in range(5):
        degrees = turn if way == 4 else 0.0
        price = price_of_wheel(b, i, start, degrees)
        if is_more_than(price, speed, LATTICE) or not is_free_wheel(b, i, start, degrees):
            continue
        base = wheeled(start, degrees) if degrees != 0.0 else start
        ahead = 1.0 if way == 0 or way == 4 else -1.0 if way == 1 else 0.0
        aside = 1.0 if way == 2 else -1.0 if way == 3 else 0.0
        ux, uy = ahead * base.fx + aside * base.fy, ahead * base.fy - aside * base.fx
        most = free_distance(base, ux, uy, speed, boat)
        there = shifted(base, most * ux, most * uy)
        if distance_between(there, boat) > TOUCH or free_ahead(b, i, base, ux, uy, most, NONE) < most - TOUCH:
            continue
        if not is_more_than(price + price_of_straight(b, i, base, ux, uy, most, ahead > 0.0), speed, LATTICE):
            return True
    return False


@clause("BAT-BOA-3", "BAT-BOA-5", "BAT-BOA-6", "BAT-BOA-8")
@kernel
def board(b, i, k, log):
    """Battalion ``i`` is aboard boat ``k``, in Column on the boat's footprint; the rest of its Move is lost."""
    u = b.figures[i]
    boat = b.boats[k]
    u.boat = k
    boat.battalion = i
    u.formation = Formation.COLUMN
    u.x = boat.x
    u.y = boat.y
    u.fx = boat.fx
    u.fy = boat.fy
    u.width = boat.width
    u.depth = boat.depth
    event(log, Code.GOES_ABOARD, Clause.BOA_3, i, NONE, 0)


@clause("BAT-BOA-7", "BAT-BOA-5")
@kernel
def is_afloat(b, base):
    """A boat's footprint lies on water alone: its middle and, a little inside it, its corners."""
    for which in range(5):
        x = base.x
        y = base.y
        if which < 4:
            point = corner(base, which)
            x += 0.99 * (point.x - x)
            y += 0.99 * (point.y - y)
        wet = False
        for k in range(b.terrain.n_features):
            if b.terrain.features[k].kind == Ground.WATER and point_in_feature(x, y, b.terrain, k):
                wet = True
        if not wet:
            return False
    return True


@clause("BAT-BOA-8")
@kernel
def carry(b, i):
    """The boat of battalion ``i`` goes where the battalion has gone."""
    u = b.figures[i]
    boat = b.boats[u.boat]
    boat.x = u.x
    boat.y = u.y
    boat.fx = u.fx
    boat.fy = u.fy


@clause("BAT-BOA-4")
@kernel
def lies_in_water(b, base):
    """A part of a footprint lies in water, where swimmers could stand but no bank is."""
    for k in range(b.terrain.n_features):
        if b.terrain.features[k].kind == Ground.WATER and overlaps_feature(base, b.terrain, k):
            return True
    return False


@clause("BAT-BOA-4", "BAT-BOA-8", "BAT-DEF-33")
@kernel
def is_bank(b, i, base):
    """Battalion ``i`` may land here: there is room ashore, no enemy is touched, and no part of it lies in water."""
    ashore = has_room_from(b, i, base, b.figures[i].storey, aboard=False)
    return ashore and adjacent_enemy(b, i, base) == NONE and not lies_in_water(b, base)


@clause("BAT-BOA-4", "BAT-BOA-8")
@kernel
def landing_place(b, i, fx, fy):
    """Where battalion ``i`` lands from its boat with this facing: a bank that the boat touches; or infinitely far."""
    boat = base_of(b.boats[b.figures[i].boat])
    width, depth = footprint(b, i)
    for place in range(64):
        angle = 2.0 * math.pi * place / 64
        cx = math.cos(angle)
        cy = math.sin(angle)
        far = 0.0
        for _ in range(200):
            tried = Base(snap(boat.x + far * cx), snap(boat.y + far * cy), fx, fy, 0.5 * width, 0.5 * depth)
            if distance_between(tried, boat) > 0.0:
                break
            if is_bank(b, i, tried):
                return tried
            far += 0.125
    return Base(math.inf, math.inf, fx, fy, 0.5 * width, 0.5 * depth)


@clause("BAT-BOA-8", "BAT-DEF-33")
@kernel
def may_land_at(b, i, x, y, fx, fy):
    """Battalion ``i`` may be put ashore here: on a bank, touching its boat."""
    boat = base_of(b.boats[b.figures[i].boat])
    width, depth = footprint(b, i)
    base = Base(snap(x), snap(y), fx, fy, 0.5 * width, 0.5 * depth)
    return distance_between(base, boat) <= TOUCH and is_bank(b, i, base)


@clause("BAT-BOA-3", "BAT-BOA-4", "BAT-BOA-8")
@kernel
def land(b, i, base, log):
    """Battalion ``i`` leaves its boat, which stays empty where it is; False, and nothing happens, without a bank."""
    if math.isinf(base.x):
        return False
    u = b.figures[i]
    b.boats[u.boat].battalion = NONE
    u.boat = NONE
    put(b, i, base)
    event(log, Code.GOES_ASHORE, Clause.BOA_3, i, NONE, 0)
    return True


@clause("BAT-BOA-8")
@kernel
def leave_empty(b, i):
    """The battalion aboard is gone: its boat stays where it is, empty."""
    u = b.figures[i]
    if u.boat != NONE and u.state != State.FIELD:
        b.boats[u.boat].battalion = NONE
        u.boat = NONE
