"""Which actions Inter Arma lists, and one at random: orders to the figure or group that comes next, shots, blows."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.inter_arma.listing.combat import (
    add_legal,
    list_blows,
    list_closing,
    list_fights,
    list_leaders,
    list_shots,
    list_shots_of,
    list_victims,
    list_wounded,
)
from sandtable.games.inter_arma.listing.drafts import (
    HEADINGS,
    draft_compass,
    draft_standing_off,
    draft_to_fire,
    draft_to_take,
    draft_towards,
    first_to_move,
    gather_group,
    is_worth_going_to,
    mode_is_useful,
    nearest_enemy,
    spot_behind,
    spot_beside,
)
from sandtable.games.inter_arma.record import ACTION, Mode, Phase, Verb
from sandtable.games.inter_arma.rules.formation import chain_of, may_stand_in_formation
from sandtable.games.inter_arma.rules.goals import carries
from sandtable.games.inter_arma.rules.leaving import from_edge
from sandtable.games.inter_arma.rules.movement import (
    gets_somewhere,
    judge_setting_out,
    judge_way,
    throws_fatigue,
)
from sandtable.games.inter_arma.rules.night import must_head
from sandtable.games.inter_arma.rules.orders import may_act, mover
from sandtable.games.inter_arma.rules.positions import are_enemies, in_contact, is_able, is_mounted, touch
from sandtable.games.inter_arma.rules.sequence import judge
from sandtable.games.inter_arma.rules.victory import has_carried_off
from sandtable.games.inter_arma.rules.ways import who_stands_there
from sandtable.kernel.action_drafts import add, blank, draft_for
from sandtable.kernel.bitsets import bit, count_of, is_in
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import choose
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import facing_of_degrees, snap, snap_facing
from sandtable.kernel.log import LOG
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here

MOST = 512
"""Actions that a list can hold."""

NEAR_ENOUGH = 36.0
"""Centimetres from whoever shoots within which an enemy's range is worth going to."""


@kernel
def turn_to(b, draft, i, j):
    """Let the draft end facing figure ``j``."""
    way = snap_facing(b.figures[j].x - b.figures[i].x, b.figures[j].y - b.figures[i].y)
    draft.fx = way.x
    draft.fy = way.y


@kernel
def is_offered(b, action, log):
    """A candidate is listed: a way of those who may set out, if they get there; a group's if each gets anywhere.

    Everything else, and who keeps to a heading in the dark, was judged when it was drafted.
    """
    lead = action.actors[0]
    if action.verb != Verb.MOVE or must_head(b, lead):
        return True
    if action.n_actors == 1:
        return judge_way(b, action, lead, log) == 1
    for k in range(action.n_actors):
        if gets_somewhere(b, action, action.actors[k], log) == 0:
            return False
    return True


@kernel
def _list_at_enemy(b, i, j, mode, draft, log, out, n):
    """Straight at enemy ``j``; and where a friend is at it already, to either side of that friend."""
    if draft_towards(b, draft, i, mode, b.figures[j].x, b.figures[j].y) <= 0.05:
        return n
    k = who_stands_there(b, i, draft.x, draft.y)
    if k == NONE:
        return add(draft, out, n)
    if are_enemies(b, i, k) or not touch(b, j, k):
        return n
    for hand in range(-1, 2, 2):
        spot = spot_beside(b, i, j, k, hand)
        apart = distance_of_points(b.figures[i].x, b.figures[i].y, spot.x, spot.y)
        if draft_towards(b, draft, i, mode, spot.x, spot.y) > max(apart - 0.1, 0.05):
            turn_to(b, draft, i, j)
            n = add(draft, out, n)
    return n


@kernel
def _list_behind(b, i, j, mode, draft, log, out, n):
    """To the second rank behind each friend who fights enemy ``j``, for a figure whose weapon reaches so far."""
    figure = b.figures[i]
    for k in range(b.n_figures):
        friend = b.figures[k]
        if k == i or friend.side != figure.side or not is_able(friend) or not touch(b, j, k):
            continue
        spot = spot_behind(b, i, j, k)
        apart = distance_of_points(figure.x, figure.y, spot.x, spot.y)
        if draft_towards(b, draft, i, mode, spot.x, spot.y) > max(apart - 0.05, 0.05):
            turn_to(b, draft, i, j)
            n = add(draft, out, n)
    return n


