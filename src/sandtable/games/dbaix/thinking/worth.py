"""What a listed action looks worth at first sight: what it changes for those who act, feature by feature.

This is a judgement of ours for computer generals, not a rule; data/worth.toml has the weights and the words. Nothing is
copied and no die thrown: movers are stood where they would end, looked at, and stood back.
"""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.common.worth import feature_enum, swap_poses, weigh
from sandtable.games.dbaix.clauses import FOLDER
from sandtable.games.dbaix.record import (
    N_FEATURES,
    Award,
    Phase,
    Side,
    Verb,
    Where,
)
from sandtable.games.dbaix.rules.commanders import distance_to_commander
from sandtable.games.dbaix.rules.contacts import front_contact_enemy, front_edge_on, is_fighting_contact
from sandtable.games.dbaix.rules.marches import end_of, way_of
from sandtable.games.dbaix.rules.pips import (
    distance_limit,
    is_free_of_charge,
    least_basic_cost,
    moved_before,
    order_surcharges,
)
from sandtable.games.dbaix.rules.positions import REACH, is_on_table
from sandtable.games.dbaix.rules.sequence import current_side
from sandtable.games.dbaix.rules.terrain import rampart_between
from sandtable.games.dbaix.thinking.evaluate import (
    delivery_points,
    fight_gain,
    near,
)
from sandtable.games.dbaix.thinking.outlook import (
    CLOSE_BY,
    FARTHEST,
    VIEW,
    is_at_hand,
    look_round,
    nearest_to_bard,
    note_friends_about,
    silencing,
    size_up,
)
from sandtable.games.dbaix.thinking.ways_home import nearer_home
from sandtable.kernel.action_checks import actor
from sandtable.kernel.bitsets import bit, is_in, lowest, without
from sandtable.kernel.contact import is_level_beside
from sandtable.kernel.geometry import base_of
from sandtable.kernel.log import LOG
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here

Feature = feature_enum(FOLDER, __name__)


@kernel
def worth(b, actions, n, features, out):
    """What each of the first ``n`` actions looks worth to the side to decide; see kernel/verbs.py.

    Features are counted in the view: references to arrays are counted in each call that hands one on, 4 % of all time.
    """
    logs = np.empty(1, LOG)
    logs[0].keep = 0
    views = np.empty(1, VIEW)
    side = current_side(b)
    look_round(b, side, views[0], logs[0])
    for k in range(n):
        _look_at(b, actions[k], views[0], views[0].found, logs[0])
        for column in range(N_FEATURES):
            features[k, column] = views[0].found[column]
    weigh(features, b.worths[side], n, out)
    keep_until_here(logs)
    keep_until_here(views)


@kernel
def _look_at(b, action, view, found, log):
    """Fill ``found`` with the features of one action."""
    found[:] = 0.0
    verb = action.verb
    if verb == Verb.MOVE:
        if not _is_unit(action, view):
            _note_unit(b, action, view, log)
        _displaced(b, action, view, found, log)
    elif verb == Verb.END:
        found[Feature.IDLE] = b.pips if b.phase == Phase.MOVEMENT else 0.0
    elif verb == Verb.FIGHT:
        _gain(b, action, view, found, log)
    elif verb == Verb.MUSTER:
        found[Feature.MUSTER] = action.n_actors
    elif verb == Verb.HAND_OVER:
        _handed_over(b, action, view, found)
    elif verb == Verb.DRINK:
        found[Feature.DRINK] = _enemies_about(b, view)
    elif verb == Verb.TAKE:
        found[Feature.TAKE] = delivery_points(b, action.item, view.side)


@kernel
def _gain(b, action, view, found, log):
    """What the named fight brings the side on average."""
    i = action.actors[0]
    j = action.actors[1]
    found[Feature.GAIN] = fight_gain(b, i, j, view.dread, b.weights[view.side], view.loads, log)


# ---------------------------------------------------------------- moves


@kernel
def _price(b, action, log):
    """The price of a move, as far as it is known without its way: who moves, from where, how often."""
    if is_free_of_charge(b, action):
        return 0.0
    cost = least_basic_cost(b, b.figures[action.actors[0]].side, action.n_actors > 1)
    if action.n_actors > 0 and moved_before(b, action) != NONE:
        cost += b.rules.second_move_cost
    return 0.0 + cost + order_surcharges(b, action, log)


