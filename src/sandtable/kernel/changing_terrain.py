"""Terrain that rules change during play: areas and walls laid by kernels, and pieces that move and leave.

Pieces are known by the index of their first part, which never changes: moving one, or taking it away for a while, costs
no more than writing its corners, and nothing in the questions that are asked of terrain.
"""

from __future__ import annotations

from typing import NamedTuple

from sandtable.compiler.decorators import kernel
from sandtable.kernel.geometry import Point, facing_of_degrees, snap
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import Rigid
from sandtable.kernel.terrain import Shape

OVAL_CORNERS = 12
"""Corners of the polygon that stands for an oval."""

FAR = 2.0**20
"""So far to the north-east of its place is a piece that is not there: out of reach of every question."""


@kernel
def has_room(terrain, features, corners):
    """The record still holds so many more features and corners."""
    return (
        terrain.n_features + features <= len(terrain.features)
        and terrain.n_vertices + corners <= len(terrain.vertices)
    )  # fmt: skip


@kernel
def begin_feature(terrain, kind, shape, part_of):
    """Claim the next feature, still without corners; ``part_of`` NONE: the first part of its piece. Its index."""
    index = terrain.n_features
    feature = terrain.features[index]
    feature.kind = kind
    feature.shape = shape
    feature.first = terrain.n_vertices
    feature.count = 0
    feature.radius = 0.0
    feature.part_of = index if part_of == NONE else part_of
    feature.hidden = 0
    terrain.n_features = index + 1
    return index


@kernel
def add_corner(terrain, x, y):
    """Add one corner, anticlockwise, to the feature begun last."""
    feature = terrain.features[terrain.n_features - 1]
    vertex = terrain.vertices[terrain.n_vertices]
    vertex.x = snap(x)
    vertex.y = snap(y)
    vertex.seam = 0
    if feature.count == 0:
        feature.x0 = vertex.x
        feature.x1 = vertex.x
        feature.y0 = vertex.y
        feature.y1 = vertex.y
    feature.x0 = min(feature.x0, vertex.x)
    feature.x1 = max(feature.x1, vertex.x)
    feature.y0 = min(feature.y0, vertex.y)
    feature.y1 = max(feature.y1, vertex.y)
    feature.count += 1
    terrain.n_vertices += 1


class PlacedOval(NamedTuple):
    """An oval about (x, y), its length along (fx, fy)."""

    x: float
    y: float
    fx: float
    fy: float
    length: float
    width: float


@kernel
def oval_corner(k, oval):
    """Corner ``k``, anticlockwise, of the polygon that stands for a PlacedOval."""
    around = facing_of_degrees(-360.0 / OVAL_CORNERS * (k + 0.5))
    along = 0.5 * oval.length * around.y
    aside = 0.5 * oval.width * around.x
    return Point(oval.x + oval.fx * along + oval.fy * aside, oval.y + oval.fy * along - oval.fx * aside)


@kernel
def append_oval(terrain, kind, oval):
    """Add a PlacedOval as a polygon; returns its index, or NONE if full."""
    if not has_room(terrain, 1, OVAL_CORNERS):
        return NONE
    index = begin_feature(terrain, kind, Shape.POLYGON, NONE)
    for k in range(OVAL_CORNERS):
        corner = oval_corner(k, oval)
        add_corner(terrain, corner.x, corner.y)
    return index


@kernel
def append_rectangle(terrain, kind, x0, y0, x1, y1):
    """Add the area of an upright rectangle; returns its index, or NONE if the record is full."""
    if not has_room(terrain, 1, 4):
        return NONE
    index = begin_feature(terrain, kind, Shape.POLYGON, NONE)
    add_corner(terrain, x0, y0)
    add_corner(terrain, x1, y0)
    add_corner(terrain, x1, y1)
    add_corner(terrain, x0, y1)
    return index


@kernel
def append_line(terrain, kind, x0, y0, x1, y1, part_of):
    """Add a wall without thickness; returns its index, or NONE if the record is full."""
    if not has_room(terrain, 1, 2):
        return NONE
    index = begin_feature(terrain, kind, Shape.LINE, part_of)
    add_corner(terrain, x0, y0)
    add_corner(terrain, x1, y1)
    return index


