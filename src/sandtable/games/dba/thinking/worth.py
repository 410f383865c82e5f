"""What a listed action looks worth at first sight: what it changes for those who act, feature by feature.

This is a judgement of ours for computer generals, not a rule; data/worth.toml has the weights and the words. Nothing is
copied and no die thrown: movers are stood where they would end, looked at, and stood back.
"""

from __future__ import annotations

import math

import numpy as np

from sandtable.games.common.worth import feature_enum, swap_poses, weigh
from sandtable.games.dba.clauses import FOLDER
from sandtable.games.dba.record import (
    MAX_FIGURES,
    N_FEATURES,
    N_TYPES,
    By,
    Degree,
    Outcome,
    Phase,
    Verb,
    Where,
)
from sandtable.games.dba.rules.combat import are_opponents
from sandtable.games.dba.rules.contact import contact_if_at, is_in_front_contact, may_meet, may_touch
from sandtable.games.dba.rules.deployment import along_edge, edge_length, in_from_edge, row_place
from sandtable.games.dba.rules.marches import end_of, way_of
from sandtable.games.dba.rules.pips import price_of
from sandtable.games.dba.rules.positions import are_enemies, general_of, is_in_open
from sandtable.games.dba.rules.results import stands_in_bad_going
from sandtable.games.dba.rules.shooting import SAFE, SHOT_AT, SHOT_BACK_AT, shooting_score, shoots_back
from sandtable.games.dba.rules.touching import Contact
from sandtable.games.dba.thinking.evaluate import chance_of, fight_gain, price_of_scores, worth_of
from sandtable.kernel.bits import bit, is_in
from sandtable.kernel.compiling import kernel
from sandtable.kernel.contact import is_directly_behind, is_level_beside
from sandtable.kernel.geometry import base_of
from sandtable.kernel.log import LOG
from sandtable.kernel.records import MAX_ACTORS, NONE, Path, record
from sandtable.kernel.scratch import keep_until_here

Feature = feature_enum(FOLDER, __name__)

CLOSE_BY = 400.0
"""Paces within which an enemy behind the line of one's front is a danger."""

AROUND = 500.0
"""Paces within which enemies are near enough for somebody to be beaten soon."""

MARCH = 0.7
"""What being near an enemy counts for when an element picks whom to close with, beside the chance to destroy him."""

FAST = 400.0
"""Paces a bound in good going from which an element may ride for the enemy's camp."""


VIEW = record(
    # what is found out once for all actions of one decision
    ("was", "f8", (MAX_ACTORS, 4)),  # poses that the movers of an action have given up
    ("known", "i8"),  # mask of the elements whose row of ``now`` is filled
    ("now", "f8", (MAX_FIGURES, N_FEATURES)),  # how each stands before any action
    ("fights_known", "i8"),  # mask of the enemies whose ``fights`` are filled
    ("fights", "f8", (MAX_FIGURES,)),  # what the fights with each enemy bring as they stand
    ("kills", "f8", (N_TYPES, N_TYPES)),  # chance that the second type destroys the first in a fight; below 0: not yet
    ("busy", "i8"),  # mask of the enemies in front contact
    ("side", "i8"),
)


@kernel
def worth(b, actions, n, features, out):
    """What each of the first ``n`` actions looks worth to the side to decide; see kernel/verbs.py."""
    logs = np.empty(1, LOG)
    logs[0].keep = 0
    views = np.empty(1, VIEW)
    features[:n] = 0.0
    side = b.pending_side
    if b.phase == Phase.MOVEMENT or b.phase == Phase.SHOOTING or b.phase == Phase.COMBAT:
        side = b.turn
    _look_round(b, side, views[0])
    for k in range(n):
        _look_at(b, actions[k], views[0], features[k], logs[0])
    weigh(features, b.worths[side], n, out)
    keep_until_here(logs)
    keep_until_here(views)


@kernel
def _look_round(b, side, view):
    """Fill the view of this side; what has to be found out of single elements is found out when it is wanted."""
    view.side = side
    view.known = 0
    view.fights_known = 0
    view.kills[:] = -1.0
    view.busy = 0
    if b.phase == Phase.MOVEMENT:
        for j in range(b.n_figures):
            if b.figures[j].side != side and is_in_open(b.figures[j]) and is_in_front_contact(b, j):
                view.busy |= bit(j)


