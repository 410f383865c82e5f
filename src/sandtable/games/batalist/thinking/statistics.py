"""What statistics want to know of a moment of a battle."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.batalist.enums import Phase
from sandtable.games.batalist.rules.moving import touches_enemy
from sandtable.games.batalist.rules.ways import is_base
from sandtable.kernel.geometry import base_of
from sandtable.kernel.verbs import Gauge


@kernel
def bound(b):
    """The number of the turn that runs."""
    return 0.0 + b.turn


@kernel
def gauge(b, out):
    """The turn, whether somebody is in contact, and the orders that the side has left to give."""
    out[:] = 0.0
    out[Gauge.BOUND] = bound(b)
    if b.phase == Phase.ORDERS:
        for c in range(b.n_characters):
            if b.characters[c].side == b.mover:
                out[Gauge.ORDERS] += max(b.characters[c].command - b.characters[c].spent, 0)
    for i in range(b.n_figures):
        if is_base(b.figures[i]) and touches_enemy(b, i, base_of(b.figures[i]), but_now=False):
            out[Gauge.CONTACT] = 1.0
            return
