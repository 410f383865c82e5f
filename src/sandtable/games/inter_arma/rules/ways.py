"""MOVE: how far a figure gets along a way: what its reductions leave it, what is in the way, and what contact ends."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import MAX_VIA, Ground, Mode
from sandtable.games.inter_arma.rules.ground import (
    MOST_CUTS,
    SAME_CUT,
    hill_at,
    is_impassable,
    is_in,
    middle_of_piece,
    note_cut,
)
from sandtable.games.inter_arma.rules.positions import SLACK, are_enemies, is_able, is_fighter
from sandtable.games.inter_arma.rules.visibility import is_night
from sandtable.games.inter_arma.switches import NoCrawlingMeans, ShotSlowdown, Uphill
from sandtable.kernel.bitsets import is_in as is_one_of
from sandtable.kernel.discs import (
    Disc,
    disc_free_to_disc,
    disc_free_to_feature,
    disc_gap,
    disc_of,
    discs_overlap,
    distance_of_points,
    is_off,
)
from sandtable.kernel.geometry import TOUCH, snap
from sandtable.kernel.limits import is_less_than, is_within
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.terrain import point_in_feature, span_inside

BACK = 0.05
"""Centimetres before the border of what it cannot enter a figure stops."""

AT_THE_END = 0.999999
"""Where on a leg a border counts as crossed on which the leg ends."""


class Trip(NamedTuple):
    """How a figure gets along: centimetres gone of those meant, its end, and what stopped it (a Code, a Clause).

    ``most``: centimetres that it may go at most on such a way, less all that it has met on it. ``other``: the figure
    that stopped it, or where ground did the feature; NONE: the table's edge.
    """

    gone: float
    length: float
    most: float
    x: float
    y: float
    code: int  # NONE: nothing
    cited: int
    other: int


@clause("IA-MOVE-4", "IA-MOVE-5", "IA-MOVE-6", "IA-MOVE-7", "IA-MOVE-8", "IA-MOVE-17", "IA-MOVE-18", "IA-CLASS-6")
@kernel
def table_move(b, i, mode):
    """Centimetres of a mode by the table; 0 where the troop has no such mode."""
    troop = b.troops[b.figures[i].troop]
    if mode == Mode.WALK:
        return troop.walk
    if mode == Mode.RUN:
        return troop.run
    return troop.crawl


@clause("IA-MOVE-24", "IA-MOVE-27")
@kernel
def is_slowed_by_shot(b, i):
    """It shot in the turn before; by house rule: was shot at."""
    if b.options.shot_slowdown == ShotSlowdown.TARGET:
        return b.figures[i].target_last != 0
    return b.figures[i].shot_last != 0


@clause("IA-MOVE-19", "IA-MOVE-20", "IA-MOVE-24", "IA-MOVE-26", "IA-MOVE-27", "IA-RAIN-1", "IA-NIGHT-1")
@kernel
def reductions_from_the_start(b, i, mode, lies_down):
    """Centimetres that a move of figure ``i`` loses wherever it leads: rain, a shot, dark, getting up, lying down."""
    figure, rules = b.figures[i], b.rules
    lost = 0.0
    if b.rain != 0:
        lost += rules.rain_move
    if is_slowed_by_shot(b, i):
        lost += rules.after_shot
    if mode != Mode.CRAWL:
        if is_night(b):
            lost += rules.dark
        lost += rules.posture * (int(figure.lying != 0) + int(lies_down))
    return lost


@clause("IA-MOVE-11", "IA-MOVE-26")
@kernel
def what_is_left(b, i, mode, lost):
    """Centimetres of a move less its reductions, halved by fatigue last, never below 0."""
    left = max(table_move(b, i, mode) - lost, 0.0)
    return 0.5 * left if b.figures[i].half != 0 else left


@kernel
def _crosses_at(x0, y0, dx, dy, terrain, k):
    """Where (0 to 1) a leg reaches the line ``k`` from one of its sides; 2: it does not. On it already: it does not."""
    feature = terrain.features[k]
    a = terrain.vertices[feature.first]
    z = terrain.vertices[feature.first + 1]
    wx = z.x - a.x
    wy = z.y - a.y
    length = math.sqrt(wx * wx + wy * wy)
    off = (wx * (y0 - a.y) - wy * (x0 - a.x)) / length
    rate = (wx * dy - wy * dx) / length
    if abs(off) <= TOUCH or off * rate >= 0.0:
        return 2.0
    t = -off / rate
    if t > 1.0:
        if abs(off + rate) > TOUCH:
            return 2.0
        t = 1.0
    along = ((x0 + t * dx - a.x) * wx + (y0 + t * dy - a.y) * wy) / (length * length)
    return t if 0.0 <= along <= 1.0 else 2.0


@kernel
def _is_beside_leg(feature, x0, y0, dx, dy):
    """A feature's box keeps clear of a leg."""
    if max(x0, x0 + dx) < feature.x0 - TOUCH or min(x0, x0 + dx) > feature.x1 + TOUCH:
        return True
    return max(y0, y0 + dy) < feature.y0 - TOUCH or min(y0, y0 + dy) > feature.y1 + TOUCH


