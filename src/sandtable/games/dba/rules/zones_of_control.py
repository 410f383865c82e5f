"""ZONES OF CONTROL: what an element or an occupied camp controls, the carpet rule, and who is in it (WAD-ZOC).

An element's zone is a rectangle before its front edge. A base is in it if it reaches over both side lines by more than
TOUCH and is within the far edge, which belongs to the zone: one test of two rectangles.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.record import MAX_FIGURES, N_SIDES, Type
from sandtable.games.dba.rules.positions import SLACK, camp_base, is_enemy_camp, is_in_open
from sandtable.games.dba.switches import CampZocBlockable, CampZocCorners, FrontCrossing, WarWagons
from sandtable.kernel.bitsets import bit
from sandtable.kernel.geometry import (
    TOUCH,
    Base,
    base_of,
    distance_between,
    nearest_points,
    overlap,
    segment_enters,
)
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.records import NONE

SAMPLE = 4.0
"""Paces of a corner's way between two looks at it where a way is not judged exactly: 1 mm (WAD-RES-5)."""

OUT_OF_REACH = 1e9


class Zone(NamedTuple):
    """The zone of control of one element: as wide as its base, from its front edge to where the carpet stops."""

    base: Base  # of the element
    depth: float  # how far ahead of the front edge it reaches (WAD-ZOC-9: t_stop), in paces
    stop: Any  # the element that stops it, or NONE
    camp: Any  # the side whose camp stops it, or NONE


@kernel
def camp_bit(owner):
    """In a mask of whose zones they are, the camp of side ``owner``: the bits after the elements'."""
    return bit(MAX_FIGURES + owner)


@clause("WAD-ZOC-1", "WAD-WWG-2", "DBA-ZOC-2")
@kernel
def has_zone(b, i):
    """Every element in the open exerts a zone of control but a War Wagon, which has one if ``war_wagons = plain``."""
    figure = b.figures[i]
    return is_in_open(figure) and (figure.type != Type.WWG or b.options.war_wagons == WarWagons.PLAIN)


@kernel
def _may_reach(owner, depth, base):
    """Some part of ``base`` may be within ``depth`` straight ahead of ``owner``: the cheap refusal."""
    out = owner.half_depth + 0.5 * depth
    dx = base.x - owner.x - out * owner.fx
    dy = base.y - owner.y - out * owner.fy
    reach = owner.half_width + 0.5 * depth + base.half_width + base.half_depth
    return dx * dx + dy * dy <= reach * reach


@clause("WAD-ZOC-9", "WAD-ZOC-10", "WAD-ZOC-11")
@kernel
def first_met(owner, other):
    """How far ahead of the front edge of ``owner`` its carpet first meets ``other``; OUT_OF_REACH if it never does.

    Only what lies between the side lines counts, not what lies along them.
    """
    dx = other.x - owner.x
    dy = other.y - owner.y
    u = dx * owner.fx + dy * owner.fy - owner.half_depth  # ahead of the front edge
    v = dx * owner.fy - dy * owner.fx  # to the right of the middle
    c = other.fx * owner.fx + other.fy * owner.fy
    s = other.fx * owner.fy - other.fy * owner.fx
    half = owner.half_width - TOUCH
    if abs(v) >= half + other.half_depth * abs(s) + other.half_width * abs(c):
        return OUT_OF_REACH
    least = OUT_OF_REACH
    u0 = u + other.half_depth * c + other.half_width * s  # its left front corner
    v0 = v + other.half_depth * s - other.half_width * c
    for which in range(1, 5):
        ahead = 1.0 if which == 1 or which == 4 else -1.0
        right = 1.0 if which == 1 or which == 2 else -1.0
        u1 = u + ahead * other.half_depth * c - right * other.half_width * s
        v1 = v + ahead * other.half_depth * s + right * other.half_width * c
        if abs(v1) <= half:
            least = min(least, u1)
        if (v0 < half) != (v1 < half):
            least = min(least, u0 + (u1 - u0) * (half - v0) / (v1 - v0))
        if (v0 < -half) != (v1 < -half):
            least = min(least, u0 + (u1 - u0) * (-half - v0) / (v1 - v0))
        u0 = u1
        v0 = v1
    if least < -owner.half_depth:  # it is behind
        return OUT_OF_REACH
    return max(least, 0.0)


@clause(
    "WAD-ZOC-2",
    "WAD-ZOC-8",
    "WAD-ZOC-9",
    "WAD-ZOC-12",
    "WAD-ZOC-14",
    "WAD-ZOC-15",
    "DBA-ZOC-1",
    "DBA-ZOC-2",
    "WAD-FIG-7",
)
@kernel
def zone_of(b, i, mask):
    """The Zone of element ``i`` while those in ``mask`` move: they do not stop its carpet, all others do.

    Its depth is 0 if it exerts none. Under ``front_crossing = plain`` nothing stops it.
    """
    owner = base_of(b.figures[i])
    if not has_zone(b, i):
        return Zone(owner, -1.0, NONE, NONE)
    depth = float(b.rules.zone)
    stop = NONE
    camp = NONE
    if b.options.front_crossing == FrontCrossing.PLAIN:
        return Zone(owner, depth, stop, camp)
    out = owner.half_depth + 0.5 * depth
    x = owner.x + out * owner.fx
    y = owner.y + out * owner.fy
    for j in range(b.n_figures):
        other = b.figures[j]
        reach = owner.half_width + 0.5 * (depth + other.width + other.depth)
        if abs(other.x - x) > reach or abs(other.y - y) > reach:
            continue
        if j == i or not is_in_open(other) or (mask >> j) & 1 != 0:
            continue
        base = base_of(other)
        if _may_reach(owner, depth, base):
            met = first_met(owner, base)
            if met < depth:
                depth = met
                stop = j
    for side in range(N_SIDES):
        if b.camps[side].present == 1:
            base = camp_base(b, side)
            if _may_reach(owner, depth, base):
                met = first_met(owner, base)
                if met < depth:
                    depth = met
                    stop = NONE
                    camp = side
    return Zone(owner, depth, stop, camp)


