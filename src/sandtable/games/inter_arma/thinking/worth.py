"""What an action is worth at first sight, by the features of data/worth.toml."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.common.worth import feature_enum, weigh
from sandtable.games.inter_arma.clauses import FOLDER
from sandtable.games.inter_arma.record import N_FEATURES, Lies, Mode, Phase, Thing, Verb
from sandtable.games.inter_arma.rules.leaving import from_edge
from sandtable.games.inter_arma.rules.movement import room_left
from sandtable.games.inter_arma.rules.sequence import current_side
from sandtable.games.inter_arma.thinking.exchange import charge_loss, contact_gain
from sandtable.games.inter_arma.thinking.neighbourhood import (
    NOTES,
    TOUCHING,
    Kind,
    around,
    from_middle,
    look_about,
    noted_out,
    noted_price,
)
from sandtable.games.inter_arma.thinking.objectives import (
    INSIDE,
    aim_of,
    is_ahead,
    is_high_time,
    longing,
    makes_for_home,
)
from sandtable.games.inter_arma.thinking.prizes import AGAIN, prize_of_marker
from sandtable.games.inter_arma.thinking.retreat_risk import chance_to_yield
from sandtable.games.inter_arma.thinking.shots import chance_to_hit, note_targets, shot_from
from sandtable.kernel.bitsets import bit
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import Point
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here

Feature = feature_enum(FOLDER, __name__)

MOST_COMPANY = 5.0
"""Friends about that count at most."""

EARLY = 0.55
"""The share of the battle's turns that is early: there is time to let the enemy come, and to shoot."""

AT_WALL = 0.2
"""Centimetres from a building at which a torch touches it for a general."""

GETS_THERE = 0.7
"""How likely one that throws for fatigue gets as far as it hopes (MOVE-11)."""

AT_HAND = 0.9
"""The share of the distance at which things can be taken up at which a figure hopes to stop."""

SURE = 0.85
"""The share of its run that a figure may hope for after the fatigue die."""


@kernel
def is_early(b):
    """There is time."""
    return b.turn <= b.turns * EARLY


@kernel
def wish_feature(b, i, aim, goes_home, notes):
    """The feature by which it counts that figure ``i`` comes a centimetre nearer to what it makes for.

    Who has booty, or is after an enemy with it, does not wait; and a goal waits no longer than the way there takes.
    """
    figure = b.figures[i]
    if goes_home:
        return Feature.HOME
    early = is_early(b)
    if not np.isnan(aim.x):
        if is_high_time(b, i, aim.x, aim.y):
            return Feature.URGENT
        return Feature.ERRAND_EARLY if early and aim.runs == 0 else Feature.ERRAND
    if figure.gun != NONE:
        return Feature.RANGE_EARLY if early else Feature.RANGE
    if figure.civilian == 0:
        if notes.ahead < 0:
            notes.ahead = int(is_ahead(b, figure.side))
        if notes.ahead != 0:
            return Feature.AHEAD
    return Feature.EARLY if early else Feature.NEAR


class Wish(NamedTuple):
    """What a figure makes for (no x: an enemy, its range, home), how far it is from that now, and how that counts."""

    aim: Point
    far: float
    feature: int  # by which a centimetre nearer counts
    prize: float  # points that it is worth


@kernel
def wish_of(b, i, notes):
    """What figure ``i`` wishes, found out once a decision."""
    if notes.far[i] < 0.0:
        figure = b.figures[i]
        aim = aim_of(b, i)
        near = around(b, i, figure.x, figure.y, notes)
        goes_home = makes_for_home(b, i)
        notes.far[i] = longing(b, i, figure.x, figure.y, aim, near.gap, goes_home)
        notes.feature[i] = wish_feature(b, i, aim, goes_home, notes)
        notes.wish_x[i], notes.wish_y[i], notes.prize[i] = aim.x, aim.y, aim.prize
        if notes.feature[i] == Feature.HOME:
            notes.wish_x[i] = notes.wish_y[i] = np.nan
    aim = Point(notes.wish_x[i], notes.wish_y[i])
    return Wish(aim, notes.far[i], notes.feature[i], notes.prize[i])


@kernel
def count_way(wish, far, row):
    """Count how much nearer a figure comes that would be so far from what it wishes."""
    nearer = wish.far - far
    row[wish.feature] += nearer * wish.prize if wish.feature == Feature.URGENT else nearer
    if wish.feature == Feature.ERRAND:
        row[Feature.PRIZE] += nearer * wish.prize
    elif wish.feature == Feature.ERRAND_EARLY:
        row[Feature.PRIZE_EARLY] += nearer * wish.prize


