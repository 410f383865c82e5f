"""MOVEMENT: may these figures make this move, and what does it cost? (MOV). Places and lengths are in marches.py."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.groups import faces_otherwise
from sandtable.games.common.verdicts import refused
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.record import Going, Side
from sandtable.games.dbaix.rules.contacts import enemy_fronts_on_side_or_rear, has_enemy_on_front, is_engaged
from sandtable.games.dbaix.rules.groups import apart_from_leader
from sandtable.games.dbaix.rules.marches import (
    NEARBY,
    around,
    corner_travel,
    end_of,
    forward_and_aside,
    length_of,
    n_legs,
    place_after,
    way_of,
)
from sandtable.games.dbaix.rules.meeting import contacts_at_end
from sandtable.games.dbaix.rules.passing import ends_are_free, way_is_clear
from sandtable.games.dbaix.rules.pips import (
    basic_cost,
    can_pay,
    flank_contact_surcharge,
    is_free_of_charge,
    moved_before,
    order_surcharges,
    second_move_surcharge,
)
from sandtable.games.dbaix.rules.positions import SLACK, is_on_table, put, side_of_bound
from sandtable.games.dbaix.rules.song_orders import judge_obedience
from sandtable.games.dbaix.rules.terrain import is_road_all_the_way, is_slowed_by
from sandtable.games.dbaix.rules.threat import judge_threat
from sandtable.games.dbaix.rules.wheels import WHEEL_STEP, swings_on_table, wheel_fits
from sandtable.games.dbaix.switches import BreakOff, ThreatZone
from sandtable.kernel.action_checks import actor, is_way_described
from sandtable.kernel.geometry import base_of, placed
from sandtable.kernel.limits import is_more_than, is_within
from sandtable.kernel.log import event, locate, measured, note, reason
from sandtable.kernel.records import NONE, Path
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.sweep import carried, wheel_about
from sandtable.kernel.terrain import is_on_table as is_base_on_table
from sandtable.kernel.terrain import point_in_feature, segment_crosses_feature
from sandtable.kernel.verbs import Verdict


class Order(NamedTuple):
    """What is settled about a move before it is drawn on the table: who makes it."""

    is_fit: bool  # these figures may make a move together
    breaks_off: bool  # the only figure is in front contact, and may but step back (MOV-12, option)
    surcharge: Any  # PIPs added whatever the way; worked out only when the log keeps nothing


# Who moves


@clause("DBAIX-MOV-3", "DBAIX-MOV-7", "DBAIX-BND-5", "DBAIX-CAP-9", "DBAIX-SCN-10")
@kernel
def may_still_move(b, i, log):
    """Figure ``i`` is on the table, it is its side's bound, and it has a move left."""
    figure = b.figures[i]
    if not is_on_table(figure):
        reason(log, Code.MOVER_NOT_ON_TABLE, Clause.MOV_3, i, NONE, 0)
        return False
    if figure.side != side_of_bound(b):
        reason(log, Code.NOT_ITS_BOUND, Clause.BND_5, i, NONE, 0)
        return False
    if figure.moves >= b.rules.moves_a_bound:
        reason(log, Code.NO_MOVE_LEFT, Clause.MOV_7, i, NONE, figure.moves)
        return False
    if figure.token != NONE and figure.moves >= 1:
        reason(log, Code.CARRIER_HAS_MOVED, Clause.SCN_10, i, NONE, 1)
        return False
    if figure.freed == b.bound:
        reason(log, Code.JUST_FREED, Clause.CAP_9, i, NONE, 0)
        return False
    return True


@clause("DBAIX-MOV-12")
@kernel
def may_break_off(b, action):
    """Under ``break_off = yes`` a single figure whose only engaging contact is to its front may step back."""
    i = actor(action, 0)
    if b.options.break_off == BreakOff.NO or action.n_actors != 1:
        return False
    return has_enemy_on_front(b, i) and enemy_fronts_on_side_or_rear(b, i) == 0


