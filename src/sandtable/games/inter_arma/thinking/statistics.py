"""What statistics want to know of a moment of a battle."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.inter_arma.rules.positions import in_contact, is_able
from sandtable.kernel.verbs import Gauge


@kernel
def bound(b):
    """The number of the turn that runs."""
    return 0.0 + b.turn


@kernel
def gauge(b, out):
    """The turn, and whether somebody is in contact."""
    out[:] = 0.0
    out[Gauge.BOUND] = bound(b)
    for i in range(b.n_figures):
        if is_able(b.figures[i]) and in_contact(b, i):
            out[Gauge.CONTACT] = 1.0
            return
