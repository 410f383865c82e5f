"""The verbs legal_actions and sample_action of DBAix: useful legal actions for every step of a bound.

Every action listed has passed the same judge as any other: the files beside this one propose, the rules dispose.
"""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.common.groups import block_around
from sandtable.games.dbaix.listing.candidates import (
    DIFFERENT,
    N_WAYS,
    TURNS,
    bring_round,
    fill_contact,
    fill_way,
    is_out_of_reach,
    member_to_meet,
)
from sandtable.games.dbaix.listing.field import FIELD, able_figures, look_over
from sandtable.games.dbaix.listing.mover_context import mover_of
from sandtable.games.dbaix.listing.musters import list_hand_overs, list_musters, sample_muster
from sandtable.games.dbaix.listing.steps import add_end, list_choices, list_drinks, list_fights, list_takes
from sandtable.games.dbaix.listing.useful_groups import MAX_GROUPS, fill_actors, groups_of_block
from sandtable.games.dbaix.record import (
    MAX_FIGURES,
    MAX_TOKENS,
    Phase,
    Verb,
)
from sandtable.games.dbaix.rules import movement, obedience
from sandtable.games.dbaix.rules.approach import is_gagging_bound
from sandtable.games.dbaix.rules.groups import link_all
from sandtable.games.dbaix.rules.marches import NEARBY, way_facing
from sandtable.games.dbaix.rules.pips import least_basic_cost, least_price
from sandtable.games.dbaix.rules.positions import side_of_bound
from sandtable.games.dbaix.switches import BreakOff
from sandtable.kernel.action_drafts import add, blank
from sandtable.kernel.bitsets import bit, is_in, lowest
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import choose
from sandtable.kernel.grid import make_grid
from sandtable.kernel.log import LOG
from sandtable.kernel.records import ACTION, NONE
from sandtable.kernel.scratch import keep_until_here

CELL = 6.0
"""Side of the cells, in inches, in which neighbours are looked up."""

TRIES = 8
"""How many moves sample_action draws before it ends the step or lists all."""


@kernel
def legal_actions(b, out):
    """Fill ``out`` with useful legal actions of the step that asks; return how many, never 0 before the end."""
    logs = np.empty(1, LOG)
    logs[0].keep = 0
    drafts = np.empty(1, ACTION)
    blank(drafts[0], Verb.MOVE)
    n = 0
    if is_gagging_bound(b) and b.phase == Phase.MOVEMENT:
        n = _list_obedient_moves(b, drafts[0], out, n, logs[0])
        if n == 0:  # nobody is left who can come: so movement may end
            n = add_end(drafts[0], out, n)
    elif b.phase == Phase.MOVEMENT:
        n = add_end(drafts[0], out, n)
        n = list_musters(b, drafts[0], out, n, logs[0])
        n = list_hand_overs(b, drafts[0], out, n)
        n = _list_moves(b, drafts[0], out, n, logs[0])
    elif b.phase == Phase.FLIGHT or b.phase == Phase.CALL:
        n = list_choices(b, drafts[0], out)
    elif b.phase == Phase.DRINKING:
        n = list_drinks(b, drafts[0], out)
    elif b.phase == Phase.COMBAT:
        n = list_fights(b, drafts[0], out)
    elif b.phase == Phase.SPOILS or b.phase == Phase.TOKENS:
        n = list_takes(b, drafts[0], out)
    keep_until_here(logs)
    keep_until_here(drafts)
    return n


# Moves


@kernel
def _judge_draft(b, mover, nearby, draft, log):
    """The judge's word on a drafted move. What ``candidates`` drafts faces along the lattice already."""
    way = way_facing(b, draft, draft.fx, draft.fy)
    return movement.judge_way(b, draft, way, mover.order, nearby, log)


