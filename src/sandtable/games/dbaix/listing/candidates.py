"""Useful ways for a figure or a block to move: the poses that legal_actions and sample_action offer to the judge.

Nothing here is a rule. Every pose goes through ``movement.judge_way`` before anybody sees it; a pose that turns out
illegal is simply not offered.
"""

from __future__ import annotations

import math
from enum import IntEnum

from sandtable.compiler.decorators import kernel
from sandtable.games.common.groups import SAME_WAY
from sandtable.games.dbaix.listing.reach import (
    LEAST,
    meets_ground,
    pick_seen,
    room_among,
    room_on_ground,
)
from sandtable.games.dbaix.rules.marches import corner_travel
from sandtable.games.dbaix.rules.meeting import pays_for_flanks
from sandtable.games.dbaix.rules.positions import SLACK
from sandtable.games.dbaix.rules.wheels import is_end_taken
from sandtable.kernel.action_checks import actor
from sandtable.kernel.action_drafts import pose
from sandtable.kernel.contact import contact_place
from sandtable.kernel.geometry import TOUCH, Corner, Edge, base_of, corner
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.records import NONE, Path
from sandtable.kernel.sweep import carried, wheel_about

TURNS = 3
"""Ways round a corner to an edge, tried one after another."""

ROUND_THE_CORNER = 1.5
"""Half base depths before an enemy's edge at which a figure halts that cannot reach it in one straight line."""

SLANT = math.sqrt(0.5)
"""Sine and cosine of the oblique ways."""


class Single(IntEnum):
    """The ways of a single figure, beside those that meet an enemy; from BACK to BACK_RIGHT with the facing kept."""

    AHEAD = 0
    HALF_AHEAD = 1
    BACK = 2
    LEFT = 3
    RIGHT = 4
    AHEAD_LEFT = 5
    AHEAD_RIGHT = 6
    BACK_LEFT = 7
    BACK_RIGHT = 8
    TO_FOE = 9  # towards the nearest enemy
    FACE_FOE = 10  # turned to it on the spot
    ERRAND = 11  # to a token, or with one where it belongs


class Group(IntEnum):
    """The ways of a block; the first are those of a single figure."""

    AHEAD = 0
    HALF_AHEAD = 1
    BACK = 2
    LEFT = 3
    RIGHT = 4
    AHEAD_LEFT = 5
    AHEAD_RIGHT = 6
    WHEEL_LEFT = 7
    WHEEL_RIGHT = 8
    ABOUT_TURN = 9


N_WAYS = len(Single)
"""As many numbers are asked for; a block has fewer ways."""

DIFFERENT = 9
"""So many of them go different ways, so that none repeats another."""

STRAIGHT = (
    (-1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (SLANT, -SLANT), (SLANT, SLANT), (-SLANT, -SLANT), (-SLANT, SLANT),
)  # fmt: skip
"""From BACK on: what of the way goes ahead, and what to the right."""

WHEELS = (90.0, 60.0, 45.0, 30.0, 20.0, 10.0)
"""Degrees tried for a wheel: the widest that is within reach is offered."""

CHORDS = (1.41421356, 1.0, 0.76536686, 0.51763809, 0.34729636, 0.17431149)
"""How far a point at distance 1 from the pivot goes, straight, in each of the wheels."""


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
def _fill_straight(b, mover, nearby, way, action):
    """Fill one of the ways with the facing kept, Single.AHEAD to Single.BACK_RIGHT, as far as possible."""
    leader = b.figures[mover.leader]
    if way == Single.AHEAD:
        found = _straight(b, mover, nearby, action, leader.fx, leader.fy, mover.limit)
        nearby.ahead = nearby.went
        return found
    if way == Single.HALF_AHEAD:
        go = min(0.5 * b.rules.move, b.rules.wood_move)
        if nearby.ahead < 0.0:  # not known from the whole way
            return _straight(b, mover, nearby, action, leader.fx, leader.fy, go)
        go = min(go, nearby.ahead)
        pose(action, leader.x + leader.fx * go, leader.y + leader.fy * go, leader.fx, leader.fy)
        nearby.is_clear = 1
        return LEAST <= go < nearby.ahead
    ahead, aside = STRAIGHT[way - Single.BACK]
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
def _fill_single(b, mover, nearby, way, action):
    """Fill the pose of one of the ways of a single figure (a Single); False if there is none such.

    Far from every enemy only the plainest.
    """
    if way <= Single.BACK_RIGHT:
        if mover.is_far and way != Single.AHEAD and way != Single.BACK:
            return False
        return _fill_straight(b, mover, nearby, way, action)
    if way == Single.ERRAND:
        errand = mover.errand
        return not math.isnan(errand.x) and _towards(b, mover, nearby, action, errand.x, errand.y)
    if mover.foe == NONE or (mover.is_far and way != Single.TO_FOE):
        return False
    foe = b.figures[mover.foe]
    if way == Single.TO_FOE:
        return _towards(b, mover, nearby, action, foe.x, foe.y)
    figure = b.figures[mover.leader]
    pose(action, figure.x, figure.y, mover.to_foe.x, mover.to_foe.y)
    return mover.to_foe.x * figure.fx + mover.to_foe.y * figure.fy < SAME_WAY


@kernel
def is_out_of_reach(b, mover, member, enemy):
    """No edge of ``enemy`` is within reach of the front of ``member``: the cheap refusal.

    The middle of its front comes to lie within half the enemy's sides, and half its own, of the enemy's centre.
    """
    figure = b.figures[member]
    other = b.figures[enemy]
    dx = other.x - figure.x - 0.5 * figure.depth * figure.fx
    dy = other.y - figure.y - 0.5 * figure.depth * figure.fy
    reach = mover.limit + 0.5 * (other.width + other.depth + figure.width) + TOUCH
    return dx * dx + dy * dy > reach * reach


@kernel
def fill_contact(b, mover, nearby, member, enemy, edge, action):
    """Fill the pose that aligns the front of ``member`` on an edge of ``enemy``, its block carried along.

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
    action.path = Path.VIA
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
        action.path = Path.WHEEL
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
    forward = y0 + y1  # the leader, at 0, 0 of its own frame, mirrored in the middle of the block
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
def _fill_group(b, mover, nearby, way, action):
    """Fill the pose of one of the ways of a block (a Group); False if there is none such.

    Far from every enemy only the long ones.
    """
    if mover.is_far and way == Group.HALF_AHEAD:
        return False
    if way <= Group.AHEAD_RIGHT:
        return _fill_straight(b, mover, nearby, way, action)
    if way <= Group.WHEEL_RIGHT:
        return _wheel(b, mover, action, 1.0 if way == Group.WHEEL_RIGHT else -1.0)
    return way == Group.ABOUT_TURN and _about_turn(b, mover, action)


# All of them


@kernel
def _nearest_member(b, action, enemy):
    """The actor whose front is nearest to the enemy: that actor is to meet it."""
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
    """The actor who is to meet the enemy: the one whose front is nearest to it."""
    return _nearest_member(b, action, enemy) if action.n_actors > 1 else mover.leader


@kernel
def fill_way(b, mover, nearby, way, action):
    """Fill the pose of one of the N_WAYS into the action that names the actors; False if there is none."""
    nearby.is_clear = 0
    return (
        _fill_group(b, mover, nearby, way, action)
        if action.n_actors > 1
        else _fill_single(b, mover, nearby, way, action)
    )
