"""TRP: traps under three markers, one of them real; attacking a marker, and passing between them."""

from __future__ import annotations

import math

from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.record import Skill, Thing
from sandtable.games.batalist.rules.ambush import MARKERS, add_marker, new_group
from sandtable.games.batalist.rules.chances import trap_springs
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.powers import strike
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.dice import throw_die
from sandtable.kernel.geometry import LATTICE, TOUCH, base_of, distance_to_point, segment_enters
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event, side_event
from sandtable.kernel.records import NONE

NEAR = 2.0
"""Steps within which a trap that is turned over springs on who attacked it."""

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
            if not is_within(math.hypot(marker.x - x, marker.y - y), TOGETHER, LATTICE):
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
            group = 0 + marker.group
    m = add_marker(b, Thing.TRAP.value, side, trap, x, y)
    if m != NONE:
        b.markers[m].kind = kind
        b.markers[m].group = group
        b.markers[m].true = 1 if is_true else 0
    return m


@clause("BAT-TRP-3")
@kernel
def remove_trap(b, m):
    """The whole set of which marker ``m`` is one leaves the field."""
    side = 0 + b.markers[m].side
    trap = 0 + b.markers[m].owner
    for k in range(b.n_markers):
        marker = b.markers[k]
        if marker.thing == Thing.TRAP and marker.side == side and marker.owner == trap:
            marker.lies = 0


@clause("BAT-TRP-4", "BAT-ARM-15")
@kernel
def spring(b, i, m, dice, log):
    """The trap of marker ``m`` springs on battalion ``i``, and its set is gone; returns the damage."""
    marker = b.markers[m]
    side = 0 + marker.side
    trap = b.traps[marker.kind]
    event(log, Code.SPRINGS.value, Clause.TRP_4.value, i, NONE, 0)
    remove_trap(b, m)
    return strike(b, i, trap.power, trap.weapon, trap.fire, side, dice, log)


@clause("BAT-TRP-2")
@kernel
def turn_over_trap(b, m, i, dice, log):
    """Battalion ``i`` attacks marker ``m``: the real trap springs, harmlessly if it is far. Returns the damage."""
    marker = b.markers[m]
    if marker.true != 1:
        marker.lies = 0
        event(log, Code.MARKER_IS_FALSE.value, Clause.TRP_2.value, NONE, NONE, 0)
        return 0
    if is_within(distance_to_point(base_of(b.figures[i]), marker.x, marker.y), NEAR, LATTICE):
        return spring(b, i, m, dice, log)
    remove_trap(b, m)
    side_event(log, Code.SPRINGS_IN_VAIN.value, Clause.TRP_2.value, b.figures[i].side, 0)
    return 0


@clause("BAT-TRP-3", "BAT-TRP-5", "BAT-SKL-7")
@kernel
def trap_passed(b, i, base):
    """A marker of an enemy trap between two of whose markers a footprint of battalion ``i`` here stands, or NONE."""
    if has(b, i, Skill.FLYING.value):
        return NONE
    side = b.figures[i].side
    for m in range(b.n_markers):
        one = b.markers[m]
        if one.lies == 0 or one.thing != Thing.TRAP or one.side == side:
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
    die = throw_die(dice, log, Purpose.TRAP.value, b.figures[i].side, i, 6)
    if not trap_springs(die):
        event(log, Code.HOLDS_STILL.value, Clause.TRP_3.value, i, NONE, 0)
        return False
    spring(b, i, m, dice, log)
    return True
