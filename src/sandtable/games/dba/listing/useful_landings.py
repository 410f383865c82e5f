"""Which landings to offer: all who were held back, in a row, at places along every shore. Every one is judged."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.dba.record import Ground, Verb, Where
from sandtable.games.dba.rules.deployment import place_from_edge
from sandtable.games.dba.rules.landing import judge_land
from sandtable.kernel.action_drafts import add, blank
from sandtable.kernel.geometry import snap

LANDING_PLACES = 12
"""Places tried along a shore for a landing."""


@kernel
def _water_edge(b, i):
    """The edge of the board (0 north, clockwise) that the waterway ``i`` covers."""
    feature = b.terrain.features[i]
    wide = feature.x1 - feature.x0 > feature.y1 - feature.y0
    if wide:
        return 2 if feature.y0 == 0.0 else 0
    return 3 if feature.x0 == 0.0 else 1


@kernel
def list_landings(b, draft, out, n, log):
    """Add landings of all who were held back, in a row at places along every shore, their backs to the water."""
    if b.landing == 0:
        return n
    for t in range(b.terrain.n_features):
        feature = b.terrain.features[t]
        if feature.kind != Ground.WATERWAY:
            continue
        edge = _water_edge(b, t)
        shore = min(feature.x1 - feature.x0, feature.y1 - feature.y0)
        length = max(feature.x1 - feature.x0, feature.y1 - feature.y0)
        for slot in range(LANDING_PLACES):
            blank(draft, Verb.LAND)
            for i in range(b.n_figures):
                if b.figures[i].side == b.turn and b.figures[i].where == Where.HELD_BACK:
                    draft.actors[draft.n_actors] = i
                    draft.n_actors += 1
            if draft.n_actors == 0:
                return n
            depth = b.figures[draft.actors[0]].depth
            base = place_from_edge(b, edge, length * (slot + 0.5) / LANDING_PLACES, shore + 0.5 * depth, 0.0, 0.0)
            draft.x = snap(base.x)
            draft.y = snap(base.y)
            draft.fx = base.fx
            draft.fy = base.fy
            if judge_land(b, draft, log).legal == 1:
                n = add(draft, out, n)
    return n