@kernel
def _is_flat(b, x0, y0, dx, dy):
    """Nothing is near a leg at whose border the ground changes."""
    for k in range(b.terrain.n_features):
        feature = b.terrain.features[k]
        if not is_impassable(feature.kind) and not _is_beside_leg(feature, x0, y0, dx, dy):
            return False
    return True


@kernel
def _cuts_of_leg(b, x0, y0, dx, dy, cuts):
    """Where (0 to 1) the ground may change along a leg, in order: its beginning, and places just before its end too.

    Returns how many such places there are.
    """
    cuts[0] = 0.0
    n = 1
    for k in range(b.terrain.n_features):
        feature = b.terrain.features[k]
        kind = feature.kind
        if _is_beside_leg(feature, x0, y0, dx, dy):
            continue
        if kind == Ground.LOW:
            t = _crosses_at(x0, y0, dx, dy, b.terrain, k)
            if t <= 1.0:
                n = note_cut(cuts, n, min(t, AT_THE_END))
        elif (
            kind == Ground.HEAVY_WOOD
            or kind == Ground.HILL
            or kind == Ground.STREAM
            or kind == Ground.SHIP
            or kind == Ground.OPEN
        ):
            span = span_inside(x0, y0, x0 + dx, y0 + dy, b.terrain, k)
            if span.x < span.y:
                n = note_cut(cuts, n, min(span.x, AT_THE_END))
                n = note_cut(cuts, n, min(span.y, AT_THE_END))
    return n


@clause("IA-MOVE-22", "IA-TABLE-9", "IA-TABLE-12", "IA-TABLE-14", "IA-SC1-3")
@kernel
def _obstacles_at(b, leg, t, before, after):
    """Low obstacles met at place ``t`` of a leg: lines crossed, a stream entered, a ship boarded or left.

    ``before`` and ``after``: places on the leg on either side of it.
    """
    x0, y0, dx, dy = leg.x, leg.y, leg.dx, leg.dy
    found = 0
    for k in range(b.terrain.n_features):
        if b.terrain.features[k].kind == Ground.LOW:
            at = _crosses_at(x0, y0, dx, dy, b.terrain, k)
            if at <= 1.0 and abs(min(at, AT_THE_END) - t) <= SAME_CUT:
                found += 1
    was_wet = is_in(b, Ground.STREAM, x0 + before * dx, y0 + before * dy)
    if not was_wet and is_in(b, Ground.STREAM, x0 + after * dx, y0 + after * dy):
        found += 1
    was_aboard = is_in(b, Ground.SHIP, x0 + before * dx, y0 + before * dy)
    if was_aboard != is_in(b, Ground.SHIP, x0 + after * dx, y0 + after * dy):
        found += 1
    return found


@clause("IA-MOVE-21", "IA-TABLE-8")
@kernel
def _nears_top(b, leg, k, t):
    """A leg that is on hill ``k`` from its place ``t`` on leads nearer to the hill's centre from there.

    As far as it stays on the hill; by house rule at its end.
    """
    top = middle_of_piece(b.terrain, k)
    nearest = 1.0
    if b.options.uphill == Uphill.ANY_PART:
        along = (top.x - leg.x) * leg.dx + (top.y - leg.y) * leg.dy
        off = span_inside(leg.x, leg.y, leg.x + leg.dx, leg.y + leg.dy, b.terrain, k).y
        nearest = min(max(along / (leg.dx * leg.dx + leg.dy * leg.dy), t), off)
    before = distance_of_points(leg.x + t * leg.dx, leg.y + t * leg.dy, top.x, top.y)
    after = distance_of_points(leg.x + nearest * leg.dx, leg.y + nearest * leg.dy, top.x, top.y)
    return is_less_than(after, before, SLACK)


