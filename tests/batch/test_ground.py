"""Ground as polygons and as a raster: where it lies from the own edge, and nothing of it that is not shown yet."""

from __future__ import annotations

import numpy as np
import pytest
from shapely import MultiPoint, Point, Polygon

from sandtable.batch import Batch
from sandtable.batch.ground import BEFORE_CORNERS, COLUMNS
from sandtable.batch.observing import Observer
from sandtable.compiler.decorators import COMPILED
from sandtable.errors import InputError
from sandtable.games import built_in
from sandtable.games.dba.record import BoardEdge, Ground
from sandtable.kernel.changing_terrain import FAR
from sandtable.kernel.terrain import Shape, add_disc, add_line, add_polygon

WOOD, MARSH, CREST = Ground.WOOD.value, Ground.MARSH.value, Ground.CREST.value


def board():
    """A DBA board of 600 by 600 without ground, the first side in the south, the second in the north."""
    batch = Batch.new("dba", 1)
    b = batch.battles[0]
    b.table_width = b.table_height = 600.0
    b.edge[:] = BoardEdge.SOUTH.value, BoardEdge.NORTH.value
    b.terrain.n_features = b.terrain.n_vertices = 0
    return batch, b


def squares(raster):
    """The (column, row) that are filled."""
    return {(int(column), int(row)) for row, column in np.argwhere(raster == 1.0)}


@pytest.mark.parametrize(
    ("edge", "square", "corners"),
    [
        # By hand: a wood from (150, 0) to (300, 150) on 600 by 600 is column 1, row 0 of four by four; from the north
        # the table is turned by half a turn: column 2, row 3. From the west (x, y) is at (600 - y, x), from the east at
        # (y, 600 - x).
        ("SOUTH", (1, 0), {(0.25, 0.0), (0.5, 0.0), (0.5, 0.25), (0.25, 0.25)}),
        ("NORTH", (2, 3), {(0.5, 1.0), (0.75, 1.0), (0.75, 0.75), (0.5, 0.75)}),
        ("WEST", (3, 1), {(1.0, 0.25), (1.0, 0.5), (0.75, 0.5), (0.75, 0.25)}),
        ("EAST", (0, 2), {(0.0, 0.5), (0.0, 0.75), (0.25, 0.75), (0.25, 0.5)}),
    ],
)
def test_ground_is_turned_to_the_own_edge(edge, square, corners):
    batch, b = board()
    b.edge[0] = BoardEdge[edge].value
    add_polygon(b.terrain, WOOD, [(150.0, 0.0), (300.0, 0.0), (300.0, 150.0), (150.0, 150.0)])
    observer = Observer(batch)
    raster = observer.raster_of_ground(4, [0])[0]
    assert squares(raster[WOOD]) == {square}
    assert raster.sum() == 1.0
    row = observer.observe_ground([0])[0, 0]
    assert row[:BEFORE_CORNERS].tolist() == [1.0, WOOD, Shape.POLYGON.value, 0.0, 0.0, 4.0]
    told = row[BEFORE_CORNERS : BEFORE_CORNERS + 8].reshape(4, 2)
    assert {(round(float(x), 6), round(float(y), 6)) for x, y in told} == corners
    assert (row[BEFORE_CORNERS + 8 :] == 0.0).all()


def test_a_disc_and_a_line_by_hand():
    """On ten by ten squares of 60: a disc of 60 about (300, 300) holds the four middles at 270 and 330, 42 away.

    A line from (0, 90) to (239, 90) runs through the middles of row 1, columns 0 to 3, and ends 31 before the next.
    """
    batch, b = board()
    add_disc(b.terrain, MARSH, 300.0, 300.0, 60.0)
    add_line(b.terrain, CREST, [(0.0, 90.0), (239.0, 90.0)])
    observer = Observer(batch)
    raster = observer.raster_of_ground(10, [0])[0]
    assert squares(raster[MARSH]) == {(4, 4), (5, 4), (4, 5), (5, 5)}
    assert squares(raster[CREST]) == {(0, 1), (1, 1), (2, 1), (3, 1)}
    disc = observer.observe_ground([0])[0, 0]
    assert disc[: BEFORE_CORNERS + 2].tolist() == pytest.approx([1.0, MARSH, Shape.DISC.value, 0.0, 0.1, 1.0, 0.5, 0.5])


