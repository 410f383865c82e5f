"""How a move carries its bases: start and end, legs between waypoints, length, and what is close enough to matter.

Rulings on MOV-8, MOV-9 and MOV-11, where the rulebook is silent:

- A base goes from waypoint to waypoint in straight legs. The waypoints are those of the leader's centre; the
  others of a group go parallel to it, and in the last leg straight to their own places in the block.
- The length of a move is that of its legs. A figure that turns does so in one of them, the one that makes the move
  shortest; that leg is as long as the way of the front corner that goes farther in it.
- A leg must be clear for the full base either as it faced at the start or as it faces at the end. Turning
  on the spot sweeps nothing. A wheel is swept along its arc, and its length is straight, from corner to corner.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from sandtable.compiler.decorators import kernel
from sandtable.games.dbaix.record import MAX_FEATURES, MAX_FIGURES
from sandtable.games.dbaix.rules.positions import REACH, are_enemies, is_on_table
from sandtable.games.dbaix.rules.terrain import features_near
from sandtable.games.dbaix.switches import ThreatZone
from sandtable.kernel.action_checks import actor, actors_mask
from sandtable.kernel.bitsets import bit, is_in
from sandtable.kernel.geometry import (
    Base,
    Corner,
    Point,
    base_of,
    corner,
    placed,
    shifted,
    snap,
    snap_facing,
    turn_between,
)
from sandtable.kernel.records import Path, record
from sandtable.kernel.sweep import Box, is_outside

NEARBY = record(
    # the figures and the terrain features that a move has to look at; those who make the move are not among them
    ("others", "i4", (MAX_FIGURES + 1,)),  # indices of figures on the table
    ("enemies", "i4", (MAX_FIGURES + 1,)),  # those of them who are enemies of the leader
    ("features", "i4", (MAX_FEATURES,)),
    ("close", "i4", (MAX_FIGURES + 1,)),  # those of the others that the box met which was looked into last
    ("seen", "f8", (MAX_FIGURES, 5)),  # the others as movers see them who keep their facing: see ``reach.see``
    ("is_exact", "i4", (MAX_FIGURES,)),  # 1: what is seen of this one settles how far the movers can go
    ("n_others", "i4"),
    ("n_enemies", "i4"),
    ("n_features", "i4"),
    ("free", "f8"),  # inches that those seen exactly leave free on the way looked into last
    ("went", "f8"),  # inches that the way drawn last goes before something stops it
    ("ahead", "f8"),  # the same straight ahead; -1: not known
    ("is_clear", "i4"),  # 1: whoever drew the way that is judged went only as far as nothing stops the movers
)


class Way(NamedTuple):
    """Where a move takes its leader, and with it the block."""

    start: Base
    end: Base  # on the lattices of places and facings
    cosine: float  # of the turn from start to end
    sine: float  # positive clockwise
    is_turned: bool
    is_alike: bool  # the turned base covers the same ground: a square base turned by a quarter or a half
    degrees: float  # of a wheel, clockwise; 0 on other paths
    mask: Any  # the actors, see groups.actors_mask


@kernel
def way_of(b, action):
    """The Way that the action describes; its end is put on the lattices."""
    facing = snap_facing(action.fx, action.fy)
    return way_facing(b, action, facing.x, facing.y)


@kernel
def way_facing(b, action, fx, fy):
    """The Way that the action describes, whose end facing is (fx, fy), on the lattice of facings."""
    start = base_of(b.figures[action.actors[0]])
    cosine = fx * start.fx + fy * start.fy
    sine = fx * start.fy - fy * start.fx
    is_turned = cosine <= 0.99999999
    if not is_turned:
        fx = start.fx
        fy = start.fy
    is_quarter = abs(sine) < 1e-9 or (abs(cosine) < 1e-9 and start.half_width == start.half_depth)
    end = placed(start, snap(action.x), snap(action.y), fx, fy)
    degrees = turn_between(start, end) if action.path == Path.WHEEL else 0.0
    return Way(start, end, cosine, sine, is_turned, is_quarter, degrees, actors_mask(action))


@kernel
def end_of(b, way, i):
    """The base of actor ``i`` at the end of the move: its place in the block, facing as the leader does."""
    base = base_of(b.figures[i])
    if not way.is_turned:
        return shifted(base, way.end.x - way.start.x, way.end.y - way.start.y)
    ex = base.x - way.start.x
    ey = base.y - way.start.y
    x = snap(way.end.x + way.cosine * ex + way.sine * ey)
    y = snap(way.end.y - way.sine * ex + way.cosine * ey)
    return placed(base, x, y, way.end.fx, way.end.fy)


@kernel
def n_legs(action):
    """Straight legs of the move; a wheel counts as one."""
    return action.n_via + 1 if action.path == Path.VIA else 1


@kernel
def place_after(action, way, base, end, leg):
    """Where the centre of an actor is after so many legs; 0: at the start."""
    if leg == 0:
        return Point(base.x, base.y)
    if leg == n_legs(action):
        return Point(end.x, end.y)
    return Point(base.x + action.via[leg - 1, 0] - way.start.x, base.y + action.via[leg - 1, 1] - way.start.y)


@kernel
def distance(p, q):
    """Inches between two points."""
    return math.sqrt((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y))


@kernel
def corner_travel(base, end):
    """The larger of the straight distances that the two front corners cover."""
    left = distance(corner(base, Corner.FRONT_LEFT), corner(end, Corner.FRONT_LEFT))
    right = distance(corner(base, Corner.FRONT_RIGHT), corner(end, Corner.FRONT_RIGHT))
    return max(left, right)


@kernel
def length_of(action, way, base, end):
    """How long the move is for one actor, in inches."""
    if action.path != Path.VIA:
        if way.is_turned:
            return corner_travel(base, end)
        return math.sqrt((end.x - base.x) * (end.x - base.x) + (end.y - base.y) * (end.y - base.y))
    length = 0.0
    turning = 1e9  # what turning adds in the leg where it adds least
    for leg in range(n_legs(action)):
        p = place_after(action, way, base, end, leg)
        q = place_after(action, way, base, end, leg + 1)
        straight = distance(p, q)
        length += straight
        before = placed(base, p.x, p.y, base.fx, base.fy)
        turning = min(turning, corner_travel(before, placed(base, q.x, q.y, end.fx, end.fy)) - straight)
    return length + turning if way.is_turned else length


@kernel
def forward_and_aside(way):
    """The leader's displacement along its facing at the start, and to its right."""
    dx = way.end.x - way.start.x
    dy = way.end.y - way.start.y
    return Point(dx * way.start.fx + dy * way.start.fy, dx * way.start.fy - dy * way.start.fx)


