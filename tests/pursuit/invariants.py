"""What holds at every decision of a chase: nobody overlaps, nobody stands in a wall, nobody is off the table."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.pursuit.record import MAX_MINES, End, Phase, Where
from sandtable.games.pursuit.rules.pieces import is_impassable, is_there
from sandtable.games.pursuit.rules.sequence import current_side
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.kernel.discs import disc_of, disc_overlaps_feature, discs_overlap
from sandtable.kernel.geometry import TOUCH
from sandtable.kernel.records import NOBODY

FAULTS = {
    1: "two bases overlap",
    2: "somebody stands in a wall",
    3: "somebody is off the table",
    4: "somebody is over the Arrival",
    5: "somebody has no heading",
    6: "the dead and the Wounds do not fit",
    7: "a piece is off the table",
    8: "too many mines",
    20: "over, and not over",
}


@kernel
def fault_of_figure(b, i):
    """The number of the first invariant of place that figure ``i``, who is on the table, breaks, or 0."""
    figure = b.figures[i]
    radius = 0.5 * figure.width
    for j in range(i):
        if is_on_table(b.figures[j]) and discs_overlap(disc_of(figure), disc_of(b.figures[j])):
            return 1
    for k in range(b.n_pieces):
        if is_there(b, k) and is_impassable(b, k) and disc_overlaps_feature(disc_of(figure), b.terrain, k):
            return 2
    if figure.y < radius - TOUCH or figure.y > b.breadth - radius + TOUCH or figure.x < radius - TOUCH:
        return 3
    if figure.x + radius > b.length + TOUCH:
        return 4
    if abs(figure.fx * figure.fx + figure.fy * figure.fy - 1.0) > 1e-6:
        return 5
    return 0


@kernel
def fault(b):
    """The number of the first invariant that the chase breaks, or 0."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.wounds < 0 or (figure.where == Where.DEAD) != (figure.wounds == 0):
            return 6
        if is_on_table(figure):
            found = fault_of_figure(b, i)
            if found != 0:
                return found
    for k in range(b.n_pieces):
        box = b.terrain.features[k]
        if is_there(b, k) and (box.y0 < -TOUCH or box.y1 > b.breadth + TOUCH or box.x1 > b.length + TOUCH):
            return 7
    mines = 0
    for m in range(MAX_MINES):
        mines += b.mines[m].on
    if mines > b.rules.mines_on_table:
        return 8
    is_over = b.phase == Phase.OVER
    if (current_side(b) == NOBODY) != is_over or (b.end != End.NOT_YET) != is_over:
        return 20
    return 0
