"""Who is to move, and what each of their useful ways needs to know: worked out once for all of them."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from sandtable.compiler.decorators import kernel
from sandtable.games.dbaix.listing.field import nearest_enemy
from sandtable.games.dbaix.listing.reach import (
    block_around,
    is_filled,
    see,
)
from sandtable.games.dbaix.record import Side, Token, TokenState
from sandtable.games.dbaix.rules.marches import begin_nearby
from sandtable.games.dbaix.rules.movement import Order
from sandtable.games.dbaix.rules.positions import REACH, are_enemies, is_on_table
from sandtable.games.dbaix.rules.terrain import features_near, is_slowed_by
from sandtable.kernel.action_checks import actor, actors_mask
from sandtable.kernel.bitsets import bit, is_in
from sandtable.kernel.geometry import TOUCH, Base, Point, snap_facing
from sandtable.kernel.grid import near
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import Box
from sandtable.kernel.terrain import point_in_feature

FAR = 10.0
"""Inches between centres beyond which the nearest enemy is no matter of this bound: fewer ways are offered."""


class Mover(NamedTuple):
    """Who is to move, and what each of their ways needs to know."""

    leader: Any
    block: Base  # the rectangle around those who move
    is_full: bool  # they leave nothing of it empty
    order: Order
    least: Any  # PIPs that are paid at least, wherever the mover goes
    foe: Any  # the enemy nearest to the leader, or NONE
    is_far: bool  # there is none within FAR
    to_foe: Point  # of a single figure that is not far: the facing towards that enemy
    limit: float  # inches that the leader may go
    errand: Point  # where a single figure has an errand; NaN: nowhere


@kernel
def limit_of(b, i, nearby):
    """Inches that figure ``i`` may go: less when it stands in a wood that slows it."""
    figure = b.figures[i]
    for f in range(nearby.n_features):
        t = nearby.features[f]
        if is_slowed_by(figure, b.terrain.features[t]) and point_in_feature(figure.x, figure.y, b.terrain, t):
            return min(b.rules.wood_move, b.rules.move)
    return b.rules.move


@kernel
def _half_diagonal(figure):
    """No point of the figure's base is farther from its middle, in inches."""
    return 0.5 * math.sqrt(figure.width * figure.width + figure.depth * figure.depth)


@kernel
def look_around(b, grid, leader, mask, box, found, nearby):
    """Fill ``nearby`` for a leader who moves with those in ``mask``: all that is in the box. ``found`` is room.

    One that moves alone meets nobody but in a circle around it.
    """
    begin_nearby(nearby)
    first = b.figures[leader]
    alone = mask == bit(leader)
    reach = b.rules.move + _half_diagonal(first) + 2.0 * TOUCH if alone else math.inf
    n = 0
    n_enemies = 0
    for k in range(near(grid, b.figures, box.x0, box.y0, box.x1, box.y1, found)):
        j = found[k]
        other = b.figures[j]
        dx = other.x - first.x
        dy = other.y - first.y
        within = reach + _half_diagonal(other)
        matters = (dx * dx + dy * dy <= within * within) & is_on_table(other) & (not is_in(mask, j))
        nearby.others[n] = j  # written, and kept only if it matters: faster than asking
        nearby.enemies[n_enemies] = j
        n += int(matters)
        n_enemies += int(matters & are_enemies(first, other))
    nearby.n_others = n
    nearby.n_enemies = n_enemies
    nearby.n_features = features_near(b, box.x0, box.y0, box.x1, box.y1, nearby.features)


@kernel
def _errand_of(b, i):
    """Where figure ``i`` has an errand: at a token on the ground, or with a token where it belongs. Else NaN."""
    figure = b.figures[i]
    if figure.token != NONE:
        side = figure.side
        if side == Side.PIRATES and not math.isnan(b.landing[0]):
            return Point(0.5 * (b.landing[0] + b.landing[2]), 0.5 * (b.landing[1] + b.landing[3]))
        if side == Side.ROMANS and not math.isnan(b.camp[0]):
            return Point(0.5 * (b.camp[0] + b.camp[2]), 0.5 * (b.camp[1] + b.camp[3]))
        if side == Side.GAULS and b.hut != NONE:
            hut = b.terrain.features[b.hut]
            return Point(0.5 * (hut.x0 + hut.x1), 0.5 * (hut.y0 + hut.y1))
        return Point(math.nan, math.nan)
    best = NONE
    least = 144.0  # within 12 inches
    for index in range(len(b.tokens)):
        token = b.tokens[index]
        own = (index == Token.CAULDRON and figure.side == Side.GAULS) or (
            index == Token.PAY_CHEST and figure.side == Side.ROMANS
        )
        if token.state == TokenState.GROUND and not own:
            square = (token.x - figure.x) ** 2 + (token.y - figure.y) ** 2
            if square < least:
                least = square
                best = index
    if best == NONE:
        return Point(math.nan, math.nan)
    return Point(float(b.tokens[best].x), float(b.tokens[best].y))


@kernel
def mover_of(b, action, order, least, grid, field, nearby):
    """The Mover for the actors of the action, who pay at ``least`` so much; fills ``nearby`` with all in its box."""
    leader = actor(action, 0)
    x0 = x1 = b.figures[leader].x
    y0 = y1 = b.figures[leader].y
    for k in range(1, action.n_actors):
        figure = b.figures[actor(action, k)]
        x0 = min(x0, figure.x)
        x1 = max(x1, figure.x)
        y0 = min(y0, figure.y)
        y1 = max(y1, figure.y)
    mask = actors_mask(action)
    margin = b.rules.move + REACH
    box = Box(x0 - margin, y0 - margin, x1 + margin, y1 + margin)
    look_around(b, grid, leader, mask, box, field.found, nearby)
    foe = nearest_enemy(field, b.figures[leader].x, b.figures[leader].y)
    is_far = True
    to_foe = Point(0.0, 1.0)
    if foe != NONE:
        dx = b.figures[foe].x - b.figures[leader].x
        dy = b.figures[foe].y - b.figures[leader].y
        is_far = dx * dx + dy * dy > FAR * FAR
        if not is_far and action.n_actors == 1:
            to_foe = snap_facing(dx, dy)
    block = block_around(b, action)
    is_full = action.n_actors == 1 or is_filled(b, action, block)
    see(b, leader, block, is_full, nearby)
    errand = _errand_of(b, leader) if action.n_actors == 1 else Point(math.nan, math.nan)
    return Mover(
        leader=leader,
        block=block,
        is_full=is_full,
        order=order,
        least=least,
        foe=foe,
        is_far=is_far,
        to_foe=to_foe,
        limit=limit_of(b, leader, nearby),
        errand=errand,
    )
