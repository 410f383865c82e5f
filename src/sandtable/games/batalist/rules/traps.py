"""TRP: traps under three markers, one of them real; attacking a marker, and passing between them."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.enums import Skill, Thing
from sandtable.games.batalist.rules.ambush import MARKERS, add_marker, new_group
from sandtable.games.batalist.rules.chances import trap_springs
from sandtable.games.batalist.rules.fixed_power import strike
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.legs import leg_of, legs_in
from sandtable.games.batalist.rules.ways import pivot_of, wheeled
from sandtable.kernel.dice import throw_die
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import LATTICE, TOUCH, Base, base_of, distance_to_point, segment_enters, shifted, snap
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event, side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import carried, free_distance, wheel_about

NEAR = 2.0
"""Steps within which a trap that is turned over springs on who attacked it."""

PROBE = 0.25
"""Steps of its outer corner between the places of a wheel that are held against the lines from marker to marker."""

HALVINGS = 20
"""Of such a step, to find where the wheel comes onto the line."""

TOGETHER = 6.0
"""Steps within which the markers of one trap lie."""


@clause("BAT-TRP-1")
@kernel
def may_lay_trap(b, side, trap, x, y):
    """A marker of a trap may be laid here: on the field, outside the enemy's zone, within 6 steps of its others."""
    enemy = b.sides[1 - side]
    if x < 0.0 or y < 0.0 or x > b.width or y > b.height or enemy.zone_from <= y <= enemy.zone_to:
        return False
    laid = 0
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies != 0 and marker.thing == Thing.TRAP and marker.side == side and marker.owner == trap:
            laid += 1
            if not is_within(distance_of_points(x, y, marker.x, marker.y), TOGETHER, LATTICE):
                return False
    return laid < MARKERS


@clause("BAT-TRP-1", "BAT-TRP-5")
@kernel
def lay_trap(b, side, trap, kind, x, y, is_true):
    """One marker of a trap of a side; its others have the same letter. Returns its place."""
    group = new_group(b, side)
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies != 0 and marker.thing == Thing.TRAP and marker.side == side and marker.owner == trap:
            group = marker.group
    m = add_marker(b, Thing.TRAP, side, trap, x, y)
    if m != NONE:
        b.markers[m].kind = kind
        b.markers[m].group = group
        b.markers[m].true = 1 if is_true else 0
    return m


@clause("BAT-TRP-3")
@kernel
def remove_trap(b, m):
    """The whole set of which marker ``m`` is one leaves the field."""
    side = b.markers[m].side
    trap = b.markers[m].owner
    for k in range(b.n_markers):
        marker = b.markers[k]
        if marker.thing == Thing.TRAP and marker.side == side and marker.owner == trap:
            marker.lies = 0


@clause("BAT-TRP-4", "BAT-ARM-15")
@kernel
def spring(b, i, m, dice, log):
    """The trap of marker ``m`` springs on battalion ``i``, and its set is gone; returns the damage."""
    marker = b.markers[m]
    side = marker.side
    trap = b.traps[marker.kind]
    event(log, Code.SPRINGS, Clause.TRP_4, i, NONE, 0)
    remove_trap(b, m)
    return strike(b, i, trap.power, trap.weapon, trap.fire, side, dice, log)


@clause("BAT-TRP-2")
@kernel
def turn_over_trap(b, m, i, dice, log):
    """Battalion ``i`` attacks marker ``m``: the real trap springs, harmlessly if it is far. Returns the damage."""
    marker = b.markers[m]
    if marker.true != 1:
        marker.lies = 0
        event(log, Code.MARKER_IS_FALSE, Clause.TRP_2, NONE, NONE, 0)
        return 0
    if is_within(distance_to_point(base_of(b.figures[i]), marker.x, marker.y), NEAR, LATTICE):
        return spring(b, i, m, dice, log)
    remove_trap(b, m)
    side_event(log, Code.SPRINGS_IN_VAIN, Clause.TRP_2, b.figures[i].side, 0)
    return 0


