"""What a move has to look at: the elements, camps and ground within reach, listed once for all moves of a mover."""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.dba.record import MAX_FEATURES, MAX_FIGURES, N_SIDES, Ground, River
from sandtable.games.dba.rules.marches import MAX_POSES, MAX_ROWS
from sandtable.games.dba.rules.positions import camp_base, is_in_open
from sandtable.games.dba.rules.zones_of_control import camp_bit, has_zone
from sandtable.kernel.bitsets import bit, lowest, without
from sandtable.kernel.geometry import Base, base_of
from sandtable.kernel.records import MAX_ACTORS, MAX_VIA, NONE, record

MAX_LEGS = MAX_VIA + 1

WAYSIDE = 4.0
"""Paces beyond a mover's reach that are looked at too: rounding, and the 1 mm between two looks."""


ORDER = record(
    # what is settled about a move before its way is known: who makes it, at what price, how far (orders.py)
    ("is_fit", "i8"),  # 1: these elements may make a move together
    ("breaks_off", "i8"),  # 1: a single element in front contact, which may but go straight back
    ("is_one_wide", "i8"),  # 1: a single element, or a column
    ("mask", "i8"),  # the actors; 0: nobody may move so
    ("leading", "i8"),  # those whose front corners are measured
    ("cost", "i8"),  # PIPs; NONE: not asked
    ("river", "i8"),  # the River as which it is judged: while that is unknown, nothing bars who tries it
    ("later", "i8"),  # 0: nobody has moved yet; else bits of later_moves
    ("good", "f8"),  # allowances in paces, of the slowest
    ("bad", "f8"),  # -1: somebody may not enter bad going off the road
    ("road", "f8"),  # 0: nobody stands on one
    ("front", record(("level", "f8"), ("left", "f8"), ("right", "f8"))),  # a Front (groups.py)
    ("links", "i8", (MAX_FIGURES,)),  # scratch space: who of them is linked to whom
    (  # the rectangle around all actors
        "block",
        record(("x", "f8"), ("y", "f8"), ("fx", "f8"), ("fy", "f8"), ("half_width", "f8"), ("half_depth", "f8")),
    ),
)

AROUND = record(
    ("order", ORDER),
    ("rows", "f8", (MAX_ROWS, 6)),  # of the way that is judged (marches.py)
    ("poses", "f8", (MAX_POSES, 4)),  # of one mover on its way
    ("ends", "f8", (MAX_ACTORS, 4)),  # of all actors: x, y, fx, fy
    ("legs", "f8", (MAX_LEGS, 2)),  # of the march that is judged
    ("link", "f8", (MAX_LEGS, 2)),  # from one element of a column to the one before it
    ("zones", "f8", (MAX_FIGURES + N_SIDES, 7)),
    # enemy zones of control as deep as they get: x, y, radius of the circle around; fx, fy, half its width and depth
    ("owners", "i8", (MAX_FIGURES + N_SIDES,)),  # whose zone each is: one bit, see ``camp_bit``
    ("starts_in", "i8"),  # a mask of those in whose zone a single element starts; NONE: nobody has looked
    ("circles", "f8", (MAX_FIGURES, 3)),  # around the others: x, y, radius
    ("others", "i8", (MAX_FIGURES,)),  # elements in the open, the movers left out
    ("features", "i8", (MAX_FEATURES,)),  # water, rivers, and ground that may be bad going
    ("close", "i8", (MAX_FIGURES,)),  # those of the others that the way judged may run into
    ("beside", "i8", (MAX_FIGURES + N_SIDES,)),  # those of the others, then camps, that are near a slanting way
    ("n_others", "i8"),
    ("n_near", "i8"),  # those of the others, the first ones, that the mover may run into
    ("n_close", "i8"),
    ("n_features", "i8"),
    ("n_zones", "i8"),
    ("n_enemies", "i8"),  # enemies among the near ones, plus camps
    ("enemies", "i8"),  # those enemies, as a mask
    ("camps", "i8"),  # camps within reach, as bits
    ("has_road", "i8"),  # 1: a road is within reach, and somebody stands on one
    ("manner", "i8"),  # the one in which a single element that turns is asked to go; NONE: any will do
    ("is_swept", "i8"),  # 1: it is known that the straight part of the way meets nobody, no camp and no water
    ("is_dry", "i8"),  # 1: nor does the whole way meet a river or going that is bad for the mover
    ("squares_up", "i8"),  # 1: by its slide the group squares up on an enemy in front contact (WAD-RES-15)
    ("is_barred", "i8"),  # 1: a zone of control forbade the way judged last
    ("river_by", "i8"),  # the element, plus 1, that the way judged last brings into a river off the road; 0: nobody
)
"""What is within reach of one mover (``look_around``), and scratch space for judging its moves.

A record and no tuple of arrays: it is handed from function to function as one pointer.
"""


