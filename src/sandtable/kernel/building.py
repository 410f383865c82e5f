"""Terrain that rules lay during play: convex areas and walls appended to a table's terrain by kernels."""

from __future__ import annotations

from sandtable.kernel.compiling import kernel
from sandtable.kernel.geometry import Point, facing_of_degrees, snap
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import Shape

OVAL_CORNERS = 12
"""Corners of the polygon that stands for an oval."""


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


@kernel
def oval_corner(k, x, y, fx, fy, length, width):
    """Corner ``k``, anticlockwise, of the polygon that stands for an oval about (x, y), its length along (fx, fy)."""
    around = facing_of_degrees(-360.0 / OVAL_CORNERS * (k + 0.5))
    along = 0.5 * length * around.y
    aside = 0.5 * width * around.x
    return Point(x + fx * along + fy * aside, y + fy * along - fx * aside)


@kernel
def append_oval(terrain, kind, x, y, fx, fy, length, width):
    """Add an oval about (x, y), its length along (fx, fy), as a polygon; returns its index, or NONE if full."""
    if not has_room(terrain, 1, OVAL_CORNERS):
        return NONE
    index = begin_feature(terrain, kind, Shape.POLYGON.value, NONE)
    for k in range(OVAL_CORNERS):
        corner = oval_corner(k, x, y, fx, fy, length, width)
        add_corner(terrain, corner.x, corner.y)
    return index


@kernel
def append_rectangle(terrain, kind, x0, y0, x1, y1):
    """Add the area of an upright rectangle; returns its index, or NONE if the record is full."""
    if not has_room(terrain, 1, 4):
        return NONE
    index = begin_feature(terrain, kind, Shape.POLYGON.value, NONE)
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
    index = begin_feature(terrain, kind, Shape.LINE.value, part_of)
    add_corner(terrain, x0, y0)
    add_corner(terrain, x1, y1)
    return index


@kernel
def append_stretch(terrain, kind, x0, y0, x1, y1, width, part_of):
    """Add one straight stretch of a strip; returns its index, or NONE if the record is full or it has no length."""
    length = ((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)) ** 0.5
    if length == 0.0 or not has_room(terrain, 1, 4):
        return NONE
    ax = 0.5 * width * (y1 - y0) / length  # to the right of the way
    ay = -0.5 * width * (x1 - x0) / length
    index = begin_feature(terrain, kind, Shape.POLYGON.value, part_of)
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
