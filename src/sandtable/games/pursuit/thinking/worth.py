"""What an action of a chase is worth at first sight, by the features of data/worth.toml."""

from __future__ import annotations

import math

from sandtable.games.common.worth import feature_enum, weigh
from sandtable.games.pursuit.clauses import FOLDER
from sandtable.games.pursuit.record import BEYOND, Mode, Side, Verb
from sandtable.games.pursuit.rules.inside import stretch_inside
from sandtable.games.pursuit.rules.mines import is_marker_near
from sandtable.games.pursuit.rules.pieces import is_impassable, is_over, is_there
from sandtable.games.pursuit.rules.positions import front_of, radius_of
from sandtable.games.pursuit.rules.sequence import current_side
from sandtable.games.pursuit.rules.shooting import shots_at, skill_at
from sandtable.games.pursuit.thinking.evaluate import gap_to, nearest_foe
from sandtable.games.skirmish40k.rules.saves import best_save, saves_from_fire
from sandtable.games.skirmish40k.rules.shooting import strength_of, to_hit
from sandtable.games.skirmish40k.rules.sight import cover_between
from sandtable.games.skirmish40k.rules.wounds import to_wound
from sandtable.kernel.compiling import kernel
from sandtable.kernel.records import NONE
from sandtable.kernel.rounds import Disc, disc_free_to_feature, disc_of, distance_of_points

Feature = feature_enum(FOLDER, __name__)

MEAN = 3.5
"""Inches that one die of slowing comes to."""

CONTACT = 0.1
"""Inches within which an end counts as contact."""


@kernel
def chance_of(needed):
    """The chance that a die shows so much or more."""
    return min(max(7.0 - needed, 0.0), 5.0) / 6.0


@kernel
def power(base, n):
    """``base`` to the n-th, by multiplying: numba's ``**`` ends in other bits than Python's."""
    product = 1.0
    for _ in range(n):
        product *= base
    return product


@kernel
def crash_kills(b, i):
    """The chance that a crash kills figure ``i``."""
    return chance_of(to_wound(b.rules.crash, b.profiles[b.figures[i].profile].toughness))


@kernel
def danger_of_leg(b, i, x, y, ux, uy, length):
    """The chance that figure ``i`` dies on a straight way from (x, y): walls, table sides and rubble."""
    disc = Disc(x, y, ux, uy, radius_of(b.figures[i]))
    kills = crash_kills(b, i)
    lives = 1.0
    for k in range(b.n_pieces):
        if not is_there(b, k) or is_over(b, i, k):
            continue
        if is_impassable(b, k):
            if disc_free_to_feature(disc, ux, uy, length, b.terrain, k) < length:
                lives *= 1.0 - kills
        else:
            stretch = stretch_inside(b, k, disc, ux, uy, length)
            if stretch.enter < BEYOND:
                tests = math.ceil((stretch.leave - stretch.enter) / b.rules.step - 0.001)
                lives *= power(1.0 - kills / 6.0, int(tests))
    end = y + uy * length
    if end < disc.radius or end > b.breadth - disc.radius:
        lives *= 1.0 - kills
    if x + ux * length < disc.radius:
        lives = 0.0
    return 1.0 - lives


@kernel
def _note_place(b, i, x, y, row):
    """How much nearer figure ``i`` would be to its nearest enemy, and whether it would touch it."""
    figure = b.figures[i]
    j = nearest_foe(b, i, figure.x, figure.y)
    if j != NONE:
        row[Feature.NEAR.value] += gap_to(b, i, j, figure.x, figure.y) - gap_to(b, i, j, x, y)
        after = nearest_foe(b, i, x, y)
        row[Feature.CONTACT.value] += int(gap_to(b, i, after, x, y) < CONTACT)


@kernel
def _weigh_move(b, action, row):
    """A move: its end, what it meets on the way, and how it faces then."""
    i = action.actors[0]
    figure = b.figures[i]
    x, y = figure.x, figure.y
    lives = 1.0
    for leg in range(action.n_via + 1):
        to_x = action.via[leg, 0] if leg < action.n_via else action.x
        to_y = action.via[leg, 1] if leg < action.n_via else action.y
        length = distance_of_points(x, y, to_x, to_y)
        if length > 0.0:
            lives *= 1.0 - danger_of_leg(b, i, x, y, (to_x - x) / length, (to_y - y) / length, length)
        x = to_x
        y = to_y
    row[Feature.DANGER.value] = 1.0 - lives
    row[Feature.AHEAD.value] = x - figure.x
    row[Feature.STRAIGHT.value] = action.fx - figure.fx
    row[Feature.FAST.value] = int(action.mode == Mode.ACCELERATE)
    if figure.side == Side.QUARRY and x + radius_of(figure) > b.length:
        row[Feature.ESCAPE.value] = lives
    _note_place(b, i, x, y, row)


