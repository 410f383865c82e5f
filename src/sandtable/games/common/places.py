"""The one way to stand a figure somewhere, in games with a contact clock."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.kernel.geometry import snapped


@kernel
def stand(b, i, base):
    """Stand figure ``i`` where ``base`` is, on the lattice; the contact clock ticks, so that who came last is known."""
    base = snapped(base)
    figure = b.figures[i]
    figure.x = base.x
    figure.y = base.y
    figure.fx = base.fx
    figure.fy = base.fy
    b.clock += 1
    figure.arrived = b.clock
