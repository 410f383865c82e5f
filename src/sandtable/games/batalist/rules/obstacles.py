"""DEF-33, ACT-22, TER-23: what is in the way of a base: whom a refusal names, and where."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Ground, Skill
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.free_places import adjacent_enemy
from sandtable.games.batalist.rules.ground import roof_under
from sandtable.games.batalist.rules.reasons import allowed, because, because_there, forbids
from sandtable.games.batalist.rules.ways import (
    has_room_from,
    is_base,
    is_impassable,
    is_impassable_from,
    pivot_of,
    stays_on_field,
)
from sandtable.kernel.geometry import base_of, overlap
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import sweep_hits, wheel_about
from sandtable.kernel.terrain import is_on_table, overlaps_feature, sweep_hits_feature
from sandtable.kernel.wheeling import wheel_meets


@clause("BAT-DEF-33", "BAT-ACT-19", "BAT-TER-22", "BAT-TER-23")
@kernel
def why_no_room_from(b, i, base, storey, aboard, cited):
    """What keeps battalion ``i``, on such a storey, from standing so: the edge, a base, a boat or the ground.

    ``cited``: the clause that asks for room.
    """
    if has_room_from(b, i, base, storey, aboard):
        return allowed()
    if not is_on_table(base, b.width, b.height):
        return because_there(Code.BEYOND_EDGE, cited, NONE, base.x, base.y)
    if has(b, i, Skill.FLYING):
        storey = roof_under(b, base)
    for j in range(b.n_figures):
        other = b.figures[j]
        if j != i and other.storey == storey and is_base(other) and overlap(base, base_of(other)):
            return because_there(Code.PLACE_TAKEN, cited, j, other.x, other.y)
    for k in range(b.terrain.n_features):
        on_roof = b.terrain.features[k].kind == Ground.BUILDING and storey == 0
        if (is_impassable_from(b, i, k, storey, aboard) or on_roof) and overlaps_feature(base, b.terrain, k):
            return because_there(Code.GROUND_FORBIDS, cited, NONE, base.x, base.y)
    return because_there(Code.BOAT_IN_WAY, cited, NONE, base.x, base.y)


@clause("BAT-DEF-33")
@kernel
def why_no_room(b, i, base, cited):
    """The same, as battalion ``i`` stands now."""
    return why_no_room_from(b, i, base, b.figures[i].storey, b.figures[i].boat != NONE, cited)


@clause("BAT-DEF-33", "BAT-DEF-31")
@kernel
def why_not_put(b, i, base):
    """What keeps battalion ``i`` from being put here: room, or an enemy whom it would touch."""
    why = why_no_room(b, i, base, Clause.DEF_33)
    j = adjacent_enemy(b, i, base)
    if forbids(why) or j == NONE:
        return why
    return because_there(Code.TOUCHES_ENEMY, Clause.DEF_33, j, b.figures[j].x, b.figures[j].y)


@clause("BAT-ACT-22", "BAT-ACT-10", "BAT-TER-23")
@kernel
def why_blocked(b, i, base, dx, dy):
    """What battalion ``i`` meets on its way straight by (dx, dy), which is not free."""
    for j in range(b.n_figures):
        other = b.figures[j]
        if j != i and is_base(other) and sweep_hits(base, dx, dy, base_of(other)):
            return because_there(Code.IN_THE_WAY, Clause.ACT_22, j, other.x, other.y)
    for k in range(b.terrain.n_features):
        if is_impassable(b, i, k) and sweep_hits_feature(base, dx, dy, b.terrain, k):
            return because_there(Code.GROUND_IN_WAY, Clause.ACT_22, NONE, base.x + dx, base.y + dy)
    return because(Code.BOAT_IN_WAY, Clause.ACT_22)


@clause("BAT-ACT-22", "BAT-ACT-10", "BAT-DEF-33", "BAT-TER-23")
@kernel
def why_no_wheel(b, i, base, degrees):
    """What battalion ``i`` meets while it wheels, which is not free."""
    if not stays_on_field(b, base, degrees):
        return because_there(Code.WHEELS_OFF_FIELD, Clause.ACT_22, NONE, base.x, base.y)
    pivot = pivot_of(base, degrees)
    turn = wheel_about(pivot.x, pivot.y, degrees)
    for j in range(b.n_figures):
        other = b.figures[j]
        if j != i and is_base(other):
            if wheel_meets(base, pivot.x, pivot.y, turn.c, turn.s, 1 if degrees > 0.0 else -1, base_of(other)):
                return because_there(Code.IN_THE_WAY, Clause.ACT_22, j, other.x, other.y)
    return because_there(Code.GROUND_IN_WAY, Clause.ACT_22, NONE, pivot.x, pivot.y)
