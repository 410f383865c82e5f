"""OUTCOME MOVES: recoiling, passing and pushing friends, and pursuing (DBA-RECOIL, DBA-PURSUE). Zones do not matter."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import MAX_FIGURES, N_SIDES, Ground, Outcome, Type, Where
from sandtable.games.dba.rules.camps import UNOPPOSED, enter
from sandtable.games.dba.rules.contact import has_six_positions
from sandtable.games.dba.rules.overlaps import enemy_behind
from sandtable.games.dba.rules.positions import are_enemies, camp_base, is_in_open, is_right_of, put
from sandtable.games.dba.rules.support import friend_behind
from sandtable.games.dba.rules.victory import lose
from sandtable.kernel.geometry import (
    LATTICE,
    TOUCH,
    base_of,
    corner,
    overlap,
    shifted,
    snapped,
)
from sandtable.kernel.log import event, locate, outcome
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import free_distance, is_outside, sweep_hits, swept_box
from sandtable.kernel.terrain import free_distance_to_feature, is_on_table, overlaps_feature, sweep_hits_feature

FAR = 1e9


@kernel
def face_the_same_way(figure, other):
    """Both face the same way, as nearly as bases that touch along an edge do."""
    return figure.fx * other.fx + figure.fy * other.fy > 0.9999


@kernel
def meets(base, ux, uy, distance, other):
    """The base, going so far along the unit vector, runs into the other or stands on it at the end."""
    if sweep_hits(base, ux * distance, uy * distance, other):
        return True
    return overlap(snapped(shifted(base, ux * distance, uy * distance)), other)


@kernel
def destroy(b, i, by, cited, log):
    """Element ``i`` is destroyed, by the clause cited."""
    if b.figures[i].where != Where.LOST:
        outcome(log, Code.IS_DESTROYED, cited, i, by, Outcome.DESTROYED)
        lose(b, i, by, log)


# ---------------------------------------------------------------- recoil


@kernel
def recoil_distance(b, i):
    """The element's base depth, but never more than a base width (DBA-RECOIL-1)."""
    return min(b.figures[i].depth, b.rules.recoil_most)


@clause("DBA-RECOIL-4", "DBA-TERR-7")
@kernel
def _distance_to_ground(b, base, ux, uy, distance):
    """How far the base gets before water, the board's edge or a camp stops it; FAR if nothing does."""
    stop = FAR
    for owner in range(N_SIDES):
        if b.camps[owner].present == 1 and meets(base, ux, uy, distance, camp_base(b, owner)):
            stop = min(stop, free_distance(base, ux, uy, distance, camp_base(b, owner)))
    for k in range(b.terrain.n_features):
        if b.terrain.features[k].kind == Ground.WATERWAY:
            if sweep_hits_feature(base, ux * distance, uy * distance, b.terrain, k):
                stop = min(stop, free_distance_to_feature(base, ux, uy, distance, b.terrain, k))
    if not is_on_table(shifted(base, ux * distance, uy * distance), b.table_width, b.table_height):
        stop = min(stop, room_on_board(b, base, ux, uy))
    return stop


@kernel
def _to_border(at, speed, low, high):
    """How far along a direction with this speed on one axis a coordinate stays between two borders."""
    if speed > 1e-9:
        return max((high - at) / speed, 0.0)
    if speed < -1e-9:
        return max((low - at) / speed, 0.0)
    return FAR


@kernel
def room_on_board(b, base, ux, uy):
    """How far a base may go along the unit vector with no part of it leaving the board."""
    east = abs(base.fx) * base.half_depth + abs(base.fy) * base.half_width
    north = abs(base.fy) * base.half_depth + abs(base.fx) * base.half_width
    return min(
        _to_border(base.x, ux, east, b.table_width - east),
        _to_border(base.y, uy, north, b.table_height - north),
    )


