"""What ramparts do to figures that stand on either side of them (TER-6)."""

from __future__ import annotations

from sandtable.games.dbaix.record import Going
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.terrain import segment_crosses_feature


@clause("DBAIX-TER-6")
@kernel
def rampart_between(b, figure, other):
    """A rampart runs between the centres of two figures: they do not fight and weigh on nothing across it.

    Takes the figures' records. The gates are gaps in the rampart, so contact through a gate is contact.
    """
    for k in range(b.terrain.n_features):
        feature = b.terrain.features[k]
        if feature.kind == Going.RAMPART and segment_crosses_feature(
            figure.x, figure.y, other.x, other.y, b.terrain, k
        ):
            return True
    return False