@kernel
def _list_moves(b, draft, out, n, log):
    """Moves of every block (its ranks, its officers' files) and every single figure of the active side."""
    side = side_of_bound(b)
    if min(least_basic_cost(b, side, 1), least_basic_cost(b, side, 2)) > b.pips:
        return n
    grid = make_grid(b.figures, b.n_figures, CELL, b.table_width, b.table_height)
    rooms = np.empty(1, NEARBY)
    fields = np.empty(1, FIELD)
    units = np.empty(MAX_FIGURES * MAX_GROUPS, np.int64)
    look_over(b, fields[0])
    able = able_figures(b, fields[0], log)
    n_groups, n_units = _list_units(b, able, units)
    for u in range(n_units):
        blank(draft, Verb.MOVE)
        mask = units[u]
        if u < n_groups:
            fill_actors(b, mask, draft)
        else:
            draft.actors[0] = units[u]
            draft.n_actors = 1
            mask = bit(units[u])
        if mask & able == mask:
            order = movement.order_of_able(b, draft, log)
        else:
            order = movement.judge_order(b, draft, log)
        least = least_price(b, draft, order.surcharge)
        if not order.is_fit or least > b.pips:
            continue
        mover = mover_of(b, draft, order, least, grid, fields[0], rooms[0])
        n = _list_ways(b, mover, rooms[0], draft, out, n, log)
    keep_until_here(rooms)
    keep_until_here(fields)
    return n


@kernel
def _list_ways(b, mover, nearby, draft, out, n, log):
    """List the legal ways of one mover, each once: first where nobody is met, then those that meet an enemy."""
    first = n
    for way in range(N_WAYS):
        if n < len(out) and fill_way(b, mover, nearby, way, draft):
            if way >= DIFFERENT and _is_listed(draft, out, first, n):
                continue
            if _judge_draft(b, mover, nearby, draft, log).legal != 0:
                n = add(draft, out, n)
    return _list_contacts(b, mover, nearby, draft, out, first, n, log)


@kernel
def _is_listed(draft, out, first, n):
    """The way drafted is among actions ``first`` to ``n`` of the list: of those who move so already."""
    for k in range(first, n):
        other = out[k]
        if (other.x == draft.x) & (other.y == draft.y) & (other.fx == draft.fx) & (other.fy == draft.fy):
            if other.path == draft.path:
                return True
    return False


@kernel
def _list_contacts(b, mover, nearby, draft, out, first, n, log):
    """List the legal ways to the edges of every enemy nearby.

    A single figure that may not go straight to an edge tries it by way of a corner.
    """
    for k in range(nearby.n_enemies):
        enemy = nearby.enemies[k]
        member = member_to_meet(b, mover, enemy, draft)
        if is_out_of_reach(b, mover, member, enemy):
            continue
        for edge in range(4):
            if n >= len(out) or not fill_contact(b, mover, nearby, member, enemy, edge, draft):
                continue
            if _is_listed(draft, out, first, n):
                continue
            verdict = _judge_draft(b, mover, nearby, draft, log)
            if verdict.legal == 0 and draft.n_actors == 1 and verdict.cost <= b.pips:
                for turn in range(TURNS):
                    if bring_round(b, mover, draft, turn):
                        verdict = _judge_draft(b, mover, nearby, draft, log)
                        if verdict.legal != 0:
                            break
            if verdict.legal != 0:
                n = add(draft, out, n)
    return n


@kernel
def _list_units(b, able, units):
    """Fill ``units`` with who may move together or alone; return how many groups there are, and how many units in all.

    The masks of groups of able figures come first, then single figures; with ``break_off`` also those engaged.
    """
    n = 0
    left = able
    links = np.empty(b.n_figures, np.int64)
    link_all(b, able, links)
    while left != 0:
        i = lowest(left)
        block = block_around(links, i, left)
        left &= ~block
        if links[i] != 0:
            n += groups_of_block(b, links, block, units[n : n + MAX_GROUPS])
    n_groups = n
    for i in range(b.n_figures):
        if is_in(able, i) or (b.options.break_off == BreakOff.YES and b.figures[i].side == side_of_bound(b)):
            units[n] = i
            n += 1
    return n_groups, n