@kernel
def _is_unit(action, view):
    """The action's actors are those of the move looked at last."""
    if action.n_actors != view.n_unit:
        return False
    for k in range(action.n_actors):
        if action.actors[k] != view.unit[k]:
            return False
    return True


@kernel
def _note_unit(b, action, view, log):
    """Note what all moves of these actors have in common: what they pay at least, and how they stand now."""
    view.n_unit = action.n_actors
    view.movers = 0
    view.unit_met = 0
    view.given[:] = 0.0
    view.given[Feature.PRICE] = _price(b, action, log)
    for k in range(action.n_actors):
        i = actor(action, k)
        view.unit[k] = i
        view.movers |= bit(i)
        _stands_now(b, i, view)
        view.unit_met |= view.met[i]
        for column in range(N_FEATURES):
            view.given[column] -= view.now[i, column]


@kernel
def _displaced(b, action, view, found, log):
    """What a move changes: how its movers, and the fights near them, stand at its end, less how they stand now."""
    way = way_of(b, action)
    movers = view.movers
    foes = view.unit_met
    for column in range(N_FEATURES):
        found[column] = view.given[column]
    for k in range(action.n_actors):
        end = end_of(b, way, actor(action, k))
        view.was[k, 0] = end.x
        view.was[k, 1] = end.y
        view.was[k, 2] = end.fx
        view.was[k, 3] = end.fy
    swap_poses(b, action, action.n_actors, view.was)
    if view.gagger != NONE:
        found[Feature.GAG] += _silencing_after(b, movers, view) - view.closest
    for k in range(action.n_actors):
        foes |= _stands(b, actor(action, k), view, found)
    if foes != 0:
        found[Feature.FIGHT] += _fights(b, movers, foes, view, log)
        for k in range(action.n_actors):
            _takes_in_flank(b, actor(action, k), foes, view, found, log)
    swap_poses(b, action, action.n_actors, view.was)
    if foes != 0:
        found[Feature.FIGHT] -= _fights_now(b, foes, view, log)


@kernel
def _fights(b, movers, foes, view, log):
    """What the fights of the side with these enemies bring on average: only movers can have new rivals."""
    total = 0.0
    rest = view.fighting | movers
    while rest != 0:
        i = lowest(rest)
        rest = without(rest, i)
        j = _rival_among(b, i, foes) if is_in(movers, i) else view.rivals[i]
        if j != NONE and is_in(foes, j):
            total += fight_gain(b, i, j, view.dread, b.weights[view.side], view.loads, log)
    return total


@kernel
def _rival_among(b, i, foes):
    """Which of these enemies figure ``i`` fights, or NONE."""
    rest = foes
    while rest != 0:
        j = lowest(rest)
        rest = without(rest, j)
        if is_fighting_contact(b, i, j):
            return j
    return NONE


@kernel
def _fights_now(b, foes, view, log):
    """The same before any of the actions: each fight is looked at once for all of them."""
    total = 0.0
    rest = view.fighting
    while rest != 0:
        i = lowest(rest)
        rest = without(rest, i)
        j = view.rivals[i]
        if not is_in(foes, j):
            continue
        if not is_in(view.fights_known, i):
            view.fights_known |= bit(i)
            view.fights[i] = fight_gain(b, i, j, view.dread, b.weights[view.side], view.loads, log)
        total += view.fights[i]
    return total


@kernel
def _takes_in_flank(b, i, foes, view, found, log):
    """Count the enemies on whose side or rear ``i`` stands; one who fights nobody yet will turn and fight it."""
    rest = foes
    while rest != 0:
        j = lowest(rest)
        rest = without(rest, j)
        if front_edge_on(b, i, j) > 0:
            found[Feature.FLANK] += 1.0
            if b.figures[i].woman == 0:
                found[Feature.PRICE] += b.rules.flank_contact_cost
            if front_contact_enemy(b, j) == NONE:
                w = b.weights[view.side]
                found[Feature.FIGHT] += fight_gain(b, i, j, view.dread, w, view.loads, log)


# ---------------------------------------------------------------- how one figure stands