def test_a_mirrored_table_looks_alike_to_both():
    batch, b = board()
    outline = [(60.0, 40.0), (210.0, 70.0), (150.0, 190.0)]
    add_polygon(b.terrain, WOOD, outline)
    add_disc(b.terrain, MARSH, 430.0, 170.0, 55.0)
    add_polygon(b.terrain, WOOD, [(600.0 - x, 600.0 - y) for x, y in outline])
    add_disc(b.terrain, MARSH, 170.0, 430.0, 55.0)
    observer = Observer(batch)
    mine, theirs = observer.raster_of_ground(24, [0]), observer.raster_of_ground(24, [1])
    assert mine.sum() > 20.0 and (mine == theirs).all()
    told = [observer.observe_ground([side])[0] for side in (0, 1)]
    assert told[0][[0, 1]][:, [1, 2, 4, 5]] == pytest.approx(told[1][[2, 3]][:, [1, 2, 4, 5]])
    for here, there in ((0, 2), (1, 3)):
        mine, theirs = told[0][here, BEFORE_CORNERS:], told[1][there, BEFORE_CORNERS:]
        assert {tuple(c) for c in np.round(mine.reshape(-1, 2), 5)} == {
            tuple(c) for c in np.round(theirs.reshape(-1, 2), 5)
        }


def test_nothing_is_told_of_ground_that_is_hidden_or_away():
    batch, b = board()
    k = add_polygon(b.terrain, WOOD, [(60.0, 60.0), (180.0, 60.0), (180.0, 180.0)])
    observer = Observer(batch)
    assert observer.observe_ground([0]).any() and observer.raster_of_ground(8, [0]).any()
    b.terrain.features[k].hidden = 1
    assert not observer.observe_ground([0]).any() and not observer.raster_of_ground(8, [0]).any()
    b.terrain.features[k].hidden = 0
    b.terrain.features[k].x0 = FAR
    assert not observer.observe_ground([0]).any() and not observer.raster_of_ground(8, [0]).any()


@pytest.mark.parametrize("key", built_in())
def test_a_raster_is_what_shapely_finds(key):
    """On the game's first table, from the first side; by polygons as they are told, which are held to their ranges."""
    batch = Batch.new(key, 1)
    observer, size = Observer(batch), 24 if COMPILED else 8
    rows, raster = observer.observe_ground([0])[0], observer.raster_of_ground(size, [0])[0]
    assert raster.shape == (len(observer.kinds_of_ground), size, size)
    low, high = (np.array([getattr(column, end) for column in COLUMNS]) for end in ("least", "most"))
    assert ((rows >= low - 1e-5) & (rows <= high + 1e-5)).all()
    middles = (np.arange(size) + 0.5) / size
    expected = np.zeros_like(raster)
    for row in rows[rows[:, 0] == 1.0]:
        n, kind = int(row[5]), int(row[1])
        corners = row[BEFORE_CORNERS : BEFORE_CORNERS + 2 * n].reshape(n, 2).astype(float)
        if row[2] == Shape.POLYGON.value:
            area = Polygon(corners)
        elif row[2] == Shape.DISC.value:
            area = Point(corners[0]).buffer(float(row[4]), quad_segs=256)
        else:
            area = MultiPoint(corners).convex_hull.buffer(0.5 / size, quad_segs=256)
        for j, y in enumerate(middles):
            for i, x in enumerate(middles):
                if abs(area.exterior.distance(Point(x, y))) < 1e-4:
                    expected[kind, j, i] = raster[kind, j, i]  # on the border: either will do
                elif area.contains(Point(x, y)):
                    expected[kind, j, i] = 1.0
    assert (raster == expected).all()


def test_a_raster_has_a_size():
    with pytest.raises(InputError, match="size: 1 or more, not 0"):
        Observer(Batch.new("dba", 1)).raster_of_ground(0)