@kernel
def _first_enemy(b, i, base, ux, uy, distance):
    """The enemy element that ``i`` runs into first, of several at once that to the right of its way; or NONE."""
    first = NONE
    least = FAR
    box = swept_box(base, ux * distance, uy * distance)
    for j in range(b.n_figures):
        other = b.figures[j]
        if is_outside(box, other) or not is_in_open(other) or not are_enemies(b.figures[i], other):
            continue
        if meets(base, ux, uy, distance, base_of(other)):
            free = free_distance(base, ux, uy, distance, base_of(other))
            right = first != NONE and is_right_of(other, b.figures[first], ux, uy)
            if free < least - LATTICE or (free < least + LATTICE and right):
                least = min(free, least)
                first = j
    return first


class Bar(NamedTuple):
    """What is in the way of a recoil first."""

    stop: float  # how far it gets; FAR: the way is free of enemies, water, camps and the board's edge
    enemy: int  # who is met; NONE: nobody, or something else is met first


@clause("DBA-RECOIL-4")
@kernel
def _what_bars(b, i, base, ux, uy, distance):
    """What ``i`` runs into first, recoiling so far: an enemy, or water, a camp or the board's edge."""
    ground = _distance_to_ground(b, base, ux, uy, distance)
    enemy = _first_enemy(b, i, base, ux, uy, distance)
    if enemy == NONE:
        return Bar(ground, enemy)
    stop = min(ground, free_distance(base, ux, uy, distance, base_of(b.figures[enemy])))
    return Bar(stop, NONE if ground < stop + LATTICE else enemy)


@clause("DBA-RECOIL-5")
@kernel
def is_met_in_rear(b, j, base):
    """A recoiler's base here has its rear against the rear of enemy ``j``, or a corner in its side.

    Its rear edge meets a rear corner of the enemy's, or a rear corner of its own the enemy's rear or side edge.
    """
    if has_six_positions(b, j):
        return False
    other = base_of(b.figures[j])
    near = 4.0 * TOUCH
    left = corner(base, 3)
    right = corner(base, 2)
    for which in range(2, 4):
        tip = corner(other, which)
        if _is_on_segment(left, right, tip, near):
            return True
    for which in range(2, 4):
        tip = corner(base, which)
        for edge in range(1, 4):
            if _is_on_segment(corner(other, edge), corner(other, (edge + 1) % 4), tip, near):
                front = corner(other, 0)
                second = corner(other, 1)
                if not (_is_near(front, tip, near) or _is_near(second, tip, near)):
                    return True
    return False


@kernel
def _is_near(p, q, near):
    """Two points are no farther apart than this."""
    return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y) <= near * near


@kernel
def _is_on_segment(p, q, tip, near):
    """A point lies on the line from p to q, or no farther from it than this."""
    dx = q.x - p.x
    dy = q.y - p.y
    t = ((tip.x - p.x) * dx + (tip.y - p.y) * dy) / (dx * dx + dy * dy)
    t = min(max(t, 0.0), 1.0)
    ex = p.x + t * dx - tip.x
    ey = p.y + t * dy - tip.y
    return ex * ex + ey * ey <= near * near


@kernel
def _meets_friend(b, i, j, base, ux, uy, distance):
    """Element ``i``, recoiling so far, meets its friend ``j``."""
    other = b.figures[j]
    if is_outside(swept_box(base, ux * distance, uy * distance), other):
        return False
    if j == i or not is_in_open(other) or are_enemies(b.figures[i], other):
        return False
    return meets(base, ux, uy, distance, base_of(other))


@clause("DBA-RECOIL-2")
@kernel
def _recoils_through(b, i, j):
    """Element ``j`` is a friend who faces as ``i`` does, of a type that it passes through when it recoils."""
    figure = b.figures[i]
    friend = b.figures[j]
    if are_enemies(figure, friend):
        return False
    return b.rules.recoils_through[figure.type, friend.type] != 0 and face_the_same_way(figure, friend)


