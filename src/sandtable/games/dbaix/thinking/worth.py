"""What a listed action looks worth at first sight: what it changes for those who act, feature by feature.

This is a judgement of ours for computer generals, not a rule; data/worth.toml has the weights and the words. Nothing is
copied and no die thrown: movers are stood where they would end, looked at, and stood back.
"""

from __future__ import annotations

import math

import numpy as np

from sandtable.games.common.worth import feature_enum, swap_poses, weigh
from sandtable.games.dbaix.clauses import FOLDER
from sandtable.games.dbaix.record import (
    MAX_FIGURES,
    MAX_TOKENS,
    N_FEATURES,
    N_SIDES,
    Award,
    Phase,
    Side,
    Song,
    TokenState,
    Verb,
    Where,
)
from sandtable.games.dbaix.rules.commanders import commander_of, distance_to_commander
from sandtable.games.dbaix.rules.contacts import front_contact_enemy, front_edge_on, is_fighting_contact, may_meet
from sandtable.games.dbaix.rules.marches import end_of, way_of
from sandtable.games.dbaix.rules.pips import (
    distance_limit,
    is_free_of_charge,
    least_basic_cost,
    moved_before,
    order_surcharges,
)
from sandtable.games.dbaix.rules.positions import REACH, half_girth, is_on_table
from sandtable.games.dbaix.rules.sequence import current_side
from sandtable.games.dbaix.thinking.evaluate import (
    bounds_begun,
    chance_to_rout,
    chance_to_win,
    delivery_points,
    fight_gain,
    near,
    note_freight,
    note_loads,
    note_strengths,
    prize,
)
from sandtable.games.dbaix.thinking.song_worth import SOON, chance_of_song, threat_of_song
from sandtable.games.dbaix.thinking.ways_home import nearer_home, way_round
from sandtable.kernel.actors import actor
from sandtable.kernel.bits import bit, is_in, lowest, without
from sandtable.kernel.compiling import kernel
from sandtable.kernel.contact import is_level_beside
from sandtable.kernel.geometry import base_of
from sandtable.kernel.log import LOG
from sandtable.kernel.records import MAX_ACTORS, NONE, record
from sandtable.kernel.scratch import keep_until_here

Feature = feature_enum(FOLDER, __name__)

CLOSE_BY = 3.0
"""Inches within which an enemy behind the line of one's front is a danger."""

HALF_AS_NEAR = 4.0
"""Inches from the bard at which somebody looks half as near to him as upon him."""

FOE = record(
    # an enemy, and what is wanted of him for every action, close together in memory
    ("who", "i8"),
    ("x", "f8"),
    ("y", "f8"),
    ("fx", "f8"),
    ("fy", "f8"),
    ("half", "f8"),  # of his depth
    ("girth", "f8"),  # see ``half_girth``
    ("strength", "f8"),
)

VIEW = record(
    # what is the same for all actions of one decision
    ("was", "f8", (MAX_ACTORS, 4)),  # poses that the movers of an action have given up
    ("strengths", "f8", (MAX_FIGURES,)),  # how strong each figure is before any enemy touches it
    ("loads", "f8", (MAX_FIGURES,)),  # what each would lose by losing, in points
    ("prizes", "f8", (MAX_FIGURES,)),  # what the side gains by sending each enemy out of the battle
    ("dread", "f8"),  # what the song costs, and its chance
    ("soon", "f8"),  # the chance that the song begins soon, or 1 while it is sung
    ("bard", "i8"),  # the bard on the table who is not gagged, or NONE
    ("gagger", "i8"),  # before any action, the one of the side who is nearest to the bard who may sing, or NONE
    ("least", "f8"),  # and the square of his distance
    ("closest", "f8"),  # see ``_silencing``
    ("chief", "i8"),  # the side's commander, or NONE
    ("side", "i8"),
    ("friends", "i8"),  # mask of the side's figures on the table
    ("n_foes", "i8"),
    ("foes", FOE, (MAX_FIGURES,)),  # its enemies on the table, who stand where they are whatever it does
    ("freight", "f8", (MAX_FIGURES,)),  # see ``note_freight``
    ("sized_up", "i8"),  # mask of the figures whose rows of ``lure`` and ``menace`` are filled
    ("quarry", "i8", (MAX_FIGURES,)),  # and of the foes the one who drew it most when it was last looked at
    ("lure", "f8", (MAX_FIGURES, MAX_FIGURES)),  # what each may win from each of the foes at hand
    ("menace", "f8", (MAX_FIGURES, MAX_FIGURES)),  # and that foe by sending it out of the battle
    ("known", "i8"),  # mask of the figures whose row of ``now`` is filled
    ("now", "f8", (MAX_FIGURES, N_FEATURES)),  # how each stands before any action
    ("met", "i8", (MAX_FIGURES,)),  # and mask of the enemies near enough to touch it
    ("fighting", "i8"),  # mask of the side's figures that fight somebody as things stand
    ("rivals", "i8", (MAX_FIGURES,)),  # and whom each of them fights
    ("fights_known", "i8"),  # mask of the figures whose ``fights`` are filled
    ("fights", "f8", (MAX_FIGURES,)),  # and what that fight brings on average
)


