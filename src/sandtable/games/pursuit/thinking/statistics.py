"""What statistics want to know of a moment of a chase."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.pursuit.rules.positions import touches_foe
from sandtable.kernel.verbs import Gauge


@kernel
def bound(b):
    """The number of the turn that runs."""
    return 0.0 + b.turn


@kernel
def gauge(b, out):
    """The turn, and whether somebody fights."""
    out[:] = 0.0
    out[Gauge.BOUND] = bound(b)
    for i in range(b.n_figures):
        if touches_foe(b, i):
            out[Gauge.CONTACT] = 1.0
