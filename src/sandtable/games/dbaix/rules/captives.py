"""CAPTURE, GUARDS, RESCUE: who guards whom, how captives change hands, and where freed ones are set down (CAP)."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.record import Phase, Side, Where
from sandtable.games.dbaix.rules.marches import distance
from sandtable.games.dbaix.rules.positions import is_on_table, put, side_of_bound
from sandtable.games.dbaix.rules.terrain import bars
from sandtable.games.dbaix.switches import RescueNeeds
from sandtable.kernel.contact import touch_along_an_edge
from sandtable.kernel.geometry import base_of, overlap, placed, snapped
from sandtable.kernel.limits import is_less_than
from sandtable.kernel.log import about, event, reason
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import is_on_table as base_on_table
from sandtable.kernel.terrain import overlaps_feature
from sandtable.kernel.verbs import Verdict

STEPS = 16
"""Steps in which a base side is divided when places to set down a freed figure are tried."""

EQUALLY_NEAR = 1e-6
"""Inches by which one such place must be nearer than another; they are compared before they are put on the lattice."""


@clause("DBAIX-CAP-1", "DBAIX-CAP-2", "DBAIX-CAP-10", "DBAIX-RES-10")
@kernel
def capture(b, i, guard):
    """The Gaul ``i`` leaves the table and is carried by the figure that beat it, its guard. The contact clock ticks."""
    figure = b.figures[i]
    figure.where = Where.CAPTIVE
    figure.guard = guard
    figure.opponent = NONE
    b.clock += 1
    figure.arrived = b.clock


@kernel
def is_captive_of(b, i, guard):
    """Figure ``i`` is a captive under this guard."""
    return b.figures[i].where == Where.CAPTIVE and b.figures[i].guard == guard


@clause("DBAIX-CAP-5", "DBAIX-CAP-7")
@kernel
def next_captive_of(b, guard):
    """The captive of a guard whose turn it is to change hands or to be set down: whoever was captured first, or NONE.

    Those who are captives from the beginning were captured in the order of their ids (``lay_figures``).
    """
    first = NONE
    for i in range(b.n_figures):
        if is_captive_of(b, i, guard) and (first == NONE or b.figures[i].arrived < b.figures[first].arrived):
            first = i
    return first


# ---------------------------------------------------------------- after a fight


@clause("DBAIX-CAP-3", "DBAIX-CAP-4", "DBAIX-CAP-6")
@kernel
def settle_captives(b, loser, winner, half, log):
    """Every captive of a guard that was defeated: rescued by a Gaul, handed over to a victor of the third side.

    Any lost fight is a defeat; with ``rescue_needs = half_or_less`` only one by the half-or-less result
    (``half``).
    RULING: that option says what "defeat" means for a victor of the third side, too; and a guard that leaves
    the table, however it came to that, cannot keep its captives.
    """
    defeated = half or b.options.rescue_needs == RescueNeeds.ANY_LOSS or not is_on_table(b.figures[loser])
    if not defeated:
        return
    captive = next_captive_of(b, loser)
    while captive != NONE:
        if b.figures[winner].side == Side.GAULS:
            rescue(b, captive, winner, log)
        else:
            b.figures[captive].guard = winner
            b.figures[captive].handed = 0
            event(log, Code.CAPTIVE_PASSES, Clause.CAP_6, captive, winner, 0)
        captive = next_captive_of(b, loser)


@clause("DBAIX-CAP-4", "DBAIX-CAP-5", "DBAIX-CAP-9")
@kernel
def rescue(b, captive, rescuer, log):
    """The captive is set down free behind its rescuer, and may move from its side's next bound on."""
    guard = b.figures[captive].guard
    b.figures[captive].freed = b.bound
    base = base_of(b.figures[rescuer])
    half = base.half_depth + 0.5 * b.figures[captive].depth
    _set_down(b, captive, base, base.x - base.fx * half, base.y - base.fy * half)
    event(log, Code.RESCUED, Clause.CAP_4, captive, guard, 0)


@clause("DBAIX-CAP-7", "DBAIX-MUS-17")
@kernel
def leave_captives(b, guard, base, log):
    """A guard has left its place ``base`` through music: its captives are free, there and touching it.

    RULING: they face as the guard faced, and as nobody rescued them they may move as soon as their side may.
    """
    captive = next_captive_of(b, guard)
    while captive != NONE:
        _set_down(b, captive, base, base.x, base.y)
        event(log, Code.LEFT_BEHIND, Clause.CAP_7, captive, guard, 0)
        captive = next_captive_of(b, guard)


# ---------------------------------------------------------------- places


@kernel
def is_free_place(b, i, base):
    """Figure ``i`` can be set down so: on the table, overlapping no figure and nothing impassable."""
    base = snapped(base)
    if not base_on_table(base, b.table_width, b.table_height):
        return False
    for j in range(b.n_figures):
        if j != i and is_on_table(b.figures[j]) and overlap(base, base_of(b.figures[j])):
            return False
    for k in range(b.terrain.n_features):
        if bars(b, b.figures[i], b.terrain.features[k]) and overlaps_feature(base, b.terrain, k):
            return False
    return True


@kernel
def _at(base, anchor, ahead, aside):
    """The base at a place given in the frame of ``anchor``: inches to its front and to its right."""
    return placed(
        base,
        anchor.x + anchor.fx * ahead + anchor.fy * aside,
        anchor.y + anchor.fy * ahead - anchor.fx * aside,
        anchor.fx,
        anchor.fy,
    )