@clause("IA-MOVE-21", "IA-TABLE-8")
@kernel
def _goes_up(b, leg, t, before, after):
    """A leg leads uphill from its place ``t`` on: onto a hill, or nearer to the centre of the one that it is on.

    ``before`` and ``after``: places on the leg on either side of it.
    """
    x, y = leg.x + after * leg.dx, leg.y + after * leg.dy
    if hill_at(b, x, y) == NONE:
        return False
    if hill_at(b, leg.x + before * leg.dx, leg.y + before * leg.dy) == NONE:
        return True
    for k in range(b.terrain.n_features):
        if b.terrain.features[k].kind == Ground.HILL and point_in_feature(x, y, b.terrain, k):
            if _nears_top(b, leg, k, t):
                return True
    return False


@clause("IA-MOVE-30", "IA-MOVE-31", "IA-GOAL-8", "IA-WOUND-12")
@kernel
def free_to_figure(b, i, j, disc, ux, uy, length, ignored):
    """How far figure ``i`` may go along a leg before enemy ``j`` stops it: contact ends a move, civilians block.

    What is contact in passing is contact standing: that leg ends where the two are nearest.
    """
    other = disc_of(b.figures[j])
    free = disc_free_to_disc(disc, ux, uy, length, other)
    if free < length or b.figures[j].civilian != 0 or b.figures[i].civilian != 0 or is_one_of(ignored, j):
        return free
    ahead = (other.x - disc.x) * ux + (other.y - disc.y) * uy
    aside = abs((other.x - disc.x) * uy - (other.y - disc.y) * ux)
    if ahead > 0.0 and ahead < length and is_within(aside - disc.radius - other.radius, b.rules.contact, SLACK):
        return ahead
    return length


@clause("IA-MOVE-30", "IA-MOVE-32", "IA-TABLE-10", "IA-TABLE-11")
@kernel
def _free_on_leg(b, i, disc, ux, uy, length, ignored):
    """How far a leg is free of enemies, impassable ground and the table's edge; and the figure and ground that end it.

    NONE: no figure, no ground; of the ground alone: the table's edge.
    """
    free = length
    other = NONE
    ground = NONE
    for k in range(b.terrain.n_features):
        feature = b.terrain.features[k]
        if not is_impassable(feature.kind):
            continue
        x1, y1, margin = disc.x + ux * free, disc.y + uy * free, disc.radius + BACK
        if max(disc.x, x1) < feature.x0 - margin or min(disc.x, x1) > feature.x1 + margin:
            continue
        if max(disc.y, y1) < feature.y0 - margin or min(disc.y, y1) > feature.y1 + margin:
            continue
        to = disc_free_to_feature(disc, ux, uy, free, b.terrain, k)
        if to < free:
            free = to
            ground = k
    inland = free
    if ux > 0.0:
        free = min(free, max((b.width - disc.radius - disc.x) / ux, 0.0))
    elif ux < 0.0:
        free = min(free, max((disc.radius - disc.x) / ux, 0.0))
    if uy > 0.0:
        free = min(free, max((b.height - disc.radius - disc.y) / uy, 0.0))
    elif uy < 0.0:
        free = min(free, max((disc.radius - disc.y) / uy, 0.0))
    if free < inland:
        ground = NONE
    near = disc.radius + b.rules.contact + SLACK
    for j in range(b.n_figures):
        foe = b.figures[j]
        reach = free + near + 0.5 * foe.width
        if is_off(foe, disc.x, disc.y, reach):
            continue
        if j == i or not is_able(foe) or foe.tower != NONE or not are_enemies(b, i, j):
            continue
        to = free_to_figure(b, i, j, disc, ux, uy, free, ignored)
        if to < free:
            free = to
            other = j
    return free, other, ground


class Leg(NamedTuple):
    """A straight part of a way: from (x, y) by (dx, dy)."""

    x: float
    y: float
    dx: float
    dy: float


class Stretch(NamedTuple):
    """How one leg goes: where it stops, what the move has lost by then, and what stopped it (NONE: nothing yet)."""

    stop: float
    lost: float
    uphill: bool
    wooded: bool
    code: int
    cited: int