@kernel
def worth(b, actions, n, features, out):
    """What each of the first ``n`` actions looks worth to the side to decide; see kernel/verbs.py."""
    logs = np.empty(1, LOG)
    logs[0].keep = 0
    views = np.empty(1, VIEW)
    features[:n] = 0.0
    side = np.int64(current_side(b))
    _look_round(b, side, views[0])
    for k in range(n):
        _look_at(b, actions[k], views[0], features[k], logs[0])
    weigh(features, b.worths[side], n, out)
    keep_until_here(logs)
    keep_until_here(views)


@kernel
def _look_round(b, side, view):
    """Fill the view of this side."""
    w = b.weights[side]
    view.side = side
    view.known = 0
    view.fights_known = 0
    view.fighting = 0
    view.sized_up = 0
    view.friends = 0
    view.n_foes = 0
    view.chief = commander_of(b, side)
    view.bard = NONE
    view.soon = 0.0
    view.dread = threat_of_song(b, bounds_begun(b, side), w)
    note_strengths(b, view.strengths)
    note_loads(b, w, view.loads)
    note_freight(b, side, view.freight)
    for j in range(b.n_figures):
        figure = b.figures[j]
        if is_on_table(figure):
            if figure.side == side:
                view.friends |= bit(j)
            else:
                view.prizes[j] = prize(b, j, side, view.dread, w, view.loads)
                _note_foe(figure, j, view)
        if figure.bard != 0 and is_on_table(figure) and b.song != Song.GAGGED:
            view.bard = j
            view.soon = 1.0 if b.song == Song.SINGING else chance_of_song(b, SOON)
    view.gagger = NONE
    view.closest = 0.0
    if view.bard != NONE and side != Side.GAULS and b.song == Song.SILENT:
        view.gagger, view.least = _nearest_to_bard(b, np.int64(view.friends), view)
        view.closest = _silencing(b, np.int64(view.gagger), view)
    _note_rivals(b, view)


@kernel
def _note_foe(figure, j, view):
    """Add an enemy to the view."""
    foe = view.foes[view.n_foes]
    view.n_foes += 1
    foe.who = j
    foe.x = figure.x
    foe.y = figure.y
    foe.fx = figure.fx
    foe.fy = figure.fy
    foe.half = 0.5 * figure.depth
    foe.girth = half_girth(figure)
    foe.strength = view.strengths[j]


@kernel
def _note_rivals(b, view):
    """Note which of the side's figures fight whom before any of the actions."""
    rest = np.int64(view.friends)
    while rest != 0:
        i = np.int64(lowest(rest))
        rest = without(rest, i)
        for f in range(view.n_foes):
            foe = view.foes[f]
            if _is_at_hand(b.figures[i], foe) and is_fighting_contact(b, i, foe.who):
                view.fighting |= bit(i)
                view.rivals[i] = foe.who
                break


@kernel
def _is_at_hand(figure, foe):
    """An enemy is so near that the two may touch: a cheap refusal."""
    reach = half_girth(figure) + foe.girth
    return (abs(foe.x - figure.x) <= reach) & (abs(foe.y - figure.y) <= reach)


@kernel
def _own_prize(b, i, view):
    """What the worse of its enemies gains by sending one of the side out of the battle."""
    most = 0.0
    for other in range(N_SIDES):
        if other != view.side:
            most = max(most, prize(b, i, other, view.dread, b.weights[view.side], view.loads))
    return most


