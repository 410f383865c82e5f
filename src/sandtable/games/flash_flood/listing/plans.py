"""PLANS: a whole unit's move towards a place, apart, or onto a gantry, as the places where its models would end."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.common.groups import block_around, link
from sandtable.games.flash_flood.record import MAX_MODELS, Level, Load, Phase, Side, Step, Verb
from sandtable.games.flash_flood.rules.charges import charge_of
from sandtable.games.flash_flood.rules.coherency import acts_normally
from sandtable.games.flash_flood.rules.mission import is_about_to_plant, touches_nest
from sandtable.games.flash_flood.rules.movement_phase import (
    end_is_free,
    judge_legs,
    judge_place,
    most_of,
    steps_off,
)
from sandtable.games.flash_flood.rules.passing import (
    BEFORE_ENEMIES,
    everybody,
    farthest_free,
    nearest_enemy_of,
    overlaps_somebody,
)
from sandtable.games.flash_flood.rules.sewer import FAR, Place, place_of, point_of
from sandtable.games.flash_flood.rules.walking import (
    MAX_POINTS,
    Spot,
    first_least,
    is_clear,
    is_in_sewer,
    length_of,
    shortest_way,
    spot_at,
)
from sandtable.games.skirmish40k.record import DIRECTIONS
from sandtable.games.skirmish40k.rules.measuring import SLACK, is_of, is_on_table
from sandtable.games.skirmish40k.rules.shooting import box_of_unit
from sandtable.games.skirmish40k.rules.sight import is_in_sight
from sandtable.kernel.action_drafts import blank
from sandtable.kernel.bitsets import bit, lowest, without
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import snap
from sandtable.kernel.limits import is_within
from sandtable.kernel.records import NONE


class Plan(IntEnum):
    """Where a whole unit goes."""

    NEST = 0  # its bearer ahead, to the nest
    ENEMY = 1  # to the nearest enemy
    AWAY = 2  # to its side's node
    NODE = 3  # to the node up its corridor
    OTHER_NODE = 4  # and down it
    CHARGE = 5  # to a charge that lies
    COVER = 6  # round the nearest corner that hides it from the nearest enemy
    SPREAD = 7  # apart


PLANS = len(Plan)

PLACES = 12
"""About the nest, at which a bearer may stand in contact with it."""


@kernel
def lead_of(b, u):
    """Who leads a unit's moves: its first bearer on the way who acts and has not moved, else its first such model.

    Nobody (NONE) who is about to plant a charge.
    """
    one = b.units[u]
    first = NONE
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u) and acts_normally(b, i) and b.figures[i].moved == 0:
            if charge_of(b, i) != NONE and not touches_nest(b, i):
                return i
            if first == NONE and not is_about_to_plant(b, i):
                first = i
    return first


@kernel
def goal_of(b, u, lead, plan):
    """Whether a plan makes sense for a unit, and where it leads: found, x, y."""
    figure = b.figures[lead]
    x, y = figure.x, figure.y
    side = b.units[u].side
    if plan == Plan.NEST:
        if b.nest_radius == 0.0:
            return False, x, y
        return _place_at_nest(b, lead)
    if plan == Plan.ENEMY or plan == Plan.COVER:
        j = nearest_enemy_of(b, side, x, y)
        if j == NONE:
            return False, x, y
        if plan == Plan.ENEMY:
            return True, b.figures[j].x, b.figures[j].y
        return _cover_from(b, lead, j)
    if plan == Plan.AWAY:
        home = b.nodes[b.homes[side]]
        return True, home.x, home.y
    if plan == Plan.CHARGE:
        if side != Side.IMPERIALS:
            return False, x, y
        return _nearest_lying(b, x, y)
    node = _node_near(b, x, y, plan == Plan.OTHER_NODE)
    return True, b.nodes[node].x, b.nodes[node].y


@kernel
def _nearest_lying(b, x, y):
    """The charge that lies nearest to a place: found, x, y."""
    best = NONE
    shortest = FAR
    for k in range(b.n_charges):
        apart = distance_of_points(x, y, b.charges[k].x, b.charges[k].y)
        if b.charges[k].state == Load.LYING and apart < shortest:
            shortest = apart
            best = k
    if best == NONE:
        return False, x, y
    return True, b.charges[best].x, b.charges[best].y


@kernel
def _place_at_nest(b, i):
    """The nearest free place of figure ``i`` in contact with the nest, of twelve about it: found, x, y."""
    figure = b.figures[i]
    radius = 0.5 * figure.width
    apart = np.empty(PLACES)
    for k in range(PLACES):
        x, y = _beside_nest(b, k, radius)
        apart[k] = distance_of_points(figure.x, figure.y, x, y)
    near = everybody(b)
    while True:
        k = first_least(apart, PLACES)
        if apart[k] >= FAR:
            return False, figure.x, figure.y
        apart[k] = FAR  # not a second time
        x, y = _beside_nest(b, k, radius)
        if is_in_sewer(b, x, y, radius) and not overlaps_somebody(b, i, near, x, y):
            return True, x, y


@kernel
def _beside_nest(b, k, radius):
    """The ``k``-th place at which a base of this radius touches the nest."""
    way = b.core.around[k * (DIRECTIONS // PLACES)]
    reach = b.nest_radius + radius
    return snap(b.nest_x + way[0] * reach), snap(b.nest_y + way[1] * reach)


@kernel
def _node_near(b, x, y, second):
    """The node at one end or the other of the corridor in which a place is."""
    best = 0
    least = FAR
    for c in range(b.n_corridors):
        corridor = b.corridors[c]
        along = (x - corridor.x) * corridor.ux + (y - corridor.y) * corridor.uy
        lane = abs((y - corridor.y) * corridor.ux - (x - corridor.x) * corridor.uy)
        off = max(lane, -along, along - corridor.length)
        if off < least:
            least = off
            best = c
    return b.corridors[best].down if second else b.corridors[best].up


@kernel
def _cover_from(b, lead, j):
    """The nearest corner of a wall out of sight of figure ``j``."""
    figure = b.figures[lead]
    bends = b.bends[0 if 0.5 * figure.width <= b.bends[0].radius + SLACK else 1]
    best = NONE
    shortest = 9.0
    for k in range(bends.n):
        apart = distance_of_points(figure.x, figure.y, bends.x[k], bends.y[k])
        if apart < shortest and not is_in_sight(b, b.figures[j].x, b.figures[j].y, bends.x[k], bends.y[k]):
            shortest = apart
            best = k
    if best == NONE:
        return False, figure.x, figure.y
    return True, bends.x[best], bends.y[best]


# ---------------------------------------------------------------- a formation


@kernel
def begin_plan(b, draft, lead):
    """Begin a move of a whole unit."""
    blank(draft, Verb.MOVE)
    draft.fx = b.figures[lead].fx
    draft.fy = b.figures[lead].fy


@kernel
def those_about(b, u):
    """Those on the table, as bits, whom models of a unit may meet wherever they go now: asked once a plan."""
    box, most = box_of_unit(b, u), 0.0
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u):
            most = max(most, most_of(b, i))
    most += box.widest + b.core.one_inch
    west, east, south, north = box.west - most, box.east + most, box.south - most, box.north + most
    near = 0
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.x + other.width < west or other.x - other.width > east:
            continue
        if other.y + other.width >= south and other.y - other.width <= north and is_on_table(other):
            near |= bit(j)
    return near


@kernel
def try_place(b, draft, i, near, x, y, log):
    """Let figure ``i`` be the draft's next actor and end at this place, if it may; True if so."""
    points = np.empty((MAX_POINTS, 2))
    figure = b.figures[i]
    n = shortest_way(b, 0.5 * figure.width, figure.x, figure.y, snap(x), snap(y), points)
    return n > 0 and try_clear_way(b, draft, i, near, points, n, log)


