"""What a retreat from contact puts at stake: whether its morale test gives up the initiative."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.inter_arma.rules.morale import LOSE_INITIATIVE, TWO_DICE, modifier_of, result_of
from sandtable.kernel.log import LOG
from sandtable.kernel.scratch import keep_until_here


@kernel
def chance_to_yield(b, side):
    """The chance that a side's morale test, taken now, has it go behind the others (MORALE-5, MORALE-30)."""
    logs = np.empty(1, LOG)
    logs[0].keep = 0
    modifier = modifier_of(b, side, logs[0])
    keep_until_here(logs)
    two_dice = b.options.morale_die == TWO_DICE
    found = 0
    for one in range(1, 7 if two_dice else 13):
        for other in range(1, 7 if two_dice else 2):
            sum_ = one + modifier + (other if two_dice else 0)
            found += int(result_of(b, min(max(sum_, 0), 12)) == LOSE_INITIATIVE)
    return found / (36.0 if two_dice else 12.0)