@kernel
def _look_at(b, action, view, found, log):
    """Fill ``found`` with the features of one action."""
    verb = action.verb
    if verb == Verb.MOVE:
        found[Feature.PRICE.value] = _price(b, action, log)
        _displaced(b, action, view, found, log)
    elif verb == Verb.END:
        found[Feature.IDLE.value] = b.pips if b.phase == Phase.MOVEMENT else 0.0
    elif verb == Verb.FIGHT:
        _gain(b, action, view, found, log)
    elif verb == Verb.MUSTER:
        found[Feature.MUSTER.value] = action.n_actors
    elif verb == Verb.HAND_OVER:
        _handed_over(b, action, view, found)
    elif verb == Verb.DRINK:
        found[Feature.DRINK.value] = _enemies_about(b, view)
    elif verb == Verb.TAKE:
        found[Feature.TAKE.value] = delivery_points(b, np.int64(action.item), view.side)


@kernel
def _gain(b, action, view, found, log):
    """What the named fight brings the side on average."""
    i = np.int64(action.actors[0])
    j = np.int64(action.actors[1])
    found[Feature.GAIN.value] = fight_gain(b, i, j, view.dread, b.weights[view.side], view.loads, log)


# ---------------------------------------------------------------- moves


@kernel
def _price(b, action, log):
    """The price of a move, as far as it is known without its way: who moves, from where, how often."""
    if is_free_of_charge(b, action):
        return 0.0
    cost = least_basic_cost(b, np.int64(b.figures[action.actors[0]].side), action.n_actors > 1)
    if action.n_actors > 0 and moved_before(b, action) != NONE:
        cost += b.rules.second_move_cost
    return 0.0 + cost + order_surcharges(b, action, log)


@kernel
def _displaced(b, action, view, found, log):
    """What a move changes: how its movers, and the fights near them, stand at its end, less how they stand now."""
    way = way_of(b, action)
    foes = np.int64(0)
    movers = np.int64(0)
    for k in range(action.n_actors):
        i = actor(action, k)
        movers |= bit(i)
        end = end_of(b, way, i)
        view.was[k, 0] = end.x
        view.was[k, 1] = end.y
        view.was[k, 2] = end.fx
        view.was[k, 3] = end.fy
        _stands_now(b, i, view)
        foes |= view.met[i]
        for column in range(N_FEATURES):
            found[column] -= view.now[i, column]
    swap_poses(b, action, action.n_actors, view.was)
    if view.gagger != NONE:
        found[Feature.GAG.value] += _silencing_after(b, movers, view) - view.closest
    for k in range(action.n_actors):
        foes |= _stands(b, actor(action, k), view, found)
    if foes != 0:
        found[Feature.FIGHT.value] += _fights(b, movers, foes, view, log)
        for k in range(action.n_actors):
            _takes_in_flank(b, actor(action, k), foes, view, found, log)
    swap_poses(b, action, action.n_actors, view.was)
    if foes != 0:
        found[Feature.FIGHT.value] -= _fights_now(b, foes, view, log)


@kernel
def _fights(b, movers, foes, view, log):
    """What the fights of the side with these enemies bring on average: only movers can have new rivals."""
    total = 0.0
    rest = np.int64(view.fighting | movers)
    while rest != 0:
        i = np.int64(lowest(rest))
        rest = without(rest, i)
        j = _rival_among(b, i, foes) if is_in(movers, i) else np.int64(view.rivals[i])
        if j != NONE and is_in(foes, j):
            total += fight_gain(b, i, j, view.dread, b.weights[view.side], view.loads, log)
    return total


@kernel
def _rival_among(b, i, foes):
    """Which of these enemies figure ``i`` fights, or NONE."""
    rest = foes
    while rest != 0:
        j = np.int64(lowest(rest))
        rest = without(rest, j)
        if is_fighting_contact(b, i, j):
            return j
    return np.int64(NONE)


@kernel
def _fights_now(b, foes, view, log):
    """The same before any of the actions: each fight is looked at once for all of them."""
    total = 0.0
    rest = np.int64(view.fighting)
    while rest != 0:
        i = np.int64(lowest(rest))
        rest = without(rest, i)
        j = np.int64(view.rivals[i])
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
        j = np.int64(lowest(rest))
        rest = without(rest, j)
        if front_edge_on(b, i, j) > 0:
            found[Feature.FLANK.value] += 1.0
            if b.figures[i].woman == 0:
                found[Feature.PRICE.value] += b.rules.flank_contact_cost
            if front_contact_enemy(b, j) == NONE:
                w = b.weights[view.side]
                found[Feature.FIGHT.value] += fight_gain(b, i, j, view.dread, w, view.loads, log)


