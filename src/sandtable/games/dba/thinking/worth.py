"""What a listed action looks worth at first sight: what it changes for those who act, feature by feature.

This is a judgement of ours for computer generals, not a rule; data/worth.toml has the weights and the words. Nothing is
copied and no die thrown: movers are stood where they would end, looked at, and stood back.
"""

from __future__ import annotations

import math

import numpy as np

from sandtable.games.common.worth import feature_enum, swap_poses, weigh
from sandtable.games.dba.clauses import FOLDER
from sandtable.games.dba.record import By, Phase, Verb, Where
from sandtable.games.dba.rules.combat import are_opponents
from sandtable.games.dba.rules.contact import contact_if_at, is_in_front_contact, may_meet, may_touch
from sandtable.games.dba.rules.deployment import along_edge, edge_length, in_from_edge, row_place
from sandtable.games.dba.rules.marches import end_of, way_of
from sandtable.games.dba.rules.pips import price_of
from sandtable.games.dba.rules.positions import are_enemies, general_of, is_in_open
from sandtable.games.dba.rules.results import stands_in_bad_going
from sandtable.games.dba.rules.shooting import SAFE, SHOT_AT, SHOT_BACK_AT, shooting_score, shoots_back
from sandtable.games.dba.rules.touching import Contact
from sandtable.games.dba.thinking.evaluate import fight_gain, price_of_scores
from sandtable.kernel.bits import bit, is_in
from sandtable.kernel.compiling import kernel
from sandtable.kernel.contact import is_directly_behind, is_level_beside
from sandtable.kernel.geometry import base_of
from sandtable.kernel.log import LOG
from sandtable.kernel.records import MAX_ACTORS, NONE, Path
from sandtable.kernel.scratch import keep_until_here

Feature = feature_enum(FOLDER, __name__)

CLOSE_BY = 400.0
"""Paces within which an enemy behind the line of one's front is a danger."""

FAST = 400.0
"""Paces a bound in good going from which an element may ride for the enemy's camp."""


@kernel
def worth(b, actions, n, features, out):
    """What each of the first ``n`` actions looks worth to the side to decide; see kernel/verbs.py."""
    logs = np.empty(1, LOG)
    logs[0].keep = 0
    was = np.empty((MAX_ACTORS, 4))
    features[:n] = 0.0
    side = b.pending_side
    if b.phase == Phase.MOVEMENT or b.phase == Phase.SHOOTING or b.phase == Phase.COMBAT:
        side = b.turn
    for k in range(n):
        _look_at(b, actions[k], side, was, features[k], logs[0])
    weigh(features, b.worths[side], n, out)
    keep_until_here(logs)


@kernel
def _look_at(b, action, side, was, found, log):
    """Fill ``found`` with the features of one action."""
    verb = action.verb
    if verb == Verb.MOVE:
        found[Feature.PRICE.value] = price_of(b, action, log)
        _displaced(b, action, was, found, log)
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
        _on_foot(b, np.int64(action.actors[0]), found)
    elif verb == Verb.LAND:
        found[Feature.LAND.value] = action.n_actors
    elif verb == Verb.DEPLOY:
        _deployed(b, action, side, found)
    elif verb == Verb.CLEAR:
        found[Feature.REDO.value] = 1.0


# ---------------------------------------------------------------- moves


@kernel
def _displaced(b, action, was, found, log):
    """What a move changes: how its movers, and the fights near them, stand at its end, less how they stand now."""
    way = way_of(b, action)
    movers = 1 if action.path == Path.COLUMN else action.n_actors  # who follows in a column goes his own way
    side = b.figures[action.actors[0]].side
    foes = np.int64(0)
    for k in range(movers):
        i = np.int64(action.actors[k])
        end = end_of(b, way, i)
        was[k, 0] = end.x
        was[k, 1] = end.y
        was[k, 2] = end.fx
        was[k, 3] = end.fy
        foes |= _enemies_near(b, i)
        _stands(b, i, -1.0, found)
    swap_poses(b, action, movers, was)
    for k in range(movers):
        i = np.int64(action.actors[k])
        foes |= _enemies_near(b, i)
        _stands(b, i, 1.0, found)
    if foes != 0:
        found[Feature.FIGHT.value] += _fights_against(b, foes, side, log)
        found[Feature.CONTACT.value] += _in_contact(b, action, movers)
        for k in range(movers):
            _takes_in_flank(b, np.int64(action.actors[k]), foes, found, log)
    swap_poses(b, action, movers, was)
    if foes != 0:
        found[Feature.FIGHT.value] -= _fights_against(b, foes, side, log)
        found[Feature.CONTACT.value] -= _in_contact(b, action, movers)


