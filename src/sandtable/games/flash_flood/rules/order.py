"""TEST: who is tested, in which order, and whether they keep their feet; SET-3: the two halves of a central flood."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.flash_flood.clauses import Clause, Code, Purpose
from sandtable.games.flash_flood.record import MAX_LEADS
from sandtable.games.flash_flood.rules.sewer import ways_on
from sandtable.games.flash_flood.switches import DistanceMetric
from sandtable.games.skirmish40k.rules.measuring import SLACK, is_on_table
from sandtable.games.skirmish40k.rules.testing import characteristic_test
from sandtable.kernel.dice import throw_die
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.log import event, side_event
from sandtable.kernel.opposed_rolls import CONTESTANT, Again, contest, enter
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here


@clause("FLOOD-TEST-6")
@kernel
def _measure(b, water, i):
    """How far figure ``i`` counts as being from the origin."""
    if b.options.distance_metric == DistanceMetric.STRAIGHT_LINE:
        node = b.nodes[b.flood.origin]
        return distance_of_points(node.x, node.y, b.figures[i].x, b.figures[i].y)
    return water.swimmers[i].distance


@clause("FLOOD-SET-3")
@kernel
def half_of(b, c, x, y):
    """Which half of the table a point in corridor ``c`` belongs to: 0 the western (southern), 1 the other.

    The line runs through the origin, parallel to the shorter edge. On it, whither the flow leads, first branch first;
    where it never leaves the line, 1.
    """
    origin = b.nodes[b.flood.origin]
    across = b.width >= b.height
    off = x - origin.x if across else y - origin.y
    ways = np.zeros(MAX_LEADS, np.int64)
    for _ in range(b.n_corridors):
        if abs(off) > SLACK:
            break
        down = b.nodes[b.corridors[c].down]
        off = down.x - origin.x if across else down.y - origin.y
        if ways_on(b, c, ways) == 0:
            break
        c = ways[0]
    return int(off > -SLACK)


@clause("FLOOD-TEST-5", "FLOOD-TEST-6", "FLOOD-TEST-9", "FLOOD-TEST-10", "FLOOD-TEST-12", "FLOOD-SET-3")
@kernel
def put_in_order(b, water, order, dice, log):
    """Everybody of both sides who stands in the water, the furthest from the origin first; returns how many.

    The order holds for the whole flood. A central flood takes one half of the table completely before the other.
    """
    n = 0
    keys = np.empty(b.n_figures)
    for i in range(b.n_figures):
        if water.swimmers[i].wet != 0:
            order[n] = i
            keys[n] = -_measure(b, water, i)
            n += 1
        elif is_on_table(b.figures[i]):
            event(log, Code.STAYS_DRY, Clause.FLOOD_TEST_9, i, NONE, 0)
    sorted_ = np.argsort(keys[:n], kind="mergesort")
    nearest_last = order[:n].copy()
    for k in range(n):
        order[k] = nearest_last[sorted_[k]]
    if b.flood.central != 0:
        _first_half_first(b, water, order, n, dice, log)
    _settle_ties(b, water, order, n, dice, log)
    return n


@clause("FLOOD-SET-3")
@kernel
def _first_half_first(b, water, order, n, dice, log):
    """Move one half of the table, which a die names, before the other; within each the order stays."""
    first = int(throw_die(dice, log, Purpose.FIRST_HALF, NONE, NONE, 6) > 3)
    side_event(log, Code.FIRST_HALF, Clause.FLOOD_SET_3, NONE, 1 + first)
    before = order[:n].copy()
    place = 0
    for turn in range(2):
        for k in range(n):
            i = before[k]
            half = half_of(b, water.swimmers[i].corridor, b.figures[i].x, b.figures[i].y)
            water.swimmers[i].half = half
            if (half == first) == (turn == 0):
                order[place] = i
                place += 1


@clause("FLOOD-TEST-7")
@kernel
def _settle_ties(b, water, order, n, dice, log):
    """Those less than 0.05 inch nearer than the furthest of them throw for their order: high first, ties again."""
    first = 0
    while first < n:
        furthest = _measure(b, water, order[first])
        last = first + 1
        while (
            last < n
            and water.swimmers[order[last]].half == water.swimmers[order[first]].half
            and furthest - _measure(b, water, order[last]) < b.rules.tie
        ):
            last += 1
        if last - first > 1:
            _throw_for_order(b, order, first, last - first, dice, log)
        first = last


@clause("FLOOD-TEST-7")
@kernel
def _throw_for_order(b, order, first, count, dice, log):
    """``count`` equally far figures from place ``first`` on throw for their order."""
    tied = np.empty(count, CONTESTANT)
    for k in range(count):
        i = order[first + k]
        enter(tied[k], b.figures[i].side, i, 0)
        event(log, Code.EQUALLY_FAR, Clause.FLOOD_TEST_7, i, NONE, count)
    contest(tied, count, Again.TIED, dice, log, Purpose.ORDER)
    for k in range(count):
        order[first + tied[k].place] = tied[k].figure
    keep_until_here(tied)


@clause("FLOOD-TEST-1", "FLOOD-TEST-2", "FLOOD-TEST-3", "FLOOD-TEST-4")
@kernel
def keeps_feet(b, i, dice, log):
    """Figure ``i`` tests its own unmodified Strength; who passes stands where it is and suffers nothing."""
    strength = b.profiles[b.figures[i].profile].strength
    kept = characteristic_test(b, i, strength, dice, log)
    if kept:
        event(log, Code.KEEPS_FEET, Clause.FLOOD_TEST_3, i, NONE, strength)
    else:
        event(log, Code.LOSES_FEET, Clause.FLOOD_TEST_4, i, NONE, strength)
    return kept
