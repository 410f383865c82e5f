"""Useful ways for a figure or a block to move: the poses that legal_actions and sample_action offer to the judge.

Nothing here is a rule. Every pose goes through ``movement.judge_way`` before anybody sees it; a pose that turns out
illegal is simply not offered.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from sandtable.games.common.groups import SAME_WAY
from sandtable.games.dbaix.listing.field import nearest_enemy
from sandtable.games.dbaix.listing.reach import (
    LEAST,
    block_around,
    is_filled,
    meets_ground,
    pick_seen,
    room_among,
    room_on_ground,
    see,
)
from sandtable.games.dbaix.record import Side, Token, TokenState
from sandtable.games.dbaix.rules.marches import begin_nearby, corner_travel
from sandtable.games.dbaix.rules.meeting import pays_for_flanks
from sandtable.games.dbaix.rules.movement import Order
from sandtable.games.dbaix.rules.positions import REACH, SLACK, are_enemies, is_on_table
from sandtable.games.dbaix.rules.terrain import features_near, is_slowed_by
from sandtable.games.dbaix.rules.wheels import is_end_taken
from sandtable.kernel.actors import actor, actors_mask
from sandtable.kernel.bits import is_in
from sandtable.kernel.compiling import kernel
from sandtable.kernel.contact import contact_place
from sandtable.kernel.drafts import pose
from sandtable.kernel.geometry import TOUCH, Base, Corner, Edge, Point, base_of, corner, snap_facing
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.near import near
from sandtable.kernel.records import NONE, Path
from sandtable.kernel.sweep import Box, carried, wheel_about
from sandtable.kernel.terrain import point_in_feature

TURNS = 3
"""Ways round a corner to an edge, tried one after another."""

ROUND_THE_CORNER = 1.5
"""Half base depths before an enemy's edge at which a figure halts that cannot reach it in one straight line."""

KINDS = 12
"""Ways of a single figure, beside those that meet an enemy; a block has two fewer."""

DIRECTIONS = 9
"""The first of those go different ways, so that none of them repeats another."""

SLANT = math.sqrt(0.5)
"""Sine and cosine of the oblique ways."""

AHEAD = (-1.0, 0.0, 0.0, SLANT, SLANT, -SLANT, -SLANT)
"""Ways with the facing kept, back, aside and obliquely: what of each goes ahead; blocks have the first five."""

ASIDE = (0.0, -1.0, 1.0, -SLANT, SLANT, -SLANT, SLANT)
"""The same, and what of each goes to the right."""

FAR = 10.0
"""Inches between centres beyond which the nearest enemy is no matter of this bound: fewer ways are offered."""

WHEELS = (90.0, 60.0, 45.0, 30.0, 20.0, 10.0)
"""Degrees tried for a wheel: the widest that is within reach is offered."""

CHORDS = (1.41421356, 1.0, 0.76536686, 0.51763809, 0.34729636, 0.17431149)
"""How far a point at distance 1 from the pivot goes, straight, in each of the wheels."""


