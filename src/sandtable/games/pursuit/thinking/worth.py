"""What an action of a chase is worth at first sight, by the features of data/worth.toml."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.common.worth import feature_enum, weigh
from sandtable.games.pursuit.clauses import FOLDER
from sandtable.games.pursuit.record import MAX_LEGS, Mode, Pace, Phase, Side, Verb
from sandtable.games.pursuit.rules.mines import is_marker_near
from sandtable.games.pursuit.rules.pieces import is_impassable
from sandtable.games.pursuit.rules.positions import front_of, radius_of
from sandtable.games.pursuit.rules.sequence import current_side
from sandtable.games.pursuit.rules.shooting import cover_from, shots_at, skill_at
from sandtable.games.pursuit.thinking.evaluate import closeness
from sandtable.games.pursuit.thinking.outlook import beyond, first_figure, foresee, in_slide, is_aside
from sandtable.games.skirmish40k.rules.saves import best_save, saves_from_fire
from sandtable.games.skirmish40k.rules.shooting import strength_of, to_hit
from sandtable.games.skirmish40k.rules.weapon_choice import chance_of
from sandtable.games.skirmish40k.rules.wounds import to_wound
from sandtable.kernel.discs import disc_of, distance_of_points
from sandtable.kernel.records import NONE, record
from sandtable.kernel.scratch import keep_until_here

Feature = feature_enum(FOLDER, __name__)

LEG = record(
    ("to_x", "f8"),  # where it is to end
    ("to_y", "f8"),
    ("x", "f8"),  # where it ends, as far as can be foreseen
    ("y", "f8"),
    ("fx", "f8"),  # facing there
    ("fy", "f8"),
    ("lives", "f8"),  # chances so far
    ("stuck", "f8"),
    ("met", "i4"),  # the figure that ends the move, or NONE
    ("goes_on", "i4"),  # 1: nothing has ended the move yet
)

NOWHERE = -1000.0
"""No leg ends there."""

LANE = 6.0
"""Inches to the side within which a piece is in somebody's way."""

MOST_DICE = 3


def _ways():
    """How likely so many dice of slowing come to so many inches: ``f8[dice, inches]``."""
    ways = np.zeros((MOST_DICE + 1, 6 * MOST_DICE + 1))
    ways[0, 0] = 1.0
    for dice in range(MOST_DICE):
        for pips in range(1, 7):
            ways[dice + 1, pips:] += ways[dice, : ways.shape[1] - pips] / 6.0
    return ways


WAYS = _ways()


@kernel
def power(base, n):
    """``base`` to the n-th, by multiplying: numba's ``**`` ends in other bits than Python's."""
    product = 1.0
    for _ in range(n):
        product *= base
    return product


@kernel
def _note_place(b, i, x, y, row):
    """How much closer enemies would be to figure ``i``, standing at (x, y)."""
    figure = b.figures[i]
    row[Feature.NEAR] = closeness(b, i, x, y) - closeness(b, i, figure.x, figure.y)


@kernel
def _note_future(b, i, x, y, fx, fy, row):
    """What the city does to a figure that stands so when it slides next, and in what lies beyond."""
    back = b.rules.slide if is_aside(b, fx, fy) else 0.0
    row[Feature.SLIDE] = in_slide(b, i, x, y, fx, fy)
    row[Feature.BEHIND] = back
    row[Feature.BEYOND] = beyond(b, i, x + b.rules.slide - back, y)
    row[Feature.STRAIGHT] = fx