@kernel
def _look_at(b, action, view, found, log):
    """Fill ``found`` with the features of one action."""
    verb = action.verb
    side = view.side
    if verb == Verb.MOVE:
        found[Feature.PRICE.value] = price_of(b, action, log)
        _displaced(b, action, view, found, log)
    elif verb == Verb.END:
        found[Feature.IDLE.value] = b.pips if b.phase == Phase.MOVEMENT else 0.0
    elif verb == Verb.FIGHT:
        i = np.int64(action.actors[0])
        j = np.int64(action.actors[1])
        found[Feature.GAIN.value] = fight_gain(b, i, j, b.weights[side], log)
    elif verb == Verb.SHOOT:
        found[Feature.GAIN.value] = _shot_gain(b, action, side, log)
    elif verb == Verb.DISMOUNT:
        found[Feature.PRICE.value] = price_of(b, action, log)
        _on_foot(b, np.int64(action.actors[0]), view, found)
    elif verb == Verb.LAND:
        found[Feature.LAND.value] = action.n_actors
    elif verb == Verb.DEPLOY:
        _deployed(b, action, side, found)
    elif verb == Verb.CLEAR or verb == Verb.SWAP:
        found[Feature.REDO.value] = 1.0


# ---------------------------------------------------------------- moves


@kernel
def _displaced(b, action, view, found, log):
    """What a move changes: how its movers, and the fights near them, stand at its end, less how they stand now."""
    way = way_of(b, action)
    movers = 1 if action.path == Path.COLUMN else action.n_actors  # who follows in a column goes his own way
    foes = np.int64(0)
    for k in range(movers):
        i = np.int64(action.actors[k])
        end = end_of(b, way, i)
        view.was[k, 0] = end.x
        view.was[k, 1] = end.y
        view.was[k, 2] = end.fx
        view.was[k, 3] = end.fy
        foes |= _enemies_near(b, i)
        _stands_now(b, i, view)
        for column in range(N_FEATURES):
            found[column] -= view.now[i, column]
    swap_poses(b, action, movers, view.was)
    for k in range(movers):
        i = np.int64(action.actors[k])
        foes |= _enemies_near(b, i)
        _stands(b, i, view, found)
    if foes != 0:
        for j in range(b.n_figures):
            if is_in(foes, j):
                found[Feature.FIGHT.value] += _fights_with(b, j, view.side, log)
        for k in range(movers):
            _takes_in_flank(b, np.int64(action.actors[k]), foes, found, log)
    swap_poses(b, action, movers, view.was)
    for j in range(b.n_figures):
        if is_in(foes, j):
            if not is_in(view.fights_known, j):
                view.fights_known |= bit(j)
                view.fights[j] = _fights_with(b, j, view.side, log)
            found[Feature.FIGHT.value] -= view.fights[j]


@kernel
def _enemies_near(b, i):
    """Enemies near enough to touch element ``i``: a mask."""
    mask = np.int64(0)
    for j in range(b.n_figures):
        if may_meet(b, i, j):
            mask |= bit(j)
    return mask


@kernel
def _fights_with(b, j, side, log):
    """What the fights of the side with this enemy bring on average."""
    total = 0.0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == side and may_touch(figure, b.figures[j]) and are_opponents(b, i, j):
            total += fight_gain(b, i, j, b.weights[side], log)
    return total


@kernel
def _takes_in_flank(b, i, foes, found, log):
    """Count the enemies on whose flank or rear ``i`` stands; one who fights nobody yet will turn and fight it."""
    figure = b.figures[i]
    for j in range(b.n_figures):
        if is_in(foes, j) and may_meet(b, i, j):
            contact = contact_if_at(b, base_of(figure), j)
            if contact > Contact.FRONT and contact <= Contact.LEFT_FLANK:
                found[Feature.FLANK.value] += 1.0
                if not is_in_front_contact(b, j):
                    found[Feature.FIGHT.value] += fight_gain(b, i, j, b.weights[figure.side], log)