@clause("DBAIX-MOV-3", "DBAIX-MOV-4", "DBAIX-MOV-5", "DBAIX-MOV-12")
@kernel
def judge_order(b, action, log):
    """May these figures make a move together, wherever it goes? Returns an Order; reasons go to the log."""
    if action.n_actors < 1:
        reason(log, Code.NOBODY_MOVES, Clause.MOV_3, NONE, NONE, 0)
        return Order(is_fit=False, breaks_off=False, surcharge=0)
    keep = log.keep != 0
    fit = True
    breaks_off = False
    for k in range(action.n_actors):
        i = actor(action, k)
        if not may_still_move(b, i, log):
            fit = False
        elif is_engaged(b, i):
            if may_break_off(b, action):
                breaks_off = True
            else:
                reason(log, Code.ENGAGED, Clause.MOV_12, i, NONE, 0)
                fit = False
        if not fit and not keep:
            return Order(is_fit=False, breaks_off=False, surcharge=0)
    if action.n_actors > 1:
        other = faces_otherwise(b, action)
        if other != NONE:
            reason(log, Code.FACES_OTHERWISE, Clause.MOV_5, other, actor(action, 0), 0)
            fit = False
        other = apart_from_leader(b, action)
        if other != NONE:
            reason(log, Code.NOT_LINKED, Clause.MOV_4, other, actor(action, 0), 0)
            fit = False
    surcharge = 0
    if fit and not keep:
        surcharge = order_surcharges(b, action, log)
    return Order(is_fit=fit, breaks_off=breaks_off, surcharge=surcharge)


@kernel
def order_of_able(b, action, log):
    """The Order of actors known to be able (``able_figures``) and, if several, linked into one block (``block_of``).

    Along a block facings may drift by a hair from link to link, and at its end too far from the leader's.
    """
    if faces_otherwise(b, action) != NONE:
        return Order(is_fit=False, breaks_off=False, surcharge=0)
    return Order(is_fit=True, breaks_off=False, surcharge=order_surcharges(b, action, log))


# How far


@clause("DBAIX-MOV-3")
@kernel
def _moves_at_all(way, action, log):
    """Standing where one stood, facing as one faced, is no move."""
    if way.is_turned or way.end.x != way.start.x or way.end.y != way.start.y:
        return True
    reason(log, Code.NO_MOVE, Clause.MOV_3, actor(action, 0), NONE, 0)
    return False


@clause("DBAIX-MOV-16")
@kernel
def _stays_on_table(b, action, way, log):
    """No base leaves the table, neither at a waypoint (either way it may face there), along an arc, nor at the end."""
    width = b.table_width
    height = b.table_height
    fit = True
    for k in range(action.n_actors):
        i = actor(action, k)
        base = base_of(b.figures[i])
        end = end_of(b, way, i)
        stays = is_base_on_table(end, width, height)
        for leg in range(1, n_legs(action)):
            there = place_after(action, way, base, end, leg)
            as_before = is_base_on_table(placed(base, there.x, there.y, base.fx, base.fy), width, height)
            as_after = is_base_on_table(placed(base, there.x, there.y, end.fx, end.fy), width, height)
            stays = stays and (as_before or as_after)
        if action.path == Path.WHEEL and stays:
            stays = swings_on_table(action, way, base, width, height)
        if not stays:
            line = reason(log, Code.OFF_TABLE, Clause.MOV_16, i, NONE, 0)
            locate(log, line, base.x, base.y, end.x, end.y, 0.0)
            fit = False
            if log.keep == 0:
                return False
    return fit


@clause("DBAIX-MOV-1", "DBAIX-MOV-2", "DBAIX-MOV-8", "DBAIX-MOV-9", "DBAIX-MOV-11", "DBAIX-GEN-7")
@kernel
def _is_within_reach(b, action, way, nearby, log):
    """No actor goes farther than one move, nor than a wood on the way lets it (TER-3).

    Without a turn all go equally far, so the leader speaks for the block.
    """
    slow = _is_slowed(b, action, way, nearby)
    fit = True
    longest = 0.0
    for k in range(action.n_actors if way.is_turned else 1):
        i = actor(action, k)
        base = base_of(b.figures[i])
        end = end_of(b, way, i)
        length = length_of(action, way, base, end)
        longest = max(longest, length)
        if is_more_than(length, b.rules.move, SLACK):
            line = reason(log, Code.TOO_FAR, Clause.MOV_1, i, NONE, int(100.0 * b.rules.move + 0.5))
            locate(log, line, base.x, base.y, end.x, end.y, length)
            fit = False
        elif slow and is_more_than(length, b.rules.wood_move, SLACK):
            line = reason(log, Code.TOO_FAR_IN_WOOD, Clause.TER_3, i, NONE, int(100.0 * b.rules.wood_move + 0.5))
            locate(log, line, base.x, base.y, end.x, end.y, length)
            fit = False
        if not fit and log.keep == 0:
            return False
    if log.keep != 0:
        most = min(b.rules.move, b.rules.wood_move) if slow else b.rules.move
        measured(log, Clause.MOV_1, actor(action, 0), longest, most)
    return fit


