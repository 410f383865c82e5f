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
    Type,
    Verb,
    Where,
)
from sandtable.games.dba.rules.combat import are_opponents
from sandtable.games.dba.rules.contact import contact_if_at, is_in_front_contact, may_meet, may_touch
from sandtable.games.dba.rules.deployment import along_edge, edge_length, in_from_edge, row_place
from sandtable.games.dba.rules.marches import end_of, way_of
from sandtable.games.dba.rules.overlaps import front_enemy
from sandtable.games.dba.rules.pips import price_of
from sandtable.games.dba.rules.positions import are_enemies, general_of, is_in_open
from sandtable.games.dba.rules.results import stands_in_bad_going
from sandtable.games.dba.rules.shooting import SAFE, SHOT_AT, SHOT_BACK_AT, shooting_score, shoots_back
from sandtable.games.dba.rules.touching import Contact
from sandtable.games.dba.thinking.evaluate import chance_of, cost_of_losing, fight_gain, price_of_scores
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


LONG = 8.0
"""Own bounds after which a battle has lasted long, and generals press."""

MOST = 10.0
"""Impatience at its height: with more nobody would step back where he must to come on another way."""

ENDLESS = 36.0
"""Impatience, that of 48 own bounds, from which on it has no height: two lines that each keep off the other, at a river
or with equal neighbours, come to blows only where waiting counts for more than any fight that may be lost."""

BLOWS = 0.05
"""What coming to blows counts for with those who have waited long, beside coming near: it ends every wait at last."""