class Mover(NamedTuple):
    """Who is to move, and what every way of his needs to know."""

    leader: Any
    block: Base  # the rectangle around those who move
    is_full: bool  # they leave nothing of it empty
    order: Order
    least: Any  # PIPs that he pays at least, wherever he goes
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
        t = np.int64(nearby.features[f])
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

    Who moves alone meets nobody but in a circle around him.
    """
    begin_nearby(nearby)
    first = b.figures[leader]
    alone = mask == np.int64(1) << np.int64(leader)
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


# Straight ahead


@kernel
def _straight(b, mover, nearby, action, ux, uy, distance):
    """All actors go along the unit vector as far as there is room for them, facing kept: so their way is clear."""
    leader = b.figures[mover.leader]
    count = pick_seen(leader, ux, uy, distance, nearby)
    go = nearby.free + 0.0
    if mover.is_full:
        go = room_among(b, mover.leader, mover.block, ux, uy, go, count, nearby)
    elif count > 0:
        for k in range(action.n_actors):
            go = room_among(b, mover.leader, base_of(b.figures[actor(action, k)]), ux, uy, go, count, nearby)
    if go >= LEAST and meets_ground(b, mover.block, ux, uy, go, nearby):
        for k in range(action.n_actors):
            i = actor(action, k)
            go = room_on_ground(b, i, base_of(b.figures[i]), ux, uy, go, nearby)
    pose(action, leader.x + ux * go, leader.y + uy * go, leader.fx, leader.fy)
    nearby.is_clear = 1
    nearby.went = go
    return go >= LEAST


@kernel
def _fill_straight(b, mover, nearby, kind, action):
    """Fill the ways with the facing kept: 0 ahead as far as possible, 1 ahead half, 2 to 8 as AHEAD and ASIDE say."""
    leader = b.figures[mover.leader]
    if kind == 0:
        found = _straight(b, mover, nearby, action, leader.fx, leader.fy, mover.limit)
        nearby.ahead = nearby.went
        return found
    if kind == 1:
        go = min(0.5 * b.rules.move, b.rules.wood_move)
        if nearby.ahead < 0.0:  # not known from kind 0
            return _straight(b, mover, nearby, action, leader.fx, leader.fy, go)
        go = min(go, nearby.ahead)
        pose(action, leader.x + leader.fx * go, leader.y + leader.fy * go, leader.fx, leader.fy)
        nearby.is_clear = 1
        return LEAST <= go < nearby.ahead
    ahead = AHEAD[kind - 2]
    aside = ASIDE[kind - 2]
    ux = ahead * leader.fx + aside * leader.fy
    uy = ahead * leader.fy - aside * leader.fx
    return _straight(b, mover, nearby, action, ux, uy, mover.limit)


# Single figures


@kernel
def _towards(b, mover, nearby, action, x, y):
    """Go towards a place as far as there is room, facing kept."""
    figure = b.figures[mover.leader]
    dx = x - figure.x
    dy = y - figure.y
    length = math.sqrt(dx * dx + dy * dy)
    if length < LEAST:
        return False
    return _straight(b, mover, nearby, action, dx / length, dy / length, min(mover.limit, length))


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
def _fill_single(b, mover, nearby, kind, action):
    """Fill the pose of one kind of way of a single figure, 0 to KINDS - 1; False if there is none such.

    Kinds: 0 to 8 with the facing kept, 9 towards the nearest enemy, 10 turned to him on the spot, 11 on an errand. Far
    from every enemy only the plainest.
    """
    if kind <= 8:
        if mover.is_far and kind != 0 and kind != 2:
            return False
        return _fill_straight(b, mover, nearby, kind, action)
    if kind == 11:
        errand = mover.errand
        return not math.isnan(errand.x) and _towards(b, mover, nearby, action, errand.x, errand.y)
    if mover.foe == NONE or (mover.is_far and kind != 9):
        return False
    foe = b.figures[mover.foe]
    if kind == 9:
        return _towards(b, mover, nearby, action, foe.x, foe.y)
    figure = b.figures[mover.leader]
    pose(action, figure.x, figure.y, mover.to_foe.x, mover.to_foe.y)
    return mover.to_foe.x * figure.fx + mover.to_foe.y * figure.fy < SAME_WAY


@kernel
def is_out_of_reach(b, mover, member, enemy):
    """No edge of ``enemy`` is within reach of the front of ``member``: the cheap refusal.

    The middle of his front comes to lie within half the enemy's sides, and half his own, of the enemy's centre.
    """
    figure = b.figures[member]
    other = b.figures[enemy]
    dx = other.x - figure.x - 0.5 * figure.depth * figure.fx
    dy = other.y - figure.y - 0.5 * figure.depth * figure.fy
    reach = mover.limit + 0.5 * (other.width + other.depth + figure.width) + TOUCH
    return dx * dx + dy * dy > reach * reach


@kernel
def fill_contact(b, mover, nearby, member, enemy, edge, action):
    """Fill the pose that aligns the front of ``member`` on an edge of ``enemy``, his block carried along.

    False if that is too far or too dear, or if somebody stands there.
    """
    nearby.is_clear = 0
    if edge != Edge.FRONT and mover.least + b.rules.flank_contact_cost > b.pips and pays_for_flanks(b, member, enemy):
        return False
    base = base_of(b.figures[member])
    place = contact_place(base, base_of(b.figures[enemy]), edge)
    if is_more_than(corner_travel(base, place), mover.limit, SLACK) or is_end_taken(b, place, nearby):
        return False
    if member == mover.leader:
        pose(action, place.x, place.y, place.fx, place.fy)
        return True
    leader = b.figures[mover.leader]
    cosine = place.fx * base.fx + place.fy * base.fy
    sine = place.fx * base.fy - place.fy * base.fx
    ex = leader.x - base.x
    ey = leader.y - base.y
    x = place.x + cosine * ex + sine * ey
    pose(action, x, place.y - sine * ex + cosine * ey, place.fx, place.fy)
    return True


@kernel
def bring_round(b, mover, action, turn):
    """Make a single figure's contact one by way of a corner; False where there is no such way.

    Turn 0: by the place straight before the edge it is to meet; 1: level with where it stands, so that it goes along
    the edge first and then straight at it; 2: straight first and then along the edge.
    """
    base = base_of(b.figures[mover.leader])
    back = ROUND_THE_CORNER * base.half_depth
    level = (action.x - base.x) * action.fx + (action.y - base.y) * action.fy
    if turn == 1 and (level < LEAST or abs(level - back) < LEAST):
        return False
    if turn == 2 and abs(level) < LEAST:
        return False
    action.path = Path.VIA.value
    action.n_via = 1
    if turn == 2:
        action.via[0, 0] = base.x + level * action.fx
        action.via[0, 1] = base.y + level * action.fy
    else:
        if turn == 1:
            back = level
        action.via[0, 0] = action.x - back * action.fx
        action.via[0, 1] = action.y - back * action.fy
    return True


# Groups


@kernel
def _flank_man(b, mover, action, hand):
    """The actor farthest to the front, and among those to the left (hand -1) or right (1)."""
    leader = b.figures[mover.leader]
    best = mover.leader
    score = -1e9
    for k in range(action.n_actors):
        figure = b.figures[actor(action, k)]
        dx = figure.x - leader.x
        dy = figure.y - leader.y
        value = 100.0 * (dx * leader.fx + dy * leader.fy) + hand * (dx * leader.fy - dy * leader.fx)
        if value > score:
            score = value
            best = actor(action, k)
    return best


@kernel
def _wheel(b, mover, action, hand):
    """Wheel about the front corner of the left (hand -1) or right (1) flank man, the widest that fits."""
    pivot_man = base_of(b.figures[_flank_man(b, mover, action, hand)])
    pivot = corner(pivot_man, Corner.FRONT_RIGHT if hand > 0 else Corner.FRONT_LEFT)
    outer = base_of(b.figures[_flank_man(b, mover, action, -hand)])
    far = corner(outer, Corner.FRONT_LEFT if hand > 0 else Corner.FRONT_RIGHT)
    radius = math.sqrt((far.x - pivot.x) ** 2 + (far.y - pivot.y) ** 2)
    leader = base_of(b.figures[mover.leader])
    for index in range(len(WHEELS)):
        if radius * CHORDS[index] > mover.limit:
            continue
        end = carried(wheel_about(pivot.x, pivot.y, hand * WHEELS[index]), leader)
        pose(action, end.x, end.y, end.fx, end.fy)
        action.path = Path.WHEEL.value
        action.n_via = 1
        action.via[0, 0] = pivot.x
        action.via[0, 1] = pivot.y
        return True
    return False


@kernel
def _about_turn(b, mover, action):
    """The block faces about on the ground it covers."""
    leader = b.figures[mover.leader]
    x0 = y0 = 1e9
    x1 = y1 = -1e9
    for k in range(action.n_actors):
        figure = b.figures[actor(action, k)]
        dx = figure.x - leader.x
        dy = figure.y - leader.y
        forward = dx * leader.fx + dy * leader.fy
        aside = dx * leader.fy - dy * leader.fx
        x0 = min(x0, aside)
        x1 = max(x1, aside)
        y0 = min(y0, forward)
        y1 = max(y1, forward)
    forward = y0 + y1  # the leader, at 0, 0 of his own frame, mirrored in the middle of the block
    aside = x0 + x1
    pose(
        action,
        leader.x + forward * leader.fx + aside * leader.fy,
        leader.y + forward * leader.fy - aside * leader.fx,
        0.0 - leader.fx,
        0.0 - leader.fy,
    )
    return True


@kernel
def _fill_group(b, mover, nearby, kind, action):
    """Fill the pose of one kind of way of a block, 0 to KINDS - 3; False if there is none such.

    Kinds: 0 to 6 with the facing kept, the widest wheels left and right, and about turn. Far from every enemy only
    the long ones.
    """
    if mover.is_far and kind == 1:
        return False
    if kind <= 6:
        return _fill_straight(b, mover, nearby, kind, action)
    if kind <= 8:
        return _wheel(b, mover, action, 1.0 if kind == 8 else -1.0)
    return kind == 9 and _about_turn(b, mover, action)


# All of them


@kernel
def _nearest_member(b, action, enemy):
    """The actor whose front is nearest to the enemy: he is to meet him."""
    best = actor(action, 0)
    least = 1e18
    foe = b.figures[enemy]
    for k in range(action.n_actors):
        figure = b.figures[actor(action, k)]
        dx = foe.x - figure.x - figure.fx * figure.depth
        dy = foe.y - figure.y - figure.fy * figure.depth
        if dx * dx + dy * dy < least:
            least = dx * dx + dy * dy
            best = actor(action, k)
    return best


@kernel
def member_to_meet(b, mover, enemy, action):
    """The actor who is to meet the enemy: the one whose front is nearest to him."""
    return _nearest_member(b, action, enemy) if action.n_actors > 1 else mover.leader


@kernel
def fill_kind(b, mover, nearby, kind, action):
    """Fill the pose of one of the KINDS of ways into the action that names the actors; False if there is none."""
    nearby.is_clear = 0
    return (
        _fill_group(b, mover, nearby, kind, action)
        if action.n_actors > 1
        else _fill_single(b, mover, nearby, kind, action)
    )


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