@kernel
def shot_of(b, i, x, y, mode, notes):
    """What a shot of figure ``i`` is likely to bring from a place; whom it could hit is found once a decision."""
    if b.figures[i].gun == NONE and b.figures[i].javelins == 0:
        return 0.0
    if notes.has_targets == 0:
        note_targets(b, b.figures[i].side, notes)
    return shot_from(b, i, x, y, mode, notes)


@kernel
def count_fight(b, i, near, x, y, row, notes):
    """Count what it brings that figure ``i`` is in contact at a place."""
    gain = contact_gain(b, i, near.foe, x, y, notes)
    row[Feature.JOIN if gain.joins else Feature.CONTACT] += gain.points
    row[Feature.CROWD] += near.foes


@kernel
def count_second_rank(b, i, x, y, row, notes):
    """Count the best fight that figure ``i``, out of contact at a place, reaches past a friend who is in it (MASS-8).

    To whom it reaches it is out of reach, which is left out.
    """
    if b.figures[i].long_arm == 0:
        return
    best = 0.0
    for k in range(notes.n):
        friend = notes.people[k]
        room = 0.5 * b.figures[i].width + friend.radius + b.rules.contact
        if friend.kind != Kind.FRIEND or friend.busy == 0 or friend.figure == i:
            continue
        if distance_of_points(x, y, friend.x, friend.y) > room:
            continue
        for z in range(notes.n):
            foe = notes.people[z]
            if foe.kind == Kind.ENEMY and foe.busy != 0:
                if distance_of_points(foe.x, foe.y, friend.x, friend.y) < foe.radius + friend.radius + TOUCHING:
                    best = max(best, contact_gain(b, i, foe.figure, friend.x, friend.y, notes).points)
    row[Feature.RANK] += best


@kernel
def count_danger(b, i, near, row, notes):
    """Count what figure ``i``, out of contact, has to fear where it is, and who is with it."""
    loss = charge_loss(b, i, near.foe, near.foes, near.friends, notes)
    if b.figures[i].gun != NONE:
        row[Feature.EXPOSED] += loss
        return
    row[Feature.WARY if is_early(b) else Feature.DANGER] += loss
    row[Feature.FORMED] += min(near.friends, 2.0)
    row[Feature.COMPANY] += min(near.company, MOST_COMPANY)


@kernel
def count_things(b, i, x, y, aim, row):
    """Count what figure ``i``, out of contact at a place, takes up there (GOAL-1) or sets on fire (GOAL-5)."""
    figure = b.figures[i]
    if figure.torch != 0 and distance_of_points(x, y, aim.x, aim.y) < 0.5 * figure.width + AT_WALL:
        row[Feature.GOAL] += 1.0
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies != Lies.TABLE:
            continue
        if distance_of_points(x, y, marker.x, marker.y) > 0.5 * figure.width + b.rules.pick_up:
            continue
        if marker.thing == Thing.JAVELIN:
            if figure.javelins == 0 and figure.gun == NONE:
                row[Feature.GOAL] += AGAIN
        elif marker.owner != figure.side or marker.taker != NONE:
            row[Feature.GOAL] += prize_of_marker(b, figure.side, m)


@kernel
def _weigh_place(b, i, x, y, mode, row, notes):
    """What it brings that figure ``i`` is at a place: goals, fights, shots, danger."""
    figure = b.figures[i]
    near = around(b, i, x, y, notes)
    wish = wish_of(b, i, notes)
    count_way(wish, longing(b, i, x, y, wish.aim, near.gap, wish.feature == Feature.HOME), row)
    if figure.civilian != 0:
        return
    row[Feature.KILL] += shot_of(b, i, x, y, mode, notes)
    if figure.gun == NONE and figure.torch == 0 and not is_early(b):
        row[Feature.MUSTER] += from_middle(figure.x, figure.y, notes) - from_middle(x, y, notes)
    if near.foe != NONE and near.gap < TOUCHING:
        count_fight(b, i, near, x, y, row, notes)
    else:
        count_danger(b, i, near, row, notes)
        count_second_rank(b, i, x, y, row, notes)
        count_things(b, i, x, y, wish.aim, row)


@kernel
def send(action, dx, dy, notes):
    """Think of all actors of an order as moved so far."""
    notes.order = 0
    notes.dx = dx
    notes.dy = dy
    for k in range(action.n_actors):
        notes.order |= bit(action.actors[k])


@kernel
def _weigh_move(b, action, row, notes):
    """A move: what each of the actors comes nearer to, whom it would fight, what it would take, who may be upon it."""
    lead = b.figures[action.actors[0]]
    dx = action.x - lead.x
    dy = action.y - lead.y
    send(action, dx, dy, notes)
    for k in range(action.n_actors):
        i = action.actors[k]
        _weigh_place(b, i, b.figures[i].x + dx, b.figures[i].y + dy, action.mode, row, notes)
    share(row, action.n_actors)


