"""TABLE: pieces of the city, what they are to whom, and where they lie (TAB, GEN-11)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.pursuit.record import State
from sandtable.games.pursuit.switches import WithinTerrain
from sandtable.games.skirmish40k.record import Cover, Going, Height
from sandtable.kernel.discs import disc_of, disc_overlaps_feature
from sandtable.kernel.geometry import snap
from sandtable.kernel.terrain import point_in_feature


@clause("C40-TERR-1", "PURS-TAB-5", "PURS-TAB-6", "PURS-GEN-11", "PURS-ADA-3", "PURS-SHO-12")
@kernel
def furnish(b, k, size, state):
    """Say what piece ``k`` is: its size, what it is to move in, and to look through; three things apart (ADA-3)."""
    b.pieces[k].size = size
    b.pieces[k].state = state
    ground = b.ground[k]
    ground.size = size
    is_solid = state == State.INTACT
    ground.going = Going.IMPASSABLE if size >= 3 else Going.DIFFICULT
    ground.height = Height.SOLID if is_solid else Height.AREA
    ground.cover = Cover.NONE if is_solid else Cover.HARD


@kernel
def is_there(b, k):
    """Piece ``k`` lies on the table."""
    return b.pieces[k].off == 0


@kernel
def is_impassable(b, k):
    """Nobody gets into piece ``k``."""
    return b.ground[k].going == Going.IMPASSABLE


@clause("PURS-TAB-7", "PURS-DIF-5", "PURS-PCO-6", "PURS-IMP-6")
@kernel
def is_over(b, i, k):
    """Figure ``i`` passes over piece ``k`` as if it were not there: it flies, and the piece is of size 1."""
    return b.profiles[b.figures[i].profile].flies != 0 and b.pieces[k].size == 1 and not is_impassable(b, k)


@clause("PURS-GEN-7")
@kernel
def is_within(b, i, k):
    """Figure ``i`` is within piece ``k``: the centre of its base is strictly inside, or any part (house rule)."""
    if not is_there(b, k):
        return False
    if b.options.within_terrain == WithinTerrain.ANY_PART_OF_BASE:
        return disc_overlaps_feature(disc_of(b.figures[i]), b.terrain, k)
    return point_in_feature(b.figures[i].x, b.figures[i].y, b.terrain, k)


@kernel
def overlaps(b, i, k):
    """The base of figure ``i`` lies in part on piece ``k``."""
    return is_there(b, k) and disc_overlaps_feature(disc_of(b.figures[i]), b.terrain, k)


@kernel
def lay(b, k, x0, y0, x1, y1):
    """Lay piece ``k`` as this rectangle, on the lattice."""
    feature = b.terrain.features[k]
    feature.x0 = snap(x0)
    feature.y0 = snap(y0)
    feature.x1 = snap(x1)
    feature.y1 = snap(y1)
    for c in range(4):
        corner = b.terrain.vertices[feature.first + c]
        corner.x = feature.x1 if c == 1 or c == 2 else feature.x0
        corner.y = feature.y1 if c >= 2 else feature.y0


@kernel
def shift_to(b, k, x0):
    """Move piece ``k`` along the table until its rear side is at ``x0``."""
    feature = b.terrain.features[k]
    lay(b, k, x0, feature.y0, x0 + (feature.x1 - feature.x0), feature.y1)
