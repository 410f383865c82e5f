"""The way to the singing bard: who it is, what touching means, and how near a figure can come (MUS-9).

RULING on "as near as it can": a figure can touch the bard if, in one move straight there, it can legally end
at one of 36 places: beside each of its four edges, in the middle and shifted along it by a quarter, a half,
three quarters and nineteen twentieths of the edge, facing as it does (or, standing askew to it, squared up
by the smallest turn). If it can reach none, it comes as near as it can if no straight line towards one of these
places, facing kept, would bring it more than 0.1 inch nearer. Nobody is asked to charge an enemy on the way.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dbaix.record import Side, Song, Verb
from sandtable.games.dbaix.rules.marches import NEARBY, corner_travel, everything, way_of, within
from sandtable.games.dbaix.rules.meeting import contacts_at_end
from sandtable.games.dbaix.rules.outcome_moves import clear_distance
from sandtable.games.dbaix.rules.passing import what_stops
from sandtable.games.dbaix.rules.positions import SLACK, is_on_table, side_of_bound
from sandtable.games.dbaix.rules.threat import judge_threat
from sandtable.games.dbaix.switches import ThreatZone
from sandtable.kernel.action_drafts import blank
from sandtable.kernel.bitsets import bit
from sandtable.kernel.contact import touch_along_an_edge
from sandtable.kernel.geometry import PARALLEL, Point, base_of, distance_between, placed, quarter_turned, snapped
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.records import ACTION, NONE
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.terrain import is_on_table as base_on_table

SLIDES = (0.0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 0.95, -0.95)
"""Shifts along an edge of the bard, as shares of its length."""

N_PLACES = 4 * len(SLIDES)

NEAR_ENOUGH = 0.1
"""Inches by which a figure may miss the nearest place it could reach; also the least gain that is asked of it."""

AWAY = 0.02
"""Inches short of what stops it at which a figure is asked to halt, so that it touches nothing by chance."""


class Approach(NamedTuple):
    """The nearest a figure can come to the bard in one move."""

    is_move: bool  # it can come nearer at all
    touches: bool  # and touch the bard along an edge
    gap: float  # inches between them then
    x: float
    y: float
    fx: float
    fy: float


@kernel
def _staying(base, gap):
    """No move: the base stays as it is."""
    return Approach(is_move=False, touches=False, gap=gap, x=base.x, y=base.y, fx=base.fx, fy=base.fy)


@kernel
def _ending(base, gap, touches):
    """A move that ends so."""
    return Approach(is_move=True, touches=touches, gap=gap, x=base.x, y=base.y, fx=base.fx, fy=base.fy)


@kernel
def bard_on_table(b):
    """The bard, or NONE when there is none on the table."""
    for i in range(b.n_figures):
        if b.figures[i].bard != 0 and is_on_table(b.figures[i]):
            return i
    return NONE


@clause("DBAIX-MUS-7", "DBAIX-MUS-10")
@kernel
def is_gagging_bound(b):
    """A Gaulish bound with singing: some are called to gag the bard and all others halt."""
    return b.song == Song.SINGING and side_of_bound(b) == Side.GAULS


@clause("DBAIX-MUS-9")
@kernel
def touches_bard(base, bard):
    """Some edges of the two bases lie together along more than a corner."""
    return touch_along_an_edge(base, bard)


@kernel
def _squared_facing(base, bard):
    """The facing kept, if the bases are parallel; else the nearest facing that squares the base up to the bard."""
    best = Point(base.fx, base.fy)
    dot = -2.0
    for quarters in range(4):
        facing = quarter_turned(bard.fx, bard.fy, quarters)
        along = facing.x * base.fx + facing.y * base.fy
        if along > dot:
            dot = along
            best = facing
    if abs(best.x * base.fy - best.y * base.fx) <= PARALLEL:
        return Point(base.fx, base.fy)
    return best


@kernel
def place_at_bard(base, bard, index):
    """Where the base would stand at the bard: place ``index`` of the N_PLACES, on the lattice."""
    facing = _squared_facing(base, bard)
    edge = index // len(SLIDES)
    normal = quarter_turned(bard.fx, bard.fy, edge)
    half_edge = bard.half_width if edge % 2 == 0 else bard.half_depth
    out = bard.half_depth if edge % 2 == 0 else bard.half_width
    out += abs(normal.x * facing.x + normal.y * facing.y) * base.half_depth
    out += abs(normal.x * facing.y - normal.y * facing.x) * base.half_width
    slide = 2.0 * half_edge * SLIDES[index % len(SLIDES)]
    return snapped(
        placed(
            base,
            bard.x + normal.x * out + normal.y * slide,
            bard.y + normal.y * out - normal.x * slide,
            facing.x,
            facing.y,
        )
    )


@kernel
def fill_move(action, i, x, y, fx, fy):
    """Make ``action`` the straight move of figure ``i`` to this place and facing."""
    blank(action, Verb.MOVE)
    action.n_actors = 1
    action.actors[0] = i
    action.x = x
    action.y = y
    action.fx = fx
    action.fy = fy


@kernel
def _could_go(b, action, nearby, log):
    """The single straight move is clear, charges nobody and braves no threat; reach, price and song apart."""
    way = way_of(b, action)
    if not base_on_table(way.end, b.table_width, b.table_height):
        return False
    contacts = contacts_at_end(b, action, way, nearby, log)
    if not contacts.is_fit or contacts.aligned != NONE:
        return False
    if what_stops(b, action, way, action.actors[0], way.end, nearby).is_there:
        return False
    return b.options.threat_zone == ThreatZone.NO or judge_threat(b, action, way, nearby, log)


@kernel
def _touching_approach(b, i, bard, action, nearby, log):
    """The shortest legal move of figure ``i`` that ends touching the bard."""
    base = base_of(b.figures[i])
    found = _staying(base, 0.0)
    shortest = 1e9
    for index in range(N_PLACES):
        place = place_at_bard(base, bard, index)
        travel = corner_travel(base, place)
        if travel >= shortest or is_more_than(travel, b.rules.move, SLACK):
            continue
        fill_move(action, i, place.x, place.y, place.fx, place.fy)
        if _could_go(b, action, nearby, log):
            shortest = travel
            found = _ending(place, 0.0, touches=True)
    return found


@kernel
def _straight_approach(b, i, bard, action, nearby, log):
    """The legal straight move of figure ``i``, facing kept, that brings it nearest to the bard."""
    base = base_of(b.figures[i])
    found = _staying(base, distance_between(base, bard))
    for index in range(N_PLACES):
        place = place_at_bard(base, bard, index)
        length = ((place.x - base.x) ** 2 + (place.y - base.y) ** 2) ** 0.5
        if length <= AWAY:
            continue
        ux = (place.x - base.x) / length
        uy = (place.y - base.y) / length
        wanted = min(length, b.rules.move)
        distance = clear_distance(b, i, base, ux, uy, wanted, nearby)
        if distance < wanted:
            distance -= AWAY
        end = snapped(placed(base, base.x + ux * distance, base.y + uy * distance, base.fx, base.fy))
        gap = distance_between(end, bard)
        if distance <= 0.0 or gap >= found.gap - 1e-9:
            continue
        fill_move(action, i, end.x, end.y, end.fx, end.fy)
        if _could_go(b, action, nearby, log):
            found = _ending(end, gap, touches=touches_bard(end, bard))
    return found


@clause("DBAIX-MUS-9")
@kernel
def nearest_approach(b, i, bard_index, log):
    """The nearest that figure ``i`` can come to the bard in one move: an Approach. The price is not looked at."""
    bard = base_of(b.figures[bard_index])
    drafts = np.empty(1, ACTION)
    rooms = np.empty(1, NEARBY)
    if b.options.threat_zone == ThreatZone.DBA:
        everything(b, i, bit(i), rooms[0])
    else:
        within(b, i, b.rules.move, rooms[0])
    keep = log.keep
    log.keep = 0
    found = _touching_approach(b, i, bard, drafts[0], rooms[0], log)
    if not found.is_move:
        found = _straight_approach(b, i, bard, drafts[0], rooms[0], log)
    keep_until_here(drafts)
    keep_until_here(rooms)
    log.keep = keep
    return found
