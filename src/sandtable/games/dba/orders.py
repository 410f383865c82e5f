"""ORDERS: who may make a move together, at what price and how far, whatever way they go (DBA-GROUP, DBA-MULTI)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sandtable.games.dba import breaking_off, columns
from sandtable.games.dba.camps import may_leave
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.going import is_on_road
from sandtable.games.dba.groups import (
    Front,
    actor,
    actors_mask,
    apart_from_leader,
    block_of,
    faces_otherwise,
    front_of,
    is_one_wide,
    leading_elements,
)
from sandtable.games.dba.later_moves import kind_of_later_move
from sandtable.games.dba.marches import whole_front
from sandtable.games.dba.pips import can_pay, could_pay, price_of
from sandtable.games.dba.positions import is_on_table
from sandtable.games.dba.record import Type
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.geometry import Base, base_of
from sandtable.kernel.log import reason
from sandtable.kernel.records import NONE, Path

GOOD = 0
BAD_GOING = 1
ROAD = 2


class Order(NamedTuple):
    """What is settled about a move before it is drawn: who makes it, at what price, how far."""

    is_fit: Any  # bool: these elements may make a move together
    breaks_off: Any  # bool: a single element in front contact, which may but go straight back
    is_one_wide: Any  # bool: a single element, or a column
    mask: Any  # the actors
    leading: Any  # those whose front corners are measured
    cost: Any  # PIPs
    later: Any  # 0: nobody has moved yet; else bits of later_moves
    good: Any  # allowances in paces, of the slowest
    bad: Any  # -1: somebody may not enter bad going off the road
    road: Any  # 0: nobody stands on one
    front: Front
    block: Base  # the rectangle around all actors


# Who moves


@clause("DBA-SEQ-2", "DBA-ARMY-6", "WAD-CAMP-4", "DBA-MULTI-1", "DBA-CONTACT-10", "DBA-GROUP-12")
@kernel
def _judge_actor(b, action, i, log):
    """May element ``i`` take part in this move? It is on the table, of the active side, can move and is not held."""
    figure = b.figures[i]
    if not is_on_table(figure):
        reason(log, Code.MOVER_NOT_ON_TABLE, Clause.DBA_SEQ_2, i, NONE, 0)
        return False
    if figure.side != b.turn:
        reason(log, Code.NOT_ITS_BOUND, Clause.DBA_SEQ_1, i, NONE, 0)
        return False
    if b.rules.move[figure.type, GOOD] <= 0.0:
        reason(log, Code.NEVER_MOVES, Clause.DBA_ARMY_6, i, NONE, 0)
        return False
    if not may_leave(b, i):
        reason(log, Code.STILL_LOOTING, Clause.DBA_CAMP_7, i, NONE, 0)
        return False
    if action.n_actors > 1:
        if figure.camp != NONE:
            reason(log, Code.IN_CAMP_NO_GROUP, Clause.DBA_CAMP_7, i, NONE, 0)
            return False
        enemy = breaking_off.enemy_in_contact(b, i)
        if enemy != NONE:
            reason(log, Code.ENGAGED_IN_GROUP, Clause.DBA_GROUP_12, i, enemy, 0)
            return False
    return True


@clause("DBA-GROUP-4", "DBA-GROUP-9", "DBA-GROUP-12")
@kernel
def _are_together(b, action, log):
    """The actors are a group; in a column they may stand on a bend."""
    if action.path == Path.COLUMN and columns.is_column(b, action):
        return True
    fit = True
    other = faces_otherwise(b, action)
    if other != NONE:
        reason(log, Code.FACES_OTHERWISE, Clause.DBA_GROUP_4, other, actor(action, 0), 0)
        fit = False
    other = apart_from_leader(b, action)
    if other != NONE:
        reason(log, Code.NOT_LINKED, Clause.DBA_GROUP_4, other, actor(action, 0), 0)
        fit = False
    return fit


@clause("DBA-MOVE-1", "DBA-MOVE-8", "DBA-MULTI-6")
@kernel
def allowance(b, action, going):
    """How far the slowest actor goes, in paces, over good going, bad going (-1: not at all) or along a road."""
    least = 1e9
    for k in range(action.n_actors):
        figure = b.figures[actor(action, k)]
        far = b.rules.move[figure.type, going]
        if figure.type == Type.SCH and figure.moves > 0 and going == GOOD:
            far = b.rules.second_chariot_move
        least = min(least, far)
    return least


@clause("DBA-MOVE-4")
@kernel
def _some_on_road(b, action):
    """Some actor stands on a road with its middle: else nobody goes along one."""
    for k in range(action.n_actors):
        figure = b.figures[actor(action, k)]
        if is_on_road(b, figure.x, figure.y):
            return True
    return False


@kernel
def _no_order():
    """Nobody may make this move."""
    return Order(
        False,
        False,
        False,
        np.int64(0),
        np.int64(0),
        0,
        0,
        0.0,
        0.0,
        0.0,
        Front(0.0, 0.0, 0.0),
        Base(0.0, 0.0, 0.0, 1.0, 0.0, 0.0),
    )


@clause("DBA-MOVE-8", "DBA-MULTI-7", "DBA-GROUP-11", "WAD-DISM-2")
@kernel
def order_of(b, action, log):
    """May these elements make a move together, wherever it goes? Returns an Order; reasons and prices to the log."""
    return order_at_price(b, action, True, log)


@clause("DBA-MOVE-8", "DBA-MULTI-7", "DBA-GROUP-11", "WAD-DISM-2")
@kernel
def order_at_price(b, action, is_priced, log):
    """The same; unless ``is_priced`` it is asked whether the price can be paid, not what it is: the cost is NONE."""
    if action.n_actors < 1:
        reason(log, Code.NOBODY_MOVES, Clause.DBA_PIP_2, NONE, NONE, 0)
        return _no_order()
    fit = True
    for k in range(action.n_actors):
        if not _judge_actor(b, action, actor(action, k), log):
            fit = False
            if log.keep == 0:
                return _no_order()
    if not fit:
        return _no_order()
    breaks_off = False
    if action.n_actors > 1:
        fit = _are_together(b, action, log)
    else:
        breaks_off = breaking_off.enemy_in_front(b, actor(action, 0)) != NONE
        if breaks_off:
            fit = breaking_off.may_break_off(b, actor(action, 0), log)
    if not fit and log.keep == 0:
        return _no_order()
    later = kind_of_later_move(b, action)
    road = allowance(b, action, ROAD) if _some_on_road(b, action) else 0.0
    cost = NONE
    if is_priced:
        cost = price_of(b, action, log)
        fit = can_pay(b, cost, actor(action, 0), log) and fit
    else:
        fit = could_pay(b, action, log) and fit
        if not fit:
            return _no_order()
    alone = action.n_actors == 1
    leader = base_of(b.figures[actor(action, 0)])
    return Order(
        fit,
        breaks_off,
        alone or is_one_wide(b, action) or (action.path == Path.COLUMN and columns.is_column(b, action)),
        actors_mask(action),
        leading_elements(b, action),
        0 + cost,
        later,
        allowance(b, action, GOOD),
        allowance(b, action, BAD_GOING),
        road,
        whole_front(leader) if alone else front_of(b, action),
        leader if alone else block_of(b, action),
    )


@kernel
def furthest(order):
    """No move of this order is longer than this: what ``look_around`` needs."""
    return max(order.good, order.road)


@kernel
def note_order(order, out):
    """Write the Order into ``out``, an ORDER record."""
    out.is_fit = 1 if order.is_fit else 0
    out.breaks_off = 1 if order.breaks_off else 0
    out.is_one_wide = 1 if order.is_one_wide else 0
    out.mask = order.mask
    out.leading = order.leading
    out.cost = order.cost
    out.later = order.later
    out.good = order.good
    out.bad = order.bad
    out.road = order.road
    out.front.level = order.front.level
    out.front.left = order.front.left
    out.front.right = order.front.right
    out.block.x = order.block.x
    out.block.y = order.block.y
    out.block.fx = order.block.fx
    out.block.fy = order.block.fy
    out.block.half_width = order.block.half_width
    out.block.half_depth = order.block.half_depth
