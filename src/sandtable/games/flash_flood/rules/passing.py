"""PASSING OTHERS: whose base and whose 1 inch is in the way, ways past enemies, and how far one comes (MOV-2, WAY)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.flash_flood.rules.sewer import FAR
from sandtable.games.flash_flood.rules.walking import MAX_POINTS, Spot, is_clear, length_of, spot_at
from sandtable.games.skirmish40k.rules.measuring import SLACK, are_level, is_on_table
from sandtable.games.skirmish40k.rules.sight import has_straight_line
from sandtable.kernel.bitsets import bit, lowest, without
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import TOUCH, is_west_of, point_to_segment, snap
from sandtable.kernel.limits import is_within
from sandtable.kernel.records import NONE

STEP_BACK = 0.125
"""Inches by which a place is looked for along a way whose end is taken; between two of them it is found exactly."""

HALVINGS = 20
"""Of a stretch of a way, until what is left of it is far below the lattice."""

BEFORE_ENEMIES = True
"""Where a way ends for who goes along it: before an enemy's 1 inch, or among enemies."""

AMONG_ENEMIES = False


# ---------------------------------------------------------------- others on the way


@kernel
def everybody(b):
    """All who are on the table, as bits."""
    all_of_them = 0
    for j in range(b.n_figures):
        if is_on_table(b.figures[j]):
            all_of_them |= bit(j)
    return all_of_them


@kernel
def overlaps_somebody(b, i, near, x, y):
    """Figure ``i`` would stand on the base of another of these figures, given as bits, at this place."""
    return who_stands_at(b, i, near, x, y) != NONE


@kernel
def who_stands_at(b, i, near, x, y):
    """The first of these figures, given as bits, on whose base figure ``i`` would stand at this place, or NONE."""
    figure = b.figures[i]
    while near != 0:
        j = lowest(near)
        near = without(near, j)
        other = b.figures[j]
        reach = 0.5 * (figure.width + other.width)
        if abs(x - other.x) > reach or abs(y - other.y) > reach:
            continue  # nowhere near
        if j != i and are_level(figure, other) and distance_of_points(x, y, other.x, other.y) < reach - TOUCH:
            return j
    return NONE


@kernel
def enemies_about(b, i, near, west, south, east, north):
    """The enemies level with figure ``i`` within whose 1 inch it may come with its centre in this box, of those near.

    Both as bits.
    """
    figure = b.figures[i]
    enemies = 0
    while near != 0:
        j = lowest(near)
        near = without(near, j)
        other = b.figures[j]
        if other.side == figure.side:
            continue
        far = 0.5 * (figure.width + other.width) + b.core.one_inch + 2.0 * SLACK
        if (other.x < west - far) | (other.x > east + far) | (other.y < south - far) | (other.y > north + far):
            continue
        if are_level(figure, other):
            enemies |= bit(j)
    return enemies


@kernel
def enemies_on_way(b, i, near, points, n):
    """The same where figure ``i`` goes a way of ``n`` points."""
    west = east = b.figures[i].x
    south = north = b.figures[i].y
    for k in range(n):
        west, east = min(west, points[k, 0]), max(east, points[k, 0])
        south, north = min(south, points[k, 1]), max(north, points[k, 1])
    return enemies_about(b, i, near, west, south, east, north)


@clause("C40-MOV-2", "FLOOD-WAY-17")
@kernel
def keeps_off(b, i, enemies, x0, y0, x1, y1):
    """Figure ``i`` comes within 1 inch of none of these enemies on a straight leg: see ``who_is_too_near``."""
    return who_is_too_near(b, i, enemies, x0, y0, x1, y1) == NONE


@kernel
def gap_on_leg(b, i, j, x0, y0, x1, y1):
    """The smallest gap of the bases of figures ``i`` and ``j`` while the first goes along a straight leg."""
    other = b.figures[j]
    foot = point_to_segment(other.x, other.y, x0, y0, x1, y1)
    return max(distance_of_points(foot.x, foot.y, other.x, other.y) - 0.5 * (b.figures[i].width + other.width), 0.0)