@clause("DBAIX-TER-3")
@kernel
def _is_slowed(b, action, way, nearby):
    """Some actor that woods slow has its base centre in one at the start, at the end, or on the way."""
    for f in range(nearby.n_features):
        t = nearby.features[f]
        feature = b.terrain.features[t]
        if feature.kind != Going.WOOD:
            continue
        for k in range(action.n_actors):
            i = actor(action, k)
            if is_slowed_by(b.figures[i], feature) and _comes_into(b, action, way, i, t):
                return True
    return False


@kernel
def _comes_into(b, action, way, i, t):
    """The base centre of actor ``i`` is inside feature ``t`` at the start, at the end, or on the way."""
    base = base_of(b.figures[i])
    end = end_of(b, way, i)
    if point_in_feature(base.x, base.y, b.terrain, t) or point_in_feature(end.x, end.y, b.terrain, t):
        return True
    if action.path == Path.WHEEL:
        half = carried(wheel_about(action.via[0, 0], action.via[0, 1], 0.5 * way.degrees), base)
        return segment_crosses_feature(base.x, base.y, half.x, half.y, b.terrain, t) or segment_crosses_feature(
            half.x, half.y, end.x, end.y, b.terrain, t
        )
    for leg in range(n_legs(action)):
        p = place_after(action, way, base, end, leg)
        q = place_after(action, way, base, end, leg + 1)
        if segment_crosses_feature(p.x, p.y, q.x, q.y, b.terrain, t):
            return True
    return False


# How it goes


@clause("DBAIX-MOV-10")
@kernel
def is_straight_forward(b, action, way, contacts, log):
    """Every figure is displaced alike along the common facing, without a turn.

    A side slip of at most ``align_slide`` that brings a figure into line with an enemy contacted does not spoil it.
    """
    if way.is_turned or action.path == Path.WHEEL:
        return False
    for k in range(action.n_via if action.path == Path.VIA else 0):
        dx = action.via[k, 0] - way.start.x
        dy = action.via[k, 1] - way.start.y
        if is_more_than(abs(dx * way.start.fy - dy * way.start.fx), 0.0, SLACK):
            return False
    step = forward_and_aside(way)
    if is_within(step.x, 0.0, SLACK) or is_more_than(abs(step.y), b.rules.align_slide, SLACK):
        return False
    if is_within(abs(step.y), 0.0, SLACK):
        return True
    if contacts.aligned == NONE:
        return False
    line = note(log, Code.SLIDES, Clause.MOV_10, contacts.aligned, NONE, 0)
    locate(log, line, way.start.x, way.start.y, way.end.x, way.end.y, abs(step.y))
    return True


@clause("DBAIX-MOV-12")
@kernel
def _breaks_off_rightly(way, action, order, log):
    """Who breaks off goes straight back, still facing the enemy."""
    if not order.breaks_off:
        return True
    step = forward_and_aside(way)
    if not way.is_turned and action.path == Path.STRAIGHT and step.x < 0.0 and is_within(abs(step.y), 0.0, SLACK):
        return True
    line = reason(log, Code.BREAK_OFF_BACKWARDS, Clause.MOV_12, actor(action, 0), NONE, 0)
    locate(log, line, way.start.x, way.start.y, way.end.x, way.end.y, 0.0)
    return False


# What it costs


@clause("DBAIX-PIP-22")
@kernel
def is_on_road_throughout(b, action, way):
    """All actors are Romans whose centres are strictly inside the road at the start, along the way and at the end.

    Along a wheel the centre's arc is looked at every WHEEL_STEP degrees.
    """
    for k in range(action.n_actors):
        i = actor(action, k)
        if b.figures[i].side != Side.ROMANS:
            return False
        base = base_of(b.figures[i])
        end = end_of(b, way, i)
        if action.path == Path.WHEEL:
            degrees = way.degrees
            steps = int(abs(degrees) / WHEEL_STEP) + 1
            here = base
            for step in range(1, steps + 1):
                there = carried(wheel_about(action.via[0, 0], action.via[0, 1], degrees * step / steps), base)
                if not is_road_all_the_way(b, here.x, here.y, there.x, there.y):
                    return False
                here = there
            continue
        for leg in range(n_legs(action)):
            p = place_after(action, way, base, end, leg)
            q = place_after(action, way, base, end, leg + 1)
            if not is_road_all_the_way(b, p.x, p.y, q.x, q.y):
                return False
    return True


