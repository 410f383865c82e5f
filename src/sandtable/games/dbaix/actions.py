"""The verbs legal_actions and sample_action of DBAix: useful legal actions for every step of a bound.

Every action listed has passed the same judge as any other: candidates.py proposes, the rules dispose.
"""

from __future__ import annotations

import numpy as np

from sandtable.games.dbaix import camp, captives, combat, movement, music, obedience, potion, tokens
from sandtable.games.dbaix.approach import is_gagging_bound
from sandtable.games.dbaix.blocks import MAX_GROUPS, fill_actors, groups_of_block
from sandtable.games.dbaix.candidates import (
    GROUP_KINDS,
    SINGLE_KINDS,
    Mover,
    blank_move,
    bring_round,
    close_to,
    fill_contact,
    fill_group,
    fill_single,
    limit_of,
    nearest_enemy,
)
from sandtable.games.dbaix.groups import actors_mask, block_of, is_in
from sandtable.games.dbaix.pips import is_free_of_charge, least_basic_cost, moved_before
from sandtable.games.dbaix.positions import are_enemies, is_on_table, side_of_bound
from sandtable.games.dbaix.record import (
    MAX_FEATURES,
    MAX_FIGURES,
    MAX_TOKENS,
    Phase,
    Side,
    Verb,
    Where,
)
from sandtable.games.dbaix.terrain import road_at
from sandtable.kernel.compiling import kernel
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import choose
from sandtable.kernel.log import LOG
from sandtable.kernel.near import make_grid
from sandtable.kernel.records import ACTION, MAX_ACTORS, NONE
from sandtable.kernel.scratch import keep_until_here

CELL = 6.0
"""Side of the cells, in inches, in which neighbours are looked up."""

TRIES = 8
"""How many moves sample_action draws before it ends the step or lists all."""

FAR = 10.0
"""Inches between centres beyond which the nearest enemy is no matter of this bound: fewer ways are offered."""


@kernel
def legal_actions(b, out):
    """Fill ``out`` with useful legal actions of the step that asks; return how many, never 0 before the end."""
    logs = np.empty(1, LOG)
    logs[0].keep = 0
    drafts = np.empty(1, ACTION)
    blank_move(drafts[0])
    n = _list(b, drafts[0], out, logs[0])
    keep_until_here(logs)
    keep_until_here(drafts)
    return n


@kernel
def _list(b, draft, out, log):
    """The list of ``legal_actions``, by step."""
    if b.phase == Phase.MOVEMENT:
        n = 0
        if music.may_end_movement(b, log):
            n = _add_plain(draft, Verb.END, out, n)
        n = _list_musters(b, draft, out, n, log)
        n = _list_hand_overs(b, draft, out, n, log)
        return _list_moves(b, draft, out, n, log)
    if b.phase == Phase.FLIGHT or b.phase == Phase.CALL:
        return _list_choices(b, draft, out)
    if b.phase == Phase.DRINKING:
        return _list_drinks(b, draft, out)
    if b.phase == Phase.COMBAT:
        return _list_fights(b, draft, out)
    if b.phase == Phase.SPOILS or b.phase == Phase.TOKENS:
        return _list_takes(b, draft, out)
    return 0


@kernel
def _add_plain(draft, verb, out, n):
    """Add an action that names nobody."""
    blank_move(draft)
    draft.verb = verb
    copy_record(out[n], draft)
    return n + 1


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
            blank_move(draft)
            draft.verb = Verb.CHOOSE.value
            draft.target = i
            copy_record(out[n], draft)
            n += 1
    return n


@kernel
def _list_drinks(b, draft, out):
    """All who may drink do, or nobody does."""
    n = _add_plain(draft, Verb.END, out, 0)
    blank_move(draft)
    draft.verb = Verb.DRINK.value
    count = 0
    for i in range(b.n_figures):
        if count < MAX_ACTORS and potion.may_drink(b, i):
            draft.actors[count] = i
            count += 1
    draft.n_actors = count
    if count > 0:
        copy_record(out[n], draft)
        n += 1
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
        blank_move(draft)
        draft.verb = Verb.FIGHT.value
        draft.actors[0] = i
        draft.actors[1] = j
        draft.n_actors = 2
        copy_record(out[n], draft)
        n += 1
    return n


@kernel
def _list_takes(b, draft, out):
    """Taking what lies there, or leaving it."""
    n = _add_plain(draft, Verb.END, out, 0)
    for i in range(b.n_figures):
        for token in range(MAX_TOKENS):
            if b.phase == Phase.SPOILS:
                fits = i == b.spoils_taker and token == b.spoils_token
            else:
                fits = tokens.may_take(b, i, token)
            if fits:
                blank_move(draft)
                draft.verb = Verb.TAKE.value
                draft.actors[0] = i
                draft.n_actors = 1
                draft.item = token
                copy_record(out[n], draft)
                n += 1
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
    blank_move(action)
    action.verb = Verb.MUSTER.value
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
                    copy_record(out[n], draft)
                    n += 1
    return n