@clause("BAT-TRP-3", "BAT-TRP-5", "BAT-SKL-7")
@kernel
def trap_passed(b, i, base, known):
    """A marker of an enemy trap between two of whose markers a footprint of battalion ``i`` here stands, or NONE.

    ``known``: letters, as bits, of the traps that do not count, for it stood there before or has thrown for them.
    """
    if has(b, i, Skill.FLYING):
        return NONE
    side = b.figures[i].side
    for m in range(b.n_markers):
        one = b.markers[m]
        if one.lies == 0 or one.thing != Thing.TRAP or one.side == side or (known >> one.group) & 1 != 0:
            continue
        for n in range(m):
            other = b.markers[n]
            if other.lies != 0 and other.thing == Thing.TRAP and other.side == one.side and other.owner == one.owner:
                if segment_enters(base, one.x, one.y, other.x, other.y, TOUCH):
                    return m
    return NONE


@clause("BAT-TRP-3")
@kernel
def pass_trap(b, i, m, dice, log):
    """Battalion ``i`` tries to pass between the markers: on 1 to 3 the trap springs and it stops. True: it springs."""
    die = throw_die(dice, log, Purpose.TRAP, b.figures[i].side, i, 6)
    if not trap_springs(die):
        event(log, Code.HOLDS_STILL, Clause.TRP_3, i, NONE, 0)
        return False
    spring(b, i, m, dice, log)
    return True


@clause("BAT-TRP-3", "BAT-SKL-7")
@kernel
def traps_here(b, i, base):
    """The letters, as bits, of the enemy traps among whose markers battalion ``i`` stands already, if it stands so."""
    known = 0
    m = trap_passed(b, i, base, known)
    while m != NONE:
        known |= 1 << b.markers[m].group
        m = trap_passed(b, i, base, known)
    return known


class Part(NamedTuple):
    """A part of a way: straight by (dx, dy), or a wheel clockwise in degrees."""

    dx: float
    dy: float
    degrees: float


@kernel
def at_part(base, part, share):
    """Where a base stands that has gone this share of a part of its way."""
    if part.degrees == 0.0:
        return shifted(base, part.dx * share, part.dy * share)
    pivot = pivot_of(base, part.degrees)
    return carried(wheel_about(pivot.x, pivot.y, part.degrees * share), base)


@clause("BAT-TRP-3")
@kernel
def share_before(base, part, one, other):
    """The share of a part of its way that a base has gone when it comes onto the line between two markers.

    Infinite where it crosses none. A wheel is held against the line at every quarter step of its outer corner.
    """
    if part.degrees == 0.0:
        length = distance_of_points(0.0, 0.0, part.dx, part.dy)
        far = distance_of_points(one.x, one.y, other.x, other.y)
        if length == 0.0 or far == 0.0:
            return math.inf
        ux, uy = (other.x - one.x) / far, (other.y - one.y) / far
        line = Base(0.5 * (one.x + other.x), 0.5 * (one.y + other.y), ux, uy, 0.0, 0.5 * far)
        free = free_distance(base, part.dx / length, part.dy / length, length, line)
        return free / length if free < length else math.inf
    steps = math.ceil(math.radians(abs(part.degrees)) * 2.0 * base.half_width / PROBE)
    for step in range(1, steps + 1):
        if segment_enters(at_part(base, part, step / steps), one.x, one.y, other.x, other.y, TOUCH):
            before, share = (step - 1.0) / steps, 1.0 * step / steps
            for _ in range(HALVINGS):
                middle = 0.5 * (before + share)
                if segment_enters(at_part(base, part, middle), one.x, one.y, other.x, other.y, 0.0):
                    share = middle
                else:
                    before = middle
            return share
    return math.inf