@kernel
def _enemies_near(b, i):
    """Enemies near enough to touch element ``i``: a mask."""
    mask = np.int64(0)
    for j in range(b.n_figures):
        if may_meet(b, i, j):
            mask |= bit(j)
    return mask


@kernel
def _fights_against(b, foes, side, log):
    """What the fights of the side with these enemies bring on average."""
    total = 0.0
    for j in range(b.n_figures):
        if not is_in(foes, j):
            continue
        for i in range(b.n_figures):
            figure = b.figures[i]
            if figure.side == side and may_touch(figure, b.figures[j]) and are_opponents(b, i, j):
                total += fight_gain(b, i, j, b.weights[side], log)
    return total


@kernel
def _in_contact(b, action, movers):
    """How many of the movers are in front contact with an enemy."""
    total = 0.0
    for k in range(movers):
        if is_in_front_contact(b, np.int64(action.actors[k])):
            total += 1.0
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
def _stands(b, i, sign, found):
    """Add how element ``i`` stands where it is, or take it off again with ``sign`` -1."""
    figure = b.figures[i]
    base = base_of(figure)
    reach = b.weights[figure.side].reach
    may_fight = b.rules.contacts[figure.type] != 0
    mounted = b.rules.mounted[figure.type]
    own_range = b.rules.range[figure.type]
    best = 0.0
    best_near = 0.0
    best_match = 0.0
    has_target = 0.0
    for j in range(b.n_figures):
        other = b.figures[j]
        if j == i or not is_in_open(other):
            continue
        dx = other.x - figure.x
        dy = other.y - figure.y
        distance = math.sqrt(dx * dx + dy * dy)
        if other.side != figure.side:
            ahead = dx * figure.fx + dy * figure.fy
            lead = b.rules.factor[figure.type, b.rules.mounted[other.type]] - b.rules.factor[other.type, mounted]
            near = reach / (reach + distance)
            value = near * (4.0 + lead)
            if value > best:
                best = value
                best_near = near
                best_match = near * lead
            if distance < CLOSE_BY and ahead < -0.5 * figure.depth:
                found[Feature.EXPOSED.value] += sign
            clear = distance - base.half_depth - 0.5 * other.depth
            if 0.0 < own_range and clear <= own_range and ahead > 0.7 * distance:
                has_target = 1.0
            his_range = b.rules.range[other.type]
            if 0.0 < his_range and clear <= his_range and -(dx * other.fx + dy * other.fy) > 0.7 * distance:
                found[Feature.UNDER_FIRE.value] += sign
        elif distance < CLOSE_BY:
            if is_level_beside(base_of(other), base):
                found[Feature.LINE.value] += sign
            elif b.rules.own_support[figure.type, other.type] != 0 or other.type == figure.type:
                if is_directly_behind(base_of(other), base):
                    found[Feature.SUPPORT.value] += sign
    found[Feature.SHOT.value] += sign * has_target
    if may_fight:
        found[Feature.NEAR.value] += sign * best_near
        found[Feature.MATCH.value] += sign * best_match
    if figure.general == 1:
        found[Feature.GENERAL.value] += sign * best_near
    else:
        found[Feature.COMMAND.value] += sign * _is_near_general(b, figure)
    if b.rules.move[figure.type, 0] >= FAST:
        found[Feature.CAMP.value] += sign * _nearness_to_camp(b, figure, reach)
    if b.rules.steady_in_bad_going[figure.type] == 0 and stands_in_bad_going(b, i):
        found[Feature.ROUGH.value] += sign


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
def _on_foot(b, i, found):
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
            by_whom = b.rules.mounted[other.type]
            mounted = b.rules.factor[figure.type, by_whom] - b.rules.factor[other.type, 1]
            on_foot = b.rules.factor[figure.foot_type, by_whom] - b.rules.factor[other.type, 0]
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