@clause("IA-MOVE-21", "IA-MOVE-22", "IA-MOVE-23", "IA-TABLE-6", "IA-TABLE-8", "IA-TABLE-14")
@kernel
def _cross_ground(b, i, mode, gone, leg, stretch):
    """A leg, free up to ``stretch.stop``, after ``gone`` centimetres: each border costs, or is where it stops.

    A figure that begins a leg on a border has not crossed it yet.
    """
    rules = b.rules
    x, y, dx, dy = leg.x, leg.y, leg.dx, leg.dy
    if _is_flat(b, x, y, dx, dy):
        return stretch
    stop, lost, uphill, wooded = stretch.stop, stretch.lost, stretch.uphill, stretch.wooded
    crawls = mode == Mode.CRAWL
    free_crawling = crawls and b.options.no_crawling_means == NoCrawlingMeans.UNREDUCED
    length = distance_of_points(0.0, 0.0, dx, dy)
    code, cited = stretch.code, stretch.cited
    cuts = np.empty(MOST_CUTS)
    n = _cuts_of_leg(b, x, y, dx, dy, cuts)
    last = 0.0
    for at in range(n):
        t = cuts[at]
        after = 0.5 * (t + (cuts[at + 1] if at + 1 < n else 1.0))
        before = 0.5 * (last + t)
        last = t
        if t * length >= stop:
            break
        more = rules.obstacle * _obstacles_at(b, leg, t, before, after)
        climbs = not uphill and _goes_up(b, leg, t, before, after)
        enters = not crawls and not wooded and is_in(b, Ground.HEAVY_WOOD, x + after * dx, y + after * dy)
        forbids = crawls and not free_crawling and (more > 0.0 or climbs)
        if free_crawling:
            more = 0.0
        else:
            more += rules.uphill * int(climbs)
        more += rules.heavy_wood * int(enters)
        if forbids or (more > 0.0 and what_is_left(b, i, mode, lost + more) < gone + t * length - SLACK):
            stop = max(t * length - BACK, 0.0)
            code, cited = Code.MOVES_TOO_FAR, Clause.MOVE_26
            if forbids and climbs:
                code, cited = Code.NOT_CRAWLING_UPHILL, Clause.MOVE_21
            elif forbids:
                code, cited = Code.NOT_CRAWLING_OVER, Clause.MOVE_22
            break
        uphill = uphill or climbs
        wooded = wooded or enters
        lost += more
    keep_until_here(cuts)
    return Stretch(stop, lost, uphill, wooded, code, cited)


@clause("IA-MOVE-31", "IA-GOAL-8")
@kernel
def _touched_at(b, i, x, y, ignored):
    """An enemy whom figure ``i`` comes to touch where a leg of its way ends, which ends its move there; or NONE."""
    disc = Disc(x, y, 0.0, 1.0, 0.5 * b.figures[i].width)
    for j in range(b.n_figures):
        foe = b.figures[j]
        if not is_fighter(foe) or foe.tower != NONE or not are_enemies(b, i, j) or is_one_of(ignored, j):
            continue
        if is_within(disc_gap(disc, disc_of(foe)), b.rules.contact, SLACK) and b.figures[i].civilian == 0:
            return j
    return NONE


@clause("IA-MOVE-30", "IA-MOVE-31", "IA-GOAL-8")
@kernel
def _what_ends(b, i, other):
    """What it is that stops figure ``i`` on a leg, as Code and Clause: ``other``, or where that is NONE the ground."""
    if other == NONE:
        return Code.GROUND_IN_THE_WAY, Clause.MOVE_30
    if b.figures[i].civilian != 0 or b.figures[other].civilian != 0:
        return Code.FIGURE_IN_THE_WAY, Clause.MOVE_30
    return Code.CONTACT_ENDS, Clause.MOVE_31