@kernel
def new_around():
    """An array of one AROUND for ``look_around`` to fill. Hand on its record, ``new_around()[0]``.

    Whoever makes it in a kernel does so outside of any loop, and calls ``keep_until_here`` after the last use.
    """
    return np.empty(1, AROUND)


@kernel
def half_diagonal(base):
    """No point of the base is farther from its middle than this."""
    return math.sqrt(base.half_width * base.half_width + base.half_depth * base.half_depth)


@kernel
def extent_of(b, action, leader):
    """No point of any actor is farther from the leader's middle than this."""
    extent = 0.0
    for k in range(action.n_actors):
        base = base_of(b.figures[action.actors[k]])
        dx = base.x - leader.x
        dy = base.y - leader.y
        extent = max(extent, math.sqrt(dx * dx + dy * dy) + half_diagonal(base))
    return extent


@kernel
def _is_of_note(b, kind):
    """Ground that may stop, slow or bind some mover."""
    if kind == Ground.WATERWAY:
        return True
    if kind == Ground.RIVER:
        return b.river != River.PALTRY
    return b.rules.bad_going[kind] != 0


@kernel
def _note_zone(around, whose, place, radius):
    """List one more zone of control: the rectangle that it may fill, and how far from the middle of that it reaches."""
    n = around.n_zones
    around.owners[n] = whose
    around.zones[n, 0] = place.x
    around.zones[n, 1] = place.y
    around.zones[n, 2] = radius
    around.zones[n, 3] = place.fx
    around.zones[n, 4] = place.fy
    around.zones[n, 5] = place.half_width
    around.zones[n, 6] = place.half_depth
    around.n_zones = n + 1


@kernel
def _note_enemy_zone(b, j, base, x, y, reach, around):
    """List the place of an enemy's zone, as deep as zones get, if it is within the mover's reach."""
    depth = b.rules.zone
    radius = math.sqrt(base.half_width * base.half_width + 0.25 * depth * depth) + WAYSIDE
    zx = base.x + base.fx * (base.half_depth + 0.5 * depth)
    zy = base.y + base.fy * (base.half_depth + 0.5 * depth)
    far = reach + radius
    if (zx - x) * (zx - x) + (zy - y) * (zy - y) < far * far:
        place = Base(zx, zy, base.fx, base.fy, base.half_width + WAYSIDE, 0.5 * depth + WAYSIDE)
        _note_zone(around, bit(j), place, radius)


@kernel
def _note_other(around, n, j, x, y, radius):
    """List element ``j`` in place ``n``."""
    around.others[n] = j
    around.circles[n, 0] = x
    around.circles[n, 1] = y
    around.circles[n, 2] = radius


@kernel
def _copy_other(around, k, n):
    """List the element in place ``k`` in place ``n`` too."""
    _note_other(around, n, around.others[k], around.circles[k, 0], around.circles[k, 1], around.circles[k, 2])


@kernel
def sight(b, furthest, extent):
    """How far from the leader's middle look_around looks at others who go no farther than ``furthest``."""
    return furthest + extent + WAYSIDE + max(b.rules.base_width, b.rules.slide_reach, b.rules.multi_distance)


@kernel
def _forget(around):
    """Nothing is known yet of what is around a mover, nor of any of its ways."""
    around.river_by = 0
    around.is_barred = 0
    around.squares_up = 0
    around.is_swept = 0
    around.is_dry = 0
    around.starts_in = NONE
    around.manner = NONE
    around.n_zones = 0
    around.n_enemies = 0
    around.enemies = 0
    around.camps = 0
    around.has_road = 0


