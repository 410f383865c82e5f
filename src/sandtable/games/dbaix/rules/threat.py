"""The threat zone of DBA, a house rule: the square before an enemy's front edge (MOV-15, ``threat_zone = dba``)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.groups import SAME_WAY
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.rules.marches import end_of, forward_and_aside, n_legs, place_after
from sandtable.games.dbaix.rules.positions import SLACK
from sandtable.kernel.action_checks import actor
from sandtable.kernel.contact import is_front_contact
from sandtable.kernel.geometry import TOUCH, Base, Corner, base_of, corner, overlap, placed
from sandtable.kernel.limits import is_less_than, is_more_than, is_within
from sandtable.kernel.line_of_sight import square_ahead
from sandtable.kernel.log import locate, reason
from sandtable.kernel.records import Path
from sandtable.kernel.sweep import sweep_hits


@kernel
def _distance_ahead(enemy, base):
    """How far before the front edge of ``enemy`` the nearest corner of ``base`` is; 0 where it is level or behind."""
    nearest = 1e9
    for which in (Corner.FRONT_LEFT, Corner.FRONT_RIGHT, Corner.REAR_RIGHT, Corner.REAR_LEFT):
        tip = corner(base, which)
        out = (tip.x - enemy.x) * enemy.fx + (tip.y - enemy.y) * enemy.fy - enemy.half_depth
        nearest = min(nearest, out)
    return max(nearest, 0.0)


@clause("DBAIX-MOV-15")
@kernel
def zone_of(b, j, nearby):
    """The zone before figure ``j``: the square ahead of it, cut off at the first base in it that does not move."""
    enemy = base_of(b.figures[j])
    square = square_ahead(enemy)
    depth = 2.0 * square.half_depth
    for n in range(nearby.n_others):
        other = nearby.others[n]
        if other == j:
            continue
        base = base_of(b.figures[other])
        if overlap(square, base):
            depth = min(depth, _distance_ahead(enemy, base))
    out = enemy.half_depth + 0.5 * depth
    return Base(enemy.x + out * enemy.fx, enemy.y + out * enemy.fy, enemy.fx, enemy.fy, enemy.half_width, 0.5 * depth)


@kernel
def _enters(b, action, way, i, zone):
    """Actor ``i`` comes into the zone on its way or at its end.

    On a wheel only the end is looked at, beside the start.
    """
    base = base_of(b.figures[i])
    end = end_of(b, way, i)
    if overlap(end, zone):
        return True
    if action.path == Path.WHEEL:
        return False
    for leg in range(n_legs(action)):
        p = place_after(action, way, base, end, leg)
        q = place_after(action, way, base, end, leg + 1)
        if sweep_hits(placed(base, p.x, p.y, base.fx, base.fy), q.x - p.x, q.y - p.y, zone):
            return True
    return False


@kernel
def _goes_straight_back(action, way):
    """The move is straight to the rear, without a turn."""
    step = forward_and_aside(way)
    return not way.is_turned and action.path == Path.STRAIGHT and step.x < 0.0 and is_within(abs(step.y), 0.0, SLACK)


@kernel
def _goes_straight_towards(action, way, enemy):
    """The move is straight at the enemy's front; it keeps its facing or ends face to face with it."""
    dx = way.end.x - way.start.x
    dy = way.end.y - way.start.y
    if action.path != Path.STRAIGHT or is_more_than(abs(dx * enemy.fy - dy * enemy.fx), 0.0, SLACK):
        return False
    if not is_less_than(dx * enemy.fx + dy * enemy.fy, 0.0, SLACK):  # away from it, or on the spot
        return False
    return not way.is_turned or way.end.fx * enemy.fx + way.end.fy * enemy.fy < -SAME_WAY


@kernel
def _starts_in(b, action, zone):
    """Some actor stands in the zone at the start."""
    for k in range(action.n_actors):
        if overlap(base_of(b.figures[actor(action, k)]), zone):
            return True
    return False


@kernel
def _answers(b, action, way, nearby, j, starts_in):
    """An actor ends in front contact with ``j``, or with another enemy who threatens the start no less than ``j``."""
    for k in range(action.n_actors):
        i = actor(action, k)
        end = end_of(b, way, i)
        for n in range(nearby.n_enemies):
            enemy = nearby.enemies[n]
            if not is_front_contact(end, base_of(b.figures[enemy])):
                continue
            if enemy == j or not starts_in or _starts_in(b, action, zone_of(b, enemy, nearby)):
                return True
    return False


@clause("DBAIX-MOV-15")
@kernel
def judge_threat(b, action, way, nearby, log):
    """A figure that starts in or enters an enemy's zone meets its front, goes straight towards it, or straight back.

    Rulings: straight back is open only to those that start in the zone; of several enemies in whose zones a figure
    starts (or, starting in none, comes), it need meet the front of one only.
    """
    fit = True
    for n in range(nearby.n_enemies):
        j = nearby.enemies[n]
        zone = zone_of(b, j, nearby)
        if 2.0 * zone.half_depth <= TOUCH:
            continue
        starts_in = _starts_in(b, action, zone)
        if starts_in and _goes_straight_back(action, way):
            continue
        for k in range(action.n_actors):
            i = actor(action, k)
            if not starts_in and not _enters(b, action, way, i, zone):
                continue
            if _goes_straight_towards(action, way, base_of(b.figures[j])):
                continue
            if _answers(b, action, way, nearby, j, starts_in):
                continue
            code = Code.THREATENED if starts_in else Code.ENTERS_ZONE
            line = reason(log, code, Clause.MOV_15, i, j, 0)
            locate(log, line, zone.x, zone.y, b.figures[i].x, b.figures[i].y, 0.0)
            fit = False
            if log.keep == 0:
                return False
            break
    return fit