@clause("DBA-RECOIL-2")
@kernel
def _distance_through(b, i, base, ux, uy, distance):
    """How far ``i`` recoils to come clear of all friends it meets by passing through them; below 0 if it cannot.

    It passes whoever is in its way up to the place immediately behind the last of those it meets, which must be clear.
    """
    far = distance
    for j in range(b.n_figures):
        if _meets_friend(b, i, j, base, ux, uy, distance):
            friend = b.figures[j]
            if not _recoils_through(b, i, j):
                return -1.0
            behind = (friend.x - base.x) * ux + (friend.y - base.y) * uy + 0.5 * friend.depth + base.half_depth
            far = max(far, behind)
    end = snapped(shifted(base, ux * far, uy * far))
    if _distance_to_ground(b, base, ux, uy, far) < FAR:
        return -1.0
    box = swept_box(base, ux * far, uy * far)
    for j in range(b.n_figures):
        other = b.figures[j]
        if j == i or is_outside(box, other) or not is_in_open(other):
            continue
        if overlap(end, base_of(other)):
            return -1.0
        if not _recoils_through(b, i, j) and meets(base, ux, uy, far, base_of(other)):
            return -1.0
    return far


@clause("DBA-RECOIL-3")
@kernel
def _find_pushes(b, i, base, ux, uy, distance, pushes):
    """Fill ``pushes`` with how far each friend is pushed back by the recoil of ``i``; False if one cannot be.

    They must face as it does, be neither Elephants nor War Wagons, and find room in their turn, by pushing others.
    """
    figure = b.figures[i]
    for j in range(b.n_figures):
        pushes[j] = 0.0
    pushes[i] = distance
    for _ in range(b.n_figures):
        is_settled = True
        for m in range(b.n_figures):
            if pushes[m] <= 0.0:
                continue
            mover = base_of(b.figures[m])
            box = swept_box(mover, ux * pushes[m], uy * pushes[m])
            for k in range(b.n_figures):
                if is_outside(box, b.figures[k]) or k == i or not _meets_friend(b, m, k, mover, ux, uy, pushes[m]):
                    continue
                need = max(pushes[m] - free_distance(mover, ux, uy, pushes[m], base_of(b.figures[k])), LATTICE)
                if need <= pushes[k] + LATTICE:
                    continue
                friend = b.figures[k]
                if friend.type == Type.EL or friend.type == Type.WWG or not face_the_same_way(figure, friend):
                    return False
                pushes[k] = need
                is_settled = False
        if is_settled:
            break
    for k in range(b.n_figures):
        if k == i or pushes[k] <= 0.0:
            continue
        pushed = base_of(b.figures[k])
        if _distance_to_ground(b, pushed, ux, uy, pushes[k]) < FAR:
            return False
        if _first_enemy(b, k, pushed, ux, uy, pushes[k]) != NONE:
            return False
    return True


@clause("DBA-RECOIL-6")
@kernel
def _trample(b, i, base, ux, uy, distance, log):
    """Recoiling Elephants destroy the friends they meet; True if there were Elephants among them, and they die too."""
    other_elephants = False
    for j in range(b.n_figures):
        if _meets_friend(b, i, j, base, ux, uy, distance):
            other_elephants = other_elephants or b.figures[j].type == Type.EL
            destroy(b, j, i, Clause.DBA_RECOIL_6, log)
    return other_elephants


@clause("DBA-RECOIL-4", "DBA-RECOIL-5", "DBA-OUT-9")
@kernel
def _dies_recoiling(b, i, by, base, distance, log):
    """What stands in the way of a recoil kills ``i`` at once: True, and it is gone.

    An enemy in full flank or rear contact, an enemy met, a camp, water or the board's edge.
    """
    ux, uy = -base.fx, -base.fy
    behind = enemy_behind(b, i)
    if behind != NONE:
        event(log, Code.ENEMY_BARS_RECOIL, Clause.DBA_OUT_9, i, behind, 0)
        destroy(b, i, by, Clause.DBA_RECOIL_4, log)
        return True
    bar = _what_bars(b, i, base, ux, uy, distance)
    if bar.stop == FAR:
        return False
    if b.figures[i].type == Type.EL and bar.stop > 0.0:
        _trample(b, i, base, ux, uy, bar.stop, log)
    if bar.enemy == NONE:
        event(log, Code.GROUND_BARS_RECOIL, Clause.DBA_RECOIL_4, i, by, 0)
        destroy(b, i, by, Clause.DBA_RECOIL_4, log)
        return True
    event(log, Code.RECOILS_INTO_ENEMY, Clause.DBA_RECOIL_4, i, bar.enemy, 0)
    both = is_met_in_rear(b, bar.enemy, shifted(base, ux * bar.stop, uy * bar.stop))
    destroy(b, i, by, Clause.DBA_RECOIL_4, log)
    if both:
        destroy(b, bar.enemy, i, Clause.DBA_RECOIL_5, log)
    return True


