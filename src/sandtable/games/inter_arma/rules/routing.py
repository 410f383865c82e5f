"""MORALE-27, MORALE-37: figures that rout run home by the shortest way, and leave the table at its edge."""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import Edge, Mode, State
from sandtable.games.inter_arma.rules.concealment import event_of
from sandtable.games.inter_arma.rules.crawling import get_up
from sandtable.games.inter_arma.rules.goals import drop_everything
from sandtable.games.inter_arma.rules.ground import middle_of
from sandtable.games.inter_arma.rules.leaving import from_edge, is_free_below, touches_tower
from sandtable.games.inter_arma.rules.positions import SLACK, face, foes_of, is_able, put, westernmost
from sandtable.games.inter_arma.rules.ways import (
    reductions_from_the_start,
    table_move,
    travel,
    what_is_left,
    who_stands_there,
)
from sandtable.kernel.bitsets import bit
from sandtable.kernel.discs import Disc
from sandtable.kernel.geometry import Point, facing_of_degrees, snap
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event, locate
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here

WAYS = 24
"""Headings that a figure tries for each of its two legs."""

STRAIGHT = 0.9
"""One that comes nearer to the edge by less than this share of its run has something in its way."""


@clause("IA-TABLE-13", "IA-MORALE-27")
@kernel
def _come_down(b, i):
    """Figure ``i`` comes down to touch its tower where that is free and nearest home; False: there is no room below."""
    figure = b.figures[i]
    k = figure.tower
    middle, radius = middle_of(b.terrain, k), 0.5 * figure.width
    box = b.terrain.features[k]
    best = steps = math.inf
    x, y = figure.x, figure.y
    for way in range(WAYS):
        out = facing_of_degrees(360.0 / WAYS * way)
        along_x = (0.5 * (box.x1 - box.x0) + radius + SLACK) / max(abs(out.x), 1e-9)
        along_y = (0.5 * (box.y1 - box.y0) + radius + SLACK) / max(abs(out.y), 1e-9)
        far = min(along_x, along_y)
        there = Disc(snap(middle.x + far * out.x), snap(middle.y + far * out.y), 0.0, 1.0, radius)
        left = from_edge(b, figure.side, there.x, there.y)
        better = left < best - SLACK or (left < best + SLACK and far < steps)
        if better and touches_tower(b, there, k) and is_free_below(b, i, there):
            best, steps = left, far
            x, y = there.x, there.y
    if best == math.inf:
        return False
    figure.tower = NONE
    put(b, i, x, y)
    return True


@kernel
def _try_way(b, i, first, second, share, points, down, best):
    """How near the edge figure ``i`` comes by two legs (headings in steps of 15 degrees); none better: ``best``.

    ``down``: what coming down from a tower has cost it.
    """
    figure = b.figures[i]
    lost = reductions_from_the_start(b, i, Mode.RUN, lies_down=False) + down
    reach = table_move(b, i, Mode.RUN)
    one = facing_of_degrees(360.0 / WAYS * first)
    other = facing_of_degrees(360.0 / WAYS * second)
    points[0, 0] = figure.x + one.x * reach * share
    points[0, 1] = figure.y + one.y * reach * share
    points[1, 0] = points[0, 0] + other.x * reach * (1.0 - share)
    points[1, 1] = points[0, 1] + other.y * reach * (1.0 - share)
    nearest = min(
        from_edge(b, figure.side, points[0, 0], points[0, 1]), from_edge(b, figure.side, points[1, 0], points[1, 1])
    )
    if nearest > best:  # nowhere on this way is it nearer than where another ends
        return Point(figure.x, figure.y), best
    trip = travel(b, i, Mode.RUN, lost, points, 2, foes_of(b, i))
    left = from_edge(b, figure.side, trip.x, trip.y)
    if left < best - 0.01 and who_stands_there(b, i, trip.x, trip.y) == NONE:
        return Point(trip.x, trip.y), left
    return Point(trip.x, trip.y), best


@kernel
def _heading_home(b, i):
    """The heading straight to the figure's own edge, of those that it tries; the nearest edge where any is its own."""
    figure = b.figures[i]
    edge = b.sides[figure.side].edge
    left = from_edge(b, figure.side, figure.x, figure.y)
    if edge == Edge.NORTH or (edge == Edge.ANY and left == b.height - figure.y):
        return 0
    if edge == Edge.EAST or (edge == Edge.ANY and left == b.width - figure.x):
        return WAYS // 4
    if edge == Edge.SOUTH or (edge == Edge.ANY and left == figure.y):
        return WAYS // 2
    return 3 * WAYS // 4


