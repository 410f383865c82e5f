"""DEF-17 to DEF-23: front, flanks and rear of a battalion, and from where an attack comes."""

from __future__ import annotations

from sandtable.games.batalist.record import Zone
from sandtable.games.batalist.rules.formations import has_flanks, has_rear
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.geometry import LATTICE, Edge, base_of, edge_middle
from sandtable.kernel.limits import is_within


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
        return Zone.FRONT.value
    if is_within(-behind, 0.0, LATTICE) and is_within(aside - behind, 0.0, LATTICE):
        return Zone.REAR.value
    return Zone.RIGHT.value if across > 0.0 else Zone.LEFT.value


@clause("BAT-DEF-21", "BAT-DEF-22", "BAT-DEF-23", "BAT-MOD-20")
@kernel
def attacked_from(b, i, attacker):
    """From which zone of battalion ``i`` the attacker's first rank comes; front where it has no such side."""
    front = edge_middle(base_of(b.figures[attacker]), Edge.FRONT.value)
    zone = zone_of(b.figures[i], front.x, front.y)
    if zone == Zone.REAR:
        return zone if has_rear(b, i) else Zone.FRONT.value
    if zone != Zone.FRONT and not has_flanks(b, i):
        return Zone.FRONT.value
    return zone