@kernel
def try_way(b, draft, i, near, points, n, log):
    """The same of a place at the end of a way that was cut short there, by so little beside it as the lattice asks."""
    if not try_clear_way(b, draft, i, near, points, n, log):
        return False
    figure = b.figures[i]
    x, y = figure.x, figure.y
    if n > 1:
        x, y = points[n - 2, 0], points[n - 2, 1]
    if is_clear(b, 0.5 * figure.width, x, y, points[n - 1, 0], points[n - 1, 1]):
        return True
    _leave_out_last(draft)
    return False


@kernel
def try_clear_way(b, draft, i, near, points, n, log):
    """The same of a place at the end of a way that is clear of walls."""
    slows = b.phase == Phase.MOVEMENT
    k = draft.n_actors
    draft.actors[k] = i
    draft.poses[k].x = points[n - 1, 0]
    draft.poses[k].y = points[n - 1, 1]
    draft.poses[k].fx = draft.fx
    draft.poses[k].fy = draft.fy
    draft.n_actors = k + 1
    draft.n_poses = k + 1
    if steps_off(b, draft, k) and judge_place(b, draft, k, log) == 0:
        pass
    elif end_is_free(b, draft, k, near, log) == 1 and judge_legs(b, draft, k, near, points, n, slows, log) == 1:
        return True
    _leave_out_last(draft)
    return False


