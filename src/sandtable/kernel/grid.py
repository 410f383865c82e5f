"""Who is near: a uniform grid over any array of records with x and y, and the nearest of a list of points."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.kernel.bitsets import lowest, without
from sandtable.kernel.records import NONE

WORD = 64
"""Figures whose bits one number holds."""


class Grid(NamedTuple):
    """Which figures stood in which square cell when the grid was made."""

    masks: Any  # i8[columns * rows, words]: bit i of word w: figure 64 w + i stands in the cell
    cell: float  # side of a cell
    columns: int
    rows: int


@kernel
def _slot(v, cell, count):
    """The column (or row) of a coordinate; what lies off the table goes to the outermost."""
    if not v > 0.0:
        return 0
    if v >= cell * count:
        return count - 1
    return min(int(v / cell), count - 1)


@kernel
def make_grid(figures, n, cell, width, height):
    """Sort the first ``n`` figures into cells of side ``cell`` over a table of ``width`` by ``height``.

    Work grows with ``n`` plus the number of cells. The grid does not follow figures that move.
    """
    columns = max(int(width / cell), 1)
    rows = max(int(height / cell), 1)
    masks = np.zeros((columns * rows, (n + WORD - 1) // WORD), np.int64)
    for index in range(n):
        figure = figures[index]
        place = _slot(figure.y, cell, rows) * columns + _slot(figure.x, cell, columns)
        masks[place, index // WORD] |= np.int64(1) << np.int64(index % WORD)
    return Grid(masks, float(cell), columns, rows)


@kernel
def near(grid, figures, x0, y0, x1, y1, out):
    """Fill ``out`` with the indices, ascending, of figures whose centres lie in the box; return how many.

    Looks only at figures in the cells that the box meets. ``out`` must hold one more than there are figures.
    """
    first = _slot(x0, grid.cell, grid.columns)
    last = _slot(x1, grid.cell, grid.columns)
    bottom = _slot(y0, grid.cell, grid.rows)
    top = _slot(y1, grid.cell, grid.rows)
    found = 0
    for word in range(grid.masks.shape[1]):
        mask = np.int64(0)
        for row in range(bottom, top + 1):
            for column in range(first, last + 1):
                mask |= grid.masks[row * grid.columns + column, word]
        while mask != 0:
            bit = lowest(mask)
            mask = without(mask, bit)
            index = bit + WORD * word
            figure = figures[index]
            out[found] = index  # written, and kept only if it lies there: faster than asking
            found += int((figure.x >= x0) & (figure.x <= x1) & (figure.y >= y0) & (figure.y <= y1))
    return found


@kernel
def nearest_of(xs, ys, n, x, y):
    """Which of the first ``n`` points is nearest to (x, y), or NONE, and the square of its distance from there."""
    best = NONE
    least = 1e18
    for k in range(n):
        dx = xs[k] - x
        dy = ys[k] - y
        square = dx * dx + dy * dy
        if square < least:
            least = square
            best = k
    return best, least
