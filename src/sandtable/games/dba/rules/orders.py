"""ORDERS: who may make a move together, at what price and how far, whatever way they go (DBA-GROUP, DBA-MULTI)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.groups import faces_otherwise
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import Type
from sandtable.games.dba.rules import breaking_off, columns
from sandtable.games.dba.rules.camps import may_leave
from sandtable.games.dba.rules.ground import is_on_road
from sandtable.games.dba.rules.groups import apart_from_leader, block_of, front_of, is_one_wide, leading_elements
from sandtable.games.dba.rules.later_moves import kind_of_later_move
from sandtable.games.dba.rules.marches import whole_front
from sandtable.games.dba.rules.pips import can_pay, could_pay, price_of
from sandtable.games.dba.rules.positions import is_on_table
from sandtable.kernel.action_checks import actor, actors_mask
from sandtable.kernel.geometry import base_of
from sandtable.kernel.log import reason
from sandtable.kernel.records import NONE, Path

GOOD = 0
BAD_GOING = 1
ROAD = 2

UNPRICED = 0
PRICED = 1
"""Whether the price of an order is told, or only asked whether it can be paid."""


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
def _are_together(b, action, links, log):
    """The actors are a group; in a column they may stand on a bend."""
    if action.path == Path.COLUMN and columns.is_column(b, action):
        return True
    fit = True
    other = faces_otherwise(b, action)
    if other != NONE:
        reason(log, Code.FACES_OTHERWISE, Clause.DBA_GROUP_4, other, actor(action, 0), 0)
        fit = False
    other = apart_from_leader(b, action, links)
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


@clause("DBA-MOVE-8", "DBA-MULTI-7", "DBA-GROUP-11", "WAD-DISM-2")
@kernel
def settle_order(b, action, pricing, order, log):
    """May these elements make a move together, wherever it goes? Fills ``order``, an ORDER; reasons go to the log.

    So do prices. While UNPRICED it is asked whether the price can be paid, not what it is: the cost is NONE then.
    """
    order.is_fit = 0
    order.mask = 0
    order.cost = 0
    order.river = b.river
    if action.n_actors < 1:
        reason(log, Code.NOBODY_MOVES, Clause.DBA_PIP_2, NONE, NONE, 0)
        return
    fit = True
    for k in range(action.n_actors):
        if not _judge_actor(b, action, actor(action, k), log):
            fit = False
            if log.keep == 0:
                return
    if not fit:
        return
    alone = action.n_actors == 1
    breaks_off = False
    if alone:
        breaks_off = breaking_off.enemy_in_front(b, actor(action, 0)) != NONE
        if breaks_off:
            fit = breaking_off.may_break_off(b, actor(action, 0), log)
    else:
        fit = _are_together(b, action, order.links, log)
    if not fit and log.keep == 0:
        return
    order.later = kind_of_later_move(b, action)
    order.road = allowance(b, action, ROAD) if _some_on_road(b, action) else 0.0
    if pricing == PRICED:
        order.cost = price_of(b, action, log)
        fit = can_pay(b, order.cost, actor(action, 0), log) and fit
    else:
        order.cost = NONE
        fit = could_pay(b, action, log) and fit
        if not fit:
            return
    order.is_fit = 1 if fit else 0
    order.breaks_off = 1 if breaks_off else 0
    order.is_one_wide = 1 if alone or _is_in_one_file(b, action) else 0
    order.mask = actors_mask(action)
    order.leading = leading_elements(b, action)
    order.good = allowance(b, action, GOOD)
    order.bad = allowance(b, action, BAD_GOING)
    leader = base_of(b.figures[actor(action, 0)])
    _note_front(whole_front(leader) if alone else front_of(b, action), order.front)
    _note_block(leader if alone else block_of(b, action), order.block)


@kernel
def _is_in_one_file(b, action):
    """The actors stand one behind the other, or go as the column that they are."""
    return is_one_wide(b, action) or (action.path == Path.COLUMN and columns.is_column(b, action))


@kernel
def _note_front(front, out):
    """Write the Front into the order."""
    out.level = front.level
    out.left = front.left
    out.right = front.right


@kernel
def _note_block(block, out):
    """Write the rectangle into the order."""
    out.x = block.x
    out.y = block.y
    out.fx = block.fx
    out.fy = block.fy
    out.half_width = block.half_width
    out.half_depth = block.half_depth


@kernel
def furthest(order):
    """No move of this order is longer than this: what ``look_around`` needs."""
    return max(order.good, order.road)