@kernel
def _stands_now(b, i, view):
    """Fill ``view.now[i]`` with how figure ``i`` stands before any of the actions, once for all of them."""
    if not is_in(view.known, i):
        view.known |= bit(i)
        view.now[i] = 0.0
        note_friends_about(b, i, view)
        view.met[i] = _stands(b, i, view, view.now[i])


@kernel
def _may_be_beside(figure, i, view):
    """Mask of the friends who may be level beside figure ``i`` where it is: those about it, and who moves with it."""
    dx = figure.x - view.place[i, 0]
    dy = figure.y - view.place[i, 1]
    if dx * dx + dy * dy > FARTHEST * FARTHEST:
        return view.friends
    return view.about[i] | (view.movers & view.friends)


@kernel
def _stands(b, i, view, found):
    """Add how figure ``i`` stands where it is; returns the enemies near enough to touch it, a mask."""
    met = _stands_to_enemies(b, i, view, found)
    _stands_to_friends(b, i, view, found)
    _stands_to_goals(b, i, view, found)
    _stands_to_bard(b, i, view, found)
    return met


@kernel
def _stands_to_bard(b, i, view, found):
    """Who hears the song, or comes to gag the singer."""
    figure = b.figures[i]
    if view.bard == NONE:
        return
    dx = b.figures[view.bard].x - figure.x
    dy = b.figures[view.bard].y - figure.y
    away = math.sqrt(dx * dx + dy * dy)
    if figure.side != Side.GAULS:
        if away <= b.rules.music_range + 1.0:  # between centres
            found[Feature.SONG] += view.soon * (1.0 + view.loads[i])
    elif figure.called != 0:
        found[Feature.GAG] += near(away, b.weights[view.side])


@kernel
def _silencing_after(b, movers, view):
    """The same of whoever is nearest once these have moved."""
    if is_in(movers, view.gagger):
        i, _ = nearest_to_bard(b, view.friends, view)
        return silencing(b, i, view)
    i, squared = nearest_to_bard(b, movers, view)
    if squared > view.least or (squared == view.least and i > view.gagger):
        return view.closest
    return silencing(b, i, view)


@kernel
def _stands_to_enemies(b, i, view, found):
    """Add the prizes within reach and the enemies to be feared or not; returns those near enough to touch, a mask."""
    size_up(b, i, view)
    figure = b.figures[i]
    row = view.like[i]
    w = b.weights[view.side]
    equal = view.strengths[i] + 1.0
    hunt = math.inf  # who carries something hunts nobody
    if view.loads[i] <= 0.0 and view.n_foes > 0:
        hunt = max(_drawn_to(figure, row, view.quarry[i], view, w), 0.0)
    easy = math.inf
    strong = math.inf
    peril = 0.0
    horizon = max(b.rules.move + 1.0, CLOSE_BY, 2.0 * REACH)
    met = 0
    for f in range(view.n_foes):
        foe = view.foes[f]
        dx = foe.x - figure.x
        dy = foe.y - figure.y
        squared = dx * dx + dy * dy
        easy = min(easy, squared if foe.strength <= equal else math.inf)
        strong = min(strong, math.inf if foe.strength <= equal else squared)
        at_least = max(abs(dx), abs(dy)) - 1.0
        if view.lure[row, f] * w.reach > hunt * (w.reach + at_least):  # else it is no better prize
            gain = view.lure[row, f] * near(_between_edges(squared), w)
            if gain > hunt:
                hunt = gain
                view.quarry[i] = f
        if squared >= horizon * horizon:
            continue
        if _between_edges(squared) < b.rules.move:
            peril = max(peril, view.menace[row, f])
        if squared < CLOSE_BY * CLOSE_BY:
            _stands_close(figure, foe, dx, dy, found)
        if is_at_hand(figure, foe) and not rampart_between(b, figure.x, figure.y, foe.x, foe.y):
            met |= bit(foe.who)
    found[Feature.HUNT] += hunt if hunt < math.inf else 0.0
    found[Feature.NEAR] += near(_between_edges(easy), w)
    found[Feature.FEAR] += near(_between_edges(strong), w)
    found[Feature.PERIL] += peril
    return met


@kernel
def _between_edges(squared):
    """Inches between two bases whose middles are apart by the root of this."""
    return max(math.sqrt(squared) - 1.0, 0.0)