@clause("C40-MOV-2", "FLOOD-WAY-17")
@kernel
def who_is_too_near(b, i, enemies, x0, y0, x1, y1):
    """The first of these enemies, given as bits, within whose 1 inch figure ``i`` comes on a straight leg; or NONE.

    Nor may it come nearer to one who is so near already. Exactly 1 inch is within (GEN-8). Friends do not count; nor do
    those on another level.
    """
    figure = b.figures[i]
    middle_x, middle_y = 0.5 * (x0 + x1), 0.5 * (y0 + y1)
    half_x, half_y = 0.5 * abs(x1 - x0), 0.5 * abs(y1 - y0)
    while enemies != 0:
        j = lowest(enemies)
        enemies = without(enemies, j)
        other = b.figures[j]
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
    enemies = enemies_on_way(b, i, everybody(b), points, n)
    x, y = b.figures[i].x, b.figures[i].y
    for k in range(n):
        if not keeps_off(b, i, enemies, x, y, points[k, 0], points[k, 1]):
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
    west, south = figure.x - net.column * step, figure.y - net.row * step
    east, north = west + (size - 1) * step, south + (net.rows - 1) * step
    enemies = enemies_about(b, i, everybody(b), west, south, east, north)
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
        is_open = is_clear(b, radius + 1.5 * step, x, y, x, y)  # no wall is in the way to any of the cells about it
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
            if not is_open and not is_clear(b, radius, x, y, to_x, to_y):
                continue
            if not keeps_off(b, i, enemies, x, y, to_x, to_y):
                continue
            costs[other] = cost
            before[other] = cell
            if waits[other] == 0:
                waits[other] = 1
                line[last] = other
                last = (last + 1) % len(line)
    if goal == NONE:
        return 0
    return _pulled_tight(b, i, enemies, before, goal, net, points)


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
def _pulled_tight(b, i, enemies, before, goal, net, points):
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
            if is_clear(b, radius, x, y, to_x, to_y) and keeps_off(b, i, enemies, x, y, to_x, to_y):
                break
        at, x, y = far, to_x, to_y
        points[n, 0] = snap(x)
        points[n, 1] = snap(y)
        n += 1
    return n if at == count - 1 else 0


@clause("FLOOD-COH-21", "FLOOD-WAY-16", "FLOOD-WAY-18")
@kernel
def farthest_free(b, i, near, points, n, most, minds):
    """How far figure ``i`` can go along a way, at most so many inches: to a place on nobody's base.

    ``near``: the others, as bits, whom it may meet. ``minds``: it stops before an enemy's 1 inch too. Where the place
    is taken it stays back at the last free one.
    """
    x0, y0 = b.figures[i].x, b.figures[i].y
    length = min(most, length_of(points, n, x0, y0))
    if minds:
        length = _up_to_enemy(b, i, near, points, n, length)
    free = taken = length
    who = NONE  # whoever stands in the way of one place mostly stands in that of the next, too
    while free > 0.0:
        spot = spot_at(points, n, x0, y0, free)
        if who == NONE or not _is_on_one_of(b, i, spot.x, spot.y, bit(who), TOUCH):
            who = who_stands_at(b, i, near, spot.x, spot.y)
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
def _up_to_enemy(b, i, near, points, n, length):
    """Inches of a way up to the first enemy's 1 inch, to within a step of the lattice."""
    enemies = enemies_on_way(b, i, near, points, n)
    if enemies == 0:
        return length
    x, y = b.figures[i].x, b.figures[i].y
    gone = 0.0
    for k in range(n):
        to_x, to_y = points[k, 0], points[k, 1]
        leg = distance_of_points(x, y, to_x, to_y)
        if gone >= length:
            return length
        if not keeps_off(b, i, enemies, x, y, to_x, to_y):
            low, high = 0.0, 1.0
            for _ in range(HALVINGS):
                middle = 0.5 * (low + high)
                if keeps_off(b, i, enemies, x, y, x + middle * (to_x - x), y + middle * (to_y - y)):
                    low = middle
                else:
                    high = middle
            return min(length, max(gone + low * leg - 2.0 * SLACK, 0.0))
        gone += leg
        x, y = to_x, to_y
    return length
