"""What an action is worth at first sight, by the features of data/worth.toml."""

from __future__ import annotations

import numpy as np

from sandtable.games.common.worth import feature_enum, weigh
from sandtable.games.inter_arma.clauses import FOLDER
from sandtable.games.inter_arma.record import MAX_FIGURES, Lies, Mode, Phase, Quality, Thing, Verb, Weapon
from sandtable.games.inter_arma.rules.leaving import from_edge
from sandtable.games.inter_arma.rules.movement import is_asleep
from sandtable.games.inter_arma.rules.positions import are_enemies, is_fighter, is_mounted
from sandtable.games.inter_arma.rules.ranged import band_of, hits, shot_modifier, weapon_of
from sandtable.games.inter_arma.rules.saving import class_save, result_of, row_of
from sandtable.games.inter_arma.rules.sequence import current_side
from sandtable.games.inter_arma.thinking.wanting import aim_of, around, has_booty, longing
from sandtable.kernel.compiling import kernel
from sandtable.kernel.geometry import Point
from sandtable.kernel.records import NONE
from sandtable.kernel.rounds import distance_of_points
from sandtable.kernel.scratch import keep_until_here

Feature = feature_enum(FOLDER, __name__)

TOUCHING = 0.15
JOINS = 3.0
"""Centimetres from him at which a friend of an enemy will be in the fight."""

REACHES = 11.0
"""Centimetres from an enemy at which most can still be upon him this turn."""


@kernel
def chance_out(b, j, modifier):
    """The chance that figure ``j`` is put out by one hit, on foot or by the rider's save."""
    out = 0
    row = row_of(b, j)
    for die in range(1, 7):
        out += int(result_of(b, row, die, class_save(b, j) + modifier) != 0)
    return out / 6.0


@kernel
def chance_to_hit(b, i, j, item):
    """The chance that figure ``i`` hits ``j``."""
    weapon = weapon_of(b.figures[i], item)
    band = band_of(b, i, j, weapon)
    if band == 0:
        return 0.0
    modifier = shot_modifier(b, i, j, band)
    count = 0
    for die in range(1, 7):
        count += int(hits(b, die, modifier, band))
    return count / 6.0


@kernel
def gap_from(b, i, j, x, y):
    """How far figure ``i`` would be from ``j`` at a place."""
    other = b.figures[j]
    return distance_of_points(x, y, other.x, other.y) - 0.5 * (other.width + b.figures[i].width)


@kernel
def shot_from(b, i, x, y, mode, j):
    """The chance, roughly, that figure ``i`` puts enemy ``j`` out by a shot from a place where it went so."""
    figure = b.figures[i]
    if (figure.gun == NONE and figure.javelins == 0) or mode == Mode.CRAWL or figure.lying != 0:
        return 0.0
    if j == NONE or b.figures[j].civilian != 0:
        return 0.0
    apart = gap_from(b, i, j, x, y)
    if apart < TOUCHING:
        return 0.0
    chance = 0.0
    if figure.gun != NONE and (mode != Mode.RUN or is_mounted(figure)):
        row = b.weapons[figure.gun]
        if apart <= row.long:
            chance = 0.15 if apart > row.medium else 0.5 if apart > row.short else 0.65
    if figure.javelins > 0:
        row = b.weapons[Weapon.JAVELIN.value]
        if apart <= row.medium:
            chance = max(chance, 0.5 if apart > row.short else 0.65)
    return chance * chance_out(b, j, 0)


@kernel
def odds_about(b, i, j):
    """Whether more of ours than of theirs can be in a fight of figure ``i`` with ``j``, from -1 to 1.

    Ours: those who touch him, and those who have not moved and may reach him; theirs: those who stand by him.
    """
    foe = b.figures[j]
    ours, theirs = 1, 1
    for k in range(b.n_figures):
        other = b.figures[k]
        if k == i or k == j or not is_fighter(other) or other.tower != NONE:
            continue
        apart = gap_from(b, k, j, other.x, other.y)
        if other.side == foe.side:
            theirs += int(apart < JOINS)
        elif not are_enemies(b, i, k):
            ours += int(apart < TOUCHING or (apart < REACHES and other.moved == 0 and other.gun == NONE))
    return (ours - theirs) / (ours + theirs)


