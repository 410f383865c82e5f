"""The ground of many battles as polygons and as a raster, as a side sees it from its own edge; alike for all games.

Both are made when they are asked for, and are no part of an observation: ground seldom changes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sandtable.batch.columns import Described, Layout
from sandtable.batch.reading import is_here, plain_number, turned_place, view_of
from sandtable.compiler.decorators import inlined, kernel, released_kernel
from sandtable.errors import InputError
from sandtable.kernel.terrain import Shape
from sandtable.kernel.words import float_at

CORNERS = 16
"""Corners of one part of a piece that are told: no part of any game has more than 12."""

BEFORE_CORNERS = 6

COLUMNS = (
    Described("on the table", "yes or no", 0, 1),
    Described("kind", "the game's kind of ground", 0, np.inf),
    Described("shape", "0: polygon, 1: disc, 2: line", 0, 2),
    Described("part of", "row of the first part of its piece", 0, np.inf),
    Described("radius", "tables", 0, 1),
    Described("corners", "corners; 1, the middle, of a disc", 0, CORNERS),
    *(Described(f"corner {k + 1}, {axis}", "tables", -1, 2) for k in range(CORNERS) for axis in ("x", "y")),
)
"""What ``polygons`` tells of each convex part of a piece; corners go anticlockwise."""

POLYGON, DISC, LINE = Shape.POLYGON.value, Shape.DISC.value, Shape.LINE.value


class At(NamedTuple):
    """At which words terrain stands. All but ``place`` in words of a feature, a corner or the battle."""

    place: Any  # i8[8]: see PLACE, of the features
    fields: Any  # i8[7]: x0, x1, radius, kind, shape, first and count of a feature, then part_of
    vertices: Any  # i8[2]: where the corners begin, and how many words each has


def at_of(layout: Layout) -> At:
    """Where the ground of a game stands; ``InputError`` of a game without any."""
    blocks = {block.key: block for block in layout.blocks}
    if "terrain" not in blocks:
        raise InputError(f"{layout.game.title} has no ground")
    terrain, first = layout.game.dtype.fields["terrain"][:2]
    feature = terrain.fields["features"][0].base
    names = ("x0", "x1", "radius", "kind", "shape", "first", "count", "part_of")
    inner = terrain.fields["vertices"]
    vertices = [(first + inner[1]) // 4, inner[0].base.itemsize // 4]
    fields = [feature.fields[name][1] // 4 for name in names]
    return At(blocks["terrain"].place, np.array(fields, np.int64), np.array(vertices, np.int64))


@kernel
@inlined
def corner(b, at, feature, k, view):
    """A corner of a feature, or the middle of a disc, turned to who looks; ``feature`` is where its words begin."""
    if b[feature + at.fields[4]] == DISC:
        x0, y0 = float_at(b, feature + at.fields[0]), float_at(b, feature + at.fields[0] + 2)
        x1, y1 = float_at(b, feature + at.fields[1]), float_at(b, feature + at.fields[1] + 2)
        return turned_place(0.5 * (x0 + x1), 0.5 * (y0 + y1), view)
    here = at.vertices[0] + (b[feature + at.fields[5]] + k) * at.vertices[1]
    return turned_place(plain_number(float_at(b, here)), plain_number(float_at(b, here + 2)), view)


@kernel
def corners_of(b, at, feature):
    """How many corners of a feature are told."""
    return np.int64(1) if b[feature + at.fields[4]] == DISC else min(np.int64(b[feature + at.fields[6]]), CORNERS)


@released_kernel
def read_polygons(words, at, out):
    """Fill ``out`` f4[n, features, COLUMNS] with the parts of all pieces that are there and shown; zeros of others."""
    out[:] = 0.0
    for k in range(len(words.battles)):
        b, view = words.battles[k], view_of(words, k)
        for i in range(min(at.place[3], np.int64(b[at.place[2]]))):
            feature = at.place[0] + i * at.place[1]
            if not is_here(b, at.place, feature):
                continue
            row, n = out[k, i], corners_of(b, at, feature)
            row[0], row[1], row[2] = 1.0, b[feature + at.fields[3]], b[feature + at.fields[4]]
            row[3] = b[feature + at.fields[7]]
            row[4], row[5] = plain_number(float_at(b, feature + at.fields[2])) * view.unit, n
            for c in range(n):
                x, y = corner(b, at, feature, c, view)
                row[BEFORE_CORNERS + 2 * c], row[BEFORE_CORNERS + 2 * c + 1] = x, y


@kernel
def is_within(x, y, b, at, feature, view):
    """Whether a place lies in a polygon (its corners go anticlockwise) or a disc, or on its border."""
    if b[feature + at.fields[4]] == DISC:
        across, up = corner(b, at, feature, 0, view)
        radius = float_at(b, feature + at.fields[2]) * view.unit
        return (x - across) * (x - across) + (y - up) * (y - up) <= radius * radius
    n = corners_of(b, at, feature)
    ax, ay = corner(b, at, feature, n - 1, view)
    for c in range(n):
        bx, by = corner(b, at, feature, c, view)
        if (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0.0:
            return False
        ax, ay = bx, by
    return True


@kernel
def is_crossed(x, y, reach, b, at, feature, view):
    """Whether a line passes within ``reach`` of a place."""
    ax, ay = corner(b, at, feature, 0, view)
    bx, by = corner(b, at, feature, 1, view)
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    along = min(max(((x - ax) * dx + (y - ay) * dy) / length, 0.0), 1.0) if length > 0.0 else 0.0
    across, up = ax + along * dx - x, ay + along * dy - y
    return across * across + up * up <= reach * reach


@released_kernel
def read_raster(words, at, out):
    """Fill ``out`` f4[n, kinds, size, size] with 1 where ground of a kind lies; row 0 is at the own edge.

    A square is of a kind where its middle is; a line goes through those whose middle is within half a square of it.
    """
    out[:] = 0.0
    size = out.shape[2]
    for k in range(len(words.battles)):
        b, view = words.battles[k], view_of(words, k)
        for i in range(min(at.place[3], np.int64(b[at.place[2]]))):
            feature = at.place[0] + i * at.place[1]
            kind = b[feature + at.fields[3]]
            if kind < 0 or kind >= out.shape[1] or not is_here(b, at.place, feature):
                continue
            is_line = b[feature + at.fields[4]] == LINE
            for row in range(size):
                for column in range(size):
                    x, y = (column + 0.5) / size, (row + 0.5) / size
                    if is_line:
                        if is_crossed(x, y, 0.5 / size, b, at, feature, view):
                            out[k, kind, row, column] = 1.0
                    elif is_within(x, y, b, at, feature, view):
                        out[k, kind, row, column] = 1.0