@kernel
def _ride(b, i, start, leg):
    """Foresee one leg of a move of figure ``i`` that comes from ``start``, where the leg before it has led."""
    leg.lives = start.lives
    leg.stuck = start.stuck
    leg.met = start.met
    leg.goes_on = start.goes_on
    leg.x = start.x
    leg.y = start.y
    leg.fx = start.fx
    leg.fy = start.fy
    length = distance_of_points(start.x, start.y, leg.to_x, leg.to_y)
    if leg.goes_on == 0 or length == 0.0:
        return
    ux = (leg.to_x - start.x) / length
    uy = (leg.to_y - start.y) / length
    met, free = first_figure(b, i, start.x, start.y, ux, uy, length)
    went = foresee(b, i, start.x, start.y, ux, uy, free)
    leg.stuck += leg.lives * went.stuck
    leg.lives *= 1.0 - went.dies
    leg.met = met if went.way >= free else NONE
    leg.goes_on = int(went.way >= length and met == NONE)
    leg.x += ux * went.way
    leg.y += uy * went.way
    leg.fx = ux
    leg.fy = uy


@kernel
def _follow(b, action, legs):
    """Foresee a move leg by leg: fills ``legs`` (``[0]`` is where it begins); False if all is as for the move before.

    Moves that begin alike stand together in the list, and share what was found of the move before: on the way that
    came to a quarter of the work.
    """
    anew = False
    for n in range(1, action.n_via + 2):
        is_last = n == action.n_via + 1
        to_x = action.x if is_last else action.via[n - 1, 0]
        to_y = action.y if is_last else action.via[n - 1, 1]
        leg = legs[n]
        if anew or leg.to_x != to_x or leg.to_y != to_y:
            leg.to_x = to_x
            leg.to_y = to_y
            _ride(b, action.actors[0], legs[n - 1], leg)
            anew = True
    for n in range(action.n_via + 2, MAX_LEGS + 1):
        anew = anew or legs[n].to_x != NOWHERE
        legs[n].to_x = NOWHERE
    return anew


@kernel
def _begin(b, i, legs):
    """Figure ``i`` stands where its moves begin; no leg of any has been foreseen."""
    for n in range(MAX_LEGS + 1):
        legs[n].to_x = NOWHERE
    first = legs[0]
    first.x = b.figures[i].x
    first.y = b.figures[i].y
    first.fx = b.figures[i].fx
    first.fy = b.figures[i].fy
    first.lives = 1.0
    first.stuck = 0.0
    first.met = NONE
    first.goes_on = 1


@kernel
def _weigh_move(b, action, legs, row, before):
    """A move: what it meets on the way, where that leaves it, and what the city does to it there.

    ``before``: the row of the move listed before it.
    """
    i = action.actors[0]
    figure = b.figures[i]
    anew = _follow(b, action, legs)
    end = legs[action.n_via + 1]
    fx = action.fx if end.goes_on != 0 else end.fx
    fy = action.fy if end.goes_on != 0 else end.fy
    if not anew and is_aside(b, fx, fy) == (before[Feature.BEHIND] > 0.0):
        for column in range(len(row)):
            row[column] = before[column]
        row[Feature.STRAIGHT] = fx
        row[Feature.FAST] = int(action.mode == Mode.ACCELERATE)
        return
    row[Feature.DANGER] = 1.0 - end.lives
    row[Feature.STUCK] = end.stuck
    row[Feature.AHEAD] = end.x - figure.x
    row[Feature.FAST] = int(action.mode == Mode.ACCELERATE)
    if end.x - radius_of(figure) < 0.0:
        row[Feature.DANGER] = 1.0
    if figure.side == Side.QUARRY and end.x + radius_of(figure) > b.length:
        row[Feature.ESCAPE] = end.lives
        return
    if end.met != NONE and b.figures[end.met].side != figure.side:
        row[Feature.CONTACT] = end.lives
    _note_place(b, i, end.x, end.y, row)
    _note_future(b, i, end.x, end.y, fx, fy, row)


@kernel
def _weigh_staying(b, action, row):
    """Staying: a figure stopped in rubble goes back with it."""
    i = action.actors[0]
    figure = b.figures[i]
    if figure.stopped == NONE:
        _note_future(b, i, figure.x, figure.y, action.fx, action.fy, row)
        return
    row[Feature.BEHIND] = b.rules.slide
    row[Feature.SLIDE] = 1.0 if figure.x - radius_of(figure) < b.rules.slide else 0.0