@kernel
def goes_down_with(b, i):
    """The enemy who would be destroyed with ``i`` if it had to recoil where it stands, or NONE (DBA-RECOIL-5)."""
    figure = b.figures[i]
    if figure.camp != NONE or enemy_behind(b, i) != NONE:
        return NONE
    base = base_of(figure)
    bar = _what_bars(b, i, base, -figure.fx, -figure.fy, recoil_distance(b, i))
    if bar.enemy == NONE:
        return NONE
    end = shifted(base, -figure.fx * bar.stop, -figure.fy * bar.stop)
    return bar.enemy if is_met_in_rear(b, bar.enemy, end) else NONE


@kernel
def is_met_recoiling(b, i, j):
    """Element ``i`` would meet its friend ``j`` if it had to recoil where it stands."""
    figure = b.figures[i]
    return _meets_friend(b, i, j, base_of(figure), -figure.fx, -figure.fy, recoil_distance(b, i))


@kernel
def may_recoil(b, i):
    """Element ``i`` would live if it had to recoil where it stands: the same questions as ``recoil``, nothing done."""
    figure = b.figures[i]
    if figure.camp != NONE or enemy_behind(b, i) != NONE:
        return False
    base = base_of(figure)
    ux = -figure.fx
    uy = -figure.fy
    distance = recoil_distance(b, i)
    if _what_bars(b, i, base, ux, uy, distance).stop < FAR:
        return False
    if figure.type == Type.EL or _distance_through(b, i, base, ux, uy, distance) >= 0.0:
        return True
    return _find_pushes(b, i, base, ux, uy, distance, np.empty(MAX_FIGURES, np.float64))


@clause(
    "DBA-RECOIL-1",
    "DBA-RECOIL-2",
    "DBA-RECOIL-3",
    "DBA-RECOIL-6",
    "DBA-RECOIL-7",
    "WAD-RES-16",
    "DBA-ZOC-10",
    "DBA-RECOIL-4",
)
@kernel
def recoil(b, i, by, result, cited, log):
    """Element ``i`` recoils straight back, facing kept; returns whether it lives.

    It passes through friends or pushes them back, or dies. ``result`` is the sentence of what it does (recoiling, or
    fleeing of which this is the beginning), ``cited`` the clause that makes it.
    """
    figure = b.figures[i]
    base = base_of(figure)
    ux = -figure.fx
    uy = -figure.fy
    distance = recoil_distance(b, i)
    if _dies_recoiling(b, i, by, base, distance, log):
        return False
    if figure.type == Type.EL:
        if _trample(b, i, base, ux, uy, distance, log):
            destroy(b, i, by, Clause.DBA_RECOIL_6, log)
            return False
    far = _distance_through(b, i, base, ux, uy, distance)
    pushes = np.empty(MAX_FIGURES, np.float64)
    if far < 0.0:
        far = distance
        if not _find_pushes(b, i, base, ux, uy, distance, pushes):
            event(log, Code.FRIENDS_BAR_RECOIL, Clause.DBA_RECOIL_4, i, by, 0)
            destroy(b, i, by, Clause.DBA_RECOIL_4, log)
            return False
        for k in range(b.n_figures):
            if k != i and pushes[k] > 0.0:
                put(b, k, shifted(base_of(b.figures[k]), ux * pushes[k], uy * pushes[k]))
                event(log, Code.IS_PUSHED_BACK, Clause.DBA_RECOIL_3, k, i, 0)
    elif far > distance:
        event(log, Code.PASSES_THROUGH_FRIENDS, Clause.DBA_RECOIL_2, i, by, 0)
    put(b, i, shifted(base, ux * far, uy * far))
    kind = Outcome.RECOIL if result == Code.RECOILS else Outcome.FLEE
    locate(log, outcome(log, result, cited, i, by, kind), base.x, base.y, figure.x, figure.y, far)
    return True