# ---------------------------------------------------------------- how one figure stands


@kernel
def _stands_now(b, i, view):
    """Fill ``view.now[i]`` with how figure ``i`` stands before any of the actions, once for all of them."""
    if not is_in(view.known, i):
        view.known |= bit(i)
        view.now[i] = 0.0
        view.met[i] = _stands(b, i, view, view.now[i])


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
    """Who hears the song, or comes to gag him who sings it."""
    figure = b.figures[i]
    if view.bard == NONE:
        return
    dx = b.figures[view.bard].x - figure.x
    dy = b.figures[view.bard].y - figure.y
    away = math.sqrt(dx * dx + dy * dy)
    if figure.side != Side.GAULS:
        if away <= b.rules.music_range + 1.0:  # between centres
            found[Feature.SONG.value] += view.soon * (1.0 + view.loads[i])
    elif figure.called != 0:
        found[Feature.GAG.value] += near(away, b.weights[view.side])


@kernel
def _nearest_to_bard(b, among, view):
    """Who of these is nearest to the bard, or NONE, and the square of his distance."""
    bard = b.figures[view.bard]
    nearest = np.int64(NONE)
    least = math.inf
    rest = among
    while rest != 0:
        i = np.int64(lowest(rest))
        rest = without(rest, i)
        figure = b.figures[i]
        squared = (bard.x - figure.x) ** 2 + (bard.y - figure.y) ** 2
        if squared < least:
            least = squared
            nearest = i
    return nearest, least


@kernel
def _silencing(b, i, view):
    """How near figure ``i``, who will flee from the song, is to the bard before he sings, times what that would cost.

    One is enough to send him out of the battle, and while he sings nobody comes near him (MUS-12, MUS-16): the nearest.
    """
    if i == NONE:
        return 0.0
    bard = b.figures[view.bard]
    figure = b.figures[i]
    return view.dread * HALF_AS_NEAR / (HALF_AS_NEAR + way_round(b, figure.x, figure.y, bard.x, bard.y))


@kernel
def _silencing_after(b, movers, view):
    """The same of whoever is nearest once these have moved."""
    if is_in(movers, view.gagger):
        i, _ = _nearest_to_bard(b, np.int64(view.friends), view)
        return _silencing(b, i, view)
    i, squared = _nearest_to_bard(b, movers, view)
    if squared > view.least or (squared == view.least and i > view.gagger):
        return view.closest
    return _silencing(b, i, view)


@kernel
def _size_up(b, i, view):
    """Fill what figure ``i`` may win from each enemy, and each from it, wherever it stands: once for all actions."""
    if is_in(view.sized_up, i):
        return
    view.sized_up |= bit(i)
    view.quarry[i] = 0
    w = b.weights[view.side]
    own_prize = _own_prize(b, i, view)
    for f in range(view.n_foes):
        foe = view.foes[f]
        j = np.int64(foe.who)
        wins = chance_to_win(view.strengths[i], foe.strength)
        chance = chance_to_rout(b, i, view.strengths[i], foe.strength) + w.win * wins
        view.lure[i, f] = view.prizes[j] * chance + view.loads[j] * wins  # who loses loses his load
        view.menace[i, f] = chance_to_rout(b, j, foe.strength, view.strengths[i]) * own_prize


