"""The verbs legal_actions and sample_action of DBAix: useful legal actions for every step of a bound.

Every action listed has passed the same judge as any other: candidates.py proposes, the rules dispose.
"""

from __future__ import annotations

import numpy as np

from sandtable.games.common.groups import block_around
from sandtable.games.dbaix.listing.candidates import (
    DIRECTIONS,
    KINDS,
    TURNS,
    bring_round,
    fill_contact,
    fill_kind,
    is_out_of_reach,
    member_to_meet,
    mover_of,
)
from sandtable.games.dbaix.listing.field import FIELD, able_figures, look_over
from sandtable.games.dbaix.listing.useful_groups import MAX_GROUPS, fill_actors, groups_of_block
from sandtable.games.dbaix.record import (
    MAX_FIGURES,
    MAX_TOKENS,
    Phase,
    Side,
    Verb,
    Where,
)
from sandtable.games.dbaix.rules import camp, captives, combat, movement, music, obedience, potion, tokens
from sandtable.games.dbaix.rules.approach import is_gagging_bound
from sandtable.games.dbaix.rules.groups import link_all
from sandtable.games.dbaix.rules.marches import NEARBY, way_facing
from sandtable.games.dbaix.rules.pips import least_basic_cost, least_price
from sandtable.games.dbaix.rules.positions import is_on_table, side_of_bound
from sandtable.games.dbaix.switches import BreakOff
from sandtable.kernel.bits import is_in, lowest
from sandtable.kernel.compiling import kernel
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import choose
from sandtable.kernel.drafts import add, blank
from sandtable.kernel.log import LOG
from sandtable.kernel.near import make_grid
from sandtable.kernel.records import ACTION, MAX_ACTORS, NONE
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
    blank(drafts[0], Verb.MOVE.value)
    n = 0
    if is_gagging_bound(b) and b.phase == Phase.MOVEMENT:
        n = _list_obedient_moves(b, drafts[0], out, n, logs[0])
        if n == 0:  # nobody is left who can come: so movement may end
            n = _add_end(drafts[0], out, n)
    elif b.phase == Phase.MOVEMENT:
        n = _add_end(drafts[0], out, n)
        n = _list_musters(b, drafts[0], out, n, logs[0])
        n = _list_hand_overs(b, drafts[0], out, n)
        n = _list_moves(b, drafts[0], out, n, logs[0])
    elif b.phase == Phase.FLIGHT or b.phase == Phase.CALL:
        n = _list_choices(b, drafts[0], out)
    elif b.phase == Phase.DRINKING:
        n = _list_drinks(b, drafts[0], out)
    elif b.phase == Phase.COMBAT:
        n = _list_fights(b, drafts[0], out)
    elif b.phase == Phase.SPOILS or b.phase == Phase.TOKENS:
        n = _list_takes(b, drafts[0], out)
    keep_until_here(logs)
    keep_until_here(drafts)
    return n


@kernel
def _add_end(draft, out, n):
    """Add the end of the step."""
    blank(draft, Verb.END.value)
    return add(draft, out, n)


# The small steps


@kernel
def _list_choices(b, draft, out):
    """Who flees next, or is called, among equals."""
    n = 0
    for i in range(b.n_figures):
        if b.phase == Phase.FLIGHT:
            fits = music.may_flee_next(b, i)
        else:
            fits = music.may_be_called(b, i)
        if fits:
            blank(draft, Verb.CHOOSE.value)
            draft.target = i
            n = add(draft, out, n)
    return n


@kernel
def _list_drinks(b, draft, out):
    """All who may drink do, or nobody does."""
    n = _add_end(draft, out, 0)
    blank(draft, Verb.DRINK.value)
    potion.fill_drinkers(b, draft)
    if draft.n_actors > 0:
        n = add(draft, out, n)
    return n


@kernel
def _list_fights(b, draft, out):
    """Every pair that is still to fight, the figure of the active side first."""
    n = 0
    active = side_of_bound(b)
    for i in range(b.n_figures):
        if not combat.is_still_to_fight(b, i):
            continue
        j = b.figures[i].opponent
        if b.figures[i].side != active and (b.figures[j].side == active or j < i):
            continue
        blank(draft, Verb.FIGHT.value)
        draft.actors[0] = i
        draft.actors[1] = j
        draft.n_actors = 2
        n = add(draft, out, n)
    return n


@kernel
def _list_takes(b, draft, out):
    """Taking what lies there, or leaving it."""
    n = _add_end(draft, out, 0)
    for i in range(b.n_figures):
        for token in range(MAX_TOKENS):
            if b.phase == Phase.SPOILS:
                fits = i == b.spoils_taker and token == b.spoils_token
            else:
                fits = tokens.may_take(b, i, token)
            if fits:
                blank(draft, Verb.TAKE.value)
                draft.actors[0] = i
                draft.n_actors = 1
                draft.item = token
                n = add(draft, out, n)
    return n


# Musters and hand-overs