@clause("IA-MORALE-37")
@kernel
def _round_about(b, i, points, down):
    """Where figure ``i`` comes nearest to its edge round what it cannot cross, by two legs if need be."""
    figure = b.figures[i]
    start = from_edge(b, figure.side, figure.x, figure.y)
    best = start
    x, y = figure.x, figure.y
    for first in range(WAYS):
        trip, left = _try_way(b, i, first, first, 0.5, points, down, best)
        if left < best:
            best = left
            x, y = trip.x, trip.y
    reach = what_is_left(b, i, Mode.RUN, reductions_from_the_start(b, i, Mode.RUN, lies_down=False) + down)
    if best > start - STRAIGHT * reach:
        for first in range(WAYS):
            for second in range(WAYS):
                trip, left = _try_way(b, i, first, second, 0.4, points, down, best)
                if left < best:
                    best = left
                    x, y = trip.x, trip.y
    return Point(x, y)


@clause("IA-MORALE-27", "IA-MORALE-37")
@kernel
def _way_home(b, i, down):
    """Where figure ``i`` gets this turn: straight to its edge, or round what it cannot cross and whoever stands there.

    ``down``: what coming down from a tower has cost it.
    """
    figure = b.figures[i]
    points = np.empty((2, 2))
    way = facing_of_degrees(360.0 / WAYS * _heading_home(b, i))
    reach = table_move(b, i, Mode.RUN)
    points[0, 0] = figure.x + way.x * reach
    points[0, 1] = figure.y + way.y * reach
    lost = reductions_from_the_start(b, i, Mode.RUN, lies_down=False) + down
    trip = travel(b, i, Mode.RUN, lost, points, 1, foes_of(b, i))
    is_stopped = trip.gone <= SLACK or trip.code == Code.GROUND_IN_THE_WAY or trip.code == Code.CONTACT_ENDS
    if is_stopped and is_at_edge(b, i, trip.x, trip.y):
        is_stopped = False
    there = Point(trip.x, trip.y)
    if is_stopped or who_stands_there(b, i, trip.x, trip.y) != NONE:
        there = _round_about(b, i, points, down)
    keep_until_here(points)
    return there


@kernel
def is_at_edge(b, i, x, y):
    """There the base of figure ``i`` touches its own edge."""
    figure = b.figures[i]
    return is_within(from_edge(b, figure.side, x, y) - 0.5 * figure.width, b.rules.contact, SLACK)


@clause("IA-MORALE-27", "IA-MORALE-37", "IA-MOVE-32", "IA-TABLE-13")
@kernel
def run_home(b, i, log):
    """Figure ``i`` runs to its own edge, without fatigue, leaving contact freely; at the edge it is gone."""
    figure = b.figures[i]
    down = 0.0
    if figure.tower != NONE:
        if not _come_down(b, i):
            figure.moved = 1
            return
        event_of(b, log, Code.COMES_DOWN, Clause.TABLE_13, i, 0)
        down = b.rules.obstacle
    there = _way_home(b, i, down)
    x, y = there.x, there.y
    at = event_of(b, log, Code.RUNS_HOME, Clause.MORALE_27, i, 0)
    locate(log, at, figure.x, figure.y, x, y, 0.0)
    if abs(x - figure.x) + abs(y - figure.y) > SLACK:
        face(b, i, x - figure.x, y - figure.y)
    get_up(b, i)
    put(b, i, x, y)
    figure.mode = Mode.RUN
    figure.moved = 1
    if is_at_edge(b, i, x, y):
        drop_everything(b, i, log)
        figure.state = State.FLED
        event(log, Code.FLEES, Clause.MORALE_27, i, NONE, 0)


@clause("IA-MORALE-37", "IA-MORALE-27")
@kernel
def run_all_home(b, side, log):
    """The routing figures of a side move first, the nearest to the edge (of several the westernmost) first."""
    while True:
        nearest = bit(0) & 0
        least = math.inf
        for i in range(b.n_figures):
            figure = b.figures[i]
            if figure.side == side and is_able(figure) and figure.routing != 0 and figure.moved == 0:
                left = from_edge(b, side, figure.x, figure.y)
                if left < least:
                    least = left
                    nearest = bit(0) & 0
                if left == least:
                    nearest |= bit(i)
        if nearest == 0:
            return
        run_home(b, westernmost(b, nearest), log)


@clause("IA-MORALE-26", "IA-MORALE-27", "IA-CLASS-5")
@kernel
def routs(b, i):
    """Figure ``i`` routs from now on; commanders, heroes and civilians do not."""
    figure = b.figures[i]
    if figure.routing != 0 or not is_able(figure) or figure.civilian != 0 or figure.quality >= 2:
        return False
    figure.routing = 1
    figure.formed = 0
    return True


@clause("IA-MORALE-26", "IA-MORALE-27")
@kernel
def rout(b, i, log):
    """Figure ``i`` of those who tested together routs, if it may."""
    if routs(b, i):
        event_of(b, log, Code.ROUTS, Clause.MORALE_26, i, 0)
