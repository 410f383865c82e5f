"""What holds at every decision of a chase: nobody overlaps, nobody stands in a wall, nobody is off the table."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from sandtable.games.pursuit.record import End, Phase, Where
from sandtable.games.pursuit.rules.pieces import is_impassable, is_there
from sandtable.games.pursuit.rules.sequence import current_side
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.kernel.geometry import TOUCH
from sandtable.kernel.records import NOBODY
from sandtable.kernel.rounds import disc_of, disc_overlaps_feature, discs_overlap


def breaches(b: Any) -> list[str]:
    """Every invariant that this position breaks, in words."""
    found = []
    here = [i for i in range(int(b.n_figures)) if is_on_table(b.figures[i])]
    for i, j in combinations(here, 2):
        if discs_overlap(disc_of(b.figures[i]), disc_of(b.figures[j])):
            found.append(f"{i} and {j} overlap")
    for i in here:
        figure, radius = b.figures[i], 0.5 * b.figures[i].width
        for k in range(int(b.n_pieces)):
            if is_there(b, k) and is_impassable(b, k) and disc_overlaps_feature(disc_of(figure), b.terrain, k):
                found.append(f"{i} stands in piece {k}")
        if not (radius - TOUCH <= figure.y <= b.breadth - radius + TOUCH and figure.x >= radius - TOUCH):
            found.append(f"{i} is off the table")
        if figure.x + radius > b.length + TOUCH:
            found.append(f"{i} is over the Arrival")
        if abs(figure.fx**2 + figure.fy**2 - 1.0) > 1e-6:
            found.append(f"{i} has no heading")
    for i in range(int(b.n_figures)):
        figure = b.figures[i]
        if figure.wounds < 0 or (figure["where"] == Where.DEAD) != (figure.wounds == 0):
            found.append(f"{i} has {figure.wounds} Wounds and is at {figure['where']}")
    for k in range(int(b.n_pieces)):
        box = b.terrain.features[k]
        if is_there(b, k) and not (box.y0 >= -TOUCH and box.y1 <= b.breadth + TOUCH and box.x1 <= b.length + TOUCH):
            found.append(f"piece {k} is off the table")
    if sum(int(m.on) for m in b.mines) > b.rules.mines_on_table:
        found.append("too many mines")
    if (current_side(b) == NOBODY) != (b.phase == Phase.OVER) or (b.end != End.NOT_YET) != (b.phase == Phase.OVER):
        found.append("over, and not over")
    return found
