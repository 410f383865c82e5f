"""How an order of Inter Arma is drafted: who goes where, by which mode, as far as they get."""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.inter_arma.record import MAX_GROUP, Lies, Mode, Thing, Verb
from sandtable.games.inter_arma.rules.movement import lies_after, those_left, throws_fatigue
from sandtable.games.inter_arma.rules.orders import may_act
from sandtable.games.inter_arma.rules.positions import are_enemies, in_contact, is_able, is_mounted
from sandtable.games.inter_arma.rules.ways import reductions_from_the_start, table_move, travel
from sandtable.kernel.action_drafts import draft_for
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import Point, facing_of_degrees, snap, snap_facing
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here

HEADINGS = 8
"""Headings that are offered to everybody: one every 45 degrees."""

FAR = 60.0
"""Centimetres: farther than anybody goes."""

ROOM = 0.02
"""Centimetres left between bases by who goes beside a friend into contact."""

SAFE = 0.5
"""Centimetres to spare from a range or a charge at which one stops short."""


@kernel
def draft_at(b, draft, verb, i, j):
    """An order to figure ``i`` about figure ``j``."""
    draft_for(b, draft, verb, i)
    draft.target = j


@kernel
def draft_heading(b, draft, i, mode, fx, fy, most):
    """Figure ``i`` goes straight along (fx, fy), at most so far, as far as it gets; answers how far that is."""
    draft_for(b, draft, Verb.MOVE, i)
    draft.mode = mode
    points = np.empty((1, 2))
    far = min(most, table_move(b, i, mode) + 0.1)
    points[0, 0] = b.figures[i].x + fx * far
    points[0, 1] = b.figures[i].y + fy * far
    lies = lies_after(b, i, mode, 0)
    lost = reductions_from_the_start(b, i, mode, lies)
    trip = travel(b, i, mode, lost, points, 1, those_left(b, i))
    keep_until_here(points)
    short = 0.0 if trip.code == NONE or trip.other != NONE else 0.004
    share = max(trip.gone - short, 0.0)
    draft.x = snap(b.figures[i].x + fx * share)
    draft.y = snap(b.figures[i].y + fy * share)
    way = snap_facing(fx, fy)
    draft.fx = way.x
    draft.fy = way.y
    return trip.gone


@kernel
def draft_towards(b, draft, i, mode, x, y):
    """Figure ``i`` goes straight towards a place, as far as it gets; answers how far that is."""
    apart = distance_of_points(b.figures[i].x, b.figures[i].y, x, y)
    if apart < 0.02:
        return 0.0
    return draft_heading(b, draft, i, mode, (x - b.figures[i].x) / apart, (y - b.figures[i].y) / apart, apart)


@kernel
def spot_beside(b, i, j, k, hand):
    """Where figure ``i`` would touch enemy ``j`` close beside friend ``k``, on one ``hand`` (1) or the other (-1)."""
    foe, friend = b.figures[j], b.figures[k]
    reach = 0.5 * (b.figures[i].width + foe.width) + ROOM
    room = 0.5 * (b.figures[i].width + friend.width) + ROOM
    apart = max(distance_of_points(foe.x, foe.y, friend.x, friend.y), ROOM)
    cosine = (reach * reach + apart * apart - room * room) / (2.0 * reach * apart)
    cosine = min(max(cosine, -1.0), 1.0)
    sine = hand * math.sqrt(1.0 - cosine * cosine)
    ux, uy = (friend.x - foe.x) / apart, (friend.y - foe.y) / apart
    return Point(foe.x + reach * (ux * cosine - uy * sine), foe.y + reach * (ux * sine + uy * cosine))


@kernel
def spot_behind(b, i, j, k):
    """Where figure ``i`` would touch friend ``k`` from behind, who fights enemy ``j``."""
    foe, friend = b.figures[j], b.figures[k]
    apart = max(distance_of_points(foe.x, foe.y, friend.x, friend.y), ROOM)
    far = 0.5 * (b.figures[i].width + friend.width) + ROOM
    return Point(friend.x + far * (friend.x - foe.x) / apart, friend.y + far * (friend.y - foe.y) / apart)


@kernel
def draft_standing_off(b, draft, i, mode, j):
    """Figure ``i`` goes towards enemy ``j``, or, if it shoots, also back from it, to well within its range.

    One that does not shoot stops short of where the enemy can charge.
    """
    figure, foe = b.figures[i], b.figures[j]
    far = table_move(b, j, Mode.RUN) + SAFE
    if figure.gun != NONE:
        far = b.weapons[figure.gun].medium - SAFE
    apart = distance_of_points(figure.x, figure.y, foe.x, foe.y)
    most = apart - 0.5 * (figure.width + foe.width) - far
    if figure.gun != NONE and most < -SAFE:
        return draft_heading(b, draft, i, mode, (figure.x - foe.x) / apart, (figure.y - foe.y) / apart, -most)
    if most <= 0.02:
        return 0.0
    return draft_heading(b, draft, i, mode, (foe.x - figure.x) / apart, (foe.y - figure.y) / apart, most)