@kernel
def _leave_out_last(draft):
    """Take the draft's last actor out again; its place in the draft is never read."""
    k = draft.n_actors - 1
    draft.actors[k] = NONE
    draft.n_actors = k
    draft.n_poses = k


@kernel
def plan_move(b, draft, u, plan, share, log):
    """Draft a unit's move by a plan, so much of what it may go; False: it comes to nothing, or tears the unit apart."""
    if plan == Plan.SPREAD:
        return plan_spread(b, draft, u, share, log)
    way = np.empty((MAX_POINTS, 2))
    lead, n = way_of_plan(b, u, plan, way)
    return n > 0 and plan_along(b, draft, lead, way, n, share, log)


@kernel
def way_of_plan(b, u, plan, way):
    """Who leads a unit by a plan, and the points of its whole way; how many, 0: the plan comes to nothing."""
    lead = lead_of(b, u)
    if lead == NONE:
        return NONE, 0
    found, x, y = goal_of(b, u, lead, plan)
    if not found:
        return NONE, 0
    if plan == Plan.ENEMY or plan == Plan.AWAY or plan == Plan.COVER or plan == Plan.CHARGE:
        lead = _nearest_to(b, u, x, y, plan == Plan.CHARGE)
        if lead == NONE:
            return NONE, 0
    figure = b.figures[lead]
    return lead, shortest_way(b, 0.5 * figure.width, figure.x, figure.y, x, y, way)


@kernel
def plan_along(b, draft, lead, way, n, share, log):
    """The same where it is known who leads, and on which way.

    The leader goes its way, the others keep their places about it, or where a wall is in the way come after it.
    """
    u = b.figures[lead].unit
    begin_plan(b, draft, lead_of(b, u))
    near = those_about(b, u)
    spot = _lead_along(b, draft, lead, near, way, n, share * most_of(b, lead) - 2.0 * SLACK, log)
    if spot.found == 0:
        return False
    _bring_others(b, draft, lead, near, spot, log)
    return is_linked(b, u, draft)


@kernel
def _lead_along(b, draft, i, near, way, n, most, log):
    """Let figure ``i`` go so many inches at most of a way, up to where it may stand; where that is, if it goes."""
    spot = farthest_free(b, i, near, way, n, most, BEFORE_ENEMIES)
    if spot.length < 0.25:
        return Spot(0, spot.x, spot.y, 0.0)
    points = np.empty((MAX_POINTS, 2))
    for k in range(n):
        points[k, 0] = way[k, 0]
        points[k, 1] = way[k, 1]
    n = _cut_at(points, n, b.figures[i].x, b.figures[i].y, spot)
    if not try_way(b, draft, i, near, points, n, log):
        return Spot(0, spot.x, spot.y, 0.0)
    return spot