@kernel
def _list_standing_off(b, i, mode, nearest, draft, log, out, n):
    """To a good range from enemies, if it may shoot after it has gone so; without a range, short of the nearest."""
    figure = b.figures[i]
    may_aim = figure.gun != NONE and (mode == Mode.WALK or is_mounted(figure))
    for j in range(b.n_figures):
        foe = b.figures[j]
        if j != nearest and not (may_aim and is_able(foe) and foe.civilian == 0 and are_enemies(b, i, j)):
            continue
        if j == nearest or distance_of_points(figure.x, figure.y, foe.x, foe.y) < NEAR_ENOUGH:
            if draft_standing_off(b, draft, i, mode, j) > 1.0:
                turn_to(b, draft, i, j)
                n = add(draft, out, n)
    return n


@kernel
def _list_ways(b, i, mode, draft, log, out, n):
    """Where figure ``i`` may go by a mode: at the nearest enemies, at goals, home, and along the compass."""
    squad = b.squads[b.figures[i].squad]
    if must_head(b, i) and squad.headed != 0:
        draft_towards(b, draft, i, mode, b.figures[i].x + 60.0 * squad.hx, b.figures[i].y + 60.0 * squad.hy)
        return add_legal(b, draft, log, out, n)
    draft_for(b, draft, Verb.MOVE, i)
    draft.mode = mode
    if judge_setting_out(b, draft, i, log) == 0:
        return n
    nearest = nearest_enemy(b, i)
    n = _list_standing_off(b, i, mode, nearest, draft, log, out, n)
    for j in range(b.n_figures):
        if is_able(b.figures[j]) and are_enemies(b, i, j):
            apart = distance_of_points(b.figures[i].x, b.figures[i].y, b.figures[j].x, b.figures[j].y)
            if apart < 24.0 or j == nearest:
                n = _list_at_enemy(b, i, j, mode, draft, log, out, n)
                if b.figures[i].long_arm != 0:
                    n = _list_behind(b, i, j, mode, draft, log, out, n)
    for m in range(b.n_markers):
        if is_worth_going_to(b, i, mode, m):
            if draft_towards(b, draft, i, mode, b.markers[m].x, b.markers[m].y) > 0.05:
                n = add(draft, out, n)
            for place in range(HEADINGS if b.markers[m].thing != 0 and b.markers[m].owner != b.figures[i].side else 0):
                if draft_to_take(b, draft, i, mode, m, place):
                    n = add(draft, out, n)
    for k in range(b.terrain.n_features if b.figures[i].torch != 0 else 0):
        if draft_to_fire(b, draft, i, mode, k) > 0.05:
            n = add(draft, out, n)
    for c in range(b.n_checkpoints):
        if draft_towards(b, draft, i, mode, b.checkpoints[c].x, b.checkpoints[c].y) > 0.05:
            n = add(draft, out, n)
    for h in range(b.n_herds):
        if b.herds[h].off == 0:
            if draft_towards(b, draft, i, mode, b.herds[h].x, b.herds[h].y) > 0.05:
                n = add(draft, out, n)
    for heading in range(HEADINGS):
        if draft_compass(b, draft, i, mode, heading) > 0.05:
            if nearest != NONE:
                turn_to(b, draft, i, nearest)
            n = add(draft, out, n)
            side = b.figures[i].side
            if from_edge(b, side, draft.x, draft.y) < b.figures[i].width and (
                carries(b, i) or has_carried_off(b, side)
            ):
                draft.verb = Verb.LEAVE
                n = add_legal(b, draft, log, out, n)
    return n


