"""What a listed action looks worth at first sight: what it changes for those who act, feature by feature.

This is a judgement of ours for computer generals, not a rule; data/worth.toml has the weights and the words. Nothing is
copied and no die thrown: movers are stood where they would end, looked at, and stood back.
"""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.common.worth import swap_poses, weigh
from sandtable.games.dba.record import N_FEATURES, By, Phase, Type, Verb, Where
from sandtable.games.dba.rules.combat import are_opponents
from sandtable.games.dba.rules.contact import contact_if_at, is_in_front_contact, may_meet, may_touch
from sandtable.games.dba.rules.deployment import along_edge, edge_length, in_from_edge, row_place
from sandtable.games.dba.rules.legal_contacts import Contact
from sandtable.games.dba.rules.marches import end_of, way_of
from sandtable.games.dba.rules.overlaps import front_enemy
from sandtable.games.dba.rules.pips import price_of
from sandtable.games.dba.rules.positions import are_enemies
from sandtable.games.dba.rules.shooting import SAFE, SHOT_AT, SHOT_BACK_AT, shooting_score, shoots_back
from sandtable.games.dba.thinking.evaluate import fight_gain, price_of_scores
from sandtable.games.dba.thinking.stances import VIEW, Feature, impatience, lead, look_round, stands, stands_now
from sandtable.kernel.bitsets import bit, is_in, lowest, without
from sandtable.kernel.geometry import base_of
from sandtable.kernel.log import LOG
from sandtable.kernel.records import Path
from sandtable.kernel.scratch import keep_until_here

NOT_ASKED = -1
"""The price of the movers looked at is not known yet."""


@kernel
def worth(b, actions, n, features, out):
    """What each of the first ``n`` actions looks worth to the side to decide; see kernel/verbs.py."""
    logs = np.empty(1, LOG)
    logs[0].keep = 0
    views = np.empty(1, VIEW)
    view = views[0]
    side = b.pending_side
    if b.phase == Phase.MOVEMENT or b.phase == Phase.SHOOTING or b.phase == Phase.COMBAT:
        side = b.turn
    look_round(b, side, view)
    for k in range(n):
        if k == 0 or not _have_the_same_movers(actions[k - 1], actions[k]):
            view.price = NOT_ASKED
        view.found[:] = 0.0
        _look_at(b, actions[k], view, view.found, logs[0])
        for column in range(N_FEATURES):
            features[k, column] = view.found[column]
    weigh(features, b.worths[side], n, out)
    keep_until_here(logs)
    keep_until_here(views)


@kernel
def _have_the_same_movers(one, other):
    """The same elements in the same order move, or dismount: the price is the same, and lists name them in a row."""
    if one.verb != other.verb or one.n_actors != other.n_actors:
        return False
    for k in range(one.n_actors):
        if one.actors[k] != other.actors[k]:
            return False
    return True


@kernel
def _price(b, action, view, log):
    """The price of an action, asked once for all ways of its movers."""
    if view.price == NOT_ASKED:
        view.price = price_of(b, action, log)
    return view.price


@kernel
def _look_at(b, action, view, found, log):
    """Fill ``found`` with the features of one action."""
    verb = action.verb
    side = view.side
    if verb == Verb.MOVE:
        found[Feature.PRICE] = _price(b, action, view, log)
        _displaced(b, action, view, found, log)
    elif verb == Verb.END:
        found[Feature.IDLE] = b.pips * (1.0 + impatience(b, side)) if b.phase == Phase.MOVEMENT else 0.0
    elif verb == Verb.FIGHT:
        i = action.actors[0]
        j = action.actors[1]
        found[Feature.GAIN] = fight_gain(b, i, j, b.weights[side], log)
    elif verb == Verb.SHOOT:
        found[Feature.GAIN] = _shot_gain(b, action, side, log)
    elif verb == Verb.DISMOUNT:
        found[Feature.PRICE] = _price(b, action, view, log)
        _on_foot(b, action.actors[0], view, found)
    elif verb == Verb.LAND:
        found[Feature.LAND] = action.n_actors
    elif verb == Verb.DEPLOY:
        _deployed(b, action, side, found)
    elif verb == Verb.CLEAR or verb == Verb.SWAP:
        found[Feature.REDO] = 1.0


# ---------------------------------------------------------------- moves


