"""WALKING: ways through the sewer on foot: straight, round corners, along them, and past enemies (NET-13, NET-14)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.flash_flood.record import MAX_BENDS
from sandtable.games.flash_flood.rules.sewer import FAR
from sandtable.games.skirmish40k.record import Going
from sandtable.games.skirmish40k.rules.measuring import SLACK, are_level, is_on_table
from sandtable.games.skirmish40k.rules.sight import has_straight_line
from sandtable.kernel.bitsets import bit, lowest, without
from sandtable.kernel.discs import Disc, disc_hits_feature, disc_overlaps_feature, distance_of_points
from sandtable.kernel.geometry import LATTICE, TOUCH, is_west_of, point_to_segment, snap
from sandtable.kernel.limits import is_within
from sandtable.kernel.records import NONE

MAX_POINTS = MAX_BENDS + 2

CLOSER = 0.25
"""Inches, for each inch of the nest's radius and one more, by which a way may be shorter than corners tell.

It may end closer to the nest than they stand: half round it that is a sixth of its radius and the base's.
"""

STEP_BACK = 0.125
"""Inches by which a place is looked for along a way whose end is taken; between two of them it is found exactly."""

HALVINGS = 20
"""Of a stretch of a way, until what is left of it is far below the lattice."""

BEFORE_ENEMIES = True
"""Where a way ends for who goes along it: before an enemy's 1 inch, or among enemies."""

AMONG_ENEMIES = False


class Spot(NamedTuple):
    """A place on a way, and the inches of the way to it; ``found`` 0: there is none."""

    found: int
    x: float
    y: float
    length: float


# ---------------------------------------------------------------- walls


@clause("FLOOD-NET-2", "FLOOD-NET-13")
@kernel
def is_clear(b, radius, x0, y0, x1, y1):
    """A base of this radius may go straight from one place to the other as far as walls and the nest are concerned."""
    disc = Disc(x0, y0, 0.0, 1.0, radius)
    for k in range(b.terrain.n_features):
        if disc_hits_feature(disc, x1 - x0, y1 - y0, b.terrain, k) and b.ground[k].going == Going.IMPASSABLE:
            return False
    return True


@clause("FLOOD-NET-13")
@kernel
def is_in_sewer(b, x, y, radius):
    """A whole base lies in the corridors lengthened at both ends, and the chambers; not on the nest."""
    inside = False
    for c in range(b.n_corridors):
        corridor = b.corridors[c]
        along = (x - corridor.x) * corridor.ux + (y - corridor.y) * corridor.uy
        lane = abs((y - corridor.y) * corridor.ux - (x - corridor.x) * corridor.uy)
        first = -b.nodes[corridor.up].reach - TOUCH
        last = corridor.length + b.nodes[corridor.down].reach + TOUCH
        if first <= along <= last and lane <= 0.5 * corridor.width + TOUCH:
            inside = True
    for k in range(b.n_chambers):
        box = b.chambers[k]
        if box.x0 - TOUCH <= x <= box.x1 + TOUCH and box.y0 - TOUCH <= y <= box.y1 + TOUCH:
            inside = True
    if not inside:
        return False
    disc = Disc(x, y, 0.0, 1.0, radius)
    for k in range(b.terrain.n_features):
        if disc_overlaps_feature(disc, b.terrain, k) and b.ground[k].going == Going.IMPASSABLE:
            return False
    return True


# ---------------------------------------------------------------- round corners


@kernel
def bends_for(b, radius):
    """Which of the two sets of corners is for bases of this radius."""
    return 0 if radius <= b.bends[0].radius + TOUCH else 1


@clause("FLOOD-NET-14")
@kernel
def shortest_way(b, radius, x0, y0, x1, y1, points):
    """The shortest way of a base's centre from one place to another: how many points it has, the last its end; 0: none.

    Straight where it can be, else over corners of walls: there it goes over the point as far from both walls as the
    base's radius. ``points``: f8[MAX_POINTS, 2].
    """
    if is_clear(b, radius, x0, y0, x1, y1):
        points[0, 0] = x1
        points[0, 1] = y1
        return 1
    bends = b.bends[bends_for(b, radius)]
    first, last = _bends_between(b, bends, radius, x0, y0, x1, y1)
    if first == NONE:
        return 0
    n = 0
    k = first
    while True:
        points[n, 0] = bends.x[k]
        points[n, 1] = bends.y[k]
        n += 1
        if k == last or n >= MAX_POINTS - 1:
            break
        k = _next_bend(bends, k, last)
    points[n, 0] = x1
    points[n, 1] = y1
    return n + 1