@kernel
def _list_hand_overs(b, draft, out, n, log):
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
                blank_move(draft)
                draft.verb = Verb.HAND_OVER.value
                draft.actors[0] = guard
                draft.n_actors = 1
                draft.target = friend
                draft.item = captive
                copy_record(out[n], draft)
                n += 1
    return n


# Moves


@kernel
def least_cost(b, draft, order):
    """What a move of these actors costs at least, whatever the way."""
    if is_free_of_charge(b, draft):
        return 0
    side = b.figures[draft.actors[0]].side
    cost = least_basic_cost(b, side, draft.n_actors > 1) + order.surcharge
    second = moved_before(b, draft)
    if second != NONE:
        figure = b.figures[second]
        if side != Side.ROMANS or road_at(b, figure.x, figure.y) == NONE:
            cost += b.rules.second_move_cost
    return cost


@kernel
def _offer(b, draft, mover, out, n, log):
    """Add the drafted move if it is legal."""
    if n < len(out) and movement.judge_way(b, draft, mover.order, mover.nearby, log).legal != 0:
        copy_record(out[n], draft)
        return n + 1
    return n


@kernel
def _mover(b, draft, order, grid, figures, features):
    """The Mover for the drafted actors."""
    leader = np.int64(draft.actors[0])
    x0 = x1 = b.figures[leader].x
    y0 = y1 = b.figures[leader].y
    for k in range(1, draft.n_actors):
        figure = b.figures[draft.actors[k]]
        x0 = min(x0, figure.x)
        x1 = max(x1, figure.x)
        y0 = min(y0, figure.y)
        y1 = max(y1, figure.y)
    nearby = close_to(b, grid, x0, y0, x1, y1, figures, features)
    return Mover(leader, actors_mask(draft), order, nearby, nearest_enemy(b, leader), limit_of(b, leader, nearby))


@kernel
def _list_moves(b, draft, out, n, log):
    """Moves of every block and every single figure of the active side that can be paid."""
    if b.pips <= 0 and b.options.song_moves_free == 0:
        return n
    if is_gagging_bound(b):
        return _list_obedient_moves(b, draft, out, n, log)
    grid = make_grid(b.figures, b.n_figures, CELL, b.table_width, b.table_height)
    figures = np.empty(MAX_FIGURES, np.int64)
    features = np.empty(MAX_FEATURES, np.int64)
    able = movement.able_figures(b, log)
    n = _list_groups(b, able, draft, grid, figures, features, out, n, log)
    for i in range(b.n_figures):
        if is_in(able, i) or (b.options.break_off != 0 and b.figures[i].side == side_of_bound(b)):
            n = _list_single(b, i, is_in(able, i), draft, grid, figures, features, out, n, log)
    return n


@kernel
def _list_obedient_moves(b, draft, out, n, log):
    """While the bard sings: the way to him of every figure called."""
    for i in range(b.n_figures):
        if n < len(out) and b.figures[i].called != 0:
            blank_move(draft)
            if obedience.fill_approach(b, i, draft, log):
                copy_record(out[n], draft)
                n += 1
    return n


@kernel
def _list_single(b, i, is_able, draft, grid, figures, features, out, n, log):
    """Moves of figure ``i`` alone. Far from every enemy only the plainest ways are offered."""
    blank_move(draft)
    draft.actors[0] = i
    draft.n_actors = 1
    order = movement.order_of_able(b, draft, log) if is_able else movement.judge_order(b, draft, log)
    if not order.is_fit or least_cost(b, draft, order) > b.pips:
        return n
    mover = _mover(b, draft, order, grid, figures, features)
    is_far = mover.foe == NONE or _distance_square(b, i, mover.foe) > FAR * FAR
    for kind in range(SINGLE_KINDS):
        if is_far and (kind == 1 or 2 <= kind <= 5 or kind == 7 or kind == 8 or kind == 10):
            continue
        if fill_single(b, mover, kind, draft):
            n = _offer(b, draft, mover, out, n, log)
    for k in range(mover.nearby.n_figures):
        j = mover.nearby.figures[k]
        if are_enemies(b.figures[i], b.figures[j]):
            for edge in range(4):
                if fill_contact(b, mover, i, j, edge, draft):
                    listed = n
                    n = _offer(b, draft, mover, out, n, log)
                    if n == listed:
                        bring_round(b, mover, draft)
                        n = _offer(b, draft, mover, out, n, log)
    return n


@kernel
def _distance_square(b, i, j):
    """The square of the distance between two centres."""
    return (b.figures[i].x - b.figures[j].x) ** 2 + (b.figures[i].y - b.figures[j].y) ** 2