@kernel
def _list_group_ways(b, i, mode, draft, log, out, n):
    """Where the whole group of figure ``i`` may go at once: at the nearest enemy, and along the compass."""
    if b.figures[i].broke != 0:  # who leaves contact goes alone
        return n
    draft_for(b, draft, Verb.MOVE, i)
    many = gather_group(b, draft, i, mode)
    if many < 2:
        return n
    draft.mode = mode
    if not must_head(b, i):
        for k in range(many):
            if judge_setting_out(b, draft, draft.actors[k], log) == 0:
                return n
    group = np.empty(many, np.int64)
    for k in range(many):
        group[k] = draft.actors[k]
    j = nearest_enemy(b, i)
    for way in range(HEADINGS + 1):
        if way == HEADINGS and j == NONE:
            break
        if way == HEADINGS:
            gone = draft_towards(b, draft, i, mode, b.figures[j].x, b.figures[j].y)
        else:
            gone = draft_compass(b, draft, i, mode, way)
        if gone > 0.05:
            for k in range(many):
                draft.actors[k] = group[k]
            draft.n_actors = many
            if j != NONE:
                turn_to(b, draft, i, j)
            n = add_legal(b, draft, log, out, n) if must_head(b, i) else add(draft, out, n)
    keep_until_here(group)
    return n


@kernel
def _list_headings(b, i, draft, log, out, n):
    """In which direction the group of figure ``i`` may set out in the dark."""
    for heading in range(HEADINGS):
        draft_for(b, draft, Verb.HEAD, i)
        way = facing_of_degrees(360.0 / HEADINGS * heading)
        draft.fx = way.x
        draft.fy = way.y
        n = add_legal(b, draft, log, out, n)
    j = nearest_enemy(b, i)
    if j != NONE:
        draft_for(b, draft, Verb.HEAD, i)
        turn_to(b, draft, i, j)
        n = add_legal(b, draft, log, out, n)
    return n


@kernel
def _list_in_contact(b, i, draft, log, out, n):
    """Breaking contact and retreat."""
    draft_for(b, draft, Verb.BREAK, i)
    n = add_legal(b, draft, log, out, n)
    draft_for(b, draft, Verb.RETREAT, i)
    n = add_legal(b, draft, log, out, n)
    many = 1
    for j in range(b.n_figures):
        if j != i and b.figures[j].squad == b.figures[i].squad and b.figures[j].moved == 0 and is_able(b.figures[j]):
            if in_contact(b, j) and many < len(draft.actors):
                draft.actors[many] = j
                many += 1
    if many > 1:
        draft.n_actors = many
        n = add_legal(b, draft, log, out, n)
    return n


@kernel
def _list_formations(b, draft, log, out, n):
    """Closed formations of those who stand together."""
    side = mover(b)
    if b.sides[side].may_form == 0:
        return n
    done = bit(0) & 0
    ready = bit(0) & 0
    for i in range(b.n_figures):
        if b.figures[i].side == side and b.figures[i].formed == 0 and b.figures[i].declared == 0:
            if may_stand_in_formation(b, i):
                ready |= bit(i)
    for i in range(b.n_figures):
        if not is_in(ready, i) or is_in(done, i):
            continue
        chain = chain_of(b, i, ready)
        done |= chain
        if count_of(chain) < b.rules.formation_least:
            continue
        draft_for(b, draft, Verb.FORM, i)
        draft.n_actors = 0
        for j in range(b.n_figures):
            if is_in(chain, j) and draft.n_actors < len(draft.actors):
                draft.actors[draft.n_actors] = j
                draft.n_actors += 1
        n = add_legal(b, draft, log, out, n)
    return n