@kernel
def share(row, n):
    """What an order brings each of its figures on average: alone each could do something else."""
    for feature in range(len(row)):
        row[feature] /= n
    row[Feature.ORDER] = n


@kernel
def _weigh_hope(b, i, mode, most, row, notes):
    """How far figure ``i`` may hope to get by a mode towards what it makes for: what it brings to be there."""
    figure = b.figures[i]
    wish = wish_of(b, i, notes)
    x, y = wish.aim.x, wish.aim.y
    edge = 0.0
    if np.isnan(x):
        j = around(b, i, figure.x, figure.y, notes).foe
        if j == NONE:
            return
        x, y = b.figures[j].x, b.figures[j].y
        edge = 0.5 * (figure.width + b.figures[j].width)
    apart = distance_of_points(figure.x, figure.y, x, y)
    far = apart - edge if most >= apart - edge else SURE * most
    if figure.gun != NONE and edge > 0.0:
        far = min(far, max(apart - edge - b.weapons[figure.gun].medium + INSIDE, 0.0))
    if edge == 0.0 and far == apart and figure.torch == 0:  # where it can take it up, out of another's contact
        far = max(apart - 0.5 * figure.width - AT_HAND * b.rules.pick_up, 0.0)
    _weigh_way(b, i, Point(x, y), far / max(apart, 0.01), mode, row, notes)


@kernel
def _weigh_way(b, i, place, part, mode, row, notes):
    """What it brings that figure ``i`` has gone a part of the way to a Point."""
    figure = b.figures[i]
    dx, dy = part * (place.x - figure.x), part * (place.y - figure.y)
    notes.dx, notes.dy = dx, dy
    _weigh_place(b, i, figure.x + dx, figure.y + dy, mode, row, notes)


@kernel
def worth_of(b, side, row):
    """What features are worth to a side."""
    sum_ = 0.0
    for feature in range(N_FEATURES):
        sum_ += row[feature] * b.worths[side, feature]
    return sum_


@kernel
def _weigh_run(b, i, mode, row, notes):
    """What it brings figure ``i`` to go by a mode: towards what it makes for, or at the best enemy within reach."""
    figure = b.figures[i]
    most = max(room_left(b, i, mode), 0.0)
    best, other = notes.best, notes.other
    best[:] = 0.0
    _weigh_hope(b, i, mode, most, best, notes)
    for k in range(notes.n if figure.gun == NONE else 0):
        person = notes.people[k]
        apart = distance_of_points(figure.x, figure.y, person.x, person.y)
        far = apart - person.radius - 0.5 * figure.width
        if person.kind != Kind.ENEMY or far > most or apart < TOUCHING:
            continue
        other[:] = 0.0
        _weigh_way(b, i, Point(person.x, person.y), far / apart, mode, other, notes)
        other[Feature.CONTACT] *= GETS_THERE
        other[Feature.JOIN] *= GETS_THERE
        if worth_of(b, figure.side, other) > worth_of(b, figure.side, best):
            for feature in range(len(best)):
                best[feature] = other[feature]
    for feature in range(len(row)):
        row[feature] += best[feature]


@kernel
def _weigh_declaration(b, action, row, notes):
    """A mode: what it brings each of the actors to go by it."""
    send(action, 0.0, 0.0, notes)
    for k in range(action.n_actors):
        _weigh_run(b, action.actors[k], action.mode, row, notes)
    share(row, action.n_actors)


@kernel
def _weigh_heading(b, action, row, notes):
    """A group's heading: towards what its first figure wants."""
    i = action.actors[0]
    figure = b.figures[i]
    x, y = figure.x + 6.0 * action.fx, figure.y + 6.0 * action.fy
    wish = wish_of(b, i, notes)
    far = longing(b, i, x, y, wish.aim, around(b, i, x, y, notes).gap, wish.feature == Feature.HOME)
    count_way(wish, far, row)
    row[Feature.HEADING] = 1.0


@kernel
def _weigh_standing(b, action, i, row, notes):
    """Who stands still may shoot or take up what lies there, and should not turn its back."""
    figure = b.figures[i]
    near = around(b, i, figure.x, figure.y, notes)
    if figure.civilian == 0 and (near.foe == NONE or near.gap >= TOUCHING):
        count_things(b, i, figure.x, figure.y, wish_of(b, i, notes).aim, row)
    if near.foe == NONE:
        return
    row[Feature.KILL] += shot_of(b, i, figure.x, figure.y, Mode.STAND, notes)
    foe = b.figures[near.foe]
    if action.fx * (foe.x - figure.x) + action.fy * (foe.y - figure.y) < 0:
        row[Feature.IDLE] += 6.0
    if near.gap >= TOUCHING:
        count_danger(b, i, near, row, notes)
        count_second_rank(b, i, figure.x, figure.y, row, notes)