# ---------------------------------------------------------------- how one element stands


@kernel
def _stands_now(b, i, view):
    """Fill ``view.now[i]`` with how element ``i`` stands before any of the actions, once for all of them."""
    if not is_in(view.known, i):
        view.known |= bit(i)
        view.now[i] = 0.0
        _stands(b, i, view, view.now[i])


@kernel
def _kills(b, loser, winner, view):
    """The chance that a type destroys another in one fight, by their factors and outcomes in good going alone."""
    if view.kills[loser, winner] < 0.0:
        own = b.rules.factor[loser, b.rules.mounted[winner]]
        his = b.rules.factor[winner, b.rules.mounted[loser]]
        total = 0.0
        for degree in range(Degree.BEATEN.value, Degree.DOUBLED.value + 1):
            if b.rules.outcome[degree - 1, By.CLOSE_COMBAT.value, 0, loser, winner] == Outcome.DESTROYED:
                total += chance_of(degree, own, his)
        view.kills[loser, winner] = total
    return view.kills[loser, winner]


@kernel
def _stands(b, i, view, found):
    """Add how element ``i`` stands where it is."""
    figure = b.figures[i]
    base = base_of(figure)
    w = b.weights[figure.side]
    may_fight = b.rules.contacts[figure.type] != 0
    own_range = b.rules.range[figure.type]
    own_move = b.rules.move[figure.type, 0]
    best = 0.0
    best_near = 0.0
    best_match = 0.0
    has_target = 0.0
    peril = 0.0
    hemmed = 0.0
    is_near = False
    touches = False
    for j in range(b.n_figures):
        other = b.figures[j]
        if j == i or not is_in_open(other):
            continue
        dx = other.x - figure.x
        dy = other.y - figure.y
        distance = math.sqrt(dx * dx + dy * dy)
        if other.side != figure.side:
            ahead = dx * figure.fx + dy * figure.fy
            ours = _kills(b, other.type, figure.type, view)
            his = _kills(b, figure.type, other.type, view)
            near = w.reach / (w.reach + distance)
            value = near * (MARCH + ours - his)
            if value > best:
                best = value
                best_near = near
                best_match = near * (ours - his)
            clear = distance - base.half_depth - 0.5 * other.depth
            touches = touches or clear < base.half_width
            if clear <= b.rules.move[other.type, 0] and not is_in(view.busy, j):
                peril = max(peril, his * worth_of(b, i, w) - ours * worth_of(b, j, w))
            if distance < AROUND:
                is_near = True
            if clear <= own_move and dx * other.fx + dy * other.fy > 0.5 * other.depth:
                found[Feature.BEHIND.value] += 1.0
            if distance < CLOSE_BY and ahead < -0.5 * figure.depth:
                found[Feature.EXPOSED.value] += 1.0
            if 0.0 < own_range and clear <= own_range and ahead > 0.7 * distance:
                has_target = 1.0
            his_range = b.rules.range[other.type]
            if 0.0 < his_range and clear <= his_range and -(dx * other.fx + dy * other.fy) > 0.7 * distance:
                found[Feature.UNDER_FIRE.value] += 1.0
        elif distance < AROUND:
            hemmed += _bars_way_back(b, figure, other) + _bars_way_back(b, other, figure)
            if is_level_beside(base_of(other), base):
                found[Feature.LINE.value] += 1.0
            elif b.rules.own_support[figure.type, other.type] != 0 or other.type == figure.type:
                if is_directly_behind(base_of(other), base):
                    found[Feature.SUPPORT.value] += 1.0
    found[Feature.SHOT.value] += has_target
    found[Feature.PERIL.value] += peril
    if is_near:
        found[Feature.HEMMED.value] += hemmed
    if may_fight:
        found[Feature.NEAR.value] += best_near
        found[Feature.MATCH.value] += best_match
    if touches and is_in_front_contact(b, i):
        found[Feature.CONTACT.value] += 1.0
    if figure.general == 1:
        found[Feature.GENERAL.value] += best_near
        found[Feature.GUARD.value] += peril
    else:
        found[Feature.COMMAND.value] += _is_near_general(b, figure)
    if b.rules.move[figure.type, 0] >= FAST:
        found[Feature.CAMP.value] += _nearness_to_camp(b, figure, w.reach)
    if b.rules.steady_in_bad_going[figure.type] == 0 and stands_in_bad_going(b, i):
        found[Feature.ROUGH.value] += 1.0