@kernel
def _list_special(b, i, draft, log, out, n):
    """Towers and herds at hand."""
    for k in range(b.terrain.n_features):
        if b.figures[i].tower == k:
            for heading in range(HEADINGS):
                box = b.terrain.features[k]
                way = facing_of_degrees(360.0 / HEADINGS * heading)
                draft_for(b, draft, Verb.CLIMB, i)
                draft.target = k
                draft.x = snap(0.5 * (box.x0 + box.x1) + way.x * (0.5 * (box.x1 - box.x0) + 1.05))
                draft.y = snap(0.5 * (box.y0 + box.y1) + way.y * (0.5 * (box.y1 - box.y0) + 1.05))
                n = add_legal(b, draft, log, out, n)
    for h in range(b.n_herds):
        for heading in range(HEADINGS):
            mode = 0 if b.troops[b.figures[i].troop].walk > 0.0 else 1
            if draft_compass(b, draft, i, mode, heading) > 0.05:
                far = distance_of_points(b.figures[i].x, b.figures[i].y, draft.x, draft.y)
                share = min(1.0, (b.rules.herd_move - 0.01) / max(far, 0.01))
                draft.verb = Verb.DRIVE
                draft.target = h
                draft.x = snap(b.figures[i].x + share * (draft.x - b.figures[i].x))
                draft.y = snap(b.figures[i].y + share * (draft.y - b.figures[i].y))
                n = add_legal(b, draft, log, out, n)
    return n


@kernel
def _list_standing(b, i, draft, log, out, n):
    """All of the group of figure ``i`` who are out of contact stand still, turned as the draft says."""
    for j in range(b.n_figures):
        other = b.figures[j]
        if j == i or other.squad != b.figures[i].squad or draft.n_actors >= len(draft.actors) or not may_act(b, j):
            continue
        if other.declared == 0 and b.figures[i].declared == 0 and not in_contact(b, j):
            draft.actors[draft.n_actors] = j
            draft.n_actors += 1
    if draft.n_actors < 2:
        return n
    return add_legal(b, draft, log, out, n)


@kernel
def _list_moves(b, draft, log, out, n):
    """Orders to the figure that comes next and to its group; closed formations; the end of the movement."""
    blank(draft, Verb.DONE)
    n = add(draft, out, n)
    n = _list_formations(b, draft, log, out, n)
    i = first_to_move(b)
    return n if i == NONE else _list_orders(b, i, draft, log, out, n)


@kernel
def _list_orders(b, i, draft, log, out, n):
    """Orders to figure ``i`` and to its group."""
    draft_for(b, draft, Verb.STAND, i)
    n = add_legal(b, draft, log, out, n)
    j = nearest_enemy(b, i)
    if j != NONE:
        turn_to(b, draft, i, j)
        if draft.fx != b.figures[i].fx or draft.fy != b.figures[i].fy:
            n = add_legal(b, draft, log, out, n)
        n = _list_standing(b, i, draft, log, out, n)
    if in_contact(b, i) and b.figures[i].broke == 0:
        return _list_in_contact(b, i, draft, log, out, n)
    if must_head(b, i) and b.squads[b.figures[i].squad].headed == 0:
        return _list_headings(b, i, draft, log, out, n)
    n = _list_special(b, i, draft, log, out, n)
    for mode in range(3):
        if not mode_is_useful(b, i, mode):
            continue
        if throws_fatigue(b, i, mode) and b.figures[i].declared == 0:
            draft_for(b, draft, Verb.DECLARE, i)
            draft.mode = mode
            n = add_legal(b, draft, log, out, n)
            if gather_group(b, draft, i, mode) > 1:
                n = add_legal(b, draft, log, out, n)
            continue
        n = _list_ways(b, i, mode, draft, log, out, n)
        n = _list_group_ways(b, i, mode, draft, log, out, n)
    return n


@kernel
def _keep_offered(b, out, drafted):
    """Move those of the first ``drafted`` candidates that are offered to the front; returns how many they are."""
    logs = np.empty(1, LOG)
    logs[0].keep = 0
    n = 0
    for k in range(drafted):
        if is_offered(b, out[k], logs[0]):
            if n < k:
                copy_record(out[n], out[k])
            n += 1
    keep_until_here(logs)
    return n