@kernel
def _weigh_retreat(b, action, row, notes):
    """To go out of a fight spares its figures what that is likely to bring; the test may cost initiative."""
    for k in range(action.n_actors):
        i = action.actors[k]
        figure = b.figures[i]
        foe = around(b, i, figure.x, figure.y, notes).foe
        if foe != NONE:
            row[Feature.CONTACT] -= contact_gain(b, i, foe, figure.x, figure.y, notes).points / action.n_actors
    side = b.figures[action.actors[0]].side
    if b.order[0] == side and b.sides[side].back == 0:
        row[Feature.YIELDS] = chance_to_yield(b, side)


@kernel
def _weigh_order(b, action, row, notes):
    """Everything that a side can order in its movement."""
    i = action.actors[0]
    if action.verb == Verb.MOVE:
        _weigh_move(b, action, row, notes)
    elif action.verb == Verb.DECLARE:
        _weigh_declaration(b, action, row, notes)
    elif action.verb == Verb.HEAD:
        _weigh_heading(b, action, row, notes)
    elif action.verb == Verb.STAND:
        for k in range(action.n_actors):
            _weigh_standing(b, action, action.actors[k], row, notes)
        row[Feature.IDLE] += action.n_actors
        share(row, action.n_actors)
    elif action.verb == Verb.FORM:
        row[Feature.FORMED] = 0.5 * action.n_actors
    elif action.verb == Verb.BREAK:
        row[Feature.CONTACT] = 0.4
    elif action.verb == Verb.RETREAT:
        _weigh_retreat(b, action, row, notes)
    elif action.verb == Verb.LEAVE:
        row[Feature.GOAL] = 3.0 if makes_for_home(b, i) else -3.0
    elif action.verb == Verb.DRIVE:
        home = from_edge(b, b.figures[i].side, b.figures[i].x, b.figures[i].y)
        row[Feature.GOAL] = 0.2 * (home - from_edge(b, b.figures[i].side, action.x, action.y))
    elif action.verb == Verb.CLIMB:
        row[Feature.IDLE] = 3.0


@kernel
def _weigh_combat(b, action, row, notes):
    """Shots, blows, closing up, wounded men and commanders."""
    i = action.actors[0]
    if action.verb == Verb.SHOOT:
        row[Feature.KILL] = chance_to_hit(b, i, action.target, action.item) * noted_out(b, action.target, notes)
        row[Feature.KILL] *= noted_price(b, action.target, notes)
        if b.figures[action.target].civilian != 0:
            row[Feature.KILL] = -0.2
    elif action.verb == Verb.STRIKE or action.verb == Verb.FIGHT:
        row[Feature.KILL] = noted_out(b, action.target, notes) * noted_price(b, action.target, notes)
    elif action.verb == Verb.CLOSE:
        near = around(b, i, action.x, action.y, notes)
        if near.foe != NONE:
            row[Feature.CONTACT] = contact_gain(b, i, near.foe, action.x, action.y, notes).points
    elif action.verb == Verb.DISPATCH:
        row[Feature.KILL] = 0.2
    elif action.verb == Verb.SLAY:
        row[Feature.KILL] = -0.2
    elif action.verb == Verb.RALLY:
        row[Feature.GOAL] = 1.0
    elif action.verb == Verb.PRAISE:
        row[Feature.GOAL] = 0.1


@kernel
def worth(b, actions, n, features, out):
    """The worth of each of the first ``n`` listed actions to the side to decide, and the features it is made of."""
    side = current_side(b)
    desk = np.empty(1, NOTES)
    notes = desk[0]
    look_about(b, side, notes)
    for k in range(n):
        row = notes.found
        row[:] = 0.0
        action = actions[k]
        notes.order = 0
        if action.verb == Verb.DONE:
            row[Feature.IDLE] = 20.0 if b.phase == Phase.MOVEMENT else 1.0
        elif action.verb == Verb.NUDGE:
            row[Feature.IDLE] = 1.0 + abs(b.squads[b.group].sum + action.amount - 7.0)
        elif b.phase == Phase.MOVEMENT:
            _weigh_order(b, action, row, notes)
        else:
            _weigh_combat(b, action, row, notes)
        for column in range(N_FEATURES):
            features[k, column] = row[column]
    keep_until_here(desk)
    if n > 0:
        weigh(features, b.worths[side], n, out)
