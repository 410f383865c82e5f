"""What an action is worth at first sight, by the features of data/worth.toml."""

from __future__ import annotations

from sandtable.games.common.worth import feature_enum, weigh
from sandtable.games.inter_arma.clauses import FOLDER
from sandtable.games.inter_arma.record import Lies, Mode, Phase, Quality, Verb, Weapon
from sandtable.games.inter_arma.rules.goals import carries
from sandtable.games.inter_arma.rules.leaving import from_edge
from sandtable.games.inter_arma.rules.positions import are_enemies, is_able, is_mounted
from sandtable.games.inter_arma.rules.ranged import band_of, hits, shot_modifier, weapon_of
from sandtable.games.inter_arma.rules.saving import class_save, result_of, row_of
from sandtable.games.inter_arma.rules.sequence import current_side
from sandtable.games.inter_arma.thinking.evaluate import nearest_goal
from sandtable.kernel.compiling import kernel
from sandtable.kernel.records import NONE
from sandtable.kernel.rounds import distance_of_points

Feature = feature_enum(FOLDER, __name__)

STAND_OFF = 13.0
"""Centimetres from the nearest enemy at which those who shoot like to stand."""

TOUCHING = 0.15
MOST = 40.0


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
def nearest_foe(b, i, x, y):
    """The able enemy nearest to a place, soldiers before civilians; or NONE."""
    best = NONE
    least = 1e9
    for j in range(b.n_figures):
        foe = b.figures[j]
        if is_able(foe) and foe.tower == NONE and are_enemies(b, i, j):
            apart = gap_from(b, i, j, x, y) + 40.0 * foe.civilian
            if apart < least:
                least = apart
                best = j
    return best


@kernel
def longing(b, i, x, y):
    """Centimetres that figure ``i`` would be from what it wants at a place: an enemy, a range, a goal, home."""
    figure = b.figures[i]
    if carries(b, i):
        return from_edge(b, figure.side, x, y)
    want = MOST
    j = nearest_foe(b, i, x, y)
    if j != NONE:
        want = max(gap_from(b, i, j, x, y), 0.0)
        if figure.gun != NONE:
            want = abs(want - STAND_OFF)
        elif figure.civilian != 0:
            want = MOST - min(want, MOST)
    if figure.civilian == 0 and figure.gun == NONE:
        want = min(want, nearest_goal(b, i, x, y))
    return want


@kernel
def shot_from(b, i, x, y, mode):
    """The chance, roughly, that figure ``i`` puts its nearest enemy out by a shot from a place where it went so."""
    figure = b.figures[i]
    if (figure.gun == NONE and figure.javelins == 0) or mode == Mode.CRAWL or figure.lying != 0:
        return 0.0
    j = nearest_foe(b, i, x, y)
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
def match_up(b, i, j):
    """How much better figure ``i`` is than ``j`` in a melee, roughly from -1 to 1."""
    own, other = b.figures[i], b.figures[j]
    good = chance_out(b, j, 0) - chance_out(b, i, 0) + 0.2 * (own.quality - other.quality)
    if other.gun != NONE:
        good += 0.3
    if own.gun != NONE:
        good -= 0.6
    for k in range(b.n_figures):
        if k != i and is_able(b.figures[k]) and not are_enemies(b, i, k):
            if gap_from(b, k, j, b.figures[k].x, b.figures[k].y) < TOUCHING:
                good += 0.35
    return good + 0.15


