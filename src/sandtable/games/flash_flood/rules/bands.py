"""BANDS: linked groups of a torn squad that are charged, fight and are locked each as a unit of its own (COH-18).

A band is a unit of the record behind the squads: it shares the squad's stretch of figures, and holds those whose
``unit`` it is. It is made when a group comes into contact, and is gone when nobody touches it any more.
"""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.flash_flood.record import MAX_MODELS, Standing
from sandtable.games.skirmish40k.rules.measuring import is_of
from sandtable.games.skirmish40k.rules.movement import mark_linked
from sandtable.games.skirmish40k.rules.shooting import is_locked
from sandtable.games.skirmish40k.rules.wounds import models_of
from sandtable.kernel.copying import copy_record
from sandtable.kernel.records import NONE


@clause("FLOOD-COH-18")
@kernel
def set_apart(b, i):
    """Make the linked group of figure ``i`` a unit of its own if its squad has others; returns the group's unit."""
    squad = b.units[b.figures[i].squad]
    if b.figures[i].unit != b.figures[i].squad:
        return b.figures[i].unit
    groups = np.empty(MAX_MODELS, np.int64)
    count = mark_linked(b, squad.first, squad.count, b.figures[i].squad, groups)
    if count < 2:
        return b.figures[i].unit
    band = _free_band(b)
    if band == NONE:
        return b.figures[i].unit
    u = b.figures[i].squad
    copy_record(b.units[band], b.units[u])
    copy_record(b.squads[band], b.squads[u])
    b.squads[band].of = u
    b.squads[band].rounds = NONE
    group = groups[i - squad.first]
    for k in range(squad.count):
        if groups[k] == group:
            b.figures[squad.first + k].unit = band
    b.units[band].at_start = models_of(b, band)
    b.units[band].at_phase = models_of(b, band)
    return band


@kernel
def _free_band(b):
    """A unit of the record that nobody belongs to, or NONE."""
    for u in range(b.n_squads, len(b.units)):
        if u >= b.n_units or b.squads[u].of == NONE:
            b.n_units = max(b.n_units, u + 1)
            return u
    return NONE


@clause("FLOOD-COH-16", "FLOOD-COH-18", "FLOOD-COH-19", "FLOOD-CARRY-12")
@kernel
def bring_together(b):
    """Bands that nobody touches any more are part of their squads again; one that fell back does not go on, if apart.

    If it was the main body that fled, the squad falls back.
    """
    for u in range(b.n_squads, b.n_units):
        if b.squads[u].of == NONE or is_locked(b, u):
            continue
        squad = b.squads[u].of
        main = 0
        one = b.units[u]
        for i in range(one.first, one.first + one.count):
            if is_of(b, i, u):
                main |= int(b.figures[i].standing == Standing.IN_COHERENCY)
                b.figures[i].unit = squad
        if one.falling_back != 0 and main != 0 and b.squads[squad].scattered == 0:
            b.units[squad].falling_back = 1
        b.units[squad].moved |= one.moved
        b.squads[u].of = NONE
    while b.n_units > b.n_squads and b.squads[b.n_units - 1].of == NONE:
        b.n_units -= 1