@kernel
def _bends_between(b, bends, radius, x0, y0, x1, y1):
    """The first and the last corner of the shortest way over corners between two places, or NONE for both.

    The corner over which the whole way would be shortest is looked at first; so most are never asked whether the
    straight way to them is clear, nor where the way from them on would end.
    """
    reckoned = np.empty((5, MAX_BENDS))
    to_start, to_end = reckoned[0], reckoned[1]
    whole = reckoned[2]  # of the way that begins at this corner, at least; FAR: there is none
    end = reckoned[3]  # the corner at which it would end, and then it is so long
    seen = reckoned[4]  # 1: the straight way from the start is clear
    for k in range(bends.n):
        to_start[k] = distance_of_points(x0, y0, bends.x[k], bends.y[k])
        to_end[k] = distance_of_points(bends.x[k], bends.y[k], x1, y1)
        end[k] = NONE
        seen[k] = NONE
    nearest = _nearest_bend(b, bends, radius, x1, y1, to_end)
    if nearest == NONE:
        return NONE, NONE
    closer = CLOSER * (1.0 + b.nest_radius) + 2.0 * (bends.radius - radius)  # a smaller base goes closer round walls
    for k in range(bends.n):
        steps = bends.ways[k, nearest]  # nobody is much nearer to the end than this corner and the rest tell
        whole[k] = FAR if steps == NONE else to_start[k] + steps * LATTICE - to_end[nearest] - closer
    while True:
        k = int(np.argmin(whole[: bends.n]))
        if whole[k] >= FAR:
            return NONE, NONE
        if end[k] == NONE:
            m, whole[k] = _best_end(bends, k, to_start[k], to_end)
            end[k] = m
            continue
        if seen[k] == NONE:
            if not is_clear(b, radius, x0, y0, bends.x[k], bends.y[k]):
                whole[k] = FAR
                continue
            seen[k] = 1
        m = int(end[k])
        if m == nearest or is_clear(b, radius, bends.x[m], bends.y[m], x1, y1):
            return k, m
        to_end[m] = FAR
        for other in range(bends.n):
            if end[other] == m:
                end[other] = NONE


@kernel
def _nearest_bend(b, bends, radius, x, y, apart):
    """The nearest corner from which the way to a place is clear, or NONE; nearer ones are now FAR ``apart`` from it."""
    if bends.n == 0:
        return NONE
    while True:
        m = int(np.argmin(apart[: bends.n]))
        if apart[m] >= FAR:
            return NONE
        if is_clear(b, radius, bends.x[m], bends.y[m], x, y):
            return m
        apart[m] = FAR


@kernel
def _best_end(bends, k, start, to_end):
    """The corner at which the way from corner ``k`` on would end, and the inches of the whole way; FAR: nowhere."""
    best = FAR
    end = 0
    for m in range(bends.n):
        if bends.ways[k, m] != NONE:
            length = start + bends.ways[k, m] * LATTICE + to_end[m]
            if length < best:
                best = length
                end = m
    return end, best


@kernel
def _next_bend(bends, k, last):
    """The bend after ``k`` on the shortest way to ``last``: the nearest of those on it."""
    best = last
    for m in range(bends.n):
        if m == k or bends.ways[k, m] == NONE or bends.ways[m, last] == NONE:
            continue
        if bends.ways[k, m] + bends.ways[m, last] <= bends.ways[k, last] + 2 and bends.ways[k, m] < bends.ways[k, best]:
            best = m
    return best


@kernel
def length_of(points, n, x, y):
    """Inches of a way of ``n`` points that begins at (x, y)."""
    length = 0.0
    for k in range(n):
        length += distance_of_points(x, y, points[k, 0], points[k, 1])
        x = points[k, 0]
        y = points[k, 1]
    return length


@clause("FLOOD-NET-14", "FLOOD-MIS-14")
@kernel
def walking_distance(b, radius, x0, y0, x1, y1):
    """Inches of the shortest way on foot between two places; FAR: there is none."""
    points = np.empty((MAX_POINTS, 2))
    n = shortest_way(b, radius, x0, y0, x1, y1, points)
    return length_of(points, n, x0, y0) if n > 0 else FAR


@kernel
def spot_at(points, n, x, y, inches):
    """The place so many inches along a way that begins at (x, y), on the lattice; its end if it is shorter."""
    gone = 0.0
    for k in range(n):
        leg = distance_of_points(x, y, points[k, 0], points[k, 1])
        if gone + leg >= inches and leg > 0.0:
            share = (inches - gone) / leg
            return Spot(1, snap(x + share * (points[k, 0] - x)), snap(y + share * (points[k, 1] - y)), float(inches))
        gone += leg
        x = points[k, 0]
        y = points[k, 1]
    return Spot(1, snap(x), snap(y), gone)