@kernel
def is_worth_going_to(b, i, mode, m):
    """Marker ``m`` lies there; a javelin is for a soldier within a move of it with nothing to shoot (RANGED-21)."""
    figure, marker = b.figures[i], b.markers[m]
    if marker.lies != Lies.TABLE:
        return False
    if marker.thing != Thing.JAVELIN:
        return True
    if figure.javelins > 0 or figure.gun != NONE or figure.civilian != 0:
        return False
    most = table_move(b, i, mode) + 0.5 * figure.width + b.rules.pick_up
    return distance_of_points(figure.x, figure.y, marker.x, marker.y) < most


@kernel
def draft_to_take(b, draft, i, mode, m, n):
    """Figure ``i`` goes to the n-th place around marker ``m`` from where it can take it up; True: it gets there.

    Where somebody stands close by, one of these places may be out of contact with them, as it must (GOAL-1).
    """
    figure, marker = b.figures[i], b.markers[m]
    reach = 0.5 * figure.width + b.rules.pick_up - ROOM
    way = facing_of_degrees(360.0 / HEADINGS * n)
    x, y = marker.x + reach * way.x, marker.y + reach * way.y
    apart = distance_of_points(figure.x, figure.y, x, y)
    if apart > table_move(b, i, mode):
        return False
    return draft_towards(b, draft, i, mode, x, y) > max(apart - ROOM, 0.05)


@kernel
def draft_to_fire(b, draft, i, mode, k):
    """Figure ``i`` goes with its torch straight to an enemy's building ``k`` that can burn; answers how far that is."""
    site, box = b.sites[k], b.terrain.features[k]
    if site.burnable == 0 or site.destroyed != 0 or site.owner == NONE:
        return 0.0
    if b.sides[site.owner].team == b.sides[b.figures[i].side].team:
        return 0.0
    x = min(max(b.figures[i].x, box.x0), box.x1)
    y = min(max(b.figures[i].y, box.y0), box.y1)
    return draft_towards(b, draft, i, mode, x, y)


@kernel
def draft_compass(b, draft, i, mode, n):
    """Figure ``i`` goes as far as it gets along the n-th heading of the compass."""
    way = facing_of_degrees(360.0 / HEADINGS * n)
    return draft_heading(b, draft, i, mode, way.x, way.y, FAR)


@kernel
def gather_group(b, draft, i, mode):
    """Make the draft one of the whole group: all of ``i``'s who may go by that mode as it does. Answers how many.

    One with a torch goes alone: it has something of its own to do, and would be drawn along from it.
    """
    n = 0
    lead = b.figures[i]
    draft.actors[:] = NONE
    draft.actors[0] = i
    n = 1
    due = throws_fatigue(b, i, mode)
    for j in range(b.n_figures):
        other = b.figures[j]
        if j == i or other.squad != lead.squad or n >= MAX_GROUP or not may_act(b, j):
            continue
        if other.torch != 0 or lead.torch != 0:
            continue
        if other.tower != NONE or other.broke != 0 or other.tired != 0 or other.declared != lead.declared:
            continue
        if lead.declared != 0 and other.mode != lead.mode:
            continue
        if table_move(b, j, mode) <= 0.0 or throws_fatigue(b, j, mode) != due or in_contact(b, j):
            continue
        draft.actors[n] = j
        n += 1
    draft.n_actors = n
    return n


@kernel
def nearest_enemy(b, i):
    """The able enemy nearest to figure ``i``, soldiers before civilians; or NONE."""
    best = NONE
    least = math.inf
    for j in range(b.n_figures):
        foe = b.figures[j]
        if is_able(foe) and are_enemies(b, i, j):
            apart = distance_of_points(b.figures[i].x, b.figures[i].y, foe.x, foe.y) + 30.0 * foe.civilian
            if apart < least:
                least = apart
                best = j
    return best


@kernel
def first_to_move(b):
    """Whom orders are offered to: one that has thrown for fatigue, else the first of the group that moves."""
    first = NONE
    for i in range(b.n_figures):
        if not may_act(b, i):
            continue
        if b.figures[i].declared != 0:
            return i
        if first == NONE or (b.group != NONE and b.figures[i].squad == b.group and b.figures[first].squad != b.group):
            first = i
    return first


@kernel
def is_crawling_useful(b, i):
    """Figure ``i`` may want to crawl: it lies, or an enemy sleeps or it is night."""
    if is_mounted(b.figures[i]):
        return False
    if b.figures[i].lying != 0:
        return True
    for side in range(b.n_sides):
        if b.sides[side].team != b.sides[b.figures[i].side].team and b.sides[side].alarm_rules != 0:
            return b.sides[side].alarm == NONE
    return False


@kernel
def mode_is_useful(b, i, mode):
    """The mode is worth offering to figure ``i``."""
    if table_move(b, i, mode) <= 0.0:
        return False
    if b.figures[i].declared != 0:
        return b.figures[i].mode == mode
    return mode != Mode.CRAWL or is_crawling_useful(b, i)