@clause("DBAIX-PIP-8")
@kernel
def price_of_move(b, action, way, order, contacts, log):
    """The full price: the basic cost and every surcharge that applies, each written as a price line."""
    if is_free_of_charge(b, action):
        note(log, Code.CALLED_FREE, Clause.MUS_8, actor(action, 0), NONE, 0)
        return 0
    asks_how = action.n_actors > 1 and b.figures[actor(action, 0)].side == Side.GAULS
    cost = basic_cost(b, action, asks_how and is_straight_forward(b, action, way, contacts, log), log)
    cost += order_surcharges(b, action, log) if log.keep != 0 else order.surcharge
    if moved_before(b, action) != NONE:
        cost += second_move_surcharge(b, action, is_on_road_throughout(b, action, way), log)
    return cost + flank_contact_surcharge(b, contacts, log)


# The whole of it


@kernel
def judge_way(b, action, way, order, nearby, log):
    """Is the move legal that figures fit by ``order`` make on this way? Returns a Verdict.

    The action must describe a way (``is_way_described``). ``nearby`` holds at least the figures and features that the
    way can meet. With a log that keeps, every reason is written; otherwise the first one ends the search, so the
    cheap questions come first.
    """
    keep = log.keep != 0
    fit = order.is_fit and _moves_at_all(way, action, log)
    if fit or keep:
        fit = wheel_fits(way, action, log) and fit
    if fit or keep:
        fit = _breaks_off_rightly(way, action, order, log) and fit
    if fit or keep:
        fit = _is_within_reach(b, action, way, nearby, log) and fit
    if fit or keep:
        fit = _stays_on_table(b, action, way, log) and fit
    if fit and not keep and way.is_turned and nearby.is_clear == 0:
        fit = ends_are_free(b, action, way, nearby)  # arcs are long to look at
    if not (fit or keep):
        return Verdict(0, 0)
    contacts = contacts_at_end(b, action, way, nearby, log)
    cost = price_of_move(b, action, way, order, contacts, log)
    fit = contacts.is_fit and fit
    if fit or keep:
        fit = can_pay(b, cost, actor(action, 0), log) and fit
    if fit or keep:
        fit = way_is_clear(b, action, way, nearby, log) and fit
    if b.options.threat_zone == ThreatZone.DBA and (fit or keep):
        fit = judge_threat(b, action, way, nearby, log) and fit
    if fit or keep:
        fit = judge_obedience(b, action, log) and fit
    return Verdict(1 if fit else 0, cost)


@kernel
def judge_move(b, action, log):
    """May the side make this move, and what does it cost? Every reason and price line goes to the log."""
    order = judge_order(b, action, log)
    if action.n_actors < 1 or (not order.is_fit and log.keep == 0):
        return Verdict(0, 0)
    if not is_way_described(action, Path.WHEEL):
        return refused(log, Code.NO_WAY, Clause.MOV_8, actor(action, 0), NONE, 0)
    rooms = np.empty(1, NEARBY)
    way = way_of(b, action)
    around(b, action, way, rooms[0])
    verdict = judge_way(b, action, way, order, rooms[0], log)
    keep_until_here(rooms)
    return verdict


@clause("DBAIX-MOV-3", "DBAIX-MOV-7", "DBAIX-BND-8")
@kernel
def make_move(b, action, log):
    """Pay for a legal move and stand its figures where it ends."""
    rooms = np.empty(1, NEARBY)
    way = way_of(b, action)
    around(b, action, way, rooms[0])
    contacts = contacts_at_end(b, action, way, rooms[0], log)
    keep_until_here(rooms)
    order = Order(is_fit=True, breaks_off=False, surcharge=order_surcharges(b, action, log) if log.keep == 0 else 0)
    cost = price_of_move(b, action, way, order, contacts, log)
    b.pips -= cost
    leader = actor(action, 0)
    code = Code.GROUP_MOVES if action.n_actors > 1 else Code.MOVES
    line = event(log, code, Clause.MOV_3, leader, NONE, cost)
    locate(log, line, way.start.x, way.start.y, way.end.x, way.end.y, corner_travel(way.start, way.end))
    for k in range(action.n_actors):
        i = actor(action, k)
        put(b, i, end_of(b, way, i))
        b.figures[i].moves += 1
