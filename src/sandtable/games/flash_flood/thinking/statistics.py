"""What statistics want to know of a moment of the battle."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.skirmish40k.rules.measuring import is_on_table
from sandtable.games.skirmish40k.rules.shooting import touches_enemy
from sandtable.kernel.verbs import Gauge


@kernel
def bound(b):
    """The number of the turn that runs."""
    return 0.0 + b.turn


@kernel
def gauge(b, out):
    """The game turn, and whether somebody fights."""
    out[:] = 0.0
    out[Gauge.BOUND] = bound(b)
    for i in range(b.n_figures):
        if is_on_table(b.figures[i]) and touches_enemy(b, i):
            out[Gauge.CONTACT] = 1.0
            return
