"""What holds at every decision in the sewer: no bases on one another or in a wall, no charge of the dead."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import kernel
from sandtable.games.flash_flood.record import Load
from sandtable.games.flash_flood.rules.walking import is_in_sewer
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.kernel.geometry import TOUCH
from sandtable.kernel.records import NONE

FAULTS = {
    1: "two bases overlap",
    2: "somebody stands in a wall",
    3: "negative Wounds",
    4: "a charge of the dead",
    5: "a model in a band of another squad",
}


@kernel
def fault(b):
    """The number of the first invariant that the battle breaks, or 0."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.wounds < 0:
            return 3
        if not is_on_table(figure):
            continue
        radius = 0.5 * figure.width
        if b.squads[figure.unit].of != figure.squad:
            return 5
        if not is_in_sewer(b, 1.0 * figure.x, 1.0 * figure.y, radius - 0.01):
            return 2
        for j in range(i):
            other = b.figures[j]
            if is_on_table(other) and other.level == figure.level:
                apart = math.sqrt((figure.x - other.x) ** 2 + (figure.y - other.y) ** 2) - radius - 0.5 * other.width
                if apart < -TOUCH - 0.002:
                    return 1
    for c in range(b.n_charges):
        charge = b.charges[c]
        if b.turn == 0 or charge.state != Load.CARRIED or charge.bearer == NONE:
            continue
        if not is_on_table(b.figures[charge.bearer]):
            return 4
    return 0