VIEW = record(
    # what is found out once for all actions of one decision
    ("was", "f8", (MAX_ACTORS, 4)),  # poses that the movers of an action have given up
    ("charged", "i4", (MAX_ACTORS,)),  # whom they had charged
    ("known", "i8"),  # mask of the elements whose row of ``now`` is filled
    ("now", "f8", (MAX_FIGURES, N_FEATURES)),  # how each stands before any action
    ("fights_known", "i8"),  # mask of the enemies whose ``fights`` are filled
    ("fights", "f8", (MAX_FIGURES,)),  # what the fights with each enemy bring as they stand
    ("fates", "i4", (N_TYPES, N_TYPES)),  # see ``_fate``; below 0: not yet known
    ("mustered", "i8"),  # mask of the enemies whose company is counted
    ("beside", "i8", (MAX_FIGURES,)),  # friends level beside each
    ("behind", "i8", (MAX_FIGURES,)),  # friends of its own kind directly behind each
    ("ours", "f8"),  # see ``_weigh_up``
    ("his", "f8"),
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
    view.fates[:] = -1
    view.mustered = 0
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
        found[Feature.IDLE.value] = b.pips * (1.0 + _impatience(b, side)) if b.phase == Phase.MOVEMENT else 0.0
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
        _note_charges(b, action, movers, view)
        for j in range(b.n_figures):
            if is_in(foes, j):
                found[Feature.FIGHT.value] += _fights_with(b, j, view.side, log)
        for k in range(movers):
            _takes_in_flank(b, np.int64(action.actors[k]), foes, found, log)
        for k in range(movers):
            b.figures[action.actors[k]].charged = view.charged[k]
    swap_poses(b, action, movers, view.was)
    for j in range(b.n_figures):
        if is_in(foes, j):
            if not is_in(view.fights_known, j):
                view.fights_known |= bit(j)
                view.fights[j] = _fights_with(b, j, view.side, log)
            found[Feature.FIGHT.value] -= view.fights[j]


@kernel
def _note_charges(b, action, movers, view):
    """Let Knights have charged whom they would have in front: Bows destroy them more easily (DBA-OUT-6)."""
    for k in range(movers):
        i = np.int64(action.actors[k])
        view.charged[k] = b.figures[i].charged
        if b.figures[i].type == Type.KN:
            b.figures[i].charged = front_enemy(b, i)


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
def _fate(b, loser, winner, view):
    """Whether a type that another beats in good going is destroyed: 1 when beaten, 2 when doubled, 3 both."""
    if view.fates[loser, winner] < 0:
        fate = 0
        for degree in range(Degree.BEATEN.value, Degree.DOUBLED.value + 1):
            if b.rules.outcome[degree - 1, By.CLOSE_COMBAT.value, 0, loser, winner] == Outcome.DESTROYED:
                fate |= degree
        view.fates[loser, winner] = fate
    return np.int64(view.fates[loser, winner])


@kernel
def _kills(b, loser, own, winner, his, view):
    """The chance that a type of strength ``his`` destroys one of strength ``own`` in one fight in good going."""
    fate = _fate(b, loser, winner, view)
    total = 0.0
    if fate & 1 != 0:
        total += chance_of(Degree.BEATEN.value, own, his)
    if fate & 2 != 0:
        total += chance_of(Degree.DOUBLED.value, own, his)
    return total


@kernel
def _lead(b, kind, other, view):
    """How much likelier a type is to destroy another in one fight in good going than the other it."""
    own = np.int64(b.rules.factor[kind, b.rules.mounted[other]])
    his = np.int64(b.rules.factor[other, b.rules.mounted[kind]])
    return _kills(b, other, his, kind, own, view) - _kills(b, kind, own, other, his, view)


@kernel
def _factor(b, i, other_type):
    """The combat factor of element ``i`` against a type, with its general."""
    figure = b.figures[i]
    own = np.int64(b.rules.factor[figure.type, b.rules.mounted[other_type]])
    return own + np.int64(b.rules.general_fights) if figure.general == 1 else own


@kernel
def _company(b, i, view):
    """Count the friends level beside element ``i`` and, of its own kind, directly behind it: into the view."""
    figure = b.figures[i]
    base = base_of(figure)
    view.beside[i] = 0
    view.behind[i] = 0
    for j in range(b.n_figures):
        other = b.figures[j]
        if j == i or other.side != figure.side or not is_in_open(other) or not may_touch(figure, other):
            continue
        if is_level_beside(base_of(other), base):
            view.beside[i] += 1
        elif b.rules.own_support[figure.type, other.type] != 0 or other.type == figure.type:
            if is_directly_behind(base_of(other), base):
                view.behind[i] += 1


@kernel
def _company_of_enemy(b, j, view):
    """The same of an enemy, who stands still: once for all actions."""
    if not is_in(view.mustered, j):
        view.mustered |= bit(j)
        _company(b, j, view)


@kernel
def _weigh_up(b, i, j, view):
    """Fill ``view.ours`` and ``view.his``: the chances that ``i`` destroys enemy ``j``, and he it, front to front.

    Whoever has more friends beside him than the other overlaps him by as many.
    """
    _company_of_enemy(b, j, view)
    figure = b.figures[i]
    other = b.figures[j]
    ours = _factor(b, i, other.type)
    his = _factor(b, j, figure.type)
    if view.behind[i] > 0:
        ours += b.rules.own_support[figure.type, other.type]
    if view.behind[j] > 0:
        his += b.rules.own_support[other.type, figure.type]
    more = view.beside[i] - view.beside[j]
    ours += min(more, 0)
    his -= max(more, 0)
    view.ours = _kills(b, other.type, his, figure.type, ours, view)
    view.his = _kills(b, figure.type, ours, other.type, his, view)
    if figure.type == Type.KN and other.type == Type.BW:  # it charges, and beaten is destroyed (DBA-OUT-6)
        view.his += chance_of(Degree.BEATEN.value, ours, his)


@kernel
def _impatience(b, side):
    """How much a side wants an end: 1 after ``LONG`` own bounds, as their square; see ``MOST`` and ``ENDLESS``."""
    waited = (b.own_bounds[side] / LONG) ** 2
    return waited if waited > ENDLESS else min(waited, MOST)


@kernel
def _stands(b, i, view, found):
    """Add how element ``i`` stands where it is."""
    figure = b.figures[i]
    _company(b, i, view)
    found[Feature.LINE.value] += view.beside[i]
    found[Feature.SUPPORT.value] += view.behind[i]
    touches = _stands_to_enemies(b, i, view, found)
    if touches and is_in_front_contact(b, i):
        found[Feature.CONTACT.value] += 1.0
        found[Feature.HASTE.value] += BLOWS * _impatience(b, figure.side)
    if figure.general == 0:
        found[Feature.COMMAND.value] += _is_near_general(b, figure)
    if b.rules.move[figure.type, 0] >= FAST:
        found[Feature.CAMP.value] += _nearness_to_camp(b, figure, b.weights[figure.side].reach)
    if b.rules.steady_in_bad_going[figure.type] == 0 and stands_in_bad_going(b, i):
        found[Feature.ROUGH.value] += 1.0


@kernel
def _stands_to_enemies(b, i, view, found):
    """Add whom the element is near, who is near it, and behind whose front; returns whether it may touch somebody."""
    figure = b.figures[i]
    w = b.weights[figure.side]
    best = 0.0
    nearest = 0.0
    best_near = 0.0
    best_match = 0.0
    best_facing = 0.0
    peril = 0.0
    is_near = False
    touches = False
    has_target = False
    is_reached = False
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == figure.side or not is_in_open(other):
            continue
        dx = other.x - figure.x
        dy = other.y - figure.y
        distance = math.sqrt(dx * dx + dy * dy)
        _weigh_up(b, i, j, view)
        near = w.reach / (w.reach + distance)
        nearest = max(nearest, near)
        value = near * (MARCH + view.ours - view.his)
        if value > best:
            best = value
            best_near = near
            best_match = near * (view.ours - view.his)
            best_facing = near * (dx * figure.fx + dy * figure.fy) / max(distance, 1.0)
        clear = distance - 0.5 * figure.depth - 0.5 * other.depth
        touches = touches or clear < 0.5 * figure.width
        is_near = is_near or distance < AROUND
        if clear <= b.rules.move[other.type, 0] and not is_in(view.busy, j):
            peril = max(peril, view.his * cost_of_losing(b, i, w) - view.ours * cost_of_losing(b, j, w))
            is_reached = True
        has_target = _stands_to_enemy(b, i, j, distance, clear, found) or has_target
    found[Feature.PERIL.value] += peril
    if is_reached:
        found[Feature.REACH.value] += max(1.0 - b.own_bounds[figure.side] / LONG, 0.0)
    if has_target:
        found[Feature.SHOT.value] += 1.0
    if is_near:
        found[Feature.HEMMED.value] += _hemmed_in(b, i)
    if b.rules.contacts[figure.type] != 0:
        found[Feature.NEAR.value] += best_near
        found[Feature.HASTE.value] += nearest * _impatience(b, figure.side)
        found[Feature.MATCH.value] += best_match
        found[Feature.FACING.value] += best_facing
    if figure.general == 1:
        found[Feature.GENERAL.value] += best_near
        found[Feature.GUARD.value] += peril
    return touches


@kernel
def _stands_to_enemy(b, i, j, distance, clear, found):
    """Add who of the two is behind the other's front and who is in whose range; returns whether he may be shot at."""
    figure = b.figures[i]
    other = b.figures[j]
    dx = other.x - figure.x
    dy = other.y - figure.y
    ahead = dx * figure.fx + dy * figure.fy
    his_ahead = -(dx * other.fx + dy * other.fy)
    if clear <= b.rules.move[figure.type, 0] and his_ahead < -0.5 * other.depth:
        found[Feature.BEHIND.value] += 1.0
    if distance < CLOSE_BY and ahead < -0.5 * figure.depth:
        found[Feature.EXPOSED.value] += 1.0
    his_range = b.rules.range[other.type]
    if 0.0 < his_range and clear <= his_range and his_ahead > 0.7 * distance:
        found[Feature.UNDER_FIRE.value] += 1.0
    own_range = b.rules.range[figure.type]
    return 0.0 < own_range and clear <= own_range and ahead > 0.7 * distance


@kernel
def _hemmed_in(b, i):
    """Friends of element ``i`` who bar its way back, or whose way back it bars."""
    total = 0.0
    figure = b.figures[i]
    for j in range(b.n_figures):
        other = b.figures[j]
        if j != i and other.side == figure.side and is_in_open(other):
            total += _bars_way_back(b, figure, other) + _bars_way_back(b, other, figure)
    return total


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
            mounted = _lead(b, figure.type, other.type, view)
            on_foot = _lead(b, figure.foot_type, other.type, view)
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