@clause("BAT-TRP-3")
@kernel
def next_trap(b, i, base, part, known):
    """The enemy trap that battalion ``i`` comes to first on a part of its way, but for those known; and where."""
    best, found = math.inf, NONE
    for m in range(b.n_markers):
        one = b.markers[m]
        if one.lies == 0 or one.thing != Thing.TRAP or one.side == b.figures[i].side or (known >> one.group) & 1 != 0:
            continue
        for n in range(m):
            other = b.markers[n]
            if other.lies != 0 and other.thing == Thing.TRAP and other.side == one.side and other.owner == one.owner:
                share = share_before(base, part, one, other)
                if share < best:
                    best, found = share, m
    return found, best


@clause("BAT-TRP-3", "BAT-TRP-5")
@kernel
def pass_part(b, i, base, part, known, dice, log):
    """Battalion ``i`` goes a part of its way from ``base`` on; at every enemy trap it passes it throws.

    Returns the traps it knows after that, as bits, and whether one has sprung: then it stands at the line it came to.
    """
    u = b.figures[i]
    if has(b, i, Skill.FLYING):
        return known, False
    m, share = next_trap(b, i, base, part, known)
    while m != NONE:
        known |= 1 << b.markers[m].group
        there = at_part(base, part, share)
        u.x = snap(there.x)
        u.y = snap(there.y)
        u.fx = there.fx
        u.fy = there.fy
        u.moved = 1
        if pass_trap(b, i, m, dice, log):
            return known, True
        m, share = next_trap(b, i, base, part, known)
    return known, False


@clause("BAT-TRP-3")
@kernel
def meets_traps(b, i):
    """An enemy trap lies on the field of which battalion ``i`` must beware."""
    if has(b, i, Skill.FLYING):
        return False
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies != 0 and marker.thing == Thing.TRAP and marker.side != b.figures[i].side:
            return True
    return False


@clause("BAT-TRP-3")
@kernel
def springs_on_move(b, i, action, dice, log):
    """Battalion ``i`` goes the legs of its Move; True: a trap has sprung, and it stands where that was."""
    base = base_of(b.figures[i])
    known = traps_here(b, i, base)
    for k in range(legs_in(action)):
        leg = leg_of(base, action, k)
        for aside in range(2):
            dx = leg.ahead * base.fx if aside == 0 else leg.aside * base.fy
            dy = leg.ahead * base.fy if aside == 0 else -leg.aside * base.fx
            known, sprung = pass_part(b, i, base, Part(dx, dy, 0.0), known, dice, log)
            if sprung:
                return True
            base = shifted(base, dx, dy)
        if leg.degrees != 0.0:
            known, sprung = pass_part(b, i, base, Part(0.0, 0.0, leg.degrees), known, dice, log)
            if sprung:
                return True
            base = wheeled(base, leg.degrees)
    return False


@clause("BAT-TRP-3", "BAT-ACT-20")
@kernel
def springs_on_charge(b, i, degrees, end, dice, log):
    """Battalion ``i`` wheels and goes straight to ``end``; True: a trap has sprung, and it stands where that was."""
    base = base_of(b.figures[i])
    known = traps_here(b, i, base)
    if degrees != 0.0:
        known, sprung = pass_part(b, i, base, Part(0.0, 0.0, degrees), known, dice, log)
        if sprung:
            return True
        base = wheeled(base, degrees)
    _, sprung = pass_part(b, i, base, Part(end.x - base.x, end.y - base.y, 0.0), known, dice, log)
    return sprung


@clause("BAT-TRP-5")
@kernel
def springs_on_way(b, i, dx, dy, dice, log):
    """Battalion ``i`` is carried straight by (dx, dy), by the current or in a retreat; True: a trap has sprung."""
    base = base_of(b.figures[i])
    _, sprung = pass_part(b, i, base, Part(dx, dy, 0.0), traps_here(b, i, base), dice, log)
    return sprung