@kernel
def _look_at_elements(b, leader, side, reach, wide, among, around):
    """List the elements of ``among``: those within ``reach`` first, whom the mover may run into; and enemies' zones."""
    x = leader.x
    y = leader.y
    n = 0
    near = 0
    while among != 0:
        j = lowest(among)
        among = without(among, j)
        figure = b.figures[j]
        dx = figure.x - x
        dy = figure.y - y
        square = dx * dx + dy * dy
        far = wide + b.rules.zone + figure.width + figure.depth
        if square > far * far or not is_in_open(figure):
            continue
        base = base_of(figure)
        radius = half_diagonal(base)
        if square < (reach + radius) * (reach + radius):
            if near < n:  # make room among the near ones
                _copy_other(around, near, n)
            _note_other(around, near, j, base.x, base.y, radius)
            near += 1
            n += 1
            if figure.side != side:
                around.n_enemies += 1
                around.enemies |= bit(j)
        elif square < (wide + radius) * (wide + radius):
            _note_other(around, n, j, base.x, base.y, radius)
            n += 1
        if figure.side != side and has_zone(b, j):
            _note_enemy_zone(b, j, base, x, y, reach, around)
    around.n_others = n
    around.n_near = near


@kernel
def _look_at_camps(b, leader, side, reach, around):
    """Note the camps within reach, and list the zones of those that an enemy holds."""
    for owner in range(N_SIDES):
        camp = b.camps[owner]
        if camp.present == 0:
            continue
        base = camp_base(b, owner)
        half = half_diagonal(base)
        dx = base.x - leader.x
        dy = base.y - leader.y
        if dx * dx + dy * dy < (reach + half) * (reach + half):
            around.n_enemies += 1
            around.camps |= 1 << owner
        if camp.occupant != NONE and b.figures[camp.occupant].side != side:
            radius = half + b.rules.zone * 1.5 + WAYSIDE
            if dx * dx + dy * dy < (reach + radius) * (reach + radius):
                _note_zone(around, camp_bit(owner), Base(base.x, base.y, 0.0, 1.0, radius, radius), radius)


@kernel
def _look_at_ground(b, leader, reach, wide, around):
    """List the terrain of note within reach; who slips past water does so beside it, so that is looked for farther."""
    x = leader.x
    y = leader.y
    found = 0
    for t in range(b.terrain.n_features):
        feature = b.terrain.features[t]
        far = wide if feature.kind == Ground.WATERWAY else reach
        if (feature.x0 > x + far) | (feature.x1 < x - far) | (feature.y0 > y + far) | (feature.y1 < y - far):
            continue
        if feature.kind == Ground.ROAD:
            around.has_road = 1
        elif _is_of_note(b, feature.kind):
            around.features[found] = t
            found += 1
    around.n_features = found


@kernel
def look_around(b, action, mask, furthest, among, around):
    """List what the actors (``mask``) may meet who go no farther than ``furthest``, of the elements in ``among``.

    Of the others those, too, that may bear on a move without being met: a gap passed, a charge squared up for, an enemy
    from whom to keep away.
    """
    leader = base_of(b.figures[action.actors[0]])
    side = b.figures[action.actors[0]].side
    extent = extent_of(b, action, leader)
    reach = furthest + extent + WAYSIDE
    wide = sight(b, furthest, extent)
    _forget(around)
    _look_at_elements(b, leader, side, reach, wide, among & ~mask, around)
    _look_at_camps(b, leader, side, reach, around)
    _look_at_ground(b, leader, reach, wide, around)


@kernel
def all_are_close(around):
    """Look at all the others on the way that is judged whom the mover may run into."""
    for m in range(around.n_near):
        around.close[m] = around.others[m]
    around.n_close = around.n_near


@kernel
def square_to_line(ex, ey, dx, dy, per):
    """The square of how far (ex, ey) is from the straight line between the origin and (dx, dy).

    ``per``: 1 by the square of that line's length; 0 if it has none.
    """
    t = min(max((ex * dx + ey * dy) * per, 0.0), 1.0)
    ex -= t * dx
    ey -= t * dy
    return ex * ex + ey * ey