@kernel
def _muster_leader(b, choice):
    """Who may lead men out of the box: choice 0 an officer other than the commander, 1 the commander, or NONE.

    An officer in the box goes before one standing in the camp.
    """
    for from_box in (True, False):
        for i in range(b.n_figures):
            figure = b.figures[i]
            if figure.officer == 0 or (figure.commander != 0) != (choice == 1):
                continue
            if from_box and camp.may_come_back(b, figure):
                return i
            if not from_box and is_on_table(figure) and figure.side == Side.ROMANS and camp.may_fetch(b, i):
                return i
    return NONE


@kernel
def fill_muster(b, leader, gate, files, ranks, action):
    """Fill the muster of the leader and as many of the box as find room in so many files and ranks."""
    blank(action, Verb.MUSTER.value)
    action.target = gate
    action.amount = files
    action.actors[0] = leader
    count = 1
    for i in range(b.n_figures):
        if count < min(files * ranks, MAX_ACTORS) and i != leader and camp.may_come_back(b, b.figures[i]):
            action.actors[count] = i
            count += 1
    action.n_actors = count
    action.amount = min(files, count)


@kernel
def _has_box(b):
    """Some Roman may come back from the camp box in this bound."""
    for i in range(b.n_figures):
        if camp.may_come_back(b, b.figures[i]):
            return True
    return False


@kernel
def _list_musters(b, draft, out, n, log):
    """Out of every gate: as many as it holds, two abreast, one rank, and the leader alone."""
    if side_of_bound(b) != Side.ROMANS or b.n_gates == 0 or b.pips < b.rules.return_cost or not _has_box(b):
        return n
    for choice in range(2):
        leader = _muster_leader(b, choice)
        if leader == NONE:
            continue
        side = b.figures[leader].width
        ranks = max(int(b.rules.muster_depth / side + 0.01), 1)
        for gate in range(b.n_gates):
            widest = max(int(b.gates[gate].width / side + 0.01), 1)
            sizes = 0
            for shape in range(4):
                files = min(2, widest) if shape == 1 else widest
                fill_muster(b, leader, gate, 1 if shape == 3 else files, 1 if shape >= 2 else ranks, draft)
                if shape > 0 and draft.n_actors == sizes:
                    continue
                sizes = draft.n_actors
                if camp.judge_muster(b, draft, log).legal != 0 and n < len(out):
                    n = add(draft, out, n)
    return n


@kernel
def _list_hand_overs(b, draft, out, n):
    """Every captive to every friend who touches its guard."""
    side = side_of_bound(b)
    for captive in range(b.n_figures):
        if b.figures[captive].where != Where.CAPTIVE:
            continue
        guard = b.figures[captive].guard
        if guard == NONE or b.figures[guard].side != side:
            continue
        for friend in range(b.n_figures):
            if n < len(out) and captives.may_hand_over(b, guard, friend, captive):
                blank(draft, Verb.HAND_OVER.value)
                draft.actors[0] = guard
                draft.n_actors = 1
                draft.target = friend
                draft.item = captive
                n = add(draft, out, n)
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
        blank(draft, Verb.MOVE.value)
        mask = units[u]
        if u < n_groups:
            fill_actors(b, mask, draft)
        else:
            draft.actors[0] = units[u]
            draft.n_actors = 1
            mask = np.int64(1) << units[u]
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
    """List the legal ways of one mover, each once: of every kind, then those that meet an enemy."""
    first = n
    for kind in range(KINDS):
        if n < len(out) and fill_kind(b, mover, nearby, kind, draft):
            if kind >= DIRECTIONS and _is_listed(draft, out, first, n):
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
        enemy = np.int64(nearby.enemies[k])
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
    """While the bard sings: the way to him of every figure called."""
    for i in range(b.n_figures):
        if n < len(out) and b.figures[i].called != 0:
            blank(draft, Verb.MOVE.value)
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
    blank(action, Verb.END.value)


@kernel
def _sample_movement(b, dice, action, log):
    """A random move, muster, hand-over or the end of the movement phase."""
    _end(action)
    if b.pips <= 0 or choose(dice, 8) == 0:
        return
    if _sample_muster(b, dice, action, log):
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
        blank(action, Verb.MOVE.value)
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
        return fill_kind(b, mover, nearby, choose(dice, KINDS), action)
    enemy = np.int64(nearby.enemies[choose(dice, nearby.n_enemies)])
    member = member_to_meet(b, mover, enemy, action)
    if not fill_contact(b, mover, nearby, member, enemy, choose(dice, 4), action):
        return False
    if action.n_actors == 1 and choose(dice, 2) == 0:
        return bring_round(b, mover, action, choose(dice, TURNS))
    return True


@kernel
def _sample_muster(b, dice, action, log):
    """With some chance, and where it is legal, Romans come back from the box."""
    if side_of_bound(b) != Side.ROMANS or b.n_gates == 0 or b.pips < b.rules.return_cost or not _has_box(b):
        return False
    leader = _muster_leader(b, choose(dice, 2))
    if leader == NONE or choose(dice, 2) == 0:
        return False
    gate = choose(dice, b.n_gates)
    side = b.figures[leader].width
    files = 1 + choose(dice, max(int(b.gates[gate].width / side + 0.01), 1))
    ranks = 1 + choose(dice, max(int(b.rules.muster_depth / side + 0.01), 1))
    fill_muster(b, leader, gate, files, ranks, action)
    return camp.judge_muster(b, action, log).legal != 0