@kernel
def _list_groups(b, able, draft, grid, figures, features, out, n, log):
    """Moves of every block of able figures, of its ranks, and of its officers' files."""
    groups = np.empty(MAX_GROUPS, np.int64)
    left = able
    for i in range(b.n_figures):
        if not is_in(left, i):
            continue
        block = block_of(b, i, left)
        left &= ~block
        for g in range(groups_of_block(b, block, groups)):
            n = _list_group(b, groups[g], draft, grid, figures, features, out, n, log)
    return n


@kernel
def _list_group(b, group, draft, grid, figures, features, out, n, log):
    """Moves of one group."""
    blank_move(draft)
    fill_actors(b, group, draft)
    order = movement.order_of_able(b, draft, log)
    if least_cost(b, draft, order) > b.pips:
        return n
    mover = _mover(b, draft, order, grid, figures, features)
    for kind in range(GROUP_KINDS):
        if fill_group(b, mover, kind, draft):
            n = _offer(b, draft, mover, out, n, log)
    for k in range(mover.nearby.n_figures):
        j = mover.nearby.figures[k]
        if not are_enemies(b.figures[mover.leader], b.figures[j]):
            continue
        member = nearest_member(b, draft, j)
        for edge in range(4):
            if fill_contact(b, mover, member, j, edge, draft):
                n = _offer(b, draft, mover, out, n, log)
    return n


@kernel
def nearest_member(b, draft, enemy):
    """The actor whose front is nearest to the enemy: he is to meet him."""
    best = draft.actors[0] + 0
    least = 1e18
    foe = b.figures[enemy]
    for k in range(draft.n_actors):
        figure = b.figures[draft.actors[k]]
        dx = foe.x - figure.x - figure.fx * figure.depth
        dy = foe.y - figure.y - figure.fy * figure.depth
        if dx * dx + dy * dy < least:
            least = dx * dx + dy * dy
            best = draft.actors[k] + 0
    return best


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
        action_from(out[choose(dice, n)], action)
    keep_until_here(out)


@kernel
def action_from(source, action):
    """Copy one action into another."""
    action.x = source.x
    action.y = source.y
    action.fx = source.fx
    action.fy = source.fy
    action.via[:] = source.via
    action.verb = source.verb
    action.n_actors = source.n_actors
    action.actors[:] = source.actors
    action.target = source.target
    action.item = source.item
    action.amount = source.amount
    action.path = source.path
    action.n_via = source.n_via


@kernel
def _end(action):
    """Make ``action`` the end of the step."""
    blank_move(action)
    action.verb = Verb.END.value


@kernel
def _sample_movement(b, dice, action, log):
    """A random move, muster, hand-over or the end of the movement phase."""
    _end(action)
    if b.pips <= 0 or choose(dice, 8) == 0:
        return
    if _sample_muster(b, dice, action, log):
        return
    able = movement.able_figures(b, log)
    count = 0
    for i in range(b.n_figures):
        if is_in(able, i):
            count += 1
    if count == 0:
        _end(action)
        return
    grid = make_grid(b.figures, b.n_figures, CELL, b.table_width, b.table_height)
    figures = np.empty(MAX_FIGURES, np.int64)
    features = np.empty(MAX_FEATURES, np.int64)
    groups = np.empty(MAX_GROUPS, np.int64)
    for _ in range(TRIES):
        nth = choose(dice, count)
        chosen = NONE
        for i in range(b.n_figures):
            if is_in(able, i):
                if nth == 0:
                    chosen = i
                nth -= 1
        blank_move(action)
        action.actors[0] = chosen
        action.n_actors = 1
        if choose(dice, 2) == 0:
            n_groups = groups_of_block(b, block_of(b, chosen, able), groups)
            if n_groups > 0:
                fill_actors(b, groups[choose(dice, n_groups)], action)
        if _sample_way(b, dice, action, grid, figures, features, log):
            return
    _end(action)


@kernel
def _sample_way(b, dice, action, grid, figures, features, log):
    """A random way for the actors named; False if it is not legal."""
    order = movement.order_of_able(b, action, log)
    if least_cost(b, action, order) > b.pips:
        return False
    mover = _mover(b, action, order, grid, figures, features)
    filled = False
    if mover.nearby.n_figures > 0 and choose(dice, 3) == 0:
        enemy = mover.nearby.figures[choose(dice, mover.nearby.n_figures)]
        if are_enemies(b.figures[mover.leader], b.figures[enemy]):
            member = nearest_member(b, action, enemy)
            filled = fill_contact(b, mover, member, enemy, choose(dice, 4), action)
            if filled and action.n_actors == 1 and choose(dice, 2) == 0:
                bring_round(b, mover, action)
    if not filled and action.n_actors > 1:
        filled = fill_group(b, mover, choose(dice, GROUP_KINDS), action)
    elif not filled:
        filled = fill_single(b, mover, choose(dice, SINGLE_KINDS), action)
    return filled and movement.judge_way(b, action, mover.order, mover.nearby, log).legal != 0


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