@kernel
def match_up(b, i, j):
    """How much better figure ``i`` is off than ``j`` in a melee, roughly from -2 to 2."""
    own, other = b.figures[i], b.figures[j]
    good = chance_out(b, j, 0) - chance_out(b, i, 0) + 0.2 * (own.quality - other.quality)
    if other.gun != NONE:
        good += 0.3
    if own.gun != NONE:
        good -= 0.6
    if is_asleep(b, other.side):
        good += 0.4
    return good + odds_about(b, i, j) + 0.1


@kernel
def know(b, i, known):
    """What figure ``i`` makes for, and how far it is from that now; ``known`` (f8[figures, 3]) keeps it a decision."""
    if np.isnan(known[i, 0]):
        figure = b.figures[i]
        aim = aim_of(b, i)
        known[i, 1] = aim.x
        known[i, 2] = aim.y
        known[i, 0] = longing(b, i, figure.x, figure.y, aim, around(b, i, figure.x, figure.y).gap)
    return Point(known[i, 1], known[i, 2])


@kernel
def _weigh_move(b, action, row, known):
    """A move: what each of the actors comes nearer to, whom it would fight, what it would take, who may be upon it."""
    lead = b.figures[action.actors[0]]
    dx = action.x - lead.x
    dy = action.y - lead.y
    for k in range(action.n_actors):
        i = action.actors[k]
        figure = b.figures[i]
        x, y = figure.x + dx, figure.y + dy
        near = around(b, i, x, y)
        aim = know(b, i, known)
        row[Feature.NEAR.value] += known[i, 0] - longing(b, i, x, y, aim, near.gap)
        if figure.civilian != 0:
            continue
        row[Feature.KILL.value] += shot_from(b, i, x, y, action.mode, near.foe)
        if near.foe != NONE and near.gap < TOUCHING:
            row[Feature.CONTACT.value] += match_up(b, i, near.foe)
        else:
            row[Feature.DANGER.value] += max(near.foes - near.friends - 1, 0)
        for m in range(b.n_markers):
            marker = b.markers[m]
            if marker.thing == Thing.JAVELIN or marker.lies != Lies.TABLE:
                continue
            if marker.owner != figure.side or marker.taker != NONE:
                if distance_of_points(x, y, marker.x, marker.y) < 0.5 * figure.width + b.rules.pick_up:
                    row[Feature.GOAL.value] += 1.0
    row[Feature.ORDER.value] = action.n_actors


@kernel
def _weigh_declaration(b, action, row, known):
    """Running gets farther where there is far to go; crawling where nobody has seen the crawler."""
    for k in range(action.n_actors):
        i = action.actors[k]
        figure = b.figures[i]
        know(b, i, known)
        row[Feature.NEAR.value] += min(known[i, 0], 9.0) if action.mode == Mode.RUN else 3.0
        if figure.javelins > 0 and figure.gun == NONE:
            near = around(b, i, figure.x, figure.y)
            row[Feature.KILL.value] += shot_from(b, i, figure.x, figure.y, action.mode, near.foe)
    row[Feature.ORDER.value] = action.n_actors


@kernel
def _weigh_heading(b, action, row, known):
    """A group's heading: towards what its first figure wants."""
    i = action.actors[0]
    figure = b.figures[i]
    x, y = figure.x + 6.0 * action.fx, figure.y + 6.0 * action.fy
    aim = know(b, i, known)
    row[Feature.NEAR.value] = known[i, 0] - longing(b, i, x, y, aim, around(b, i, x, y).gap) + 1.0


