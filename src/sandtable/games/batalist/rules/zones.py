"""DEF-17 to DEF-23: front, flanks and rear of a battalion, and from where an attack comes."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.enums import Zone
from sandtable.games.batalist.rules.formations import has_flanks, has_rear, looks_everywhere
from sandtable.kernel.geometry import LATTICE, Base, Edge, base_of, corner, edge_middle
from sandtable.kernel.limits import is_within

FAR_AHEAD = 100.0
"""Steps, more than any field measures from corner to corner: half a side of ``front_quadrant``."""


@clause("BAT-DEF-17", "BAT-DEF-19", "BAT-DEF-20")
@kernel
def zone_of(u, x, y):
    """The zone of a battalion in which a point lies; one on a bounding ray is in the front or the rear."""
    along = (x - u.x) * u.fx + (y - u.y) * u.fy
    across = (x - u.x) * u.fy - (y - u.y) * u.fx
    aside = abs(across) - 0.5 * u.width
    ahead = along - 0.5 * u.depth
    behind = -along - 0.5 * u.depth
    if is_within(-ahead, 0.0, LATTICE) and is_within(aside - ahead, 0.0, LATTICE):
        return Zone.FRONT
    if is_within(-behind, 0.0, LATTICE) and is_within(aside - behind, 0.0, LATTICE):
        return Zone.REAR
    return Zone.RIGHT if across > 0.0 else Zone.LEFT


@clause("BAT-DEF-21", "BAT-DEF-22", "BAT-DEF-23", "BAT-MOD-20")
@kernel
def attacked_from(b, i, attacker):
    """From which zone of battalion ``i`` the attacker's first rank comes; front where it has no such side."""
    front = edge_middle(base_of(b.figures[attacker]), Edge.FRONT)
    zone = zone_of(b.figures[i], front.x, front.y)
    if zone == Zone.REAR:
        return zone if has_rear(b, i) else Zone.FRONT
    if zone != Zone.FRONT and not has_flanks(b, i):
        return Zone.FRONT
    return zone


@clause("BAT-DEF-17")
@kernel
def front_quadrant(base):
    """The front zone as a great square on its point, which lies where the bounding rays of the zone would meet.

    What it holds besides is behind the front edge, nearer to its middle than half its width.
    """
    back = base.half_depth - base.half_width
    out = back + FAR_AHEAD * math.sqrt(2.0)
    fx, fy = math.sqrt(0.5) * (base.fx + base.fy), math.sqrt(0.5) * (base.fy - base.fx)
    return Base(base.x + out * base.fx, base.y + out * base.fy, fx, fy, FAR_AHEAD, FAR_AHEAD)


@clause("BAT-DEF-17", "BAT-DEF-18")
@kernel
def front_zone_meets(base, other):
    """Some point of ``other`` lies in the front zone of ``base``; on a bounding ray counts."""
    w, d = base.half_width, base.half_depth
    least_y, least_right, least_left = math.inf, math.inf, math.inf
    for which in range(4):
        tip = corner(other, which)
        ex, ey = tip.x - base.x, tip.y - base.y
        ahead = ex * base.fx + ey * base.fy - d
        across = ex * base.fy - ey * base.fx
        least_y = min(least_y, -ahead)
        least_right = min(least_right, across - w - ahead)
        least_left = min(least_left, -across - w - ahead)
    if max(least_y, least_right, least_left) > LATTICE:
        return False
    # the sides of the other base: does one of them have the whole zone outside?
    for quarter in range(4):
        nx, ny = other.fx, other.fy
        half = other.half_depth
        if quarter % 2 == 1:
            nx, ny, half = other.fy, -other.fx, other.half_width
        if quarter >= 2:
            nx, ny = -nx, -ny
        along = nx * base.fx + ny * base.fy
        aside = nx * base.fy - ny * base.fx
        if along < abs(aside):
            continue
        least = (base.x - other.x) * nx + (base.y - other.y) * ny + d * along - w * abs(aside)
        if least > half + LATTICE:
            return False
    return True


@clause("BAT-DEF-18", "BAT-FRM-4", "BAT-SKL-34")
@kernel
def is_before(b, i, j):
    """Battalion ``j`` lies in the front zone of ``i``, or ``i`` looks everywhere."""
    return looks_everywhere(b, i) or front_zone_meets(base_of(b.figures[i]), base_of(b.figures[j]))