@kernel
def _list_obedient_moves(b, draft, out, n, log):
    """While the bard sings: the way to the bard of every figure called."""
    for i in range(b.n_figures):
        if n < len(out) and b.figures[i].called != 0:
            blank(draft, Verb.MOVE)
            if obedience.fill_approach(b, i, draft, log):
                n = add(draft, out, n)
    return n


# One at random


@kernel
def sample_action(b, dice, action):
    """Fill ``action`` with one legal action at random, without listing all where that can be helped.

    A movement phase is ended with a chance of one in eight at every decision, and whenever nothing can be paid
    or a few draws find no legal move.
    """
    if b.phase == Phase.MOVEMENT and not is_gagging_bound(b):
        logs = np.empty(1, LOG)
        logs[0].keep = 0
        _sample_movement(b, dice, action, logs[0])
        keep_until_here(logs)
        return
    out = np.empty(MAX_FIGURES * MAX_TOKENS, ACTION)
    n = legal_actions(b, out)
    if n > 0:
        copy_record(action, out[choose(dice, n)])
    keep_until_here(out)


@kernel
def _end(action):
    """Make ``action`` the end of the step."""
    blank(action, Verb.END)


@kernel
def _sample_movement(b, dice, action, log):
    """A random move, muster, hand-over or the end of the movement phase."""
    _end(action)
    if b.pips <= 0 or choose(dice, 8) == 0:
        return
    if sample_muster(b, dice, action, log):
        return
    fields = np.empty(1, FIELD)
    look_over(b, fields[0])
    able = able_figures(b, fields[0], log)
    count = 0
    for i in range(b.n_figures):
        if is_in(able, i):
            count += 1
    if count == 0:
        _end(action)
        keep_until_here(fields)
        return
    grid = make_grid(b.figures, b.n_figures, CELL, b.table_width, b.table_height)
    rooms = np.empty(1, NEARBY)
    groups = np.empty(MAX_GROUPS, np.int64)
    links = np.empty(b.n_figures, np.int64)
    for _ in range(TRIES):
        nth = choose(dice, count)
        chosen = NONE
        for i in range(b.n_figures):
            if is_in(able, i):
                if nth == 0:
                    chosen = i
                nth -= 1
        blank(action, Verb.MOVE)
        action.actors[0] = chosen
        action.n_actors = 1
        if choose(dice, 2) == 0:
            link_all(b, able, links)
            n_groups = groups_of_block(b, links, block_around(links, chosen, able), groups)
            if n_groups > 0:
                fill_actors(b, groups[choose(dice, n_groups)], action)
        order = movement.order_of_able(b, action, log)
        least = least_price(b, action, order.surcharge)
        if not order.is_fit or least > b.pips:
            continue
        mover = mover_of(b, action, order, least, grid, fields[0], rooms[0])
        if _draw_way(b, mover, rooms[0], dice, action):
            verdict = _judge_draft(b, mover, rooms[0], action, log)
            if verdict.legal != 0:
                keep_until_here(rooms)
                keep_until_here(fields)
                return
    keep_until_here(rooms)
    keep_until_here(fields)
    _end(action)


@kernel
def _draw_way(b, mover, nearby, dice, action):
    """Fill one way of the mover drawn at random: one of three times to meet an enemy, if there are any nearby."""
    if nearby.n_enemies == 0 or choose(dice, 3) != 0:
        return fill_way(b, mover, nearby, choose(dice, N_WAYS), action)
    enemy = nearby.enemies[choose(dice, nearby.n_enemies)]
    member = member_to_meet(b, mover, enemy, action)
    if not fill_contact(b, mover, nearby, member, enemy, choose(dice, 4), action):
        return False
    if action.n_actors == 1 and choose(dice, 2) == 0:
        return bring_round(b, mover, action, choose(dice, TURNS))
    return True
