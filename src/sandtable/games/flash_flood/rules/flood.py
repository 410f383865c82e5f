"""The flood from its coming to its end: everybody in the water in order, each with all that follows (TEST-8)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.flash_flood.clauses import Clause, Code
from sandtable.games.flash_flood.record import MAX_UNITS, End
from sandtable.games.flash_flood.rules.assaulting import anybody
from sandtable.games.flash_flood.rules.carry import ENDS, come_to_rest, go_on, lose_feet
from sandtable.games.flash_flood.rules.coherency import note_standing
from sandtable.games.flash_flood.rules.hits import take_hits
from sandtable.games.flash_flood.rules.mission import test_end
from sandtable.games.flash_flood.rules.order import keeps_feet, put_in_order
from sandtable.games.flash_flood.rules.retreating import fall_back_together
from sandtable.games.flash_flood.rules.trigger import note_flood
from sandtable.games.flash_flood.rules.water import rise
from sandtable.games.flash_flood.switches import FloodMorale
from sandtable.games.skirmish40k.rules.morale import end_phase_test
from sandtable.games.skirmish40k.rules.wounds import models_of
from sandtable.kernel.log import side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here


@clause("FLOOD-TEST-8", "FLOOD-BUMP-5", "FLOOD-BUMP-10", "FLOOD-HIT-10")
@kernel
def sweep(b, water, i, dice, log):
    """Figure ``i`` is swept away, and before it goes on whomever it knocks off, and so on; each takes its hits."""
    depth = 0
    water.stack[0] = i
    lose_feet(b, water, i, dice, log)
    while depth >= 0:
        k = water.stack[depth]
        other = go_on(b, water, k, dice, log)
        if other != ENDS:
            depth += 1
            water.stack[depth] = other
            lose_feet(b, water, other, dice, log)
            continue
        come_to_rest(b, water, k, water.stack[depth - 1] if depth > 0 else NONE, log)
        take_hits(b, water, k, dice, log)
        depth -= 1


@clause("FLOOD-TEST-1", "FLOOD-TEST-8", "FLOOD-TEST-11")
@kernel
def test_next(b, water, i, dice, log):
    """One model's turn in the flood: its test and all that it leads to. Who has lost its feet already is not tested."""
    if water.swimmers[i].lost == 0 and not keeps_feet(b, i, dice, log):
        sweep(b, water, i, dice, log)


@clause("FLOOD-TEST-12", "FLOOD-TEST-5")
@kernel
def begin_flood(b, order, dice, log):
    """The water rises and everybody in it is put in order: the water, and how many ``order`` holds."""
    water = rise(b)
    for u in range(b.n_squads):
        b.units[u].at_phase = models_of(b, u)
    return water, put_in_order(b, water, order, dice, log)


@clause("FLOOD-AFT-1", "FLOOD-AFT-4")
@kernel
def end_flood(b, water, turn, dice, log):
    """The water is gone: how far it swept each, drowned ground, and units torn apart."""
    for i in range(b.n_figures):
        b.figures[i].from_flood = int(100.0 * water.swimmers[i].carried + 0.5) if water.swimmers[i].lost != 0 else NONE
    note_flood(b, turn)
    side_event(log, Code.FLOOD_IS_OVER, Clause.FLOOD_AFT_1, NONE, 0)
    for u in range(b.n_squads):
        note_standing(b, u, log)
    if b.options.flood_morale == FloodMorale.CORE_25_PERCENT and b.end == End.NOT_YET:
        _shake(b, dice, log)


@clause("FLOOD-TEST-5", "FLOOD-TEST-8", "FLOOD-MIS-9", "FLOOD-MIS-11")
@kernel
def flood(b, turn, dice, log):
    """The flood in a game turn, from beginning to end; nobody decides anything in it."""
    order = np.empty(b.n_figures, np.int64)
    water, n = begin_flood(b, order, dice, log)
    sides = (anybody(b, 0), anybody(b, 1))
    for k in range(n):
        test_next(b, water, order[k], dice, log)
        if (anybody(b, 0), anybody(b, 1)) != sides:  # one has nobody left, and has lost at once
            test_end(b, log)
            break
    end_flood(b, water, turn, dice, log)
    keep_until_here(water.swimmers)


@clause("FLOOD-HIT-12", "C40-MOR-2")
@kernel
def _shake(b, dice, log):
    """Losses to the water shake nobody; by the house rule a unit that lost a quarter tests Morale, or falls back."""
    flees = np.zeros(MAX_UNITS, np.int64)
    for u in range(b.n_squads):
        flees[u] = int(not end_phase_test(b, u, dice, log))
    fall_back_together(b, flees, dice, log)