@kernel
def begin_nearby(nearby):
    """Make ``nearby`` empty."""
    nearby.n_others = 0
    nearby.n_enemies = 0
    nearby.n_features = 0
    nearby.is_clear = 0
    nearby.ahead = -1.0


@kernel
def pick_close(b, box, nearby):
    """List as ``close`` the others whose bases the box may meet; returns how many.

    Most do not meet it, and which do is hard to guess: adding up, instead of asking, is the faster way.
    """
    n = 0
    for k in range(nearby.n_others):
        j = nearby.others[k]
        nearby.close[n] = j
        n += 1 - int(is_outside(box, b.figures[j]))
    return n


@kernel
def add_nearby(b, leader, mask, j, nearby):
    """Add figure ``j``, if it is on the table, to what a leader looks at who moves with those in ``mask``."""
    if not is_on_table(b.figures[j]) or is_in(mask, j):
        return
    nearby.others[nearby.n_others] = j
    nearby.n_others += 1
    if are_enemies(b.figures[leader], b.figures[j]):
        nearby.enemies[nearby.n_enemies] = j
        nearby.n_enemies += 1


@kernel
def everything(b, leader, mask, nearby):
    """Fill ``nearby`` with all that a leader who moves with those in ``mask`` can meet, wherever they go."""
    begin_nearby(nearby)
    for j in range(b.n_figures):
        add_nearby(b, leader, mask, j, nearby)
    nearby.n_features = features_near(b, -math.inf, -math.inf, math.inf, math.inf, nearby.features)


@kernel
def near_box(b, leader, mask, box, nearby):
    """Fill ``nearby`` for a leader who moves with those in ``mask``: whose centre, or whose box, is in the box."""
    begin_nearby(nearby)
    for j in range(b.n_figures):
        figure = b.figures[j]
        if (figure.x >= box.x0) & (figure.x <= box.x1) & (figure.y >= box.y0) & (figure.y <= box.y1):
            add_nearby(b, leader, mask, j, nearby)
    nearby.n_features = features_near(b, box.x0, box.y0, box.x1, box.y1, nearby.features)


@kernel
def within(b, i, distance, nearby):
    """Fill ``nearby`` with all that figure ``i`` can meet when it goes so far, straight."""
    figure = b.figures[i]
    far = distance + REACH
    box = Box(figure.x - far, figure.y - far, figure.x + far, figure.y + far)
    near_box(b, i, bit(i), box, nearby)


@kernel
def around(b, action, way, nearby):
    """Fill ``nearby`` for a move that is drawn: what is close to the straight lines between its places.

    Wheels, and moves judged under ``threat_zone``, get everything.
    """
    leader = actor(action, 0)
    if action.path == Path.WHEEL or b.options.threat_zone == ThreatZone.DBA:
        everything(b, leader, way.mask, nearby)
        return
    x0 = x1 = way.start.x
    y0 = y1 = way.start.y
    for k in range(action.n_actors):
        base = base_of(b.figures[actor(action, k)])
        end = end_of(b, way, actor(action, k))
        for leg in range(n_legs(action) + 1):
            place = place_after(action, way, base, end, leg)
            x0 = min(x0, place.x)
            x1 = max(x1, place.x)
            y0 = min(y0, place.y)
            y1 = max(y1, place.y)
    near_box(b, leader, way.mask, Box(x0 - REACH, y0 - REACH, x1 + REACH, y1 + REACH), nearby)