@clause("WAD-ZOC-3", "WAD-ZOC-4", "WAD-ZOC-10", "WAD-GEN-5", "WAD-FIG-5")
@kernel
def region_of(zone):
    """The zone as a base facing its owner's way: what ``overlap`` s it is in the zone.

    It reaches SLACK and a TOUCH beyond its far edge (and behind the front edge), as an overlap is deeper than TOUCH: so
    what just touches the far edge is in, and what just touches a side line is not.
    """
    owner = zone.base
    half = 0.5 * zone.depth + SLACK + TOUCH
    out = owner.half_depth + 0.5 * zone.depth
    return Base(owner.x + out * owner.fx, owner.y + out * owner.fy, owner.fx, owner.fy, owner.half_width, half)


@clause("WAD-ZOC-5", "DBA-ZOC-5")
@kernel
def is_in_zone(b, owner, base, mask):
    """Some point of ``base`` lies in the zone of element ``owner`` while those in ``mask`` move."""
    there = base_of(b.figures[owner])
    if not has_zone(b, owner) or not _may_reach(there, b.rules.zone, base):
        return False
    # Only what is in the whole square can be in what the carpet leaves of it.
    if not overlap(region_of(Zone(there, float(b.rules.zone), NONE, NONE)), base):
        return False
    return overlap(region_of(zone_of(b, owner, mask)), base)


# Camps


@clause("WAD-ZOC-6", "WAD-FIG-6")
@kernel
def camp_region(b, owner):
    """The camp's rectangle with a base width on every side: its zone under ``camp_zoc_corners = square``."""
    camp = camp_base(b, owner)
    reach = b.rules.base_width + SLACK + TOUCH
    return Base(camp.x, camp.y, camp.fx, camp.fy, camp.half_width + reach, camp.half_depth + reach)


@clause("WAD-ZOC-13")
@kernel
def is_screened(b, owner, base, mask):
    """With ``camp_zoc_blockable = yes``: the shortest line from the base to the camp crosses an element."""
    line = nearest_points(base, camp_base(b, owner))
    for j in range(b.n_figures):
        if is_in_open(b.figures[j]) and (mask >> j) & 1 == 0:
            if segment_enters(base_of(b.figures[j]), line.x0, line.y0, line.x1, line.y1, TOUCH):
                return True
    return False


@clause("WAD-ZOC-6", "WAD-ZOC-7", "WAD-ZOC-13")
@kernel
def is_in_camp_zone_past(b, owner, base, mask):
    """Some point of ``base`` is within one base width of the occupied camp while those in ``mask`` move.

    Nothing screens it but, with ``camp_zoc_blockable = yes``, an element across the shortest line to the camp.
    """
    camp = b.camps[owner]
    if camp.present == 0 or camp.occupant == NONE:
        return False
    rectangle = camp_base(b, owner)
    reach = b.rules.base_width
    dx = base.x - rectangle.x
    dy = base.y - rectangle.y
    far = reach + rectangle.half_width + rectangle.half_depth + base.half_width + base.half_depth
    if dx * dx + dy * dy > far * far + far:
        return False
    if b.options.camp_zoc_corners == CampZocCorners.SQUARE:
        if not overlap(camp_region(b, owner), base):
            return False
    elif is_more_than(distance_between(base, rectangle), reach, SLACK):
        return False
    return b.options.camp_zoc_blockable == CampZocBlockable.NO or not is_screened(b, owner, base, mask)


@clause("WAD-ZOC-6")
@kernel
def is_in_camp_zone(b, camp_owner, base):
    """Some point of ``base`` lies in the zone of the camp of ``camp_owner``, if it is occupied; nobody moves."""
    return is_in_camp_zone_past(b, camp_owner, base, 0)


# Who restricts


@clause("WAD-ZOC-16", "WAD-ZOC-17", "DBA-ZOC-3", "WAD-RES-14")
@kernel
def restricting(b, base, side, mask):
    """The enemies of ``side`` in whose zone ``base`` is while those in ``mask`` move: a mask, camps by ``camp_bit``."""
    found = 0
    for j in range(b.n_figures):
        if b.figures[j].side != side and is_in_zone(b, j, base, mask):
            found |= bit(j)
    for owner in range(N_SIDES):
        if is_enemy_camp(b, owner, side) and is_in_camp_zone_past(b, owner, base, mask):
            found |= camp_bit(owner)
    return found


@clause("WAD-ZOC-16", "WAD-ZOC-17", "DBA-ZOC-3", "WAD-RES-14")
@kernel
def is_restricted_at(b, base, side, mask):
    """A base of ``side`` would be in the zone of some enemy element or occupied enemy camp there."""
    for j in range(b.n_figures):
        if b.figures[j].side != side and is_in_zone(b, j, base, mask):
            return True
    for owner in range(N_SIDES):
        if is_enemy_camp(b, owner, side) and is_in_camp_zone_past(b, owner, base, mask):
            return True
    return False