@kernel
def pick_beside(around, start, end, radius):
    """List as ``close`` the others that come within ``radius`` of the straight line from one middle to the other.

    Most do not, and which do is hard to guess: adding up, instead of asking, is the faster way.
    """
    dx = end.x - start.x
    dy = end.y - start.y
    square = dx * dx + dy * dy
    per = 1.0 / square if square > 0.0 else 0.0
    n = 0
    for m in range(around.n_near):
        square = square_to_line(around.circles[m, 0] - start.x, around.circles[m, 1] - start.y, dx, dy, per)
        far = around.circles[m, 2] + radius
        around.close[n] = around.others[m]
        n += int(square < far * far)
    around.n_close = n


@kernel
def _is_near_zone(around, k, x, y, dx, dy, far):
    """The straight line from (x, y) by (dx, dy) may come within ``far`` of zone ``k``."""
    zones = around.zones
    ex = x - zones[k, 0]
    ey = y - zones[k, 1]
    u = ex * zones[k, 3] + ey * zones[k, 4]
    v = ex * zones[k, 4] - ey * zones[k, 3]
    du = dx * zones[k, 3] + dy * zones[k, 4]
    dv = dx * zones[k, 4] - dy * zones[k, 3]
    deep = zones[k, 6] + far
    wide = zones[k, 5] + far
    if (u + min(du, 0.0) > deep) | (u + max(du, 0.0) < -deep) | (v + min(dv, 0.0) > wide) | (v + max(dv, 0.0) < -wide):
        return False
    cross = ex * dy - ey * dx
    far += zones[k, 2]
    return cross * cross <= far * far * (dx * dx + dy * dy)


@kernel
def may_turn_into_zone(around, x, y, dx, dy, bulge):
    """Whose zones a base may meet of which a point goes straight from (x, y) by (dx, dy) while it turns: a mask.

    ``bulge``: how far from that straight line any point of the base gets.
    """
    mask = 0
    for k in range(around.n_zones):
        if _is_near_zone(around, k, x, y, dx, dy, bulge):
            mask |= around.owners[k]
    return mask


@kernel
def may_meet_zone(around, base, dx, dy):
    """Whose zones a base may meet that is displaced straight by (dx, dy) without turning: a mask."""
    mask = 0
    ahead = dx * base.fx + dy * base.fy
    aside = dx * base.fy - dy * base.fx
    rear = min(ahead, 0.0) - base.half_depth
    front = max(ahead, 0.0) + base.half_depth
    left = min(aside, 0.0) - base.half_width
    right = max(aside, 0.0) + base.half_width
    zones = around.zones
    for k in range(around.n_zones):
        ex = zones[k, 0] - base.x
        ey = zones[k, 1] - base.y
        c = abs(zones[k, 3] * base.fx + zones[k, 4] * base.fy)
        s = abs(zones[k, 3] * base.fy - zones[k, 4] * base.fx)
        along = zones[k, 6] * c + zones[k, 5] * s
        across = zones[k, 5] * c + zones[k, 6] * s
        u = ex * base.fx + ey * base.fy
        v = ex * base.fy - ey * base.fx
        if (rear - along < u) & (u < front + along) & (left - across < v) & (v < right + across):
            far = base.half_depth * c + base.half_width * s
            wide = base.half_width * c + base.half_depth * s
            if _is_near_box(around, k, ex, ey, dx, dy, far, wide):
                mask |= around.owners[k]
    return mask


@kernel
def _is_near_box(around, k, ex, ey, dx, dy, deep, wide):
    """What is so deep and wide, as zone ``k`` sees it, and goes by (dx, dy), may meet the zone, (ex, ey) from it."""
    zones = around.zones
    u = ex * zones[k, 3] + ey * zones[k, 4]
    v = ex * zones[k, 4] - ey * zones[k, 3]
    du = dx * zones[k, 3] + dy * zones[k, 4]
    dv = dx * zones[k, 4] - dy * zones[k, 3]
    deep += zones[k, 6]
    wide += zones[k, 5]
    return (min(du, 0.0) - deep < u) & (u < max(du, 0.0) + deep) & (min(dv, 0.0) - wide < v) & (v < max(dv, 0.0) + wide)