# ---------------------------------------------------------------- pursuit


@clause("DBA-PURSUE-4", "DBA-PURSUE-5")
@kernel
def _pursuit_room(b, i, base, distance):
    """How far element ``i`` may follow up before it meets an element, a camp, forbidden ground or the board's edge."""
    figure = b.figures[i]
    free = min(distance, room_on_board(b, base, base.fx, base.fy))
    for j in range(b.n_figures):
        if j != i and is_in_open(b.figures[j]):
            free = min(free, free_distance(base, base.fx, base.fy, free, base_of(b.figures[j])))
    for owner in range(N_SIDES):
        if b.camps[owner].present == 1:
            free = min(free, free_distance(base, base.fx, base.fy, free, camp_base(b, owner)))
    for k in range(b.terrain.n_features):
        kind = b.terrain.features[k].kind
        if b.rules.pursues_into[figure.type, kind] == 0 or kind == Ground.WATERWAY:
            if not overlaps_feature(base, b.terrain, k):
                free = min(free, free_distance_to_feature(base, base.fx, base.fy, free, b.terrain, k))
    while free > 0.0 and _stands_on_somebody(b, i, shifted(base, base.fx * free, base.fy * free)):
        free -= LATTICE
    return max(free, 0.0)


@kernel
def _stands_on_somebody(b, i, base):
    """The base, once it is put on the lattice of places, overlaps an element: a hair's breadth can make it so."""
    place = snapped(base)
    for j in range(b.n_figures):
        if j != i and is_in_open(b.figures[j]) and overlap(place, base_of(b.figures[j])):
            return True
    return False


@clause("DBA-PURSUE-4", "DBA-CAMP-4")
@kernel
def _empty_camp_met(b, i, base, distance, free):
    """The owner of an unoccupied enemy camp that stops ``i``, which has gone ``free`` of this distance, or NONE."""
    for owner in range(N_SIDES):
        camp = b.camps[owner]
        if camp.present == 1 and camp.occupant == NONE and owner != b.figures[i].side:
            met = free_distance(base, base.fx, base.fy, distance, camp_base(b, owner))
            if met < distance and met <= free + LATTICE:
                return owner
    return NONE


@clause("DBA-PURSUE-1", "DBA-PURSUE-2", "DBA-PURSUE-3", "DBA-PURSUE-6", "DBA-BREAK-6", "DBA-TROOP-9")
@kernel
def pursue(b, i, enemy, log):
    """Element ``i`` follows up an enemy who fell back before it or is gone, if it is impetuous; whether it moved.

    Straight ahead by its base depth, a base width at most. Warband directly behind pursuing Warband follow.
    """
    figure = b.figures[i]
    if figure.where != Where.TABLE or figure.camp != NONE or b.rules.impetuous[figure.type] == 0:
        return False
    base = base_of(figure)
    distance = recoil_distance(b, i)
    free = _pursuit_room(b, i, base, distance)
    follower = friend_behind(b, i) if figure.type == Type.WB else NONE
    if free > 0.0:
        put(b, i, shifted(base, base.fx * free, base.fy * free))
    index = outcome(log, Code.PURSUES, Clause.DBA_PURSUE_1, i, enemy, Outcome.NO_EFFECT)
    locate(log, index, base.x, base.y, figure.x, figure.y, free)
    if free > 0.0 and follower != NONE and b.figures[follower].type == Type.WB:
        behind = base_of(b.figures[follower])
        put(b, follower, shifted(behind, behind.fx * free, behind.fy * free))
        event(log, Code.FOLLOWS_PURSUIT, Clause.DBA_PURSUE_3, follower, i, 0)
    owner = _empty_camp_met(b, i, base, distance, free)
    if owner != NONE and b.rules.contacts[figure.type] == 1:
        enter(b, i, owner, UNOPPOSED, log)
    return True