@kernel
def _drawn_to(figure, row, f, view, w):
    """The prize that a foe is to a figure with this row of ``lure``, by how near that is."""
    foe = view.foes[f]
    dx = foe.x - figure.x
    dy = foe.y - figure.y
    return view.lure[row, f] * near(_between_edges(dx * dx + dy * dy), w)


@kernel
def _stands_close(figure, foe, dx, dy, found):
    """Count an enemy close by, at (dx, dy), who stands behind the figure's front, or it behind that one's."""
    if dx * foe.fx + dy * foe.fy > foe.half:
        found[Feature.BEHIND] += 1.0
    if dx * figure.fx + dy * figure.fy < -0.5 * figure.depth:
        found[Feature.EXPOSED] += 1.0


@kernel
def _stands_to_friends(b, i, view, found):
    """Friends level beside the figure, and whether its commander is near enough."""
    figure = b.figures[i]
    base = base_of(figure)
    rest = without(_may_be_beside(figure, i, view), i)
    while rest != 0:
        j = lowest(rest)
        rest = without(rest, j)
        other = b.figures[j]
        away = abs(other.x - figure.x) + abs(other.y - figure.y)
        if away < CLOSE_BY and is_level_beside(base_of(other), base):
            found[Feature.LINE] += 1.0
    if view.chief != NONE and figure.distance_exempt == 0 and _is_in_command(b, i, base, view):
        found[Feature.COMMAND] += 1.0


@kernel
def _is_in_command(b, i, base, view):
    """The figure is near enough to its commander: mostly so near that nothing has to be measured."""
    limit = distance_limit(b, view.side)
    chief = b.figures[view.chief]
    if chief.where == Where.TABLE and (chief.x - base.x) ** 2 + (chief.y - base.y) ** 2 <= limit * limit:
        return True
    return distance_to_commander(b, i, base, view.chief) <= limit


@kernel
def _stands_to_goals(b, i, view, found):
    """Tokens, loads on their way home, the hut, the ship."""
    figure = b.figures[i]
    w = b.weights[view.side]
    if figure.token == NONE:
        for t in range(view.n_tokens):
            away = math.sqrt((view.tokens[t, 0] - figure.x) ** 2 + (view.tokens[t, 1] - figure.y) ** 2)
            found[Feature.FETCH] += view.tokens[t, 2] * near(away, w)
    if view.freight[i] > 0.0:
        found[Feature.CARRY] += view.freight[i] * nearer_home(b, i, w)
    if b.hut != NONE:
        points = b.rules.points[Award.HUT_HELD][view.side]
        found[Feature.HUT] += points * near(_away_from(b.terrain.features[b.hut], figure), w)
    if figure.giant != 0 and b.ship != NONE and b.ship_sunk == 0:
        points = b.rules.points[Award.SHIP_SUNK][view.side]
        found[Feature.SHIP] += points * near(_away_from(b.terrain.features[b.ship], figure), w)


@kernel
def _away_from(feature, figure):
    """Inches from the figure's centre to the box around a feature."""
    dx = max(max(feature.x0 - figure.x, figure.x - feature.x1), 0.0)
    dy = max(max(feature.y0 - figure.y, figure.y - feature.y1), 0.0)
    return math.sqrt(dx * dx + dy * dy)


# ---------------------------------------------------------------- what else may be done


@kernel
def _handed_over(b, action, view, found):
    """How much nearer home a captive comes by being handed from one guard to another."""
    w = b.weights[view.side]
    giver = action.actors[0]
    taker = action.target
    gained = nearer_home(b, taker, w) - nearer_home(b, giver, w)
    found[Feature.HAND_OVER] = gained * max(view.freight[giver], 0.1)


@kernel
def _enemies_about(b, view):
    """How many enemies are so near one of the side's figures that a fight may come in the next bounds."""
    total = 0.0
    for j in range(b.n_figures):
        enemy = b.figures[j]
        if enemy.side == view.side or not is_on_table(enemy):
            continue
        for i in range(b.n_figures):
            figure = b.figures[i]
            if figure.side == view.side and is_on_table(figure):
                if abs(enemy.x - figure.x) + abs(enemy.y - figure.y) < 2.0 * CLOSE_BY:
                    total += 1.0
                    break
    return min(total, 6.0) - 2.0
