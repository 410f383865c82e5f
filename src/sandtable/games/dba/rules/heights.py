"""HEIGHT AND BANKS: who fights uphill of whom, and who defends a river bank (DBA-CC-9, DBA-CC-10)."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.record import Ground, River
from sandtable.games.dba.rules.contact import has_six_positions
from sandtable.games.dba.rules.ground import touches_ground
from sandtable.games.dba.rules.positions import SLACK, is_in_open
from sandtable.games.dba.rules.straight_lines import distance_of_lines
from sandtable.kernel.geometry import Segment, base_of, corner, point_to_segment
from sandtable.kernel.limits import is_more_than, is_within
from sandtable.kernel.terrain import point_in_feature, segment_crosses_feature

A_HAIR = 1.0
"""Paces behind its front edge at which an element's height is taken: front edges in contact lie on one another."""

LOW = -1e9


@kernel
def fighting_edge(b, i, opponent):
    """The front edge with which ``i`` fights its opponent, a hair inside its base; a War Wagon's side towards it."""
    which = i
    inward = -A_HAIR
    if has_six_positions(b, i):
        which = opponent
        inward = A_HAIR
    base = base_of(b.figures[which])
    left = corner(base, 0)
    right = corner(base, 1)
    dx = base.fx * inward
    dy = base.fy * inward
    return Segment(left.x + dx, left.y + dy, right.x + dx, right.y + dy)


@kernel
def _is_on(edge, terrain, k):
    """Some part of the edge is on this feature."""
    return segment_crosses_feature(edge.x0, edge.y0, edge.x1, edge.y1, terrain, k)


@clause("DBA-TERR-8")
@kernel
def _to_crest(b, edge, hill):
    """The distance from the edge to the crest of the hill of which ``hill`` is a part; to its middle without one."""
    piece = b.terrain.features[hill].part_of
    best = -LOW
    for k in range(b.terrain.n_features):
        crest = b.terrain.features[k]
        if crest.kind != Ground.CREST:
            continue
        p = b.terrain.vertices[crest.first]
        q = b.terrain.vertices[crest.first + 1]
        for part in range(b.terrain.n_features):
            if b.terrain.features[part].part_of != piece:
                continue
            if point_in_feature(0.5 * (p.x + q.x), 0.5 * (p.y + q.y), b.terrain, part):
                best = min(best, distance_of_lines(edge, Segment(p.x, p.y, q.x, q.y)))
                break
    if best < -LOW:
        return best
    feature = b.terrain.features[hill]
    x = 0.5 * (feature.x0 + feature.x1)
    y = 0.5 * (feature.y0 + feature.y1)
    return distance_of_lines(edge, Segment(x, y, x, y))


@kernel
def height_of(b, edge):
    """How high the highest part of an edge is: on a hill the nearer to its crest the higher; LOW off all hills."""
    height = LOW
    for k in range(b.terrain.n_features):
        kind = b.terrain.features[k].kind
        if kind == Ground.STEEP_HILL or kind == Ground.GENTLE_HILL:
            if _is_on(edge, b.terrain, k):
                height = max(height, -_to_crest(b, edge, k))
    return height


@clause("DBA-CC-9", "DBA-TERR-8")
@kernel
def is_uphill(b, i, opponent):
    """Part of the front edge of ``i`` is on a hill and higher than all of its opponent's.

    RULING: as front edges in contact coincide, height is taken a pace behind each; higher is nearer to the crest.
    Nobody is uphill of, or in, a camp.
    """
    if not is_in_open(b.figures[i]) or not is_in_open(b.figures[opponent]):
        return False
    own = height_of(b, fighting_edge(b, i, opponent))
    if own <= LOW:
        return False
    return is_more_than(own, height_of(b, fighting_edge(b, opponent, i)), 2.0 * SLACK)  # both are measured


@kernel
def _is_near_bank(b, x, y):
    """The point is within the bank's width of a river."""
    for k in range(b.terrain.n_features):
        if b.terrain.features[k].kind == Ground.RIVER:
            feature = b.terrain.features[k]
            at = b.rules.bank + SLACK
            if x < feature.x0 - at or x > feature.x1 + at or y < feature.y0 - at or y > feature.y1 + at:
                continue
            if is_within(_to_polygon(b, k, x, y), b.rules.bank, SLACK):
                return True
    return False


@kernel
def _to_polygon(b, k, x, y):
    """The distance from a point outside a feature to its border."""
    feature = b.terrain.features[k]
    best = -LOW
    last = b.terrain.vertices[feature.first + feature.count - 1]
    for v in range(feature.first, feature.first + feature.count):
        vertex = b.terrain.vertices[v]
        foot = point_to_segment(x, y, last.x, last.y, vertex.x, vertex.y)
        best = min(best, (foot.x - x) ** 2 + (foot.y - y) ** 2)
        last = vertex
    return math.sqrt(best)


@clause("DBA-CC-10", "DBA-RIVER-2")
@kernel
def defends_bank(b, i, opponent):
    """Element ``i`` defends a river bank: its front edge wholly within 80 paces of it, the enemy partly in the river.

    No part of ``i`` is in the river, which is not paltry. RULING: whoever crosses on a road is not held at the bank.
    """
    if b.river != River.ORDINARY or not is_in_open(b.figures[i]) or not is_in_open(b.figures[opponent]):
        return False
    foe = base_of(b.figures[opponent])
    base = base_of(b.figures[i])
    if not touches_ground(b, foe, Ground.RIVER) or touches_ground(b, base, Ground.RIVER):
        return False
    if touches_ground(b, foe, Ground.ROAD):
        return False
    left = corner(base, 0)
    right = corner(base, 1)
    return _is_near_bank(b, left.x, left.y) and _is_near_bank(b, right.x, right.y)
