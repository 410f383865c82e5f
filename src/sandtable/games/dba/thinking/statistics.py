"""What statistics want to know of the present moment of a DBA battle."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.dba.record import Phase
from sandtable.games.dba.rules.contact import is_in_front_contact
from sandtable.games.dba.rules.positions import is_in_open
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
        if b.figures[i].side == 0 and is_in_open(b.figures[i]) and is_in_front_contact(b, i):
            out[Gauge.CONTACT] = 1.0
            return