@kernel
def _weigh_standing(b, action, i, row):
    """Who stands still may shoot, and should not turn his back."""
    figure = b.figures[i]
    near = around(b, i, figure.x, figure.y)
    if near.foe == NONE:
        return
    row[Feature.KILL.value] += shot_from(b, i, figure.x, figure.y, Mode.STAND.value, near.foe)
    foe = b.figures[near.foe]
    if action.fx * (foe.x - figure.x) + action.fy * (foe.y - figure.y) < 0:
        row[Feature.IDLE.value] += 6.0
    if near.gap >= TOUCHING:
        row[Feature.DANGER.value] += max(near.foes - near.friends - 1, 0)


@kernel
def _weigh_order(b, action, row, known):
    """Everything that a side can order in its movement."""
    i = action.actors[0]
    if action.verb == Verb.MOVE:
        _weigh_move(b, action, row, known)
    elif action.verb == Verb.DECLARE:
        _weigh_declaration(b, action, row, known)
    elif action.verb == Verb.HEAD:
        _weigh_heading(b, action, row, known)
    elif action.verb == Verb.STAND:
        row[Feature.IDLE.value] = action.n_actors
        row[Feature.ORDER.value] = action.n_actors - 1
        for k in range(action.n_actors):
            _weigh_standing(b, action, action.actors[k], row)
    elif action.verb == Verb.FORM:
        row[Feature.FORMED.value] = 0.5 * action.n_actors
    elif action.verb == Verb.BREAK:
        row[Feature.CONTACT.value] = 0.4
    elif action.verb == Verb.RETREAT:
        row[Feature.CONTACT.value] = -0.6
    elif action.verb == Verb.LEAVE:
        row[Feature.GOAL.value] = 3.0 if has_booty(b, i) else -3.0
    elif action.verb == Verb.DRIVE:
        home = from_edge(b, b.figures[i].side, b.figures[i].x, b.figures[i].y)
        row[Feature.GOAL.value] = 0.2 * (home - from_edge(b, b.figures[i].side, action.x, action.y))
    elif action.verb == Verb.CLIMB:
        row[Feature.IDLE.value] = 3.0


@kernel
def _weigh_combat(b, action, row):
    """Shots, blows, closing up, wounded men and commanders."""
    i = action.actors[0]
    if action.verb == Verb.SHOOT:
        row[Feature.KILL.value] = chance_to_hit(b, i, action.target, action.item) * chance_out(b, action.target, 0)
        if b.figures[action.target].quality == Quality.COMMANDER:
            row[Feature.KILL.value] *= 1.5
        if b.figures[action.target].civilian != 0:
            row[Feature.KILL.value] = -0.2
    elif action.verb == Verb.STRIKE or action.verb == Verb.FIGHT:
        row[Feature.KILL.value] = chance_out(b, action.target, 0) + 0.1 * b.figures[action.target].quality
    elif action.verb == Verb.CLOSE:
        near = around(b, i, action.x, action.y)
        if near.foe != NONE:
            row[Feature.CONTACT.value] = match_up(b, i, near.foe)
    elif action.verb == Verb.DISPATCH:
        row[Feature.KILL.value] = 0.2
    elif action.verb == Verb.SLAY:
        row[Feature.KILL.value] = -0.2
    elif action.verb == Verb.RALLY:
        row[Feature.GOAL.value] = 1.0
    elif action.verb == Verb.PRAISE:
        row[Feature.GOAL.value] = 0.1


@kernel
def worth(b, actions, n, features, out):
    """The worth of each of the first ``n`` listed actions to the side to decide, and the features it is made of."""
    side = current_side(b)
    known = np.full((MAX_FIGURES, 3), np.nan)
    for k in range(n):
        row = features[k]
        row[:] = 0.0
        action = actions[k]
        if action.verb == Verb.DONE:
            row[Feature.IDLE.value] = 20.0 if b.phase == Phase.MOVEMENT else 1.0
        elif action.verb == Verb.NUDGE:
            row[Feature.IDLE.value] = 1.0 + abs(b.squads[b.group].sum + action.amount - 7.0)
        elif b.phase == Phase.MOVEMENT:
            _weigh_order(b, action, row, known)
        else:
            _weigh_combat(b, action, row)
    keep_until_here(known)
    if n > 0:
        weigh(features, b.worths[side], n, out)