@kernel
def _nearest_to(b, u, x, y, fetches):
    """The model of a unit that acts, has not moved and is nearest to a place; ``fetches``: and carries no charge."""
    best = NONE
    shortest = FAR
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u) and acts_normally(b, i) and b.figures[i].moved == 0:
            apart = distance_of_points(b.figures[i].x, b.figures[i].y, x, y)
            if apart < shortest and not (fetches and charge_of(b, i) != NONE):
                shortest = apart
                best = i
    return best


@kernel
def _bring_others(b, draft, lead, near, spot, log):
    """The others of a unit: the same way as the leader, or after it; the foremost first."""
    u = b.figures[lead].unit
    one = b.units[u]
    dx = spot.x - b.figures[lead].x
    dy = spot.y - b.figures[lead].y
    points = np.empty((MAX_POINTS, 2))
    ahead = np.empty(MAX_MODELS)
    for k in range(one.count):
        i = one.first + k
        ahead[k] = -FAR
        acts = is_of(b, i, u) and acts_normally(b, i) and b.figures[i].moved == 0
        if i != lead and acts and not is_about_to_plant(b, i):
            ahead[k] = -distance_of_points(b.figures[i].x, b.figures[i].y, spot.x, spot.y)
    for _ in range(one.count):
        k = int(np.argmax(ahead[: one.count]))
        if ahead[k] <= -FAR:
            return
        ahead[k] = -FAR
        i = one.first + k
        figure = b.figures[i]
        if is_clear(b, 0.5 * figure.width, figure.x, figure.y, figure.x + dx, figure.y + dy):
            points[0, 0] = snap(figure.x + dx)
            points[0, 1] = snap(figure.y + dy)
            if try_clear_way(b, draft, i, near, points, 1, log):
                continue
        _follow(b, draft, i, near, spot, points, log)


@kernel
def _follow(b, draft, i, near, spot, points, log):
    """Figure ``i`` goes as near to the leader's place as there is room; ``points``: room for its way."""
    figure = b.figures[i]
    n = shortest_way(b, 0.5 * figure.width, figure.x, figure.y, spot.x, spot.y, points)
    if n == 0:
        return
    length = min(length_of(points, n, figure.x, figure.y) - figure.width, most_of(b, i) - 2.0 * SLACK)
    for back in range(5):
        inches = length - 0.75 * back
        if inches < 0.5:
            return
        n = _cut_at(points, n, figure.x, figure.y, spot_at(points, n, figure.x, figure.y, inches))
        if try_way(b, draft, i, near, points, n, log):
            return


@kernel
def plan_spread(b, draft, u, share, log):
    """Draft a move of every model of a unit away from its middle; False: it comes to nothing, or tears it apart."""
    lead = lead_of(b, u)
    if lead == NONE:
        return False
    begin_plan(b, draft, lead)
    near = those_about(b, u)
    one = b.units[u]
    x = 0.0
    y = 0.0
    count = 0
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u) and acts_normally(b, i):
            x += b.figures[i].x
            y += b.figures[i].y
            count += 1
    if count < 2:
        return False
    x /= count
    y /= count
    for i in range(one.first, one.first + one.count):
        figure = b.figures[i]
        if not is_of(b, i, u) or not acts_normally(b, i) or figure.moved != 0:
            continue
        apart = distance_of_points(x, y, figure.x, figure.y)
        go = min(0.5 * share * apart, most_of(b, i) - 2.0 * SLACK)
        if apart > 0.1 and go > 0.25:
            to_x, to_y = figure.x + (figure.x - x) / apart * go, figure.y + (figure.y - y) / apart * go
            try_place(b, draft, i, near, to_x, to_y, log)
    return draft.n_actors > 0 and is_linked(b, u, draft)


