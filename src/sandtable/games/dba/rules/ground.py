"""TERRAIN: which going a base stands in, and what woods, crests and camps hide (DBA-TERR)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.record import Ground, River, Type
from sandtable.games.dba.switches import InBadGoing, RiverInCombat
from sandtable.kernel.geometry import corner, edge_middle
from sandtable.kernel.terrain import overlaps_feature, point_in_feature


@kernel
def has_ground(b, kind):
    """Some feature on the board is of this kind."""
    for t in range(b.terrain.n_features):
        if b.terrain.features[t].kind == kind:
            return True
    return False


@clause("DBA-TERR-3", "DBA-TERR-4", "DBA-TERR-5", "DBA-TERR-6")
@kernel
def is_bad_for(b, figure, ground):
    """A kind of ground is bad going for this element; camelry treat dunes and oasis as good going."""
    if b.rules.bad_going[ground] == 0:
        return False
    if ground == Ground.DUNES or ground == Ground.OASIS:
        return figure.type != Type.CM and figure.light_camelry == 0
    return True


@clause("DBA-TERR-5", "DBA-TERR-10")
@kernel
def is_on_road(b, x, y):
    """The point is on a road."""
    for t in range(b.terrain.n_features):
        if b.terrain.features[t].kind == Ground.ROAD and point_in_feature(x, y, b.terrain, t):
            return True
    return False


@kernel
def touches_ground(b, base, ground):
    """Some part of the base is on ground of this kind."""
    for i in range(b.terrain.n_features):
        if b.terrain.features[i].kind == ground and overlaps_feature(base, b.terrain, i):
            return True
    return False


@clause("DBA-TERR-1", "DBA-MOVE-3")
@kernel
def touches_bad_going(b, figure, base):
    """Some part of ``base`` is in what is bad going for this element, whether or not a road runs there."""
    for i in range(b.terrain.n_features):
        if is_bad_for(b, figure, b.terrain.features[i].kind) and overlaps_feature(base, b.terrain, i):
            return True
    return False


@clause("DBA-MOVE-2", "DBA-MOVE-4")
@kernel
def is_barred_from(b, figure, base):
    """Artillery or War Wagons may not be there: in bad going, and not on a road with its middle and its front's."""
    if b.rules.move[figure.type, 1] >= 0.0 or not touches_bad_going(b, figure, base):
        return False
    out = base.half_depth - 0.5
    return not (is_on_road(b, base.x, base.y) and is_on_road(b, base.x + base.fx * out, base.y + base.fy * out))


@kernel
def _is_in_piece(x, y, terrain, i):
    """The point lies inside the piece of terrain of which feature ``i`` is a part."""
    piece = terrain.features[i].part_of
    for k in range(piece, terrain.n_features):
        if terrain.features[k].part_of != piece:
            break
        if point_in_feature(x, y, terrain, k):
            return True
    return False


@kernel
def is_inside(base, terrain, i):
    """The whole base is within the piece of terrain of which ``i`` is a part: its corners are, and edges' middles."""
    for which in range(4):
        point = corner(base, which)
        if not _is_in_piece(point.x, point.y, terrain, i):
            return False
        point = edge_middle(base, which)
        if not _is_in_piece(point.x, point.y, terrain, i):
            return False
    return True


@kernel
def is_inside_ground(b, base, ground):
    """The whole base is inside one piece of ground of this kind (DBA-PIP-6, DBA-SHOOT-11)."""
    for i in range(b.terrain.n_features):
        if b.terrain.features[i].kind == ground and is_inside(base, b.terrain, i):
            return True
    return False


@clause("DBA-CC-16", "DBA-OUT-8", "DBA-OUT-11", "DBA-TERR-10", "DBA-RIVER-4")
@kernel
def fights_in_bad_going(b, i, base):
    """Element ``i`` counts as in bad going where ``base`` is: any part of it, or with ``whole_base`` all of it.

    A road does not help in combat. A river is no bad going in it, unless ``river_in_combat`` says so.
    """
    figure = b.figures[i]
    if (
        b.options.river_in_combat == RiverInCombat.BAD_GOING
        and b.river == River.ORDINARY
        and touches_ground(b, base, Ground.RIVER)
    ):
        return True
    if b.options.in_bad_going == InBadGoing.ANY_PART:
        return touches_bad_going(b, figure, base)
    for k in range(b.terrain.n_features):
        if is_bad_for(b, figure, b.terrain.features[k].kind) and is_inside(base, b.terrain, k):
            return True
    return False
