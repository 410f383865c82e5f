"""CUR: how strong water runs, and who drifts at the end of a turn."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.enums import Ground, Skill, State
from sandtable.games.batalist.record import MAX_BATTALIONS
from sandtable.games.batalist.rules.boats import carry, is_afloat
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.sky import weather_of
from sandtable.games.batalist.rules.traps import meets_traps, springs_on_way
from sandtable.games.batalist.rules.ways import free_ahead, has_room
from sandtable.games.batalist.switches import Current
from sandtable.kernel.dice import throw_die
from sandtable.kernel.geometry import LATTICE, base_of, is_west_of, shifted, snap
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import point_in_feature

STRONGEST = 6
LEG = 0.25
"""Steps by which a drift is tried until the bank stops it."""

LEAST = LEG / 4.0
"""The shortest such leg: longer than the hair by which ``is_afloat`` lets a boat into the bank."""


@clause("BAT-CUR-1")
@kernel
def throw_currents(b, dice, log):
    """A die for every piece of water that runs, once before the battle."""
    strength = 0
    for k in range(b.terrain.n_features):
        site = b.sites[k]
        if b.options.current != Current.YES or b.terrain.features[k].kind != Ground.WATER:
            continue
        if site.flow_x != 0.0 or site.flow_y != 0.0:
            if strength == 0:  # the parts of a river are one water
                strength = throw_die(dice, log, Purpose.CURRENT, NONE, NONE, 6)
            site.current = strength


@clause("BAT-CUR-1", "BAT-WEA-5c")
@kernel
def current_at(b, x, y):
    """Strength and direction of the current at a point; heavy rain makes any water run as fast as it can."""
    for k in range(b.terrain.n_features):
        if b.terrain.features[k].kind == Ground.WATER and point_in_feature(x, y, b.terrain, k):
            site = b.sites[k]
            strength = STRONGEST if weather_of(b).swollen != 0 else site.current
            return strength, site.flow_x, site.flow_y
    return 0, 0.0, 0.0


@clause("BAT-CUR-2", "BAT-BOA-7")
@kernel
def free_to_drift(b, i, base, flow_x, flow_y, most):
    """How far battalion ``i`` may drift: to a base, a boat, the edge, or the bank, which ever shorter legs find."""
    if flow_x == 0.0 and flow_y == 0.0:
        return 0.0
    most = free_ahead(b, i, base, flow_x, flow_y, most, NONE)
    gone, leg = 0.0, LEG
    while gone < most and leg >= LEAST:
        tried = min(gone + leg, most)
        there = shifted(base, tried * flow_x, tried * flow_y)
        if is_afloat(b, there) and has_room(b, i, there):
            gone = tried
        else:
            leg *= 0.5
    return gone


@clause("BAT-CUR-2", "BAT-CUR-4", "BAT-WEA-5c")
@kernel
def drift(b, i, dice, log):
    """At the end of a turn battalion ``i`` drifts downstream, to a bank, a base or the edge. Returns how far."""
    u = b.figures[i]
    if u.state != State.FIELD or has(b, i, Skill.FLYING):
        return 0.0
    strength, flow_x, flow_y = current_at(b, u.x, u.y)
    before = base_of(u)
    gone = free_to_drift(b, i, before, flow_x, flow_y, float(strength))
    if gone > 0.0:
        u.x = snap(before.x + gone * flow_x)
        u.y = snap(before.y + gone * flow_y)
        if u.boat != NONE:
            carry(b, i)
        event(log, Code.DRIFTS, Clause.CUR_2, i, NONE, 0)
        if meets_traps(b, i):
            u.x, u.y = before.x, before.y
            if not springs_on_way(b, i, gone * flow_x, gone * flow_y, dice, log):
                u.x = snap(before.x + gone * flow_x)
                u.y = snap(before.y + gone * flow_y)
            if u.boat != NONE:
                carry(b, i)
    return gone


@clause("BAT-CUR-2")
@kernel
def drift_all(b, dice, log):
    """At the end of a turn everybody in running water drifts, whoever is farther downstream first and so makes room.

    RULING: of several as far it is the one farther west, of such the one farther south.
    """
    waiting = np.zeros(MAX_BATTALIONS, np.int64)
    down = np.zeros(MAX_BATTALIONS, np.float64)
    n = 0
    for i in range(b.n_figures):
        strength, flow_x, flow_y = current_at(b, b.figures[i].x, b.figures[i].y)
        if strength > 0:
            waiting[n] = i
            down[n] = b.figures[i].x * flow_x + b.figures[i].y * flow_y
            n += 1
    while n > 0:
        first = 0
        for k in range(1, n):
            one, other = b.figures[waiting[k]], b.figures[waiting[first]]
            level = abs(down[k] - down[first]) <= LATTICE
            if down[k] > down[first] + LATTICE or (level and is_west_of(one, other)):
                first = k
        drift(b, waiting[first], dice, log)
        n -= 1
        waiting[first], down[first] = waiting[n], down[n]