@kernel
def _weigh_move(b, action, row):
    """A move: what each of the actors comes nearer to, whom it would fight, and what it would take."""
    lead = b.figures[action.actors[0]]
    dx = action.x - lead.x
    dy = action.y - lead.y
    for k in range(action.n_actors):
        i = action.actors[k]
        figure = b.figures[i]
        x, y = figure.x + dx, figure.y + dy
        row[Feature.NEAR.value] += longing(b, i, figure.x, figure.y) - longing(b, i, x, y)
        if figure.civilian != 0:
            continue
        row[Feature.KILL.value] += shot_from(b, i, x, y, action.mode)
        j = nearest_foe(b, i, x, y)
        if j != NONE and gap_from(b, i, j, x, y) < TOUCHING:
            row[Feature.CONTACT.value] += match_up(b, i, j)
        for m in range(b.n_markers):
            marker = b.markers[m]
            if (
                marker.thing != 0
                and marker.lies == Lies.TABLE
                and (marker.owner != figure.side or marker.taker != NONE)
            ):
                if distance_of_points(x, y, marker.x, marker.y) < 0.5 * figure.width + b.rules.pick_up:
                    row[Feature.GOAL.value] += 1.0
    row[Feature.ORDER.value] = action.n_actors


@kernel
def _weigh_declaration(b, action, row):
    """Running gets farther where there is far to go; crawling where nobody has seen the crawler."""
    for k in range(action.n_actors):
        i = action.actors[k]
        figure = b.figures[i]
        far = longing(b, i, figure.x, figure.y)
        row[Feature.NEAR.value] += min(far, 9.0) if action.mode == Mode.RUN else 3.0
        if figure.javelins > 0 and figure.gun == NONE:
            row[Feature.KILL.value] += shot_from(b, i, figure.x, figure.y, action.mode)
    row[Feature.ORDER.value] = action.n_actors


@kernel
def _weigh_heading(b, action, row):
    """A group's heading: towards what its first figure wants."""
    i = action.actors[0]
    figure = b.figures[i]
    ahead = longing(b, i, figure.x + 6.0 * action.fx, figure.y + 6.0 * action.fy)
    row[Feature.NEAR.value] = longing(b, i, figure.x, figure.y) - ahead + 1.0


@kernel
def _weigh_order(b, action, row):
    """Everything that a side can order in its movement."""
    i = action.actors[0]
    if action.verb == Verb.MOVE:
        _weigh_move(b, action, row)
    elif action.verb == Verb.DECLARE:
        _weigh_declaration(b, action, row)
    elif action.verb == Verb.HEAD:
        _weigh_heading(b, action, row)
    elif action.verb == Verb.STAND:
        row[Feature.IDLE.value] = action.n_actors
        row[Feature.KILL.value] = shot_from(b, i, b.figures[i].x, b.figures[i].y, Mode.STAND.value)
        j = nearest_foe(b, i, b.figures[i].x, b.figures[i].y)
        if (
            j != NONE
            and action.fx * (b.figures[j].x - b.figures[i].x) + action.fy * (b.figures[j].y - b.figures[i].y) < 0
        ):
            row[Feature.DANGER.value] = 2.0
    elif action.verb == Verb.FORM:
        row[Feature.FORMED.value] = 0.5 * action.n_actors
    elif action.verb == Verb.BREAK:
        row[Feature.CONTACT.value] = 0.4
    elif action.verb == Verb.RETREAT:
        row[Feature.CONTACT.value] = -0.6
    elif action.verb == Verb.LEAVE:
        row[Feature.GOAL.value] = 3.0 if carries(b, i) else -3.0
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
        j = nearest_foe(b, i, action.x, action.y)
        if j != NONE:
            row[Feature.CONTACT.value] = match_up(b, i, j)
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
    for k in range(n):
        row = features[k]
        row[:] = 0.0
        action = actions[k]
        if action.verb == Verb.DONE:
            row[Feature.IDLE.value] = 20.0 if b.phase == Phase.MOVEMENT else 1.0
        elif action.verb == Verb.NUDGE:
            row[Feature.IDLE.value] = 1.0 + abs(b.squads[b.group].sum + action.amount - 7.0)
        elif b.phase == Phase.MOVEMENT:
            _weigh_order(b, action, row)
        else:
            _weigh_combat(b, action, row)
    if n > 0:
        weigh(features, b.worths[side], n, out)