@kernel
def orders_of(b, i, out):
    """Fill ``out`` with what figure ``i`` may do, whether or not it comes next in the list; returns how many."""
    drafts = np.empty(1, ACTION)
    logs = np.empty(1, LOG)
    draft = drafts[0]
    log = logs[0]
    log.keep = 0
    n = 0
    if b.phase == Phase.MOVEMENT and may_act(b, i):
        n = _list_orders(b, i, draft, log, out, n)
    elif b.phase == Phase.SHOOTING:
        n = list_shots_of(b, i, draft, log, out, n)
    keep_until_here(drafts)
    keep_until_here(logs)
    return _keep_offered(b, out, n)


@kernel
def legal_actions(b, out):
    """Fill ``out`` with useful legal actions; returns how many."""
    return _keep_offered(b, out, candidates(b, out))


@kernel
def candidates(b, out):
    """Fill ``out`` with what ``legal_actions`` lists, and with ways that ``is_offered`` finds not to lead there."""
    drafts = np.empty(1, ACTION)
    logs = np.empty(1, LOG)
    draft = drafts[0]
    log = logs[0]
    log.keep = 0
    n = 0
    if b.phase == Phase.MOVEMENT:
        n = _list_moves(b, draft, log, out, n)
    elif b.phase == Phase.SHOOTING:
        n = list_shots(b, draft, log, out, n)
    elif b.phase == Phase.CLOSING:
        n = list_closing(b, draft, log, out, n)
    elif b.phase == Phase.AMBUSHES:
        n = list_victims(b, draft, out, n)
    elif b.phase == Phase.MELEE:
        n = list_fights(b, draft, out, n)
    elif b.phase == Phase.BLOWS:
        n = list_blows(b, draft, out, n)
    elif b.phase == Phase.WOUNDED:
        n = list_wounded(b, draft, out, n)
    else:
        n = list_leaders(b, draft, log, out, n)
    keep_until_here(drafts)
    keep_until_here(logs)
    return n


@kernel
def _may_sample_move(b, i):
    """A way for figure ``i`` is drafted at random; else it is listed what it may do."""
    if i == NONE or in_contact(b, i) or b.figures[i].tower != NONE or b.figures[i].tired != 0:
        return False
    return not must_head(b, i) or b.squads[b.figures[i].squad].headed != 0


@kernel
def _sample_move(b, i, dice, action, log):
    """A random way for figure ``i``, or its group; False if it cannot go so."""
    mode = choose(dice, 3)
    if not mode_is_useful(b, i, mode):
        return False
    if throws_fatigue(b, i, mode) and b.figures[i].declared == 0:
        draft_for(b, action, Verb.DECLARE, i)
        action.mode = mode
    elif must_head(b, i):
        squad = b.squads[b.figures[i].squad]
        draft_towards(b, action, i, mode, b.figures[i].x + 60.0 * squad.hx, b.figures[i].y + 60.0 * squad.hy)
    elif choose(dice, 2) == 0:
        j = nearest_enemy(b, i)
        if j == NONE or draft_towards(b, action, i, mode, b.figures[j].x, b.figures[j].y) < 0.05:
            return False
    elif draft_compass(b, action, i, mode, choose(dice, HEADINGS)) < 0.05:
        return False
    if choose(dice, 2) == 0:
        gather_group(b, action, i, mode)
    return judge(b, action, log).legal == 1


@kernel
def sample_action(b, dice, action):
    """Fill ``action`` with one legal action at random: of the moves one drafted, else one of the list."""
    if b.phase == Phase.MOVEMENT:
        logs = np.empty(1, LOG)
        log = logs[0]
        log.keep = 0
        found = False
        i = first_to_move(b)
        if _may_sample_move(b, i):
            for _ in range(3):
                if not found:
                    found = _sample_move(b, i, dice, action, log)
        if not found:
            if i != NONE and choose(dice, 4) > 0:
                draft_for(b, action, Verb.STAND, i)
                found = judge(b, action, log).legal == 1
        keep_until_here(logs)
        if found:
            return
    out = np.empty(MOST, ACTION)
    n = legal_actions(b, out)
    pick = choose(dice, n)
    if n > 1 and out[pick].verb == Verb.DONE and choose(dice, 4) > 0:
        pick = choose(dice, n)
    copy_record(action, out[pick])
    keep_until_here(out)