@kernel
def _stands_to_enemies(b, i, view, found):
    """Add the prizes within reach and the enemies to be feared or not; returns those near enough to touch, a mask."""
    _size_up(b, i, view)
    figure = b.figures[i]
    w = b.weights[view.side]
    equal = view.strengths[i] + 1.0
    hunt = math.inf  # who carries something hunts nobody
    if view.loads[i] <= 0.0 and view.n_foes > 0:
        hunt = max(_drawn_to(figure, i, np.int64(view.quarry[i]), view, w), 0.0)
    easy = math.inf
    strong = math.inf
    peril = 0.0
    horizon = max(b.rules.move + 1.0, CLOSE_BY, 2.0 * REACH)
    met = np.int64(0)
    for f in range(view.n_foes):
        foe = view.foes[f]
        dx = foe.x - figure.x
        dy = foe.y - figure.y
        squared = dx * dx + dy * dy
        easy = min(easy, squared if foe.strength <= equal else math.inf)
        strong = min(strong, math.inf if foe.strength <= equal else squared)
        at_least = max(abs(dx), abs(dy)) - 1.0
        if view.lure[i, f] * w.reach > hunt * (w.reach + at_least):  # else he is no better prize
            gain = view.lure[i, f] * near(_between_edges(squared), w)
            if gain > hunt:
                hunt = gain
                view.quarry[i] = f
        if squared >= horizon * horizon:
            continue
        if _between_edges(squared) < b.rules.move:
            peril = max(peril, view.menace[i, f])
        if squared < CLOSE_BY * CLOSE_BY:
            _stands_close(figure, foe, dx, dy, found)
        if _is_at_hand(figure, foe) and may_meet(b, i, foe.who):
            met |= bit(foe.who)
    found[Feature.HUNT.value] += hunt if hunt < math.inf else 0.0
    found[Feature.NEAR.value] += near(_between_edges(easy), w)
    found[Feature.FEAR.value] += near(_between_edges(strong), w)
    found[Feature.PERIL.value] += peril
    return met


@kernel
def _between_edges(squared):
    """Inches between two bases whose middles are apart by the root of this."""
    return max(math.sqrt(squared) - 1.0, 0.0)


@kernel
def _drawn_to(figure, i, f, view, w):
    """The prize that a foe is to figure ``i``, by how near he is."""
    foe = view.foes[f]
    dx = foe.x - figure.x
    dy = foe.y - figure.y
    return view.lure[i, f] * near(_between_edges(dx * dx + dy * dy), w)


@kernel
def _stands_close(figure, foe, dx, dy, found):
    """Count an enemy close by, at (dx, dy), who stands behind the figure's front, or it behind his."""
    if dx * foe.fx + dy * foe.fy > foe.half:
        found[Feature.BEHIND.value] += 1.0
    if dx * figure.fx + dy * figure.fy < -0.5 * figure.depth:
        found[Feature.EXPOSED.value] += 1.0


@kernel
def _stands_to_friends(b, i, view, found):
    """Friends level beside the figure, and whether its commander is near enough."""
    figure = b.figures[i]
    base = base_of(figure)
    rest = without(np.int64(view.friends), i)
    while rest != 0:
        j = np.int64(lowest(rest))
        rest = without(rest, j)
        other = b.figures[j]
        away = abs(other.x - figure.x) + abs(other.y - figure.y)
        if away < CLOSE_BY and is_level_beside(base_of(other), base):
            found[Feature.LINE.value] += 1.0
    if view.chief != NONE and figure.distance_exempt == 0 and _is_in_command(b, i, base, view):
        found[Feature.COMMAND.value] += 1.0


@kernel
def _is_in_command(b, i, base, view):
    """The figure is near enough to its commander: mostly his middle is so near that nothing has to be measured."""
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
        for t in range(MAX_TOKENS):
            token = b.tokens[t]
            if token.state == TokenState.GROUND:
                points = delivery_points(b, t, view.side)
                away = math.sqrt((token.x - figure.x) ** 2 + (token.y - figure.y) ** 2)
                found[Feature.FETCH.value] += points * near(away, w)
    if view.freight[i] > 0.0:
        found[Feature.CARRY.value] += view.freight[i] * nearer_home(b, i, w)
    if b.hut != NONE:
        points = b.rules.points[Award.HUT_HELD.value][view.side]
        found[Feature.HUT.value] += points * near(_away_from(b.terrain.features[b.hut], figure), w)
    if figure.giant != 0 and b.ship != NONE and b.ship_sunk == 0:
        points = b.rules.points[Award.SHIP_SUNK.value][view.side]
        found[Feature.SHIP.value] += points * near(_away_from(b.terrain.features[b.ship], figure), w)


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
    giver = np.int64(action.actors[0])
    taker = np.int64(action.target)
    gained = nearer_home(b, taker, w) - nearer_home(b, giver, w)
    found[Feature.HAND_OVER.value] = gained * max(view.freight[giver], 0.1)


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
