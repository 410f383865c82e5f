"""DEF-33, TER-22, TER-23: where a battalion may be put on the field, and the nearest place that allows it."""

from __future__ import annotations

import math

from sandtable.games.batalist.record import Ground, Skill, State
from sandtable.games.batalist.rules.formations import footprint, has
from sandtable.games.batalist.rules.speed import slowed_by_ground
from sandtable.games.batalist.switches import Current
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.geometry import Base, base_of, distance_between, overlap, snap
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import is_on_table, overlaps_feature

STEP = 0.5
"""Rings and places on them that are tried, so far apart."""


@clause("BAT-CUR-3", "BAT-CUR-4", "BAT-WEA-5b", "BAT-BOA-7")
@kernel
def is_closed_by_current(b, k):
    """Water that runs too fast for any swimmer; a ford never does."""
    if b.options.current != Current.YES or b.terrain.features[k].kind != Ground.WATER:
        return False
    return b.sites[k].current >= b.rules.current_closed


@clause("BAT-TER-5", "BAT-TER-14", "BAT-TER-22", "BAT-TER-23", "BAT-CUR-3", "BAT-LAD-4")
@kernel
def is_impassable(b, i, k):
    """Feature ``k`` stops battalion ``i``: nobody on a roof minds buildings, nobody who flies minds anything."""
    if has(b, i, Skill.FLYING.value):
        return False
    kind = b.terrain.features[k].kind
    if kind == Ground.BUILDING and b.figures[i].storey > 0:
        return False
    if kind == Ground.WATER and b.figures[i].boat != NONE:
        return False
    return slowed_by_ground(b, i, kind) == 0 or is_closed_by_current(b, k)


@clause("BAT-TER-22", "BAT-TER-23", "BAT-DEF-33")
@kernel
def meets_impassable(b, i, base):
    """A footprint of battalion ``i`` here would lie in, or across, something that it cannot enter."""
    for k in range(b.terrain.n_features):
        if is_impassable(b, i, k) and overlaps_feature(base, b.terrain, k):
            return True
    return False


@clause("BAT-ACT-10", "BAT-DEF-33", "BAT-DEF-34", "BAT-LAD-4", "BAT-BOA-8")
@kernel
def meets_base(b, i, base):
    """A footprint of battalion ``i`` here would overlap another one on the field, or an empty boat."""
    for k in range(b.n_figures):
        other = b.figures[k]
        if k != i and other.state == State.FIELD and other.storey == b.figures[i].storey:
            if (other.healthy > 0 or other.wounded_of != NONE) and overlap(base, base_of(other)):
                return True
    for k in range(b.n_boats):
        if b.boats[k].battalion == NONE and overlap(base, base_of(b.boats[k])):
            return True
    return False


@clause("BAT-DEF-33", "BAT-DEF-31")
@kernel
def touches_enemy(b, i, base):
    """A footprint of battalion ``i`` here would touch an enemy's."""
    for k in range(b.n_figures):
        other = b.figures[k]
        if other.side != b.figures[i].side and other.state == State.FIELD and other.healthy > 0:
            if other.storey == b.figures[i].storey and distance_between(base, base_of(other)) <= 0.0:
                return True
    return False


@clause("BAT-DEF-33", "BAT-DEP-10", "BAT-ACT-19")
@kernel
def may_stand(b, i, base):
    """Battalion ``i`` may be put here: wholly on the field, over nobody, on ground it can enter, touching no enemy."""
    if not is_on_table(base, b.width, b.height):
        return False
    return not meets_base(b, i, base) and not touches_enemy(b, i, base) and not meets_impassable(b, i, base)


@clause("BAT-DEF-33")
@kernel
def nearest_place(b, i, x, y, fx, fy):
    """The nearest place to (x, y) where battalion ``i`` may stand with this facing; infinitely far if there is none."""
    width, depth = footprint(b, i)
    base = Base(x, y, fx, fy, 0.5 * width, 0.5 * depth)
    if may_stand(b, i, base):
        return base
    for ring in range(1, int((b.width + b.height) / STEP)):
        around = max(8, int(2.0 * math.pi * ring))
        for place in range(around):
            angle = 2.0 * math.pi * place / around
            there_x = snap(x + ring * STEP * math.cos(angle))
            there_y = snap(y + ring * STEP * math.sin(angle))
            tried = Base(there_x, there_y, fx, fy, 0.5 * width, 0.5 * depth)
            if may_stand(b, i, tried):
                return tried
    return Base(math.inf, math.inf, fx, fy, 0.5 * width, 0.5 * depth)


@clause("BAT-DEF-33")
@kernel
def put(b, i, base):
    """Battalion ``i`` stands here from now on, on the field; False, and nothing happens, where there is no place."""
    if math.isinf(base.x):
        return False
    u = b.figures[i]
    u.x = base.x
    u.y = base.y
    u.fx = base.fx
    u.fy = base.fy
    u.width = 2.0 * base.half_width
    u.depth = 2.0 * base.half_depth
    u.state = State.FIELD.value
    return True