@kernel
def _nearest_on_ring(b, i, wish, anchor, ring):
    """The free place nearest to ``wish`` on the square ring about ``anchor``: distance from it, and the base there.

    ``ring`` is how far out the middle of each of its four sides lies; the distance is infinite when no place
    is free. Sixteen places to a base side are tried, from the right rear corner clockwise as seen from above; of
    several equally near the first is taken.
    """
    step = 2.0 * wish.half_depth / STEPS
    count = int(ring / step + 0.5)
    best = math.inf
    found = wish
    for side in range(4):
        for k in range(-count, count):
            along = ring * k / count
            if side == 0:
                place = _at(wish, anchor, -ring, -along)
            elif side == 1:
                place = _at(wish, anchor, along, -ring)
            elif side == 2:
                place = _at(wish, anchor, ring, along)
            else:
                place = _at(wish, anchor, -along, ring)
            away = distance(place, wish)
            if is_less_than(away, best, EQUALLY_NEAR) and is_free_place(b, i, place):
                best = away
                found = place
    return best, found


@clause("DBAIX-CAP-5", "DBAIX-CAP-7")
@kernel
def _set_down(b, i, anchor, x, y):
    """Set figure ``i`` down free, facing as ``anchor``: at the place (x, y) if it is free.

    Otherwise at the free place nearest to it of those that touch ``anchor``; otherwise at the free place
    nearest to it on wider and wider rings, a quarter of a base apart. On a ring places are tried a sixteenth of a
    base side apart.
    """
    figure = b.figures[i]
    wish = placed(base_of(figure), x, y, anchor.fx, anchor.fy)
    figure.where = Where.TABLE
    figure.guard = NONE
    figure.handed = 0
    if is_free_place(b, i, wish):
        put(b, i, wish)
        return
    touching = anchor.half_depth + wish.half_depth
    best, place = _nearest_on_ring(b, i, wish, anchor, touching)
    if best < math.inf:
        put(b, i, place)
        return
    ring = touching
    while ring < b.table_width + b.table_height and ring - touching < best:
        ring += wish.half_depth / 2.0
        away, farther = _nearest_on_ring(b, i, wish, anchor, ring)
        if is_less_than(away, best, EQUALLY_NEAR):
            best = away
            place = farther
    put(b, i, place)


# ---------------------------------------------------------------- handing over


@clause("DBAIX-CAP-8")
@kernel
def may_hand_over(b, guard, friend, captive):
    """In its own bound's movement a guard may hand a captive to a friend in edge contact, each captive once."""
    giver = b.figures[guard]
    taker = b.figures[friend]
    return (
        guard != friend
        and b.phase == Phase.MOVEMENT
        and giver.side == side_of_bound(b)
        and taker.side == giver.side
        and is_on_table(giver)
        and is_on_table(taker)
        and is_captive_of(b, captive, guard)
        and b.figures[captive].handed == 0
        and touch_along_an_edge(base_of(giver), base_of(taker))
    )


@kernel
def anyone_may_hand_over(b):
    """Some captive may be handed over to some friend of its guard now."""
    for captive in range(b.n_figures):
        guard = b.figures[captive].guard
        if b.figures[captive].where != Where.CAPTIVE or guard == NONE:
            continue
        for friend in range(b.n_figures):
            if may_hand_over(b, guard, friend, captive):
                return True
    return False


@kernel
def _refuse(log, code, actor, other, captive):
    """One reason why a captive cannot be handed over."""
    about(log, reason(log, code, Clause.CAP_8, actor, other, 0), captive)
    return 1


@clause("DBAIX-CAP-8")
@kernel
def judge_hand_over(b, action, log):
    """May the actor hand the captive ``item`` to the figure ``target``? It costs nothing.

    RULING: a captive is handed over at most once in a bound.
    """
    friend = action.target
    captive = action.item
    if action.n_actors != 1 or friend < 0 or friend >= b.n_figures or captive < 0 or captive >= b.n_figures:
        return refused(log, Code.HAND_OVER_NAMES_THREE, Clause.CAP_8, NONE, NONE, 0)
    guard = action.actors[0]
    giver = b.figures[guard]
    taker = b.figures[friend]
    reasons = 0
    if giver.side != side_of_bound(b):
        reasons += _refuse(log, Code.GIVER_NOT_IN_OWN_BOUND, guard, NONE, captive)
    if not is_on_table(giver):
        reasons += _refuse(log, Code.GIVER_OFF_TABLE, guard, captive, captive)
    elif not is_captive_of(b, captive, guard):
        reasons += _refuse(log, Code.NOT_ITS_CAPTIVE, guard, captive, captive)
    elif b.figures[captive].handed != 0:
        reasons += _refuse(log, Code.HANDED_OVER_ALREADY, captive, NONE, captive)
    if guard == friend:
        reasons += _refuse(log, Code.HANDS_TO_ITSELF, guard, NONE, captive)
    elif taker.side != giver.side:
        reasons += _refuse(log, Code.NOT_A_FRIEND, guard, friend, captive)
    elif not is_on_table(taker):
        reasons += _refuse(log, Code.RECEIVER_OFF_TABLE, guard, friend, captive)
    elif not touch_along_an_edge(base_of(giver), base_of(taker)):
        reasons += _refuse(log, Code.NOT_EDGE_TO_EDGE, guard, friend, captive)
    return Verdict(1 if reasons == 0 else 0, 0)


@clause("DBAIX-CAP-8")
@kernel
def make_hand_over(b, action, log):
    """The friend is the captive's guard from now on."""
    captive = action.item
    b.figures[captive].guard = action.target
    b.figures[captive].handed = 1
    event(log, Code.HANDED_OVER, Clause.CAP_8, captive, action.target, 0)