@kernel
def append_stretch(terrain, kind, way, width, part_of):
    """Add a strip along a Segment; returns its index, or NONE if the record is full or it has no length."""
    x0, y0, x1, y1 = way
    length = ((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)) ** 0.5
    if length == 0.0 or not has_room(terrain, 1, 4):
        return NONE
    ax = 0.5 * width * (y1 - y0) / length  # to the right of the way
    ay = -0.5 * width * (x1 - x0) / length
    index = begin_feature(terrain, kind, Shape.POLYGON, part_of)
    add_corner(terrain, x0 + ax, y0 + ay)
    add_corner(terrain, x1 + ax, y1 + ay)
    add_corner(terrain, x1 - ax, y1 - ay)
    add_corner(terrain, x0 - ax, y0 - ay)
    return index


@kernel
def take_off(terrain, n_features, n_vertices):
    """Take off every feature and corner beyond these numbers, leaving no trace in the record."""
    for i in range(n_features, terrain.n_features):
        feature = terrain.features[i]
        feature.x0 = 0.0
        feature.y0 = 0.0
        feature.x1 = 0.0
        feature.y1 = 0.0
        feature.radius = 0.0
        feature.kind = 0
        feature.shape = 0
        feature.first = 0
        feature.count = 0
        feature.part_of = 0
        feature.hidden = 0
    for k in range(n_vertices, terrain.n_vertices):
        vertex = terrain.vertices[k]
        vertex.x = 0.0
        vertex.y = 0.0
        vertex.seam = 0
    terrain.n_features = n_features
    terrain.n_vertices = n_vertices


# Pieces that move and leave


@kernel
def is_away(feature):
    """The feature is not there now: whoever shows or counts terrain passes it over."""
    return feature.x0 > 0.5 * FAR


@kernel
def _parts_end(terrain, piece):
    """The index after the last part of the piece whose first part is feature ``piece``."""
    k = piece
    while k < terrain.n_features and terrain.features[k].part_of == piece:
        k += 1
    return k


@kernel
def carry_piece(terrain, piece, rigid):
    """Displace a whole piece (see ``sweep.Rigid``): turn it about a point and carry that point on.

    Its corners go onto the lattice of places. A piece of terrain has no facing of its own to be read back: rules that
    need one keep it in their record.
    """
    for i in range(piece, _parts_end(terrain, piece)):
        feature = terrain.features[i]
        if feature.shape == Shape.DISC:
            middle = _carried_point(rigid, 0.5 * (feature.x0 + feature.x1), 0.5 * (feature.y0 + feature.y1))
            feature.x0 = middle.x - feature.radius
            feature.y0 = middle.y - feature.radius
            feature.x1 = middle.x + feature.radius
            feature.y1 = middle.y + feature.radius
        else:
            for k in range(feature.first, feature.first + feature.count):
                vertex = terrain.vertices[k]
                there = _carried_point(rigid, vertex.x, vertex.y)
                vertex.x = there.x
                vertex.y = there.y
            _box_again(terrain, feature)


@kernel
def _carried_point(rigid, x, y):
    """Where a displacement carries a point, on the lattice of places."""
    ex = x - rigid.x0
    ey = y - rigid.y0
    return Point(snap(rigid.x1 + rigid.c * ex + rigid.s * ey), snap(rigid.y1 - rigid.s * ex + rigid.c * ey))


@kernel
def _box_again(terrain, feature):
    """Find the bounding box of a polygon or line whose corners have moved."""
    first = terrain.vertices[feature.first]
    feature.x0 = first.x
    feature.x1 = first.x
    feature.y0 = first.y
    feature.y1 = first.y
    for k in range(feature.first + 1, feature.first + feature.count):
        vertex = terrain.vertices[k]
        feature.x0 = min(feature.x0, vertex.x)
        feature.x1 = max(feature.x1, vertex.x)
        feature.y0 = min(feature.y0, vertex.y)
        feature.y1 = max(feature.y1, vertex.y)


@kernel
def take_away(terrain, piece):
    """Take a piece off the table for a while; nothing if it is away. Its corners go onto the lattice of places."""
    if not is_away(terrain.features[piece]):
        carry_piece(terrain, piece, Rigid(1.0, 0.0, 0.0, 0.0, FAR, FAR))
