"""What a base runs into on its way, or would stand on."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.compiler.decorators import kernel
from sandtable.kernel.records import NONE


class Obstacle(NamedTuple):
    """The first thing in the way: a figure, a feature of the terrain, or a camp; the others of the three are NONE."""

    is_there: bool
    figure: Any
    feature: Any
    camp: Any  # the side whose camp it is


@kernel
def nothing():
    """Nothing in the way."""
    return Obstacle(is_there=False, figure=NONE, feature=NONE, camp=NONE)


@kernel
def by_figure(j):
    """Figure ``j`` is in the way."""
    return Obstacle(is_there=True, figure=j, feature=NONE, camp=NONE)


@kernel
def by_feature(t):
    """Feature ``t`` is."""
    return Obstacle(is_there=True, figure=NONE, feature=t, camp=NONE)


@kernel
def by_camp(owner):
    """The camp of side ``owner`` is."""
    return Obstacle(is_there=True, figure=NONE, feature=NONE, camp=owner)