@kernel
def _weigh_pace(b, action, row):
    """Keeping the pace or slowing: what the city would do to the figure, and how far it falls back."""
    i = action.actors[0]
    figure = b.figures[i]
    back = MEAN * action.amount if action.verb == Verb.SLOW else 0.0
    inches = max(b.rules.slide - back, 0.0)
    row[Feature.AHEAD.value] = -back
    row[Feature.DANGER.value] = danger_of_leg(b, i, figure.x, figure.y, 1.0, 0.0, inches)
    if figure.x - radius_of(figure) < back:
        row[Feature.DANGER.value] = 1.0
    _note_place(b, i, figure.x - back, figure.y, row)


@kernel
def _weigh_shot(b, action, row):
    """The chance that a shot kills."""
    i = action.actors[0]
    profile = b.profiles[b.figures[i].profile]
    weapon = b.weapons[profile.weapons[action.item]]
    target = b.figures[action.target]
    disc = disc_of(target)
    hits = chance_of(to_hit(skill_at(b, i, action.item, disc)))
    if weapon.twin != 0:
        hits += (1.0 - hits) * hits
    cover = cover_between(b, b.figures[i].x, b.figures[i].y, target.x, target.y)
    saved = chance_of(best_save(b.profiles[target.profile], saves_from_fire(weapon.ap, cover)))
    wounds = chance_of(to_wound(strength_of(weapon, profile), b.profiles[target.profile].toughness))
    row[Feature.KILL.value] = 1.0 - power(1.0 - hits * wounds * (1.0 - saved), shots_at(b, i, action.item, disc))


@kernel
def _foremost(b):
    """The figure of the quarry that is nearest to the Arrival, or NONE."""
    best = NONE
    for i in range(b.n_figures):
        if b.figures[i].side == Side.QUARRY and b.figures[i].where == 0:
            if best == NONE or front_of(b, i) > front_of(b, best):
                best = i
    return best


@kernel
def _weigh_placing(b, action, row):
    """A piece or a cluster in the way of the foremost of the quarry."""
    i = _foremost(b)
    if i != NONE:
        row[Feature.NEAR.value] = 0.25 * (b.breadth - abs(action.y - b.figures[i].y)) - 0.2 * b.breadth
    row[Feature.KILL.value] = 0.05 * int(action.verb == Verb.MINE)


@kernel
def _weigh_marker(b, action, side, row):
    """Enemies under a marker, less friends."""
    for i in range(b.n_figures):
        if b.figures[i].where == 0 and is_marker_near(b, i, action.x, action.y):
            row[Feature.KILL.value] += 0.3 if b.figures[i].side != side else -0.3


@kernel
def worth(b, actions, n, features, out):
    """The worth of each of the first ``n`` listed actions to the side to decide, and the features it is made of."""
    side = current_side(b)
    for k in range(n):
        row = features[k]
        row[:] = 0.0
        action = actions[k]
        if action.verb == Verb.MOVE:
            _weigh_move(b, action, row)
        elif action.verb == Verb.KEEP or action.verb == Verb.SLOW:
            _weigh_pace(b, action, row)
        elif action.verb == Verb.SHOOT:
            _weigh_shot(b, action, row)
        elif action.verb == Verb.SHOOT_MINES:
            row[Feature.KILL.value] = 0.05
        elif action.verb == Verb.TURN:
            row[Feature.STRAIGHT.value] = action.fx
        elif action.verb == Verb.STRIKE:
            row[Feature.KILL.value] = 0.3
        elif action.verb == Verb.PLACE or action.verb == Verb.MINE:
            _weigh_placing(b, action, row)
        elif action.verb == Verb.MARK:
            _weigh_marker(b, action, side, row)
        elif action.verb == Verb.DEPLOY:
            row[Feature.AHEAD.value] = 0.2 * action.x
            _note_place(b, action.actors[0], action.x, action.y, row)
    if n > 0:
        weigh(features, b.worths[side], n, out)