@kernel
def is_linked(b, u, draft):
    """A unit's models that act would stand linked in one chain after a draft, whatever stragglers do."""
    one = b.units[u]
    ends = np.empty((MAX_MODELS, 2))
    links = np.zeros(MAX_MODELS, np.int64)
    acting = 0  # as places in the unit
    for k in range(one.count):
        i = one.first + k
        if is_of(b, i, u) and acts_normally(b, i):
            acting |= bit(k)
            ends[k, 0], ends[k, 1] = b.figures[i].x, b.figures[i].y
    for k in range(draft.n_actors):
        place = draft.actors[k] - one.first
        ends[place, 0] = draft.poses[k].x if draft.n_poses > 0 else draft.x
        ends[place, 1] = draft.poses[k].y if draft.n_poses > 0 else draft.y
    if acting == 0:
        return True
    left = acting
    while left != 0:
        m = lowest(left)
        left = without(left, m)
        others = left
        while others != 0:
            k = lowest(others)
            others = without(others, k)
            reach = b.core.coherency + 0.5 * (b.figures[one.first + k].width + b.figures[one.first + m].width)
            if is_within(distance_of_points(ends[k, 0], ends[k, 1], ends[m, 0], ends[m, 1]), reach, SLACK):
                link(links, k, m)
    return block_around(links, lowest(acting), acting) == acting


# ---------------------------------------------------------------- single models


@kernel
def plan_one(b, draft, i, plan, log):
    """Draft a move of one model by a plan; False: it comes to nothing, or tears its unit apart."""
    figure = b.figures[i]
    found, x, y = goal_of(b, figure.unit, i, plan)
    if not found:
        return False
    way = np.empty((MAX_POINTS, 2))
    n = shortest_way(b, 0.5 * figure.width, figure.x, figure.y, x, y, way)
    return n > 0 and plan_one_along(b, draft, i, way, n, log)


@kernel
def plan_one_along(b, draft, i, way, n, log):
    """The same where its way is known."""
    begin_plan(b, draft, i)
    u = b.figures[i].unit
    spot = _lead_along(b, draft, i, those_about(b, u), way, n, most_of(b, i) - 2.0 * SLACK, log)
    return spot.found == 1 and is_linked(b, u, draft)


@kernel
def plan_climb(b, draft, i, k, log):
    """Draft a step of one model onto gantry ``k``, to its nearest place; or down to its corridor's middle."""
    figure = b.figures[i]
    begin_plan(b, draft, i)
    draft.mode = Step.CLIMB
    if figure.level == Level.GANTRY:
        place = place_of(b, figure.x, figure.y)
        x, y = point_of(b, Place(place.corridor, place.along, 0.0))
        return (
            k == 0
            and try_place(b, draft, i, those_about(b, figure.unit), x, y, log)
            and is_linked(b, figure.unit, draft)
        )
    box = b.dry[k]
    radius = 0.5 * figure.width
    x = min(max(figure.x, box.x0 + radius), box.x1 - radius)
    y = min(max(figure.y, box.y0 + radius), box.y1 - radius)
    if box.x1 - box.x0 < 2.0 * radius or box.y1 - box.y0 < 2.0 * radius:
        return False
    if distance_of_points(x, y, figure.x, figure.y) > most_of(b, i):
        return False
    return _try_step(b, draft, i, x, y, log)


@kernel
def _try_step(b, draft, i, x, y, log):
    """Let figure ``i`` alone step to this place, if it may and its unit stays linked."""
    u = b.figures[i].unit
    return try_place(b, draft, i, those_about(b, u), x, y, log) and is_linked(b, u, draft)


@kernel
def _cut_at(points, n, x, y, spot):
    """Let a way that begins at (x, y) end at a spot on it; returns how many points it has then."""
    gone = 0.0
    for k in range(n):
        gone += distance_of_points(x, y, points[k, 0], points[k, 1])
        x = points[k, 0]
        y = points[k, 1]
        if gone >= spot.length or k == n - 1:
            points[k, 0] = spot.x
            points[k, 1] = spot.y
            return k + 1
    return 0