# ---------------------------------------------------------------- others on the way


@kernel
def overlaps_somebody(b, i, x, y):
    """Figure ``i`` would stand on another's base at this place."""
    return who_stands_at(b, i, x, y) != NONE


@kernel
def who_stands_at(b, i, x, y):
    """The first on whose base figure ``i`` would stand at this place, or NONE."""
    figure = b.figures[i]
    for j in range(b.n_figures):
        other = b.figures[j]
        reach = 0.5 * (figure.width + other.width)
        if abs(x - other.x) > reach or abs(y - other.y) > reach:
            continue  # nowhere near
        if j != i and is_on_table(other) and are_level(figure, other):
            if distance_of_points(x, y, other.x, other.y) < reach - TOUCH:
                return j
    return NONE


@clause("C40-MOV-2", "FLOOD-WAY-17")
@kernel
def keeps_off(b, i, x0, y0, x1, y1):
    """Figure ``i`` comes within 1 inch of no enemy on a straight leg, nor nearer to one who is so near already.

    Exactly 1 inch is within (GEN-8). Friends do not count; nor do those on another level.
    """
    return who_is_too_near(b, i, x0, y0, x1, y1) == NONE


@kernel
def gap_on_leg(b, i, j, x0, y0, x1, y1):
    """The smallest gap of the bases of figures ``i`` and ``j`` while the first goes along a straight leg."""
    other = b.figures[j]
    foot = point_to_segment(other.x, other.y, x0, y0, x1, y1)
    return max(distance_of_points(foot.x, foot.y, other.x, other.y) - 0.5 * (b.figures[i].width + other.width), 0.0)


@clause("C40-MOV-2", "FLOOD-WAY-17")
@kernel
def who_is_too_near(b, i, x0, y0, x1, y1):
    """The first enemy within whose 1 inch figure ``i`` comes on a straight leg, as ``keeps_off`` asks; or NONE."""
    figure = b.figures[i]
    middle_x, middle_y = 0.5 * (x0 + x1), 0.5 * (y0 + y1)
    half_x, half_y = 0.5 * abs(x1 - x0), 0.5 * abs(y1 - y0)
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == figure.side or not is_on_table(other) or not are_level(figure, other):
            continue
        reach = 0.5 * (figure.width + other.width)
        far = reach + b.core.one_inch + 2.0 * SLACK
        if abs(other.x - middle_x) > half_x + far or abs(other.y - middle_y) > half_y + far:
            continue  # nowhere near the leg
        foot = point_to_segment(other.x, other.y, x0, y0, x1, y1)
        gap = distance_of_points(foot.x, foot.y, other.x, other.y) - reach
        if not is_within(gap, b.core.one_inch, SLACK):
            continue
        before = distance_of_points(figure.x, figure.y, other.x, other.y) - reach
        if gap < before - SLACK:
            return j
    return NONE


@clause("FLOOD-WAY-1", "FLOOD-WAY-17")
@kernel
def goes_free(b, i, points, n):
    """Figure ``i`` comes within 1 inch of no enemy on this way of ``n`` points."""
    x, y = b.figures[i].x, b.figures[i].y
    for k in range(n):
        if not keeps_off(b, i, x, y, points[k, 0], points[k, 1]):
            return False
        x, y = points[k, 0], points[k, 1]
    return True


@kernel
def nearest_enemy_of(b, side, x, y):
    """The enemy of a side nearest to a place, or NONE."""
    best = NONE
    shortest = FAR
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side != side and is_on_table(other):
            apart = distance_of_points(x, y, other.x, other.y)
            if apart < shortest:
                shortest = apart
                best = j
    return best


@clause("FLOOD-WAY-2", "C40-GEN-9")
@kernel
def first_enemy_on(b, i, points, n):
    """The enemy within 1 inch of whom figure ``i`` comes first on its way, of equals that farthest west; or NONE."""
    x, y = b.figures[i].x, b.figures[i].y
    for k in range(n):
        leg = distance_of_points(x, y, points[k, 0], points[k, 1])
        best = NONE
        soonest = FAR
        for j in range(b.n_figures):
            other = b.figures[j]
            if other.side == b.figures[i].side or not is_on_table(other) or not are_level(b.figures[i], other):
                continue
            reach = 0.5 * (b.figures[i].width + other.width) + b.core.one_inch
            when = _enters(other.x - x, other.y - y, points[k, 0] - x, points[k, 1] - y, leg, reach)
            sooner = when < soonest - SLACK
            if best != NONE and not sooner and when <= soonest + SLACK:
                sooner = is_west_of(other, b.figures[best])
            if sooner:
                soonest = when
                best = j
        if best != NONE:
            return best
        x = points[k, 0]
        y = points[k, 1]
    return NONE