@kernel
def _displaced(b, action, view, found, log):
    """What a move changes: how its movers, and the fights near them, stand at its end, less how they stand now."""
    way = way_of(b, action)
    movers = 1 if action.path == Path.COLUMN else action.n_actors  # who follows in a column goes a way of its own
    foes = 0
    for k in range(movers):
        i = action.actors[k]
        end = end_of(b, way, i)
        view.was[k, 0] = end.x
        view.was[k, 1] = end.y
        view.was[k, 2] = end.fx
        view.was[k, 3] = end.fy
        stands_now(b, i, view)
        foes |= view.met[i]
        for column in range(N_FEATURES):
            found[column] -= view.now[i, column]
    swap_poses(b, action, movers, view.was)
    for k in range(movers):
        foes |= stands(b, action.actors[k], view, found)
    if foes != 0:
        _note_charges(b, action, movers, view)
        found[Feature.FIGHT] += _fights(b, foes, view, log)
        for k in range(movers):
            _takes_in_flank(b, action.actors[k], foes, found, log)
        for k in range(movers):
            b.figures[action.actors[k]].charged = view.charged[k]
    swap_poses(b, action, movers, view.was)
    if foes != 0:
        found[Feature.FIGHT] -= _fights_now(b, foes, view, log)


@kernel
def _note_charges(b, action, movers, view):
    """Let Knights have charged whom they would have in front: Bows destroy them more easily (DBA-OUT-6)."""
    for k in range(movers):
        i = action.actors[k]
        view.charged[k] = b.figures[i].charged
        if b.figures[i].type == Type.KN:
            b.figures[i].charged = front_enemy(b, i)


@kernel
def _fights(b, foes, view, log):
    """What the fights of the side with these enemies bring on average."""
    total = 0.0
    rest = foes
    while rest != 0:
        j = lowest(rest)
        rest = without(rest, j)
        total += _fights_with(b, j, view, log)
    return total


@kernel
def _fights_now(b, foes, view, log):
    """The same before any of the actions: each enemy's are looked at once for all of them."""
    total = 0.0
    rest = foes
    while rest != 0:
        j = lowest(rest)
        rest = without(rest, j)
        if not is_in(view.fights_known, j):
            view.fights_known |= bit(j)
            view.fights[j] = _fights_with(b, j, view, log)
        total += view.fights[j]
    return total


@kernel
def _fights_with(b, j, view, log):
    """What the fights of the side with this enemy bring on average."""
    total = 0.0
    rest = view.men
    while rest != 0:
        i = lowest(rest)
        rest = without(rest, i)
        if may_touch(b.figures[i], b.figures[j]) and are_opponents(b, i, j):
            total += fight_gain(b, i, j, b.weights[view.side], log)
    return total


@kernel
def _takes_in_flank(b, i, foes, found, log):
    """Count the enemies on whose flank or rear ``i`` stands; one who fights nobody yet will turn and fight it."""
    figure = b.figures[i]
    rest = foes
    while rest != 0:
        j = lowest(rest)
        rest = without(rest, j)
        if may_meet(b, i, j):
            contact = contact_if_at(b, base_of(figure), j)
            if contact > Contact.FRONT and contact <= Contact.LEFT_FLANK:
                found[Feature.FLANK] += 1.0
                if not is_in_front_contact(b, j):
                    found[Feature.FIGHT] += fight_gain(b, i, j, b.weights[figure.side], log)


# ---------------------------------------------------------------- shots, dismounting, deployment


@kernel
def _shot_gain(b, action, side, log):
    """What a shot brings on average: what the target loses, and the shooter by the shot back."""
    i = action.actors[0]
    j = action.target
    w = b.weights[side]
    back = shoots_back(b, j, i)
    mine = shooting_score(b, i, j, 0, SHOT_BACK_AT if back else SAFE, log)
    his = shooting_score(b, j, i, 0, SHOT_AT, log) + (action.n_actors - 1) * b.rules.aiding_shooter
    gain = price_of_scores(b, j, i, his, mine, By.SHOOTING, w)
    if back:
        gain -= price_of_scores(b, i, j, mine, his, By.SHOOTING, w)
    return gain


@kernel
def _on_foot(b, i, view, found):
    """What an element changes by fighting on foot: its factor against the enemy nearest to it, and its speed."""
    figure = b.figures[i]
    least = 1e18
    found[Feature.DISMOUNT] = 1.0
    for j in range(b.n_figures):
        other = b.figures[j]
        if not are_enemies(figure, other) or other.where != Where.TABLE:
            continue
        dx = other.x - figure.x
        dy = other.y - figure.y
        distance = math.sqrt(dx * dx + dy * dy)
        if distance < least:
            least = distance
            mounted = lead(b, figure.type, other.type, view)
            on_foot = lead(b, figure.foot_type, other.type, view)
            reach = b.weights[figure.side].reach
            found[Feature.MATCH] = (on_foot - mounted) * reach / (reach + distance)


@kernel
def _deployed(b, action, side, found):
    """How a row of elements stands at its place: in the middle of its edge, forward, off bad going."""
    length = edge_length(b, side)
    for k in range(action.n_actors):
        place = row_place(b, action, k)
        along = along_edge(b, side, place.x, place.y)
        found[Feature.MIDDLE] += 1.0 - abs(2.0 * along / length - 1.0)
        found[Feature.FORWARD] += min(in_from_edge(b, side, place.x, place.y) / b.rules.deploy_depth, 1.0)
