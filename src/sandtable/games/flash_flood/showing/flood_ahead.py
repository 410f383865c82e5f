"""What the water would do, before it comes: the flood itself, many times over with dice of its own.

No second model of the flood: copies of the battle are flooded by the rules, and what became of everybody is counted.
"""

from __future__ import annotations

import numpy as np

from sandtable.games.flash_flood.rules.flood import begin_flood, test_next
from sandtable.kernel.compiling import kernel
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import forget
from sandtable.kernel.scratch import keep_until_here


@kernel
def foresee_flood(b, times, dice, log, copies, found):
    """Flood ``times`` copies of a battle, and count what becomes of everybody.

    ``found`` (f8[figures, 3]) adds up how often each figure lost its feet, its inches in all, and how often it died.

    ``copies``: room for one battle, an array of the battle's dtype. ``dice``: a generator of the caller's own, never
    that of the battle. ``log`` keeps nothing.
    """
    order = np.empty(b.n_figures, np.int64)
    for _ in range(times):
        drowned = copies[0]
        copy_record(drowned, b)
        forget(dice)
        water, n = begin_flood(drowned, order, dice, log)
        for k in range(n):
            test_next(drowned, water, order[k], dice, log)
        for i in range(b.n_figures):
            found[i, 0] += water.swimmers[i].lost
            found[i, 1] += water.swimmers[i].carried
            found[i, 2] += int(b.figures[i].wounds > 0 and drowned.figures[i].wounds == 0)
        keep_until_here(water.swimmers)
    keep_until_here(copies)