@kernel
def _bars_way_back(b, figure, friend):
    """1 if a friend close behind faces another way, so that recoiling can neither pass nor push him."""
    if figure.fx * friend.fx + figure.fy * friend.fy > 0.9999:
        return 0.0
    dx = friend.x - figure.x
    dy = friend.y - figure.y
    behind = -(dx * figure.fx + dy * figure.fy)
    aside = abs(dx * figure.fy - dy * figure.fx)
    half = 0.25 * (friend.width + friend.depth)
    if behind > 0.0 and behind < 0.5 * figure.depth + min(figure.depth, b.rules.recoil_most) + half:
        return 1.0 if aside < 0.5 * figure.width + half else 0.0
    return 0.0


@kernel
def _is_near_general(b, figure):
    """1 for an element as near to its general as he commands without seeing it."""
    general = general_of(b, figure.side)
    if general == NONE:
        return 0.0
    dx = b.figures[general].x - figure.x
    dy = b.figures[general].y - figure.y
    return 1.0 if dx * dx + dy * dy <= b.rules.command_near * b.rules.command_near else 0.0


@kernel
def _nearness_to_camp(b, figure, reach):
    """How near the element is to the enemy's camp: 1 there, half at ``reach``; 0 where there is none to be taken."""
    camp = b.camps[1 - figure.side]
    if camp.present == 0 or camp.holder == figure.side:
        return 0.0
    dx = camp.x - figure.x
    dy = camp.y - figure.y
    return reach / (reach + math.sqrt(dx * dx + dy * dy))


# ---------------------------------------------------------------- shots, dismounting, deployment


@kernel
def _shot_gain(b, action, side, log):
    """What a shot brings on average: what the target loses, and the shooter by the shot back."""
    i = np.int64(action.actors[0])
    j = np.int64(action.target)
    w = b.weights[side]
    back = shoots_back(b, j, i)
    mine = shooting_score(b, i, j, 0, SHOT_BACK_AT if back else SAFE, log)
    his = shooting_score(b, j, i, 0, SHOT_AT, log) + (action.n_actors - 1) * b.rules.aiding_shooter
    gain = price_of_scores(b, j, i, his, mine, By.SHOOTING.value, w)
    if back:
        gain -= price_of_scores(b, i, j, mine, his, By.SHOOTING.value, w)
    return gain


@kernel
def _on_foot(b, i, view, found):
    """What an element changes by fighting on foot: its factor against the enemy nearest to it, and its speed."""
    figure = b.figures[i]
    least = 1e18
    found[Feature.DISMOUNT.value] = 1.0
    for j in range(b.n_figures):
        other = b.figures[j]
        if not are_enemies(figure, other) or other.where != Where.TABLE:
            continue
        dx = other.x - figure.x
        dy = other.y - figure.y
        distance = math.sqrt(dx * dx + dy * dy)
        if distance < least:
            least = distance
            mounted = _kills(b, other.type, figure.type, view) - _kills(b, figure.type, other.type, view)
            on_foot = _kills(b, other.type, figure.foot_type, view) - _kills(b, figure.foot_type, other.type, view)
            reach = b.weights[figure.side].reach
            found[Feature.MATCH.value] = (on_foot - mounted) * reach / (reach + distance)


@kernel
def _deployed(b, action, side, found):
    """How a row of elements stands at its place: in the middle of its edge, forward, off bad going."""
    length = edge_length(b, side)
    for k in range(action.n_actors):
        place = row_place(b, action, k)
        along = along_edge(b, side, place.x, place.y)
        found[Feature.MIDDLE.value] += 1.0 - abs(2.0 * along / length - 1.0)
        found[Feature.FORWARD.value] += min(in_from_edge(b, side, place.x, place.y) / b.rules.deploy_depth, 1.0)