@clause("IA-MOVE-26", "IA-MOVE-27", "IA-MOVE-29", "IA-MOVE-31")
@kernel
def travel(b, i, mode, lost, points, n, ignored):
    """Take figure ``i`` along ``points[:n]`` as far as it gets; ``lost``: its reductions so far; returns a Trip.

    A border that it could only cross with more than is left to it stops it before the border. ``ignored``: enemies
    whom it touches now and may leave.
    """
    crawls = mode == Mode.CRAWL
    x, y = b.figures[i].x, b.figures[i].y
    uphill = crawls and b.options.no_crawling_means == NoCrawlingMeans.UNREDUCED
    wooded = not crawls and b.woods != 0 and is_in(b, Ground.HEAVY_WOOD, x, y)
    if wooded:
        lost += b.rules.heavy_wood
    whole = 0.0
    px, py = x, y
    for leg in range(n):
        whole += distance_of_points(px, py, points[leg, 0], points[leg, 1])
        px, py = points[leg, 0], points[leg, 1]
    gone = 0.0
    code, cited, other = NONE, NONE, NONE
    for leg in range(n):
        dx = points[leg, 0] - x
        dy = points[leg, 1] - y
        length = distance_of_points(0.0, 0.0, dx, dy)
        if length < 1e-9:
            continue
        disc = Disc(x, y, 0.0, 1.0, 0.5 * b.figures[i].width)
        stop, other, ground = _free_on_leg(b, i, disc, dx / length, dy / length, length, ignored)
        code, cited = NONE, NONE
        if stop < length:
            code, cited = _what_ends(b, i, other)
            other = other if other != NONE else ground
        free = Stretch(stop, lost, uphill, wooded, NONE, NONE)
        stretch = _cross_ground(b, i, mode, gone, Leg(x, y, dx, dy), free)
        lost, uphill, wooded, stop = stretch.lost, stretch.uphill, stretch.wooded, stretch.stop
        if stretch.code != NONE:
            code, cited, other = stretch.code, stretch.cited, NONE
        left = what_is_left(b, i, mode, lost) - gone
        if left < stop - SLACK:
            stop = max(left, 0.0)
            code, cited, other = Code.MOVES_TOO_FAR, Clause.MOVE_26, NONE
        stop = min(stop, length)
        gone += stop
        if stop < length - SLACK:
            most = what_is_left(b, i, mode, lost)
            return Trip(
                gone, whole, most, snap(x + dx / length * stop), snap(y + dy / length * stop), code, cited, other
            )
        x, y = points[leg, 0], points[leg, 1]
        if leg < n - 1:
            other = _touched_at(b, i, x, y, ignored)
            if other != NONE:
                code, cited = Code.CONTACT_ENDS, Clause.MOVE_31
                return Trip(gone, whole, what_is_left(b, i, mode, lost), snap(x), snap(y), code, cited, other)
    return Trip(gone, whole, what_is_left(b, i, mode, lost), snap(x), snap(y), NONE, NONE, NONE)


@kernel
def start_of_last_leg(b, i, points, n, gone):
    """Where the leg begins on which figure ``i``, on its way along ``points[:n]``, has gone ``gone`` centimetres."""
    x, y = b.figures[i].x, b.figures[i].y
    for leg in range(n):
        length = distance_of_points(x, y, points[leg, 0], points[leg, 1])
        if gone <= length + SLACK:
            break
        gone -= length
        x, y = float(points[leg, 0]), float(points[leg, 1])
    return x, y


@clause("IA-MOVE-30")
@kernel
def who_stands_there(b, i, x, y):
    """An able figure whose base figure ``i`` would overlap at a place, or NONE."""
    disc = Disc(x, y, 0.0, 1.0, 0.5 * b.figures[i].width)
    for j in range(b.n_figures):
        other = b.figures[j]
        reach = disc.radius + 0.5 * other.width
        if is_off(other, x, y, reach) or j == i:
            continue
        if is_able(other) and other.tower == NONE and discs_overlap(disc, disc_of(other)):
            return j
    return NONE


@kernel
def fill_points(b, action, x, y, i, points):
    """The way of figure ``i`` in an order: that of the first actor from (x, y), begun where ``i`` stands; its legs."""
    dx = b.figures[i].x - x
    dy = b.figures[i].y - y
    n = min(max(action.n_via, 0), MAX_VIA)
    for k in range(n):
        points[k, 0] = snap(action.via[k, 0] + dx)
        points[k, 1] = snap(action.via[k, 1] + dy)
    points[n, 0] = snap(action.x + dx)
    points[n, 1] = snap(action.y + dy)
    return n + 1


@kernel
def tires(b, i, mode):
    """The troop of figure ``i`` can fail its fatigue die."""
    return b.troops[b.figures[i].troop].tired != 0 and mode != Mode.WALK
