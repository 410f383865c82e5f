"""Who is near: a uniform grid over any array of records with x and y."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sandtable.kernel.compiling import kernel


class Grid(NamedTuple):
    """Indices of figures sorted into square cells by where they stood when the grid was made."""

    starts: Any  # i8[columns * rows + 1]: where each cell's indices begin
    members: Any  # i8[n]: indices, cell by cell, ascending within a cell
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

    Work and room grow with ``n`` plus the number of cells. The grid does not follow figures that move.
    """
    columns = max(int(width / cell), 1)
    rows = max(int(height / cell), 1)
    starts = np.zeros(columns * rows + 1, np.int64)
    members = np.zeros(n, np.int64)
    for index in range(n):
        figure = figures[index]
        starts[_slot(figure.y, cell, rows) * columns + _slot(figure.x, cell, columns) + 1] += 1
    for place in range(columns * rows):
        starts[place + 1] += starts[place]
    for index in range(n - 1, -1, -1):
        figure = figures[index]
        place = _slot(figure.y, cell, rows) * columns + _slot(figure.x, cell, columns) + 1
        starts[place] -= 1
        members[starts[place]] = index
    # Filling backwards has left in starts[place] the beginning of cell place - 1.
    for place in range(columns * rows):
        starts[place] = starts[place + 1]
    starts[columns * rows] = n
    return Grid(starts, members, float(cell), columns, rows)


@kernel
def near(grid, figures, x0, y0, x1, y1, out):
    """Fill ``out`` with the indices, ascending, of figures whose centres lie in the box; return how many.

    Looks only at figures in the cells that the box meets. ``out`` must hold as many as there are figures.
    """
    first = _slot(x0, grid.cell, grid.columns)
    last = _slot(x1, grid.cell, grid.columns)
    found = 0
    for row in range(_slot(y0, grid.cell, grid.rows), _slot(y1, grid.cell, grid.rows) + 1):
        # The cells of one row follow one another, so they are one run of members.
        begin = grid.starts[row * grid.columns + first]
        stop = grid.starts[row * grid.columns + last + 1]
        for slot in range(begin, stop):
            index = grid.members[slot]
            figure = figures[index]
            if (figure.x >= x0) & (figure.x <= x1) & (figure.y >= y0) & (figure.y <= y1):
                place = found
                while place > 0 and out[place - 1] > index:
                    out[place] = out[place - 1]
                    place -= 1
                out[place] = index
                found += 1
    return found
