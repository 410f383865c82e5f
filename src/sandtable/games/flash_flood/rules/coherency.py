"""COH: main bodies, stragglers and scattered units."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.flash_flood.clauses import Clause, Code
from sandtable.games.flash_flood.record import MAX_MODELS, Standing
from sandtable.games.flash_flood.switches import InCoherency
from sandtable.games.skirmish40k.rules.measuring import gap_between, is_on_table
from sandtable.games.skirmish40k.rules.movement import mark_groups, mark_linked
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE


@kernel
def _size_of(groups, group):
    """How many models a group has, and by the way nobody in group NONE."""
    size = 0
    for k in range(len(groups)):
        size += int(groups[k] == group)
    return size


@clause("FLOOD-COH-1")
@kernel
def main_body(b, u, groups):
    """Which of a unit's groups is its main body: the largest; of equal ones the leader's, then the one chosen.

    Without a choice of the owner it is the group of the unit's first model. NONE for a unit without models.
    """
    unit = b.units[u]
    best = NONE
    best_size = 0
    best_claim = 0
    known = 0
    for k in range(unit.count):
        if groups[k] != known:
            continue  # nobody, or of a group that was looked at: they are numbered as their first models stand
        known += 1
        size = _size_of(groups, groups[k])
        claim = 0
        for m in range(unit.count):
            if groups[m] == groups[k]:
                if b.profiles[b.figures[unit.first + m].profile].rank == 2:
                    claim = 2
                elif b.squads[u].main == unit.first + m:
                    claim = max(claim, 1)
        if size > best_size or (size == best_size and claim > best_claim):
            best = groups[k]
            best_size = size
            best_claim = claim
    return best


@clause("FLOOD-COH-1", "FLOOD-COH-2")
@kernel
def mark_stragglers(b, u, groups, straggles):
    """Mark with 1 the models of a unit that are out of coherency; returns how many are in it."""
    unit = b.units[u]
    count = mark_linked(b, unit.first, unit.count, NONE, groups)
    within = 0
    living = 0
    for k in range(unit.count):
        straggles[k] = 0
        living += int(groups[k] != NONE)
    if count <= 1:
        return living  # all of them are the main body
    main = main_body(b, u, groups)
    for k in range(unit.count):
        if groups[k] == NONE:
            continue
        joined = groups[k] == main
        if b.options.in_coherency == InCoherency.ANY_MATE_WITHIN_2:
            joined = living == 1 or _size_of(groups, groups[k]) > 1
        straggles[k] = int(not joined)
        within += int(joined)
    return within


@clause("FLOOD-COH-7", "FLOOD-COH-10")
@kernel
def is_scattered(b, within, living):
    """Fewer than half of the living models are in coherency; exactly half is not scattered."""
    return within < b.rules.half * living


@clause("FLOOD-COH-2", "FLOOD-COH-7", "FLOOD-COH-10", "FLOOD-COH-11", "FLOOD-COH-12", "FLOOD-AFT-4")
@kernel
def note_standing(b, u, log):
    """Check a unit's state: who straggles, and whether it is scattered. Only after a flood is anybody either."""
    unit = b.units[u]
    if b.flood.over == 0:
        return
    marks = np.empty((2, unit.count), np.int64)
    straggles = marks[0]
    within = mark_stragglers(b, u, marks[1], straggles)
    living = 0
    first = NONE
    for k in range(unit.count):
        i = unit.first + k
        if not is_on_table(b.figures[i]):
            continue
        living += 1
        if first == NONE:
            first = i
        standing = Standing.STRAGGLER if straggles[k] != 0 else Standing.IN_COHERENCY
        if standing == b.figures[i].standing:
            continue
        b.figures[i].standing = standing
        if standing == Standing.STRAGGLER:
            event(log, Code.IS_STRAGGLER, Clause.FLOOD_COH_2, i, NONE, 0)
        else:
            event(log, Code.IS_BACK, Clause.FLOOD_COH_2, i, NONE, 0)
    scattered = int(is_scattered(b, within, living))
    if scattered != b.squads[u].scattered and living > 0:
        if scattered != 0:
            event(log, Code.IS_SCATTERED, Clause.FLOOD_COH_7, first, NONE, within)
        else:
            event(log, Code.IS_GATHERED, Clause.FLOOD_COH_10, first, NONE, within)
    b.squads[u].scattered = scattered


@clause("FLOOD-COH-8", "FLOOD-COH-11")
@kernel
def acts_normally(b, i):
    """Figure ``i`` may do whatever models do: neither is it a straggler nor is its unit scattered."""
    figure = b.figures[i]
    return figure.standing == Standing.IN_COHERENCY and b.squads[figure.unit].scattered == 0


@clause("C40-MOV-7", "C40-COH-1")
@kernel
def who_is_apart(b, u):
    """Of those of a unit who act, one of another group than the first, and the nearest of that first group."""
    one = b.units[u]
    groups = np.empty(MAX_MODELS, np.int64)
    mark_groups(b, u, groups)
    main = NONE
    for k in range(one.count):
        if groups[k] == NONE or not acts_normally(b, one.first + k):
            continue
        if main == NONE:
            main = groups[k]
        elif groups[k] != main:
            return one.first + k, _nearest_in(b, one.first + k, u, groups, main)
    return one.first, one.first


@kernel
def _nearest_in(b, i, u, groups, group):
    """The nearest to figure ``i`` of one of its unit's groups."""
    one = b.units[u]
    best = NONE
    for m in range(one.count):
        j = one.first + m
        if groups[m] == group and acts_normally(b, j):
            if best == NONE or gap_between(b, i, j) < gap_between(b, i, best):
                best = j
    return best
