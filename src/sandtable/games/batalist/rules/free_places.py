"""DEF-33: where a battalion may be put on the field, and the nearest place that allows it."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.enums import Skill, State
from sandtable.games.batalist.rules.formations import footprint, has
from sandtable.games.batalist.rules.ground import roof_under
from sandtable.games.batalist.rules.ways import has_room, is_base, touches
from sandtable.kernel.geometry import Base, base_of, snap
from sandtable.kernel.records import NONE

STEP = 0.5
"""Rings and places on them that are tried, so far apart."""


@clause("BAT-DEF-33", "BAT-DEF-31")
@kernel
def adjacent_enemy(b, i, base):
    """The enemy on its own storey whom a footprint of battalion ``i`` would touch here, or NONE."""
    for k in range(b.n_figures):
        other = b.figures[k]
        if other.side != b.figures[i].side and is_base(other) and other.storey == b.figures[i].storey:
            if touches(base, base_of(other)):
                return k
    return NONE


@clause("BAT-DEF-33", "BAT-DEP-10", "BAT-ACT-19")
@kernel
def may_stand(b, i, base):
    """Battalion ``i`` may be put here: there is room for it, and it touches no enemy."""
    return has_room(b, i, base) and adjacent_enemy(b, i, base) == NONE


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


@clause("BAT-SKL-7", "BAT-TER-20")
@kernel
def alight(b, i):
    """A flyer is on the roof on which its whole footprint lies, else on the ground."""
    if has(b, i, Skill.FLYING):
        b.figures[i].storey = roof_under(b, base_of(b.figures[i]))


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
    u.state = State.FIELD
    alight(b, i)
    return True