@kernel
def _weigh_pace(b, action, row):
    """Keeping the pace or slowing: what the city would do to the figure, and how far it falls back, over the dice."""
    i = action.actors[0]
    figure = b.figures[i]
    dice = action.amount if action.verb == Verb.SLOW else 0
    if action.verb == Verb.KEEP and action.mode == Pace.ALL:
        row[Feature.DANGER] = 1.0  # who says it for all at once does not look what befalls the first of them
    for inches in range(WAYS.shape[1]):
        share = WAYS[dice, inches]
        if share == 0.0:
            continue
        row[Feature.AHEAD] -= share * inches
        if figure.x - radius_of(figure) < inches:
            row[Feature.DANGER] += share
            continue
        left = max(b.rules.slide - inches, 0.0)
        went = foresee(b, i, figure.x, figure.y, 1.0, 0.0, left)
        row[Feature.DANGER] += share * went.dies
        row[Feature.STUCK] += share * went.stuck
        if share > 0.1:
            row[Feature.BEYOND] += share * beyond(b, i, figure.x + left, figure.y)
            row[Feature.NEAR] += share * closeness(b, i, figure.x - inches, figure.y)
    row[Feature.NEAR] -= closeness(b, i, figure.x, figure.y)


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
    cover = cover_from(b, i, disc)
    saved = chance_of(best_save(b.profiles[target.profile], saves_from_fire(weapon.ap, cover)))
    wounds = chance_of(to_wound(strength_of(weapon, profile), b.profiles[target.profile].toughness))
    row[Feature.KILL] = 1.0 - power(1.0 - hits * wounds * (1.0 - saved), shots_at(b, i, action.item, disc))


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
    if i == NONE:
        return
    bars = 0.5
    if action.verb == Verb.PLACE:
        bars = 1.0 if is_impassable(b, action.target) else 0.5
    row[Feature.BARS] = bars * (1.0 - min(abs(action.y - b.figures[i].y) / LANE, 2.0))


@kernel
def _weigh_marker(b, action, side, row):
    """Enemies under a marker, less friends."""
    for i in range(b.n_figures):
        if b.figures[i].where == 0 and is_marker_near(b, i, action.x, action.y):
            row[Feature.KILL] += 0.3 if b.figures[i].side != side else -0.3


@kernel
def worth(b, actions, n, features, out):
    """The worth of each of the first ``n`` listed actions to the side to decide, and the features it is made of."""
    side = current_side(b)
    legs = np.empty(MAX_LEGS + 1, LEG)
    if n > 0 and b.phase == Phase.MOVEMENT:
        _begin(b, b.active, legs)
    for k in range(n):
        row = features[k]
        row[:] = 0.0
        action = actions[k]
        if action.verb == Verb.MOVE:
            _weigh_move(b, action, legs, row, features[max(k - 1, 0)])
        elif action.verb == Verb.KEEP or action.verb == Verb.SLOW:
            _weigh_pace(b, action, row)
        elif action.verb == Verb.SHOOT:
            _weigh_shot(b, action, row)
        elif action.verb == Verb.SHOOT_MINES:
            row[Feature.KILL] = 0.05
        elif action.verb == Verb.TURN:
            i = action.actors[0]
            _note_future(b, i, b.figures[i].x, b.figures[i].y, action.fx, action.fy, row)
        elif action.verb == Verb.STAY:
            _weigh_staying(b, action, row)
        elif action.verb == Verb.STRIKE:
            row[Feature.KILL] = 0.3
        elif action.verb == Verb.PLACE or action.verb == Verb.MINE:
            _weigh_placing(b, action, row)
        elif action.verb == Verb.MARK:
            _weigh_marker(b, action, side, row)
        elif action.verb == Verb.DEPLOY:
            i = action.actors[0]
            row[Feature.AHEAD] = action.x
            row[Feature.NEAR] = closeness(b, i, action.x, action.y)
            _note_future(b, i, action.x, action.y, action.fx, action.fy, row)
    if n > 0:
        weigh(features, b.worths[side], n, out)
    keep_until_here(legs)
