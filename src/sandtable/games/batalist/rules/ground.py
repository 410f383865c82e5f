"""TER: what the ground at a point does: levels, cover, water; and lines of sight over it (DEF-28 to DEF-30)."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.enums import Burst, Ground, Skill, State
from sandtable.games.batalist.rules.formations import has, looks_everywhere
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import LATTICE, TOUCH, Edge, base_of, corner, edge_middle, point_to_segment
from sandtable.kernel.limits import is_less_than, is_within
from sandtable.kernel.line_of_sight import sight_blocked_by_base, sight_blocked_by_feature
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import distance_to_feature, point_in_feature


@clause("BAT-TER-20", "BAT-TER-13", "BAT-TER-2", "BAT-TER-19", "BAT-MOD-22")
@kernel
def level_at(b, x, y):
    """The level of a point: a hill is one up, a ravine one down. Parts of one piece count once."""
    level = 0
    last = NONE
    for i in range(b.terrain.n_features):
        feature = b.terrain.features[i]
        if feature.part_of != last and point_in_feature(x, y, b.terrain, i):
            last = feature.part_of
            level += b.kinds[feature.kind].level
    return level


@clause("BAT-TER-20")
@kernel
def level_of(b, i):
    """The level of battalion ``i``: that of the middle of its first rank, and of the storey it stands on."""
    front = edge_middle(base_of(b.figures[i]), Edge.FRONT)
    return level_at(b, front.x, front.y) + b.figures[i].storey


@clause("BAT-TER-21", "BAT-TER-8", "BAT-TER-19")
@kernel
def is_cover_at(b, x, y):
    """The point lies in a wood, a building or a veil of mist."""
    for i in range(b.terrain.n_features):
        if b.kinds[b.terrain.features[i].kind].cover != 0 and point_in_feature(x, y, b.terrain, i):
            return True
    for i in range(b.n_mists):
        mist = b.mists[i]
        if distance_of_points(mist.x, mist.y, x, y) < mist.radius:
            return True
    return False


@clause("BAT-TER-21")
@kernel
def is_behind_wall(b, i, target, x, y):
    """The target touches a wall or fence that lies between battalion ``i`` and (x, y), where it is aimed at."""
    other = b.figures[target]
    eye = seeing_from(b, i, base_of(b.figures[i]), other.x, other.y)
    for k in range(b.terrain.n_features):
        if (
            b.terrain.features[k].kind == Ground.BUILDING
            and sight_blocked_by_feature(eye.x, eye.y, x, y, b.terrain, k)
            and not point_in_feature(eye.x, eye.y, b.terrain, k)
            and is_within(distance_to_feature(base_of(other), b.terrain, k), 0.0, TOUCH)
        ):
            return True
    return False


@clause("BAT-TER-21", "BAT-MOD-8")
@kernel
def is_covered(b, i, target, x, y):
    """The target of battalion ``i``, aimed at at (x, y), is in cover: there, on a roof, or behind a wall it touches."""
    return b.figures[target].storey > 0 or is_cover_at(b, x, y) or is_behind_wall(b, i, target, x, y)


@clause("BAT-MOD-21", "BAT-TER-11", "BAT-TER-12")
@kernel
def is_water_at(b, x, y):
    """The point lies in water, a swamp or a ford."""
    for i in range(b.terrain.n_features):
        if b.kinds[b.terrain.features[i].kind].water != 0 and point_in_feature(x, y, b.terrain, i):
            return True
    return False


@clause("BAT-DEF-29", "BAT-TER-3", "BAT-TER-9", "BAT-TER-14")
@kernel
def terrain_blocks(b, x0, y0, x1, y1):
    """A hill, wood or building lies across the line, in which neither end stands; or a veil of mist does."""
    for i in range(b.terrain.n_features):
        if (
            b.kinds[b.terrain.features[i].kind].blocks != 0
            and sight_blocked_by_feature(x0, y0, x1, y1, b.terrain, i)
            and not point_in_feature(x0, y0, b.terrain, i)
            and not point_in_feature(x1, y1, b.terrain, i)
        ):
            return True
    for i in range(b.n_mists):
        mist = b.mists[i]
        foot = point_to_segment(mist.x, mist.y, x0, y0, x1, y1)
        if (
            distance_of_points(mist.x, mist.y, foot.x, foot.y) < mist.radius
            and distance_of_points(mist.x, mist.y, x0, y0) >= mist.radius
            and distance_of_points(mist.x, mist.y, x1, y1) >= mist.radius
        ):
            return True
    return False


@clause("BAT-DEF-30")
@kernel
def figures_block(b, i, target, x0, y0, x1, y1):
    """The footprint of a third battalion lies across the line; nobody hides a flyer, or hides others from one."""
    if has(b, i, Skill.FLYING) or has(b, target, Skill.FLYING):
        return False
    dx, dy = x1 - x0, y1 - y0
    square = dx * dx + dy * dy
    for k in range(b.n_figures):
        other = b.figures[k]
        if k != i and k != target and other.state == State.FIELD and (other.healthy > 0 or other.wounded_of != NONE):
            around = 0.5 * (other.width + other.depth)
            cross = (other.x - x0) * dy - (other.y - y0) * dx
            if cross * cross >= around * around * square:  # well beside the line
                continue
            if sight_blocked_by_base(x0, y0, x1, y1, base_of(other)):
                return True
    return False


@clause("BAT-SKL-6")
@kernel
def is_too_near(b, i, length):
    """A line of sight of this length is too short for battalion ``i``, an area shooter."""
    is_area = b.profiles[b.figures[i].profile].burst == Burst.AREA
    return is_area and is_less_than(length, b.rules.area_least, LATTICE)


@clause("BAT-DEF-27", "BAT-SKL-2", "BAT-SKL-6")
@kernel
def is_in_range(b, i, length):
    """A line of sight of this length is in range of battalion ``i``: at most SR, not too near for an area shooter."""
    return not is_too_near(b, i, length) and is_within(length, b.profiles[b.figures[i].profile].radius, LATTICE)


@clause("BAT-DEF-28", "BAT-FRM-4")
@kernel
def seeing_from(b, i, base, x, y):
    """Where battalion ``i``, standing so, looks from: the middle of its first rank, or of its side nearest a point."""
    best = edge_middle(base, Edge.FRONT)
    if looks_everywhere(b, i):
        for edge in range(4):
            middle = edge_middle(base, edge)
            if distance_of_points(x, y, middle.x, middle.y) < distance_of_points(x, y, best.x, best.y):
                best = middle
    return best


@clause("BAT-DEF-28", "BAT-DEF-27")
@kernel
def aim_from(b, i, own, target, base):
    """Where battalion ``i``, standing so, aims at its target: the nearest middle of a side in clear sight, and how far.

    ``base``: how the target stands or lies. Returns x, y and the length. Where no side is in sight it is infinite, and
    the nearest middle of a side is aimed at.
    """
    eye = seeing_from(b, i, own, base.x, base.y)
    near_x, near_y, near = base.x, base.y, math.inf
    best_x, best_y, best = base.x, base.y, math.inf
    for edge in range(4):
        middle = edge_middle(base, edge)
        length = distance_of_points(eye.x, eye.y, middle.x, middle.y)
        if length < near:
            near_x, near_y, near = middle.x, middle.y, length
        if length >= best or terrain_blocks(b, eye.x, eye.y, middle.x, middle.y):
            continue
        if not figures_block(b, i, target, eye.x, eye.y, middle.x, middle.y):
            best_x, best_y, best = middle.x, middle.y, length
    if math.isinf(best):
        return near_x, near_y, best
    return best_x, best_y, best


@clause("BAT-DEF-28", "BAT-DEF-27")
@kernel
def aim(b, i, target):
    """Where battalion ``i`` aims at its target, as both stand; see ``aim_from``."""
    return aim_from(b, i, base_of(b.figures[i]), target, base_of(b.figures[target]))


@clause("BAT-LAD-2", "BAT-TER-20")
@kernel
def is_on_roof(b, x, y, storeys):
    """The point lies on a building of so many storeys that still stands."""
    for k in range(b.terrain.n_features):
        if b.terrain.features[k].kind == Ground.BUILDING and b.sites[k].storeys == storeys:
            if point_in_feature(x, y, b.terrain, k):
                return True
    return False


@clause("BAT-LAD-2", "BAT-SKL-7")
@kernel
def fits_on_roof(b, base, storeys):
    """A footprint lies on roofs: its middle and, a little inside it, its corners."""
    if not is_on_roof(b, base.x, base.y, storeys):
        return False
    for which in range(4):
        point = corner(base, which)
        if not is_on_roof(b, point.x + 0.02 * (base.x - point.x), point.y + 0.02 * (base.y - point.y), storeys):
            return False
    return True


@clause("BAT-SKL-7", "BAT-TER-20")
@kernel
def roof_under(b, base):
    """The storeys of the roof on which a whole footprint lies; 0 where it lies on none."""
    for k in range(b.terrain.n_features):
        if b.terrain.features[k].kind == Ground.BUILDING and point_in_feature(base.x, base.y, b.terrain, k):
            return b.sites[k].storeys if fits_on_roof(b, base, b.sites[k].storeys) else 0
    return 0
