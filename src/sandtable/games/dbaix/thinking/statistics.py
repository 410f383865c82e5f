"""What statistics want to know of the present moment of a DBAix battle."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.dbaix.record import Phase
from sandtable.games.dbaix.rules.contacts import is_fighting_contact
from sandtable.kernel.verbs import Gauge


@kernel
def bound(b):
    """The number of the bound that runs."""
    return 0.0 + b.bound


@kernel
def gauge(b, out):
    """The bound, whether anybody is in front contact, and the PIPs left while there is movement."""
    out[Gauge.BOUND] = bound(b)
    out[Gauge.ORDERS] = b.pips if b.phase == Phase.MOVEMENT else 0.0
    out[Gauge.CONTACT] = 0.0
    for i in range(b.n_figures):
        for j in range(i):
            if is_fighting_contact(b, i, j):
                out[Gauge.CONTACT] = 1.0
                return