@kernel
def _enters(dx, dy, vx, vy, leg, reach):
    """Inches along a leg until a point so far off is within ``reach``; FAR if it never is, or if the leg leads away."""
    apart = dx * dx + dy * dy
    if leg == 0.0:
        return FAR
    ahead = (dx * vx + dy * vy) / leg
    aside = apart - ahead * ahead
    if ahead <= 0.0 or aside >= (reach + SLACK) * (reach + SLACK):
        return FAR
    when = max(ahead - math.sqrt((reach + SLACK) * (reach + SLACK) - aside), 0.0)
    return when if when <= leg + SLACK else FAR


# ---------------------------------------------------------------- another way


@clause("FLOOD-WAY-1", "FLOOD-WAY-17", "FLOOD-COH-21", "C40-MOR-8")
@kernel
def way_past(b, i, x1, y1, near, longest, points):
    """A way of figure ``i`` on which no enemy comes within 1 inch, to where its centre is within ``near`` of (x1, y1).

    Searched on a grid, at any sideways place, up to so many inches in all; returns its points, 0: there is none.
    ``near`` is measured straight and reached without a wall between. ``points``: f8[MAX_POINTS, 2].
    """
    figure = b.figures[i]
    radius = 0.5 * figure.width
    step = b.rules.search
    net = _net_about(b, i, longest)
    size = net.columns
    costs = np.full(size * net.rows, FAR)
    before = np.full(size * net.rows, NONE, np.int32)
    line = np.empty(size * net.rows + 1, np.int32)
    waits = np.zeros(size * net.rows, np.int8)
    start = net.row * size + net.column
    costs[start] = 0.0
    line[0] = start
    first = 0
    last = 1
    goal = NONE
    least = longest + SLACK
    while first != last:
        cell = line[first]
        first = (first + 1) % len(line)
        waits[cell] = 0
        x = figure.x + (cell % size - net.column) * step
        y = figure.y + (cell // size - net.row) * step
        rest = distance_of_points(x, y, x1, y1) - near
        if costs[cell] + max(rest, 0.0) > least:
            continue
        if rest <= 0.0 and has_straight_line(b, x, y, x1, y1):
            goal = cell
            least = costs[cell]
            continue
        for way in range(9):
            column = cell % size + way % 3 - 1
            row = cell // size + way // 3 - 1
            if way == 4 or column < 0 or row < 0 or column >= size or row >= net.rows:
                continue
            other = row * size + column
            cost = costs[cell] + (step if way % 2 == 1 else math.sqrt(2.0) * step)
            if cost >= costs[other] - 1e-9:
                continue
            to_x = figure.x + (column - net.column) * step
            to_y = figure.y + (row - net.row) * step
            if not is_clear(b, radius, x, y, to_x, to_y) or not keeps_off(b, i, x, y, to_x, to_y):
                continue
            costs[other] = cost
            before[other] = cell
            if waits[other] == 0:
                waits[other] = 1
                line[last] = other
                last = (last + 1) % len(line)
    if goal == NONE:
        return 0
    return _pulled_tight(b, i, before, goal, net, points)


class Net(NamedTuple):
    """The grid on which a way is searched: its size, and where on it the way begins."""

    columns: int
    rows: int
    column: int
    row: int


@kernel
def _net_about(b, i, longest):
    """The grid about figure ``i`` as far as it could go, and as far as there are walls: nobody comes beyond them."""
    figure = b.figures[i]
    most = int(min(longest, b.width + b.height) / b.rules.search) + 1
    west, east, south, north = 0, 0, 0, 0
    for k in range(b.terrain.n_features):
        feature = b.terrain.features[k]
        west = max(west, int((figure.x - feature.x0) / b.rules.search) + 1)
        east = max(east, int((feature.x1 - figure.x) / b.rules.search) + 1)
        south = max(south, int((figure.y - feature.y0) / b.rules.search) + 1)
        north = max(north, int((feature.y1 - figure.y) / b.rules.search) + 1)
    west, east, south, north = min(west, most), min(east, most), min(south, most), min(north, most)
    return Net(west + east + 1, south + north + 1, west, south)


@kernel
def _pulled_tight(b, i, before, goal, net, points):
    """The cells of a way back from its goal as few straight legs; returns how many, 0 if there are too many."""
    figure = b.figures[i]
    radius = 0.5 * figure.width
    size = net.columns
    count = 0
    cell = goal
    while cell != NONE:
        count += 1
        cell = before[cell]
    cells = np.empty(count, np.int64)
    cell = goal
    for k in range(count):
        cells[count - 1 - k] = cell
        cell = before[cell]
    n = 0
    at = 0
    x, y = figure.x, figure.y
    if count == 1:
        points[0, 0] = x
        points[0, 1] = y
        return 1
    while at < count - 1 and n < MAX_POINTS:
        for far in range(count - 1, at, -1):  # the next cell at least is clear: so the way was found
            to_x = figure.x + (cells[far] % size - net.column) * b.rules.search
            to_y = figure.y + (cells[far] // size - net.row) * b.rules.search
            if is_clear(b, radius, x, y, to_x, to_y) and keeps_off(b, i, x, y, to_x, to_y):
                break
        at, x, y = far, to_x, to_y
        points[n, 0] = snap(x)
        points[n, 1] = snap(y)
        n += 1
    return n if at == count - 1 else 0


@clause("FLOOD-COH-21", "FLOOD-WAY-16", "FLOOD-WAY-18")
@kernel
def farthest_free(b, i, points, n, most, minds):
    """How far figure ``i`` can go along a way, at most so many inches: to a place on nobody's base.

    ``minds``: it stops before an enemy's 1 inch too. Where the place is taken it stays back at the last free one.
    """
    x0, y0 = b.figures[i].x, b.figures[i].y
    length = min(most, length_of(points, n, x0, y0))
    if minds:
        length = _up_to_enemy(b, i, points, n, length)
    free = taken = length
    who = NONE  # whoever stands in the way of one place mostly stands in that of the next, too
    while free > 0.0:
        spot = spot_at(points, n, x0, y0, free)
        if who == NONE or not _is_on_one_of(b, i, spot.x, spot.y, bit(who), TOUCH):
            who = who_stands_at(b, i, spot.x, spot.y)
        if who == NONE:
            break
        taken = free
        free = max(free - STEP_BACK, 0.0)
    if taken > free:
        free = _up_to_bases(b, i, points, n, free, taken)
    return spot_at(points, n, x0, y0, free) if free > SLACK else Spot(1, float(x0), float(y0), 0.0)


@kernel
def _up_to_bases(b, i, points, n, free, taken):
    """Inches of a way between two that are known, up to where figure ``i`` would stand on a base; not a hair onto it.

    Those near are looked for once: to ask everybody at every halving took a twentieth of the time of listing.
    """
    figure = b.figures[i]
    end = spot_at(points, n, figure.x, figure.y, taken)
    near = 0
    for j in range(b.n_figures):
        other = b.figures[j]
        reach = 0.5 * (figure.width + other.width) + STEP_BACK + SLACK
        if abs(end.x - other.x) > reach or abs(end.y - other.y) > reach:
            continue
        if j != i and is_on_table(other) and are_level(figure, other):
            near |= bit(j)
    for _ in range(HALVINGS):
        middle = 0.5 * (free + taken)
        spot = spot_at(points, n, figure.x, figure.y, middle)
        if _is_on_one_of(b, i, spot.x, spot.y, near, SLACK):
            taken = middle
        else:
            free = middle
    return free


@kernel
def _is_on_one_of(b, i, x, y, others, least):
    """Figure ``i`` would overlap the base of one of these figures, given as bits, at this place by so many inches."""
    while others != 0:
        j = lowest(others)
        others = without(others, j)
        reach = 0.5 * (b.figures[i].width + b.figures[j].width)
        if distance_of_points(x, y, b.figures[j].x, b.figures[j].y) < reach - least:
            return True
    return False


@kernel
def _up_to_enemy(b, i, points, n, length):
    """Inches of a way up to the first enemy's 1 inch, to within a step of the lattice."""
    x, y = b.figures[i].x, b.figures[i].y
    gone = 0.0
    for k in range(n):
        to_x, to_y = points[k, 0], points[k, 1]
        leg = distance_of_points(x, y, to_x, to_y)
        if gone >= length:
            return length
        if not keeps_off(b, i, x, y, to_x, to_y):
            low, high = 0.0, 1.0
            for _ in range(HALVINGS):
                middle = 0.5 * (low + high)
                if keeps_off(b, i, x, y, x + middle * (to_x - x), y + middle * (to_y - y)):
                    low = middle
                else:
                    high = middle
            return min(length, max(gone + low * leg - 2.0 * SLACK, 0.0))
        gone += leg
        x, y = to_x, to_y
    return length
